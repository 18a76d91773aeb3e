//! `AnyGrammar`: its productions, its derivation trees, and the contributions of alternatives.

use std::path::Path;

use urispec::grammar::Acceptor;
use urispec::{Edition, Node};
use urispec_audit::alternatives::{Alternatives, Contribution};
use urispec_audit::automata::difference;
use urispec_audit::notation::{Alternative, Characters, PrintedProduction, Term};
use urispec_audit::{
    AnyGrammar, AnyProduction, ComparedLanguages, DerivationTree, Languages, Printed,
    compare_grammars, table_bytes,
};
use urispec_compare::sample::ByteSampler;
use urispec_compare::suite::{ByteCase, ByteSuite};

use crate::support::{abnf as reader, abnf_grammar as abnf, pest_grammar as pest, text};

fn acceptor(grammar: &AnyGrammar, name: &str) -> Acceptor {
    grammar.decide(&[name]).acceptor(name).unwrap()
}

#[test]
fn productions_list_their_uses_and_users() {
    let grammar = abnf("; above\na = B / DIGIT / b\nb = %x61\n\nc = gone\n");
    assert_eq!(grammar.names().collect::<Vec<_>>(), ["a", "b", "c"]);
    let [a, b] = ["A", "b"].map(|name| grammar.production(name).unwrap());
    assert_eq!((&*a.name, &*a.text, a.line, &*a.comment), ("a", "a = B / DIGIT / b", 2, "above"));
    assert_eq!(a.uses, ["B", "DIGIT", "b"]);
    assert_eq!(b.used_by, ["a"]);
    let decided = grammar.decide_all();
    assert!(decided.acceptor("a").unwrap().accepts(b"7"));
    let why = decided.acceptor("c").unwrap_err();
    assert!(why.reason.starts_with("a.abnf, line 5: `c` uses `gone`, which is not defined; "));
    assert!(decided.language("d").unwrap_err().reason.contains("`d`"));
    // A production that was not requested has no language.
    assert!(grammar.decide(&["a"]).language("b").is_err());
}

#[test]
fn nested_recursion_is_refused() {
    let grammar = abnf("a = b\nb = \"(\" b \")\" / \"x\"\nc = \"y\"\n");
    let why = grammar.decide(&["a"]).acceptor("a").unwrap_err();
    assert_eq!(why.name, "a");
    assert_eq!(why.through, ["a", "b"]);
    assert!(why.reason.starts_with("a.abnf, line 2: `b` recurses with something after"));
    assert!(acceptor(&grammar, "c").accepts(b"Y"));
    let grammar = pest("a = { b } b = { \"(\" ~ b ~ \")\" | \"x\" } c = { \"y\" }");
    let why = grammar.decide(&["a"]).acceptor("a").unwrap_err();
    assert!(why.reason.starts_with("a → b: a.pest:1: rule `b`: recursion"), "{why}");
    assert!(acceptor(&grammar, "c").accepts(b"y"));
}

#[test]
fn the_language_of_a_rule_is_what_a_parser_accepts() {
    let grammar = pest("// above\na = { \"a\" | \"ab\" | b }\nb = { 'c'..'d' }");
    assert_eq!(grammar.production("b").unwrap().used_by, ["a"]);
    assert_eq!(grammar.production("a").unwrap().comment, "above");
    let a = acceptor(&grammar, "a");
    assert!(a.accepts(b"a") && a.accepts(b"d") && !a.accepts(b"ab"));
}

#[test]
fn a_grammar_can_be_given_as_automata() {
    let decided = abnf("x = \"a\"\ny = %x62\n").decide_all();
    let (dfa, start) = decided.language("y").unwrap();
    let grammar = AnyGrammar::given(
        "patterns",
        vec![
            (AnyProduction::new("one", "b", 1), Ok(dfa.restrict(start))),
            (AnyProduction::new("two", "(b)\\1", 2), Err("back references".to_owned())),
        ],
    );
    assert!(acceptor(&grammar, "one").accepts(b"b"));
    let decided = grammar.decide_all();
    assert_eq!(decided.acceptor("two").unwrap_err().to_string(), "back references");
}

