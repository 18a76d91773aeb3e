//! The three generic documents before RFC 3986, sentence by sentence: url-syntax-05, RFC 2396 and
//! rfc2396bis-01. What all three say alike is asked of all three. How they resolve is asked in
//! `relative_uris`.

use urispec::Edition::{Rfc2396, Rfc2396bis01, UrlSyntax05};
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, check, compare_with, split};
use urispec_lint::extract::Extract;

const ALL: [Edition; 3] = [UrlSyntax05, Rfc2396, Rfc2396bis01];

#[track_caller]
fn meet(edition: Edition, a: &str, b: &str) -> Option<Rung> {
    let [a, b] = [a, b].map(|text| Reference::parse(edition, text).unwrap());
    compare_with(&Normalizer::from_edition(edition), &a, &b).rung()
}

#[track_caller]
fn normal(edition: Edition, text: &str) -> String {
    let reference = Reference::parse(edition, text).unwrap();
    Normalizer::from_edition(edition).to(Rung::Scheme).normalize(&reference).to_string()
}

fn is_reference(edition: Edition, text: &str) -> bool {
    Reference::parse(edition, text).is_ok()
}

/// 2.2: "a character is reserved if the semantics of the URI changes if the character is replaced
/// with its escaped US-ASCII encoding", so no rung decodes one, nor a "%" (2.4.2).
#[test]
fn reserved_characters_stay_escaped() {
    for edition in ALL {
        for reserved in ["%3B", "%2F", "%3F", "%3A", "%40", "%26", "%3D", "%2B", "%25", "%23"] {
            let uri = format!("http://h/a{reserved}b");
            assert_eq!(normal(edition, &uri), uri, "{edition}");
        }
    }
    for bracket in ["%5B", "%5D"] {
        let uri = format!("a:b{bracket}");
        assert_eq!(normal(Rfc2396bis01, &uri), uri);
    }
}

/// 2.3: "Unreserved characters can be escaped without changing the semantics of the URI". And 2.4.2:
/// "`%7e` is sometimes used instead of `~` in an http URL path, but the two are equivalent".
#[test]
fn unreserved_characters_may_be_escaped() {
    for edition in ALL {
        let tilde = meet(edition, "http://a/%7e", "http://a/~");
        assert_eq!(tilde, Some(Rung::PercentEncoding), "{edition}");
        assert_eq!(meet(edition, "a:%62%39", "a:b9"), Some(Rung::PercentEncoding), "{edition}");
    }
    for mark in ["-", "_", ".", "!", "~", "*", "'", "(", ")"] {
        let escaped = format!("http://a/b%{:02X}", mark.as_bytes()[0]);
        for edition in [UrlSyntax05, Rfc2396] {
            let found = meet(edition, &escaped, &format!("http://a/b{mark}"));
            assert_eq!(found, Some(Rung::PercentEncoding), "{edition}: {mark}");
        }
    }
    // "$" and "," are marks of url-syntax-05, and reserved since.
    for mark in ["%24", "%2C"] {
        let escaped = format!("http://a/b{mark}");
        assert_ne!(normal(UrlSyntax05, &escaped), escaped);
        assert_eq!(normal(Rfc2396, &escaped), escaped);
    }
}

/// rfc2396bis-01, 2.3: normalization "may unescape sequences in the ranges of ALPHA, DIGIT,
/// underscore, or tilde", "but unescaping the other mark characters is usually counterproductive".
#[test]
fn marks_that_stay_escaped() {
    assert_eq!(normal(Rfc2396bis01, "a:/%41%5A%61%7A%30%39%5F%7E"), "a:/AZaz09_~");
    for mark in ["%2D", "%2E", "%21", "%2A", "%27", "%28", "%29"] {
        assert_eq!(normal(Rfc2396bis01, &format!("a:/b{mark}")), format!("a:/b{mark}"));
    }
}

/// 2.4.1: "two hexadecimal digits representing the octet code", of either case: `%5b` and `%5B` are
/// one octet. rfc2396bis-01 says so outright in 6.2.2.2.
#[test]
fn the_digits_of_a_triplet_have_no_case() {
    for edition in ALL {
        assert_eq!(meet(edition, "http://a/%5b", "http://a/%5B"), Some(Rung::Case), "{edition}");
        assert_eq!(meet(edition, "http://a/%5b", "http://a/%5C"), None, "{edition}");
        assert_eq!(normal(edition, "a:b%3a"), "a:b%3A", "{edition}");
    }
}

