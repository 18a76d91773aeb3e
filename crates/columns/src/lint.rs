//! Lints each string and reports the ids of the lints.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, ListBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, FieldRef};
use urispec::Edition;
use urispec_lint::{Finding, Lint, Linter, Pack};

use crate::ColumnError;
use crate::texts::{Texts, map_texts, read};

/// Returns the type of the result of [`lint`]: a list of `Utf8`, whatever the text type of the column.
#[must_use]
pub fn lint_type() -> DataType {
    DataType::List(item())
}

fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Utf8, true))
}

/// Returns the ids of the lints that fire on each string, in the order of [`Lint::all`](urispec_lint::Lint::all).
///
/// With [`Pack::Letter`], a row is an empty list if no lint fires, and null if the string is null or not a
/// reference of the edition. The packs [`Pack::Registry`] and `Security`, which needs the feature `security`, check
/// any string and ignore the edition.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use urispec::Edition;
/// use urispec_lint::Pack;
/// let urls = StringArray::from(vec!["http://0x7f.1/%7Euser", "http://h/", "a b"]);
/// let found = urispec_columns::lint(&urls, Pack::Letter, Edition::Rfc3986)?;
/// let found = found.as_list::<i32>();
/// assert!(found.value(0).as_string::<i32>().iter().eq([Some("needless-escape"), Some("rare-ipv4")]));
/// assert!(found.value(1).is_empty() && found.is_null(2));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::Pack`] if the pack is not compiled
/// in, [`ColumnError::TooLong`] if the ids do not fit into one array.
pub fn lint(column: &dyn Array, pack: Pack, edition: Edition) -> Result<ArrayRef, ColumnError> {
    match pack {
        Pack::Letter => {
            let linter = Linter::from_edition(edition);
            ids(column, |text| read(edition, text).ok().map(|reference| linter.lint(reference)))
        }
        #[cfg(feature = "security")]
        Pack::Security => ids(column, |text| Some(urispec_lint::security::look(text))),
        Pack::Registry => ids(column, |text| Some(urispec_lint::registry::look(text))),
        pack => Err(ColumnError::Pack(pack.name())),
    }
}

/// Returns whether a lint fires on each string.
///
/// A row is null if the string is null or, for a lint of [`Pack::Letter`], not a reference of the
/// edition. For a lint of the pack `Security`, no other lint runs, which is faster.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// use urispec_lint::Lint;
/// let urls = StringArray::from(vec!["http://0x7f.1/", "http://h/", "a b"]);
/// let lint = Lint::named("rare-ipv4").unwrap();
/// let found = urispec_columns::lint_has(&urls, lint, Edition::Rfc3986)?;
/// assert!(found.as_boolean().iter().eq([Some(true), Some(false), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::Pack`] if the pack of the lint is
/// not compiled in.
pub fn lint_has(
    column: &dyn Array,
    lint: &'static Lint,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    let has = |found: Vec<Finding>| found.iter().any(|finding| finding.lint() == lint);
    match lint.pack() {
        Pack::Letter => {
            let linter = Linter::from_edition(edition);
            flags(column, |text| Some(has(linter.lint(read(edition, text).ok()?))))
        }
        #[cfg(feature = "security")]
        Pack::Security => {
            let selection = urispec_lint::security::Selection::of([lint]);
            flags(column, |text| Some(has(selection.look(text))))
        }
        Pack::Registry => flags(column, |text| Some(has(urispec_lint::registry::look(text)))),
        pack => Err(ColumnError::Pack(pack.name())),
    }
}

fn flags(column: &dyn Array, of: impl Fn(&str) -> Option<bool>) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts: Texts<'_>| {
        let mut flags = BooleanBuilder::with_capacity(texts.len());
        for row in texts.rows() {
            flags.append_option(texts.text(row?).and_then(&of));
        }
        Ok(Arc::new(flags.finish()))
    })
}

fn ids(
    column: &dyn Array,
    look: impl Fn(&str) -> Option<Vec<Finding>>,
) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts: Texts<'_>| {
        let mut lists = ListBuilder::new(StringBuilder::new()).with_field(item());
        // On overflow both builders would panic.
        let (mut bytes, mut count) = (0usize, 0usize);
        for row in texts.rows() {
            let row = row?;
            let found = texts.text(row).and_then(&look);
            for finding in found.iter().flatten() {
                let id = finding.lint().id();
                (bytes, count) = (bytes + id.len(), count + 1);
                i32::try_from(bytes.max(count)).map_err(|_| ColumnError::TooLong)?;
                lists.values().append_value(id);
            }
            lists.append(found.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}
