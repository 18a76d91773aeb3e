//! Mutation testing of grammars: a small set of strings that kills the mutants of a grammar, which are grammars with one
//! mistake.
//!
//! A [`MutantSuite`] contains the *mutants* of a production, each with one mistake that a person or a program might make
//! (a missing alternative, a class that is one character too wide, a bound that is off by one), and strings that kill all
//! of them, each with a sentence that explains what it shows. A mutant that no string kills is proven to be equivalent, or
//! is undecided. Other mistakes are not covered: the suite of the W-method finds more, with a thousand times as many
//! strings, and is not meant to be read.
//!
//! The strings resemble examples: of the strings that kill a mutant, the one with the smallest edit distance to an example
//! is chosen. A mutant of a redundant alternative is equivalent. In RFC 3986, `reg-name` matches every `IPv4address`, so
//! that a `host` without the alternative `IPv4address` accepts the same strings.
//!
//! A mutant changes a production for all its uses, so a checker that is wrong in one place only may survive.
//! [`each_use`](MutantSuiteBuilder::each_use) adds mutants in which only one use is changed.
//!
//! ```
//! use grammar_audit::mutants::MutantSuite;
//! use grammar_audit::{AnyGrammar, GrammarText, Notation, PrintedReader};
//!
//! let text = "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT\n";
//! let printed = PrintedReader::new(Notation::Abnf).read(GrammarText { file: "time.abnf", text })?;
//! let grammar = AnyGrammar::printed(printed);
//! let suite = MutantSuite::builder(&grammar, "time").like(["9:30"]).build()?;
//! let case = suite.cases.iter().find(|case| case.input == b"9:3").unwrap();
//! assert_eq!(case.reason, "`time` has 2 `DIGIT`");
//! assert!(!case.is_valid);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod nearest;
mod transcription;
mod uses;
mod variants;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use grammar_automata::build::{Deadline, Dfa, Held};
use grammar_automata::engine::CharacterSet;
use grammar_automata::suite::{cover_bound, greedy_cover};
use grammar_notation::{Printed, Unreadable};
use nearest::{Near, Product};
use variants::Variant;

use crate::any::compare::typical_members;
use crate::any::{AnyGrammar, UndecidedProduction};

/// A callback that receives each mutant before it is judged, with the language of the suite's production in that
/// mutant, or the reason why there is no language.
type Found<'f> = &'f mut dyn FnMut(Mutant, Result<Dfa, String>);

/// The mutants of a production, and the strings that kill them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MutantSuite {
    /// The mutants, in the order of the grammar.
    pub mutants: Vec<Mutant>,
    /// The strings of the suite, in the order of the mutants that they are chosen to show.
    pub cases: Vec<MutantCase>,
    /// A lower bound on the number of strings: no subset of the candidate strings with fewer strings kills all mutants.
    pub bound: usize,
    original: Dfa,
    /// For each mutant, the strings that kill it, or `None` if it is equivalent or undecided.
    differences: Vec<Option<Product>>,
}

/// A string of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MutantCase {
    /// The string.
    pub input: Vec<u8>,
    /// Whether the string is in the language of the grammar.
    pub is_valid: bool,
    /// The rule of the grammar that the string tests and that some mutant violates: a sentence without a full stop.
    pub reason: String,
    /// The mutants that the reason is about, by their indices in [`MutantSuite::mutants`].
    pub shows: Vec<usize>,
    /// All mutants that the string kills, by their indices in [`MutantSuite::mutants`].
    pub kills: Vec<usize>,
}

/// The mutation score of a suite that the caller provides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// For each mutant with [`MutantState::Differs`]: its index, and whether a string of the suite kills it.
    pub killed: Vec<(usize, bool)>,
    /// Strings that kill the surviving mutants.
    pub missing: Vec<MutantCase>,
}

/// The reason why there is no suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MutantError {
    /// The production has no automaton.
    #[error(transparent)]
    Undecided(#[from] UndecidedProduction),
    /// A listed mistake cannot be read.
    #[error(transparent)]
    Mistake(#[from] Unreadable),
    /// The grammar has languages only, and no text to mutate.
    #[error("{file} has a language for `{production}`, but no text to mutate")]
    NoText {
        /// The file of the grammar.
        file: String,
        /// The production.
        production: String,
    },
    /// The grammar has no productions whose uses could be changed by themselves.
    #[error(
        "{file} is not in ABNF, BNF or EBNF, so its uses cannot be changed by themselves; omit --each-use"
    )]
    NoUses {
        /// The file of the grammar.
        file: String,
    },
}

