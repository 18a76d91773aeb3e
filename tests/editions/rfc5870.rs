//! RFC 5870.

use urispec::scheme::Geo;
use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, check, compare_with};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Rfc5870;

fn geo(text: &str) -> Geo<'_> {
    Geo::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is_geo(text: &str) -> bool {
    check(EDITION, "geo-URI", text).is_ok()
}

/// Where the two meet, by what the document licenses.
#[track_caller]
fn compared(a: &str, b: &str) -> Equivalence {
    let [a, b] = [a, b].map(|text| {
        Reference::parse(EDITION, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    });
    compare_with(&Normalizer::from_edition(EDITION).to(Rung::Scheme), a, b)
}

fn normal(text: &str) -> String {
    let reference =
        Reference::parse(EDITION, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
}

/// 3.4: what the parts mean, and that nothing is made of coordinates in another system.
#[test]
fn places() {
    let plane = geo("geo:-48.5,-16");
    assert_eq!(
        (plane.latitude(), plane.longitude(), plane.altitude()),
        (Some(-48.5), Some(-16.0), None)
    );
    assert_eq!((plane.uncertainty(), plane.crs, plane.is_wgs84()), (None, None, true));
    assert_eq!(plane.crs_urn(), Some("urn:ogc:def:crs:EPSG::4326"));

    let deep = geo("GEO:0,180,-10.25;CRS=WGS84;U=0;a");
    assert_eq!((deep.altitude(), deep.uncertainty()), (Some(-10.25), Some(0.0)));
    assert_eq!((deep.crs, deep.u, deep.others), (Some("WGS84"), Some("0"), Some("a")));
    assert_eq!(deep.crs_urn(), Some("urn:ogc:def:crs:EPSG::4979"));

    let moon = geo("geo:1,2,3;crs=moon;u=4");
    assert_eq!((moon.latitude(), moon.longitude(), moon.altitude()), (None, None, None));
    assert_eq!((moon.coord_a, moon.crs_urn(), moon.uncertainty()), ("1", None, Some(4.0)));
    assert!(!moon.is_wgs84() && !moon.is_pole() && !moon.is_invalid());

    // 3.4.1: "MUST NOT ignore the 'crs' parameter if given", wherever it stands, and whatever its value is.
    for text in [
        "geo:90,1;u=1;crs=moon",
        "geo:90,1;crs=a_b",
        "geo:90,200;a;CRS=moon",
        "geo:90,1;crs",
        "geo:90,1;crs=wgs84;crs=moon",
        "geo:90,1;crs=moon;crs=wgs84",
    ] {
        let other = geo(text);
        assert!(!other.is_wgs84() && !other.is_pole() && !other.is_invalid(), "{text}");
        assert_eq!((other.latitude(), other.longitude(), other.crs_urn()), (None, None, None));
        assert!(
            support::lints(EDITION, text).iter().any(|(id, _)| *id == "geo-unknown-crs"),
            "{text}"
        );
        // The form does not take it for WGS-84 either: the longitude stays.
        let coordinates = &text[.."geo:90,1".len()];
        assert!(normal(text).starts_with(coordinates), "{text}");
    }
    for text in ["geo:90,1;u=1;crs=WGS84", "geo:90,1;a;crs=%77gs84", "geo:90,1;crs=wgs84;crs=wgs84"]
    {
        assert!(geo(text).is_wgs84() && geo(text).is_pole(), "{text}");
    }
}

/// 3.3: how many digits a coordinate of WGS-84 has, and those of another system.
#[test]
fn digits() {
    for text in [
        "geo:00,000",
        "geo:-99.123,-999.5,-123456",
        "geo:000,0;crs=moon",
        "geo:0,0000;crs=wgs8;u=1",
    ] {
        assert!(is_geo(text), "{text}");
    }
    for text in [
        "geo:000,0",
        "geo:0,0000",
        "geo:000,0;crs=wgs84",
        "geo:0,0000;CRS=WGS84",
        "geo:000,0;u=1;crs=moon",
        "geo:000,0;crs=mo_on",
        "geo:000,0;crs",
        "geo:0000,0;a",
        // num = [ "-" ] pnum; pnum = 1*DIGIT [ "." 1*DIGIT ]
        "geo:+1,2",
        "geo:.5,1",
        "geo:1.,1",
        "geo:--1,1",
        "geo:1e2,1",
        "geo:1,",
        "geo:,1",
        "geo:1",
        "geo:1,2,3,4",
        // Nothing of it is encoded, and nothing but a comma divides.
        "geo:1%2C2",
        "geo:1%2c2",
        "geo:%31,2",
        "geo:1;2",
        "geo:1, 2",
        "geo:1,2;",
        "geo:1,2?q",
        "geo:1,2#f",
        "geo:",
    ] {
        assert!(!is_geo(text), "{text}");
    }
    // Each label but "wgs84" is of another system.
    for label in [
        "w", "wgs8", "wgs85", "wgs844", "xgs84", "wxs84", "wgx84", "wgsx4", "-----", "wgs-4",
        "WGS83",
    ] {
        assert!(check(EDITION, "other-label", label).is_ok(), "{label}");
        assert!(is_geo(&format!("geo:000,0;crs={label}")), "{label}");
    }
    for label in ["wgs84", "WGS84", "wGs84", "", "a_b"] {
        assert!(check(EDITION, "other-label", label).is_err(), "{label}");
    }
}

/// 3.4.2: the ranges, to the last digit.
#[test]
fn ranges() {
    let nearly = format!("geo:89.{},179.{}", "9".repeat(400), "9".repeat(400));
    for text in
        ["geo:90,180", "geo:-90.00,-180.000", "geo:90,-22.43", "geo:00,000", "geo:9,99", &nearly]
    {
        assert!(!geo(text).is_invalid(), "{text}");
    }
    let hardly = format!("geo:90.{}1,0", "0".repeat(400));
    for text in
        ["geo:94,0", "geo:-91,0", "geo:90.5,0", "geo:0,180.1", "geo:0,-181", "geo:0,999", &hardly]
    {
        assert!(geo(text).is_invalid(), "{text}");
        assert!(
            support::lints(EDITION, text).iter().any(|(id, _)| *id == "geo-invalid-location"),
            "{text}"
        );
    }
    for (text, is_pole) in
        [("geo:90,1", true), ("geo:-90.0,1", true), ("geo:90.1,1", false), ("geo:09,1", false)]
    {
        assert_eq!(geo(text).is_pole(), is_pole, "{text}");
    }
}

/// 3.3: the characters of a value.
#[test]
fn characters() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_value = character.is_ascii_alphanumeric() || "-_.!~*'()[]:&+$".contains(character);
        assert_eq!(
            check(EDITION, "pvalue", &character.to_string()).is_ok(),
            is_value,
            "{character:?}"
        );
        assert!(check(EDITION, "pvalue", &format!("%{octet:02X}%{:02x}", octet | 0x80)).is_ok());
        let is_label = character.is_ascii_alphanumeric() || character == '-';
        for rule in ["labeltext", "crslabel", "pname"] {
            assert_eq!(
                check(EDITION, rule, &character.to_string()).is_ok(),
                is_label,
                "{rule} {character:?}"
            );
        }
    }
    assert!(!is_geo("geo:1,2;a=é"));
    // RFC 3986 has no bracket in a path, and the document has it in a value; its form has it encoded.
    assert!(is_geo("geo:1,2;a=[") && check(Edition::Rfc3986, "URI", "geo:1,2;a=[").is_err());
    assert_eq!(normal("geo:1,2;a=[]"), "geo:1,2;a=%5B%5D");
}

