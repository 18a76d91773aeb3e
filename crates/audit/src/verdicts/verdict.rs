//! The verdict on one production, and the effect of readings on it.

use std::fmt;

/// The verdict on a production and its rule: whether both accept the same strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The production and the rule accept the same strings.
    Equal,
    /// The production or the rule has nested recursion. The two are equal up to this depth of nesting, but may differ
    /// on strings that need deeper nesting.
    ///
    /// The rule matches each string that the production derives with this many nested calls, and the production derives
    /// each string that pest matches with a parse tree of this many nested calls. The depth counts calls that succeed
    /// and are nodes of the derivation or of the tree, except for calls at the end of their production. In each cycle
    /// of productions, one call is counted. A pushed repetition counts once for each iteration.
    EqualToDepth(usize),
    /// One of the two accepts a string that the other rejects.
    Differs {
        /// The shortest string that only the production derives. It is `None` if there is no such string, or if this is
        /// undecided. [`Report::unknown`](crate::verdicts::report::Report::unknown) reports if it is undecided, or if
        /// there may be a shorter string.
        only_printed: Option<Vec<u8>>,
        /// The shortest string that only the rule accepts, with the same exceptions as for `only_printed`.
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
    /// The production cannot be used without its reading.
    Unreadable {
        /// The path from the production to the production at fault. If the two are the same, it is a single name.
        through: Vec<String>,
        /// The reason why the production at fault cannot be used.
        why: String,
    },
    /// The readings change the strings of the production.
    Changes {
        /// The shortest string that the readings add.
        adds: Option<Vec<u8>>,
        /// The shortest string that the readings remove.
        takes: Option<Vec<u8>>,
    },
    /// The reading of the production does not change its strings, and is not needed.
    Idle,
}

/// Quotes a string. Bytes that are not printable ASCII are escaped.
pub(crate) fn quoted(witness: &[u8]) -> String {
    format!("\"{}\"", witness.escape_ascii())
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { through, why } => match &through[..] {
                [] | [_] => write!(f, "without the reading: {why}"),
                through => write!(
                    f,
                    "unreadable as printed; the path to the cause is {}",
                    through.join(" → ")
                ),
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