#[test]
fn editions_can_be_read_as_grammars() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    let host = acceptor(&grammar, "host");
    let known = Edition::Rfc3986.production("host").unwrap();
    for text in ["", "1.2.3.4", "[::1]", "[v1.a]", "a b", "[::"] {
        assert_eq!(host.accepts(text.as_bytes()), known.accepts(text.as_bytes()), "{text}");
    }
}

/// `%x41-5A / %xC0-17F / %x4E00` in UTF-8 has a class of ASCII inside and one outside, and two classes of characters
/// above.
#[test]
fn letters_are_characters_if_all_members_are_utf8() {
    let grammar = abnf("a = 1*( %x41-5A / %xC0-17F / %x4E00 )\n");
    let a = acceptor(&grammar, "a");
    assert!(a.is_of_characters());
    let suite = ByteSuite::new(a.clone()).unwrap();
    let letters: Vec<_> = suite.letters().map(|one| std::str::from_utf8(one).unwrap()).collect();
    // é is U+E9. The other class begins with a control of Latin 1, whose first letter is U+AA.
    assert_eq!(letters, ["0", "A", "é", "ª"]);
    // The start, the dead state, and the state after a letter.
    assert_eq!(suite.states(), 3);
    assert!(suite.cases().all(|case| std::str::from_utf8(&case.input).is_ok()));
    assert!(suite.cases().all(|case| a.offset(&case.input) == case.offset));
    let mut sampler = ByteSampler::new(a.clone()).unwrap().max_len(3).unwrap();
    let members: Vec<_> = (0..60).map(|_| String::from_utf8(sampler.member()).unwrap()).collect();
    assert!(members.iter().all(|one| a.accepts(one.as_bytes()) && one.chars().count() <= 3));
    assert!(members.iter().any(|one| one.contains(|c: char| c > '\u{FF}')));
    for _ in 0..60 {
        let near = String::from_utf8(sampler.near_miss().unwrap()).unwrap();
        assert!(!a.accepts(near.as_bytes()), "{near}");
    }
    let shortest: Vec<_> = sampler.shortest().take(3).collect();
    assert_eq!(shortest, ["A".as_bytes(), "é".as_bytes(), "AA".as_bytes()]);
}

#[test]
fn letters_are_bytes_if_a_member_is_not_utf8() {
    let grammar = abnf("a = 1*%xA0-FF\n");
    let a = acceptor(&grammar, "a");
    assert!(!a.is_of_characters());
    let suite = ByteSuite::new(a.clone()).unwrap();
    assert_eq!(suite.letters().collect::<Vec<_>>(), [&b"0"[..], b"\x80", b"\xE9"]);
    let mut sampler = ByteSampler::new(a.clone()).unwrap();
    for _ in 0..40 {
        assert!(a.accepts(&sampler.member()) && !a.accepts(&sampler.near_miss().unwrap()));
    }
}

/// All strings, no string, and the strings of even length: no letter is wrong at every position.
#[test]
fn near_misses_exist_unless_every_string_is_a_member() {
    let grammar = abnf("all = *OCTET\nnone = 1*%xE9\neven = *( 2OCTET )\n");
    let mut all = ByteSampler::new(acceptor(&grammar, "all")).unwrap();
    assert_eq!(all.near_miss(), None);
    assert!(!all.member().is_empty());
    let even = acceptor(&grammar, "even");
    let mut sampler = ByteSampler::new(even).unwrap();
    assert!((0..20).all(|_| sampler.near_miss().unwrap().len() % 2 == 1));
    let read = reader().characters(Characters::Ascii).read(text("none = 1*%xE9\n")).unwrap();
    let none = acceptor(&AnyGrammar::printed(read), "none");
    assert!(none.is_empty() && ByteSampler::new(none.clone()).is_err());
    let suite = ByteSuite::new(none).unwrap();
    assert!(suite.cases().all(|case| case.offset == Some(0)));
}

