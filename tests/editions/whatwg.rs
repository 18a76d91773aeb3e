//! The URL Standard: what its tables print, and what its sentences ask of a valid URL string.

use urispec::error::RelativizeError;
use urispec::trace::Warning;
use urispec::whatwg::{Host, UrlRecord, is_valid_domain};
use urispec::{
    Edition, Node, Normalizer, ParseError, Reference, ResolveError, Resolver, Rung, compare_with,
    relativize_with, split,
};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;
use urispec_lint::Linter;
use urispec_lint::extract::Extract;

use crate::support;

const EDITION: Edition = Edition::Whatwg;

/// The production of strings that are valid with a base, or without one.
fn with_base(base: &str) -> &'static str {
    match base.split(':').next().unwrap() {
        "file" => "file-base-relative-URL-with-fragment-string",
        "https" => "special-base-relative-URL-with-fragment-string",
        _ => unreachable!("no other base is printed"),
    }
}

#[track_caller]
fn accepts(production: &str, text: &str) -> bool {
    EDITION.production(production).unwrap().accepts(text.as_bytes())
}

#[track_caller]
fn is_valid(base: &str, text: &str) -> bool {
    accepts("absolute-URL-with-fragment-string", text)
        || !base.is_empty() && accepts(with_base(base), text)
}

/// urls: "Input, Base, Valid, Output". An output is none where the table says "Failure".
#[rustfmt::skip]
const PARSED: [(&str, &str, bool, Option<&str>); 22] = [
    ("https:example.org", "", false, Some("https://example.org/")),
    ("https://////example.com///", "", false, Some("https://example.com///")),
    ("https://example.com/././foo", "", true, Some("https://example.com/foo")),
    ("hello:world", "https://example.com/", true, Some("hello:world")),
    ("https:example.org", "https://example.com/", false, Some("https://example.com/example.org")),
    ("\\example\\..\\demo/.\\", "https://example.com/", false, Some("https://example.com/demo/")),
    ("example", "https://example.com/demo", true, Some("https://example.com/example")),
    ("file:///C|/demo", "", false, Some("file:///C:/demo")),
    ("..", "file:///C:/demo", true, Some("file:///C:/")),
    ("file://localhost/", "", true, Some("file:///")),
    ("file://loc%61lhost/", "", false, Some("file:///")),
    ("https://user:password@example.org/", "", false, Some("https://user:password@example.org/")),
    ("https://example.org/foo bar", "", false, Some("https://example.org/foo%20bar")),
    ("https://EXAMPLE.com/../x", "", true, Some("https://example.com/x")),
    ("https://ex ample.org/", "", false, None),
    ("example", "", false, None),
    ("https://example.com:demo", "", false, None),
    ("http://[www.example.com]/", "", false, None),
    ("https://example.org//", "", true, Some("https://example.org//")),
    ("https://example.com/[]?[]#[]", "", false, Some("https://example.com/[]?[]#[]")),
    ("https://example/%?%#%", "", false, Some("https://example/%?%#%")),
    ("https://example/%25?%25#%25", "", true, Some("https://example/%25?%25#%25")),
];

#[test]
fn printed_validity() {
    for (input, base, valid, _) in PARSED {
        assert_eq!(is_valid(base, input), valid, "{input} with the base {base:?}");
    }
}

/// The outputs, by the parser and the serializer.
#[test]
fn printed_outputs() {
    for (input, base, valid, output) in PARSED {
        let base_url = (!base.is_empty()).then(|| UrlRecord::parse(base, None).unwrap());
        let parsed = UrlRecord::parse(input, base_url.as_ref()).ok().map(|url| url.to_string());
        assert_eq!(parsed.as_deref(), output, "{input} with the base {base:?}");
        if valid && !base.is_empty() {
            let resolved =
                Resolver::from_edition(EDITION).resolve(split(base), split(input)).unwrap();
            assert_eq!(Some(&*resolved.to_string()), output, "{input}");
        }
    }
}

