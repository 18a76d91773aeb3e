//! `file` (5.8): a scheme that the document describes, and for which section 9 has no production.

use std::borrow::Cow;

use crate::editions::Edition;
use crate::parse::check;
use crate::parse::lower::site::octets;

/// A file of a host, without a protocol to fetch it (5.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct File<'i> {
    /// The host as given. There is none if the host is void.
    pub host: Option<&'i str>,
    /// The path as given, still encoded. The `/` before it is not part of it.
    pub path: &'i str,
}

impl<'i> File<'i> {
    /// Reads a URI as a file.
    ///
    /// The answer is none if the scheme is another one, or if the syntax is not what 5.8 asks for:
    /// "similar to the ftp syntax", and "even a "file" URL is provided with a host part".
    ///
    /// ```
    /// use urispec::meaning::rfc1630::File;
    /// let file = File::of("file://host.org/a/b").unwrap();
    /// assert_eq!((file.host, file.path), (Some("host.org"), "a/b"));
    /// assert_eq!(File::of("file:/a/b"), None);
    /// ```
    #[must_use]
    pub fn of(uri: &'i str) -> Option<Self> {
        check(Edition::Rfc1630, "uri", uri).ok()?;
        let rest = uri.strip_prefix("file://").filter(|rest| !rest.contains('?'))?;
        let (host, path) = rest.split_once('/')?;
        let host = Some(host).filter(|host| !host.is_empty());
        let is_host = |host| check(Edition::Rfc1630, "host", host).is_ok();
        host.is_none_or(is_host).then_some(Self { host, path })
    }

    /// Whether the file is on the machine on which the URI is read: the host is `localhost` or
    /// void.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::File;
    /// let is_local = |uri| File::of(uri).is_some_and(|file| file.is_local());
    /// assert!(is_local("file:///etc/motd") && is_local("file://localhost/etc/motd"));
    /// assert!(!is_local("file://host.org/etc/motd"));
    /// ```
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host == "localhost")
    }

    /// The directories and the name of the file, decoded: the slash is used for "boundaries
    /// between directory levels of a hierarchical file system".
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.split('/').map(octets)
    }
}
