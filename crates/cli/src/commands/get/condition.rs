//! The conditions of `--where`, which select the strings that get a row.
//!
//! The surprising case: `host!=a` and `not port>80` hold for a string without host and port, since they negate `host=a`
//! and `port>80`.

use regex::{Regex, RegexBuilder};
use urispec::{Edition, Reference};
use urispec_lint::security::Selection;
use urispec_lint::{Finding, Lint, Pack};

use super::column::{CellValue, Column, ParsedString, ReadString};
use crate::output::{StringOrigin, Usage};

#[derive(Clone)]
pub(in crate::commands) struct Conditions {
    all: ConditionExpr,
    /// The lints that the conditions name. No other lints run.
    lints: Selection,
}

#[derive(Clone, Debug)]
enum ConditionExpr {
    Test(Test),
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl Conditions {
    pub(super) fn parse(all: &[String]) -> Result<Self, Usage> {
        let all = all.iter().map(|text| parse(text)).collect::<Result<_, _>>()?;
        let mut all = ConditionExpr::All(all);
        all.sort();
        let mut lints = Vec::new();
        all.each(&mut |test| lints.extend(test.lint()));
        Ok(Self { lints: Selection::of(lints), all })
    }

    /// Parses conditions about references as they were given, which therefore cannot use the columns that `get` computes.
    pub(in crate::commands) fn of_references(all: &[String]) -> Result<Self, Usage> {
        let conditions = Self::parse(all)?;
        let mut computed = None;
        conditions.all.each(&mut |test| {
            let column = test.column().map(Column::source);
            computed = computed.take().or(column.filter(|column| column.is_computed()));
        });
        match computed {
            Some(column) => {
                let name = column.name();
                Err(Usage::new(format!("--where: the column `{name}` is only in `urispec get`")))
            }
            None => Ok(conditions),
        }
    }

    pub(in crate::commands) fn hold_for(
        &self,
        edition: Edition,
        reference: Reference<'_>,
        origin: StringOrigin<'_>,
    ) -> bool {
        if self.is_empty() {
            return true;
        }
        let file = if self.uses(&Column::File) { origin.file() } else { None };
        let read = ReadString {
            file: file.as_ref().map(|(name, _)| &**name),
            line: origin.line(),
            ..ReadString::new(
                edition,
                reference.as_str().as_bytes(),
                Some(ParsedString::Reference(reference)),
            )
        };
        self.hold(&read, false)
    }

    pub(super) fn want_invalid(&self) -> bool {
        self.any(Test::wants_invalid)
    }

    pub(super) const fn is_empty(&self) -> bool {
        matches!(&self.all, ConditionExpr::All(all) if all.is_empty())
    }

    pub(super) fn uses(&self, column: &Column) -> bool {
        self.any(|test| test.column().is_some_and(|one| one.source() == column))
    }

    fn any(&self, predicate: impl Fn(&Test) -> bool) -> bool {
        let mut any = false;
        self.all.each(&mut |test| any |= predicate(test));
        any
    }

    pub(super) fn hold(&self, read: &ReadString<'_>, decode: bool) -> bool {
        let mut found: Option<Vec<&Lint>> = None;
        self.all.holds(&mut |test| match test {
            Test::Found(lint, is) => {
                let found = found.get_or_insert_with(|| {
                    // Bytes that are not UTF-8 are read as U+FFFD.
                    let text = String::from_utf8_lossy(read.input);
                    self.lints.look(&text).iter().map(Finding::lint).collect()
                });
                found.contains(lint) == *is
            }
            test => test.holds(read, decode),
        })
    }
}

impl ConditionExpr {
    fn negated(self) -> Self {
        let negated = |all: Vec<Self>| all.into_iter().map(Self::negated).collect();
        match self {
            Self::Test(test) => Self::Test(test.negated()),
            Self::All(all) => Self::Any(negated(all)),
            Self::Any(any) => Self::All(negated(any)),
        }
    }

    fn holds(&self, holds: &mut impl FnMut(&Test) -> bool) -> bool {
        match self {
            Self::Test(test) => holds(test),
            Self::All(all) => all.iter().all(|one| one.holds(holds)),
            Self::Any(any) => any.iter().any(|one| one.holds(holds)),
        }
    }

