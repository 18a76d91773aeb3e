//! RFC 3987: IRIs.

use urispec::{
    Edition, Normalizer, ParseError, Redirects, Reference, Resolver, Rung, check, compare_with,
    split,
};
use urispec_compare::diff::{Comparison, Language, Relation};
use urispec_lint::Linter;

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Rfc3987;
const WHOLE: &str = "IRI-reference";

#[track_caller]
fn is(rule: &str, text: &str) -> bool {
    support::is_in(EDITION, rule, text)
}

fn normal(to: Rung, text: &str) -> String {
    Normalizer::from_edition(EDITION)
        .to(to)
        .normalize(&support::reference(EDITION, text))
        .to_string()
}

fn rung(a: &str, b: &str) -> Option<Rung> {
    let [a, b] = [a, b].map(|text| support::reference(EDITION, text));
    compare_with(&Normalizer::from_edition(EDITION).to(Rung::Scheme), a, b).rung()
}

/// 2.2, range by range; and the letters, digits and marks of US-ASCII.
fn is_iunreserved(character: char) -> bool {
    let code = character as u32;
    character.is_ascii_alphanumeric()
        || "-._~".contains(character)
        || matches!(code, 0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF)
        || matches!(code, 0x1_0000..=0xD_FFFD if code & 0xFFFF <= 0xFFFD)
        || matches!(code, 0xE_1000..=0xE_FFFD)
}

