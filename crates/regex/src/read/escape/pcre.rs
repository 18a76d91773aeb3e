//! The escapes of PCRE2.

use super::super::super::{Dialect, Direction, Tree};
use super::super::group::BACK_REFERENCE;
use super::super::reader::{PatternFault, PatternReader, SequenceItem};
use super::super::sets::Set;
use super::super::{group, sets};
use super::{Escaped, boundary, braced, character, class, control, in_brackets, unknown};

pub(super) fn read(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    if let Some(why) = refused(letter).filter(|_| !in_class || letter != 'R') {
        return Err(PatternFault::new(at, why));
    }
    Ok(match letter {
        'd' | 'D' => class(reader, reader.pcre_digits(), letter == 'D'),
        's' | 'S' => class(reader, reader.pcre_space(), letter == 'S'),
        'w' | 'W' => {
            let word = reader.pcre_word();
            class(reader, word, letter == 'W')
        }
        'h' | 'H' => class(reader, super::blanks(), letter == 'H'),
        'v' | 'V' => class(reader, super::breaks(), letter == 'V'),
        'p' | 'P' => property(reader, at, letter == 'P')?,
        'b' if in_class => '\x08'.into(),
        'A' | 'Z' | 'z' | 'B' | 'N' | 'R' if in_class => return Err(in_brackets(at, letter)),
        'A' => Escaped::Item(SequenceItem::anchor(Tree::Start)),
        'Z' => Escaped::Item(SequenceItem::anchor(group::end_or_before_last_break())),
        'z' => Escaped::Item(SequenceItem::anchor(Tree::End)),
        'b' | 'B' => boundary(reader.pcre_word(), letter),
        'N' if reader.cursor.eat("{U+") => character(braced(reader, 16), at, r"`\N{U+…}`")?,
        'N' if reader.cursor.starts("{") => {
            let why = r"names of characters are no part of pcre: write `\x{…}` for `\N{…}`";
            return Err(PatternFault::new(at, why));
        }
        'N' => Escaped::Set(sets::without(sets::single('\n'))),
        'R' => Escaped::Item(SequenceItem::atom(line_break())),
        'Q' => Escaped::Quote,
        'E' => Escaped::Item(SequenceItem::nothing()),
        'e' => '\x1B'.into(),
        'c' => match reader.cursor.next() {
            Some(control @ ' '..='~') => (control.to_ascii_uppercase() as u8 ^ 0x40).into(),
            _ => return Err(PatternFault::new(at, r"`\c` and no letter of ASCII behind it")),
        },
        'o' if reader.cursor.eat("{") => character(braced(reader, 8), at, r"`\o{…}`")?,
        'x' if reader.cursor.eat("{") => character(braced(reader, 16), at, r"`\x{…}`")?,
        'x' => character(reader.cursor.number(16, 1, 2), at, r"`\x` and two digits, or `\x{…}`")?,
        '0'..='9' => octal(reader, at, letter, in_class)?,
        _ => match control(letter) {
            Some(control) => control.into(),
            None if letter.is_ascii_alphanumeric() => return Err(unknown(reader, at, letter)),
            None => letter.into(),
        },
    })
}

impl From<u8> for Escaped {
    fn from(byte: u8) -> Self {
        Self::Character(u32::from(byte))
    }
}

fn refused(letter: char) -> Option<&'static str> {
    Some(match letter {
        'G' => r"`\G` is not decided: where the last match ended is not known",
        'K' => r"`\K` is not decided: leave it out, whether a string matches does not depend on it",
        'X' => r"`\X` is not decided: what a grapheme is differs from version to version",
        'C' => r"`\C` is a byte, and may be half of a character: write `.` with the flag `s`",
        'g' => "a back reference or a recursion is not decided",
        'k' => BACK_REFERENCE,
        _ => return None,
    })
}

/// `\0` and up to two digits, or, in brackets, up to three.
fn octal(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    if letter != '0' && !in_class {
        let why = format!(r"{BACK_REFERENCE}; for a character in octal digits write `\o{{…}}`");
        return Err(PatternFault::new(at, why));
    }
    reader.cursor.back(at + 1);
    match reader.cursor.number(8, 1, 3) {
        Some(code) => Ok(Escaped::Character(code)),
        // `\8` and `\9` in brackets.
        None => Ok(reader.cursor.next().unwrap_or(letter).into()),
    }
}

