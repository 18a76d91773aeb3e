//! `urispec audit`: editions, and anybody's own grammars with errors in them.

use serde_json::json;
use urispec::Edition;

use super::json::{keys, records};
use super::scaled;
use super::support::{Done, file, urispec};

/// Runs the audit of a pair of files.
#[track_caller]
pub(super) fn own(name: &str, abnf: &str, pest: &str, more: &[&str]) -> Done {
    let [bnf, peg] = [format!("{name}.abnf"), format!("{name}.pest")];
    file(&bnf, abnf);
    file(&peg, pest);
    urispec(["audit", "--bnf", &bnf, "--pest", &peg].iter().chain(more)).done()
}

/// Audits a few editions, or all with `URISPEC_LONG`; the library's tests always audit all.
#[test]
fn editions() {
    urispec(["audit", "rfc3986"]).snapshot("audit");
    let done = urispec(["audit", "rfc3061", "rfc6694"]).done();
    assert_eq!((done.code, &*done.stderr), (0, ""));
    for edition in [Edition::Rfc3061, Edition::Rfc6694] {
        assert!(done.stdout.contains(edition.document()));
    }
    let budget: &[&str] = if scaled(0, 1) == 1 { &[] } else { &["--budget", "0"] };
    let done = urispec(["audit"].iter().chain(budget)).done();
    assert_eq!((done.code, &*done.stderr), (i32::from(!budget.is_empty()), ""));
    for edition in Edition::ALL {
        assert!(done.stdout.contains(edition.document()));
    }
}

/// Without the flag `u`, `\u{61}` is the letter u, 61 times (ECMA-262, B.1.2).
#[test]
fn a_pattern_is_read_with_exactly_the_flags_that_are_given() {
    file("audit-flags.abnf", "a = %x61\n");
    let verdict = |args: &[&str]| {
        let all = ["audit", "--json", "--bnf", "audit-flags.abnf"];
        let found = records(&[&all[..], args].concat(), "").remove(0);
        let said = |key: &str| {
            found
                .get(key)
                .map_or(String::new(), |value| format!(" {key}={}", value.as_str().unwrap()))
        };
        let keys = ["verdict", "flags", "only_printed", "only_pattern"];
        keys.map(said).concat()
    };
    let pattern = ["--regex", r"^\u{61}$"];
    assert_eq!(verdict(&pattern), " verdict=equal");
    assert_eq!(verdict(&[&pattern[..], &["--flags", "u"]].concat()), " verdict=equal flags=u");
    let many = "u".repeat(61);
    let differs = format!(" verdict=differs flags= only_printed=a only_pattern={many}");
    assert_eq!(verdict(&[&pattern[..], &["--flags", ""]].concat()), differs);
    let python = ["--regex", r"^a\Z", "--dialect", "python", "--flags", "i"];
    assert_eq!(verdict(&python), " verdict=differs flags=i only_pattern=A");
    let run =
        |args: &[&str]| urispec(["audit", "--bnf", "audit-flags.abnf"].iter().chain(args)).done();
    let done = run(&["--regex", "^a$", "--flags", "uq"]);
    assert_eq!(done.code, 2);
    done.saying("`q` is no flag of ecmascript, which has `dgimsuvy`");
    // The certificate has the flags too.
    let done = run(&["--regex", "^a$", "--flags", "s", "--certificate", "-"]);
    assert!(done.code == 0 && done.stdout.contains("/^a$/s"), "{}", done.stdout);
}

