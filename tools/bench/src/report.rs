//! Rows as aligned text, with only the digits that another run would repeat.

use comfy_table::{CellAlignment, Table, presets};

use crate::measure::{Row, Timing};
use crate::tasks::Task;

/// Returns the rows of a task: the time of the first contender, then the ratios and times of the others.
pub(crate) fn text(task: &Task, rows: &[Row]) -> String {
    let Some(first) = rows.first() else {
        return format!("{}\n  no string is suitable\n", task.title);
    };
    let names = first.timings.iter().map(|timing| timing.name);
    let mut table = Table::new();
    let header: Vec<_> = ["", "strings", "bytes"].into_iter().chain(names).collect();
    table.load_style(presets::NOTHING).set_header(header);
    for row in rows {
        let mean = row.bytes as f64 / row.items as f64;
        let cell = |(at, timing): (usize, &Timing)| match at {
            0 => nanoseconds(timing.nanoseconds),
            _ => format!("{:.2} {:>6}", timing.ratio, nanoseconds(timing.nanoseconds)),
        };
        let leading = [row.input.clone(), row.items.to_string(), format!("{mean:.0}")];
        table.add_row(leading.into_iter().chain(row.timings.iter().enumerate().map(cell)));
    }
    table.column_iter_mut().skip(1).for_each(|one| one.set_cell_alignment(CellAlignment::Right));
    let mut text = format!("{}\n{}\n", task.title, table.trim_fmt());
    for row in rows.iter().filter(|row| !row.rejected.is_empty()) {
        let rejected = row.rejected.iter().map(|(name, count)| format!("{count} by {name}"));
        let rejected: Vec<_> = rejected.collect();
        text += &format!("  {}: strings rejected: {}\n", row.input, rejected.join(", "));
    }
    if !task.note.is_empty() {
        text += &format!("  {}\n", task.note);
    }
    text
}

fn nanoseconds(time: f64) -> String {
    if time < 10.0 { format!("{time:.1}") } else { format!("{time:.0}") }
}
