//! The editions, and the productions of each.

use serde_json::{Value, json};
use urispec::Edition;

pub(crate) fn answer() -> Value {
    json!({ "editions": Edition::ALL.iter().copied().map(edition).collect::<Vec<_>>() })
}

fn edition(edition: Edition) -> Value {
    let grammars = edition.grammars().iter();
    let productions = grammars.clone().flat_map(|grammar| {
        grammar.productions().iter().map(|production| {
            json!({
                "name": production.name(),
                "section": production.section(),
                "grammar": grammar.stem(),
            })
        })
    });
    json!({
        "id": edition.id(),
        "title": edition.document(),
        "whole": edition.whole_rules(),
        "rungs": edition.rungs().map(|(rung, _)| rung.name()).collect::<Vec<_>>(),
        "grammars": grammars.map(|grammar| json!({ "stem": grammar.stem() })).collect::<Vec<_>>(),
        "productions": productions.collect::<Vec<_>>(),
    })
}
