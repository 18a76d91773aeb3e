//! The URL Standard's own algorithms: the basic URL parser, the serializers, and "equals".
//!
//! The parser turns a string and a base into a [`UrlRecord`], or returns the [`ValidationError`] at
//! which it fails; on request it reports every other validation error too. A record drops the
//! spelling of the URL, its default port, and its dot segments. Nearly any string is a URL:
//! `http:\\h` is `http://h/`, with three validation errors.
//!
//! The modules transcribe the Standard (text of 2 July 2026), and keep its names. They leave out
//! blob URL entries and the arguments that only HTML and the class URL pass: an encoding other than
//! UTF-8, a URL to modify, and a state override.
//!
//! | module | sections |
//! |---|---|
//! | `error` | Writing: validation errors |
//! | `code_points` | Percent-encoded bytes, URL writing, Host miscellaneous |
//! | `host` | IDNA, Host parsing, Host serializing |
//! | `record` | URL representation, URL miscellaneous, URL serializing, URL equivalence |
//! | `parser` | URL parsing |
//! | `writing` | URL writing, Host writing: the domain of a valid URL string |
//!
//! ```
//! use urispec::whatwg::UrlRecord;
//!
//! let base = UrlRecord::parse("https://example.org/a/b", None)?;
//! let url = UrlRecord::parse("//EXAMPLE.com:443/x/%2e%2e/y", Some(&base))?;
//! assert_eq!(url.to_string(), "https://example.com/y");
//!
//! let error = UrlRecord::parse("https://example.org:7z", None).unwrap_err();
//! assert_eq!((error.kind.name(), error.offset), ("port-invalid", 21));
//! # Ok::<(), urispec::whatwg::ValidationError>(())
//! ```

mod code_points;
mod error;
mod host;
mod parser;
mod record;
#[cfg(feature = "grammars")]
pub(crate) mod writing;

pub use error::{ValidationError, ValidationErrorKind};
pub use host::{Host, is_valid_domain};
pub use parser::State;
pub use record::UrlRecord;
