//! The rows of a block of lines.
//!
//! In: a block, and what the arguments ask for. Out: a [`Sheet`]: the rows as they are printed, and what
//! stderr is told between them.

use std::path::Path;

use urispec::whatwg::UrlRecord;
use urispec::{Normalizer, Reference};
use urispec_lint::security;
use urispec_views::fault::{Fault, utf8};
use urispec_views::subject::{Base, Subject};

use super::browser::{Reader, Url};
use super::column::{Column, Found, Read};
use super::condition::Conditions;
use super::shape::{RowKind, Shape};
use super::sheet::Sheet;
use crate::input::blocks::Block;
use crate::input::table::{self, Layout, Row, Table};
use crate::options::invalid::Invalid;
use crate::options::ladder::Climb;
use crate::output::fault::Message;
use crate::output::origin::{Name, Origin};
use crate::output::password::Passwords;
use crate::output::style::Palette;

/// What is done with each string.
#[derive(Clone)]
pub(super) struct Getter {
    pub(super) climb: Climb,
    pub(super) reader: Reader,
    /// The base, for the parser of the URL Standard.
    pub(super) url_base: Option<UrlRecord>,
    pub(super) table: Option<Table>,
    /// Whether the columns are added to the rows of the table.
    pub(super) extends: bool,
    pub(super) keeps: bool,
    pub(super) shape: Shape,
    pub(super) conditions: Conditions,
    pub(super) invalid: Invalid,
    pub(super) normalizes: bool,
    pub(super) wants_normalized: bool,
    pub(super) wants_error: bool,
    /// Whether the lints of the security pack are looked for.
    pub(super) wants_lints: bool,
    /// Whether rows are counted, and not printed.
    pub(super) tallies: bool,
    /// Whether nothing is said of single strings.
    pub(super) is_quiet: bool,
    pub(super) passwords: Passwords,
    /// The colours of messages.
    pub(super) palette: &'static Palette,
    pub(super) has_header: bool,
}

/// What the strings of a block are resolved and normalized by.
struct By<'b> {
    base: Option<Base<'b>>,
    normalizer: Normalizer<'b>,
    file: Option<&'b str>,
}

