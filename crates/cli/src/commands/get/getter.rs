//! The rows of a block of lines.

use std::borrow::Cow;
use std::path::Path;

use clap::ValueEnum;
use memchr::memchr;
use urispec::whatwg::{Host, UrlRecord, ValidationError};
use urispec::{HostKind, Normalizer, Reference};
use urispec_domains::registrable_domain;
use urispec_lint::security;
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::is_visible;
use urispec_views::strings::{Base, Subject};

use super::Args;
use super::column::{Column, ParsedString, ReadString};
use super::condition::Conditions;
use super::shape::{RowFormat, RowKind, Sheet};
use crate::input::table::Layout;
use crate::input::{LineBlock, RowPart, TableInput, TableRow, table};
use crate::options::{Climb, Invalid};
use crate::output::{Message, Name, Palette, Passwords, StringOrigin};

#[derive(Clone)]
pub(super) struct Getter {
    pub(super) args: &'static Args,
    pub(super) climb: Climb,
    /// The base, for the parser of the URL Standard.
    pub(super) url_base: Option<UrlRecord>,
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

/// What the strings of a block are resolved and normalized by.
struct GetOptions<'b> {
    base: Option<Base<'b>>,
    normalizer: Normalizer<'b>,
    file: Option<&'b str>,
}

