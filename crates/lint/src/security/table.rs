//! The lints of the pack, as data: what each is called, how much it matters, and what it rests on.
//!
//! A warning is about a string that leads to a place that is not meant for strangers, or that two
//! readers take for different things. A note is about what is worth a look, and often innocent.

use super::super::table::Severity::{Note, Warning};
use super::super::{Citation, Lint, Pack};

const fn rfc(document: &'static str, section: &'static str) -> Citation {
    Citation::section_of(document, section)
}

pub(super) const RFC3986_DIVISION: Citation = rfc("RFC 3986", "Appendix B");
pub(super) const RFC3986_HOST: Citation = rfc("RFC 3986", "3.2.2");
pub(super) const PATH: Citation = rfc("RFC 3986", "3.3");
pub(super) const RFC3986_ATTACK: Citation = rfc("RFC 3986", "7.6");
pub(super) const RARE_FORMATS: Citation = rfc("RFC 3986", "7.4");
pub(super) const MALICIOUS: Citation = rfc("RFC 3986", "7.2");
pub(super) const BACK_END: Citation = rfc("RFC 3986", "7.3");
pub(super) const URL_HOST: Citation = rfc("URL Standard", "host parsing");
pub(super) const URL_IDNA: Citation = rfc("URL Standard", "IDNA");
pub(super) const URL_PARSING: Citation = rfc("URL Standard", "URL parsing");
pub(super) const URL_SEGMENTS: Citation = rfc("URL Standard", "URL representation");
pub(super) const URL_SECURITY: Citation = rfc("URL Standard", "security considerations");
pub(super) const UTS39: Citation = Citation::whole("UTS 39");
pub(super) const UTS46: Citation = Citation::whole("UTS 46");
pub(super) const SPECIAL: Citation = rfc("RFC 6890", "2.2.2");

macro_rules! table {
    ($($name:ident = $severity:ident($id:literal, $summary:literal, $citations:expr);)*) => {
        $(pub(super) static $name: Lint = Lint::of_pack(Pack::Security, $id, $severity, $summary, $citations);)*
        pub(in super::super) static LINTS: &[&Lint] = &[$(&$name),*];
    };
}

