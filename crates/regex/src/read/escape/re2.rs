//! The escapes of RE2, as in Go.

use super::super::super::{Dialect, Tree};
use super::super::group::BACK_REFERENCE;
use super::super::reader::{PatternFault, PatternReader, SequenceItem};
use super::super::sets;
use super::{Escaped, boundary, braced, character, class, control, in_brackets, unknown};

pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    Ok(match letter {
        'd' | 'D' => class(reader, sets::digits(), letter == 'D'),
        's' | 'S' => class(reader, sets::among("\t\n\x0C\r "), letter == 'S'),
        'w' | 'W' => class(reader, sets::word(), letter == 'W'),
        'p' | 'P' => property(reader, at, letter == 'P')?,
        'A' | 'z' | 'b' | 'B' | 'Q' | 'C' if in_class => return Err(in_brackets(at, letter)),
        'A' => Escaped::Item(SequenceItem::anchor(Tree::Start)),
        'z' => Escaped::Item(SequenceItem::anchor(Tree::End)),
        'b' | 'B' => {
            if letter == 'B' {
                reader.notes.add(
                    r"`\B` stands between characters, as in Go; in C++ it stands between bytes",
                );
            }
            boundary(sets::word(), letter)
        }
        'Q' => Escaped::Quote,
        'C' => {
            let why =
                r"`\C` is a byte, and may be half of a character: write `.` with the flag `s`";
            return Err(PatternFault::new(at, why));
        }
        'x' if reader.cursor.eat("{") => character(braced(reader, 16), at, r"`\x{…}`")?,
        'x' => character(reader.cursor.number(16, 2, 2), at, r"`\x` and two digits, or `\x{…}`")?,
        '0'..='7' => {
            reader.cursor.back(at + 1);
            let digits = if letter == '0' { 1 } else { 2 };
            match reader.cursor.number(8, digits, 3) {
                Some(code) => Escaped::Character(code),
                None => return Err(PatternFault::new(at, BACK_REFERENCE)),
            }
        }
        '8' | '9' => return Err(PatternFault::new(at, BACK_REFERENCE)),
        _ => match control(letter) {
            Some(control) => control.into(),
            None if letter.is_ascii() && !letter.is_ascii_alphanumeric() => letter.into(),
            None => return Err(unknown(reader, at, letter)),
        },
    })
}

/// `\pL`, `\p{Lu}`, `\p{^Greek}`.
fn property(
    reader: &mut PatternReader<'_>,
    at: usize,
    is_negative: bool,
) -> Result<Escaped, PatternFault> {
    reader.notes.tables(Dialect::Re2);
    let (name, is_caret) = super::property_name(reader, at)?;
    let set = match name {
        "Any" => Some(sets::all()),
        _ => sets::category(name).or_else(|| sets::script(name, "sc")),
    };
    match set {
        Some(set) => Ok(class(reader, set, is_negative != is_caret)),
        None => Err(PatternFault::new(
            at,
            format!("the class `{name}`: write a category, as `Lu`, or a script, as `Greek`"),
        )),
    }
}
