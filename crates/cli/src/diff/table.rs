//! The six editions, each with each.

use std::io::{self, Write};

use urispec::Edition;
use urispec::diff::{Comparison, Relation};

use crate::output::Output;
use crate::style::Literal;

pub(crate) fn show(rows: &[Vec<Comparison>], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>()).collect();
    let width = |column: usize| {
        let widths = cells.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or_default().max(Edition::ALL[column].id().len())
    };
    let names = Edition::ALL.iter().map(|edition| edition.id().len()).max().unwrap_or_default();
    let titles = Edition::ALL.iter().enumerate();
    let titles = titles.map(|(column, edition)| format!("  {:<1$}", edition.id(), width(column)));
    let titles = format!("{:names$}{}", "", titles.collect::<String>());
    writeln!(out, "{label}{}{label:#}", titles.trim_end())?;
    for (edition, row) in Edition::ALL.iter().zip(&cells) {
        let row = row.iter().enumerate();
        let row = row.map(|(column, cell)| format!("  {cell:<0$}", width(column)));
        let row = row.collect::<String>();
        writeln!(out, "{label}{:<names$}{label:#}{}", edition.id(), row.trim_end())?;
    }
    writeln!(
        out,
        "\nEach line against each column: = the same strings, ⊂ within, ⊃ contains, ∩ overlaps,\n\
         ∅ disjoint, and the shortest string that only the line's edition accepts."
    )
}

fn cell(comparison: &Comparison) -> String {
    let symbol = match comparison.relation {
        Relation::Equal => "=",
        Relation::Within => "⊂",
        Relation::Contains => "⊃",
        Relation::Overlaps => "∩",
        Relation::Disjoint => "∅",
    };
    match &comparison.only_left {
        Some(witness) => format!("{symbol} {}", Literal(witness.as_bytes())),
        None => symbol.to_owned(),
    }
}
