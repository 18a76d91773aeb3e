//! Builders that begin with a reference.
//!
//! In: a reference. Out: a builder with its components, as they stand: nothing is decoded or encoded.

use alloc::borrow::ToOwned;

use super::super::borrowed::{Uri, UriRef};
use super::super::owned::{UriBuf, UriRefBuf};
use super::Builder;
use crate::reference::Reference;

/// The components of a reference, as they stand.
fn begin_with(reference: &Reference<'_>) -> Builder {
    let text = |component: Option<&str>| component.map(ToOwned::to_owned);
    Builder {
        scheme: text(reference.scheme()),
        userinfo: text(reference.userinfo()),
        host: text(reference.host().map(|host| host.text())),
        port: text(reference.port()),
        path: reference.path().to_owned(),
        query: text(reference.query()),
        fragment: text(reference.fragment()),
        refused: None,
    }
}

macro_rules! begins_a_builder {
    ($($type:ty, $self:ident => $reference:expr;)*) => {$(
        impl $type {
            /// Begins to build a reference from the components of this one, which stay as they
            /// stand.
            ///
            /// ```
            /// let uri = urispec::UriBuf::parse("http://u@h/%7e?q")?;
            /// assert_eq!(uri.to_builder().without_query().build()?, "http://u@h/%7e");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn to_builder(&$self) -> Builder {
                begin_with(&$reference)
            }
        }

        impl From<$type> for Builder {
            fn from(reference: $type) -> Self {
                reference.to_builder()
            }
        }

        impl From<&$type> for Builder {
            fn from(reference: &$type) -> Self {
                reference.to_builder()
            }
        }
    )*};
}

begins_a_builder! {
    UriRef<'_>, self => self.0;
    Uri<'_>, self => self.0;
    UriRefBuf, self => self.as_borrowed().0;
    UriBuf, self => self.as_borrowed().0;
}
