//! Changed copies of references, borrowed or owned.
//!
//! In: a reference, which stays as it is, and the text of a component. Out: an owned reference with
//! that component set, or why there is none. The surprising case: of a URI the copy is a URI, whatever
//! scheme is set.

use core::borrow::Borrow;
use core::net::IpAddr;

use super::super::borrowed::{Ri, RiRef};
use super::super::build::BuildError;
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};

/// A copy, changed.
pub(super) fn changed<T>(
    mut copy: T,
    change: impl FnOnce(&mut T) -> Result<(), BuildError>,
) -> Result<T, BuildError> {
    change(&mut copy)?;
    Ok(copy)
}

macro_rules! changed_copies {
    ($type:ty, $buf:ty, $self:ident => $copy:expr) => {
        impl<L: Letters> $type {
            /// The reference with another scheme.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_scheme`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/")?;
            /// assert_eq!(uri.with_scheme("https")?, "https://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_scheme(&$self, scheme: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_scheme(scheme))
            }

            /// The reference with another userinfo.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_userinfo`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/")?;
            /// assert_eq!(uri.with_userinfo("u")?, "http://u@h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_userinfo(&$self, userinfo: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_userinfo(userinfo))
            }

            /// The reference with another host.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_host`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://u@h:80/")?;
            /// assert_eq!(uri.with_host("i")?, "http://u@i:80/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_host(&$self, host: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_host(host))
            }

            /// The reference with an IP address as its host.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_address`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/")?;
            /// assert_eq!(uri.with_address([127, 0, 0, 1])?, "http://127.0.0.1/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_address(&$self, address: impl Into<IpAddr>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_address(address))
            }

            /// The reference with another port.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_port`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/")?;
            /// assert_eq!(uri.with_port(8042)?, "http://h:8042/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_port(&$self, port: u16) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_port(port))
            }

            /// The reference with another port, given as text.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_port_text`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/")?;
            /// assert_eq!(uri.with_port_text("")?, "http://h:/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_port_text(&$self, port: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_port_text(port))
            }

            /// The reference with another authority.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_authority`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://u@h/")?;
            /// assert_eq!(uri.with_authority("i:80")?, "http://i:80/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_authority(
                &$self,
                authority: impl AsRef<str>,
            ) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_authority(authority))
            }

            /// The reference with another path.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_path`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/a?q")?;
            /// assert_eq!(uri.with_path("/b")?, "http://h/b?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_path(&$self, path: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_path(path))
            }

            /// The reference with a path of segments, which are encoded.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_segments`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/a?q")?;
            /// assert_eq!(uri.with_segments(["b", "50%"])?, "http://h/b/50%25?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_segments<S: AsRef<str>>(
                &$self,
                segments: impl IntoIterator<Item = S>,
            ) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_segments(segments))
            }

            /// The reference with another query.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_query`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/?a#f")?;
            /// assert_eq!(uri.with_query("b")?, "http://h/?b#f");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_query(&$self, query: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_query(query))
            }

            /// The reference with a query of pairs, which are encoded.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_query_pairs`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/?a")?;
            /// assert_eq!(uri.with_query_pairs([("b", "c&d")])?, "http://h/?b=c%26d");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_query_pairs<I, K, V>(&$self, pairs: I) -> Result<$buf, BuildError>
            where
                I: IntoIterator,
                I::Item: Borrow<(K, V)>,
                K: AsRef<str>,
                V: AsRef<str>,
            {
                changed($copy, |copy| copy.set_query_pairs(pairs))
            }

            /// The reference with another fragment.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::set_fragment`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/#a")?;
            /// assert_eq!(uri.with_fragment("b")?, "http://h/#b");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_fragment(&$self, fragment: impl AsRef<str>) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.set_fragment(fragment))
            }
        }
    };
}

changed_copies!(RiRef<'_, L>, RiRefBuf<L>, self => self.to_owned());
changed_copies!(Ri<'_, L>, RiBuf<L>, self => self.to_owned());
changed_copies!(RiRefBuf<L>, RiRefBuf<L>, self => self.clone());
changed_copies!(RiBuf<L>, RiBuf<L>, self => self.clone());
