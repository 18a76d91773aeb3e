//! The columns of a table, and how its rows are written.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;

use Column::*;
use urispec::iter::Pairs;
use urispec::{Decode, Edition, Reference};
use urispec_domains::registrable_domain;
use urispec_views::record;
use urispec_views::record::lossy;

use super::getter::{SplitUrl, decoded};
use crate::input::table::csv;
use crate::options::Invalid;
use crate::output::{Counts, Message, Outcome, Output, Usage};

// The columns of a table, and the value of each for a string.
//
// The surprising case: an invalid string has no components, but its `input`, `line` and `error` have values.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Scheme,
    Authority,
    Userinfo,
    User,
    Password,
    Host,
    HostKind,
    /// The registrable domain of the host.
    Registrable,
    Port,
    Path,
    Params,
    Query,
    /// The value of the first query pair with this key.
    Pair(String),
    Fragment,
    Uri,
    Input,
    Target,
    Normalized,
    Valid,
    Error,
    /// The name of the error's cause. All strings with the same kind of fault have the same cause.
    Cause,
    /// The ids of the lints of the security pack that report the string.
    Lint,
    File,
    Line,
    /// The length, in bytes, of the value of a column. With `None`, the length of the input string.
    Length(Option<Box<Self>>),
}

const NAMED: [(&str, Column); 24] = [
    ("scheme", Scheme),
    ("authority", Authority),
    ("userinfo", Userinfo),
    ("user", User),
    ("password", Password),
    ("host", Host),
    ("host_kind", HostKind),
    ("registrable", Registrable),
    ("port", Port),
    ("path", Path),
    ("params", Params),
    ("query", Query),
    ("fragment", Fragment),
    ("uri", Uri),
    ("input", Input),
    ("target", Target),
    ("normalized", Normalized),
    ("valid", Valid),
    ("error", Error),
    ("cause", Cause),
    ("lint", Lint),
    ("file", File),
    ("line", Line),
    ("length", Length(None)),
];

impl Column {
    /// Returns the column with this name. The error message names the option whose id is `argument`.
    pub(super) fn parse(name: &str, argument: &'static str) -> Result<Self, Usage> {
        if let Some(column) = Self::from_name(name) {
            return Ok(column);
        }
        let names = NAMED.iter().map(|(name, _)| *name).chain(["query:KEY", "length:COLUMN"]);
        Err(Usage::unknown(argument, names, name))
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        if let Some((before, key)) = name.split_once(':') {
            return match before {
                _ if same(before, "query") && !key.is_empty() => Some(Pair(key.to_owned())),
                // The length of a length is rejected, so that a long name cannot cause a deep recursion.
                _ if same(before, "length") && !same(head(key), "length") => {
                    Some(Length(Some(Self::from_name(key)?.into())))
                }
                _ => None,
            };
        }
        NAMED.iter().find(|(known, _)| same(known, name)).map(|(_, column)| column.clone())
    }

    pub(super) fn name(&self) -> Cow<'static, str> {
        match self {
            Pair(key) => format!("query:{key}").into(),
            Length(Some(of)) => format!("length:{}", of.name()).into(),
            _ => NAMED.iter().find(|(_, known)| known == self).map_or("", |(name, _)| name).into(),
        }
    }

    /// Returns the column from which the value of this column is computed.
    pub(super) fn source(&self) -> &Self {
        match self {
            Length(None) => &Input,
            Length(Some(of)) => of,
            _ => self,
        }
    }

    /// Returns whether the value is computed by an option of `get`, or concerns invalid strings.
    pub(super) const fn is_computed(&self) -> bool {
        matches!(self, Target | Normalized | Valid | Error | Cause | Lint)
    }

    pub(super) const fn has_numbers(&self) -> bool {
        matches!(self, Port | Line | Pair(_) | Length(_))
    }

    /// Returns whether letter case is insignificant in the column (RFC 3986, 6.2.2.1).
    pub(super) const fn ignores_case(&self) -> bool {
        matches!(self, Scheme | Host | Registrable)
    }

    /// Returns whether the values of the column are parts of a reference, so that they may be decoded.
    const fn is_decodable(&self) -> bool {
        matches!(
            self,
            Userinfo
                | User
                | Password
                | Host
                | Registrable
                | Path
                | Params
                | Query
                | Pair(_)
                | Fragment
        )
    }
}

