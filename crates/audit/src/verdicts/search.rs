//! Searches for a witness when the automata of two languages are too large. It tries short strings of the production
//! and their neighbours (with one byte more or less). A witness proves a difference, but need not be a shortest one.
//!
//! The strings are built in a few rounds. In a sequence, one part is varied while the others are as short as possible.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use grammar_automata::build::{ByteSet, Classes};
use grammar_automata::engine::{CharacterSet, budget};
use grammar_notation::engine::{MembershipTest, Replaced, Rules};
use grammar_notation::{Languages, Printed, Term};
use grammar_peg::Peg;
use grammar_peg::engine::{Runner, two_of};

use crate::verdicts::ambiguity::Unknown;
use crate::verdicts::depth::Witnesses;
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::verdict::Verdict;

/// The number of rounds, which limits the depth to which calls are followed.
const ROUNDS: usize = 12;
/// The maximum number of strings that are kept for each production and each term.
const STRINGS: usize = 60;
/// The maximum length of a string, in bytes.
const LONGEST: usize = 60;

/// The maximum number of strings of a production whose neighbours are tried.
const NEAR: usize = 20;
/// The maximum number of neighbours that are tried for all productions together.
const ALL: usize = 200_000;
/// The maximum number of productions for which all short strings are tried.
const PROBED: usize = 100;
/// The maximum number of steps of the matchers that try all short strings.
const STEPS: usize = 40_000_000;
/// Bytes that grammars often treat specially.
pub(crate) const BESIDE: &[u8] = b" \t\n#/_a0";

