//! Alternatives that overlap within a group of a production, where the audit shows the string that
//! they share and asks no tree: the first in print has it, which each document says in its own words
//! (RFC 1808, 2.4.2; url-syntax-05, 4.4; RFC 2396, 4.3; rfc2396bis-01, 4.3).

use urispec::{Edition, Node};

/// The nodes from the production down to the alternative that was taken.
#[track_caller]
fn takes(edition: Edition, rule: &str, strings: &[&str], path: &[&str]) {
    for text in strings {
        let tree = Node::parse(edition, rule, text).unwrap();
        let mut node = &tree;
        for name in path {
            let child = node.children().iter().find(|child| child.rule() == *name);
            node = child.unwrap_or_else(|| panic!("{text:?} is no {name}:\n{tree}"));
        }
    }
}

#[test]
fn a_url_before_a_path() {
    let strings = ["+:", "a:", "a:b", "a://b", "a:?b"];
    takes(Edition::UrlSyntax05, "URL-reference", &strings, &["absoluteURL"]);
    takes(Edition::Rfc1808, "URL", &strings, &["absoluteURL", "generic-RL"]);
}

#[test]
fn an_authority_before_a_path() {
    let relative = ["//", "//a", "///", "//a/b", "//a?b", "//a:1//"];
    takes(Edition::Rfc2396, "relativeURI", &relative, &["net_path"]);
    takes(Edition::Rfc2396, "hier_part", &relative, &["net_path"]);
    takes(Edition::Rfc2396bis01, "relative-URI", &relative, &["net-path"]);
    takes(Edition::Rfc2396bis01, "hier-part", &relative, &["net-path"]);
}

#[test]
fn a_hierarchy_before_the_opaque() {
    let strings = ["a:?", "a:/b", "a:?b", "a://b"];
    takes(Edition::Rfc2396bis01, "absolute-URI", &strings, &["hier-part"]);
}
