//! Certificates of patterns.

use grammar_verify::{Fault, PrintedNotation, Verified, verify};
use urispec_audit::certificate::{self, Grammars};
use urispec_audit::{Dialect, GrammarText, Matching, Pattern};

use super::written::{of_grammars, printed};

#[track_caller]
fn both(abnf: &str, dialect: Dialect, matching: Matching, pattern: &str) -> Result<Verified, Fault> {
    let text = GrammarText { file: "a.abnf", text: abnf };
    let read = urispec_audit::reader(urispec_audit::Notation::Abnf).read(text).unwrap();
    let pattern = Pattern::read(dialect, pattern).unwrap();
    let grammars = Grammars::from_patterns(&read, &["a"], &[(&pattern, matching)]);
    let certificate = certificate::head() + &certificate::grammar("-") + &of_grammars(&grammars, ["a".to_owned()]);
    assert!(certificate.contains("production a pattern 0"), "{certificate}");
    let subject = grammar_verify::Subject { productions: vec!["a".to_owned()], ..printed(PrintedNotation::Abnf, abnf) };
    verify(&certificate, &[subject]).map(|mut all| all.remove(0))
}

const SEARCH: Matching = Matching::Search;
const WHOLE: Matching = Matching::Whole;

#[test]
fn readable_patterns_hold() {
    use Dialect::{EcmaScript, Pcre, Python, Re2, Rust};
    for (abnf, dialect, matching, pattern) in [
        ("a = *DIGIT\n", EcmaScript, SEARCH, "^[0-9]*$"),
        ("a = *DIGIT\n", EcmaScript, WHOLE, r"\d*?"),
        ("a = *DIGIT\n", EcmaScript, SEARCH, r"/^\d*$/u"),
        ("a = *DIGIT [ LF ]\n", Python, SEARCH, "^[0-9]*$"),
        ("a = *DIGIT\n", Python, WHOLE, "^[0-9]*$"),
        ("a = *DIGIT [ LF ]\n", Pcre, SEARCH, r"^\d*$"),
        ("a = *DIGIT\n", Re2, SEARCH, r"^(?:\d+|)$"),
        ("a = *DIGIT\n", Rust, SEARCH, "^([0-9])*$"),
        ("a = 2*3( \"a\" / \"b\" ) / \"c\"\n", Rust, WHOLE, "[aAbB]{2,3}|[cC]"),
        ("a = *%x0-10FFFF %s\"a\" *%x0-10FFFF\n", EcmaScript, SEARCH, "a"),
        ("a = %s\"a\" *%x0-10FFFF / %s\"b\"\n", Rust, SEARCH, "^a|^b$"),
        ("a = %x0-60 / %x62-10FFFF\n", Rust, WHOLE, "[^a]"),
        ("a = %x0-9 / %xB-10FFFF\n", Python, WHOLE, "."),
        ("a = %x0-9 / %xB-C / %xE-2027 / %x202A-10FFFF\n", EcmaScript, WHOLE, "."),
        ("a = %s\"-\" / %s\"a\" / %s\"]\" / %s\"^\" / %s\"\\\"\n", Rust, WHOLE, r"[-\]^a\\]"),
        ("a = %s\"a-/\"\n", EcmaScript, WHOLE, r"a\x2D\/".replace("\\x2D", "-").leak()),
        ("a = %x9.A.C.D\n", Re2, WHOLE, r"\t\n\f\r"),
        ("a = %s\"a\" *%s\"b\" *%x0-10FFFF\n", Rust, SEARCH, "^ab*"),
        ("a = DIGIT / %x41-5A / %s\"_\" / %x61-7A / %s\"-\"\n", Pcre, WHOLE, r"[\w-]"),
        ("a = \"x\" / [ \"y\" ]\n", Rust, WHOLE, "(?:x|X|(y|Y)?)"),
        ("a = %xE9 / %x1F600-1F601\n", EcmaScript, WHOLE, "[é😀-😁]"),
    ] {
        let found = both(abnf, dialect, matching, pattern).unwrap_or_else(|fault| panic!("{pattern}: {fault}"));
        assert_eq!(found.claims.len(), 1, "{pattern}");
    }
}

