//! A production with everything that is known of it, as JSON.

use urispec::Edition;
use urispec::audit::{Audit, ExplainedProduction, RuleText};

use crate::audit::{View, record};
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
    record::production(&View::of(edition, audit), explained.judged)
        .with("printed", explained.printed)
        .with_record("read", read)
        .with_all("pest", rules)
        .witnesses("members", &explained.members)
        .witnesses("near_misses", &explained.near_misses)
}
