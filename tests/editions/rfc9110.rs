//! RFC 9110, section 4.2.

use urispec::scheme::HttpUri;
use urispec::{
    Edition, HostKind, Normalizer, Recognizer, Reference, Resolved, Resolver, Rung, check, split,
};
use urispec_compare::diff::{Comparison, Language, Relation};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Rfc9110;

fn http(text: &str) -> HttpUri<'_> {
    HttpUri::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn components() {
    let found = http("http://u:p@H:8/a/b?c?d");
    assert_eq!((found.userinfo, found.host, found.port_text), (Some("u:p"), "H", Some("8")));
    assert_eq!((found.path, found.query, found.is_secured), ("/a/b", Some("c?d"), false));
    let authority = support::authority(EDITION, "http://u@[::1]:80/");
    assert_eq!(authority, (Some("u"), Some(("IPv6address", "[::1]")), Some("80")));
    // 4.2.1, 4.2.2: "A recipient that processes such a URI reference MUST reject it as invalid", one with an
    // empty host.
    let empty = ["http:///", "http://", "http://:80/", "https://u@:80", "https://?q", "http://@/"];
    for text in
        ["http:/a", "http:", "//h/", "http://h/#", "ftp://h/", "https//h"].iter().chain(&empty)
    {
        assert!(HttpUri::parse(text).is_err(), "{text}");
    }
}

/// A string is read by the production that derives it, or gets furthest.
#[test]
fn either_production_is_the_default() {
    let rule = |text| EDITION.deriving(text).map(|production| production.rule());
    assert_eq!((rule("http://h"), rule("HTTPS://h/")), (Ok("http-URI"), Ok("https-URI")));
    for (text, rule, offset) in
        [("https://a b/", "https-URI", 9), ("http:///", "http-URI", 7), ("ftp://h/", "http-URI", 0)]
    {
        let error = EDITION.deriving(text).unwrap_err();
        assert_eq!((error.rule(), error.offset()), (rule, offset), "{text}");
        let urispec::ParseError::Syntax(by_reference) =
            Reference::parse(EDITION, text).unwrap_err()
        else {
            panic!("{text}")
        };
        assert_eq!((by_reference.rule(), by_reference.offset()), (rule, offset), "{text}");
    }
}

/// 4.2.1, 4.2.2, 4.3.1: "Two origins are distinct if they differ in scheme, host, or port."
#[test]
fn origins() {
    let origin =
        |text| http(text).origin().map(|(scheme, host, port)| format!("{scheme} {host} {port}"));
    for (text, wanted) in [
        ("http://Example.com", Some("http example.com 80")),
        ("HTTPS://example.com/a", Some("https example.com 443")),
        ("http://example.com:/", Some("http example.com 80")),
        ("http://example.com:0443/", Some("http example.com 443")),
        // The example of 4.3.1.
        ("https://Example.Com/happy.js", Some("https example.com 443")),
        ("https://[::A]:1", Some("https [::a] 1")),
        ("http://h:65536/", None),
    ] {
        assert_eq!(origin(text).as_deref(), wanted, "{text}");
    }
}

/// 4.2.3.
#[test]
fn targets() {
    for (text, target) in
        [("http://h", "/"), ("http://h?", "/?"), ("http://h/a?b/c", "/a?b/c"), ("http://h//", "//")]
    {
        assert_eq!(http(text).target(), target, "{text}");
    }
}

