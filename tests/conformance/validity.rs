//! Whether the URL Standard agrees with itself: "A valid URL string defines what input would not trigger a
//! validation error or failure when given to the URL parser" (urls). Its writing rules are the edition
//! `whatwg`. Its parser is `url_parser.abnf`, state by state, and the two are decided equal, but for the
//! inside of a domain. Then the crate `url` is asked what it reports, which is what its parser does, and
//! each way in which it disagrees has a sentence of the standard.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};
use urispec::{Edition, HostKind, Recognizer};
use urispec_audit::automata::difference;
use urispec_audit::{Languages, Printed};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;
use url::{SyntaxViolation, Url};

use super::suites::some;
use crate::common::{scaled, words};

const ABSOLUTE: &str = "absolute-URL-with-fragment-string";

/// A kind of base: one of that kind, the production of what is relative to it, and what the parser takes.
struct Base {
    url: Option<&'static str>,
    relative: Option<&'static str>,
    parsed: &'static str,
}

const BASES: [Base; 5] = [
    Base { url: None, relative: None, parsed: "parsed" },
    Base {
        url: Some("http://b.example/d/f?q"),
        relative: Some("special-base-relative-URL-with-fragment-string"),
        parsed: "parsed-with-special-base",
    },
    Base {
        url: Some("file:///d/f?q"),
        relative: Some("file-base-relative-URL-with-fragment-string"),
        parsed: "parsed-with-file-base",
    },
    Base {
        url: Some("foo://b/d/f?q"),
        relative: Some("other-base-relative-URL-with-fragment-string"),
        parsed: "parsed-with-other-base",
    },
    Base {
        url: Some("foo:d"),
        relative: Some("opaque-base-relative-URL-with-fragment-string"),
        parsed: "parsed-with-opaque-base",
    },
];

impl Base {
    fn productions(&self) -> Vec<Recognizer> {
        let names = [Some(ABSOLUTE), self.relative].into_iter().flatten();
        names.map(|name| Edition::Whatwg.production(name).unwrap()).collect()
    }
}

/// The strings that the parser takes without an error, in the grammar of the edition, of which it uses the
/// schemes and the domain; and what is written, with each kind of base.
fn languages(parser: &str) -> Languages {
    let grammar = Edition::Whatwg.grammars()[0];
    let mut text = format!("{}\n{parser}\n", grammar.printed());
    for Base { relative, parsed, .. } in &BASES {
        let relative = relative.map(|name| format!(" / {name}")).unwrap_or_default();
        text += &format!("written-{parsed} = {ABSOLUTE}{relative}\n");
    }
    let read = |name, text| {
        Printed::read(urispec_audit::notation(grammar.notation()), name, text).unwrap()
    };
    Languages::new(&read("url_parser", &text).with_readings(&read("readings", grammar.readings())))
}

/// The kinds of base with which the two differ.
fn differing(parser: &str) -> Vec<&'static str> {
    let languages = languages(parser);
    let start = |name: &str| languages.start(name).unwrap().unwrap();
    let differs = |parsed: &&str| {
        let [left, right] = [format!("written-{parsed}"), (*parsed).to_owned()];
        let [left, right] = [&left, &right].map(|name| (languages.dfa(), start(name)));
        let difference = difference(left, right);
        difference.only_left.is_some() || difference.only_right.is_some()
    };
    BASES.iter().map(|base| base.parsed).filter(differs).collect()
}

const PARSER: &str = include_str!("url_parser.abnf");

#[test]
fn the_parser_has_no_error_where_the_string_is_valid() {
    assert!(differing(PARSER).is_empty());
    // A parser that lets a second "/" be a path has other strings with every base but an opaque one.
    let other = PARSER.replace("second-slash-state = ", "second-slash-state = \"/\" path-state / ");
    assert_eq!(differing(&other).len(), 5);
    // One that has an error for an empty port differs too.
    let other = PARSER
        .replace("after-special-host = \":\" port-state", "after-special-host = \":\" 1*DIGIT");
    assert_eq!(differing(&other).len(), 5);
}

