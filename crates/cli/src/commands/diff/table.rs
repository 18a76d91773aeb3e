//! The table that compares each edition with each.

use std::io::{self, Write};

use urispec::Edition;
use urispec_compare::diff::{Comparison, Relation};

use crate::output::Output;
use crate::output::columns::{Cell, lines};
use crate::output::style::Literal;

pub(crate) fn show(rows: &[Vec<Comparison>], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let ids = || Edition::ALL.iter().map(|edition| Cell::new(edition.id()));
    let mut table = vec![[Cell::new("")].into_iter().chain(ids()).collect::<Vec<_>>()];
    for (id, row) in ids().zip(rows) {
        table.push([id.styled(label)].into_iter().chain(row.iter().map(cell)).collect());
    }
    let lines = lines(&table);
    writeln!(out, "{label}{}{label:#}", lines[0])?;
    lines[1..].iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(
        out,
        "\nEach line against each column: = the same strings, ⊂ within, ⊃ contains, ∩ overlaps,\n\
         ∅ disjoint, and the shortest string that only the line's edition accepts."
    )
}

fn cell(comparison: &Comparison) -> Cell {
    let symbol = match comparison.relation {
        Relation::Equal => "=",
        Relation::Within => "⊂",
        Relation::Contains => "⊃",
        Relation::Overlaps => "∩",
        Relation::Disjoint => "∅",
    };
    Cell::new(match &comparison.only_left {
        Some(witness) => format!("{symbol} {}", Literal(witness.as_bytes())),
        None => symbol.to_owned(),
    })
}
