//! Lowering: from a tree to types with the meaning that the document gives them.
//!
//! Two ways lead on from a tree. `reference` finds the five components in the tree of any edition.
//! [`rfc1738`] and [`rfc1630`] take what their documents say of single schemes and make each URL one
//! of a dozen things: a file to be fetched by FTP commands, a line for a gopher server, an address;
//! [`Meaning`] is either, by the edition.
//!
//! For the five components of a whole string no tree is made: `components` finds them at the delimiters, by
//! what the edition says of each production, and a test holds `components` to `reference`.
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
//! | `file` | [`File`](rfc1738::File) | [`File`](rfc1630::File), though it is no url |
//! | `afs` | | [`Afs`](rfc1630::Afs) |
//!
//! [`scheme`] has what the documents of today say of `urn`, `mailto`, `file` and `http`.

mod components;
#[cfg(feature = "grammars")]
mod documents;
mod reference;
mod site;

#[cfg(feature = "grammars")]
pub use documents::*;
