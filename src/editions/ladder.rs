//! What an edition licenses: the facts of it that the passes ask for.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Edition;
use crate::parts::split::Components;

/// The section that licenses a change, if one does.
pub type Licence = Option<&'static str>;

/// The differences between two strings that a document says do not matter, each with the section
/// that says so.
pub struct Ladder {
    /// No difference: the same string is the same resource. Every edition takes this for granted.
    pub string: Licence,
    /// The letter case of the scheme.
    pub scheme_case: Licence,
    /// The letter case of the host.
    pub host_case: Licence,
    /// Whether the licence for the host is for one of ASCII only.
    pub host_case_of_ascii: bool,
    /// The letter case of the digits of an address in brackets.
    pub address_case: Licence,
    /// The section that leaves what a zone identifier means to each host. Such an identifier is a part of an
    /// address in brackets, and loses its letter case with it.
    pub zone: Licence,
    /// The letter case of the digits of a triplet.
    pub triplet_case: Licence,
    /// The letter case of the identifier of a namespace, where a document of names counts it under case.
    pub namespace_case: Licence,
    /// The letter case of the host of an account, which stands in a path, behind an `@`.
    pub account_host_case: Licence,
    /// Whether an octet that may stand for itself is encoded, and which octets may.
    pub unreserved: Option<Unreserved>,
    /// The fewer octets that may stand for themselves before the first slash of a path, where the document has an
    /// identifier there with a grammar of its own.
    pub in_identifier: Option<fn(u8) -> bool>,
    /// Whether a character beyond ASCII is encoded, if an IRI may have it.
    pub characters: Licence,
    /// Unreserved octets whose triplets the document would rather keep, in its own words. It does not
    /// forbid to replace them; a normal form keeps them all the same.
    pub kept: Option<Kept>,
    /// Whether segments `.` and `..` are reserved, so that other segments decode to them only as
    /// data.
    pub reserved_dots: bool,
    /// The section that reserves `+` in a query, and only there, for a space.
    pub plus_in_query: Licence,
    /// Whether resolving merges the query with the path, and so removes what looks like dot segments
    /// in the query.
    pub merges_query: bool,
    /// Dot segments, and the way in which they are removed.
    pub dot_segments: Option<(DotSegments, &'static str)>,
    /// Whether the rungs up to path segments are all of RFC 3986, 6.2.2, and so can be climbed in
    /// one pass.
    pub is_direct: bool,
    /// A port that is the default of the scheme.
    pub default_port: Licence,
    /// The only document whose default ports count. If none is named, all count.
    pub ports_by: Option<&'static str>,
    /// An empty port.
    pub empty_port: Licence,
    /// The only scheme whose empty port does not matter, if it is one scheme only.
    pub empty_port_of: Option<&'static str>,
    /// Whether the path after an authority is empty or `/`, in schemes that say so.
    pub empty_path: Licence,
    /// Whether the path after an authority is empty or `/`, for every scheme.
    pub empty_path_of_any: Licence,
    /// The letter case of a part of the path, in schemes that say so.
    pub caseless_path: Licence,
    /// What follows a name, after `?` or `#`, in a document of names that compares names alone.
    pub name_alone: Licence,
    /// Whether the recipients of a mail stand before its header fields or in fields `to`, and the
    /// letter case of the names of its fields.
    pub mail_fields: Licence,
    /// Whether a media type is left out that is the default, and the letter case of its names.
    pub media_type: Licence,
    /// The name of the user's own machine, in schemes that say so.
    pub local_host: Licence,
    /// Whether there is no authority or an empty host, in the same schemes.
    pub no_authority: Licence,
    /// Whether no path begins with `//`, not even after an authority.
    pub single_slash: bool,
    /// Whether the text after `//` is an element of the path, since the grammar has no authority.
    pub host_in_path: bool,
    /// The facts that the document states about its own schemes. They replace the licences for
    /// ports, the empty path and the local host.
    pub own_schemes: Option<(OwnSchemeOf, &'static str)>,
    /// What the document of a single scheme takes for equal beyond all this.
    pub form: Option<&'static SchemeForm>,
    /// Components that the form leaves out, although they may matter to who uses the URI otherwise.
    pub left_out: Licence,
    /// Whatever the parser and the serializer of the URL Standard rewrite.
    pub serialization: Licence,
    /// Redirects that the caller knows.
    pub redirects: Licence,
    /// The section that asks to resolve a relative reference before it is normalized or compared.
    pub resolved_first: Licence,
}

/// The test for octets that may stand for themselves, and its section.
pub(crate) type Unreserved = (fn(u8) -> bool, &'static str);

/// The triplets that a document advises to keep.
pub struct Kept {
    /// The test for the octets that the triplets stand for.
    pub octets: fn(u8) -> bool,
    /// What the document calls replacing them.
    pub says: &'static str,
    /// The section that says so.
    pub section: &'static str,
}

/// The differences between URLs of one scheme that do not matter, by the document that describes
/// the scheme.
#[derive(Debug)]
pub struct OwnScheme {
    /// The name of the scheme.
    pub name: &'static str,
    /// The production that derives URLs of the scheme.
    pub production: &'static str,
    /// The section that describes the scheme.
    pub section: &'static str,
    /// The number of encoded tabs that divide the first parts of the path.
    pub dividing_tabs: usize,
    /// The paths that mean the same as the path `/`.
    pub root: &'static [&'static str],
    /// Whether the empty host and `localhost` mean the same.
    pub has_local_host: bool,
}

/// The form of the URIs of a scheme in which those that its document takes for equal are one string.
pub struct SchemeForm {
    /// The section that says which URIs are equal.
    pub section: &'static str,
    /// The form of a string that is normal up to the rung of path segments, unless the string has it. Each
    /// change is told with its section, and with the part as it was before and as it is after. A string that
    /// the document does not derive has no form. The form of a form is itself.
    pub of: fn(&str, &mut TellChange<'_>) -> Option<String>,
    /// What differs in URIs that are equal: each difference as the subject of a sentence, its section, and two
    /// strings that differ in it alone.
    pub differences: &'static [(&'static str, &'static str, [&'static str; 2])],
}

