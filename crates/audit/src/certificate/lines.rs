//! The contents of the lines of a file of certificates.
//!
//! In: the parts of a certificate. Out: their lines, in the [format](super#the-format). Nothing is
//! forgotten; [`CertificateReader`](super::CertificateReader) reads the lines again.

use std::fmt;

use grammar_automata::build::ByteSet;

use super::SCHEMA;
use crate::regex::{Dialect, Matching};

/// A proof that a production accepts the same strings as what it is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The line of the file on which the certificate begins, counted from 1. It is 0 if the
    /// certificate was never in a file.
    pub line: usize,
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
    /// The automaton that stands for the production, by its number. The production itself is then
    /// its right side.
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

/// A side of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Side {
    /// The production, on the printed side.
    Printed,
    /// The rule that the production is compared with.
    Rule,
    /// The pattern that the production is compared with.
    Pattern,
    /// The automaton that stands for the production.
    Automaton,
}

/// A deterministic automaton that stands for a production. It starts in its first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The line of the file on which the automaton begins, counted from 1. It is 0 if the automaton
    /// was never in a file.
    pub line: usize,
    /// The name of the production.
    pub production: String,
    /// The classes of bytes.
    pub classes: Vec<ByteSet>,
    /// The states.
    pub states: Vec<State>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Whether the string may end here.
    pub accepts: bool,
    /// The numbers of the states after a byte of each class.
    pub next: Vec<u32>,
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

impl Side {
    /// The side that the production is compared with: a rule, a pattern or an automaton.
    pub(super) fn of(against: &Against) -> Self {
        match against {
            Against::Rule(_) => Self::Rule,
            Against::Pattern(_) => Self::Pattern,
            Against::Automaton(_) => Self::Automaton,
        }
    }
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

/// Prints the lines of a certificate; see the [format](super#the-format).
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { production, against, classes, rows, .. } = self;
        let (class_count, pairs) = (classes.len(), rows.len());
        writeln!(f, "production {production} {against} classes {class_count} pairs {pairs}")?;
        write_classes(f, classes)?;
        for (pair, Row { way, accepts, next }) in rows.iter().enumerate() {
            write!(f, "pair {pair} {way} ")?;
            write_next(f, *accepts, next)?;
        }
        Ok(())
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Pair { pair, class } => write!(f, "{pair}/{class}"),
        }
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

/// An automaton and its number.
struct Numbered<'a>(usize, &'a Automaton);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, Automaton { production, classes, states, .. }) = self;
        let (class_count, count) = (classes.len(), states.len());
        write!(f, "automaton {number} production {production} ")?;
        writeln!(f, "classes {class_count} states {count}")?;
        write_classes(f, classes)?;
        for (number, State { accepts, next }) in states.iter().enumerate() {
            write!(f, "state {number} ")?;
            write_next(f, *accepts, next)?;
        }
        Ok(())
    }
}

/// The text of a pattern in one field of ASCII: `%` and two hexadecimal digits stand for each byte
/// that is not from `!` to `~`, and for `%`.
pub(super) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'!'..=b'~' if byte != b'%' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// The text that a field stands for, if the field is how that text is written.
pub(super) fn decoded(field: &str) -> Option<String> {
    let mut parts = field.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).ok().filter(|text| encoded(text) == field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_pattern_is_one_field() {
        for (text, field) in [
            ("^[0-9]*$", "^[0-9]*$"),
            ("", ""),
            ("a b\t%\n", "a%20b%09%25%0A"),
            ("\\p{L}é~!", "\\p{L}%C3%A9~!"),
        ] {
            assert_eq!(encoded(text), field);
            assert_eq!(decoded(field).as_deref(), Some(text));
        }
        for field in ["%", "%2", "%5E", "%c3%a9", "%C3", "a b", "é", "%+1", "%é"] {
            assert_eq!(decoded(field), None, "{field}");
        }
    }
}
