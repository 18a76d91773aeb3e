//! The list of all lints.

use std::io::{self, Write};

use urispec::Edition;
use urispec::lint::Lint;

use crate::outcome::Outcome;
use crate::output::Output;
use crate::record::Record;

pub(crate) fn list(edition: Edition, json: bool, out: &mut Output) -> io::Result<Outcome> {
    for lint in Lint::all() {
        let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
        let section = lint.section(edition);
        if json {
            Record::of(edition)
                .with("id", id)
                .with("severity", severity.name())
                .with("section", section)
                .with("summary", summary)
                .print(out)?;
        } else {
            writeln!(out, "{id:22}  {severity:7}  {:7}  {summary}", section.unwrap_or("-"))?;
        }
    }
    Ok(Outcome::Yes)
}
