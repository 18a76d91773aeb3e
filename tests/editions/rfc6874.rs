//! RFC 3986 as amended by RFC 6874.

use urispec::error::EndpointError;
use urispec::{
    Edition, HostKind, Normalizer, ParseError, Reference, Rung, check, compare_with, split,
};
use urispec_audit::{CheckedExample, Examples};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::support;

const EDITION: Edition = Edition::Rfc6874;
const WHOLE: &str = "URI-reference";

/// What it does not amend is as RFC 3986 says, each example of it.
#[test]
fn the_examples_of_rfc_3986_stay() {
    let amended = EDITION.amends().unwrap();
    assert_eq!(amended, Edition::Rfc3986);
    let all = Examples::read(amended.id(), amended.examples()).unwrap().all;
    assert!(all.len() > 150, "{}", all.len());
    for example in all {
        let checked = CheckedExample::new(EDITION, example);
        assert!(checked.is_as_listed(), "{checked}");
    }
}

/// 2: the rule that is replaced, and what is built of it, derive more. All else derives what it did.
#[test]
fn what_is_amended() {
    let rules = Edition::Rfc3986.grammars()[0].productions().iter().map(|rule| rule.name());
    let relation = |rule: &str| {
        let of = |edition: Edition| Language::new(edition.production(rule).unwrap());
        Comparison::new(of(Edition::Rfc3986), of(EDITION)).relation
    };
    let changed: Vec<_> = rules.filter(|rule| relation(rule) != Relation::Equal).collect();
    #[rustfmt::skip]
    assert_eq!(changed, [
        "URI", "hier-part", "URI-reference", "absolute-URI", "relative-ref", "relative-part", "authority",
        "host", "IP-literal",
    ]);
    assert!(changed.iter().all(|rule| relation(rule) == Relation::Within), "{changed:?}");
}

/// 2: any address may have a zone identifier, behind "%25".
#[test]
fn zones() {
    let host = |text| support::reference(EDITION, text).host().unwrap();
    for (text, address, zone) in [
        ("http://[fe80::a%25en1]", "fe80::a", "en1"),
        ("//u@[::1%251]:80/", "::1", "1"),
        ("//[1:2:3:4:5:6:1.2.3.4%25a.b-c_d~]", "1:2:3:4:5:6:1.2.3.4", "a.b-c_d~"),
        // The zone "25", and not an octet.
        ("//[::%2525]", "::", "25"),
    ] {
        let host = host(text);
        assert_eq!((host.kind(), host.zone()), (HostKind::Ipv6Addrz, Some(zone)), "{text}");
        assert_eq!(host.address(), address.parse().ok(), "{text}");
        assert!(!support::is_in(Edition::Rfc3986, WHOLE, text), "{text}");
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.components(), split(text), "{text}");
    }
    assert_eq!(host("//[::1]").zone(), None);
    assert_eq!(host("//h%25a").zone(), None);
    for text in [
        "//[::1%25]",
        "//[::1%en1]",
        "//[::1%]",
        "//[::1%ee1]",
        "//[v1.a%25b]",
        "//[%25a]",
        "//[1.2.3.4%25a]",
        "//[::1%25a:b]",
    ] {
        assert!(!support::is_in(EDITION, WHOLE, text), "{text}");
    }
}

/// 2: "If an operating system uses any other characters […] they MUST be represented using percent
/// encoding".
#[test]
fn zones_with_escapes() {
    let zone = |text| support::reference(EDITION, text).host().unwrap().zone();
    assert_eq!(zone("//[::1%25a%2Fb%5D]"), Some("a%2Fb%5D"));
    for text in ["a/b", "a]", "a!", "a%", "a%4", "é", "a b"] {
        assert!(!support::is_in(EDITION, "ZoneID", text), "{text}");
    }
}

