//! The rules of each edition for resolving, comparing and normalizing, as data.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Edition;
use crate::parts::split::Components;

/// The section of a document that permits a change, or `None` if no section permits it.
pub type SectionRef = Option<&'static str>;

/// The differences between two strings that a document ignores, each with its section.
pub struct Ladder {
    /// The section by which identical strings name the same resource. Every edition assumes this.
    pub string: SectionRef,
    /// The section that ignores the letter case of the scheme.
    pub scheme_case: SectionRef,
    /// The section that ignores the letter case of the host.
    pub host_case: SectionRef,
    /// Whether the letter case of a host is ignored only if the whole host is ASCII.
    pub host_case_of_ascii: bool,
    /// The section that ignores the letter case of the digits of an address in brackets.
    pub address_case: SectionRef,
    /// The section that leaves the meaning of a zone identifier to each machine. Normalization
    /// lowercases the identifier with its address, and cites this section as a caveat.
    pub zone: SectionRef,
    /// The section that ignores the letter case of the digits of a triplet.
    pub triplet_case: SectionRef,
    /// The section that ignores the letter case of the namespace identifier of a URN.
    pub namespace_case: SectionRef,
    /// The section that ignores the letter case of the host of an account, after `@` in the path.
    pub account_host_case: SectionRef,
    /// The test for unreserved octets, and the section that ignores their percent-encoding.
    pub unreserved: Option<Unreserved>,
    /// A stricter test for unreserved octets before the first slash of a path, for a document whose
    /// paths begin with an identifier that has its own grammar.
    pub in_identifier: Option<fn(u8) -> bool>,
    /// The section that ignores percent-encoding of the characters beyond ASCII that IRIs allow.
    pub characters: SectionRef,
    /// The triplets of unreserved octets that the normal form keeps encoded, because the document
    /// advises against decoding them, but does not forbid it.
    pub kept: Option<PreservedTriplets>,
    /// Whether `.` and `..` are reserved, so that a segment such as `%2E` is data and stays
    /// encoded.
    pub reserved_dots: bool,
    /// The section by which `+` means a space in a query, and only there.
    pub plus_in_query: SectionRef,
    /// Whether resolution merges the query with the path, and so also removes dot segments from the
    /// query.
    pub merges_query: bool,
    /// How dot segments are removed, and the section that permits removing them.
    pub dot_segments: Option<(DotSegments, &'static str)>,
    /// Whether the rungs up to path segments all follow RFC 3986, 6.2.2, so that a single pass over
    /// the string applies them.
    pub is_direct: bool,
    /// The section by which the scheme's default port may be omitted.
    pub default_port: SectionRef,
    /// The only document whose default ports are used, or `None` to use those of all documents.
    pub ports_by: Option<&'static str>,
    /// The section by which an empty port may be omitted.
    pub empty_port: SectionRef,
    /// The only scheme to which `empty_port` applies, or `None` if it applies to every scheme.
    pub empty_port_of: Option<&'static str>,
    /// The section by which an empty path after an authority equals `/` in some schemes.
    pub empty_path: SectionRef,
    /// The section by which an empty path after an authority equals `/` in every scheme.
    pub empty_path_of_any: SectionRef,
    /// The section that ignores the letter case of a part of the path in some schemes.
    pub caseless_path: SectionRef,
    /// The section that ignores the text after the name in a URN, from `?` or `#` on.
    pub name_alone: SectionRef,
    /// The section that equates recipients in the path of a `mailto` URI with recipients in a field
    /// `to`, and ignores the letter case of field names.
    pub mail_fields: SectionRef,
    /// The section that allows omitting the default media type, and ignores the letter case of the
    /// names in a media type.
    pub media_type: SectionRef,
    /// The section by which the host `localhost` equals the empty host in some schemes.
    pub local_host: SectionRef,
    /// The section that equates a missing authority with an empty host, where `local_host` applies.
    pub no_authority: SectionRef,
    /// Whether no path may begin with `//`, even after an authority.
    pub single_slash: bool,
    /// Whether the text after `//` is an element of the path, since the grammar has no authority.
    pub host_in_path: bool,
    /// The lookup of a scheme that the document itself describes, and the section about such
    /// schemes. The scheme's rules replace the fields about ports, empty paths and local hosts.
    pub own_schemes: Option<(OwnSchemeOf, &'static str)>,
    /// The normal form for further equivalences that the document of a single scheme defines.
    pub form: Option<&'static SchemeForm>,
    /// The section by which the normal form omits components that other clients may still need.
    pub left_out: SectionRef,
    /// The section by which URLs are equal if they serialize to the same string (URL Standard).
    pub serialization: SectionRef,
    /// The section by which redirects that the caller knows make URIs equivalent.
    pub redirects: SectionRef,
    /// The section by which a relative reference is resolved before it is normalized or compared.
    pub resolved_first: SectionRef,
}

/// A test for unreserved octets, and the section that ignores their percent-encoding.
pub(crate) type Unreserved = (fn(u8) -> bool, &'static str);

/// The triplets that a document advises to keep.
pub struct PreservedTriplets {
    /// The test for the octets that the triplets encode.
    pub octets: fn(u8) -> bool,
    /// The document's words about decoding these triplets.
    pub says: &'static str,
    /// The section of the document.
    pub section: &'static str,
}

/// A scheme that a document itself describes, and the equivalences between the URLs of the scheme.
#[derive(Debug)]
pub struct OwnScheme {
    /// The name of the scheme.
    pub name: &'static str,
    /// The production that derives URLs of the scheme.
    pub production: &'static str,
    /// The section that describes the scheme.
    pub section: &'static str,
    /// The number of `%09` that act as delimiters, counted from the beginning of the path.
    pub dividing_tabs: usize,
    /// The paths that are equivalent to the path `/`.
    pub root: &'static [&'static str],
    /// Whether the empty host and `localhost` are equivalent.
    pub has_local_host: bool,
}

/// The normal form of the URIs of a scheme: URIs that its document defines as equal have the same
/// form.
pub struct SchemeForm {
    /// The section that defines which URIs are equal.
    pub section: &'static str,
    /// A function that returns the normal form of a string that is already normal up to the rung of
    /// path segments. It returns `None` if the string does not change or does not match the
    /// document's grammar. It reports each change, and is idempotent.
    pub of: fn(&str, &mut TellChange<'_>) -> Option<String>,
    /// The differences between equal URIs. Each is worded as the subject of a sentence, and has its
    /// section and two equal URIs that differ only in this respect.
    pub differences: &'static [(&'static str, &'static str, [&'static str; 2])],
}

