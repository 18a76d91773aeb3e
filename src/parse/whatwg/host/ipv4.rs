//! IPv4 addresses (section Host parsing): the ends in a number checker, the IPv4 parser, and the IPv4 number
//! parser.

use core::net::Ipv4Addr;

use super::super::error::ValidationErrorKind as Kind;
use super::Report;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (input, number) in [
            ("", None),
            ("0", Some((0, false))),
            ("09", None),
            ("010", Some((8, true))),
            ("0x", Some((0, true))),
            ("0XfF", Some((255, true))),
            ("0xg", None),
            ("1a", None),
            ("255", Some((255, false))),
        ] {
            assert_eq!(parse_number(input), number, "{input:?}");
        }
        assert!(parse_number(&"9".repeat(1_000)).is_some_and(|(number, _)| number > 1 << 32));
    }

    #[test]
    fn what_ends_in_a_number() {
        for input in ["1", "a.1", "a.09", "a.0x", "a.0xF.", "1.2.3.4.", "4294967296"] {
            assert!(ends_in_a_number(input), "{input:?}");
        }
        for input in ["a", "1.a", "a.0xg", "1..", "a.1x", "."] {
            assert!(!ends_in_a_number(input), "{input:?}");
        }
    }
}