fn head(text: &str) -> &str {
    text.split(':').next().unwrap_or_default()
}

fn same(a: &str, b: &str) -> bool {
    let plain = |byte: u8| if byte == b'-' { b'_' } else { byte.to_ascii_lowercase() };
    a.bytes().map(plain).eq(b.bytes().map(plain))
}

#[derive(Clone, Copy)]
pub(super) enum ParsedString<'r> {
    Reference(Reference<'r>),
    Url(&'r SplitUrl),
}

pub(super) struct ReadString<'r> {
    pub(super) edition: Edition,
    pub(super) input: &'r [u8],
    pub(super) found: Option<ParsedString<'r>>,
    pub(super) target: Option<&'r str>,
    pub(super) normalized: Option<&'r str>,
    pub(super) error: Option<&'r str>,
    /// The name of the cause of the error.
    pub(super) cause: Option<&'static str>,
    /// The ids of the lints that report the string, if a column or a condition needs them.
    pub(super) lint: Option<&'r str>,
    pub(super) file: Option<&'r str>,
    pub(super) line: Option<u64>,
}

#[derive(Debug, PartialEq)]
pub(super) enum CellValue<'r> {
    Text(Cow<'r, str>),
    /// The input string, which need not be UTF-8.
    Bytes(&'r [u8]),
    Number(u64),
    Flag(bool),
}

impl<'r> ReadString<'r> {
    #[inline]
    pub(super) const fn new(
        edition: Edition,
        input: &'r [u8],
        found: Option<ParsedString<'r>>,
    ) -> Self {
        Self {
            edition,
            input,
            found,
            target: None,
            normalized: None,
            error: None,
            cause: None,
            lint: None,
            file: None,
            line: None,
        }
    }

    #[inline]
    pub(super) fn value(&self, column: &Column, decode: bool) -> Option<CellValue<'r>> {
        let text = match column {
            Input => return Some(CellValue::Bytes(self.input)),
            Valid => return Some(CellValue::Flag(self.found.is_some())),
            Line => return self.line.map(CellValue::Number),
            Length(None) => return Some(CellValue::Number(self.input.len() as u64)),
            Length(Some(of)) => {
                let length = |value: CellValue<'_>| match value {
                    CellValue::Bytes(bytes) => bytes.len(),
                    value => value.text().len(),
                };
                return self.value(of, decode).map(|value| CellValue::Number(length(value) as u64));
            }
            Error => self.error,
            Cause => self.cause,
            Lint => self.lint,
            File => self.file,
            Target => self.target,
            Normalized => self.normalized,
            _ => match self.found.as_ref()? {
                ParsedString::Reference(reference) if *column == Params => {
                    reference.params(self.edition)
                }
                ParsedString::Reference(reference) => component(reference, column),
                ParsedString::Url(url) => match column {
                    Pair(key) => value_of(key, Pairs::new(url.query())),
                    _ => url.component(column),
                },
            },
        }?;
        if decode && column.is_decodable() {
            return Some(CellValue::Text(decoded(text)));
        }
        Some(CellValue::Text(Cow::Borrowed(text)))
    }
}

#[inline]
fn component<'r>(reference: &Reference<'r>, column: &Column) -> Option<&'r str> {
    match column {
        Scheme => reference.scheme(),
        Authority => reference.authority(),
        Userinfo => reference.userinfo(),
        User => reference.user(),
        Password => reference.password(),
        Host => reference.host().map(|host| host.as_str()),
        HostKind => reference.host().map(|host| host.kind().name()),
        Registrable => registrable_domain(reference.host()?.as_str()),
        Port => reference.port(),
        Path => Some(reference.path()),
        Query => reference.query(),
        Pair(key) => value_of(key, reference.query_pairs()),
        Fragment => reference.fragment(),
        Uri => Some(reference.as_str()),
        Params | Input | Target | Normalized | Valid | Error | Cause | Lint | File | Line
        | Length(_) => None,
    }
}