#[test]
fn a_record_for_each_production_and_one_for_the_grammar() {
    let found = records(&["audit", "-j", "rfc3986"], "");
    assert_eq!(found.len(), 40);
    let all = "schema edition grammar rule section verdict rules states";
    keys(&found[0], &format!("{all} reading"));
    assert_eq!(found[0]["reading"]["through"], json!(["URI", "hier-part", "path-empty"]));
    let host = found.iter().find(|one| one["rule"] == "host").unwrap();
    keys(host, all);
    assert_eq!((&host["states"], &host["section"]), (&json!(161), &json!("3.2.2")));
    let grammar = &found[39];
    keys(
        grammar,
        "schema edition grammar clean productions unreachable undefined empty unprinted unused refused \
         refused_by_pest never_taken untold ambiguities readings examples findings requirements",
    );
    assert_eq!(grammar["clean"], true);
    assert_eq!(grammar["unreachable"], json!(["path", "reserved", "gen-delims"]));
    assert_eq!(
        grammar["ambiguities"][0],
        json!({
            "rule": "host", "alternatives": ["IPv4address", "reg-name"], "whole": true,
            "input": "0.0.0.0", "preferred": "IPv4address", "section": "3.2.2", "strings": 38,
            "taken": ["IPv4address"],
        })
    );
    assert_eq!(grammar["readings"][0]["text"], "path-empty    = 0pchar");
}

