//! URL records and their properties (URL Standard, sections URL representation and URL miscellaneous), and the URL
//! serializer (URL serializing).
//!
//! The state machine writes a record. [`Url`] keeps the serialized record and the offsets of its parts; this module
//! has the conversions between the two.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::host::Host;
use super::url::{HostKind, Offsets, Url};

/// A URL record: the result of the basic URL parser. All text in a record is ASCII. The default record is "a new URL",
/// with which the parser begins.
#[derive(Clone, Debug, Default)]
pub(super) struct UrlRecord {
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Returns whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`.
    pub(super) fn is_special(&self) -> bool {
        is_special_scheme(&self.scheme)
    }

    /// Returns whether the path is opaque, as in `mailto:a@b`.
    pub(super) fn has_opaque_path(&self) -> bool {
        matches!(self.path, UrlPath::Opaque(_))
    }

    /// Returns whether the URL has a username or a password.
    pub(super) fn includes_credentials(&self) -> bool {
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

// The URL serializer (section URL serializing), which also returns the offsets of what it writes, and its inverse.

impl UrlRecord {
    /// Runs the URL serializer.
    pub(super) fn serialize(&self) -> Url {
        let Self { scheme, username, password, host, port, path, query, fragment } = self;
        // 1. "Let output be url's scheme and U+003A (:) concatenated."
        let mut output = String::with_capacity(64);
        output.push_str(scheme);
        output.push(':');
        let scheme_end = scheme.len();
        let (mut username_end, mut host_start, mut host_end) =
            (output.len(), output.len(), output.len());
        // 2. "If url's host is non-null"
        if let Some(host) = host {
            output.push_str("//");
            username_end = output.len();
            if self.includes_credentials() {
                output.push_str(username);
                username_end = output.len();
                if !password.is_empty() {
                    output.push(':');
                    output.push_str(password);
                }
                output.push('@');
            }
            host_start = output.len();
            // Writing to a string does not fail, here and below.
            let _ = write!(output, "{host}");
            host_end = output.len();
            if let Some(port) = port {
                let _ = write!(output, ":{port}");
            }
        }
        // 3. "If url's host is null, url does not have an opaque path, url's path's size is greater than 1,
        // and url's path[0] is the empty string, then append U+002F (/) followed by U+002E (.) to output."
        if let (None, UrlPath::List(segments)) = (host, path)
            && matches!(&segments[..], [first, _, ..] if first.is_empty())
        {
            output.push_str("/.");
        }
        // 4. "Append the result of URL path serializing url to output."
        let path_start = output.len();
        match path {
            UrlPath::Opaque(path) => output.push_str(path),
            UrlPath::List(segments) => segments.iter().for_each(|segment| {
                output.push('/');
                output.push_str(segment);
            }),
        }
        let path_end = output.len();
        // 5. "If url's query is non-null"
        if let Some(query) = query {
            output.push('?');
            output.push_str(query);
        }
        let query_end = output.len();
        // 6. "If exclude fragment is false and url's fragment is non-null"
        if let Some(fragment) = fragment {
            output.push('#');
            output.push_str(fragment);
        }
        let host = host.as_ref().map_or(HostKind::None, HostKind::of);
        let offsets = Offsets {
            scheme_end,
            username_end,
            host_start,
            host_end,
            path_start,
            path_end,
            query_end,
            host,
        };
        Url::new(output, offsets)
    }
}

impl Url {
    /// Returns the record of which this URL is the serialization.
    pub(super) fn to_record(&self) -> UrlRecord {
        let owned = |text: &str| text.to_owned();
        let path = if self.has_opaque_path() {
            UrlPath::Opaque(self.path().to_owned())
        } else {
            // Each segment follows a "/".
            UrlPath::List(self.path().split('/').skip(1).map(owned).collect())
        };
        UrlRecord {
            scheme: self.scheme().to_owned(),
            username: self.username().to_owned(),
            password: self.password().to_owned(),
            host: self.host().map(|host| match host {
                Host::Domain(domain) => Host::Domain(domain.to_owned()),
                Host::Opaque(text) => Host::Opaque(text.to_owned()),
                Host::Ipv4(address) => Host::Ipv4(address),
                Host::Ipv6(address) => Host::Ipv6(address),
                Host::Empty => Host::Empty,
            }),
            port: self.port(),
            path,
            query: self.query().map(ToString::to_string),
            fragment: self.fragment().map(ToString::to_string),
        }
    }
}
