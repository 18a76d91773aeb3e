//! distribution/reference: the grammar of its comment, its expressions, and what is done with them.

use std::path::PathBuf;

use serde_json::Value;
use urispec::scheme::{ImageError, ImageName, ImageReference};
use urispec::{Edition, ParseError, Resolver, check, split};
use urispec_audit::{Dialect, Languages, Matching, Pattern, judge_pattern};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Oci;

fn image(text: &str) -> ImageReference<'_> {
    ImageReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The comment: `reference := name [ ":" tag ] [ "@" digest ]`, and the domain is "whatever domainAndPort can take before
/// the first `/`".
#[test]
fn components() {
    let hex = "f".repeat(64);
    let digest = format!("sha256:{hex}");
    for (text, domain, path, tag, has_digest) in [
        ("debian", None, "debian", None, false),
        ("test.com:5000", None, "test.com", Some("5000"), false),
        ("test:5000/repo", Some("test:5000"), "repo", None, false),
        ("foo/bar", Some("foo"), "bar", None, false),
        ("foo_bar/baz", None, "foo_bar/baz", None, false),
        ("Uppercase/lowercase:tag", Some("Uppercase"), "lowercase", Some("tag"), false),
        ("a.b/c/d__e/f-g:H_.-", Some("a.b"), "c/d__e/f-g", Some("H_.-"), false),
        ("[::1]:5000/repo:tag", Some("[::1]:5000"), "repo", Some("tag"), true),
        ("999.1.1.1/a", Some("999.1.1.1"), "a", None, true),
    ] {
        let text = if has_digest { format!("{text}@{digest}") } else { text.to_owned() };
        let image = image(&text);
        assert_eq!((image.domain, image.path, image.tag), (domain, path, tag), "{text}");
        assert_eq!(image.digest, has_digest.then_some(&*digest), "{text}");
    }
    for text in [
        "",
        ":a",
        "@a",
        "A",
        "a/B",
        "a/",
        "/a",
        "a//b",
        "a..b",
        "a___b",
        "a-",
        "-a",
        "_a",
        "a:",
        "a:.b",
        "a:b:c",
        "a@b",
        "[::1]",
        "[::1]:5000",
        "[::1",
        "a b",
        "é",
        "docker://a",
        "a:5000/",
        "a/b/",
        "[fe80::1%eth0]:5000/repo",
    ] {
        assert!(check(EDITION, "reference", text).is_err(), "{text}");
    }
}

/// `\w`, and at most 128 characters.
#[test]
fn tags() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_word = character.is_ascii_alphanumeric() || character == '_';
        assert_eq!(check(EDITION, "tag", &character.to_string()).is_ok(), is_word, "{character:?}");
        let second = is_word || ".-".contains(character);
        assert_eq!(
            check(EDITION, "tag", &format!("a{character}")).is_ok(),
            second,
            "{character:?}"
        );
    }
    assert!(check(EDITION, "tag", &"a".repeat(128)).is_ok());
    assert!(check(EDITION, "tag", &"a".repeat(129)).is_err());
}

/// "rfc3986 appendix-A".
#[test]
fn addresses() {
    let language = |edition: Edition, rule| Language::new(edition.production(rule).unwrap());
    for (rule, printed) in [
        ("IPv6address", "IPv6address"),
        ("IPv4address", "IPv4address"),
        ("h16", "h16"),
        ("ls32", "ls32"),
    ] {
        let compared =
            Comparison::new(language(EDITION, rule), language(Edition::Rfc3986, printed));
        assert_eq!(compared.relation, Relation::Equal, "{rule}");
    }
}

