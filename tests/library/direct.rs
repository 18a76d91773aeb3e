//! Resolving and normalizing into one string against the steps of the documents: resolving against the pseudocode of
//! 5.2.2, normalizing against the passes of 6.2.2, and the components of both against a parse.

use proptest::prelude::*;
use urispec::generic::{Ascii, Letters, Ri, RiBuf, RiRef, Ucs};
use urispec::{Edition, Normalizer, ResolveError, Resolver, Rung, Uri, UriRef, UriRefBuf};

use crate::support::{
    cases, iri, iri_reference, nasty, reference, relative, scaled, shared, uri, words,
};

/// Returns each of the strings with each beginning: all of the shortest, and every `step`th of the others.
fn begun<'s>(
    begins: [&'s str; 4],
    rests: &'s [String],
    step: usize,
) -> impl Iterator<Item = String> + 's {
    let all = rests.iter().flat_map(move |rest| begins.map(|begins| (begins, rest)));
    let some = all.enumerate().filter(move |(at, _)| *at < 1_000 || at % step == 0);
    some.map(|(_, (begins, rest))| format!("{begins}{rest}"))
}

/// Asserts that the components are where a parse finds them.
#[track_caller]
pub(crate) fn lies_as_parsed<L: Letters>(found: RiRef<'_, L>) {
    let parsed = RiRef::<L>::parse(found.as_str()).unwrap();
    assert_eq!(found.components(), parsed.components(), "{parsed}");
    let of = |uri: RiRef<'_, L>| {
        (
            uri.userinfo().map(str::to_owned),
            uri.host().map(|host| (host.kind().name(), host.as_str().to_owned())),
            uri.port().map(str::to_owned),
        )
    };
    assert_eq!(of(found), of(parsed), "{parsed}");
}

#[track_caller]
fn resolves<L: Letters>(base: Ri<'_, L>, reference: RiRef<'_, L>, buffer: &mut String) {
    let letter = Resolver::new().resolve(base, reference).unwrap();
    let expected = match letter.warnings()[..] {
        [] => Ok(letter.to_string()),
        _ => Err(ResolveError::Misread(letter.to_string())),
    };
    let owned = reference.resolve_against(base);
    assert_eq!(owned.clone().map(RiBuf::into_string), expected, "{base} + {reference}");
    match (owned, reference.resolve_into(base, buffer)) {
        (Ok(owned), Ok(borrowed)) => {
            assert_eq!(owned, borrowed);
            lies_as_parsed::<L>(owned.as_borrowed().into());
            lies_as_parsed::<L>(borrowed.into());
        }
        (owned, borrowed) => {
            assert_eq!(owned.unwrap_err(), borrowed.unwrap_err());
            assert_eq!(buffer, "");
        }
    }
}

fn all_resolve<L: Letters>(bases: &[String], references: &[String]) {
    let bases: Vec<_> = bases.iter().filter_map(|text| Ri::<L>::parse(text).ok()).collect();
    let references: Vec<_> =
        references.iter().filter_map(|text| RiRef::<L>::parse(text).ok()).collect();
    assert!(bases.len() > 100 && references.len() > 100);
    let mut buffer = String::from("what was there before");
    let step = scaled(29, 1);
    for (at, base) in bases.into_iter().enumerate() {
        // Each reference has its turn with some of the bases.
        for reference in references.iter().skip(at % step).step_by(step) {
            resolves(base, *reference, &mut buffer);
        }
    }
}

#[test]
fn short_references_resolve_as_the_pseudocode_says() {
    let pieces = ["a", ".", "/", ":", "?", "#"];
    let bases =
        |most| -> Vec<_> { words(&pieces, most).iter().map(|rest| format!("a:{rest}")).collect() };
    all_resolve::<Ascii>(&bases(3), &words(&pieces, 5));
    all_resolve::<Ascii>(&bases(5), &words(&pieces, 3));
}

