//! What a grammar of any kind says of its productions, of the ways through them, and of what alternatives add.

use std::path::Path;

use urispec::grammar::Acceptor;
use urispec::{Edition, Node};
use urispec_audit::{
    Alternative, Alternatives, AnyGrammar, AnyProduction, Characters, ComparedLanguages,
    Contribution, DerivationTree, Languages, Printed, PrintedProduction, Term, compare_grammars,
    difference, table_bytes,
};
use urispec_compare::sample::ByteSampler;
use urispec_compare::suite::{ByteCase, ByteSuite};

use crate::support::{abnf as reader, abnf_grammar as abnf, pest_grammar as pest, text};

fn acceptor(grammar: &AnyGrammar, name: &str) -> Acceptor {
    grammar.decide(&[name]).acceptor(name).unwrap()
}

#[test]
fn productions_know_each_other() {
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
    // What was not asked for has no answer.
    assert!(grammar.decide(&["a"]).language("b").is_err());
}

#[test]
fn what_nests_is_refused() {
    let grammar = abnf("a = b\nb = \"(\" b \")\" / \"x\"\nc = \"y\"\n");
    let why = grammar.decide(&["a"]).acceptor("a").unwrap_err();
    assert_eq!(why.name, "a");
    assert!(why.reason.starts_with("a → b: a.abnf, line 2: `b` recurses with something after"));
    assert!(acceptor(&grammar, "c").accepts(b"Y"));
    let grammar = pest("a = { b } b = { \"(\" ~ b ~ \")\" | \"x\" } c = { \"y\" }");
    let why = grammar.decide(&["a"]).acceptor("a").unwrap_err();
    assert!(why.reason.starts_with("a → b: a.pest:1: rule `b`: recursion"), "{why}");
    assert!(acceptor(&grammar, "c").accepts(b"y"));
}

#[test]
fn the_language_of_a_rule_is_what_a_parser_reads() {
    let grammar = pest("// above\na = { \"a\" | \"ab\" | b }\nb = { 'c'..'d' }");
    assert_eq!(grammar.production("b").unwrap().used_by, ["a"]);
    assert_eq!(grammar.production("a").unwrap().comment, "above");
    let a = acceptor(&grammar, "a");
    assert!(a.accepts(b"a") && a.accepts(b"d") && !a.accepts(b"ab"));
}

#[test]
fn languages_that_are_given() {
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
fn editions_are_grammars_too() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    let host = acceptor(&grammar, "host");
    let known = Edition::Rfc3986.production("host").unwrap();
    for text in ["", "1.2.3.4", "[::1]", "[v1.a]", "a b", "[::"] {
        assert_eq!(host.accepts(text.as_bytes()), known.accepts(text.as_bytes()), "{text}");
    }
}

