//! The generic documents, RFC 1630 to RFC 3987, beyond what a row of a table can say.

use urispec::error::EndpointError;
use urispec::meaning::{rfc1630, rfc1738::Url};
use urispec::trace::{ResolutionStep, Warning};
use urispec::{Edition, Node, Normalizer, ParseError, Reference, Resolver, Rung, check, split};
use urispec_audit::{Claim, Examples};
use urispec_compare::diff::{Comparison, Language, Relation};
use urispec_lint::Linter;

use crate::common::{scaled, snapshot, words};
use crate::support::{self, reference};

/// Returns all references up to a length over an alphabet whose components are not those of Appendix B, shortest first.
fn not_as_split(edition: Edition, alphabet: &str, length: usize) -> Vec<String> {
    let texts = words(alphabet.chars(), length).into_iter();
    let differs = |text: &String| {
        let parsed = Reference::parse_as(edition, edition.whole_rules()[0], text);
        parsed.is_ok_and(|reference| reference.components() != split(text))
    };
    texts.filter(differs).collect()
}

/// Except where a document derives otherwise, the components of its references are those that Appendix B finds.
#[test]
fn components_are_those_of_appendix_b() {
    // Where there are opaque parts, the derivation has no query where Appendix B finds one: `a:?`, and what is longer.
    let is_opaque = |edition, text: &String| {
        let opaque = reference(edition, text).opaque_part();
        opaque.is_some_and(|opaque| opaque.contains('?'))
    };
    let differ = not_as_split(Edition::Rfc2396, "a1!@:/?#", 4);
    assert_eq!(differ[0], "a:?");
    assert!(differ[1..].iter().all(|text| text.len() > 3), "{differ:?}");
    assert!(differ.iter().all(|text| is_opaque(Edition::Rfc2396, text)), "{differ:?}");
    let differ = not_as_split(Edition::Rfc2732, "a1[:]@/?", 4);
    assert!(differ.iter().all(|text| is_opaque(Edition::Rfc2732, text)), "{differ:?}");
    let differ = not_as_split(Edition::Rfc2396bis01, "a1!@:/?#[", 4);
    assert_eq!(differ, ["a:a?", "a:1?", "a:!?", "a:@?", "a::?", "a:?[", "a:[?"]);
    for text in &differ {
        assert_eq!(reference(Edition::Rfc2396bis01, text).opaque_part(), Some(&text[2..]));
    }
    // Appendix B is the "test oracle" of url-syntax-05 (4.4). No character beyond US-ASCII delimits (RFC 3987, 2.1).
    assert_eq!(not_as_split(Edition::UrlSyntax05, "a1!@:/?#", 4), [""; 0]);
    assert_eq!(not_as_split(Edition::Rfc3987, "aé1:/?#@", 5), [""; 0]);
    assert_eq!(not_as_split(Edition::Rfc3987, "\u{E000}é\u{2044}:/?#", 4), [""; 0]);
    // RFC 1808, 2.4: a scheme has other characters, and no authority ends at "?".
    let differ = not_as_split(Edition::Rfc1808, "a_:/?#;", 4);
    for text in &differ {
        let is_scheme = text.split_once(':').is_some_and(|(name, _)| name.contains(['_', ';']));
        assert!(is_scheme || text.contains("//"), "{text}");
    }
    assert_eq!(differ[..4], ["_:", ";:", "a_:", "a;:"].map(str::to_owned));
}

/// The grammar of url-syntax-05 derives a path where no site makes up what comes before the next "/", and that of RFC
/// 1808 divides "//h//" otherwise. The components are Appendix B's all the same: "the site component wins" (4.4).
#[test]
fn trees_that_divide_otherwise() {
    #[rustfmt::skip]
    let rows = [
        ("//a_b/c", "//a_b/c", None), ("//h?q", "//h", Some("q")), ("x://a.b.", "//a.b.", None), ("!:", "!:", None),
        ("//1", "//1", None), ("//!", "//!", None), ("//@", "//@", None), ("//?", "//", Some("")),
    ];
    for (text, path, query) in rows {
        let tree = Node::parse(Edition::UrlSyntax05, "URL-reference", text).unwrap();
        let derived = Reference::try_from(&tree).unwrap();
        assert_eq!((derived.authority(), derived.host()), (None, None), "{text}");
        assert_eq!((derived.path(), derived.query()), (path, query), "{text}");
        assert_eq!(reference(Edition::UrlSyntax05, text).components(), split(text), "{text}");
        assert_eq!(
            Reference::from_tree(Edition::UrlSyntax05, &tree).unwrap().components(),
            split(text),
            "{text}"
        );
    }
    let tree = Node::parse(Edition::Rfc1808, "URL", "http://h//a").unwrap();
    assert_eq!(Reference::try_from(&tree).unwrap().path(), "//h//a");
    let of_tree = Reference::from_tree(Edition::Rfc1808, &tree).unwrap().components();
    assert_eq!((of_tree.authority, of_tree.path), (Some("h"), "//a"));
}

