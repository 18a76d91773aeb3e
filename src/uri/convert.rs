//! Conversions, and what the four types share with strings.

use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;
use core::str::FromStr;

use super::borrowed::{Uri, UriRef};
use super::owned::{UriBuf, UriRefBuf};
use crate::error::ParseError;
use crate::reference::{Reference, Spans};
use crate::split::Components;

/// A failed conversion of an owned string. The string can be taken back.
///
/// `Display` prints the [explained](ParseError::explain) error, which is therefore not a source of
/// this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected<T: AsRef<str> = String> {
    input: T,
    error: ParseError,
}

impl<T: AsRef<str>> fmt::Display for Rejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}
impl<T: AsRef<str> + fmt::Debug> core::error::Error for Rejected<T> {}
impl<T: AsRef<str>> Rejected<T> {
    pub(crate) const fn new(input: T, error: ParseError) -> Self {
        Self { input, error }
    }

    /// Gives the string back unchanged.
    #[must_use]
    pub fn into_input(self) -> T {
        self.input
    }

    /// The string that was refused, borrowed.
    #[must_use]
    pub const fn input(&self) -> &T {
        &self.input
    }

    /// The reason why the string was refused.
    #[must_use]
    pub const fn error(&self) -> &ParseError {
        &self.error
    }
}

impl<'i> TryFrom<UriRef<'i>> for Uri<'i> {
    type Error = ParseError;

    fn try_from(reference: UriRef<'i>) -> Result<Self, ParseError> {
        if reference.scheme().is_some() { Ok(Self(reference.0)) } else { Err(ParseError::Relative) }
    }
}

impl TryFrom<UriRefBuf> for UriBuf {
    type Error = Rejected<UriRefBuf>;

    fn try_from(reference: UriRefBuf) -> Result<Self, Self::Error> {
        if reference.scheme().is_some() {
            Ok(Self(reference))
        } else {
            Err(Rejected { input: reference, error: ParseError::Relative })
        }
    }
}

impl TryFrom<String> for UriRefBuf {
    type Error = Rejected;

    fn try_from(text: String) -> Result<Self, Rejected> {
        match UriRef::parse(&text).map(|reference| reference.spans) {
            Ok(spans) => Ok(Self { text, spans }),
            Err(error) => Err(Rejected { input: text, error }),
        }
    }
}

impl TryFrom<String> for UriBuf {
    type Error = Rejected;

    fn try_from(text: String) -> Result<Self, Rejected> {
        UriRefBuf::try_from(text)?.try_into().map_err(|rejected: Rejected<UriRefBuf>| Rejected {
            input: rejected.input.into_string(),
            error: rejected.error,
        })
    }
}

impl<'i> From<Uri<'i>> for UriRef<'i> {
    fn from(uri: Uri<'i>) -> Self {
        Self(uri.0)
    }
}

impl From<UriBuf> for UriRefBuf {
    fn from(uri: UriBuf) -> Self {
        uri.0
    }
}

impl Default for UriRef<'_> {
    /// The empty reference. It refers to the document in which it stands (section 4.4).
    fn default() -> Self {
        Self(Reference { text: "", spans: Spans::default() })
    }
}

impl Default for UriRefBuf {
    /// The empty reference.
    fn default() -> Self {
        UriRef::default().to_buf()
    }
}

impl<'i> From<&'i UriRefBuf> for UriRef<'i> {
    fn from(owned: &'i UriRefBuf) -> Self {
        owned.as_borrowed()
    }
}

impl<'i> From<&'i UriBuf> for Uri<'i> {
    fn from(owned: &'i UriBuf) -> Self {
        owned.as_borrowed()
    }
}

impl<'i> From<&Self> for Uri<'i> {
    fn from(uri: &Self) -> Self {
        *uri
    }
}

/// Implements the conversions by which each type of reference is passed on.
/// [`compare`](crate::compare()) and [`Normalizer::normalize`](crate::Normalizer::normalize) take a
/// [`Reference`]; [`Resolver::resolve`](crate::Resolver::resolve) takes [`Components`].
macro_rules! handed_over {
    ($($type:ty, $reference:expr;)*) => {$(
        impl<'i> From<$type> for Reference<'i> {
            fn from(reference: $type) -> Self {
                $reference(reference)
            }
        }

        impl<'i> From<$type> for Components<'i> {
            fn from(reference: $type) -> Self {
                Reference::from(reference).components()
            }
        }
    )*};
}

macro_rules! borrowed {
    ($borrowed:ident) => {
        impl<'i> TryFrom<&'i str> for $borrowed<'i> {
            type Error = ParseError;

            fn try_from(text: &'i str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        like_a_string!(['i] $borrowed<'i>);
    };
}

macro_rules! owned {
    ($owned:ident, $borrowed:ident) => {
        impl FromStr for $owned {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl TryFrom<&str> for $owned {
            type Error = ParseError;

            fn try_from(text: &str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl From<$borrowed<'_>> for $owned {
            fn from(borrowed: $borrowed<'_>) -> Self {
                borrowed.to_buf()
            }
        }

        impl From<$owned> for String {
            fn from(owned: $owned) -> Self {
                owned.into_string()
            }
        }

        impl PartialEq<$borrowed<'_>> for $owned {
            fn eq(&self, other: &$borrowed<'_>) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl PartialEq<$owned> for $borrowed<'_> {
            fn eq(&self, other: &$owned) -> bool {
                self.as_str() == other.as_str()
            }
        }

        like_a_string!([] $owned);
    };
}

macro_rules! like_a_string {
    ([$($life:lifetime)?] $type:ty) => {
        impl $(<$life>)? fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl $(<$life>)? AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl $(<$life>)? Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl $(<$life>)? PartialEq<str> for $type {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl $(<$life>)? PartialEq<String> for $type {
            fn eq(&self, other: &String) -> bool {
                self.as_str() == other
            }
        }

        impl $(<$life>)? PartialEq<$type> for str {
            fn eq(&self, other: &$type) -> bool {
                self == other.as_str()
            }
        }

        impl $(<$life>)? PartialEq<$type> for &str {
            fn eq(&self, other: &$type) -> bool {
                *self == other.as_str()
            }
        }

        impl $(<$life>)? PartialEq<$type> for String {
            fn eq(&self, other: &$type) -> bool {
                self == other.as_str()
            }
        }

        impl $(<$life>)? PartialEq<&str> for $type {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }
    };
}

borrowed!(UriRef);
borrowed!(Uri);
owned!(UriRefBuf, UriRef);
owned!(UriBuf, Uri);

handed_over! {
    UriRef<'i>, |uri: UriRef<'i>| uri.0;
    &UriRef<'i>, |uri: &UriRef<'i>| uri.0;
    &'i UriRefBuf, |uri: &'i UriRefBuf| uri.as_borrowed().0;
    Uri<'i>, |uri: Uri<'i>| uri.0;
    &Uri<'i>, |uri: &Uri<'i>| uri.0;
    &'i UriBuf, |uri: &'i UriBuf| uri.as_borrowed().0;
}
