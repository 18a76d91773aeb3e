//! The strings of the soak. A string is made in a buffer that is used again.
//!
//! In: a seed. Out: strings without an end, of each [`Kind`] in turn. The same seed makes the same strings.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use urispec::Edition;
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;

/// How many members, near misses and strings of a suite are kept of each language.
const POOL: usize = 20_000;

/// What a string is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A random member of a language.
    Member,
    /// A string that is almost one.
    NearMiss,
    /// A member after one to three random changes.
    Mutation,
    /// Something worth looking at, moved to the border of a block.
    Border,
    /// A string of the W-method suite, which is complete for the automaton, made longer.
    Suite,
}

/// All kinds, in the order of their numbers.
pub const KINDS: [Kind; 5] =
    [Kind::Member, Kind::NearMiss, Kind::Mutation, Kind::Border, Kind::Suite];

impl Kind {
    /// The name in the report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Member => "members",
            Self::NearMiss => "near misses",
            Self::Mutation => "mutations",
            Self::Border => "borders",
            Self::Suite => "suite",
        }
    }
}

/// The offsets about which the scan's vectors and blocks end.
const BORDERS: [usize; 7] = [16, 32, 48, 64, 80, 128, 192];
/// What stands there: delimiters, triplets, addresses, faults, and the ends of the ranges of RFC 3987, 2.2.
const PIECES: [&str; 40] = [
    ":",
    "/",
    "?",
    "#",
    "@",
    "[",
    "]",
    "//",
    "%",
    "%4",
    "%41",
    "%zz",
    "%4z",
    "%%",
    " ",
    "\\",
    "^",
    "\0",
    "\x7f",
    "::",
    "[::1]",
    "[v1.a]",
    "[::1.2.3.4]",
    "1.2.3.4",
    ":80",
    ":8o",
    "/.",
    "/../",
    "\u{80}",
    "\u{9f}",
    "\u{a0}",
    "\u{d7ff}",
    "\u{e000}",
    "\u{f8ff}",
    "\u{fdcf}",
    "\u{fdd0}",
    "\u{fff0}",
    "\u{1fffe}",
    "\u{e0fff}",
    "\u{10fffd}",
];
/// What a string begins with before it is filled up.
const BEGINNINGS: [&str; 12] = [
    "", "a:", "/", "//", "a://", "a://b", "a://b@", "a://b/", "a://b/?", "a://b/#", "a+b.c-1:",
    "//[::1]",
];
/// What fills it up.
const FILLING: [&str; 8] = ["a", "Z", "0", "-", ".", "/", "\u{e9}", "%C3"];

/// Strings that take long to make, made once.
#[derive(Debug)]
pub struct Pool {
    members: Vec<String>,
    near_misses: Vec<String>,
    suite: Vec<String>,
}

impl Pool {
    /// Members and near misses of both languages, and the strings of their suites.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut pool = Self { members: Vec::new(), near_misses: Vec::new(), suite: Vec::new() };
        for (edition, rule) in
            [(Edition::Rfc3986, "URI-reference"), (Edition::Rfc3987, "IRI-reference")]
        {
            let Ok(production) = edition.production(rule) else { continue };
            let mut sampler = Sampler::new(production).seed(seed);
            pool.members.extend((0..POOL).map(|_| sampler.member()));
            pool.near_misses.extend((0..POOL).map(|_| sampler.near_miss()));
            // Evenly, since the suite begins with the states that are reached first.
            let suite: Vec<String> =
                Suite::new(production).cases().map(|case| case.input).collect();
            let step = (suite.len() / (4 * POOL)).max(1);
            pool.suite.extend(suite.into_iter().step_by(step));
        }
        pool
    }
}

/// Makes strings.
#[derive(Debug)]
pub struct Strings<'p> {
    pool: &'p Pool,
    numbers: ChaCha8Rng,
    text: String,
    turn: usize,
}

impl<'p> Strings<'p> {
    /// Strings of a seed.
    #[must_use]
    pub fn new(pool: &'p Pool, seed: u64) -> Self {
        Self { pool, numbers: ChaCha8Rng::seed_from_u64(seed), text: String::new(), turn: 0 }
    }

