//! What a grammar says otherwise than meant, on the command line.

use serde_json::{Value, json};

use super::json::records;
use super::support::{file, urispec};

const COMPASS: &str =
    "WHITESPACE = _{ \" \" }\nway = @{ \"n\" | \"ne\" }\nnumber = { ASCII_DIGIT+ }\n";
const SHADOWED: &str = "never taken: an earlier alternative reads a beginning of each of its strings; `\"n\"` leaves a rest of \"ne\"";
const BLANK: &str = "`ASCII_DIGIT+` reads \"0 0\": `WHITESPACE` may stand between its characters; if it is a token, make the rule atomic, `@{ … }`";

#[test]
fn findings_in_pest_are_shown_with_carets_and_what_to_write() {
    let name = "lint-compass.pest";
    file(name, COMPASS);
    let text = format!(
        "warning: {name}:2:16: {SHADOWED} [prefix-shadowed]\n  way = @{{ \"n\" | \"ne\" }}\n                 ^^^^\n  \
         mended: \"ne\" | \"n\"\nwarning: {name}:3:12: {BLANK} [blank-in-token]\n  number = {{ ASCII_DIGIT+ }}\n             \
         ^^^^^^^^^^^^\n"
    );
    let done = urispec(["lint", name]).done();
    done.expect(1, &text).saying("1 grammar: 0 errors, 2 warnings, 0 notes\n");
}

#[test]
fn the_exit_code_follows_what_is_denied() {
    file("lint-code.pest", COMPASS);
    let code = |args: &[&str]| urispec(["lint", "lint-code.pest"].iter().chain(args)).done().code;
    assert_eq!(code(&[]), 1);
    assert_eq!(code(&["--ignore", "warning"]), 0);
    assert_eq!(code(&["--ignore", "blank-in-token"]), 1);
    assert_eq!(code(&["--ignore", "blank-in-token", "--ignore", "prefix-shadowed"]), 0);
    file("lint-note.abnf", "a = \"GMT\"\n");
    let code = |args: &[&str]| urispec(["lint", "lint-note.abnf"].iter().chain(args)).done().code;
    assert_eq!([code(&[]), code(&["--deny", "note"]), code(&["--deny", "any-case"])], [0, 1, 1]);
}

#[test]
fn all_errors_of_an_abnf_at_once() {
    let name = "lint-errors.abnf";
    file(name, "a = ( b\nb = \"x\n???\nc = d\n");
    let text = format!(
        "error: {name}:1:1: `a`: the `(` in column 5 is not closed [unreadable]\nerror: {name}:2:1: `b`: the literal that \
         begins in column 5 is not closed by `\"` on its line [unreadable]\nerror: {name}:3:1: the line is neither a production \
         nor a part of one; make it a comment, or indent it [unreadable]\nerror: {name}:4:5: `c` uses `d`, which is not \
         defined [undefined]\n"
    );
    urispec(["lint", "--short", name]).done().expect(1, &text).saying("4 errors");
}

#[test]
fn json_has_all_of_it() {
    file("lint-json.pest", COMPASS);
    let record = records(&["lint", "--json", "lint-json.pest"], "").remove(0);
    let first = json!({
        "id": "prefix-shadowed", "severity": "warning", "denied": true, "rule": "way", "line": 2, "column": 16,
        "start": 37, "end": 41, "message": SHADOWED, "witness": "ne",
        "mend": { "start": 31, "end": 41, "text": "\"ne\" | \"n\"" },
    });
    assert_eq!(record["findings"][0], first);
    assert_eq!((&record["file"], &record["undecided"]), (&json!("lint-json.pest"), &json!([])));
}

#[test]
fn sarif_for_code_scanning() {
    file("lint sarif.pest", COMPASS);
    let done = urispec(["lint", "--format", "sarif", "lint sarif.pest"]).done();
    assert_eq!(done.code, 1);
    let log: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    assert_eq!(rules, ["prefix-shadowed", "blank-in-token"]);
    let result = &run["results"][1];
    assert_eq!(result["ruleId"], "blank-in-token");
    let place = &result["locations"][0]["physicalLocation"];
    // A space in the name is an octet of a path (RFC 3986, 2.1).
    assert_eq!(place["artifactLocation"]["uri"], "lint%20sarif.pest");
    assert_eq!(
        place["region"],
        json!({ "startLine": 3, "startColumn": 12, "endLine": 3, "endColumn": 24 })
    );
    let fix = &run["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(fix["insertedContent"]["text"], "\"ne\" | \"n\"");
}

#[test]
fn commands_to_githubs_runner() {
    file("lint,hub.abnf", "a = \"GMT\"\n");
    let text = "::notice file=lint%2Chub.abnf,line=1,endLine=1,col=5,endColumn=10,title=any-case::\"GMT\" is \"gmt\" too: ABNF \
                ignores the case of literals (RFC 5234, 2.3), but for %25s\"GMT\" (RFC 7405)\n";
    urispec(["lint", "--format", "github", "lint,hub.abnf"]).done().expect(0, text);
}

