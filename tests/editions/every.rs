//! Checks of every edition: its grammars, its examples, long strings, and its facts.

use std::collections::HashSet;
use std::thread;

use urispec::meaning::Meaning;
use urispec::{Edition, Node, ParseError, Reference, Resolver, split};
use urispec_audit::{CheckedExample, Claim, Examples};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::common::scaled;
use crate::support;

#[test]
fn every_grammar_is_as_printed() {
    // Without `URISPEC_LONG` every third: `audit::report` decides each in every run.
    for grammar in Edition::every().flat_map(Edition::grammars).step_by(scaled(3, 1)) {
        support::is_as_printed(grammar);
    }
}

#[test]
fn every_production_is_quoted() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        support::quotes_the_document(grammar);
    }
}

/// Alternatives that are written and never taken: the stem of the grammar, the rule, the alternative.
///
/// In RFC 1630, section 9, `safe` has a hyphen twice and a `+`, which `xpalpha` has once more. url-syntax-05, 4.4: "A
/// reference is parsed as if it is a generic-URL", and every opaque-URL is one. RFC 3986, 3.3, and RFC 3987, 2.2: a
/// path that begins with "/" or is empty is a path-abempty first; RFC 6874 leaves that as it is.
/// distribution/reference: four numbers are a domain-name first.
const NEVER_TAKEN: &[(&str, &str, &str)] = &[
    ("rfc1630-url", "xpalpha", "\"+\""),
    ("rfc1630-url", "safe", "\"-\""),
    ("url-syntax-05", "absoluteURL", "opaque_URL"),
    ("rfc3986", "path", "path_absolute"),
    ("rfc3986", "path", "path_empty"),
    ("rfc3987", "ipath", "ipath_absolute"),
    ("rfc3987", "ipath", "ipath_empty"),
    ("rfc6874", "path", "path_absolute"),
    ("rfc6874", "path", "path_empty"),
    ("oci", "host", "IPv4address"),
];

#[test]
fn every_other_alternative_is_taken() {
    let mut never = Vec::new();
    // Without `URISPEC_LONG` those with such an alternative, and every fifth of the others, which `audit::report` has too.
    let (mut others, step) = (0, scaled(5, 1));
    for grammar in Edition::every().flat_map(Edition::grammars) {
        let is_known = NEVER_TAKEN.iter().any(|(stem, ..)| *stem == grammar.stem());
        others += usize::from(!is_known);
        if !is_known && others % step != 0 {
            continue;
        }
        let own = support::never_taken(grammar).into_iter();
        never.extend(own.map(|(rule, text)| (grammar.stem(), rule, text)));
    }
    let never: Vec<_> = never.iter().map(|(stem, rule, text)| (*stem, &**rule, &**text)).collect();
    assert_eq!(never, NEVER_TAKEN);
}

/// A document that amends another leaves every other example and finding of it as it is. The rules that it replaces,
/// and those that use them, derive other strings; all others derive the same ones.
#[test]
fn amended_documents() {
    #[rustfmt::skip]
    let all: [(_, _, _, Option<Relation>, &[&str]); 2] = [
        (Edition::Rfc6874, Edition::Rfc3986, 150, Some(Relation::Narrower), &[
            "URI", "hier-part", "URI-reference", "absolute-URI", "relative-ref", "relative-part", "authority",
            "host", "IP-literal",
        ]),
        (Edition::Rfc2732, Edition::Rfc2396, 60, None, &[
            "URI-reference", "absoluteURI", "relativeURI", "hier_part", "opaque_part", "net_path", "authority",
            "server", "hostport", "host", "IPv4address", "path", "query", "fragment", "uric", "reserved", "unwise",
        ]),
    ];
    for (edition, amended, least, relation, changed) in all {
        assert_eq!(edition.amends(), Some(amended));
        let examples = Examples::read(amended.id(), amended.examples()).unwrap().all;
        assert!(examples.len() > least, "{}", examples.len());
        for example in examples {
            let checked = CheckedExample::new(edition, example);
            assert!(checked.is_as_listed(), "{edition}: {checked}");
        }
        let rules = amended.grammars()[0].productions().iter().map(|rule| rule.name());
        let found = rules.filter_map(|rule| {
            let [old, new] =
                [amended, edition].map(|one| Language::new(one.production(rule).unwrap()));
            let found = Comparison::new(old, new).relation;
            (found != Relation::Equal).then_some((rule, found))
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), changed, "{edition}");
        assert!(
            found.iter().all(|(_, found)| relation.is_none_or(|wanted| *found == wanted)),
            "{found:?}"
        );
    }
}

