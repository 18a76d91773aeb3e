//! Conversions from a URI to the type of its scheme.
//!
//! In: a URI of RFC 3986. Out: a type of [`scheme`](crate::scheme), which borrows from the URI; or why the document
//! of the scheme does not derive the URI. Nothing is forgotten.
//!
//! The surprising case: an `http` URI of RFC 9110 has no fragment, though a reference to one may have
//! (4.1, 4.2.1 there), so that `Http::try_from` refuses `http://h/#a`.

mod mailto;

pub use mailto::MailtoBuilder;

use crate::parse::lower::scheme::{Data, Did, FileUri, HttpUri, Mailto, Purl, Urn};
use crate::reference::error::ParseError;
use crate::types::letters::Ascii;
use crate::types::{Ri, RiBuf, Storage};

macro_rules! of_uris {
    ($($type:ident)*) => {$(
        /// As `parse` of the text of the URI.
        impl<'i> TryFrom<Ri<'i, Ascii>> for $type<'i> {
            type Error = ParseError;

            fn try_from(uri: Ri<'i, Ascii>) -> Result<Self, ParseError> {
                Self::parse(uri.as_str())
            }
        }

        /// As `parse` of the text of the URI.
        impl<'i> TryFrom<&Ri<'i, Ascii>> for $type<'i> {
            type Error = ParseError;

            fn try_from(uri: &Ri<'i, Ascii>) -> Result<Self, ParseError> {
                Self::parse(uri.as_str())
            }
        }

        /// As `parse` of the text of the URI.
        impl<'i, S: Storage> TryFrom<&'i RiBuf<Ascii, S>> for $type<'i> {
            type Error = ParseError;

            fn try_from(uri: &'i RiBuf<Ascii, S>) -> Result<Self, ParseError> {
                Self::parse(uri.as_str())
            }
        }
    )*};
}

of_uris! { Data Did FileUri HttpUri Mailto Purl Urn }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Uri, UriBuf};

    #[test]
    fn a_uri_means_what_its_document_says() {
        let uri = Uri::parse("mailto:joe@example.com").unwrap();
        assert_eq!(Mailto::try_from(uri).unwrap().to, Some("joe@example.com"));
        assert!(HttpUri::try_from(&uri).is_err() && Urn::try_from(uri).is_err());
        let uri = UriBuf::parse("HTTP://h:81/a").unwrap();
        assert_eq!(HttpUri::try_from(&uri).unwrap().port(), Some(81));
        assert!(HttpUri::try_from(Uri::parse("http://h/#a").unwrap()).is_err());
        let urn = UriBuf::parse("urn:example:a").unwrap();
        assert_eq!(Urn::try_from(&urn).unwrap().nss, "a");
        assert_eq!(FileUri::try_from(Uri::parse("file:/a").unwrap()).unwrap().path, "/a");
        assert_eq!(Data::try_from(Uri::parse("data:,a").unwrap()).unwrap().data, "a");
    }
}
