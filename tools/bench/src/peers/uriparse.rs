//! uriparse. It splits the path into segments and the authority into its parts while it parses, and
//! keeps neither as one text: that is part of its time, and its row counts segments where the others
//! count bytes.

use std::fmt::Display;

use uriparse::{URI, URIReference};

use super::{AuthorityParts, Divide, Normalize, Parts, Peer};

/// The library uriparse.
#[derive(Debug)]
pub struct Uriparse;

impl Peer for Uriparse {
    const NAME: &'static str = "uriparse";
    type Reference<'i> = URIReference<'i>;

    fn read(text: &str) -> Option<URIReference<'_>> {
        URIReference::try_from(text).ok()
    }

    fn lengths(reference: &URIReference<'_>) -> usize {
        reference.scheme().map_or(0, |scheme| scheme.as_str().len())
            + usize::from(reference.authority().is_some())
            + reference.path().segments().len()
            + reference.query().map_or(0, |query| query.as_str().len())
            + reference.fragment().map_or(0, |fragment| fragment.as_str().len())
    }

    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let text = |part: &dyn Display| part.to_string();
        Some(Parts {
            scheme: reference.scheme().map(|scheme| scheme.as_str().to_owned()),
            authority: reference.authority().map(|authority| text(authority)),
            path: text(reference.path()),
            query: reference.query().map(|query| query.as_str().to_owned()),
            fragment: reference.fragment().map(|fragment| fragment.as_str().to_owned()),
        })
    }
}

/// A port is a number, and an empty one is told as undefined; an address is written anew.
impl Divide for Uriparse {
    fn divide(text: &str) -> Option<AuthorityParts> {
        let reference = Self::read(text)?;
        let Some(authority) = reference.authority() else { return Some([None, None, None]) };
        let password =
            authority.password().map_or_else(String::new, |password| format!(":{password}"));
        let userinfo = authority.username().map(|username| format!("{username}{password}"));
        let port = authority.port().map(|port| port.to_string());
        Some([userinfo, Some(authority.host().to_string()), port])
    }
}

/// uriparse normalizes in place and keeps no string, so the time includes a copy and writing the string.
impl Normalize for Uriparse {
    type Uri<'i> = URI<'i>;
    type Normal = String;

    fn uri(text: &str) -> Option<URI<'_>> {
        URI::try_from(text).ok()
    }

    fn normalize(uri: &URI<'_>) -> String {
        let mut uri = uri.clone();
        uri.normalize();
        uri.to_string()
    }
}
