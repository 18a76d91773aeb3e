//! Finds pairs of alternatives of one production that share a string.
//!
//! Equal languages do not imply equal trees: `host = IP-literal / IPv4address / reg-name` matches `0.0.0.0` by its second
//! and third alternative, and only prose defines that the first match wins.

use std::collections::{BTreeSet, HashMap};

use grammar_automata::build::{ByteSet, Deadline, Dfa, ProductSearch};
use grammar_automata::engine::budget::{Budget, Short, Stop};
use grammar_notation::engine::{Expr, Replaced, Rules};
use grammar_notation::{Alternative, Printed, Term, engine};

/// The budget for comparing the alternatives of a choice with each other. A step compares two alternatives, or reads a
/// byte in a pair of their states.
const STEPS: Budget = Budget::new(2_000_000, 8_000_000);
/// The maximum number of states of the automaton from which shared strings are sampled.
const STATES: usize = 20_000;

/// Two alternatives that share a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overlap {
    /// The production that contains both alternatives.
    pub production: String,
    /// The texts of the alternatives, in the printed order.
    pub alternatives: [String; 2],
    /// The indices of the alternatives in their choice, from 0.
    pub places: [usize; 2],
    /// Whether the choice is the whole production, rather than a group in it.
    pub whole: bool,
    /// The shortest string that both alternatives match.
    pub witness: Vec<u8>,
}

/// An undecided question about a production or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unknown {
    /// The name of the production, or of the rule of a `.pest` file.
    pub name: String,
    /// The undecided question, and the reason.
    pub why: String,
}

impl Unknown {
    /// Records that only one side has a known witness: the printed grammar if `is_printed` is true, and pest otherwise.
    pub(crate) fn of_other_side(name: &str, is_printed: bool, why: &str) -> Self {
        let other = if is_printed { "pest" } else { "print" };
        let why = format!("whether some string is only in {other} is undecided: {why}");
        Self { name: name.to_owned(), why }
    }
}

/// Finds the overlaps of every choice in every decidable production, in the printed order.
#[must_use]
pub fn overlaps(printed: &Printed) -> Vec<Overlap> {
    Alternatives::new(printed).overlaps()
}

/// The alternatives of a grammar, with their languages.
///
/// A choice among single characters needs no automaton, and most choices of a grammar are of this kind. A choice among
/// words, which are sequences of sets of characters, needs none either if any two of the sets are equal or disjoint.
pub struct Alternatives<'p> {
    choices: Vec<Choice<'p>>,
    /// For each alternative that is a word, its sequence of sets of bytes.
    pub(super) words: Vec<Option<Vec<ByteSet>>>,
    pub(super) dfa: Dfa,
    /// For each alternative, its start in the automaton. An alternative that is a word may have no start.
    pub(super) starts: Vec<Option<usize>>,
    /// The indices of the alternatives that are too large to decide, with the reasons.
    short: Vec<(usize, Short<usize>)>,
    pub(super) deadline: Deadline,
}

/// A string that alternatives share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The string.
    pub text: Vec<u8>,
    /// The indices of all alternatives of the choice that match the string.
    pub having: Vec<usize>,
}

impl<'p> Alternatives<'p> {
    /// Builds the languages of the alternatives in every decidable production.
    #[must_use]
    pub fn new(printed: &'p Printed) -> Self {
        Self::of(printed, |_| true)
    }

