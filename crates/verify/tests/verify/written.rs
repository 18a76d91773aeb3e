//! Certificates as the engine writes them.

use std::fmt::Write;

use grammar_verify::{Document, Fault, PrintedNotation, Source, Subject, Verified, verify};
use urispec_audit::certificate::{Against, Grammars, NoCertificate, Writer};
use urispec_audit::{Dialect, GrammarPair, GrammarText, Matching, Pattern, certificate};

/// Returns the certificates of all productions of a pair, under a name.
pub(crate) fn of_pair(name: &str, pair: &GrammarPair) -> String {
    let grammars = Grammars::new(pair).solved(&[]);
    let names = pair.as_read().productions.into_iter().map(|production| production.name);
    certificate::head() + &certificate::grammar(name) + &of_grammars(&grammars, names)
}

/// Returns the certificates of productions, after their patterns and automata.
pub(crate) fn of_grammars(grammars: &Grammars<'_>, productions: impl IntoIterator<Item = String>) -> String {
    let mut writer = Writer::new(grammars);
    let mut text = certificate::opening(&grammars.patterns(), grammars.automata());
    let automata = grammars.automata().iter().zip(0..);
    let mut all: Vec<(String, Against)> =
        automata.map(|(one, at)| (one.production.clone(), Against::Automaton(at))).collect();
    for production in productions {
        all.extend(grammars.against(&production).into_iter().map(|against| (production.clone(), against)));
    }
    for (production, against) in all {
        if let Ok(certificate) = writer.certificate(&production, &against) {
            write!(text, "{certificate}").unwrap();
        }
    }
    text
}

#[track_caller]
pub(crate) fn pair(abnf: &str, pest: &str) -> GrammarPair {
    let [printed, pest] = [("a.abnf", abnf), ("a.pest", pest)].map(|(file, text)| GrammarText { file, text });
    GrammarPair::read(urispec_audit::Notation::Abnf, printed, None, pest).unwrap()
}

pub(crate) fn subject(abnf: &str, pest: &str) -> Subject {
    Subject { pest: vec![Source::new("a.pest", pest)], ..printed(PrintedNotation::Abnf, abnf) }
}

pub(crate) fn checked(certificate: &str, abnf: &str, pest: &str) -> Result<Verified, Fault> {
    verify(certificate, &[subject(abnf, pest)]).map(|mut all| all.remove(0))
}

/// Checks the engine's certificates of a pair.
#[track_caller]
pub(crate) fn both(abnf: &str, pest: &str) -> Result<Verified, Fault> {
    checked(&of_pair("-", &pair(abnf, pest)), abnf, pest)
}

/// Returns a document in a notation.
pub(crate) fn document(notation: PrintedNotation, text: &str) -> Document {
    Document { notation, printed: Source::new("a.bnf", text), readings: None }
}

/// Returns a subject without rules, whose grammar is in a notation.
pub(crate) fn printed(notation: PrintedNotation, text: &str) -> Subject {
    Subject { name: "-".to_owned(), documents: vec![document(notation, text)], ..Subject::default() }
}

/// Worked out manually. The derivative of `port` by a digit is `port`, and by any other byte it is empty. After `a` or
/// `A`, the rest of `"ab"` is `"b"`; the class of `0` is first, as in every partition.
#[test]
fn a_certificate_has_the_documented_format() {
    let (abnf, pest) = ("port = *DIGIT\na = \"ab\"\n", "port = { ASCII_DIGIT* }\na = { ^\"a\" ~ ^\"b\" }\n");
    let expected = "\
urispec-certificate 2
grammar -
production port rule port classes 2 pairs 2
class 0 30-39
class 1 00-2F 3A-FF
pair 0 start yes 0 1
pair 1 0/1 no 1 1
production a rule a classes 3 pairs 4
class 0 00-40 43-60 63-FF
class 1 41 61
class 2 42 62
pair 0 start no 1 2 1
pair 1 0/0 no 1 1 1
pair 2 0/1 no 1 1 3
pair 3 2/2 yes 1 1 1
";
    assert_eq!(of_pair("-", &pair(abnf, pest)), expected);
    let found = checked(expected, abnf, pest).unwrap();
    assert_eq!((found.claims.len(), found.pairs), (2, 6));
}

