//! Decides whether a regular expression matches exactly the strings of a production. For a pattern that is too large for
//! an automaton, members of the production and near misses are tried. In Python, `^[a-z]+$` differs from `1*%x61-7A` by
//! `"a\n"`.

use std::collections::BTreeSet;

use grammar_automata::build::{ClassBoundaries, Deadline, Dfa, GaveUp, ProductSearch, Wanted};
use grammar_notation::engine::{MembershipTest, Replaced};
use grammar_notation::{Characters, Languages, Undecidable};
use grammar_regex::{LanguageError, Matching, Pattern};

use super::AnyGrammar;
use super::unrolled::{NestedDifference, NestedSide};
use crate::pair::DEPTH;
use crate::verdicts::judge::{contradiction, why};
use crate::verdicts::report::UnknownProduction;
use crate::verdicts::search::BESIDE;

/// The maximum number of steps of a search in a production and a pattern. A step reads a byte in a pair of states.
const PATTERN_STEPS: usize = 20_000_000;
/// The maximum number of members of a production that are tried on a pattern without an automaton. The same limit
/// applies to near misses.
const PROBES: usize = 500;
/// The maximum number of states of a production whose strings are tried on a pattern without an automaton.
const PROBED: usize = 5_000;
/// The maximum number of strings that take too long to match. After that, all further strings are skipped.
const HARD: usize = 20;

/// The verdict on a production and a pattern: the shortest string that only the production derives, and the shortest that
/// only the pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternVerdict {
    /// The shortest string that only the production derives. If the pattern is too large for an automaton, the string need
    /// not be the shortest, and a note reports it.
    pub only_printed: Option<Vec<u8>>,
    /// The shortest string that only the pattern matches, with the same exception as `only_printed`.
    pub only_pattern: Option<Vec<u8>>,
    /// How the pattern is matched.
    pub matching: Matching,
    /// The notes about the pattern, and a note if the production has octets above 7F.
    pub notes: Vec<String>,
}

impl PatternVerdict {
    /// Returns whether the pattern matches exactly the strings of the production.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.only_printed.is_none() && self.only_pattern.is_none()
    }
}