table! {
    LOOPBACK = Warning("loopback-address", "an address of the own machine, in any spelling",
        &[rfc("RFC 1122", "3.2.1.3"), rfc("RFC 4291", "2.5.3")]);
    PRIVATE = Warning("private-address", "an address of a private network, in any spelling",
        &[rfc("RFC 1918", "3"), rfc("RFC 4291", "2.5.7")]);
    UNIQUE_LOCAL = Warning("unique-local-address", "a unique local address of IPv6",
        &[rfc("RFC 4193", "3")]);
    LINK_LOCAL = Warning("link-local-address", "an address of the own link, in any spelling",
        &[Citation::whole("RFC 3927"), rfc("RFC 4291", "2.5.6")]);
    SHARED = Warning("shared-address", "an address that providers share (100.64.0.0/10)",
        &[Citation::whole("RFC 6598")]);
    UNSPECIFIED = Warning("unspecified-address", "0.0.0.0, its network, or `::`, which often reach the own machine",
        &[rfc("RFC 1122", "3.2.1.3"), rfc("RFC 4291", "2.5.2")]);
    METADATA = Warning("metadata-address", "an address or a name at which a cloud tells its machines secrets",
        &[]);
    MULTICAST = Note("multicast-address", "a multicast or broadcast address",
        &[Citation::whole("RFC 5771"), rfc("RFC 4291", "2.7")]);
    DOCUMENTATION = Note("documentation-address", "an address for examples",
        &[rfc("RFC 5737", "3"), Citation::whole("RFC 3849"), Citation::whole("RFC 9637")]);
    RESERVED = Note("reserved-address", "another address of special purpose",
        &[SPECIAL]);
    EMBEDDED = Note("embedded-address", "an IPv6 address with an IPv4 address in it",
        &[rfc("RFC 4291", "2.5.5"), rfc("RFC 6052", "2.1"), rfc("RFC 3056", "2")]);
    DISGUISED = Warning("disguised-address", "an IPv4 address that is not written as four decimal numbers",
        &[RARE_FORMATS, URL_HOST]);
    OVERFLOW = Warning("overflowing-address", "a host of numbers that is no IPv4 address, and one where they overflow",
        &[RARE_FORMATS, URL_HOST]);
    ZONE = Warning("zone-id", "an IPv6 address with a zone identifier",
        &[rfc("RFC 6874", "2"), URL_HOST]);
    LOCALHOST = Warning("localhost-name", "a name of the own machine",
        &[rfc("RFC 6761", "6.3")]);
    PRIVATE_NAME = Warning("private-name", "a name that only a private network or a cluster knows",
        &[]);
    ADDRESS_IN_NAME = Note("address-in-name", "a name with an address in it, as those of nip.io",
        &[]);
    HOST_BEFORE_AT = Warning("host-before-at", "a userinfo that reads like a host",
        &[RFC3986_ATTACK]);
    TWO_AT = Warning("two-at-signs", "more than one `@` in an authority",
        &[rfc("RFC 3986", "3.2"), URL_PARSING]);
    AT_AFTER_END = Warning("at-after-end", "an `@` right behind the end of the authority",
        &[RFC3986_DIVISION, URL_PARSING]);
    ESCAPED_DELIMITER = Warning("escaped-delimiter", "an escaped delimiter in an authority",
        &[rfc("RFC 3986", "2.2"), URL_HOST]);
    ESCAPED_HOST = Warning("escaped-host", "an escaped letter, digit, dot, blank or control in a host",
        &[RFC3986_HOST, URL_HOST]);
    HOST_IN_PATH = Warning("host-in-path", "a path that begins with a host once it is decoded, shortened or without its slash",
        &[rfc("RFC 3986", "2.4"), BACK_END]);
    STRAY_BRACKET = Warning("stray-bracket", "a bracket in an authority that is not around an address",
        &[RFC3986_HOST, URL_HOST]);
    BACKSLASH = Warning("backslash", "a `\\` that some readers take for `/`",
        &[URL_PARSING, RFC3986_DIVISION]);
    REMOVED = Warning("tab-or-line-break", "a tab or a line break, which some readers remove",
        &[URL_PARSING]);
    TRIMMED = Note("trimmed-edge", "white space or controls at an end, which some readers remove",
        &[URL_PARSING]);
    SLASHES = Warning("slash-count", "more or fewer slashes than two before a host",
        &[URL_PARSING, RFC3986_DIVISION]);
    SCHEME_RELATIVE = Note("scheme-relative", "a host where a path may be expected, as `//h/`",
        &[rfc("RFC 3986", "4.2")]);
    CONTROL = Warning("control-character", "a control other than a tab or a line break",
        &[URL_PARSING]);
    LINE_BREAK = Warning("escaped-line-break", "an escaped line break outside of the query",
        &[MALICIOUS]);
    QUERY_LINE_BREAK = Note("line-break-in-query", "an escaped line break in the query",
        &[MALICIOUS]);
    NUL = Warning("nul-byte", "a NUL, escaped or not",
        &[BACK_END]);
    BIDI = Warning("bidi-control", "a character that turns the direction of text",
        &[URL_SECURITY]);
    INVISIBLE = Warning("invisible-character", "a character that is not seen",
        &[URL_SECURITY, UTS46]);
    MAPPED_DELIMITER = Warning("mapped-delimiter", "a character that NFKC turns into a delimiter",
        &[URL_IDNA, UTS46]);
    DELIMITER_LOOKALIKE = Warning("delimiter-lookalike", "a character of an authority that looks like a delimiter",
        &[UTS39]);
    UNICODE_HOST = Note("unicode-host", "a host with characters beyond ASCII",
        &[RFC3986_HOST, URL_IDNA]);
    PUNYCODE_HOST = Note("punycode-host", "a host in Punycode",
        &[URL_IDNA]);
    BAD_PUNYCODE = Warning("invalid-punycode", "a label that begins with `xn--` and is no domain name",
        &[URL_IDNA]);
    MIXED_SCRIPT = Warning("mixed-script", "a label of several scripts that are not written together",
        &[UTS39]);
    CONFUSABLE = Warning("confusable-name", "a label that looks like one of ASCII",
        &[UTS39]);
    DOT_PARAMETER = Warning("dot-segment-parameter", "a segment `.` or `..` with a parameter, as `..;`",
        &[rfc("RFC 3986", "3.3"), BACK_END]);
    ESCAPED_DOTS = Warning("escaped-dots", "a segment `.` or `..` with an escape in it or beside it",
        &[BACK_END, URL_SEGMENTS]);
    DOUBLE_ESCAPE = Warning("double-escape", "a dot, a slash or a control of a path that is escaped twice",
        &[rfc("RFC 3986", "2.4")]);
    OVERLONG = Warning("overlong-utf8", "a dot, a slash or a control in more octets of UTF-8 than it has",
        &[rfc("RFC 3629", "10")]);
    PERCENT_U = Warning("percent-u", "an escape of the form `%u002e`, which some readers decode",
        &[rfc("RFC 3986", "2.1")]);
    DANGEROUS_SCHEME = Warning("dangerous-scheme", "a scheme that does not lead to a web page",
        &[]);
    DISGUISED_SCHEME = Warning("disguised-scheme", "a dangerous scheme in disguise",
        &[URL_PARSING]);
    UNSAFE_INNER = Warning("unsafe-url-in-url", "a value in the query that is a URL, and of which there is a warning, or that begins with slashes and a host",
        &[]);
    INNER = Note("url-in-url", "a URL in the path, or as a value in the query that is followed",
        &[]);
    PORT_RANGE = Warning("impossible-port", "a port that is 0, or above 65535",
        &[rfc("RFC 3986", "3.2.3"), URL_PARSING]);
    BAD_PORT = Note("service-port", "a port of a service that is not the web",
        &[MALICIOUS]);
}

/// The lints about where a string leads.
pub(super) static LEADING: &[&Lint] = &[
    &LOOPBACK,
    &PRIVATE,
    &UNIQUE_LOCAL,
    &LINK_LOCAL,
    &SHARED,
    &UNSPECIFIED,
    &METADATA,
    &DISGUISED,
    &OVERFLOW,
    &LOCALHOST,
    &PRIVATE_NAME,
    &HOST_BEFORE_AT,
    &DANGEROUS_SCHEME,
    &DISGUISED_SCHEME,
];
