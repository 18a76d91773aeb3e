//! Reads `.pest` files, and does to their rules what pest's optimizer does.
//!
//! In: a text in the notation of pest's book. Out: each rule with its kind and its expression. The operators are
//! those of the book: `~` binds tighter than `|`; `!` and `&` stand before, `?`, `*`, `+` and counts behind.
//! Sequences and choices lean to the right, as pest turns them. What looks at pest's stack, and tags, are refused.

use std::collections::HashSet;

/// What a rule does with whitespace that stands between (pest's book, "Non-atomic").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{ … }` and `_{ … }`: as where the rule is called from.
    Normal,
    /// `@{ … }`.
    Atomic,
    /// `${ … }`.
    CompoundAtomic,
    /// `!{ … }`.
    NonAtomic,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// `"text"`.
    Str(String),
    /// `^"text"`, which ignores the case of letters of ASCII.
    Insens(String),
    /// `'a'..'z'`.
    Range(char, char),
    /// A rule, or what pest knows by itself, as `ANY`.
    Name(String),
    /// `a ~ b`.
    Seq(Box<Expr>, Box<Expr>),
    /// `a | b`: `b` is only tried if `a` fails.
    Choice(Box<Expr>, Box<Expr>),
    /// `a?`.
    Opt(Box<Expr>),
    /// `a*`, as often as `a` succeeds.
    Rep(Box<Expr>),
    /// `a+`, `a{2}`, `a{2,}`, `a{,3}` or `a{2,3}`: at least and at most so often.
    Counted(Box<Expr>, u32, Option<u32>),
    /// `&a`.
    And(Box<Expr>),
    /// `!a`.
    Not(Box<Expr>),
    /// What the optimizer makes of `(!a ~ ANY)*` in an atomic rule, where `a` is strings: the same, in one piece.
    Until(Box<Expr>),
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name.
    pub name: String,
    /// The line of the name, counted from 1.
    pub line: usize,
    /// What the rule does with whitespace.
    pub kind: Kind,
    /// The expression as it is written, or why it is not read.
    pub written: Result<Expr, String>,
}

