//! Reads certificates.
//!
//! In: the text of a file of certificates. Out: its [`Entry`]s, one after the other, or the line
//! that does not follow the [format](super#the-format). There is one way to write each certificate: a
//! number has no zero before it, a space stands where one space stands and nowhere else. Whether
//! what is written is true, [`verify`](super::verify) says. What no certificate has is refused before
//! it takes memory.

use std::str::Split;

use super::{Certificate, ENTRIES, PAIR, Row, SCHEMA, Way};
use crate::audit::bytes::ByteSet;

/// The number of classes that there can be: each has a byte.
const CLASSES: u32 = 256;
/// The number of fields in the first line of a certificate.
const FIELDS: usize = 8;

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
}

impl<'t> CertificateReader<'t> {
    /// Begins to read a file.
    ///
    /// # Errors
    /// When the first line is not that of a file of certificates, or of another version of the
    /// format.
    pub fn of(text: &'t str) -> Result<Self, Malformed> {
        let malformed = |what: String| Malformed { line: 1, what };
        let version =
            text.strip_prefix("urispec-certificate ").and_then(|rest| rest.split_once('\n'));
        let (version, rest) =
            version.ok_or_else(|| malformed("this is no file of certificates".to_owned()))?;
        let version = ended(version).map_err(malformed)?;
        if version != SCHEMA.to_string() {
            return Err(malformed(format!("the version of the format is not {SCHEMA}")));
        }
        Ok(Self { rest, line: 1 })
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
        match fields[..] {
            ["grammar", name] => Ok(Entry::Grammar { line: self.line, name: name.to_owned() }),
            ["production", production, "rule", rule, "classes", classes, "pairs", pairs] => {
                self.certificate([production, rule, classes, pairs]).map(Entry::Certificate)
            }
            _ => Err("neither `grammar NAME` nor `production NAME rule NAME classes N pairs N`"
                .to_owned()),
        }
    }

    fn certificate(&mut self, head: [&str; 4]) -> Result<Certificate, String> {
        let [production, rule, classes, pairs] = head;
        let line = self.line;
        let (class_count, pairs) = (number(classes)?, number(pairs)?);
        if class_count > CLASSES {
            return Err(format!("{class_count} classes, and there are {CLASSES} bytes"));
        }
        let most = ENTRIES / (1 + PAIR).max(class_count as usize);
        if pairs as usize > most {
            return Err(format!("{pairs} pairs, and of {class_count} classes there may be {most}"));
        }
        let mut classes = Vec::new();
        for class in 0..class_count {
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
        let mut rows = Vec::new();
        for pair in 0..pairs {
            let mut fields = self.fields("pair", pair)?;
            let way = fields.next().and_then(way);
            let way = way.ok_or("a pair is reached by `start` or by `PAIR/CLASS`")?;
            let accepts = match fields.next() {
                Some("yes") => true,
                Some("no") => false,
                _ => return Err("whether the string may end is `yes` or `no`".to_owned()),
            };
            let (next, classes) = (fields.clone().count(), classes.len());
            if next != classes {
                return Err(format!("{next} successors, and there are {classes} classes"));
            }
            let next = fields.map(number).collect::<Result<Vec<u32>, _>>()?;
            rows.push(Row { way, accepts, next });
        }
        let (production, rule) = (production.to_owned(), rule.to_owned());
        Ok(Certificate { line, production, rule, classes, rows })
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

fn number(text: &str) -> Result<u32, String> {
    let parsed = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    parsed.ok_or_else(|| format!("{text:?} is not a number"))
}

fn way(text: &str) -> Option<Way> {
    if text == "start" {
        return Some(Way::Start);
    }
    let (pair, class) = text.split_once('/')?;
    Some(Way::Pair { pair: number(pair).ok()?, class: number(class).ok()? })
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
