//! Patterns in JSON, YAML and environment files.
//!
//! In JSON Schema and OpenAPI these are the values of `pattern`, and the names in `patternProperties` (JSON Schema
//! Validation, 6.3.3; JSON Schema, 10.3.2.2). In the settings of a program, a key such as `subjectRegExp` or
//! `CORS_ALLOWED_ORIGINS` has a pattern or a list of patterns.
//!
//! YAML is read line by line. A scalar of several lines is not read, and neither are the lines of a block
//! scalar (`|` or `>`). A list is one of `- ` items, or is between brackets on one line.

use std::ops::Range;

use super::tokens::{Comments, MappedText, Style, TokenKind, Tokens, escaped_end, quoted};
use super::{Argument, SourcePatterns, UnreadPattern};
use crate::{Dialect, Matching, PatternUsage};

/// Which values in JSON, YAML and environment files are patterns.
///
/// ```
/// use grammar_regex::{Dialect, PatternKeys, SourceLanguage, SourcePatterns};
///
/// let text = "CORS_ALLOWED_ORIGINS='[\"^https://a\", \"b$\"]'\nREDIRECT=cb$\n";
/// let keys = PatternKeys::new(vec!["redirect".to_owned()]).dialect(Dialect::Python);
/// let found = SourcePatterns::read_with(SourceLanguage::Env, text, &keys);
/// let texts: Vec<_> = found.patterns.iter().map(|one| one.text()).collect();
/// assert_eq!(texts, ["^https://a", "b$", "cb$"]);
/// assert_eq!(found.patterns[2].dialect(), Dialect::Python);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternKeys {
    more: Vec<String>,
    dialect: Option<Dialect>,
}

impl PatternKeys {
    /// Creates the options to read the values of these keys too, in any letter case. Without them, patterns are the
    /// values of `pattern`, of keys that end in `regex`, `regexes`, `regexp` or `regexps`, and of keys with `allow` and
    /// `origin`, except for header fields such as `Access-Control-Allow-Origin`. Only letters and digits of a key count.
    #[must_use]
    pub const fn new(more: Vec<String>) -> Self {
        Self { more, dialect: None }
    }

    /// Sets the dialect of all patterns. Without it, a `pattern` is one of ECMAScript, as in JSON Schema, and any other
    /// is one of RE2, since most programs with such settings are written in Go.
    #[must_use]
    pub const fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = Some(dialect);
        self
    }

    /// Returns whether files are read as JSON Schema and OpenAPI prescribe.
    pub(super) const fn are_of_schemas(&self) -> bool {
        self.dialect.is_none()
    }

    fn usage(&self, key: &str) -> Option<KeyUsage> {
        let dialect = match key {
            "pattern" => Dialect::EcmaScript,
            _ if self.is_setting(key) => Dialect::Re2,
            _ => return None,
        };
        let dialect = self.dialect.unwrap_or(dialect);
        let usage = PatternUsage::test(dialect, Matching::Search);
        Some(KeyUsage { usage, may_be_list: key != "pattern" })
    }

    fn is_setting(&self, key: &str) -> bool {
        let letters = key.chars().filter(char::is_ascii_alphanumeric);
        let letters: String = letters.map(|one| one.to_ascii_lowercase()).collect();
        let is_header = letters.starts_with("accesscontrol");
        ["regex", "regexes", "regexp", "regexps"].iter().any(|end| letters.ends_with(end))
            || letters.contains("allow") && letters.contains("origin") && !is_header
            || self.more.iter().any(|more| more.eq_ignore_ascii_case(key))
    }
}

/// How the value of a key is used.
#[derive(Clone, Copy)]
struct KeyUsage {
    usage: PatternUsage,
    may_be_list: bool,
}

/// Adds a pattern that is never a `/…/flags` literal: in JSON Schema, the slashes of `/a/u` are characters.
fn add_alone(found: &mut SourcePatterns, usage: PatternUsage, argument: Argument) {
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
    found.add(usage, argument, Ok(String::new()));
}