/// The names that pest keeps for itself.
const KEPT: [&str; 9] = ["ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];
/// How deeply expressions may nest. A sequence or choice of so many parts nests as deeply.
const DEEPEST: usize = 1_000;
/// How many expressions the counts of one rule may unroll to.
const MOST: usize = 100_000;

/// Reads the rules of a text.
///
/// # Errors
/// A line and a sentence, when the text is no grammar of pest.
pub fn read(text: &str) -> Result<Vec<Rule>, (usize, String)> {
    let mut parser = Parser { text, at: 0, line: 1, refused: None };
    let mut rules: Vec<Rule> = Vec::new();
    let mut names = HashSet::new();
    loop {
        parser.blanks()?;
        if parser.at == text.len() {
            return Ok(rules);
        }
        let line = parser.line;
        let name =
            parser.name().ok_or((line, "a rule is expected: NAME = { EXPRESSION }".to_owned()))?;
        parser.needs("=")?;
        let kind = match () {
            () if parser.takes("@")? => Kind::Atomic,
            () if parser.takes("$")? => Kind::CompoundAtomic,
            () if parser.takes("!")? => Kind::NonAtomic,
            () => {
                parser.takes("_")?;
                Kind::Normal
            }
        };
        parser.needs("{")?;
        let expr = parser.choice(0)?;
        parser.needs("}")?;
        if KEPT.contains(&name) || !names.insert(name) {
            return Err((line, format!("a rule cannot be called `{name}`, or is there twice")));
        }
        let written = parser.refused.take().map_or(Ok(expr), Err);
        rules.push(Rule { name: name.to_owned(), line, kind, written });
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    /// Why the rule that is being read is not taken, although it is one.
    refused: Option<String>,
}

type Read<T> = Result<T, (usize, String)>;

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn fault<T>(&self, why: impl Into<String>) -> Read<T> {
        Err((self.line, why.into()))
    }

    /// Skips blanks and comments. Those of several lines nest.
    fn blanks(&mut self) -> Read<()> {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                let mut depth = 0_u32;
                loop {
                    let rest = self.rest();
                    let (change, length) = match () {
                        () if rest.starts_with("/*") => (1, 2),
                        () if rest.starts_with("*/") => (-1, 2),
                        () => (0, rest.chars().next().map_or(0, char::len_utf8)),
                    };
                    if length == 0 {
                        return self.fault("a comment has no end");
                    }
                    self.skip(length);
                    depth = depth.saturating_add_signed(change);
                    if depth == 0 {
                        break;
                    }
                }
            } else if rest.starts_with([' ', '\t', '\n', '\r']) {
                self.skip(1);
            } else {
                return Ok(());
            }
        }
    }

    /// Whether this comes next, which then is read.
    fn takes(&mut self, expected: &str) -> Read<bool> {
        self.blanks()?;
        let is_next = self.rest().starts_with(expected);
        self.skip(if is_next { expected.len() } else { 0 });
        Ok(is_next)
    }

    fn needs(&mut self, expected: &str) -> Read<()> {
        match self.takes(expected)? {
            true => Ok(()),
            false => self.fault(format!("`{expected}` is expected here")),
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let is_of_name = |one: char| one == '_' || one.is_ascii_alphanumeric();
        let name = &rest[..rest.find(|one| !is_of_name(one)).unwrap_or(rest.len())];
        let is_name = !name.is_empty() && !name.starts_with(|one: char| one.is_ascii_digit());
        self.skip(if is_name { name.len() } else { 0 });
        is_name.then_some(name)
    }

    /// Terms with `~` and `|` between them.
    fn choice(&mut self, depth: usize) -> Read<Expr> {
        self.takes("|")?;
        let (mut sequences, mut parts) = (Vec::new(), Vec::new());
        loop {
            // Sequences and choices lean to the right, so that their later parts stand deeper.
            parts.push(self.term(depth + sequences.len() + parts.len())?);
            if self.takes("|")? {
                sequences.push(right(std::mem::take(&mut parts), seq));
            } else if !self.takes("~")? {
                sequences.push(right(parts, seq));
                return Ok(right(sequences, choice));
            }
        }
    }

    fn term(&mut self, depth: usize) -> Read<Expr> {
        if depth > DEEPEST {
            return self.fault(format!("expressions nest more than {DEEPEST} deep"));
        }
        let mut before = Vec::new();
        let mut expr = loop {
            self.blanks()?;
            if self.takes("!")? {
                before.push(true);
            } else if self.takes("&")? {
                before.push(false);
            } else if self.takes("(")? {
                let inner = self.choice(depth + before.len() + 1)?;
                self.needs(")")?;
                break inner;
            } else {
                break self.terminal()?;
            }
        };
        let mut behind = 0;
        loop {
            let of = Box::new(expr);
            expr = match () {
                () if self.takes("?")? => Expr::Opt(of),
                () if self.takes("*")? => Expr::Rep(of),
                () if self.takes("+")? => Expr::Counted(of, 1, None),
                () if self.takes("{")? => self.counted(of)?,
                () => {
                    expr = *of;
                    break;
                }
            };
            behind += 1;
            if depth + before.len() + behind > DEEPEST {
                return self.fault(format!("expressions nest more than {DEEPEST} deep"));
            }
        }
        let wrap =
            |of, is_not| if is_not { Expr::Not(Box::new(of)) } else { Expr::And(Box::new(of)) };
        Ok(before.into_iter().rev().fold(expr, wrap))
    }

    fn counted(&mut self, of: Box<Expr>) -> Read<Expr> {
        let min = self.number()?;
        let is_exact = !self.takes(",")?;
        let max = if is_exact { min } else { self.number()? };
        self.needs("}")?;
        match (min, max) {
            // pest itself refuses the first, and unrolls the second to nothing.
            (_, Some(0)) | (None, None) => self.fault("this is no number of times"),
            (Some(least), Some(most)) if most < least => self.fault("this is no number of times"),
            _ => Ok(Expr::Counted(of, min.unwrap_or(0), max)),
        }
    }

    fn number(&mut self) -> Read<Option<u32>> {
        self.blanks()?;
        let rest = self.rest();
        let digits = &rest[..rest.find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len())];
        self.skip(digits.len());
        match digits {
            "" => Ok(None),
            _ => digits
                .parse()
                .map(Some)
                .or_else(|_| self.fault(format!("{digits} times are too many"))),
        }
    }

    fn terminal(&mut self) -> Read<Expr> {
        let rest = self.rest();
        if rest.starts_with('"') {
            return Ok(Expr::Str(self.string()?));
        }
        if self.takes("^")? {
            self.blanks()?;
            return Ok(Expr::Insens(self.string()?));
        }
        if rest.starts_with('\'') {
            let first = self.character()?;
            self.needs("..")?;
            self.blanks()?;
            let last = self.character()?;
            return Ok(Expr::Range(first, last));
        }
        if rest.starts_with('#') {
            return self.fault("tags of nodes are not read");
        }
        let name = self.name();
        match name {
            Some("PUSH" | "PUSH_LITERAL") => {
                self.refused = Some("it uses the stack, which is not read".to_owned());
                self.needs("(")?;
                let inner = self.choice(1)?;
                self.needs(")")?;
                Ok(inner)
            }
            Some(name) => {
                if matches!(name, "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP") {
                    self.refused = Some("it uses the stack, which is not read".to_owned());
                    if name == "PEEK" && self.takes("[")? {
                        let length = self.rest().find(']').map_or(0, |at| at + 1);
                        self.skip(length);
                    }
                }
                Ok(Expr::Name(name.to_owned()))
            }
            None => self.fault("an expression is expected here"),
        }
    }

    fn string(&mut self) -> Read<String> {
        if !self.rest().starts_with('"') {
            return self.fault("a string is expected here");
        }
        self.skip(1);
        let mut text = String::new();
        while !self.rest().starts_with('"') {
            text.push(self.one()?);
        }
        self.skip(1);
        Ok(text)
    }

    /// A character between apostrophes.
    fn character(&mut self) -> Read<char> {
        let is_open = self.rest().starts_with('\'') && !self.rest().starts_with("''");
        if !is_open {
            return self.fault("a character is expected here, as 'a'");
        }
        self.skip(1);
        let one = self.one()?;
        if !self.rest().starts_with('\'') {
            return self.fault("`'` is expected here");
        }
        self.skip(1);
        Ok(one)
    }

    /// A character, or an escape that stands for one.
    fn one(&mut self) -> Read<char> {
        let mut chars = self.rest().chars();
        let first = chars.next().ok_or((self.line, "the text ends too early".to_owned()))?;
        if first != '\\' {
            self.skip(first.len_utf8());
            return Ok(first);
        }
        let second = chars.next().unwrap_or_default();
        let rest = chars.as_str();
        let (digits, length) = match second {
            'x' => (rest.get(..2), 2),
            'u' => {
                let inner = rest
                    .strip_prefix('{')
                    .and_then(|rest| rest.split_once('}'))
                    .map(|(inner, _)| inner);
                (
                    inner.filter(|inner| (2..=6).contains(&inner.len())),
                    inner.map_or(0, |inner| inner.len() + 2),
                )
            }
            _ => (None, 0),
        };
        let code = digits.filter(|digits| digits.bytes().all(|one| one.is_ascii_hexdigit()));
        let code =
            code.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        let found = match second {
            '"' | '\\' | '\'' => second,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            _ => code.ok_or((self.line, "this is no escape".to_owned()))?,
        };
        self.skip(2 + length);
        Ok(found)
    }
}

