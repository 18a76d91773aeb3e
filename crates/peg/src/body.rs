//! Builds the bodies of rules from pest's tokens: expressions with their source spans, and pest's syntax tree with the
//! cost of optimizing it. An expression that would be too large is refused before it is built.

use pest::iterators::Pair;
use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::{self, OptimizedExpr};
use pest_meta::parser::{self, Rule as Token};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::lower::all;
use super::read::LineEnds;
use super::{Fault, PegFault};

/// The maximum depth of nested parentheses.
const NESTED: usize = 100;
/// The maximum depth of an expression, with its sequences and counted repetitions expanded into pairs.
const DEPTH: usize = 500;
/// The maximum number of terms of a file, with its counted repetitions expanded.
pub(super) const TERMS: usize = 200_000;
/// The number of alternatives that are optimized together. For each tail of a choice, pest's optimizer copies
/// the tail and checks whether it uses the stack, so its work grows with the cube of this number.
const TOGETHER: usize = 16;
/// The number of repetitions in each group of a repetition whose bound exceeds `DEPTH`. Such a repetition is split into
/// groups because pest's optimizer recurses once for each repetition.
const GROUP: usize = 50;

/// An expression with its size: its depth, and the number of terms when it is expanded.
#[derive(Clone)]
pub(super) struct Sized {
    pub(super) expr: Expr,
    depth: usize,
    pub(super) terms: usize,
    /// The sum of the terms of all subexpressions, including the expression itself: the number of terms that are copied
    /// when every subexpression is visited.
    within: u64,
    /// The number of terms that the optimizer copies when it visits the choices and repetitions of the expression.
    pub(super) copies: u64,
}

/// The number of an expression, and the expression that pest builds from it, or `None` once the rule has a fault.
type Part = (Id, Option<Sized>);

pub(super) struct BodyReader {
    pub(super) lines: LineEnds,
    pub(super) spanned: SpannedRules,
    /// The expressions that pest builds from the terminals read so far.
    terminals: HashMap<String, Expr>,
    pub(super) body: Body,
}

#[derive(Default)]
pub(super) struct Body {
    line: usize,
    /// The names that the body uses, each with the line of its first use.
    pub(super) uses: Vec<(String, usize)>,
    used: HashSet<String>,
    pub(super) has_tag: bool,
    has_groups: bool,
    /// The reason why the rule cannot be decided. The text after the fault is read for its spans only.
    fault: Option<Fault>,
}

impl BodyReader {
    pub(super) fn new(lines: LineEnds) -> Self {
        let (spanned, terminals) = (SpannedRules::default(), HashMap::default());
        Self { lines, spanned, terminals, body: Body::default() }
    }

    /// Reads the body of a rule and returns its number. A choice of many alternatives is split into consecutive parts.
    /// pest's optimizer rewrites each part as it would within the whole choice.
    ///
    /// The optimizer may merge the last two alternatives, so these stay in one part. In an atomic rule, the optimizer
    /// compares the first term of an alternative with all the alternatives after it. Such a comparison can succeed only
    /// if the term is a choice. So a choice is not split if an alternative may begin with a choice.
    pub(super) fn parts(
        &mut self,
        pair: Pair<'_, Token>,
        kind: RuleType,
        line: usize,
    ) -> (Id, Result<Vec<Sized>, Fault>) {
        self.body = Body { line, ..Body::default() };
        let (ids, all): (Vec<Id>, Vec<_>) = self.alternatives(pair, 0).into_iter().unzip();
        let id = self.spanned.join(ids, Step::Choice);
        let all: Option<Vec<Sized>> = all.into_iter().collect();
        let parts = all.and_then(|all| self.divided(all, kind));
        let unknown = || (self.body.line, PegFault::Unknown(String::new()));
        let parts = match (parts, self.body.fault.clone()) {
            (Some(parts), None) => Ok(parts),
            (_, fault) => Err(fault.unwrap_or_else(unknown)),
        };
        (id, parts)
    }

