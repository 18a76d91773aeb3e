//! The URL Standard, beyond what a row of a table can say: code points, addresses, domains, and the agreement of all
//! parsers.

use urispec::error::RelativizeError;
use urispec::whatwg::{Host, Url, ValidationErrorKind, is_valid_domain};
use urispec::{
    Edition, Normalizer, ParseError, Reference, ResolveError, Resolver, Rung, compare_with,
    relativize_with, split,
};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;
use urispec_lint::Linter;

use crate::valid;

const EDITION: Edition = Edition::Whatwg;

#[track_caller]
fn accepts(production: &str, text: &str) -> bool {
    EDITION.production(production).unwrap().accepts(text.as_bytes())
}

/// url-writing: the code points, at both ends of each range.
#[test]
fn code_points() {
    let is = |point: u32| {
        let text = char::from_u32(point).unwrap().to_string();
        accepts("URL-code-point", &text)
    };
    for point in 0..0xA0 {
        let listed = char::from_u32(point).unwrap();
        let listed = listed.is_ascii_alphanumeric() || "!$&'()*+,-./:;=?@_~".contains(listed);
        assert_eq!(is(point), listed, "{point:X}");
    }
    assert!(is(0xA0) && is(0xD7FF) && is(0xE000) && is(0xFDCF) && is(0xFDF0));
    assert!(!is(0xFDD0) && !is(0xFDEF));
    for plane in 0..=0x10 {
        let first = plane << 16;
        assert!(plane == 0 || is(first), "{plane:X}");
        assert!(is(first + 0xFFFD) && !is(first + 0xFFFE) && !is(first + 0xFFFF), "{plane:X}");
    }
}

/// host-writing: addresses, by the number of their pieces.
#[test]
fn addresses() {
    let accepts = |text: &str| accepts("valid-IPv6-address-string", text);
    let pieces = |count: usize| vec!["a"; count].join(":");
    for before in 0..=9 {
        for after in 0..=9 {
            let text = format!("{}::{}", pieces(before), pieces(after));
            assert_eq!(accepts(&text), before + after <= 7, "{text}");
            let text = format!("{text}{}1.2.3.4", if after == 0 { "" } else { ":" });
            assert_eq!(accepts(&text), before + after + 2 <= 7, "{text}");
        }
        assert_eq!(accepts(&pieces(before)), before == 8);
        assert_eq!(accepts(&format!("{}:1.2.3.4", pieces(before))), before == 6, "{before}");
    }
}

/// url-equivalence: two URLs may be equal but for their fragments.
#[test]
fn equal_urls_without_fragments() {
    let normalizer = Normalizer::from_edition(EDITION).ignore_fragment(true);
    let [a, b] = ["http://h#a", "http://h/"].map(|text| Reference::parse(EDITION, text).unwrap());
    assert_eq!(compare_with(&normalizer, a, b).rung(), Some(Rung::Scheme));
    // The first rung above the string is "URL equivalence", and a normalizer goes there of itself.
    let url = Reference::parse(EDITION, "HTTP://H:80").unwrap();
    assert_eq!(Normalizer::from_edition(EDITION).normalize(url).as_str(), "http://h/");
}

/// url-parsing, no scheme state: an opaque base resolves a fragment and nothing else. A string on which the parser
/// fails is not a URL with any base, or with this one.
#[test]
fn what_is_refused() {
    let resolver = Resolver::from_edition(EDITION);
    let resolve = |base, reference| resolver.resolve(split(base), split(reference));
    assert!(matches!(resolve("mailto:a@b", "f"), Err(ResolveError::Refused(_))));
    assert!(matches!(resolve("a", "b"), Err(ResolveError::BaseWithoutScheme)));
    assert!(matches!(resolve("http://h/", "http://["), Err(ResolveError::Refused(_))));
    // UTS #46, 4.1, criterion 4: "If not CheckHyphens, the label must not begin with “xn--”."
    assert!(matches!(
        resolve("http://b/", "http://xn--xn---epa.é/"),
        Err(ResolveError::Refused(_))
    ));
    assert_eq!(Host::parse("xn--xn---epa.é", false), None);
    // A domain in ASCII stays as it is (idna).
    assert_eq!(Host::parse("XN--XN---EPA", false).unwrap().to_string(), "xn--xn---epa");
    assert!(!is_valid_domain("xn--xn---epa"));
    // RFC 3987, 3.2.1: ToUnicode, which would give `xn--é`, records an error, and the name stays.
    let name = "http://xn--xn---epa.example/";
    assert_eq!(urispec::mapping::ToIri::new().names(true).convert(name), name);
}