fn rule(name: &str) -> Against {
    Against::Rule(name.to_owned())
}

/// A production that differs, a recursive one, one whose rule uses the stack, and one without a rule.
#[test]
fn unequal_productions_have_no_certificate() {
    let pair = pair(
        "a = \"x\"\nlist = \"(\" [ list ] \")\"\nstack = \"xx\"\nok = \"y\"\ngone = \"z\"\n",
        "a = { \"x\" }\nlist = { \"(\" ~ \")\" }\nstack = { POP ~ \"x\" }\nok = { ^\"y\" }\n",
    );
    let grammars = Grammars::new(&pair);
    let mut writer = Writer::new(&grammars);
    assert_eq!(writer.certificate("a", &rule("a")), Err(NoCertificate::NotEqual));
    for name in ["list", "stack"] {
        let found = writer.certificate(name, &rule(name));
        assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{name}: {found:?}");
    }
    assert!(writer.certificate("ok", &rule("ok")).is_ok());
    assert_eq!(grammars.against("gone"), []);
    assert_eq!(grammars.compared(&[]), ["a", "list", "stack", "ok", "gone"]);
    assert_eq!(grammars.compared(&["ok"]), ["ok"]);
}

/// Unbounded derivatives end the search, and the other certificates are unaffected: whether the 31st byte from the end
/// is an `a` takes 2^31 states, and that the rule has no string appears only after 31 bytes.
#[test]
fn a_certificate_that_is_too_large_is_reported() {
    let pair = pair(
        "small = \"x\"\nlarge = *(\"a\" / \"b\") \"a\" 30(\"a\" / \"b\")\nlast = \"y\"\n",
        "small = { ^\"x\" }\nlarge = { \"c\" ~ !ANY ~ \"c\" }\nlast = { ^\"y\" }\n",
    );
    let grammars = Grammars::new(&pair);
    let mut writer = Writer::new(&grammars);
    assert!(writer.certificate("small", &rule("small")).is_ok());
    assert_eq!(writer.certificate("large", &rule("large")), Err(NoCertificate::TooLarge));
    assert!(writer.certificate("last", &rule("last")).is_ok());
}

/// Returns the certificates of the first production and each pattern, and the opening lines.
#[track_caller]
fn of_patterns<const N: usize>(
    abnf: &str,
    (dialect, matching): (Dialect, Matching),
    patterns: [&str; N],
) -> (String, [Result<String, NoCertificate>; N]) {
    let text = GrammarText { file: "a.abnf", text: abnf };
    let read = urispec_audit::reader(urispec_audit::Notation::Abnf).read(text).unwrap();
    let patterns = patterns.map(|text| Pattern::read(dialect, text).unwrap());
    let patterns = patterns.each_ref().map(|one| (one, matching));
    let name = &*read.productions[0].name;
    let grammars = Grammars::from_patterns(&read, &[name], &patterns);
    let mut writer = Writer::new(&grammars);
    let of = |number| writer.certificate(name, &Against::Pattern(number)).map(|one| one.to_string());
    (certificate::opening(&grammars.patterns(), &[]), std::array::from_fn(of))
}

