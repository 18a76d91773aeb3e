//! The body of a rule, from pest's tokens to pest's syntax tree, with what it costs pest's optimizer. An expression
//! that is too large is an error before it is built.

use pest::iterators::Pair;
use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser::{self, Rule as Token};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::PegFault;
use super::lower::all;
use super::read::LineEnds;

/// The depth to which parentheses may nest.
const NESTED: usize = 100;
/// The depth to which an expression may nest, with its sequences and counted repetitions written
/// out as pairs.
const DEPTH: usize = 500;
/// The number of terms that a file may have, with its counted repetitions written out.
pub(super) const TERMS: usize = 200_000;
/// How many alternatives of a rule are given to pest's optimizer together. The optimizer asks of each
/// tail of a choice, each time of a copy, whether the tail uses the stack: its work is the cube of the
/// number.
const TOGETHER: usize = 16;

/// How often an expression is repeated before the repetitions are put into groups. pest's optimizer calls
/// itself for each of them.
const GROUP: usize = 50;

#[derive(Clone)]
pub(super) struct Sized {
    pub(super) expr: Expr,
    depth: usize,
    pub(super) terms: usize,
    /// The sum of the terms of all parts of the expression, itself included, each part counted by
    /// itself: so much is copied when all parts are looked at.
    within: u64,
    /// The number of terms that the optimizer copies, which looks at all parts of an expression
    /// that can branch.
    pub(super) copies: u64,
}

type Read = Result<Sized, (usize, PegFault)>;

/// Reads the body of one rule.
pub(super) struct BodyReader<'b> {
    lines: &'b LineEnds,
    /// The expressions that pest makes of the terminals of the file so far.
    terminals: &'b mut HashMap<String, Expr>,
    line: usize,
    /// The names that the body uses, each with the line of its first use.
    pub(super) uses: Vec<(String, usize)>,
    used: HashSet<String>,
    pub(super) has_tag: bool,
    has_groups: bool,
    pub(super) fault: Option<(usize, PegFault)>,
}

impl<'b> BodyReader<'b> {
    pub(super) fn of(
        lines: &'b LineEnds,
        terminals: &'b mut HashMap<String, Expr>,
        line: usize,
    ) -> Self {
        let (uses, used, fault) = (Vec::new(), HashSet::default(), None);
        Self { lines, terminals, line, uses, used, has_tag: false, has_groups: false, fault }
    }
}

