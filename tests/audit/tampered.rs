//! Certificates that were tampered with: whatever is changed, the file is refused.

use urispec_audit::Notation;
use urispec_audit::certificate::{Certificate, Grammars, Named, Verifier, Writer};
use urispec_audit::{ByteSet, Dialect, GrammarPair, GrammarText, Matching, Pattern, certificate};

use super::certificates::{pair, rule, verified, written, written_of};
use crate::scaled;

/// Names that look alike, rules that are the same, a choice that needs a lookahead, a loop.
const TAMPERED: [&str; 2] = [
    "host = label *(\".\" label) [ \".\" ]\nlabel = 1*let\nlet = ALPHA / DIGIT\nfew = 2*3let / \"-\"\n\
     tail = \"x\" [ tail ]\n",
    "host = { label ~ (\".\" ~ label)* ~ \".\"? }\nlabel = { let+ }\nlet = { ASCII_ALPHANUMERIC }\n\
     whole_let = { let }\nfew = { let{2, 3} | \"-\" ~ !ANY }\ntail = { ^\"x\" ~ tail? }\n",
];

/// Recursion on the left, and what rests on it.
const RECURSIVE: [&str; 2] = [
    "all ::= list ';'\nlist ::= list 'x' | 'y'\n",
    "all = { list ~ \";\" }\nlist = { \"y\" ~ \"x\"* }\n",
];

/// Whether a changed file is refused, be it by what is missing.
fn is_refused(text: &str, grammars: &Grammars<'_>) -> bool {
    let given = [Named { names: vec!["-"], grammars }];
    match certificate::verify(text, &given, &[]) {
        Ok(all) => !all[0].without.is_empty(),
        Err(_) => true,
    }
}

/// What may stand in the place of a field: numbers near it, other ways to write the same, what
/// stands elsewhere, nothing.
fn instead(field: &str, others: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = others.iter().map(|&other| other.to_owned()).collect();
    found.extend([String::new(), format!("{field} {field}"), format!("{field} ")]);
    let near = |text: &str, radix: u32| -> Vec<i64> {
        let number = i64::from_str_radix(text, radix).into_iter();
        number.flat_map(|number| [number - 1, number + 1, number + 256]).collect()
    };
    found.extend(near(field, 10).iter().map(i64::to_string));
    found.extend([format!("0{field}"), format!("+{field}"), field.to_lowercase()]);
    for mark in ['/', '-'] {
        let Some((left, right)) = field.split_once(mark) else { continue };
        let radix = if mark == '/' { 10 } else { 16 };
        let text =
            |number: i64| if radix == 10 { number.to_string() } else { format!("{number:02X}") };
        found.extend(
            near(left, radix).into_iter().map(|left| format!("{}{mark}{right}", text(left))),
        );
        found.extend(
            near(right, radix).into_iter().map(|right| format!("{left}{mark}{}", text(right))),
        );
        found.extend([format!("{right}{mark}{left}"), left.to_owned(), right.to_owned()]);
    }
    found.retain(|other| other != field);
    found
}