fn right(parts: Vec<Expr>, join: fn(Expr, Expr) -> Expr) -> Expr {
    let mut parts = parts.into_iter().rev();
    let last = parts.next().unwrap_or(Expr::Str(String::new()));
    parts.fold(last, |rest, one| join(one, rest))
}

/// A sequence that leans to the right.
fn seq(first: Expr, rest: Expr) -> Expr {
    match first {
        Expr::Seq(one, other) => Expr::Seq(one, Box::new(seq(*other, rest))),
        _ => Expr::Seq(Box::new(first), Box::new(rest)),
    }
}

/// A choice that leans to the right.
fn choice(first: Expr, rest: Expr) -> Expr {
    match first {
        Expr::Choice(one, other) => Expr::Choice(one, Box::new(choice(*other, rest))),
        _ => Expr::Choice(Box::new(first), Box::new(rest)),
    }
}

/// The expression that pest runs for a rule: in `pest_meta` 2.9, after its turns to the right come these steps.
///
/// Most keep what a rule does, and are needed only since the last one asks how expressions are *written*:
/// `(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`, which reads more. The third factors choices; in a rule that is not
/// atomic, `a ~ b | a` is left as it is, since whitespace is run before `b`.
///
/// # Errors
/// Why the rule is not read, or that it unrolls to too much.
pub fn optimized(rule: &Rule, rules: &[Rule]) -> Result<Expr, String> {
    let written = rule.written.clone()?;
    let is_atomic = rule.kind == Kind::Atomic;
    let is_any_atomic = is_atomic || rule.kind == Kind::CompoundAtomic;
    let written = if is_atomic { top_down(written, &|one| until(one, rules)) } else { written };
    let mut budget = MOST;
    let expr = bottom_up(written, &mut |one| unrolled(one, &mut budget))?;
    let expr = if is_atomic { bottom_up(expr, &mut |one| Ok(joined(one)))? } else { expr };
    let expr = top_down(expr, &|one| factored(one, is_any_atomic));
    bottom_up(expr, &mut listed)
}

