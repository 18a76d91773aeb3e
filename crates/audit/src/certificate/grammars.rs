//! The two sides of certificates: a grammar, and the rules or patterns that its productions are
//! compared with.
//!
//! In: a [`GrammarPair`], or a printed grammar and patterns. Out: [`Grammars`], which says what each
//! production is compared with, and what can be decided. The writer and the checker of certificates
//! share this file and what it uses, and nothing else: the readers of all notations, and derivatives.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use grammar_automata::build::Deadline;
use grammar_automata::engine::graph;
use grammar_notation::Printed;
use grammar_notation::engine::{Replaced, Rules};
use grammar_peg::Atomicity;
use grammar_peg::engine::{Lowered, Residuals};
use grammar_regex::engine::{PatternResiduals, Prepared};
use grammar_regex::{LanguageError, Matching, Pattern};

use super::lines::{Against, Automaton, PatternName};
use super::solution::Solution;
use super::verify::Flaw;
use crate::pair::GrammarPair;

/// A printed grammar, and the rules or the patterns that its productions are compared with.
#[derive(Clone)]
pub struct Grammars<'p> {
    read: Rc<Printed>,
    rules: Rc<Rules>,
    counterparts: Rc<Counterparts<'p>>,
    /// The languages that stand for productions, if there are any.
    solution: Option<Rc<Solution>>,
}

/// What productions are compared with.
enum Counterparts<'p> {
    /// The rules that transcribe each production, by the key of its name.
    Rules {
        pair: &'p GrammarPair,
        lowered: Box<Lowered<'p>>,
        transcribing: HashMap<String, Vec<&'p str>>,
    },
    /// Each of some patterns, for some productions.
    Patterns { productions: HashSet<usize>, patterns: Vec<Compared> },
}

/// A pattern that productions are compared with.
struct Compared {
    named: PatternName,
    is_in_code_units: bool,
    prepared: Result<Prepared, LanguageError>,
}

/// The numbers of both sides of a certificate.
#[derive(Clone, Copy)]
pub(super) struct SideNumbers {
    /// The number of a production; of a right side, if an automaton is the other side.
    pub(super) production: usize,
    pub(super) other: Counterpart,
}

/// The number of a rule, a pattern or an automaton.
#[derive(Clone, Copy)]
pub(super) enum Counterpart {
    Rule(usize),
    Pattern(usize),
    Automaton(usize),
}

impl<'p> Grammars<'p> {
    /// Prepares a grammar and its transcription for certificates.
    #[must_use]
    pub fn new(pair: &'p GrammarPair) -> Self {
        let (transcribing, lowered) = (pair.transcriptions(), Box::new(Lowered::of(&pair.peg)));
        Self::with(pair.as_read(), |_| Counterparts::Rules { pair, lowered, transcribing })
    }

    /// Prepares a grammar for the certificates of some productions, each compared with each of some
    /// patterns. The grammar is as it is read, with its readings. A pattern that is there twice is
    /// compared once.
    #[must_use]
    pub fn from_patterns(
        read: &Printed,
        productions: &[&str],
        patterns: &[(&Pattern, Matching)],
    ) -> Self {
        let mut all: Vec<Compared> = Vec::new();
        for &(pattern, matching) in patterns {
            let (dialect, matching) = (pattern.dialect(), pattern.matching(matching));
            let named = PatternName { dialect, matching, text: pattern.text().to_owned() };
            if all.iter().all(|known| known.named != named) {
                let prepared = Prepared::of(pattern.tree(), matching);
                let is_in_code_units = pattern.is_in_code_units();
                all.push(Compared { named, is_in_code_units, prepared });
            }
        }
        Self::with(read.clone(), |rules| Counterparts::Patterns {
            productions: productions.iter().filter_map(|name| rules.place(name)).collect(),
            patterns: all,
        })
    }

    fn with(read: Printed, counterparts: impl FnOnce(&Rules) -> Counterparts<'p>) -> Self {
        let rules = Rules::of(&read);
        let counterparts = Rc::new(counterparts(&rules));
        Self { read: Rc::new(read), rules: Rc::new(rules), counterparts, solution: None }
    }

    /// Until when certificates may be written.
    pub(super) fn deadline(&self) -> &Deadline {
        &self.read.deadline
    }

    /// The grammars in which automata stand for the calls of productions.
    ///
    /// # Errors
    /// When the automata cannot be the languages of the productions. That they are is shown by a
    /// certificate of each.
    pub fn solved_by(&self, automata: Vec<Automaton>) -> Result<Self, Flaw> {
        let solution = match automata.is_empty() {
            true => None,
            false => Some(Rc::new(Solution::of(&self.read, &self.rules, automata)?)),
        };
        Ok(Self { solution, ..self.clone() })
    }

    /// The automata that stand for the calls of productions.
    #[must_use]
    pub fn automata(&self) -> &[Automaton] {
        self.solution.as_ref().map_or(&[], |solution| &solution.automata)
    }

    /// The patterns that productions are compared with.
    #[must_use]
    pub fn patterns(&self) -> Vec<&PatternName> {
        match &*self.counterparts {
            Counterparts::Rules { .. } => Vec::new(),
            Counterparts::Patterns { patterns, .. } => {
                patterns.iter().map(|one| &one.named).collect()
            }
        }
    }

    /// The printed grammar, and the rules of its transcription, if it is compared with one.
    pub(super) fn pair(&self) -> Option<(&Printed, &Rules, &'p GrammarPair)> {
        match &*self.counterparts {
            Counterparts::Rules { pair, .. } => Some((&self.read, &self.rules, pair)),
            Counterparts::Patterns { .. } => None,
        }
    }

