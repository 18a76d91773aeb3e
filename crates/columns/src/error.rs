//! The errors of a whole column, the explanations of its invalid strings, and interruptible work.
//!
//! An invalid string in a row is never an error of the column.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::builder::UInt64Builder;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use urispec::{Edition, Explanation, ParseError, ResolveError};

use crate::texts::{InvalidBytes, TextWriter, Texts, ValidStrings, map_texts, wrong};

/// The reason a function returned no column.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The column is not text.
    #[error("a column of {0} is not text; cast it to Utf8, LargeUtf8 or Utf8View first")]
    Type(DataType),
    /// Two columns differ in length, and neither is a scalar.
    #[error(
        "one column has {0} rows and the other {1}; columns must be of equal length, unless one is a scalar"
    )]
    Lengths(usize, usize),
    /// The texts of the result do not fit into one array of their type.
    #[error(
        "the result exceeds the 2 GiB limit of one array of its type; cast the column to LargeUtf8, or pass fewer rows at a time"
    )]
    TooLong,
    /// The edition has no resolution algorithm.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The pack of lints is not compiled in.
    #[error("the lint pack `{0}` is not compiled in; enable the feature of that name")]
    Pack(&'static str),
    /// The template cannot be matched.
    #[error("{0}")]
    Template(String),
    /// The caller interrupted the work: see [`interruptible`](crate::interruptible).
    #[error("the work was interrupted")]
    Interrupted,
    /// An array could not be built.
    #[error(transparent)]
    Arrow(ArrowError),
}

impl From<ArrowError> for ColumnError {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::OffsetOverflowError(_) => Self::TooLong,
            error => Self::Arrow(error),
        }
    }
}

// Explains each string that is not a reference, or not derived by a production: the message, and its details.
//
// Each detail has its own column: the cause to count, the offset at which to cut the string, and the section to read.
// A row is null where the string is null or a reference.
//
// The offset is the first byte at which the string can no longer be a reference, which may come late.
// The error in `http://h:80a/` is at the last `/`: before it, the string could still become
// `http://h:80a@host/`.

/// Explains each invalid string in the sentence of [`ParseError::explain`]. A row is null where the
/// string is null or valid: a reference of the edition or, if a production is passed, one of its strings.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://h/", "http://h:x/"]);
/// let errors = urispec_columns::error(&urls, Edition::Rfc3986)?;
/// let expected = [None, Some("at byte 9: a port contains only digits (RFC 3986, 3.2.3)")];
/// assert!(errors.as_string::<i32>().iter().eq(expected));
///
/// let urls = StringArray::from(vec!["http://h/", "foo"]);
/// let errors = urispec_columns::error(&urls, &Edition::Rfc3986.production("URI")?)?;
/// let expected = [None, Some("at byte 3: missing scheme (RFC 3986, 3.1)")];
/// assert!(errors.as_string::<i32>().iter().eq(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::TooLong`] if the sentences do not fit
/// into one array.
pub fn error<'a>(
    column: &dyn Array,
    valid: impl Into<ValidStrings<'a>>,
) -> Result<ArrayRef, ColumnError> {
    use std::fmt::Write;
    let valid = valid.into();
    let edition = match valid {
        ValidStrings::References(edition) => edition,
        ValidStrings::Production(production) => production.edition(),
    };
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_texts(texts);
        let mut sentence = String::new();
        for row in texts.rows() {
            let message = error_in_row(texts, row?, valid).map(|wrong| {
                sentence.clear();
                match &wrong.error {
                    // The scanner knows the reason, so the string need not be analysed again. In other documents, a reason
                    // of their own comes first. Writing to a string does not fail.
                    ParseError::Syntax(error)
                        if edition == Edition::Rfc3986 && error.fault().is_some() =>
                    {
                        _ = write!(sentence, "{error}");
                    }
                    error => sentence += &error.explain(wrong.text),
                }
                sentence.as_str()
            });
            writer.push(message)?;
        }
        Ok(writer.finish())
    })
}

/// Returns the id of the cause of each error, such as `port-digits`: see [`urispec::Cause`]. A row is
/// null where the string is null or valid, and where the cause is unknown.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://h/", "http://h:x/", "a b"]);
/// let causes = urispec_columns::cause(&urls, Edition::Rfc3986)?;
/// assert!(causes.as_string::<i32>().iter().eq([None, Some("port-digits"), Some("space")]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// The errors of [`error()`].
pub fn cause<'a>(
    column: &dyn Array,
    valid: impl Into<ValidStrings<'a>>,
) -> Result<ArrayRef, ColumnError> {
    explained(column, valid.into(), |explanation| Some(explanation.cause()?.id()))
}

/// Returns the section of the specification that each string violates, such as `3.2.3`. A row is null
/// where the string is null or valid, and where the bytes are not UTF-8.
///
/// # Errors
///
/// The errors of [`error()`].
pub fn section<'a>(
    column: &dyn Array,
    valid: impl Into<ValidStrings<'a>>,
) -> Result<ArrayRef, ColumnError> {
    explained(column, valid.into(), |explanation| match explanation.cause() {
        Some(cause) => Some(cause.section()),
        None => Some(explanation.section()),
    })
}

