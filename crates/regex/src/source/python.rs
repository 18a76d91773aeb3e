//! Patterns in Python: arguments of the functions of the modules `re` and `regex`.

use std::ops::Range;

use super::SourcePatterns;
use super::decode::PYTHON;
use super::tokens::{Comments, Style, Token, Tokens, escaped_end, quoted, unended};
use crate::{Dialect, Matching};

/// The functions whose first argument is a pattern, with the number of the argument that sets flags, and how the pattern
/// is matched.
const FUNCTIONS: &[(&str, usize, Matching)] = &[
    ("compile", 1, Matching::Search),
    ("search", 2, Matching::Search),
    ("match", 2, Matching::Prefix),
    ("fullmatch", 2, Matching::Whole),
    ("findall", 2, Matching::Search),
    ("finditer", 2, Matching::Search),
    ("split", 3, Matching::Search),
    ("sub", 4, Matching::Search),
    ("subn", 4, Matching::Search),
];

/// The flags that may stand in a pattern too, and those that say nothing about strings.
#[rustfmt::skip]
const FLAGS: &[(&str, &str)] = &[
    ("A", "a"), ("ASCII", "a"), ("I", "i"), ("IGNORECASE", "i"), ("M", "m"), ("MULTILINE", "m"), ("S", "s"),
    ("DOTALL", "s"), ("X", "x"), ("VERBOSE", "x"), ("U", "u"), ("UNICODE", "u"), ("DEBUG", ""), ("NOFLAG", ""),
    ("0", ""),
];

fn literal(text: &str, at: usize, _: &[Token]) -> Option<Token> {
    let rest = &text[at..];
    let prefix = rest.bytes().take(2).take_while(u8::is_ascii_alphabetic).count();
    let letters = rest[..prefix].to_ascii_lowercase();
    let quote = *rest.as_bytes().get(prefix).filter(|one| matches!(one, b'"' | b'\''))?;
    let style = match &*letters {
        "" | "u" => Style::Escaped(&PYTHON),
        "r" => Style::Verbatim,
        "b" | "rb" | "br" => Style::Unread("a pattern of bytes, which is another dialect"),
        "f" | "fr" | "rf" | "t" | "tr" | "rt" => Style::Computed,
        _ => return None,
    };
    let triple = [quote; 3];
    if !rest.as_bytes()[prefix..].starts_with(&triple) {
        return Some(quoted(text, at, at + prefix + 1, quote, style));
    }
    let from = at + prefix + 3;
    let mut end = from;
    loop {
        let Some(found) = escaped_end(text, end, quote, true) else {
            return Some(unended(text, at));
        };
        if text.as_bytes()[found..].starts_with(&triple) {
            return Some(Token::literal(from..found, style, at..found + 3));
        }
        end = found + 1;
    }
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::of(text, Comments::Hash, &mut literal);
    for at in 0..tokens.all.len() {
        let is_module = tokens.are(at, &["re", "."]) || tokens.are(at, &["regex", "."]);
        if !is_module || tokens.is_behind(at, ".") || !tokens.are(at + 3, &["("]) {
            continue;
        }
        let name = tokens.of_token(at + 2);
        let Some(&(_, flags, matching)) = FUNCTIONS.iter().find(|one| one.0 == name) else {
            continue;
        };
        let parts = tokens.parts(at + 3);
        // `*args` and `**kwargs` may have flags.
        let is_spread = |part: &Range<usize>| tokens.are(part.start, &["*"]);
        let named = |name: &str| {
            let part = parts.iter().find(|part| tokens.are(part.start, &[name, "="]));
            part.map(|part| part.start + 2..part.end)
        };
        let is_named = |at: usize| tokens.word(at).is_some() && tokens.are(at + 1, &["="]);
        let placed =
            |number: usize| parts.get(number).filter(|part| !is_named(part.start)).cloned();
        let Some(pattern) = named("pattern").or_else(|| placed(0)) else { continue };
        let spread = parts.iter().find(|part| is_spread(part)).cloned();
        let flags = named("flags").or_else(|| placed(flags)).or(spread);
        let flags = tokens.flags(flags, FLAGS);
        let then = tokens.partner(at + 3).filter(|_| name == "compile");
        let matching = match then.map(|close| close + 1) {
            Some(next) if tokens.are(next, &[".", "match", "("]) => Matching::Prefix,
            Some(next) if tokens.are(next, &[".", "fullmatch", "("]) => Matching::Whole,
            _ => matching,
        };
        found.add((Dialect::Python, matching), tokens.argument(pattern, true), flags);
    }
}
