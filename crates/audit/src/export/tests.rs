//! Exports to pest, audited against their source grammar.

use grammar_notation::{GrammarText, Languages, Notation, Printed, PrintedReader};

use crate::any::AnyGrammar;
use crate::export::ExportError;
use crate::pair::GrammarPair;
use crate::{Verdict, audit};

#[test]
fn only_reachable_productions_are_exported() {
    let text = "small = 1*DIGIT\nother = 9( \"a\" / \"b\" ) small\n";
    let printed = Printed::read(Notation::Abnf, "f", text).unwrap();
    let languages = Languages::of_those(&printed, &["SMALL"]);
    assert_eq!(Some(languages.dfa().states()), languages.size("small"));
    assert!(languages.size("small") < Languages::new(&printed).size("other"));
    let any = AnyGrammar::printed(printed);
    assert_eq!(
        any.export_pest("small").unwrap().text,
        "small = { DIGIT+ }\nDIGIT = { '0'..'9' }\n"
    );
}

/// Exports a grammar and audits the rules against it: each production equals its own rule, which is found by name.
/// Returns the text of the rules, and the omitted productions.
#[track_caller]
fn there_and_back(notation: Notation, text: &str) -> (String, Vec<(String, ExportError)>) {
    let reader = PrintedReader::new(notation);
    let grammar = GrammarText { file: "a.abnf", text };
    let any = AnyGrammar::printed(reader.read(grammar).unwrap());
    let exported = any.export_pest_grammar().unwrap();
    let pest = GrammarText { file: "a.pest", text: &exported.text };
    let pair = GrammarPair::read_with(&reader, grammar, None, pest).unwrap();
    assert_eq!(pair.guessed(), [], "{}", exported.text);
    assert_eq!(pair.peg.refused_by_pest(), [], "{}", exported.text);
    let first = any.names().next().unwrap();
    let report = audit(&pair, &[first]).unwrap();
    let left_out: Vec<&str> = exported.left_out.iter().map(|(name, _)| &**name).collect();
    for one in &report.productions {
        if left_out.contains(&&*one.name) {
            assert_eq!(one.rules, [""; 0], "{}", exported.text);
            continue;
        }
        let is_equal = match one.verdict {
            Verdict::EqualToDepth(depth) => {
                exported.depth.is_some_and(|compared| depth >= compared)
            }
            _ => one.verdict == Verdict::Equal,
        };
        assert!(is_equal && one.rules.len() == 1, "{}\n{}", one.name, exported.text);
    }
    (exported.text, exported.left_out)
}

#[track_caller]
fn all_equal(notation: Notation, text: &str) -> String {
    let (rules, left_out) = there_and_back(notation, text);
    assert_eq!(left_out, []);
    rules
}

/// Tries names that pest or Rust reserves, that pest defines, or that would have the same spelling in pest.
#[test]
fn exported_names_are_found_again() {
    let names = "IPv6address pct-encoded path-abempty ALPHA-2 ANY any WHITESPACE whitespace COMMENT EOI \
                 SOI PUSH PUSH-it PEEK PEEK-ALL POP DROP self Self super crate type match fn async Rule \
                 pest ASCII-DIGIT NEWLINE LETTER whole-x a-- a-1";
    for name in names.split_whitespace() {
        let rules = all_equal(
            Notation::Abnf,
            &format!("start = {name} SP 1*{name}\n{name} = \"x\" / %x20-21 / ALPHA DIGIT HEXDIG\n"),
        );
        assert_eq!(rules.matches(" = {").count(), 6, "{rules}");
    }
    let alike = "s = a-b / a--b / a-b- / x-1 / x--1\na-b = \"1\"\na--b = \"2\"\na-b- = \"3\"\nx-1 = \"4\"\n\
                 x--1 = \"5\"\n";
    let rules = all_equal(Notation::Abnf, alike);
    assert!(rules.contains("a_b = { \"1\" }\na__b = { \"2\" }\na_b_ = { \"3\" }\n"), "{rules}");
    // BNF is case-sensitive.
    all_equal(Notation::Bnf, "s = Name | name | NAME\nName = \"1\"\nname = \"2\"\nNAME = \"3\"\n");
    all_equal(
        Notation::Abnf,
        "s = a_b | a.b | a+b | a-plus-b\na_b = \"1\"\na.b = \"2\"\na+b = \"3\"\na-plus-b = \"4\"\n",
    );
}

