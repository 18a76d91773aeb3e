//! draft-fielding-uri-rfc2396bis-01 (2003), on the way from RFC 2396 to RFC 3986.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, DotSegments, Kept, Ladder, Printed, grammar};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::rfc2396bis_01::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Divided, Division, Opaque, StringShape,
};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc2396bis-01.pest"]
struct Rfc2396bis01;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2396bis-01",
    document: "draft-fielding-uri-rfc2396bis-01, March 2003",
    begins: &[],
    algorithm: Algorithm::Rfc2396bis01,
    partial: None,
    ladder: Ladder {
        string: Some("6.2.1"),
        scheme_case: Some("6.2.2.1"),
        host_case: Some("6.2.2.1"),
        triplet_case: Some("6.2.2.2"),
        unreserved: Some((is_unreserved, "6.2.2.2")),
        kept: Some(Kept {
            octets: is_other_mark,
            says: "usually counterproductive",
            section: "2.3",
        }),
        dot_segments: Some((DotSegments::Merge, "6.2.2.3")),
        default_port: Some("6.2.3"),
        empty_port: Some("6.2.3"),
        empty_port_of: Some("http"),
        local_host: Some("3.2.2"),
        redirects: Some("6.2.4"),
        resolved_first: Some("6.1"),
        ..Ladder::NONE
    },
    whole: &["URI-reference"],
    divided: None,
    // "a:a?" is opaque.
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/rfc2396bis-01.examples"),
    requirements: include_str!("../../grammar/rfc2396bis-01.requirements"),
    errata: include_str!("../../grammar/rfc2396bis-01.errata"),
    terms: include_str!("../../grammar/rfc2396bis-01.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc2396bis-01",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc2396bis-01.abnf"),
    readings: include_str!("../../grammar/rfc2396bis-01.readings.abnf"),
    pest: include_str!("../../grammar/rfc2396bis-01.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2.4.3",
        escapes: "2.4.1",
        not_ascii: "2.1",
        around: Some("E"),
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc2396bis_01::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc2396bis01, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::escaped => const { &Production::new("escaped", "2.4.1", Role::Part) },
        Rule::absolute_URI => const { &Production::new("absolute-URI", "3", Role::Whole) },
        Rule::hier_part => const { &Production::new("hier-part", "3", Role::Whole) },
        Rule::net_path => const { &Production::new("net-path", "3", Role::Whole) },
        Rule::abs_path => const { &Production::new("abs-path", "3", Role::Path) },
        Rule::opaque_part => const { &Production::new("opaque-part", "3", Role::OpaquePart) },
        Rule::scheme => const { &Production::new("scheme", "3.1", Role::Scheme) },
        Rule::authority => const { &Production::new("authority", "3.2", Role::Authority) },
        Rule::reg_name => const { &Production::new("reg-name", "3.2.1", Role::RegName) },
        Rule::server => const { &Production::new("server", "3.2.2", Role::Part) },
        Rule::userinfo => const { &Production::new("userinfo", "3.2.2", Role::Userinfo) },
        Rule::hostport => const { &Production::new("hostport", "3.2.2", Role::Part) },
        Rule::host => const { &Production::new("host", "3.2.2", Role::Host) },
        Rule::port => const { &Production::new("port", "3.2.2", Role::Port) },
        Rule::hostname => const { &Production::new("hostname", "3.2.2", Role::Hostname) },
        Rule::qualified => const { &Production::new("qualified", "3.2.2", Role::Part) },
        Rule::domainlabel => const { &Production::new("domainlabel", "3.2.2", Role::Part) },
        Rule::toplabel => const { &Production::new("toplabel", "3.2.2", Role::Part) },
        Rule::IPv4address => const { &Production::new("IPv4address", "3.2.2", Role::Ipv4Address) },
        Rule::dec_octet => const { &Production::new("dec-octet", "3.2.2", Role::Part) },
        Rule::IPv6reference => const { &Production::new("IPv6reference", "3.2.2", Role::Part) },
        Rule::IPv6address => const { &Production::new("IPv6address", "3.2.2", Role::Ipv6Address) },
        Rule::ls32 => const { &Production::new("ls32", "3.2.2", Role::Part) },
        Rule::h4 => const { &Production::new("h4", "3.2.2", Role::Part) },
        Rule::path => const { &Production::new("path", "3.3", Role::Path) },
        Rule::path_segments => const { &Production::new("path-segments", "3.3", Role::Path) },
        Rule::segment => const { &Production::new("segment", "3.3", Role::Segment) },
        Rule::query => const { &Production::new("query", "3.4", Role::Query) },
        Rule::URI_reference => const { &Production::new("URI-reference", "4", Role::Whole) },
        Rule::absolute_URI_reference => const { &Production::new("absolute-URI-reference", "4", Role::Whole) },
        Rule::fragment => const { &Production::new("fragment", "4.1", Role::Fragment) },
        Rule::relative_URI => const { &Production::new("relative-URI", "5", Role::Whole) },
        Rule::rel_path => const { &Production::new("rel-path", "5", Role::Path) },
        Rule::rel_segment => const { &Production::new("rel-segment", "5", Role::Segment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_uric => const { &Production::new("uric", "2", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "2.2", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "2.3", Role::Class) },
        Rule::whole_mark => const { &Production::new("mark", "2.3", Role::Class) },
        Rule::whole_delims => const { &Production::new("delims", "2.4.3", Role::Class) },
        Rule::whole_unwise => const { &Production::new("unwise", "2.4.3", Role::Class) },
        Rule::whole_uric_no_slash => const { &Production::new("uric-no-slash", "3", Role::Class) },
        Rule::whole_alphanum => const { &Production::new("alphanum", "3.2.2", Role::Class) },
        Rule::whole_pchar => const { &Production::new("pchar", "3.3", Role::Class) },
        Rule::uric | Rule::reserved | Rule::unreserved | Rule::mark | Rule::delims
        | Rule::unwise | Rule::uric_no_slash | Rule::alphanum | Rule::pchar | Rule::ALPHA
        | Rule::DIGIT | Rule::HEXDIG | Rule::DQUOTE => return None,
    })
}

/// Whether an octet may be decoded without fear of a conflict. Not every `mark` may (2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'_' | b'~')
}