/// A builder of a [`MutantSuite`].
#[derive(Clone, Debug)]
pub struct MutantSuiteBuilder<'g> {
    grammar: &'g AnyGrammar,
    production: String,
    like: Vec<Vec<u8>>,
    mistakes: Option<&'g Printed>,
    each_use: bool,
}

impl<'g> MutantSuiteBuilder<'g> {
    /// Sets examples for the strings to resemble. The default is a few short strings of the production.
    #[must_use]
    pub fn like(self, examples: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let like = examples.into_iter().map(|one| one.as_ref().to_vec()).collect();
        Self { like, ..self }
    }

    /// Adds common mistakes. A mistake is a production that replaces, in a mutant, the production of the same name. The
    /// comment above a mistake states the correct rule, and its line `source:` names the programs that make the
    /// mistake. Each name has at most one mistake. Only a printed grammar can have mistakes.
    #[must_use]
    pub fn mistakes(self, mistakes: &'g Printed) -> Self {
        Self { mistakes: Some(mistakes), ..self }
    }

    /// Also changes each use of a production by itself, with all other uses unchanged. Such a mutant has a
    /// [`place`](Mutant::place), and is left out if an earlier mutant has the same language. Only a printed grammar has
    /// uses.
    #[must_use]
    pub fn each_use(self) -> Self {
        Self { each_use: true, ..self }
    }

    /// Creates the mutants, and chooses the strings.
    ///
    /// # Errors
    /// Returns an error if the production has no automaton, if the grammar has no text to mutate, or if a listed
    /// mistake cannot be parsed. A mutant without an automaton is undecided.
    pub fn build(self) -> Result<MutantSuite, MutantError> {
        let mistakes = self.mistakes.into_iter().flat_map(|all| &all.productions);
        if let Some(unreadable) = mistakes.filter_map(|one| one.term.as_ref().err()).next() {
            return Err(unreadable.clone().into());
        }
        let decided = self.grammar.decide(&[&self.production]);
        let (dfa, start) = decided.language(&self.production)?;
        let original = dfa.restrict(start);
        drop(decided);
        let like = match self.like.is_empty() {
            true => typical_members(&original, Some(0)),
            false => self.like.clone(),
        };
        let mut judged = JudgedMutants::new(original, like, self.grammar.deadline());
        self.drafts(&mut |mutant, language| judged.add(mutant, language))?;
        Ok(judged.suite())
    }

    fn drafts(&self, found: Found<'_>) -> Result<(), MutantError> {
        let (grammar, name) = (self.grammar, &*self.production);
        if let Some(printed) = grammar.as_printed() {
            variants::drafts(printed, name, self.mistakes, self.each_use, found);
        } else if self.each_use {
            return Err(MutantError::NoUses { file: grammar.file().to_owned() });
        } else if let Some(peg) = grammar.as_pest() {
            transcription::drafts(peg, name, found);
        } else if let Some((pattern, matching)) = grammar.pattern_of(name)
            && let Some(production) = grammar.production(name)
        {
            transcription::pattern_drafts(pattern, matching, production, grammar.deadline(), found);
        } else {
            let (file, production) = (grammar.file().to_owned(), name.to_owned());
            return Err(MutantError::NoText { file, production });
        }
        Ok(())
    }
}

/// The mutants that have been judged. For each mutant, only its difference from the grammar is kept, which is small.
struct JudgedMutants<'d> {
    suite: MutantSuite,
    like: Vec<Vec<u8>>,
    /// The candidate strings, each with its lowest cost relative to an example.
    candidates: HashMap<Vec<u8>, u64>,
    /// The mutants by the hashes of their products. Equal products have equal hashes.
    products: HashMap<u64, Vec<usize>>,
    deadline: &'d Deadline,
    held: Held,
}

impl<'d> JudgedMutants<'d> {
    fn new(original: Dfa, mut like: Vec<Vec<u8>>, deadline: &'d Deadline) -> Self {
        like.retain(|one| !one.is_empty());
        // With the empty example, the shortest string is the nearest.
        like.push(Vec::new());
        let members = like.iter().filter(|one| original.matches(0, one));
        let candidates = members.map(|one| (one.clone(), 0)).collect();
        let (mutants, cases, differences) = (Vec::new(), Vec::new(), Vec::new());
        let suite = MutantSuite { mutants, cases, bound: 0, original, differences };
        let products = HashMap::new();
        Self { suite, like, candidates, products, deadline, held: deadline.hold() }
    }