/// A suite finds every implementation with a redirected transition, and every one that treats a character of a class
/// otherwise than its letter. Each wrong implementation is another grammar.
#[test]
fn a_suite_distinguishes_other_grammars() {
    let sequence = "a = \"x\" 1*3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n";
    for (right, wrong) in [
        (sequence, "a = \"x\" 1*4%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n"),
        (sequence, "a = \"x\" 1*3%xC0-FF *%x4E00-9FFF\nz = %x100\n"),
        (sequence, "a = [ \"x\" ] 1*3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n"),
        (sequence, "a = \"x\" *3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n"),
        (sequence, "a = \"x\" 1*3%xC0-FF\nz = %x100\n"),
        ("a = 1*%xC0-17F\n", "a = 1*%xC0-17E\n"),
        ("a = 1*%x4E00-FFFF\n", "a = 1*( %x4E00-FF1F / %xFF21-FFFF )\n"),
        ("a = %x61-7A *%x30-39\n", "a = %x61-7A *( %x30-36 / %x38-39 )\n"),
    ] {
        let [right, implementation] = [right, wrong].map(|text| acceptor(&abnf(text), "a"));
        let finds = |case: ByteCase| implementation.accepts(&case.input) != case.offset.is_none();
        assert!(ByteSuite::new(right).unwrap().cases().any(finds), "{wrong}");
    }
    let bytes = ByteSuite::new(acceptor(&abnf("a = 1*%xA0-FF\n"), "a")).unwrap();
    let is_here = |byte| bytes.cases().any(|case| case.input == [byte] && case.offset.is_none());
    assert!((0xA0..=0xFF).all(is_here));
}

#[test]
fn two_versions_of_a_grammar_are_compared_by_name_and_language() {
    let old = abnf(
        "kept = \"a\" DIGIT\nOld_Name = 1*\"b\"\nname = \"x\"\nwider = \"y\"\ngone = \"z\"\n\
                    loop = \"(\" loop \")\" / \"x\"\nlast = \"q\"\n",
    );
    let new = abnf(
        "KEPT = \"A\" %x30-39\nrenamed = \"b\" *\"b\"\nname = \"x\" / \"w\"\n\
                    wider = %s\"y\"\nnew = \"n\"\nloop = \"(\" loop \")\" / \"x\"\nlast = \"p\"\n",
    );
    let compared = compare_grammars(&old, &new);
    let pairs: Vec<_> = compared
        .pairs
        .iter()
        .map(|one| {
            let relation = one.found.as_ref().map_or("", |found| found.relation.name());
            (&*one.left, &*one.right, one.is_renamed, relation)
        })
        .collect();
    assert_eq!(
        pairs,
        [
            ("kept", "KEPT", false, "equal"),
            ("name", "name", false, "narrower"),
            ("wider", "wider", false, "wider"),
            ("loop", "loop", false, ""),
            ("last", "last", false, "disjoint"),
            ("Old_Name", "renamed", true, "equal"),
        ]
    );
    assert_eq!(
        (compared.gone, compared.appeared),
        (vec!["gone".to_owned()], vec!["new".to_owned()])
    );
    let name = compared.pairs[1].found.as_ref().unwrap();
    // "x" and "w" ignore case; `W` is first in byte order.
    assert_eq!((name.only_left.clone(), name.only_right.clone()), (None, Some(b"W".to_vec())));
    assert_eq!(name.common, Some(b"X".to_vec()));
    let reason = &compared.pairs[3].found.as_ref().unwrap_err().reason;
    assert!(reason.contains("`loop` recurses"), "{reason}");
    let alone = ComparedLanguages::new((&old, "gone"), (&new, "new")).unwrap();
    assert_eq!(alone.relation.name(), "disjoint");
}

/// RFC 5234, B.1, and the built-in rules of pest, even if the grammar does not use them.
#[test]
fn built_in_rules_of_a_notation_are_decided() {
    let grammar = abnf("a = hexdig\nWSP = \"w\"\n");
    assert_eq!(grammar.lent("hexdig").as_deref(), Some("HEXDIG"));
    let hexdig = acceptor(&grammar, "HexDig");
    assert!(hexdig.accepts(b"f") && hexdig.accepts(b"7") && !hexdig.accepts(b"g"));
    let decided = grammar.decide(&["CRLF", "a", "LWSP"]);
    assert!(decided.acceptor("crlf").unwrap().accepts(b"\r\n"));
    assert!(decided.acceptor("a").unwrap().accepts(b"F"));
    assert!(decided.acceptor("LWSP").unwrap().accepts(b" \r\n\t"));
    // A definition in the grammar takes precedence.
    assert_eq!(grammar.lent("WSP"), None);
    assert!(acceptor(&grammar, "WSP").accepts(b"W") && grammar.lent("b").is_none());
    let grammar = pest("a = { \"a\" } NEWLINE_ = { NEWLINE }");
    assert_eq!(grammar.lent("ASCII_DIGIT").as_deref(), Some("ASCII_DIGIT"));
    let digit = acceptor(&grammar, "ASCII_DIGIT");
    assert!(digit.accepts(b"7") && !digit.accepts(b"77") && !digit.accepts(b"a"));
    assert!(acceptor(&grammar, "NEWLINE").accepts(b"\r\n"));
    for name in ["a", "ascii_digit", "NOTHING", "", "A } b = { ANY"] {
        assert_eq!(grammar.lent(name), None, "{name}");
    }
}

