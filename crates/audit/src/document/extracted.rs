//! What a document prints: the answer.
//!
//! `extract` makes it. Each production has its place, with section and line, and the other places where
//! it is printed.

use super::DocumentKind;
use super::examples::PrintedExample;
use super::lines::Section;
use super::reason::LeftOutReason;
use super::same::Sameness;
use crate::notation::{Notation, Note};

/// The grammar that a document prints.
///
/// ```
/// use grammar_audit::{DocumentKind, Extracted, GrammarText, PrintedReader};
///
/// let text = "2.  Syntax\n\n   The port is\n\n      port = *DIGIT ; see 3\n\n   where x = y.\n";
/// let document = Extracted::read(DocumentKind::Text, GrammarText { file: "port.txt", text })?;
/// let port = &document.productions[0];
/// assert_eq!((&*port.name, port.place.line), ("port", 5));
/// assert_eq!(port.place.section.as_ref().unwrap().to_string(), "2");
/// let printed = document.printed(&PrintedReader::new(document.notation))?;
/// assert_eq!(printed.productions[0].line, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extracted {
    /// The name that errors and notes give the file.
    pub file: String,
    /// The format of the document.
    pub kind: DocumentKind,
    /// The notation of the grammar.
    pub notation: Notation,
    /// The productions, in the order of the places that are taken.
    pub productions: Vec<ExtractedProduction>,
    /// What looks like a production and is none.
    pub left_out: Vec<LeftOut>,
    /// The sections that collect the grammar. There are none if nothing is printed outside of them.
    pub collected: Vec<Section>,
    /// Where a production is taken from one of several places that differ.
    pub notes: Vec<Note>,
    /// The strings that the document gives as examples, in its order.
    pub examples: Vec<PrintedExample>,
}

/// A production that a document prints.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedProduction {
    /// The name.
    pub name: String,
    /// The place that is taken.
    pub place: PrintedPlace,
    /// The other places.
    pub again: Vec<PrintedAgain>,
    /// What is wrong with the right side, if it cannot be read. Prose is not wrong.
    pub misprint: Option<String>,
}

/// A place where a production is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedPlace {
    /// The lines of the production as printed, without the margin and without the end of a page.
    pub text: String,
    /// The section, if there is one above it.
    pub section: Option<Section>,
    /// The line of the file on which the production begins, counted from 1.
    pub line: usize,
    /// Whether the place is in the collected grammar.
    pub is_collected: bool,
    /// Whether the production adds to an earlier one, as `=/` does.
    pub is_increment: bool,
    /// The number of the block among all of the document: productions without prose between them.
    pub block: usize,
    /// The lines of the file, one for each line of the text.
    pub(super) lines: Vec<usize>,
}

/// A further place where a production is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedAgain {
    /// The place.
    pub place: PrintedPlace,
    /// How the production there compares with the one that is taken.
    pub sameness: Sameness,
}

/// Lines that look like productions and are none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The line of the file on which the first of them begins, counted from 1.
    pub line: usize,
    /// The number of candidates, which follow each other and are left out for one reason.
    pub count: usize,
    /// The section, if there is one above them.
    pub section: Option<Section>,
    /// The first line.
    pub text: String,
    /// The reason.
    pub reason: LeftOutReason,
}

/// Which of the places of a document a grammar is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// Every production once: the collected ones, and those that are printed elsewhere only.
    All,
    /// What the collected grammar prints.
    Collected,
    /// What is printed outside of the collected grammar, each production once.
    Scattered,
    /// What a section prints, or a section below it: given by number or title.
    Section(String),
}

/// The reason why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The document is too long.
    #[error("{file}: {bytes} bytes are too many for a document; 32 MiB are read at most")]
    TooLong {
        /// The file.
        file: String,
        /// The length in bytes.
        bytes: usize,
    },
    /// Too many lines look like productions.
    #[error(
        "{file}: {count} lines look like productions, and 100,000 are judged at most; give only the part \
         that has the grammar"
    )]
    TooMany {
        /// The file.
        file: String,
        /// How many lines look like productions.
        count: usize,
    },
    /// The document is not well-formed XML.
    #[error("{file}, line {line}: not well-formed XML: {why}")]
    Xml {
        /// The file.
        file: String,
        /// The line at fault, counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
}