    fn divided(&mut self, mut all: Vec<Sized>, kind: RuleType) -> Option<Vec<Sized>> {
        if self.body.has_groups && all.iter().any(|one| may_list(&one.expr)) {
            return self.fail(PegFault::Unrolled(DEPTH));
        }
        let is_atomic = matches!(kind, RuleType::Atomic | RuleType::CompoundAtomic);
        if all.len() <= TOGETHER
            || is_atomic && all.iter().any(|one| may_begin_with_choice(&one.expr))
        {
            return Some(vec![self.fold(all, Expr::Choice)?]);
        }
        let mut parts = Vec::new();
        while all.len() >= TOGETHER + 2 {
            let rest = all.split_off(TOGETHER);
            parts.push(self.fold(all, Expr::Choice)?);
            all = rest;
        }
        parts.push(self.fold(all, Expr::Choice)?);
        Some(parts)
    }

    /// Records a fault of the rule, unless it already has one.
    fn fail<T>(&mut self, fault: PegFault) -> Option<T> {
        let line = self.body.line;
        self.body.fault.get_or_insert((line, fault));
        None
    }

    fn unknown<T>(&mut self, text: &str) -> Option<T> {
        self.fail(PegFault::Unknown(shortened(text)))
    }

    /// Reads `a ~ b | c`. Both operators are associative, and pest's optimizer makes them right-associative.
    fn expression(&mut self, pair: Pair<'_, Token>, nested: usize) -> Part {
        let alternatives = self.alternatives(pair, nested);
        self.join(alternatives, Step::Choice, Expr::Choice)
    }

