//! Methods that set a component in place.
//!
//! The text is checked against its production. The result is checked against the rules for paths with an authority,
//! without an authority (RFC 3986, 3.3) and without a scheme (RFC 3986, 4.2). All other components keep their text, and
//! their offsets move. Setting a port or a userinfo fails without a host. Without an authority, the empty span of the
//! host lies at the start of the path, and moves with the path.

use alloc::string::ToString;
use core::net::IpAddr;
use core::ops::Range;

use super::super::build::component::divide;
use super::super::build::{BuildError, bracketed, component, host_of};
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};
use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::parts::host::HostKind;

macro_rules! components {
    ($type:ty, $self:ident => $inner:expr) => {
        impl<L: Letters> $type {
            /// Sets the scheme, without `:`.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `scheme`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/")?;
            /// uri.set_scheme("https")?;
            /// assert_eq!(uri, "https://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_scheme(&mut $self, scheme: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_scheme(scheme.as_ref())
            }

            /// Sets the userinfo, without `@`.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `userinfo`. [`BuildError::NoHost`] if there is no authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/")?;
            /// uri.set_userinfo("user:")?;
            /// assert_eq!(uri, "http://user:@h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_userinfo(&mut $self, userinfo: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_userinfo(userinfo.as_ref())
            }

            /// Sets the host. The brackets of an IPv6 address may be left out. Creates an authority if there is none.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `host`. [`BuildError::PathRunsOn`] if there is no
            /// authority and the path is not empty and does not begin with `/`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("file:/etc/hosts")?;
            /// uri.set_host("h")?;
            /// assert_eq!(uri, "file://h/etc/hosts");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_host(&mut $self, host: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_host(&bracketed(host.as_ref()))
            }

            /// Sets the host to an IP address.
            ///
            /// # Errors
            ///
            /// [`BuildError::PathRunsOn`], as for [`Self::set_host`].
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h:80/")?;
            /// uri.set_address(std::net::Ipv6Addr::LOCALHOST)?;
            /// assert_eq!(uri, "http://[::1]:80/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_address(&mut $self, address: impl Into<IpAddr>) -> Result<(), BuildError> {
                $inner.put_host(&host_of(address.into()))
            }

            /// Sets the port.
            ///
            /// # Errors
            ///
            /// [`BuildError::NoHost`] if there is no authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/")?;
            /// uri.set_port(8042)?;
            /// assert_eq!(uri, "http://h:8042/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_port(&mut $self, port: u16) -> Result<(), BuildError> {
                $inner.put_port(&port.to_string())
            }

            /// Sets the port as text, without `:`: any number of digits, or none.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `port`. [`BuildError::NoHost`] if there is no authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h:80/")?;
            /// uri.set_port_text("080")?;
            /// assert_eq!(uri, "http://h:080/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_port_text(&mut $self, port: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_port(port.as_ref())
            }

            /// Sets the authority, without `//`: the userinfo, the host and the port. Any of these that the text lacks
            /// becomes undefined.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if a part of the text is not a `userinfo`, `host` or `port`.
            /// [`BuildError::PathRunsOn`] if there is no authority and the path is not empty and does not begin with
            /// `/`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://u@h/")?;
            /// uri.set_authority("[::1]:80")?;
            /// assert_eq!(uri, "http://[::1]:80/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_authority(&mut $self, authority: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_authority(authority.as_ref())
            }

            /// Sets the path.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `path`. [`BuildError::PathRunsOn`],
            /// [`BuildError::PathReadsAsAuthority`] or [`BuildError::PathReadsAsScheme`] if the path would be read as
            /// another component.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a?q")?;
            /// uri.set_path("/b/c")?;
            /// assert_eq!(uri, "http://h/b/c?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_path(&mut $self, path: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_path(path.as_ref())
            }

            /// Sets the path from segments. Each segment is encoded and has a `/` before it;
            /// without segments the path is empty.
            ///
            /// # Errors
            ///
            /// [`BuildError::DotSegment`] for `.` and `..`; [`BuildError::PathReadsAsAuthority`] if
            /// the first of several segments is empty and there is no authority.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/a?q")?;
            /// uri.set_segments(["b", "50%"])?;
            /// assert_eq!(uri, "http://h/b/50%25?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_segments<S: AsRef<str>>(&mut $self, segments: impl IntoIterator<Item = S>) -> Result<(), BuildError> {
                $inner.put_path(&component::path::<L, _>(segments)?)
            }

            /// Sets the query, without `?`.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `query`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a#f")?;
            /// uri.set_query("b=1")?;
            /// assert_eq!(uri, "http://h/?b=1#f");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_query(&mut $self, query: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_query(query.as_ref())
            }

            /// Sets the fragment, without `#`.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is not a `fragment`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/#f")?;
            /// uri.set_fragment("")?;
            /// assert_eq!(uri, "http://h/#");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_fragment(&mut $self, fragment: impl AsRef<str>) -> Result<(), BuildError> {
                $inner.put_fragment(fragment.as_ref())
            }
        }
    };
}

