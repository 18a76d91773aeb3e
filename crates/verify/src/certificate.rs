//! Reads certificates: lines of ASCII, as `docs/certificate.md` says.
//!
//! In: the text of a file. Out: its grammars in order, each with patterns, automata and certificates. All that the
//! form asks is checked here: numbers, counts, that every byte is in one class, that successors are there, and that
//! each pair is reached as its line says. What the lines *mean* is checked in [`crate::check`].

use std::collections::HashSet;

use crate::Fault;
use crate::bytes::ByteSet;

/// The certificates of one grammar.
#[derive(Debug, Default)]
pub struct Block {
    /// The line of its name.
    pub line: usize,
    /// The name; `-` for a grammar without one.
    pub name: String,
    /// The patterns that certificates are about.
    pub patterns: Vec<Named>,
    /// The automata that stand for productions.
    pub automata: Vec<Automaton>,
    /// The certificates.
    pub certificates: Vec<Certificate>,
}

/// A pattern.
#[derive(Debug)]
pub struct Named {
    /// The line.
    pub line: usize,
    /// Its dialect, as `ecmascript`.
    pub dialect: String,
    /// `search`, `prefix` or `whole`.
    pub matching: String,
    /// The pattern.
    pub text: String,
}

/// An automaton that stands for a production.
#[derive(Debug)]
pub struct Automaton {
    /// The line of its first line.
    pub line: usize,
    /// The production, by its name.
    pub production: String,
    /// The number of the production in its grammar.
    pub(crate) place: usize,
    pub(crate) table: Table,
}

/// That a production is equal to something else.
#[derive(Debug)]
pub struct Certificate {
    /// The line of its first line.
    pub line: usize,
    /// The production.
    pub production: String,
    /// What it is equal to.
    pub other: Other,
    pub(crate) table: Table,
}

/// What a production is equal to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Other {
    /// A rule, with `@` before its name where it is run within an atomic one.
    Rule(String),
    /// A pattern of the same block.
    Pattern(usize),
    /// An automaton of the same block.
    Automaton(usize),
}

/// The lines of a certificate as a deterministic automaton: pairs are states, and `yes` accepts.
#[derive(Debug)]
pub struct Table {
    /// The line of state 0.
    pub(crate) line: usize,
    classes: [u8; 256],
    count: usize,
    pub(crate) accepts: Vec<bool>,
    next: Vec<u32>,
}

impl Table {
    /// The state after a byte.
    pub(crate) fn after(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize * self.count + usize::from(self.class(byte))]
    }

    pub(crate) fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    /// The bytes of each class.
    pub(crate) fn sets(&self) -> Vec<ByteSet> {
        let mut sets = vec![ByteSet::default(); self.count];
        (0..=255).for_each(|byte| sets[usize::from(self.class(byte))].insert(byte));
        sets
    }
}

/// The number of successors that a certificate may have, and what a pair counts at the least.
const ENTRIES: usize = 4_000_000;
const LEAST: usize = 17;

/// Reads the grammars of a file.
///
/// # Errors
/// The first line that is not as the format asks.
pub fn read(text: &str) -> Result<Vec<Block>, Fault> {
    let mut lines = Lines { rest: text, at: 0 };
    let has_more = match lines.next()? {
        "urispec-certificate 2" => true,
        "urispec-certificate 1" => false,
        _ => return Err(lines.refuse("the first line is `urispec-certificate 2`")),
    };
    let (mut blocks, mut names) = (Vec::<Block>::new(), HashSet::new());
    while !lines.rest.is_empty() {
        let fields: Vec<&str> = lines.next()?.split(' ').collect();
        let at = lines.at;
        if let ["grammar", name] = fields[..] {
            if !names.insert(lines.word(name)?) {
                return Err(lines.refuse("this grammar is there twice"));
            }
            blocks.push(Block { line: at, name: name.to_owned(), ..Block::default() });
            continue;
        }
        let block = blocks.last_mut().ok_or_else(|| lines.refuse("a line `grammar NAME` stands before this"))?;
        let is_first = block.certificates.is_empty();
        match fields[..] {
            // Version 1 has neither patterns nor automata.
            ["pattern", number, dialect, matching, text] if has_more && is_first && block.automata.is_empty() => {
                lines.numbered(number, block.patterns.len())?;
                let text = unescaped(text).ok_or_else(|| lines.refuse("this is no text of a pattern"))?;
                let [dialect, matching] = [lines.word(dialect)?, lines.word(matching)?].map(str::to_owned);
                block.patterns.push(Named { line: at, dialect, matching, text });
            }
            ["automaton", number, "production", name, "classes", classes, "states", states] if has_more && is_first => {
                lines.numbered(number, block.automata.len())?;
                let production = lines.word(name)?.to_owned();
                let table = lines.table(classes, states, "state")?;
                block.automata.push(Automaton { line: at, production, place: usize::MAX, table });
            }
            ["production", name, kind, other, "classes", classes, "pairs", pairs] => {
                let production = lines.word(name)?.to_owned();
                let below = |count: usize| lines.number(other).ok().filter(|number| *number < count);
                let other = match kind {
                    "rule" => lines.word(other).ok().map(|name| Other::Rule(name.to_owned())),
                    "pattern" => below(block.patterns.len()).map(Other::Pattern),
                    "automaton" => below(block.automata.len()).map(Other::Automaton),
                    _ => None,
                };
                let other = other.ok_or_else(|| lines.refuse("there is no such rule, pattern or automaton"))?;
                let table = lines.table(classes, pairs, "pair")?;
                block.certificates.push(Certificate { line: at, production, other, table });
            }
            _ => return Err(lines.refuse("this line is not expected here")),
        }
    }
    Ok(blocks)
}

