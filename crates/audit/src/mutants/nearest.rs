//! Finds the string that distinguishes two languages and is nearest to an example, by Dijkstra's search. A node is a
//! pair of states with an offset in the example. An empty example gives a shortest string. Readability breaks ties.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use grammar_automata::build::{Deadline, Dfa};
use grammar_automata::engine::graph;

use super::{MutantCase, MutantKind, MutantSuite};

/// The maximum number of pairs of states of a product that are visited.
const PAIRS: usize = 200_000;
/// The maximum number of nodes of the search for a string near an example. A node is a pair of states and an offset.
const MOST: usize = 1 << 20;
/// The memory of a pair without its successors, in bytes.
const PAIR: usize = 128;

/// The cost of an insertion, a deletion or a substitution. It exceeds the costs of length and ranks together, for every
/// string that a search visits.
const EDIT: u64 = 1 << 32;
/// The additional cost of a substitution. An insertion is preferred, since it keeps more of the example.
const SUBSTITUTION: u64 = EDIT / 4;
/// The cost of each byte of the string. It exceeds the rank of every byte.
const LENGTH: u64 = 1 << 9;

/// The product of two automata: the pairs of states from which a distinguishing string continues. Equal languages have no
/// pairs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Product {
    /// For each pair, whether a string that ends there distinguishes the languages.
    ends: Vec<bool>,
    /// For each pair, its successors, each after the most readable byte that leads to it.
    steps: Vec<Vec<(u8, usize)>>,
    /// The class of each byte.
    classes: Box<[u8; 256]>,
    /// For each pair and each class, the successor, if a distinguishing string continues there.
    next: Vec<Vec<Option<usize>>>,
}

/// A string that distinguishes two languages, with its cost relative to an example.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Near {
    pub(super) cost: u64,
    pub(super) text: Vec<u8>,
}

impl Near {
    /// Returns the number of insertions, deletions and substitutions that turn the example into the string.
    pub(super) const fn edits(&self) -> u64 {
        self.cost / EDIT
    }
}

