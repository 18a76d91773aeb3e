//! Names in arguments: of editions, of productions, and of everything else with a printed spelling.
//!
//! The library accepts only the printed spelling. People type `host` for `Host`, `path_abempty` for
//! `path-abempty` and `RFC 3986` for `rfc3986`, so the program accepts these too: the printed spelling
//! has precedence, then names that differ only in letter case, `-`, `_` and spaces. Output always has the
//! printed spelling.

use std::ffi::OsStr;

use clap::Command;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ErrorKind};
use urispec::{Edition, Recognizer};

use crate::options::documents;
use crate::options::documents::{digits, ids, is_name_of, is_other_number};
use crate::output::Usage;

/// Returns the printed spelling of a name, or all candidates: none or several.
pub(crate) fn find<'n>(
    known: impl Iterator<Item = &'n str> + Clone,
    given: &str,
) -> Result<&'n str, Vec<&'n str>> {
    if let Some(exact) = known.clone().find(|name| *name == given) {
        return Ok(exact);
    }
    let mut meant: Vec<&str> = known.filter(|name| folded(name) == folded(given)).collect();
    // A name printed by two grammars of an edition is one name.
    meant.sort_unstable();
    meant.dedup();
    if let [one] = meant[..] { Ok(one) } else { Err(meant) }
}

fn folded(name: &str) -> String {
    let one = |c: char| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() };
    name.chars().map(one).collect()
}

/// Returns the printed spelling of a name in an argument whose valid names clap does not know.
pub(crate) fn one_of<'n>(
    argument: &'static str,
    known: impl Iterator<Item = &'n str> + Clone,
    given: &str,
) -> Result<&'n str, Usage> {
    find(known.clone(), given).map_err(|meant| match &meant[..] {
        [] => Usage::unknown(argument, known, given),
        several => {
            let several: Vec<_> = several.iter().map(|name| format!("`{name}`")).collect();
            Usage::new(format!(
                "`{given}` is ambiguous: it may mean {}; spell the name exactly as shown",
                several.join(" or ")
            ))
        }
    })
}

/// Returns the production that `--rule` names, or the edition's default. The valid names depend on the
/// edition.
pub(crate) fn production(edition: Edition, name: Option<&str>) -> Result<Recognizer, Usage> {
    let Some(name) = name else { return Ok(edition.whole()[0]) };
    let all = edition.grammars().iter().flat_map(|grammar| grammar.productions());
    let known = all.map(|production| production.name());
    let name =
        one_of("rule", known.clone(), name).map_err(|error| error.with_tip(elsewhere(name)))?;
    edition.production(name).map_err(|_| Usage::unknown("rule", known, name))
}

#[derive(Clone, Copy)]
pub(crate) enum ReadBy {
    Rule(Recognizer),
    /// The edition's production for whole strings that derives each string.
    Whole(Edition),
}

impl ReadBy {
    /// Interprets the argument `--rule` or its absence.
    pub(crate) fn from_args(edition: Edition, name: Option<&str>) -> Result<Self, Usage> {
        Ok(match name {
            Some(_) => Self::Rule(production(edition, name)?),
            None => Self::Whole(edition),
        })
    }

    /// Returns the production for a string; for bytes that are not text, the first one.
    pub(crate) fn production(self, text: Option<&str>) -> Recognizer {
        match (self, text) {
            (Self::Rule(production), _) => production,
            (Self::Whole(edition), Some(text)) => edition.reading(text),
            (Self::Whole(edition), None) => edition.whole()[0],
        }
    }

    pub(crate) fn accepts(self, bytes: &[u8]) -> bool {
        match self {
            Self::Rule(production) => production.accepts(bytes),
            Self::Whole(edition) => edition.whole().iter().any(|whole| whole.accepts(bytes)),
        }
    }
}

/// Suggests the editions that have a production which this edition lacks.
pub(crate) fn elsewhere(name: &str) -> Option<String> {
    let mut meant = None;
    let have: Vec<_> = Edition::every()
        .filter(|edition| {
            let rules: Vec<_> = edition.productions().map(|production| production.rule()).collect();
            let found = find(rules.iter().copied(), name).ok();
            meant = meant.or(found);
            found.is_some()
        })
        .collect();
    let ids: Vec<_> = have.iter().map(|edition| edition.id()).collect();
    let name = meant?;
    Some(match &ids[..] {
        [id] => format!("'{name}' is a production of {id}: use '--edition {id}'"),
        ids => format!("'{name}' is a production of {}: choose one by '--edition'", ids.join(", ")),
    })
}

