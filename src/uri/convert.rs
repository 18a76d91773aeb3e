//! Conversions: of texts and bytes into references, and between the kinds of reference.
//!
//! In: a text, in what the caller has it. Out: a reference that keeps the text where it was, or a
//! [`Rejected`] with the text and the reason.
//!
//! The surprising case: of bytes that are no UTF-8 the error is often that of the grammar. `a b\xFF`
//! leaves the language at its space, before anything is wrong with its encoding.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::{self, FromStr};

use super::borrowed::{Uri, UriRef};
use super::owned::{UriBuf, UriRefBuf};
use super::storage::Storage;
use crate::error::ParseError;
use crate::reference::{Reference, Spans};
use crate::split::Components;

/// A failed conversion of an owned text. The text can be taken back.
///
/// `Display` prints the reason, which is therefore not a source of this error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected<T = String> {
    input: T,
    error: ParseError,
}

impl<T> Rejected<T> {
    pub(crate) const fn new(input: T, error: ParseError) -> Self {
        Self { input, error }
    }

    /// Gives the text back unchanged.
    #[must_use]
    pub fn into_input(self) -> T {
        self.input
    }

    /// The text that was refused, borrowed.
    #[must_use]
    pub const fn input(&self) -> &T {
        &self.input
    }

    /// The reason why the text was refused.
    #[must_use]
    pub const fn error(&self) -> &ParseError {
        &self.error
    }

    fn map<U>(self, input: impl FnOnce(T) -> U) -> Rejected<U> {
        Rejected { input: input(self.input), error: self.error }
    }
}

impl<T> fmt::Display for Rejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> Error for Rejected<T> {}

impl<T> From<Rejected<T>> for ParseError {
    fn from(rejected: Rejected<T>) -> Self {
        rejected.error
    }
}

impl<'i> TryFrom<UriRef<'i>> for Uri<'i> {
    type Error = ParseError;

    fn try_from(reference: UriRef<'i>) -> Result<Self, ParseError> {
        if reference.scheme().is_some() { Ok(Self(reference.0)) } else { Err(ParseError::Relative) }
    }
}

impl<'i, S: Storage> TryFrom<&'i UriRefBuf<S>> for Uri<'i> {
    type Error = ParseError;

    fn try_from(reference: &'i UriRefBuf<S>) -> Result<Self, ParseError> {
        reference.as_borrowed().try_into()
    }
}

impl<S: Storage> TryFrom<UriRefBuf<S>> for UriBuf<S> {
    type Error = Rejected<UriRefBuf<S>>;

    fn try_from(reference: UriRefBuf<S>) -> Result<Self, Self::Error> {
        if reference.scheme().is_some() {
            Ok(Self(reference))
        } else {
            Err(Rejected::new(reference, ParseError::Relative))
        }
    }
}

impl<S: Storage> UriRefBuf<S> {
    /// Parses a text and keeps it where it is.
    fn keep(text: S) -> Result<Self, Rejected<S>> {
        match UriRef::parse(text.as_ref()).map(|reference| reference.0.spans) {
            Ok(spans) => Ok(Self { text, spans }),
            Err(error) => Err(Rejected::new(text, error)),
        }
    }
}

impl<S: Storage> UriBuf<S> {
    /// Parses a text and keeps it where it is.
    fn keep(text: S) -> Result<Self, Rejected<S>> {
        UriRefBuf::keep(text)?
            .try_into()
            .map_err(|rejected: Rejected<_>| rejected.map(UriRefBuf::into_inner))
    }
}

/// Reads bytes as a text and parses the text.
fn of_bytes<'i, T>(
    bytes: &'i [u8],
    parse: fn(&'i str) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    match str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => Err(not_utf8(bytes, error.valid_up_to())),
    }
}

/// What is wrong with bytes that are UTF-8 only up to an offset: that, or what is wrong before it.
fn not_utf8(bytes: &[u8], valid_up_to: usize) -> ParseError {
    let before = &bytes[..valid_up_to];
    match str::from_utf8(before).map(UriRef::parse) {
        Ok(Err(ParseError::Syntax(error))) if error.offset() < before.len() => error.into(),
        _ => ParseError::NotUtf8(before.len()),
    }
}

