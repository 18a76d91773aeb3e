//! A proof that two languages are equal, in a form that another program can check.
//!
//! In: a printed grammar with its readings, and its transcription in pest, or patterns. Out: for a production and a
//! rule or pattern that are decided equal a [`Certificate`]. The crate `grammar-verify`, which shares nothing with this
//! one, checks them. The chapter `docs/certificate.md`, which is also the module `guide::certificate` of `urispec`,
//! describes the format, why a certificate is a proof, and how to write a checker.
//!
//! ```
//! use grammar_audit::certificate::{Against, Grammars, Writer};
//! use grammar_audit::{GrammarPair, GrammarText, Notation};
//!
//! let printed = GrammarText { file: "port.abnf", text: "port = *DIGIT\n" };
//! let pest = GrammarText { file: "port.pest", text: "port = { ASCII_DIGIT* }" };
//! let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
//! let grammars = Grammars::new(&pair);
//! let rule = Against::Rule("port".to_owned());
//! let certificate = Writer::new(&grammars).certificate("port", &rule)?;
//! assert_eq!(
//!     certificate.to_string(),
//!     "production port rule port classes 2 pairs 2\nclass 0 30-39\nclass 1 00-2F 3A-FF\n\
//!      pair 0 start yes 0 1\npair 1 0/1 no 1 1\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! | in | by | out |
//! |---|---|---|
//! | both grammars, or a grammar and patterns | [`Grammars`] | what each production is compared with |
//! | the same, with recursion | [`Grammars::solved`] | automata that stand for productions |
//! | a production and a rule or pattern | [`Writer`] | their certificate |
//! | a name; patterns and automata | [`head`], [`grammar`], [`opening`] | the lines before the certificates |

use std::fmt;

use grammar_automata::build::{ByteSet, Classes, Dfa};
use grammar_regex::{Dialect, Matching};

mod grammars;
mod write;

pub use grammars::Grammars;
pub use write::{NoCertificate, Writer};

/// The version of the format.
pub const SCHEMA: u32 = 2;

/// The number of entries that the rows of one certificate may have together. Each successor of a
/// pair is an entry; the pair itself costs [`PAIR`] entries.
const ENTRIES: usize = 4_000_000;
/// The cost of a pair beside its successors, in entries.
const PAIR: usize = 16;

/// A proof that a production accepts the same strings as what it is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The name of the production.
    pub production: String,
    /// What the production is compared with.
    pub against: Against,
    /// The classes of bytes.
    pub classes: Vec<ByteSet>,
    /// The pairs of residuals. The first is the whole production and the whole other side.
    pub rows: Vec<Row>,
}

/// What a production is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Against {
    /// A rule by its name, which has `@` before it if an atomic rule runs the rule.
    Rule(String),
    /// A pattern by its number.
    Pattern(usize),
    /// The automaton that stands for the production, by its number. The production itself is then its right side.
    Automaton(usize),
}

/// A pair of residuals: what both sides may still read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How the pair is first reached.
    pub way: Reached,
    /// Whether both sides have the empty string. If not, neither side has it.
    pub accepts: bool,
    /// The numbers of the pairs after a byte of each class.
    pub next: Vec<u32>,
}

/// How a pair is first reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Reached without reading a byte.
    Start,
    /// Reached from an earlier pair by a byte of a class.
    Pair {
        /// The number of the earlier pair.
        pair: u32,
        /// The number of the class.
        class: u32,
    },
}

/// A deterministic automaton that stands for a production.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The name of the production.
    pub production: String,
    /// The automaton, which has one start.
    pub dfa: Dfa,
}

/// A pattern, with all that its meaning depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternName {
    /// The dialect that the pattern is written in.
    pub dialect: Dialect,
    /// Whether the pattern is searched for, or matches whole strings.
    pub matching: Matching,
    /// The text of the pattern.
    pub text: String,
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(name) => write!(f, "rule {name}"),
            Self::Pattern(number) => write!(f, "pattern {number}"),
            Self::Automaton(number) => write!(f, "automaton {number}"),
        }
    }
}

