//! The records as JSON: one object for each input, on a line of its own.
//!
//! A key that is absent is undefined: the components of `//h?` have an empty `query`, those of
//! `//h` have none. Offsets are in bytes. A string that is not UTF-8 cannot stand in JSON: the
//! bytes that are to blame are replaced by U+FFFD.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct};
use serde_json::Serializer;
use serde_json::ser::Formatter;
use urispec::{Cause, Caveat, Change, Edition, Explanation, Node, Reference, Warning};

use super::fault::{Fault, Part};
use super::meaning::{Fields, Value};
use super::terminal::is_visible;

/// Every key that a record can have, in their order.
#[derive(Default, Serialize)]
pub(super) struct Record<'a> {
    pub(super) schema: u32,
    pub(super) edition: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) a: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) b: Option<Cow<'a, str>>,
    pub(super) valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) components: Option<Components<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scheme_specific: Option<SchemeSpecific<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<Tree<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<Option<Cow<'a, str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) current_document: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fragment: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) warnings: Option<Vec<Warned>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) normalized: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) changes: Option<Vec<Changed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) equivalent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rung: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Error<'a>>,
    /// What is wrong with the second of two strings, when something is with the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) other_error: Option<Error<'a>>,
}

impl<'a> Record<'a> {
    pub(super) fn new(edition: Edition) -> Self {
        Self { schema: 1, edition: edition.id(), ..Self::default() }
    }

    /// The record of a string under a production.
    pub(super) fn of(edition: Edition, rule: &'static str, input: &'a [u8]) -> Self {
        Self { rule: Some(rule), input: Some(lossy(input)), ..Self::new(edition) }
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        write_line(self, out)
    }
}

/// Writes a value on a line of its own.
pub(super) fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Visible))?;
    out.write_all(b"\n")
}

/// Escapes what a terminal would not show as it is, which JSON allows for any character.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.chars().all(is_visible) {
            return out.write_all(fragment.as_bytes());
        }
        for character in fragment.chars() {
            if is_visible(character) {
                write!(out, "{character}")?;
                continue;
            }
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

/// The text of bytes that may not be UTF-8.
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The components of a reference, and the subcomponents of its authority.
#[derive(Serialize)]
pub(super) struct Components<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authority: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    userinfo: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<&'a str>,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<&'a str>,
}

impl<'a> From<&Reference<'a>> for Components<'a> {
    fn from(reference: &Reference<'a>) -> Self {
        let host = reference.host();
        Self {
            scheme: reference.scheme(),
            authority: reference.authority(),
            userinfo: reference.userinfo(),
            host: host.map(|host| host.text()),
            host_kind: host.map(|host| host.kind().name()),
            port: reference.port(),
            path: reference.path(),
            query: reference.query(),
            fragment: reference.fragment(),
        }
    }
}

/// What the scheme of a string makes of it.
pub(super) struct SchemeSpecific<'a>(pub(super) &'a Fields);

impl Serialize for SchemeSpecific<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// The production that does not derive it, and why not.
        #[derive(Serialize)]
        struct Unmatched<'a> {
            production: &'static str,
            error: Error<'a>,
        }
        let Self(Fields { production, unmatched, rest }) = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("production", production)?;
        if let Some((production, fault)) = unmatched {
            let error = Error::new(fault, None);
            object.serialize_entry("unmatched", &Unmatched { production, error })?;
        }
        for (name, value) in rest {
            object.serialize_entry(name, value)?;
        }
        object.end()
    }
}

impl Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Field<'a> {
            name: &'a str,
            value: &'a str,
        }
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Flag(flag) => flag.serialize(serializer),
            Self::Texts(texts) => texts.serialize(serializer),
            Self::Pairs(pairs) => {
                serializer.collect_seq(pairs.iter().map(|(name, value)| Field { name, value }))
            }
        }
    }
}

/// A tree. Not a recursion that input can drive: no production contains itself.
pub(super) struct Tree<'a>(pub(super) &'a Node<'a>);

impl Serialize for Tree<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(node) = self;
        let mut object = serializer.serialize_struct("tree", 4)?;
        object.serialize_field("rule", node.rule())?;
        object.serialize_field("start", &node.start())?;
        object.serialize_field("end", &node.end())?;
        object.serialize_field("children", &Children(node.children()))?;
        object.end()
    }
}

struct Children<'a>(&'a [Node<'a>]);

impl Serialize for Children<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Tree))
    }
}

/// A change that normalization made.
#[derive(Serialize)]
pub(super) struct Changed {
    rung: &'static str,
    section: &'static str,
    before: String,
    after: String,
}

impl From<Change<'_>> for Changed {
    fn from(change: Change<'_>) -> Self {
        Self {
            rung: change.rung.name(),
            section: change.section,
            before: change.before.to_owned(),
            after: change.after.to_owned(),
        }
    }
}

/// What to know of an answer before using it.
#[derive(Clone, Serialize)]
pub(super) struct Warned {
    /// Which of two strings it is about: the key that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Part,
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl From<Warning> for Warned {
    fn from(warning: Warning) -> Self {
        Self { part: None, code: warning.code(), message: warning.to_string() }
    }
}

impl From<Caveat> for Warned {
    fn from(caveat: Caveat) -> Self {
        Self { part: None, code: caveat.code(), message: caveat.to_string() }
    }
}

/// Why there is no answer. What is wrong with something else than its syntax has a message only.
#[derive(Serialize)]
pub(super) struct Error<'a> {
    /// Which of two strings it is about: the key that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_path: Option<&'a [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<CauseRecord<'a>>,
    message: String,
}

/// What a person would say is wrong.
#[derive(Serialize)]
struct CauseRecord<'a> {
    id: &'static str,
    text: &'a str,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mended: Option<&'a str>,
}

impl<'a> From<&'a Cause> for CauseRecord<'a> {
    fn from(cause: &'a Cause) -> Self {
        let (text, mended) = (cause.sentence(), cause.mended());
        Self { id: cause.id(), text, section: cause.section(), mended }
    }
}

impl<'a> Error<'a> {
    pub(super) fn new(fault: &'a Fault, part: Part) -> Self {
        let syntax = fault.syntax();
        Self {
            part,
            offset: fault.offset(),
            found: syntax
                .map(|why| why.error().found().map_or_else(|| "end of input".into(), String::from)),
            expected: syntax.map(|error| error.expected()),
            rule_path: syntax.map(|error| error.rule_path()),
            section: syntax.map(|error| error.section()),
            cause: syntax.and_then(Explanation::cause).map(CauseRecord::from),
            message: fault.to_string(),
        }
    }
}
