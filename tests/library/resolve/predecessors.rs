//! Section 5 of the three generic documents before RFC 3986, sentence by sentence: url-syntax-05,
//! RFC 2396 and rfc2396bis-01.

use urispec::Edition::{Rfc2396, Rfc2396bis01, UrlSyntax05};
use urispec::trace::Warning;
use urispec::{AboveRoot, Edition, Reference, ResolveError, Resolver, check, split};

const ALL: [Edition; 3] = [UrlSyntax05, Rfc2396, Rfc2396bis01];

/// The target and all warnings, as the program prints them.
#[track_caller]
fn resolve(resolver: Resolver, base: &str, reference: &str) -> (String, Vec<Warning>) {
    let (base, _) = resolver.read_base(base).unwrap();
    let (parts, warning) = resolver.read(reference).unwrap();
    let resolved = resolver.resolve(base, parts).unwrap();
    let warnings = warning.into_iter().chain(resolved.warnings()).collect();
    (resolved.to_string(), warnings)
}

/// url-syntax-05, 5.1.4: the default base is "considered to be the empty string and all URL
/// references within that document are assumed to be absolute URLs". Of the others it is the
/// application's.
#[test]
fn the_default_base() {
    let draft = Resolver::from_edition(UrlSyntax05);
    assert_eq!(resolve(draft, "", "http://h/./a"), ("http://h/./a".to_owned(), vec![]));
    assert_eq!(resolve(draft, "", "#s").0, "(current document)#s");
    let (base, _) = draft.read_base("").unwrap();
    for relative in ["g", "/g", "//h", "?q"] {
        let refused = draft.resolve(base, split(relative));
        assert_eq!(refused, Err(ResolveError::NotAbsolute), "{relative}");
    }
    for edition in [Rfc2396, Rfc2396bis01, Edition::Rfc3986] {
        let refused = Resolver::from_edition(edition).read_base("");
        assert_eq!(refused, Err(ResolveError::BaseWithoutScheme), "{edition}");
    }
    assert!(draft.read_base("//h").is_err());
}

/// 5: "relative URI cannot be used within a document that has an unsuitable base URI", one that does
/// not fit `hier_part`. The target is what the algorithm gives, with a warning. What needs no base
/// has none.
#[test]
fn an_opaque_base_is_unsuitable() {
    let unsuitable = vec![Warning::UnsuitableBase];
    for edition in [Rfc2396, Rfc2396bis01] {
        let letter = Resolver::from_edition(edition);
        for (reference, target) in [("g", "mailto:g"), ("/g", "mailto:/g"), ("//g", "mailto://g")] {
            let found = resolve(letter, "mailto:a@b", reference);
            assert_eq!(found, (target.to_owned(), unsuitable.clone()), "{edition} {reference}");
        }
        for reference in ["", "#s", "mailto:c", "http://h/"] {
            let (_, warnings) = resolve(letter, "mailto:a@b", reference);
            assert_eq!(warnings, [], "{edition} {reference}");
        }
        for base in ["http://h", "a:/b", "a://"] {
            assert_eq!(resolve(letter, base, "/g").1, [], "{edition} {base}");
        }
        let both = resolve(letter, "mailto:a@b", "../g").1;
        assert!(both.contains(&Warning::UnsuitableBase) && both.contains(&Warning::AboveRoot));
    }
    // A `hier-part` of rfc2396bis-01 may be empty, and a query.
    for base in ["about:", "a:?q"] {
        assert_eq!(resolve(Resolver::from_edition(Rfc2396bis01), base, "/g").1, [], "{base}");
    }
    // In url-syntax-05 the syntax is `generic-URL`, and every URL fits it.
    assert_eq!(
        resolve(Resolver::from_edition(UrlSyntax05), "mailto:a@b", "g"),
        ("mailto:g".to_owned(), vec![])
    );
}

/// url-syntax-05, 4.2 and 5: no base is unsuitable, since every `opaque-URL` is a `generic-URL`.
#[test]
fn every_opaque_url_is_generic() {
    let letters = ["a", "1", ":", "/", "?", "@", ";", "=", "%41", "."];
    let rest = letters.iter().flat_map(|a| letters.iter().map(move |b| [*a, *b].concat()));
    for rest in rest.flat_map(|two| letters.iter().map(move |c| format!("{two}{c}"))) {
        for text in [format!("x:{rest}"), format!("x:{}", &rest[1..])] {
            let [opaque, generic] =
                ["opaque-URL", "generic-URL"].map(|rule| check(UrlSyntax05, rule, &text).is_ok());
            assert!(generic || !opaque, "{text}");
        }
    }
}

