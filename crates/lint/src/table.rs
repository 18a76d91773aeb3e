//! The lints, as data: what each is called, how much it matters, and where each document says so.
//!
//! Of RFC 3986 the sections 7.2 to 7.6 and 4.5 warn, and its "should"s to those who produce URIs are notes. The
//! section of another edition stands here only where it says the same. RFC 3987 takes over what RFC 3986 says of
//! security (section 8). The lints about bidirectional text and about normalization forms need data of Unicode, which
//! the feature `security` brings.

use std::fmt;

use urispec::Edition::{self, *};

use super::{Citation, Pack};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The document asks for another form, but a reader who follows the document is not misled.
    Note,
    /// Another reader, a person or a program, may take the string for something else, or the string
    /// does harm.
    Warning,
}

impl Severity {
    /// The name of the severity: `note` or `warning`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A check for something that may be unwise in a reference.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Lint {
    id: &'static str,
    severity: Severity,
    summary: &'static str,
    pack: Pack,
    sections: &'static [(Edition, &'static str)],
    citations: &'static [Citation],
}

impl Lint {
    const fn note(
        id: &'static str,
        summary: &'static str,
        sections: &'static [(Edition, &'static str)],
    ) -> Self {
        let (severity, pack) = (Severity::Note, Pack::Letter);
        Self { id, severity, summary, pack, sections, citations: &[] }
    }

    const fn warning(
        id: &'static str,
        summary: &'static str,
        sections: &'static [(Edition, &'static str)],
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::note(id, summary, sections) }
    }

    /// A lint of another pack than that of the letter.
    pub(super) const fn of_pack(
        pack: Pack,
        id: &'static str,
        severity: Severity,
        summary: &'static str,
        citations: &'static [Citation],
    ) -> Self {
        Self { id, severity, summary, pack, sections: &[], citations }
    }

    /// The lints of [`Pack::Letter`], in the order in which they are asked.
    #[must_use]
    pub fn all() -> &'static [&'static Self] {
        ALL
    }

    /// The lint of that id, of any pack.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_lint::Lint;
    /// let lint = Lint::named("rare-ipv4").unwrap();
    /// assert_eq!(lint.section(Edition::Rfc3986), Some("7.4"));
    /// assert_eq!(lint.section(Edition::Rfc1738), None);
    /// ```
    #[must_use]
    pub fn named(id: &str) -> Option<&'static Self> {
        let all = Pack::ALL.iter().flat_map(|pack| pack.lints());
        all.copied().find(|lint| lint.id == id)
    }

    /// The id of the lint, such as `rare-ipv4`. The id does not change.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The severity of the findings.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// What the lint is about, in a few words.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The pack of the lint.
    #[must_use]
    pub const fn pack(&self) -> Pack {
        self.pack
    }

    /// The documents that the lint rests on, if it is none of [`Pack::Letter`]. A finding may cite
    /// fewer, or another that speaks of the very string.
    #[must_use]
    pub const fn citations(&self) -> &'static [Citation] {
        self.citations
    }

    /// The section of the edition's document that the lint rests on.
    ///
    /// What a document that [amends](Edition::amends) another says nothing of is as the other says. If
    /// there is none, the document says nothing of the matter, and the lint finds nothing. A
    /// lint about another document cites that document.
    #[must_use]
    pub fn section(&self, edition: Edition) -> Option<&'static str> {
        let own = self.sections.iter().find(|(known, _)| *known == edition);
        own.map(|(_, section)| *section).or_else(|| self.section(edition.amends()?))
    }
}

