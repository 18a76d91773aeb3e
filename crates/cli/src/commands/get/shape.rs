//! How a row is written: TSV, CSV, JSON, or a format of the user.
//!
//! In: the values of the columns. Out: a line. Where a component is undefined:
//!
//! | | undefined | empty |
//! |---|---|---|
//! | TSV, and a format | nothing, or what `--undefined` says | nothing |
//! | CSV | nothing, or what `--undefined` says | `""` |
//! | JSON | no key | `""` |
//!
//! The surprising case: a line of CSV may be several lines of text, but none of TSV: there a tab, a line
//! end and a backslash are written `\t`, `\n`, `\r` and `\\`.

use std::borrow::Cow;

use urispec_views::record;

use super::column::{Column, Read, Value};
use crate::input::table::csv;
use crate::output::usage::Usage;

/// How rows are written.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) kind: RowKind,
    pub(super) columns: Vec<Column>,
    /// What stands for a component that is undefined.
    pub(super) undefined: Vec<u8>,
    pub(super) decode: bool,
    /// What is put before the names of the columns.
    pub(super) prefix: String,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum RowKind {
    Tsv,
    Csv,
    Json,
    /// What stands before each column, and after the last.
    Format(Vec<Vec<u8>>),
}

impl Shape {
    /// Writes a row with its line end.
    #[inline]
    pub(super) fn row(&self, read: &Read<'_>, out: &mut Vec<u8>) {
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

    /// Writes the cells of a row, with what divides them.
    #[inline]
    pub(super) fn cells(&self, read: &Read<'_>, out: &mut Vec<u8>) {
        let is_csv = self.kind == RowKind::Csv;
        for (at, column) in self.columns.iter().enumerate() {
            if at > 0 {
                out.push(if is_csv { b',' } else { b'\t' });
            }
            match read.value(column, self.decode) {
                None => out.extend_from_slice(&self.undefined),
                Some(value) if is_csv => cell_of_csv(&value, out),
                Some(value) => cell_of_tsv(&value, out),
            }
        }
    }

    /// Writes the keys of an object that are defined. Other keys may stand before.
    pub(super) fn pairs(&self, read: &Read<'_>, follows: bool, out: &mut Vec<u8>) {
        let mut follows = follows;
        for column in &self.columns {
            let Some(value) = read.value(column, self.decode) else { continue };
            if std::mem::replace(&mut follows, true) {
                out.push(b',');
            }
            record::string(&self.key(column), out);
            out.push(b':');
            match &value {
                Value::Number(_) | Value::Flag(_) => plain(&value, out),
                _ => record::string(&value.text(), out),
            }
        }
    }

    /// The name of a column in the output.
    pub(super) fn key(&self, column: &Column) -> Cow<'static, str> {
        match &*self.prefix {
            "" => column.name(),
            prefix => format!("{prefix}{}", column.name()).into(),
        }
    }

    /// The names of the columns as a row without its line end.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (at, column) in self.columns.iter().enumerate() {
            let name = Value::Text(self.key(column));
            match self.kind {
                RowKind::Csv => {
                    out.extend_from_slice(if at > 0 { b"," } else { b"" });
                    cell_of_csv(&name, &mut out);
                }
                _ => {
                    out.extend_from_slice(if at > 0 { b"\t" } else { b"" });
                    cell_of_tsv(&name, &mut out);
                }
            }
        }
        out
    }
}

#[inline]
fn plain(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Text(text) => out.extend_from_slice(text.as_bytes()),
        Value::Bytes(bytes) => out.extend_from_slice(bytes),
        _ => out.extend_from_slice(value.text().as_bytes()),
    }
}

#[inline]
fn cell_of_tsv(value: &Value<'_>, out: &mut Vec<u8>) {
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

fn cell_of_csv(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Text(text) => csv::cell(text.as_bytes(), out),
        Value::Bytes(bytes) => csv::cell(bytes, out),
        _ => csv::cell(value.text().as_bytes(), out),
    }
}

/// What stands for a component that is undefined, as it is written in a cell.
pub(super) fn undefined(kind: &RowKind, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    match kind {
        _ if text.is_empty() => {}
        RowKind::Csv => csv::cell(text.as_bytes(), &mut out),
        RowKind::Tsv => cell_of_tsv(&Value::Bytes(text.as_bytes()), &mut out),
        _ => out.extend_from_slice(text.as_bytes()),
    }
    out
}

/// Reads a format: text with columns in braces.
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
                        "in --row a \"{{\" has no \"}}\" after it: {text}; write `{{{{` for the character"
                    )));
                };
                columns.push(Column::of(name, "format")?);
                pieces.push(std::mem::take(&mut piece).into_bytes());
                rest = after;
                continue;
            }
            ('}', _) => {
                return Err(Usage::new(format!(
                    "in --row a \"}}\" has no \"{{\" before it: {text}; write `}}}}` for the character"
                )));
            }
            ('\\', _) => {
                return Err(Usage::new(format!(
                    "in --row a backslash stands before `t`, `n` or another backslash: {text}"
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tsv(text: &str) -> String {
        let mut out = Vec::new();
        cell_of_tsv(&Value::Bytes(text.as_bytes()), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_cell_is_on_one_line() {
        assert_eq!(tsv("a b"), "a b");
        assert_eq!(tsv("a\tb\r\n\\"), r"a\tb\r\n\\");
    }

    #[test]
    fn what_is_undefined_stays_in_its_cell() {
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
