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
    /// The expression, as it is written.
    pub written: Expr,
}

/// The names that pest keeps for itself.
const KEPT: [&str; 9] = ["ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];
/// How deeply expressions may nest. A sequence or choice of so many parts nests as deeply.
const DEEPEST: usize = 1_000;
/// How many expressions the counts of one rule may unroll to.
const MOST: usize = 100_000;

type Read<T> = Result<T, (usize, String)>;

/// Reads the rules of a text.
///
/// # Errors
/// A line and a sentence, when the text is no grammar of pest.
pub fn read(text: &str) -> Read<Vec<Rule>> {
    let mut parser = Parser { rest: text, line: 1 };
    let (mut rules, mut names) = (Vec::new(), HashSet::new());
    loop {
        parser.blanks()?;
        if parser.rest.is_empty() {
            return Ok(rules);
        }
        let line = parser.line;
        let name = parser.name();
        if name.is_empty() || KEPT.contains(&name) || !names.insert(name) {
            return parser.fault(format!("a rule is expected, NAME = {{ EXPRESSION }}; {name:?} is no new name"));
        }
        parser.needs("=")?;
        let kind = match () {
            () if parser.takes("@")? => Kind::Atomic,
            () if parser.takes("$")? => Kind::CompoundAtomic,
            () if parser.takes("!")? => Kind::NonAtomic,
            () => parser.takes("_").map(|_| Kind::Normal)?,
        };
        parser.needs("{")?;
        let written = parser.choice(0)?;
        parser.needs("}")?;
        rules.push(Rule { name: name.to_owned(), line, kind, written });
    }
}

struct Parser<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Parser<'t> {
    fn fault<T>(&self, why: impl Into<String>) -> Read<T> {
        Err((self.line, why.into()))
    }

    /// Reads so many bytes.
    fn skip(&mut self, bytes: usize) -> &'t str {
        let (read, rest) = self.rest.split_at(bytes);
        self.line += read.matches('\n').count();
        self.rest = rest;
        read
    }

    /// Reads the characters that follow and are of a kind.
    fn run(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        self.skip(self.rest.find(|one| !is_one(one)).unwrap_or(self.rest.len()))
    }

    /// Skips blanks and comments. Those of several lines nest.
    fn blanks(&mut self) -> Read<()> {
        let mut depth = 0_usize;
        loop {
            let rest = self.rest;
            match () {
                () if rest.starts_with("/*") => depth += 1,
                () if depth > 0 && rest.starts_with("*/") => depth -= 1,
                () if depth > 0 => match rest.chars().next() {
                    Some(one) => {
                        self.skip(one.len_utf8());
                        continue;
                    }
                    None => return self.fault("a comment has no end"),
                },
                () if rest.starts_with("//") => {
                    self.run(|one| one != '\n');
                    continue;
                }
                () if self.run(|one| matches!(one, ' ' | '\t' | '\n' | '\r')).is_empty() => return Ok(()),
                () => continue,
            }
            self.skip(2);
        }
    }

    /// Whether this comes next, which then is read.
    fn takes(&mut self, expected: &str) -> Read<bool> {
        self.blanks()?;
        let is_next = self.rest.starts_with(expected);
        self.skip(if is_next { expected.len() } else { 0 });
        Ok(is_next)
    }

    fn needs(&mut self, expected: &str) -> Read<()> {
        if self.takes(expected)? { Ok(()) } else { self.fault(format!("`{expected}` is expected here")) }
    }

    fn name(&mut self) -> &'t str {
        let is_digit = self.rest.starts_with(|one: char| one.is_ascii_digit());
        self.run(|one| !is_digit && (one == '_' || one.is_ascii_alphanumeric()))
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
        let (mut before, mut behind) = (Vec::new(), 0);
        let mut expr = loop {
            if depth + before.len() > DEEPEST {
                return self.fault(format!("expressions nest more than {DEEPEST} deep"));
            }
            match () {
                () if self.takes("!")? => before.push(true),
                () if self.takes("&")? => before.push(false),
                () if self.takes("(")? => {
                    let inner = self.choice(depth + before.len() + 1)?;
                    self.needs(")")?;
                    break inner;
                }
                () => break self.terminal()?,
            }
        };
        while depth + before.len() + behind <= DEEPEST {
            behind += 1;
            let of = Box::new(expr);
            expr = match () {
                () if self.takes("?")? => Expr::Opt(of),
                () if self.takes("*")? => Expr::Rep(of),
                () if self.takes("+")? => Expr::Counted(of, 1, None),
                () if self.takes("{")? => self.counted(of)?,
                () => {
                    let wrap = |of, is_not| if is_not { Expr::Not(Box::new(of)) } else { Expr::And(Box::new(of)) };
                    return Ok(before.into_iter().rev().fold(*of, wrap));
                }
            };
        }
        self.fault(format!("expressions nest more than {DEEPEST} deep"))
    }

    fn counted(&mut self, of: Box<Expr>) -> Read<Expr> {
        let min = self.number()?;
        let max = if self.takes(",")? { self.number()? } else { min };
        self.needs("}")?;
        match (min.unwrap_or(0), max) {
            // pest itself refuses to read something no times.
            (least, Some(most)) if most < least || most == 0 => self.fault("this is no number of times"),
            (_, None) if min.is_none() => self.fault("this is no number of times"),
            (min, max) => Ok(Expr::Counted(of, min, max)),
        }
    }

    fn number(&mut self) -> Read<Option<u32>> {
        self.blanks()?;
        match self.run(|one| one.is_ascii_digit()) {
            "" => Ok(None),
            digits => digits.parse().map(Some).or_else(|_| self.fault(format!("{digits} times are too many"))),
        }
    }

    fn terminal(&mut self) -> Read<Expr> {
        if self.rest.starts_with('"') {
            return Ok(Expr::Str(self.quoted('"')?));
        }
        if self.takes("^")? {
            return Ok(Expr::Insens(self.quoted('"')?));
        }
        if self.rest.starts_with('\'') {
            let first = self.quoted('\'')?;
            self.needs("..")?;
            let last = self.quoted('\'')?;
            let mut ends = first.chars().chain(last.chars());
            return match (ends.next(), ends.next(), ends.next()) {
                (Some(first), Some(last), None) => Ok(Expr::Range(first, last)),
                _ => self.fault("a range has two characters, as 'a'..'z'"),
            };
        }
        match self.name() {
            "" => self.fault("an expression is expected here; tags are not read"),
            "PUSH" | "PUSH_LITERAL" | "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP" => {
                self.fault("rules that use the stack are not read")
            }
            name => Ok(Expr::Name(name.to_owned())),
        }
    }

    /// A text between quotes, or a character between apostrophes.
    fn quoted(&mut self, quote: char) -> Read<String> {
        self.blanks()?;
        let mut text = String::new();
        if !self.rest.starts_with(quote) {
            return self.fault(format!("`{quote}` is expected here"));
        }
        self.skip(1);
        // An apostrophe is a character that needs no escape between quotes, and none is empty.
        while !self.rest.starts_with(quote) {
            text.push(self.one()?);
        }
        self.skip(1);
        Ok(text)
    }

    /// A character, or an escape that stands for one.
    fn one(&mut self) -> Read<char> {
        let mut chars = self.rest.chars();
        let (first, second) = (chars.next(), chars.next());
        let digits = match second {
            Some('x') => self.rest.get(2..4),
            Some('u') => self.rest.get(3..).and_then(|rest| rest.split_once('}')).map(|(digits, _)| digits),
            _ => None,
        };
        let is_code =
            |digits: &&str| (2..=6).contains(&digits.len()) && digits.bytes().all(|one| one.is_ascii_hexdigit());
        let code = digits.filter(is_code).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let (one, length) = match (first, second, code.and_then(char::from_u32)) {
            (Some('\\'), Some(one @ ('"' | '\\' | '\'')), _) => (one, 2),
            (Some('\\'), Some('n'), _) => ('\n', 2),
            (Some('\\'), Some('r'), _) => ('\r', 2),
            (Some('\\'), Some('t'), _) => ('\t', 2),
            (Some('\\'), Some('0'), _) => ('\0', 2),
            (Some('\\'), Some('x'), Some(one)) => (one, 4),
            (Some('\\'), Some('u'), Some(one)) if self.rest[2..].starts_with('{') => {
                (one, digits.map_or(0, str::len) + 4)
            }
            (Some('\\') | None, ..) => return self.fault("this is no escape, or the text ends too early"),
            (Some(one), ..) => (one, one.len_utf8()),
        };
        self.skip(length);
        Ok(one)
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
/// `(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`, which reads more. (pest's step that makes one piece of `(!a ~ ANY)*` keeps
/// what a rule does too; where it could matter to the last step, the rule is refused.)
///
/// # Errors
/// Why the rule is not read.
pub fn optimized(rule: &Rule) -> Result<Expr, String> {
    let is_atomic = rule.kind == Kind::Atomic;
    let mut budget = MOST;
    let expr = bottom_up(rule.written.clone(), &mut |one| unrolled(one, &mut budget))?;
    let expr = bottom_up(expr, &mut |one| Ok(if is_atomic { joined(one) } else { one }))?;
    let expr = factored(expr, is_atomic || rule.kind == Kind::CompoundAtomic);
    bottom_up(expr, &mut listed)
}

/// An expression with its parts replaced.
fn with_parts<E>(expr: Expr, of: &mut dyn FnMut(Expr) -> Result<Expr, E>) -> Result<Expr, E> {
    let mut of = |one: Box<Expr>| of(*one).map(Box::new);
    Ok(match expr {
        Expr::Seq(one, other) => Expr::Seq(of(one)?, of(other)?),
        Expr::Choice(one, other) => Expr::Choice(of(one)?, of(other)?),
        Expr::Opt(one) => Expr::Opt(of(one)?),
        Expr::Rep(one) => Expr::Rep(of(one)?),
        Expr::Counted(one, min, max) => Expr::Counted(of(one)?, min, max),
        Expr::And(one) => Expr::And(of(one)?),
        Expr::Not(one) => Expr::Not(of(one)?),
        leaf => leaf,
    })
}

/// A step that is done to the parts of an expression before it is done to the expression.
fn bottom_up(expr: Expr, step: &mut dyn FnMut(Expr) -> Result<Expr, String>) -> Result<Expr, String> {
    let expr = with_parts(expr, &mut |one| bottom_up(one, step))?;
    step(expr)
}

/// A count as a sequence: `a+` is `a ~ a*`, and `a{1,3}` is `a ~ a? ~ a?`.
fn unrolled(expr: Expr, budget: &mut usize) -> Result<Expr, String> {
    let Expr::Counted(of, min, max) = expr else { return Ok(expr) };
    let count = max.unwrap_or(min) as usize;
    let cost = count.checked_mul(size(&of)).filter(|cost| count <= DEEPEST && cost <= budget);
    *budget -= cost.ok_or_else(|| format!("{count} times are too many"))?;
    let mut parts = vec![(*of).clone(); min as usize];
    parts.extend((min..max.unwrap_or(min)).map(|_| Expr::Opt(of.clone())));
    parts.extend(max.is_none().then_some(Expr::Rep(of)));
    // As pest does: the parts are not turned again.
    Ok(right(parts, |one, rest| Expr::Seq(Box::new(one), Box::new(rest))))
}

fn size(expr: &Expr) -> usize {
    match expr {
        Expr::Seq(one, other) | Expr::Choice(one, other) => 1 + size(one) + size(other),
        Expr::Opt(of) | Expr::Rep(of) | Expr::Counted(of, ..) | Expr::And(of) | Expr::Not(of) => 1 + size(of),
        _ => 1,
    }
}

/// Two strings, one after the other, as one.
fn joined(expr: Expr) -> Expr {
    let Expr::Seq(one, other) = expr else { return expr };
    match (*one, *other) {
        (Expr::Str(one), Expr::Str(other)) => Expr::Str(one + &other),
        (Expr::Insens(one), Expr::Insens(other)) => Expr::Insens(one + &other),
        (one, other) => Expr::Seq(Box::new(one), Box::new(other)),
    }
}

/// `a ~ b | a ~ c` as `a ~ (b | c)`; `a ~ b | a` as `a ~ b?` in an atomic rule, in which no whitespace is run before
/// `b`; `a | a ~ b` as `a`. From the outermost expression to the inner ones.
fn factored(expr: Expr, is_atomic: bool) -> Expr {
    let expr = match expr {
        Expr::Choice(one, other) => match (*one, *other) {
            (Expr::Seq(a, b), Expr::Seq(again, c)) if a == again => Expr::Seq(a, Box::new(Expr::Choice(b, c))),
            (Expr::Seq(a, b), again) if is_atomic && *a == again => Expr::Seq(a, Box::new(Expr::Opt(b))),
            (a, Expr::Seq(again, _)) if a == *again && !matches!(a, Expr::Seq(..)) => a,
            (one, other) => Expr::Choice(Box::new(one), Box::new(other)),
        },
        other => other,
    };
    let found: Result<Expr, std::convert::Infallible> = with_parts(expr, &mut |one| Ok(factored(one, is_atomic)));
    match found {
        Ok(expr) => expr,
    }
}

/// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
fn listed(expr: Expr) -> Result<Expr, String> {
    if let Expr::Seq(first, last) = &expr
        && let Expr::Rep(of) = &**first
        && let Expr::Seq(a, b) = &**of
        && a == last
    {
        if matches!((&**a, &**b), (Expr::Not(_), Expr::Name(any)) if any == "ANY") {
            return Err("what pest makes of `(!a ~ ANY)* ~ !a` depends on how `a` is written".to_owned());
        }
        let again = Expr::Rep(Box::new(Expr::Seq(b.clone(), last.clone())));
        return Ok(Expr::Seq(a.clone(), Box::new(again)));
    }
    Ok(expr)
}
