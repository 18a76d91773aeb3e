//! Certificates of patterns that match exactly the strings of a production.

use urispec_audit::Notation;
use urispec_audit::certificate::{Against, Grammars, NoCertificate, Verifier, Writer};
use urispec_audit::{Dialect, GrammarText, Matching, Pattern, Printed, certificate};

use super::certificates::{verified_of, written_of};

fn printed(text: &str) -> Printed {
    let text = GrammarText { file: "a.abnf", text };
    urispec_audit::reader(Notation::Abnf).read(text).unwrap()
}

/// What `each` does with the grammar of a text and these patterns.
#[track_caller]
fn with<T>(
    abnf: &str,
    production: &str,
    (dialect, matching): (Dialect, Matching),
    patterns: &[&str],
    each: impl FnOnce(&Grammars<'_>) -> T,
) -> T {
    let read = |text: &&str| Pattern::read(dialect, text).unwrap();
    let patterns: Vec<Pattern> = patterns.iter().map(read).collect();
    let patterns: Vec<_> = patterns.iter().map(|one| (one, matching)).collect();
    each(&Grammars::from_patterns(&printed(abnf), &[production], &patterns))
}

#[track_caller]
fn written(grammars: &Grammars<'_>, production: &str) -> String {
    let certificates = written_of(grammars, [production.to_owned()]);
    certificate::head() + &certificate::grammar("-") + &certificates
}

const JS: (Dialect, Matching) = (Dialect::EcmaScript, Matching::Search);
const WHOLE: (Dialect, Matching) = (Dialect::EcmaScript, Matching::Whole);
const PORT: &str = "port = *DIGIT\nhost = 1*ALPHA\n";

/// By hand, as of the rule: after a digit all is as before, after any other byte nothing is left. (A
/// pattern that is searched for goes on from character to character, so that there would be more.)
#[test]
fn a_certificate_names_the_pattern() {
    let expected = "\
urispec-certificate 2
grammar -
pattern 0 ecmascript whole [0-9]*
pattern 1 ecmascript whole (%20{0}\\d)*
production port pattern 0 classes 2 pairs 2
class 0 30-39
class 1 00-2F 3A-FF
pair 0 start yes 0 1
pair 1 0/1 no 1 1
production port pattern 1 classes 2 pairs 2
class 0 30-39
class 1 00-2F 3A-FF
pair 0 start yes 0 1
pair 1 0/1 no 1 1
";
    let patterns = ["[0-9]*", r"( {0}\d)*", "[0-9]*"];
    with(PORT, "port", WHOLE, &patterns, |grammars| {
        assert_eq!(written(grammars, "port"), expected);
        let all = verified_of(expected, grammars).unwrap();
        assert_eq!((all.productions, all.certificates, all.pairs), (1, 2, 4));
        assert_eq!(all.without, [""; 0]);
        let (first, _) = expected.split_once("production port pattern 1").unwrap();
        let all = verified_of(first, grammars).unwrap();
        assert_eq!((all.productions, all.certificates), (0, 1));
        assert_eq!(all.without, [r#"port with "( {0}\\d)*""#]);
    });
}

/// Whatever a pattern has: what it looks for, behind and ahead, atomic groups, counts, and characters
/// of several bytes; searched for and matched whole, in each dialect.
#[test]
fn every_equal_has_a_certificate() {
    let whole = Matching::Whole;
    for (abnf, dialect, matching, pattern) in [
        ("a = 1*%x61-7A\n", Dialect::EcmaScript, Matching::Search, "^[a-z]+$"),
        ("a = 1*%x61-7A\n", Dialect::Python, Matching::Search, r"\A[a-z]+\Z"),
        ("a = 1*%x61-7A\n", Dialect::Xsd, Matching::Search, "[a-z]+"),
        ("a = 1*%x61-7A\n", Dialect::Pcre, whole, "(?>[a-z]+)"),
        ("a = 1*%x61-7A\n", Dialect::PosixEre, whole, "[a-z]+"),
        ("a = 1*%x61-7A\n", Dialect::Re2, whole, "[a-z]+?"),
        ("a = 1*%x61-7A\n", Dialect::Rust, whole, "[a-z]{1,}"),
        ("a = 2*4(\"b\" / \"c\")\n", Dialect::EcmaScript, Matching::Search, "^[bcBC]{2,4}$"),
        ("a = %xE4-F6 / %x20AC / %x1F600\n", Dialect::EcmaScript, whole, "[\u{e4}-\u{f6}€😀]"),
        (
            "a = %x61 %x62 / %x62 %x62\n",
            Dialect::EcmaScript,
            Matching::Search,
            "^[ab]b$(?<=^(?:a|b)b)",
        ),
        ("a = %x61 %x62\n", Dialect::Python, whole, "(?=a)(?!b)[ab](?<=a)b"),
        (
            "a = *( %x61 / %x62 / %x0A ) %x61 3( %x61 / %x62 / %x0A )\n",
            Dialect::EcmaScript,
            Matching::Search,
            "^[ab\\n]*a[ab\\n]{3}$",
        ),
    ] {
        with(abnf, "a", (dialect, matching), &[pattern], |grammars| {
            let text = written(grammars, "a");
            let found =
                verified_of(&text, grammars).unwrap_or_else(|why| panic!("{pattern}: {why}"));
            assert_eq!((found.productions, found.certificates), (1, 1), "{pattern}");
        });
    }
}

/// No class or pair of the certificate is wrong for the first pattern.
#[test]
fn the_certificate_of_another_pattern_is_refused() {
    let text = with(PORT, "port", WHOLE, &["[0-9]*"], |grammars| written(grammars, "port"));
    let refused = |text: &str, how, pattern: &str| {
        with(PORT, "port", how, &[pattern], |grammars| verified_of(text, grammars).unwrap_err())
    };
    let python = (Dialect::Python, Matching::Whole);
    assert_eq!(
        refused(&text, python, "[0-9]*"),
        "3: pattern 0 is not the one to be checked: python, whole, \"[0-9]*\""
    );
    assert_eq!(
        refused(&text, JS, "[0-9]*"),
        "3: pattern 0 is not the one to be checked: ecmascript, search, \"[0-9]*\""
    );
    // `\d` has the digits of all scripts in Python; in UTF-8 the least of them begins with D9.
    let digits = text.replace("[0-9]*", "\\d*");
    assert_eq!(verified(&digits, WHOLE, "\\d*"), Ok(()));
    assert_eq!(
        refused(&digits.replace("ecmascript", "python"), python, "\\d*"),
        "7: port, pair 0, byte 0x00: the pattern tells the byte from 0xD9, and both are of one class"
    );
    assert_eq!(
        refused(&text.replace("]*", "]+"), WHOLE, "[0-9]+"),
        "7: port, pair 0: the pattern may not end here, and the pair says `yes`"
    );
    assert_eq!(
        refused(&text.replace("]*", "]{0,3}"), WHOLE, "[0-9]{0,3}"),
        "7: port, pair 0, byte 0x30: the derivative of the pattern is not that of pair 0"
    );
    // `$` is before a last line break too in Python.
    let text = with(PORT, "port", JS, &["^[0-9]*$"], |grammars| written(grammars, "port"));
    let found = refused(
        &text.replace("ecmascript", "python"),
        (Dialect::Python, Matching::Search),
        "^[0-9]*$",
    );
    assert!(
        found.ends_with("the pattern tells the byte from 0x0A, and both are of one class"),
        "{found}"
    );
    assert!(found.contains(": port, pair 0, byte 0x00: "), "{found}");
}

fn verified(text: &str, how: (Dialect, Matching), pattern: &str) -> Result<(), String> {
    with(PORT, "port", how, &[pattern], |grammars| verified_of(text, grammars).map(drop))
}

#[test]
fn what_is_said_of_a_pattern_is_read_as_it_is_written() {
    let text = with(PORT, "port", WHOLE, &["[0-9]*"], |grammars| written(grammars, "port"));
    for (right, wrong, expected) in [
        ("ecmascript", "javascript", "3: \"javascript\" is no dialect"),
        ("whole", "find", "3: a pattern is matched by `search`, `prefix` or `whole`"),
        ("[0-9]*", "%5B0-9]*", "3: the text of the pattern is not written as it should be"),
        ("pattern 0 e", "pattern 1 e", "3: this is not the line of pattern 0"),
        (
            "port pattern 0",
            "port pattern 1",
            "4: port: this production is not compared with a pattern 1",
        ),
        (
            "port pattern 0",
            "port rule port",
            "4: port: no rule \"port\" transcribes this production",
        ),
        (
            "port pattern 0",
            "port automaton 0",
            "4: port: no automaton 0 stands for this production",
        ),
        (
            "port pattern 0",
            "host pattern 0",
            "4: host: the grammar has no such production, or it was not asked for",
        ),
        (
            "pattern 0 ecmascript whole [0-9]*\n",
            "",
            "2: pattern 0 is not the one to be checked: ecmascript, whole, \"[0-9]*\"",
        ),
        ("]*\n", "]*\npattern 1 rust whole x\n", "4: pattern 1 is none of those to be checked"),
    ] {
        assert_eq!(text.matches(right).count(), 1, "{right}");
        assert_eq!(verified(&text.replace(right, wrong), WHOLE, "[0-9]*").unwrap_err(), expected);
    }
    // Version 1 has no patterns.
    let old = text.replace("certificate 2", "certificate 1");
    assert_eq!(
        verified(&old, WHOLE, "[0-9]*").unwrap_err(),
        "3: neither a line `grammar NAME` nor the first line of a pattern, an automaton or a certificate"
    );
}

#[test]
fn what_is_not_equal_has_no_certificate() {
    with("a = \"x\"\nb = b \"x\" / \"x\"\n", "a", JS, &["^x$"], |grammars| {
        let mut writer = Writer::new(grammars);
        let pattern = Against::Pattern(0);
        assert_eq!(writer.certificate("a", &pattern), Err(NoCertificate::NotEqual));
        let found = writer.certificate("b", &pattern);
        assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{found:?}");
        let found = writer.certificate("a", &Against::Pattern(1));
        assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{found:?}");
    });
}

/// Without the flag `u`, a character above U+FFFF is two, so that it is not known what these strings
/// are. (Here it does not matter.)
#[test]
fn a_pattern_of_code_units_says_nothing_of_greater_characters() {
    let abnf = "any = %x0-D7FF / %xE000-10FFFF\na = *any %x61 *any\n";
    let text = with(abnf, "a", JS, &["/a/u"], |grammars| written(grammars, "a"));
    with(abnf, "a", JS, &["/a/s"], |grammars| {
        let found = Writer::new(grammars).certificate("a", &Against::Pattern(0));
        assert_eq!(found, Err(NoCertificate::CodeUnits));
        let found = verified_of(&text.replace("/a/u", "/a/s"), grammars).unwrap_err();
        let expected =
            "4: a: characters above U+FFFF are two in the pattern, and the certificate has one";
        assert_eq!(found, expected);
    });
    // Where no string has one, nothing is lost.
    with("a = *%x61\n", "a", JS, &["/^a*$/s"], |grammars| {
        let certificate = Writer::new(grammars).certificate("a", &Against::Pattern(0)).unwrap();
        assert_eq!(Verifier::new(grammars, &[]).check(&certificate), Ok(()));
    });
}
