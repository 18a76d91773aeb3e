//! The escapes of Java.

use super::super::super::{Dialect, Tree};
use super::super::group::BACK_REFERENCE;
use super::super::reader::{PatternFault, PatternReader, SequenceItem};
use super::super::sets::{Set, block};
use super::super::{group, sets};
use super::{Escaped, boundary, braced, character, class, control, in_brackets, unknown};

pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    let is_unicode = reader.flags.has_unicode_classes;
    if is_unicode && "dDsSwWbB".contains(letter) {
        reader.notes.tables(Dialect::Java);
    }
    if in_class && "ABGRXZbkz".contains(letter) {
        return Err(in_brackets(at, letter));
    }
    if let Some(why) = refused(reader, letter) {
        return Err(PatternFault::new(at, why));
    }
    Ok(match letter {
        'd' | 'D' if is_unicode => class(reader, sets::decimals(), letter == 'D'),
        'd' | 'D' => class(reader, sets::digits(), letter == 'D'),
        's' | 'S' if is_unicode => class(reader, white_space(), letter == 'S'),
        's' | 'S' => class(reader, sets::among(" \t\n\x0B\x0C\r"), letter == 'S'),
        'w' | 'W' if is_unicode => class(reader, sets::unicode_word(), letter == 'W'),
        'w' | 'W' => class(reader, sets::word(), letter == 'W'),
        'h' | 'H' => class(reader, super::blanks(), letter == 'H'),
        'v' | 'V' => class(reader, super::breaks(), letter == 'V'),
        'p' | 'P' => property(reader, at, letter == 'P')?,
        'A' => Escaped::Item(SequenceItem::anchor(Tree::Start)),
        'Z' => {
            let end = group::end_or_before_last(reader.facts, reader.flags);
            Escaped::Item(SequenceItem::anchor(end))
        }
        'z' => Escaped::Item(SequenceItem::anchor(Tree::End)),
        'b' | 'B' => boundary(sets::unicode_word(), letter),
        'R' => {
            reader.line_break = Some(at);
            reader.notes.add(r"`\R` takes CR LF apart if need be, which it does not before Java 9");
            let both = "\r\n".chars().map(|one| sets::tree(sets::single(one))).collect();
            let choices = vec![Tree::Sequence(both), sets::tree(super::breaks())];
            Escaped::Item(SequenceItem::atom(Tree::Choice(choices)))
        }
        'Q' => Escaped::Quote,
        'e' => '\x1B'.into(),
        'c' => match reader.cursor.next() {
            Some(letter @ ('?'..='[' | ']'..='_')) => (letter as u8 ^ 0x40).into(),
            _ => return Err(PatternFault::new(at, r"`\c` and no capital letter behind it")),
        },
        '0' => octal(reader, at)?,
        'x' if reader.cursor.eat("{") => character(braced(reader, 16), at, r"`\x{…}`")?,
        'x' => character(reader.cursor.number(16, 2, 2), at, r"`\x` and two digits, or `\x{…}`")?,
        'u' => {
            let form =
                r"`\u` and four digits, and behind them those of the second half if there is one";
            character(super::ecmascript::pair(reader), at, form)?
        }
        '1'..='9' if in_class => return Err(unknown(reader, at, letter)),
        '1'..='9' => return Err(PatternFault::new(at, BACK_REFERENCE)),
        _ => match control(letter) {
            Some(control) => control.into(),
            None if letter.is_ascii_alphabetic() => return Err(unknown(reader, at, letter)),
            None => letter.into(),
        },
    })
}

