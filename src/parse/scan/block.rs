//! Reads 64 bytes at a time, and finds the next delimiter or the next byte that cannot be part of a
//! path.
//!
//! A scan requests the offset of the next byte in a set of [`Stops`]. Every search also stops at
//! the end of the string. Each byte of a block is reduced to one bit, sixteen bytes at a time, so
//! all text up to the next delimiter is skipped at once.
//!
//! With `IRI` the bytes above 127 are part of a path too, and characters that an IRI may not allow
//! are decoded (RFC 3987, 2.2). Without `IRI`, none of this is compiled.
//!
//! The `/` of `%4/` is not a delimiter: it takes the place of a digit, and breaks a percent-encoded
//! triplet. No production with a scan derives such a string, so only the offset of the missing
//! digit is kept.

use crate::parts::vector::{VECTOR, hexadecimal, is, u8x16, within};

/// The number of bytes in a block: one for each bit of a word.
pub(in crate::parse) const BLOCK: usize = u64::BITS as usize;

/// A set of bytes at which a scan stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stops {
    /// The bytes that no `pchar` contains, and `:` and `@`. They end a scheme or an authority,
    /// or separate the parts of an authority.
    Delimiters,
    /// The bytes that no `pchar` contains, except `/`. They end a path.
    PathEnds,
}

/// A reader of a string in blocks, which keeps the bits of the current block.
pub(super) struct Blocks<'i, const IRI: bool> {
    bytes: &'i [u8],
    /// The offset at which the current block begins.
    start: usize,
    delimiters: u64,
    path_ends: u64,
    /// The bits of the next block whose bytes must be digits of a triplet begun in this block: bit 0, or bits 0 and 1.
    owed: u64,
    /// The offset of the first missing digit of a triplet.
    broken: Option<usize>,
    /// The characters beyond ASCII that an IRI does not allow, or allows only in a query.
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

    /// Returns the offset of the first missing digit of a triplet in the text read so far.
    #[inline(always)]
    pub(super) const fn broken(&self) -> Option<usize> {
        self.broken
    }

    /// Returns the characters read so far that an IRI does not allow, or allows only in a query.
    #[inline(always)]
    pub(super) const fn strange(&self) -> &Strange {
        &self.strange
    }

    /// Returns the offset of the first byte of the set at or after `from`, or the end of the string.
    /// After a call with [`Stops::PathEnds`], a caller must not pass [`Stops::Delimiters`].
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

    /// Computes the bits of the current block. Without `DELIMITERS` the bits of delimiters within a
    /// path are not computed.
    #[inline(always)]
    fn fill<const DELIMITERS: bool>(&mut self) {
        let mut bits = Bits { segments: 0, delimiters: 0, percents: 0, beyond_ascii: 0 };
        let length = vectors(self.bytes, self.start, |vector, place| {
            bits.add::<IRI, DELIMITERS>(vector, place)
        });
        let within = u64::MAX.checked_shr((BLOCK - length) as u32).unwrap_or(0);
        self.path_ends = !(bits.segments & within);
        self.delimiters = self.path_ends | bits.delimiters;
        let percents = bits.percents & within;
        if percents | self.owed != 0 {
            let mut digits = 0;
            vectors(self.bytes, self.start, |vector, place| {
                digits |= place.of(hexadecimal(vector).to_bitmask())
            });
            let broken = (percents << 1 | percents << 2 | self.owed) & !(digits & within);
            if broken != 0 && self.broken.is_none() {
                self.broken = Some(self.start + broken.trailing_zeros() as usize);
            }
            self.owed = percents >> (BLOCK - 1) | percents >> (BLOCK - 2);
        }
        if IRI && bits.beyond_ascii & within != 0 {
            let mut may_be = 0;
            vectors(self.bytes, self.start, |vector, place| {
                may_be |= place.of(may_be_strange(vector))
            });
            if may_be & within != 0 {
                self.look_at(may_be & within);
            }
        }
    }

    /// Decodes the characters of the current block whose bits are set in `may_be`, and records their classes.
    #[cold]
    #[inline(never)]
    fn look_at(&mut self, mut may_be: u64) {
        while may_be != 0 {
            self.strange.look_at(self.bytes, self.start + may_be.trailing_zeros() as usize);
            may_be &= may_be - 1;
        }
    }
}

