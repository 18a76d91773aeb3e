//! URIs in text: the examples of the appendices, and texts that lead astray.

use std::io::{self, Read};

use proptest::prelude::*;
use urispec::{Edition, Reference};
use urispec_lint::extract::{Delimiter, Extract, Found, LONGEST, extract};

use crate::scaled;

fn of(edition: Edition, text: &str) -> Vec<Found> {
    Extract::from_edition(edition, text.as_bytes()).map(Result::unwrap).collect()
}

#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    let found: Vec<_> = extract(text).map(|found| found.uri().to_owned()).collect();
    assert_eq!(found, expected, "{text}");
}

fn uris(found: &[Found]) -> Vec<&str> {
    found.iter().map(Found::uri).collect()
}

/// RFC 3986, Appendix C.
#[test]
fn rfc3986() {
    let text = "   Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\n   \
                   but you can probably pick it up from <ftp://foo.example.\n   \
                   com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n   \
                   ietf/uri/historical.html#WARNING>.\n";
    let found = of(Edition::Rfc3986, text);
    assert_eq!(
        uris(&found),
        [
            "http://www.w3.org/Addressing/",
            "ftp://foo.example.com/rfc/",
            "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
        ]
    );
    assert_eq!(found[0].delimiter(), Delimiter::Quotes);
    assert_eq!(found[1].delimiter(), Delimiter::AngleBrackets);
    assert_eq!(found.iter().map(Found::line).collect::<Vec<_>>(), [1, 2, 3]);
    let span = found[1].span();
    let text = &text[span.start as usize..span.end as usize];
    assert_eq!(text, "ftp://foo.example.\n   com/rfc/");
}

/// Its forms one by one, and those of draft-fielding-url-syntax-05, Appendix E.
#[test]
fn url_syntax_05() {
    let forms = "within double-quotes \"http://test.com/\", angle brackets <http://test.com/>, or \
                 just using whitespace http://test.com/ These wrappers";
    let found = of(Edition::UrlSyntax05, forms);
    assert_eq!(uris(&found), ["http://test.com/"; 3]);
    let delimiters = [Delimiter::Quotes, Delimiter::AngleBrackets, Delimiter::WhiteSpace];
    assert_eq!(found.iter().map(Found::delimiter).collect::<Vec<_>>(), delimiters);
    let example = "Yes, Jim, I found it under \"http://www.w3.org/pub/WWW/\", but you can probably \
                   pick it up from <ftp://ds.internic.\nnet/rfc/>. Note the warning in \
                   <http://ds.internic.net/\ninstructions/overview.html#WARNING>.";
    assert_eq!(
        uris(&of(Edition::UrlSyntax05, example)),
        [
            "http://www.w3.org/pub/WWW/",
            "ftp://ds.internic.net/rfc/",
            "http://ds.internic.net/instructions/overview.html#WARNING",
        ]
    );
}

/// RFC 1738, Appendix, and two of its references: fragments belong into the brackets too.
#[test]
fn rfc1738() {
    let text = "Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;\n\
                type=d> but you can probably pick it up from <URL:ftp://ds.in\n\
                ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.\n\
                net/instructions/overview.html#WARNING>.\n\
                       <URL:ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol\n       \
                       /Gopher+/Gopher+.txt>\n\
                       <URL:ftp://uu.psi.com/wp/nir.txt>, June 1991. < URL:ftp://host.com/>";
    assert_eq!(
        uris(&of(Edition::Rfc1738, text)),
        [
            "ftp://info.cern.ch/pub/www/doc;type=d",
            "ftp://ds.internic.net/rfc",
            "http://ds.internic.net/instructions/overview.html#WARNING",
            "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt",
            "ftp://uu.psi.com/wp/nir.txt",
            "ftp://host.com/",
        ]
    );
}

/// RFC 1808, 3.1: the header field that has a base, in whose brackets white space is ignored; and 10:
/// the base in a document.
#[test]
fn rfc1808() {
    let text = "Base: <URL:http://www.ics.uci.edu/Test/a/b/c>\r\n\
                Base: <URL:http://www.ics.uci.edu\r\n /Test/a/b/c>\r\n\
                <BASE href=\"http://www.ics.uci.edu/Test/a/b/c\">";
    assert_eq!(uris(&of(Edition::Rfc1808, text)), ["http://www.ics.uci.edu/Test/a/b/c"; 3]);
}

