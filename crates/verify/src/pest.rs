//! Reads `.pest` files, in the notation of pest's book.
//!
//! `~` binds tighter than `|`; `!` and `&` stand before, `?`, `*`, `+` and counts behind. What looks at pest's stack,
//! and tags, are refused.

use crate::bytes::ByteSet;
use crate::cursor::Cursor;
use crate::tree::Term;

pub use crate::optimizer::optimized;
use crate::optimizer::right;

/// What a rule does with whitespace that stands between (pest's book, "Non-atomic").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// `{ … }` and `_{ … }`: as where the rule is called from.
    Normal,
    /// `@{ … }`.
    Atomic,
    /// `${ … }`.
    CompoundAtomic,
    /// `!{ … }`.
    NonAtomic,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name.
    pub name: String,
    /// The line of the name, counted from 1.
    pub line: usize,
    /// What the rule does with whitespace.
    pub kind: RuleKind,
    /// The expression, as it is written.
    pub written: Term,
}

/// The names that pest keeps for itself, and those of them that look at its stack.
const KEPT: [&str; 3] = ["ANY", "EOI", "SOI"];
const STACK: [&str; 7] = ["PUSH", "PUSH_LITERAL", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];
/// How deeply expressions may nest. A sequence or choice of so many parts nests as deeply.
pub(crate) const DEEPEST: usize = 1_000;

/// Reads the rules of a text.
///
/// # Errors
/// A line and a sentence, when the text is no grammar of pest.
pub fn read(text: &str) -> Result<Vec<Rule>, (usize, String)> {
    let mut parser = PestParser(Cursor::new(text));
    parser.rules().map_err(|why| (parser.0.line(), why))
}

/// What pest knows by itself.
pub(crate) fn built_in(name: &str) -> Option<Term> {
    let ranges: &[(char, char)] = match name {
        "ANY" => &[('\0', char::MAX)],
        "ASCII" => &[('\0', '\x7F')],
        "ASCII_DIGIT" => &[('0', '9')],
        "ASCII_NONZERO_DIGIT" => &[('1', '9')],
        "ASCII_BIN_DIGIT" => &[('0', '1')],
        "ASCII_OCT_DIGIT" => &[('0', '7')],
        "ASCII_HEX_DIGIT" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
        "ASCII_ALPHA_LOWER" => &[('a', 'z')],
        "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
        "ASCII_ALPHA" => &[('a', 'z'), ('A', 'Z')],
        "ASCII_ALPHANUMERIC" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
        "NEWLINE" => {
            return Some(Term::Choice(["\n", "\r\n", "\r"].map(|text| Term::Literal(text.to_owned(), false)).to_vec()));
        }
        "EOI" => return Some(Term::Look(false, Box::new(Term::Bytes(ByteSet::range(0, 0xFF))))),
        _ => return None,
    };
    Some(Term::Choice(ranges.iter().map(|&(first, last)| Term::Range(first.into(), last.into())).collect()))
}

struct PestParser<'t>(Cursor<'t>);

impl<'t> PestParser<'t> {
    fn rules(&mut self) -> Result<Vec<Rule>, String> {
        let mut rules = Vec::new();
        loop {
            self.blanks();
            if self.0.rest.is_empty() {
                return Ok(rules);
            }
            let (line, name) = (self.0.line(), self.name());
            if name.is_empty() || KEPT.contains(&name) || STACK.contains(&name) {
                return Err(format!("a rule is expected, NAME = {{ EXPRESSION }}; {name:?} is no name of a rule"));
            }
            self.needs("=")?;
            let kind = match () {
                () if self.takes("@") => RuleKind::Atomic,
                () if self.takes("$") => RuleKind::CompoundAtomic,
                () if self.takes("!") => RuleKind::NonAtomic,
                () if self.takes("_") => RuleKind::Normal,
                () => RuleKind::Normal,
            };
            self.needs("{")?;
            let written = self.choice(0)?;
            self.needs("}")?;
            rules.push(Rule { name: name.to_owned(), line, kind, written });
        }
    }

    /// Skips blanks and comments. Those of several lines nest; before one that has no end the reader stays.
    fn blanks(&mut self) {
        loop {
            self.0.run(|one| matches!(one, ' ' | '\t' | '\n' | '\r'));
            if self.0.takes("//") {
                self.0.run(|one| one != '\n');
                continue;
            }
            let start = self.0.rest;
            let mut depth = usize::from(self.0.takes("/*"));
            if depth == 0 {
                return;
            }
            while depth > 0 {
                match () {
                    () if self.0.takes("/*") => depth += 1,
                    () if self.0.takes("*/") => depth -= 1,
                    () if self.0.next().is_some() => {}
                    () => {
                        self.0.rest = start;
                        return;
                    }
                }
            }
        }
    }

    /// Whether this comes next, which then is read.
    fn takes(&mut self, expected: &str) -> bool {
        self.blanks();
        self.0.takes(expected)
    }

