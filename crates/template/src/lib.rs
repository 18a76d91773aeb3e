//! URI templates (RFC 6570): expansion, and of which values a URI is the expansion.
//!
//! In: the text of a template, and values of its variables. Out: a URI reference. And back: in, a template and a
//! URI; out, the values of which the URI is the expansion, all of them or as many as were asked for.
//!
//! ```
//! use urispec_template::{UriTemplate, Values};
//!
//! let template: UriTemplate = "/search{?q,lang*}".parse()?;
//! let values = Values::new().with("q", "50% off").with("lang", ["en", "fr"]);
//! let uri = template.expand(&values)?;
//! assert_eq!(uri, "/search?q=50%25%20off&lang=en&lang=fr");
//!
//! let ways = template.matches(&uri)?;
//! assert_eq!(ways.only(), Some(&values));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | use |
//! |---|---|
//! | a template | [`UriTemplate`], which is parsed at once; [`TemplateError`] has the byte that is wrong |
//! | values | [`Values`], a [`Value`] for each variable |
//! | expanding | [`UriTemplate::expand`], [`ExpandError`] |
//! | which values a variable may have | [`VariableTypes`] |
//! | matching | [`UriTemplate::matches`], [`Expansions::matches`], [`Ways`] |
//! | whether matching has one answer for every URI | [`Expansions::ambiguity`] |
#![cfg_attr(
    feature = "audit",
    doc = "| whether two templates have a URI in common; whether all expansions are URIs, or on allowed hosts; a \
           production, a pattern | [`ExpansionLanguage`] |"
)]
//!
//! The algorithms follow section 3. Where Appendix A, which is no rule, says otherwise, section 3 is followed: a
//! pair with an empty value is its name alone under every operator but `?` and `&` (3.2.1), so that `{k*}` of
//! `("a", "")` is `a`, where the appendix has `a=`; and the names of pairs are encoded as values are (3.2.1), where
//! the appendix lets reserved characters stand: `{?k*}` of `("a/b", "c")` is `?a%2Fb=c`. In one thing the appendix is
//! followed: the name of an exploded list stands as it is, though 3.2.1 would encode its `%`, since its triplets are an
//! essential part of it (2.3).
//!
//! Three things are left open by the document, and decided here. A `%` is a character of its own to a prefix of a
//! value, but for `+` and `#`, which let triplets through and count a character that is written as triplets once.
//! A list of one empty string is not empty: `{;l}` of it is `;l=`. Members of a list that are undefined are no
//! members.
//!
//! # Features
//!
//! Without a feature the crate needs `alloc` alone. Rust 1.89 is the oldest supported compiler.
//!
//! - `audit` adds what is decided of all expansions of a template, by the automata of the crate `grammar-audit`. It needs
//!   the standard library.
//! - `serde` reads and writes templates as strings, and values as JSON has them: strings, arrays and objects.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod expand;
#[cfg(feature = "audit")]
mod language;
mod parse;
#[cfg(feature = "serde")]
mod serde;
mod values;
mod ways;

pub use expand::{ExpandError, ExpandFault, ExpandFaultKind, Operator};
#[cfg(feature = "audit")]
pub use language::{
    Collision, CollisionVerdict, Every, ExpansionLanguage, GroupedPattern, LanguageError, NotEvery,
};
pub use parse::{Expression, Modifier, Part, TemplateError, TemplateFault, UriTemplate, Variable};
pub use values::{Value, Values, VariableType, VariableTypes};
pub use ways::{Ambiguity, Expansions, NoExpansions, Ways};