/// Returns the number of bytes before the error in each string (UInt64). A row is null where the string
/// is null or valid, and where the error is not at a single byte.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray, types::UInt64Type};
/// use urispec::Edition;
/// let iris = StringArray::from(vec!["//h/", "//é/a b"]);
/// let bytes = urispec_columns::byte_offset(&iris, Edition::Rfc3987)?;
/// assert!(bytes.as_primitive::<UInt64Type>().iter().eq([None, Some(6)]));
/// let characters = urispec_columns::offset(&iris, Edition::Rfc3987)?;
/// assert!(characters.as_primitive::<UInt64Type>().iter().eq([None, Some(5)]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn byte_offset<'a>(
    column: &dyn Array,
    valid: impl Into<ValidStrings<'a>>,
) -> Result<ArrayRef, ColumnError> {
    numbers(column, valid.into(), |_, bytes| bytes)
}

/// Returns the number of characters before the [`byte_offset`] (UInt64). In an edition that allows only ASCII, it
/// equals the byte offset.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn offset<'a>(
    column: &dyn Array,
    valid: impl Into<ValidStrings<'a>>,
) -> Result<ArrayRef, ColumnError> {
    numbers(column, valid.into(), |text, bytes| match text.get(..bytes) {
        Some(before) => before.chars().count(),
        None => text.chars().count(),
    })
}

/// Returns the error of a row, or `None` if the row is null or valid.
fn error_in_row<'t>(
    texts: Texts<'t>,
    row: usize,
    valid: ValidStrings<'_>,
) -> Option<InvalidBytes<'t>> {
    match texts.is_null(row) {
        true => None,
        false => wrong(valid, texts.bytes(row)),
    }
}

fn explained(
    column: &dyn Array,
    valid: ValidStrings<'_>,
    fact: impl Fn(&Explanation) -> Option<&'static str>,
) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_texts(texts);
        for row in texts.rows() {
            let explanation =
                error_in_row(texts, row?, valid).and_then(|wrong| match wrong.error {
                    ParseError::Syntax(error) => error.explain(wrong.text),
                    _ => None,
                });
            writer.push(explanation.as_ref().and_then(&fact))?;
        }
        Ok(writer.finish())
    })
}

fn numbers(
    column: &dyn Array,
    valid: ValidStrings<'_>,
    number: impl Fn(&str, usize) -> usize,
) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut numbers = UInt64Builder::with_capacity(texts.len());
        for row in texts.rows() {
            let wrong = error_in_row(texts, row?, valid);
            let found = wrong.and_then(|wrong| Some(number(wrong.text, wrong.error.offset()?)));
            numbers.append_option(found.map(|number| number as u64));
        }
        Ok(Arc::new(numbers.finish()))
    })
}

// Work that the caller can interrupt.
//
// The caller passes a check, such as whether Ctrl-C was pressed. Each function of this crate runs the
// check between rows, at most ten times a second, and returns [`ColumnError::Interrupted`] if it
// reports true; partial results are discarded.
//
// The check belongs to the thread. Work that the caller moves to other threads is not interrupted.

/// The number of rows after which the clock is read again.
const ROWS: usize = 1024;

/// The minimum time between two checks for an interruption.
const PAUSE: Duration = Duration::from_millis(100);

thread_local! {
    static CHECK: Cell<Option<InterruptCheck>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct InterruptCheck {
    is_stopped: fn() -> bool,
    last: Instant,
}

/// Runs `work` on this thread. The functions of this crate return [`ColumnError::Interrupted`] soon
/// after `is_stopped` returns true. The check runs between rows, at most ten times a second.
///
/// ```
/// use arrow_array::StringArray;
/// use urispec::Edition;
/// use urispec_columns::{ColumnError, interruptible, valid};
/// let urls = StringArray::from(vec!["http://h/"]);
/// let valid = interruptible(|| false, || valid(&urls, Edition::Rfc3986))?;
/// assert_eq!(valid.len(), 1);
/// # Ok::<(), ColumnError>(())
/// ```
pub fn interruptible<T>(is_stopped: fn() -> bool, work: impl FnOnce() -> T) -> T {
    /// A guard that restores the previous check, even after a panic.
    struct Before(Option<InterruptCheck>);
    impl Drop for Before {
        fn drop(&mut self) {
            CHECK.set(self.0);
        }
    }
    let check = InterruptCheck { is_stopped, last: Instant::now() };
    let _before = Before(CHECK.replace(Some(check)));
    work()
}

/// The error of interrupted work.
pub(crate) struct Interrupted;

impl From<Interrupted> for ColumnError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Iterates over the row numbers, until the work is interrupted.
#[inline]
pub(crate) fn rows(rows: usize) -> impl Iterator<Item = Result<usize, Interrupted>> {
    (0..rows).map(|row| {
        if row % ROWS == ROWS - 1 {
            check_now()?;
        }
        Ok(row)
    })
}

/// Runs the check, unless it ran recently.
#[cold]
fn check_now() -> Result<(), Interrupted> {
    let Some(check) = CHECK.get() else { return Ok(()) };
    let now = Instant::now();
    if now.duration_since(check.last) < PAUSE {
        return Ok(());
    }
    CHECK.set(Some(InterruptCheck { last: now, ..check }));
    if (check.is_stopped)() { Err(Interrupted) } else { Ok(()) }
}
