//! Without a mistake the transcriptions are right; with one, the mistake is detected.

use std::collections::HashSet;

use urispec::Reference;

use super::*;

const ALL: [Operation; 4] =
    [Operation::Resolution, Operation::Normalization, Operation::Comparison, Operation::Splitting];

#[test]
fn without_a_mistake_targets_and_forms_are_right() {
    for case in crate::suite::resolution(Edition::Rfc3986).unwrap() {
        let target = resolution::target(&case.base, &case.reference, None);
        assert_eq!(Some(target), case.target, "{} {}", case.base, case.reference);
    }
    for case in crate::suite::normalization(Edition::Rfc3986) {
        let form = normalization::form(&case.input, None);
        assert!(case.allows(&form), "{} {form}", case.input);
    }
}

/// The components equal the components that the grammar derives.
#[test]
fn without_a_mistake_components_are_right() {
    let mut seen = HashSet::new();
    for text in resolution::STRINGS.split(' ') {
        assert!(seen.insert(text), "{text}");
        let reference = Reference::parse(Edition::Rfc3986, text).unwrap();
        let expected = [
            reference.scheme(),
            reference.userinfo(),
            reference.host().map(|host| host.as_str()),
            reference.port(),
            Some(reference.path()),
            reference.query(),
            reference.fragment(),
        ];
        assert_eq!(resolution::parts(text, None), expected.map(|part| part.map(str::to_owned)));
    }
}

#[test]
fn every_mistake_is_detected_and_every_row_is_needed() {
    for algorithm in ALL {
        let suite = algorithm.suite();
        let survivors: Vec<String> = suite.survivors().map(ToString::to_string).collect();
        assert_eq!(survivors, [""; 0], "{algorithm:?}");
        assert!(suite.bound <= suite.cases.len(), "{algorithm:?}");
        for (at, case) in suite.cases.iter().enumerate() {
            let others = suite.cases.iter().enumerate().filter(|&(other, _)| other != at);
            let detected: HashSet<usize> =
                others.flat_map(|(_, other)| other.kills.iter().copied()).collect();
            assert!(!case.kills.iter().all(|one| detected.contains(one)), "{algorithm:?} {case:?}");
        }
        let mut sentences = HashSet::new();
        for one in &suite.mutants {
            assert!(sentences.insert(one.fault) && !one.reason.ends_with('.'), "{one}");
        }
    }
}

/// Checks that the line of a mistake in its table has the name of the mistake.
#[track_caller]
fn is_named(table: &str, at: usize, fault: &dyn std::fmt::Debug) {
    let name = table.lines().nth(at).and_then(|line| line.split('\t').next());
    assert_eq!(name, Some(&*format!("{fault:?}")));
}

/// Worked out from the sections.
#[test]
fn mistakes_do_what_they_say() {
    use resolution::ResolutionFault as R;
    let base = "http://a/b/c/d;p?q";
    for (fault, reference, target) in [
        (R::EmptyPathMerged, "?y", "http://a/b/c/?y"),
        (R::QueryOfBaseNever, "#s", "http://a/b/c/d;p#s"),
        (R::BaseNotCut, "g", "http://a/b/c/d;pg"),
        (R::DotsAboveRoot, "/../g", "http://a/../g"),
        (R::EndLosesSlash, "..", "http://a/b"),
        (R::DotsWithin, "../g", "http://a/b/c/g"),
        (R::BeginsWithDot, ".g", "http://a/b/c/g"),
    ] {
        is_named(resolution::FAULTS, fault as usize, &fault);
        assert_eq!(resolution::target(base, reference, Some(fault as usize)), target, "{fault:?}");
    }
    use normalization::NormalizationFault as N;
    for (fault, uri, form) in [
        (N::TripletsOfHostLowered, "http://%C3%A9/", "http://%c3%a9/"),
        (N::DecodedOfHostKept, "http://%41B/", "http://Ab/"),
        (N::DotsBeforeDecoding, "http://a/%2E/b", "http://a/./b"),
        (N::DecodedTwice, "http://a/%2541", "http://a/A"),
        (N::EmptyQueryDropped, "http://a/?", "http://a/"),
    ] {
        is_named(normalization::FAULTS, fault as usize, &fault);
        assert_eq!(normalization::form(uri, Some(fault as usize)), form, "{fault:?}");
    }
    use resolution::SplittingFault as S;
    let of = |text: &str, fault: S| {
        is_named(resolution::SPLITTING_FAULTS, fault as usize, &fault);
        let parts = resolution::parts(text, Some(fault as usize));
        parts.map(|part| part.unwrap_or_else(|| "-".to_owned())).join(" ")
    };
    assert_eq!(of("//h?a@b", S::UserinfoOfQuery), "- h b -  a@b -");
    assert_eq!(of("//u:n@h", S::PortOfUserinfo), "- - u n@h  - -");
    assert_eq!(of("#a?b", S::QueryOfFragment), "- - - -  b a");
    assert_eq!(of("//h?q", S::AuthorityOverQuestion), "- - h?q -  - -");
}
