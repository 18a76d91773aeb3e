//! The readers of the notations, tested against their documents and pest's book.

use grammar_verify::pest::{Rule, RuleKind, optimized};
use grammar_verify::printed::read;
use grammar_verify::tree::Term;
use grammar_verify::{Fault, PrintedNotation, Subject, verify};

use super::written::{both, checked, document, of_pair, pair, subject};

#[track_caller]
fn term(notation: PrintedNotation, text: &str) -> Result<Term, String> {
    let mut all = read(notation, text).unwrap_or_else(|(line, why)| panic!("{line}: {why}"));
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).term
}

fn name(name: &str) -> Term {
    Term::Name(name.to_owned())
}

fn literal(text: &str, ignore_case: bool) -> Term {
    Term::Literal(text.to_owned(), ignore_case)
}

fn value(value: u32) -> Term {
    Term::Range(value, value)
}

fn repeat(min: u32, max: Option<u32>, of: Term) -> Term {
    Term::Repeat(min, max, Box::new(of))
}

/// RFC 5234, sections 2.3 and 3, and RFC 7405, 2.1.
#[test]
fn abnf_is_read_strictly() {
    let (a, b, c) = (name("a"), name("b"), name("c"));
    for (text, expected) in [
        ("x = a b / c", Term::Choice(vec![Term::Seq(vec![a.clone(), b.clone()]), c.clone()])),
        ("x = a (b / c)", Term::Seq(vec![a.clone(), Term::Choice(vec![b.clone(), c.clone()])])),
        ("x = [ a ] 2b", Term::Seq(vec![repeat(0, Some(1), a.clone()), repeat(2, Some(2), b.clone())])),
        ("x = *a 1*b", Term::Seq(vec![repeat(0, None, a.clone()), repeat(1, None, b.clone())])),
        ("x = 2*3( a b )", repeat(2, Some(3), Term::Seq(vec![a.clone(), b.clone()]))),
        ("x = *5a", repeat(0, Some(5), a.clone())),
        ("x = \"aBc\"", literal("aBc", true)),
        ("x = %s\"aBc\" %i\"d\"", Term::Seq(vec![literal("aBc", false), literal("d", true)])),
        ("x = %x41", value(0x41)),
        ("x = %d13.10", Term::Seq(vec![value(13), value(10)])),
        ("x = %b1000001-1011010", Term::Range(0x41, 0x5A)),
        ("x = %x10000-1FFFD", Term::Range(0x1_0000, 0x1_FFFD)),
        ("x = a ; \"a comment\" / b\n  / b", Term::Choice(vec![a.clone(), b.clone()])),
        ("x = a\n\n ; a line of it\n b", Term::Seq(vec![a.clone(), b.clone()])),
        ("   x = a\n    b", Term::Seq(vec![a.clone(), b.clone()])),
        ("x ; = a\n  ; \"b\n\n = a b", Term::Seq(vec![a.clone(), b.clone()])),
        ("x;y\n\t=\n a;z\nX ;\n =/ b", Term::Choice(vec![a, b])),
    ] {
        assert_eq!(term(PrintedNotation::Abnf, text), Ok(expected), "{text}");
    }
    for (text, expected) in [
        ("x = a | b", "`|` is not expected here"),
        ("x = <what is said elsewhere>", "<what is said elsewhere> is prose, which has no defined strings"),
        ("x = ( a", "`)` is missing"),
        ("x = [ a )", "`]` is missing"),
        ("x = a )", "`)` is not expected here"),
        ("x = \"a", "`\"` is missing on this line"),
        ("x = / a", "an alternative has no element"),
        ("x = ", "an alternative has no element"),
        ("x = 'a'", "expected an element, not `'`"),
        ("x = 3*2a", "3*2 is not a valid repetition count"),
        ("x = 99999999999a", "99999999999 repetitions are too many"),
        ("x = %x5A-41", "a range runs backwards"),
        ("x = %x110000", "`110000` is not a character value"),
        ("x = %y1", "expected a value after `%`: %x, %d, %b, %i\" or %s\""),
        ("x = a\nx = b", "`x` is defined twice"),
    ] {
        assert_eq!(term(PrintedNotation::Abnf, text), Err(expected.to_owned()), "{text}");
    }
    assert_eq!(read(PrintedNotation::Abnf, " ; \nx = a\n\ny 1\n").unwrap_err().0, 4);
    assert_eq!(read(PrintedNotation::Abnf, "= a\n").unwrap_err().0, 1);
    let all = read(PrintedNotation::Abnf, "; head\nx = a\n  b\ny = c\n").unwrap();
    assert_eq!(all.iter().map(|one| (&*one.name, one.line)).collect::<Vec<_>>(), [("x", 2), ("y", 4)]);
}