/// Searches for witnesses for undecided productions, in order. Returns the verdict `Differs` for each production with a
/// witness. For others, returns a description of the tried strings, or `None` if one side could not be run.
pub(crate) fn witnesses(
    (read, languages): (&Printed, &Languages),
    peg: &Peg,
    undecided: &[(&str, &[RuleInstance<'_>])],
    unknown: &mut Vec<Unknown>,
) -> Vec<Result<Verdict, Option<String>>> {
    if undecided.is_empty() || read.deadline.has_passed() {
        return Vec::new();
    }
    let (rules, readers) = (Rules::new(read), Readers::of(peg));
    let names: Vec<&str> = undecided.iter().map(|&(name, _)| name).collect();
    let search = WitnessSearch::of(&rules, &names);
    // The most expensive part comes last, so that the strings of each production are tried first.
    let found: Vec<Option<Witnesses>> = undecided
        .iter()
        .map(|&(name, runs)| runs.iter().find_map(|&run| search.witnesses(&readers, name, run)))
        .collect();
    let (search, mut left) = (search.with_steps(STEPS), PROBED);
    let mut searched = Vec::new();
    for (&(name, runs), mut found) in undecided.iter().zip(found) {
        let mut why = "the automata are too large, so shorter witnesses may exist";
        let mut probed = None;
        for &run in runs {
            if found.is_some() || left == 0 || read.deadline.has_passed() {
                break;
            }
            let Some(one) = search.probed((&readers, languages), name, run) else { continue };
            left -= 1;
            probed = probed.or_else(|| one.how_far());
            found = Some(one.found).filter(|found| found.iter().any(Option::is_some));
            why = "only short strings were tried, so shorter witnesses may exist";
        }
        let found = found.map(|[only_printed, only_pest]| {
            unknown.push(Unknown { name: name.to_owned(), why: why.to_owned() });
            Verdict::Differs { only_printed, only_pest }
        });
        searched.push(found.ok_or(probed));
    }
    searched
}

/// The interpreters that run a rule on a string.
struct Readers<'p> {
    runner: Runner<'p>,
    /// An interpreter that supports the stack of pest, but is slower than `runner`.
    machine: Runner<'p>,
}

impl<'p> Readers<'p> {
    fn of(peg: &'p Peg) -> Self {
        Self { runner: Runner::new(peg), machine: Runner::with_stack(peg) }
    }

    fn reads(&self, (rule, atomicity): RuleInstance<'_>, text: &[u8]) -> Option<bool> {
        let known = self.runner.reads(rule, atomicity, text);
        known.or_else(|| self.machine.reads(rule, atomicity, text))
    }
}

/// Short strings of the productions of a grammar.
pub(crate) struct WitnessSearch<'h> {
    rules: &'h Rules,
    members: MembershipTest<'h>,
    /// A byte of each class that the grammar distinguishes.
    letters: Vec<u8>,
    strings: HashMap<usize, Vec<Vec<u8>>>,
    /// The number of neighbours that may still be tried.
    left: Cell<usize>,
}

impl<'h> WitnessSearch<'h> {
    /// Finds strings of all productions that are reachable from the productions in `names`.
    pub(crate) fn of(rules: &'h Rules, names: &[&str]) -> Self {
        let terms = || rules.productions.iter().filter_map(|one| one.term.as_ref().ok());
        let set = |term: &Term| match term {
            Term::Bytes(set) => Some(*set),
            _ => None,
        };
        let sets: Vec<ByteSet> = terms().flat_map(Term::all).filter_map(set).collect();
        let letters = Classes::refine(sets).representatives().to_vec();
        let members = MembershipTest::new(rules, &Replaced::default());
        let mut this =
            Self { rules, members, letters, strings: HashMap::new(), left: Cell::new(ALL) };
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

    /// Sets the number of steps that matching strings against productions may still take.
    fn with_steps(self, all: usize) -> Self {
        Self { members: self.members.with_steps(all), ..self }
    }

    /// Returns short strings of a production, and neighbours of such strings: at most `most` of each, spread evenly.
    pub(crate) fn tried(&self, name: &str, most: usize) -> Vec<Vec<u8>> {
        let members = self.members(name);
        let near = members.iter().take(NEAR).flat_map(|text| self.neighbours(text, BESIDE));
        let near: BTreeSet<Vec<u8>> = near.collect();
        let every = |count: usize| count.div_ceil(most).max(1);
        let (member, neighbour) = (every(members.len()), every(near.len()));
        let members = members.iter().step_by(member).cloned();
        members.chain(near.into_iter().step_by(neighbour)).collect()
    }

    /// Returns strings of a production, the shortest first.
    fn members(&self, name: &str) -> &[Vec<u8>] {
        let place = self.rules.place(name);
        place.and_then(|place| self.strings.get(&place)).map_or(&[], Vec::as_slice)
    }

    /// Returns the neighbours of a string: with a byte inserted or removed. `others` contains further bytes to insert.
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

    /// Returns the shortest witnesses among the strings of a production and their neighbours.
    fn witnesses(
        &self,
        readers: &Readers<'_>,
        name: &str,
        run: RuleInstance<'_>,
    ) -> Option<Witnesses> {
        let reads = |text: &[u8]| readers.reads(run, text);
        let has = |text: &[u8]| self.members.has(name, text);
        // A side that refuses the empty string with an error refuses every string.
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

    /// Tries all short strings on a production and its rule, if both can be run.
    fn probed(
        &self,
        (readers, languages): (&Readers<'_>, &Languages),
        name: &str,
        run: RuleInstance<'_>,
    ) -> Option<Probed> {
        let start = languages.start(name).and_then(Result::ok);
        let has = |text: &[u8]| match start {
            Some(start) => Some(languages.dfa().matches(start, text)),
            None => self.members.has(name, text),
        };
        let reads = |text: &[u8]| readers.reads(run, text);
        has(b"")?;
        // Nothing is known about the empty string if pest would panic at once.
        readers.machine.runs(run.0, run.1).then_some(())?;
        let pest = readers.machine.characters(run.0);
        let printed: BTreeSet<char> = self.characters(name);
        let (both, others): (Vec<char>, Vec<char>) =
            pest.union(&printed).partition(|one| pest.contains(one) && printed.contains(one));
        let letters = both.into_iter().chain(others).collect();
        Some(probe(letters, &has, &reads))
    }

    /// Returns the ASCII characters that a production and everything that it reaches distinguish: all characters of
    /// each literal, and two of each set.
    fn characters(&self, name: &str) -> BTreeSet<char> {
        let reached = self.rules.reached(&[name]);
        let productions = self.rules.productions.iter().zip(reached).filter(|(_, is)| *is);
        let terms = productions.filter_map(|(one, _)| one.term.as_ref().ok()).flat_map(Term::all);
        let bytes = terms.flat_map(|term| match term {
            Term::Literal { bytes, .. } => bytes.clone(),
            Term::Bytes(set) => {
                let ranges = set.intersection(ByteSet::range(0, 0x7F)).ranges();
                let ranges = ranges.map(|(first, last)| (first.into(), last.into()));
                two_of(&CharacterSet::from_ranges(ranges))
                    .filter_map(|one| u8::try_from(one).ok())
                    .collect()
            }
            _ => Vec::new(),
        });
        bytes.filter(u8::is_ascii).map(char::from).collect()
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
            // The subtracted strings are unknown here.
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

/// Returns strings of a sequence in which one part varies, and the other parts are as short as possible.
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

/// Takes strings from several lists in turn, so that no list fills the result alone, and sorts them by length.
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

// All short strings over a few characters, tried on both sides. If no witness is found, this proves nothing.

/// The maximum number of different characters in the strings that are tried.
const LETTERS: usize = 8;
/// The maximum number of strings that are tried.
const TRIED: usize = 40_000;
/// The maximum length of a string. It is reached only if strings consist of a single character.
const LONGEST_TRIED: usize = 60;

/// The result of trying all short strings.
struct Probed {
    /// A string that only the production has, and a string that only the rule has.
    found: [Option<Vec<u8>>; 2],
    letters: Vec<char>,
    /// The number of characters that at least one side distinguishes.
    all: usize,
    /// The length up to which all strings were tried.
    length: usize,
    /// Whether both sides were decided for each tried string.
    is_known: bool,
    /// Whether both sides were decided for at least one string.
    is_asked: bool,
}

/// Tries all strings up to a length. `letters` contains the characters in the order of their importance.
fn probe(
    mut letters: Vec<char>,
    has: &dyn Fn(&[u8]) -> Option<bool>,
    reads: &dyn Fn(&[u8]) -> Option<bool>,
) -> Probed {
    let all = letters.len();
    letters.truncate(LETTERS);
    let mut probed =
        Probed { found: [None, None], letters, all, length: 0, is_known: true, is_asked: false };
    let (mut tried, mut count) = (0_usize, 1_usize);
    for length in 0..=LONGEST_TRIED {
        // Longer strings would be too many, or the same again.
        if tried.saturating_add(count) > budget::limit(TRIED)
            || length > 0 && probed.letters.is_empty()
        {
            break;
        }
        for number in 0..count {
            let text = nth(&probed.letters, number, length);
            let both = (has(text.as_bytes()), reads(text.as_bytes()));
            probed.is_asked |= both.0.is_some() && both.1.is_some();
            let [printed, pest] = &mut probed.found;
            match both {
                (Some(true), Some(false)) => _ = printed.get_or_insert(text.into_bytes()),
                (Some(false), Some(true)) => _ = pest.get_or_insert(text.into_bytes()),
                (None, _) | (_, None) => probed.is_known = false,
                _ => {}
            }
        }
        probed.length = length;
        if probed.found.iter().any(Option::is_some) {
            break;
        }
        (tried, count) = (tried + count, count.saturating_mul(probed.letters.len()));
    }
    probed
}

/// Returns the string with a given number among the strings of a given length.
fn nth(letters: &[char], mut number: usize, length: usize) -> String {
    let mut letter = || {
        let place = number % letters.len();
        number /= letters.len();
        letters[place]
    };
    (0..length).map(|_| letter()).collect()
}

impl Probed {
    /// Describes the strings that were tried, if both sides were decided for any of them.
    fn how_far(&self) -> Option<String> {
        let Self { letters, all, length, is_known, .. } = self;
        let letters: String = letters.iter().collect();
        let of = if *all > LETTERS {
            format!(" ({LETTERS} of the {all} that the grammar distinguishes)")
        } else {
            String::new()
        };
        let known = if *is_known { "" } else { " on which both sides were decided" };
        self.is_asked.then(|| {
            format!(
                "no string of at most {length} characters out of {letters:?}{of}{known} distinguishes the two sides"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_strings_are_tried_by_length() {
        let even = |text: &[u8]| Some(text.len().is_multiple_of(2));
        let four = |text: &[u8]| Some(text.len().is_multiple_of(4));
        let probed = probe(vec!['a', 'é'], &even, &four);
        // Two bytes: `aa` has two characters, and `é` has one.
        assert_eq!(probed.found, [Some("é".into()), None]);
        let probed = probe(vec!['a', 'b'], &even, &even);
        assert_eq!(probed.found, [None, None]);
        // 1 + 2 + … + 2^14 is 32,767, and the next power would make more than 40,000.
        let expected =
            "no string of at most 14 characters out of \"ab\" distinguishes the two sides";
        assert_eq!(probed.how_far().as_deref(), Some(expected));
        // Nothing is reported if neither side has an answer.
        assert_eq!(probe(Vec::new(), &even, &|_| None).how_far(), None);
        let once = |text: &[u8]| (text.len() == 1).then_some(false);
        let probed = probe(vec!['z'], &even, &once);
        let expected = "no string of at most 60 characters out of \"z\" on which both sides were decided \
                        distinguishes the two sides";
        assert_eq!(probed.how_far().as_deref(), Some(expected));
        let probed = probe(('a'..='k').collect(), &even, &even);
        let expected = "no string of at most 5 characters out of \"abcdefgh\" (8 of the 11 that the grammar \
                        distinguishes) distinguishes the two sides";
        assert_eq!(probed.how_far().as_deref(), Some(expected));
    }
}
