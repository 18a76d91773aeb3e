//! RFC 2396 (1998).

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Partial, Printed, grammar};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::rfc2396::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Divided, Division, Opaque, StringShape,
};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc2396.pest"]
struct Rfc2396;

pub(super) const PARTIAL: Option<Partial> =
    Some(Partial { begins: "?", lacks: ".", scheme_lacks: Some("."), is_underivable: true });

pub(super) const LADDER: Ladder = Ladder {
    scheme_case: Some("6"),
    host_case: Some("6"),
    triplet_case: Some("2.4.1"),
    unreserved: Some((is_unreserved, "2.3")),
    default_port: Some("6"),
    ..Ladder::NONE
};

pub(super) const CHARACTERS: CharacterSections = CharacterSections {
    admitted: "2.4.3",
    escapes: "2.4.1",
    not_ascii: "2.1",
    around: Some("E"),
    charset: Charset::Utf8,
};

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2396",
    document: "RFC 2396, August 1998",
    begins: &[],
    algorithm: Algorithm::Rfc2396,
    partial: PARTIAL,
    ladder: LADDER,
    whole: &["URI-reference"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/rfc2396.examples"),
    requirements: include_str!("../../grammar/rfc2396.requirements"),
    errata: include_str!("../../grammar/rfc2396.errata"),
    terms: include_str!("../../grammar/rfc2396.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc2396",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/rfc2396.bnf"),
    readings: "",
    pest: include_str!("../../grammar/rfc2396.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CHARACTERS,
    automaton: &tables::rfc2396::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc2396, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::URI_reference => const { &Production::new("URI-reference", "4", Role::Whole) },
        Rule::absoluteURI => const { &Production::new("absoluteURI", "3", Role::Whole) },
        Rule::relativeURI => const { &Production::new("relativeURI", "5", Role::Whole) },
        Rule::hier_part => const { &Production::new("hier_part", "3", Role::Whole) },
        Rule::opaque_part => const { &Production::new("opaque_part", "3", Role::OpaquePart) },
        Rule::net_path => const { &Production::new("net_path", "3", Role::Whole) },
        Rule::abs_path => const { &Production::new("abs_path", "3", Role::Path) },
        Rule::rel_path => const { &Production::new("rel_path", "5", Role::Path) },
        Rule::rel_segment => const { &Production::new("rel_segment", "5", Role::Segment) },
        Rule::scheme => const { &Production::new("scheme", "3.1", Role::Scheme) },
        Rule::authority => const { &Production::new("authority", "3.2", Role::Authority) },
        Rule::reg_name => const { &Production::new("reg_name", "3.2.1", Role::RegName) },
        Rule::server => const { &Production::new("server", "3.2.2", Role::Part) },
        Rule::userinfo => const { &Production::new("userinfo", "3.2.2", Role::Userinfo) },
        Rule::hostport => const { &Production::new("hostport", "3.2.2", Role::Part) },
        Rule::host => const { &Production::new("host", "3.2.2", Role::Host) },
        Rule::hostname => const { &Production::new("hostname", "3.2.2", Role::Hostname) },
        Rule::domainlabel => const { &Production::new("domainlabel", "3.2.2", Role::Part) },
        Rule::toplabel => const { &Production::new("toplabel", "3.2.2", Role::Part) },
        Rule::IPv4address => const { &Production::new("IPv4address", "3.2.2", Role::Ipv4Address) },
        Rule::port => const { &Production::new("port", "3.2.2", Role::Port) },
        Rule::path => const { &Production::new("path", "3.3", Role::Path) },
        Rule::path_segments => const { &Production::new("path_segments", "3.3", Role::Path) },
        Rule::segment => const { &Production::new("segment", "3.3", Role::Segment) },
        Rule::param => const { &Production::new("param", "3.3", Role::Part) },
        Rule::query => const { &Production::new("query", "3.4", Role::Query) },
        Rule::fragment => const { &Production::new("fragment", "4.1", Role::Fragment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_uric_no_slash => const { &Production::new("uric_no_slash", "3", Role::Class) },
        Rule::whole_pchar => const { &Production::new("pchar", "3.3", Role::Class) },
        Rule::whole_uric => const { &Production::new("uric", "2", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "2.2", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "2.3", Role::Class) },
        Rule::whole_mark => const { &Production::new("mark", "2.3", Role::Class) },
        Rule::whole_escaped => const { &Production::new("escaped", "2.4.1", Role::Part) },
        Rule::whole_hex => const { &Production::new("hex", "2.4.1", Role::Class) },
        Rule::whole_alphanum => const { &Production::new("alphanum", "1.6", Role::Class) },
        Rule::whole_alpha => const { &Production::new("alpha", "1.6", Role::Class) },
        Rule::whole_lowalpha => const { &Production::new("lowalpha", "1.6", Role::Class) },
        Rule::whole_upalpha => const { &Production::new("upalpha", "1.6", Role::Class) },
        Rule::whole_digit => const { &Production::new("digit", "1.6", Role::Class) },
        Rule::whole_delims => const { &Production::new("delims", "2.4.3", Role::Class) },
        Rule::whole_unwise => const { &Production::new("unwise", "2.4.3", Role::Class) },
        Rule::uric_no_slash | Rule::pchar | Rule::uric | Rule::reserved | Rule::unreserved
        | Rule::mark | Rule::escaped | Rule::hex | Rule::alphanum | Rule::alpha
        | Rule::lowalpha | Rule::upalpha | Rule::digit | Rule::delims | Rule::unwise => return None,
    })
}

/// Whether an octet is `unreserved` (2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')')
}

// How a `URI-reference` of RFC 2396 divides (section 3).
//
// An authority that is no `server` is a `reg_name`, and has no host (3.2). The text after a scheme is
// opaque unless it begins with `/`.

static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URI-reference",
    start: AUTOMATON.start_of("URI-reference"),
    division: Division::At(Delimiters {
        scheme: true,
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("server")),
            names: &[
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            ],
            ..AuthorityForm::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier_part")),
        query: true,
        below,
        ..Delimiters::NONE
    }),
}];

/// The productions below the whole, by the shape.
pub(in crate::editions) const fn below(shape: StringShape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, AfterScheme::Authority) => &["absoluteURI", "hier_part", "net_path"],
        (true, AfterScheme::Slash) => &["absoluteURI", "hier_part", "abs_path"],
        (true, _) => &["absoluteURI", "opaque_part"],
        (false, AfterScheme::Authority) => &["relativeURI", "net_path"],
        (false, AfterScheme::Slash) => &["relativeURI", "abs_path"],
        // A reference to the current document has no production but the whole (4.2).
        (false, AfterScheme::Empty) => &[],
        (false, _) => &["relativeURI", "rel_path"],
    }
}
