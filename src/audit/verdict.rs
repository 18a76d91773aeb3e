//! What a search says of one production: whether its rule accepts the same strings, and what its
//! readings change.

use std::fmt;

/// Whether a production and its rule accept the same strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They do.
    Equal,
    /// They do not.
    Differs {
        /// The shortest string that only the production has. Nothing if there is none, or if
        /// [`Report::untold`](super::report::Report::untold) says that it cannot be told.
        only_printed: Option<Vec<u8>>,
        /// The shortest string that only the rule has, likewise.
        only_pest: Option<Vec<u8>>,
    },
    /// No rule transcribes the production.
    Missing,
    /// The production, or the rule, has no language that could be decided.
    Undecided(String),
}

/// What the readings of a grammar do to a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As printed it says nothing.
    Unreadable {
        /// The way from the production to the one at fault: one name if it is itself.
        through: Vec<String>,
        /// What is wrong there.
        why: String,
    },
    /// It has other strings than as printed.
    Changes {
        /// The shortest string that it has only as read.
        adds: Option<Vec<u8>>,
        /// The shortest string that it has only as printed.
        takes: Option<Vec<u8>>,
    },
    /// It is read, and has the strings that it has as printed: the reading is not needed.
    Idle,
}

/// A witness in quotes; what is no graphic ASCII is escaped.
pub(super) fn quoted(witness: &[u8]) -> String {
    format!("\"{}\"", witness.escape_ascii())
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { through, why } => match &through[..] {
                [] | [_] => write!(f, "unreadable as printed: {why}"),
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
