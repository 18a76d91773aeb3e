//! `file` (3.10).

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parse::lower::site::{needed, octets, text};

/// A file of a host, without a protocol to fetch it (3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct File<'i> {
    /// The host as given. There is none if the host is empty.
    pub host: Option<&'i str>,
    /// The path `<directory>/<directory>/.../<name>` as given, still encoded, without the `/`
    /// before it.
    pub path: &'i str,
}

impl<'i> File<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self { host: text(url, "host"), path: needed(url, "fpath") }
    }

    /// Whether the file is on the machine on which the URL is read: the host is "the string
    /// "localhost" or the empty string". Letter case matters here: it does not matter only in the
    /// name of a scheme (2.1).
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let is_local = |text| matches!(Url::parse(text), Ok(Url::File(file)) if file.is_local());
    /// assert!(is_local("file:///etc/motd") && is_local("file://localhost/etc/motd"));
    /// assert!(!is_local("file://LOCALHOST/etc/motd"));
    /// assert!(!is_local("file://vms.host.edu/disk$user/my/notes/note12345.txt"));
    /// ```
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host == "localhost")
    }

    /// The directories and the name of the file, decoded.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.split('/').map(octets)
    }
}
