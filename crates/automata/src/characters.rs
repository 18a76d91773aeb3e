//! Automata that read bytes, asked about characters.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::Table;

/// A run of code points: the first, the last, and the state after each of them.
pub(crate) type CodePointRun = (u32, u32, u32);

/// Characters that a language never tells apart, as ranges in order.
pub type Alike = Vec<(u32, u32)>;

/// The number of steps that the search for classes may take.
const STEPS: usize = 100_000_000;
/// The first code point of more than one byte, and the greatest.
const WIDE: u32 = 0x80;
const GREATEST: u32 = 0x10_FFFF;
/// The code points that are no characters.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// Whether a code point is the next character after another.
pub(crate) fn follows(last: u32, first: u32) -> bool {
    last + 1 == first || last + 1 == SURROGATES.0 && first == SURROGATES.1 + 1
}

/// The place of the last boundary between characters in what begins UTF-8.
pub(crate) fn boundary(bytes: &[u8]) -> usize {
    let last = bytes.len().saturating_sub(3);
    let lead = bytes.iter().enumerate().skip(last).rev().find(|(_, byte)| **byte >= 0xC0);
    match lead {
        Some((at, &byte)) if at + 1 + tail(byte) > bytes.len() => at,
        _ => bytes.len(),
    }
}

fn tail(lead: u8) -> usize {
    match lead {
        0xF0.. => 3,
        0xE0.. => 2,
        0xC0.. => 1,
        _ => 0,
    }
}

/// What UTF-8 may have next: how many bytes of a character are missing, and the least and the greatest
/// value of the next (Unicode, table 3-7).
type Missing = (usize, u8, u8);

fn next_of_utf8((missing, least, greatest): Missing, byte: u8) -> Option<Missing> {
    if missing > 0 {
        let is_next = (least..=greatest).contains(&byte);
        return is_next.then_some((missing - 1, 0x80, 0xBF));
    }
    match byte {
        0x80..=0xC1 | 0xF5.. => None,
        0xE0 => Some((2, 0xA0, 0xBF)),
        0xED => Some((2, 0x80, 0x9F)),
        0xF0 => Some((3, 0x90, 0xBF)),
        0xF4 => Some((3, 0x80, 0x8F)),
        lead => Some((tail(lead), 0x80, 0xBF)),
    }
}

pub(crate) fn is_utf8(table: Table<'_>, start: u32) -> bool {
    let start = (start, (0, 0x80, 0xBF));
    let (mut seen, mut waiting) = (BTreeSet::from([start]), vec![start]);
    while let Some((state, missing)) = waiting.pop() {
        if missing.0 > 0 && table.accepts(state) {
            return false;
        }
        for byte in 0..=u8::MAX {
            // From every state but the dead one some member goes on.
            let next = table.step(state, byte);
            if next == Table::DEAD {
                continue;
            }
            let Some(missing) = next_of_utf8(missing, byte) else { return false };
            if seen.insert((next, missing)) {
                waiting.push((next, missing));
            }
        }
    }
    true
}

/// The runs of what follows the first byte of a character: the last offset of each, and its state.
type Tail = Rc<[(u32, u32)]>;

pub(crate) struct Runs<'a> {
    of: Table<'a>,
    /// For a state and a number of missing bytes, the last offset of each run and its state.
    tails: HashMap<(u32, usize), Tail>,
}

impl<'a> Runs<'a> {
    pub(crate) fn of(table: Table<'a>) -> Self {
        Self { of: table, tails: HashMap::new() }
    }