/// Worked out manually, as for the rule: a digit changes nothing, and any other byte leaves nothing. A repeated pattern
/// has one certificate.
#[test]
fn a_certificate_names_the_pattern() {
    let whole = (Dialect::EcmaScript, Matching::Whole);
    let (opening, [first, second, third]) = of_patterns("port = *DIGIT\n", whole, ["[0-9]*", r"( {0}\d)*", "[0-9]*"]);
    let expected = "pattern 0 ecmascript whole [0-9]*\npattern 1 ecmascript whole (%20{0}\\d)*\n";
    assert_eq!(opening, expected);
    let expected = "production port pattern 0 classes 2 pairs 2\nclass 0 30-39\nclass 1 00-2F 3A-FF\n\
                    pair 0 start yes 0 1\npair 1 0/1 no 1 1\n";
    assert_eq!(first.as_deref(), Ok(expected));
    assert_eq!(second, Ok(expected.replace("pattern 0", "pattern 1")));
    assert!(matches!(third, Err(NoCertificate::Undecided(_))));
}

/// Patterns with look-behind, look-ahead, atomic groups, counts and characters of several bytes, searched for and
/// matched whole, in each dialect.
#[test]
fn every_equal_pattern_has_a_certificate() {
    let (search, whole) = (Matching::Search, Matching::Whole);
    for (abnf, dialect, matching, pattern) in [
        ("a = 1*%x61-7A\n", Dialect::EcmaScript, search, "^[a-z]+$"),
        ("a = 1*%x61-7A\n", Dialect::Python, search, r"\A[a-z]+\Z"),
        ("a = 1*%x61-7A\n", Dialect::Xsd, search, "[a-z]+"),
        ("a = 1*%x61-7A\n", Dialect::Pcre, whole, "(?>[a-z]+)"),
        ("a = 1*%x61-7A\n", Dialect::PosixEre, whole, "[a-z]+"),
        ("a = 1*%x61-7A\n", Dialect::Re2, whole, "[a-z]+?"),
        ("a = 1*%x61-7A\n", Dialect::Rust, whole, "[a-z]{1,}"),
        ("a = 2*4(\"b\" / \"c\")\n", Dialect::EcmaScript, search, "^[bcBC]{2,4}$"),
        ("a = %xE4-F6 / %x20AC / %x1F600\n", Dialect::EcmaScript, whole, "[\u{e4}-\u{f6}€😀]"),
        ("a = %x61 %x62 / %x62 %x62\n", Dialect::EcmaScript, search, "^[ab]b$(?<=^(?:a|b)b)"),
        ("a = %x61 %x62\n", Dialect::Python, whole, "(?=a)(?!b)[ab](?<=a)b"),
        (
            "a = *( %x61 / %x62 / %x0A ) %x61 3( %x61 / %x62 / %x0A )\n",
            Dialect::EcmaScript,
            search,
            "^[ab\\n]*a[ab\\n]{3}$",
        ),
        // Without the flag `u`, a character above U+FFFF is two; here there is none.
        ("a = *%x61\n", Dialect::EcmaScript, search, "/^a*$/s"),
    ] {
        let (opening, [found]) = of_patterns(abnf, (dialect, matching), [pattern]);
        let text = certificate::head() + &certificate::grammar("-") + &opening + &found.unwrap();
        match verify(&text, &[printed(PrintedNotation::Abnf, abnf)]) {
            Ok(all) => assert_eq!(all[0].claims.len(), 1, "{pattern}"),
            // The checker reads only syntax that the dialects share.
            Err(fault) => assert!(matches!(fault, Fault::Unreadable(_)), "{pattern}: {fault}"),
        }
    }
}

#[test]
fn an_unequal_pattern_has_no_certificate() {
    let search = (Dialect::EcmaScript, Matching::Search);
    assert_eq!(of_patterns("a = \"x\"\n", search, ["^x$"]).1, [Err(NoCertificate::NotEqual)]);
    let [found] = of_patterns("b = b \"x\" / \"x\"\n", search, ["^x$"]).1;
    assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{found:?}");
    // Strings with a character that is two code units are undefined. (Here it does not matter.)
    let any = "a = *any %x61 *any\nany = %x0-D7FF / %xE000-10FFFF\n";
    let [with, without] = of_patterns(any, search, ["/a/u", "/a/s"]).1;
    assert!(with.is_ok());
    assert_eq!(without, Err(NoCertificate::CodeUnits));
}
