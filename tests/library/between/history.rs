//! How productions came to be, worked out by hand from the documents.

use std::sync::{LazyLock, Mutex};

use crate::scaled;

use urispec::{Edition, Recognizer};
use urispec_compare::diff::{Histories, Relation, Version, history};

use Relation::{Contains, Equal, Overlaps, Within};

/// A version: edition, name, reason, and for each version of the document before the relation and the
/// shortest strings that only one has.
type Line<'l> = (&'l str, &'l str, &'l str, &'l [(Relation, Option<&'l str>, Option<&'l str>)]);

fn of(edition: Edition, rule: &str) -> Vec<Version> {
    shared(edition.production(rule).unwrap())
}

/// The history of a production, for which every two documents are paired once for all tests.
fn shared(production: Recognizer) -> Vec<Version> {
    static HISTORIES: LazyLock<Mutex<Histories>> = LazyLock::new(Mutex::default);
    HISTORIES.lock().unwrap().of(production)
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
/// letters, digits and hyphens; the last begins with a letter. RFC 1808 has none. RFC 2396, 3.2.2: a dot
/// may end it. RFC 2732, 3: an address in brackets, which may be one group; numbers of three digits. The
/// draft of 2003, 3.2.2: any label, and a dot only after two. RFC 3986, 3.2.2: a reg-name may be empty.
/// RFC 3987, 2.2: `ucschar` begin with U+00A0. RFC 6874, 2: "%25" and a zone. A host of the URL Standard
/// has no such role: it is a valid-host-string or an opaque-host-string.
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
            ("rfc2732", "host", "name", &[(Overlaps, Some("0.0.0.0000"), Some("[0]"))]),
            ("rfc2396bis-01", "host", "name", &[(Overlaps, Some("A."), Some("0"))]),
            ("rfc3986", "host", "", &[(Within, None, Some(""))]),
            ("rfc3987", "ihost", "role", &[(Within, None, Some("\u{A0}"))]),
            // RFC 6874 amends RFC 3986, and not the document between.
            ("rfc6874", "host", "name", &[(Within, None, Some("[::%25-]"))]),
        ],
    );
}

/// Both grammars of RFC 1630 have the same `path`. RFC 1738 has none, so that RFC 1808 is compared with
/// RFC 1630: its path has a first segment of one character at least, and a `:` is a `pchar` (2.2). A path
/// of url-syntax-05 may be empty (4.3.2). RFC 2396, 3.3: an opaque_part may begin with `?`. RFC 2732, 3:
/// brackets are reserved, and so in an opaque_part but for its beginning; in the draft of 2003 there too
/// (2.2). RFC 3986, 3.3: no opaque part, nor what only one has: `?` comes before `[`. RFC 3987 says that its
/// `ipath` is the changed name (2.2); RFC 6874 leaves the path as RFC 3986 has it.
#[test]
fn the_path_skips_rfc_1738() {
    is(
        Edition::Rfc3986,
        "path",
        &[
            ("rfc1630", "path (rfc1630-uri)", "name", &[]),
            ("rfc1808", "path", "name", &[(Overlaps, Some(""), Some(":"))]),
            ("url-syntax-05", "path", "name", &[(Within, None, Some(""))]),
            ("rfc2396", "path", "name", &[(Within, None, Some("?"))]),
            ("rfc2732", "path", "name", &[(Within, None, Some("!["))]),
            ("rfc2396bis-01", "path", "name", &[(Within, None, Some("["))]),
            ("rfc3986", "path", "", &[(Contains, Some("?"), None)]),
            ("rfc3987", "ipath", "document", &[(Within, None, Some("\u{A0}"))]),
            ("rfc6874", "path", "name", &[(Equal, None, None)]),
        ],
    );
}

/// Sections 8 and 9 of RFC 1630 print two: `+` is `safe` in 9 only. RFC 1738, 2.1, lets any of its
/// bytes be the first, and so does RFC 1808, 2.2. RFC 2396, 3.1: a letter is. So it is with all since.
#[test]
fn rfc_1630_has_two_schemes() {
    let from_1630 = (Overlaps, Some("A!"), Some("+"));
    let same = &[(Equal, None, None)];
    let lines: [Line<'_>; 12] = [
        ("rfc1630", "scheme (rfc1630-uri)", "name", &[]),
        ("rfc1630", "scheme (rfc1630-url)", "name", &[]),
        ("rfc1738", "scheme", "name", &[from_1630, from_1630]),
        ("rfc1808", "scheme", "name", same),
        ("url-syntax-05", "scheme", "name", same),
        ("rfc2396", "scheme", "name", &[(Contains, Some("+"), None)]),
        ("rfc2732", "scheme", "name", same),
        ("rfc2396bis-01", "scheme", "name", same),
        ("rfc3986", "scheme", "", same),
        ("rfc3987", "scheme", "name", same),
        ("rfc6874", "scheme", "name", same),
        ("whatwg", "URL-scheme-string", "language", same),
    ];
    is(Edition::Rfc3986, "scheme", &lines);
    let sections: Vec<_> = history(Edition::Rfc3986.production("scheme").unwrap())
        .iter()
        .map(Version::section)
        .collect();
    assert_eq!(sections[2..8], ["2.1", "2.2", "4.1", "3.1", "3.1", "3.1"]);
}