/// The domain as the domain parser gives it with beStrict true (idna), if it does not fail.
fn strict_domain(text: &str) -> Option<String> {
    let (hyphens, length) = (Hyphens::Check, DnsLength::Verify);
    let ascii = Uts46::new().to_ascii(text.as_bytes(), AsciiDenyList::STD3, hyphens, length);
    ascii.ok().map(std::borrow::Cow::into_owned)
}

/// host-parsing, the ends in a number checker, for a domain without a "." at its end.
fn ends_in_a_number(domain: &str) -> bool {
    let last = domain.rsplit('.').next().unwrap_or_default();
    let is_hex = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_hexdigit());
    last.bytes().all(|byte| byte.is_ascii_digit()) || last.strip_prefix("0x").is_some_and(is_hex)
}

fn is_valid_domain(text: &str) -> bool {
    strict_domain(text).is_some_and(|domain| !ends_in_a_number(&domain))
}

/// host-writing: the production accepts valid domains, by another reader of UTS #46. All of them are in the grammar; of
/// ASCII, and but for lengths and Punycode, nothing else is.
#[test]
fn a_domain_is_checked_by_the_crate() {
    let domain = Edition::Whatwg.production("valid-domain-string").unwrap();
    let letters =
        ["a", "x", "n", "0", "1", "-", ".", "<", "é", "１", "\u{AD}", "\u{338}", "\u{3002}"];
    let mut valid = 0;
    for text in &words(letters, scaled(3, 4)) {
        let is = is_valid_domain(text);
        valid += usize::from(is);
        let is_let_through = !text.is_ascii() || text.contains("xn--");
        assert_eq!(domain.accepts(text.as_bytes()), is, "{text:?}");
        let derives = domain.acceptor().accepts(text.as_bytes());
        assert!(derives || !is, "{text:?}: valid, and not in the grammar");
        assert!(is || !derives || is_let_through, "{text:?}: in the grammar, and not valid");
    }
    assert!(valid > scaled(60, 1000), "{valid}");
}

/// The host parser maps before it looks for a number, and then nothing is wrong with the number.
#[test]
fn an_address_in_other_digits_has_no_error() {
    for (text, address) in
        [("１.1.1.1", "1.1.1.1"), ("1.1.1.１", "1.1.1.1"), ("1。2.3.4", "1.2.3.4")]
    {
        assert_eq!(strict_domain(text).as_deref(), Some(address));
        assert!(ends_in_a_number(address) && !is_valid_domain(text));
        let url = Url::parse(&format!("ws://{text}")).unwrap();
        assert_eq!(url.host_str(), Some(address));
    }
    assert!(!Edition::Whatwg.whole()[0].accepts("ws://１.1.1.1".as_bytes()));
}

/// Returns whether a string is valid with the base: it is in the grammar, and its domain, if it has one, is valid.
fn is_written(productions: &[Recognizer], text: &str) -> bool {
    let is_valid = |production: &Recognizer| {
        let host = production.reference(text).unwrap().host();
        host.is_none_or(|host| host.kind() != HostKind::Hostname || is_valid_domain(host.as_str()))
    };
    productions.iter().any(|one| one.accepts(text.as_bytes()) && is_valid(one))
}

/// Returns what the crate reports: the violations, or why it fails.
fn reported(base: Option<&Url>, text: &str) -> (Option<Url>, BTreeSet<String>) {
    let seen = RefCell::new(BTreeSet::new());
    let see = |violation: SyntaxViolation| {
        seen.borrow_mut().insert(format!("{violation:?}"));
    };
    let options = Url::options().base_url(base).syntax_violation_callback(Some(&see));
    let parsed = options.parse(text);
    let mut seen = seen.into_inner();
    seen.extend(parsed.as_ref().err().map(|error| format!("{error:?}")));
    (parsed.ok(), seen)
}

