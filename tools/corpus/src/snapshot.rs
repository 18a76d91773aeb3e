//! The verdicts on a pair as text, one production a line.
//!
//! In: a pair and its verdicts. Out: what `snapshots/corpus/` holds: each production, its rule, the
//! verdict and the witnesses, and why what is not decided is not. The number of strings that pest was
//! given is left out, as whoever runs the program chooses it.

use std::fmt::Write;

use urispec_audit::lint::Finding;

use crate::audited::{Audited, Outcome, Row};
use crate::pair::Pair;

/// The text of a snapshot.
pub(crate) fn text(pair: &Pair, version: &str, audited: &Audited) -> String {
    let Pair { krate, grammar, document, .. } = pair;
    let mut text = format!("{krate} {version}, {grammar}\n{document}\n\n");
    let width = |of: fn(&Row) -> &str| {
        audited.rows.iter().map(|row| of(row).chars().count()).max().unwrap_or_default()
    };
    let (productions, rules) = (width(|row| &row.production), width(|row| &row.rule));
    for row in &audited.rows {
        let verdict = verdict(&row.outcome);
        let _ = writeln!(text, "{:productions$}  {:rules$}  {verdict}", row.production, row.rule);
    }
    if !audited.linted.findings.is_empty() {
        text.push_str("\nlinted\n");
    }
    for Finding { lint, line, column, message, .. } in &audited.linted.findings {
        let _ = writeln!(text, "{line}:{column}  {}  {message}", lint.id());
    }
    text
}

fn verdict(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Equal { depth: None } => "equal".to_owned(),
        Outcome::Equal { depth: Some(depth) } => format!("equal to depth {depth}"),
        Outcome::Differs { only_printed, only_pest } => {
            let mut text = "differs:".to_owned();
            for (side, witness) in [("only in print", only_printed), ("only in pest", only_pest)] {
                if let Some(witness) = witness {
                    let _ = write!(text, " {side} {}", quoted(witness));
                }
            }
            text
        }
        Outcome::Undecided { why, .. } => format!("not decided: {why}"),
    }
}

/// A witness in quotes. What is not printable is escaped, and so is what is no UTF-8.
pub(crate) fn quoted(witness: &[u8]) -> String {
    match std::str::from_utf8(witness) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("\"{}\"", witness.escape_ascii()),
    }
}