/// RFC 2396, 5.2, step 3: "Validating parsers should mark such a misformed relative reference as an
/// error": the base's scheme before what its hierarchy does not allow. The other documents do not ask
/// for it.
#[test]
fn a_misformed_relative_reference_is_marked() {
    let base = "http://a/b/c/d;p?q";
    let letter = Resolver::from_edition(Rfc2396);
    for reference in ["http:g", "HTTP:g", "http:../g", "http:?y"] {
        let found = resolve(letter, base, reference);
        assert_eq!(found, (reference.to_owned(), vec![Warning::SameScheme]), "{reference}");
    }
    for reference in ["http://g", "http:/g", "g:h", "g"] {
        assert_eq!(resolve(letter, base, reference).1, [], "{reference}");
    }
    // The scheme is not one "known to always use the <hier_part> syntax".
    assert_eq!(resolve(letter, "mailto:a@b", "mailto:c").1, []);
    // Worked around, it is none.
    let found = resolve(letter.non_strict(true), base, "http:g");
    assert_eq!(found, ("http://a/b/c/g".to_owned(), vec![]));
    for edition in [UrlSyntax05, Rfc2396bis01] {
        assert_eq!(resolve(Resolver::from_edition(edition), base, "http:g").1, [], "{edition}");
    }
}

/// RFC 2396, 5.2, step 3: a scheme alone is absolute, though no production derives it; and "only the
/// scheme component is required to be present in the base URI". url-syntax-05 prints it (C.2).
#[test]
fn a_scheme_alone() {
    let base = "http://a/b/c/d;p?q";
    for edition in ALL {
        let letter = Resolver::from_edition(edition);
        assert_eq!(resolve(letter, base, "http:").0, "http:", "{edition}");
        assert_eq!(resolve(letter, base, "g:#s").0, "g:#s", "{edition}");
        assert_eq!(resolve(letter, "a:", "/g").0, "a:/g", "{edition}");
    }
    let letter = Resolver::from_edition(Rfc2396);
    assert_eq!(resolve(letter, base, "http:").1, [Warning::Underivable, Warning::SameScheme]);
    assert_eq!(resolve(letter, base, "g:").1, [Warning::Underivable]);
    assert_eq!(resolve(letter.non_strict(true), base, "http:").0, "http://a/b/c/");
    for none in ["a_b:", "1:", "http:#%"] {
        assert!(letter.read(none).is_err(), "{none}");
    }
}

/// 5.2, step 6g (7 of the merge in rfc2396bis-01): a reference above the root "is considered to be in
/// error", which may be handled in three ways. url-syntax-05 knows one.
#[test]
fn above_the_root() {
    let base = "http://a/b/c/d;p?q";
    for edition in [Rfc2396, Rfc2396bis01] {
        let letter = Resolver::from_edition(edition);
        let kept = resolve(letter, base, "../../../g");
        assert_eq!(kept, ("http://a/../g".to_owned(), vec![Warning::AboveRoot]), "{edition}");
        let removed = resolve(letter.above_root(AboveRoot::Remove), base, "../../../../g");
        assert_eq!(removed, ("http://a/g".to_owned(), vec![]), "{edition}");
        let refused = letter.above_root(AboveRoot::Refuse);
        let refused = refused.resolve(split(base), split("../../../g"));
        assert!(matches!(refused, Err(ResolveError::AboveRoot(_))), "{edition}");
    }
    assert_eq!(resolve(Resolver::from_edition(UrlSyntax05), base, "../../../g").0, "http://a/../g");
}

/// 3.2 (4.3.1 of url-syntax-05): "A base URI without an authority component implies that any relative
/// reference will also be without an authority component."
#[test]
fn a_base_without_an_authority() {
    for edition in ALL {
        let letter = Resolver::from_edition(edition);
        assert_eq!(resolve(letter, "a:/b/c", "g").0, "a:/b/g", "{edition}");
        assert_eq!(resolve(letter, "a:/b/c", "/g").0, "a:/g", "{edition}");
    }
}

/// 5.2: "The base URI's query component is not used"; a base's fragment is no part of a URI (4).
#[test]
fn the_query_of_the_base() {
    for edition in ALL {
        let letter = Resolver::from_edition(edition);
        for base in ["http://a/b/c", "http://a/b/c?x/../y", "http://a/b/c#x/../y"] {
            assert_eq!(resolve(letter, base, "g").0, "http://a/b/g", "{edition} {base}");
            assert_eq!(resolve(letter, base, "g?z").0, "http://a/b/g?z", "{edition} {base}");
        }
    }
}

