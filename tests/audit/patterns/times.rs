//! Matching times, compared with the engines.
//!
//! An exponential or polynomial pattern is matched against a string for which 2^36 steps or more are predicted: no
//! engine answers within 300 ms. The engine answers for a short attack, and for a long string if the pattern is
//! linear.

use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use urispec_audit::patterns::MatchTime;
use urispec_audit::{Dialect, Matching, Pattern};

use super::engines;

/// The time limit for strings that take few steps.
const PATIENCE: Duration = Duration::from_secs(60);
/// The waiting time for strings that take too many.
const TOO_LONG: Duration = Duration::from_millis(300);

/// Returns whether an engine answers in time, or `None` if the engine is not installed.
fn answers(dialect: Dialect, pattern: &str, text: &str, within: Duration) -> Option<bool> {
    let (program, script) = match dialect {
        Dialect::EcmaScript => ("node", "engine.js"),
        _ => ("python3", "engine.py"),
    };
    let query =
        serde_json::json!({ "dialect": dialect.name(), "pattern": pattern, "strings": [text] });
    let mut child = engines::spawn(program, script, dialect, Stdio::null())?;
    // The engines read all input before they begin.
    child.stdin.take().unwrap().write_all(format!("{query}\n").as_bytes()).unwrap();
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
    // From the tests of recheck.
    ("^(a|a)*$", 0, Dialect::EcmaScript),
    ("^((a)*)*$", 0, Dialect::EcmaScript),
    ("^(a|b|ab)*$", 0, Dialect::EcmaScript),
    ("^(aa|b|aab)*$", 0, Dialect::EcmaScript),
    ("/^.*a.*a.*a$/s", 3, Dialect::EcmaScript),
    (r"\s+$", 2, Dialect::EcmaScript),
    ("^(a()*a)*$", 1, Dialect::EcmaScript),
    ("/^(.|.)*$/s", 1, Dialect::EcmaScript),
    // Engines differ on empty iterations.
    (r"^(a()*a)*\Z", 0, Dialect::Python),
    // Time spent before the match.
    ("^(?:(?:a|a)*b|a*)", 0, Dialect::EcmaScript),
    ("^(?:a*|(?:a|a)*b)", 1, Dialect::EcmaScript),
    // A published pattern for addresses, and one that a library used for URLs.
    (
        r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
        0,
        Dialect::EcmaScript,
    ),
    (r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", 1, Dialect::EcmaScript),
];

#[test]
fn engines_take_as_long_as_match_time_predicts() {
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
