//! The transitions of a byte automaton by whole characters.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use grammar_automata::build::Dfa;

use crate::regex::CharacterSet;

/// For each state, ranges of code points that lead there.
type Found = BTreeMap<u32, Vec<(u32, u32)>>;

/// For a state, the characters that lead to each live state. `dead` is the state from which no string
/// is accepted.
pub(super) fn steps(dfa: &Dfa, state: u32, dead: Option<u32>) -> BTreeMap<u32, CharacterSet> {
    let mut found = Found::new();
    for (first, last, next) in runs(dfa, state, 0..=0x7F) {
        found.entry(next).or_default().push((first.into(), last.into()));
    }
    for lead in 0xC2..=0xF4_u8 {
        let (length, bits, least) = match lead {
            0xC2..=0xDF => (1, u32::from(lead & 0x1F), 0x80),
            0xE0..=0xEF => (2, u32::from(lead & 0x0F), 0x800),
            _ => (3, u32::from(lead & 0x07), 0x1_0000),
        };
        let next = dfa.next(state, dfa.classes().of(lead));
        let mut longer = Found::new();
        continued(dfa, next, length, bits, dead, &mut longer);
        // What is written in too many bytes is no character, though a grammar of octets may take it: E0 80 A2 is no `"`.
        for (next, ranges) in longer {
            let ranges = ranges.into_iter().filter(|&(_, last)| last >= least);
            let ranges = ranges.map(|(first, last)| (first.max(least), last));
            found.entry(next).or_default().extend(ranges);
        }
    }
    let live = found.into_iter().filter(|(next, _)| Some(*next) != dead);
    // Neither surrogates, nor what is too great: those have no state of their own, since a reader of characters refuses
    // them.
    let steps = live.map(|(next, ranges)| (next, CharacterSet::of_codes(ranges)));
    steps.filter(|(_, set)| set.ranges().next().is_some()).collect()
}

/// The characters that begin with some bits and go on for that many bytes. The recursion goes no
/// deeper than the four bytes of a character.
fn continued(dfa: &Dfa, state: u32, length: u32, bits: u32, dead: Option<u32>, found: &mut Found) {
    if Some(state) == dead {
        return;
    }
    let with = |byte: u8| bits << 6 | u32::from(byte & 0x3F);
    for (first, last, next) in runs(dfa, state, 0x80..=0xBF) {
        if length == 1 {
            found.entry(next).or_default().push((with(first), with(last)));
            continue;
        }
        for byte in first..=last {
            continued(dfa, next, length - 1, with(byte), dead, found);
        }
    }
}

/// The runs of bytes that lead to one state, each by its first and its last byte, and that state.
fn runs(dfa: &Dfa, state: u32, bytes: RangeInclusive<u8>) -> Vec<(u8, u8, u32)> {
    let mut runs: Vec<(u8, u8, u32)> = Vec::new();
    for byte in bytes {
        let next = dfa.next(state, dfa.classes().of(byte));
        match runs.last_mut() {
            Some((_, last, known)) if *known == next => *last = byte,
            _ => runs.push((byte, byte, next)),
        }
    }
    runs
}