/// A callback that receives the section of a change, and the text before and after the change.
pub(crate) type TellChange<'t> = dyn FnMut(&'static str, &str, &str) + 't;

/// A function that finds the scheme of a whole URL, if the production of that scheme derives the
/// URL.
pub(crate) type OwnSchemeOf = fn(&str) -> Option<&'static OwnScheme>;

/// How dot segments are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotSegments {
    /// The algorithm of RFC 3986, section 5.2.4.
    Remove,
    /// The merge of rfc2396bis-01, section 5.2, applied to the first `/` of the path and the text
    /// after it. Dot segments above the root stay.
    ///
    /// Section 6.2.2.3 of the draft calls for "merging the two", so all text after the first `/` is
    /// merged. Resolving that text as a reference instead would make the `x` of `http://h///x/../y`
    /// an authority.
    Merge,
}

impl Ladder {
    /// A ladder on which only identical strings are equal.
    pub const NONE: Self = Self {
        string: None,
        scheme_case: None,
        host_case: None,
        host_case_of_ascii: false,
        address_case: None,
        zone: None,
        triplet_case: None,
        namespace_case: None,
        account_host_case: None,
        unreserved: None,
        in_identifier: None,
        characters: None,
        kept: None,
        reserved_dots: false,
        plus_in_query: None,
        merges_query: false,
        dot_segments: None,
        is_direct: false,
        default_port: None,
        ports_by: None,
        empty_port: None,
        empty_port_of: None,
        empty_path: None,
        empty_path_of_any: None,
        caseless_path: None,
        name_alone: None,
        mail_fields: None,
        media_type: None,
        local_host: None,
        no_authority: None,
        single_slash: false,
        host_in_path: false,
        own_schemes: None,
        form: None,
        left_out: None,
        serialization: None,
        redirects: None,
        resolved_first: None,
    };