    fn each<'e>(&'e self, visit: &mut impl FnMut(&'e Test)) {
        match self {
            Self::Test(test) => visit(test),
            Self::All(all) | Self::Any(all) => all.iter().for_each(|one| one.each(visit)),
        }
    }

    /// Puts cheap tests first, since they may make other tests unnecessary. The result is the same in any order.
    fn sort(&mut self) {
        if let Self::All(all) | Self::Any(all) = self {
            all.iter_mut().for_each(Self::sort);
            all.sort_by_cached_key(Self::cost);
        }
    }

    fn cost(&self) -> u8 {
        match self {
            Self::Test(test) => test.cost(),
            Self::All(all) | Self::Any(all) => all.iter().map(Self::cost).max().unwrap_or_default(),
        }
    }
}

#[derive(Clone, Debug)]
enum Test {
    Valid(bool),
    Defined(Column, bool),
    Compared { column: Column, how: How, with: String, is: bool },
    Matched { column: Column, pattern: Regex, is: bool },
    Number { column: Column, order: Order, with: u64, is: bool },
    Found(&'static Lint, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Is,
    Begins,
    Ends,
    Contains,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    More,
    AtLeast,
    Less,
    AtMost,
}

impl Test {
    /// Parses a condition that is only a name: `valid`, a column, or a lint.
    fn from_name(text: &str) -> Result<Self, Usage> {
        match &*text.to_ascii_lowercase() {
            "valid" | "!invalid" => return Ok(Self::Valid(true)),
            "invalid" | "!valid" => return Ok(Self::Valid(false)),
            _ => {}
        }
        let (name, is) = match text.strip_prefix('!') {
            Some(name) => (name, false),
            None => (text, true),
        };
        if let Some(column) = Column::from_name(name) {
            return Ok(Self::Defined(column, is));
        }
        let lints = Pack::Security.lints();
        if let Some(lint) = lints.iter().find(|lint| lint.id().eq_ignore_ascii_case(name)) {
            return Ok(Self::Found(lint, is));
        }
        let forms = ["valid", "invalid", "host=VALUE", "port", "!port"].into_iter();
        Err(Usage::unknown("conditions", forms.chain(lints.iter().map(|lint| lint.id())), text))
    }

    fn negated(mut self) -> Self {
        let (Self::Valid(is)
        | Self::Defined(_, is)
        | Self::Compared { is, .. }
        | Self::Matched { is, .. }
        | Self::Number { is, .. }
        | Self::Found(_, is)) = &mut self;
        *is = !*is;
        self
    }

    const fn column(&self) -> Option<&Column> {
        match self {
            Self::Defined(column, _)
            | Self::Compared { column, .. }
            | Self::Matched { column, .. }
            | Self::Number { column, .. } => Some(column),
            Self::Valid(_) | Self::Found(..) => None,
        }
    }

    const fn lint(&self) -> Option<&'static Lint> {
        match self {
            Self::Found(lint, _) => Some(*lint),
            _ => None,
        }
    }

    fn wants_invalid(&self) -> bool {
        match self {
            Self::Valid(false) | Self::Defined(Column::Error | Column::Cause, true) => true,
            Self::Compared { column, is, .. } | Self::Matched { column, is, .. } => {
                // Only invalid strings have a cause.
                *column == Column::Valid || matches!(column, Column::Cause | Column::Error) && *is
            }
            _ => false,
        }
    }

    const fn cost(&self) -> u8 {
        match self {
            Self::Valid(_) => 0,
            Self::Defined(..) => 1,
            Self::Compared { .. } | Self::Number { .. } => 2,
            Self::Matched { .. } => 3,
            Self::Found(..) => 4,
        }
    }

