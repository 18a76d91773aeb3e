//! Extraction of the grammar from the text of a document.

use std::path::PathBuf;

use urispec_audit::GrammarText;
use urispec_audit::documents::{DocumentKind, Extracted};

use crate::support;

mod coverage;
mod editions;
mod formats;
mod hostile;
mod sections;

/// Returns the text of a document outside the project, or `None` with a message on stderr.
pub(crate) fn text_of(path: &str) -> Option<String> {
    let named = std::env::var_os("URISPEC_SHARED").map(PathBuf::from);
    let folder = named.clone().unwrap_or_else(|| PathBuf::from("../shared"));
    match std::fs::read_to_string(folder.join(path)) {
        Ok(text) => Some(text),
        Err(error) => {
            assert!(named.is_none(), "{path}: {error}; URISPEC_SHARED names its folder");
            eprintln!("skipped: {path} is absent");
            None
        }
    }
}

/// Extracts the grammar of an RFC, if its text is available.
pub(crate) fn rfc(number: u32) -> Option<Extracted> {
    let text = text_of(&format!("spec/rfc/rfc{number}.txt"))?;
    Some(read(DocumentKind::Text, &text))
}

#[track_caller]
pub(crate) fn read(kind: DocumentKind, text: &str) -> Extracted {
    Extracted::read(kind, GrammarText { file: "document", text }).unwrap()
}

/// Returns each production as `NAME SECTION LINE`.
pub(crate) fn placed(document: &Extracted) -> Vec<String> {
    let section = |one: &urispec_audit::documents::PrintedPlace| {
        one.section.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string)
    };
    let all = document.productions.iter();
    all.map(|one| format!("{} {} {}", one.name, section(&one.place), one.place.line)).collect()
}

/// Returns what is left out, each as `LINE COUNT REASON`.
pub(crate) fn left_out(document: &Extracted) -> Vec<String> {
    let all = document.left_out.iter();
    all.map(|one| format!("{} {} {}", one.line, one.count, one.reason.name())).collect()
}

pub(crate) fn names(document: &Extracted) -> Vec<&str> {
    document.productions.iter().map(|one| &*one.name).collect()
}

pub(crate) fn notes(document: &Extracted) -> Vec<String> {
    document.notes.iter().map(ToString::to_string).collect()
}

/// Asserts which strings a production of the document accepts.
#[track_caller]
fn has(document: &Extracted, name: &str, members: &[&str], others: &[&str]) {
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    for (texts, wanted) in [(members, true), (others, false)] {
        for text in texts {
            assert_eq!(
                support::has(&printed, name, text),
                wanted,
                "{name}: {text:?} in {document:?}"
            );
        }
    }
}
