//! Builds the rows of a block of lines.

use std::borrow::Cow;
use std::path::Path;

use clap::ValueEnum;
use memchr::memchr;
use urispec::whatwg::{Host, Url, ValidationError};
use urispec::{HostKind, Normalizer, Reference};
use urispec_domains::registrable_domain;
use urispec_lint::security;
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::is_visible;
use urispec_views::strings::{Base, Subject};

use super::Args;
use super::column::{Column, OutputBuffer, ParsedString, ReadString, RowFormat, RowKind};
use super::condition::Conditions;
use crate::input::table::Layout;
use crate::input::{LineBlock, RowPart, TableInput, TableRow, table};
use crate::options::{Climb, Invalid};
use crate::output::{Message, Name, Palette, Passwords, StringOrigin};

#[derive(Clone)]
pub(super) struct Getter {
    pub(super) args: &'static Args,
    pub(super) climb: Climb,
    /// The base, for the parser of the URL Standard.
    pub(super) url_base: Option<Url>,
    pub(super) table: Option<TableInput>,
    /// Whether the columns are added to the rows of the table.
    pub(super) extends: bool,
    pub(super) shape: RowFormat,
    pub(super) conditions: Conditions,
    pub(super) invalid: Invalid,
    pub(super) wants_normalized: bool,
    pub(super) wants_error: bool,
    pub(super) wants_lints: bool,
    pub(super) passwords: Passwords,
    pub(super) palette: &'static Palette,
}

/// The base, the normalizer and the file, which are the same for all strings of a block.
struct GetOptions<'b> {
    base: Option<Base<'b>>,
    normalizer: Normalizer<'b>,
    file: Option<&'b str>,
}

/// A string, its origin, and the row that contains it.
#[derive(Clone, Copy)]
struct RowInput<'s> {
    origin: StringOrigin<'s>,
    row: &'s [u8],
    cell: &'s [u8],
}

impl Getter {
    pub(super) fn header(&self) -> Vec<u8> {
        let mut header = self.shape.header();
        header.push(b'\n');
        header
    }

    pub(super) fn answers(&self, path: &Path, block: &LineBlock) -> OutputBuffer {
        let mut output = OutputBuffer::default();
        output.rows.reserve(block.bytes().len());
        let file = Name(path, self.passwords).to_string();
        let by = self.by(Some(&file));
        let Some(table) = &self.table else {
            for (number, row) in block.lines() {
                let origin = StringOrigin::Line(path, number, self.passwords);
                self.line(&by, RowInput { origin, row, cell: row }, &mut output);
            }
            return output;
        };
        for (TableRow { number, bytes: row }, part) in table.rows(block) {
            let origin = StringOrigin::Cell(path, number, self.passwords);
            let row_input = RowInput { origin, row, cell: b"" };
            match part {
                RowPart::Names => self.names(table, row, &mut output),
                RowPart::String(cell, _) => {
                    self.line(&by, RowInput { cell: &cell, ..row_input }, &mut output);
                }
                RowPart::Misfit(why) => self.misfit(&by, row_input, &why, &mut output),
                RowPart::Unusable(why) => output.trouble = Some(format!("{file}: {why}")),
            }
        }
        output
    }

    fn names(&self, table: &TableInput, names: &[u8], output: &mut OutputBuffer) {
        if self.args.tally {
            // `RowTally::header` prints the names once for all files.
        } else if self.args.keep {
            output.rows.extend_from_slice(names);
            output.rows.push(b'\n');
        } else if self.extends {
            table::extended(table.layout(), names, &mut output.rows, |_, rows| {
                rows.extend_from_slice(&self.shape.header());
            });
        } else if self.args.rows.header && matches!(self.shape.kind, RowKind::Csv | RowKind::Tsv) {
            output.rows.extend_from_slice(&self.header());
        }
    }

