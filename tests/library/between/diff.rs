//! What tells editions apart, worked out by hand from the documents.

use urispec::{Edition, check};
use urispec_compare::diff::{
    Comparison, Diff, Divergence, Language, Match, ProductionPair, Relation, divergences,
};

use super::languages;
use crate::scaled;

use Edition::{Rfc1630, Rfc1738, Rfc2396, Rfc2396bis01, Rfc3986, UrlSyntax05};

fn whole(left: Edition, right: Edition) -> Comparison {
    Comparison::new(Language::whole(left), Language::whole(right))
}

#[track_caller]
fn pair<'d>(diff: &'d Diff, left: &str, right: &str) -> &'d ProductionPair {
    let is_it = |pair: &&ProductionPair| {
        pair.comparison.left.rules().eq([left]) && pair.comparison.right.rules().eq([right])
    };
    diff.pairs.iter().find(is_it).unwrap_or_else(|| panic!("{left} and {right} are no pair"))
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
        assert_eq!(comparison.relation, Relation::Overlaps);
        assert_eq!(comparison.only_left.as_deref(), Some("+:"));
        // A reference may be empty, and RFC 1738 has no relative ones.
        assert_eq!(comparison.only_right.as_deref(), Some(""));
    }
    // url-syntax-05 has the same schemes (4.1), and takes anything after one (4.2, `opaque-URL`).
    let comparison = whole(Rfc1738, UrlSyntax05);
    assert_eq!((comparison.relation, comparison.only_left), (Relation::Within, None));
}

/// RFC 2396 has neither `A:` (3: a hier_part or an opaque_part is needed) nor a relative reference
/// of a query alone (5); its reg_name takes what RFC 3986 takes for a port that is no number.
#[test]
fn rfc_2396_and_rfc_3986() {
    let comparison = whole(Rfc2396, Rfc3986);
    assert_eq!(comparison.relation, Relation::Overlaps);
    assert_eq!(comparison.only_left.as_deref(), Some("//:!"));
    assert_eq!(comparison.only_right.as_deref(), Some("?"));
    assert_eq!(whole(Rfc2396, Rfc2396bis01).relation, Relation::Within);
    assert_eq!(whole(Rfc2396, UrlSyntax05).relation, Relation::Within);

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
        ("reg_name", "reg-name", Match::Spelling, Relation::Overlaps),
        ("scheme", "scheme", Match::Name, Relation::Equal),
        ("IPv4address", "IPv4address", Match::Name, Relation::Contains),
        ("host", "host", Match::Name, Relation::Within),
        ("pchar", "pchar", Match::Name, Relation::Within),
    ] {
        let found = pair(&diff, old, new);
        assert_eq!((found.by, found.comparison.relation), (by, relation), "{old}, {new}");
    }
    // ";" began a param, and became a pchar.
    let pchar = &pair(&diff, "pchar", "pchar").comparison;
    assert_eq!(pchar.only_right.as_deref(), Some(";"));
}

#[test]
fn what_has_the_same_role_is_a_pair_if_nothing_else_has_it() {
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
    assert_eq!(old.relation, Relation::Overlaps);
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

/// Of every two editions: a departure is in one language and not in the other, which leaves it
/// where it says, at each of its bytes.
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

/// Where a production stops reading a string that it does not derive.
fn leaves(edition: Edition, rule: &str, text: &str) -> usize {
    match check(edition, rule, text) {
        Err(urispec::ParseError::Syntax(error)) => error.offset(),
        other => panic!("{other:?}"),
    }
}

/// The tables say what the printed grammars do.
#[test]
fn the_audit_finds_the_same_strings() {
    use urispec_audit::difference;
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
