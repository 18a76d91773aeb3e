//! DID Core.

use std::path::PathBuf;

use serde_json::Value;
use urispec::scheme::Did;
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, check, compare_with, split};
use urispec_audit::{Dialect, Languages, Matching, Pattern, judge_pattern};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Did;

fn did(text: &str) -> Did<'_> {
    Did::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// 3.1: a method's name in lower case, and an identifier that ends with an `idchar`. The scheme is an ABNF string,
/// whose letter case does not matter (RFC 5234, 2.3).
#[test]
fn dids() {
    for text in [
        "did:a:b",
        "DID:0:-",
        "Did:a:b",
        "did:example:123",
        "did:example:a:b",
        "did:example:::a::b",
        "did:example:.-_%2f%3A",
        "did:example:%00",
    ] {
        assert!(check(EDITION, "did", text).is_ok(), "{text}");
        assert!(did(text).is_did(), "{text}");
    }
    for text in [
        "",
        "did",
        "did:",
        "did:a",
        "did:a:",
        "did::a",
        "did:a:b:",
        "did:a::",
        "did:A:b",
        "did:a-b:c",
        "did:a_b:c",
        "did:%61:b",
        "did:a:~",
        "did:a:b;c",
        "did:a:b+c",
        "did:a:%",
        "did:a:%4",
        "did:a:%4g",
        "did:a:é",
        "did:a:b ",
        "xdid:a:b",
        "did:a:b/",
        "did:a:b?",
        "did:a:b#",
    ] {
        assert!(check(EDITION, "did", text).is_err(), "{text}");
    }
}

/// 3.2: what may follow a DID.
#[test]
fn did_urls() {
    for text in
        ["did:a:b", "did:a:b/", "did:a:b//c/", "did:a:b?", "did:a:b#", "did:a:b/c:@~?d/?#e/?"]
    {
        assert!(check(EDITION, "did-url", text).is_ok(), "{text}");
    }
    for text in ["did:a:b:/", "did:a:b#c#d", "did:a:b/[", "did:a:b/%", "did:a:?b", "#a", "a"] {
        assert!(check(EDITION, "did-url", text).is_err(), "{text}");
    }
}

/// 3.1, 3.2: three productions are those of RFC 3986, and a fourth is printed as there.
#[test]
fn what_rfc_3986_defines() {
    for rule in
        ["path-abempty", "query", "fragment", "pct-encoded", "pchar", "unreserved", "sub-delims"]
    {
        let language = |edition: Edition| Language::new(edition.production(rule).unwrap());
        let compared = Comparison::new(language(EDITION), language(Edition::Rfc3986));
        assert_eq!(compared.relation, Relation::Equal, "{rule}");
    }
}

/// 3.1: "a URI scheme conformant with [RFC3986]".
#[test]
fn every_did_url_is_a_uri() {
    let language = |edition: Edition, rule| Language::new(edition.production(rule).unwrap());
    for rule in ["did", "did-url"] {
        let compared = Comparison::new(language(EDITION, rule), language(Edition::Rfc3986, "URI"));
        assert_eq!(compared.relation, Relation::Within, "{rule}");
    }
}

/// 3.1, 3.2, 8.1: the parts. A colon divides nothing in an identifier. To RFC 3986 the identifier is of the path.
#[test]
fn components() {
    let text = "did:a:b:c%3A/d//?e=f#g";
    let url = did(text);
    assert_eq!((url.did, url.method_name, url.method_specific_id), ("did:a:b:c%3A", "a", "b:c%3A"));
    assert_eq!((url.path, url.query, url.fragment), ("/d//", Some("e=f"), Some("g")));
    assert!(!url.is_did());
    assert_eq!((did("did:a:b?#").query, did("did:a:b?#").fragment), (Some(""), Some("")));
    for text in [text, "DID:a:b", "did:a:b#"] {
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.components(), split(text), "{text}");
    }
    assert_eq!(support::reference(EDITION, text).path(), "a:b:c%3A/d//");
}

/// 3.2: "developers ought to refrain from using it".
#[test]
fn semicolons() {
    assert_eq!(did("did:a:b/;?;#;").path, "/;");
    let found = [8..9, 10..11, 12..13].map(|span| ("did-semicolon", span));
    assert_eq!(support::lints(EDITION, "did:a:b/;?;#;"), found);
    // The parameters of a draft.
    assert!(check(EDITION, "did-url", "did:example:1;service=agent").is_err());
}

