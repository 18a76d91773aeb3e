//! JSON Schema and OpenAPI files as trees of nodes, each with its position in the text, from JSON and YAML.
//!
//! The surprising case: an alias of YAML is the node of its anchor. So nodes may be shared, and a file of a few lines
//! may have more paths than any program can follow.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::SourceLanguage;
use super::schemas::{JSON, decoded};
use super::tokens::{Comments, Style, TokenKind, Tokens, escaped_end, line_end, quoted};

/// The maximum depth of nested mappings and sequences.
const DEPTH: usize = 1_000;
/// The maximum number of entries that the merge keys of a file copy.
const MERGED: usize = 1_000_000;

/// A file of JSON or YAML as a tree of nodes with positions.
///
/// ```
/// use grammar_regex::{SchemaDocument, SchemaValue, SourceLanguage};
///
/// let text = "Id:\n  type: string\n  pattern: '^\\d+$'\n";
/// let document = SchemaDocument::read(SourceLanguage::Yaml, text)?;
/// let pattern = document.node(document.find("/Id/pattern").unwrap());
/// assert_eq!(pattern.value, SchemaValue::String(r"^\d+$".to_owned()));
/// assert_eq!(&text[pattern.span.clone()], r"'^\d+$'");
/// # Ok::<(), grammar_regex::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaDocument {
    /// The nodes: each after its children, and the root last.
    nodes: Vec<SchemaNode>,
}

/// A node of a [`SchemaDocument`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaNode {
    /// The value of the node.
    pub value: SchemaValue,
    /// The span of the node in the text, in bytes. A collection without brackets, as in YAML, ends with its last child.
    pub span: Range<usize>,
}

/// The value of a [`SchemaNode`]. Children are numbers of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaValue {
    /// A string, without quotes and escapes.
    String(String),
    /// A number, a boolean or null, as written.
    Other(String),
    /// An array.
    Sequence(Vec<usize>),
    /// An object.
    Mapping(SchemaMapping),
}

/// The entries of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaMapping {
    entries: Vec<SchemaEntry>,
    /// The numbers of the entries, in the order of their keys.
    sorted: Vec<usize>,
}

/// An entry of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaEntry {
    /// The key, without quotes and escapes.
    pub key: String,
    /// The span of the key in the text, in bytes.
    pub key_span: Range<usize>,
    /// The number of the value's node.
    pub node: usize,
}

/// The error for a text that is not JSON or YAML, or that a validator would not read as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
#[non_exhaustive]
pub struct SchemaError {
    /// The offset of the error in the text, in bytes.
    pub offset: usize,
    /// The reason.
    pub why: String,
}

impl SchemaError {
    fn new(offset: usize, why: impl Into<String>) -> Self {
        Self { offset, why: why.into() }
    }
}

impl SchemaDocument {
    /// Reads a file. [`SourceLanguage::Yaml`] is read as YAML 1.2, with merge keys (`<<`). Any other language is read
    /// as JSON, which may have comments.
    ///
    /// # Errors
    /// Returns an error if the text is not of the language, has two equal keys in an object, more than one document,
    /// or more than 1,000 nested collections.
    pub fn read(language: SourceLanguage, text: &str) -> Result<Self, SchemaError> {
        match language {
            SourceLanguage::Yaml => read_yaml(text),
            _ => read_json(text),
        }
    }

    /// Returns the number of the root.
    #[must_use]
    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a node.
    ///
    /// # Panics
    /// Panics if there is no node of this number.
    #[must_use]
    pub fn node(&self, number: usize) -> &SchemaNode {
        &self.nodes[number]
    }

    /// Returns the number of the node at a JSON Pointer (RFC 6901), or `None` if there is none.
    #[must_use]
    pub fn find(&self, pointer: &str) -> Option<usize> {
        let mut segments = pointer.split('/');
        if !segments.next()?.is_empty() {
            return None;
        }
        segments.try_fold(self.root(), |node, segment| match &self.node(node).value {
            SchemaValue::Mapping(mapping) => {
                let key = segment.replace("~1", "/").replace("~0", "~");
                mapping.get(&key).map(|entry| entry.node)
            }
            SchemaValue::Sequence(items) => {
                let is_index = segment == "0" || !segment.starts_with(['0', '+']);
                is_index.then(|| items.get(segment.parse::<usize>().ok()?).copied())?
            }
            _ => None,
        })
    }