/// A string, and the row that it stands in.
#[derive(Clone, Copy)]
struct Given<'s> {
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

    pub(super) fn answers(&self, path: &Path, block: &LineBlock) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.rows.reserve(block.bytes().len());
        let file = Name(path, self.passwords).to_string();
        let by = self.by(Some(&file));
        let origin = |number| StringOrigin::Line(path, number, self.passwords);
        let Some(table) = &self.table else {
            for (number, row) in block.lines() {
                self.line(&by, Given { origin: origin(number), row, cell: row }, &mut sheet);
            }
            return sheet;
        };
        for (TableRow { number, bytes: row }, part) in table.rows(block) {
            let given = Given { origin: origin(number), row, cell: b"" };
            match part {
                RowPart::Names => self.names(table, row, &mut sheet),
                RowPart::String(cell, _) => {
                    self.line(&by, Given { cell: &cell, ..given }, &mut sheet);
                }
                RowPart::Misfit(why) => self.misfit(&by, given, &why, &mut sheet),
                RowPart::Unusable(why) => sheet.trouble = Some(format!("{file}: {why}")),
            }
        }
        sheet
    }

    fn names(&self, table: &TableInput, names: &[u8], sheet: &mut Sheet) {
        if self.args.tally {
            // The names stand above what is counted in all files.
        } else if self.args.keep {
            sheet.rows.extend_from_slice(names);
            sheet.rows.push(b'\n');
        } else if self.extends {
            table::extended(table.layout(), names, &mut sheet.rows, |_, rows| {
                rows.extend_from_slice(&self.shape.header());
            });
        } else if self.args.rows.header && matches!(self.shape.kind, RowKind::Csv | RowKind::Tsv) {
            sheet.rows.extend_from_slice(&self.header());
        }
    }

    fn misfit(&self, by: &GetOptions<'_>, given: Given<'_>, why: &str, sheet: &mut Sheet) {
        sheet.counts.count(false);
        // What is no object, or has other columns, cannot be added to.
        let is_lost = self.extends && !self.args.keep;
        if self.invalid == Invalid::Report || is_lost && self.invalid != Invalid::Skip {
            sheet.has_lost = true;
            let text = || format!("{}: {why}\n", given.origin);
            self.say(sheet, || Message::new(given.origin, "row", text()));
        }
        if matches!(self.invalid, Invalid::Keep | Invalid::Empty) && !is_lost {
            let read = self.read(by, given, None);
            self.instead(
                &ReadString { error: Some(why), cause: Some("row"), ..read },
                given.row,
                sheet,
            );
        }
    }

    pub(super) fn argument(&self, bytes: &[u8]) -> Sheet {
        let mut sheet = Sheet::default();
        let origin = StringOrigin::Argument(bytes, self.passwords);
        self.line(&self.by(None), Given { origin, row: bytes, cell: bytes }, &mut sheet);
        sheet
    }

    const fn is_quiet(&self) -> bool {
        self.args.rows.less.count || self.args.rows.less.quiet
    }

    fn by<'b>(&'b self, file: Option<&'b str>) -> GetOptions<'b> {
        GetOptions { base: self.climb.base(), normalizer: self.climb.normalizer(), file }
    }

    #[inline]
    fn line(&self, by: &GetOptions<'_>, given: Given<'_>, sheet: &mut Sheet) {
        let (text, edition) = (utf8(given.cell), self.climb.edition);
        if self.args.reader == ComponentReader::Whatwg {
            let parse = |text| SplitUrl::parse(text, self.url_base.as_ref()).map_err(Fault::Url);
            match text.and_then(parse) {
                Ok(url) => {
                    let read = self.read(by, given, Some(ParsedString::Url(&url)));
                    let target = by.base.is_some().then_some(url.as_str());
                    self.found(ReadString { target, ..read }, given.row, sheet);
                }
                Err(fault) => self.invalid(by, given, || fault, sheet),
            }
        } else if by.base.is_none() {
            match text.map(|text| (text, Reference::parse(edition, text))) {
                Ok((_, Ok(reference))) => self.valid(by, given, reference, sheet),
                Ok((text, Err(error))) => {
                    self.invalid(by, given, || Fault::of(error, text), sheet);
                }
                Err(fault) => self.invalid(by, given, || fault, sheet),
            }
        } else {
            let subject = Subject::of(edition, by.base.as_ref(), given.cell);
            sheet.warned += u64::from(!subject.warnings.is_empty());
            match subject.reference(edition) {
                Ok(target) => self.valid(by, given, target, sheet),
                Err(fault) => self.invalid(by, given, || fault.into_owned(), sheet),
            }
        }
    }

    #[inline]
    fn valid(
        &self,
        by: &GetOptions<'_>,
        given: Given<'_>,
        reference: Reference<'_>,
        sheet: &mut Sheet,
    ) {
        let mut read = self.read(by, given, Some(ParsedString::Reference(reference)));
        read.target = by.base.is_some().then_some(reference.as_str());
        let normal;
        if self.args.normalize || self.wants_normalized {
            normal = by.normalizer.normalize(&reference);
            sheet.warned += u64::from(normal.caveats().next().is_some());
            read.normalized = Some(normal.as_str());
            if self.args.normalize {
                match Reference::parse(self.climb.edition, normal.as_str()) {
                    Ok(reference) => read.found = Some(ParsedString::Reference(reference)),
                    Err(error) => return self.invalid(by, given, || Fault::Parse(error), sheet),
                }
            }
        }
        self.found(read, given.row, sheet);
    }

    #[inline]
    fn read<'r>(
        &self,
        by: &GetOptions<'r>,
        Given { origin, cell, .. }: Given<'r>,
        found: Option<ParsedString<'r>>,
    ) -> ReadString<'r> {
        ReadString {
            edition: self.climb.edition,
            input: cell,
            found,
            target: None,
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
    fn found(&self, read: ReadString<'_>, row: &[u8], sheet: &mut Sheet) {
        let lints = self.lints(read.input);
        let read = ReadString { lint: lints.as_deref(), ..read };
        sheet.counts.count(true);
        if self.conditions.is_empty() || self.conditions.hold(&read, self.shape.decode) {
            self.row(&read, row, sheet);
        }
    }

    /// A string that is no reference. Why not is found out only where somebody is told.
    #[cold]
    fn invalid(
        &self,
        by: &GetOptions<'_>,
        given: Given<'_>,
        fault: impl FnOnce() -> Fault,
        sheet: &mut Sheet,
    ) {
        let Given { origin, row, cell } = given;
        sheet.counts.count(false);
        match self.invalid {
            Invalid::Skip => {}
            Invalid::Report => self.say(sheet, || {
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
                    ..self.read(by, given, None)
                };
                if self.conditions.hold(&read, self.shape.decode) {
                    self.instead(&read, row, sheet);
                }
            }
        }
    }

    fn say(&self, sheet: &mut Sheet, message: impl FnOnce() -> Message) {
        if !self.is_quiet() {
            sheet.say(message());
        }
    }

    /// Writes what stands in place of an invalid string: where lines are kept, an empty one, if that is asked for.
    fn instead(&self, read: &ReadString<'_>, row: &[u8], sheet: &mut Sheet) {
        let is_emptied = self.args.keep && self.invalid == Invalid::Empty;
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
    fn tally(&self, read: &ReadString<'_>, sheet: &mut Sheet) {
        let has = |column| self.shape.columns.contains(&column);
        if has(Column::Cause) && read.cause.is_none() {
            return;
        }
        if !has(Column::Lint) {
            self.tally_one(read, sheet);
            return;
        }
        for lint in read.lint.into_iter().flat_map(|lints| lints.split(',')) {
            self.tally_one(&ReadString { lint: Some(lint), ..*read }, sheet);
        }
    }

    fn tally_one(&self, read: &ReadString<'_>, sheet: &mut Sheet) {
        sheet.row.clear();
        match self.shape.kind {
            RowKind::Json => self.shape.pairs(read, false, &mut sheet.row),
            _ => self.shape.cells(read, &mut sheet.row),
        }
        sheet.tally.count(&sheet.row);
    }

    #[inline]
    fn row(&self, read: &ReadString<'_>, row: &[u8], sheet: &mut Sheet) {
        sheet.made += 1;
        if self.args.tally {
            self.tally(read, sheet);
            return;
        }
        if self.is_quiet() {
            return;
        }
        let rows = &mut sheet.rows;
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

// What a browser sees in a string: the components of the URL that the parser of the URL Standard makes of it.
//
// The surprising case: the default port of a scheme is none: `http://h:80/` has no port.

/// Who takes the strings apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ComponentReader {
    /// The edition, which gives each component as it stands
    Urispec,
    /// The parser of the URL Standard, as browsers have it
    Whatwg,
}

pub(super) struct SplitUrl {
    record: UrlRecord,
    whole: String,
    authority: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
}

impl SplitUrl {
    pub(super) fn parse(text: &str, base: Option<&UrlRecord>) -> Result<Self, ValidationError> {
        let record = UrlRecord::parse(text, base)?;
        let host = record.host().map(Host::to_string);
        let port = record.port().map(|port| port.to_string());
        let authority = host.as_ref().map(|host| {
            let userinfo = userinfo(&record).map(|userinfo| userinfo + "@").unwrap_or_default();
            let port = port.as_ref().map(|port| format!(":{port}")).unwrap_or_default();
            format!("{userinfo}{host}{port}")
        });
        let (whole, path) = (record.to_string(), record.path());
        Ok(Self { record, whole, authority, host, port, path })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.whole
    }

    pub(super) fn component(&self, column: &Column) -> Option<&str> {
        let record = &self.record;
        match column {
            Column::Scheme => Some(record.scheme()),
            Column::Authority => self.authority.as_deref(),
            Column::Userinfo => {
                let authority = self.authority.as_deref()?;
                authority.rsplit_once('@').map(|(userinfo, _)| userinfo)
            }
            Column::User => record.includes_credentials().then(|| record.username()),
            Column::Password => Some(record.password()).filter(|password| !password.is_empty()),
            Column::Host => self.host.as_deref(),
            Column::HostKind => record.host().map(|host| kind(host).name()),
            Column::Registrable => registrable_domain(self.host.as_deref()?),
            Column::Port => self.port.as_deref(),
            Column::Path => Some(&self.path),
            Column::Query => record.query(),
            Column::Fragment => record.fragment(),
            Column::Uri => Some(&self.whole),
            _ => None,
        }
    }

    pub(super) fn query(&self) -> Option<&str> {
        self.record.query()
    }
}

/// The name and the password with `:` between them, as the serializer writes them.
fn userinfo(record: &UrlRecord) -> Option<String> {
    match (record.username(), record.password()) {
        ("", "") => None,
        (user, "") => Some(user.to_owned()),
        (user, password) => Some(format!("{user}:{password}")),
    }
}

/// The kind of a host by the names of RFC 3986, which has one for domains and opaque hosts.
const fn kind(host: &Host) -> HostKind {
    match host {
        Host::Ipv4(_) => HostKind::Ipv4Address,
        Host::Ipv6(_) => HostKind::Ipv6Address,
        _ => HostKind::RegName,
    }
}

// Decoding for people and tables: as far as a line stays a line.
//
// The surprising case: what comes out cannot be encoded back. `%2509` and `%09` both become `%09`.

/// The text of a component without the escapes that may be decoded.
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
        // What begins no escape stays.
        let length = after.strip_prefix('%').map_or(0, |_| 1);
        out.push_str(&after[..length]);
        rest = &after[length..];
    }
    Cow::Owned(out)
}

/// The octet that an escape at the beginning of a text stands for.
fn octet(text: Option<&[u8]>) -> Option<u8> {
    let [b'%', high, low, ..] = text? else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Writes each character of octets that can be seen, and the escapes of all others.
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
    fn what_can_be_seen_is_decoded() {
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
