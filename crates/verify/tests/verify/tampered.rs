//! Changed certificates: each is refused, or proves the same.

use grammar_verify::{Fault, PrintedNotation, Subject, Verified, verify};
use urispec_audit::certificate::{self, Grammars};
use urispec_audit::{Dialect, GrammarText, Matching, Pattern};

use super::written::{checked, of_grammars, of_pair, pair, printed, subject};

/// Similar names, equal rules, a choice that needs a look-ahead, a loop, and left recursion.
const ABNF: &str = "host = label *(\".\" label) [ \".\" ]\nlabel = 1*let\nlet = ALPHA / DIGIT\nfew = 2*3let / \"-\"\n\
                    tail = \"x\" [ tail ]\nleft = left \"x\" / \"y\"\n";
const PEST: &str = "host = { label ~ (\".\" ~ label)* ~ \".\"? }\nlabel = { let+ }\nlet = { ASCII_ALPHANUMERIC }\n\
                    whole_let = { let }\nfew = { let{2, 3} | \"-\" ~ !ANY }\ntail = { ^\"x\" ~ tail? }\n\
                    left = { ^\"y\" ~ ^\"x\"* }\n";

fn certificate() -> String {
    of_pair("-", &pair(ABNF, PEST))
}

#[track_caller]
fn is_refused(text: &str) -> bool {
    match checked(text, ABNF, PEST) {
        Ok(_) => false,
        Err(Fault::Refused { line, why } | Fault::Incomplete { line, why }) => {
            assert!(line <= text.lines().count() && !why.is_empty(), "{line}: {why}");
            true
        }
        Err(fault) => panic!("{fault}"),
    }
}

/// Certificates whose every change is refused, each with its subject: rules, with an automaton for a production; and
/// patterns.
fn files() -> [(String, Subject); 2] {
    let text = GrammarText { file: "a.abnf", text: "let = %x61-63\n" };
    let read = urispec_audit::reader(urispec_audit::Notation::Abnf).read(text).unwrap();
    let patterns = ["[a-c]", "a|[bc]"].map(|text| Pattern::read(Dialect::EcmaScript, text).unwrap());
    let patterns = patterns.each_ref().map(|one| (one, Matching::Whole));
    let grammars = Grammars::from_patterns(&read, &["let"], &patterns);
    let lines = certificate::head() + &certificate::grammar("-") + &of_grammars(&grammars, ["let".to_owned()]);
    let of_patterns =
        Subject { productions: vec!["let".to_owned()], ..printed(PrintedNotation::Abnf, "let = %x61-63\n") };
    [(certificate(), subject(ABNF, PEST)), (lines, of_patterns)]
}

/// Returns whether a changed certificate proves the same. Its patterns are shown to the user, who compares them; ABNF
/// ignores the case of names.
fn is_same(text: &str, tampered: &str) -> bool {
    let lower = |line: &str| if line.contains("production ") { line.to_ascii_lowercase() } else { line.to_owned() };
    tampered.len() == text.len() && tampered.lines().map(lower).eq(text.lines().map(lower))
}

#[track_caller]
fn is_not_taken(tampered: &str, (text, subject): &(String, Subject), what: impl Fn() -> String) {
    let patterns = |text: &str| text.lines().filter(|one| one.starts_with("pattern")).collect::<Vec<_>>().join("\n");
    let is_refused =
        || patterns(text) != patterns(tampered) || verify(tampered, std::slice::from_ref(subject)).is_err();
    assert!(is_same(text, tampered) || is_refused(), "{}", what());
}

/// Returns replacements for a field: numbers near it, other spellings, fields from elsewhere, and nothing.
fn instead(field: &str, others: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = others.iter().map(|&other| other.to_owned()).collect();
    found.extend([String::new(), format!("{field} {field}"), format!("{field} ")]);
    let near = |text: &str, radix: u32| -> Vec<i64> {
        let number = i64::from_str_radix(text, radix).into_iter();
        number.flat_map(|number| [number - 1, number + 1, number + 256]).collect()
    };
    found.extend(near(field, 10).iter().map(i64::to_string));
    found.extend([format!("0{field}"), format!("+{field}"), field.to_lowercase()]);
    for (mark, radix) in [('/', 10), ('-', 16)] {
        let Some((left, right)) = field.split_once(mark) else { continue };
        let text = |number: i64| if radix == 10 { number.to_string() } else { format!("{number:02X}") };
        found.extend(near(left, radix).into_iter().map(|left| format!("{}{mark}{right}", text(left))));
        found.extend(near(right, radix).into_iter().map(|right| format!("{left}{mark}{}", text(right))));
        found.extend([format!("{right}{mark}{left}"), left.to_owned(), right.to_owned()]);
    }
    found.retain(|other| other != field);
    found
}

