//! A grammar or a pattern that has to say what a document says, as an assertion of a unit test.
//!
//! In: an edition, a pest grammar or a pattern, and the name of a production. Out: nothing, or a panic with the shortest
//! strings that tell the two apart. What decides is the engine's `assert_same!`, of two files.
//!
//! The surprising case: a name that two grammars of one document define is that of the first.

use grammar_audit::{Dialect, GrammarText, expect_same_pair, expect_same_printed};
use urispec::Edition;
use urispec::grammar::Grammar;

use super::edition::{pair, pair_with};

/// Asserts that a pest grammar, or a pattern, accepts what the production of a document says. The file is named as by
/// `include_str!`.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::Dialect;
/// use urispec_audit::assert_same;
///
/// assert_same!(
///     edition: Edition::Rfc3986,
///     pattern: "^[A-Za-z][A-Za-z0-9+.-]*$",
///     dialect: Dialect::EcmaScript,
///     rule: "scheme",
/// );
/// ```
///
/// # Panics
///
/// With what differs. `\\w` has `_` and the digits, which begin no scheme:
///
/// ```should_panic
/// # use urispec::Edition;
/// # use urispec_audit::Dialect;
/// # use urispec_audit::assert_same;
/// assert_same!(
///     edition: Edition::Rfc3986,
///     pattern: r"^\w[\w+.-]*$",
///     dialect: Dialect::EcmaScript,
///     rule: "scheme",
/// );
/// ```
///
/// Also if the file cannot be read as a grammar, if the document has no such production, or if the question is not decided.
#[macro_export]
macro_rules! assert_same {
    (edition: $edition:expr, pest: $pest:literal, rule: $rule:expr $(,)?) => {
        $crate::expect_same_as_edition(
            $edition,
            $crate::GrammarText { file: $pest, text: include_str!($pest) },
            $rule,
        )
    };
    (
        edition: $edition:expr, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_same_pattern_as_edition($edition, $pattern, $dialect, $rule)
    };
}

/// What [`assert_same!`](crate::assert_same) does with a pest grammar: see there.
///
/// # Panics
///
/// With what differs, or why the question is not decided.
#[track_caller]
pub fn expect_same_as_edition(edition: Edition, pest: GrammarText<'_>, rule: &str) {
    let grammar = grammar_with(edition, rule);
    match pair_with(grammar, pest) {
        Ok(pair) => expect_same_pair(pair, rule, None, (pest.file, grammar.stem())),
        Err(error) => panic!("{error}"),
    }
}

/// What [`assert_same!`](crate::assert_same) does with a pattern, which is searched for: see there.
///
/// # Panics
///
/// With the shortest strings that tell the two apart, or why the question is not decided.
#[track_caller]
pub fn expect_same_pattern_as_edition(
    edition: Edition,
    pattern: &str,
    dialect: Dialect,
    rule: &str,
) {
    let grammar = grammar_with(edition, rule);
    match pair(grammar) {
        Ok(pair) => expect_same_printed(&pair.as_read(), grammar.stem(), pattern, dialect, rule),
        Err(error) => panic!("{error}"),
    }
}

/// The grammar of an edition that has a production.
#[track_caller]
fn grammar_with(edition: Edition, rule: &str) -> &'static Grammar {
    let is_in = |grammar: &&Grammar| {
        pair(grammar)
            .is_ok_and(|pair| pair.as_read().productions.iter().any(|one| one.name == rule))
    };
    match edition.grammars().iter().copied().find(is_in) {
        Some(grammar) => grammar,
        None => panic!("{edition} has no production `{rule}`"),
    }
}
