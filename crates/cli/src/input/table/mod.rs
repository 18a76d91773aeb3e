//! Rows whose strings stand in one of their columns: TSV, CSV, JSON Lines.
//!
//! The surprising case: a record of CSV may go over several lines, so the file is cut into blocks where
//! its records end ([`Splitter`](super::blocks::Splitter)), and not at any line end.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use memchr::memchr_iter;
use urispec_views::record::{self, lossy};

use crate::input::LineBlock;
use crate::output::Usage;

pub(crate) mod csv;
mod json;

/// What the lines of the input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// Each line is a string
    Lines,
    /// Columns with tabs between them; nothing is quoted or escaped
    Tsv,
    /// Comma-separated values, RFC 4180
    Csv,
    /// A JSON object on each line
    Jsonl,
}

// The arguments that say where the strings stand.
#[derive(clap::Args)]
pub(crate) struct Columns {
    /// What the lines of the input are
    #[arg(long, value_name = "LAYOUT", default_value = "lines", long_help = INPUT)]
    pub(crate) input: Layout,
    /// The column that has the strings: its name in the first row, its number from 1, or a key
    #[arg(long, value_name = "NAME", long_help = COLUMN)]
    pub(crate) column: Option<String>,
}

const INPUT: &str = "\
What the lines of the input are: `lines`, each a string; `tsv`, columns with tabs between them, in \
which nothing is quoted or escaped; `csv`, as RFC 4180 has it; `jsonl`, a JSON object on each line.

--column says which column has the strings. The others are carried along: a row is written as it \
stands, and what is asked for is added at its end. A quote within a field of CSV that does not begin \
with one cannot be read, and ends the reading with a message (RFC 4180, 2).";

const COLUMN: &str = "\
The column of --input that has the strings.

A number counts the columns of CSV and TSV from 1, and the first row is a row like all others, unless --header says \
that it has the names of the columns. A name is looked up in the first row, which is then no row but the header.

For `jsonl` it is the key, whose value is a string. The key of an object within the object is written with a dot, \
`req.url`, or as a JSON Pointer, `/req/url` (RFC 6901); the number of an element of an array, from 0, is a key too. A \
key that has a dot itself is found first.";

#[derive(Clone)]
pub(crate) struct TableInput {
    layout: Layout,
    place: StringLocation,
    has_header: bool,
    /// Whether a string is replaced, so that no other may stand under the same key.
    is_edited: bool,
    added: Arc<[Cow<'static, str>]>,
    /// What the first row of the files said.
    found: Arc<Mutex<HeaderState>>,
}

#[derive(Clone)]
enum StringLocation {
    Number(usize),
    Named(String),
    /// Where the string stands in an object.
    Path(Arc<json::Path>),
}

#[derive(Default)]
struct HeaderState {
    header: Option<Vec<u8>>,
    /// The number of the column that the name has in the file that is read, from 1.
    number: Option<usize>,
    width: Option<usize>,
}

#[derive(Clone, Copy)]
pub(crate) struct Cell {
    number: usize,
    /// How many columns each row has. What is added to another would stand in another column.
    width: Option<usize>,
}

pub(crate) struct TableRow<'a> {
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
}

pub(crate) enum RowPart<'b> {
    /// The names of the columns, which are written once.
    Names,
    String(Cow<'b, [u8]>, Cell),
    /// No string, for this reason.
    Misfit(String),
    /// Names for which the file cannot be read further.
    Unusable(String),
}

