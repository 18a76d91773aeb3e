//! Two columns side by side, of which either may be a scalar.

use arrow_array::{ArrayRef, Datum};
use urispec::{
    Edition, Normalizer, Reference, ResolveError, Resolver, Uri, UriRef, compare_with,
    relativize as relativized, relativize_with, split,
};

use crate::interrupt::Interrupted;
use crate::texts::{TextWriter, Texts, laid_out, read};
use crate::{ColumnError, interrupt};

/// Two columns, none of them encoded any more.
pub(crate) struct Pair {
    left: ArrayRef,
    right: ArrayRef,
    scalar: (bool, bool),
    /// How many rows the answer has.
    rows: usize,
}

/// One of two columns.
#[derive(Clone, Copy)]
pub(crate) struct PairColumn<'a> {
    pub(crate) texts: Texts<'a>,
    is_scalar: bool,
}

impl Pair {
    pub(crate) fn of(left: &dyn Datum, right: &dyn Datum) -> Result<Self, ColumnError> {
        let ((left, of_left), (right, of_right)) = (left.get(), right.get());
        let rows = match (of_left, of_right) {
            (true, true) => 1,
            (true, false) => right.len(),
            (false, true) => left.len(),
            (false, false) if left.len() == right.len() => left.len(),
            (false, false) => return Err(ColumnError::Lengths(left.len(), right.len())),
        };
        Ok(Self {
            left: laid_out(left)?,
            right: laid_out(right)?,
            scalar: (of_left, of_right),
            rows,
        })
    }

    /// The numbers of the rows of the answer, unless the work is stopped.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Result<usize, Interrupted>> {
        interrupt::rows(self.rows)
    }

    pub(crate) fn sides(&self) -> Result<(PairColumn<'_>, PairColumn<'_>), ColumnError> {
        let left = PairColumn { texts: Texts::of(&self.left)?, is_scalar: self.scalar.0 };
        let right = PairColumn { texts: Texts::of(&self.right)?, is_scalar: self.scalar.1 };
        Ok((left, right))
    }
}

impl<'a> PairColumn<'a> {
    /// The string that stands in a row of the answer.
    pub(crate) fn text(self, row: usize) -> Option<&'a str> {
        self.texts.text(if self.is_scalar { 0 } else { row })
    }
}

/// What is made of the strings of one side, and not made again while the string stays the same: a
/// scalar, or a run of rows such as a page's links, which all have the base of the page.
pub(crate) struct Last<'a, T> {
    of: Option<&'a str>,
    made: Option<T>,
}

impl<'a, T: Copy> Last<'a, T> {
    pub(crate) const fn none() -> Self {
        Self { of: None, made: None }
    }

    pub(crate) fn made(
        &mut self,
        text: Option<&'a str>,
        make: impl FnOnce(&'a str) -> Option<T>,
    ) -> Option<T> {
        if self.of != text {
            *self = Self { of: text, made: text.and_then(make) };
        }
        self.made
    }
}

// The rung at which each two strings meet.

/// The name of the lowest rung at which each two strings are equivalent, such as `path-segments`, as
/// a column of the text of `a`.
///
/// A row is null if nothing that the edition licenses makes the two equivalent, and if either is null
/// or no reference of the edition.
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
/// [`ColumnError::Type`] where a column holds no text, [`ColumnError::Lengths`].
pub fn compare(a: &dyn Datum, b: &dyn Datum, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let normalizer = Normalizer::from_edition(edition);
    let pair = Pair::of(a, b)?;
    let (a, b) = pair.sides()?;
    let mut writer = TextWriter::of_texts(a.texts);
    let (mut last_a, mut last_b) = (Last::none(), Last::none());
    for row in pair.rows() {
        let row = row?;
        let a = last_a.made(a.text(row), |text| read(edition, text).ok());
        let b = last_b.made(b.text(row), |text| read(edition, text).ok());
        let rung = a.zip(b).and_then(|(a, b)| compare_with(&normalizer, a, b).rung());
        writer.push(rung.map(|rung| rung.name()))?;
    }
    Ok(writer.finish())
}

// The target of each reference, and the way back: the shortest reference to each target.
//
// In: bases and references, of which either may be a scalar. Out: a column of the text of the
// references. What is forgotten: the warnings. A target that would read back as another URI is null,
// as is a reference to the current document, which the editions before RFC 3986 have.
//
// The surprising case: by the letter `.//c` has no target against `a:/b`. `a://c` has an authority.

/// Resolves each reference against its base, by the algorithm of the edition.
///
/// A row is null if either string is null, if the base is no base or the reference no reference of the
/// edition, and if there is no target that reads back as what it is.
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
/// [`ColumnError::Type`] where a column holds no text, [`ColumnError::Lengths`],
/// [`ColumnError::Resolve`] where the edition resolves nothing, [`ColumnError::TooLong`] where the
/// targets do not fit into one array.
pub fn resolve(
    base: &dyn Datum,
    reference: &dyn Datum,
    edition: Edition,
) -> Result<ArrayRef, ColumnError> {
    let resolver = resolver(edition)?;
    let pair = Pair::of(base, reference)?;
    let (bases, references) = pair.sides()?;
    let mut writer = TextWriter::of_texts(references.texts);
    if edition == Edition::Rfc3986 {
        // The parsed types write the target once, into memory that is there.
        let (mut last, mut target) = (Last::none(), String::new());
        for row in pair.rows() {
            let row = row?;
            let base = last.made(bases.text(row), |text| Uri::parse(text).ok());
            let reference = references.text(row).and_then(|text| UriRef::parse(text).ok());
            let resolved = base
                .zip(reference)
                .and_then(|(base, reference)| reference.resolve_into(base, &mut target).ok());
            writer.push(resolved.as_ref().map(|target| target.as_str()))?;
        }
        return Ok(writer.finish());
    }
    let mut last = Last::none();
    for row in pair.rows() {
        let row = row?;
        let base = last.made(bases.text(row), |text| Some(resolver.read_base(text).ok()?.0));
        let reference = references.text(row).and_then(|text| Some(resolver.read(text).ok()?.0));
        let both = base.zip(reference);
        let target = both.and_then(|(base, reference)| resolver.target(base, reference).ok());
        writer.push(target.as_deref())?;
    }
    Ok(writer.finish())
}

/// Finds the shortest reference that resolves, against its base, to each target. Resolving gives
/// back the target, exactly.
///
/// A row is null if either string is null, if either is no URI of the edition, and if no reference
/// leads to the target.
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
    let pair = Pair::of(base, target)?;
    let (bases, targets) = pair.sides()?;
    let mut writer = TextWriter::of_texts(targets.texts);
    let mut last = Last::none();
    for row in pair.rows() {
        let row = row?;
        let base = last.made(bases.text(row), |text| read(edition, text).ok());
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

/// The resolver of an edition that has an algorithm.
fn resolver(edition: Edition) -> Result<Resolver, ColumnError> {
    let resolver = Resolver::from_edition(edition);
    match resolver.resolve(split("a:"), split("a:")) {
        Err(error @ ResolveError::NoAlgorithm { .. }) => Err(error.into()),
        _ => Ok(resolver),
    }
}
