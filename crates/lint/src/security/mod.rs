//! Lints that look for signs of attacks in any string.
//!
//! Each lint of [`Pack::Security`] has at most one finding, with all its positions. The message of a finding states how
//! readers interpret the string. The readers are Appendix B of RFC 3986 and the URL Standard (as in browsers) and,
//! where relevant, `inet_aton()`, readers that decode early or twice, and readers that map by NFKC. Nothing is looked
//! up in a network. A finding has no mended string, since only a person can judge the intention. A string without
//! findings is not necessarily safe: a name may lead to any address.
//!
//! The URL Standard maps hosts, and recognizes IPv4 addresses in them, only under its special schemes. For example,
//! `http://①②⑦.0.0.1/` leads to the local machine, since the Standard maps the digits by NFKC before it looks for an
//! address.
//!
//! ```
//! use urispec_lint::security;
//! let found = security::look(r"http://evil.example\@good.example/");
//! let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
//! assert_eq!(ids, ["host-before-at", "at-after-end", "backslash"]);
//! assert_eq!(
//!     found[2].message(),
//!     "some readers read \"\\\" as \"/\": the URL Standard finds the host evil.example, \
//!      and RFC 3986, Appendix B, finds the host good.example",
//! );
//! assert_eq!(found[2].citations()[0].to_string(), "URL Standard, URL parsing");
//! ```

mod address;
mod characters;
mod division;
mod injection;
mod lenient;
mod names;
mod schemes;
mod traversal;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use urispec::internal::percent;

use crate::{Citation, Finding, Lint, Pack, Severity};
use division::TwoReadings;

/// Finds signs of attacks in any string. The findings come in the order of the pack's lints.
///
/// The time is linear in the length of the string. To run a subset of the lints, which is faster, build a [`Selection`]
/// once.
#[must_use]
pub fn look(text: &str) -> Vec<Finding> {
    Selection::all().look(text)
}

// The lints are grouped in parts, and a part without selected lints is not run. A lint may belong to several parts:
// `http://10.0.0.1.nip.io/` has a private address by its name.

type Look = for<'i> fn(&TwoReadings<'i>, &mut FindingList);

/// The parts of the pack: functions, in the order in which they run, each with the lints that it may report. If two
/// parts report the same lint, the message of the first part is used.
#[rustfmt::skip]
static PARTS: [(Look, &[&Lint]); 15] = [
    (address::look, &[
        &LOOPBACK, &PRIVATE, &UNIQUE_LOCAL, &LINK_LOCAL, &SHARED, &UNSPECIFIED, &METADATA, &MULTICAST,
        &DOCUMENTATION, &RESERVED, &EMBEDDED, &DISGUISED, &ZONE,
    ]),
    (address::overflow, &[&OVERFLOW]),
    (names::look, &[
        &LOOPBACK, &PRIVATE, &LINK_LOCAL, &SHARED, &UNSPECIFIED, &METADATA, &MULTICAST, &DOCUMENTATION, &RESERVED,
        &LOCALHOST, &PRIVATE_NAME, &ADDRESS_IN_NAME,
    ]),
    (division::look, &[&HOST_BEFORE_AT, &TWO_AT, &AT_AFTER_END, &ESCAPED_DELIMITER, &STRAY_BRACKET, &APPENDED_HOST]),
    (names::shape, &[&INVALID_NAME, &TRAILING_DOT]),
    (characters::converted, &[&BACKSLASH, &REMOVED, &TRIMMED, &SLASHES, &SCHEME_RELATIVE]),
    (characters::look, &[
        &CONTROL, &LINE_BREAK, &NUL, &BIDI, &INVISIBLE, &MAPPED_DELIMITER, &DELIMITER_LOOKALIKE,
    ]),
    (names::scripts, &[&UNICODE_HOST, &PUNYCODE_HOST, &BAD_PUNYCODE, &MIXED_SCRIPT, &CONFUSABLE]),
    (characters::look_escapes, &[&DOT_PARAMETER, &ESCAPED_DOTS, &DOUBLE_ESCAPE, &OVERLONG, &PERCENT_U]),
    (traversal::look, &[&PATH_TRAVERSAL, &SYSTEM_FILE]),
    (injection::look, &[&HEADER_INJECTION, &QUERY_LINE_BREAK]),
    (schemes::look, &[&DANGEROUS_SCHEME, &DISGUISED_SCHEME]),
    (schemes::ports, &[&PORT_RANGE, &BAD_PORT]),
    (characters::revealed, &[&ESCAPED_HOST, &HOST_IN_PATH, &DELIMITER_LOOKALIKE]),
    (schemes::inner, &[&UNSAFE_INNER, &INNER, &HOST_IN_PATH, &DISGUISED_SCHEME]),
];