/// A step that is done to an expression before it is done to its parts.
fn top_down(expr: Expr, step: &dyn Fn(Expr) -> Expr) -> Expr {
    let again = |one: Box<Expr>| Box::new(top_down(*one, step));
    match step(expr) {
        Expr::Seq(one, other) => Expr::Seq(again(one), again(other)),
        Expr::Choice(one, other) => Expr::Choice(again(one), again(other)),
        Expr::Opt(of) => Expr::Opt(again(of)),
        Expr::Rep(of) => Expr::Rep(again(of)),
        Expr::Counted(of, min, max) => Expr::Counted(again(of), min, max),
        Expr::And(of) => Expr::And(again(of)),
        Expr::Not(of) => Expr::Not(again(of)),
        leaf => leaf,
    }
}

/// A step that is done to the parts of an expression before it is done to the expression.
fn bottom_up(
    expr: Expr,
    step: &mut dyn FnMut(Expr) -> Result<Expr, String>,
) -> Result<Expr, String> {
    let mut again = |one: Box<Expr>| bottom_up(*one, step).map(Box::new);
    let expr = match expr {
        Expr::Seq(one, other) => Expr::Seq(again(one)?, again(other)?),
        Expr::Choice(one, other) => Expr::Choice(again(one)?, again(other)?),
        Expr::Opt(of) => Expr::Opt(again(of)?),
        Expr::Rep(of) => Expr::Rep(again(of)?),
        Expr::Counted(of, min, max) => Expr::Counted(again(of)?, min, max),
        Expr::And(of) => Expr::And(again(of)?),
        Expr::Not(of) => Expr::Not(again(of)?),
        leaf => leaf,
    };
    step(expr)
}

/// `(!strings ~ ANY)*` in one piece.
fn until(expr: Expr, rules: &[Rule]) -> Expr {
    if let Expr::Rep(of) = &expr
        && let Expr::Seq(first, rest) = &**of
        && let (Expr::Not(strings), Expr::Name(any)) = (&**first, &**rest)
        && any == "ANY"
        && are_strings(strings, rules, 0)
    {
        return Expr::Until(strings.clone());
    }
    expr
}

