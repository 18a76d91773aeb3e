//! RFC 2396.

use urispec::{Edition, Node, Normalizer, Reference, Rung, split};

use crate::support;

const EDITION: Edition = Edition::Rfc2396;
const WHOLE: &str = "URI-reference";

/// Finding: Appendix C resolves `?y`, and relativeURI has no empty path for it.
#[test]
fn printed_examples_that_the_grammar_rejects() {
    assert!(Node::parse(EDITION, WHOLE, "?y").is_err());
    assert!(Node::parse(EDITION, WHOLE, "?").is_err());
}

/// 3.2: a server, or a registered name; where both, the server.
#[test]
fn authorities() {
    let authority = |text| support::authority(EDITION, text);
    assert_eq!(authority("//u:p@a.b.:80/c"), (Some("u:p"), Some(("hostname", "a.b.")), Some("80")));
    assert_eq!(authority("//@1.2.3.999"), (Some(""), Some(("IPv4address", "1.2.3.999")), None));
    assert_eq!(authority("//a:"), (None, Some(("hostname", "a")), Some("")));
    // An empty server, and registered names.
    for (text, whole) in [
        ("//", ""),
        ("///a", ""),
        ("//?q", ""),
        ("//a_b", "a_b"),
        ("//a:b", "a:b"),
        ("//u@", "u@"),
        ("//u@v@w", "u@v@w"),
        ("//1.2.3", "1.2.3"),
        ("//a..b", "a..b"),
        ("//a-:80", "a-:80"),
        ("//%41", "%41"),
    ] {
        assert_eq!(authority(text), (None, None, None), "{text}");
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.authority(), Some(whole), "{text}");
        assert_eq!(reference.components(), split(text), "{text}");
    }
    let address = |text| support::reference(EDITION, text).host().unwrap().address();
    assert_eq!(address("//127.0.0.1"), Some([127, 0, 0, 1].into()));
    assert_eq!(address("//999.1.1.1"), None);
    assert_eq!(address("//localhost"), None);
}

/// The grammar's derivation has no query where Appendix B finds one: `a:?`, and what is longer.
#[test]
fn components_are_those_of_appendix_b_but_for_opaque_parts() {
    let differ = support::not_as_split(EDITION, "a1!@:/?#", 4);
    assert_eq!(differ[0], "a:?");
    assert!(differ[1..].iter().all(|text| text.len() > 3), "{differ:?}");
    for text in &differ {
        let opaque = support::reference(EDITION, text).opaque_part();
        assert!(opaque.is_some_and(|opaque| opaque.contains('?')), "{text}");
    }
}

#[test]
fn opaque_parts() {
    let reference = |text| support::reference(EDITION, text);
    assert_eq!(reference("mailto:a@b.c").opaque_part(), Some("a@b.c"));
    assert_eq!(reference("a:b/c?d#e").opaque_part(), Some("b/c?d"));
    assert_eq!(reference("a:b/c?d#e").fragment(), Some("e"));
    assert_eq!(reference("a:b/c?d#e").components().to_string(), "a:b/c?d#e");
    assert_eq!(reference("a:/b?c").opaque_part(), None);
    assert_eq!(reference("b?c").opaque_part(), None);
    let absolute = Reference::parse_as(EDITION, "absoluteURI", "a:?").unwrap();
    assert_eq!((absolute.opaque_part(), absolute.query()), (Some("?"), None));
}

/// Section 6 speaks of hostnames: a registered name keeps its case.
#[test]
fn only_hosts_lose_their_case() {
    let normal = |text| {
        let normalizer = Normalizer::from_edition(EDITION).to(Rung::Scheme);
        normalizer.normalize(&support::reference(EDITION, text)).to_string()
    };
    assert_eq!(normal("HTTP://A.B:80/C"), "http://a.b/C");
    assert_eq!(normal("HTTP://A_B/C"), "http://A_B/C");
    assert_eq!(normal("A:///B"), "a:///B");
}
