use std::sync::Arc;

use crate::{Edition, Node, ParseError};

#[track_caller]
fn message(rule: &str, text: &str) -> String {
    match Node::parse(Edition::Rfc3986, rule, text) {
        Err(ParseError::Syntax(error)) => error.explain(text).unwrap().to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn messages_teach() {
    for (rule, text, expected) in [
        (
            "URI-reference",
            "http://[::1",
            "the \"[\" before an IP address has no \"]\" after it (3.2.2); at byte 11 the input ended inside `IP-literal`, where \"]\" or IPv6address could stand (3.2.2)",
        ),
        (
            "URI-reference",
            "http://h/a b",
            "a space is not allowed (2); at byte 10 there is \" \" inside `segment`, where \"#\", \"/\", \"?\", more of it or end of input could stand (3.3)",
        ),
        (
            "URI-reference",
            "%zz",
            "\"%\" stands only before two hexadecimal digits (2.1); at byte 1 there is \"z\" inside `segment-nz-nc`, where HEXDIG could stand (3.3)",
        ),
        (
            "URI-reference",
            "http://h:80a/",
            "a port holds digits only (3.2.3); at byte 12 there is \"/\" inside `authority`, where \"@\" or userinfo could stand (3.2)",
        ),
        (
            "URI-reference",
            "http://a b",
            "a space is not allowed (2); at byte 8 there is \" \" inside `reg-name`, where \"#\", \"/\", \":\", \"?\", \"@\", more of it or end of input could stand (3.2.2)",
        ),
        (
            "URI-reference",
            "//1.2.3.4 ",
            "white space before or after a string is no part of it (C); at byte 9 there is \" \" inside `dec-octet`, where \"#\", \"/\", \":\", \"?\", \"@\", DIGIT, reg-name or end of input could stand (3.2.2)",
        ),
        (
            "URI-reference",
            "//h:99999x/",
            "a port holds digits only (3.2.3); at byte 10 there is \"/\" inside `authority`, where \"@\" or userinfo could stand (3.2)",
        ),
        (
            "URI-reference",
            ":a",
            "nothing stands before the first \":\", where a scheme should be (3.1); at byte 0 there is \":\" inside `URI-reference`, where URI, relative-ref or end of input could stand (4.1)",
        ),
        (
            "URI-reference",
            "http:\u{e9}",
            "\"é\" is not ASCII; an IRI may have it (RFC 3987), and a URI has it percent-encoded (2.5); at byte 5 there is \"é\" inside `URI`, where \"#\", \"?\", hier-part or end of input could stand (3)",
        ),
        (
            "h16",
            "12345",
            "at byte 4 there is \"5\" inside `h16`, where end of input could stand (3.2.2)",
        ),
        (
            "URI",
            "abc",
            "there is no scheme, and one is needed (3.1); at byte 3 the input ended inside `URI`, where \":\" or scheme could stand (3)",
        ),
    ] {
        assert_eq!(message(rule, text), expected);
    }
}

/// What nothing was read of is what could stand there, not what it stands in; and of many
/// literals their production is said.
#[test]
fn only_what_was_read_is_being_read() {
    for (edition, rule, text, expected) in [
        (
            Edition::Rfc2396,
            "URI-reference",
            "a:",
            "nothing follows the scheme (3); at byte 2 the input ended inside `absoluteURI`, where \"/\" or opaque_part could stand (3)",
        ),
        (
            Edition::Rfc2396,
            "URI-reference",
            ":a",
            "nothing stands before the first \":\", where a scheme should be (3.1); at byte 0 there is \":\" inside `URI-reference`, where \"#\", absoluteURI, relativeURI or end of input could stand (4)",
        ),
        (
            Edition::Rfc1738,
            "url",
            "",
            "the string is empty (3); at byte 0 the input ended inside `genericurl`, where scheme could stand (2.1)",
        ),
        (
            Edition::Rfc1738,
            "newsurl",
            "news:*a",
            "at byte 7 the input ended inside `article`, where \"%\" or more of it could stand (3.6)",
        ),
        // The letter of a literal stands in either case (RFC 5234, 2.3).
        (
            Edition::Rfc6068,
            "mailtoURI",
            "",
            "the string is empty (2); at byte 0 the input ended inside `mailtoURI`, where \"M\" or \"m\" could stand (2)",
        ),
        (
            Edition::Rfc1630,
            "url",
            "ftp://",
            "the host is empty (9); at byte 6 the input ended inside `login`, where hostport or user could stand (5.2.1)",
        ),
    ] {
        let Err(ParseError::Syntax(error)) = Node::parse(edition, rule, text) else {
            panic!("{text} is none")
        };
        assert_eq!(error.explain(text).unwrap().to_string(), expected, "{text}");
    }
}

/// A state of the automaton does not tell the authority from the path.
#[test]
fn the_production_being_read_is_that_of_a_string_of_one_state() {
    let long = "a/".repeat(1 << 16) + "a";
    for (text, production) in
        [("//h", "toplabel"), ("//h/a", "segment"), (&format!("//h/{long}"), "segment")]
    {
        let text = format!("{text} ");
        let Err(ParseError::Syntax(error)) = Node::parse(Edition::Rfc2396, "URI-reference", &text)
        else {
            panic!("{text} is none")
        };
        assert_eq!(error.offset(), text.len() - 1);
        assert_eq!(error.explain(&text).unwrap().rule_path().last(), Some(&production));
    }
}

/// The automaton does not tell a path from a query, nor a loop of many bytes from none.
#[test]
fn the_production_being_read_is_that_of_the_string() {
    let long = "a/?".repeat(1 << 16);
    for (text, production) in [
        ("http://h/a/b c", "segment"),
        ("http://h/a?b/c d", "query"),
        ("http://h/?/?/a?b c", "query"),
        (&format!("/a?{long} "), "query"),
        (&format!("#{long}#"), "fragment"),
    ] {
        let Err(ParseError::Syntax(error)) = Node::parse(Edition::Rfc3986, "URI-reference", text)
        else {
            panic!("{text} is none")
        };
        assert_eq!(error.explain(text).unwrap().rule_path().last(), Some(&production), "{text}");
    }
}

/// What is said of two schemes is kept once, though the short texts of their strings differ.
#[test]
fn what_is_said_alike_is_kept_once() {
    let why = |text| match Node::parse(Edition::Rfc3986, "URI-reference", text) {
        Err(ParseError::Syntax(error)) => error.explain(text).unwrap().why,
        other => panic!("{other:?}"),
    };
    let [one, other, third] = ["x://h/a b", "y://h/a b", "x://h/a?b c"].map(why);
    assert!(Arc::ptr_eq(&one, &other), "{one:?} {other:?}");
    assert_ne!(one, third);
}
