//! RFC 9110 (2022), section 4.2: the schemes `http` and `https`.

use crate::editions::automaton::tables;
use crate::editions::division::{ComponentLayout, Division};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::{
    Algorithm, DocumentSpec, DotSegments, Ladder, Printed, documents::extends_rfc3986,
};
use crate::parts::percent;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc9110",
    document: "RFC 9110, STD 97, June 2022",
    noun: "an http URI",
    begins: &["http:", "https:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "Normalized and compared according to the methods defined in Section 6 of [URI]" (4.2.3).
        string: Some("4.2.3"),
        scheme_case: Some("4.2.3"),
        host_case: Some("4.2.3"),
        address_case: Some("4.2.3"),
        triplet_case: Some("4.2.3"),
        unreserved: Some((percent::is_unreserved, "4.2.3")),
        dot_segments: Some((DotSegments::Remove, "4.2.3")),
        default_port: Some("4.2.3"),
        ports_by: Some("RFC 9110"),
        empty_port: Some("4.2.3"),
        empty_path: Some("4.2.3"),
        redirects: Some("4.2.3"),
        ..extends_rfc3986::LADDER
    },
    whole: &["http-URI", "https-URI"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed {
    divided: &[&HTTP, &HTTPS],
    remark: "The grammar of RFC 9110 is that of sections 4.2.1 and 4.2.2. Its requirements are those of section 4, and \
             the sentences of other sections that constrain a URI or a reference, or define the base of a reference.",
    ..printed!("rfc9110", &GRAMMAR)
};

static HTTP: ComponentLayout = uri("http-URI");
static HTTPS: ComponentLayout = uri("https-URI");

/// Returns a layout with the components of RFC 3986, as RFC 9110, 4.1, prescribes.
const fn uri(rule: &'static str) -> ComponentLayout {
    let start = tables::rfc9110::AUTOMATON.start_of(rule);
    ComponentLayout { rule, start, division: Division::AsRfc3986 }
}

static GRAMMAR: Grammar = grammar! {
    "rfc9110" in Abnf, readings, extends Some(&["rfc3986"]), automaton rfc9110, by extends_rfc3986::{ExtendsRfc3986, Rule, place},
    CharacterSections::new("4.2", "4.2.3", "4.2")
};