/// A subset of the lints of [`Pack::Security`], which can be run alone.
///
/// ```
/// use urispec_lint::{Pack, security::Selection};
/// let lint = Pack::Security.lints().iter().find(|lint| lint.id() == "private-address");
/// let selection = Selection::of(lint.copied());
/// let found = selection.look("http://admin@0x0a.1:22/");
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].lint().id(), "private-address");
/// assert!(selection.look("http://admin@h:22/").is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// A bit for each lint, in the order of the pack.
    lints: u64,
    /// A bit for each of the [`PARTS`].
    parts: u16,
}

impl Selection {
    /// Selects all lints of the pack.
    #[must_use]
    pub const fn all() -> Self {
        Self { lints: u64::MAX, parts: u16::MAX }
    }

    /// Selects some lints. Lints of other packs are ignored.
    #[must_use]
    pub fn of(lints: impl IntoIterator<Item = &'static Lint>) -> Self {
        let lints = lints.into_iter().fold(0, |bits, lint| bits | bit(lint));
        let finds = |part: &[&Lint]| part.iter().any(|lint| bit(lint) & lints != 0);
        let parts = PARTS.iter().enumerate().filter(|(_, part)| finds(part.1));
        Self { lints, parts: parts.fold(0, |bits, (at, _)| bits | 1 << at) }
    }

    /// Selects the lints about the host or the scheme to which a string leads.
    fn leading() -> Self {
        static SELECTION: LazyLock<Selection> =
            LazyLock::new(|| Selection::of(LEADING.iter().copied()));
        // The last part looks for URLs inside the string, and is excluded to prevent recursion.
        Self { parts: SELECTION.parts & !(1 << (PARTS.len() - 1)), ..*SELECTION }
    }

    /// Returns the findings of [`look`] for the selected lints, in the same order.
    ///
    /// The time is linear in the length of the string.
    #[must_use]
    pub fn look(&self, text: &str) -> Vec<Finding> {
        if is_quiet(text) { Vec::new() } else { self.search(text) }
    }

    /// Returns the same findings as [`Self::look`], but without the prefilter.
    fn search(&self, text: &str) -> Vec<Finding> {
        let mut found = FindingList::default();
        if self.parts != 0 {
            let subject = TwoReadings::of(text);
            for (at, (look, _)) in PARTS.iter().enumerate() {
                if self.parts & 1 << at != 0 {
                    look(&subject, &mut found);
                }
            }
        }
        let mut found = found.sorted();
        if *self != Self::all() {
            found.retain(|finding| bit(finding.lint) & self.lints != 0);
        }
        found
    }
}

/// Returns the bit of a lint, or 0 for a lint of another pack.
fn bit(lint: &Lint) -> u64 {
    LINTS.iter().position(|own| *own == lint).map_or(0, |at| 1 << at)
}

// A prefilter: whether no lint applies to a string, by its bytes alone. A quiet URL has a host of lower-case labels that is
// neither an address nor a name that the pack knows, and nothing else in its authority. After the host it is printable ASCII
// without `:` and `\`, and no segment is empty or begins with a dot. Its escapes denote printable characters that are not
// delimiters, no parameter has a name whose value is followed, and no value or path begins like the path of a system file.
// The converse does not hold: `http://h/?u=1` is not quiet, and has no finding.

