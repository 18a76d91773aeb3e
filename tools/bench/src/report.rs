//! Rows as aligned text, plain enough for a pipe, without the digits that the next run would not repeat; and what the
//! ratios should be. A target without an input is one for all rows of its task, and the worst of them answers.

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};

use crate::measure::{Row, Timing};
use crate::tasks::Task;

/// The rows of one task: the time of the first contender, the ratios and times of the others.
pub(crate) fn text(task: &Task, rows: &[Row]) -> String {
    let Some(first) = rows.first() else {
        return format!("{}\n  nothing to measure on\n", task.title);
    };
    let names = first.timings.iter().map(|timing| &*timing.name);
    let mut table = plain(["", "strings", "bytes"].into_iter().chain(names).collect());
    for row in rows {
        let mean = row.bytes as f64 / row.items as f64;
        let cell = |(at, timing): (usize, &Timing)| match at {
            0 => nanoseconds(timing.nanoseconds),
            _ => format!("{:.2} {:>6}", timing.ratio, nanoseconds(timing.nanoseconds)),
        };
        let leading = [row.input.clone(), row.items.to_string(), format!("{mean:.0}")];
        table.add_row(leading.into_iter().chain(row.timings.iter().enumerate().map(cell)));
    }
    let mut text = format!("{} ({})\n{}\n", task.title, task.unit, rendered(&mut table));
    for row in rows.iter().filter(|row| !row.refused.is_empty()) {
        let refused = row.refused.iter().map(|(name, count)| format!("{name} {count}"));
        let refused: Vec<_> = refused.collect();
        text += &format!("  {}: left out as {}\n", row.input, refused.join(", "));
    }
    if !task.note.is_empty() {
        text += &format!("  {}\n", task.note);
    }
    text
}

/// The targets, and whether each is reached.
pub(crate) fn table(verdicts: &[Verdict]) -> String {
    let mut table = plain(vec!["", "", "over", "ratio", "target", ""]);
    for one in verdicts {
        let [ratio, limit] = [one.ratio, one.limit].map(|number| format!("{number:.2}"));
        table.add_row([one.task, &one.input, &one.over, &ratio, &limit, one.word()]);
    }
    format!("targets\n{}\n", rendered(&mut table))
}

