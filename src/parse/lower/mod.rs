//! Lowering: converts a tree to types that express the meaning that the document defines.
//!
//! `reference` finds the five components in the tree of any edition. [`rfc1738`] and [`rfc1630`]
//! interpret the URLs of single schemes: a file to fetch with FTP commands, a line for a gopher
//! server, an address. [`Meaning`] has a variant for the URLs of each document.
//!
//! The five components of a whole string need no tree: `find` finds them at the delimiters, using
//! the edition's component layout of the production. A test compares its results with those of
//! `reference`.
//!
//! | scheme | RFC 1738 | RFC 1630 |
//! |---|---|---|
//! | `ftp` | [`Ftp`](rfc1738::Ftp) | [`Ftp`](rfc1630::Ftp), with form codes |
//! | `http` | [`Http`](rfc1738::Http) | [`Http`](rfc1630::Http) |
//! | `gopher` | [`Gopher`](rfc1738::Gopher) | [`Gopher`](rfc1630::Gopher) |
//! | `mailto` | [`Mailto`](rfc1738::Mailto) | [`Address`](rfc1630::Address) |
//! | `mid`, `cid` | | [`Address`](rfc1630::Address) |
//! | `news` | [`News`](rfc1738::News) | [`News`](rfc1630::News) |
//! | `nntp` | [`Nntp`](rfc1738::Nntp) | [`Nntp`](rfc1630::Nntp), without a server |
//! | `telnet` | [`Login`] | [`Login`] |
//! | `wais` | [`Wais`](rfc1738::Wais) | [`Wais`](rfc1630::Wais), with the fields of an identifier |
//! | `prospero` | [`Prospero`](rfc1738::Prospero), with fields | [`Prospero`](rfc1630::Prospero), with a version |
//! | `file` | [`File`](rfc1738::File) | [`File`](rfc1630::File), which is not a `url` |
//! | `afs` | | [`Afs`](rfc1630::Afs) |
//!
//! [`scheme`] has the URIs of the current documents, such as those of `urn`, `mailto`, `file` and
//! `http`.

#[cfg(feature = "grammars")]
mod documents;
mod reference;
mod site;

#[cfg(feature = "grammars")]
pub use documents::*;

use memchr::{memchr, memchr2};

use crate::editions::automaton::Automaton;
use crate::editions::division::{
    AuthorityForm, ComponentLayout, Delimiters, Division, Opaque, Userinfo,
};
use crate::parse::scan::rfc3986;
use crate::parts::host::HostKind;
use crate::reference::Spans;

// Dividing: from a string that a production derives to its components, without a tree.
//
// The layout of the production is data of the edition, and the [`Spans`] are the same as those
// found in the tree. Dividing takes a search for delimiters and a walk of an automaton through the
// authority, and no memory, however long the string is. The module [`reference`] is the specification
// of this code, and a test compares their results.
//
// The caller must check the string first: a string that the production does not derive is divided
// too, with a wrong result.

/// Returns the components of a string of at most 4 GiB that the production derives.
fn find(automaton: &Automaton, divided: &ComponentLayout, text: &str) -> Spans {
    let bytes = text.as_bytes();
    match &divided.division {
        Division::At(delimiters) => at(automaton, delimiters, bytes),
        Division::AsFirst(all) => match first(automaton, all, bytes) {
            Some(first) => find(automaton, first, text),
            None => Spans::default(),
        },
        // A string that the production derives is a URI.
        Division::AsRfc3986 => rfc3986::uri_reference(bytes).unwrap_or_default(),
    }
}

/// Returns the first layout whose production derives the string, or the last layout if none does.
fn first(
    automaton: &Automaton,
    all: &[&'static ComponentLayout],
    bytes: &[u8],
) -> Option<&'static ComponentLayout> {
    let (last, others) = all.split_last()?;
    let derives = |divided: &&&ComponentLayout| automaton.derives(divided.start, bytes);
    Some(others.iter().find(derives).unwrap_or(last))
}

fn position(bytes: &[u8], start: usize, is_it: impl Fn(u8) -> bool) -> Option<usize> {
    bytes[start..].iter().position(|&byte| is_it(byte)).map(|at| start + at)
}