/// A production that pest cannot express otherwise becomes one rule for each state. The names of these rules differ
/// from the names of all productions, exported or not.
#[test]
fn rules_of_states_take_no_name_of_a_production() {
    // Alternatives of which one is a prefix of the other: neither order accepts everything.
    let hard = "s = *( \"a\" / \"b\" ) \"a\" ( \"a\" / \"b\" )";
    let rules = all_equal(Notation::Abnf, &format!("{hard}\n"));
    assert!(rules.contains("s_1 = {") || rules.contains("s_2 = {"), "{rules}");
    let others: String = (0..8).map(|at| format!("s-{at} = \"{at}\"\n")).collect();
    all_equal(Notation::Abnf, &format!("{hard}\n{others}"));
    let octets: String = (0..8).map(|at| format!("s{at} = %x80-FF\n")).collect();
    let (_, left_out) = there_and_back(Notation::Abnf, &format!("{hard}\n{octets}"));
    assert_eq!(left_out.len(), 8);
}

#[test]
fn productions_that_pest_cannot_express_are_left_out() {
    let text = "a = b / c\nb = \"(\" *b \")\"\nc = \"x\" / o\no = %x22 / %x80-FF\nd = e\nf = c2\nc2 = \"c\"\n";
    let (rules, left_out) = there_and_back(Notation::Abnf, text);
    assert_eq!(rules, "b = { \"(\" ~ b* ~ \")\" }\nf = { c2 }\nc2 = { ^\"c\" }\n");
    let why = |at: usize| (&*left_out[at].0, left_out[at].1.to_string());
    assert_eq!(left_out[0], ("a".to_owned(), ExportError::Nested("a".to_owned())));
    assert_eq!(left_out[1], ("c".to_owned(), ExportError::Octets("c".to_owned())));
    assert_eq!(left_out[2], ("o".to_owned(), ExportError::Octets("o".to_owned())));
    assert!(matches!(why(3), ("d", why) if why.contains("which is not defined")), "{left_out:?}");
    assert_eq!(left_out.len(), 4);
}

#[test]
fn imports_and_core_rules_are_exported() {
    let reader = PrintedReader::new(Notation::Abnf).import_known("rfc5234").unwrap();
    let text = GrammarText {
        file: "a.abnf",
        text: "a = hex-val / ALPHA / rfc5234-hex-val\nrfc5234-hex-val = \"h\"\n",
    };
    let any = AnyGrammar::printed(reader.read(text).unwrap());
    let exported = any.export_pest_grammar().unwrap();
    assert_eq!(exported.left_out, []);
    let pest = GrammarText { file: "a.pest", text: &exported.text };
    let pair = GrammarPair::read_with(&reader, text, None, pest).unwrap();
    let report = audit(&pair, &["a"]).unwrap();
    assert!(report.productions.iter().all(|one| one.verdict == Verdict::Equal), "{report:?}");
    // The productions of the grammar itself, and the core rules that it uses.
    let names: Vec<&str> = report.productions.iter().map(|one| &*one.name).collect();
    assert_eq!(names[..2], ["a", "rfc5234-hex-val"]);
    assert!(names.contains(&"ALPHA"));
}

/// A grammar of another kind than a printed one is exported as one rule for each state of its automata.
#[test]
fn rules_of_pest_can_be_exported_in_pest() {
    let text = GrammarText {
        file: "a.pest",
        text: "a = { \"x\"* ~ \"y\" ~ \"z\" }\na_2 = { \"q\" ~ \"r\" }\nb = { \"(\" ~ b ~ \")\" | \"\" }\n",
    };
    let exported = AnyGrammar::read_pest(text).unwrap().export_pest_grammar().unwrap();
    let back = GrammarText { file: "b.pest", text: &exported.text };
    let found = crate::compare_grammars(
        &AnyGrammar::read_pest(text).unwrap(),
        &AnyGrammar::read_pest(back).unwrap(),
    );
    for pair in found.pairs.iter().filter(|pair| pair.left != "b") {
        assert!(pair.found.as_ref().unwrap().only_left.is_none() && !pair.is_renamed, "{pair:?}");
    }
    assert_eq!(exported.left_out.len(), 1);
    assert_eq!(exported.left_out[0].0, "b");
}