/// 3.2.1: as the examples 6 and 8 have them.
#[test]
fn parameters() {
    let url = did("did:example:123?service=agent&relativeRef=/credentials#degree");
    let all: Vec<_> = url.parameters().map(|one| (one.name, one.value)).collect();
    assert_eq!(all, [("service", "agent"), ("relativeRef", "/credentials")]);
    assert_eq!(url.fragment, Some("degree"));
    let url = did("did:example:123?a=b=c&d&=e&&a=%20");
    let all: Vec<_> = url.parameters().map(|one| (one.name, one.value)).collect();
    assert_eq!(all, [("a", "b=c"), ("d", ""), ("", "e"), ("", ""), ("a", "%20")]);
    assert_eq!(url.parameter("a").as_deref(), Some(&b"b=c"[..]));
    assert_eq!(url.parameter("A"), None);
    assert_eq!(did("did:example:123").parameters().count(), 0);
    assert_eq!(did("did:example:123?").parameters().count(), 1);
}

/// 3.2.1: the table, but for times. What the document does not list may have any value.
#[test]
fn values() {
    for (query, is_valid) in [
        ("service=files", true),
        ("service=%2F", true),
        ("service=%E4", false),
        ("service=", true),
        ("hl=zQmW", true),
        ("hl=%C3%A9", false),
        ("versionId=1", true),
        ("versionId=%80", false),
        ("relativeRef=/resume.pdf", true),
        ("relativeRef=%2Fa%23b", true),
        ("relativeRef=", true),
        // It "MUST use percent-encoding for certain characters".
        ("relativeRef=/a%20b", true),
        ("relativeRef=%C3%A9", true),
        ("relativeRef=a%2520b", true),
        // One as given, or one decoded: RFC 3986 has no colon in a name of a host, and brackets around an address.
        ("relativeRef=//%5B::1%5D/", true),
        ("relativeRef=http%3A//h/", true),
        // 4.2 of RFC 3986: it begins with no scheme, and its first segment has no colon.
        ("relativeRef=http://h/", false),
        ("relativeRef=:a%20b", false),
        ("relativeRef=//h:a", false),
        ("other=%E4", true),
        ("Service=%E4", true),
    ] {
        let text = format!("did:a:b?{query}");
        assert!(did(&text).parameters().all(|one| one.is_valid() == is_valid), "{query}");
        let found = support::lints(EDITION, &text).iter().any(|(id, _)| *id == "did-parameter");
        assert_eq!(found, !is_valid, "{query}");
    }
}

/// 3.2.1: "a valid XML datetime value", "normalized to UTC 00:00:00 and without sub-second decimal precision".
#[test]
fn times() {
    for (value, is_valid) in [
        ("2020-12-20T19:17:47Z", true),
        ("2021-05-10T17:00:00Z", true),
        ("2020-12-20T19%3A17%3A47Z", true),
        ("0000-01-01T00:00:00Z", true),
        ("-0001-01-01T00:00:00Z", true),
        ("12020-02-29T24:00:00Z", true),
        ("2000-02-29T00:00:00Z", true),
        ("1900-02-29T00:00:00Z", false),
        ("2021-02-29T00:00:00Z", false),
        ("2021-04-31T00:00:00Z", false),
        ("2021-13-01T00:00:00Z", false),
        ("2021-00-01T00:00:00Z", false),
        ("2021-01-00T00:00:00Z", false),
        ("2021-01-01T24:00:01Z", false),
        ("2021-01-01T00:60:00Z", false),
        ("2021-01-01T00:00:60Z", false),
        ("02021-01-01T00:00:00Z", false),
        ("021-01-01T00:00:00Z", false),
        ("2021-1-01T00:00:00Z", false),
        ("2020-12-20T19:17:47.0Z", false),
        ("2020-12-20T19:17:47+00:00", false),
        ("2020-12-20T19:17:47", false),
        ("2020-12-20t19:17:47z", false),
        ("2020-12-20", false),
        ("%C3%A90-12-20T19:17:47Z", false),
        ("Z", false),
        ("", false),
    ] {
        let text = format!("did:a:b?versionTime={value}");
        assert_eq!(did(&text).parameters().all(|one| one.is_valid()), is_valid, "{value}");
    }
}

/// 3.2.2: what does not begin with a DID.
#[test]
fn relative_did_urls() {
    for text in [
        "", "#key-1", "a", "did", "did:", "did:a", "did:a:", "did::a", "did:a:::", "did:a:/b",
        "did:A:b",
    ] {
        assert!(Did::is_relative(text), "{text}");
    }
    for text in ["xdid:a:b", "http://h/", "did:a:%", "did:a:%4", "did:a:é", "é:a:b"] {
        assert!(Did::is_relative(text), "{text}");
    }
    // Whatever follows: `did:a:b` begins them all.
    for text in [
        "did:a:b",
        "DID:a:b",
        "did:a::b",
        "did:a:b:",
        "did:a:b;c",
        "did:a:b é",
        "did:a:%41",
        "did:a:b/[#",
    ] {
        assert!(!Did::is_relative(text), "{text}");
    }
}

