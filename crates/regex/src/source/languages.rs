//! Patterns in ECMAScript, Python and Rust source code.

use std::ops::Range;

use super::schemas::{ECMASCRIPT, PYTHON, RUST};
use super::tokens::{
    Comments, MappedText, Style, Token, TokenKind, Tokens, broken, escaped_end, quoted, unended,
};
use super::{Argument, Flags, SourcePatterns, UnreadPattern};
use crate::{Dialect, Matching, PatternUsage, literal_parts};

// JavaScript and TypeScript: literals, and arguments of `RegExp`.
//
// Whether `/` divides or begins a literal depends on the token before it (ECMA-262, 12: the goal symbols of the
// lexical grammar). After `}` and `)` it depends on the matching bracket: `if (a) /b/` has a literal, `f(a) /b/
// c` has none. An interpolated expression of a template may contain templates itself.

/// Words after which an operand follows.
#[rustfmt::skip]
const BEFORE_OPERANDS: &[&str] = &[
    "await", "case", "delete", "do", "else", "extends", "in", "instanceof", "new", "of", "return", "throw",
    "typeof", "void", "yield",
];

enum Open {
    /// `(`. The flag is set after a word such as `if`, where a statement follows the closing bracket.
    Group {
        is_of_statement: bool,
    },
    /// `{`. The flag is set for a block, but not for an object.
    Braces {
        is_block: bool,
    },
    Template,
}

#[derive(Default)]
struct EcmaScript {
    open: Vec<Open>,
    /// Whether an operand may follow the bracket that was closed last.
    is_operand_next: bool,
}

impl EcmaScript {
    /// Returns whether an operand comes next, rather than an operator.
    fn is_operand(&self, text: &str, before: &[Token]) -> bool {
        let Some(last) = before.last() else { return true };
        match (&last.kind, &text[last.span.clone()]) {
            (TokenKind::Word, word) => {
                let is_property =
                    before.len() > 1 && &text[before[before.len() - 2].span.clone()] == ".";
                BEFORE_OPERANDS.contains(&word) && !is_property
            }
            (TokenKind::Sign, ")" | "}") => self.is_operand_next,
            (TokenKind::Sign, "]") => false,
            // `a++ / b`, and `a! / b` of TypeScript, are unlikely before a literal.
            (TokenKind::Sign, one @ ("+" | "-")) => {
                let twice = before.len() > 1 && &text[before[before.len() - 2].span.clone()] == one;
                !(twice && before[before.len() - 2].span.end == last.span.start)
            }
            // In JSX, `</a>` ends an element, and text follows `>`; an arrow is `=>`.
            (TokenKind::Sign, "<") => false,
            (TokenKind::Sign, ">") => text[..last.span.start].ends_with('='),
            (TokenKind::Sign, _) => true,
            // An interpolated expression begins.
            (TokenKind::Literal(..), literal) => literal.ends_with("${"),
            _ => false,
        }
    }

    fn bracket(&mut self, text: &str, at: usize, before: &[Token]) {
        match text.as_bytes()[at] {
            b'(' => {
                let word = before.last().map_or("", |last| &text[last.span.clone()]);
                let is_of_statement = matches!(word, "if" | "while" | "for" | "with");
                self.open.push(Open::Group { is_of_statement });
            }
            b'{' => {
                let is_value =
                    match before.last().map(|last| (&last.kind, &text[last.span.clone()])) {
                        Some((TokenKind::Word, word)) => {
                            BEFORE_OPERANDS.contains(&word) && !matches!(word, "do" | "else")
                        }
                        Some((TokenKind::Sign, ")" | ";" | "{" | "}")) | None => false,
                        Some((TokenKind::Sign, ">")) => false,
                        Some((TokenKind::Sign, _)) => true,
                        Some(_) => false,
                    };
                self.open.push(Open::Braces { is_block: !is_value });
            }
            b')' => {
                let closed = self.open.pop_if(|one| matches!(one, Open::Group { .. }));
                self.is_operand_next =
                    matches!(closed, Some(Open::Group { is_of_statement: true }));
            }
            b'}' => {
                let closed = self.open.pop_if(|one| matches!(one, Open::Braces { .. }));
                self.is_operand_next = matches!(closed, Some(Open::Braces { is_block: true }));
            }
            _ => {}
        }
    }

