//! RFC 8141.

use urispec::scheme::Urn;
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, check, compare_with, split};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::support;

const EDITION: Edition = Edition::Rfc8141;

fn urn(text: &str) -> Urn<'_> {
    Urn::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// 2: NID, NSS, r-, q- and f-component.
#[test]
fn components() {
    for (text, nid, nss, [r, q, f]) in [
        ("urn:example:foo", "example", "foo", [None, None, None]),
        (
            "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
            "example",
            "foo-bar-baz-qux",
            [Some("CCResolve:cc=uk"), None, None],
        ),
        ("urn:example:weather?=op=map", "example", "weather", [None, Some("op=map"), None]),
        ("urn:example:a#", "example", "a", [None, None, Some("")]),
        ("urn:ab:c?+d?=e?+f#g?=h", "ab", "c", [Some("d"), Some("e?+f"), Some("g?=h")]),
        ("urn:example:apple:pear:plum:cherry", "example", "apple:pear:plum:cherry", [None; 3]),
    ] {
        let urn = urn(text);
        assert_eq!((urn.nid, urn.nss), (nid, nss), "{text}");
        assert_eq!([urn.r_component, urn.q_component, urn.f_component], [r, q, f], "{text}");
    }
    // The components that every URI has.
    let reference = support::reference(EDITION, "urn:ab:c?+d?=e#g");
    assert_eq!(reference.components(), split("urn:ab:c?+d?=e#g"));
}

/// 2, 2.3.1: a `?` outside of the components; an r-component ends before `?=`.
#[test]
fn question_marks() {
    for text in
        ["urn:ab:c?", "urn:ab:c?d", "urn:ab:c?+", "urn:ab:c?=", "urn:ab:c?+d?=", "urn:ab:c?+?d"]
    {
        assert!(check(EDITION, "namestring", text).is_err(), "{text}");
    }
    assert_eq!(urn("urn:ab:c?+d??=e").r_component, Some("d?"));
    assert_eq!(urn("urn:ab:c?+d?e=?").r_component, Some("d?e=?"));
    assert_eq!(urn("urn:ab:c?+=?=e").q_component, Some("e"));
}

/// 2.1, 5.1, 5.2: what a NID is, and which are informal.
#[test]
fn namespaces() {
    let longest = format!("a{}b", "-".repeat(30));
    for nid in ["ab", "0a", "a-b", &longest] {
        assert!(check(EDITION, "NID", nid).is_ok(), "{nid}");
    }
    let longer = format!("a{}b", "-".repeat(31));
    for nid in ["", "a", "-ab", "ab-", "a_b", "a%41b", &longer] {
        assert!(check(EDITION, "NID", nid).is_err(), "{nid}");
    }
    for (nid, is_informal, is_found) in [
        ("example", false, false),
        ("isbn", false, false),
        ("urn-7", true, false),
        ("URN-7", true, false),
        ("urn-07", false, true),
        ("urn-x", false, true),
        ("uk", false, true),
        ("x-a", false, true),
        ("xn--a", false, true),
        ("de-a", false, true),
        ("d3-a", false, false),
    ] {
        let text = format!("urn:{nid}:a");
        assert_eq!(urn(&text).is_informal(), is_informal, "{nid}");
        let found = support::lints(EDITION, &text);
        assert_eq!(found.contains(&("urn-namespace", 4..4 + nid.len())), is_found, "{nid}");
    }
    assert_eq!(support::lints(EDITION, "urn:example:a?+b"), [("urn-r-component", 15..16)]);
}

/// 3.1: by name, and by the ladder.
#[test]
fn names_are_compared() {
    assert_eq!(urn("URN:ISBN:a%2cB?=q").assigned_name(), "urn:isbn:a%2CB");
    let normal = |text: &str, to| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(to).normalize(reference).to_string()
    };
    let text = "URN:EXAMPLE:a%2cB/../%7e?+r?=q#f";
    assert_eq!(normal(text, Rung::Case), "urn:example:a%2CB/../%7E?+r?=q#f");
    assert_eq!(normal(text, Rung::PathSegments), "urn:example:a%2CB/../%7E?+r?=q#f");
    assert_eq!(normal(text, Rung::Scheme), "urn:example:a%2CB/../%7E");
    let rungs: Vec<_> = EDITION.rungs().collect();
    let known =
        [(Rung::String, Some("3.1")), (Rung::Case, Some("3.1")), (Rung::Scheme, Some("3.1"))];
    assert_eq!(rungs, known);
}

/// 3.1: the components are ignored "for purposes of determining URN-equivalence". The name that is left is
/// no other way to write the reference, and there is a warning.
#[test]
fn what_is_left_out_is_told() {
    let told = |text: &str, to| -> Vec<&str> {
        let reference = Reference::parse(EDITION, text).unwrap();
        let normal = Normalizer::from_edition(EDITION).to(to).normalize(reference);
        normal.caveats().map(|caveat| caveat.code()).collect()
    };
    for text in ["urn:example:a?+r", "urn:example:a?=q", "urn:example:a#f", "urn:example:a#"] {
        assert_eq!(told(text, Rung::Scheme), ["name-alone"], "{text}");
        assert_eq!(told(text, Rung::PathSegments), [""; 0], "{text}");
    }
    assert_eq!(told("URN:EXAMPLE:a", Rung::Scheme), [""; 0]);
}

