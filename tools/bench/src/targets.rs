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
    /// The contender whose time divides that of urispec; none for the fastest.
    pub over: Option<&'static str>,
    /// The bound that the ratio must not exceed.
    pub limit: f64,
}

const fn fastest(task: &'static str, input: Option<&'static str>, limit: f64) -> Target {
    Target { task, input, over: None, limit }
}

const fn over(
    name: &'static str,
    (task, input): (&'static str, Option<&'static str>),
    limit: f64,
) -> Target {
    Target { task, input, over: Some(name), limit }
}

/// All targets. They are of the profile `plain`.
pub const ALL: [Target; 38] = [
    fastest("parse", Some("web"), 0.50),
    fastest("parse", Some("file"), 0.50),
    fastest("parse", Some("hrefs"), 0.50),
    fastest("parse", Some("synthetic"), 0.50),
    fastest("parse-owned", Some("web"), 0.60),
    fastest("seven", Some("web"), 0.50),
    fastest("validate", Some("web"), 0.35),
    fastest("iris", Some("beyond ASCII"), 0.75),
    fastest("reject", Some("web"), 0.50),
    fastest("offset", Some("web"), 0.50),
    fastest("resolve", Some("5.4"), 0.70),
    fastest("resolve", Some("hrefs"), 0.70),
    fastest("resolve", Some("absolute path"), 0.70),
    fastest("resolve", Some("?q"), 0.70),
    fastest("resolve", Some("#f"), 0.70),
    fastest("resolve", Some("whole URI"), 0.70),
    fastest("resolve", Some("../ x8"), 0.70),
    fastest("resolve", Some("64 dots"), 0.70),
    fastest("resolve-into", Some("5.4"), 0.80),
    fastest("resolve-into", Some("hrefs"), 0.80),
    fastest("resolve-into", Some("absolute path"), 0.80),
    fastest("resolve-into", Some("?q"), 0.80),
    fastest("resolve-into", Some("#f"), 0.80),
    fastest("resolve-into", Some("whole URI"), 0.80),
    fastest("resolve-into", Some("../ x8"), 0.80),
    fastest("resolve-into", Some("64 dots"), 0.80),
    fastest("parse-resolve", None, 0.50),
    fastest("normalize", Some("web"), 0.30),
    fastest("normalize", Some("file"), 0.30),
    fastest("normalize", Some("synthetic"), 0.30),
    fastest("normalize", Some("needing work"), 0.50),
    fastest("compare", Some("equivalents"), 0.80),
    fastest("percent", Some("decode"), 0.70),
    fastest("percent", Some("encode"), 0.70),
    over("as URIs", ("iris", Some("web")), 1.10),
    over("bare table", ("editions", None), 1.20),
    over("parse", ("tree", Some("web")), 20.00),
    over("1 MiB", ("scaling", None), 1.30),
];

/// Whether a target is reached, and by which ratio.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The target itself.
    pub target: Target,
    /// The input set with the worst ratio.
    pub input: String,
    /// The contender whose time divides.
    pub over: String,
    /// The ratio of that input set.
    pub ratio: f64,
}

impl Verdict {
    /// `missed` or `reached`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.ratio <= self.target.limit { "reached" } else { "missed" }
    }

    /// The verdict as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        let Target { task, limit, .. } = self.target;
        json!({
            "schema": 1, "target": task, "input": self.input, "over": self.over, "ratio": self.ratio,
            "limit": limit, "verdict": self.word(),
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
        let timing = |row: &Row| match target.over {
            Some(name) => row.timings.iter().find(|timing| timing.name == name).cloned(),
            None => row.fastest().cloned(),
        };
        let found = rows.iter().filter(speaks);
        let (input, timing) = found
            .filter_map(|row| Some((row.input.clone(), timing(row)?)))
            .max_by(|(_, one), (_, other)| one.ratio.total_cmp(&other.ratio))?;
        Some(Verdict { target: *target, input, over: timing.name, ratio: timing.ratio })
    };
    ALL.iter().filter_map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Timing;

    /// A row in which urispec took 1 ns and the others what the ratios say.
    fn row(task: &'static str, input: &str, others: &[(&str, f64)]) -> Row {
        let timing = |&(name, ratio): &(&str, f64)| Timing {
            name: name.to_owned(),
            nanoseconds: 1.0 / ratio,
            ratio,
        };
        let timings = [("urispec", 1.0)].iter().chain(others).map(timing).collect();
        Row { task, input: input.to_owned(), items: 1, bytes: 1, refused: Vec::new(), timings }
    }

    #[test]
    fn the_worst_row_answers_for_all_and_the_fastest_for_its_row() {
        let rows = [
            row("editions", "rfc1738", &[("bare table", 1.25)]),
            row("editions", "rfc2396", &[("bare table", 0.9)]),
            row("parse", "web", &[("fluent-uri", 0.45), ("oxiri", 0.3)]),
            row("parse", "file", &[("fluent-uri", 0.4), ("oxiri", 0.6)]),
            row("parse", "other", &[("fluent-uri", 9.0)]),
        ];
        let found = verdicts(&rows);
        let words: Vec<_> = found.iter().map(|one| (&*one.input, &*one.over, one.word())).collect();
        let expected = [
            ("web", "fluent-uri", "reached"),
            ("file", "oxiri", "missed"),
            ("rfc1738", "bare table", "missed"),
        ];
        assert_eq!(words, expected);
    }
}
