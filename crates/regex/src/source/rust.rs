//! Patterns in Rust: arguments of `Regex::new`, `RegexBuilder::new` and `regex!`, of the crate `regex`.
//!
//! Other crates have types of these names, and dialects of their own: in a file that names one of them, a path must say
//! that the type is one of `regex`.

use super::decode::RUST;
use super::tokens::{Comments, Style, Token, Tokens, escaped_end, unended};
use super::{Argument, Flags, SourcePatterns, UnreadPattern};
use crate::{Dialect, Matching};

/// Crates whose types have the same names.
const OTHERS: &[&str] = &["fancy_regex", "regex_lite", "pcre2", "onig", "regress", "rure"];

/// The methods of a builder that set a flag of patterns, or none.
#[rustfmt::skip]
const SETTINGS: &[(&str, &str)] = &[
    ("case_insensitive", "i"), ("multi_line", "m"), ("dot_matches_new_line", "s"), ("swap_greed", "U"),
    ("ignore_whitespace", "x"), ("crlf", "R"), ("unicode", "u"), ("size_limit", ""), ("dfa_size_limit", ""),
    ("nest_limit", ""), ("build", ""),
];

fn literal(text: &str, at: usize, _: &[Token]) -> Option<Token> {
    let rest = &text[at..];
    if rest.starts_with('\'') {
        return character(text, at);
    }
    let prefix = rest.bytes().take(2).take_while(u8::is_ascii_alphabetic).count();
    let is_raw = match &rest[..prefix] {
        "" | "b" | "c" => false,
        "r" | "br" | "cr" => true,
        _ => return None,
    };
    let is_bytes = !matches!(&rest[..prefix], "" | "r");
    let style = match is_raw {
        _ if is_bytes => Style::Unread("a literal of bytes, which is no pattern"),
        true => Style::Verbatim,
        false => Style::Escaped(&RUST),
    };
    let hashes = rest[prefix..].bytes().take_while(|&one| is_raw && one == b'#').count();
    if !rest[prefix + hashes..].starts_with('"') {
        return None;
    }
    let from = at + prefix + hashes + 1;
    let end = match is_raw {
        true => raw_end(text, from, hashes),
        false => escaped_end(text, from, b'"', true),
    };
    Some(match end {
        Some(end) => Token::literal(from..end, style, at..end + 1 + hashes),
        None => unended(text, at),
    })
}

/// The end of the inside of a raw literal: before a quote that as many `#` follow.
fn raw_end(text: &str, from: usize, hashes: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at += memchr::memchr(b'"', &bytes[at..])?;
        let count = bytes[at + 1..].iter().take(hashes).take_while(|&&one| one == b'#').count();
        if count == hashes {
            return Some(at);
        }
        at += 1 + count;
    }
}

