//! What the tests of the editions ask of grammars, references and trees.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use urispec::grammar::Grammar;
use urispec::{Edition, Node, Reference};
use urispec_audit::{Languages, audit, difference};

/// How much a test does: so much, or with `URISPEC_LONG` the other.
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

/// The document's own productions as printed, and those of RFC 5234 that they use.
fn own_and_core(grammar: &Grammar) -> (&str, &str) {
    grammar.printed().split_once("\n; core: ").unwrap_or((grammar.printed(), ""))
}

/// How a production is spelled as a rule of pest, which takes no word of Rust for a name.
fn rule(production: &str) -> String {
    if production == "type" {
        return "type_".to_owned();
    }
    production.replace("+_", "_plus_").replace(['-', ' '], "_")
}

/// Every production accepts what its rule accepts, and so does the leaf of a class of characters.
#[track_caller]
pub(crate) fn is_as_printed(grammar: &Grammar) {
    let pair = urispec_audit::pair(grammar).unwrap();
    let (languages, peg) = (Languages::new(&pair.with_readings()), pair.peg);
    assert!(peg.refused().is_empty(), "{:?}", peg.refused());
    let decided = peg.decide();
    let mut differences = String::new();
    // What is imported is for the tests of its own document.
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
    // What is decided is what can be asked for, but for the core rules of RFC 5234.
    let (_, core) = own_and_core(grammar);
    let is_core = |name: &&str| core.lines().any(|line| line.split(' ').next() == Some(name));
    let names = own().map(String::as_str);
    let names: BTreeSet<_> = names.filter(|name| !is_core(name)).collect();
    let placed: Vec<_> = grammar.productions().iter().map(|production| production.name()).collect();
    assert_eq!(placed.iter().copied().collect::<BTreeSet<_>>(), names);
    assert_eq!(placed.len(), names.len(), "a production has two places");
}

/// The alternatives that the grammar writes and never takes.
pub(crate) fn never_taken(grammar: &Grammar) -> Vec<(String, String)> {
    let pair = urispec_audit::pair(grammar).unwrap();
    let never = match grammar.extends() {
        [] => pair.peg.never_taken().never_taken,
        _ => audit(&pair, &[]).unwrap().never_taken,
    };
    never.into_iter().map(|at| (at.rule, at.text)).collect()
}

/// Above the rules stand the productions of the printed grammar, each once and in its order, above
/// its own rule and below its own section.
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

/// `snapshots/EDITION/STAGE/THEME.snap`.
#[track_caller]
pub(crate) fn snapshot(edition: Edition, stage: &str, theme: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{edition}/{stage}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(theme, text));
}

/// The reference by the edition's default whole-string rule.
#[track_caller]
pub(crate) fn reference(edition: Edition, text: &str) -> Reference<'_> {
    let parsed = Reference::parse_as(edition, edition.whole_rules()[0], text);
    parsed.unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[track_caller]
pub(crate) fn is_in(edition: Edition, rule: &str, text: &str) -> bool {
    Node::parse(edition, rule, text).is_ok()
}