components!(RiRefBuf<L>, self => self);
components!(RiBuf<L>, self => self.0);

/// The first offset that moves when an edit makes the text longer or shorter. All later offsets move too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moves {
    HostStart,
    HostEnd,
    PathStart,
    PathEnd,
    QueryEnd,
    Nothing,
}

/// Checks that `path` is valid, given whether the reference has a scheme and an authority.
pub(super) fn fits(
    is_with_scheme: bool,
    has_authority: bool,
    path: &str,
) -> Result<(), BuildError> {
    let first = || path.split('/').next().unwrap_or_default();
    if has_authority {
        if !path.is_empty() && !path.starts_with('/') {
            return Err(BuildError::PathRunsOn);
        }
    } else if path.starts_with("//") {
        return Err(BuildError::PathReadsAsAuthority);
    } else if !is_with_scheme && first().contains(':') {
        return Err(BuildError::PathReadsAsScheme);
    }
    Ok(())
}

/// Returns the kind of a valid host by the "first-match-wins" rule (RFC 3986, 3.2.2).
fn kind_of(host: &str) -> HostKind {
    const IPV4_ADDRESS: u16 = AUTOMATON.start_of("IPv4address");
    match host.as_bytes() {
        [b'[', b'v' | b'V', ..] => HostKind::IpvFuture,
        [b'[', ..] => HostKind::Ipv6Address,
        name if AUTOMATON.derives(IPV4_ADDRESS, name) => HostKind::Ipv4Address,
        _ => HostKind::RegName,
    }
}

impl<L: Letters> RiRefBuf<L> {
    pub(super) const fn is_with_scheme(&self) -> bool {
        self.spans.scheme_end > 0
    }

    /// Returns whether an authority is defined. Every authority of RFC 3986 has a host, which may be empty.
    pub(super) const fn has_authority(&self) -> bool {
        self.spans.host.is_some()
    }

    const fn after_scheme(&self) -> u32 {
        if self.is_with_scheme() { self.spans.scheme_end + 1 } else { 0 }
    }

    /// Returns the range of the userinfo and its `@`, or an empty range. An authority must be defined.
    fn userinfo_span(&self) -> Range<u32> {
        self.after_scheme() + 2..self.spans.host_start
    }

    /// Replaces a part of the text, and moves the offsets from `first` on. The new length must fit in a `u32`.
    pub(super) fn replace(&mut self, part: Range<u32>, text: &str, first: Moves) {
        let removed = part.end - part.start;
        if part.end as usize == self.text.len() {
            self.text.truncate(part.start as usize);
            self.text.push_str(text);
        } else {
            self.text.replace_range(part.start as usize..part.end as usize, text);
        }
        let spans = &mut self.spans;
        for (at, offset) in [
            (Moves::HostStart, &mut spans.host_start),
            (Moves::HostEnd, &mut spans.host_end),
            (Moves::PathStart, &mut spans.path_start),
            (Moves::PathEnd, &mut spans.path_end),
            (Moves::QueryEnd, &mut spans.query_end),
        ] {
            if at >= first {
                *offset = *offset - removed + text.len() as u32;
            }
        }
    }

    /// Replaces a part of the text, unless the result would be too long for the offsets.
    pub(super) fn splice(
        &mut self,
        part: Range<u32>,
        text: &str,
        first: Moves,
    ) -> Result<(), BuildError> {
        let length = self.text.len() - (part.end - part.start) as usize + text.len();
        if u32::try_from(length).is_err() {
            return Err(BuildError::TooLong(length));
        }
        self.replace(part, text, first);
        Ok(())
    }

    pub(super) fn cut(&mut self, part: Range<u32>, first: Moves) {
        self.replace(part, "", first);
    }

    pub(in crate::types) fn put_scheme(&mut self, scheme: &str) -> Result<(), BuildError> {
        L::FACTS.components.scheme.check(scheme)?;
        let with_colon = [scheme, ":"].concat();
        self.splice(0..self.after_scheme(), &with_colon, Moves::HostStart)?;
        self.spans.scheme_end = scheme.len() as u32;
        Ok(())
    }

