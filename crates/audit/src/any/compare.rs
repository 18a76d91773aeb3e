//! Compares two grammars production by production, in any two notations.
//!
//! Two names match if they differ only in case, or in `-` and `_`. A production whose text has not changed may still
//! differ, if a production that it uses differs.

use std::collections::{HashMap, HashSet};
use std::fmt;

use grammar_automata::Relation;
use grammar_automata::build::{ByteSet, Classes, Dfa, GaveUp, ProductSearch, Wanted};
use grammar_automata::engine::graph;
use grammar_notation::Term;

use super::unrolled::compare_nested;
use super::{AnyGrammar, DecidedGrammar, LanguageSource, UndecidedProduction};

/// The maximum number of steps of a search that compares two productions. A step reads one byte in one pair of states.
const STEPS: usize = 20_000_000;
/// The maximum number of steps for all productions of two grammars.
const ALL: usize = 400_000_000;
/// The maximum number of pairs of productions that are compared in order to find renamed ones.
const RENAMED: usize = 100_000;

/// Two grammars, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparedGrammars {
    /// The productions that both grammars have, in the order of the left grammar. Renamed productions come last.
    pub pairs: Vec<ComparedProductions>,
    /// The productions that only the left grammar has.
    pub gone: Vec<String>,
    /// The productions that only the right grammar has.
    pub appeared: Vec<String>,
}

/// A pair of productions, one of each grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparedProductions {
    /// The name of the production of the left grammar.
    pub left: String,
    /// The name of the production of the right grammar.
    pub right: String,
    /// Whether the productions are paired because they derive the same strings, although their names do not match.
    pub is_renamed: bool,
    /// Whether the texts differ in more than the names of paired productions. The texts of grammars of different kinds,
    /// such as ABNF and pest, are not compared: then this is false.
    pub is_rewritten: bool,
    /// Whether the texts of the two productions match, and so do the texts of all productions that they use. If so, the
    /// two productions derive the same strings, even if no automaton can decide this.
    pub is_untouched: bool,
    /// The relation of the two languages, or the reason why it is unknown.
    pub found: Result<ComparedLanguages, UndecidedProduction>,
}

/// The relation of two languages, and the strings that show it.
///
/// `Display` prints the relation and the strings. It escapes all characters beyond ASCII, since some look like others:
/// here the string is a Kelvin sign.
///
/// ```
/// use grammar_audit::{Dialect, Language, Matching, Pattern, relation};
///
/// let language = |pattern| {
///     let read = Pattern::read(Dialect::Rust, pattern).unwrap();
///     Language::from_pattern(&read, Matching::Search).unwrap()
/// };
/// let found = relation(&language("(?i)^k$"), &language("^[kK]$"))?;
/// assert_eq!(found.to_string(), r#"wider: only left "\u{212a}", both "K""#);
/// # Ok::<(), grammar_audit::TooLargeToCompare>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparedLanguages {
    /// The relation of the left language to the right one.
    pub relation: Relation,
    /// A shortest string that is only in the left language.
    pub only_left: Option<Vec<u8>>,
    /// A shortest string that is only in the right language.
    pub only_right: Option<Vec<u8>>,
    /// A shortest string that is in both languages.
    pub common: Option<Vec<u8>>,
    /// The maximum number of nested calls in the compared strings. It is `None` unless a production nests in itself, so
    /// that it has no automaton, and deeper strings may change the relation. If there is a maximum, the strings need
    /// not be shortest ones.
    pub depth: Option<usize>,
}

impl fmt::Display for ComparedLanguages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { relation, only_left, only_right, common, depth } = self;
        relation.fmt(f)?;
        if let Some(depth) = depth {
            write!(f, " to depth {depth}")?;
        }
        let all = [("only left", only_left), ("only right", only_right), ("both", common)];
        let mut before = ":";
        for (place, string) in all {
            if let Some(string) = string {
                write!(f, "{before} {place} \"{}\"", escaped(string))?;
                before = ",";
            }
        }
        Ok(())
    }
}

/// Escapes a string: characters beyond ASCII as in `\u{212a}`, or bytes if the string is not UTF-8.
fn escaped(string: &[u8]) -> String {
    match std::str::from_utf8(string) {
        Ok(text) => text.escape_default().to_string(),
        Err(_) => string.escape_ascii().to_string(),
    }
}

