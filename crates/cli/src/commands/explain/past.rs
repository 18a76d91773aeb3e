//! The history of a production, for people.

use std::io;

use urispec::diff::{Comparison, Version};

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

fn said(one: &Comparison) -> String {
    let only = [("before", &one.only_left), ("since", &one.only_right)];
    let only = only.into_iter().filter_map(|(when, text)| {
        Some(format!("; only {when} {}", Literal(text.as_deref()?.as_bytes())))
    });
    let name = one.left.name();
    format!("  {} {name}: {}{}", one.left.edition(), one.relation.name(), only.collect::<String>())
}
