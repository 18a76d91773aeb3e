//! The columns of a table, and the value of each for a string.
//!
//! The surprising case: an invalid string has no components, but its `input`, `line` and `error` have values.

use std::borrow::Cow;

use urispec::iter::Pairs;
use urispec::{Decode, Edition, Reference};
use urispec_domains::registrable_domain;
use urispec_views::record::lossy;

use super::getter::{SplitUrl, decoded};
use crate::output::Usage;

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
    /// The name of the cause of the error, which all strings with the same fault share.
    Cause,
    /// The ids of the lints of the security pack that report the string.
    Lint,
    File,
    Line,
    /// The length of a column in bytes; without a column, the length of the string as given.
    Length(Option<Box<Self>>),
}

use Column::*;

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
    /// Returns the column of that name, which is the value of the option with the id `argument`.
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

    /// Returns the column that the value is computed from.
    pub(super) fn source(&self) -> &Self {
        match self {
            Length(None) => &Input,
            Length(Some(of)) => of,
            _ => self,
        }
    }

    pub(super) const fn has_numbers(&self) -> bool {
        matches!(self, Port | Line | Pair(_) | Length(_))
    }

    /// Returns whether letter case is insignificant in the column (RFC 3986, 6.2.2.1).
    pub(super) const fn ignores_case(&self) -> bool {
        matches!(self, Scheme | Host | Registrable)
    }

    /// Returns whether the column is a part of a reference that may be decoded.
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
    /// The string as given, which need not be UTF-8.
    Bytes(&'r [u8]),
    Number(u64),
    Flag(bool),
}

impl<'r> ReadString<'r> {
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

/// Returns the value of the first pair with a key. Keys are decoded before they are compared: `%61` is `a`.
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
}
