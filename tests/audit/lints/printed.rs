//! The lint of ordered choice on random grammars in ABNF, checked by two plain readers of their terms.

use urispec_audit::lint::Lint;

use super::lint;
use crate::scaled;
use crate::support::Numbers;

/// A term with two plain readers: all its strings, and the prefix that a parser reads.
enum Sample {
    Text(&'static str),
    Name(usize),
    Sequence(Vec<Sample>),
    Choice(Vec<Sample>),
    Repeat(usize, usize, Box<Sample>),
}

/// The length of the longest strings, and the bound of unbounded repetitions.
const LENGTH: usize = 6;

impl Sample {
    fn random(numbers: &mut Numbers, rule: usize, rules: usize, depth: usize) -> Self {
        let parts = |numbers: &mut Numbers| -> Vec<Self> {
            let count = 2 + numbers.below(2);
            (0..count).map(|_| Self::random(numbers, rule, rules, depth - 1)).collect()
        };
        match numbers.below(if depth == 0 { 3 } else { 9 }) {
            0 if rule + 1 < rules => Self::Name(rule + 1 + numbers.below(rules - rule - 1)),
            0..=2 => Self::Text(["0", "1", "00", "01", "10", ""][numbers.below(6)]),
            3..=5 => Self::Sequence(parts(numbers)),
            6 | 7 => Self::Choice(parts(numbers)),
            _ => {
                let (min, max) = [(0, 1), (0, LENGTH), (1, LENGTH), (2, 3)][numbers.below(4)];
                Self::Repeat(min, max, Box::new(Self::random(numbers, rule, rules, depth - 1)))
            }
        }
    }

    fn written(&self) -> String {
        let all = |parts: &[Self], sign: &str| {
            let parts: Vec<String> = parts.iter().map(Self::written).collect();
            format!("({})", parts.join(sign))
        };
        match self {
            Self::Text(text) => format!("\"{text}\""),
            Self::Name(rule) => format!("r{rule}"),
            Self::Sequence(parts) => all(parts, " "),
            Self::Choice(parts) => all(parts, " / "),
            Self::Repeat(min, LENGTH, of) => format!("{min}*({})", of.written()),
            Self::Repeat(min, max, of) => format!("{min}*{max}({})", of.written()),
        }
    }

    /// Returns all places where a string of the term that begins at `at` may end.
    fn ends(&self, rules: &[Self], text: &str, at: usize) -> Vec<usize> {
        let mut ends = match self {
            Self::Text(own) => {
                text[at..].starts_with(own).then_some(at + own.len()).into_iter().collect()
            }
            Self::Name(rule) => rules[*rule].ends(rules, text, at),
            Self::Sequence(parts) => parts.iter().fold(vec![at], |from, part| {
                from.into_iter().flat_map(|at| part.ends(rules, text, at)).collect()
            }),
            Self::Choice(parts) => {
                parts.iter().flat_map(|part| part.ends(rules, text, at)).collect()
            }
            Self::Repeat(min, max, of) => {
                let (mut from, mut all) = (vec![at], Vec::new());
                for round in 0..=*max {
                    all.extend(from.iter().copied().filter(|_| round >= *min));
                    from = from.into_iter().flat_map(|at| of.ends(rules, text, at)).collect();
                    from.sort_unstable();
                    from.dedup();
                }
                all
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Returns where a parser ends that chooses the first alternative that matches and repeats as often as it can.
    fn end(&self, rules: &[Self], text: &str, at: usize) -> Option<usize> {
        match self {
            Self::Text(own) => text[at..].starts_with(own).then_some(at + own.len()),
            Self::Name(rule) => rules[*rule].end(rules, text, at),
            Self::Sequence(parts) => {
                parts.iter().try_fold(at, |at, part| part.end(rules, text, at))
            }
            Self::Choice(parts) => parts.iter().find_map(|part| part.end(rules, text, at)),
            Self::Repeat(min, max, of) => {
                let (mut end, mut round) = (at, 0);
                while round < *max {
                    match of.end(rules, text, end) {
                        Some(next) if next > end || round < *min => {
                            (end, round) = (next, round + 1)
                        }
                        _ => break,
                    }
                }
                (round >= *min).then_some(end)
            }
        }
    }
}

/// If a parser loses a string of a production, the lint reports a production that it reaches, or one is undecided.
#[test]
fn every_loss_in_random_grammars_is_reported_or_undecided() {
    let count = scaled(40, 20_000);
    let mut numbers = Numbers(1_123_581_321);
    let texts: Vec<String> = (0..=LENGTH)
        .flat_map(|length| (0..1_usize << length).map(move |bits| (length, bits)))
        .map(|(length, bits)| {
            (0..length).map(|at| if bits >> at & 1 == 1 { '1' } else { '0' }).collect()
        })
        .collect();
    let mut losing = 0;
    for number in 0..count {
        let rules: Vec<Sample> =
            (0..3).map(|rule| Sample::random(&mut numbers, rule, 3, 3)).collect();
        let lines =
            rules.iter().enumerate().map(|(at, one)| format!("r{at} = {}\n", one.written()));
        let text: String = lines.collect();
        let linted = lint("abnf", &text);
        for (at, rule) in rules.iter().enumerate() {
            let lost = texts.iter().find(|one| {
                rule.ends(&rules, one, 0).contains(&one.len())
                    && rule.end(&rules, one, 0) != Some(one.len())
            });
            let Some(lost) = lost else { continue };
            losing += 1;
            // A rule calls only later rules.
            let is_its = |name: &str| name[1..].parse::<usize>().is_ok_and(|one| one >= at);
            let is_found = linted.findings.iter().any(|one| {
                one.lint == Lint::OrderedChoice && one.rule.as_deref().is_some_and(is_its)
            });
            let is_undecided = linted.undecided.iter().any(|one| is_its(&one.rule));
            assert!(is_found || is_undecided, "grammar {number}: r{at} loses {lost:?}\n{text}");
        }
    }
    assert!(losing > count / 4, "only {losing} productions lose a string");
}
