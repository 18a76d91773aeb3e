//! The table of the lints: their names, their severities and, for each document, the sections that justify them.
//!
//! For RFC 3986, the warnings come from sections 7.2 to 7.6 and 4.5, and the notes from each "should" for producers of
//! URIs. A section of another edition is listed only if it states the same rule. RFC 3987 adopts the security
//! considerations of RFC 3986 (section 8). The lints about bidirectional text and normalization forms need Unicode
//! data, which the feature `security` provides.

use std::fmt;
use std::str::FromStr;

use urispec::Edition;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The document asks for another form, but a conforming reader is not misled.
    Note,
    /// Another reader, a person or a program, may misinterpret the string, or the string does harm.
    Warning,
}

impl Severity {
    /// Returns the name of the severity: `note` or `warning`.
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

/// A check for something unwise in a reference.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Lint {
    pub(super) id: &'static str,
    pub(super) severity: Severity,
    pub(super) summary: &'static str,
    /// The message of a finding, if it is constant.
    pub(super) message: &'static str,
    pub(super) pack: Pack,
    pub(super) sections: &'static [(Edition, &'static str)],
    pub(super) citations: &'static [Citation],
}

impl Lint {
    /// Returns the lints of [`Pack::Letter`], in the order in which they run.
    #[must_use]
    pub fn all() -> &'static [&'static Self] {
        ALL
    }

    /// Returns the lint with an id, of any pack.
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
        Pack::ALL.iter().flat_map(|pack| pack.lints()).copied().find(|lint| lint.id == id)
    }

    /// Returns the id of the lint, such as `rare-ipv4`. The id never changes.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the severity of the findings.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns a short description of the lint.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Returns the pack of the lint.
    #[must_use]
    pub const fn pack(&self) -> Pack {
        self.pack
    }

    /// Returns the documents on which the lint rests; empty for a lint of [`Pack::Letter`]. A finding may cite fewer
    /// documents, or a more specific one.
    #[must_use]
    pub const fn citations(&self) -> &'static [Citation] {
        self.citations
    }

    /// Returns the section that justifies the lint in the document of an edition.
    ///
    /// A document that [amends](Edition::amends) another document adopts its sections. If there is no section, the
    /// document does not cover the subject of the lint, and the lint finds nothing. The lints `invalid-before` and
    /// `invalid-after` cite the document of the preceding or the following edition.
    #[must_use]
    pub fn section(&self, edition: Edition) -> Option<&'static str> {
        let own = self.sections.iter().find(|(known, _)| *known == edition);
        own.map(|(_, section)| *section).or_else(|| self.section(edition.amends()?))
    }
}

// The packs: collections of lints that run together.

/// A collection of lints that run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Pack {
    /// Forms that the documents of the editions warn of, or advise against. These lints accept only valid references.
    Letter,
    /// Signs of attacks. These lints accept any string.
    #[cfg(feature = "security")]
    Security,
    /// Names that IANA's registries lack, or keep as historical. These lints accept any string with a scheme.
    Registry,
}

impl Pack {
    /// All packs.
    pub const ALL: &[Self] = &[
        Self::Letter,
        #[cfg(feature = "security")]
        Self::Security,
        Self::Registry,
    ];

    /// Returns the lints of the pack, in the order of their findings.
    #[must_use]
    pub fn lints(self) -> &'static [&'static Lint] {
        match self {
            Self::Letter => ALL,
            #[cfg(feature = "security")]
            Self::Security => super::security::LINTS,
            Self::Registry => super::registry::LINTS,
        }
    }

    /// Returns the name of the pack: `letter`, `security` or `registry`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            #[cfg(feature = "security")]
            Self::Security => "security",
            Self::Registry => "registry",
        }
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a pack in this build.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pack of lints is called `{0}`; the packs are: {names}", names = Pack::ALL.iter().map(|pack| pack.name()).collect::<Vec<_>>().join(", "))]
pub struct UnknownPack(String);

impl FromStr for Pack {
    type Err = UnknownPack;

