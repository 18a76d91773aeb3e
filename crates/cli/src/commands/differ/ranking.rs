//! The ranking for people: what would contact another host first, and what is canonical last, one line each.

use std::io::{self, Write};

use super::tally::Tally;
use super::words;
use crate::output::Output;
use crate::output::counted::grouped;
use crate::output::style::{Quoted, Stream, shortened};

/// What the ranks of a section have in common, up to the greatest of them.
const SECTIONS: [(u8, &str); 5] = [
    (4, "another host"),
    (7, "another port, scheme or user"),
    (9, "valid or not"),
    (19, "another path, query, fragment or normal form"),
    (u8::MAX, "the same in other words"),
];

/// The greatest width of an example, on a terminal.
const WIDEST: usize = 96;

pub(super) fn show(
    tally: &Tally,
    canonical: bool,
    names: &[String],
    out: &mut Output,
) -> io::Result<()> {
    let (label, warning) = (out.palette.label, out.palette.warning);
    let mut section = None;
    for one in tally.ranking(canonical, names) {
        let at = SECTIONS.iter().position(|(last, _)| one.rank <= *last).unwrap_or_default();
        if section != Some(at) {
            let blank = if section.is_some() { "\n" } else { "" };
            writeln!(out, "{blank}{warning}{}{warning:#}", SECTIONS[at].1)?;
            section = Some(at);
        }
        let head = format!("{:>9}  {}  {}", grouped(one.count), one.what, one.partition);
        writeln!(out, "{}", head.trim_end())?;
        for (place, text, said) in one.examples() {
            let text = Quoted(text.as_bytes(), Stream::Results, out.passwords).to_string();
            let text = shortened(&text, WIDEST, Stream::Results);
            writeln!(out, "{:11}{label}{place}:{label:#} {text}", "")?;
            writeln!(out, "{:13}{said}", "")?;
        }
    }
    if tally.beyond() > 0 {
        let beyond = grouped(tally.beyond());
        writeln!(out, "{beyond:>9}  in more groups than are kept: ask fewer readers")?;
    }
    let mut crashed = tally.crashed().peekable();
    if crashed.peek().is_some() {
        let blank = if section.is_some() { "\n" } else { "" };
        writeln!(out, "{blank}{warning}no answer{warning:#}")?;
    }
    for (reader, count, first) in crashed {
        let name = words::by(&[reader], names);
        writeln!(out, "{:>9}  {name}\n{:11}{first}", grouped(count), "")?;
    }
    Ok(())
}
