//! Patterns without look-around, atomic groups and possessive repetitions, for engines that lack them.
//!
//! What the author wrote stays as far as possible. Each look-around becomes a condition on the strings of the parts after
//! it or before it. A condition is an automaton, and the parts are intersected with it term by term: `(?!-)[a-z-]{1,63}`
//! becomes `[a-z][a-z-]{0,62}`. Where a condition counts what a repetition counts already, no small pattern exists. Each
//! result is read back, and its language compared with the original one.
//!
//! The surprising case: a condition about the end of a string, such as `(?<!-)$`, makes every repetition before it large
//! if it is read from the left. So each condition is also read from the right, and the smaller result is used.

use grammar_regex::engine::{self, Mode, Tree};
use grammar_regex::{Dialect, LanguageError, Matching, Pattern, PatternNames, Unwritable};

use super::conditions::{PARTS, Rewriter, compact, repeat};
#[cfg(feature = "gbnf")]
use super::{gbnf, gbnf_reader};
use super::{sets, structure};
use crate::language::Language;

/// The syntax in which a portable pattern is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortableSyntax {
    /// The syntax of a dialect.
    Dialect(Dialect),
    /// The subset of ECMAScript that JSON Schema recommends (JSON Schema Core, 6.4): characters, classes, groups,
    /// alternatives, counters and the two anchors. Model servers that constrain their output accept no more.
    JsonSchema,
    /// GBNF, the grammar format of llama.cpp: a grammar whose rule `root` is the whole string.
    #[cfg(feature = "gbnf")]
    Gbnf,
}

impl PortableSyntax {
    /// Returns whether what is written is always the whole string, so that nothing is searched for.
    const fn is_anchored(self) -> bool {
        match self {
            Self::Dialect(_) | Self::JsonSchema => false,
            #[cfg(feature = "gbnf")]
            Self::Gbnf => true,
        }
    }
}

/// The reason why there is no portable pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PortableError {
    /// The strings of the pattern cannot be decided.
    #[error(transparent)]
    Undecided(#[from] LanguageError),
    /// The syntax cannot express the pattern.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The pattern matches no string.
    #[error("the pattern matches no string")]
    NoString,
    /// No pattern of this length was found.
    #[error("no pattern of at most {0} characters was found")]
    TooLong(usize),
}

/// Writes a pattern that matches the same strings in a simpler syntax, in at most `most` characters. The result is
/// searched for, whatever `matching` is.
///
/// # Errors
/// Returns an error if the pattern cannot be decided, or if no such pattern is found.
///
/// ```
/// use grammar_audit::export::{PortableSyntax, portable};
/// use grammar_audit::{Dialect, Matching, Pattern};
///
/// let pattern = Pattern::read(Dialect::EcmaScript, r"^(?!-)[a-z-]{1,63}(?<!-)$")?;
/// let syntax = PortableSyntax::Dialect(Dialect::Re2);
/// let found = portable(&pattern, Matching::Search, syntax, 1000)?;
/// assert_eq!(found, r"\A[a-z](?:[\-a-z]{0,61}[a-z])?\z");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "without_lookaround")]
#[doc(alias = "to_pattern")]
pub fn portable(
    pattern: &Pattern,
    matching: Matching,
    syntax: PortableSyntax,
    most: usize,
) -> Result<String, PortableError> {
    let matching = pattern.matching(matching);
    let language = Language::from_pattern(pattern, matching)?;
    if language.is_empty() {
        return Err(PortableError::NoString);
    }
    let (tree, is_changed) = match rewritten(pattern.tree(), matching, syntax) {
        Some((tree, is_changed)) => (Some(tree), is_changed),
        None => (None, true),
    };
    let found = tree.map(|tree| shortest(tree, is_changed, syntax, &language, most));
    // The pattern of the automaton may be shorter than what the rewriting made of a small pattern.
    let limit = LONG * pattern.text().chars().count();
    let is_long = |text: &str| is_changed && text.chars().count() > limit;
    let (found, why) = match found {
        Some(Ok(Some(text))) if !is_long(&text) => return Ok(text),
        Some(Ok(found)) => (found, None),
        Some(Err(why)) => (None, Some(why)),
        None => (None, None),
    };
    let limit = found.as_ref().map_or(most, |text| text.chars().count().saturating_sub(1));
    let other = from_automaton(&language, syntax, limit);
    match (found, other) {
        (_, Ok(Some(text))) | (Some(text), _) => Ok(text),
        (None, other) => Err(match why.or(other.err()) {
            Some(why) => why.into(),
            None => PortableError::TooLong(most),
        }),
    }
}

