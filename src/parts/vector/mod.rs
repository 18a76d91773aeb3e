//! Operations on sixteen bytes at once.
//!
//! The functions return which bytes are in a range or a set, or whether [any](any()) byte of a
//! string passes such a test. Every x86-64 with an operating system has the SSE2 instructions for
//! this. Other processors use the vectors of the crate `wide`. That crate supports SSE2 too, but
//! building it takes longer than building this library.
//!
//! The tests apply to bytes, not to characters. The bytes of a character beyond ASCII are in no
//! range of ASCII.

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

/// Returns a vector with all bits set in each byte within a range.
#[inline(always)]
pub(crate) fn within(bytes: u8x16, first: u8, last: u8) -> u8x16 {
    let from_first = bytes - u8x16::splat(first);
    from_first.min(u8x16::splat(last - first)).simd_eq(from_first)
}

/// Returns a vector with all bits set in each byte that equals `byte`.
#[inline(always)]
pub(crate) fn is(bytes: u8x16, byte: u8) -> u8x16 {
    bytes.simd_eq(u8x16::splat(byte))
}

/// Returns a vector with all bits set in each byte that is a hexadecimal digit.
#[inline(always)]
pub(crate) fn hexadecimal(bytes: u8x16) -> u8x16 {
    within(bytes | u8x16::splat(0x20), b'a', b'f') | within(bytes, b'0', b'9')
}
