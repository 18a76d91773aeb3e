//! Reads printed grammars: ABNF (RFC 5234 and RFC 7405), the BNF of RFCs before it, and the notation of RFC 1630.
//!
//! Text that cannot be read invalidates its production, but not the file, since a reading may replace the production.
//! The BNF is that of RFC 822, section 2, with the extensions that RFCs use: `|` or `/` between alternatives, `<name>`
//! for a name (a blank in it is `-`), and `::=` or `:=` for `=`. ABNF ignores case in literals and in names (RFC 5234,
//! 2.1 and 2.3), BNF does not.

use std::collections::HashMap;

use crate::bytes::Cursor;
use crate::tree::Term;

/// The notation of a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintedNotation {
    /// RFC 5234 with RFC 7405.
    #[default]
    Abnf,
    /// The BNF of RFC 822 and of the RFCs that follow it.
    Bnf,
    /// The notation of RFC 1630.
    Rfc1630,
}

impl PrintedNotation {
    /// Returns the key of a name: two names with the same key are equal.
    pub(crate) fn key(self, name: &str) -> String {
        if self == Self::Abnf { name.to_ascii_lowercase() } else { name.to_owned() }
    }
}

/// A production of a grammar.
#[derive(Clone, Debug)]
pub struct Production {
    /// The name as written.
    pub name: String,
    /// The line of the name, counted from 1.
    pub line: usize,
    /// The right side, or the reason why it cannot be read.
    pub term: Result<Term, String>,
}

/// The maximum depth of nested groups.
const DEEPEST: usize = 200;

/// Reads the productions of a text.
///
/// # Errors
/// Returns the number of a line that is neither a production nor its continuation, and a sentence about it.
pub fn read(notation: PrintedNotation, text: &str) -> Result<Vec<Production>, (usize, String)> {
    let found = if notation == PrintedNotation::Rfc1630 { of_rfc_1630(text) } else { continued(text) };
    let (mut productions, mut places) = (Vec::<Production>::new(), HashMap::new());
    for (line, text) in found.map_err(|line| (line, "this line does not continue a production".to_owned()))? {
        let no_production = || (line, "expected a production, NAME = ELEMENTS".to_owned());
        let (name, sign, body) = head(text.trim_start()).ok_or_else(no_production)?;
        let mut parser = RightSideParser { is_abnf: notation == PrintedNotation::Abnf, cursor: Cursor::new(body) };
        let term = parser.alternatives(0).and_then(|term| match parser.peek() {
            None => Ok(term),
            Some(other) => Err(format!("`{other}` is not expected here")),
        });
        let name = name.replace(' ', "-");
        let known = *places.entry(notation.key(&name)).or_insert(productions.len());
        match (productions.get_mut(known), sign) {
            // RFC 5234, 3.3.
            (Some(known), "=/") => {
                known.term = [known.term.clone(), term].into_iter().collect::<Result<_, _>>().map(Term::Choice);
            }
            (Some(known), _) => known.term = Err(format!("`{name}` is defined twice")),
            (None, _) => productions.push(Production { name, line, term }),
        }
    }
    Ok(productions)
}

/// Each production as its line and its text, or the line of an error.
type Lines = Result<Vec<(usize, String)>, usize>;

/// Returns the text of each production. A line continues a production if it is indented more than the first line of the
/// grammar (RFC 5234, 2.2).
fn continued(text: &str) -> Lines {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let is_code = |line: &&str| !matches!(line.trim_start().chars().next(), None | Some(';'));
    let margin = text.lines().find(is_code).map_or(0, indent);
    let mut found: Vec<(usize, String)> = Vec::new();
    for (line, at) in text.lines().zip(1..).filter(|(line, _)| is_code(line)) {
        if indent(line) <= margin {
            found.push((at, line.to_owned()));
        } else {
            let (_, last) = found.last_mut().ok_or(at)?;
            last.extend(["\n", line]);
        }
    }
    Ok(found)
}

