//! A printed grammar and its transcription, parsed.
//!
//! In: the texts of two files, or of three where there are readings; those of an edition, or of any
//! caller. Out: a [`GrammarPair`], the input of an audit. Nothing is forgotten but the texts.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::Deadline;
#[cfg(feature = "documents")]
use grammar_notation::engine::TranscribedGrammar;
use grammar_notation::engine::{Beside, linked};
use grammar_notation::{
    AssumeError, GrammarText, Library, Notation, Note, Printed, PrintedDocument, PrintedError,
    PrintedProduction, PrintedReader, ReadError, Term,
};
use grammar_peg::{Atomicity, Peg, PegError};
use names::Twins;

pub(crate) mod names;

/// A printed grammar, its readings, and its transcription in pest: what an audit compares.
#[derive(Debug)]
pub struct GrammarPair {
    /// The grammar as printed.
    pub printed: Printed,
    /// The readings of the grammar's productions, if there are any.
    pub readings: Option<Printed>,
    /// The transcription of the grammar in pest.
    pub peg: Peg,
    /// The rules that transcribe productions of other names, by the keys of these: see
    /// [`GrammarPair::with_map`]. A production that no rule transcribes has none.
    pub(super) map: HashMap<String, Option<String>>,
    /// The productions whose names are spelled alike in pest.
    twins: Twins,
    /// What the grammar imports, and what is assumed of it.
    beside: Beside,
    /// The rules that transcribe productions of other documents, which the grammar of an edition uses.
    lent: HashSet<String>,
    /// The depth to which what nests in itself is unrolled: see [`GrammarPair::with_depth`].
    pub(super) depth: usize,
}

/// The depth to which what nests in itself is unrolled, if nobody says otherwise.
const DEPTH: usize = 4;
/// The greatest depth to which anything is unrolled.
const DEEPEST: usize = 64;

