//! Builders that begin with a reference.
//!
//! In: a reference. Out: a builder with its components, as they stand: nothing is decoded or encoded.

use alloc::borrow::ToOwned;

use super::super::borrowed::{Ri, RiRef};
use super::super::letters::Letters;
use super::super::owned::{RiBuf, RiRefBuf};
use super::Builder;
use crate::reference::Reference;

/// The components of a reference, as they stand.
fn begin_with<T>(reference: &Reference<'_>) -> Builder<T> {
    let text = |component: Option<&str>| component.map(ToOwned::to_owned);
    Builder {
        scheme: text(reference.scheme()),
        userinfo: text(reference.userinfo()),
        host: text(reference.host().map(|host| host.as_str())),
        port: text(reference.port()),
        path: reference.path().to_owned(),
        query: text(reference.query()),
        fragment: text(reference.fragment()),
        ..Builder::default()
    }
}

macro_rules! begins_a_builder {
    ($($type:ty => $built:ty, $self:ident => $reference:expr;)*) => {$(
        impl<L: Letters> $type {
            /// Begins to build a reference from the components of this one, which stay as they
            /// stand.
            ///
            /// ```
            /// let uri = urispec::UriBuf::parse("http://u@h/%7e?q")?;
            /// assert_eq!(uri.to_builder().without_query().build()?, "http://u@h/%7e");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn to_builder(&$self) -> Builder<$built> {
                begin_with(&$reference)
            }
        }

        impl<L: Letters> From<$type> for Builder<$built> {
            fn from(reference: $type) -> Self {
                reference.to_builder()
            }
        }

        impl<L: Letters> From<&$type> for Builder<$built> {
            fn from(reference: &$type) -> Self {
                reference.to_builder()
            }
        }
    )*};
}

begins_a_builder! {
    RiRef<'_, L> => RiRefBuf<L>, self => self.0;
    Ri<'_, L> => RiBuf<L>, self => self.0;
    RiRefBuf<L> => RiRefBuf<L>, self => self.as_borrowed().0;
    RiBuf<L> => RiBuf<L>, self => self.as_borrowed().0;
}
