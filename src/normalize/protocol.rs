//! Protocol-Based Normalization (section 6.2.4): what the caller has learned by dereferencing.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::draft::ChangeLog;
use crate::editions::{Ladder, Rung};
use crate::reference::error::ParseError;

/// Redirects that the caller knows: dereferencing the first URI of each leads to the second.
///
/// ```
/// use urispec::{Normalizer, Redirects, Rung, UriRef};
/// let mut redirects = Redirects::default();
/// redirects.insert("http://example.com/data", "http://example.com/data/")?;
/// let normalizer = Normalizer::new().to(Rung::Protocol).redirects(&redirects);
/// let uri = UriRef::parse("http://EXAMPLE.com/data#top")?;
/// assert_eq!(normalizer.normalize(&uri).as_str(), "http://example.com/data/#top");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Redirects(BTreeMap<String, String>);

impl Redirects {
    /// Adds a redirect. Both URIs are taken in their normal form of [`Rung::Scheme`], and `from`
    /// without its fragment.
    ///
    /// # Errors
    ///
    /// The error of [`Uri::parse`](crate::Uri::parse) for the first of the two that is not a URI;
    /// then nothing is added. What is dereferenced is a URI: resolve a relative reference first
    /// (section 5.2).
    #[inline]
    pub fn insert(&mut self, from: &str, to: &str) -> Result<(), ParseError> {
        let (from, to) = (super::scheme_normal(from)?, super::scheme_normal(to)?);
        self.0.insert(divide(&from).0.to_owned(), to);
        Ok(())
    }

    /// The URI to which following the redirects from `text` leads. For a circle the answer is its
    /// least member, so that all its members have one normal form.
    ///
    /// A fragment is no part of what is dereferenced (section 3.5) and stays, unless a redirect on
    /// the way has one of its own. On a circle it is the one that the circle was entered with.
    #[inline]
    fn follow<'a>(&'a self, text: &'a str) -> (&'a str, Option<&'a str>) {
        let ((mut at, mut fragment), mut seen) = (divide(text), BTreeMap::new());
        while let Some(next) = self.0.get(at) {
            if let Some(entered_with) = seen.insert(at, fragment) {
                return (self.least_of_circle(at), entered_with);
            }
            let (to, its_own) = divide(next);
            (at, fragment) = (to, its_own.or(fragment));
        }
        (at, fragment)
    }

    #[inline]
    fn least_of_circle<'a>(&'a self, start: &'a str) -> &'a str {
        let circle = core::iter::successors(Some(start), |at| {
            self.0.get(*at).map(|next| divide(next).0).filter(|next| *next != start)
        });
        circle.min().unwrap_or(start)
    }
}

/// Divides a URI into the part that is dereferenced, and the fragment.
#[inline]
fn divide(text: &str) -> (&str, Option<&str>) {
    text.split_once('#').map_or((text, None), |(before, fragment)| (before, Some(fragment)))
}

#[inline]
pub(super) fn pass<'i>(
    text: Cow<'i, str>,
    redirects: &Redirects,
    ignore_fragment: bool,
    ladder: &Ladder,
    log: &mut ChangeLog<'_>,
) -> Cow<'i, str> {
    let Some(section) = ladder.redirects else { return text };
    let after = match redirects.follow(&text) {
        (end, Some(fragment)) if !ignore_fragment => format!("{end}#{fragment}"),
        (end, _) => end.to_owned(),
    };
    if after == text {
        return text;
    }
    log.change(Rung::Protocol, section, &text, &after);
    Cow::Owned(after)
}