    fn alternatives(&mut self, pair: Pair<'_, Token>, nested: usize) -> Vec<Part> {
        self.body.line = self.lines.line_of(&pair);
        if nested > NESTED {
            let sized = self.fail(PegFault::Nested(NESTED));
            return vec![(self.spanned.add(Step::Unknown, place(&pair)), sized)];
        }
        let (mut alternatives, mut sequence) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Token::choice_operator if sequence.is_empty() && nested > 0 => {
                    // pest panics here.
                    let message = "`|` before the first alternative within parentheses";
                    self.fail::<()>(PegFault::Syntax(message.to_owned()));
                }
                Token::term => sequence.push(self.term(part, nested)),
                Token::choice_operator if !sequence.is_empty() => {
                    let sequence = std::mem::take(&mut sequence);
                    alternatives.push(self.join(sequence, Step::Sequence, Expr::Seq));
                }
                _ => {} // "~", and a "|" before the first alternative
            }
        }
        alternatives.push(self.join(sequence, Step::Sequence, Expr::Seq));
        alternatives
    }

    fn join(
        &mut self,
        parts: Vec<Part>,
        step: fn(Vec<Id>) -> Step,
        with: fn(Box<Expr>, Box<Expr>) -> Expr,
    ) -> Part {
        let (ids, all): (Vec<Id>, Vec<_>) = parts.into_iter().unzip();
        let all: Option<Vec<Sized>> = all.into_iter().collect();
        let sized = all.and_then(|all| self.fold(all, with));
        (self.spanned.join(ids, step), sized)
    }

    fn fold(&mut self, parts: Vec<Sized>, join: fn(Box<Expr>, Box<Expr>) -> Expr) -> Option<Sized> {
        let mut parts = parts.into_iter().rev();
        let Some(last) = parts.next() else { return self.unknown("an empty expression") };
        parts.try_fold(last, |right, left| {
            let depth = left.depth.max(right.depth) + 1;
            let terms = left.terms.saturating_add(right.terms);
            let within = left.within.saturating_add(right.within).saturating_add(terms as u64);
            let expr = join(Box::new(left.expr), Box::new(right.expr));
            let branches = if matches!(expr, Expr::Choice(..)) { within } else { 0 };
            let copies = left.copies.saturating_add(right.copies).saturating_add(branches);
            self.sized(Sized { expr, depth, terms, within, copies })
        })
    }

    /// Reads a term such as `!a*`. Postfix operators bind tighter than prefix operators.
    fn term(&mut self, pair: Pair<'_, Token>, nested: usize) -> Part {
        let (from, to) = place(&pair);
        let to = from + pair.as_str()[..to - from].trim_end().len();
        let (mut prefixes, mut term, mut inner) = (Vec::new(), None, from);
        for part in pair.into_inner() {
            self.body.line = self.lines.line_of(&part);
            let (start, end) = place(&part);
            match part.as_rule() {
                Token::positive_predicate_operator => prefixes.push((start, true)),
                Token::negative_predicate_operator => prefixes.push((start, false)),
                // A tag only names a tree node, and parentheses are already expressed by the shape of this
                // tree.
                Token::tag_id => self.body.has_tag = true,
                Token::opening_paren => inner = start,
                Token::assignment_operator | Token::closing_paren => {}
                rule => {
                    term = Some(match term {
                        Some(term) => self.repeated(part, term, (inner, end)),
                        None if rule == Token::expression => self.expression(part, nested + 1),
                        None => {
                            inner = start;
                            self.node(part, nested)
                        }
                    });
                }
            }
        }
        let (mut id, mut sized) = term.unwrap_or_else(|| {
            let sized = self.unknown("an empty term");
            (self.spanned.add(Step::Unknown, (from, to)), sized)
        });
        if prefixes.is_empty() {
            self.spanned.nodes[id].outer = (from, to);
        }
        for (start, is_positive) in prefixes.into_iter().rev() {
            let step = if is_positive { Step::And(id) } else { Step::Not(id) };
            id = self.spanned.add(step, (start, to));
            let prefix: fn(Box<Expr>) -> Expr =
                if is_positive { Expr::PosPred } else { Expr::NegPred };
            sized = sized.and_then(|one| {
                let (expr, depth) = (prefix(Box::new(one.expr)), one.depth + 1);
                let within = one.within.saturating_add(one.terms as u64);
                self.sized(Sized { expr, depth, within, ..one })
            });
        }
        (id, sized)
    }

    fn repeated(&mut self, pair: Pair<'_, Token>, (id, sized): Part, span: (usize, usize)) -> Part {
        let numbers = pair.clone().into_inner().filter(|part| part.as_rule() == Token::number);
        let bounds = numbers.map(|one| {
            let digits = one.as_str();
            digits.parse().ok().or_else(|| self.fail(PegFault::Bound(digits.to_owned())))
        });
        let bounds: Option<Vec<u32>> = bounds.collect();
        let (rule, bounds) = (pair.as_rule(), bounds.as_deref());
        let times = bounds.and_then(|bounds| {
            Some(match (rule, bounds) {
                (Token::optional_operator, []) => (0, Some(1)),
                (Token::repeat_operator, []) => (0, None),
                (Token::repeat_once_operator, []) => (1, None),
                (Token::repeat_min, &[min]) => (min, None),
                (Token::repeat_exact, &[exact]) => (exact, Some(exact)),
                (Token::repeat_max, &[max]) => (0, Some(max)),
                (Token::repeat_min_max, &[min, max]) => (min, Some(max)),
                _ => return None,
            })
        });
        let step = times.map_or(Step::Unknown, |(min, max)| Step::Repeat(id, min, max));
        let sized = sized.zip(bounds).and_then(|(term, bounds)| {
            let greatest = bounds.last().map_or(1, |&times| times as usize);
            if greatest > TERMS {
                return self.fail(PegFault::Unrolled(TERMS));
            }
            match (rule, times) {
                (Token::repeat_min, _) => {}
                _ if bounds.last() == Some(&0) => {
                    return self.fail(PegFault::Bound("0".to_owned()));
                }
                (_, None) => return self.unknown(pair.as_str()),
                _ => {}
            }
            let (min, max) = times?;
            if greatest > DEPTH {
                return self.grouped(term, min, max);
            }
            match (rule, max) {
                (Token::optional_operator, _) => self.times(term, 1, Expr::Opt),
                (Token::repeat_operator, _) => self.times(term, 1, Expr::Rep),
                (Token::repeat_once_operator, _) => self.times(term, 2, Expr::RepOnce),
                (_, None) => self.times(term, greatest + 1, |expr| Expr::RepMin(expr, min)),
                (Token::repeat_exact, Some(max)) => {
                    self.times(term, greatest, |expr| Expr::RepExact(expr, max))
                }
                (Token::repeat_max, Some(max)) => {
                    self.times(term, greatest, |expr| Expr::RepMax(expr, max))
                }
                (_, Some(max)) => {
                    self.times(term, greatest, |expr| Expr::RepMinMax(expr, min, max))
                }
            }
        });
        (self.spanned.add(step, span), sized)
    }

    fn times(
        &mut self,
        term: Sized,
        times: usize,
        join: impl FnOnce(Box<Expr>) -> Expr,
    ) -> Option<Sized> {
        let Sized { expr, depth, terms, within, copies } = term;
        let expr = join(Box::new(expr));
        let (depth, all) = (depth.saturating_add(times + 1), times as u64);
        // Each repetition may branch, and each is followed by the others.
        let copies = copies.saturating_add(within).saturating_mul(all);
        let followed = (terms as u64).saturating_mul(all).saturating_mul(all);
        let within = within.saturating_mul(all).saturating_add(followed);
        let terms = terms.saturating_mul(times);
        self.sized(Sized { expr, depth, terms, within, copies })
    }

    /// Builds a repetition whose bounds are too large for a single chain as a sequence of nested groups: `e{2,
    /// 600}` is `e{2} ~ e?{48} ~ e?{50}{11}`, and `e{600,}` is `e{50}{12} ~ e*`.
    fn grouped(&mut self, term: Sized, least: u32, most: Option<u32>) -> Option<Sized> {
        self.body.has_groups = true;
        let least = least.min(most.unwrap_or(least)) as usize;
        let mut parts = self.groups(term.clone(), least)?;
        match most {
            Some(most) => {
                let optional = self.times(term, 1, Expr::Opt)?;
                parts.extend(self.groups(optional, most as usize - least)?);
            }
            None => parts.push(self.times(term, 1, Expr::Rep)?),
        }
        self.fold(parts, Expr::Seq)
    }

    fn groups(&mut self, mut term: Sized, mut times: usize) -> Option<Vec<Sized>> {
        let mut parts = Vec::new();
        let exactly = |this: &mut Self, term, times| {
            this.times(term, times, |expr| Expr::RepExact(expr, times as u32))
        };
        while times > 0 {
            let rest = if times > GROUP { times % GROUP } else { times };
            match rest {
                0 => {}
                1 => parts.push(term.clone()),
                _ => parts.push(exactly(self, term.clone(), rest)?),
            }
            times = if times > GROUP { times / GROUP } else { 0 };
            if times > 0 {
                term = exactly(self, term, GROUP)?;
            }
        }
        Some(parts)
    }

    fn node(&mut self, pair: Pair<'_, Token>, nested: usize) -> Part {
        let (text, span) = (pair.as_str(), place(&pair));
        let mut step = Step::Unknown;
        let expr = match pair.as_rule() {
            Token::identifier => {
                self.uses(text);
                step = Step::Name(text.to_owned());
                Some(Expr::Ident(text.to_owned()))
            }
            Token::string | Token::insensitive_string | Token::range => {
                let expr = self.terminal(text);
                step = match &expr {
                    Some(Expr::Str(text)) => Step::Literal(text.clone()),
                    Some(Expr::Insens(text)) => Step::Insensitive(text.clone()),
                    Some(Expr::Range(first, last)) => {
                        let ends = first.chars().next().zip(last.chars().next());
                        ends.map_or(Step::Unknown, |(first, last)| Step::Range(first, last))
                    }
                    _ => Step::Unknown,
                };
                expr
            }
            Token::_push => {
                self.uses("PUSH");
                let mut inner = pair.clone().into_inner();
                let inner = inner.find(|part| part.as_rule() == Token::expression);
                // The pushed expression is not addressed by its span.
                let before = self.spanned.nodes.len();
                let inner = match inner {
                    Some(inner) => self.expression(inner, nested + 1).1,
                    None => self.unknown(text),
                };
                self.spanned.nodes.truncate(before);
                let sized = inner.and_then(|one| {
                    let (expr, depth) = (Expr::Push(Box::new(one.expr)), one.depth + 1);
                    let within = one.within.saturating_add(one.terms as u64);
                    self.sized(Sized { expr, depth, within, ..one })
                });
                return (self.spanned.add(step, span), sized);
            }
            // A slice uses the stack as `PEEK_ALL` does.
            Token::peek_slice => {
                self.uses("PEEK_ALL");
                peek_slice(text).or_else(|| {
                    let message = format!("a bound of `{}` is out of range", shortened(text));
                    self.fail(PegFault::Syntax(message))
                })
            }
            Token::_push_literal => {
                let words = "PUSH_LITERAL requires feature grammar-extras".to_owned();
                self.fail(PegFault::Refused(words))
            }
            _ => self.unknown(text),
        };
        let sized = expr.map(|expr| Sized { expr, depth: 1, terms: 1, within: 1, copies: 0 });
        (self.spanned.add(step, span), sized)
    }

    fn uses(&mut self, name: &str) {
        let Body { line, uses, used, fault, .. } = &mut self.body;
        if fault.is_none() && used.insert(name.to_owned()) {
            uses.push((name.to_owned(), *line));
        }
    }

    fn terminal(&mut self, text: &str) -> Option<Expr> {
        if let Some(known) = self.terminals.get(text) {
            return Some(known.clone());
        }
        if let Some(escape) = bad_escape(text) {
            return self.fail(PegFault::Escape(shortened(escape)));
        }
        let expr = terminal(text).or_else(|| self.unknown(text))?;
        self.terminals.insert(text.to_owned(), expr.clone());
        Some(expr)
    }

    fn sized(&mut self, sized: Sized) -> Option<Sized> {
        match (sized.depth > DEPTH, sized.terms > TERMS) {
            (_, true) => self.fail(PegFault::Unrolled(TERMS)),
            (true, _) => self.fail(PegFault::Nested(DEPTH)),
            _ => Some(sized),
        }
    }
}

