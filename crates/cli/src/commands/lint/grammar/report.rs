//! Findings in grammars as a log for another program.

use std::collections::BTreeSet;
use std::io;
use std::io::Write;

use urispec_audit::lint::{Finding, Lint, Mend};

use super::super::show::style;
use super::{Args, LintedFile, level};
use crate::findings::{Annotation, Level, Log, LogRule, Position};
use crate::output::Output;
use crate::output::terminal::with_tabs;

pub(super) fn print_annotated(
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
        LogRule { id: lint.id(), level, summary: lint.summary() }
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

// A finding in a grammar for people: the place, the sentence, and the line with a mark below it.

/// The number of characters of a line that are shown.
const SHOWN: usize = 100;

pub(in super::super) fn show(
    file: &str,
    text: &str,
    finding: &Finding,
    (is_short, level): (bool, Level),
    out: &mut Output,
) -> io::Result<()> {
    let Finding { line, column, message, .. } = finding;
    let palette = out.palette;
    let (style, severity) = (style(palette, level), level.name());
    let id = finding.lint.id();
    writeln!(out, "{style}{severity}:{style:#} {file}:{line}:{column}: {message} [{id}]")?;
    let begin = text[..finding.span.start].rfind('\n').map_or(0, |end| end + 1);
    let content = text[begin..].lines().next().unwrap_or_default();
    if is_short || content.trim().is_empty() {
        return Ok(());
    }
    let end = finding.span.end.min(begin + content.len()).max(finding.span.start);
    let carets = text[finding.span.start..end].chars().count().max(1);
    // A long line is shown around its mark.
    let from = (column - 1).saturating_sub(SHOWN / 2);
    let from = if content.chars().count() <= SHOWN { 0 } else { from };
    let shown: String = content.chars().skip(from).take(SHOWN).collect();
    let blanks: String = shown
        .chars()
        .take(column - 1 - from)
        .map(|one| if one == '\t' { one } else { ' ' })
        .collect();
    let carets =
        "^".repeat(carets.min(shown.chars().count().saturating_sub(column - 1 - from)).max(1));
    let [shown, blanks] = [shown, blanks].map(|text| with_tabs(&text).into_owned());
    writeln!(out, "  {shown}\n  {blanks}{style}{carets}{style:#}")?;
    if let Some(mend) = &finding.mend {
        let label = palette.label;
        writeln!(out, "  {label}mended:{label:#} {}", with_tabs(&mended(text, mend)))?;
    }
    Ok(())
}

/// What a place becomes, in one line.
fn mended(text: &str, mend: &Mend) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = |text: String| match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    match one_line(&mend.text) {
        new if new.is_empty() => format!("without `{}`", short(one_line(&text[mend.span.clone()]))),
        new => short(new),
    }
}