/// "At least 128 bit digest value": 32 digits. The separator is a range: from "." to "_".
#[test]
fn digests() {
    let hex = "0".repeat(32);
    for algorithm in ["a", "sha256", "A.b", "a+b", "a_b", "a/b", "a:b", "a@b", "a^b_c", "b1:ffff"] {
        let digest = format!("{algorithm}:{hex}");
        assert!(check(EDITION, "digest", &digest).is_ok(), "{digest}");
        assert_eq!(image(&format!("x@{digest}")).digest, Some(&*digest));
    }
    for algorithm in ["", "1", "a-b", "a..b", "a.", ".a", "a.1", "a`b"] {
        assert!(check(EDITION, "digest", &format!("{algorithm}:{hex}")).is_err(), "{algorithm}");
    }
    for hex in ["0".repeat(31), format!("{hex}g"), String::new()] {
        assert!(check(EDITION, "digest", &format!("a:{hex}")).is_err(), "{hex}");
    }
}

#[test]
fn identifiers() {
    let hex = "0123456789abcdef".repeat(4);
    assert!(check(EDITION, "identifier", &hex).is_ok());
    for text in [&hex[1..], &hex.to_uppercase(), &format!("{hex}0")] {
        assert!(check(EDITION, "identifier", text).is_err(), "{text}");
    }
}