/// The text of a pattern, without its escapes.
fn unescaped(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match first {
            b'%' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                rest = &rest[2..];
                byte(digits).filter(|byte| !(b'!'..=b'~').contains(byte) || *byte == b'%')?
            }
            b'!'..=b'~' => *first,
            _ => return None,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Two hexadecimal digits in upper case.
fn byte(digits: &str) -> Option<u8> {
    let is_digit = |one: u8| one.is_ascii_digit() || (b'A'..=b'F').contains(&one);
    let is_right = digits.len() == 2 && digits.bytes().all(is_digit);
    u8::from_str_radix(digits, 16).ok().filter(|_| is_right)
}

struct Lines<'t> {
    rest: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    /// The next line, which must be there.
    fn next(&mut self) -> Result<&'t str, Fault> {
        self.at += usize::from(!self.rest.is_empty());
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.refuse("the file is cut off here"))?;
        self.rest = rest;
        Ok(line)
    }

    fn refuse(&self, why: &str) -> Fault {
        Fault::Refused { line: self.at, why: why.to_owned() }
    }

    fn word<'w>(&self, word: &'w str) -> Result<&'w str, Fault> {
        let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
        if is_word { Ok(word) } else { Err(self.refuse("a name is missing")) }
    }

    /// A decimal number without a zero before it.
    fn number(&self, digits: &str) -> Result<usize, Fault> {
        let is_right = digits.bytes().all(|one| one.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let number = digits.parse().ok().filter(|_| is_right);
        number.ok_or_else(|| self.refuse(&format!("{digits:?} is no number")))
    }

    fn numbered(&self, digits: &str, expected: usize) -> Result<(), Fault> {
        match self.number(digits)? == expected {
            true => Ok(()),
            false => Err(self.refuse(&format!("number {expected} is expected here"))),
        }
    }

    /// The classes and the rows that follow. A row is `state N yes|no NEXT…`, or `pair N WAY yes|no NEXT…`.
    fn table(&mut self, classes: &str, rows: &str, word: &str) -> Result<Table, Fault> {
        let (count, size) = (self.number(classes)?, self.number(rows)?);
        if count == 0 || count > 256 || size == 0 || size > ENTRIES / count.max(LEAST) {
            return Err(self.refuse("so many classes or rows are not possible"));
        }
        let classes = self.classes(count)?;
        let (mut accepts, mut next) = (Vec::new(), Vec::new());
        // The ways to the pairs that rows up to here have reached; the next to be reached is number `ways.len()`.
        let mut ways = vec!["start".to_owned()];
        let line = self.at + 1;
        for row in 0..size {
            let mut fields = self.next()?.split(' ');
            if fields.next() != Some(word) {
                return Err(self.refuse(&format!("{word} {row} is expected here")));
            }
            self.numbered(fields.next().unwrap_or_default(), row)?;
            if word == "pair" && (fields.next() != ways.get(row).map(String::as_str)) {
                return Err(self.refuse("the pair is not reached in this way first"));
            }
            accepts.push(match fields.next() {
                Some("yes") => true,
                Some("no") => false,
                _ => return Err(self.refuse("`yes` or `no` is expected")),
            });
            let before = next.len();
            for (class, field) in fields.enumerate() {
                let successor = self.number(field)?;
                let is_known = word == "state" || successor < ways.len();
                if successor >= size || successor > ways.len() && !is_known {
                    return Err(self.refuse(&format!("there is no {word} {successor} to come next")));
                }
                if !is_known {
                    ways.push(format!("{row}/{class}"));
                }
                next.push(successor as u32);
            }
            if next.len() - before != count {
                return Err(self.refuse("each class has one successor"));
            }
        }
        Ok(Table { line, classes, count, accepts, next })
    }

    fn classes(&mut self, count: usize) -> Result<[u8; 256], Fault> {
        let mut classes = [None; 256];
        for class in 0..count {
            let fields: Vec<&str> = self.next()?.split(' ').collect();
            let ["class", number, ref ranges @ ..] = fields[..] else {
                return Err(self.refuse(&format!("class {class} is expected here")));
            };
            self.numbered(number, class)?;
            let mut after = 0_u16;
            for range in ranges {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let bounds = byte(first).zip(byte(last)).filter(|&(one, other)| {
                    u16::from(one) >= after && (one < other || one == other && !range.contains('-'))
                });
                let (first, last) = bounds.ok_or_else(|| self.refuse("bytes stand in order, as `30-39 41`"))?;
                after = u16::from(last) + 1;
                for byte in first..=last {
                    if classes[usize::from(byte)].replace(class as u8).is_some() {
                        return Err(self.refuse(&format!("byte {byte:02X} is in two classes")));
                    }
                }
            }
            if ranges.is_empty() {
                return Err(self.refuse("the class has no byte"));
            }
        }
        let missing = classes.iter().position(Option::is_none);
        match missing {
            Some(byte) => Err(self.refuse(&format!("byte {byte:02X} is in no class"))),
            None => Ok(classes.map(Option::unwrap_or_default)),
        }
    }
}