/// Returns whether the prefilter shows that a string has no findings.
fn is_quiet(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("http") else { return false };
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    let Some(rest) = rest.strip_prefix("://") else { return false };
    // A "?" or "#" before the first "/" is not in a name.
    let end = memchr::memchr(b'/', rest.as_bytes()).unwrap_or(rest.len());
    let (host, rest) = rest.split_at(end);
    is_quiet_host(host)
        && are_quiet_bytes(rest.as_bytes())
        && !traversal::begins_system_path(rest)
        && are_quiet_parameters(rest)
}

/// Returns whether every reader takes a host for a name, and no list of the pack contains the name.
fn is_quiet_host(host: &str) -> bool {
    let (mut digits, mut before) = (0, b'.');
    for &byte in host.as_bytes() {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'a'..=b'z' | b'_' => {}
            // An empty label may follow a dot.
            b'.' if before != b'.' => {}
            // Two hyphens begin the rest of a label in Punycode.
            b'-' if !matches!(before, b'-' | b'.') => {}
            _ => return false,
        }
        before = byte;
    }
    let last = host.rsplit('.').next().unwrap_or(host);
    // An address ends in a number, and four numbers have at least one digit each.
    last.starts_with(|first: char| first.is_ascii_lowercase())
        && digits < 4
        && !names::may_be_known(host)
}

/// Returns whether all readers split and decode the text after a host alike.
fn are_quiet_bytes(bytes: &[u8]) -> bool {
    let (mut at, mut before) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'%' => match percent::triplet(&bytes[at..]) {
                Some(octet) if is_quiet_octet(octet) => 3,
                _ => return false,
            },
            b'/' if before == b'/' => return false,
            // A segment of dots may begin a path, a query, or a value.
            b'.' if matches!(before, b'/' | b'?' | b'=' | b'&') => return false,
            b'x' | b'X' if before == b'0' && is_dot_or_slash(bytes.get(at + 1..at + 3)) => {
                return false;
            }
            b':' | b'\\' => return false,
            b'!'..=b'~' => 1,
            _ => return false,
        };
        before = byte;
    }
    true
}

/// Returns whether the two digits after `0x` denote a dot, a slash or a backslash.
fn is_dot_or_slash(digits: Option<&[u8]>) -> bool {
    matches!(digits, Some([b'2', b'e' | b'E' | b'f' | b'F'] | [b'5', b'c' | b'C']))
}

/// Returns whether the octet is never a delimiter, even after double or lenient decoding.
const fn is_quiet_octet(octet: u8) -> bool {
    matches!(octet, b' '..=b'~') && !matches!(octet, b'%' | b'.' | b'/' | b':' | b';' | b'\\')
}

/// Returns whether a query has no parameter with a name that tells clients to follow the value. Parameters in a
/// fragment count too, since some readers start a query at a `?` in a fragment.
fn are_quiet_parameters(rest: &str) -> bool {
    let Some(start) = memchr::memchr2(b'?', b'#', rest.as_bytes()) else { return true };
    let mut parameters = rest[start..].split(['?', '#', '&', ';']);
    let has_slash = memchr::memchr(b'/', &rest.as_bytes()[start..]).is_some();
    let is_system_path = |value: &str| {
        traversal::begins_system_path(value) || (has_slash && traversal::has_known_name(value))
    };
    parameters.all(|one| match memchr::memchr(b'=', one.as_bytes()) {
        Some(at) => !schemes::is_followed(&one[..at]) && !is_system_path(&one[at + 1..]),
        // A reference of HTML, such as "&sol;", is a parameter without a value here.
        None => schemes::reference(one).is_none() && !is_system_path(one),
    })
}

// The findings of the pack, each lint once.

#[derive(Default)]
struct FindingList {
    all: Vec<Finding>,
}

impl FindingList {
    /// Adds a finding with the lint's message and citations, if there is a span.
    fn add(&mut self, lint: &'static Lint, spans: impl IntoIterator<Item = Range<usize>>) {
        self.cite(lint, spans, lint.message, lint.citations);
    }

    fn say(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.cite(lint, spans, message, lint.citations);
    }

    fn say_lazily(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl FnOnce() -> String,
    ) {
        let mut spans = spans.into_iter().peekable();
        if spans.peek().is_some() {
            self.say(lint, spans, message());
        }
    }