/// 3.2.2: RFC 3986, 5.2.2 to 5.2.4, with the DID as an authority and an empty path.
#[test]
fn resolution() {
    for (reference, target) in [
        ("#key-1", "did:example:123#key-1"),
        ("", "did:example:123"),
        ("?a#b", "did:example:123?a#b"),
        ("a", "did:example:123/a"),
        ("./a/../b?c", "did:example:123/b?c"),
        ("../a", "did:example:123/a"),
        ("/a/./b//", "did:example:123/a/b//"),
        (".", "did:example:123/"),
    ] {
        for base in ["did:example:123", "did:example:123/c/d?e#f"] {
            assert_eq!(
                did(base).resolve_relative(reference).as_deref(),
                Some(target),
                "{reference}"
            );
        }
        assert!(check(EDITION, "did-url", target).is_ok(), "{target}");
    }
    for reference in ["did:example:123", "http://h/", "//h/a", "a b", "a:b", "é"] {
        assert_eq!(did("did:example:123").resolve_relative(reference), None, "{reference}");
    }
    let longest = did("did:example:123456789abcdefghi").resolve_relative("#key-1");
    assert_eq!(longest.as_deref(), Some("did:example:123456789abcdefghi#key-1"));
}

/// 3.2.2, and RFC 3986, 5: without the document's authority a path takes the place of the DID, of which the resolver
/// warns.
#[test]
fn resolution_by_rfc_3986() {
    let resolver = Resolver::from_edition(EDITION);
    for (reference, target, warns) in [
        ("#key-1", "did:example:123#key-1", false),
        ("?a", "did:example:123?a", false),
        ("/x", "did:/x", true),
        ("x", "did:x", true),
    ] {
        let (base, _) = resolver.read_base("did:example:123").unwrap();
        let (parts, _) = resolver.read(reference).unwrap();
        let resolved = resolver.resolve(base, parts).unwrap();
        assert_eq!(resolved.to_string(), target);
        let codes: Vec<_> = resolved.warnings().iter().map(|warning| warning.code()).collect();
        assert_eq!(codes == ["outside-scheme"], warns, "{reference}: {codes:?}");
    }
}

/// 3.1 with RFC 3986, 6.2.2; 8.1: what makes two identifiers of a method the same is not known here.
#[test]
fn normal_forms() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (text, wanted) in [
        ("DID:example:aB", "did:example:aB"),
        ("did:example:%3a%41%7e", "did:example:%3AA%7E"),
        // A tilde has to be encoded in an identifier (3.1), and is unreserved in what follows (3.2).
        ("did:example:a/./b/../%7e?c#%2D", "did:example:a/./b/../~?c#-"),
        ("did:example:%7e%2d/%7e//%7e?%7e/#%7e", "did:example:%7E-/~//~?~/#~"),
        ("did:example:%7e?/%7e", "did:example:%7E?/~"),
        ("did:example:a?versionId=1", "did:example:a?versionId=1"),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
        assert_eq!(normal(wanted), wanted);
    }
    let rungs: Vec<_> = EDITION.rungs().map(|(rung, _)| rung).collect();
    assert_eq!(rungs, [Rung::String, Rung::Case, Rung::PercentEncoding]);
    let rung = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Reference::parse(EDITION, text).unwrap());
        compare_with(&Normalizer::from_edition(EDITION), a, b).rung()
    };
    assert_eq!(rung("did:a:b/%7E", "did:a:b/~"), Some(Rung::PercentEncoding));
    assert_eq!(rung("did:a:%7E/%7E", "did:a:%7e/~"), Some(Rung::PercentEncoding));
    assert_eq!(rung("did:a:%7E", "did:a:-"), None);
}