/// RFC 2732, 2: the literal addresses "would be represented as in the following example URLs". The second is printed
/// with `4171`, and its URL with `417A`.
#[test]
fn the_addresses_of_the_urls_of_rfc2732() {
    let edition = Edition::Rfc2732;
    let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
    let of = |rule: &str| -> Vec<&str> {
        let lines = edition.examples().lines().filter_map(|line| line.split_once('\t'));
        let own = lines.filter_map(|(_, rest)| rest.strip_prefix(rule)?.strip_prefix('\t'));
        own.filter_map(|text| text.split('\t').next()).collect()
    };
    let (addresses, urls) = (of("IPv6address"), of("URI-reference"));
    assert_eq!((addresses.len(), urls.len(), all.len()), (7, 7, 14));
    for (address, url) in addresses.into_iter().zip(urls) {
        let address = address.replace("4171", "417A");
        assert!(url.starts_with(&format!("http://[{address}]")), "{address}: {url}");
    }
}

/// Documents that are not about URIs, and documents that have a scheme.
#[test]
fn documents_of_schemes() {
    assert!(!Edition::Oci.is_of_uris() && Edition::Oci.begins().is_empty());
    assert!(!Edition::Rfc6570.is_of_uris());
    for text in ["urn:oid:1.3.6.1", "URN:OID:0.9.2342.19200300.100.4"] {
        assert!(Edition::of_scheme(text).any(|edition| edition == Edition::Rfc3061), "{text}");
    }
    assert!(!Edition::of_scheme("urn:isbn:0").any(|edition| edition == Edition::Rfc3061));
    // RFC 6570, erratum 6937: the apostrophe is no `literals` as printed, and one as read.
    let printed = Edition::Rfc6570.grammars()[0].printed();
    assert!(printed.contains("%x26 / %x28-3B") && printed.contains("DQUOTE, \"'\", \"%\""));
}

#[track_caller]
fn target(resolver: Resolver, base: &str, reference: &str) -> String {
    let resolved = resolver.resolve(split(base), split(reference));
    resolved.map_or_else(|error| error.to_string(), |resolved| resolved.to_string())
}

/// The tables of `grammar/EDITION.examples`, but for the rows that are listed as findings.
#[test]
fn every_printed_table() {
    for &edition in Edition::ALL {
        let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
        for example in all.iter().filter(|one| one.reason.is_none()) {
            let Claim::Target { strict, base, reference, target: printed } = example.claim else {
                continue;
            };
            let resolver = Resolver::from_edition(edition).non_strict(!strict);
            let found = target(resolver, base, reference);
            assert_eq!(found, printed, "{edition} {}: {reference}", example.section);
        }
    }
}

/// Returns the strings of `grammar/EDITION.examples`: the instances of the default production, and the bases,
/// references and targets of its tables.
fn printed(edition: Edition) -> Vec<&'static str> {
    let default = edition.whole_rules()[0];
    let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
    let strings = all.into_iter().flat_map(|one| match one.claim {
        Claim::Instance { rule, text } if rule == default => vec![text],
        Claim::Target { base, reference, target, .. } => vec![base, reference, target],
        _ => vec![],
    });
    let mut strings: Vec<_> = strings.filter(|text| !text.starts_with("(current")).collect();
    strings.sort_unstable();
    strings.dedup();
    strings
}

/// Returns the strings in the tables of a document that its own grammar does not derive: listed findings.
fn underived(edition: Edition) -> HashSet<&'static str> {
    let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
    let found = all.into_iter().filter(|one| one.reason.is_some());
    let strings = found.filter_map(|one| match one.claim {
        Claim::Instance { rule, text } if rule == edition.whole_rules()[0] => Some(text),
        _ => None,
    });
    strings.collect()
}

/// The components of each are those that Appendix B finds, but of RFC 1630, which has no authority (8).
#[test]
fn components_of_every_example() {
    for edition in Edition::ALL.iter().copied().filter(|edition| *edition != Edition::Rfc1630) {
        let underived = underived(edition);
        for text in printed(edition) {
            let found = Reference::parse(edition, text);
            assert_eq!(found.is_err(), underived.contains(text), "{edition}: {text}");
            if let Ok(reference) = found {
                assert_eq!(reference.components(), split(text), "{edition}: {text}");
            }
        }
    }
    // C.1 resolves it, and a relativeURI has no empty path.
    assert!(underived(Edition::Rfc2396).contains("?y"));
}

/// Beginnings that lead into a component.
const HEADS: &[&str] = &["", "//", "//a@", "?", "x:", "a:b", "a:?", "a:/?"];