    /// Returns the mapping of a node, if it is one.
    #[must_use]
    pub fn mapping(&self, number: usize) -> Option<&SchemaMapping> {
        match &self.node(number).value {
            SchemaValue::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// Returns the string of a node, if it is one.
    #[must_use]
    pub fn string(&self, number: usize) -> Option<&str> {
        match &self.node(number).value {
            SchemaValue::String(text) => Some(text),
            _ => None,
        }
    }
}

impl SchemaMapping {
    /// Returns the entries in the order of the text.
    #[must_use]
    pub fn entries(&self) -> &[SchemaEntry] {
        &self.entries
    }

    /// Returns the entry of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&SchemaEntry> {
        let at = self.sorted.binary_search_by(|&at| (*self.entries[at].key).cmp(key)).ok()?;
        Some(&self.entries[self.sorted[at]])
    }

    /// Sorts the entries, or returns the first entry whose key an earlier one has.
    fn sort(entries: Vec<SchemaEntry>) -> Result<Self, SchemaError> {
        let mut sorted: Vec<usize> = (0..entries.len()).collect();
        sorted.sort_by(|&one, &other| entries[one].key.cmp(&entries[other].key));
        let is_twice = |pair: &[usize]| entries[pair[0]].key == entries[pair[1]].key;
        let twice = sorted.windows(2).filter(|pair| is_twice(pair)).map(|pair| pair[1]).min();
        match twice.map(|at| &entries[at]) {
            Some(SchemaEntry { key, key_span, .. }) => {
                let key: String = key.chars().take(60).collect();
                Err(SchemaError::new(key_span.start, format!("the key `{key}` is there twice")))
            }
            None => Ok(Self { entries, sorted }),
        }
    }
}

/// A collection whose end has not been read.
struct Open {
    start: usize,
    content: Content,
    /// The number of the anchor, or 0.
    anchor: usize,
}

enum Content {
    Items(Vec<usize>),
    /// The entries, and a key without its value.
    Entries(Vec<SchemaEntry>, Option<(String, Range<usize>)>),
}

/// Builds a tree from the parts of a text, in order.
#[derive(Default)]
struct Builder {
    nodes: Vec<SchemaNode>,
    open: Vec<Open>,
    /// The nodes of the anchors of YAML; `None` for a collection whose end has not been read.
    anchors: HashMap<usize, Option<usize>>,
    has_merge_keys: bool,
    /// The number of entries that merge keys copied.
    merged: usize,
}

impl Builder {
    fn push(&mut self, value: SchemaValue, span: Range<usize>, anchor: usize) -> usize {
        self.nodes.push(SchemaNode { value, span });
        let node = self.nodes.len() - 1;
        self.name(anchor, Some(node));
        node
    }

    fn name(&mut self, anchor: usize, node: Option<usize>) {
        if anchor > 0 {
            self.anchors.insert(anchor, node);
        }
    }

    /// Returns the place of the next key, if a key is next.
    fn key(&mut self) -> Option<&mut Option<(String, Range<usize>)>> {
        match self.open.last_mut().map(|open| &mut open.content) {
            Some(Content::Entries(_, key)) if key.is_none() => Some(key),
            _ => None,
        }
    }

    fn scalar(&mut self, value: SchemaValue, span: Range<usize>, anchor: usize) {
        if let (SchemaValue::String(text) | SchemaValue::Other(text), Some(key)) =
            (&value, self.key())
        {
            *key = Some((text.clone(), span.clone()));
            if anchor > 0 {
                self.push(value, span, anchor);
            }
            return;
        }
        let node = self.push(value, span, anchor);
        self.add(node);
    }

    fn alias(&mut self, anchor: usize, span: Range<usize>) -> Result<(), SchemaError> {
        let Some(&Some(node)) = self.anchors.get(&anchor) else {
            return Err(SchemaError::new(span.start, "an alias inside the node that it refers to"));
        };
        if self.key().is_none() {
            self.add(node);
            return Ok(());
        }
        match self.nodes[node].value.clone() {
            value @ (SchemaValue::String(_) | SchemaValue::Other(_)) => {
                self.scalar(value, span, 0);
                Ok(())
            }
            _ => Err(SchemaError::new(span.start, COMPLEX_KEY)),
        }
    }

