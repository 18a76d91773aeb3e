//! The kinds of grammars that a file may hold, and how a file says which it is.
//!
//! In: the name of a file, and its text. Out: a [`GrammarKind`], or none if neither says it. With a kind
//! the text is read as an [`AnyGrammar`].

use super::AnyGrammar;
use crate::audit::bnf::Notation;
use crate::audit::pair::{GrammarText, PairError};
use crate::audit::peg::Peg;
use crate::audit::reader::PrintedReader;

/// What a file holds that is a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarKind {
    /// Productions in a notation.
    Printed(Notation),
    /// Rules of pest.
    Pest,
}

impl GrammarKind {
    /// The kind of a file, by the ending of its name. There is none if the ending is none of a grammar.
    /// A file of EBNF is the W3C's if it has `::=`.
    ///
    /// ```
    /// use urispec::audit::GrammarKind;
    /// use urispec::grammar::Notation;
    /// let kind = |file, text| GrammarKind::of_file(file, text).unwrap();
    /// assert_eq!(kind("uri.ABNF", ""), GrammarKind::Printed(Notation::Abnf));
    /// assert_eq!(kind("uri.pest", ""), GrammarKind::Pest);
    /// assert_eq!(kind("xml.ebnf", "S ::= #x20"), GrammarKind::Printed(Notation::W3c));
    /// assert_eq!(kind("ebnf.ebnf", "s = ' ';"), GrammarKind::Printed(Notation::Iso14977));
    /// assert_eq!(GrammarKind::of_file("uri.txt", ""), None);
    /// ```
    #[must_use]
    pub fn of_file(file: &str, text: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        match &*ending.to_ascii_lowercase() {
            "abnf" => Some(Self::Printed(Notation::Abnf)),
            "bnf" => Some(Self::Printed(Notation::Bnf)),
            "ebnf" if text.contains("::=") => Some(Self::Printed(Notation::W3c)),
            "ebnf" => Some(Self::Printed(Notation::Iso14977)),
            "pest" => Some(Self::Pest),
            _ => None,
        }
    }

    /// The notation of the productions, if the grammar is a printed one.
    #[must_use]
    pub const fn notation(self) -> Option<Notation> {
        match self {
            Self::Printed(notation) => Some(notation),
            Self::Pest => None,
        }
    }
}

impl AnyGrammar {
    /// Reads a printed grammar, with the readings that replace its productions.
    ///
    /// # Errors
    /// When a text is not a grammar, or an assumption cannot be used.
    pub fn read(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
    ) -> Result<Self, PairError> {
        Ok(Self::printed(reader.read_with_readings(printed, readings)?))
    }

    /// Reads the rules of a `.pest` file.
    ///
    /// # Errors
    /// When the text is not a grammar of pest.
    pub fn read_pest(GrammarText { file, text }: GrammarText<'_>) -> Result<Self, PairError> {
        Ok(Self::pest(Peg::read(file, text)?))
    }
}