pub(super) fn find_json(text: &str, keys: &PatternKeys, found: &mut SourcePatterns) {
    // Many configuration files are JSON with comments.
    let tokens = Tokens::new(text, Comments::Slashes, &mut |text, at, _| {
        let is_quote = text.as_bytes()[at] == b'"';
        is_quote.then(|| quoted(text, at, at + 1, b'"', Style::Escaped(&JSON)))
    });
    let mut add = |usage: PatternUsage, at: usize| {
        add_alone(found, usage, tokens.argument(at..at + 1, false));
    };
    let is_literal = |at: usize| {
        tokens.all.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Literal(..)))
    };
    for at in 0..tokens.all.len() {
        if !is_literal(at) || !tokens.are(at + 1, &[":"]) {
            continue;
        }
        let name = tokens.of_token(at).trim_matches('"');
        let names = if name == "patternProperties" { "pattern" } else { name };
        let Some(KeyUsage { usage, may_be_list }) = keys.usage(names) else { continue };
        if name != names {
            if tokens.are(at + 2, &["{"]) {
                let names = tokens.parts(at + 2).into_iter().map(|part| part.start);
                names.filter(|&name| is_literal(name)).for_each(|name| add(usage, name));
            }
        } else if is_literal(at + 2) {
            add(usage, at + 2);
        } else if may_be_list && tokens.are(at + 2, &["["]) {
            let items = tokens.parts(at + 2).into_iter().filter(|part| part.len() == 1);
            let items = items.map(|part| part.start);
            items.filter(|&item| is_literal(item)).for_each(|item| add(usage, item));
        }
    }
}

pub(super) fn find_yaml(text: &str, keys: &PatternKeys, found: &mut SourcePatterns) {
    let mut at = 0;
    // The indentation of the key of a block scalar, whose lines are indented further.
    let mut scalar = None;
    // The column of a key whose list of patterns has begun.
    let mut list: Option<(KeyUsage, usize)> = None;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let (begin, content) = (at, line.trim_end());
        at += line.len();
        let indent = content.len() - content.trim_start_matches(' ').len();
        if scalar.is_some_and(|key| content.is_empty() || indent > key) {
            continue;
        }
        let content = &line[..content.len()];
        let rest = &content[indent..];
        let key = indent + (rest.len() - key(rest).len());
        scalar = is_scalar(content).then_some(key);
        let next = lines.peek().map(|next| next.trim_end());
        let goes_on = |column: usize| {
            next.is_some_and(|next| {
                let blanks = next.len() - next.trim_start_matches(' ').len();
                blanks > column && !next[blanks..].starts_with('#')
            })
        };
        if rest.is_empty() || rest.starts_with('#') {
            continue;
        }
        if let Some((usage, column)) = list {
            let item = rest.strip_prefix("- ").map(|item| item.trim_start_matches([' ', '\t']));
            match item {
                Some(item) if indent >= column && !is_mapping(item) => {
                    let span = begin + content.len() - item.len()..begin + content.len();
                    add_value(text, span, usage, goes_on(indent), found);
                    continue;
                }
                None if indent <= column => list = None,
                _ => {}
            }
        }
        let Some((usage, from)) = value(&content[key..], keys) else { continue };
        let span = begin + key + from..begin + content.len();
        match text.as_bytes()[span.clone()].first() {
            None | Some(b'#') if usage.may_be_list => list = Some((usage, key)),
            _ => add_value(text, span, usage, goes_on(key), found),
        }
    }
}

