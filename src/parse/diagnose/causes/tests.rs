//! Each cause by its smallest witness, worked out by hand from the grammar of the edition.

use std::collections::HashSet;

use super::TABLE;
use crate::editions::Edition::{self, *};
use crate::{ParseError, check};

/// An edition, a production, a string; then the cause, its section, and the string as mended, empty
/// for none.
type Witness = (Edition, &'static str, &'static str, &'static str, &'static str, &'static str);

const WITNESSES: &[Witness] = &[
    // Characters. RFC 3986, 2: "A URI is composed from a limited set of characters"; RFC 2396 and the
    // drafts exclude characters in 2.4.3, RFC 1738 in 2.2, RFC 1630 in 4.1.1.
    (Rfc3986, "URI-reference", "\u{FEFF}a", "byte-order-mark", "2.5", "a"),
    (Rfc2396, "URI-reference", "\u{FEFF}a:b", "byte-order-mark", "2.1", "a:b"),
    // Appendix C: "extra whitespace […] should be ignored when the URI is extracted".
    (Rfc3986, "URI-reference", " a", "white-space-around", "C", "a"),
    (Rfc3986, "URI-reference", "a:b c\r\n", "space", "2", ""),
    (Rfc3986, "URI-reference", "a\r\n", "white-space-around", "C", "a"),
    (Rfc3986, "URI-reference", " a b ", "white-space-around", "C", "a%20b"),
    (Rfc3986, "URI-reference", " ", "white-space-around", "C", ""),
    (Rfc2396, "URI-reference", "a:b ", "white-space-around", "E", "a:b"),
    (Rfc1738, "url", "a:b ", "white-space-around", "appendix", "a:b"),
    // RFC 1630 says nothing of what stands around.
    (Rfc1630, "uri", "a:b ", "space", "4.1.1", "a:b%20"),
    (Rfc1630, "uri", "a:b\n", "white-space", "4.1.1", "a:b"),
    // Appendix C: "usually within double-quotes […] These wrappers do not form part of the URI."
    (Rfc3986, "URI-reference", "\"a:b", "delimiter-around", "C", "a:b"),
    (Rfc3986, "URI-reference", "<URL:a:b>", "delimiter-around", "C", "a:b"),
    (UrlSyntax05, "URL-reference", "a:b>", "delimiter-around", "E", "a:b"),
    (Rfc2396bis01, "URI-reference", "<a:b>", "delimiter-around", "E", "a:b"),
    (Rfc3986, "URI-reference", "a b", "space", "2", "a%20b"),
    (Rfc3986, "URI-reference", "//a b", "space", "2", ""),
    (Rfc2396, "URI-reference", "a:b c", "space", "2.4.3", "a:b%20c"),
    (Rfc2396bis01, "URI-reference", "a b", "space", "2.4.3", "a%20b"),
    (UrlSyntax05, "URL-reference", "a b", "space", "2.4.3", "a%20b"),
    (Rfc1738, "url", "a:b c", "space", "2.2", "a:b%20c"),
    (Rfc1630, "uri", "a:b c", "space", "4.1.1", "a:b%20c"),
    (Rfc3986, "URI-reference", "a\tb", "white-space", "2", "ab"),
    (Rfc2396, "URI-reference", "a:\nb", "white-space", "2.4.3", "a:b"),
    (Rfc3986, "URI-reference", "a\0b", "control", "2", ""),
    (Rfc1738, "url", "a:\x7f", "control", "2.2", ""),
    // "é" is C3 A9 in UTF-8, and E9 in ISO Latin 1, which RFC 1630 names (4.1.2).
    (Rfc3986, "URI-reference", "é", "iri", "2.5", "%C3%A9"),
    (Rfc3986, "URI-reference", "http://例え.jp/", "iri", "2.5", "http://%E4%BE%8B%E3%81%88.jp/"),
    // No IRI has it in a scheme, a port or an address (RFC 3987, 2.2).
    (Rfc3986, "URI", "é:a", "not-ascii", "2.5", ""),
    (Rfc3986, "port", "８", "not-ascii", "2.5", ""),
    (Rfc3986, "URI-reference", "//[é]", "not-ascii", "2.5", ""),
    // The fault of "%é" is its "%".
    (Rfc3986, "URI-reference", "%é", "percent", "2.1", "%25%C3%A9"),
    // 3.2.1: `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`: what has a bracket is none.
    (Rfc3986, "URI-reference", "//[::]:8@", "port-digits", "3.2.3", ""),
    (Rfc3986, "URI-reference", "//[:::@", "ipv6-malformed", "3.2.2", ""),
    // The "[" has a "]" after it, and no address between.
    (Rfc3986, "URI-reference", "//[::/]", "ipv6-character", "3.2.2", ""),
    (Rfc2396, "URI-reference", "a:é", "iri", "2.1", "a:%C3%A9"),
    // A host of RFC 2396 has no escapes.
    (Rfc2396, "URI-reference", "//é/", "iri", "2.1", ""),
    (Rfc1738, "url", "a:é", "iri", "2.2", "a:%C3%A9"),
    (Rfc1630, "uri", "a:é", "iri", "4.1.1", "a:%E9"),
    (Rfc1630, "uri", "a:例", "iri", "4.1.1", ""),
    // RFC 3987 has no U+0091: its `ucschar` begin with U+00A0.
    (Rfc3986, "URI-reference", "a\u{91}", "not-ascii", "2.5", "a%C2%91"),
    (Rfc3986, "URI-reference", "http:\\\\h\\a", "backslash", "2", "http://h/a"),
    (Rfc3986, "URI-reference", "\\\\h", "backslash", "2", "//h"),
    // RFC 3987, 2.2: `iprivate` is of `iquery` only, and `ucschar` has neither noncharacters nor controls.
    (Rfc3987, "IRI-reference", "/é\u{E000}", "private-use", "2.2", "/é%EE%80%80"),
    (
        Rfc3987,
        "IRI-reference",
        "?\u{E000}#\u{10FFFD}",
        "private-use",
        "2.2",
        "?\u{E000}#%F4%8F%BF%BD",
    ),
    (Rfc3987, "IRI-reference", "é\u{FFFE}", "no-character", "2.2", "é%EF%BF%BE"),
    (Rfc3987, "IRI-reference", "?\u{91}", "no-character", "2.2", "?%C2%91"),
    (Rfc3987, "iquery", "\u{E0001}", "no-character", "2.2", "%F3%A0%80%81"),
    (Rfc3987, "IRI-reference", "//[::é]", "not-ascii", "2.2", ""),
    (Rfc3987, "pct-encoded", "é", "not-ascii", "2.2", ""),
    (Rfc3987, "port", "\u{E000}", "not-ascii", "2.2", ""),
    (Rfc3987, "IRI-reference", "é:b", "scheme-not-ascii", "2.2", "./é:b"),
    (Rfc3987, "IRI-reference", "aé:b", "scheme-not-ascii", "2.2", "./aé:b"),
    // Without a relative form nothing goes on at the letter.
    (Rfc3987, "IRI", "aé:b", "not-ascii", "2.2", ""),
    (Rfc3987, "IRI-reference", "/é b", "space", "2.2", "/é%20b"),
    (Rfc3987, "IRI-reference", "//é:x/", "port-digits", "2.2", ""),
    (Rfc3987, "IRI-reference", "1:é", "scheme-begins", "2.2", "./1:é"),
    (Rfc3986, "URI-reference", "a\\b", "backslash", "2", "a%5Cb"),
    (Rfc3986, "URI-reference", "//h\\a?\\", "backslash", "2", "//h/a?%5C"),
    (Rfc3986, "URI-reference", "//h/a\\b", "backslash", "2", "//h/a%5Cb"),
    (Rfc2396, "URI-reference", "/a\\b", "backslash", "2.4.3", "/a%5Cb"),
    (Rfc1738, "url", "a:\\", "backslash", "2.2", "a:%5C"),
    // Editions without IPv6.
    (Rfc2396, "URI-reference", "//[::1]", "no-ip-literal", "3.2.2", ""),
    (Rfc1738, "httpurl", "http://[::1]/", "no-ip-literal", "3.1", ""),
    (Rfc3986, "URI-reference", "a|b^c", "excluded", "2", "a%7Cb%5Ec"),
    (Rfc3986, "URI-reference", "https://\"h/", "excluded", "2", ""),
    (Rfc3986, "URI-reference", "a{b}", "excluded", "2", "a%7Bb%7D"),
    (Rfc3986, "URI-reference", "a<b>c`\"d", "excluded", "2", "a%3Cb%3Ec%60%22d"),
    (Rfc2396, "URI-reference", "/[", "excluded", "2.4.3", "/%5B"),
    (Rfc1738, "url", "a:~b", "excluded", "2.2", "a:%7Eb"),
    (Rfc1630, "uri", "a:~b", "excluded", "4.1.1", "a:%7Eb"),
    // RFC 3986, 2.1: "a percent-encoded octet is […] "%" followed by the two hexadecimal digits".
    (Rfc3986, "URI-reference", "%", "percent", "2.1", "%25"),
    (Rfc3986, "URI-reference", "a%4g%41", "percent", "2.1", "a%254g%41"),
    (Rfc2396, "URI-reference", "a:%zz", "percent", "2.4.1", "a:%25zz"),
    (Rfc1738, "url", "a:%", "percent", "2.2", "a:%25"),
    (Rfc1630, "uri", "a:%%3D", "percent", "4.1.2", "a:%25%3D"),
    // Six bytes before an escape is no escape.
    (Rfc3986, "URI-reference", "http://h/%u0041", "percent-u", "2.1", "http://h/%41"),
    (Rfc3986, "URI-reference", "%u0041", "percent-u", "2.1", "%41"),
    (Rfc3986, "URI-reference", "%uD83D%uDE00", "percent-u", "2.1", "%F0%9F%98%80"),
    (Rfc1630, "uri", "a:%u00E9", "percent-u", "4.1.2", "a:%E9"),
    // Fragments.
    (Rfc3986, "URI-reference", "#a#b", "second-fragment", "3.5", "#a%23b"),
    (Rfc2396, "URI-reference", "##", "second-fragment", "4.1", "#%23"),
    (Rfc3986, "absolute-URI", "a:b#c", "no-fragment", "4.3", "a:b"),
    (Rfc1738, "url", "a:b#c", "no-fragment-of-a-url", "2.2", "a:b"),
    (Rfc1630, "fragmentaddress", "a:b#", "empty-fragment", "4.1.4", "a:b"),
    (Rfc1630, "uri", "a:?", "empty-query", "4.1.1", "a:"),
    // Schemes. RFC 3986, 4.2: such a segment "must be preceded by a dot-segment".
    (Rfc3986, "URI", "", "empty", "3", ""),
    (Rfc1738, "url", "", "empty", "3", ""),
    (Rfc3986, "URI-reference", ":a", "empty-scheme", "3.1", "./:a"),
    (Rfc3986, "URI", ":a", "empty-scheme", "3.1", ""),
    (Rfc2396, "URI-reference", ":a", "empty-scheme", "3.1", "./:a"),
    (Rfc3986, "URI-reference", "1:b", "scheme-begins", "3.1", "./1:b"),
    (Rfc3986, "URI", "1:b", "scheme-begins", "3.1", ""),
    (Rfc3986, "scheme", "1", "scheme-begins", "3.1", ""),
    (Rfc1630, "uri", "1:b", "scheme-begins", "4.1", ""),
    (Rfc3986, "URI-reference", "a_:b", "scheme-character", "3.1", "./a_:b"),
    (Rfc1738, "url", "a_:b", "scheme-character", "2.1", ""),
    (Rfc1738, "httpurl", "ftp://h/", "other-scheme", "3.3", ""),
    (Rfc3986, "URI", "/a", "no-scheme", "3.1", ""),
    (Rfc3986, "absolute-URI", "a", "no-scheme", "3.1", ""),
    (Rfc1738, "url", "a", "no-scheme", "2.1", ""),
    (Rfc1630, "uri", "?q", "no-scheme", "4.1", ""),
    (Rfc1738, "httpurl", "http:h", "no-slashes", "3.3", ""),
    (Rfc2396, "URI-reference", "a:", "nothing-after-scheme", "3", ""),
    (Rfc2396, "URI-reference", "a:#b", "nothing-after-scheme", "3", ""),
    // IP literals. RFC 3986, 3.2.2: `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`.
    (Rfc3986, "URI-reference", "//[::1/a", "ip-literal-not-closed", "3.2.2", "//[::1]/a"),
    (Rfc2396bis01, "URI-reference", "//[::1", "ip-literal-not-closed", "3.2.2", "//[::1]"),
    (Rfc3986, "URI-reference", "//[::1]]", "ip-literal-then", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[]", "ip-literal-empty", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[::1%25a]", "zone-identifier", "3.2.2", ""),
    (Rfc2396bis01, "URI-reference", "//[::1%a]", "zone-identifier", "3.2.2", ""),
    // RFC 6874, 2: `IPv6addrz = IPv6address "%25" ZoneID`.
    (Rfc6874, "URI-reference", "//[::%]", "zone-percent", "RFC 6874, 2", ""),
    (Rfc6874, "URI-reference", "//[::%a]", "zone-percent", "RFC 6874, 2", "//[::%25a]"),
    (Rfc6874, "URI-reference", "//[::%aa]", "zone-percent", "RFC 6874, 2", ""),
    (Rfc6874, "IPv6addrz", "::%z", "zone-percent", "RFC 6874, 2", "::%25z"),
    (Rfc6874, "URI-reference", "//[::%25]", "zone-empty", "RFC 6874, 2", ""),
    (Rfc6874, "URI-reference", "//[::%25:]", "zone-character", "RFC 6874, 2", ""),
    (Rfc6874, "URI-reference", "//[::%25a", "ip-literal-not-closed", "3.2.2", "//[::%25a]"),
    (Rfc6874, "URI-reference", "//[12345::%25a]", "ipv6-group", "3.2.2", ""),
    (Rfc6874, "URI-reference", "//[1:2%25a]", "ipv6-too-few-groups", "3.2.2", ""),
    (Rfc6874, "URI-reference", "//[::%25%a]", "percent", "2.1", ""),
    // RFC 2373, B: groups are not counted, and a ":" stands before an IPv4 address.
    (Rfc2732, "URI-reference", "//[1::2::3]", "ipv6-two-elisions", "RFC 2373, B", ""),
    (Rfc2732, "URI-reference", "//[12345]", "ipv6-group", "RFC 2373, B", ""),
    (Rfc2732, "URI-reference", "//[1:]", "ipv6-malformed", "RFC 2373, B", ""),
    (Rfc2732, "URI-reference", "//[::1%25a]", "zone-identifier", "RFC 2732, 3", ""),
    (Rfc2732, "URI-reference", "//[1%41", "ipv6-character", "RFC 2373, B", ""),
    (Rfc2732, "URI-reference", "/[", "bracket", "RFC 2732, 3", "/%5B"),
    (Rfc3986, "URI-reference", "//[v1]", "ip-future", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[1::2::3]", "ipv6-two-elisions", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[h]", "ipv6-character", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[12345::]", "ipv6-group", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[::1.2.3.256]", "ipv6-ipv4", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[::1.2.3]", "ipv6-ipv4", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[1:2:3:4:5:6:7:8:9]", "ipv6-too-many-groups", "3.2.2", ""),
    // "::" stands for at least one group.
    (Rfc3986, "URI-reference", "//[1:2:3:4::5:6:7:8]", "ipv6-too-many-groups", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[1:2]", "ipv6-too-few-groups", "3.2.2", ""),
    (Rfc3986, "IPv6address", "1:2:3:4:5:6:7", "ipv6-too-few-groups", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[:1::]", "ipv6-malformed", "3.2.2", ""),
    (Rfc3986, "URI-reference", "//[1.2.3.4]:80/", "ipv4-in-brackets", "3.2.2", "//1.2.3.4:80/"),
    (Rfc3986, "URI-reference", "//::1/", "ipv6-without-brackets", "3.2.2", "//[::1]/"),
    (Rfc3986, "IPv4address", "1.2.3.256", "ipv4", "3.2.2", ""),
    // The rest of the authority. RFC 3986, 3.2: `[ userinfo "@" ] host [ ":" port ]`.
    (Rfc3986, "URI-reference", "//u@v@h", "second-at", "3.2", "//u%40v@h"),
    (Rfc3986, "URI-reference", "//u@[::]:@", "second-at", "3.2", ""),
    (Rfc1738, "httpurl", "http://u@h/", "no-userinfo", "3.3", ""),
    (Rfc3986, "URI-reference", "http://127.0.0.1:11211:80/", "second-colon", "3.2", ""),
    (Rfc3986, "URI-reference", "//u@h:1:2", "second-colon", "3.2", ""),
    (Rfc1738, "ftpurl", "ftp://u:p:q@h/", "second-colon", "3.1", ""),
    (Rfc3986, "URI-reference", "http://h:x/", "port-digits", "3.2.3", ""),
    (Rfc3986, "URI-reference", "//[::1]:x", "port-digits", "3.2.3", ""),
    (Rfc3986, "port", "x", "port-digits", "3.2.3", ""),
    (Rfc1738, "httpurl", "http://h:x/", "port-digits", "3.1", ""),
    (Rfc1630, "url", "http://h:x/", "port-digits", "9", ""),
    // RFC 1738 and RFC 1630: `port = digits`, one or more.
    (Rfc1738, "httpurl", "http://h:/", "empty-port", "3.1", "http://h/"),
    (Rfc1630, "url", "http://h:", "empty-port", "9", "http://h"),
    (Rfc1738, "fileurl", "file://h:80/", "no-port", "3.10", ""),
    (Rfc1738, "httpurl", "http://h?q", "no-path", "3.3", "http://h/?q"),
    (Rfc1630, "url", "ftp://h", "no-path", "9", "ftp://h/"),
    // Host names. RFC 1738, 3.1: `toplabel = alpha | alpha *[ alphadigit | "-" ] alphadigit`.
    (Rfc1738, "httpurl", "http:///", "empty-host", "3.1", ""),
    (Rfc1738, "httpurl", "http://a_b/", "host-character", "3.1", ""),
    (Rfc1738, "httpurl", "http://a..b/", "empty-label", "3.1", ""),
    (Rfc1738, "httpurl", "http://-a/", "label-hyphen", "3.1", ""),
    (Rfc1738, "httpurl", "http://a-/", "label-hyphen", "3.1", ""),
    (Rfc1738, "httpurl", "http://1/", "top-label", "3.1", ""),
    // DID Core, 3.1: `method-char = %x61-7A / DIGIT`, and an identifier ends with an `idchar`.
    (Did, "did-url", "did:A:b", "method-name", "3.1", "did:a:b"),
    (Did, "did", "did:a_:b", "method-name", "3.1", ""),
    (Did, "did-url", "did:a:b:", "identifier-colon", "3.1", "did:a:b"),
    (Did, "did-url", "did:a::b::/c", "identifier-colon", "3.1", "did:a::b/c"),
    (Did, "did-url", "did:a:b;c", "semicolon", "3.2", ""),
    (Did, "did", "did:a:;", "semicolon", "3.1", ""),
    // RFC 3061: "no leading zeros", and no "human readable description".
    (Rfc3061, "oid-URN", "urn:oid:01", "leading-zero", "2", "urn:oid:1"),
    (Rfc3061, "oid-URN", "URN:OID:1.000.020", "leading-zero", "2", "URN:OID:1.0.20"),
    (Rfc3061, "oid", "00", "leading-zero", "2", "0"),
    (Rfc3061, "oid-URN", "urn:oid:01..2", "leading-zero", "2", ""),
    (Rfc3061, "oid-URN", "urn:oid:iso", "node-description", "2", ""),
    (Rfc3061, "oid", "1.dod", "node-description", "2", ""),
    // RFC 3966. A global number has no letters; a local one is followed by a context.
    (Rfc3966, "telephone-uri", "tel:+1F", "letter-for-digit", "5.1.2", ""),
    (Rfc3966, "telephone-uri", "TEL:1-G", "letter-for-digit", "5.1.2", ""),
    // 5.3: an extension has its parameter, and its mark is no letter of a keypad; a hexadecimal number is neither.
    (Rfc3966, "telephone-uri", "tel:+1x5", "extension-mark", "5.3", "tel:+1;ext=5"),
    (Rfc3966, "telephone-uri", "tel:+1eXt56;a", "extension-mark", "5.3", "tel:+1;ext=56;a"),
    (
        Rfc3966,
        "telephone-uri",
        "tel:70-42ext5;phone-context=a",
        "extension-mark",
        "5.3",
        "tel:70-42;ext=5;phone-context=a",
    ),
    (Rfc3966, "telephone-uri", "tel:7042x5", "extension-mark", "5.3", ""),
    (Rfc3966, "telephone-uri", "tel:+1-800-XRAY", "letter-for-digit", "5.1.2", ""),
    (Rfc3966, "telephone-uri", "tel:1", "no-phone-context", "5.1.5", ""),
    (Rfc3966, "local-number", "1;ext=2", "no-phone-context", "5.1.5", ""),
    // RFC 5870. A ";" or an encoded comma divides no coordinates; of WGS-84 they have so many digits.
    (Rfc5870, "geo-URI", "geo:1;2", "coordinates-comma", "3.5", "geo:1,2"),
    (Rfc5870, "geo-URI", "geo:1%2c2;u=3", "coordinates-comma", "3.5", "geo:1,2;u=3"),
    (Rfc5870, "geo-URI", "geo:100,0", "coordinates-digits", "3.3", ""),
    (Rfc5870, "geo-URI", "GEO:0,1000;u=1", "coordinates-digits", "3.3", ""),
    (Rfc5870, "geo-path", "100,0;crs=wgs84", "coordinates-digits", "3.3", ""),
    (Rfc5870, "geo-URI", "geo:100,0;u=1;crs=WGS84", "coordinates-digits", "3.3", ""),
    (Rfc5870, "geo-URI", "geo:1,2%2C3", "coordinates-comma", "3.5", "geo:1,2,3"),
    (Rfc5870, "geo-URI", "geo:1%2C2%2c3;a=%2C", "coordinates-comma", "3.5", "geo:1,2,3;a=%2C"),
    // 3.3: "crs" stands first, and only there it names another system, whose coordinates may have more digits.
    (Rfc5870, "geo-URI", "geo:100,0;u=1;CRS=moon", "crs-place", "3.3", "geo:100,0;CRS=moon;u=1"),
    (Rfc5870, "geo-URI", "geo:100,0;crs=mo_on", "crs-place", "3.3", ""),
    (Rfc5870, "geo-path", "100,0;crs", "crs-place", "3.3", ""),
    // Documents of single schemes. RFC 6694, 2.2: "It is not a hierarchical element".
    (Rfc6694, "about-uri", "about:/", "about-slash", "2.2", ""),
    // RFC 6920, 3: "no "=" padding characters".
    (Rfc6920, "NI-URI", "ni:///a;A=", "ni-padding", "3", "ni:///a;A"),
    (Rfc6920, "NI-URI", "ni:///a;A==?b", "ni-padding", "3", "ni:///a;A?b"),
    // RFC 9562, 4: figures 1 and 4.
    (
        Rfc9562,
        "uuid-urn",
        "00000000-0000-0000-0000-000000000000",
        "uuid-without-urn",
        "4",
        "urn:uuid:00000000-0000-0000-0000-000000000000",
    ),
    (
        Rfc9562,
        "uuid-urn",
        "urn:uuid:00000000000000000000000000000000",
        "uuid-groups",
        "4",
        "urn:uuid:00000000-0000-0000-0000-000000000000",
    ),
    (
        Rfc9562,
        "uuid-urn",
        "urn:uuid:{00000000-0000-0000-0000-000000000000}",
        "uuid-braces",
        "4",
        "urn:uuid:00000000-0000-0000-0000-000000000000",
    ),
    // SPIFFE ID, 2.1 and 2.2.
    (Spiffe, "SPIFFE-ID", "spiffe://A", "spiffe-upper-case", "2.1", "spiffe://a"),
    (Spiffe, "SPIFFE-ID", "spiffe://[", "spiffe-ipv6", "2.1", ""),
    (Spiffe, "SPIFFE-ID", "spiffe://@", "spiffe-port", "2.1", ""),
    (Spiffe, "SPIFFE-ID", "spiffe://a:", "spiffe-port", "2.1", ""),
    (Spiffe, "SPIFFE-ID", "spiffe://a/", "spiffe-empty-segment", "2.2", "spiffe://a"),
    (Spiffe, "SPIFFE-ID", "spiffe://a//b/", "spiffe-empty-segment", "2.2", "spiffe://a/b"),
    (Spiffe, "SPIFFE-ID", "spiffe://a/.", "spiffe-dot-segment", "2.2", ""),
    // RFC 7565. "The at-sign character (U+0040) needs to be percent-encoded".
    (Rfc7565, "acctURI", "acct:a@b@c", "account-at", "4", "acct:a%40b@c"),
    (Rfc7565, "acctURI", "acct:a@b@c@d", "account-at", "4", "acct:a%40b%40c@d"),
    (Rfc7565, "acctURI", "acct:a", "account-host", "4", ""),
    // 7: `userpart = unreserved / sub-delims` and more.
    (Rfc7565, "acctURI", "acct:%C3%A9a@h", "account-triplet", "7", ""),
    (Rfc7565, "userpart", "%40", "account-triplet", "7", ""),
    // ECMA-427: a name is required, a type has a few characters, and others are encoded in a canonical PURL.
    (Pkg, "lenient-PURL", "pkg:a", "no-package-name", "name", ""),
    (Pkg, "PURL", "pkg:a/", "no-package-name", "name", ""),
    (Pkg, "lenient-PURL", "pkg:1", "package-type", "type", ""),
    (Pkg, "lenient-PURL", "pkg://a:b/c", "package-type", "type", ""),
    (Pkg, "PURL", "pkg:aB/c", "package-type-case", "type", "pkg:ab/c"),
    (Pkg, "PURL", "pkg:a/b+c", "not-canonical", "character-encoding", "pkg:a/b%2Bc"),
    // distribution/reference: "repository name must be lowercase", and a host in brackets has a path after it.
    (Oci, "reference", "A", "image-upper-case", "parse", "a"),
    (Oci, "reference", "a/B:C", "image-upper-case", "parse", "a/b:c"),
    (Oci, "reference", "[::]", "image-path", "parse", ""),
    (Oci, "reference", "[::]:a", "image-path", "parse", ""),
    // What is left.
    (Rfc3986, "URI-reference", "/[", "bracket", "3.2.2", "/%5B"),
    (Rfc3986, "URI-reference", "?a[]", "bracket", "3.2.2", "?a%5B%5D"),
    (Rfc2396bis01, "URI-reference", "/]", "bracket", "3.2.2", "/%5D"),
    (Rfc1630, "uri", "a:;", "reserved", "4.1.1", ""),
    (Rfc1630, "uri", "http://h:80/", "reserved", "4.1.1", ""),
    (Rfc3986, "segment-nz-nc", "a:b", "reserved", "2.2", ""),
    // A group alone is an `IPv6address` of RFC 2373, B, and no address.
    (Rfc2732, "host", "A/", "reserved", "RFC 2732, 3", ""),
];

#[test]
fn witnesses() {
    for &(edition, rule, text, id, section, mended) in WITNESSES {
        let Err(ParseError::Syntax(error)) = check(edition, rule, text) else {
            panic!("{edition} {rule}: {text:?} is one")
        };
        let explanation = error.explain(text).unwrap();
        let cause = explanation.cause();
        let said = cause.map(|cause| (cause.id(), cause.section(), cause.mended().unwrap_or("")));
        assert_eq!(said, Some((id, section, mended)), "{edition} {rule}: {text:?}");
        if !mended.is_empty() {
            assert_eq!(check(edition, rule, mended), Ok(()), "{edition} {rule}: {text:?}");
        }
    }
}

/// RFC 8089, 2: what follows `file:` is `//` with an authority, or a path.
#[test]
fn slashes_that_are_not_needed() {
    for (edition, rule, text, expected) in [
        (Rfc8089, "file-URI", "file:a", None),
        (Rfc8089, "file-URI", "file:", Some("nothing-after-scheme")),
        (Rfc9110, "http-URI", "http:a", Some("no-slashes")),
        (Rfc9110, "http-URI", "http:/a", Some("no-slashes")),
    ] {
        let Err(ParseError::Syntax(error)) = check(edition, rule, text) else {
            panic!("{edition} {rule}: {text:?} is one")
        };
        let explanation = error.explain(text).unwrap();
        assert_eq!(explanation.cause().map(|cause| cause.id()), expected, "{text}");
    }
}

/// An id is the name of one cause, and each cause has a witness.
#[test]
fn every_cause_has_a_witness() {
    let ids: Vec<_> =
        TABLE.iter().copied().flatten().copied().flatten().map(|row| row.says.id).collect();
    let distinct: HashSet<_> = ids.iter().copied().collect();
    assert_eq!(distinct.len(), ids.len());
    let witnessed: HashSet<_> = WITNESSES.iter().map(|&(_, _, _, id, _, _)| id).collect();
    assert_eq!(witnessed, distinct);
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || b"-46".contains(&byte);
    assert!(ids.iter().all(|id| id.bytes().all(is_plain)), "{ids:?}");
}

/// Strings of which no row is true have no cause, and their place is as exact as ever.
#[test]
fn without_a_cause() {
    for (edition, rule, text) in [
        (Rfc3986, "h16", "12345"),
        (Rfc3986, "dec-octet", "256"),
        (Rfc1738, "newsurl", "news:*a"),
        (Rfc1738, "ftpurl", "ftp://h/a;type=x"),
        // A "%" alone is a `delims`, and two are not.
        (Rfc2396, "delims", "%x"),
    ] {
        let Err(ParseError::Syntax(error)) = check(edition, rule, text) else {
            panic!("{text} is one")
        };
        assert_eq!(error.explain(text).unwrap().cause(), None, "{text}");
    }
}

/// Sentences as a person would say them.
#[test]
fn sentences() {
    for (text, sentence) in [
        ("http://127.0.0.1:11211:80/", "a second \":\" in the authority (3.2)"),
        ("http://h:x/", "a port holds digits only (3.2.3)"),
        (
            "http://[fe80::1%25en0]/",
            "an IPv6 address has no zone identifier here; RFC 6874 allows one after \"%25\" (3.2.2)",
        ),
        (
            "http://例え.jp/",
            "\"例\" is not ASCII; an IRI may have it (RFC 3987), and a URI has it percent-encoded (2.5)",
        ),
        ("a b", "a space is not allowed (2)"),
        ("?[", "\"[\" stands around an IP address in a host, and not here (3.2.2)"),
        ("100%", "\"%\" stands only before two hexadecimal digits (2.1)"),
    ] {
        let Err(ParseError::Syntax(error)) = check(Rfc3986, "URI-reference", text) else {
            panic!("{text} is one")
        };
        assert_eq!(error.explain(text).unwrap().cause().unwrap().to_string(), sentence);
    }
}

/// The error says the same without the string, and at which byte the fault lies.
#[test]
fn messages() {
    for (text, message) in [
        ("http://h:x/", "at byte 9: a port holds digits only (3.2.3)"),
        ("http://u@h:8x/", "at byte 12: a port holds digits only (3.2.3)"),
        ("//a:1:2", "at byte 5: a second \":\" in the authority (3.2)"),
        ("//u@h:p@x", "at byte 7: a second \"@\" in the authority (3.2)"),
        ("a://b@c@d", "at byte 7: a second \"@\" in the authority (3.2)"),
        ("http://[::1/", "at byte 7: the \"[\" before an IP address has no \"]\" after it (3.2.2)"),
        ("http://[1::2::3]/", "at byte 13: what follows the \"[\" is no IPv6 address (3.2.2)"),
        ("http://::1/", "at byte 7: an IPv6 address stands between \"[\" and \"]\" (3.2.2)"),
        ("a_b:c", "at byte 1: a scheme has only letters, digits, \"+\", \"-\" and \".\" (3.1)"),
        ("1:", "at byte 0: a scheme begins with a letter (3.1)"),
        ("x?%4", "at byte 2: \"%\" stands only before two hexadecimal digits (2.1)"),
        ("a#b#", "at byte 3: a second \"#\", which a fragment cannot have (3.5)"),
        ("a|", "at byte 1: \"|\" is not allowed anywhere (2)"),
        ("a'\"b", "at byte 2: \"\\\"\" is not allowed anywhere (2)"),
        ("http://h/\n", "at byte 9: white space before or after a string is no part of it (C)"),
    ] {
        let Err(ParseError::Syntax(error)) = check(Rfc3986, "URI-reference", text) else {
            panic!("{text} is one")
        };
        assert_eq!(error.to_string(), message);
    }
}
