//! What follows a backslash: a file for each dialect, and here what they share.

use super::super::Dialect;
use super::reader::{PatternFault, PatternReader, SequenceItem};
use super::sets::Set;
use super::{group, sets};

mod java;
mod ecmascript;
mod pcre;

/// What an escape is.
pub(super) enum Escaped {
    /// A character, or in ECMAScript half of one.
    Character(u32),
    /// A class.
    Set(Set),
    /// Anything else. Never in brackets.
    Item(SequenceItem),
    /// `\Q`: characters follow, up to `\E`.
    Quote,
}

impl From<char> for Escaped {
    fn from(character: char) -> Self {
        Self::Character(u32::from(character))
    }
}

/// Reads an escape, whose backslash at `at` has been read.
pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    let Some(letter) = reader.cursor.next() else {
        return Err(PatternFault::new(at, "a backslash with nothing behind it"));
    };
    match reader.facts.dialect {
        Dialect::Python => pcre::read_python(reader, at, letter, in_class),
        Dialect::Pcre => pcre::read(reader, at, letter, in_class),
        Dialect::Re2 => pcre::read_re2(reader, at, letter, in_class),
        Dialect::Java => java::read(reader, at, letter, in_class),
        Dialect::DotNet => java::read_dotnet(reader, at, letter, in_class),
        _ => ecmascript::read(reader, at, letter, in_class),
    }
}

/// What the flag `x` skips.
pub(super) fn is_skipped(dialect: Dialect) -> fn(char) -> bool {
    match dialect {
        Dialect::Pcre => |one| {
            let is_ascii = matches!(one, '\t'..='\r' | ' ');
            is_ascii || matches!(one, '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
        },
        Dialect::DotNet => |one| matches!(one, '\t' | '\n' | '\x0C' | '\r' | ' '),
        _ => |one| matches!(one, '\t'..='\r' | ' '),
    }
}

/// The escapes of control characters that most dialects have.
fn control(letter: char) -> Option<char> {
    Some(match letter {
        'a' => '\x07',
        'f' => '\x0C',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0B',
        _ => return None,
    })
}

fn unknown(reader: &PatternReader<'_>, at: usize, letter: char) -> PatternFault {
    PatternFault::new(at, format!("`\\{letter}` is no part of {}", reader.facts.dialect))
}

fn in_brackets(at: usize, letter: char) -> PatternFault {
    PatternFault::new(at, format!("`\\{letter}` cannot stand in brackets"))
}

/// A class or its complement, of which case is ignored where the dialect does so.
fn class(reader: &PatternReader<'_>, set: Set, is_negative: bool) -> Escaped {
    let folds = reader.flags.ignores_case && reader.facts.folds_classes;
    let set = if folds { reader.fold(set) } else { set };
    Escaped::Set(if is_negative { sets::without(set) } else { set })
}

fn boundary(word: Set, letter: char) -> Escaped {
    Escaped::Item(SequenceItem::anchor(group::boundary(word, letter == 'B')))
}

/// A code point that must be a character.
fn character(code: Option<u32>, at: usize, form: &str) -> Result<Escaped, PatternFault> {
    match code.and_then(char::from_u32) {
        Some(character) => Ok(character.into()),
        None => Err(PatternFault::new(at, format!("no character: write {form}"))),
    }
}

/// A code point in braces, in digits of a base.
fn braced(reader: &mut PatternReader<'_>, base: u32) -> Option<u32> {
    let code = reader.cursor.number(base, 1, 12)?;
    reader.cursor.eat("}").then_some(code)
}

/// The name behind `\p`, with or without braces, and whether `^` stands before it.
fn property_name<'t>(
    reader: &mut PatternReader<'t>,
    at: usize,
) -> Result<(&'t str, bool), PatternFault> {
    let rest = reader.cursor.rest();
    let (name, is_caret) = if reader.cursor.eat("{") {
        let is_caret = reader.cursor.eat("^");
        (reader.cursor.until("}"), is_caret)
    } else {
        let first = reader.cursor.next();
        (first.and_then(|first| rest.get(..first.len_utf8())), false)
    };
    match name {
        Some(name) => Ok((name, is_caret)),
        None => Err(PatternFault::new(at, r"a class of Unicode without its end: write `\p{…}`")),
    }
}

/// `\h` of PCRE and Java.
fn blanks() -> Set {
    sets::either(
        sets::among("\t \u{A0}\u{1680}\u{180E}\u{202F}\u{205F}\u{3000}"),
        &sets::of(&[('\u{2000}', '\u{200A}')]),
    )
}

/// `\v` of PCRE and Java.
fn breaks() -> Set {
    sets::among("\n\x0B\x0C\r\u{85}\u{2028}\u{2029}")
}
