//! Paths of Express, which are read by path-to-regexp: version 0.1 in Express 4, and version 8 in Express 5.
//!
//! By default both ignore letter case, and allow a slash at the end of a path ("case sensitive routing" and "strict
//! routing" are disabled). Both match the path as the request has it, and decode only the values.
//!
//! In version 0.1, a route is a regular expression in which `:name`, `*`, `.` and `/(` are replaced: `/ab+cd` and
//! `/ab(cd)?e` have the meaning that they have in a regular expression. So [`express4`] writes that expression, as the
//! module does, and reads it in the dialect of ECMAScript.
//!
//! In version 8, `:name` takes one or more characters but `/`, and `*name` takes one or more characters. `{…}` is
//! optional: each combination of optional parts is an alternative. Where a segment has several parameters, the text
//! between two of them ends the first one, so `:a-:b` is not ambiguous: in `/x-y-z`, `a` is `x-y`. [`express5`] builds
//! these conditions, which are negative look-aheads, as the module does.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use grammar_regex::engine::{CharacterSet, Direction, Mode, Tree};
use grammar_regex::{Dialect, Pattern};

use super::{
    DEEPEST, Parameter, PathPattern, RouteError, except, look, name_end, optional, repeat, set_of,
};

// Express 5.

enum Token<'t> {
    Text(String),
    Parameter(&'t str),
    Wildcard(&'t str),
    Group(Vec<Token<'t>>),
}

/// The maximum number of combinations of optional parts in path-to-regexp 8.
const COMBINATIONS: usize = 256;

pub(super) fn express5(text: &str) -> Result<PathPattern, RouteError> {
    // The module `router` removes the slashes at the end, unless routing is strict.
    let loose = if text == "/" { text } else { text.trim_end_matches('/') };
    let tokens = Tokenizer { text: loose, at: 0 }.tokens(0)?;
    let mut parameters = Vec::new();
    let mut choices = Vec::new();
    for tokens in combinations(&tokens)? {
        choices.push(sequence(&tokens, &mut parameters)?);
    }
    let slash = optional(character('/'));
    let choice = if choices.len() == 1 { choices.remove(0) } else { Tree::Choice(choices) };
    Ok(PathPattern { tree: Tree::Sequence(vec![choice, slash]), parameters })
}

struct Tokenizer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokenizer<'t> {
    fn tokens(&mut self, depth: usize) -> Result<Vec<Token<'t>>, RouteError> {
        let start = self.at;
        let (mut tokens, mut literal) = (Vec::new(), String::new());
        let flush = |literal: &mut String, tokens: &mut Vec<Token<'t>>| {
            if !literal.is_empty() {
                tokens.push(Token::Text(core::mem::take(literal)));
            }
        };
        while let Some(one) = self.text[self.at..].chars().next() {
            let at = self.at;
            self.at += one.len_utf8();
            match one {
                '}' if depth > 0 => {
                    flush(&mut literal, &mut tokens);
                    return Ok(tokens);
                }
                '\\' => {
                    let Some(next) = self.text[self.at..].chars().next() else {
                        return Err(RouteError::new(self.at, "expected a character after `\\`"));
                    };
                    self.at += next.len_utf8();
                    literal.push(next);
                }
                ':' | '*' => {
                    flush(&mut literal, &mut tokens);
                    let name = self.name(one)?;
                    tokens.push(match one {
                        ':' => Token::Parameter(name),
                        _ => Token::Wildcard(name),
                    });
                }
                '{' if depth == DEEPEST => {
                    let message = format!("optional parts are nested more than {DEEPEST} deep");
                    return Err(RouteError::new(at, message));
                }
                '{' => {
                    flush(&mut literal, &mut tokens);
                    tokens.push(Token::Group(self.tokens(depth + 1)?));
                }
                '}' | '(' | ')' | '[' | ']' | '+' | '?' | '!' => {
                    let advice = match one {
                        '?' => ": write an optional part as `{…}`",
                        '(' | '[' | '+' => ", since Express 5 has no patterns",
                        _ => "",
                    };
                    let message =
                        format!("`{one}` is reserved{advice}; for the character, write `\\{one}`");
                    return Err(RouteError::new(at, message));
                }
                _ => literal.push(one),
            }
        }
        if depth > 0 {
            return Err(RouteError::new(start - 1, "this `{` is not closed"));
        }
        flush(&mut literal, &mut tokens);
        Ok(tokens)
    }

    /// Reads a name, which may be in quotes. An escape in quotes is kept.
    fn name(&mut self, sign: char) -> Result<&'t str, RouteError> {
        let start = self.at;
        if let Some(quoted) = self.text[start..].strip_prefix('"') {
            let mut is_escaped = false;
            let end = quoted.char_indices().find(|&(_, one)| {
                let is_end = one == '"' && !is_escaped;
                is_escaped = one == '\\' && !is_escaped;
                is_end
            });
            let Some((end, _)) = end.filter(|(end, _)| *end > 0) else {
                return Err(RouteError::new(start, "expected a name in quotes"));
            };
            self.at = start + end + 2;
            return Ok(&quoted[..end]);
        }
        let is_part = |one: char, is_first: bool| {
            one == '_'
                || one == '$'
                || if is_first { one.is_alphabetic() } else { one.is_alphanumeric() }
                || !is_first && matches!(one, '\u{200C}' | '\u{200D}')
        };
        self.at = name_end(self.text, start, is_part, &format!("`{sign}`"))?;
        Ok(&self.text[start..self.at])
    }
}

