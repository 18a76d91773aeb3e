//! Methods that edit the path by its segments (RFC 3986, 3.3), and methods that remove components.
//!
//! The methods encode their data. Indexes count the items of `segments()`. A surprising case:
//! appending a segment fills an empty last segment. `push_segment("b")` turns both `/a/` and `/a`
//! into `/a/b`, while `insert_segment(2, "b")` turns `/a/`, which has two segments, into `/a//b`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::ops::Range;

use super::super::build::{BuildError, component};
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};
use super::set::{Moves, fits};
use crate::parts::percent::Keep;

/// Returns the ranges of the segments of a path.
fn places(path: &str) -> impl Iterator<Item = Range<usize>> {
    let segments = (!path.is_empty()).then(|| path.strip_prefix('/').unwrap_or(path).split('/'));
    let mut start = usize::from(path.starts_with('/'));
    segments.into_iter().flatten().map(move |segment| {
        let place = start..start + segment.len();
        start = place.end + 1;
        place
    })
}

impl<L: Letters> RiRefBuf<L> {
    /// Encodes data as a segment. `:` is encoded too where it could end a scheme.
    fn encoded(&self, begins_path: bool, data: &str) -> Result<String, BuildError> {
        let mut text = String::new();
        let reads_as_scheme = begins_path && !self.is_with_scheme();
        let keep = if reads_as_scheme { Keep::SegmentNoColon } else { Keep::Segment };
        component::push_segment::<L>(&mut text, data, keep)?;
        Ok(text)
    }

