//! Searches automata and their products for shortest words, witnesses, and samples.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Dfa, Distances, TooLarge};
use crate::build::deadline::{Deadline, Held};
use crate::product::way;

/// The difference of two languages: for each language, a shortest string that the other language lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The shortest string that only the left language has.
    pub only_left: Option<Vec<u8>>,
    /// The shortest string that only the right language has.
    pub only_right: Option<Vec<u8>>,
}

impl Difference {
    /// Returns whether the two languages are equal.
    pub fn is_equal(&self) -> bool {
        self.only_left.is_none() && self.only_right.is_none()
    }
}

/// Compares the language of a start of `left` with the language of a start of `right`.
pub fn difference(left: (&Dfa, usize), right: (&Dfa, usize)) -> Difference {
    let find = |wanted| once(left, right, wanted);
    Difference {
        only_left: find(|left, right| left && !right),
        only_right: find(|left, right| right && !left),
    }
}

pub(super) fn common(left: (&Dfa, usize), right: (&Dfa, usize)) -> Option<Vec<u8>> {
    once(left, right, |left, right| left && right)
}

fn once(left: (&Dfa, usize), right: (&Dfa, usize), wanted: Wanted) -> Option<Vec<u8>> {
    let start = (left.0.start(left.1), right.0.start(right.1));
    ProductSearch::new(left.0, right.0, wanted).find(start, usize::MAX).unwrap_or_default()
}

/// A condition on the verdicts of the left and the right automaton about a string.
pub type Wanted = fn(bool, bool) -> bool;

type States = (u32, u32);

/// The number of pairs that a search visits between two checks of the deadline.
const BETWEEN: usize = 10_000;

/// The reason why a search of a product was abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// The search ran out of steps. The value is the number of pairs of states that were found until then.
    Pairs(usize),
    /// The search has reached an unvisited state of a partially explored automaton.
    Unknown,
    /// The deadline has passed.
    Time,
}

/// Breadth-first searches of the product of two automata. Each search begins at a pair of states, and looks for a
/// shortest wanted string. The searches share their results about pairs, so searching from all starts of a grammar
/// costs no more than exploring the product once.
pub struct ProductSearch<'d> {
    left: &'d Dfa,
    right: &'d Dfa,
    wanted: Wanted,
    /// The alphabet of the product: for each of its classes, one byte and the class of this byte in each automaton.
    letters: Vec<(u8, usize, usize)>,
    /// The dead state of each automaton, if it has one.
    dead: [Option<u32>; 2],
    /// For each automaton that was explored only in part, the state that represents the unvisited states.
    unknown: [Option<u32>; 2],
    /// The pairs from which no string is wanted: the pairs that unsuccessful searches visited.
    barren: HashSet<States>,
    /// For a pair, the first byte of its shortest wanted string, and the pair after that byte.
    known: HashMap<States, (u8, States)>,
    /// The number of steps taken. A step is one byte from one pair.
    pub steps: usize,
    deadline: Deadline,
    held: Held,
}

/// The memory that a search uses for each pair in its maps, in bytes.
const PAIR: usize = 64;

impl<'d> ProductSearch<'d> {
    /// Creates a search that has visited no pair.
    pub fn new(left: &'d Dfa, right: &'d Dfa, wanted: Wanted) -> Self {
        Self {
            left,
            right,
            wanted,
            letters: left.letters(right),
            dead: [left.dead(None), right.dead(None)],
            unknown: [None; 2],
            barren: HashSet::default(),
            known: HashMap::default(),
            steps: 0,
            deadline: Deadline::NONE,
            held: Held::default(),
        }
    }

