//! RFC 7565 (2015): the scheme `acct`.
//!
//! Accounts are compared by the case and percent-encoding normalization of RFC 3986 (4). The surprising case: the host
//! is in the path, since no "//" stands before it, so that its letter case is a matter of the form below.

use std::sync::LazyLock;

use super::ladder::TellChange;
use super::{Algorithm, Facts, Form, Ladder, Oracle, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{Characters, Charset, Grammar, Notation};
use crate::parts::percent;
use crate::parts::split::split;

pub(super) static FACTS: Facts = Facts {
    id: "rfc7565",
    document: "RFC 7565, May 2015",
    begins: &["acct:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // "Case normalization and percent-encoding normalization as specified in Sections 6.2.2.1 and 6.2.2.2 of
        // [RFC3986]".
        scheme_case: Some("4"),
        triplet_case: Some("4"),
        unreserved: Some((percent::is_unreserved, "4")),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["acctURI"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc7565.examples"),
    requirements: include_str!("../../grammar/rfc7565.requirements"),
    errata: include_str!("../../grammar/rfc7565.errata"),
    terms: include_str!("../../grammar/rfc7565.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc7565",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc7565.abnf"),
    readings: include_str!("../../grammar/rfc7565.readings.abnf"),
    pest: include_str!("../../grammar/rfc7565.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc7565::AUTOMATON)),
    characters: Characters {
        admitted: "7",
        escapes: "7",
        not_ascii: "6",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc7565::AUTOMATON,
    tree: standing::tree,
};

/// The form in which equal URIs are one string: that of case normalization, with the host in lower case.
static FORM: Form = Form {
    section: "4",
    of: form,
    differences: &[("the letter case of the host", "4", ["acct:a@B", "acct:a@b"])],
};

fn form(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let automaton = &tables::rfc7565::AUTOMATON;
    let is_account = |start| automaton.derives(start, text.as_bytes());
    // No name of an account and no host has an "@".
    let (account, host) =
        text.split_once('@').filter(|_| automaton.start("acctURI").is_some_and(is_account))?;
    let lower = percent::lowered(host);
    if lower == host {
        return None;
    }
    tell("4", host, &lower);
    Some(format!("{account}@{lower}"))
}
