//! Alternatives of one production whose languages overlap.
//!
//! In: a printed grammar with its readings. Out: each pair of alternatives that share a string, with
//! the shortest one, and more of them where they are asked for. What is forgotten is every other way
//! to be ambiguous, such as an option that may be left out where what follows it can stand in for it.
//!
//! Equal languages do not make equal trees. `host = IP-literal / IPv4address / reg-name` says of
//! `0.0.0.0` that it is the second and the third, and only the document's prose that the first one
//! to match wins.

use super::bnf::{Alternative, Printed, Term};
use super::budget::{Budget, Short, Stop};
use super::bytes::ByteSet;
use super::derive;
use super::dfa::{Dfa, GaveUp, Search};
use super::expr::Expr;
use super::replaced::Replaced;
use super::rules::Rules;

/// The number of steps that comparing the alternatives of a choice may take. A step is a pair of
/// alternatives, or a byte from a pair of their states.
const STEPS: Budget = Budget { each: 2_000_000, all: 8_000_000 };
/// The number of states that the automaton of what two alternatives share may have, to be sampled.
const STATES: usize = 20_000;

/// Two alternatives that share a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overlap {
    /// The production that has both alternatives.
    pub production: String,
    /// The texts of the alternatives, in the printed order.
    pub alternatives: [String; 2],
    /// The indices of the alternatives in their choice, from 0.
    pub places: [usize; 2],
    /// Whether the choice is the whole production, rather than a group in it.
    pub whole: bool,
    /// The shortest string that both alternatives have.
    pub witness: Vec<u8>,
}

/// A fact about a production that cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Untold {
    /// The name of the production, or of the rule of a `.pest` file.
    pub name: String,
    /// The fact that cannot be told, and the reason.
    pub why: String,
}

impl Untold {
    /// That a difference is known of one side only, and why the other side is not.
    pub(super) fn of_other_side(name: &str, is_printed: bool, why: &str) -> Self {
        let other = if is_printed { "pest" } else { "print" };
        let why = format!("whether {other} has a string of its own cannot be told: {why}");
        Self { name: name.to_owned(), why }
    }
}

/// The outcome of comparing the alternatives of a grammar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Compared {
    /// The pairs of alternatives that share strings, in the printed order.
    pub(super) overlaps: Vec<Overlap>,
    /// The productions whose alternatives were not all compared.
    pub(super) untold: Vec<Untold>,
}

/// Finds the overlaps of every choice in every production that can be decided, in the printed
/// order.
#[must_use]
pub fn overlaps(printed: &Printed) -> Vec<Overlap> {
    Alternatives::of(printed).overlaps()
}

/// The alternatives of a grammar, with their languages.
///
/// A choice among single characters needs no automaton, and most of the choices of a grammar are.
pub(super) struct Alternatives<'p> {
    choices: Vec<Choice<'p>>,
    sets: Vec<Option<ByteSet>>,
    dfa: Dfa,
    starts: Vec<Option<usize>>,
    /// The alternatives that are too large to decide.
    short: Vec<(usize, Short<usize>)>,
}

type Start<'a> = (&'a Dfa, usize);

/// A string that alternatives share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// The string.
    pub(super) text: Vec<u8>,
    /// The indices of all alternatives of the choice that have the string.
    pub(super) having: Vec<usize>,
}

impl<'p> Alternatives<'p> {
    /// Decides the alternatives of every production that can be decided.
    #[must_use]
    pub(super) fn of(printed: &'p Printed) -> Self {
        let rules = Rules::of(printed);
        let mut exprs = derive::expressions(&rules, &Replaced::default());
        let choices = choices(printed, &rules);
        let alternatives = choices.iter().flat_map(|choice| choice.all);
        let all: Vec<Expr> =
            alternatives.map(|one| exprs.term(&one.term, &|name| rules.place(name))).collect();
        let sets: Vec<Option<ByteSet>> = all.iter().map(|&expr| exprs.set(expr)).collect();
        let mut wanted: Vec<usize> = Vec::new();
        for choice in &choices {
            if !sets[choice.places()].iter().all(Option::is_some) {
                wanted.extend(choice.places());
            }
        }
        let exprs_wanted: Vec<Expr> = wanted.iter().map(|&at| all[at]).collect();
        let explored = derive::explore(&mut exprs, &exprs_wanted, &vec![Vec::new(); wanted.len()]);
        let (mut starts, mut states, mut short) = (vec![None; all.len()], Vec::new(), Vec::new());
        for (&at, found) in wanted.iter().zip(explored.starts) {
            match found {
                Ok(state) => {
                    starts[at] = Some(states.len());
                    states.push(state);
                }
                Err(why) => short.push((at, why)),
            }
        }
        let dfa = explored.explorer.finish(states).minimize();
        Self { choices, sets, dfa, starts, short }
    }

    /// The pairs of alternatives that share a string, in the printed order.
    #[must_use]
    pub(super) fn overlaps(&self) -> Vec<Overlap> {
        self.compare().overlaps
    }

