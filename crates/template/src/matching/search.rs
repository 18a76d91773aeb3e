//! Finds the matches of a URI: values of the variables with which the template expands to the URI.
//!
//! The states at each byte that lead to the end of the URI are computed first, in linear time. The paths along these
//! states are then followed depth first, without duplicates. Each match is expanded again before it is returned.

use alloc::collections::btree_map::{BTreeMap, Entry};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::{Expansions, Graph, Mark, Marks, State, WayReading};
use crate::parse::Modifier;
use crate::values::{Values, VariableType};

/// The budget of a search. Each byte costs one. A path that reaches the end of the URI costs as much as expanding its
/// values, even if the path is rejected because a variable would have two values.
const PASSED: usize = 1 << 21;
/// The cost of each beginning or end of a value, on a path that reaches the end of the URI.
const MARK: usize = 8;

/// The matches of a URI: for each match, the values of the variables with which the template expands to the URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matches {
    ways: Vec<Values>,
    are_all: bool,
}

impl Matches {
    /// Creates the result for a string that does not match.
    #[cfg(feature = "audit")]
    pub(crate) fn none() -> Self {
        Self { ways: Vec::new(), are_all: true }
    }

    /// Creates the result for a string with a single match.
    #[cfg(feature = "audit")]
    pub(crate) fn one(values: Values) -> Self {
        Self { ways: vec![values], are_all: true }
    }

    /// Creates the result for a string whose matches were not found in time.
    #[cfg(feature = "audit")]
    pub(crate) fn unknown() -> Self {
        Self { ways: Vec::new(), are_all: false }
    }

    /// Returns the values of the variables, for each match that was found.
    #[must_use]
    pub fn all(&self) -> &[Values] {
        &self.ways
    }

    /// Returns the values of the variables, if there is exactly one match.
    #[must_use]
    pub fn only(&self) -> Option<&Values> {
        match &self.ways[..] {
            [only] if self.are_all => Some(only),
            _ => None,
        }
    }

    /// Returns whether all matches were found. If not, there are more than requested, or the search was given up.
    #[must_use]
    pub fn are_all(&self) -> bool {
        self.are_all
    }

    /// Returns whether no match was found. If the search was not given up, the template does not expand to the URI.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }
}

impl Expansions<'_> {
    /// Finds at most `most` matches of a URI. [`Matches::are_all`] tells whether more may exist.
    #[must_use]
    pub fn matches(&self, uri: &str, most: usize) -> Matches {
        let alive = self.alive(uri.as_bytes());
        let (marks, twins) = (Vec::new(), self.twins());
        let mut search = TemplateSearch { of: self, uri, alive: &alive, twins, marks, passed: 0 };
        search.ways(most)
    }

    /// Returns, for each occurrence of a variable, its twin: the last earlier occurrence that must have the same text.
    /// An occurrence has a twin only if both contain the whole value, not a prefix, and encode it in the same way.
    fn twins(&self) -> Vec<Option<u16>> {
        let mut last = BTreeMap::new();
        let twins = (0_u16..).zip(&self.occurrences).map(|(number, one)| {
            let is_whole = !matches!(one.modifier, Modifier::Prefix(_));
            if one.of != VariableType::String || !is_whole {
                return None;
            }
            last.insert((&*one.name, one.operator.lets_reserved()), number)
        });
        twins.collect()
    }

    /// Returns the states at each offset that lie on an accepting path, in ascending order.
    fn alive(&self, uri: &[u8]) -> Vec<Vec<u32>> {
        let mut alive = vec![vec![0_u32]];
        for &byte in uri {
            let here = alive.last().map(Vec::as_slice).unwrap_or_default();
            let mut next: Vec<u32> =
                here.iter().flat_map(|&state| after(self.state(state), byte)).collect();
            next.sort_unstable();
            next.dedup();
            alive.push(next);
        }
        if let Some(last) = alive.last_mut() {
            last.retain(|&state| !self.state(state).ends.is_empty());
        }
        for (offset, &byte) in uri.iter().enumerate().rev() {
            let (before, behind) = alive.split_at_mut(offset + 1);
            let behind = &behind[0];
            before[offset].retain(|&state| {
                after(self.state(state), byte).any(|next| behind.binary_search(&next).is_ok())
            });
        }
        alive
    }

    pub(super) fn state(&self, state: u32) -> &State {
        &self.states[state as usize]
    }
}

fn after(state: &State, byte: u8) -> impl Iterator<Item = u32> {
    let steps = state.steps.iter().filter(move |step| (step.first..=step.last).contains(&byte));
    steps.map(|step| step.next)
}

struct TemplateSearch<'s> {
    of: &'s Expansions<'s>,
    uri: &'s str,
    alive: &'s [Vec<u32>],
    twins: Vec<Option<u16>>,
    /// The beginnings and ends of values on the current path, with their offsets.
    marks: Vec<(usize, Mark)>,
    passed: usize,
}

