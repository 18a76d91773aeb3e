//! `urispec audit --certificate` and `--verify`.

use serde_json::json;
use urispec::Edition;

use super::json::{keys, records};
use super::scaled;
use super::support::{file, urispec};

const ABNF: &str = "port = *DIGIT\nhost = 1*ALPHA\n";
const PEST: &str = "port = { ASCII_DIGIT* }\nhost = { ASCII_ALPHA+ }\n";

/// Files of a grammar and its transcription, and the arguments that name them.
fn own(name: &str, abnf: &str, pest: &str) -> [String; 4] {
    let [bnf, peg] = [format!("{name}.abnf"), format!("{name}.pest")];
    file(&bnf, abnf);
    file(&peg, pest);
    ["--bnf".to_owned(), bnf, "--pest".to_owned(), peg]
}

/// The certificates of that grammar, in a file; the text of the file.
#[track_caller]
fn written(certificate: &str, own: &[String]) -> String {
    let path = file(certificate, "");
    let args = ["audit", "--certificate", certificate].into_iter().map(str::to_owned);
    let done = urispec(args.chain(own.iter().cloned())).done();
    assert_eq!(done.code, 0, "{}", done.stderr);
    std::fs::read_to_string(path).unwrap()
}

fn verify(certificate: &str, own: &[String]) -> super::support::Run {
    let args = ["audit", "--verify", certificate].into_iter().map(str::to_owned);
    urispec(args.chain(own.iter().cloned()))
}

#[test]
fn written_and_verified() {
    let own = own("certified", ABNF, PEST);
    let args = ["audit", "--certificate", "certified.txt"].into_iter().map(str::to_owned);
    let done = urispec(args.chain(own.iter().cloned())).done();
    // The verdicts are printed as ever. Two pairs for `port`; for `host` that before the first
    // letter, that after one, and that after anything else.
    assert!(done.stdout.ends_with("\ncertified.abnf: 2 productions, 2 equal\n"));
    assert_eq!((done.code, &*done.stderr), (0, "certified.txt: 2 certificates, 5 pairs\n"));
    let expected = "certified.abnf: 2 productions verified by 2 certificates, 5 pairs\n";
    verify("certified.txt", &own).done().expect(0, expected).quietly();
    let text = written("certified.txt", &own);
    verify("-", &own).stdin(&text).done().expect(0, expected).quietly();
    // On standard output there is nothing else.
    let args = ["audit", "--certificate", "-"].into_iter().map(str::to_owned);
    let done = urispec(args.chain(own)).done().expect(0, &text);
    assert_eq!(done.stderr, "<stdout>: 2 certificates, 5 pairs\n");
}

/// A few small editions, and with `URISPEC_LONG` all: the library checks the certificates of each.
#[test]
fn all_editions() {
    let some = [Edition::Rfc3061, Edition::Rfc6694, Edition::Did];
    let is_long = scaled(0, 1) == 1;
    let asked: Vec<Edition> = if is_long { Edition::every().collect() } else { some.to_vec() };
    // Where none is named it is all.
    let named = asked.iter().map(|edition| edition.id()).filter(|_| !is_long);
    let with = |option| ["audit", option, "editions.txt"].into_iter().chain(named.clone());
    urispec(with("--certificate")).done().saying("editions.txt: ");
    let done = urispec(with("--verify")).done();
    assert_eq!((done.code, &*done.stderr), (0, ""));
    let lines: Vec<&str> = done.stdout.lines().collect();
    let grammars: Vec<&str> =
        asked.iter().flat_map(|one| one.grammars()).map(|grammar| grammar.stem()).collect();
    assert_eq!(lines.len(), grammars.len());
    for (line, grammar) in lines.iter().zip(grammars) {
        assert!(line.starts_with(&format!("{grammar}: ")), "{line}");
    }
    if !is_long {
        let said = ": the file has no certificates of the grammar `rfc1630-uri`\n";
        verify("editions.txt", &[]).done().expect(1, "").saying(said);
    }
    // What is asked for must be there, and nothing else.
    verify("editions.txt", &["rfc3986".to_owned()])
        .done()
        .expect(1, "")
        .saying("editions.txt:2: no files are given for the grammar `rfc3061`\n");
}