pub(super) fn find_env(text: &str, keys: &PatternKeys, found: &mut SourcePatterns) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        at += line.len();
        let assigned = text[at - line.len()..end].trim_start();
        let assigned = assigned.strip_prefix("export ").unwrap_or(assigned);
        let Some((name, value)) = assigned.split_once('=') else { continue };
        let name = name.trim();
        let is_name = name.bytes().all(|one| one.is_ascii_alphanumeric() || one == b'_');
        let Some(KeyUsage { usage, .. }) = keys.usage(name).filter(|_| is_name) else { continue };
        let from = end - value.trim_start().len();
        let unread = |why: &str| Argument::Unread(UnreadPattern::new(from..end, why));
        let (span, may_have_values) = match text.as_bytes()[from..end].first() {
            None => continue,
            Some(quote @ (b'\'' | b'"')) => {
                let close = memchr::memchr(*quote, &text.as_bytes()[from + 1..end]);
                let Some(close) = close.map(|close| from + 1 + close) else {
                    add_alone(found, usage, unread("a value of several lines"));
                    continue;
                };
                if *quote == b'"' && text[from..end].contains('\\') {
                    let why = "a backslash between double quotes, which programs read differently; use single quotes";
                    add_alone(found, usage, unread(why));
                    continue;
                }
                (from + 1..close, *quote == b'"')
            }
            _ => {
                let value = text[from..end].split(" #").next().unwrap_or_default().trim_end();
                (from..from + value.len(), true)
            }
        };
        if may_have_values && has_value(&text[span.clone()]) {
            add_alone(found, usage, Argument::Computed);
            continue;
        }
        // A value may be a list in the syntax of YAML or JSON, such as `["a", "b"]` or `- a`.
        let value = &text[span.clone()];
        let item = value.strip_prefix("- ").map_or(value, |item| item.trim_start_matches(' '));
        let span = span.end - item.len()..span.end;
        let is_quoted = |item: &Range<usize>| text[item.clone()].starts_with(['"', '\'']);
        match items(text, span.clone()).filter(|items| items.iter().all(is_quoted)) {
            Some(items) if !items.is_empty() => {
                let items = items.into_iter().filter_map(|item| scalar_of(text, item, false));
                items.for_each(|item| add_alone(found, usage, item));
            }
            _ => {
                let mut mapped = MappedText::default();
                mapped.verbatim(item, span.start);
                add_alone(found, usage, Argument::Text(mapped));
            }
        }
    }
}

/// Returns whether a text has a variable, as in `$NAME` or `${NAME}`. Any other `$` is a character.
fn has_value(text: &str) -> bool {
    let is_name = |next: &str| {
        next.starts_with(|one: char| one.is_ascii_alphabetic() || matches!(one, '_' | '{' | '('))
    };
    // The text before the first sign is skipped.
    text.split('$').skip(1).any(is_name)
}

/// Returns a line without the `- ` of its sequence items.
fn key(mut line: &str) -> &str {
    while let Some(rest) = line.strip_prefix("- ") {
        line = rest.trim_start_matches(' ');
    }
    line
}

/// Returns how the value of a line is used, and its offset, if the key of the line has patterns.
fn value(line: &str, keys: &PatternKeys) -> Option<(KeyUsage, usize)> {
    let (key, rest) = match line.as_bytes().first()? {
        quote @ (b'"' | b'\'') => line[1..].split_once(char::from(*quote))?,
        _ => {
            let is_end =
                |at: usize| matches!(line.as_bytes().get(at + 1), None | Some(b' ' | b'\t'));
            let mut colons = memchr::memchr_iter(b':', line.as_bytes());
            let colon = colons.find(|&colon| is_end(colon))?;
            (line[..colon].trim_end_matches(' '), &line[colon..])
        }
    };
    let rest = rest.trim_start_matches(' ').strip_prefix(':')?;
    let is_value = rest.is_empty() || rest.starts_with([' ', '\t']);
    let usage = keys.usage(key).filter(|_| is_value)?;
    Some((usage, line.len() - rest.trim_start_matches([' ', '\t']).len()))
}

/// Returns whether an item of a list is a mapping, as in `- name: value`.
fn is_mapping(item: &str) -> bool {
    !item.starts_with(['"', '\'']) && (item.contains(": ") || item.ends_with(':'))
}

/// Adds a value of YAML: a scalar, or each scalar of a list between brackets.
fn add_value(
    text: &str,
    span: Range<usize>,
    KeyUsage { usage, may_be_list }: KeyUsage,
    goes_on: bool,
    found: &mut SourcePatterns,
) {
    if may_be_list && text[span.clone()].starts_with('[') {
        let Some(items) = items(text, span.clone()) else {
            let why = "a list of several lines between brackets, or with other collections";
            add_alone(found, usage, Argument::Unread(UnreadPattern::new(span, why)));
            return;
        };
        let items = items.into_iter().filter_map(|item| scalar_of(text, item, false));
        items.for_each(|item| add_alone(found, usage, item));
    } else if let Some(argument) = scalar_of(text, span, goes_on)
        && !(may_be_list && is_other(&argument))
    {
        add_alone(found, usage, argument);
    }
}

