//! URIs in columns: Arrow arrays in, Arrow arrays out.
//!
//! Each function takes an array of strings and an [`Edition`](urispec::Edition), and gives an array
//! of the same length. A column in chunks is the caller's loop, and so are threads.
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
//! | in | text out |
//! |---|---|
//! | `Utf8`, `Binary` | `Utf8` |
//! | `LargeUtf8`, `LargeBinary` | `LargeUtf8` |
//! | `Utf8View`, `BinaryView` | `Utf8View` |
//! | `Dictionary`, `RunEndEncoded` of one of these | what its values give |
//! | `Null` | `Utf8`, all null |
//!
//! Nothing is copied on the way in. What goes out is written once; views of the text that came in
//! are not even that, unless they would use less than a quarter of it.
//!
//! A null gives null. A string that is no reference of the edition gives null too, and never an
//! error: [`valid`] tells which strings these are, [`error`] what is wrong with them, and [`cause`],
//! [`offset`] and [`section`] the facts of that. What is wrong with the whole column is a [`ColumnError`].
//!
//! Two columns stand side by side as a [`Datum`](arrow_array::Datum): an array, or a scalar beside
//! each row.
//!
//! A caller that may change its mind does its work in [`interruptible`].

#![cfg_attr(docsrs, feature(doc_cfg))]

mod error;
mod texts;
mod interrupt;
mod pair;

mod component;
mod wrong;
mod lint;
mod template;
#[cfg(feature = "registrable")]
mod registrable;

pub use component::{
    Component, UnknownComponent, component, components, components_fields, normalize, port_number,
};
pub use error::ColumnError;
pub use interrupt::interruptible;
pub use lint::{lint, lint_has, lint_type};
pub use pair::{compare, relativize, resolve};
#[cfg(feature = "registrable")]
pub use registrable::registrable;
pub use template::{template_expand, template_match, template_ways};
pub use texts::{accepted, in_halves, text_type, valid};
pub use wrong::{byte_offset, cause, error, offset, section};

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ColumnsReadme;

#[cfg(test)]
mod tests;
