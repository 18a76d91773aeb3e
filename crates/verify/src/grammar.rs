//! A printed grammar as it is read: with its readings, and with the documents that it imports.
//!
//! In: texts. Out: a [`Grammar`], in which each name is bound to a production. A reading replaces the production of
//! its name, or adds one. A name is looked up in its own document, then in the imported ones in their order, then,
//! in ABNF, among the core rules of RFC 5234, B.1.

use std::collections::HashMap;

use crate::printed::{Notation, Production, Term, read};
use crate::{Fault, Source};

/// RFC 5234, B.1.
const CORE: &str = r#"
ALPHA  = %x41-5A / %x61-7A
BIT    = "0" / "1"
CHAR   = %x01-7F
CR     = %x0D
CRLF   = CR LF
CTL    = %x00-1F / %x7F
DIGIT  = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB   = %x09
LF     = %x0A
LWSP   = *( WSP / CRLF WSP )
OCTET  = %x00-FF
SP     = %x20
VCHAR  = %x21-7E
WSP    = SP / HTAB
"#;

/// How many productions all documents may have together.
const MOST: usize = 10_000;

/// A document: its grammar, and the readings of some of its productions.
#[derive(Clone, Copy, Debug)]
pub struct Document<'t> {
    /// How both are written.
    pub notation: Notation,
    /// The grammar as printed.
    pub printed: Source<'t>,
    /// The readings.
    pub readings: Option<Source<'t>>,
}

/// The productions of a document and of those that it imports.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    /// All productions: those of the document itself, then those of the others.
    pub productions: Vec<Production>,
    /// For each production the number of its document; 0 is the document itself.
    pub documents: Vec<usize>,
    /// For each document, whether a value is the number of a character, and not of a byte. It is where a value
    /// is above FF.
    pub characters: Vec<bool>,
    notations: Vec<Notation>,
    /// The productions of each document, by their keys.
    places: Vec<HashMap<String, usize>>,
}

impl Grammar {
    /// Reads a document and those that it imports.
    ///
    /// # Errors
    /// When a file has a line that is no part of a production. A production that cannot be read is no error
    /// until something needs it.
    pub fn read(main: Document<'_>, imports: &[Document<'_>]) -> Result<Self, Fault> {
        let mut all = Self::default();
        let core = Source { file: "RFC 5234, B.1", text: CORE };
        let core = Document { notation: Notation::Abnf, printed: core, readings: None };
        for document in [&main].into_iter().chain(imports).chain([&core]) {
            all.add(document)?;
        }
        Ok(all)
    }

    fn add(&mut self, document: &Document<'_>) -> Result<(), Fault> {
        let Document { notation, printed, readings } = *document;
        let (mut places, mut is_wide) = (HashMap::new(), false);
        for source in [Some(printed), readings].into_iter().flatten() {
            let unreadable = |(line, why)| Fault::Unreadable(format!("{}, line {line}: {why}", source.file));
            for mut production in read(notation, source.text).map_err(unreadable)? {
                is_wide |= production.term.as_ref().is_ok_and(has_wide_value);
                let place = |why: String| format!("{}, line {}: {why}", source.file, production.line);
                production.term = production.term.map_err(place);
                let next = self.productions.len();
                let place = *places.entry(notation.key(&production.name)).or_insert(next);
                if place == next {
                    self.productions.push(production);
                    self.documents.push(self.places.len());
                } else {
                    self.productions[place] = production;
                }
            }
        }
        if self.productions.len() > MOST {
            return Err(Fault::Unreadable(format!("{}: more than {MOST} productions are too many", printed.file)));
        }
        self.places.push(places);
        self.notations.push(notation);
        self.characters.push(is_wide);
        Ok(())
    }

    /// A grammar of one production, whose values are characters.
    pub(crate) fn of(term: Term) -> Self {
        let production = Production { name: "pattern".to_owned(), line: 1, term: Ok(term) };
        Self { productions: vec![production], documents: vec![0], characters: vec![true], ..Self::default() }
    }

    /// The productions of the document itself.
    pub(crate) fn own(&self) -> impl Iterator<Item = &Production> {
        self.productions.iter().zip(&self.documents).filter(|(_, document)| **document == 0).map(|(one, _)| one)
    }

    /// The key of a name in the document itself.
    pub(crate) fn key(&self, name: &str) -> String {
        self.notations[0].key(name)
    }

    /// The production that a name means in a document. Imports do not see the names of what imports them.
    #[must_use]
    pub fn place(&self, document: usize, name: &str) -> Option<usize> {
        let core = self.places.len() - 1;
        let has_core = self.notations.get(document) == Some(&Notation::Abnf);
        let others = (1..core).filter(|&other| other != document);
        let mut order = [document].into_iter().chain(others).chain(has_core.then_some(core));
        order.find_map(|at| self.places.get(at)?.get(&self.notations[at].key(name)).copied())
    }
}

/// Whether a value in a term is above FF.
fn has_wide_value(term: &Term) -> bool {
    match term {
        Term::Values(values) => values.iter().any(|&value| value > 0xFF),
        Term::Range(_, last) => *last > 0xFF,
        Term::Seq(all) | Term::Choice(all) => all.iter().any(has_wide_value),
        Term::Repeat { of, .. } => has_wide_value(of),
        Term::Literal { .. } | Term::Name(_) => false,
    }
}
