//! The changes, for people: a heading for each kind, and under it the sentences as a list.

use std::io::{self, Write};

use urispec::Edition;
use urispec_compare::changes::{ChangeKind, Changes, Entry};

use crate::output::Output;

/// The width of a line.
const WIDTH: usize = 98;

/// Shows all changes, each on one line if `is_short`.
pub(crate) fn all(changes: &Changes, is_short: bool, out: &mut Output) -> io::Result<()> {
    let Changes { since, edition, .. } = changes;
    if changes.entries.is_empty() {
        return writeln!(out, "Nothing changed.");
    }
    let label = out.palette.label;
    writeln!(out, "{label}# {} since {}{label:#}", name(*edition), name(*since))?;
    for &kind in ChangeKind::ALL {
        let mut entries = changes.of(kind).peekable();
        if entries.peek().is_none() {
            continue;
        }
        writeln!(out, "\n{label}## {}{label:#}\n", title(kind))?;
        if let Some(same) = same(changes, kind) {
            writeln!(out, "{same}\n")?;
        }
        for entry in entries {
            match (is_short, entry.section.filter(|section| *section != "front")) {
                (true, Some(section)) => writeln!(out, "- {} ({section})", entry.brief)?,
                (true, None) => writeln!(out, "- {}", entry.brief)?,
                _ => point(&format!("{}{}", entry.sentence, sections(changes, entry)), out)?,
            }
        }
    }
    Ok(())
}

/// A point of a list.
pub(super) fn point(text: &str, out: &mut Output) -> io::Result<()> {
    for (at, line) in lines(text).iter().enumerate() {
        writeln!(out, "{} {line}", if at == 0 { "-" } else { " " })?;
    }
    Ok(())
}

/// The document without its date.
fn name(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split(',').next().unwrap_or(document)
}

const fn title(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Resolution => "Resolution",
        ChangeKind::Normalization => "Normalization and comparison",
        ChangeKind::Terms => "Terms",
        // The library may add kinds; until the program knows them they stand with the first.
        _ => "Productions",
    }
}

/// How many things of a kind did not change.
fn same(changes: &Changes, kind: ChangeKind) -> Option<String> {
    let (count, one, several) = match kind {
        ChangeKind::Productions => (changes.same_productions, "production", "productions"),
        ChangeKind::Terms => (changes.same_terms, "term", "terms"),
        _ => return None,
    };
    Some(match (count, kind) {
        (0, _) => return None,
        (_, ChangeKind::Productions) => same_productions(count),
        (1, _) => format!("1 {one} is the same."),
        _ => format!("{count} {several} are the same."),
    })
}

/// How many productions did not change, of which there are some.
pub(super) fn same_productions(count: usize) -> String {
    if count == 1 {
        "1 production has the same name and derives the same strings.".to_owned()
    } else {
        format!("{count} productions have the same names and derive the same strings.")
    }
}

/// The sections of both documents, as far as there are any.
fn sections(changes: &Changes, entry: &Entry) -> String {
    let of = |edition: Edition, section: Option<&str>| {
        section.map(|section| match section {
            "front" | "abstract" => format!("{}, before section 1", name(edition)),
            section if section.starts_with("RFC ") => section.to_owned(),
            // What is not amended is a section of the document that is.
            section => format!("{}, {section}", name(edition.amends().unwrap_or(edition))),
        })
    };
    let all = [of(changes.since, entry.since_section), of(changes.edition, entry.section)];
    let mut all: Vec<String> = all.into_iter().flatten().collect();
    all.dedup();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
}

/// A text in lines. No line ends within a string in quotes or a name in backticks.
fn lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in words(text) {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > WIDTH - 2 {
            lines.push(String::new());
            length = 0;
        }
        if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += width;
        }
    }
    lines
}

/// The parts of a text between spaces, except those within quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |c: char| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        c == ' ' && !is_quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_within_a_string() {
        let all: Vec<_> = words(r#"does not derive " ", "\"" and "a b"."#).collect();
        assert_eq!(all, ["does", "not", "derive", r#"" ","#, r#""\"""#, "and", r#""a b"."#]);
        let long = format!("{} \"a b\"", "a ".repeat(46));
        assert_eq!(lines(&long).len(), 2, "{long}");
        assert!(lines(&long)[1].ends_with("\"a b\""));
    }
}