impl Getter {
    /// The row with the names of the columns.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut header = self.shape.header();
        header.push(b'\n');
        header
    }

    pub(super) fn answers(&self, path: &Path, block: &Block) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.rows.reserve(block.bytes().len());
        let file = Name(path, self.passwords).to_string();
        let by = self.by(Some(&file));
        let Some(table) = &self.table else {
            for (number, bytes) in block.lines() {
                self.line(
                    &by,
                    Origin::Line(path, number, self.passwords),
                    bytes,
                    bytes,
                    &mut sheet,
                );
            }
            return sheet;
        };
        let mut place = None;
        for row in table.rows(block) {
            if table.is_header(&row) {
                if let Err(trouble) = self.names(table, &row, &mut sheet) {
                    sheet.trouble = Some(format!("{file}: {trouble}"));
                    return sheet;
                }
                continue;
            }
            // Without the column, the file was complained of.
            if place.is_none() {
                place = table.place();
            }
            let Some(place) = place else { return sheet };
            let origin = Origin::Line(path, row.number, self.passwords);
            match table.cell(row.bytes, place) {
                Ok(cell) => self.line(&by, origin, row.bytes, &cell, &mut sheet),
                Err(why) => self.misfit(&by, origin, &row, &why, &mut sheet),
            }
        }
        sheet
    }

    /// Takes the first row of a table as the names of the columns, and writes those of what is printed.
    fn names(&self, table: &Table, row: &Row<'_>, sheet: &mut Sheet) -> Result<(), String> {
        if !table.header(row)? {
            return Ok(());
        }
        if self.tallies {
            // The names stand above what is counted in all files.
        } else if self.keeps {
            sheet.rows.extend_from_slice(row.bytes);
            sheet.rows.push(b'\n');
        } else if self.extends {
            table::extended(table.layout(), row.bytes, &mut sheet.rows, |_, rows| {
                rows.extend_from_slice(&self.shape.header());
            });
        } else if self.has_header && matches!(self.shape.kind, RowKind::Csv | RowKind::Tsv) {
            sheet.rows.extend_from_slice(&self.header());
        }
        Ok(())
    }

    /// A row without a string.
    fn misfit(&self, by: &By<'_>, origin: Origin<'_>, row: &Row<'_>, why: &str, sheet: &mut Sheet) {
        let read = Read {
            edition: self.climb.edition,
            input: b"",
            found: None,
            target: None,
            normalized: None,
            error: Some(why),
            cause: Some("row"),
            lint: None,
            file: by.file,
            line: Some(row.number),
        };
        sheet.counts.count(false);
        // What is no object, or has other columns, cannot be added to.
        let is_lost = self.extends && !self.keeps;
        if self.invalid == Invalid::Report || is_lost && self.invalid != Invalid::Skip {
            sheet.has_lost = true;
            self.say(sheet, || Message::new(origin, "row", format!("{origin}: {why}\n")));
        }
        if matches!(self.invalid, Invalid::Keep | Invalid::Empty) && !is_lost {
            self.instead(&read, row.bytes, sheet);
        }
    }

    pub(super) fn argument(&self, bytes: &[u8], sheet: &mut Sheet) {
        self.line(&self.by(None), Origin::Argument(bytes, self.passwords), bytes, bytes, sheet);
    }

    fn by<'b>(&'b self, file: Option<&'b str>) -> By<'b> {
        By { base: self.climb.base(), normalizer: self.climb.normalizer(), file }
    }

    /// Reads a string, and writes its row.
    #[inline]
    fn line(&self, by: &By<'_>, origin: Origin<'_>, row: &[u8], cell: &[u8], sheet: &mut Sheet) {
        let text = utf8(cell);
        if self.reader == Reader::Whatwg {
            let url =
                text.and_then(|text| Url::parse(text, self.url_base.as_ref()).map_err(Fault::Url));
            match url {
                Ok(url) => {
                    let target = by.base.is_some().then_some(url.as_str());
                    self.found(self.read(by, origin, cell, Found::Url(&url), target), row, sheet);
                }
                Err(fault) => self.invalid(by, origin, row, cell, || fault, sheet),
            }
            return;
        }
        if by.base.is_none() {
            match text.map(|text| (text, Reference::parse(self.climb.edition, text))) {
                Ok((_, Ok(reference))) => self.valid(by, origin, row, cell, reference, sheet),
                Ok((text, Err(error))) => {
                    self.invalid(by, origin, row, cell, || Fault::of(error, text), sheet);
                }
                Err(fault) => self.invalid(by, origin, row, cell, || fault, sheet),
            }
            return;
        }
        let subject = Subject::of(self.climb.edition, by.base.as_ref(), cell);
        sheet.warned += u64::from(!subject.warnings.is_empty());
        match subject.reference(self.climb.edition) {
            Ok(target) => self.valid(by, origin, row, cell, target, sheet),
            Err(fault) => self.invalid(by, origin, row, cell, || fault.into_owned(), sheet),
        }
    }

    #[inline]
    fn valid(
        &self,
        by: &By<'_>,
        origin: Origin<'_>,
        row: &[u8],
        cell: &[u8],
        reference: Reference<'_>,
        sheet: &mut Sheet,
    ) {
        let target = by.base.is_some().then_some(reference.as_str());
        let mut read = self.read(by, origin, cell, Found::Reference(reference), target);
        let normal;
        if self.normalizes || self.wants_normalized {
            normal = by.normalizer.normalize(&reference);
            sheet.warned += u64::from(normal.caveats().next().is_some());
            read.normalized = Some(normal.as_str());
            if self.normalizes {
                match Reference::parse(self.climb.edition, normal.as_str()) {
                    Ok(reference) => read.found = Some(Found::Reference(reference)),
                    Err(error) => {
                        let fault = || Fault::Parse(error);
                        return self.invalid(by, origin, row, cell, fault, sheet);
                    }
                }
            }
        }
        self.found(read, row, sheet);
    }

    /// A string of which something was found.
    #[inline]
    fn read<'r>(
        &self,
        by: &By<'r>,
        origin: Origin<'_>,
        cell: &'r [u8],
        found: Found<'r>,
        target: Option<&'r str>,
    ) -> Read<'r> {
        Read {
            edition: self.climb.edition,
            input: cell,
            found: Some(found),
            target,
            normalized: None,
            error: None,
            cause: None,
            lint: None,
            file: by.file,
            line: origin.line(),
        }
    }

    /// Writes the row of a string that is valid, if the conditions hold.
    #[inline]
    fn found(&self, read: Read<'_>, row: &[u8], sheet: &mut Sheet) {
        let lints = self.lints(read.input);
        let read = Read { lint: lints.as_deref(), ..read };
        sheet.counts.count(true);
        if self.conditions.is_empty() || self.conditions.hold(&read, self.shape.decode) {
            self.row(&read, row, sheet);
        }
    }

    /// A string that is no reference. Why not is found out only where somebody is told.
    #[cold]
    fn invalid(
        &self,
        by: &By<'_>,
        origin: Origin<'_>,
        row: &[u8],
        cell: &[u8],
        fault: impl FnOnce() -> Fault,
        sheet: &mut Sheet,
    ) {
        sheet.counts.count(false);
        match self.invalid {
            Invalid::Skip => {}
            Invalid::Report => self
                .say(sheet, || Message::of(&fault(), origin, cell, self.passwords, self.palette)),
            Invalid::Keep | Invalid::Empty => {
                let fault = self.wants_error.then(fault);
                let error = fault.as_ref().map(ToString::to_string);
                let lints = self.lints(cell);
                let read = Read {
                    edition: self.climb.edition,
                    input: cell,
                    found: None,
                    target: None,
                    normalized: None,
                    error: error.as_deref(),
                    cause: fault.as_ref().map(Fault::name),
                    lint: lints.as_deref(),
                    file: by.file,
                    line: origin.line(),
                };
                if self.conditions.hold(&read, self.shape.decode) {
                    self.instead(&read, row, sheet);
                }
            }
        }
    }

    /// Says something of a single string, unless nothing is said of any.
    fn say(&self, sheet: &mut Sheet, message: impl FnOnce() -> Message) {
        if !self.is_quiet {
            sheet.say(message());
        }
    }

    /// Writes what stands in place of an invalid string: where lines are kept, an empty one, if that is asked for.
    fn instead(&self, read: &Read<'_>, row: &[u8], sheet: &mut Sheet) {
        let is_emptied = self.keeps && self.invalid == Invalid::Empty;
        self.row(read, if is_emptied { b"" } else { row }, sheet);
    }

    /// The ids of the lints that speak of a string, with commas between them; none if nobody asks, or if there is none.
    /// Bytes that are not UTF-8 are taken for U+FFFD.
    fn lints(&self, cell: &[u8]) -> Option<String> {
        if !self.wants_lints {
            return None;
        }
        let found = security::look(&String::from_utf8_lossy(cell));
        let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
        (!ids.is_empty()).then(|| ids.join(","))
    }

    /// Counts a row. Of several lints each is counted, and what nothing was found of is of no kind.
    fn tally(&self, read: &Read<'_>, sheet: &mut Sheet) {
        let has = |column| self.shape.columns.contains(&column);
        if has(Column::Cause) && read.cause.is_none() {
            return;
        }
        if !has(Column::Lint) {
            self.tally_one(read, sheet);
            return;
        }
        for lint in read.lint.into_iter().flat_map(|lints| lints.split(',')) {
            self.tally_one(&Read { lint: Some(lint), ..*read }, sheet);
        }
    }

    fn tally_one(&self, read: &Read<'_>, sheet: &mut Sheet) {
        sheet.row.clear();
        match self.shape.kind {
            RowKind::Json => self.shape.pairs(read, false, &mut sheet.row),
            _ => self.shape.cells(read, &mut sheet.row),
        }
        sheet.tally.count(&sheet.row);
    }

    #[inline]
    fn row(&self, read: &Read<'_>, row: &[u8], sheet: &mut Sheet) {
        sheet.made += 1;
        if self.tallies {
            self.tally(read, sheet);
            return;
        }
        if self.is_quiet {
            return;
        }
        let rows = &mut sheet.rows;
        match &self.table {
            _ if self.keeps => {
                rows.extend_from_slice(row);
                rows.push(b'\n');
            }
            Some(table) if self.extends => {
                table::extended(table.layout(), row, rows, |follows, rows| match table.layout() {
                    Layout::Jsonl => self.shape.pairs(read, follows, rows),
                    _ => self.shape.cells(read, rows),
                });
            }
            _ => self.shape.row(read, rows),
        }
    }
}
