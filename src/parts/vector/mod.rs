//! Sixteen bytes at once.
//!
//! In: bytes. Out: which of them are of a range or a set, a bit for each; or, of a whole string,
//! whether [any](any()) is. Every x86-64 with an operating system has the instructions SSE2 for this.
//! For other processors the crate `wide` has such vectors. That crate has those of SSE2 too, and many
//! more; to build them all takes longer than to build this library.
//!
//! The surprising case: what is tested is a byte, not a character. The bytes of a character beyond ASCII
//! are in no range of ASCII.

mod any;
#[cfg(target_feature = "sse2")]
mod sse2;

pub(crate) use any::{any, any_pair};
#[cfg(target_feature = "sse2")]
pub(crate) use sse2::u8x16;
#[cfg(not(target_feature = "sse2"))]
pub(crate) use wide::u8x16;

/// The number of bytes in a vector.
pub(crate) const VECTOR: usize = 16;

/// The bytes that are one of a range, with all their bits set.
#[inline(always)]
pub(crate) fn within(bytes: u8x16, first: u8, last: u8) -> u8x16 {
    let from_first = bytes - u8x16::splat(first);
    from_first.min(u8x16::splat(last - first)).simd_eq(from_first)
}

/// The bytes that are equal to one, with all their bits set.
#[inline(always)]
pub(crate) fn is(bytes: u8x16, byte: u8) -> u8x16 {
    bytes.simd_eq(u8x16::splat(byte))
}

/// The hexadecimal digits, with all their bits set.
#[inline(always)]
pub(crate) fn hexadecimal(bytes: u8x16) -> u8x16 {
    within(bytes | u8x16::splat(0x20), b'a', b'f') | within(bytes, b'0', b'9')
}