/// A certificate of an edition holds of the files that the edition is made of, and of no others.
#[test]
fn an_edition_is_its_files() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let mut own = own("rfc3986", grammar.printed(), grammar.pest()).to_vec();
    file("rfc3986.readings.abnf", grammar.readings());
    own.extend(["--readings", "rfc3986.readings.abnf"].map(str::to_owned));
    urispec(["audit", "--certificate", "rfc3986.txt", "rfc3986"]).done().saying("certificates");
    let done = verify("rfc3986.txt", &own).done();
    assert!(done.stdout.starts_with("rfc3986.abnf: 39 productions verified by "), "{done:?}");
    // Without the readings, prose says nothing.
    verify("rfc3986.txt", &own[..4]).done().expect(2, "").saying(
        "cannot be checked: `path-empty` cannot be used: rfc3986.abnf, line 64: <pchar> is prose\n",
    );
    let pest = grammar.pest().replace("HEXDIG{1, 4}", "HEXDIG{1, 5}");
    file("rfc3986.pest", pest);
    verify("rfc3986.txt", &own).done().expect(1, "").saying("a string may end here by the rule, ");
    let other = verify("rfc3986.txt", &["rfc2396".to_owned()]).done().expect(1, "");
    assert_eq!(
        other.stderr,
        "error: rfc3986.txt:2: no files are given for the grammar `rfc3986`\n"
    );
}

#[test]
fn tampered_with() {
    let own = own("tampered", ABNF, PEST);
    let text = written("tampered.txt", &own);
    let wrong = |right: &str, wrong: &str, expected: &str| {
        assert_eq!(text.matches(right).count(), 1, "{right}");
        let done = verify("-", &own).stdin(text.replace(right, wrong)).done().expect(1, "");
        assert_eq!(done.stderr, format!("error: <stdin>{expected}\n"));
    };
    wrong(
        "pair 1 0/1 no 1 1\n",
        "pair 1 0/1 yes 1 1\n",
        ":7: port: a string may not end here by the production, and the line says `yes`",
    );
    // An editor has saved the file with the line ends of its system.
    let line_end = "the line ends in CR and LF; it should end in LF alone";
    wrong("-certificate 2\n", "-certificate 2\r\n", &format!(":1: {line_end}"));
    wrong("pair 1 0/1 no 1 1\n", "pair 1 0/1 no 1 1\r\n", &format!(":7: port: {line_end}"));
    wrong("-certificate 2", "-certificate 3", ":1: the first line is `urispec-certificate 2`");
    wrong("grammar -", "grammar tampered2", ":2: no files are given for the grammar `tampered2`");
    // Nothing of the file reaches the terminal as it is.
    wrong(
        "production port",
        "production \u{1b}[31m\u{202e}",
        ":3: \\u{1b}[31m\\u{202e}: there is no production `\\u{1b}[31m\\u{202e}`",
    );
    wrong("rule host", "rule host ", ":8: host: this line is not expected here");
    let (before, _) = text.split_once("production host").unwrap();
    let done = verify("-", &own).stdin(before).done();
    done.expect(1, "tampered.abnf: 1 production verified by 1 certificate, 2 pairs\n")
        .saying("error: tampered.abnf: no certificate for host\n");
    verify("-", &own).stdin("").done().expect(1, "").saying("<stdin>: the file is cut off here");
    let head = "urispec-certificate 2\n";
    verify("-", &own)
        .stdin(head)
        .done()
        .expect(1, "")
        .saying("error: <stdin>:1: the file has no line `grammar NAME`\n");
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let own = own("unread", ABNF, PEST);
    verify("nosuch.txt", &own).done().expect(2, "").saying("error: cannot read nosuch.txt: ");
    file("latin.txt", b"urispec-certificate 2\ngrammar \xe9\n");
    verify("latin.txt", &own)
        .done()
        .expect(2, "")
        .saying("error: latin.txt:2: not UTF-8: 0xE9 at byte 8\n");
    let args = ["audit", "--certificate", "no/such/folder.txt"].into_iter().map(str::to_owned);
    let done = urispec(args.chain(own.iter().cloned())).done();
    assert_eq!(done.code, 2);
    done.saying("error: cannot write no/such/folder.txt: ");
    // Nothing is written where the audit itself fails.
    let path = file("kept.txt", "as it was");
    let args =
        ["audit", "--certificate", "kept.txt", "--bnf", "unread.abnf", "--pest", "unread.abnf"];
    urispec(args).done().expect(2, "").saying("error: unread.abnf:1:8: ");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "as it was");
}