    /// Sets a deadline at which every search is abandoned.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), held: deadline.hold(), ..self }
    }

    /// Sets, for each automaton that was explored only in part, the state that represents the unvisited states.
    pub fn knowing(mut self, unknown: [Option<u32>; 2]) -> Self {
        self.unknown = unknown;
        self.dead = [self.left.dead(unknown[0]), self.right.dead(unknown[1])];
        self
    }

    /// Searches from a pair of states for the shortest wanted string, in at most `limit` steps. Returns `None` if
    /// there is no such string.
    pub fn find(&mut self, start: States, limit: usize) -> Result<Option<Vec<u8>>, GaveUp> {
        let last = self.steps.saturating_add(limit);
        let mut came = HashMap::from_iter([(start, None)]);
        let mut queue = VecDeque::from([start]);
        let mut visited = 0_usize;
        while let Some(pair) = queue.pop_front() {
            visited += 1;
            if visited.is_multiple_of(BETWEEN) {
                self.held.set(PAIR * (came.len() + self.barren.len() + self.known.len()));
                if self.deadline.has_passed() {
                    return Err(GaveUp::Time);
                }
            }
            if self.is_hopeless(pair) {
                continue;
            }
            // An unvisited state may accept or reject.
            if self.unknown[0] == Some(pair.0) || self.unknown[1] == Some(pair.1) {
                return Err(GaveUp::Unknown);
            }
            if (self.wanted)(self.left.accepts(pair.0), self.right.accepts(pair.1)) {
                return Ok(Some(self.word(pair, &came)));
            }
            let mut visit = |byte, next| {
                came.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some((pair, byte))
                });
            };
            // The best string through this pair is known.
            if let Some(&(byte, next)) = self.known.get(&pair) {
                self.steps += 1;
                visit(byte, next);
                continue;
            }
            self.steps += self.letters.len();
            if self.steps > last {
                return Err(GaveUp::Pairs(came.len()));
            }
            for &(byte, left, right) in &self.letters {
                let next = (self.left.next(pair.0, left), self.right.next(pair.1, right));
                if !self.barren.contains(&next) {
                    visit(byte, next);
                }
            }
        }
        self.barren.extend(came.into_keys());
        self.held.set(PAIR * (self.barren.len() + self.known.len()));
        Ok(None)
    }

    /// Returns whether one state of a pair is dead, and therefore no string from the pair is wanted.
    fn is_hopeless(&self, (left, right): States) -> bool {
        let [dead_left, dead_right] = [self.dead[0] == Some(left), self.dead[1] == Some(right)];
        let wanted = |left, right| (self.wanted)(left, right);
        (dead_left && !wanted(false, true) || dead_right && !wanted(true, false))
            && !wanted(false, false)
    }

    /// Returns the wanted string that leads to the pair `found`, and records the path. From every pair on the path, the
    /// remaining path is a shortest wanted string.
    fn word(&mut self, found: States, came: &HashMap<States, Option<(States, u8)>>) -> Vec<u8> {
        let (mut word, mut at) = (Vec::new(), found);
        while let Some(&Some((before, byte))) = came.get(&at) {
            self.known.insert(before, (byte, at));
            word.push(byte);
            at = before;
        }
        word.reverse();
        word
    }
}

impl Dfa {
    /// Returns the alphabet of the product: for each class, one byte and the class of this byte in each automaton.
    ///
    /// The bytes are in numerical order, visible ones first, so that a search returns the lexicographically
    /// first of the shortest strings.
    pub fn letters(&self, other: &Self) -> Vec<(u8, usize, usize)> {
        let classes = self.classes.common(&other.classes);
        let least = |class| {
            let members = classes.members(class);
            members.iter().find(u8::is_ascii_graphic).or(members.first())
        };
        let mut letters: Vec<u8> = (0..classes.count()).filter_map(least).collect();
        letters.sort_unstable_by_key(|byte| (!byte.is_ascii_graphic(), *byte));
        let classed = |byte| (byte, self.classes.of(byte), other.classes.of(byte));
        letters.into_iter().map(classed).collect()
    }

    /// Returns the dead state: the first state that rejects, leads only to itself, and does not represent
    /// unvisited states.
    pub fn dead(&self, unknown: Option<u32>) -> Option<u32> {
        let is_dead = |&state: &u32| {
            let leads_on = self.row(state).iter().any(|&next| next != state);
            !self.accepts(state) && !leads_on && Some(state) != unknown
        };
        (0..self.states() as u32).find(is_dead)
    }

    /// Returns the shortest string of a start's language.
    pub fn shortest(&self, start: usize) -> Option<Vec<u8>> {
        common((self, start), (self, start))
    }

    /// Returns the strings of a start's language, built from representatives of the classes. They are ordered by
    /// length; the more readable of two strings of the same length comes first.
    pub fn members(&self, start: usize) -> Members<'_> {
        let reach = vec![self.accept.clone()];
        let start = self.starts[start];
        Members { dfa: self, start, reach, path: None, barren: 0, work: u64::MAX }
    }
}

