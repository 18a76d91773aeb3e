//! The pairs of a query (section 3.4).

use alloc::borrow::Cow;
use core::iter::FusedIterator;

use crate::parts::percent::{Decode, DecodeError};

/// The `key=value` pairs of a query.
///
/// `&` divides the pairs, and the first `=` of each pair divides the key from the value. Section
/// 3.4 names such pairs as the usual content of a query; the generic syntax does not have them.
///
/// Nothing is decoded: `+` stays `+`, and a pair without `=` has no value, which is not an empty
/// one. [`Pairs::decode`] and its like decode the keys and the values.
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

    /// Decodes each key and each value, as [`Decode::decode`] does. A pair that cannot be decoded
    /// is an error, whose offset is in the key or in the value; the pairs after it follow.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("?a%26=1%2B1&b")?;
    /// let pairs: Vec<_> = reference.query_pairs().decode().collect::<Result<_, _>>()?;
    /// assert_eq!(pairs, [("a&".into(), Some("1+1".into())), ("b".into(), None)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decode(
        self,
    ) -> impl DoubleEndedIterator<Item = Result<Decoded<'i>, DecodeError>> + Clone {
        self.map(|pair| try_each(pair, Decode::decode))
    }

    /// Decodes each key and each value, as [`Decode::decode_lossy`] does.
    #[must_use]
    pub fn decode_lossy(self) -> impl DoubleEndedIterator<Item = Decoded<'i>> + Clone {
        self.map(|pair| each(pair, Decode::decode_lossy))
    }

    /// Decodes the names and the values of a form, as [`Decode::decode_form`] does: `+` is a space.
    #[must_use]
    pub fn decode_form(
        self,
    ) -> impl DoubleEndedIterator<Item = Result<Decoded<'i>, DecodeError>> + Clone {
        self.map(|pair| try_each(pair, Decode::decode_form))
    }

    /// Decodes the names and the values of a form, as [`Decode::decode_form_lossy`] does.
    ///
    /// The URL Standard reads forms so, with two steps more: in a form a name without `=` has the
    /// empty value, and a pair that is empty is none.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("?q=a+b%FF&&c")?;
    /// let form = reference.query_pairs().decode_form_lossy().filter(|pair| pair != &("".into(), None));
    /// let form: Vec<_> = form.map(|(name, value)| (name, value.unwrap_or_default())).collect();
    /// assert_eq!(form, [("q".into(), "a b\u{FFFD}".into()), ("c".into(), "".into())]);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn decode_form_lossy(self) -> impl DoubleEndedIterator<Item = Decoded<'i>> + Clone {
        self.map(|pair| each(pair, Decode::decode_form_lossy))
    }
}

/// A key and its value, decoded.
type Decoded<'i> = (Cow<'i, str>, Option<Cow<'i, str>>);

fn each<'i>(
    (key, value): (&'i str, Option<&'i str>),
    decode: impl Fn(&'i str) -> Cow<'i, str>,
) -> Decoded<'i> {
    (decode(key), value.map(decode))
}

fn try_each<'i>(
    (key, value): (&'i str, Option<&'i str>),
    decode: impl Fn(&'i str) -> Result<Cow<'i, str>, DecodeError>,
) -> Result<Decoded<'i>, DecodeError> {
    Ok((decode(key)?, value.map(decode).transpose()?))
}

/// Divides a pair into its key and its value.
pub(crate) fn divide(pair: &str) -> (&str, Option<&str>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_decode_in_four_ways() {
        let pairs = |query| Pairs::of(Some(query));
        let decoded: Vec<_> = pairs("a%3D=%26&%3d&=+").decode().map(Result::unwrap).collect();
        let some = |text: &'static str| Some(text.into());
        assert_eq!(decoded, [("a=".into(), some("&")), ("=".into(), None), ("".into(), some("+"))]);
        let form: Vec<_> = pairs("a+%2B=+&b").decode_form().rev().map(Result::unwrap).collect();
        assert_eq!(form, [("b".into(), None), ("a +".into(), some(" "))]);
        // An error is that of its pair only; its offset is in the key or in the value.
        let wrong: Vec<_> = pairs("a=b%FF&%&c").decode().collect();
        assert_eq!(wrong[0], Err(DecodeError::NotUtf8 { offset: 1 }));
        assert_eq!(wrong[1], Err(DecodeError::Triplet { offset: 0 }));
        assert_eq!(wrong[2], Ok(("c".into(), None)));
        let lossy: Vec<_> = pairs("a=b%FF+&%").decode_lossy().collect();
        assert_eq!(lossy, [("a".into(), some("b\u{FFFD}+")), ("%".into(), None)]);
        assert_eq!(Pairs::of(None).decode_form_lossy().count(), 0);
    }
}
