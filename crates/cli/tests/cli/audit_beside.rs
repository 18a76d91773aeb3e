//! `urispec audit` with what stands beside a grammar: characters, imports, assumptions, maps.

use serde_json::json;

use super::audit::own;
use super::support::{Done, file, urispec};

#[track_caller]
fn shows(done: &Done, code: i32, parts: &[&str]) {
    assert_eq!((done.code, &*done.stderr), (code, ""), "{}", done.stdout);
    for part in parts {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
}

#[test]
fn what_is_read_as_something_is_said() {
    let abnf = "a ::= b | \"c\"\nb := <port, see [URI], Section 3.2.3> | 'd'\n";
    let pest = "a = { !^\"c\" ~ b }\nb = { ^\"d\" | ASCII_DIGIT* }\n";
    let done = own("said", abnf, pest, &[]);
    shows(
        &done,
        1,
        &[
            "\nread as\n  `::=` defines, where the notation has `=` (a, line 1)\n  `|` stands between \
             alternatives, where ABNF has `/` (a, line 1; b, line 2)\n",
            "  a           differs       4  only printed \"C\"\n",
            "said.abnf: 2 productions, 1 equal, 1 differs\n",
        ],
    );
    // A name that is taken from another document is read as it is written.
    let import = "  `<port, see [URI], Section 3.2.3>` is `port` of rfc3986 (b, line 2)\n";
    assert!(!done.stdout.contains(import), "{}", done.stdout);
    shows(&own("said", abnf, pest, &["--verbose"]), 1, &[import]);
    let done = own("said", abnf, pest, &["--json"]);
    let grammar: serde_json::Value =
        serde_json::from_str(done.stdout.lines().last().unwrap()).unwrap();
    let note = json!({
        "file": "said.abnf", "line": 1, "rule": "a",
        "message": "`::=` defines, where the notation has `=`",
    });
    assert_eq!(grammar["notes"][0], note);
    assert_eq!(
        grammar["imported"],
        json!([
            { "rule": "rfc3986:port", "file": "rfc3986.abnf" },
            { "rule": "rfc3986:DIGIT", "file": "rfc3986.abnf" },
        ])
    );
    assert_eq!((&grammar["guessed"], &grammar["assumed"]), (&json!([]), &json!([])));
}

#[test]
fn characters() {
    let (abnf, pest) = ("a = %xA0-FF\n", "a = { '\\u{A0}'..'\\u{FF}' }\n");
    shows(&own("latin", abnf, pest, &[]), 1, &["  a           differs "]);
    shows(&own("latin", abnf, pest, &["--characters", "utf-8"]), 0, &["  a           equal "]);
    shows(&own("latin", abnf, pest, &["--characters", "octets"]), 1, &[]);
    // In ASCII there is nothing in the range.
    let done = own("latin", abnf, pest, &["--characters", "ascii"]);
    shows(&done, 1, &["only pest \"\\xc2\\xa0\""]);
    let both = "a = b\nb = %xE9\nc = %x20AC\n";
    let pest = "a = { b }\nb = { \"é\" }\nc = { \"€\" }\n";
    let note = "  its numbers could be octets, but those of `c`, line 3, are code points; ";
    shows(&own("both", both, pest, &[]), 0, &["\nread as\n", note, "(b, line 2)\n"]);
    let done = own("both", both, pest, &["--characters", "octets"]);
    shows(
        &done,
        1,
        &["  c: both.abnf, line 3: `c` cannot be used as printed: `%x20AC` is no byte"],
    );
}

#[test]
fn other_documents() {
    file("fields.abnf", "field = name \":\" port\nname = 1*ALPHA\n");
    let abnf = "a = field\n";
    let pest = "a = { ASCII_ALPHA+ ~ \":\" ~ ASCII_DIGIT* }\n";
    let hole = "`fields:field` uses `fields:port`, which is not defined";
    let done = own("docs", abnf, pest, &["--import", "fields.abnf"]);
    shows(&done, 1, &[hole, "(`--import`)", "(`--assume`)"]);
    let more = ["--import", "fields.abnf", "--import", "RFC3986", "-v"];
    let note = "  `field` is not defined here; the imported `fields:field` is taken (a, line 1)\n";
    shows(&own("docs", abnf, pest, &more), 0, &[note]);
    let tagged = "a = <field, see Section 1 of [1]>\n";
    let more = ["--import", "1=fields.abnf", "--assume", "1:port=*DIGIT", "-v"];
    let done = own("tags", tagged, pest, &more);
    shows(&done, 0, &["\nassumed\n  1:port = *DIGIT\n", "is `field` of 1 (a, line 1)"]);
    // The checker of certificates knows no other documents, and no prose.
    let arguments = ["--bnf", "tags.abnf", "--pest", "tags.pest"].iter().chain(&more);
    let write = urispec(["audit", "--certificate", "tags.txt"].iter().chain(arguments.clone()));
    assert_eq!(write.done().code, 0);
    let done = urispec(["audit", "--verify", "tags.txt"].iter().chain(arguments)).done();
    done.expect(2, "")
        .saying("cannot be checked: the checker knows no --characters, --import or --assume");
    let done =
        urispec(["audit", "--verify", "tags.txt", "--bnf", "tags.abnf", "--pest", "tags.pest"]);
    done.done().expect(2, "").saying("<field, see Section 1 of [1]> is prose\n");
}

#[test]
fn names() {
    let abnf = "a = dateTime / gone / b\ndateTime = \"d\"\ngone = \"g\"\nb = \"b\"\n";
    let pest = "a = { ^\"d\" | ^\"g\" | ^\"b\" }\ndate_time = { ^\"d\" }\nbee = { ^\"b\" }\n";
    file("names.map", "# which is which\nb = bee\ngone = -\n");
    let done = own("guess", abnf, pest, &["--map-file", "names.map"]);
    shows(
        &done,
        0,
        &[
            "\ntaken by name\n  dateTime = date_time; --map corrects it\n",
            "\nnot compared\n  gone\n",
            "guess.abnf: 3 productions, 3 equal\n",
        ],
    );
    let done = own("guess", abnf, pest, &["--map-file", "names.map", "--json"]);
    let grammar: serde_json::Value =
        serde_json::from_str(done.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(grammar["guessed"], json!([{ "rule": "dateTime", "pest": "date_time" }]));
    assert_eq!(grammar["not_compared"], json!(["gone"]));
    file("bad.map", "b = bee\nx = bee\n");
    own("guess", abnf, pest, &["--map-file", "bad.map"]).expect(2, "").saying(
        "error: bad.map, line 2: there is no production `x` that a rule could transcribe\n",
    );
}

#[test]
fn what_is_wrong_beside_a_grammar() {
    let wrong = |more: &[&str], part: &str| {
        drop(own("beside", "a = b\n", "a = { \"x\" }\n", more).expect(2, "").saying(part));
    };
    wrong(
        &["--import", "rfc1"],
        "invalid value for '--import': no document is known by the name `rfc1`",
    );
    wrong(&["--import", "nosuch.abnf"], "error: cannot read nosuch.abnf: ");
    file("stray.abnf", "%%\n");
    wrong(&["--import", "stray.abnf"], "error: stray.abnf, line 1: neither a production");
    wrong(&["--import", "a:b=stray.abnf"], "`a:b` cannot be the name of a document");
    wrong(&["--assume", "b"], "write the name of a production, `=`, and its right side");
    wrong(&["--assume", "b=\"x"], "error: what is assumed of `b` cannot be read: ");
    wrong(&["--assume", "c=\"x\""], "error: no production uses `c`, of which something is assumed");
    wrong(&["--assume", "a=\"x\""], "error: `a` is defined, and nothing needs to be assumed of it");
    wrong(&["--characters", "latin1"], "[possible values: octets, utf-8, ascii]");
    wrong(&["--map-file", "nosuch.map"], "error: cannot read nosuch.map: ");
    let usage = |args: &[&str]| drop(urispec(args).done().expect(2, "").saying("--bnf <FILE>"));
    usage(&["audit", "--import", "rfc3986"]);
    usage(&["audit", "--assume", "a=b"]);
    usage(&["audit", "--characters", "ascii"]);
    usage(&["audit", "--map-file", "names.map"]);
}
