//! Strings for the property tests, and helpers.

use proptest::prelude::*;
use proptest::string::string_regex;
use urispec::IriRef;

pub(crate) use crate::common::{scaled, shared, words};

/// Returns a configuration without a file of failures: a failure becomes a row of a table.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn regex(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).unwrap()
}

fn of(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(texts).prop_map(str::to_owned)
}

/// Any string of pieces on which parsers fail.
pub(crate) fn nasty() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => regex("[:/?#\\[\\]@%.a1é-]{0,12}"),
        4 => regex("([:/.a?#]|[.][.]|//|%2e|%41|%3A|\\[::1\\]|@|A:){0,8}"),
        1 => regex(".{0,8}"),
    ]
}

/// A `URI-reference` of pieces of the grammar, preferably meaningful ones.
pub(crate) fn reference() -> impl Strategy<Value = String> {
    prop_oneof![2 => uri(), 3 => relative()]
}

/// A `URI`.
pub(crate) fn uri() -> impl Strategy<Value = String> {
    let scheme = prop_oneof![
        4 => of(&["http", "HTTP", "file", "a", "ftp", "wss", "x-1.+"]),
        1 => regex("[a-zA-Z][a-zA-Z0-9+.-]{0,3}"),
    ];
    let hier = prop_oneof![
        3 => (authority(), abempty()).prop_map(|(authority, path)| format!("//{authority}{path}")),
        1 => absolute(),
        2 => rootless("[a:@.%A]"),
        1 => Just(String::new()),
    ];
    (scheme, hier, tail()).prop_map(|(scheme, hier, tail)| format!("{scheme}:{hier}{tail}"))
}

/// A `relative-ref`.
pub(crate) fn relative() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        1 => (authority(), abempty()).prop_map(|(authority, path)| format!("//{authority}{path}")),
        1 => absolute(),
        3 => rootless("[a@.%A]"),
        1 => Just(String::new()),
    ];
    (part, tail()).prop_map(|(part, tail)| format!("{part}{tail}"))
}

/// Returns the reference with characters beyond ASCII in the place of some letters, or as it was if that is not valid,
/// as in a scheme.
fn beyond_ascii(text: String) -> String {
    let beyond = text.replace('b', "\u{E9}").replace('c', "\u{1F339}");
    if IriRef::parse(&beyond).is_ok() { beyond } else { text }
}

/// An `IRI-reference`, which is often not a `URI-reference`.
pub(crate) fn iri_reference() -> impl Strategy<Value = String> {
    reference().prop_map(beyond_ascii)
}

/// An `IRI`, which is often not a `URI`.
pub(crate) fn iri() -> impl Strategy<Value = String> {
    uri().prop_map(beyond_ascii)
}

fn tail() -> impl Strategy<Value = String> {
    let text = "([?][a-c/?:@=&]{0,4}(%[0-7][0-9a-fA-F])?)?(#[a-c/?:@]{0,3}(%[0-7][0-9a-fA-F])?)?";
    prop_oneof![2 => Just(String::new()), 1 => regex(text)]
}

fn authority() -> impl Strategy<Value = String> {
    let userinfo = prop_oneof![3 => Just(String::new()), 1 => regex("([a-c:!]|%4[0-9a-f]){0,3}@")];
    let host = prop_oneof![
        2 => of(&["h", "a", "localhost", "LOCALHOST", "1.2.3.4", "1.2.3.4.5", "1.2.3.256"]),
        1 => regex("([a-cA-C.1~!$]|%[46][1-9a-fA-F]|%3a|%e4){0,5}"),
        1 => any::<[u16; 8]>().prop_map(|groups| {
            // Groups of zeros, so that "::" and embedded addresses occur.
            let groups = groups.map(|group| if group % 2 == 0 { 0 } else { group });
            format!("[{}]", std::net::Ipv6Addr::from(groups))
        }),
        1 => regex("\\[[vV][0-9a-fA-F]{1,2}[.][a-cA-C:!~]{1,4}\\]"),
    ];
    let port = prop_oneof![3 => Just(String::new()), 2 => regex(":(|80|443|21|080|99999999)")];
    (userinfo, host, port).prop_map(|(userinfo, host, port)| format!("{userinfo}{host}{port}"))
}

const SEGMENT: &str = "([.]{1,3}|[ab:@;=.]{0,3}|%2[eE]([.]|%2e)?|%4[1-5]|%[0-7][a-fA-F]|c)";

fn abempty() -> impl Strategy<Value = String> {
    regex(&format!("(/{SEGMENT}){{0,5}}"))
}

fn absolute() -> impl Strategy<Value = String> {
    regex(&format!("/(([.]{{1,2}}|[ab:@]{{1,2}}|%2e)(/{SEGMENT}){{0,4}})?"))
}

/// With a first segment over the characters of `first`, not empty; its escapes made whole.
fn rootless(first: &str) -> impl Strategy<Value = String> + use<> {
    regex(&format!("([.]{{1,2}}|{first}{{1,3}})(/{SEGMENT}){{0,4}}")).prop_map(|path| {
        let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
        first.replace('%', "%2E") + rest
    })
}
