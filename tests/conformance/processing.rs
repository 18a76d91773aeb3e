//! The suites of resolution and of normalization contain the examples of the documents, take every branch, and find
//! resolvers and normalizers that are wrong.

use std::collections::{BTreeSet, HashSet};

use urispec::trace::ResolutionStep;
use urispec::{Edition, Normalizer, Resolver, Rung, Uri, UriRef, split};
use urispec_audit::{Claim, Examples};
use urispec_compare::suite::{self, NormalizationCase, ResolutionCase};

fn resolution() -> impl Iterator<Item = ResolutionCase> {
    suite::resolution(Edition::Rfc3986).unwrap()
}

fn normalization() -> impl Iterator<Item = NormalizationCase> {
    suite::normalization(Edition::Rfc3986)
}

/// A row that its own document contradicts also has the target that the document prints.
#[test]
fn every_row_of_a_table_is_a_case() {
    for &edition in Edition::ALL {
        let Ok(cases) = suite::resolution(edition) else {
            assert_eq!(edition, Edition::Rfc1738);
            continue;
        };
        let printed: Vec<_> = cases.take_while(|case| case.is_printed).collect();
        let mut rows = 0;
        for example in Examples::read(edition.id(), edition.examples()).unwrap().all {
            let Claim::Target { strict, base, reference, target } = example.claim else { continue };
            let is_it = |case: &&ResolutionCase| case.base == base && case.reference == reference;
            let case = printed.iter().find(is_it).unwrap();
            let target = (!target.starts_with("(current document)")).then_some(target);
            assert!(case.allows(target), "{case:?}");
            assert_eq!(case.section, example.section, "{case:?}");
            if strict && example.reason.is_none() {
                assert_eq!(case.target.as_deref(), target, "{case:?}");
            } else {
                assert!(!case.either.is_empty(), "{case:?}");
            }
            rows += usize::from(strict);
        }
        assert_eq!(printed.len(), rows, "{edition}");
    }
}

/// Strings that the document calls equivalent without knowledge of the scheme have one normal form.
#[test]
fn every_equivalence_is_a_case() {
    let mut pairs = 0;
    for &edition in Edition::ALL {
        let printed: Vec<_> =
            suite::normalization(edition).take_while(|case| case.is_printed).collect();
        for example in Examples::read(edition.id(), edition.examples()).unwrap().all {
            let Claim::Equivalent { rung, a, b } = example.claim else { continue };
            let find = |text| printed.iter().find(|case| case.input == text);
            // In RFC 3986 two bare triplets are equivalent, although they are not URIs; a URI whose colon is a triplet
            // is not one either (RFC 3987, 3.1).
            let (Some(a), Some(b)) = (find(a), find(b)) else {
                assert!(!a.contains(':') || !b.contains(':'), "{a} {b}");
                continue;
            };
            let is_syntax = rung.is_some_and(|rung| rung <= Rung::PathSegments);
            assert_eq!(a.normalized == b.normalized, is_syntax, "{edition}: {a:?} {b:?}");
            pairs += 1;
        }
    }
    assert!(pairs > 30, "{pairs}");
}

#[test]
fn each_comes_once() {
    for &edition in Edition::ALL {
        let mut seen = HashSet::new();
        for case in suite::resolution(edition).into_iter().flatten() {
            assert!(seen.insert((case.base.clone(), case.reference.clone())), "{case:?}");
            assert!(!case.either.iter().any(|other| other.answer == case.target), "{case:?}");
            assert!(!case.section.is_empty() && case.either.iter().all(|e| !e.section.is_empty()));
        }
        let mut seen = HashSet::new();
        for case in suite::normalization(edition) {
            assert!(seen.insert(case.input.clone()), "{case:?}");
            assert!(!case.section.is_empty() && case.either.iter().all(|e| !e.section.is_empty()));
        }
    }
}

