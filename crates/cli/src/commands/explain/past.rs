//! The history of a production, for people.

use std::io;

use urispec_compare::diff::{Comparison, Relation, Version};

use super::part;
use crate::output::Output;
use crate::output::style::Literal;

/// A line for each version, and one for each version of the document before.
pub(super) fn show(versions: &[Version], out: &mut Output) -> io::Result<()> {
    let mut lines = Vec::new();
    for version in versions {
        let edition = version.language.edition();
        let cited = edition.cited(version.section());
        lines.push(format!("{cited}: {}", version.language.name()));
        lines.extend(version.before.iter().map(said));
    }
    if versions.is_empty() {
        lines.push("none".to_owned());
    }
    part(out, "history", lines.iter().map(String::as_str))
}

/// What became of a production of the document before: a string that is gone, and one that is new.
fn said(one: &Comparison) -> String {
    let only = [(&one.only_left, "gone"), (&one.only_right, "new")];
    let only = only.into_iter().filter_map(|(text, what)| {
        Some(format!("{} is {what}", Literal(text.as_deref()?.as_bytes())))
    });
    let mut said: Vec<_> = only.collect();
    if said.is_empty() {
        said.push(match one.relation {
            Relation::Equal => "the same strings".to_owned(),
            other => other.name().to_owned(),
        });
    }
    format!("  since {} {}: {}", one.left.edition(), one.left.name(), said.join(", "))
}