/// Calls `take` with each vector of the block that begins at `start`, and the position of its bits. Returns the
/// number of bytes in the block.
///
/// In a full block the positions are known at compile time. The last vectors of a short block
/// overlap, since it would take longer to compute how many vectors are needed.
#[inline(always)]
pub(in crate::parse) fn vectors(
    bytes: &[u8],
    start: usize,
    mut take: impl FnMut(u8x16, BitPlace),
) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
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
    } else if let Some(last) = bytes.last_chunk() {
        // The last bytes of the string; the block before contained the others of this vector.
        take(u8x16::new(*last), BitPlace { at: 0, known: VECTOR - rest.len() });
    } else {
        take(u8x16::new(padded(rest)), BitPlace { at: 0, known: 0 });
    }
    rest.len().min(BLOCK)
}

/// The position of the bits of a vector in a block. The first `known` bits belong to the block before, and
/// are dropped. The other bits begin at bit `at` of the block.
#[derive(Clone, Copy)]
pub(in crate::parse) struct BitPlace {
    at: usize,
    known: usize,
}

impl BitPlace {
    #[inline(always)]
    pub(in crate::parse) fn of(self, bits: u32) -> u64 {
        u64::from(bits >> self.known) << self.at
    }
}

/// Copies fewer than [`VECTOR`] bytes to a vector, and fills the rest of the vector with zeros.
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

/// Sets of the bytes of a block, each with one bit for each byte.
struct Bits {
    /// The bytes that a path may contain: the bytes of `pchar`, and `/`.
    segments: u64,
    /// The delimiters that a path may contain: `/`, `:` and `@`.
    delimiters: u64,
    percents: u64,
    /// The bytes above 127, in an IRI.
    beyond_ascii: u64,
}

impl Bits {
    #[inline(always)]
    fn add<const IRI: bool, const DELIMITERS: bool>(&mut self, bytes: u8x16, place: BitPlace) {
        let letters = within(bytes | u8x16::splat(0x20), b'a', b'z');
        // `!` and `=`, and the bytes between `$` and `;` that differ from them in three bits.
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

/// Returns whether the first `length` bytes of a string are a `scheme` (RFC 3986, 3.1).
#[inline(always)]
pub(in crate::parse) fn is_scheme(bytes: &[u8], length: usize) -> bool {
    if length == 0 || !bytes[0].is_ascii_alphabetic() {
        return false;
    }
    match bytes.first_chunk() {
        Some(vector) if length < VECTOR => {
            let vector = u8x16::new(*vector);
            let letters = within(vector | u8x16::splat(0x20), b'a', b'z');
            // The text before a ":" contains no "/" here.
            let others = within(vector, b'-', b'9') | is(vector, b'+');
            (letters | others).to_bitmask().trailing_ones() as usize >= length
        }
        _ => {
            bytes[..length].iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
        }
    }
}

/// Returns a bit for each byte that may begin a character beyond ASCII that is not in `ucschar`.
#[inline(always)]
fn may_be_strange(bytes: u8x16) -> u32 {
    (is(bytes, 0xC2) | is(bytes.min(u8x16::splat(0xEE)), 0xEE)).to_bitmask()
}

// The characters beyond ASCII that an IRI allows (RFC 3987, 2.2), read from UTF-8.
//
// The first byte of most characters shows that they are in `ucschar`, so the scan decodes few. A
// character of `iprivate` is allowed in a query, but not in a fragment.

/// The characters of a string that are not in `ucschar`.
pub(super) struct Strange {
    /// The offsets of the first and of the last character that is in `iprivate`.
    private: Option<(usize, usize)>,
    /// Whether some character is in neither `ucschar` nor `iprivate`.
    has_foreign: bool,
}

impl Strange {
    pub(super) const NONE: Self = Self { private: None, has_foreign: false };

    /// Decodes the character at an offset, and records it unless it is in `ucschar`.
    pub(super) fn look_at(&mut self, text: &[u8], at: usize) {
        match class(&text[at..]) {
            Class::Ucschar => {}
            Class::Iprivate => self.private = Some((self.private.map_or(at, |first| first.0), at)),
            Class::Neither => self.has_foreign = true,
        }
    }

    /// Returns whether every character is allowed at its position. `query` has the offsets of the
    /// beginning and the end of the query.
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

/// Returns the class of the character beyond ASCII with which a text begins.
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

    /// The class computed from the bytes of a character agrees with the ranges that the document
    /// prints.
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