/// Converts productions in the notation of RFC 1630, sections 8 and 9, to BNF. In this notation, a production is a name
/// and words. A word of one character is that character, `space` and `vline` are characters, and other words are names.
/// No blank is needed around `|` or after `[`. A bracket that is a whole alternative is a literal.
fn of_rfc_1630(text: &str) -> Lines {
    let mut found: Vec<(usize, Vec<String>)> = Vec::new();
    for (line, at) in text.lines().zip(1..) {
        if line.starts_with(';') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with([' ', '\t']) {
            found.push((at, Vec::new()));
        }
        let (_, words) = found.last_mut().ok_or(at)?;
        for word in line.replace('|', " | ").split_whitespace() {
            let inner = word.strip_prefix('[').filter(|inner| !inner.is_empty());
            words.extend(inner.map(|_| "[".to_owned()));
            words.push(inner.unwrap_or(word).to_owned());
        }
    }
    let written = |(line, words): (usize, Vec<String>)| {
        let is_bar = |at: usize| at == 0 || words.get(at).is_none_or(|word| word == "|");
        let element = |(at, word): (usize, &String)| match word.as_str() {
            "|" => "|".to_owned(),
            "[" | "]" if !is_bar(at - 1) || !is_bar(at + 1) => word.clone(),
            "space" => "%x20".to_owned(),
            "vline" => "%x7C".to_owned(),
            "\"" => "'\"'".to_owned(),
            one if one.chars().count() == 1 => format!("\"{one}\""),
            name => name.to_owned(),
        };
        let elements: Vec<String> = words.iter().enumerate().skip(1).map(element).collect();
        let body = if elements.is_empty() { "\"\"".to_owned() } else { elements.join(" ") };
        (line, format!("{} = {body}", words[0]))
    };
    Ok(found.into_iter().map(written).collect())
}

/// Returns the name, the definition sign and the right side of a production.
fn head(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = match text.strip_prefix('<') {
        Some(rest) => rest.split_once('>')?,
        None => text.split_at(text.find(|one| !is_of_name(one))?),
    };
    // Comments may come before the sign (RFC 5234, 4: `defined-as`).
    let mut rest = rest.trim_start();
    while let Some(comment) = rest.strip_prefix(';') {
        rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    let sign = ["::=", ":=", "=/", "="].into_iter().find(|sign| rest.starts_with(sign))?;
    Some((name, sign, &rest[sign.len()..])).filter(|_| !name.is_empty())
}

/// Returns whether a name may contain a character. Names consist of letters, digits and `-` (RFC 5234, 2.1), and in BNF
/// also of `_`, `+` and `.`.
fn is_of_name(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '+' | '.')
}

/// A recursive-descent parser of right sides, with a method for each construct.
struct RightSideParser<'t> {
    is_abnf: bool,
    cursor: Cursor<'t>,
}

impl<'t> RightSideParser<'t> {
    /// Skips blanks and comments, and returns the next character.
    fn peek(&mut self) -> Option<char> {
        loop {
            self.cursor.run(|one| one.is_ascii_whitespace());
            match self.cursor.peek() {
                Some(';') => self.cursor.run(|one| one != '\n'),
                other => return other,
            };
        }
    }

