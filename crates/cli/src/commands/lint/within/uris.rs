//! The URIs in a part of a file.
//!
//! In: the bytes of a file, or of some lines of it. Out: each URI, with its bytes in the file. Delimiters are those of
//! plain text (RFC 3986, Appendix C; [`urispec::extract`]), and in programs also the quote `'`: a URI behind one ends at
//! the next. Since programs have brackets and colons that mean something else, as `<E: Error>`, only a scheme with `//`
//! behind it counts, or one of a few that are known to have none.
//!
//! The surprising case: `http://{host}/a` is no URI, and its beginning is one. What a brace, a percent sign or a bracket
//! follows is computed where the program runs, and is left out; so is a scheme that nothing but `//` follows.

use std::ops::Range;

use urispec::extract::{Delimiter, Extract};
use urispec::{Edition, Reference};

use super::escapes::Escapes;

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
pub(super) fn uris(edition: Edition, escapes: Escapes, text: &[u8]) -> Vec<Located> {
    let plain = escapes.plain(text);
    let bytes = &*plain.text;
    let mut all = Vec::new();
    let mut parts = vec![(0, bytes.len())];
    while let Some((begin, end)) = parts.pop() {
        // Nothing can go wrong in reading a slice.
        let found = Extract::from_edition(edition, &bytes[begin..end]).map_while(Result::ok);
        for found in found {
            let start = begin + found.span().start as usize;
            let end = begin + found.span().end as usize;
            let is_quoted = start.checked_sub(1).is_some_and(|at| bytes[at] == b'\'');
            let is_bare = found.delimiter() == Delimiter::WhiteSpace;
            let quote = found.uri().find('\'').filter(|_| is_quoted && is_bare);
            let (uri, end) = match quote {
                Some(at) => {
                    parts.push((start + at + 1, end));
                    (&found.uri()[..at], start + at)
                }
                None => (found.uri(), end),
            };
            let is_computed = matches!(bytes.get(end), Some(b'{' | b'%' | b'[' | b'$'))
                || uri.ends_with('$')
                || uri.ends_with("://");
            let is_uri = is_meant(uri) && (quote.is_none() || is_uri(edition, uri));
            if is_uri && !(is_bare && is_computed) {
                let span = plain.in_file(start)..plain.in_file(end);
                let is_literal = text[span.clone()] == *uri.as_bytes();
                all.push(Located { uri: uri.to_owned(), span, is_literal });
            }
        }
    }
    all.sort_by_key(|one| one.span.start);
    all
}

fn is_uri(edition: Edition, text: &str) -> bool {
    Reference::parse(edition, text).is_ok_and(|reference| reference.scheme().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn found(escapes: Escapes, text: &str) -> Vec<String> {
        let all = uris(Edition::Rfc3986, escapes, text.as_bytes());
        all.into_iter().map(|one| one.uri).collect()
    }

    #[test]
    fn quotes_of_programs_delimit() {
        let text = "f(['http://a/','http://b/c'], \"http://d/e'f\", 'x http://g/')";
        let expected = ["http://a/", "http://b/c", "http://d/e'f", "http://g/"];
        // Only a quote before the URI opens one; at the end of a bare word it is punctuation.
        assert_eq!(found(Escapes::None, text), expected);
        // A literal of IPv6 that a quote cuts is none.
        assert_eq!(found(Escapes::None, "'http://[v1.a']'"), [""; 0]);
    }

    #[test]
    fn what_is_computed_is_none() {
        for text in
            ["http://{h}/", "`http://${h}/`", "http://%s/a", "http://", "<http://>x", "http://[h]/"]
        {
            let shown = found(Escapes::None, text);
            assert!(shown.is_empty() || text == "<http://>x", "{text}: {shown:?}");
        }
        assert_eq!(found(Escapes::None, "fn f<E: Error>(\"x:y\", <a:b>) mid::new"), [""; 0]);
        assert_eq!(found(Escapes::None, "<mailto:a@b> \"urn:ab:c\""), ["mailto:a@b", "urn:ab:c"]);
        assert_eq!(found(Escapes::None, "http://h/a{b}"), [""; 0]);
        assert_eq!(found(Escapes::None, "http://h/a (b)"), ["http://h/a"]);
    }

    #[test]
    fn escapes_are_undone_and_places_are_of_the_file() {
        let text = "<a href=\"http://h/?a=1&amp;b=2\">http://h/</a>";
        let all = uris(Edition::Rfc3986, Escapes::Html, text.as_bytes());
        let [first, second] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&*first.uri, first.is_literal), ("http://h/?a=1&b=2", false));
        assert_eq!(&text[first.span.clone()], "http://h/?a=1&amp;b=2");
        assert_eq!((&*second.uri, second.is_literal), ("http://h/", true));
        assert_eq!(found(Escapes::Json, r#"{"u": "http:\/\/h\/a"}"#), ["http://h/a"]);
    }
}
