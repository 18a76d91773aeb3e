//! Resolution of relative DID URLs (DID Core, 3.2.2): the algorithm of RFC 3986, with the DID in place of an authority.
//!
//! RFC 3986 alone resolves `/a` against `did:example:123` to `did:/a`, since it finds no authority in the base.

use super::dot_segments::{merge, remove_dot_segments};
use crate::editions::Edition;
use crate::parse::lower::scheme::Did;
use crate::parts::split::{Components, split};

impl Did<'_> {
    /// Resolves a relative DID URL against the DID: "The scheme is `did`. The authority is a combination of
    /// `<method-name>:<method-specific-id>`", and the algorithm is that of RFC 3986, section 5 (DID Core, 3.2.2). The
    /// base is the DID alone, without the path, query and fragment after it.
    ///
    /// Returns `None` for a string that is not a relative reference of RFC 3986 (4.2), or that begins with `//`, which
    /// refers to another authority.
    ///
    /// ```
    /// use urispec::scheme::Did;
    /// let did = Did::parse("did:example:123")?;
    /// assert_eq!(did.resolve_relative("#key-1").as_deref(), Some("did:example:123#key-1"));
    /// assert_eq!(did.resolve_relative("a/../b?c").as_deref(), Some("did:example:123/b?c"));
    /// assert_eq!(did.resolve_relative("http://example.com/"), None);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn resolve_relative(&self, reference: &str) -> Option<String> {
        let relative = Edition::Rfc3986.production("relative-ref");
        if !relative.is_ok_and(|rule| rule.accepts(reference.as_bytes())) {
            return None;
        }
        let r = split(reference);
        if r.authority.is_some() {
            return None;
        }
        let base = Components {
            scheme: Some("did"),
            authority: Some(self.did),
            path: "",
            query: None,
            fragment: None,
        };
        // 5.2.2, for a reference without a scheme and without an authority.
        let t_path = match r.path {
            "" => base.path.into(),
            path if path.starts_with('/') => remove_dot_segments(path),
            path => remove_dot_segments(&merge(&base, path)).into_owned().into(),
        };
        let mut target = self.did.to_owned();
        target += &t_path;
        for (delimiter, part) in [('?', r.query), ('#', r.fragment)] {
            if let Some(part) = part {
                target.push(delimiter);
                target += part;
            }
        }
        Some(target)
    }
}