/// Prints the lines of a certificate.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { production, against, classes, rows } = self;
        let (class_count, pairs) = (classes.len(), rows.len());
        writeln!(f, "production {production} {against} classes {class_count} pairs {pairs}")?;
        write_classes(f, classes)?;
        for (pair, Row { way, accepts, next }) in rows.iter().enumerate() {
            match way {
                Reached::Start => write!(f, "pair {pair} start ")?,
                Reached::Pair { pair: from, class } => write!(f, "pair {pair} {from}/{class} ")?,
            }
            write_next(f, *accepts, next)?;
        }
        Ok(())
    }
}

fn write_classes(f: &mut fmt::Formatter<'_>, classes: &[ByteSet]) -> fmt::Result {
    for (class, bytes) in classes.iter().enumerate() {
        write!(f, "class {class}")?;
        bytes.ranges().try_for_each(|(first, last)| match first == last {
            true => write!(f, " {first:02X}"),
            false => write!(f, " {first:02X}-{last:02X}"),
        })?;
        writeln!(f)?;
    }
    Ok(())
}

fn write_next(f: &mut fmt::Formatter<'_>, accepts: bool, next: &[u32]) -> fmt::Result {
    f.write_str(if accepts { "yes" } else { "no" })?;
    next.iter().try_for_each(|next| write!(f, " {next}"))?;
    writeln!(f)
}

/// Lists the bytes of each class.
fn members(classes: &Classes) -> Vec<ByteSet> {
    (0..classes.count()).map(|class| classes.members(class)).collect()
}

/// The first line of a file of certificates.
#[must_use]
pub fn head() -> String {
    format!("urispec-certificate {SCHEMA}\n")
}

/// The line before the certificates of a grammar. The name must not contain a space.
#[must_use]
pub fn grammar(name: &str) -> String {
    format!("grammar {name}\n")
}

/// The lines of the patterns and the automata of a grammar, which stand before its certificates.
#[must_use]
pub fn opening(patterns: &[&PatternName], automata: &[Automaton]) -> String {
    let patterns = patterns.iter().enumerate().map(|(number, one)| {
        let PatternName { dialect, matching, text } = one;
        format!("pattern {number} {dialect} {matching} {}\n", encoded(text))
    });
    let automata = automata.iter().enumerate();
    patterns.chain(automata.map(|(number, one)| Numbered(number, one).to_string())).collect()
}

/// Prints the lines of an automaton and its number. States are numbered as they are met, breadth first.
struct Numbered<'a>(usize, &'a Automaton);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, Automaton { production, dfa }) = self;
        let (classes, order) = (members(dfa.classes()), dfa.reachable([dfa.start(0)]));
        let (class_count, states) = (classes.len(), order.len());
        write!(f, "automaton {number} production {production} ")?;
        writeln!(f, "classes {class_count} states {states}")?;
        write_classes(f, &classes)?;
        let mut numbers = vec![0; dfa.states()];
        order.iter().zip(0..).for_each(|(&state, number)| numbers[state as usize] = number);
        for (number, &state) in order.iter().enumerate() {
            write!(f, "state {number} ")?;
            let next: Vec<u32> =
                dfa.row(state).iter().map(|&next| numbers[next as usize]).collect();
            write_next(f, dfa.accepts(state), &next)?;
        }
        Ok(())
    }
}

/// The text of a pattern in one field of ASCII: `%` and two hexadecimal digits stand for each byte
/// that is not from `!` to `~`, and for `%`.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'!'..=b'~' if byte != b'%' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_pattern_is_encoded_as_one_field() {
        for (text, field) in [
            ("^[0-9]*$", "^[0-9]*$"),
            ("", ""),
            ("a b\t%\n", "a%20b%09%25%0A"),
            ("\\p{L}é~!", "\\p{L}%C3%A9~!"),
        ] {
            assert_eq!(encoded(text), field);
        }
    }
}
