//! Domains (section IDNA), by Unicode's UTS #46.
//!
//! Of its flags CheckBidi and CheckJoiners are always true, and Transitional_Processing and
//! IgnoreInvalidPunycode always false, as the Standard asks; the others are true if `beStrict` is.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::code_points::is_forbidden_domain_code_point;
use super::super::error::ValidationErrorKind as Kind;
use super::Report;
use super::address::ends_in_a_number;
use crate::parts::idna::to_ascii;

/// The percent-decoding of a string.
pub(super) struct Decoded {
    pub(super) bytes: Vec<u8>,
    /// Where the first percent-encoded byte stands, in code points.
    pub(super) first: Option<usize>,
}

/// Percent-decode (section Percent-encoded bytes): a `%` without two digits stays.
pub(super) fn percent_decode(input: &str) -> Decoded {
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
pub(super) fn parse(domain: &str, report: Report<'_>) -> Option<String> {
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
