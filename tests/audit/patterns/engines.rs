//! The engines of the dialects, if they are installed.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use urispec_audit::Dialect;

/// A pattern with the strings in which it is searched.
pub(crate) struct Query {
    pub(crate) pattern: String,
    pub(crate) strings: Vec<String>,
}

/// Returns for each pattern whether each of its strings has a match, or `None` if the engine refuses the pattern.
/// Returns `None` for all, with a message on stderr, if the engine is not installed.
pub(crate) fn answers(dialect: Dialect, queries: &[Query]) -> Option<Vec<Option<Vec<bool>>>> {
    match dialect {
        Dialect::Rust => Some(queries.iter().map(rust).collect()),
        Dialect::Pcre => Some(queries.iter().map(pcre).collect()),
        Dialect::EcmaScript => process("node", "engine.js", dialect, queries, &[]),
        Dialect::Java => process("java", "Engine.java", dialect, queries, &[]),
        Dialect::Python | Dialect::PosixEre => {
            process("python3", "engine.py", dialect, queries, &[])
        }
        _ => None,
    }
}

fn rust(Query { pattern, strings }: &Query) -> Option<Vec<bool>> {
    let pattern = regex::Regex::new(pattern).ok()?;
    Some(strings.iter().map(|string| pattern.is_match(string)).collect())
}

fn pcre(Query { pattern, strings }: &Query) -> Option<Vec<bool>> {
    let pattern = pcre2::bytes::RegexBuilder::new().utf(true).build(pattern).ok()?;
    Some(strings.iter().map(|string| pattern.is_match(string.as_bytes()).unwrap()).collect())
}

/// Runs a script, or returns `None` with a message on stderr if its program is not installed.
pub(crate) fn spawn(program: &str, script: &str, dialect: Dialect, output: Stdio) -> Option<Child> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit/patterns");
    let mut command = Command::new(program);
    let child = command.arg(folder.join(script)).stdin(Stdio::piped()).stdout(output).spawn();
    child.inspect_err(|_| eprintln!("skipped {dialect}: {program} is not installed")).ok()
}

/// Returns the answers of a program that runs a script. The flags are those of `RegExp`, one text for each pattern, or
/// an empty slice.
pub(crate) fn process(
    program: &str,
    script: &str,
    dialect: Dialect,
    queries: &[Query],
    flags: &[String],
) -> Option<Vec<Option<Vec<bool>>>> {
    let mut child = spawn(program, script, dialect, Stdio::piped())?;
    let line = |(at, Query { pattern, strings }): (usize, &Query)| {
        let mut object = serde_json::json!({
            "dialect": dialect.name(),
            "pattern": pattern,
            "strings": strings,
        });
        if let Some(flags) = flags.get(at) {
            object["flags"] = flags.as_str().into();
        }
        format!("{object}\n").into_bytes()
    };
    let lines: Vec<u8> = queries.iter().enumerate().flat_map(line).collect();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || stdin.write_all(&lines));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    if answers.starts_with("\"absent\"") {
        eprintln!("skipped {dialect}: the C library has no UTF-8 locale");
        return None;
    }
    let answers: Vec<_> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), queries.len(), "{program} did not answer every line");
    Some(answers)
}