/// The strings of a language, in the order of [`Dfa::members`].
#[derive(Clone, Debug)]
pub struct Members<'d> {
    dfa: &'d Dfa,
    start: u32,
    /// For each number of bytes, the states from which a string of exactly that length is accepted.
    reach: Vec<Vec<bool>>,
    /// The classes of the last string, or `None` if the length has changed since then.
    path: Option<Vec<usize>>,
    /// The number of consecutive lengths without a string. When it exceeds the number of states, there are no
    /// longer strings.
    barren: usize,
    /// The number of transitions that may still be visited.
    work: u64,
}

impl Iterator for Members<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let classes = self.dfa.classes.count() as u64;
        while self.barren <= self.dfa.states() && self.work > 0 {
            if let Some(path) = self.successor() {
                self.work = self.work.saturating_sub(path.len() as u64 * classes);
                let word = path.iter().map(|&class| self.dfa.classes.representative(class));
                let word = word.collect();
                (self.path, self.barren) = (Some(path), 0);
                return Some(word);
            }
            (self.path, self.barren) = (None, self.barren + 1);
            self.work = self.work.saturating_sub(self.dfa.states() as u64 * classes);
            let shorter = &self.reach[self.reach.len() - 1];
            let longer = (0..self.dfa.states() as u32)
                .map(|state| self.dfa.row(state).iter().any(|&next| shorter[next as usize]));
            let longer = longer.collect();
            self.reach.push(longer);
        }
        None
    }
}

impl Members<'_> {
    /// Ends the iteration after `work` transitions, even if there are more members.
    pub fn within(self, work: u64) -> Self {
        Self { work, ..self }
    }

    fn successor(&self) -> Option<Vec<usize>> {
        let length = self.reach.len() - 1;
        let Some(last) = &self.path else {
            return self.reach[length][self.start as usize]
                .then(|| self.least(Vec::new(), self.start));
        };
        let mut states = vec![self.start];
        for &class in last {
            states.push(self.dfa.next(states[states.len() - 1], class));
        }
        (0..length).rev().find_map(|keep| {
            let rest = &self.reach[length - keep - 1];
            let row = self.dfa.row(states[keep]);
            let class = (last[keep] + 1..row.len()).find(|&class| rest[row[class] as usize])?;
            let mut path = last[..keep].to_vec();
            path.push(class);
            Some(self.least(path, row[class]))
        })
    }

    /// Extends `path`, which leads to `state`, to the lexicographically first accepted path of the current length.
    fn least(&self, mut path: Vec<usize>, mut state: u32) -> Vec<usize> {
        while let Some(left) = (self.reach.len() - 1).checked_sub(path.len() + 1) {
            let row = self.dfa.row(state);
            let class = row.iter().position(|&next| self.reach[left][next as usize]);
            let Some(class) = class else { break };
            path.push(class);
            state = row[class];
        }
        path
    }
}

// Strings that are typical of a language, and strings that almost belong to it. The shortest members may all
// look alike, as `0.0.0.0` and `0.0.0.1` do; a cover uses every transition.

/// The maximum number of states that the search for near misses visits.
const STATES: usize = 5_000;
/// In the search for near misses, the maximum number of strings that are kept for each state and length.
const ALIKE: usize = 3;

/// The states that the search for near misses reaches after strings of one length, each with some of these strings. A
/// state combines the state of the string itself with the states of its edited variants.
type Layer = Vec<((u32, Vec<u32>), Vec<Vec<u8>>)>;

impl Dfa {
    /// Returns the product of two automata, each with one of its starts. The product accepts a string if `accepts`
    /// returns true for the two verdicts on the string. Its states are the reachable pairs.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the product has more than `limit` states.
    pub fn product(
        (left, left_start): (&Self, usize),
        (right, right_start): (&Self, usize),
        limit: usize,
        accepts: impl Fn(bool, bool) -> bool,
    ) -> Result<Self, TooLarge> {
        let classes = left.classes.common(&right.classes);
        let starts = vec![(left.starts[left_start], right.starts[right_start])];
        let accepts = |pair: &(u32, u32)| accepts(left.accepts(pair.0), right.accepts(pair.1));
        let step =
            |pair: &(u32, u32), byte| (left.walk(pair.0, &[byte]), right.walk(pair.1, &[byte]));
        Self::explore(classes, starts, limit, accepts, step)
    }

