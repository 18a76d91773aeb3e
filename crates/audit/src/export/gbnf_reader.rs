//! Reads grammars in GBNF as llama.cpp does, and refuses what some version of it refuses or takes in another way.
//!
//! The reader is a check of what [`gbnf`](super::gbnf) writes, and shares no code with it. It follows `parse_rule`,
//! `parse_alternates` and `parse_sequence` of `llama-grammar.cpp`, and hands the grammar on in the EBNF of the W3C, with each
//! character as a number: `root ::= "a" [^b]?` is `root ::= (#x61) [#x0-#x61#x63-#x10FFFF]?`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use grammar_notation::{GrammarText, Notation, Printed, PrintedReader};

use super::sets::complement;

/// From this number on, versions of llama.cpp refuse a counter, or the product of a counter and the rules of its group.
const MAX_REPETITION_THRESHOLD: u64 = 2_000;
/// The maximum nesting of groups.
const DEPTH: usize = 200;

/// Reads a grammar, whose rules are productions of the same names, with `_` for `-`.
pub(super) fn read(text: &str) -> Result<Printed, String> {
    let mut reader = GbnfReader {
        rest: text.chars().peekable(),
        ebnf: String::new(),
        symbols: HashSet::new(),
        made: 0,
        depth: 0,
    };
    reader.space(true);
    while reader.rest.peek().is_some() {
        reader.rule()?;
    }
    let ebnf = GrammarText { file: "export.gbnf", text: &reader.ebnf };
    PrintedReader::new(Notation::W3c).read(ebnf).map_err(|why| why.to_string())
}

struct GbnfReader<'t> {
    rest: Peekable<Chars<'t>>,
    /// The productions of the EBNF.
    ebnf: String,
    /// The names of rules, in definitions and in calls.
    symbols: HashSet<String>,
    /// The number of rules that llama.cpp makes of groups and repetitions.
    made: u64,
    depth: usize,
}

