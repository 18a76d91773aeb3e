//! What is written in a literal of a string, decoded.
//!
//! In: the inside of a literal, and a table of the escapes that its language has. Out: a [`MappedText`], or what is
//! not decoded. What a language refuses is not decoded either; its compiler says it better.

use std::ops::Range;

use super::mapped::MappedText;

/// The escapes of a language.
#[derive(Debug)]
pub(super) struct Escapes {
    /// The letter of an escape, and the character that it stands for.
    pub(super) simple: &'static [(char, char)],
    /// The letter of an escape by digits of base 16, with the least and the greatest number of them.
    pub(super) hex: &'static [(char, usize, usize)],
    /// Whether digits of base 16 may stand in braces behind `\u`.
    pub(super) has_braces: bool,
    /// The greatest number of digits of an escape by digits of base 8, and whether it is the least too.
    pub(super) octal: (usize, bool),
    /// The greatest character that `\x` and digits of base 8 stand for: above it, they are bytes.
    pub(super) greatest: u32,
    /// Whether an escape is a code unit, so that two of them may be a character.
    pub(super) is_in_units: bool,
    /// Whether `\u` is translated before literals are told, as in Java: the `u` may be repeated, and the escape of a
    /// backslash may begin another one.
    pub(super) is_translated: bool,
    pub(super) unknown: Unknown,
    pub(super) line_end: LineEnd,
}

/// What a backslash before any other character is.
#[derive(Debug)]
pub(super) enum Unknown {
    /// Both characters.
    Both,
    /// The character.
    Character,
    Fault,
}

/// What a backslash at the end of a line is.
#[derive(Debug)]
pub(super) enum LineEnd {
    Fault,
    /// Nothing, and neither is the line end.
    Nothing,
    /// Nothing, and neither are the line end and the white space that follows.
    NothingWithBlanks,
}

/// The number of bytes in which an escape with braces ends: `u{`, digits and `_`, and `}`.
const BRACED: usize = 20;

/// What is not decoded, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undecoded {
    pub(super) span: Range<usize>,
    pub(super) why: String,
}

/// Decodes the inside of a literal.
pub(super) fn decoded(
    source: &str,
    inner: Range<usize>,
    escapes: &Escapes,
) -> Result<MappedText, Undecoded> {
    let (mut text, mut at) = (MappedText::default(), inner.start);
    let within = &source[..inner.end];
    while let Some(found) = memchr::memchr(b'\\', &within.as_bytes()[at..]) {
        lines(&mut text, within, at..at + found);
        at += found;
        let (end, character) = escapes.one(within, at).map_err(|why| {
            let end = within[at + 1..].chars().next().map_or(at + 1, |one| at + 1 + one.len_utf8());
            Undecoded { span: at..end, why: why.to_owned() }
        })?;
        match character {
            Some(character) => text.written(character.encode_utf8(&mut [0; 4]), at..end),
            // A backslash that stands for itself.
            None if end == at + 1 => text.verbatim("\\", at),
            None => {}
        }
        at = end;
    }
    lines(&mut text, within, at..inner.end);
    Ok(text)
}

/// Adds what is written as it is. A line end is a line feed, however the file has it.
pub(super) fn lines(text: &mut MappedText, source: &str, span: Range<usize>) {
    let mut at = span.start;
    for line in source[span].split_inclusive("\r\n") {
        match line.strip_suffix("\r\n") {
            Some(line) => {
                text.verbatim(line, at);
                at += line.len();
                text.written("\n", at..at + 2);
                at += 2;
            }
            None => text.verbatim(line, at),
        }
    }
}

