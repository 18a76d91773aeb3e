//! Differences between editions, the histories of productions, and the answers of all editions about one string,
//! derived from the documents.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, OnceLock};

use urispec::grammar::Grammar;
use urispec::{Edition, Recognizer, Reference, check};
use urispec_audit::Languages;
use urispec_audit::automata::difference;
use urispec_compare::across::{
    Across, Answer, Answers, Disagreement, DisagreementKind, Parts, ResolvedTo,
};
use urispec_compare::diff::{
    Comparison, Diff, Divergence, Histories, Language, Match, ProductionPair, Relation, Version,
    divergences, history,
};
use urispec_compare::parsers::Component;
use urispec_compare::since::{Since, since};

use crate::support::scaled;
use crate::tables::{section, table};

use Edition::{Rfc1630, Rfc1738, Rfc2396, Rfc2396bis01, Rfc3986, UrlSyntax05};

fn whole(left: Edition, right: Edition) -> Comparison {
    Comparison::new(Language::whole(left), Language::whole(right))
}

#[track_caller]
fn pair<'d>(diff: &'d Diff, left: &str, right: &str) -> &'d ProductionPair {
    let is_it = |pair: &&ProductionPair| {
        pair.comparison.left.rules().eq([left]) && pair.comparison.right.rules().eq([right])
    };
    diff.pairs.iter().find(is_it).unwrap_or_else(|| panic!("{left} and {right} are not paired"))
}

fn names(languages: &[Language]) -> Vec<String> {
    languages.iter().map(Language::name).collect()
}

/// RFC 1738, 2.1 and 5: `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]`; from RFC 2396
/// on a letter comes first (3.1). "+" is the first of these bytes, and a schemepart may be empty.
#[test]
fn a_scheme_of_rfc_1738_begins_with_anything() {
    for later in [Rfc2396, Rfc2396bis01, Rfc3986] {
        let comparison = whole(Rfc1738, later);
        assert_eq!(comparison.relation, Relation::Overlapping);
        assert_eq!(comparison.only_left.as_deref(), Some("+:"));
        // A reference may be empty, and RFC 1738 has no relative ones.
        assert_eq!(comparison.only_right.as_deref(), Some(""));
    }
    // url-syntax-05 has the same schemes (4.1), and takes anything after one (4.2, `opaque-URL`).
    let comparison = whole(Rfc1738, UrlSyntax05);
    assert_eq!((comparison.relation, comparison.only_left), (Relation::Narrower, None));
}

/// RFC 2396 has neither `A:` (3: a hier_part or an opaque_part is needed) nor a relative reference of a query alone
/// (5); its reg_name derives a port that is not a number in RFC 3986.
#[test]
fn rfc_2396_and_rfc_3986() {
    let comparison = whole(Rfc2396, Rfc3986);
    assert_eq!(comparison.relation, Relation::Overlapping);
    assert_eq!(comparison.only_left.as_deref(), Some("//:!"));
    assert_eq!(comparison.only_right.as_deref(), Some("?"));
    assert_eq!(whole(Rfc2396, Rfc2396bis01).relation, Relation::Narrower);
    assert_eq!(whole(Rfc2396, UrlSyntax05).relation, Relation::Narrower);

    let diff = Diff::new(Rfc2396, Rfc3986);
    let appeared = names(&diff.appeared);
    // Appendix D.1 of RFC 3986 names IP-literal, and the change of path and of reserved.
    for new in ["IP-literal", "IPvFuture", "IPv6address", "dec-octet", "gen-delims", "sub-delims"] {
        assert!(appeared.iter().any(|name| name == new), "{new}");
    }
    let gone = names(&diff.gone);
    for old in ["opaque_part", "net_path", "server", "hostport", "param", "uric", "mark", "unwise"]
    {
        assert!(gone.iter().any(|name| name == old), "{old}");
    }
    for (old, new, by, relation) in [
        ("escaped", "pct-encoded", Match::Language, Relation::Equal),
        // 1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," ), and with the marks
        // of 2396 among the sub-delims of 3986 the same set.
        ("rel_segment", "segment-nz-nc", Match::Language, Relation::Equal),
        ("rel_path", "path-noscheme", Match::Language, Relation::Equal),
        ("reg_name", "reg-name", Match::Spelling, Relation::Overlapping),
        ("scheme", "scheme", Match::Name, Relation::Equal),
        ("IPv4address", "IPv4address", Match::Name, Relation::Wider),
        ("host", "host", Match::Name, Relation::Narrower),
        ("pchar", "pchar", Match::Name, Relation::Narrower),
    ] {
        let found = pair(&diff, old, new);
        assert_eq!((found.by, found.comparison.relation), (by, relation), "{old}, {new}");
    }
    // ";" began a param, and became a pchar.
    let pchar = &pair(&diff, "pchar", "pchar").comparison;
    assert_eq!(pchar.only_right.as_deref(), Some(";"));
}

