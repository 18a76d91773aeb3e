//! IPv4 and IPv6 addresses (sections Host parsing and Host serializing).

use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use super::super::error::ValidationErrorKind as Kind;
use super::Report;

// IPv4 addresses (section Host parsing): the ends in a number checker, the IPv4 parser, and the IPv4 number
// parser.

/// The ends in a number checker.
pub(super) fn ends_in_a_number(input: &str) -> bool {
    // 2. to 4. Of the parts, the last one that is not the empty string after a final ".".
    let last = input.strip_suffix('.').unwrap_or(input).rsplit('.').next().unwrap_or_default();
    // 5. "If last is not the empty string and contains only ASCII digits, then return true."
    if !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    // 6. "If parsing last as an IPv4 number does not return failure, then return true."
    parse_number(last).is_some()
}

/// The IPv4 parser.
pub(super) fn parse(input: &str, report: Report<'_>) -> Option<Ipv4Addr> {
    // 2. "If the last item in parts is the empty string"
    let input = match input.strip_suffix('.') {
        Some(without) => {
            report(Kind::Ipv4EmptyPart, 0);
            without
        }
        None => input,
    };
    // 3. and 4. The number of parts.
    let size = input.split('.').count();
    if size < 4 {
        report(Kind::Ipv4TooFewParts, 0);
    }
    if size > 4 {
        report(Kind::Ipv4TooManyParts, 0);
        return None;
    }
    // 5. and 6. "For each part of parts"
    let mut numbers = [0; 4];
    for (number, part) in numbers.iter_mut().zip(input.split('.')) {
        let Some((value, validation_error)) = parse_number(part) else {
            report(Kind::Ipv4NonNumericPart, 0);
            return None;
        };
        if validation_error {
            report(Kind::Ipv4NonDecimalPart, 0);
        }
        *number = value;
    }
    let (last, before) = numbers[..size].split_last()?;
    // 7. and 8. "If any item in numbers is greater than 255"
    let is_large = |number: &u64| *number > 255;
    if numbers.iter().any(is_large) {
        report(Kind::Ipv4OutOfRangePart, 0);
    }
    if before.iter().any(is_large) {
        return None;
    }
    // 9. "If the last item in numbers is greater than or equal to 256^(5 − numbers's size), then return
    // failure."
    if *last >= 1 << (8 * (5 - size)) {
        return None;
    }
    // 10. to 13. "Increment ipv4 by n × 256^(3 − counter)."
    let ipv4 =
        before.iter().zip(0..).fold(*last, |sum, (n, counter)| sum + (n << (8 * (3 - counter))));
    Some(Ipv4Addr::from(ipv4 as u32)) // less than 256^4
}

/// The IPv4 number parser: the number, and whether it is not decimal. A number above 2^40 is as good as
/// any other that is out of range.
fn parse_number(input: &str) -> Option<(u64, bool)> {
    const OUT_OF_RANGE: u64 = 1 << 40;
    // 1. "If input is the empty string, then return failure."
    if input.is_empty() {
        return None;
    }
    // 2. to 5. The radix, by "0X", "0x" or "0".
    let (digits, radix) = match input.as_bytes() {
        [b'0', b'X' | b'x', ..] => (&input[2..], 16),
        [b'0', _, ..] => (&input[1..], 8),
        _ => (input, 10),
    };
    // 6. to 9. "If input is the empty string, then return (0, true)."
    let mut output = 0;
    for digit in digits.chars() {
        output = (output * u64::from(radix) + u64::from(digit.to_digit(radix)?)).min(OUT_OF_RANGE);
    }
    Some((output, radix != 10))
}

// IPv6 addresses: the IPv6 parser (section Host parsing) and the IPv6 serializer (Host serializing).

/// The IPv6 parser. The names are those of the Standard.
pub(super) fn parse_ipv6(input: &str, report: Report<'_>) -> Option<Ipv6Addr> {
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
