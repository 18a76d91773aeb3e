//! Patterns for which a backtracking engine takes a long time.

use crate::lint::finding::Finding;
use crate::regex::{Dialect, MatchTime, Matching, Pattern};

/// What takes long of a pattern, if anything does. Nothing is known if that is not decided.
pub(super) fn slow(pattern: &Pattern, matching: Matching) -> Option<Option<Finding>> {
    if !is_backtracking(pattern.dialect()) {
        return Some(None);
    }
    let slow = match pattern.match_time(matching)? {
        MatchTime::Linear => return Some(None),
        MatchTime::Exponential { attack } => (None, attack),
        MatchTime::Polynomial { degree, attack } => (Some(degree), attack),
    };
    let text = pattern.text();
    Some(Some(Finding::slow(text, 0..text.len(), slow, "a backtracking engine")))
}

/// Whether the engines of a dialect try one way after the other.
fn is_backtracking(dialect: Dialect) -> bool {
    use Dialect::{DotNet, EcmaScript, Java, Pcre, Python};
    matches!(dialect, EcmaScript | Python | Pcre | Java | DotNet)
}