/// "The hyphen may or may not actually be part of the URI" (RFC 3986, C; E of the three before it).
#[test]
fn a_hyphen_at_the_end_of_a_line_stays_and_is_told() {
    for edition in [Edition::UrlSyntax05, Edition::Rfc2396, Edition::Rfc2396bis01, Edition::Rfc3986]
    {
        let found = of(edition, "<http://a/b-\r\n  c-d- e/>");
        assert_eq!((found[0].uri(), found[0].hyphens()), ("http://a/b-c-d-e/", &[10][..]));
        let found = of(edition, "\"http://a/b-\nc-\nd\" <http://a/b\n-c>");
        assert_eq!((found[0].uri(), found[0].hyphens()), ("http://a/b-c-d", &[10, 12][..]));
        assert_eq!((found[1].uri(), found[1].hyphens()), ("http://a/b-c", &[][..]));
    }
}

#[test]
fn white_space_within() {
    finds("<http://a/ b\tc>", &["http://a/bc"]);
    finds("<URL: http://a/>", &["http://a/"]);
    finds("<url:http://a/> <URL:\nmailto:a@b>", &["http://a/", "mailto:a@b"]);
    // Between quotes there is prose, too: what is bare in it is found.
    finds("\"http://a/ b\"", &["http://a/"]);
    finds("\" http://a/ \"", &["http://a/"]);
    finds("He said: \"Yes\", and she: \"No\". \"see http://a/b, please\"", &["http://a/b"]);
    let found = of(Edition::Rfc3986, "<\x0Bhttp://a/ \x0B>");
    assert_eq!((found[0].uri(), found[0].span().clone()), ("http://a/", 2..11));
    // An empty line ends a paragraph, and so a candidate.
    finds("<http://a/\nb> <http://c/\n \nd>", &["http://a/b", "http://c/"]);
}

#[test]
fn punctuation_at_the_end() {
    for mark in [".", ",", ";", ":", "!", "?", "'", ")", "...", ").", "),", "?!"] {
        finds(&format!("see http://a/b{mark} there"), &["http://a/b"]);
        finds(&format!("see <http://a/b{mark}>"), &[&format!("http://a/b{mark}")]);
    }
    finds("(http://a/b)", &["http://a/b"]);
    finds("http://a/b_(c) (http://a/b_(c))", &["http://a/b_(c)", "http://a/b_(c)"]);
    finds(
        "[text](http://a/b) `http://a/c` http://a/d|http://a/e",
        &["http://a/b", "http://a/c", "http://a/d", "http://a/e"],
    );
    finds("http://a/b/ http://a/?q= http://a/#", &["http://a/b/", "http://a/?q=", "http://a/#"]);
}

#[test]
fn bare_words_that_are_none() {
    for text in [
        "",
        "a",
        ":",
        "://",
        "a:",
        "a:b",
        "Note:this",
        "12:30",
        "std::io",
        "C:\\x",
        "http:",
        "http://",
        "http://.",
        "mailto:",
        "mailto:,",
        "www.w3.org/Addressing/",
        "//h/a",
        "//",
        "1://2",
        "<>",
        "<a>",
        "<a b>",
        "\"\"",
        "\"a\"",
        "<x:>",
        "<//h/>",
        "<URL:>",
        "<URL:a>",
        "\"a\"b:\"c\"",
    ] {
        finds(text, &[]);
    }
    finds(
        "<a:b> \"c:d\" urn:a:b mid:x@y NEWS:comp.x",
        &["a:b", "c:d", "urn:a:b", "mid:x@y", "NEWS:comp.x"],
    );
    finds(
        "(see:http://a/b) URL:http://c/ 2.git+ssh://d/",
        &["http://a/b", "http://c/", "git+ssh://d/"],
    );
    finds("<a href=\"http://a/\">x</a> {\"url\":\"http://b/\"}", &["http://a/", "http://b/"]);
    finds("\\\"http://a/b\\\"", &["http://a/b"]);
}

