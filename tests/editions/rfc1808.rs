//! RFC 1808, sentence by sentence.

use urispec::trace::Warning;
use urispec::{Edition, Node, Reference, ResolveError, Resolver, check, compare_with, split};
use urispec_audit::{Claim, Examples};

use crate::support;

const EDITION: Edition = Edition::Rfc1808;
const BASE: &str = "http://a/b/c/d;p?q#f";

fn components(text: &str) -> urispec::Components<'_> {
    support::reference(EDITION, text).components()
}

#[track_caller]
fn target(base: &str, reference: &str) -> String {
    let resolved = Resolver::from_edition(EDITION).resolve(split(base), split(reference));
    resolved.unwrap_or_else(|error| panic!("{reference}: {error}")).to_string()
}

#[track_caller]
fn targets(base: &str, rows: &[(&str, &str)]) {
    for (reference, expected) in rows {
        assert_eq!(target(base, reference), *expected, "{base} {reference}");
    }
}

/// Every base, reference and target of section 5 is a URL, and so is that of the appendix.
#[test]
fn the_tables_have_urls() {
    let all = Examples::read(EDITION.id(), EDITION.examples()).unwrap().all;
    let mut rows = 0;
    for example in all {
        if let Claim::Target { base, reference, target, .. } = example.claim {
            rows += 1;
            for text in [base, reference, target] {
                assert!(check(EDITION, "URL", text).is_ok(), "{text}");
            }
        }
    }
    // 24 of 5.1, 15 of 5.2, and one of the appendix.
    assert_eq!(rows, 40);
}

/// 2.4.1: the fragment follows the first "#".
#[test]
fn the_fragment_is_set_aside_first() {
    assert_eq!(components("//h?a#/b?c:d").fragment, Some("/b?c:d"));
    assert_eq!(components("a#b:c").scheme, None);
    assert!(check(EDITION, "URL", "a#b#c").is_err());
}

/// 2.4.2: a scheme stands before a ":" that is not the first character, and before any character that no
/// scheme name has. The name may begin with any of its characters (2.2).
#[test]
fn schemes() {
    for (text, scheme, path) in [
        ("a:b", Some("a"), "b"),
        ("1+.-:b", Some("1+.-"), "b"),
        ("this:that", Some("this"), "that"),
        (":b", None, ":b"),
        ("a_b:c", None, "a_b:c"),
        ("a;b:c", None, "a;b:c"),
        ("%61:b", None, "%61:b"),
        ("./this:that", None, "./this:that"),
        ("this%3Athat", None, "this%3Athat"),
    ] {
        assert_eq!((components(text).scheme, components(text).path), (scheme, path), "{text}");
    }
}

/// 2.4.3: a net_loc ends at the next "/" or the end, and 2.2 has ";" and "?" in it.
#[test]
fn network_locations() {
    for (text, net_loc, path, query) in [
        ("//h/a?b", Some("h"), "/a", Some("b")),
        ("//h?q", Some("h?q"), "", None),
        ("//h?q/a?b", Some("h?q"), "/a", Some("b")),
        ("//h;p", Some("h;p"), "", None),
        ("//", Some(""), "", None),
        ("///a", Some(""), "/a", None),
        ("http://h//a", Some("h"), "//a", None),
        ("/a//b", None, "/a//b", None),
    ] {
        let found = components(text);
        assert_eq!((found.authority, found.path, found.query), (net_loc, path, query), "{text}");
    }
    // No production derives a host.
    assert_eq!(support::authority(EDITION, "//u:p@h:80/"), (None, None, None));
}

/// 2.4: its rules divide a URL otherwise than Appendix B of RFC 3986 does, where that has a scheme of
/// other characters, or ends an authority at "?". The grammar alone divides "//h//" otherwise.
#[test]
fn components_are_those_of_2_4() {
    let differs = support::not_as_split(EDITION, "a_:/?#;", 4);
    for text in &differs {
        let is_scheme = text.split_once(':').is_some_and(|(name, _)| name.contains(['_', ';']));
        assert!(is_scheme || text.contains("//"), "{text}");
    }
    assert_eq!(differs[..4], ["_:", ";:", "a_:", "a;:"].map(str::to_owned));
    let tree = Node::parse(EDITION, "URL", "http://h//a").unwrap();
    assert_eq!(Reference::try_from(&tree).unwrap().path(), "//h//a");
    let of_tree = Reference::from_tree(EDITION, &tree).unwrap().components();
    assert_eq!((of_tree.authority, of_tree.path), (Some("h"), "//a"));
}

