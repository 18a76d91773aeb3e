//! Compares two grammars production by production, in any two notations.
//!
//! In: two grammars, perhaps two versions of one. Out: [`ComparedGrammars`]: the productions of one name in pairs,
//! those that are new, gone or renamed, and of each pair the relation of the two languages with the shortest strings
//! that show it. Two names are the same if they differ only in letter case, or in `-` and `_`. Two productions that
//! derive the same strings are equal, however they are [written].
//!
//! A production without an automaton is compared with nothing, and says why. The surprising case: a production whose
//! text has not changed differs if a production that it uses differs.

use std::collections::{HashMap, HashSet};

use grammar_automata::Relation;
use grammar_automata::build::{Dfa, GaveUp, Search, Wanted};

use super::{AnyGrammar, DecidedGrammar, UndecidedProduction, written};

/// The number of steps that the comparison of two productions may take, and that of all. A step is one
/// byte from one pair of states.
const STEPS: usize = 20_000_000;
const ALL: usize = 400_000_000;
/// The number of pairs that are compared to find productions that were renamed.
const RENAMED: usize = 100_000;

/// Two grammars, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparedGrammars {
    /// The productions that both grammars have, perhaps under other names, in the order of the left one.
    /// Those that were renamed come last.
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
    /// Whether the two have different names, and are a pair because they derive the same strings.
    pub is_renamed: bool,
    /// Whether the texts differ in more than the names of paired productions. It is false for grammars in two
    /// notations.
    pub is_rewritten: bool,
    /// Whether both have the same text, and so has everything that they use. They then derive the same strings, even
    /// if no automaton decides it.
    pub is_untouched: bool,
    /// The relation of the two languages, or the reason why it is not known.
    pub found: Result<ComparedLanguages, UndecidedProduction>,
}

/// The relation of two languages, and the strings that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComparedLanguages {
    /// The relation of the left language to the right one.
    pub relation: Relation,
    /// A shortest string that only the left language has.
    pub only_left: Option<Vec<u8>>,
    /// A shortest string that only the right language has.
    pub only_right: Option<Vec<u8>>,
    /// A shortest string that both languages have.
    pub common: Option<Vec<u8>>,
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
/// assert_eq!((port.relation.name(), port.only_right.as_deref()), ("within", Some(&b""[..])));
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
    written::mark(&mut pairs, left, right);
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    ComparedGrammars { pairs, gone: owned(gone), appeared: owned(appeared) }
}

impl ComparedProductions {
    /// A pair of which nobody has looked at how it is written.
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
    /// Compares a production of each of two grammars.
    ///
    /// # Errors
    /// The reason why the relation is not known.
    pub fn new(
        (left, name): (&AnyGrammar, &str),
        (right, other): (&AnyGrammar, &str),
    ) -> Result<Self, UndecidedProduction> {
        let (left, right) = (left.decide(&[name]), right.decide(&[other]));
        Searches::default().compare((&left, name), (&right, other))
    }
}

/// A name in lower case, with one spelling of what divides its words.
fn folded(name: &str) -> String {
    name.chars().map(|c| if c == '_' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Where two automata lie in memory, which tells them from others as long as they are borrowed.
type Addresses = (*const Dfa, *const Dfa);

/// The searches for a string that only the left, only the right, or both languages have.
const WANTED: [Wanted; 3] =
    [|left, right| left && !right, |left, right| right && !left, |left, right| left && right];

/// Searches of the products of automata. Each production uses what the others have found.
struct Searches<'d> {
    of: HashMap<Addresses, [Search<'d>; 3]>,
    /// The number of steps that are left.
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
        let new = || WANTED.map(|wanted| Search::new(left.0, right.0, wanted).until(deadline));
        let mut found = Vec::new();
        for search in self.of.entry(key).or_insert_with(new) {
            let late = || {
                let reason = deadline.to_string();
                UndecidedProduction { name: name.to_owned(), reason }
            };
            if deadline.has_passed() {
                return Err(late());
            }
            let (before, limit) = (search.steps, STEPS.min(self.left));
            let answer = search.find(states, limit);
            self.left = self.left.saturating_sub(search.steps - before);
            found.push(answer.map_err(|why| match why {
                GaveUp::Time => late(),
                _ => UndecidedProduction {
                    name: name.to_owned(),
                    reason: format!(
                        "`{name}` and `{other}` are too large to compare: that takes more than {limit} \
                         steps; compare them alone (`--rule`)"
                    ),
                },
            })?);
        }
        let mut found = found.into_iter();
        let mut next = || found.next().flatten();
        let (only_left, only_right, common) = (next(), next(), next());
        let relation = Relation::new(only_left.is_some(), only_right.is_some(), common.is_some());
        Ok(ComparedLanguages { relation, only_left, only_right, common })
    }
}
