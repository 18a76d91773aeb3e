//! Whether some URI is an expansion in two ways.
//!
//! Two ways through the automaton are walked side by side, byte by byte. They are two readings from the first place on
//! at which their marks differ. There are finitely many pairs of states, so the walk ends; it is breadth first, so
//! the URI that it finds is a shortest one. Where it finds none, every URI has one reading, and the number of pairs
//! is the size of the proof.
//!
//! Where the automaton accepts more than the expansions, a URI that is found may have no two readings. Others are
//! tried then; but the walk does not come to all, and may end without an answer.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::Expansions;
use super::matching::Ways;

/// Whether matching has one answer for every URI.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ambiguity {
    /// No URI is an expansion in two ways.
    None {
        /// The number of pairs of states that were visited: all that there are.
        pairs: usize,
    },
    /// A URI is an expansion in several ways. No shorter one is, unless the expansions are [not
    /// exact](Expansions::is_exact).
    Found {
        /// The URI.
        uri: String,
        /// Two of its ways.
        ways: Ways,
    },
    /// It is not decided.
    Undecided {
        /// The reason.
        why: String,
    },
}

/// The number of pairs that are visited before the search is given up.
const PAIRS: usize = 1 << 20;
/// The number of URIs that are tried where the automaton accepts more than the expansions.
const TRIED: usize = 256;

/// A pair of states, and whether the marks before them differed.
type Pair = (u32, u32, bool);

impl Expansions<'_> {
    /// Decides whether some URI is an expansion in two ways. Two values of a variable under `+` or `#` that expand
    /// alike count as one, and so do values that differ only behind a prefix: no URI tells these apart.
    ///
    /// ```
    /// use urispec::template::{Ambiguity, UriTemplate, VariableTypes};
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
                    let why = "the first URIs that the automaton reads in two ways have one way \
                               each in which every variable has one value";
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
                    // Which way is the left one does not matter.
                    let (low, high) = (one.next.min(other.next), one.next.max(other.next));
                    let next = (low, high, differ);
                    let number = pairs.len();
                    if let alloc::collections::btree_map::Entry::Vacant(entry) = numbers.entry(next)
                    {
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
                why:
                    "the automaton reads some URIs in two ways, and none was found in which every \
                      variable has one value both times"
                        .to_string(),
            },
        }
    }
}

/// The bytes that lead to a pair.
fn word(pairs: &[(Pair, usize, u8)], mut at: usize) -> String {
    let mut word = Vec::new();
    while at > 0 {
        let (_, before, byte) = pairs[at];
        word.push(char::from(byte));
        at = before;
    }
    word.iter().rev().collect()
}

/// A byte of a range, a letter or a digit if there is one.
fn readable(first: u8, last: u8) -> u8 {
    let has = |byte: &u8| (first..=last).contains(byte);
    [b'a', b'0', b'A'].into_iter().find(has).unwrap_or(first)
}