    /// Returns the section for a rung, or the first section if there are several.
    pub fn section(&self, rung: Rung) -> SectionRef {
        match rung {
            Rung::String => self.string,
            Rung::Case => self.scheme_case.or(self.host_case).or(self.triplet_case),
            Rung::PercentEncoding => self.unreserved.map(|(_, section)| section),
            Rung::PathSegments => self.dot_segments.map(|(_, section)| section),
            Rung::Scheme => {
                let own = self.own_schemes.map(|(_, section)| section);
                own.or(self.empty_path)
                    .or(self.empty_path_of_any)
                    .or(self.caseless_path)
                    .or(self.name_alone)
                    .or(self.mail_fields)
                    .or(self.media_type)
                    .or(self.default_port)
                    .or(self.empty_port)
                    .or(self.local_host)
                    .or(self.form.map(|form| form.section))
                    .or(self.serialization)
            }
            Rung::Protocol => self.redirects,
        }
    }
}

// The rungs of the comparison ladder (RFC 3986, 6.2).

/// A step of the comparison ladder.
///
/// A higher rung finds more strings equivalent, and needs more knowledge to do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// The strings are identical (RFC 3986, 6.2.1).
    String,
    /// The letter case of the scheme, the host and the digits of triplets does not matter (RFC
    /// 3986, 6.2.2.1).
    Case,
    /// It does not matter whether unreserved characters are encoded (RFC 3986, 6.2.2.2).
    PercentEncoding,
    /// Dot segments are removed (RFC 3986, 6.2.2.3).
    PathSegments,
    /// Differences that do not matter according to the document of the scheme (RFC 3986, 6.2.3).
    Scheme,
    /// Differences that do not matter according to observed redirects (RFC 3986, 6.2.4).
    Protocol,
}

impl Rung {
    /// Every rung, lowest first.
    pub const ALL: &'static [Self] = &[
        Self::String,
        Self::Case,
        Self::PercentEncoding,
        Self::PathSegments,
        Self::Scheme,
        Self::Protocol,
    ];

    /// Returns the name of the rung, such as `path-segments`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::PercentEncoding => "percent-encoding",
            Self::PathSegments => "path-segments",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }

    /// Returns the section of RFC 3986 that describes the rung. For the sections of each edition,
    /// see [`Edition::rungs`].
    ///
    /// ```
    /// use urispec::Rung;
    /// let sections = ["6.2.1", "6.2.2.1", "6.2.2.2", "6.2.2.3", "6.2.3", "6.2.4"];
    /// assert!(Rung::ALL.iter().map(|rung| rung.section()).eq(sections));
    /// ```
    #[must_use]
    pub fn section(self) -> &'static str {
        Edition::Rfc3986.facts().ladder.section(self).unwrap_or_default()
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a rung.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRung(String);

impl fmt::Display for UnknownRung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rung `{}`; the rungs are: ", self.0)?;
        super::list(f, Rung::ALL.iter().copied().map(Rung::name))
    }
}

impl core::error::Error for UnknownRung {}

impl UnknownRung {
    /// Returns the text that is not the name of a rung.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        let found = Self::ALL.iter().copied().find(|rung| rung.name() == name);
        found.ok_or_else(|| UnknownRung(name.to_owned()))
    }
}

// The facts about an edition that the stages need. The document does not print them as such.

/// The facts about an edition that the other stages may use.
pub struct DocumentSpec {
    /// The id of the edition, such as `rfc3986`, in the command-line program and the snapshots.
    pub(crate) id: &'static str,
    /// The name of the document, with the date of its publication.
    pub(crate) document: &'static str,
    /// The name that messages use for a string of the document, with an article: `a URI`.
    pub(crate) noun: &'static str,
    /// The prefixes of the strings that a document of a single scheme is about. Empty for a
    /// document about all URIs.
    pub(crate) begins: &'static [&'static str],
    /// The edition that the document amends, if it only lists changes to another document.
    pub(crate) amends: Option<Edition>,
    /// The resolution algorithm of the edition.
    pub algorithm: Algorithm,
    /// The scheme, if any, whose URIs may be bases even if the document's grammar does not match
    /// them. They must match the grammar of RFC 3986.
    pub(crate) scheme_of_bases: Option<&'static str>,
    /// The references that the edition resolves although its default production cannot derive them.
    pub(crate) partial: Option<Partial>,
    /// The rules of the edition for normalization and the comparison ladder.
    pub ladder: Ladder,
    /// The productions for whole strings; the first is the default.
    pub(crate) whole: &'static [&'static str],
    /// The rules by which whole strings divide into components, if the grammar does not decide
    /// this.
    pub(crate) divided: Option<Oracle>,
}

