//! The rules of each edition about resolving, comparing and normalizing, as data.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Edition;
use crate::parts::split::Components;

/// The section of the document that permits a change, or `None` if the document does not permit it.
pub type SectionRef = Option<&'static str>;

/// The differences between two strings that do not matter according to a document, each with its
/// section.
pub struct Ladder {
    /// No difference: identical strings name the same resource. Every edition assumes this.
    pub string: SectionRef,
    /// The letter case of the scheme.
    pub scheme_case: SectionRef,
    /// The letter case of the host.
    pub host_case: SectionRef,
    /// Whether the letter case of a host is ignored only if the whole host is ASCII.
    pub host_case_of_ascii: bool,
    /// The letter case of the digits of an address in brackets.
    pub address_case: SectionRef,
    /// The section that leaves the meaning of a zone identifier to each host. The identifier is
    /// part of an address in brackets, and is converted to lowercase with it.
    pub zone: SectionRef,
    /// The letter case of the digits of a triplet.
    pub triplet_case: SectionRef,
    /// The letter case of a namespace identifier, in a document of names that ignores it.
    pub namespace_case: SectionRef,
    /// The letter case of the host of an account, which is in a path, after an `@`.
    pub account_host_case: SectionRef,
    /// Whether unreserved octets are percent-encoded, and which octets are unreserved.
    pub unreserved: Option<Unreserved>,
    /// The smaller set of unreserved octets before the first slash of a path, where the document
    /// has an identifier with its own grammar there.
    pub in_identifier: Option<fn(u8) -> bool>,
    /// Whether a character beyond ASCII is percent-encoded, if IRIs allow the character.
    pub characters: SectionRef,
    /// Unreserved octets whose triplets the document advises to keep. It does not forbid replacing
    /// them, but a normal form keeps them.
    pub kept: Option<PreservedTriplets>,
    /// Whether the segments `.` and `..` are reserved, so that other segments decode to them only
    /// as data.
    pub reserved_dots: bool,
    /// The section that reserves `+` in a query, and only there, for a space.
    pub plus_in_query: SectionRef,
    /// Whether resolving merges the query with the path, and so removes dot segments from the
    /// query.
    pub merges_query: bool,
    /// Dot segments, and how they are removed.
    pub dot_segments: Option<(DotSegments, &'static str)>,
    /// Whether the rungs up to path segments all follow RFC 3986, 6.2.2, so that one pass applies
    /// them.
    pub is_direct: bool,
    /// A port that is the default of the scheme.
    pub default_port: SectionRef,
    /// The only document whose default ports count, or `None` if all count.
    pub ports_by: Option<&'static str>,
    /// An empty port.
    pub empty_port: SectionRef,
    /// The only scheme whose empty port does not matter, if it is one scheme only.
    pub empty_port_of: Option<&'static str>,
    /// An empty path or `/` after an authority, in schemes that define the two as equal.
    pub empty_path: SectionRef,
    /// An empty path or `/` after an authority, for every scheme.
    pub empty_path_of_any: SectionRef,
    /// The letter case of a part of the path, in schemes that ignore it.
    pub caseless_path: SectionRef,
    /// The text after a name, from `?` or `#` on, where the document compares only names.
    pub name_alone: SectionRef,
    /// Whether the recipients of a mail precede its header fields or are in `to` fields, and the
    /// letter case of field names.
    pub mail_fields: SectionRef,
    /// Whether the default media type is written, and the letter case of the names in a media type.
    pub media_type: SectionRef,
    /// The name of the user's own machine, in schemes that define it.
    pub local_host: SectionRef,
    /// A missing authority or an empty host, in the same schemes.
    pub no_authority: SectionRef,
    /// Whether a path must not begin with `//`, even after an authority.
    pub single_slash: bool,
    /// Whether the text after `//` is an element of the path, since the grammar has no authority.
    pub host_in_path: bool,
    /// The rules of the document for its own schemes. They replace the rules for ports, the empty
    /// path and the local host.
    pub own_schemes: Option<(OwnSchemeOf, &'static str)>,
    /// The further equivalences that the document of a single scheme defines.
    pub form: Option<&'static SchemeForm>,
    /// Components that the normal form leaves out, although they may matter to other clients of the
    /// URI.
    pub left_out: SectionRef,
    /// Everything that the parser and the serializer of the URL Standard rewrite.
    pub serialization: SectionRef,
    /// Redirects that the caller knows.
    pub redirects: SectionRef,
    /// The section that asks to resolve a relative reference before it is normalized or compared.
    pub resolved_first: SectionRef,
}

/// The test for unreserved octets, and its section.
pub(crate) type Unreserved = (fn(u8) -> bool, &'static str);

/// The triplets that a document advises to keep.
pub struct PreservedTriplets {
    /// The test for the octets that the triplets encode.
    pub octets: fn(u8) -> bool,
    /// How the document describes replacing them.
    pub says: &'static str,
    /// The section of the document.
    pub section: &'static str,
}

/// The differences between URLs of one scheme that do not matter according to the document that
/// describes the scheme.
#[derive(Debug)]
pub struct OwnScheme {
    /// The name of the scheme.
    pub name: &'static str,
    /// The production that derives URLs of the scheme.
    pub production: &'static str,
    /// The section that describes the scheme.
    pub section: &'static str,
    /// The number of encoded tabs that separate the first parts of the path.
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
    /// Returns the normal form of a string that is already normal up to the rung of path segments,
    /// or `None` if the string is in normal form or the document does not derive it. Reports each
    /// change with its section and the part before and after it. The function is idempotent.
    pub of: fn(&str, &mut TellChange<'_>) -> Option<String>,
    /// The differences between equal URIs: each as the subject of a sentence, with its section and
    /// two strings that differ only in it.
    pub differences: &'static [(&'static str, &'static str, [&'static str; 2])],
}

/// Receives the section of a change, and the part before it and after it.
pub(crate) type TellChange<'t> = dyn FnMut(&'static str, &str, &str) + 't;

