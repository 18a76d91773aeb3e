//! RFC 2397.

use urispec::scheme::{Base64Fault, Data};
use urispec::{Edition, Normalizer, Reference, ResolveError, Resolver, Rung, check, split};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Rfc2397;

fn data(text: &str) -> Data<'_> {
    Data::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(octets: &[u8]) -> String {
    String::from_utf8(octets.to_vec()).unwrap()
}

/// The string that the document prints in that line of its examples.
fn printed(begins: &str) -> &'static str {
    let strings = EDITION.examples().lines().filter_map(|line| line.split('\t').nth(2));
    strings.into_iter().find(|text| text.starts_with(begins)).unwrap()
}

/// 2: `data:[<mediatype>][;base64],<data>`; 3: of `;base64` and `;base64=` only the second is a parameter.
#[test]
fn parts() {
    for (url, mediatype, is_base64, encoded) in [
        ("data:,", None, false, ""),
        ("data:,a", None, false, "a"),
        ("data:;base64,YQ==", None, true, "YQ=="),
        ("DATA:text/plain,a", Some("text/plain"), false, "a"),
        ("data:text/plain;base64,YQ==", Some("text/plain"), true, "YQ=="),
        ("data:;base64=a,b", Some(";base64=a"), false, "b"),
        ("data:;a=b;base64=c;base64,YQ==", Some(";a=b;base64=c"), true, "YQ=="),
        // The first comma ends the media type, and no other.
        ("data:,;base64,a", None, false, ";base64,a"),
        ("data:,a,b", None, false, "a,b"),
    ] {
        let data = data(url);
        let found = (data.mediatype, data.is_base64, data.data);
        assert_eq!(found, (mediatype, is_base64, encoded), "{url}");
    }
    for wrong in [
        "",
        "data:",
        "data:a",
        "data:text,a",
        "data:/plain,a",
        "data:text/,a",
        "data:;,a",
        "data:;a,b",
        "data:;a=,b",
        "data:;=a,b",
        "data:;base64;base64,a",
        "data:;base64;a=b,c",
        // Only the name of a scheme is read in either case (RFC 2396, 3.1).
        "data:;BASE64,a",
        "data:;%62ase64,a",
        "data:, ",
        // A fragment is no part of a URL (RFC 2396, 4).
        "data:,a#b",
        "date:,a",
    ] {
        assert!(check(EDITION, "dataurl", wrong).is_err(), "{wrong}");
    }
}

/// 3: `urlchar` is `uric` of RFC 2396 (2): reserved, unreserved or escaped.
#[test]
fn characters_of_data() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_uric =
            character.is_ascii_alphanumeric() || ";/?:@&=+$,-_.!~*'()".contains(character);
        let is_accepted = check(EDITION, "dataurl", &format!("data:,{character}")).is_ok();
        assert_eq!(is_accepted, is_uric, "{character:?}");
        let escaped = format!("data:,%{octet:02X}%{:02x}", octet | 0x80);
        assert!(check(EDITION, "dataurl", &escaped).is_ok(), "{escaped}");
    }
    assert!(check(EDITION, "dataurl", "data:,é").is_err());
}

/// 3: the tokens of RFC 2045 (5.1): "any (US-ASCII) CHAR except SPACE, CTLs, or tspecials".
#[test]
fn tokens() {
    for octet in 0..=0xFF_u8 {
        let character = char::from(octet);
        let is_of_token = character.is_ascii_graphic() && !r#"()<>@,;:\"/[]?="#.contains(character);
        // RFC 2396 excludes these (2.4.3), so that they are encoded.
        let is_literal = is_of_token && !"#%^`{|}".contains(character);
        for rule in ["type", "subtype", "attribute", "token"] {
            let accepts = |text: &str| check(EDITION, rule, text).is_ok();
            assert_eq!(accepts(&character.to_string()), is_literal, "{rule}: {character:?}");
            assert_eq!(accepts(&format!("%{octet:02X}")), is_of_token, "{rule}: {octet:02X}");
            assert_eq!(accepts(&format!("%{octet:02x}")), is_of_token, "{rule}: {octet:02x}");
        }
        let accepts = |text: &str| check(EDITION, "value", text).is_ok();
        assert_eq!(accepts(&character.to_string()), is_literal, "{character:?}");
        assert_eq!(accepts(&format!("%{octet:02X}")), octet < 0x80, "{octet:02X}");
    }
    assert!(check(EDITION, "token", "").is_err());
    let data = data("data:%74ext/x-%23,");
    assert_eq!(
        (text(&data.top_level_type()), text(&data.subtype())),
        ("text".into(), "x-#".into())
    );
}

