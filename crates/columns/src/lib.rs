//! URIs in columns: Arrow arrays in, Arrow arrays out.
//!
//! Each function takes an array of strings and an [`Edition`](urispec::Edition), and gives an array
//! of the same length. A column in chunks is the caller's loop, and so are threads.
//!
//! | in | text out |
//! |---|---|
//! | `Utf8`, `Binary` | `Utf8` |
//! | `LargeUtf8`, `LargeBinary` | `LargeUtf8` |
//! | `Utf8View`, `BinaryView` | `Utf8View` |
//! | `Dictionary` of one of these | what its values give |
//!
//! Nothing is copied on the way in. What goes out is written once; views of the text that came in
//! are not even that.
//!
//! A null gives null. A string that is no reference of the edition gives null too, and never an
//! error: [`valid`] tells which strings these are, and [`error`] what is wrong with them. What is
//! wrong with the whole column is a [`ColumnError`].
//!
//! Two columns stand side by side as a [`Datum`](arrow_array::Datum): an array, or a scalar beside
//! each row.

mod error;
mod texts;
mod out;
mod pair;
mod reader;

mod component;
mod valid;
mod normalize;
mod resolve;
mod compare;
mod lint;
mod template;

pub use compare::compare;
pub use component::{
    Component, UnknownComponent, component, components, components_fields, port_number,
};
pub use error::ColumnError;
pub use lint::{lint, lint_type};
pub use normalize::normalize;
pub use resolve::{relativize, resolve};
pub use template::{template_expand, template_match, template_ways};
pub use texts::text_type;
pub use valid::{error, valid};

#[cfg(test)]
mod tests;
