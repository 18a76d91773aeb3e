//! Tests of UTS #46 and Punycode against the crate `idna` on random names. `tests/vectors/editions/whatwg.tsv` has
//! labels for each criterion.

use alloc::format;
use alloc::string::{String, ToString};

use ::idna::AsciiDenyList;
use ::idna::uts46::{DnsLength, Hyphens, Uts46};

use super::*;

/// Returns a label in Punycode, encoded by the crate `idna`.
fn puny(label: &str) -> String {
    let code = ::idna::punycode::encode(&label.chars().collect::<Vec<_>>()).unwrap();
    format!("xn--{code}")
}

#[test]
fn mapped_to_punycode() {
    for name in ["XN--9CA", "ｘｎ－－９ｃａ", "x\u{AD}n--9ca"] {
        assert_eq!(to_ascii(name, true).as_deref(), Some("xn--9ca"), "{name:?}");
        assert_eq!(to_unicode(name).as_deref(), Some("é"), "{name:?}");
    }
    assert_eq!([true, false].map(|is_strict| to_ascii("", is_strict).is_some()), [false, true]);
}

/// Without the strict flags a label of any length is encoded and decoded.
#[test]
fn a_label_of_any_length() {
    for count in [999, 1_000, 1_001, 5_000, 100_000] {
        let label = "é".repeat(count);
        let ascii = to_ascii(&label, false).unwrap();
        // The first é is 105 after U+0080, and each later one follows the previous one: delta is 0.
        assert!(ascii.starts_with("xn--9ca") && ascii.len() == "xn--9ca".len() + count - 1);
        assert!(to_unicode(&ascii) == Some(label), "{count}");
    }
}

/// RFC 3492, 7.1: the sample strings that the document prints.
#[test]
fn printed_samples() {
    for (label, code) in [
        (
            "\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}",
            "ihqwcrb4cv8a8dqg056pqjye",
        ),
        ("3\u{5E74}B\u{7D44}\u{91D1}\u{516B}\u{5148}\u{751F}", "3B-ww4c5e180e575a65lsy2b"),
        ("Maji\u{3067}Koi\u{3059}\u{308B}5\u{79D2}\u{524D}", "MajiKoi5-783gue6qz075azm5e"),
        ("\u{30D1}\u{30D5}\u{30A3}\u{30FC}de\u{30EB}\u{30F3}\u{30D0}", "de-jg4avhby1noc0d"),
        ("\u{305D}\u{306E}\u{30B9}\u{30D4}\u{30FC}\u{30C9}\u{3067}", "d9juau41awczczp"),
        ("-> $1.00 <-", "-> $1.00 <--"),
    ] {
        let mut encoded = String::new();
        encode_punycode(label, &mut encoded);
        assert_eq!(encoded, code);
        assert_eq!(decode_punycode(code).as_deref(), Some(label));
    }
}

/// A generator of numbers (xorshift64*, Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

/// Characters that the criteria of UTS #46, 4.1, distinguish.
#[rustfmt::skip]
const LETTERS: [&str; 40] = [
    "a", "b", "n", "x", "A", "1", "9", "-", "-", "_", ".", ".", "<", "=", "é", "É", "ß", "ς", "ｗ", "\u{301}",
    "\u{338}", "\u{323}", "\u{AD}", "\u{200C}", "\u{200D}", "\u{94D}", "\u{915}", "\u{5D0}", "\u{628}", "\u{627}", "\u{64B}", "\u{661}",
    "\u{3002}", "\u{E000}", "\u{FFFD}", "\u{1F600}", "\u{1100}", "\u{1161}", "\u{2488}", "\u{FE0F}",
];

/// Compares the results with those of the crate `idna`. The crate does not check criterion 4. It also
/// rejects labels of more than 1,000 characters, but none occurs here.
#[test]
fn the_crate_idna_agrees() {
    let mut random = Random(0x5EED_0046);
    let (mut valid, mut beginning) = (0, 0);
    for turn in 0..20_000 {
        let mut name = String::new();
        for _ in 0..=random.below(3) {
            let length = 1 + random.below(6);
            let mut label: String = (0..length).map(|_| LETTERS[random.below(40)]).collect();
            if random.below(8) == 0 {
                label.insert_str(0, "xn--");
            }
            if random.below(3) == 0 {
                label = puny(&label.replace('.', ""));
            }
            name = if name.is_empty() { label } else { format!("{name}.{label}") };
        }
        for (is_strict, deny, hyphens, length) in [
            (true, AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify),
            (false, AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore),
        ] {
            let own = to_ascii(&name, is_strict);
            let other = Uts46::new().to_ascii(name.as_bytes(), deny, hyphens, length);
            let other = other.ok().map(|name| name.to_string());
            valid += usize::from(own.is_some());
            if own == other {
                continue;
            }
            let begins = |name: &String| {
                let (unicode, _) = Uts46::new().to_unicode(name.as_bytes(), deny, hyphens);
                unicode.split('.').any(|label| label.starts_with("xn--"))
            };
            let is_known = own.is_none() && !is_strict && other.as_ref().is_some_and(begins);
            assert!(is_known, "turn {turn}, {is_strict}: {name:?} is {own:?}, and {other:?}");
            beginning += 1;
        }
    }
    assert!(valid > 2_000 && beginning > 5, "{valid} are valid; criterion 4 refuses {beginning}");
}

/// Compares the codes of the crate `idna` with those of this module.
#[test]
fn punycode_is_that_of_the_crate_idna() {
    let mut random = Random(0x5EED_3492);
    for turn in 0..20_000 {
        let length = random.below(30);
        let label: String = (0..length).map(|_| LETTERS[random.below(40)]).collect();
        let code = puny(&label);
        let code = code.strip_prefix("xn--").unwrap();
        let mut own = String::new();
        encode_punycode(&label, &mut own);
        assert_eq!(own, code, "turn {turn}: {label:?}");
        assert_eq!(decode_punycode(code), Some(label), "turn {turn}: {code}");
        // Random letters are seldom a code.
        let letters: String =
            (0..length).map(|_| char::from(b"abcdxyz0189-AZ"[random.below(14)])).collect();
        let other = ::idna::punycode::decode_to_string(&letters);
        let own = decode_punycode(&letters);
        // The crate uses 32-bit numbers, which overflow only in long codes.
        assert_eq!(own, other, "turn {turn}: {letters}");
    }
}