fn plain(header: Vec<&str>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

/// Names to the left, numbers to the right.
fn rendered(table: &mut Table) -> String {
    let numbers =
        |text: &str| text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    for at in 1..table.column_count() {
        let cell = table.row(0).and_then(|row| row.cell_iter().nth(at));
        let is_number = cell.is_some_and(|cell| numbers(&cell.content()));
        if let (true, Some(column)) = (is_number, table.column_mut(at)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn nanoseconds(time: f64) -> String {
    if time < 10.0 { format!("{time:.1}") } else { format!("{time:.0}") }
}

/// A bound that ratios must not exceed: the task, the input sets, of which none is the worst of all, the contender whose
/// time divides that of urispec, and the bound.
type Target = (&'static str, &'static [&'static str], &'static str, f64);

/// Whoever is the fastest.
const FASTEST: &str = "";

const OF_RESOLVING: &[&str] =
    &["5.4", "hrefs", "absolute path", "?q", "#f", "whole URI", "../ x8", "64 dots"];

/// All targets. They are of the profile `plain`.
const TARGETS: [Target; 18] = [
    ("parse", &["web", "file", "hrefs", "synthetic"], FASTEST, 0.50),
    ("parse-owned", &["web"], FASTEST, 0.60),
    ("seven", &["web"], FASTEST, 0.50),
    ("validate", &["web"], FASTEST, 0.35),
    ("iris", &["beyond ASCII"], FASTEST, 0.75),
    ("reject", &["web"], FASTEST, 0.50),
    ("offset", &["web"], FASTEST, 0.50),
    ("resolve", OF_RESOLVING, FASTEST, 0.70),
    ("resolve-into", OF_RESOLVING, FASTEST, 0.80),
    ("parse-resolve", &[], FASTEST, 0.50),
    ("normalize", &["web", "file", "synthetic"], FASTEST, 0.30),
    ("normalize", &["needing work"], FASTEST, 0.50),
    ("compare", &["equivalents"], FASTEST, 0.80),
    ("percent", &["decode", "encode"], FASTEST, 0.70),
    ("iris", &["web"], "as URIs", 1.10),
    ("editions", &[], "bare table", 1.20),
    ("tree", &["web"], "parse", 20.00),
    ("scaling", &[], "1 MiB", 1.30),
];

/// Whether a target is reached, and by which ratio.
#[derive(Debug)]
pub(crate) struct Verdict {
    task: &'static str,
    limit: f64,
    /// The input set with the worst ratio.
    input: String,
    /// The contender whose time divides.
    over: String,
    ratio: f64,
}

impl Verdict {
    fn word(&self) -> &'static str {
        if self.ratio <= self.limit { "reached" } else { "missed" }
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "schema": 1, "target": self.task, "input": self.input, "over": self.over, "ratio": self.ratio,
            "limit": self.limit, "verdict": self.word(),
        })
    }
}

/// The verdicts that the rows allow.
pub(crate) fn verdicts(rows: &[Row]) -> Vec<Verdict> {
    let verdict = |(task, over, limit), input: Option<&str>| {
        let of_it = |row: &&Row| row.task == task && input.is_none_or(|input| input == row.input);
        let timing = |row: &Row| match over {
            FASTEST => row.fastest().cloned(),
            over => row.timings.iter().find(|timing| timing.name == over).cloned(),
        };
        let found = rows.iter().filter(of_it);
        let (input, timing) = found
            .filter_map(|row| Some((row.input.clone(), timing(row)?)))
            .max_by(|(_, one), (_, other)| one.ratio.total_cmp(&other.ratio))?;
        Some(Verdict { task, limit, input, over: timing.name, ratio: timing.ratio })
    };
    let of_target = |(task, inputs, over, limit): Target| {
        let inputs: Vec<_> = match inputs {
            [] => vec![None],
            inputs => inputs.iter().copied().map(Some).collect(),
        };
        inputs.into_iter().map(move |input| verdict((task, over, limit), input))
    };
    TARGETS.into_iter().flat_map(of_target).flatten().collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// How many rows are asked for, one for each input set.
    pub(crate) fn targets() -> usize {
        TARGETS.iter().map(|(_, inputs, ..)| inputs.len().max(1)).sum()
    }

    /// A row in which urispec took 1 ns and the others what the ratios say.
    fn row(task: &'static str, input: &str, others: &[(&str, f64)]) -> Row {
        let timing = |&(name, ratio): &(&str, f64)| Timing {
            name: name.to_owned(),
            nanoseconds: 1.0 / ratio,
            ratio,
        };
        let timings = [("urispec", 1.0)].iter().chain(others).map(timing).collect();
        Row { task, input: input.to_owned(), items: 2, bytes: 93, refused: Vec::new(), timings }
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

    #[test]
    fn every_target_is_of_a_task() {
        assert_eq!(targets(), 38);
        for (task, ..) in TARGETS {
            assert!(crate::tasks::ALL.iter().any(|one| one.name == task), "{task}");
        }
    }

    #[test]
    fn a_row_says_the_time_and_the_ratio() {
        let mut row = row("parse", "web", &[("oxiri", 0.7496)]);
        row.refused = vec![("oxiri", 3)];
        row.timings[0].nanoseconds = 61.5;
        row.timings[1].nanoseconds = 82.04;
        let text = text(&crate::tasks::ALL[0], &[row.clone()]);
        let lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["strings", "bytes", "urispec", "oxiri"]);
        assert_eq!(lines[2], ["web", "2", "46", "62", "0.75", "82"]);
        assert_eq!(lines[3], ["web:", "left", "out", "as", "oxiri", "3"]);
        // Every digit is kept.
        let json = row.json();
        assert_eq!((&json["schema"], &json["refused"]["oxiri"]), (&1.into(), &3.into()));
        assert_eq!(json["contenders"][1]["ratio"], 0.7496);
    }
}
