//! `grammar`: the grammars of an edition as its document prints them, with the place of each production.

use serde::Deserialize;
use urispec::grammar::Grammar;
use urispec_audit::PrintedProduction;
use urispec_views::Record;

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let grammars = edition.grammars().iter().map(|grammar| of(grammar));
    let grammars = grammars.collect::<Result<Vec<_>, _>>()?;
    Ok(Record::of(edition)
        .with("title", edition.document())
        .with_all("grammars", grammars.into_iter()))
}

fn of(grammar: &Grammar) -> Answer {
    let pair = urispec_audit::pair(grammar).map_err(|error| error.to_string())?;
    let text = grammar.printed();
    let starts = line_starts(text);
    let place = |production: &PrintedProduction| {
        let start = *starts.get(production.line.checked_sub(1)?)?;
        let known = grammar.production(&production.name);
        let record = Record::new()
            .with("name", &production.name)
            .with("start", start)
            .with("end", start + production.text.len())
            .with("section", known.map(|known| known.section()));
        Some(record)
    };
    let readings = pair.readings.iter().flat_map(|all| &all.productions).map(|one| {
        let why = Some(&one.comment).filter(|why| !why.is_empty());
        Record::new().with("rule", &one.name).with("text", &one.text).with("why", why)
    });
    Ok(Record::new()
        .with("stem", grammar.stem())
        .with("file", format!("{}.{}", grammar.stem(), grammar.notation().ending()))
        .with("text", text)
        .with_all("productions", pair.printed.productions.iter().filter_map(place))
        .with_all("readings", readings))
}

/// The offsets, in bytes, at which the lines begin.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect()
}