#[test]
fn a_unique_role_makes_a_pair() {
    let diff = Diff::new(UrlSyntax05, Rfc3986);
    assert_eq!(pair(&diff, "site", "authority").by, Match::Role);
    let diff = Diff::new(Rfc1738, Rfc3986);
    assert_eq!(pair(&diff, "search", "query").by, Match::Role);
    assert!(names(&diff.appeared).contains(&"userinfo".to_owned()));
}

/// RFC 1630 has a port in section 9 only, and a fragment in section 8 only; its xalphas hold what
/// no later document lets stand, such as the quotation mark ("extra").
#[test]
fn rfc_1630_is_both_of_its_grammars() {
    let all = divergences(&Language::whole(Rfc1630), &Language::whole(Rfc3986));
    let quotes = all.iter().filter(|one| one.bytes.contains(&b'"'));
    assert!(quotes.clone().any(|one| one.production == "xpalphas" && one.text == "A:\""));
    assert!(quotes.clone().any(|one| one.production == "gcommand"));
    let old = Comparison::new(Language::whole(Rfc3986), Language::whole(Rfc1630));
    assert_eq!(old.relation, Relation::Overlapping);
    assert!(Language::whole(Rfc1630).has("gopher://h:70/0a"));
}

/// The kinds of difference between RFC 3986 and RFC 2396, all of them: a query or nothing after the
/// scheme or before it, a fragment there, and an address in brackets.
#[test]
fn kinds_of_difference() {
    let found = divergences(&Language::whole(Rfc3986), &Language::whole(Rfc2396));
    let told = |one: &Divergence| {
        let bytes = String::from_utf8(one.bytes.clone()).unwrap();
        (one.text.clone(), one.offset, bytes, one.production)
    };
    let expected = [
        ("?", 0, "?", "relative-ref"),
        ("A:", 2, "", "path-empty"),
        ("A:#", 2, "#", "URI"),
        ("//[::]", 2, "[", "IP-literal"),
    ];
    let owned =
        expected.map(|(text, at, bytes, rule)| (text.to_owned(), at, bytes.to_owned(), rule));
    assert_eq!(found.iter().map(told).collect::<Vec<_>>(), owned);
}

