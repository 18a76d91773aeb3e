//! Reads certificates: lines of ASCII, as `docs/certificate.md` says.
//!
//! All that the form asks is checked here: numbers, counts, that every byte is in one class, that successors are there,
//! and that each pair is reached as its line says. What the lines *mean* is checked in `check`.

use std::collections::HashSet;

use crate::bytes::ByteSet;
use crate::check::Machine;
use crate::tree::Term;
use crate::{Fault, pattern};

/// The certificates of one grammar.
#[derive(Default)]
pub(crate) struct GrammarBlock {
    /// The line of its name.
    pub(crate) line: usize,
    pub(crate) name: String,
    /// Each pattern with its line.
    pub(crate) patterns: Vec<(usize, Term)>,
    /// The automata that stand for productions: each as if it were a certificate that the production is equal to it.
    pub(crate) automata: Vec<Certificate>,
    pub(crate) certificates: Vec<Certificate>,
}

/// That a production is equal to something else.
pub(crate) struct Certificate {
    /// The line of its first line.
    pub(crate) line: usize,
    pub(crate) production: String,
    pub(crate) other: Other,
    pub(crate) table: Table,
}

/// What a production is equal to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Other {
    /// A rule, with `@` before its name where it is run within an atomic one.
    Rule(String),
    /// A pattern of the same grammar, by its number.
    Pattern(usize),
    /// An automaton of the same grammar, by its number.
    Automaton(usize),
}

/// The lines of a certificate as a deterministic automaton: pairs are states, and `yes` accepts.
pub(crate) struct Table {
    /// The line of state 0.
    pub(crate) line: usize,
    classes: [u8; 256],
    count: usize,
    pub(crate) accepts: Vec<bool>,
    next: Vec<u32>,
}

impl Table {
    pub(crate) fn next(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize * self.count + usize::from(self.classes[usize::from(byte)])]
    }

    /// The bytes of each class.
    pub(crate) fn sets(&self) -> Vec<ByteSet> {
        let mut sets = vec![ByteSet::default(); self.count];
        (0..=255).for_each(|byte| sets[usize::from(self.class(byte))].insert(byte));
        sets
    }
}

impl Machine for &Table {
    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    fn accepts(&mut self, state: u32) -> Result<bool, String> {
        Ok(self.accepts[state as usize])
    }

    fn after(&mut self, state: u32, byte: u8) -> Result<u32, String> {
        Ok(self.next(state, byte))
    }
}

/// The number of successors that a certificate may have, and what a pair counts at the least.
const ENTRIES: usize = 4_000_000;
const LEAST: usize = 17;

/// Reads the grammars of a file.
pub(crate) fn read(text: &str) -> Result<Vec<GrammarBlock>, Fault> {
    let mut lines = Lines { rest: text, at: 0 };
    if lines.next()? != "urispec-certificate 2" {
        return Err(lines.refuse("the first line should be `urispec-certificate 2`"));
    }
    let (mut blocks, mut names) = (Vec::<GrammarBlock>::new(), HashSet::new());
    while !lines.rest.is_empty() {
        let fields: Vec<&str> = lines.next()?.split(' ').collect();
        let line = lines.at;
        if let ["grammar", name] = fields[..] {
            let name = lines.word(name)?;
            if !names.insert(name.clone()) {
                return Err(lines.refuse("this grammar is there twice"));
            }
            blocks.push(GrammarBlock { line, name, ..GrammarBlock::default() });
            continue;
        }
        let block = blocks.last_mut().ok_or_else(|| lines.refuse("a line `grammar NAME` stands before this"))?;
        let is_first = block.certificates.is_empty();
        match fields[..] {
            ["pattern", number, dialect, matching, text] if is_first && block.automata.is_empty() => {
                lines.numbered(number, block.patterns.len())?;
                let text = unescaped(text).ok_or_else(|| lines.refuse("this is no text of a pattern"))?;
                let unread = |why| Fault::Unreadable(format!("line {line}: the pattern is not read: {why}"));
                block.patterns.push((line, pattern::read(dialect, matching, &text).map_err(unread)?));
            }
            ["automaton", number, "production", name, "classes", classes, "states", states] if is_first => {
                let other = Other::Automaton(lines.numbered(number, block.automata.len())?);
                let (production, table) = (lines.word(name)?, lines.table(classes, states, "state")?);
                block.automata.push(Certificate { line, production, other, table });
            }
            ["production", name, kind, other, "classes", classes, "pairs", pairs] => {
                let below = |count: usize| lines.number(other).ok().filter(|number| *number < count);
                let other = match kind {
                    "rule" => Some(Other::Rule(lines.word(other)?)),
                    "pattern" => below(block.patterns.len()).map(Other::Pattern),
                    "automaton" => below(block.automata.len()).map(Other::Automaton),
                    _ => None,
                };
                let other = other.ok_or_else(|| lines.refuse("there is no such rule, pattern or automaton"))?;
                let (production, table) = (lines.word(name)?, lines.table(classes, pairs, "pair")?);
                block.certificates.push(Certificate { line, production, other, table });
            }
            _ => return Err(lines.refuse("this line is not expected here")),
        }
    }
    Ok(blocks)
}

