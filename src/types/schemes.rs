//! Conversions from a URI of RFC 3986 to the type of its scheme.
//!
//! Each type of `scheme`, except `Purl`, borrows the whole text of the URI. A surprising case: an `http` URI of RFC
//! 9110 has no fragment, although a reference to it may have one (RFC 9110, 4.1 and 4.2.1). So `HttpUri::try_from`
//! refuses `http://h/#a`.

#[cfg(feature = "grammars")]
use crate::parse::lower::scheme::{Data, Did, FileUri, HttpUri, Mailto, Urn};
use crate::parts::purl::{Purl, PurlError};
#[cfg(feature = "grammars")]
use crate::reference::error::ParseError;
use crate::types::letters::Ascii;
use crate::types::{Ri, RiBuf, Storage};

macro_rules! of_uris {
    ($error:ident: $($type:ty),*) => {$(
        /// Parses the text of the URI.
        impl<'i> TryFrom<Ri<'i, Ascii>> for $type {
            type Error = $error;

            fn try_from(uri: Ri<'i, Ascii>) -> Result<Self, $error> {
                Self::parse(uri.as_str())
            }
        }

        /// Parses the text of the URI.
        impl<'i> TryFrom<&Ri<'i, Ascii>> for $type {
            type Error = $error;

            fn try_from(uri: &Ri<'i, Ascii>) -> Result<Self, $error> {
                Self::parse(uri.as_str())
            }
        }

        /// Parses the text of the URI.
        impl<'i, S: Storage> TryFrom<&'i RiBuf<Ascii, S>> for $type {
            type Error = $error;

            fn try_from(uri: &'i RiBuf<Ascii, S>) -> Result<Self, $error> {
                Self::parse(uri.as_str())
            }
        }
    )*};
}

#[cfg(feature = "grammars")]
of_uris! { ParseError: Data<'i>, Did<'i>, FileUri<'i>, HttpUri<'i>, Mailto<'i>, Urn<'i> }
of_uris! { PurlError: Purl }

#[cfg(all(test, feature = "grammars"))]
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
        let uri = Uri::parse("PKG:npm/a").unwrap();
        assert_eq!(Purl::try_from(&uri), Purl::try_from(uri));
        assert_eq!(Purl::try_from(&uri.to_owned()).unwrap().name, "a");
    }
}
