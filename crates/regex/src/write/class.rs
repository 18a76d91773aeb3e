//! Writes a character, or a class of characters.

use std::fmt::Write as _;

use super::super::{CharacterSet, Dialect};
use super::names::Number;
use super::{PatternWriter, Unwritable};

/// Writes a set: a character, a class, or what is not in a class.
pub(super) fn write(
    set: &CharacterSet,
    writer: &PatternWriter,
    text: &mut String,
) -> Result<(), Unwritable> {
    let ranges: Vec<(char, char)> = set.ranges().collect();
    match ranges[..] {
        [] => writer.lacks("what matches nothing"),
        [(first, last)] if first == last => character(first, writer.syntax.outside, writer, text),
        // What ends with the last character of Unicode is said by what it leaves out.
        [.., (_, char::MAX)] if negates(set, writer) => {
            let rest = match writer.dialect {
                // No string has it.
                Dialect::PosixEre => set.complement().without(&CharacterSet::single('\0')),
                _ => set.complement(),
            };
            let rest: Vec<(char, char)> = rest.ranges().collect();
            if rest.is_empty() {
                return all(writer, text);
            }
            text.push_str("[^");
            members(&rest, true, writer, text)
        }
        _ => {
            text.push('[');
            members(&ranges, false, writer, text)
        }
    }
}

/// Whether the dialect can say what a set leaves out. In the crate `regex` (1.13), what is not in a class
/// of U+D7FF and U+E000 has both.
fn negates(set: &CharacterSet, writer: &PatternWriter) -> bool {
    let neighbours = ['\u{D7FF}', '\u{E000}'];
    writer.dialect != Dialect::Rust || neighbours.into_iter().any(|one| set.contains(one))
}

/// Any character.
fn all(writer: &PatternWriter, text: &mut String) -> Result<(), Unwritable> {
    match writer.dialect {
        // The dot is any character that is there.
        Dialect::PosixEre => text.push('.'),
        _ => text.push_str(r"[\s\S]"),
    }
    Ok(())
}

fn members(
    ranges: &[(char, char)],
    is_negated: bool,
    writer: &PatternWriter,
    text: &mut String,
) -> Result<(), Unwritable> {
    if writer.dialect == Dialect::PosixEre {
        return bracket(ranges, is_negated, writer, text);
    }
    for &(first, last) in ranges {
        range(first, last, writer, text)?;
    }
    text.push(']');
    Ok(())
}

fn range(
    first: char,
    last: char,
    writer: &PatternWriter,
    text: &mut String,
) -> Result<(), Unwritable> {
    let inside = writer.syntax.inside;
    character(first, inside, writer, text)?;
    if first == last {
        return Ok(());
    }
    if last as u32 - first as u32 > 1 {
        text.push('-');
    }
    character(last, inside, writer, text)
}

/// A bracket expression of POSIX, in which nothing is escaped: `]` stands first, `[`, `^` and `-` last
/// (IEEE 1003.1, 9.3.5).
fn bracket(
    ranges: &[(char, char)],
    is_negated: bool,
    writer: &PatternWriter,
    text: &mut String,
) -> Result<(), Unwritable> {
    let is_special = |character: char| matches!(character, ']' | '[' | '^' | '-');
    let (mut special, mut others) = (Vec::new(), Vec::new());
    for &(mut first, mut last) in ranges {
        // A range neither begins nor ends with one of them; in its middle they are ordinary.
        while first <= last && is_special(first) {
            special.push(first);
            first = char::from(first as u8 + 1);
        }
        while first <= last && is_special(last) {
            special.push(last);
            last = char::from(last as u8 - 1);
        }
        if first <= last {
            others.push((first, last));
        }
    }
    let begin = text.len();
    if special.contains(&']') {
        text.push(']');
    }
    for (first, last) in others {
        range(first, last, writer, text)?;
    }
    // `[-^]`: a `^` that would stand first stands after the hyphen.
    let order = if text.len() == begin && !is_negated { ['[', '-', '^'] } else { ['[', '^', '-'] };
    text.extend(order.into_iter().filter(|one| special.contains(one)));
    text.push(']');
    Ok(())
}

/// Writes a character. Those in `special` are escaped.
fn character(
    character: char,
    special: &str,
    writer: &PatternWriter,
    text: &mut String,
) -> Result<(), Unwritable> {
    let code = u32::from(character);
    // White space and `#` disappear where comments are allowed.
    let is_seen = character.is_ascii_graphic() && !(character == '#' && writer.names.has_lines());
    let is_seen = is_seen || character.is_alphanumeric() && !character.is_ascii();
    match writer.syntax.number {
        _ if special.contains(character) => {
            text.push('\\');
            text.push(character);
        }
        Number::Units16 if code > 0xFFFF => {
            return writer.lacks("a character above U+FFFF, which is two there");
        }
        _ if is_seen => text.push(character),
        Number::None => {
            // XML 1.0, 2.2, has no other control characters; nor has a string of C the first.
            let is_refused = match writer.dialect {
                Dialect::Xsd => {
                    code < 0x20 && !matches!(character, '\t' | '\n' | '\r')
                        || code & 0xFFFE == 0xFFFE
                }
                _ => code == 0,
            };
            if is_refused {
                return writer.lacks(format!("the character U+{code:04X}"));
            }
            text.push(character);
        }
        // Writing to a string does not fail.
        Number::Braces => drop(write!(text, "\\x{{{code:X}}}")),
        Number::Units | Number::Units16 | Number::Python if code <= 0xFF => {
            let _ = write!(text, "\\x{code:02X}");
        }
        Number::Units | Number::Units16 | Number::Python if code <= 0xFFFF => {
            let _ = write!(text, "\\u{code:04X}");
        }
        Number::Python => drop(write!(text, "\\U{code:08X}")),
        Number::Units | Number::Units16 => text.push(character),
    }
    Ok(())
}