/// The text of a pattern, in which `%` stands before what is not graphic, and before `%`.
fn unescaped(text: &str) -> Option<String> {
    let is_plain = |byte: u8| (b'!'..=b'~').contains(&byte) && byte != b'%';
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, plain) = part.split_at_checked(2)?;
        bytes.push(byte(digits).filter(|&byte| !is_plain(byte))?);
        bytes.extend(plain.bytes());
    }
    String::from_utf8(bytes).ok().filter(|_| text.bytes().all(|byte| is_plain(byte) || byte == b'%'))
}

/// Two hexadecimal digits in upper case.
fn byte(digits: &str) -> Option<u8> {
    u8::from_str_radix(digits, 16).ok().filter(|byte| format!("{byte:02X}") == digits)
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
        match line.ends_with('\r') {
            true => Err(self.refuse("the line ends in CR and LF; it should end in LF alone")),
            false => Ok(line),
        }
    }

    fn refuse(&self, why: &str) -> Fault {
        Fault::Refused { line: self.at, why: why.to_owned() }
    }

    fn word(&self, word: &str) -> Result<String, Fault> {
        let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
        if is_word { Ok(word.to_owned()) } else { Err(self.refuse("a name is missing")) }
    }

    /// A decimal number without a zero before it.
    fn number(&self, digits: &str) -> Result<usize, Fault> {
        let number = digits.parse::<usize>().ok().filter(|number| number.to_string() == digits);
        number.ok_or_else(|| self.refuse(&format!("{digits:?} is no number")))
    }

    fn numbered(&self, digits: &str, expected: usize) -> Result<usize, Fault> {
        let is_next = self.number(digits)? == expected;
        if is_next { Ok(expected) } else { Err(self.refuse(&format!("number {expected} is expected here"))) }
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
            if word == "pair" && fields.next() != ways.get(row).map(String::as_str) {
                return Err(self.refuse("the pair is not reached in this way first"));
            }
            accepts.push(match fields.next() {
                Some("yes") => true,
                Some("no") => false,
                _ => return Err(self.refuse("`yes` or `no` is expected")),
            });
            for (class, field) in fields.enumerate() {
                let successor = self.number(field)?;
                if successor >= size || word == "pair" && successor > ways.len() {
                    return Err(self.refuse(&format!("there is no {word} {successor} to come next")));
                }
                if successor == ways.len() {
                    ways.push(format!("{row}/{class}"));
                }
                next.push(successor as u32);
            }
            if next.len() != (row + 1) * count {
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
            if ranges.is_empty() {
                return Err(self.refuse("the class has no byte"));
            }
            let mut after = 0;
            for range in ranges {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let bounds = byte(first).zip(byte(last)).map(|(first, last)| (usize::from(first), usize::from(last)));
                // Two runs that touch would be one.
                let in_order = |&(first, last): &(usize, usize)| {
                    (after == 0 || first > after) && (first < last) == range.contains('-')
                };
                let (first, last) =
                    bounds.filter(in_order).ok_or_else(|| self.refuse("bytes stand in order, as `30-39 41`"))?;
                after = last + 1;
                if classes[first..=last].iter().any(Option::is_some) {
                    return Err(self.refuse(&format!("{range} has a byte of an earlier class")));
                }
                classes[first..=last].fill(Some(class as u8));
            }
        }
        match classes.iter().position(Option::is_none) {
            Some(byte) => Err(self.refuse(&format!("byte {byte:02X} is in no class"))),
            None => Ok(classes.map(Option::unwrap_or_default)),
        }
    }
}