/// RFC 822, 2, as RFC 1738, 2141 and 2396 write it.
#[test]
fn bnf_is_read_as_rfcs_write_it() {
    let (a, b) = (name("a"), name("b"));
    for (text, expected) in [
        ("x = a | b", Term::Choice(vec![a.clone(), b.clone()])),
        ("<x y> ::= <a b> \"A\"", Term::Seq(vec![name("a-b"), literal("A", false)])),
        ("x := %i\"a\" <\">", Term::Seq(vec![literal("a", true), value(0x22)])),
        ("x = 1*[ a | b ]", repeat(1, None, repeat(0, Some(1), Term::Choice(vec![a.clone(), b.clone()])))),
        ("x = 'a' gopher+_string", Term::Seq(vec![literal("a", false), name("gopher+_string")])),
    ] {
        assert_eq!(term(PrintedNotation::Bnf, text), Ok(expected), "{text}");
    }
    assert_eq!(read(PrintedNotation::Bnf, "<x y> = a").unwrap()[0].name, "x-y");
}

/// RFC 1630, section 8.
#[test]
fn rfc_1630_is_read() {
    let one = |text: &str| literal(text, false);
    let all = |texts: &[&str]| Term::Seq(texts.iter().map(|text| one(text)).collect());
    for (text, expected) in [
        ("x   u r l : a", all(&["u", "r", "l", ":", "a"])),
        ("x   0 |1| a", Term::Choice(vec![one("0"), one("1"), one("a")])),
        ("x   ab [ / x ]", Term::Seq(vec![name("ab"), repeat(0, Some(1), all(&["/", "x"]))])),
        ("x   { | vline | [ | ]", Term::Choice(vec![one("{"), value(0x7C), one("["), one("]")])),
        (
            "x   [/ ab\n ; [ = ] ]",
            repeat(0, Some(1), Term::Seq(vec![one("/"), name("ab"), one(";"), repeat(0, Some(1), one("="))])),
        ),
        ("x   \" space '", Term::Seq(vec![one("\""), value(0x20), one("'")])),
        ("; y\n\nx", one("")),
        ("x  ab |\n [", Term::Choice(vec![name("ab"), one("[")])),
    ] {
        assert_eq!(term(PrintedNotation::Rfc1630, text), Ok(expected), "{text}");
    }
    assert_eq!(term(PrintedNotation::Rfc1630, "x  a [ b"), Err("`]` is missing".to_owned()));
    assert_eq!(read(PrintedNotation::Rfc1630, "\n  a\n").unwrap_err().0, 2);
}

