//! The URIs in a part of a file.
//!
//! In: the bytes of a file, or of some lines of it. Out: each URI, with its bytes in the file. Delimiters are those of
//! plain text (RFC 3986, Appendix C; [`urispec::extract`]), and the quote `'`: a URI behind one ends at the next. Since programs have brackets and colons that mean something else, as `<E: Error>`, only a scheme with `//`
//! behind it counts, or one of a few that are known to have none.
//!
//! The surprising case: `http://{host}/a` is no URI, and its beginning is one. What a brace, a percent sign or a bracket
//! follows is computed where the program runs, and is left out; so is a scheme that nothing but `//` follows.

use std::ops::Range;

use urispec::extract::{Delimiter, Extract};
use urispec::{Edition, Reference};

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
        let is_quoted = is_bare && start > 0 && bytes[start - 1] == b'\'';
        let mut add = |uri: &str, start: usize, end: usize| {
            let is_computed = matches!(bytes.get(end), Some(b'{' | b'%' | b'[' | b'$'))
                || uri.ends_with('$')
                || uri.ends_with("://");
            if is_meant(uri) && !(is_bare && is_computed) {
                let span = plain.in_file(start)..plain.in_file(end);
                let is_literal = text[span.clone()] == *uri.as_bytes();
                all.push(Located { uri: uri.to_owned(), span, is_literal });
            }
        };
        if !is_quoted {
            add(found.uri(), start, end);
            continue;
        }
        // What stands between two quotes may be anything.
        let mut at = start;
        for part in found.uri().split('\'') {
            if is_uri(edition, part) {
                add(part, at, at + part.len());
            }
            at += part.len() + 1;
        }
    }
    all
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
    fn what_is_computed_is_none() {
        for text in
            ["http://{h}/", "`http://${h}/`", "http://%s/a", "http://", "<http://>x", "http://[h]/"]
        {
            let shown = found("a.txt", text);
            assert!(shown.is_empty() || text == "<http://>x", "{text}: {shown:?}");
        }
        assert_eq!(found("a.txt", "fn f<E: Error>(\"x:y\", <a:b>) mid::new"), [""; 0]);
        assert_eq!(found("a.txt", "<mailto:a@b> \"urn:ab:c\""), ["mailto:a@b", "urn:ab:c"]);
        assert_eq!(found("a.txt", "http://h/a{b}"), [""; 0]);
        assert_eq!(found("a.txt", "http://h/a (b)"), ["http://h/a"]);
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
