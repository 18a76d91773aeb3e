//! The parse trees of strings, by theme, each with its string.

use std::collections::BTreeSet;

use urispec::{Edition, Node};

use crate::snapshot::snapshot;

const WHOLE: &str = "URI-reference";

/// Inputs by theme, each with the production that it is parsed by.
const THEMES: &[(&str, &[(&str, &str)])] = &[
    (
        "components",
        &[
            (WHOLE, "foo://user@example.com:8042/over/there?name=ferret#nose"),
            (WHOLE, "urn:example:animal:ferret:nose"),
            (WHOLE, "mailto:John.Doe@example.com"),
            (WHOLE, "foo://info.example.com?fred"),
            (WHOLE, "a:?b/?c#d/?e"),
        ],
    ),
    (
        "authority",
        &[
            (WHOLE, "//u:p@h:80"),
            (WHOLE, "//1.2.3.4:80@h"),
            (WHOLE, "//@:"),
            (WHOLE, "//h:99999999999"),
            (WHOLE, "a://b@/c"),
        ],
    ),
    (
        "hosts",
        &[
            (WHOLE, "//1.2.3.4"),
            (WHOLE, "//1.2.3.256"),
            (WHOLE, "//1.2.3.4.5"),
            (WHOLE, "//1.2.3.4x:8"),
            (WHOLE, "//255.249.199.90/"),
            (WHOLE, "//[V1F.a:b]"),
            (WHOLE, "//[::1]:8"),
            (WHOLE, "//a!%41"),
        ],
    ),
    (
        "ipv6",
        &[
            ("IPv6address", "1:2:3:4:5:6:7:8"),
            ("IPv6address", "1:2:3:4:5:6:1.2.3.4"),
            ("IPv6address", "::2:3:4:5:6:7:8"),
            ("IPv6address", "1::3:4:5:6:7:8"),
            ("IPv6address", "1:2::4:5:6:7:8"),
            ("IPv6address", "1:2:3::5:6:7:8"),
            ("IPv6address", "1:2:3:4::6:7:8"),
            ("IPv6address", "1:2:3:4:5::7:8"),
            ("IPv6address", "1:2:3:4:5:6::8"),
            ("IPv6address", "1:2:3:4:5:6:7::"),
            ("IPv6address", "::"),
            ("IPv6address", "::fFff:1.2.3.4"),
            (WHOLE, "//[2001:db8::7:1]"),
        ],
    ),
    (
        "paths",
        &[
            (WHOLE, "a://h/b//c/"),
            (WHOLE, "a:/b/:"),
            (WHOLE, "a:/"),
            (WHOLE, "a:b:c/d"),
            (WHOLE, "a:"),
            (WHOLE, "/b/:"),
            (WHOLE, "b/c:d/"),
            (WHOLE, "./b:c"),
        ],
    ),
    (
        "relative",
        &[
            (WHOLE, "g"),
            (WHOLE, "../g"),
            (WHOLE, "/g"),
            (WHOLE, "//g"),
            (WHOLE, "?y"),
            (WHOLE, "#s"),
            (WHOLE, "g;x=1/./y"),
            (WHOLE, "g?y#s"),
        ],
    ),
    (
        "empty",
        &[
            (WHOLE, ""),
            (WHOLE, "?"),
            (WHOLE, "#"),
            (WHOLE, "?#"),
            (WHOLE, "//"),
            (WHOLE, "///"),
            (WHOLE, "a:"),
            (WHOLE, "a://"),
            (WHOLE, "a://@:?#"),
            ("path", ""),
        ],
    ),
    (
        "escapes",
        &[(WHOLE, "%2E%2e/%5a"), (WHOLE, "//%40@%5B:1"), (WHOLE, "a:%3A"), (WHOLE, "?%20#%23")],
    ),
    // No reference has these in its tree: alternatives of nothing, and classes of characters.
    (
        "by-rule",
        &[
            ("absolute-URI", "a:b?c"),
            ("path", "/a//b"),
            ("path", "a/b:c"),
            ("path", "a:b"),
            ("pct-encoded", "%4a"),
            ("pchar", "%4a"),
            ("pchar", "@"),
            ("unreserved", "~"),
            ("reserved", "["),
            ("gen-delims", "["),
            ("sub-delims", "'"),
        ],
    ),
];

fn tree(rule: &str, text: &str) -> String {
    let tree = Node::parse(Edition::Rfc3986, rule, text);
    tree.unwrap_or_else(|error| panic!("{text:?} as {rule}: {error}")).to_string()
}

#[test]
fn trees_by_theme() {
    for (theme, inputs) in THEMES {
        let trees =
            inputs.iter().map(|(rule, text)| format!("{text:?} as {rule}\n{}", tree(rule, text)));
        snapshot(Edition::Rfc3986, "tree", theme, &trees.collect::<Vec<_>>().join("\n"));
    }
}

/// The snapshots show every production; the references among them every one that a reference can
/// have.
#[test]
fn every_production_is_shown() {
    let (mut all, mut of_references) = (BTreeSet::new(), BTreeSet::new());
    for (rule, text) in THEMES.iter().flat_map(|(_, inputs)| *inputs) {
        let tree = Node::parse(Edition::Rfc3986, rule, text).unwrap();
        for (_, node) in tree.walk() {
            all.insert(node.rule());
            if *rule == WHOLE {
                of_references.insert(node.rule());
            }
        }
    }
    let printed: BTreeSet<_> =
        Edition::Rfc3986.grammars()[0].productions().iter().map(|rule| rule.name).collect();
    assert_eq!(all, printed);
    let only_by_rule: Vec<_> = printed.difference(&of_references).copied().collect();
    #[rustfmt::skip]
    assert_eq!(only_by_rule, [
        "absolute-URI", "gen-delims", "path", "pchar", "pct-encoded", "reserved", "sub-delims",
        "unreserved",
    ]);
}

/// What a snapshot shows, worked out by hand for one string: offsets, order and depth.
#[test]
fn a_tree_by_hand() {
    assert_eq!(
        tree(WHOLE, "a://u@[::1]:8/b?c#"),
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