fn place(pair: &Pair<'_, Token>) -> (usize, usize) {
    let span = pair.as_span();
    (span.start(), span.end())
}

/// Returns the expression that pest builds from a terminal, by reading a rule that contains only this terminal. pest
/// strips the quotes by their distance from the ends, so `^ "ab"`, with a blank, is the literal `"ab`. The escapes of
/// the terminal must denote characters.
fn terminal(text: &str) -> Option<Expr> {
    let rule = format!("terminal = {{ {text} }}");
    let pairs = parser::parse(Token::grammar_rules, &rule).ok()?;
    let rule = parser::consume_rules(pairs).ok()?.into_iter().next()?;
    Some(rule.expr)
}

/// Returns the expression that pest builds from `PEEK[a..b]`. pest panics if a bound does not fit in 32 bits.
fn peek_slice(text: &str) -> Option<Expr> {
    let numbers = text.split(|sign: char| !sign.is_ascii_digit());
    let is_number = |digits: &str| digits.is_empty() || digits.parse::<i32>().is_ok();
    numbers.into_iter().all(is_number).then(|| terminal(text)).flatten()
}

fn may_begin_with_choice(expr: &Expr) -> bool {
    match expr {
        Expr::Seq(first, _) => may_begin_with_choice(first),
        Expr::Choice(..)
        | Expr::RepOnce(_)
        | Expr::RepExact(..)
        | Expr::RepMin(..)
        | Expr::RepMax(..)
        | Expr::RepMinMax(..) => true,
        _ => false,
    }
}

