import java.io.*;
import java.nio.file.*;
import java.util.*;

import static java.nio.charset.StandardCharsets.*;

/** The loop and the JSON of all adapters in Java: run by `java Peer CLASS`, where the class asks a parser. */
class Peer {
    interface Parser<U> {
        String reader();

        U parse(String input) throws Exception;

        /** The target, of which `toString` is reported. */
        default Object resolve(String base, String input) throws Exception { throw new Unjudged("it does not resolve"); }

        /** Adds what the parser reports. */
        void tell(U parsed, Map<String, String> told);

        /** Whether an error is how the parser rejects a string. Others end the program. */
        boolean rejects(Exception error);
    }

    /** There is no verdict, since the parser is not made for such a string. */
    static class Unjudged extends RuntimeException {
        Unjudged(String why) { super(why); }
    }

    public static void main(String[] args) throws Exception {
        serve((Parser<?>) Class.forName(args[0]).getDeclaredConstructor().newInstance());
    }

    static <U> void serve(Parser<U> parser) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String reader = ",\"reader\":" + quoted(parser.reader());
        for (String line; (line = in.readLine()) != null; reader = "") {
            String[] texts = texts(line);
            var out = new StringBuilder("{");
            if (line.startsWith("{\"time\"")) time(parser, line, texts[0], texts[1], out);
            else answer(parser, texts[0], texts[1], out);
            byte[] bytes = out.append(reader).append("}\n").toString().getBytes(US_ASCII);
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
    }

    static <U> void answer(Parser<U> parser, String input, String base, StringBuilder out) throws Exception {
        var told = new LinkedHashMap<String, String>();
        Boolean isValid = true;
        try {
            if (base == null) parser.tell(parser.parse(input), told);
            else told.put("target", parser.resolve(base, input).toString());
        } catch (Exception error) {
            if (!(error instanceof Unjudged) && !parser.rejects(error)) throw error;
            isValid = error instanceof Unjudged ? null : false;
            told.clear();
            told.put("error", String.valueOf(error.getMessage()));
        }
        out.append("\"valid\":").append(isValid);
        told.forEach((name, text) -> out.append(",\"" + name + "\":").append(quoted(text)));
    }

    /** Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round. */
    static <U> void time(Parser<U> parser, String line, String file, String base, StringBuilder out) throws Exception {
        String text = Files.readString(Path.of(file));
        String[] strings = (text.endsWith("\n") ? text.substring(0, text.length() - 1) : text).split("\n", -1);
        int rounds = Integer.parseInt(line.replaceFirst(".*\"rounds\":(\\d+).*", "$1"));
        Double seconds = Double.POSITIVE_INFINITY;
        for (int round = 0; round < rounds; round++) {
            long begin = System.nanoTime();
            for (String string : strings) {
                try {
                    if (base == null) parser.parse(string);
                    else parser.resolve(base, string);
                } catch (Exception error) {
                    // As in `answer`, without a verdict.
                }
            }
            seconds = Math.min(seconds, (System.nanoTime() - begin) / 1e9);
        }
        // A parser that does not resolve.
        if (base != null && !parser.getClass().getMethod("resolve", String.class, String.class).getDeclaringClass().equals(parser.getClass())) seconds = null;
        out.append("\"seconds\":").append(seconds).append(",\"strings\":").append(strings.length);
    }

    /** The strings of `{"input":"…"}` or `{"input":"…","base":"…"}`, in that order. */
    static String[] texts(String line) {
        var texts = new String[2];
        int at = 0;
        for (int i = 0; i < 2 && (at = line.indexOf(":\"", at)) >= 0; i++) {
            var text = new StringBuilder();
            for (at += 2; line.charAt(at) != '"'; at++) {
                if (line.charAt(at) != '\\') {
                    text.append(line.charAt(at));
                } else if (line.charAt(++at) == 'u') {
                    text.append((char) Integer.parseInt(line.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    text.append(line.charAt(at));
                }
            }
            texts[i] = text.toString();
        }
        return texts;
    }

    static String quoted(String text) {
        if (text == null) return "null";
        var out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }
}