/// Whether an expression is a string or a choice of strings, or a rule that is.
fn are_strings(expr: &Expr, rules: &[Rule], depth: usize) -> bool {
    match expr {
        Expr::Str(_) => true,
        Expr::Choice(one, rest) => {
            matches!(**one, Expr::Str(_) | Expr::Name(_))
                && are_strings(one, rules, depth + 1)
                && are_strings(rest, rules, depth + 1)
        }
        Expr::Name(name) => {
            let rule = rules
                .iter()
                .find(|rule| rule.name == *name)
                .and_then(|rule| rule.written.as_ref().ok());
            depth < DEEPEST && rule.is_some_and(|expr| are_strings(expr, rules, depth + 1))
        }
        _ => false,
    }
}

/// A count as a sequence: `a+` is `a ~ a*`, and `a{1,3}` is `a ~ a? ~ a?`.
fn unrolled(expr: Expr, budget: &mut usize) -> Result<Expr, String> {
    let Expr::Counted(of, min, max) = expr else { return Ok(expr) };
    let count = max.unwrap_or(min) as usize;
    let cost = count.checked_mul(size(&of)).filter(|cost| count <= DEEPEST && cost <= budget);
    *budget -= cost.ok_or_else(|| format!("{count} times are too many"))?;
    let mut parts = vec![(*of).clone(); min as usize];
    parts.extend((min..max.unwrap_or(min)).map(|_| Expr::Opt(of.clone())));
    if max.is_none() {
        parts.push(Expr::Rep(of));
    }
    // As pest does: the parts are not turned again.
    Ok(right(parts, |one, rest| Expr::Seq(Box::new(one), Box::new(rest))))
}

fn size(expr: &Expr) -> usize {
    match expr {
        Expr::Seq(one, other) | Expr::Choice(one, other) => 1 + size(one) + size(other),
        Expr::Opt(of) | Expr::Rep(of) | Expr::Counted(of, ..) | Expr::And(of) | Expr::Not(of) => {
            1 + size(of)
        }
        _ => 1,
    }
}

/// Two strings, one after the other, as one.
fn joined(expr: Expr) -> Expr {
    match expr {
        Expr::Seq(one, other) => match (*one, *other) {
            (Expr::Str(one), Expr::Str(other)) => Expr::Str(one + &other),
            (Expr::Insens(one), Expr::Insens(other)) => Expr::Insens(one + &other),
            (one, other) => Expr::Seq(Box::new(one), Box::new(other)),
        },
        other => other,
    }
}

/// `a ~ b | a ~ c` as `a ~ (b | c)`; `a ~ b | a` as `a ~ b?` in an atomic rule; `a | a ~ b` as `a`.
fn factored(expr: Expr, is_atomic: bool) -> Expr {
    let Expr::Choice(one, other) = expr else { return expr };
    match (*one, *other) {
        (Expr::Seq(a, b), Expr::Seq(again, c)) if a == again => {
            Expr::Seq(a, Box::new(Expr::Choice(b, c)))
        }
        (Expr::Seq(a, b), again) if is_atomic && *a == again => {
            Expr::Seq(a, Box::new(Expr::Opt(b)))
        }
        (a, Expr::Seq(again, _)) if a == *again && !matches!(a, Expr::Seq(..)) => a,
        (one, other) => Expr::Choice(Box::new(one), Box::new(other)),
    }
}

/// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
fn listed(expr: Expr) -> Result<Expr, String> {
    if let Expr::Seq(first, last) = &expr
        && let (Expr::Until(strings), Expr::Not(again)) = (&**first, &**last)
        && strings == again
    {
        return Err(
            "what pest makes of `(!a ~ ANY)* ~ !a` depends on how `a` is written".to_owned()
        );
    }
    if let Expr::Seq(first, last) = &expr
        && let Expr::Rep(of) = &**first
        && let Expr::Seq(a, b) = &**of
        && a == last
    {
        let again = Expr::Rep(Box::new(Expr::Seq(b.clone(), last.clone())));
        return Ok(Expr::Seq(a.clone(), Box::new(again)));
    }
    Ok(expr)
}