/// The other `mark` characters, which are unreserved too.
const fn is_other_mark(octet: u8) -> bool {
    matches!(octet, b'-' | b'.' | b'!' | b'*' | b'\'' | b'(' | b')')
}

// How a `URI-reference` of rfc2396bis-01 divides (section 3).
//
// An authority that is no `server` is a `reg-name`, and has no host (3.2). The text after a scheme is
// opaque unless it is a `hier-part`: `a:?` has a query, and `a:?[` is opaque.

static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URI-reference",
    start: AUTOMATON.start_of("URI-reference"),
    division: Division::At(Delimiters {
        scheme: true,
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("server")),
            names: &[
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
            ],
            literals: &[(AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address)],
            ..AuthorityForm::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier-part")),
        query: true,
        below,
        ..Delimiters::NONE
    }),
}];

const fn below(shape: StringShape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, AfterScheme::Authority) => &["absolute-URI", "hier-part", "net-path"],
        (true, AfterScheme::Slash) => &["absolute-URI", "hier-part", "abs-path"],
        (true, AfterScheme::Empty) => &["absolute-URI", "hier-part"],
        (true, _) => &["absolute-URI", "opaque-part"],
        (false, AfterScheme::Authority) => &["relative-URI", "net-path"],
        (false, AfterScheme::Slash) => &["relative-URI", "abs-path"],
        (false, AfterScheme::Empty) => &["relative-URI"],
        (false, _) => &["relative-URI", "rel-path"],
    }
}
