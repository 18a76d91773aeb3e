//! Evidence that two documents normalize and compare differently.

use super::prose::{document, first_sentence, quoted};
use super::{ChangeKind, Entry, Evidence, Manner};
use crate::editions::{Edition, Ladder, Licence, Rung};
use crate::normalize::Normalizer;
use crate::normalize::compare::compare_with;
use crate::reference::Reference;

pub(super) fn entry(
    subject: &str,
    manner: Manner,
    sections: [Licence; 2],
    sentence: String,
) -> Entry {
    Entry {
        kind: ChangeKind::Normalization,
        manner,
        subject: subject.to_owned(),
        since_section: sections[0],
        section: sections[1],
        brief: first_sentence(&sentence).to_owned(),
        sentence,
        evidence: Vec::new(),
    }
}

pub(super) fn ladders(editions: [Edition; 2]) -> [&'static Ladder; 2] {
    editions.map(|edition| &edition.facts().ladder)
}

/// What two strings show, if only one of the editions finds them equivalent.
pub(super) fn evidence(editions: [Edition; 2], pair: [&str; 2]) -> Vec<Evidence> {
    let by = match editions.map(|edition| meet(edition, pair)) {
        [Some(true), Some(false)] => editions[0],
        [Some(false), Some(true)] => editions[1],
        _ => return Vec::new(),
    };
    let mut all = vec![Evidence::Equivalent { by, pair: pair.map(str::to_owned) }];
    let normal = |edition| {
        let one = Reference::parse(edition, pair[0]).ok()?;
        Some(
            Normalizer::from_edition(edition).to(Rung::Protocol).normalize(one).as_str().to_owned(),
        )
    };
    if let [Some(since), Some(normal)] = editions.map(normal)
        && since != normal
    {
        all.push(Evidence::NormalForm { text: pair[0].to_owned(), since, normal });
    }
    all
}

/// Whether an edition finds two strings equivalent, if both are strings of it.
pub(super) fn meet(edition: Edition, [a, b]: [&str; 2]) -> Option<bool> {
    let [a, b] = [Reference::parse(edition, a).ok()?, Reference::parse(edition, b).ok()?];
    Some(compare_with(&Normalizer::from_edition(edition), a, b).holds())
}

/// The first two strings in a sentence.
pub(super) fn example(evidence: &[Evidence]) -> String {
    let Some(Evidence::Equivalent { by, pair: [a, b] }) = evidence.first() else {
        return String::new();
    };
    format!(" {} and {} are equivalent by {} only.", quoted(a), quoted(b), document(*by))
}
