//! The criteria of UTS #46, each with labels that keep and break it, in Unicode and in Punycode;
//! and a comparison with the crate `idna` on random names.

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

/// Returns whether a name converts to ASCII with the strict flags, and with the others.
fn converts(name: &str) -> [bool; 2] {
    [true, false].map(|is_strict| to_ascii(name, is_strict).is_some())
}

const BOTH: [bool; 2] = [true, true];
const LENIENT: [bool; 2] = [false, true];
const NEITHER: [bool; 2] = [false, false];

/// Section 4.1: whether a label is valid, in Unicode and in Punycode.
#[test]
fn every_criterion() {
    for (criterion, label, expected) in [
        // 2. "neither contain a U+002D HYPHEN-MINUS character in both the third and fourth positions"
        ("2", "aé--b", LENIENT),
        ("2", "é--b", BOTH),
        ("2", "éé-b", BOTH),
        // 3. "neither begin nor end with a U+002D HYPHEN-MINUS character"
        ("3", "-é", LENIENT),
        ("3", "é-", LENIENT),
        ("3", "é-é", BOTH),
        // 6. "must not begin with a combining mark": nonspacing, spacing, enclosing
        ("6", "\u{301}a", NEITHER),
        ("6", "\u{903}\u{915}", NEITHER),
        ("6", "\u{20DD}é", NEITHER),
        ("6", "\u{915}\u{903}", BOTH),
        // 7. Statuses: disallowed, unassigned, deviations; and STD3
        ("7", "\u{E000}", NEITHER),
        ("7", "\u{378}", NEITHER),
        ("7", "\u{80}", NEITHER),
        ("7", "\u{FFFD}", NEITHER),
        ("7", "ß", BOTH),
        ("7", "ας", BOTH),
        ("7", "é_", LENIENT),
        ("7", "é!", LENIENT),
        ("7", "\u{226E}", BOTH),
        // 8. ContextJ (RFC 5892, A.1 and A.2)
        ("8", "\u{915}\u{94D}\u{200D}\u{937}", BOTH),
        ("8", "\u{915}\u{94D}\u{200C}\u{937}", BOTH),
        ("8", "é\u{200D}é", NEITHER),
        ("8", "\u{628}\u{200D}\u{628}", NEITHER),
        ("8", "\u{200C}\u{628}", NEITHER),
        ("8", "\u{628}\u{200C}", NEITHER),
        ("8", "\u{628}\u{200C}\u{628}", BOTH),
        ("8", "\u{628}\u{64B}\u{200C}\u{64B}\u{628}", BOTH),
        // Alef joins only to the right, so nothing is joined after it.
        ("8", "\u{627}\u{200C}\u{628}", NEITHER),
        ("8", "\u{628}\u{200C}\u{627}", BOTH),
        // 9. The Bidi rule (RFC 5893, 2) within the label
        ("9", "\u{5D0}", BOTH),
        ("9", "\u{5D0}1", BOTH),
        ("9", "1\u{5D0}", NEITHER),
        ("9", "\u{5D0}a\u{5D0}", NEITHER),
        ("9", "a\u{5D0}", NEITHER),
        ("9", "\u{5D0}-\u{5D0}", BOTH),
        ("9", "\u{5D0}\u{5B0}", BOTH),
        ("9", "\u{628}\u{661}", BOTH),
        ("9", "\u{661}\u{628}", NEITHER),
        ("9", "\u{628}1\u{661}", NEITHER),
        ("9", "\u{628}\u{661}1", NEITHER),
    ] {
        assert_eq!(converts(label), expected, "{criterion}: {label:?}");
        assert_eq!(converts(&puny(label)), expected, "{criterion}: {label:?} in Punycode");
    }
}