/// The reason why one of the files is not a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// The printed grammar or its readings cannot be read.
    #[error(transparent)]
    Printed(#[from] ReadError),
    /// The transcription cannot be read.
    #[error(transparent)]
    Pest(#[from] PegError),
    /// An assumption cannot be used.
    #[error(transparent)]
    Assume(#[from] AssumeError),
}

impl From<PrintedError> for PairError {
    fn from(error: PrintedError) -> Self {
        match error.kind() {
            Ok(error) => Self::Printed(error),
            Err(error) => Self::Assume(error),
        }
    }
}

impl GrammarPair {
    /// Reads the grammar of a caller, as people write: see [`PrintedReader`].
    ///
    /// # Errors
    /// When a file cannot be read as a grammar. A production or a rule that cannot be decided is no
    /// error: the others can.
    pub fn read(
        notation: Notation,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        Self::read_with(&PrintedReader::new(notation), printed, readings, pest)
    }

    /// Reads the grammar of a caller, with its characters, its imports and its assumptions.
    ///
    /// A production that has a reading is read by the letter: the reading says what it means, and
    /// nothing needs to be guessed.
    ///
    /// # Errors
    /// As of [`GrammarPair::read`]; and when an import is no grammar, or an assumption cannot be used.
    pub fn read_with(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        let (all, readings, beside) = reader.read_apart(printed, readings)?;
        let peg = Peg::read(pest.file, pest.text)?;
        let map = HashMap::new();
        let twins = twins(&all, readings.as_ref());
        let lent = HashSet::new();
        Ok(Self { printed: all, readings, peg, map, twins, beside, lent, depth: DEPTH })
    }

    /// Sets the depth to which recursive productions and rules are unrolled that no automaton can decide. The default
    /// is 4 and the maximum 64; the budget may allow less.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth.min(DEEPEST);
        self
    }

    /// Sets a deadline for all work on the two grammars. By default there is none.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        let printed = self.printed.with_deadline(deadline.clone());
        Self { printed, peg: self.peg.with_deadline(deadline), ..self }
    }

    /// Reads a grammar that a document prints, and its transcription. `lent` has the transcriptions of the
    /// documents that the grammar stands over, whose rules the transcription uses.
    ///
    /// # Errors
    /// When a file cannot be read as a grammar.
    pub fn from_document(
        document: &PrintedDocument,
        pest: GrammarText<'_>,
        lent: &[&str],
        library: &'static Library,
    ) -> Result<Self, PairError> {
        let PrintedDocument { name, notation, .. } = *document;
        let ending = notation.ending();
        let [printed, readings] = [format!("{name}.{ending}"), format!("{name}.readings.{ending}")];
        let readings = GrammarText { file: &readings, text: document.readings };
        let readings = (!document.readings.is_empty()).then_some(readings);
        let printed = GrammarText { file: &printed, text: document.printed };
        if !document.is_read_wide {
            let read = |GrammarText { file, text }| Printed::read(notation, file, text);
            let (printed, readings) = (read(printed)?, readings.map(read).transpose()?);
            return Ok(Self {
                twins: twins(&printed, readings.as_ref()),
                printed,
                readings,
                peg: Peg::read(pest.file, pest.text)?,
                map: HashMap::new(),
                beside: Beside::nothing(),
                lent: HashSet::new(),
                depth: DEPTH,
            });
        }
        let reader = PrintedReader::over(notation, document.imports, library);
        let text = [pest.text].iter().chain(lent).copied().collect::<Vec<_>>().join("\n");
        let own = pest.text.lines().count();
        let pest = GrammarText { text: &text, ..pest };
        let pair = Self::read_with(&reader, printed, readings, pest)?;
        let is_lent = |rule: &&str| pair.peg.line(rule).is_none_or(|line| line > own);
        let lent = pair.peg.rules().filter(is_lent).map(str::to_owned).collect();
        Ok(Self { lent, ..pair })
    }

    /// Whether a rule transcribes a production of a document that the grammar of an edition stands
    /// over, and is written there.
    pub(super) fn is_lent(&self, rule: &str) -> bool {
        self.lent.contains(rule)
    }

    /// The grammar as printed, with what it imports and what is assumed of it.
    #[must_use]
    pub fn as_printed(&self) -> Printed {
        self.linked(false)
    }

    /// The grammar with its readings, and with all that it uses of other documents.
    #[must_use]
    pub fn with_readings(&self) -> Printed {
        self.linked(true)
    }

    pub(crate) fn linked(&self, with_readings: bool) -> Printed {
        let readings = self.readings.as_ref().filter(|_| with_readings);
        linked(&self.printed, readings, &self.beside)
    }

    /// The places where the files depart from their notation, how each is read, and which names
    /// come from which document.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        self.as_read().notes
    }

    /// The grammar with its readings: each reading replaces the printed production of its name.
    ///
    /// What the notation lends it, as ABNF lends its core rules, is a part of it if one of its
    /// productions uses it and a rule transcribes it, or if the map names it. If no rule does, it is
    /// not missed; and a rule `char` of a grammar that does not use `CHAR` has nothing to do with it.
    #[must_use]
    pub fn as_read(&self) -> Printed {
        let mut read = self.linked(true);
        let notation = self.printed.notation;
        let own: HashSet<String> =
            read.productions.iter().map(|one| notation.key(&one.name)).collect();
        let lent: Vec<PrintedProduction> = notation
            .built_in()
            .iter()
            .filter(|one| !own.contains(&notation.key(&one.name)))
            .cloned()
            .collect();
        // What is used by what is lent is used.
        let (mut used, mut looked_at) = (HashSet::new(), 0);
        let mut users: Vec<&PrintedProduction> = read.productions.iter().collect();
        while let Some(user) = users.get(looked_at) {
            looked_at += 1;
            for term in user.term.iter().flat_map(Term::all) {
                let Term::Name(name) = term else { continue };
                let key = notation.key(name);
                if !own.contains(&key) && used.insert(key.clone()) {
                    users.extend(lent.iter().find(|one| notation.key(&one.name) == key));
                }
            }
        }
        let transcriptions = self.transcriptions();
        let is_part = |one: &PrintedProduction| {
            let key = notation.key(&one.name);
            let rules = transcriptions.get(&self.key(&one.name)).into_iter().flatten();
            let is_used = used.contains(&key) && rules.into_iter().any(|rule| !self.is_lent(rule));
            is_used || self.map.contains_key(&key)
        };
        let lent: Vec<PrintedProduction> =
            lent.iter().filter(|one| is_part(one)).cloned().collect();
        read.productions.extend(lent);
        read
    }

    /// The rules that transcribe a production, each in the atomicities in which it is reached.
    pub(super) fn runs<'s>(
        &'s self,
        production: &str,
        transcriptions: &HashMap<String, Vec<&'s str>>,
    ) -> Vec<(&'s str, Atomicity)> {
        let rules = self.rules(production, transcriptions).into_iter();
        rules
            .flat_map(|rule| self.peg.atomicities(rule).into_iter().map(move |one| (rule, one)))
            .collect()
    }
}

#[cfg(feature = "documents")]
#[doc(hidden)]
impl TranscribedGrammar for GrammarPair {
    type Error = PairError;

    fn read_with(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, PairError> {
        Self::read_with(reader, printed, readings, pest)
    }

    fn printed_mut(&mut self) -> &mut Printed {
        &mut self.printed
    }
}

/// The productions whose names are spelled alike in pest.
fn twins(printed: &Printed, readings: Option<&Printed>) -> Twins {
    let all = [Some(printed), readings].into_iter().flatten();
    Twins::of(printed.notation, all.flat_map(|one| &one.productions).map(|one| &*one.name))
}
