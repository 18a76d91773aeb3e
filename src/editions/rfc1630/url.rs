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
    Some(match rule {
        Rule::prefixedurl => const { &Production::new("prefixedurl", "9", Role::Specific) },
        Rule::url => const { &Production::new("url", "9", Role::Whole) },
        Rule::scheme => const { &Production::new("scheme", "4.1", Role::Scheme) },
        Rule::httpaddress => const { &Production::new("httpaddress", "5.1", Role::Specific) },
        Rule::ftpaddress => const { &Production::new("ftpaddress", "5.2", Role::Specific) },
        Rule::afsaddress => const { &Production::new("afsaddress", "9", Role::Specific) },
        Rule::newsaddress => const { &Production::new("newsaddress", "5.5", Role::Specific) },
        Rule::nntpaddress => const { &Production::new("nntpaddress", "6.3", Role::Specific) },
        Rule::midaddress => const { &Production::new("midaddress", "5.9.1", Role::Specific) },
        Rule::cidaddress => const { &Production::new("cidaddress", "5.9.2", Role::Specific) },
        Rule::mailtoaddress => const { &Production::new("mailtoaddress", "5.4", Role::Specific) },
        Rule::waisaddress => const { &Production::new("waisaddress", "5.7", Role::Whole) },
        Rule::waisindex => const { &Production::new("waisindex", "5.7", Role::Specific) },
        Rule::waisdoc => const { &Production::new("waisdoc", "5.7", Role::Specific) },
        Rule::wpath => const { &Production::new("wpath", "5.7", Role::Path) },
        Rule::groupart => const { &Production::new("groupart", "5.5", Role::OpaquePart) },
        Rule::group => const { &Production::new("group", "5.5", Role::Part) },
        Rule::article => const { &Production::new("article", "5.5", Role::Part) },
        Rule::database => const { &Production::new("database", "5.7", Role::Part) },
        Rule::wtype => const { &Production::new("wtype", "5.7", Role::Part) },
        Rule::prosperoaddress => const { &Production::new("prosperoaddress", "6.4", Role::Whole) },
        Rule::prosperolink => const { &Production::new("prosperolink", "6.4", Role::Specific) },
        Rule::hsoname => const { &Production::new("hsoname", "6.4", Role::Path) },
        Rule::version => const { &Production::new("version", "6.4", Role::Part) },
        Rule::attributes => const { &Production::new("attributes", "6.4", Role::Part) },
        Rule::attribute => const { &Production::new("attribute", "6.4", Role::Part) },
        Rule::telnetaddress => const { &Production::new("telnetaddress", "4.1.5", Role::Specific) },
        Rule::gopheraddress => const { &Production::new("gopheraddress", "5.3", Role::Specific) },
        Rule::login => const { &Production::new("login", "5.2.1", Role::Authority) },
        Rule::hostport => const { &Production::new("hostport", "9", Role::Authority) },
        Rule::host => const { &Production::new("host", "9", Role::Host) },
        Rule::ftptype => const { &Production::new("ftptype", "5.2.3", Role::Part) },
        Rule::formcode => const { &Production::new("formcode", "5.2.3", Role::Part) },
        Rule::cellname => const { &Production::new("cellname", "9", Role::Host) },
        Rule::hostname => const { &Production::new("hostname", "9", Role::Hostname) },
        Rule::hostnumber => const { &Production::new("hostnumber", "9", Role::Hostnumber) },
        Rule::port => const { &Production::new("port", "9", Role::Port) },
        Rule::gcommand => const { &Production::new("gcommand", "5.3", Role::Part) },
        Rule::path => const { &Production::new("path", "4.1", Role::Path) },
        Rule::segment => const { &Production::new("segment", "4.1", Role::Segment) },
        Rule::search => const { &Production::new("search", "4.1.1", Role::Query) },
        Rule::user => const { &Production::new("user", "5.2.1", Role::User) },
        Rule::password => const { &Production::new("password", "5.2.1", Role::Password) },
        Rule::fragmentid => const { &Production::new("fragmentid", "4.1.4", Role::Fragment) },
        Rule::gtype => const { &Production::new("gtype", "5.3", Role::Part) },
        Rule::xalphas => const { &Production::new("xalphas", "9", Role::Part) },
        Rule::xpalphas => const { &Production::new("xpalphas", "9", Role::Part) },
        Rule::ialpha => const { &Production::new("ialpha", "9", Role::Part) },
        Rule::escape => const { &Production::new("escape", "4.1.2", Role::Part) },
        Rule::digits => const { &Production::new("digits", "9", Role::Part) },
        Rule::alphanums => const { &Production::new("alphanums", "9", Role::Part) },
        Rule::void => const { &Production::new("void", "9", Role::Segment) },
        Rule::addr_spec => const { &Production::new("addr-spec", "5.9.1", Role::OpaquePart) },
        Rule::content_identifier => const { &Production::new("content-identifier", "5.9.2", Role::OpaquePart) },
        Rule::xalphas_before_hostname => const { &Production::new("xalphas", "9", Role::Part) },
        Rule::xalphas_before_host => const { &Production::new("xalphas", "9", Role::Part) },
        Rule::hsoname_before_version => const { &Production::new("hsoname", "6.4", Role::Path) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_alphanum2 => const { &Production::new("alphanum2", "9", Role::Class) },
        Rule::whole_xalpha => const { &Production::new("xalpha", "9", Role::Class) },
        Rule::whole_xpalpha => const { &Production::new("xpalpha", "9", Role::Class) },
        Rule::whole_alpha => const { &Production::new("alpha", "9", Role::Class) },
        Rule::whole_digit => const { &Production::new("digit", "9", Role::Class) },
        Rule::whole_safe => const { &Production::new("safe", "9", Role::Class) },
        Rule::whole_extra => const { &Production::new("extra", "9", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "4.1.1", Role::Class) },
        Rule::whole_hex => const { &Production::new("hex", "4.1.2", Role::Class) },
        Rule::whole_national => const { &Production::new("national", "9", Role::Class) },
        Rule::whole_punctuation => const { &Production::new("punctuation", "9", Role::Class) },
        Rule::whole_alphanum => const { &Production::new("alphanum", "9", Role::Class) },
        Rule::alphanum2 | Rule::xalpha | Rule::xpalpha | Rule::alpha | Rule::digit | Rule::safe
        | Rule::extra | Rule::reserved | Rule::hex | Rule::national | Rule::punctuation
        | Rule::alphanum | Rule::until_hostname | Rule::until_host | Rule::at_hostname | Rule::at_host
        | Rule::null_and_version => return None,
    })
}
