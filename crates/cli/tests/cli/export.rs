//! `urispec export`, and `urispec audit --regex`.

use super::support::{file, urispec};

/// What is printed is what was decided, to the byte: no character is escaped on the way.
#[test]
fn a_pattern_is_printed_as_it_is() {
    file("tab.abnf", "s = %x61 %x09 %x62 / %xA0 %x200B\n");
    let export = ["export", "--grammar", "tab.abnf", "--characters", "utf-8", "--as", "regex"];
    let done = urispec(export.iter().chain(&["--dialect", "posix-ere"])).done();
    assert_eq!((done.code, &*done.stdout), (0, "^(a\tb|\u{A0}\u{200B})$\n"));
    let done = urispec(export.iter().chain(&["--dialect", "python"])).done();
    assert_eq!(done.stdout, "\\A(?:a\\x09b|\\xA0\\u200B)\\Z\n");
    let done = urispec(["export", "--rule", "port", "--as", "svg"]).done();
    assert!(done.stdout.starts_with("<svg ") && !done.stdout.contains("\\t"), "{}", done.stdout);
}

#[test]
fn numbers_of_abnf_are_characters_or_octets() {
    file("high.abnf", "s = %x20AC / %x85\n");
    let done = urispec(["export", "--grammar", "high.abnf", "--as", "abnf"]).done();
    let text = "; Numbers above 7F are code points, in UTF-8.\ns = %x20AC / %x85\n";
    assert_eq!((done.code, &*done.stdout), (0, text), "{}", done.stderr);
    file("octets.abnf", "s = %x80-FF\n");
    let octets = ["--grammar", "octets.abnf", "--characters", "octets"];
    let done = urispec(["export", "--as", "abnf"].iter().chain(&octets)).done();
    assert_eq!((done.code, &*done.stdout), (0, "s = %x80-FF\n"), "{}", done.stderr);
    let done = urispec(["export", "--as", "regex"].iter().chain(&octets)).done();
    assert_eq!((done.code, &*done.stdout), (1, ""));
    assert!(done.stderr.contains("octets above 7F"), "{}", done.stderr);
}

#[test]
fn what_cannot_be_written_says_what_can() {
    file("except.ebnf", "s ::= ('a' | 'b')+ - 'ab'\nnone ::= 'a' - 'a'\n");
    let except = ["export", "--grammar", "except.ebnf", "--as"];
    let done = urispec(except.iter().chain(&["regex"])).done();
    assert!(done.code == 1 && done.stderr.contains("--minimal"), "{}", done.stderr);
    assert_eq!(urispec(except.iter().chain(&["regex", "--minimal"])).done().code, 0);
    assert_eq!(urispec(except.iter().chain(&["abnf"])).done().code, 0);
    for format in ["regex", "abnf"] {
        let done = urispec(except.iter().chain(
            &[format, "--rule", "none", "--minimal"][..if format == "abnf" { 3 } else { 4 }],
        ))
        .done();
        assert!(done.code == 1 && done.stderr.contains("has no string"), "{}", done.stderr);
    }
    let done = urispec(["export", "--rule", "port", "--as", "abnf", "--minimal"]).done();
    done.expect(2, "").saying("--minimal is an option of `--as regex` only");
}

/// All productions, where none is named: an audit finds each of them again.
#[test]
fn a_whole_grammar_in_pest() {
    let text = "any = fn / COMMENT / path-abempty\nfn = 1*ALPHA \".\"\npath-abempty = *( \"/\" DIGIT )\nCOMMENT = \";\"\n";
    file("whole-names.abnf", text);
    let export = ["export", "--grammar", "whole-names.abnf", "--as", "pest"];
    let done = urispec(export).done();
    let rules = "any = { fn | COMMENT_ | path_abempty }\nfn = { ALPHA+ ~ \".\" }\n\
                 path_abempty = { (\"/\" ~ DIGIT)* }\nCOMMENT_ = { \";\" }\n";
    assert!(done.code == 0 && done.stdout.starts_with(rules), "{}", done.stdout);
    file("whole-names.pest", &done.stdout);
    let audit = ["audit", "--bnf", "whole-names.abnf", "--pest", "whole-names.pest"];
    let done = urispec(audit).done();
    let last = "whole-names.abnf: 6 productions, 6 equal\n";
    assert!(done.code == 0 && done.stdout.ends_with(last), "{}", done.stdout);
    // Of one production there is only what it reaches.
    let done = urispec(export.iter().chain(&["--rule", "COMMENT"])).done();
    done.expect(0, "COMMENT_ = { \";\" }\n").quietly();
    file("whole-part.abnf", "a = \"x\"\nb = \"(\" [ b ] \")\"\n");
    let done = urispec(["export", "--grammar", "whole-part.abnf", "--as", "pest"]).done();
    done.expect(1, "a = { ^\"x\" }\n").saying("b: whole-part.abnf, line 2: `b` recurses");
}