impl Escapes {
    /// The end of the escape that begins at an offset, and its character, if it has one.
    fn one(&self, source: &str, at: usize) -> Result<(usize, Option<char>), &'static str> {
        let rest = &source[at + 1..];
        let Some(letter) = rest.chars().next() else { return Err("a backslash at the end") };
        let behind = at + 1 + letter.len_utf8();
        if let Some(&(_, least, most)) = self.hex.iter().find(|one| one.0 == letter)
            && !(letter == 'u' && self.has_braces && rest[1..].starts_with('{'))
        {
            let more = match letter {
                'u' if self.is_translated => rest.len() - rest.trim_start_matches('u').len() - 1,
                _ => 0,
            };
            return self.hexadecimal(source, behind + more, (letter, least, most));
        }
        if letter == 'u' && self.has_braces && rest[1..].starts_with('{') {
            let close = rest.bytes().take(BRACED).position(|one| one == b'}');
            let digits = &rest[2..close.ok_or("an escape in braces that are not closed")?];
            let number: String = digits.chars().filter(|&one| one != '_').collect();
            let value = u32::from_str_radix(&number, 16).ok().and_then(char::from_u32);
            let value = value.ok_or("an escape of no character")?;
            return Ok((behind + digits.len() + 2, Some(value)));
        }
        if matches!(letter, '0'..='7') && self.octal.0 > 0 {
            return self.octal(rest, at);
        }
        if let Some(&(_, one)) = self.simple.iter().find(|one| one.0 == letter) {
            let is_digit = rest[1..].starts_with(|next: char| next.is_ascii_digit());
            if letter == '0' && matches!(self.unknown, Unknown::Character) && is_digit {
                return Err("an escape by digits of base 8");
            }
            return Ok((behind, Some(one)));
        }
        if matches!(letter, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
            let end = if rest.starts_with("\r\n") { behind + 1 } else { behind };
            return match self.line_end {
                LineEnd::Fault => Err("a backslash at the end of a line"),
                LineEnd::Nothing => Ok((end, None)),
                LineEnd::NothingWithBlanks => {
                    let blanks = |one: char| matches!(one, ' ' | '\t' | '\n' | '\r');
                    Ok((source.len() - source[end..].trim_start_matches(blanks).len(), None))
                }
            };
        }
        match self.unknown {
            Unknown::Both if letter == 'N' && rest[1..].starts_with('{') => {
                Err("a character by its name")
            }
            Unknown::Both => Ok((at + 1, None)),
            Unknown::Character if letter.is_ascii_digit() => Err("an escape by digits of base 8"),
            Unknown::Character => Ok((behind, Some(letter))),
            Unknown::Fault => Err("an escape that the language does not have"),
        }
    }

    fn octal(&self, rest: &str, at: usize) -> Result<(usize, Option<char>), &'static str> {
        let (most, is_exact) = self.octal;
        // In Java, three digits begin with one of 0 to 3.
        let most = if self.is_translated && rest.as_bytes()[0] > b'3' { 2 } else { most };
        let count = rest.bytes().take(most).take_while(|one| matches!(one, b'0'..=b'7')).count();
        if is_exact && count < most {
            return Err("an escape of too few digits");
        }
        let value = u32::from_str_radix(&rest[..count], 8).unwrap_or(u32::MAX);
        if value > self.greatest {
            return Err("a byte that is no character");
        }
        Ok((at + 1 + count, char::from_u32(value)))
    }

    fn hexadecimal(
        &self,
        source: &str,
        from: usize,
        (letter, least, most): (char, usize, usize),
    ) -> Result<(usize, Option<char>), &'static str> {
        let unit = |from: usize| {
            let digits = source.as_bytes()[from..].iter().take(most);
            let count = digits.take_while(|one| one.is_ascii_hexdigit()).count();
            let digits = &source[from..from + count];
            u32::from_str_radix(digits, 16).ok().filter(|_| count >= least).map(|one| (one, count))
        };
        let (first, count) = unit(from).ok_or("an escape of too few digits")?;
        let end = from + count;
        if letter == 'x' && first > self.greatest {
            return Err("a byte that is no character");
        }
        if let Some(one) = char::from_u32(first) {
            if one == '\\' && self.is_translated {
                return Err("a backslash as a Unicode escape");
            }
            return Ok((end, Some(one)));
        }
        let is_first = (0xD800..0xDC00).contains(&first) && self.is_in_units;
        if is_first
            && source[end..].starts_with("\\u")
            && let Some((second @ 0xDC00..=0xDFFF, count)) = unit(end + 2)
        {
            let one = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return Ok((end + 2 + count, char::from_u32(one)));
        }
        Err("half of a character")
    }
}
