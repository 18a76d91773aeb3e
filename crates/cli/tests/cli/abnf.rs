//! `urispec abnf`, and `urispec audit` of documents.

use serde_json::{Value, json};

use super::support::{file, urispec};

const TEXT: &str = "\
1.  Introduction

   A port is written in digits.

2.  Syntax

   The whole is

      whole = name \":\" port   ; of two

   where x = y is a sentence.



Nobody                      Experimental                        [Page 1]

RFC 9999                     Whole Things                      May 2000


             \"#\" name

2.1.  Names

      name  = 1*ALPHA

   r = f(x);

Appendix A.  Collected ABNF

   whole = name \":\" port
   name  = *ALPHA
   port  = 1*DIGIT
         / <misprint
";

#[test]
fn a_document_becomes_a_grammar_file() {
    file("whole.txt", TEXT);
    let done = urispec(["abnf", "whole.txt"]).done();
    assert_eq!(
        done.stdout,
        "; 2.1, line 24\nname  = 1*ALPHA\n\n; A, line 30\nwhole = name \":\" port\n\nport  = 1*DIGIT\n      / <misprint\n"
    );
    assert_eq!(
        done.stderr,
        "warning: whole.txt, section 2.1, line 24: `name`: it is defined twice, also on line 31 in section A; an \
         appendix does not replace what a section prints: `urispec abnf --section A` takes it\n\
         warning: whole.txt, section A, line 32: `port` cannot be read as printed: the prose that begins \
         in column 9 is not closed by `>`\nwhole.txt: 3 productions collected in A, 2 of them printed \
         elsewhere too; 1 candidate left out\n"
    );
    assert_eq!(done.code, 0);
    let again = urispec(["abnf", "-", "--kind", "text"]).stdin(&done.stdout).done();
    assert!(again.stdout.ends_with("port  = 1*DIGIT\n      / <misprint\n"), "{again:?}");
}

#[test]
fn sections_can_be_chosen() {
    file("chosen.txt", TEXT);
    let run = |options: &[&str]| {
        let done = urispec(["abnf", "chosen.txt"].iter().chain(options)).done();
        (done.code, done.stdout)
    };
    let two =
        "; 2, line 9\nwhole = name \":\" port   ; of two\n\n; 2.1, line 24\nname  = 1*ALPHA\n";
    assert_eq!(run(&["--scattered"]), (0, two.to_owned()));
    assert_eq!(run(&["--section", "2"]), (0, two.to_owned()));
    assert_eq!(run(&["--section", "2.1"]), (0, "; 2.1, line 24\nname  = 1*ALPHA\n".to_owned()));
    assert_eq!(run(&["--section", "7"]), (1, String::new()));
    assert_eq!(
        run(&["--list"]).1,
        "production  section  line  printed again  cannot be read\n\
         name        2.1        24  A, line 31\n\
         whole       A          30  2, line 9\n\
         port        A          32                 the prose that begins in column 9 is not closed by `>`\n"
    );
    assert_eq!(
        run(&["--left-out"]).1,
        "2.1, line 26  r = f(x);  the line ends in `;` with no comment after it, as a statement of a \
         program does\n"
    );
    let (code, compared) = run(&["--compare"]);
    assert_eq!(code, 1);
    assert_eq!(
        compared,
        "name (A, line 31; taken: 2.1, line 24): differs: only A, line 31, has \"\"\n"
    );
}

#[test]
fn records_have_the_places() {
    file("records.txt", TEXT);
    let done = urispec(["abnf", "--json", "records.txt"]).done();
    let records: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let place = json!({
        "section": "A", "title": "Collected ABNF", "line": 31, "collected": true,
        "text": "name  = *ALPHA", "same": "differs", "only_again": "",
    });
    assert_eq!(
        records[0],
        json!({
            "schema": 1, "file": "records.txt", "rule": "name", "notation": "abnf", "section": "2.1",
            "title": "Names", "line": 24, "collected": false, "text": "name  = 1*ALPHA", "again": [place],
        })
    );
    let done = urispec(["abnf", "--json", "--left-out", "records.txt"]).done();
    let record: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["reason"], &record["line"]), (&json!("statement"), &json!(26)));
}