    fn holds(&self, read: &ReadString<'_>, decode: bool) -> bool {
        match self {
            Self::Valid(is) => read.found.is_some() == *is,
            Self::Defined(column, is) => read.value(column, decode).is_some() == *is,
            Self::Compared { column, how, with, is } => {
                let value = read.value(column, decode);
                let compares = value
                    .is_some_and(|value| how.compares(&value.text(), with, column.ignores_case()));
                compares == *is
            }
            Self::Matched { column, pattern, is } => {
                let value = read.value(column, decode);
                value.is_some_and(|value| pattern.is_match(&value.text())) == *is
            }
            Self::Number { column, order, with, is } => {
                let number = read.value(column, decode).and_then(|value| number(&value));
                number.is_some_and(|number| order.has(number, *with)) == *is
            }
            Self::Found(..) => false,
        }
    }
}

fn number(value: &CellValue<'_>) -> Option<u64> {
    if let CellValue::Number(number) = value {
        return Some(*number);
    }
    let text = value.text();
    let are_digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    are_digits.then(|| text.parse().unwrap_or(u64::MAX))
}

impl Order {
    const fn has(self, number: u64, with: u64) -> bool {
        match self {
            Self::More => number > with,
            Self::AtLeast => number >= with,
            Self::Less => number < with,
            Self::AtMost => number <= with,
        }
    }
}

impl How {
    fn compares(self, value: &str, with: &str, ignores_case: bool) -> bool {
        if ignores_case {
            return self.compares(&value.to_ascii_lowercase(), &with.to_ascii_lowercase(), false);
        }
        match self {
            Self::Is => value == with,
            Self::Begins => value.starts_with(with),
            Self::Ends => value.ends_with(with),
            Self::Contains => value.contains(with),
        }
    }
}

// The syntax of conditions: `scheme=https and (port>1024 or not host$=.example)`.
//
// ```text
// any       = all *( ( "|" / "or" ) all )
// all       = one *( "and" one )
// one       = "not" one / "!" group / group / condition
// group     = "(" any ")"
// condition = name / "!" name / name sign value
// sign      = "=" / "!=" / "^=" / "$=" / "*=" / "=~" / "!~" / ">" / ">=" / "<" / "<="
// ```
//
// A value is in double quotes, or ends at the next `|`, at `and` or `or` between spaces, or at the `)` of an open group.
// Paired parentheses, as in `path=/a(b)`, belong to the value. A pattern without quotes extends to the end of the text,
// since it may contain any of these.
//
// The surprising case: `host=rock and roll` is two conditions, and the second names no column; `host="rock and roll"` is
// one.

const DEEPEST: usize = 64;

/// A hint for an unclosed group, whose `)` may have become part of a pattern without quotes.
const PATTERN: &str =
    "; a pattern extends to the end, unless it is in double quotes: path=~\"^/a\"";

fn parse(text: &str) -> Result<ConditionExpr, Usage> {
    let mut parser = ConditionParser { text, at: 0, open: Vec::new() };
    let expression = parser.any()?;
    match parser.rest() {
        "" => Ok(expression),
        _ => Err(parser.wrong(parser.at, "expected `and`, `or` or `|` between two conditions")),
    }
}

struct ConditionParser<'t> {
    text: &'t str,
    at: usize,
    /// The offsets of the open groups.
    open: Vec<usize>,
}

/// The operator between a name and a value.
enum Sign {
    Text(How, bool),
    Pattern(bool),
    Number(Order),
}