/// 1: "a host-specific function that varies between operating systems".
#[test]
fn the_zone_is_the_system_s() {
    let endpoint = support::reference(EDITION, "http://[fe80::a%25en1]/").endpoint();
    assert_eq!(endpoint.unwrap_err(), EndpointError::Zone);
    assert!(support::reference(EDITION, "http://[fe80::a]/").endpoint().is_ok());
}

/// Finding: a zone identifier is a part of the host, and hosts have no case (RFC 3986, 3.2.2), though the
/// names of interfaces may have one. An escape of an unreserved character is decoded as anywhere.
#[test]
fn a_zone_is_normalized_as_its_host() {
    let normal = |text| {
        let reference = support::reference(EDITION, text);
        let normalizer = Normalizer::from_edition(EDITION);
        let normal = normalizer.normalize(&reference).to_string();
        // One go over the string and the passes say the same.
        assert_eq!(normalizer.explain(&reference, |_| {}).as_str(), normal, "{text}");
        normal
    };
    assert_eq!(normal("http://[FE80::A%25En1]/"), "http://[fe80::a%25en1]/");
    assert_eq!(normal("//[::%25%45n%2f%7E]"), "//[::%25en%2F~]");
    assert_eq!(normal("//[::%2541]"), "//[::%2541]");
    let (a, b) = ("//[FE80::A%25en1]", "//[fe80::a%25EN1]");
    let [a, b] = [a, b].map(|text| Reference::parse(EDITION, text).unwrap());
    assert_eq!(compare_with(&Normalizer::from_edition(EDITION), a, b).rung(), Some(Rung::Case));
    // No document says that the case of a zone does not matter, and there is a warning; a triplet in it has
    // none.
    let told = |text, to| -> Vec<_> {
        let normal =
            Normalizer::from_edition(EDITION).to(to).normalize(support::reference(EDITION, text));
        normal.caveats().map(|caveat| caveat.code()).collect()
    };
    assert_eq!(told("a://[::%25En1]", Rung::Case), ["zone-case"]);
    assert_eq!(told("a://[::%25En1]", Rung::PercentEncoding), ["zone-case"]);
    assert_eq!(told("a://[::%25En1]", Rung::String), [""; 0]);
    for text in ["a://[::A%25en1]", "a://[::%25a%2F]", "A://[::A]", "a://h%25A"] {
        assert_eq!(told(text, Rung::Scheme), [""; 0], "{text}");
    }
    // And no more than that: another zone is another host.
    let [a, b] = ["//[::%251]", "//[::%2501]"].map(|text| Reference::parse(EDITION, text).unwrap());
    assert_eq!(
        compare_with(&Normalizer::from_edition(EDITION).to(Rung::Scheme), a, b).rung(),
        None
    );
}

/// 3: a bare "%" is told, and mended where it begins no triplet.
#[test]
fn a_bare_percent_sign_is_told() {
    let cause = |rule, text| {
        let Err(ParseError::Syntax(error)) = check(EDITION, rule, text) else { panic!("{text}") };
        let explanation = error.explain(text).unwrap();
        let cause = explanation.cause().unwrap_or_else(|| panic!("{text}"));
        (cause.id(), cause.section(), cause.mended().map(str::to_owned))
    };
    let mended = |text: &str| Some(text.to_owned());
    let section = "RFC 6874, 2";
    assert_eq!(
        cause(WHOLE, "http://[fe80::a%en1]"),
        ("zone-percent", section, mended("http://[fe80::a%25en1]"))
    );
    assert_eq!(
        cause("IPv6addrz", "fe80::a%en1"),
        ("zone-percent", section, mended("fe80::a%25en1"))
    );
    assert_eq!(cause(WHOLE, "http://[fe80::a%ee1]"), ("zone-percent", section, None));
    assert_eq!(cause(WHOLE, "//[::1%2]"), ("zone-percent", section, mended("//[::1%252]")));
    assert_eq!(cause(WHOLE, "//[::1%25]"), ("zone-empty", section, None));
    assert_eq!(cause(WHOLE, "//[::1%25a!]"), ("zone-character", section, None));
}
