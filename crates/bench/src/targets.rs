//! What the ratios should be.
//!
//! In: rows. Out: for each target that some row speaks of, whether it is reached. A target without
//! an input is one for all rows of its task, and the worst of them answers.

use serde_json::{Value, json};

use crate::row::Row;

/// A bound of a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The task's name.
    pub task: &'static str,
    /// The input set's name; none for the worst of all.
    pub input: Option<&'static str>,
    /// The library whose time divides that of urispec.
    pub peer: &'static str,
    /// The bound that the ratio must not exceed.
    pub limit: f64,
    /// The lower ratio that is the aim.
    pub aim: f64,
}

const fn target(
    (task, input, peer): (&'static str, Option<&'static str>, &'static str),
    limit: f64,
    aim: f64,
) -> Target {
    Target { task, input, peer, limit, aim }
}

/// All targets.
pub const ALL: [Target; 25] = [
    target(("parse", Some("web"), "fluent-uri"), 0.75, 0.50),
    target(("parse", Some("file"), "fluent-uri"), 0.80, 0.50),
    target(("parse", Some("hrefs"), "fluent-uri"), 0.80, 0.50),
    target(("parse", Some("synthetic"), "fluent-uri"), 0.65, 0.50),
    target(("validate", Some("web"), "fluent-uri"), 0.75, 0.40),
    target(("iris", Some("beyond ASCII"), "fluent-uri"), 0.75, 0.50),
    target(("iris", Some("beyond ASCII"), "oxiri"), 0.75, 0.50),
    target(("iris", Some("web"), "as URIs"), 1.10, 1.00),
    target(("reject", Some("web"), "fluent-uri"), 0.75, 0.50),
    target(("offset", Some("web"), "fluent-uri"), 0.75, 0.50),
    target(("resolve", Some("5.4"), "oxiri"), 0.95, 0.70),
    target(("resolve", Some("hrefs"), "oxiri"), 0.95, 0.70),
    target(("resolve", Some("../ x8"), "oxiri"), 0.95, 0.70),
    target(("resolve", Some("64 dots"), "oxiri"), 0.95, 0.70),
    target(("resolve-into", Some("5.4"), "oxiri"), 1.00, 0.80),
    target(("resolve-into", Some("hrefs"), "oxiri"), 1.00, 0.80),
    target(("resolve-into", Some("../ x8"), "oxiri"), 1.00, 0.80),
    target(("resolve-into", Some("64 dots"), "oxiri"), 1.00, 0.80),
    target(("normalize", Some("web"), "fluent-uri"), 0.60, 0.35),
    target(("normalize", Some("synthetic"), "fluent-uri"), 0.70, 0.35),
    target(("normalize", Some("needing work"), "fluent-uri"), 0.80, 0.35),
    target(("percent", Some("decode"), "percent-encoding"), 0.70, 0.50),
    target(("percent", Some("encode"), "percent-encoding"), 0.70, 0.50),
    target(("editions", None, "bare table"), 1.20, 1.00),
    target(("scaling", None, "1 MiB"), 1.30, 1.10),
];

/// Whether a target is reached, and by which ratio.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The target itself.
    pub target: Target,
    /// The input set with the worst ratio.
    pub input: String,
    /// The ratio of that input set.
    pub ratio: f64,
}

impl Verdict {
    /// `missed`, `reached`, or `reached, and the aim`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.ratio {
            ratio if ratio <= self.target.aim => "reached, and the aim",
            ratio if ratio <= self.target.limit => "reached",
            _ => "missed",
        }
    }

    /// The verdict as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        let Target { task, peer, limit, aim, .. } = self.target;
        json!({
            "schema": 1, "target": task, "input": self.input, "over": peer, "ratio": self.ratio,
            "limit": limit, "aim": aim, "verdict": self.word(),
        })
    }
}

/// The verdicts that the rows allow.
#[must_use]
pub fn verdicts(rows: &[Row]) -> Vec<Verdict> {
    let verdict = |target: &Target| {
        let speaks = |row: &&Row| {
            row.task == target.task && target.input.is_none_or(|input| input == row.input)
        };
        let ratio = |row: &Row| Some((row.input.clone(), row.ratio(target.peer)?));
        let (input, ratio) = rows
            .iter()
            .filter(speaks)
            .filter_map(ratio)
            .max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        Some(Verdict { target: *target, input, ratio })
    };
    ALL.iter().filter_map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Timing;

    fn row(task: &'static str, input: &str, peer: &str, ratio: f64) -> Row {
        let timings = vec![Timing { name: peer.to_owned(), nanoseconds: 1.0, ratio }];
        Row { task, input: input.to_owned(), items: 1, bytes: 1, refused: Vec::new(), timings }
    }

    #[test]
    fn the_worst_row_answers_for_all() {
        let rows = [
            row("editions", "rfc1738", "bare table", 1.25),
            row("editions", "rfc2396", "bare table", 0.9),
            row("parse", "web", "fluent-uri", 0.6),
            row("parse", "file", "fluent-uri", 0.5),
            row("parse", "other", "fluent-uri", 9.0),
        ];
        let found = verdicts(&rows);
        let words: Vec<_> = found.iter().map(|one| (one.input.as_str(), one.word())).collect();
        let expected =
            [("web", "reached"), ("file", "reached, and the aim"), ("rfc1738", "missed")];
        assert_eq!(words, expected);
    }
}
