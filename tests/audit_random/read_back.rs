//! Documents that print random grammars are read back equal.
//!
//! Every way to read a document returns the productions that it prints, and no others; or it names the production at
//! fault, or its line. Only ambiguities of a document may be refused.

use std::collections::BTreeMap;

use urispec_audit::documents::{Extracted, LeftOut, Selection};
use urispec_audit::notation::PrintedProduction;
use urispec_audit::{GrammarText, Notation, PrintedReader};

use crate::document_grammars::{Form, Grammar, differences};
use crate::document_texts::{Document, Layout};
use crate::random::Random;

/// A document that was read.
pub(crate) struct ReadBack {
    pub(crate) layout: Layout,
    pub(crate) notation: Notation,
    /// The ambiguity of the document that the reader refused.
    pub(crate) refused: Option<String>,
    /// A needless refusal by name: the document is not ambiguous.
    pub(crate) needless: Option<String>,
}

/// A document that was misread silently.
pub(crate) struct Misread {
    pub(crate) text: String,
    pub(crate) why: String,
}

/// Prints a grammar and reads it back.
pub(crate) fn round_trip(random: &mut Random) -> Result<ReadBack, Misread> {
    let (grammar, document) = Document::random(random);
    let notation = grammar.notation;
    let layout = document.layout;
    match check(&grammar, &document) {
        Ok(Refused { open: refused, needless }) => {
            Ok(ReadBack { layout, notation, refused, needless })
        }
        Err(why) => {
            let why = format!("{notation:?}, {layout:?}, notation {:?}: {why}", document.notation);
            Err(Misread { text: document.text, why })
        }
    }
}

/// A refusal at an ambiguity, or elsewhere.
#[derive(Default)]
struct Refused {
    open: Option<String>,
    needless: Option<String>,
}

/// Returns what the reader refuses, or an error if it is wrong.
fn check(grammar: &Grammar, document: &Document) -> Result<Refused, String> {
    let wanted = grammar.forms();
    let mut refused = Refused::default();
    if document.layout == Layout::File {
        refused.open = plain(&wanted, grammar.notation, &document.text)?;
        // A line of this notation does not show that it begins a production.
        if grammar.notation == Notation::Rfc1630 {
            return Ok(refused);
        }
    }
    let text = GrammarText { file: "document", text: &document.text };
    let read = Extracted::read_as(document.layout.kind(), document.notation, text);
    let extracted = read.map_err(|why| format!("refused: {why}"))?;
    if extracted.notation != grammar.notation {
        // If the document does not name its notation, a part that is left out may be the only hint.
        let named = extracted.notes.first().map(|note| format!("{:?}", note.kind));
        let named = named.filter(|_| document.notation.is_none());
        let read = format!("it is read as {:?}", extracted.notation);
        let Some(named) = named else { return Err(read) };
        return Ok(Refused { open: None, needless: Some(format!("{named}: {read}")) });
    }
    let reader = PrintedReader::new(grammar.notation);
    let printed = match extracted.productions.is_empty() {
        true => Vec::new(),
        false => match (extracted.printed(&reader), document.ambiguities.first()) {
            (Ok(printed), _) => printed.productions,
            (Err(_), Some(open)) => {
                return Ok(Refused { open: Some(format!("{open}: an error")), needless: None });
            }
            (Err(why), None) => return Err(format!("no grammar: {why}")),
        },
    };
    let wrong = differences(&wanted, grammar.notation, &printed);
    if wrong.is_empty() {
        // The grammar printed from the document is the same.
        plain(&wanted, grammar.notation, &extracted.grammar(&Selection::All))
            .map_err(|why| format!("the printed grammar: {why}"))?;
        return Ok(refused);
    }
    for (key, what) in &wrong {
        let named = |key: &str| reason(grammar, document, &extracted, &printed, key);
        // A negated class of the W3C is `Char` without its characters, so it changes without `Char`.
        let of_char = || (grammar.notation == Notation::W3c).then(|| named("Char")).flatten();
        let named = named(key).or_else(of_char);
        let Some(named) = named else { return Err(format!("`{key}`: {what}")) };
        match document.ambiguities.first() {
            Some(open) => refused.open = Some(format!("{open}: {named}")),
            None => refused.needless = Some(format!("`{key}`: {named}: {what}")),
        }
    }
    Ok(refused)
}

/// Reads a file that is only a grammar.
fn plain(
    wanted: &BTreeMap<String, Option<Form>>,
    notation: Notation,
    text: &str,
) -> Result<Option<String>, String> {
    let read = PrintedReader::new(notation).read(GrammarText { file: "grammar", text });
    let printed = read.map_err(|why| format!("refused: {why}\n{text}"))?;
    match differences(wanted, notation, &printed.productions).into_iter().next() {
        Some((key, what)) => Err(format!("`{key}` of the file: {what}\n{text}")),
        None => Ok(None),
    }
}

/// Returns the reader's message about a production that it does not return as written.
fn reason(
    grammar: &Grammar,
    document: &Document,
    extracted: &Extracted,
    printed: &[PrintedProduction],
    key: &str,
) -> Option<String> {
    let key_of = |rule: usize| grammar.key(rule);
    let is_it = |name: &str| grammar.notation.key(name) == key;
    let unreadable = printed.iter().any(|one| is_it(&one.name) && one.term.is_err());
    // The first of adjacent productions that are left out for one reason is named.
    let is_left_out = |one: &&LeftOut| {
        let begin = document.places.iter().position(|place| place.lines.contains(&one.line));
        let places = begin.map(|begin| document.places[begin..].iter().take(one.count));
        places.into_iter().flatten().any(|place| key_of(place.rule) == key)
    };
    let left_out = extracted.left_out.iter().find(is_left_out);
    let note = extracted.notes.iter().find(|note| is_it(&note.production));
    let unreadable = unreadable.then(|| "unreadable".to_owned());
    let left_out = || left_out.map(|one| one.reason.name().to_owned());
    unreadable.or_else(left_out).or_else(|| note.map(|note| format!("{:?}", note.kind)))
}
