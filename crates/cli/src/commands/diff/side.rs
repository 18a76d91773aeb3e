//! What is compared: an edition, or a file with a grammar of the user.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use urispec::Edition;

use crate::options::names;

#[derive(Clone, Debug)]
pub(crate) enum Side {
    Edition(Edition),
    File(PathBuf),
}

/// A parser for the name of an edition or of a file. A file has an ending or stands in a folder, so that no
/// edition is out of reach, and an edition that is misspelt is not taken for a file.
pub(super) fn parser() -> impl TypedValueParser<Value = Side> {
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
