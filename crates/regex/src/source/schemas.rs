//! Patterns in JSON Schema and OpenAPI, written as JSON or YAML: the values of `pattern`, and the names in
//! `patternProperties` (JSON Schema Validation, 6.3.3; JSON Schema, 10.3.2.2).
//!
//! Of YAML, lines are read one by one. A value of many lines is not read; and of lines that are the text of a scalar that
//! begins with `|` or `>`, none is.

use std::ops::Range;

use super::decode::{JSON, YAML, decoded};
use super::tokens::{Comments, MappedText, Style, TokenKind, Tokens, escaped_end, quoted};
use super::{Argument, SourcePatterns, UnreadPattern};
use crate::{Dialect, Matching};

/// Adds a pattern that is no literal, though it may look like one: in JSON Schema, `/a/u` has slashes.
fn add_alone(found: &mut SourcePatterns, argument: Argument) {
    let argument = match argument {
        Argument::Text(text) if text.text().starts_with('/') => {
            let span = text.span().unwrap_or(0..0);
            let mut group = MappedText::default();
            group.written("(?:", span.start..span.start);
            group.append(&text);
            group.written(")", span.end..span.end);
            Argument::Text(group)
        }
        argument => argument,
    };
    found.add((Dialect::EcmaScript, Matching::Search), argument, Ok(String::new()));
}

pub(super) fn find_json(text: &str, found: &mut SourcePatterns) {
    // Many files that are JSON but for their comments are configurations.
    let tokens = Tokens::of(text, Comments::Slashes, &mut |text, at, _| {
        let is_quote = text.as_bytes()[at] == b'"';
        is_quote.then(|| quoted(text, at, at + 1, b'"', Style::Escaped(&JSON)))
    });
    let mut add = |at: usize| {
        add_alone(found, tokens.argument(at..at + 1, false));
    };
    let is_literal = |at: usize| {
        tokens.all.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Literal(..)))
    };
    for at in 0..tokens.all.len() {
        if !is_literal(at) || !tokens.are(at + 1, &[":"]) {
            continue;
        }
        match tokens.of_token(at) {
            "\"pattern\"" if is_literal(at + 2) => add(at + 2),
            "\"patternProperties\"" if tokens.are(at + 2, &["{"]) => {
                let names = tokens.parts(at + 2).into_iter().map(|part| part.start);
                names.filter(|&name| is_literal(name)).for_each(&mut add);
            }
            _ => {}
        }
    }
}

pub(super) fn find_yaml(text: &str, found: &mut SourcePatterns) {
    let mut at = 0;
    // How far the key of a block scalar is indented, whose lines are indented more.
    let mut scalar = None;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let (begin, content) = (at, line.trim_end());
        at += line.len();
        let indent = content.len() - content.trim_start_matches(' ').len();
        if scalar.is_some_and(|key| content.is_empty() || indent > key) {
            continue;
        }
        let content = &line[..content.len()];
        let key = indent + (content[indent..].len() - key(&content[indent..]).len());
        scalar = is_scalar(content).then_some(key);
        let Some(from) = value(&content[key..]).map(|from| key + from) else { continue };
        let goes_on = lines.peek().is_some_and(|next| {
            let next = next.trim_end();
            let blanks = next.len() - next.trim_start_matches(' ').len();
            blanks > key && !next[blanks..].starts_with('#')
        });
        let span = begin + from..begin + content.len();
        if let Some(argument) = scalar_of(text, span, goes_on) {
            add_alone(found, argument);
        }
    }
}

/// What follows the `- ` of sequences.
fn key(mut line: &str) -> &str {
    while let Some(rest) = line.strip_prefix("- ") {
        line = rest.trim_start_matches(' ');
    }
    line
}

/// Where the value of the key `pattern` begins.
fn value(line: &str) -> Option<usize> {
    let keys = ["pattern", "'pattern'", "\"pattern\""];
    let rest = keys.iter().find_map(|key| line.strip_prefix(key))?;
    let rest = rest.trim_start_matches(' ').strip_prefix(':')?;
    let is_value = rest.is_empty() || rest.starts_with([' ', '\t']);
    is_value.then(|| line.len() - rest.trim_start_matches([' ', '\t']).len())
}

/// Whether a line ends with the header of a block scalar.
fn is_scalar(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or_default().trim_end();
    let header =
        line.trim_end_matches(|one: char| matches!(one, '+' | '-') || one.is_ascii_digit());
    let before = header.strip_suffix(['|', '>']);
    before.is_some_and(|before| before.ends_with([' ', '\t']) && line.len() - header.len() <= 2)
}

/// What a value is, unless it is no scalar.
fn scalar_of(text: &str, span: Range<usize>, goes_on: bool) -> Option<Argument> {
    let (value, from, end) = (&text[span.clone()], span.start, span.end);
    let many_lines = || Argument::Unread(UnreadPattern::new(span, "a scalar of many lines"));
    let mut mapped = MappedText::default();
    match value.as_bytes().first()? {
        b'{' | b'[' | b'#' => return None,
        // A value of another place, or one with a name or a type.
        b'*' | b'&' | b'!' => return Some(Argument::Computed),
        b'|' | b'>' => return Some(many_lines()),
        b'"' => {
            return Some(match escaped_end(&text[..end], from + 1, b'"', false) {
                Some(end) => decoded(text, from + 1..end, &YAML)
                    .map_or_else(Argument::Unread, Argument::Text),
                None => many_lines(),
            });
        }
        b'\'' => {
            let mut at = from + 1;
            loop {
                let Some(found) = text[at..end].find('\'') else { return Some(many_lines()) };
                let quote = at + found;
                mapped.verbatim(&text[at..quote], at);
                at = quote + 2;
                if text.as_bytes()[..end].get(quote + 1) != Some(&b'\'') {
                    break;
                }
                mapped.written("'", quote..at);
            }
        }
        _ if goes_on => return Some(many_lines()),
        _ => {
            let plain = value.split(" #").next().unwrap_or_default().trim_end();
            mapped.verbatim(plain, from);
        }
    }
    Some(Argument::Text(mapped))
}
