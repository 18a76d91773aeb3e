//! URI functions on Arrow arrays.
//!
//! Each function takes an array of strings and an [`Edition`](urispec::Edition), and returns an array of
//! the same length. Chunked columns and threads are left to the caller.
//!
//! ```
//! use arrow_array::{StringArray, cast::AsArray};
//! use urispec::Edition;
//! use urispec_columns::{Component, component};
//!
//! let urls = StringArray::from(vec!["http://u@h:80/", "http://[/"]);
//! let hosts = component(&urls, Component::Host, Edition::Rfc3986)?;
//! assert!(hosts.as_string::<i32>().iter().eq([Some("h"), None]));
//! # Ok::<(), urispec_columns::ColumnError>(())
//! ```
//!
//! | input | text output |
//! |---|---|
//! | `Utf8`, `Binary` | `Utf8` |
//! | `LargeUtf8`, `LargeBinary` | `LargeUtf8` |
//! | `Utf8View`, `BinaryView` | `Utf8View` |
//! | `Dictionary`, `RunEndEncoded` of one of these | the output for its values |
//! | `Null` | `Utf8`, all null |
//!
//! Input is not copied. Output is written once; views into the input text are not copied at all, unless
//! they would use less than a quarter of it.
//!
//! A null gives null. A string that is not a reference of the edition gives null too, never an error:
//! [`valid`] identifies these strings, [`error`] explains them, and [`cause`], [`offset`] and [`section`]
//! give the details. An error of the whole column is a [`ColumnError`].
//!
//! Functions of two columns take each as a [`Datum`](arrow_array::Datum): an array, or a scalar that
//! applies to each row.
//!
//! To be able to interrupt the work, run it in [`interruptible`].

#![cfg_attr(docsrs, feature(doc_cfg))]

mod error;
mod texts;
mod pair;

mod component;
mod lint;
mod template;
#[cfg(feature = "registrable")]
mod registrable;

pub use component::{
    Component, UnknownComponent, component, components, components_fields, normalize, port_number,
};
pub use error::{ColumnError, byte_offset, cause, error, interruptible, offset, section};

pub use lint::{lint, lint_has, lint_type};
pub use pair::{compare, relativize, resolve};
#[cfg(feature = "registrable")]
pub use registrable::registrable;
pub use template::{template_expand, template_match, template_ways};
pub use texts::{ValidStrings, accepted, split_on_overflow, text_type, valid};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ColumnsReadme;

#[cfg(test)]
mod tests;