impl BodyReader<'_> {
    /// The body of a rule. A choice of many alternatives is split into parts, one after the other, so that
    /// pest's optimizer makes of each part what it would make of the part within the whole.
    ///
    /// The optimizer may merge the last two alternatives, so these stay in one part. In an atomic rule the
    /// optimizer compares the first term of an alternative with all the alternatives after it. The two can be
    /// the same only if the term is a choice, so a choice with such an alternative is not split.
    pub(super) fn parts(
        &mut self,
        pair: Pair<'_, Token>,
        kind: RuleType,
    ) -> Result<Vec<Sized>, (usize, PegFault)> {
        let mut all = self.alternatives(pair, 0)?;
        if self.has_groups && all.iter().any(|one| may_list(&one.expr)) {
            return Err((self.line, PegFault::Unrolled(DEPTH)));
        }
        let is_atomic = matches!(kind, RuleType::Atomic | RuleType::CompoundAtomic);
        if all.len() <= TOGETHER
            || is_atomic && all.iter().any(|one| may_begin_with_choice(&one.expr))
        {
            return Ok(vec![self.fold(all, Expr::Choice)?]);
        }
        let mut parts = Vec::new();
        while all.len() >= TOGETHER + 2 {
            let rest = all.split_off(TOGETHER);
            parts.push(self.fold(all, Expr::Choice)?);
            all = rest;
        }
        parts.push(self.fold(all, Expr::Choice)?);
        Ok(parts)
    }

    /// Reads `a ~ b | c`. Both operators associate, and pest's optimizer turns them to the right.
    fn expression(&mut self, pair: Pair<'_, Token>, nested: usize) -> Read {
        let alternatives = self.alternatives(pair, nested)?;
        self.fold(alternatives, Expr::Choice)
    }

    fn alternatives(
        &mut self,
        pair: Pair<'_, Token>,
        nested: usize,
    ) -> Result<Vec<Sized>, (usize, PegFault)> {
        self.line = self.lines.line_of(&pair);
        if nested > NESTED {
            return Err((self.line, PegFault::Nested(NESTED)));
        }
        let (mut alternatives, mut sequence) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Token::choice_operator if sequence.is_empty() && nested > 0 => {
                    // pest panics there.
                    let message = "`|` before the first alternative within parentheses";
                    return Err((self.line, PegFault::Syntax(message.to_owned())));
                }
                Token::term => sequence.push(self.term(part, nested)?),
                Token::choice_operator if !sequence.is_empty() => {
                    alternatives.push(self.fold(std::mem::take(&mut sequence), Expr::Seq)?);
                }
                _ => {} // "~", and a "|" before the first alternative
            }
        }
        alternatives.push(self.fold(sequence, Expr::Seq)?);
        Ok(alternatives)
    }

    fn fold(&self, parts: Vec<Sized>, join: fn(Box<Expr>, Box<Expr>) -> Expr) -> Read {
        let mut parts = parts.into_iter().rev();
        let last = parts.next().ok_or_else(|| self.unknown("an empty expression"))?;
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

    /// Reads a term such as `!a*`. What stands after a node binds tighter than what stands before
    /// it.
    fn term(&mut self, pair: Pair<'_, Token>, nested: usize) -> Read {
        let (mut prefixes, mut term) = (Vec::new(), None);
        for part in pair.into_inner() {
            self.line = self.lines.line_of(&part);
            match part.as_rule() {
                Token::positive_predicate_operator => {
                    prefixes.push(Expr::PosPred as fn(Box<Expr>) -> Expr);
                }
                Token::negative_predicate_operator => prefixes.push(Expr::NegPred),
                // A tag names a node of the tree, and parentheses are the shape of this one.
                Token::tag_id => self.has_tag = true,
                Token::assignment_operator => {}
                Token::opening_paren | Token::closing_paren => {}
                _ => {
                    term = Some(match term {
                        Some(term) => self.repeated(part, term)?,
                        None if part.as_rule() == Token::expression => {
                            self.expression(part, nested + 1)?
                        }
                        None => self.node(part, nested)?,
                    });
                }
            }
        }
        let term = term.ok_or_else(|| self.unknown("an empty term"))?;
        prefixes.into_iter().rev().try_fold(term, |term, prefix| {
            let (expr, depth) = (prefix(Box::new(term.expr)), term.depth + 1);
            let within = term.within.saturating_add(term.terms as u64);
            self.sized(Sized { expr, depth, within, ..term })
        })
    }

    fn repeated(&mut self, pair: Pair<'_, Token>, term: Sized) -> Read {
        let bounds: Vec<u32> = (pair.clone().into_inner())
            .filter(|part| part.as_rule() == Token::number)
            .map(|number| self.bound(number.as_str()))
            .collect::<Result<_, _>>()?;
        let times = bounds.last().map_or(1, |&times| times as usize);
        if times > TERMS {
            return Err((self.line, PegFault::Unrolled(TERMS)));
        }
        let (least, most) = match (pair.as_rule(), &bounds[..]) {
            (Token::optional_operator, []) => return self.times(term, 1, Expr::Opt),
            (Token::repeat_operator, []) => return self.times(term, 1, Expr::Rep),
            (Token::repeat_once_operator, []) => return self.times(term, 2, Expr::RepOnce),
            (Token::repeat_min, &[least]) => (least, None),
            (_, [.., 0]) => return Err((self.line, PegFault::Bound("0".to_owned()))),
            (Token::repeat_exact, &[times]) => (times, Some(times)),
            (Token::repeat_max, &[most]) => (0, Some(most)),
            (Token::repeat_min_max, &[least, most]) => (least, Some(most)),
            _ => return Err(self.unknown(pair.as_str())),
        };
        if times > DEPTH {
            return self.grouped(term, least, most);
        }
        match (pair.as_rule(), most) {
            (_, None) => self.times(term, times + 1, |expr| Expr::RepMin(expr, least)),
            (Token::repeat_exact, Some(most)) => {
                self.times(term, times, |expr| Expr::RepExact(expr, most))
            }
            (Token::repeat_max, Some(most)) => {
                self.times(term, times, |expr| Expr::RepMax(expr, most))
            }
            (_, Some(most)) => self.times(term, times, |expr| Expr::RepMinMax(expr, least, most)),
        }
    }

    fn times(&self, term: Sized, times: usize, join: impl FnOnce(Box<Expr>) -> Expr) -> Read {
        let Sized { expr, depth, terms, within, copies } = term;
        let expr = join(Box::new(expr));
        let (depth, all) = (depth.saturating_add(times + 1), times as u64);
        // Each of the repeated may branch, and each is followed by the others.
        let copies = copies.saturating_add(within).saturating_mul(all);
        let followed = (terms as u64).saturating_mul(all).saturating_mul(all);
        let within = within.saturating_mul(all).saturating_add(followed);
        let terms = terms.saturating_mul(times);
        self.sized(Sized { expr, depth, terms, within, copies })
    }

    /// A repetition with bounds that are too large to be written out in one chain, as a sequence of
    /// groups of groups: `e{2, 600}` is `e{2} ~ e?{48} ~ e?{50}{11}`, and `e{600,}` is
    /// `e{50}{12} ~ e*`.
    fn grouped(&mut self, term: Sized, least: u32, most: Option<u32>) -> Read {
        self.has_groups = true;
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

    fn groups(&self, mut term: Sized, mut times: usize) -> Result<Vec<Sized>, (usize, PegFault)> {
        let mut parts = Vec::new();
        while times > 0 {
            let rest = if times > GROUP { times % GROUP } else { times };
            match rest {
                0 => {}
                1 => parts.push(term.clone()),
                _ => parts.push(self.exactly(term.clone(), rest)?),
            }
            times = if times > GROUP { times / GROUP } else { 0 };
            if times > 0 {
                term = self.exactly(term, GROUP)?;
            }
        }
        Ok(parts)
    }

    fn exactly(&self, term: Sized, times: usize) -> Read {
        self.times(term, times, |expr| Expr::RepExact(expr, times as u32))
    }

    fn bound(&self, digits: &str) -> Result<u32, (usize, PegFault)> {
        digits.parse().map_err(|_| (self.line, PegFault::Bound(digits.to_owned())))
    }

    fn node(&mut self, pair: Pair<'_, Token>, nested: usize) -> Read {
        let text = pair.as_str();
        let expr = match pair.as_rule() {
            Token::identifier => {
                self.uses(text);
                Expr::Ident(text.to_owned())
            }
            Token::string | Token::insensitive_string | Token::range => self.terminal(text)?,
            Token::_push => {
                self.uses("PUSH");
                let mut inner = pair.clone().into_inner();
                let inner = inner.find(|part| part.as_rule() == Token::expression);
                let inner = inner.ok_or_else(|| self.unknown(text))?;
                let Sized { expr, depth, terms, within, copies } =
                    self.expression(inner, nested + 1)?;
                let (expr, depth) = (Expr::Push(Box::new(expr)), depth + 1);
                let within = within.saturating_add(terms as u64);
                return self.sized(Sized { expr, depth, terms, within, copies });
            }
            // It asks the stack what `PEEK_ALL` asks.
            Token::peek_slice => {
                self.uses("PEEK_ALL");
                peek_slice(text).ok_or_else(|| {
                    let message = format!("a bound of `{}` is out of range", shortened(text));
                    (self.line, PegFault::Syntax(message))
                })?
            }
            Token::_push_literal => {
                let words = "PUSH_LITERAL requires feature grammar-extras".to_owned();
                return Err((self.line, PegFault::Refused(words)));
            }
            _ => return Err(self.unknown(text)),
        };
        self.sized(Sized { expr, depth: 1, terms: 1, within: 1, copies: 0 })
    }

    fn uses(&mut self, name: &str) {
        if self.used.insert(name.to_owned()) {
            self.uses.push((name.to_owned(), self.line));
        }
    }

    fn terminal(&mut self, text: &str) -> Result<Expr, (usize, PegFault)> {
        if let Some(known) = self.terminals.get(text) {
            return Ok(known.clone());
        }
        if let Some(escape) = bad_escape(text) {
            return Err((self.line, PegFault::Escape(shortened(escape))));
        }
        let expr = terminal(text).ok_or_else(|| self.unknown(text))?;
        self.terminals.insert(text.to_owned(), expr.clone());
        Ok(expr)
    }

    fn sized(&self, sized: Sized) -> Read {
        match (sized.depth > DEPTH, sized.terms > TERMS) {
            (_, true) => Err((self.line, PegFault::Unrolled(TERMS))),
            (true, _) => Err((self.line, PegFault::Nested(DEPTH))),
            _ => Ok(sized),
        }
    }

    fn unknown(&self, text: &str) -> (usize, PegFault) {
        (self.line, PegFault::Unknown(shortened(text)))
    }
}

/// The expression that pest makes of a terminal, read from a rule that is only this terminal. pest
/// cuts the quotes off by their distance from the ends, so that `^ "ab"`, with a blank, is the literal
/// `"ab`. The escapes of the terminal must stand for characters.
pub(super) fn terminal(text: &str) -> Option<Expr> {
    let rule = format!("terminal = {{ {text} }}");
    let pairs = parser::parse(Token::grammar_rules, &rule).ok()?;
    let rule = parser::consume_rules(pairs).ok()?.into_iter().next()?;
    Some(rule.expr)
}

/// The expression that pest makes of `PEEK[a..b]`. pest panics where a bound is no number of 32 bits.
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

/// Whether pest's optimizer may find a list `(e ~ rest)* ~ e` in an expression when the expression is
/// written out. It compares the two `e`, and of one in groups it would see the groups.
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

/// The first escape that stands for no character: pest panics there. The comments between `^` and
/// its literal are searched too, since pest looks for escapes in them.
pub(super) fn bad_escape(text: &str) -> Option<&str> {
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

/// The text after an escape whose backslash was removed. There is none if the escape stands for no
/// character.
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

/// The beginning of the text of a construct, short enough for an error message.
fn shortened(text: &str) -> String {
    let line: String = text.lines().next().unwrap_or("").chars().take(40).collect();
    if line.len() == text.len() { line } else { format!("{line}…") }
}