/// The token of a character. A lifetime is none.
fn character(text: &str, at: usize) -> Option<Token> {
    let mut rest = text[at + 1..].chars();
    let first = rest.next()?;
    let end = if first == '\\' {
        // The longest is `'\u{10_FF_FF}'`.
        let behind = at + 2 + rest.next()?.len_utf8();
        let close = text.as_bytes()[behind..].iter().take(16).position(|&one| one == b'\'')?;
        behind + close
    } else {
        Some(at + 1 + first.len_utf8()).filter(|_| rest.next() == Some('\''))?
    };
    Some(Token::literal(at + 1..end, Style::Computed, at..end + 1))
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::of(text, Comments::NestedSlashes, &mut literal);
    let words = (0..tokens.all.len()).filter_map(|at| tokens.word(at));
    let other = words.into_iter().find_map(|word| OTHERS.iter().find(|one| **one == word));
    for at in 0..tokens.all.len() {
        let is_new = |name: &str| tokens.are(at, &[name, ":", ":", "new", "("]);
        let (open, is_builder) = match () {
            () if is_new("Regex") => (at + 4, false),
            () if is_new("RegexBuilder") => (at + 4, true),
            () if ["(", "[", "{"].iter().any(|open| tokens.are(at, &["regex", "!", open])) => {
                (at + 2, false)
            }
            () => continue,
        };
        let Some(pattern) = tokens.parts(open).into_iter().next() else { continue };
        let path = path(&tokens, at);
        let foreign = match path.first() {
            Some(_) if path.contains(&"regex") => None,
            Some(first) if *first == "bytes" => other,
            Some(first) if OTHERS.contains(first) => Some(first),
            _ => other,
        };
        let span = tokens.all[at].span.clone();
        let flags = match foreign {
            Some(name) => {
                let why = format!("the file uses `{name}`, which has a dialect of its own");
                Err(UnreadPattern::new(span, why))
            }
            None if is_builder => settings(&tokens, open),
            None => Ok(String::new()),
        };
        // `regex!("a"i)` of `lazy_regex` has flags behind the literal.
        let (pattern, flags) = match (tokens.word(pattern.end - 1), flags) {
            (Some(letters), Ok(_)) if open == at + 2 && pattern.len() == 2 => {
                let is_known = letters.bytes().all(|one| b"imsxU".contains(&one));
                let span = tokens.all[pattern.end - 1].span.clone();
                let flags = if is_known { Some(letters.to_owned()) } else { None };
                let why = || format!("the flags `{letters}` are not known");
                let flags = flags.ok_or_else(|| UnreadPattern::new(span, why()));
                (pattern.start..pattern.end - 1, flags)
            }
            (_, flags) => (pattern, flags),
        };
        // A reference to a literal is written too.
        let start = pattern.start + usize::from(tokens.are(pattern.start, &["&"]));
        let argument = match (start..pattern.end).len() {
            1 => tokens.argument(start..pattern.end, false),
            _ => Argument::Computed,
        };
        found.add((Dialect::Rust, Matching::Search), argument, flags);
    }
}

/// The names before a name, each with `::` behind it, the last one first.
fn path<'t>(tokens: &Tokens<'t>, mut at: usize) -> Vec<&'t str> {
    let mut names = Vec::new();
    while at >= 3 && names.len() < 4 && tokens.are(at - 2, &[":", ":"]) {
        let Some(name) = tokens.word(at - 3) else { break };
        names.push(name);
        at -= 3;
    }
    names
}

/// The flags that the methods of a builder set, which are called one after the other behind `new(…)`.
fn settings(tokens: &Tokens<'_>, open: usize) -> Flags {
    let (mut on, mut off, mut is_built) = (String::new(), String::new(), false);
    let mut at = tokens.partner(open).map_or(tokens.all.len(), |close| close + 1);
    while tokens.are(at, &["."]) && tokens.are(at + 2, &["("]) {
        let (name, span) = (tokens.of_token(at + 1), tokens.all[at + 1].span.clone());
        let Some(close) = tokens.partner(at + 2) else { break };
        let Some(&(_, letter)) = SETTINGS.iter().find(|one| one.0 == name) else {
            return Err(UnreadPattern::new(span, format!("`{name}` of the builder is not known")));
        };
        let (set, unset) = match tokens.of_token(at + 3) {
            _ if letter.is_empty() => (None, None),
            "true" => (Some(&mut on), Some(&mut off)),
            "false" => (Some(&mut off), Some(&mut on)),
            _ => return Err(UnreadPattern::new(span, "its flags are computed")),
        };
        if let (Some(set), Some(unset)) = (set, unset) {
            unset.retain(|one| !letter.contains(one));
            if !set.contains(letter) {
                set.push_str(letter);
            }
        }
        is_built = name == "build";
        if is_built {
            break;
        }
        at = close + 1;
    }
    if !is_built {
        // The builder may be a variable, of which other statements set flags.
        let span = tokens.all[open].span.clone();
        let why = "its flags are set elsewhere: `build` is not called here";
        return Err(UnreadPattern::new(span, why));
    }
    Ok(if off.is_empty() { on } else { format!("{on}-{off}") })
}
