//! Who is asked about a string: the scan, the table and the peers, for URIs and for IRIs.

use urispec::error::SyntaxError;
use urispec::{Edition, HostKind, IriRef, ParseError, Reference, UriRef};

use super::findings::{Direction, Disagreement};
use crate::automaton::Table;

/// The judges: those of `URI-reference`, and then those of `IRI-reference`.
pub const NAMES: [&str; 7] = [
    "URI scan",
    "URI table",
    "URI fluent-uri",
    "IRI scan",
    "IRI table",
    "IRI fluent-uri",
    "IRI oxiri",
];
const URI: usize = 0;
const IRI: usize = 3;

/// The five components, of which only the path is always there.
type Components<'t> = ([Option<&'t str>; 4], &'t str);

/// A judge that a caller adds in the place of fluent-uri for URIs.
pub type Instead = fn(&str) -> bool;

/// All judges.
#[derive(Debug)]
pub struct Judges {
    uris: Table,
    iris: Table,
    instead: Option<Instead>,
}

/// What all judges said about a string.
#[derive(Debug)]
pub struct Judged {
    /// Whether each judge accepts the string.
    pub accepts: [bool; NAMES.len()],
    what: [Option<Disagreement>; NAMES.len()],
}

impl Judged {
    /// Where a judge differs from the scan.
    pub fn disagreements(&self) -> impl Iterator<Item = Disagreement> + '_ {
        self.what.iter().flatten().copied()
    }
}

impl Judges {
    /// Derives the tables from the printed grammars.
    ///
    /// # Errors
    ///
    /// Where a grammar has no automaton.
    pub fn new() -> Result<Self, String> {
        let table = |edition, rule| {
            Table::derive(edition, rule).ok_or_else(|| format!("{rule} has no automaton"))
        };
        Ok(Self {
            uris: table(Edition::Rfc3986, "URI-reference")?,
            iris: table(Edition::Rfc3987, "IRI-reference")?,
            instead: None,
        })
    }

    /// Asks another judge in the place of fluent-uri for URIs.
    #[must_use]
    pub fn instead(self, judge: Instead) -> Self {
        Self { instead: Some(judge), ..self }
    }

    /// Asks all of them.
    #[must_use]
    pub fn judge(&self, text: &str) -> Judged {
        let (mut accepts, mut what) = ([false; NAMES.len()], [None; NAMES.len()]);
        let uri = UriRef::parse(text);
        let iri = IriRef::parse(text);
        accepts[URI] = uri.is_ok();
        accepts[IRI] = iri.is_ok();
        let uri = uri.as_ref().map(|uri| &**uri);
        let iri = iri.as_ref().map(|iri| &**iri);
        for (at, scan, table) in [(URI, uri, &self.uris), (IRI, iri, &self.iris)] {
            let offset = table.offset(text);
            accepts[at + 1] = offset.is_none();
            what[at + 1] = table_differs(at + 1, scan, text, offset);
        }
        let fluent = match self.instead {
            None => fluent_uri::UriRef::parse(text).ok().map(|uri| {
                let others = [
                    uri.scheme().map(|scheme| scheme.as_str()),
                    uri.authority().map(|authority| authority.as_str()),
                    uri.query().map(|query| query.as_str()),
                    uri.fragment().map(|fragment| fragment.as_str()),
                ];
                (others, uri.path().as_str())
            }),
            Some(judge) => judge(text).then(|| uri.ok().map_or(([None; 4], text), components)),
        };
        let fluent_iri = fluent_uri::IriRef::parse(text).ok().map(|iri| {
            let others = [
                iri.scheme().map(|scheme| scheme.as_str()),
                iri.authority().map(|authority| authority.as_str()),
                iri.query().map(|query| query.as_str()),
                iri.fragment().map(|fragment| fragment.as_str()),
            ];
            (others, iri.path().as_str())
        });
        let oxiri = oxiri::IriRef::parse(text).ok();
        let oxiri = oxiri
            .as_ref()
            .map(|iri| ([iri.scheme(), iri.authority(), iri.query(), iri.fragment()], iri.path()));
        for (at, scan, peer) in [(2, uri, fluent), (5, iri, fluent_iri), (6, iri, oxiri)] {
            accepts[at] = peer.is_some();
            what[at] = peer_differs(at, scan, peer);
        }
        Judged { accepts, what }
    }
}

fn components<'t>(reference: &Reference<'t>) -> Components<'t> {
    let found = reference.components();
    ([found.scheme, found.authority, found.query, found.fragment], found.path)
}

fn syntax(error: &ParseError) -> Option<&SyntaxError> {
    match error {
        ParseError::Syntax(error) => Some(error),
        _ => None,
    }
}

/// Where the table differs from the scan, in the verdict or in the place.
fn table_differs(
    judge: usize,
    scan: Result<&Reference<'_>, &ParseError>,
    text: &str,
    offset: Option<usize>,
) -> Option<Disagreement> {
    let (direction, cause) = match (scan, offset) {
        (Ok(_), None) => return None,
        (Ok(_), Some(_)) => (Direction::Rejects, "verdict"),
        (Err(_), None) => (Direction::Accepts, "verdict"),
        (Err(error), Some(offset)) => {
            // A character is at fault, not one of its bytes.
            let offset = text.floor_char_boundary(offset);
            if syntax(error).is_some_and(|error| error.offset() == offset) {
                return None;
            }
            (Direction::Differs, "offset")
        }
    };
    Some(Disagreement { judge, direction, cause })
}

/// Where a peer differs from the scan, in the verdict or in the components.
fn peer_differs(
    judge: usize,
    scan: Result<&Reference<'_>, &ParseError>,
    peer: Option<Components<'_>>,
) -> Option<Disagreement> {
    let (direction, cause) = match (scan, peer) {
        (Err(_), None) => return None,
        (Ok(reference), Some(found)) if components(reference) == found => return None,
        (Ok(_), Some(_)) => (Direction::Differs, "components"),
        (Err(error), Some(_)) => {
            let cause = syntax(error).and_then(SyntaxError::fault).unwrap_or("unnamed");
            (Direction::Accepts, cause)
        }
        (Ok(reference), None) => (Direction::Rejects, kind(reference)),
    };
    Some(Disagreement { judge, direction, cause })
}

/// What may be the matter with a reference that a peer rejects.
fn kind(reference: &Reference<'_>) -> &'static str {
    match reference.host().map(|host| host.kind()) {
        Some(HostKind::Ipv4Address) => "IPv4address",
        Some(HostKind::Ipv6Address) => "IPv6address",
        Some(HostKind::IpvFuture) => "IPvFuture",
        Some(_) => "reg-name",
        None => "no host",
    }
}