    /// Returns the token of a part of a template literal. The part begins at a quote or after an interpolation.
    fn template(&mut self, text: &str, at: usize) -> Token {
        let (bytes, from) = (text.as_bytes(), at + 1);
        let is_whole = bytes[at] == b'`';
        let mut end = from;
        loop {
            match bytes.get(end) {
                Some(b'\\') => end += 2,
                Some(b'`') => {
                    let style =
                        if is_whole { Style::Escaped(&ECMASCRIPT) } else { Style::Computed };
                    return Token::literal(from..end, style, at..end + 1);
                }
                Some(b'$') if bytes.get(end + 1) == Some(&b'{') => {
                    self.open.push(Open::Template);
                    return Token::literal(from..end, Style::Computed, at..end + 2);
                }
                Some(_) => end += 1,
                None => return unended(text, at),
            }
        }
    }
}

impl EcmaScript {
    fn literal(&mut self, text: &str, at: usize, before: &[Token]) -> Option<Token> {
        match text.as_bytes()[at] {
            quote @ (b'"' | b'\'') => {
                Some(quoted(text, at, at + 1, quote, Style::Escaped(&ECMASCRIPT)))
            }
            b'`' => Some(self.template(text, at)),
            b'}' if matches!(self.open.last(), Some(Open::Template)) => {
                self.open.pop();
                Some(self.template(text, at))
            }
            // `/>` ends a JSX element.
            b'/' if self.is_operand(text, before) && !text[at..].starts_with("/>") => {
                Some(regex(text, at))
            }
            _ => {
                self.bracket(text, at, before);
                None
            }
        }
    }
}

fn regex(text: &str, at: usize) -> Token {
    let (mut is_escaped, mut in_class) = (false, false);
    for (place, one) in text[at..].char_indices().skip(1) {
        match one {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => break,
            _ if is_escaped => {}
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let end = at + place;
                let flags = text[end + 1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
                return Token { kind: TokenKind::Regex, span: at..end + 1 + flags };
            }
            _ => {}
        }
        is_escaped = one == '\\' && !is_escaped;
    }
    broken(text, at)
}

pub(super) fn find(text: &str, found: &mut SourcePatterns) {
    let mut state = EcmaScript::default();
    let tokens = Tokens::new(text, Comments::Slashes, &mut |text, at, before| {
        state.literal(text, at, before)
    });
    for (at, token) in tokens.all.iter().enumerate() {
        if let TokenKind::Regex = token.kind {
            let (usage, argument) = (usage(&tokens, at, at + 1), tokens.regex_literal(at));
            found.add(usage.with_flags(tokens.regex(at).1), argument, Ok(String::new()));
        }
        if !tokens.are(at, &["RegExp", "("]) {
            continue;
        }
        let parts = tokens.parts(at + 1);
        let Some(pattern) = parts.first().cloned() else { continue };
        let is_literal =
            pattern.len() == 1 && matches!(tokens.all[pattern.start].kind, TokenKind::Regex);
        // Without other flags, this is the same literal again.
        if is_literal && parts.len() < 2 {
            continue;
        }
        let argument = match pattern.len() {
            _ if is_literal => Argument::Text(tokens.regex(pattern.start).0),
            4 if tokens.are(pattern.start, &["String", ".", "raw"]) => tokens.raw(pattern.end - 1),
            _ => tokens.argument(pattern, false),
        };
        let flags = match parts.get(1).map(|part| tokens.argument(part.clone(), false)) {
            None => Ok(String::new()),
            Some(Argument::Text(flags)) => Ok(flags.text().to_owned()),
            Some(_) => {
                let span = tokens.all[parts[1].start].span.clone();
                Err(UnreadPattern::new(span, "the flags of the pattern are not literals"))
            }
        };
        let start = at - usize::from(tokens.is_behind(at, "new"));
        let next = tokens.partner(at + 1).map_or(tokens.all.len(), |close| close + 1);
        let usage = usage(&tokens, start, next);
        match (argument, flags) {
            (Argument::Text(body), Ok(flags)) => {
                found.add(usage.with_flags(&flags), literal(&body, &flags), Ok(String::new()));
            }
            (argument, Err(why)) => found.add(usage, argument, Err(why)),
            (argument, _) => found.add(usage, argument, Ok(String::new())),
        }
    }
}

/// Returns how a call uses the pattern from the token `start` up to the token `next`: `x.split(/…/)` or `/…/.test(x)`.
fn usage(tokens: &Tokens<'_>, start: usize, next: usize) -> PatternUsage {
    PatternUsage::new(Dialect::EcmaScript, Matching::Search)
        .by(tokens.method_around(start), &[], &["split", "matchAll", "replaceAll"])
        .by(tokens.method_after(next), &["test"], &[])
}

impl PatternUsage {
    /// Returns the usage with the flags `flags`. The flag `g` makes a call find all matches, unless the call is a test.
    fn with_flags(self, flags: &str) -> Self {
        match flags.contains('g') && !self.is_test {
            true => Self { matching: Matching::Global, ..self },
            false => self,
        }
    }
}

