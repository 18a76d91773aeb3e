//! Functions of two columns, either of which may be a scalar.

use arrow_array::{ArrayRef, Datum};
use urispec::{
    Edition, Normalizer, Reference, ResolveError, Resolver, Rung, Uri, UriRef, compare_with,
    relativize as relativized, relativize_with, split,
};

use crate::component::browser_form;
use crate::error::Interrupted;
use crate::texts::{TextWriter, Texts, expanded, read};
use crate::{ColumnError, error};

/// Two columns without dictionary or run-end encoding.
pub(crate) struct Pair {
    left: ArrayRef,
    right: ArrayRef,
    scalar: (bool, bool),
    /// The number of rows of the result.
    rows: usize,
}

/// One column of a [`Pair`].
#[derive(Clone, Copy)]
pub(crate) struct PairColumn<'a> {
    pub(crate) texts: Texts<'a>,
    is_scalar: bool,
}

impl Pair {
    pub(crate) fn new(left: &dyn Datum, right: &dyn Datum) -> Result<Self, ColumnError> {
        let ((left, of_left), (right, of_right)) = (left.get(), right.get());
        let rows = match (of_left, of_right) {
            (true, true) => 1,
            (true, false) => right.len(),
            (false, true) => left.len(),
            (false, false) if left.len() == right.len() => left.len(),
            (false, false) => return Err(ColumnError::Lengths(left.len(), right.len())),
        };
        Ok(Self {
            left: expanded(left)?,
            right: expanded(right)?,
            scalar: (of_left, of_right),
            rows,
        })
    }

    /// Iterates over the row numbers of the result, until the work is interrupted.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Result<usize, Interrupted>> {
        error::rows(self.rows)
    }

    pub(crate) fn sides(&self) -> Result<(PairColumn<'_>, PairColumn<'_>), ColumnError> {
        let left = PairColumn { texts: Texts::new(&self.left)?, is_scalar: self.scalar.0 };
        let right = PairColumn { texts: Texts::new(&self.right)?, is_scalar: self.scalar.1 };
        Ok((left, right))
    }
}

impl<'a> PairColumn<'a> {
    /// Returns the string for a row of the result.
    pub(crate) fn text(self, row: usize) -> Option<&'a str> {
        self.texts.text(if self.is_scalar { 0 } else { row })
    }
}

/// The last value computed from a string of one column. It is reused while the string stays the same:
/// for a scalar, or for a run of rows such as the links of a page, which share their base.
pub(crate) struct Last<'a, T> {
    text: Option<&'a str>,
    value: Option<T>,
}

impl<'a, T: Copy> Last<'a, T> {
    pub(crate) const fn new() -> Self {
        Self { text: None, value: None }
    }