impl TableInput {
    /// The table that the arguments describe; none if each line is a string.
    pub(crate) fn of(columns: &Columns, has_header: bool) -> Result<Option<Self>, Usage> {
        let Columns { input: layout, column } = columns;
        let place = match (layout, column) {
            (Layout::Lines, None) => return Ok(None),
            (Layout::Lines, Some(_)) => {
                return Err(Usage::new("--column is for --input tsv, csv or jsonl"));
            }
            (_, None) => {
                let what = if *layout == Layout::Jsonl { "KEY" } else { "NAME-OR-NUMBER" };
                return Err(Usage::new(format!(
                    "which column has the strings? Say so with --column {what}"
                )));
            }
            (Layout::Tsv | Layout::Csv, Some(column)) => match column.parse() {
                Ok(0) => return Err(Usage::new("--column counts from 1")),
                Ok(number) => StringLocation::Number(number),
                Err(_) => StringLocation::Named(column.clone()),
            },
            (Layout::Jsonl, Some(path)) => StringLocation::Path(json::Path::of(path).into()),
        };
        let has_names = matches!(layout, Layout::Csv | Layout::Tsv);
        let has_header = has_names && (has_header || matches!(place, StringLocation::Named(_)));
        Ok(Some(Self {
            layout: *layout,
            place,
            has_header,
            is_edited: false,
            added: [].into(),
            found: Arc::default(),
        }))
    }

    /// The same, to which columns are added. No column may have their names.
    pub(crate) fn adding(self, added: Vec<Cow<'static, str>>) -> Self {
        Self { added: added.into(), ..self }
    }