fn abnf(text: &str) -> AnyGrammar {
    let text = GrammarText { file: "s.abnf", text };
    AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text).unwrap())
}

#[test]
fn productions_that_nest_are_written_as_they_are() {
    let text = "s = \"a\" / \"(\" t \")\"\nt = s *( \",\" s )\n";
    let exported = abnf(text).export_pest_grammar().unwrap();
    assert_eq!(exported.text, "s = { ^\"a\" | \"(\" ~ t ~ \")\" }\nt = { s ~ (\",\" ~ s)* }\n");
    assert_eq!((exported.left_out, exported.depth), (Vec::new(), Some(4)));
    let exported = abnf(text).export_abnf("s").unwrap();
    assert_eq!(exported.text, "s = \"a\" / \"(\" t \")\"\nt = s *(\",\" s)\n");
    assert_eq!(exported.depth, None);
    // The longer alternative must come first, and the other order is found.
    let exported = abnf("s = \"a\" / \"a(\" s \")\"\n").export_pest("s").unwrap();
    assert_eq!(exported.text, "s = { ^\"a(\" ~ s ~ \")\" | ^\"a\" }\n");
    // pest refuses left recursion, and no order of this grammar is right.
    let left = abnf("s = s \"+\" \"1\" / \"1\"\n").export_pest("s").unwrap_err();
    assert!(matches!(left, ExportError::Nested(_)), "{left}");
    let hidden = abnf("s = \"a\" s \"b\" / \"a\" s / \"ab\" / \"a\"\n").export_pest("s");
    assert!(hidden.is_err(), "{hidden:?}");
}

#[test]
fn gbnf_has_rules_for_all_productions() {
    let of = |text: &str, name: &str| abnf(text).export_gbnf(name, 100);
    let text = |text: &str| of(text, "s").map(|exported| exported.text);
    assert_eq!(
        text("s = 1*2t / %s\"no\"\nt = \"x\" / \"-\" / DIGIT / %x20AC\n").unwrap(),
        "root ::= s\ns ::= t{1,2} | \"no\"\nt ::= [Xx\\-] | DIGIT | \"\\u20AC\"\nDIGIT ::= [0-9]\n"
            .replace("[Xx\\-]", "[\\-Xx]")
    );
    // Another production named `root` is renamed, and a root needs no second rule.
    assert_eq!(
        text("s = \"1\" root\nRoot = \"2\"\n").unwrap(),
        "root ::= s\ns ::= \"1\" root-2\nroot-2 ::= \"2\"\n"
    );
    let root = of("Root = \"2\" [ s ]\ns = \"1\"\n", "root").unwrap();
    assert_eq!(root.text, "root ::= \"2\" s?\ns ::= \"1\"\n");
    // The rule that is repeated may be empty.
    assert_eq!(
        text("s = *( t / \"2\" )\nt = *\"1\"\n").unwrap(),
        "root ::= s\ns ::= [12]*\nt ::= \"1\"*\n"
    );
}

#[test]
fn gbnf_nests_but_does_not_begin_with_itself() {
    let exported = abnf("s = \"1\" / \"(\" t \")\"\nt = s *( \",\" s )\n").export_gbnf("s", 100);
    let exported = exported.unwrap();
    assert_eq!(exported.text, "root ::= s\ns ::= \"1\" | \"(\" t \")\"\nt ::= s (\",\" s)*\n");
    assert_eq!(exported.depth, Some(4));
    // llama.cpp refuses rules that begin with themselves.
    let left = abnf("s = s \"+\" \"1\" / \"1\"\n").export_gbnf("s", 100);
    assert_eq!(left, Err(ExportError::LeftRecursive("s".to_owned())));
    let nested = abnf("s = t \"1\" / \"(\" s \")\"\nt = *\" \" s\n").export_gbnf("s", 100);
    assert_eq!(nested, Err(ExportError::LeftRecursive("s".to_owned())));
    let octets = abnf("s = %x80-FF\n").export_gbnf("s", 100);
    assert_eq!(octets, Err(ExportError::Octets("s".to_owned())));
    let none = abnf("s = t\nt = s\n").export_gbnf("s", 100);
    assert!(none.is_err(), "{none:?}");
}