/// Compares the productions of two grammars.
///
/// ```
/// use grammar_audit::{AnyGrammar, GrammarText, PrintedReader, compare_grammars, Notation};
///
/// let [old, new] = ["port = 1*5DIGIT\n", "Port = *DIGIT\nhost = 1*ALPHA\n"].map(|text| {
///     let read = PrintedReader::new(Notation::Abnf).read(GrammarText { file: "a.abnf", text });
///     AnyGrammar::printed(read.unwrap())
/// });
/// let compared = compare_grammars(&old, &new);
/// assert_eq!(compared.appeared, ["host"]);
/// let port = compared.pairs[0].found.as_ref().unwrap();
/// assert_eq!((port.relation.name(), port.only_right.as_deref()), ("narrower", Some(&b""[..])));
/// ```
#[must_use]
pub fn compare_grammars(left: &AnyGrammar, right: &AnyGrammar) -> ComparedGrammars {
    let (lefts, rights) = (left.decide_all(), right.decide_all());
    let mut searches = Searches::default();
    let places: HashMap<&str, usize> = left.names().zip(0..).collect();
    let mut gone: Vec<&str> = left.names().collect();
    let mut appeared: Vec<&str> = right.names().collect();
    let mut named: Vec<(usize, ComparedProductions)> = Vec::new();
    let keys: [fn(&str) -> String; 2] = [str::to_owned, folded];
    for key in keys {
        let mut others: HashMap<String, &str> = HashMap::new();
        for &name in &appeared {
            others.entry(key(name)).or_insert(name);
        }
        let mut taken = HashSet::new();
        gone.retain(|&name| {
            let Some(other) = others.remove(&key(name)) else { return true };
            taken.insert(other);
            let found = searches.compare((&lefts, name), (&rights, other));
            let (left, right) = (name.to_owned(), other.to_owned());
            let place = places.get(name).copied().unwrap_or_default();
            named.push((place, ComparedProductions::new(left, right, false, found)));
            false
        });
        appeared.retain(|name| !taken.contains(name));
    }
    named.sort_by_key(|(place, _)| *place);
    let mut pairs: Vec<ComparedProductions> = named.into_iter().map(|(_, pair)| pair).collect();
    let mut tries = RENAMED;
    gone.retain(|name| {
        let Ok((dfa, start)) = lefts.language(name) else { return true };
        let shortest = dfa.shortest(start);
        let place = appeared.iter().position(|other| {
            let Ok((dfa, start)) = rights.language(other) else { return false };
            tries = tries.saturating_sub(1);
            let is_alike = tries > 0 && shortest.is_some() && dfa.shortest(start) == shortest;
            let mut compared = || searches.compare((&lefts, name), (&rights, other));
            is_alike && compared().is_ok_and(|found| found.relation == Relation::Equal)
        });
        let Some(place) = place else { return true };
        let (left, right) = ((*name).to_owned(), appeared.remove(place).to_owned());
        let found = searches.compare((&lefts, &left), (&rights, &right));
        pairs.push(ComparedProductions::new(left, right, true, found));
        false
    });
    mark(&mut pairs, left, right);
    for pair in pairs.iter_mut().filter(|pair| pair.found.is_err() && !pair.is_untouched) {
        let nested = compare_nested((left, &pair.left), (right, &pair.right));
        pair.found = nested.unwrap_or_else(|| pair.found.clone());
    }
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    ComparedGrammars { pairs, gone: owned(gone), appeared: owned(appeared) }
}

impl ComparedProductions {
    fn new(
        left: String,
        right: String,
        is_renamed: bool,
        found: Result<ComparedLanguages, UndecidedProduction>,
    ) -> Self {
        Self { left, right, is_renamed, is_rewritten: false, is_untouched: false, found }
    }
}

impl ComparedLanguages {
    /// Compares a production of one grammar with a production of another.
    ///
    /// # Errors
    /// Returns the reason if the relation is unknown.
    pub fn new(
        (left, name): (&AnyGrammar, &str),
        (right, other): (&AnyGrammar, &str),
    ) -> Result<Self, UndecidedProduction> {
        if let Some(found) = compare_nested((left, name), (right, other)) {
            let mut found = found?;
            let is_equal = found.relation == Relation::Equal;
            if is_equal && are_untouched((left, name), (right, other)) {
                found.depth = None;
            }
            return Ok(found);
        }
        let (left, right) = (left.decide(&[name]), right.decide(&[other]));
        Searches::default().compare((&left, name), (&right, other))
    }
}

