//! The types of other crates: conversions between them and the types of RFC 3986.
//!
//! In: a value of one type. Out: a value of the other, with the same components, or why there is none.
//! Each module says which characters, forms and lengths the other type lacks or adds. What would be
//! lost has to be removed by name before the conversion: no conversion forgets a component.
//!
//! The surprising case: what both of the others take need be no URI. `http://h/|` is none.

#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "url")]
pub(crate) mod url;
