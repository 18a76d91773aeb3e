//! The pairs of a query (section 3.4).

use core::iter::FusedIterator;

/// The `key=value` pairs of a query.
///
/// `&` divides the pairs, and the first `=` of each pair divides the key from the value. Section
/// 3.4 names such pairs as the usual content of a query; the generic syntax does not have them.
///
/// Nothing is decoded: `+` stays `+`, and a pair without `=` has no value, which is not an empty
/// one. [`percent::decode_utf8`](crate::percent::decode_utf8) decodes a key or a value.
///
/// ```
/// use urispec::UriRef;
/// let reference = UriRef::parse("?a=1&b&c==%20&")?;
/// let pairs: Vec<_> = reference.query_pairs().collect();
/// assert_eq!(pairs, [("a", Some("1")), ("b", None), ("c", Some("=%20")), ("", None)]);
/// assert!(reference.query_pairs().rev().eq(pairs.into_iter().rev()));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pairs<'i>(Option<core::str::Split<'i, char>>);

impl<'i> Pairs<'i> {
    /// Divides a query, given without `?`, into its pairs. An undefined or empty query has no
    /// pairs.
    #[must_use]
    pub fn of(query: Option<&'i str>) -> Self {
        Self(query.filter(|query| !query.is_empty()).map(|query| query.split('&')))
    }
}

fn divide(pair: &str) -> (&str, Option<&str>) {
    pair.split_once('=').map_or((pair, None), |(key, value)| (key, Some(value)))
}

impl<'i> Iterator for Pairs<'i> {
    type Item = (&'i str, Option<&'i str>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next().map(divide)
    }
}

impl DoubleEndedIterator for Pairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next_back().map(divide)
    }
}

impl FusedIterator for Pairs<'_> {}
