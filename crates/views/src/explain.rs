//! A production with everything that is known of it, as JSON.

use urispec::Edition;
use urispec_audit::{
    AlternativeMember, AlternativeMembers, Audit, Contribution, ExplainedProduction, Judged,
    Reading, RuleText, Verdict,
};

use crate::audit::{View, record, word};
use crate::record::Record;

/// What is known of a production of an edition.
#[must_use]
pub fn record(edition: Edition, audit: &Audit, explained: &ExplainedProduction<'_>) -> Record {
    let read = explained.reading.map(|(text, why)| {
        let why = Some(why).filter(|why| !why.is_empty());
        Record::new().with("text", text).with("why", why)
    });
    let rules = explained.rules.iter().map(|RuleText { name, notes, text, .. }| {
        Record::new().with("rule", name).with("notes", notes).with("text", text)
    });
    let record = record::production(&View::of(edition, audit), explained.judged)
        .with("printed", explained.printed)
        .with_record("read", read)
        .with_all("pest", rules)
        .witnesses("members", &explained.members)
        .witnesses("near_misses", &explained.near_misses);
    with_alternatives(record, &explained.alternatives)
        .with("remark", Some(edition.remark()).filter(|remark| !remark.is_empty()))
}

/// Adds the alternatives of a production, each with a member, if the production is a choice.
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

/// The verdict on a production, with the reading that it depends on.
#[must_use]
pub fn verdict(judged: &Judged) -> String {
    match (&judged.verdict, &judged.reading) {
        (Verdict::Equal, Some(Reading::Unreadable { through, .. })) if through.len() > 1 => {
            format!("{}; uses a reading: {}", word(judged), through.join(" → "))
        }
        (Verdict::Equal, Some(reading)) => format!("{}; {reading}", word(judged)),
        (verdict, _) => verdict.to_string(),
    }
}

/// The lines of a production without the white space that all of them begin with.
pub fn undented(text: &str) -> impl Iterator<Item = &str> {
    let blank = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let least = lines.map(blank).min().unwrap_or_default();
    text.lines().map(move |line| line.get(least..).unwrap_or_default())
}
