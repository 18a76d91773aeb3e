//! The program: its output and its exit code.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use super::written::{of_pair, pair};

const ABNF: &str = "port = *DIGIT\nhost = 1*ALPHA\n";
const PEST: &str = "port = { ASCII_DIGIT* }\nhost = { ASCII_ALPHA+ }\n";

/// A folder of files for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let this = Self(folder);
        this.write("a.abnf", ABNF.as_bytes());
        this.write("a.pest", PEST.as_bytes());
        this.write("a.cert", of_pair("-", &pair(ABNF, PEST)).as_bytes());
        this
    }

    fn write(&self, file: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(file), bytes).unwrap();
    }

    fn run(&self, arguments: &str) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grammar-verify"));
        command.current_dir(&self.0).args(arguments.split_whitespace());
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }
}

#[test]
fn certificates_that_hold_exit_with_0() {
    let folder = Folder::new("holds");
    let (code, out, err) = folder.run("--abnf a.abnf --pest a.pest a.cert");
    assert_eq!((code, &*out, &*err), (0, "-: 2 certificates hold, 5 pairs\n", ""));
    let (_, out, _) = folder.run("--claims --abnf a.abnf --pest a.pest --rule port a.cert");
    assert_eq!(out, "-: port = rule port\n-: host = rule host\n-: 2 certificates hold, 5 pairs\n");
    folder.write("list.txt", b"# all\n--name - --abnf a.abnf --pest a.pest\n--name b --abnf a.abnf --pest a.pest\n");
    assert_eq!(folder.run("--subjects list.txt a.cert -").0, 0);
    let (code, _, err) = folder.run("--subjects list.txt a.cert");
    assert_eq!((code, &*err), (1, "a.cert: line 13: the file has no certificates of the grammar `b`\n"));
}

/// One certificate holds for one language in three notations.
#[test]
fn the_option_gives_the_notation() {
    let folder = Folder::new("notations");
    let (abnf, pest) = ("bit = \"0\" / \"1\"\n", "bit = { \"0\" | \"1\" }\n");
    folder.write("bit.cert", of_pair("-", &pair(abnf, pest)).as_bytes());
    folder.write("bit.pest", pest.as_bytes());
    folder.write("bit.abnf", abnf.as_bytes());
    // BNF names are case-sensitive.
    folder.write("bit.bnf", b"BIT = \"x\"\nbit = \"0\" | \"1\"\n");
    folder.write("bit.rfc1630", b"bit  0 | 1\n");
    for option in ["abnf", "bnf", "rfc1630"] {
        let (code, _, err) = folder.run(&format!("--{option} bit.{option} --pest bit.pest bit.cert"));
        assert_eq!((code, &*err), (0, ""), "{option}");
    }
    let (code, _, err) = folder.run("--bnf bit.rfc1630 --pest bit.pest bit.cert");
    assert!(code == 2 && err.starts_with("bit.cert: bit.rfc1630, line 1: "), "{err}");
    // The production is wrong as printed and right with its reading.
    folder.write("printed.abnf", b"bit = \"0\"\n");
    let (code, _, err) = folder.run("--abnf printed.abnf --pest bit.pest bit.cert");
    assert!(code == 1 && err.contains("according to the production"), "{err}");
    let read = "--abnf printed.abnf --readings bit.abnf";
    assert_eq!(folder.run(&format!("{read} --pest bit.pest bit.cert")).0, 0);
    let (code, _, err) = folder.run(&format!("{read} --readings bit.abnf --pest bit.pest bit.cert"));
    assert!(code == 2 && err.contains("--readings must follow the file"), "{err}");
}

/// The reader of the output may close the pipe before the answer is written.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::new("gone");
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammar-verify"));
    command.current_dir(&folder.0).args(["--abnf", "a.abnf", "--pest", "a.pest", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let text = std::fs::read(folder.0.join("a.cert")).unwrap();
    child.stdin.take().unwrap().write_all(&text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_refused_certificate_exits_with_1_and_its_line() {
    let folder = Folder::new("refused");
    let text = of_pair("-", &pair(ABNF, PEST));
    folder.write("wrong.cert", text.replacen("0/1 no", "0/1 yes", 1).as_bytes());
    let (code, out, err) = folder.run("--abnf a.abnf --pest a.pest wrong.cert");
    assert_eq!((code, &*out), (1, ""));
    assert_eq!(
        err,
        "wrong.cert: line 7: according to the production, a string may not end here, but the line has `yes`\n"
    );
    folder.write("few.pest", b"port = { ASCII_DIGIT* }\n");
    let (code, _, err) = folder.run("--abnf a.abnf --pest few.pest a.cert");
    assert_eq!((code, &*err), (1, "a.cert: line 8: unknown rule `host`\n"));
}

#[test]
fn usage_errors_exit_with_2() {
    let folder = Folder::new("mistakes");
    folder.write("bytes", &[b'a', 0xFF, b'b']);
    folder.write("bad.abnf", b"port = *DIGIT\n%\n");
    for (arguments, expected) in [
        ("", "grammar-verify: name the file of certificates; --help has examples\n"),
        ("a.cert", "grammar-verify: name the printed grammar: --abnf, --bnf or --rfc1630\n"),
        (
            "--readings a.abnf a.cert",
            "grammar-verify: --readings must follow the file that it applies to, and only once\n",
        ),
        ("--other x a.cert", "grammar-verify: unknown option --other; --help lists the options\n"),
        ("--abnf", "grammar-verify: --abnf needs a value; --help has examples\n"),
        ("--abnf a.abnf a.cert b.cert", "grammar-verify: `b.cert` is one file too many\n"),
        ("--abnf bytes a.cert", "grammar-verify: bytes: stream did not contain valid UTF-8\n"),
        ("--abnf bad.abnf --pest a.pest a.cert", "a.cert: bad.abnf, line 2: expected a production, NAME = ELEMENTS\n"),
        ("--subjects a.abnf a.cert", "grammar-verify: a.abnf: each line needs a --name\n"),
    ] {
        let (code, out, err) = folder.run(arguments);
        assert_eq!((code, &*out, &*err), (2, "", expected), "{arguments}");
    }
    let (code, _, err) = folder.run("--abnf nothing.abnf a.cert");
    assert!(code == 2 && err.starts_with("grammar-verify: nothing.abnf: "), "{err}");
    folder.write("list.txt", b"--name b --abnf a.abnf --pest a.pest\n");
    assert_eq!(folder.run("--subjects list.txt a.cert c").2, "grammar-verify: list.txt has no `c`\n");
}

#[test]
fn help_has_examples() {
    let folder = Folder::new("help");
    let (code, out, _) = folder.run("--help");
    assert!(code == 0 && out.contains("Examples:\n") && out.contains("--subjects LIST"));
    assert_eq!(folder.run("-V").1, concat!("grammar-verify ", env!("CARGO_PKG_VERSION"), "\n"));
}