    /// Returns the minimal automaton of the strings that the starts of two automata have in common.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if the product has more than `limit` states.
    pub fn intersection(
        left: (&Self, usize),
        right: (&Self, usize),
        limit: usize,
    ) -> Result<Self, TooLarge> {
        Ok(Self::product(left, right, limit, |left, right| left && right)?.minimize())
    }

    /// Returns, for each transition that some string of a start's language uses, a shortest such string. The strings
    /// are sorted by length. If there are more than `most`, an evenly spaced selection is returned.
    pub fn cover(&self, start: usize, most: usize) -> Vec<Vec<u8>> {
        let (before, after) = (self.prefixes(self.starts[start]), Distances::new(self));
        let mut words: BTreeSet<(usize, Vec<u8>)> = BTreeSet::new();
        for (state, prefix) in before.iter().enumerate() {
            let Some(prefix) = prefix else { continue };
            if self.accept[state] {
                words.insert((prefix.len(), prefix.clone()));
            }
            for (&next, &byte) in self.row(state as u32).iter().zip(self.classes.representatives())
            {
                if after.get(next).is_some() {
                    let letters = self.classes.representatives().iter().copied();
                    let suffix = after.completion(self, next, letters);
                    let word = [&prefix[..], &[byte], &suffix].concat();
                    words.insert((word.len(), word));
                }
            }
        }
        let every = words.len().div_ceil(most.max(1)).max(1);
        words.into_iter().step_by(every).map(|(_, word)| word).collect()
    }

    fn prefixes(&self, start: u32) -> Vec<Option<Vec<u8>>> {
        let mut words = vec![None; self.states()];
        words[start as usize] = Some(Vec::new());
        let mut waiting = VecDeque::from([(start, Vec::new())]);
        while let Some((state, word)) = waiting.pop_front() {
            for (&next, &byte) in self.row(state).iter().zip(self.classes.representatives()) {
                if words[next as usize].is_none() {
                    let word = [&word[..], &[byte]].concat();
                    words[next as usize] = Some(word.clone());
                    waiting.push_back((next, word));
                }
            }
        }
        words
    }

    /// Returns near misses of a start's language: strings that are not members, and become members when a byte is
    /// added, removed or replaced. They consist of `letters`, and the shortest come first.
    ///
    /// A state of the search combines the state of the string itself with the states that its edited variants may have
    /// reached (the automaton of Levenshtein distance 1). There may be very many such states, so they are visited
    /// length by length until there are enough strings, and only a few strings of one length are kept for each state.
    pub fn near_misses(&self, start: usize, letters: &[u8], count: usize) -> Vec<Vec<u8>> {
        let distances = Distances::new(self);
        let mut found = Vec::new();
        let mut visited = 0;
        let mut layer: Layer = vec![((self.starts[start], Vec::new()), vec![Vec::new()])];
        while !layer.is_empty() && found.len() < count && visited < STATES {
            let mut longer = Layer::new();
            let mut places = HashMap::default();
            for ((plain, edited), words) in &layer {
                let mut around = self.row(*plain).to_vec();
                around.retain(|&state| distances.get(state).is_some());
                around.sort_unstable();
                around.dedup();
                let is_near = edited.iter().chain(&around).any(|&state| self.accepts(state));
                if is_near && !self.accepts(*plain) {
                    found.extend(words.iter().cloned());
                }
                for &byte in letters {
                    let class = self.classes.of(byte);
                    // A byte of the member is missing before this byte, or this byte replaces one, or it is
                    // superfluous.
                    let after = edited.iter().chain(&around).map(|&state| self.next(state, class));
                    let mut edited: Vec<u32> = after.collect();
                    edited.extend(&around);
                    edited.push(*plain);
                    edited.retain(|&state| distances.get(state).is_some());
                    edited.sort_unstable();
                    edited.dedup();
                    if edited.is_empty() {
                        continue;
                    }
                    let state = (self.next(*plain, class), edited);
                    let place = *places.entry(state.clone()).or_insert_with(|| {
                        longer.push((state, Vec::new()));
                        longer.len() - 1
                    });
                    let kept: &mut Vec<Vec<u8>> = &mut longer[place].1;
                    let more = words.iter().take(ALIKE - kept.len());
                    kept.extend(more.map(|word| [&word[..], &[byte]].concat()));
                }
            }
            visited += layer.len();
            layer = longer;
        }
        found.sort_by_key(Vec::len);
        found
    }

