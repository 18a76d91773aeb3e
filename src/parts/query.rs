//! The pairs of a query (RFC 3986, 3.4).

use alloc::borrow::Cow;
use core::iter::FusedIterator;

use crate::parts::percent::{Decode, DecodeError};

/// The `key=value` pairs of a query.
///
/// `&` separates the pairs, and the first `=` of each pair separates the key from the value. RFC
/// 3986, 3.4, names such pairs as the usual content of a query; the generic syntax does not define
/// them.
///
/// Keys and values are not decoded: `+` stays `+`. A pair without `=` has no value, which differs from
/// an empty value. [`Pairs::decode`] and similar methods decode keys and values.
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
    /// Splits a query, given without `?`, into its pairs. An undefined or empty query has no pairs.
    #[must_use]
    pub fn new(query: Option<&'i str>) -> Self {
        Self(query.filter(|query| !query.is_empty()).map(|query| query.split('&')))
    }

    /// Decodes each key and each value, like [`Decode::decode`] does. A pair that cannot be decoded yields an error,
    /// whose offset is relative to the key or the value. The iterator then continues with the next pair.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("?a%26=1%2B1&b")?;
    /// let pairs: Vec<_> = reference.query_pairs().decode().collect::<Result<_, _>>()?;
    /// assert_eq!(pairs, [("a&".into(), Some("1+1".into())), ("b".into(), None)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decode(self) -> DecodedPairs<'i> {
        DecodedPairs { pairs: self, is_form: false }
    }

    /// Decodes each key and each value, like [`Decode::decode_lossy`] does.
    #[must_use]
    pub fn decode_lossy(self) -> LossyPairs<'i> {
        LossyPairs { pairs: self, is_form: false }
    }

    /// Decodes the names and the values of a form, like [`Decode::decode_form`] does: `+` is a
    /// space.
    #[must_use]
    pub fn decode_form(self) -> DecodedPairs<'i> {
        DecodedPairs { pairs: self, is_form: true }
    }

    /// Decodes the names and the values of a form, like [`Decode::decode_form_lossy`] does.
    ///
    /// The URL Standard reads forms in this way, with two further steps: in a form a name without
    /// `=` has the empty value, and an empty pair is skipped.
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
    pub fn decode_form_lossy(self) -> LossyPairs<'i> {
        LossyPairs { pairs: self, is_form: true }
    }

    /// Returns the values of the pairs whose decoded key is `key`.
    pub(crate) fn values<'k>(self, key: &'k str) -> Values<'i, 'k> {
        Values { pairs: self, key, is_form: false }
    }

    /// Returns the values of the form fields whose decoded name is `key`.
    pub(crate) fn form_values<'k>(self, key: &'k str) -> Values<'i, 'k> {
        Values { pairs: self, key, is_form: true }
    }
}

/// The pairs of a query, decoded: see [`Pairs::decode`] and [`Pairs::decode_form`].
#[derive(Clone, Debug)]
pub struct DecodedPairs<'i> {
    pairs: Pairs<'i>,
    is_form: bool,
}

impl<'i> DecodedPairs<'i> {
    fn decoded(&self, (key, value): Pair<'i>) -> Result<Decoded<'i>, DecodeError> {
        let decode = decoder(self.is_form);
        Ok((decode(key)?, value.map(decode).transpose()?))
    }
}

impl<'i> Iterator for DecodedPairs<'i> {
    type Item = Result<Decoded<'i>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(|pair| self.decoded(pair))
    }
}

impl DoubleEndedIterator for DecodedPairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(|pair| self.decoded(pair))
    }
}

impl FusedIterator for DecodedPairs<'_> {}

/// The pairs of a query, decoded, with U+FFFD for octets that are not UTF-8: see
/// [`Pairs::decode_lossy`] and [`Pairs::decode_form_lossy`].
#[derive(Clone, Debug)]
pub struct LossyPairs<'i> {
    pairs: Pairs<'i>,
    is_form: bool,
}

impl<'i> LossyPairs<'i> {
    fn decoded(&self, (key, value): Pair<'i>) -> Decoded<'i> {
        let decode =
            if self.is_form { <str as Decode>::decode_form_lossy } else { Decode::decode_lossy };
        (decode(key), value.map(decode))
    }
}

impl<'i> Iterator for LossyPairs<'i> {
    type Item = Decoded<'i>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(|pair| self.decoded(pair))
    }
}

