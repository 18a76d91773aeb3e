//! draft-fielding-uri-rfc2396bis-01.

use std::net::Ipv6Addr;

use urispec::{Edition, Normalizer, Reference, Rung};

use crate::support;

const EDITION: Edition = Edition::Rfc2396bis01;
const WHOLE: &str = "URI-reference";

/// 7.5: the host is the address, and what looks like one is the userinfo.
#[test]
fn printed_misleading_userinfo() {
    let text = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm";
    let userinfo = "www.example.com&story=breaking_news";
    let host = ("IPv4address", "10.0.0.1");
    assert_eq!(support::authority(EDITION, text), (Some(userinfo), Some(host), None));
    let text = "gopher://gopher.tc.umn.edu:70/11/Mailing%20Lists/";
    let host = ("hostname", "gopher.tc.umn.edu");
    assert_eq!(support::authority(EDITION, text), (None, Some(host), Some("70")));
}

#[test]
fn authorities() {
    assert_eq!(
        support::authority(EDITION, "//u:p@[::1]:80/c"),
        (Some("u:p"), Some(("IPv6address", "[::1]")), Some("80"))
    );
    assert_eq!(
        support::authority(EDITION, "//1.2.3.4:"),
        (None, Some(("IPv4address", "1.2.3.4")), Some(""))
    );
    // Dotted numbers that are no address are a hostname, whose labels may begin with a digit.
    for host in ["1.2.3.256", "1.2.3.04", "1.2.3", "1.2.3.4.5", "1.2.3.4a", "1", "a.b.", "a.1"] {
        let text = format!("//{host}");
        assert_eq!(support::authority(EDITION, &text), (None, Some(("hostname", host)), None));
    }
    let label = "a".repeat(63);
    let text = format!("//{label}.{label}.");
    assert_eq!(support::authority(EDITION, &text).1, Some(("hostname", &text[2..])));
    // A label has at most 63 characters, and only one that begins with a letter has a "." after it.
    for name in [&*format!("{label}a"), &format!("a.{label}a."), "1.2.3.4.", "a.", "a_b", "u@"] {
        let text = format!("//{name}");
        assert_eq!(support::authority(EDITION, &text), (None, None, None), "{name}");
        assert_eq!(support::reference(EDITION, &text).authority(), Some(name));
    }
    assert_eq!(support::authority(EDITION, "//?q"), (None, None, None));
    let empty = support::reference(EDITION, "http://");
    assert_eq!((empty.scheme(), empty.authority(), empty.path()), (Some("http"), Some(""), ""));
    let address = |text| support::reference(EDITION, text).host().unwrap().address();
    assert_eq!(address("//127.0.0.1"), Some([127, 0, 0, 1].into()));
    assert_eq!(address("//[::1]"), Some(Ipv6Addr::LOCALHOST.into()));
    assert_eq!(address("//127.0.0.256"), None);
    // "This is the only place where square-bracket characters are allowed" (3.2.2).
    for text in ["//[::1", "//[::1]a", "//[]", "//a[", "//[v1.a]", "/[", "a:/[", "?[", "#["] {
        assert!(Reference::parse_as(EDITION, WHOLE, text).is_err(), "{text}");
    }
}

/// The grammar's derivation has no query where Appendix B finds one within an opaque part.
#[test]
fn components_are_those_of_appendix_b_but_for_opaque_parts() {
    let differ = support::not_as_split(EDITION, "a1!@:/?#[", 4);
    assert_eq!(differ, ["a:a?", "a:1?", "a:!?", "a:@?", "a::?", "a:?[", "a:[?"]);
    for text in &differ {
        let opaque = support::reference(EDITION, text).opaque_part();
        assert_eq!(opaque, Some(&text[2..]));
    }
}

#[test]
fn opaque_parts() {
    let reference = |text| support::reference(EDITION, text);
    assert_eq!(
        reference("mailto:John.Doe@example.com").opaque_part(),
        Some("John.Doe@example.com")
    );
    assert_eq!(reference("a:b?c#d").opaque_part(), Some("b?c"));
    assert_eq!((reference("a:b?c#d").path(), reference("a:b?c#d").query()), ("b?c", None));
    // A query alone is a hier-part, unless it holds what only an opaque part may.
    assert_eq!((reference("a:?b").opaque_part(), reference("a:?b").query()), (None, Some("b")));
    assert_eq!((reference("a:?[").opaque_part(), reference("a:?[").query()), (Some("?["), None));
    assert_eq!(reference("a:").opaque_part(), None);
}

/// "Hierarchical URI schemes" give dots their meaning (6.2.2.3), and hostnames ignore case.
#[test]
fn opaque_parts_and_registered_names_are_left_alone() {
    let normal = |text| {
        let normalizer = Normalizer::from_edition(EDITION).to(Rung::Scheme);
        normalizer.normalize(&support::reference(EDITION, text)).to_string()
    };
    assert_eq!(normal("eXAMPLE://a/./b/../b/c/%7a"), normal("example://a/b/c/%7A"));
    assert_eq!(normal("HTTP://A.B:80/C"), "http://a.b/C");
    assert_eq!(normal("HTTP://A_B/C"), "http://A_B/C");
    assert_eq!(normal("A:b/../c"), "a:b/../c");
    assert_eq!(normal("A:b/../%63"), "a:b/../c");
}
