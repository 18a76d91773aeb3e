//! RFC 7565 (2015): the scheme `acct`.
//!
//! Accounts are compared only by the case and percent-encoding normalization of RFC 3986 (RFC 7565,
//! 4). The host is part of the path, since no "//" precedes it, but its letter case does not matter
//! (RFC 3986, 6.2.2.1).

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::{
    Algorithm, DocumentSpec, Ladder, Oracle, Printed, documents::extends_rfc3986,
};
use crate::parts::percent;
use crate::parts::split::split;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc7565",
    document: "RFC 7565, May 2015",
    noun: "an acct URI",
    begins: &["acct:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "Case normalization and percent-encoding normalization as specified in Sections 6.2.2.1 and 6.2.2.2 of
        // [RFC3986]".
        scheme_case: Some("4"),
        triplet_case: Some("4"),
        unreserved: Some((percent::is_unreserved, "4")),
        account_host_case: Some("4"),
        ..Ladder::NONE
    },
    whole: &["acctURI"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc7565", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc7565" in Abnf, readings, extends Some(&["rfc3986"]), automaton rfc7565, by extends_rfc3986::{ExtendsRfc3986, Rule, place},
    CharacterSections::new("7", "7", "6")
};
