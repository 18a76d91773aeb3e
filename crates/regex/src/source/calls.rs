//! Patterns in Go, Java, Kotlin and C#: arguments of Go's `regexp`, of `java.util.regex.Pattern`, of
//! `kotlin.text.Regex` on the JVM, and of .NET's `Regex` and `GeneratedRegex`.

use std::ops::Range;

use super::schemas::{CSHARP, GO, JAVA, KOTLIN};
use super::tokens::{Comments, Style, Token, TokenKind, Tokens, escaped_end, quoted, unended};
use super::{SourcePatterns, UnreadPattern};
use crate::{Dialect, Matching, PatternUsage};

fn go_literal(text: &str, at: usize, _: &[Token]) -> Option<Token> {
    match text.as_bytes()[at] {
        b'"' => Some(quoted(text, at, at + 1, b'"', Style::Escaped(&GO))),
        // A rune is not a string.
        b'\'' => Some(quoted(text, at, at + 1, b'\'', Style::Computed)),
        b'`' => {
            let end = memchr::memchr(b'`', &text.as_bytes()[at + 1..]);
            let end = end.map_or(text.len(), |end| at + 1 + end);
            Some(Token::literal(at + 1..end, Style::Verbatim, at..(end + 1).min(text.len())))
        }
        _ => None,
    }
}

pub(super) fn find_go(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::new(text, Comments::Slashes, &mut go_literal);
    for at in 0..tokens.all.len() {
        if !tokens.are(at, &["regexp", "."])
            || tokens.is_behind(at, ".")
            || !tokens.are(at + 3, &["("])
        {
            continue;
        }
        let mut usage = PatternUsage::new(Dialect::Re2, Matching::Search);
        let flags = match tokens.of_token(at + 2) {
            "Compile" | "MustCompile" => Ok(String::new()),
            "Match" | "MatchString" | "MatchReader" => {
                usage.is_test = true;
                Ok(String::new())
            }
            name @ ("CompilePOSIX" | "MustCompilePOSIX") => {
                let span = tokens.all[at + 2].span.clone();
                Err(UnreadPattern::new(span, format!("`{name}` has a different dialect")))
            }
            _ => continue,
        };
        if let Some(pattern) = tokens.parts(at + 3).into_iter().next() {
            found.add(usage, tokens.argument(pattern, false), flags);
        }
    }
}

/// The flags of Java's `Pattern` that also exist as inline flags.
#[rustfmt::skip]
const JAVA_FLAGS: &[(&str, &str)] = &[
    ("CASE_INSENSITIVE", "i"), ("MULTILINE", "m"), ("DOTALL", "s"), ("UNICODE_CASE", "u"), ("UNIX_LINES", "d"),
    ("COMMENTS", "x"), ("UNICODE_CHARACTER_CLASS", "U"), ("0", ""),
];
/// The options of Kotlin's `Regex`. On the JVM, ignoring case always means Unicode case.
#[rustfmt::skip]
const KOTLIN_FLAGS: &[(&str, &str)] = &[
    ("IGNORE_CASE", "iu"), ("MULTILINE", "m"), ("DOT_MATCHES_ALL", "s"), ("UNIX_LINES", "d"), ("COMMENTS", "x"),
];

fn jvm_literal(text: &str, at: usize, is_kotlin: bool) -> Option<Token> {
    let rest = &text[at..];
    if rest.starts_with("\"\"\"") {
        return Some(block(text, at, is_kotlin));
    }
    match rest.as_bytes()[0] {
        b'"' => {
            let token = quoted(
                text,
                at,
                at + 1,
                b'"',
                Style::Escaped(if is_kotlin { &KOTLIN } else { &JAVA }),
            );
            Some(if is_kotlin { templated(text, token) } else { token })
        }
        b'\'' => Some(quoted(text, at, at + 1, b'\'', Style::Computed)),
        _ => None,
    }
}

/// Returns the token of a literal in triple quotes.
fn block(text: &str, at: usize, is_kotlin: bool) -> Token {
    let from = at + 3;
    let mut end = from;
    let close = loop {
        let found = match is_kotlin {
            true => memchr::memchr(b'"', &text.as_bytes()[end..]).map(|found| end + found),
            false => escaped_end(text, end, b'"', true),
        };
        match found {
            Some(found) if text[found..].starts_with("\"\"\"") => break Some(found),
            Some(found) => end = found + 1,
            None => break None,
        }
    };
    let Some(mut close) = close else { return unended(text, at) };
    if !is_kotlin {
        let style = Style::Unread("a text block, whose indentation is not supported");
        return Token::literal(from..close, style, at..close + 3);
    }
    // In Kotlin, quotes before the last three belong to the literal.
    while text[close + 1..].starts_with("\"\"\"") {
        close += 1;
    }
    templated(text, Token::literal(from..close, Style::Verbatim, at..close + 3))
}

