//! From the text of a `.pest` file to its rules, as pest's own parser of grammars reads them.
//!
//! In: the text. Out: a [`Rule`] for each, its body pest's own syntax tree. The terminals are
//! `pest_meta`'s, one by one. What holds them together is built here and not by `pest_meta`, whose
//! validator follows every path through the calls of a grammar: twenty rules such as `a = { b ~ b }`
//! take it a second, forty take it weeks, and it has no limit to the depth of a tree. Here each
//! construct has a depth and a size before it is built.

use std::collections::HashMap;

use pest::iterators::Pair;
use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser::{self, Rule as Token};

use super::{Fault, PegError, Rule, tags};

/// The largest file that is read.
const BYTES: usize = 1 << 20;
/// How deep parentheses may nest.
const NESTED: usize = 150;
/// How deep an expression may nest, its sequences and counted repetitions written out as pairs.
const DEPTH: usize = 500;
/// How many terms a file may have, its counted repetitions written out.
const TERMS: usize = 200_000;

/// How many lines of comment above a rule belong to it.
const ABOVE: usize = 100;

/// Names that no rule may have, as pest's validator lists them.
const KEYWORDS: [&str; 10] =
    ["_", "ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];

/// The rules of a file.
pub(super) fn rules(file: &str, text: &str) -> Result<Vec<Rule>, PegError> {
    let error = |line, rule: Option<&str>, fault| PegError {
        file: file.to_owned(),
        line,
        rule: rule.map(str::to_owned),
        fault,
    };
    if text.len() > BYTES {
        return Err(error(1, None, Fault::TooLarge { bytes: text.len(), limit: BYTES }));
    }
    let pairs = parser::parse(Token::grammar_rules, text).map_err(|pest| {
        let (line, _) = start(&pest);
        let message = pest.renamed_rules(parser::rename_meta_rule).variant.message().into_owned();
        error(line, rule_at(text, line), Fault::Syntax(message))
    })?;
    let (mut rules, mut lines, mut terms) = (Vec::new(), HashMap::new(), 0);
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let text_lines: Vec<&str> = text.lines().collect();
    let mut terminals = HashMap::new();
    for pair in pairs.filter(|pair| pair.as_rule() == Token::grammar_rule) {
        let line = line_at(&breaks, &pair);
        let written = pair.as_str().trim_end();
        let mut parts = pair.into_inner();
        let Some(name) = parts.next().filter(|name| name.as_rule() == Token::identifier) else {
            continue; // a documentation comment
        };
        let name = name.as_str();
        let refuse = |(line, fault)| error(line, Some(name), fault);
        if KEYWORDS.contains(&name) {
            return Err(refuse((line, Fault::Keyword)));
        }
        if let Some(before) = lines.insert(name.to_owned(), line) {
            return Err(refuse((line, Fault::Duplicate(before))));
        }
        let mut reader = Reader {
            breaks: &breaks,
            terminals: &mut terminals,
            line,
            uses: Vec::new(),
            has_tag: false,
            fault: None,
        };
        let (mut kind, mut body) = (RuleType::Normal, None);
        for part in parts {
            match part.as_rule() {
                Token::silent_modifier => kind = RuleType::Silent,
                Token::atomic_modifier => kind = RuleType::Atomic,
                Token::compound_atomic_modifier => kind = RuleType::CompoundAtomic,
                Token::non_atomic_modifier => kind = RuleType::NonAtomic,
                Token::expression => body = Some(reader.expression(part, 0).map_err(refuse)?),
                _ => {}
            }
        }
        let Some(Sized { expr: body, terms: size, .. }) = body else { continue };
        terms += size;
        if terms > TERMS {
            return Err(refuse((line, Fault::Unrolled(TERMS))));
        }
        let Reader { uses, has_tag, fault, .. } = reader;
        let tagged = || (has_tag && tags::matter(&body)).then_some((line, Fault::Tagged));
        let fault = fault.or_else(tagged);
        let (name, text) = (name.to_owned(), written.to_owned());
        let comment = comment_above(&text_lines[..line - 1]);
        rules.push(Rule { name, line, text, comment, kind, body, uses, fault });
    }
    Ok(rules)
}

/// The comment that ends with the last of some lines.
fn comment_above(lines: &[&str]) -> Vec<String> {
    let lines = &lines[lines.len().saturating_sub(ABOVE)..];
    let text = |line: &&str| {
        let text = line.strip_prefix("//")?;
        Some(text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned())
    };
    let mut comment: Vec<String> = lines.iter().rev().map_while(text).collect();
    comment.reverse();
    comment
}

/// Where a syntax error is.
fn start(error: &pest::error::Error<Token>) -> (usize, usize) {
    match error.line_col {
        pest::error::LineColLocation::Pos(at) | pest::error::LineColLocation::Span(at, _) => at,
    }
}

/// The line of a pair. pest would count its column too, and a file of one line is long.
fn line_at(breaks: &[usize], pair: &Pair<'_, Token>) -> usize {
    let at = pair.as_span().start();
    breaks.partition_point(|&end| end < at) + 1
}

/// The rule that is begun on a line or last before it: the file has no syntax tree to ask.
fn rule_at(text: &str, line: usize) -> Option<&str> {
    let before: Vec<&str> = text.lines().take(line).collect();
    before.iter().rev().find_map(|line| {
        let (name, body) = line.trim_start().split_once('=')?;
        let name = name.trim_end();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_rule = !name.is_empty() && name.bytes().all(is_name) && body.contains('{');
        is_rule.then_some(name)
    })
}

/// An expression, how deep it nests, and of how many terms it is when it is written out.
struct Sized {
    expr: Expr,
    depth: usize,
    terms: usize,
}

type Read = Result<Sized, (usize, Fault)>;

/// Reads the body of one rule.
struct Reader<'b> {
    /// Where the lines of the file end.
    breaks: &'b [usize],
    /// What pest makes of the terminals of the file so far.
    terminals: &'b mut HashMap<String, Expr>,
    line: usize,
    uses: Vec<(String, usize)>,
    has_tag: bool,
    fault: Option<(usize, Fault)>,
}