/// writing: "ht<br>tps://example.org", which a line of the examples cannot have.
#[test]
fn a_line_break_is_no_url_unit() {
    assert!(!accepts("valid-URL-string", "ht\ntps://example.org"));
    assert!(!accepts("URL-unit", "\n") && !accepts("URL-unit", " ") && !accepts("URL-unit", "\\"));
}

/// url-representation: "how valid URL strings map to a URL's components".
#[test]
fn printed_components() {
    for (text, scheme, authority, host, port, path, query, fragment) in [
        (
            "https://example.com/",
            "https",
            Some("example.com"),
            Some("hostname"),
            None,
            "/",
            None,
            None,
        ),
        (
            "https://localhost:8000/search?q=text#hello",
            "https",
            Some("localhost:8000"),
            Some("hostname"),
            Some("8000"),
            "/search",
            Some("q=text"),
            Some("hello"),
        ),
        ("urn:isbn:9780307476463", "urn", None, None, None, "isbn:9780307476463", None, None),
        (
            "file:///ada/Analytical%20Engine/README.md",
            "file",
            Some(""),
            Some("reg-name"),
            None,
            "/ada/Analytical%20Engine/README.md",
            None,
            None,
        ),
    ] {
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.scheme(), Some(scheme), "{text}");
        assert_eq!(reference.authority(), authority, "{text}");
        assert_eq!(reference.host().map(|host| host.kind().name()), host, "{text}");
        assert_eq!(reference.port(), port, "{text}");
        assert_eq!(reference.path(), path, "{text}");
        assert_eq!((reference.query(), reference.fragment()), (query, fragment), "{text}");
    }
}

/// url-representation: the table of schemes and hosts. A host of a scheme that is not special is opaque,
/// whatever it looks like; an IPv6 address is one everywhere.
#[test]
fn the_kind_of_a_host_is_by_the_scheme() {
    for (text, host) in [
        ("http://1.2.3.4/", Some(("IPv4address", "1.2.3.4"))),
        ("file://1.2.3.4/", Some(("IPv4address", "1.2.3.4"))),
        ("foo://1.2.3.4/", Some(("reg-name", "1.2.3.4"))),
        ("http://a/", Some(("hostname", "a"))),
        ("foo://a/", Some(("reg-name", "a"))),
        ("http://[::1]/", Some(("IPv6address", "[::1]"))),
        ("foo://[::1]/", Some(("IPv6address", "[::1]"))),
        ("file:///", Some(("reg-name", ""))),
        ("foo:///", Some(("reg-name", ""))),
        ("foo:/", None),
        ("foo:a", None),
        ("//1.2.3.4:80/", Some(("IPv4address", "1.2.3.4"))),
        ("//a_b/", Some(("reg-name", "a_b"))),
    ] {
        assert_eq!(support::authority(EDITION, text).1, host, "{text}");
    }
    // No special URL but that of a file has an empty host.
    for text in ["http://", "https:///", "ws://:80", "ftp://?q", "foo://:80"] {
        assert!(!accepts("valid-URL-string", text), "{text}");
    }
}

/// url-writing: what is relative is valid by the base.
#[test]
fn relative_strings_are_valid_by_the_base() {
    let bases = ["special", "file", "other", "opaque"]
        .map(|kind| format!("{kind}-base-relative-URL-with-fragment-string"));
    for (text, valid) in [
        ("#", [true, true, true, true]),
        ("#a", [true, true, true, true]),
        ("", [true, true, true, false]),
        ("a", [true, true, true, false]),
        ("?q#f", [true, true, true, false]),
        ("/a//b", [true, true, true, false]),
        // A path from the root does not begin with "//"; then it is a host.
        ("//a.b/c", [true, true, true, false]),
        ("//a.b:80", [true, false, true, false]),
        ("//", [false, true, true, false]),
        ("///a", [false, true, true, false]),
        ("//a_b", [false, false, true, false]),
        ("//a%2Eb", [false, false, true, false]),
        // Before a ":" there is no scheme.
        ("a:b", [false, false, false, false]),
        ("1:b", [true, true, true, false]),
        ("./a:b", [true, true, true, false]),
        ("a/b:c", [true, true, true, false]),
        ("a%41:b", [true, true, true, false]),
        (":b", [true, true, true, false]),
    ] {
        let found = bases.each_ref().map(|production| accepts(production, text));
        assert_eq!(found, valid, "{text}");
        let any = accepts("relative-URL-with-fragment-string", text);
        assert_eq!(any, valid.contains(&true), "{text}");
    }
}

