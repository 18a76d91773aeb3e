//! Methods that append, set and remove the pairs of the query (RFC 3986, 3.4).
//!
//! The methods encode the keys and values that they receive. The text of all other pairs does not change. Keys are
//! compared by their decoded octets: `%61` is the key `a`. `+` is a plus sign, not a space.
//!
//! A surprising case: a query that loses its last pair becomes undefined. But removing `a` from `?a&`, whose second
//! pair is an empty key without a value, leaves `?`: an empty query, which has no pairs.

use alloc::string::String;
use core::borrow::Borrow;

use super::super::build::{BuildError, component};
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};
use super::set::Moves;
use crate::parts::percent::Decode;
use crate::parts::query::divide;

/// Returns whether `key`, as written in a query, decodes to `data`.
fn is_key(key: &str, data: &str) -> bool {
    key.decode_octets().is_ok_and(|octets| *octets == *data.as_bytes())
}

impl<L: Letters> RiRefBuf<L> {
    /// Appends `pairs`, which are already encoded, to the query.
    fn append_pairs(&mut self, pairs: &str) -> Result<(), BuildError> {
        let before = match self.query() {
            None => "?",
            Some("") => "",
            Some(_) => "&",
        };
        let end = self.spans.query_end;
        self.splice(end..end, &[before, pairs].concat(), Moves::QueryEnd)
    }

    fn push_pair(&mut self, key: &str, value: Option<&str>) -> Result<(), BuildError> {
        let mut pair = String::new();
        component::push_pair::<L>(&mut pair, true, key, value);
        if pair.is_empty() && self.query().is_none_or(str::is_empty) {
            return Err(BuildError::EmptyPair);
        }
        self.append_pairs(&pair)
    }

    fn extend_pairs<I, K, V>(&mut self, pairs: I) -> Result<(), BuildError>
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        component::query::<L, _, _, _>(pairs).map_or(Ok(()), |pairs| self.append_pairs(&pairs))
    }

    fn put_pairs<I, K, V>(&mut self, pairs: I) -> Result<(), BuildError>
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        match component::query::<L, _, _, _>(pairs) {
            Some(query) => self.put_encoded_query(&query),
            None => {
                self.cut_query();
                Ok(())
            }
        }
    }

    /// Returns the query with each pair replaced by the result of `told`. A pair for which `told`
    /// returns `None` is removed. Returns `None` if no pair remains.
    fn rebuilt_pairs<'p>(
        &'p self,
        mut told: impl FnMut(&'p str) -> Option<&'p str>,
    ) -> Option<String> {
        let mut query: Option<String> = None;
        let pairs = self.query().filter(|query| !query.is_empty()).map(|query| query.split('&'));
        for pair in pairs.into_iter().flatten().filter_map(&mut told) {
            match &mut query {
                None => query = Some(pair.into()),
                Some(query) => {
                    query.push('&');
                    query.push_str(pair);
                }
            }
        }
        query
    }

    fn set_pair(&mut self, key: &str, value: &str) -> Result<(), BuildError> {
        let mut pair = String::new();
        component::push_pair::<L>(&mut pair, true, key, Some(value));
        let mut is_set = false;
        let query = self.rebuilt_pairs(|old| {
            if !is_key(divide(old).0, key) {
                return Some(old);
            }
            let is_first = !is_set;
            is_set = true;
            is_first.then_some(&*pair)
        });
        match query {
            Some(query) if is_set => self.put_encoded_query(&query),
            _ => self.append_pairs(&pair),
        }
    }

    fn retain_pairs(&mut self, mut keep: impl FnMut(&str, Option<&str>) -> bool) -> usize {
        let mut removed = 0;
        let query = self.rebuilt_pairs(|pair| {
            let (key, value) = divide(pair);
            let is_kept = keep(key, value);
            removed += usize::from(!is_kept);
            is_kept.then_some(pair)
        });
        if removed > 0 {
            match query {
                // The text does not grow.
                Some(query) => {
                    let part = self.spans.path_end..self.spans.query_end;
                    self.replace(part, &["?", &query].concat(), Moves::QueryEnd);
                }
                None => self.cut_query(),
            }
        }
        removed
    }
}