/// Returns whether pest's optimizer may find a list `(e ~ rest)* ~ e` in the expanded expression. The optimizer
/// compares both occurrences of `e`; if they were split into groups, it would compare the groups.
fn may_list(expr: &Expr) -> bool {
    all([expr]).any(|expr| match expr {
        Expr::Seq(first, _) => ends_in_list(first),
        Expr::RepExact(inner, _) | Expr::RepMax(inner, _) | Expr::RepMinMax(inner, ..) => {
            ends_in_list(inner)
        }
        _ => false,
    })
}

fn ends_in_list(expr: &Expr) -> bool {
    match expr {
        Expr::Seq(_, rest) => ends_in_list(rest),
        Expr::Rep(inner) | Expr::RepOnce(inner) | Expr::RepMin(inner, _) => !matches!(
            **inner,
            Expr::Str(_) | Expr::Insens(_) | Expr::Range(..) | Expr::Ident(_) | Expr::Choice(..)
        ),
        Expr::RepExact(inner, _) | Expr::RepMax(inner, _) | Expr::RepMinMax(inner, ..) => {
            ends_in_list(inner)
        }
        _ => false,
    }
}

/// Returns the first escape that does not denote a character: pest panics on such an escape. Comments between `^` and
/// its literal are searched too, since pest looks for escapes in these comments.
fn bad_escape(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at..];
        let Some(after) = after_escape(&escape[1..]) else {
            let code = escape.starts_with("\\u{").then(|| escape.find('}')).flatten();
            let end = code
                .map_or_else(|| escape.char_indices().nth(2).map(|(at, _)| at), |at| Some(at + 1));
            return Some(&escape[..end.unwrap_or(escape.len())]);
        };
        rest = after;
    }
    None
}

