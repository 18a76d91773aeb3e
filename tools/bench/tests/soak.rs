//! The soak finds nothing in a short time, and finds what is wrong.

use urispec::UriRef;
use urispec_bench::soak::findings::{Direction, Disagreement};
use urispec_bench::soak::judges::{Judges, NAMES};
use urispec_bench::soak::strings::KINDS;
use urispec_bench::soak::{Plan, run};

fn plan(strings: u64) -> Plan {
    Plan { strings, time: None, seed: 3, threads: 2 }
}

#[test]
fn all_agree() {
    let seen = run(plan(100_000), &Judges::new().unwrap());
    assert!(seen.findings.is_empty(), "{seen}");
    assert_eq!(seen.strings, 100_000);
    for (kind, counts) in KINDS.iter().zip(&seen.counts) {
        for (judge, count) in NAMES.iter().zip(counts) {
            assert_eq!(count.accepted + count.rejected, 20_000, "{kind:?}: {judge}");
        }
        assert!(counts[0].accepted + counts[3].accepted > 0, "{kind:?}");
    }
}

/// A parser that lets a broken triplet through at the end, and one that refuses an address.
#[test]
fn a_wrong_judge_is_found_with_its_shortest_string() {
    let is_reference = |text: &str| UriRef::parse(text).is_ok();
    let lets_through = |text: &str| UriRef::parse(text.strip_suffix("%zz").unwrap_or(text)).is_ok();
    let refuses = |text: &str| UriRef::parse(text).is_ok() && !text.contains("[::1]");
    for (judge, direction, cause, part) in [
        (lets_through as fn(&str) -> bool, Direction::Accepts, "percent", "%zz"),
        (refuses, Direction::Rejects, "IPv6address", "[::1]"),
    ] {
        let seen = run(plan(150_000), &Judges::new().unwrap().instead(judge));
        assert!(
            seen.findings.iter().all(|(what, ..)| (what.judge, what.direction) == (2, direction)),
            "{seen}"
        );
        let is_it = |(what, ..): &(&Disagreement, u64, &str)| what.cause == cause;
        let Some((_, count, text)) = seen.findings.iter().find(is_it) else { panic!("{seen}") };
        assert!(count > 10 && text.len() < 64 && text.contains(part), "{seen}");
        assert_ne!(judge(text), is_reference(text), "{seen}");
    }
}