/// Beginnings that lead into a scheme, for an edition with productions for schemes.
#[rustfmt::skip]
const SCHEMES: &[&str] = &[
    "x://", "http://", "http://h/", "http://h?", "http://h/?", "ftp://", "ftp://h/", "file://",
    "news:", "news:a", "nntp:", "nntp://h/", "mailto:", "mailto:a", "mid:", "telnet://", "gopher://h/",
    "gopher://h/7%09", "wais://h/", "wais://h/a?", "wais://h/a/b/1=", "prospero://h/",
    "prospero://h/;", "url:prospero://h/",
];

/// Strings to repeat.
const UNITS: &[&str] = &["a", "/", "a.", "%41", "+"];

/// More strings to repeat, for an edition with productions for schemes.
const UNITS_OF_SCHEMES: &[&str] = &["@", "@a", "%001", "a-", "1@", ";a=", ":"];

/// The greatest number of bytes: 16 KiB, with `URISPEC_LONG` a mebibyte.
fn longest() -> usize {
    scaled(1 << 14, 1 << 20)
}

/// Returns heads and units, and up to how many bytes each unit is repeated.
fn inputs(edition: Edition) -> Vec<(&'static str, &'static str, usize)> {
    let trees = edition.whole_rules().iter().map(|rule| Node::parse(edition, rule, "http://h/"));
    let tree = trees.flatten().next().expect("a URL of every edition");
    if Meaning::from_tree(edition, &tree).unwrap().is_none() {
        let length = |head: &str| if head.is_empty() { longest() } else { longest() / 8 };
        let inputs = HEADS.iter().flat_map(|head| UNITS.iter().map(move |unit| (*head, *unit)));
        return inputs.map(|(head, unit)| (head, unit, length(head))).collect();
    }
    let is_long = |head, unit| ["", "x:"].contains(&head) && UNITS.contains(&unit);
    // Without `URISPEC_LONG` each head has a third of the units, and each unit a third of the heads.
    let step = scaled(3, 1);
    let heads = HEADS.iter().chain(SCHEMES).enumerate();
    let inputs = heads.flat_map(|(at, head)| {
        let units = UNITS.iter().chain(UNITS_OF_SCHEMES).enumerate();
        let units = units
            .filter(move |(unit_at, unit)| is_long(*head, **unit) || (at + unit_at) % step == 0);
        units.map(move |(_, unit)| (*head, *unit))
    });
    let length = |head, unit| if is_long(head, unit) { longest() } else { longest() / 32 };
    inputs.map(|(head, unit)| (head, unit, length(head, unit))).collect()
}

/// Checks that four units are derived where many are, since RFC 1808 has a net_loc and a path of three slashes, but no
/// more. A space after them is the first wrong byte: it is in none of the languages.
fn is_accepted(edition: Edition, rule: &str, (head, unit, bytes): (&str, &str, usize)) -> bool {
    let at = || format!("{edition}: {head:?} and {unit:?}s as {rule}");
    let mut text = format!("{head}{}", unit.repeat(bytes / unit.len()));
    let is_accepted = Node::parse(edition, rule, &text).is_ok();
    let short = format!("{head}{}", unit.repeat(4));
    assert_eq!(Node::parse(edition, rule, &short).is_ok(), is_accepted, "{}", at());
    if is_accepted {
        text.push(' ');
        match Node::parse(edition, rule, &text) {
            Err(ParseError::Syntax(error)) => assert_eq!(error.offset(), text.len() - 1),
            other => panic!("{} and a space: {other:?}", at()),
        }
    }
    is_accepted
}

/// Returns the heads and units of which a whole-string rule derives the string.
fn accepted(edition: Edition) -> HashSet<(&'static str, &'static str)> {
    let is_accepted = |input| {
        let rules = edition.whole_rules().iter();
        // Every rule is asked, whichever accepts.
        rules.filter(|rule| is_accepted(edition, rule, input)).count() > 0
    };
    let inputs = inputs(edition).into_iter().filter(|&input| is_accepted(input));
    inputs.map(|(head, unit, _)| (head, unit)).collect()
}

/// Long strings of every edition: a parser that needs more stack for more input would overflow a small one, and a
/// quadratic one would not finish.
#[test]
fn a_small_stack_is_enough_for_them() {
    let threads: Vec<_> = Edition::ALL
        .iter()
        .map(|&edition| {
            let small = thread::Builder::new().stack_size(256 << 10);
            (edition, small.spawn(move || accepted(edition)).unwrap())
        })
        .collect();
    let mut heads = HashSet::new();
    for (edition, thread) in threads {
        let accepted = thread.join().unwrap();
        // After a scheme every edition has them.
        assert!(UNITS.iter().all(|unit| accepted.contains(&("x:", *unit))), "{edition}");
        heads.extend(accepted.into_iter().map(|(head, _)| head));
    }
    for head in HEADS.iter().chain(SCHEMES) {
        assert!(heads.contains(head), "{head:?} leads nowhere");
    }
}
