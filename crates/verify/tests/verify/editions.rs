//! Every certificate of every document of this repository.

use std::collections::HashMap;
use std::path::Path;

use grammar_verify::{Document, Notation, Source, Subject, verify};
use urispec::Edition;

use super::written;

/// The files that the list names for a grammar: the option and the text of each.
fn listed(root: &Path) -> HashMap<String, Vec<(String, String, String)>> {
    let list = include_str!("../../editions.txt");
    let lines = list.lines().filter(|line| line.starts_with("--name"));
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let files = words[2..].chunks(2).map(|pair| {
            let text = std::fs::read_to_string(root.join(pair[1])).unwrap();
            (pair[0].to_owned(), pair[1].to_owned(), text)
        });
        (words[1].to_owned(), files.collect())
    };
    lines.map(of_line).collect()
}

fn subject<'t>(name: &'t str, files: &'t [(String, String, String)]) -> Subject<'t> {
    let (mut documents, mut pest) = (Vec::<Document<'_>>::new(), Vec::new());
    for (option, file, text) in files {
        let source = Source { file, text };
        match &**option {
            "--readings" => documents.last_mut().unwrap().readings = Some(source),
            "--pest" => pest.push(source),
            _ => {
                let notation = match &**option {
                    "--rfc1630" => Notation::Rfc1630,
                    _ if file.ends_with(".bnf") => Notation::Bnf,
                    _ => Notation::Abnf,
                };
                documents.push(Document { notation, printed: source, readings: None });
            }
        }
    }
    let document = documents.remove(0);
    Subject { name, document, imports: documents, pest, productions: Vec::new() }
}

/// The engine finds each production equal to its rules; here each of these claims is checked.
#[test]
fn every_certificate_of_every_document_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = listed(root);
    let grammars: Vec<_> = Edition::every().flat_map(|edition| edition.grammars()).collect();
    assert_eq!(files.len(), grammars.len());
    // The large ones first, and two at a time.
    let check = |grammar: &&&urispec::grammar::Grammar| {
        let stem = grammar.stem();
        let pair = grammar.pair().unwrap();
        let text = written::of_pair(stem, &pair);
        let subject = subject(stem, &files[stem]);
        let found = verify(&text, &[subject]).unwrap_or_else(|why| panic!("{stem}: {why}"));
        // Whatever the engine lists as a production of this document has a certificate here.
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