/// For every two editions: the string of a divergence is in one language and not in the other, and leaves the other at
/// the offset, with each of its bytes.
#[test]
fn departures_depart() {
    let step = scaled(5, 1);
    for (at, &left) in Edition::ALL.iter().enumerate() {
        // Without `URISPEC_LONG` every fifth of the pairs.
        for &right in Edition::ALL.iter().skip(at % step).step_by(step) {
            let (language, other) = (Language::whole(left), Language::whole(right));
            let comparison = Comparison::new(language.clone(), other.clone());
            let all = divergences(&language, &other);
            let shortest = all.iter().map(|one| one.text.len()).min();
            assert_eq!(shortest, comparison.only_left.map(|text| text.len()), "{left}, {right}");
            for Divergence { text, offset, bytes, .. } in all {
                assert!(offset == text.len() || bytes.contains(&text.as_bytes()[offset]));
                let with = |byte: &u8| {
                    let mut text = text.clone().into_bytes();
                    text[offset] = *byte;
                    String::from_utf8(text).unwrap()
                };
                for text in bytes.iter().map(with).chain([text.clone()]) {
                    assert!(language.has(&text) && !other.has(&text), "{left}, {right}: {text}");
                    let leaves = right.whole_rules().iter().map(|rule| leaves(right, rule, &text));
                    assert_eq!(leaves.max(), Some(offset), "{left}, {right}: {text}");
                }
            }
        }
    }
}

/// Returns the offset at which a production rejects a string.
fn leaves(edition: Edition, rule: &str, text: &str) -> usize {
    match check(edition, rule, text) {
        Err(urispec::ParseError::Syntax(error)) => error.offset(),
        other => panic!("{other:?}"),
    }
}

/// The tables say what the printed grammars do.
#[test]
fn the_audit_finds_the_same_strings() {
    let rules = Edition::ALL.iter().flat_map(|&edition| {
        edition.whole_rules().iter().map(move |&rule| {
            let grammar = edition.production(rule).unwrap().grammar();
            let languages = languages(grammar);
            let start = languages.start(rule).unwrap().unwrap();
            (Language::new(edition.production(rule).unwrap()), languages, start)
        })
    });
    let rules: Vec<_> = rules.collect();
    let step = scaled(7, 1);
    for (at, (left, languages, start)) in rules.iter().enumerate() {
        // Without `URISPEC_LONG` every seventh of the pairs.
        for (right, others, other_start) in rules.iter().skip(at % step).step_by(step) {
            let ours = Comparison::new(left.clone(), right.clone());
            let audited = difference((languages.dfa(), *start), (others.dfa(), *other_start));
            let bytes = |text: Option<String>| text.map(String::into_bytes);
            assert_eq!(bytes(ours.only_left), audited.only_left, "{left:?}, {right:?}");
            assert_eq!(bytes(ours.only_right), audited.only_right, "{left:?}, {right:?}");
        }
    }
}

/// Returns the languages of a printed grammar with its readings, which are decided once for all tests.
pub(crate) fn languages(grammar: &Grammar) -> &'static Languages {
    static KNOWN: LazyLock<Mutex<HashMap<String, &OnceLock<Languages>>>> =
        LazyLock::new(Mutex::default);
    let stem = grammar.stem().to_owned();
    let found = *KNOWN.lock().unwrap().entry(stem).or_insert_with(|| Box::leak(Box::default()));
    found.get_or_init(|| Languages::new(&urispec_audit::pair(grammar).unwrap().as_read()))
}

/// Returns the history of a production. Every two documents are paired once for all tests.
fn versions(production: Recognizer) -> Vec<Version> {
    static HISTORIES: LazyLock<Mutex<Histories>> = LazyLock::new(Mutex::default);
    HISTORIES.lock().unwrap().of(production)
}

