//! Templates that are none: the byte, and what is said of it.

use proptest::prelude::*;
use urispec::{Edition, ParseError, check};
use urispec_template::{TemplateFault, UriTemplate};

#[test]
fn each_fault() {
    use TemplateFault as Fault;
    for (text, offset, fault, message) in [
        ("a b", 1, Fault::Literal, "a space is allowed nowhere outside an expression (2.1)"),
        ("é\u{80}", 2, Fault::Literal, "U+0080 is allowed nowhere outside an expression (2.1)"),
        ("a}", 1, Fault::Unopened, "`}` closes no expression (2)"),
        (
            "%4g",
            2,
            Fault::Triplet,
            "`g` is none of the two hexadecimal digits that follow `%` (1.5)",
        ),
        ("{a%4", 4, Fault::Triplet, "the template ends within a triplet (1.5)"),
        ("{}", 1, Fault::NoName, "`}` stands where the name of a variable must (2.3)"),
        ("{?", 2, Fault::NoName, "the template ends before the name of a variable (2.3)"),
        (
            "{a-b}",
            2,
            Fault::Name,
            "`-` is in no name of a variable, which has letters, digits, `_`, dots and triplets (2.3)",
        ),
        (
            "{a:0}",
            3,
            Fault::Prefix,
            "`0` stands where the number of a prefix must, from 1 to 9999 (2.4.1)",
        ),
        ("{a:", 3, Fault::Prefix, "the template ends before the number of a prefix (2.4.1)"),
        (
            "{a*b}",
            3,
            Fault::AfterModifier,
            "`b` stands behind a modifier, where `,` or `}` must (2.4)",
        ),
        ("{a", 2, Fault::Unclosed, "the template ends, and its last expression has no `}` (2)"),
        ("{a*", 3, Fault::Unclosed, "the template ends, and its last expression has no `}` (2)"),
    ] {
        let error = UriTemplate::parse(text).unwrap_err();
        assert_eq!((error.offset(), error.fault()), (offset, fault), "{text}");
        assert_eq!(error.to_string(), format!("at byte {offset}: {message}"), "{text}");
    }
}

proptest! {
    /// The parser takes what the grammar derives, and stops where the automaton of the grammar does.
    #[test]
    fn the_parser_is_the_grammar(text in "([a/é]|%|[0-9A]|[{}]|[?+|]|[.,:*]|a:1|\\{[?]?a[,*}]|[ <\u{80}'-]){0,9}") {
        let by_grammar = match check(Edition::Rfc6570, "URI-Template", &text) {
            Ok(()) => None,
            Err(ParseError::Syntax(error)) => Some(error.offset()),
            Err(error) => panic!("{error}"),
        };
        let parsed = UriTemplate::parse(&text).map_err(|error| error.offset());
        prop_assert_eq!(parsed.as_ref().err().copied(), by_grammar);
        if let Ok(template) = parsed {
            prop_assert_eq!(template.as_str(), &text);
        }
    }
}
