//! What an edition licenses: the facts of it that the passes ask for.

use super::Rung;

/// The section that licenses something, if one does.
pub(crate) type Licence = Option<&'static str>;

/// What a document says does not matter, each with the section that says so.
pub(crate) struct Ladder {
    /// Nothing: that the same string is the same resource. Every edition takes it for granted.
    pub(crate) string: Licence,
    /// The letter case of the scheme.
    pub(crate) scheme_case: Licence,
    /// The letter case of the host.
    pub(crate) host_case: Licence,
    /// The letter case of the digits of an address in brackets.
    pub(crate) address_case: Licence,
    /// The letter case of the digits of a triplet.
    pub(crate) triplet_case: Licence,
    /// Whether an octet that may stand for itself is encoded; and which octets may.
    pub(crate) unreserved: Option<Unreserved>,
    /// Whether segments `.` and `..` are reserved, and so are others once encoded.
    pub(crate) reserved_dots: bool,
    /// That `+` in a query is short for a space, and nowhere else.
    pub(crate) plus_in_query: Licence,
    /// Dot segments; and how they are removed.
    pub(crate) dot_segments: Option<(DotSegments, &'static str)>,
    /// Whether the rungs up to that of path segments are those of RFC 3986, 6.2.2, in full, and so
    /// may be climbed at once.
    pub(crate) is_direct: bool,
    /// A port that is the scheme's default.
    pub(crate) default_port: Licence,
    /// The document by which the ports are defaults; any, if none is named.
    pub(crate) ports_by: Option<&'static str>,
    /// An empty port.
    pub(crate) empty_port: Licence,
    /// The scheme whose empty port that is, where it is of one scheme only.
    pub(crate) empty_port_of: Option<&'static str>,
    /// Whether the path after an authority is empty or `/`, for schemes that say so.
    pub(crate) empty_path: Licence,
    /// Whether the path after an authority is empty or `/`, for every scheme.
    pub(crate) empty_path_of_any: Licence,
    /// The letter case of a part of the path, for schemes that say so.
    pub(crate) caseless_path: Licence,
    /// Which of its names the user's own machine has, for schemes that say so.
    pub(crate) local_host: Licence,
    /// Whether no authority means what an empty host does, for the same schemes.
    pub(crate) no_authority: Licence,
    /// Whether what follows `//` is an element of the path, since the grammar has no authority.
    pub(crate) host_in_path: bool,
    /// What the document itself says of the schemes that it describes, in place of the licences for
    /// ports, the empty path and the local host.
    pub(crate) own_schemes: Option<(OwnSchemeOf, &'static str)>,
    /// Redirects.
    pub(crate) redirects: Licence,
    /// That a relative reference is to be resolved before it is normalized or compared: where the
    /// document says so.
    pub(crate) resolved_first: Licence,
}

/// Which octets may stand for themselves, and the section that says so.
pub(crate) type Unreserved = (fn(u8) -> bool, &'static str);

/// What makes several URLs of one scheme the same, by the document that describes it.
#[derive(Debug)]
pub(crate) struct OwnScheme {
    /// Its name.
    pub(crate) name: &'static str,
    /// The production that derives its URLs.
    pub(crate) production: &'static str,
    /// The section that describes it.
    pub(crate) section: &'static str,
    /// How many encoded tabs divide its parts, the first ones of the path.
    pub(crate) dividing_tabs: usize,
    /// What means the same as the path `/`.
    pub(crate) root: &'static [&'static str],
    /// Whether the empty host and `localhost` are the same.
    pub(crate) has_local_host: bool,
}

/// Finds the scheme of a whole URL, if the production of the scheme derives it.
pub(crate) type OwnSchemeOf = fn(&str) -> Option<&'static OwnScheme>;

/// How dot segments are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DotSegments {
    /// By the algorithm of RFC 3986, section 5.2.4.
    Remove,
    /// By the merge of rfc2396bis-01, section 5.2, of the path's first `/` and what follows it:
    /// those above the root stay. What follows is merged whatever it begins with, since "merging the
    /// two" is what the section asks for (6.2.2.3). To resolve it as a reference of its own would make
    /// the `x` of `http://h///x/../y` an authority.
    Merge,
}

impl Ladder {
    /// One that licenses nothing beyond the same string.
    pub(crate) const NONE: Self = Self {
        string: None,
        scheme_case: None,
        host_case: None,
        address_case: None,
        triplet_case: None,
        unreserved: None,
        reserved_dots: false,
        plus_in_query: None,
        dot_segments: None,
        is_direct: false,
        default_port: None,
        ports_by: None,
        empty_port: None,
        empty_port_of: None,
        empty_path: None,
        empty_path_of_any: None,
        caseless_path: None,
        local_host: None,
        no_authority: None,
        host_in_path: false,
        own_schemes: None,
        redirects: None,
        resolved_first: None,
    };

    /// The section that licenses a rung; of several the first.
    pub(crate) fn section(&self, rung: Rung) -> Licence {
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
                    .or(self.default_port)
                    .or(self.empty_port)
                    .or(self.local_host)
            }
            Rung::Protocol => self.redirects,
        }
    }
}
