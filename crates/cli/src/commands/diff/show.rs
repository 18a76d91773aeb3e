//! Where two editions differ, for people.

use std::io;
use std::io::Write;

use urispec::Edition;
use urispec_compare::diff::{
    Comparison, Diff, Divergence, Language, Match, ProductionPair, Relation, divergences,
};

use crate::output::Output;
use crate::output::columns::{Cell, lines};
use crate::output::terminal::Literal;

/// The width of a list, without its indent.
const WIDTH: usize = 98;

pub(crate) fn of(found: &Diff, out: &mut Output) -> io::Result<()> {
    let Diff { whole, rules, pairs, gone, appeared, .. } = found;
    let [left, right] = [whole.left.edition(), whole.right.edition()];
    writeln!(out, "{left} {} {right}\n", whole.relation.name())?;
    for edition in [left, right] {
        writeln!(out, "  {:<13}  {}", edition.id(), edition.document())?;
    }
    table("whole strings", rules.iter(), out)?;
    kinds(whole, out)?;

    let equal = |pair: &&ProductionPair| pair.comparison.relation == Relation::Equal;
    let changed = pairs.iter().filter(|pair| !equal(pair)).map(|pair| &pair.comparison);
    table("productions that changed", changed, out)?;
    let renamed = pairs.iter().filter(|pair| equal(pair) && pair.by != Match::Name);
    let renamed =
        renamed.map(|ProductionPair { comparison: Comparison { left, right, .. }, .. }| {
            format!("{} = {}", left.name(), right.name())
        });
    names("other name, same strings", renamed, out)?;
    let kept = pairs.iter().filter(|pair| equal(pair) && pair.by == Match::Name);
    names("same name, same strings", kept.map(|pair| pair.comparison.left.name()), out)?;
    names(&format!("only in {left}"), gone.iter().map(Language::name), out)?;
    names(&format!("only in {right}"), appeared.iter().map(Language::name), out)
}

pub(crate) fn of_rules(comparison: &Comparison, out: &mut Output) -> io::Result<()> {
    let Comparison { left, right, relation, .. } = comparison;
    let [one, other] = [left, right].map(|side| format!("{} {}", side.edition(), side.name()));
    writeln!(out, "{one} {} {other}", relation.name())?;
    kinds(comparison, out)
}

/// A line for each comparison: the productions, the relation of their languages, and the strings that
/// show it.
fn table<'c>(
    title: &str,
    comparisons: impl Iterator<Item = &'c Comparison>,
    out: &mut Output,
) -> io::Result<()> {
    let literal = |text: &Option<String>| text.as_deref().map(brief).unwrap_or_default();
    let mut rows = vec![Vec::new()];
    for one in comparisons {
        let only = |side: &Language| format!("only {}", side.edition());
        let titles = ["", "", ""].map(str::to_owned).into_iter();
        rows[0] = titles.chain([only(&one.left), only(&one.right)]).map(Cell::new).collect();
        let relation = one.relation.name().to_owned();
        let [only_left, only_right] = [literal(&one.only_left), literal(&one.only_right)];
        let row = [one.left.name(), relation, one.right.name(), only_left, only_right];
        rows.push(row.map(Cell::new).into());
    }
    if rows.len() == 1 {
        return Ok(());
    }
    titled(title, &rows, out)
}

