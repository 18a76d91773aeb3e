//! The grammar that a document prints, from its text.

use std::path::PathBuf;

use urispec_audit::{DocumentKind, Extracted, GrammarText};

mod appendices;
mod coverage;
mod editions;
mod examples;
mod formats;
mod hostile;
mod left_out;
mod texts;

/// The text of a document beside the project, or none, which is said: it is not part of the project.
fn text_of(path: &str) -> Option<String> {
    let named = std::env::var_os("URISPEC_SHARED").map(PathBuf::from);
    let folder = named.clone().unwrap_or_else(|| PathBuf::from("../shared"));
    match std::fs::read_to_string(folder.join(path)) {
        Ok(text) => Some(text),
        Err(error) => {
            assert!(named.is_none(), "{path}: {error}, and URISPEC_SHARED names its folder");
            eprintln!("skipped: {path} is absent");
            None
        }
    }
}

/// What an RFC prints, if its text is at hand.
fn rfc(number: u32) -> Option<Extracted> {
    let text = text_of(&format!("spec/rfc/rfc{number}.txt"))?;
    Some(read(DocumentKind::Text, &text))
}

#[track_caller]
fn read(kind: DocumentKind, text: &str) -> Extracted {
    Extracted::read(kind, GrammarText { file: "document", text }).unwrap()
}

/// Each production as `NAME SECTION LINE`.
fn placed(document: &Extracted) -> Vec<String> {
    let section = |one: &urispec_audit::PrintedPlace| {
        one.section.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string)
    };
    let all = document.productions.iter();
    all.map(|one| format!("{} {} {}", one.name, section(&one.place), one.place.line)).collect()
}

/// What is left out, each as `LINE COUNT REASON`.
fn left_out(document: &Extracted) -> Vec<String> {
    let all = document.left_out.iter();
    all.map(|one| format!("{} {} {}", one.line, one.count, one.reason.name())).collect()
}

fn names(document: &Extracted) -> Vec<&str> {
    document.productions.iter().map(|one| &*one.name).collect()
}
