//! The time of patterns, and the engines.
//!
//! A pattern that is exponential, or polynomial, is given a string on which it takes 2^36 steps or more by what is decided:
//! no engine answers within 300 ms. A string on which it takes few is answered, and so is a long one of each
//! pattern that is linear.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use urispec_audit::{Dialect, MatchTime, Matching, Pattern};

/// How long an engine may take for what takes few steps.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long is waited for what takes too many.
const TOO_LONG: Duration = Duration::from_millis(300);

/// Whether an engine answers whether a string has a match, in time; nothing if the engine is not at hand.
fn answers(dialect: Dialect, pattern: &str, text: &str, within: Duration) -> Option<bool> {
    let (program, script) = match dialect {
        Dialect::EcmaScript => ("node", "engine.js"),
        _ => ("python3", "engine.py"),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit/patterns");
    let asked =
        serde_json::json!({ "dialect": dialect.name(), "pattern": pattern, "strings": [text] });
    let mut command = Command::new(program);
    command.arg(folder.join(script)).stdin(Stdio::piped());
    let Ok(mut child) = command.stdout(Stdio::null()).spawn() else {
        eprintln!("skipped: {dialect}, since there is no {program}");
        return None;
    };
    // The engines read all before they begin.
    child.stdin.take().unwrap().write_all(format!("{asked}\n").as_bytes()).unwrap();
    let begin = Instant::now();
    while begin.elapsed() < within {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{pattern}");
            return Some(true);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    Some(false)
}

/// A pattern, its degree (0 if it is exponential), and its dialect.
const PATTERNS: [(&str, usize, Dialect); 13] = [
    // Of the tests of recheck.
    ("^(a|a)*$", 0, Dialect::EcmaScript),
    ("^((a)*)*$", 0, Dialect::EcmaScript),
    ("^(a|b|ab)*$", 0, Dialect::EcmaScript),
    ("^(aa|b|aab)*$", 0, Dialect::EcmaScript),
    ("/^.*a.*a.*a$/s", 3, Dialect::EcmaScript),
    (r"\s+$", 2, Dialect::EcmaScript),
    ("^(a()*a)*$", 1, Dialect::EcmaScript),
    ("/^(.|.)*$/s", 1, Dialect::EcmaScript),
    // Where engines differ: an iteration that reads nothing.
    (r"^(a()*a)*\Z", 0, Dialect::Python),
    // What precedes a match.
    ("^(?:(?:a|a)*b|a*)", 0, Dialect::EcmaScript),
    ("^(?:a*|(?:a|a)*b)", 1, Dialect::EcmaScript),
    // Of a published grammar of addresses, and of one that a library had for URLs.
    (
        r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
        0,
        Dialect::EcmaScript,
    ),
    (r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", 1, Dialect::EcmaScript),
];

#[test]
fn engines_take_as_long_as_is_said() {
    for (text, expected, dialect) in PATTERNS {
        let pattern = Pattern::read(dialect, text).unwrap();
        let time = pattern.match_time(Matching::Search).unwrap();
        let (degree, attack) = match &time {
            MatchTime::Linear => (1, None),
            MatchTime::Polynomial { degree, attack } => (*degree, Some(attack)),
            MatchTime::Exponential { attack } => (0, Some(attack)),
            other => panic!("{other:?}"),
        };
        assert_eq!(degree, expected, "{text}");
        let answers = |string: &str, within| answers(dialect, text, string, within);
        match attack {
            None => {
                for string in ["a".repeat(20_000), "ab".repeat(10_000) + "!"] {
                    assert_ne!(
                        answers(&string, PATIENCE),
                        Some(false),
                        "{text} for {} characters",
                        string.len()
                    );
                }
            }
            Some(attack) => {
                assert_ne!(answers(&attack.text(3), PATIENCE), Some(false), "{text}");
                let times = attack.times_for(1 << 36);
                assert_ne!(
                    answers(&attack.text(times), TOO_LONG),
                    Some(true),
                    "{text} for {times} times"
                );
            }
        }
    }
}
