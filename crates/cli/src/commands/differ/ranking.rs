//! The ranking for people: what would contact another host first, and what is canonical last, one line each.

use std::io::{self, Write};

use super::tally::Tally;
use super::words;
use crate::output::Output;
use crate::output::counted::grouped;
use crate::output::style::{Quoted, Stream, shortened};

/// A section of the ranking: what its differences may do.
pub(super) struct Danger {
    /// The greatest of its ranks.
    last: u8,
    /// The name in JSON.
    pub(super) name: &'static str,
    title: &'static str,
}

/// The sections, the most dangerous first.
const DANGERS: [Danger; 6] = [
    Danger { last: 4, name: "host", title: "another host" },
    Danger { last: 5, name: "accepted", title: "accepted with a host by some, rejected by others" },
    Danger { last: 9, name: "origin", title: "another port, scheme or user" },
    Danger {
        last: 10,
        name: "valid",
        title: "accepted without a host by some, rejected by others",
    },
    Danger { last: 19, name: "data", title: "another path, query, fragment or normal form" },
    Danger { last: u8::MAX, name: "spelling", title: "the same in other words" },
];

impl Danger {
    /// The section of a rank.
    pub(super) fn of(rank: u8) -> &'static Self {
        let found = DANGERS.iter().find(|one| rank <= one.last);
        found.unwrap_or(&DANGERS[DANGERS.len() - 1])
    }
}

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
        let title = Danger::of(one.rank).title;
        if section != Some(title) {
            let blank = if section.is_some() { "\n" } else { "" };
            writeln!(out, "{blank}{warning}{title}{warning:#}")?;
            section = Some(title);
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
        writeln!(out, "{beyond:>9}  in further groups, which are not kept: ask fewer readers")?;
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