/// A point of the current path, with the choices at the next offset that were not tried yet. A choice consists of marks
/// (beginnings and ends of values), and of the states after the marks and the next byte.
struct Point {
    choices: Vec<(Marks, Vec<u32>)>,
    /// The number of marks before this point.
    marks: usize,
}

impl<'s> TemplateSearch<'s> {
    fn ways(&mut self, most: usize) -> Matches {
        let mut ways: Vec<Values> = Vec::new();
        let mut are_all = true;
        let mut points = vec![self.point(0, &self.alive[0])];
        while let Some(point) = points.last_mut() {
            self.marks.truncate(point.marks);
            let Some((marks, states)) = point.choices.pop() else {
                points.pop();
                continue;
            };
            let offset = points.len() - 1;
            self.marks.extend(marks.iter().map(|&mark| (offset, mark)));
            self.passed += 1;
            if self.passed > PASSED {
                return Matches { ways, are_all: false };
            }
            if !self.is_static(&marks) {
                continue;
            }
            if offset < self.uri.len() {
                points.push(self.point(offset + 1, &states));
                continue;
            }
            self.passed += self.uri.len() + MARK * self.marks.len();
            let values = match super::values(self.of, self.uri, &self.marks) {
                WayReading::Values(values) => values,
                WayReading::None => continue,
                WayReading::GivenUp => {
                    are_all = false;
                    continue;
                }
            };
            if !ways.contains(&values) {
                if ways.len() == most {
                    return Matches { ways, are_all: false };
                }
                ways.push(values);
            }
        }
        Matches { ways, are_all }
    }

    /// Returns whether each value that one of `marks` ends has the same text as its twin, an earlier occurrence of the
    /// variable (RFC 6570, 3.2.1). The marks are at the end of the current path.
    fn is_static(&mut self, marks: &[Mark]) -> bool {
        marks.iter().all(|mark| {
            let Mark::Close(number) = *mark else { return true };
            let Some(twin) = self.twins[usize::from(number)] else { return true };
            let [own, before] = [number, twin].map(|number| self.string(number));
            self.passed += self.marks.len();
            match (own, before) {
                (Some(own), Some(before)) => {
                    self.passed += own.len();
                    own == before
                }
                // The variable is defined in only one of the two occurrences.
                (_, _) => false,
            }
        })
    }

    /// Returns the text of an occurrence of a variable, or `None` if it has not ended yet.
    fn string(&self, number: u16) -> Option<&'s str> {
        let place = |mark: Mark| {
            let mut marks = self.marks.iter().rev();
            marks.find(|(_, one)| *one == mark).map(|(offset, _)| *offset)
        };
        let uri: &'s str = self.uri;
        Some(&uri[place(Mark::Open(number))?..place(Mark::Close(number))?])
    }

    /// Returns the choices at an offset: each sequence of marks, with the states after the next byte.
    fn point(&self, offset: usize, states: &[u32]) -> Point {
        let mut choices: Vec<(Marks, Vec<u32>)> = Vec::new();
        let mut choose = |marks: &Marks, next: Option<u32>| {
            let known = choices.iter_mut().find(|(one, _)| one == marks);
            match (known, next) {
                (Some((_, states)), next) => states.extend(next),
                (None, next) => choices.push((marks.clone(), next.into_iter().collect())),
            }
        };
        for &state in states {
            let state = self.of.state(state);
            match self.uri.as_bytes().get(offset) {
                None => state.ends.iter().for_each(|marks| choose(marks, None)),
                Some(byte) => {
                    let behind = &self.alive[offset + 1];
                    let steps = state.steps.iter();
                    let steps = steps.filter(|step| (step.first..=step.last).contains(byte));
                    let steps = steps.filter(|step| behind.binary_search(&step.next).is_ok());
                    steps.for_each(|step| choose(&step.marks, Some(step.next)));
                }
            }
        }
        for (_, states) in &mut choices {
            states.sort_unstable();
            states.dedup();
        }
        // The last choice is tried first. It has the fewest marks, so that values are as long as possible.
        choices.sort_by(|(one, _), (other, _)| other.len().cmp(&one.len()).then(other.cmp(one)));
        Point { choices, marks: self.marks.len() }
    }
}

// Decides whether some URI is an expansion in two ways. Two paths through the automaton are walked side by side. They
// are two readings from the first byte at which their marks differ. There are finitely many pairs of states, so the
// walk ends; it is breadth first, so it finds a shortest URI. If it finds none, every URI has one reading, and the
// number of pairs is the size of the proof. If the automaton accepts more than the expansions, a URI that is found may
// have only one reading. Other URIs are then tried, but not all of them, so the result may be undecided.

