//! The outcome of a search about one production: whether its rule accepts the same strings, and
//! what its readings change.

use std::fmt;

/// The verdict on a production and its rule: whether both accept the same strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both accept the same strings.
    Equal,
    /// One or both nest in themselves, and so far as either nests no deeper than this, both accept the
    /// same strings. That is no proof that they are equal.
    ///
    /// The rule reads each string that the production derives with so many calls within each other, and the production
    /// has each string that pest reads with a parse tree in which so many calls stand within each other. What is
    /// counted are calls that succeed, and are nodes of the derivation or of the tree: of those that are not the last
    /// thing of their production, one for each cycle. A repetition that is pushed counts as often as it repeats.
    EqualToDepth(usize),
    /// One of the two accepts a string that the other rejects.
    Differs {
        /// The shortest string that only the production has. There is none if no string is, or if
        /// [`Report::unknown`](crate::verdicts::report::Report::unknown) says that it cannot be told; and there
        /// may be a shorter one if that is said there.
        only_printed: Option<Vec<u8>>,
        /// The shortest string that only the rule has, with the same exceptions.
        only_pest: Option<Vec<u8>>,
    },
    /// No rule transcribes the production.
    Missing,
    /// The language of the production or of the rule could not be decided.
    Undecided(String),
}

/// The effect of the readings on the language of a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Without its reading the production cannot be used.
    Unreadable {
        /// The way from the production to the production at fault. It is one name if the production itself is at fault.
        through: Vec<String>,
        /// The fault.
        why: String,
    },
    /// The production has other strings with the readings than as printed.
    Changes {
        /// The shortest string that the readings add.
        adds: Option<Vec<u8>>,
        /// The shortest string that the readings take away.
        takes: Option<Vec<u8>>,
    },
    /// The production has a reading that changes nothing: the reading is not needed.
    Idle,
}

/// A witness in quotes. Bytes that are not graphic ASCII are escaped.
pub(crate) fn quoted(witness: &[u8]) -> String {
    format!("\"{}\"", witness.escape_ascii())
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { through, why } => match &through[..] {
                [] | [_] => write!(f, "without the reading: {why}"),
                through => write!(f, "unreadable as printed, through {}", through.join(" → ")),
            },
            Self::Idle => f.write_str("the reading changes nothing"),
            Self::Changes { adds, takes } => {
                let adds = adds.iter().map(|witness| format!("adds {}", quoted(witness)));
                let takes = takes.iter().map(|witness| format!("takes {}", quoted(witness)));
                write!(f, "the reading {}", adds.chain(takes).collect::<Vec<_>>().join(" and "))
            }
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("equal"),
            Self::EqualToDepth(depth) => write!(f, "equal to depth {depth}"),
            Self::Missing => f.write_str("missing in pest"),
            Self::Undecided(why) => write!(f, "undecided: {why}"),
            Self::Differs { only_printed, only_pest } => {
                f.write_str("differs:")?;
                if let Some(witness) = only_printed {
                    write!(f, " only in print {}", quoted(witness))?;
                }
                if let Some(witness) = only_pest {
                    write!(f, " only in pest {}", quoted(witness))?;
                }
                Ok(())
            }
        }
    }
}