#[test]
fn an_audit_cites_the_document() {
    file("cited.txt", TEXT);
    file(
        "cited.pest",
        "whole = { name ~ \":\" ~ port }\nname = { ASCII_ALPHA+ }\nport = { ASCII_DIGIT+ }\n",
    );
    let run = |options: &[&str]| {
        let args = ["audit", "--bnf", "cited.txt", "--pest", "cited.pest"];
        urispec(args.iter().chain(options)).done()
    };
    let done = run(&[]);
    assert_eq!((done.code, &*done.stderr), (1, ""));
    for part in [
        "  production  section  verdict    states\n",
        "  name        2.1      equal           3\n",
        "name, section 2.1, line 24",
        "cited.txt, section A, line 33: `port` cannot be used as printed",
    ] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
    let done = run(&["--json"]);
    let name = done.stdout.lines().next().unwrap();
    let name: Value = serde_json::from_str(name).unwrap();
    assert_eq!((&name["section"], &name["line"]), (&json!("2.1"), &json!(24)));
    // Such a text is no grammar by itself, and the message says where.
    let done = run(&["--kind", "grammar", "--notation", "abnf"]);
    assert!(
        done.code == 2 && done.stderr.contains("cited.txt, line 1: neither"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_file_that_is_not_there_is_what_the_message_is_about() {
    let done = urispec(["audit", "--bnf", "nowhere", "--pest", "nowhere.pest"]).done();
    assert_eq!(done.code, 2);
    assert!(done.stderr.starts_with("error: cannot read nowhere: "), "{}", done.stderr);
    let done = urispec(["abnf", "nowhere.txt"]).done();
    assert_eq!(done.code, 2);
    assert!(done.stderr.starts_with("error: cannot read nowhere.txt: "), "{}", done.stderr);
}

#[test]
fn a_document_without_a_grammar_is_told() {
    file("none.md", "# Title\n\nNothing.\n");
    let done = urispec(["abnf", "none.md"]).done();
    assert_eq!((done.code, &*done.stdout), (1, ""));
    assert!(done.stderr.starts_with("error: none.md: no production found"), "{}", done.stderr);
    let args = ["audit", "--bnf", "none.md", "--pest", "none.pest"];
    file("none.pest", "a = { \"a\" }\n");
    let done = urispec(args).done();
    assert_eq!(done.code, 2);
    assert!(
        done.stderr.contains("no production in this document, read as Markdown"),
        "{}",
        done.stderr
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    file("latin.txt", b"a = \"x\"\n\xe9 b\n");
    let done = urispec(["abnf", "latin.txt"]).done();
    assert_eq!(done.code, 2);
    assert!(done.stderr.starts_with("error: latin.txt:2: "), "{}", done.stderr);
}

/// A tab is white space of ABNF (RFC 5234, B.1: `WSP = SP / HTAB`).
#[test]
fn a_tab_stays_a_tab() {
    file("tab.txt", "1.  A\n\n   a\t=\t\"x\" b\n   b  = \"y\"\n");
    let done = urispec(["abnf", "tab.txt"]).done();
    assert_eq!(done.stdout, "; 1, line 3\na\t=\t\"x\" b\nb  = \"y\"\n");
    let again = urispec(["check", "--grammar", "-", "--notation", "abnf", "--", "xy"]);
    again.stdin(&done.stdout).done().expect(0, "");
}

/// The productions of a grammar file use names of other documents, as those of RFC 7231 do.
#[test]
fn a_grammar_file_is_a_grammar_and_nothing_else() {
    let grammar = "From = mailbox\n\nReferer = absolute-URI / partial-URI\n";
    file("alone.abnf", grammar);
    let done = urispec(["abnf", "alone.abnf"]).done();
    assert_eq!(done.stdout, "; line 1\nFrom = mailbox\n\nReferer = absolute-URI / partial-URI\n");
    let again = urispec(["abnf", "--kind", "grammar", "-"]).stdin(grammar).done();
    assert_eq!(again.stdout, done.stdout);
}

/// XML 1.0 numbers its productions; each of ISO/IEC 14977 ends in `;`.
#[test]
fn a_grammar_may_be_ebnf() {
    let w3c = "[1]  doc ::= (a | b)* #x20\n[2]  a   ::= 'a'\n[3]  b   ::= [b-c]\n";
    file("doc.ebnf", w3c);
    let done = urispec(["abnf", "doc.ebnf"]).done();
    assert_eq!(done.stdout, format!("/* line 1 */\n{w3c}"));
    let page = format!("<html><pre>\n{w3c}</pre>");
    let done = urispec(["abnf", "--kind", "html", "-"]).stdin(page).done();
    assert!(done.stdout.ends_with(w3c), "{done:?}");
    let iso = "a = \"x\", b ;\nb = \"y\" ;\n";
    file("i.ebnf", iso);
    let done = urispec(["abnf", "i.ebnf"]).done();
    assert_eq!(done.stdout, format!("(* line 1 *)\n{iso}"));
}

/// An increment in another section is a part of the grammar, however many productions a section prints.
#[test]
fn what_another_section_adds_is_compared() {
    file(
        "inc.md",
        "# Grammar\n\n```abnf\nmsg   = kind SP value\nkind  = \"get\" / \"put\"\nvalue = 1*char\n\
         char  = ALPHA / digit\ndigit = %x30-39\n```\n\n## Extension\n\n```abnf\nkind =/ \"del\"\n```\n",
    );
    file(
        "inc.pest",
        "msg = { kind ~ \" \" ~ value }\nkind = { ^\"get\" | ^\"put\" }\nvalue = { char+ }\n\
         char = { ASCII_ALPHA | digit }\ndigit = { '0'..'9' }\n",
    );
    let said = "`=/` adds to the production of section \"Grammar\", line 5";
    let done = urispec(["audit", "--bnf", "inc.md", "--pest", "inc.pest"]).done();
    assert_eq!(done.code, 1);
    for part in [
        "  kind        \"Grammar\"  differs       8  only printed \"DEL\"\n",
        &format!("read as\n  {said} (kind, section \"Extension\", line 14)\n"),
    ] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
    let done = urispec(["audit", "--json", "--bnf", "inc.md", "--pest", "inc.pest"]).done();
    assert!(done.stdout.contains(&said.replace('"', "\\\"")), "{}", done.stdout);
    let done = urispec(["abnf", "inc.md"]).done();
    assert!(
        done.stdout.ends_with("; \"Extension\", line 14\nkind =/ \"del\"\n"),
        "{}",
        done.stdout
    );
    assert_eq!(
        done.stderr,
        format!(
            "warning: inc.md, section \"Extension\", line 14: `kind`: {said}\n\
             inc.md: 6 productions; 0 candidates left out\n"
        )
    );
    let done = urispec(["abnf", "--compare", "inc.md"]).done();
    assert_eq!((done.code, &*done.stdout), (0, ""));
}
