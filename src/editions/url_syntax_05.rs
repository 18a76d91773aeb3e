//! draft-fielding-url-syntax-05 (1997), which became RFC 2396.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, grammar};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::url_syntax_05::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Derived, Divided, Division, StringShape,
};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::parts::host::HostKind;
use crate::parts::split::split;

#[derive(Parser)]
#[grammar = "../grammar/url-syntax-05.pest"]
struct UrlSyntax05;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "url-syntax-05",
    document: "draft-fielding-url-syntax-05, May 1997",
    begins: &[],
    algorithm: Algorithm::UrlSyntax05,
    partial: None,
    ladder: Ladder {
        merges_query: true,
        scheme_case: Some("4.1"),
        host_case: Some("6"),
        triplet_case: Some("2.4.1"),
        unreserved: Some((is_unreserved, "2.3")),
        default_port: Some("6"),
        ..Ladder::NONE
    },
    whole: &["URL-reference"],
    // 4.4: "the site component wins", by the expression of Appendix B.
    divided: Some(Oracle { split, authority: "site", has_host: true, has_params: false }),
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/url-syntax-05.examples"),
    requirements: include_str!("../../grammar/url-syntax-05.requirements"),
    errata: include_str!("../../grammar/url-syntax-05.errata"),
    terms: include_str!("../../grammar/url-syntax-05.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "url-syntax-05",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/url-syntax-05.bnf"),
    readings: "",
    pest: include_str!("../../grammar/url-syntax-05.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2.4.3",
        escapes: "2.4.1",
        not_ascii: "2.1",
        around: Some("E"),
        charset: Charset::Utf8,
    },
    automaton: &tables::url_syntax_05::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<UrlSyntax05, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::URL_reference => const { &Production::new("URL-reference", "3", Role::Whole) },
        Rule::absoluteURL => const { &Production::new("absoluteURL", "4.2", Role::Whole) },
        Rule::opaque_URL => const { &Production::new("opaque-URL", "4.2", Role::OpaqueUrl) },
        Rule::generic_URL => const { &Production::new("generic-URL", "4.2", Role::Whole) },
        Rule::relativeURL => const { &Production::new("relativeURL", "5", Role::Whole) },
        Rule::net_path => const { &Production::new("net_path", "5", Role::Whole) },
        Rule::abs_path => const { &Production::new("abs_path", "5", Role::Whole) },
        Rule::rel_path => const { &Production::new("rel_path", "5", Role::Whole) },
        Rule::scheme => const { &Production::new("scheme", "4.1", Role::Scheme) },
        Rule::site => const { &Production::new("site", "4.3.1", Role::Authority) },
        Rule::user => const { &Production::new("user", "4.3.1", Role::User) },
        Rule::password => const { &Production::new("password", "4.3.1", Role::Password) },
        Rule::hostport => const { &Production::new("hostport", "4.3.1", Role::Part) },
        Rule::host => const { &Production::new("host", "4.3.1", Role::Host) },
        Rule::hostname => const { &Production::new("hostname", "4.3.1", Role::Hostname) },
        Rule::domainlabel => const { &Production::new("domainlabel", "4.3.1", Role::Part) },
        Rule::toplabel => const { &Production::new("toplabel", "4.3.1", Role::Part) },
        Rule::hostnumber => const { &Production::new("hostnumber", "4.3.1", Role::Hostnumber) },
        Rule::port => const { &Production::new("port", "4.3.1", Role::Port) },
        Rule::path => const { &Production::new("path", "4.3.2", Role::Path) },
        Rule::path_segments => const { &Production::new("path_segments", "4.3.2", Role::Path) },
        Rule::segment => const { &Production::new("segment", "4.3.2", Role::Segment) },
        Rule::param => const { &Production::new("param", "4.3.2", Role::Part) },
        Rule::query => const { &Production::new("query", "4.3.3", Role::Query) },
        Rule::fragment => const { &Production::new("fragment", "3", Role::Fragment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_pchar => const { &Production::new("pchar", "4.3.2", Role::Class) },
        Rule::whole_urlc => const { &Production::new("urlc", "A", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "2.2", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "2.3", Role::Class) },
        Rule::whole_mark => const { &Production::new("mark", "2.3", Role::Class) },
        Rule::whole_escaped => const { &Production::new("escaped", "2.4.1", Role::Part) },
        Rule::whole_hex => const { &Production::new("hex", "2.4.1", Role::Class) },
        Rule::whole_alphanum => const { &Production::new("alphanum", "1.4", Role::Class) },
        Rule::whole_alpha => const { &Production::new("alpha", "1.4", Role::Class) },
        Rule::whole_lowalpha => const { &Production::new("lowalpha", "1.4", Role::Class) },
        Rule::whole_upalpha => const { &Production::new("upalpha", "1.4", Role::Class) },
        Rule::whole_digit => const { &Production::new("digit", "1.4", Role::Class) },
        Rule::pchar | Rule::urlc | Rule::reserved | Rule::unreserved | Rule::mark
        | Rule::escaped | Rule::hex | Rule::alphanum | Rule::alpha | Rule::lowalpha
        | Rule::upalpha | Rule::digit => return None,
    })
}

/// Whether an octet is `unreserved` (2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(
            octet,
            b'$' | b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' | b','
        )
}

// How a `URL-reference` of url-syntax-05 divides: by Appendix B, whatever the grammar derives (4.4).
//
// The grammar decides the productions on the way, and the host: an authority that is no `site` has
// none.

static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URL-reference",
    start: AUTOMATON.start_of("URL-reference"),
    division: Division::At(Delimiters {
        scheme: true,
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("site")),
            names: &[
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
            ],
            ..AuthorityForm::WITH_HOST
        }),
        query: true,
        below,
        derived: Some(Derived {
            absolute: AUTOMATON.start_of("absoluteURL"),
            net_path: AUTOMATON.start_of("net_path"),
        }),
        ..Delimiters::NONE
    }),
}];

const fn below(shape: StringShape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, AfterScheme::Authority) => {
            &["absoluteURL", "generic-URL", "relativeURL", "net_path"]
        }
        (true, AfterScheme::Slash | AfterScheme::Slashes) => {
            &["absoluteURL", "generic-URL", "relativeURL", "abs_path", "rel_path", "path_segments"]
        }
        (true, _) => &["absoluteURL", "generic-URL", "relativeURL", "rel_path", "path_segments"],
        (false, AfterScheme::Authority) => &["relativeURL", "net_path"],
        (false, AfterScheme::Slash | AfterScheme::Slashes) => {
            &["relativeURL", "abs_path", "rel_path", "path_segments"]
        }
        (false, _) => &["relativeURL", "rel_path", "path_segments"],
    }
}