/// The reason why a pattern and a production cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JudgePatternError {
    /// The grammar has no such production.
    #[error(transparent)]
    Unknown(#[from] UnknownProduction),
    /// The production has no automaton.
    #[error("the production is undecided: {0}")]
    Production(Box<Undecidable>),
    /// The production has no automaton since it nests in itself, and no string is known that distinguishes it from the
    /// pattern.
    #[error("known to be equal only up to {depth} nested calls: {why}")]
    Nested {
        /// The number of nested calls up to which the production and the pattern are equal.
        depth: usize,
        /// The reason why the production has no automaton.
        why: Box<Undecidable>,
    },
    /// The pattern has no automaton, and no string is known that distinguishes it from the production.
    #[error("the pattern is undecided: {0}")]
    Pattern(#[from] LanguageError),
    /// The deadline for work on the grammar has passed.
    #[error("{0}")]
    Spent(Deadline),
    /// The two automata together are too large.
    #[error("the production and the pattern are too large to compare: more than {0} steps")]
    Steps(usize),
    /// The two automata are equal, but matchers without automata disagree about this string.
    #[error("{}", why(.0))]
    Contradiction(Vec<u8>),
}

/// Compares the strings of a production with the strings that a pattern matches.
///
/// A pattern of [`Dialect::Xsd`](crate::Dialect::Xsd) always matches whole strings. A production that nests in itself is
/// unrolled to four nested calls; the strings that distinguish it from the pattern do so at any depth.
///
/// # Errors
/// Returns an error if the grammar lacks the production, if one of the two has no automaton, or if both together are
/// too large.
///
/// ```
/// use grammar_audit::{Dialect, Languages, Matching, Pattern, PrintedReader, GrammarText, judge_pattern, Notation};
///
/// let grammar = GrammarText { file: "word.abnf", text: "word = 1*%x61-7A\n" };
/// let languages = Languages::new(&PrintedReader::new(Notation::Abnf).read(grammar)?);
/// let judge = |dialect| -> Result<_, Box<dyn std::error::Error>> {
///     let pattern = Pattern::read(dialect, "^[a-z]+$")?;
///     Ok(judge_pattern(&languages, "word", &pattern, Matching::Search)?)
/// };
/// assert!(judge(Dialect::EcmaScript)?.is_equal());
/// assert_eq!(judge(Dialect::Python)?.only_pattern.as_deref(), Some(&b"a\n"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_pattern(
    languages: &Languages,
    production: &str,
    pattern: &Pattern,
    matching: Matching,
) -> Result<PatternVerdict, JudgePatternError> {
    let matching = pattern.matching(matching);
    let start = match languages.start(production) {
        None => {
            let names = languages.names().iter().map(String::as_str);
            return Err(UnknownProduction::new(production, names).into());
        }
        Some(Err(why)) if why.reason.is_recursion() => {
            return judge_nested((languages, production, why), pattern, matching);
        }
        Some(start) => start.map_err(|why| JudgePatternError::Production(Box::new(why.clone())))?,
    };
    let ours = languages.dfa();
    let deadline = &languages.deadline;
    let spent = || {
        if deadline.has_passed() { Err(JudgePatternError::Spent(deadline.clone())) } else { Ok(()) }
    };
    spent()?;
    let theirs = match pattern.language(matching) {
        Ok(theirs) => theirs,
        Err(why) => {
            let [only_printed, only_pattern] = probe(&ours.restrict(start), pattern, matching);
            if only_printed.is_none() && only_pattern.is_none() {
                return Err(why.into());
            }
            let mut notes = pattern.notes().to_vec();
            notes.push(format!("the strings may not be the shortest: {why}"));
            return Ok(PatternVerdict { only_printed, only_pattern, matching, notes });
        }
    };
    let find = |wanted: Wanted| {
        spent()?;
        let start = (ours.start(start), theirs.start(0));
        let found =
            ProductSearch::new(ours, &theirs, wanted).until(deadline).find(start, PATTERN_STEPS);
        found.map_err(|why| match why {
            GaveUp::Time => JudgePatternError::Spent(deadline.clone()),
            _ => JudgePatternError::Steps(PATTERN_STEPS),
        })
    };
    let only_printed = find(|ours, theirs| ours && !theirs)?;
    let only_pattern = find(|ours, theirs| theirs && !ours)?;
    if only_printed.is_none() && only_pattern.is_none() {
        let members = MembershipTest::new(languages.rules(), &Replaced::default());
        let has = |text: &[u8]| members.has(production, text);
        let matches = |text: &[u8]| pattern.matches(matching, str::from_utf8(text).ok()?);
        let [our_borders, their_borders] = [ours, &theirs].map(ClassBoundaries::new);
        let sides =
            [(ours, &our_borders, ours.start(start)), (&theirs, &their_borders, theirs.start(0))];
        if let Some(string) = contradiction(sides.map(Some), [&has, &matches]) {
            return Err(JudgePatternError::Contradiction(string));
        }
    }
    let mut notes = pattern.notes().to_vec();
    if languages.characters() == Some(Characters::Octets) && ours.has_byte(start, 0x80) {
        let note = "the values above 7F are octets in the grammar, but the pattern matches characters, so it matches only UTF-8";
        notes.push(note.to_owned());
    }
    Ok(PatternVerdict { only_printed, only_pattern, matching, notes })
}

/// Compares the strings of a production that nests in itself with those that a pattern matches.
fn judge_nested(
    (languages, production, why): (&Languages, &str, &Undecidable),
    pattern: &Pattern,
    matching: Matching,
) -> Result<PatternVerdict, JudgePatternError> {
    let undecided = || JudgePatternError::Production(Box::new(why.clone()));
    let grammar = AnyGrammar::printed(languages.to_printed());
    let theirs = pattern.language(matching)?;
    let side = NestedSide::new(&grammar, production).map_err(|_| undecided())?;
    let pattern_side = NestedSide::exact(&grammar, production, theirs);
    let found = NestedDifference::of(&mut [side, pattern_side], DEPTH);
    let mut notes = pattern.notes().to_vec();
    let compared = match (&found.only, found.depth()) {
        ([None, None], None) if !found.is_equal => return Err(undecided()),
        ([None, None], Some(depth)) => {
            return Err(JudgePatternError::Nested { depth, why: Box::new(why.clone()) });
        }
        ([None, None], None) => "",
        ([Some(_), Some(_)], _) => {
            "the production nests in itself, and strings shorter than these may exist"
        }
        _ => "the production nests in itself, and strings of the other side may exist",
    };
    notes.extend((!compared.is_empty()).then(|| compared.to_owned()));
    let [only_printed, only_pattern] = found.only;
    Ok(PatternVerdict { only_printed, only_pattern, matching, notes })
}

