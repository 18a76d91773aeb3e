//! Which triplets may be replaced by their characters.
//!
//! In: the ladders of both editions. Out: an entry for the characters of which only one of the
//! documents lets a triplet be replaced. Where the other one only advises against that, another
//! entry says so in its words.
//!
//! The surprising case: the draft of 2003 has the normal form keep the triplet of a "!" (2.3), and
//! still calls the two strings equivalent (6.2.2.2). So no evidence calls them different.

use super::evidence::{entry, evidence, example, ladders};
use super::prose::{document, or, quoted, ranges, runs};
use super::{Entry, Evidence, Manner};
use crate::editions::{Edition, Kept, Licence};

/// The characters whose triplets may be decoded.
pub(super) fn escapes(editions: [Edition; 2]) -> Vec<Entry> {
    let characters = |edition: Edition| -> Vec<u8> {
        let test = edition.facts().ladder.unreserved.map(|(test, _)| test);
        (0..0x80).filter(|&byte| test.is_some_and(|test| test(byte))).collect()
    };
    let [old, new] = editions.map(characters);
    let without = |all: &[u8], others: &[u8]| -> Vec<u8> {
        all.iter().copied().filter(|byte| !others.contains(byte)).collect()
    };
    let mut entries = Vec::new();
    for (manner, says, characters) in
        [(Manner::New, 1, without(&new, &old)), (Manner::Gone, 0, without(&old, &new))]
    {
        let kept = ladders(editions)[1 - says].kept.as_ref();
        let is_kept = |byte: &u8| kept.is_some_and(|kept| (kept.octets)(*byte));
        let (advised, forbidden) = characters.into_iter().partition(is_kept);
        entries.extend(forbidden_escapes(editions, says, manner, forbidden));
        entries.extend(kept.and_then(|kept| kept_escapes(editions, says, manner, kept, advised)));
    }
    entries
}

/// The sections that say which triplets may be replaced.
fn unreserved(editions: [Edition; 2]) -> [Licence; 2] {
    ladders(editions).map(|ladder| ladder.unreserved.map(|(_, section)| section))
}

/// What shows the characters: strings with the triplet of each, and strings with the character.
fn shown(editions: [Edition; 2], characters: &[u8]) -> Vec<Evidence> {
    let of = |&byte: &u8| {
        let [triplet, decoded] =
            [format!("http://a/b%{byte:02X}"), format!("http://a/b{}", char::from(byte))];
        evidence(editions, [&triplet, &decoded])
    };
    characters.iter().flat_map(of).collect()
}

/// The characters whose triplets one document lets be replaced, and the other does not.
fn forbidden_escapes(
    editions: [Edition; 2],
    says: usize,
    manner: Manner,
    characters: Vec<u8>,
) -> Option<Entry> {
    if characters.is_empty() {
        return None;
    }
    let evidence = shown(editions, &characters);
    let sentence = format!(
        "By {} a triplet of {} may be replaced by the character; by {} it may not.{}",
        document(editions[says]),
        or(&ranges(&runs(&characters))),
        document(editions[1 - says]),
        example(&evidence),
    );
    let sections = unreserved(editions);
    Some(Entry {
        evidence,
        ..entry("triplets of unreserved characters", manner, sections, sentence)
    })
}

/// The characters whose triplets one document lets be replaced, and the other advises to keep. By
/// its words they are unreserved all the same, so the two strings are not said to differ; only the
/// normal forms are.
fn kept_escapes(
    editions: [Edition; 2],
    says: usize,
    manner: Manner,
    kept: &Kept,
    characters: Vec<u8>,
) -> Option<Entry> {
    if characters.is_empty() {
        return None;
    }
    let mut evidence = shown(editions, &characters);
    evidence.retain(|one| matches!(one, Evidence::NormalForm { .. }));
    let [by, other] = [editions[says], editions[1 - says]].map(document);
    let mut sentence = format!(
        "By {by} a triplet of {} may be replaced by the character; {other} calls that {}, and does \
         not forbid it.",
        or(&ranges(&runs(&characters))),
        quoted(kept.says),
    );
    if let Some(Evidence::NormalForm { text, since, normal }) = evidence.first() {
        let forms = [since, normal];
        sentence += &format!(
            " The normal form of {} is {} by {by} and {} by {other}.",
            quoted(text),
            quoted(forms[says]),
            quoted(forms[1 - says]),
        );
    }
    let mut sections = unreserved(editions);
    sections[1 - says] = Some(kept.section);
    Some(Entry {
        evidence,
        ..entry("triplets of unreserved characters", manner, sections, sentence)
    })
}
