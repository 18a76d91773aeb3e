//! The kinds of grammar files, and how the kind of a file is detected.
//!
//! In: the name of a file, and its text. Out: a [`GrammarKind`], or `None` if neither the name nor the text shows the
//! kind. With a kind the text is read as an [`AnyGrammar`].

use std::sync::OnceLock;

use grammar_automata::build::Deadline;
#[cfg(feature = "documents")]
use grammar_notation::PrintedError;
#[cfg(feature = "documents")]
use grammar_notation::{DocumentKind, Extracted};
use grammar_notation::{GrammarText, Notation, PrintedReader};
use grammar_peg::Peg;
use grammar_regex::{Dialect, Matching, Pattern};

use super::{AnyGrammar, AnyProduction, GivenLanguage, LanguageSource};
use crate::pair::PairError;

/// The kind of a grammar file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarKind {
    /// Productions in a notation.
    Printed(Notation),
    /// Rules of pest.
    Pest,
    /// A document that prints a grammar.
    #[cfg(feature = "documents")]
    Document(DocumentKind),
    /// Regular expressions, one a line.
    Patterns(Dialect),
}

impl GrammarKind {
    /// The kind of a file, by the ending of its name, or else by what its text looks like. There is none
    /// if neither says it. A file of EBNF is the W3C's if it has `::=`. Nothing looks like a pattern.
    ///
    /// ```
    /// use grammar_audit::{DocumentKind, GrammarKind, Notation};
    /// let kind = |file, text| GrammarKind::from_file(file, text).unwrap();
    /// assert_eq!(kind("uri.ABNF", ""), GrammarKind::Printed(Notation::Abnf));
    /// assert_eq!(kind("uri.pest", ""), GrammarKind::Pest);
    /// assert_eq!(kind("xml.ebnf", "S ::= #x20"), GrammarKind::Printed(Notation::W3c));
    /// assert_eq!(kind("ebnf.ebnf", "s = ' ';"), GrammarKind::Printed(Notation::Iso14977));
    /// assert_eq!(kind("rfc3986.txt", ""), GrammarKind::Document(DocumentKind::Text));
    /// assert_eq!(GrammarKind::from_file("uri", ""), None);
    /// ```
    #[must_use]
    pub fn from_file(file: &str, text: &str) -> Option<Self> {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        match &*ending.to_ascii_lowercase() {
            "abnf" => Some(Self::Printed(Notation::Abnf)),
            "bnf" => Some(Self::Printed(Notation::Bnf)),
            "ebnf" if text.contains("::=") => Some(Self::Printed(Notation::W3c)),
            "ebnf" => Some(Self::Printed(Notation::Iso14977)),
            "pest" => Some(Self::Pest),
            #[cfg(feature = "documents")]
            _ => {
                let kind = DocumentKind::from_name(file).or_else(|| DocumentKind::from_text(text));
                kind.map(Self::Document)
            }
            #[cfg(not(feature = "documents"))]
            _ => None,
        }
    }

    /// The notation of the productions, if the grammar is a printed one.
    #[must_use]
    pub const fn notation(self) -> Option<Notation> {
        match self {
            Self::Printed(notation) => Some(notation),
            #[cfg(feature = "documents")]
            Self::Document(_) => None,
            Self::Pest | Self::Patterns(_) => None,
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

    /// Reads the productions that a document prints. Lines and sections are those of the document.
    ///
    /// # Errors
    /// When an import is not a grammar, or an assumption cannot be used.
    #[cfg(feature = "documents")]
    pub fn read_document(
        document: &Extracted,
        reader: &PrintedReader,
    ) -> Result<Self, PrintedError> {
        Ok(Self::printed(document.printed(reader)?))
    }

    /// Reads regular expressions, one a line: each is a production. If a line has a tab, what stands
    /// before the first tab is the name, and what stands after it is the pattern; else the name is
    /// `pattern`, and of later ones `pattern-2` and so on. Lines that are empty or begin with `#` are
    /// left out. A pattern that cannot be read is a production without a language.
    #[must_use]
    pub fn patterns(
        GrammarText { file, text }: GrammarText<'_>,
        dialect: Dialect,
        matching: Matching,
    ) -> Self {
        let lines = text.lines().zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let all = lines.enumerate().map(|(at, (line, number))| {
            let (name, text) = match line.split_once('\t') {
                Some((name, text)) => (name.trim().to_owned(), text),
                None if at == 0 => ("pattern".to_owned(), line),
                None => (format!("pattern-{}", at + 1), line),
            };
            let read = Pattern::read(dialect, text).map_err(|error| error.to_string());
            let language = match read {
                Ok(pattern) => {
                    let (language, pattern) = (OnceLock::new(), Some((pattern, matching)));
                    GivenLanguage { language, pattern }
                }
                Err(why) => GivenLanguage::new(Err(format!("{file}, line {number}: {why}"))),
            };
            (AnyProduction::new(&name, text, number), language)
        });
        let (productions, languages) = all.unzip();
        Self::of(file.to_owned(), productions, LanguageSource::Given(languages, Deadline::NONE))
    }

    /// Reads the rules of a `.pest` file.
    ///
    /// # Errors
    /// When the text is not a grammar of pest.
    pub fn read_pest(GrammarText { file, text }: GrammarText<'_>) -> Result<Self, PairError> {
        Ok(Self::pest(Peg::read(file, text)?))
    }
}
