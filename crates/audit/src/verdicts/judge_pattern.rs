//! Whether a regular expression matches exactly the strings of a production.
//!
//! Of a pattern that is too large for an automaton, members of the production and near misses are tried. The surprising
//! case: `^[a-z]+$` differs from `1*%x61-7A` in Python, by `"a\n"`.

use std::collections::BTreeSet;

use grammar_automata::build::{Borders, Deadline, Dfa, GaveUp, ProductSearch, Wanted};
use grammar_notation::engine::{MembershipTest, Replaced};
use grammar_notation::{Characters, Languages, Printed, Undecidable};
use grammar_regex::{LanguageError, Matching, Pattern};

use crate::verdicts::judge;
use crate::verdicts::search::BESIDE;

/// The number of steps that each of the two searches may take. A step is a byte from a pair of states.
const STEPS: usize = 20_000_000;
/// The number of members and of near misses that are tried on a pattern that is too large, of a
/// production of that many states at most.
const PROBES: usize = 500;
const PROBED: usize = 5_000;
/// How many of these may take too long to match before the others are not tried.
const HARD: usize = 20;

/// The verdict on a production and a pattern: the shortest string that only the production derives,
/// and the shortest that only the pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternVerdict {
    /// The shortest string that only the production has. If the pattern is too large for an automaton,
    /// a note says so, and the string need not be the shortest.
    pub only_printed: Option<Vec<u8>>,
    /// The shortest string that only the pattern matches, with the same exception.
    pub only_pattern: Option<Vec<u8>>,
    /// How the pattern is matched.
    pub matching: Matching,
    /// Notes on the verdict: the notes of the pattern, and what the characters of the production are.
    pub notes: Vec<String>,
}

impl PatternVerdict {
    /// Whether the pattern matches exactly the strings of the production.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.only_printed.is_none() && self.only_pattern.is_none()
    }
}

/// The reason why a pattern and a production are not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JudgePatternError {
    /// The grammar has no such production.
    #[error("the grammar has no production `{0}`")]
    Unknown(String),
    /// The production has no automaton.
    #[error("the production is not decided: {0}")]
    Production(Box<Undecidable>),
    /// The pattern has no automaton, and no string is known that tells it from the production.
    #[error("the pattern is not decided: {0}")]
    Pattern(#[from] LanguageError),
    /// The time for the grammar was spent.
    #[error("{0}")]
    Spent(Deadline),
    /// The two automata together are too large.
    #[error("the production and the pattern are too large to compare: more than {0} steps")]
    Steps(usize),
    /// The two automata are equal, and matchers without automata contradict them about this string.
    #[error("{}", judge::why(.0))]
    Contradiction(Vec<u8>),
}

/// Compares the strings of a production with those that a pattern matches.
///
/// A pattern of [`Dialect::Xsd`](crate::Dialect::Xsd) matches whole strings, whatever is asked.
///
/// # Errors
/// When the grammar has no such production, or one of the two has no automaton, or both together are too large.
///
/// ```
/// use grammar_audit::{Dialect, Languages, Matching, Pattern, PrintedReader, GrammarText, judge_pattern, Notation};
///
/// let grammar = GrammarText { file: "word.abnf", text: "word = 1*%x61-7A\n" };
/// let printed = PrintedReader::new(Notation::Abnf).read(grammar)?;
/// let languages = Languages::new(&printed);
/// let judge = |dialect| -> Result<_, Box<dyn std::error::Error>> {
///     let pattern = Pattern::read(dialect, "^[a-z]+$")?;
///     Ok(judge_pattern(&printed, &languages, "word", &pattern, Matching::Search)?)
/// };
/// assert!(judge(Dialect::EcmaScript)?.is_equal());
/// assert_eq!(judge(Dialect::Python)?.only_pattern.as_deref(), Some(&b"a\n"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_pattern(
    printed: &Printed,
    languages: &Languages,
    production: &str,
    pattern: &Pattern,
    matching: Matching,
) -> Result<PatternVerdict, JudgePatternError> {
    let start = match languages.start(production) {
        None => return Err(JudgePatternError::Unknown(production.to_owned())),
        Some(start) => start.map_err(|why| JudgePatternError::Production(Box::new(why.clone())))?,
    };
    let matching = pattern.matching(matching);
    let ours = languages.dfa();
    let deadline = &languages.deadline;
    let spent = || {
        if deadline.has_passed() { Err(JudgePatternError::Spent(deadline.clone())) } else { Ok(()) }
    };
    spent()?;
    let theirs = match pattern.language(matching) {
        Ok(theirs) => theirs,
        Err(why) => {
            let [only_printed, only_pattern] = probe(&ours.alone(start), pattern, matching);
            if only_printed.is_none() && only_pattern.is_none() {
                return Err(why.into());
            }
            let mut notes = pattern.notes().to_vec();
            notes.push(format!("no string is known to be a shortest one: {why}"));
            return Ok(PatternVerdict { only_printed, only_pattern, matching, notes });
        }
    };
    let find = |wanted: Wanted| {
        spent()?;
        let start = (ours.start(start), theirs.start(0));
        let found = ProductSearch::new(ours, &theirs, wanted).until(deadline).find(start, STEPS);
        found.map_err(|why| match why {
            GaveUp::Time => JudgePatternError::Spent(deadline.clone()),
            _ => JudgePatternError::Steps(STEPS),
        })
    };
    let only_printed = find(|ours, theirs| ours && !theirs)?;
    let only_pattern = find(|ours, theirs| theirs && !ours)?;
    if only_printed.is_none() && only_pattern.is_none() {
        let members = MembershipTest::of(languages.rules(), &Replaced::default());
        let has = |text: &[u8]| members.has(production, text);
        let matches = |text: &[u8]| pattern.matches(matching, str::from_utf8(text).ok()?);
        let [our_borders, their_borders] = [ours, &theirs].map(Borders::of);
        let sides =
            [(ours, &our_borders, ours.start(start)), (&theirs, &their_borders, theirs.start(0))];
        if let Some(string) = judge::contradiction(sides.map(Some), [&has, &matches]) {
            return Err(JudgePatternError::Contradiction(string));
        }
    }
    let mut notes = pattern.notes().to_vec();
    if printed.characters == Some(Characters::Octets) && ours.has_byte(start, 0x80) {
        let note = "the values above 7F are octets in the grammar; the pattern matches characters, and \
                    no string that is not UTF-8";
        notes.push(note.to_owned());
    }
    Ok(PatternVerdict { only_printed, only_pattern, matching, notes })
}

/// A member that a pattern does not match, and a near miss that it matches, if such are found.
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