impl PatternReader<'_> {
    /// `\d`.
    fn pcre_digits(&self) -> Set {
        if self.has_properties { sets::decimals() } else { sets::digits() }
    }

    /// `\s`.
    fn pcre_space(&self) -> Set {
        if self.has_properties { sets::pcre_space() } else { sets::among(" \t\n\x0B\x0C\r") }
    }

    /// `\w`.
    fn pcre_word(&mut self) -> Set {
        if !self.has_properties {
            return sets::word();
        }
        self.notes.add(
            "a character of a word is, by `(*UCP)`, one of PCRE2 10.43 and later: before, it was no \
             mark, and no connector but `_`",
        );
        sets::pcre_word()
    }

    /// A class of POSIX with `(*UCP)`. There is none if versions differ on it.
    pub(in super::super) fn pcre_posix(&mut self, name: &str) -> Option<Set> {
        let category = |name: &str| sets::category(name).unwrap_or_else(Set::empty);
        Some(match name {
            "alpha" => category("L"),
            "lower" | "upper" if self.flags.ignores_case => return None,
            "lower" => category("Ll"),
            "upper" => category("Lu"),
            "alnum" => sets::either(category("L"), &category("N")),
            "ascii" => sets::of(&[('\0', '\x7F')]),
            "blank" => super::blanks(),
            "cntrl" => category("Cc"),
            "digit" => self.pcre_digits(),
            "space" => self.pcre_space(),
            "word" => self.pcre_word(),
            _ => return None,
        })
    }
}

/// `\R`: CR LF is one, and never taken apart.
fn line_break() -> Tree {
    let both = "\r\n".chars().map(|one| sets::tree(sets::single(one))).collect();
    let choices = vec![Tree::Sequence(both), sets::tree(super::breaks())];
    Tree::Atomic(Box::new(Tree::Choice(choices)))
}

/// `\pL`, `\p{Lu}`, `\p{^Lu}`, `\p{L&}`, `\p{Greek}`, `\p{sc:Greek}`.
fn property(
    reader: &mut PatternReader<'_>,
    at: usize,
    is_negative: bool,
) -> Result<Escaped, PatternFault> {
    reader.notes.tables(Dialect::Pcre);
    let (written, is_caret) = super::property_name(reader, at)?;
    let name = written.replace([' ', '_', '-'], "");
    if matches!(&*name, "Lu" | "Ll" | "Lt") && reader.flags.ignores_case {
        let why = format!("`{name}` where case is ignored, which differs from version to version");
        return Err(PatternFault::new(at, format!("{why}: write `L&`")));
    }
    let key = name.split_once([':', '=']);
    let set = match (&*name, key) {
        ("Any", _) => Some(sets::all()),
        ("L&" | "LC", _) => sets::property("LC"),
        (_, Some((key @ ("sc" | "script" | "scx" | "scriptextensions"), script))) => {
            sets::script(script, key)
        }
        _ => sets::category(&name).or_else(|| {
            let extended = sets::script(written, "scx")?;
            if sets::script(written, "sc").as_ref() != Some(&extended) {
                let note = format!(
                    "`{written}` is `scx:{written}`, as since PCRE2 10.40; before, it was `sc:{written}`"
                );
                reader.notes.add(note);
            }
            Some(extended)
        }),
    };
    match set {
        Some(set) => Ok(class(reader, set, is_negative != is_caret)),
        None => {
            let why = "write a category, as `Lu`, or a script as Unicode writes it, as `Greek` or \
                       `Old_Italic`";
            Err(PatternFault::new(at, format!("the class `{name}`, which is not known: {why}")))
        }
    }
}

// The escapes of Python's module `re`.

pub(super) fn read_python(
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
            let not_empty = group::look(empty, Direction::Ahead, true);
            let other = group::boundary(word(), true);
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

// The escapes of RE2, as in Go.

pub(super) fn read_re2(
    reader: &mut PatternReader<'_>,
    at: usize,
    letter: char,
    in_class: bool,
) -> Result<Escaped, PatternFault> {
    Ok(match letter {
        'd' | 'D' => class(reader, sets::digits(), letter == 'D'),
        's' | 'S' => class(reader, sets::among("\t\n\x0C\r "), letter == 'S'),
        'w' | 'W' => class(reader, sets::word(), letter == 'W'),
        'p' | 'P' => re2_property(reader, at, letter == 'P')?,
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
fn re2_property(
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
