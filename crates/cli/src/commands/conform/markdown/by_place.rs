//! The second part of a chapter: what each parser gets wrong, by place in the grammar.
//!
//! In: the report of a peer. Out: a table for each suite, with the largest groups of each kind. The page has all.

use std::io::{self, Write};

use super::super::group::Group;
use super::super::report::Report;
use super::super::shown::{called, characters, place, verdict};
use super::{cell, string, text};
use crate::output::counted::{counted, grouped};

/// How many strings of a group are shown.
const STRINGS: usize = 3;

/// How many groups of a kind are shown.
const GROUPS: usize = 4;

pub(super) fn report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n### {}, by place", text(report.called()))?;
    for section in &report.sections {
        writeln!(out, "\n#### {}, by {}\n", text(&section.title), section.against())?;
        let (asked, valid) = (counted(section.asked, "string"), grouped(section.valid));
        writeln!(out, "{asked}, {valid} of them valid: {}.", verdict(section))?;
        let (wrong, spelled) = section.by_place();
        table("what it does", &wrong, out)?;
        table("spelled otherwise", &spelled, out)?;
    }
    Ok(())
}

fn table(head: &str, groups: &[&Group], out: &mut impl Write) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n| {head} | where | strings | of | shortest |")?;
    writeln!(out, "|---|---|---:|---:|---|")?;
    for alike in groups.chunk_by(|a, b| called(a) == called(b)) {
        rows(alike, out)?;
    }
    Ok(())
}

/// The largest groups of a kind, and how much is in the others.
fn rows(alike: &[&Group], out: &mut impl Write) -> io::Result<()> {
    for group in alike.iter().take(GROUPS) {
        let at = group.place.as_ref().map(|at| place(at, group)).unwrap_or_default();
        let at = cell(&format!("{at} {}", characters(group)));
        let (wrong, of) = (grouped(group.wrong), grouped(group.of));
        let strings = group.examples.iter().take(STRINGS).map(|one| string(one, group.kind));
        let strings = strings.collect::<Vec<_>>().join("<br>");
        let kind = cell(&called(group));
        writeln!(out, "| {kind} | {at} | {wrong} | {of} | {strings} |")?;
    }
    if let (Some(more), Some(first)) =
        (alike.get(GROUPS..).filter(|more| !more.is_empty()), alike.first())
    {
        let wrong = grouped(more.iter().map(|group| group.wrong).sum());
        let places = counted(more.len() as u64, "more place");
        writeln!(out, "| {} | {places} | {wrong} | | |", cell(&called(first)))?;
    }
    Ok(())
}
