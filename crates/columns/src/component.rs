//! The components of each string.
//!
//! In: a column of strings and an edition. Out: one column for a component, or a struct of them all.
//! What is forgotten is why a row is null: because the string was null, because it is no reference of
//! the edition, or because its component is undefined. [`valid`](crate::valid()) tells the second.
//!
//! The surprising case: an undefined component is null and an empty one is an empty string. The host
//! of `file:///a` is empty, and `mailto:a@b` has none.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::UInt16Builder;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::{DataType, Field, Fields};
use urispec::{Edition, Normalizer, Reference, Rung};

use crate::ColumnError;
use crate::texts::{TextWriter, ask, read, text_type};

/// A column that can be made of each reference: a component, a part of one, or the kind of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Component {
    /// The scheme, as given (section 3.1).
    Scheme,
    /// The authority, without `//` (section 3.2).
    Authority,
    /// The userinfo, without `@` (section 3.2.1).
    Userinfo,
    /// The host (section 3.2.2). An address in brackets keeps them.
    Host,
    /// The edition's name of the production of the host, such as `reg-name` or `IPv6address`.
    HostKind,
    /// The text of the port, without `:` (section 3.2.3).
    Port,
    /// The path (section 3.3), or the opaque part of the editions that have one.
    Path,
    /// The query, without `?` (section 3.4).
    Query,
    /// The fragment, without `#` (section 3.5).
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

    /// The name of the column, such as `host_kind`.
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

    /// The text of the column for a reference. There is none if the component is undefined.
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

/// A text that is not the name of a component.
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

/// One component of each string.
///
/// A row is null if the string is null, if it is no reference of the edition, or if the component is
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
/// [`ColumnError::Type`] where the column holds no text.
pub fn component(
    column: &dyn Array,
    component: Component,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    ask(column, |texts| {
        let mut writer = TextWriter::of_parts(texts);
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

/// The port of each string as a number.
///
/// A row is null where [`component`] gives null, where the port is empty, and where it is above
/// 65535. A default port is not put in.
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text.
pub fn port_number(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    ask(column, |texts| {
        let mut numbers = UInt16Builder::with_capacity(texts.len());
        for row in texts.rows() {
            let reference = texts.text(row?).and_then(|text| read(edition, text).ok());
            numbers.append_option(reference.and_then(|reference| reference.port_to_u16().ok()));
        }
        Ok(Arc::new(numbers.finish()))
    })
}

/// The fields of what [`components`] gives for a column of a type.
///
/// # Errors
///
/// [`ColumnError::Type`] where a column of the type holds no text.
pub fn components_fields(column: &DataType) -> Result<Fields, ColumnError> {
    let text = text_type(column)?;
    Ok(Component::ALL.iter().map(|part| Field::new(part.name(), text.clone(), true)).collect())
}

/// All components of each string, as a struct with the fields of [`components_fields`].
///
/// The struct is null where the string is null or no reference of the edition; a field of it is null
/// where the component is undefined. Each string is parsed once.
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text.
pub fn components(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let fields = components_fields(column.data_type())?;
    ask(column, |texts| {
        let mut writers = Component::ALL.map(|part| (part, TextWriter::of_parts(texts)));
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

// The normal form of each string.

/// The normal form of each string up to a rung, by what the edition licenses. A row is null if the
/// string is null or no reference of the edition.
///
/// A relative reference is normalized as far as its base cannot matter: resolve it first.
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
/// [`ColumnError::Type`] where the column holds no text, [`ColumnError::TooLong`] where the normal
/// forms do not fit into one array.
pub fn normalize(column: &dyn Array, to: Rung, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let normalizer = Normalizer::from_edition(edition).to(to);
    ask(column, |texts| {
        let mut writer = TextWriter::of_parts(texts);
        for row in texts.rows() {
            let row = row?;
            let text = texts.text(row);
            let reference = text.and_then(|text| read(edition, text).ok());
            match reference.map(|reference| normalizer.normalize(reference)) {
                Some(normal) if normal.is_unchanged() => {
                    writer.push_part(row, text.unwrap_or_default().as_bytes(), text)?;
                }
                Some(normal) => writer.push(Some(normal.as_str()))?,
                None => writer.push(None)?,
            }
        }
        Ok(writer.finish())
    })
}