/// No reference resolves to a URL that the parser writes otherwise.
#[test]
fn no_relative_reference_to_an_unserialized_url() {
    let of = |text| Reference::parse(EDITION, text).unwrap();
    let resolver = Resolver::from_edition(EDITION);
    let error = relativize_with(&resolver, of("http://h/a"), of("HTTP://H")).unwrap_err();
    assert_eq!(error, RelativizeError::Rewritten("HTTP://H".to_owned()));
    assert_eq!(relativize_with(&resolver, of("http://h/a"), of("http://h/")).unwrap(), ".");
}

/// Returns whether a string is valid, on which everything in the library agrees.
#[track_caller]
fn judged(text: &str) -> bool {
    valid::agree(EDITION, text);
    let is_valid = valid::is_valid(EDITION, text);
    let read = Resolver::from_edition(EDITION).read(text);
    assert_eq!(matches!(read, Ok((_, None))), is_valid, "{text:?}");
    is_valid
}

/// host-writing: "A valid domain" is one that the domain parser accepts, and every production with a domain asks the
/// parser.
#[test]
fn all_judgements_of_a_domain_agree() {
    let hosts =
        "a é <\u{338} <é\u{338} xn--a \u{2D8} xn--xn---epa é.xn--a a\u{3002} １ 1.2.3.4 [::1]";
    for host in hosts.split(' ') {
        let is_address = matches!(host, "1.2.3.4" | "[::1]");
        let is_valid = is_address || is_valid_domain(host);
        for scheme in ["http", "WSS", "file"] {
            for after in ["", "/", "/a:b/..", "?q", "#f"] {
                let url = format!("{scheme}://{host}{after}");
                assert_eq!(judged(&url), is_valid, "{url}");
            }
        }
        assert_eq!(judged(&format!("ftp://{host}:21/")), is_valid, "{host}");
        // The host of another scheme is opaque, and that of a string without a scheme may be (url-writing).
        let is_opaque = !host.contains('<');
        assert_eq!(judged(&format!("foo://{host}/")), is_opaque, "{host}");
        assert_eq!(judged(&format!("//{host}/")), is_opaque || is_valid, "{host}");
        for production in [
            "special-base-relative-URL-with-fragment-string",
            "special-base-relative-URL-string",
            "scheme-relative-special-URL-string",
            "file-base-relative-URL-with-fragment-string",
            "file-base-relative-URL-string",
            "scheme-relative-file-URL-string",
        ] {
            assert_eq!(
                accepts(production, &format!("//{host}/a")),
                is_valid,
                "{production}: {host}"
            );
        }
        for production in ["host-and-port-string", "file-host-string", "valid-host-string"] {
            assert_eq!(accepts(production, host), is_valid, "{production}: {host}");
        }
        assert_eq!(accepts("valid-domain-string", host), !is_address && is_valid, "{host}");
    }
}

/// The message names the domain, and the offset is its end.
#[test]
fn the_error_of_a_domain() {
    let text = "http://xn--a.é:80/#f";
    let error = Reference::parse(EDITION, text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 7: the host is not a valid domain (URL Standard, host-writing)"
    );
    assert_eq!(error.explain(text), error.to_string());
    assert_eq!((error.offset(), error.span(text)), (Some(15), 7..15));
    let ParseError::Syntax(error) = error else { unreachable!() };
    assert_eq!(
        (error.rule(), error.fault(), error.found()),
        ("valid-URL-string", Some("domain"), Some(':'))
    );
    let explanation = error.explain(text).unwrap();
    assert_eq!(explanation.cause().map(|cause| cause.id()), Some("domain"));
    assert_eq!(explanation.rule_path(), ["valid-URL-string", "valid-domain-string"]);
    assert!(explanation.expected().is_empty());
    // An error of the grammar comes before that of a domain.
    let error = Reference::parse(EDITION, "http://xn--a/ ").unwrap_err();
    assert_eq!(error.offset(), Some(13));
}

