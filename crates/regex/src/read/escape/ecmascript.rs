//! The escapes of ECMAScript: with the flag `u` or `v`, and without them as Annex B has them.

use super::super::super::Dialect;
use super::super::facts::Brackets;
use super::super::group::BACK_REFERENCE;
use super::super::reader::{PatternFault, PatternReader};
use super::super::sets;
use super::{Escaped, boundary, class, control, in_brackets, unknown};

pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    let is_loose = reader.is_in_units;
    let (groups, has_names) = reader.groups;
    Ok(match letter {
        'd' | 'D' => class(reader, sets::digits(), letter == 'D'),
        's' | 'S' => class(reader, sets::ecmascript_space(), letter == 'S'),
        'w' | 'W' => class(reader, sets::word(), letter == 'W'),
        'p' | 'P' if !is_loose => property(reader, at, letter == 'P')?,
        'b' if in_class => '\x08'.into(),
        'B' if in_class && !is_loose => return Err(in_brackets(at, letter)),
        'b' | 'B' if !in_class => {
            // WordCharacters, 22.2.2.9.3: with both flags, what folds to one is one.
            let folds = reader.flags.ignores_case && !is_loose;
            boundary(if folds { reader.fold(sets::word()) } else { sets::word() }, letter)
        }
        'c' => return control_letter(reader, at, in_class),
        '0' if !reader.cursor.peek().is_some_and(|one| one.is_ascii_digit()) => '\0'.into(),
        '0'..='9' if !is_loose => {
            let number = number(reader, at);
            let is_reference = letter != '0' && !in_class && number <= u64::from(groups);
            let why = if is_reference { BACK_REFERENCE } else { "a number of no group" };
            return Err(PatternFault::new(at, why));
        }
        '0'..='9' => {
            if letter != '0' && !in_class && number(reader, at) <= u64::from(groups) {
                return Err(PatternFault::new(at, BACK_REFERENCE));
            }
            reader.cursor.back(at + 1);
            // LegacyOctalEscapeSequence: no greater than 377.
            let digits = if letter <= '3' { 3 } else { 2 };
            match reader.cursor.number(8, 1, digits) {
                Some(code) => Escaped::Character(code),
                None => reader.cursor.next().unwrap_or(letter).into(),
            }
        }
        'k' if has_names || !is_loose => return Err(PatternFault::new(at, BACK_REFERENCE)),
        'x' => match reader.cursor.number(16, 2, 2) {
            Some(code) => Escaped::Character(code),
            None if is_loose => 'x'.into(),
            None => return Err(PatternFault::new(at, r"no character: write `\x` and two digits")),
        },
        'u' => match unicode(reader) {
            Some(code) => Escaped::Character(code),
            None if is_loose => 'u'.into(),
            None => {
                return Err(PatternFault::new(
                    at,
                    r"no character: write `\u` and four digits, or `\u{…}`",
                ));
            }
        },
        _ => match control(letter).filter(|_| letter != 'a') {
            Some(control) => control.into(),
            None if is_loose || "^$\\.*+?()[]{}|/".contains(letter) => letter.into(),
            None if in_class && letter == '-' => '-'.into(),
            // ClassSetReservedPunctuator.
            None if in_class && has_sets(reader) && "&!#%,:;<=>@`~".contains(letter) => {
                letter.into()
            }
            None => return Err(unknown(reader, at, letter)),
        },
    })
}

/// The number whose first digit stands behind the backslash at `at`.
fn number(reader: &mut PatternReader<'_>, at: usize) -> u64 {
    reader.cursor.back(at + 1);
    let digits = reader.cursor.run(usize::MAX, |one| one.is_ascii_digit());
    digits.parse().unwrap_or(u64::MAX)
}

/// `\cA`. Without the flag `u`, the backslash of any other `\c` is a character.
fn control_letter(
    reader: &mut PatternReader<'_>,
    at: usize,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    let is_loose = reader.is_in_units;
    let is_letter = |one: char| {
        let is_more = is_loose && in_class && (one.is_ascii_digit() || one == '_');
        one.is_ascii_alphabetic() || is_more
    };
    match reader.cursor.peek() {
        Some(one) if is_letter(one) => {
            reader.cursor.next();
            Ok(Escaped::Character(u32::from(one) % 32))
        }
        _ if is_loose => {
            reader.cursor.back(at + 1);
            Ok('\\'.into())
        }
        _ => Err(PatternFault::new(at, r"`\c` and no letter behind it")),
    }
}

/// What stands behind `\u`. With the flag `u`, two halves are a character.
fn unicode(reader: &mut PatternReader<'_>) -> Option<u32> {
    if reader.is_in_units {
        return reader.cursor.number(16, 4, 4);
    }
    if reader.cursor.eat("{") {
        return reader.cursor.number(16, 1, usize::MAX).filter(|_| reader.cursor.eat("}"));
    }
    pair(reader)
}

