//! RFC 6570.

use urispec::{Edition, Node, ParseError, Resolver, check, split};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::support;

const EDITION: Edition = Edition::Rfc6570;

#[track_caller]
fn offset(text: &str) -> Option<usize> {
    match check(EDITION, "URI-Template", text) {
        Ok(()) => None,
        Err(ParseError::Syntax(error)) => Some(error.offset()),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// 2.1: which characters stand outside expressions, and 3.1: those that a URI may have do.
#[test]
fn literals() {
    for text in ["", "a:/?#[]@!$&'()*+,;=-._~", "%41", "a%c3%A9b", "é", "\u{E000}", "😀"] {
        assert_eq!(offset(text), None, "{text}");
    }
    let not = [" ", "\"", "<", ">", "\\", "^", "`", "|", "\u{7F}", "\u{80}", "\u{FFFE}", "}"];
    for text in not {
        assert_eq!(offset(&format!("a{text}")), Some(1), "{text:?}");
    }
    for (text, at) in [("%", 1), ("a%4", 3), ("%4g", 2), ("%%", 1)] {
        assert_eq!(offset(text), Some(at), "{text}");
    }
}

/// The apostrophe is no `literals` as printed, and one as read (erratum 6937).
#[test]
fn the_apostrophe_is_a_literal() {
    let printed = EDITION.grammars()[0].printed();
    assert!(printed.contains("%x26 / %x28-3B") && printed.contains("DQUOTE, \"'\", \"%\""));
    assert_eq!(offset("'{count}'"), None);
}

/// 1.1: in relative form too.
#[test]
fn relative_templates() {
    for text in ["http://h/{a}", "//h/{a}", "/{a}", "{a}", "{?a}", "{#a}", "a{b}:c"] {
        assert_eq!(offset(text), None, "{text}");
    }
}

/// 2.2: an operator or none, and what is reserved for others.
#[test]
fn expressions() {
    for operator in ["", "+", "#", ".", "/", ";", "?", "&", "=", ",", "!", "@", "|"] {
        assert_eq!(offset(&format!("{{{operator}x}}")), None, "{operator}");
    }
    let not =
        [("{}", 1), ("{$x}", 1), ("{(x)}", 1), ("{++x}", 2), ("{x", 2), ("{a{b}}", 2), ("{+}", 2)];
    for (text, at) in not {
        assert_eq!(offset(text), Some(at), "{text}");
    }
}

/// 2.3: what a name is made of.
#[test]
fn variables() {
    for text in ["{a.b}", "{A_9}", "{_}", "{%41}", "{a%20b.c}", "{1,2}", "{a,b,c}"] {
        assert_eq!(offset(text), None, "{text}");
    }
    let not = [("{.}", 2), ("{..a}", 2), ("{a.}", 3), ("{a..b}", 3), ("{a,}", 3), ("{a,,b}", 3)];
    for (text, at) in not.into_iter().chain([("{a-b}", 2), ("{é}", 1), ("{%4}", 3), ("{a b}", 2)])
    {
        assert_eq!(offset(text), Some(at), "{text}");
    }
    let tree = Node::parse(EDITION, "URI-Template", "a{?x.y:3,z*}").unwrap();
    let names =
        tree.walk().filter(|(_, node)| node.rule() == "varname").map(|(_, node)| node.text());
    assert_eq!(names.collect::<Vec<_>>(), ["x.y", "z"]);
}

/// 2.4: one modifier, and 2.4.1: a positive integer below 10000.
#[test]
fn modifiers() {
    for text in ["{a:1}", "{a:9999}", "{a*}", "{a:10,b*}"] {
        assert_eq!(offset(text), None, "{text}");
    }
    let not = [("{a:0}", 3), ("{a:}", 3), ("{a:01}", 3), ("{a:10000}", 7), ("{a**}", 3)];
    for (text, at) in not.into_iter().chain([("{a*:1}", 3), ("{a:1*}", 4), ("{*}", 1), ("{:1}", 1)])
    {
        assert_eq!(offset(text), Some(at), "{text}");
    }
}

/// 1.5: what is imported is what the other documents print.
#[test]
fn imported_productions() {
    let language = |edition: Edition, rule: &str| Language::new(edition.production(rule).unwrap());
    for (rule, edition) in [
        ("pct-encoded", Edition::Rfc3986),
        ("unreserved", Edition::Rfc3986),
        ("reserved", Edition::Rfc3986),
        ("gen-delims", Edition::Rfc3986),
        ("sub-delims", Edition::Rfc3986),
        ("ucschar", Edition::Rfc3987),
        ("iprivate", Edition::Rfc3987),
    ] {
        let comparison = Comparison::new(language(EDITION, rule), language(edition, rule));
        assert_eq!(comparison.relation, Relation::Equal, "{rule}");
    }
}

/// 1.4: a template is neither resolved nor compared as a URI.
#[test]
fn nothing_is_resolved() {
    let resolved = Resolver::from_edition(EDITION).resolve(split("http://h/"), split("{a}"));
    let says = "rfc6570 resolves nothing: a template is expanded before it is resolved (1.1)";
    assert_eq!(resolved.unwrap_err().to_string(), says);
    assert_eq!(EDITION.rungs().count(), 1);
    assert!(!EDITION.is_of_uris());
    assert_eq!(support::lints(EDITION, "a{b}"), []);
}
