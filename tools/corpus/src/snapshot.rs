//! The verdicts on a pair as text: for each production its rule, the verdict with the witnesses, and the author's sentence
//! about what is wrong; then the findings of the lint. The number of strings that pest was given is not included, because
//! it depends on the options.

use std::fmt::Write;

use urispec_audit::lint::Finding;

use crate::audited::{Audited, Outcome, Row};
use crate::pair::Pair;

/// Returns the text of a snapshot.
pub(crate) fn text(pair: &Pair, version: &str, audited: &Audited) -> String {
    let Pair { krate, grammar, document, note, wrong, .. } = pair;
    let mut text = format!("{krate} {version}, {grammar}\n{document}\n");
    if let Some(note) = note {
        let _ = writeln!(text, "{}", note.trim());
    }
    text.push('\n');
    let width = |of: fn(&Row) -> &str| {
        audited.rows.iter().map(|row| of(row).chars().count()).max().unwrap_or_default()
    };
    let (productions, rules) = (width(|row| &row.production), width(|row| &row.rule));
    for row in &audited.rows {
        let verdict = verdict(&row.outcome);
        let _ = writeln!(text, "{:productions$}  {:rules$}  {verdict}", row.production, row.rule);
        if let Some(sentence) = wrong.get(&row.production) {
            let _ = writeln!(text, "    {}", sentence.trim());
        }
    }
    if !audited.linted.findings.is_empty() {
        text.push_str("\nlint\n");
    }
    for Finding { lint, line, column, message, rule, .. } in &audited.linted.findings {
        let rule = rule.as_deref().unwrap_or_default();
        let _ = writeln!(text, "{line}:{column}  {rule}  {}  {message}", lint.id());
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
        Outcome::Undecided(why) => format!("not decided: {why}"),
    }
}

/// Quotes a witness, and escapes what is not printable or not UTF-8.
fn quoted(witness: &[u8]) -> String {
    match std::str::from_utf8(witness) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("\"{}\"", witness.escape_ascii()),
    }
}
