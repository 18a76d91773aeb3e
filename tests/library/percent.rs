//! Percent-encoding: each place keeps the characters that its production derives.

use std::borrow::Cow;

use urispec::percent::{Keep, encode, encode_form, encode_iri, encode_octets};
use urispec::{Decode, Edition};

/// RFC 3986 and RFC 3987, 2.2. RFC 3987, 4.1, forbids seven marks of direction that its grammar derives.
#[test]
fn what_a_place_keeps_is_what_its_production_accepts() {
    let forbidden = "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}";
    for (keep, rule) in [
        (Keep::Unreserved, "unreserved"),
        (Keep::RegName, "reg-name"),
        (Keep::Segment, "segment"),
        (Keep::SegmentNoColon, "segment-nz-nc"),
        (Keep::Query, "query"),
        (Keep::Fragment, "fragment"),
    ] {
        let of_uris = Edition::Rfc3986.production(rule).unwrap();
        let of_iris = Edition::Rfc3987.production(&format!("i{rule}")).unwrap();
        for character in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let text = &*character.encode_utf8(&mut buffer);
            let is_kept = of_iris.accepts(text.as_bytes()) && !forbidden.contains(character);
            let encoded = encode_iri(text, keep);
            assert_eq!(encoded == text, is_kept, "{character:?} in i{rule}");
            if character < '\u{800}' {
                assert_eq!(
                    encode(text, keep) == text,
                    of_uris.accepts(text.as_bytes()),
                    "{text:?}"
                );
            }
        }
        for octet in 128..=255 {
            assert_eq!(encode_octets(&[octet], keep), format!("%{octet:02X}"), "{rule}");
        }
    }
}

#[test]
fn every_octet_survives() {
    let all: Vec<u8> = (0..=255).collect();
    let text = encode_octets(&all, Keep::Unreserved);
    assert_eq!(*text.decode_octets().unwrap(), *all);
}

/// The URL Standard's note on the set: "all code points, except the ASCII alphanumeric, U+002A (*), U+002D (-), U+002E (.),
/// and U+005F (_)".
#[test]
fn a_form_keeps_what_the_standard_says() {
    for octet in 0..128_u8 {
        let text = char::from(octet).to_string();
        let is_kept = text == " " || encode_form(&text) == text;
        assert_eq!(is_kept, octet.is_ascii_alphanumeric() || b"*-._ ".contains(&octet));
        assert_eq!(encode_form(&text).decode_form().unwrap(), text);
    }
    assert_eq!(encode_form("1 + 1 = é"), "1+%2B+1+%3D+%C3%A9");
    assert!(matches!(encode_form("a*b"), Cow::Borrowed("a*b")));
}
