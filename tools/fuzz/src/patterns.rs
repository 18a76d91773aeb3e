//! The audit's verdicts on a production and a pattern are true of all short strings.
//!
//! The input determines both, choice by choice. The laws: equal languages agree on each string, and a witness is a
//! shortest string that tells them apart; by a naive matcher of the production and an engine for the pattern, in each
//! dialect with a linked engine.

use urispec_audit::Dialect;

use crate::engines::{Query, answers};
use crate::judged_pattern::{Judged, answer, engine};
use crate::random::Random;
use crate::subject::Counts;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    for dialect in [Dialect::Rust, Dialect::Re2, Dialect::Xsd, Dialect::Pcre] {
        let judged = Judged::of(dialect, &mut Random::chosen(data));
        let judged = judged.unwrap_or_else(|why| panic!("{dialect}: {why}"));
        let (engine_dialect, pattern) = engine(dialect, &judged.subject.pattern);
        let query = Query { pattern, strings: judged.strings.clone() };
        let answers = answers(engine_dialect, &[query]).and_then(|mut all| all.pop()?);
        let shown =
            || format!("{dialect}: {:?}\n{}", judged.subject.pattern, judged.subject.abnf());
        let answers = answers.unwrap_or_else(|| panic!("the engine refuses {}", shown()));
        let answered = judged.strings.iter().zip(answers);
        let answers: Vec<bool> =
            answered.map(|(text, is_found)| answer(dialect, text, is_found)).collect();
        if let Err(why) = judged.check(&answers, &mut Counts::default()) {
            panic!("{why}\n{}", shown());
        }
    }
}