impl GbnfReader<'_> {
    fn eat(&mut self, sign: char) -> bool {
        self.rest.next_if_eq(&sign).is_some()
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.eat(sign) { Ok(()) } else { Err(format!("expected `{sign}`")) }
    }

    /// Skips blanks and comments and, if a line may end here, line breaks.
    fn space(&mut self, with_lines: bool) {
        let is_line = |one: char| matches!(one, '\r' | '\n');
        while let Some(&next) = self.rest.peek() {
            match next {
                '#' => while self.rest.next_if(|&one| !is_line(one)).is_some() {},
                ' ' | '\t' => drop(self.rest.next()),
                next if with_lines && is_line(next) => drop(self.rest.next()),
                _ => return,
            }
        }
    }

    fn symbol_count(&self) -> u64 {
        self.symbols.len() as u64 + self.made
    }

    /// Reads a name, and writes it. The guide allows `_`, but llama.cpp does not.
    fn name(&mut self) -> Result<(), String> {
        let mut name = String::new();
        while let Some(one) = self.rest.next_if(|one| one.is_ascii_alphanumeric() || *one == '-') {
            name.push(one);
        }
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(format!("expected a name, not `{name}`"));
        }
        self.ebnf.push_str(&name.replace('-', "_"));
        self.symbols.insert(name);
        Ok(())
    }

    fn rule(&mut self) -> Result<(), String> {
        self.name()?;
        self.space(false);
        [':', ':', '='].into_iter().try_for_each(|sign| self.expect(sign))?;
        self.ebnf.push_str(" ::= ");
        self.space(true);
        self.alternates(false)?;
        if self.rest.peek().is_some_and(|next| !matches!(next, '\r' | '\n')) {
            return Err("expected the end of a rule".to_owned());
        }
        self.space(true);
        self.ebnf.push('\n');
        Ok(())
    }

    fn alternates(&mut self, is_nested: bool) -> Result<(), String> {
        self.sequence(is_nested)?;
        while self.eat('|') {
            self.ebnf.push_str(" | ");
            self.space(true);
            self.sequence(is_nested)?;
        }
        Ok(())
    }

    fn sequence(&mut self, is_nested: bool) -> Result<(), String> {
        let mut is_empty = true;
        while let Some(&next) = self.rest.peek() {
            let mut rules = 1;
            self.ebnf.push_str(if is_empty { "" } else { " " });
            match next {
                '"' => self.literal()?,
                '[' => self.class()?,
                '.' => {
                    self.rest.next();
                    self.ebnf.push_str("[#x0-#x10FFFF]");
                }
                '(' => {
                    let before = self.symbol_count();
                    self.group()?;
                    rules = self.symbol_count() - before;
                }
                next if next.is_ascii_alphanumeric() || next == '-' => self.name()?,
                _ => break,
            }
            self.space(is_nested);
            is_empty = false;
            if let Some((min, max)) = self.times(is_nested)? {
                self.repeat(rules, min, max)?;
                self.space(is_nested);
            }
        }
        self.ebnf.push_str(if is_empty { "\"\"" } else { "" });
        Ok(())
    }

    fn group(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!("groups nest more than {DEPTH} deep"));
        }
        self.made += 1;
        self.expect('(')?;
        self.ebnf.push('(');
        self.space(true);
        self.alternates(true)?;
        self.expect(')')?;
        self.ebnf.push(')');
        self.depth -= 1;
        Ok(())
    }

    fn literal(&mut self) -> Result<(), String> {
        self.expect('"')?;
        let mut codes = Vec::new();
        while !self.eat('"') {
            codes.push(format!("#x{:X}", self.character()?));
        }
        let text = if codes.is_empty() { "\"\"".to_owned() } else { codes.join(" ") };
        let _ = write!(self.ebnf, "({text})");
        Ok(())
    }

    fn class(&mut self) -> Result<(), String> {
        self.expect('[')?;
        let is_negated = self.eat('^');
        let mut ranges = Vec::new();
        while !self.eat(']') {
            let first = self.character()?;
            let mut behind = self.rest.clone();
            let is_range = behind.next() == Some('-') && behind.next() != Some(']');
            let last = if is_range {
                self.rest.next();
                self.character()?
            } else {
                first
            };
            if last < first {
                return Err("a range ends before it begins".to_owned());
            }
            ranges.push((first, last));
        }
        // An empty class is an empty string to llama.cpp, even if it is negated.
        if ranges.is_empty() {
            return Err("a class is empty".to_owned());
        }
        if is_negated {
            ranges = complement(ranges);
        }
        self.ebnf.push('[');
        for (first, last) in ranges {
            let _ = write!(self.ebnf, "#x{first:X}-#x{last:X}");
        }
        self.ebnf.push(']');
        Ok(())
    }

    fn character(&mut self) -> Result<u32, String> {
        let next = self.rest.next().ok_or("unexpected end")?;
        if next != '\\' {
            return Ok(next.into());
        }
        let digits = match self.rest.next().ok_or("unexpected end")? {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            't' => return Ok(0x9),
            'r' => return Ok(0xD),
            'n' => return Ok(0xA),
            sign @ ('\\' | '"' | '[' | ']' | '-') => return Ok(sign.into()),
            other => return Err(format!("unknown escape `\\{other}`")),
        };
        let mut code = 0;
        for _ in 0..digits {
            let digit = self.rest.next().and_then(|one| one.to_digit(16));
            code = code * 16 + digit.ok_or("expected hexadecimal digits")?;
        }
        if code > 0x10_FFFF { Err(format!("{code:X} is not a code point")) } else { Ok(code) }
    }

    fn times(&mut self, is_nested: bool) -> Result<Option<(u64, Option<u64>)>, String> {
        let found = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.rest.next();
                self.space(is_nested);
                let min = self.number(is_nested)?;
                let mut max = Some(min);
                if self.eat(',') {
                    self.space(is_nested);
                    let has_max = self.rest.peek().is_some_and(char::is_ascii_digit);
                    max = if has_max { Some(self.number(is_nested)?) } else { None };
                }
                if self.rest.peek() != Some(&'}') {
                    return Err("expected `}`".to_owned());
                }
                (min, max)
            }
            _ => return Ok(None),
        };
        self.rest.next();
        Ok(Some(found))
    }

    fn number(&mut self, is_nested: bool) -> Result<u64, String> {
        let mut digits = String::new();
        while let Some(one) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(one);
        }
        self.space(is_nested);
        digits.parse().map_err(|_| format!("`{digits}` is not a number"))
    }

    /// Writes a repetition of the last item, of which llama.cpp made `rules`.
    fn repeat(&mut self, rules: u64, min: u64, max: Option<u64>) -> Result<(), String> {
        let count = max.filter(|max| *max > 0).unwrap_or(min.max(1));
        let is_refused = min >= MAX_REPETITION_THRESHOLD
            || max.is_some_and(|max| max < min || max >= MAX_REPETITION_THRESHOLD)
            || rules.saturating_mul(count) >= MAX_REPETITION_THRESHOLD;
        if is_refused {
            return Err(format!("llama.cpp refuses {count} repetitions of {rules} rules"));
        }
        self.made += max.map_or(1, |max| max - min);
        let _ = match max {
            Some(max) => write!(self.ebnf, "{{{min},{max}}}"),
            None => write!(self.ebnf, "{{{min},}}"),
        };
        Ok(())
    }
}
