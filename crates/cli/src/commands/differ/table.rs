//! What the readers tell of one string, for people: the differences in words, what is the same for all, and
//! below a row for each reader.

use std::io::{self, Write};

use urispec_compare::parsers::{Aspect, Component, Difference, ParserAnswer};

use super::words::{self, Veil};
use crate::output::Output;
use crate::output::columns::{Cell, lines, wrapped_at};
use crate::output::style::{Quoted, Stream};

/// The width of the terminal, in characters, without what stands before a line.
const WIDTH: usize = 84;

/// The width of the name of an aspect.
const LABEL: usize = 10;

pub(super) fn show(
    text: &str,
    names: &[String],
    told: &[ParserAnswer<'_>],
    shown: &[&Difference],
    headline: Option<&str>,
    out: &mut Output,
) -> io::Result<()> {
    let veil = Veil::of(text, out.passwords);
    writeln!(out, "{}\n", Quoted(text.as_bytes(), Stream::Results, out.passwords))?;
    if let Some(headline) = headline {
        writeln!(out, "  {headline}\n")?;
    }
    let (label, warning) = (out.palette.label, out.palette.warning);
    for one in shown {
        let name = one.aspect.name();
        let said = words::said(one, names, &veil) + &words::spelled(one);
        writeln!(out, "  {warning}{name:<LABEL$}{warning:#}  {said}")?;
    }
    if !shown.is_empty() {
        writeln!(out)?;
    }
    let is_shown = |aspect| shown.iter().any(|one| one.aspect == aspect);
    let mut is_any = false;
    for &aspect in Aspect::ALL {
        let is_authority = aspect == Aspect::Component(Component::Authority);
        if is_shown(aspect) || is_authority || aspect == Aspect::Valid {
            continue;
        }
        // Whatever the spelling, it is the same: the first is shown.
        let mut all = told.iter().filter(|told| told.is_valid != Some(false));
        let same = all.find_map(|told| Some(words::told(aspect, told, &veil)).filter(is_text));
        let Some(same) = same else { continue };
        let mut name = aspect.name();
        for part in wrapped_at(Stream::Results.longest(WIDTH), &same) {
            writeln!(out, "  {label}{name:<LABEL$}{label:#}  {part}")?;
            name = "";
        }
        is_any = true;
    }
    if is_any {
        writeln!(out)?;
    }
    rows(names, told, &is_shown, &veil, out)
}

/// Whether a reader tells something, and not that there is nothing.
fn is_text(text: &String) -> bool {
    !text.is_empty() && text != "-"
}

/// A row for each reader: whether the string is valid, and the aspects in which readers differ.
fn rows(
    names: &[String],
    told: &[ParserAnswer<'_>],
    is_shown: &dyn Fn(Aspect) -> bool,
    veil: &Veil<'_>,
    out: &mut Output,
) -> io::Result<()> {
    let label = out.palette.label;
    let aspects: Vec<_> = Aspect::ALL
        .iter()
        .copied()
        .filter(|&aspect| aspect == Aspect::Valid || is_shown(aspect))
        .collect();
    let head = ["reader"].into_iter().chain(aspects.iter().map(|aspect| aspect.name()));
    let mut table = vec![head.map(|name| Cell::new(name).styled(label)).collect::<Vec<_>>()];
    for (name, told) in names.iter().zip(told) {
        let mut row = vec![Cell::new(name.as_str())];
        if let Some(how) = &told.crash {
            row.push(Cell::new(format!("crashed: {how}")));
        } else {
            row.extend(aspects.iter().map(|&aspect| Cell::new(words::told(aspect, told, veil))));
        }
        table.push(row);
    }
    lines(&table).iter().try_for_each(|line| writeln!(out, "  {line}"))
}