    pub(crate) fn get_or_compute(
        &mut self,
        text: Option<&'a str>,
        compute: impl FnOnce(&'a str) -> Option<T>,
    ) -> Option<T> {
        if self.text != text {
            *self = Self { text, value: text.and_then(compute) };
        }
        self.value
    }
}

/// Compares two columns row by row. Returns the name of the lowest rung at which the two strings of
/// a row are equivalent, such as `path-segments`. The result has the text type of `a`.
///
/// A row is null if no rung of the edition makes its strings equivalent, or if either string is
/// null or not a reference of the edition. In [`Edition::Whatwg`], with the feature `whatwg`, an invalid string is
/// compared by its URL if the parser of the URL Standard accepts it.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let a = StringArray::from(vec!["http://h/", "http://h/%7E", "http://h/a"]);
/// let b = StringArray::from(vec!["http://H:80", "http://h/~", "http://h/b"]);
/// let rungs = urispec_columns::compare(&a, &b, Edition::Rfc3986)?;
/// assert!(rungs.as_string::<i32>().iter().eq([Some("scheme"), Some("percent-encoding"), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if a column is not text, [`ColumnError::Lengths`] if the lengths differ.
pub fn compare(a: &dyn Datum, b: &dyn Datum, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let normalizer = Normalizer::from_edition(edition);
    let pair = Pair::new(a, b)?;
    let (a, b) = pair.sides()?;
    let mut writer = TextWriter::for_texts(a.texts);
    let (mut last_a, mut last_b) = (Last::new(), Last::new());
    for row in pair.rows() {
        let row = row?;
        let (text_a, text_b) = (a.text(row), b.text(row));
        let a = last_a.get_or_compute(text_a, |text| read(edition, text).ok());
        let b = last_b.get_or_compute(text_b, |text| read(edition, text).ok());
        let rung = match (a, b) {
            (Some(a), Some(b)) => compare_with(&normalizer, a, b).rung(),
            _ if edition == Edition::Whatwg => {
                text_a.zip(text_b).and_then(|(a, b)| rung_in_browsers(a, b))
            }
            _ => None,
        };
        writer.push(rung.map(|rung| rung.name()))?;
    }
    Ok(writer.finish())
}

/// Returns the rung at which two strings, not both valid, are the same URL in a browser.
fn rung_in_browsers(a: &str, b: &str) -> Option<Rung> {
    let (url_a, url_b) = (browser_form(a)?, browser_form(b)?);
    (url_a == url_b).then_some(if a == b { Rung::String } else { Rung::Scheme })
}

// Resolution and relativization.
//
// Warnings are not reported. A target that would parse as a different URI is null, as is a reference
// to the current document, which the editions before RFC 3986 define.
//
// By the letter of RFC 3986, `.//c` has no target against `a:/b`: `a://c` has an authority.

/// Resolves each reference against its base, by the algorithm of the edition.
///
/// A row is null if the base or the reference is null or not valid in the edition, or if the target
/// would parse as different components.
///
/// ```
/// use arrow_array::{Scalar, StringArray, cast::AsArray};
/// use urispec::Edition;
/// let base = Scalar::new(StringArray::from(vec!["http://a/b/c/d;p?q"]));
/// let references = StringArray::from(vec!["../g", "#s", "a b"]);
/// let targets = urispec_columns::resolve(&base, &references, Edition::Rfc3986)?;
/// let expected = [Some("http://a/b/g"), Some("http://a/b/c/d;p?q#s"), None];
/// assert!(targets.as_string::<i32>().iter().eq(expected));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if a column is not text, [`ColumnError::Lengths`] if the lengths differ,
/// [`ColumnError::Resolve`] if the edition defines no resolution, [`ColumnError::TooLong`] if the
/// targets do not fit into one array.
pub fn resolve(
    base: &dyn Datum,
    reference: &dyn Datum,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    let resolver = resolver(edition)?;
    let pair = Pair::new(base, reference)?;
    let (bases, references) = pair.sides()?;
    let mut writer = TextWriter::for_texts(references.texts);
    if edition == Edition::Rfc3986 {
        // The parsed types write the target once, into a reused buffer.
        let (mut last, mut target) = (Last::new(), String::new());
        for row in pair.rows() {
            let row = row?;
            let base = last.get_or_compute(bases.text(row), |text| Uri::parse(text).ok());
            let reference = references.text(row).and_then(|text| UriRef::parse(text).ok());
            let resolved = base
                .zip(reference)
                .and_then(|(base, reference)| reference.resolve_into(base, &mut target).ok());
            writer.push(resolved.as_ref().map(|target| target.as_str()))?;
        }
        return Ok(writer.finish());
    }
    let mut last = Last::new();
    for row in pair.rows() {
        let row = row?;
        let base =
            last.get_or_compute(bases.text(row), |text| Some(resolver.read_base(text).ok()?.0));
        let reference = references.text(row).and_then(|text| Some(resolver.read(text).ok()?.0));
        let both = base.zip(reference);
        let target = both.and_then(|(base, reference)| resolver.target(base, reference).ok());
        writer.push(target.as_deref())?;
    }
    Ok(writer.finish())
}

/// Finds, for each row, the shortest reference that resolves against the base to exactly the target.
///
/// A row is null if either string is null or not a URI of the edition, or if no reference resolves to
/// the target.
///
/// ```
/// use arrow_array::{Scalar, StringArray, cast::AsArray};
/// use urispec::Edition;
/// let base = Scalar::new(StringArray::from(vec!["http://a/b/c/d;p?q"]));
/// let targets = StringArray::from(vec!["http://a/b/g", "http://a/b/../c"]);
/// let references = urispec_columns::relativize(&base, &targets, Edition::Rfc3986)?;
/// assert!(references.as_string::<i32>().iter().eq([Some("../g"), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// The errors of [`resolve`].
pub fn relativize(
    base: &dyn Datum,
    target: &dyn Datum,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    let resolver = resolver(edition)?;
    let pair = Pair::new(base, target)?;
    let (bases, targets) = pair.sides()?;
    let mut writer = TextWriter::for_texts(targets.texts);
    let mut last = Last::new();
    for row in pair.rows() {
        let row = row?;
        let base = last.get_or_compute(bases.text(row), |text| read(edition, text).ok());
        let target = targets.text(row).and_then(|text| read(edition, text).ok());
        let found = base.zip(target).and_then(|(base, target)| shortest(&resolver, base, target));
        writer.push(found.as_deref())?;
    }
    Ok(writer.finish())
}

fn shortest(resolver: &Resolver, base: Reference<'_>, target: Reference<'_>) -> Option<String> {
    if resolver.edition() == Edition::Rfc3986 {
        let (base, target) = (Uri::parse(base.as_str()), Uri::parse(target.as_str()));
        return Some(relativized(base.ok()?, target.ok()?).ok()?.into_string());
    }
    relativize_with(resolver, base, target).ok()
}

/// Returns the resolver of an edition, or an error if the edition has no algorithm.
fn resolver(edition: Edition) -> Result<Resolver, ColumnError> {
    let resolver = Resolver::from_edition(edition);
    match resolver.resolve(split("a:"), split("a:")) {
        Err(error @ ResolveError::NoAlgorithm { .. }) => Err(error.into()),
        _ => Ok(resolver),
    }
}