/// Returns the value of the first pair that has this key. Keys are decoded for the comparison: `%61` is `a`.
fn value_of<'r>(key: &str, mut pairs: Pairs<'r>) -> Option<&'r str> {
    let has_key = |name: &str| name == key || name.decode().is_ok_and(|name| name == *key);
    let (_, value) = pairs.find(|(name, _)| has_key(name))?;
    Some(value.unwrap_or_default())
}

impl CellValue<'_> {
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Bytes(bytes) => lossy(bytes),
            Self::Number(number) => number.to_string().into(),
            Self::Flag(flag) => if *flag { "true" } else { "false" }.into(),
        }
    }
}

// Writes rows as TSV, CSV, JSON, or in a format of the user.
//
// | | undefined | empty |
// |---|---|---|
// | TSV, and a format | nothing, or the text of `--undefined` | nothing |
// | CSV | nothing, or the text of `--undefined` | `""` |
// | JSON | no key | `""` |
//
// The surprising case: a row of CSV may span several lines, but a row of TSV is always one line: tabs, line ends and
// backslashes are written `\t`, `\n`, `\r` and `\\`.

#[derive(Clone)]
pub(super) struct RowFormat {
    pub(super) kind: RowKind,
    pub(super) columns: Vec<Column>,
    /// The text for an undefined component.
    pub(super) undefined: Vec<u8>,
    pub(super) decode: bool,
    /// The prefix of the names of the columns.
    pub(super) prefix: String,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum RowKind {
    Tsv,
    Csv,
    Json,
    /// The text before each column, and the text after the last one.
    Format(Vec<Vec<u8>>),
}

impl RowFormat {
    #[inline]
    pub(super) fn row(&self, read: &ReadString<'_>, out: &mut Vec<u8>) {
        match &self.kind {
            RowKind::Json => {
                out.push(b'{');
                self.pairs(read, false, out);
                out.extend_from_slice(b"}\n");
            }
            RowKind::Format(pieces) => {
                for (piece, column) in pieces.iter().zip(&self.columns) {
                    out.extend_from_slice(piece);
                    match read.value(column, self.decode) {
                        Some(value) => plain(&value, out),
                        None => out.extend_from_slice(&self.undefined),
                    }
                }
                out.extend_from_slice(pieces.last().map_or(&[], Vec::as_slice));
                out.push(b'\n');
            }
            RowKind::Tsv | RowKind::Csv => {
                self.cells(read, out);
                out.push(b'\n');
            }
        }
    }

    #[inline]
    pub(super) fn cells(&self, read: &ReadString<'_>, out: &mut Vec<u8>) {
        for (at, column) in self.columns.iter().enumerate() {
            self.separate(at, out);
            match read.value(column, self.decode) {
                None => out.extend_from_slice(&self.undefined),
                Some(value) => cell(&self.kind, &value, out),
            }
        }
    }

    fn separate(&self, at: usize, out: &mut Vec<u8>) {
        if at > 0 {
            out.push(if self.kind == RowKind::Csv { b',' } else { b'\t' });
        }
    }

    /// Writes a JSON pair for each column with a value. `follows` is true if the object already has other pairs.
    pub(super) fn pairs(&self, read: &ReadString<'_>, follows: bool, out: &mut Vec<u8>) {
        let mut follows = follows;
        for column in &self.columns {
            let Some(value) = read.value(column, self.decode) else { continue };
            if std::mem::replace(&mut follows, true) {
                out.push(b',');
            }
            record::string(&self.key(column), out);
            out.push(b':');
            match &value {
                CellValue::Number(_) | CellValue::Flag(_) => plain(&value, out),
                _ => record::string(&value.text(), out),
            }
        }
    }

    pub(super) fn key(&self, column: &Column) -> Cow<'static, str> {
        match &*self.prefix {
            "" => column.name(),
            prefix => format!("{prefix}{}", column.name()).into(),
        }
    }

