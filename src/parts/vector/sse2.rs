//! Operations on sixteen bytes at once, with the SSE2 instructions, which every x86-64 with an
//! operating system has.
//!
//! The module has the operations of the crate `wide` that the library needs, under the same names.

use core::ops::{BitAnd, BitOr, Sub};

use safe_arch::{cmp_eq_mask_i8_m128i, m128i, min_u8_m128i, move_mask_i8_m128i, sub_i8_m128i};

/// Sixteen bytes.
#[expect(non_camel_case_types, reason = "the type has the name that `wide` gives it")]
#[derive(Clone, Copy)]
pub(crate) struct u8x16(m128i);

impl u8x16 {
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 16]) -> Self {
        Self(bytes.into())
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [u8; 16] {
        self.0.into()
    }

    /// Returns sixteen copies of a byte.
    #[inline(always)]
    pub(crate) fn splat(byte: u8) -> Self {
        Self::new([byte; 16])
    }

    /// Returns a vector with all bits set in the bytes where the two vectors are equal.
    #[inline(always)]
    pub(crate) fn simd_eq(self, other: Self) -> Self {
        Self(cmp_eq_mask_i8_m128i(self.0, other.0))
    }

    /// Returns, for each position, the smaller of the two bytes there.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(min_u8_m128i(self.0, other.0))
    }

    /// Returns a mask of the highest bits of the bytes. The bit of the first byte is the lowest.
    #[inline(always)]
    pub(crate) fn to_bitmask(self) -> u32 {
        move_mask_i8_m128i(self.0) as u32
    }
}

impl BitAnd for u8x16 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for u8x16 {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for u8x16 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(sub_i8_m128i(self.0, other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests vectors of a byte among copies of a second byte, for every two bytes.
    #[test]
    fn every_pair_of_bytes() {
        for a in 0..=u8::MAX {
            for b in 0..=u8::MAX {
                let mut bytes = [b; 16];
                bytes[3] = a;
                let (vector, other) = (u8x16::new(bytes), u8x16::splat(b));
                let has = |vector: u8x16, at: u32, byte| {
                    vector.simd_eq(u8x16::splat(byte)).to_bitmask() >> at & 1 == 1
                };
                assert!(has(vector, 3, a) && has(vector, 4, b));
                assert_eq!(vector.simd_eq(other).to_bitmask() == 0xFFFF, a == b);
                assert!(has(vector.min(other), 3, a.min(b)));
                assert!(has(vector & other, 3, a & b) && has(vector | other, 3, a | b));
                assert!(has(vector - other, 3, a.wrapping_sub(b)) && has(vector - other, 4, 0));
            }
        }
        assert_eq!(u8x16::new(*b"\x80              \xFF").to_bitmask(), 0x8001);
    }
}
