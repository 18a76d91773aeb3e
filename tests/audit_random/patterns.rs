//! Verdicts on random productions and random patterns of each dialect, against the engine of the dialect:
//! see [`judged_pattern`](crate::judged_pattern).
//!
//! No engine of RE2 and of XML Schema is at hand. What is written of them here means the same to the
//! crate `regex`, which is asked in their place.

use std::collections::BTreeMap;

use urispec_audit::Dialect;

use crate::judged_pattern::{Judged, answer, engine};
use crate::random::{self, Random};
use crate::subject::Counts;

#[path = "../audit/patterns/engines.rs"]
pub(crate) mod engines;

use engines::{Asked, answers};

/// How many patterns one engine is asked about at once.
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

/// Holds a batch of patterns of a dialect. None if its engine is not at hand.
fn hold(dialect: Dialect, seeds: std::ops::Range<u64>) -> Option<Counts> {
    let judged: Vec<(u64, Judged)> = seeds
        .map(|seed| {
            let judged = Judged::of(dialect, &mut Random::new(seed));
            (seed, judged.unwrap_or_else(|why| panic!("{dialect} {seed}: {why}")))
        })
        .collect();
    let mut asked = Vec::new();
    let mut asks = dialect;
    for (_, one) in &judged {
        let (engine, pattern) = engine(dialect, &one.subject.pattern);
        asks = engine;
        asked.push(Asked { pattern, strings: one.strings.clone() });
    }
    let answers = answers(asks, &asked)?;
    let mut counts = Counts::default();
    for ((seed, one), answers) in judged.iter().zip(answers) {
        let shown =
            || format!("{dialect} {seed}: {:?}\n{}", one.subject.pattern, one.subject.abnf());
        let answers = match answers {
            Some(answers) => answers,
            // The C library has no place for unassigned characters in the order of its ranges.
            None if dialect == Dialect::PosixEre => {
                counts.refused += 1;
                continue;
            }
            None => panic!("the engine refuses {}", shown()),
        };
        let answered = one.strings.iter().zip(answers);
        let answers: Vec<bool> =
            answered.map(|(text, is_found)| answer(dialect, text, is_found)).collect();
        if let Err(why) = one.hold(&answers, &mut counts) {
            panic!("{why}\n{}", shown());
        }
    }
    Some(counts)
}

#[test]
fn verdicts_on_random_patterns_hold_of_all_short_strings() {
    let wanted = random::scaled(BATCH, 1_000_000 / DIALECTS.len()) as u64;
    let mut counts = BTreeMap::new();
    std::thread::scope(|scope| {
        let held = DIALECTS.map(|dialect| {
            scope.spawn(move || {
                let mut all = Counts::default();
                for first in (0..wanted).step_by(BATCH) {
                    all.add(&hold(dialect, first..wanted.min(first + BATCH as u64))?);
                }
                Some(all)
            })
        });
        for (dialect, held) in DIALECTS.into_iter().zip(held) {
            counts.insert(dialect.name(), held.join().unwrap());
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
