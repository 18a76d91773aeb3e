//! The parse trees of strings, by theme.
//!
//! The strings are read from `snapshots/EDITION/tree/THEME.snap`, which has each above its tree in a line such as
//! `"a:b" as URI`. `by-rule.snap` has what is in the tree of no whole string: unused productions, and classes of
//! characters.

use std::collections::BTreeSet;
use std::fs;

use urispec::{Edition, Node};

use crate::common::snapshot;

const WHOLE: &str = "URI-reference";

/// A string and the production that it is parsed by.
type Input = (String, String);

/// The inputs of an edition, by theme.
fn themes(edition: Edition) -> Vec<(String, Vec<Input>)> {
    let folder = format!("{}/snapshots/{edition}/tree", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(&folder).unwrap_or_else(|error| {
        panic!("{folder}: {error}; begin with files THEME.snap of lines such as `\"a:b\" as URI`")
    });
    let files = files.map(|file| file.unwrap().path());
    let snapshots = files.filter(|path| path.extension().is_some_and(|ending| ending == "snap"));
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let theme = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (theme, text.lines().filter_map(input).collect())
    };
    snapshots.map(read).collect()
}

/// The input of a line that begins with a quote.
fn input(line: &str) -> Option<Input> {
    let line = line.strip_prefix('"')?;
    let (quoted, rule) = line.rsplit_once("\" as ").expect("a string and its production");
    let text = unescaped(&quoted.replace("\\\"", "\"").replace("\\\\", "\\"));
    assert_eq!(format!("{text:?}"), format!("\"{quoted}\""), "an escape that no input has yet");
    Some((text, rule.to_owned()))
}

/// The text with the character in the place of each escape such as `\u{e000}`.
fn unescaped(quoted: &str) -> String {
    let mut parts = quoted.split("\\u{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('}').expect("the end of an escape");
        let code = u32::from_str_radix(digits, 16).expect("the digits of an escape");
        text.push(char::from_u32(code).expect("a character"));
        text += rest;
    }
    text
}

#[track_caller]
fn tree<'i>(edition: Edition, (text, rule): &'i Input) -> Node<'i> {
    let tree = Node::parse(edition, rule, text);
    tree.unwrap_or_else(|error| panic!("{edition}: {text:?} as {rule}: {error}"))
}

/// The snapshots of an edition show every production.
#[test]
fn trees_by_theme() {
    for edition in Edition::every() {
        let mut shown = BTreeSet::new();
        for (theme, inputs) in themes(edition) {
            let trees = inputs.iter().map(|input| {
                let (tree, (text, rule)) = (tree(edition, input), input);
                shown.extend(tree.walk().map(|(_, node)| node.rule()));
                format!("{text:?} as {rule}\n{tree}")
            });
            snapshot(&format!("{edition}/tree"), &theme, &trees.collect::<Vec<_>>().join("\n"));
        }
        let productions = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let productions: BTreeSet<_> = productions.map(|production| production.name()).collect();
        let hidden: Vec<_> = productions.difference(&shown).collect();
        assert!(hidden.is_empty(), "{edition}: no tree shows {hidden:?}");
    }
}

/// The references of RFC 3986 among them show every production that a reference can have.
#[test]
fn references_show_most_productions() {
    let edition = Edition::Rfc3986;
    let inputs: Vec<_> = themes(edition).into_iter().flat_map(|(_, inputs)| inputs).collect();
    let of_references = inputs.iter().filter(|(_, rule)| rule == WHOLE);
    let mut shown = BTreeSet::new();
    for input in of_references {
        shown.extend(tree(edition, input).walk().map(|(_, node)| node.rule()));
    }
    let printed = edition.grammars()[0].productions().iter().map(|rule| rule.name());
    let printed: BTreeSet<_> = printed.collect();
    let only_by_rule: Vec<_> = printed.difference(&shown).copied().collect();
    #[rustfmt::skip]
    assert_eq!(only_by_rule, [
        "absolute-URI", "gen-delims", "path", "pchar", "pct-encoded", "reserved", "sub-delims",
        "unreserved",
    ]);
}

/// The tree of one string, derived from the grammar: offsets, order and depth.
#[test]
fn a_tree_by_hand() {
    assert_eq!(
        Node::parse(Edition::Rfc3986, WHOLE, "a://u@[::1]:8/b?c#").unwrap().to_string(),
        "    0..18  URI-reference
    0..18    URI
     0..1      scheme \"a\"
    2..15      hier-part
    4..13        authority
     4..5          userinfo \"u\"
    6..11          host
    6..11            IP-literal
    7..10              IPv6address
    9..10                h16 \"1\"
   12..13          port \"8\"
   13..15        path-abempty
   14..15          segment \"b\"
   16..17      query \"c\"
   18..18      fragment \"\"
"
    );
}
