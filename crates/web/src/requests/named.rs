//! Looks up the names in a request.

use urispec::{Edition, Recognizer};
#[cfg(feature = "whole")]
use urispec_audit::{AnyGrammar, Dialect};

/// Returns the edition that a request names.
pub(crate) fn edition(id: &str) -> Result<Edition, String> {
    id.parse().map_err(|error: urispec::error::UnknownEdition| error.to_string())
}

/// Returns a production of an edition. The default is the first production for whole strings.
pub(crate) fn production(edition: Edition, rule: Option<&str>) -> Result<Recognizer, String> {
    match rule {
        Some(rule) => edition.production(rule).map_err(|error| error.to_string()),
        None => edition
            .whole()
            .first()
            .copied()
            .ok_or_else(|| format!("{edition} has no production for whole strings")),
    }
}

/// Returns the production by which a text is parsed. Without `rule`, the edition chooses a production for the text.
pub(crate) fn reading(
    edition: Edition,
    rule: Option<&str>,
    text: &str,
) -> Result<Recognizer, String> {
    match rule {
        None => Ok(edition.reading(text)),
        rule => production(edition, rule),
    }
}

/// Returns the grammar of an edition that defines a production, and the production.
#[cfg(feature = "whole")]
pub(crate) fn grammar(edition: Edition, rule: &str) -> Result<(AnyGrammar, Recognizer), String> {
    let production = production(edition, Some(rule))?;
    let grammar = urispec_audit::any(production.grammar());
    Ok((grammar.map_err(|error| error.to_string())?, production))
}

#[cfg(feature = "whole")]
pub(crate) fn dialect(name: &str) -> Result<Dialect, String> {
    let found = Dialect::ALL.iter().copied().find(|dialect| dialect.name() == name);
    found.ok_or_else(|| format!("unknown dialect `{name}`"))
}
