//! The chapter about published grammars, `docs/wild.md`: how many productions of each pair have which verdict, and which are
//! not decided. The snapshots have the verdicts, the witnesses and what is wrong.

use std::fmt::Write;

use crate::audited::{Audited, Outcome, Row};
use crate::pair::Pair;

const HEAD: &str = include_str!("page.md");

/// Returns the text of the page.
pub(crate) fn text(all: &[(Pair, String, Audited)]) -> String {
    let (mut table, mut undecided, mut total) = (String::new(), Vec::new(), [0; 6]);
    for (Pair { name, krate, document, .. }, version, audited) in all {
        let counts = counts(audited);
        total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        let link = format!("[{name}](../snapshots/corpus/{name}.txt)");
        let _ = writeln!(table, "| {link} | {krate} {version} | {document} | {} |", cells(&counts));
        let open = |row: &&Row| matches!(row.outcome, Outcome::Undecided(_));
        let open = audited.rows.iter().filter(open);
        undecided.extend(open.map(|row| format!("`{}` of {name}", row.production)));
    }
    let _ = writeln!(table, "| {} pairs | | | {} |", all.len(), cells(&total));
    let [productions, .., open, findings] = total;
    let share = ((productions - open) * 1000 + productions / 2).checked_div(productions);
    let share = share.unwrap_or_default();
    let sum = |of: fn(&Audited) -> usize| all.iter().map(|(.., one)| of(one)).sum::<usize>();
    let values = [
        ("table", table.trim_end().to_owned()),
        ("undecided", undecided.join(", ")),
        ("all", productions.to_string()),
        ("decided", (productions - open).to_string()),
        ("share", format!("{}.{}", share / 10, share % 10)),
        ("pairs", all.len().to_string()),
        ("findings", findings.to_string()),
        ("witnesses", sum(|one| one.rows.iter().map(|row| row.run.witnesses).sum()).to_string()),
        ("not_utf8", sum(|one| one.rows.iter().map(|row| row.run.not_utf8).sum()).to_string()),
        ("strings", sum(|one| one.sentences.witnesses).to_string()),
        ("confirmed", sum(|one| one.linted.confirmed).to_string()),
        ("with_findings", sum(|one| usize::from(!one.linted.findings.is_empty())).to_string()),
    ];
    values
        .into_iter()
        .fold(HEAD.to_owned(), |page, (name, value)| page.replace(&format!("{{{name}}}"), &value))
}

/// The productions, those that are equal, equal to a depth, different and undecided, and the findings.
fn counts(audited: &Audited) -> [usize; 6] {
    let mut counts = [audited.rows.len(), 0, 0, 0, 0, audited.linted.findings.len()];
    for row in &audited.rows {
        let at = match row.outcome {
            Outcome::Equal { depth: None } => 1,
            Outcome::Equal { depth: Some(_) } => 2,
            Outcome::Differs { .. } => 3,
            Outcome::Undecided(_) => 4,
        };
        counts[at] += 1;
    }
    counts
}

fn cells(counts: &[usize; 6]) -> String {
    counts.map(|count| count.to_string()).join(" | ")
}