    /// Returns one byte of each class whose bytes occur in some string of a start's language.
    pub fn alphabet(&self, start: usize) -> Vec<u8> {
        let after = Distances::new(self);
        let reached = self.reachable([self.starts[start]]);
        let letters = self.classes.representatives().iter().enumerate();
        let is_used =
            |class| reached.iter().any(|&state| after.get(self.next(state, class)).is_some());
        letters.filter(|&(class, _)| is_used(class)).map(|(_, &byte)| byte).collect()
    }
}

// Strings at the boundaries of the classes of an automaton, since a faulty class usually has a boundary that is
// missing or off by one. For `[a-z]+` the strings are the empty string, `` ` ``, `a`, `z`, `{` and each of
// [`CHARACTERS`], and all of these again after an `a`.

/// The maximum number of states whose class boundaries are tested. The states nearest to the start are chosen.
const NEAREST: usize = 500;

/// The characters on both sides of each boundary of UTF-8: where the encoded length changes, and around the surrogates.
const CHARACTERS: [char; 9] = [
    '\u{7F}',
    '\u{80}',
    '\u{7FF}',
    '\u{800}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FFFF}',
    '\u{10000}',
    char::MAX,
];

/// The class boundaries of an automaton, from which test strings are built.
pub struct ClassBoundaries<'d> {
    dfa: &'d Dfa,
    distances: Distances,
    /// The bytes `b` for which `b + 1` is in another class.
    last: Vec<u8>,
    letters: Vec<u8>,
}

/// A test string, as the state whose shortest access string comes first, the bytes after that, and the state whose
/// shortest completion comes last. The last state is `None` for an access string alone. The bytes need not lead to it.
type BoundaryCase = (u32, Vec<u8>, Option<u32>);

impl<'d> ClassBoundaries<'d> {
    /// Finds the class boundaries of an automaton.
    pub fn new(dfa: &'d Dfa) -> Self {
        let classes = dfa.classes();
        let last = (0..u8::MAX).filter(|&byte| classes.of(byte) != classes.of(byte + 1)).collect();
        let letters = dfa.letters(dfa).into_iter().map(|(byte, ..)| byte).collect();
        Self { dfa, distances: Distances::new(dfa), last, letters }
    }

    /// Returns at most `most` test strings for the language that is accepted from `start`. The first strings cover each
    /// kind of boundary once; the other strings are spread evenly over the states.
    pub fn strings(&self, start: u32, most: usize) -> Vec<Vec<u8>> {
        let (states, came) = self.nearest(start);
        let mut kinds = HashSet::default();
        let cases = states.iter().flat_map(|&state| self.boundary_cases(state));
        let (mut chosen, others): (Vec<BoundaryCase>, Vec<BoundaryCase>) =
            cases.partition(|(_, bytes, rest)| kinds.insert((bytes.clone(), rest.is_some())));
        chosen.truncate(most);
        let room = most - chosen.len();
        let every = others.len().div_ceil(room.max(1)).max(1);
        chosen.extend(others.into_iter().step_by(every).take(room));
        let mut seen = HashSet::default();
        let strings = chosen.into_iter().map(|(state, bytes, rest)| {
            let letters = self.letters.iter().copied();
            let rest = rest.map(|rest| self.distances.completion(self.dfa, rest, letters));
            [Self::access(state, &came), bytes, rest.unwrap_or_default()].concat()
        });
        strings.filter(|string| seen.insert(string.clone())).collect()
    }

    /// Returns the states that are nearest to a state, and the state and byte by which each is first reached.
    fn nearest(&self, start: u32) -> (Vec<u32>, HashMap<u32, (u32, u8)>) {
        let (mut states, mut came) = (vec![start], HashMap::default());
        let mut at = 0;
        while let Some(&state) = states.get(at).filter(|_| states.len() < NEAREST) {
            at += 1;
            for &byte in &self.letters {
                let next = self.dfa.walk(state, &[byte]);
                let is_live = self.distances.get(next).is_some();
                if is_live && next != start && !came.contains_key(&next) {
                    came.insert(next, (state, byte));
                    states.push(next);
                }
            }
        }
        (states, came)
    }

