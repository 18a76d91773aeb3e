//! A file of the user that holds a printed grammar: the one way in which such a file is read.
//!
//! In: a text, what it holds, and what stands beside it. Out: its productions, alone or with the pest
//! grammar that transcribes them. What cannot be read is said on stderr.

use urispec_audit::{
    DocumentKind, Extracted, GrammarPair, GrammarText, Notation, PairError, Printed, PrintedError,
    PrintedReader,
};

use super::beside::Beside;
use crate::output::Output;
use crate::output::outcome::Stop;

/// What a text holds.
#[derive(Clone, Copy)]
pub(crate) enum Holds {
    /// A grammar and nothing else.
    Grammar(Notation),
    /// A document that prints a grammar, in a notation that may be given.
    Document(DocumentKind, Option<Notation>),
}

/// A printed grammar that can be read, and its readings.
pub(crate) struct PrintedFile<'t> {
    text: GrammarText<'t>,
    readings: Option<GrammarText<'t>>,
    /// What the text prints, if it is a document.
    document: Option<Extracted>,
    reader: PrintedReader,
}

impl<'t> PrintedFile<'t> {
    /// None if the document prints nothing, or what stands beside it cannot be read; stderr says why.
    pub(crate) fn open(
        text: GrammarText<'t>,
        readings: Option<GrammarText<'t>>,
        holds: Holds,
        beside: &Beside,
        out: &mut Output,
    ) -> Result<Option<Self>, Stop> {
        let (document, notation) = match holds {
            Holds::Grammar(notation) => (None, notation),
            Holds::Document(kind, notation) => {
                let read = Extracted::read_as(kind, notation, text);
                let Some(document) = out.or_refuse(read)? else { return Ok(None) };
                if document.productions.is_empty() {
                    let file = text.file;
                    out.refuse(&format!(
                        "{file}: no production in this document, read as {kind}; `urispec abnf --left-out` \
                         says what looks like one; if it is a grammar and nothing else, \
                         give --notation abnf, bnf or rfc1630"
                    ))?;
                    return Ok(None);
                }
                let notation = document.notation;
                (Some(document), notation)
            }
        };
        let reader = beside.reader(notation, out)?;
        Ok(reader.map(|reader| Self { text, readings, document, reader }))
    }

    /// The productions, with the readings in their places.
    pub(crate) fn printed(&self) -> Result<Printed, PrintedError> {
        let Some(document) = &self.document else {
            return self.reader.read_with_readings(self.text, self.readings);
        };
        let printed = document.printed(&self.reader)?;
        Ok(match self.readings {
            Some(readings) => printed.with_readings(&self.reader.read(readings)?),
            None => printed,
        })
    }

    /// The productions, and the grammar that transcribes them.
    pub(crate) fn pair(&self, pest: GrammarText<'_>) -> Result<GrammarPair, PairError> {
        match &self.document {
            Some(document) => document.pair(&self.reader, self.readings, pest),
            None => GrammarPair::read_with(&self.reader, self.text, self.readings, pest),
        }
    }

    /// The production that stands for a whole string if nobody names one: the first, and of a document
    /// that collects its grammar the first of the collected ones. A grammar that was read has a production.
    pub(crate) fn first<'p>(&'p self, printed: &'p Printed) -> &'p str {
        let mut productions = self.document.iter().flat_map(|document| &document.productions);
        let collected = productions.find(|one| one.place.is_collected).map(|one| &*one.name);
        collected.unwrap_or(&printed.productions[0].name)
    }
}