/// Returns whether a value is a boolean or null, as in `useRegex: true`.
fn is_other(argument: &Argument) -> bool {
    let others = ["true", "false", "null", "~"];
    matches!(argument, Argument::Text(text) if others.contains(&text.text()))
}

/// Returns the spans of the scalars of a list between brackets, or `None` if the list does not end in the span or has other
/// collections.
fn items(text: &str, span: Range<usize>) -> Option<Vec<Range<usize>>> {
    let bytes = &text.as_bytes()[..span.end];
    let (mut items, mut at) = (Vec::new(), span.start + 1);
    text[span].starts_with('[').then_some(())?;
    loop {
        at += bytes[at..].iter().take_while(|one| matches!(one, b' ' | b'\t')).count();
        let from = at;
        at = match bytes.get(at)? {
            b']' => break,
            b'[' | b'{' => return None,
            b'"' => escaped_end(&text[..bytes.len()], at + 1, b'"', false)? + 1,
            b'\'' => {
                // Two quotes denote one.
                let mut end = at + 1;
                loop {
                    end += memchr::memchr(b'\'', &bytes[end..])? + 1;
                    match bytes.get(end) {
                        Some(b'\'') => end += 1,
                        _ => break end,
                    }
                }
            }
            _ => at + memchr::memchr2(b',', b']', &bytes[at..])?,
        };
        items.push(from..from + text[from..at].trim_end().len());
        at += bytes[at..].iter().take_while(|one| matches!(one, b' ' | b'\t')).count();
        match bytes.get(at)? {
            b',' => at += 1,
            b']' => break,
            _ => return None,
        }
    }
    let rest = text[at + 1..bytes.len()].trim_start();
    (rest.is_empty() || rest.starts_with('#')).then_some(items)
}

/// Returns whether a line ends with the header of a block scalar.
fn is_scalar(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or_default().trim_end();
    let header =
        line.trim_end_matches(|one: char| matches!(one, '+' | '-') || one.is_ascii_digit());
    let before = header.strip_suffix(['|', '>']);
    before.is_some_and(|before| before.ends_with([' ', '\t']) && line.len() - header.len() <= 2)
}

