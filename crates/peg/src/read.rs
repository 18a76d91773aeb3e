//! Reads the rules of a `.pest` file, with the faults for which pest refuses them.
//!
//! Only the tokens come from pest. The expressions are built here, since the validator of `pest_meta` follows every
//! path through the calls, and `pest_meta` does not limit the depth of a tree.

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::{Expr, Rule as Unoptimized, RuleType};
use pest_meta::optimizer::OptimizedExpr;
use pest_meta::parser::Rule as Token;
use pest_meta::{optimizer, parser};
use rustc_hash::FxHashMap as HashMap;

use super::body::{Body, BodyReader, Sized, TERMS};
use super::body::{SpannedRule, SpannedRules};
use super::{PegError, PegFault, Rule, body};
use grammar_automata::engine::text::comment_at_end;

/// The size of the largest file that is read, in bytes.
const BYTES: usize = 1 << 20;
/// The maximum number of expressions that pest's optimizer may copy for one file.
const COPIES: u64 = 8_000_000;
/// The maximum number of lines above a rule that are searched for its comment.
const ABOVE: usize = 100;

/// The names that no rule may have, as listed in pest's validator.
pub const KEYWORDS: [&str; 10] =
    ["_", "ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];

pub(super) fn rules<'t>(
    file: &str,
    text: &'t str,
) -> Result<(Vec<Rule>, SpannedRules, Pairs<'t, Token>), PegError> {
    if text.len() > BYTES {
        let fault = PegFault::TooLarge { bytes: text.len(), limit: BYTES };
        return Err(error(file, 1, None, fault));
    }
    if has_extras() {
        return Err(error(file, 1, None, PegFault::Extras));
    }
    if let Some(at) = open_comment(text.as_bytes()) {
        let line = 1 + text[..at].matches('\n').count();
        let message = "the comment that begins here is not closed".to_owned();
        return Err(error(file, line, rule_at(text, line), PegFault::Syntax(message)));
    }
    let pairs = parser::parse(Token::grammar_rules, text).map_err(|pest| {
        let (line, column) = start(&pest);
        let message = pest.renamed_rules(parser::rename_meta_rule).variant.message().into_owned();
        let fault = error(file, line, rule_at(text, line), PegFault::Syntax(message));
        PegError { column: Some(column), ..fault }
    })?;
    let mut this = PestFile::new(text);
    for pair in pairs.clone().filter(|pair| pair.as_rule() == Token::grammar_rule) {
        this.add_rule(pair);
    }
    if this.rules.is_empty() {
        return Err(error(file, 1, None, PegFault::NoRule));
    }
    Ok((this.rules, this.reader.spanned, pairs))
}

/// Returns the offset of the innermost unclosed comment. Comments nest, and each further open comment doubles
/// the time of pest's own parser. So an unclosed comment is refused even where pest would backtrack and read
/// its `/*` as text because the outer comment ends: `/*/ /*/` is one comment to pest.
fn open_comment(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut open) = (0, Vec::new());
    while at < bytes.len() {
        at += match &bytes[at..] {
            [b'/', b'*', ..] => {
                open.push(at);
                2
            }
            [b'*', b'/', ..] if open.pop().is_some() => 2,
            _ if !open.is_empty() => 1,
            [b'/', b'/', rest @ ..] => 2 + memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
            // A character, which may be a quote, or a string.
            [b'\'', b'\\', _, b'\'', ..] => 4,
            [b'\'', _, b'\'', ..] => 3,
            [b'"', rest @ ..] => {
                let mut is_escaped = false;
                let ends = |byte: &u8| {
                    let ends = *byte == b'"' && !is_escaped;
                    is_escaped = *byte == b'\\' && !is_escaped;
                    ends
                };
                2 + rest.iter().position(ends).unwrap_or(rest.len())
            }
            _ => 1,
        };
    }
    open.pop()
}

/// Returns whether `pest_meta` is built with its feature `grammar-extras`, which any crate of a build may turn on.
/// pest's optimizer then leaves `e+` unchanged instead of writing `e ~ e*`.
fn has_extras() -> bool {
    let expr = Expr::RepOnce(Box::new(Expr::Str("e".to_owned())));
    let rule = Unoptimized { name: "some".to_owned(), ty: RuleType::Normal, expr };
    let optimized = optimizer::optimize(vec![rule]).pop();
    !optimized.is_some_and(|rule| matches!(rule.expr, OptimizedExpr::Seq(..)))
}

fn error(file: &str, line: usize, rule: Option<&str>, fault: PegFault) -> PegError {
    PegError { file: file.to_owned(), line, column: None, rule: rule.map(str::to_owned), fault }
}

struct PestFile<'f> {
    text: Vec<&'f str>,
    reader: BodyReader,
    rules: Vec<Rule>,
    numbers: HashMap<String, usize>,
    /// The number of terms in the rules so far. `copies` counts the copies that the optimizer makes.
    terms: usize,
    copies: u64,
}

impl<'f> PestFile<'f> {
    fn new(text: &'f str) -> Self {
        let (rules, numbers) = (Vec::new(), HashMap::default());
        let (reader, text) = (BodyReader::new(LineEnds::new(text)), text.lines().collect());
        Self { text, reader, rules, numbers, terms: 0, copies: 0 }
    }

