//! RFC 6920 (2013): the schemes `ni` and `nih`, names that are hashes.
//!
//! The surprising case: a name that the grammar derives may be no name. The value of `ni:///sha-256;a` is the
//! base64url of no octets (3), and such a name is the same as no other (10). So nothing but the same string is
//! licensed below the rung of schemes, where the form of a name is that of its hash.

use std::sync::LazyLock;

use super::ladder::TellChange;
use super::{Algorithm, Facts, Form, Ladder, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{Characters, Charset, Grammar, Notation};

pub(crate) mod digest;

pub(super) static FACTS: Facts = Facts {
    id: "rfc6920",
    document: "RFC 6920, April 2013",
    begins: &["ni:", "nih:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        string: Some("RFC 3986, 6.2.1"),
        form: Some(&FORM),
        left_out: Some("2"),
        ..Ladder::NONE
    },
    whole: &["NI-URI", "humanname"],
    divided: None,
};

/// "An implementation MUST only consider the digest algorithm and the digest value" (2): what has a hash becomes
/// the shortest name of it. If the document has no algorithm of its number, the name stays one of the scheme `nih`.
static FORM: Form = Form {
    section: "2",
    of: form,
    differences: &[
        (
            "the authority of a name of the scheme ni",
            "2",
            ["ni://h/sha-256-32;UyaQVw", "ni:///sha-256-32;UyaQVw"],
        ),
        (
            "the query of a name of the scheme ni",
            "2",
            ["ni:///sha-256-32;UyaQVw?ct=text/plain", "ni:///sha-256-32;UyaQVw"],
        ),
        (
            "the encoding of a hash, in base64url or in hexadecimal digits,",
            "2",
            ["nih:sha-256-32;53269057", "ni:///sha-256-32;UyaQVw"],
        ),
        (
            "the number of a suite for the name of its algorithm in a name of the scheme nih",
            "7",
            ["nih:6;53269057", "nih:sha-256-32;53269057"],
        ),
        (
            "a hyphen in a name of the scheme nih",
            "7",
            ["nih:sha-256-32;5326-9057", "nih:sha-256-32;53269057"],
        ),
        (
            "leaving out the check digit of a name of the scheme nih",
            "7",
            ["nih:sha-256-32;53269057;b", "nih:sha-256-32;53269057"],
        ),
    ],
};

fn form(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let form = digest::of_name(text)?.shortest();
    if form == text {
        return None;
    }
    tell("2", text, &form);
    Some(form)
}

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../../grammar/rfc6920.examples"),
    requirements: include_str!("../../../grammar/rfc6920.requirements"),
    errata: include_str!("../../../grammar/rfc6920.errata"),
    terms: include_str!("../../../grammar/rfc6920.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc6920",
    notation: Notation::Abnf,
    printed: include_str!("../../../grammar/rfc6920.abnf"),
    readings: "",
    pest: include_str!("../../../grammar/rfc6920.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc6920::AUTOMATON)),
    characters: Characters {
        admitted: "3",
        escapes: "3",
        not_ascii: "3",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc6920::AUTOMATON,
    tree: standing::tree,
};
