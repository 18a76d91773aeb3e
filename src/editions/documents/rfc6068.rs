//! RFC 6068 (2010): the scheme `mailto`.

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::{
    Algorithm, DocumentSpec, Ladder, Oracle, Printed, documents::extends_rfc3986,
};
use crate::parts::split::split;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6068",
    document: "RFC 6068, October 2010",
    noun: "a mailto URI",
    begins: &["mailto:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // A domain is a <reg-name> of RFC 3986 (2).
        caseless_path: Some("2"),
        mail_fields: Some("2"),
        ..extends_rfc3986::LADDER
    },
    whole: &["mailtoURI"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc6068", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc6068" in Abnf, readings, extends Some(&["rfc3986", "rfc5322"]), automaton rfc6068, by extends_rfc3986::{ExtendsRfc3986, Rule, place},
    CharacterSections::new("2", "2", "5")
};