    /// Builds the languages of the alternatives in each production in `names` whose whole right side is a choice.
    #[must_use]
    pub fn of_productions(printed: &'p Printed, names: &[&str]) -> Self {
        let is_wanted = |name: &&str, choice: &Choice<'_>| {
            choice.whole && printed.notation.is_same(name, choice.production)
        };
        Self::of(printed, |choice| names.iter().any(|name| is_wanted(name, choice)))
    }

    fn of(printed: &'p Printed, is_wanted: impl Fn(&Choice<'p>) -> bool) -> Self {
        let rules = Rules::new(printed);
        let mut exprs = engine::expressions(&rules, &Replaced::default());
        let mut choices = choices(printed, &rules, is_wanted);
        let alternatives = choices.iter().flat_map(|choice| choice.all);
        let all: Vec<Expr> =
            alternatives.map(|one| exprs.term(&one.term, &|name| rules.place(name))).collect();
        let words: Vec<_> = all.iter().map(|&expr| exprs.word(expr)).collect();
        let mut wanted: Vec<usize> = Vec::new();
        for choice in &mut choices {
            let words = &words[choice.places()];
            choice.has_plain_words = are_plain(words);
            let is_set =
                |word: &Option<Vec<ByteSet>>| word.as_ref().is_some_and(|it| it.len() == 1);
            if !choice.has_plain_words && !words.iter().all(is_set) {
                wanted.extend(choice.places());
            }
        }
        let exprs_wanted: Vec<Expr> = wanted.iter().map(|&at| all[at]).collect();
        let explored = engine::explore(
            &mut exprs,
            &exprs_wanted,
            &vec![Vec::new(); wanted.len()],
            &printed.deadline,
        );
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
        Self { choices, words, dfa, starts, short, deadline: printed.deadline.clone() }
    }

    /// Returns the pairs of alternatives that share a string, in the printed order.
    #[must_use]
    pub fn overlaps(&self) -> Vec<Overlap> {
        self.compare().0
    }

    /// Compares the alternatives of each choice, on a separate budget. Returns the pairs that share strings, in the printed
    /// order, and the productions whose alternatives were not all compared.
    pub(crate) fn compare(&self) -> (Vec<Overlap>, Vec<Unknown>) {
        let mut search = ProductSearch::new(&self.dfa, &self.dfa, |left, right| left && right);
        let first: Vec<_> =
            self.starts.iter().map(|start| Some(self.dfa.first((*start)?))).collect();
        let mut found: Vec<Vec<Overlap>> = vec![Vec::new(); self.choices.len()];
        let none = vec![Vec::new(); self.choices.len()];
        let results = STEPS.until(&self.deadline).spend(
            &none,
            |at, given| -> (usize, Result<(), Stop<()>>) {
                let choice = &self.choices[at];
                let mut left_to_do = given.steps;
                found[at].clear();
                let all = match choice.has_plain_words {
                    true => same(&self.words[choice.places()]),
                    false => pairs(choice.all.len()).collect(),
                };
                for places in all {
                    let [left, right] = places.map(|place| choice.first + place);
                    let witness = match (self.words[left].as_deref(), self.words[right].as_deref())
                    {
                        (Some(&[left]), Some(&[right])) => {
                            left.intersection(right).readable().map(|byte| vec![byte])
                        }
                        (Some(word), _) if choice.has_plain_words => {
                            word.iter().map(|&set| shown_first(set)).collect()
                        }
                        _ => match (&first[left], &first[right]) {
                            (Some(one), Some(other)) if may_share(one, other) => {
                                let both = [self.starts[left], self.starts[right]];
                                let [left, right] =
                                    both.map(|start| start.map_or(0, |at| self.dfa.start(at)));
                                let before = search.steps;
                                let witness = search.find((left, right), left_to_do);
                                left_to_do = left_to_do.saturating_sub(search.steps - before);
                                let Ok(witness) = witness else {
                                    return (given.steps, Err(Stop::Steps));
                                };
                                witness
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
            },
        );
        let mut unknown = self.too_large();
        for (choice, result) in self.choices.iter().zip(results) {
            let why = match result {
                Ok(()) => continue,
                Err(Short::Time) => format!("was abandoned: {}", self.deadline),
                Err(Short::Each) => format!("takes more than {} steps", STEPS.each),
                Err(_) => format!("exceeds the budget of {} steps for all choices", STEPS.all),
            };
            let why = format!("comparing its {} alternatives {why}", choice.all.len());
            unknown.push(Unknown { name: choice.production.to_owned(), why });
        }
        (found.concat(), unknown)
    }

    /// Returns an undecided question for each production with an alternative that is too large to compare.
    pub(super) fn too_large(&self) -> Vec<Unknown> {
        let mut unknown: Vec<Unknown> = Vec::new();
        for (at, short) in &self.short {
            let choice = self.choices.partition_point(|choice| choice.first <= *at) - 1;
            let choice = &self.choices[choice];
            let text: String = choice.all[at - choice.first].text.chars().take(60).collect();
            let why = match short {
                Short::Failed(limit) => {
                    format!("its alternative {text} has more than {limit} states")
                }
                Short::Time => format!("its alternative {text} is not decided: {}", self.deadline),
                _ => format!("its alternative {text} takes too many steps"),
            };
            if unknown.last().is_none_or(|last| last.name != choice.production) {
                unknown.push(Unknown { name: choice.production.to_owned(), why });
            }
        }
        unknown
    }

    /// Returns at most `most` strings that both alternatives of an overlap match: the witness, and a string for each transition
    /// of the automaton of the shared language. The alternatives must be those of a whole production.
    #[must_use]
    pub fn samples(&self, overlap: &Overlap, most: usize) -> Vec<Sample> {
        let choice = self.whole(&overlap.production).filter(|_| overlap.whole);
        let Some(choice) = choice else { return Vec::new() };
        let [left, right] = overlap.places.map(|place| choice.first + place);
        let both = self.starts[left].zip(self.starts[right]);
        let both = both.and_then(|(left, right)| {
            Dfa::intersection((&self.dfa, left), (&self.dfa, right), STATES).ok()
        });
        let mut texts = vec![overlap.witness.clone()];
        let cover = both.map(|both| both.cover(0, most.saturating_sub(1))).unwrap_or_default();
        texts.extend(cover.into_iter().filter(|text| *text != overlap.witness));
        let having = |text: &[u8]| {
            let has = |place: &usize| self.has(choice.first + place, text);
            (0..choice.all.len()).filter(has).collect()
        };
        texts.into_iter().map(|text| Sample { having: having(&text), text }).collect()
    }

    /// Returns the choice that is the whole right side of a production.
    pub(super) fn whole(&self, production: &str) -> Option<&Choice<'p>> {
        self.choices.iter().find(|choice| choice.whole && choice.production == production)
    }

    fn has(&self, alternative: usize, text: &[u8]) -> bool {
        match (self.starts[alternative], &self.words[alternative]) {
            (Some(start), _) => self.dfa.matches(start, text),
            (None, Some(word)) => {
                let mut both = word.iter().zip(text);
                word.len() == text.len() && both.all(|(set, &byte)| set.contains(byte))
            }
            (None, None) => false,
        }
    }
}

pub(super) struct Choice<'p> {
    production: &'p str,
    whole: bool,
    /// The index of the choice's first alternative, among the alternatives of all choices.
    pub(super) first: usize,
    pub(super) all: &'p [Alternative],
    /// Whether any two alternatives are the same word or share no string.
    has_plain_words: bool,
}

impl Choice<'_> {
    pub(super) fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.all.len()
    }
}