/// Section 4: labels that are valid or not as the result of decoding Punycode.
#[test]
fn what_punycode_decodes_to() {
    for (label, expected) in [
        // 4.1, 1: NFC, to which a label in itself is mapped.
        ("e\u{301}", NEITHER),
        ("é", BOTH),
        ("\u{958}", NEITHER),
        // 4.1, 4: "If not CheckHyphens, the label must not begin with “xn--”"; with CheckHyphens 2 refuses it.
        ("xn--é", NEITHER),
        ("XN--é", NEITHER),
        ("xn--\u{5D0}", NEITHER),
        ("xn-é", BOTH),
        ("xn-é-", LENIENT),
        ("éxn--a", BOTH),
        // 4.1, 7: mapped, and ignored.
        ("É", NEITHER),
        ("ｗｗｗ", NEITHER),
        ("é\u{AD}", NEITHER),
        ("a\u{3002}é", NEITHER),
    ] {
        assert_eq!(converts(&puny(label)), expected, "{label:?}");
    }
    // No code, no digits after the delimiter, an end within a number, a code point above U+10FFFF,
    // a surrogate, a letter beyond ASCII, and a delimiter as the first letter.
    for name in
        ["xn--", "xn--a-", "xn--é", "xn--9", "xn--99999999", "xn--0a2b", "xn--aé", "xn---9ca"]
    {
        assert_eq!(converts(name), NEITHER, "{name:?}");
    }
    // A label that maps to Punycode is decoded as well.
    for name in ["XN--9CA", "ｘｎ－－９ｃａ", "x\u{AD}n--9ca"] {
        assert_eq!(to_ascii(name, true).as_deref(), Some("xn--9ca"), "{name:?}");
        assert_eq!(to_unicode(name).as_deref(), Some("é"), "{name:?}");
    }
    assert_eq!(to_unicode("xn--xn---epa"), None);
}

/// The labels of one name: how the name is split, empty labels, and the Bidi rule across labels.
#[test]
fn names_of_several_labels() {
    for (name, expected) in [
        ("a.é", BOTH),
        ("a\u{3002}é", BOTH),
        ("a..é", LENIENT),
        ("é.", LENIENT),
        ("", LENIENT),
        ("xn--xn---epa.é", NEITHER),
        ("é.xn--xn---epa", NEITHER),
        ("é.xn--a", NEITHER),
        ("é.\u{301}b", NEITHER),
        // RFC 5893, 2: every label of a Bidi domain name must keep the rule, even one in ASCII.
        ("a.\u{5D0}", BOTH),
        ("a1.\u{5D0}", BOTH),
        ("1.\u{5D0}", NEITHER),
        ("1.xn--4db", NEITHER),
        ("a-.\u{5D0}", NEITHER),
        ("_.\u{5D0}", NEITHER),
        ("1.é", BOTH),
        ("\u{5D0}.", LENIENT),
    ] {
        assert_eq!(converts(name), expected, "{name:?}");
    }
    // 4.2, 4: lengths in ASCII.
    let long = |count: usize| "a".repeat(count);
    assert_eq!(converts(&long(63)), BOTH);
    assert_eq!(converts(&long(64)), LENIENT);
    let name = |last: usize| format!("{0}.{0}.{0}.{1}", long(63), long(last));
    assert_eq!([converts(&name(61)), converts(&name(62))], [BOTH, LENIENT]);
}

/// Without the strict flags the length of a label is not limited, in either direction.
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

/// Characters that the criteria distinguish.
#[rustfmt::skip]
const LETTERS: [&str; 40] = [
    "a", "b", "n", "x", "A", "1", "9", "-", "-", "_", ".", ".", "<", "=", "é", "É", "ß", "ς", "ｗ", "\u{301}",
    "\u{338}", "\u{323}", "\u{AD}", "\u{200C}", "\u{200D}", "\u{94D}", "\u{915}", "\u{5D0}", "\u{628}", "\u{627}", "\u{64B}", "\u{661}",
    "\u{3002}", "\u{E000}", "\u{FFFD}", "\u{1F600}", "\u{1100}", "\u{1161}", "\u{2488}", "\u{FE0F}",
];

/// Compares with the crate `idna`, which does not check criterion 4, and rejects labels of more
/// than 1,000 characters, which do not occur here.
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
