//! The way of a string through the productions of editions.

use urispec::{Edition, Node};
use urispec_audit::DerivationTree;

/// The nodes of a tree, each by its production and its span.
fn nodes(tree: &Node<'_>) -> Vec<(&'static str, usize, usize)> {
    tree.walk().map(|(_, node)| (node.rule(), node.start(), node.end())).collect()
}

#[test]
fn names_are_followed_as_deep_as_is_asked() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    let at = |levels| DerivationTree::find(&grammar, "port", "8", levels, &[]);
    assert_eq!(at(0), Some(DerivationTree::Repeat(vec![DerivationTree::Read])));
    assert_eq!(
        at(1),
        Some(DerivationTree::Repeat(vec![DerivationTree::Name(Box::new(DerivationTree::Read))]))
    );
}

/// RFC 3986, 3.2.2: of the nine lines of `IPv6address` the second has "::" before five groups, and
/// the ninth nothing after it.
#[test]
fn an_address_takes_one_of_nine_lines() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    for (text, line) in [
        ("1:2:3:4:5:6:7:8", 0),
        ("::2:3:4:5:6:7:8", 1),
        ("1::3:4:5:6:7:8", 2),
        ("::1", 7),
        ("1::", 8),
        ("::", 8),
    ] {
        let way = DerivationTree::find(&grammar, "IPv6address", text, 0, &[]);
        assert!(
            matches!(way, Some(DerivationTree::Choice(at, _)) if at == line),
            "{text}: {way:?}"
        );
    }
}

/// RFC 1738, 3.1, prefers `ip-schemepart`, which is printed second, and so does the tree.
#[test]
fn a_tree_goes_before_the_printed_order() {
    let production = Edition::Rfc1738.production("schemepart").unwrap();
    let grammar = urispec_audit::any(production.grammar()).unwrap();
    let tree = production.tree("//h/p").unwrap();
    let taken = |nodes: &[_]| match DerivationTree::find(&grammar, "schemepart", "//h/p", 0, nodes)
    {
        Some(DerivationTree::Choice(at, _)) => at,
        way => panic!("{way:?}"),
    };
    assert_eq!((taken(&[]), taken(&nodes(&tree))), (0, 1));
}

/// The names of the parts of a sequence that are followed and read something, or that are empty nodes.
fn of_tree(rule: &str, edition: Edition, text: &str) -> DerivationTree {
    let production = edition.production(rule).unwrap();
    let grammar = urispec_audit::any(production.grammar()).unwrap();
    DerivationTree::find(&grammar, rule, text, 0, &nodes(&production.tree(text).unwrap())).unwrap()
}

/// RFC 1738, 3.4: what stands behind a second encoded tab is a Gopher+ string, though a search may
/// have `%09` too.
#[test]
fn a_tree_divides_what_may_be_divided_otherwise() {
    let way = of_tree("gopherurl", Edition::Rfc1738, "gopher://a/1x%09y%09z");
    let mut optional = &way;
    // "/", gtype, selector, "%09", search, "%09", gopher+_string: four options within each other.
    for depth in 0..4 {
        let DerivationTree::Sequence(parts) = optional else { panic!("{depth}: {optional:?}") };
        let Some(DerivationTree::Repeat(rounds)) = parts.last() else {
            panic!("{depth}: {parts:?}")
        };
        assert_eq!(rounds.len(), 1, "{depth}");
        optional = &rounds[0];
    }
}

/// draft-fielding-url-syntax-05: the empty string is a relative URL, whose path is empty.
#[test]
fn a_tree_may_have_what_is_empty() {
    let DerivationTree::Sequence(parts) = of_tree("URL-reference", Edition::UrlSyntax05, "") else {
        panic!()
    };
    assert!(matches!(&parts[0], DerivationTree::Repeat(rounds) if rounds.len() == 1), "{parts:?}");
    assert_eq!(parts[1], DerivationTree::Repeat(Vec::new()));
}
