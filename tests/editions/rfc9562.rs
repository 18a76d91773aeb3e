//! RFC 9562.

use std::path::Path;

use urispec::scheme::{Urn, Uuid, UuidTime, UuidVariant};
use urispec::{Edition, Normalizer, Reference, Rung, check, compare_with, split};

use crate::support;

const EDITION: Edition = Edition::Rfc9562;

/// A.1 and A.5.
const VERSION_1: &str = "C232AB00-9414-11EC-B3C8-9F6BDECED846";
const VERSION_6: &str = "1EC9414C-232A-6B00-B3C8-9F6BDECED846";

fn uuid(text: &str) -> Uuid {
    Uuid::parse_bare(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The UUID of zeros, but for some digits.
fn with(at: usize, digits: &str) -> Uuid {
    let mut text = "00000000-0000-0000-0000-000000000000".to_owned();
    text.replace_range(at..at + digits.len(), digits);
    uuid(&text)
}

/// 4: `4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet`.
#[test]
fn strings() {
    for text in [
        "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
        "f81D4fae-7dec-11d0-a765-00a0c91e6Bf6",
        "00000000-0000-0000-0000-000000000000",
    ] {
        assert!(check(EDITION, "UUID", text).is_ok(), "{text}");
        for prefix in ["urn:uuid:", "URN:UUID:", "urn:Uuid:"] {
            let urn = format!("{prefix}{text}");
            assert_eq!(Uuid::parse(&urn).unwrap(), uuid(text));
            assert_eq!(uuid(text).urn(), format!("urn:uuid:{}", text.to_lowercase()));
            // An assigned name of RFC 8141 (4).
            let name = Urn::parse(&urn).unwrap();
            assert!(name.nid.eq_ignore_ascii_case("uuid") && name.nss == text);
            let reference = support::reference(EDITION, &urn);
            assert_eq!(reference.components(), split(&urn));
        }
        assert!(check(EDITION, "uuid-urn", text).is_err(), "{text}");
    }
    for text in [
        "",
        "f81d4fae7dec11d0a76500a0c91e6bf6",
        "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
        "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
        "f81d4fae-7dec-11d0-a765-00a0c91e6bf66",
        "f81d4fae-7dec-11d0-a76500a0c91e6bf6-",
        "f81d4fag-7dec-11d0-a765-00a0c91e6bf6",
        "f81d4fae_7dec_11d0_a765_00a0c91e6bf6",
        " f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "%66%381d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "329800735698586629295641978511506172918",
    ] {
        assert!(check(EDITION, "UUID", text).is_err(), "{text}");
        assert!(check(EDITION, "uuid-urn", &format!("urn:uuid:{text}")).is_err(), "{text}");
    }
    // What RFC 8141 lets follow a name is not of this document.
    for after in ["?+a", "?=a", "#a", "/"] {
        let urn = format!("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6{after}");
        assert!(check(EDITION, "uuid-urn", &urn).is_err() && Urn::parse(&urn).is_ok(), "{urn}");
    }
}

/// 4: figures 1 to 4.
#[test]
fn the_same_uuid() {
    let one = uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    let bits = "111110000001110101001111101011100111110111101100000100011101000\
                01010011101100101000000001010000011001001000111100110101111110110";
    assert_eq!(format!("{:0128b}", one.value()), bits);
    assert_eq!(one.value(), 329_800_735_698_586_629_295_641_978_511_506_172_918);
    assert_eq!(one.urn(), "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    assert_eq!(one.octets[..4], [0xF8, 0x1D, 0x4F, 0xAE]);
    assert_eq!(one.octets[15], 0xF6);
    assert_eq!(format!("{one:>38}"), "  f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
}

/// 4 and RFC 8141, 3.1: letter case.
#[test]
fn letter_case() {
    let rung = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Reference::parse(EDITION, text).unwrap());
        compare_with(&Normalizer::from_edition(EDITION), a, b).rung()
    };
    let lower = "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    for (other, wanted) in [
        (lower, Some(Rung::String)),
        ("URN:UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", Some(Rung::Case)),
        ("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", Some(Rung::Scheme)),
        ("URN:uuid:F81D4FAE-7dec-11d0-a765-00a0c91e6bf6", Some(Rung::Scheme)),
        ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf7", None),
    ] {
        assert_eq!(rung(lower, other), wanted, "{other}");
    }
    let reference = Reference::parse(EDITION, "URN:UUID:FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF");
    let normal = Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference.unwrap());
    assert_eq!(normal.as_str(), "urn:uuid:ffffffff-ffff-ffff-ffff-ffffffffffff");
}