fn literal(body: &MappedText, flags: &str) -> Argument {
    let span = body.span().unwrap_or(0..0);
    let mut literal = MappedText::default();
    let parts = match literal_parts(body.text(), flags) {
        Ok(parts) => parts,
        Err(why) => return Argument::Unread(UnreadPattern::new(span, why)),
    };
    for (part, place) in parts {
        match &body.text()[place.clone()] {
            "" if place.start == 0 => literal.written(part, span.start..span.start),
            "" => literal.written(part, span.end..span.end),
            "/" => literal.written(part, body.source(place)),
            own => {
                for (at, one) in own.char_indices().map(|(at, one)| (place.start + at, one)) {
                    let place = body.source(at..at + one.len_utf8());
                    literal.written(one.encode_utf8(&mut [0; 4]), place);
                }
            }
        }
    }
    Argument::Text(literal)
}

impl Tokens<'_> {
    /// Returns the text of a pattern literal. If the literal has no flag, a flag without effect is added.
    fn regex_literal(&self, at: usize) -> Argument {
        let ((body, flags), span) = (self.regex(at), self.all[at].span.clone());
        match literal_parts(body.text(), flags) {
            Err(why) => Argument::Unread(UnreadPattern::new(span, why)),
            Ok(parts) => {
                let mut literal = MappedText::default();
                literal.verbatim(self.of_token(at), span.start);
                let flag = parts.last().filter(|_| flags.is_empty());
                literal.written(flag.map_or("", |flag| flag.0), span.end..span.end);
                Argument::Text(literal)
            }
        }
    }

    /// Returns the body and the flags of a pattern literal.
    fn regex(&self, at: usize) -> (MappedText, &str) {
        let (text, begin) = (self.of_token(at), self.all[at].span.start);
        let (body, flags) = text[1..].rsplit_once('/').unwrap_or((&text[1..], ""));
        let mut mapped = MappedText::default();
        mapped.verbatim(body, begin + 1);
        (mapped, flags)
    }

    fn raw(&self, at: usize) -> Argument {
        match &self.all[at].kind {
            TokenKind::Literal(inner, Style::Escaped(_)) => {
                let mut text = MappedText::default();
                text.verbatim(&self.text[inner.clone()], inner.start);
                Argument::Text(text)
            }
            _ => Argument::Computed,
        }
    }
}

// Python: arguments of the functions of the modules `re` and `regex`.

/// The functions of `re` whose first argument is a pattern, with the index of the argument that sets flags, and
/// how the pattern is matched.
const FUNCTIONS: &[(&str, usize, Matching)] = &[
    ("compile", 1, Matching::Search),
    ("search", 2, Matching::Search),
    ("match", 2, Matching::Prefix),
    ("fullmatch", 2, Matching::Whole),
    ("findall", 2, Matching::Global),
    ("finditer", 2, Matching::Global),
    ("split", 3, Matching::Global),
    ("sub", 4, Matching::Global),
    ("subn", 4, Matching::Global),
];

/// The flags of Python that also exist as inline flags, and the flags that do not affect the language.
#[rustfmt::skip]
const FLAGS: &[(&str, &str)] = &[
    ("A", "a"), ("ASCII", "a"), ("I", "i"), ("IGNORECASE", "i"), ("M", "m"), ("MULTILINE", "m"), ("S", "s"),
    ("DOTALL", "s"), ("X", "x"), ("VERBOSE", "x"), ("U", "u"), ("UNICODE", "u"), ("DEBUG", ""), ("NOFLAG", ""),
    ("0", ""),
];

