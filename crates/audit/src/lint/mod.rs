//! Grammars and patterns that say something else than their author meant.
//!
//! A finding is no guess: either a shortest string shows it, or a search decided that there is no string at all. In
//! `a = { "a"* ~ "a" }` nothing is misspelt, and the rule reads no string, since pest does not backtrack into the star.

mod finding;
mod pattern;
mod pest;
mod printed;
#[cfg(feature = "sources")]
mod source;

pub use finding::{Finding, Lint, Linted, Mend, Severity};
pub use pattern::{lint_pattern, lint_pattern_as, lint_patterns, lint_patterns_with};
pub use pest::{PestLinter, lint_pest, lint_pest_text};
pub use printed::lint_printed;
#[cfg(feature = "documents")]
pub use printed::{LintedDocument, lint_document, lint_document_examples};
#[cfg(feature = "sources")]
pub use source::{lint_source, lint_source_with};