    pub(super) fn header(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (at, column) in self.columns.iter().enumerate() {
            self.separate(at, &mut out);
            cell(&self.kind, &CellValue::Text(self.key(column)), &mut out);
        }
        out
    }
}

#[inline]
fn plain(value: &CellValue<'_>, out: &mut Vec<u8>) {
    match value {
        CellValue::Text(text) => out.extend_from_slice(text.as_bytes()),
        CellValue::Bytes(bytes) => out.extend_from_slice(bytes),
        _ => out.extend_from_slice(value.text().as_bytes()),
    }
}

/// Appends a value as a CSV cell or, for any other kind of row, as a TSV cell.
#[inline]
fn cell(kind: &RowKind, value: &CellValue<'_>, out: &mut Vec<u8>) {
    if *kind == RowKind::Csv {
        match value {
            CellValue::Bytes(bytes) => csv::cell(bytes, out),
            _ => csv::cell(value.text().as_bytes(), out),
        }
        return;
    }
    let start = out.len();
    plain(value, out);
    if !out[start..].iter().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b'\\')) {
        return;
    }
    for byte in out.split_off(start) {
        match byte {
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            _ => out.push(byte),
        }
    }
}

/// Returns the text for an undefined component, encoded for a cell.
pub(super) fn undefined(kind: &RowKind, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    match kind {
        _ if text.is_empty() => {}
        RowKind::Csv | RowKind::Tsv => cell(kind, &CellValue::Bytes(text.as_bytes()), &mut out),
        _ => out.extend_from_slice(text.as_bytes()),
    }
    out
}