/// 4.1, table 1: the first bits of octet 8 are 0, 10, 110 or 111.
#[test]
fn variants() {
    for (digits, variant) in [
        ("01234567", UuidVariant::Ncs),
        ("89abAB", UuidVariant::Rfc9562),
        ("cdCD", UuidVariant::Microsoft),
        ("efEF", UuidVariant::Future),
    ] {
        for digit in digits.chars() {
            assert_eq!(with(19, &digit.to_string()).variant(), variant, "{digit}");
        }
    }
    let names =
        [UuidVariant::Ncs, UuidVariant::Rfc9562, UuidVariant::Microsoft, UuidVariant::Future];
    assert_eq!(names.map(UuidVariant::name), ["ncs", "rfc9562", "microsoft", "future"]);
}

/// 4.2, table 2: the first four bits of octet 6.
#[test]
fn versions() {
    for version in 0..16_u8 {
        let digits = format!("{version:x}000-8");
        assert_eq!(with(14, &digits).version(), Some(version));
        for variant in ["0", "7", "c", "f"] {
            assert_eq!(with(14, &format!("{version:x}000-{variant}")).version(), None);
        }
    }
    // Figure 5.
    for variant in ["8", "9", "A", "B"] {
        let text = format!("00000000-0000-4000-{variant}000-000000000000");
        assert_eq!(uuid(&text).version(), Some(4), "{text}");
    }
    // Only the versions 1, 6 and 7 have a time, and 1 and 6 a node.
    for version in 0..16_u8 {
        let one = with(14, &format!("{version:x}000-8"));
        assert_eq!(one.time().is_some(), [1, 6, 7].contains(&version), "{version}");
        assert_eq!(one.node().is_some(), [1, 6].contains(&version), "{version}");
        assert_eq!(one.clock_seq().is_some(), one.node().is_some(), "{version}");
    }
}

/// A, A.1, A.5 and A.6: February 22, 2022, 2:22:22 PM, five hours behind UTC.
#[test]
fn timestamps() {
    let steps = 138_648_505_420_000_000;
    assert_eq!(steps, 0x01EC_9414_C232_AB00);
    for text in [VERSION_1, VERSION_6] {
        let time = uuid(text).time().unwrap();
        assert_eq!(time, UuidTime::Gregorian { steps }, "{text}");
        assert_eq!(time.unix_nanoseconds(), 1_645_557_742_000_000_000, "{text}");
    }
    let time = uuid("017F22E2-79B0-7CC3-98C4-DC0C0C07398F").time().unwrap();
    assert_eq!(time, UuidTime::Unix { milliseconds: 0x017F_22E2_79B0 });
    assert_eq!(time.unix_nanoseconds(), 1_645_557_742_000_000_000);
    // From 1 January 1970: 52 years with 13 leap days, 31 + 21 days, and 19:22:22.
    let seconds = ((52 * 365 + 13 + 31 + 21) * 24 + 19) * 3600 + 22 * 60 + 22;
    assert_eq!(seconds, 1_645_557_742);
    // 5.1: each bit of the timestamp by itself.
    for (version_1, version_6, steps) in [
        ("00000001-0000-1000-8000-000000000000", "00000000-0000-6001-8000-000000000000", 1),
        ("00001000-0000-1000-8000-000000000000", "00000000-0001-6000-8000-000000000000", 1 << 12),
        ("00000000-0001-1000-8000-000000000000", "00000010-0000-6000-8000-000000000000", 1 << 32),
        ("00000000-0000-1001-8000-000000000000", "00100000-0000-6000-8000-000000000000", 1 << 48),
        ("00000000-0000-1800-8000-000000000000", "80000000-0000-6000-8000-000000000000", 1 << 59),
    ] {
        for text in [version_1, version_6] {
            assert_eq!(uuid(text).time(), Some(UuidTime::Gregorian { steps }), "{text}");
        }
    }
    // The epochs (A).
    assert_eq!(
        UuidTime::Gregorian { steps: 122_192_928_000_000_000 }.unix_nanoseconds(),
        UuidTime::Unix { milliseconds: 0 }.unix_nanoseconds(),
    );
    assert_eq!(UuidTime::Gregorian { steps: 0 }.unix_nanoseconds(), -12_219_292_800_000_000_000);
}