/// The decision whether some URI has several matches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ambiguity {
    /// No URI has two matches.
    None {
        /// The number of pairs of states, all of which were visited.
        pairs: usize,
    },
    /// Some URI has several matches. The given URI is a shortest one, unless the expansions are [not
    /// exact](Expansions::is_exact).
    Found {
        /// The URI.
        uri: String,
        /// Two matches of the URI.
        ways: Matches,
    },
    /// The search could not decide whether some URI has two matches.
    Undecided {
        /// The reason why the search could not decide.
        why: String,
    },
}

/// The number of pairs of states that are visited before the search is given up.
const PAIRS: usize = 1 << 20;
/// The number of URIs that are tried if the automaton also accepts strings that are not expansions.
const TRIED: usize = 256;

/// A pair of states, and whether the marks on the two paths to these states differ.
type Pair = (u32, u32, bool);

impl Expansions<'_> {
    /// Decides whether some URI has two matches. Values that no URI distinguishes count as one: values with the same
    /// expansion under `+` or `#`, and values that differ only after a prefix.
    ///
    /// ```
    /// use urispec_template::{Ambiguity, UriTemplate, VariableTypes};
    ///
    /// let ambiguity = |text: &str| {
    ///     UriTemplate::parse(text).unwrap().expansions(&VariableTypes::new()).unwrap().ambiguity()
    /// };
    /// assert!(matches!(ambiguity("/users/{id}{?page}"), Ambiguity::None { .. }));
    /// let Ambiguity::Found { uri, ways } = ambiguity("/{name}{.ext}") else { panic!() };
    /// assert_eq!((&*uri, ways.all().len()), ("/.", 2));
    /// ```
    #[must_use]
    pub fn ambiguity(&self) -> Ambiguity {
        let start: Pair = (0, 0, false);
        let mut numbers = BTreeMap::from([(start, 0_usize)]);
        let mut pairs: Vec<(Pair, usize, u8)> = vec![(start, 0, 0)];
        let (mut at, mut tried) = (0, 0);
        while let Some(&((left, right, differ), ..)) = pairs.get(at) {
            let [left, right] = [left, right].map(|state| self.state(state));
            let is_two = match differ {
                true => !left.ends.is_empty() && !right.ends.is_empty(),
                false => {
                    left.ends.iter().any(|marks| right.ends.iter().any(|other| other != marks))
                }
            };
            if is_two {
                let uri = word(&pairs, at);
                let ways = self.matches(&uri, 2);
                if ways.all().len() > 1 {
                    return Ambiguity::Found { uri, ways };
                }
                tried += 1;
                if tried == TRIED {
                    let why = "each of the first URIs that the automaton reads in two ways has only \
                               one reading with one value for each variable";
                    return Ambiguity::Undecided { why: why.to_string() };
                }
            }
            for one in &left.steps {
                for other in &right.steps {
                    let (first, last) = (one.first.max(other.first), one.last.min(other.last));
                    if first > last {
                        continue;
                    }
                    let differ = differ || one.marks != other.marks;
                    // The order of the two paths does not matter.
                    let (low, high) = (one.next.min(other.next), one.next.max(other.next));
                    let next = (low, high, differ);
                    let number = pairs.len();
                    if let Entry::Vacant(entry) = numbers.entry(next) {
                        entry.insert(number);
                        pairs.push((next, at, readable(first, last)));
                    }
                }
            }
            if pairs.len() > PAIRS {
                let why = alloc::format!("more than {PAIRS} pairs of states");
                return Ambiguity::Undecided { why };
            }
            at += 1;
        }
        match tried {
            0 => Ambiguity::None { pairs: pairs.len() },
            _ => Ambiguity::Undecided {
                why: "the automaton reads some URIs in two ways, but no URI was found with two \
                      readings that give each variable one value"
                    .to_string(),
            },
        }
    }
}

fn word(pairs: &[(Pair, usize, u8)], mut at: usize) -> String {
    let mut word = Vec::new();
    while at > 0 {
        let (_, before, byte) = pairs[at];
        word.push(char::from(byte));
        at = before;
    }
    word.iter().rev().collect()
}

/// Returns a byte of a range, a letter or a digit if there is one.
fn readable(first: u8, last: u8) -> u8 {
    let has = |byte: &u8| (first..=last).contains(byte);
    [b'a', b'0', b'A'].into_iter().find(has).unwrap_or(first)
}

// The encoded characters of values (section 3.2.1), as parts of a graph. Under most operators an unreserved character is
// itself, and any other one is the triplets of its UTF-8, with digits in upper case. Under `+` and `#` reserved characters and
// any triplets are kept; where characters are counted, the triplets of one character may count as one (2.4.1).

