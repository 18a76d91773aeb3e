//! What two documents call the same thing.
//!
//! In: the terms of both editions, each with what it means in words that all editions share. Out: an
//! entry for each meaning for which they differ. Where only one document has a term for a meaning, the
//! term is new or gone, and not always the thing.

use super::prose::{document, first_sentence, quoted};
use super::{ChangeKind, Entry, Manner};
use crate::between::diff::{Term, terms};
use crate::editions::Edition;

/// The terms that changed, and how many did not.
pub(super) fn entries(since: Edition, edition: Edition) -> (Vec<Entry>, usize) {
    let (mut changed, mut same) = (Vec::new(), 0);
    // A line without a term says only what a production means.
    let of = |edition| terms(edition).filter(|term| !term.name.is_empty()).collect::<Vec<_>>();
    let [old, new] = [since, edition].map(of);
    let entry =
        |manner, subject: &str, old: Option<&Term>, new: Option<&Term>, sentence: String| Entry {
            kind: ChangeKind::Terms,
            manner,
            subject: subject.to_owned(),
            since_section: old.map(|term| term.section),
            section: new.map(|term| term.section),
            brief: first_sentence(&sentence).to_owned(),
            sentence,
            evidence: Vec::new(),
        };
    let [before, now] = [since, edition].map(document);
    for term in &new {
        let says = format!("{now} says {} for {}", quoted(term.name), term.meaning);
        match old.iter().find(|old| old.meaning == term.meaning) {
            Some(one) if one.name == term.name => same += 1,
            Some(one) => {
                let sentence = format!("{says}; {before} says {}.", quoted(one.name));
                changed.push(entry(Manner::Renamed, term.name, Some(one), Some(term), sentence));
            }
            None => {
                let sentence = format!("{says}; {before} has no term for that.");
                changed.push(entry(Manner::New, term.name, None, Some(term), sentence));
            }
        }
    }
    for term in old.iter().filter(|old| new.iter().all(|term| term.meaning != old.meaning)) {
        let (name, meaning) = (quoted(term.name), term.meaning);
        let sentence = format!("{before} says {name} for {meaning}; {now} has no term for that.");
        changed.push(entry(Manner::Gone, term.name, Some(term), None, sentence));
    }
    (changed, same)
}
