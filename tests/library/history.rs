//! How productions came to be, worked out by hand from the documents.

use urispec::Edition;
use urispec::diff::{Histories, Relation, Version, history};

use Relation::{Contains, Equal, Overlaps, Within};

/// A version: edition, name, reason, and for each version of the document before the relation and the
/// shortest strings that only one has.
type Line<'l> = (&'l str, &'l str, &'l str, &'l [(Relation, Option<&'l str>, Option<&'l str>)]);

fn of(edition: Edition, rule: &str) -> Vec<Version> {
    history(edition.production(rule).unwrap())
}

#[track_caller]
fn is(edition: Edition, rule: &str, lines: &[Line<'_>]) {
    let found = of(edition, rule);
    let names = |version: &Version| (version.language.edition().id(), version.language.name());
    let seen: Vec<_> = found.iter().map(names).collect();
    let wanted: Vec<_> = lines.iter().map(|line| (line.0, line.1.to_owned())).collect();
    assert_eq!(seen, wanted);
    for (version, (edition, name, by, before)) in found.iter().zip(lines) {
        assert_eq!(version.by.map_or("", |by| by.name()), *by, "{edition} {name}");
        let seen = version
            .before
            .iter()
            .map(|one| (one.relation, one.only_left.as_deref(), one.only_right.as_deref()));
        assert_eq!(seen.collect::<Vec<_>>(), *before, "{edition} {name}");
    }
}

/// RFC 1630, 9: labels are `ialpha`s, which have `!`, and begin with letters. RFC 1738, 3.1: labels of
/// letters, digits and hyphens; the last begins with a letter. RFC 2396, 3.2.2: a dot may end it. The
/// draft of 2003, 3.2.2: any label, and a dot only after two. RFC 3986, 3.2.2: a reg-name may be empty.
#[test]
fn the_host_from_1994_on() {
    is(
        Edition::Rfc3986,
        "host",
        &[
            ("rfc1630", "host", "name", &[]),
            ("rfc1738", "host", "name", &[(Overlaps, Some("A!"), Some("0.A"))]),
            ("url-syntax-05", "host", "name", &[(Equal, None, None)]),
            ("rfc2396", "host", "name", &[(Within, None, Some("A."))]),
            ("rfc2396bis-01", "host", "name", &[(Overlaps, Some("A."), Some("0"))]),
            ("rfc3986", "host", "", &[(Within, None, Some(""))]),
        ],
    );
}

/// Both grammars of RFC 1630 have the same `path`. RFC 1738 has none, so that url-syntax-05 is compared with RFC 1630: a `"` is `extra` there
/// (8), and delims since; a `:` is reserved there and in `pchar` since (4.3.2). RFC 2396, 3.3: an
/// opaque_part may begin with `?`. The draft of 2003, 2.2: brackets are reserved, and so in it. RFC
/// 3986, 3.3: no opaque part, nor what only one has: `?` comes before `[`.
#[test]
fn the_path_skips_rfc_1738() {
    is(
        Edition::Rfc3986,
        "path",
        &[
            ("rfc1630", "path (rfc1630-uri)", "name", &[]),
            ("url-syntax-05", "path", "name", &[(Overlaps, Some("\""), Some(":"))]),
            ("rfc2396", "path", "name", &[(Within, None, Some("?"))]),
            ("rfc2396bis-01", "path", "name", &[(Within, None, Some("["))]),
            ("rfc3986", "path", "", &[(Contains, Some("?"), None)]),
        ],
    );
}

/// Sections 8 and 9 of RFC 1630 print two: `+` is `safe` in 9 only. RFC 1738, 2.1, lets any of its
/// bytes be the first. RFC 2396, 3.1: a letter is.
#[test]
fn rfc_1630_has_two_schemes() {
    let from_1630 = (Overlaps, Some("A!"), Some("+"));
    let lines: [Line<'_>; 7] = [
        ("rfc1630", "scheme (rfc1630-uri)", "name", &[]),
        ("rfc1630", "scheme (rfc1630-url)", "name", &[]),
        ("rfc1738", "scheme", "name", &[from_1630, from_1630]),
        ("url-syntax-05", "scheme", "name", &[(Equal, None, None)]),
        ("rfc2396", "scheme", "name", &[(Contains, Some("+"), None)]),
        ("rfc2396bis-01", "scheme", "name", &[(Equal, None, None)]),
        ("rfc3986", "scheme", "", &[(Equal, None, None)]),
    ];
    is(Edition::Rfc3986, "scheme", &lines);
    let sections: Vec<_> = of(Edition::Rfc3986, "scheme").iter().map(Version::section).collect();
    assert_eq!(sections[2..], ["2.1", "4.1", "3.1", "3.1", "3.1"]);
}

/// The draft of 2003 has all nine forms of RFC 3986, 3.2.2, and their dotted quads are those of
/// dec-octets. Nothing before it has an address of IPv6.
#[test]
fn the_ipv6_address_is_new_in_2003() {
    is(
        Edition::Rfc3986,
        "IPv6address",
        &[
            ("rfc2396bis-01", "IPv6address", "name", &[]),
            ("rfc3986", "IPv6address", "", &[(Equal, None, None)]),
        ],
    );
}

/// RFC 2396, 3, and the same with a hyphen in the draft of 2003, where `uric` has brackets. RFC 3986,
/// D.2, has none.
#[test]
fn the_opaque_part_is_lost() {
    let lines: [Line<'_>; 2] = [
        ("rfc2396", "opaque_part", "", &[]),
        ("rfc2396bis-01", "opaque-part", "spelling", &[(Within, None, Some("["))]),
    ];
    is(Edition::Rfc2396, "opaque_part", &lines);
}

/// `hostnumber` until 1997, `IPv4address` since 1998; equal until numbers end at 255 (2003, 3.2.2).
#[test]
fn a_name_changes_on_the_way() {
    is(
        Edition::Rfc3986,
        "IPv4address",
        &[
            ("rfc1630", "hostnumber", "name", &[]),
            ("rfc1738", "hostnumber", "name", &[(Equal, None, None)]),
            ("url-syntax-05", "hostnumber", "language", &[(Equal, None, None)]),
            ("rfc2396", "IPv4address", "name", &[(Equal, None, None)]),
            ("rfc2396bis-01", "IPv4address", "name", &[(Contains, Some("0.0.0.00"), None)]),
            ("rfc3986", "IPv4address", "", &[(Equal, None, None)]),
        ],
    );
}

/// A history has each production that it is asked for, and is in the order of the documents.
#[test]
fn every_production_is_in_its_history() {
    let mut histories = Histories::default();
    for edition in Edition::ALL {
        for production in edition.productions() {
            let all = histories.of(production);
            let asked: Vec<_> = all.iter().filter(|version| version.by.is_none()).collect();
            assert_eq!(asked.len(), 1);
            assert!(asked[0].language.rules().eq([production.rule()]));
            assert_eq!(asked[0].grammar().stem(), production.grammar().stem());
            let place = |one: &Version| {
                Edition::ALL.iter().position(|edition| *edition == one.language.edition())
            };
            assert!(all.is_sorted_by_key(place), "{edition} {}", production.rule());
        }
    }
}