impl Reader<'_> {
    /// `a ~ b | c`: both operators associate, and pest's optimizer turns them to the right.
    fn expression(&mut self, pair: Pair<'_, Token>, nested: usize) -> Read {
        self.line = line_at(self.breaks, &pair);
        if nested > NESTED {
            return Err((self.line, Fault::Nested(NESTED)));
        }
        let (mut alternatives, mut sequence) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Token::choice_operator if sequence.is_empty() && nested > 0 => {
                    // pest panics there.
                    let message = "`|` before the first alternative within parentheses";
                    return Err((self.line, Fault::Syntax(message.to_owned())));
                }
                Token::term => sequence.push(self.term(part, nested)?),
                Token::choice_operator if !sequence.is_empty() => {
                    alternatives.push(self.fold(std::mem::take(&mut sequence), Expr::Seq)?);
                }
                _ => {} // "~", and a "|" before the first alternative
            }
        }
        alternatives.push(self.fold(sequence, Expr::Seq)?);
        self.fold(alternatives, Expr::Choice)
    }

    fn fold(&self, parts: Vec<Sized>, join: fn(Box<Expr>, Box<Expr>) -> Expr) -> Read {
        let mut parts = parts.into_iter().rev();
        let last = parts.next().ok_or_else(|| self.unknown("an empty expression"))?;
        parts.try_fold(last, |right, left| {
            let depth = left.depth.max(right.depth);
            let expr = join(Box::new(left.expr), Box::new(right.expr));
            self.sized(expr, depth + 1, left.terms + right.terms)
        })
    }

    /// `!a*`: what stands after a node binds tighter than what stands before it.
    fn term(&mut self, pair: Pair<'_, Token>, nested: usize) -> Read {
        let (mut prefixes, mut term) = (Vec::new(), None);
        for part in pair.into_inner() {
            self.line = line_at(self.breaks, &part);
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
            self.sized(prefix(Box::new(term.expr)), term.depth + 1, term.terms)
        })
    }

    fn repeated(&self, pair: Pair<'_, Token>, term: Sized) -> Read {
        let Sized { expr, depth, terms } = term;
        let expr = Box::new(expr);
        let bounds: Vec<u32> = (pair.clone().into_inner())
            .filter(|part| part.as_rule() == Token::number)
            .map(|number| self.bound(number.as_str()))
            .collect::<Result<_, _>>()?;
        let times = bounds.last().map_or(1, |&times| times as usize);
        if times > DEPTH {
            return Err((self.line, Fault::Unrolled(DEPTH)));
        }
        let expr = match (pair.as_rule(), bounds[..].iter().as_slice()) {
            (Token::optional_operator, []) => Expr::Opt(expr),
            (Token::repeat_operator, []) => Expr::Rep(expr),
            (Token::repeat_once_operator, []) => {
                return self.sized(Expr::RepOnce(expr), depth + 2, terms.saturating_mul(2));
            }
            (Token::repeat_min, &[min]) => {
                let (depth, times) = (depth.saturating_add(times + 2), times + 1);
                return self.sized(Expr::RepMin(expr, min), depth, terms.saturating_mul(times));
            }
            (_, [.., 0]) => return Err((self.line, Fault::Bound("0".to_owned()))),
            (Token::repeat_exact, &[times]) => Expr::RepExact(expr, times),
            (Token::repeat_max, &[max]) => Expr::RepMax(expr, max),
            (Token::repeat_min_max, &[min, max]) => Expr::RepMinMax(expr, min, max),
            _ => return Err(self.unknown(pair.as_str())),
        };
        self.sized(expr, depth.saturating_add(times + 1), terms.saturating_mul(times))
    }

    fn bound(&self, digits: &str) -> Result<u32, (usize, Fault)> {
        digits.parse().map_err(|_| (self.line, Fault::Bound(digits.to_owned())))
    }

    fn node(&mut self, pair: Pair<'_, Token>, nested: usize) -> Read {
        let text = pair.as_str();
        let expr = match pair.as_rule() {
            Token::identifier => {
                if !self.uses.iter().any(|(name, _)| name == text) {
                    self.uses.push((text.to_owned(), self.line));
                }
                Expr::Ident(text.to_owned())
            }
            Token::string | Token::insensitive_string | Token::range => self.terminal(text)?,
            Token::_push | Token::_push_literal | Token::peek_slice => {
                self.fault.get_or_insert((self.line, Fault::Stack(shortened(text))));
                let inner = pair.clone().into_inner();
                for inner in inner.filter(|part| part.as_rule() == Token::expression) {
                    self.expression(inner, nested + 1)?;
                }
                Expr::Str(String::new()) // never run: the rule is refused
            }
            _ => return Err(self.unknown(text)),
        };
        self.sized(expr, 1, 1)
    }

    /// What pest makes of a terminal, in its own tree of a rule that is this terminal and no more.
    /// pest cuts its quotes off by their distance from the ends, so that `^ "ab"`, with a blank, is
    /// the literal `"ab`.
    fn terminal(&mut self, text: &str) -> Result<Expr, (usize, Fault)> {
        if let Some(known) = self.terminals.get(text) {
            return Ok(known.clone());
        }
        if let Some(escape) = bad_escape(text) {
            return Err((self.line, Fault::Escape(shortened(escape))));
        }
        let rule = format!("terminal = {{ {text} }}");
        let pairs = parser::parse(Token::grammar_rules, &rule).ok();
        let rules = pairs.and_then(|pairs| parser::consume_rules(pairs).ok());
        let rule = rules.and_then(|rules| rules.into_iter().next());
        let expr = rule.ok_or_else(|| self.unknown(text))?.expr;
        self.terminals.insert(text.to_owned(), expr.clone());
        Ok(expr)
    }

    fn sized(&self, expr: Expr, depth: usize, terms: usize) -> Read {
        match (depth > DEPTH, terms > TERMS) {
            (_, true) => Err((self.line, Fault::Unrolled(TERMS))),
            (true, _) => Err((self.line, Fault::Nested(DEPTH))),
            _ => Ok(Sized { expr, depth, terms }),
        }
    }

    fn unknown(&self, text: &str) -> (usize, Fault) {
        (self.line, Fault::Unknown(shortened(text)))
    }
}

/// The first escape that stands for no character: pest panics there. The comments between `^` and
/// its literal are searched too, since pest looks for escapes in them.
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

/// What comes after an escape, its backslash gone; none if it stands for no character.
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

/// As much of the text of a construct as an error has room for.
fn shortened(text: &str) -> String {
    let line: String = text.lines().next().unwrap_or("").chars().take(40).collect();
    if line.len() == text.len() { line } else { format!("{line}…") }
}
