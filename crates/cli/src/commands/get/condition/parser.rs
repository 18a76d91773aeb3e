//! Conditions as they are written: `scheme=https and (port>1024 or not host$=.example)`.
//!
//! In: a text. Out: its expression, or what is wrong with it and where.
//!
//! ```text
//! any       = all *( ( "|" / "or" ) all )
//! all       = one *( "and" one )
//! one       = "not" one / "!" group / group / condition
//! group     = "(" any ")"
//! condition = name / "!" name / name sign value
//! sign      = "=" / "!=" / "^=" / "$=" / "*=" / "=~" / "!~" / ">" / ">=" / "<" / "<="
//! ```
//!
//! A value is in double quotes, or goes on to the next `|`, to `and` or `or` between spaces, or to the `)` of a group that
//! is open. In a value whose brackets are pairs, as in `path=/a(b)`, these are its own. A pattern without quotes goes on to
//! the end of the text, since it may have signs of all kinds.
//!
//! The surprising case: `host=rock and roll` is two conditions, and the second is no column; `host="rock and roll"` is one.

use super::Expression;
use super::test::{How, Order, Test};
use crate::output::usage::Usage;

/// So many groups may be within each other.
const DEEPEST: usize = 64;

/// What to know of patterns in groups.
const PATTERN: &str =
    "; a pattern goes on to the end, unless it is in double quotes: path=~\"^/a\"";

/// Reads a condition.
pub(super) fn parse(text: &str) -> Result<Expression, Usage> {
    let mut parser = Parser { text, at: 0, open: Vec::new() };
    let expression = parser.any()?;
    match parser.rest() {
        "" => Ok(expression),
        _ => Err(parser.wrong(parser.at, "here stands what no condition begins with: between two conditions there is `and`, `or` or `|`")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// Where the groups begin that are open.
    open: Vec<usize>,
}

/// What stands between a name and a value.
enum Sign {
    Text(How, bool),
    Pattern(bool),
    Number(Order),
}

impl<'t> Parser<'t> {
    fn any(&mut self) -> Result<Expression, Usage> {
        let mut any = vec![self.all()?];
        while self.eats("|") || self.eats_word("or") {
            any.push(self.all()?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Expression::Any(any) })
    }

    fn all(&mut self) -> Result<Expression, Usage> {
        let mut all = vec![self.one()?];
        while self.eats_word("and") {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expression::All(all) })
    }

    fn one(&mut self) -> Result<Expression, Usage> {
        let mut is_negated = false;
        loop {
            self.skip_spaces();
            let rest = self.rest();
            let is_group =
                rest.strip_prefix('!').is_some_and(|rest| rest.trim_start().starts_with('('));
            if !(is_group && self.eats("!") || self.eats_word("not")) {
                break;
            }
            is_negated = !is_negated;
        }
        let one = if self.rest().starts_with('(') { self.group()? } else { self.condition()? };
        self.skip_spaces();
        Ok(if is_negated { one.negated() } else { one })
    }

    fn group(&mut self) -> Result<Expression, Usage> {
        if self.open.len() == DEEPEST {
            return Err(self.wrong(self.at, &format!("groups are at most {DEEPEST} deep")));
        }
        self.open.push(self.at);
        self.at += 1;
        let inner = self.any()?;
        let open = self.open.pop().unwrap_or_default();
        if self.eats(")") {
            return Ok(inner);
        }
        let hint = match self.text[open..].contains('~') {
            true => PATTERN,
            false => "",
        };
        Err(self.wrong(open, &format!("this \"(\" has no \")\"{hint}")))
    }

    fn condition(&mut self) -> Result<Expression, Usage> {
        let start = self.at;
        let is_missing = ["and", "or"].iter().any(|word| self.is_word(start, word));
        let plain = if is_missing { start } else { self.plain(start) };
        let Some((name, sign, after)) = sign(&self.text[start..plain]) else {
            self.at = plain;
            return match self.text[start..plain].trim_ascii() {
                "" => {
                    Err(self
                        .wrong(start, "here a condition is missing, such as `host=example.com`"))
                }
                name => Test::named(name).map(Expression::Test),
            };
        };
        // What had a space before the sign has one after.
        let spaced = name.ends_with(|c: char| c.is_ascii_whitespace());
        let name = name.trim_ascii();
        let mut value = start + after;
        if spaced {
            value += self.text[value..].len() - self.text[value..].trim_ascii_start().len();
        }
        let is_pattern = matches!(sign, Sign::Pattern(_));
        let quoted = self.quoted(value);
        // A quote alone is a value; one before a value wants another behind it.
        let begun = self.text[value..].trim_ascii_start();
        if quoted.is_none() && !is_pattern && begun.len() > 1 && begun.starts_with('"') {
            let what = "this quote has no other at the end of the value: a value is all in double quotes, in which a quote \
                        has a `\\` before it, or has none at its beginning";
            return Err(self.wrong(self.text.len() - begun.len(), what));
        }
        let (text, end) = match &quoted {
            Some((text, end)) => (&**text, *end),
            None if is_pattern => (&self.text[value..], self.text.len()),
            None => {
                let end = self.plain(value);
                let text = &self.text[value..end];
                // Before another condition a space is none of the value's; at the end it is, as it ever was.
                (if end < self.text.len() { text.trim_ascii_end() } else { text }, end)
            }
        };
        self.at = end;
        let test = match sign {
            Sign::Text(how, is) => Test::compared(name, how, text.to_owned(), is)?,
            Sign::Pattern(is) => Test::matched(name, text, is, |error| {
                let is_cut = quoted.is_none() && !self.open.is_empty();
                let hint = if is_cut { PATTERN } else { "" };
                Usage::new(format!("{}: {error}{hint}", &self.text[start..end]))
            })?,
            Sign::Number(order) => {
                let Ok(with) = text.trim_ascii().parse() else {
                    return Err(
                        self.wrong(value, "after `>` and `<` stands a number, as in `port>1024`")
                    );
                };
                Test::number(name, order, with)?.ok_or_else(|| {
                    let what = format!(
                        "{name} has no numbers to compare: port, line, query:KEY and length have, and \
                         length:{name} is how many bytes it has"
                    );
                    self.wrong(start, &what)
                })?
            }
        };
        Ok(Expression::Test(test))
    }

    /// Where a name or a value without quotes ends that begins here.
    fn plain(&self, start: usize) -> usize {
        let mut pairs = 0_usize;
        for (at, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                b'|' => return at,
                b'(' => pairs += 1,
                b')' if pairs > 0 => pairs -= 1,
                b')' if !self.open.is_empty() => return at,
                byte if byte.is_ascii_whitespace() && self.is_between(at + 1) => return at,
                _ => {}
            }
        }
        self.text.len()
    }

    /// Whether `and` or `or` stands at a place.
    fn is_between(&self, at: usize) -> bool {
        ["and", "or"].iter().any(|word| self.is_word(at, word))
    }

    /// The text in the quotes that stand here, and where they end. Quotes that are not around a whole value are its own.
    fn quoted(&self, start: usize) -> Option<(String, usize)> {
        let spaces = self.text[start..].len() - self.text[start..].trim_ascii_start().len();
        let inner = start + spaces + 1;
        self.text[start + spaces..].strip_prefix('"')?;
        let (mut text, mut from) = (String::new(), inner);
        loop {
            let at = from + self.text[from..].find('"')?;
            if let Some(before) = self.text[inner..at].strip_suffix('\\') {
                text.push_str(&self.text[from..inner + before.len()]);
                text.push('"');
                from = at + 1;
                continue;
            }
            text.push_str(&self.text[from..at]);
            let rest = self.text[at + 1..].trim_ascii_start();
            let ends = rest.is_empty()
                || rest.starts_with('|')
                || (rest.starts_with(')') && !self.open.is_empty())
                || self.is_between(self.text.len() - rest.len());
            return ends.then_some((text, at + 1));
        }
    }

    /// Whether a word stands at a place, with nothing of a word behind it.
    fn is_word(&self, at: usize, word: &str) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        let head = rest.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word))
            && rest[word.len()..]
                .bytes()
                .next()
                .is_none_or(|next| next.is_ascii_whitespace() || next == b'(')
    }

    fn eats_word(&mut self, word: &str) -> bool {
        self.skip_spaces();
        let is_there = self.is_word(self.at, word);
        if is_there {
            self.at += word.len();
        }
        is_there
    }

    fn eats(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        let is_there = self.rest().starts_with(sign);
        if is_there {
            self.at += sign.len();
        }
        is_there
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
    }

    /// What is wrong at a place.
    fn wrong(&self, at: usize, what: &str) -> Usage {
        let place = self.text[..at].chars().count() + 1;
        let rest: String = self.text[at..].chars().take(20).collect();
        let here = if rest.is_empty() { "the end".to_owned() } else { format!("`{rest}`") };
        Usage::new(format!("in --where, at character {place}, {here}: {what}"))
    }
}

