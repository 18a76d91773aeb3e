//! The printed side of the audit: three notations, and the automata of what they say.
#![cfg(feature = "audit")]

use urispec::Edition;
use urispec::audit::bnf::{Notation, Printed};
use urispec::audit::derive::Languages;

fn abnf(source: &str) -> Printed {
    Printed::read(Notation::Abnf, "test.abnf", source).unwrap()
}

#[test]
fn rfc3986_has_the_sizes_that_are_known() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let printed = abnf(grammar.printed).with_readings(&abnf(grammar.readings));
    let languages = Languages::of(&printed);
    assert_eq!(languages.size("URI-reference"), Some(183));
    // No digit yet; 1; 2; 25; one digit more may come; none may; dead.
    assert_eq!(languages.size("dec-octet"), Some(7));
    assert_eq!(languages.size("path-empty"), Some(2));
    assert!(languages.undefined().is_empty());
    assert_eq!(
        languages.unreachable(Edition::Rfc3986.whole_rules()),
        ["path", "reserved", "gen-delims"]
    );
}

#[test]
fn a_production_that_cannot_be_read_stops_only_those_that_reach_it() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let languages = Languages::of(&abnf(grammar.printed));
    let undecidable = languages.start("URI").unwrap().unwrap_err();
    assert_eq!(
        undecidable.to_string(),
        "URI → hier-part → path-empty: test.abnf, line 64: `path-empty` cannot be used as printed: \
         <pchar> is prose, which says nothing to a machine"
    );
    assert!(languages.start("authority").unwrap().is_ok());
    assert!(languages.start("no-such").is_none());
}
