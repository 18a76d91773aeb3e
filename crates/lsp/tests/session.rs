//! A session of an editor with the language server, message by message.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_urispec-lsp");

/// An editor.
struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Editor {
    /// Starts the server, which counts columns in octets if the editor supports that.
    fn start(encodings: &[&str]) -> (Self, Value) {
        let mut command = Command::new(PROGRAM);
        let piped = command.arg("--stdio").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = piped.spawn().unwrap();
        let (to, from) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
        let mut editor = Self { server, to, from: BufReader::new(from), asked: 0 };
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let answer = editor.ask("initialize", json!({ "capabilities": capabilities }));
        editor.tell("initialized", json!({}));
        (editor, answer)
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Reads the next message of the server.
    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.from.read_line(&mut line).unwrap();
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Returns the full response to a request, and skips other messages before it.
    fn answered(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }),
        );
        loop {
            let heard = self.hear();
            if heard["id"] == self.asked {
                return heard;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answered(method, params)["result"].take()
    }

    fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range.
    fn edit(&mut self, uri: &str, version: u64, range: Value, text: &str) {
        let change = json!([{ "range": range, "text": text }]);
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": change }),
        );
    }

    /// Returns the diagnostics of a version, once there are `count` of them.
    fn diagnostics(&mut self, uri: &str, version: u64, count: usize) -> Vec<String> {
        loop {
            let heard = self.hear();
            let params = &heard["params"];
            let all = params["diagnostics"].as_array().map(Vec::as_slice).unwrap_or_default();
            if params["uri"] == uri && params["version"] == version && all.len() == count {
                return all.iter().map(shown).collect();
            }
        }
    }

    fn end(mut self) {
        assert_eq!(self.answered("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.wait().unwrap().code(), Some(0));
    }
}

/// `1:16-1:20 2 prefix-shadowed`
fn shown(diagnostic: &Value) -> String {
    let place = |at: &str| {
        let at = &diagnostic["range"][at];
        format!("{}:{}", at["line"], at["character"])
    };
    let code = diagnostic["code"].as_str().unwrap_or_default();
    format!("{}-{} {} {code}", place("start"), place("end"), diagnostic["severity"])
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

fn range(from: (u32, u32), to: (u32, u32)) -> Value {
    let place = |(line, character)| json!({ "line": line, "character": character });
    json!({ "start": place(from), "end": place(to) })
}

#[test]
fn quick_fixes_of_abnf() {
    let (mut editor, _) = Editor::start(&["utf-8"]);
    let uri = "file:///w/a.abnf";
    let text = "a = \"a\" / \"b\" *b\nb = DIGIT\nDIGIT = %x30-39\n";
    editor.open(uri, "abnf", text);
    assert_eq!(editor.diagnostics(uri, 1, 2), ["0:0-0:16 3 ungrouped", "2:0-2:15 3 repeated-core"]);
    let asked = json!({ "textDocument": { "uri": uri }, "range": range((0, 0), (2, 1)), "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", asked);
    let titles = [
        "Parenthesize the last alternative, as the parser reads it",
        "Remove the production, which RFC 5234 already defines",
    ];
    let edits = [
        json!([{ "range": range((0, 10), (0, 16)), "newText": "(\"b\" *b)" }]),
        json!([{ "range": range((2, 0), (3, 0)), "newText": "" }]),
    ];
    for ((action, title), edit) in actions.as_array().unwrap().iter().zip(titles).zip(&edits) {
        assert_eq!(action["title"], title);
        assert_eq!(action["edit"]["changes"][uri], *edit);
    }
    assert_eq!(
        (&actions[0]["isPreferred"], &actions[1]["isPreferred"]),
        (&json!(false), &json!(true))
    );
    editor.edit(uri, 2, range((0, 0), (3, 0)), "a = digt\n");
    assert_eq!(editor.diagnostics(uri, 2, 1), ["0:4-0:8 1 undefined"]);
    let asked = json!({ "textDocument": { "uri": uri }, "range": range((0, 5), (0, 5)), "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", asked);
    assert_eq!(actions[0]["title"], "Write `DIGIT`");
    let edit = json!([{ "range": range((0, 4), (0, 8)), "newText": "DIGIT" }]);
    assert_eq!(actions[0]["edit"]["changes"][uri], edit);
    editor.end();
}

#[test]
fn a_session_with_pest() {
    let (mut editor, answer) = Editor::start(&["utf-8", "utf-16"]);
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    let uri = "file:///w/compass.pest";
    editor.open(uri, "pest", "way = { way_ ~ \"x\" }\nway_ = @{ \"n\" | \"ne\" }\n");
    assert_eq!(editor.diagnostics(uri, 1, 1), ["1:16-1:20 2 prefix-shadowed"]);
    // A quick fix moves the alternative.
    let asked = json!({ "textDocument": { "uri": uri }, "range": range((1, 16), (1, 16)), "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", asked);
    assert_eq!(actions[0]["title"], "Move the alternative to the front");
    let edit = json!([{ "range": range((1, 10), (1, 20)), "newText": "\"ne\" | \"n\"" }]);
    assert_eq!(actions[0]["edit"]["changes"][uri], edit);
    editor.edit(uri, 2, range((1, 10), (1, 20)), "\"ne\" | \"n\"");
    assert_eq!(editor.diagnostics(uri, 2, 0), [""; 0]);
    // The hover of a name.
    let hover = editor.ask("textDocument/hover", at(uri, 0, 9));
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.starts_with(
            "```pest\nway_ = @{ \"ne\" | \"n\" }\n```\n\n`way_` has `\"n\"`, `\"ne\"`\n"
        ),
        "{text}"
    );
    assert!(text.contains("`way_` does not have "), "{text}");
    assert_eq!(hover["range"], range((0, 8), (0, 12)));
    let definition = editor.ask("textDocument/definition", at(uri, 0, 9));
    assert_eq!(definition, json!([{ "uri": uri, "range": range((1, 0), (1, 4)) }]));
    let with = |mut asked: Value, key: &str, value: Value| {
        asked[key] = value;
        asked
    };
    let context = json!({ "includeDeclaration": false });
    let references = editor.ask("textDocument/references", with(at(uri, 1, 1), "context", context));
    assert_eq!(references, json!([{ "uri": uri, "range": range((0, 8), (0, 12)) }]));
    // Renaming changes every occurrence; a name in use and an invalid name are rejected.
    assert_eq!(editor.ask("textDocument/prepareRename", at(uri, 1, 1)), range((1, 0), (1, 4)));
    let renamed = editor.ask("textDocument/rename", with(at(uri, 1, 1), "newName", json!("side")));
    let edits = json!([
        { "range": range((0, 8), (0, 12)), "newText": "side" },
        { "range": range((1, 0), (1, 4)), "newText": "side" },
    ]);
    assert_eq!(renamed["changes"][uri], edits);
    for (name, why) in [
        ("way", "the grammar already has a name `way`"),
        ("a-b", "`a-b` is not a valid name in this notation"),
    ] {
        let refused =
            editor.answered("textDocument/rename", with(at(uri, 1, 1), "newName", json!(name)));
        assert_eq!(refused["error"]["message"], why);
    }
    let symbols =
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    let names: Vec<&Value> = symbols.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["way", "way_"]);
    // A half-written rule has an error, and its names are still found.
    editor.edit(uri, 3, range((1, 9), (1, 10)), "(");
    assert_eq!(editor.diagnostics(uri, 3, 1)[0].split(' ').next_back(), Some("unreadable"));
    let definition = editor.ask("textDocument/definition", at(uri, 0, 9));
    assert_eq!(definition[0]["range"], range((1, 0), (1, 4)));
    editor.end();
}

#[test]
fn what_has_not_changed_keeps_its_findings_in_new_places() {
    let (mut editor, _) = Editor::start(&[]);
    let uri = "file:///w/moved.pest";
    editor.open(uri, "pest", "a = { \"\u{1F600}\" | \"\u{1F600}b\" }\nc = { \"n\" | \"ne\" }\n");
    // A character beyond the BMP is two columns in UTF-16.
    let expected = ["0:13-0:18 2 prefix-shadowed", "1:12-1:16 2 prefix-shadowed"];
    assert_eq!(editor.diagnostics(uri, 1, 2), expected);
    editor.edit(uri, 2, range((0, 0), (0, 0)), "// above\n");
    let expected = ["1:13-1:18 2 prefix-shadowed", "2:12-2:16 2 prefix-shadowed"];
    assert_eq!(editor.diagnostics(uri, 2, 2), expected);
    editor.end();
}

#[test]
fn what_takes_long_is_said_last() {
    let (mut editor, _) = Editor::start(&[]);
    let uri = "file:///w/comment.pest";
    editor.open(uri, "pest", "c = { \"/*\" ~ (c | !\"*/\" ~ ANY)* ~ \"*/\" }\n");
    assert_eq!(editor.diagnostics(uri, 1, 1), ["0:0-0:1 2 exponential-time"]);
    editor.end();
}

#[test]
fn blocks_of_markdown() {
    let (mut editor, answer) = Editor::start(&["utf-16"]);
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    let uri = "file:///w/spec.md";
    editor.open(
        uri,
        "markdown",
        "# Date\n\n```abnf\ndate = year\nyear = 4DIGITS\n```\n\nThe year is 4DIGIT.\n",
    );
    assert_eq!(editor.diagnostics(uri, 1, 1), ["4:8-4:14 1 undefined"]);
    let hover = editor.ask("textDocument/hover", at(uri, 3, 8));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("year = 4DIGITS"), "{hover}");
    assert_eq!(editor.ask("textDocument/hover", at(uri, 7, 6)), Value::Null);
    editor.edit(uri, 2, range((4, 13), (4, 14)), "");
    assert_eq!(editor.diagnostics(uri, 2, 0), [""; 0]);
    // A closed document has no findings.
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    let closed = editor.hear();
    assert_eq!(closed["params"], json!({ "uri": uri, "diagnostics": [] }));
    assert_eq!(
        editor.answered("textDocument/nothing", json!({}))["error"]["message"],
        "unknown method `textDocument/nothing`"
    );
    editor.end();
}

/// Runs the server without an editor, and returns its exit code, its output and its errors.
fn alone(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    server.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = server.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn without_an_editor() {
    let (code, help, errors) = alone(&["--help"], "");
    assert!(help.starts_with("A language server for grammars") && errors.is_empty());
    assert_eq!(code, Some(0));
    assert_eq!(alone(&["-V"], "").1, concat!("urispec-lsp ", env!("CARGO_PKG_VERSION"), "\n"));
    let unexpected = "error: unexpected argument \"lsp\"; see urispec-lsp --help\n";
    assert_eq!(alone(&["lsp"], ""), (Some(2), String::new(), unexpected.to_owned()));
    let ended = "error: the editor does not speak the Language Server Protocol: the input ended before the session\n";
    assert_eq!(alone(&[], ""), (Some(2), String::new(), ended.to_owned()));
}
