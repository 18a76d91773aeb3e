//! The audit of the editions: whether each printed grammar and its transcription accept the same strings, and
//! whether the document's own examples and sentences hold.
//!
//! ```
//! use urispec::Edition;
//! use urispec_audit::pair;
//!
//! let grammar = Edition::Rfc7565.grammars()[0];
//! assert!(pair(grammar)?.with_readings().productions.iter().any(|one| one.name == "acctURI"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Audit`] of each grammar of an edition contains the results. The decisions are made by the crate `grammar-audit`, which
//! knows no editions, and whose items are re-exported here; this crate adds the grammars of the editions, and the checks that
//! need a parser, a resolver and a normalizer.
//!
//! | from | by | result |
//! |---|---|---|
//! | an edition | [`audit_edition`] | an [`Audit`] of each of its grammars |
//! | a grammar of an edition | [`pair`] | its printed text and its transcription, parsed |
//! | a notation | [`reader`] | a reader of printed grammars that knows the documents of the editions |
//! | a string that two alternatives share | [`AlternativeChoice`] | the alternative that the parser chooses |
//! | the examples that a document prints | [`Examples`] | their claims |
//! | a claim | [`CheckedExample`] | whether the grammar or the algorithm contradicts it |
//! | the other sentences of a document | [`Requirements`] | the checks of each sentence |
//! | reports of errors in a document | [`Errata`] | whether each report is followed |
//! | a pattern, and hosts | [`uri_beside_hosts`] | a URI that the pattern matches, with another host |
//! | a language, and hosts, origins, URIs or languages | [`AllowList`] | a string that only the first one has |
//! | a production | [`mutant_suite`] | a small set of strings that kills its mutants |
//! | a production | [`mutant_suite_by_use`] | strings that also kill the mutants of each use of a production |
//! | the name of a production | [`Audit::explain`] | its texts, the verdict, typical strings |
//! | a pest grammar, or a pattern, in a unit test | [`assert_equivalent!`](crate::assert_equivalent), [`assert_covers!`](crate::assert_covers) | nothing, or a panic that shows the difference |
//! | an automaton | [`table_bytes`] | its bytes, for the parser without trees |
//!
//! Equal languages do not imply equal trees. RFC 3986, 3.2.2, states in prose that the host `0.0.0.0` is an
//! `IPv4address` and not a `reg-name`; [`AlternativeChoice`] reports whether the parse tree follows this rule.
//!
//! # Features
//!
//! - `proptest` provides strategies of proptest that generate members and near misses of a language, and shrink them.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod allow;
mod edition;
mod errata;
mod examples;
mod explain;
mod findings;
mod requirements;
mod same;

pub use allow::{AllowError, AllowList, AllowedKind, uri_beside_hosts};
pub use edition::{
    Audit, AuditError, any, audit_edition, audit_edition_within, library, notation, pair,
    pair_with, reader, table_bytes, texts,
};
pub use errata::{Errata, Erratum, ErratumError, ErratumStatus, ErratumSubject};
pub use examples::{Claim, Example, ExampleError, Examples, Preference};
pub use explain::{AlternativeChoice, Counterexample, ExplainedProduction, RuleText};
pub use findings::{CheckedExample, mutant_suite, mutant_suite_by_use};
pub use grammar_audit::*;
pub use requirements::{
    Held, Holder, Requirement, RequirementError, RequirementState, Requirements, Strength,
};
pub use same::{expect_equivalent_to_edition, expect_pattern_of_edition};
