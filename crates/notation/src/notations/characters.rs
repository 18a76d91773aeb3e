//! What the numbers of a printed grammar stand for.
//!
//! In: the values of `%x41`, `%xE9.20AC` or `%x80-10FFFF`, and what they stand for. Out: a [`Term`],
//! which knows bytes only. What is forgotten are the code points: `%xA0-D7FF` becomes the sequences
//! of bytes that encode them, as alternatives that no string shares.
//!
//! RFC 5234 leaves the encoding to the document (2.4, "external encodings"), and documents differ:
//! `%x80-FF` of RFC 9110 are 128 bytes, and `%x80-D7FF` of TOML are code points in UTF-8. The same
//! number means two things, and the smallest witness is `%xE9`: one byte or two.

use grammar_automata::build::ByteSet;

use super::term::{Alternative, Term};
use grammar_automata::engine::text;

/// What the values from `%x80` on stand for in a printed grammar. Those below are ASCII in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Characters {
    /// Bytes. A value above FF cannot be used.
    Octets,
    /// Code points, encoded in UTF-8. The surrogates D800 to DFFF have no encoding: a range leaves
    /// them out, and what has nothing else cannot be used. Nor can a value above 10FFFF.
    Utf8,
    /// Nothing. Ranges leave such values out, and a literal with such a value has no string.
    Ascii,
}

/// What a number of the grammar implies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Implied {
    /// All values are below 80.
    Nothing,
    /// The greatest value is between 80 and FF.
    Octets,
    /// The greatest value is above FF.
    Utf8,
}

impl Characters {
    /// What the greatest value of a number implies. The lower end of a range says nothing:
    /// `%x80-10FFFF` is about code points.
    pub(super) fn implied(greatest: u32) -> Implied {
        match greatest {
            0..=0x7F => Implied::Nothing,
            0x80..=0xFF => Implied::Octets,
            _ => Implied::Utf8,
        }
    }

    /// The term of one value, or of several in a row.
    pub(super) fn literal(self, values: &[u32]) -> Result<Term, String> {
        let mut bytes = Vec::new();
        for &value in values {
            match self {
                Self::Ascii if value > 0x7F => return Ok(Term::Bytes(ByteSet::EMPTY)),
                Self::Octets | Self::Ascii => bytes.push(byte(value)?),
                Self::Utf8 => {
                    let character = char::from_u32(value).ok_or_else(|| no_character(value))?;
                    bytes.extend(character.encode_utf8(&mut [0; 4]).bytes());
                }
            }
        }
        Ok(Term::Literal { bytes, ignore_case: false })
    }

    /// The term of the values from `first` to `last`, both included.
    pub(super) fn range(self, first: u32, last: u32) -> Result<Term, String> {
        if first > last {
            return Err(format!("the range from %x{first:02X} to %x{last:02X} is empty"));
        }
        match self {
            Self::Octets => Ok(Term::Bytes(ByteSet::range(byte(first)?, byte(last)?))),
            Self::Ascii if first > 0x7F => Ok(Term::Bytes(ByteSet::EMPTY)),
            Self::Ascii => Ok(Term::Bytes(ByteSet::range(byte(first)?, byte(last.min(0x7F))?))),
            Self::Utf8 => encoded(first, last),
        }
    }
}

impl Characters {
    /// The term of the values in any of several ranges.
    pub(super) fn ranges(self, ranges: &[(u32, u32)]) -> Result<Term, String> {
        let one = |&(first, last): &(u32, u32)| self.range(first, last);
        let mut terms = ranges.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        Ok(match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                let all = terms.into_iter().map(|term| Alternative::new("", term));
                // A choice that is no choice of the document, as that of an encoding.
                Term::Sequence(vec![Term::Choice(all.collect())])
            }
        })
    }

    /// The term of the values that are in none of several ranges.
    pub(super) fn others(self, ranges: &[(u32, u32)]) -> Result<Term, String> {
        let greatest = match self {
            Self::Octets => 0xFF,
            Self::Utf8 => 0x10_FFFF,
            Self::Ascii => 0x7F,
        };
        let mut ranges = ranges.to_vec();
        ranges.sort_unstable();
        let (mut others, mut next) = (Vec::new(), 0);
        for (first, last) in ranges {
            if first > last {
                return Err(format!("the range from #x{first:X} to #x{last:X} is empty"));
            }
            if first > next {
                others.push((next, first - 1));
            }
            next = next.max(last.saturating_add(1));
        }
        if next <= greatest {
            others.push((next, greatest));
        }
        // Surrogates are no characters.
        others.retain(|&(first, last)| !(first >= 0xD800 && last <= 0xDFFF));
        match &others[..] {
            [] => Ok(Term::Bytes(ByteSet::EMPTY)),
            others => self.ranges(others),
        }
    }
}

fn byte(value: u32) -> Result<u8, String> {
    u8::try_from(value)
        .map_err(|_| format!("`%x{value:X}` is no byte; write the bytes of its encoding"))
}

fn no_character(value: u32) -> String {
    match value {
        0xD800..=0xDFFF => format!("`%x{value:X}` is a surrogate, which UTF-8 does not encode"),
        _ => format!("`%x{value:X}` is no code point: the greatest is %x10FFFF"),
    }
}

/// The encodings of the code points between two, without the surrogates.
fn encoded(first: u32, last: u32) -> Result<Term, String> {
    let low = if (0xD800..=0xDFFF).contains(&first) { 0xE000 } else { first };
    let high = if (0xD800..=0xDFFF).contains(&last) { 0xD7FF } else { last };
    let (Some(low), Some(high)) = (char::from_u32(low), char::from_u32(high)) else {
        return Err(no_character(first.max(last)));
    };
    if low > high {
        return Err(no_character(first));
    }
    let alternatives: Vec<Alternative> = text::range(low, high).iter().map(|one| of(one)).collect();
    Ok(match Term::choice(alternatives) {
        // A choice that is no choice of the document: not the production's own alternatives.
        choice @ Term::Choice(_) => Term::Sequence(vec![choice]),
        only => only,
    })
}

/// A sequence of sets of bytes, which are ranges.
fn of(sets: &[ByteSet]) -> Alternative {
    let text = |set: &ByteSet| {
        let (first, last) =
            (set.first().unwrap_or_default(), set.iter().last().unwrap_or_default());
        if first == last { format!("%x{first:02X}") } else { format!("%x{first:02X}-{last:02X}") }
    };
    let texts: Vec<String> = sets.iter().map(text).collect();
    let terms = sets.iter().map(|&set| Term::Bytes(set)).collect();
    Alternative::new(&texts.join(" "), Term::sequence(terms))
}

/// The value that `text` writes in the base of a letter.
pub(super) fn value(base: &str, text: &str) -> Result<u32, String> {
    let radix = match base.to_ascii_lowercase().as_str() {
        "x" => 16,
        "d" => 10,
        _ => 2,
    };
    u32::from_str_radix(text, radix).map_err(|_| {
        match text.chars().find(|digit| !digit.is_digit(radix)) {
            Some(digit) => format!("`%{base}{text}`: `{digit}` is no digit of base {radix}"),
            None => format!("`%{base}{text}` is no code point: the greatest is %x10FFFF"),
        }
    })
}