#[test]
fn patterns_are_judged() {
    let port = ["audit", "rfc3986", "--rule", "port"];
    let judged = |rest: &[&str]| urispec(port.iter().chain(rest)).done();
    assert_eq!(judged(&["--regex", "^[0-9]*$"]).code, 0);
    let done = judged(&["--regex", "^[0-9]*$", "--dialect", "python"]);
    assert!(done.code == 1 && done.stdout.contains("only pattern \"\\n\""), "{}", done.stdout);
    let done = judged(&["--regex", "^[0-9]*$", "--dialect", "python", "--match", "whole"]);
    assert_eq!((done.code, &*done.stderr), (0, ""), "{}", done.stdout);
    // Its digits are those of all scripts: U+0660 is the first that is none of ASCII.
    let done = judged(&["--regex", r"\A\d*\Z", "--dialect", "python"]);
    assert!(done.stdout.contains("only pattern \"\u{660}\""), "{}", done.stdout);
    let done = judged(&["--regex", "(a", "--json"]);
    assert!(
        done.code == 2 && done.stdout.contains("\"verdict\":\"unreadable\""),
        "{}",
        done.stdout
    );
    file("patterns.txt", "# of a port\ngood\t^[0-9]*$\n^\\d+$\n");
    let done = judged(&["--regex-file", "patterns.txt", "--json"]);
    assert_eq!(done.code, 1);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains("\"name\":\"good\"") && lines[0].contains("\"verdict\":\"equal\""));
    assert!(lines[1].contains("\"only_printed\":\"\""), "{}", lines[1]);
    file("none.txt", "# nothing\n");
    judged(&["--regex-file", "none.txt"]).expect(2, "").saying("there is no pattern in it");
    file("port.abnf", "port = *DIGIT\n");
    file("port.pest", "port = { ASCII_DIGIT* }\n");
    let own = ["audit", "--bnf", "port.abnf", "--regex", "^[0-9]*$"];
    assert_eq!(urispec(own).done().code, 0);
    let both = urispec(own.iter().chain(&["--pest", "port.pest"])).done();
    both.expect(2, "").saying("--pest");
}

#[test]
fn a_diagram_in_lines_of_text() {
    file(
        "draw.abnf",
        "list = item *( \",\" item )\nitem = %s\"none\" / 1*3DIGIT\nbad = <as agreed>\n",
    );
    let export = ["export", "--grammar", "draw.abnf", "--as", "railroad"];
    let list = "\
list
           ┌──────────────────┐
  ├─ item ─┴─┬─ \",\" ─ item ─┬─┴─┤
             └─<────────────┘
";
    urispec(export.iter().chain(&["--rule", "list"])).done().expect(0, list).quietly();
    let item = "\
item
  +-+- \"none\" ------------+-+
    +-+- DIGIT ---------+-+
      +-< 1 to 3 times -+
";
    let done = urispec(export.iter().chain(&["--rule", "item", "--ascii"])).done();
    done.expect(0, item).quietly();
    // What cannot be drawn is named, and all else is drawn.
    let done = urispec(export).done();
    assert!(done.stdout.starts_with(&format!("{list}\nitem\n")), "{}", done.stdout);
    assert!(!done.stdout.contains("bad") && done.code == 1, "{}", done.stdout);
    done.saying("`bad` cannot be used as printed, and so not be drawn");
    // Two columns before each line, and the sequence in two lines.
    let narrow = urispec(export.iter().chain(&["--width", "30"])).done().stdout;
    assert!(
        narrow.lines().all(|line| line.chars().count() <= 30) && narrow.contains('┐'),
        "{narrow}"
    );
    let done = urispec(["export", "--rule", "port", "--as", "abnf", "--ascii"]).done();
    done.expect(2, "").saying("--ascii is an option of `--as railroad` only");
    file("draw.pest", "a = { \"x\" }\n");
    for rule in [&[][..], &["--rule", "a"]] {
        let done =
            urispec(["export", "--grammar", "draw.pest", "--as", "railroad"].iter().chain(rule));
        done.done().expect(2, "").saying("a diagram shows a production of a printed grammar");
    }
}
