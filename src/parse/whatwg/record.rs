//! URL records and their properties (URL Standard, sections URL representation and URL miscellaneous).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::host::Host;

/// A URL record: the result of the basic URL parser. All text in a record is ASCII.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct UrlRecord {
    pub(super) scheme: String,
    pub(super) username: String,
    pub(super) password: String,
    pub(super) host: Option<Host>,
    pub(super) port: Option<u16>,
    pub(super) path: UrlPath,
    pub(super) query: Option<String>,
    pub(super) fragment: Option<String>,
}

/// A URL path: one segment, which is opaque, or a list of segments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum UrlPath {
    Opaque(String),
    List(Vec<String>),
}

impl Default for UrlPath {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl UrlRecord {
    /// Returns the scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Returns the username, percent-encoded. It is empty if there is none.
    #[must_use]
    pub fn username(&self) -> &str {
        &self.username
    }

    /// Returns the password, percent-encoded. It is empty if there is none.
    #[must_use]
    pub fn password(&self) -> &str {
        &self.password
    }

    /// Returns the host. Returns `None` for a URL without an authority, such as `mailto:a@b`.
    #[must_use]
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// Returns the port, or `None` if the URL has no port or the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Returns the query, without `?`.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// Returns the fragment, without `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// Returns whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`.
    #[must_use]
    pub fn is_special(&self) -> bool {
        is_special_scheme(&self.scheme)
    }

    /// Returns whether the path is opaque, as in `mailto:a@b`.
    #[must_use]
    pub fn has_opaque_path(&self) -> bool {
        matches!(self.path, UrlPath::Opaque(_))
    }

    /// Returns whether the URL has a username or a password.
    #[must_use]
    pub fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// Returns the segments of a path that is a list.
    pub(super) fn segments(&mut self) -> &mut Vec<String> {
        if let UrlPath::Opaque(_) = self.path {
            debug_assert!(false, "opaque path in a special URL or in the path state");
            self.path = UrlPath::default();
        }
        match &mut self.path {
            UrlPath::List(segments) => segments,
            UrlPath::Opaque(_) => unreachable!("replaced above"),
        }
    }

    /// Shortens the path of the URL.
    pub(super) fn shorten(&mut self) {
        let is_file = self.scheme == "file";
        let path = self.segments();
        // 3. "If url's scheme is "file", path's size is 1, and path[0] is a normalized Windows drive letter,
        // then return."
        if is_file && matches!(&path[..], [only] if is_normalized_windows_drive_letter(only)) {
            return;
        }
        // 4. "Remove path's last item, if any."
        path.pop();
    }
}

/// Returns whether a scheme in lower case is a special scheme.
pub(super) fn is_special_scheme(scheme: &str) -> bool {
    matches!(scheme, "ftp" | "file" | "http" | "https" | "ws" | "wss")
}

/// Returns the default port of a scheme.
pub(super) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "ftp" => Some(21),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}

/// "A Windows drive letter is two code points, of which the first is an ASCII alpha and the second is
/// either U+003A (:) or U+007C (|)."
pub(super) fn is_windows_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

pub(super) fn is_normalized_windows_drive_letter(text: &str) -> bool {
    is_windows_drive_letter(text) && text.ends_with(':')
}

/// Returns whether a segment is a single-dot URL path segment.
pub(super) fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

/// Returns whether a segment is a double-dot URL path segment.
pub(super) fn is_double_dot(segment: &str) -> bool {
    let spellings = ["..", ".%2e", "%2e.", "%2e%2e"];
    spellings.iter().any(|spelling| segment.eq_ignore_ascii_case(spelling))
}

// Serializers (section URL serializing), and the equality of URLs (URL equivalence).

/// A URL without its fragment.
struct WithoutFragment<'u>(&'u UrlRecord);

impl UrlRecord {
    /// Returns the path, by the URL path serializer.
    #[must_use]
    pub fn path(&self) -> String {
        self.path.to_string()
    }

    /// Returns whether two URLs are equal. Ignores their fragments if `exclude_fragments` is set.
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