/// The way in which the crate disagrees about a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum DerivationTree {
    /// url-writing, scheme-relative-URL string: an empty host, and a path. The crate wants no third slash.
    ThirdSlash,
    /// url-parsing, path state: a drive letter has no error. The crate has one where it thinks of a host.
    DriveBehindHost,
    /// url-writing, URL code points: those from U+E0000 to U+E0FFF are among them, and not for the crate, as
    /// RFC 3987 has it.
    Plane14,
    /// url-parsing, special relative or authority state: a special scheme that is the base's, and no "//".
    SchemeOfTheBase,
    /// url-parsing, relative state: a "\\" for "/".
    ReverseSolidus,
    /// url-parsing, file host state: a drive letter in the place of a host.
    DriveForHost,
    /// host-parsing: a percent-encoded byte in a domain.
    PercentInDomain,
    /// idna: a domain that the strict domain parser does not take.
    NotStrict,
    /// host-parsing, IPv4 parser: fewer than four parts, hexadecimal or octal ones, a "." at the end.
    Ipv4Spelling,
    /// host-writing: an IPv4 address in other digits than those of ASCII, where the standard disagrees
    /// with itself.
    OtherDigits,
    /// host-parsing, IPv6 parser: a piece with a zero before it.
    Ipv6Zero,
    /// host-parsing, opaque-host parser: a code point that is not a URL unit, or a lone "%".
    OpaqueHostUnit,
}

const SPECIAL: [&str; 6] = ["ftp", "file", "http", "https", "ws", "wss"];

/// Returns the way in which the crate disagrees, or nothing if it is an unknown one.
fn way(
    base: Option<&Url>,
    text: &str,
    is_written: bool,
    url: Option<&Url>,
    seen: &BTreeSet<String>,
) -> Option<DerivationTree> {
    let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    if is_written {
        return match seen[..] {
            ["ExpectedDoubleSlash"] if text.starts_with("///") => Some(DerivationTree::ThirdSlash),
            ["FileWithHostAndWindowsDrive"] => Some(DerivationTree::DriveBehindHost),
            ["NonUrlCodePoint"] if text.contains(|c| ('\u{E0000}'..='\u{E0FFF}').contains(&c)) => {
                Some(DerivationTree::Plane14)
            }
            _ => None,
        };
    }
    let url = url?;
    let is_special = SPECIAL.contains(&url.scheme());
    let has_scheme = text.to_ascii_lowercase().starts_with(&format!("{}:", url.scheme()));
    let rest = if has_scheme { &text[url.scheme().len() + 1..] } else { text };
    if !rest.starts_with("//") {
        return match base {
            Some(base) if has_scheme && is_special && base.scheme() == url.scheme() => {
                Some(DerivationTree::SchemeOfTheBase)
            }
            Some(_) if rest.starts_with('\\') => Some(DerivationTree::ReverseSolidus),
            _ => None,
        };
    }
    let authority = rest[2..].split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(_) => authority,
        None => authority.split(':').next().unwrap_or_default(),
    };
    match url.host() {
        Some(url::Host::Ipv6(_)) => Some(DerivationTree::Ipv6Zero),
        _ if !is_special => Some(DerivationTree::OpaqueHostUnit),
        None => Some(DerivationTree::DriveForHost),
        _ if host.contains('%') => Some(DerivationTree::PercentInDomain),
        Some(url::Host::Ipv4(_)) => match strict_domain(host) {
            Some(domain) if !host.is_ascii() && domain == url.host_str()? => {
                Some(DerivationTree::OtherDigits)
            }
            Some(_) => Some(DerivationTree::Ipv4Spelling),
            None => Some(DerivationTree::NotStrict),
        },
        Some(url::Host::Domain(_)) => {
            strict_domain(host).is_none().then_some(DerivationTree::NotStrict)
        }
    }
}

