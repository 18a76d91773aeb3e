//! Copies of references, borrowed or owned, without a component.
//!
//! In: a reference, which stays as it is. Out: an owned reference in which that component is
//! undefined, or why there is none. The surprising case: without its scheme a URI is a reference
//! only.

use super::super::borrowed::{Ri, RiRef};
use super::super::build::BuildError;
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};
use super::with::changed;

macro_rules! changed_copies {
    ($type:ty, $buf:ty, $self:ident => $copy:expr) => {
        impl<L: Letters> $type {
            /// The reference without its scheme.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::remove_scheme`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/a")?;
            /// assert_eq!(uri.without_scheme()?, "//h/a");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn without_scheme(&$self) -> Result<RiRefBuf<L>, BuildError> {
                changed($copy.into(), RiRefBuf::remove_scheme)
            }

            /// The reference without its authority.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRefBuf::remove_authority`].
            ///
            /// ```
            /// let uri = urispec::Uri::parse("file://h/a")?;
            /// assert_eq!(uri.without_authority()?, "file:/a");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn without_authority(&$self) -> Result<$buf, BuildError> {
                changed($copy, |copy| copy.remove_authority())
            }

            /// The reference without its userinfo.
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://u@h/")?;
            /// assert_eq!(uri.without_userinfo(), "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn without_userinfo(&$self) -> $buf {
                let mut copy = $copy;
                copy.remove_userinfo();
                copy
            }

            /// The reference without its port.
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h:80/")?;
            /// assert_eq!(uri.without_port(), "http://h/");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn without_port(&$self) -> $buf {
                let mut copy = $copy;
                copy.remove_port();
                copy
            }

            /// The reference without its query.
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/?q#f")?;
            /// assert_eq!(uri.without_query(), "http://h/#f");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn without_query(&$self) -> $buf {
                let mut copy = $copy;
                copy.remove_query();
                copy
            }

            /// The reference without its fragment.
            ///
            /// ```
            /// let uri = urispec::Uri::parse("http://h/?q#f")?;
            /// assert_eq!(uri.without_fragment(), "http://h/?q");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn without_fragment(&$self) -> $buf {
                let mut copy = $copy;
                copy.remove_fragment();
                copy
            }
        }
    };
}

changed_copies!(RiRef<'_, L>, RiRefBuf<L>, self => self.to_owned());
changed_copies!(Ri<'_, L>, RiBuf<L>, self => self.to_owned());
changed_copies!(RiRefBuf<L>, RiRefBuf<L>, self => self.clone());
changed_copies!(RiBuf<L>, RiBuf<L>, self => self.clone());
