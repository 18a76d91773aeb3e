//! Protocol-Based Normalization (section 6.2.4): what the caller has learned by dereferencing.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Rung;
use super::draft::Log;

/// Redirects that the caller knows: that of one URI dereferencing leads to another.
///
/// ```
/// use urispec::{Normalizer, Redirects, Rung, UriRef};
/// let mut redirects = Redirects::default();
/// redirects.insert("http://example.com/data", "http://example.com/data/");
/// let normalizer = Normalizer::new().to(Rung::Protocol).redirects(&redirects);
/// let uri = UriRef::parse("http://EXAMPLE.com/data#top")?;
/// assert_eq!(normalizer.normalize(&uri).as_str(), "http://example.com/data/#top");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Redirects(HashMap<String, String>);

impl Redirects {
    /// Adds a redirect. Both are taken in their normal form of [`Rung::Scheme`]; gives back whether
    /// both are references, without which nothing is added.
    pub fn insert(&mut self, from: &str, to: &str) -> bool {
        match (super::scheme_normal(from), super::scheme_normal(to)) {
            (Some(from), Some(to)) => {
                self.0.insert(from, to);
                true
            }
            _ => false,
        }
    }

    /// Where following redirects from `text` ends. Of a circle it is the least member, so that all
    /// of it has one normal form.
    fn follow<'a>(&'a self, text: &'a str) -> &'a str {
        let (mut at, mut seen) = (text, HashSet::new());
        while let Some(next) = self.0.get(at) {
            if !seen.insert(at) {
                return self.least_of_circle(at);
            }
            at = next;
        }
        at
    }

    fn least_of_circle<'a>(&'a self, start: &'a str) -> &'a str {
        let circle = std::iter::successors(Some(start), |at| {
            self.0.get(*at).map(String::as_str).filter(|next| *next != start)
        });
        circle.min().unwrap_or(start)
    }
}

/// A fragment is no part of what is dereferenced (section 3.5) and stays, unless the redirect has
/// one of its own.
pub(super) fn pass<'i>(
    text: Cow<'i, str>,
    redirects: &Redirects,
    log: &mut Log<'_>,
) -> Cow<'i, str> {
    let (before, fragment) = match text.split_once('#') {
        Some((before, fragment)) => (before, Some(fragment)),
        None => (&*text, None),
    };
    let after = redirects.follow(before);
    if after == before {
        return text;
    }
    log.change(Rung::Protocol, "6.2.4", before, after);
    Cow::Owned(match fragment {
        Some(fragment) if !after.contains('#') => format!("{after}#{fragment}"),
        _ => after.to_owned(),
    })
}