/// Each section of the table is the history of a production: edition, name and reason of each version, and of each version
/// of the document before the relation and the shortest strings that only one has.
#[test]
fn histories() {
    let mut rows = table("changes");
    rows.retain(|row| row.text(0) == "history");
    for own in rows.chunk_by(|one, other| one.section == other.section) {
        let production =
            own[0].text(1).parse::<Edition>().unwrap().production(own[0].text(2)).unwrap();
        let mut versions = versions(production).into_iter();
        for row in own {
            let found = versions.next().expect("a version");
            let language = (found.language.edition().id(), found.language.name());
            assert_eq!(language, (row.text(3), row.text(4).to_owned()), "{}", row.section);
            assert_eq!(found.by.map(|by| by.name()), row.field(5), "{}: {language:?}", row.section);
            let before = found.before.iter().flat_map(|one| {
                let relation = format!("{:?}", one.relation).to_lowercase();
                [Some(relation), one.only_left.clone(), one.only_right.clone()]
            });
            let cells: Vec<_> = (6..row.len()).map(|at| row.field(at).map(str::to_owned)).collect();
            assert_eq!(before.collect::<Vec<_>>(), cells, "{}: {language:?}", row.section);
        }
        assert_eq!(versions.next().map(|one| one.language.name()), None, "{}", own[0].section);
    }
    let versions = history(Edition::Rfc3986.production("scheme").unwrap());
    let sections: Vec<_> = versions.iter().map(Version::section).collect();
    assert_eq!(sections[2..8], ["2.1", "2.2", "4.1", "3.1", "3.1", "3.1"]);
}

/// RFC 3987, 2.2: "If the non-terminal contains 'URI', this has been changed to 'IRI'. Otherwise, an 'i' has
/// been prefixed". RFC 6874 replaces one production, `IP-literal`, of RFC 3986.
#[test]
fn rfc_3987_has_every_production_of_rfc_3986() {
    for production in Edition::Rfc3986.productions() {
        let all = versions(production);
        let of = |edition| all.iter().find(|one| one.language.edition() == edition);
        let rule = production.rule();
        let iri = of(Edition::Rfc3987).unwrap_or_else(|| panic!("{rule}"));
        let name = iri.language.name();
        let changed = [rule.to_owned(), format!("i{rule}"), rule.replace("URI", "IRI")];
        assert!(changed.contains(&name), "{rule} is {name}");
        let amended = of(Edition::Rfc6874).unwrap_or_else(|| panic!("{rule}"));
        assert_eq!(amended.before[0].left.edition(), Edition::Rfc3986);
        let is_changed = amended.before[0].relation != Relation::Equal;
        let uses =
            ["URI", "hier-part", "URI-reference", "absolute-URI", "relative-ref", "relative-part"];
        let uses = uses.iter().chain(&["authority", "host", "IP-literal"]).any(|one| *one == rule);
        assert_eq!(is_changed, uses, "{rule}");
    }
}

/// A history has each production that it is asked for, and is in the order of the documents.
#[test]
fn every_production_is_in_its_history() {
    for edition in Edition::ALL {
        for production in edition.productions().step_by(scaled(5, 1)) {
            let all = versions(production);
            let asked: Vec<_> = all.iter().filter(|version| version.by.is_none()).collect();
            assert_eq!(asked.len(), 1);
            assert!(asked[0].language.rules().eq([production.rule()]));
            assert_eq!(asked[0].grammar().stem(), production.grammar().stem());
            let place = |one: &Version| {
                Edition::ALL.iter().position(|edition| *edition == one.language.edition())
            };
            assert!(all.is_sorted_by_key(place), "{edition} {}", production.rule());
        }
    }
}

fn answer<'a, 'i>(answers: &'a Answers<'i>, by: &str) -> &'a Answer<'i> {
    answers.each().iter().find(|answer| answer.by() == by).unwrap()
}

#[track_caller]
fn disagreements(across: &Across<'_>, text: &str, expected: &[(&str, &[&str])]) {
    let found = across.ask(text).disagreements();
    let found: Vec<_> = found.iter().map(|one| (one.kind.name(), &one.by[..])).collect();
    assert_eq!(found, expected, "{text}");
}

/// The editions of the answers below.
const EDITIONS: [Edition; 6] = [
    Edition::Rfc1630,
    Edition::Rfc1738,
    Edition::UrlSyntax05,
    Edition::Rfc2396,
    Edition::Rfc2396bis01,
    Edition::Rfc3986,
];

