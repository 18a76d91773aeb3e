//! Sets of strings of any origin: patterns, globs, productions, and whatever else has an automaton.
//!
//! The surprising case: a pattern that is searched for has all strings *around* a match, so `a` and `^.*a.*$` in the
//! dialects whose `.` matches line breaks are one language.

use std::collections::BTreeSet;
use std::fmt;

use grammar_automata::build::{
    ByteSet, Classes, Deadline, Dfa, GaveUp, ProductSearch, TooLarge, Wanted,
};
use grammar_automata::{Acceptor, Relation};
use grammar_notation::{Languages, Printed};
use grammar_regex::{GlobError, GlobSyntax, LanguageError, Matching, Pattern};

use crate::any::{AnyGrammar, ComparedLanguages, UndecidedProduction};

/// The maximum number of states of a union, an intersection or a difference before it is minimized.
const STATES: usize = 1_000_000;
/// The maximum number of steps of a comparison. A step reads one byte in one pair of states.
const STEPS: usize = 200_000_000;
/// What a comparison looks for: the strings of one side, of the other, and of both.
const PARTS: [Wanted; 3] =
    [|left, right| left && !right, |left, right| right && !left, |left, right| left && right];

/// A set of strings, which a minimal automaton decides.
///
/// ```
/// use grammar_audit::{Dialect, Language, Matching, Pattern, Relation, relation};
///
/// let pattern = |text| -> Result<_, Box<dyn std::error::Error>> {
///     Ok(Language::from_pattern(&Pattern::read(Dialect::EcmaScript, text)?, Matching::Search)?)
/// };
/// // The dot is any character, so the pattern lets more hosts in than the list.
/// let (allowed, meant) = (pattern(r"^(www.)?example\.com$")?, pattern(r"^(www\.)?example\.com$")?);
/// let found = relation(&allowed, &meant)?;
/// assert_eq!(found.relation, Relation::Wider);
/// assert_eq!(found.only_left.as_deref(), Some(&b"www!example.com"[..]));
/// assert_eq!(allowed.without(&meant)?.shortest(), found.only_left);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// The minimal automaton, whose only start is its first.
    dfa: Dfa,
}

impl Language {
    /// Creates the language of a start of an automaton.
    ///
    /// # Panics
    /// Panics if the automaton has no such start.
    #[must_use]
    pub fn from_dfa(dfa: &Dfa, start: usize) -> Self {
        Self { dfa: dfa.restrict(start) }
    }

    /// Creates the language of the strings in which a pattern matches. A pattern of
    /// [`Dialect::Xsd`](crate::Dialect::Xsd) always matches whole strings.
    ///
    /// # Errors
    /// Returns an error if the pattern has no automaton within the limits.
    pub fn from_pattern(pattern: &Pattern, matching: Matching) -> Result<Self, LanguageError> {
        Ok(Self { dfa: pattern.large_language(pattern.matching(matching))? })
    }

    /// Creates the language of the strings that a glob matches.
    ///
    /// # Errors
    /// Returns an error if the text is not a glob of the syntax, or has no automaton within the limits.
    pub fn from_glob(syntax: GlobSyntax, text: &str) -> Result<Self, GlobError> {
        Ok(Self { dfa: syntax.language(text)? })
    }

    /// Creates the language of the given strings.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the automaton would be too large.
    pub fn from_strings(
        strings: impl IntoIterator<Item = impl Into<Vec<u8>>>,
    ) -> Result<Self, TooLarge> {
        let mut strings: Vec<Vec<u8>> = strings.into_iter().map(Into::into).collect();
        strings.sort_unstable();
        strings.dedup();
        let bytes: BTreeSet<u8> = strings.iter().flatten().copied().collect();
        let classes = Classes::refine(bytes.into_iter().map(ByteSet::single));
        // A state is a prefix: the range of the sorted strings that begin with it, and its length.
        let accepts = |&(from, to, length): &(usize, usize, usize)| {
            from < to && strings[from].len() == length
        };
        let step = |&(from, to, length): &(usize, usize, usize), byte: u8| {
            let range = &strings[from..to];
            let low = range.partition_point(|one| one.get(length).is_none_or(|&one| one < byte));
            let high = range.partition_point(|one| one.get(length).is_none_or(|&one| one <= byte));
            if low < high { (from + low, from + high, length + 1) } else { (0, 0, 0) }
        };
        let dfa = Dfa::explore(classes, vec![(0, strings.len(), 0)], STATES, accepts, step)?;
        Ok(Self { dfa: dfa.minimize() })
    }