#[test]
fn parameters() {
    let read = |text: &'static str| {
        let value = |one: Option<std::borrow::Cow<'_, [u8]>>| one.map(|value| value.to_vec());
        let all = geo(text).parameters();
        all.map(|one| (one.pname, value(one.value()))).collect::<Vec<_>>()
    };
    assert_eq!(read("geo:1,2;crs=a;u=1;b;C=%2Fd"), [("b", None), ("C", Some(b"/d".to_vec()))]);
    assert_eq!(read("geo:1,2"), []);
    // A "crs" or "u" elsewhere, or with another value, is a parameter as any other.
    assert_eq!(read("geo:1,2;u=1;crs=a"), [("crs", Some(b"a".to_vec()))]);
    assert_eq!(read("geo:1,2;u=1x"), [("u", Some(b"1x".to_vec()))]);
    assert_eq!(read("geo:1,2;crs=a_b;u"), [("crs", Some(b"a_b".to_vec())), ("u", None)]);
    assert_eq!(geo("geo:1,2;u=1x").u, None);
}

/// 3.4.4: numbers, worked out by hand.
#[test]
fn numbers() {
    for (number, wanted) in [
        ("0", "0"),
        ("-0", "0"),
        ("00", "0"),
        ("-00.000", "0"),
        ("0.10", "0.1"),
        ("-0.10", "-0.1"),
        ("43.10", "43.1"),
        ("07", "7"),
        ("10", "10"),
        ("10.0", "10"),
        ("-01.50", "-1.5"),
        ("00.05", "0.05"),
    ] {
        assert_eq!(normal(&format!("geo:{number},1")), format!("geo:{wanted},1"));
        assert_eq!(normal(&format!("geo:1,{number}")), format!("geo:1,{wanted}"));
        assert_eq!(normal(&format!("geo:1,2,{number}")), format!("geo:1,2,{wanted}"));
        let uncertainty = number.trim_start_matches('-');
        let wanted = wanted.trim_start_matches('-');
        assert_eq!(normal(&format!("geo:1,2;u={uncertainty}")), format!("geo:1,2;u={wanted}"));
    }
}

