//! Reads printed grammars: ABNF (RFC 5234 and RFC 7405), and the BNF of RFCs before it.
//!
//! In: a text. Out: its productions as trees, each as its notation says. What cannot be read is no error of the
//! file but of one production, which a reading may replace. The BNF is that of RFC 822, section 2, with what RFCs
//! write in it: `|` or `/` between alternatives, `<name>` for a name (a blank in it is `-`), `::=` or `:=` for `=`. The differences: a
//! literal ignores case in ABNF (RFC 5234, 2.3) and not in BNF; so do names (RFC 5234, 2.1).

use std::collections::HashMap;
use std::fmt::Write;

/// How a grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// RFC 5234 with RFC 7405.
    Abnf,
    /// The BNF of RFC 822 and of the RFCs that follow it.
    Bnf,
    /// The notation of RFC 1630: see [`crate::rfc1630`].
    Rfc1630,
}

impl Notation {
    /// The key of a name: two names with one key are the same.
    #[must_use]
    pub fn key(self, name: &str) -> String {
        if self == Self::Abnf { name.to_ascii_lowercase() } else { name.to_owned() }
    }
}

/// The right side of a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `"text"`; `%i"text"` and `%s"text"` say whether case is ignored (RFC 7405).
    Literal {
        /// The text between the quotes.
        text: String,
        /// Whether a letter of ASCII stands for both cases.
        ignore_case: bool,
    },
    /// `%x41.42`: these values, one after the other.
    Values(Vec<u32>),
    /// `%x41-5A`: one value of these, both ends included.
    Range(u32, u32),
    /// The strings of a production.
    Name(String),
    /// One after the other. Of none, the empty string.
    Seq(Vec<Term>),
    /// One of these.
    Choice(Vec<Term>),
    /// At least `min` and at most `max` times. `[ x ]` is from 0 to 1 times.
    Repeat {
        /// The least number.
        min: u32,
        /// The greatest number, if there is one.
        max: Option<u32>,
        /// What is repeated.
        of: Box<Term>,
    },
}

impl Term {
    /// `[ x ]`.
    pub(crate) fn option(of: Self) -> Self {
        Self::Repeat { min: 0, max: Some(1), of: Box::new(of) }
    }
}

/// A production of a grammar.
#[derive(Clone, Debug)]
pub struct Production {
    /// The name, as it is written.
    pub name: String,
    /// The line of the name, counted from 1.
    pub line: usize,
    /// The right side, or why it cannot be read.
    pub term: Result<Term, String>,
}

/// How deeply groups may nest.
const DEEPEST: usize = 200;

/// Reads the productions of a text.
///
/// # Errors
/// A line and a sentence, when a line begins where productions begin and is none.
pub fn read(notation: Notation, text: &str) -> Result<Vec<Production>, (usize, String)> {
    if notation == Notation::Rfc1630 {
        return crate::rfc1630::read(text);
    }
    // A line that begins further to the right than the first production continues the last one (RFC 5234, 2.2).
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let is_code = |line: &&str| !matches!(line.trim_start().chars().next(), None | Some(';'));
    let margin = text.lines().find(is_code).map_or(0, indent);
    let mut found: Vec<(usize, String)> = Vec::new();
    for (line, at) in text.lines().zip(1..).filter(|(line, _)| is_code(line)) {
        match found.last_mut() {
            Some((_, last)) if indent(line) > margin => write!(last, "\n{line}").unwrap_or(()),
            _ if indent(line) > margin => {
                return Err((at, "this continues no production".to_owned()));
            }
            _ => found.push((at, line.to_owned())),
        }
    }
    let (mut productions, mut places) = (Vec::<Production>::new(), HashMap::new());
    for (line, text) in found {
        let (name, sign, body) =
            head(text.trim_start()).ok_or_else(|| (line, "this is no production: NAME = ELEMENTS".to_owned()))?;
        let mut parser = Parser { notation, text: body, at: 0 };
        let term = parser.alternatives(0).and_then(|term| match parser.peek() {
            None => Ok(term),
            Some(other) => Err(format!("`{other}` is not expected here")),
        });
        let name = name.replace(' ', "-");
        let known = *places.entry(notation.key(&name)).or_insert(productions.len());
        match (productions.get_mut(known), sign) {
            // RFC 5234, 3.3.
            (Some(known), "=/") => {
                let all = [known.term.clone(), term].into_iter().collect::<Result<_, _>>();
                known.term = all.map(Term::Choice);
            }
            (Some(known), _) => known.term = Err(format!("`{name}` is defined twice")),
            (None, _) => productions.push(Production { name, line, term }),
        }
    }
    Ok(productions)
}

/// The name, the sign of definition and the right side of a production.
fn head(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = match text.strip_prefix('<') {
        Some(rest) => rest.split_once('>')?,
        None => text.split_at(text.find(|one| !is_of_name(one))?),
    };
    let rest = rest.trim_start();
    let sign = ["::=", ":=", "=/", "="].into_iter().find(|sign| rest.starts_with(sign))?;
    Some((name, sign, &rest[sign.len()..])).filter(|_| !name.is_empty())
}

/// Names have letters, digits and `-` (RFC 5234, 2.1); those of BNF also `_`, `+` and `.`.
fn is_of_name(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '+' | '.')
}