    /// Reads the text up to a closing quote or bracket on the same line, and skips the quote or bracket.
    fn until(&mut self, end: char) -> Result<&'t str, String> {
        let inner = self.cursor.run(|one| one != end && one != '\n');
        if self.cursor.next() == Some(end) { Ok(inner) } else { Err(format!("`{end}` is missing on this line")) }
    }

    fn alternatives(&mut self, depth: usize) -> Result<Term, String> {
        if depth > DEEPEST {
            return Err(format!("groups nest more than {DEEPEST} deep"));
        }
        let mut all = vec![self.sequence(depth)?];
        while self.peek() == Some('/') || !self.is_abnf && self.peek() == Some('|') {
            self.cursor.next();
            all.push(self.sequence(depth)?);
        }
        Ok(Term::of(all, Term::Choice))
    }

    fn sequence(&mut self, depth: usize) -> Result<Term, String> {
        let mut all = Vec::new();
        while !matches!(self.peek(), None | Some('/' | '|' | ')' | ']')) {
            all.push(self.element(depth)?);
        }
        if all.is_empty() { Err("an alternative has no element".to_owned()) } else { Ok(Term::of(all, Term::Seq)) }
    }

    /// Reads `element`, `N element` or `L*M element` (RFC 5234, 3.6 and 3.7; RFC 822, 2.4 and 2.5).
    fn element(&mut self, depth: usize) -> Result<Term, String> {
        let least = self.cursor.times()?;
        let most = if self.cursor.takes("*") {
            self.cursor.times()?
        } else if least.is_some() {
            least
        } else {
            return self.primary(depth);
        };
        match (least.unwrap_or(0), most) {
            (least, Some(most)) if most < least => Err(format!("{least}*{most} is not a valid repetition count")),
            (least, most) => Ok(Term::Repeat(least, most, Box::new(self.primary(depth)?))),
        }
    }

    fn primary(&mut self, depth: usize) -> Result<Term, String> {
        let first = self.peek().ok_or("an element is missing")?;
        if first.is_ascii_alphabetic() {
            return Ok(Term::Name(self.cursor.run(is_of_name).to_owned()));
        }
        self.cursor.next();
        match first {
            '(' | '[' => {
                let inner = self.alternatives(depth + 1)?;
                let (end, term) = if first == '(' { (')', inner) } else { (']', Term::option(inner)) };
                let is_closed = self.peek() == Some(end);
                self.cursor.next();
                if is_closed { Ok(term) } else { Err(format!("`{end}` is missing")) }
            }
            '"' => Ok(Term::Literal(self.until('"')?.to_owned(), self.is_abnf)),
            '\'' if !self.is_abnf => Ok(Term::Literal(self.until('\'')?.to_owned(), false)),
            '<' => match self.until('>')? {
                "\"" => Ok(Term::Range(0x22, 0x22)),
                name if !self.is_abnf => Ok(Term::Name(name.replace(' ', "-"))),
                prose => Err(format!("<{prose}> is prose, which has no defined strings")),
            },
            '%' => self.value(),
            other => Err(format!("expected an element, not `{other}`")),
        }
    }

    /// Reads a value after `%` (RFC 5234, 2.3, and RFC 7405, 2.1).
    fn value(&mut self) -> Result<Term, String> {
        let radix = match self.cursor.next().map(|letter| letter.to_ascii_lowercase()) {
            Some('x') => 16,
            Some('d') => 10,
            Some('b') => 2,
            Some(kind @ ('i' | 's')) if self.cursor.takes("\"") => {
                return Ok(Term::Literal(self.until('"')?.to_owned(), kind == 'i'));
            }
            _ => return Err("expected a value after `%`: %x, %d, %b, %i\" or %s\"".to_owned()),
        };
        let first = self.number(radix)?;
        if self.cursor.takes("-") {
            let last = self.number(radix)?;
            return if first <= last { Ok(Term::Range(first, last)) } else { Err("a range runs backwards".to_owned()) };
        }
        let mut values = vec![Term::Range(first, first)];
        while self.cursor.takes(".") {
            let value = self.number(radix)?;
            values.push(Term::Range(value, value));
        }
        Ok(Term::of(values, Term::Seq))
    }

    fn number(&mut self, radix: u32) -> Result<u32, String> {
        let digits = self.cursor.run(|one| one.is_digit(radix));
        let value = u32::from_str_radix(digits, radix).ok().filter(|&value| value <= 0x10_FFFF);
        value.ok_or_else(|| format!("`{digits}` is not a character value"))
    }
}
