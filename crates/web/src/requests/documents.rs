//! `documents`: the editions, with their productions.

use urispec::Edition;
use urispec::grammar::{Grammar, Production};
use urispec_views::Record;

use super::Answer;

pub(crate) fn answer() -> Answer {
    Ok(Record::line().with_all("editions", Edition::ALL.iter().map(edition)))
}

fn edition(edition: &Edition) -> Record {
    let grammars = edition.grammars().iter();
    let productions = grammars.clone().flat_map(|grammar| {
        grammar.productions().iter().map(move |production| of(grammar, production))
    });
    let rungs = edition
        .rungs()
        .map(|(rung, section)| Record::new().with("rung", rung.name()).with("section", section));
    Record::new()
        .with("id", edition.id())
        .with("title", edition.document())
        .with("whole", edition.whole_rules())
        .with_all("rungs", rungs)
        .with("grammars", grammars.map(|grammar| grammar.stem()).collect::<Vec<_>>())
        .with_all("productions", productions)
}

fn of(grammar: &Grammar, production: &Production) -> Record {
    Record::new()
        .with("name", production.name())
        .with("section", production.section())
        .with("grammar", grammar.stem())
}
