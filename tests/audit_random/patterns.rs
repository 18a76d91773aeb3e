//! Verdicts on random productions and random patterns of each dialect, compared with the engine of the dialect: see
//! [`judged_pattern`](crate::judged_pattern).
//!
//! RE2 and XML Schema have no engine here. The crate `regex` replaces them, since the subset of their syntax that is
//! written here means the same in it.

use std::collections::BTreeMap;

use urispec_audit::Dialect;

use crate::judged_pattern::{Judged, answer, engine};
use crate::random::{self, Random};
use crate::subject::Counts;

#[path = "../audit/patterns/engines.rs"]
pub(crate) mod engines;

use engines::{Query, answers};

/// The number of patterns in one run of an engine.
const BATCH: usize = 300;

const DIALECTS: [Dialect; 7] = [
    Dialect::Rust,
    Dialect::EcmaScript,
    Dialect::Python,
    Dialect::Pcre,
    Dialect::Re2,
    Dialect::PosixEre,
    Dialect::Xsd,
];

/// Checks a batch of patterns of a dialect, or returns `None` if its engine is not installed.
fn check(dialect: Dialect, seeds: std::ops::Range<u64>) -> Option<Counts> {
    let judged: Vec<(u64, Judged)> = seeds
        .map(|seed| {
            let judged = Judged::of(dialect, &mut Random::new(seed));
            (seed, judged.unwrap_or_else(|why| panic!("{dialect} {seed}: {why}")))
        })
        .collect();
    let mut queries = Vec::new();
    let mut engine_dialect = dialect;
    for (_, one) in &judged {
        let (engine, pattern) = engine(dialect, &one.subject.pattern);
        engine_dialect = engine;
        queries.push(Query { pattern, strings: one.strings.clone() });
    }
    let answers = answers(engine_dialect, &queries)?;
    let mut counts = Counts::default();
    for ((seed, one), answers) in judged.iter().zip(answers) {
        let shown =
            || format!("{dialect} {seed}: {:?}\n{}", one.subject.pattern, one.subject.abnf());
        let answers = match answers {
            Some(answers) => answers,
            // The C library does not order unassigned characters in ranges.
            None if dialect == Dialect::PosixEre => {
                counts.refused += 1;
                continue;
            }
            None => panic!("the engine refuses {}", shown()),
        };
        let answered = one.strings.iter().zip(answers);
        let answers: Vec<bool> =
            answered.map(|(text, is_found)| answer(dialect, text, is_found)).collect();
        if let Err(why) = one.check(&answers, &mut counts) {
            panic!("{why}\n{}", shown());
        }
    }
    Some(counts)
}

#[test]
fn verdicts_on_random_patterns_hold_for_all_short_strings() {
    let wanted = random::scaled(BATCH, 1_000_000 / DIALECTS.len()) as u64;
    let mut counts = BTreeMap::new();
    std::thread::scope(|scope| {
        let checked = DIALECTS.map(|dialect| {
            scope.spawn(move || {
                let mut all = Counts::default();
                for first in (0..wanted).step_by(BATCH) {
                    all.add(&check(dialect, first..wanted.min(first + BATCH as u64))?);
                }
                Some(all)
            })
        });
        for (dialect, checked) in DIALECTS.into_iter().zip(checked) {
            counts.insert(dialect.name(), checked.join().unwrap());
        }
    });
    for (dialect, counts) in counts {
        let Some(counts) = counts else { continue };
        println!("{dialect}: {counts}");
        let verdicts = counts.verdicts();
        assert!(counts.equal * 5 > verdicts && counts.differs * 5 > verdicts);
        assert!(counts.undecided * 50 < verdicts);
    }
}