/// Returns a parser for a list of names with values.
pub(crate) fn listed<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    described(all.into_iter().map(|(name, value)| (PossibleValue::new(name), value)))
}

pub(crate) fn described<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (PossibleValue, T)>,
) -> impl TypedValueParser<Value = T> {
    ListedNames(all.into_iter().collect())
}

#[derive(Clone)]
struct ListedNames<T>(Vec<(PossibleValue, T)>);

impl<T: Copy + Send + Sync + 'static> TypedValueParser for ListedNames<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&clap::Arg>,
        given: &OsStr,
    ) -> Result<T, clap::Error> {
        let all = self.0.iter().flat_map(|(name, _)| name.get_name_and_aliases());
        let all: Vec<&str> = all.collect();
        let found = given.to_str().and_then(|given| find(all.into_iter(), given).ok());
        let is_it = |name: &PossibleValue| {
            found.is_some_and(|found| name.get_name_and_aliases().any(|name| name == found))
        };
        let found = self.0.iter().find(|(name, _)| is_it(name)).map(|(_, value)| *value);
        let names = self.0.iter().map(|(name, _)| name.clone());
        found.ok_or_else(|| unlisted(names, command, argument, given))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(name, _)| name.clone())))
    }
}

/// Longer lists of names are omitted from errors, if the help omits them too.
const MANY: usize = 40;

/// Creates clap's own error for a name that is not in a list, with similar names.
fn unlisted(
    names: impl Iterator<Item = impl Into<PossibleValue>>,
    command: &Command,
    argument: Option<&clap::Arg>,
    given: &OsStr,
) -> clap::Error {
    let names = PossibleValuesParser::new(names);
    let is_long = argument.is_some_and(clap::Arg::is_hide_possible_values_set);
    let refused = names.parse_ref(command, argument, given);
    let refused = refused.map_err(|mut error| {
        // A list of a hundred names does not help.
        if is_long && names.possible_values().is_some_and(|all| all.count() > MANY) {
            error.remove(ContextKind::ValidValue);
        }
        error
    });
    refused.err().unwrap_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue))
}

/// Returns a parser for the name of an edition: its id, the name of its document, or the number of its RFC.
pub(crate) fn edition() -> impl TypedValueParser<Value = Edition> {
    Editions
}

#[derive(Clone)]
struct Editions;

impl TypedValueParser for Editions {
    type Value = Edition;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&clap::Arg>,
        given: &OsStr,
    ) -> Result<Edition, clap::Error> {
        let name = given.to_str().unwrap_or_default();
        let found = Edition::every().find(|edition| is_name_of(*edition, name));
        found.ok_or_else(|| match documents::named(name) {
            Some(document) => document.refused(command),
            None if is_other_number(name) => {
                let ids = ids().collect::<Vec<_>>().join(", ");
                let message =
                    format!("RFC {} is not an edition\n  [possible values: {ids}]", digits(name));
                command.clone().error(ErrorKind::InvalidValue, message)
            }
            None => unlisted(ids(), command, argument, given),
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(ids().map(PossibleValue::new)))
    }
}

/// Returns the named editions, each once; by default all, with those of single schemes last.
pub(crate) fn all_or(named: &[Edition]) -> Vec<Edition> {
    if named.is_empty() { Edition::every().collect() } else { generic_or(named) }
}

/// Returns the named editions, each once; by default all that define URIs in general.
pub(crate) fn generic_or(named: &[Edition]) -> Vec<Edition> {
    let named = if named.is_empty() { Edition::ALL } else { named };
    let mut once = Vec::new();
    for edition in named {
        if !once.contains(edition) {
            once.push(*edition);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed spelling has precedence, so every name can be reached.
    #[test]
    fn a_folded_name_that_two_have_is_neither() {
        let known = ["url", "URL", "net_path", "Net-Path", "h16", "h16"];
        let found = |given| find(known.into_iter(), given);
        assert_eq!(found("url"), Ok("url"));
        assert_eq!(found("URL"), Ok("URL"));
        assert_eq!(found("Url"), Err(vec!["URL", "url"]));
        assert_eq!(found("NET PATH"), Err(vec!["Net-Path", "net_path"]));
        assert_eq!(found("H16"), Ok("h16"));
        assert_eq!(found("netpath"), Err(Vec::new()));
    }
}