/// 3: what stands in quotes in a mail is encoded here.
#[test]
fn values() {
    for (url, value, is_quoted) in [
        ("data:;a=b,", "b", false),
        ("data:;a=b%3B%20c,", "b; c", false),
        ("data:;a=%22b%22,", "\"b\"", true),
        ("data:;a=%22%22,", "\"\"", true),
        ("data:;a=%22,", "\"", false),
        ("data:;a=b%22c%22,", "b\"c\"", false),
    ] {
        let parameter = data(url).parameters().next().unwrap();
        assert_eq!((text(&parameter.octets()), parameter.is_quoted()), (value.into(), is_quoted));
        assert!(parameter.is_called("A") && parameter.attribute == "a", "{url}");
        assert_eq!(!support::lints(EDITION, url).is_empty(), is_quoted, "{url}");
    }
    assert!(data("data:;%41=b,").parameters().next().unwrap().is_called("a"));
}

/// 2: the default, and the shorthand.
#[test]
fn media_types() {
    for (url, kind, charset) in [
        ("data:,", "text/plain", Some("US-ASCII")),
        ("data:;base64,", "text/plain", Some("US-ASCII")),
        ("data:;charset=iso-8859-7,", "text/plain", Some("iso-8859-7")),
        ("data:;a=b,", "text/plain", None),
        ("data:text/plain,", "text/plain", None),
        ("data:text/plain;CHARSET=utf%2d8;charset=b,", "text/plain", Some("utf-8")),
        ("data:Image/GIF;a=b,", "Image/GIF", None),
    ] {
        let data = data(url);
        assert_eq!(
            format!("{}/{}", text(&data.top_level_type()), text(&data.subtype())),
            kind,
            "{url}"
        );
        assert_eq!(data.charset().map(|charset| text(&charset)).as_deref(), charset, "{url}");
    }
}

/// 2: "ASCII encoding for octets inside the range of safe URL characters" and "%xx hex encoding".
#[test]
fn octets() {
    for (url, octets) in [
        ("data:,", &b""[..]),
        ("data:,A%20brief%20note", b"A brief note"),
        // "+" is itself.
        ("data:,a+b?c=d/%e9%00", b"a+b?c=d/\xE9\0"),
        ("data:,YQ==", b"YQ=="),
    ] {
        assert_eq!(data(url).octets().as_deref(), Ok(octets), "{url}");
    }
}

/// 2 with RFC 2045, 6.8, whose table has the symbols.
#[test]
fn base64() {
    for (url, octets) in [
        ("data:;base64,", &b""[..]),
        // 77, 97, 110 are 010011 010110 000101 101110: 19, 22, 5, 46.
        ("data:;base64,TWFu", b"Man"),
        ("data:;base64,TWE=", b"Ma"),
        ("data:;base64,TQ==", b"M"),
        // 62 and 63 are "+" and "/".
        ("data:;base64,++//", b"\xFB\xEF\xFF"),
        ("data:;base64,%2B%2b%2F%2f", b"\xFB\xEF\xFF"),
        ("data:;base64,TQ%3D%3d", b"M"),
        // "Any characters outside of the base64 alphabet are to be ignored".
        ("data:;base64,T-W%0D%0AF,u", b"Man"),
    ] {
        assert_eq!(data(url).octets().as_deref(), Ok(octets), "{url}");
    }
    for (url, fault, offset) in [
        ("data:;base64,T", Base64Fault::Padding, 1),
        ("data:;base64,TWE", Base64Fault::Padding, 3),
        ("data:;base64,TQ==TQ==", Base64Fault::Symbol, 2),
        ("data:;base64,T%20=WE", Base64Fault::Symbol, 4),
        // The last two bits of "R" are of no octet, and are 01.
        ("data:;base64,TR==", Base64Fault::Bits, 1),
    ] {
        let error = data(url).octets().unwrap_err();
        assert_eq!((error.fault, error.offset), (fault, offset), "{url}");
    }
    let error = data("data:;base64,TWE").octets().unwrap_err().to_string();
    let says = "at byte 3 of the data the last group of base64 is not filled up to four symbols with \"=\" \
                (RFC 2045, 6.8)";
    assert_eq!(error, says);
}