/// Returns the token of a Kotlin literal, in which `$` may begin an interpolation.
fn templated(text: &str, token: Token) -> Token {
    let TokenKind::Literal(inner, style) = token.kind else { return token };
    let bytes = text[inner.clone()].as_bytes();
    let is_raw = matches!(style, Style::Verbatim);
    let mut is_escaped = false;
    let is_value = bytes.iter().enumerate().any(|(at, &one)| {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let is_name =
            next.is_ascii_alphabetic() || matches!(next, b'_' | b'{' | b'`') || !next.is_ascii();
        let is_value = one == b'$' && is_name && !is_escaped;
        is_escaped = one == b'\\' && !is_escaped && !is_raw;
        is_value
    });
    let style = if is_value { Style::Computed } else { style };
    Token::literal(inner, style, token.span)
}

pub(super) fn find_jvm(text: &str, is_kotlin: bool, found: &mut SourcePatterns) {
    let comments = if is_kotlin { Comments::NestedSlashes } else { Comments::Slashes };
    let tokens = Tokens::new(text, comments, &mut |text, at, _| jvm_literal(text, at, is_kotlin));
    let words = (0..tokens.all.len()).filter_map(|at| tokens.word(at));
    let is_re2j = words.into_iter().any(|word| word == "re2j");
    for at in 0..tokens.all.len() {
        let (open, table) = match () {
            () if tokens.are(at, &["Pattern", ".", "compile", "("]) => (at + 3, JAVA_FLAGS),
            () if tokens.are(at, &["Pattern", ".", "matches", "("]) => (at + 3, &[][..]),
            () if is_kotlin && tokens.are(at, &["Regex", "("]) => (at + 1, KOTLIN_FLAGS),
            () if is_kotlin && tokens.are(at, &[".", "toRegex", "("]) => (at + 2, KOTLIN_FLAGS),
            () if !is_kotlin && is_method_of_string(&tokens, at) => (at + 2, &[][..]),
            () => continue,
        };
        let method = if table.is_empty() { tokens.of_token(open - 1) } else { "" };
        let mut parts = tokens.parts(open).into_iter();
        let pattern = match tokens.are(at, &[".", "toRegex"]) {
            true => at.checked_sub(1).map(|literal| literal..at),
            false => parts.next(),
        };
        let Some(pattern) = pattern else { continue };
        let flags = parts.next().filter(|_| !table.is_empty());
        let flags = match is_re2j {
            false => tokens.flags(flags, table),
            true => {
                let why = "the file uses RE2/J, whose `Pattern` has a different dialect";
                Err(UnreadPattern::new(tokens.all[at].span.clone(), why))
            }
        };
        let usage = match method {
            "" => then(&tokens, open, tokens.method_around(pattern.start.min(at))),
            method => jvm_usage(method),
        };
        found.add(usage, tokens.argument(pattern, false), flags);
    }
}

/// Returns whether a token begins a call of a method of Java's `String` that takes a pattern: `.matches("…")`,
/// `.split("…")`, `.replaceAll("…", …)` or `.replaceFirst("…", …)`. A `Matcher` has `replaceAll` with one argument.
fn is_method_of_string(tokens: &Tokens<'_>, at: usize) -> bool {
    let count = match tokens.method_after(at) {
        "matches" | "split" => 1,
        "replaceAll" | "replaceFirst" => 2,
        _ => return false,
    };
    // The argument of a pattern's own method is a text.
    let before = at.checked_sub(1).and_then(|before| match tokens.partner(before) {
        Some(open) => open.checked_sub(1),
        None => Some(before),
    });
    let receiver = before.map_or("", |before| tokens.of_token(before)).to_ascii_lowercase();
    if ["pattern", "regex", "compile", "matcher"].iter().any(|one| receiver.contains(one)) {
        return false;
    }
    let is_literal = |token: &Token| matches!(token.kind, TokenKind::Literal(..));
    tokens.parts(at + 2).len() >= count && tokens.all.get(at + 3).is_some_and(is_literal)
}

/// Returns the usage of a pattern, which depends on the calls chained to its constructor or else on the enclosing call.
fn then(tokens: &Tokens<'_>, open: usize, around: &str) -> PatternUsage {
    let Some(next) = tokens.partner(open).map(|close| close + 1) else { return jvm_usage("") };
    let next = match tokens.are(next, &[".", "matcher", "("]) {
        true => tokens.partner(next + 2).map_or(next, |close| close + 1),
        false => next,
    };
    match tokens.method_after(next) {
        "" => jvm_usage(around),
        method => jvm_usage(method),
    }
}

/// Returns how a method of Java or Kotlin uses a pattern.
fn jvm_usage(method: &str) -> PatternUsage {
    let matching = match method {
        "matches" | "matchEntire" | "asMatchPredicate" => Matching::Whole,
        "lookingAt" => Matching::Prefix,
        _ => Matching::Search,
    };
    PatternUsage::new(Dialect::Java, matching).by(method, JVM_TESTS, JVM_GLOBALS)
}