#[test]
fn documents_and_patterns_are_told_by_as() {
    let document = "# A\n\nIt is:\n\n```abnf\nport = 1*DIGIT / digits\n```\n";
    file("lint-document.md", document);
    let text = "error: lint-document.md:6:18: `port` uses `digits`, which is not defined; did you mean `DIGIT`? [undefined]\n";
    urispec(["lint", "--short", "--notation", "markdown", "lint-document.md"])
        .done()
        .expect(1, text);
    let run = urispec(["lint", "--short", "--notation", "python", "-"])
        .stdin("# hosts\nhost\t^[a-z]+$\n");
    let text = "warning: <stdin>:2:6: \"a\\n\" has a match: the end is before a line end too; `\\Z` is the end alone [line-end]\n";
    run.done().expect(1, text);
}

#[test]
fn examples_of_a_document_are_in_its_grammar() {
    let text = "1.  Syntax\n\n   port = 1*DIGIT\n\n2.  Examples\n\n      80\n\n      8o80\n";
    file("lint-examples.txt", text);
    let args = ["lint", "--short", "--notation", "text", "--examples", "PORT", "lint-examples.txt"];
    let text = "warning: lint-examples.txt:9:8: \"8o80\" is an example, and no `port`: it has 'o' where there could be \
                \"0\"-\"9\", end of input [example-not-member]\n";
    let said = "lint-examples.txt: 2 examples checked\n1 grammar: 0 errors, 1 warning, 0 notes\n";
    urispec(args).done().expect(1, text).saying(said);
    urispec([&args[..], &["--ignore", "example-not-member"]].concat()).done().expect(0, "");
    let record =
        records(&["lint", "--json", "--examples", "port", "lint-examples.txt"], "").remove(0);
    let found = &record["findings"][0];
    assert_eq!([&found["rule"], &found["witness"]], [&json!("port"), &json!("8o80")]);
    // The blocks of Markdown say it themselves.
    file("lint-examples.md", "```abnf\nport = 1*DIGIT\n```\n\n```example port\n80\n```\n");
    let done = urispec(["lint", "--notation", "markdown", "lint-examples.md"]).done();
    done.expect(0, "").saying("lint-examples.md: 1 example checked\n");
}

#[test]
fn a_pattern_and_the_hosts_that_it_is_for() {
    let lint = |pattern: &str, hosts: &[&str]| {
        let hosts = hosts.iter().flat_map(|host| ["--host-allow", host]);
        let args = ["lint", "--short", "--notation", "ecmascript", "-"].into_iter().chain(hosts);
        urispec(args).stdin(pattern).done()
    };
    let hosts = ["example.com", "*.example.com"];
    let text = "warning: <stdin>:1:1: \"https://example.com!\" passes, a valid URI whose host is none of example.com, \
                *.example.com (RFC 3986, 3.2.2) [host-escape]\n";
    lint("^https://example\\.com", &hosts).expect(1, text);
    lint("^https://([a-z-]+\\.)?example\\.com/", &hosts).expect(0, "");
    lint("a", &["a b"]).expect(2, "").saying("`a b` is no host");
}

#[test]
fn a_pattern_on_the_command_line_and_a_grammar_that_is_piped() {
    let done = urispec(["lint", "--short", "--notation", "ecmascript", "--regex", "^a|b$"]).done();
    let message = "\"!b\" has a match: an anchor belongs to one alternative alone; put the alternatives in a group, \
                   `^(?:a|b)$`";
    done.expect(1, &format!("warning: <pattern>:1:1: {message} [escaped-anchor]\n"));
    let piped = urispec(["lint", "--short", "--notation", "abnf"]).stdin("a = b\n").done();
    piped.expect(1, "error: <stdin>:1:5: `a` uses `b`, which is not defined [undefined]\n");
    urispec(["lint", "--notation", "pest", "--regex", "a"])
        .done()
        .expect(2, "")
        .saying("`--notation python`");
}

#[test]
fn wrong_usage() {
    file("lint-usage.pest", COMPASS);
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["lint", "lint-usage.pest", "http://a/"], "lint them apart");
    wrong(&["lint", "lint-missing.pest"], "cannot read lint-missing.pest");
    wrong(&["lint", "--format", "sarif", "--json", "lint-usage.pest"], "cannot be used with");
    file("lint-unknown.dat", "x");
    wrong(&["lint", "--pack", "grammar", "lint-unknown.dat"], "give --notation");
    file("lint-bad.pest", b"a\xFF");
    wrong(&["lint", "lint-bad.pest"], "not UTF-8: 0xFF at byte 1");
    wrong(&["lint", "--examples", "way", "lint-usage.pest"], "about a document");
    file("lint-usage.md", "```abnf\nport = 1*DIGIT\n```\n");
    wrong(&["lint", "--notation", "markdown", "--examples", "prt", "lint-usage.md"], "'port'");
    // A reference that ends so is a string.
    urispec(["lint", "http://h/a.pest"]).done().expect(0, "");
}
