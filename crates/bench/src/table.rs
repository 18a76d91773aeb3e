//! Rows, as aligned text and as JSON.
//!
//! In: what was measured of a task. Out: a table for people, plain enough for a pipe, or an object
//! for each row. What is forgotten in the text is every digit that the next run would not repeat.

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};

use crate::measure::Timing;
use crate::targets::Verdict;
use crate::tasks::Task;

/// One input set of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The task's name.
    pub task: &'static str,
    /// The input set's name.
    pub input: String,
    /// How many strings it has that all contenders take.
    pub items: usize,
    /// How many bytes these have.
    pub bytes: usize,
    /// Who refuses how many strings of the set.
    pub refused: Vec<(&'static str, usize)>,
    /// What was measured; the first is the one whose time the ratios divide.
    pub timings: Vec<Timing>,
}

impl Row {
    /// The first contender's time over that one's.
    #[must_use]
    pub fn ratio(&self, name: &str) -> Option<f64> {
        self.timings.iter().find(|timing| timing.name == name).map(|timing| timing.ratio)
    }

    /// The row as an object; times in nanoseconds.
    #[must_use]
    pub fn json(&self) -> Value {
        let timing = |timing: &Timing| json!({ "name": timing.name, "nanoseconds": timing.nanoseconds, "ratio": timing.ratio });
        let refused = self.refused.iter().map(|(name, count)| ((*name).to_owned(), json!(count)));
        json!({
            "schema": 1,
            "task": self.task,
            "input": self.input,
            "items": self.items,
            "bytes": self.bytes,
            "refused": refused.collect::<serde_json::Map<_, _>>(),
            "contenders": self.timings.iter().map(timing).collect::<Vec<_>>(),
        })
    }
}

/// The rows of one task: of the first contender the time, of the others the ratio and the time.
#[must_use]
pub fn text(task: &Task, rows: &[Row]) -> String {
    let Some(first) = rows.first() else {
        return format!("{}\n  nothing to measure on\n", task.title);
    };
    let names = first.timings.iter().map(|timing| timing.name.clone());
    let header = ["".to_owned(), "strings".to_owned(), "bytes".to_owned()].into_iter().chain(names);
    let mut table = plain(header.collect());
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
        text +=
            &format!("  {}: left out as {}\n", row.input, refused.collect::<Vec<_>>().join(", "));
    }
    if !task.note.is_empty() {
        text += &format!("  {}\n", task.note);
    }
    text
}

/// The targets and what became of them.
#[must_use]
pub fn verdicts(verdicts: &[Verdict]) -> String {
    let header = ["", "", "over", "ratio", "target", "aim", ""].map(str::to_owned);
    let mut table = plain(header.to_vec());
    for one in verdicts {
        let [ratio, limit, aim] =
            [one.ratio, one.target.limit, one.target.aim].map(|number| format!("{number:.2}"));
        let (task, over) = (one.target.task.to_owned(), one.target.peer.to_owned());
        table.add_row([task, one.input.clone(), over, ratio, limit, aim, one.word().to_owned()]);
    }
    format!("targets\n{}\n", rendered(&mut table))
}

fn plain(header: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

/// Names to the left, numbers to the right.
fn rendered(table: &mut Table) -> String {
    let numbers = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let columns = table.column_count();
    for at in 0..columns {
        let is_number = table
            .row(0)
            .and_then(|row| row.cell_iter().nth(at))
            .is_some_and(|cell| at > 0 && numbers(&cell.content()));
        if let (true, Some(column)) = (is_number, table.column_mut(at)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn nanoseconds(time: f64) -> String {
    if time < 10.0 { format!("{time:.1}") } else { format!("{time:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks;

    fn row() -> Row {
        let timing =
            |name: &str, nanoseconds, ratio| Timing { name: name.to_owned(), nanoseconds, ratio };
        Row {
            task: "parse",
            input: "web".to_owned(),
            items: 2,
            bytes: 93,
            refused: vec![("oxiri", 3)],
            timings: vec![timing("urispec", 61.5, 1.0), timing("oxiri", 82.04, 0.7496)],
        }
    }

    #[test]
    fn a_row_says_the_time_and_the_ratio() {
        let text = text(&tasks::ALL[0], &[row()]);
        let lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["strings", "bytes", "urispec", "oxiri"]);
        assert_eq!(lines[2], ["web", "2", "46", "62", "0.75", "82"]);
        assert_eq!(lines[3], ["web:", "left", "out", "as", "oxiri", "3"]);
    }

    #[test]
    fn json_keeps_every_digit() {
        let json = row().json();
        assert_eq!(json["schema"], 1);
        assert_eq!(json["refused"]["oxiri"], 3);
        assert_eq!(json["contenders"][1]["ratio"], 0.7496);
    }
}