fn suite(name: &str) -> Option<Vec<Value>> {
    let shared =
        std::env::var_os("URISPEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(shared.join("suites/did").join(name)) else {
        eprintln!("{name}: skipped, since it is not at hand");
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

/// What the implementers of the W3C's test suite call valid, and what they call invalid.
#[test]
fn suite_of_the_w3c() {
    let Some(all) = suite("w3c-did-test-suite.json") else { return };
    let differs = |case: &&Value| {
        let (text, kind) = (case["string"].as_str().unwrap(), case["kind"].as_str().unwrap());
        check(EDITION, kind, text).is_ok() != (case["suite"] == "valid")
    };
    let others: Vec<_> = all.iter().filter(differs).map(|case| &case["string"]).collect();
    assert_eq!(all.len(), 275);
    // 3.1: a method's name has no "_".
    assert_eq!(others, ["did:polygon_3:0xBCFdE12C425E4CbDb45226Fe51F89F2d99667d3E"]);
}

/// The strings by which the W3C tests its own tests.
#[test]
fn strings_of_the_w3c() {
    let Some(all) = suite("w3c-matcher-strings.json") else { return };
    assert!(!all.is_empty());
    for case in all {
        let (text, kind) = (case["string"].as_str().unwrap(), case["kind"].as_str().unwrap());
        assert_eq!(check(EDITION, kind, text).is_ok(), case["valid"] == true, "{text}");
    }
}

/// The strings of a library: the parts of each that is a DID URL, and four that were DID URLs of a draft.
#[test]
fn strings_of_a_resolver() {
    let Some(all) = suite("did-resolver-parse.json") else { return };
    assert_eq!(all.len(), 23);
    let mut others = 0;
    for case in all {
        let text = case["string"].as_str().unwrap();
        let Ok(url) = Did::parse(text) else {
            // 3.2: a semicolon is no `idchar`.
            others += usize::from(!case["parse"].is_null());
            assert!(case["parse"].is_null() || text.contains(";service=agent"), "{text}");
            continue;
        };
        let told = |part: &str| case["parse"][part].as_str().unwrap_or_default().to_owned();
        assert_eq!([url.did, url.method_name], [told("did"), told("method")], "{text}");
        assert_eq!(url.method_specific_id, told("id"), "{text}");
        assert_eq!(url.path, told("path"), "{text}");
        assert_eq!(url.fragment.unwrap_or_default(), told("fragment"), "{text}");
    }
    assert_eq!(others, 4);
}

/// The patterns by which the W3C's suite tests DIDs and DID URLs (w3c/did-test-suite, `jest-did-matcher`), as patterns
/// of ours that match the same. They are narrower than the grammar; the shortest strings that show it.
#[test]
fn patterns_of_the_w3c() {
    let printed = urispec_audit::pair(EDITION.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let witnesses = |rule: &str, pattern: &str| {
        let pattern = Pattern::read(Dialect::EcmaScript, pattern).unwrap();
        let verdict =
            judge_pattern(&printed, &languages, rule, &pattern, Matching::Search).unwrap();
        [verdict.only_printed, verdict.only_pattern]
            .map(|text| text.map(|text| String::from_utf8(text).unwrap()))
    };
    let some = |text: &str| [Some(text.to_owned()), None];
    let idchar = "(?:[-.0-9A-Z_a-z]|%[0-9A-Fa-f]{2})";
    let did = |scheme: &str| format!("^{scheme}:[0-9a-z]+:(?:{idchar}|:)*{idchar}$");
    // "did:" is in lower case there, and in any here.
    assert_eq!(witnesses("did", &did("did")), some("DID:0:-"));
    assert_eq!(witnesses("did", &did("[Dd][Ii][Dd]")), [None, None]);

    let pchar = "(?:[-!$&'()*+,.0-9:;=@A-Z_a-z~]|%[0-9A-Fa-f]{2})";
    let after = format!("(?:/{pchar}+)*(?:\\?(?:{pchar}|[/?])+)?(?:#(?:{pchar}|[/?])+)?");
    let url = |scheme: &str| format!("^{scheme}:[0-9a-z]+(?::{idchar}+)+{after}$");
    assert_eq!(witnesses("did-url", &url("did")), some("DID:0:-"));
    // No segment, no query and no fragment is empty there, and no two colons follow each other.
    assert_eq!(witnesses("did-url", &url("[Dd][Ii][Dd]")), some("DID:0:-#"));
    for text in ["did:0::-", "did:0:-/", "did:0:-?", "did:0:-#", "did:0:-//a"] {
        assert!(check(EDITION, "did-url", text).is_ok(), "{text}");
    }
}

#[test]
fn long_strings() {
    let many = scaled(20_000, 100_000);
    let id = format!("did:a:{}b", ":".repeat(2 * many));
    assert_eq!(did(&id).method_specific_id.len(), 2 * many + 1);
    let query = format!("did:a:b?{}", "a=b&".repeat(many));
    assert_eq!(did(&query).parameters().count(), many + 1);
    assert!(Did::parse(&id[..id.len() - 1]).is_err());
    assert!(Did::is_relative(&id[..id.len() - 1]) && !Did::is_relative(&id));
    let path = format!("did:a:b{}", "/..".repeat(many));
    assert_eq!(did(&path).resolve_relative(&path[8..]).as_deref(), Some("did:a:b/"));
}
