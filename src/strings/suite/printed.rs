//! The examples of a document that say what a string resolves to, or what it is equivalent to.
//!
//! In: the text of [`Edition::examples`](crate::Edition::examples), whose format the type
//! `audit::Examples` describes. Out: the rows about resolution and equivalence, in their order. What is
//! forgotten: the other lines, and the reason why a row is known to contradict its document.

use crate::editions::Edition;

/// A row of a table of resolutions.
pub(super) struct Row {
    pub(super) section: &'static str,
    /// Whether the row is for a parser that is strict.
    pub(super) is_strict: bool,
    pub(super) base: &'static str,
    pub(super) reference: &'static str,
    /// The target, as the document prints it: `(current document)#s` where that is the answer.
    pub(super) target: &'static str,
}

/// Two references that a document calls equivalent, or not equivalent.
pub(super) struct Pair {
    pub(super) section: &'static str,
    pub(super) both: [&'static str; 2],
}

/// The rows of a document's tables of resolutions.
pub(super) fn rows(edition: Edition) -> impl Iterator<Item = Row> {
    lines(edition).filter_map(|fields| match fields[..] {
        [section, kind @ ("resolve" | "resolve non-strict"), base, reference, target, ..] => {
            Some(Row { section, is_strict: kind == "resolve", base, reference, target })
        }
        _ => None,
    })
}

/// The pairs that a document compares.
pub(super) fn pairs(edition: Edition) -> impl Iterator<Item = Pair> {
    lines(edition).filter_map(|fields| match fields[..] {
        [section, kind, a, b, ..]
            if kind == "not equivalent" || kind.starts_with("equivalent ") =>
        {
            Some(Pair { section, both: [a, b] })
        }
        _ => None,
    })
}

fn lines(edition: Edition) -> impl Iterator<Item = Vec<&'static str>> {
    let is_claim = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let unquoted = |field| if field == "\"\"" { "" } else { field };
    let lines = edition.examples().lines().filter(is_claim);
    lines.map(move |line| line.split('\t').map(unquoted).collect())
}
