//! The lines of a file of certificates, written and read.

use std::fmt;
use std::str::Split;

use grammar_automata::build::ByteSet;
use grammar_regex::{Dialect, Matching};

use super::{ENTRIES, PAIR, SCHEMA};

// The contents of the lines of a file of certificates.
//
// In: the parts of a certificate. Out: their lines, in the [format](super#the-format). Nothing is
// forgotten; [`CertificateReader`](super::CertificateReader) reads the lines again.

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

// Reads certificates.
//
// In: the text of a file of certificates. Out: its [`Entry`]s, one after the other, or the line
// that does not follow the [format](super#the-format). There is one way to write each certificate: a
// number has no zero before it, a space stands where one space stands and nowhere else. Whether
// what is written is true, [`verify`](super::verify) says. What no certificate has is refused before
// it takes memory.

/// The number of classes that there can be: each has a byte.
const CLASSES: u32 = 256;
/// The number of fields in the first line of a certificate or an automaton.
const FIELDS: usize = 8;

/// What is wrong with a line that begins nothing.
const NEITHER: &str = "neither a line `grammar NAME` nor the first line of a pattern, an automaton or a \
                       certificate";

/// A line that does not follow the format of certificates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
#[non_exhaustive]
pub struct Malformed {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub what: String,
}

/// An entry of a file of certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The name of the grammar that the following certificates are of.
    Grammar {
        /// The line.
        line: usize,
        /// The name of the grammar.
        name: String,
    },
    /// A pattern that the certificates of the grammar name by its number.
    Pattern {
        /// The line.
        line: usize,
        /// The pattern.
        pattern: PatternName,
    },
    /// An automaton that stands for a production in the certificates of the grammar.
    Automaton(Automaton),
    /// A certificate.
    Certificate(Certificate),
}

/// Reads the entries of a file of certificates in their order. After a malformed line there are no
/// more.
#[derive(Clone, Debug)]
pub struct CertificateReader<'t> {
    rest: &'t str,
    /// The number of the last line that was read.
    line: usize,
    /// Whether the version of the format has patterns and automata.
    has_openings: bool,
    /// The numbers of the next pattern and the next automaton of the grammar.
    patterns: usize,
    automata: usize,
}

impl<'t> CertificateReader<'t> {
    /// Begins to read a file.
    ///
    /// # Errors
    /// When the first line is not that of a file of certificates, or of another version of the
    /// format.
    pub fn new(text: &'t str) -> Result<Self, Malformed> {
        let malformed = |what: String| Malformed { line: 1, what };
        let version =
            text.strip_prefix("urispec-certificate ").and_then(|rest| rest.split_once('\n'));
        let (version, rest) =
            version.ok_or_else(|| malformed("this is no file of certificates".to_owned()))?;
        let version = ended(version).map_err(malformed)?;
        let has_openings = version == SCHEMA.to_string();
        // A file of version 1 has rules alone, on the same lines.
        if !has_openings && version != "1" {
            return Err(malformed(format!("the version of the format is not {SCHEMA}")));
        }
        Ok(Self { rest, line: 1, has_openings, patterns: 0, automata: 0 })
    }

    /// The next line. Every line ends in LF, the last one too.
    fn line(&mut self) -> Result<&'t str, String> {
        self.line += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or("the file ends too early")?;
        self.rest = rest;
        ended(line)
    }

    fn entry(&mut self) -> Result<Entry, String> {
        let fields: Vec<&str> = self.line()?.splitn(FIELDS + 1, ' ').collect();
        let is_new = self.has_openings;
        match fields[..] {
            ["grammar", name] => {
                (self.patterns, self.automata) = (0, 0);
                Ok(Entry::Grammar { line: self.line, name: name.to_owned() })
            }
            ["pattern", number, dialect, matching, text] if is_new => {
                expect("pattern", number, &mut self.patterns)?;
                let pattern = pattern([dialect, matching, text])?;
                Ok(Entry::Pattern { line: self.line, pattern })
            }
            ["automaton", number, "production", name, "classes", classes, "states", states]
                if is_new =>
            {
                expect("automaton", number, &mut self.automata)?;
                self.automaton([name, classes, states]).map(Entry::Automaton)
            }
            ["production", production, word, against, "classes", classes, "pairs", pairs]
                if is_new || word == "rule" =>
            {
                let number = || number(against).map(|number| number as usize);
                let against = match word {
                    "rule" => Against::Rule(against.to_owned()),
                    "pattern" => Against::Pattern(number()?),
                    "automaton" => Against::Automaton(number()?),
                    _ => return Err(NEITHER.to_owned()),
                };
                self.certificate([production, classes, pairs], against).map(Entry::Certificate)
            }
            _ => Err(NEITHER.to_owned()),
        }
    }

    fn certificate(&mut self, head: [&str; 3], against: Against) -> Result<Certificate, String> {
        let [production, classes, pairs] = head;
        let line = self.line;
        let (class_count, pairs) = counts(classes, pairs, "pairs")?;
        let classes = self.classes(class_count)?;
        let mut rows = Vec::new();
        for pair in 0..pairs {
            let mut fields = self.fields("pair", pair)?;
            let way = fields.next().and_then(way);
            let way = way.ok_or("a pair is reached by `start` or by `PAIR/CLASS`")?;
            let (accepts, next) = next(fields, classes.len())?;
            rows.push(Row { way, accepts, next });
        }
        Ok(Certificate { line, production: production.to_owned(), against, classes, rows })
    }

    fn automaton(&mut self, head: [&str; 3]) -> Result<Automaton, String> {
        let [production, classes, states] = head;
        let line = self.line;
        let (class_count, count) = counts(classes, states, "states")?;
        let classes = self.classes(class_count)?;
        let mut states = Vec::new();
        for state in 0..count {
            let (accepts, next) = next(self.fields("state", state)?, classes.len())?;
            states.push(State { accepts, next });
        }
        Ok(Automaton { line, production: production.to_owned(), classes, states })
    }

    fn classes(&mut self, count: u32) -> Result<Vec<ByteSet>, String> {
        let mut classes = Vec::new();
        for class in 0..count {
            let mut fields = self.fields("class", class)?;
            let bytes = fields.try_fold((ByteSet::EMPTY, None), |(set, before), field| {
                let (first, last) = range(field)?;
                // Two runs that touch would be one.
                let is_behind =
                    before.is_none_or(|before| u16::from(before) + 1 < u16::from(first));
                is_behind.then(|| (set.union(ByteSet::range(first, last)), Some(last)))
            });
            let (bytes, _) = bytes.ok_or("a class is bytes and ranges in order, as `00-2F 3A`")?;
            classes.push(bytes);
        }
        Ok(classes)
    }

    /// The fields of the next line after its word and its number.
    fn fields(&mut self, word: &str, expected: u32) -> Result<Split<'t, char>, String> {
        let mut fields = self.line()?.split(' ');
        let is_it = fields.next() == Some(word) && fields.next() == Some(&*expected.to_string());
        if is_it { Ok(fields) } else { Err(format!("this is not the line of {word} {expected}")) }
    }
}

