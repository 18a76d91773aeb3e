//! What is asked of the early editions, whose whole-string productions are of many kinds.

use urispec::{Edition, Node};

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