/// Divides a condition at its sign: the name, the sign, and where the value begins.
fn sign(text: &str) -> Option<(&str, Sign, usize)> {
    let is_sign = |at: &usize| {
        let rest = &text.as_bytes()[*at..];
        matches!(rest, [b'=' | b'>' | b'<', ..] | [b'!', b'~', ..])
    };
    let at = (0..text.len()).find(is_sign)?;
    let (name, rest) = (&text[..at], text.as_bytes().get(at..)?);
    let marks = [
        ('!', How::Is, false),
        ('^', How::Begins, true),
        ('$', How::Ends, true),
        ('*', How::Contains, true),
    ];
    let marked = || {
        let mut marks = marks.into_iter();
        marks.find_map(|(mark, how, is)| {
            Some((name.strip_suffix(mark)?, Sign::Text(how, is), at + 1))
        })
    };
    Some(match rest {
        [b'!', ..] => (name, Sign::Pattern(false), at + 2),
        [b'>', b'=', ..] => (name, Sign::Number(Order::AtLeast), at + 2),
        [b'>', ..] => (name, Sign::Number(Order::More), at + 1),
        [b'<', b'=', ..] => (name, Sign::Number(Order::AtMost), at + 2),
        [b'<', ..] => (name, Sign::Number(Order::Less), at + 1),
        _ => marked().unwrap_or(match rest {
            [_, b'~', ..] => (name, Sign::Pattern(true), at + 2),
            _ => (name, Sign::Text(How::Is, true), at + 1),
        }),
    })
}
