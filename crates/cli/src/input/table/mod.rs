//! Rows with the strings in one column: TSV, CSV, JSON Lines.
//!
//! The surprising case: a CSV record may span several lines, so the file is split into blocks at the ends of
//! records ([`Splitter`](super::blocks::Splitter)), not at every line end.

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

/// The format of the input lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// Each line is a string
    Lines,
    /// Columns separated by tabs, without quoting or escapes
    Tsv,
    /// Comma-separated values (RFC 4180)
    Csv,
    /// A JSON object on each line
    Jsonl,
}

// The arguments that locate the strings.
#[derive(clap::Args)]
pub(crate) struct Columns {
    /// The format of the input
    #[arg(long, value_name = "LAYOUT", default_value = "lines", long_help = INPUT)]
    pub(crate) input: Layout,
    /// The column with the strings: its name in the first row, its number from 1, or a JSON key
    #[arg(long, value_name = "NAME", long_help = COLUMN)]
    pub(crate) column: Option<String>,
}

const INPUT: &str = "\
The format of the input: `lines`, each a string; `tsv`, columns separated by tabs, without quoting \
or escapes; `csv`, as in RFC 4180; `jsonl`, a JSON object on each line.

--column names the column with the strings. Each row is written unchanged, with the results added at its end. A quote \
inside an unquoted CSV field is an error that ends the reading (RFC 4180, 2).";

const COLUMN: &str = "\
The column of --input that has the strings.

A number counts the columns of CSV and TSV from 1; the first row is then data, unless --header says that it has the \
column names. A name is looked up in the first row, which is then the header.

For `jsonl` it is the key of a string. A key of a nested object is written with a dot, `req.url`, or as a JSON Pointer, \
`/req/url` (RFC 6901); elements of arrays are numbered from 0. A key that itself contains the dot has precedence.";

#[derive(Clone)]
pub(crate) struct TableInput {
    layout: Layout,
    place: StringLocation,
    has_header: bool,
    /// Whether the strings are replaced. A key that occurs twice in a JSON object is then an error.
    is_edited: bool,
    added: Arc<[Cow<'static, str>]>,
    /// The state that the first rows of the files determine.
    found: Arc<Mutex<HeaderState>>,
}

#[derive(Clone)]
enum StringLocation {
    Number(usize),
    Named(String),
    /// The path from a JSON object to the string.
    Path(Arc<json::Path>),
}

#[derive(Default)]
struct HeaderState {
    header: Option<Vec<u8>>,
    /// The number, from 1, of the named column in the current file.
    number: Option<usize>,
    width: Option<usize>,
}

#[derive(Clone, Copy)]
pub(crate) struct Cell {
    number: usize,
    /// The expected number of columns. In a longer or shorter row, the added columns would be misplaced.
    width: Option<usize>,
}

pub(crate) struct TableRow<'a> {
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
}

pub(crate) enum RowPart<'b> {
    /// The column names of the first file, which are written once.
    Names,
    String(Cow<'b, [u8]>, Cell),
    /// A row that has no string in the column, and the reason.
    Misfit(String),
    /// Unusable column names, with the reason. The rest of the file is not read.
    Unusable(String),
}

impl TableInput {
    /// Returns the table that the arguments describe, or `None` if each line is a string.
    pub(crate) fn from_args(columns: &Columns, has_header: bool) -> Result<Option<Self>, Usage> {
        let Columns { input: layout, column } = columns;
        let place = match (layout, column) {
            (Layout::Lines, None) => return Ok(None),
            (Layout::Lines, Some(_)) => {
                return Err(Usage::new("--column needs --input tsv, csv or jsonl"));
            }
            (_, None) => {
                let what = if *layout == Layout::Jsonl { "KEY" } else { "NAME-OR-NUMBER" };
                return Err(Usage::new(format!(
                    "--input needs --column {what}, the column that has the strings"
                )));
            }
            (Layout::Tsv | Layout::Csv, Some(column)) => match column.parse() {
                Ok(0) => return Err(Usage::new("there is no column 0: --column counts from 1")),
                Ok(number) => StringLocation::Number(number),
                Err(_) => StringLocation::Named(column.clone()),
            },
            (Layout::Jsonl, Some(path)) => StringLocation::Path(json::Path::parse(path).into()),
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

    /// Sets the columns to add. An existing column with one of their names is an error.
    pub(crate) fn adding(self, added: Vec<Cow<'static, str>>) -> Self {
        Self { added: added.into(), ..self }
    }

    /// Declares that strings are replaced.
    pub(crate) fn edited(self) -> Self {
        Self { is_edited: true, ..self }
    }

    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the rows of a block, each with its kind. There are no rows if the file lacks the column.
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

    /// Returns whether a row contains the column names. For the first row of a file, also records the number of
    /// columns. The first row is processed before all other rows.
    fn is_header(&self, row: &TableRow<'_>) -> bool {
        if row.number > 1 || self.layout == Layout::Jsonl {
            return false;
        }
        let width = self.width(row.bytes);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).width = Some(width);
        self.has_header
    }

    /// Reads the column names of a file. Returns whether to write them: only the names of the first file are written.
    /// The error says what is wrong with the names.
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
                return Err(format!("two columns have the name {name}: give the number instead"));
            }
            found.number = Some(number + 1);
        }
        match &found.header {
            None => found.header = Some(row.bytes.to_vec()),
            Some(first) if first != row.bytes => {
                found.number = None;
                return Err(
                    "the columns differ from the first file's: read one file at a time".into()
                );
            }
            Some(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the column of the strings in the current file, or `None` if the file lacks it.
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
            return Err(format!("the row has {columns} column{s}, but the first row has {width}"));
        }
        let cell = match self.layout {
            Layout::Csv => csv::field(row, number),
            _ => span_in_tsv(row, number).map(|span| Cow::Borrowed(&row[span])),
        };
        cell.ok_or_else(|| {
            format!("the row has only {columns} column{s}, so it has no column {number}")
        })
    }

    /// Returns a row with the string in a cell replaced or, if `new` is `None`, removed. The rest of the row is kept
    /// byte for byte. A row without the cell is returned unchanged.
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

/// Copies a row, and lets `add` write more cells at its end. `add` receives whether the row already has a cell.
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

/// Returns the error about a column name that already exists.
fn is_taken(name: &str) -> String {
    format!("there is already a column {name}: rename the new columns with --prefix")
}

fn span_in_tsv(row: &[u8], number: usize) -> Option<Range<usize>> {
    let mut start = 0;
    let mut ends = memchr_iter(b'\t', row).chain([row.len()]);
    for _ in 1..number {
        start = ends.next()? + 1;
    }
    ends.next().map(|end| start..end)
}