fn python_literal(text: &str, at: usize, _: &[Token]) -> Option<Token> {
    let rest = &text[at..];
    let prefix = rest.bytes().take(2).take_while(u8::is_ascii_alphabetic).count();
    let letters = rest[..prefix].to_ascii_lowercase();
    let quote = *rest.as_bytes().get(prefix).filter(|one| matches!(one, b'"' | b'\''))?;
    let style = match &*letters {
        "" | "u" => Style::Escaped(&PYTHON),
        "r" => Style::Verbatim,
        "b" | "rb" | "br" => Style::Unread("a bytes pattern, which is a different dialect"),
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

pub(super) fn find_python(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::new(text, Comments::Hash, &mut python_literal);
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
        // `*args` and `**kwargs` may contain flags.
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
        let method = then.map_or("", |close| tokens.method_after(close + 1));
        let chained = FUNCTIONS.iter().find(|one| one.0 == method);
        let usage = PatternUsage::new(
            Dialect::Python,
            chained.map_or(matching, |&(_, _, matching)| matching),
        );
        found.add(usage, tokens.argument(pattern, true), flags);
    }
}

// Rust: arguments of `Regex::new`, `RegexBuilder::new` and `regex!`, all of the crate `regex`.
//
// Other crates have types with these names, and other dialects. In a file that names one of these crates, a
// path must show that the type is from `regex`.

/// Crates whose types have the same names as the types of `regex`.
const OTHERS: &[&str] = &["fancy_regex", "regex_lite", "pcre2", "onig", "regress", "rure"];

/// The methods of `RegexBuilder`, each with the inline flag that it sets, if any.
#[rustfmt::skip]
const SETTINGS: &[(&str, &str)] = &[
    ("case_insensitive", "i"), ("multi_line", "m"), ("dot_matches_new_line", "s"), ("swap_greed", "U"),
    ("ignore_whitespace", "x"), ("crlf", "R"), ("unicode", "u"), ("size_limit", ""), ("dfa_size_limit", ""),
    ("nest_limit", ""), ("build", ""),
];

fn rust_literal(text: &str, at: usize, _: &[Token]) -> Option<Token> {
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
        _ if is_bytes => Style::Unread("a bytes literal, which is not a pattern"),
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

/// Returns the offset of the quote that ends a raw literal: the first quote with at least `hashes` signs `#` after it.
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

/// Returns the token of a character literal, or `None` for a lifetime.
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

pub(super) fn find_rust(text: &str, found: &mut SourcePatterns) {
    let tokens = Tokens::new(text, Comments::NestedSlashes, &mut rust_literal);
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
                let why = format!("the file uses `{name}`, which has a different dialect");
                Err(UnreadPattern::new(span, why))
            }
            None if is_builder => settings(&tokens, open),
            None => Ok(String::new()),
        };
        // `regex!("a"i)` of `lazy_regex` has flags after the literal.
        let (pattern, flags) = match (tokens.word(pattern.end - 1), flags) {
            (Some(letters), Ok(_)) if open == at + 2 && pattern.len() == 2 => {
                let is_known = letters.bytes().all(|one| b"imsxU".contains(&one));
                let span = tokens.all[pattern.end - 1].span.clone();
                let flags = if is_known { Some(letters.to_owned()) } else { None };
                let why = || format!("unknown flags `{letters}`");
                let flags = flags.ok_or_else(|| UnreadPattern::new(span, why()));
                (pattern.start..pattern.end - 1, flags)
            }
            (_, flags) => (pattern, flags),
        };
        // A reference to a literal is accepted too.
        let start = pattern.start + usize::from(tokens.are(pattern.start, &["&"]));
        let argument = match (start..pattern.end).len() {
            1 => tokens.argument(start..pattern.end, false),
            _ => Argument::Computed,
        };
        found.add(PatternUsage::new(Dialect::Rust, Matching::Search), argument, flags);
    }
}

/// Returns the path segments before a name, the last segment first.
fn path<'t>(tokens: &Tokens<'t>, mut at: usize) -> Vec<&'t str> {
    let mut names = Vec::new();
    while at >= 3 && names.len() < 4 && tokens.are(at - 2, &[":", ":"]) {
        let Some(name) = tokens.word(at - 3) else { break };
        names.push(name);
        at -= 3;
    }
    names
}

/// Returns the flags set by the builder methods that are chained to `new(…)`.
fn settings(tokens: &Tokens<'_>, open: usize) -> Flags {
    let (mut on, mut off, mut is_built) = (String::new(), String::new(), false);
    let mut at = tokens.partner(open).map_or(tokens.all.len(), |close| close + 1);
    while tokens.are(at, &["."]) && tokens.are(at + 2, &["("]) {
        let (name, span) = (tokens.of_token(at + 1), tokens.all[at + 1].span.clone());
        let Some(close) = tokens.partner(at + 2) else { break };
        let Some(&(_, letter)) = SETTINGS.iter().find(|one| one.0 == name) else {
            return Err(UnreadPattern::new(span, format!("unknown builder method `{name}`")));
        };
        let (set, unset) = match tokens.of_token(at + 3) {
            _ if letter.is_empty() => (None, None),
            "true" => (Some(&mut on), Some(&mut off)),
            "false" => (Some(&mut off), Some(&mut on)),
            _ => return Err(UnreadPattern::new(span, "the flags of the pattern are not literals")),
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
        // The builder may be a variable, and other statements may set its flags.
        let span = tokens.all[open].span.clone();
        let why =
            "the flags of the pattern may be set elsewhere: `build` is not called in this chain";
        return Err(UnreadPattern::new(span, why));
    }
    Ok(if off.is_empty() { on } else { format!("{on}-{off}") })
}