#[track_caller]
fn rule(text: &str) -> Rule {
    let mut all = grammar_verify::pest::read(text).unwrap_or_else(|(line, why)| panic!("{line}: {why}"));
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Checks that a rule is optimized to an expression, given in pest's notation.
#[track_caller]
fn is_optimized(kind: &str, text: &str, expected: &str) {
    let run = |text: &str| rule(&format!("x = {kind}{{ {text} }}"));
    assert_eq!(optimized(&run(text)).unwrap(), run(expected).written, "{text}");
}

/// pest's book, "Syntax of pest parsers".
#[test]
fn pest_is_read_as_its_book_says() {
    for (text, kind) in [
        ("x = { y }", RuleKind::Normal),
        ("x = _{ y }", RuleKind::Normal),
        ("x = @{ y }", RuleKind::Atomic),
        ("x = ${ y }", RuleKind::CompoundAtomic),
        ("x = !{ y }", RuleKind::NonAtomic),
        ("//! doc\n/// doc\nx /* a /* b */ c */ = // {\n {\n| y }", RuleKind::Normal),
    ] {
        let found = rule(text);
        assert_eq!((found.kind, found.written), (kind, name("y")), "{text}");
    }
    assert_eq!(rule("\n\nx = { y }").line, 3);
    // `~` binds tighter than `|`, and a postfix operator tighter than a prefix.
    for (text, same) in [
        ("a ~ b | c", "(a ~ b) | c"),
        ("a | b ~ c", "a | (b ~ c)"),
        ("!a*", "!(a*)"),
        ("&!a?", "&(!(a?))"),
        ("(a ~ b) ~ c", "a ~ (b ~ c)"),
        ("(a | b) | c", "a | (b | c)"),
        ("\"\\x41\\u{41}\\n\\\"\"", "\"AA\n\\u{22}\""),
        ("'\\''..'\\\\'", "'\\u{27}'..'\\u{5C}'"),
        ("a{2}", "a{ 2, 2 }"),
        ("^ \"a\"", "^\"a\""),
    ] {
        let [found, same] = [text, same].map(|text| rule(&format!("x = {{ {text} }}")).written);
        assert_eq!(found, same, "{text}");
    }
    for (text, line) in [
        ("x = { a", 1),
        ("x { a }", 1),
        ("x = { }", 1),
        ("ANY = { a }", 1),
        ("x = { \"a }", 1),
        ("x = { 'a' }", 1),
        ("x = { 'ab'..'c' }", 1),
        ("x = { \"\\q\" }", 1),
        ("x = { \"\\x4\" }", 1),
        ("x = { a{0} }", 1),
        ("x = { a{3,2} }", 1),
        ("x = { a{,} }", 1),
        ("x = { a{9999999999} }", 1),
        ("/* a", 1),
        ("x = { \n PUSH(a) }", 2),
        ("x = { PEEK }", 1),
        ("x = { #t = a }", 1),
        ("x = { \"\\u41\" }", 1),
        ("x = { \"\\u{D800}\" }", 1),
        ("x = { a ~ }", 1),
        ("x = { (a }", 1),
        ("x = { 1 }", 1),
    ] {
        assert_eq!(grammar_verify::pest::read(text).unwrap_err().0, line, "{text}");
    }
}

/// `pest_meta` 2.9: `unroller`, `concatenator`, `factorizer` and `lister`.
#[test]
fn rules_are_optimized_as_pest_does() {
    for (text, expected) in [
        ("a+", "a ~ a*"),
        ("a{3}", "a ~ a ~ a"),
        ("a{2,}", "a ~ a ~ a*"),
        ("a{,2}", "a? ~ a?"),
        ("a{1,3}", "a ~ a? ~ a?"),
        ("a ~ b | a ~ c", "a ~ (b | c)"),
        ("a | a ~ b", "a"),
        ("(a ~ b)* ~ a", "a ~ (b ~ a)*"),
        ("(a ~ b)* ~ a ~ c", "(a ~ b)* ~ a ~ c"),
        ("!(a+)", "!(a ~ a*)"),
        ("&(a{2})?", "&(a ~ a)?"),
        ("a | (b ~ c)* ~ b", "a | b ~ (c ~ b)*"),
    ] {
        ["", "@", "$", "!"].into_iter().for_each(|kind| is_optimized(kind, text, expected));
    }
    for (kind, text, expected) in [
        ("", "a ~ b | a", "a ~ b | a"),
        ("!", "a ~ b | a", "a ~ b | a"),
        ("@", "a ~ b | a", "a ~ b?"),
        ("$", "a ~ b | a", "a ~ b?"),
        ("@", "a ~ \"b\" ~ \"c\"", "a ~ \"bc\""),
        ("@", "^\"b\" ~ ^\"c\"", "^\"bc\""),
        ("$", "\"b\" ~ \"c\"", "\"b\" ~ \"c\""),
        ("@", "(\"a\" ~ \"b\")* ~ \"a\"", "\"ab\"* ~ \"a\""),
        ("", "(\"a\" ~ \"b\")* ~ \"a\"", "\"a\" ~ (\"b\" ~ \"a\")*"),
    ] {
        is_optimized(kind, text, expected);
    }
    assert!(optimized(&rule("x = @{ (!a ~ ANY)* ~ !a }")).is_err());
    assert!(optimized(&rule("x = { a{1001} }")).is_err());
    assert!(optimized(&rule("x = { a{1000}{1000} }")).is_err());
    assert!(optimized(&rule("x = { a{500} ~ b{500} }")).is_ok());
    assert!(optimized(&rule(&format!("x = {{ {} }}", ["a{1000}"; 101].join(" | ")))).is_err());
}

/// Each rule equals its production: the engine writes the certificate, and the checker accepts it.
#[test]
fn the_operators_mean_what_the_book_says() {
    for (abnf, pest) in [
        ("a = *( \"a\" / \"b\" ) \"c\"\n", "a = { (^\"a\" | ^\"b\")* ~ ^\"c\" }"),
        ("a = %s\"ab\" / %s\"a\"\n", "a = { \"ab\" | \"a\" }"),
        ("a = %s\"a\"\n", "a = { \"a\" | \"ab\" }"),
        ("a = 1*DIGIT %x62-7A\n", "a = { !('a'..'a' | \"x\") ~ ASCII_DIGIT+ ~ !\"a\" ~ 'a'..'z' }"),
        ("a = %s\"a\" *2%s\"b\"\n", "a = { &\"a\" ~ ANY ~ \"b\"{,2} }"),
        ("a = %x0-D7FF / %xE000-10FFFF\n", "a = { ANY }"),
        ("a = %xE9-10FFFF\n", "a = { 'é'..'\\u{10FFFF}' }"),
        (
            "a = %s\"a\" 2( *( SP / HTAB / %s\"#\" *%x61-7A LF ) %s\"b\" )\n",
            "a = { \"a\" ~ b ~ b } b = { \"b\" } WHITESPACE = _{ \" \" | \"\\t\" }
             COMMENT = _{ \"#\" ~ ('a'..'z')* ~ \"\\n\" }",
        ),
        ("a = %s\"ab\"\n", "a = @{ \"a\" ~ b } b = { \"b\" } WHITESPACE = { \" \" }"),
        ("a = %s\"a\" *%s\" \" %s\"b\"\n", "a = ${ c } c = !{ \"a\" ~ \"b\" } WHITESPACE = { \" \" }"),
        ("a = [ %s\"a\" *( *%s\" \" %s\"a\" ) ]\n", "a = { \"a\"* } WHITESPACE = { \" \" }"),
        ("a = %s\"x\" *%s\"#\" %s\"y\"\n", "a = { \"x\" ~ \"y\" } COMMENT = { \"#\" }"),
        // Ends of ranges at which the number of bytes or a later byte changes.
        ("a = %x10000-10041\n", "a = { '\\u{10000}'..'\\u{10041}' }"),
        ("a = %x1003F-1007F\n", "a = { '\\u{1003F}'..'\\u{1007F}' }"),
        ("a = %x7F-1FFF / %x10FFFF\n", "a = { '\\u{7F}'..'\\u{1FFF}' | '\\u{10FFFF}'..'\\u{10FFFF}' }"),
        ("a = LF / CRLF / CR\n", "a = { SOI ~ NEWLINE ~ EOI }"),
        ("a = ALPHA / %s\"[\"\n", "a = { ASCII_ALPHA_LOWER | ASCII_ALPHA_UPPER | ASCII_ALPHA | \"[\" }"),
        ("a = %x00-7F\n", "a = { ASCII }"),
        (
            "a = BIT %x30-37 %x31-39 HEXDIG\n",
            "a = { ASCII_BIN_DIGIT ~ ASCII_OCT_DIGIT ~ ASCII_NONZERO_DIGIT ~ ASCII_HEX_DIGIT }",
        ),
        ("a = ALPHA / DIGIT\n", "a = { ASCII_ALPHANUMERIC }"),
        ("a = *( %x00-60 / %x62-7F ) %s\"a\"\n", "a = @{ (!\"a\" ~ ASCII)* ~ \"a\" }"),
        ("a = %s\"aba\" / %s\"a\"\n", "a = { (\"a\" ~ \"b\")* ~ \"a\" ~ EOI | \"nothing\" }\n"),
    ] {
        match both(abnf, pest) {
            Ok(found) => assert!(!found.claims.is_empty(), "{pest}"),
            Err(fault) => assert!(abnf.contains("aba"), "{pest}: {fault}"),
        }
    }
    // The range from `z` to `a` is empty.
    let text = of_pair("-", &pair("a = %x78\n", "a = { \"x\" }"));
    assert!(checked(&text, "a = %x78\n", "a = { 'z'..'a' | \"x\" }").is_ok());
    assert!(checked(&text, "a = %x78\n", "a = { 'z'..'a' ~ \"y\" | \"x\" ~ ('z'..'a')? }").is_ok());
    // No white space is skipped within `WHITESPACE`, whatever calls it: `----` is not an `a`.
    let text = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 2 pairs 4\nclass 0 00-2C 2E-FF\nclass 1 2D\n\
                pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 no 1 3\npair 3 2/1 yes 1 1\n";
    let found = checked(text, "a = \"--\"\n", "a = { WHITESPACE } WHITESPACE = { \"-\" ~ \"-\" }");
    assert_eq!(found.unwrap().pairs, 4);
    // `SOI` matches only at the beginning of the string.
    assert!(both("a = %s\"a\"\n", "a = { SOI ~ \"a\" ~ !SOI }").is_ok());
}

/// In an atomic rule, pest fuses `(!a ~ ANY)*` into one instruction before it looks for lists. With `r`, which is
/// `"a"`, the first expression is a list to pest; with `{0,}`, which is not fused, the second is not.
#[test]
fn pieces_in_lists_are_refused() {
    let top = "top = @{ w ~ \"a\" | \"z\" } r = @{ \"a\" }";
    for last in ["(!r ~ ANY)*", "(!\"a\" ~ ANY){0,}", "(!\"a\" ~ ANY)+"] {
        let list = format!("((\"x\" ~ (!\"a\" ~ ANY)* | \"y\") ~ \"a\")* ~ (\"x\" ~ {last} | \"y\")");
        let why = optimized(&rule(&format!("w = @{{ {list} }}"))).unwrap_err();
        assert!(why.contains("`!d ~ ANY`"), "{why}");
        assert!(optimized(&rule(&format!("w = {{ {list} }}"))).is_ok());
        let certificate = "urispec-certificate 2\ngrammar -\nproduction top rule top classes 2 pairs 3\nclass 0 00-79 7B-FF\n\
                           class 1 7A\npair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n";
        let fault = checked(certificate, "top = %x7A\n", &format!("w = @{{ {list} }} {top}")).unwrap_err();
        assert!(matches!(fault, Fault::Unreadable(_)), "{fault}");
    }
    // The repetition itself may be fused.
    assert!(optimized(&rule("w = @{ (!\"a\" ~ ANY)* ~ \"a\" }")).is_ok());
    assert!(optimized(&rule("w = @{ (!\"a\" ~ ANY)* ~ !\"a\" }")).is_err());
}

/// pest factors out the common first term of two sequences, even if one is a prefix of the other.
#[test]
fn a_sequence_is_not_factored_out_of_a_sequence() {
    let both = || Term::Seq(vec![name("x"), name("y")]);
    let found = optimized(&rule("w = @{ (x ~ y){1} ~ b | x ~ y }"));
    assert_eq!(found, Ok(Term::Choice(vec![Term::Seq(vec![both(), name("b")]), both()])));
    is_optimized("@", "x ~ b | x", "x ~ b?");
}

/// A name is looked up in its own document, then in the imports, then in the core rules.
#[test]
fn names_are_looked_up_by_document() {
    let certificate = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 2 pairs 3\nclass 0 00-61 63-FF\nclass 1 62\n\
                       pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n";
    let with = |main: &'static str, imports: &[&'static str]| {
        let documents = [main].iter().chain(imports).map(|text| document(PrintedNotation::Abnf, text)).collect();
        verify(certificate, &[Subject { documents, ..subject("", "a = { \"b\" }") }])
    };
    assert!(with("a = b\n", &["b = c\nc = %x62\n"]).is_ok());
    assert!(with("a = B\n", &["b = %x62\n", "b = %x63\n"]).is_ok());
    assert!(matches!(with("a = b\n", &["b = %x63\n", "b = %x62\n"]), Err(Fault::Refused { line: 7 | 8, .. })));
    // An imported document does not see the names of the importing one: each has its own `c`.
    assert!(with("a = b\nc = %x63\n", &["b = c\nc = %x62\n"]).is_ok());
    let fault = with("a = b\nc = %x62\n", &["b = c\n"]).unwrap_err();
    assert_eq!(fault.to_string(), "`b` cannot be used: `c` is not defined");
    let fault = with("a = b / <c>\n", &[]).unwrap_err();
    assert_eq!(fault.to_string(), "`a` cannot be used: a.bnf, line 1: <c> is prose, which has no defined strings");
    // Without a value above FF, values are bytes, which the rule does not read.
    let byte = certificate.replace("62", "E9").replace("00-61 63-FF", "00-E8 EA-FF");
    let fault = checked(&byte, "a = %xE9\n", "a = { \"é\" }").unwrap_err();
    assert!(fault.to_string().contains("according to the rule, a string may not end here"), "{fault}");
    // An unreachable production may be unreadable.
    assert!(with("a = %x62\nb = <c>\n", &[]).is_ok());
    // A value above FF in a document makes all its values characters.
    let wide = checked(
        &certificate.replace("62", "E9").replace("00-61 63-FF", "00-E8 EA-FF"),
        "a = %xE9\nb = %x100\n",
        "a = { \"é\" }",
    );
    assert!(matches!(wide, Err(Fault::Refused { .. })), "{wide:?}");
}