impl DoubleEndedIterator for LossyPairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(|pair| self.decoded(pair))
    }
}

impl FusedIterator for LossyPairs<'_> {}

/// The values that a query has for a key, decoded, from left to right: see
/// [`query_values`](crate::Reference::query_values) and [`form_values`](crate::Reference::form_values).
#[derive(Clone, Debug)]
pub struct Values<'i, 'k> {
    pairs: Pairs<'i>,
    key: &'k str,
    is_form: bool,
}

impl<'i> Iterator for Values<'i, '_> {
    type Item = Result<Cow<'i, str>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let decode = decoder(self.is_form);
        // A pair without `=` has no value, and in a form an empty one.
        let absent = self.is_form.then_some("");
        let key = self.key;
        let mut values = self.pairs.by_ref().filter_map(|(name, value)| {
            // A name that is not UTF-8 cannot be the requested name.
            let value = value.or(absent)?;
            decode(name).is_ok_and(|name| name == key).then_some(value)
        });
        values.next().map(decode)
    }
}

impl FusedIterator for Values<'_, '_> {}

/// Returns the function that decodes keys and values. If `is_form` is set, it decodes a `+` to a space.
fn decoder(is_form: bool) -> for<'i> fn(&'i str) -> Result<Cow<'i, str>, DecodeError> {
    if is_form { <str as Decode>::decode_form } else { Decode::decode }
}

/// A key and its value, still encoded.
type Pair<'i> = (&'i str, Option<&'i str>);

/// A key and its value, decoded.
type Decoded<'i> = (Cow<'i, str>, Option<Cow<'i, str>>);

/// Splits a pair into its key and its value.
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
        let pairs = |query| Pairs::new(Some(query));
        let decoded: Vec<_> = pairs("a%3D=%26&%3d&=+").decode().map(Result::unwrap).collect();
        let some = |text: &'static str| Some(text.into());
        assert_eq!(decoded, [("a=".into(), some("&")), ("=".into(), None), ("".into(), some("+"))]);
        let form: Vec<_> = pairs("a+%2B=+&b").decode_form().rev().map(Result::unwrap).collect();
        assert_eq!(form, [("b".into(), None), ("a +".into(), some(" "))]);
        // An error belongs to its pair only; its offset is in the key or in the value.
        let wrong: Vec<_> = pairs("a=b%FF&%&c").decode().collect();
        assert_eq!(wrong[0], Err(DecodeError::NotUtf8 { offset: 1 }));
        assert_eq!(wrong[1], Err(DecodeError::Triplet { offset: 0 }));
        assert_eq!(wrong[2], Ok(("c".into(), None)));
        let lossy: Vec<_> = pairs("a=b%FF+&%").decode_lossy().collect();
        assert_eq!(lossy, [("a".into(), some("b\u{FFFD}+")), ("%".into(), None)]);
        assert_eq!(Pairs::new(None).decode_form_lossy().count(), 0);
    }

    #[test]
    fn values_of_a_key() {
        let pairs = || Pairs::new(Some("a=1&b=x+y&%61=%32&a&b&%FF=3&c=%FF&a+b=4&=5"));
        let values =
            |key| pairs().values(key).map(|value| value.map_err(|error| error.to_string()));
        let ok = |text: &str| Ok(text.to_string().into());
        assert!(values("a").eq([ok("1"), ok("2")]));
        assert!(values("b").eq([ok("x+y")]));
        assert!(values("").eq([ok("5")]));
        assert!(values("a+b").eq([ok("4")]));
        assert_eq!(values("\u{FFFD}").count(), 0);
        assert_eq!(values("c").map(|value| value.is_err()).collect::<Vec<_>>(), [true]);
        let form = |key| pairs().form_values(key).map(|value| value.unwrap());
        assert!(form("a").eq(["1", "2", ""]));
        assert!(form("b").eq(["x y", ""]));
        assert!(form("a b").eq(["4"]));
        assert_eq!(form("a+b").count(), 0);
    }
}
