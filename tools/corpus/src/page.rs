//! The page of grammars in the wild.
//!
//! In: the pairs and their verdicts. Out: `docs/wild.md`: what is decided of each pair, what is wrong
//! with it, and why the rest is not decided. A sentence about a production is the author's, and stands in
//! the file of the pair; the witness beside the sentence is the audit's.

use std::collections::BTreeMap;
use std::fmt::Write;

use urispec_audit::lint::Finding;

use crate::audited::{Audited, Outcome, Row};
use crate::pair::Pair;
use crate::snapshot::quoted;

const HEAD: &str = include_str!("page.md");

/// How many productions have which verdict.
#[derive(Clone, Copy, Default)]
struct Counts {
    pairs: usize,
    all: usize,
    equal: usize,
    to_depth: usize,
    differ: usize,
    undecided: usize,
    witnesses: usize,
    not_utf8: usize,
    said: usize,
    findings: usize,
    confirmed: usize,
    with_findings: usize,
}

/// The text of the page.
pub(crate) fn text(all: &[(Pair, String, Audited)]) -> String {
    let mut total = Counts::default();
    let mut table = String::new();
    for (pair, version, audited) in all {
        let counts = Counts::of(audited);
        total = total.plus(&counts);
        let Pair { name, krate, document, .. } = pair;
        let cells = counts.cells();
        let _ = writeln!(table, "| [{name}](#{name}) | {krate} {version} | {document} | {cells} |");
    }
    let _ = writeln!(table, "| {} pairs | | | {} |", total.pairs, total.cells());
    let decided = total.all - total.undecided;
    let share = (decided * 1000 + total.all / 2).checked_div(total.all).unwrap_or_default();
    let mut page = HEAD
        .replace("{table}", table.trim_end())
        .replace("{all}", &total.all.to_string())
        .replace("{decided}", &decided.to_string())
        .replace("{share}", &format!("{}.{}", share / 10, share % 10))
        .replace("{witnesses}", &total.witnesses.to_string())
        .replace("{not_utf8}", &total.not_utf8.to_string())
        .replace("{said}", &total.said.to_string())
        .replace("{findings}", &total.findings.to_string())
        .replace("{confirmed}", &total.confirmed.to_string())
        .replace("{with_findings}", &total.with_findings.to_string())
        .replace("{pairs}", &total.pairs.to_string())
        .replace("{causes}", causes(all).trim_end());
    for (pair, version, audited) in all {
        page += &section(pair, version, audited);
    }
    page
}

/// The section of a pair.
fn section(pair: &Pair, version: &str, audited: &Audited) -> String {
    let Pair { name, krate, grammar, document, note, wrong, .. } = pair;
    let mut text = format!("\n### {name}\n\n`{grammar}` of {krate} {version}, against {document}.");
    if let Some(note) = note {
        let _ = write!(text, " {}", note.trim());
    }
    text += "\n";
    let of = |is: fn(&Outcome) -> bool| audited.rows.iter().filter(move |row| is(&row.outcome));
    let (said, unsaid): (Vec<&Row>, Vec<&Row>) = of(|one| matches!(one, Outcome::Differs { .. }))
        .partition(|row| wrong.contains_key(&row.production));
    if !said.is_empty() {
        text += "\n";
    }
    for row in said {
        let sentence = wrong[&row.production].trim();
        let _ = writeln!(text, "- `{}`: {sentence} {}", row.production, witnesses(row));
    }
    list(
        &mut text,
        "Also different",
        unsaid
            .into_iter()
            .map(|row| format!("`{}` ({})", row.production, witnesses(row).trim_end_matches('.'))),
    );
    list(
        &mut text,
        "Equal",
        of(|one| matches!(one, Outcome::Equal { .. })).map(|row| match row.outcome {
            Outcome::Equal { depth: Some(depth) } => {
                format!("`{}` (to depth {depth})", row.production)
            }
            _ => format!("`{}`", row.production),
        }),
    );
    list(
        &mut text,
        "Not decided",
        of(|one| matches!(one, Outcome::Undecided { .. }))
            .map(|row| format!("`{}`", row.production)),
    );
    list(&mut text, "Linted", audited.linted.findings.iter().map(finding));
    text
}

