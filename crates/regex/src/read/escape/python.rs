//! The escapes of Python's module `re`.

use super::super::super::{Dialect, Direction, Tree};
use super::super::group::BACK_REFERENCE;
use super::super::reader::{PatternFault, PatternReader, SequenceItem};
use super::super::{anchors, sets};
use super::{Escaped, boundary, character, class, control, in_brackets, unknown};

pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    let is_ascii = reader.flags.is_ascii;
    let word = || if is_ascii { sets::word() } else { sets::letters_and_numerals() };
    let is_class = matches!(letter, 'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'b' | 'B');
    if is_class && !is_ascii && !(in_class && letter == 'b') {
        reader.notes.tables(Dialect::Python);
    }
    Ok(match letter {
        'd' | 'D' => {
            let digits = if is_ascii { sets::digits() } else { sets::decimals() };
            class(reader, digits, letter == 'D')
        }
        's' | 'S' => {
            let space =
                if is_ascii { sets::among(" \t\n\r\x0B\x0C") } else { sets::python_space() };
            class(reader, space, letter == 'S')
        }
        'w' | 'W' => class(reader, word(), letter == 'W'),
        'b' if in_class => '\x08'.into(),
        'A' | 'Z' | 'b' | 'B' if in_class => return Err(in_brackets(at, letter)),
        'A' => Escaped::Item(SequenceItem::anchor(Tree::Start)),
        'Z' => Escaped::Item(SequenceItem::anchor(Tree::End)),
        'B' => {
            reader
                .notes
                .add(r"`\B` does not match in the empty string, which it does from Python 3.14 on");
            let empty = Tree::Sequence(vec![Tree::Start, Tree::End]);
            let not_empty = anchors::look(empty, Direction::Ahead, true);
            let other = anchors::boundary(word(), true);
            Escaped::Item(SequenceItem::anchor(Tree::Sequence(vec![not_empty, other])))
        }
        'b' => boundary(word(), letter),
        'x' => character(reader.cursor.number(16, 2, 2), at, r"`\x` and two digits")?,
        'u' => character(reader.cursor.number(16, 4, 4), at, r"`\u` and four digits")?,
        'U' => character(reader.cursor.number(16, 8, 8), at, r"`\U` and eight digits")?,
        'N' => {
            let why = r"names of characters are not known here: write `\u` and digits for `\N{…}`";
            return Err(PatternFault::new(at, why));
        }
        '0'..='9' => {
            reader.cursor.back(at + 1);
            // Three octal digits are a character; `\0` takes two more.
            let zero = reader.cursor.starts("0").then(|| reader.cursor.number(8, 1, 3)).flatten();
            match zero.or_else(|| reader.cursor.number(8, 3, 3)) {
                Some(code) if code <= 0o377 => Escaped::Character(code),
                Some(_) => return Err(PatternFault::new(at, r"an octal escape above `\377`")),
                None if in_class => return Err(unknown(reader, at, letter)),
                None => return Err(PatternFault::new(at, BACK_REFERENCE)),
            }
        }
        _ => match control(letter) {
            Some(control) => control.into(),
            None if letter.is_ascii_alphabetic() => return Err(unknown(reader, at, letter)),
            None => letter.into(),
        },
    })
}