impl<'t> ConditionParser<'t> {
    fn any(&mut self) -> Result<ConditionExpr, Usage> {
        let mut any = vec![self.all()?];
        while self.eats("|") || self.eats_word("or") {
            any.push(self.all()?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { ConditionExpr::Any(any) })
    }

    fn all(&mut self) -> Result<ConditionExpr, Usage> {
        let mut all = vec![self.one()?];
        while self.eats_word("and") {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { ConditionExpr::All(all) })
    }

    fn one(&mut self) -> Result<ConditionExpr, Usage> {
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

    fn group(&mut self) -> Result<ConditionExpr, Usage> {
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
        Err(self.wrong(open, &format!("this \"(\" is not closed{hint}")))
    }

    fn condition(&mut self) -> Result<ConditionExpr, Usage> {
        let start = self.at;
        let is_missing = ["and", "or"].iter().any(|word| self.is_word(start, word));
        let plain = if is_missing { start } else { self.plain(start) };
        let Some((name, sign, after)) = sign(&self.text[start..plain]) else {
            self.at = plain;
            return match self.text[start..plain].trim_ascii() {
                "" => Err(self.wrong(start, "expected a condition, such as `host=example.com`")),
                name => Test::from_name(name).map(ConditionExpr::Test),
            };
        };
        // After a sign with a space before it, leading spaces do not belong to the value.
        let spaced = name.ends_with(|c: char| c.is_ascii_whitespace());
        let name = name.trim_ascii();
        let mut value = start + after;
        if spaced {
            value += self.text[value..].len() - self.text[value..].trim_ascii_start().len();
        }
        let is_pattern = matches!(sign, Sign::Pattern(_));
        let quoted = self.quoted(value);
        // A lone `"` is a value; a `"` before other text needs another `"` at the end.
        let unquoted = self.text[value..].trim_ascii_start();
        if quoted.is_none() && !is_pattern && unquoted.len() > 1 && unquoted.starts_with('"') {
            let what = "this quote is not closed at the end of the value: put the whole value in double quotes, and write \
                        `\\\"` for a quote in it";
            return Err(self.wrong(self.text.len() - unquoted.len(), what));
        }
        let (text, end) = match &quoted {
            Some((text, end)) => (&**text, *end),
            None if is_pattern => (&self.text[value..], self.text.len()),
            None => {
                let end = self.plain(value);
                let text = &self.text[value..end];
                // A space before another condition is not part of the value; a space at the end of the text is.
                (if end < self.text.len() { text.trim_ascii_end() } else { text }, end)
            }
        };
        self.at = end;
        let column = || Column::parse(name, "conditions");
        let test = match sign {
            Sign::Text(how, is) => {
                Test::Compared { column: column()?, how, with: text.to_owned(), is }
            }
            Sign::Pattern(is) => {
                let column = column()?;
                let mut pattern = RegexBuilder::new(text);
                let pattern = pattern.case_insensitive(column.ignores_case()).build();
                let pattern = pattern.map_err(|error| {
                    let is_cut = quoted.is_none() && !self.open.is_empty();
                    let hint = if is_cut { PATTERN } else { "" };
                    Usage::new(format!("{}: {error}{hint}", &self.text[start..end]))
                })?;
                Test::Matched { column, pattern, is }
            }
            Sign::Number(order) => {
                let Ok(with) = text.trim_ascii().parse() else {
                    return Err(
                        self.wrong(value, "expected a number after `>` or `<`, as in `port>1024`")
                    );
                };
                let column = column()?;
                if !column.has_numbers() {
                    let what = format!(
                        "{name} is not a number; use length:{name} for its length in bytes, or a numeric column (port, line, query:KEY, length)"
                    );
                    return Err(self.wrong(start, &what));
                }
                Test::Number { column, order, with, is: true }
            }
        };
        Ok(ConditionExpr::Test(test))
    }

    /// Returns the end of a name or an unquoted value that begins at `start`.
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

    fn is_between(&self, at: usize) -> bool {
        ["and", "or"].iter().any(|word| self.is_word(at, word))
    }

    /// Returns the quoted text at `start`, and the offset after its closing quote. Returns `None` if the quotes enclose
    /// only a part of the value, so that they belong to the value.
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

    /// Returns whether the whole word at the offset `at` is `word`.
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

    fn wrong(&self, at: usize, what: &str) -> Usage {
        let place = self.text[..at].chars().count() + 1;
        let rest: String = self.text[at..].chars().take(20).collect();
        let here = if rest.is_empty() { "the end".to_owned() } else { format!("`{rest}`") };
        Usage::new(format!("in --where at character {place}, {here}: {what}"))
    }
}

/// Splits a condition at its operator. Returns the name, the operator, and the offset of the value.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats an expression briefly, with its tests in order.
    fn shown(expression: &ConditionExpr) -> String {
        let list = |all: &[ConditionExpr], sign: &str| {
            let all: Vec<_> = all.iter().map(shown).collect();
            format!("({})", all.join(sign))
        };
        match expression {
            ConditionExpr::Test(Test::Found(lint, is)) => {
                format!("{}{}", if *is { "" } else { "!" }, lint.id())
            }
            ConditionExpr::Test(test) => {
                let name = test.column().map_or("valid".into(), Column::name);
                name.into_owned()
            }
            ConditionExpr::All(all) => list(all, "&"),
            ConditionExpr::Any(any) => list(any, "|"),
        }
    }

    #[test]
    fn cheap_tests_come_first() {
        for (text, expected) in [
            (
                "private-address and host=~\"a\" and host=a and port",
                "((port&host&host&private-address))",
            ),
            ("(private-address or host=a) and port", "((port&(host|private-address)))"),
            ("not (private-address or port)", "((port&!private-address))"),
        ] {
            assert_eq!(shown(&Conditions::parse(&[text.to_owned()]).ok().unwrap().all), expected);
        }
    }
}
