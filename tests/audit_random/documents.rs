//! Documents that print random grammars, in every notation, layout and format, are read as printed.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::random::{Random, scaled, until};
use crate::read_back::{Misread, round_trip};

/// Returns the number of documents.
fn documents() -> usize {
    scaled(400, 1_000_000)
}

/// Returns the shortest misread document of many.
fn shortest() -> Option<Misread> {
    let failures = (0..4_000).filter_map(|seed| round_trip(&mut Random::new(seed)).err());
    failures.min_by_key(|misread| misread.text.len())
}

#[test]
fn random_documents_are_read_back() {
    let counts = Mutex::new(BTreeMap::<String, usize>::new());
    until(documents(), |seed| {
        let read = round_trip(&mut Random::new(seed)).map_err(|misread| {
            let Misread { text, why } = shortest().unwrap_or(misread);
            format!("{why}\n---\n{text}\n---\n{text:?}")
        })?;
        let mut counts = counts.lock().map_err(|_| "a thread has failed")?;
        let mut count = |name: String| *counts.entry(name).or_default() += 1;
        count(format!("form {:?}", read.layout));
        count(format!("notation {:?}", read.notation));
        count("documents".to_owned());
        if let Some(why) = read.refused {
            count("refused".to_owned());
            count(format!("refused: {why}"));
        }
        if let Some(why) = read.needless {
            count("needless".to_owned());
            println!("grammar {seed}: needlessly refused: {why}");
        }
        Ok(1)
    });
    let counts = counts.into_inner().unwrap();
    let count = |name| counts.get(name).copied().unwrap_or(0);
    let (all, refused, needless) = (count("documents"), count("refused"), count("needless"));
    for (name, count) in &counts {
        println!("{count:>9} {name}");
    }
    assert!(needless * 1_000 < all, "{needless} of {all} documents are refused without need");
    assert!(refused * 50 < all, "{refused} of {all} documents are refused");
}
