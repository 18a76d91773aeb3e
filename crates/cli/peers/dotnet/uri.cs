// .NET, `System.Uri`, the class of all programs in C#, F# and PowerShell. `UriKind.RelativeOrAbsolute` accepts nearly every
// string as a relative reference, so the verdict is that of `UriKind.Absolute`, and there is none without a scheme.
//
// The host is the one that is contacted, in Punycode; an IPv6 address has no brackets. Path, query and fragment are escaped.
// A default port is not reported, since the parser adds it. An empty query or fragment is not distinguished from an
// undefined one.
using System;
using System.IO;
using System.Collections.Generic;
using System.Text;

class Peer {
    static string Quoted(string text) {
        if (text == null) return "null";
        var outText = new StringBuilder("\"");
        foreach (char c in text) {
            if (c == '"' || c == '\\') outText.Append('\\').Append(c);
            else if (c < ' ' || c > '~') outText.Append("\\u").Append(((int) c).ToString("x4"));
            else outText.Append(c);
        }
        return outText.Append('"').ToString();
    }

    // The texts of {"input":"…"} or {"input":"…","base":"…"}, in that order.
    static List<string> Texts(string line) {
        var texts = new List<string>();
        for (int at = 0; (at = line.IndexOf(":\"", at, StringComparison.Ordinal)) >= 0;) {
            var text = new StringBuilder();
            for (at += 2; line[at] != '"'; at++) {
                if (line[at] != '\\') text.Append(line[at]);
                else if (line[++at] != 'u') text.Append(line[at]);
                else {
                    text.Append((char) Convert.ToInt32(line.Substring(at + 1, 4), 16));
                    at += 4;
                }
            }
            texts.Add(text.ToString());
        }
        return texts;
    }

    static Uri Parsed(string input, string baseText) {
        return baseText == null ? new Uri(input, UriKind.Absolute) : new Uri(new Uri(baseText, UriKind.Absolute), input);
    }

    static string Pair(string name, string text) { return ",\"" + name + "\":" + Quoted(text); }

    static string Some(string name, string text) { return text.Length == 0 ? "" : Pair(name, text); }

    static bool HasScheme(string text) {
        int colon = text.IndexOf(':');
        for (int at = 0; at < colon; at++) {
            char c = text[at];
            bool isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!isLetter && (at == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'))) return false;
        }
        return colon > 0;
    }

    static string Answer(string input, string baseText) {
        if (baseText == null && !HasScheme(input)) return "\"valid\":null";
        Uri uri;
        try {
            uri = Parsed(input, baseText);
            if (baseText != null) return "\"valid\":true" + Pair("target", uri.AbsoluteUri);
        } catch (UriFormatException error) {
            return "\"valid\":false" + Pair("error", error.Message);
        }
        bool isHost = uri.HostNameType != UriHostNameType.Unknown && uri.HostNameType != UriHostNameType.Basic;
        return "\"valid\":true" + Pair("scheme", uri.Scheme) + Some("userinfo", uri.UserInfo)
            + Pair("host", isHost ? uri.IdnHost : uri.Host) + (uri.IsDefaultPort ? "" : Pair("port", uri.Port.ToString()))
            + Pair("path", uri.AbsolutePath) + Some("query", uri.Query.TrimStart('?'))
            + Some("fragment", uri.Fragment.TrimStart('#')) + Pair("normalized", uri.AbsoluteUri);
    }

    // Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round.
    static string Timed(string line, List<string> about) {
        string text = File.ReadAllText(about[0]);
        string[] strings = (text.EndsWith("\n") ? text.Substring(0, text.Length - 1) : text).Split('\n');
        int mark = line.IndexOf("\"rounds\":") + 9;
        int rounds = int.Parse(line.Substring(mark, line.IndexOfAny(new[] { ',', '}' }, mark) - mark));
        double seconds = double.PositiveInfinity;
        for (; rounds > 0; rounds--) {
            long begin = DateTime.UtcNow.Ticks;
            foreach (string one in strings) {
                try {
                    Parsed(one, about.Count > 1 ? about[1] : null);
                } catch (UriFormatException) {
                }
            }
            seconds = Math.Min(seconds, (DateTime.UtcNow.Ticks - begin) / 1e7);
        }
        return "\"seconds\":" + seconds.ToString("F7") + ",\"strings\":" + strings.Length;
    }

    static void Main() {
        string first = Pair("reader", ".NET " + Environment.Version + " System.Uri");
        for (string line; (line = Console.In.ReadLine()) != null; first = "") {
            var about = Texts(line);
            bool isTimed = line.StartsWith("{\"time\"", StringComparison.Ordinal);
            string told = isTimed ? Timed(line, about) : Answer(about[0], about.Count > 1 ? about[1] : null);
            Console.Out.WriteLine("{" + told + first + "}");
            Console.Out.Flush();
        }
    }
}