/// A rewritten pattern is long if it has more times the characters of the pattern.
const LONG: usize = 3;

/// Writes a tree or, if it was changed, the shorter of the tree and its compact form.
fn shortest(
    tree: Tree,
    is_changed: bool,
    syntax: PortableSyntax,
    language: &Language,
    most: usize,
) -> Result<Option<String>, Unwritable> {
    let first = written(&tree, syntax, language, most);
    if !is_changed {
        return first;
    }
    let compact = compact(&tree);
    if compact == tree {
        return first;
    }
    let limit = first.as_ref().ok().and_then(Option::as_ref);
    let limit = limit.map_or(most, |text| text.chars().count().saturating_sub(1));
    match written(&compact, syntax, language, limit) {
        Ok(Some(text)) => Ok(Some(text)),
        _ => first,
    }
}

impl Language {
    /// Writes the language as a pattern that is searched for. The pattern is built from the automaton, so it may be long.
    ///
    /// # Errors
    /// Returns an error if no pattern of at most `most` characters is found, or if the syntax cannot express it.
    pub fn to_pattern(&self, syntax: PortableSyntax, most: usize) -> Result<String, PortableError> {
        if self.is_empty() {
            return Err(PortableError::NoString);
        }
        from_automaton(self, syntax, most)?.ok_or(PortableError::TooLong(most))
    }
}

/// Writes a language as the pattern of its automaton, or returns `None` if that is too long.
fn from_automaton(
    language: &Language,
    syntax: PortableSyntax,
    most: usize,
) -> Result<Option<String>, Unwritable> {
    #[cfg(feature = "gbnf")]
    if syntax == PortableSyntax::Gbnf {
        let text = gbnf::of_automaton(language.dfa()).ok();
        return Ok(text.filter(|text| is_gbnf_of(text, language, most)));
    }
    match structure::eliminate(language.dfa(), 0) {
        Some(tree) => written(&anchored(tree), syntax, language, most),
        None => Ok(None),
    }
}

/// Returns a tree without look-around that follows a pattern, and whether look-around was removed from it.
fn rewritten(tree: &Tree, matching: Matching, syntax: PortableSyntax) -> Option<(Tree, bool)> {
    let is_whole = matching == Matching::Whole;
    let is_begun = is_whole || matching == Matching::Prefix;
    let simple = without_modes(tree);
    let is_changed = has_look(&simple);
    if is_changed || syntax.is_anchored() {
        let tree = Rewriter { left: PARTS }.whole(&simple, [is_begun, is_whole])?;
        return Some((tree, is_changed));
    }
    let tree = match (is_begun, is_whole) {
        (false, _) => simple,
        (true, false) => Tree::Sequence(vec![Tree::Start, simple]),
        (true, true) => anchored(simple),
    };
    Some((tree, false))
}

pub(super) fn anchored(tree: Tree) -> Tree {
    Tree::Sequence(vec![Tree::Start, tree, Tree::End])
}

/// Writes a tree, or returns `None` if the written pattern is too long or has another language.
fn written(
    tree: &Tree,
    syntax: PortableSyntax,
    language: &Language,
    most: usize,
) -> Result<Option<String>, Unwritable> {
    let (dialect, text) = match syntax {
        PortableSyntax::Dialect(dialect) => {
            (dialect, engine::write(tree, dialect, PatternNames::None)?)
        }
        PortableSyntax::JsonSchema => (Dialect::EcmaScript, engine::write_simple(tree)?),
        #[cfg(feature = "gbnf")]
        PortableSyntax::Gbnf => {
            let rules = gbnf::Rules::of_tree(tree).and_then(|rules| rules.text().ok());
            return Ok(rules.filter(|text| is_gbnf_of(text, language, most)));
        }
    };
    if text.chars().count() > most {
        return Ok(None);
    }
    let is_equal =
        |found: Result<Language, LanguageError>| found.is_ok_and(|found| found == *language);
    let back = match Pattern::read(dialect, &text) {
        Ok(back) => back,
        Err(_) => return Ok(None),
    };
    // As in an export, the classes are also found again by an independent reader.
    let Some(classes) = sets::replaced(tree, &text, dialect) else { return Ok(None) };
    let by_classes = engine::language(&classes, back.matching(Matching::Search));
    let by_classes = by_classes.map(|dfa| Language::from_dfa(&dfa, 0));
    let holds = is_equal(Language::from_pattern(&back, Matching::Search)) && is_equal(by_classes);
    Ok(holds.then_some(text))
}