/// The lines of 5.2.2 that assign, with the conditions that lead to them, and the steps of 5.2.4.
#[test]
fn every_branch_of_resolution_is_taken() {
    let mut taken = BTreeSet::new();
    let mut merged = BTreeSet::new();
    for case in resolution() {
        let (base, reference) = (split(&case.base), split(&case.reference));
        let mut conditions = String::new();
        let resolved = Resolver::new().trace(base, reference, |step| match step {
            ResolutionStep::Line { line, .. } => conditions = format!("{conditions}{line} "),
            ResolutionStep::Assigned { section: "5.2.3", .. } => {
                merged.insert((base.authority.is_some(), base.path.is_empty()));
                taken.insert(format!("{conditions}merge"));
            }
            ResolutionStep::Assigned { section: "5.2.2" | "5.2.4", line, .. } => {
                taken.insert(format!("{conditions}{line}"));
            }
            ResolutionStep::Buffers { label, .. } => {
                taken.insert(label.to_owned());
            }
            _ => {}
        });
        assert_eq!(resolved.unwrap().to_string(), case.target.unwrap());
    }
    let of_scheme = "if defined(R.scheme) ";
    let of_authority = "if defined(R.authority) ";
    let of_empty = "if (R.path == \"\") ";
    let of_rooted = "if (R.path starts-with \"/\") ";
    let mut branches: BTreeSet<String> =
        ["1", "2A", "2B", "2C", "2D", "2E"].map(str::to_owned).into();
    for (condition, lines) in [
        (of_scheme, &["T.scheme = R.scheme", "T.authority = R.authority", "T.query = R.query"][..]),
        (of_scheme, &["T.path = remove_dot_segments(R.path)", "T.fragment = R.fragment"]),
        (
            of_authority,
            &["T.authority = R.authority", "T.query = R.query", "T.scheme = Base.scheme"],
        ),
        (of_authority, &["T.path = remove_dot_segments(R.path)", "T.fragment = R.fragment"]),
        (of_empty, &["T.path = Base.path", "T.query = R.query", "T.query = Base.query"]),
        (of_empty, &["T.authority = Base.authority", "T.scheme = Base.scheme"]),
        (of_empty, &["T.fragment = R.fragment"]),
        (of_rooted, &["T.path = remove_dot_segments(R.path)", "T.query = R.query"]),
        (of_rooted, &["T.authority = Base.authority", "T.scheme = Base.scheme"]),
        (of_rooted, &["T.fragment = R.fragment"]),
        ("", &["merge", "T.path = remove_dot_segments(T.path)", "T.query = R.query"]),
        (
            "",
            &["T.authority = Base.authority", "T.scheme = Base.scheme", "T.fragment = R.fragment"],
        ),
    ] {
        branches.extend(lines.iter().map(|line| format!("{condition}{line}")));
    }
    assert_eq!(taken, branches);
    let all = [(false, false), (false, true), (true, false), (true, true)];
    assert_eq!(merged, all.into());
}

/// A resolver that follows the algorithm literally passes, and so does one that uses an option that the document
/// permits.
#[test]
fn correct_resolvers_pass() {
    let mut non_strict = 0;
    for case in resolution() {
        let (base, reference) = (split(&case.base), split(&case.reference));
        for resolver in [Resolver::new(), Resolver::new().non_strict(true)] {
            for resolver in [resolver, resolver.guard_path(true)] {
                let target = resolver.resolve(base, reference).unwrap().to_string();
                assert!(case.allows(Some(&target)), "{case:?} {target}");
                non_strict += usize::from(case.target.as_ref() != Some(&target));
            }
        }
        // The typed API resolves by code of its own, and refuses a target that does not read back.
        let base = Uri::parse(&case.base).unwrap();
        if let Ok(target) = UriRef::parse(&case.reference).unwrap().resolve_against(base) {
            assert!(case.allows(Some(target.as_str())), "{case:?} {target}");
        }
    }
    assert!(non_strict > 1_000, "{non_strict}");
}