    /// Adds a node to the collection that is open.
    fn add(&mut self, node: usize) {
        match self.open.last_mut().map(|open| &mut open.content) {
            Some(Content::Items(items)) => items.push(node),
            Some(Content::Entries(entries, key)) => {
                if let Some((key, key_span)) = key.take() {
                    entries.push(SchemaEntry { key, key_span, node });
                }
            }
            None => {}
        }
    }

    fn begin(&mut self, content: Content, start: usize, anchor: usize) -> Result<(), SchemaError> {
        if self.key().is_some() {
            return Err(SchemaError::new(start, COMPLEX_KEY));
        }
        if self.open.len() == DEPTH {
            let why = format!("more than {DEPTH} objects and arrays are nested");
            return Err(SchemaError::new(start, why));
        }
        self.name(anchor, None);
        self.open.push(Open { start, content, anchor });
        Ok(())
    }

    /// Ends a collection. Without a closing bracket, it ends with its last child.
    fn end(&mut self, bracket: Option<usize>) -> Result<(), SchemaError> {
        let Some(Open { start, content, anchor }) = self.open.pop() else { return Ok(()) };
        let last = match &content {
            Content::Items(items) => items.last(),
            Content::Entries(entries, _) => entries.last().map(|entry| &entry.node),
        };
        let last = last.map_or(start, |&node| self.nodes[node].span.end);
        let value = match content {
            Content::Items(items) => SchemaValue::Sequence(items),
            Content::Entries(entries, _) => SchemaValue::Mapping(self.mapping(entries)?),
        };
        let node = self.push(value, start..bracket.unwrap_or(last).max(start), anchor);
        self.add(node);
        Ok(())
    }

    fn mapping(&mut self, entries: Vec<SchemaEntry>) -> Result<SchemaMapping, SchemaError> {
        let mapping = SchemaMapping::sort(entries)?;
        let Some(merge) = mapping.get("<<").filter(|_| self.has_merge_keys) else {
            return Ok(mapping);
        };
        let from = match &self.nodes[merge.node].value {
            SchemaValue::Sequence(items) => items.clone(),
            _ => vec![merge.node],
        };
        let mut keys: HashSet<String> = mapping.entries.iter().map(|one| one.key.clone()).collect();
        let at = merge.key_span.start;
        let mut entries = mapping.entries;
        entries.retain(|one| one.key != "<<");
        for node in from {
            let SchemaValue::Mapping(other) = &self.nodes[node].value else {
                return Err(SchemaError::new(at, "a merge key (`<<`) needs an alias of an object"));
            };
            self.merged += other.entries.len();
            if self.merged > MERGED {
                let why = format!("the merge keys (`<<`) copy more than {MERGED} entries");
                return Err(SchemaError::new(at, why));
            }
            entries
                .extend(other.entries.iter().filter(|one| keys.insert(one.key.clone())).cloned());
        }
        SchemaMapping::sort(entries)
    }

    fn finish(self, end: usize) -> Result<SchemaDocument, SchemaError> {
        match self.open.last() {
            Some(open) => Err(SchemaError::new(open.start, "this is not closed")),
            None if self.nodes.is_empty() => Err(SchemaError::new(end, "there is no value")),
            None => Ok(SchemaDocument { nodes: self.nodes }),
        }
    }
}

const COMPLEX_KEY: &str = "a key must be a string, not an object or an array";

/// The characters that may come next in a text of JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// A value, or the end of an array.
    First,
    Key,
    /// A key, or the end of an object.
    FirstKey,
    Colon,
    /// A comma, or the end of the object or array.
    Comma,
    Nothing,
}

impl Next {
    const fn name(self) -> &'static str {
        match self {
            Self::Value => "a value",
            Self::First => "a value or `]`",
            Self::Key => "a key in double quotes",
            Self::FirstKey => "a key in double quotes or `}`",
            Self::Colon => "`:`",
            Self::Comma => "`,` or a closing bracket",
            Self::Nothing => "the end of the file",
        }
    }
}