/// Returns a member that a pattern does not match, and a near miss that it matches, if they are found.
fn probe(dfa: &Dfa, pattern: &Pattern, matching: Matching) -> [Option<Vec<u8>>; 2] {
    if dfa.states() > PROBED {
        return [None, None];
    }
    let mut hard = 0;
    let mut is = |text: &[u8], wanted: bool| {
        let Ok(text) = std::str::from_utf8(text) else { return false };
        let found = (hard < HARD).then(|| pattern.matches(matching, text)).flatten();
        hard += usize::from(found.is_none());
        found == Some(wanted)
    };
    let members = dfa.cover(0, PROBES).into_iter().find(|text| is(text, false));
    let letters: BTreeSet<u8> =
        dfa.classes().representatives().iter().chain(BESIDE).copied().collect();
    let letters: Vec<u8> = letters.into_iter().collect();
    let misses = dfa.near_misses(0, &letters, PROBES).into_iter().find(|text| is(text, true));
    [members, misses]
}

#[cfg(test)]
mod tests {
    use grammar_notation::{GrammarText, Notation, PrintedReader};
    use grammar_regex::Dialect;

    use super::*;

    fn judged(abnf: &str, pattern: &str) -> Result<[Option<String>; 2], JudgePatternError> {
        let text = GrammarText { file: "s.abnf", text: abnf };
        let printed = PrintedReader::new(Notation::Abnf).read(text).unwrap();
        let pattern = Pattern::read(Dialect::EcmaScript, pattern).unwrap();
        let languages = Languages::new(&printed);
        let found = judge_pattern(&languages, "s", &pattern, Matching::Search)?;
        Ok([found.only_printed, found.only_pattern]
            .map(|text| Some(String::from_utf8(text?).unwrap())))
    }

    /// A pattern is a whole text, in which a line may begin with `#`.
    #[test]
    fn a_pattern_is_not_read_as_a_file() {
        let accepts = |dialect, text: &str, string: &str| {
            let pattern = Pattern::read(dialect, text).unwrap();
            let grammar = AnyGrammar::pattern(pattern, Matching::Search);
            assert_eq!(grammar.names().collect::<Vec<_>>(), ["pattern"]);
            grammar.decide_all().acceptor("pattern").unwrap().accepts(string.as_bytes())
        };
        assert!(accepts(Dialect::EcmaScript, "#[0-9a-f]{6}", "#00ff7f"));
        let spaced = "(?x) ^a # c\n b$";
        assert!(accepts(Dialect::Python, spaced, "ab") && !accepts(Dialect::Python, spaced, "a"));
        assert!(accepts(Dialect::Rust, "^a\tb$", "a\tb"));
    }

    #[test]
    fn a_production_that_nests_is_compared_to_a_depth() {
        let nested = "s = %s\"a\" / \"(\" s \")\"\n";
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(judged(nested, "^b$"), Ok([some("a"), some("b")]));
        assert_eq!(judged(nested, "^a$"), Ok([some("(a)"), None]));
        assert_eq!(judged(nested, r"^\(*a\)*$"), Ok([None, some("(a")]));
        let sum = "s = s \"+\" n / n\nn = \"1\"\n";
        assert_eq!(judged(sum, r"^1(\+1)*$"), Ok([None, None]));
        assert_eq!(judged(sum, r"^1(\+1)+$"), Ok([some("1"), None]));
        let pairs = "s = t s / \"\"\nt = %s\"a\" / %s\"a\" s %s\"a\"\n";
        assert_eq!(judged(pairs, "^a*$"), Ok([None, None]));
        assert_eq!(judged("s = %s\"a\" / s s\n", "^a+$"), Ok([None, None]));
        // `t` derives no string, which no depth shows.
        let endless = "s = %s\"a\" / s t\nt = \"(\" t \")\"\n";
        let to_depth = judged(endless, "^a$").unwrap_err();
        assert!(matches!(to_depth, JudgePatternError::Nested { depth: 4, .. }), "{to_depth}");
        // The language of a production that derives itself is not the only solution of its equation.
        let itself = judged("s = s s / %s\"a\" / \"\"\n", "^a*$").unwrap_err();
        assert!(matches!(itself, JudgePatternError::Nested { depth: 4, .. }), "{itself}");
    }
}
