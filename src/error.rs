//! What is wrong with a string.
use crate::edition::Edition;
use crate::grammar::Production;

/// A string that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// It is not in the language of the production.
    #[error(transparent)]
    Syntax(#[from] Box<SyntaxError>),
    /// The edition has no such production.
    #[error(transparent)]
    Production(#[from] UnknownProduction),
    /// It is in the language, but of a production that stands for no whole reference.
    #[error("`{0}` is a part of a reference and has no components of its own; its tree can be had")]
    NotWhole(&'static str),
    /// It is longer than 4 GiB, more than the offsets of its components can hold.
    #[error("the string has {0} bytes; a reference may have at most 4294967295")]
    TooLong(usize),
    /// It is a reference without a scheme where a URI is wanted (section 3).
    #[error(
        "a relative reference where a URI, with a scheme, is wanted (3); resolve it against a base first"
    )]
    Relative,
}

/// An edition has no production of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{edition} has no production `{name}`; names are spelled as printed, such as `{example}`", example = edition.whole_rules()[0])]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
}

impl UnknownProduction {
    pub(crate) fn new(edition: Edition, name: &str) -> Self {
        Self { edition, name: name.to_owned() }
    }
}
/// S
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("syntax")]
pub struct SyntaxError {}
pub(crate) fn syntax(_: Edition, _: &Production, _: &str) -> Box<SyntaxError> {
    Box::new(SyntaxError {})
}
