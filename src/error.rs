//! What is wrong with a string, and where.
use crate::edition::Edition;
use crate::grammar::Production;

/// E
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// S
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// P
    #[error(transparent)]
    Production(#[from] UnknownProduction),
}
/// S
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("syntax")]
pub struct SyntaxError {}
/// U
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("{edition} has no production `{name}`")]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
}
impl UnknownProduction {
    pub(crate) fn new(edition: Edition, name: &str) -> Self {
        Self { edition, name: name.to_owned() }
    }
}
pub(crate) fn syntax(_: Edition, _: &Production, _: &str) -> SyntaxError {
    SyntaxError {}
}
