//! Certificates as the engine writes them.

use std::fmt::Write;

use grammar_verify::{Document, Fault, PrintedNotation, Source, Subject, Verified, verify};
use urispec_audit::certificate::{Against, Grammars, Writer};
use urispec_audit::{GrammarPair, GrammarText, certificate};

/// The certificates of all productions of a pair, under a name.
pub(crate) fn of_pair(name: &str, pair: &GrammarPair) -> String {
    let grammars = certificate::solved(&Grammars::new(pair), &[]);
    let names = pair.as_read().productions.into_iter().map(|production| production.name);
    certificate::head() + &certificate::grammar(name) + &of_grammars(&grammars, names)
}

/// The certificates of productions, and the patterns and automata before them.
pub(crate) fn of_grammars(grammars: &Grammars<'_>, productions: impl IntoIterator<Item = String>) -> String {
    let mut writer = Writer::new(grammars);
    let mut text = certificate::opening(&grammars.patterns(), grammars.automata());
    let automata = grammars.automata().iter().zip(0..);
    let mut all: Vec<(String, Against)> =
        automata.map(|(one, at)| (one.production.clone(), Against::Automaton(at))).collect();
    for production in productions {
        all.extend(writer.against(&production).into_iter().map(|against| (production.clone(), against)));
    }
    for (production, against) in all {
        if let Ok(certificate) = writer.certificate(&production, &against) {
            write!(text, "{certificate}").unwrap();
        }
    }
    text
}

#[track_caller]
pub(crate) fn pair(abnf: &str, pest: &str) -> GrammarPair {
    let [printed, pest] = [("a.abnf", abnf), ("a.pest", pest)].map(|(file, text)| GrammarText { file, text });
    GrammarPair::read(urispec_audit::Notation::Abnf, printed, None, pest).unwrap()
}

pub(crate) fn subject(abnf: &str, pest: &str) -> Subject {
    Subject { pest: vec![Source::new("a.pest", pest)], ..printed(PrintedNotation::Abnf, abnf) }
}

pub(crate) fn checked(certificate: &str, abnf: &str, pest: &str) -> Result<Verified, Fault> {
    verify(certificate, &[subject(abnf, pest)]).map(|mut all| all.remove(0))
}

/// What the checker says of the engine's certificates of a pair.
#[track_caller]
pub(crate) fn both(abnf: &str, pest: &str) -> Result<Verified, Fault> {
    checked(&of_pair("-", &pair(abnf, pest)), abnf, pest)
}

/// A document in a notation.
pub(crate) fn document(notation: PrintedNotation, text: &str) -> Document {
    Document { notation, printed: Source::new("a.bnf", text), readings: None }
}

/// A subject without rules, whose grammar is in a notation.
pub(crate) fn printed(notation: PrintedNotation, text: &str) -> Subject {
    Subject { name: "-".to_owned(), documents: vec![document(notation, text)], ..Subject::default() }
}