    /// Compares the alternatives of each choice, on a budget for each.
    #[must_use]
    pub(super) fn compare(&self) -> Compared {
        let mut search = Search::new(&self.dfa, &self.dfa, |left, right| left && right);
        let first: Vec<_> =
            self.starts.iter().map(|start| Some(self.dfa.first((*start)?))).collect();
        let mut found: Vec<Vec<Overlap>> = vec![Vec::new(); self.choices.len()];
        let none = vec![Vec::new(); self.choices.len()];
        let results = STEPS.spend(&none, |at, given| -> (usize, Result<(), Stop<()>>) {
            let choice = &self.choices[at];
            let mut left_to_do = given.steps;
            found[at].clear();
            for places in pairs(choice.all.len()) {
                let [left, right] = places.map(|place| choice.first + place);
                let witness = match (self.sets[left], self.sets[right]) {
                    (Some(left), Some(right)) => {
                        left.intersection(right).readable().map(|byte| vec![byte])
                    }
                    _ => match (&first[left], &first[right]) {
                        (Some(one), Some(other)) if may_share(one, other) => {
                            let both = [self.starts[left], self.starts[right]];
                            let [left, right] =
                                both.map(|start| start.map_or(0, |at| self.dfa.start(at)));
                            let before = search.steps;
                            let witness = search.find((left, right), left_to_do);
                            left_to_do = left_to_do.saturating_sub(search.steps - before);
                            match witness {
                                Ok(witness) => witness,
                                Err(GaveUp::Pairs(_) | GaveUp::Unknown) => {
                                    return (given.steps, Err(Stop::Steps));
                                }
                            }
                        }
                        _ => None,
                    },
                };
                found[at].extend(witness.map(|witness| Overlap {
                    production: choice.production.to_owned(),
                    alternatives: places.map(|place| choice.all[place].text.clone()),
                    places,
                    whole: choice.whole,
                    witness,
                }));
                let Some(left) = left_to_do.checked_sub(1) else {
                    return (given.steps, Err(Stop::Steps));
                };
                left_to_do = left;
            }
            (given.steps - left_to_do, Ok(()))
        });
        let mut untold = self.too_large();
        for (choice, result) in self.choices.iter().zip(results) {
            let why = match result {
                Ok(()) => continue,
                Err(Short::Each) => format!("takes more than {} steps", STEPS.each),
                Err(_) => format!("takes too long beside others, {} steps in all", STEPS.all),
            };
            let why = format!("to compare its {} alternatives {why}", choice.all.len());
            untold.push(Untold { name: choice.production.to_owned(), why });
        }
        Compared { overlaps: found.concat(), untold }
    }

    /// The choices with alternatives that are too large to compare.
    fn too_large(&self) -> Vec<Untold> {
        let mut untold: Vec<Untold> = Vec::new();
        for (at, short) in &self.short {
            let choice = self.choices.partition_point(|choice| choice.first <= *at) - 1;
            let choice = &self.choices[choice];
            let text: String = choice.all[at - choice.first].text.chars().take(60).collect();
            let why = match short {
                Short::Failed(limit) => {
                    format!("its alternative {text} has more than {limit} states")
                }
                _ => format!("its alternative {text} takes too many steps"),
            };
            if untold.last().is_none_or(|last| last.name != choice.production) {
                untold.push(Untold { name: choice.production.to_owned(), why });
            }
        }
        untold
    }

    /// Strings that both alternatives of an overlap have, at most `most`: the witness, and for each
    /// transition of the automaton of the shared language a string that takes it. The alternatives
    /// are whole ones of a production.
    #[must_use]
    pub(super) fn samples(&self, overlap: &Overlap, most: usize) -> Vec<Sample> {
        let is_its = |choice: &&Choice<'_>| choice.whole && choice.production == overlap.production;
        let Some(choice) = self.choices.iter().find(is_its).filter(|_| overlap.whole) else {
            return Vec::new();
        };
        let [left, right] = overlap.places.map(|place| choice.first + place);
        let both = self.both(left, right);
        let both = both.and_then(|(left, right)| Dfa::intersection(left, right, STATES).ok());
        let mut texts = vec![overlap.witness.clone()];
        let cover = both.map(|both| both.cover(0, most.saturating_sub(1))).unwrap_or_default();
        texts.extend(cover.into_iter().filter(|text| *text != overlap.witness));
        let having = |text: &[u8]| {
            let has = |place: &usize| self.has(choice.first + place, text);
            (0..choice.all.len()).filter(has).collect()
        };
        texts.into_iter().map(|text| Sample { having: having(&text), text }).collect()
    }

    fn both(&self, left: usize, right: usize) -> Option<(Start<'_>, Start<'_>)> {
        Some(((&self.dfa, self.starts[left]?), (&self.dfa, self.starts[right]?)))
    }

    fn has(&self, alternative: usize, text: &[u8]) -> bool {
        match (self.starts[alternative], self.sets[alternative]) {
            (Some(start), _) => self.dfa.matches(start, text),
            (None, Some(set)) => matches!(text, &[byte] if set.contains(byte)),
            (None, None) => false,
        }
    }
}

struct Choice<'p> {
    production: &'p str,
    whole: bool,
    /// The number of the choice's first alternative, among the alternatives of all choices.
    first: usize,
    all: &'p [Alternative],
}

impl Choice<'_> {
    fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.all.len()
    }
}

fn choices<'p>(printed: &'p Printed, rules: &Rules) -> Vec<Choice<'p>> {
    let (mut found, mut first) = (Vec::new(), 0);
    for (production, fault) in printed.productions.iter().zip(&rules.faults) {
        let (Ok(term), None) = (&production.term, fault) else { continue };
        for (at, part) in term.all().into_iter().enumerate() {
            if let Term::Choice(all) = part {
                found.push(Choice { production: &production.name, whole: at == 0, first, all });
                first += all.len();
            }
        }
    }
    found
}

/// The bytes that strings begin with, and whether one of the strings is empty.
type First = (ByteSet, bool);

fn may_share((left, left_empty): &First, (right, right_empty): &First) -> bool {
    !left.intersection(*right).is_empty() || *left_empty && *right_empty
}

fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |left| (left + 1..count).map(move |right| [left, right]))
}