/// Reads a value as an argument, or returns `None` if it is not a scalar.
fn scalar_of(text: &str, span: Range<usize>, goes_on: bool) -> Option<Argument> {
    let (value, from, end) = (&text[span.clone()], span.start, span.end);
    let many_lines = || Argument::Unread(UnreadPattern::new(span, "a scalar of several lines"));
    let mut mapped = MappedText::default();
    match value.as_bytes().first()? {
        b'{' | b'[' | b'#' => return None,
        // An alias, an anchor, or a tagged value.
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

// Decodes string literals, with a table of the escapes of each language. Returns a [`MappedText`], or the escape
// that cannot be decoded. Escapes that the language rejects are not decoded either, since its compiler reports
// them better.

#[derive(Debug)]
pub(super) struct Escapes {
    /// The letters of one-letter escapes, and the characters that they denote.
    pub(super) simple: (&'static str, &'static str),
    /// The letters of hexadecimal escapes, with the minimum and the maximum number of digits.
    pub(super) hex: &'static [(char, usize, usize)],
    /// Whether `\u` may be followed by hexadecimal digits in braces.
    pub(super) has_braces: bool,
    /// The maximum number of octal digits, and whether exactly this number is required.
    pub(super) octal: (usize, bool),
    /// The greatest value of `\x` or octal digits that denotes a character; greater values denote bytes.
    pub(super) greatest: u32,
    /// Whether a hexadecimal escape is a UTF-16 code unit, so that two of them may form a character.
    pub(super) is_in_units: bool,
    /// Whether `\u` is translated before tokenization, as in Java: the `u` may be repeated, and an escaped
    /// backslash may begin another escape.
    pub(super) is_translated: bool,
    pub(super) unknown: Unknown,
    pub(super) line_end: LineEnd,
}

/// The meaning of a backslash before a character that forms no known escape.
#[derive(Debug)]
pub(super) enum Unknown {
    Both,
    Character,
    Fault,
}

/// The meaning of a backslash at the end of a line.
#[derive(Debug)]
pub(super) enum LineEnd {
    Fault,
    /// The backslash and the line end are removed.
    Nothing,
    /// The backslash and the line end are removed, with the white space that follows.
    NothingWithBlanks,
}

/// The maximum length of an escape in braces: `u{`, digits and `_`, and `}`.
const BRACED: usize = 20;

pub(super) fn decoded(
    source: &str,
    inner: Range<usize>,
    escapes: &Escapes,
) -> Result<MappedText, UnreadPattern> {
    let (mut text, mut at) = (MappedText::default(), inner.start);
    let within = &source[..inner.end];
    while let Some(found) = memchr::memchr(b'\\', &within.as_bytes()[at..]) {
        lines(&mut text, within, at..at + found);
        at += found;
        let (end, character) = escapes.one(within, at).map_err(|why| {
            let end = within[at + 1..].chars().next().map_or(at + 1, |one| at + 1 + one.len_utf8());
            UnreadPattern::new(at..end, why)
        })?;
        match character {
            Some(character) => text.written(character.encode_utf8(&mut [0; 4]), at..end),
            // A backslash that denotes itself.
            None if end == at + 1 => text.verbatim("\\", at),
            None => {}
        }
        at = end;
    }
    lines(&mut text, within, at..inner.end);
    Ok(text)
}

/// Adds source text verbatim, except that CR LF becomes a line feed.
pub(super) fn lines(text: &mut MappedText, source: &str, span: Range<usize>) {
    let mut at = span.start;
    for line in source[span].split_inclusive("\r\n") {
        match line.strip_suffix("\r\n") {
            Some(line) => {
                text.verbatim(line, at);
                at += line.len();
                text.written("\n", at..at + 2);
                at += 2;
            }
            None => text.verbatim(line, at),
        }
    }
}

impl Escapes {
    /// Returns the end of the escape at an offset, and the character that it denotes, if any.
    fn one(&self, source: &str, at: usize) -> Result<(usize, Option<char>), &'static str> {
        let rest = &source[at + 1..];
        let Some(letter) = rest.chars().next() else { return Err("a backslash at the end") };
        let behind = at + 1 + letter.len_utf8();
        if let Some(&(_, least, most)) = self.hex.iter().find(|one| one.0 == letter)
            && !(letter == 'u' && self.has_braces && rest[1..].starts_with('{'))
        {
            let more = match letter {
                'u' if self.is_translated => rest.len() - rest.trim_start_matches('u').len() - 1,
                _ => 0,
            };
            return self.hexadecimal(source, behind + more, (letter, least, most));
        }
        if letter == 'u' && self.has_braces && rest[1..].starts_with('{') {
            let close = rest.bytes().take(BRACED).position(|one| one == b'}');
            let digits = &rest[2..close.ok_or("an escape with unclosed braces")?];
            let number: String = digits.chars().filter(|&one| one != '_').collect();
            let value = u32::from_str_radix(&number, 16).ok().and_then(char::from_u32);
            let value = value.ok_or("an escape that does not denote a character")?;
            return Ok((behind + digits.len() + 2, Some(value)));
        }
        if matches!(letter, '0'..='7') && self.octal.0 > 0 {
            return self.octal(rest, at);
        }
        let (letters, characters) = self.simple;
        if let Some((_, one)) = letters.chars().zip(characters.chars()).find(|one| one.0 == letter)
        {
            let is_digit = rest[1..].starts_with(|next: char| next.is_ascii_digit());
            if letter == '0' && matches!(self.unknown, Unknown::Character) && is_digit {
                return Err("an octal escape");
            }
            return Ok((behind, Some(one)));
        }
        if matches!(letter, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
            let end = if rest.starts_with("\r\n") { behind + 1 } else { behind };
            return match self.line_end {
                LineEnd::Fault => Err("a backslash at the end of a line"),
                LineEnd::Nothing => Ok((end, None)),
                LineEnd::NothingWithBlanks => {
                    let blanks = |one: char| matches!(one, ' ' | '\t' | '\n' | '\r');
                    Ok((source.len() - source[end..].trim_start_matches(blanks).len(), None))
                }
            };
        }
        match self.unknown {
            Unknown::Both if letter == 'N' && rest[1..].starts_with('{') => Err("a character name"),
            Unknown::Both => Ok((at + 1, None)),
            Unknown::Character if letter.is_ascii_digit() => Err("an octal escape"),
            Unknown::Character => Ok((behind, Some(letter))),
            Unknown::Fault => Err("an escape that the language does not have"),
        }
    }

    fn octal(&self, rest: &str, at: usize) -> Result<(usize, Option<char>), &'static str> {
        let (most, is_exact) = self.octal;
        // In Java, an escape of three digits begins with 0 to 3.
        let most = if self.is_translated && rest.as_bytes()[0] > b'3' { 2 } else { most };
        let count = rest.bytes().take(most).take_while(|one| matches!(one, b'0'..=b'7')).count();
        if is_exact && count < most {
            return Err("an escape with too few digits");
        }
        let value = u32::from_str_radix(&rest[..count], 8).unwrap_or(u32::MAX);
        if value > self.greatest {
            return Err("a byte that is not a character");
        }
        Ok((at + 1 + count, char::from_u32(value)))
    }

    fn hexadecimal(
        &self,
        source: &str,
        from: usize,
        (letter, least, most): (char, usize, usize),
    ) -> Result<(usize, Option<char>), &'static str> {
        let unit = |from: usize| {
            let digits = source.as_bytes()[from..].iter().take(most);
            let count = digits.take_while(|one| one.is_ascii_hexdigit()).count();
            let digits = &source[from..from + count];
            u32::from_str_radix(digits, 16).ok().filter(|_| count >= least).map(|one| (one, count))
        };
        let (first, count) = unit(from).ok_or("an escape with too few digits")?;
        let end = from + count;
        if letter == 'x' && first > self.greatest {
            return Err("a byte that is not a character");
        }
        if let Some(one) = char::from_u32(first) {
            if one == '\\' && self.is_translated {
                return Err("a backslash written as a Unicode escape");
            }
            return Ok((end, Some(one)));
        }
        let is_first = (0xD800..0xDC00).contains(&first) && self.is_in_units;
        if is_first
            && source[end..].starts_with("\\u")
            && let Some((second @ 0xDC00..=0xDFFF, count)) = unit(end + 2)
        {
            let one = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return Ok((end + 2 + count, char::from_u32(one)));
        }
        Err("an unpaired surrogate")
    }
}