/// The values of the URLs of single schemes.
#[test]
fn lowered_values() {
    let show = |edition, lowered: &dyn Fn(&'static str) -> String, texts: &[&'static str]| {
        let shown: Vec<_> =
            texts.iter().map(|text| format!("{text}\n  {}\n", lowered(text))).collect();
        snapshot(&format!("{edition}/lowered"), "schemes", &shown.join("\n"));
    };
    #[rustfmt::skip]
    show(Edition::Rfc1738, &|text| format!("{:?}", Url::parse(text).unwrap()), &[
        "ftp://foo:@host.com/%2Fetc/motd;type=A", "http://h:8080/a?b", "gopher://h/7s%09q%09+", "mailto:a%25b@c",
        "news:*", "news:comp.infosystems.www.misc", "news:1@h", "nntp://h/g/12", "telnet://u:p@h:24/", "wais://h/d",
        "wais://h/d?q", "wais://h/d/t/p", "file:///a/b", "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "prospero://host.dom//pros/name;a=b;c=", "http://u@1.2.3.4/a", "x-mine:a",
    ]);
    #[rustfmt::skip]
    show(Edition::Rfc1630, &|text| format!("{:?}", rfc1630::Url::parse(text).unwrap()), &[
        "http://info.cern.ch:8000/imaginary/test", "ftp://u:p@h/a/b;type=EC", "news:*", "news:comp.lang.c", "news:1@h",
        "nntp:g/12", "prospero://h/a%0012x", "prospero://h/a", "telnet://u@h",
        "gopher://gopher.micro.umn.edu/00/InformationAboutGopher/AboutGopher",
        "wais://quake.think.com/wais-discussion-archives?lynch", "wais://h/d/t/1=a;2=b/c;", "mailto:a@b", "mid:1@h",
        "cid:p@h",
    ]);
}

/// A normal form makes the same request as the URL, though its characters differ: the same request of gopher (3.4) for
/// an item of the same type, the same commands of FTP (3.2.2), at the same port.
#[test]
fn normal_forms_ask_for_the_same() {
    #[derive(Debug, PartialEq)]
    enum Asked {
        Gopher(Option<u16>, u8, Option<Vec<u8>>),
        Ftp(Option<u16>, Vec<Option<Vec<u8>>>),
    }
    let asked = |text: &str| match Url::parse(text) {
        Ok(Url::Gopher(gopher)) => {
            Some(Asked::Gopher(gopher.site.port(), gopher.item_type(), gopher.request()))
        }
        Ok(Url::Ftp(ftp)) => {
            let lines = ftp.commands("me@h").map(|command| command.line()).collect();
            Some(Asked::Ftp(ftp.login.site.port(), lines))
        }
        _ => None,
    };
    let pieces = [":70", ":21", "/", "1", "%31", "%09", "%2f", "+", ";type=a"];
    let mut changed = 0;
    let strings = words(pieces, 4).into_iter().step_by(scaled(4, 1));
    for text in strings.flat_map(|s| [format!("gopher://h{s}"), format!("FTP://h{s}")]) {
        let Some(before) = asked(&text) else { continue };
        let reference = Reference::parse(Edition::Rfc1738, &text).unwrap();
        let normal =
            Normalizer::from_edition(Edition::Rfc1738).to(Rung::Scheme).normalize(reference);
        assert_eq!(asked(normal.as_str()), Some(before), "{text} -> {normal}");
        changed += usize::from(!normal.is_unchanged());
    }
    assert!(changed > scaled(250, 1000), "{changed}");
}

/// The base of the tables of RFC 1808.
const BASE: &str = "http://a/b/c/d;p?q#f";

/// Every base, reference and target of section 5 is a URL, and so are those of the appendix.
#[test]
fn the_tables_have_urls() {
    let all = Examples::read(Edition::Rfc1808.id(), Edition::Rfc1808.examples()).unwrap().all;
    let mut rows = 0;
    for example in all {
        if let Claim::Target { base, reference, target, .. } = example.claim {
            rows += 1;
            for text in [base, reference, target] {
                assert!(check(Edition::Rfc1808, "URL", text).is_ok(), "{text}");
            }
        }
    }
    // 24 of 5.1, 15 of 5.2, and one of the appendix.
    assert_eq!(rows, 40);
}

