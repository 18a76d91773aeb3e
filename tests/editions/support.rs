//! Helpers of the editions' tests for grammars, references and trees.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use urispec::grammar::Grammar;
use urispec::{Edition, Node, Reference};
use urispec_audit::automata::difference;
use urispec_audit::{Languages, audit};

/// Returns the document's own productions as printed, and the productions of RFC 5234 that they use.
fn own_and_core(grammar: &Grammar) -> (&str, &str) {
    grammar.printed().split_once("\n; core: ").unwrap_or((grammar.printed(), ""))
}

/// Returns the name of a production as a rule of pest, which must not be a keyword of Rust.
fn rule(production: &str) -> String {
    if production == "type" {
        return "type_".to_owned();
    }
    production.replace("+_", "_plus_").replace(['-', ' '], "_")
}

/// Asserts that every production accepts what its rule accepts, and so does the leaf of a class of characters.
#[track_caller]
pub(crate) fn is_as_printed(grammar: &Grammar) {
    let pair = urispec_audit::pair(grammar).unwrap();
    let (languages, peg) = (Languages::new(&pair.with_readings()), pair.peg);
    assert!(peg.refused().is_empty(), "{:?}", peg.refused());
    let decided = peg.decide();
    let mut differences = String::new();
    // Imported rules belong to the tests of their own document.
    let own = || languages.names().iter().filter(|name| !name.contains(':'));
    for name in own() {
        let start = languages.start(name).unwrap().unwrap_or_else(|error| panic!("{error}"));
        let whole = decided.start(&format!("whole_{}", rule(name)));
        let own = decided.start(&rule(name));
        assert!(own.is_some(), "`{name}` has no rule");
        for pest in own.into_iter().chain(whole) {
            let difference = difference((languages.dfa(), start), (&decided.dfa, pest));
            let mut tell = |who: &str, witness: Option<Vec<u8>>| {
                if let Some(witness) = witness {
                    let witness = witness.escape_ascii();
                    writeln!(differences, "{name}: only {who} accepts \"{witness}\"").unwrap();
                }
            };
            tell("the document", difference.only_left);
            tell("pest", difference.only_right);
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
    // The decided productions are the public ones, except the core rules of RFC 5234.
    let (_, core) = own_and_core(grammar);
    let is_core = |name: &&str| core.lines().any(|line| line.split(' ').next() == Some(name));
    let names = own().map(String::as_str);
    let names: BTreeSet<_> = names.filter(|name| !is_core(name)).collect();
    let placed: Vec<_> = grammar.productions().iter().map(|production| production.name()).collect();
    assert_eq!(placed.iter().copied().collect::<BTreeSet<_>>(), names);
    assert_eq!(placed.len(), names.len(), "a production has two places");
}

/// Returns the alternatives that are written and never taken.
pub(crate) fn never_taken(grammar: &Grammar) -> Vec<(String, String)> {
    let pair = urispec_audit::pair(grammar).unwrap();
    let never = match grammar.extends() {
        [] => pair.peg.unreachable_alternatives().alternatives,
        _ => audit(&pair, &[]).unwrap().never_taken,
    };
    never.into_iter().map(|at| (at.rule, at.text)).collect()
}

/// Asserts that the productions of the printed grammar are quoted above their rules, each once, in their order, and
/// below the section of each.
#[track_caller]
pub(crate) fn quotes_the_document(grammar: &Grammar) {
    let (body, _) = grammar.pest().split_once("// ---- Not in").expect("a last section");
    let (mut quotes, mut section, mut quote) = (Vec::new(), "", Vec::new());
    for line in body.lines() {
        let head = || line.split_once(" = ").map(|(name, _)| name);
        if let Some(quoted) = line.strip_prefix("//   ") {
            quote.push(quoted);
        } else if let Some(comment) = line.strip_prefix("// ") {
            section = if quote.is_empty() { comment } else { section };
        } else if let (false, Some(name)) = (quote.is_empty() || line.starts_with(' '), head()) {
            let production = match quote[0].strip_prefix('<') {
                Some(bracketed) => bracketed.split_once('>').unwrap().0.replace(' ', "-"),
                None => quote[0].split([' ', '\t']).next().unwrap().to_owned(),
            };
            let production = &*production;
            assert_eq!(name, rule(production), "the rule below {quote:?}");
            let placed = grammar.production(production).expect("a place");
            assert_eq!(placed.section(), section, "the section of `{production}`");
            quotes.push(quote.join("\n"));
            quote.clear();
        }
    }
    let mut printed: Vec<String> = Vec::new();
    let (own, _) = own_and_core(grammar);
    for line in own.lines().filter(|line| !line.is_empty() && !line.starts_with(';')) {
        match printed.last_mut() {
            Some(production) if line.starts_with([' ', '\t']) => {
                write!(production, "\n{line}").unwrap();
            }
            _ => printed.push(line.to_owned()),
        }
    }
    assert_eq!(quotes, printed);
}

/// Parses a reference by the edition's default whole-string rule.
#[track_caller]
pub(crate) fn reference(edition: Edition, text: &str) -> Reference<'_> {
    let parsed = Reference::parse_as(edition, edition.whole_rules()[0], text);
    parsed.unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[track_caller]
pub(crate) fn is_in(edition: Edition, rule: &str, text: &str) -> bool {
    Node::parse(edition, rule, text).is_ok()
}