// The escapes of each language, with their specifications.

const PLAIN: Escapes = Escapes {
    simple: ("", ""),
    hex: &[],
    has_braces: false,
    octal: (0, false),
    greatest: 0x10_FFFF,
    is_in_units: false,
    is_translated: false,
    unknown: Unknown::Fault,
    line_end: LineEnd::Fault,
};

/// The escapes of Python (The Python Language Reference, 2.4.1).
pub(super) static PYTHON: Escapes = Escapes {
    simple: ("\\'\"abfnrtv", "\\'\"\x07\x08\x0C\n\r\t\x0B"),
    hex: &[('x', 2, 2), ('u', 4, 4), ('U', 8, 8)],
    octal: (3, false),
    unknown: Unknown::Both,
    line_end: LineEnd::Nothing,
    ..PLAIN
};
/// The escapes of ECMAScript (ECMA-262, 12.9.4), except for those that strict mode rejects.
pub(super) static ECMASCRIPT: Escapes = Escapes {
    simple: ("0bfnrtv", "\0\x08\x0C\n\r\t\x0B"),
    hex: &[('x', 2, 2), ('u', 4, 4)],
    has_braces: true,
    is_in_units: true,
    unknown: Unknown::Character,
    line_end: LineEnd::Nothing,
    ..PLAIN
};
/// The escapes of Rust (The Rust Reference, "Character escapes" and "String continuation escapes").
pub(super) static RUST: Escapes = Escapes {
    simple: ("\\'\"0nrt", "\\'\"\0\n\r\t"),
    hex: &[('x', 2, 2)],
    has_braces: true,
    greatest: 0x7F,
    line_end: LineEnd::NothingWithBlanks,
    ..PLAIN
};
/// The escapes of Go (The Go Programming Language Specification, "Rune literals" and "String literals").
pub(super) static GO: Escapes =
    Escapes { simple: PYTHON.simple, hex: PYTHON.hex, octal: (3, true), greatest: 0x7F, ..PLAIN };
