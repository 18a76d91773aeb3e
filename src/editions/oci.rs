//! distribution/reference: the references to container images that Docker and containerd read, by the grammar in the
//! comment of `reference.go`, at its commit 0965666a.
//!
//! A reference is no URI. It has no scheme, and `host:port/` and `name:tag` both have a colon. The comment is not what
//! is run: the expressions of `regexp.go` are, and both part at addresses in brackets and at digests. What Parse and
//! ParseNormalizedNamed say beyond is in [`ImageReference`](crate::scheme::ImageReference) and
//! [`ImageName`](crate::scheme::ImageName).

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/oci.pest"]
struct Oci;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "oci",
    document: "distribution/reference, 2026",
    begins: &[],
    algorithm: Algorithm::None { why: "a reference to an image is no URI", section: "grammar" },
    partial: None,
    ladder: Ladder::NONE,
    whole: &["reference"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/oci.examples"),
    requirements: include_str!("../../grammar/oci.requirements"),
    errata: include_str!("../../grammar/oci.errata"),
    terms: include_str!("../../grammar/oci.terms"),
    translations: "",
    remark: "The sections are ours: grammar is the comment of reference.go, regexp the expressions of regexp.go, parse \
             and normalize what Parse and ParseNormalizedNamed do, and oci the distribution and image specifications.",
};

static GRAMMAR: Grammar = Grammar {
    stem: "oci",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/oci.bnf"),
    readings: include_str!("../../grammar/oci.readings.bnf"),
    pest: include_str!("../../grammar/oci.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "grammar",
        escapes: "grammar",
        not_ascii: "grammar",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::oci::AUTOMATON,
    tree: |production, text| grammar::tree::<Oci, _>(Rule::all_rules(), place, production, text),
};

/// The production of each rule.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, role: Role) -> Production {
        Production { name, section: "grammar", role }
    }
    Some(match rule {
        Rule::reference => const { &at("reference", Role::Whole) },
        Rule::name => const { &at("name", Role::Part) },
        Rule::domain => const { &at("domain", Role::Part) },
        Rule::host => const { &at("host", Role::Part) },
        Rule::domain_name => const { &at("domain-name", Role::Part) },
        Rule::domain_component => const { &at("domain-component", Role::Part) },
        Rule::port_number => const { &at("port-number", Role::Part) },
        Rule::path_component => const { &at("path-component", Role::Part) },
        Rule::path => const { &at("path", Role::Part) },
        Rule::remote_name => const { &at("remote-name", Role::Part) },
        Rule::alpha_numeric => const { &at("alpha-numeric", Role::Part) },
        Rule::separator => const { &at("separator", Role::Part) },
        Rule::tag => const { &at("tag", Role::Part) },
        Rule::digest => const { &at("digest", Role::Part) },
        // Within a digest it ends before the digits.
        Rule::digest_algorithm | Rule::digest_algorithm_of_digest => {
            const { &at("digest-algorithm", Role::Part) }
        }
        Rule::digest_algorithm_separator => const { &at("digest-algorithm-separator", Role::Part) },
        Rule::digest_algorithm_component => const { &at("digest-algorithm-component", Role::Part) },
        Rule::digest_hex => const { &at("digest-hex", Role::Part) },
        Rule::identifier => const { &at("identifier", Role::Part) },
        Rule::IPv4address => const { &at("IPv4address", Role::Part) },
        Rule::IPv6address => const { &at("IPv6address", Role::Part) },
        Rule::ls32 => const { &at("ls32", Role::Part) },
        Rule::h16 => const { &at("h16", Role::Part) },
        Rule::dec_octet => const { &at("dec-octet", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_let_dig => const { &at("let-dig", Role::Class) },
        Rule::whole_alpha => const { &at("alpha", Role::Class) },
        Rule::whole_digit => const { &at("digit", Role::Class) },
        Rule::let_dig | Rule::alpha | Rule::digit | Rule::hex => return None,
    })
}
