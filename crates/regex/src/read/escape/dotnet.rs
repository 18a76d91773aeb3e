//! The escapes of .NET.

use super::super::super::{Dialect, Tree};
use super::super::group::BACK_REFERENCE;
use super::super::reader::{PatternFault, PatternReader, SequenceItem};
use super::super::sets::{Set, block};
use super::super::{anchors, sets};
use super::{Escaped, boundary, class, control, in_brackets, unknown};

pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    if "dDsSwWbB".contains(letter) && !(in_class && letter == 'b') {
        reader.notes.tables(Dialect::DotNet);
    }
    Ok(match letter {
        'd' | 'D' => class(reader, units(sets::decimals()), letter == 'D'),
        's' | 'S' => {
            let space = sets::property("White_Space").unwrap_or_else(Set::empty);
            class(reader, units(space), letter == 'S')
        }
        'w' | 'W' => class(reader, units(word()), letter == 'W'),
        'p' | 'P' => property(reader, at, letter == 'P')?,
        'b' if in_class => '\x08'.into(),
        'A' | 'Z' | 'z' | 'B' | 'G' if in_class => return Err(in_brackets(at, letter)),
        'A' => Escaped::Item(SequenceItem::anchor(Tree::Start)),
        'Z' => Escaped::Item(SequenceItem::anchor(anchors::end_or_before_last_break())),
        'z' => Escaped::Item(SequenceItem::anchor(Tree::End)),
        'b' | 'B' => {
            // RegexCharClass.IsBoundaryWordChar, which the documentation does not mention.
            let joiners = sets::among("\u{200C}\u{200D}");
            boundary(sets::either(units(word()), &joiners), letter)
        }
        'G' => {
            let why = r"`\G` is not decided: where the last match ended is not known";
            return Err(PatternFault::new(at, why));
        }
        'e' => '\x1B'.into(),
        'c' => match reader.cursor.next() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                Escaped::Character(u32::from(letter) % 32)
            }
            _ => return Err(PatternFault::new(at, r"`\c` and no letter behind it")),
        },
        'x' => code(reader, 2, at, r"no character: write `\x` and two digits")?,
        'u' => code(reader, 4, at, r"no character: write `\u` and four digits")?,
        '0'..='7' if letter == '0' || in_class => {
            reader.cursor.back(at + 1);
            match reader.cursor.number(8, 1, 3) {
                Some(code) if code <= 0o377 => Escaped::Character(code),
                _ => return Err(PatternFault::new(at, r"an octal escape above `\377`")),
            }
        }
        '0'..='9' if !in_class => return Err(PatternFault::new(at, BACK_REFERENCE)),
        'k' if !in_class => return Err(PatternFault::new(at, BACK_REFERENCE)),
        '<' | '\'' if !in_class => {
            let why = format!("`\\{letter}` may be a back reference in .NET: write `{letter}`");
            return Err(PatternFault::new(at, why));
        }
        _ => match control(letter) {
            Some(control) => control.into(),
            None if letter == '_' || letter.is_alphanumeric() => {
                return Err(unknown(reader, at, letter));
            }
            None if letter.is_ascii() => letter.into(),
            None => {
                let why = format!("`\\{letter}` is not read: write `{letter}`");
                return Err(PatternFault::new(at, why));
            }
        },
    })
}

fn code(
    reader: &mut PatternReader<'_>,
    digits: usize,
    at: usize,
    why: &str,
) -> Result<Escaped, PatternFault> {
    match reader.cursor.number(16, digits, digits) {
        Some(code) => Ok(Escaped::Character(code)),
        None => Err(PatternFault::new(at, why)),
    }
}

/// The characters of a set that are one code unit. Halves of others are letters, digits and white space
/// nowhere.
fn units(set: Set) -> Set {
    set.intersection(&sets::of(&[('\0', '\u{FFFF}')]))
}

fn word() -> Set {
    let all = ["L", "Mn", "Nd", "Pc"].into_iter().filter_map(sets::category);
    all.reduce(|all, one| sets::either(all, &one)).unwrap_or_else(Set::empty)
}

/// `\p{Lu}`, `\p{IsGreek}`.
fn property(
    reader: &mut PatternReader<'_>,
    at: usize,
    is_negative: bool,
) -> Result<Escaped, PatternFault> {
    let name = if reader.cursor.eat("{") { reader.cursor.until("}") } else { None };
    let Some(name) = name else {
        return Err(PatternFault::new(at, r"a class of Unicode in no braces: write `\p{…}`"));
    };
    let named = name.strip_prefix("Is");
    let is_cased = matches!(name, "Lu" | "Ll" | "Lt") || named.is_some();
    if reader.flags.ignores_case && is_cased {
        let why = format!(
            "the class `{name}` where case is ignored, which differs from version to version: write it \
             without the flag `i`"
        );
        return Err(PatternFault::new(at, why));
    }
    let set = match named {
        Some(name) => block(name),
        None => {
            reader.notes.tables(Dialect::DotNet);
            let halves = sets::of(&[('\u{10000}', char::MAX)]);
            match name {
                // Each half of a character above U+FFFF is a surrogate.
                "Cs" => Some(halves),
                "C" => sets::category("C").map(|set| sets::either(units(set), &halves)),
                "LC" => None,
                name => sets::category(name).map(units),
            }
        }
    };
    match set {
        Some(set) => Ok(class(reader, set, is_negative)),
        None => {
            let why = "write a category, as `Lu`, or a block, as `IsGreek`; others are not read";
            Err(PatternFault::new(at, format!("the class `{name}`: {why}")))
        }
    }
}