const JVM_TESTS: &[&str] = &["asPredicate", "containsMatchIn", "contains"];
const JVM_GLOBALS: &[&str] =
    &["replaceAll", "replace", "split", "splitAsStream", "splitToSequence", "results", "findAll"];

const DOTNET_GLOBALS: &[&str] = &["Matches", "Split", "Count", "EnumerateMatches", "Replace"];

/// The options of .NET that also exist as inline flags, and the options that do not affect the language.
#[rustfmt::skip]
const OPTIONS: &[(&str, &str)] = &[
    ("IgnoreCase", "i"), ("Multiline", "m"), ("Singleline", "s"), ("IgnorePatternWhitespace", "x"),
    ("ExplicitCapture", "n"), ("Compiled", ""), ("CultureInvariant", ""), ("None", ""),
];

fn csharp_literal(text: &str, at: usize, _: &[Token]) -> Option<Token> {
    let rest = &text[at..];
    if rest.starts_with('\'') {
        return Some(quoted(text, at, at + 1, b'\'', Style::Computed));
    }
    let prefix = rest.bytes().take_while(|one| matches!(one, b'$' | b'@')).take(8).count();
    let (is_computed, is_verbatim) = (rest[..prefix].contains('$'), rest[..prefix].contains('@'));
    let quotes = rest[prefix..].bytes().take_while(|&one| one == b'"').count();
    let from = at + prefix + 1;
    let computed = |style| if is_computed { Style::Computed } else { style };
    match quotes {
        0 => None,
        3.. if !is_verbatim => Some(raw(text, at, at + prefix + quotes, quotes, is_computed)),
        _ if is_verbatim => Some(verbatim(text, at, from, computed(Style::Doubled('"')))),
        _ => Some(quoted(text, at, from, b'"', computed(Style::Escaped(&CSHARP)))),
    }
}

/// Returns the token of a verbatim C# literal. In such a literal, two quotes denote one quote.
fn verbatim(text: &str, at: usize, from: usize, style: Style) -> Token {
    let (bytes, mut end) = (text.as_bytes(), from);
    loop {
        let Some(found) = memchr::memchr(b'"', &bytes[end..]) else { return unended(text, at) };
        end += found;
        if bytes.get(end + 1) != Some(&b'"') {
            return Token::literal(from..end, style, at..end + 1);
        }
        end += 2;
    }
}

/// Returns the token of a raw C# literal, which ends with as many quotes as it begins with.
fn raw(text: &str, at: usize, from: usize, quotes: usize, is_computed: bool) -> Token {
    let (bytes, mut end) = (text.as_bytes(), from);
    loop {
        let Some(found) = memchr::memchr(b'"', &bytes[end..]) else { return unended(text, at) };
        end += found;
        let count = bytes[end..].iter().take_while(|&&one| one == b'"').count();
        if count >= quotes {
            let style = match text[from..end].contains('\n') {
                _ if is_computed => Style::Computed,
                true => Style::Unread(
                    "a raw literal of several lines, whose indentation is not supported",
                ),
                false => Style::Verbatim,
            };
            return Token::literal(from..end, style, at..end + count);
        }
        end += count;
    }
}

pub(super) fn find_csharp(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::new(text, Comments::Slashes, &mut csharp_literal);
    for at in 0..tokens.all.len() {
        // The arguments with the pattern and the options.
        let mut usage = PatternUsage::new(Dialect::DotNet, Matching::Search);
        let (open, pattern, options) = match () {
            () if tokens.are(at, &["Regex", "("]) && tokens.is_behind(at, "new") => (at + 1, 0, 1),
            () if tokens.are(at, &["Regex", "("]) && tokens.is_behind(at, ".") => (at + 1, 0, 1),
            () if tokens.are(at, &["GeneratedRegex", "("]) => (at + 1, 0, 1),
            () if tokens.are(at, &["Regex", "."]) && tokens.are(at + 3, &["("]) => {
                match tokens.of_token(at + 2) {
                    method @ ("IsMatch" | "Match" | "Matches" | "Split" | "Count"
                    | "EnumerateMatches" | "Replace") => {
                        usage = usage.by(method, &["IsMatch"], DOTNET_GLOBALS);
                        (at + 3, 1, if method == "Replace" { 3 } else { 2 })
                    }
                    _ => continue,
                }
            }
            () => continue,
        };
        let parts = tokens.parts(open);
        let Some(part) = parts.get(pattern).cloned() else { continue };
        let is_time = |part: &Range<usize>| tokens.are(part.start, &["TimeSpan"]);
        let flags =
            tokens.flags(parts.get(options).filter(|part| !is_time(part)).cloned(), OPTIONS);
        if open == at + 1 {
            let next = tokens.partner(open).map_or(tokens.all.len(), |close| close + 1);
            usage = usage.by(tokens.method_after(next), &["IsMatch"], DOTNET_GLOBALS);
        }
        found.add(usage, tokens.argument(part, false), flags);
    }
}
