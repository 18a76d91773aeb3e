//! Whether two templates have a URI in common.

use alloc::string::String;
use alloc::string::ToString;

use super::{Answer, ExpansionLanguage, PRODUCT, TRIED, Tried, product, tried};
use crate::template::values::Values;

/// A URI that two templates expand to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collision {
    /// The URI. No shorter one is an expansion of both.
    pub uri: String,
    /// Values by which the first template expands to it.
    pub left: Values,
    /// Values by which the second template expands to it.
    pub right: Values,
}

/// Whether two templates have a URI in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CollisionVerdict {
    /// They have one.
    Found(Collision),
    /// They have none.
    None {
        /// The number of states of the product of their automata.
        states: usize,
        /// The number of strings that the product accepts, each of which was tried and is an expansion of one of the
        /// templates at most. It is 0 if no state accepts.
        tried: usize,
    },
    /// It is not decided.
    Undecided {
        /// The reason.
        why: String,
    },
}

impl ExpansionLanguage<'_> {
    /// Decides whether two templates can expand to one URI, and to which: the values that are found are expanded
    /// again, and both expansions are the URI.
    #[must_use]
    pub fn collision(&self, other: &Self) -> CollisionVerdict {
        let undecided = |why: &str| CollisionVerdict::Undecided { why: why.to_string() };
        let Ok(both) = product(&self.dfa, &other.dfa, |left, right| left && right) else {
            let why = alloc::format!("the product of the automata has more than {PRODUCT} states");
            return undecided(&why);
        };
        if both.shortest(0).is_none() {
            return CollisionVerdict::None { states: both.states(), tried: 0 };
        }
        let is_exact = self.expansions.is_exact() && other.expansions.is_exact();
        let found = tried(&both, if is_exact { 1 } else { TRIED }, |uri| {
            let [left, right] = [self, other].map(|one| one.expansions.matches(uri, 1));
            match (left.all(), right.all()) {
                ([left, ..], [right, ..]) => {
                    let (left, right) = (left.clone(), right.clone());
                    Answer::Found(Collision { uri: uri.to_string(), left, right })
                }
                _ if [&left, &right].iter().any(|one| one.is_empty() && one.are_all()) => {
                    Answer::None
                }
                _ => Answer::Unknown,
            }
        });
        match found {
            Tried::Found(collision) => CollisionVerdict::Found(collision),
            Tried::None(tried) => CollisionVerdict::None { states: both.states(), tried },
            Tried::Undecided => undecided(
                "the automata have strings in common, but none that was tried is an expansion in which \
                 every variable has one value",
            ),
        }
    }
}