#[test]
fn one_string_six_meanings() {
    let all = Across::new().editions(&EDITIONS);
    // Nothing of it changed in eleven years.
    disagreements(&all, "http://a/b", &[]);
    // A space is in none of the six.
    disagreements(&all, "a b", &[]);
    // RFC 1738 (2.2, 5): "~" is `national`, and no uchar is. RFC 1630 (8): nor is it an xpalpha.
    disagreements(&all, "http://a/~b", &[("rejects", &["rfc1630", "rfc1738"])]);
    // RFC 2396 bars brackets as "unwise" (2.4.3), and all before it have no place for them.
    let no_address: &[&str] = &["rfc1630", "rfc1738", "url-syntax-05", "rfc2396"];
    disagreements(&all, "http://[::1]/", &[("rejects", no_address)]);
    // Elsewhere only bis-01 has them, in an opaque part (3).
    disagreements(&all, "a:[", &[("accepts", &["rfc2396bis-01"])]);
    // A mailto is opaque where the scheme decides (RFC 1738, 3.5), or the first character after it
    // (RFC 2396 and bis-01, 3).
    let opaque: &[&str] = &["rfc1738", "rfc2396", "rfc2396bis-01"];
    disagreements(&all, "mailto:a@b", &[("opaque", opaque)]);
    // 256 is not a dec-octet (RFC 3986, 3.2.2; bis-01, 3.2.2, where such a name is a hostname).
    disagreements(&all, "http://1.2.3.256", &[("host-kind", no_address)]);
    // RFC 2396, 3: an opaque_part goes up to the fragment, and holds "?".
    let generic = Across::new().editions(&[Edition::Rfc3986, Edition::Rfc2396]);
    let expected: &[(&str, &[&str])] =
        &[("path", &["rfc2396"]), ("query", &["rfc2396"]), ("opaque", &["rfc2396"])];
    disagreements(&generic, "a:b?c", expected);
}

/// RFC 1630, 8 and 9: `@` is `safe`, so that a hostname may hold it; RFC 1738, 3.1: it ends the
/// user.
#[test]
fn a_host_with_an_at_sign() {
    let answers = Across::new().ask("http://user@host/");
    let host = |by| answer(&answers, by).parts().unwrap().component(Component::Host);
    assert_eq!((host("rfc1630"), host("rfc1738")), (Some("user@host"), Some("host")));
    let productions = |by| answer(&answers, by).productions()[0];
    assert_eq!(productions("rfc1630"), "httpaddress");
    // RFC 1738, 3.3: no user name in an http URL, and so only the general production is left.
    let found = answers.disagreements();
    let production = found.iter().find(|one| one.kind == DisagreementKind::Production).unwrap();
    assert_eq!((production.from, &production.by[..]), ("rfc1738", &["rfc1630"][..]));
}

/// RFC 2396, C.1, RFC 3986, 5.4.1, and what the other documents print of the same references.
#[test]
fn targets() {
    let across = Across::new().base("http://a/b/c/d;p?q");
    let target = |by, text| answer(&across.ask(text), by).target().map(ResolvedTo::to_string);
    let uri = |uri: &str| Some(uri.to_owned());
    assert_eq!(target("rfc2396", "?y"), uri("http://a/b/c/?y"));
    assert!(!answer(&across.ask("?y"), "rfc2396").is_valid());
    assert_eq!(target("rfc3986", "?y"), uri("http://a/b/c/d;p?y"));
    assert_eq!(target("rfc2396", "/../g"), uri("http://a/../g"));
    assert_eq!(target("rfc3986", "/../g"), uri("http://a/g"));
    assert_eq!(target("rfc2396", "#s"), uri("(current document)#s"));
    assert_eq!(target("rfc3986", "#s"), uri("http://a/b/c/d;p?q#s"));
    // 2.3: RFC 1738 leaves relative links to others.
    assert_eq!(target("rfc1738", "http://a/"), None);
    // RFC 1630 has no ";" (8, `reserved`), so this is not a base; its partial forms (4.1.3) are not URIs, but resolve.
    assert_eq!(target("rfc1630", "g"), None);
    let across = Across::new().base("http://a/b/c/d");
    let answers = across.ask("g");
    let partial = answer(&answers, "rfc1630");
    assert!(!partial.is_valid());
    assert_eq!(partial.target(), Some(&ResolvedTo::Uri("http://a/b/c/g".to_owned())));
    // No base, no target: a reference in one that RFC 3986 rejects.
    assert_eq!(answer(&Across::new().ask("g"), "rfc3986").target(), None);
    let bad = Across::new().base("a b:");
    assert!(bad.ask("g").each().iter().all(|answer| answer.target().is_none()));
}

