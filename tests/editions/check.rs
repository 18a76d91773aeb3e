//! What every edition is asked: is the grammar what is printed, and what trees does it make.

use urispec::audit::bnf::{Notation, Printed};
use urispec::audit::derive::Languages;
use urispec::audit::dfa::compare;
use urispec::audit::peg::Peg;
use urispec::grammar::Grammar;
use urispec::{Edition, Node};

fn read(file: &str, notation: Notation, text: &str) -> Printed {
    Printed::read(notation, file, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The pest rule that transcribes a production.
fn rule(production: &str) -> String {
    production.replace("+_", "_plus_").replace('-', "_")
}

/// Every production, printed and as read, accepts what its rule accepts.
#[track_caller]
pub(crate) fn equal(grammar: &Grammar, notation: Notation, productions: usize) {
    let printed = read(grammar.stem, notation, grammar.printed);
    let readings = read("readings", notation, grammar.readings);
    let languages = Languages::of(&printed.with_readings(&readings));
    let peg = Peg::read(grammar.stem, grammar.pest).unwrap();
    assert!(peg.refused().is_empty(), "{:?}", peg.refused());
    let rules = peg.decide();
    let mut differences = Vec::new();
    for name in languages.names() {
        let Some(Ok(start)) = languages.start(name) else {
            differences.push(format!("{name} cannot be decided"));
            continue;
        };
        let Some(of_rule) = rules.start(&rule(name)) else {
            differences.push(format!("{name} has no rule {}", rule(name)));
            continue;
        };
        let difference = compare((languages.dfa(), start), (&rules.dfa, of_rule));
        if !difference.is_equal() {
            let text = |witness: &Option<Vec<u8>>| {
                witness.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            };
            differences.push(format!(
                "{name}: only printed {:?}, only pest {:?}",
                text(&difference.only_left),
                text(&difference.only_right)
            ));
        }
    }
    assert!(differences.is_empty(), "{}:\n{}", grammar.stem, differences.join("\n"));
    assert_eq!(languages.names().len(), productions);
    // Each can be asked for by its name.
    for name in languages.names() {
        assert!(grammar.production(name).is_some(), "{name} is not placed");
    }
    assert_eq!(grammar.productions().len(), productions, "a name that is not printed");
}

/// Above each rule stands its production as printed, character for character; each printed one
/// stands above exactly one rule, its own, and in the printed order.
#[track_caller]
pub(crate) fn cited(grammar: &Grammar, notation: Notation) {
    let printed = read(grammar.stem, notation, grammar.printed);
    // A section line, the production's lines, what is said of it, the rule.
    let mut quoted = Vec::new();
    let mut quote: Option<Vec<&str>> = None;
    let mut is_open = false;
    for line in grammar.pest.lines() {
        let section = line.strip_prefix("// ").unwrap_or("-");
        let is_section = section.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match (line.strip_prefix("//   "), &mut quote) {
            (Some(text), Some(quote)) if is_open => quote.push(text),
            (None, _) if is_section => quote = Some(Vec::new()),
            _ => {}
        }
        is_open = is_section || is_open && line.starts_with("//   ");
        if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with([' ', '/'])) {
            quoted.extend(
                quote
                    .take()
                    .filter(|quote| !quote.is_empty())
                    .map(|quote| (name, quote.join("\n"))),
            );
        }
    }
    let expected: Vec<_> = (printed.productions.iter())
        .map(|one| {
            let lines: Vec<_> = one.text.lines().map(str::trim_end).collect();
            (rule(&one.name), lines.join("\n"))
        })
        .collect();
    for ((name, text), (expected_name, expected_text)) in quoted.iter().zip(&expected) {
        assert_eq!((*name, text), (expected_name.as_str(), expected_text));
    }
    assert_eq!(quoted.len(), expected.len());
}

/// The innermost nodes that are not empty, each with its production: the component of an example.
#[track_caller]
pub(crate) fn parts(edition: Edition, rule: &str, text: &str) -> String {
    let tree = Node::parse(edition, rule, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let leaves = tree.walk().filter(|(_, node)| node.children().is_empty());
    let parts = leaves.filter(|(_, node)| !node.text().is_empty());
    parts.map(|(_, node)| format!("{} {}", node.rule(), node.text())).collect::<Vec<_>>().join(", ")
}

/// The production below `rule` that derives the whole string: which kind of url it is.
#[track_caller]
pub(crate) fn kind(edition: Edition, rule: &str, text: &str) -> &'static str {
    let tree = Node::parse(edition, rule, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    tree.children()[0].rule()
}

#[track_caller]
pub(crate) fn is_in(edition: Edition, rule: &str, text: &str) -> bool {
    Node::parse(edition, rule, text).is_ok()
}

/// Snapshots the trees of a theme, each with its string: `snapshots/EDITION/tree/THEME.snap`.
#[track_caller]
pub(crate) fn trees(edition: Edition, theme: &str, inputs: &[(&str, &str)]) {
    let mut text = String::new();
    for (rule, input) in inputs {
        text += &format!("{input:?} as {rule}\n");
        match Node::parse(edition, rule, input) {
            Ok(tree) => text += &tree.to_string(),
            Err(error) => text += &format!("  no: {error}\n"),
        }
        text.push('\n');
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{edition}/tree"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(theme, text.trim_end()));
}

/// A thread with a small stack parses long runs: a mebibyte of each of these under each whole-string
/// rule, and less after what leads into each scheme. Accepted or not, it ends, soon.
#[track_caller]
pub(crate) fn long_inputs(edition: Edition, heads: &[&'static str]) {
    let heads = heads.to_vec();
    let ends = move || {
        let is_accepted = |rule: &str, text: &str| Node::parse(edition, rule, text).is_ok();
        for unit in ["a", "/", "a.", "%41", "+"] {
            let long = unit.repeat((1 << 20) / unit.len());
            for rule in edition.whole_rules() {
                assert!(!is_accepted(rule, &long), "{rule} needs a scheme");
            }
            // The second whole-string rule is the generic one: a scheme and any path.
            assert!(is_accepted(edition.whole_rules()[1], &format!("x:{long}")), "{unit}");
        }
        for unit in ["a", "/", "a.", "%41", "+", "@", "@a", "%001", "a-", "1@", ";a=", ":"] {
            let long = unit.repeat((1 << 15) / unit.len());
            for head in &heads {
                for rule in edition.whole_rules() {
                    is_accepted(rule, &format!("{head}{long}"));
                }
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(ends);
    thread.unwrap().join().unwrap();
}