/// 3.2: the groups of URNs that are equivalent to each other, and to no other.
#[test]
fn the_table_of_equivalence() {
    let groups: &[&[&str]] = &[
        &[
            "urn:example:a123,z456",
            "URN:example:a123,z456",
            "urn:EXAMPLE:a123,z456",
            "urn:example:a123,z456?+abc",
            "urn:example:a123,z456?=xyz",
            "urn:example:a123,z456#789",
        ],
        &["urn:example:a123,z456/foo"],
        &["urn:example:a123,z456/bar"],
        &["urn:example:a123,z456/baz"],
        &["urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"],
        &["urn:example:A123,z456"],
        &["urn:example:a123,Z456"],
        &["urn:example:%D0%B0123,z456"],
    ];
    let all: Vec<_> = groups
        .iter()
        .zip(0..)
        .flat_map(|(all, at)| all.iter().map(move |one| (at, *one)))
        .collect();
    let normalizer = Normalizer::from_edition(EDITION);
    for (group, a) in &all {
        for (other, b) in &all {
            assert_eq!(urn(a) == urn(b), group == other, "{a} {b}");
            let [x, y] = [a, b].map(|text| Reference::parse(EDITION, text).unwrap());
            assert_eq!(compare_with(&normalizer, x, y).holds(), group == other, "{a} {b}");
        }
    }
}

/// 4.1: syntactically a URN is a URI.
#[test]
fn every_urn_is_a_uri() {
    let language = |edition: Edition, rule| Language::new(edition.production(rule).unwrap());
    let [urns, uris] = [language(EDITION, "namestring"), language(Edition::Rfc3986, "URI")];
    assert_eq!(Comparison::new(urns, uris).relation, Relation::Within);
}

/// 4.3: by the algorithm of RFC 3986, whatever the scheme.
#[test]
fn resolution() {
    let resolver = Resolver::from_edition(EDITION);
    for (reference, target) in
        [("urn:example:b", "urn:example:b"), ("#f", "urn:example:a?=q#f"), ("b", "urn:b")]
    {
        let (base, _) = resolver.read_base("urn:example:a?=q").unwrap();
        let (parts, _) = resolver.read(reference).unwrap();
        let resolved = resolver.resolve(base, parts).unwrap();
        assert_eq!(resolved.to_string(), target, "{reference}");
    }
    assert!(resolver.read_base("http://h/").is_err());
}

/// 2: `assigned-name = "urn" ":" NID ":" NSS`. A relative reference puts something else in the place of the
/// whole name, so what the algorithm makes of it is a URI and no URN.
#[test]
fn targets_that_are_no_urns() {
    let warnings = |edition: Edition, base: &str, reference: &str| {
        let resolver = Resolver::from_edition(edition);
        let (base, _) = resolver.read_base(base).unwrap();
        let (parts, _) = resolver.read(reference).unwrap();
        let resolved = resolver.resolve(base, parts).unwrap();
        resolved.warnings().iter().map(|warning| warning.code()).collect::<Vec<_>>()
    };
    for reference in ["b", "/c", "?q", "urn:b", "URN:b", "//h/a"] {
        // The query is no `rq-components`, which begins with `?+` or `?=`.
        assert_eq!(
            warnings(EDITION, "urn:example:a", reference),
            ["outside-scheme"],
            "{reference}"
        );
    }
    // A URI of another scheme is none of this document's.
    for reference in ["", "#f", "?=q", "?+r?=q#f", "urn:example:b", "http://h/", "a:b"] {
        assert_eq!(warnings(EDITION, "urn:example:a", reference), [""; 0], "{reference}");
    }
    // A fragment may follow any URI (RFC 3986, 3.5), though these documents print none.
    assert_eq!(warnings(Edition::Rfc6068, "mailto:a@b", "#f"), [""; 0]);
    assert_eq!(warnings(Edition::Rfc6068, "mailto:a@b", "?subject=c"), [""; 0]);
    assert_eq!(warnings(Edition::Rfc6068, "mailto:a@b", "c"), ["outside-scheme"]);
    // `http-URI = "http" "://" authority path-abempty`, and "MUST NOT generate" an empty host (4.2.1).
    assert_eq!(warnings(Edition::Rfc9110, "http://h/a", "../b"), [""; 0]);
    assert_eq!(warnings(Edition::Rfc3986, "urn:example:a", "b"), [""; 0]);
}

/// B: what RFC 2141 has and RFC 8141 has not are strings of the earlier grammar that its prose
/// reserves or leaves to nobody: identifiers of one character, and `?` and `#` in a name.
#[test]
fn urns_of_rfc2141() {
    for text in ["urn:isbn:0-395-36341-1", "URN:foo:a123%2C456", "urn:foo:(a)+,-.:=@;$_!*'"] {
        assert!(check(Edition::Rfc2141, "URN", text).is_ok(), "{text}");
        assert!(check(EDITION, "namestring", text).is_ok(), "{text}");
    }
    for text in ["urn:a:b", "urn:foo:a?b", "urn:foo:?a", "urn:foo-:a"] {
        assert!(check(Edition::Rfc2141, "URN", text).is_ok(), "{text}");
        assert!(check(EDITION, "namestring", text).is_err(), "{text}");
    }
    for text in ["urn:foo:~", "urn:foo:a&b"] {
        assert!(check(Edition::Rfc2141, "URN", text).is_err(), "{text}");
        assert!(check(EDITION, "namestring", text).is_ok(), "{text}");
    }
}
