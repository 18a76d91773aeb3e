//! URLs of the URL Standard, as in browsers: the basic URL parser, the serializers, "equals", and the getters and
//! setters of the class `URL`.
//!
//! The type is [`Url`]. Its parser fails with the [`ValidationError`] that stops it; on request it reports every other
//! validation error too. Nearly any string is a URL: `http:\\h` is `http://h/`, with three validation errors.
//!
//! The modules transcribe the Standard (text of 2 July 2026), and keep its names. They leave out blob URL entries, and
//! encodings other than UTF-8.
//!
//! | module | sections |
//! |---|---|
//! | `error` | Writing: validation errors |
//! | `code_points` | Percent-encoded bytes, URL writing, Host miscellaneous |
//! | `host` | IDNA, Host parsing, Host serializing |
//! | `record` | URL representation, URL miscellaneous, URL serializing |
//! | `parser` | URL parsing, as a state machine |
//! | `fast_path` | URL parsing of common inputs, in one pass |
//! | `url` | URL equivalence, Origin, the getters of URL class |
//! | `setters` | the setters of URL class |
//! | `writing` | URL writing, Host writing: the domain of a valid URL string |
//!
//! ```
//! use urispec::whatwg::Url;
//!
//! let base = Url::parse("https://example.org/a/b")?;
//! assert_eq!(base.join("//EXAMPLE.com:443/x/%2e%2e/y")?, "https://example.com/y");
//!
//! let error = Url::parse("https://example.org:7z").unwrap_err();
//! assert_eq!((error.kind.name(), error.offset), ("port-invalid", 21));
//! # Ok::<(), urispec::whatwg::ValidationError>(())
//! ```

mod code_points;
mod error;
mod fast_path;
mod host;
mod parser;
mod record;
mod setters;
mod url;
#[cfg(feature = "grammars")]
pub(crate) mod writing;

pub use error::{ValidationError, ValidationErrorKind};
pub use host::{Host, is_valid_domain};
pub use setters::SetterError;
pub use url::Url;