fn read_json(text: &str) -> Result<SchemaDocument, SchemaError> {
    // Many configuration files are JSON with comments.
    let tokens = Tokens::new(text, Comments::Slashes, &mut |text, at, _| {
        let is_quote = text.as_bytes()[at] == b'"';
        is_quote.then(|| quoted(text, at, at + 1, b'"', Style::Escaped(&JSON)))
    });
    let (mut builder, mut next, mut at) = (Builder::default(), Next::Value, 0);
    // A byte order mark is not a part of the value (RFC 8259, 8.1).
    if tokens.of_token(0) == "\u{FEFF}" {
        at = 1;
    }
    while let Some(token) = tokens.all.get(at) {
        let Range { start, end } = token.span;
        let is_key = matches!(next, Next::Key | Next::FirstKey);
        let is_value = matches!(next, Next::Value | Next::First);
        let is_mapping =
            builder.open.last().is_some_and(|open| matches!(open.content, Content::Entries(..)));
        let unexpected = || {
            let found: String = text[start..end].chars().take(20).collect();
            SchemaError::new(start, format!("unexpected `{found}`; expected {}", next.name()))
        };
        at += 1;
        let mut is_ended = true;
        match (&token.kind, &text[start..end]) {
            (TokenKind::Literal(_, Style::Computed), _) => {
                return Err(SchemaError::new(start, "the string is not closed on its line"));
            }
            (TokenKind::Literal(inner, _), _) if is_key || is_value => {
                let decoded = decoded(text, inner.clone(), &JSON)
                    .map_err(|error| SchemaError::new(error.span.start, error.why))?;
                let value = SchemaValue::String(decoded.text().to_owned());
                builder.scalar(value, start..end, 0);
                if is_key {
                    (next, is_ended) = (Next::Colon, false);
                }
            }
            (TokenKind::Sign, "{") if is_value => {
                builder.begin(Content::Entries(Vec::new(), None), start, 0)?;
                (next, is_ended) = (Next::FirstKey, false);
            }
            (TokenKind::Sign, "[") if is_value => {
                builder.begin(Content::Items(Vec::new()), start, 0)?;
                (next, is_ended) = (Next::First, false);
            }
            (TokenKind::Sign, "}")
                if next == Next::FirstKey || (next == Next::Comma && is_mapping) =>
            {
                builder.end(Some(end))?;
            }
            (TokenKind::Sign, "]")
                if next == Next::First || (next == Next::Comma && !is_mapping) =>
            {
                builder.end(Some(end))?;
            }
            (TokenKind::Sign, ",") if next == Next::Comma => {
                (next, is_ended) = (if is_mapping { Next::Key } else { Next::Value }, false);
            }
            (TokenKind::Sign, ":") if next == Next::Colon => {
                (next, is_ended) = (Next::Value, false);
            }
            (TokenKind::Word | TokenKind::Sign, _) if is_value => {
                // The parts of a number are several tokens.
                let mut last = end;
                while let Some(more) = tokens.all.get(at).filter(|more| more.span.start == last)
                    && (matches!(more.kind, TokenKind::Word)
                        || ["+", "-", "."].contains(&tokens.of_token(at)))
                {
                    (last, at) = (more.span.end, at + 1);
                }
                let word = &text[start..last];
                if !matches!(word, "true" | "false" | "null") && !is_number(word) {
                    return Err(unexpected());
                }
                builder.scalar(SchemaValue::Other(word.to_owned()), start..last, 0);
            }
            _ => return Err(unexpected()),
        }
        if is_ended {
            next = if builder.open.is_empty() { Next::Nothing } else { Next::Comma };
        }
    }
    builder.finish(text.len())
}

/// Returns whether a word is a number of JSON. A number with leading zeros is accepted too.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.starts_with(|one: char| one.is_ascii_digit())
        && !digits.contains(".e")
        && !digits.contains(".E")
        && !digits.ends_with('.')
        && digits.parse::<f64>().is_ok()
}