    /// Adds a rule; documentation comments are skipped. A faulty rule does not cause other rules to be refused.
    fn add_rule(&mut self, pair: Pair<'_, Token>) {
        let line = self.reader.lines.line_of(&pair);
        let span = (pair.as_span().start(), pair.as_span().end());
        let text = pair.as_str().trim_end().to_owned();
        let mut parts = pair.into_inner();
        let Some(name) = parts.next().filter(|name| name.as_rule() == Token::identifier) else {
            return;
        };
        let name = name.as_str().to_owned();
        let (mut kind, mut body) = (RuleType::Normal, None);
        for part in parts {
            match part.as_rule() {
                Token::silent_modifier => kind = RuleType::Silent,
                Token::atomic_modifier => kind = RuleType::Atomic,
                Token::compound_atomic_modifier => kind = RuleType::CompoundAtomic,
                Token::non_atomic_modifier => kind = RuleType::NonAtomic,
                Token::expression => body = Some(part),
                _ => {}
            }
        }
        let Some(body) = body else { return };
        let (body, parts) = self.reader.parts(body, kind, line);
        let (spanned, from) = (&mut self.reader.spanned, span.0);
        spanned.numbers.insert(name.clone(), spanned.rules.len());
        spanned.rules.push(SpannedRule { name: name.clone(), kind, body, from });
        if let Some(&first) = self.numbers.get(&name) {
            // It is unclear which of the two rules is meant, so both are refused.
            let first = &mut self.rules[first];
            first.refuse((line, PegFault::Duplicate(first.line)));
            return;
        }
        let Body { uses, has_tag, .. } = std::mem::take(&mut self.reader.body);
        let (comment, body, fault) = (comment_above(&self.text[..line - 1]), Vec::new(), None);
        let mut rule = Rule { name, line, span, text, comment, kind, body, uses, fault };
        match parts.and_then(|parts| self.add(parts).map_err(|fault| (line, fault))) {
            Ok(body) => rule.body = body,
            Err(fault) => rule.refuse(fault),
        }
        if has_tag && rule.body.iter().any(body::matter) {
            rule.fault.get_or_insert((line, PegFault::Tagged));
        }
        if KEYWORDS.contains(&&*rule.name) {
            rule.refuse((line, PegFault::Keyword));
        }
        self.numbers.insert(rule.name.clone(), self.rules.len());
        self.rules.push(rule);
    }

    /// Adds the cost of the parts of a rule to the totals. A refused rule costs nothing.
    fn add(&mut self, parts: Vec<Sized>) -> Result<Vec<Expr>, PegFault> {
        let terms = parts.iter().fold(self.terms, |all, part| all + part.terms);
        let copies = parts.iter().fold(self.copies, |all, part| all.saturating_add(part.copies));
        if terms > TERMS {
            return Err(PegFault::Unrolled(TERMS));
        }
        if copies > COPIES {
            return Err(PegFault::Crowded(COPIES as usize));
        }
        (self.terms, self.copies) = (terms, copies);
        Ok(parts.into_iter().map(|part| part.expr).collect())
    }
}

fn comment_above(lines: &[&str]) -> Vec<String> {
    fn text(line: &str) -> Option<&str> {
        let text = line.strip_prefix("//")?;
        Some(text.strip_prefix(' ').unwrap_or(text).trim_end())
    }
    let lines = &lines[lines.len().saturating_sub(ABOVE)..];
    comment_at_end(lines, text).into_iter().map(str::to_owned).collect()
}

fn start(error: &pest::error::Error<Token>) -> (usize, usize) {
    match error.line_col {
        pest::error::LineColLocation::Pos(at) | pest::error::LineColLocation::Span(at, _) => at,
    }
}

/// Returns the last rule that begins at or before a line. Searches the text, since the syntax tree is not built yet.
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

// The offsets of the line ends of a `.pest` file.

pub(super) struct LineEnds(Vec<usize>);

impl LineEnds {
    pub(super) fn new(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// Returns the line of a pair. pest's own method also counts the column, which is slow on a long line.
    pub(super) fn line_of(&self, pair: &Pair<'_, Token>) -> usize {
        let at = pair.as_span().start();
        self.0.partition_point(|&end| end < at) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::rules;

    /// Every construct, with a blank between tokens.
    const TOKENS: &str = r##"a = @ { "x\u{62}\x41\n" ~ 'a' .. '\u{62}' | ^"y" { 2 , 3 } ~ ( b | c_1 ) + } b = _ {
        PUSH ( "q" ) ~ PEEK [ 1 .. -2 ] ~ PEEK [ .. ] ~ POP } c_1 = $ { & "a" ~ ! b { , 4 }
        ~ d ? ~ "z" { 5 } ~ "w" { 6 , } * } d = ! { ANY | SOI ~ LETTER ~ EOI } e = { "é" ~
        'é' .. 'ü' }"##;

    /// Returns the rules that are read from a text, without their positions.
    fn reading(text: &str) -> Option<Vec<String>> {
        let (rules, ..) = rules("a.pest", text).ok()?;
        let shown = rules
            .iter()
            .map(|one| format!("{} {:?} {:?} {:?}", one.name, one.kind, one.body, one.fault));
        Some(shown.collect())
    }

    #[test]
    fn every_byte_outside_comments_matters() {
        let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
        let text = tokens.join(" ");
        let read = reading(&text).unwrap();
        assert_eq!(read.len(), 5, "{read:?}");
        // Blanks and comments between tokens are ignored.
        for between in ["\n", " /* /* \" */ ~ */ ", "// ~ }\n", "\t// {\r\n"] {
            assert_eq!(reading(&tokens.join(between)), Some(read.clone()), "{between:?}");
        }
        // Without any one of its characters the text has another meaning, or none.
        let mut count = 0;
        for (at, one) in text.char_indices().filter(|(_, one)| *one != ' ') {
            for other in ["", "9", "}"] {
                let changed = [&text[..at], other, &text[at + one.len_utf8()..]].concat();
                let is_same = other.starts_with(one);
                assert_eq!(
                    reading(&changed) == Some(read.clone()),
                    is_same,
                    "{at} {other:?}: {changed}"
                );
                count += 1;
            }
        }
        assert!(count > 500, "{count}");
    }
}