macro_rules! pairs {
    ($type:ty, $self:ident => $inner:expr) => {
        impl<L: Letters> $type {
            /// Appends a pair to the query. The key and the value are encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::TooLong`].
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a=1")?;
            /// uri.push_query_pair("b", "c&d")?;
            /// assert_eq!(uri, "http://h/?a=1&b=c%26d");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn push_query_pair(
                &mut $self,
                key: impl AsRef<str>,
                value: impl AsRef<str>,
            ) -> Result<(), BuildError> {
                $inner.push_pair(key.as_ref(), Some(value.as_ref()))
            }

            /// Appends a key without a value to the query. The key is encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::EmptyPair`] if the key is empty and would be the only pair: an empty query has no pairs.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a=1")?;
            /// uri.push_query_key("b")?;
            /// assert_eq!(uri, "http://h/?a=1&b");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn push_query_key(&mut $self, key: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.push_pair(key.as_ref(), None)
            }

            /// Appends pairs to the query. Keys and values are encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::TooLong`].
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a=1")?;
            /// uri.extend_query_pairs([("b", "2"), ("c", "3")])?;
            /// assert_eq!(uri, "http://h/?a=1&b=2&c=3");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn extend_query_pairs<I, K, V>(&mut $self, pairs: I) -> Result<(), BuildError>
            where
                I: IntoIterator,
                I::Item: Borrow<(K, V)>,
                K: AsRef<str>,
                V: AsRef<str>,
            {
                $inner.extend_pairs(pairs)
            }

            /// Sets the query from pairs. Keys and values are encoded. Without pairs the query becomes undefined.
            ///
            /// # Errors
            ///
            /// [`BuildError::TooLong`].
            ///
            /// ```
            /// use std::collections::BTreeMap;
            /// let mut uri = urispec::UriBuf::parse("http://h/?a=1")?;
            /// uri.set_query_pairs(&BTreeMap::from([("b", "x y"), ("c", "")]))?;
            /// assert_eq!(uri, "http://h/?b=x%20y&c=");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_query_pairs<I, K, V>(&mut $self, pairs: I) -> Result<(), BuildError>
            where
                I: IntoIterator,
                I::Item: Borrow<(K, V)>,
                K: AsRef<str>,
                V: AsRef<str>,
            {
                $inner.put_pairs(pairs)
            }

            /// Sets the value of a key. The first pair with the key is replaced where it is, and other pairs with the
            /// key are removed; if no pair has the key, a pair is appended. The key and the value are encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::TooLong`].
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?page=1&q&p%61ge=2")?;
            /// uri.set_query_pair("page", "3")?;
            /// assert_eq!(uri, "http://h/?page=3&q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_query_pair(
                &mut $self,
                key: impl AsRef<str>,
                value: impl AsRef<str>,
            ) -> Result<(), BuildError> {
                $inner.set_pair(key.as_ref(), value.as_ref())
            }

            /// Removes all pairs with the key and returns their number. If no pair remains, the query becomes undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a=1&b&%61=2")?;
            /// assert_eq!(uri.remove_query_pair("a"), 2);
            /// assert_eq!(uri, "http://h/?b");
            /// assert_eq!(uri.remove_query_pair("b"), 1);
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), urispec::ParseError>(())
            /// ```
            pub fn remove_query_pair(&mut $self, key: impl AsRef<str>) -> usize {
                let data = key.as_ref();
                $inner.retain_pairs(|key, _| !is_key(key, data))
            }

            /// Removes the pairs for which `keep` returns false, and returns their number. Keys and values are passed
            /// to `keep` as they are, still encoded. If no pair remains, the query becomes undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?utm_source=x&a=1&b")?;
            /// uri.retain_query_pairs(|key, _| !key.starts_with("utm_"));
            /// assert_eq!(uri, "http://h/?a=1&b");
            /// # Ok::<(), urispec::ParseError>(())
            /// ```
            pub fn retain_query_pairs(
                &mut $self,
                keep: impl FnMut(&str, Option<&str>) -> bool,
            ) -> usize {
                $inner.retain_pairs(keep)
            }
        }
    };
}

pairs!(RiRefBuf<L>, self => self);
pairs!(RiBuf<L>, self => self.0);