/// 2 and 2.2: relative URLs cannot be used with a base that is not a generic-RL. An absolute URL is not one if a second
/// slash follows the one after its net_loc.
#[test]
fn bases_and_generic_rls() {
    let letter = Resolver::from_edition(Edition::Rfc1808);
    for (base, is_generic) in
        [("http://h//a", false), ("a:////", false), ("http://h/a//b", true), ("mailto:a@b", true)]
    {
        assert_eq!(check(Edition::Rfc1808, "generic-RL", base).is_ok(), is_generic, "{base}");
        let warnings = letter.resolve(split(base), split("g")).unwrap().warnings();
        assert_eq!(warnings.contains(&Warning::BaseNotGeneric), !is_generic, "{base}");
        let absolute = letter.resolve(split(base), split("x:y")).unwrap();
        assert_eq!(absolute.warnings(), [], "{base}");
    }
}

/// Any string of a few characters is a generic-RL if its net_loc and path are, as the resolver judges.
#[test]
fn generic_rls() {
    for text in words("a:/?;".chars(), 5) {
        let text = format!("x:{text}");
        let found = reference(Edition::Rfc1808, &text).components();
        let doubled = found.authority.is_some() && found.path.starts_with("//");
        assert_eq!(check(Edition::Rfc1808, "generic-RL", &text).is_ok(), !doubled, "{text}");
    }
}

/// A reference that is divided by Appendix B resolves as one that is divided by 2.4.
#[test]
fn components_of_either_kind() {
    let letter = Resolver::from_edition(Edition::Rfc1808);
    for reference in ["//h?q/a", "a_b:c?d", "//h?q", "a_b://c/d", "g"] {
        let (read, _) = letter.read(reference).unwrap();
        let (base, _) = letter.read_base(BASE).unwrap();
        let of_read = letter.resolve(base, read).unwrap();
        let of_split = letter.resolve(split(BASE), split(reference)).unwrap();
        assert_eq!(of_read, of_split, "{reference}");
    }
}

/// The trace of RFC 1808 has the steps in their order.
#[test]
fn traces() {
    let steps = |base: &str, reference: &str| {
        let mut steps = Vec::new();
        let each = |step: ResolutionStep<'_>| {
            let line = step.to_string();
            let word = line.split_whitespace().find(|word| word.ends_with(')'));
            steps.extend(word.map(str::to_owned));
        };
        Resolver::from_edition(Edition::Rfc1808)
            .trace(split(base), split(reference), each)
            .unwrap();
        steps.join(" ")
    };
    assert_eq!(steps("", "x:y"), "1)");
    assert_eq!(steps(BASE, ""), "2a)");
    assert_eq!(steps(BASE, "x:y"), "2b)");
    assert_eq!(steps(BASE, "//h"), "2c) 3) 7)");
    assert_eq!(steps(BASE, "/g"), "2c) 3) 4) 7)");
    assert_eq!(steps(BASE, ";x"), "2c) 3) 5) 5a) 7)");
    assert_eq!(steps(BASE, "?y"), "2c) 3) 5) 5a) 5b) 7)");
    assert_eq!(steps(BASE, "#s"), "2c) 3) 5) 5a) 5b) 7)");
    assert_eq!(steps(BASE, "g"), "2c) 3) 6) 6) 6a) 6b) 6c) 6d) 7)");
}