fn read_yaml(text: &str) -> Result<SchemaDocument, SchemaError> {
    // The parser counts characters.
    let offsets: Vec<usize> = match text.is_ascii() {
        true => Vec::new(),
        false => text.char_indices().map(|(at, _)| at).collect(),
    };
    let offset = |index: usize| match offsets.is_empty() {
        true => index.min(text.len()),
        false => offsets.get(index).copied().unwrap_or(text.len()),
    };
    let mut builder = Builder { has_merge_keys: true, ..Builder::default() };
    let mut has_document = false;
    for event in Parser::new_from_str(text) {
        let (event, span) = event
            .map_err(|error| SchemaError::new(offset(error.marker().index()), error.info()))?;
        let span = offset(span.start.index())..offset(span.end.index());
        let bracket = (!span.is_empty()).then_some(span.end);
        match event {
            Event::DocumentStart(_) if has_document => {
                let why = "a second document begins here; compare one document at a time";
                return Err(SchemaError::new(span.start, why));
            }
            Event::DocumentStart(_) => has_document = true,
            Event::Scalar(value, style, anchor, tag) => {
                let is_tagged =
                    tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                let is_string = style != ScalarStyle::Plain || is_tagged || is_plain_string(&value);
                let span = scalar_span(text, span, style);
                let value = value.into_owned();
                let value =
                    if is_string { SchemaValue::String(value) } else { SchemaValue::Other(value) };
                builder.scalar(value, span, anchor);
            }
            Event::Alias(anchor) => builder.alias(anchor, span)?,
            Event::SequenceStart(anchor, _) => {
                builder.begin(Content::Items(Vec::new()), span.start, anchor)?;
            }
            Event::MappingStart(anchor, _) => {
                builder.begin(Content::Entries(Vec::new(), None), span.start, anchor)?;
            }
            Event::SequenceEnd | Event::MappingEnd => builder.end(bracket)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }
    builder.finish(text.len())
}

/// Returns the span of a scalar without its anchor, its tag, and the comment after it.
fn scalar_span(text: &str, span: Range<usize>, style: ScalarStyle) -> Range<usize> {
    let mut start = span.start;
    // The span of a block scalar is its content.
    let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
    while let Some(skipped) = match text.as_bytes()[start..span.end].first() {
        _ if is_block => None,
        Some(b'&' | b'!') => text[start..span.end].find(char::is_whitespace),
        Some(b'#') => Some(line_end(text, start) - start),
        Some(b' ' | b'\t' | b'\n' | b'\r') => Some(1),
        _ => None,
    } {
        start += skipped;
    }
    let within = &text[..span.end];
    let end = match style {
        ScalarStyle::DoubleQuoted => {
            escaped_end(within, start + 1, b'"', true).map(|quote| quote + 1)
        }
        ScalarStyle::SingleQuoted => {
            let from = (start + 1).min(span.end);
            let mut quotes = memchr::memchr_iter(b'\'', &within.as_bytes()[from..]).peekable();
            std::iter::from_fn(|| {
                quotes.next().map(|quote| (quote, quotes.next_if_eq(&(quote + 1))))
            })
            .find(|(_, doubled)| doubled.is_none())
            .map(|(quote, _)| from + quote + 1)
        }
        _ => None,
    };
    start..end.unwrap_or_else(|| start + text[start..span.end].trim_end().len())
}

/// Returns whether a plain scalar is a string in the core schema (YAML 1.2.2, 10.3.2).
fn is_plain_string(text: &str) -> bool {
    let is_word = matches!(
        text,
        "" | "~"
            | "null"
            | "Null"
            | "NULL"
            | "true"
            | "True"
            | "TRUE"
            | "false"
            | "False"
            | "FALSE"
    );
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_of = |prefix: &str, radix: u32| {
        let digits = text.strip_prefix(prefix).unwrap_or_default();
        !digits.is_empty() && digits.chars().all(|one| one.is_digit(radix))
    };
    let begins = unsigned.strip_prefix('.').unwrap_or(unsigned);
    let is_decimal = begins.starts_with(|one: char| one.is_ascii_digit())
        && unsigned.bytes().all(|one| one.is_ascii_digit() || b".eE+-".contains(&one))
        && unsigned.parse::<f64>().is_ok();
    let is_special =
        matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN");
    !(is_word || is_decimal || is_special || is_of("0o", 8) || is_of("0x", 16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scaled;

    /// Formats a tree as JSON, with other values as written.
    fn shown(document: &SchemaDocument, node: usize) -> String {
        match &document.node(node).value {
            SchemaValue::String(text) => format!("{text:?}"),
            SchemaValue::Other(text) => text.clone(),
            SchemaValue::Sequence(items) => {
                let items: Vec<_> = items.iter().map(|&item| shown(document, item)).collect();
                format!("[{}]", items.join(","))
            }
            SchemaValue::Mapping(mapping) => {
                let entry =
                    |one: &SchemaEntry| format!("{:?}:{}", one.key, shown(document, one.node));
                let entries: Vec<_> = mapping.entries().iter().map(entry).collect();
                format!("{{{}}}", entries.join(","))
            }
        }
    }

    fn read(language: SourceLanguage, text: &str) -> Result<String, (usize, String)> {
        let document = SchemaDocument::read(language, text).map_err(|one| (one.offset, one.why))?;
        Ok(shown(&document, document.root()))
    }

    #[track_caller]
    fn json(text: &str, expected: &str) {
        assert_eq!(read(SourceLanguage::Json, text).as_deref(), Ok(expected));
    }

    #[track_caller]
    fn yaml(text: &str, expected: &str) {
        assert_eq!(read(SourceLanguage::Yaml, text).as_deref(), Ok(expected));
    }

    #[track_caller]
    fn wrong(language: SourceLanguage, text: &str, offset: usize, why: &str) {
        assert_eq!(read(language, text), Err((offset, why.to_owned())));
    }

    #[test]
    fn json_is_read_with_comments() {
        json(
            "\u{FEFF}{\"a\": [1, -2.5e+3, true, null, \"\\u00e9\"], // one\r\n \"b\": {} /* two */}",
            "{\"a\":[1,-2.5e+3,true,null,\"é\"],\"b\":{}}",
        );
        json("[]", "[]");
        json(" \"a\" ", "\"a\"");
    }

    #[test]
    fn json_has_positions() {
        let text = "{\"é\": {\"pattern\": \"a\\u0062\"}}";
        let document = SchemaDocument::read(SourceLanguage::Json, text).unwrap();
        let node = document.find("/é/pattern").unwrap();
        assert_eq!(&text[document.node(node).span.clone()], "\"a\\u0062\"");
        assert_eq!(document.string(node), Some("ab"));
        let root = document.mapping(document.root()).unwrap();
        assert_eq!(&text[root.entries()[0].key_span.clone()], "\"é\"");
        assert_eq!(document.node(document.root()).span, 0..text.len());
    }

    #[test]
    fn errors_of_json_have_their_place() {
        use SourceLanguage::Json;
        wrong(Json, "", 0, "there is no value");
        wrong(Json, "{\"a\": 1,}", 8, "unexpected `}`; expected a key in double quotes");
        wrong(Json, "[1 2]", 3, "unexpected `2`; expected `,` or a closing bracket");
        wrong(Json, "[1}", 2, "unexpected `}`; expected `,` or a closing bracket");
        wrong(Json, "{a: 1}", 1, "unexpected `a`; expected a key in double quotes or `}`");
        wrong(Json, "[1] 2", 4, "unexpected `2`; expected the end of the file");
        wrong(Json, "[yes]", 1, "unexpected `yes`; expected a value or `]`");
        wrong(Json, "{\"a\": [1", 6, "this is not closed");
        wrong(Json, "[\"a\n\"]", 1, "the string is not closed on its line");
        wrong(Json, "[\"a\\x\"]", 3, "an escape that the language does not have");
        wrong(Json, "{\"a\": 1, \"b\": 2, \"a\": 3}", 17, "the key `a` is there twice");
        let deep = "[".repeat(DEPTH + 1);
        wrong(Json, &deep, DEPTH, "more than 1000 objects and arrays are nested");
    }

    #[test]
    fn yaml_is_read_with_all_its_scalars() {
        yaml(
            "\u{FEFF}a: 1\r\nb: [x, 'it''s', \"\\u00e9\"]\r\n",
            "{\"a\":1,\"b\":[\"x\",\"it's\",\"é\"]}",
        );
        yaml(
            "a: |\n  x\n  y\nb: >-\n  x\n  y\nc: x\n  y\n",
            "{\"a\":\"x\\ny\\n\",\"b\":\"x y\",\"c\":\"x y\"}",
        );
        yaml(
            "- yes\n- !!str 1\n- ~\n- 0x1F\n- .5\n- 1.2.3\n- 0o8\n",
            "[\"yes\",\"1\",~,0x1F,.5,\"1.2.3\",\"0o8\"]",
        );
        yaml("200: {a: b} # c\n? k\n: v\n", "{\"200\":{\"a\":\"b\"},\"k\":\"v\"}");
    }

    #[test]
    fn aliases_and_merge_keys_are_resolved() {
        yaml(
            "a: &x {p: 1, q: 2}\nb: *x\nc: {<<: *x, q: 3}\n",
            "{\"a\":{\"p\":1,\"q\":2},\"b\":{\"p\":1,\"q\":2},\"c\":{\"q\":3,\"p\":1}}",
        );
        yaml("a: &x k\n*x : 1\n", "{\"a\":\"k\",\"k\":1}");
        wrong(SourceLanguage::Yaml, "&x [*x]", 4, "an alias inside the node that it refers to");
        wrong(SourceLanguage::Yaml, "<<: 1", 0, "a merge key (`<<`) needs an alias of an object");
        // Each level has twice as many paths, and no more nodes.
        let mut text = "a0: &a0 x\n".to_owned();
        for level in 1..60 {
            text += &format!("a{level}: &a{level} [*a{}, *a{}]\n", level - 1, level - 1);
        }
        assert_eq!(SchemaDocument::read(SourceLanguage::Yaml, &text).unwrap().size(), 61);
    }

    #[test]
    fn positions_in_yaml_are_bytes() {
        let text = "é: 'ü' # ö\nb:\n  - pattern: >\n      é\n  - x\nc: !!str &a 'it''s' # '\nd: \"\\\"\n e\" # \"\n";
        let document = SchemaDocument::read(SourceLanguage::Yaml, text).unwrap();
        let at = |pointer: &str| &text[document.node(document.find(pointer).unwrap()).span.clone()];
        assert_eq!(at("/é"), "'ü'");
        assert_eq!(at("/b/1"), "x");
        assert_eq!(at("/c"), "'it''s'");
        assert_eq!(at("/d"), "\"\\\"\n e\"");
        assert!(at("/b").starts_with("- pattern") && at("/b").ends_with("- x"));
        assert_eq!(document.find("/b/01"), None);
        assert_eq!(document.find("b"), None);
        assert_eq!(document.find(""), Some(document.root()));
    }

    #[test]
    fn errors_of_yaml_have_their_place() {
        use SourceLanguage::Yaml;
        wrong(Yaml, "", 0, "there is no value");
        wrong(Yaml, "é: 1\nb: 2\né: 3\n", 11, "the key `é` is there twice");
        wrong(Yaml, "[a]: 1\n", 0, COMPLEX_KEY);
        wrong(
            Yaml,
            "a: 1\n---\nb: 2\n",
            5,
            "a second document begins here; compare one document at a time",
        );
        let deep = format!("{}x", "- ".repeat(DEPTH + 1));
        wrong(Yaml, &deep, 2 * DEPTH, "more than 1000 objects and arrays are nested");
        assert!(read(Yaml, "a:\n\tb: 1\n").is_err());
    }

    /// Reading in quadratic time would take minutes.
    #[test]
    fn long_texts_are_read_in_linear_time() {
        for piece in [
            "[", "- ", "a: ", "{\"a\":", "\"", "'", "a\n", "&a ", "? ", "\"a\", ", "|\n ", "[a, ",
            "é", "-1.",
        ] {
            let text = piece.repeat(scaled(100_000, 2_000_000) / piece.len());
            for language in [SourceLanguage::Json, SourceLanguage::Yaml] {
                let _ = SchemaDocument::read(language, &text);
            }
        }
    }
}