/// Longer ones of longer pieces: directories, hosts, dot segments.
#[test]
fn references_of_segments_resolve_as_the_pseudocode_says() {
    let pieces = ["//u@h:1", "/", "b", "./", "../", "?q", "#f"];
    let bases: Vec<_> = words(&pieces, 4).iter().map(|rest| format!("a:{rest}")).collect();
    all_resolve::<Ascii>(&bases, &words(&[&pieces[..], &["x:"]].concat(), 3));
}

/// RFC 3987, 6.5, leaves resolving to RFC 3986: characters beyond ASCII are as any other.
#[test]
fn iris_resolve_as_the_pseudocode_says() {
    let pieces = ["\u{E9}", ".", "/", ":", "?", "#"];
    let bases: Vec<_> = words(&pieces, 3).iter().map(|rest| format!("a:{rest}")).collect();
    all_resolve::<Ucs>(&bases, &words(&pieces, 4));
    let pieces = ["//\u{E9}@\u{E9}:1", "/", "\u{1F339}", "./", "../", "?\u{E000}", "#\u{E9}"];
    let bases: Vec<_> = words(&pieces, 3).iter().map(|rest| format!("a:{rest}")).collect();
    all_resolve::<Ucs>(&bases, &words(&pieces, 3));
}

#[track_caller]
fn normalizes(text: &str) {
    normalizes_by::<Ascii>(Edition::Rfc3986, text);
    normalizes_by::<Ucs>(Edition::Rfc3987, text);
}