/// The escapes of Java (The Java Language Specification, 3.10.7; and 3.3 for Unicode escapes).
pub(super) static JAVA: Escapes = Escapes {
    simple: ("\\'\"bfnrst", "\\'\"\x08\x0C\n\r \t"),
    hex: &[('u', 4, 4)],
    octal: (3, false),
    is_in_units: true,
    is_translated: true,
    ..PLAIN
};
/// The escapes of Kotlin (Kotlin specification, "String literals").
pub(super) static KOTLIN: Escapes = Escapes {
    simple: ("\\'\"$bnrt", "\\'\"$\x08\n\r\t"),
    hex: &[('u', 4, 4)],
    is_in_units: true,
    ..PLAIN
};
/// The escapes of C# (C# language specification, 6.4.5.5 and 6.4.5.6).
pub(super) static CSHARP: Escapes = Escapes {
    simple: ("\\'\"0abefnrtv", "\\'\"\0\x07\x08\x1B\x0C\n\r\t\x0B"),
    hex: &[('x', 1, 4), ('u', 4, 4), ('U', 8, 8)],
    is_in_units: true,
    ..PLAIN
};
/// The escapes of JSON (RFC 8259, 7).
pub(super) static JSON: Escapes = Escapes {
    simple: ("\\\"/bfnrt", "\\\"/\x08\x0C\n\r\t"),
    hex: &[('u', 4, 4)],
    is_in_units: true,
    ..PLAIN
};
/// The escapes of YAML (YAML 1.2.2, 5.7).
pub(super) static YAML: Escapes = Escapes {
    simple: (
        "\\\"/ \t0abtnvfreN_LP",
        "\\\"/ \t\0\x07\x08\t\n\x0B\x0C\r\x1B\u{85}\u{A0}\u{2028}\u{2029}",
    ),
    hex: PYTHON.hex,
    // JSON is a subset of YAML.
    is_in_units: true,
    ..PLAIN
};

#[cfg(test)]
mod tests {
    use super::super::tokens::MappedText;
    use super::{decoded, *};
    use crate::SourceLanguage;

    /// Returns the patterns, the source text of what is unread, and the number of computed patterns.
    fn read(language: SourceLanguage, text: &str) -> (Vec<String>, Vec<&str>, usize) {
        let found = SourcePatterns::read(language, text);
        for one in &found.patterns {
            // The place of a pattern without escapes is its text.
            let source = &text[one.source(0..one.text().len())];
            assert!(source.contains(['\\', '\'']) || source == one.text(), "{source}");
        }
        let texts = found.patterns.iter().map(|one| one.text().to_owned());
        let unread = found.unread.iter().map(|one| &text[one.span.clone()]);
        (texts.collect(), unread.collect(), found.computed)
    }

    #[test]
    fn keys_of_settings_have_patterns_and_lists() {
        let text = r#"
server:
  cors:
    alloworigins:
      # a comment
      - "https://.+\\.example\\.com"

      - otherdomain.com # another
      - name: x
        regex: a+
    allowmethods:
      - GET
spec: # of Sigstore
  - issuerRegExp: .*
    subjectRegExp: '^https://it''s'
"allowed-origins": ["a\\.b", 'c', d] # e
accessControlAllowOriginListRegex:
- x
useRegex: true
Access-Control-Allow-Origin: "*"
pattern: [a]
host_regex: [a,
  b]
user_regex: &anchor y
"#;
        let expected = [
            r"https://.+\.example\.com",
            "otherdomain.com",
            "a+",
            ".*",
            "^https://it's",
            r"a\.b",
            "c",
            "d",
            "x",
        ];
        let (texts, unread, computed) = read(SourceLanguage::Yaml, text);
        assert_eq!(
            (texts, unread, computed),
            (expected.map(str::to_owned).to_vec(), vec!["[a,"], 1)
        );
        let text = r#"{"allowedOrigins": ["a\\.b", {"x": "y"}], "hostRegex": "c", "origins": "d", "pattern": ["e"]}"#;
        assert_eq!(read(SourceLanguage::Json, text).0, [r"a\.b", "c"]);
    }