/// A member is valid, and a string of a suite is what the suite calls it.
#[test]
fn samples_and_suites_are_judged() {
    let productions =
        ["valid-URL-string", "special-URL-string", "file-host-string", "valid-domain-string"];
    for name in productions {
        let production = EDITION.production(name).unwrap();
        let mut sampler = Sampler::new(production).seed(7).max_len(20).unwrap();
        for _ in 0..100 {
            let (member, near_miss) = (sampler.member(), sampler.near_miss());
            assert!(production.accepts(member.as_bytes()), "{name}: {member:?}");
            assert!(!production.accepts(near_miss.as_bytes()), "{name}: {near_miss:?}");
        }
        for member in sampler.shortest().take(50) {
            assert!(production.accepts(member.as_bytes()), "{name}: {member:?}");
        }
    }
    let production = EDITION.production("file-host-string").unwrap();
    let suite = Suite::new(production);
    // The offset of a domain that the grammar derives is its end.
    for (host, offset) in
        [("xn--a", Some(5)), ("a.１", Some(5)), ("xn--9ca", None), ("a_", Some(1))]
    {
        assert_eq!(suite.case(host.to_owned()).offset, offset, "{host}");
    }
    for case in suite.cases().take(2_000) {
        let checked = production.check(&case.input).map_err(|error| error.offset());
        assert_eq!(checked.err(), case.offset, "{:?}", case.input);
    }
}

/// idna: VerifyDnsLength is beStrict, so that the parser limits no label, and a valid domain is short.
#[test]
fn labels_of_any_length() {
    for count in [59, 1_000, 1_001, 20_000] {
        let text = format!("http://{}/", "é".repeat(count));
        let url = Url::parse(&text).unwrap();
        let host = url.host().unwrap().to_string();
        assert!(host.starts_with("xn--9ca") && host.len() == count + 6, "{count}");
        // It is `xn--` and as many letters as characters, and two more.
        assert_eq!(is_valid_domain(&"é".repeat(count)), count + 6 <= 63, "{count}");
        let again = Url::parse(url.as_str()).unwrap();
        assert_eq!(again, url, "{count}");
    }
    assert!(is_valid_domain(&"é".repeat(57)) && !is_valid_domain(&"é".repeat(58)));
}

/// A string that a lint mends is valid.
#[test]
fn mended_strings_have_valid_domains() {
    for text in ["http://é/%7e", "http://xn--9ca/a%2fb", "ws://a:080/"] {
        let reference = Reference::parse(EDITION, text).unwrap();
        for finding in Linter::from_edition(EDITION).lint(reference) {
            let mended = finding.mended().unwrap_or("a");
            assert!(judged(mended), "{text}: {mended}");
        }
    }
}

/// The offsets of the errors of one string, in bytes of the original string; and the names of the kinds.
#[test]
fn validation_errors_of_one_string() {
    let (_, errors) = Url::parse_with_errors("\n ht\ntps://h\n/>", None);
    assert_eq!(errors.iter().map(|error| error.offset).collect::<Vec<_>>(), [0, 4, 14]);
    let names: Vec<&str> = ValidationErrorKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(
        (names[0], names[29]),
        ("domain-to-ASCII", "file-invalid-Windows-drive-letter-host")
    );
}