#[test]
fn what_is_not_equal_has_no_certificate() {
    let own = own(
        "partly",
        "a = \"x\"\nb = \"y\"\nlist = \"(\" [ list ] \")\"\ngone = a\n",
        "a = { ^\"x\" }\nb = { \"y\" }\nlist = { \"(\" ~ list? ~ \")\" }\n",
    );
    let args = ["audit", "--certificate", "partly.txt"].into_iter().map(str::to_owned);
    let done = urispec(args.chain(own.iter().cloned())).done();
    assert_eq!(done.code, 1);
    assert_eq!(
        done.stderr,
        "partly.txt: 1 certificate, 3 pairs\n\
         no certificate for b: differs\n\
         no certificate for list: equal to depth 4\n\
         no certificate for gone: missing\n"
    );
    verify("partly.txt", &own)
        .done()
        .expect(1, "partly.abnf: 1 production verified by 1 certificate, 3 pairs\n")
        .saying("error: partly.abnf: no certificate for b, list, gone\n");
    // Of `a` alone all is there.
    let rule = own.iter().cloned().chain(["--rule", "a"].map(str::to_owned));
    verify("partly.txt", &rule.collect::<Vec<_>>())
        .done()
        .expect(0, "partly.abnf: 1 production verified by 1 certificate, 3 pairs\n")
        .quietly();
}

#[test]
fn as_json() {
    let own = own("json-certificate", ABNF, PEST);
    let text = written("json-certificate.txt", &own);
    let args: Vec<&str> =
        ["audit", "-j", "--verify", "-"].into_iter().chain(own.iter().map(|arg| &**arg)).collect();
    let found = records(&args, &text);
    assert_eq!(
        found,
        [json!({
            "schema": 1, "grammar": "json-certificate.abnf", "verified": true, "productions": 2,
            "certificates": 2, "pairs": 5, "without": [],
        })]
    );
    // The line after a digit leads to nothing, and is said to lead back.
    let found = records(&args, &text.replace("no 1 1\nproduction", "no 0 1\nproduction"));
    assert_eq!(
        found,
        [json!({
            "schema": 1, "file": "<stdin>", "verified": false, "fault": {
                "line": 6, "rule": "port",
                "message": "port: a string may not end here by the production, and the line says `yes`",
            },
        })]
    );
    let found = records(&["audit", "-j", "--verify", "-", "rfc3986"], &text);
    keys(&found[0]["fault"], "line message");
}

#[test]
fn usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["audit", "--certificate", "a", "--verify", "b"], "cannot be used with");
    wrong(&["audit", "--verify", "b", "--pest", "a.pest"], "--bnf <FILE>");
    let own = own("usage-certificate", ABNF, PEST);
    let rule = own.iter().cloned().chain(["--rule", "prt"].map(str::to_owned));
    verify("b", &rule.collect::<Vec<_>>())
        .done()
        .expect(2, "")
        .saying("tip: a similar value exists: 'port'");
}