/// 4.
#[test]
fn examples() {
    let note = data(printed("data:,A"));
    assert_eq!(note.octets().as_deref(), Ok(&b"A brief note"[..]));
    assert_eq!(
        (text(&note.top_level_type()), text(&note.subtype())),
        ("text".into(), "plain".into())
    );

    let larry = data(printed("data:image/gif"));
    assert!(larry.is_base64);
    assert_eq!(
        (text(&larry.top_level_type()), text(&larry.subtype())),
        ("image".into(), "gif".into())
    );
    // A picture of 48 by 48 points begins so, and ends with the trailer.
    let octets = larry.octets().unwrap();
    assert!(octets.starts_with(b"GIF87a\x30\x00\x30\x00") && octets.ends_with(b";"));
    assert_eq!(support::lints(EDITION, printed("data:image/gif")), []);

    // "can be used for a short sequence of greek characters", with the triplet of erratum 2009.
    let greek = data("data:text/plain;charset=iso-8859-7,%be%d3%be");
    assert_eq!(greek.charset().as_deref(), Some(&b"iso-8859-7"[..]));
    assert_eq!(greek.octets().as_deref(), Ok(&b"\xBE\xD3\xBE"[..]));

    let query = data(printed("data:application"));
    assert_eq!(text(&query.subtype()), "vnd-xxx-query");
    assert_eq!(query.octets().as_deref(), Ok(&b"select_vcount,fcol_from_fieldtable/local"[..]));
}

/// 2: the default is left out, and so is "text/plain" before a charset.
#[test]
fn normal_forms() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (text, wanted) in [
        ("DATA:,A", "data:,A"),
        ("data:text/plain;charset=US-ASCII,A", "data:,A"),
        ("data:;charset=US-ASCII,A", "data:,A"),
        ("data:Text/Plain;Charset=US-ASCII;base64,QQ==", "data:;base64,QQ=="),
        ("data:text/plain;charset=iso-8859-7,%be", "data:;charset=iso-8859-7,%BE"),
        ("data:text/plain;a=b;charset=c,", "data:;a=b;charset=c,"),
        // Nothing is left out, and so nothing has a default.
        ("data:text/plain,A", "data:text/plain,A"),
        ("data:text/plain;a=b,", "data:text/plain;a=b,"),
        // "Parameter values are case-sensitive" (RFC 2045, 2).
        ("data:;charset=us-ascii,A", "data:;charset=us-ascii,A"),
        ("data:text/plainer;charset=b,", "data:text/plainer;charset=b,"),
        ("data:IMAGE/%47if;%23A=B%3b,", "data:image/gif;%23a=B%3B,"),
        // What is encoded and may stand for itself; a value has no parenthesis, and data are not divided.
        ("data:;a=%28%21%41,%28%2e/../%3F", "data:;a=%28!A,%28./../%3F"),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
        assert_eq!(normal(wanted), wanted);
    }
}

#[test]
fn lints() {
    let long = format!("data:,{}", "a".repeat(1018));
    assert_eq!(long.len(), 1024);
    let longer = format!("{long}b");
    for (text, wanted) in [
        ("data:,a", &[][..]),
        ("data:;base64,YQ==", &[]),
        ("data:;base64,YQ=", &[("data-not-base64", 16..16)]),
        ("data:;base64,YR==", &[("data-not-base64", 14..15)]),
        (
            "data:;base64,Y%20Q=-=",
            &[("data-foreign-character", 14..17), ("data-foreign-character", 19..20)],
        ),
        ("data:,Y%20Q=-=", &[]),
        ("data:;a=%22b%22;c=%22d,", &[("data-quoted-value", 8..15)]),
        (&long, &[]),
        (&longer, &[("data-long", 1024..1025)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// What follows the scheme is an `opaque_part` of RFC 2396 (3), with its "?".
#[test]
fn opaque() {
    for url in ["data:,a?b/../c", "data:;base64,YQ==", "data:text/plain,//a"] {
        let reference = support::reference(EDITION, url);
        assert_eq!(reference.opaque_part(), url.strip_prefix("data:"), "{url}");
        assert_eq!((reference.authority(), reference.query()), (None, None), "{url}");
    }
}

/// 2: "The "data" URL scheme has no relative URL forms."
#[test]
fn nothing_is_resolved() {
    let resolved = Resolver::from_edition(EDITION).resolve(split("data:,a"), split("b"));
    assert!(matches!(resolved, Err(ResolveError::NoAlgorithm { section: "2", .. })));
    let says = "rfc2397 resolves nothing: the scheme has no relative URL forms (2)";
    assert_eq!(resolved.unwrap_err().to_string(), says);
}

/// 2 and 6: long URLs take no more than time in proportion.
#[test]
fn long_strings() {
    let many = scaled(10_000, 50_000);
    let base64 = format!("data:;base64,{}", "TWFu".repeat(5 * many));
    assert_eq!(data(&base64).octets().unwrap().len(), 15 * many);
    let parameters = format!("data:{},", ";a=b".repeat(2 * many));
    assert_eq!(data(&parameters).parameters().count(), 2 * many);
    let foreign = format!("data:;base64,{}", "-".repeat(2 * many));
    assert_eq!(data(&foreign).octets().unwrap().len(), 0);
    assert!(Data::parse(&";a=b".repeat(2 * many)).is_err());
}
