//! IPv6 addresses: the IPv6 parser (section Host parsing) and the IPv6 serializer (Host serializing).

use core::fmt;
use core::net::Ipv6Addr;

use super::super::error::ValidationErrorKind as Kind;
use super::Report;

/// The IPv6 parser. The names are those of the Standard.
pub(super) fn parse(input: &str, report: Report<'_>) -> Option<Ipv6Addr> {
    // All code points that the parser goes on from are ASCII, so that a pointer counts bytes.
    let c = |pointer: usize| input.as_bytes().get(pointer).copied();
    let mut fail = |kind, pointer| {
        report(kind, pointer);
        None::<Ipv6Addr>
    };
    let mut address = [0_u16; 8];
    let (mut piece_index, mut compress, mut pointer) = (0, None, 0);
    // 5. "If c is U+003A (:)"
    if c(pointer) == Some(b':') {
        if c(pointer + 1) != Some(b':') {
            return fail(Kind::Ipv6InvalidCompression, pointer);
        }
        pointer += 2;
        piece_index += 1;
        compress = Some(piece_index);
    }
    // 6. "While c is not the EOF code point"
    while c(pointer).is_some() {
        if piece_index == 8 {
            return fail(Kind::Ipv6TooManyPieces, pointer);
        }
        if c(pointer) == Some(b':') {
            if compress.is_some() {
                return fail(Kind::Ipv6MultipleCompression, pointer);
            }
            pointer += 1;
            piece_index += 1;
            compress = Some(piece_index);
            continue;
        }
        let (mut value, mut length) = (0, 0);
        while let Some(digit) = c(pointer).and_then(|byte| char::from(byte).to_digit(16))
            && length < 4
        {
            value = value * 0x10 + digit as u16; // four digits at most
            pointer += 1;
            length += 1;
        }
        match c(pointer) {
            Some(b'.') => {
                if length == 0 {
                    return fail(Kind::Ipv4InIpv6InvalidCodePoint, pointer);
                }
                pointer -= length;
                if piece_index > 6 {
                    return fail(Kind::Ipv4InIpv6TooManyPieces, pointer);
                }
                match parse_ipv4(input.as_bytes(), pointer) {
                    Ok([high, low]) => {
                        (address[piece_index], address[piece_index + 1]) = (high, low);
                    }
                    Err((kind, pointer)) => return fail(kind, pointer),
                }
                piece_index += 2;
                break;
            }
            Some(b':') => {
                pointer += 1;
                if c(pointer).is_none() {
                    return fail(Kind::Ipv6InvalidCodePoint, pointer);
                }
            }
            Some(_) => return fail(Kind::Ipv6InvalidCodePoint, pointer),
            None => {}
        }
        // "If length is greater than 1 and value is less than 0x10^(length − 1), IPv6-piece-leading-zero
        // validation error."
        if length > 1 && value < 1 << (4 * (length - 1)) {
            fail(Kind::Ipv6PieceLeadingZero, pointer);
        }
        address[piece_index] = value;
        piece_index += 1;
    }
    // 7. "If compress is non-null"
    if let Some(compress) = compress {
        let mut swaps = piece_index - compress;
        piece_index = 7;
        while piece_index != 0 && swaps > 0 {
            address.swap(piece_index, compress + swaps - 1);
            piece_index -= 1;
            swaps -= 1;
        }
    } else if piece_index != 8 {
        // 8. "Otherwise, if compress is null and pieceIndex is not 8"
        return fail(Kind::Ipv6TooFewPieces, pointer);
    }
    Some(Ipv6Addr::from(address))
}

