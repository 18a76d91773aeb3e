//! RFC 3966 (2004): the scheme `tel`.
//!
//! Equal URIs have one normal form: lowercase, without visual separators, and with the parameters
//! in the order that the document prescribes. The separators of a number are "not used for URI
//! comparison" (5.1.1). They are removed from an extension too, which is a number. The value of
//! `;ext=a-b` is not a number, so its hyphen is kept.

use pest_derive::Parser;
use std::borrow::Cow;

use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::ladder::TellChange;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed, SchemeForm};
use crate::parts::percent;

#[derive(Parser)]
#[grammar = "../grammar/rfc3966.pest"]
struct Rfc3966;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3966",
    document: "RFC 3966, December 2004",
    noun: "a tel URI",
    begins: &["tel:"],
    algorithm: Algorithm::None { why: "the scheme has no path hierarchy", section: "1" },
    ladder: Ladder {
        scheme_case: Some("4"),
        triplet_case: Some("4"),
        unreserved: Some((is_unreserved, "3")),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["telephone-uri"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc3966", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc3966" in Abnf, readings, extends Some(&[]), automaton rfc3966, by {Rfc3966, Rule, place},
    CharacterSections::new("3", "3", "3")
};

// RFC 2396 does not divide text that follows a scheme and does not begin with a slash (3).
productions! {
    _ => b'-';
    "3" =>
        Specific(telephone_uri)
        OpaquePart(telephone_subscriber)
        Part(
            global_number, local_number, par, isdn_subaddress, extension, context, descriptor,
            global_number_digits, local_number_digits, domainname, domainlabel, toplabel,
            parameter, pname, pvalue
        )
        Class(
            whole_paramchar, whole_unreserved, whole_mark, whole_pct_encoded,
            whole_param_unreserved, whole_phonedigit, whole_phonedigit_hex, whole_visual_separator,
            whole_alphanum, whole_reserved, whole_uric
        );
    none =>
        paramchar, unreserved, mark, pct_encoded, param_unreserved, phonedigit, phonedigit_hex,
        visual_separator, alphanum, reserved, uric, ALPHA, DIGIT, HEXDIG, some_phonedigit,
        some_phonedigit_hex;
}

/// Returns whether an encoded octet is equivalent to its character: the octet is not in the
/// "reserved" set and not "unsafe", so it is `unreserved` in RFC 2396 (2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')')
}

/// The normal form that equal `tel` URIs share.
static FORM: SchemeForm = SchemeForm {
    section: "4",
    of: form,
    differences: &[
        ("a visual separator in a number", "4", ["tel:+1-2", "tel:+12"]),
        ("the letter case of a parameter", "4", ["tel:+1;a=B", "tel:+1;a=b"]),
        ("the order of the parameters", "4", ["tel:+1;b;a", "tel:+1;a;b"]),
    ],
};

fn form(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    if !derives("telephone-uri", text) {
        return None;
    }
    let (scheme, subscriber) = text.split_once(':')?;
    // A ";" does not occur in a number or a value.
    let mut parts = subscriber.split(';');
    let number = lowered(parts.next()?, tell);
    let plain = without_separators(&number);
    if plain != number {
        tell("4", &number, &plain);
    }
    let mut parameters: Vec<_> = parts.map(|part| parameter(part, tell)).collect();
    let given = parameters.join(";");
    parameters.sort_by(|a, b| place_of(a).cmp(&place_of(b)));
    let sorted = parameters.join(";");
    if sorted != given {
        tell("4", &given, &sorted);
    }
    let semicolon = if sorted.is_empty() { "" } else { ";" };
    let form = format!("{scheme}:{plain}{semicolon}{sorted}");
    (form != text).then_some(form)
}

/// Returns a parameter in lowercase, and without visual separators if its value is a number.
fn parameter(text: &str, tell: &mut TellChange<'_>) -> String {
    let lower = lowered(text, tell);
    let section = match lower.split_once('=') {
        Some(("ext", _)) if derives("extension", &format!(";{lower}")) => "5.1.1",
        Some(("phone-context", digits)) if derives("global-number-digits", digits) => "4",
        _ => return lower.into_owned(),
    };
    let (name, value) = lower.split_once('=').unwrap_or((&lower, ""));
    let plain = format!("{name}={}", without_separators(value));
    if plain != lower {
        tell(section, &lower, &plain);
    }
    plain
}

/// Returns the sort key of a parameter: the subaddress or the extension first, then the context,
/// then the rest by name (RFC 3966, 3).
fn place_of(parameter: &str) -> (u8, &str) {
    let name = parameter.split('=').next().unwrap_or_default();
    match name {
        "isub" | "ext" => (0, name),
        "phone-context" => (1, name),
        _ => (2, name),
    }
}

fn lowered<'t>(text: &'t str, tell: &mut TellChange<'_>) -> Cow<'t, str> {
    let lower = percent::lowered(text);
    if lower == text {
        return Cow::Borrowed(text);
    }
    tell("4", text, &lower);
    Cow::Owned(lower)
}

fn without_separators(number: &str) -> String {
    number.replace(['-', '.', '(', ')'], "")
}

fn derives(rule: &str, text: &str) -> bool {
    tables::rfc3966::AUTOMATON.derives_by(rule, text.as_bytes())
}