pub(super) fn format(text: &str) -> Result<(RowKind, Vec<Column>), Usage> {
    let (mut pieces, mut columns, mut piece) = (Vec::new(), Vec::new(), String::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let next = rest.chars().next();
        match (c, next) {
            ('{', Some('{')) | ('}', Some('}')) | ('\\', Some('\\')) => piece.push(c),
            ('\\', Some('t')) => piece.push('\t'),
            ('\\', Some('n')) => piece.push('\n'),
            ('{', _) => {
                let Some((name, after)) = rest.split_once('}') else {
                    return Err(Usage::new(format!(
                        "--row has a \"{{\" without a \"}}\": {text}; write `{{{{` for the character itself"
                    )));
                };
                columns.push(Column::parse(name, "format")?);
                pieces.push(std::mem::take(&mut piece).into_bytes());
                rest = after;
                continue;
            }
            ('}', _) => {
                return Err(Usage::new(format!(
                    "--row has a \"}}\" without a \"{{\": {text}; write `}}}}` for the character itself"
                )));
            }
            ('\\', _) => {
                return Err(Usage::new(format!(
                    "--row has a backslash that is not `\\t`, `\\n` or `\\\\`: {text}"
                )));
            }
            _ => {
                piece.push(c);
                continue;
            }
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    pieces.push(piece.into_bytes());
    Ok((RowKind::Format(pieces), columns))
}

/// The rows and messages of a block of lines, kept until they are printed in order.
#[derive(Default)]
pub(super) struct OutputBuffer {
    pub(super) rows: Vec<u8>,
    pub(super) tally: RowTally,
    pub(super) row: Vec<u8>,
    /// The messages for stderr, each with the number of bytes in `rows` that precede it.
    messages: Vec<(usize, Message)>,
    pub(super) counts: Counts,
    pub(super) row_count: u64,
    pub(super) warned: u64,
    pub(super) has_lost: bool,
    pub(super) trouble: Option<String>,
}

impl OutputBuffer {
    pub(super) fn say(&mut self, message: Message) {
        self.messages.push((self.rows.len(), message));
    }

    /// Prints the rows, with the messages between them. Returns the outcome of the block. Whether an invalid string
    /// changes the outcome depends on `invalid`.
    pub(super) fn print(&self, invalid: Invalid, out: &mut Output) -> io::Result<Outcome> {
        let mut start = 0;
        for (end, message) in &self.messages {
            out.data(&self.rows[start..*end])?;
            start = *end;
            message.say(out)?;
        }
        out.data(&self.rows[start..])?;
        if let Some(trouble) = &self.trouble {
            out.complain_of_file(format_args!("{trouble}\n"))?;
            return Ok(Outcome::Trouble);
        }
        Ok(Outcome::from_bool(!self.has_lost && (self.counts.no == 0 || !invalid.is_reported())))
    }
}

// The rows of `--tally`: the number of strings of each kind.
//
// Each distinct row is in memory once, and takes about 60 bytes more than its text.

/// The distinct rows so far, and the count of each.
#[derive(Default)]
pub(super) struct RowTally {
    kinds: HashMap<Box<[u8]>, u64>,
}

impl RowTally {
    pub(super) fn count(&mut self, row: &[u8]) {
        match self.kinds.get_mut(row) {
            Some(count) => *count += 1,
            None => drop(self.kinds.insert(row.into(), 1)),
        }
    }

    pub(super) fn add(&mut self, more: Self) {
        for (row, count) in more.kinds {
            *self.kinds.entry(row).or_default() += count;
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.kinds.len() as u64
    }

    /// Writes the `top` most frequent rows, the most frequent first, each after its count.
    pub(super) fn write(
        &self,
        top: usize,
        shape: &RowFormat,
        mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut kinds: Vec<_> =
            self.kinds.iter().map(|(row, count)| (Reverse(*count), row)).collect();
        if top < kinds.len() {
            // Only the printed rows are sorted.
            kinds.select_nth_unstable(top);
            kinds.truncate(top);
        }
        kinds.sort_unstable();
        for (Reverse(count), row) in kinds {
            let count = count.to_string();
            let (before, between, after) = match shape.kind {
                RowKind::Json if row.is_empty() => ("{\"count\":", "", "}\n"),
                RowKind::Json => ("{\"count\":", ",", "}\n"),
                RowKind::Csv => ("", ",", "\n"),
                RowKind::Tsv | RowKind::Format(_) => ("", "\t", "\n"),
            };
            let head = [before, &*count, between].concat();
            write(&[head.as_bytes(), row, after.as_bytes()].concat())?;
        }
        Ok(())
    }

    pub(super) fn header(shape: &RowFormat) -> Vec<u8> {
        let divider = if shape.kind == RowKind::Csv { "," } else { "\t" };
        [b"count", divider.as_bytes(), &shape.header(), b"\n"].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, column) in NAMED {
            assert_eq!(column.name(), name);
            assert_eq!(Column::from_name(&name.to_uppercase().replace('_', "-")), Some(column));
        }
        assert_eq!(Column::from_name("query:q"), Some(Pair("q".to_owned())));
        assert_eq!(Pair("q".to_owned()).name(), "query:q");
        assert_eq!(Column::from_name("query:"), None);
        assert_eq!(Column::from_name("LENGTH:query:q").unwrap().name(), "length:query:q");
        for wrong in ["length:", "length:length", "length:hosts", "length:length:host"] {
            assert_eq!(Column::from_name(wrong), None, "{wrong}");
        }
        assert_eq!(Column::from_name("hosts"), None);
    }

    #[test]
    fn undefined_text_stays_in_its_cell() {
        let written = |kind| String::from_utf8(undefined(&kind, "a,b\t\"")).unwrap();
        assert_eq!(written(RowKind::Csv), "\"a,b\t\"\"\"");
        assert_eq!(written(RowKind::Tsv), r#"a,b\t""#);
        assert_eq!(undefined(&RowKind::Csv, ""), b"");
    }

    #[test]
    fn formats() {
        let read = |text| {
            let Ok((RowKind::Format(pieces), columns)) = format(text) else { return None };
            let pieces: Vec<_> =
                pieces.into_iter().map(|piece| String::from_utf8(piece).unwrap()).collect();
            Some((pieces.join("|"), columns))
        };
        let both = vec![Column::Host, Column::Pair("q".to_owned())];
        assert_eq!(read(r"{host}\t{query:q}\n"), Some(("|\t|\n".to_owned(), both)));
        assert_eq!(read(r"é{{}}\\"), Some((r"é{}\".to_owned(), Vec::new())));
        for wrong in ["{host", "host}", "{hosts}", r"\x", "\\", "{}"] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
