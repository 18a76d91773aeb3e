//! Hosts (URL Standard, sections Host representation, Host parsing, Host serializing).
//!
//! The parser does not keep the spelling of a domain or an address; `Display` is the host serializer.
//! A host that ends in a number must be an IPv4 address: `0x7f.1` is `127.0.0.1`, and `a.1` is not a
//! host.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use super::code_points::{
    PercentEncodeSet, is_forbidden_domain_code_point, is_forbidden_host_code_point,
    is_url_code_point, percent_encode,
};
use super::error::ValidationErrorKind as Kind;
use crate::parts::idna::to_ascii;

/// A host of a URL. [`Url::host`](super::Url::host) returns one whose text is borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Host<S = String> {
    /// A domain, in lowercase ASCII.
    Domain(S),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// The host of a URL that is not special, percent-encoded.
    Opaque(S),
    /// The empty host.
    Empty,
}

impl Host {
    /// Runs the host parser. `is_opaque` means that the URL is not special. Returns `None` where
    /// the Standard returns failure.
    ///
    /// ```
    /// use urispec::whatwg::Host;
    /// assert_eq!(Host::parse("0x7F.1", false).unwrap().to_string(), "127.0.0.1");
    /// assert_eq!(Host::parse("0x7F.1", true).unwrap().to_string(), "0x7F.1");
    /// ```
    #[must_use]
    pub fn parse(input: &str, is_opaque: bool) -> Option<Self> {
        parse(input, is_opaque, &mut |_, _| {})
    }
}

/// The callback for the validation errors of host parsing, each with its index in code points.
pub(super) type Report<'r> = &'r mut dyn FnMut(Kind, usize);

/// Runs the host parser. Returns `None` where the Standard returns failure.
pub(super) fn parse(input: &str, is_opaque: bool, report: Report<'_>) -> Option<Host> {
    // 1. "If input starts with U+005B ([)"
    if let Some(rest) = input.strip_prefix('[') {
        // 1.1. "If input does not end with U+005D (]), IPv6-unclosed validation error, return failure."
        let Some(address) = rest.strip_suffix(']') else {
            report(Kind::Ipv6Unclosed, 0);
            return None;
        };
        // 1.2. "Return the result of IPv6 parsing input with its leading [ and trailing ] removed."
        return parse_ipv6(address, &mut |kind, at| report(kind, at + 1)).map(Host::Ipv6);
    }
    // 2. "If isOpaque is true, then return the result of opaque-host parsing input."
    if is_opaque {
        return parse_opaque(input, report);
    }
    // 4. "If input contains a percent-encoded byte, domain-percent-encoded validation error."
    let decoded = percent_decode(input);
    if let Some(at) = decoded.first {
        report(Kind::DomainPercentEncoded, at);
    }
    // 5. "Let domain be the result of running UTF-8 decode without BOM on the percent-decoding of input."
    let domain = String::from_utf8_lossy(&decoded.bytes);
    // 6. and 7. "Let asciiDomain be the result of running domain parser with domain and false."
    let ascii_domain = parse_domain(&domain, report)?;
    // 8. "If asciiDomain ends in a number, then return the result of IPv4 parsing asciiDomain."
    if ends_in_a_number(&ascii_domain) {
        return parse_address(&ascii_domain, report).map(Host::Ipv4);
    }
    // 9. "Return asciiDomain."
    Some(Host::Domain(ascii_domain))
}

/// Runs the opaque-host parser. Turns the empty string into the empty host.
fn parse_opaque(input: &str, report: Report<'_>) -> Option<Host> {
    // 1. "If input contains a forbidden host code point, host-invalid-code-point validation error, return
    // failure."
    if let Some(at) = input.chars().position(is_forbidden_host_code_point) {
        report(Kind::HostInvalidCodePoint, at);
        return None;
    }
    // 2. "If input contains a code point that is not a URL code point and not U+0025 (%),
    // invalid-URL-unit validation error."
    if let Some(at) = input.chars().position(|c| !is_url_code_point(c) && c != '%') {
        report(Kind::InvalidUrlUnit, at);
    }
    // 3. "If input contains a U+0025 (%) and the two code points following it are not ASCII hex digits,
    // invalid-URL-unit validation error."
    let is_wrong = |&(at, _): &(usize, &str)| !starts_with_two_hex_digits(&input[at + 1..]);
    if let Some((at, _)) = input.match_indices('%').find(is_wrong) {
        report(Kind::InvalidUrlUnit, input[..at].chars().count());
    }
    // 4. "Return the result of running UTF-8 percent-encode on input using the C0 control
    // percent-encode set."
    let mut output = String::new();
    percent_encode(input, PercentEncodeSet::C0Control, &mut output);
    Some(if output.is_empty() { Host::Empty } else { Host::Opaque(output) })
}