    /// Adds a finding, if there is a span. If the lint already has a finding, the spans are added to that finding.
    fn cite(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl Into<Cow<'static, str>>,
        citations: &[Citation],
    ) {
        let spans: Vec<_> = spans.into_iter().collect();
        if spans.is_empty() {
            return;
        }
        if let Some(finding) = self.all.iter_mut().find(|finding| finding.lint == lint) {
            finding.spans.extend(spans);
            return;
        }
        let (citations, message) = (citations.to_vec(), message.into());
        self.all.push(Finding { lint, spans, citations, message, mended: None });
    }

    fn sorted(mut self) -> Vec<Finding> {
        let place = |lint: &Lint| LINTS.iter().position(|other| *other == lint);
        self.all.sort_by_key(|finding| place(finding.lint));
        for finding in &mut self.all {
            finding.spans.sort_by_key(|span| (span.start, span.end));
            finding.spans.dedup();
        }
        self.all
    }
}

// The table of the lints of the pack: their names, severities and sources. A warning is about a string that leads to a place
// that is not meant for strangers, or that two readers interpret differently. A note is about a string that deserves a look,
// and is often innocent.

const fn rfc(document: &'static str, section: &'static str) -> Citation {
    Citation::section_of(document, section)
}

const RFC3986_DIVISION: Citation = rfc("RFC 3986", "Appendix B");
const RFC3986_HOST: Citation = rfc("RFC 3986", "3.2.2");
const PATH: Citation = rfc("RFC 3986", "3.3");
const RFC3986_ATTACK: Citation = rfc("RFC 3986", "7.6");
const RARE_FORMATS: Citation = rfc("RFC 3986", "7.4");
const MALICIOUS: Citation = rfc("RFC 3986", "7.2");
const BACK_END: Citation = rfc("RFC 3986", "7.3");
const URL_HOST: Citation = rfc("URL Standard", "host parsing");
const URL_IDNA: Citation = rfc("URL Standard", "IDNA");
const URL_PARSING: Citation = rfc("URL Standard", "URL parsing");
const URL_SEGMENTS: Citation = rfc("URL Standard", "URL representation");
const URL_SECURITY: Citation = rfc("URL Standard", "security considerations");
const UTS39: Citation = Citation::whole("UTS 39");
const UTS46: Citation = Citation::whole("UTS 46");
const SPECIAL: Citation = rfc("RFC 6890", "2.2.2");

macro_rules! table {
    ($($name:ident = $severity:ident($id:literal, $summary:literal, $message:literal, $citations:expr);)*) => {
        $(static $name: Lint = Lint {
            id: $id,
            severity: Severity::$severity,
            summary: $summary,
            message: $message,
            pack: Pack::Security,
            sections: &[],
            citations: $citations,
        };)*
        pub(super) static LINTS: &[&Lint] = &[$(&$name),*];
    };
}

