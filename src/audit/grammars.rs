//! The grammars of the editions, as an audit reads them.
//!
//! In: a [`Grammar`]. Out: its texts as a [`GrammarPair`], and a [`Library`] in which others find it by name. Nothing
//! is decided here. The surprising case: if a grammar uses productions of other grammars, its transcription contains
//! their rules too, since pest needs them; they are not rules of the grammar itself.

use std::sync::LazyLock;

use grammar_audit::{
    AnyGrammar, GrammarPair, GrammarText, Library, Notation, PairError, PrintedDocument,
    PrintedReader,
};

use crate::editions::Edition;
use crate::editions::grammar::{self, Grammar};

/// The tags by which documents cite those of the editions, beside the documents' own names.
const TAGS: [(&str, &str); 3] = [("iri", "rfc3987"), ("std66", "rfc3986"), ("uri", "rfc3986")];

/// The documents that a reader of printed grammars knows by name: the grammars of the editions that others may
/// import, with their readings, and what documents often import.
#[must_use]
pub fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let is_imported = |grammar: &&Grammar| !["rfc9110", "whatwg"].contains(&grammar.stem);
        let grammars = Edition::every().flat_map(Edition::grammars).copied();
        Library::with(grammars.filter(is_imported).map(Grammar::document), &TAGS)
    });
    &LIBRARY
}

/// A reader of printed grammars that knows the documents of the editions: see [`PrintedReader`].
///
/// ```
/// use urispec::audit::{GrammarText, Languages, Notation, reader};
///
/// let text = "origin = scheme \"://\" authority\nauthority = <authority, see [URI], Section 3.2>\n";
/// let reader = reader(Notation::Abnf).import_known("rfc3986")?;
/// let printed = reader.read(GrammarText { file: "origin.abnf", text })?;
/// let languages = Languages::new(&printed);
/// let start = languages.start("origin").unwrap().unwrap();
/// assert!(languages.dfa().matches(start, b"http://[::1]:80"));
/// assert_eq!(
///     printed.notes[0].to_string(),
///     "origin.abnf, line 2: `authority`: `<authority, see [URI], Section 3.2>` is `authority` of \
///      rfc3986"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn reader(notation: Notation) -> PrintedReader {
    PrintedReader::new(notation).knowing(library())
}

/// The grammar of an edition that has this stem.
pub(super) fn grammar(stem: &str) -> Option<&'static Grammar> {
    let mut grammars = Edition::every().flat_map(Edition::grammars);
    grammars.find(|grammar| grammar.stem() == stem).copied()
}

impl From<grammar::Notation> for Notation {
    fn from(notation: grammar::Notation) -> Self {
        match notation {
            grammar::Notation::Abnf => Self::Abnf,
            grammar::Notation::Bnf => Self::Bnf,
            grammar::Notation::Rfc1630 => Self::Rfc1630,
            grammar::Notation::W3c => Self::W3c,
            grammar::Notation::Iso14977 => Self::Iso14977,
        }
    }
}

impl Grammar {
    /// The printed text and its readings, as other grammars import them.
    fn document(&self) -> PrintedDocument {
        PrintedDocument {
            name: self.stem,
            notation: self.notation.into(),
            printed: self.printed,
            readings: self.readings,
            imports: self.over(),
            is_read_wide: self.is_read_wide(),
        }
    }

    /// Reads the texts of the grammar: the pair that an audit compares.
    ///
    /// # Errors
    /// None, for a grammar that the tests have seen.
    pub fn pair(&self) -> Result<GrammarPair, PairError> {
        let others = self.over().iter().filter_map(|stem| grammar(stem));
        let lent: Vec<_> = others.map(|other| other.pest).collect();
        let file = format!("{}.pest", self.stem);
        let pest = GrammarText { file: &file, text: self.pest };
        GrammarPair::from_document(&self.document(), pest, &lent, library())
    }

    /// The printed grammar with its readings, paired with another pest grammar.
    ///
    /// # Errors
    /// When the pest grammar cannot be read.
    pub fn pair_with(&self, pest: GrammarText<'_>) -> Result<GrammarPair, PairError> {
        GrammarPair::from_document(&self.document(), pest, &[], library())
    }

    /// The printed grammar with its readings, as a grammar of any kind.
    ///
    /// # Errors
    /// None, for a grammar that the tests have seen.
    pub fn any(&self) -> Result<AnyGrammar, PairError> {
        Ok(AnyGrammar::from_pair(&self.pair()?))
    }
}