impl Iterator for CertificateReader<'_> {
    type Item = Result<Entry, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let entry = self.entry().map_err(|what| Malformed { line: self.line, what });
        if entry.is_err() {
            self.rest = "";
        }
        Some(entry)
    }
}

/// A line, unless an editor or a transfer has put a CR before its LF.
fn ended(line: &str) -> Result<&str, String> {
    if line.ends_with('\r') {
        return Err("the line ends in CR and LF; it should end in LF alone".to_owned());
    }
    Ok(line)
}

/// Checks that the number of a pattern or an automaton is the next one.
fn expect(word: &str, number: &str, next: &mut usize) -> Result<(), String> {
    if number != next.to_string() {
        return Err(format!("this is not the line of {word} {next}"));
    }
    *next += 1;
    Ok(())
}

/// The number of classes, and of pairs or states.
fn counts(classes: &str, rows: &str, word: &str) -> Result<(u32, u32), String> {
    let (classes, rows) = (number(classes)?, number(rows)?);
    if classes > CLASSES {
        return Err(format!("{classes} classes, and there are {CLASSES} bytes"));
    }
    let most = ENTRIES / (1 + PAIR).max(classes as usize);
    if rows as usize > most {
        return Err(format!("{rows} {word}, and of {classes} classes there may be {most}"));
    }
    Ok((classes, rows))
}

/// Whether the string may end, and the successors by each class.
fn next(mut fields: Split<'_, char>, classes: usize) -> Result<(bool, Vec<u32>), String> {
    let accepts = match fields.next() {
        Some("yes") => true,
        Some("no") => false,
        _ => return Err("whether the string may end is `yes` or `no`".to_owned()),
    };
    let next = fields.clone().count();
    if next != classes {
        return Err(format!("{next} successors, and there are {classes} classes"));
    }
    Ok((accepts, fields.map(number).collect::<Result<_, _>>()?))
}

fn pattern([dialect, matching, text]: [&str; 3]) -> Result<PatternName, String> {
    let known = Dialect::ALL.iter().copied().find(|one| one.name() == dialect);
    let dialect = known.ok_or_else(|| format!("{dialect:?} is no dialect"))?;
    let matching = Matching::ALL.iter().copied().find(|one| one.name() == matching);
    let matching = matching.ok_or("a pattern is matched by `search`, `prefix` or `whole`")?;
    let text = decoded(text).ok_or("the text of the pattern is not written as it should be")?;
    Ok(PatternName { dialect, matching, text })
}

fn number(text: &str) -> Result<u32, String> {
    let parsed = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    parsed.ok_or_else(|| format!("{text:?} is not a number"))
}

fn way(text: &str) -> Option<Reached> {
    if text == "start" {
        return Some(Reached::Start);
    }
    let (pair, class) = text.split_once('/')?;
    Some(Reached::Pair { pair: number(pair).ok()?, class: number(class).ok()? })
}

/// A range of bytes: one byte in two hexadecimal digits, or the first and the last.
fn range(text: &str) -> Option<(u8, u8)> {
    let byte =
        |text: &str| u8::from_str_radix(text, 16).ok().filter(|byte| format!("{byte:02X}") == text);
    let Some((first, last)) = text.split_once('-') else {
        return byte(text).map(|byte| (byte, byte));
    };
    Some((byte(first)?, byte(last)?)).filter(|(first, last)| first < last)
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