/// Returns the sequences of tokens with each combination of optional parts. Those with an optional part come first.
fn combinations<'a, 't>(tokens: &'a [Token<'t>]) -> Result<Vec<Vec<&'a Token<'t>>>, RouteError> {
    let mut all: Vec<Vec<&Token<'_>>> = vec![Vec::new()];
    for token in tokens {
        let Token::Group(inner) = token else {
            all.iter_mut().for_each(|one| one.push(token));
            continue;
        };
        let mut inner = combinations(inner)?;
        inner.push(Vec::new());
        if all.len() * inner.len() > COMBINATIONS {
            let message =
                format!("there are more than {COMBINATIONS} combinations of optional parts");
            return Err(RouteError::new(0, message));
        }
        let with = |one: Vec<&'a Token<'t>>| {
            inner.iter().map(move |more| [&one[..], more].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    Ok(all)
}

/// The parameters that a segment has before a token.
#[derive(Clone, Copy, Default)]
struct Seen {
    parameter: bool,
    wildcard: bool,
}

fn sequence(tokens: &[&Token<'_>], parameters: &mut Vec<Parameter>) -> Result<Tree, RouteError> {
    let mut parts = Vec::new();
    // The text since the last parameter, and since the last wildcard.
    let (mut backtrack, mut wildcard_backtrack) = (String::new(), String::new());
    let (mut is_after_capture, mut is_after_wildcard) = (false, false);
    let mut seen = Seen::default();
    for (at, token) in tokens.iter().enumerate() {
        let name = match token {
            Token::Text(text) => {
                parts.extend(text.chars().map(character));
                backtrack.push_str(text);
                if is_after_wildcard {
                    wildcard_backtrack.push_str(text);
                }
                if text.contains('/') {
                    seen = Seen::default();
                }
                continue;
            }
            Token::Parameter(name) | Token::Wildcard(name) => *name,
            Token::Group(_) => continue,
        };
        if is_after_capture && backtrack.is_empty() {
            let message =
                format!("`{name}` directly follows another parameter; write text between them");
            return Err(RouteError::new(0, message));
        }
        let is_list = matches!(token, Token::Wildcard(_));
        let tree = match is_list {
            false if seen.wildcard => some(negate("/", &backtrack)),
            false if has_wildcard_in_segment(&tokens[at + 1..]) => {
                some(negate("/", &text_before_parameter(&tokens[at + 1..])))
            }
            false if seen.parameter => Tree::Choice(vec![
                some(negate("/", &backtrack)),
                Tree::sequence(backtrack.chars().map(character).collect()),
            ]),
            false => some(negate("/", "")),
            true if seen.wildcard => some(negate(&backtrack, "")),
            true if !wildcard_backtrack.is_empty() => {
                Tree::Choice(vec![some(negate(&wildcard_backtrack, "")), some(negate("/", ""))])
            }
            true => some(Tree::Set(CharacterSet::all())),
        };
        if is_list {
            wildcard_backtrack.clear();
            seen.wildcard = true;
        } else {
            seen.parameter = true;
        }
        (is_after_capture, is_after_wildcard) = (true, is_list);
        backtrack.clear();
        parts.push(Tree::Group { of: Box::new(tree), name: Some(name.to_string()) });
        parameters.push(Parameter { name: name.to_string(), is_list });
    }
    Ok(Tree::Sequence(parts))
}

/// Returns whether a wildcard follows before the next slash.
fn has_wildcard_in_segment(tokens: &[&Token<'_>]) -> bool {
    for token in tokens {
        match token {
            Token::Wildcard(_) => return true,
            Token::Text(text) if text.contains('/') => return false,
            _ => {}
        }
    }
    false
}

fn text_before_parameter(tokens: &[&Token<'_>]) -> String {
    let texts = tokens.iter().map_while(|token| match token {
        Token::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Returns a character at which neither of two texts begins.
fn negate(one: &str, other: &str) -> Tree {
    let (one, other) = if other.len() > one.len() { (other, one) } else { (one, other) };
    let other = if one == other { "" } else { other };
    let is_long = |text: &str| text.encode_utf16().count() > 1;
    let text = |text: &str| Tree::sequence(text.chars().map(character).collect());
    match (is_long(one), is_long(other)) {
        (_, true) => {
            let either = Tree::Choice(vec![text(one), text(other)]);
            let any = Tree::Set(CharacterSet::all());
            Tree::Sequence(vec![look(either, Direction::Ahead, true), any])
        }
        (true, false) => Tree::Sequence(vec![
            look(text(one), Direction::Ahead, true),
            Tree::Set(except(&cases(other))),
        ]),
        (false, false) => Tree::Set(except(&cases(&[one, other].concat()))),
    }
}

fn some(of: Tree) -> Tree {
    repeat(of, 1, None)
}

/// Returns the characters that are equal to those of a text if case is ignored.
fn cases(text: &str) -> String {
    text.chars().flat_map(|one| [one.to_ascii_lowercase(), one.to_ascii_uppercase()]).collect()
}

fn character(one: char) -> Tree {
    Tree::Set(set_of(&cases(one.encode_utf8(&mut [0; 4]))))
}

// Express 4.

/// The maximum length of the expression of a route.
const LONGEST_EXPRESSION: usize = 1 << 16;

pub(super) fn express4(text: &str) -> Result<PathPattern, RouteError> {
    let expression = Expression::of(text)?;
    let pattern = Pattern::read_with_flags(Dialect::EcmaScript, &expression.text, "i");
    let pattern = pattern.map_err(|error| expression.error(error.offset, error.why))?;
    let mut parameters = Vec::new();
    let mut number = 0;
    for place in groups(&expression.text) {
        let named = expression.names.iter().find(|(at, _)| *at == place);
        let name = named.map(|(_, name)| (*name).to_string()).unwrap_or_else(|| {
            number += 1;
            (number - 1).to_string()
        });
        parameters.push(Parameter { name, is_list: false });
    }
    let mut names = parameters.iter().map(|one| one.name.clone());
    let tree = renamed(pattern.tree(), &mut names);
    // An alternative at the top has only one of the two anchors, and matches a part of the path.
    let tree = match tree {
        Tree::Choice(_) => {
            let any = Box::new(Tree::Set(CharacterSet::all()));
            let before = Tree::Repeat { of: any.clone(), min: 0, max: None, mode: Mode::Lazy };
            Tree::Sequence(vec![before, tree, repeat(any, 0, None)])
        }
        tree => tree,
    };
    Ok(PathPattern { tree, parameters })
}

/// Returns a tree with new names of its groups.
fn renamed(tree: &Tree, names: &mut impl Iterator<Item = String>) -> Tree {
    match tree {
        Tree::Group { of, .. } => {
            let name = names.next();
            Tree::Group { of: Box::new(renamed(of, names)), name }
        }
        Tree::Sequence(parts) => {
            Tree::Sequence(parts.iter().map(|part| renamed(part, names)).collect())
        }
        Tree::Choice(parts) => {
            Tree::Choice(parts.iter().map(|part| renamed(part, names)).collect())
        }
        Tree::Repeat { of, min, max, mode } => {
            Tree::Repeat { of: Box::new(renamed(of, names)), min: *min, max: *max, mode: *mode }
        }
        Tree::Atomic(of) => Tree::Atomic(Box::new(renamed(of, names))),
        Tree::Look { of, way, is_negative } => look(renamed(of, names), *way, *is_negative),
        Tree::Set(_) | Tree::Start | Tree::End => tree.clone(),
    }
}

/// Returns the offsets of the parentheses that open capturing groups.
fn groups(text: &str) -> Vec<usize> {
    let (mut places, mut is_escaped, mut is_class) = (Vec::new(), false, false);
    for (at, one) in text.bytes().enumerate() {
        match one {
            _ if is_escaped => {
                is_escaped = false;
                continue;
            }
            b'[' => is_class = true,
            b']' => is_class = false,
            b'(' if !is_class => {
                let rest = &text[at + 1..];
                let is_named =
                    rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!");
                if !rest.starts_with('?') || is_named {
                    places.push(at);
                }
            }
            _ => {}
        }
        is_escaped = one == b'\\';
    }
    places
}

/// The expression that path-to-regexp 0.1 writes for a route.
struct Expression<'t> {
    text: String,
    /// For each named parameter, the offset of its group in the expression.
    names: Vec<(usize, &'t str)>,
    /// For each copied part, its offset in the expression, and its span in the route.
    copied: Vec<(usize, Range<usize>)>,
}

impl<'t> Expression<'t> {
    fn of(text: &'t str) -> Result<Self, RouteError> {
        let mut this = Self { text: "^".to_string(), names: Vec::new(), copied: Vec::new() };
        let mut backtrack = String::new();
        // The end of the last replaced part, and the place where the next part is looked for.
        let (mut copied, mut at) = (0, 0);
        // After the last `)`, no parameter has a pattern.
        let last_close = text.rfind(')');
        while at < text.len() {
            let rest = &text[at..];
            let next = rest.chars().next();
            let second = rest.as_bytes().get(1).copied();
            match next {
                Some('\\') if rest[1..].chars().next().is_some_and(|one| one != '\n') => {
                    let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                    backtrack.push_str(&rest[..length]);
                    at += length;
                    continue;
                }
                Some('.') if !rest[1..].starts_with(':') || word(&rest[2..]) == 0 => {
                    this.copy(text, copied..at);
                    backtrack.push_str("\\.");
                    this.text.push_str("\\.");
                    at += 1;
                    copied = at;
                    continue;
                }
                Some('*') => {
                    this.copy(text, copied..at);
                    backtrack.push_str(&text[copied..at]);
                    this.text.push_str("(.*)");
                    at += 1;
                    copied = at;
                    continue;
                }
                Some('/') if second == Some(b'(') => {
                    this.copy(text, copied..at);
                    backtrack.push_str(&text[copied..at]);
                    backtrack.push('/');
                    this.text.push_str("/(?:");
                    at += 2;
                    copied = at;
                    continue;
                }
                _ => {}
            }
            let Some(found) = Named::at(rest, at, last_close) else {
                at += next.map_or(1, char::len_utf8);
                continue;
            };
            this.copy(text, copied..at);
            if found.has_slash || found.has_dot {
                backtrack.clear();
            } else {
                backtrack.push_str(&text[copied..at]);
            }
            let dot = if found.has_dot { "\\." } else { "" };
            this.text.push_str("(?:");
            this.text.push_str(dot);
            this.text.push_str(if found.has_slash { "/" } else { "" });
            this.names.push((this.text.len(), found.name));
            match found.pattern {
                Some(pattern) => {
                    let start = at + found.pattern_at;
                    this.copied.push((this.text.len(), start..start + pattern.len()));
                    this.text.push_str(&with_wildcard(pattern));
                }
                None if backtrack.is_empty() => this.text.push_str(&format!("([^/{dot}]+?)")),
                None => this.text.push_str(&format!("((?:(?!/|{backtrack}).)+?)")),
            }
            if found.has_star {
                this.text.push_str(&format!("((?:[/{dot}].+?)?)"));
            }
            this.text.push_str(if found.is_optional { ")?" } else { ")" });
            at += found.length;
            copied = at;
            if this.text.len() + backtrack.len() > LONGEST_EXPRESSION {
                let message = format!("the expression has more than {LONGEST_EXPRESSION} bytes");
                return Err(RouteError::new(at, message));
            }
        }
        this.copy(text, copied..text.len());
        this.text.push_str(if this.text.ends_with('/') { "?$" } else { "/?$" });
        Ok(this)
    }

    fn copy(&mut self, text: &str, span: Range<usize>) {
        self.copied.push((self.text.len(), span.clone()));
        self.text.push_str(&text[span]);
    }

    /// Returns the error for a fault in the expression, at its place in the route.
    fn error(&self, at: usize, why: String) -> RouteError {
        let before = self.copied.iter().rev().find(|(place, _)| *place <= at);
        let (place, span) = before.cloned().unwrap_or_default();
        match at - place < span.len() {
            true => RouteError::new(span.start + (at - place), why),
            false => {
                let message = format!("{why} in `{}`, which Express makes of the route", self.text);
                RouteError::new(span.end, message)
            }
        }
    }
}

/// A named parameter of Express 4, `/.:name(pattern)*?`.
struct Named<'t> {
    has_slash: bool,
    has_dot: bool,
    name: &'t str,
    pattern: Option<&'t str>,
    pattern_at: usize,
    has_star: bool,
    is_optional: bool,
    length: usize,
}

impl<'t> Named<'t> {
    fn at(rest: &'t str, offset: usize, last_close: Option<usize>) -> Option<Self> {
        let mut at = 0;
        let takes = |at: &mut usize, one: &str| {
            let is_there = rest[*at..].starts_with(one);
            *at += if is_there { one.len() } else { 0 };
            is_there
        };
        let (has_slash, has_dot) = (takes(&mut at, "/"), takes(&mut at, "."));
        if !takes(&mut at, ":") {
            return None;
        }
        let name = &rest[at..at + word(&rest[at..])];
        if name.is_empty() {
            return None;
        }
        at += name.len();
        let pattern_at = at;
        let has_close = last_close.is_some_and(|close| close > offset + at);
        let pattern = Some(&rest[at..]).filter(|rest| has_close && rest.starts_with('('));
        let pattern = pattern.and_then(|rest| {
            let end = rest.find([')', '\n', '\r'])?;
            rest[end..].starts_with(')').then(|| &rest[..=end])
        });
        at += pattern.map_or(0, str::len);
        let (has_star, is_optional) = (takes(&mut at, "*"), takes(&mut at, "?"));
        Some(Self {
            has_slash,
            has_dot,
            name,
            pattern,
            pattern_at,
            has_star,
            is_optional,
            length: at,
        })
    }
}

/// Returns the length of `\w*` of ECMAScript at the beginning of a text.
fn word(text: &str) -> usize {
    text.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(text.len())
}

/// Returns a pattern of a parameter in which the first `*` is `(.*)`, unless an escape comes first.
fn with_wildcard(pattern: &str) -> String {
    match pattern.find(['\\', '*']) {
        Some(at) if pattern[at..].starts_with('*') => {
            [&pattern[..at], "(.*)", &pattern[at + 1..]].concat()
        }
        _ => pattern.to_string(),
    }
}