    fn misfit(
        &self,
        by: &GetOptions<'_>,
        row_input: RowInput<'_>,
        why: &str,
        output: &mut OutputBuffer,
    ) {
        output.counts.count(false);
        // Columns cannot be added to a row that is not an object or has other columns.
        let is_lost = self.extends && !self.args.keep;
        if self.invalid == Invalid::Report || is_lost && self.invalid != Invalid::Skip {
            output.has_lost = true;
            let text = || format!("{}: {why}\n", row_input.origin);
            self.say(output, || Message::new(row_input.origin, "row", text()));
        }
        if matches!(self.invalid, Invalid::Keep | Invalid::Empty) && !is_lost {
            let read = self.read(by, row_input, None);
            self.invalid_row(
                &ReadString { error: Some(why), cause: Some("row"), ..read },
                row_input.row,
                output,
            );
        }
    }

    pub(super) fn argument(&self, bytes: &[u8]) -> OutputBuffer {
        let mut output = OutputBuffer::default();
        let origin = StringOrigin::Argument(bytes, self.passwords);
        self.line(&self.by(None), RowInput { origin, row: bytes, cell: bytes }, &mut output);
        output
    }

    const fn is_quiet(&self) -> bool {
        self.args.rows.less.count || self.args.rows.less.quiet
    }

    fn by<'b>(&'b self, file: Option<&'b str>) -> GetOptions<'b> {
        GetOptions { base: self.climb.base(), normalizer: self.climb.normalizer(), file }
    }

    #[inline]
    fn line(&self, by: &GetOptions<'_>, row_input: RowInput<'_>, output: &mut OutputBuffer) {
        let (text, edition) = (utf8(row_input.cell), self.climb.edition);
        if self.args.reader == ComponentReader::Whatwg {
            let parse = |text| SplitUrl::parse(text, self.url_base.as_ref()).map_err(Fault::Url);
            match text.and_then(parse) {
                Ok(url) => {
                    let read = self.read(by, row_input, Some(ParsedString::Url(&url)));
                    let target = by.base.is_some().then_some(url.as_str());
                    self.found(ReadString { target, ..read }, row_input.row, output);
                }
                Err(fault) => self.invalid(by, row_input, || fault, output),
            }
        } else if by.base.is_none() {
            match text.map(|text| (text, Reference::parse(edition, text))) {
                Ok((_, Ok(reference))) => self.valid(by, row_input, reference, output),
                Ok((text, Err(error))) => {
                    self.invalid(by, row_input, || Fault::of(error, text), output);
                }
                Err(fault) => self.invalid(by, row_input, || fault, output),
            }
        } else {
            let subject = Subject::of(edition, by.base.as_ref(), row_input.cell);
            output.warned += u64::from(!subject.warnings.is_empty());
            match subject.reference(edition) {
                Ok(target) => self.valid(by, row_input, target, output),
                Err(fault) => self.invalid(by, row_input, || fault.into_owned(), output),
            }
        }
    }

    #[inline]
    fn valid(
        &self,
        by: &GetOptions<'_>,
        row_input: RowInput<'_>,
        reference: Reference<'_>,
        output: &mut OutputBuffer,
    ) {
        let mut read = self.read(by, row_input, Some(ParsedString::Reference(reference)));
        read.target = by.base.is_some().then_some(reference.as_str());
        let normal;
        if self.args.normalize || self.wants_normalized {
            normal = by.normalizer.normalize(&reference);
            output.warned += u64::from(normal.caveats().next().is_some());
            read.normalized = Some(normal.as_str());
            if self.args.normalize {
                match Reference::parse(self.climb.edition, normal.as_str()) {
                    Ok(reference) => read.found = Some(ParsedString::Reference(reference)),
                    Err(error) => {
                        return self.invalid(by, row_input, || Fault::Parse(error), output);
                    }
                }
            }
        }
        self.found(read, row_input.row, output);
    }