    fn extend<S: AsRef<str>>(
        &mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Result<(), BuildError> {
        let mut segments = segments.into_iter();
        let Some(first) = segments.next() else { return Ok(()) };
        let (path, first) = (self.path(), first.as_ref());
        // Without an authority, a first segment that is not empty needs no slash before it.
        let begins_path = path.is_empty() && !self.has_authority() && !first.is_empty();
        let mut text = self.encoded(begins_path, first)?;
        if !begins_path && !path.ends_with('/') {
            text.insert(0, '/');
        }
        text.push_str(&component::path::<L, _>(segments)?);
        // Only in these cases can the new path begin with two slashes.
        if path.is_empty() || path == "/" {
            fits(self.is_with_scheme(), self.has_authority(), &[path, &text].concat())?;
        }
        self.splice(self.spans.path_end..self.spans.path_end, &text, Moves::PathEnd)
    }

    fn pop(&mut self) -> Option<String> {
        let path = self.path();
        let slash = path.rfind('/');
        let last = match slash {
            Some(slash) => &path[slash + 1..],
            None if path.is_empty() => return None,
            None => path,
        };
        // The leading slash of a path is not part of its only segment.
        let keeps = usize::from(slash == Some(0) && !last.is_empty() && !self.has_authority());
        let last = last.to_owned();
        let start = self.spans.path_start + (slash.unwrap_or(0) + keeps) as u32;
        self.cut(start..self.spans.path_end, Moves::PathEnd);
        Some(last)
    }

    /// Returns the range of the segment at `index` within the path, and the number of segments.
    fn find_segment(&self, index: usize) -> Result<(Range<usize>, usize), BuildError> {
        let count = places(self.path()).count();
        match places(self.path()).nth(index) {
            Some(place) => Ok((place, count)),
            None => Err(BuildError::NoSegment { index, count }),
        }
    }

    /// Replaces a part of the path by `text`, and fails unless the new path has `count` segments.
    fn respell(&mut self, part: Range<usize>, text: &str, count: usize) -> Result<(), BuildError> {
        let path = self.path();
        let path = [&path[..part.start], text, &path[part.end..]].concat();
        if places(&path).count() != count {
            return Err(BuildError::EmptySegment);
        }
        fits(self.is_with_scheme(), self.has_authority(), &path)?;
        self.splice(self.spans.path_start..self.spans.path_end, &path, Moves::PathEnd)
    }

    fn insert(&mut self, index: usize, data: &str) -> Result<(), BuildError> {
        let path = self.path();
        if path.is_empty() && index == 0 {
            return self.extend([data]);
        }
        match self.find_segment(index) {
            Ok((place, count)) => {
                let text = self.encoded(place.start == 0, data)? + "/";
                self.respell(place.start..place.start, &text, count + 1)
            }
            Err(BuildError::NoSegment { count, .. }) if count == index => {
                let text = ["/", &self.encoded(false, data)?].concat();
                self.respell(path.len()..path.len(), &text, count + 1)
            }
            Err(error) => Err(error),
        }
    }

    fn exchange(&mut self, index: usize, data: &str) -> Result<(), BuildError> {
        let (place, count) = self.find_segment(index)?;
        let text = self.encoded(place.start == 0, data)?;
        self.respell(place, &text, count)
    }

    fn remove(&mut self, index: usize) -> Result<String, BuildError> {
        let (place, count) = self.find_segment(index)?;
        let path = self.path();
        let removed = path[place.clone()].to_owned();
        let keeps_root = !self.has_authority() && path.starts_with('/') && path != "/";
        let (part, left) = match place {
            // The leading slash of a path is not part of its only segment.
            place if count == 1 && keeps_root => (place, 1),
            _ if count == 1 => (0..path.len(), 0),
            place if place.end < path.len() => (place.start..place.end + 1, count - 1),
            place => (place.start - 1..place.end, count - 1),
        };
        self.respell(part, "", left)?;
        Ok(removed)
    }

    fn clear(&mut self) {
        let keeps = u32::from(self.path().starts_with('/') && !self.has_authority());
        self.cut(self.spans.path_start + keeps..self.spans.path_end, Moves::PathEnd);
    }
}

macro_rules! segments {
    ($type:ty, $self:ident => $inner:expr) => {
        impl<L: Letters> $type {
            /// Appends a segment to the path. The data is encoded (RFC 3986, 3.3): decode the items of `segments()`
            /// before you pass them. If the last segment is empty, the data fills it.
            ///
            /// # Errors
            ///
            /// [`BuildError::DotSegment`] for `.` and `..`, which no encoding distinguishes from dot segments (RFC
            /// 3986, 6.2.2.2) and which resolution would remove.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a?q")?;
            /// uri.push_segment("50% b/c")?;
            /// assert_eq!(uri, "http://h/a/50%25%20b%2Fc?q");
            /// uri.push_segment("")?;
            /// assert_eq!(uri, "http://h/a/50%25%20b%2Fc/?q");
            /// uri.push_segment("d")?;
            /// assert_eq!(uri, "http://h/a/50%25%20b%2Fc/d?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn push_segment(&mut $self, data: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.extend([data])
            }

            /// Appends segments to the path. The data is encoded (RFC 3986, 3.3). If the last segment is empty, the
            /// first new segment fills it.
            ///
            /// # Errors
            ///
            /// The errors of [`Self::push_segment`], and [`BuildError::PathReadsAsAuthority`] if the path would begin with
            /// `//` without an authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a/")?;
            /// uri.extend_segments(["b", "", "c"])?;
            /// assert_eq!(uri, "http://h/a/b//c");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn extend_segments<S: AsRef<str>>(
                &mut $self,
                segments: impl IntoIterator<Item = S>,
            ) -> Result<(), BuildError> {
                $inner.extend(segments)
            }

            /// Removes the last segment of the path and returns it, still encoded. Returns `None` if the path is empty.
            /// Without an authority `/a` becomes `/`: the leading slash is kept.
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

            /// Inserts a segment before the segment at the index, or after the last segment if the index is the number
            /// of segments. The data is encoded. Unlike [`Self::push_segment`], this does not fill an empty last
            /// segment.
            ///
            /// # Errors
            ///
            /// [`BuildError::NoSegment`] if the index is too large; [`BuildError::DotSegment`];
            /// [`BuildError::EmptySegment`] or [`BuildError::PathReadsAsAuthority`] for an invalid empty first segment.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a/")?;
            /// uri.insert_segment(0, "b")?;
            /// uri.insert_segment(3, "c")?;
            /// assert_eq!(uri, "http://h/b/a//c");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn insert_segment(
                &mut $self,
                index: usize,
                data: impl AsRef<str>,
            ) -> Result<(), BuildError> {
                $inner.insert(index, data.as_ref())
            }