/// Returns the strings of the suites for each kind of base, members and near misses, and hosts of all kinds after "//".
fn strings() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let production = |name: &str| Edition::Whatwg.production(name).unwrap();
    for name in [ABSOLUTE].into_iter().chain(BASES.iter().filter_map(|base| base.relative)) {
        all.extend(some(Suite::new(production(name)).cases(), 7).map(|case| case.input));
        for (seed, max_len) in [(1, 12), (2, 24), (3, 60)] {
            let mut sampler = Sampler::new(production(name)).seed(seed).max_len(max_len).unwrap();
            all.extend((0..scaled(30, 1000)).flat_map(|_| [sampler.member(), sampler.near_miss()]));
        }
    }
    let hosts = ["valid-domain-string", "valid-host-string", "valid-opaque-host-string"];
    for host in hosts.into_iter().flat_map(|name| {
        some(Suite::new(production(name)).cases(), 7).map(|case| case.input).collect::<Vec<_>>()
    }) {
        all.extend(["ws://", "file://", "a://", "//"].map(|before| format!("{before}{host}")));
    }
    all.extend(PRINTED.iter().map(|(_, _, text, _)| (*text).to_owned()));
    all
}

const HTTP: Option<&str> = BASES[1].url;
const FILE: Option<&str> = BASES[2].url;
const FOO: Option<&str> = BASES[3].url;

/// The ways in which the crate disagrees, each with the base, a shortest string, and what the crate reports. It reports
/// nothing for an invalid string.
#[rustfmt::skip]
const PRINTED: &[(DerivationTree, Option<&str>, &str, &[&str])] = &[
    (DerivationTree::ThirdSlash, FOO, "///", &["ExpectedDoubleSlash"]),
    (DerivationTree::DriveBehindHost, FILE, "//a/a:", &["FileWithHostAndWindowsDrive"]),
    (DerivationTree::Plane14, HTTP, "\u{E0000}", &["NonUrlCodePoint"]),
    (DerivationTree::SchemeOfTheBase, HTTP, "http:", &[]),
    (DerivationTree::ReverseSolidus, HTTP, "\\", &[]),
    (DerivationTree::DriveForHost, FILE, "//A:", &[]),
    (DerivationTree::PercentInDomain, HTTP, "//%30", &[]),
    (DerivationTree::NotStrict, HTTP, "//!", &[]),
    (DerivationTree::Ipv4Spelling, HTTP, "//0", &[]),
    (DerivationTree::OtherDigits, HTTP, "//0.0.0.０", &[]),
    (DerivationTree::Ipv6Zero, HTTP, "//[00::]", &[]),
    (DerivationTree::OpaqueHostUnit, FOO, "//\"", &[]),
];

#[test]
fn what_the_crate_reports() {
    let mut found: BTreeMap<DerivationTree, usize> = BTreeMap::new();
    let strings = strings();
    for base in &BASES {
        let (productions, parsed) =
            (base.productions(), base.url.map(|url| Url::parse(url).unwrap()));
        for text in &strings {
            let is_written = is_written(&productions, text);
            let (url, seen) = reported(parsed.as_ref(), text);
            if is_written == seen.is_empty() {
                continue;
            }
            let way = way(parsed.as_ref(), text, is_written, url.as_ref(), &seen);
            let way = way.unwrap_or_else(|| {
                panic!("{text:?} with {:?}: valid is {is_written}, and {seen:?}", base.url)
            });
            let (length, shortest) = (text.chars().count(), found.entry(way).or_insert(usize::MAX));
            *shortest = length.min(*shortest);
            if let Some(printed) = PRINTED.iter().find(|one| (one.1, one.2) == (base.url, text)) {
                let reports: BTreeSet<String> = printed.3.iter().map(ToString::to_string).collect();
                assert_eq!((printed.0, &reports), (way, &seen), "{text}");
            }
        }
    }
    let printed = PRINTED.iter().map(|(way, _, text, _)| (*way, text.chars().count()));
    assert_eq!(found, printed.collect());
}
