//! RFC 3966 (2004): the scheme `tel`.
//!
//! What the document takes for equal has a form: in lower case, without visual separators, and with the parameters
//! in the order that the document gives them. The surprising case: an extension loses its separators too, since these
//! are "not used for URI comparison" in any number (5.1.1); but `;ext=a-b` is no extension, and keeps its hyphen.

use std::borrow::Cow;
use std::sync::LazyLock;

use pest_derive::Parser;

use super::ladder::TellChange;
use super::{Algorithm, DocumentSpec, Ladder, Printed, SchemeForm};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};
use crate::parts::percent;

#[derive(Parser)]
#[grammar = "../grammar/rfc3966.pest"]
struct Rfc3966;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3966",
    document: "RFC 3966, December 2004",
    begins: &["tel:"],
    algorithm: Algorithm::None { why: "the scheme has no path hierarchy", section: "1" },
    partial: None,
    ladder: Ladder {
        scheme_case: Some("4"),
        triplet_case: Some("4"),
        unreserved: Some((is_unreserved, "3")),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["telephone-uri"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc3966.examples"),
    requirements: include_str!("../../grammar/rfc3966.requirements"),
    errata: include_str!("../../grammar/rfc3966.errata"),
    terms: include_str!("../../grammar/rfc3966.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc3966",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc3966.abnf"),
    readings: include_str!("../../grammar/rfc3966.readings.abnf"),
    pest: include_str!("../../grammar/rfc3966.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "3",
        escapes: "3",
        not_ascii: "3",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc3966::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc3966, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::telephone_uri => const { &Production::new("telephone-uri", "3", Role::Specific) },
        // RFC 2396 divides nothing that follows a scheme and begins with no slash (3).
        Rule::telephone_subscriber => const { &Production::new("telephone-subscriber", "3", Role::OpaquePart) },
        Rule::global_number => const { &Production::new("global-number", "3", Role::Part) },
        Rule::local_number => const { &Production::new("local-number", "3", Role::Part) },
        Rule::par => const { &Production::new("par", "3", Role::Part) },
        Rule::isdn_subaddress => const { &Production::new("isdn-subaddress", "3", Role::Part) },
        Rule::extension => const { &Production::new("extension", "3", Role::Part) },
        Rule::context => const { &Production::new("context", "3", Role::Part) },
        Rule::descriptor => const { &Production::new("descriptor", "3", Role::Part) },
        Rule::global_number_digits => const { &Production::new("global-number-digits", "3", Role::Part) },
        Rule::local_number_digits => const { &Production::new("local-number-digits", "3", Role::Part) },
        Rule::domainname => const { &Production::new("domainname", "3", Role::Part) },
        Rule::domainlabel => const { &Production::new("domainlabel", "3", Role::Part) },
        Rule::toplabel => const { &Production::new("toplabel", "3", Role::Part) },
        Rule::parameter => const { &Production::new("parameter", "3", Role::Part) },
        Rule::pname => const { &Production::new("pname", "3", Role::Part) },
        Rule::pvalue => const { &Production::new("pvalue", "3", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_paramchar => const { &Production::new("paramchar", "3", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "3", Role::Class) },
        Rule::whole_mark => const { &Production::new("mark", "3", Role::Class) },
        Rule::whole_pct_encoded => const { &Production::new("pct-encoded", "3", Role::Class) },
        Rule::whole_param_unreserved => const { &Production::new("param-unreserved", "3", Role::Class) },
        Rule::whole_phonedigit => const { &Production::new("phonedigit", "3", Role::Class) },
        Rule::whole_phonedigit_hex => const { &Production::new("phonedigit-hex", "3", Role::Class) },
        Rule::whole_visual_separator => const { &Production::new("visual-separator", "3", Role::Class) },
        Rule::whole_alphanum => const { &Production::new("alphanum", "3", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "3", Role::Class) },
        Rule::whole_uric => const { &Production::new("uric", "3", Role::Class) },
        Rule::paramchar | Rule::unreserved | Rule::mark | Rule::pct_encoded | Rule::param_unreserved
        | Rule::phonedigit | Rule::phonedigit_hex | Rule::visual_separator | Rule::alphanum | Rule::reserved
        | Rule::uric | Rule::ALPHA | Rule::DIGIT | Rule::HEXDIG | Rule::some_phonedigit
        | Rule::some_phonedigit_hex => return None,
    })
}

/// Whether an octet that is encoded is equivalent to its character: it is not in the "reserved" set, nor "unsafe",
/// so that RFC 2396 has it as `unreserved` (2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')')
}

/// The form in which equal URIs are one string.
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
    // A ";" stands in no number and in no value.
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

/// A parameter in lower case, and without visual separators if its value is a number.
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

/// The place of a parameter among the others: the subaddress or the extension first, then the context, then the rest
/// by their names (3).
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