/// Returns the text after an escape, or `None` if the escape does not denote a character. The argument begins after the
/// backslash.
fn after_escape(escape: &str) -> Option<&str> {
    let character = |code| u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
    if let Some(escape) = escape.strip_prefix('x') {
        let (code, after) = escape.split_at_checked(2)?;
        return character(code).map(|_| after);
    }
    if let Some(escape) = escape.strip_prefix("u{") {
        let (code, after) = escape.split_once('}')?;
        return character(code).filter(|_| (2..=6).contains(&code.len())).map(|_| after);
    }
    escape.strip_prefix(['"', '\\', '\'', 'r', 'n', 't', '0'])
}

/// Returns the beginning of a construct, short enough for an error message.
fn shortened(text: &str) -> String {
    let line: String = text.lines().next().unwrap_or("").chars().take(40).collect();
    if line.len() == text.len() { line } else { format!("{line}…") }
}

// The rules of a `.pest` file as written, not as pest runs them, with the span of each expression.

/// The maximum number of parts of a choice or a sequence. No expression is built for a longer one, since pest's trees
/// are as deep as the number of parts, and are copied and dropped recursively.
const LONGEST: usize = 1_000;

const SHOWN: usize = 60;

/// The number of an expression.
pub type Id = usize;

/// An expression as written.
#[derive(Clone, Debug)]
pub enum Step {
    /// A literal.
    Literal(String),
    /// A literal that ignores ASCII case.
    Insensitive(String),
    /// The characters from the first to the second, inclusive.
    Range(char, char),
    /// A rule or a builtin, by name.
    Name(String),
    /// A sequence of expressions.
    Sequence(Vec<Id>),
    /// Alternatives, in order.
    Choice(Vec<Id>),
    /// An expression, with its minimum and maximum number of repetitions.
    Repeat(Id, u32, Option<u32>),
    /// A lookahead that must succeed.
    And(Id),
    /// A lookahead that must fail.
    Not(Id),
    /// A construct that is not supported.
    Unknown,
}

