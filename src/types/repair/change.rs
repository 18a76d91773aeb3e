//! The changes of a repair, each with its reason.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use crate::parts::percent::push_triplet;

/// A character of the given string that was percent-encoded. `Display` prints the place, the
/// triplets and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repair {
    pub(super) offset: usize,
    pub(super) found: char,
    pub(super) misfit: Misfit,
}

impl Repair {
    /// The span of the character in the given string, in bytes.
    #[must_use]
    #[inline]
    pub const fn span(&self) -> Range<usize> {
        self.offset..self.offset + self.found.len_utf8()
    }

    /// The character.
    #[must_use]
    #[inline]
    pub const fn found(&self) -> char {
        self.found
    }

    /// The triplets that are written instead of the character.
    #[must_use]
    #[inline]
    pub fn written(&self) -> String {
        let mut text = String::new();
        push_encoded(self.found, &mut text);
        text
    }

    /// The reason why the character could not stay.
    #[must_use]
    #[inline]
    pub const fn misfit(&self) -> Misfit {
        self.misfit
    }
}

impl fmt::Display for Repair {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, found, misfit } = self;
        let found = found.escape_debug();
        write!(f, "at byte {offset} \"{found}\" is written \"{}\": {misfit}", self.written())
    }
}

/// The reason why a character cannot stand where it was found. `Display` prints a sentence with the
/// section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misfit {
    /// A character of ASCII that no URI holds (section 2).
    NoUriCharacter,
    /// A character that is not ASCII (section 2.5).
    NotAscii,
    /// A `%` that begins no triplet (section 2.4).
    Percent,
    /// A square bracket outside of an IP literal (section 3.2.2).
    Bracket,
    /// A `#` in a fragment (section 3.5).
    NumberSign,
    /// A `:` in the first segment of a path that no scheme is before (section 3.3).
    Colon,
}

impl Misfit {
    /// The section that says so.
    #[must_use]
    #[inline]
    pub const fn section(self) -> &'static str {
        match self {
            Self::NoUriCharacter => "2",
            Self::NotAscii => "2.5",
            Self::Percent => "2.4",
            Self::Bracket => "3.2.2",
            Self::NumberSign => "3.5",
            Self::Colon => "3.3",
        }
    }

    /// The reason why a component does not hold a character.
    #[inline]
    pub(super) const fn of(found: char) -> Self {
        match found {
            '%' => Self::Percent,
            '[' | ']' => Self::Bracket,
            '#' => Self::NumberSign,
            ':' => Self::Colon,
            _ if found.is_ascii() => Self::NoUriCharacter,
            _ => Self::NotAscii,
        }
    }
}

impl fmt::Display for Misfit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Self::NoUriCharacter => "no URI holds it",
            Self::NotAscii => "a URI is of ASCII, and other characters are encoded as UTF-8",
            Self::Percent => "no two hexadecimal digits follow it",
            Self::Bracket => "square brackets stand around IP literals only",
            Self::NumberSign => "a fragment has begun already",
            Self::Colon => "no scheme is before it, and the first segment of a path cannot hold it",
        };
        write!(f, "{reason} ({})", self.section())
    }
}

#[inline]
pub(super) fn push_encoded(found: char, text: &mut String) {
    for octet in found.encode_utf8(&mut [0; 4]).bytes() {
        push_triplet(octet, text);
    }
}