#[cfg(feature = "gbnf")]
/// Returns whether a grammar in GBNF is short enough and has a language.
fn is_gbnf_of(text: &str, language: &Language, most: usize) -> bool {
    let read = |text: &str| Language::from_printed(&gbnf_reader::read(text).ok()?, gbnf::ROOT).ok();
    text.chars().count() <= most && read(text).is_some_and(|found| found == *language)
}

/// Returns the tree with greedy repetitions and plain groups in place of all others, and without names.
fn without_modes(tree: &Tree) -> Tree {
    sets::with(tree, &mut |one| match one {
        Tree::Repeat { of, min, max, mode: Mode::Lazy | Mode::Possessive } => {
            Some(repeat(without_modes(of), *min, *max))
        }
        Tree::Atomic(of) | Tree::Group { of, .. } => Some(without_modes(of)),
        _ => None,
    })
}

pub(super) fn has_look(tree: &Tree) -> bool {
    let mut open = vec![tree];
    while let Some(one) = open.pop() {
        if matches!(one, Tree::Look { .. }) {
            return true;
        }
        open.extend(one.parts());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn written_as(text: &str, syntax: PortableSyntax) -> Result<String, PortableError> {
        let pattern = Pattern::read(Dialect::EcmaScript, text).unwrap();
        portable(&pattern, Matching::Search, syntax, 10_000)
    }

    #[track_caller]
    fn simple(text: &str) -> String {
        written_as(text, PortableSyntax::JsonSchema).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn what_needs_no_change_stays() {
        for text in
            ["^[a-z]{3,64}$", "^(ab|cd|a)+x?$", "a{2,}", "^a|b$", "[^a-z]", "^[0-9]{4}-[0-9]{2}$"]
        {
            assert_eq!(simple(text), text);
        }
        assert_eq!(simple("^(?<name>ab)*?(?:c)$"), "^(ab)*c$");
    }

    #[test]
    fn conditions_on_one_character_are_merged() {
        assert_eq!(simple("^(?!a)[a-c]$"), "^[bc]$");
        assert_eq!(simple("^(?!-)[a-z-]{1,63}$"), "^[a-z][\\-a-z]{0,62}$");
        assert_eq!(simple("^(?!-)[a-z-]{1,63}(?<!-)$"), "^[a-z]([\\-a-z]{0,61}[a-z])?$");
        assert_eq!(simple("^((?!-)[a-z-]{1,3}(?<!-)\\.)+$"), "^([a-z]([\\-a-z]?[a-z])?\\.)+$");
        assert_eq!(simple("^((?!x)[^])*$"), "^[^x]*$");
    }

    #[test]
    fn conditions_become_structure() {
        // At least one digit; no dot at the end; a length.
        assert_eq!(simple("^(?=.*[0-9])[a-z0-9]+$"), "^[a-z]*[0-9][0-9a-z]*$");
        assert_eq!(simple("^(?!.*\\.$)[a-z.]+$"), "^[.a-z]*[a-z]$");
        assert_eq!(simple("^(?=.{3,5}$)[a-z]+$"), "^[a-z]{3,5}$");
    }

    #[test]
    fn alternatives_that_begin_or_end_alike_are_merged() {
        // Either nothing but `f` or `fo`, or a letter by which the string is not `foo…`, and any others.
        assert_eq!(simple("^(?!foo)[a-z]+$"), "^(fo?|([a-eg-z]|fo?[a-np-z])[a-z]*)$");
    }

    #[test]
    fn what_has_no_small_pattern_is_refused() {
        let mail = "^(?=[A-Z@.]{6,254}$)[A-Z.]{1,64}@(?:[A-Z]{1,63}\\.){1,8}[A-Z]{2,63}$";
        assert_eq!(
            written_as(mail, PortableSyntax::JsonSchema),
            Err(PortableError::TooLong(10_000))
        );
        assert_eq!(written_as("^(?!)$", PortableSyntax::JsonSchema), Err(PortableError::NoString));
    }

    #[test]
    fn a_language_is_written_from_its_automaton() {
        let pattern = Pattern::read(Dialect::Python, "(?i)^ab?$").unwrap();
        let language = Language::from_pattern(&pattern, Matching::Search).unwrap();
        let text = language.to_pattern(PortableSyntax::Dialect(Dialect::Re2), 100).unwrap();
        let back = Pattern::read(Dialect::Re2, &text).unwrap();
        assert_eq!(Language::from_pattern(&back, Matching::Search), Ok(language));
    }
}
