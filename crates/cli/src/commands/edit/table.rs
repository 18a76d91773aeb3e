//! The rows of a table, of which a column has references to change.
//!
//! In: the blocks of the files. Out: each row with the changed reference in its cell. What is forgotten: of the end of a
//! line, whether it was CRLF.
//!
//! The surprising case: a row that has no such cell is not kept by `--invalid empty`, since nothing in it can be emptied.

use std::io;
use std::path::Path;

use urispec_views::fault::utf8;

use super::editor::Editor;
use crate::input::blocks::Block;
use crate::input::table::{Row, Table};
use crate::input::{Done, Input};
use crate::options::invalid::Invalid;
use crate::output::Output;
use crate::output::fault::{Message, Reported};
use crate::output::origin::{Name, Origin};
use crate::output::outcome::Outcome;

/// Changes the references in a column of the input.
pub(super) fn edited(
    input: &Input<'_>,
    table: Table,
    editor: Editor,
    how: Invalid,
    out: &mut Output,
) -> io::Result<Done> {
    let done = input.each_argument(out, |_, (), _| Ok(Outcome::Yes))?;
    input.each_block(done, out, move |out, done, path, block| {
        rows(&table, &editor, how, (path, block), out, done)
    })
}

fn rows(
    table: &Table,
    editor: &Editor,
    how: Invalid,
    (path, block): (&Path, &Block),
    out: &mut Output,
    done: &mut Done,
) -> io::Result<()> {
    let mut place = None;
    for row in table.rows(block) {
        if table.is_header(&row) {
            match table.header(&row) {
                Ok(true) => out.bytes(row.bytes),
                Ok(false) => {}
                Err(trouble) => {
                    let name = Name(path, out.passwords);
                    out.complain_of_file(format_args!("{name}: {trouble}\n"))?;
                    done.worst = Outcome::Trouble;
                    return Ok(());
                }
            }
            continue;
        }
        // Without the column, the file was complained of.
        if place.is_none() {
            place = table.place();
        }
        let Some(place) = place else { return Ok(()) };
        let origin = Origin::Line(path, row.number, out.passwords);
        let outcome = match table.cell(row.bytes, place) {
            Err(why) => {
                if misfit(&row, &why, how, origin, out)? {
                    done.worst = done.worst.max(Outcome::No);
                }
                Outcome::No
            }
            Ok(cell) => match utf8(&cell).and_then(|text| editor.edited(text)) {
                Ok(text) if *text.as_bytes() == *cell => {
                    out.bytes(row.bytes);
                    Outcome::Yes
                }
                Ok(text) => {
                    out.bytes(&table.replaced(row.bytes, place, Some(text.as_bytes())));
                    Outcome::Yes
                }
                Err(fault) if how == Invalid::Report => fault.report(out, origin, None, &cell)?,
                Err(_) => {
                    match how {
                        Invalid::Keep => out.bytes(row.bytes),
                        Invalid::Empty => out.bytes(&table.replaced(row.bytes, place, None)),
                        Invalid::Report | Invalid::Skip => {}
                    }
                    Outcome::No
                }
            },
        };
        done.counts.outcome(outcome);
        // A row that is reported sets the outcome of the whole.
        if outcome == Outcome::Yes || how.is_reported() {
            done.worst = done.worst.max(outcome);
        }
        out.worst = out.worst.max(done.worst);
        out.end_record()?;
    }
    Ok(())
}

/// A row without a reference. Whether it is lost, although it was to be printed.
fn misfit(
    row: &Row<'_>,
    why: &str,
    how: Invalid,
    origin: Origin<'_>,
    out: &mut Output,
) -> io::Result<bool> {
    match how {
        Invalid::Skip => {}
        Invalid::Keep => out.bytes(row.bytes),
        Invalid::Report | Invalid::Empty => {
            Message::new(origin, "row", format!("{origin}: {why}\n")).say(out)?;
            return Ok(true);
        }
    }
    Ok(false)
}