macro_rules! table {
    ($($(#[$has:meta])? $name:ident = $kind:ident($id:literal, $summary:literal, $sections:expr);)*) => {
        $($(#[$has])? pub(super) static $name: Lint = Lint::$kind($id, $summary, $sections);)*
        const OF_REFERENCES: &[&Lint] = &[$($(#[$has])? &$name),*];
    };
}

table! {
    UPPER_CASE_SCHEME = note("upper-case-scheme", "a scheme that is not in lower case",
        &[(Rfc1738, "2.1"), (UrlSyntax05, "4.1"), (Rfc2396, "3.1"), (Rfc2396bis01, "6.3"), (Rfc3986, "3.1"), (Rfc3987, "5.3.2.1"), (Spiffe, "2")]);
    UPPER_CASE_HOST = note("upper-case-host", "a host that is not in lower case",
        &[(UrlSyntax05, "6"), (Rfc2396, "6"), (Rfc2396bis01, "6.3"), (Rfc3986, "3.2.2"), (Rfc3987, "5.3.2.1")]);
    LOWER_CASE_ESCAPE = note("lower-case-escape", "an escape whose digits are not in upper case",
        &[(Rfc2396bis01, "6.3"), (Rfc3986, "2.1"), (Rfc3987, "5.3.2.1")]);
    NEEDLESS_ESCAPE = note("needless-escape", "an escaped character that may stand for itself",
        &[(UrlSyntax05, "2.3"), (Rfc2396, "2.3"), (Rfc2396bis01, "6.3"), (Rfc3986, "2.3"), (Rfc3987, "5.3.2.3"), (Rfc2141, "2.3.1")]);
    DOT_SEGMENTS = note("dot-segments", "`.` and `..` where no base is needed to remove them",
        &[(Rfc2396bis01, "6.3"), (Rfc3986, "6.2.2.3"), (Rfc3987, "5.3.2.4")]);
    EMPTY_PORT = note("empty-port", "a `:` with no port after it",
        &[(Rfc2396bis01, "6.2.3"), (Rfc3986, "3.2.3"), (Rfc3987, "5.3.3")]);
    DEFAULT_PORT = note("default-port", "a port that is the scheme's default",
        &[(UrlSyntax05, "6"), (Rfc2396, "6"), (Rfc2396bis01, "6.2.3"), (Rfc3986, "3.2.3"), (Rfc3987, "5.3.3"), (Rfc9110, "4.2.3")]);
    EMPTY_PATH = note("empty-path", "an empty path after an authority, for `/`",
        &[(Rfc3986, "6.2.3"), (Rfc3987, "5.3.3"), (Rfc9110, "4.2.3")]);
    FILE_AUTHORITY_FORM = note("file-authority-form", "a file of the own machine that is not `file:///`",
        &[(Rfc3986, "6.2.3"), (Rfc3987, "5.3.3")]);
    ESCAPED_NUL = warning("escaped-nul", "an escaped NUL",
        &[(Rfc3986, "7.3"), (Rfc3987, "8"), (Rfc2141, "2.4"), (Rfc7565, "5")]);
    ESCAPED_CONTROL = warning("escaped-control", "an escaped line break or another control",
        &[(Rfc1738, "6"), (UrlSyntax05, "7"), (Rfc2396, "7"), (Rfc2396bis01, "7.2"), (Rfc3986, "7.2"), (Rfc3987, "8"), (Rfc7565, "5")]);
    ESCAPED_SLASH = warning("escaped-slash", "an escaped `/` or `\\` in a path",
        &[(Rfc1630, "4.1.2"), (Rfc3986, "7.3"), (Rfc3987, "8")]);
    ESCAPED_DOT_SEGMENT = warning("escaped-dot-segment", "a segment that is `.` or `..` once decoded",
        &[(Rfc3986, "7.3"), (Rfc3987, "8")]);
    SYSTEM_NAME = warning("system-name", "a segment with a name or an escaped character of file systems",
        &[(Rfc3986, "7.3"), (Rfc3987, "8")]);
    DOUBLE_ENCODING = warning("double-encoding", "an escape that was escaped again",
        &[(UrlSyntax05, "2.4.2"), (Rfc2396, "2.4.2"), (Rfc2396bis01, "2.4.2"), (Rfc3986, "2.4"), (Rfc3987, "3.1")]);
    NOT_UTF8 = note("not-utf8", "escaped octets that are not UTF-8",
        &[(Rfc2396bis01, "6.3"), (Rfc3986, "2.5"), (Rfc3987, "6.4"), (Rfc2141, "2.2"), (Rfc6068, "2"), (Rfc6920, "3"), (Rfc8141, "2.2"), (Rfc7565, "6")]);
    HOST_NOT_UTF8 = warning("host-not-utf8", "escaped octets of a host that are not UTF-8",
        &[(Rfc3986, "3.2.2")]);
    HTTP_NO_AUTHORITY = warning("http-no-authority", "no authority where the scheme wants a host, as http",
        &[(Rfc2396bis01, "3.2.2"), (Rfc3986, "3.2.2")]);
    EMPTY_HOST = warning("empty-host", "an empty host where the scheme wants one, as http",
        &[(Rfc2396bis01, "3.2.2"), (Rfc3986, "3.2.2"), (Rfc3987, "5.3.3")]);
    LONG_HOST = note("long-host", "a registered name of more than 255 characters",
        &[(Rfc3986, "3.2.2")]);
    NOT_DNS = note("not-dns", "a registered name that is no domain name",
        &[(Rfc3986, "3.2.2")]);
    RARE_IPV4 = warning("rare-ipv4", "a name that systems take for an IPv4 address",
        &[(Rfc2396bis01, "7.3"), (Rfc3986, "7.4"), (Rfc3987, "8")]);
    IPV6_SPELLING = note("ipv6-spelling", "an IPv6 address in another form than that of RFC 5952",
        &[(Rfc3986, "3.2.2"), (Rfc6874, "RFC 6874, 2")]);
    LOCAL_ZONE = warning("local-zone", "a zone identifier, which another host reads otherwise",
        &[(Rfc6874, "RFC 6874, 4")]);
    ZONE_SCOPE = warning("zone-scope", "a zone identifier behind an address that is not link-local",
        &[(Rfc6874, "RFC 6874, 4")]);
    ZONE_ESCAPE = note("zone-escape", "a zone identifier with a character that is not unreserved",
        &[(Rfc6874, "RFC 6874, 2")]);
    IP_LITERAL_VERSION = warning("ip-literal-version", "a version flag before an IPv4 or IPv6 address",
        &[(Rfc3986, "3.2.2")]);
    HUGE_PORT = warning("huge-port", "a port above 65535",
        &[(Rfc1738, "3.1"), (UrlSyntax05, "4.3.1"), (Rfc2396, "3.2.2"), (Rfc2396bis01, "3.2.2"), (Rfc3986, "3.2.3")]);
    PORT_ZEROS = note("port-zeros", "a port with zeros before it",
        &[(Rfc3986, "3.2.3")]);
    FOREIGN_PORT = warning("foreign-port", "a port that is reserved for another protocol",
        &[(Rfc1738, "6"), (UrlSyntax05, "7"), (Rfc2396, "7"), (Rfc2396bis01, "7.2"), (Rfc3986, "7.2"), (Rfc3987, "8")]);
    NONDEFAULT_PORT = note("nondefault-port", "a port that is not the scheme's default, above those that are reserved",
        &[(Rfc1738, "6"), (UrlSyntax05, "7"), (Rfc2396, "7"), (Rfc2396bis01, "7.2")]);
    PASSWORD = warning("password", "a password in the userinfo",
        &[(Rfc1738, "6"), (UrlSyntax05, "4.3.1"), (Rfc2396, "3.2.2"), (Rfc2396bis01, "7.4"), (Rfc3986, "3.2.1"), (Rfc3987, "8")]);
    HTTP_USERINFO = warning("http-userinfo", "a userinfo in http or https",
        &[(Rfc1738, "3.3"), (Rfc3986, "RFC 9110, 4.2.4"), (Rfc9110, "4.2.4")]);
    USERINFO_LIKE_HOST = warning("userinfo-like-host", "a userinfo that reads like a host",
        &[(Rfc2396bis01, "7.5"), (Rfc3986, "7.6"), (Rfc3987, "8")]);
    SAME_SCHEME_RELATIVE = warning("same-scheme-relative", "a scheme before what looks relative, as `http:g`",
        &[(Rfc1808, "5.2"), (UrlSyntax05, "C.2"), (Rfc2396, "5.2"), (Rfc2396bis01, "C.2"), (Rfc3986, "5.4.2")]);
    SUFFIX_REFERENCE = warning("suffix-reference", "an authority without `//`, as `www.w3.org/Addressing/`",
        &[(Rfc2396, "F"), (Rfc2396bis01, "F"), (Rfc3986, "4.5")]);
    COLON_IN_FIRST_SEGMENT = note("colon-in-first-segment", "a first segment that reads like a scheme",
        &[(Rfc1808, "5.3"), (UrlSyntax05, "5"), (Rfc2396, "5"), (Rfc2396bis01, "5"), (Rfc3986, "4.2")]);
    PATH_LIKE_AUTHORITY = warning("path-like-authority", "a path that may read as an authority when it is resolved",
        &[(Rfc3986, "3.3")]);
    BIDI_FORMATTING = warning("bidi-formatting", "a character that sets the direction of the text",
        &[(Rfc3987, "4.1")]);
    #[cfg(feature = "security")]
    BIDI_MIXED = warning("bidi-mixed", "characters of both directions in one component",
        &[(Rfc3987, "4.2")]);
    #[cfg(feature = "security")]
    BIDI_ENDS = warning("bidi-ends", "a component of right-to-left characters that begins or ends with another",
        &[(Rfc3987, "4.2")]);
    #[cfg(feature = "security")]
    NOT_NFC = note("not-nfc", "characters that are not in Normalization Form C",
        &[(Rfc3987, "5.3.2.2")]);
    #[cfg(feature = "security")]
    COMPATIBILITY_VARIANT = note("compatibility-variant", "a variant of characters that Normalization Form KC replaces",
        &[(Rfc3987, "7.5")]);
    URN_NAMESPACE = warning("urn-namespace", "an NID that no namespace, or no formal one, may have",
        &[(Rfc2141, "2.1"), (Rfc8141, "5.1")]);
    URN_RESERVED = note("urn-reserved", "a `/`, `?` or `#` where they are reserved for later",
        &[(Rfc2141, "2.3.2")]);
    R_COMPONENT = note("urn-r-component", "an r-component, before it means something",
        &[(Rfc8141, "2.3.1")]);
    DATA_NOT_BASE64 = warning("data-not-base64", "data that `;base64` marks and that are none",
        &[(Rfc2397, "2")]);
    DATA_FOREIGN_CHARACTER = warning("data-foreign-character", "a character in data that base64 does not have",
        &[(Rfc2397, "2")]);
    DATA_QUOTED_VALUE = note("data-quoted-value", "a value of a parameter that is a quoted string",
        &[(Rfc2397, "3")]);
    DATA_LONG = note("data-long", "a URL with its data of more than 1024 characters",
        &[(Rfc2397, "2")]);
    OID_ROOT = warning("oid-root", "a first number of an object identifier that is not assigned",
        &[(Rfc3061, "2")]);
    TEL_LOCAL_NUMBER = note("tel-local-number", "a number that is unique only within its context",
        &[(Rfc3966, "5.1.5")]);
    TEL_NUMBER_SIGN = warning("tel-number-sign", "a `#` in a number, where others see a fragment",
        &[(Rfc3966, "3")]);
    TEL_UNENCODED_DELIMITER = warning("tel-unencoded-delimiter", "a `+` in a value that is not encoded",
        &[(Rfc3966, "3")]);
    TEL_REPEATED_PARAMETER = warning("tel-repeated-parameter", "a parameter of a number that stands twice",
        &[(Rfc3966, "3")]);
    TEL_PARAMETER_ORDER = warning("tel-parameter-order", "a parameter of a number behind one that it should precede",
        &[(Rfc3966, "3")]);
    TEL_UPPER_CASE = note("tel-upper-case", "an upper-case letter in a parameter of a number",
        &[(Rfc3966, "4")]);
    TEL_TWO_SUBADDRESSES = warning("tel-two-subaddresses", "an extension beside a subaddress of ISDN",
        &[(Rfc3966, "5.3")]);
    TEL_MANDATORY_PARAMETER = warning("tel-mandatory-parameter", "a mandatory parameter that the document does not know",
        &[(Rfc3966, "5.4")]);
    GEO_INVALID_LOCATION = warning("geo-invalid-location", "a latitude or a longitude that is on no globe",
        &[(Rfc5870, "9.1")]);
    GEO_POLE_LONGITUDE = note("geo-pole-longitude", "a longitude of a pole that is not 0",
        &[(Rfc5870, "3.4.2")]);
    GEO_UNKNOWN_CRS = warning("geo-unknown-crs", "a coordinate reference system that the document does not know",
        &[(Rfc5870, "3.4.1")]);
    GEO_PARAMETER_ORDER = warning("geo-parameter-order", "a `crs` or `u` that does not stand first, or stands twice",
        &[(Rfc5870, "3.3")]);
    GEO_UNKNOWN_PARAMETER = note("geo-unknown-parameter", "a parameter of a place that the document does not know",
        &[(Rfc5870, "4")]);
    GEO_UPPER_CASE = note("geo-upper-case", "an upper-case letter in the name of a parameter or of a CRS",
        &[(Rfc5870, "3.3")]);
    MAILTO_TO_FIELD = warning("mailto-to-field", "recipients in a field `to` beside others",
        &[(Rfc6068, "2")]);
    MAILTO_REPEATED_FIELD = warning("mailto-repeated-field", "a header field that stands twice",
        &[(Rfc6068, "2")]);
    MAILTO_IGNORED_FIELD = note("mailto-ignored-field", "a header field that clients must ignore",
        &[(Rfc6068, "3")]);
    MAILTO_UNSAFE_FIELD = warning("mailto-unsafe-field", "a header field that is not known to be safe",
        &[(Rfc6068, "4")]);
    MAILTO_LINE_BREAK = warning("mailto-line-break", "a line break outside of the body, or not as %0D%0A",
        &[(Rfc6068, "5")]);
    MAILTO_SAME_ADDRESS = note("mailto-same-address", "an address that stands twice",
        &[(Rfc6068, "3")]);
    MAILTO_NOT_UTF8 = warning("mailto-not-utf8", "escaped octets of an address that are not UTF-8",
        &[(Rfc6068, "2")]);
    MAILTO_ENCODED_DOMAIN = note("mailto-encoded-domain", "an escaped character of ASCII in a domain",
        &[(Rfc6068, "2")]);
    ACCT_ESCAPED_SPACE = warning("acct-escaped-space", "an escaped space in the name of an account",
        &[(Rfc7565, "5")]);
    ACCT_ENCODED_HOST = warning("acct-encoded-host", "an escape in the host of an account",
        &[(Rfc7565, "6")]);
    ACCT_NO_DOMAIN = note("acct-no-domain", "a host of an account that is no domain name",
        &[(Rfc7565, "4")]);
    DID_SEMICOLON = note("did-semicolon", "a semicolon, which later versions may make a delimiter",
        &[(Did, "3.2")]);
    DID_PARAMETER = warning("did-parameter", "a DID parameter whose value is not as it must be",
        &[(Did, "3.2.1")]);
    ABOUT_TOKEN = note("about-token", "a token that each browser may take for another resource",
        &[(Rfc6694, "2.2")]);
    NI_NOT_BASE64URL = warning("ni-not-base64url", "a value that is the base64url of no octets",
        &[(Rfc6920, "3")]);
    NIH_UPPER_CASE = warning("nih-upper-case", "a digit of a spoken hash that is in upper case",
        &[(Rfc6920, "7")]);
    NIH_HALF_OCTET = warning("nih-half-octet", "a spoken hash whose last octet is not whole",
        &[(Rfc6920, "7")]);
    NIH_CHECK_DIGIT = warning("nih-check-digit", "a check digit that is not that of the hash",
        &[(Rfc6920, "7")]);
    NI_LENGTH = warning("ni-length", "a hash that has not the length of its algorithm",
        &[(Rfc6920, "2")]);
    NI_SHORT = note("ni-short", "a hash of less than 100 bits",
        &[(Rfc6920, "2")]);
    NI_PARAMETERS = note("ni-parameters", "a part of the query that is no `tag=value`",
        &[(Rfc6920, "3")]);
    UUID_VARIANT = note("uuid-variant", "a UUID of another variant, and neither Nil nor Max",
        &[(Rfc9562, "4.1")]);
    UUID_VERSION = note("uuid-version", "a UUID of a version that the document does not describe",
        &[(Rfc9562, "4.2")]);
    UUID_MD5 = note("uuid-md5", "a UUID of version 3, for which version 5 should be used",
        &[(Rfc9562, "5.3")]);
    UUID_GREGORIAN = note("uuid-gregorian", "a UUID of version 1 or 6, for which version 7 should be used",
        &[(Rfc9562, "5.7")]);
    UUID_NODE = warning("uuid-node", "a UUID that may have the address of a host",
        &[(Rfc9562, "8")]);
    SPIFFE_NAME = note("spiffe-name", "a trust domain name that others are likely to have too",
        &[(Spiffe, "2.1.1")]);
    SPIFFE_LONG = note("spiffe-long", "an ID of more than 2048 bytes",
        &[(Spiffe, "2.3")]);
    PURL_NOT_CANONICAL = note("purl-not-canonical", "a PURL that is not in its canonical form",
        &[(Pkg, "lenient")]);
    PURL_NO_PACKAGE = warning("purl-no-package", "a PURL that no package can have",
        &[(Pkg, "rules")]);
    IMAGE_REFUSED = warning("image-refused", "a reference to an image that is refused though its grammar derives it",
        &[(Oci, "parse")]);
    IMAGE_DOMAIN = warning("image-domain", "a domain of an image that is taken for a path when it is typed",
        &[(Oci, "normalize")]);
    INVALID_BEFORE = note("invalid-before", "not valid under the edition before", &[]);
    INVALID_AFTER = note("invalid-after", "not valid under the edition after", &[]);
}

#[cfg(not(feature = "unicode"))]
pub(super) static ALL: &[&Lint] = OF_REFERENCES;

#[cfg(feature = "unicode")]
pub(super) use validation::ALL;

/// The validation errors of the URL Standard (its section Writing), each a lint with the Standard's name.
#[cfg(feature = "unicode")]
pub(super) mod validation {
    use super::*;
    use urispec::whatwg::ValidationErrorKind as Kind;

    static LINTS: [Lint; Kind::ALL.len()] = {
        let mut all = [const { Lint::warning("", "", &[(Whatwg, "writing")]) }; Kind::ALL.len()];
        let mut at = 0;
        while at < all.len() {
            (all[at].id, all[at].summary) = (Kind::ALL[at].name(), Kind::ALL[at].sentence());
            at += 1;
        }
        all
    };

    const COUNT: usize = OF_REFERENCES.len();

    /// The lints of references, and then those of validation errors.
    pub(in super::super) static ALL: &[&Lint] = &{
        let mut all = [OF_REFERENCES[0]; COUNT + Kind::ALL.len()];
        let mut at = 1;
        while at < all.len() {
            all[at] = if at < COUNT { OF_REFERENCES[at] } else { &LINTS[at - COUNT] };
            at += 1;
        }
        all
    };

    /// The lint of a kind of validation error.
    pub(in super::super) const fn lint(kind: Kind) -> &'static Lint {
        &LINTS[kind as usize]
    }
}