/// Finds the scheme of a whole URL, if the production of the scheme derives the URL.
pub(crate) type OwnSchemeOf = fn(&str) -> Option<&'static OwnScheme>;

/// How dot segments are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotSegments {
    /// The algorithm of RFC 3986, section 5.2.4.
    Remove,
    /// The merge of rfc2396bis-01, section 5.2, applied to the first `/` of the path and to what
    /// follows. Dot segments above the root stay.
    ///
    /// All text after the first `/` is merged, since "merging the two" is what the section asks for
    /// (6.2.2.3). Resolving it as a reference would make the `x` of `http://h///x/../y` an
    /// authority.
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

    /// Returns the section for a rung, or the first if there are several.
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

// The rungs of the comparison ladder (section 6.2).

/// A step of the comparison ladder.
///
/// A higher rung finds more strings equivalent, and needs more knowledge to do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// The strings are identical (section 6.2.1).
    String,
    /// The letter case of the scheme, of the host and of the digits of triplets does not matter
    /// (section 6.2.2.1).
    Case,
    /// It does not matter whether unreserved characters are encoded (section 6.2.2.2).
    PercentEncoding,
    /// Dot segments are removed (section 6.2.2.3).
    PathSegments,
    /// Differences that do not matter according to the document of the scheme (section 6.2.3).
    Scheme,
    /// Differences that do not matter according to observed redirects (section 6.2.4).
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
    /// The id of the edition in the program and the snapshots.
    pub(crate) id: &'static str,
    /// The name of the document.
    pub(crate) document: &'static str,
    /// The name for strings of the document in messages, with an article.
    pub(crate) noun: &'static str,
    /// The prefixes of the strings that a document of a single scheme is about. Empty for a
    /// document about all URIs.
    pub(crate) begins: &'static [&'static str],
    /// The edition that the document amends, if it only lists changes to another document.
    pub(crate) amends: Option<Edition>,
    /// The resolution algorithm of the edition.
    pub algorithm: Algorithm,
    /// The scheme for which any URI of RFC 3986 may be a base, whether or not the document derives
    /// it.
    pub(crate) scheme_of_bases: Option<&'static str>,
    /// The references that the edition resolves although its default production cannot derive them.
    pub(crate) partial: Option<Partial>,
    /// The rules of the edition for the comparison ladder.
    pub ladder: Ladder,
    /// The productions for whole strings; the first is the default.
    pub(crate) whole: &'static [&'static str],
    /// How whole strings divide into components, if the grammar does not decide it.
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

/// How whole strings divide into components, whatever the grammar derives.
pub(crate) struct Oracle {
    /// Divides any string.
    pub(crate) split: fn(&str) -> Components<'_>,
    /// The production of an authority, which finds the host. Empty if no string has an authority.
    pub(crate) authority: &'static str,
    /// Whether that production has a host. In RFC 1808 the documents of schemes divide a `net_loc`
    /// (2.4.3).
    pub(crate) has_host: bool,
    /// Whether the text after the first ";" of a path is a component (RFC 1808, 2.4.5).
    pub(crate) has_params: bool,
}

// How an edition resolves: the name of its algorithm, and the references that the algorithm accepts
// although the grammar does not derive them. [`Resolver`](crate::Resolver) runs them.

/// The resolution algorithm of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The edition defines no algorithm.
    None {
        /// The reason, in the words of the section.
        why: &'static str,
        /// The section.
        section: &'static str,
    },
    /// Partial forms and runs of slashes (RFC 1630).
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
    /// Returns whether the algorithm removes dot segments from a path that is not relative to the
    /// base's path.
    pub(crate) const fn removes_from_absolute_paths(self) -> bool {
        matches!(self, Self::Rfc3986)
    }

    /// Returns whether the algorithm accepts the empty string, which has no scheme, as a base.
    pub(crate) const fn has_empty_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::UrlSyntax05)
    }

    /// Returns whether the algorithm reads the fragment of the base: a reference may inherit it, or
    /// the base is parsed.
    pub(crate) const fn reads_fragment_of_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::Whatwg)
    }

    /// Returns the section by which the components are recomposed. It is empty if the algorithm
    /// never takes the string apart.
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
    /// The prefix of such a reference.
    pub(crate) begins: &'static str,
    /// The text that completes such a reference: with it in front, the production derives the
    /// reference.
    pub(crate) lacks: &'static str,
    /// The text that completes a scheme alone, after its ":", if a scheme alone is resolved but not
    /// derived.
    pub(crate) scheme_lacks: Option<&'static str>,
    /// Whether to warn that such a reference is not derived. There is no warning where the document
    /// has no production for references.
    pub(crate) is_underivable: bool,
}

/// Returns a section of RFC 3986 about resolution, with the name of the document.
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