/// An expression with its source span.
#[derive(Clone, Debug)]
pub struct SpannedExpr {
    /// The expression.
    pub step: Step,
    /// The number of the rule that contains the expression.
    pub rule: usize,
    /// The span of the expression, in bytes.
    pub span: (usize, usize),
    /// The span including the parentheses around the expression.
    pub outer: (usize, usize),
}

/// A rule with its source span.
#[derive(Clone, Debug)]
pub struct SpannedRule {
    /// The name of the rule.
    pub name: String,
    /// The kind of the rule, from its modifier.
    pub kind: RuleType,
    /// The expression of the rule.
    pub body: Id,
    /// The offset at which the rule begins.
    pub from: usize,
}

/// The rules of a file with the spans of their expressions.
#[derive(Clone, Debug, Default)]
pub struct SpannedRules {
    /// The rules, in file order.
    pub rules: Vec<SpannedRule>,
    /// The rule numbers, by name.
    pub numbers: HashMap<String, usize>,
    /// The expressions of all rules, by number.
    pub nodes: Vec<SpannedExpr>,
}

impl SpannedRules {
    /// Returns the expression of a node as pest builds it, or `None` if part of it is not supported.
    pub fn expr(&self, id: Id) -> Option<Expr> {
        self.expr_with(id, None)
    }

    /// Returns the expression of a node. The expression in `other` replaces the subexpression with its number.
    pub fn expr_with(&self, id: Id, other: Option<(Id, &Expr)>) -> Option<Expr> {
        if let Some((_, expr)) = other.filter(|(place, _)| *place == id) {
            return Some(expr.clone());
        }
        let boxed = |id: &Id| self.expr_with(*id, other).map(Box::new);
        let join = |parts: &[Id], with: fn(Box<Expr>, Box<Expr>) -> Expr| {
            if parts.len() > LONGEST {
                return None;
            }
            let (last, before) = parts.split_last()?;
            before.iter().rev().try_fold(self.expr_with(*last, other)?, |rest, part| {
                Some(with(boxed(part)?, Box::new(rest)))
            })
        };
        Some(match &self.nodes[id].step {
            Step::Literal(text) => Expr::Str(text.clone()),
            Step::Insensitive(text) => Expr::Insens(text.clone()),
            Step::Range(first, last) => Expr::Range(first.to_string(), last.to_string()),
            Step::Name(name) => Expr::Ident(name.clone()),
            Step::Sequence(parts) => join(parts, Expr::Seq)?,
            Step::Choice(parts) => join(parts, Expr::Choice)?,
            Step::Repeat(inner, min, max) => {
                let inner = boxed(inner)?;
                match (*min, *max) {
                    (0, Some(1)) => Expr::Opt(inner),
                    (0, None) => Expr::Rep(inner),
                    (1, None) => Expr::RepOnce(inner),
                    (min, None) => Expr::RepMin(inner, min),
                    (0, Some(max)) => Expr::RepMax(inner, max),
                    (min, Some(max)) if min == max => Expr::RepExact(inner, max),
                    (min, Some(max)) => Expr::RepMinMax(inner, min, max),
                }
            }
            Step::And(inner) => Expr::PosPred(boxed(inner)?),
            Step::Not(inner) => Expr::NegPred(boxed(inner)?),
            Step::Unknown => return None,
        })
    }

    pub(super) fn add(&mut self, step: Step, span: (usize, usize)) -> Id {
        self.nodes.push(SpannedExpr { step, rule: self.rules.len(), span, outer: span });
        self.nodes.len() - 1
    }

