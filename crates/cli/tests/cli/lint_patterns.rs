//! The patterns in programs, on the command line.

use serde_json::{Value, json};

use super::json::records;
use super::support::{file, urispec};

const LINE_END: &str = "the end is before a line end too; `\\Z` is the end alone";

#[test]
fn each_file_in_its_language() {
    file(
        "lint-a.py",
        "import re\nre.match('\\x41$', x)\nre.fullmatch('b$', x)\nre.match(y, x)\nre.match(y, z)\n",
    );
    file("lint-b.ts", "const a = /^a|b$/;\n");
    file("lint-c.rs", "Regex::new(r\"(a\")\n");
    let text = format!(
        "warning: lint-a.py:2:11: \"A\\n\" has a match: {LINE_END} [line-end]\n\
         warning: lint-b.ts:1:11: \"!b\" has a match: an anchor belongs to one alternative alone; put the alternatives in a \
         group, `^(?:a|b)$` [escaped-anchor]\n\
         note: lint-c.rs:1:14: the pattern is not read as one of rust: unclosed group [unread-pattern]\n"
    );
    let done =
        urispec(["lint", "--patterns", "--short", "lint-a.py", "lint-b.ts", "lint-c.rs"]).done();
    done.expect(1, &text).saying(
        "lint-a.py: 2 patterns are computed and were not read\n3 files: 0 errors, 2 warnings, 1 note\n",
    );
    // What is not read is no error.
    urispec(["lint", "--patterns", "-q", "lint-c.rs"]).done().expect(0, "").quietly();
}

#[test]
fn marks_stand_below_what_is_written() {
    file("lint-marks.java", "class A { Pattern a = Pattern.compile(\"\\\\d[A-z]\"); }\n");
    // The range stands in column 44, below which the marks begin behind two blanks.
    let marks = format!("{:45}^^^", "");
    let text = format!(
        "warning: lint-marks.java:1:44: `A-z` has `_` too; write `A-Za-z` for letters [odd-range]\n  class A {{ Pattern a = \
         Pattern.compile(\"\\\\d[A-z]\"); }}\n{marks}\n"
    );
    let done = urispec(["lint", "--patterns", "lint-marks.java"]).done();
    done.expect(1, &text).saying("1 file: 0 errors, 1 warning, 0 notes\n");
}

#[test]
fn every_format_has_the_places_of_the_file() {
    file("lint-f.json", "{\"pattern\":\n  \"\\\\d[A-z]\"}\n");
    let args = ["lint", "--patterns", "lint-f.json"];
    let record = records(&[&args[..], &["--json"]].concat(), "").remove(0);
    let finding = &record["findings"][0];
    assert_eq!(finding["id"], "odd-range");
    assert_eq!(
        [&finding["line"], &finding["column"], &finding["start"], &finding["end"]],
        [&json!(2), &json!(8), &json!(19), &json!(22)]
    );
    let done = urispec([&args[..], &["--format", "sarif"]].concat()).done();
    let log: Value = serde_json::from_str(&done.stdout).unwrap();
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*place, json!({ "startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 11 }));
    let done = urispec([&args[..], &["--format", "github"]].concat()).done();
    let begin = "::warning file=lint-f.json,line=2,endLine=2,col=8,endColumn=11,title=odd-range::";
    assert!(done.stdout.starts_with(begin), "{}", done.stdout);
}

#[test]
fn hosts_that_patterns_are_for() {
    let lint = |call: &str| {
        let args = ["lint", "--short", "--patterns=python", "--host-allow", "example.com", "-"];
        urispec(args).stdin(format!("{call}(r'https://example\\.com', x)\n")).done()
    };
    let text = "warning: <stdin>:1:12: \"https://example.com!\" passes, a valid URI whose host is none of example.com (RFC 3986, \
                3.2.2) [host-escape]\n";
    lint("re.match").expect(1, text);
    lint("re.fullmatch").expect(0, "");
}

#[test]
fn wrong_usage() {
    file("lint-unknown.lua", "x");
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["lint", "--patterns", "lint-unknown.lua"], "its name tells no language");
    wrong(&["lint", "--patterns", "lint-unknown.lua"], "`--notation python`");
    wrong(&["lint", "--patterns", "-"], "`--patterns=python`");
    wrong(&["lint", "--patterns=lua", "a"], "kotlin");
    wrong(&["lint", "--patterns", "--notation", "python", "a"], "cannot be used with");
    wrong(&["lint", "--host-allow", "a", "b"], "--patterns");
    urispec(["lint", "--patterns=rust", "lint-unknown.lua"]).done().expect(0, "");
}