/// Returns a name in lower case, with one spelling of word separators.
fn folded(name: &str) -> String {
    name.chars().map(|c| if c == '_' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The addresses of two automata, which identify the automata as long as these are borrowed.
type Addresses = (*const Dfa, *const Dfa);

/// The kinds of strings that are searched for: only in the left language, only in the right one, and in both.
const WANTED: [Wanted; 3] =
    [|left, right| left && !right, |left, right| right && !left, |left, right| left && right];

/// Searches in products of two automata. Productions with the same two automata share the results of earlier searches.
struct Searches<'d> {
    of: HashMap<Addresses, [ProductSearch<'d>; 3]>,
    left: usize,
}

impl Default for Searches<'_> {
    fn default() -> Self {
        Self { of: HashMap::new(), left: ALL }
    }
}

impl<'d> Searches<'d> {
    fn compare(
        &mut self,
        (left, name): (&'d DecidedGrammar, &str),
        (right, other): (&'d DecidedGrammar, &str),
    ) -> Result<ComparedLanguages, UndecidedProduction> {
        let both = [&left.deadline, &right.deadline];
        // Two grammars that are read for one question share their deadline.
        let deadline = both.into_iter().find(|one| one.has_passed()).unwrap_or(both[0]);
        let (left, right) = (left.language(name)?, right.language(other)?);
        let states = (left.0.start(left.1), right.0.start(right.1));
        let key = (std::ptr::from_ref(left.0), std::ptr::from_ref(right.0));
        let new =
            || WANTED.map(|wanted| ProductSearch::new(left.0, right.0, wanted).until(deadline));
        let mut found = Vec::new();
        for search in self.of.entry(key).or_insert_with(new) {
            let late = || UndecidedProduction::new(name, deadline.to_string());
            if deadline.has_passed() {
                return Err(late());
            }
            let (before, limit) = (search.steps, STEPS.min(self.left));
            let answer = search.find(states, limit);
            self.left = self.left.saturating_sub(search.steps - before);
            found.push(answer.map_err(|why| match why {
                GaveUp::Time => late(),
                _ => {
                    let reason = format!(
                        "`{name}` and `{other}` are too large to compare within {limit} steps; compare only these two (`--rule`)"
                    );
                    UndecidedProduction::new(name, reason)
                }
            })?);
        }
        let mut found = found.into_iter();
        let mut next = || found.next().flatten();
        let (only_left, only_right, common) = (next(), next(), next());
        let relation = Relation::new(only_left.is_some(), only_right.is_some(), common.is_some());
        Ok(ComparedLanguages { relation, only_left, only_right, common, depth: None })
    }
}

// Compares the texts of the productions of two grammars. A printed grammar and rules of pest are never reported as
// rewritten, since neither was edited into the other.

/// The rules that pest calls implicitly.
const BLANKS: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Sets `is_rewritten` and `is_untouched` of each pair.
pub(super) fn mark(pairs: &mut [ComparedProductions], left: &AnyGrammar, right: &AnyGrammar) {
    let others = pairs.iter().map(|one| (left.source.key(&one.left), right.source.key(&one.right)));
    let written = WrittenForm { left, right, others: others.collect() };
    // The pairs, followed by the productions that they call, each of which is listed once.
    let (mut all, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |both: (String, String), all: &mut Vec<(String, String)>| {
        *numbers.entry(both).or_insert_with_key(|both| {
            all.push(both.clone());
            all.len() - 1
        })
    };
    let named = pairs.iter().map(|pair| (pair.left.clone(), pair.right.clone()));
    let places: Vec<usize> = named.map(|both| number(both, &mut all)).collect();
    let (mut calls, mut is_rewritten) = (Vec::new(), Vec::new());
    while let Some((one, other)) = all.get(calls.len()) {
        let Some(found) = written.calls((one, other)) else { return };
        is_rewritten.push(found.is_none());
        let found = found.into_iter().flatten();
        calls.push(found.map(|both| number(both, &mut all)).collect::<Vec<usize>>());
    }
    let rewritten = (0..calls.len()).filter(|&at| is_rewritten[at]);
    let is_touched = graph::reached(&graph::reversed(&calls), rewritten);
    for (pair, place) in pairs.iter_mut().zip(places) {
        (pair.is_rewritten, pair.is_untouched) = (is_rewritten[place], !is_touched[place]);
    }
}

/// Returns whether two productions have matching texts, and use only productions with matching texts.
pub(crate) fn are_untouched(
    (left, name): (&AnyGrammar, &str),
    (right, other): (&AnyGrammar, &str),
) -> bool {
    let others: HashMap<String, &str> = right.names().map(|name| (folded(name), name)).collect();
    let named = left.names().filter_map(|name| Some((name, *others.get(&folded(name))?)));
    let undecided = |name: &str| Err(UndecidedProduction::new(name, String::new()));
    let pair = |(left, right): (&str, &str)| {
        ComparedProductions::new(left.to_owned(), right.to_owned(), false, undecided(left))
    };
    let mut pairs: Vec<ComparedProductions> = named.map(pair).collect();
    mark(&mut pairs, left, right);
    pairs.iter().any(|pair| pair.is_untouched && pair.left == name && pair.right == other)
}

struct WrittenForm<'g> {
    left: &'g AnyGrammar,
    right: &'g AnyGrammar,
    /// Maps the key of the left production of each pair to the key of the right production.
    others: HashMap<String, String>,
}

/// Pairs of names that two productions call at corresponding places.
type Calls = Vec<(String, String)>;

impl WrittenForm<'_> {
    /// Returns the calls at corresponding places of two productions, or an inner `None` if their texts do not match.
    /// The outer `None` means that the grammars are of different kinds.
    fn calls(&self, (one, other): (&str, &str)) -> Option<Option<Calls>> {
        match (&self.left.source, &self.right.source) {
            (LanguageSource::Printed(left), LanguageSource::Printed(right)) => {
                let mut calls = Vec::new();
                let is_alike = match (left.production(one), right.production(other)) {
                    (Some(one), Some(other)) => match (&one.term, &other.term) {
                        (Ok(one), Ok(other)) => self.are_alike(one, other, &mut calls),
                        _ => one.text == other.text,
                    },
                    // Productions that the notation provides, and undefined names.
                    (None, None) => left.notation == right.notation,
                    _ => false,
                };
                Some(is_alike.then_some(calls))
            }
            (LanguageSource::Pest(_), LanguageSource::Pest(_))
            | (LanguageSource::Given(..), LanguageSource::Given(..)) => {
                let both = (self.left.production(one), self.right.production(other));
                let (Some(one), Some(other)) = both else {
                    return Some((both.0.is_none() && both.1.is_none()).then(Vec::new));
                };
                let is_alike = one.text.split_whitespace().eq(other.text.split_whitespace());
                let blanks = BLANKS.iter().filter(|_| self.left.as_pest().is_some());
                let called = one.uses.iter().map(String::as_str).chain(blanks.copied());
                let called = called.map(|name| (name.to_owned(), name.to_owned()));
                Some(is_alike.then(|| called.collect()))
            }
            _ => None,
        }
    }

    /// Returns whether two names belong to one pair of productions. Names without a pair must be equal.
    fn are_one(&self, one: &str, other: &str) -> bool {
        let (one, other) = (self.left.source.key(one), self.right.source.key(other));
        self.others.get(&one).unwrap_or(&one) == &other
    }

    /// Returns whether two terms match, and collects their calls. The recursion is as deep as the nesting of brackets.
    fn are_alike(&self, one: &Term, other: &Term, calls: &mut Calls) -> bool {
        match (one, other) {
            (Term::Name(one), Term::Name(other)) => {
                calls.push((one.clone(), other.clone()));
                self.are_one(one, other)
            }
            (
                Term::Repeat { min, max, term },
                Term::Repeat { min: least, max: most, term: other },
            ) => (min, max) == (least, most) && self.are_alike(term, other, calls),
            (Term::Sequence(_), Term::Sequence(_))
            | (Term::Choice(_), Term::Choice(_))
            | (Term::Difference { .. }, Term::Difference { .. }) => {
                let (ones, others) = (one.parts(), other.parts());
                ones.len() == others.len()
                    && ones.iter().zip(others).all(|(one, other)| self.are_alike(one, other, calls))
            }
            _ => one == other,
        }
    }
}

// Typical strings of a language: members and near misses that are short and, if possible, unlike each other.

/// The maximum number of typical members.
const MEMBERS: usize = 3;
/// The maximum number of typical near misses.
const NEAR_MISSES: usize = 2;
/// The maximum number of strings that are examined.
const LOOKED_AT: usize = 5_000;
/// The maximum number of transitions that are examined. It suffices for strings of about a thousand bytes.
const WORK: u64 = 100_000_000;
/// A string that is longer than the shortest string by more than this number of bytes is chosen only if there are too
/// few shorter strings.
const HARDLY: usize = 3;

/// Returns the classes of bytes in which each ASCII punctuation character is a class of its own.
fn signs() -> Classes {
    let signs = (0..=u8::MAX).filter(u8::is_ascii_punctuation);
    Classes::refine(signs.map(ByteSet::single))
}

/// Returns short and dissimilar strings that the automaton accepts from a start. They are built from the classes of the
/// whole automaton, which distinguish more kinds of strings than the language itself needs. Each ASCII punctuation
/// character is a class of its own.
#[must_use]
pub fn typical_members(dfa: &Dfa, start: Option<usize>) -> Vec<Vec<u8>> {
    let Some(start) = start else { return Vec::new() };
    let members = distinct(dfa.finer(&signs()).members(start).within(WORK), MEMBERS);
    if members.is_empty() { dfa.shortest(start).into_iter().collect() } else { members }
}

/// Returns near misses of the language of an automaton with one start, that is, strings one edit away from the
/// language. Near misses with only bytes of the language come first, since they are the most informative. The empty
/// string is added only if there are too few others.
#[must_use]
pub fn typical_near_misses(alone: &Dfa) -> Vec<Vec<u8>> {
    let near = |letters: &[u8]| {
        let near = alone.near_misses(0, letters, LOOKED_AT / 10);
        distinct(near.into_iter().filter(|text| !text.is_empty()), NEAR_MISSES)
    };
    let mut chosen = near(&alone.alphabet(0));
    let others = near(alone.classes().representatives());
    chosen.extend(others.into_iter().filter(|text| !chosen.contains(text)).collect::<Vec<_>>());
    if chosen.len() < NEAR_MISSES && !alone.matches(0, b"") {
        chosen.push(Vec::new());
    }
    chosen.truncate(NEAR_MISSES);
    chosen
}

/// Returns at most `count` short strings out of `words`, which are ordered by length. Strings with different kinds of
/// bytes are preferred. Several strings of one kind are chosen only if all other candidates are much longer or run out.
fn distinct(words: impl Iterator<Item = Vec<u8>>, count: usize) -> Vec<Vec<u8>> {
    let (mut chosen, mut alike): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    let mut kinds: Vec<Vec<u8>> = Vec::new();
    for word in words.take(LOOKED_AT) {
        let is_long = chosen.first().is_some_and(|first| word.len() > first.len() + HARDLY);
        if chosen.len() == count || is_long && chosen.len() + alike.len() >= count {
            break;
        }
        let kind: Vec<u8> = word.iter().map(kind).collect();
        if !kinds.contains(&kind) {
            kinds.push(kind);
            chosen.push(word);
        } else if alike.len() < count {
            alike.push(word);
        }
    }
    chosen.extend(alike);
    chosen.truncate(count);
    chosen.sort_by_key(Vec::len);
    chosen
}

/// Returns the kind of a byte. Digits, lower-case letters and upper-case letters are three kinds; any other byte is a
/// kind of its own.
fn kind(byte: &u8) -> u8 {
    match byte {
        b'0'..=b'9' => b'0',
        b'a'..=b'z' => b'a',
        b'A'..=b'Z' => b'A',
        &other => other,
    }
}

/// The size of a production's automaton, and typical strings of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypicalStrings {
    /// The number of states of the minimal automaton. The dead state is counted.
    pub states: usize,
    /// The shortest members of the language.
    pub members: Vec<Vec<u8>>,
    /// The shortest near misses: strings that are not members, but become members if one byte is added, removed or replaced.
    pub near_misses: Vec<Vec<u8>>,
}

impl DecidedGrammar {
    /// Returns the typical strings of a production.
    ///
    /// # Errors
    /// Returns the errors of [`DecidedGrammar::language`].
    pub fn typical(&self, name: &str) -> Result<TypicalStrings, UndecidedProduction> {
        let (dfa, start) = self.language(name)?;
        let alone = dfa.restrict(start);
        let is_of_characters = alone.acceptor(0).is_of_characters();
        let mut near_misses = typical_near_misses(&alone);
        near_misses.retain(|one| !is_of_characters || std::str::from_utf8(one).is_ok());
        let members = typical_members(dfa, Some(start));
        Ok(TypicalStrings { states: dfa.size(start), members, near_misses })
    }
}

#[cfg(test)]
mod tests {
    use grammar_notation::{GrammarText, Notation, PrintedReader};

    use super::*;
    use crate::compare_grammars;

    /// Returns the left name of each pair, with `written` if it is rewritten and `same` if it is untouched.
    fn marks(left: &AnyGrammar, right: &AnyGrammar) -> Vec<String> {
        let shown = compare_grammars(left, right).pairs.into_iter().map(|pair| {
            let written = if pair.is_rewritten { " written" } else { "" };
            let same = if pair.is_untouched { " same" } else { "" };
            pair.left + written + same
        });
        shown.collect()
    }

    fn abnf(text: &str) -> AnyGrammar {
        let read = PrintedReader::new(Notation::Abnf).read(GrammarText { file: "a.abnf", text });
        AnyGrammar::printed(read.unwrap())
    }

    fn pest(text: &str) -> AnyGrammar {
        AnyGrammar::read_pest(GrammarText { file: "a.pest", text }).unwrap()
    }

    #[test]
    fn terms_are_compared_not_their_text() {
        let old = abnf("a = \"x\" ( \"y\" )  b ; one\nb = \"(\" b \")\" / c\nc = 1*DIGIT\n");
        assert_eq!(marks(&old, &old), ["a same", "b same", "c same"]);
        let new = abnf("A = \"x\"\n  \"y\" b\nb = \"(\" b \")\" / c\nc = 1*DIGIT ; two\n");
        assert_eq!(marks(&old, &new), ["a same", "b same", "c same"]);
        // A production that uses a rewritten one is neither untouched nor rewritten.
        let new = abnf("a = \"x\" \"y\" b\nb = \"(\" b \")\" / c\nc = DIGIT *DIGIT\n");
        assert_eq!(marks(&old, &new), ["a", "b", "c written"]);
        let new = abnf("a = \"x\" \"y\" b\nb = \"(\" b \")\" / c\nc = 1*DIGIT\nDIGIT = \"0\"\n");
        assert_eq!(marks(&old, &new), ["a", "b", "c"]);
    }

    #[test]
    fn paired_names_count_as_one_name() {
        let old = abnf("time = hour \":\" 2DIGIT\nhour = 2DIGIT\n");
        let new = abnf("time = hours \":\" 2DIGIT\nhours = 2DIGIT\n");
        assert_eq!(marks(&old, &new), ["time same", "hour same"]);
    }

    #[test]
    fn every_pest_rule_depends_on_whitespace() {
        let old = pest("a = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }\n");
        let new = pest("a = {\n  \"x\" ~ \"y\"\n}\nWHITESPACE = _{ \"\\t\" }\n");
        assert_eq!(marks(&old, &old), ["a same", "WHITESPACE same"]);
        assert_eq!(marks(&old, &new), ["a", "WHITESPACE written"]);
        assert_eq!(marks(&abnf("a = \"x\"\n"), &pest("a = { \"x\" }\n")), ["a"]);
    }

    /// Counting by length would exceed the limit of transitions; a search does not.
    #[test]
    fn a_long_member_is_found_by_search() {
        let text = GrammarText { file: "a.abnf", text: "a = 9000\"x\"\n" };
        let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text).unwrap());
        let decided = grammar.decide(&["a"]);
        let (dfa, start) = decided.language("a").unwrap();
        let members = typical_members(dfa, Some(start));
        assert_eq!(members.iter().map(Vec::len).collect::<Vec<_>>(), [9_000]);
    }
}
