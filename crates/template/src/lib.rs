//! URI templates (RFC 6570): expansion to a URI reference, and matching, which returns the values that expand to a
//! given URI.
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
//! | a template | [`UriTemplate`], which is parsed immediately; [`TemplateError`] has the offset of the error |
//! | values | [`Values`], a [`Value`] for each variable |
//! | expanding | [`UriTemplate::expand`], [`ExpandError`] |
//! | the types of the variables | [`VariableTypes`] |
//! | matching | [`UriTemplate::matches`], [`Expansions::matches`], [`Matches`] |
//! | a suite for other matchers | [`UriTemplate::match_suite`], [`SUITE_TEMPLATES`] |
//! | whether matching has one answer for every URI | [`Expansions::ambiguity`] |
#![cfg_attr(
    feature = "audit",
    doc = "| whether two templates have a URI in common; whether all expansions are URIs, or on allowed hosts; a \
           production, a pattern | [`ExpansionLanguage`] |\n\
           | routes of OpenAPI, Express, Spring, Rails, Flask and Django | [`Route`], [`RouteLanguage`] |"
)]
//!
//! The algorithms follow section 3. Where Appendix A, which is not normative, differs, section 3 is followed: a pair with an
//! empty value is only its name under every operator but `?` and `&` (3.2.1), so that `{k*}` of `("a", "")` is `a`, where the
//! appendix has `a=`; and the names of pairs are encoded like values (3.2.1), where the appendix keeps reserved
//! characters: `{?k*}` of `("a/b", "c")` is `?a%2Fb=c`. In one case the appendix is followed: the name of an exploded
//! list is kept unchanged, though 3.2.1 would encode its `%`, since triplets are an essential part of a name (2.3).
//!
//! Three points that the document leaves open are decided here. For a prefix of a value, a `%` is a character, except under
//! `+` and `#`, which keep triplets and count a character that is written as triplets once. A list of one empty string is not
//! empty: its expansion in `{;l}` is `;l=`. Undefined members of a list are not members.
//!
//! # Features
//!
//! Without a feature the crate needs only `alloc`. Rust 1.89 is the oldest supported compiler.
//!
//! - `audit` adds decisions about all expansions of a template, and about the routes of web frameworks, by the automata of
//!   the crate `grammar-audit`. It needs the standard library.
//! - `serde` serializes and deserializes templates as strings, and values as in JSON: strings, arrays and objects.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "audit")]
extern crate std;

mod expand;
#[cfg(feature = "audit")]
mod language;
mod parse;
#[cfg(feature = "audit")]
mod routes;
#[cfg(feature = "serde")]
mod serde;
mod suite;
mod values;
mod matching;

/// The README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use expand::{ExpandError, ExpandFault, ExpandFaultKind, Operator};
#[cfg(feature = "audit")]
pub use language::{
    Collision, CollisionVerdict, Every, ExpansionLanguage, GroupedPattern, LanguageError, NotEvery,
};
pub use matching::{Ambiguity, Expansions, Matches, NoExpansions};
pub use parse::{Expression, Modifier, Part, TemplateError, TemplateFault, UriTemplate, Variable};
#[cfg(feature = "audit")]
pub use routes::{Route, RouteError, RouteLanguage, RouteNotation, RouteReader};
pub use suite::{MatchCase, SUITE_TEMPLATES};
pub use values::{Value, Values, VariableType, VariableTypes};
