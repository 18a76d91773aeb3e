//! The engines of the dialects, as far as they are at hand.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use urispec_audit::Dialect;

/// A pattern with the strings that it is searched for in.
pub(crate) struct Asked {
    pub(crate) pattern: String,
    pub(crate) strings: Vec<String>,
}

/// For each pattern, whether each of its strings has a match; none for a pattern that the engine does
/// not take. None at all if the engine is not at hand, which is said on stderr.
pub(crate) fn answers(dialect: Dialect, asked: &[Asked]) -> Option<Vec<Option<Vec<bool>>>> {
    match dialect {
        Dialect::Rust => Some(asked.iter().map(rust).collect()),
        Dialect::Pcre => Some(asked.iter().map(pcre).collect()),
        Dialect::EcmaScript => process("node", "engine.js", dialect, asked, &[]),
        Dialect::Java => process("java", "Engine.java", dialect, asked, &[]),
        Dialect::Python | Dialect::PosixEre => process("python3", "engine.py", dialect, asked, &[]),
        _ => None,
    }
}

fn rust(Asked { pattern, strings }: &Asked) -> Option<Vec<bool>> {
    let pattern = regex::Regex::new(pattern).ok()?;
    Some(strings.iter().map(|string| pattern.is_match(string)).collect())
}

fn pcre(Asked { pattern, strings }: &Asked) -> Option<Vec<bool>> {
    let pattern = pcre2::bytes::RegexBuilder::new().utf(true).build(pattern).ok()?;
    Some(strings.iter().map(|string| pattern.is_match(string.as_bytes()).unwrap()).collect())
}

/// The answers of a program that runs a script. The flags are those of `RegExp`, one text for each pattern or none at all.
pub(crate) fn process(
    program: &str,
    script: &str,
    dialect: Dialect,
    asked: &[Asked],
    flags: &[String],
) -> Option<Vec<Option<Vec<bool>>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit/patterns");
    let mut command = Command::new(program);
    command.arg(folder.join(script)).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        eprintln!("skipped: {dialect}, since there is no {program}");
        return None;
    };
    let line = |(at, Asked { pattern, strings }): (usize, &Asked)| {
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
    let lines: Vec<u8> = asked.iter().enumerate().flat_map(line).collect();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || stdin.write_all(&lines));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    if answers.starts_with("\"absent\"") {
        eprintln!("skipped: {dialect}, since the C library has no locale of UTF-8");
        return None;
    }
    let answers: Vec<_> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), asked.len(), "{program} answers each line");
    Some(answers)
}
