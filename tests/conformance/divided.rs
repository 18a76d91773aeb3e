//! That a reference is found without a tree as lowering its tree finds it: by every production that
//! has whole references of its own, in every edition.
//!
//! The suite of a production tells states apart, and not the kinds of hosts, which need not be states
//! of the whole: so members and near misses are drawn too, the examples of the documents and the URLs
//! of the web are asked, and authorities of all kinds are put where an authority may stand.

use urispec::grammar::Role;
use urispec::{Edition, Node, Recognizer, Reference};
use urispec_audit::{Claim, Examples};
use urispec_compare::across::Across;
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;

use super::parts::parts;
use super::suites::{scaled, some};

/// The productions for whole strings of every edition, and those of single schemes.
fn all() -> impl Iterator<Item = Recognizer> {
    Edition::ALL.iter().flat_map(|&edition| {
        let grammars = edition.grammars().iter();
        let names = grammars.flat_map(|grammar| grammar.productions().iter());
        let is_it = move |production: &Recognizer| {
            let is_whole = edition.whole_rules().contains(&production.rule());
            is_whole || production.role() == Role::Specific || OTHERS.contains(&production.rule())
        };
        names.filter_map(move |name| edition.production(name.name()).ok()).filter(is_it)
    })
}

/// Those that choose between productions of one scheme, and those of any.
const OTHERS: [&str; 4] = ["waisurl", "waisaddress", "otherurl", "prosperoaddress"];

/// Whether the production derives the string, as pest says; if so, the components are those of pest's tree,
/// and the tree that is made without pest is that tree.
#[track_caller]
fn holds(production: &Recognizer, text: &str) -> bool {
    let (edition, rule) = (production.edition(), production.rule());
    let read = production.reference(text);
    match production.pest_tree(text) {
        Ok(tree) => {
            assert_eq!(production.tree(text).as_ref(), Ok(&tree), "{edition} {rule}: {text:?}");
            let lowered = Reference::from_tree(edition, &tree).unwrap();
            let read = read.unwrap();
            assert_eq!(parts(&read), parts(&lowered), "{edition} {rule}: {text:?}");
            let opaque = (read.opaque_part(), lowered.opaque_part());
            assert_eq!(opaque.0, opaque.1, "{edition} {rule}: {text:?}");
            true
        }
        Err(error) => {
            assert_eq!(read, Err(error), "{edition} {rule}: {text:?}");
            false
        }
    }
}

fn each<S: AsRef<str>>(production: &Recognizer, strings: impl Iterator<Item = S>) -> usize {
    strings.filter(|text| holds(production, text.as_ref())).count()
}

#[test]
fn the_suites() {
    for production in all() {
        let valid =
            each(&production, some(Suite::new(production).cases(), 23).map(|case| case.input));
        assert!(valid > 0, "{production:?}");
    }
}

#[test]
fn members_and_near_misses() {
    for production in all() {
        for (seed, max_len) in [(1, 24), (2, 60)] {
            let Ok(mut sampler) = Sampler::new(production).seed(seed).max_len(max_len) else {
                continue;
            };
            let count = scaled(20, 60);
            let strings = (0..count).flat_map(|_| [sampler.member(), sampler.near_miss()]);
            assert!(each(&production, strings) >= count, "{production:?}");
        }
    }
}

#[test]
fn the_examples_of_the_documents() {
    for production in all() {
        for &edition in Edition::ALL {
            let examples = Examples::read(edition.id(), edition.examples()).unwrap();
            for example in &examples.all {
                let strings = match example.claim {
                    Claim::Instance { text, .. } | Claim::Illegal { text, .. } => [text, ""],
                    Claim::Target { reference, target, .. } => [reference, target],
                    Claim::Equivalent { a, b, .. } => [a, b],
                    Claim::Request { url, .. } => [url, ""],
                    _ => continue,
                };
                each(&production, strings.iter());
            }
        }
    }
}