    /// The next string, and of which kind it is.
    #[expect(clippy::should_implement_trait, reason = "the string is lent")]
    pub fn next(&mut self) -> (Kind, &str) {
        let kind = KINDS[self.turn % KINDS.len()];
        self.turn += 1;
        let Self { pool, numbers, text, .. } = self;
        text.clear();
        match kind {
            Kind::Member => text.push_str(pick(numbers, &pool.members)),
            Kind::NearMiss => text.push_str(pick(numbers, &pool.near_misses)),
            Kind::Mutation => {
                text.push_str(pick(numbers, &pool.members));
                for _ in 0..numbers.random_range(1..=3) {
                    change(text, numbers, pool);
                }
            }
            Kind::Border => border(text, numbers),
            Kind::Suite => {
                text.push_str(pick(numbers, &pool.suite));
                let at = place(text, numbers);
                let filling = pick(numbers, &FILLING);
                let length = numbers.random_range(0..70);
                text.insert_str(at, &filling.repeat(length));
            }
        }
        (kind, text)
    }
}

fn pick<'s>(numbers: &mut impl Rng, all: &'s [impl AsRef<str>]) -> &'s str {
    all[numbers.random_range(0..all.len())].as_ref()
}

/// A place between two characters.
fn place(text: &str, numbers: &mut impl Rng) -> usize {
    text.floor_char_boundary(numbers.random_range(0..=text.len()))
}

/// Changes a string somewhere: takes a character out, puts something in, or goes on as another string.
fn change(text: &mut String, numbers: &mut impl Rng, pool: &Pool) {
    let at = place(text, numbers);
    match numbers.random_range(0..6) {
        0 if at < text.len() => _ = text.remove(at),
        1 => text.insert(at, char::from(numbers.random_range(0..0x80_u8))),
        2 if at < text.len() => {
            text.remove(at);
            text.insert_str(at, pick(numbers, &PIECES));
        }
        3 => {
            text.truncate(at);
            let other = pick(numbers, &pool.members);
            *text += &other[place(other, numbers)..];
        }
        _ => text.insert_str(at, pick(numbers, &PIECES)),
    }
}

/// Two pieces, the first about a border.
fn border(text: &mut String, numbers: &mut impl Rng) {
    text.push_str(pick(numbers, &BEGINNINGS));
    let until = BORDERS[numbers.random_range(0..BORDERS.len())] + numbers.random_range(0..5) - 3;
    let filling = pick(numbers, &FILLING);
    while text.len() + filling.len() <= until {
        *text += filling;
    }
    while text.len() < until {
        text.push('a');
    }
    text.push_str(pick(numbers, &PIECES));
    for _ in 0..numbers.random_range(0..20) {
        *text += filling;
    }
    text.push_str(pick(numbers, &PIECES));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_stands_at_every_offset_about_a_border() {
        let mut numbers = ChaCha8Rng::seed_from_u64(1);
        let (mut percents, mut slashes) = ([0_u32; 200], [0_u32; 200]);
        let mut text = String::new();
        for _ in 0..50_000 {
            text.clear();
            border(&mut text, &mut numbers);
            for (counts, byte) in [(&mut percents, b'%'), (&mut slashes, b'/')] {
                for (at, _) in text.bytes().enumerate().filter(|(_, found)| *found == byte) {
                    if let Some(count) = counts.get_mut(at) {
                        *count += 1;
                    }
                }
            }
        }
        for at in BORDERS.iter().flat_map(|border| border - 3..border + 2) {
            assert!(percents[at] > 20 && slashes[at] > 20, "{at}");
        }
    }

    #[test]
    fn every_kind_has_its_turn_and_the_same_seed_the_same_strings() {
        let pool = Pool::new(7);
        let [mut one, mut other] = [Strings::new(&pool, 9), Strings::new(&pool, 9)];
        for turn in 0..5_000 {
            assert_eq!(one.next(), other.next());
            assert_eq!(one.next().0, KINDS[(2 * turn + 1) % KINDS.len()]);
            other.next();
        }
    }
}