    /// Creates the language of the strings that have at least `least` and, if given, at most `most` characters
    /// (code points).
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the automaton would be too large.
    pub fn from_length(least: usize, most: Option<usize>) -> Result<Self, TooLarge> {
        // A state is the number of the characters that began, up to the number that makes no difference, and what the
        // last one lacks.
        let end = most.map_or(least, |most| most.saturating_add(1));
        let accepts = |&(count, rest): &(usize, Rest)| {
            rest == Rest::Nothing && count >= least && most.is_none_or(|most| count <= most)
        };
        let step = |&(count, rest): &(usize, Rest), byte: u8| match rest.after(byte) {
            None => (0, Rest::Invalid),
            Some(after) if rest == Rest::Nothing => ((count + 1).min(end), after),
            Some(after) => (count, after),
        };
        let classes = Classes::numbered(|byte| Rest::ALL.map(|rest| rest.after(byte)));
        let dfa = Dfa::explore(classes, vec![(0, Rest::Nothing)], STATES, accepts, step)?;
        Ok(Self { dfa: dfa.minimize() })
    }

    /// Creates the language of a production of a printed grammar. Unlike [`from_production`](Self::from_production), it
    /// needs no code that reads pest grammars, which is large.
    ///
    /// # Errors
    /// Returns an error if the grammar has no such production, or if the production has no automaton.
    pub fn from_printed(printed: &Printed, name: &str) -> Result<Self, UndecidedProduction> {
        let languages = Languages::of_those(printed, &[name]);
        match languages.start(name) {
            Some(Ok(start)) => Ok(Self::from_dfa(languages.dfa(), start)),
            Some(Err(why)) => Err(UndecidedProduction::of(name, why)),
            None => {
                let reason = format!("the grammar has no production `{name}`");
                Err(UndecidedProduction::new(name, reason))
            }
        }
    }

    /// Creates the language of a production of a printed grammar, or of a rule of pest.
    ///
    /// # Errors
    /// Returns an error if the grammar has no such production, or if the production has no automaton.
    pub fn from_production(grammar: &AnyGrammar, name: &str) -> Result<Self, UndecidedProduction> {
        let decided = grammar.decide(&[name]);
        let (dfa, start) = decided.language(name)?;
        Ok(Self::from_dfa(dfa, start))
    }

    /// Returns the automaton. Its first start is the language's.
    #[must_use]
    pub const fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Returns the automaton in a form that also says where a string leaves the language.
    #[must_use]
    pub fn acceptor(&self) -> Acceptor {
        self.dfa.acceptor(0)
    }

    /// Returns whether a string is in the language.
    #[must_use]
    pub fn contains(&self, string: &[u8]) -> bool {
        self.dfa.matches(0, string)
    }

