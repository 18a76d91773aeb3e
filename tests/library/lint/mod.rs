//! What is unwise, each by an example that was worked out from the section it cites.

// The spans of a finding are ranges of bytes, of which there is often one.
#![allow(clippy::single_range_in_vec_init)]

use std::ops::Range;

mod mended;
mod registry;
mod security;

use urispec::whatwg::ValidationErrorKind;
use urispec::{Edition, Reference, UriRef};
use urispec_lint::{Finding, Lint, Linter, Severity, lint};

use crate::scaled;

/// The finding of that lint.
pub(crate) fn find(edition: Edition, text: &str, id: &str) -> Option<Finding> {
    let reference = Reference::parse(edition, text).unwrap();
    let found = Linter::from_edition(edition).lint_across(reference);
    found.into_iter().find(|finding| finding.lint().id() == id)
}

fn ids(text: &str) -> Vec<&'static str> {
    let found = lint(&UriRef::parse(text).unwrap());
    found.iter().map(|finding| finding.lint().id()).collect()
}

/// A lint, a string, the spans and the mended string.
type Case = (&'static str, &'static str, &'static [Range<usize>], Option<&'static str>);

/// By RFC 3986.
#[rustfmt::skip]
const CASES: &[Case] = &[
    ("upper-case-scheme", "HTTP://h/", &[0..4], Some("http://h/")),
    ("upper-case-host", "http://User@Www.Example%3A/", &[12..26], Some("http://User@www.example%3A/")),
    ("upper-case-host", "//[2001:DB8::7]", &[2..15], Some("//[2001:db8::7]")),
    ("lower-case-escape", "http://h/%7b%7B%c3?%0a", &[9..12, 15..18, 19..22], Some("http://h/%7B%7B%C3?%0A")),
    ("needless-escape", "http://h%2Di/%7euser/%2F?%41", &[8..11, 13..16, 25..28], Some("http://h-i/~user/%2F?A")),
    ("dot-segments", "http://h/a/./b/../c", &[11..12, 15..17], Some("http://h/a/c")),
    ("dot-segments", "/..", &[1..3], Some("/")),
    ("dot-segments", "http://h/a/%2E/..", &[15..17], None),
    ("empty-port", "http://h:/", &[8..9], Some("http://h/")),
    ("default-port", "http://u@h:080/", &[10..14], Some("http://u@h/")),
    ("default-port", "wais://h:210/d", &[8..12], Some("wais://h/d")),
    ("default-port", "tftp://h:69/f", &[8..11], Some("tftp://h/f")),
    ("default-port", "sftp://u@h:0022/", &[10..15], Some("sftp://u@h/")),
    ("empty-path", "https://h?q", &[9..9], Some("https://h/?q")),
    // "In general", and so of any scheme.
    ("empty-path", "x://h:7", &[7..7], Some("x://h:7/")),
    // "No authority, an empty host, and "localhost" all mean the end-user's machine" (3.2.2), and "the
    // reference should be normalized to an empty authority" (6.2.3).
    ("file-authority-form", "file:/a", &[5..5], Some("file:///a")),
    ("file-authority-form", "file://localhost/a", &[7..16], Some("file:///a")),
    ("escaped-nul", "http://h/a.exe%00.txt", &[14..17], None),
    ("escaped-control", "telnet://h/%0D%0Ahelo%7F", &[11..14, 14..17, 21..24], None),
    ("escaped-slash", "http://h/a%2fb?%2F", &[10..13], None),
    ("escaped-slash", "file:///a%5Cb", &[9..12], None),
    ("escaped-dot-segment", "http://h/a/%2e./b/.%2E", &[11..15, 18..22], None),
    // "Special device names like ".", "..", "...", "aux", "lpt", etc." (7.3)
    ("system-name", "http://h/aux/b", &[9..12], None),
    ("system-name", "http://h/.../LPT1.txt", &[9..12, 13..21], None),
    ("system-name", "file:///%61ux%2Etxt", &[8..19], None),
    ("system-name", "nul", &[0..3], None),
    ("system-name", "http://h/C%3A/%5Ba%5d", &[10..13, 14..17, 18..21], None),
    ("double-encoding", "http://h/%2541%25zz", &[9..14], None),
    ("double-encoding", "a:%252F", &[2..7], None),
    ("not-utf8", "a:%41%E4%F6/%C3%A9?%C3#%80", &[5..11, 19..22, 23..26], None),
    // "Producing applications must not use percent-encoding in host unless it is used to represent a
    // UTF-8 character sequence." (3.2.2)
    ("host-not-utf8", "//%E4.%C3%A4/%E4", &[2..5], None),
    // "The "http" scheme considers a missing authority or empty host invalid." (3.2.2)
    ("http-no-authority", "http:/x", &[5..5], None),
    ("http-no-authority", "HTTPS:", &[6..6], None),
    ("empty-host", "http:///a", &[7..7], None),
    ("empty-host", "https://u@:1/", &[10..10], None),
    ("not-dns", "//a_b.c.-d", &[2..5, 8..10], None),
    ("not-dns", "//caf%C3%A9.example", &[2..11], None),
    ("not-dns", "//a..b", &[4..4], None),
    ("rare-ipv4", "http://0x7f.1/", &[7..13], Some("http://127.0.0.1/")),
    ("rare-ipv4", "http://2130706433:80", &[7..17], Some("http://127.0.0.1:80")),
    ("rare-ipv4", "//u@1.2.3", &[4..9], Some("//u@1.2.0.3")),
    ("rare-ipv4", "//%31.2", &[2..7], Some("//1.0.0.2")),
    ("rare-ipv4", "//127.0.0.1%20x/", &[2..15], Some("//127.0.0.1/")),
    ("ipv6-spelling", "http://[0:0:0:0:0:0:0:1]/", &[8..23], Some("http://[::1]/")),
    ("ipv6-spelling", "//u@[2001:DB8::0007]:1", &[5..19], Some("//u@[2001:db8::7]:1")),
    // "Implementations must not provide the version flag for the existing IPv4 and IPv6 literal
    // address forms." (3.2.2)
    ("ip-literal-version", "http://[v6.fe80::1]/", &[8..11], Some("http://[fe80::1]/")),
    ("ip-literal-version", "//[V4.127.0.0.1]:1", &[3..6], Some("//127.0.0.1:1")),
    ("huge-port", "http://h:65536/", &[9..14], None),
    ("huge-port", "a://h:99999999999999999999", &[6..26], None),
    ("port-zeros", "http://h:08080/", &[9..14], Some("http://h:8080/")),
    ("port-zeros", "//h:00", &[4..6], Some("//h:0")),
    ("foreign-port", "gopher://h:25/HELO", &[11..13], None),
    ("foreign-port", "http://h:443", &[9..12], None),
    ("password", "ftp://me:secret:2@h/", &[9..17], Some("ftp://me@h/")),
    ("http-userinfo", "HTTP://u:p@h/", &[7..11], Some("HTTP://h/")),
    ("http-userinfo", "https://@h", &[8..9], Some("https://h")),
    ("userinfo-like-host", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", &[6..21], None),
    ("userinfo-like-host", "http://10.0.0.1:80@h/", &[7..15], None),
    ("same-scheme-relative", "http:g", &[0..5], Some("g")),
    ("same-scheme-relative", "http:", &[0..5], None),
    ("same-scheme-relative", "http:?q", &[0..5], None),
    ("same-scheme-relative", "FTP:a:b/c", &[0..4], Some("./a:b/c")),
    ("same-scheme-relative", "https:/a?q", &[0..6], Some("/a?q")),
    ("suffix-reference", "www.w3.org/Addressing/", &[0..10], Some("//www.w3.org/Addressing/")),
    ("suffix-reference", "example.com:8080/x", &[0..16], Some("//example.com:8080/x")),
    ("suffix-reference", "localhost:80", &[0..12], Some("//localhost:80")),
    ("colon-in-first-segment", "this:that", &[0..5], Some("./this:that")),
    ("path-like-authority", ".//c", &[0..4], None),
    ("path-like-authority", "a/..//c", &[0..7], None),
    ("path-like-authority", "/.//c", &[0..5], None),
    ("path-like-authority", "a:/.//c?q", &[2..7], None),
];

/// By RFC 3987, what no document says before it.
#[rustfmt::skip]
const CASES_OF_IRIS: &[Case] = &[
    // "IRIs MUST NOT contain bidirectional formatting characters" (4.1); the URI of this one has triplets.
    ("bidi-formatting", "http://h/a\u{202E}b", &[10..13], Some("http://h/a%E2%80%AEb")),
    ("bidi-formatting", "//\u{200F}h#\u{200E}", &[2..5, 7..10], Some("//%E2%80%8Fh#%E2%80%8E")),
    // "A component SHOULD NOT use both right-to-left and left-to-right characters." (4.2)
    ("bidi-mixed", "//h/\u{5D0}a\u{5D1}?a", &[4..9], Some("//h/%D7%90a%D7%91?a")),
    ("bidi-mixed", "//\u{5D0}a.\u{5D1}/", &[2..5], Some("//%D7%90a.\u{5D1}/")),
    // An Arabic letter is one too, and Latin letters beyond ASCII are not.
    ("bidi-mixed", "/\u{627}\u{E9}\u{627}", &[1..7], Some("/%D8%A7%C3%A9%D8%A7")),
    // "A component using right-to-left characters SHOULD start and end with right-to-left characters."
    ("bidi-ends", "/\u{5D0}1/1\u{5D1}/\u{5D0}\u{5D1}1\u{5D2}", &[1..4, 5..8], Some("/%D7%901/1%D7%91/\u{5D0}\u{5D1}1\u{5D2}")),
    ("bidi-ends", "?\u{5D0}=\u{5D1}1&c#-\u{5D2}", &[4..7, 10..13], Some("?\u{5D0}=%D7%911&c#-%D7%92")),
    // "e" and a combining accent, where one character says the same (5.3.2.2).
    ("not-nfc", "http://www.example.org/re\u{301}sume\u{301}.html", &[24..27, 30..33], None),
    // A delimiter takes an accent too; and U+212B is U+00C5 in Normalization Form C.
    ("not-nfc", "?a=\u{338}b", &[2..5], None),
    ("not-nfc", "a:\u{212B}", &[2..5], None),
    // The ligature of 7.5, and a full-width letter (6.1).
    ("compatibility-variant", "/\u{FB01}", &[1..4], None),
    ("compatibility-variant", "//h/a\u{FF21}", &[5..8], None),
];

#[track_caller]
fn holds(edition: Edition, (id, text, spans, mended): &Case) {
    let Some(finding) = find(edition, text, id) else { panic!("{edition} {id}: {text}") };
    assert_eq!((finding.spans(), finding.mended()), (*spans, *mended), "{edition} {id}: {text}");
    assert_eq!(finding.section(), finding.lint().section(edition), "{id}");
}

#[test]
fn rfc3986() {
    CASES.iter().for_each(|case| holds(Edition::Rfc3986, case));
}

#[test]
fn rfc3987() {
    CASES_OF_IRIS.iter().for_each(|case| holds(Edition::Rfc3987, case));
    for (text, near) in [
        // One direction in each component, and none in a number.
        ("//\u{5D0}\u{5D1}.a.12/\u{5D0}.html?\u{5D0}=a&b=\u{5D1}1\u{5D1}", "bidi"),
        ("//\u{5D0}:80/\u{5D0}\u{5D1}", "bidi"),
        ("/\u{661}", "bidi"),
        ("/r\u{E9}sum\u{E9}", "not-nfc"),
        // Marks that no character is put together of.
        ("/x\u{301}", "not-nfc"),
        ("/\u{AC00}\u{1112}\u{1161}", "bidi"),
        ("/\u{E9}\u{3042}", "compatibility-variant"),
    ] {
        let found = Linter::from_edition(Edition::Rfc3987)
            .lint(Reference::parse(Edition::Rfc3987, text).unwrap());
        assert!(found.iter().all(|one| !one.lint().id().starts_with(near)), "{text}: {found:?}");
    }
}

#[test]
fn the_other_editions_say_it_in_their_sections() {
    for (edition, section, case) in [
        (Edition::Rfc1630, "4.1.2", ("escaped-slash", "x:/a%2Fb", &[4..7][..], None)),
        (Edition::Rfc1738, "2.1", ("upper-case-scheme", "HTTP://h/", &[0..4], Some("http://h/"))),
        (Edition::Rfc1738, "6", ("password", "ftp://a:b@h/", &[8..9], Some("ftp://a@h/"))),
        (Edition::Rfc1738, "6", ("foreign-port", "gopher://h:25/", &[11..13], None)),
        // "Caution should be used when using any URL which specifies a port number other than the
        // default for the protocol"
        (Edition::Rfc1738, "6", ("nondefault-port", "gopher://h:7070/", &[11..15], None)),
        (Edition::UrlSyntax05, "7", ("nondefault-port", "http://h:8080/", &[9..13], None)),
        (Edition::Rfc2396, "7", ("nondefault-port", "http://h:8080/", &[9..13], None)),
        (Edition::Rfc2396bis01, "7.2", ("nondefault-port", "http://h:8080/", &[9..13], None)),
        // "No user name or password is allowed."
        (Edition::Rfc1738, "3.3", ("http-userinfo", "http://u@h/", &[7..9], Some("http://h/"))),
        // "The "http" URI scheme does not allow host to be omitted"
        (Edition::Rfc2396bis01, "3.2.2", ("empty-host", "http:///a", &[7..7], None)),
        (Edition::Rfc2396bis01, "3.2.2", ("http-no-authority", "http:/a", &[5..5], None)),
        (Edition::Rfc1738, "3.1", ("huge-port", "http://h:65536/", &[9..14], None)),
        (Edition::UrlSyntax05, "4.3.1", ("huge-port", "//h:65536/", &[4..9], None)),
        (Edition::Rfc2396, "3.2.2", ("huge-port", "//h:65536/", &[4..9], None)),
        // "Scheme names consist of a sequence of characters beginning with a lower case letter"
        (Edition::Rfc2396, "3.1", ("upper-case-scheme", "HTTP:a", &[0..4], Some("http:a"))),
        (Edition::Rfc1738, "6", ("escaped-control", "gopher://h/1%00", &[12..15], None)),
        // 3.4.2 and 3.4.3: the first two tabs divide selector, search and Gopher+ string.
        (
            Edition::Rfc1738,
            "6",
            ("escaped-control", "gopher://h/7s%09q%09+%09%0D", &[21..24, 24..27], None),
        ),
        (Edition::UrlSyntax05, "2.3", ("needless-escape", "a:/%2A%2F", &[3..6], Some("a:/*%2F"))),
        (Edition::UrlSyntax05, "4.3.1", ("password", "//a:b@h/", &[4..5], Some("//a@h/"))),
        (Edition::UrlSyntax05, "5", ("colon-in-first-segment", "!:a", &[0..2], Some("./!:a"))),
        (Edition::Rfc2396, "6", ("default-port", "http://h:80", &[8..11], Some("http://h"))),
        (Edition::Rfc2396, "5.2", ("same-scheme-relative", "http:g", &[0..5], Some("g"))),
        // No relative reference of RFC 2396 begins with its query.
        (Edition::Rfc2396, "5.2", ("same-scheme-relative", "http:?q", &[0..5], None)),
        (
            Edition::Rfc2396,
            "F",
            (
                "suffix-reference",
                "www.w3.org/Addressing/",
                &[0..10],
                Some("//www.w3.org/Addressing/"),
            ),
        ),
        (Edition::Rfc2396bis01, "7.3", ("rare-ipv4", "//1.2.3/", &[2..7], Some("//1.2.0.3/"))),
        (
            Edition::Rfc2396bis01,
            "F",
            ("suffix-reference", "www.w3.org/", &[0..10], Some("//www.w3.org/")),
        ),
        // "US-ASCII only host", and the two IRIs of 5.3.2.
        (
            Edition::Rfc3987,
            "5.3.2.1",
            ("upper-case-host", "//A/\u{C9}", &[2..3], Some("//a/\u{C9}")),
        ),
        (
            Edition::Rfc3987,
            "5.3.2.3",
            ("needless-escape", "/%C3%A9%2F", &[1..4, 4..7], Some("/\u{E9}%2F")),
        ),
        (
            Edition::Rfc3987,
            "5.3.3",
            ("file-authority-form", "file://localhost/a", &[7..16], Some("file:///a")),
        ),
        // "The security considerations discussed in [RFC3986] also apply to IRIs." (8)
        (Edition::Rfc3987, "8", ("escaped-dot-segment", "/%2E./\u{E9}", &[1..5], None)),
        (Edition::Rfc3987, "6.4", ("not-utf8", "/r%E9sum%E9\u{E9}", &[2..5, 8..11], None)),
        (Edition::Rfc2396bis01, "6.3", ("dot-segments", "a:/b/../c", &[5..7], Some("a:/c"))),
    ] {
        holds(edition, &case);
        assert_eq!(Lint::named(case.0).unwrap().section(edition), Some(section), "{}", case.0);
    }
}

/// A URL of the scheme `data` with one character more than an attribute of HTML may have.
const LONG: &str = {
    const LETTERS: [u8; 1025] = {
        let mut letters = [b'a'; 1025];
        *letters.first_chunk_mut().unwrap() = *b"data:,";
        letters
    };
    match str::from_utf8(&LETTERS) {
        Ok(text) => text,
        Err(_) => unreachable!(),
    }
};

/// A SPIFFE ID with one byte more than every implementation supports.
const LONG_ID: &str = {
    const LETTERS: [u8; 2049] = {
        let mut letters = [b'a'; 2049];
        *letters.first_chunk_mut().unwrap() = *b"spiffe://a.b/";
        letters
    };
    match str::from_utf8(&LETTERS) {
        Ok(text) => text,
        Err(_) => unreachable!(),
    }
};

/// What documents of single schemes say of their own URIs.
const OF_SCHEMES: &[(Edition, &str, Case)] = &[
    // "the NID "urn" is reserved and MUST NOT be used"
    (Edition::Rfc2141, "2.1", ("urn-namespace", "urn:URN:a", &[4..7], None)),
    // "a character MUST NOT be "%"-encoded if the character is not a reserved character"
    (Edition::Rfc2141, "2.3.1", ("needless-escape", "urn:ab:%41", &[7..10], None)),
    (Edition::Rfc2141, "2.3.2", ("urn-reserved", "urn:ab:c/d#", &[8..9, 10..11], None)),
    (Edition::Rfc2141, "2.4", ("escaped-nul", "urn:ab:%00", &[7..10], None)),
    (Edition::Rfc8141, "5.1", ("urn-namespace", "urn:X-a:b", &[4..7], None)),
    (Edition::Rfc8141, "2.3.1", ("urn-r-component", "urn:abc:d?+e#f", &[11..12], None)),
    (Edition::Rfc8141, "2.2", ("not-utf8", "urn:abc:%E4", &[8..11], None)),
    (Edition::Rfc2397, "2", ("data-not-base64", "data:;base64,YQ", &[15..15], None)),
    (Edition::Rfc2397, "2", ("data-foreign-character", "data:;base64,YQ-==", &[15..16], None)),
    (Edition::Rfc2397, "3", ("data-quoted-value", "data:;a=%22b%22,", &[8..15], None)),
    (Edition::Rfc2397, "2", ("data-long", LONG, &[1024..1025], None)),
    (Edition::Rfc3061, "2", ("oid-root", "urn:oid:3.1", &[8..9], None)),
    (Edition::Rfc3966, "5.1.5", ("tel-local-number", "tel:1;phone-context=a", &[4..5], None)),
    (Edition::Rfc3966, "3", ("tel-number-sign", "tel:1#;phone-context=a", &[5..6], None)),
    (
        Edition::Rfc3966,
        "3",
        ("tel-unencoded-delimiter", "tel:+1;a=+", &[9..10], Some("tel:+1;a=%2B")),
    ),
    (Edition::Rfc3966, "3", ("tel-repeated-parameter", "tel:+1;a;A", &[9..10], None)),
    (Edition::Rfc3966, "3", ("tel-parameter-order", "tel:+1;a;ext=1", &[9..12], None)),
    (
        Edition::Rfc3966,
        "4",
        ("tel-upper-case", "tel:+1;a=B;C", &[7..10, 11..12], Some("tel:+1;a=b;c")),
    ),
    (
        Edition::Rfc3966,
        "5.3",
        ("tel-two-subaddresses", "tel:+1;ext=1;isub=2", &[11..12, 18..19], None),
    ),
    (Edition::Rfc3966, "5.4", ("tel-mandatory-parameter", "tel:+1;m-a=b", &[7..10], None)),
    (Edition::Rfc5870, "9.1", ("geo-invalid-location", "geo:94,0", &[4..6], None)),
    (Edition::Rfc5870, "3.4.2", ("geo-pole-longitude", "geo:90,1", &[7..8], Some("geo:90,0"))),
    (Edition::Rfc5870, "3.4.1", ("geo-unknown-crs", "geo:1,2;crs=a", &[12..13], None)),
    (Edition::Rfc5870, "3.3", ("geo-parameter-order", "geo:1,2;u=3;crs=a", &[12..15], None)),
    (Edition::Rfc5870, "4", ("geo-unknown-parameter", "geo:1,2;a=b", &[8..9], None)),
    (
        Edition::Rfc5870,
        "3.3",
        (
            "geo-upper-case",
            "geo:1,2;Crs=WGS84;A=B",
            &[8..11, 12..17, 18..19],
            Some("geo:1,2;crs=wgs84;a=B"),
        ),
    ),
    (Edition::Rfc6068, "2", ("mailto-to-field", "mailto:a@b?to=c@d", &[11..13], None)),
    (Edition::Rfc6068, "2", ("mailto-repeated-field", "mailto:?cc=a&CC=b", &[13..15], None)),
    (Edition::Rfc6068, "3", ("mailto-ignored-field", "mailto:?Content-Type=a", &[8..20], None)),
    (Edition::Rfc6068, "4", ("mailto-unsafe-field", "mailto:?Bcc=a", &[8..11], None)),
    (Edition::Rfc6068, "5", ("mailto-line-break", "mailto:?body=a%0Db", &[13..18], None)),
    (Edition::Rfc6068, "3", ("mailto-same-address", "mailto:a@b,a@b", &[11..14], None)),
    (Edition::Rfc6068, "2", ("mailto-not-utf8", "mailto:a%E9@b", &[8..11], None)),
    (Edition::Rfc6068, "2", ("mailto-encoded-domain", "mailto:a@b%2Ec", &[10..13], None)),
    (Edition::Rfc6694, "2.2", ("about-token", "about:Blank", &[6..11], None)),
    (Edition::Rfc6920, "3", ("ni-not-base64url", "ni:///a;A", &[8..9], None)),
    (Edition::Rfc6920, "7", ("nih-upper-case", "nih:a;0A", &[7..8], Some("nih:a;0a"))),
    (Edition::Rfc6920, "7", ("nih-upper-case", "nih:a;01;E", &[9..10], Some("nih:a;01;e"))),
    (Edition::Rfc6920, "7", ("nih-half-octet", "nih:a;0", &[7..7], None)),
    (Edition::Rfc6920, "7", ("nih-check-digit", "nih:a;00;1", &[9..10], None)),
    (Edition::Rfc6920, "2", ("ni-length", "nih:1;00", &[6..8], None)),
    (Edition::Rfc6920, "2", ("ni-short", "ni:///a;AA", &[8..10], None)),
    (Edition::Rfc6920, "3", ("ni-parameters", "ni:///a;AA?b", &[11..12], None)),
    (Edition::Rfc6920, "3", ("not-utf8", "ni:///a;AA?b=%E9", &[13..16], None)),
    (Edition::Rfc7565, "5", ("acct-escaped-space", "acct:a%20b@h", &[6..9], None)),
    (Edition::Rfc7565, "5", ("escaped-control", "acct:a%0A@h", &[6..9], None)),
    (Edition::Rfc7565, "6", ("not-utf8", "acct:a%E9@h", &[6..9], None)),
    (Edition::Rfc7565, "6", ("acct-encoded-host", "acct:a@%C3%BC", &[7..10, 10..13], None)),
    (Edition::Rfc7565, "4", ("acct-no-domain", "acct:a@", &[7..7], None)),
    // An empty host is invalid.
    (Edition::Rfc9110, "4.2.4", ("http-userinfo", "http://u@h/", &[7..9], Some("http://h/"))),
    (Edition::Rfc9110, "4.2.3", ("default-port", "http://h:80/", &[8..11], Some("http://h/"))),
    (Edition::Rfc9110, "4.2.3", ("empty-path", "http://h", &[8..8], Some("http://h/"))),
    (Edition::Did, "3.2", ("did-semicolon", "did:a:b/;?;", &[8..9, 10..11], None)),
    (Edition::Did, "3.2.1", ("did-parameter", "did:a:b?versionTime=1", &[20..21], None)),
    (
        Edition::Rfc9562,
        "4.1",
        ("uuid-variant", "urn:uuid:f81d4fae-7dec-41d0-c765-00a0c91e6bf6", &[28..29], None),
    ),
    (
        Edition::Rfc9562,
        "4.2",
        ("uuid-version", "urn:uuid:f81d4fae-7dec-f1d0-a765-00a0c91e6bf6", &[23..24], None),
    ),
    (
        Edition::Rfc9562,
        "5.3",
        ("uuid-md5", "urn:uuid:f81d4fae-7dec-31d0-a765-00a0c91e6bf6", &[23..24], None),
    ),
    (
        Edition::Rfc9562,
        "5.7",
        ("uuid-gregorian", "urn:uuid:f81d4fae-7dec-61d0-a765-01a0c91e6bf6", &[23..24], None),
    ),
    (Edition::Pkg, "lenient", ("purl-not-canonical", "pkg:NPM/a?b=", &[0..12], Some("pkg:npm/a"))),
    (
        Edition::Oci,
        "parse",
        ("image-refused", "a@b:00000000000000000000000000000000", &[2..36], None),
    ),
    (Edition::Oci, "normalize", ("image-domain", "foo/bar", &[0..3], None)),
    (Edition::Pkg, "rules", ("purl-no-package", "pkg:npm/@1", &[0..10], None)),
    (Edition::Spiffe, "2", ("upper-case-scheme", "sPiffe://a.b", &[0..6], Some("spiffe://a.b"))),
    (Edition::Spiffe, "2.1.1", ("spiffe-name", "spiffe://a", &[9..10], None)),
    (Edition::Spiffe, "2.3", ("spiffe-long", LONG_ID, &[2048..2049], None)),
    (
        Edition::Rfc9562,
        "8",
        ("uuid-node", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", &[33..45], None),
    ),
];

#[test]
fn the_documents_of_schemes_say_it_in_their_sections() {
    for &(edition, section, ref case) in OF_SCHEMES {
        holds(edition, case);
        assert_eq!(Lint::named(case.0).unwrap().section(edition), Some(section), "{}", case.0);
    }
}

#[test]
fn every_lint_has_a_case() {
    // RFC 3986 asks for caution only with ports that are reserved, and has no zone identifiers.
    let zones = ["local-zone", "zone-scope", "zone-escape"];
    let beside = ["long-host", "nondefault-port", "invalid-before", "invalid-after"];
    let beside = [&zones[..], &beside].concat();
    // Those of the URL Standard are its validation errors, which have a table of their own.
    let of_references = Lint::all()
        .iter()
        .filter(|lint| !ValidationErrorKind::ALL.iter().any(|kind| kind.name() == lint.id()));
    assert_eq!(Lint::all().len(), of_references.clone().count() + ValidationErrorKind::ALL.len());
    for lint in of_references {
        let of_schemes = OF_SCHEMES.iter().map(|(.., case)| case);
        let cases = CASES.iter().chain(CASES_OF_IRIS).chain(of_schemes);
        let has_case = cases.into_iter().any(|case| case.0 == lint.id());
        assert!(has_case != beside.contains(&lint.id()), "{}", lint.id());
        assert!(std::ptr::eq(Lint::named(lint.id()).unwrap(), *lint), "{} is twice", lint.id());
    }
    assert!(CASES.iter().all(|case| Lint::named(case.0).is_some()));
}

/// The examples of RFC 3986 (1.1.2), and what is near something unwise.
#[test]
fn what_is_wise() {
    for text in [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com",
        "news:comp.infosystems.www.servers.unix",
        "tel:+1-816-555-1212",
        "telnet://192.0.2.16:80/",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    ] {
        let found = ids(text);
        // Telnet has port 23, and the document's example another.
        let port = if text.starts_with("telnet") { &["foreign-port"][..] } else { &[] };
        assert_eq!(found, port, "{text}");
    }
    for text in [
        "",
        "#",
        "?",
        "/",
        "a",
        "../g",
        "a/b",
        "//h",
        "http://h.example./",
        "http://h:8080/",
        "ftp://user@h/",
        "ftp://user:@h/",
        "//1.2.3.256.5",
        "http://h/?a%2Fb",
        "a://h/%20%25",
        "wwwhat",
        "www",
        "www./",
        "index.html",
        "file:///a",
        "file://h/a",
        "http://h/com/auxiliary/lpt0/a.aux/....",
        "urn:aux:nul",
        "http://h/C:/a",
        "http://[::1]/",
        "http://[2001:db8::1:0:0:1]/",
        "http://[v7.a:b]/",
        "//h:0",
        "coap://h:5684/",
        "sip:user@h",
        "imap://u@h/",
        "a:",
        "a:/b",
        "a//b",
        "http://h//b",
        "./this:that",
        "http://h/%E3%82%A2",
        "x://h:7/",
        "//h:65535",
    ] {
        assert_eq!(ids(text), [""; 0], "{text}");
    }
}

/// "Mixed notation is RECOMMENDED" for an address that embeds an IPv4 address by a well-known prefix,
/// and where a prefix is otherwise known to do so "it MAY be represented as mixed notation" (RFC
/// 5952, 5). "The text representation method noted in Section 4 should be applied for the leading
/// hexadecimal part"; and ::1 embeds no address (RFC 4291, 2.5.3).
#[test]
fn an_ipv4_address_at_the_end_of_an_ipv6_address() {
    for text in [
        "//[::1.2.3.4]",
        "//[::ffff:1.2.3.4]",
        "//[::ffff:0:1.2.3.4]",
        "//[64:ff9b::192.0.2.33]",
        "//[2001:db8:1:2:3:4:1.2.3.4]",
        "//[2001:db8:0:2:3:4:1.2.3.4]",
        "//[::102:304]",
        "//[64:ff9b::c000:221]",
    ] {
        assert_eq!(ids(text), [""; 0], "{text}");
    }
    for (text, mended) in [
        ("//[0:0:0:0:0:ffff:192.0.2.1]", "//[::ffff:192.0.2.1]"),
        ("//[::ffff:c000:201]", "//[::ffff:192.0.2.1]"),
        ("//[64:ff9b:0::192.0.2.33]", "//[64:ff9b::c000:221]"),
        ("//[::0.0.0.1]", "//[::1]"),
    ] {
        let finding = find(Edition::Rfc3986, text, "ipv6-spelling").unwrap();
        assert_eq!(finding.mended(), Some(mended), "{text}");
    }
}

/// "The "http" scheme considers a missing authority or empty host invalid" (RFC 3986, 3.2.2). What
/// is wrong stays so without the port or the userinfo, and the path of `http:///x` is a host to some.
#[test]
fn nothing_mends_a_uri_without_its_host() {
    for text in ["http://:80/x", "https://:443", "http://:/x", "http://u@/x", "http://@:80/x"] {
        let found = lint(&UriRef::parse(text).unwrap());
        assert!(found.iter().any(|finding| finding.lint().id() == "empty-host"), "{text}");
        assert!(found.iter().all(|finding| finding.mended().is_none()), "{text}");
    }
}

#[test]
fn a_long_host() {
    let host = vec!["a".repeat(63); 4].join(".");
    assert_eq!(ids(&format!("//{host}")), [""; 0]);
    assert_eq!(ids(&format!("//{host}.")), ["long-host"]);
    assert_eq!(ids(&format!("//{}", "a".repeat(64))), ["not-dns"]);
}

#[test]
fn neighbours() {
    let across = |edition, text| {
        let found =
            Linter::from_edition(edition).lint_across(Reference::parse(edition, text).unwrap());
        let other = found.into_iter().filter(|finding| finding.lint().id().starts_with("invalid"));
        let said = other.map(|finding| {
            (finding.lint().id(), finding.edition().unwrap(), finding.spans()[0].clone())
        });
        said.collect::<Vec<_>>()
    };
    // "~" has no place in RFC 1630's, 1738's and 1808's alphabets of what may stand unescaped.
    let tilde = across(Edition::UrlSyntax05, "http://h/~a");
    assert_eq!(tilde, [("invalid-before", Edition::Rfc1808, 9..10)]);
    // The first edition has none before it, the last none after it.
    assert_eq!(across(Edition::Rfc3986, "http://h/"), []);
    // Addresses in brackets begin with RFC 2732, those of a later IP with RFC 3986.
    let literal = across(Edition::Rfc2732, "http://[::1]/");
    assert_eq!(literal, [("invalid-before", Edition::Rfc2396, 7..8)]);
    let future = across(Edition::Rfc3986, "//[v1.a]");
    assert_eq!(future, [("invalid-before", Edition::Rfc2396bis01, 3..4)]);
    // A fragment is of RFC 1630 and no part of a URL by RFC 1738.
    let fragment = across(Edition::Rfc1630, "x:/a#b");
    assert_eq!(fragment, [("invalid-after", Edition::Rfc1738, 4..5)]);
    // RFC 6874 amends RFC 3986 and not RFC 3987, which stands on RFC 3986 too: neither is beside the other.
    let zone = across(Edition::Rfc6874, "http://[fe80::1%25en1]/");
    let zone_ends = [("invalid-before", Edition::Rfc3986), ("invalid-after", Edition::Whatwg)];
    assert_eq!(zone.iter().map(|(id, edition, _)| (*id, *edition)).collect::<Vec<_>>(), zone_ends);
    let iri = across(Edition::Rfc3987, "http://h/é");
    assert_eq!(iri, [("invalid-before", Edition::Rfc3986, 9..11)]);
    assert_eq!(across(Edition::Rfc3987, "http://h/a%20b"), []);
    // A document of a scheme has none beside it.
    assert_eq!(across(Edition::Rfc8141, "urn:example:a"), []);
    // Without being asked for there are none.
    let old = Reference::parse(Edition::Rfc2732, "http://[::1]/").unwrap();
    assert_eq!(Linter::from_edition(Edition::Rfc2732).lint(old), []);
}

/// RFC 6874, 2 and 4; and what RFC 3986 says of the same strings.
#[test]
fn zones() {
    let holds = |case: Case| holds(Edition::Rfc6874, &case);
    let text = "http://[fe80::a%25en1]/";
    holds(("local-zone", text, &[15..21], Some("http://[fe80::a]/")));
    holds(("zone-scope", "//[::1%251]:80", &[6..10], Some("//[::1]:80")));
    holds(("zone-escape", "//[fe80::a%25a%2Fb%2D]", &[14..17], None));
    holds(("ipv6-spelling", "//[fe80:0::a%25en1]", &[3..12], Some("//[fe80::a%25en1]")));
    let finding = find(Edition::Rfc6874, "//[fe80:0::a%25en1]", "ipv6-spelling").unwrap();
    assert_eq!(finding.message(), "the same address is [fe80::a%25en1] in the form of RFC 5952, 4");
    holds(("upper-case-host", "//[FE80::A%25en1]", &[2..17], Some("//[fe80::a%25en1]")));
    holds(("needless-escape", "//[fe80::a%25e%6E1]", &[14..17], Some("//[fe80::a%25en1]")));
    let none = |text, id| assert_eq!(find(Edition::Rfc6874, text, id), None, "{text}");
    // The whole of fe80::/10, and the addresses beside it.
    none("//[febf:ffff::1%251]", "zone-scope");
    assert!(find(Edition::Rfc6874, "//[fec0::1%251]", "zone-scope").is_some());
    assert!(find(Edition::Rfc6874, "//[fe7f::1%251]", "zone-scope").is_some());
    // "%25" before a zone is no "%" that was escaped again, and what is in a name is no zone.
    none("//[fe80::a%25ee1]", "double-encoding");
    assert!(find(Edition::Rfc6874, "//[fe80::a%25%2541]", "double-encoding").is_some());
    none("//h%25en1", "local-zone");
    none("//[fe80::a%25en1]", "zone-escape");
    // What is not about zones is as RFC 3986 says.
    CASES.iter().for_each(|case| {
        let (id, text, ..) = *case;
        let found = find(Edition::Rfc6874, text, id);
        let before = find(Edition::Rfc3986, text, id).unwrap();
        let found = found.unwrap_or_else(|| panic!("{id}: {text}"));
        assert_eq!((found.spans(), found.mended()), (before.spans(), before.mended()), "{text}");
    });
    assert_eq!(Lint::named("password").unwrap().section(Edition::Rfc2732), Some("3.2.2"));
    assert_eq!(Lint::named("local-zone").unwrap().section(Edition::Rfc3986), None);
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning);
    assert_eq!(Lint::named("password").unwrap().severity(), Severity::Warning);
    assert_eq!(Lint::named("default-port").unwrap().severity().to_string(), "note");
    assert_eq!(Lint::named("no-such"), None);
}

/// One finding, however often it applies; a mended string for each would be quadratic.
#[test]
fn many_spans_are_one_finding() {
    let many = scaled(10_000, 100_000);
    let text = format!("http://h/{}", "%7e%00%2541./".repeat(many));
    let found = lint(&UriRef::parse(&text).unwrap());
    let counts: Vec<_> =
        found.iter().map(|finding| (finding.lint().id(), finding.spans().len())).collect();
    assert_eq!(
        counts,
        [
            ("lower-case-escape", many),
            ("needless-escape", many),
            ("escaped-nul", many),
            ("double-encoding", many),
        ]
    );
    let dots = "http://h/".to_owned() + &"./".repeat(many);
    let found = lint(&UriRef::parse(&dots).unwrap());
    assert_eq!((found[0].spans().len(), found[0].mended()), (many, Some("http://h/")));
}