/// 3.3 and 3.4.4, rule by rule.
#[test]
fn equal_places() {
    for (a, b, rung) in [
        // What RFC 3986 says of every URI.
        ("GEO:1,2", "geo:1,2", Rung::Case),
        ("geo:1,2;a=%c3", "geo:1,2;a=%C3", Rung::Case),
        ("geo:1,2;a=%62", "geo:1,2;a=b", Rung::PercentEncoding),
        ("geo:1.50,2", "geo:1.5,2", Rung::Scheme),
        ("geo:1,2,3.0", "geo:1,2,3", Rung::Scheme),
        ("geo:-0,0", "geo:0,-0.0", Rung::Scheme),
        ("geo:1,2;u=1.0", "geo:1,2;u=1", Rung::Scheme),
        ("geo:1,2;crs=wgs84", "geo:1,2", Rung::Scheme),
        ("geo:1,2;crs=WGS84", "geo:1,2;crs=wgs84", Rung::Scheme),
        ("geo:1,2;crs=Moon", "geo:1,2;crs=moon", Rung::Scheme),
        ("geo:1,2;A=b", "geo:1,2;a=b", Rung::Scheme),
        ("geo:1,2;a;b", "geo:1,2;b;a", Rung::Scheme),
        ("geo:1,2;a=2;a=1", "geo:1,2;a=1;a=2", Rung::Scheme),
        ("geo:1,2;a=%3A%21", "geo:1,2;a=:!", Rung::Scheme),
        ("geo:1,2;a=%5B", "geo:1,2;a=[", Rung::Scheme),
        ("geo:90,1", "geo:90.0,-179", Rung::Scheme),
        ("geo:-90,1,5", "geo:-90,2,5;crs=wgs84", Rung::Scheme),
        ("geo:1,180", "geo:1,-180", Rung::Scheme),
        // The parameters stand where the grammar has others, and mean the same in any order.
        ("geo:1,2;u=1;crs=wgs84", "geo:1,2;u=1", Rung::Scheme),
        ("geo:1,2;a;u=1.0", "geo:1,2;u=1;a", Rung::Scheme),
    ] {
        assert_eq!(compared(a, b), Equivalence::At(rung), "{a} and {b}");
    }
}

#[test]
fn unequal_places() {
    for (a, b) in [
        ("geo:1,2", "geo:1,3"),
        ("geo:1,2", "geo:-1,2"),
        ("geo:1,2,0", "geo:1,2"),
        ("geo:1,2;u=0", "geo:1,2"),
        ("geo:90,1", "geo:-90,1"),
        ("geo:90,1", "geo:90,1,0"),
        // Poles and the date line are those of WGS-84.
        ("geo:90,1;crs=moon", "geo:90,2;crs=moon"),
        ("geo:1,180;crs=moon", "geo:1,-180;crs=moon"),
        ("geo:1,2;crs=moon", "geo:1,2"),
        ("geo:1,2;crs=moon", "geo:1,2;crs=wgs84"),
        // The names of one place.
        ("geo:1,180.5", "geo:1,-179.5"),
        ("geo:1,2;a", "geo:1,2"),
        ("geo:1,2;a=b", "geo:1,2;a=B"),
        ("geo:1,2;a=1.0", "geo:1,2;a=1"),
        ("geo:1,2;a=%2F", "geo:1,2;a=%252F"),
        // Nothing says what a second uncertainty means.
        ("geo:1,2;u=1;u=2", "geo:1,2;u=1.0;u=2"),
        ("geo:1,2;crs=wgs84;crs=moon", "geo:1,2;crs=moon"),
    ] {
        assert_eq!(compared(a, b), Equivalence::Nowhere, "{a} and {b}");
    }
}