    fn access(state: u32, came: &HashMap<u32, (u32, u8)>) -> Vec<u8> {
        way(state, |state| came.get(state).copied())
    }

    fn boundary_cases(&self, state: u32) -> Vec<BoundaryCase> {
        let is_live = |state: &u32| self.distances.get(*state).is_some();
        let after = |bytes: &[u8]| Some(self.dfa.walk(state, bytes)).filter(is_live);
        // The string that ends in this state, whether or not it is accepted.
        let mut found = vec![(state, Vec::new(), None)];
        for &last in &self.last {
            let (one, other) = (after(&[last]), after(&[last + 1]));
            if one != other {
                for rest in [one, other].into_iter().flatten() {
                    found.extend([last, last + 1].map(|byte| (state, vec![byte], Some(rest))));
                }
            }
        }
        found.extend(CHARACTERS.map(|character| {
            let bytes = character.to_string().into_bytes();
            let rest = after(&bytes).unwrap_or(state);
            (state, bytes, Some(rest))
        }));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::bytes::{ByteSet, Classes};
    use crate::build::dfa::Explorer;

    /// Explores at most five states of the automaton of the strings of at least `count` letters `a`.
    fn at_least(count: u8) -> Explorer<u8> {
        counting(count, 5)
    }

    fn counting(count: u8, limit: usize) -> Explorer<u8> {
        let mut explorer = Explorer::new(Classes::refine([ByteSet::single(b'a')]));
        let row = |&state: &u8, _: &Classes| {
            let after = if state < count { state + 1 } else { state };
            // The first class has all other bytes.
            Some((state == count, vec![count + 1, after]))
        };
        let _ = explorer.add(0, limit, row);
        explorer
    }

    const ONLY: [Wanted; 2] = [|left, right| left && !right, |left, right| right && !left];

    /// Five states of the partial automaton are visited, and none accepts. The automaton is not reported as
    /// empty, but it is reported that only the other automaton accepts `aaa`.
    #[test]
    fn unvisited_states_are_not_a_difference() {
        let partial = at_least(9).partial(0);
        let whole = |count| counting(count, 99).finish(vec![0]);
        let find = |only: Wanted, whole: &Dfa| {
            let search = ProductSearch::new(&partial.dfa, whole, only);
            search.knowing([Some(partial.unknown), None]).find((partial.dfa.start(0), 0), 99)
        };
        let three = whole(3);
        assert_eq!(find(ONLY[0], &three), Err(GaveUp::Unknown));
        assert_eq!(find(ONLY[1], &three), Ok(Some(b"aaa".to_vec())));
        // The whole automaton agrees with the visited part, and has strings beyond it.
        let six = counting(6, 99).finish(vec![0]);
        assert_eq!(ONLY.map(|only| find(only, &six)), [const { Err(GaveUp::Unknown) }; 2]);
    }

    #[test]
    fn a_search_reuses_results_within_its_steps() {
        let [four, three] = [4, 3].map(|count| counting(count, 99).finish(vec![0]));
        let mut search = ProductSearch::new(&three, &four, ONLY[0]);
        let after = (three.walk(0, b"a"), four.walk(0, b"a"));
        assert_eq!(search.find(after, 9), Ok(Some(b"aa".to_vec())));
        let before = search.steps;
        assert_eq!(search.find((0, 0), 99), Ok(Some(b"aaa".to_vec())));
        // Two letters from the first pair, and one from each known pair.
        assert_eq!(search.steps - before, 4);
        let mut search = ProductSearch::new(&four, &three, ONLY[0]);
        assert_eq!(search.find((0, 0), 3), Err(GaveUp::Pairs(3)));
        assert_eq!(search.find((0, 0), 99), Ok(None));
    }

    /// Two cycles of coprime lengths: their product has all 41,989 pairs of states.
    #[test]
    fn a_search_ends_at_its_deadline() {
        let [left, right] = [211, 199].map(|length: u8| {
            let mut explorer = Explorer::new(Classes::refine([]));
            let row = |&state: &u8, _: &Classes| Some((state == 0, vec![(state + 1) % length]));
            let start = explorer.add(0, 999, row).unwrap();
            explorer.finish(vec![start])
        });
        let never: Wanted = |_, _| false;
        let search = || ProductSearch::new(&left, &right, never);
        assert_eq!(search().find((0, 0), usize::MAX), Ok(None));
        let passed = Deadline::after(std::time::Duration::ZERO);
        assert_eq!(search().until(&passed).find((0, 0), usize::MAX), Err(GaveUp::Time));
    }

    /// Returns the automaton of `a`, then any number of `b`, then `c`.
    fn abc() -> Dfa {
        let classes = Classes::refine([b'a', b'b', b'c'].map(ByteSet::single));
        let step = |&state: &u8, byte: u8| match (state, byte) {
            (1, b'a') => 2,
            (2, b'b') => 2,
            (2, b'c') => 3,
            _ => 0,
        };
        Dfa::explore(classes, vec![1], 9, |&state| state == 3, step).unwrap().minimize()
    }

    #[test]
    fn a_cover_takes_every_transition() {
        assert_eq!(abc().cover(0, 9), [&b"ac"[..], b"abc"]);
        assert_eq!(abc().cover(0, 1), [b"ac"]);
    }

    #[test]
    fn near_misses_are_one_edit_away() {
        let abc = abc();
        assert_eq!(abc.alphabet(0), b"abc");
        let near: Vec<_> = abc.near_misses(0, b"abc", 40);
        // Each of the two bytes is left out once.
        assert_eq!(near[..2], [b"a", b"c"]);
        for text in ["bc", "aa", "cc", "aca"] {
            assert!(near.iter().any(|found| found == text.as_bytes()), "{text}");
        }
        let others = abc.near_misses(0, b"0", 40);
        assert!(others.is_empty(), "{others:?}");
        assert!(abc.near_misses(0, b"a0", 40).contains(&b"a0".to_vec()));
    }

    #[test]
    fn near_misses_are_outside_and_next_to_a_member() {
        let abc = abc();
        let bytes = b"abc";
        for word in abc.near_misses(0, bytes, 200) {
            assert!(!abc.matches(0, &word));
            let inserted = (0..=word.len())
                .flat_map(|at| bytes.map(|byte| [&word[..at], &[byte], &word[at..]].concat()));
            let deleted = (0..word.len()).map(|at| [&word[..at], &word[at + 1..]].concat());
            let other = (0..word.len())
                .flat_map(|at| bytes.map(|byte| [&word[..at], &[byte], &word[at + 1..]].concat()));
            let mut all = inserted.chain(deleted).chain(other);
            assert!(all.any(|near| abc.matches(0, &near)), "{word:?}");
        }
    }

    #[test]
    fn an_intersection_has_the_common_members() {
        let step = |&length: &u8, _| 3.min(length + 1);
        let two = Dfa::explore(Classes::refine([]), vec![0], 9, |n| *n == 2, step).unwrap();
        let both = Dfa::intersection((&abc(), 0), (&two, 0), 99).unwrap();
        assert_eq!(both.members(0).collect::<Vec<_>>(), [b"ac"]);
    }

    #[test]
    fn boundary_strings_surround_each_range() {
        let letters = ByteSet::range(b'a', b'z');
        let step = |&state: &u8, byte| if state < 2 && letters.contains(byte) { 1 } else { 2 };
        let classes = Classes::refine([letters]);
        let dfa = Dfa::explore(classes, vec![0], 9, |&state| state == 1, step).unwrap();
        let strings = ClassBoundaries::new(&dfa).strings(dfa.start(0), 100);
        for wanted in ["", "`", "a", "z", "{", "a`", "aa", "az", "a{", "a\u{D7FF}", "a\u{E000}"] {
            assert!(strings.contains(&wanted.as_bytes().to_vec()), "{wanted:?}");
        }
        // Single boundary characters come first.
        let few = ClassBoundaries::new(&dfa).strings(dfa.start(0), 5);
        assert_eq!(few, [&b""[..], b"`", b"a", b"z", b"{"]);
    }

    #[test]
    fn a_dead_state_has_boundary_strings() {
        let dfa = Dfa::default();
        assert!(ClassBoundaries::new(&dfa).strings(0, 100).contains(&b"\x7F".to_vec()));
    }
}
