//! Hosts of numbers that are no address, and what is left of them for readers whose numbers overflow.
//!
//! The surprising case: `425.510.425.510` is 169.254.169.254 for who keeps eight bits of each number.

use std::net::Ipv4Addr;

use super::address::suffix_host;
use super::decoded::decoded;
use super::division::is_removed;
use super::found::Found;
use super::networks::classes;
use super::readers::Shown;
use super::spelling::{has_prefix, is_plain_name, mapped, spelled};
use super::subject::Subject;
use super::table::*;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    // Without a scheme and "//" a number alone is a file.
    let suffix = suffix_host(subject).filter(|host| {
        host.text.split('.').count() == 4 || (host.text.len() > 8 && has_prefix(host.text))
    });
    for host in subject.hosts().chain(suffix) {
        if host.text.len() > 1024 || is_plain_name(host.text) {
            continue;
        }
        if spelled(host.text, subject.standard(&host.span())).is_some() {
            continue;
        }
        let kept: String = host.text.chars().filter(|c| !is_removed(*c)).collect();
        let name = mapped(&decoded(&kept));
        let Some(address) = wrapped(name.strip_suffix('.').unwrap_or(&name)) else { continue };
        let class = classes(address.into()).first().map(|class| class.what);
        let class = class.map_or_else(String::new, |what| format!(", {what}"));
        let message = format!(
            "{} is no address, and RFC 3986 takes it for a name; the URL Standard rejects it under a special \
             scheme, and a reader whose numbers overflow, or that knows \"0o\", finds {address}{class}",
            Shown(host.text)
        );
        found.add(&OVERFLOW, [host.span()], message);
    }
}

/// The address that is left of one to four numbers: of each but the last its low eight bits, of the last as
/// many bits as it fills.
fn wrapped(name: &str) -> Option<Ipv4Addr> {
    let numbers: Vec<u64> = name.split('.').map(number).collect::<Option<_>>()?;
    let (last, before) = numbers.split_last()?;
    if before.len() > 3 {
        return None;
    }
    let high = before.iter().fold(0, |high, number| high << 8 | (number & 0xFF));
    let bits = 8 * (4 - before.len());
    let low = last & ((1 << bits) - 1);
    Some(Ipv4Addr::from_bits((high << bits | low) as u32))
}

/// The low 64 bits of a number: decimal, hexadecimal, or octal by `0` or `0o`.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (&text[2..], 16),
        [b'0', b'o' | b'O', _, ..] => (&text[2..], 8),
        [b'0', _, ..] if text.bytes().all(|digit| matches!(digit, b'0'..=b'7')) => (text, 8),
        _ => (text, 10),
    };
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0_u64, |number, digit| {
        Some(number.wrapping_mul(radix.into()).wrapping_add(digit.to_digit(radix)?.into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap() {
        for (name, address) in [
            ("425.510.425.510", Some([169, 254, 169, 254])),
            ("7147006462", Some([169, 254, 169, 254])),
            ("0x41414141A9FEA9FE", Some([169, 254, 169, 254])),
            ("256.256.256.256", Some([0, 0, 0, 0])),
            ("0o177.0.0.1", Some([127, 0, 0, 1])),
            ("383.65537", Some([127, 1, 0, 1])),
            ("1.2.3.4.5", None),
            ("a.1", None),
            ("0x", None),
            ("", None),
        ] {
            assert_eq!(wrapped(name), address.map(Ipv4Addr::from), "{name}");
        }
    }
}