/// Checks the reported contributions of the alternatives of a production.
fn check_members(read: &Printed, alternatives: &Alternatives<'_>, production: &PrintedProduction) {
    let (name, all) = (&production.name, production.alternatives());
    let members = alternatives.members(name);
    assert_eq!(members.told.len() + members.left, all.len(), "{name}");
    // Each alternative by itself, all others, and those reported to cover it.
    let mut grammar = read.clone();
    let mut names = Vec::new();
    let mut add = |name: String, all: Vec<Alternative>| {
        let mut one = production.clone();
        (one.name, one.term) = (name.clone(), Ok(Term::Choice(all)));
        grammar.productions.push(one);
        names.push(name);
    };
    for (place, member) in members.told.iter().enumerate() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != place);
        let others: Vec<Alternative> = others.map(|(_, one)| one.clone()).collect();
        if let Contribution::Nothing { within, .. } = &member.adds {
            let within = others.iter().filter(|one| within.contains(&one.text)).cloned().collect();
            add(format!("within {place}"), within);
        }
        add(format!("alone {place}"), vec![all[place].clone()]);
        add(format!("others {place}"), others);
    }
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let decided = AnyGrammar::printed(grammar).decide(&names);
    for (place, member) in members.told.iter().enumerate() {
        let language = |what: &str| decided.language(&format!("{what} {place}")).unwrap();
        let only = difference(language("alone"), language("others")).only_left;
        let (dfa, start) = language("alone");
        match &member.adds {
            Contribution::Own(own) => {
                let (others, start_of_others) = language("others");
                let is_own = dfa.matches(start, own) && !others.matches(start_of_others, own);
                assert!(is_own, "{name}: {}: {own:?}", member.text);
                assert_eq!(only.map(|only| only.len()), Some(own.len()), "{name}: {}", member.text);
            }
            Contribution::Nothing { shortest, .. } => {
                assert_eq!(only, None, "{name}: {}", member.text);
                let only = difference(language("alone"), language("within")).only_left;
                assert_eq!(only, None, "{name}: {}", member.text);
                let shortest = shortest.as_ref().expect("each alternative has a string");
                assert!(dfa.matches(start, shortest), "{name}: {}: {shortest:?}", member.text);
                assert_eq!(dfa.shortest(start).map(|one| one.len()), Some(shortest.len()));
            }
            Contribution::Unknown(why) => panic!("{name}: {}: {why}", member.text),
        }
    }
}

/// For every production of every edition, decides the contributions a second time: as languages of productions added
/// to the grammar.
#[test]
fn contributions_of_alternatives_agree_with_derived_grammars() {
    let mut productions = 0;
    for grammar in Edition::ALL.iter().flat_map(|edition| edition.grammars()) {
        let read = urispec_audit::pair(grammar).unwrap().as_read();
        let names: Vec<&str> = read.productions.iter().map(|one| &*one.name).collect();
        let alternatives = Alternatives::of_productions(&read, &names);
        for one in read.productions.iter().filter(|one| !one.alternatives().is_empty()) {
            check_members(&read, &alternatives, one);
            productions += 1;
        }
    }
    assert!(productions > 200, "{productions}");
}

/// Returns the nodes of a tree, each as its production and span.
fn nodes(tree: &Node<'_>) -> Vec<(&'static str, usize, usize)> {
    tree.walk().map(|(_, node)| (node.rule(), node.start(), node.end())).collect()
}

