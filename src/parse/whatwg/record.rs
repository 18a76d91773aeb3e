//! URL records (section URL representation), and their properties (URL miscellaneous).

use alloc::string::String;
use alloc::vec::Vec;

use super::host::Host;

/// A URL record: what the basic URL parser makes of a string. All text in a record is ASCII.
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
    /// The scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The username, percent-encoded. It is empty if there is none.
    #[must_use]
    pub fn username(&self) -> &str {
        &self.username
    }

    /// The password, percent-encoded. It is empty if there is none.
    #[must_use]
    pub fn password(&self) -> &str {
        &self.password
    }

    /// The host. There is none in a URL without an authority, such as `mailto:a@b`.
    #[must_use]
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// The port, if there is one that is not the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// The query, without `?`.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// The fragment, without `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// Whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`.
    #[must_use]
    pub fn is_special(&self) -> bool {
        is_special_scheme(&self.scheme)
    }

    /// Whether the path is opaque, as that of `mailto:a@b` is.
    #[must_use]
    pub fn has_opaque_path(&self) -> bool {
        matches!(self.path, UrlPath::Opaque(_))
    }

    /// Whether the URL has a username or a password.
    #[must_use]
    pub fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// The segments of a path that is a list.
    pub(super) fn segments(&mut self) -> &mut Vec<String> {
        if let UrlPath::Opaque(_) = self.path {
            debug_assert!(
                false,
                "a special URL's path is never opaque, nor is one in the path state"
            );
            self.path = UrlPath::default();
        }
        match &mut self.path {
            UrlPath::List(segments) => segments,
            UrlPath::Opaque(_) => unreachable!("replaced above"),
        }
    }

    /// Shorten a url's path.
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

/// Whether a scheme in lower case is a special scheme.
pub(super) fn is_special_scheme(scheme: &str) -> bool {
    matches!(scheme, "ftp" | "file" | "http" | "https" | "ws" | "wss")
}

/// The default port of a scheme.
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

/// A single-dot URL path segment.
pub(super) fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

/// A double-dot URL path segment.
pub(super) fn is_double_dot(segment: &str) -> bool {
    let spellings = ["..", ".%2e", "%2e.", "%2e%2e"];
    spellings.iter().any(|spelling| segment.eq_ignore_ascii_case(spelling))
}