/// Pieces of authorities, and of what stands around one, in all orders; without `URISPEC_LONG` some of them.
#[test]
fn authorities() {
    let pieces = "a 1 1.2.3.4 1.2.3.256 a.b 1a a- _ . : @ ; %41 [::1] [v1.a] 80 !";
    let pieces: Vec<_> = pieces.split(' ').chain([""]).collect();
    let schemes =
        ["", "a:", "http:", "ftp:", "HTTP:", "FtP:", "telnet:", "afs:", "file:", "wais:", "!:"];
    let ends = ["", "/", "/b?c", "?c", "/b/c", "#d", "/0"];
    // No divisor of the number of pieces, so that each piece stands in each place.
    let step = scaled(41, 1);
    for production in all() {
        let (mut valid, mut number) = (0, 0);
        for one in &pieces {
            for two in &pieces {
                for three in &pieces {
                    number += 1;
                    if number % step != 0 {
                        continue;
                    }
                    // Each scheme with each authority; the rest as the authority's length says.
                    for (index, scheme) in schemes.iter().enumerate() {
                        let end =
                            ends[(one.len() + two.len() + 3 * three.len() + index) % ends.len()];
                        let text = format!("{scheme}//{one}{two}{three}{end}");
                        // Most strings are of no production of a scheme, and need no tree.
                        if production.accepts(text.as_bytes()) {
                            valid += usize::from(holds(&production, &text));
                        }
                    }
                }
            }
        }
        println!("{} {}: {valid}", production.edition(), production.rule());
    }
}

#[test]
fn delimiters() {
    let letters = ["a", "A", "1", ":", "/", "?", "#", "@", "[", "]", "*", ";", "=", "%25", "+"];
    for production in all() {
        if !production.edition().whole_rules().contains(&production.rule()) {
            continue;
        }
        let mut strings = vec![String::new()];
        let mut all = strings.clone();
        for _ in 0..3 {
            let longer = |text: &String| letters.map(|letter| format!("{text}{letter}"));
            strings = strings.iter().flat_map(longer).collect();
            all.extend(strings.iter().cloned());
        }
        all.retain(|text| production.accepts(text.as_bytes()));
        each(&production, all.iter());
    }
}

/// The productions on the way to the path, by the tree that derives the string: that of the
/// production of its scheme, if there is one.
fn on_the_way(edition: Edition, text: &str) -> Option<Vec<&'static str>> {
    let own = all().filter(|own| own.edition() == edition && own.role() == Role::Specific);
    let mut own = own.filter(|own| own.accepts(text.as_bytes()));
    let production = own.next().or_else(|| edition.deriving(text).ok())?;
    let tree = production.tree(text).unwrap();
    let (mut node, mut way) = (&tree, vec![tree.rule()]);
    loop {
        let of = |roles: &'static [Role]| {
            node.children().iter().find(move |child| roles.contains(&child.role()))
        };
        if of(&[Role::Authority]).is_some() {
            return Some(way);
        }
        if let Some(whole) = of(&[Role::Whole, Role::OpaqueUrl, Role::Specific]) {
            way.push(whole.rule());
            node = whole;
            continue;
        }
        way.extend(of(&[Role::Path, Role::OpaquePart]).map(Node::rule));
        return Some(way);
    }
}

#[test]
fn the_productions_on_the_way() {
    for production in all() {
        let edition = production.edition();
        let mut sampler = Sampler::new(production).seed(5).max_len(60).unwrap();
        let members = (0..scaled(6, 30)).map(|_| sampler.member());
        let suite = Suite::new(production);
        let short = suite
            .cases()
            .filter(|case| case.is_valid())
            .take(scaled(20, 150))
            .map(|case| case.input);
        for text in members.chain(short) {
            let answers = Across::new().editions(&[edition]).ask(&text);
            let answer = &answers.each()[0];
            let found = answer.parts().map(|_| answer.productions());
            assert_eq!(found, on_the_way(edition, &text), "{edition}: {text:?}");
        }
    }
}

/// The URLs of the web, where they are.
#[test]
fn the_web() {
    let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
        eprintln!("skipped: there is no ../shared/corpus/web.txt");
        return;
    };
    for production in all() {
        each(&production, web.lines().step_by(scaled(1_370, 370)));
    }
}