/// Syntax beyond the common subset is refused.
#[test]
fn unreadable_patterns_are_refused() {
    let of = |dialect: &str, matching: &str, pattern: &str| {
        let text: String = pattern
            .bytes()
            .map(|byte| match byte {
                b'%' | 0..=b' ' | 0x7F.. => format!("%{byte:02X}"),
                byte => char::from(byte).to_string(),
            })
            .collect();
        let certificate = format!(
            "urispec-certificate 2\ngrammar -\npattern 0 {dialect} {matching} {text}\nproduction a pattern 0 classes 1 pairs 1\n\
             class 0 00-FF\npair 0 start no 0\n"
        );
        verify(&certificate, &[printed(PrintedNotation::Abnf, "a = 1*a\n")])
    };
    for (dialect, pattern) in [
        ("ecmascript", r"\bx"),
        ("ecmascript", "(?=x)"),
        ("ecmascript", "(?<n>x)"),
        ("ecmascript", r"(x)\1"),
        ("ecmascript", r"\s"),
        ("ecmascript", r"\p{L}"),
        ("ecmascript", "/x/"),
        ("ecmascript", "/x/i"),
        ("ecmascript", "/x/v"),
        ("ecmascript", "x{"),
        ("ecmascript", "x{,2}"),
        ("ecmascript", "x{2,1}"),
        ("ecmascript", "x**"),
        ("ecmascript", "x?+"),
        ("ecmascript", "*x"),
        ("ecmascript", "x)"),
        ("ecmascript", "(x"),
        ("ecmascript", "[x"),
        ("ecmascript", "[b-a]"),
        ("ecmascript", "[[:alpha:]]"),
        ("ecmascript", "[]"),
        ("ecmascript", "x^y"),
        ("ecmascript", "x$y"),
        ("ecmascript", "(^x)"),
        ("ecmascript", "[a&&b]"),
        ("ecmascript", "]"),
        ("ecmascript", "}"),
        ("ecmascript", r"\-"),
        ("ecmascript", "x\\"),
        ("ecmascript", r"[\d-z]"),
        ("ecmascript", "x{99999999999}"),
        ("ecmascript", "x{+1}"),
        ("python", r"\d"),
        ("rust", r"\w"),
        // A set difference.
        ("rust", "[+--]"),
        ("rust", "[ --a]"),
        ("java", "x"),
        ("posix-ere", "x"),
        ("xsd", "x"),
        ("dotnet", "x"),
        ("perl", "x"),
    ] {
        let fault = of(dialect, "search", pattern).unwrap_err();
        assert!(
            matches!(&fault, Fault::Unreadable(why) if why.starts_with("line 3: ")),
            "{dialect} {pattern}: {fault}"
        );
    }
    assert!(matches!(of("rust", "somewhere", "x"), Err(Fault::Unreadable(_))));
    let deep = "(".repeat(5_000) + "x" + &")".repeat(5_000);
    assert!(matches!(of("rust", "whole", &deep), Err(Fault::Unreadable(_))));
}

/// A certificate of one pattern does not hold for another.
#[test]
fn a_changed_pattern_is_refused() {
    let certificate = "urispec-certificate 2\ngrammar -\npattern 0 ecmascript whole [0-9]*\nproduction a pattern 0 classes 2 pairs 2\n\
                       class 0 30-39\nclass 1 00-2F 3A-FF\npair 0 start yes 0 1\npair 1 0/1 no 1 1\n";
    let subject = || grammar_verify::Subject {
        productions: vec!["a".to_owned()],
        ..printed(PrintedNotation::Abnf, "a = *DIGIT\n")
    };
    let said = |text: &str| verify(text, &[subject()]);
    assert_eq!(said(certificate).unwrap()[0].pairs, 2);
    for (from, to) in
        [("[0-9]*", "[0-9]+"), ("[0-9]*", "[0-8]*"), ("[0-9]*", "[0-9]*%0A?"), ("whole", "search"), ("whole", "prefix")]
    {
        let fault = said(&certificate.replace(from, to)).unwrap_err();
        assert!(matches!(fault, Fault::Refused { .. }), "{to}: {fault}");
    }
    // If no production is named, each pattern needs a certificate for some production.
    let unnamed = |text: &str| verify(text, &[printed(PrintedNotation::Abnf, "a = *DIGIT\n")]);
    assert!(unnamed(certificate).is_ok());
    let (head, claim) = certificate.split_at(certificate.find("production").unwrap());
    let two = head.to_owned() + "pattern 1 rust whole [0-8]*\n" + claim;
    assert_eq!(
        unnamed(&two).unwrap_err().to_string(),
        "line 4: missing certificate for `any production` and this pattern"
    );
    let fault = unnamed(&(two.clone() + &claim.replace("pattern 0", "pattern 1"))).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 13: according to the pattern, a string may not end here, but the line has `yes`"
    );
    let same = two.replace("[0-8]", "[0-9]");
    assert_eq!(unnamed(&(same + &claim.replace("pattern 0", "pattern 1"))).unwrap()[0].claims.len(), 2);
    // The certificate of the pattern, or of a production, is missing.
    let lines: Vec<&str> = certificate.split_inclusive('\n').collect();
    assert!(said(&lines[..3].concat()).is_err());
    let other = grammar_verify::Subject {
        productions: ["a", "b"].map(str::to_owned).to_vec(),
        ..printed(PrintedNotation::Abnf, "a = *DIGIT\nb = a\n")
    };
    assert!(verify(certificate, &[other]).is_err());
    // Only characters that are not graphic are written with `%`.
    for text in ["%41", "%0a", "%", "%4", "a b", "é"] {
        assert!(said(&certificate.replace("[0-9]*", text)).is_err(), "{text}");
    }
}