    /// Returns whether an earlier mutant has the same product, and so the same language.
    fn is_known(&self, hash: u64, product: &Product) -> bool {
        let mut same = self.products.get(&hash).into_iter().flatten();
        same.any(|&at| self.suite.differences[at].as_ref() == Some(product))
    }

    fn add(&mut self, mut mutant: Mutant, language: Result<Dfa, String>) {
        let (original, deadline) = (&self.suite.original, self.deadline);
        let product =
            language.and_then(|language| match Product::of(original, &language, deadline) {
                Some(product) => Ok(product),
                None if deadline.has_passed() => Err(deadline.to_string()),
                None => Err("the product of the automata is too large".to_owned()),
            });
        if let Ok(product) = &product {
            let hash = hashed(product);
            if mutant.place.is_some() && self.is_known(hash, product) {
                return;
            }
            self.products.entry(hash).or_default().push(self.suite.differences.len());
        }
        let (state, difference) = match product {
            Err(why) => (MutantState::Undecided { why }, None),
            Ok(product) if product.is_equal() => (MutantState::Equal, None),
            Ok(product) => {
                let found = self.like.iter().filter_map(|one| product.nearest(one));
                let found: Vec<Near> = found.collect();
                let best = found.iter().min().cloned();
                let edits = best.as_ref().map_or(0, Near::edits);
                let witness = best.map(|near| near.text).unwrap_or_default();
                let nearest = found.into_iter().filter(|one| one.edits() == edits);
                let mut bytes = product.bytes() + size_of::<Mutant>() + witness.len();
                for Near { cost, text } in nearest {
                    bytes += 2 * text.len() + size_of::<(Vec<u8>, u64)>();
                    let least = self.candidates.entry(text).or_insert(cost);
                    *least = cost.min(*least);
                }
                match self.held.add(bytes) {
                    true => (MutantState::Differs { witness }, Some(product)),
                    false => (MutantState::Undecided { why: deadline.to_string() }, None),
                }
            }
        };
        mutant.state = state;
        self.suite.mutants.push(mutant);
        self.suite.differences.push(difference);
    }

    fn suite(self) -> MutantSuite {
        let Self { mut suite, candidates, .. } = self;
        let mut candidates: Vec<(u64, Vec<u8>)> =
            candidates.into_iter().map(|(text, cost)| (cost, text)).collect();
        candidates.sort();
        let candidates = candidates.into_iter().map(|(_, text)| text).collect();
        (suite.cases, suite.bound) = suite.choose(candidates, &vec![true; suite.mutants.len()]);
        suite
    }
}

fn hashed(product: &Product) -> u64 {
    let mut hasher = DefaultHasher::new();
    product.hash(&mut hasher);
    hasher.finish()
}