/// Of `%x41-5A / %xC0-17F / %x4E00` in UTF-8: a class of ASCII for what is in and one for what is out,
/// and two classes of characters above.
#[test]
fn letters_are_characters_where_all_members_are_utf8() {
    let grammar = abnf("a = 1*( %x41-5A / %xC0-17F / %x4E00 )\n");
    let a = acceptor(&grammar, "a");
    assert!(a.is_of_characters());
    let suite = ByteSuite::new(a.clone()).unwrap();
    let letters: Vec<_> = suite.letters().map(|one| std::str::from_utf8(one).unwrap()).collect();
    // é is U+E9, and the first other is a control of Latin 1, of which the first letter is U+AA.
    assert_eq!(letters, ["0", "A", "é", "ª"]);
    // The start, the dead state, and what a letter leads to.
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
fn letters_are_bytes_where_they_are_not() {
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

/// All strings, no string, and the strings of even length: no letter is wrong wherever it stands.
#[test]
fn near_misses_where_no_letter_is_wrong() {
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

/// What a suite promises, tried on a language of characters: whoever leads one transition elsewhere is
/// found. Each wrong automaton is another grammar.
#[test]
fn a_suite_of_characters_tells_grammars_apart() {
    let right = acceptor(&abnf("a = \"x\" 1*3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n"), "a");
    let suite = ByteSuite::new(right).unwrap();
    for wrong in [
        "a = \"x\" 1*4%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n",
        "a = \"x\" 1*3%xC0-FF *%x4E00-9FFF\nz = %x100\n",
        "a = [ \"x\" ] 1*3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n",
        "a = \"x\" *3%xC0-FF [ %x4E00-9FFF ]\nz = %x100\n",
        "a = \"x\" 1*3%xC0-FF\nz = %x100\n",
    ] {
        let wrong = acceptor(&abnf(wrong), "a");
        let finds = |case: ByteCase| wrong.accepts(&case.input) != case.offset.is_none();
        assert!(suite.cases().any(finds));
    }
}

/// Not the letter of its class, but another character of it, is told otherwise: one beyond ASCII, one of
/// ASCII, and a byte.
#[test]
fn a_suite_tells_single_characters_apart() {
    for (right, wrong) in [
        ("a = 1*%xC0-17F\n", "a = 1*%xC0-17E\n"),
        ("a = 1*%x4E00-FFFF\n", "a = 1*( %x4E00-FF1F / %xFF21-FFFF )\n"),
        ("a = %x61-7A *%x30-39\n", "a = %x61-7A *( %x30-36 / %x38-39 )\n"),
    ] {
        let right = acceptor(&abnf(right), "a");
        let wrong = acceptor(&abnf(wrong), "a");
        let finds = |case: ByteCase| wrong.accepts(&case.input) != case.offset.is_none();
        assert!(ByteSuite::new(right).unwrap().cases().any(finds));
    }
    let bytes = ByteSuite::new(acceptor(&abnf("a = 1*%xA0-FF\n"), "a")).unwrap();
    let is_here = |byte| bytes.cases().any(|case| case.input == [byte] && case.offset.is_none());
    assert!((0xA0..=0xFF).all(is_here));
}

#[test]
fn two_versions_of_a_grammar() {
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
            ("name", "name", false, "within"),
            ("wider", "wider", false, "contains"),
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
    // "x" ignores case, and so does "w", of which the first in the order of bytes is `W`.
    assert_eq!((name.only_left.clone(), name.only_right.clone()), (None, Some(b"W".to_vec())));
    assert_eq!(name.common, Some(b"X".to_vec()));
    let reason = &compared.pairs[3].found.as_ref().unwrap_err().reason;
    assert!(reason.contains("`loop` recurses"), "{reason}");
    let alone = ComparedLanguages::new((&old, "gone"), (&new, "new")).unwrap();
    assert_eq!(alone.relation.name(), "disjoint");
}

/// RFC 5234, B.1, and the built-in rules of pest. The grammar need not use them.
#[test]
fn what_a_notation_lends_is_decided() {
    let grammar = abnf("a = hexdig\nWSP = \"w\"\n");
    assert_eq!(grammar.lent("hexdig").as_deref(), Some("HEXDIG"));
    let hexdig = acceptor(&grammar, "HexDig");
    assert!(hexdig.accepts(b"f") && hexdig.accepts(b"7") && !hexdig.accepts(b"g"));
    let decided = grammar.decide(&["CRLF", "a", "LWSP"]);
    assert!(decided.acceptor("crlf").unwrap().accepts(b"\r\n"));
    assert!(decided.acceptor("a").unwrap().accepts(b"F"));
    assert!(decided.acceptor("LWSP").unwrap().accepts(b" \r\n\t"));
    // What the grammar defines itself is its own.
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

/// Checks the members of the alternatives of a production.
fn check_members(read: &Printed, alternatives: &Alternatives<'_>, production: &PrintedProduction) {
    let (name, all) = (&production.name, production.alternatives());
    let members = alternatives.members(name);
    assert_eq!(members.told.len() + members.left, all.len(), "{name}");
    // An alternative by itself, all others, and those that are said to have all of its strings.
    let mut grammar = read.clone();
    let mut names = Vec::new();
    let mut add = |name: String, all: Vec<Alternative>| {
        let mut one = production.clone();
        (one.name, one.term) = (name.clone(), Ok(Term::Choice(all)));
        grammar.productions.push(one);
        names.push(name);
    };
    for (place, told) in members.told.iter().enumerate() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != place);
        let others: Vec<Alternative> = others.map(|(_, one)| one.clone()).collect();
        if let Contribution::Nothing { within, .. } = &told.adds {
            let within = others.iter().filter(|one| within.contains(&one.text)).cloned().collect();
            add(format!("within {place}"), within);
        }
        add(format!("alone {place}"), vec![all[place].clone()]);
        add(format!("others {place}"), others);
    }
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let decided = AnyGrammar::printed(grammar).decide(&names);
    for (place, told) in members.told.iter().enumerate() {
        let language = |what: &str| decided.language(&format!("{what} {place}")).unwrap();
        let only = difference(language("alone"), language("others")).only_left;
        let (dfa, start) = language("alone");
        match &told.adds {
            Contribution::Own(own) => {
                let (others, start_of_others) = language("others");
                let is_own = dfa.matches(start, own) && !others.matches(start_of_others, own);
                assert!(is_own, "{name}: {}: {own:?}", told.text);
                assert_eq!(only.map(|only| only.len()), Some(own.len()), "{name}: {}", told.text);
            }
            Contribution::Nothing { shortest, .. } => {
                assert_eq!(only, None, "{name}: {}", told.text);
                let only = difference(language("alone"), language("within")).only_left;
                assert_eq!(only, None, "{name}: {}", told.text);
                let shortest = shortest.as_ref().expect("each alternative has a string");
                assert!(dfa.matches(start, shortest), "{name}: {}: {shortest:?}", told.text);
                assert_eq!(dfa.shortest(start).map(|one| one.len()), Some(shortest.len()));
            }
            Contribution::Unknown(why) => panic!("{name}: {}: {why}", told.text),
        }
    }
}

/// What each alternative adds to a production, for every production of every edition, decided a second time: as languages
/// of productions that the grammars do not have.
#[test]
fn alternatives_of_every_production() {
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

/// The nodes of a tree, each by its production and its span.
fn nodes(tree: &Node<'_>) -> Vec<(&'static str, usize, usize)> {
    tree.walk().map(|(_, node)| (node.rule(), node.start(), node.end())).collect()
}

#[test]
fn names_are_followed_as_deep_as_is_asked() {
    let grammar = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    let at = |levels| DerivationTree::find(&grammar, "port", "8", levels, &[]);
    assert_eq!(at(0), Some(DerivationTree::Repeat(vec![DerivationTree::Read])));
    assert_eq!(
        at(1),
        Some(DerivationTree::Repeat(vec![DerivationTree::Name(Box::new(DerivationTree::Read))]))
    );
}

/// RFC 3986, 3.2.2: of the nine lines of `IPv6address` the second has "::" before five groups, and
/// the ninth nothing after it.
#[test]
fn an_address_takes_one_of_nine_lines() {
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

/// RFC 1738, 3.1, prefers `ip-schemepart`, which is printed second, and so does the tree.
#[test]
fn a_tree_goes_before_the_printed_order() {
    let production = Edition::Rfc1738.production("schemepart").unwrap();
    let grammar = urispec_audit::any(production.grammar()).unwrap();
    let tree = production.tree("//h/p").unwrap();
    let taken = |nodes: &[_]| match DerivationTree::find(&grammar, "schemepart", "//h/p", 0, nodes)
    {
        Some(DerivationTree::Choice(at, _)) => at,
        way => panic!("{way:?}"),
    };
    assert_eq!((taken(&[]), taken(&nodes(&tree))), (0, 1));
}

/// The names of the parts of a sequence that are followed and read something, or that are empty nodes.
fn of_tree(rule: &str, edition: Edition, text: &str) -> DerivationTree {
    let production = edition.production(rule).unwrap();
    let grammar = urispec_audit::any(production.grammar()).unwrap();
    DerivationTree::find(&grammar, rule, text, 0, &nodes(&production.tree(text).unwrap())).unwrap()
}

/// RFC 1738, 3.4: what stands behind a second encoded tab is a Gopher+ string, though a search may
/// have `%09` too.
#[test]
fn a_tree_divides_what_may_be_divided_otherwise() {
    let way = of_tree("gopherurl", Edition::Rfc1738, "gopher://a/1x%09y%09z");
    let mut optional = &way;
    // "/", gtype, selector, "%09", search, "%09", gopher+_string: four options within each other.
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
fn a_tree_may_have_what_is_empty() {
    let DerivationTree::Sequence(parts) = of_tree("URL-reference", Edition::UrlSyntax05, "") else {
        panic!()
    };
    assert!(matches!(&parts[0], DerivationTree::Repeat(rounds) if rounds.len() == 1), "{parts:?}");
    assert_eq!(parts[1], DerivationTree::Repeat(Vec::new()));
}

/// The checked-in automata are those of the printed grammars. `cargo run -p urispec-generate` writes them.
#[test]
fn every_table_is_that_of_its_printed_grammar() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        let built =
            table_bytes(&Languages::new(&urispec_audit::pair(grammar).unwrap().with_readings()));
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/editions/automaton/tables")
            .join(grammar.stem().replace('-', "_"))
            .with_extension("dfa");
        let checked_in = std::fs::read(&path).unwrap_or_default();
        // The files are long: the first byte that differs says more than both of them.
        let differs = built.iter().zip(&checked_in).position(|(built, found)| built != found);
        assert_eq!((differs, built.len()), (None, checked_in.len()), "{}", path.display());
    }
}
