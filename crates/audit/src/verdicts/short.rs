//! Tests that a verdict on a small budget agrees with the verdict on a large one.
//!
//! Random pairs of small grammars are audited on all budgets, from the smallest to the full one. A search that was cut short
//! may report `undecided`; anything else that it reports must be true.

use std::fmt::Write as _;

use grammar_automata::engine::budget::divide_limits;
use grammar_notation::Notation;

use crate::verdicts::report::Report;
use crate::verdicts::verdict::Verdict;
use crate::{GrammarPair, GrammarText, audit, scaled};

/// The random number generator SplitMix64 (Steele, Lea and Flood, 2014).
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % end
    }

    /// Returns an expression in both notations. It calls only the rules numbered from `first` on.
    fn expr(&mut self, first: u64, depth: u64) -> [String; 2] {
        let kind = if depth == 0 { self.below(2) } else { self.below(6) };
        let mut inner = || self.expr(first, depth - 1);
        match kind {
            0 => {
                let letter = ["a", "b", "ab", "ba"][self.below(4) as usize];
                [format!("\"{letter}\""), format!("^\"{letter}\"")]
            }
            1 if first < RULES => {
                let rule = first + self.below(RULES - first);
                [format!("r{rule}"), format!("r{rule}")]
            }
            1 => ["\"c\"".to_owned(), "^\"c\"".to_owned()],
            2 => {
                let ([left, left_pest], [right, right_pest]) = (inner(), inner());
                [format!("({left} / {right})"), format!("({left_pest} | {right_pest})")]
            }
            3 => {
                let [once, once_pest] = inner();
                [format!("[{once}]"), format!("({once_pest})?")]
            }
            // A repeated expression must consume something, or pest refuses the file.
            4 => {
                let [once, once_pest] = inner();
                [format!("*(\"d\" {once})"), format!("(^\"d\" ~ {once_pest})*")]
            }
            _ => {
                let ([left, left_pest], [right, right_pest]) = (inner(), inner());
                [format!("({left} {right})"), format!("({left_pest} ~ {right_pest})")]
            }
        }
    }
}

const RULES: u64 = 5;

fn grammars(random: &mut SplitMix) -> [String; 2] {
    let [mut printed, mut pest] = [String::new(), String::new()];
    for rule in 0..RULES {
        let [own, own_pest] = random.expr(rule + 1, 3);
        // Every fourth rule is different in pest.
        let own_pest =
            if random.below(4) == 0 { random.expr(rule + 1, 3)[1].clone() } else { own_pest };
        let _ = writeln!(printed, "r{rule} = {own}");
        let _ = writeln!(pest, "r{rule} = {{ {own_pest} }}");
    }
    [printed, pest]
}

fn with_budgets_divided_by(divisor: usize, pair: &GrammarPair) -> Report {
    divide_limits(divisor);
    let report = audit(pair, &["r0"]);
    divide_limits(1);
    report.unwrap()
}

#[test]
fn claims_on_a_short_budget_are_true() {
    let (mut undecided, mut equal, mut differ, mut unknown) = (0, 0, 0, 0);
    let count = scaled(15, 300) as u64;
    for number in 0..count {
        let [printed, pest] = grammars(&mut SplitMix(number));
        let [printed_text, pest_text] = [("a.abnf", &printed), ("a.pest", &pest)]
            .map(|(file, text)| GrammarText { file, text });
        let pair = GrammarPair::read(Notation::Abnf, printed_text, None, pest_text).unwrap();
        let whole = with_budgets_divided_by(1, &pair);
        for divisor in [1_000, 10_000, 40_000, 100_000, 400_000, usize::MAX] {
            let short = with_budgets_divided_by(divisor, &pair);
            let case = format!("{number}, {divisor}:\n{printed}{pest}\n{whole}\n{short}");
            for (one, all) in short.productions.iter().zip(&whole.productions) {
                let is_untold = short.unknown.iter().any(|unknown| unknown.name == one.name);
                match (&one.verdict, &all.verdict) {
                    (Verdict::Undecided(_), _) => undecided += 1,
                    (Verdict::Equal, Verdict::Equal) => equal += 1,
                    (
                        Verdict::Differs { only_printed, only_pest },
                        Verdict::Differs { only_printed: all_printed, only_pest: all_pest },
                    ) => {
                        differ += 1;
                        for (one, all) in [(only_printed, all_printed), (only_pest, all_pest)] {
                            let length = |witness: &Option<Vec<u8>>| witness.as_ref().map(Vec::len);
                            let is_same = length(one) == length(all);
                            let is_longer = length(all).is_some() && length(one) > length(all);
                            assert!(is_same || is_untold && (one.is_none() || is_longer), "{case}");
                        }
                    }
                    _ => panic!("{case}"),
                }
                assert!(one.size.is_none() || one.size == all.size, "{case}");
            }
            // Facts that are not reported as unknown are known, and known facts are true.
            unknown += short.unknown.len();
            let is_untold = |name: &str| {
                short.unknown.iter().any(|one| one.name == name)
                    || matches!(short.production(name), Some(one) if matches!(one.verdict, Verdict::Undecided(_)))
            };
            assert!(short.never_taken.iter().all(|one| whole.never_taken.contains(one)), "{case}");
            for one in &whole.never_taken {
                assert!(short.never_taken.contains(one) || is_untold(&one.rule), "{case}");
            }
            let is_one = |one: &crate::verdicts::ambiguity::Overlap,
                          all: &crate::verdicts::ambiguity::Overlap| {
                let is_same =
                    one.production == all.production && one.alternatives == all.alternatives;
                is_same && one.witness.len() == all.witness.len()
            };
            let among = |one: &_, all: &[_]| all.iter().any(|other| is_one(one, other));
            assert!(short.overlaps.iter().all(|one| among(one, &whole.overlaps)), "{case}");
            for one in &whole.overlaps {
                assert!(among(one, &short.overlaps) || is_untold(&one.production), "{case}");
            }
        }
    }
    // All cases occur.
    assert!(undecided > 25 && equal > 25 && differ > 10 && unknown > 10);
}