impl MutantSuite {
    /// Starts to build the suite of a production.
    #[must_use]
    pub fn builder<'g>(grammar: &'g AnyGrammar, production: &str) -> MutantSuiteBuilder<'g> {
        let (production, like, mistakes) = (production.to_owned(), Vec::new(), None);
        MutantSuiteBuilder { grammar, production, like, mistakes, each_use: false }
    }

    /// Chooses a small set of strings that kills the wanted mutants.
    fn choose(&self, candidates: Vec<Vec<u8>>, wanted: &[bool]) -> (Vec<MutantCase>, usize) {
        let all: Vec<Vec<usize>> = candidates.iter().map(|text| self.killed_by(text)).collect();
        let of_wanted = |all: &Vec<usize>| -> Vec<usize> {
            all.iter().copied().filter(|&at| wanted[at]).collect()
        };
        let kills: Vec<Vec<usize>> = all.iter().map(of_wanted).collect();
        let chosen = greedy_cover(&kills, self.mutants.len());
        // Among the mutants that a string kills, it shows the one that the fewest other strings kill.
        let mut times = vec![0_usize; self.mutants.len()];
        chosen.iter().flat_map(|&at| &kills[at]).for_each(|&mutant| times[mutant] += 1);
        let case = |at: usize| {
            let (input, shows) = (&candidates[at], self.shown(&candidates[at], &kills[at], &times));
            self.case(input.clone(), vec![shows], all[at].clone())
        };
        let cases = chosen.into_iter().map(case).collect();
        let mut cases = self.merged(cases, wanted);
        if self.mutants.iter().any(|one| one.place.is_some()) {
            cases = self.merged_across(cases, wanted);
        }
        cases.sort_by(|one, other| (&one.shows, &one.input).cmp(&(&other.shows, &other.input)));
        // Merged strings are candidates too.
        let made = cases.iter().map(|case| of_wanted(&case.kills));
        let looked_at: Vec<Vec<usize>> = kills.iter().cloned().chain(made).collect();
        (cases, cover_bound(&looked_at, self.mutants.len()))
    }

    fn case(&self, input: Vec<u8>, shows: Vec<usize>, kills: Vec<usize>) -> MutantCase {
        let reasons: Vec<&str> = shows.iter().map(|&at| &*self.mutants[at].reason).collect();
        MutantCase {
            is_valid: self.is_valid(&input),
            reason: nearest::sentence(&reasons),
            input,
            shows,
            kills,
        }
    }

    /// Returns the mutant that a string shows best. A listed mistake is preferred if the string is its witness, then a
    /// mutant that no other chosen string kills, then a mutant whose witness is the string.
    fn shown(&self, text: &[u8], kills: &[usize], times: &[usize]) -> usize {
        let is_nearest = |at: usize| matches!(&self.mutants[at].state, MutantState::Differs { witness } if witness == text);
        let best = kills.iter().copied().min_by_key(|&at| {
            let is_listed = self.mutants[at].kind == MutantKind::Mistake;
            (!(is_listed && is_nearest(at)), times[at] > 1, !is_nearest(at), at)
        });
        best.unwrap_or_default()
    }

    /// Returns the mutants that a string kills, by their indices in [`MutantSuite::mutants`].
    #[must_use]
    pub fn killed_by(&self, text: &[u8]) -> Vec<usize> {
        let kills = |difference: &Option<Product>| {
            difference.as_ref().is_some_and(|difference| difference.has(text))
        };
        (0..self.differences.len()).filter(|&at| kills(&self.differences[at])).collect()
    }

    /// Returns whether a string is in the language of the grammar.
    #[must_use]
    pub fn is_valid(&self, text: &[u8]) -> bool {
        self.original.matches(0, text)
    }

    /// Returns the equivalent mutants, for which it is proven that no string kills them.
    pub fn equal(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter().filter(|one| one.state == MutantState::Equal)
    }

    /// Computes the mutation score of another suite, given by its strings.
    #[must_use]
    pub fn score(&self, strings: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Score {
        let mut is_killed = vec![false; self.mutants.len()];
        for text in strings {
            self.killed_by(text.as_ref()).into_iter().for_each(|at| is_killed[at] = true);
        }
        let killed = (0..self.mutants.len()).filter(|&at| self.mutants[at].differs());
        let killed: Vec<(usize, bool)> = killed.map(|at| (at, is_killed[at])).collect();
        let wanted: Vec<bool> = is_killed.iter().map(|is_killed| !is_killed).collect();
        let witness = |&(at, is_killed): &(usize, bool)| match &self.mutants[at].state {
            MutantState::Differs { witness } if !is_killed => Some(witness.clone()),
            _ => None,
        };
        let own = self.cases.iter().map(|case| case.input.clone());
        let candidates = own.chain(killed.iter().filter_map(witness)).collect();
        let (missing, _) = self.choose(candidates, &wanted);
        Score { killed, missing }
    }
}

// Mutants.

/// A grammar or a pattern with one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mutant {
    /// The kind of the fault.
    pub kind: MutantKind,
    /// The production that contains the fault.
    pub production: String,
    /// The place of the changed use, such as `pchar within segment`; `None` if every use of the production is changed.
    pub place: Option<String>,
    /// The section of the production, if the grammar comes from a document with known sections.
    pub section: Option<String>,
    /// The line of the file on which the production begins.
    pub line: usize,
    /// The fault: the changed or missing text.
    pub fault: String,
    /// The rule that the mutant violates: a sentence without a full stop.
    pub reason: String,
    /// For a listed mistake, the programs that make it.
    pub source: Option<String>,
    /// The verdict on the mutant.
    pub state: MutantState,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MutantKind {
    /// An alternative is missing.
    AlternativeDropped,
    /// A class lacks a character.
    ClassNarrowed,
    /// A class contains one character too many.
    ClassWidened,
    /// An optional or repeated part is required, or may be repeated less often.
    TooStrict,
    /// A required part may be missing, or may be repeated too often.
    TooLoose,
    /// Letters are case-sensitive where case should be ignored, or the reverse.
    Case,
    /// A lookahead or an exception is missing.
    PredicateDropped,
    /// Two alternatives of a choice are in the reverse order.
    Order,
    /// A listed mistake.
    Mistake,
}