/// 6.1: "valid until 5623 AD" and "valid until the year 10889 AD". A year has 365.2425 days on average.
#[test]
fn ends_of_time() {
    const YEAR: i128 = 31_556_952_000_000_000;
    let end = UuidTime::Unix { milliseconds: (1 << 48) - 1 }.unix_nanoseconds();
    assert_eq!(1970 + end / YEAR, 10889);
    // Two digits of the other year are printed the wrong way round.
    let end = UuidTime::Gregorian { steps: (1 << 60) - 1 }.unix_nanoseconds();
    assert_eq!(1970 + end / YEAR, 5236);
}

/// A.1 and A.5: `clock_seq 14 0b11, 0x3C8` and `node 48 0x9F6BDECED846`; 6.10: a random node.
#[test]
fn clocks_and_nodes() {
    for text in [VERSION_1, VERSION_6] {
        let one = uuid(text);
        assert_eq!(one.clock_seq(), Some(0x33C8), "{text}");
        assert_eq!(one.node(), Some([0x9F, 0x6B, 0xDE, 0xCE, 0xD8, 0x46]), "{text}");
        assert!(!one.may_tell_host(), "{text}");
    }
    // "The starting value 0x9E6BDECED846 was changed to 0x9F6BDECED846" (A).
    assert!(uuid("C232AB00-9414-11EC-B3C8-9E6BDECED846").may_tell_host());
    assert!(uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").may_tell_host());
    assert!(!uuid("f81d4fae-7dec-41d0-a765-00a0c91e6bf6").may_tell_host());
}

/// 5.9 and 5.10.
#[test]
fn nil_and_max() {
    let [nil, max] =
        ["0", "f"].map(|digit| uuid(&"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".replace('x', digit)));
    assert!(nil.is_nil() && !nil.is_max() && max.is_max() && !max.is_nil());
    assert_eq!((nil.variant(), max.variant()), (UuidVariant::Ncs, UuidVariant::Future));
    assert_eq!((nil.version(), max.version()), (None, None));
    assert_eq!(support::lints(EDITION, &nil.urn()), []);
    assert_eq!(support::lints(EDITION, &max.urn()), []);
}

/// 6.6, table 3, and what it says is none.
#[test]
fn namespaces() {
    for (low, name) in [
        ("6ba7b810", Some("DNS")),
        ("6ba7b811", Some("URL")),
        ("6ba7b812", Some("OID")),
        ("6ba7b813", None),
        ("6ba7b814", Some("X500")),
        ("6ba7b815", None),
        ("ffffffff", None),
    ] {
        assert_eq!(uuid(&format!("{low}-9dad-11d1-80b4-00c04fd430c8")).namespace(), name, "{low}");
        assert_eq!(uuid(&format!("{low}-9dad-11d1-80b4-00c04fd430c9")).namespace(), None, "{low}");
    }
}

/// A.2 to A.4 and B: version and variant replace bits of a hash or of random octets.
#[test]
fn examples() {
    for (before, after, version) in [
        ("5df41881-3aed-0515-48a7-2f4a814cf09e", "5df41881-3aed-3515-88a7-2f4a814cf09e", 3),
        ("919108f7-52d1-3320-5bac-f847db4148a8", "919108f7-52d1-4320-9bac-f847db4148a8", 4),
        ("2ed6657d-e927-468b-55e1-2665a8aea6a2", "2ed6657d-e927-568b-95e1-2665a8aea6a2", 5),
        ("5c146b14-3c52-4afd-938a-375d0df1fbf6", "5c146b14-3c52-8afd-938a-375d0df1fbf6", 8),
    ] {
        let [before, after] = [before, after].map(uuid);
        let mut octets = before.octets;
        octets[6] = octets[6] & 0x0F | version << 4;
        octets[8] = octets[8] & 0x3F | 0x80;
        assert_eq!(octets, after.octets);
        assert_eq!(after.version(), Some(version));
        assert_eq!((after.time(), after.node()), (None, None));
    }
    // B.1: `custom_a 48 0x2489E9AD2EE2`, `custom_b 12 0xE00`.
    let custom = uuid("2489E9AD-2EE2-8E00-8EC9-32D5F69181C0");
    assert_eq!((custom.version(), custom.value() >> 80), (Some(8), 0x2489_E9AD_2EE2));
}

/// 6.11: octets, and texts of one letter case, have the order of time.
#[test]
fn sorting() {
    let of = |milliseconds: u64| {
        let digits = format!("{milliseconds:012x}");
        uuid(&format!("{}-{}-7000-8000-000000000000", &digits[..8], &digits[8..]))
    };
    let all = [0, 9, 10, 0xFFFF, 0x1_0000, 0x017F_22E2_79B0, (1 << 48) - 1].map(of);
    assert!(all.is_sorted());
    assert!(all.map(|one| one.to_string()).is_sorted());
    // The timestamp of version 1 stands in another order.
    let earlier = uuid("ffffffff-0000-1000-8000-000000000000");
    let later = uuid("00000000-0001-1000-8000-000000000000");
    assert!(earlier > later);
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("919108f7-52d1-4320-9bac-f847db4148a8", &[][..]),
        ("2ed6657d-e927-568b-95e1-2665a8aea6a2", &[]),
        ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", &[]),
        ("2489E9AD-2EE2-8E00-8EC9-32D5F69181C0", &[]),
        ("5df41881-3aed-3515-88a7-2f4a814cf09e", &[("uuid-md5", 23..24)]),
        (VERSION_1, &[("uuid-gregorian", 23..24)]),
        (VERSION_6, &[("uuid-gregorian", 23..24)]),
        (
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            &[("uuid-gregorian", 23..24), ("uuid-node", 33..45)],
        ),
        ("919108f7-52d1-0320-9bac-f847db4148a8", &[("uuid-version", 23..24)]),
        ("919108f7-52d1-2320-9bac-f847db4148a8", &[("uuid-version", 23..24)]),
        ("919108f7-52d1-9320-9bac-f847db4148a8", &[("uuid-version", 23..24)]),
        ("919108f7-52d1-1320-cbac-f847db4148a8", &[("uuid-variant", 28..29)]),
        ("919108f7-52d1-1320-0bac-f847db4148a8", &[("uuid-variant", 28..29)]),
    ] {
        assert_eq!(support::lints(EDITION, &format!("urn:uuid:{text}")), wanted, "{text}");
    }
}

/// The JSON Schema Test Suite's strings for the format `uuid`.
#[test]
fn suite() {
    let shared = std::env::var("URISPEC_SHARED").unwrap_or_else(|_| "../shared".to_owned());
    let path = Path::new(&shared).join("suites/json-schema-format/uuid.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}", path.display());
        return;
    };
    let groups: serde_json::Value = serde_json::from_str(&text).unwrap();
    let tests =
        groups.as_array().unwrap().iter().flat_map(|group| group["tests"].as_array().unwrap());
    let (mut strings, mut valid) = (0, 0);
    for test in tests {
        // Data of another type are valid by a rule of JSON Schema.
        let Some(text) = test["data"].as_str() else { continue };
        let wanted = test["valid"].as_bool().unwrap();
        assert_eq!(check(EDITION, "UUID", text).is_ok(), wanted, "{text}");
        strings += 1;
        valid += usize::from(wanted);
    }
    assert_eq!((strings, valid), (22, 9));
}