/// A table with a title before the names of its columns.
pub(super) fn titled(title: &str, rows: &[Vec<Cell>], out: &mut Output) -> io::Result<()> {
    let lines = lines(rows);
    let label = out.palette.label;
    // The title stands where nothing is said of the columns, which are two further to the right.
    match lines[0].split_at_checked(title.len() - 2) {
        Some((blank, head)) if blank.trim().is_empty() && head.starts_with(' ') => {
            writeln!(out, "\n{label}{title}{head}{label:#}")?;
        }
        Some((blank, "")) if blank.trim().is_empty() => writeln!(out, "\n{label}{title}{label:#}")?,
        None if lines[0].trim().is_empty() => writeln!(out, "\n{label}{title}{label:#}")?,
        _ => writeln!(out, "\n{label}{title}\n  {}{label:#}", lines[0])?,
    }
    lines[1..].iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// A string in quotes, without its middle if it is long: `--rule` shows the whole string.
fn brief(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.len() <= LONGEST {
        return Literal(text.as_bytes()).to_string();
    }
    let (head, rest) = text.as_bytes().split_at(LONGEST / 3);
    let (between, tail) = rest.split_at(rest.len() - LONGEST / 6);
    format!("\"{}…({} bytes)…{}\"", head.escape_ascii(), between.len(), tail.escape_ascii())
}

/// The kinds of string that only one of two languages has.
fn kinds(comparison: &Comparison, out: &mut Output) -> io::Result<()> {
    let Comparison { left, right, .. } = comparison;
    for (language, other) in [(left, right), (right, left)] {
        let all = divergences(language, other);
        if all.is_empty() {
            continue;
        }
        // Of two productions of one edition, its name would tell neither from the other.
        let only = if left.edition() == right.edition() {
            format!("only {}", language.name())
        } else {
            format!("only {}", language.edition())
        };
        let mut rows = vec![[&*only, "offset", "production", "byte"].map(Cell::new).into()];
        rows.extend(all.iter().map(|Divergence { text, offset, bytes, production, .. }| {
            let at = if bytes.is_empty() { "its end".to_owned() } else { ranges(bytes) };
            let text = Literal(text.as_bytes()).to_string();
            [text, offset.to_string(), (*production).to_owned(), at].map(Cell::new).into()
        }));
        let lines = lines(&rows);
        let label = out.palette.label;
        // The rows stand two further to the right than their first title.
        let rest = lines[0].strip_prefix(&*only).unwrap_or_default();
        writeln!(out, "\n{label}{only}  {rest}{label:#}")?;
        lines[1..].iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}

/// All names on as few lines as possible; nothing if there are none.
pub(super) fn names(
    title: &str,
    all: impl Iterator<Item = String>,
    out: &mut Output,
) -> io::Result<()> {
    let mut lines: Vec<String> = Vec::new();
    for name in all {
        match lines.last_mut() {
            Some(line) if line.len() + name.len() + 2 < WIDTH => {
                line.push_str(", ");
                line.push_str(&name);
            }
            line => {
                line.into_iter().for_each(|line| line.push(','));
                lines.push(name);
            }
        }
    }
    if lines.is_empty() {
        return Ok(());
    }
    let label = out.palette.label;
    writeln!(out, "\n{label}{title}{label:#}")?;
    lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// Bytes in order; letters or digits that follow each other are shown by the first and the last.
fn ranges(bytes: &[u8]) -> String {
    let mut bytes = bytes.to_vec();
    bytes.sort_unstable();
    let goes_on =
        |a: &u8, b: &u8| a.is_ascii_alphanumeric() && *b == a + 1 && b.is_ascii_alphanumeric();
    let range = |run: &[u8]| match run {
        [first, _, .., last] => format!("{}-{}", *first as char, *last as char),
        run => run.iter().map(|&byte| readable(byte)).collect::<Vec<_>>().join(" "),
    };
    bytes.chunk_by(goes_on).map(range).collect::<Vec<_>>().join(" ")
}

/// A byte by itself.
fn readable(byte: u8) -> String {
    if byte.is_ascii_graphic() {
        (byte as char).to_string()
    } else {
        byte.escape_ascii().to_string()
    }
}

// The table that compares each edition with each.

pub(crate) fn show(rows: &[Vec<Comparison>], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let ids = || Edition::ALL.iter().map(|edition| Cell::new(edition.id()));
    let mut table = vec![[Cell::new("")].into_iter().chain(ids()).collect::<Vec<_>>()];
    for (id, row) in ids().zip(rows) {
        table.push([id.styled(label)].into_iter().chain(row.iter().map(cell)).collect());
    }
    let lines = lines(&table);
    writeln!(out, "{label}{}{label:#}", lines[0])?;
    lines[1..].iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(
        out,
        "\nEach line against each column: = the same strings, ⊂ within, ⊃ contains, ∩ overlaps,\n\
         ∅ disjoint, and the shortest string that only the line's edition accepts."
    )
}

fn cell(comparison: &Comparison) -> Cell {
    let symbol = match comparison.relation {
        Relation::Equal => "=",
        Relation::Within => "⊂",
        Relation::Contains => "⊃",
        Relation::Overlaps => "∩",
        Relation::Disjoint => "∅",
    };
    Cell::new(match &comparison.only_left {
        Some(witness) => format!("{symbol} {}", Literal(witness.as_bytes())),
        None => symbol.to_owned(),
    })
}
