//! The soak finds nothing in a short time, and finds what is wrong.

use urispec::UriRef;
use urispec_bench::soak::findings::Direction;
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

/// A parser that lets one string through, and one that refuses an address.
#[test]
fn a_wrong_judge_is_found_with_its_shortest_string() {
    let lets_through = |text: &str| UriRef::parse(text).is_ok() || text == "%";
    let refuses = |text: &str| UriRef::parse(text).is_ok() && !text.contains("[::1]");
    for (judge, direction, cause, shortest) in [
        (lets_through as fn(&str) -> bool, Direction::Accepts, "percent", "%"),
        (refuses, Direction::Rejects, "IPv6address", "//[::1]"),
    ] {
        let seen = run(plan(150_000), &Judges::new().unwrap().instead(judge));
        let found: Vec<_> = seen.findings.iter().collect();
        let [(what, count, text)] = found[..] else { panic!("{seen}") };
        assert_eq!((what.judge, what.direction, what.cause), (2, direction, cause), "{seen}");
        assert!(
            count > 0 && (text == shortest || text.len() <= 16 && text.contains(shortest)),
            "{seen}"
        );
    }
}
