//! Sixty-four bytes at a time: where the next delimiter stands, and the next byte that is none of a
//! path.
//!
//! In: a string, and an offset up to which all is known. Out: the offset of the next byte of a
//! [`Stops`]; the end of the string is in every one. The bytes of a block become one bit each, sixteen
//! of them at a time, so that what lies between two delimiters is passed over at once.
//!
//! With `IRI` the bytes above 127 are of a path too, and what they [spell](super::rfc3987) is looked at where it
//! may be no character of an IRI (RFC 3987, 2.2). Without, nothing of this is compiled.
//!
//! The surprising case: a `/` may be no delimiter. That of `%4/` stands for a digit, and breaks the
//! triplet. Such a string is in no language that is scanned for, so where it is broken is
//! all that is kept of it.

use crate::parts::vector::{VECTOR, hexadecimal, is, u8x16, within};

/// The number of bytes in a block: the number of bits in a word.
const BLOCK: usize = u64::BITS as usize;

/// A set of bytes at which a scan stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stops {
    /// Stop at a byte that is not of a `pchar`, and at `:` and `@`. These bytes divide a scheme or
    /// an authority from what follows, and the parts of an authority.
    Delimiters,
    /// Stop at a byte that is neither of a `pchar` nor `/`. Such a byte ends a path.
    PathEnds,
}

/// The blocks of a string, one after the other.
pub(super) struct Blocks<'i, const IRI: bool> {
    bytes: &'i [u8],
    /// The offset at which the present block begins.
    start: usize,
    delimiters: u64,
    path_ends: u64,
    /// The bits of the first two bytes of the next block that must be hexadecimal digits.
    owed: u64,
    /// The offset of the first missing digit of a triplet.
    broken: Option<usize>,
    /// The characters beyond ASCII that an IRI may not have, or not everywhere.
    strange: Strange,
}

impl<'i, const IRI: bool> Blocks<'i, IRI> {
    #[inline(always)]
    pub(super) fn of(bytes: &'i [u8]) -> Self {
        let mut blocks = Self {
            bytes,
            start: 0,
            delimiters: 0,
            path_ends: 0,
            owed: 0,
            broken: None,
            strange: Strange::NONE,
        };
        blocks.fill::<true>();
        blocks
    }

    /// The offset of the first missing digit of a triplet, in the blocks up to the present one.
    #[inline(always)]
    pub(super) const fn broken(&self) -> Option<usize> {
        self.broken
    }

    /// The characters that an IRI may not have, or not everywhere, in the blocks up to the present one.
    #[inline(always)]
    pub(super) const fn strange(&self) -> &Strange {
        &self.strange
    }

    /// The first offset, from `from` on, of a byte at which to stop, or the end of the string. Whoever has
    /// asked for the end of a path asks for no delimiter behind it.
    #[inline(always)]
    pub(super) fn next(&mut self, mut from: usize, set: Stops) -> usize {
        loop {
            let within = from - self.start;
            if within < BLOCK {
                let stops = match set {
                    Stops::Delimiters => self.delimiters,
                    Stops::PathEnds => self.path_ends,
                };
                let stops = stops >> within;
                if stops != 0 {
                    return from + stops.trailing_zeros() as usize;
                }
            }
            match set {
                Stops::Delimiters => self.advance::<true>(),
                Stops::PathEnds => self.advance::<false>(),
            }
            from = from.max(self.start);
        }
    }

    /// Reads the next block. Most strings have only one block.
    #[cold]
    #[inline(never)]
    fn advance<const DELIMITERS: bool>(&mut self) {
        self.start += BLOCK;
        self.fill::<DELIMITERS>();
    }

    /// Finds the bits of the present block. Without `DELIMITERS` those among the bytes of a path are left out.
    #[inline(always)]
    fn fill<const DELIMITERS: bool>(&mut self) {
        let mut bits = Bits { segments: 0, delimiters: 0, percents: 0, beyond_ascii: 0 };
        let length = self.vectors(|vector, place| bits.add::<IRI, DELIMITERS>(vector, place));
        let within = u64::MAX.checked_shr((BLOCK - length) as u32).unwrap_or(0);
        self.path_ends = !(bits.segments & within);
        self.delimiters = self.path_ends | bits.delimiters;
        let percents = bits.percents & within;
        if percents | self.owed != 0 {
            let mut digits = 0;
            self.vectors(|vector, place| digits |= place.of(hexadecimal(vector).to_bitmask()));
            let broken = (percents << 1 | percents << 2 | self.owed) & !(digits & within);
            if broken != 0 && self.broken.is_none() {
                self.broken = Some(self.start + broken.trailing_zeros() as usize);
            }
            self.owed = percents >> (BLOCK - 1) | percents >> (BLOCK - 2);
        }
        if IRI && bits.beyond_ascii & within != 0 {
            let mut may_be = 0;
            self.vectors(|vector, place| may_be |= place.of(may_be_strange(vector)));
            if may_be & within != 0 {
                self.look_at(may_be & within);
            }
        }
    }