            /// Replaces the segment at the index. The data is encoded.
            ///
            /// # Errors
            ///
            /// [`BuildError::NoSegment`] if there is no such segment, and the other errors of [`Self::insert_segment`].
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/v1/a")?;
            /// uri.replace_segment(0, "v2")?;
            /// assert_eq!(uri, "http://h/v2/a");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn replace_segment(
                &mut $self,
                index: usize,
                data: impl AsRef<str>,
            ) -> Result<(), BuildError> {
                $inner.exchange(index, data.as_ref())
            }

            /// Removes the segment at the index and returns it, still encoded. Removing the only segment leaves an empty
            /// path.
            ///
            /// # Errors
            ///
            /// [`BuildError::NoSegment`] if there is no such segment. [`BuildError::EmptySegment`],
            /// [`BuildError::PathReadsAsAuthority`] or [`BuildError::PathReadsAsScheme`] if the first segment is
            /// removed and the path is not valid without it.
            ///
            /// ```
            /// use urispec::{BuildError, UriRefBuf};
            /// let mut reference = UriRefBuf::parse("a/b%20/c:d")?;
            /// assert_eq!(reference.remove_segment(1)?, "b%20");
            /// assert_eq!(reference, "a/c:d");
            /// assert_eq!(reference.remove_segment(0), Err(BuildError::PathReadsAsScheme));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_segment(&mut $self, index: usize) -> Result<String, BuildError> {
                $inner.remove(index)
            }

            /// Removes all segments. The path becomes empty, or `/` if it began with `/` and there is no authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a/b?q")?;
            /// uri.clear_segments();
            /// assert_eq!(uri, "http://h?q");
            /// # Ok::<(), urispec::ParseError>(())
            /// ```
            pub fn clear_segments(&mut $self) {
                $inner.clear();
            }
        }
    };
}

segments!(RiRefBuf<L>, self => self);
segments!(RiBuf<L>, self => self.0);

// Removing components. Removing a query always succeeds; removing a scheme or an authority can fail, if the rest would
// parse into other components.

macro_rules! components {
    ($type:ty, $self:ident => $inner:expr) => {
        impl<L: Letters> $type {
            /// Makes the userinfo undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://user@h/")?;
            /// uri.remove_userinfo();
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_userinfo(&mut $self) {
                $inner.cut_userinfo();
            }

            /// Makes the port undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h:80/")?;
            /// uri.remove_port();
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_port(&mut $self) {
                $inner.cut_port();
            }

            /// Makes the authority undefined: the userinfo, the host and the port.
            ///
            /// # Errors
            ///
            /// [`BuildError::PathReadsAsAuthority`] if the path begins with `//`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("file://u@h:1/etc/hosts")?;
            /// uri.remove_authority()?;
            /// assert_eq!(uri, "file:/etc/hosts");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_authority(&mut $self) -> Result<(), BuildError> {
                $inner.cut_authority()
            }

            /// Makes the query undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a#f")?;
            /// uri.remove_query();
            /// assert_eq!(uri, "http://h/#f");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_query(&mut $self) {
                $inner.cut_query();
            }

            /// Makes the fragment undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/#f")?;
            /// uri.remove_fragment();
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_fragment(&mut $self) {
                $inner.cut_fragment();
            }
        }
    };
}

components!(RiRefBuf<L>, self => self);
components!(RiBuf<L>, self => self.0);

impl<L: Letters> RiRefBuf<L> {
    /// Makes the scheme undefined.
    ///
    /// # Errors
    ///
    /// [`BuildError::PathReadsAsScheme`] if there is no authority and the first segment contains `:`.
    ///
    /// ```
    /// let mut reference = urispec::UriRefBuf::parse("http://h/a")?;
    /// reference.remove_scheme()?;
    /// assert_eq!(reference, "//h/a");
    /// assert!(urispec::UriRefBuf::parse("a:b:c")?.remove_scheme().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_scheme(&mut self) -> Result<(), BuildError> {
        self.cut_scheme()
    }
}