/// The files whose every change is refused: rules; an automaton that stands for a production; patterns,
/// of which one looks behind.
fn files(each: impl Fn(&str, &Grammars<'_>)) {
    let [printed, pest] = [("a.ebnf", RECURSIVE[0]), ("a.pest", RECURSIVE[1])]
        .map(|(file, text)| GrammarText { file, text });
    let recursive = GrammarPair::read(Notation::W3c, printed, None, pest).unwrap();
    for pair in [pair(TAMPERED[0], TAMPERED[1]), recursive] {
        each(&written("-", &pair), &Grammars::new(&pair));
    }
    let printed = pair("let = %x61-63\n", "let = { 'a'..'c' }").as_read();
    let patterns = ["[a-c]", "[a-c](?<!d)"];
    let patterns = patterns.map(|text| Pattern::read(Dialect::EcmaScript, text).unwrap());
    let patterns = patterns.each_ref().map(|one| (one, Matching::Whole));
    let grammars = Grammars::from_patterns(&printed, &["let"], &patterns);
    let certificates = written_of(&grammars, ["let".to_owned()]);
    each(&(certificate::head() + &certificate::grammar("-") + &certificates), &grammars);
}

/// A file of version 2 that has only rules says the same as one of version 1.
fn is_same(text: &str, tampered: &str) -> bool {
    let (first, second) = (text.replacen("certificate 2", "certificate 1", 1), text);
    tampered == first && !text.contains("automaton") && !text.contains("pattern")
        || tampered == second
}

#[test]
fn whatever_field_is_changed_the_file_is_refused() {
    let names = ["host", "label", "let", "whole_let", "few", "tail", "ALPHA", "DIGIT", "x", "-"];
    let words = ["start", "yes", "no", "pair", "class", "production", "0", "1", "0/0", "1/0"];
    let more =
        ["rule", "pattern", "automaton", "state", "states", "list", "search", "whole", "rust"];
    let others: Vec<&str> = names.into_iter().chain(words).chain(more).collect();
    files(|text, grammars| {
        assert!(!is_refused(text, grammars), "{text}");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
        let mut changed = 0;
        for (at, line) in lines.iter().enumerate().step_by(scaled(5, 1)) {
            for (place, field) in line.iter().enumerate() {
                for other in instead(field, &others) {
                    let joined = |number: usize, fields: &[&str]| {
                        let mut fields = fields.to_vec();
                        if number == at {
                            fields[place] = &other;
                        }
                        fields.join(" ") + "\n"
                    };
                    let tampered: String =
                        lines.iter().enumerate().map(|(at, line)| joined(at, line)).collect();
                    assert!(
                        is_refused(&tampered, grammars) || is_same(text, &tampered),
                        "line {}: {line:?}: {other:?}",
                        at + 1
                    );
                    changed += 1;
                }
            }
        }
        assert!(changed > scaled(200, 1_000), "{changed}");
    });
}

#[test]
fn whatever_line_or_byte_is_taken_the_file_is_refused() {
    files(|text, grammars| {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let is_refused = |tampered: &str| is_refused(tampered, grammars) || is_same(text, tampered);
        for at in 0..lines.len() {
            let (before, after) = (lines[..at].concat(), lines[at + 1..].concat());
            assert!(is_refused(&(before.clone() + &after)), "without line {}", at + 1);
            let twice = before.clone() + lines[at] + lines[at] + &after;
            assert!(is_refused(&twice), "line {} twice", at + 1);
            if let Some(next) = lines.get(at + 1) {
                let swapped = before + next + lines[at] + &lines[at + 2..].concat();
                assert!(is_refused(&swapped), "line {} below the next", at + 1);
            }
        }
        for at in (0..text.len()).step_by(scaled(7, 1)) {
            assert!(is_refused(&text[..at]), "cut off at byte {at}");
            let gone = format!("{}{}", &text[..at], &text[at + 1..]);
            assert!(is_refused(&gone), "without byte {at}");
            for other in ["0", "1", "x", " ", "\n", "\t", "\r", "\0", "é"] {
                let tampered = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                assert!(is_refused(&tampered), "byte {at}: {other:?}");
            }
        }
    });
}

/// What is said of a fault: the line, the production, the pair and the byte, and the side. The lines
/// are those of `port`, as written by hand above.
#[test]
fn the_first_fault_is_named() {
    let pair = pair("port = *DIGIT\n", "port = { ASCII_DIGIT* }\n");
    let text = written("-", &pair);
    #[track_caller]
    fn refused(text: &str, pair: &GrammarPair, right: &str, wrong: &str, expected: &str) {
        assert_eq!(text.matches(right).count(), 1, "{right}");
        assert_eq!(verified(&text.replace(right, wrong), pair).unwrap_err(), expected);
    }
    for (right, wrong, expected) in [
        ("certificate 2", "certificate 3", "1: the version of the format is not 2"),
        ("urispec-", "", "1: this is no file of certificates"),
        ("grammar -\n", "", "2: a certificate before any line `grammar NAME`"),
        (
            "grammar -",
            "grammar x",
            "2: these are the certificates of \"x\", and to be checked are those of -",
        ),
        (
            "grammar -\n",
            "grammar -\ngrammar -\n",
            "3: the certificates of \"-\" are here for the second time",
        ),
        (
            "production port",
            "production part",
            "3: part: the grammar has no such production, or it was not asked for",
        ),
        ("rule port", "rule \u{1b}", "3: port: no rule \"\\u{1b}\" transcribes this production"),
        ("classes 2", "classes 02", "3: \"02\" is not a number"),
        ("30-39", "30-38", "3: port, byte 0x39: the byte is in no class"),
        ("30-39", "30-3A", "3: port, byte 0x3A: the byte is in two classes"),
        ("30-39", "39-30", "4: a class is bytes and ranges in order, as `00-2F 3A`"),
        (" 30-39", "", "3: port: class 0 has no byte"),
        (
            "30-39\nclass 1 00-2F 3A",
            "30-38\nclass 1 00-2F 39",
            "6: port, pair 0, byte 0x00: the production tells the byte from 0x39, and both are of one \
             class",
        ),
        ("yes", "no", "6: port, pair 0: the production may end here, and the pair says `no`"),
        ("yes", "maybe", "6: whether the string may end is `yes` or `no`"),
        (
            "start",
            "0/0",
            "6: port, pair 0: the pair is first reached by start, and names another way",
        ),
        ("0/1", "0/0", "7: port, pair 1: the pair is first reached by 0/1, and names another way"),
        ("0/1", "0", "7: a pair is reached by `start` or by `PAIR/CLASS`"),
        (
            "no 1 1",
            "no 0 1",
            "7: port, pair 1, byte 0x30: the derivative of the production is not that of pair 0",
        ),
        ("no 1 1", "no 1 2", "7: port, pair 1, byte 0x00: there is no pair 2"),
        ("no 1 1", "no 1", "7: 1 successors, and there are 2 classes"),
        (
            "yes 0 1",
            "yes 0 0",
            "6: port, pair 0, byte 0x00: the derivative of the production is not that of pair 0",
        ),
        ("pairs 2", "pairs 3", "8: the file ends too early"),
        ("pairs 2", "pairs 1", "6: port, pair 0, byte 0x00: there is no pair 1"),
        // 4,000,000 divided by 17, as the format says.
        (
            "pairs 2",
            "pairs 4000000000",
            "3: 4000000000 pairs, and of 2 classes there may be 235294",
        ),
        ("pairs 2", "pairs 235295", "3: 235295 pairs, and of 2 classes there may be 235294"),
        ("pairs 2", "pairs 235294", "8: the file ends too early"),
        ("classes 2", "classes 257", "3: 257 classes, and there are 256 bytes"),
        ("classes 2", "classes 256", "6: this is not the line of class 2"),
        ("class 0", "class 1", "4: this is not the line of class 0"),
    ] {
        refused(&text, &pair, right, wrong, expected);
    }
    // A pair that nothing leads to, and one that is named too early.
    let idle = format!("{}pair 2 1/0 no 2 2\n", text.replace("pairs 2", "pairs 3"));
    let expected = "8: port, pair 2: no earlier pair leads to this pair";
    assert_eq!(verified(&idle, &pair).unwrap_err(), expected);
    let pair = super::certificates::pair("a = \"ab\"\n", "a = { ^\"ab\" }\n");
    let early = written("-", &pair).replace("start no 1 2 1", "start no 2 1 1");
    let expected = "7: a, pair 0, byte 0x00: pair 2 is named before pair 1 is";
    assert_eq!(verified(&early, &pair).unwrap_err(), expected);
}

/// A line of many fields is refused by their number, before they are kept.
#[test]
fn a_line_of_a_million_fields_is_refused() {
    let pair = pair("port = *DIGIT\n", "port = { ASCII_DIGIT* }\n");
    let text = written("-", &pair);
    let many = format!("yes 0 1{}", " 0".repeat(1_000_000));
    let refused = verified(&text.replace("yes 0 1", &many), &pair).unwrap_err();
    assert_eq!(refused, "6: 1000002 successors, and there are 2 classes");
    let refused = verified(&text.replace("pairs 2", &"pairs 2 ".repeat(1_000_000)), &pair);
    let expected = "3: neither a line `grammar NAME` nor the first line of a pattern, an automaton or a certificate";
    assert_eq!(refused.unwrap_err(), expected);
}

/// Who has a certificate in hand may change what no file can say; and what was refused once is not
/// counted as checked.
#[test]
fn a_certificate_that_was_in_no_file_is_checked_alike() {
    let pair = pair("port = *DIGIT\n", "port = { ASCII_DIGIT* }\n");
    let grammars = Grammars::new(&pair);
    let right = Writer::new(&grammars).certificate("port", &rule("port")).unwrap();
    let mut verifier = Verifier::new(&grammars, &[]);
    for (change, expected) in [
        (
            (|one| one.rows[1].next.truncate(1)) as fn(&mut Certificate),
            "port, pair 1: 1 successors, and there are 2 classes",
        ),
        (|one| one.rows[1].next.push(1), "port, pair 1: 3 successors, and there are 2 classes"),
        (|one| one.rows.truncate(1), "port, pair 0, byte 0x00: there is no pair 1"),
        (|one| one.rows.clear(), "port, pair 0: there is no pair 0"),
        (|one| one.classes.truncate(1), "port, byte 0x00: the byte is in no class"),
        (|one| one.classes.push(ByteSet::EMPTY), "port: class 2 has no byte"),
        (
            |one| one.classes.swap(0, 1),
            "port, pair 0, byte 0x00: the derivative of the production is not that of pair 0",
        ),
    ] {
        let mut wrong = right.clone();
        change(&mut wrong);
        match verifier.check(&wrong) {
            Err(flaw) => assert_eq!(flaw.to_string(), expected),
            Ok(()) => panic!("not refused: {expected}"),
        }
    }
    assert_eq!(verifier.check(&right), Ok(()));
    let again = verifier.check(&right).unwrap_err().to_string();
    assert_eq!(again, "port: there is a certificate or an automaton of this production already");
    assert_eq!(verifier.finish().without, [""; 0]);
    let mut verifier = Verifier::new(&grammars, &[]);
    assert!(verifier.check(&Certificate { rows: Vec::new(), ..right }).is_err());
    let found = verifier.finish();
    assert_eq!((found.productions, found.certificates, found.pairs), (0, 0, 0));
    assert_eq!(found.without, ["port"]);
}