/// A reader of right sides, by recursive descent: each method reads what it is named by.
struct Parser<'t> {
    notation: Notation,
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    /// The next character that is neither space nor in a comment.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            let skipped = match rest.chars().next()? {
                ';' => rest.find('\n').unwrap_or(rest.len()),
                one if one.is_ascii_whitespace() => 1,
                other => return Some(other),
            };
            self.at += skipped;
        }
    }

    /// Whether the next character is this one, which then is read.
    fn takes(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        self.at += if is_next { expected.len_utf8() } else { 0 };
        is_next
    }

    /// The characters that follow and are of a kind.
    fn run(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        let run = &rest[..rest.find(|one| !is_one(one)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// What stands up to a closing quote or bracket, which is read too.
    fn until(&mut self, end: char) -> Result<&'t str, String> {
        let rest = &self.text[self.at..];
        let (inner, _) = rest
            .split_once(end)
            .filter(|(inner, _)| !inner.contains('\n'))
            .ok_or_else(|| format!("`{end}` is missing on this line"))?;
        self.at += inner.len() + end.len_utf8();
        Ok(inner)
    }

    fn alternatives(&mut self, depth: usize) -> Result<Term, String> {
        if depth > DEEPEST {
            return Err(format!("groups nest more than {DEEPEST} deep"));
        }
        let mut all = vec![self.sequence(depth)?];
        while self.takes('/') || self.notation == Notation::Bnf && self.takes('|') {
            all.push(self.sequence(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Term::Choice(all) })
    }

    fn sequence(&mut self, depth: usize) -> Result<Term, String> {
        let mut all = Vec::new();
        while !matches!(self.peek(), None | Some('/' | '|' | ')' | ']')) {
            all.push(self.element(depth)?);
        }
        match all.len() {
            0 => Err("an alternative has no element".to_owned()),
            1 => Ok(all.remove(0)),
            _ => Ok(Term::Seq(all)),
        }
    }

    /// `element`, `N element` or `L*M element` (RFC 5234, 3.6 and 3.7; RFC 822, 2.4 and 2.5).
    fn element(&mut self, depth: usize) -> Result<Term, String> {
        let number = |digits: &str, what: u32| match digits {
            "" => Ok(what),
            digits => digits.parse().map_err(|_| format!("{digits} times are too many")),
        };
        let min = self.run(|one| one.is_ascii_digit());
        let is_range = self.text[self.at..].starts_with('*');
        if !is_range {
            let term = self.primary(depth)?;
            let count = number(min, 1)?;
            let of = Box::new(term);
            return Ok(if min.is_empty() { *of } else { Term::Repeat { min: count, max: Some(count), of } });
        }
        self.at += 1;
        let max = self.run(|one| one.is_ascii_digit());
        let (least, most) = (number(min, 0)?, number(max, 0)?);
        if !max.is_empty() && most < least {
            return Err(format!("{min}*{max} is no number of times"));
        }
        let of = Box::new(self.primary(depth)?);
        Ok(Term::Repeat { min: least, max: (!max.is_empty()).then_some(most), of })
    }

    fn primary(&mut self, depth: usize) -> Result<Term, String> {
        let first = self.peek().ok_or("an element is missing")?;
        let is_bnf = self.notation == Notation::Bnf;
        match first {
            '(' | '[' => {
                self.at += 1;
                let inner = self.alternatives(depth + 1)?;
                let end = if first == '(' { ')' } else { ']' };
                match self.takes(end) {
                    true if first == '[' => Ok(Term::option(inner)),
                    true => Ok(inner),
                    false => Err(format!("`{end}` is missing")),
                }
            }
            '"' | '\'' if first == '"' || is_bnf => {
                self.at += 1;
                Ok(Term::Literal { text: self.until(first)?.to_owned(), ignore_case: !is_bnf })
            }
            '<' => {
                self.at += 1;
                match self.until('>')? {
                    "\"" => Ok(Term::Values(vec![0x22])),
                    name if is_bnf => Ok(Term::Name(name.replace(' ', "-"))),
                    prose => Err(format!("<{prose}> is prose")),
                }
            }
            '%' => {
                self.at += 1;
                self.value()
            }
            one if one.is_ascii_alphabetic() => Ok(Term::Name(self.run(is_of_name).to_owned())),
            other => Err(format!("`{other}` begins no element")),
        }
    }

    /// What follows `%`: RFC 5234, 2.3, and RFC 7405, 2.1.
    fn value(&mut self) -> Result<Term, String> {
        let letter = self.text[self.at..].get(..1).unwrap_or_default();
        self.at += letter.len();
        let radix = match letter.to_ascii_lowercase().as_str() {
            kind @ ("i" | "s") if self.text[self.at..].starts_with('"') => {
                self.at += 1;
                let text = self.until('"')?.to_owned();
                return Ok(Term::Literal { text, ignore_case: kind == "i" });
            }
            "x" => 16,
            "d" => 10,
            "b" => 2,
            _ => return Err("`%` begins no value: %x, %d, %b, %i\" or %s\"".to_owned()),
        };
        let first = self.number(radix)?;
        let rest = &self.text[self.at..];
        if rest.starts_with('-') {
            self.at += 1;
            let last = self.number(radix)?;
            return if first <= last { Ok(Term::Range(first, last)) } else { Err("a range runs backwards".to_owned()) };
        }
        let mut values = vec![first];
        while self.text[self.at..].starts_with('.') {
            self.at += 1;
            values.push(self.number(radix)?);
        }
        Ok(Term::Values(values))
    }

    fn number(&mut self, radix: u32) -> Result<u32, String> {
        let digits = self.run(|one| one.is_digit(radix));
        let value = u32::from_str_radix(digits, radix).ok().filter(|&value| value <= 0x10_FFFF);
        value.ok_or_else(|| format!("`{digits}` is no value of a character"))
    }
}