#[track_caller]
fn normalizes_by<L: Letters>(edition: Edition, text: &str) {
    let Ok(reference) = RiRef::<L>::parse(text) else { return };
    for &rung in Rung::ALL {
        let normalizer = Normalizer::from_edition(edition).to(rung);
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
    let rests = words(&["a", "A", ".", "/", ":", "@", "%2e", "%2E", "%41", "%c3"], 4);
    begun(["", "A:", "//", "a:/"], &rests, scaled(13, 1)).for_each(|text| normalizes(&text));
}

#[test]
fn references_of_segments_normalize_as_the_passes_say() {
    let rests = words(&["/", "b", "./", "../", "%2E/", ".%2e", "?%7e", "#%aF"], 5);
    begun(["", "/", "a:", "a://h"], &rests, scaled(43, 1)).for_each(|text| normalizes(&text));
}

/// A copy of sixteen bytes at a time has a change at every offset of the sixteen, and of the rest.
#[test]
fn references_of_any_length_normalize_as_the_passes_say() {
    let (mut at, step) = (0, scaled(5, 1));
    for change in ["%41", "%c3", "/./", "/../", "/.x", "/%2e/", "/.%2E/", "X", "%41/../%2d/."] {
        for before in 0..36 {
            for after in [0, 1, 2, 15, 16, 17, 33] {
                at += 1;
                if at % step != 0 {
                    continue;
                }
                let (before, after) = ("b".repeat(before), "c".repeat(after));
                for (begins, ends) in [("a:/", ""), ("A://u@h/", "?%7e"), ("//", "#/."), ("", "/.")]
                {
                    normalizes(&format!("{begins}{before}{change}{after}{ends}"));
                }
                // In a host, where a letter is lowered too, and in what follows the path.
                normalizes(&format!("a://{before}{}{after}:1/", change.replace('/', "")));
                normalizes(&format!("a:?{before}{change}{after}#{change}"));
            }
        }
    }
}

/// Each piece may be next to a character of several bytes.
#[test]
fn iris_normalize_as_the_passes_say() {
    let rests = words(&["\u{E9}", "A", "/", ".", "%2e", "%41", "%c3", "@", "?", "#"], 4);
    begun(["", "A:", "//", "a:/"], &rests, scaled(13, 1)).for_each(|text| normalizes(&text));
}

/// 5.3.2.1: "the scheme and US-ASCII only host are case insensitive", and no other component; 5.3.2.3: a triplet that
/// "corresponds to an unreserved character" is decoded, beyond ASCII too; 5.3.2.2: characters stay as they are.
#[test]
fn iris_have_normal_forms() {
    for (text, normal) in [
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("http://example.org/%7euser", "http://example.org/~user"),
        ("http://R\u{C9}SUM\u{C9}.Example.org/", "http://R\u{C9}SUM\u{C9}.Example.org/"),
        ("http://R\u{C9}SUM\u{C9}.%45xample.org/", "http://R\u{C9}SUM\u{C9}.Example.org/"),
        ("http://%c3%89XAMPLE.org/\u{C9}", "http://\u{C9}XAMPLE.org/\u{C9}"),
        ("http://\u{C9}@EXAMPLE.org/", "http://\u{C9}@example.org/"),
        ("a:/\u{E9}/../\u{C9}%c3%a9/./\u{1F339}", "a:/\u{C9}\u{E9}/\u{1F339}"),
        ("a:/re\u{301}sume\u{301}?\u{E000}%2d#%5f", "a:/re\u{301}sume\u{301}?%EE%80%80-#_"),
    ] {
        assert_eq!(Ri::<Ucs>::parse(text).unwrap().normalize(), normal);
    }
}

/// RFC 3986 normalizes the ASCII of an IRI as its passes do: "the scheme and host are case-insensitive" (6.2.2.1),
/// without a condition that the host be ASCII.
#[test]
fn iris_normalize_by_rfc_3986_as_the_passes_say() {
    for text in [
        "HTTP://R\u{C9}SUM\u{C9}.Example/\u{C9}A",
        "//R\u{C9}.%45X/",
        "//%c3%89X\u{C9}Y%aA",
        "//\u{C9}%2Fx%41/\u{E9}/%2e%2E/A?\u{E9}%7e",
    ] {
        let iri = RiRef::<Ucs>::parse(text).unwrap();
        for &rung in Rung::ALL {
            let normalizer = Normalizer::from_edition(Edition::Rfc3986).to(rung);
            assert_eq!(normalizer.normalize(iri), normalizer.explain(iri, |_| ()), "{text} {rung}");
        }
    }
    let iri = RiRef::<Ucs>::parse("//R\u{C9}SUM\u{C9}").unwrap();
    assert_eq!(Normalizer::new().normalize(iri).as_str(), "//r\u{C9}sum\u{C9}");
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
    #![proptest_config(cases(1000))]

    #[test]
    fn resolving_is_the_pseudocode(base in uri(), text in prop_oneof![reference(), relative(), nasty()]) {
        if let Ok(reference) = UriRef::parse(&text) {
            resolves(Uri::parse(&base).unwrap(), reference, &mut String::new());
        }
    }

    #[test]
    fn resolving_iris_is_the_pseudocode(
        base in iri(),
        text in prop_oneof![iri_reference(), nasty()],
    ) {
        if let Ok(reference) = RiRef::<Ucs>::parse(&text) {
            resolves(Ri::parse(&base).unwrap(), reference, &mut String::new());
        }
    }

    #[test]
    fn normalizing_is_the_passes(text in prop_oneof![reference(), iri_reference(), nasty()]) {
        normalizes(&text);
    }
}

#[test]
fn links_found_on_pages_resolve_as_the_pseudocode_says() {
    let Some(links) = shared("corpus/refs.tsv") else { return };
    let mut buffer = String::new();
    let links = links.lines().step_by(scaled(5, 1));
    for (base, reference) in links.filter_map(|line| line.split_once('\t')) {
        if let (Ok(base), Ok(reference)) = (Uri::parse(base), UriRef::parse(reference)) {
            resolves(base, reference, &mut buffer);
        }
    }
}

#[test]
fn uris_found_on_the_web_normalize_as_the_passes_say() {
    for name in ["web.txt", "file.txt"] {
        let text = shared(&format!("corpus/{name}")).unwrap_or_default();
        text.lines().step_by(scaled(23, 1)).for_each(normalizes);
    }
}

/// Up to 384 KiB, with `URISPEC_LONG` 8 to 24 MiB: a quadratic resolver would not finish.
#[test]
fn mebibytes_resolve() {
    let n = scaled(1 << 16, 4 << 20);
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

/// Up to 576 KiB, with `URISPEC_LONG` 8 to 36 MiB.
#[test]
fn mebibytes_normalize() {
    let n = scaled(1 << 16, 4 << 20);
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