/// RFC 1738, 3.4.9 against 3.4.3: what a client sends for a filled form.
#[test]
fn a_finding_of_what_is_sent() {
    let found = records(&["audit", "-j", "rfc1738"], "");
    let findings = found.last().unwrap()["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["section"] == "3.4.9").unwrap();
    keys(finding, "section claim input request found reason listed");
    assert_eq!(finding["claim"], "sends");
    assert_eq!(finding["request"], r"s\t+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n");
    assert_eq!(finding["found"], r#"it sends "s\t\t+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n""#);
}

const WORDS: &str = r#"what to mend
  b
    only printed "X": words.pest:2:7 `"x" | ^"y" ~ (" " | "\t")?` rejects the X at 0, where print has "x" (words.abnf:2)
    only printed "Y\r\n": words.pest:2:21 `" " | "\t"` rejects the byte %x0D at 1, where print has %x0D.0A (words.abnf:3)
    only pest "Y\t": words.pest:2:27 `"\t"` reads the byte %x09 at 1, where print has SP or %x0D.0A (words.abnf:3), or ends
    through it: a (with c)
  c
    only printed "": words.pest:3:7 `ASCII_DIGIT` rejects the end at 0, where print ends
    only printed " ": words.pest:3:7 `ASCII_DIGIT` rejects the byte %x20 at 0, where print has SP (words.abnf:3)
    only printed "\r\n": words.pest:3:7 `ASCII_DIGIT` rejects the byte %x0D at 0, where print has %x0D.0A (words.abnf:3)
    only pest "000": words.pest:3:7 `ASCII_DIGIT` reads the 0 at 2, where print has SP or %x0D.0A (words.abnf:3), or ends
    through it: a (with b)

rules that transcribe no production
  d

rules that are not reached from a whole string
  d

"#;

/// What is unlike a date: ends of strings, cases, bytes that cannot be seen, rules nobody calls.
#[test]
fn what_to_mend_in_words() {
    let abnf = "a = b c\nb = \"x\" / \"y\" *1b2\nb2 = SP / %x0D.0A\nc = *2DIGIT [ b2 ]\n";
    let pest = "a = { b ~ c }\nb = { \"x\" | ^\"y\" ~ (\" \" | \"\\t\")? }\nc = { ASCII_DIGIT{1,3} ~ b2? }\n\
        b2 = { \" \" | \"\\r\\n\" }\nd = { b2 }\n";
    let done = own("words", abnf, pest, &[]);
    let from = done.stdout.find("what to mend").unwrap();
    let to = done.stdout.find("words.abnf: 4 productions").unwrap();
    assert_eq!(&done.stdout[from..to], WORDS);
}

/// The fenced blocks of the chapter on the audit: two files and what the program says.
#[test]
fn the_pair_of_the_chapter() {
    let chapter = include_str!("../../../../docs/audit.md");
    let blocks: Vec<&str> = chapter.split("```").skip(1).step_by(2).collect();
    let block = |info: &str| {
        let found = blocks.iter().find_map(|block| block.strip_prefix(info));
        found.unwrap_or_else(|| panic!("no block {info}"))
    };
    let done = own("date", block("abnf\n"), block("pest\n"), &[]);
    let (_, expected) = block("text\n$ urispec audit --bnf").split_once('\n').unwrap();
    assert_eq!((done.code, &*done.stdout, &*done.stderr), (1, expected, ""));
    let found = records(&["audit", "-j", "--bnf", "date.abnf", "--pest", "date.pest"], "");
    let keys_of_differing = "schema grammar rule verdict rules states";
    keys(&found[0], &format!("{keys_of_differing} only_printed only_pest through departures"));
    assert_eq!(found[0]["through"], json!(["month", "day"]));
    assert_eq!(
        found[3]["departures"][0],
        json!({
            "only": "pest", "witness": "00", "offset": 1,
            "rule": "day", "line": 4, "column": 23, "expression": "ASCII_DIGIT",
            "does": "reads", "at": 1,
            "printed": [{"rule": "day", "file": "date.abnf", "line": 4, "text": "%x31-39"}],
            "may_end": false,
        })
    );
}

/// One thing wrong in the grammar of RFC 3986; the witness is by hand. The letter before it is the
/// side that has it: p, print, or q, the PEG.
#[test]
fn planted_errors_have_witnesses() {
    let grammar = Edition::Rfc3986.grammars()[0];
    file("planted.readings.abnf", grammar.readings());
    #[rustfmt::skip]
    let planted = [
        // A digit first wins, and no octet has two.
        ("dec-octet", "'1'..'9' ~ DIGIT\n  | DIGIT", "DIGIT\n  | '1'..'9' ~ DIGIT", "p", "10"),
        // What is left of a reg-name that begins like an address is read by nobody.
        ("host", "IPv4address ~ !(unreserved | pct_encoded | sub_delims)", "IPv4address", "p", "0.0.0.0!"),
        ("IPvFuture", "^\"v\" ~ HEXDIG+", "\"v\" ~ HEXDIG+", "p", "V0.!"),
        ("pchar", "unreserved | pct_encoded | sub_delims | \":\" | \"@\" }", "unreserved | pct_encoded | sub_delims | \":\" }", "p", "@"),
        // The groups of an IPv6address, as greedy as they are printed.
        ("IPv6address", "(h16 ~ (\":\" ~ h16){0, 6})? ~ \"::\"", "((h16 ~ \":\"){0, 6} ~ h16)? ~ \"::\"", "p", "0::"),
        // A port that must have a digit, and a userinfo that may have an "@".
        ("port", "port = @{ DIGIT* }", "port = @{ DIGIT+ }", "p", ""),
        ("scheme", "scheme = @{ ALPHA ~", "scheme = @{ (ALPHA | DIGIT) ~", "q", "0"),
        ("h16", "HEXDIG{1, 4}", "HEXDIG{1, 5}", "q", "00000"),
        ("path-absolute", "\"/\" ~ (segment_nz ~ (\"/\" ~ segment)*)?", "\"/\" ~ segment ~ (\"/\" ~ segment)*", "q", "//"),
    ];
    for (rule, right, wrong, side, witness) in planted {
        assert_eq!(grammar.pest().matches(right).count(), 1, "{right}");
        let pest = grammar.pest().replace(right, wrong);
        let more = ["--readings", "planted.readings.abnf", "--json", "--rule", rule];
        let done = own(&format!("planted-{rule}"), grammar.printed(), &pest, &more);
        assert_eq!((done.code, &*done.stderr), (1, ""), "{rule}");
        let records = done.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
        let records: Vec<serde_json::Value> = records.collect();
        let found = records.iter().find(|one| one["rule"] == rule).unwrap();
        let (has, has_not) = match side {
            "p" => ("only_printed", "only_pest"),
            _ => ("only_pest", "only_printed"),
        };
        assert_eq!(found[has], *witness, "{rule}");
        assert_eq!(found.get(has_not), None, "{rule}");
    }
}

#[test]
fn names_are_mapped_and_what_is_missing_is_said() {
    let abnf = "date-time = DIGIT\nHost+port = ALPHA / SP\ngone = \"x\"\n";
    let pest = "date_time = { ASCII_DIGIT }\nhost_plus_port = { ALPHA | \" \" }\n\
                ALPHA = { 'a'..'z' }\nhelper = { \"x\" }\n";
    let lines = |done: Done| -> Vec<String> { done.stdout.lines().map(str::to_owned).collect() };
    let found =
        own("names", &abnf.replace("Host+port", "Host-port"), &pest.replace("_plus", ""), &[]);
    assert_eq!(found.code, 1);
    let found = lines(found);
    assert_eq!(
        found[3..8],
        [
            "  date-time   equal         3",
            "  Host-port   differs       3  only printed \"A\"",
            "  gone        missing       3  no rule of its name",
            // A core rule is not required, and if there is one it is compared.
            "  ALPHA       differs       3  only printed \"A\"",
            "",
        ]
    );
    let part =
        |title: &str| found[found.iter().position(|line| line == title).unwrap() + 1].clone();
    assert_eq!(part("not reached from a whole string"), "  Host-port, gone, ALPHA");
    assert_eq!(part("rules that transcribe no production"), "  helper");
    // In BNF a plus may stand in a name, and letters are as they are.
    file("plus.bnf", "Host+port = \"x\"\n");
    file("plus.pest", "Host_plus_port = { \"x\" }\n");
    let done = urispec(["audit", "--bnf", "plus.bnf", "--pest", "plus.pest"]).done();
    assert!(done.stdout.ends_with("\nplus.bnf: 1 production, 1 equal\n") && done.code == 0);
}

#[test]
fn only_what_a_rule_reaches() {
    let abnf = "a = b \"1\"\nb = \"2\"\nc = \"3\"\n";
    let pest = "a = { b ~ \"1\" }\nb = { \"2\" }\nc = { \"4\" | \"4\" }\n";
    let done = own("reach", abnf, pest, &["--rule", "a"]);
    assert!(done.stdout.contains("\nnot reached from a whole string\n  c\n"));
    assert!(!done.stdout.contains("never taken"), "{}", done.stdout);
    assert!(done.stdout.ends_with("\nreach.abnf: 2 productions, 2 equal\n") && done.code == 0);
    let done = own("reach", abnf, pest, &["--rule", "b", "--rule", "c"]);
    assert!(done.stdout.contains("c           differs") && done.code == 1);
    // In any letter case, as everywhere.
    let shouted = own("reach", abnf, pest, &["--rule", "B", "--rule", "C"]);
    assert_eq!(shouted.stdout, done.stdout);
    own("reach", abnf, pest, &["--rule", "d"]).expect(2, "").saying("[possible values: a, b, c]");
    own("reach", "list = \"x\"\n", pest, &["--rule", "lst"])
        .expect(2, "")
        .saying("tip: a similar value exists: 'list'");
}

#[test]
fn what_nests_is_equal_to_a_depth() {
    let abnf = "list = \"(\" [ item ] \")\"\nitem = list / \"x\"\nuser = item \"y\"\n\
                tail = \"x\" [ tail ]\nleft = left \"x\" / \"y\"\n";
    let pest = "list = { \"(\" ~ item? ~ \")\" }\nitem = { list | ^\"x\" }\nuser = { item ~ ^\"y\" }\n\
                tail = { ^\"x\" ~ tail? }\nleft = { ^\"y\" ~ ^\"x\"* }\n";
    let done = own("recursion", abnf, pest, &[]);
    assert_eq!(done.code, 1);
    for part in [
        "  list        equal to depth 4\n",
        "  user        equal to depth 4\n",
        "  tail        equal                  3\n",
        "  left        equal                  3\n",
        "\nrecursion.abnf: 5 productions, 2 equal, 3 equal to a depth\n",
    ] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
    let done = own("recursion", abnf, pest, &["--depth", "2", "--json"]);
    assert!(done.stdout.contains("\"rules\":[\"list\"],\"depth\":2"), "{}", done.stdout);
    assert!(done.stdout.contains("\"clean\":false") && done.code == 1, "{}", done.stdout);
    // Whoever knows that a depth is no proof says so.
    let done = own("recursion", abnf, pest, &["--depth", "2", "--json", "--accept-depth"]);
    assert!(done.stdout.contains("\"clean\":true") && done.code == 0, "{}", done.stdout);
    assert_eq!(own("recursion", abnf, &pest.replace("y", "z"), &["--accept-depth"]).code, 1);
    own("recursion", abnf, pest, &["--depth", "0"]).expect(2, "").saying("0 is not in 1..=64");
    // A bracket that the rule forgets is found within others too.
    let open = pest.replace("item? ~ \")\"", "item? ~ \")\"?");
    let done = own("recursion", abnf, &open, &[]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("  list        differs "), "{}", done.stdout);
    assert!(done.stdout.contains("only pest \"(\""), "{}", done.stdout);
}

#[test]
fn when_the_time_is_spent_the_rest_is_told() {
    let (abnf, pest) = ("a = \"x\"\n", "a = { ^\"x\" }\nb = { a }\n");
    let done = own("spent", abnf, pest, &["--budget", "0"]);
    assert_eq!(done.code, 1);
    for part in ["undecided", "the budget of 0 s is spent", "1 undecided"] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
    assert_eq!(own("spent", abnf, pest, &["--budget", "1000000"]).code, 0);
}

#[test]
fn a_rule_has_a_line_for_each_atomicity() {
    let abnf = "all = pair word\nword = pair\npair = \"a\" \"b\"\n";
    let pest = "WHITESPACE = { \" \" }\nall = { pair ~ word }\nword = @{ pair }\n\
                pair = { ^\"a\" ~ ^\"b\" }\n";
    let done = own("ways", abnf, pest, &[]);
    assert_eq!(done.code, 1);
    for part in [
        "  pair (not atomic)  differs       4  only pest \"A B\"\n",
        "  pair (atomic)      equal         4\n",
        "\nways.abnf: 3 productions, 1 equal, 2 differ\n",
    ] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
}

#[test]
fn what_is_pushed_is_known_and_an_empty_stack_is_refused() {
    let pest = "a = { PUSH(^\"x\") ~ POP }\nb = { ^\"y\" }\nc = { POP ~ ^\"x\" }\n";
    let done = own("stack", "a = \"xx\"\nb = \"y\"\nc = \"x\"\n", pest, &[]);
    assert_eq!(done.code, 1);
    for part in [
        // The second letter has the case of the first.
        "  a           differs ",
        "only printed \"Xx\"",
        "  b           equal ",
        "  c: stack.pest:3: rule `c`: `POP` is run with nothing on the stack, where pest panics",
    ] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
}

#[test]
fn bad_files_are_named_with_line_and_rule() {
    let (abnf, pest) = ("a = \"x\"\n", "a = { ^\"x\" }\n");
    #[track_caller]
    fn bad(name: &str, abnf: &str, pest: &str, expected: &str) {
        let done = own(name, abnf, pest, &[]).expect(2, "");
        assert!(done.stderr.starts_with(&format!("error: {expected}")), "{}", done.stderr);
    }
    bad(
        "construct",
        abnf,
        "b = { \"y\" }\na = { \"x\" ~ }\n",
        "construct.pest:2:13: rule `a`: not a pest",
    );
    // What pest refuses of a rule is no fault of the others.
    #[track_caller]
    fn refused(name: &str, abnf: &str, pest: &str, expected: &str) {
        let done = own(name, abnf, pest, &[]);
        assert_eq!((done.code, &*done.stderr), (1, ""), "{}", done.stdout);
        assert!(done.stdout.contains("\npest refuses the file as it is"), "{}", done.stdout);
        assert!(done.stdout.contains(&format!("\n  {expected}")), "{}", done.stdout);
    }
    refused("undefined", abnf, "a = {\n b }\n", "undefined.pest:2:2: rule `a`: `b` is undefined");
    refused(
        "left",
        abnf,
        "a = { a | \"x\" }\n",
        "left.pest:1: rule `a`: left recursion, which never ends: a -> a",
    );
    refused(
        "blanks",
        abnf,
        "WHITESPACE = _{ \" \"* }\na = { \"x\" ~ \"y\" }\n",
        "blanks.pest:1:17: rule `WHITESPACE`: pest refuses it: ",
    );
    bad(
        "stray",
        "a = \"x\"\n%%\n",
        pest,
        "stray.abnf, line 2: neither a production nor a part of one: `%%`",
    );
    bad("empty", "", pest, "empty.abnf: no production in it");
    let large = "// nothing\n".repeat(1_000_000);
    bad("large", abnf, &large, "large.pest:1: the file has 11000000 bytes");
    bad(
        "large-bnf",
        &large.replace("//", ";"),
        pest,
        "large-bnf.abnf: 10000000 bytes are too many",
    );
    file("latin.abnf", b"a = \"x\"\nb = \"\xe9\"\n");
    urispec(["audit", "--bnf", "latin.abnf", "--pest", "empty.pest"])
        .done()
        .expect(2, "")
        .saying("error: latin.abnf:2: not UTF-8: 0xE9 at byte 5\n");
    urispec(["audit", "--bnf", "nosuch.abnf", "--pest", "empty.pest"])
        .done()
        .expect(2, "")
        .saying("error: cannot read nosuch.abnf: ");
    // A production that cannot be read is no bad file.
    let done = own("production", "a = \"x\"\nb = \"y\n", "a = { ^\"x\" }\nb = { \"y\" }\n", &[]);
    assert!(done.stdout.contains("  b: production.abnf, line 2: `b` cannot be used as printed: "));
    assert_eq!(done.code, 1);
}

#[test]
fn readings_of_ones_own() {
    file(
        "read.readings.abnf",
        "; misprint: one is not enough\na = *\"x\"\n\n; nothing\nb = \"y\"\n",
    );
    let pest = "a = { ^\"x\"* }\nb = { ^\"y\" }\n";
    let more = ["--readings", "read.readings.abnf"];
    let done = own("read", "a = \"x\"\nb = \"y\"\n", pest, &more);
    // A reading that changes nothing is to be removed.
    assert_eq!(done.code, 1);
    for part in [
        "  a: the reading adds \"\"\n    a = *\"x\"\n    misprint: one is not enough\n",
        "  b           equal, as printed       3  a reading that changes nothing\n",
        "\nread.abnf: 2 productions, 1 equal as read, 1 equal, as printed\n",
    ] {
        assert!(done.stdout.contains(part), "{part:?} is not in {}", done.stdout);
    }
}

#[test]
fn notations() {
    file("x.txt", "a1 x | b1\nb1 y\n");
    file("x.pest", "a1 = { \"x\" | b1 }\nb1 = { \"y\" }\n");
    let run = |more: &[&str]| {
        urispec(["audit", "--bnf", "x.txt", "--pest", "x.pest"].iter().chain(more)).done()
    };
    run(&[]).expect(2, "").saying("give --notation abnf, bnf or rfc1630");
    assert_eq!(run(&["--notation", "rfc1630"]).code, 0);
    run(&["--notation", "abnf"]).expect(2, "").saying("error: x.txt, line 1: ");
    let done = urispec(["audit", "--bnf", "-", "--notation", "bnf", "--pest", "x.pest"]);
    let done = done.stdin("a1 = \"x\" | b1\nb1 = \"y\"\n").done();
    assert!(done.stdout.starts_with("<stdin> and x.pest\n") && done.code == 0);
}

/// A byte that pest never sees, since its input is text.
#[test]
fn witnesses_that_are_no_text() {
    let done = own("bytes", "a = %x80-FF\n", "a = { \"x\" }\n", &["-j"]);
    let first: serde_json::Value =
        serde_json::from_str(done.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((&first["only_printed_hex"], &first["only_pest"]), (&json!("80"), &json!("x")));
}

#[test]
fn usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["audit", "rfc3968"], "[possible values: ");
    wrong(&["audit", "--bnf", "a.abnf"], "--pest <FILE>");
    wrong(&["audit", "--pest", "a.pest"], "--bnf <FILE>");
    wrong(&["audit", "--rule", "a"], "--bnf <FILE>");
    wrong(&["audit", "rfc3986", "--bnf", "a.abnf", "--pest", "a.pest"], "cannot be used with");
}