/// A finding in a word, with the string that shows it.
fn finding(finding: &Finding) -> String {
    let rule = finding.rule.as_deref().unwrap_or_default();
    let witness =
        finding.witness.as_ref().map(|text| quoted(text.as_bytes()).replace('`', "\\u{60}"));
    let shown = witness.map(|text| format!(" `{text}`")).unwrap_or_default();
    format!("`{rule}` {}{shown}", finding.lint.id())
}

fn list(text: &mut String, head: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    if !items.is_empty() {
        let _ = writeln!(text, "\n{head}: {}.", items.join(", "));
    }
}

/// The witnesses of a production, and whether pest has confirmed them.
fn witnesses(row: &Row) -> String {
    let Outcome::Differs { only_printed, only_pest } = &row.outcome else { return String::new() };
    let code = |witness: &Vec<u8>| format!("`{}`", quoted(witness).replace('`', "\\u{60}"));
    let printed =
        only_printed.as_ref().map(|witness| format!("only the document has {}", code(witness)));
    let pest = only_pest.as_ref().map(|witness| format!("only the crate reads {}", code(witness)));
    let both: Vec<String> = printed.into_iter().chain(pest).collect();
    let mut text = both.join(", ");
    if let Some(first) = text.get(..1) {
        text = first.to_uppercase() + &text[1..];
    }
    text + "."
}

/// The table of causes: how many productions each of them keeps from a verdict.
fn causes(all: &[(Pair, String, Audited)]) -> String {
    let mut counts = BTreeMap::<_, (usize, usize)>::new();
    for (_, _, audited) in all {
        let mut seen = Vec::new();
        for row in &audited.rows {
            let Outcome::Undecided { causes, .. } = &row.outcome else { continue };
            for &cause in causes {
                let (productions, pairs) = counts.entry(cause).or_default();
                *productions += 1;
                if !seen.contains(&cause) {
                    seen.push(cause);
                    *pairs += 1;
                }
            }
        }
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|&(cause, (productions, _))| (std::cmp::Reverse(productions), cause));
    let row = |(cause, (productions, pairs))| format!("| {cause} | {productions} | {pairs} |\n");
    rows.into_iter().map(row).collect()
}

impl Counts {
    fn of(audited: &Audited) -> Self {
        let mut counts = Self { pairs: 1, all: audited.rows.len(), ..Self::default() };
        counts.said = audited.said.witnesses;
        counts.findings = audited.linted.findings.len();
        counts.confirmed = audited.linted.confirmed;
        counts.with_findings = usize::from(counts.findings > 0);
        for row in &audited.rows {
            *match row.outcome {
                Outcome::Equal { depth: None } => &mut counts.equal,
                Outcome::Equal { depth: Some(_) } => &mut counts.to_depth,
                Outcome::Differs { .. } => &mut counts.differ,
                Outcome::Undecided { .. } => &mut counts.undecided,
            } += 1;
            counts.witnesses += row.run.witnesses;
            counts.not_utf8 += row.run.not_utf8;
        }
        counts
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            all: self.all + other.all,
            equal: self.equal + other.equal,
            to_depth: self.to_depth + other.to_depth,
            differ: self.differ + other.differ,
            undecided: self.undecided + other.undecided,
            witnesses: self.witnesses + other.witnesses,
            not_utf8: self.not_utf8 + other.not_utf8,
            said: self.said + other.said,
            findings: self.findings + other.findings,
            confirmed: self.confirmed + other.confirmed,
            with_findings: self.with_findings + other.with_findings,
        }
    }

    fn cells(&self) -> String {
        let Self { all, equal, to_depth, differ, undecided, findings, .. } = self;
        format!("{all} | {equal} | {to_depth} | {differ} | {undecided} | {findings}")
    }
}