#[test]
fn errors_are_of_the_default_production() {
    let answers = Across::new().ask("http://a b/");
    for answer in answers.each() {
        let edition = answer.edition().unwrap();
        let expected = Reference::parse_as(edition, edition.whole_rules()[0], "http://a b/");
        assert_eq!(answer.error(), expected.err());
        assert!(answer.parts().is_none() && answer.message().is_none());
    }
    assert_eq!(answer(&Across::new().ask("a:b"), "rfc3986").error(), None);
}

/// Editions are asked oldest first, whatever their order, and each once.
#[test]
fn the_newest_is_the_measure() {
    let across = Across::new().editions(&[Edition::Rfc3986, Edition::Rfc1738, Edition::Rfc3986]);
    let mut answers = across.ask("+:");
    let by: Vec<_> = answers.each().iter().map(Answer::by).collect();
    assert_eq!(by, ["rfc1738", "rfc3986"]);
    let told = |one: &Disagreement| (one.kind, one.from, one.by.clone());
    let told: Vec<_> = answers.disagreements().iter().map(told).collect();
    assert_eq!(told, [(DisagreementKind::Accepts, "rfc3986", vec!["rfc1738"])]);
    // Another parser is measured against the editions, and is not itself a measure.
    answers.push(Answer::other("mine", "+:", Ok(None), None));
    assert_eq!(answers.disagreements()[0].by, ["rfc1738", "mine"]);
    answers.push(Answer::other("yours", "+:", Err("no".to_owned()), None));
    assert_eq!(answers.disagreements()[0].by, ["rfc1738", "mine"]);
    assert_eq!(answers.each()[3].message(), Some("no"));
    let mut answers = across.ask("a:b");
    let parts = Parts { is_opaque: true, ..Parts::default() };
    answers.push(Answer::other("mine", "a:b", Ok(Some(parts)), None));
    let found = answers.disagreements();
    let kinds: Vec<_> = found.iter().map(|one| (one.kind.name(), one.from)).collect();
    let rfc3986 = "rfc3986";
    assert_eq!(kinds, [("scheme", rfc3986), ("path", rfc3986), ("opaque", rfc3986)]);
}

#[test]
fn every_kind_has_a_name_of_its_own() {
    let mut names = DisagreementKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), DisagreementKind::ALL.len());
}

/// A span begins with a document that has the string, and ends with one that lacks it and covers its kind.
#[test]
fn spans_are_of_the_documents_that_have_the_string() {
    let examples = section("strings", "examples");
    let examples = examples.iter().flat_map(|row| row.texts(1));
    for text in examples.chain(["//[::1]", "/\u{e9}", "a:", "+:", "%"]) {
        let spans = since(text);
        let is_valid = |edition: Edition| edition.deriving(text).is_ok();
        for span in &spans {
            assert!(
                is_valid(span.from) && span.until.is_none_or(|until| !is_valid(until)),
                "{text}"
            );
        }
        let in_none = Edition::ALL.iter().all(|edition| !is_valid(*edition));
        assert_eq!(spans.is_empty(), in_none, "{text}");
    }
    let host = Since::from_production(Edition::Rfc3986.production("host").unwrap());
    assert_eq!(host.of("a!b").last().unwrap().place(), ("RFC 3986", "3.2.2"));
}
