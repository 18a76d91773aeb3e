//! What the editions say of one string, worked out by hand from the documents.

use urispec::{Edition, Reference};
use urispec_compare::across::{
    Across, Answer, Answers, Disagreement, DisagreementKind, Parts, ResolvedTo,
};
use urispec_compare::parsers::Component;

fn answer<'a, 'i>(answers: &'a Answers<'i>, by: &str) -> &'a Answer<'i> {
    answers.each().iter().find(|answer| answer.by() == by).unwrap()
}

#[track_caller]
fn disagreements(across: &Across<'_>, text: &str, expected: &[(&str, &[&str])]) {
    let found = across.ask(text).disagreements();
    let found: Vec<_> = found.iter().map(|one| (one.kind.name(), &one.by[..])).collect();
    assert_eq!(found, expected, "{text}");
}

/// The editions that the answers below are of.
const EDITIONS: [Edition; 6] = [
    Edition::Rfc1630,
    Edition::Rfc1738,
    Edition::UrlSyntax05,
    Edition::Rfc2396,
    Edition::Rfc2396bis01,
    Edition::Rfc3986,
];

#[test]
fn one_string_six_meanings() {
    let all = Across::new().editions(&EDITIONS);
    // Nothing of it changed in eleven years.
    disagreements(&all, "http://a/b", &[]);
    // A space is in none of the six.
    disagreements(&all, "a b", &[]);
    // RFC 1738 (2.2, 5): "~" is `national`, and no uchar is. RFC 1630 (8): nor is it an xpalpha.
    disagreements(&all, "http://a/~b", &[("rejects", &["rfc1630", "rfc1738"])]);
    // RFC 2396 bars brackets as "unwise" (2.4.3), and all before it have no place for them.
    let no_address: &[&str] = &["rfc1630", "rfc1738", "url-syntax-05", "rfc2396"];
    disagreements(&all, "http://[::1]/", &[("rejects", no_address)]);
    // Elsewhere only bis-01 has them, in an opaque part (3).
    disagreements(&all, "a:[", &[("accepts", &["rfc2396bis-01"])]);
    // A mailto is opaque where the scheme decides (RFC 1738, 3.5), or the first character after it
    // (RFC 2396 and bis-01, 3).
    let opaque: &[&str] = &["rfc1738", "rfc2396", "rfc2396bis-01"];
    disagreements(&all, "mailto:a@b", &[("opaque", opaque)]);
    // 256 is no dec-octet (RFC 3986, 3.2.2; bis-01, 3.2.2, where such a name is a hostname).
    disagreements(&all, "http://1.2.3.256", &[("host-kind", no_address)]);
    // RFC 2396, 3: an opaque_part goes up to the fragment, and holds "?".
    let generic = Across::new().editions(&[Edition::Rfc3986, Edition::Rfc2396]);
    let expected: &[(&str, &[&str])] =
        &[("path", &["rfc2396"]), ("query", &["rfc2396"]), ("opaque", &["rfc2396"])];
    disagreements(&generic, "a:b?c", expected);
}

/// RFC 1630, 8 and 9: `@` is `safe`, so that a hostname may hold it; RFC 1738, 3.1: it ends the
/// user.
#[test]
fn a_host_with_an_at_sign() {
    let answers = Across::new().ask("http://user@host/");
    let host = |by| answer(&answers, by).parts().unwrap().component(Component::Host);
    assert_eq!((host("rfc1630"), host("rfc1738")), (Some("user@host"), Some("host")));
    let productions = |by| answer(&answers, by).productions()[0];
    assert_eq!(productions("rfc1630"), "httpaddress");
    // RFC 1738, 3.3: no user name in an http URL, and so only the general production is left.
    let found = answers.disagreements();
    let production = found.iter().find(|one| one.kind == DisagreementKind::Production).unwrap();
    assert_eq!((production.from, &production.by[..]), ("rfc1738", &["rfc1630"][..]));
}