/// 2.4.1: "`%20` is the escaped encoding for the US-ASCII space character"; rfc2396bis-01 and
/// RFC 2396, 2.1: `%0a` is the octet 10.
#[test]
fn an_escape_is_an_octet() {
    for (text, octet) in [("%20", b' '), ("%0a", 10), ("%0A", 10), ("%e9", 0xE9)] {
        assert_eq!(urispec::Decode::decode_octets(text).unwrap()[..], [octet]);
        assert!(ALL.iter().all(|edition| is_reference(*edition, &format!("a:b{text}"))));
    }
    for text in ["a:b%", "a:b%2", "a:b%2g", "a:b%%20"] {
        assert!(ALL.iter().all(|edition| !is_reference(*edition, text)), "{text}");
    }
}

/// 2.4.2: nothing is decoded twice. What is decoded once stays as it is.
#[test]
fn nothing_is_decoded_twice() {
    for edition in ALL {
        assert_eq!(normal(edition, "a:b%2541"), "a:b%2541", "{edition}");
        assert_eq!(meet(edition, "a:b%2541", "a:b%41"), None, "{edition}");
    }
}

/// 2.4.3: no control, no space, none of `delims` and `unwise`, and nothing beyond US-ASCII, stands
/// for itself. rfc2396bis-01 takes the brackets out of `unwise`.
#[test]
fn excluded_characters_are_invalid() {
    let excluded = (0..=b' ').chain([0x7F]).chain(*b"<>\"{}|\\^`").map(char::from);
    for character in excluded.chain(['é', '\u{80}', '\u{2028}']) {
        for edition in ALL {
            for text in [format!("a:b{character}"), format!("b#{character}")] {
                assert!(!is_reference(edition, &text), "{edition} {text:?}");
            }
        }
    }
    for text in ["a:b[", "a:]"] {
        assert_eq!(ALL.map(|edition| is_reference(edition, text)), [false, false, true], "{text}");
    }
}

/// 2.4.2: "a URI must be separated into its components before the escaped characters within those
/// components can be safely decoded": an escaped delimiter delimits nothing.
#[test]
fn escaped_delimiters_delimit_nothing() {
    for edition in ALL {
        let reference = Reference::parse(edition, "http://h/a%2Fb%3Fc%23d").unwrap();
        assert_eq!(reference.segments().count(), 1, "{edition}");
        assert_eq!((reference.query(), reference.fragment()), (None, None), "{edition}");
    }
}

/// 1.5 (1.4 of url-syntax-05): "The interpretation of a URI depends only on the characters used";
/// 6.2.1 of rfc2396bis-01: identical strings are equivalent.
#[test]
fn the_same_characters_are_the_same_uri() {
    for edition in ALL {
        assert_eq!(meet(edition, "a:b", "a:b"), Some(Rung::String), "{edition}");
        assert_eq!(meet(edition, "a:b", "a:c"), None, "{edition}");
        assert_eq!(meet(edition, "http://h/a", "http://h/A"), None, "{edition}");
    }
}

/// 3.1 (4.1 of url-syntax-05): "programs interpreting URI should treat upper case letters as
/// equivalent to lower case in scheme names (e.g., allow `HTTP` as well as `http`)".
#[test]
fn schemes_have_no_case() {
    for edition in ALL {
        assert_eq!(meet(edition, "HTTP://h/", "http://h/"), Some(Rung::Case), "{edition}");
        assert_eq!(meet(edition, "A:b", "a:b"), Some(Rung::Case), "{edition}");
    }
}

/// 3.1: a scheme begins with a letter and goes on with letters, digits, "+", "." and "-"; in
/// url-syntax-05 (4.1) it may begin with any of them.
#[test]
fn names_of_schemes() {
    for (scheme, valid) in
        [("a", [true; 3]), ("a1+.-", [true; 3]), ("1a", [true, false, false]), ("a_b", [false; 3])]
    {
        let found = ALL.map(|edition| check(edition, "scheme", scheme).is_ok());
        assert_eq!(found, valid, "{scheme}");
    }
}