/// A grammar is not replaced by its own certificates, under whatever name.
#[test]
fn a_grammar_is_no_place_for_certificates() {
    let own = own("place-certificate", ABNF, PEST);
    let args = |place: &str| {
        let begun = ["audit", "--certificate", place].map(str::to_owned);
        begun.into_iter().chain(own.iter().cloned()).collect::<Vec<_>>()
    };
    for place in ["place-certificate.abnf", "./place-certificate.pest"] {
        urispec(args(place)).done().expect(2, "").saying(", which is read");
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let kept = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!((kept("place-certificate.abnf"), kept("place-certificate.pest")), {
        (ABNF.to_owned(), PEST.to_owned())
    });
}

#[test]
fn one_of_each_is_in_the_singular() {
    let bnf = file("singular.abnf", "a = \"x\"\n");
    let pest = file("singular.pest", "a = { ^\"x\" }\n");
    let own = ["audit", "--bnf", bnf.to_str().unwrap(), "--pest", pest.to_str().unwrap()];
    let done = urispec(own.iter().chain(&["--certificate", "singular.txt"])).done();
    assert!(done.stderr.starts_with("singular.txt: 1 certificate, "), "{}", done.stderr);
    let done = urispec(own.iter().chain(&["--verify", "singular.txt"])).done();
    assert!(done.stdout.contains(": 1 production verified by 1 certificate, "), "{}", done.stdout);
}

/// The arguments for some patterns, of RFC 3986.
fn patterns<'a>(option: &'a str, file: &'a str, others: &[&'a str]) -> Vec<&'a str> {
    let begun = [
        "audit", option, file, "rfc3986", "--rule", "port", "--match", "whole", "--regex", "[0-9]*",
    ];
    begun.into_iter().chain(others.iter().copied()).collect()
}

/// The pairs of the patterns are those of the rule.
#[test]
fn of_patterns() {
    let path = file("patterns-certificate.txt", "");
    let done = urispec(patterns("--certificate", "patterns-certificate.txt", &[])).done();
    assert!(done.stdout.ends_with("\nport: 1 pattern, 1 equal\n"), "{}", done.stdout);
    assert_eq!(
        (done.code, &*done.stderr),
        (0, "patterns-certificate.txt: 1 certificate, 2 pairs\n")
    );
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with(
        "urispec-certificate 2\ngrammar rfc3986\npattern 0 ecmascript whole [0-9]*\n\
         production port pattern 0 classes 2 pairs 2\n"
    ));
    urispec(patterns("--verify", "patterns-certificate.txt", &[]))
        .done()
        .expect(0, "rfc3986: 1 production verified by 1 certificate, 2 pairs\n")
        .quietly();
    // On standard output there is nothing else.
    let done = urispec(patterns("--certificate", "-", &[])).done().expect(0, &text);
    assert_eq!(done.stderr, "<stdout>: 1 certificate, 2 pairs\n");
    let of_xsd = ["--dialect", "xsd"];
    urispec(patterns("--verify", "patterns-certificate.txt", &of_xsd)).done().expect(1, "").saying(
        "error: patterns-certificate.txt:3: pattern 0 is not the one to be checked: xsd, whole, \
         \"[0-9]*\"\n",
    );
    urispec(["audit", "--verify", "patterns-certificate.txt", "rfc3986"])
        .done()
        .expect(1, "")
        .saying("error: patterns-certificate.txt:3: pattern 0 is none of those to be checked\n");
}