    fn from_str(name: &str) -> Result<Self, UnknownPack> {
        let found = Self::ALL.iter().copied().find(|pack| pack.name() == name);
        found.ok_or_else(|| UnknownPack(name.to_owned()))
    }
}

// Citations.

/// A citation of a whole document or of one of its sections. The document may be the document of an edition.
///
/// ```
/// use urispec::{Edition, UriRef};
/// use urispec_lint::lint;
/// let found = lint(&UriRef::parse("http://0x7f.1/")?);
/// let citation = found[0].citations()[0];
/// assert_eq!((citation.edition(), citation.section()), (Some(Edition::Rfc3986), Some("7.4")));
/// assert_eq!(citation.to_string(), "rfc3986, 7.4");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Citation {
    document: &'static str,
    section: Option<&'static str>,
    edition: Option<Edition>,
}

impl Citation {
    /// Cites a section of an edition's document.
    pub(super) const fn of(edition: Edition, section: &'static str) -> Self {
        Self { document: edition.id(), section: Some(section), edition: Some(edition) }
    }

    /// Cites a section of another document, by its number or its name.
    pub(super) const fn section_of(document: &'static str, section: &'static str) -> Self {
        Self { document, section: Some(section), edition: None }
    }

    /// Cites a whole document.
    pub(super) const fn whole(document: &'static str) -> Self {
        Self { document, section: None, edition: None }
    }

    /// Returns the document: the id of an edition, or the name of another document, such as `RFC 6761` or
    /// `URL Standard`.
    #[must_use]
    pub const fn document(&self) -> &'static str {
        self.document
    }

    /// Returns the section, by its number or, in a document without stable numbers, by its name. It is `None` if the whole
    /// document is cited.
    #[must_use]
    pub const fn section(&self) -> Option<&'static str> {
        self.section
    }

    /// Returns the edition whose document is cited, if there is one.
    #[must_use]
    pub const fn edition(&self) -> Option<Edition> {
        self.edition
    }
}

/// Prints the document and the section, such as `RFC 6761, 6.3`.
impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.edition, self.section) {
            (Some(edition), Some(section)) => f.write_str(&edition.cited(section)),
            (None, Some(section)) => write!(f, "{}, {section}", self.document),
            (_, None) => f.write_str(self.document),
        }
    }
}

// The table.

