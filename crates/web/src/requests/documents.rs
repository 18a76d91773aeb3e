//! `documents`: the editions, with their productions.

use serde::Deserialize;
use urispec::{Edition, Recognizer};
use urispec_views::Record;

use super::Answer;

#[derive(Deserialize)]
pub(crate) struct Request {}

pub(crate) fn answer(_: &Request) -> Answer {
    Ok(Record::line().with_all("editions", Edition::every().map(edition)))
}

fn edition(edition: Edition) -> Record {
    let rungs = edition
        .rungs()
        .map(|(rung, section)| Record::new().with("rung", rung.name()).with("section", section));
    let grammars = edition.grammars().iter().map(|grammar| grammar.stem());
    Record::new()
        .with("id", edition.id())
        .with("title", edition.document())
        .with("about", about(edition))
        .with("whole", edition.whole_rules())
        .with_all("rungs", rungs)
        .with("grammars", grammars.collect::<Vec<_>>())
        .with_all("productions", edition.productions().map(of))
}

/// What the document is about: all URIs, those of one scheme, or what is no URI.
fn about(edition: Edition) -> &'static str {
    match (edition.is_of_scheme(), edition.is_of_uris()) {
        (true, _) => "scheme",
        (false, true) => "uris",
        (false, false) => "other",
    }
}

fn of(production: Recognizer) -> Record {
    Record::new()
        .with("name", production.rule())
        .with("section", production.section())
        .with("grammar", production.grammar().stem())
}