/// 5.2: "we must be careful to preserve the distinction between a component that is undefined" "and
/// a component that is empty".
#[test]
fn empty_is_not_undefined() {
    for edition in ALL {
        let letter = Resolver::from_edition(edition);
        for reference in ["g?", "g#", "g?#", "g"] {
            let target = format!("http://a/{reference}");
            assert_eq!(resolve(letter, "http://a/b", reference).0, target, "{edition}");
        }
        assert_eq!(resolve(letter, "a:/b", "///g").0, "a:///g", "{edition}");
    }
}

/// rfc2396bis-01, 5.2, merge 1 and G.2: a base without a path counts as "/"; its `?y` keeps the base's
/// path. Those before it have neither.
#[test]
fn what_the_last_draft_mended() {
    let target =
        |edition, base, reference| resolve(Resolver::from_edition(edition), base, reference).0;
    assert_eq!(target(Rfc2396bis01, "http://a", "g"), "http://a/g");
    assert_eq!(target(Rfc2396bis01, "http://a/b", "?y"), "http://a/b?y");
    assert_eq!(target(Rfc2396, "http://a/b", "?y"), "http://a/?y");
    assert_eq!(target(UrlSyntax05, "http://a/b", "?y"), "http://a/?y");
}

/// 5: dots are special in a relative path only, not in an absolute one, a network path or a query.
#[test]
fn dots_elsewhere_stay() {
    for edition in ALL {
        let letter = Resolver::from_edition(edition);
        for (reference, target) in [
            ("/./g", "http://a/./g"),
            ("//h/../g", "http://h/../g"),
            ("x:/../g", "x:/../g"),
            ("g#./../x", "http://a/b/g#./../x"),
        ] {
            assert_eq!(resolve(letter, "http://a/b/c", reference).0, target, "{edition}");
        }
    }
}

/// 5: "a path segment which contains a colon character cannot be used as the first segment of a
/// relative URI path (e.g., `this:that`), because it would be mistaken for a scheme name".
#[test]
fn a_colon_in_the_first_segment() {
    for edition in ALL {
        let parts = |text| Reference::parse(edition, text).unwrap().components();
        assert_eq!((parts("this:that").scheme, parts("this:that").path), (Some("this"), "that"));
        assert_eq!((parts("./this:that").scheme, parts("./this:that").path), (None, "./this:that"));
        let letter = Resolver::from_edition(edition);
        assert_eq!(resolve(letter, "http://a/b", "./this:that").0, "http://a/this:that");
    }
}

/// The traces have the documents' steps in their order, and none where the algorithm is done.
#[test]
fn traces_are_the_steps_that_are_taken() {
    let trace = |edition, base, reference| {
        let mut lines = Vec::new();
        let each = |step: urispec::trace::ResolutionStep<'_>| {
            let line = step.to_string();
            lines.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
        };
        Resolver::from_edition(edition).trace(split(base), split(reference), each).unwrap();
        lines
    };
    let assigned = |lines: Vec<String>| {
        let names = lines.iter().filter_map(|line| line.strip_prefix("5.2 T."));
        names.map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (reference, names) in [
        ("x:y", ["scheme", "authority", "path", "query"]),
        ("//h/p", ["authority", "path", "query", "scheme"]),
        ("?y", ["path", "query", "authority", "scheme"]),
        ("/p", ["path", "query", "authority", "scheme"]),
        ("p", ["path", "query", "authority", "scheme"]),
    ] {
        assert_eq!(assigned(trace(Rfc2396bis01, "http://a/b", reference)), names, "{reference}");
    }
    let steps = trace(UrlSyntax05, "http://a/b", "g?y");
    let query = "5.2 6h) the query, after the first \"?\" y";
    let path = "5.2 6i) the path, up to it /g";
    let at = steps.iter().position(|line| line == query).unwrap();
    assert_eq!(steps[at + 1], path);
    // "the reference is interpreted as an absolute URI and we are done"
    for edition in [UrlSyntax05, Rfc2396] {
        let steps = trace(edition, "http://a/b", "x:y");
        assert_eq!(steps.last().unwrap(), "5.2 3) the scheme is defined: absolute x", "{edition}");
    }
}
