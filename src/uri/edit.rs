//! Setters: for the segments of the path, and for the query.
//!
//! In: an owned reference and data. Out: the reference, changed as told; after an error it is as it
//! was. The surprising case: `push_segment("b")` of `/a/` gives `/a//b`, since `/a/` has two
//! segments of which the second is empty.

use std::borrow::Cow;

use super::build::{BuildError, pair, recompose};
use super::owned::{UriBuf, UriRefBuf};
use crate::percent::{Keep, encode};
use crate::split::Components;

impl UriRefBuf {
    fn replace(&mut self, parts: &Components<'_>) -> Result<(), BuildError> {
        *self = recompose(parts)?;
        Ok(())
    }

    fn push(&mut self, data: &str) -> Result<(), BuildError> {
        let parts = self.as_borrowed().components();
        let path = if parts.path.is_empty() && parts.authority.is_none() && !data.is_empty() {
            // A first segment, which in a relative reference is not to be read as a scheme.
            let keep = if parts.scheme.is_some() { Keep::Segment } else { Keep::SegmentNoColon };
            encode(data, keep)
        } else {
            Cow::Owned(format!("{}/{}", parts.path, encode(data, Keep::Segment)))
        };
        recompose(&Components { path: &path, ..parts }).map(|changed| *self = changed)
    }

    fn pop(&mut self) -> Option<String> {
        let parts = self.as_borrowed().components();
        let last = self.segments().next_back()?.to_owned();
        let rest = &parts.path[..parts.path.len() - last.len()];
        let path = rest.strip_suffix('/').unwrap_or(rest);
        *self = recompose(&Components { path, ..parts }).ok()?;
        Some(last)
    }
}

macro_rules! setters {
    ($type:ty, $self:ident => $inner:expr) => {
        impl $type {
            /// Puts a segment at the end of the path, its data encoded (section 3.3).
            ///
            /// # Errors
            ///
            /// [`BuildError::PathReadsAsAuthority`] where the path is `/` and there is no
            /// authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a?q")?;
            /// uri.push_segment("50% b/c")?;
            /// assert_eq!(uri, "http://h/a/50%25%20b%2Fc?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn push_segment(&mut $self, data: &str) -> Result<(), BuildError> {
                $inner.push(data)
            }

            /// Takes the last segment off the path and gives it back, as it stood. None if the
            /// path is empty, or if what is left would not read as a path.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a/b%20c")?;
            /// assert_eq!(uri.pop_segment().as_deref(), Some("b%20c"));
            /// assert_eq!(uri, "http://h/a");
            /// # Ok::<(), urispec::ParseError>(())
            /// ```
            pub fn pop_segment(&mut $self) -> Option<String> {
                $inner.pop()
            }

            /// Sets the query, without `?`, or makes it undefined.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `query`.
            pub fn set_query(&mut $self, query: Option<&str>) -> Result<(), BuildError> {
                let text = $inner.as_str().to_owned();
                $inner.replace(&Components { query, ..crate::split(&text) })
            }

            /// Puts a pair at the end of the query, key and value encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::Whole`] if the reference becomes too long.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a=1")?;
            /// uri.push_query_pair("b", Some("c&d"))?;
            /// assert_eq!(uri, "http://h/?a=1&b=c%26d");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn push_query_pair(
                &mut $self,
                key: &str,
                value: Option<&str>,
            ) -> Result<(), BuildError> {
                let mut query = $inner.query().unwrap_or_default().to_owned();
                if !query.is_empty() {
                    query.push('&');
                }
                query += &pair(key, value);
                $self.set_query(Some(&query))
            }
        }
    };
}

setters!(UriRefBuf, self => self);
setters!(UriBuf, self => self.0);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn pushed(text: &str, segment: &str) -> Result<String, BuildError> {
        let mut reference = UriRefBuf::parse(text).unwrap();
        reference.push_segment(segment).map(|()| reference.into_string())
    }

    #[test]
    fn a_pushed_segment_is_a_segment_of_the_path() {
        assert_eq!(pushed("", "a:b").unwrap(), "a%3Ab");
        assert_eq!(pushed("x:", "a:b").unwrap(), "x:a:b");
        assert_eq!(pushed("x:", "").unwrap(), "x:/");
        assert_eq!(pushed("//h", "a").unwrap(), "//h/a");
        assert_eq!(pushed("/a/", "b").unwrap(), "/a//b");
        assert_eq!(pushed("x:/", "b"), Err(BuildError::PathReadsAsAuthority));
    }

    #[test]
    fn popping_undoes_pushing() {
        let mut reference = UriRefBuf::parse("a/b?q").unwrap();
        assert_eq!(reference.pop_segment().as_deref(), Some("b"));
        assert_eq!(reference, "a?q");
        assert_eq!(reference.pop_segment().as_deref(), Some("a"));
        assert_eq!(reference, "?q");
        assert_eq!(reference.pop_segment(), None);
    }

    #[test]
    fn a_query_is_set_and_taken() {
        let mut reference = UriRefBuf::parse("a?b#c").unwrap();
        assert!(reference.set_query(Some("#")).is_err());
        assert_eq!(reference, "a?b#c");
        reference.set_query(None).unwrap();
        assert_eq!(reference, "a#c");
    }
}