fn at(automaton: &Automaton, delimiters: &Delimiters, bytes: &[u8]) -> Spans {
    let mut spans = Spans::default();
    let mut start = 0;
    if delimiters.scheme
        && let Some(end) = position(bytes, 0, |byte| matches!(byte, b':' | b'/' | b'?' | b'#'))
        && bytes[end] == b':'
        && end > 0
        && delimiters.scheme_if.is_none_or(|scheme| automaton.derives(scheme, &bytes[..end]))
    {
        spans.scheme_end = end as u32;
        start = end + 1;
    }
    let mut has_authority = false;
    if let Some(authority) = &delimiters.authority
        && bytes[start..].starts_with(b"//")
    {
        let from = start + 2;
        let end =
            position(bytes, from, |byte| authority.ends.contains(&byte)).unwrap_or(bytes.len());
        let host = host(automaton, authority, &bytes[from..end]);
        if host.is_some() || !authority.is_path_else {
            has_authority = true;
            start = end;
        }
        if let Some(HostSpan { start, end, kind }) = host {
            (spans.host_start, spans.host_end) = ((from + start) as u32, (from + end) as u32);
            spans.host = Some(kind);
        }
    }
    if spans.host.is_none() {
        (spans.host_start, spans.host_end) = (start as u32, start as u32);
    }
    spans.path_start = start as u32;
    let (mut path_end, mut query_end) = (None, None);
    if let Some(length) = memchr2(b'?', b'#', &bytes[start..]) {
        let end = start + length;
        match bytes[end] {
            b'#' => query_end = Some(end),
            _ => {
                path_end = Some(end);
                query_end = memchr(b'#', &bytes[end..]).map(|length| end + length);
            }
        }
    }
    let query_end = query_end.unwrap_or(bytes.len());
    spans.is_opaque = match delimiters.opaque {
        Opaque::Never => false,
        Opaque::Always => true,
        Opaque::Unless(hierarchical) => {
            let may_be = spans.scheme_end > 0 && !has_authority;
            may_be
                && bytes.get(start) != Some(&b'/')
                && !automaton.derives(hierarchical, &bytes[start..query_end])
        }
    };
    let path_end = path_end.filter(|_| delimiters.query && !spans.is_opaque);
    spans.path_end = path_end.unwrap_or(query_end) as u32;
    spans.query_end = query_end as u32;
    spans
}

/// A host, by its offsets in the authority.
struct HostSpan {
    start: usize,
    end: usize,
    kind: HostKind,
}

fn host(automaton: &Automaton, authority: &AuthorityForm, bytes: &[u8]) -> Option<HostSpan> {
    if authority.with_host.is_some_and(|start| !automaton.derives(start, bytes)) {
        return None;
    }
    let start = match authority.userinfo {
        Userinfo::Never => 0,
        Userinfo::Always => position(bytes, 0, |byte| byte == b'@').map_or(0, |at| at + 1),
        Userinfo::If { user, password, rest } => {
            let is_before = |at: &usize| {
                let (before, after) = (&bytes[..*at], &bytes[at + 1..]);
                let colon = position(before, 0, |byte| byte == b':');
                let name = &before[..colon.unwrap_or(before.len())];
                automaton.derives(user, name)
                    && colon.is_none_or(|at| automaton.derives(password, &before[at + 1..]))
                    && automaton.derives(rest, after)
            };
            position(bytes, 0, |byte| byte == b'@').filter(is_before).map_or(0, |at| at + 1)
        }
    };
    let (within, end, kinds) = match bytes.get(start) {
        Some(b'[') => {
            let bracket = position(bytes, start, |byte| byte == b']')?;
            (&bytes[start + 1..bracket], bracket + 1, authority.literals)
        }
        _ => {
            let end = position(bytes, start, |byte| byte == b':').unwrap_or(bytes.len());
            (&bytes[start..end], end, authority.names)
        }
    };
    let is_of = |(of, _): &&(u16, HostKind)| automaton.derives(*of, within);
    kinds.iter().find(is_of).map(|&(_, kind)| HostSpan { start, end, kind })
}