    /// Looks at the characters of the present block that may be strange.
    #[cold]
    #[inline(never)]
    fn look_at(&mut self, mut may_be: u64) {
        while may_be != 0 {
            self.strange.look_at(self.bytes, self.start + may_be.trailing_zeros() as usize);
            may_be &= may_be - 1;
        }
    }

    /// Passes on the vectors of the present block, each with the place of its bits. Returns the
    /// number of bytes in the block.
    ///
    /// Of a whole block the places are known when this is compiled. The last vectors of a short one lie
    /// over one another, which takes less time than to find out how many there are.
    #[inline(always)]
    fn vectors(&self, mut take: impl FnMut(u8x16, BitPlace)) -> usize {
        let rest = self.bytes.get(self.start..).unwrap_or_default();
        if let Some(block) = rest.first_chunk::<BLOCK>() {
            let (vectors, _) = block.as_chunks();
            for (place, vector) in vectors.iter().enumerate() {
                take(u8x16::new(*vector), BitPlace { at: place * VECTOR, known: 0 });
            }
        } else if let Some(last) = rest.len().checked_sub(VECTOR) {
            let mut take_at = |at: usize| {
                let at = at.min(last);
                if let Some(vector) = rest[at..].first_chunk() {
                    take(u8x16::new(*vector), BitPlace { at, known: 0 });
                }
            };
            take_at(0);
            take_at(VECTOR);
            if last > VECTOR {
                take_at(2 * VECTOR);
                take_at(3 * VECTOR);
            }
        } else if let Some(last) = self.bytes.last_chunk() {
            // The last bytes of the string, the others of which were in the block before.
            take(u8x16::new(*last), BitPlace { at: 0, known: VECTOR - rest.len() });
        } else {
            take(u8x16::new(padded(rest)), BitPlace { at: 0, known: 0 });
        }
        rest.len().min(BLOCK)
    }
}

/// The place of the bits of a vector: from bit `at` of the block on, without the first `known`
/// bits, which the block has already.
#[derive(Clone, Copy)]
struct BitPlace {
    at: usize,
    known: usize,
}

impl BitPlace {
    #[inline(always)]
    fn of(self, bits: u32) -> u64 {
        u64::from(bits >> self.known) << self.at
    }
}

/// Fills a vector with bytes that are too few for one, and zeros after them.
#[inline(always)]
fn padded(bytes: &[u8]) -> [u8; VECTOR] {
    let length = bytes.len();
    let joined = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u128::from(u64::from_le_bytes(*last));
        u128::from(u64::from_le_bytes(*first)) | last << ((length - 8) * 8)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u128::from(u32::from_le_bytes(*last));
        u128::from(u32::from_le_bytes(*first)) | last << ((length - 4) * 8)
    } else {
        let byte = |index: usize| u128::from(bytes.get(index).copied().unwrap_or(0));
        byte(0) | byte(1) << 8 | byte(2) << 16
    };
    joined.to_le_bytes()
}

/// The bits of a block: one for each byte.
struct Bits {
    /// The bytes that a path may contain: those of `pchar`, and `/`.
    segments: u64,
    /// The delimiters among these: `/`, `:` and `@`.
    delimiters: u64,
    percents: u64,
    /// The bytes above 127, if they are asked for.
    beyond_ascii: u64,
}

impl Bits {
    #[inline(always)]
    fn add<const IRI: bool, const DELIMITERS: bool>(&mut self, bytes: u8x16, place: BitPlace) {
        let letters = within(bytes | u8x16::splat(0x20), b'a', b'z');
        // `!` and `=`, and of what lies between `$` and `;` what differs from them in three bits.
        let marks = is(bytes & u8x16::splat(0xE3), b'!');
        let segments = letters
            | within(bytes, b'$', b';')
            | marks
            | is(bytes, b'_')
            | is(bytes, b'~')
            | is(bytes, b'@');
        let mut segments = segments.to_bitmask();
        if IRI {
            let beyond_ascii = bytes.to_bitmask();
            segments |= beyond_ascii;
            self.beyond_ascii |= place.of(beyond_ascii);
        }
        self.segments |= place.of(segments);
        if DELIMITERS {
            let delimiters = is(bytes, b'/') | is(bytes, b':') | is(bytes, b'@');
            self.delimiters |= place.of(delimiters.to_bitmask());
        }
        self.percents |= place.of(is(bytes, b'%').to_bitmask());
    }
}