    /// The runs from a state between characters, in order and without gaps but that of the surrogates.
    pub(crate) fn from(&mut self, state: u32) -> Vec<CodePointRun> {
        let mut runs: Vec<CodePointRun> = Vec::new();
        for byte in (0..0x80_u8).chain(0xC2..=0xF4) {
            let missing = tail(byte);
            let base = match missing {
                0 => u32::from(byte),
                missing => (u32::from(byte) & (0x3F >> missing)) << (6 * missing),
            };
            let least = [0, WIDE, 0x800, 0x1_0000][missing];
            let mut first = base;
            for &(last, next) in &*self.tail(self.of.step(state, byte), missing) {
                add(&mut runs, (first.max(least), (base + last).min(GREATEST), next));
                first = base + last + 1;
            }
        }
        runs
    }

    /// The runs of the offsets that so many further bytes give. It calls itself three times at most.
    fn tail(&mut self, state: u32, missing: usize) -> Tail {
        if state == Table::DEAD || missing == 0 {
            return Rc::new([((1 << (6 * missing)) - 1, state)]);
        }
        if let Some(known) = self.tails.get(&(state, missing)) {
            return Rc::clone(known);
        }
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for digit in 0..64_u8 {
            let base = u32::from(digit) << (6 * (missing - 1));
            let inner = self.tail(self.of.step(state, 0x80 + digit), missing - 1);
            for &(last, next) in &*inner {
                match runs.last_mut() {
                    Some(before) if before.1 == next => before.0 = base + last,
                    _ => runs.push((base + last, next)),
                }
            }
        }
        let runs: Tail = runs.into();
        self.tails.insert((state, missing), Rc::clone(&runs));
        runs
    }
}

/// Adds a run without the surrogates, or makes the last run longer. What the first byte of the surrogates
/// begins ends with them.
fn add(runs: &mut Vec<CodePointRun>, (first, last, next): CodePointRun) {
    let (low, high) = SURROGATES;
    let last = if (low..=high).contains(&last) { low - 1 } else { last };
    match runs.last_mut() {
        _ if first > last => {}
        Some(before) if before.2 == next && before.1 + 1 == first => before.1 = last,
        _ => runs.push((first, last, next)),
    }
}

/// The classes of characters above 7F that a language never tells apart. There are none if it takes too
/// long to find them.
pub(crate) fn classes(table: Table<'_>, start: u32) -> Option<Vec<Alike>> {
    let (mut runs, mut rows) = (Runs::of(table), Vec::new());
    let (mut met, mut at) = (vec![start], 0);
    let mut seen = BTreeSet::from([start]);
    let (mut cuts, mut steps) = (BTreeSet::from([WIDE]), STEPS);
    while let Some(&state) = met.get(at) {
        let row = runs.from(state);
        steps = steps.checked_sub(64 + row.len())?;
        met.extend(row.iter().map(|run| run.2).filter(|&next| seen.insert(next)));
        cuts.extend(row.iter().map(|run| run.0).filter(|&first| first > WIDE));
        rows.push(row);
        at += 1;
    }
    let cuts: Vec<u32> = cuts.into_iter().collect();
    let mut blocks = vec![0_u32; cuts.len()];
    for row in rows {
        steps = steps.checked_sub(cuts.len())?;
        let (mut numbers, mut run) = (HashMap::new(), 0);
        for (block, &first) in blocks.iter_mut().zip(&cuts) {
            while row[run].1 < first {
                run += 1;
            }
            let fresh = numbers.len() as u32;
            *block = *numbers.entry((*block, row[run].2)).or_insert(fresh);
        }
    }
    let mut classes: Vec<Alike> = Vec::new();
    let mut places = HashMap::new();
    for (at, (&block, &first)) in blocks.iter().zip(&cuts).enumerate() {
        let last = match cuts.get(at + 1) {
            Some(&next) if next == SURROGATES.1 + 1 => SURROGATES.0 - 1,
            Some(&next) => next - 1,
            None => GREATEST,
        };
        let place = *places.entry(block).or_insert_with(|| {
            classes.push(Alike::new());
            classes.len() - 1
        });
        // A cut stands where some state tells two neighbours apart: none of them follow each other here.
        classes[place].push((first, last));
    }
    Some(classes)
}
