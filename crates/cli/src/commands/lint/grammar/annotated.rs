//! Findings in grammars as a log for another program.

use std::collections::BTreeSet;
use std::io;

use urispec_audit::lint::{Finding, Lint};

use super::{Args, LintedFile, level};
use crate::findings::{Annotation, Level, Log, Position, Rule};
use crate::output::Output;

pub(super) fn print(
    args: &Args,
    files: &[LintedFile],
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    log.begin(out)?;
    for one in files {
        for finding in &one.linted.findings {
            log.add(&annotation(args, one, finding), out)?;
        }
    }
    let found = files.iter().flat_map(|one| &one.linted.findings).map(|finding| finding.lint);
    let all: BTreeSet<Lint> = found.collect();
    let rules = all.into_iter().map(|lint| {
        let level = Level::named(lint.severity().name()).unwrap_or(Level::Warning);
        Rule { id: lint.id(), level, summary: lint.summary() }
    });
    log.end(rules, out)
}

fn annotation<'f>(args: &Args, one: &'f LintedFile, finding: &'f Finding) -> Annotation<'f> {
    let region = |span| Position::first(1).region(one.text.as_bytes(), span);
    Annotation {
        rule: finding.lint.id(),
        level: level(args, finding),
        message: finding.message.to_string(),
        place: Some((one.path.clone(), region(&finding.span))),
        about: None,
        fix: finding.mend.as_ref().map(|mend| (region(&mend.span), &*mend.text)),
    }
}