    /// Returns whether the language has no string.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shortest().is_none()
    }

    /// Returns the shortest string, and the most readable of these, or `None` if the language is empty.
    #[must_use]
    pub fn shortest(&self) -> Option<Vec<u8>> {
        self.dfa.shortest(0)
    }

    /// Returns up to `most` strings that differ in kind: together they take as many different turns in the automaton as
    /// possible. For the shortest strings in order, use [`Dfa::members`].
    #[must_use]
    pub fn sample(&self, most: usize) -> Vec<Vec<u8>> {
        self.dfa.cover(0, most)
    }

    /// Returns the strings of either language.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the automaton would be too large.
    pub fn union(&self, other: &Self) -> Result<Self, TooLarge> {
        self.combined(other, |left, right| left || right)
    }

    /// Returns the strings of both languages.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the automaton would be too large.
    pub fn intersection(&self, other: &Self) -> Result<Self, TooLarge> {
        self.combined(other, |left, right| left && right)
    }

    /// Returns the strings of this language that the other one lacks.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the automaton would be too large.
    pub fn without(&self, other: &Self) -> Result<Self, TooLarge> {
        self.combined(other, |left, right| left && !right)
    }

    fn combined(&self, other: &Self, accepts: fn(bool, bool) -> bool) -> Result<Self, TooLarge> {
        let dfa = Dfa::product((&self.dfa, 0), (&other.dfa, 0), STATES, accepts)?;
        Ok(Self { dfa: dfa.minimize() })
    }

    /// Compares the language with another one: see [`relation`].
    ///
    /// # Errors
    /// Returns [`TooLargeToCompare`] if the two languages are too large together, or the deadline passes.
    pub fn relation_until(
        &self,
        other: &Self,
        deadline: &Deadline,
    ) -> Result<ComparedLanguages, TooLargeToCompare> {
        let start = (self.dfa.start(0), other.dfa.start(0));
        let mut found = [const { None }; 3];
        for (found, wanted) in found.iter_mut().zip(PARTS) {
            let mut search = ProductSearch::new(&self.dfa, &other.dfa, wanted).until(deadline);
            *found = search.find(start, STEPS).map_err(|why| match why {
                GaveUp::Time => TooLargeToCompare(Some(deadline.clone())),
                GaveUp::Pairs(_) | GaveUp::Unknown => TooLargeToCompare(None),
            })?;
        }
        let [only_left, only_right, common] = found;
        let relation = Relation::new(only_left.is_some(), only_right.is_some(), common.is_some());
        Ok(ComparedLanguages { relation, only_left, only_right, common, depth: None })
    }
}

/// The bytes that the last character of a prefix lacks (RFC 3629, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rest {
    Nothing,
    /// One more byte.
    One,
    /// Two more bytes; the first is restricted after 0xE0 and 0xED.
    Two(u8, u8),
    /// Three more bytes; the first is restricted after 0xF0 and 0xF4.
    Three(u8, u8),
    /// The prefix is not UTF-8.
    Invalid,
}

impl Rest {
    /// The states that differ in what may follow.
    const ALL: [Self; 8] = [
        Self::Nothing,
        Self::One,
        Self::Two(0xA0, 0xBF),
        Self::Two(0x80, 0xBF),
        Self::Two(0x80, 0x9F),
        Self::Three(0x90, 0xBF),
        Self::Three(0x80, 0xBF),
        Self::Three(0x80, 0x8F),
    ];

    /// Returns the state after a byte, or `None` if the byte cannot follow.
    fn after(self, byte: u8) -> Option<Self> {
        match (self, byte) {
            (Self::Nothing, 0x00..=0x7F) | (Self::One, 0x80..=0xBF) => Some(Self::Nothing),
            (Self::Nothing, 0xC2..=0xDF) => Some(Self::One),
            (Self::Nothing, 0xE0) => Some(Self::Two(0xA0, 0xBF)),
            (Self::Nothing, 0xED) => Some(Self::Two(0x80, 0x9F)),
            (Self::Nothing, 0xE1..=0xEF) => Some(Self::Two(0x80, 0xBF)),
            (Self::Nothing, 0xF0) => Some(Self::Three(0x90, 0xBF)),
            (Self::Nothing, 0xF1..=0xF3) => Some(Self::Three(0x80, 0xBF)),
            (Self::Nothing, 0xF4) => Some(Self::Three(0x80, 0x8F)),
            (Self::Two(low, high), _) if (low..=high).contains(&byte) => Some(Self::One),
            (Self::Three(low, high), _) if (low..=high).contains(&byte) => {
                Some(Self::Two(0x80, 0xBF))
            }
            _ => None,
        }
    }
}

