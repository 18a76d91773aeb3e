//! The alternatives of a production, for people: a member of each, and what it adds to the others.

use std::io;

use urispec_audit::{AlternativeMember, AlternativeMembers, Contribution};

use super::part;
use crate::output::Output;
use crate::output::columns::{Cell, lines, wrapped_at};
use crate::output::style::Literal;

/// The number of characters of an alternative in a line.
const WIDTH: usize = 72;

/// A row for each alternative, unless each is nothing but a string that is printed in quotes.
pub(super) fn show(alternatives: &AlternativeMembers, out: &mut Output) -> io::Result<()> {
    let AlternativeMembers { told, left, .. } = alternatives;
    if told.iter().all(is_its_member) {
        return Ok(());
    }
    let mut rows = Vec::new();
    for AlternativeMember { text, adds, .. } in told {
        let (member, note) = match adds {
            Contribution::Own(own) => (Literal(own).to_string(), String::new()),
            Contribution::Nothing { shortest: None, .. } => {
                ("none".to_owned(), " (has no string)".to_owned())
            }
            Contribution::Nothing { shortest: Some(shortest), within } => {
                let note = format!(" (adds nothing to {})", within.join(" and "));
                (Literal(shortest).to_string(), note)
            }
            Contribution::Unknown(why) => ("?".to_owned(), format!(" (not decided: {why})")),
        };
        let said = format!("{text}{note}");
        let member = std::iter::once(member).chain(std::iter::repeat(String::new()));
        let row = |(member, line)| vec![Cell::new(member), Cell::new(line)];
        rows.extend(member.zip(wrapped_at(WIDTH, &said).map(str::to_owned)).map(row));
    }
    let mut all = vec![String::new()];
    all.extend(lines(&rows));
    all.extend((*left > 0).then(|| format!("and {left} more")));
    // The label is as long as that of no other part, and has a line of its own.
    part(out, "alternatives", all.iter().map(String::as_str))
}

/// Whether an alternative is printed as its member, in quotes or, as RFC 1630 does, without.
fn is_its_member(one: &AlternativeMember) -> bool {
    let text = one.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    matches!(&one.adds, Contribution::Own(own) if own == text.unwrap_or(&one.text).as_bytes())
}
