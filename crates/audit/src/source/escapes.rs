//! The escapes of each language, by its own document.

use super::decode::{Escapes, LineEnd, Unknown};

const PLAIN: Escapes = Escapes {
    simple: &[],
    hex: &[],
    has_braces: false,
    octal: (0, false),
    greatest: 0x10_FFFF,
    is_in_units: false,
    is_translated: false,
    unknown: Unknown::Fault,
    line_end: LineEnd::Fault,
};

/// The Python Language Reference, 2.4.1.
pub(super) static PYTHON: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('\'', '\''),
        ('"', '"'),
        ('a', '\x07'),
        ('b', '\x08'),
        ('f', '\x0C'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
        ('v', '\x0B'),
    ],
    hex: &[('x', 2, 2), ('u', 4, 4), ('U', 8, 8)],
    octal: (3, false),
    unknown: Unknown::Both,
    line_end: LineEnd::Nothing,
    ..PLAIN
};
/// ECMA-262, 12.9.4. What strict mode refuses is refused.
pub(super) static ECMASCRIPT: Escapes = Escapes {
    simple: &[
        ('0', '\0'),
        ('b', '\x08'),
        ('f', '\x0C'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
        ('v', '\x0B'),
    ],
    hex: &[('x', 2, 2), ('u', 4, 4)],
    has_braces: true,
    is_in_units: true,
    unknown: Unknown::Character,
    line_end: LineEnd::Nothing,
    ..PLAIN
};
/// The Rust Reference, "Character escapes" and "String continuation escapes".
pub(super) static RUST: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('\'', '\''),
        ('"', '"'),
        ('0', '\0'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
    ],
    hex: &[('x', 2, 2)],
    has_braces: true,
    greatest: 0x7F,
    line_end: LineEnd::NothingWithBlanks,
    ..PLAIN
};
/// The Go Programming Language Specification, "Rune literals" and "String literals".
pub(super) static GO: Escapes =
    Escapes { simple: PYTHON.simple, hex: PYTHON.hex, octal: (3, true), greatest: 0x7F, ..PLAIN };
/// The Java Language Specification, 3.10.7; and 3.3, as far as an escape is a Unicode escape.
pub(super) static JAVA: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('\'', '\''),
        ('"', '"'),
        ('b', '\x08'),
        ('f', '\x0C'),
        ('n', '\n'),
        ('r', '\r'),
        ('s', ' '),
        ('t', '\t'),
    ],
    hex: &[('u', 4, 4)],
    octal: (3, false),
    is_in_units: true,
    is_translated: true,
    ..PLAIN
};
/// The Kotlin specification, "String literals".
pub(super) static KOTLIN: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('\'', '\''),
        ('"', '"'),
        ('$', '$'),
        ('b', '\x08'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
    ],
    hex: &[('u', 4, 4)],
    is_in_units: true,
    ..PLAIN
};
/// The C# language specification, 6.4.5.5 and 6.4.5.6.
pub(super) static CSHARP: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('\'', '\''),
        ('"', '"'),
        ('0', '\0'),
        ('a', '\x07'),
        ('b', '\x08'),
        ('e', '\x1B'),
        ('f', '\x0C'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
        ('v', '\x0B'),
    ],
    hex: &[('x', 1, 4), ('u', 4, 4), ('U', 8, 8)],
    is_in_units: true,
    ..PLAIN
};
/// RFC 8259, 7.
pub(super) static JSON: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('"', '"'),
        ('/', '/'),
        ('b', '\x08'),
        ('f', '\x0C'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
    ],
    hex: &[('u', 4, 4)],
    is_in_units: true,
    ..PLAIN
};
/// YAML 1.2.2, 5.7.
pub(super) static YAML: Escapes = Escapes {
    simple: &[
        ('\\', '\\'),
        ('"', '"'),
        ('/', '/'),
        (' ', ' '),
        ('\t', '\t'),
        ('0', '\0'),
        ('a', '\x07'),
        ('b', '\x08'),
        ('t', '\t'),
        ('n', '\n'),
        ('v', '\x0B'),
        ('f', '\x0C'),
        ('r', '\r'),
        ('e', '\x1B'),
        ('N', '\u{85}'),
        ('_', '\u{A0}'),
        ('L', '\u{2028}'),
        ('P', '\u{2029}'),
    ],
    hex: PYTHON.hex,
    // JSON is a subset of YAML.
    is_in_units: true,
    ..PLAIN
};

#[cfg(test)]
mod tests {
    use super::super::decode::decoded;
    use super::super::mapped::MappedText;
    use super::*;

    #[track_caller]
    fn check(escapes: &Escapes, source: &str, expected: Result<&str, &str>) {
        let found = decoded(source, 0..source.len(), escapes);
        let found = found.as_ref().map(MappedText::text).map_err(|one| one.why.as_str());
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn each_language_has_its_escapes() {
        check(&PYTHON, r"\d\n\x41\u00e9\1012\\", Ok("\\d\nA\u{E9}A2\\"));
        check(&PYTHON, "a\\\nb\r\nc", Ok("ab\nc"));
        check(&PYTHON, r"\N{DIGIT ONE}", Err("a character by its name"));
        check(&PYTHON, r"\ud83d\ude00", Err("half of a character"));
        check(&ECMASCRIPT, r"\d\u{1F600}\ud83d\ude00\0", Ok("d😀😀\0"));
        check(&ECMASCRIPT, r"\01", Err("an escape by digits of base 8"));
        check(&RUST, "a\\\n   b\\u{1F_600}", Ok("ab😀"));
        check(&RUST, r"\d", Err("an escape that the language does not have"));
        check(&RUST, r"\xe9", Err("a byte that is no character"));
        check(&GO, r"\101\x41\u00e9", Ok("AA\u{E9}"));
        check(&GO, r"\10", Err("an escape of too few digits"));
        check(&JAVA, r"\\d\uu0041\477\s", Ok("\\dA'7 "));
        check(&JAVA, r"\u005cd", Err("a backslash as a Unicode escape"));
        check(&KOTLIN, r"\$\\.", Ok(r"$\."));
        check(&CSHARP, r"\x41g\U0001F600\01", Ok("Ag😀\x001"));
        check(&JSON, r"^\\d\/\ud83d\uDE00", Ok("^\\d/😀"));
        check(&YAML, r"\\d\x41\_", Ok("\\dA\u{A0}"));
        check(&YAML, r"\d", Err("an escape that the language does not have"));
        for cut in ["\\", "\\u", "\\x", "\\u{", "\\u{41", "\\ud83d\\u"] {
            for escapes in [&PYTHON, &ECMASCRIPT, &RUST, &GO, &JAVA, &KOTLIN, &CSHARP, &JSON, &YAML]
            {
                let _ = decoded(cut, 0..cut.len(), escapes);
                let _ = decoded(&format!("{cut}é"), 0..cut.len() + 2, escapes);
            }
        }
    }

    #[test]
    fn what_is_not_decoded_has_its_place() {
        let found = decoded(r#""ab\q""#, 1..5, &JSON).unwrap_err();
        assert_eq!(found.span, 3..5);
    }
}