#[test]
fn editions_differ() {
    let text = "http://[::1]/a http://h/~b";
    assert_eq!(uris(&of(Edition::Rfc3986, text)), ["http://[::1]/a", "http://h/~b"]);
    assert_eq!(uris(&of(Edition::Rfc1738, text)), ["http://h/"]);
    // A port is in section 9 of RFC 1630 only, where no fragment is.
    assert_eq!(uris(&of(Edition::Rfc1630, "<http://h:80/a#b>")), ["http://h:80/a"]);
    assert_eq!(
        uris(&of(Edition::Rfc1630, "<http://h:80/a> x://y/#b")),
        ["http://h:80/a", "x://y/#b"]
    );
}

/// URL Standard, URL writing: "A URL-scheme string must be one ASCII alpha, followed by zero or more of ASCII
/// alphanumeric"; and a relative URL may begin with any other segment that has a colon. RFC 1738, 5:
/// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]`.
#[test]
fn what_has_no_scheme_is_none() {
    for text in ["<1:->", "<-:a>", "\"+.:/b\""] {
        assert!(of(Edition::Whatwg, text).is_empty(), "{text}");
    }
    // The run within is a URL, and the whole is none.
    let found = of(Edition::Whatwg, "<1http://a-\nb/>");
    assert_eq!(found[0].span().start, 2, "{found:?}");
    assert_eq!(uris(&of(Edition::Whatwg, "<a1:->")), ["a1:-"]);
    assert_eq!(uris(&of(Edition::Rfc1738, "<1:->")), ["1:-"]);
    // RFC 1630, 8: `scheme = ialpha`, which goes on with xalphas, and these may be escapes. A bare word begins with a
    // scheme of the characters that all documents have in one.
    assert_eq!(uris(&of(Edition::Rfc1630, "<a%c2:b> c$d://e")), ["a%c2:b", "d://e"]);
}

/// RFC 3966, 3: `phonedigit-hex` has `#`, which begins no fragment there. The URL Standard, host-writing: the domain parser
/// refuses U+02D8.
#[test]
fn the_edition_judges_and_divides() {
    let found = of(Edition::Rfc3966, "<tel:#*;phone-context=a> \"tel:+1#f\"");
    assert_eq!(uris(&found), ["tel:#*;phone-context=a", "tel:+1#f"]);
    assert_eq!(found[0].delimiter(), Delimiter::AngleBrackets);
    let found = of(Edition::Whatwg, "<ws://˘/> ws://˘/ ws://é/");
    assert_eq!(uris(&found), ["ws://é/"]);
}

/// RFC 3987, 2.2, and the URL Standard have characters beyond ASCII; RFC 3986 has none.
#[test]
fn characters_of_iris() {
    let text = "see http://h/é, <http://例え.jp/\n x>, \"http://h/ü\" and mailto:é@h.";
    for edition in [Edition::Rfc3987, Edition::Whatwg] {
        let found = of(edition, text);
        let expected = ["http://h/é", "http://例え.jp/x", "http://h/ü", "mailto:é@h"];
        assert_eq!(uris(&found), expected, "{edition}");
        assert_eq!(
            &text[found[0].span().start as usize..found[0].span().end as usize],
            "http://h/é"
        );
    }
    assert_eq!(uris(&of(Edition::Rfc3986, text)), ["http://h/", "http://h/"]);
    // Between brackets stands no IRI if something there is not UTF-8; a bare word ends before it.
    let octets = &b"<http://d/\xff> http://a/b\xe9 http://a/\xc3\xa9"[..];
    let found: Vec<_> =
        Extract::from_edition(Edition::Rfc3987, octets).map(Result::unwrap).collect();
    assert_eq!(uris(&found), ["http://d/", "http://a/b", "http://a/é"]);
}

/// They end a candidate, and are no error.
#[test]
fn bytes_that_are_no_ascii() {
    let found: Vec<_> =
        extract(&b"\xff\xfehttp://a/b\xe9 \0http://c/\0 <http://d/\xff> http://e/\xc3\xa9"[..])
            .map(|found| (found.uri().to_owned(), found.span().start))
            .collect();
    let expected = [("http://a/b", 2), ("http://c/", 15), ("http://d/", 27), ("http://e/", 39)];
    assert_eq!(found, expected.map(|(uri, start)| (uri.to_owned(), start)));
}

#[test]
fn an_unclosed_bracket_hides_nothing() {
    finds("a < b http://c/ d \"e http://f/", &["http://c/", "http://f/"]);
    let text = format!("< {} http://c/ >", "x ".repeat(LONGEST));
    finds(&text, &["http://c/"]);
}

