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

use super::body::Reader;
use super::{Fault, PegError, Rule, tags};

/// The largest file that is read.
const BYTES: usize = 1 << 20;
/// How many copies of expressions pest's optimizer may make of a file.
const COPIES: u64 = 8_000_000;
/// How many terms a file may have, its counted repetitions written out.
pub(super) const TERMS: usize = 200_000;

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
    let (mut rules, mut lines, mut terms, mut copies) = (Vec::new(), HashMap::new(), 0, 0_u64);
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
        let mut reader = Reader::of(&breaks, &mut terminals, line);
        let (mut kind, mut body) = (RuleType::Normal, None);
        for part in parts {
            match part.as_rule() {
                Token::silent_modifier => kind = RuleType::Silent,
                Token::atomic_modifier => kind = RuleType::Atomic,
                Token::compound_atomic_modifier => kind = RuleType::CompoundAtomic,
                Token::non_atomic_modifier => kind = RuleType::NonAtomic,
                Token::expression => body = Some(reader.parts(part, kind)),
                _ => {}
            }
        }
        let Some(body) = body else { continue };
        let parts = body.and_then(|parts| {
            let own: usize = parts.iter().map(|part| part.terms).sum();
            let own_copies = parts.iter().fold(0, |all: u64, part| all.saturating_add(part.copies));
            // A rule that is refused costs the others nothing.
            let all = (terms + own, own_copies.saturating_add(copies));
            match (all.0 > TERMS, all.1 > COPIES) {
                (true, _) => Err((line, Fault::Unrolled(TERMS))),
                (_, true) => Err((line, Fault::Crowded(COPIES as usize))),
                _ => {
                    (terms, copies) = all;
                    Ok(parts.into_iter().map(|part| part.expr).collect())
                }
            }
        });
        let Reader { uses, has_tag, mut fault, .. } = reader;
        let body: Vec<Expr> = match parts {
            Ok(parts) => parts,
            // That is no reason to refuse the other rules.
            Err(why @ (_, Fault::Nested(_) | Fault::Unrolled(_) | Fault::Crowded(_))) => {
                fault = Some(why);
                vec![Expr::Str(String::new())] // never run: the rule is refused
            }
            Err(why) => return Err(refuse(why)),
        };
        let tagged = || (has_tag && body.iter().any(tags::matter)).then_some((line, Fault::Tagged));
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
pub(super) fn line_at(breaks: &[usize], pair: &Pair<'_, Token>) -> usize {
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