/// Four digits behind `\u`, or two halves of a character.
pub(super) fn pair(reader: &mut PatternReader<'_>) -> Option<u32> {
    let first = reader.cursor.number(16, 4, 4)?;
    let middle = reader.cursor.at();
    if (0xD800..0xDC00).contains(&first) && reader.cursor.eat(r"\u") {
        if let Some(second @ 0xDC00..0xE000) = reader.cursor.number(16, 4, 4) {
            return Some(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
        }
        reader.cursor.back(middle);
    }
    Some(first)
}

/// The properties of two values that ECMA-262 takes, table 67.
const BINARY: [&str; 51] = [
    "ASCII_Hex_Digit",
    "AHex",
    "Alphabetic",
    "Alpha",
    "Bidi_Control",
    "Bidi_C",
    "Bidi_Mirrored",
    "Bidi_M",
    "Case_Ignorable",
    "CI",
    "Cased",
    "Dash",
    "Default_Ignorable_Code_Point",
    "DI",
    "Diacritic",
    "Dia",
    "Emoji",
    "Emoji_Component",
    "EComp",
    "Emoji_Modifier",
    "EMod",
    "Emoji_Modifier_Base",
    "EBase",
    "Emoji_Presentation",
    "EPres",
    "Extended_Pictographic",
    "ExtPict",
    "Extender",
    "Ext",
    "Hex_Digit",
    "Hex",
    "ID_Continue",
    "IDC",
    "ID_Start",
    "IDS",
    "Ideographic",
    "Ideo",
    "Lowercase",
    "Lower",
    "Math",
    "Noncharacter_Code_Point",
    "NChar",
    "Uppercase",
    "Upper",
    "Variation_Selector",
    "VS",
    "White_Space",
    "XID_Continue",
    "XIDC",
    "XID_Start",
    "XIDS",
];

/// The long names of the general categories.
const LONG: [&str; 38] = [
    "Other",
    "Control",
    "Format",
    "Unassigned",
    "Private_Use",
    "Surrogate",
    "Letter",
    "Lowercase_Letter",
    "Modifier_Letter",
    "Other_Letter",
    "Titlecase_Letter",
    "Uppercase_Letter",
    "Cased_Letter",
    "Mark",
    "Spacing_Mark",
    "Enclosing_Mark",
    "Nonspacing_Mark",
    "Number",
    "Decimal_Number",
    "Letter_Number",
    "Other_Number",
    "Punctuation",
    "Connector_Punctuation",
    "Dash_Punctuation",
    "Close_Punctuation",
    "Final_Punctuation",
    "Initial_Punctuation",
    "Other_Punctuation",
    "Open_Punctuation",
    "Symbol",
    "Currency_Symbol",
    "Modifier_Symbol",
    "Math_Symbol",
    "Other_Symbol",
    "Separator",
    "Line_Separator",
    "Paragraph_Separator",
    "Space_Separator",
];

/// `\p{Lu}`, `\p{Letter}`, `\p{Script=Greek}`, `\p{Alphabetic}`.
fn property(
    reader: &mut PatternReader<'_>,
    at: usize,
    is_negative: bool,
) -> Result<Escaped, PatternFault> {
    reader.notes.tables(Dialect::EcmaScript);
    let name = if reader.cursor.eat("{") { reader.cursor.until("}") } else { None };
    let Some(name) = name else {
        return Err(PatternFault::new(at, r"a class of Unicode without braces: write `\p{…}`"));
    };
    if name.starts_with("RGI_") || matches!(name, "Basic_Emoji" | "Emoji_Keycap_Sequence") {
        let why = "properties of strings are not read: write the strings in `\\q{…|…}`";
        return Err(PatternFault::new(at, format!("the class `{name}`: {why}")));
    }
    let category = |name: &str| match name {
        "LC" => sets::property("LC"),
        "Surrogate" => Some(sets::Set::empty()),
        _ if LONG.contains(&name) => sets::property(&format!("gc={name}")),
        _ => sets::category(name),
    };
    let set = match name.split_once('=') {
        Some(("General_Category" | "gc", value)) => category(value),
        Some(("Script" | "sc", value)) => sets::script(value, "sc"),
        Some(("Script_Extensions" | "scx", value)) => sets::script(value, "scx"),
        Some(_) => None,
        None if name == "Any" => Some(sets::all()),
        None if name == "ASCII" => Some(sets::of(&[('\0', '\x7F')])),
        None if name == "Assigned" => sets::category("Cn").map(sets::without),
        None if BINARY.contains(&name) => sets::property(name),
        None => category(name),
    };
    let Some(set) = set else {
        let why = "which is not known: write one as `Lu`, `Script=Greek` or `Alphabetic`";
        return Err(PatternFault::new(at, format!("the class `{name}`, {why}")));
    };
    // With the flag `v` the complement comes last.
    if has_sets(reader) {
        return Ok(class(reader, set, is_negative));
    }
    // The complement comes first: `\P{Lu}` takes every letter where case is ignored.
    let set = if is_negative { sets::without(set) } else { set };
    Ok(Escaped::Set(if reader.flags.ignores_case { reader.fold(set) } else { set }))
}

/// Whether the flag is `v`.
fn has_sets(reader: &PatternReader<'_>) -> bool {
    reader.facts.brackets == Brackets::Sets
}
