//! A line of JSON: one object, whose keys are written in the order in which they are added.
//!
//! An absent key is undefined: the components of `//h?` have an empty `query`, and the components of `//h` have no
//! `query`. Offsets are in bytes. JSON cannot contain a string that is not UTF-8. Either its invalid bytes are replaced
//! by U+FFFD ([`lossy`]), or its hexadecimal digits are written under a key that ends in `_hex` ([`Record::witness`]).

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use urispec::Edition;

/// An object, as its text without the last brace. A map of `serde_json` would not preserve the order.
#[derive(Clone)]
pub struct Record(Vec<u8>);

impl Default for Record {
    fn default() -> Self {
        Self::new()
    }
}

impl Record {
    /// Creates an object that will be a part of another object.
    pub fn new() -> Self {
        Self(vec![b'{'])
    }

    /// Creates an object that will be printed as a line.
    pub fn line() -> Self {
        Self::new().with("schema", 1)
    }

    /// Creates an object about an edition that will be printed as a line.
    pub fn of(edition: Edition) -> Self {
        Self::line().with("edition", edition.id())
    }

    /// Adds a key, unless its value is null.
    pub fn with(mut self, key: &str, value: impl Serialize) -> Self {
        let before = self.0.len();
        self.key(key);
        let start = self.0.len();
        let written = value.serialize(&mut Serializer::with_formatter(&mut self.0, Visible));
        // All values have string keys, and writing to a vector cannot fail.
        if written.is_err() || &self.0[start..] == b"null" {
            self.0.truncate(before);
        }
        self
    }

    /// Adds a key whose value may be null, if null is informative.
    pub fn with_null(self, key: &str, value: Option<impl Serialize>) -> Self {
        if value.is_some() {
            return self.with(key, value);
        }
        let mut this = self;
        this.key(key);
        this.0.extend(b"null");
        this
    }

    /// Adds an object, if there is one.
    pub fn with_record(mut self, key: &str, record: Option<Self>) -> Self {
        if let Some(record) = record {
            self.key(key);
            self.0.extend(record.0);
            self.0.push(b'}');
        }
        self
    }

    /// Adds a list of objects, which may be empty.
    pub fn with_all(mut self, key: &str, records: impl Iterator<Item = Self>) -> Self {
        self.key(key);
        self.0.push(b'[');
        for (at, record) in records.enumerate() {
            self.0.extend(if at > 0 { &b","[..] } else { b"" });
            self.0.extend(record.0);
            self.0.push(b'}');
        }
        self.0.push(b']');
        self
    }

    /// Adds an input string as text. If the string is not UTF-8, also adds its hexadecimal digits.
    pub fn given(self, key: &str, bytes: &[u8]) -> Self {
        let this = self.with(key, lossy(bytes));
        match std::str::from_utf8(bytes) {
            Ok(_) => this,
            Err(_) => this.with(&format!("{key}_hex"), hexadecimal(bytes)),
        }
    }

    /// Adds a string of a language, if there is one. A string that is not UTF-8 is in hexadecimal digits.
    pub fn witness(self, key: &str, bytes: Option<&[u8]>) -> Self {
        match bytes.map(|bytes| (bytes, std::str::from_utf8(bytes))) {
            None => self,
            Some((_, Ok(text))) => self.with(key, text),
            Some((bytes, Err(_))) => self.with(&format!("{key}_hex"), hexadecimal(bytes)),
        }
    }

    /// Adds strings of a language, all in hexadecimal digits if one of them is not UTF-8.
    pub fn witnesses(self, key: &str, all: &[Vec<u8>]) -> Self {
        match all.iter().map(|bytes| std::str::from_utf8(bytes)).collect::<Result<Vec<_>, _>>() {
            Ok(texts) => self.with(key, texts),
            Err(_) => {
                let all: Vec<_> = all.iter().map(|bytes| hexadecimal(bytes)).collect();
                self.with(&format!("{key}_hex"), all)
            }
        }
    }

    /// Returns the object as a text.
    #[must_use]
    pub fn into_text(mut self) -> String {
        self.0.push(b'}');
        // Only text is ever written.
        String::from_utf8(self.0).unwrap_or_default()
    }

    /// Writes the object on a line.
    pub fn print(mut self, out: &mut impl Write) -> io::Result<()> {
        self.0.extend(b"}\n");
        out.write_all(&self.0)
    }

    fn key(&mut self, key: &str) {
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        self.0.push(b'"');
        // The keys of this program need no escapes.
        self.0.extend(key.as_bytes());
        self.0.extend(b"\":");
    }
}

/// Writes a text as a JSON string.
#[inline]
pub fn string(text: &str, out: &mut Vec<u8>) {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if text.as_bytes().iter().all(is_plain) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
        return;
    }
    // Writing to a vector cannot fail.
    let _ = text.serialize(&mut Serializer::with_formatter(out, Visible));
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns bytes as text. Bytes that are not UTF-8 are replaced by U+FFFD.
pub fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Returns whether a character is visible, and does not change how other characters are displayed.
#[must_use]
pub fn is_visible(character: char) -> bool {
    matches!(character, ' '..='~') || character.escape_debug().len() == 1
}

/// A formatter that escapes characters which a terminal would not display, as JSON allows for any character.
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