    /// Whether some productions reach a production. All are reached, if none is named.
    pub(super) fn reaches(&self, from: &[&str]) -> impl Fn(&str) -> bool + use<'_, 'p> {
        let is_all = from.is_empty();
        let starts = from.iter().filter_map(|name| self.rules.place(name));
        let reached = graph::reached(&self.rules.calls, starts);
        let count = self.read.productions.len();
        move |name| {
            let place = self.rules.place(name).filter(|&place| place < count);
            place.is_some_and(|place| is_all || reached[place])
        }
    }

    /// The productions that are compared of those that some productions reach, in their order; all
    /// that are compared, if none is named.
    pub(super) fn compared(&self, from: &[&str]) -> Vec<&str> {
        let reaches = self.reaches(from);
        let is_compared = |place: usize| match &*self.counterparts {
            Counterparts::Rules { pair, transcribing, .. } => {
                pair.is_compared(&self.read.productions[place], transcribing)
            }
            Counterparts::Patterns { productions, .. } => productions.contains(&place),
        };
        let places = (0..self.read.productions.len()).filter(|&place| is_compared(place));
        places
            .map(|place| &*self.read.productions[place].name)
            .filter(|name| reaches(name))
            .collect()
    }

    /// What a production is compared with.
    pub(super) fn against(&self, production: &str) -> Vec<Against> {
        match &*self.counterparts {
            Counterparts::Rules { pair, transcribing, .. } => {
                let runs = pair.runs(production, transcribing).into_iter();
                let named = runs.map(|(rule, atomicity)| {
                    let is_twin = pair.peg.has_twin(rule) && atomicity == Atomicity::Atomic;
                    Against::Rule(if is_twin { format!("@{rule}") } else { rule.to_owned() })
                });
                named.collect()
            }
            Counterparts::Patterns { patterns, .. } => {
                (0..patterns.len()).map(Against::Pattern).collect()
            }
        }
    }

    /// The numbers of a production and of what it is compared with, or the reason why one of the two
    /// cannot be decided.
    pub(super) fn numbers(
        &self,
        production: &str,
        against: &Against,
    ) -> Result<SideNumbers, String> {
        let number = match against {
            Against::Automaton(number) => Some(*number),
            _ => None,
        };
        let place = match (&self.solution, number) {
            (Some(solution), Some(number)) => solution.right_side(number),
            (None, Some(_)) => None,
            (_, None) => self.rules.place(production),
        };
        let place = place.ok_or_else(|| format!("there is no {production:?}"))?;
        let rules = self.solution.as_ref().map_or(&*self.rules, |solution| &solution.rules);
        if let Some(fault) = &rules.faults[place] {
            return Err(fault.to_string());
        }
        let unknown = || format!("there is no {against}");
        let other = match (against, &*self.counterparts) {
            (Against::Automaton(number), _) => Counterpart::Automaton(*number),
            (Against::Rule(rule), Counterparts::Rules { pair, lowered, .. }) => {
                let (name, atomicity) = match rule.strip_prefix('@') {
                    Some(name) => (name, Atomicity::Atomic),
                    None => (&**rule, Atomicity::NonAtomic),
                };
                let number = lowered.decidable(name, atomicity).ok_or_else(|| {
                    let mut refused = pair.peg.refused().iter();
                    let why = refused.find(|error| error.rule.as_deref() == Some(name));
                    why.map_or_else(unknown, ToString::to_string)
                })?;
                Counterpart::Rule(number)
            }
            (Against::Pattern(number), Counterparts::Patterns { patterns, .. }) => {
                let prepared = &patterns.get(*number).ok_or_else(unknown)?.prepared;
                prepared.as_ref().map_err(ToString::to_string)?;
                Counterpart::Pattern(*number)
            }
            _ => return Err(unknown()),
        };
        Ok(SideNumbers { production: place, other })
    }

    /// Whether each character above U+FFFF counts as two in what a production is compared with, so
    /// that the comparison says nothing of these characters.
    pub(super) fn is_in_code_units(&self, against: &Against) -> bool {
        match (against, &*self.counterparts) {
            (Against::Pattern(number), Counterparts::Patterns { patterns, .. }) => {
                patterns.get(*number).is_some_and(|one| one.is_in_code_units)
            }
            _ => false,
        }
    }

    /// The productions, and the languages that stand for some of them.
    pub(super) fn system(&self) -> (&Rules, Replaced<'_>) {
        match &self.solution {
            Some(solution) => (&solution.rules, solution.replaced()),
            None => (&self.rules, Replaced::default()),
        }
    }

    /// The derivatives of the rules, if productions are compared with rules.
    pub(super) fn rule_residuals(&self) -> Option<Residuals<'_>> {
        match &*self.counterparts {
            Counterparts::Rules { lowered, .. } => Some(lowered.residuals()),
            Counterparts::Patterns { .. } => None,
        }
    }

    /// The derivatives of the patterns, of those that have them.
    pub(super) fn pattern_residuals(&self) -> Vec<Option<PatternResiduals<'_>>> {
        match &*self.counterparts {
            Counterparts::Rules { .. } => Vec::new(),
            Counterparts::Patterns { patterns, .. } => {
                let prepared = patterns.iter().map(|one| one.prepared.as_ref().ok());
                prepared.map(|one| one.map(Prepared::residuals)).collect()
            }
        }
    }
}
