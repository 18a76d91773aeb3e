//! Removing components, which makes them undefined.
//!
//! In: an owned reference. Out: the reference without the component, and all others as they were;
//! or why the rest would parse into other components. The surprising case: removing a query always
//! succeeds, and removing a scheme or an authority may fail.

use super::super::build::BuildError;
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};

macro_rules! components {
    ($type:ty, $self:ident => $inner:expr) => {
        impl<L: Letters> $type {
            /// Makes the userinfo undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://user@h/")?;
            /// uri.remove_userinfo();
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_userinfo(&mut $self) {
                $inner.cut_userinfo();
            }

            /// Makes the port undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h:80/")?;
            /// uri.remove_port();
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_port(&mut $self) {
                $inner.cut_port();
            }

            /// Makes the authority undefined: the userinfo, the host and the port.
            ///
            /// # Errors
            ///
            /// [`BuildError::PathReadsAsAuthority`] if the path begins with `//`.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("file://u@h:1/etc/hosts")?;
            /// uri.remove_authority()?;
            /// assert_eq!(uri, "file:/etc/hosts");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_authority(&mut $self) -> Result<(), BuildError> {
                $inner.cut_authority()
            }

            /// Makes the query undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/?a#f")?;
            /// uri.remove_query();
            /// assert_eq!(uri, "http://h/#f");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_query(&mut $self) {
                $inner.cut_query();
            }

            /// Makes the fragment undefined.
            ///
            /// ```
            /// let mut uri = urispec::UriBuf::parse("http://h/#f")?;
            /// uri.remove_fragment();
            /// assert_eq!(uri, "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn remove_fragment(&mut $self) {
                $inner.cut_fragment();
            }
        }
    };
}

components!(RiRefBuf<L>, self => self);
components!(RiBuf<L>, self => self.0);

impl<L: Letters> RiRefBuf<L> {
    /// Makes the scheme undefined.
    ///
    /// # Errors
    ///
    /// [`BuildError::PathReadsAsScheme`] if there is no authority and the first segment holds `:`.
    ///
    /// ```
    /// let mut reference = urispec::UriRefBuf::parse("http://h/a")?;
    /// reference.remove_scheme()?;
    /// assert_eq!(reference, "//h/a");
    /// assert!(urispec::UriRefBuf::parse("a:b:c")?.remove_scheme().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_scheme(&mut self) -> Result<(), BuildError> {
        self.cut_scheme()
    }
}