/// All parts of one URL, and those that a URL may lack.
#[test]
fn parts_of_urls() {
    let url = Url::parse("https://user:p%40ss@EXAMPLE.com:8443/a/../b?c=d#e").unwrap();
    assert_eq!(url.as_str(), "https://user:p%40ss@example.com:8443/b?c=d#e");
    assert_eq!((url.scheme(), url.username(), url.password()), ("https", "user", "p%40ss"));
    assert_eq!(url.authority(), Some("user:p%40ss@example.com:8443"));
    assert_eq!(url.host(), Some(Host::Domain("example.com")));
    assert_eq!((url.hostname(), url.port()), (Some("example.com"), Some(8443)));
    assert_eq!(url.host_and_port(), Some("example.com:8443"));
    assert_eq!((url.path(), url.query(), url.fragment()), ("/b", Some("c=d"), Some("e")));
    assert_eq!(url.without_fragment(), "https://user:p%40ss@example.com:8443/b?c=d");
    assert_eq!(url.origin().as_deref(), Some("https://example.com:8443"));
    assert!(url.is_special() && url.includes_credentials() && !url.has_opaque_path());

    let url = Url::parse("mailto:a@b").unwrap();
    assert_eq!((url.authority(), url.host(), url.hostname(), url.port()), (None, None, None, None));
    assert_eq!((url.username(), url.password(), url.path()), ("", "", "a@b"));
    assert_eq!((url.query(), url.fragment(), url.origin()), (None, None, None));
    assert!(url.has_opaque_path() && !url.is_special() && !url.includes_credentials());

    // A path that begins with "//" follows "/.", which is not part of it.
    let url = Url::parse("web+demo:/.//not-a-host/").unwrap();
    assert_eq!((url.as_str(), url.path()), ("web+demo:/.//not-a-host/", "//not-a-host/"));
    assert_eq!((url.host(), url.port(), url.has_opaque_path()), (None, None, false));

    let host = |text| format!("{:?}", Url::parse(text).unwrap().host().unwrap());
    assert_eq!(host("http://0x7F.1/"), "Ipv4(127.0.0.1)");
    assert_eq!(host("http://[1::0:0]/"), "Ipv6(1::)");
    assert_eq!(host("foo://A%20/"), r#"Opaque("A%20")"#);
    assert_eq!(host("file:///"), "Empty");
    let password = |text| Url::parse(text).unwrap().password().to_owned();
    assert_eq!([password("http://:p@h"), password("http://u:@h")], ["p", ""]);
}

/// Conversions, comparisons, and the traits of a key.
#[test]
fn urls_as_values() {
    use std::collections::{BTreeSet, HashSet};
    let url: Url = "HTTP://h:80".parse().unwrap();
    assert_eq!(Url::try_from("http://h").unwrap(), url);
    assert_eq!(Url::try_from("http://h".to_owned()).unwrap(), url);
    assert_eq!(url, "http://h/");
    assert_eq!("http://h/", url);
    assert_eq!(url, *"http://h/");
    assert_eq!((url.to_string(), format!("{url:>11}")), ("http://h/".into(), "  http://h/".into()));
    assert_eq!(format!("{url:?}"), r#"Url("http://h/")"#);
    assert!(HashSet::from([url.clone()]).contains("http://h/"));
    let other = Url::parse("http://g/").unwrap();
    assert_eq!(BTreeSet::from([url.clone(), other.clone()]).first(), Some(&other));
    assert_eq!(serde_json::to_string(&url).unwrap(), r#""http://h/""#);
    assert_eq!(serde_json::from_str::<Url>(r#""http:\/\/h""#).unwrap(), url);
    let error = serde_json::from_str::<Url>(r#""/a""#).unwrap_err().to_string();
    assert!(error.starts_with("invalid URL: missing-scheme-non-relative-URL"), "{error}");
    assert_eq!(String::from(url), "http://h/");
}

/// The values that a setter ignores, and the validation errors at which the parser fails.
#[test]
fn setters_report_what_they_ignore() {
    let mut url = Url::parse("http://u@h:81/a?b#c").unwrap();
    let before = url.clone();
    let kind = |result: Result<(), urispec::whatwg::SetterError>| result.unwrap_err().kind;
    assert_eq!(kind(url.set_scheme("foo")), None);
    assert_eq!(kind(url.set_scheme("file")), None);
    assert_eq!(kind(url.set_scheme("1")), None);
    assert_eq!(kind(url.set_hostname("i:82")), None);
    assert_eq!(kind(url.set_hostname("")), Some(ValidationErrorKind::HostMissing));
    assert_eq!(kind(url.set_hostname("[::")), Some(ValidationErrorKind::Ipv6Unclosed));
    assert_eq!(kind(url.set_port("65536")), Some(ValidationErrorKind::PortOutOfRange));
    assert_eq!(kind(url.set_port("x")), None);
    assert!(url.set_href("/a").unwrap_err().lacks_base());
    assert_eq!(url, before);
    // "Port numbers are 16 bit integers, overflowing is an error. Hostname is still set, though!" (setters_tests.json)
    assert_eq!(kind(url.set_host("i:65536")), Some(ValidationErrorKind::PortOutOfRange));
    assert_eq!(url, "http://u@i:81/a?b#c");

    let mut url = Url::parse("mailto:a").unwrap();
    assert_eq!(kind(url.set_host("h")), None);
    assert_eq!(kind(url.set_path("b")), None);
    assert_eq!(kind(url.set_username("u")), None);
    assert_eq!(kind(url.set_port("80")), None);
    url.set_query("?");
    url.set_fragment("#d");
    assert_eq!(url, "mailto:a?#d");
}
