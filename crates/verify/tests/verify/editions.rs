//! Every certificate of every document of this repository.

use std::collections::HashMap;
use std::path::Path;

use grammar_verify::{Document, PrintedNotation, Source, Subject, verify};
use urispec::Edition;

use super::written;

/// Returns the subject of each grammar that the list names.
fn listed(root: &Path) -> HashMap<String, Subject> {
    let list = include_str!("../../editions.txt");
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let mut subject = Subject::default();
        for pair in words.chunks(2) {
            let source = || Source::new(pair[1], &std::fs::read_to_string(root.join(pair[1])).unwrap());
            let document = |notation| Document { notation, printed: source(), readings: None };
            match pair[0] {
                "--name" => subject.name = pair[1].to_owned(),
                "--readings" => subject.documents.last_mut().unwrap().readings = Some(source()),
                "--pest" => subject.pest.push(source()),
                "--abnf" => subject.documents.push(document(PrintedNotation::Abnf)),
                "--bnf" => subject.documents.push(document(PrintedNotation::Bnf)),
                "--rfc1630" => subject.documents.push(document(PrintedNotation::Rfc1630)),
                other => panic!("{other}"),
            }
        }
        (subject.name.clone(), subject)
    };
    list.lines().filter(|line| line.starts_with("--name")).map(of_line).collect()
}

/// The engine finds each production equal to its rules; the checker verifies every one of these claims.
#[test]
fn every_certificate_of_every_document_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = listed(root);
    let grammars: Vec<_> = Edition::every().flat_map(|edition| edition.grammars()).collect();
    assert_eq!(files.len(), grammars.len());
    // Two threads, of which one begins with the large ones.
    let check = |grammar: &&&urispec::grammar::Grammar| {
        let stem = grammar.stem();
        let pair = urispec_audit::pair(grammar).unwrap();
        let text = written::of_pair(stem, &pair);
        let found = verify(&text, std::slice::from_ref(&files[stem])).unwrap_or_else(|why| panic!("{stem}: {why}"));
        // Every production that the engine compares has a certificate.
        let claimed = |name: &str| found[0].claims.iter().any(|(production, _)| production == name);
        for production in pair.as_read().productions {
            let has_rule = text.contains(&format!("production {} ", production.name));
            assert!(has_rule == claimed(&production.name), "{stem}: {}", production.name);
        }
        assert_eq!(found[0].pairs, text.matches("\npair ").count(), "{stem}");
        (found[0].claims.len(), found[0].pairs)
    };
    let (first, second): (Vec<_>, Vec<_>) =
        grammars.iter().partition(|grammar| ["whatwg", "rfc3987"].contains(&grammar.stem()));
    let counts: Vec<(usize, usize)> = std::thread::scope(|scope| {
        let other = scope.spawn(|| first.iter().map(check).collect::<Vec<_>>());
        let mut counts: Vec<_> = second.iter().map(check).collect();
        counts.extend(other.join().unwrap());
        counts
    });
    let certificates: usize = counts.iter().map(|(certificates, _)| certificates).sum();
    let pairs: usize = counts.iter().map(|(_, pairs)| pairs).sum();
    println!("{certificates} certificates, {pairs} pairs");
    assert!(certificates > 1_000 && pairs > 45_000, "{certificates}, {pairs}");
}