/// url-writing: a special scheme is special in any letter case, and asks for "//".
#[test]
fn special_schemes() {
    for scheme in ["ftp", "http", "https", "ws", "wss", "HTTP", "Wss"] {
        assert!(
            accepts("special-URL-scheme-string", scheme) && accepts("URL-scheme-string", scheme)
        );
        assert!(!accepts("other-URL-scheme-string", scheme));
        assert!(accepts("valid-URL-string", &format!("{scheme}://a")));
        assert!(!accepts("valid-URL-string", &format!("{scheme}:a")));
        assert!(!accepts("valid-URL-string", &format!("{scheme}:/a")));
    }
    for scheme in
        ["f", "fi", "fil", "filer", "files", "ft", "ftps", "h", "httpx", "w", "wsx", "wsss"]
    {
        assert!(accepts("other-URL-scheme-string", scheme), "{scheme}");
        assert!(accepts("valid-URL-string", &format!("{scheme}:a")), "{scheme}");
    }
    assert!(accepts("file-URL-scheme-string", "File") && !accepts("valid-URL-string", "file:a"));
    assert!(!accepts("URL-scheme-string", "1a") && !accepts("URL-scheme-string", ""));
}

/// url-writing: a port is empty or a number of 16 bits.
#[test]
fn ports() {
    for port in ["", "0", "00", "80", "065535", "9999", "59999", "64999", "65499", "65529", "65535"]
    {
        assert!(accepts("URL-port-string", port), "{port}");
    }
    for port in ["65536", "65540", "65600", "66000", "70000", "100000", "a", "-1", "+1"] {
        assert!(!accepts("URL-port-string", port), "{port}");
    }
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

/// host-writing and host-parsing: a domain does not end in a number, and its labels are those that are
/// strict (idna). The grammar lets some others through, and the production does not accept these.
#[test]
fn domains() {
    let production = EDITION.production("valid-domain-string").unwrap();
    let derives = |domain: &str| production.acceptor().accepts(domain.as_bytes());
    let long = "a".repeat(64);
    for domain in [
        "a",
        "a1",
        "1a",
        "1.a",
        "0xg",
        "0xa.b",
        "1x1",
        "a-b",
        "a--b",
        "xn--53h",
        "XN--53H",
        "faß",
        "é",
        "1-1",
        "1.1-1",
        "00x0",
        "a.é1",
        "1é",
        "é--b",
        // UTS #46 normalizes, and may drop or reorder what stands between.
        "<\u{338}",
        "=\u{338}.a",
        "a>\u{338}",
        "<\u{AD}\u{338}é",
        "<\u{323}\u{338}",
        "1--<\u{338}",
    ] {
        assert!(derives(domain) && accepts("valid-domain-string", domain), "{domain}");
        assert!(is_valid_domain(domain), "{domain}");
    }
    // Lengths, Punycode, and what UTS #46 says beyond ASCII.
    for domain in [
        &long,
        "xn--a",
        "xn--xn---epa",
        "a.１",
        "a\u{3002}",
        "\u{AD}",
        "\u{2D8}",
        "<é\u{338}",
        "<\u{334}\u{338}",
    ] {
        assert!(derives(domain), "{domain}");
        assert!(!accepts("valid-domain-string", domain) && !is_valid_domain(domain), "{domain}");
    }
    for domain in [
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "-a",
        "a-",
        "a.-b",
        "a---b",
        "ab--c",
        "1a--b",
        "a_b",
        "a%62",
        "0",
        "09",
        "1.2",
        "a.1",
        "a.0x",
        "0X",
        "0xaB",
        "a.0xf",
        "1.2.3.4",
        "xn--",
        "a b",
        "<",
        "<é",
        "<\u{338}<",
        "<<\u{338}\u{338}",
        "!\u{338}",
        "\u{338}<",
    ] {
        assert!(!derives(domain) && !accepts("valid-domain-string", domain), "{domain}");
    }
}

/// host-writing: addresses.
#[test]
fn addresses() {
    for text in ["0.0.0.0", "255.255.255.255", "1.20.199.249"] {
        assert!(accepts("valid-IPv4-address-string", text) && accepts("valid-host-string", text));
    }
    for text in ["256.0.0.0", "01.0.0.0", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "0x1.0.0.0", "1.2.3.٤"]
    {
        assert!(!accepts("valid-IPv4-address-string", text), "{text}");
    }
    let pieces = |count: usize| vec!["a"; count].join(":");
    for before in 0..=9 {
        for after in 0..=9 {
            let text = format!("{}::{}", pieces(before), pieces(after));
            let is = accepts("valid-IPv6-address-string", &text);
            assert_eq!(is, before + after <= 7, "{text}");
            let text = format!("{text}{}1.2.3.4", if after == 0 { "" } else { ":" });
            let is = accepts("valid-IPv6-address-string", &text);
            assert_eq!(is, before + after + 2 <= 7, "{text}");
        }
        assert_eq!(accepts("valid-IPv6-address-string", &pieces(before)), before == 8);
        let text = format!("{}:1.2.3.4", pieces(before));
        assert_eq!(accepts("valid-IPv6-address-string", &text), before == 6, "{text}");
    }
    for text in ["::01", "::0000", "::g", "::12345", "::1.2.3.04", "1::2::3", "::%31", "::1%25e"] {
        assert!(!accepts("valid-IPv6-address-string", text), "{text}");
    }
}

/// The note at the end of url-writing: no valid URL string has a username or a password.
#[test]
fn there_are_no_credentials() {
    for text in ["http://u@h/", "http://u:p@h/", "foo://u@h/", "//u@h", "http://@h/"] {
        assert!(!accepts("valid-URL-string", text), "{text}");
    }
    assert!(
        accepts("valid-URL-string", "mailto:u@h") && accepts("valid-URL-string", "http://h/u@h")
    );
}

/// url-equivalence: URLs are equal whose serializations are the same.
#[test]
fn equal_urls() {
    let normalizer = Normalizer::from_edition(EDITION);
    let of = |text| Reference::parse(EDITION, text).unwrap();
    let meet = |a, b| compare_with(&normalizer, of(a), of(b)).rung();
    assert_eq!(meet("http://h/", "http://h/"), Some(Rung::String));
    for (a, b) in [
        ("HTTP://faß.example:80", "http://xn--fa-hia.example/"),
        ("http://h/%2e/a/.%2E/b", "http://h/b"),
        ("http://h/é", "http://h/%C3%A9"),
        ("file://localhost/a", "file:///a"),
        ("foo://[0:0::1]", "foo://[::1]"),
    ] {
        assert_eq!(meet(a, b), Some(Rung::Scheme), "{a} {b}");
    }
    // Triplets stay as they are, and so do a path and a host that are not special.
    for (a, b) in
        [("http://h/%7E", "http://h/~"), ("http://h/%3a", "http://h/%3A"), ("foo://H", "foo://h")]
    {
        assert_eq!(meet(a, b), None, "{a} {b}");
    }
    let fragments = normalizer.clone().ignore_fragment(true);
    assert_eq!(
        compare_with(&fragments, of("http://h#a"), of("http://h/")).rung(),
        Some(Rung::Scheme)
    );
}

/// URL parsing, path state: only the first segment is looked at for a drive letter, and no host is dropped.
#[test]
fn a_drive_letter_takes_nothing_away() {
    let of = |text| Reference::parse(EDITION, text).unwrap();
    let normalizer = Normalizer::from_edition(EDITION);
    let normal = |text| normalizer.clone().to(Rung::Scheme).normalize(of(text)).as_str().to_owned();
    for text in ["file://h/c:/", "file://h///c:/d", "file:////c:/", "file:///c:/"] {
        assert_eq!(normal(text), text);
    }
    assert_eq!(normal("file://H/a/../b:c"), "file://h/b:c");
    assert_eq!(normal("http://h/C:/../x"), "http://h/x");
    assert_eq!(compare_with(&normalizer, of("file://h/c:/"), of("file:///c:/")).rung(), None);
    assert_eq!(compare_with(&normalizer, of("file://h//a"), of("file://h/a")).rung(), None);
}

/// url-parsing, no scheme state: an opaque base resolves a fragment, and nothing else.
#[test]
fn an_opaque_base_resolves_a_fragment() {
    let resolver = Resolver::from_edition(EDITION);
    let resolve = |base, reference| resolver.resolve(split(base), split(reference));
    assert_eq!(resolve("mailto:a@b", "#f").unwrap().to_string(), "mailto:a@b#f");
    assert!(matches!(resolve("mailto:a@b", "f"), Err(ResolveError::Refused(_))));
    assert!(matches!(resolve("a", "b"), Err(ResolveError::BaseWithoutScheme)));
    // Slashes before the authority of a special scheme are ignored, however many there are (url-parsing).
    assert_eq!(resolve("http://example.org/", "///test").unwrap().to_string(), "http://test/");
    // A target without an authority keeps its "/." (url-serializing).
    assert_eq!(resolve("web+demo:/a", "/.//b").unwrap().to_string(), "web+demo:/.//b");
}

/// The parser takes what is no valid URL string (url-parsing), and resolving by the edition says so.
#[test]
fn what_the_parser_takes_is_resolved() {
    let resolver = Resolver::from_edition(EDITION);
    let target = |base, reference| {
        let ((base, of_base), (reference, of_reference)) =
            (resolver.read_base(base).unwrap(), resolver.read(reference).unwrap());
        let target = resolver.resolve(base, reference).map(|target| target.to_string());
        (target, [of_base, of_reference].map(|warning| warning.map(Warning::code)))
    };
    for (base, reference, is, warnings) in [
        ("http://h/", "a b", "http://h/a%20b", [None, Some("invalid-reference")]),
        ("http://h/", r"\\g\b", "http://g/b", [None, Some("invalid-reference")]),
        (r" HTTP:\\h\a", "b", "http://h/b", [Some("invalid-base"), None]),
        ("http://h/a|b", "c\td", "http://h/cd", [Some("invalid-base"), Some("invalid-reference")]),
    ] {
        assert_eq!(target(base, reference), (Ok(is.to_owned()), warnings), "{base} {reference}");
    }
    // What it fails on is no URL of any base, or of this one.
    assert!(matches!(target("http://h/", "http://[").0, Err(ResolveError::Refused(_))));
    assert!(resolver.read_base("http://[").is_err());
    assert!(resolver.read_base("a b").is_err());
}

/// A mended string is what the parser makes of the string, if it takes that: it drops a space at an end.
#[test]
fn what_is_mended_is_what_the_parser_finds() {
    let mended = |text: &str| {
        let error = EDITION.deriving(text).unwrap_err();
        error.explain(text).unwrap().cause().and_then(|cause| cause.mended().map(str::to_owned))
    };
    assert_eq!(mended("http://h/a b").unwrap(), "http://h/a%20b");
    assert_eq!(mended("http://h/%zz").unwrap(), "http://h/%25zz");
    assert_eq!(mended("http://h/a\tb").unwrap(), "http://h/ab");
    assert_eq!(mended("http://h/a "), None);
}

/// No reference resolves to a URL that the parser writes otherwise.
#[test]
fn what_is_not_serialized_has_no_reference() {
    let of = |text| Reference::parse(EDITION, text).unwrap();
    let resolver = Resolver::from_edition(EDITION);
    let error = relativize_with(&resolver, of("http://h/a"), of("HTTP://H")).unwrap_err();
    assert_eq!(error, RelativizeError::Rewritten("HTTP://H".to_owned()));
    assert_eq!(relativize_with(&resolver, of("http://h/a"), of("http://h/")).unwrap(), ".");
}

/// The first rung above the string is "URL equivalence", and a normalizer goes there of itself.
#[test]
fn a_normalizer_goes_to_the_serialization() {
    let normal = Normalizer::from_edition(EDITION)
        .normalize(Reference::parse(EDITION, "HTTP://H:80").unwrap());
    assert_eq!(normal.as_str(), "http://h/");
}

/// Whether everything that calls a string valid does so, which has to be the same answer.
#[track_caller]
fn judged(text: &str) -> bool {
    let whole = EDITION.whole();
    let is_valid = whole.iter().any(|one| one.accepts(text.as_bytes()));
    let named = EDITION.production(EDITION.reading(text).rule()).unwrap();
    let reference = Reference::parse(EDITION, text);
    for (by, other) in [
        ("check", whole.iter().any(|one| one.check(text).is_ok())),
        ("deriving", EDITION.deriving(text).is_ok()),
        ("Reference::parse", reference.is_ok()),
        ("reference", whole.iter().any(|one| one.reference(text).is_ok())),
        ("tree", whole.iter().any(|one| one.tree(text).is_ok())),
        ("pest_tree", whole.iter().any(|one| one.pest_tree(text).is_ok())),
        ("Node::parse", Node::parse(EDITION, named.rule(), text).is_ok()),
        ("read", matches!(Resolver::from_edition(EDITION).read(text), Ok((_, None)))),
    ] {
        assert_eq!(other, is_valid, "{by}: {text:?}");
    }
    if let Err(ParseError::Syntax(error)) = reference {
        assert!(error.explain(text).is_some(), "{text:?}");
    }
    is_valid
}

/// host-writing: "A valid domain" is one that the domain parser takes, and all ask for that, in every production that
/// has a domain.
#[test]
fn a_domain_is_judged_alike_by_all() {
    let hosts = [
        "a",
        "é",
        "<\u{338}",
        "<é\u{338}",
        "xn--a",
        "\u{2D8}",
        "xn--xn---epa",
        "é.xn--a",
        "a\u{3002}",
        "１",
        "1.2.3.4",
        "[::1]",
    ];
    for host in hosts {
        let is_address = matches!(host, "1.2.3.4" | "[::1]");
        let is_valid = is_address || is_valid_domain(host);
        for scheme in ["http", "WSS", "file"] {
            for after in ["", "/", "/a:b/..", "?q", "#f"] {
                let url = format!("{scheme}://{host}{after}");
                assert_eq!(judged(&url), is_valid, "{url}");
            }
        }
        assert_eq!(judged(&format!("ftp://{host}:21/")), is_valid, "{host}");
        // Of another scheme a host is opaque, and so may one without a scheme be (url-writing).
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
    assert_eq!(error.to_string(), "at byte 7: the host is no valid domain (host-writing)");
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
    // The grammar's own errors stand before that of a domain.
    let error = Reference::parse(EDITION, "http://xn--a/ ").unwrap_err();
    assert_eq!(error.offset(), Some(13));
}

/// A member is valid, and a string of a suite is what it is called.
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

/// What is extracted from a text is valid.
#[test]
fn what_is_extracted_is_judged() {
    let found = |text: &str| -> Vec<String> {
        let all = Extract::from_edition(EDITION, text.as_bytes());
        all.map(|found| found.unwrap().to_string()).collect()
    };
    assert_eq!(found("see http://é/a and http://b/ too"), ["http://é/a", "http://b/"]);
    assert!(found("see <http://xn--a/b>").is_empty());
}

/// UTS #46, 4.1, criterion 4: "If not CheckHyphens, the label must not begin with “xn--”."
#[test]
fn a_label_does_not_decode_to_punycode() {
    let resolver = Resolver::from_edition(EDITION);
    let target = resolver.resolve(split("http://b/"), split("http://xn--xn---epa.é/"));
    assert!(matches!(target, Err(ResolveError::Refused(_))));
    assert_eq!(Host::parse("xn--xn---epa.é", false), None);
    // A domain in ASCII is taken as it is (idna).
    assert_eq!(Host::parse("XN--XN---EPA", false).unwrap().to_string(), "xn--xn---epa");
    assert!(!is_valid_domain("xn--xn---epa"));
    // RFC 3987, 3.2.1: ToUnicode, which would give `xn--é`, records an error, and the name stays.
    let iri = urispec::mapping::ToIri::new()
        .names(true)
        .convert("http://xn--xn---epa.example/")
        .into_owned();
    assert_eq!(iri, "http://xn--xn---epa.example/");
}

/// idna: VerifyDnsLength is beStrict, so that the parser limits no label, and a valid domain is short.
#[test]
fn labels_of_any_length() {
    for count in [59, 1_000, 1_001, 20_000] {
        let text = format!("http://{}/", "é".repeat(count));
        let url = UrlRecord::parse(&text, None).unwrap();
        let host = url.host().unwrap().to_string();
        assert!(host.starts_with("xn--9ca") && host.len() == count + 6, "{count}");
        // It is `xn--` and as many letters as characters, and two more.
        assert_eq!(is_valid_domain(&"é".repeat(count)), count + 6 <= 63, "{count}");
        let again = UrlRecord::parse(&url.to_string(), None).unwrap();
        assert_eq!(again, url, "{count}");
    }
    assert!(is_valid_domain(&"é".repeat(57)) && !is_valid_domain(&"é".repeat(58)));
}

/// url-parsing: the fragment of a base is left out after the base is parsed. So a space before it is not one at the
/// end, which is removed, and in an opaque path becomes `%20`.
#[test]
fn a_base_is_parsed_with_its_fragment() {
    let resolver = Resolver::from_edition(EDITION);
    for (base, reference, target) in [
        ("foo:a #f", "#x", "foo:a%20#x"),
        ("http://h/a #f", "", "http://h/a%20"),
        ("http://h/a #f", "?q", "http://h/a%20?q"),
        ("http://h/a?b #f", "#x", "http://h/a?b%20#x"),
        ("foo:a ?q #f", "#x", "foo:a%20?q%20#x"),
        // At the end it is removed, also behind a fragment.
        ("foo:a ", "#x", "foo:a#x"),
        ("http://h/a#f ", "#x", "http://h/a#x"),
        ("http://h/a#", "b", "http://h/b"),
    ] {
        let (parts, warning) = resolver.read_base(base).unwrap();
        let (read, _) = resolver.read(reference).unwrap();
        let resolved = resolver.resolve(parts, read).unwrap();
        assert_eq!(resolved.to_string(), target, "{base:?} {reference:?}");
        let base_url = UrlRecord::parse(base, None).unwrap();
        let url = UrlRecord::parse(reference, Some(&base_url)).unwrap();
        assert_eq!(url.to_string(), target, "{base:?} {reference:?}");
        assert_eq!(warning.is_some(), base.contains(' '), "{base:?}");
    }
}

/// What the lints mend is valid.
#[test]
fn what_is_mended_has_a_valid_domain() {
    for text in ["http://é/%7e", "http://xn--9ca/a%2fb", "ws://a:080/"] {
        let reference = Reference::parse(EDITION, text).unwrap();
        for finding in Linter::from_edition(EDITION).lint(reference) {
            let mended = finding.mended().unwrap_or("a");
            assert!(judged(mended), "{text}: {mended}");
        }
    }
}
