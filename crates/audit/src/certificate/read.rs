//! Reads certificates.
//!
//! In: the text of a file of certificates. Out: its [`Entry`]s, one after the other, or the line
//! that does not follow the [format](super#the-format). There is one way to write each certificate: a
//! number has no zero before it, a space stands where one space stands and nowhere else. Whether
//! what is written is true, [`verify`](super::verify) says. What no certificate has is refused before
//! it takes memory.

use std::str::Split;

use grammar_automata::build::ByteSet;

use super::lines::{Against, Automaton, Certificate, PatternName, Reached, Row, State, decoded};
use super::{ENTRIES, PAIR, SCHEMA};
use crate::regex::{Dialect, Matching};

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
