//! A reference that has been parsed: its string, and where its components lie.

use std::ops::Range;

use pyo3::prelude::*;
use urispec::{Edition, Reference};
use urispec_columns::Component;

/// A URI or relative reference, parsed by an edition and unchanged.
///
/// A Uri equals a str of the same characters, has the hash of that str, and stands wherever a str may
/// stand in this package; `urispec.compare` finds what is equivalent. `repr` hides a password, and `str` does not.
///
/// >>> uri = urispec.Uri("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
/// >>> uri.scheme, uri.host, uri.host_kind, uri.port
/// ('http', '[2001:db8::7]', 'IPv6address', '8042')
/// >>> uri == "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose"
/// True
#[pyclass(frozen, module = "urispec")]
pub(crate) struct Uri {
    text: String,
    pub(crate) edition: Edition,
    parts: [Option<Range<usize>>; Component::ALL.len()],
    pub(crate) host_kind: Option<&'static str>,
    pub(crate) port_number: Option<u16>,
}

impl Uri {
    pub(crate) fn of(edition: Edition, reference: &Reference<'_>) -> Self {
        let text = reference.as_str();
        let place = |part: Component| {
            let part = part.of(reference)?;
            let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
            let range = start..start.checked_add(part.len())?;
            (text.get(range.clone()) == Some(part)).then_some(range)
        };
        Self {
            edition,
            // The kind of a host is no part of the text, and has a field of its own.
            parts: Component::ALL.map(|part| match part {
                Component::HostKind => None,
                part => place(part),
            }),
            host_kind: Component::HostKind
                .of(reference)
                .and_then(|_| reference.host().map(|host| host.kind().name())),
            port_number: reference.port_to_u16().ok(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn part(&self, part: Component) -> Option<&str> {
        let found = Component::ALL.iter().zip(&self.parts).find(|(of, _)| **of == part)?;
        self.text.get(found.1.clone()?)
    }
}