/// The part of the IPv6 parser that reads an IPv4 address, from a pointer to the end: its two pieces.
fn parse_ipv4(input: &[u8], mut pointer: usize) -> Result<[u16; 2], (Kind, usize)> {
    let c = |pointer: usize| input.get(pointer).copied();
    let mut pieces = [0_u16; 2];
    let mut numbers_seen = 0;
    while c(pointer).is_some() {
        let mut ipv4_piece: Option<u16> = None;
        if numbers_seen > 0 {
            if c(pointer) == Some(b'.') && numbers_seen < 4 {
                pointer += 1;
            } else {
                return Err((Kind::Ipv4InIpv6InvalidCodePoint, pointer));
            }
        }
        // "If c is not an ASCII digit": this prevents the empty string.
        if !c(pointer).is_some_and(|byte| byte.is_ascii_digit()) {
            return Err((Kind::Ipv4InIpv6InvalidCodePoint, pointer));
        }
        while let Some(byte @ b'0'..=b'9') = c(pointer) {
            let number = u16::from(byte - b'0');
            let piece = match ipv4_piece {
                None => number,
                Some(0) => return Err((Kind::Ipv4InIpv6InvalidCodePoint, pointer)),
                Some(piece) => piece * 10 + number,
            };
            if piece > 255 {
                return Err((Kind::Ipv4InIpv6OutOfRangePart, pointer));
            }
            ipv4_piece = Some(piece);
            pointer += 1;
        }
        let piece = &mut pieces[numbers_seen / 2];
        *piece = *piece * 0x100 + ipv4_piece.unwrap_or_default();
        numbers_seen += 1;
    }
    if numbers_seen != 4 {
        return Err((Kind::Ipv4InIpv6TooFewParts, pointer));
    }
    Ok(pieces)
}

/// The IPv6 serializer.
pub(super) fn serialize(address: [u16; 8], output: &mut impl fmt::Write) -> fmt::Result {
    let compress = compressed_piece_index(address);
    let mut ignore0 = false;
    for (piece_index, piece) in address.into_iter().enumerate() {
        if ignore0 && piece == 0 {
            continue;
        }
        ignore0 = false;
        if compress == Some(piece_index) {
            output.write_str(if piece_index == 0 { "::" } else { ":" })?;
            ignore0 = true;
            continue;
        }
        write!(output, "{piece:x}")?;
        if piece_index != 7 {
            output.write_str(":")?;
        }
    }
    Ok(())
}

/// Find the IPv6 address compressed piece index: of the longest runs of pieces that are 0, where the first
/// begins. A single piece is no run.
fn compressed_piece_index(address: [u16; 8]) -> Option<usize> {
    let (mut longest_index, mut longest_size) = (None, 1);
    let (mut found_index, mut found_size) = (None, 0);
    for (piece_index, piece) in address.into_iter().enumerate() {
        if piece != 0 {
            if found_size > longest_size {
                (longest_index, longest_size) = (found_index, found_size);
            }
            (found_index, found_size) = (None, 0);
        } else {
            found_index = found_index.or(Some(piece_index));
            found_size += 1;
        }
    }
    if found_size > longest_size { found_index } else { longest_index }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    /// The example of the section: "In 0:f:0:0:f:f:0:0 it would point to the second 0."
    #[test]
    fn the_first_longest_run_is_compressed() {
        assert_eq!(compressed_piece_index([0, 0xF, 0, 0, 0xF, 0xF, 0, 0]), Some(2));
        assert_eq!(compressed_piece_index([0, 1, 0, 1, 0, 1, 0, 1]), None);
    }

    #[test]
    fn addresses_come_back() {
        for text in ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8", "0:f::f:f:0:0", "ffff::102:304"]
        {
            let mut output = String::new();
            let address = parse(text, &mut |kind, _| panic!("{text}: {kind}")).unwrap();
            serialize(address.segments(), &mut output).unwrap();
            assert_eq!(output, text);
        }
        let parsed = |text| parse(text, &mut |_, _| {});
        assert_eq!(parsed("::1.2.3.4"), parsed("::102:304"));
        // The last piece has no byte of a character.
        assert_eq!(parsed("::é"), None);
    }
}