    /// The same, of which strings are replaced.
    pub(crate) fn edited(self) -> Self {
        Self { is_edited: true, ..self }
    }

    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    /// The rows of a block, each with what it has. None follows where the file has no such column.
    pub(crate) fn rows<'b>(
        &'b self,
        block: &'b LineBlock,
    ) -> impl Iterator<Item = (TableRow<'b>, RowPart<'b>)> {
        let mut rows: Box<dyn Iterator<Item = TableRow<'b>>> = match self.layout {
            Layout::Csv => Box::new(csv::records(block)),
            _ => Box::new(block.lines().map(|(number, bytes)| TableRow { number, bytes })),
        };
        let (mut place, mut is_unusable) = (None, false);
        std::iter::from_fn(move || {
            loop {
                let row = rows.next().filter(|_| !is_unusable)?;
                if self.is_header(&row) {
                    match self.header(&row) {
                        Ok(true) => return Some((row, RowPart::Names)),
                        Ok(false) => continue,
                        Err(why) => {
                            is_unusable = true;
                            return Some((row, RowPart::Unusable(why)));
                        }
                    }
                }
                place = place.or_else(|| self.place());
                let at = place?;
                let part = match self.cell(row.bytes, at) {
                    Ok(cell) => RowPart::String(cell, at),
                    Err(why) => RowPart::Misfit(why),
                };
                return Some((row, part));
            }
        })
    }

    /// Takes the first row of a file as the measure of the others, and says whether it has the names of the
    /// columns. No other row of the file is looked at before the answer about its first.
    fn is_header(&self, row: &TableRow<'_>) -> bool {
        if row.number > 1 || self.layout == Layout::Jsonl {
            return false;
        }
        let width = self.width(row.bytes);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).width = Some(width);
        self.has_header
    }

    /// Reads the names of the columns. Whether they are those of the first file that was read, to be
    /// written once; or what is wrong with them.
    fn header(&self, row: &TableRow<'_>) -> Result<bool, String> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.number = None;
        let names = self.fields(row.bytes);
        if let Some(taken) =
            self.added.iter().find(|added| names.iter().any(|name| **name == *added.as_bytes()))
        {
            return Err(is_taken(taken));
        }
        if let StringLocation::Named(name) = &self.place {
            let is_named = |field: &Cow<'_, [u8]>| **field == *name.as_bytes();
            let Some(number) = names.iter().position(is_named) else {
                let names = names.iter().map(|name| String::from_utf8_lossy(name));
                let names = names.collect::<Vec<_>>().join(", ");
                return Err(format!("no column has the name {name}; the columns are {names}"));
            };
            if names.iter().skip(number + 1).any(is_named) {
                return Err(format!("two columns have the name {name}: give the number of one"));
            }
            found.number = Some(number + 1);
        }
        match &found.header {
            None => found.header = Some(row.bytes.to_vec()),
            Some(first) if first != row.bytes => {
                found.number = None;
                return Err(
                    "the columns are not those of the first file: read one at a time".into()
                );
            }
            Some(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Where the strings stand in the file that is read; none if it has no such column.
    fn place(&self) -> Option<Cell> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let number = match &self.place {
            StringLocation::Number(number) => *number,
            StringLocation::Named(_) => found.number?,
            StringLocation::Path(_) => 0,
        };
        Some(Cell { number, width: found.width })
    }

    fn cell<'a>(&self, row: &'a [u8], at: Cell) -> Result<Cow<'a, [u8]>, String> {
        let Cell { number, width } = at;
        match &self.place {
            StringLocation::Path(path) => {
                return json::cell(row, path, &self.added, self.is_edited);
            }
            StringLocation::Number(_) | StringLocation::Named(_) => {}
        }
        let columns = self.width(row);
        let s = if columns == 1 { "" } else { "s" };
        if let Some(width) = width.filter(|width| *width != columns) {
            return Err(format!("the row has {columns} column{s}, and the first row {width}"));
        }
        let cell = match self.layout {
            Layout::Csv => csv::field(row, number),
            _ => span_in_tsv(row, number).map(|span| Cow::Borrowed(&row[span])),
        };
        cell.ok_or_else(|| format!("the row has {columns} column{s}, and no column {number}"))
    }

    /// A row with another string in its cell, or with nothing in it. All else of the row is kept byte for byte. A row that
    /// has no such cell stays as it is.
    pub(crate) fn replaced(&self, row: &[u8], at: Cell, new: Option<&[u8]>) -> Vec<u8> {
        let span = match (&self.place, self.layout) {
            (StringLocation::Path(path), _) => json::span(row, path),
            (_, Layout::Csv) => csv::span(row, at.number),
            _ => span_in_tsv(row, at.number),
        };
        let Some(span) = span else { return row.to_vec() };
        let mut replaced = row[..span.start].to_vec();
        match (self.layout, new) {
            (Layout::Jsonl, Some(new)) => record::string(&lossy(new), &mut replaced),
            (Layout::Jsonl, None) => replaced.extend_from_slice(b"null"),
            (Layout::Csv, Some(new)) => match row[span.clone()] {
                [b'"', ..] => csv::quoted(new, &mut replaced),
                _ => csv::cell(new, &mut replaced),
            },
            (_, new) => replaced.extend_from_slice(new.unwrap_or_default()),
        }
        replaced.extend_from_slice(&row[span.end..]);
        replaced
    }

    fn width(&self, row: &[u8]) -> usize {
        match self.layout {
            Layout::Csv => csv::width(row),
            _ => 1 + memchr_iter(b'\t', row).count(),
        }
    }

    fn fields<'a>(&self, row: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        match self.layout {
            Layout::Csv => csv::fields(row),
            _ => row.split(|byte| *byte == b'\t').map(Cow::Borrowed).collect(),
        }
    }
}

/// Writes a row as it stands, and has what is added written to its end. None is added to a row of lines.
pub(crate) fn extended(
    layout: Layout,
    row: &[u8],
    out: &mut Vec<u8>,
    add: impl FnOnce(bool, &mut Vec<u8>),
) {
    match layout {
        Layout::Jsonl => {
            let open = row.trim_ascii_end();
            let open = open.strip_suffix(b"}").unwrap_or(open).trim_ascii_end();
            out.extend_from_slice(open);
            add(!open.ends_with(b"{"), out);
            out.extend_from_slice(b"}\n");
        }
        _ => {
            out.extend_from_slice(row);
            out.push(if layout == Layout::Csv { b',' } else { b'\t' });
            add(true, out);
            out.push(b'\n');
        }
    }
}

/// What to do about a column that is there already.
fn is_taken(name: &str) -> String {
    format!("there is a column {name} already: --prefix gives the new ones other names")
}

fn span_in_tsv(row: &[u8], number: usize) -> Option<Range<usize>> {
    let mut start = 0;
    let mut ends = memchr_iter(b'\t', row).chain([row.len()]);
    for _ in 1..number {
        start = ends.next()? + 1;
    }
    ends.next().map(|end| start..end)
}