#[test]
fn a_pattern_that_differs_has_no_certificate() {
    let others = ["--regex", "[0-9]+"];
    let text = file("differing-certificate.txt", "");
    let done = urispec(patterns("--certificate", "differing-certificate.txt", &others)).done();
    assert_eq!(done.code, 1);
    assert_eq!(
        done.stderr,
        "differing-certificate.txt: 1 certificate, 2 pairs\n\
         no certificate for port with [0-9]+: differs\n"
    );
    urispec(patterns("--verify", "differing-certificate.txt", &others))
        .done()
        .expect(1, "rfc3986: 0 productions verified by 1 certificate, 2 pairs\n")
        .saying("error: rfc3986: no certificate for port with \"[0-9]+\"\n");
    // Nothing is written where a pattern cannot be read.
    let before = std::fs::read_to_string(&text).unwrap();
    let done =
        urispec(patterns("--certificate", "differing-certificate.txt", &["--regex", "("])).done();
    assert_eq!((done.code, std::fs::read_to_string(&text).unwrap()), (2, before));
    urispec(patterns("--verify", "differing-certificate.txt", &["--regex", "("]))
        .done()
        .expect(2, "");
    // Patterns from a file, of a grammar of one's own; the file is not replaced.
    file("patterns-of-a-file.abnf", "a = 1*%x20\n");
    file("patterns-of-a-file.txt", "blank\t +\nagain\t {1,}\n");
    let args = |option: &'static str, file: &'static str| {
        [
            "audit",
            "--match",
            "whole",
            option,
            file,
            "--bnf",
            "patterns-of-a-file.abnf",
            "--regex-file",
            "patterns-of-a-file.txt",
        ]
    };
    urispec(args("--certificate", "patterns-of-a-file.txt")).done().expect(2, "").saying("is read");
    let done = urispec(args("--certificate", "of-a-file.txt")).done();
    assert_eq!((done.code, &*done.stderr), (0, "of-a-file.txt: 2 certificates, 6 pairs\n"));
    urispec(args("--verify", "of-a-file.txt"))
        .done()
        .expect(0, "patterns-of-a-file.abnf: 1 production verified by 2 certificates, 6 pairs\n")
        .quietly();
}

/// `list` rests on itself, and `whole` rests on `list`.
#[test]
fn of_what_is_only_written_with_recursion() {
    let own = own(
        "recursive",
        "whole = list \";\"\nlist = list \",\" DIGIT / DIGIT\n",
        "whole = { list ~ \";\" }\nlist = { ASCII_DIGIT ~ (\",\" ~ ASCII_DIGIT)* }\n",
    );
    let text = written("recursive.txt", &own);
    assert!(text.contains("\nautomaton 0 production list classes 3 states 3\n"), "{text}");
    let done = verify("recursive.txt", &own).done();
    let expected = "recursive.abnf: 2 productions verified by 3 certificates, ";
    assert!(done.stdout.starts_with(expected), "{done:?}");
    done.quietly();
    // That after a digit nothing may follow is not so.
    let wrong = text.replacen("\nstate 1 yes", "\nstate 1 no", 1);
    assert_ne!(wrong, text);
    verify("-", &own).stdin(wrong).done().expect(1, "").saying(": list: a string may ");
}

/// `pair` is what is printed within `word` only, where no blank may stand.
#[test]
fn of_a_rule_that_is_equal_within_an_atomic_rule_only() {
    let own = own(
        "within",
        "pair = \"ab\"\nword = \"w\" pair\n",
        "WHITESPACE = _{ \" \" }\npair = { ^\"a\" ~ ^\"b\" }\ntop = { pair }\nword = @{ ^\"w\" ~ pair }\n",
    );
    let args = ["audit", "--certificate", "within.txt"].into_iter().map(str::to_owned);
    let done = urispec(args.chain(own.iter().cloned())).done();
    assert_eq!(
        (done.code, done.stderr.matches("no certificate for pair: differs\n").count()),
        (1, 1)
    );
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let text = std::fs::read_to_string(folder.join("within.txt")).unwrap();
    assert!(text.contains("\nproduction pair rule @pair "), "{text}");
    assert!(!text.contains("\nproduction pair rule pair "), "{text}");
}
