//! Readers: from the text of a pattern to its tree.
//!
//! In: a text and its dialect. Out: a [`Tree`], and notes on what is not as it looks; or what is at
//! fault, and where. Each dialect is read as its own documents have it, and what another one has is
//! refused by name. `reader` reads six dialects by a table of what they have, with the files `ecmascript`,
//! `java` and `dotnet` for what no other one has; `rust` asks `regex-syntax`; `posix` and `xsd` are small.

use super::{Dialect, PatternError, Tree};

mod anchors;
mod blocks;
mod case;
mod class;
mod cursor;
mod dotnet;
mod ecmascript;
mod escape;
mod facts;
mod flags;
mod fold;
mod group;
mod java;
mod java_class;
mod posix;
mod reader;
mod rust;
mod sets;
#[cfg(test)]
mod tests;
mod unicode_sets;
mod width;
mod xsd;

use cursor::Fault;
use reader::Reader;

/// The number of bytes that a pattern may have.
const LENGTH: usize = 1 << 20;
/// How deep groups and classes may stand in each other.
const NESTING: usize = 110;
/// The number of classes that a pattern may have: each may take thousands of ranges.
const CLASSES: usize = 10_000;

/// What a text says.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) tree: Tree,
    pub(super) notes: Vec<String>,
    /// Whether a character above U+FFFF may count as two, as in ECMAScript without the flag `u`.
    pub(super) is_in_units: bool,
}

/// Sentences on what is read otherwise than it looks, each of them once.
#[derive(Clone, Debug, Default)]
struct Notes(Vec<String>);

impl Notes {
    fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// That a class is one of Unicode.
    fn tables(&mut self, dialect: Dialect) {
        self.add(format!(
            "classes of Unicode are those of Unicode {}; an engine of {dialect} may have other tables",
            sets::UNICODE
        ));
    }
}

/// Reads a pattern.
pub(super) fn read(dialect: Dialect, text: &str) -> Result<Read, PatternError> {
    let read = match check_size(text) {
        Ok(()) => match dialect {
            Dialect::Rust => rust::read(text),
            Dialect::EcmaScript => ecmascript::read(text),
            Dialect::Python => by_facts(text, &facts::PYTHON),
            Dialect::Pcre => by_facts(text, &facts::PCRE),
            Dialect::Re2 => by_facts(text, &facts::RE2),
            Dialect::PosixEre => posix::read(text),
            Dialect::Xsd => xsd::read(text),
            Dialect::Java => java::read(text),
            Dialect::DotNet => dotnet::read(text),
        },
        Err(fault) => Err(fault),
    };
    read.map_err(|Fault { at, why }| PatternError { dialect, offset: at, why })
}

fn by_facts(text: &str, facts: &'static facts::Facts) -> Result<Read, Fault> {
    let mut reader = Reader::new(text, facts);
    let tree = reader.pattern()?;
    Ok(Read { tree, notes: reader.notes.0, is_in_units: false })
}

fn check_size(text: &str) -> Result<(), Fault> {
    if text.len() > LENGTH {
        return Err(Fault::new(LENGTH, format!("a pattern of more than {LENGTH} bytes")));
    }
    let bytes = text.as_bytes();
    let starts_class = |&at: &usize| match bytes[at] {
        b'[' | b'.' => true,
        b'\\' => bytes.get(at + 1).is_some_and(|letter| letter.is_ascii_alphabetic()),
        _ => false,
    };
    match (0..bytes.len()).filter(starts_class).nth(CLASSES) {
        Some(at) => Err(Fault::new(at, format!("more than {CLASSES} classes and escapes"))),
        None => Ok(()),
    }
}

fn too_deep(at: usize) -> Fault {
    Fault::new(at, format!("groups that stand more than {NESTING} deep in each other"))
}