/// RFC 6874, 1: "a host-specific function that varies between operating systems".
#[test]
fn the_zone_is_the_system_s() {
    let endpoint = reference(Edition::Rfc6874, "http://[fe80::a%25en1]/").endpoint();
    assert_eq!(endpoint.unwrap_err(), EndpointError::Zone);
    assert!(reference(Edition::Rfc6874, "http://[fe80::a]/").endpoint().is_ok());
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
    let production = |name| Edition::Rfc3987.production(name).unwrap();
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

/// "Every URI is by definition an IRI" (3.1), and an IRI of US-ASCII is a URI: the grammar "closely
/// follows the URI grammar" (2.2).
#[test]
fn ascii_strings_are_those_of_rfc_3986() {
    let language = |edition: Edition, rule| Language::new(edition.production(rule).unwrap());
    let whole = Comparison::new(
        language(Edition::Rfc3986, "URI-reference"),
        language(Edition::Rfc3987, "IRI-reference"),
    );
    assert_eq!(whole.relation, Relation::Narrower);
    let rules =
        [("IRI-reference", "URI-reference"), ("IRI", "URI"), ("absolute-IRI", "absolute-URI")];
    let rules = rules.map(|(iri, uri)| {
        [(Edition::Rfc3987, iri), (Edition::Rfc3986, uri)]
            .map(|(edition, rule)| edition.production(rule).unwrap())
    });
    // All of the short ones, and of those of five letters some.
    for (at, text) in words("a1:/?#@[]%. ".chars(), 5).iter().enumerate() {
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
    for production in Edition::Rfc3987.productions() {
        let Ok(other) = Edition::Rfc3986.production(production.rule()) else { continue };
        let found = Comparison::new(Language::new(production), Language::new(other));
        assert_eq!(found.relation, Relation::Equal, "{}", production.rule());
        same += 1;
    }
    assert_eq!(same, 14);
}

/// RFC 3987: "the algorithms of [RFC3986] can be applied directly, treating the characters additionally allowed
/// in IRI references in the same way that unreserved characters are" (6.5): an é resolves as an "a".
#[test]
fn resolves_as_rfc_3986_does() {
    let is = |rule, text: &str| support::is_in(Edition::Rfc3987, rule, text);
    let bases = ["h:", "h://é", "h://é/é/b?é", "h:é/b", "h:/é/../é", "h://h/é/b/c?é"];
    for base in bases {
        for reference in words("é./?#:".chars(), 4).iter().filter(|text| is("IRI-reference", text))
        {
            let plain = |text: &str| text.replace('é', "a");
            let resolve = |edition, base: &str, reference: &str| {
                let resolved =
                    Resolver::from_edition(edition).resolve(split(base), split(reference)).unwrap();
                (resolved.to_string(), resolved.warnings().is_empty())
            };
            let (found, reads_back) = resolve(Edition::Rfc3987, base, reference);
            let expected = resolve(Edition::Rfc3986, &plain(base), &plain(reference));
            assert_eq!((plain(&found), reads_back), expected, "{base} {reference}");
            assert!(is("IRI", &found) || !reads_back, "{base} {reference}: {found}");
        }
    }
}

/// 5.1: "the references should be converted to their respective target IRIs before comparison".
#[test]
fn a_relative_reference_comes_with_a_caveat() {
    let normalized = |text| {
        let normalized =
            Normalizer::from_edition(Edition::Rfc3987).normalize(reference(Edition::Rfc3987, text));
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
    let examples =
        Edition::Rfc3987.examples().lines().filter_map(|line| line.strip_prefix("4.4\tIRI\t"));
    for (text, number) in examples.zip(1..) {
        let parsed = reference(Edition::Rfc3987, text);
        let ids = Linter::from_edition(Edition::Rfc3987)
            .lint(parsed)
            .into_iter()
            .map(|one| one.lint().id());
        found.extend(ids.filter(|id| id.starts_with("bidi")).map(|id| (number, id)));
        assert!(number <= 10);
    }
    assert_eq!(found, [(8, "bidi-ends"), (9, "bidi-ends")]);
}

/// An error names the whole wrong character, and among what it expects productions and whole characters.
#[test]
fn errors_name_whole_characters() {
    let letters = "aé\u{E000}\u{FFFE}\u{80}:/?#@[%";
    let rules: Vec<_> = Edition::Rfc3987.productions().map(|one| one.rule()).collect();
    assert_ne!(rules.len() % 11, 0, "no rule is left out");
    // All of the short ones, and of those of four letters some.
    for (index, text) in words(letters.chars(), 4).iter().enumerate() {
        if text.chars().count() == 4 && index % scaled(11, 1) != 0 {
            continue;
        }
        // Each string by the whole rule, and by one of the others.
        for rule in ["IRI-reference", rules[index % rules.len()]] {
            let Err(ParseError::Syntax(error)) = check(Edition::Rfc3987, rule, text) else {
                continue;
            };
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
        let Err(ParseError::Syntax(error)) = check(Edition::Rfc3987, "IRI-reference", text) else {
            panic!("{text}")
        };
        error.explain(text).unwrap().to_string()
    };
    assert_eq!(
        message("http://h/\u{E000}"),
        "at byte 9: \"\\u{e000}\" is a private-use character, allowed only in a query (RFC 3987, 2.2)"
    );
    assert_eq!(
        message("a:\u{FFFE}b"),
        "at byte 2: \"\\u{fffe}\" is not allowed in an IRI (RFC 3987, 2.2)"
    );
}