#[test]
fn derivation_trees_expand_names_to_the_given_depth() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    let at = |levels| DerivationTree::find(&grammar, "port", "8", levels, &[]);
    assert_eq!(at(0), Some(DerivationTree::Repeat(vec![DerivationTree::Read])));
    assert_eq!(
        at(1),
        Some(DerivationTree::Repeat(vec![DerivationTree::Name(Box::new(DerivationTree::Read))]))
    );
}

/// RFC 3986, 3.2.2: the second of the nine alternatives of `IPv6address` has "::" before five groups, and the ninth
/// has nothing after it.
#[test]
fn an_ipv6_address_derives_from_one_of_nine_alternatives() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    for (text, line) in [
        ("1:2:3:4:5:6:7:8", 0),
        ("::2:3:4:5:6:7:8", 1),
        ("1::3:4:5:6:7:8", 2),
        ("::1", 7),
        ("1::", 8),
        ("::", 8),
    ] {
        let way = DerivationTree::find(&grammar, "IPv6address", text, 0, &[]);
        assert!(
            matches!(way, Some(DerivationTree::Choice(at, _)) if at == line),
            "{text}: {way:?}"
        );
    }
}

/// RFC 1738, 3.1, prefers `ip-schemepart`, which is printed second; the parse tree follows it.
#[test]
fn the_derivation_follows_the_parse_tree_before_the_printed_order() {
    let production = Edition::Rfc1738.production("schemepart").unwrap();
    let grammar = urispec_audit::any(production.grammar()).unwrap();
    let tree = production.tree("//h/p").unwrap();
    let chosen = |nodes: &[_]| match DerivationTree::find(&grammar, "schemepart", "//h/p", 0, nodes)
    {
        Some(DerivationTree::Choice(at, _)) => at,
        way => panic!("{way:?}"),
    };
    assert_eq!((chosen(&[]), chosen(&nodes(&tree))), (0, 1));
}

/// Returns the derivation that follows the parse tree of a string.
fn derivation(rule: &str, edition: Edition, text: &str) -> DerivationTree {
    let production = edition.production(rule).unwrap();
    let grammar = urispec_audit::any(production.grammar()).unwrap();
    DerivationTree::find(&grammar, rule, text, 0, &nodes(&production.tree(text).unwrap())).unwrap()
}

/// RFC 1738, 3.4: a Gopher+ string follows a second encoded tab, although a search may contain `%09` too.
#[test]
fn the_parse_tree_resolves_an_ambiguous_split() {
    let way = derivation("gopherurl", Edition::Rfc1738, "gopher://a/1x%09y%09z");
    let mut optional = &way;
    // "/", gtype, selector, "%09", search, "%09", gopher+_string: four nested options.
    for depth in 0..4 {
        let DerivationTree::Sequence(parts) = optional else { panic!("{depth}: {optional:?}") };
        let Some(DerivationTree::Repeat(rounds)) = parts.last() else {
            panic!("{depth}: {parts:?}")
        };
        assert_eq!(rounds.len(), 1, "{depth}");
        optional = &rounds[0];
    }
}

/// draft-fielding-url-syntax-05: the empty string is a relative URL, whose path is empty.
#[test]
fn the_parse_tree_keeps_an_empty_node() {
    let DerivationTree::Sequence(parts) = derivation("URL-reference", Edition::UrlSyntax05, "")
    else {
        panic!()
    };
    assert!(matches!(&parts[0], DerivationTree::Repeat(rounds) if rounds.len() == 1), "{parts:?}");
    assert_eq!(parts[1], DerivationTree::Repeat(Vec::new()));
}

/// `cargo run -p urispec-generate` writes the tables.
#[test]
fn every_table_is_built_from_its_printed_grammar() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        let built =
            table_bytes(&Languages::new(&urispec_audit::pair(grammar).unwrap().with_readings()));
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/editions/automaton/tables")
            .join(grammar.stem().replace('-', "_"))
            .with_extension("dfa");
        let checked_in = std::fs::read(&path).unwrap_or_default();
        // The files are long; the first different byte is more useful.
        let differs = built.iter().zip(&checked_in).position(|(built, found)| built != found);
        assert_eq!((differs, built.len()), (None, checked_in.len()), "{}", path.display());
    }
}