/// 3.2.2 (4.3.1 of url-syntax-05): "the rightmost domain label will never start with a digit", which
/// tells a name from an address; the labels begin and end with a letter or digit.
#[test]
fn names_and_addresses() {
    for edition in [UrlSyntax05, Rfc2396] {
        let kind = |text| {
            let reference = Reference::parse(edition, text).unwrap();
            reference.host().map(|host| host.kind().name())
        };
        assert_eq!(kind("//a.1.b-2/"), Some("hostname"), "{edition}");
        assert_ne!(kind("//1.2.3.4/"), Some("hostname"), "{edition}");
        for none in ["//a.1/", "//-a/", "//a-/", "//a..b/", "//1.2.3/"] {
            assert_eq!(kind(none), None, "{edition} {none}");
        }
    }
    // "Literal IPv6 addresses are not supported" (RFC 2396), and "has not yet been determined".
    for edition in [UrlSyntax05, Rfc2396] {
        assert!(!is_reference(edition, "http://[::1]/"), "{edition}");
    }
    // One final "." is RFC 2396's: "may be followed by a single `.`".
    let final_dot = |edition| Reference::parse(edition, "//a./").unwrap().host().is_some();
    assert_eq!([UrlSyntax05, Rfc2396].map(final_dot), [false, true]);
}

/// 3.2.2: "If the port is omitted, the default port number is assumed"; 6 (6.2.3 of rfc2396bis-01):
/// a URL with the default port "is equivalent to one where the port is elided", and no other is.
#[test]
fn default_ports() {
    for edition in ALL {
        let met = meet(edition, "http://h:80/", "http://h/");
        assert_eq!(met, Some(Rung::Scheme), "{edition}");
        assert_eq!(meet(edition, "ftp://h:21/", "ftp://h/"), Some(Rung::Scheme), "{edition}");
        assert_eq!(meet(edition, "ftp://h:80/", "ftp://h/"), None, "{edition}");
        assert_eq!(meet(edition, "foo://h:80/", "foo://h/"), None, "{edition}");
    }
}

/// rfc2396bis-01, 6.2.3: the `http` scheme "defines an empty port component as being equivalent to
/// the default TCP port for HTTP"; of others that is not said, and the older documents say it of none.
#[test]
fn empty_ports() {
    assert_eq!(meet(Rfc2396bis01, "http://h:/", "http://h/"), Some(Rung::Scheme));
    assert_eq!(meet(Rfc2396bis01, "http://h:/", "http://h:80/"), Some(Rung::Scheme));
    assert_eq!(meet(Rfc2396bis01, "foo://h:/", "foo://h/"), None);
    assert_eq!(meet(Rfc2396bis01, "ftp://h:/", "ftp://h/"), None);
    for edition in [UrlSyntax05, Rfc2396] {
        assert_eq!(meet(edition, "http://h:/", "http://h/"), None, "{edition}");
    }
}

/// rfc2396bis-01, 3.2.2: "If <host> is omitted, the default host is defined by the scheme-specific
/// semantics of the URI (e.g., the `file` URI scheme defaults to `localhost`". Where the authority
/// itself is absent, nothing is said.
#[test]
fn the_host_of_a_file() {
    assert_eq!(meet(Rfc2396bis01, "file:///x", "file://localhost/x"), Some(Rung::Scheme));
    assert_eq!(meet(Rfc2396bis01, "file:///x", "FILE://LocalHost/x"), Some(Rung::Scheme));
    assert_eq!(meet(Rfc2396bis01, "file:///x", "file://h/x"), None);
    assert_eq!(meet(Rfc2396bis01, "file:///x", "file:/x"), None);
    assert_eq!(meet(Rfc2396bis01, "ftp:///x", "ftp://localhost/x"), None);
    for edition in [UrlSyntax05, Rfc2396] {
        assert_eq!(meet(edition, "file:///x", "file://localhost/x"), None, "{edition}");
    }
}

/// 6 (6.2.2.1 of rfc2396bis-01): "the scheme and hostname are case insensitive": `<http://www.XEROX.com>`
/// is `<http://www.xerox.com>`. An IPv6 address is no hostname (3.2.2), and neither is userinfo.
#[test]
fn hostnames_have_no_case() {
    for edition in ALL {
        let met = meet(edition, "http://www.XEROX.com", "http://www.xerox.com");
        assert_eq!(met, Some(Rung::Case), "{edition}");
        assert_eq!(meet(edition, "http://U@h/", "http://u@h/"), None, "{edition}");
    }
    assert_eq!(meet(Rfc2396bis01, "http://[::A]/", "http://[::a]/"), None);
    assert_eq!(normal(Rfc2396bis01, "HTTP://[::ffFF]/"), "http://[::ffFF]/");
    assert_eq!(meet(Edition::Rfc3986, "http://[::A]/", "http://[::a]/"), Some(Rung::Case));
}