impl Product {
    /// Builds the product of two automata with one start each. Returns `None` if it is too large, or after the deadline.
    pub(super) fn of(left: &Dfa, right: &Dfa, deadline: &Deadline) -> Option<Self> {
        let common = left.classes().common(right.classes());
        let representatives = common.representatives();
        let mut pairs = vec![(left.start(0), right.start(0))];
        let mut numbers = HashMap::from([(pairs[0], 0_usize)]);
        let (mut next, mut at) = (Vec::new(), 0);
        // Each successor is stored in a row and in a reversed one.
        let pair = PAIR + 2 * size_of::<Option<usize>>() * representatives.len();
        let mut held = deadline.hold();
        while at < pairs.len() {
            if pairs.len() > PAIRS || !held.set(pair * pairs.len()) {
                return None;
            }
            let (one, other) = pairs[at];
            let row = representatives.iter().map(|&byte| {
                let pair = (
                    left.next(one, left.classes().of(byte)),
                    right.next(other, right.classes().of(byte)),
                );
                *numbers.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                })
            });
            next.push(row.collect::<Vec<_>>());
            at += 1;
        }
        let ends: Vec<bool> =
            pairs.iter().map(|&(one, other)| left.accepts(one) != right.accepts(other)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); ends.len()];
        for (from, row) in next.iter().enumerate() {
            row.iter().for_each(|&to| before[to].push(from));
        }
        // The pairs from which a string continues to one that distinguishes the languages.
        let live = graph::reached(&before, (0..ends.len()).filter(|&at| ends[at]));
        let mut fresh = 0..;
        let numbers = live.iter().map(|&is_live| if is_live { fresh.next() } else { None });
        let numbers: Vec<Option<usize>> = numbers.collect();
        let rows = next.into_iter().zip(&live).filter(|(_, is_live)| **is_live);
        let next: Vec<Vec<Option<usize>>> =
            rows.map(|(row, _)| row.into_iter().map(|to| numbers[to]).collect()).collect();
        let ends = ends.into_iter().zip(live).filter_map(|(end, is_live)| is_live.then_some(end));
        let mut letters: Vec<(u64, u8, usize)> = (0..common.count())
            .filter_map(|class| {
                let best = common.members(class).iter().min_by_key(|&byte| rank(byte))?;
                Some((rank(best), best, class))
            })
            .collect();
        letters.sort_unstable();
        let steps = next.iter().map(|row| {
            let mut seen = HashSet::new();
            let all = letters.iter().filter_map(|&(_, byte, class)| Some((byte, row[class]?)));
            all.filter(|&(_, to)| seen.insert(to)).collect()
        });
        Some(Self {
            steps: steps.collect(),
            classes: Box::new(std::array::from_fn(|byte| common.of(byte as u8) as u8)),
            ends: ends.collect(),
            next,
        })
    }

    /// Returns whether no string distinguishes the languages.
    pub(super) fn is_equal(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns whether a string distinguishes the languages.
    pub(super) fn has(&self, text: &[u8]) -> bool {
        let mut pair = (!self.is_equal()).then_some(0);
        for &byte in text {
            pair = pair.and_then(|pair: usize| self.after(pair, byte));
        }
        pair.is_some_and(|pair| self.ends[pair])
    }

    /// Returns the pair after a byte, if a distinguishing string continues there.
    fn after(&self, pair: usize, byte: u8) -> Option<usize> {
        self.next[pair][usize::from(self.classes[usize::from(byte)])]
    }

    pub(super) fn bytes(&self) -> usize {
        let next = self.next.iter().map(|row| size_of::<Option<usize>>() * row.len());
        let steps = self.steps.iter().map(|row| size_of::<(u8, usize)>() * row.len());
        next.chain(steps).sum::<usize>() + PAIR * self.ends.len() + size_of_val(&*self.classes)
    }

    /// Returns the distinguishing string that is nearest to an example, or `None` if the languages are equal, or if the
    /// search would have more than [`MOST`] nodes because the example is long. The empty example is never too long.
    pub(super) fn nearest(&self, example: &[u8]) -> Option<Near> {
        self.search(example, false)
    }

    /// Returns the nearest distinguishing string that arises from the example by insertions only.
    pub(super) fn nearest_longer(&self, example: &[u8]) -> Option<Near> {
        self.search(example, true)
    }

    fn search(&self, example: &[u8], keeps_all: bool) -> Option<Near> {
        if self.is_equal() {
            return None;
        }
        let width = example.len() + 1;
        if !example.is_empty() && self.ends.len() * width > MOST {
            return None;
        }
        let mut best = vec![u64::MAX; self.ends.len() * width];
        let mut came: Vec<Option<(usize, Option<u8>)>> = vec![None; best.len()];
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        best[0] = 0;
        while let Some(Reverse((cost, at))) = queue.pop() {
            if cost > best[at] {
                continue;
            }
            let (pair, offset) = (at / width, at % width);
            if self.ends[pair] && offset == example.len() {
                return Some(Near { cost, text: word(&came, at) });
            }
            let mut visit = |pair: usize, offset: usize, byte: Option<u8>, cost: u64| {
                let to = pair * width + offset;
                if cost < best[to] {
                    best[to] = cost;
                    came[to] = Some((at, byte));
                    queue.push(Reverse((cost, to)));
                }
            };
            if let Some(&byte) = example.get(offset) {
                if !keeps_all {
                    visit(pair, offset + 1, None, cost + EDIT);
                }
                if let Some(to) = self.after(pair, byte) {
                    visit(to, offset + 1, Some(byte), cost + LENGTH);
                }
            }
            for &(byte, to) in &self.steps[pair] {
                let cost = cost + EDIT + LENGTH + rank(byte);
                visit(to, offset, Some(byte), cost);
                if offset < example.len() && !keeps_all {
                    visit(to, offset + 1, Some(byte), cost + SUBSTITUTION);
                }
            }
        }
        None
    }
}

fn word(came: &[Option<(usize, Option<u8>)>], mut at: usize) -> Vec<u8> {
    let mut word = Vec::new();
    while let Some((before, byte)) = came[at] {
        word.extend(byte);
        at = before;
    }
    word.reverse();
    word
}

/// Returns the rank of a byte: lower-case letters, digits, punctuation, upper-case letters, and then invisible bytes.
fn rank(byte: u8) -> u64 {
    let group = match byte {
        b'a'..=b'z' => 0,
        b'1'..=b'9' => 1,
        b'0' => 2,
        b'A'..=b'Z' => 4,
        b'!'..=b'~' => 3,
        b' ' => 5,
        0x80.. => 6,
        _ => 7,
    };
    group << 5 | u64::from(byte & 31)
}

// Merges valid strings that show alternatives of one place.

/// The maximum length of a merged string, in bytes.
const MERGED: usize = 48;

