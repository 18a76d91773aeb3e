//! What is done straight into one string against what the documents say step by step: resolving
//! against the pseudocode of 5.2.2, normalizing against the passes of 6.2.2, and of both the
//! components against those of a parse.

use proptest::prelude::*;
use urispec::{Normalizer, ResolveError, Resolver, Rung, Uri, UriBuf, UriRef, UriRefBuf};

use crate::generate::{nasty, reference, relative, uri};

/// Every string of at most so many of the pieces.
fn strings(pieces: &[&str], most: usize) -> Vec<String> {
    let (mut all, mut longest) = (vec![String::new()], vec![String::new()]);
    for _ in 0..most {
        let longer = |text: &String| pieces.iter().map(|piece| format!("{text}{piece}")).collect();
        longest = longest.iter().flat_map(|text| -> Vec<_> { longer(text) }).collect();
        all.extend_from_slice(&longest);
    }
    all
}

/// The components are where a parse finds them.
#[track_caller]
fn lies_as_parsed(found: UriRef<'_>) {
    let parsed = UriRef::parse(found.as_str()).unwrap();
    assert_eq!(found.components(), parsed.components(), "{parsed}");
    let of = |uri: UriRef<'_>| {
        (
            uri.userinfo().map(str::to_owned),
            uri.host().map(|host| format!("{host:?}")),
            uri.port().map(str::to_owned),
        )
    };
    assert_eq!(of(found), of(parsed), "{parsed}");
}

#[track_caller]
fn resolves(base: Uri<'_>, reference: UriRef<'_>, buffer: &mut String) {
    let letter = Resolver::new().resolve(base, reference).unwrap();
    let expected = match letter.warnings()[..] {
        [] => Ok(letter.to_string()),
        _ => Err(ResolveError::Misread(letter.to_string())),
    };
    let owned = reference.resolve_against(base);
    assert_eq!(owned.clone().map(UriBuf::into_string), expected, "{base} + {reference}");
    match (owned, reference.resolve_into(base, buffer)) {
        (Ok(owned), Ok(borrowed)) => {
            assert_eq!(owned, borrowed);
            lies_as_parsed(owned.as_borrowed().into());
            lies_as_parsed(borrowed.into());
        }
        (owned, borrowed) => {
            assert_eq!(owned.unwrap_err(), borrowed.unwrap_err());
            assert_eq!(buffer, "");
        }
    }
}

fn all_resolve(bases: &[String], references: &[String]) {
    let bases: Vec<_> = bases.iter().filter_map(|text| Uri::parse(text).ok()).collect();
    let references: Vec<_> =
        references.iter().filter_map(|text| UriRef::parse(text).ok()).collect();
    assert!(bases.len() > 100 && references.len() > 100);
    let mut buffer = String::from("what was there before");
    for base in bases {
        for reference in &references {
            resolves(base, *reference, &mut buffer);
        }
    }
}

#[test]
fn short_references_resolve_as_the_pseudocode_says() {
    let pieces = ["a", ".", "/", ":", "?", "#"];
    let bases = |most| -> Vec<_> {
        strings(&pieces, most).iter().map(|rest| format!("a:{rest}")).collect()
    };
    all_resolve(&bases(3), &strings(&pieces, 5));
    all_resolve(&bases(5), &strings(&pieces, 3));
}

/// Longer ones of longer pieces: directories, hosts, dot segments.
#[test]
fn references_of_segments_resolve_as_the_pseudocode_says() {
    let pieces = ["//u@h:1", "/", "b", "./", "../", "?q", "#f"];
    let bases: Vec<_> = strings(&pieces, 4).iter().map(|rest| format!("a:{rest}")).collect();
    all_resolve(&bases, &strings(&[&pieces[..], &["x:"]].concat(), 3));
}

#[track_caller]
fn normalizes(text: &str) {
    let Ok(reference) = UriRef::parse(text) else { return };
    for rung in Rung::ALL {
        let normalizer = Normalizer::new().to(rung);
        let passes = normalizer.explain(reference, |_| ());
        let direct = normalizer.normalize(reference);
        assert_eq!(direct, passes, "{text} up to {rung}");
        assert_eq!(direct.is_unchanged(), passes.is_unchanged(), "{text} up to {rung}");
        if rung == Rung::PathSegments {
            let normal = reference.normalize();
            assert_eq!(normal, *passes.as_str(), "{text}");
            lies_as_parsed(normal.as_borrowed());
        }
    }
}

#[test]
fn short_references_normalize_as_the_passes_say() {
    for rest in strings(&["a", "A", ".", "/", ":", "@", "%2e", "%2E", "%41", "%c3"], 4) {
        for begins in ["", "A:", "//", "a:/"] {
            normalizes(&format!("{begins}{rest}"));
        }
    }
}

#[test]
fn references_of_segments_normalize_as_the_passes_say() {
    for rest in strings(&["/", "b", "./", "../", "%2E/", ".%2e", "?%7e", "#%aF"], 5) {
        for begins in ["", "/", "a:", "a://h"] {
            normalizes(&format!("{begins}{rest}"));
        }
    }
}

