//! Section 9: the specific URL schemes.

use std::sync::LazyLock;

use pest_derive::Parser;

use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc1630-url.pest"]
struct UrlGrammar;

pub(super) static GRAMMAR: Grammar = Grammar {
    stem: "rfc1630-url",
    notation: Notation::Rfc1630,
    printed: include_str!("../../../grammar/rfc1630-url.bnf"),
    readings: include_str!("../../../grammar/rfc1630-url.readings.bnf"),
    pest: include_str!("../../../grammar/rfc1630-url.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "4.1.1",
        escapes: "4.1.2",
        not_ascii: "4.1.1",
        around: None,
        charset: Charset::Latin1,
    },
    automaton: &tables::rfc1630_url::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<UrlGrammar, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, section: &'static str, role: Role) -> Production {
        Production { name, section, role }
    }
    Some(match rule {
        Rule::prefixedurl => const { &at("prefixedurl", "9", Role::Specific) },
        Rule::url => const { &at("url", "9", Role::Whole) },
        Rule::scheme => const { &at("scheme", "4.1", Role::Scheme) },
        Rule::httpaddress => const { &at("httpaddress", "5.1", Role::Specific) },
        Rule::ftpaddress => const { &at("ftpaddress", "5.2", Role::Specific) },
        Rule::afsaddress => const { &at("afsaddress", "9", Role::Specific) },
        Rule::newsaddress => const { &at("newsaddress", "5.5", Role::Specific) },
        Rule::nntpaddress => const { &at("nntpaddress", "6.3", Role::Specific) },
        Rule::midaddress => const { &at("midaddress", "5.9.1", Role::Specific) },
        Rule::cidaddress => const { &at("cidaddress", "5.9.2", Role::Specific) },
        Rule::mailtoaddress => const { &at("mailtoaddress", "5.4", Role::Specific) },
        Rule::waisaddress => const { &at("waisaddress", "5.7", Role::Whole) },
        Rule::waisindex => const { &at("waisindex", "5.7", Role::Specific) },
        Rule::waisdoc => const { &at("waisdoc", "5.7", Role::Specific) },
        Rule::wpath => const { &at("wpath", "5.7", Role::Path) },
        Rule::groupart => const { &at("groupart", "5.5", Role::OpaquePart) },
        Rule::group => const { &at("group", "5.5", Role::Part) },
        Rule::article => const { &at("article", "5.5", Role::Part) },
        Rule::database => const { &at("database", "5.7", Role::Part) },
        Rule::wtype => const { &at("wtype", "5.7", Role::Part) },
        Rule::prosperoaddress => const { &at("prosperoaddress", "6.4", Role::Whole) },
        Rule::prosperolink => const { &at("prosperolink", "6.4", Role::Specific) },
        Rule::hsoname => const { &at("hsoname", "6.4", Role::Path) },
        Rule::version => const { &at("version", "6.4", Role::Part) },
        Rule::attributes => const { &at("attributes", "6.4", Role::Part) },
        Rule::attribute => const { &at("attribute", "6.4", Role::Part) },
        Rule::telnetaddress => const { &at("telnetaddress", "4.1.5", Role::Specific) },
        Rule::gopheraddress => const { &at("gopheraddress", "5.3", Role::Specific) },
        Rule::login => const { &at("login", "5.2.1", Role::Authority) },
        Rule::hostport => const { &at("hostport", "9", Role::Authority) },
        Rule::host => const { &at("host", "9", Role::Host) },
        Rule::ftptype => const { &at("ftptype", "5.2.3", Role::Part) },
        Rule::formcode => const { &at("formcode", "5.2.3", Role::Part) },
        Rule::cellname => const { &at("cellname", "9", Role::Host) },
        Rule::hostname => const { &at("hostname", "9", Role::Hostname) },
        Rule::hostnumber => const { &at("hostnumber", "9", Role::Hostnumber) },
        Rule::port => const { &at("port", "9", Role::Port) },
        Rule::gcommand => const { &at("gcommand", "5.3", Role::Part) },
        Rule::path => const { &at("path", "4.1", Role::Path) },
        Rule::segment => const { &at("segment", "4.1", Role::Segment) },
        Rule::search => const { &at("search", "4.1.1", Role::Query) },
        Rule::user => const { &at("user", "5.2.1", Role::User) },
        Rule::password => const { &at("password", "5.2.1", Role::Password) },
        Rule::fragmentid => const { &at("fragmentid", "4.1.4", Role::Fragment) },
        Rule::gtype => const { &at("gtype", "5.3", Role::Part) },
        Rule::xalphas => const { &at("xalphas", "9", Role::Part) },
        Rule::xpalphas => const { &at("xpalphas", "9", Role::Part) },
        Rule::ialpha => const { &at("ialpha", "9", Role::Part) },
        Rule::escape => const { &at("escape", "4.1.2", Role::Part) },
        Rule::digits => const { &at("digits", "9", Role::Part) },
        Rule::alphanums => const { &at("alphanums", "9", Role::Part) },
        Rule::void => const { &at("void", "9", Role::Segment) },
        Rule::addr_spec => const { &at("addr-spec", "5.9.1", Role::OpaquePart) },
        Rule::content_identifier => const { &at("content-identifier", "5.9.2", Role::OpaquePart) },
        Rule::xalphas_before_hostname => const { &at("xalphas", "9", Role::Part) },
        Rule::xalphas_before_host => const { &at("xalphas", "9", Role::Part) },
        Rule::hsoname_before_version => const { &at("hsoname", "6.4", Role::Path) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_alphanum2 => const { &at("alphanum2", "9", Role::Class) },
        Rule::whole_xalpha => const { &at("xalpha", "9", Role::Class) },
        Rule::whole_xpalpha => const { &at("xpalpha", "9", Role::Class) },
        Rule::whole_alpha => const { &at("alpha", "9", Role::Class) },
        Rule::whole_digit => const { &at("digit", "9", Role::Class) },
        Rule::whole_safe => const { &at("safe", "9", Role::Class) },
        Rule::whole_extra => const { &at("extra", "9", Role::Class) },
        Rule::whole_reserved => const { &at("reserved", "4.1.1", Role::Class) },
        Rule::whole_hex => const { &at("hex", "4.1.2", Role::Class) },
        Rule::whole_national => const { &at("national", "9", Role::Class) },
        Rule::whole_punctuation => const { &at("punctuation", "9", Role::Class) },
        Rule::whole_alphanum => const { &at("alphanum", "9", Role::Class) },
        Rule::alphanum2 | Rule::xalpha | Rule::xpalpha | Rule::alpha | Rule::digit | Rule::safe
        | Rule::extra | Rule::reserved | Rule::hex | Rule::national | Rule::punctuation
        | Rule::alphanum | Rule::until_hostname | Rule::until_host | Rule::at_hostname | Rule::at_host
        | Rule::null_and_version => return None,
    })
}