fn starts_with_two_hex_digits(text: &str) -> bool {
    matches!(text.as_bytes(), [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// The host serializer.
impl<S: AsRef<str>> fmt::Display for Host<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ipv4(address) => write!(f, "{address}"),
            Self::Ipv6(address) => {
                f.write_str("[")?;
                serialize(address.segments(), f)?;
                f.write_str("]")
            }
            Self::Domain(host) | Self::Opaque(host) => f.write_str(host.as_ref()),
            Self::Empty => Ok(()),
        }
    }
}

// Domains (section IDNA), by Unicode's UTS #46.
//
// As the Standard requires, CheckBidi and CheckJoiners are always true, and Transitional_Processing
// and IgnoreInvalidPunycode always false; the other flags are true if `beStrict` is.

/// A percent-decoded string.
struct Decoded {
    bytes: Vec<u8>,
    /// The position of the first percent-encoded byte, in code points.
    first: Option<usize>,
}

/// Runs percent-decode (URL Standard, section Percent-encoded bytes). Keeps a `%` without two digits after it.
fn percent_decode(input: &str) -> Decoded {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (mut bytes, mut first, mut rest) =
        (Vec::with_capacity(input.len()), None, input.as_bytes());
    while let [byte, after @ ..] = rest {
        rest = after;
        let value = match after {
            [high, low, ..] if *byte == b'%' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        let Some((high, low)) = value else {
            bytes.push(*byte);
            continue;
        };
        first = first.or_else(|| Some(input[..input.len() - after.len() - 1].chars().count()));
        bytes.push((high * 16 + low) as u8); // two digits
        rest = &after[2..];
    }
    Decoded { bytes, first }
}

/// Runs the domain parser, with `beStrict` false.
fn parse_domain(domain: &str, report: Report<'_>) -> Option<String> {
    // 1. and 2. "If strictResult is a failure value, domain-to-ASCII validation error." It does not return.
    if to_ascii(domain, true).is_none() {
        report(Kind::DomainToAscii, 0);
    }
    // 5. "If domain is an ASCII string, then set result to domain, lowercased."
    let result = if domain.is_ascii() {
        domain.to_ascii_lowercase()
    } else {
        // 6. "Set result to the result of running domain parser ToASCII with domain and false."
        to_ascii(domain, false)?
    };
    // 7. "If result is the empty string, then return failure."
    // 8. "If result contains a forbidden domain code point, then return failure."
    let is_refused = result.is_empty() || result.contains(is_forbidden_domain_code_point);
    (!is_refused).then_some(result)
}

/// Returns whether a string is a valid domain (URL Standard, section Host writing).
///
/// ```
/// use urispec::whatwg::is_valid_domain;
/// assert!(is_valid_domain("faß.example") && is_valid_domain("xn--fa-hia.example"));
/// // Invalid Punycode, a label of 64 letters, and a label that UTS #46 maps to a number.
/// assert!(!is_valid_domain("xn--a.example") && !is_valid_domain(&"a".repeat(64)));
/// assert!(!is_valid_domain("a.１"));
/// ```
#[must_use]
pub fn is_valid_domain(input: &str) -> bool {
    // 1. and 2. "Let domain be the result of running domain parser with input and true."
    let domain = to_ascii(input, true).filter(|domain| !domain.is_empty());
    // 3. "If running the ends in a number checker on domain returns true, then return false."
    domain.is_some_and(|domain| !ends_in_a_number(&domain))
}

// IPv4 and IPv6 addresses (sections Host parsing and Host serializing).

// IPv4 addresses (section Host parsing): the "ends in a number" checker, the IPv4 parser, and the IPv4 number
// parser.

/// Runs the "ends in a number" checker.
pub(super) fn ends_in_a_number(input: &str) -> bool {
    // 2. to 4. The last part, without an empty part after a final ".".
    let last = input.strip_suffix('.').unwrap_or(input).rsplit('.').next().unwrap_or_default();
    // 5. "If last is not the empty string and contains only ASCII digits, then return true."
    if !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    // 6. "If parsing last as an IPv4 number does not return failure, then return true."
    parse_number(last).is_some()
}

/// Runs the IPv4 parser.
pub(super) fn parse_address(input: &str, report: Report<'_>) -> Option<Ipv4Addr> {
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

/// Runs the IPv4 number parser: returns the number, and whether it is not decimal. Returns 2^40 for
/// every greater number, since such a number is out of range anyway.
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

/// Runs the IPv6 parser. The variables have the names that the Standard gives them.
pub(super) fn parse_ipv6(input: &str, report: Report<'_>) -> Option<Ipv6Addr> {
    // The parser advances only past ASCII, so the pointer can count bytes.
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

/// Runs the part of the IPv6 parser that reads an IPv4 address, from a pointer to the end. Returns
/// its two pieces.
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

/// Runs the IPv6 serializer.
fn serialize(address: [u16; 8], output: &mut impl fmt::Write) -> fmt::Result {
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

/// Finds the IPv6 address compressed piece index: the start of the first longest run of zero
/// pieces. A single piece is not a run.
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