/// RFC 2732 has the address of RFC 2373, B, which counts no groups and has a ":" before a dotted quad. The
/// draft of 2003 has all nine forms of RFC 3986, 3.2.2, and their dotted quads are those of dec-octets.
/// That of the URL Standard is as its serializer writes it: without zeros before a number.
#[test]
fn the_ipv6_address_is_new_in_1999() {
    let same = &[(Equal, None, None)];
    is(
        Edition::Rfc3986,
        "IPv6address",
        &[
            ("rfc2732", "IPv6address", "name", &[]),
            ("rfc2396bis-01", "IPv6address", "name", &[(Overlaps, Some("0"), Some("::0.0.0.0"))]),
            ("rfc3986", "IPv6address", "", same),
            ("rfc3987", "IPv6address", "name", same),
            ("rfc6874", "IPv6address", "name", same),
            ("whatwg", "valid-IPv6-address-string", "role", &[(Contains, Some("00::"), None)]),
        ],
    );
}

/// RFC 2396, 3; RFC 2732, 3, makes brackets `reserved`, and so `uric`. The same with a hyphen in the draft
/// of 2003, where it may begin with one (2.2). RFC 3986, D.2, has none.
#[test]
fn the_opaque_part_is_lost() {
    let lines: [Line<'_>; 3] = [
        ("rfc2396", "opaque_part", "", &[]),
        ("rfc2732", "opaque_part", "name", &[(Within, None, Some("!["))]),
        ("rfc2396bis-01", "opaque-part", "spelling", &[(Within, None, Some("["))]),
    ];
    is(Edition::Rfc2396, "opaque_part", &lines);
}

/// `hostnumber` until 1997, `IPv4address` since 1998; numbers of three digits in RFC 2373, B, and at most
/// 255 since 2003 (3.2.2).
#[test]
fn a_name_changes_on_the_way() {
    let same = &[(Equal, None, None)];
    is(
        Edition::Rfc3986,
        "IPv4address",
        &[
            ("rfc1630", "hostnumber", "name", &[]),
            ("rfc1738", "hostnumber", "name", same),
            ("url-syntax-05", "hostnumber", "language", same),
            ("rfc2396", "IPv4address", "name", same),
            ("rfc2732", "IPv4address", "name", &[(Contains, Some("0.0.0.0000"), None)]),
            ("rfc2396bis-01", "IPv4address", "name", &[(Contains, Some("0.0.0.00"), None)]),
            ("rfc3986", "IPv4address", "", same),
            ("rfc3987", "IPv4address", "name", same),
            ("rfc6874", "IPv4address", "name", same),
            ("whatwg", "valid-IPv4-address-string", "language", same),
        ],
    );
}

/// RFC 3987, 2.2: "If the non-terminal contains 'URI', this has been changed to 'IRI'. Otherwise, an 'i' has
/// been prefixed". RFC 6874 replaces one production, `IP-literal`, of RFC 3986.
#[test]
fn rfc_3987_has_every_production_of_rfc_3986() {
    for production in Edition::Rfc3986.productions() {
        let all = shared(production);
        let of = |edition| all.iter().find(|one| one.language.edition() == edition);
        let rule = production.rule();
        let iri = of(Edition::Rfc3987).unwrap_or_else(|| panic!("{rule}"));
        let name = iri.language.name();
        let changed = [rule.to_owned(), format!("i{rule}"), rule.replace("URI", "IRI")];
        assert!(changed.contains(&name), "{rule} is {name}");
        let amended = of(Edition::Rfc6874).unwrap_or_else(|| panic!("{rule}"));
        assert_eq!(amended.before[0].left.edition(), Edition::Rfc3986);
        let is_changed = amended.before[0].relation != Equal;
        let uses =
            ["URI", "hier-part", "URI-reference", "absolute-URI", "relative-ref", "relative-part"];
        let uses = uses.iter().chain(&["authority", "host", "IP-literal"]).any(|one| *one == rule);
        assert_eq!(is_changed, uses, "{rule}");
    }
}

/// A history has each production that it is asked for, and is in the order of the documents.
#[test]
fn every_production_is_in_its_history() {
    for edition in Edition::ALL {
        for production in edition.productions().step_by(scaled(5, 1)) {
            let all = shared(production);
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
