//! A production with everything that is known about it, and the differences between the productions of two editions, as JSON.

use urispec::Edition;
use urispec_audit::alternatives::{AlternativeMember, AlternativeMembers, Contribution};
use urispec_audit::{Audit, ExplainedProduction, ProductionVerdict, Reading, RuleText, Verdict};
use urispec_compare::diff::{Comparison, Diff, Divergence, Language, divergences};

use crate::audit::{self, View, word};
use crate::record::Record;

/// The help text that describes the JSON of differences.
pub const HELP: &str = "\
Print one JSON object; without editions, one per line for each pair of editions.

Its keys: `schema`, `left`, `right` (editions), `left_rule`, `right_rule` (of --rule), `relation` \
(`equal`, `narrower`, `wider`, `overlapping`, `disjoint`: the relation of the left language to the right one), `only_left`, `only_right`, `common` (shortest strings), `left_kinds` and `right_kinds` \
[{`input`, `offset`, `bytes`, `production`}], `rules` and `pairs` [{`left_rule`, `right_rule`, \
`by` (`name`, `spelling`, `language`, `role`, `document`, `term`), `relation`, `only_left`, `only_right`, `common`}], \
`gone` [..], `appeared` [..]. A key that is absent is undefined. If one side is a file: `schema`, `left`, \
`right`, `changed` (whether anything differs), `pairs`, `gone` and `appeared`, and in a pair `undecided` \
(the reason) where there is no relation; with --rule, `relation` and the strings. A string that is not \
UTF-8 has a key that ends in `_hex`.";

/// Returns the differences between two editions.
pub fn of(found: &Diff) -> Record {
    let Diff { whole, rules, pairs, gone, appeared, .. } = found;
    let pairs = pairs.iter().map(|pair| rules_of(&pair.comparison).with("by", pair.by.name()));
    let names = |all: &[Language]| all.iter().map(Language::name).collect::<Vec<_>>();
    kinds(self::whole(whole), whole)
        .with_all("rules", rules.iter().map(rules_of))
        .with_all("pairs", pairs)
        .with("gone", names(gone))
        .with("appeared", names(appeared))
}

/// Returns the difference between two productions.
pub fn of_rules(comparison: &Comparison) -> Record {
    let record = begun(comparison)
        .with("left_rule", comparison.left.name())
        .with("right_rule", comparison.right.name());
    kinds(related(record, comparison), comparison)
}

/// Returns the relation of two languages.
pub fn whole(comparison: &Comparison) -> Record {
    related(begun(comparison), comparison)
}

fn begun(Comparison { left, right, .. }: &Comparison) -> Record {
    Record::line().with("left", left.edition().id()).with("right", right.edition().id())
}

fn rules_of(comparison: &Comparison) -> Record {
    let record = Record::new()
        .with("left_rule", comparison.left.name())
        .with("right_rule", comparison.right.name());
    related(record, comparison)
}

fn related(record: Record, comparison: &Comparison) -> Record {
    record
        .with("relation", comparison.relation.name())
        .with("only_left", &comparison.only_left)
        .with("only_right", &comparison.only_right)
        .with("common", &comparison.common)
}

fn kinds(record: Record, Comparison { left, right, .. }: &Comparison) -> Record {
    let [ours, theirs] = [divergences(left, right), divergences(right, left)];
    record
        .with_all("left_kinds", ours.iter().map(divergence))
        .with_all("right_kinds", theirs.iter().map(divergence))
}

fn divergence(Divergence { text, offset, bytes, production, .. }: &Divergence) -> Record {
    let bytes = Some(String::from_utf8_lossy(bytes)).filter(|bytes| !bytes.is_empty());
    Record::new()
        .with("input", text)
        .with("offset", offset)
        .with("bytes", bytes)
        .with("production", production)
}

/// Returns everything that is known about a production of an edition.
#[must_use]
pub fn record(edition: Edition, audit: &Audit, explained: &ExplainedProduction<'_>) -> Record {
    let read = explained.reading.map(|(text, why)| {
        let why = Some(why).filter(|why| !why.is_empty());
        Record::new().with("text", text).with("why", why)
    });
    let rules = explained.rules.iter().map(|RuleText { name, notes, text, .. }| {
        Record::new().with("rule", name).with("notes", notes).with("text", text)
    });
    let record = audit::production(&View::of(edition, audit), explained.judged)
        .with("printed", explained.printed)
        .with_record("read", read)
        .with_all("pest", rules)
        .witnesses("members", &explained.members)
        .witnesses("near_misses", &explained.near_misses);
    with_alternatives(record, &explained.alternatives)
        .with("remark", Some(edition.remark()).filter(|remark| !remark.is_empty()))
}

/// Adds the alternatives of a production, each with one of its strings, if the production is a choice.
#[must_use]
pub fn with_alternatives(record: Record, alternatives: &AlternativeMembers) -> Record {
    if alternatives.told.is_empty() {
        return record;
    }
    let told = alternatives.told.iter().map(|AlternativeMember { text, adds, .. }| {
        let one = Record::new().with("text", text);
        match adds {
            Contribution::Own(own) => one.witness("member", Some(own)),
            Contribution::Nothing { shortest, within } => {
                one.witness("member", shortest.as_deref()).with("within", within)
            }
            Contribution::Unknown(why) => one.with("undecided", why),
        }
    });
    let left = Some(alternatives.left).filter(|left| *left > 0);
    record.with_all("alternatives", told).with("alternatives_left", left)
}

/// Returns the verdict on a production, and which readings (replacements of printed productions) it depends on.
#[must_use]
pub fn verdict(judged: &ProductionVerdict) -> String {
    match (&judged.verdict, &judged.reading) {
        (Verdict::Equal, Some(Reading::Unreadable { through, .. })) if through.len() > 1 => {
            format!("{}; uses a reading: {}", word(judged), through.join(" → "))
        }
        (Verdict::Equal, Some(reading)) => format!("{}; {reading}", word(judged)),
        (verdict, _) => verdict.to_string(),
    }
}

/// Returns the lines of a production without their common indentation.
pub fn undented(text: &str) -> impl Iterator<Item = &str> {
    let blank = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let least = lines.map(blank).min().unwrap_or_default();
    text.lines().map(move |line| line.get(least..).unwrap_or_default())
}