table! {
    LOOPBACK = Warning("loopback-address", "an address of the local machine, in any spelling", "",
        &[rfc("RFC 1122", "3.2.1.3"), rfc("RFC 4291", "2.5.3")]);
    PRIVATE = Warning("private-address", "an address of a private network, in any spelling", "",
        &[rfc("RFC 1918", "3"), rfc("RFC 4291", "2.5.7")]);
    UNIQUE_LOCAL = Warning("unique-local-address", "a unique local address of IPv6", "",
        &[rfc("RFC 4193", "3")]);
    LINK_LOCAL = Warning("link-local-address", "an address of the local link, in any spelling", "",
        &[Citation::whole("RFC 3927"), rfc("RFC 4291", "2.5.6")]);
    SHARED = Warning("shared-address", "an address shared by providers (100.64.0.0/10)", "",
        &[Citation::whole("RFC 6598")]);
    UNSPECIFIED = Warning("unspecified-address", "0.0.0.0, its network, or `::`, which often reach the local machine", "",
        &[rfc("RFC 1122", "3.2.1.3"), rfc("RFC 4291", "2.5.2")]);
    METADATA = Warning("metadata-address", "an address or a name from which machines in a cloud get credentials", "",
        &[]);
    MULTICAST = Note("multicast-address", "a multicast or broadcast address", "",
        &[Citation::whole("RFC 5771"), rfc("RFC 4291", "2.7")]);
    DOCUMENTATION = Note("documentation-address", "an address for examples", "",
        &[rfc("RFC 5737", "3"), Citation::whole("RFC 3849"), Citation::whole("RFC 9637")]);
    RESERVED = Note("reserved-address", "an address with another special purpose", "",
        &[SPECIAL]);
    EMBEDDED = Note("embedded-address", "an IPv6 address with an IPv4 address in it", "",
        &[rfc("RFC 4291", "2.5.5"), rfc("RFC 6052", "2.1"), rfc("RFC 3056", "2")]);
    DISGUISED = Warning("disguised-address", "an IPv4 address that is not four decimal numbers", "",
        &[RARE_FORMATS, URL_HOST]);
    OVERFLOW = Warning("overflowing-address", "a host of numbers that is not an IPv4 address, or becomes one by overflow", "",
        &[RARE_FORMATS, URL_HOST]);
    ZONE = Warning("zone-id", "an IPv6 address with a zone identifier", "",
        &[rfc("RFC 6874", "2"), URL_HOST]);
    LOCALHOST = Warning("localhost-name", "a name of the local machine", "",
        &[rfc("RFC 6761", "6.3")]);
    PRIVATE_NAME = Warning("private-name", "a name that only a private network or a cluster knows", "",
        &[]);
    ADDRESS_IN_NAME = Note("address-in-name", "a name with an address in it, such as those of nip.io", "",
        &[]);
    HOST_BEFORE_AT = Warning("host-before-at", "a userinfo that reads like a host", "",
        &[RFC3986_ATTACK]);
    TWO_AT = Warning("two-at-signs", "more than one `@` in an authority",
        "RFC 3986 allows one \"@\" in an authority; here the URL Standard finds the host after the last \"@\", and some \
         readers find another host after the first",
        &[rfc("RFC 3986", "3.2"), URL_PARSING]);
    AT_AFTER_END = Warning("at-after-end", "an `@` right after the end of the authority", "",
        &[RFC3986_DIVISION, URL_PARSING]);
    ESCAPED_DELIMITER = Warning("escaped-delimiter", "an escaped delimiter in an authority", "",
        &[rfc("RFC 3986", "2.2"), URL_HOST]);
    INVALID_NAME = Warning("invalid-dns-name", "a host that cannot be a DNS name: punctuation, an empty label, or a hyphen at its beginning", "",
        &[RFC3986_HOST, rfc("RFC 1123", "2.1")]);
    TRAILING_DOT = Note("trailing-dot", "a host that ends with a dot",
        "DNS finds one host with and without the trailing dot, and a program that compares names finds two",
        &[RFC3986_HOST]);
    APPENDED_HOST = Warning("appended-host", "an `@` and a host, which change the host of a URL to which they are appended", "",
        &[RFC3986_ATTACK]);
    ESCAPED_HOST = Warning("escaped-host", "an escape in a host that does not stand for a delimiter or a character beyond ASCII",
        "readers disagree about an escape in a host: under a special scheme the URL Standard decodes it, and rejects the \
         host if that yields a control, a blank or another character that it forbids; RFC 3986 keeps the escape as a part \
         of the name, and many programs look it up undecoded",
        &[RFC3986_HOST, URL_HOST]);
    HOST_IN_PATH = Warning("host-in-path", "a path that begins with a host once the path is decoded, shortened or stripped of its slash", "",
        &[rfc("RFC 3986", "2.4"), BACK_END]);
    STRAY_BRACKET = Warning("stray-bracket", "a bracket in an authority that is not around an address",
        "RFC 3986 and the URL Standard allow brackets only around an IP address; other readers use the text within them, \
         or the text around them",
        &[RFC3986_HOST, URL_HOST]);
    BACKSLASH = Warning("backslash", "a `\\` that some readers read as `/`", "",
        &[URL_PARSING, RFC3986_DIVISION]);
    REMOVED = Warning("tab-or-line-break", "a tab or a line break, which some readers remove", "",
        &[URL_PARSING]);
    TRIMMED = Note("trimmed-edge", "white space or controls at an end, which some readers remove",
        "the URL Standard removes controls and spaces at the ends, many languages all white space, and RFC \
         3986 nothing",
        &[URL_PARSING]);
    SLASHES = Warning("slash-count", "more or fewer slashes than two before a host", "",
        &[URL_PARSING, RFC3986_DIVISION]);
    SCHEME_RELATIVE = Note("scheme-relative", "a host in place of an expected path, such as `//h/`", "",
        &[rfc("RFC 3986", "4.2")]);
    CONTROL = Warning("control-character", "a control other than a tab or a line break",
        "a control is not allowed in a URI; some readers escape it, some remove it, some send it unchanged",
        &[URL_PARSING]);
    LINE_BREAK = Warning("escaped-line-break", "an escaped line break outside of the query", "",
        &[MALICIOUS]);
    QUERY_LINE_BREAK = Note("line-break-in-query", "an escaped line break in the query", "",
        &[MALICIOUS]);
    HEADER_INJECTION = Warning("header-injection", "a line break in the query or the fragment before text that reads like a header", "",
        &[MALICIOUS]);
    NUL = Warning("nul-byte", "a NUL, escaped or not",
        "a reader written in C treats NUL as the end of the string",
        &[BACK_END]);
    BIDI = Warning("bidi-control", "a character that changes the direction of text", "",
        &[URL_SECURITY]);
    INVISIBLE = Warning("invisible-character", "an invisible character", "",
        &[URL_SECURITY, UTS46]);
    MAPPED_DELIMITER = Warning("mapped-delimiter", "a character that NFKC turns into a delimiter", "",
        &[URL_IDNA, UTS46]);
    DELIMITER_LOOKALIKE = Warning("delimiter-lookalike", "a character of an authority that looks like a delimiter", "",
        &[UTS39]);
    UNICODE_HOST = Note("unicode-host", "a host with characters beyond ASCII", "",
        &[RFC3986_HOST, URL_IDNA]);
    PUNYCODE_HOST = Note("punycode-host", "a host in Punycode", "",
        &[URL_IDNA]);
    BAD_PUNYCODE = Warning("invalid-punycode", "a label that begins with `xn--` and is not a valid domain name", "",
        &[URL_IDNA]);
    MIXED_SCRIPT = Warning("mixed-script", "a label of several scripts that are not used together", "",
        &[UTS39]);
    CONFUSABLE = Warning("confusable-name", "a label that looks like an ASCII label", "",
        &[UTS39]);
    DOT_PARAMETER = Warning("dot-segment-parameter", "a segment `.` or `..` with a parameter, such as `..;`", "",
        &[rfc("RFC 3986", "3.3"), BACK_END]);
    ESCAPED_DOTS = Warning("escaped-dots", "a segment `.` or `..` with an escape within it or next to it", "",
        &[BACK_END, URL_SEGMENTS]);
    DOUBLE_ESCAPE = Warning("double-escape", "a dot, a slash or a control of a path that is escaped twice",
        "a reader that decodes twice finds a delimiter or a control; RFC 3986 decodes once",
        &[rfc("RFC 3986", "2.4")]);
    OVERLONG = Warning("overlong-utf8", "a dot, a slash or a control in overlong UTF-8",
        "these octets are a longer form of an ASCII character, which UTF-8 forbids; a decoder that does not check this \
         finds a dot, a slash, a backslash, a NUL or a line break",
        &[rfc("RFC 3629", "10")]);
    PERCENT_U = Warning("percent-u", "an escape of the form `%u002e`, which some readers decode",
        "some readers decode this to a character; RFC 3986 and the URL Standard do not define such an escape",
        &[rfc("RFC 3986", "2.1")]);
    PATH_TRAVERSAL = Warning("path-traversal", "a path, or a value of the query, that leads above its root, also once it is decoded several times", "",
        &[rfc("RFC 3986", "5.4.2"), BACK_END]);
    SYSTEM_FILE = Warning("system-file", "a path, or a value of the query, that leads to a file of the system such as `/etc/passwd`", "",
        &[BACK_END]);
    DANGEROUS_SCHEME = Warning("dangerous-scheme", "a scheme that does not lead to a web page", "",
        &[]);
    DISGUISED_SCHEME = Warning("disguised-scheme", "a dangerous scheme in disguise", "",
        &[URL_PARSING]);
    UNSAFE_INNER = Warning("unsafe-url-in-url", "a value in the query that is a URL with a warning, or that begins with slashes and a host", "",
        &[]);
    INNER = Note("url-in-url", "a URL in the path, or in a query value that clients may follow", "",
        &[]);
    PORT_RANGE = Warning("impossible-port", "a port that is 0, above 65535, or not a number", "",
        &[rfc("RFC 3986", "3.2.3"), URL_PARSING]);
    BAD_PORT = Note("service-port", "a port of a service that is not the web", "",
        &[MALICIOUS]);
}

