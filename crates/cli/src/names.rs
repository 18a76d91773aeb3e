//! Names of editions and of productions, as arguments give them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use urispec::{Edition, Recognizer};

use crate::usage::Usage;

/// What reads the id of an edition.
pub(crate) fn edition() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(Edition::ALL.iter().map(|edition| edition.id()))
        .try_map(|id| id.parse::<Edition>())
}

/// The production of that name, or the edition's default, of the argument `--rule`. Which names there
/// are depends on the edition, so clap alone cannot tell.
pub(crate) fn production(edition: Edition, name: Option<&str>) -> Result<Recognizer, Usage> {
    let Some(name) = name else { return Ok(edition.whole()[0]) };
    edition.production(name).map_err(|_| {
        let known = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        Usage::unknown("rule", known.map(|production| production.name), name)
    })
}