macro_rules! table {
    ($($(#[$has:meta])? $name:ident = $severity:ident(
        $id:literal, $summary:literal, $message:literal $(, $edition:ident $section:literal)*
    );)*) => {
        $($(#[$has])? pub(super) static $name: Lint = Lint {
            id: $id,
            severity: Severity::$severity,
            summary: $summary,
            message: $message,
            pack: Pack::Letter,
            sections: &[$((Edition::$edition, $section)),*],
            citations: &[],
        };)*
        pub(super) const OF_REFERENCES: &[&Lint] = &[$($(#[$has])? &$name),*];
    };
}

table! {
    UPPER_CASE_SCHEME = Note("upper-case-scheme", "a scheme that is not in lower case",
        "a scheme should be in lower case", Rfc1738 "2.1", UrlSyntax05 "4.1", Rfc2396 "3.1", Rfc2396bis01 "6.3", Rfc3986 "3.1", Rfc3987 "5.3.2.1", Spiffe "2");
    UPPER_CASE_HOST = Note("upper-case-host", "a host that is not in lower case",
        "a host should be in lower case, which is equivalent", UrlSyntax05 "6", Rfc2396 "6", Rfc2396bis01 "6.3", Rfc3986 "3.2.2", Rfc3987 "5.3.2.1");
    LOWER_CASE_ESCAPE = Note("lower-case-escape", "an escape whose digits are not in upper case",
        "the digits of an escape should be in upper case", Rfc2396bis01 "6.3", Rfc3986 "2.1", Rfc3987 "5.3.2.1");
    NEEDLESS_ESCAPE = Note("needless-escape", "an escaped character that needs no escape",
        "the character needs no escape", UrlSyntax05 "2.3", Rfc2396 "2.3", Rfc2396bis01 "6.3", Rfc3986 "2.3", Rfc3987 "5.3.2.3", Rfc2141 "2.3.1");
    DOT_SEGMENTS = Note("dot-segments", "`.` and `..` that can be removed without a base",
        "dot segments belong at the beginning of a relative path", Rfc2396bis01 "6.3", Rfc3986 "6.2.2.3", Rfc3987 "5.3.2.4");
    EMPTY_PORT = Note("empty-port", "a `:` with no port after it",
        "an empty port is equivalent to none", Rfc2396bis01 "6.2.3", Rfc3986 "3.2.3", Rfc3987 "5.3.3");
    DEFAULT_PORT = Note("default-port", "a port that is the scheme's default",
        "", UrlSyntax05 "6", Rfc2396 "6", Rfc2396bis01 "6.2.3", Rfc3986 "3.2.3", Rfc3987 "5.3.3", Rfc9110 "4.2.3");
    EMPTY_PATH = Note("empty-path", "an empty path after an authority, for `/`",
        "the path is empty, which is equivalent to \"/\"", Rfc3986 "6.2.3", Rfc3987 "5.3.3", Rfc9110 "4.2.3");
    FILE_AUTHORITY_FORM = Note("file-authority-form", "a file on the local machine that is not `file:///`",
        "a file on the local machine should have an empty authority", Rfc3986 "6.2.3", Rfc3987 "5.3.3");
    ESCAPED_NUL = Warning("escaped-nul", "an escaped NUL",
        "a decoder may treat NUL as the end of the data", Rfc3986 "7.3", Rfc3987 "8", Rfc2141 "2.4", Rfc7565 "5");
    ESCAPED_CONTROL = Warning("escaped-control", "an escaped line break or another control",
        "if decoded too early, this is a delimiter in some protocols", Rfc1738 "6", UrlSyntax05 "7", Rfc2396 "7", Rfc2396bis01 "7.2", Rfc3986 "7.2", Rfc3987 "8", Rfc7565 "5");
    ESCAPED_SLASH = Warning("escaped-slash", "an escaped `/` or `\\` in a path",
        "if decoded too early, this separates segments", Rfc1630 "4.1.2", Rfc3986 "7.3", Rfc3987 "8");
    ESCAPED_DOT_SEGMENT = Warning("escaped-dot-segment", "a segment that is `.` or `..` once decoded",
        "decoded, the segment is \".\" or \"..\" to a file system", Rfc3986 "7.3", Rfc3987 "8");
    SYSTEM_NAME = Warning("system-name", "a segment with a special name or an escaped special character of file systems",
        "a file system may read this as a device or a delimiter", Rfc3986 "7.3", Rfc3987 "8");
    DOUBLE_ENCODING = Warning("double-encoding", "an escape that was escaped again",
        "if decoded twice, this is a different character", UrlSyntax05 "2.4.2", Rfc2396 "2.4.2", Rfc2396bis01 "2.4.2", Rfc3986 "2.4", Rfc3987 "3.1");
    NOT_UTF8 = Note("not-utf8", "escaped octets that are not UTF-8",
        "the escaped octets are not UTF-8", Rfc2396bis01 "6.3", Rfc3986 "2.5", Rfc3987 "6.4", Rfc2141 "2.2", Rfc6068 "2", Rfc6920 "3", Rfc8141 "2.2", Rfc7565 "6");
    HOST_NOT_UTF8 = Warning("host-not-utf8", "escaped octets of a host that are not UTF-8",
        "the escaped octets are not UTF-8", Rfc3986 "3.2.2");
    HTTP_NO_AUTHORITY = Warning("http-no-authority", "no authority, although the scheme requires a host, such as http",
        "the authority is missing, but the scheme requires a host", Rfc2396bis01 "3.2.2", Rfc3986 "3.2.2");
    EMPTY_HOST = Warning("empty-host", "an empty host, although the scheme requires one, such as http",
        "the host is empty, but the scheme requires one", Rfc2396bis01 "3.2.2", Rfc3986 "3.2.2", Rfc3987 "5.3.3");
    LONG_HOST = Note("long-host", "a registered name of more than 255 characters",
        "", Rfc3986 "3.2.2");
    NOT_DNS = Note("not-dns", "a registered name that is not a domain name",
        "the label is not valid in the DNS, and a host should have a DNS name", Rfc3986 "3.2.2");
    RARE_IPV4 = Warning("rare-ipv4", "a name that systems read as an IPv4 address",
        "", Rfc2396bis01 "7.3", Rfc3986 "7.4", Rfc3987 "8");
    IPV6_SPELLING = Note("ipv6-spelling", "an IPv6 address that is not in the form of RFC 5952",
        "", Rfc3986 "3.2.2", Rfc6874 "RFC 6874, 2");
    LOCAL_ZONE = Warning("local-zone", "a zone identifier, whose meaning is local to a host",
        "the zone is local to this host; remove it before you send the URI to another host", Rfc6874 "RFC 6874, 4");
    ZONE_SCOPE = Warning("zone-scope", "a zone identifier after an address that is not link-local",
        "a zone is well-defined only for an address in fe80::/10", Rfc6874 "RFC 6874, 4");
    ZONE_ESCAPE = Note("zone-escape", "a zone identifier with a character that is not unreserved",
        "a zone should contain only unreserved characters", Rfc6874 "RFC 6874, 2");
    IP_LITERAL_VERSION = Warning("ip-literal-version", "a version flag before an IPv4 or IPv6 address",
        "the flag is reserved for future address forms, and this is an existing one", Rfc3986 "3.2.2");
    HUGE_PORT = Warning("huge-port", "a port above 65535",
        "the port is above 65535, the maximum for TCP and UDP", Rfc1738 "3.1", UrlSyntax05 "4.3.1", Rfc2396 "3.2.2", Rfc2396bis01 "3.2.2", Rfc3986 "3.2.3");
    PORT_ZEROS = Note("port-zeros", "a port with zeros before it",
        "leading zeros in the port are redundant", Rfc3986 "3.2.3");
    FOREIGN_PORT = Warning("foreign-port", "a port that is reserved for another protocol",
        "", Rfc1738 "6", UrlSyntax05 "7", Rfc2396 "7", Rfc2396bis01 "7.2", Rfc3986 "7.2", Rfc3987 "8");
    NONDEFAULT_PORT = Note("nondefault-port", "a port above 1023 that is not the default of the scheme",
        "", Rfc1738 "6", UrlSyntax05 "7", Rfc2396 "7", Rfc2396bis01 "7.2");
    PASSWORD = Warning("password", "a password in the userinfo",
        "anyone who sees the URI can read the password", Rfc1738 "6", UrlSyntax05 "4.3.1", Rfc2396 "3.2.2", Rfc2396bis01 "7.4", Rfc3986 "3.2.1", Rfc3987 "8");
    HTTP_USERINFO = Warning("http-userinfo", "a userinfo in http or https",
        "http does not use a userinfo, which may mislead", Rfc1738 "3.3", Rfc3986 "RFC 9110, 4.2.4", Rfc9110 "4.2.4");
    USERINFO_LIKE_HOST = Warning("userinfo-like-host", "a userinfo that reads like a host",
        "", Rfc2396bis01 "7.5", Rfc3986 "7.6", Rfc3987 "8");
    SAME_SCHEME_RELATIVE = Warning("same-scheme-relative", "a scheme before a relative-looking rest, such as `http:g`",
        "some parsers read this as a relative reference", Rfc1808 "5.2", UrlSyntax05 "C.2", Rfc2396 "5.2", Rfc2396bis01 "C.2", Rfc3986 "5.4.2");
    SUFFIX_REFERENCE = Warning("suffix-reference", "an authority without `//`, such as `www.w3.org/Addressing/`",
        "", Rfc2396 "F", Rfc2396bis01 "F", Rfc3986 "4.5");
    COLON_IN_FIRST_SEGMENT = Note("colon-in-first-segment", "a first segment that reads like a scheme",
        "if this is part of a segment and not a scheme, write \"./\" before it", Rfc1808 "5.3", UrlSyntax05 "5", Rfc2396 "5", Rfc2396bis01 "5", Rfc3986 "4.2");
    PATH_LIKE_AUTHORITY = Warning("path-like-authority", "a path that may read as an authority when it is resolved",
        "", Rfc3986 "3.3");
    BIDI_FORMATTING = Warning("bidi-formatting", "a character that sets the direction of the text",
        "this invisible character changes how the IRI is displayed", Rfc3987 "4.1");
    #[cfg(feature = "security")]
    BIDI_MIXED = Warning("bidi-mixed", "characters of both directions in one component",
        "a reader may see the characters in another order", Rfc3987 "4.2");
    #[cfg(feature = "security")]
    BIDI_ENDS = Warning("bidi-ends", "a component with right-to-left characters that does not begin and end with one",
        "the characters next to right-to-left characters may be displayed in another place", Rfc3987 "4.2");
    #[cfg(feature = "security")]
    NOT_NFC = Note("not-nfc", "characters that are not in Normalization Form C",
        "another spelling of the same characters is in Normalization Form C", Rfc3987 "5.3.2.2");
    #[cfg(feature = "security")]
    COMPATIBILITY_VARIANT = Note("compatibility-variant", "a variant of characters that Normalization Form KC replaces",
        "plainer characters are equivalent", Rfc3987 "7.5");
    URN_NAMESPACE = Warning("urn-namespace", "a namespace identifier that is reserved, or not allowed for a formal namespace",
        "no formal namespace may have this identifier", Rfc2141 "2.1", Rfc8141 "5.1");
    URN_RESERVED = Note("urn-reserved", "a `/`, `?` or `#` where they are reserved for later",
        "the character is reserved, and should be encoded", Rfc2141 "2.3.2");
    R_COMPONENT = Note("urn-r-component", "an r-component, whose meaning is not yet defined",
        "no document defines r-components yet", Rfc8141 "2.3.1");
    DATA_NOT_BASE64 = Warning("data-not-base64", "data marked `;base64` that are not valid base64",
        "this is not valid base64", Rfc2397 "2");
    DATA_FOREIGN_CHARACTER = Warning("data-foreign-character", "a character in data that is not part of base64",
        "the character is not part of base64: some decoders ignore it, and others fail", Rfc2397 "2");
    DATA_QUOTED_VALUE = Note("data-quoted-value", "a value of a parameter that is a quoted string",
        "in a URL, use escapes instead of the quotes of a mail header", Rfc2397 "3");
    DATA_LONG = Note("data-long", "a URL with its data of more than 1024 characters",
        "the scheme is useful for short values only, and HTML had a limit of 1024 characters", Rfc2397 "2");
    OID_ROOT = Warning("oid-root", "a first number of an object identifier that is not assigned",
        "the first number is 0 for ITU-T, 1 for ISO, and 2 for both", Rfc3061 "2");
    TEL_LOCAL_NUMBER = Note("tel-local-number", "a number that is unique only in its context",
        "a local number should be used only if there is no global one", Rfc3966 "5.1.5");
    TEL_NUMBER_SIGN = Warning("tel-number-sign", "a `#` in a number, where others see a fragment",
        "the syntax is that of RFC 2396, where a \"#\" ends the URI and begins a fragment", Rfc3966 "3");
    TEL_UNENCODED_DELIMITER = Warning("tel-unencoded-delimiter", "a `+` in a value that is not encoded",
        "the character is a delimiter, and must be percent-encoded in a value", Rfc3966 "3");
    TEL_REPEATED_PARAMETER = Warning("tel-repeated-parameter", "a parameter of a number that is repeated",
        "the parameter is repeated", Rfc3966 "3");
    TEL_PARAMETER_ORDER = Warning("tel-parameter-order", "a parameter of a number after one that it should precede",
        "the order is: subaddress or extension, context, then the other parameters by name", Rfc3966 "3");
    TEL_UPPER_CASE = Note("tel-upper-case", "an upper-case letter in a parameter of a number",
        "a comparison of URIs by characters is case-sensitive", Rfc3966 "4");
    TEL_TWO_SUBADDRESSES = Warning("tel-two-subaddresses", "an extension beside a subaddress of ISDN",
        "a number has either an extension or a subaddress", Rfc3966 "5.3");
    TEL_MANDATORY_PARAMETER = Warning("tel-mandatory-parameter", "a mandatory parameter that the document does not define",
        "clients that do not support the parameter must reject the URI", Rfc3966 "5.4");
    GEO_INVALID_LOCATION = Warning("geo-invalid-location", "a latitude or a longitude out of range",
        "a latitude must be between -90 and 90, and a longitude between -180 and 180", Rfc5870 "9.1");
    GEO_POLE_LONGITUDE = Note("geo-pole-longitude", "a longitude of a pole that is not 0",
        "the longitude of a pole should be 0", Rfc5870 "3.4.2");
    GEO_UNKNOWN_CRS = Warning("geo-unknown-crs", "a coordinate reference system that the document does not define",
        "the document does not define the CRS, so the meaning of the coordinates is undefined", Rfc5870 "3.4.1");
    GEO_PARAMETER_ORDER = Warning("geo-parameter-order", "a `crs` or `u` that is not first, or is repeated",
        "\"crs\" must come first, and \"u\" before all others, each once and with its value", Rfc5870 "3.3");
    GEO_UNKNOWN_PARAMETER = Note("geo-unknown-parameter", "a parameter of a location that the document does not define",
        "the document does not define the parameter, so the comparison of its values is undefined", Rfc5870 "4");
    GEO_UPPER_CASE = Note("geo-upper-case", "an upper-case letter in the name of a parameter or of a CRS",
        "names of parameters and of the CRS should be in lower case", Rfc5870 "3.3");
    MAILTO_TO_FIELD = Warning("mailto-to-field", "a field `to` in addition to other recipients",
        "some clients ignore a field `to` if the URI has other recipients", Rfc6068 "2");
    MAILTO_REPEATED_FIELD = Warning("mailto-repeated-field", "a header field that is repeated",
        "the field is repeated, and clients treat a repeated field differently", Rfc6068 "2");
    MAILTO_IGNORED_FIELD = Note("mailto-ignored-field", "a header field that clients must ignore",
        "a client must ignore the field", Rfc6068 "3");
    MAILTO_UNSAFE_FIELD = Warning("mailto-unsafe-field", "a header field that is not known to be safe",
        "only Subject, Keywords and the body are considered safe from any source", Rfc6068 "4");
    MAILTO_LINE_BREAK = Warning("mailto-line-break", "a line break outside of the body, or not as %0D%0A",
        "a line break is %0D%0A, and may occur only in the body", Rfc6068 "5");
    MAILTO_SAME_ADDRESS = Note("mailto-same-address", "an address that is repeated",
        "the address is repeated", Rfc6068 "3");
    MAILTO_NOT_UTF8 = Warning("mailto-not-utf8", "escaped octets of an address that are not UTF-8",
        "octets that are not UTF-8 are prohibited in an address", Rfc6068 "2");
    MAILTO_ENCODED_DOMAIN = Note("mailto-encoded-domain", "an escaped ASCII character in a domain",
        "in a domain only characters that are not ASCII are encoded", Rfc6068 "2");
    ACCT_ESCAPED_SPACE = Warning("acct-escaped-space", "an escaped space in the name of an account",
        "software is advised not to allow a space in the name of an account", Rfc7565 "5");
    ACCT_ENCODED_HOST = Warning("acct-encoded-host", "an escape in the host of an account",
        "use A-labels for an internationalized domain name; other names need no escape", Rfc7565 "6");
    ACCT_NO_DOMAIN = Note("acct-no-domain", "a host of an account that is not a domain name",
        "the host must be the domain name of the service provider", Rfc7565 "4");
    DID_SEMICOLON = Note("did-semicolon", "a semicolon, which later versions may make a delimiter",
        "a later version may use a semicolon as a delimiter of parameters", Did "3.2");
    DID_PARAMETER = Warning("did-parameter", "a DID parameter with an invalid value",
        "the value does not have the required form", Did "3.2.1");
    ABOUT_TOKEN = Note("about-token", "a token that denotes different resources in different browsers",
        "each browser chooses what the token denotes", Rfc6694 "2.2");
    NI_NOT_BASE64URL = Warning("ni-not-base64url", "a value that is not valid base64url",
        "this is not valid base64url", Rfc6920 "3");
    NIH_UPPER_CASE = Warning("nih-upper-case", "a digit of a spoken hash that is in upper case",
        "the digits of a hash are in lower case", Rfc6920 "7");
    NIH_HALF_OCTET = Warning("nih-half-octet", "a spoken hash whose last octet is not whole",
        "an octet has two digits", Rfc6920 "7");
    NIH_CHECK_DIGIT = Warning("nih-check-digit", "a check digit that does not match the hash",
        "this is not the check digit of the digits before it", Rfc6920 "7");
    NI_LENGTH = Warning("ni-length", "a hash that does not have the length of its algorithm",
        "hashes of the algorithm have another length", Rfc6920 "2");
    NI_SHORT = Note("ni-short", "a hash of less than 100 bits",
        "a hash of less than 100 bits is hardly of use for security", Rfc6920 "2");
    NI_PARAMETERS = Note("ni-parameters", "a part of the query that is not `tag=value`",
        "the query must be a list of `tag=value`, separated by `&`", Rfc6920 "3");
    UUID_VARIANT = Note("uuid-variant", "a UUID of another variant, and neither Nil nor Max",
        "the variant is not the one that the document defines", Rfc9562 "4.1");
    UUID_VERSION = Note("uuid-version", "a UUID of a version that the document does not describe",
        "the document describes no such version", Rfc9562 "4.2");
    UUID_MD5 = Note("uuid-md5", "a UUID of version 3, for which version 5 should be used",
        "version 5 should be used in lieu of version 3", Rfc9562 "5.3");
    UUID_GREGORIAN = Note("uuid-gregorian", "a UUID of version 1 or 6, for which version 7 should be used",
        "version 7 should be used instead of versions 1 and 6", Rfc9562 "5.7");
    UUID_NODE = Warning("uuid-node", "a UUID that may have the address of a host",
        "the node may be the address of a host", Rfc9562 "8");
    SPIFFE_NAME = Note("spiffe-name", "a trust domain name that is likely to be used elsewhere too",
        "a name below a registered domain, or a random one, is more likely to be unique", Spiffe "2.1.1");
    SPIFFE_LONG = Note("spiffe-long", "an ID of more than 2048 bytes",
        "an implementation need not support more than 2048 bytes", Spiffe "2.3");
    PURL_NOT_CANONICAL = Note("purl-not-canonical", "a PURL that is not in its canonical form",
        "a PURL should be written in the canonical form", Pkg "lenient");
    PURL_NO_PACKAGE = Warning("purl-no-package", "a PURL that is not valid for any package",
        "", Pkg "rules");
    IMAGE_REFUSED = Warning("image-refused", "a reference to an image that is refused although its grammar matches it",
        "", Oci "parse");
    IMAGE_DOMAIN = Warning("image-domain", "a domain of an image that clients read as a path",
        "the grammar reads this as a domain, but clients read it as a path of docker.io", Oci "normalize");
    INVALID_BEFORE = Note("invalid-before", "not valid under the edition before",
        "");
    INVALID_AFTER = Note("invalid-after", "not valid under the edition after",
        "");
}

#[cfg(not(feature = "whatwg"))]
pub(super) static ALL: &[&Lint] = OF_REFERENCES;

#[cfg(feature = "whatwg")]
pub(super) use super::validation::ALL;