/// A host may become another kind of host, and nothing else may.
#[test]
fn hosts_normalize_as_the_passes_say() {
    for text in [
        "//%31.2.3.4",
        "//1%2E2.3.4:80/",
        "//u@%31.2.3.%34",
        "//%31.2.3.256",
        "//%41.2.3.4",
        "//%3A.2.3.4",
        "//[::FFFF:1.2.3.4]/A",
        "//[V1.A:%]",
        "//[vA.B]:1",
        "//U%41@H%41%aa:80?%41#%41",
    ] {
        normalizes(text);
    }
    let host = |text| UriRef::parse(text).unwrap().normalize().host().unwrap().kind().name();
    assert_eq!((host("//%31.2.3.4"), host("//%41.2.3.4")), ("IPv4address", "reg-name"));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn resolving_is_the_pseudocode(base in uri(), text in prop_oneof![reference(), relative(), nasty()]) {
        if let Ok(reference) = UriRef::parse(&text) {
            resolves(Uri::parse(&base).unwrap(), reference, &mut String::new());
        }
    }

    #[test]
    fn normalizing_is_the_passes(text in prop_oneof![reference(), nasty()]) {
        normalizes(&text);
    }
}

/// The lines of a file of the corpus, or a message where there is none.
pub(crate) fn corpus(name: &str) -> Option<String> {
    let shared = std::env::var("URISPEC_SHARED").unwrap_or_else(|_| "../shared".to_owned());
    let text = std::fs::read_to_string(format!("{shared}/corpus/{name}"));
    text.inspect_err(|error| println!("skipped, since {shared}/corpus/{name}: {error}")).ok()
}

#[test]
fn links_found_on_pages_resolve_as_the_pseudocode_says() {
    let Some(links) = corpus("refs.tsv") else { return };
    let mut buffer = String::new();
    for (base, reference) in links.lines().filter_map(|line| line.split_once('\t')) {
        if let (Ok(base), Ok(reference)) = (Uri::parse(base), UriRef::parse(reference)) {
            resolves(base, reference, &mut buffer);
        }
    }
}

#[test]
fn uris_found_on_the_web_normalize_as_the_passes_say() {
    for name in ["web.txt", "file.txt"] {
        corpus(name).iter().flat_map(|text| text.lines()).for_each(normalizes);
    }
}

/// 8 to 24 MiB: not linear, these would not come back.
#[test]
fn mebibytes_resolve() {
    let n = 4 << 20;
    let deep = format!("http://h{}", "/a".repeat(n));
    for (base, reference, target) in [
        ("http://h/a/b", "../".repeat(n) + "g", "http://h/g".to_owned()),
        ("http://h/a/b", "a/".repeat(n) + &"../".repeat(n), "http://h/a/".to_owned()),
        ("http://h/a/b", "/./".repeat(n), "http://h".to_owned() + &"/".repeat(n)),
        ("http://h/a/b", "/.x/".repeat(n), "http://h".to_owned() + &"/.x/".repeat(n)),
        ("http://h/a/b", "%41%2e".repeat(n), "http://h/a/".to_owned() + &"%41%2e".repeat(n)),
        ("http://h/a/b", "a".repeat(4 * n), "http://h/a/".to_owned() + &"a".repeat(4 * n)),
        ("a:b", "a/../".repeat(n), "a:/".to_owned()),
        (&deep, "../".repeat(n), "http://h/".to_owned()),
    ] {
        let (base, start) = (Uri::parse(base).unwrap(), reference[..3].to_owned());
        let found = UriRefBuf::parse(&reference).unwrap().resolve_against(base).unwrap();
        assert!(found == target, "{start}");
    }
}

/// 8 to 36 MiB.
#[test]
fn mebibytes_normalize() {
    let n = 4 << 20;
    for (text, normal) in [
        ("a://h".to_owned() + &"/./".repeat(n), "a://h".to_owned() + &"/".repeat(n)),
        ("a:/b".to_owned() + &"%41".repeat(n), "a:/b".to_owned() + &"A".repeat(n)),
        ("a://h".to_owned() + &"/a/%2e%2E".repeat(n), "a://h/".to_owned()),
        ("a:".to_owned() + &"../".repeat(n), "a:".to_owned()),
        ("../".repeat(n), "../".repeat(n)),
        ("%2E/".repeat(n), "%2E/".repeat(n)),
        ("a:/.//".to_owned() + &".b/".repeat(n), "a:/.//".to_owned() + &".b/".repeat(n)),
        ("HTTP://".to_owned() + &"A".repeat(4 * n), "http://".to_owned() + &"a".repeat(4 * n)),
        ("//%41".to_owned() + &"A%3a".repeat(n), "//a".to_owned() + &"a%3A".repeat(n)),
    ] {
        let found = UriRefBuf::parse(&text).unwrap().normalize();
        assert!(found == normal, "{}", &text[..7]);
    }
}