fn is_iprivate(character: char) -> bool {
    matches!(character as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

#[test]
fn characters_are_those_printed() {
    let production = |name| EDITION.production(name).unwrap();
    let rules = ["iuserinfo", "ireg-name", "isegment-nz-nc", "ifragment"].map(production);
    let [query, own, private] = ["iquery", "iunreserved", "iprivate"].map(production);
    let ascii = ["scheme", "port", "IPvFuture", "pct-encoded", "IPv6address"].map(production);
    // All of the first plane, those at both ends of each 4096, and of the others some.
    let step = scaled(7, 1) as u32;
    for character in '\0'..=char::MAX {
        let (at, end) = (u32::from(character), u32::from(character) & 0xFFF);
        if at >= 0x1_0000 && (0x10..0xFF0).contains(&end) && at % step != 0 {
            continue;
        }
        let mut buffer = [0; 4];
        let text = character.encode_utf8(&mut buffer).as_bytes();
        assert_eq!(own.accepts(text), is_iunreserved(character), "{character:?}");
        assert_eq!(private.accepts(text), is_iprivate(character), "{character:?}");
        if !character.is_ascii() {
            for rule in rules {
                assert_eq!(rule.accepts(text), is_iunreserved(character), "{character:?}");
            }
            let is_of_queries = is_iunreserved(character) || is_iprivate(character);
            assert_eq!(query.accepts(text), is_of_queries, "{character:?}");
            assert!(ascii.iter().all(|rule| !rule.accepts(text)), "{character:?}");
        }
    }
}

/// Every string of some letters up to a length.
fn words(letters: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let longer: Vec<_> = all[from..]
            .iter()
            .flat_map(|word| letters.chars().map(move |letter| format!("{word}{letter}")))
            .collect();
        from = all.len();
        all.extend(longer);
    }
    all
}

/// "Every URI is by definition an IRI" (3.1), and an IRI of US-ASCII is a URI: the grammar "closely
/// follows the URI grammar" (2.2).
#[test]
fn ascii_strings_are_those_of_rfc_3986() {
    let language = |edition: Edition, rule| Language::new(edition.production(rule).unwrap());
    let whole = Comparison::new(
        language(Edition::Rfc3986, "URI-reference"),
        language(EDITION, "IRI-reference"),
    );
    assert_eq!(whole.relation, Relation::Within);
    let rules = [(WHOLE, "URI-reference"), ("IRI", "URI"), ("absolute-IRI", "absolute-URI")];
    let rules = rules.map(|(iri, uri)| {
        [(EDITION, iri), (Edition::Rfc3986, uri)]
            .map(|(edition, rule)| edition.production(rule).unwrap())
    });
    // All of the short ones, and of those of five letters some.
    for (at, text) in words("a1:/?#@[]%. ", 5).iter().enumerate() {
        if text.len() == 5 && at % scaled(11, 1) != 0 {
            continue;
        }
        for both in rules {
            let [iri, uri] = both.map(|rule| rule.accepts(text.as_bytes()));
            assert_eq!(iri, uri, "{text}");
        }
    }
}

/// "The following rules are the same as those in [RFC3986]" (2.2).
#[test]
fn rules_without_an_i_are_those_of_rfc_3986() {
    let mut same = 0;
    for production in EDITION.productions() {
        let Ok(other) = Edition::Rfc3986.production(production.rule()) else { continue };
        let found = Comparison::new(Language::new(production), Language::new(other));
        assert_eq!(found.relation, Relation::Equal, "{}", production.rule());
        same += 1;
    }
    assert_eq!(same, 14);
}

/// No character beyond US-ASCII delimits (2.1): the components are those of RFC 3986, Appendix B.
#[test]
fn components_are_those_of_appendix_b() {
    assert!(support::not_as_split(EDITION, "aé1:/?#@", 5).is_empty());
    assert!(support::not_as_split(EDITION, "\u{E000}é\u{2044}:/?#", 4).is_empty());
}

#[test]
fn hosts() {
    let authority = |text| support::authority(EDITION, text);
    let named = |host| (None, Some(("reg-name", host)), None);
    assert_eq!(authority("//例え.テスト/é"), named("例え.テスト"));
    assert_eq!(authority("//r%C3%A9sumé"), named("r%C3%A9sumé"));
    // A digit of another script is no digit of an address.
    assert_eq!(authority("//1.2.3.٤"), named("1.2.3.٤"));
    assert_eq!(authority("//1.2.3.256"), named("1.2.3.256"));
    assert_eq!(authority("//1.2.3.4"), (None, Some(("IPv4address", "1.2.3.4")), None));
    let found = authority("//é:ü@[::1]:80/");
    assert_eq!(found, (Some("é:ü"), Some(("IPv6address", "[::1]")), Some("80")));
    // "This syntax does not support IPv6 scoped addressing zone identifiers" (2.2).
    for text in ["//[fe80::1%25en0]", "//[fe80::1%en0]", "//[::é]", "//[v1.é]", "//h:٨", "é:a"]
    {
        assert!(!is(WHOLE, text), "{text}");
    }
}

#[test]
fn first_match_wins() {
    assert_eq!(support::kind(EDITION, "ihost", "1.2.3.4"), "IPv4address");
    assert_eq!(support::kind(EDITION, "ihost", "1.2.3.é"), "ireg-name");
    assert_eq!(support::kind(EDITION, WHOLE, "a:é"), "IRI");
    assert_eq!(support::kind(EDITION, "ipath", ""), "ipath-abempty");
    assert_eq!(support::kind(EDITION, "ipath", "é"), "ipath-noscheme");
}

/// "The algorithms of [RFC3986] can be applied directly, treating the characters additionally allowed
/// in IRI references in the same way that unreserved characters are" (6.5): an é resolves as an "a".
#[test]
fn resolves_as_rfc_3986_does() {
    let bases = ["h:", "h://é", "h://é/é/b?é", "h:é/b", "h:/é/../é", "h://h/é/b/c?é"];
    for base in bases {
        for reference in words("é./?#:", 4).iter().filter(|text| is(WHOLE, text)) {
            let plain = |text: &str| text.replace('é', "a");
            let resolve = |edition, base: &str, reference: &str| {
                let resolved =
                    Resolver::from_edition(edition).resolve(split(base), split(reference)).unwrap();
                (resolved.to_string(), resolved.warnings().is_empty())
            };
            let (found, reads_back) = resolve(EDITION, base, reference);
            let expected = resolve(Edition::Rfc3986, &plain(base), &plain(reference));
            assert_eq!((plain(&found), reads_back), expected, "{base} {reference}");
            assert!(is("IRI", &found) || !reads_back, "{base} {reference}: {found}");
        }
    }
}

#[test]
fn normal_forms() {
    for (text, expected) in [
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé"),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("http://example.org/%7euser", "http://example.org/~user"),
        ("http://r%c3%a9sum%C3%A9.example.org/", "http://résumé.example.org/"),
        // "They SHOULD NOT be converted" to ASCII (5.3.3), and nor are they from it.
        ("http://xn--rsum-bpad.example.org/", "http://xn--rsum-bpad.example.org/"),
    ] {
        assert_eq!(normal(Rung::PathSegments, text), expected);
    }
    assert_eq!(normal(Rung::Scheme, "http://example.com:80?é"), "http://example.com/?é");
}

/// Every character that an IRI may have is equivalent to its triplets, in every component with escapes.
#[test]
fn characters_are_their_triplets() {
    for (character, triplets) in [
        ('\u{A0}', "%C2%A0"),
        ('é', "%c3%a9"),
        ('\u{7FF}', "%DF%BF"),
        ('\u{800}', "%E0%A0%80"),
        ('例', "%E4%BE%8b"),
        ('\u{D7FF}', "%ED%9F%BF"),
        ('\u{FFEF}', "%EF%BF%AF"),
        ('\u{10300}', "%F0%90%8C%80"),
        ('\u{EFFFD}', "%F3%AF%BF%BD"),
    ] {
        for place in ["//_@h/", "//h_/", "/_b", "?_", "#_", "a:_", "_/é"] {
            let [character, triplets] =
                [character.to_string(), triplets.to_owned()].map(|text| place.replace('_', &text));
            assert_eq!(normal(Rung::PercentEncoding, &triplets), character);
            assert_eq!(rung(&triplets, &character), Some(Rung::PercentEncoding), "{character}");
        }
    }
}

/// What is reserved, is no UTF-8, or is no character of IRIs by 2.2 and 4.1 stays (3.2).
#[test]
fn what_stays_encoded() {
    for text in [
        "a:%2F%25%23",
        "http://www.example.org/D%FCrst",
        "http://www.example.org/r%E9sum%E9.html",
        "http://xn--99zt52a.example.org/%E2%80%AE",
        // Bidirectional formatting characters, and another that is none.
        "a:%E2%80%8E%E2%80%8F%E2%80%AA",
        "/%EE%80%80#%EE%80%80",
        "#%F3%B0%80%80",
        "?%EE%80%80",
        "a:%C2%80",
        "a:%EF%BF%BE",
        "a:%EF%B7%90",
        "a:%F3%A0%80%81",
        // Overlong, surrogates, too great, cut off.
        "a:%C0%AF..",
        "a:%E0%80%AF",
        "a:%ED%A0%80",
        "a:%F4%90%80%80",
        "a:%F5%80%80%80",
        "a:%C3",
        "a:%C3b%A9",
        "a:%E4%BE",
        "a:%F0%90%8C",
        "a:%A9%C3",
    ] {
        assert_eq!(normal(Rung::Case, text), text);
        assert_eq!(normal(Rung::PathSegments, text), text);
    }
    assert_eq!(normal(Rung::PathSegments, "a:%C3%C3%A9%A9%41"), "a:%C3é%A9A");
    assert_eq!(normal(Rung::PathSegments, "a:%E4%BE%41"), "a:%E4%BEA");
    assert_eq!(normal(Rung::Case, "a:%e2%80%ae"), "a:%E2%80%AE");
    // Nothing has what section 4.1 forbids.
    assert_eq!(normal(Rung::PathSegments, "a:\u{202E}"), "a:%E2%80%AE");
}

/// "Decoding any percent-encoded octet sequence that corresponds to an unreserved character" (5.3.2.3):
/// of `iquery = *( ipchar / iprivate / "/" / "?" )` and `iunreserved = ALPHA / DIGIT / "-" / "." / "_" /
/// "~" / ucschar` (2.2) follows that what is of private use stands in a query, and is not unreserved.
#[test]
fn private_use_is_not_unreserved() {
    for (character, triplets) in
        [("\u{E000}", "%EE%80%80"), ("\u{F8FF}", "%EF%A3%BF"), ("\u{F0000}", "%F3%B0%80%80")]
    {
        let [raw, encoded] = [character, triplets].map(|text| format!("//h?a{text}é"));
        assert_eq!(normal(Rung::PathSegments, &encoded), encoded);
        // "The percent-encoding of both IRIs to be compared has to be aligned."
        assert_eq!(normal(Rung::PathSegments, &raw), encoded);
        assert_eq!(normal(Rung::Case, &raw), raw);
        assert_eq!(rung(&raw, &encoded), Some(Rung::PercentEncoding));
        assert_eq!(rung(&raw, &encoded.to_ascii_lowercase()), Some(Rung::PercentEncoding));
    }
}

/// "US-ASCII only host" (5.3.2.1), by the characters that its triplets stand for too: else it would
/// depend on the order of the rungs.
#[test]
fn hosts_of_ascii_are_lowered() {
    for (text, expected) in [
        ("//EXAMPLE.com", "//example.com"),
        ("//%45X.com/É", "//ex.com/É"),
        ("//%2FX", "//%2Fx"),
        ("//[2001:DB8::A]", "//[2001:db8::a]"),
        ("//RÉSUMÉ.Example", "//RÉSUMÉ.Example"),
        ("//R%C3%89SUM%C3%89.Example", "//RÉSUMÉ.Example"),
        ("//A%FF", "//A%FF"),
    ] {
        assert_eq!(normal(Rung::PathSegments, text), expected, "{text}");
    }
    assert_eq!(rung("//É", "//é"), None);
    assert_eq!(rung("/A", "/a"), None);
    assert_eq!(rung("//A.é", "//a.%C3%A9"), None);
    assert_eq!(rung("mailto:é@A.b", "mailto:%C3%A9@a.b"), Some(Rung::Scheme));
}

/// "Equivalence of IRIs MUST rely on the assumption that IRIs are appropriately
/// pre-character-normalized" (5.3.2.2).
#[test]
fn characters_are_not_normalized() {
    for text in ["re\u{301}sume\u{301}.html", "Vi\u{EA}\u{323}t", "\u{FB01}", "\u{212B}"] {
        assert_eq!(normal(Rung::Scheme, text), text);
    }
    assert_eq!(rung("a:\u{E9}", "a:e\u{301}"), None);
    assert_eq!(rung("a:\u{212B}", "a:\u{C5}"), None);
    assert_eq!(rung("a:e%CC%81", "a:e\u{301}"), Some(Rung::PercentEncoding));
}

/// 5.3.3: "the IRI "http://example.com/?" cannot be assumed to be equivalent", and "two IRIs that
/// differ only by the suffix "#" are considered different regardless of the scheme".
#[test]
fn delimiters_of_empty_components_stay() {
    for text in ["http://example.com/?", "http://example.com/#", "http://:@h/", "http://@h/"] {
        assert_eq!(normal(Rung::Scheme, text), text);
    }
    assert_eq!(rung("http://example.com/#", "http://example.com/"), None);
}

/// 5.3.3: an empty authority is "for others […] considered equivalent to "localhost"", and "the
/// reference should be normalized to an empty authority". It says nothing of one that is missing.
#[test]
fn files_of_the_own_machine() {
    assert_eq!(normal(Rung::Scheme, "file://localhost/é"), "file:///é");
    assert_eq!(normal(Rung::Scheme, "file:/é"), "file:/é");
    assert_eq!(normal(Rung::Scheme, "file://u@localhost/"), "file://u@localhost/");
}

/// Each rung by two IRIs that meet there. "The comparison function MUST NOT map IRIs to URIs" at the
/// lowest (5.3.1).
#[test]
fn rungs() {
    let sections: Vec<_> =
        EDITION.rungs().map(|(rung, section)| (rung, section.unwrap())).collect();
    assert_eq!(
        sections,
        [
            (Rung::String, "5.3.1"),
            (Rung::Case, "5.3.2.1"),
            (Rung::PercentEncoding, "5.3.2.3"),
            (Rung::PathSegments, "5.3.2.4"),
            (Rung::Scheme, "5.3.3"),
            (Rung::Protocol, "5.3.4"),
        ]
    );
    assert_eq!(rung("a:é", "a:é"), Some(Rung::String));
    assert_eq!(rung("a:é", "A:é"), Some(Rung::Case));
    assert_eq!(rung("a:é", "a:%C3%A9"), Some(Rung::PercentEncoding));
    assert_eq!(rung("a:/é/../b", "a:/b"), Some(Rung::PathSegments));
    assert_eq!(rung("http://é", "http://é:80/"), Some(Rung::Scheme));
    let a = "a:%C3%A9";
    assert_eq!(support::reference(EDITION, a).as_str(), a);
}

#[test]
fn redirects() {
    let [data, slash] = ["http://example.com/data", "http://example.com/data/"];
    let mut redirects = Redirects::default();
    redirects.insert(data, slash).unwrap();
    let normalizer = Normalizer::from_edition(EDITION).to(Rung::Protocol).redirects(&redirects);
    let [a, b] = [data, slash].map(|text| support::reference(EDITION, text));
    assert_eq!(compare_with(&normalizer, a, b).rung(), Some(Rung::Protocol));
}

/// 5.1: "the references should be converted to their respective target IRIs before comparison".
#[test]
fn a_relative_reference_comes_with_a_caveat() {
    let normalized = |text| {
        let normalized =
            Normalizer::from_edition(EDITION).normalize(support::reference(EDITION, text));
        normalized.caveats().map(|caveat| caveat.to_string()).collect::<String>()
    };
    assert!(normalized("../é").contains("(5.1)"), "{}", normalized("../é"));
    assert_eq!(normalized("a:é"), "");
}

/// 4.4 prints ten IRIs. The components that 4.2 lets be divided further are so in its examples: the
/// first has a host of both directions, and labels of one each.
#[test]
fn bidirectional_examples() {
    let mut found = Vec::new();
    let examples = EDITION.examples().lines().filter_map(|line| line.strip_prefix("4.4\tIRI\t"));
    for (text, number) in examples.zip(1..) {
        let reference = support::reference(EDITION, text);
        let ids =
            Linter::from_edition(EDITION).lint(reference).into_iter().map(|one| one.lint().id());
        found.extend(ids.filter(|id| id.starts_with("bidi")).map(|id| (number, id)));
        assert!(number <= 10);
    }
    assert_eq!(found, [(8, "bidi-ends"), (9, "bidi-ends")]);
}

/// Characters that no IRI has are found, and encoded, where they stand; `#`, `%` and brackets are not
/// among them (3.1).
#[test]
fn excluded_characters_are_encoded_where_they_are_mended() {
    let mended = |text: &str| {
        let Err(ParseError::Syntax(error)) = check(EDITION, WHOLE, text) else { panic!("{text}") };
        error.explain(text).unwrap().cause().and_then(|cause| cause.mended().map(str::to_owned))
    };
    for (text, expected) in [
        ("é<é>", "é%3Cé%3E"),
        ("é\"é{é}é|é\\é^é`é", "é%22é%7Bé%7Dé%7Cé%5Cé%5Eé%60é"),
        ("é é", "é%20é"),
        ("é%41é é#é", "é%41é%20é#é"),
    ] {
        let whole = mended(&format!("http://h/{text}"));
        assert_eq!(whole, Some(format!("http://h/{expected}")));
    }
}

/// Of what stands where no character can, the whole character is told, and of what could stand there
/// productions and whole characters.
#[test]
fn errors_name_whole_characters() {
    let letters = "aé\u{E000}\u{FFFE}\u{80}:/?#@[%";
    let rules: Vec<_> = EDITION.productions().map(|one| one.rule()).collect();
    assert_ne!(rules.len() % 11, 0, "no rule is left out");
    // All of the short ones, and of those of four letters some.
    for (index, text) in words(letters, 4).iter().enumerate() {
        if text.chars().count() == 4 && index % scaled(11, 1) != 0 {
            continue;
        }
        // Each string by the whole rule, and by one of the others.
        for rule in [WHOLE, rules[index % rules.len()]] {
            let Err(ParseError::Syntax(error)) = check(EDITION, rule, text) else { continue };
            assert!(text.is_char_boundary(error.offset()), "{rule} {text:?}");
            assert_eq!(error.found(), text[error.offset()..].chars().next(), "{rule} {text:?}");
            if index % 7 == 0 {
                let why = error.explain(text).unwrap();
                let is_whole = |name: &String| !name.contains("\\x") && !name.is_empty();
                assert!(
                    why.expected().iter().all(is_whole),
                    "{rule} {text:?}: {:?}",
                    why.expected()
                );
            }
        }
    }
    let message = |text: &str| {
        let Err(ParseError::Syntax(error)) = check(EDITION, WHOLE, text) else { panic!("{text}") };
        error.explain(text).unwrap().to_string()
    };
    assert_eq!(
        message("http://h/\u{E000}"),
        "\"\\u{e000}\" is for private use, and stands only in a query (2.2); at byte 9 there is \
         \"\\u{e000}\" inside `ipath-abempty`, where \"#\", \"/\", \"?\", isegment or end of input could \
         stand (2.2)"
    );
    assert_eq!(
        message("a:\u{FFFE}b"),
        "\"\\u{fffe}\" is no character that an IRI may have (2.2); at byte 2 there is \"\\u{fffe}\" \
         inside `IRI`, where \"#\", \"?\", ihier-part or end of input could stand (2.2)"
    );
}

/// The grammar derives what 4.1 forbids: a lint says so.
#[test]
fn formatting_characters_are_of_the_grammar() {
    for character in ['\u{200E}', '\u{200F}', '\u{202A}', '\u{202E}'] {
        let text = format!("a:{character}");
        assert!(Reference::parse(EDITION, &text).is_ok());
        let found = Linter::from_edition(EDITION).lint(support::reference(EDITION, &text));
        assert_eq!(found[0].lint().id(), "bidi-formatting");
    }
}