impl MutantSuite {
    /// Merges the valid strings whose reasons differ only in their last word. The merged strings still kill every
    /// mutant of `wanted` that the original strings kill.
    pub(super) fn merged(&self, mut cases: Vec<MutantCase>, wanted: &[bool]) -> Vec<MutantCase> {
        cases.sort_by(|one, other| one.shows.cmp(&other.shows));
        let key = |case: &MutantCase| {
            let mutant = &self.mutants[case.shows[0]];
            let may_join = case.is_valid && mutant.kind != MutantKind::Mistake;
            may_join.then(|| beginning(&mutant.reason).to_owned())
        };
        let mut keys: Vec<String> = cases.iter().filter_map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        for wanted_key in keys {
            let (group, others): (Vec<MutantCase>, Vec<MutantCase>) =
                cases.into_iter().partition(|case| key(case).as_ref() == Some(&wanted_key));
            let told =
                |cases: &[MutantCase], at: usize| cases.iter().any(|one| one.kills.contains(&at));
            let needed: Vec<usize> = (0..wanted.len())
                .filter(|&at| wanted[at] && told(&group, at) && !told(&others, at))
                .collect();
            let joined = self.joined(&group);
            let is_enough = needed.iter().all(|&at| told(&joined, at));
            cases = others;
            cases.extend(if is_enough { joined } else { group });
        }
        cases
    }

    /// Merges valid strings about different places. The merged strings together kill every mutant of `wanted` that the
    /// original strings kill.
    pub(super) fn merged_across(&self, cases: Vec<MutantCase>, wanted: &[bool]) -> Vec<MutantCase> {
        let mut times = vec![0_usize; self.mutants.len()];
        cases.iter().flat_map(|case| &case.kills).for_each(|&at| times[at] += 1);
        let is_mistake = |&at: &usize| self.mutants[at].kind == MutantKind::Mistake;
        let (valid, mut others): (Vec<MutantCase>, Vec<MutantCase>) =
            cases.into_iter().partition(|case| case.is_valid && !case.shows.iter().any(is_mistake));
        let mut merged: Vec<MutantCase> = Vec::new();
        for case in valid {
            let both = merged.iter_mut().rev().find_map(|one| {
                let both = self.with_needed(one, &case, &times, wanted)?;
                Some((one, both))
            });
            match both {
                Some((one, both)) => {
                    one.kills.iter().chain(&case.kills).for_each(|&at| times[at] -= 1);
                    both.kills.iter().for_each(|&at| times[at] += 1);
                    *one = both;
                }
                None => merged.push(case),
            }
        }
        others.extend(merged);
        others
    }

    /// Returns a case about the mutants of both cases, if a string near the first one's kills all mutants of `wanted`
    /// that no other case kills. `times` contains the number of cases that kill each mutant.
    fn with_needed(
        &self,
        first: &MutantCase,
        second: &MutantCase,
        times: &[usize],
        wanted: &[bool],
    ) -> Option<MutantCase> {
        let mut input = first.input.clone();
        for &at in &second.shows {
            let difference = self.differences[at].as_ref()?;
            if !difference.has(&input) {
                input = difference.nearest_longer(&input)?.text;
            }
            if input.len() > MERGED {
                return None;
            }
        }
        let kills = self.killed_by(&input);
        let both = self.case(input, [&first.shows[..], &second.shows].concat(), kills);
        let is_needed = |&&at: &&usize| {
            let count = [first, second].iter().filter(|one| one.kills.contains(&at)).count();
            wanted[at] && times[at] == count
        };
        let mut needed = first.kills.iter().chain(&second.kills).filter(is_needed);
        let shows_all = both.shows.iter().all(|at| both.kills.contains(at));
        (both.is_valid && shows_all && needed.all(|at| both.kills.contains(at))).then_some(both)
    }

    /// Merges each case into the case before it, if one string can show both.
    fn joined(&self, group: &[MutantCase]) -> Vec<MutantCase> {
        let mut joined: Vec<MutantCase> = Vec::new();
        for case in group {
            match joined.last_mut().and_then(|last| self.both(last, case).map(|both| (last, both)))
            {
                Some((last, both)) => *last = both,
                None => joined.push(case.clone()),
            }
        }
        joined
    }

    /// Returns a case about the mutants of both cases, if a string near the first case's string kills all of them.
    fn both(&self, first: &MutantCase, second: &MutantCase) -> Option<MutantCase> {
        let difference = self.differences[second.shows[0]].as_ref()?;
        let near = difference.nearest_longer(&first.input)?.text;
        let kills = self.killed_by(&near);
        let both = self.case(near, [&first.shows[..], &second.shows].concat(), kills);
        let shows_all = both.shows.iter().all(|at| both.kills.contains(at));
        (both.is_valid && both.input.len() <= MERGED && shows_all).then_some(both)
    }
}