/// 2.1 and 2.4.5: params stand behind the first ";", before the query. They have slashes (2.2).
#[test]
fn parameters() {
    let parts = |text| support::parts(EDITION, "URL", text);
    assert_eq!(parts("g;x=1/../y?z"), "fsegment g, param x=1/../y, query z");
    assert_eq!(parts("/a;b/c;d"), "fsegment a, param b/c, param d");
    assert_eq!(parts("a?b;c"), "fsegment a, query b;c");
    targets(
        "http://a/b;c/d/e?q",
        &[
            ("g", "http://a/g"),
            ("", "http://a/b;c/d/e?q"),
            ("?y", "http://a/b;c/d/e?y"),
            (";x", "http://a/b;x"),
            (";x/../y", "http://a/b;x/../y"),
            ("g;x=1/../y", "http://a/g;x=1/../y"),
            ("../g;x", "http://a/../g;x"),
        ],
    );
}

/// 4, the end: ";type=d" of an ftp URL is not part of the path, and changes nothing in resolving.
#[test]
fn the_type_of_an_ftp_directory() {
    for base in ["ftp://h/a/b", "ftp://h/a/b;type=d", "ftp://h/a/b;type=d/e/f"] {
        assert_eq!(target(base, "g"), "ftp://h/a/g");
    }
    // 5.3: the base of a directory needs its slash.
    assert_eq!(target("ftp://h/a/b/;type=d", "g"), "ftp://h/a/b/g");
}

/// 4, step 1, and 3.4: without a base a URL is taken for absolute.
#[test]
fn the_base_may_be_unknown() {
    let letter = Resolver::from_edition(EDITION);
    let (base, _) = letter.read_base("").unwrap();
    assert_eq!(
        letter.resolve(base, split("http://h/./a?#")).unwrap().to_string(),
        "http://h/./a?#"
    );
    for relative in ["", "g", "/g", "//h", "?q", "a_b:c"] {
        let refused = letter.resolve(base, split(relative));
        assert_eq!(refused, Err(ResolveError::NotAbsolute), "{relative}");
    }
    // 2.4.2: that is no scheme.
    for base in ["a_b:c", "//h", "g"] {
        assert_eq!(letter.read_base(base), Err(ResolveError::BaseWithoutScheme), "{base}");
        let refused = letter.resolve(split(base), split("g"));
        assert_eq!(refused, Err(ResolveError::BaseWithoutScheme), "{base}");
    }
}

/// 2.4.1, 2.4.4 and 2.4.5 call empty what stands behind no delimiter or a last one, and 4 asks whether
/// components are empty.
#[test]
fn empty_components_are_none() {
    targets(
        BASE,
        &[
            ("#", BASE),
            ("?", BASE),
            (";", BASE),
            ("//", BASE),
            ("//;", "http://;"),
            (";?#", BASE),
            ("?#s", "http://a/b/c/d;p?q#s"),
            ("///g", "http://a/g"),
            ("g?", "http://a/b/c/g"),
            ("g;?#", "http://a/b/c/g"),
            ("/", "http://a/"),
        ],
    );
    // Of what is absolute nothing is changed (step 2b).
    targets(BASE, &[("x:g;?#", "x:g;?#"), ("http://", "http://"), ("http:", "http:")]);
    // An empty net_loc of the base is inherited with its slashes.
    targets("file:///a/b", &[("g", "file:///a/g"), ("///g", "file:///g"), ("//h/g", "file://h/g")]);
    targets("x:/a/b", &[("g", "x:/a/g"), ("///g", "x:/g")]);
}

/// 4, the end: the base's fragment is inherited if the entire URL is empty.
#[test]
fn the_fragment_of_the_base() {
    targets(
        "http://a/b?q#f",
        &[
            ("", "http://a/b?q#f"),
            ("#s", "http://a/b?q#s"),
            ("?y", "http://a/b?y"),
            ("g", "http://a/g"),
        ],
    );
}

/// 4, step 7: what is recombined has the form of 2.1, with a "/" between net_loc and path.
#[test]
fn a_base_without_a_path() {
    targets(
        "http://a",
        &[
            ("g", "http://a/g"),
            ("?y", "http://a/?y"),
            (";x", "http://a/;x"),
            ("..", "http://a/.."),
            ("", "http://a"),
            ("#s", "http://a#s"),
        ],
    );
    // Where there is no net_loc, nothing puts a slash there.
    targets("x:a/b", &[("g", "x:a/g"), ("..", "x:"), ("/g", "x:/g"), (";p", "x:a/b;p")]);
}

/// 2 and 2.2: relative URLs cannot be used with a base that is no generic-RL. An absolute URL is none
/// if a second slash follows the one after its net_loc.
#[test]
fn a_base_that_is_no_generic_rl() {
    let letter = Resolver::from_edition(EDITION);
    for (base, is_generic) in
        [("http://h//a", false), ("a:////", false), ("http://h/a//b", true), ("mailto:a@b", true)]
    {
        assert_eq!(check(EDITION, "generic-RL", base).is_ok(), is_generic, "{base}");
        let warnings = letter.resolve(split(base), split("g")).unwrap().warnings();
        assert_eq!(warnings.contains(&Warning::BaseNotGeneric), !is_generic, "{base}");
        let absolute = letter.resolve(split(base), split("x:y")).unwrap();
        assert_eq!(absolute.warnings(), [], "{base}");
    }
    assert_eq!(target("http://h//a/b", "g"), "http://h//a/g");
}