#[rustfmt::skip]
static LEADING: &[&Lint] = &[
    &LOOPBACK, &PRIVATE, &UNIQUE_LOCAL, &LINK_LOCAL, &SHARED, &UNSPECIFIED, &METADATA, &DISGUISED, &OVERFLOW,
    &LOCALHOST, &PRIVATE_NAME, &HOST_BEFORE_AT, &TWO_AT, &AT_AFTER_END, &ESCAPED_DELIMITER, &STRAY_BRACKET,
    &INVALID_NAME, &SLASHES, &DANGEROUS_SCHEME, &DISGUISED_SCHEME,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Selection, *};

    #[test]
    fn each_lint_is_of_a_part_and_has_a_bit() {
        assert!(LINTS.len() <= u64::BITS as usize && PARTS.len() <= u16::BITS as usize);
        for lint in LINTS {
            assert_ne!(Selection::of([*lint]).parts, 0, "{}", lint.id());
        }
        assert_eq!(Selection::of([]).look("http://10.0.0.1/"), []);
    }

    /// Returns whether a string passes the prefilter; if so, no part of the pack may have a finding.
    fn holds(text: &str) -> bool {
        let is_quiet = is_quiet(text);
        if is_quiet {
            let found = Selection::all().search(text);
            assert!(found.is_empty(), "{text:?}: {found:?}");
        }
        is_quiet
    }

    #[test]
    fn quiet_and_not() {
        for text in [
            "http://h",
            "https://example.com/",
            "https://www.example.com/a/b_c;d=1,2/index.html?q=a+b&r[]=%5Bx%5D#top",
            "http://a-b.c_d.e2/~user/@x/a%20b?x=/y",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in [
            "",
            "h",
            "//h/",
            "http:/h/",
            "http:///h/",
            "ftp://h/",
            "HTTP://h/",
            "http://H/",
            "http://h./",
            "http://u@h/",
            "http://h:80/",
            "http://h?q",
            "http://127.0.0.1/",
            "http://a.0x7f/",
            "http://[::1]/",
            "http://xn--a.b/",
            "http://localhost/",
            "http://a.local/",
            "http://a.nip.io/",
            "http://metadata.google.internal/",
            "http://127-0-0-1.example/",
            "http://h//a",
            "http://h/./a",
            "http://h/a/..;/b",
            "http://h/.%2e/",
            "http://h/%2e%2e/",
            "http://h/%252e",
            "http://h/%2Fh",
            "http://h/%00",
            "http://h/%0d%0a",
            "http://h/%E2%80%AE",
            "http://h/%u002e",
            "http://h/%",
            "http://h/\u{e9}",
            "http://h/a b",
            "http://h/ ",
            "http://h/\\a",
            "http://h/javascript:a",
            "http://h/?a=http://b/",
            "http://h/?a=//b/",
            "http://h/?a=%2F/b",
            "http://h/?URL=b",
            "http://h/#a?url=b",
        ] {
            assert!(!holds(text), "{text:?}");
        }
    }

    /// Checks every octet, literal and escaped, in each part of a URL.
    #[test]
    fn every_octet_in_every_part() {
        let mut quiet = 0;
        for octet in 0..=u8::MAX {
            for one in
                [char::from(octet).to_string(), format!("%{octet:02x}"), format!("%{octet:02X}")]
            {
                for text in [
                    format!("http://{one}h/"),
                    format!("http://a{one}h/"),
                    format!("http://h{one}/"),
                    format!("http://h{one}"),
                    format!("http://h/{one}"),
                    format!("http://h/{one}{one}/a.b"),
                    format!("http://h/a/{one}{one};a/"),
                    format!("http://h/a{one}//b.c"),
                    format!("http://h/x{one}y"),
                    format!("http://h/x{one}//y"),
                    format!("http://h/?a={one}/b.c"),
                    format!("http://h/?a={one}{one}b.c"),
                    format!("http://h/?a{one}u=b.c#{one}"),
                    format!("http://h/#{one}a?b=c{one}/d"),
                ] {
                    quiet += usize::from(holds(&text));
                }
            }
        }
        assert!(quiet > 2_000, "{quiet}");
    }

    /// Pieces of attacks, and of harmless URLs.
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "a", "b", "www", "example", "com", "h", "x", "f", "u", "A", "0", "1", "7", "127", "0x7f", "0177", "2130706433",
        "10.0.0.1", "127.0.0.1", "1.1", "127-0-0-1", "7f000001", "localhost", "local", "internal", "metadata",
        "metadata.google", "svc", "nip.io", "lvh.me", "xn--", "xn", "-", "--", "_", "~", ".", "..", "...", "/", "/",
        "//", "/../", "/./", "/..;", "\\", ":", ":80", ":22", "@", "?", "#", "&", ";", "=", "?a=", "&url=", "?u=", ";to=",
        "#?next=", "=//", "=http://", "http://", "https:", "javascript:", "data:", "file:", "[", "]", "[::1]", "%", "%%",
        "%2e", "%2E", "%2f", "%5c", "%5C", "%25", "%252e", "%32%65", "%3a", "%3b", "%3f", "%23", "%40", "%00", "%09", "%0a",
        "%0d", "%20", "%7f", "%41", "%c0%ae", "%e2%80%ae", "%u002e", "%E3%80%82", "&#106;", "&colon;", "&Tab;", "&sol;",
        "&sol;&sol;", "=..", "=../", "=/etc/passwd", "etc", "passwd", "/var/log/", "0x2e", "0x2f", "..0x2f", "-/", " ", "\t",
        "\n", "\r", "\0", "\u{7f}", "\u{85}", "\u{e9}", "\u{430}", "\u{202e}", "\u{200b}", "\u{3002}", "\u{2215}", "\u{ff0e}",
        "+", "!", "*", "'", "(", ")", ",", "$", "|", "^", "`", "{", "}", "<", ">", "\"",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn of_what_is_quiet_nothing_is_found(
            scheme in prop::sample::select(&["http://", "https://", "http:/", "http:///", "https:", "", "//"][..]),
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12),
        ) {
            holds(&format!("{scheme}{}", pieces.concat()));
        }

        /// Checks strings of mostly quiet pieces after a quiet host.
        #[test]
        fn nor_behind_a_quiet_host(
            path in "(/[a-h.;%@25eE2fF]{0,6}){0,3}",
            query in "(\\?[a-z/=&;%20@.]{0,12})?(#[a-z?=&/]{0,8})?",
            piece in prop::sample::select(PIECES),
            at in any::<prop::sample::Index>(),
        ) {
            let mut rest = path + &query;
            holds(&format!("http://h{rest}"));
            rest.insert_str(at.index(rest.len() + 1), piece);
            holds(&format!("https://example.com{rest}"));
            holds(&format!("https://example.com/{rest}"));
        }

        #[test]
        fn nor_of_a_quiet_host(host in "[a-z0-9._-]{1,10}(\\.(com|local|io|me|internal|localhost|svc|arpa|[0-9a-fx]{1,4}))?") {
            holds(&format!("http://{host}/"));
        }
    }

    /// Checks the URLs of the web corpus, if it is available.
    #[test]
    fn nearly_all_urls_of_the_web_are_quiet() {
        let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
            eprintln!("skipped: there is no ../shared/corpus/web.txt");
            return;
        };
        let (quiet, all) = web
            .lines()
            .step_by(7)
            .fold((0, 0), |(quiet, all), text| (quiet + usize::from(holds(text)), all + 1));
        assert!(quiet * 10 > all * 9, "{quiet} of {all}");
    }
}
