//! The IANA registries of schemes, URN namespaces and well-known URIs, as data.
//!
//! A [`Registration`] is a copy of a registry entry on the day that [`Registry::updated`] returns.
//! The notes of the registry are left out. If an entry names a document, its registrant is left out
//! too. The network is not used.
//!
//! A scheme that is not registered is not an error in a URI. The author of a scheme is asked to
//! register it (RFC 7595, 6), but a scheme may be in use before registration, or without it.

use std::cmp::Ordering;
use std::sync::LazyLock;

use super::schemes;
pub use super::schemes::DefaultPort;

/// A registry of IANA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Registry {
    /// "Uniform Resource Identifier (URI) Schemes" (RFC 7595).
    Schemes,
    /// "Uniform Resource Names (URN) Namespaces" (RFC 8141, 6).
    Namespaces,
    /// "Well-Known URIs" (RFC 8615).
    WellKnown,
}

/// The entry of a registry for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Registration {
    /// The registered name: a scheme without its `:`, a namespace identifier, or the segment after
    /// `/.well-known/`.
    pub name: &'static str,
    /// The status: `permanent`, `provisional` or `historical` for a scheme, `formal` or `informal`
    /// for a namespace, `permanent`, `provisional`, `deprecated` or `obsoleted` for a well-known
    /// URI.
    pub status: &'static str,
    /// The documents that define the name, separated by `; `, or else its registrant.
    pub reference: &'static str,
    /// For a scheme, the document that gives it well-known URIs.
    pub well_known: Option<&'static str>,
    /// A short description, if the name needs one.
    pub about: Option<&'static str>,
    /// For a well-known URI, the organization that controls the registration.
    pub controller: Option<&'static str>,
}

impl Registry {
    /// All registries.
    pub const ALL: &[Self] = &[Self::Schemes, Self::Namespaces, Self::WellKnown];

    /// Returns the kind of the names in the registry: `scheme`, `namespace` or `well-known`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Schemes => "scheme",
            Self::Namespaces => "namespace",
            Self::WellKnown => "well-known",
        }
    }

    /// Returns the address where IANA publishes the registry.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Schemes => "https://www.iana.org/assignments/uri-schemes",
            Self::Namespaces => "https://www.iana.org/assignments/urn-namespaces",
            Self::WellKnown => "https://www.iana.org/assignments/well-known-uris",
        }
    }

    /// Returns the date of this copy of the registry, such as `2026-05-28`. Later registrations are
    /// not included.
    #[must_use]
    pub fn updated(self) -> &'static str {
        self.table().updated
    }

    /// Returns all registrations, in the order of their names.
    #[must_use]
    pub fn registrations(self) -> &'static [Registration] {
        &self.table().rows
    }

    /// Returns the registration of a name. Schemes (RFC 3986, 3.1) and namespace identifiers (RFC 8141,
    /// 2.1) are case-insensitive; well-known URIs are case-sensitive.
    ///
    /// ```
    /// use urispec::registry::Registry;
    /// let tel = Registry::Schemes.find("TEL").unwrap();
    /// assert_eq!((tel.name, tel.status, tel.reference), ("tel", "permanent", "RFC 3966; RFC 5341"));
    /// assert_eq!(Registry::Namespaces.find("oid").unwrap().reference, "RFC 3061");
    /// assert_eq!(Registry::Schemes.find("x-mine"), None);
    /// ```
    #[must_use]
    pub fn find(self, name: &str) -> Option<&'static Registration> {
        let rows = self.registrations();
        let order = |row: &Registration| match self {
            Self::WellKnown => row.name.cmp(name),
            Self::Schemes | Self::Namespaces => without_case(row.name, name),
        };
        rows.binary_search_by(order).ok().map(|at| &rows[at])
    }

    fn table(self) -> &'static RegistryTable {
        static TABLES: [LazyLock<RegistryTable>; 3] = [
            LazyLock::new(|| RegistryTable::read(include_str!("schemes.tsv"))),
            LazyLock::new(|| RegistryTable::read(include_str!("namespaces.tsv"))),
            LazyLock::new(|| RegistryTable::read(include_str!("well-known.tsv"))),
        ];
        &TABLES[self as usize]
    }
}

/// Returns the default port of a scheme, with the document that states the port, if the scheme has an
/// authority (RFC 3986, 3.2.3). The scheme is case-insensitive.
///
/// ```
/// let port = urispec::registry::default_port("https").unwrap();
/// assert_eq!((port.number, port.to_string()), (443, "RFC 9110, 4.2.2".to_owned()));
/// ```
#[must_use]
pub fn default_port(scheme: &str) -> Option<DefaultPort> {
    schemes::known(scheme)?.default_port(None)
}

/// Compares two ASCII names without case.
fn without_case(a: &str, b: &str) -> Ordering {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    a.bytes().map(lower).cmp(b.bytes().map(lower))
}

struct RegistryTable {
    updated: &'static str,
    rows: Vec<Registration>,
}

impl RegistryTable {
    /// Reads a table, which has a line with its date, and a line for each name with fields separated by
    /// tabs.
    fn read(text: &'static str) -> Self {
        let updated = text.lines().find_map(|line| line.strip_prefix("# updated "));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let rows = lines.map(|line| {
            let mut fields = line.split('\t').chain(std::iter::repeat("-"));
            let mut field = || fields.next().unwrap_or_default();
            let (name, status, reference) = (field(), field(), field());
            let mut more = || Some(field()).filter(|text| *text != "-");
            Registration {
                name,
                status,
                reference,
                well_known: more(),
                about: more(),
                controller: more(),
            }
        });
        Self { updated: updated.unwrap_or_default(), rows: rows.collect() }
    }
}
