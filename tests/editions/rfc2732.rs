//! RFC 2396 as amended by RFC 2732.

use urispec::{Edition, HostKind, Node, Normalizer, Reference, Rung, split};
use urispec_audit::{CheckedExample, Examples};

use crate::support;

const EDITION: Edition = Edition::Rfc2732;
const WHOLE: &str = "URI-reference";

fn is_reference(text: &str) -> bool {
    support::is_in(EDITION, WHOLE, text)
}

fn is_address(text: &str) -> bool {
    support::is_in(EDITION, "IPv6address", text)
}

/// What it does not amend is as RFC 2396 says, each example and each finding.
#[test]
fn the_examples_of_rfc_2396_stay() {
    let amended = EDITION.amends().unwrap();
    assert_eq!(amended, Edition::Rfc2396);
    let all = Examples::read(amended.id(), amended.examples()).unwrap().all;
    assert!(all.len() > 60, "{}", all.len());
    for example in all {
        let checked = CheckedExample::new(EDITION, example);
        assert!(checked.is_as_listed(), "{checked}");
    }
}

/// 2: the literal addresses "would be represented as in the following example URLs". The second is printed with
/// `4171`, and its URL with `417A`.
#[test]
fn the_addresses_of_the_urls() {
    let all = Examples::read(EDITION.id(), EDITION.examples()).unwrap().all;
    let of = |rule: &str| -> Vec<&str> {
        let lines = EDITION.examples().lines().filter_map(|line| line.split_once('\t'));
        let own = lines.filter_map(|(_, rest)| rest.strip_prefix(rule)?.strip_prefix('\t'));
        own.filter_map(|text| text.split('\t').next()).collect()
    };
    let (addresses, urls) = (of("IPv6address"), of(WHOLE));
    assert_eq!((addresses.len(), urls.len(), all.len()), (7, 7, 14));
    for (address, url) in addresses.into_iter().zip(urls) {
        let address = address.replace("4171", "417A");
        assert!(url.starts_with(&format!("http://[{address}]")), "{address}: {url}");
    }
}

/// 3: a host may be an address in brackets.
#[test]
fn addresses_in_brackets() {
    let authority = |text| support::authority(EDITION, text);
    assert_eq!(
        authority("//u@[::1]:80/a"),
        (Some("u"), Some(("IPv6address", "[::1]")), Some("80"))
    );
    assert_eq!(
        authority("a://[1:2:3:4:5:6:7:8]"),
        (None, Some(("IPv6address", "[1:2:3:4:5:6:7:8]")), None)
    );
    let host = support::reference(EDITION, "//[::FFFF:129.144.52.38]").host().unwrap();
    assert_eq!(
        (host.kind(), host.address()),
        (HostKind::Ipv6Address, "::ffff:129.144.52.38".parse().ok())
    );
    // Brackets make no registered name, and no hostname.
    for text in [
        "//[]",
        "//[::1",
        "//::1]",
        "//[h]",
        "//[::1]a",
        "//[1.2.3.4]",
        "//a[::1]",
        "//[::g]",
        "//[::1%251]",
    ] {
        assert!(!is_reference(text), "{text}");
    }
    assert!(!support::is_in(Edition::Rfc2396, WHOLE, "//[::1]"));
}

/// RFC 2373, B: `IPv4address = 1*3DIGIT "." …`, in the place of `1*digit`. What has more digits is no
/// hostname either, and so a registered name.
#[test]
fn numbers_have_three_digits() {
    let kind = |edition, text| support::reference(edition, text).host().map(|host| host.kind());
    assert_eq!(kind(EDITION, "//999.0.0.000"), Some(HostKind::Ipv4Address));
    assert_eq!(kind(EDITION, "//1.2.3.1000"), None);
    assert_eq!(kind(Edition::Rfc2396, "//1.2.3.1000"), Some(HostKind::Ipv4Address));
    assert!(is_address("::1:999.9.9.9"));
    assert!(!is_address("::1:1000.9.9.9"));
}

