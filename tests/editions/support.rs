//! What is asked of every edition.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::thread;

use urispec::audit::bnf::{Notation, Printed};
use urispec::audit::derive::Languages;
use urispec::audit::dfa::compare;
use urispec::audit::peg::Peg;
use urispec::grammar::Grammar;
use urispec::{Components, Edition, Node, ParseError, Reference, split};

/// How a production is spelled as a rule of pest.
fn rule(production: &str) -> String {
    production.replace("+_", "_plus_").replace('-', "_")
}

/// Every production accepts what its rule accepts, and so does the leaf of a class of characters.
#[track_caller]
pub(crate) fn is_as_printed(grammar: &Grammar, notation: Notation) {
    let read = |text| Printed::read(notation, grammar.stem, text).unwrap();
    let mut printed = read(grammar.printed);
    if !grammar.readings.is_empty() {
        printed = printed.with_readings(&read(grammar.readings));
    }
    let languages = Languages::of(&printed);
    let peg = Peg::read(grammar.stem, grammar.pest).unwrap();
    assert!(peg.refused().is_empty(), "{:?}", peg.refused());
    let decided = peg.decide();
    let mut differences = String::new();
    for name in languages.names() {
        let start = languages.start(name).unwrap().unwrap_or_else(|error| panic!("{error}"));
        let whole = decided.start(&format!("whole_{}", rule(name)));
        let own = decided.start(&rule(name));
        assert!(own.is_some(), "`{name}` has no rule");
        for pest in own.into_iter().chain(whole) {
            let difference = compare((languages.dfa(), start), (&decided.dfa, pest));
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
    // What is decided is what can be asked for.
    let names: BTreeSet<_> = languages.names().iter().map(String::as_str).collect();
    let placed: Vec<_> = grammar.productions().iter().map(|production| production.name).collect();
    assert_eq!(placed.iter().copied().collect::<BTreeSet<_>>(), names);
    assert_eq!(placed.len(), names.len(), "a production has two places");
}

/// The alternatives that the grammar writes and never takes.
pub(crate) fn never_taken(grammar: &Grammar) -> Vec<(String, String)> {
    let never = Peg::read(grammar.stem, grammar.pest).unwrap().never_taken().never_taken;
    never.into_iter().map(|at| (at.rule, at.text)).collect()
}

/// Above the rules stand the productions of the printed grammar, each once and in its order, above
/// its own rule and below its own section.
#[track_caller]
pub(crate) fn quotes_the_document(grammar: &Grammar) {
    let (body, _) = grammar.pest.split_once("// ---- Not in").expect("a last section");
    let (mut quotes, mut section, mut quote) = (Vec::new(), "", Vec::new());
    for line in body.lines() {
        let head = || line.split_once(" = ").map(|(name, _)| name);
        if let Some(quoted) = line.strip_prefix("//   ") {
            quote.push(quoted);
        } else if let Some(comment) = line.strip_prefix("// ") {
            section = if quote.is_empty() { comment } else { section };
        } else if let (false, Some(name)) = (quote.is_empty() || line.starts_with(' '), head()) {
            let production = quote[0].split([' ', '\t']).next().unwrap();
            assert_eq!(name, rule(production), "the rule below {quote:?}");
            let placed = grammar.production(production).expect("a place");
            assert_eq!(placed.section, section, "the section of `{production}`");
            quotes.push(quote.join("\n"));
            quote.clear();
        }
    }
    let mut printed: Vec<String> = Vec::new();
    for line in grammar.printed.lines().filter(|line| !line.is_empty() && !line.starts_with(';')) {
        match printed.last_mut() {
            Some(production) if line.starts_with([' ', '\t']) => {
                write!(production, "\n{line}").unwrap();
            }
            _ => printed.push(line.to_owned()),
        }
    }
    assert_eq!(quotes, printed);
}

/// Inputs by theme, each with the production that it is parsed by.
pub(crate) type Themes<'t> = &'t [(&'t str, &'t [(&'t str, &'t str)])];

/// Snapshots of the trees, `snapshots/EDITION/tree/THEME.snap`, which together show every
/// production.
#[track_caller]
pub(crate) fn trees_by_theme(edition: Edition, themes: Themes<'_>) {
    let mut shown = BTreeSet::new();
    for (theme, inputs) in themes {
        let trees = inputs.iter().map(|(rule, text)| {
            let tree = Node::parse(edition, rule, text);
            let tree = tree.unwrap_or_else(|error| panic!("{text:?} as {rule}: {error}"));
            shown.extend(tree.walk().map(|(_, node)| node.rule()));
            format!("{text:?} as {rule}\n{tree}")
        });
        let trees = trees.collect::<Vec<_>>().join("\n");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(format!("../../snapshots/{edition}/tree"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(*theme, trees));
    }
    let productions = edition.grammars().iter().flat_map(|grammar| grammar.productions());
    assert_eq!(shown, productions.map(|production| production.name).collect());
}

/// The reference by the edition's default whole-string rule.
#[track_caller]
pub(crate) fn reference(edition: Edition, text: &str) -> Reference<'_> {
    let parsed = Reference::parse(edition, edition.whole_rules()[0], text);
    parsed.unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Scheme, authority, path, query and fragment of a reference that an edition accepts, and that
/// Appendix B divides so too.
#[track_caller]
pub(crate) fn example(
    edition: Edition,
    text: &str,
    scheme: Option<&str>,
    authority: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) {
    let components = Components { scheme, authority, path, query, fragment };
    assert_eq!(reference(edition, text).components(), components, "{text}");
    assert_eq!(split(text), components, "{text}");
}

/// Userinfo, the name of the host's kind, host, and port.
type Authority<'i> = (Option<&'i str>, Option<(&'static str, &'i str)>, Option<&'i str>);

pub(crate) fn authority(edition: Edition, text: &str) -> Authority<'_> {
    let reference = reference(edition, text);
    let host = reference.host().map(|host| (host.kind().name(), host.text()));
    (reference.userinfo(), host, reference.port())
}

/// All references up to a length over an alphabet whose components are not those of Appendix B,
/// shortest first.
pub(crate) fn not_as_split(edition: Edition, alphabet: &str, length: usize) -> Vec<String> {
    let (mut level, mut found) = (vec![String::new()], Vec::new());
    for _ in 0..=length {
        let differs = |text: &&String| {
            let parsed = Reference::parse(edition, edition.whole_rules()[0], text);
            parsed.is_ok_and(|reference| reference.components() != split(text))
        };
        found.extend(level.iter().filter(differs).cloned());
        let longer = |text: &String| {
            let text = text.clone();
            alphabet.chars().map(move |letter| format!("{text}{letter}"))
        };
        level = level.iter().flat_map(longer).collect();
    }
    found
}

/// What needs more stack for more input overflows this one; what is quadratic does not finish: 1 MiB
/// of each, and less of it after each prefix, there also with a space that is in no language.
#[track_caller]
pub(crate) fn long_inputs(edition: Edition, prefixes: &'static [&'static str]) {
    const UNITS: [&str; 5] = ["a", "/", "a.", "%41", "+"];
    let test = move || {
        for rule in edition.whole_rules() {
            let inputs = prefixes.iter().flat_map(|prefix| UNITS.map(|unit| (*prefix, unit)));
            for (prefix, unit) in inputs {
                let bytes = if prefix.is_empty() { 1 << 20 } else { 1 << 17 };
                let mut text = format!("{prefix}{}", unit.repeat(bytes / unit.len()));
                let parsed = Reference::parse(edition, rule, &text);
                assert!(parsed.is_ok(), "{prefix:?} and {unit:?}s as {rule}");
                if prefix.is_empty() {
                    continue;
                }
                text.push(' ');
                match Node::parse(edition, rule, &text) {
                    Err(ParseError::Syntax(error)) => assert_eq!(error.offset(), text.len() - 1),
                    other => panic!("{prefix:?}, {unit:?}s and a space as {rule}: {other:?}"),
                }
            }
        }
    };
    thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}