/// Returns the relation of one language to another, with a shortest string of each part that exists: of the strings only
/// in the first, only in the second, and in both.
///
/// # Errors
/// Returns [`TooLargeToCompare`] if the two languages are too large together.
#[doc(alias = "equivalent")]
#[doc(alias = "subset")]
pub fn relation(left: &Language, right: &Language) -> Result<ComparedLanguages, TooLargeToCompare> {
    left.relation_until(right, &Deadline::NONE)
}

/// The error for two languages that are too large to compare, or that were not compared before a deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLargeToCompare(Option<Deadline>);

impl fmt::Display for TooLargeToCompare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(deadline) => deadline.fmt(f),
            None => {
                write!(f, "the two languages are too large to compare: more than {STEPS} steps")
            }
        }
    }
}

impl std::error::Error for TooLargeToCompare {}

#[cfg(test)]
mod tests {
    use grammar_regex::Dialect;

    use super::*;

    fn pattern(text: &str) -> Language {
        let pattern = Pattern::read(Dialect::EcmaScript, text).unwrap();
        Language::from_pattern(&pattern, Matching::Search).unwrap()
    }

    #[track_caller]
    fn related(left: &str, right: &str) -> (Relation, [Option<String>; 3]) {
        let found = relation(&pattern(left), &pattern(right)).unwrap();
        let parts = [found.only_left, found.only_right, found.common];
        (found.relation, parts.map(|part| Some(String::from_utf8(part?).unwrap())))
    }

    #[test]
    fn every_relation_has_its_strings() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(related("^a+$", "^aa*$"), (Relation::Equal, [None, None, some("a")]));
        assert_eq!(related("^a+$", "^a$"), (Relation::Wider, [some("aa"), None, some("a")]));
        assert_eq!(related("^a$", "^a*$"), (Relation::Narrower, [None, some(""), some("a")]));
        let overlapping = (Relation::Overlapping, [some("a"), some("c"), some("b")]);
        assert_eq!(related("^[ab]$", "^[bc]$"), overlapping);
        assert_eq!(related("^a$", "^b$"), (Relation::Disjoint, [some("a"), some("b"), None]));
        // No string is in the empty language, so it is equal to itself and narrower than any other.
        assert_eq!(related("^a\\bb$", "^(?!)$"), (Relation::Equal, [None, None, None]));
        assert_eq!(related("^(?!)$", "^a$"), (Relation::Narrower, [None, some("a"), None]));
    }

    #[test]
    fn strings_are_listed_or_counted() {
        let listed = Language::from_strings(["ab", "a", "é", "ab", ""]).unwrap();
        assert_eq!(listed, pattern("^(ab?|é|)$"));
        assert!(Language::from_strings([""; 0]).unwrap().is_empty());
        let length = |least, most| Language::from_length(least, most).unwrap();
        assert_eq!(length(0, None), pattern("^[^]*$"));
        assert_eq!(length(2, None), pattern("^[^]{2,}$"));
        assert_eq!(length(1, Some(3)), pattern("^[^]{1,3}$"));
        assert_eq!(length(0, Some(0)), pattern("^$"));
        assert!(length(2, Some(1)).is_empty());
    }

    #[test]
    fn languages_are_combined() {
        let (ab, bc) = (pattern("^[ab]$"), pattern("^[bc]$"));
        let strings = |language: Language| {
            ["a", "b", "c", "", "ab"]
                .into_iter()
                .filter(|one| language.contains(one.as_bytes()))
                .collect::<Vec<_>>()
                .join(",")
        };
        assert_eq!(strings(ab.union(&bc).unwrap()), "a,b,c");
        assert_eq!(strings(ab.intersection(&bc).unwrap()), "b");
        assert_eq!(strings(ab.without(&bc).unwrap()), "a");
        assert!(ab.without(&ab).unwrap().is_empty());
        assert_eq!(ab.union(&bc).unwrap(), pattern("^[a-c]$"));
        assert!(ab.contains(b"a") && !ab.contains(b"c"));
    }
}