impl DocumentSpec {
    /// The facts that most documents share.
    pub(crate) const PLAIN: Self = Self {
        id: "",
        document: "",
        noun: "a URI",
        begins: &[],
        amends: None,
        algorithm: Algorithm::Rfc3986,
        scheme_of_bases: None,
        partial: None,
        ladder: Ladder::NONE,
        whole: &[],
        divided: None,
    };
}

/// Rules by which a document divides whole strings into components, independently of its grammar.
pub(crate) struct Oracle {
    /// Splits any string into components.
    pub(crate) split: fn(&str) -> Components<'_>,
    /// The name of the production by which an authority is parsed to find its host. Empty if no
    /// string has an authority.
    pub(crate) authority: &'static str,
    /// Whether the production of an authority contains a host. In RFC 1808 it does not: the
    /// documents of schemes define how to divide a `net_loc` (2.4.3).
    pub(crate) has_host: bool,
    /// Whether the text after the first ";" of a path is a component, as in RFC 1808 (2.4.5).
    pub(crate) has_params: bool,
}

// How an edition resolves: the name of its algorithm, and the references that the algorithm accepts
// although the grammar does not derive them. [`Resolver`](crate::Resolver) runs them.

/// The resolution algorithm of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The edition defines no algorithm.
    None {
        /// The reason why there is no algorithm.
        why: &'static str,
        /// The section that states the reason.
        section: &'static str,
    },
    /// The rules of RFC 1630 for partial forms and runs of slashes.
    Rfc1630,
    /// The steps of RFC 1808, section 4.
    Rfc1808,
    /// The steps of url-syntax-05, section 5.2.
    UrlSyntax05,
    /// The steps of RFC 2396, section 5.2.
    Rfc2396,
    /// The pseudocode of rfc2396bis-01, section 5.2.
    Rfc2396bis01,
    /// The pseudocode of RFC 3986, section 5.2.
    Rfc3986,
    /// The basic URL parser of the URL Standard.
    Whatwg,
}

impl Algorithm {
    /// Returns whether the algorithm removes dot segments from every path, including the path of a
    /// reference that is not merged with the base's path.
    pub(crate) const fn removes_from_absolute_paths(self) -> bool {
        matches!(self, Self::Rfc3986)
    }

    /// Returns whether the algorithm accepts the empty string, which has no scheme, as a base.
    pub(crate) const fn has_empty_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::UrlSyntax05)
    }

    /// Returns whether the algorithm reads the fragment of the base, because a reference may
    /// inherit it or because the whole base is parsed.
    pub(crate) const fn reads_fragment_of_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::Whatwg)
    }

    /// Returns the section by which the components are recomposed. It is empty if the algorithm has
    /// no such step.
    pub(crate) const fn recomposition(self) -> &'static str {
        match self {
            Self::None { .. } | Self::Rfc1630 | Self::Whatwg => "",
            Self::Rfc1808 => "4 7)",
            Self::UrlSyntax05 | Self::Rfc2396 => "5.2 7)",
            Self::Rfc2396bis01 => "5.2",
            Self::Rfc3986 => "5.3",
        }
    }
}

/// The references that an edition resolves although its production for whole strings cannot derive
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partial {
    /// The prefix of the incomplete references that the edition resolves.
    pub(crate) begins: &'static str,
    /// The text to put in front of a reference, so that the production derives the result.
    pub(crate) lacks: &'static str,
    /// The text to put after a scheme and its ":" if nothing else follows. `None` unless the
    /// edition resolves such a string without deriving it.
    pub(crate) scheme_lacks: Option<&'static str>,
    /// Whether to warn that the grammar does not derive a reference that the edition completes. A
    /// document without a production for references needs no warning.
    pub(crate) is_underivable: bool,
}

/// Puts `RFC 3986, ` before a section of RFC 3986 that is about resolution. Returns any other
/// section unchanged.
pub fn of_rfc3986(section: &'static str) -> &'static str {
    match section {
        "3.3" => "RFC 3986, 3.3",
        "4.4" => "RFC 3986, 4.4",
        "5.2.2" => "RFC 3986, 5.2.2",
        "5.2.3" => "RFC 3986, 5.2.3",
        "5.2.4" => "RFC 3986, 5.2.4",
        "5.3" => "RFC 3986, 5.3",
        section => section,
    }
}
