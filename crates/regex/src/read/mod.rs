//! Readers: from the text of a pattern to its tree.
//!
//! In: a text and its dialect. Out: a [`Tree`], and notes on what is not as it looks; or what is at
//! fault, and where. Each dialect is read as its own documents have it, and what another one has is
//! refused by name. `reader` reads six dialects by a table of what they have, with the files `ecmascript`,
//! `java` and `dotnet` for what no other one has; `rust` asks `regex-syntax`; `posix` and `xsd` are small.

use super::{Dialect, PatternError, Tree};

mod group;
mod sets;
mod case;
mod reader;
mod dotnet;
mod ecmascript;
mod escape;
mod facts;
mod java;
mod posix;
mod rust;
#[cfg(test)]
mod tests;
mod xsd;

#[cfg(feature = "sources")]
pub(crate) use ecmascript::literal_parts;
use reader::{PatternFault, PatternReader};

/// The number of bytes that a pattern may have.
const LENGTH: usize = 1 << 20;
/// How deep groups and classes may stand in each other.
const NESTING: usize = 110;
/// The number of classes that a pattern may have: each may take thousands of ranges.
const CLASSES: usize = 10_000;

/// What a text says.
#[derive(Clone, Debug)]
pub(super) struct ParsedPattern {
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
pub(super) fn read(dialect: Dialect, text: &str) -> Result<ParsedPattern, PatternError> {
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
    read.map_err(|PatternFault { at, why }| PatternError { dialect, offset: at, why })
}

/// Reads a pattern with exactly some flags, and says how it is written with these.
pub(super) fn read_with_flags(
    dialect: Dialect,
    text: &str,
    flags: &str,
) -> Result<(String, ParsedPattern), PatternError> {
    let error = |PatternFault { at, why }| PatternError { dialect, offset: at, why };
    if dialect == Dialect::EcmaScript {
        check_size(text).map_err(error)?;
        let read = ecmascript::read_body(text, flags, text.len()).map_err(error)?;
        let parts = ecmascript::literal_parts(text, flags);
        let parts = parts.map_err(|why| error(PatternFault::new(text.len(), why)))?;
        return Ok((parts.into_iter().map(|(part, _)| part).collect(), read));
    }
    if flags.is_empty() {
        return Ok((text.to_owned(), read(dialect, text)?));
    }
    check_flags(dialect, flags).map_err(|why| error(PatternFault::new(text.len(), why)))?;
    // What PCRE has at the beginning for the whole pattern stands before the flags.
    let at =
        if dialect == Dialect::Pcre { text.len() - group::after_settings(text).len() } else { 0 };
    let group = format!("(?{flags})");
    let all = [&text[..at], &group, &text[at..]].concat();
    // A fault of the flags has no place in the text.
    let own = |offset: usize| match offset.checked_sub(at + group.len()) {
        Some(behind) => at + behind,
        None if offset < at => offset,
        None => text.len(),
    };
    let read =
        read(dialect, &all).map_err(|error| PatternError { offset: own(error.offset), ..error })?;
    Ok((all, read))
}

/// Refuses a flag that a pattern of a dialect cannot have in `(?…)`.
fn check_flags(dialect: Dialect, flags: &str) -> Result<(), String> {
    let known = match dialect {
        Dialect::Rust => "imsUxRu",
        Dialect::Python => facts::PYTHON.flags,
        Dialect::Pcre => facts::PCRE.flags,
        Dialect::Re2 => facts::RE2.flags,
        Dialect::Java => facts::JAVA.flags,
        Dialect::DotNet => facts::DOTNET.flags,
        Dialect::EcmaScript | Dialect::PosixEre | Dialect::Xsd => "",
    };
    match flags.chars().find(|&one| !known.contains(one)) {
        None => Ok(()),
        Some(one) if known.is_empty() => Err(format!(
            "`{one}`: no flag of {dialect} is read; write what it does into the pattern"
        )),
        Some(one) => {
            Err(format!("`{one}` is no flag of {dialect} that is read; these are: `{known}`"))
        }
    }
}

fn by_facts(
    text: &str,
    facts: &'static facts::DialectFacts,
) -> Result<ParsedPattern, PatternFault> {
    let mut reader = PatternReader::new(text, facts);
    let tree = reader.pattern()?;
    Ok(ParsedPattern { tree, notes: reader.notes.0, is_in_units: false })
}

fn check_size(text: &str) -> Result<(), PatternFault> {
    if text.len() > LENGTH {
        return Err(PatternFault::new(LENGTH, format!("a pattern of more than {LENGTH} bytes")));
    }
    let bytes = text.as_bytes();
    let starts_class = |&at: &usize| match bytes[at] {
        b'[' | b'.' => true,
        b'\\' => bytes.get(at + 1).is_some_and(|letter| letter.is_ascii_alphabetic()),
        _ => false,
    };
    match (0..bytes.len()).filter(starts_class).nth(CLASSES) {
        Some(at) => Err(PatternFault::new(at, format!("more than {CLASSES} classes and escapes"))),
        None => Ok(()),
    }
}

fn too_deep(at: usize) -> PatternFault {
    PatternFault::new(at, format!("groups that stand more than {NESTING} deep in each other"))
}
