//! Strings that may tell two languages apart whose automata are too large.
//!
//! In: productions that could not be decided, and their rules. Out: a [`Verdict`] that the two differ,
//! for those where a string was found that tells them apart. A few hundred strings of each production
//! that are short and unlike each other, and their neighbours, are given to both sides as they are. If
//! none of them is a witness nothing follows; one that is proves that the two languages differ, however
//! large they are.
//!
//! A witness that is found so need not be the shortest: `"b" 21"a"` may be met before `21"a"`.
//!
//! Each production has a handful of strings at first, made of the strings of what it calls, and those
//! grow over a few rounds: in each, one part of a sequence is varied and the others are as short as they
//! can be. So every alternative is in some string soon, and no string is long.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use super::ambiguity::Untold;
use super::bnf::{Printed, Term};
use super::bytes::{ByteSet, Classes};
use super::derives::Derives;
use super::judge::Run;
use super::peg::{Peg, Runner};
use super::replaced::Replaced;
use super::rules::Rules;
use super::verdict::Verdict;

/// The number of rounds, which is how deep calls are followed.
const ROUNDS: usize = 12;
/// The number of strings of a production, and of a term.
const STRINGS: usize = 60;
/// The greatest length of a string, in bytes.
const LONGEST: usize = 60;

/// The number of strings of a production whose neighbours are tried.
const NEAR: usize = 20;
/// The number of neighbours that are tried for all productions.
const ALL: usize = 200_000;
/// Bytes that grammars often treat in a way of their own.
const BESIDE: &[u8] = b" \t\n#/_a0";