/// RFC 2396, C.1, RFC 3986, 5.4.1, and what the other documents print of the same references.
#[test]
fn targets() {
    let across = Across::new().base("http://a/b/c/d;p?q");
    let target = |by, text| answer(&across.ask(text), by).target().map(ResolvedTo::to_string);
    let uri = |uri: &str| Some(uri.to_owned());
    assert_eq!(target("rfc2396", "?y"), uri("http://a/b/c/?y"));
    assert!(!answer(&across.ask("?y"), "rfc2396").is_valid());
    assert_eq!(target("rfc3986", "?y"), uri("http://a/b/c/d;p?y"));
    assert_eq!(target("rfc2396", "/../g"), uri("http://a/../g"));
    assert_eq!(target("rfc3986", "/../g"), uri("http://a/g"));
    assert_eq!(target("rfc2396", "#s"), uri("(current document)#s"));
    assert_eq!(target("rfc3986", "#s"), uri("http://a/b/c/d;p?q#s"));
    // 2.3: RFC 1738 leaves relative links to others.
    assert_eq!(target("rfc1738", "http://a/"), None);
    // RFC 1630 has no ";" (8, `reserved`), so that this is no base; and its partial forms (4.1.3)
    // are no URIs, but go with one.
    assert_eq!(target("rfc1630", "g"), None);
    let across = Across::new().base("http://a/b/c/d");
    let answers = across.ask("g");
    let partial = answer(&answers, "rfc1630");
    assert!(!partial.is_valid());
    assert_eq!(partial.target(), Some(&ResolvedTo::Uri("http://a/b/c/g".to_owned())));
    // No base, no target: a reference in one that RFC 3986 rejects.
    assert_eq!(answer(&Across::new().ask("g"), "rfc3986").target(), None);
    let bad = Across::new().base("a b:");
    assert!(bad.ask("g").each().iter().all(|answer| answer.target().is_none()));
}

#[test]
fn errors_are_of_the_default_production() {
    let answers = Across::new().ask("http://a b/");
    for answer in answers.each() {
        let edition = answer.edition().unwrap();
        let expected = Reference::parse_as(edition, edition.whole_rules()[0], "http://a b/");
        assert_eq!(answer.error(), expected.err());
        assert!(answer.parts().is_none() && answer.message().is_none());
    }
    assert_eq!(answer(&Across::new().ask("a:b"), "rfc3986").error(), None);
}

/// Editions are asked oldest first, whatever their order, and each once.
#[test]
fn the_newest_is_the_measure() {
    let across = Across::new().editions(&[Edition::Rfc3986, Edition::Rfc1738, Edition::Rfc3986]);
    let mut answers = across.ask("+:");
    let by: Vec<_> = answers.each().iter().map(Answer::by).collect();
    assert_eq!(by, ["rfc1738", "rfc3986"]);
    let told = |one: &Disagreement| (one.kind, one.from, one.by.clone());
    let told: Vec<_> = answers.disagreements().iter().map(told).collect();
    assert_eq!(told, [(DisagreementKind::Accepts, "rfc3986", vec!["rfc1738"])]);
    // Another parser is measured by the editions, and is no measure.
    answers.push(Answer::other("mine", "+:", Ok(None), None));
    assert_eq!(answers.disagreements()[0].by, ["rfc1738", "mine"]);
    answers.push(Answer::other("yours", "+:", Err("no".to_owned()), None));
    assert_eq!(answers.disagreements()[0].by, ["rfc1738", "mine"]);
    assert_eq!(answers.each()[3].message(), Some("no"));
    let mut answers = across.ask("a:b");
    let parts = Parts { is_opaque: true, ..Parts::default() };
    answers.push(Answer::other("mine", "a:b", Ok(Some(parts)), None));
    let found = answers.disagreements();
    let kinds: Vec<_> = found.iter().map(|one| (one.kind.name(), one.from)).collect();
    let rfc3986 = "rfc3986";
    assert_eq!(kinds, [("scheme", rfc3986), ("path", rfc3986), ("opaque", rfc3986)]);
}

#[test]
fn every_kind_has_a_name_of_its_own() {
    let mut names = DisagreementKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), DisagreementKind::ALL.len());
}
