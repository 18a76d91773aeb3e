//! Setters: for the segments of the path, and for the query.
//!
//! In: an owned reference and data. Out: the reference, changed as told; after an error it is as it
//! was. The surprising case: `push_segment("b")` of `/a/` gives `/a//b`, since `/a/` has two
//! segments of which the second is empty.

use super::build::{BuildError, check, is_dot_segment, pair};
use super::owned::{UriBuf, UriRefBuf};
use crate::error::ParseError;
use crate::percent::{Keep, encode};

impl UriRefBuf {
    /// Inserts text at a byte offset. The caller moves the offsets of the components after it.
    fn insert(&mut self, at: u32, text: &str) -> Result<u32, BuildError> {
        let length = self.text.len() + text.len();
        if u32::try_from(length).is_err() {
            return Err(BuildError::Whole(ParseError::TooLong(length)));
        }
        self.text.insert_str(at as usize, text);
        Ok(text.len() as u32)
    }

    fn push(&mut self, data: &str) -> Result<(), BuildError> {
        let reference = self.as_borrowed();
        let (path, has_authority) = (reference.path(), reference.authority().is_some());
        if is_dot_segment(data) {
            return Err(BuildError::DotSegment);
        }
        if path == "/" && !has_authority {
            return Err(BuildError::PathReadsAsAuthority);
        }
        let text = if path.is_empty() && !has_authority && !data.is_empty() {
            // A first segment, which in a relative reference is not to be read as a scheme.
            let is_relative = reference.scheme().is_none();
            encode(data, if is_relative { Keep::SegmentNoColon } else { Keep::Segment })
        } else {
            format!("/{}", encode(data, Keep::Segment)).into()
        };
        let length = self.insert(self.spans.path_end, &text)?;
        self.spans.path_end += length;
        self.spans.query_end += length;
        Ok(())
    }

    fn pop(&mut self) -> Option<String> {
        let last = self.segments().next_back()?.to_owned();
        let end = self.spans.path_end as usize;
        let start = end - last.len();
        let start = if self.text[..start].ends_with('/') { start - 1 } else { start };
        // The slash that begins a path without a segment is no segment's.
        let start = start.max(self.spans.path_start as usize);
        self.text.replace_range(start..end, "");
        self.spans.path_end -= (end - start) as u32;
        self.spans.query_end -= (end - start) as u32;
        Some(last)
    }

    fn replace_query(&mut self, query: Option<&str>) -> Result<(), BuildError> {
        check("query", "query", query)?;
        let (start, end) = (self.spans.path_end, self.spans.query_end);
        let text = query.map_or_else(String::new, |query| format!("?{query}"));
        let length = self.insert(end, &text)?;
        self.text.replace_range(start as usize..end as usize, "");
        self.spans.query_end = start + length;
        Ok(())
    }

    fn push_pair(&mut self, key: &str, value: Option<&str>) -> Result<(), BuildError> {
        let before = match self.query() {
            None | Some("") if key.is_empty() && value.is_none() => {
                return Err(BuildError::EmptyPair);
            }
            None => "?",
            Some("") => "",
            Some(_) => "&",
        };
        let length = self.insert(self.spans.query_end, &format!("{before}{}", pair(key, value)))?;
        self.spans.query_end += length;
        Ok(())
    }
}

macro_rules! setters {
    ($type:ty, $self:ident => $inner:expr) => {
        impl $type {
            /// Appends a segment to the path. The data is encoded (section 3.3).
            ///
            /// # Errors
            ///
            /// [`BuildError::PathReadsAsAuthority`] where the path is `/` and there is no
            /// authority; [`BuildError::DotSegment`] for `.` and `..`, which no encoding makes
            /// other segments (section 6.2.2.2) and resolving would remove.
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

            /// Removes the last segment of the path, and returns the segment as it stood. There is
            /// none if the path is empty.
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

            /// Sets the query, without `?`. `None` makes the query undefined.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `query`.
            pub fn set_query(&mut $self, query: Option<&str>) -> Result<(), BuildError> {
                $inner.replace_query(query)
            }

            /// Appends a pair to the query. The key and the value are encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::EmptyPair`] for an empty key without a value where there is no other
            /// pair: a query that is empty has none.
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
                $inner.push_pair(key, value)
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
    fn what_cannot_be_told_apart_is_refused() {
        assert_eq!(pushed("x:a", ".."), Err(BuildError::DotSegment));
        let mut reference = UriRefBuf::parse("//h").unwrap();
        assert_eq!(reference.push_query_pair("", None), Err(BuildError::EmptyPair));
        reference.push_query_pair("a", None).unwrap();
        reference.push_query_pair("", None).unwrap();
        assert_eq!(reference, "//h?a&");
    }

    /// After each change the offsets are those that parsing the new string gives.
    #[test]
    fn a_changed_reference_is_the_parsed_one() {
        for text in ["", "a", "/a", "//h", "//u@h:1/", "x:", "x:a/b", "http://h/a?q#f", "#f", "?q"]
        {
            let mut reference = UriRefBuf::parse(text).unwrap();
            for segment in ["b", "", "c:d"] {
                reference.push_segment(segment).unwrap();
                reference.push_query_pair(segment, Some("v")).unwrap();
                let parsed = UriRefBuf::parse(reference.as_str()).unwrap();
                assert_eq!(reference.spans, parsed.spans, "{parsed}");
            }
            while reference.pop_segment().is_some() {
                let parsed = UriRefBuf::parse(reference.as_str()).unwrap();
                assert_eq!(reference.spans, parsed.spans, "{parsed}");
            }
            reference.set_query(Some("x")).unwrap();
            reference.set_query(None).unwrap();
            let parsed = UriRefBuf::parse(reference.as_str()).unwrap();
            assert_eq!(reference.spans, parsed.spans, "{parsed}");
        }
    }

    /// A change at the end of the string takes time only for what the change adds or removes.
    #[test]
    fn many_changes() {
        let mut reference = UriRefBuf::parse("//h").unwrap();
        for _ in 0..100_000 {
            reference.push_segment("a").unwrap();
        }
        for _ in 0..100_000 {
            reference.pop_segment().unwrap();
        }
        for _ in 0..100_000 {
            reference.push_query_pair("a", Some("b")).unwrap();
        }
        assert_eq!((reference.path(), reference.query_pairs().count()), ("", 100_000));
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
