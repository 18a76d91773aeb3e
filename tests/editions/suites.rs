//! Test suites of other projects, read from `../shared`; the tests report when they are missing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use urispec::scheme::{Did, ImageError, ImageReference, Purl, SpiffeId};
use urispec::whatwg::Url;
use urispec::{Edition, check};

use crate::common::shared;

/// Returns the cases of a file, or nothing if there is no folder `shared`.
fn cases(file: &str) -> Option<Vec<Value>> {
    let text = shared(&format!("suites/{file}"));
    assert!(text.is_some() || std::env::var_os("URISPEC_SHARED").is_none(), "{file} is missing");
    Some(match serde_json::from_str(&text?).unwrap() {
        Value::Array(all) => all,
        all => all["tests"].as_array().unwrap().clone(),
    })
}

/// The file, the edition and its production, the number of strings, and the cases with another answer.
type Suite<'s> = (&'s str, Edition, &'s str, Option<usize>, &'s [&'s str]);

/// The strings that each suite calls valid: of the W3C for DIDs, which has a method with a "_"; of the W3C's own tests
/// of its matcher; of the JSON Schema Test Suite for the format `uuid`, where data of other types are valid by a rule
/// of JSON Schema; of go-spiffe's test of `FromString`.
#[test]
fn valid_strings() {
    #[rustfmt::skip]
    let suites: [Suite<'_>; 4] = [
        ("did/w3c-did-test-suite.json", Edition::Did, "", Some(275),
            &["did:polygon_3:0xBCFdE12C425E4CbDb45226Fe51F89F2d99667d3E"]),
        ("did/w3c-matcher-strings.json", Edition::Did, "", None, &[]),
        ("json-schema-format/uuid.json", Edition::Rfc9562, "UUID", Some(22), &[]),
        ("spiffe/go-spiffe-id.json", Edition::Spiffe, "SPIFFE-ID", Some(535), &[]),
    ];
    for (file, edition, rule, count, others) in suites {
        let Some(all) = cases(file) else { continue };
        let groups = all.iter().flat_map(|one| match one["tests"].as_array() {
            Some(tests) => tests.iter().collect(),
            None => vec![one],
        });
        let (mut strings, mut found) = (0, Vec::new());
        for case in groups {
            let text = ["string", "data"].iter().find_map(|name| case[*name].as_str());
            let Some(text) = text else { continue };
            let is_valid = case["valid"].as_bool().unwrap_or_else(|| case["suite"] == "valid");
            strings += 1;
            if check(edition, case["kind"].as_str().unwrap_or(rule), text).is_ok() != is_valid {
                found.push(text);
            }
            if let (Edition::Spiffe, Ok(id), Some(path)) =
                (edition, SpiffeId::parse(text), case["path"].as_str())
            {
                assert_eq!(id.path, path, "{text:?}");
            }
        }
        assert_eq!(found, others, "{file}");
        assert!(count.map_or(strings > 0, |count| strings == count), "{file}: {strings}");
    }
}

/// The strings of the library did-resolver: the parts of each DID URL, and four strings that were DID URLs of a draft.
#[test]
fn strings_of_a_resolver() {
    let Some(all) = cases("did/did-resolver-parse.json") else { return };
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

/// Returns the components of a package as the suite writes them: null for an undefined one.
fn written(purl: &Purl) -> Value {
    let text = |text: String| if text.is_empty() { Value::Null } else { text.into() };
    let qualifiers: BTreeMap<_, _> = purl.qualifiers.iter().cloned().collect();
    let qualifiers =
        if qualifiers.is_empty() { Value::Null } else { serde_json::json!(qualifiers) };
    serde_json::json!({
        "type": purl.package_type,
        "namespace": text(purl.namespace.join("/")),
        "name": purl.name,
        "version": purl.version,
        "qualifiers": qualifiers,
        "subpath": text(purl.subpath.join("/")),
    })
}

/// Builds a package of components as the suite writes them.
fn read(components: &Value) -> Purl {
    let text = |name: &str| components[name].as_str().unwrap_or_default();
    let segments = |name: &str| {
        let all = text(name).split('/').filter(|segment| !segment.is_empty());
        all.map(str::to_owned).collect()
    };
    let mut purl = Purl::new(text("type"), text("name"));
    purl.namespace = segments("namespace");
    purl.version = components["version"].as_str().map(str::to_owned);
    purl.subpath = segments("subpath");
    if let Some(all) = components["qualifiers"].as_object() {
        purl.qualifiers = all
            .iter()
            .map(|(key, value)| (key.clone(), value.as_str().unwrap().to_owned()))
            .collect();
    }
    purl
}

/// The test suite of package-url/purl-spec: the specification's, and those of 18 types. Of its 335 tests six have
/// another answer than the steps of "How to parse" and "How to build" give.
#[test]
fn packages() {
    let Some(mut all) = cases("purl/specification-test.json") else { return };
    let shared =
        std::env::var_os("URISPEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let types = std::fs::read_dir(shared.join("suites/purl/types")).unwrap();
    let mut types: Vec<_> =
        types.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    types.sort();
    all.extend(types.iter().flat_map(|file| cases(&format!("purl/types/{file}")).unwrap()));
    assert_eq!(all.len(), 335);
    let mut others = Vec::new();
    for case in &all {
        let input = &case["input"];
        let text = input.as_str().unwrap_or_default();
        let found = match case["test_type"].as_str().unwrap() {
            "parse" => Purl::parse(text).map(|purl| written(&purl)),
            "build" => read(input).build().map(Value::from),
            _ => Purl::parse(text).and_then(|purl| purl.build()).map(Value::from),
        };
        let wanted =
            if case["expected_failure"] == true { None } else { Some(&case["expected_output"]) };
        if found.as_ref().ok() != wanted {
            let kind = case["test_type"].as_str().unwrap();
            let by_keys = match kind {
                "build" => read(input).build_by_keys(),
                _ => Purl::parse(text).and_then(|purl| purl.build_by_keys()),
            };
            let is_by_keys = by_keys.ok().is_some_and(|purl| case["expected_output"] == *purl);
            others.push((kind, if is_by_keys { "by keys" } else { text }));
        }
        if let Some(Value::String(purl)) = wanted {
            assert!(check(Edition::Pkg, "PURL", purl).is_ok(), "{purl}");
        }
    }
    let babel = "pkg:npm/@babel/core#/googleapis/api/annotations/";
    let swift = "pkg:swift/github.com/Alamofire/@5.4.3";
    assert_eq!(
        others,
        [
            // "Sort this list of qualifier strings lexicographically": "compiler.runtime=" is before "compiler=".
            ("validate", "by keys"),
            ("build", "by keys"),
            // "Split the remainder once from right on '@'": the version is "babel/core", and no name is left.
            ("validate", babel),
            ("parse", babel),
            // "Strip all trailing '/' characters": the name is "Alamofire", and the test says that there is none.
            ("parse", swift),
            ("parse", swift),
        ]
    );
}

/// TestReferenceParse of distribution/reference: 48 cases.
#[test]
fn references_to_images() {
    let Some(all) = cases("oci/reference-parse.json") else { return };
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

/// Returns the cases of a file of the Web Platform Tests, in which a string is a comment.
fn url_cases(file: &str) -> Option<Vec<Value>> {
    Some(cases(&format!("wpt/{file}"))?.into_iter().filter(Value::is_object).collect())
}

fn parse(input: &str, base: Option<&str>) -> Option<Url> {
    let base = match base {
        Some(base) => Some(Url::parse(base).ok()?),
        None => None,
    };
    Url::parse_with_base(input, base.as_ref()).ok()
}

/// Returns a member of the class URL, as the tests name them.
fn member(url: &Url, name: &str) -> Option<String> {
    let port = || url.port().map(|port| port.to_string()).unwrap_or_default();
    let with = |sign: char, part: Option<&str>| match part {
        None | Some("") => String::new(),
        Some(part) => format!("{sign}{part}"),
    };
    Some(match name {
        "href" => url.to_string(),
        "protocol" => format!("{}:", url.scheme()),
        "username" => url.username().to_owned(),
        "password" => url.password().to_owned(),
        "origin" => url.origin().map_or("null".to_owned(), |origin| origin.into_owned()),
        "host" => url.host_and_port().unwrap_or_default().to_owned(),
        "hostname" => url.hostname().unwrap_or_default().to_owned(),
        "port" => port(),
        "pathname" => url.path().to_owned(),
        "search" => with('?', url.query()),
        "hash" => with('#', url.fragment()),
        _ => return None,
    })
}

#[test]
fn web_platform_tests() {
    let Some(cases) = url_cases("urltestdata.json") else { return };
    let mut wrong = Vec::new();
    for case in &cases {
        let (input, base) = (case["input"].as_str().unwrap(), case["base"].as_str());
        let found = parse(input, base);
        let asked = format!("{input:?} with the base {base:?}");
        match (case.get("failure"), &found) {
            (Some(_), None) => {}
            (Some(_), Some(url)) => wrong.push(format!("{asked}: {url}, and failure is meant")),
            (None, None) => wrong.push(format!("{asked}: failure, and {} is meant", case["href"])),
            (None, Some(url)) => {
                for (name, meant) in case.as_object().unwrap() {
                    let found = member(url, name);
                    if let Some(found) = found.filter(|found| Some(&**found) != meant.as_str()) {
                        wrong.push(format!("{asked}: {name} is {found:?}, and {meant} is meant"));
                    }
                }
            }
        }
    }
    assert!(cases.len() > 800);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The setters of the class URL, which ignore what a setter here refuses.
#[test]
fn web_platform_tests_of_setters() {
    let Some(text) = shared("suites/wpt/setters_tests.json") else { return };
    let file: Value = serde_json::from_str(&text).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    for (attribute, cases) in file.as_object().unwrap() {
        if attribute == "comment" {
            continue;
        }
        for case in cases.as_array().unwrap() {
            let (href, value) =
                (case["href"].as_str().unwrap(), case["new_value"].as_str().unwrap());
            let mut url = Url::parse(href).unwrap();
            let before = url.clone();
            let is_set = set(&mut url, attribute, value);
            count += 1;
            let asked = format!("{attribute} of {href:?} to {value:?}");
            for (name, meant) in case["expected"].as_object().unwrap() {
                let found = member(&url, name).unwrap();
                if found != meant.as_str().unwrap() {
                    wrong.push(format!("{asked}: {name} is {found:?}, and {meant} is meant"));
                }
            }
            // Only a host remains before a port that is refused.
            if !is_set && attribute != "host" && url != before {
                wrong.push(format!("{asked}: {url}, and the setter reports an error"));
            }
            let again = Url::parse(url.as_str()).unwrap();
            assert_eq!(format!("{:?}", again.host()), format!("{:?}", url.host()), "{asked}");
            assert_eq!(again, url, "{asked}: parsed again");
        }
    }
    println!("{} of {count} setters", count - wrong.len());
    assert_eq!(count, 278);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Sets an attribute, as the tests name it. Returns whether the value was accepted.
fn set(url: &mut Url, attribute: &str, value: &str) -> bool {
    match attribute {
        "href" => url.set_href(value).is_ok(),
        "protocol" => url.set_scheme(value).is_ok(),
        "username" => url.set_username(value).is_ok(),
        "password" => url.set_password(value).is_ok(),
        "host" => url.set_host(value).is_ok(),
        "hostname" => url.set_hostname(value).is_ok(),
        "port" => url.set_port(value).is_ok(),
        "pathname" => url.set_path(value).is_ok(),
        "search" => {
            url.set_query(value);
            true
        }
        "hash" => {
            url.set_fragment(value);
            true
        }
        _ => panic!("no attribute {attribute}"),
    }
}

#[test]
fn serializations_are_parsed_to_themselves() {
    let Some(cases) = url_cases("urltestdata.json") else { return };
    for href in cases.iter().filter_map(|case| case["href"].as_str()) {
        assert_eq!(parse(href, None).map(|url| url.to_string()).as_deref(), Some(href));
    }
}

/// The file asks of a query in many encodings; one of them is UTF-8.
#[test]
fn queries_are_encoded() {
    let Some(cases) = url_cases("percent-encoding.json") else { return };
    for case in &cases {
        let input = format!("https://doesnotmatter.invalid/?{}", case["input"].as_str().unwrap());
        let url = parse(&input, None).unwrap();
        assert_eq!(url.query(), case["output"]["utf-8"].as_str(), "{input:?}");
    }
}

#[test]
fn domains_are_ascii() {
    let Some(cases) = url_cases("toascii.json") else { return };
    let mut wrong = Vec::new();
    for case in &cases {
        let input = case["input"].as_str().unwrap();
        let found = parse(&format!("https://{input}/x"), None);
        let found = found.map(|url| url.host().unwrap().to_string());
        if found.as_deref() != case["output"].as_str() {
            wrong.push(format!("{input:?}: {found:?}, and {} is meant", case["output"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
