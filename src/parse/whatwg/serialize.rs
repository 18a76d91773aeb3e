//! Serializers (section URL serializing), and the equality of URLs (URL equivalence).

use alloc::string::{String, ToString};
use core::fmt;

use super::record::{UrlPath, UrlRecord};

/// A URL without its fragment.
struct WithoutFragment<'u>(&'u UrlRecord);

impl UrlRecord {
    /// The path, by the URL path serializer.
    #[must_use]
    pub fn path(&self) -> String {
        self.path.to_string()
    }

    /// Whether two URLs are equal, with their fragments or without.
    ///
    /// ```
    /// use urispec::whatwg::UrlRecord;
    /// let [a, b] = ["http://h/%7E", "HTTP://h:80/%7E#f"].map(|text| UrlRecord::parse(text, None).unwrap());
    /// assert!(a.equals(&b, true) && !a.equals(&b, false));
    /// ```
    #[must_use]
    pub fn equals(&self, other: &Self, exclude_fragments: bool) -> bool {
        // 3. "Return true if serializedA is serializedB; otherwise false."
        if exclude_fragments {
            WithoutFragment(self).to_string() == WithoutFragment(other).to_string()
        } else {
            self.to_string() == other.to_string()
        }
    }
}

/// The URL serializer.
impl fmt::Display for UrlRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WithoutFragment(self).fmt(f)?;
        // 6. "If exclude fragment is false and url's fragment is non-null"
        match &self.fragment {
            Some(fragment) => write!(f, "#{fragment}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for WithoutFragment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UrlRecord { scheme, username, password, host, port, path, query, .. } = self.0;
        // 1. "Let output be url's scheme and U+003A (:) concatenated."
        write!(f, "{scheme}:")?;
        // 2. "If url's host is non-null"
        if let Some(host) = host {
            f.write_str("//")?;
            if self.0.includes_credentials() {
                f.write_str(username)?;
                if !password.is_empty() {
                    write!(f, ":{password}")?;
                }
                f.write_str("@")?;
            }
            write!(f, "{host}")?;
            if let Some(port) = port {
                write!(f, ":{port}")?;
            }
        }
        // 3. "If url's host is null, url does not have an opaque path, url's path's size is greater than 1,
        // and url's path[0] is the empty string, then append U+002F (/) followed by U+002E (.) to output."
        if let (None, UrlPath::List(segments)) = (host, path)
            && matches!(&segments[..], [first, _, ..] if first.is_empty())
        {
            f.write_str("/.")?;
        }
        // 4. "Append the result of URL path serializing url to output."
        path.fmt(f)?;
        // 5. "If url's query is non-null"
        match query {
            Some(query) => write!(f, "?{query}"),
            None => Ok(()),
        }
    }
}

/// The URL path serializer.
impl fmt::Display for UrlPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opaque(path) => f.write_str(path),
            Self::List(segments) => segments.iter().try_for_each(|segment| write!(f, "/{segment}")),
        }
    }
}