/// The verdict on a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MutantState {
    /// The mutant accepts the same strings: no test can detect it.
    Equal,
    /// The mutant accepts other strings. The witness kills it, and is nearest to the examples among the strings that
    /// kill it.
    Differs {
        /// A string that kills the mutant.
        witness: Vec<u8>,
    },
    /// It is undecided whether the mutant accepts the same strings.
    Undecided {
        /// The reason.
        why: String,
    },
}

impl Mutant {
    /// Returns whether a string is known that kills the mutant.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(self.state, MutantState::Differs { .. })
    }
}

impl MutantKind {
    /// Returns the name of the kind, such as `class-widened`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::AlternativeDropped => "alternative-dropped",
            Self::ClassNarrowed => "class-narrowed",
            Self::ClassWidened => "class-widened",
            Self::TooStrict => "too-strict",
            Self::TooLoose => "too-loose",
            Self::Case => "case",
            Self::PredicateDropped => "predicate-dropped",
            Self::Order => "order",
            Self::Mistake => "mistake",
        }
    }
}

/// Names the mutant in one line: ``port: `*DIGIT` at least once``.
impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place.as_ref().unwrap_or(&self.production), self.fault)
    }
}

// The interface between the mutator and a notation.

/// A notation whose terms can be mutated.
trait Notated {
    type Term: Clone + PartialEq;

    /// Whether the order of alternatives matters.
    const IS_ORDERED: bool;

    /// Returns the shape of a term.
    fn shape(&mut self, term: &Self::Term) -> TermShape<Self::Term>;

    /// Returns a term with the given shape.
    fn term(&self, shape: TermShape<Self::Term>) -> Self::Term;

    /// Returns the text of a term, on one line.
    fn text(&mut self, term: &Self::Term) -> String;

    /// Returns the text of a class for the message about a mutant.
    fn class_text(&mut self, term: &Self::Term, _set: &CharacterSet) -> String {
        self.text(term)
    }

    /// Returns the set of characters that a term denotes, if it denotes one.
    fn set(&mut self, term: &Self::Term) -> Option<CharacterSet>;

    /// Returns the characters that are whole alternatives of a term. Longer alternatives of the term are ignored.
    fn single_characters(&mut self, term: &Self::Term) -> CharacterSet;

    /// Returns the variants of a term that have a mistake specific to this notation.
    fn slips(&mut self, _subject: &str, _term: &Self::Term) -> Vec<Variant<Self::Term>> {
        Vec::new()
    }
}

#[derive(Clone, Debug, PartialEq)]
enum TermShape<T> {
    /// A name, or another term without parts to mutate.
    Name,
    /// A character of a set.
    Set(CharacterSet),
    Literal {
        bytes: Vec<u8>,
        ignore_case: bool,
    },
    Sequence(Vec<T>),
    /// Alternatives, each with its text in the grammar.
    Choice(Vec<(String, T)>),
    Repeat {
        min: u32,
        max: Option<u32>,
        of: T,
    },
    /// The strings of `from` that are not strings of `without`.
    Difference {
        from: T,
        without: T,
    },
    /// An assertion that consumes nothing.
    Look {
        asked: Lookahead,
    },
}

/// An assertion that consumes nothing.
#[derive(Clone, Debug, PartialEq)]
enum Lookahead {
    /// The expression with this text must match next.
    Next(String),
    /// The expression with this text must not match next.
    NotNext(String),
    /// The string must begin at this position.
    Begin,
    /// The string must end at this position.
    End,
    /// Another assertion.
    Other,
}

impl<T> TermShape<T> {
    const fn optional(of: T) -> Self {
        Self::Repeat { min: 0, max: Some(1), of }
    }
}
