//! What the rates of the program should be.

use serde_json::{Value, json};

use super::commands::{EDITIONS, GET, INVALID, LINT_CLEAN};
use super::rate::Rate;
use super::rivals::{PYTHON, RIPGREP};

/// Whether a target is reached.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) what: String,
    pub(super) figure: f64,
    pub(super) limit: f64,
    pub(super) unit: &'static str,
    is_reached: bool,
}

impl Verdict {
    pub(super) const fn word(&self) -> &'static str {
        if self.is_reached { "reached" } else { "missed" }
    }

    pub(super) fn json(&self) -> Value {
        let Self { what, figure, limit, unit, .. } = self;
        json!({
            "schema": 1, "target": what, "figure": figure, "limit": limit, "unit": unit,
            "verdict": self.word(),
        })
    }
}

/// Microseconds for a line on one core, at most.
const AT_MOST: [(&str, f64); 3] = [(EDITIONS, 3.0), (LINT_CLEAN, 1.0), (INVALID, 2.0)];

/// How many times as fast as another program one core is, at least.
const AT_LEAST: [(&str, &str, f64); 2] = [(GET, PYTHON, 10.0), (GET, RIPGREP, 1.0)];

/// The verdicts that the rates allow.
pub(super) fn verdicts(rates: &[Rate]) -> Vec<Verdict> {
    let rate = |name: &str| {
        rates.iter().find(|rate| rate.name == name && rate.threads.is_none_or(|all| all == 1))
    };
    let at_most = AT_MOST.iter().filter_map(|&(name, limit)| {
        let figure = rate(name)?.microseconds();
        let is_reached = figure <= limit;
        Some(Verdict { what: name.to_owned(), figure, limit, unit: "µs", is_reached })
    });
    let at_least = AT_LEAST.iter().filter_map(|&(name, other, limit)| {
        let figure = rate(name)?.lines_a_second() / rate(other)?.lines_a_second();
        let is_reached = figure >= limit;
        Some(Verdict {
            what: format!("{name} over {other}"),
            figure,
            limit,
            unit: "times",
            is_reached,
        })
    });
    at_most.chain(at_least).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rate::tests::rate;
    use super::*;

    #[test]
    fn one_core_answers() {
        let rates = [
            rate(EDITIONS, Some(1), 1.5),
            rate(EDITIONS, Some(2), 9.0),
            rate(LINT_CLEAN, Some(1), 0.501),
            rate(GET, Some(2), 0.01),
            rate(GET, Some(1), 0.2),
            rate(PYTHON, None, 2.0),
            rate(RIPGREP, None, 0.1),
        ];
        let found = verdicts(&rates);
        let told: Vec<_> = found.iter().map(|one| (one.figure, one.word())).collect();
        assert_eq!(told, [(3.0, "reached"), (1.002, "missed"), (10.0, "reached"), (0.5, "missed")]);
        assert_eq!(found[3].what, "get --columns host over rg -o");
        assert!(verdicts(&rates[3..4]).is_empty());
    }
}