    pub(super) fn join(&mut self, parts: Vec<Id>, step: fn(Vec<Id>) -> Step) -> Id {
        match parts[..] {
            [only] => only,
            [first, .., last] => {
                let span = (self.nodes[first].outer.0, self.nodes[last].outer.1);
                self.add(step(parts), span)
            }
            [] => self.add(Step::Unknown, (0, 0)),
        }
    }
}

/// Returns the text of a span in one line, shortened if it is long.
pub fn shown(source: &str, (from, to): (usize, usize)) -> String {
    let words: Vec<&str> = source[from..to].split_whitespace().take(SHOWN).collect();
    let text = words.join(" ");
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

// Tags matter in one construct only. pest drops all tags unless its feature `grammar-extras` is on. With it, an
// expression with a tag differs from the same expression without one, and the optimizer compares two
// expressions before it rewrites `(e ~ rest)* ~ e` as `e ~ (rest ~ e)*`, which accepts other strings. A `.pest`
// file does not record the feature.

/// Returns whether the optimizer reorders a list in the body. Hiding the contents of repetitions prevents this, so the
/// results with and without hiding are compared.
pub(super) fn matter(body: &Expr) -> bool {
    let hidden = body.clone().map_bottom_up(|expr| match expr {
        Expr::Rep(inner) => Expr::Rep(Box::new(Expr::Push(inner))),
        other => other,
    });
    optimized(body.clone()) != optimized(hidden)
}

fn optimized(expr: Expr) -> Option<OptimizedExpr> {
    let rule = Rule { name: String::new(), ty: RuleType::Normal, expr };
    let rule = optimizer::optimize(vec![rule]).pop()?;
    Some(rule.expr.map_top_down(bare))
}

/// Removes the outer wrappers of an expression: `Push`, which hides it, and `RestoreOnErr`, which the optimizer adds.
fn bare(mut expr: OptimizedExpr) -> OptimizedExpr {
    while let OptimizedExpr::Push(inner) | OptimizedExpr::RestoreOnErr(inner) = expr {
        expr = *inner;
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Peg;

    fn read(text: &str) -> SpannedRules {
        Peg::read("a.pest", text).unwrap().spanned
    }

    #[test]
    fn expressions_have_their_spans() {
        let text =
            "// about a\na = { \"x\" ~ ( b | ^\"y\" )* | !'0'..'9' ~ c{2, 3} }\n  b = @{ &(a) }\n";
        let found = read(text);
        let at = |node: &SpannedExpr| &text[node.span.0..node.span.1];
        let texts: Vec<(usize, &str)> = found.nodes.iter().map(|one| (one.rule, at(one))).collect();
        assert_eq!(
            texts,
            [
                (0, "\"x\""),
                (0, "b"),
                (0, "^\"y\""),
                (0, "b | ^\"y\""),
                (0, "( b | ^\"y\" )*"),
                (0, "\"x\" ~ ( b | ^\"y\" )*"),
                (0, "'0'..'9'"),
                (0, "!'0'..'9'"),
                (0, "c"),
                (0, "c{2, 3}"),
                (0, "!'0'..'9' ~ c{2, 3}"),
                (0, "\"x\" ~ ( b | ^\"y\" )* | !'0'..'9' ~ c{2, 3}"),
                (1, "a"),
                (1, "&(a)"),
            ]
        );
        assert!(matches!(found.nodes[9].step, Step::Repeat(8, 2, Some(3))));
        assert_eq!(found.rules.iter().map(|one| one.from).collect::<Vec<_>>(), [11, 63]);
    }

    #[test]
    fn too_deep_expressions_are_unknown() {
        let text = format!("a = {{ {}\"x\"{} }}", "(".repeat(300), ")".repeat(300));
        let found = read(&text);
        assert!(matches!(found.nodes[found.rules[0].body].step, Step::Unknown));
        assert!(matches!(read("a = { PUSH(\"x\") }").nodes[0].step, Step::Unknown));
    }
}
