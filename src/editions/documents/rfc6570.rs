//! RFC 6570 (2012): URI Templates, which are not URIs but expand to references.
//!
//! The grammar is over code points; the automaton reads their UTF-8. The crate `urispec-template`
//! expands templates, and matches URIs against them.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};

#[derive(Parser)]
#[grammar = "../grammar/rfc6570.pest"]
struct Rfc6570;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6570",
    document: "RFC 6570, March 2012",
    noun: "a URI Template",
    algorithm: Algorithm::None {
        why: "a template is expanded before it is resolved",
        section: "1.1",
    },
    ladder: Ladder::NONE,
    whole: &["URI-Template"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc6570", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc6570" in Abnf, readings, extends None, automaton rfc6570, by {Rfc6570, Rule, place},
    CharacterSections::new("2.1", "3.1", "2.1")
};

productions! {
    _ => b'-';
    "1.5" =>
        Class(
            whole_ALPHA, whole_DIGIT, whole_HEXDIG, whole_unreserved, whole_reserved,
            whole_gen_delims, whole_sub_delims, whole_ucschar, whole_iprivate
        )
        Part(pct_encoded);
    "2" => Whole(URI_Template);
    "2.1" => Class(whole_literals);
    "2.2" => Part(expression, operator, op_level2, op_level3, op_reserve);
    "2.3" => Part(variable_list, varspec, varname) Class(whole_varchar);
    "2.4" => Part(modifier_level4);
    "2.4.1" => Part(prefix, max_length);
    "2.4.2" => Part(explode);
    none =>
        ALPHA, DIGIT, HEXDIG, unreserved, reserved, gen_delims, sub_delims, ucschar, iprivate,
        literals, varchar;
}
