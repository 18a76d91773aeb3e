//! The list of the lints of packs.

use std::io::{self, Write};

use urispec::Edition;
use urispec_lint::{Lint, Pack};
use urispec_views::lint::citations;
use urispec_views::record::Record;

use super::show::Cited;
use crate::output::Output;
use crate::output::outcome::Outcome;

pub(crate) fn list(
    packs: &[Pack],
    edition: Edition,
    json: bool,
    out: &mut Output,
) -> io::Result<Outcome> {
    for pack in packs {
        let sections = pack.lints().iter().filter_map(|lint| lint.section(edition));
        let width = sections.map(str::len).max().unwrap_or_default();
        for lint in pack.lints() {
            line(lint, edition, json, width, out)?;
        }
    }
    Ok(Outcome::Yes)
}

/// A line of the list, in which the section has that width.
fn line(
    lint: &Lint,
    edition: Edition,
    json: bool,
    width: usize,
    out: &mut Output,
) -> io::Result<()> {
    let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
    if json {
        let begun = Record::of(edition).with("id", id).with("severity", severity.name());
        let cited = match lint.pack() {
            Pack::Letter => begun.with("section", lint.section(edition)),
            pack => {
                let citations = citations(lint.citations());
                begun.with("pack", pack.name()).with_all("citations", citations)
            }
        };
        return cited.with("summary", summary).print(out);
    }
    match lint.pack() {
        Pack::Letter => {
            let section = lint.section(edition).unwrap_or("-");
            writeln!(out, "{id:22}  {severity:7}  {section:width$}  {summary}")
        }
        _ => writeln!(out, "{id:22}  {severity:7}  {summary}{}", Cited::of(lint.citations())),
    }
}
