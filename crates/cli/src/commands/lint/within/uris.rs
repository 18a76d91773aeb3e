//! The URIs in a part of a file.
//!
//! In: the bytes of a file, or of some lines of it. Out: each URI, with its bytes in the file. Delimiters are those of
//! plain text (RFC 3986, Appendix C; [`urispec_lint::extract`]), and the quote `'`: a URI behind one ends at the next. Since programs have brackets and colons that mean something else, as `<E: Error>`, only a scheme with `//`
//! behind it counts, or one of a few that are known to have none.
//!
//! The surprising case: `http://{host}/a` is no URI, and its beginning is one. A beginning of something else is left out:
//! what a brace, a backslash or a letter that no URI has stands behind; what a program adds to, as `"http://h" + path`; and
//! what has the name of a variable in it, as `$HOST`.

use std::ops::Range;

use urispec::{Edition, Reference};
use urispec_lint::extract::{Delimiter, Extract};

use super::kind::FileKind;

/// A URI in a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Located {
    pub(super) uri: String,
    /// The bytes of the file that stand for the URI.
    pub(super) span: Range<usize>,
    /// Whether these bytes are the URI, character for character.
    pub(super) is_literal: bool,
}

/// The schemes whose URIs have no `//`.
const WITHOUT_SLASHES: [&str; 8] =
    ["mailto", "news", "tel", "urn", "mid", "cid", "data", "javascript"];

/// Whether a URI is one in a program too.
fn is_meant(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, rest)| {
        let is_known = WITHOUT_SLASHES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
        rest.starts_with("//") || is_known && !rest.starts_with(':')
    })
}

/// The URIs of a text, in order.
pub(super) fn uris(edition: Edition, kind: FileKind, text: &[u8]) -> Vec<Located> {
    let plain = kind.plain(text);
    let bytes = &*plain.text;
    // Nothing can go wrong in reading a slice.
    let found = Extract::from_edition(edition, bytes).map_while(Result::ok);
    let mut all = Vec::new();
    for found in found {
        let [start, end] = [found.span().start, found.span().end].map(|at| at as usize);
        let is_bare = found.delimiter() == Delimiter::WhiteSpace;
        let is_whole = match found.delimiter() {
            Delimiter::WhiteSpace => kind.ends(bytes, end),
            Delimiter::Quotes => !kind.goes_on(bytes, end + 1),
            _ => true,
        };
        // What follows `\n` is no letter of a scheme; and a quote, or a comma before a scheme, stands between URIs.
        let escape = usize::from(is_bare && start > 0 && bytes[start - 1] == b'\\');
        let uri = &found.uri()[escape..];
        let is_quoted = is_bare && start > 0 && bytes[start - 1] == b'\'';
        let mark = if is_quoted { '\'' } else { ',' };
        let is_list = is_quoted || uri.split(mark).skip(1).any(is_meant);
        let mut at = start + escape;
        let last = start + escape + uri.len();
        for part in uri.split(|c| is_list && c == mark) {
            let (begin, stop) = (at, at + part.len());
            at = stop + 1;
            let is_changed = is_list || escape > 0;
            let is_known = !is_changed || is_uri(edition, part);
            if is_known && is_meant(part) && !is_computed(part) && (is_whole || stop < last) {
                // White space in a URI is not counted in its length.
                let stop = if is_changed { stop } else { end };
                let span = plain.in_file(begin)..plain.in_file(stop);
                let is_literal = text[span.clone()] == *part.as_bytes();
                all.push(Located { uri: part.to_owned(), span, is_literal });
            }
        }
    }
    all
}

/// Whether a program puts the URI together: `$NAME` stands for something else, and so does what is not there.
fn is_computed(uri: &str) -> bool {
    let names = uri.split('$').skip(1);
    let is_name = |after: &str| {
        after.is_empty() || after.starts_with(|c: char| c.is_alphabetic() || c == '_')
    };
    uri.ends_with("://") || { names }.any(is_name)
}