// Reasons that differ only in their last word.

/// Returns a reason without its last word. The space before that word is kept. A word in backticks may contain spaces.
pub(super) fn beginning(reason: &str) -> &str {
    let quoted = reason.strip_suffix('`').and_then(|rest| rest.rfind('`'));
    let end = quoted.or_else(|| reason.rfind(' ').map(|at| at + 1));
    &reason[..end.unwrap_or(0)]
}

/// Joins several reasons into one sentence. Consecutive reasons with the same beginning share it.
pub(super) fn sentence(reasons: &[&str]) -> String {
    let groups = reasons.chunk_by(|one, other| beginning(one) == beginning(other));
    groups.map(joined).collect::<Vec<_>>().join("; ")
}

/// Joins several reasons with the same beginning.
fn joined(reasons: &[&str]) -> String {
    let Some((first, rest)) = reasons.split_first() else { return String::new() };
    let begin = beginning(first).len();
    let Some((last, rest)) = rest.split_last() else { return (*first).to_owned() };
    let middle: String = rest.iter().map(|one| format!(", {}", &one[begin..])).collect();
    format!("{first}{middle} or {}", &last[begin..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::AnyGrammar;
    use grammar_notation::GrammarText;
    use grammar_notation::Notation;
    use grammar_notation::PrintedReader;

    fn product(left: &str, right: &str) -> Product {
        let dfa = |text| {
            let grammar = GrammarText { file: "a.abnf", text };
            let printed = PrintedReader::new(Notation::Abnf).read(grammar).unwrap();
            let decided = AnyGrammar::printed(printed).decide(&["a"]);
            let (dfa, start) = decided.language("a").unwrap();
            dfa.restrict(start)
        };
        Product::of(&dfa(left), &dfa(right), &Deadline::NONE).unwrap()
    }

    #[test]
    fn the_witness_is_near_the_example() {
        let product = product(
            "a = \"//\" *ALPHA [ \":\" *DIGIT ]\n",
            "a = \"//\" *ALPHA [ \":\" 1*DIGIT ]\n",
        );
        let near = |example: &str| {
            String::from_utf8(product.nearest(example.as_bytes()).unwrap().text).unwrap()
        };
        assert_eq!(near(""), "//:");
        assert_eq!(near("//host"), "//host:");
        assert_eq!(near("//host:8"), "//host:");
        let longer =
            |example: &str| product.nearest_longer(example.as_bytes()).map(|near| near.text);
        assert_eq!(longer("/host").unwrap(), b"//host:");
        // The digit is kept, so the port has one.
        assert_eq!(longer("//host:8"), None);
        // The example is in neither language; two characters are replaced.
        assert_eq!(near("--host:"), "//host:");
    }

    #[test]
    fn lower_case_letters_precede_digits() {
        let product =
            product("a = *( ALPHA / DIGIT / \"-\" )\n", "a = *1( ALPHA / DIGIT / \"-\" )\n");
        assert_eq!(product.nearest(b"").unwrap().text, b"aa");
        assert_eq!(product.nearest(b"7").unwrap().text, b"7a");
    }

    #[test]
    fn equal_languages_have_no_witness() {
        let product = product("a = *\"x\"\n", "a = [ 1*\"x\" ]\n");
        assert!(product.is_equal());
        assert_eq!(product.nearest(b"x"), None);
    }

    #[test]
    fn an_example_that_is_too_long_is_ignored() {
        let product = product("a = 2000*2000\"x\"\n", "a = 2001*2001\"x\"\n");
        let long = [b'x'; 1_000];
        assert_eq!(product.nearest(&long), None);
        // 2,000 pairs by 1,000 bytes exceed the limit of steps; for the empty example there are 2,000.
        assert_eq!(product.nearest(b"").unwrap().text.len(), 2_000);
    }

    #[test]
    fn reasons_with_a_common_beginning_are_one_sentence() {
        let reasons = ["`a` may be `\"x y\"`", "`a` may be `\"z\"`", "`a` may be `b`"];
        assert_eq!(beginning(reasons[0]), "`a` may be ");
        assert_eq!(joined(&reasons), "`a` may be `\"x y\"`, `\"z\"` or `b`");
        assert_eq!(joined(&reasons[..1]), reasons[0]);
        assert_eq!(beginning("`a` may be empty"), "`a` may be ");
        assert_eq!((beginning("never"), joined(&[])), ("", String::new()));
    }
}
