//! Hosts (sections Host representation, Host parsing, Host serializing).
//!
//! In: the text of a host as it stands in a URL. Out: a [`Host`], whose `Display` is the host serializer.
//! What is forgotten: how a domain and an address were written. The surprising case: what ends in a number
//! is an IPv4 address or fails, so that `0x7f.1` is `127.0.0.1`, and `a.1` is no host.

mod address;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use address::ends_in_a_number;

use super::code_points::{
    PercentEncodeSet, is_forbidden_domain_code_point, is_forbidden_host_code_point,
    is_url_code_point, percent_encode,
};
use super::error::ValidationErrorKind as Kind;
use crate::parts::idna::to_ascii;

/// A host of a URL record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Host {
    /// A domain, in ASCII and lower case.
    Domain(String),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// The host of a URL that is not special, percent-encoded.
    Opaque(String),
    /// The empty host.
    Empty,
}

impl Host {
    /// The host parser. `is_opaque` says that the host is of a URL that is not special. There is no host where
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

/// Where host parsing reports validation errors, each with an index in code points.
pub(super) type Report<'r> = &'r mut dyn FnMut(Kind, usize);

/// The host parser. There is no host where the Standard returns failure.
pub(super) fn parse(input: &str, is_opaque: bool, report: Report<'_>) -> Option<Host> {
    // 1. "If input starts with U+005B ([)"
    if let Some(rest) = input.strip_prefix('[') {
        // 1.1. "If input does not end with U+005D (]), IPv6-unclosed validation error, return failure."
        let Some(address) = rest.strip_suffix(']') else {
            report(Kind::Ipv6Unclosed, 0);
            return None;
        };
        // 1.2. "Return the result of IPv6 parsing input with its leading [ and trailing ] removed."
        return address::parse_ipv6(address, &mut |kind, at| report(kind, at + 1)).map(Host::Ipv6);
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
    if address::ends_in_a_number(&ascii_domain) {
        return address::parse(&ascii_domain, report).map(Host::Ipv4);
    }
    // 9. "Return asciiDomain."
    Some(Host::Domain(ascii_domain))
}

/// The opaque-host parser. Of the empty string it makes the empty host.
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
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ipv4(address) => write!(f, "{address}"),
            Self::Ipv6(address) => {
                f.write_str("[")?;
                address::serialize(address.segments(), f)?;
                f.write_str("]")
            }
            Self::Domain(host) | Self::Opaque(host) => f.write_str(host),
            Self::Empty => Ok(()),
        }
    }
}

// Domains (section IDNA), by Unicode's UTS #46.
//
// Of its flags CheckBidi and CheckJoiners are always true, and Transitional_Processing and
// IgnoreInvalidPunycode always false, as the Standard asks; the others are true if `beStrict` is.

/// The percent-decoding of a string.
struct Decoded {
    bytes: Vec<u8>,
    /// Where the first percent-encoded byte stands, in code points.
    first: Option<usize>,
}

/// Percent-decode (section Percent-encoded bytes): a `%` without two digits stays.
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

/// The domain parser, with `beStrict` false.
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

/// Whether a string is a valid domain (section Host writing).
///
/// ```
/// use urispec::whatwg::is_valid_domain;
/// assert!(is_valid_domain("faß.example") && is_valid_domain("xn--fa-hia.example"));
/// // No Punycode, a label of 64 letters, and a number once UTS #46 has mapped it.
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