fn choices<'p>(
    printed: &'p Printed,
    rules: &Rules,
    is_wanted: impl Fn(&Choice<'p>) -> bool,
) -> Vec<Choice<'p>> {
    let (mut found, mut first) = (Vec::new(), 0);
    for (production, fault) in printed.productions.iter().zip(&rules.faults) {
        let (Ok(term), None) = (&production.term, fault) else { continue };
        for (at, part) in term.all().into_iter().enumerate() {
            if let Term::Choice(all) = part {
                let (production, whole) = (&*production.name, at == 0);
                let choice = Choice { production, whole, first, all, has_plain_words: false };
                if is_wanted(&choice) {
                    first += all.len();
                    found.push(choice);
                }
            }
        }
    }
    found
}

/// The first bytes of the strings of a language, and whether one of the strings is empty.
type First = (ByteSet, bool);

fn may_share((left, left_empty): &First, (right, right_empty): &First) -> bool {
    !left.intersection(*right).is_empty() || *left_empty && *right_empty
}

/// Returns whether all alternatives are words whose sets of bytes are equal or disjoint.
fn are_plain(words: &[Option<Vec<ByteSet>>]) -> bool {
    let Some(words) = words.iter().map(Option::as_ref).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let sets: BTreeSet<ByteSet> = words.into_iter().flatten().copied().collect();
    let mut known = ByteSet::EMPTY;
    sets.into_iter().all(|set| {
        let is_new = !set.is_empty() && known.intersection(set).is_empty();
        known = known.union(set);
        is_new
    })
}

/// Returns the pairs of alternatives that are the same sequence of byte sets.
fn same(words: &[Option<Vec<ByteSet>>]) -> Vec<[usize; 2]> {
    let mut places: HashMap<&Option<Vec<ByteSet>>, Vec<usize>> = HashMap::new();
    words.iter().enumerate().for_each(|(place, word)| places.entry(word).or_default().push(place));
    let all = places
        .values()
        .flat_map(|places| pairs(places.len()).map(|[left, right]| [places[left], places[right]]));
    let mut all: Vec<[usize; 2]> = all.collect();
    all.sort_unstable();
    all
}

/// Returns the byte that represents a set in a shortest string: the first visible byte, or else the first byte.
fn shown_first(set: ByteSet) -> Option<u8> {
    set.iter().find(u8::is_ascii_graphic).or(set.first())
}

fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |left| (left + 1..count).map(move |right| [left, right]))
}
