//! A printed grammar with its readings and its imports.
//!
//! A reading replaces the production of the same name, or adds a production. A name is looked up first in its own
//! document, then in the imported documents in order, and last, in ABNF, among the core rules of RFC 5234, B.1.

use std::collections::HashMap;

use crate::printed::{PrintedNotation, Production, read};
use crate::tree::Term;
use crate::{Document, Fault, Source};

/// The core rules of RFC 5234, B.1.
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

/// The maximum number of productions in all documents together.
const MOST: usize = 10_000;

/// The productions of a document and of the documents that it imports.
#[derive(Default)]
pub(crate) struct Grammar {
    /// All productions, each with the index of its document: 0 for the main document, the last for the core rules.
    pub(crate) productions: Vec<(usize, Production)>,
    pub(crate) scopes: Vec<Scope>,
}

/// The names in a document, and the meaning of its numeric values: characters or bytes.
#[derive(Default)]
pub(crate) struct Scope {
    notation: PrintedNotation,
    /// Whether some numeric value is above FF. If so, values are characters, and otherwise bytes.
    pub(crate) is_wide: bool,
    /// The index of each production, by the key of its name.
    places: HashMap<String, usize>,
}

impl Grammar {
    /// Reads a document and its imports. A production that cannot be read is not an error unless it is needed.
    pub(crate) fn read(documents: &[Document]) -> Result<Self, Fault> {
        let mut all = Self::default();
        let core = Document { printed: Source::new("RFC 5234, B.1", CORE), ..Document::default() };
        for document in documents.iter().chain([&core]) {
            all.add(document)?;
        }
        Ok(all)
    }

    fn add(&mut self, document: &Document) -> Result<(), Fault> {
        let mut scope = Scope { notation: document.notation, ..Scope::default() };
        for source in [Some(&document.printed), document.readings.as_ref()].into_iter().flatten() {
            let place = |line: usize, why: String| format!("{}, line {line}: {why}", source.file);
            let found = read(document.notation, &source.text);
            for mut production in found.map_err(|(line, why)| Fault::Unreadable(place(line, why)))? {
                scope.is_wide |= production.term.as_ref().is_ok_and(|term| term.any(is_wide));
                production.term = production.term.map_err(|why| place(production.line, why));
                let next = self.productions.len();
                let key = document.notation.key(&production.name);
                let place = *scope.places.entry(key).or_insert(next);
                if place == next {
                    self.productions.push((self.scopes.len(), production));
                } else {
                    self.productions[place].1 = production;
                }
            }
        }
        self.scopes.push(scope);
        match self.productions.len() > MOST {
            true => Err(Fault::Unreadable(format!("the documents have more than {MOST} productions"))),
            false => Ok(()),
        }
    }

    /// Returns the key of a name in document 0. Two names are equal if their keys are equal.
    pub(crate) fn key(&self, name: &str) -> String {
        self.scopes[0].notation.key(name)
    }

    /// Returns the production that a name refers to in a document. Imports do not see the names of the importing document.
    pub(crate) fn place(&self, document: usize, name: &str) -> Option<usize> {
        let core = self.scopes.len() - 1;
        let has_core = self.scopes[document].notation == PrintedNotation::Abnf;
        let others = (1..core).filter(|&other| other != document);
        let mut order = [document].into_iter().chain(others).chain(has_core.then_some(core));
        order.find_map(|at| self.scopes[at].places.get(&self.scopes[at].notation.key(name)).copied())
    }
}

fn is_wide(term: &Term) -> bool {
    matches!(term, Term::Range(_, 0x100..))
}