/// What is known and not read.
fn refused(reader: &PatternReader<'_>, letter: char) -> Option<&'static str> {
    let rest = reader.cursor.rest().trim_start();
    Some(match letter {
        'G' => r"`\G` is not decided: where the last match ended is not known",
        'X' => r"`\X` is not decided: what a grapheme is differs from version to version",
        'N' => r"names of characters are not read: write `\x{…}` for `\N{…}`",
        'k' => BACK_REFERENCE,
        'b' if rest.starts_with('{') => {
            r"`\b{` is not read: what a grapheme is differs from version to version"
        }
        'b' | 'B' if !reader.flags.has_unicode_classes => {
            r"`\b` and `\B` differ from version to version: words are of ASCII since Java 19, and not \
             before. Write `(?:(?<=\w)(?!\w)|(?<!\w)(?=\w))` for `\b`, or set the flag `U`"
        }
        _ => return None,
    })
}

/// `\0` and one to three octal digits, up to 377.
fn octal(reader: &mut PatternReader<'_>, at: usize) -> Result<Escaped, PatternFault> {
    if reader.flags.is_verbose {
        let why = r"an octal escape is not read with the flag `x`: write `\x` and two digits";
        return Err(PatternFault::new(at, why));
    }
    let digits = if reader.cursor.rest().starts_with(['0', '1', '2', '3']) { 3 } else { 2 };
    character(reader.cursor.number(8, 1, digits), at, r"`\0` and one to three octal digits")
}

fn white_space() -> Set {
    sets::property("White_Space").unwrap_or_else(Set::empty)
}

/// `\pL`, `\p{Lu}`, `\p{IsGreek}`, `\p{InGreek}`, `\p{Alpha}`, `\p{sc=Greek}`.
fn property(
    reader: &mut PatternReader<'_>,
    at: usize,
    is_negative: bool,
) -> Result<Escaped, PatternFault> {
    let (name, is_caret) = super::property_name(reader, at)?;
    let ignores_case = reader.flags.ignores_case;
    let value = name.split_once('=').map_or(name, |(_, value)| value);
    let is_cased = matches!(
        value.strip_prefix("Is").unwrap_or(value).to_ascii_lowercase().as_str(),
        "lu" | "ll" | "lt" | "lower" | "upper" | "lowercase" | "uppercase" | "titlecase"
    );
    if ignores_case && is_cased {
        let why = format!(
            "the class `{name}` where case is ignored, which differs from version to version: write `LC`"
        );
        return Err(PatternFault::new(at, why));
    }
    let is_posix = posix(name).is_some();
    if !is_posix && !name.starts_with("In") {
        reader.notes.tables(Dialect::Java);
    }
    let set = match (name.split_once('='), name) {
        _ if is_caret => None,
        (Some(("sc" | "script", script)), _) => sets::script(script, "sc"),
        (Some(("gc" | "general_category", category)), _) => category_of(category),
        (Some(("blk" | "block", name)), _) => java_block(name),
        (Some(_), _) => None,
        (None, name) => match (name.strip_prefix("In"), name.strip_prefix("Is")) {
            (Some(name), _) => java_block(name),
            (_, Some(name)) => {
                binary(name).or_else(|| category_of(name)).or_else(|| sets::script(name, "sc"))
            }
            _ if is_posix && reader.flags.has_unicode_classes => {
                let why = format!(
                    "the class `{name}` with the flag `U` is not read: write a property, as \
                     `IsAlphabetic`"
                );
                return Err(PatternFault::new(at, why));
            }
            _ => posix(name).or_else(|| category_of(name)),
        },
    };
    let Some(set) = set else {
        let why = "write a category, as `Lu`, a script, as `IsGreek`, a block, as `InGreek`, a class of \
                   ASCII, as `Alpha`, or a property, as `IsAlphabetic`; others are not read";
        return Err(PatternFault::new(at, format!("the class `{name}`: {why}")));
    };
    Ok(class(reader, set, is_negative))
}

/// The classes of ASCII.
fn posix(name: &str) -> Option<Set> {
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase());
    match name {
        "ASCII" => Some(sets::of(&[('\0', '\x7F')])),
        "XDigit" => sets::posix("xdigit"),
        "Word" | "Ascii" | "Xdigit" => None,
        _ if is_name && name.chars().skip(1).all(|one| one.is_ascii_lowercase()) => {
            sets::posix(&name.to_ascii_lowercase())
        }
        _ => None,
    }
}

fn category_of(name: &str) -> Option<Set> {
    match name {
        "LC" => sets::property("LC"),
        "L1" => Some(sets::of(&[('\0', '\u{FF}')])),
        "LD" => Some(sets::either(sets::category("L")?, &sets::category("Nd")?)),
        "all" => Some(sets::all()),
        _ => sets::category(name),
    }
}

/// The properties behind `Is`, as the documentation writes them.
fn binary(name: &str) -> Option<Set> {
    let name = match name {
        "Alphabetic" | "Ideographic" | "Lowercase" | "Uppercase" | "White_Space" => name,
        "Letter" => "gc=L",
        "Titlecase" => "gc=Lt",
        "Punctuation" => "gc=P",
        "Control" => "gc=Cc",
        "Digit" => "gc=Nd",
        "Assigned" => return sets::category("Cn").map(sets::without),
        _ => return None,
    };
    sets::property(name)
}

/// A block by its name without spaces, but for one that Java does not have.
fn java_block(name: &str) -> Option<Set> {
    block(name).filter(|_| name != "PrivateUse")
}

// The escapes of .NET.

pub(super) fn read_dotnet(
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
        'p' | 'P' => dotnet_property(reader, at, letter == 'P')?,
        'b' if in_class => '\x08'.into(),
        'A' | 'Z' | 'z' | 'B' | 'G' if in_class => return Err(in_brackets(at, letter)),
        'A' => Escaped::Item(SequenceItem::anchor(Tree::Start)),
        'Z' => Escaped::Item(SequenceItem::anchor(group::end_or_before_last_break())),
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
fn dotnet_property(
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
