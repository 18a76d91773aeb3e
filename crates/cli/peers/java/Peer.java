import java.io.*;
import java.net.*;
import java.util.*;

import static java.nio.charset.StandardCharsets.*;

/** The adapters in Java, `java.net.URI` and `java.net.URL`, with their loop and JSON: run by `java Peer.java NAME`. */
class Peer {
    interface Parser { void answer(String input, String base, Map<String, String> told) throws Exception; }

    /**
     * The class URI: RFC 2396 with its own amendments. Nothing is decoded. An opaque URI has neither path nor query; its
     * opaque part is reported as the path. A port of -1 is undefined, and so is an empty one.
     */
    static void uri(String input, String base, Map<String, String> told) throws URISyntaxException {
        URI uri = new URI(input);
        if (base != null) {
            told.put("target", new URI(base).resolve(uri).toString());
            return;
        }
        told.put("scheme", uri.getScheme());
        told.put("authority", uri.getRawAuthority());
        told.put("userinfo", uri.getRawUserInfo());
        told.put("host", uri.getHost());
        told.put("port", uri.getPort() < 0 ? null : "" + uri.getPort());
        told.put("path", uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath());
        told.put("query", uri.getRawQuery());
        told.put("fragment", uri.getRawFragment());
        told.put("normalized", uri.normalize().toString());
    }

    /**
     * The class URL, which follows no document. There is no verdict on a string without a protocol, or with
     * one that has no handler, since the parser is never called.
     */
    static void url(String input, String base, Map<String, String> told) throws MalformedURLException {
        URL url = new URL(base == null ? null : new URL(base), input);
        if (base != null) {
            told.put("target", url.toString());
            return;
        }
        told.put("scheme", url.getProtocol());
        told.put("authority", url.getAuthority());
        told.put("userinfo", url.getUserInfo());
        told.put("host", url.getHost());
        told.put("port", url.getPort() < 0 ? null : "" + url.getPort());
        told.put("path", url.getPath());
        told.put("query", url.getQuery());
        told.put("fragment", url.getRef());
    }

    public static void main(String[] args) throws Exception {
        Parser parser = args[0].equals("URI") ? Peer::uri : Peer::url;
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String reader = ",\"reader\":" + quoted("Java " + System.getProperty("java.version") + " java.net." + args[0]);
        for (String line; (line = in.readLine()) != null; reader = "") {
            String[] texts = texts(line);
            var told = new LinkedHashMap<String, String>();
            var out = new StringBuilder("{\"valid\":");
            try {
                parser.answer(texts[0], texts[1], told);
                out.append(true);
            } catch (URISyntaxException | MalformedURLException error) {
                String why = String.valueOf(error.getMessage());
                told.put("error", why);
                boolean reached = !why.startsWith("no protocol:") && !why.startsWith("unknown protocol:");
                out.append(reached ? "false" : "null");
            }
            told.forEach((name, text) -> out.append(",\"" + name + "\":").append(quoted(text)));
            byte[] bytes = out.append(reader).append("}\n").toString().getBytes(US_ASCII);
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
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
