//! Documents and parsers side by side: how each document reads one string ([`across`]), where two documents differ
//! ([`diff`]), what changed from one to the next ([`changes`]), and since which document a string is valid
//! ([`mod@since`]); how parsers differ ([`parsers`]); and the strings that distinguish a correct parser from wrong ones
//! ([`mod@suite`]).
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::diff::{Comparison, Language, Relation};
//! use urispec_compare::suite::Suite;
//!
//! // RFC 2396 does not limit the numbers of an IPv4 address; RFC 3986 does.
//! let address = |edition: Edition| edition.production("IPv4address").map(Language::new);
//! let both = Comparison::new(address(Edition::Rfc2396)?, address(Edition::Rfc3986)?);
//! assert_eq!(both.relation, Relation::Wider);
//! assert_eq!(both.only_left.as_deref(), Some("0.0.0.00"));
//!
//! // The strings that distinguish a parser of ports from every other parser with as many states.
//! let suite = Suite::new(Edition::Rfc3986.production("port")?);
//! assert!(suite.cases().any(|case| case.input == "0" && case.is_valid()));
//! # Ok::<(), urispec::error::UnknownProduction>(())
//! ```
//!
//! | module | in | out |
//! |---|---|---|
//! | [`across`] | a string | each edition's answer about the string, and the disagreements |
//! | [`diff`] | two editions | the relation of each pair of productions, decided, with strings that show it |
//! | [`changes`] | two editions | what changed, in sentences with their sections |
//! | [`mod@since`] | a string | the documents in which the string is valid |
//! | [`parsers`] | the readers' answers about a string | the differences, each with its weight |
//! | [`mod@suite`] | a production, resolution, normalization | the strings that distinguish a correct parser from wrong ones |
//! | `sample` | a production | random members and near misses |
//!
//! The surprising case: two documents that derive the same strings may still disagree, since each divides, resolves and
//! normalizes a string by its own rules.
//!
//! # Features
//!
//! - `sample` adds the module `sample`, which generates random members of a production's language.
//! - `proptest` turns members and near misses into `proptest` strategies, which shrink.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod across;
pub mod changes;
pub mod diff;
pub mod parsers;
pub mod since;
#[cfg(feature = "sample")]
pub mod sample;
pub mod suite;

/// Decodes a string of a language over characters.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the letters of an edition are characters")
}