/// Implements the conversions of what is borrowed.
macro_rules! parsed {
    ($($type:ident [$($life:lifetime)?];)*) => {$(
        impl<'i> TryFrom<&'i str> for $type$(<$life>)? {
            type Error = ParseError;

            fn try_from(text: &'i str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<'i> TryFrom<&'i String> for $type$(<$life>)? {
            type Error = ParseError;

            fn try_from(text: &'i String) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<'i> TryFrom<&'i [u8]> for $type$(<$life>)? {
            type Error = ParseError;

            fn try_from(bytes: &'i [u8]) -> Result<Self, ParseError> {
                of_bytes(bytes, Self::parse)
            }
        }
    )*};
}

parsed! {
    UriRef['i];
    Uri['i];
    UriRefBuf[];
    UriBuf[];
}

/// Implements the conversions of texts that an owned type keeps where they are.
macro_rules! kept {
    ($owned:ident: $($storage:ty),*) => {$(
        impl<'i> TryFrom<$storage> for $owned<$storage> {
            type Error = Rejected<$storage>;

            fn try_from(text: $storage) -> Result<Self, Self::Error> {
                Self::keep(text)
            }
        }
    )*};
}

/// Implements the conversions that are one for each owned type.
macro_rules! owned {
    ($owned:ident, $borrowed:ident) => {
        kept!($owned: String, Box<str>, Rc<str>, Arc<str>, Cow<'i, str>);

        impl TryFrom<Vec<u8>> for $owned {
            type Error = Rejected<Vec<u8>>;

            fn try_from(bytes: Vec<u8>) -> Result<Self, Self::Error> {
                match String::from_utf8(bytes) {
                    Ok(text) => {
                        Self::keep(text).map_err(|rejected| rejected.map(String::into_bytes))
                    }
                    Err(error) => {
                        let wrong = not_utf8(error.as_bytes(), error.utf8_error().valid_up_to());
                        Err(Rejected::new(error.into_bytes(), wrong))
                    }
                }
            }
        }

        impl FromStr for $owned {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl From<$borrowed<'_>> for $owned {
            fn from(borrowed: $borrowed<'_>) -> Self {
                borrowed.to_buf()
            }
        }

        impl<'i, S: Storage> From<&'i $owned<S>> for $borrowed<'i> {
            fn from(owned: &'i $owned<S>) -> Self {
                owned.as_borrowed()
            }
        }

        impl<'i> From<&Self> for $borrowed<'i> {
            fn from(borrowed: &Self) -> Self {
                *borrowed
            }
        }
    };
}

owned!(UriRefBuf, UriRef);
owned!(UriBuf, Uri);

impl<'i> From<Uri<'i>> for UriRef<'i> {
    fn from(uri: Uri<'i>) -> Self {
        Self(uri.0)
    }
}

impl<'i> From<&Uri<'i>> for UriRef<'i> {
    fn from(uri: &Uri<'i>) -> Self {
        Self(uri.0)
    }
}

impl<'i, S: Storage> From<&'i UriBuf<S>> for UriRef<'i> {
    fn from(uri: &'i UriBuf<S>) -> Self {
        uri.0.as_borrowed()
    }
}

impl<S> From<UriBuf<S>> for UriRefBuf<S> {
    fn from(uri: UriBuf<S>) -> Self {
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

/// Implements the conversions by which each type of reference is passed on.
/// [`compare`](crate::compare()) and [`Normalizer::normalize`](crate::Normalizer::normalize) take a
/// [`Reference`]; [`Resolver::resolve`](crate::Resolver::resolve) takes [`Components`].
macro_rules! handed_over {
    ($([$($generics:tt)*] $type:ty, $reference:expr;)*) => {$(
        impl<'i, $($generics)*> From<$type> for Reference<'i> {
            fn from(reference: $type) -> Self {
                let given: fn($type) -> Self = $reference;
                given(reference)
            }
        }

        impl<'i, $($generics)*> From<$type> for Components<'i> {
            fn from(reference: $type) -> Self {
                Reference::from(reference).components()
            }
        }
    )*};
}

handed_over! {
    [] UriRef<'i>, |uri| uri.0;
    [] &UriRef<'i>, |uri| uri.0;
    [S: Storage] &'i UriRefBuf<S>, |uri| uri.as_borrowed().0;
    [] Uri<'i>, |uri| uri.0;
    [] &Uri<'i>, |uri| uri.0;
    [S: Storage] &'i UriBuf<S>, |uri| uri.as_borrowed().0;
}
