//! The segments of a path (section 3.3).

use core::iter::FusedIterator;

/// The segments of a path, from left to right, none of them decoded.
///
/// A slash before the first segment belongs to no segment: `/a/b` and `a/b` have the same two
/// segments. The path `/` has one segment, which is empty; the empty path has none.
#[derive(Clone, Debug)]
pub struct Segments<'i>(Option<&'i str>);

impl<'i> Segments<'i> {
    /// Divides `path` into its segments.
    ///
    /// ```
    /// use urispec::iter::Segments;
    /// assert!(Segments::new("/over//there").eq(["over", "", "there"]));
    /// assert!(Segments::new("/over/").eq(["over", ""]));
    /// assert_eq!(Segments::new("").next(), None);
    /// ```
    #[must_use]
    pub fn new(path: &'i str) -> Self {
        Self((!path.is_empty()).then(|| path.strip_prefix('/').unwrap_or(path)))
    }
}

impl<'i> Iterator for Segments<'i> {
    type Item = &'i str;

    fn next(&mut self) -> Option<&'i str> {
        let rest = self.0?;
        match rest.split_once('/') {
            Some((segment, rest)) => {
                self.0 = Some(rest);
                Some(segment)
            }
            None => self.0.take(),
        }
    }
}

impl DoubleEndedIterator for Segments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let rest = self.0?;
        match rest.rsplit_once('/') {
            Some((rest, segment)) => {
                self.0 = Some(rest);
                Some(segment)
            }
            None => self.0.take(),
        }
    }
}

impl FusedIterator for Segments<'_> {}