/// Returns the amount of work of a test: `short`, or `long` if `URISPEC_LONG` is set.
fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

#[test]
fn changing_any_field_is_refused() {
    let names = "host label let whole_let few tail left ALPHA DIGIT x - list";
    let words = "start yes no pair class production 0 1 2 3 0/0 1/0 999 00 00-FF 99999999999999999999";
    let more = "rule pattern automaton state states search whole rust";
    let others: Vec<&str> = [names, words, more].iter().flat_map(|all| all.split(' ')).collect();
    for file in files() {
        let text = &file.0;
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
        let mut changed = 0;
        for (at, line) in lines.iter().enumerate().step_by(scaled(5, 1)) {
            for (place, field) in line.iter().enumerate() {
                for other in instead(field, &others) {
                    let mut all = lines.clone();
                    all[at][place] = &other;
                    let tampered: String = all.iter().map(|fields| fields.join(" ") + "\n").collect();
                    is_not_taken(&tampered, &file, || format!("line {}: {line:?}: {other:?}", at + 1));
                    changed += 1;
                }
            }
        }
        assert!(changed > scaled(200, 1_000), "{changed}");
    }
}

#[test]
fn removing_any_line_or_byte_is_refused() {
    for file in files() {
        let text = &file.0;
        let refused = |tampered: String, what: &str, at: usize| {
            is_not_taken(&tampered, &file, || {
                format!("{what} {at}: {:?}", tampered.lines().find(|line| !text.contains(*line)))
            })
        };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            let (before, after) = (lines[..at].concat(), lines[at + 1..].concat());
            refused(before.clone() + &after, "without line", at);
            refused(before.clone() + lines[at] + lines[at] + &after, "line twice", at);
            if let Some(next) = lines.get(at + 1) {
                refused(before + next + lines[at] + &lines[at + 2..].concat(), "line below the next", at);
            }
        }
        for at in (0..text.len()).step_by(scaled(7, 1)) {
            refused(text[..at].to_owned(), "cut off at byte", at);
            refused(format!("{}{}", &text[..at], &text[at + 1..]), "without byte", at);
            for other in ["0", "1", "x", " ", "\n", "\t", "\r", "\0", "é"] {
                refused(format!("{}{other}{}", &text[..at], &text[at + 1..]), "another byte", at);
            }
        }
    }
}

/// Moving a byte to another class changes the accepted language, or nothing.
#[test]
fn a_byte_that_moves_to_another_class_is_refused() {
    let text = certificate();
    let mut changed = 0;
    for (from, to) in [("30-39 41-5A", "31-39 41-5A"), ("41-5A", "42-5A"), ("61-7A", "61-79"), ("58 78", "78")] {
        for (at, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("class") && line.contains(from))
        {
            changed += 1;
            // The byte is then in no class.
            let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
            lines[at] = lines[at].replace(from, to);
            assert!(is_refused(&lines.concat()), "{line}");
        }
    }
    assert!(changed > 8, "{changed}");
    let moved = text.replacen(
        "class 0 00-2F 3A-40 5B-60 7B-FF\nclass 1 30-39 41-5A 61-7A",
        "class 0 00-2F 3A-41 5B-60 7B-FF\nclass 1 30-39 42-5A 61-7A",
        1,
    );
    assert!(moved == text || is_refused(&moved));
}

#[test]
fn a_missing_or_duplicate_claim_is_refused() {
    let text = certificate();
    let parts: Vec<&str> = text.split_inclusive('\n').collect();
    let starts: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].starts_with("production")).collect();
    assert_eq!(starts.len(), 8);
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(parts.len());
        let without = parts[..start].concat() + &parts[end..].concat();
        assert!(is_refused(&without), "{}", parts[start]);
        let twice = text.clone() + &parts[start..end].concat();
        assert!(is_refused(&twice), "{}", parts[start]);
    }
    let without = parts[..starts[2]].concat() + &parts[starts[3]..].concat();
    let fault = checked(&without, ABNF, PEST).unwrap_err();
    assert!(matches!(fault, Fault::Refused { line: 2, .. }), "{fault}");
    for name in ["", "\t"] {
        let fault = checked(&format!("urispec-certificate 2\ngrammar {name}\n"), ABNF, PEST).unwrap_err();
        assert_eq!(fault.to_string(), "line 2: a name is missing");
    }
    assert!(is_refused("") && is_refused("urispec-certificate 2\n"));
    assert!(is_refused(&text.replacen("certificate 2", "certificate 1", 1)));
    assert!(is_refused(&text.replacen("certificate 2", "certificate 3", 1)));
    assert!(is_refused(&text.replacen("grammar -", "grammar other", 1)));
    assert!(is_refused(&(text.clone() + "grammar -\n")));
}

