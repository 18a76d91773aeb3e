import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Says of strings whether a pattern of java.util.regex matches in them.
 *
 * <p>In: a JSON object a line, with "dialect", "pattern" and "strings", in this order. Out: a JSON line for
 * each, null if the pattern is none, or for each string whether find() finds a match.
 */
public class Engine {
  public static void main(String[] arguments) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      List<String> texts = texts(line);
      // "dialect", its name, "pattern", the pattern, "strings", the strings.
      out.println(answer(texts.get(3), texts.subList(5, texts.size())));
    }
    out.flush();
  }

  private static String answer(String text, List<String> strings) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException error) {
      return "null";
    }
    var answers = new ArrayList<Boolean>();
    for (String string : strings) {
      answers.add(pattern.matcher(string).find());
    }
    return answers.toString();
  }

  /** The JSON strings of a line. */
  private static List<String> texts(String line) {
    var all = new ArrayList<String>();
    StringBuilder text = null;
    for (int at = 0; at < line.length(); at++) {
      char one = line.charAt(at);
      if (one == '"') {
        if (text != null) {
          all.add(text.toString());
        }
        text = text == null ? new StringBuilder() : null;
      } else if (text != null && one == '\\') {
        at++;
        switch (line.charAt(at)) {
          case 'b' -> text.append('\b');
          case 'f' -> text.append('\f');
          case 'n' -> text.append('\n');
          case 'r' -> text.append('\r');
          case 't' -> text.append('\t');
          case 'u' -> {
            text.append((char) Integer.parseInt(line.substring(at + 1, at + 5), 16));
            at += 4;
          }
          default -> text.append(line.charAt(at));
        }
      } else if (text != null) {
        text.append(one);
      }
    }
    return all;
  }
}
