//! Rows, as aligned text.
//!
//! In: what was measured of a task. Out: a table for people, plain enough for a pipe, or an object
//! for each row. What is forgotten in the text is every digit that the next run would not repeat.

use comfy_table::{CellAlignment, Table, presets};

use crate::measure::Timing;
use crate::row::{Row, Task};
use crate::targets::Verdict;

/// The rows of one task: the time of the first contender, the ratios and times of the others.
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

/// The targets, and whether each is reached.
#[must_use]
pub fn verdicts(verdicts: &[Verdict]) -> String {
    let header = ["", "", "over", "ratio", "target", ""].map(str::to_owned);
    let mut table = plain(header.to_vec());
    for one in verdicts {
        let [ratio, limit] = [one.ratio, one.target.limit].map(|number| format!("{number:.2}"));
        let (task, over) = (one.target.task.to_owned(), one.over.clone());
        table.add_row([task, one.input.clone(), over, ratio, limit, one.word().to_owned()]);
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
    let numbers =
        |text: &str| text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
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
    use crate::row::tests::a_row;

    const TASK: Task = Task {
        name: "parse",
        title: "parse",
        unit: "ns for each string",
        note: "",
        run: |_, _| Vec::new(),
    };

    #[test]
    fn a_row_says_the_time_and_the_ratio() {
        let text = text(&TASK, &[a_row()]);
        let lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["strings", "bytes", "urispec", "oxiri"]);
        assert_eq!(lines[2], ["web", "2", "46", "62", "0.75", "82"]);
        assert_eq!(lines[3], ["web:", "left", "out", "as", "oxiri", "3"]);
    }
}
