//! Random numbers, strings, and the loop of the tests that compare two readings of random grammars.
//!
//! Everything follows from the number of a grammar, so that a failure can be reproduced alone.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use urispec_audit::automata::{ByteSet, Dfa};

/// Returns the amount of work of a test: `short`, or `long` if `URISPEC_LONG` is set.
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

/// Returns the number of strings of a test: thirty thousand, or a hundred million with `URISPEC_LONG`.
pub(crate) fn million() -> usize {
    scaled(30_000, 100_000_000)
}

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014), preceded by bytes that
/// a fuzzer may choose.
pub(crate) struct Random {
    state: u64,
    chosen: std::vec::IntoIter<u8>,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, chosen: Vec::new().into_iter() }
    }

    /// Returns a generator whose first numbers are the given bytes.
    pub(crate) fn chosen(bytes: &[u8]) -> Self {
        Self { chosen: Vec::from(bytes).into_iter(), ..Self::new(0) }
    }

    fn next(&mut self) -> u64 {
        if let Some(chosen) = self.chosen.next() {
            return chosen.into();
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Calls `check` with 0, 1, 2 … in two threads until the numbers of compared strings add up to `wanted`, and returns
/// the number of calls. Panics with the message of a failure.
#[track_caller]
pub(crate) fn until(wanted: usize, check: impl Fn(u64) -> Result<usize, String> + Sync) -> u64 {
    let failed = AtomicBool::new(false);
    let half = |first: u64| {
        let (mut strings, mut number) = (0, first);
        while strings < wanted / 2 && !failed.load(Ordering::Relaxed) {
            match check(number) {
                Ok(compared) => strings += compared,
                Err(message) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err(format!("grammar {number}: {message}"));
                }
            }
            number += 2;
        }
        Ok(number / 2)
    };
    let halves = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()]
    });
    halves.into_iter().map(|half| half.unwrap_or_else(|message| panic!("{message}"))).sum()
}

/// Minimizes a failing text by removing parts of it.
pub(crate) fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut shortest: Vec<char> = text.chars().collect();
    let mut size = shortest.len() / 2;
    while size > 0 {
        let (mut at, before) = (0, shortest.len());
        while at < shortest.len() {
            let end = shortest.len().min(at + size);
            let shorter = [&shortest[..at], &shortest[end..]].concat();
            if fails(&shorter.iter().collect::<String>()) { shortest = shorter } else { at += size }
        }
        if size > 1 || shortest.len() == before {
            size /= 2;
        }
    }
    shortest.into_iter().collect()
}

/// Returns about `count` different strings, long and short: members of a language, members after one or two edits, and
/// strings of `letters`, some of them edited too.
pub(crate) fn strings(
    (dfa, start): (&Dfa, usize),
    letters: &[&[u8]],
    random: &mut Random,
    count: usize,
) -> HashSet<Vec<u8>> {
    let mut members = dfa.cover(start, count / 8);
    members.extend(dfa.members(start).take(count / 8));
    let walks = Walks::new(dfa);
    members.extend((0..count / 4).filter_map(|_| walks.walk(dfa.start(start), random)));
    let mut strings = HashSet::new();
    for _ in 0..count / 2 {
        if members.is_empty() {
            break;
        }
        let mut near = members[random.below(members.len())].clone();
        for _ in 0..1 + random.below(2) {
            edit(&mut near, letters, random);
        }
        strings.insert(near);
    }
    while strings.len() < count.saturating_sub(members.len()) {
        let length = random.below(9);
        strings.insert((0..length).flat_map(|_| random.pick(letters).to_vec()).collect());
    }
    strings.extend(members);
    strings
}

/// Inserts a letter, removes a byte, or replaces a letter by another or by its other case.
fn edit(text: &mut Vec<u8>, letters: &[&[u8]], random: &mut Random) {
    let (kind, at) = (random.below(4), random.below(text.len() + 1));
    let end = if kind == 0 { at } else { text.len().min(at + 1) };
    match (kind, text.get(at)) {
        (1, _) => drop(text.drain(at..end)),
        (2, Some(byte)) if byte.is_ascii_alphabetic() => text[at] ^= 0x20,
        _ => drop(text.splice(at..end, random.pick(letters).iter().copied())),
    }
}

/// Random paths through an automaton.
struct Walks<'d> {
    dfa: &'d Dfa,
    members: Vec<Vec<u8>>,
    /// For each state, the classes that lead to a live state.
    live: Vec<Vec<usize>>,
}

impl<'d> Walks<'d> {
    fn new(dfa: &'d Dfa) -> Self {
        let members = |class| ByteSet::iter(dfa.classes().members(class)).collect();
        let members = (0..dfa.classes().count()).map(members).collect();
        let states = 0..dfa.states() as u32;
        let mut alive: Vec<bool> = states.clone().map(|state| dfa.accepts(state)).collect();
        loop {
            let reaches = |state: u32| dfa.row(state).iter().any(|&next| alive[next as usize]);
            let more: Vec<bool> =
                states.clone().map(|state| alive[state as usize] || reaches(state)).collect();
            if more == alive {
                break;
            }
            alive = more;
        }
        let classes = |state| {
            let row = dfa.row(state).iter().enumerate();
            row.filter(|&(_, &next)| alive[next as usize]).map(|(class, _)| class).collect()
        };
        Self { dfa, members, live: states.map(classes).collect() }
    }

    /// Returns a member of at most 40 bytes, if the path reaches one.
    fn walk(&self, mut state: u32, random: &mut Random) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        while text.len() <= 40 {
            let live = &self.live[state as usize];
            if self.dfa.accepts(state) && (live.is_empty() || random.one_in(4)) {
                return Some(text);
            }
            if live.is_empty() {
                return None;
            }
            let class = random.pick(live);
            text.push(random.pick(&self.members[class]));
            state = self.dfa.next(state, class);
        }
        None
    }
}

#[test]
fn chosen_bytes_come_first() {
    let mut random = Random::chosen(&[7, 3]);
    assert_eq!([(); 2].map(|()| random.below(5)), [2, 3]);
    assert_eq!(random.below(1_000), Random::new(0).below(1_000));
}