/// The expressions that regexp.go prints, put together as it puts them.
fn expressions() -> [(&'static str, String); 13] {
    let alphanumeric = "[a-z0-9]+";
    let separator = "(?:[._]|__|[-]+)";
    let component = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
    let domain_name = format!("{component}(?:\\.{component})*");
    let address = "\\[(?:[a-fA-F0-9:]+)\\]";
    let host = format!("(?:{domain_name}|{address})");
    let domain = format!("{host}(?::[0-9]+)?");
    let path_component = format!("{alphanumeric}(?:{separator}{alphanumeric})*");
    let remote_name = format!("{path_component}(?:/{path_component})*");
    let name = format!("(?:{domain}/)?{remote_name}");
    let tag = "[\\w][\\w.-]{0,127}";
    let digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*[:][[:xdigit:]]{32,}";
    let reference = format!("({name})(?::({tag}))?(?:@({digest}))?");
    [
        ("alpha-numeric", alphanumeric.to_owned()),
        ("separator", separator.to_owned()),
        ("domain-component", component.to_owned()),
        ("domain-name", domain_name),
        ("host", host),
        ("domain", domain),
        ("path-component", path_component),
        ("remote-name", remote_name),
        ("name", name),
        ("tag", tag.to_owned()),
        ("digest", digest.to_owned()),
        ("identifier", "([a-f0-9]{64})".to_owned()),
        ("reference", reference),
    ]
}

/// Where the comment and the expressions part, each with the shortest strings that only one has.
#[test]
fn comment_and_expressions() {
    let printed = urispec_audit::pair(EDITION.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let zeros = "0".repeat(32);
    let [digest_of_comment, digest_of_expression] =
        [format!("A/A:{zeros}"), format!("A-A:{zeros}")];
    for (rule, pattern) in expressions() {
        let pattern = Pattern::read(Dialect::Re2, &format!("^(?:{pattern})$")).unwrap();
        let verdict =
            judge_pattern(&printed, &languages, rule, &pattern, Matching::Search).unwrap();
        let text = |text: Option<Vec<u8>>| text.map(|text| String::from_utf8(text).unwrap());
        let found = [text(verdict.only_printed), text(verdict.only_pattern)];
        let wanted = match rule {
            // An address of RFC 3986 may end with four numbers, and is no run of digits and colons.
            "host" | "domain" => [Some("[::0.0.0.0]"), Some("[0]")],
            "name" | "reference" => [Some("[::0.0.0.0]/0"), Some("[0]/0")],
            // "[-]*" may be empty.
            "separator" => [Some(""), None],
            // "[+.-_]" is a class with a range.
            "digest" => [Some(&*digest_of_comment), Some(&*digest_of_expression)],
            _ => [None, None],
        };
        assert_eq!(found.each_ref().map(Option::as_deref), wanted, "{rule}");
    }
}

/// distribution-spec, "Pulling manifests": `<name>` and a tag.
#[test]
fn oci_names() {
    let printed = urispec_audit::pair(EDITION.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let name = "[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(\\/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*";
    for (rule, pattern) in
        [("remote-name", name), ("path", name), ("tag", "[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}")]
    {
        let pattern = Pattern::read(Dialect::Re2, &format!("^(?:{pattern})$")).unwrap();
        let verdict =
            judge_pattern(&printed, &languages, rule, &pattern, Matching::Search).unwrap();
        assert_eq!((verdict.only_printed, verdict.only_pattern), (None, None), "{rule}");
    }
}

/// image-spec, "Digests": an algorithm in lower case, and an encoded part of letters, digits, `=`, `_` and `-`.
#[test]
fn oci_digests() {
    let printed = urispec_audit::pair(EDITION.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let digest = "^[a-z0-9]+([+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]+$";
    let pattern = Pattern::read(Dialect::Re2, digest).unwrap();
    let verdict =
        judge_pattern(&printed, &languages, "digest", &pattern, Matching::Search).unwrap();
    let text = |text: Option<Vec<u8>>| text.map(|text| String::from_utf8(text).unwrap());
    assert_eq!(text(verdict.only_printed), Some(format!("A:{}", "0".repeat(32))));
    assert_eq!(text(verdict.only_pattern).as_deref(), Some("0:-"));
}

/// "What Parse does beyond the expressions".
#[test]
fn what_parse_refuses() {
    let hex = |count| "0".repeat(count);
    for (text, error) in [
        (format!("a/{}", hex(255)), None),
        (format!("a/{}", hex(256)), Some(ImageError::PathTooLong(256))),
        (format!("a@sha256:{}", hex(64)), None),
        (format!("a@sha256:{}", hex(63)), Some(ImageError::DigestLength(63))),
        (format!("a@sha512:{}", hex(128)), Some(ImageError::Algorithm("sha512".into()))),
        (format!("a@SHA256:{}", hex(64)), Some(ImageError::Algorithm("SHA256".into()))),
    ] {
        assert_eq!(image(&text).check().err(), error, "{text}");
        let found = support::lints(EDITION, &text);
        assert_eq!(found.iter().any(|(id, _)| *id == "image-refused"), error.is_some(), "{text}");
    }
}

/// "What ParseNormalizedNamed adds".
#[test]
fn normalized() {
    let hex = "a".repeat(64);
    let digest = format!("sha256:{hex}");
    for (text, whole, familiar) in [
        ("debian", "docker.io/library/debian:latest", "debian:latest"),
        ("debian:12", "docker.io/library/debian:12", "debian:12"),
        ("foo/bar", "docker.io/foo/bar:latest", "foo/bar:latest"),
        ("foo/bar/baz", "docker.io/foo/bar/baz:latest", "foo/bar/baz:latest"),
        ("localhost/bar", "localhost/bar:latest", "localhost/bar:latest"),
        ("foo.com/bar", "foo.com/bar:latest", "foo.com/bar:latest"),
        ("foo:5000/bar", "foo:5000/bar:latest", "foo:5000/bar:latest"),
        ("Foo/bar", "Foo/bar:latest", "Foo/bar:latest"),
        ("[::1]/bar", "[::1]/bar:latest", "[::1]/bar:latest"),
        ("docker.io/debian", "docker.io/library/debian:latest", "debian:latest"),
        ("index.docker.io/debian", "docker.io/library/debian:latest", "debian:latest"),
        ("docker.io/library/debian", "docker.io/library/debian:latest", "debian:latest"),
        ("docker.io/a.b/c", "docker.io/a.b/c:latest", "docker.io/a.b/c:latest"),
        ("test.com:5000", "docker.io/library/test.com:5000", "test.com:5000"),
    ] {
        let name = ImageName::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let tagged = name.tagged();
        assert_eq!(tagged.to_string(), whole, "{text}");
        assert_eq!(tagged.familiar(), familiar, "{text}");
        assert_eq!(ImageName::parse(familiar).as_ref(), Ok(&tagged), "{text}");
    }
    // With a digest there is no tag that is added, and ParseDockerRef drops one.
    let pinned = ImageName::parse(&format!("debian:12@{digest}")).unwrap();
    assert_eq!(pinned.clone().tagged(), pinned);
    assert_eq!(pinned.pinned().to_string(), format!("docker.io/library/debian@{digest}"));
    assert_eq!(ImageName::parse("debian").unwrap().pinned().tag.as_deref(), Some("latest"));

    assert_eq!(ImageName::parse(&hex), Err(ImageError::Identifier));
    let whole = format!("docker.io/library/{hex}");
    assert_eq!(ImageName::parse(&whole).unwrap().familiar(), format!("library/{hex}"));
    assert_eq!(ImageName::parse("foo/Bar"), Err(ImageError::UpperCase));
    assert_eq!(ImageName::parse("Debian"), Err(ImageError::UpperCase));
    assert_eq!(ImageName::parse("debian:Tag").unwrap().tag.as_deref(), Some("Tag"));
    assert!(matches!(ImageName::parse(""), Err(ImageError::Grammar(_))));
    assert!(matches!(ImageName::parse("a b"), Err(ImageError::Grammar(_))));
    assert_eq!(support::lints(EDITION, "foo/bar"), [("image-domain", 0..3)]);
    assert_eq!(support::lints(EDITION, "foo.com/bar"), []);
}

/// What a person is told of a letter in upper case.
#[test]
fn upper_case() {
    let Err(ParseError::Syntax(error)) = check(EDITION, "reference", "a/B:C") else {
        unreachable!()
    };
    let explanation = error.explain("a/B:C").unwrap();
    let cause = explanation.cause().unwrap();
    assert_eq!((cause.id(), cause.mended()), ("image-upper-case", Some("a/b:c")));
}

/// TestReferenceParse of distribution/reference: 48 cases.
#[test]
fn suite() {
    let shared =
        std::env::var_os("URISPEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(shared.join("suites/oci/reference-parse.json")) else {
        eprintln!("the cases of distribution/reference: skipped, since they are not at hand");
        return;
    };
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(all.len(), 48);
    for case in &all {
        let text = case["input"].as_str().unwrap();
        let parsed = ImageReference::parse(text);
        assert_eq!(parsed.is_ok(), case["grammar"] == "match", "{text}");
        let told = |part: &str| case[part].as_str();
        let error = match parsed
            .map_err(ImageError::from)
            .and_then(|image| image.check().map(|()| image))
        {
            Ok(image) => {
                assert_eq!(told("repository"), Some(image.name), "{text}");
                assert_eq!(
                    [image.domain, image.tag, image.digest],
                    ["domain", "tag", "digest"].map(told),
                    "{text}"
                );
                None
            }
            Err(ImageError::Grammar(_)) if text.is_empty() => Some("ErrNameEmpty"),
            Err(ImageError::Grammar(_)) => {
                let lowered = ImageReference::parse(&text.to_lowercase()).is_ok();
                Some(if lowered { "ErrNameContainsUppercase" } else { "ErrReferenceInvalidFormat" })
            }
            Err(ImageError::PathTooLong(_)) => Some("ErrNameTooLong"),
            Err(ImageError::Algorithm(_)) => Some("digest.ErrDigestUnsupported"),
            Err(ImageError::DigestLength(_)) => Some("digest.ErrDigestInvalidLength"),
            Err(_) => Some("another"),
        };
        assert_eq!(error, told("err"), "{text}");
    }
}

/// No URI, and so nothing is resolved.
#[test]
fn no_uris() {
    assert!(!EDITION.is_of_uris() && EDITION.begins().is_empty());
    let resolved = Resolver::from_edition(EDITION).resolve(split("http://h/"), split("a"));
    let says = "oci resolves nothing: a reference to an image is no URI (grammar)";
    assert_eq!(resolved.unwrap_err().to_string(), says);
}

#[test]
fn long_strings() {
    let many = scaled(20_000, 100_000);
    let path = "a/".repeat(many) + "a";
    assert_eq!(image(&path).check(), Err(ImageError::PathTooLong(2 * many - 1)));
    let digest = format!("a@b{}:{}", ":c".repeat(many / 2), "0".repeat(many));
    assert!(image(&digest).digest.is_some());
    assert!(ImageReference::parse(&"a-".repeat(many)).is_err());
}