#[test]
fn normal_forms() {
    for (text, wanted) in [
        ("GEO:90.0,-22.43;crs=WGS84", "geo:90,0"),
        ("geo:66.0,-180.0;FOo=this%2dthat;u=6.500", "geo:66,180;u=6.5;foo=this-that"),
        ("geo:1,2;b;u=01;CRS=Moon;A=%2f", "geo:1,2;crs=moon;u=1;a=%2F;b"),
        ("geo:1,2;a=%C3%A9%25", "geo:1,2;a=%C3%A9%25"),
        ("geo:1.0,2;u=x", "geo:1.0,2;u=x"),
        ("geo:1,2;b=..;a=.", "geo:1,2;a=.;b=.."),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
        assert_eq!(normal(wanted), wanted);
        assert!(check(Edition::Rfc3986, "URI", wanted).is_ok());
    }
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("geo:48.2010,16.3695,183", &[][..]),
        ("geo:1,2;crs=wgs84;u=40", &[]),
        ("geo:90,0.0", &[]),
        ("geo:94,200", &[("geo-invalid-location", 4..6), ("geo-invalid-location", 7..10)]),
        ("geo:90,46", &[("geo-pole-longitude", 7..9)]),
        ("geo:90,46;crs=a", &[("geo-unknown-crs", 14..15)]),
        ("geo:90,46;u=1;crs=a", &[("geo-unknown-crs", 18..19), ("geo-parameter-order", 14..17)]),
        ("geo:90,46;crs=a_b", &[("geo-unknown-crs", 14..17), ("geo-parameter-order", 10..13)]),
        ("geo:90,46;crs", &[("geo-unknown-crs", 10..13), ("geo-parameter-order", 10..13)]),
        ("geo:1,2;u=1;u=2", &[("geo-parameter-order", 12..13)]),
        ("geo:1,2;crs=wgs84;crs=wgs84", &[("geo-parameter-order", 18..21)]),
        ("geo:1,2;u=1;crs=wgs84", &[("geo-parameter-order", 12..15)]),
        ("geo:1,2;u=-1", &[("geo-parameter-order", 8..9)]),
        ("geo:1,2;a;u=1", &[("geo-parameter-order", 10..11), ("geo-unknown-parameter", 8..9)]),
        (
            "geo:1,2;CRS=Wgs84;U=1",
            &[("geo-upper-case", 8..11), ("geo-upper-case", 12..17), ("geo-upper-case", 18..19)],
        ),
        ("geo:1,2;A=B", &[("geo-unknown-parameter", 8..9), ("geo-upper-case", 8..9)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// 6.
#[test]
fn examples() {
    let office = geo("geo:48.2010,16.3695,183");
    assert_eq!((office.crs, office.coord_a, office.coord_b), (None, "48.2010", "16.3695"));
    assert_eq!((office.altitude(), office.uncertainty()), (Some(183.0), None));
    assert_eq!(office.crs_urn(), Some("urn:ogc:def:crs:EPSG::4979"));
    let church = geo("geo:48.198634,16.371648;crs=wgs84;u=40");
    assert_eq!(
        (church.crs, church.coord_c, church.uncertainty()),
        (Some("wgs84"), None, Some(40.0))
    );
    assert_eq!(church.crs_urn(), Some("urn:ogc:def:crs:EPSG::4326"));
    // The two URIs with a ";" between their coordinates, with the comma of erratum 8389 and of the grammar.
    assert_eq!(compared("geo:22.300,-118.44", "geo:22.3,-118.4400"), Equivalence::At(Rung::Scheme));
}

/// Long URIs take no more than time in proportion.
#[test]
fn long_strings() {
    let many = scaled(5_000, 50_000);
    let digits = format!("geo:1.{},2.{}", "0".repeat(5 * many), "10".repeat(5 * many));
    assert_eq!(normal(&digits).len(), "geo:1,2.".len() + 10 * many - 1);
    assert!(!geo(&digits).is_invalid());
    let parameters = format!("geo:1,2{}", ";B;a=[".repeat(many));
    assert_eq!(geo(&parameters).parameters().count(), 2 * many);
    assert_eq!(normal(&parameters).len(), parameters.len() + 2 * many);
    assert!(support::lints(EDITION, &parameters).len() > 2 * many);
    assert!(!is_geo(&"geo:1".repeat(2 * many)));
}