    pub(super) fn cut_scheme(&mut self) -> Result<(), BuildError> {
        fits(false, self.has_authority(), self.path())?;
        self.cut(0..self.after_scheme(), Moves::HostStart);
        self.spans.scheme_end = 0;
        Ok(())
    }

    pub(in crate::types) fn put_userinfo(&mut self, userinfo: &str) -> Result<(), BuildError> {
        L::FACTS.components.userinfo.check(userinfo)?;
        if !self.has_authority() {
            return Err(BuildError::NoHost);
        }
        self.splice(self.userinfo_span(), &[userinfo, "@"].concat(), Moves::HostStart)
    }

    pub(super) fn cut_userinfo(&mut self) {
        if self.has_authority() {
            self.cut(self.userinfo_span(), Moves::HostStart);
        }
    }

    pub(in crate::types) fn put_host(&mut self, host: &str) -> Result<(), BuildError> {
        L::FACTS.components.host.check(host)?;
        if self.has_authority() {
            self.splice(self.spans.host_start..self.spans.host_end, host, Moves::HostEnd)?;
        } else {
            fits(self.is_with_scheme(), true, self.path())?;
            let start = self.spans.path_start;
            self.splice(start..start, &["//", host].concat(), Moves::PathStart)?;
            (self.spans.host_start, self.spans.host_end) = (start + 2, self.spans.path_start);
        }
        self.spans.host = Some(kind_of(host));
        Ok(())
    }

    pub(in crate::types) fn put_port(&mut self, port: &str) -> Result<(), BuildError> {
        L::FACTS.components.port.check(port)?;
        if !self.has_authority() {
            return Err(BuildError::NoHost);
        }
        let part = self.spans.host_end..self.spans.path_start;
        self.splice(part, &[":", port].concat(), Moves::PathStart)
    }

    pub(super) fn cut_port(&mut self) {
        self.cut(self.spans.host_end..self.spans.path_start, Moves::PathStart);
    }

    pub(super) fn put_authority(&mut self, authority: &str) -> Result<(), BuildError> {
        let (userinfo, host, port) = divide(authority);
        userinfo.map_or(Ok(()), |userinfo| L::FACTS.components.userinfo.check(userinfo))?;
        L::FACTS.components.host.check(host)?;
        port.map_or(Ok(()), |port| L::FACTS.components.port.check(port))?;
        fits(self.is_with_scheme(), true, self.path())?;
        let start = self.after_scheme();
        let with_slashes = ["//", authority].concat();
        self.splice(start..self.spans.path_start, &with_slashes, Moves::PathStart)?;
        let host_start = start + 2 + userinfo.map_or(0, |userinfo| userinfo.len() as u32 + 1);
        self.spans.host_start = host_start;
        self.spans.host_end = host_start + host.len() as u32;
        self.spans.host = Some(kind_of(host));
        Ok(())
    }

    pub(super) fn cut_authority(&mut self) -> Result<(), BuildError> {
        fits(self.is_with_scheme(), false, self.path())?;
        let start = self.after_scheme();
        self.cut(start..self.spans.path_start, Moves::PathStart);
        (self.spans.host_start, self.spans.host_end, self.spans.host) = (start, start, None);
        Ok(())
    }

    pub(in crate::types) fn put_path(&mut self, path: &str) -> Result<(), BuildError> {
        L::FACTS.components.path.check(path)?;
        fits(self.is_with_scheme(), self.has_authority(), path)?;
        self.splice(self.spans.path_start..self.spans.path_end, path, Moves::PathEnd)
    }

    pub(in crate::types) fn put_query(&mut self, query: &str) -> Result<(), BuildError> {
        L::FACTS.components.query.check(query)?;
        self.put_encoded_query(query)
    }

    /// Sets the query to a text that is known to be valid.
    pub(super) fn put_encoded_query(&mut self, query: &str) -> Result<(), BuildError> {
        let part = self.spans.path_end..self.spans.query_end;
        self.splice(part, &["?", query].concat(), Moves::QueryEnd)
    }

    pub(super) fn cut_query(&mut self) {
        self.cut(self.spans.path_end..self.spans.query_end, Moves::QueryEnd);
    }

    pub(in crate::types) fn put_fragment(&mut self, fragment: &str) -> Result<(), BuildError> {
        L::FACTS.components.fragment.check(fragment)?;
        let part = self.spans.query_end..self.text.len() as u32;
        self.splice(part, &["#", fragment].concat(), Moves::Nothing)
    }

    pub(super) fn cut_fragment(&mut self) {
        self.text.truncate(self.spans.query_end as usize);
    }
}