/// Nothing is timed: what is quadratic would not finish where `URISPEC_LONG` makes it 4 MiB of each.
#[test]
fn many_of_everything() {
    let length = scaled(1 << 17, 4 << 20);
    for unit in [
        "<",
        "\"",
        "< ",
        "a:",
        ":",
        "a://",
        "a://b|",
        "<a:b ",
        "\"a:b\n",
        "http://[",
        "mailto:|",
        "http://[v1.mailto:",
        "-",
        "\n",
        "(",
        ")",
        "a://)",
        "\u{e9}",
        "<\"",
        "http://a/?",
        "URL:",
    ] {
        let text = unit.repeat(length / unit.len());
        let found = extract(&text).count();
        assert!(found <= text.len() / unit.len(), "{unit:?}");
    }
    let count = length / 4;
    let text = "http://a/b ".repeat(count);
    assert_eq!(extract(&text).count(), count);
    let last = extract(&text).last().unwrap();
    assert_eq!(last.span().end, text.len() as u64 - 1);
}

#[test]
fn what_is_longer_than_a_candidate_may_be() {
    let long = |length: usize| format!("http://a/{}", "b".repeat(length - "http://a/".len()));
    let near = long(LONGEST - 1);
    finds(&format!("{near} http://c/"), &[&near, "http://c/"]);
    let far = long(LONGEST);
    finds(&format!("{far} http://c/"), &["http://c/"]);
    finds(&format!("{far}http://d/ http://c/"), &["http://c/"]);
    finds(&format!("{} http://c/", long(64 * LONGEST)), &["http://c/"]);
    finds(&format!("<{}> <http://c/>", long(LONGEST - 2)), &[&long(LONGEST - 2), "http://c/"]);
}

/// One byte at a time, and an error in the end.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else {
            return Err(io::Error::other("torn"));
        };
        buffer[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn an_error_of_reading_is_the_last_item() {
    let mut found = Extract::new(Slow(b"http://a/ http://b/ "));
    let mut next = || found.next().map(|item| item.map(|found| found.uri().to_owned()));
    assert_eq!(next().unwrap().unwrap(), "http://a/");
    assert_eq!(next().unwrap().unwrap(), "http://b/");
    assert!(next().unwrap().is_err());
    assert!(next().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is found is a URI of the edition, and stands where it is said to.
    #[test]
    fn what_is_found_is_there(text in "([<>\" \n\r\t:/.)(a%-]|http://|mailto:a|URL:|#|é|\\[::1\\]|%41){0,24}") {
        for &edition in Edition::ALL {
            let mut last = 0;
            for found in of(edition, &text) {
                let uri = found.uri().split_once('#').filter(|_| edition == Edition::Rfc1738);
                let uri = uri.map_or(found.uri(), |(url, _)| url);
                let reference = Reference::parse(edition, uri);
                prop_assert!(reference.is_ok_and(|uri| uri.scheme().is_some()), "{} {:?}", edition, found);
                let span = found.span().start as usize..found.span().end as usize;
                prop_assert!(last <= span.start);
                last = span.end;
                let there: String = text[span.clone()].split_ascii_whitespace().collect();
                prop_assert_eq!(&there, found.uri());
                let line = text[..span.start].matches('\n').count() + 1;
                prop_assert_eq!(found.line(), line as u64);
                for &hyphen in found.hyphens() {
                    prop_assert_eq!(&found.uri()[hyphen..=hyphen], "-");
                }
            }
        }
    }
}

/// Where the reader's buffer ends changes nothing.
#[test]
fn buffers_do_not_show() {
    const CHUNK: usize = (1 << 18) + LONGEST;
    for shift in (0..64).step_by(scaled(3, 1)) {
        let before = "x ".repeat((CHUNK - 64) / 2);
        let text = format!("{before}{}<http://a/\nb> \"http://c/\" http://d/ é", " ".repeat(shift));
        let found: Vec<_> = extract(&text).collect();
        assert_eq!(uris(&found), ["http://a/b", "http://c/", "http://d/"]);
        assert_eq!(found[0].span().start as usize, before.len() + shift + 1);
        assert_eq!(found[2].line(), 2);
    }
}
