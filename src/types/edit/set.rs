//! Setting components.
//!
//! In: an owned reference and the text of a component, taken as it is, with its escapes. Out: the
//! reference with that component set, and all others as they were; or why that cannot be. The
//! surprising case: a port or a userinfo creates no host where there is none.

use alloc::string::ToString;
use core::net::IpAddr;

use super::super::build::{BuildError, bracketed, data, host_of};
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};

macro_rules! components {
    ($type:ty, $self:ident => $inner:expr) => {
        impl<L: Letters> $type {
            /// Sets the scheme, without `:`.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is no `scheme`.
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
            /// [`BuildError::Component`] if the text is no `userinfo`. [`BuildError::NoHost`] if
            /// there is no authority.
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

            /// Sets the host. An address of IPv6 may be given without its brackets. Where there is no
            /// authority, the host becomes one.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is no `host`. [`BuildError::PathRunsOn`] if
            /// there is no authority and the path is neither empty nor begins with `/`.
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

            /// Sets the port as text, without `:`. The text is any digits, or none.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is no `port`. [`BuildError::NoHost`] if there
            /// is no authority.
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

            /// Sets the authority, without `//`: the userinfo, the host and the port. Those that
            /// the text does not have become undefined.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text has no `userinfo`, `host` or `port` where it
            /// should. [`BuildError::PathRunsOn`] if there is no authority and the path is neither
            /// empty nor begins with `/`.
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
            /// [`BuildError::Component`] if the text is no `path`. Where the path would run
            /// together with what is before it: [`BuildError::PathRunsOn`],
            /// [`BuildError::PathReadsAsAuthority`], [`BuildError::PathReadsAsScheme`].
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
                $inner.put_path(&data::path::<L, _>(segments)?)
            }

            /// Sets the query, without `?`.
            ///
            /// # Errors
            ///
            /// [`BuildError::Component`] if the text is no `query`.
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
            /// [`BuildError::Component`] if the text is no `fragment`.
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