/// 3: brackets are `reserved`, so they are `uric`: characters of queries, fragments and opaque parts.
#[test]
fn brackets_are_characters_of_uris() {
    for text in ["a?[b]", "#[]", "a:b[c]", "http://h/?]["] {
        assert!(is_reference(text), "{text}");
        assert!(!support::is_in(Edition::Rfc2396, WHOLE, text), "{text}");
    }
    // `pchar`, `rel_segment`, `uric_no_slash` and `userinfo` list their characters, and have none.
    for text in ["a[", "/[", "a:[", "a:/[", "//[@h", "//u[@h"] {
        assert!(!is_reference(text), "{text}");
    }
    for (rule, is) in [("reserved", true), ("uric", true), ("unwise", false), ("pchar", false)] {
        assert_eq!(support::is_in(EDITION, rule, "["), is, "{rule}");
    }
}

/// Finding: the grammar of RFC 2373 counts no groups.
#[test]
fn groups_are_not_counted() {
    for text in ["1", "1:2:3", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5::6:7:8:9", "1:2.3.4.5"] {
        assert!(is_address(text), "{text}");
        assert!(!support::is_in(Edition::Rfc3986, "IPv6address", text), "{text}");
    }
    let host = support::reference(EDITION, "//[1:2:3]").host().unwrap();
    assert_eq!((host.kind(), host.address()), (HostKind::Ipv6Address, None));
    for text in ["", ":", "12345", "1::2::3", "1:", ":1", "1.2.3.4", "::g"] {
        assert!(!is_address(text), "{text}");
    }
}

/// Finding: before an IPv4 address stands a hexpart and a ":". So "::" comes to three colons, and the
/// example `[::192.9.5.5]` of section 2 is no address.
#[test]
fn an_elision_before_an_ipv4_address() {
    assert!(is_address(":::192.9.5.5"));
    assert!(is_address("1:::192.9.5.5"));
    assert!(!is_address("::192.9.5.5"));
    assert!(!is_address("1::192.9.5.5"));
    assert!(is_address("::FFFF:129.144.52.38"));
    let host = support::reference(EDITION, "//[:::192.9.5.5]").host().unwrap();
    assert_eq!(host.address(), None);
}

/// 3 amends host, IPv4address, reserved and unwise, and what is built of these changes with them. Every
/// other production derives what it did.
#[test]
fn what_else_is_amended() {
    let rules = Edition::Rfc2396.grammars()[0].productions().iter().map(|rule| rule.name());
    let equal = |rule: &&str| {
        let of = |edition: Edition| {
            urispec_compare::diff::Language::new(edition.production(rule).unwrap())
        };
        let [old, new] = [of(Edition::Rfc2396), of(EDITION)];
        urispec_compare::diff::Comparison::new(old, new).relation
            != urispec_compare::diff::Relation::Equal
    };
    let changed: Vec<_> = rules.filter(equal).collect();
    #[rustfmt::skip]
    assert_eq!(changed, [
        "URI-reference", "absoluteURI", "relativeURI", "hier_part", "opaque_part", "net_path", "authority",
        "server", "hostport", "host", "IPv4address", "path", "query", "fragment", "uric", "reserved", "unwise",
    ]);
}

/// RFC 2396, 6, speaks of hostnames, and RFC 2732 of no letter case: an address keeps its own.
#[test]
fn an_address_keeps_its_case() {
    let normalizer = Normalizer::from_edition(EDITION).to(Rung::Scheme);
    let reference = Reference::parse(EDITION, "HTTP://[::A]:80/").unwrap();
    assert_eq!(normalizer.normalize(&reference).as_str(), "http://[::A]/");
}

/// But for opaque parts, the components are those of Appendix B.
#[test]
fn components_are_those_of_appendix_b() {
    for text in support::not_as_split(EDITION, "a1[:]@/?", 4) {
        let opaque = support::reference(EDITION, &text).opaque_part();
        assert!(opaque.is_some_and(|opaque| opaque.contains('?')), "{text}");
    }
    let reference = support::reference(EDITION, "a://[::1]:8/b?[c]#[d]");
    assert_eq!(reference.components(), split(reference.as_str()));
    assert!(Node::parse(EDITION, WHOLE, "?y").is_err());
}