    #[test]
    fn values_of_environment_files() {
        let text = r#"
# A_REGEX=comment
CORS_ALLOW_ORIGIN_REGEX=^https?://example.com$
export GOTIFY_SERVER_CORS_ALLOWORIGINS='["https://.*\\.example\\.com", "b"]' # c
A_REGEX="^a$"
B_REGEX = - .*
C_REGEX=[a-z],[b]
D_REGEX='$x'
E_REGEX="a\.b"
F_REGEX='a
G_REGEX=${HOST}
H_REGEX=
HOST=a
"#;
        let (texts, unread, computed) = read(SourceLanguage::Env, text);
        let expected = [
            "^https?://example.com$",
            r"https://.*\.example\.com",
            "b",
            "^a$",
            ".*",
            "[a-z],[b]",
            "$x",
        ];
        assert_eq!(
            (texts, unread, computed),
            (expected.map(str::to_owned).to_vec(), vec![r#""a\.b""#, "'a"], 1)
        );
    }

    #[track_caller]
    fn check(escapes: &Escapes, source: &str, expected: Result<&str, &str>) {
        let found = decoded(source, 0..source.len(), escapes);
        let found = found.as_ref().map(MappedText::text).map_err(|one| one.why.as_str());
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn each_language_has_its_escapes() {
        check(&PYTHON, r"\d\n\x41\u00e9\1012\\", Ok("\\d\nA\u{E9}A2\\"));
        check(&PYTHON, "a\\\nb\r\nc", Ok("ab\nc"));
        check(&PYTHON, r"\N{DIGIT ONE}", Err("a character name"));
        check(&PYTHON, r"\ud83d\ude00", Err("an unpaired surrogate"));
        check(&ECMASCRIPT, r"\d\u{1F600}\ud83d\ude00\0", Ok("d😀😀\0"));
        check(&ECMASCRIPT, r"\01", Err("an octal escape"));
        check(&RUST, "a\\\n   b\\u{1F_600}", Ok("ab😀"));
        check(&RUST, r"\d", Err("an escape that the language does not have"));
        check(&RUST, r"\xe9", Err("a byte that is not a character"));
        check(&GO, r"\101\x41\u00e9", Ok("AA\u{E9}"));
        check(&GO, r"\10", Err("an escape with too few digits"));
        check(&JAVA, r"\\d\uu0041\477\s", Ok("\\dA'7 "));
        check(&JAVA, r"\u005cd", Err("a backslash written as a Unicode escape"));
        check(&KOTLIN, r"\$\\.", Ok(r"$\."));
        check(&CSHARP, r"\x41g\U0001F600\01", Ok("Ag😀\x001"));
        check(&JSON, r"^\\d\/\ud83d\uDE00", Ok("^\\d/😀"));
        check(&YAML, r"\\d\x41\_", Ok("\\dA\u{A0}"));
        check(&YAML, r"\d", Err("an escape that the language does not have"));
        for cut in ["\\", "\\u", "\\x", "\\u{", "\\u{41", "\\ud83d\\u"] {
            for escapes in [&PYTHON, &ECMASCRIPT, &RUST, &GO, &JAVA, &KOTLIN, &CSHARP, &JSON, &YAML]
            {
                let _ = decoded(cut, 0..cut.len(), escapes);
                let _ = decoded(&format!("{cut}é"), 0..cut.len() + 2, escapes);
            }
        }
    }

    #[test]
    fn an_undecodable_escape_has_its_place() {
        let found = decoded(r#""ab\q""#, 1..5, &JSON).unwrap_err();
        assert_eq!(found.span, 3..5);
    }
}