/// Takes the section of a change, and the part before it and after it.
pub(crate) type TellChange<'t> = dyn FnMut(&'static str, &str, &str) + 't;

/// Finds the scheme of a whole URL, if the production of the scheme derives the URL.
pub(crate) type OwnSchemeOf = fn(&str) -> Option<&'static OwnScheme>;

/// The way in which dot segments are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotSegments {
    /// The algorithm of RFC 3986, section 5.2.4.
    Remove,
    /// The merge of rfc2396bis-01, section 5.2, applied to the first `/` of the path and to what
    /// follows. Dot segments above the root stay.
    ///
    /// What follows is merged whatever it begins with, since "merging the two" is what the section
    /// asks for (6.2.2.3). To resolve it as a reference of its own would make the `x` of
    /// `http://h///x/../y` an authority.
    Merge,
}

impl Ladder {
    /// A ladder that licenses nothing beyond the same string.
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

    /// The section that licenses a rung, the first of several.
    pub fn section(&self, rung: Rung) -> Licence {
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
/// The higher the rung, the more strings are found equivalent, and the more must be known to find
/// them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// The strings are the same (section 6.2.1).
    String,
    /// The letter case of the scheme, of the host and of the digits of triplets does not matter
    /// (section 6.2.2.1).
    Case,
    /// It does not matter whether unreserved characters are encoded (section 6.2.2.2).
    PercentEncoding,
    /// Dot segments are removed (section 6.2.2.3).
    PathSegments,
    /// Differences that do not matter by the scheme's own document (section 6.2.3).
    Scheme,
    /// Differences that dereferencing has shown not to matter (section 6.2.4).
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

    /// The name of the rung, such as `path-segments`.
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

    /// The section of RFC 3986 that describes the rung. [`Edition::rungs`] has the sections of each
    /// edition.
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

/// A text that is not the name of a rung.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRung(String);

impl fmt::Display for UnknownRung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rung is called `{}`; the rungs are: ", self.0)?;
        super::list(f, Rung::ALL.iter().copied().map(Rung::name))
    }
}

