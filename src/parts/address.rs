//! What `inet_aton()` takes for an IPv4 address, as section 7.4 tells it.
//!
//! One to four numbers between dots, each decimal, octal or hexadecimal as in C. The last fills all
//! the bytes that the others leave: `1.2.3` is 1.2.0.3. What follows white space is not looked at.
//! The surprising case: `010.0.0.1` is 8.0.0.1.

use core::net::Ipv4Addr;

/// The IPv4 address that C libraries take a name for. A decoded name may have white space; in C the
/// character VT is white space too.
pub fn inet_aton(name: &str) -> Option<Ipv4Addr> {
    let is_space = |c: char| c.is_ascii_whitespace() || c == '\x0B';
    let name = name.split(is_space).next()?;
    let mut address = 0;
    let mut parts = name.split('.').peekable();
    for left in (1..=4_u32).rev() {
        let number = number(parts.next()?)?;
        if parts.peek().is_none() {
            let fits = number < 1 << (8 * left);
            return fits.then(|| Ipv4Addr::from_bits((address | number) as u32));
        }
        if number > 255 {
            return None;
        }
        address |= number << (8 * (left - 1));
    }
    None
}

/// A number in the notation of the C language, if it is below 2^32.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    // `from_str_radix` would take a sign.
    let are_digits = digits.chars().all(|digit| digit.is_digit(radix));
    let number = u32::from_str_radix(digits, radix).ok().filter(|_| are_digits)?;
    Some(u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (name, address) in [
            ("0x7f.1", [127, 0, 0, 1]),
            ("2130706433", [127, 0, 0, 1]),
            ("1.2.3", [1, 2, 0, 3]),
            ("1.2.65535", [1, 2, 255, 255]),
            ("1.16777215", [1, 255, 255, 255]),
            ("4294967295", [255, 255, 255, 255]),
            ("010.0.0.1", [8, 0, 0, 1]),
            ("0X0a.0xB.014.0", [10, 11, 12, 0]),
            ("0", [0, 0, 0, 0]),
            ("000000000000000000001", [0, 0, 0, 1]),
            ("127.1 x", [127, 0, 0, 1]),
            ("10.0.0.1\x0B", [10, 0, 0, 1]),
        ] {
            assert_eq!(inet_aton(name), Some(address.into()), "{name}");
        }
    }

    #[test]
    fn names() {
        #[rustfmt::skip]
        let names = [
            "", ".", "1.", ".1", "a", "0x", "0xg", "08", "1.2.3.256", "1.2.65536", "256.1",
            "1.16777216", "4294967296", "1.2.3.4.5", "+1", "-1", "1e3", "1_0", "0x-1", " 1", "1.\t2",
        ];
        for name in names {
            assert_eq!(inet_aton(name), None, "{name}");
        }
    }
}
