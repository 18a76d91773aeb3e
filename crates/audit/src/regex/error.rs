//! Why a pattern cannot be read.

use super::Dialect;

/// The reason why a pattern cannot be read.
///
/// ```
/// use grammar_audit::{Dialect, Pattern};
/// let error = Pattern::read(Dialect::Re2, "a(?=b)").unwrap_err();
/// assert_eq!((error.dialect, error.offset), (Dialect::Re2, 1));
/// assert_eq!(error.to_string(), "not a pattern of re2: look-ahead is no part of re2, at byte 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a pattern of {dialect}: {why}, at byte {offset}")]
#[non_exhaustive]
pub struct PatternError {
    /// The dialect in which the text was read.
    pub dialect: Dialect,
    /// The byte offset of the fault.
    pub offset: usize,
    /// The fault, and if possible what to write instead.
    pub why: String,
}