/// rfc2396bis-01, 6.2.2.3: dot segments go "by splitting the URI just after the `/` that starts the
/// path" and "merging the two". What follows that `/` is merged whatever it begins with; a reference
/// of its own it would be an absolute path, a network path or a URI, and the path another.
#[test]
fn dot_segments_go_by_a_merge() {
    assert_eq!(normal(Rfc2396bis01, "http://h/a/./b/../c/."), "http://h/a/c/");
    assert_eq!(normal(Rfc2396bis01, "http://h//a/../b"), "http://h//b");
    assert_eq!(normal(Rfc2396bis01, "http://h///x/../y"), "http://h///y");
    assert_eq!(normal(Rfc2396bis01, "http://h/a:b/../c"), "http://h/c");
    // Step 7: those that lead above the root stay.
    assert_eq!(normal(Rfc2396bis01, "http://h/a/../../b"), "http://h/../b");
    assert_eq!(normal(Rfc2396bis01, "//a/../b"), "//a/../b");
    // "within hierarchical URI schemes"
    assert_eq!(normal(Rfc2396bis01, "a:b/../c"), "a:b/../c");
    // 4 and 5 of the older: dots are special "only" when a relative path is resolved.
    for edition in [UrlSyntax05, Rfc2396] {
        assert_eq!(normal(edition, "http://h/a/../b"), "http://h/a/../b", "{edition}");
    }
}

/// rfc2396bis-01, 6.2.4: what redirects "they will likely regard as equivalent".
#[test]
fn redirects() {
    let mut known = urispec::Redirects::default();
    let [from, to] = ["http://example.com/data", "http://example.com/data/"];
    known.insert(from, to).unwrap();
    let [a, b] = [from, to].map(|text| Reference::parse(Rfc2396bis01, text).unwrap());
    assert_eq!(compare_with(&Normalizer::from_edition(Rfc2396bis01), &a, &b).rung(), None);
    let normalizer = Normalizer::from_edition(Rfc2396bis01).redirects(&known);
    assert_eq!(compare_with(&normalizer, &a, &b).rung(), Some(Rung::Protocol));
}

/// url-syntax-05, 4.4: "the site component wins"; Appendix B is its "test oracle". The grammar has no
/// query after a site, and derives the path `//h`: parsing and resolving both follow the oracle.
#[test]
fn the_site_component_wins() {
    let site = |text| {
        let reference = Reference::parse(UrlSyntax05, text).unwrap();
        assert_eq!(reference.components(), split(text), "{text}");
        (reference.authority(), reference.host().map(|host| host.as_str()))
    };
    assert_eq!(site("http://h?q"), (Some("h"), Some("h")));
    assert_eq!(site("//u:p@h:80?q#f"), (Some("u:p@h:80"), Some("h")));
    // What the production of a site does not derive has no host.
    assert_eq!(site("//a_b/c"), (Some("a_b"), None));
    let reference = Reference::parse(UrlSyntax05, "//u:p@H:80?q").unwrap();
    assert_eq!((reference.userinfo(), reference.port()), (Some("u:p"), Some("80")));
    assert_eq!(normal(UrlSyntax05, "HTTP://u@H:80?q"), "http://u@h?q");
    let letter = Resolver::from_edition(UrlSyntax05);
    let target =
        |base, reference| letter.resolve(split(base), split(reference)).unwrap().to_string();
    assert_eq!(target("http://a/b/c", "//h?q"), "http://h?q");
    assert_eq!(target("http://h?q", "/g"), "http://h/g");
}

/// RFC 2396 and rfc2396bis-01, Appendix E: the example, and its delimiters.
#[test]
fn uris_in_text() {
    let text = "Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\n\
                but you can probably pick it up from <ftp://ds.internic.\n\
                net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n\
                ietf/uri/historical.html#WARNING>.";
    let uris = [
        "http://www.w3.org/Addressing/",
        "ftp://ds.internic.net/rfc/",
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
    ];
    for edition in [Rfc2396, Rfc2396bis01] {
        let found: Vec<_> =
            Extract::from_edition(edition, text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(found.iter().map(|one| one.uri()).collect::<Vec<_>>(), uris, "{edition}");
    }
    // "The prefix `URL:` (with or without a trailing space)"
    for edition in ALL {
        let prefixed = "<URL:http://h/> and <URL: http://h/>";
        let found: Vec<_> =
            Extract::from_edition(edition, prefixed.as_bytes()).map(Result::unwrap).collect();
        let uris: Vec<_> = found.iter().map(|one| one.uri()).collect();
        assert_eq!(uris, ["http://h/"; 2], "{edition}");
    }
}