    fn needs(&mut self, expected: &str) -> Result<(), String> {
        if self.takes(expected) { Ok(()) } else { Err(format!("`{expected}` is expected here")) }
    }

    fn name(&mut self) -> &'t str {
        let is_digit = self.0.rest.starts_with(|one: char| one.is_ascii_digit());
        self.0.run(|one| !is_digit && (one == '_' || one.is_ascii_alphanumeric()))
    }

    /// Terms with `~` and `|` between them.
    fn choice(&mut self, depth: usize) -> Result<Term, String> {
        self.takes("|");
        let (mut sequences, mut parts) = (Vec::new(), Vec::new());
        loop {
            // Sequences and choices lean to the right, so that their later parts stand deeper.
            parts.push(self.term(depth + sequences.len() + parts.len())?);
            if self.takes("|") {
                sequences.push(right(std::mem::take(&mut parts), true));
            } else if !self.takes("~") {
                sequences.push(right(parts, true));
                return Ok(right(sequences, false));
            }
        }
    }

    /// A term: what stands before it, and then by recursion the rest.
    fn term(&mut self, depth: usize) -> Result<Term, String> {
        if depth > DEEPEST {
            return Err(format!("expressions nest more than {DEEPEST} deep"));
        }
        let mut term = match () {
            () if self.takes("!") => return Ok(Term::Look(false, Box::new(self.term(depth + 1)?))),
            () if self.takes("&") => return Ok(Term::Look(true, Box::new(self.term(depth + 1)?))),
            () if self.takes("(") => {
                let inner = self.choice(depth + 1)?;
                self.needs(")")?;
                inner
            }
            () => self.terminal()?,
        };
        for _ in depth..=DEEPEST {
            let (least, most) = match () {
                () if self.takes("?") => (0, Some(1)),
                () if self.takes("*") => (0, None),
                () if self.takes("+") => (1, None),
                () if self.takes("{") => self.count()?,
                () => return Ok(term),
            };
            term = Term::Repeat(least, most, Box::new(term));
        }
        Err(format!("expressions nest more than {DEEPEST} deep"))
    }

    /// What follows `{`: `2}`, `2,}`, `,3}` or `2,3}`.
    fn count(&mut self) -> Result<(u32, Option<u32>), String> {
        self.blanks();
        let least = self.0.times()?;
        let most = if self.takes(",") {
            self.blanks();
            self.0.times()?
        } else {
            least
        };
        self.needs("}")?;
        match (least, most) {
            // pest itself refuses to read something no times.
            (_, Some(0)) | (None, None) => Err("this is no number of times".to_owned()),
            (Some(least), Some(most)) if most < least => Err("this is no number of times".to_owned()),
            _ => Ok((least.unwrap_or(0), most)),
        }
    }

    fn terminal(&mut self) -> Result<Term, String> {
        if self.0.rest.starts_with('"') {
            return Ok(Term::Literal(self.quoted("\"")?, false));
        }
        if self.takes("^") {
            return Ok(Term::Literal(self.quoted("\"")?, true));
        }
        if self.0.rest.starts_with('\'') {
            let first = self.quoted("'")?;
            self.needs("..")?;
            let last = self.quoted("'")?;
            let mut ends = first.chars().chain(last.chars()).map(u32::from);
            return match (ends.next(), ends.next(), ends.next()) {
                (Some(first), Some(last), None) => Ok(Term::Range(first, last)),
                _ => Err("a range has two characters, as 'a'..'z'".to_owned()),
            };
        }
        match self.name() {
            "" => Err("an expression is expected here; tags are not read".to_owned()),
            name if STACK.contains(&name) => Err("rules that use the stack are not read".to_owned()),
            name => Ok(Term::Name(name.to_owned())),
        }
    }

    /// A text between quotes, or a character between apostrophes.
    fn quoted(&mut self, quote: &str) -> Result<String, String> {
        self.needs(quote)?;
        let mut text = String::new();
        while !self.0.takes(quote) {
            text.push(self.character().ok_or("this is no escape, or the text ends too early")?);
        }
        Ok(text)
    }

    /// A character, or an escape that stands for one.
    fn character(&mut self) -> Option<char> {
        if !self.0.takes("\\") {
            return self.0.next();
        }
        let digits = match self.0.next()? {
            one @ ('"' | '\\' | '\'') => return Some(one),
            'n' => return Some('\n'),
            'r' => return Some('\r'),
            't' => return Some('\t'),
            '0' => return Some('\0'),
            'x' => {
                let digits = self.0.rest.get(..2)?;
                self.0.takes(digits);
                digits
            }
            'u' if self.0.takes("{") => {
                let digits = self.0.run(|one| one != '}');
                self.0.next();
                digits
            }
            _ => return None,
        };
        let is_code = (2..=6).contains(&digits.len()) && digits.bytes().all(|one| one.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| is_code).and_then(char::from_u32)
    }
}