impl core::error::Error for UnknownRung {}

impl UnknownRung {
    /// The text that was taken for the name of a rung.
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

// The facts about an edition that the stages ask for. The document prints none of them as such.

/// The facts that the other stages may know about an edition.
pub struct DocumentSpec {
    /// The id of the edition in the program and the snapshots.
    pub(crate) id: &'static str,
    /// The name of the document.
    pub(crate) document: &'static str,
    /// What the strings of the document are called in a message, with an article.
    #[cfg_attr(not(feature = "trees"), expect(dead_code))]
    pub(crate) noun: &'static str,
    /// How the strings begin that a document of a single scheme is about. A document of all URIs names none.
    pub(crate) begins: &'static [&'static str],
    /// The edition that the document amends, if it only says what is to be changed in another.
    pub(crate) amends: Option<Edition>,
    /// The resolution algorithm of the edition.
    pub algorithm: Algorithm,
    /// The scheme of which any URI of RFC 3986 may be a base, whether or not the document derives it.
    pub(crate) scheme_of_bases: Option<&'static str>,
    /// The references that the edition resolves although its default production cannot derive them.
    pub(crate) partial: Option<Partial>,
    /// The licences of the edition for the comparison ladder.
    pub ladder: Ladder,
    /// The productions that stand for a whole string; the first is the default.
    pub(crate) whole: &'static [&'static str],
    /// What decides the components of whole strings, if the grammar does not.
    pub(crate) divided: Option<Oracle>,
}

impl DocumentSpec {
    /// The facts that most documents have alike.
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

/// What decides the components of whole strings, whatever the grammar derives.
pub(crate) struct Oracle {
    /// The way in which any string is divided.
    pub(crate) split: fn(&str) -> Components<'_>,
    /// The production of an authority, which finds the host. The name is empty if no string has an
    /// authority.
    pub(crate) authority: &'static str,
    /// Whether that production has a host. A `net_loc` of RFC 1808 is divided by the documents of
    /// schemes (2.4.3).
    pub(crate) has_host: bool,
    /// Whether what follows the first ";" of a path is a component (RFC 1808, 2.4.5).
    pub(crate) has_params: bool,
}

// How an edition resolves: its algorithm by name, and the references that its algorithm takes
// although its grammar does not. The stage [`resolve`](crate::Resolver) runs them.

/// The resolution algorithm of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// No algorithm.
    None {
        /// Why, as the section says.
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
    /// Whether the algorithm removes dot segments from a path that is not relative to the base's
    /// path.
    pub(crate) const fn removes_from_absolute_paths(self) -> bool {
        matches!(self, Self::Rfc3986)
    }

    /// Whether the algorithm accepts the empty string, which has no scheme, as a base.
    pub(crate) const fn has_empty_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::UrlSyntax05)
    }

    /// Whether the algorithm reads the fragment of the base: a reference may inherit it, or the base is parsed.
    pub(crate) const fn reads_fragment_of_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::Whatwg)
    }

    /// The section by which the components are recomposed. It is empty if the algorithm never takes
    /// the string apart.
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
    /// The text with which such a reference begins.
    pub(crate) begins: &'static str,
    /// The text that such a reference lacks: with it in front, the production derives the
    /// reference.
    pub(crate) lacks: &'static str,
    /// The text that a scheme alone lacks after its ":", if a scheme alone is resolved too and not
    /// derived.
    pub(crate) scheme_lacks: Option<&'static str>,
    /// Whether to warn that such a reference is not derived. There is no warning where the document
    /// has no production for references.
    pub(crate) is_underivable: bool,
}

/// A section of RFC 3986 about resolution, with the name of the document.
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