/// The verdicts on productions that could not be decided, in their order. There is none where no
/// witness was found.
pub(super) fn verdicts(
    read: &Printed,
    peg: &Peg,
    undecided: &[(&str, &[Run<'_>])],
    untold: &mut Vec<Untold>,
) -> Vec<Option<Verdict>> {
    if undecided.is_empty() || read.deadline.has_passed() {
        return Vec::new();
    }
    let (rules, runner) = (Rules::of(read), Runner::of(peg));
    let names: Vec<&str> = undecided.iter().map(|&(name, _)| name).collect();
    let hunt = Hunt::of(&rules, &names);
    let mut verdict = |&(name, runs): &(&str, &[Run<'_>])| {
        if read.deadline.has_passed() {
            return None;
        }
        let mut found = runs.iter().filter_map(|&run| hunt.witnesses(&runner, name, run));
        let [only_printed, only_pest] = found.next()?;
        let why = "the automata are too large to tell whether the witnesses are the shortest";
        untold.push(Untold { name: name.to_owned(), why: why.to_owned() });
        Some(Verdict::Differs { only_printed, only_pest })
    };
    undecided.iter().map(&mut verdict).collect()
}

/// Short strings of the productions of a grammar.
struct Hunt<'h> {
    rules: &'h Rules,
    derives: Derives<'h>,
    /// A byte of each class that the grammar tells apart.
    letters: Vec<u8>,
    strings: HashMap<usize, Vec<Vec<u8>>>,
    /// The number of neighbours that may still be tried.
    left: Cell<usize>,
}

impl<'h> Hunt<'h> {
    /// Finds strings of the productions that these reach.
    fn of(rules: &'h Rules, names: &[&str]) -> Self {
        let terms = || rules.productions.iter().filter_map(|one| one.term.as_ref().ok());
        let set = |term: &Term| match term {
            Term::Bytes(set) => Some(*set),
            _ => None,
        };
        let sets: Vec<ByteSet> = terms().flat_map(Term::all).filter_map(set).collect();
        let letters = Classes::refine(sets).representatives().to_vec();
        let derives = Derives::of(rules, &Replaced::default());
        let mut this =
            Self { rules, derives, letters, strings: HashMap::new(), left: Cell::new(ALL) };
        let reached = rules.reached(names);
        for _ in 0..ROUNDS {
            for place in (0..reached.len()).filter(|&place| reached[place]) {
                if let Ok(term) = &rules.productions[place].term {
                    let strings = this.term(term);
                    this.strings.insert(place, strings);
                }
            }
        }
        this
    }

    /// Strings of a production, the shortest first.
    fn members(&self, name: &str) -> &[Vec<u8>] {
        let place = self.rules.place(name);
        place.and_then(|place| self.strings.get(&place)).map_or(&[], Vec::as_slice)
    }

    /// The neighbours of a string: with a byte more, a byte less or another byte. `others` are further
    /// bytes that are worth trying.
    fn neighbours(&self, string: &[u8], others: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let letters: BTreeSet<u8> = self.letters.iter().chain(others).copied().collect();
        for at in 0..=string.len() {
            let (before, after) = string.split_at(at);
            for &letter in &letters {
                found.push([before, &[letter], after].concat());
            }
            if let [_, rest @ ..] = after {
                found.push([before, rest].concat());
            }
        }
        found
    }

    /// The shortest witnesses among the strings of a production and their neighbours.
    fn witnesses(
        &self,
        runner: &Runner<'_>,
        name: &str,
        (rule, atomicity): Run<'_>,
    ) -> Option<[Option<Vec<u8>>; 2]> {
        let reads = |text: &[u8]| runner.reads(rule, atomicity, text);
        let has = |text: &[u8]| self.derives.has(name, text);
        // What is refused on either side is refused of every string.
        has(b"")?;
        reads(b"")?;
        let members = self.members(name);
        let is_only_printed =
            |text: &&Vec<u8>| reads(text) == Some(false) && has(text) == Some(true);
        let only_printed = members.iter().find(is_only_printed).cloned();
        let near = members.iter().take(NEAR).flat_map(|text| self.neighbours(text, BESIDE));
        let near = near.take_while(|_| {
            let left = self.left.get();
            self.left.set(left.saturating_sub(1));
            left > 0
        });
        let is_only_pest = |text: &Vec<u8>| reads(text) == Some(true) && has(text) == Some(false);
        let only_pest = near.filter(is_only_pest).min_by_key(Vec::len);
        (only_printed.is_some() || only_pest.is_some()).then_some([only_printed, only_pest])
    }

    fn term(&self, term: &Term) -> Vec<Vec<u8>> {
        match term {
            Term::Name(name) => self.members(name).to_vec(),
            Term::Bytes(set) => {
                let letters = self.letters.iter().filter(|&&letter| set.contains(letter));
                letters.take(STRINGS).map(|&letter| vec![letter]).collect()
            }
            Term::Literal { bytes, .. } => vec![bytes.clone()],
            Term::Sequence(terms) => {
                let parts: Vec<Vec<Vec<u8>>> = terms.iter().map(|term| self.term(term)).collect();
                vary(&parts)
            }
            Term::Choice(all) => {
                let alternatives = all.iter().map(|one| self.term(&one.term));
                in_turn(alternatives.collect())
            }
            // What is left out is not known here.
            Term::Difference { .. } => Vec::new(),
            Term::Repeat { min, max, term } => {
                let once = self.term(term);
                let most = max.unwrap_or(u32::MAX).min(min.saturating_add(2));
                let times = (*min..=most).take_while(|&times| times as usize <= LONGEST);
                in_turn(times.map(|times| vary(&vec![once.clone(); times as usize])).collect())
            }
        }
    }
}

/// Strings of parts one after the other: one part varies, and the others are the shortest.
fn vary(parts: &[Vec<Vec<u8>>]) -> Vec<Vec<u8>> {
    let length: Option<usize> = parts.iter().map(|part| Some(part.first()?.len())).sum();
    if length.is_none_or(|length| length > LONGEST) {
        return Vec::new();
    }
    let shortest: Vec<&[u8]> = parts.iter().map(|part| &*part[0]).collect();
    let with =
        |at: usize, one: &[u8]| [&shortest[..at], &[one], &shortest[at + 1..]].concat().concat();
    let mut found = vec![shortest.concat()];
    let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let places = (1..longest).flat_map(|number| (0..parts.len()).map(move |at| (at, number)));
    for (at, number) in places {
        if found.len() == STRINGS {
            break;
        }
        found.extend(parts[at].get(number).map(|one| with(at, one)));
    }
    in_turn(vec![found])
}

/// Strings of each of several lists in turn, so that each has some among the first, and then the
/// shortest first.
fn in_turn(lists: Vec<Vec<Vec<u8>>>) -> Vec<Vec<u8>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..longest {
        for list in &lists {
            let Some(one) = list.get(at).filter(|one| one.len() <= LONGEST) else { continue };
            if found.len() < STRINGS && seen.insert(one.clone()) {
                found.push(one.clone());
            }
        }
    }
    found.sort_by_key(Vec::len);
    found
}
