//! Grammars and patterns that say something else than their author meant.
//!
//! In: the text of a grammar. Out: [`Linted`]: each [`Finding`] with its place, a message and a witness; and the
//! rules that were not decided. A finding is no guess: either a shortest string shows it, or a search decided that
//! there is no string at all. What is forgotten is every question that only a second grammar could answer, as whether
//! the strings that are lost should be there; [`audit`](crate::audit) answers those.
//!
//! The surprising case: in `a = { "a"* ~ "a" }` nothing is misspelt and nothing is refused, and the rule reads no
//! string. The star takes every `a`, and pest does not backtrack into it.

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
