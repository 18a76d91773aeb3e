//! Assertions for unit tests: a grammar or a pattern accepts the same strings as a production of a document. If several
//! grammars of the document define the production, the first is used. `grammar-audit` compares the languages.

use grammar_audit::{Dialect, GrammarText, expect_equivalent_pair, expect_equivalent_printed};
use urispec::Edition;
use urispec::grammar::Grammar;

use super::edition::{pair, pair_with};

/// Asserts that a pest grammar, or a pattern, accepts the same strings as a production of a document. The path of the
/// file is relative, as in `include_str!`.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::Dialect;
/// use urispec_audit::assert_equivalent;
///
/// assert_equivalent!(
///     edition: Edition::Rfc3986,
///     pattern: "^[A-Za-z][A-Za-z0-9+.-]*$",
///     dialect: Dialect::EcmaScript,
///     rule: "scheme",
/// );
/// ```
///
/// # Panics
///
/// Panics with the difference if the languages differ. In this example, `\w` also matches `_` and digits, which cannot
/// begin a scheme:
///
/// ```should_panic
/// # use urispec::Edition;
/// # use urispec_audit::Dialect;
/// # use urispec_audit::assert_equivalent;
/// assert_equivalent!(
///     edition: Edition::Rfc3986,
///     pattern: r"^\w[\w+.-]*$",
///     dialect: Dialect::EcmaScript,
///     rule: "scheme",
/// );
/// ```
///
/// Also panics if the file is not a grammar, the document lacks the production, or equivalence cannot be decided.
#[macro_export]
macro_rules! assert_equivalent {
    (edition: $edition:expr, pest: $pest:literal, rule: $rule:expr $(,)?) => {
        $crate::expect_equivalent_to_edition(
            $edition,
            $crate::GrammarText { file: $pest, text: include_str!($pest) },
            $rule,
        )
    };
    (
        edition: $edition:expr, pattern: $pattern:expr, dialect: $dialect:expr, rule: $rule:expr $(,)?
    ) => {
        $crate::expect_pattern_equivalent_to_edition($edition, $pattern, $dialect, $rule)
    };
}

/// Implements [`assert_equivalent!`](crate::assert_equivalent) for a pest grammar.
///
/// # Panics
///
/// Panics with the difference if the languages differ, or with the reason if equivalence cannot be decided.
#[track_caller]
pub fn expect_equivalent_to_edition(edition: Edition, pest: GrammarText<'_>, rule: &str) {
    let grammar = grammar_with(edition, rule);
    match pair_with(grammar, pest) {
        Ok(pair) => expect_equivalent_pair(pair, rule, None, (pest.file, grammar.stem())),
        Err(error) => panic!("{error}"),
    }
}

/// Implements [`assert_equivalent!`](crate::assert_equivalent) for a pattern, which is searched for in each string.
///
/// # Panics
///
/// Panics with the shortest distinguishing strings if the languages differ, or with the reason if this is undecided.
#[track_caller]
pub fn expect_pattern_equivalent_to_edition(
    edition: Edition,
    pattern: &str,
    dialect: Dialect,
    rule: &str,
) {
    let grammar = grammar_with(edition, rule);
    match pair(grammar) {
        Ok(pair) => {
            expect_equivalent_printed(&pair.as_read(), grammar.stem(), pattern, dialect, rule)
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns the first grammar of an edition that defines a production.
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