/// Resolvers with one mistake each.
#[test]
fn wrong_resolvers_fail() {
    type Wrong = fn(&str, &str) -> String;
    fn right(base: &str, reference: &str) -> String {
        Resolver::new().resolve(split(base), split(reference)).unwrap().to_string()
    }
    let wrong: [(&str, Wrong); 9] = [
        ("drops an empty query", |base, reference| {
            let target = right(base, reference);
            target.strip_suffix('?').map_or(target.clone(), str::to_owned)
        }),
        ("drops an empty fragment", |base, reference| {
            right(base, reference.strip_suffix('#').unwrap_or(reference))
        }),
        ("drops an empty query of the base", |base, reference| {
            right(base.strip_suffix('?').unwrap_or(base), reference)
        }),
        ("keeps dot segments of a reference with a scheme", |base, reference| {
            if split(reference).scheme.is_some() {
                reference.to_owned()
            } else {
                right(base, reference)
            }
        }),
        ("removes the dot segments of a base that stays", |base, reference| {
            let base = Normalizer::new().normalize(Uri::parse(base).unwrap()).to_string();
            right(&base, reference)
        }),
        ("takes %2E for a dot", |base, reference| {
            right(base, &reference.replace("%2E", ".").replace("%2e", "."))
        }),
        ("forgets the slash after an authority", |base, reference| {
            let parts = split(base);
            let is_relative = split(reference).scheme.is_none()
                && reference.starts_with(|first: char| first.is_ascii_alphanumeric());
            let target = right(base, reference);
            if parts.authority.is_some() && parts.path.is_empty() && is_relative {
                let end = base.find('?').unwrap_or(base.len());
                return [&base[..end], reference].concat();
            }
            target
        }),
        ("merges runs of slashes", |base, reference| {
            let target = right(base, reference);
            match target.split_once("//") {
                Some((before, after)) => format!("{before}//{}", after.replace("//", "/")),
                None => target,
            }
        }),
        ("has no path without a root", |base, reference| {
            let target = right(base, reference);
            let parts = split(&target);
            if parts.authority.is_none() && !parts.path.starts_with('/') && parts.path.contains('/')
            {
                return target.replacen(':', ":/", 1);
            }
            target
        }),
    ];
    for (name, resolve) in wrong {
        let found =
            resolution().find(|case| !case.allows(Some(&resolve(&case.base, &case.reference))));
        assert!(found.is_some(), "{name}");
    }
    // The other editions resolve as RFC 3986 does.
    let alike = [Edition::Rfc3986, Edition::Rfc3987, Edition::Rfc6874];
    for &edition in Edition::ALL.iter().filter(|edition| !alike.contains(edition)) {
        let resolver = Resolver::from_edition(edition);
        let found = resolution().any(|case| {
            let target = resolver.resolve(split(&case.base), split(&case.reference));
            !case.allows(
                target.ok().and_then(|target| target.target()).map(|t| t.to_string()).as_deref(),
            )
        });
        assert!(found, "{edition}");
    }
}

/// All of 6.2.2 is expected, and scheme-based normalization is permitted.
#[test]
fn correct_normalizers_pass() {
    for case in normalization() {
        let uri = Uri::parse(&case.input).unwrap();
        let normalizer = Normalizer::new();
        assert_eq!(normalizer.normalize(uri).as_str(), case.normalized);
        for normalizer in [normalizer.clone().letter(true), normalizer.clone().to(Rung::Scheme)] {
            let form = normalizer.normalize(uri);
            assert!(case.allows(form.as_str()), "{case:?} {form}");
        }
        assert_eq!(
            normalizer.normalize(Uri::parse(&case.normalized).unwrap()).as_str(),
            case.normalized
        );
    }
}

/// From 6.2.2.1 to 6.2.2.3: the lowest rungs alone, and common mistakes. A mistake is not judged by a string that it
/// makes invalid.
#[test]
fn wrong_normalizers_fail() {
    type Wrong = fn(&str) -> Option<String>;
    fn to(text: &str, rung: Rung) -> Option<String> {
        Some(Normalizer::new().to(rung).normalize(Uri::parse(text).ok()?).to_string())
    }
    fn right(text: &str) -> Option<String> {
        to(text, Rung::PathSegments)
    }
    let wrong: [(&str, Wrong); 9] = [
        ("nothing", |text| Some(text.to_owned())),
        ("only case", |text| to(text, Rung::Case)),
        ("no dot segments", |text| to(text, Rung::PercentEncoding)),
        ("lowers all", |text| right(&text.to_ascii_lowercase())),
        ("leaves a tilde encoded", |text| {
            if text.contains("%7E") { Some(text.to_owned()) } else { right(text) }
        }),
        ("decodes a slash", |text| right(&text.replace("%2F", "/").replace("%2f", "/"))),
        ("decodes twice", |text| right(&right(text)?.replace("%25", "%"))),
        ("drops an empty fragment", |text| {
            let text = right(text)?;
            Some(text.strip_suffix('#').unwrap_or(&text).to_owned())
        }),
        ("does not lower what it decodes in a host", |text| {
            let (form, split) = (right(text)?, split(text));
            let is_it = split.authority == Some("%48");
            Some(if is_it { form.replacen("//h", "//H", 1) } else { form })
        }),
    ];
    for (name, normalize) in wrong {
        let is_found = |case: NormalizationCase| {
            normalize(&case.input).is_some_and(|form| !case.allows(&form))
        };
        assert!(normalization().any(is_found), "{name}");
    }
}