/// Whether the first `length` bytes of a string are a `scheme` (section 3.1).
#[inline(always)]
pub(super) fn is_scheme(bytes: &[u8], length: usize) -> bool {
    if length == 0 || !bytes[0].is_ascii_alphabetic() {
        return false;
    }
    match bytes.first_chunk() {
        Some(vector) if length < VECTOR => {
            let vector = u8x16::new(*vector);
            let letters = within(vector | u8x16::splat(0x20), b'a', b'z');
            // What a scheme is looked for in has no "/".
            let others = within(vector, b'-', b'9') | is(vector, b'+');
            (letters | others).to_bitmask().trailing_ones() as usize >= length
        }
        _ => {
            bytes[..length].iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
        }
    }
}

/// The first bytes of characters of which some are none of an IRI, or of its query only.
#[inline(always)]
fn may_be_strange(bytes: u8x16) -> u32 {
    (is(bytes, 0xC2) | is(bytes.min(u8x16::splat(0xEE)), 0xEE)).to_bitmask()
}

// The characters beyond ASCII that an IRI may have (RFC 3987, 2.2), read from UTF-8.
//
// In: a string of UTF-8, and the offset of a character. Out: whether the character is in `ucschar`, in
// `iprivate`, or in neither. Most characters are in `ucschar` by their first byte alone, so the scan
// looks at few.
//
// The surprising case: `iprivate` may stand in a query, and not in a fragment.

/// The characters of a string that are not in `ucschar`.
pub(super) struct Strange {
    /// The offsets of the first and of the last character that is in `iprivate`.
    private: Option<(usize, usize)>,
    /// Whether a character is in neither.
    has_foreign: bool,
}

impl Strange {
    pub(super) const NONE: Self = Self { private: None, has_foreign: false };

    /// Looks at the character at an offset.
    pub(super) fn look_at(&mut self, text: &[u8], at: usize) {
        match class(&text[at..]) {
            Class::Ucschar => {}
            Class::Iprivate => self.private = Some((self.private.map_or(at, |first| first.0), at)),
            Class::Neither => self.has_foreign = true,
        }
    }

    /// Whether every character may stand where it stands, if the query is between these offsets.
    #[inline(always)]
    pub(super) fn fits(&self, query: (usize, usize)) -> bool {
        let is_within = |(first, last): (usize, usize)| query.0 <= first && last < query.1;
        !self.has_foreign && self.private.is_none_or(is_within)
    }
}

/// The class of a character beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Ucschar,
    Iprivate,
    Neither,
}

/// The class of the character beyond ASCII with which a text begins.
const fn class(text: &[u8]) -> Class {
    match text {
        // U+0080 to U+009F.
        [0xC2, 0x80..0xA0, ..] => Class::Neither,
        // U+E000 to U+F8FF.
        [0xEE, ..] | [0xEF, 0x80..=0xA3, ..] => Class::Iprivate,
        // U+FDD0 to U+FDEF, and U+FFF0 to U+FFFF.
        [0xEF, 0xB7, 0x90..=0xAF, ..] | [0xEF, 0xBF, 0xB0..=0xBF, ..] => Class::Neither,
        [first @ 0xF0..=0xFF, second, third, fourth, ..] => {
            let code = (*first as u32 & 0x7) << 18
                | (*second as u32 & 0x3F) << 12
                | (*third as u32 & 0x3F) << 6
                | *fourth as u32 & 0x3F;
            match code {
                // The last two of each plane, and the tags.
                _ if code & 0xFFFF >= 0xFFFE => Class::Neither,
                0xE_0000..0xE_1000 => Class::Neither,
                0xF_0000.. => Class::Iprivate,
                _ => Class::Ucschar,
            }
        }
        _ => Class::Ucschar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::percent::{is_private, is_ucschar};

    /// The class by the bytes of a character is that by the ranges that the document prints.
    #[test]
    fn every_character_beyond_ascii() {
        for character in '\u{80}'..=char::MAX {
            let expected = match character {
                _ if is_ucschar(character) => Class::Ucschar,
                _ if is_private(character) => Class::Iprivate,
                _ => Class::Neither,
            };
            let class = class(character.encode_utf8(&mut [0; 4]).as_bytes());
            assert_eq!(class, expected, "{character:?}");
        }
    }
}
