//! Extracts the components of each string, and normalizes each string.
//!
//! A row is null for one of three reasons: the string is null, the string is not a reference of the edition, or the
//! component is undefined. [`valid`](crate::valid()) identifies the second case.
//!
//! An undefined component is null, and an empty one is an empty string: the host of `file:///a` is
//! empty, and `mailto:a@b` has no host.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::UInt16Builder;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::{DataType, Field, Fields};
use urispec::{Edition, Normalizer, Reference, Rung};

use crate::ColumnError;
use crate::texts::{TextWriter, map_texts, read, text_type};

/// A column to extract from references: a component, a part of a component, or the kind of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Component {
    /// The scheme, as written (RFC 3986, 3.1).
    Scheme,
    /// The authority, without `//` (RFC 3986, 3.2).
    Authority,
    /// The userinfo, without `@` (RFC 3986, 3.2.1).
    Userinfo,
    /// The host (RFC 3986, 3.2.2), including the brackets of an IP literal.
    Host,
    /// The name of the edition's production that the host matches, such as `reg-name` or `IPv6address`.
    HostKind,
    /// The text of the port, without `:` (RFC 3986, 3.2.3).
    Port,
    /// The path (RFC 3986, 3.3), or the opaque part of the editions that have one.
    Path,
    /// The query, without `?` (RFC 3986, 3.4).
    Query,
    /// The fragment, without `#` (RFC 3986, 3.5).
    Fragment,
}

impl Component {
    /// Every column, in the order of [`components`].
    pub const ALL: [Self; 9] = [
        Self::Scheme,
        Self::Authority,
        Self::Userinfo,
        Self::Host,
        Self::HostKind,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

    /// Returns the name of the column, such as `host_kind`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::HostKind => "host_kind",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }

    /// Returns the text of the column for a reference, or `None` if the component is undefined.
    #[inline]
    #[must_use]
    pub fn of<'i>(self, reference: &Reference<'i>) -> Option<&'i str> {
        match self {
            Self::Scheme => reference.scheme(),
            Self::Authority => reference.authority(),
            Self::Userinfo => reference.userinfo(),
            Self::Host => reference.host().map(|host| host.as_str()),
            Self::HostKind => reference.host().map(|host| host.kind().name()),
            Self::Port => reference.port(),
            Self::Path => Some(reference.path()),
            Self::Query => reference.query(),
            Self::Fragment => reference.fragment(),
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown component name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no component is called `{0}`; the components are: {names}", names = Component::ALL.map(Component::name).join(", "))]
pub struct UnknownComponent(String);

impl FromStr for Component {
    type Err = UnknownComponent;

    fn from_str(name: &str) -> Result<Self, UnknownComponent> {
        let found = Self::ALL.into_iter().find(|component| component.name() == name);
        found.ok_or_else(|| UnknownComponent(name.to_owned()))
    }
}

/// Extracts one component of each string.
///
/// A row is null if the string is null or not a reference of the edition, or if the component is
/// undefined.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// use urispec_columns::{Component, component};
/// let urls = StringArray::from(vec![Some("http://u@h:80/"), Some("http://[/"), None, Some("a:b")]);
/// let hosts = component(&urls, Component::Host, Edition::Rfc3986)?;
/// assert!(hosts.as_string::<i32>().iter().eq([Some("h"), None, None, None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn component(
    column: &dyn Array,
    component: Component,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_parts(texts);
        for row in texts.rows() {
            let row = row?;
            let text = texts.text(row);
            let reference = text.and_then(|text| read(edition, text).ok());
            let part = reference.and_then(|reference| component.of(&reference));
            writer.push_part(row, text.unwrap_or_default().as_bytes(), part)?;
        }
        Ok(writer.finish())
    })
}

/// Extracts the port of each string as a number.
///
/// A row is null where [`component`] returns null for the port, and where the port is empty or above
/// 65535. Default ports are not filled in.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn port_number(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut numbers = UInt16Builder::with_capacity(texts.len());
        for row in texts.rows() {
            let reference = texts.text(row?).and_then(|text| read(edition, text).ok());
            numbers.append_option(reference.and_then(|reference| reference.port_to_u16().ok()));
        }
        Ok(Arc::new(numbers.finish()))
    })
}