pub(crate) const UNRESERVED: [(u8, u8); 6] =
    [(b'-', b'.'), (b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z'), (b'~', b'~')];

pub(crate) const UNRESERVED_OR_RESERVED: [(u8, u8); 9] = [
    (b'!', b'!'),
    (b'#', b'$'),
    (b'&', b';'),
    (b'=', b'='),
    (b'?', b'['),
    (b']', b']'),
    (b'_', b'_'),
    (b'a', b'z'),
    (b'~', b'~'),
];

/// The multi-byte characters of UTF-8 (RFC 3629, 4): first octets, with the ranges of the following octets.
pub(crate) const LONG: [(u8, u8, &[Octets]); 8] = [
    (0xC2, 0xDF, &[TAIL]),
    (0xE0, 0xE0, &[(0xA0, 0xBF), TAIL]),
    (0xE1, 0xEC, &[TAIL, TAIL]),
    (0xED, 0xED, &[(0x80, 0x9F), TAIL]),
    (0xEE, 0xEF, &[TAIL, TAIL]),
    (0xF0, 0xF0, &[(0x90, 0xBF), TAIL, TAIL]),
    (0xF1, 0xF3, &[TAIL, TAIL, TAIL]),
    (0xF4, 0xF4, &[(0x80, 0x8F), TAIL, TAIL]),
];
const TAIL: Octets = (0x80, 0xBF);

type Octets = (u8, u8);

impl Graph {
    /// Adds the paths that read `least` (0 or 1) to `most` characters, and returns the node at their end.
    pub(super) fn string(
        &mut self,
        from: u32,
        lets_reserved: bool,
        least: usize,
        most: Option<u16>,
    ) -> u32 {
        let mut at = from;
        let Some(most) = most else {
            if least > 0 {
                let next = self.node();
                self.character(at, lets_reserved, false, next);
                at = next;
            }
            let again = self.node();
            self.empty(at, again);
            self.character(again, lets_reserved, false, again);
            return again;
        };
        let end = self.node();
        for place in 0..usize::from(most) {
            if place >= least {
                self.empty(at, end);
            }
            let next = self.node();
            self.character(at, lets_reserved, true, next);
            at = next;
        }
        self.empty(at, end);
        end
    }

    /// Adds the paths that read one character. If characters are counted, it may take several triplets.
    fn character(&mut self, from: u32, lets_reserved: bool, is_counted: bool, to: u32) {
        let runs: &[(u8, u8)] = if lets_reserved { &UNRESERVED_OR_RESERVED } else { &UNRESERVED };
        for &(first, last) in runs {
            self.bytes(from, first, last, to);
        }
        let percent = self.node();
        self.bytes(from, b'%', b'%', percent);
        let is_any_case = lets_reserved;
        let mut after_high: [Option<u32>; 16] = [None; 16];
        let mut lead = |graph: &mut Self, first: u8, last: u8, to: u32| {
            for high in first >> 4..=last >> 4 {
                let node = match after_high[usize::from(high)] {
                    Some(node) => node,
                    None => {
                        let node = graph.node();
                        graph.digits(percent, high, high, is_any_case, node);
                        after_high[usize::from(high)] = Some(node);
                        node
                    }
                };
                let least = if high == first >> 4 { first & 15 } else { 0 };
                let most = if high == last >> 4 { last & 15 } else { 15 };
                graph.digits(node, least, most, is_any_case, to);
            }
        };
        if lets_reserved {
            lead(self, 0, 0xFF, to);
            if !is_counted {
                return;
            }
        } else {
            let mut first = 0;
            for (unreserved, last) in UNRESERVED {
                lead(self, first, unreserved - 1, to);
                first = last + 1;
            }
            lead(self, first, 0x7F, to);
        }
        for (first, last, tails) in LONG {
            let node = tails.iter().rev().fold(to, |to, tail| self.tail(*tail, is_any_case, to));
            lead(self, first, last, node);
        }
    }

    /// Adds the triplets of a range of octets, and returns the node before them. The range has all second digits.
    fn tail(&mut self, (first, last): (u8, u8), is_any_case: bool, to: u32) -> u32 {
        let [before, percent, low] = [self.node(), self.node(), self.node()];
        self.bytes(before, b'%', b'%', percent);
        self.digits(percent, first >> 4, last >> 4, is_any_case, low);
        self.digits(low, 0, 15, is_any_case, to);
        before
    }

    fn digits(&mut self, from: u32, first: u8, last: u8, is_any_case: bool, to: u32) {
        if first < 10 {
            self.bytes(from, b'0' + first, b'0' + last.min(9), to);
        }
        if last >= 10 {
            let (first, last) = (first.max(10) - 10, last - 10);
            self.bytes(from, b'A' + first, b'A' + last, to);
            if is_any_case {
                self.bytes(from, b'a' + first, b'a' + last, to);
            }
        }
    }
}