/// Checks a certificate that `a` is one byte, `0`.
fn zero(class_0: &str, class_1: &str) -> Result<Verified, Fault> {
    checked(&of_zero(class_0, class_1), "a = \"0\"\n", "a = { \"0\" }")
}

fn of_zero(class_0: &str, class_1: &str) -> String {
    format!(
        "urispec-certificate 2\ngrammar -\nproduction a rule a classes 2 pairs 3\nclass 0 {class_0}\nclass 1 {class_1}\n\
         pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n"
    )
}

/// One side distinguishes bytes of one class.
#[test]
fn each_side_is_checked_byte_by_byte() {
    let text = of_zero("00-2F 31-FF", "30");
    for (abnf, pest, side) in [
        ("a = \"0\" / \"z\"\n", "a = { \"0\" }", "the production"),
        ("a = \"0\"\n", "a = { \"0\" | \"z\" }", "the rule"),
    ] {
        let fault = checked(&text, abnf, pest).unwrap_err();
        assert_eq!(
            fault.to_string(),
            format!("line 7: according to {side}, a string may end here, but the line has `no`")
        );
    }
    let text = text.replace("grammar -\n", "grammar -\npattern 0 rust whole [0z]\n").replace("rule a", "pattern 0");
    let fault = checked(&text, "a = \"0\"\n", "").unwrap_err();
    assert_eq!(fault.to_string(), "line 8: according to the pattern, a string may end here, but the line has `no`");
}

#[test]
fn byte_classes_have_one_form() {
    assert!(zero("00-2F 31-FF", "30").is_ok());
    for class in
        ["00-2F 2F 31-FF", "00-2F 31-31 32-FF", "2F-00 31-FF", "00-2f 31-FF", "00-2F 31-", "31-FF 00-2F", "0-2F 31-FF"]
    {
        let fault = zero(class, "30").unwrap_err();
        assert_eq!(fault.to_string(), "line 4: bytes must be in order, such as `30-39 41`", "{class}");
    }
    assert_eq!(zero("00-2F 31-FF", "2F-30").unwrap_err().to_string(), "line 5: 2F-30 has a byte of an earlier class");
    assert_eq!(zero("00-2F 32-FF", "30").unwrap_err().to_string(), "line 5: byte 31 is in no class");
    assert_eq!(zero("00-FF", "").unwrap_err().to_string(), "line 5: bytes must be in order, such as `30-39 41`");
}

/// Each byte may have its own class.
#[test]
fn a_certificate_may_have_256_classes() {
    let classes: String = (0..256).map(|byte| format!("class {byte} {byte:02X}\n")).collect();
    let mut rows = ["pair 0 start no", "pair 1 0/0 no", "pair 2 0/48 yes"].map(str::to_owned);
    for byte in 0..256 {
        rows[0] += if byte == 0x30 { " 2" } else { " 1" };
        rows[1] += " 1";
        rows[2] += " 1";
    }
    let text = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 256 pairs 3\n".to_owned();
    let found = checked(&(text + &classes + &rows.join("\n") + "\n"), "a = \"0\"\n", "a = { \"0\" }");
    assert_eq!(found.unwrap().pairs, 3);
}

/// A pair is numbered by the first path to it.
#[test]
fn pairs_are_numbered_in_order_of_discovery() {
    let with = |rows: &str| {
        let text = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 2 pairs 3\nclass 0 00-2F 31-FF\nclass 1 30\n";
        checked(&(text.to_owned() + rows), "a = \"0\"\n", "a = { \"0\" }")
    };
    assert!(with("pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n").is_ok());
    let fault = with("pair 0 start no 2 1\npair 1 0/1 yes 2 2\npair 2 1/0 no 2 2\n").unwrap_err();
    assert_eq!(fault.to_string(), "line 6: pair 2 is out of order");
    let fault = with("pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/0 yes 1 1\n").unwrap_err();
    assert_eq!(fault.to_string(), "line 8: this is not the first path that reaches the pair");
}