/// Returns the fields of the struct that [`components`] returns for a column type.
///
/// # Errors
///
/// [`ColumnError::Type`] if the type is not a text type.
pub fn components_fields(column: &DataType) -> Result<Fields, ColumnError> {
    let text = text_type(column)?;
    Ok(Component::ALL.iter().map(|part| Field::new(part.name(), text.clone(), true)).collect())
}

/// Extracts all components of each string into a struct with the fields of [`components_fields`].
///
/// The struct is null where the string is null or not a reference of the edition; a field is null
/// where the component is undefined. Each string is parsed once.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn components(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let fields = components_fields(column.data_type())?;
    map_texts(column, |texts| {
        let mut writers = Component::ALL.map(|part| (part, TextWriter::for_parts(texts)));
        let mut defined = BooleanBufferBuilder::new(texts.len());
        for row in texts.rows() {
            let row = row?;
            let text = texts.text(row);
            let reference = text.and_then(|text| read(edition, text).ok());
            defined.append(reference.is_some());
            let whole = text.unwrap_or_default().as_bytes();
            for (part, writer) in &mut writers {
                let part = reference.as_ref().and_then(|reference| part.of(reference));
                writer.push_part(row, whole, part)?;
            }
        }
        let columns = writers.into_iter().map(|(_, writer)| writer.finish()).collect();
        let nulls = NullBuffer::new(defined.finish());
        let nulls = (nulls.null_count() > 0).then_some(nulls);
        let length = texts.len();
        Ok(Arc::new(StructArray::try_new_with_length(fields.clone(), columns, nulls, length)?))
    })
}

/// Normalizes each string up to a rung, as the edition permits. A row is null if the string is null
/// or not a reference of the edition.
///
/// A relative reference is normalized only where its base does not affect the result. For its full
/// normal form, resolve it first.
///
/// In [`Edition::Whatwg`], with the feature `whatwg`, the normal form is what a browser makes of the string: an invalid
/// string is normalized too, if the parser of the URL Standard accepts it.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::{Edition, Rung};
/// let urls = StringArray::from(vec!["HTTP://h:80/%7Ea/./b", "a b"]);
/// let normal = urispec_columns::normalize(&urls, Rung::Scheme, Edition::Rfc3986)?;
/// assert!(normal.as_string::<i32>().iter().eq([Some("http://h/~a/b"), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::TooLong`] where the normal
/// forms do not fit into one array.
pub fn normalize(
    column: &dyn Array,
    to: impl Into<Option<Rung>>,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    let to = to.into();
    let normalizer = match to {
        Some(to) => Normalizer::from_edition(edition).to(to),
        None => Normalizer::from_edition(edition),
    };
    // The only rung of the URL Standard is the last.
    let is_browser = edition == Edition::Whatwg && to.is_none_or(|to| to >= Rung::Scheme);
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_parts(texts);
        for row in texts.rows() {
            let row = row?;
            let text = texts.text(row);
            let reference = text.and_then(|text| read(edition, text).ok());
            match reference.map(|reference| normalizer.normalize(reference)) {
                Some(normal) if normal.is_unchanged() => {
                    writer.push_part(row, text.unwrap_or_default().as_bytes(), text)?;
                }
                Some(normal) => writer.push(Some(normal.as_str()))?,
                None => {
                    let url = text.filter(|_| is_browser).and_then(browser_form);
                    writer.push(url.as_deref())?;
                }
            }
        }
        Ok(writer.finish())
    })
}

/// Returns the URL that a browser parses from a string without a base, even if the string is not valid. Returns `None`
/// without the feature `whatwg`.
#[cfg(feature = "whatwg")]
pub(crate) fn browser_form(text: &str) -> Option<String> {
    urispec::whatwg::Url::parse(text).ok().map(String::from)
}

#[cfg(not(feature = "whatwg"))]
pub(crate) fn browser_form(_: &str) -> Option<String> {
    None
}
