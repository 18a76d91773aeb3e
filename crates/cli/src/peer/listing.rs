//! `--list-peers`: the list of peers as a table.
//!
//! In: the list. Out: a row for each peer: its name, the standard that the parser says it implements, where it comes
//! from, whether it answers here, and which parser answers, or how it is installed. What is forgotten is what it
//! answers.

use std::panic::resume_unwind;
use std::thread;

use urispec_views::record::Record;

use super::asking::Asking;
use super::list::{self, Listed};
use crate::output::Output;
use crate::output::columns::{Cell, lines};
use crate::output::outcome::{Outcome, Stop};
use crate::output::terminal::Escaped;

const HEAD: [&str; 5] = ["name", "standard", "from", "here", "parser, or how to install it"];

/// Whether a peer answers.
enum Found {
    /// It does, and calls itself so, if it says.
    Here(Option<String>),
    /// It does not, for this reason.
    Absent(String),
    /// It is here, and something is wrong with it.
    Broken(String),
}

impl Found {
    fn of(one: &Listed, asking: &Asking) -> Self {
        match one.start(asking.timeout()) {
            Ok(peer) => Self::Here(peer.reader().map(str::to_owned)),
            Err(error) => match error.absence() {
                Some(why) => Self::Absent(why),
                None => Self::Broken(error.fault()),
            },
        }
    }

    const fn here(&self) -> &'static str {
        match self {
            Self::Here(_) => "yes",
            Self::Absent(_) => "no",
            Self::Broken(_) => "broken",
        }
    }
}

/// Prints the table, or an object a line.
pub(crate) fn show(asking: &Asking, json: bool, out: &mut Output) -> Result<Outcome, Stop> {
    let Some(list) = list::all(asking.peers.as_deref(), out)? else { return Ok(Outcome::Trouble) };
    // All begin at the same time: some take a second.
    let found = thread::scope(|scope| {
        let begun: Vec<_> =
            list.iter().map(|one| scope.spawn(move || Found::of(one, asking))).collect();
        let joined = begun.into_iter().map(|one| one.join());
        joined.map(|one| one.unwrap_or_else(|panic| resume_unwind(panic))).collect::<Vec<_>>()
    });
    if json {
        let records = list.iter().zip(&found).map(|(one, found)| record(one, found));
        for record in records {
            out.line(record)?;
        }
        return Ok(Outcome::Yes);
    }
    let label = out.palette.label;
    let mut table = vec![Vec::from(HEAD.map(|name| Cell::new(name).styled(label)))];
    for (one, found) in list.iter().zip(&found) {
        let says = match found {
            Found::Here(reader) => reader.clone().unwrap_or_default(),
            Found::Absent(why) => one.install().unwrap_or_else(|| why.clone()),
            Found::Broken(why) => why.clone(),
        };
        let says = Escaped(says.as_bytes()).to_string();
        let cells = [&one.name, one.standard.name(), &one.from, found.here(), &says];
        table.push(Vec::from(cells.map(Cell::new)));
    }
    for line in lines(&table) {
        out.verbatim(&(line + "\n"))?;
    }
    Ok(Outcome::Yes)
}

fn record(one: &Listed, found: &Found) -> Record {
    let record = Record::line()
        .with("name", &one.name)
        .with("standard", one.standard.name())
        .with("from", &one.from)
        .with("here", matches!(found, Found::Here(_)));
    match found {
        Found::Here(reader) => record.with("reader", reader),
        Found::Absent(why) => record.with("why", why).with("install", one.install()),
        Found::Broken(why) => record.with("why", why),
    }
}