/// The productions stand over those of RFC 3986, and have no fragment.
#[test]
fn every_one_is_a_uri() {
    let language = |edition: Edition, rule| Language::new(edition.production(rule).unwrap());
    for rule in ["http-URI", "https-URI"] {
        let uris = language(Edition::Rfc3986, "absolute-URI");
        let comparison = Comparison::new(language(EDITION, rule), uris);
        assert_eq!(comparison.relation, Relation::Within, "{rule}");
    }
    assert!(check(EDITION, "http-URI", "https://h/").is_err());
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("http://example.com/", &[][..]),
        ("http://u@example.com/", &[("http-userinfo", 7..9)][..]),
        ("http://example.com:80/", &[("default-port", 18..21)]),
        ("http://example.com", &[("empty-path", 18..18)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// 4.2.3: "normalized and compared according to the methods defined in Section 6 of [URI]".
#[test]
fn normal_forms() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (text, expected) in [
        ("HTTP://EXAMPLE.com/a", "http://example.com/a"),
        ("http://h/%7esmith?%e9", "http://h/~smith?%E9"),
        ("http://h/a/./b/../c/..", "http://h/a/"),
        ("http://h:80", "http://h/"),
        ("https://h:443/a", "https://h/a"),
        ("https://h:80/a", "https://h:80/a"),
        ("http://h:/?", "http://h/?"),
    ] {
        assert_eq!(normal(text), expected, "{text}");
    }
}

/// 4.1: "all senders and recipients support, at a minimum, URIs with lengths of 8000 octets".
#[test]
fn long_uris() {
    for beginning in ["http://h/", "https://h/?", "http://"] {
        let text = beginning.to_owned() + &"a".repeat(100_000);
        assert!(check(EDITION, "http-URI", &text).is_ok() != text.starts_with("https"));
        assert!(HttpUri::parse(&text).is_ok(), "{beginning}");
    }
}

/// 4.1: "URI references are parsed relative to the target URI"; 7.1: that "excludes the reference's fragment
/// component"; 10.2.2: a comma "is a valid data character within a URI-reference".
#[test]
fn references() {
    let resolved = |base: &str, reference: &str| {
        let found = Resolver::from_edition(EDITION).resolve(split(base), split(reference)).unwrap();
        let Resolved::Target(target) = found else { panic!("{reference}") };
        target.to_string()
    };
    for (reference, target) in [
        ("/People.html#tim", "http://www.example.org/People.html#tim"),
        ("People.html", "http://www.example.org/a/People.html"),
        ("../b?q", "http://www.example.org/b?q"),
        ("//h", "http://h"),
        ("a,b", "http://www.example.org/a/a,b"),
        ("http://www.example.net/index.html", "http://www.example.net/index.html"),
    ] {
        // Whatever the fragment of the reference was, the target URI has none.
        for base in ["http://www.example.org/a/~tim", "http://www.example.org/a/~tim#larry"] {
            assert_eq!(resolved(base, reference), target, "{reference}");
        }
    }
}

/// 7.2: the example, "a GET request to the origin server for <http://www.example.org/pub/WWW/>".
#[test]
fn requests() {
    let found = http("http://www.example.org/pub/WWW/");
    assert_eq!(
        (&*found.target(), found.host, found.port_text),
        ("/pub/WWW/", "www.example.org", None)
    );
    let found = http("http://u@h:81?q");
    assert_eq!((&*found.target(), found.host, found.port_text), ("/?q", "h", Some("81")));
}

/// 4.3.2, 4.3.4, 4.3.5: "An IP version 4 address is 4 octets, and an IP version 6 address is 16 octets."
#[test]
fn addresses() {
    let address = |text| Reference::parse(EDITION, text).unwrap().host().unwrap().address();
    assert_eq!(address("https://127.0.0.1/"), Some([127, 0, 0, 1].into()));
    assert_eq!(address("https://[::1]/"), "::1".parse().ok());
    for name in ["https://localhost/", "https://127.0.0.256/", "https://[v1.a]/"] {
        assert_eq!(address(name), None, "{name}");
    }
}

/// The parts of a reference, and the kind of its host.
fn parts<'i>(one: &Reference<'i>) -> ([Option<&'i str>; 8], Option<HostKind>) {
    let host = one.host();
    let texts = [
        one.scheme(),
        one.authority(),
        one.userinfo(),
        host.map(|host| host.as_str()),
        one.port(),
        Some(one.path()),
        one.query(),
        one.fragment(),
    ];
    (texts, host.map(|host| host.kind()))
}

/// Whether the production derives the string; if so, the string is divided as the tree that pest makes divides it, and
/// if not, the error is that of the tree.
#[track_caller]
fn is_divided_as_its_tree(production: &Recognizer, text: &str) -> bool {
    let read = production.reference(text);
    let tree = match production.pest_tree(text) {
        Ok(tree) => tree,
        Err(error) => {
            assert_eq!(read, Err(error), "{text:?}");
            return false;
        }
    };
    let lowered = Reference::from_tree(EDITION, &tree).unwrap();
    assert_eq!(parts(&read.unwrap()), parts(&lowered), "{text:?}");
    true
}

/// The suite of each production, random members and near misses, and authorities of all kinds.
#[test]
fn a_string_divides_as_its_tree_does() {
    let pieces = [
        "",
        "a",
        "1.2.3.4",
        "1.2.3.256",
        "01.2.3.4",
        "[::1]",
        "[::1.2.3.4]",
        "[v1.a]",
        "%41",
        ":",
        ":80",
        "@",
        "u@",
        "u:p@",
    ];
    for rule in ["http-URI", "https-URI"] {
        let production = EDITION.production(rule).unwrap();
        let suite = Suite::new(production);
        let of_suite =
            suite.cases().filter(|case| is_divided_as_its_tree(&production, case.input.as_ref()));
        assert!(of_suite.count() > 0, "{rule}");
        let mut sampler = Sampler::new(production).seed(1).max_len(60).unwrap();
        for _ in 0..300 {
            assert!(is_divided_as_its_tree(&production, &sampler.member()));
            is_divided_as_its_tree(&production, &sampler.near_miss());
        }
        let (scheme, mut valid) = (rule.split('-').next().unwrap(), 0);
        let (mut at, step) = (0, scaled(5, 1));
        for one in pieces {
            for two in pieces {
                for three in pieces {
                    for end in ["", "/", "//b", "?c@d", "/a/b?c/d?e", "#f"] {
                        at += 1;
                        if at % step != 0 {
                            continue;
                        }
                        let text = format!("{scheme}://{one}{two}{three}{end}");
                        valid += usize::from(is_divided_as_its_tree(&production, &text));
                    }
                }
            }
        }
        assert!(valid > scaled(200, 1_000), "{rule}: {valid}");
    }
}