fn is_uri(edition: Edition, text: &str) -> bool {
    Reference::parse(edition, text).is_ok_and(|reference| reference.scheme().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[track_caller]
    fn found(file: &str, text: &str) -> Vec<String> {
        let all = uris(Edition::Rfc3986, FileKind::of(Path::new(file)), text.as_bytes());
        all.into_iter().map(|one| one.uri).collect()
    }

    #[test]
    fn quotes_of_programs_delimit() {
        let text = "f(['http://a/','http://b/c'], \"http://d/e'f\", 'x http://g/')";
        let expected = ["http://a/", "http://b/c", "http://d/e'f", "http://g/"];
        // Only a quote before the URI opens one; at the end of a bare word it is punctuation.
        assert_eq!(found("a.txt", text), expected);
        // In a program each quote delimits, also where a word has no end.
        let long = format!("x={}", "'http://a/b',".repeat(20_000));
        assert_eq!(found("a.min.js", &long).len(), 20_000);
        assert_eq!(found("a.py", "don't 'http://a/' it's"), ["http://a/"]);
        // A literal of IPv6 that a quote cuts is none.
        assert_eq!(found("a.txt", "'http://[v1.a']'"), [""; 0]);
    }

    #[test]
    fn the_beginning_of_something_else_is_none() {
        for text in [
            "http://{h}/",
            "`http://${h}/`",
            "http://%s/a",
            "http://",
            "http://[h]/",
            "http://h/a{b}",
            "f\"http://h:{port}/x\"",
            "\"http://h:\" + port",
            "\"http://exampl\u{e9}e.com/\"",
            "^https://h\\.com",
            "http://evil.com\\@good.com/",
            "http://127.0.0.1:11211:80/",
            "ftp://m:<hidden>@h/",
            "\"http://h:80a/\"",
            "http://$A.$B/%7E",
            "http://h$PATH_X",
            "\"http://h/{}\".format(x)",
            "\"http://h/\" % x",
        ] {
            assert_eq!(found("a.py", text), [""; 0], "{text}");
        }
        for text in [
            "http://h/a (b)",
            "(http://h/a).",
            "http://h/a, b",
            "[x](http://h/a)",
            "'http://h/a'",
            "http://h/a",
        ] {
            assert_eq!(found("a.txt", text), ["http://h/a"], "{text}");
        }
        assert_eq!(found("a.html", "<p>http://h/a</p> http://h/b<hidden>"), ["http://h/a"]);
        assert_eq!(
            found("a.rs", "\"http://h/a\\n\", \"\\nhttp://h/b\".parse()"),
            ["http://h/a", "http://h/b"]
        );
        assert_eq!(
            found("a.py", "\"http://a.example,http://b.example:80\""),
            ["http://a.example", "http://b.example:80"]
        );
        // What means something else in a program has no slashes.
        assert_eq!(found("a.rs", "fn f<E: Error>(\"x:y\", <a:b>) mid::new"), [""; 0]);
        assert_eq!(found("a.txt", "<mailto:a@b> \"urn:ab:c\""), ["mailto:a@b", "urn:ab:c"]);
    }

    #[test]
    fn escapes_are_undone_and_places_are_of_the_file() {
        let text = "<a href=\"http://h/?a=1&amp;b=2\">http://h/</a>";
        let all = uris(Edition::Rfc3986, FileKind::of(Path::new("a.html")), text.as_bytes());
        let [first, second] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&*first.uri, first.is_literal), ("http://h/?a=1&b=2", false));
        assert_eq!(&text[first.span.clone()], "http://h/?a=1&amp;b=2");
        assert_eq!((&*second.uri, second.is_literal), ("http://h/", true));
        assert_eq!(found("a.json", r#"{"u": "http:\/\/h\/a"}"#), ["http://h/a"]);
    }
}
