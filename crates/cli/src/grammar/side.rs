//! What is compared: an edition, or a file with a grammar of the user.
//!
//! In: an argument, and how a file is read. Out: a grammar, and what messages call it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use urispec::Edition;
use urispec_audit::AnyGrammar;

use super::Reading;
use crate::options::names;
use crate::output::Output;
use crate::output::origin::Name;
use crate::output::outcome::Stop;
use crate::output::usage::Usage;

#[derive(Clone, Debug)]
pub(crate) enum Side {
    Edition(Edition),
    File(PathBuf),
}

/// A grammar, and what messages call it.
pub(crate) type Named = (String, AnyGrammar);

/// The editions, if both sides are some. Then nothing may say how a file is read.
pub(crate) fn editions(
    sides: (&Side, &Side),
    reading: &Reading,
) -> Result<Option<(Edition, Edition)>, Usage> {
    match sides {
        (Side::Edition(_), Side::Edition(_)) if reading.is_given() => Err(Usage::new(
            "editions are read as their documents say: an option says how to read a file",
        )),
        (Side::Edition(left), Side::Edition(right)) => Ok(Some((*left, *right))),
        _ => Ok(None),
    }
}

impl Side {
    /// The grammar; of an edition that has two, the one that has the production. None if it cannot be
    /// read; stderr says why.
    pub(crate) fn read(
        &self,
        reading: &Reading,
        rule: Option<&str>,
        out: &mut Output,
    ) -> Result<Option<Named>, Stop> {
        let edition = match self {
            Self::File(path) => {
                let found = reading.read(path, true, out)?;
                return Ok(found.map(|grammar| (Name(path, out.passwords).to_string(), grammar)));
            }
            Self::Edition(edition) => *edition,
        };
        let has = |name: &str| edition.grammars().iter().find(|one| one.production(name).is_some());
        let grammar = rule.and_then(has).or(edition.grammars().first());
        let Some(grammar) = grammar else { return Ok(None) };
        let name = if edition.grammars().len() > 1 { grammar.stem() } else { edition.id() };
        Ok(out.or_refuse(urispec_audit::any(grammar))?.map(|found| (name.to_owned(), found)))
    }
}

/// A parser for the name of an edition or of a file. A file has an ending or stands in a folder, so that no
/// edition is out of reach, and an edition that is misspelt is not taken for a file.
pub(crate) fn parser() -> impl TypedValueParser<Value = Side> {
    Parser
}

#[derive(Clone)]
struct Parser;

impl TypedValueParser for Parser {
    type Value = Side;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        given: &OsStr,
    ) -> Result<Side, clap::Error> {
        let path = Path::new(given);
        let is_file = path.extension().is_some() || path.components().count() > 1 || given == "-";
        match names::edition().parse_ref(command, argument, given) {
            Ok(edition) => Ok(Side::Edition(edition)),
            Err(_) if is_file => Ok(Side::File(path.to_owned())),
            Err(error) => Err(error),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // A list of the editions alone would be taken for all that there is.
        None
    }
}