/// Any string of a few characters is a generic-RL if its net_loc and path are one, by the way in which
/// the resolver tells it.
#[test]
fn what_is_generic() {
    let letters = ["a", ":", "/", "?", ";"];
    let longer = |texts: Vec<String>| -> Vec<String> {
        texts.iter().flat_map(|text| letters.map(|letter| format!("{text}{letter}"))).collect()
    };
    let mut texts = vec!["x:".to_owned()];
    for _ in 0..6 {
        for text in &texts {
            let found = components(text);
            let doubled = found.authority.is_some() && found.path.starts_with("//");
            assert_eq!(check(EDITION, "generic-RL", text).is_ok(), !doubled, "{text}");
        }
        texts = longer(texts);
    }
}

/// 5.2: a scheme that is the base's is a scheme all the same; the loophole should be avoided.
#[test]
fn the_loophole_is_avoided() {
    let lax = Resolver::from_edition(EDITION).non_strict(true);
    for reference in ["http:g", "http:", "HTTP:../g"] {
        assert_eq!(target(BASE, reference), reference);
        assert_eq!(lax.resolve(split(BASE), split(reference)).unwrap().to_string(), reference);
    }
}

/// 4, steps 3 and 4: dot segments stay in a path that is not relative, and all that comes with it.
#[test]
fn dots_elsewhere_stay() {
    targets(
        BASE,
        &[
            ("//h/../g/.", "http://h/../g/."),
            ("/a/./b", "http://a/a/./b"),
            ("g?./../y", "http://a/b/c/g?./../y"),
            ("#./../y", "http://a/b/c/d;p?q#./../y"),
        ],
    );
}

/// A reference that is divided by Appendix B resolves as one that is divided by 2.4.
#[test]
fn components_of_either_kind() {
    let letter = Resolver::from_edition(EDITION);
    for reference in ["//h?q/a", "a_b:c?d", "//h?q", "a_b://c/d", "g"] {
        let (read, _) = letter.read(reference).unwrap();
        let (base, _) = letter.read_base(BASE).unwrap();
        let of_read = letter.resolve(base, read).unwrap();
        let of_split = letter.resolve(split(BASE), split(reference)).unwrap();
        assert_eq!(of_read, of_split, "{reference}");
    }
    targets(BASE, &[("//h?q/a", "http://h?q/a"), ("a_b:c?d", "http://a/b/c/a_b:c?d")]);
    assert_eq!(target("http://h?q", "g"), "http://h?q/g");
}

/// The trace has the steps that are taken, in their order.
#[test]
fn traces() {
    let steps = |base: &str, reference: &str| {
        let mut steps = Vec::new();
        let each = |step: urispec::trace::ResolutionStep<'_>| {
            let line = step.to_string();
            let word = line.split_whitespace().find(|word| word.ends_with(')'));
            steps.extend(word.map(str::to_owned));
        };
        Resolver::from_edition(EDITION).trace(split(base), split(reference), each).unwrap();
        steps.join(" ")
    };
    assert_eq!(steps("", "x:y"), "1)");
    assert_eq!(steps(BASE, ""), "2a)");
    assert_eq!(steps(BASE, "x:y"), "2b)");
    assert_eq!(steps(BASE, "//h"), "2c) 3) 7)");
    assert_eq!(steps(BASE, "/g"), "2c) 3) 4) 7)");
    assert_eq!(steps(BASE, ";x"), "2c) 3) 5) 5a) 7)");
    assert_eq!(steps(BASE, "?y"), "2c) 3) 5) 5a) 5b) 7)");
    assert_eq!(steps(BASE, "#s"), "2c) 3) 5) 5a) 5b) 7)");
    assert_eq!(steps(BASE, "g"), "2c) 3) 6) 6) 6a) 6b) 6c) 6d) 7)");
}

/// No sentence makes two URLs equivalent that are not the same string.
#[test]
fn only_the_same_string_is_the_same() {
    for (a, b) in [("http://a/", "HTTP://a/"), ("http://a/%7e", "http://a/%7E"), ("g?", "g")] {
        let [a, b] = [a, b].map(|text| support::reference(EDITION, text));
        assert_eq!(compare_with(&urispec::Normalizer::from_edition(EDITION), a, b).rung(), None);
        assert!(compare_with(&urispec::Normalizer::from_edition(EDITION), a, a).holds());
    }
}