    #[inline]
    fn read<'r>(
        &self,
        by: &GetOptions<'r>,
        RowInput { origin, cell, .. }: RowInput<'r>,
        found: Option<ParsedString<'r>>,
    ) -> ReadString<'r> {
        ReadString {
            file: by.file,
            line: origin.line(),
            ..ReadString::new(self.climb.edition, cell, found)
        }
    }

    /// Writes the row of a valid string, if the conditions hold.
    #[inline]
    fn found(&self, read: ReadString<'_>, row: &[u8], output: &mut OutputBuffer) {
        let lints = self.lints(read.input);
        let read = ReadString { lint: lints.as_deref(), ..read };
        output.counts.count(true);
        if self.conditions.is_empty() || self.conditions.hold(&read, self.shape.decode) {
            self.row(&read, row, output);
        }
    }

    /// Handles an invalid string. `fault` is called only if the fault is needed for a message or a column.
    #[cold]
    fn invalid(
        &self,
        by: &GetOptions<'_>,
        row_input: RowInput<'_>,
        fault: impl FnOnce() -> Fault,
        output: &mut OutputBuffer,
    ) {
        let RowInput { origin, row, cell } = row_input;
        output.counts.count(false);
        match self.invalid {
            Invalid::Skip => {}
            Invalid::Report => self.say(output, || {
                Message::from_fault(&fault(), origin, cell, self.passwords, self.palette)
            }),
            Invalid::Keep | Invalid::Empty => {
                let fault = self.wants_error.then(fault);
                let error = fault.as_ref().map(ToString::to_string);
                let lints = self.lints(cell);
                let read = ReadString {
                    error: error.as_deref(),
                    cause: fault.as_ref().map(Fault::name),
                    lint: lints.as_deref(),
                    ..self.read(by, row_input, None)
                };
                if self.conditions.hold(&read, self.shape.decode) {
                    self.invalid_row(&read, row, output);
                }
            }
        }
    }

    fn say(&self, output: &mut OutputBuffer, message: impl FnOnce() -> Message) {
        if !self.is_quiet() {
            output.say(message());
        }
    }

    /// Writes the row of an invalid string. With `--keep` and `--invalid empty`, the row is an empty line.
    fn invalid_row(&self, read: &ReadString<'_>, row: &[u8], output: &mut OutputBuffer) {
        let is_emptied = self.args.keep && self.invalid == Invalid::Empty;
        self.row(read, if is_emptied { b"" } else { row }, output);
    }

    /// Returns the ids of the lints that report a string, separated by commas. Returns `None` if no lint reports the
    /// string, or if lints are not needed. Bytes that are not UTF-8 are read as U+FFFD.
    fn lints(&self, cell: &[u8]) -> Option<String> {
        if !self.wants_lints {
            return None;
        }
        let found = security::look(&String::from_utf8_lossy(cell));
        let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
        (!ids.is_empty()).then(|| ids.join(","))
    }

    /// Counts a row once or, if `lint` is a column, once for each lint that reports it. If `cause` or `lint` is a
    /// column, a row without a value in this column is not counted.
    fn tally(&self, read: &ReadString<'_>, output: &mut OutputBuffer) {
        let has = |column| self.shape.columns.contains(&column);
        if has(Column::Cause) && read.cause.is_none() {
            return;
        }
        if !has(Column::Lint) {
            self.tally_one(read, output);
            return;
        }
        for lint in read.lint.into_iter().flat_map(|lints| lints.split(',')) {
            self.tally_one(&ReadString { lint: Some(lint), ..*read }, output);
        }
    }

    fn tally_one(&self, read: &ReadString<'_>, output: &mut OutputBuffer) {
        output.row.clear();
        match self.shape.kind {
            RowKind::Json => self.shape.pairs(read, false, &mut output.row),
            _ => self.shape.cells(read, &mut output.row),
        }
        output.tally.count(&output.row);
    }

    #[inline]
    fn row(&self, read: &ReadString<'_>, row: &[u8], output: &mut OutputBuffer) {
        output.row_count += 1;
        if self.args.tally {
            self.tally(read, output);
            return;
        }
        if self.is_quiet() {
            return;
        }
        let rows = &mut output.rows;
        match &self.table {
            _ if self.args.keep => {
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

// The components of a string as a browser sees them, by the parser of the URL Standard.
//
// The surprising case: the default port of a scheme is dropped: `http://h:80/` has no port.

/// The parser that splits strings into components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ComponentReader {
    /// The grammar of the edition; components are left unchanged
    Urispec,
    /// The parser of the URL Standard, as in browsers
    Whatwg,
}

pub(super) struct SplitUrl {
    url: Url,
    port: Option<String>,
}

impl SplitUrl {
    pub(super) fn parse(text: &str, base: Option<&Url>) -> Result<Self, ValidationError> {
        let url = Url::parse_with_base(text, base)?;
        let port = url.port().map(|port| port.to_string());
        Ok(Self { url, port })
    }

    pub(super) fn as_str(&self) -> &str {
        self.url.as_str()
    }

    pub(super) fn component(&self, column: &Column) -> Option<&str> {
        let url = &self.url;
        match column {
            Column::Scheme => Some(url.scheme()),
            Column::Authority => url.authority(),
            Column::Userinfo => {
                let authority = url.authority()?;
                authority.rsplit_once('@').map(|(userinfo, _)| userinfo)
            }
            Column::User => url.includes_credentials().then(|| url.username()),
            Column::Password => Some(url.password()).filter(|password| !password.is_empty()),
            Column::Host => url.hostname(),
            Column::HostKind => url.host().map(|host| kind(host).name()),
            Column::Registrable => registrable_domain(url.hostname()?),
            Column::Port => self.port.as_deref(),
            Column::Path => Some(url.path()),
            Column::Query => url.query(),
            Column::Fragment => url.fragment(),
            Column::Uri => Some(url.as_str()),
            _ => None,
        }
    }

    pub(super) fn query(&self) -> Option<&str> {
        self.url.query()
    }
}

/// Returns the kind of a host in the terms of RFC 3986, which has one kind for domains and opaque hosts.
const fn kind(host: Host<&str>) -> HostKind {
    match host {
        Host::Ipv4(_) => HostKind::Ipv4Address,
        Host::Ipv6(_) => HostKind::Ipv6Address,
        _ => HostKind::RegName,
    }
}

// Decoding for people and tables. A line stays one line.
//
// The surprising case: the result cannot be encoded back. `%2509` and `%09` both become `%09`.

/// Decodes the escapes of a component, except those of invisible characters and of octets that are not UTF-8.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr(b'%', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    let mut octets = Vec::new();
    while !rest.is_empty() {
        let plain = memchr(b'%', rest.as_bytes()).unwrap_or(rest.len());
        let (before, escapes) = rest.split_at(plain);
        out.push_str(before);
        octets.clear();
        while let Some(octet) = octet(escapes.as_bytes().get(3 * octets.len()..)) {
            octets.push(octet);
        }
        let (escapes, after) = escapes.split_at(3 * octets.len());
        characters(&octets, escapes, &mut out);
        // A `%` that begins no escape is kept.
        let length = after.strip_prefix('%').map_or(0, |_| 1);
        out.push_str(&after[..length]);
        rest = &after[length..];
    }
    Cow::Owned(out)
}

/// Decodes an escape at the beginning of a text.
fn octet(text: Option<&[u8]>) -> Option<u8> {
    let [b'%', high, low, ..] = text? else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Writes visible characters of the octets as they are, and all other octets as their escapes.
fn characters(octets: &[u8], escapes: &str, out: &mut String) {
    let mut at = 0;
    let mut escaped = |length: usize, out: &mut String, character: Option<char>| {
        match character {
            Some(character) => out.push(character),
            None => out.push_str(&escapes[3 * at..3 * (at + length)]),
        }
        at += length;
    };
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            escaped(character.len_utf8(), out, Some(character).filter(|c| is_visible(*c)));
        }
        escaped(chunk.invalid().len(), out, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_characters_are_decoded() {
        for (text, expected) in [
            ("", ""),
            ("a", "a"),
            ("a%20b%2Fc", "a b/c"),
            ("%E3%82%A2!", "ア!"),
            ("%e3%82", "%e3%82"),
            ("a%09%0A%7F%00b", "a%09%0A%7F%00b"),
            ("%C2%85%E2%80%AE", "%C2%85%E2%80%AE"),
            ("%41%FF%42", "A%FFB"),
            ("100%", "100%"),
            ("%%41%4", "%A%4"),
            ("%2509", "%09"),
            ("%5C%22", "\\\""),
        ] {
            assert_eq!(decoded(text), expected, "{text}");
        }
    }
}
