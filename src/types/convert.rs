//! Conversions of texts and bytes into references, and between the kinds of references.
//!
//! A reference keeps the text in the storage that the caller passes. A failed conversion returns the storage and the
//! reason in an [`InvalidInput`].
//!
//! A surprising case: the error for bytes that are not UTF-8 is often a syntax error. In `a b\xFF` the space is wrong,
//! and it precedes the byte that is not UTF-8.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::error::Error;
use core::hash::{Hash, Hasher};
use core::str::FromStr;
use core::{fmt, str};

use super::borrowed::{Ri, RiRef};
use super::letters::{Letters, UriRef};
use super::owned::{RiBuf, RiRefBuf, Storage};
use crate::parts::split::Components;
use crate::reference::components::Redacted;
use crate::reference::endpoint::{Origin, OriginError};
use crate::reference::error::ParseError;
use crate::reference::{Reference, Spans};

/// The error for an owned text that cannot be converted. It gives the text back to the caller.
///
/// `Display` prints the reason, so the reason is not also the `source` of this error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidInput<T = String> {
    input: T,
    error: ParseError,
}

impl<T> InvalidInput<T> {
    pub(crate) const fn new(input: T, error: ParseError) -> Self {
        Self { input, error }
    }

    /// Returns the refused text, unchanged.
    #[must_use]
    pub fn into_input(self) -> T {
        self.input
    }

    /// Borrows the text that was refused.
    #[must_use]
    pub const fn input(&self) -> &T {
        &self.input
    }

    /// Returns the reason why the text was refused.
    #[must_use]
    pub const fn error(&self) -> &ParseError {
        &self.error
    }

    pub(super) fn map<U>(self, input: impl FnOnce(T) -> U) -> InvalidInput<U> {
        InvalidInput { input: input(self.input), error: self.error }
    }
}

impl<T> fmt::Display for InvalidInput<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> Error for InvalidInput<T> {}

impl<T> From<InvalidInput<T>> for ParseError {
    fn from(rejected: InvalidInput<T>) -> Self {
        rejected.error
    }
}

impl<'i, L: Letters> TryFrom<RiRef<'i, L>> for Ri<'i, L> {
    type Error = ParseError;

    fn try_from(reference: RiRef<'i, L>) -> Result<Self, ParseError> {
        match reference.scheme() {
            Some(_) => Ok(Self::new(reference.0)),
            None => Err(ParseError::Relative),
        }
    }
}

impl<'i, L: Letters, S: Storage> TryFrom<&'i RiRefBuf<L, S>> for Ri<'i, L> {
    type Error = ParseError;

    fn try_from(reference: &'i RiRefBuf<L, S>) -> Result<Self, ParseError> {
        reference.as_borrowed().try_into()
    }
}

impl<L: Letters, S: Storage> TryFrom<RiRefBuf<L, S>> for RiBuf<L, S> {
    type Error = InvalidInput<RiRefBuf<L, S>>;

    fn try_from(reference: RiRefBuf<L, S>) -> Result<Self, Self::Error> {
        if reference.scheme().is_some() {
            Ok(Self(reference))
        } else {
            Err(InvalidInput::new(reference, ParseError::Relative))
        }
    }
}

impl<L: Letters, S: Storage> RiRefBuf<L, S> {
    /// Parses a text, and keeps it in its storage.
    pub(super) fn keep(text: S) -> Result<Self, InvalidInput<S>> {
        match L::reference(text.as_ref()).map(|reference| reference.spans) {
            Ok(spans) => Ok(Self::new(text, spans)),
            Err(error) => Err(InvalidInput::new(text, error)),
        }
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Parses a text, and keeps it in its storage.
    fn keep(text: S) -> Result<Self, InvalidInput<S>> {
        RiRefBuf::keep(text)?
            .try_into()
            .map_err(|rejected: InvalidInput<_>| rejected.map(RiRefBuf::into_inner))
    }
}

/// Decodes bytes as UTF-8 and parses the text.
fn of_bytes<'i, L: Letters, T>(
    bytes: &'i [u8],
    parse: fn(&'i str) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    match str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => Err(not_utf8::<L>(bytes, error.valid_up_to())),
    }
}

/// Returns the error for bytes that are UTF-8 up to `valid_up_to`: the syntax error in that text, or else `NotUtf8`.
fn not_utf8<L: Letters>(bytes: &[u8], valid_up_to: usize) -> ParseError {
    let before = &bytes[..valid_up_to];
    match str::from_utf8(before).map(L::reference) {
        Ok(Err(ParseError::Syntax(error))) if error.offset() < before.len() => error.into(),
        _ => ParseError::NotUtf8(before.len()),
    }
}

/// Implements the conversions from borrowed texts.
macro_rules! parsed {
    ($($type:ty;)*) => {$(
        impl<'i, L: Letters> TryFrom<&'i str> for $type {
            type Error = ParseError;

            fn try_from(text: &'i str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<'i, L: Letters> TryFrom<&'i String> for $type {
            type Error = ParseError;

            fn try_from(text: &'i String) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<'i, L: Letters> TryFrom<&'i [u8]> for $type {
            type Error = ParseError;

            fn try_from(bytes: &'i [u8]) -> Result<Self, ParseError> {
                of_bytes::<L, _>(bytes, Self::parse)
            }
        }
    )*};
}

parsed! {
    RiRef<'i, L>;
    Ri<'i, L>;
    RiRefBuf<L>;
    RiBuf<L>;
}

/// Implements the conversions from owned texts, which are kept in their storage.
macro_rules! kept {
    ($owned:ident: $($storage:ty),*) => {$(
        impl<'i, L: Letters> TryFrom<$storage> for $owned<L, $storage> {
            type Error = InvalidInput<$storage>;

            fn try_from(text: $storage) -> Result<Self, Self::Error> {
                Self::keep(text)
            }
        }
    )*};
}

/// Implements the conversions from texts into an owned type, and between the owned type and its borrowed type.
macro_rules! owned {
    ($owned:ident, $borrowed:ident) => {
        kept!($owned: String, Box<str>, Rc<str>, Arc<str>, Cow<'i, str>);

        impl<L: Letters> TryFrom<Vec<u8>> for $owned<L> {
            type Error = InvalidInput<Vec<u8>>;

            fn try_from(bytes: Vec<u8>) -> Result<Self, Self::Error> {
                match String::from_utf8(bytes) {
                    Ok(text) => {
                        Self::keep(text).map_err(|rejected| rejected.map(String::into_bytes))
                    }
                    Err(error) => {
                        let valid_up_to = error.utf8_error().valid_up_to();
                        let wrong = not_utf8::<L>(error.as_bytes(), valid_up_to);
                        Err(InvalidInput::new(error.into_bytes(), wrong))
                    }
                }
            }
        }

        impl<L: Letters> FromStr for $owned<L> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<L: Letters> From<$borrowed<'_, L>> for $owned<L> {
            fn from(borrowed: $borrowed<'_, L>) -> Self {
                borrowed.to_owned()
            }
        }

        impl<'i, L: Letters, S: Storage> From<&'i $owned<L, S>> for $borrowed<'i, L> {
            fn from(owned: &'i $owned<L, S>) -> Self {
                owned.as_borrowed()
            }
        }

        impl<'i, L: Letters> From<&Self> for $borrowed<'i, L> {
            fn from(borrowed: &Self) -> Self {
                *borrowed
            }
        }
    };
}

owned!(RiRefBuf, RiRef);
owned!(RiBuf, Ri);

impl<'i, L: Letters> From<Ri<'i, L>> for RiRef<'i, L> {
    fn from(identifier: Ri<'i, L>) -> Self {
        Self::new(identifier.0)
    }
}

impl<'i, L: Letters> From<&Ri<'i, L>> for RiRef<'i, L> {
    fn from(identifier: &Ri<'i, L>) -> Self {
        Self::new(identifier.0)
    }
}

impl<'i, L: Letters, S: Storage> From<&'i RiBuf<L, S>> for RiRef<'i, L> {
    fn from(identifier: &'i RiBuf<L, S>) -> Self {
        identifier.0.as_borrowed()
    }
}

impl<L, S> From<RiBuf<L, S>> for RiRefBuf<L, S> {
    fn from(identifier: RiBuf<L, S>) -> Self {
        identifier.0
    }
}

impl<L: Letters> Default for RiRef<'_, L> {
    /// Returns the empty reference, which refers to the document that contains it (RFC 3986, 4.4).
    fn default() -> Self {
        Self::new(Reference { text: "", spans: Spans::default() })
    }
}

impl<L: Letters> Default for RiRefBuf<L> {
    /// Returns the empty reference.
    fn default() -> Self {
        RiRef::default().to_owned()
    }
}

/// Implements the conversions of each type into a [`Reference`], which [`compare`](crate::compare()) and
/// [`Normalizer::normalize`](crate::Normalizer::normalize) accept, and into [`Components`], which
/// [`Resolver::resolve`](crate::Resolver::resolve) accepts.
macro_rules! handed_over {
    ($([$($generics:tt)*] $type:ty, $reference:expr;)*) => {$(
        impl<'i, L: Letters, $($generics)*> From<$type> for Reference<'i> {
            fn from(reference: $type) -> Self {
                let given: fn($type) -> Self = $reference;
                given(reference)
            }
        }

        impl<'i, L: Letters, $($generics)*> From<$type> for Components<'i> {
            fn from(reference: $type) -> Self {
                Reference::from(reference).components()
            }
        }
    )*};
}

handed_over! {
    [] RiRef<'i, L>, |reference| reference.0;
    [] &RiRef<'i, L>, |reference| reference.0;
    [S: Storage] &'i RiRefBuf<L, S>, |reference| reference.as_borrowed().0;
    [] Ri<'i, L>, |identifier| identifier.0;
    [] &Ri<'i, L>, |identifier| identifier.0;
    [S: Storage] &'i RiBuf<L, S>, |identifier| identifier.as_borrowed().0;
}

// Conversions of the types to strings, and comparisons with strings.
//
// Equality, order and hash are those of the strings (RFC 3986, 6.2.1), between any two of the types. A map whose keys
// are references can therefore be searched with a `&str`.

macro_rules! like_a_string {
    ([$($generics:tt)*] $type:ty, $name:ident) => {
        /// Hides the password, as [`Reference::redacted`] does. `Display` prints the whole text.
        impl<$($generics)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", L::FACTS.$name, Redacted::of(self.as_str()).text())
            }
        }

        impl<$($generics)*> fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl<$($generics)*> AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl<$($generics)*> AsRef<[u8]> for $type {
            fn as_ref(&self) -> &[u8] {
                self.as_str().as_bytes()
            }
        }

        impl<$($generics)*> Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl<$($generics)*> Eq for $type {}

        impl<$($generics)*> Ord for $type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl<$($generics)*> Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        compared!([$($generics)*] $type, str);
        compared!(['t, $($generics)*] $type, &'t str);
        compared!([$($generics)*] $type, String);
        compared!(['t, $($generics)*] $type, Cow<'t, str>);
    };
}

/// Implements equality and order between two types, in both directions.
macro_rules! compared {
    ([$($generics:tt)*] $one:ty, $other:ty) => {
        compared!(@ [$($generics)*] $one, $other);
        compared!(@ [$($generics)*] $other, $one);
    };
    (@ [$($generics:tt)*] $left:ty, $right:ty) => {
        impl<$($generics)*> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                <$left as AsRef<str>>::as_ref(self) == <$right as AsRef<str>>::as_ref(other)
            }
        }

        impl<$($generics)*> PartialOrd<$right> for $left {
            fn partial_cmp(&self, other: &$right) -> Option<Ordering> {
                let other = <$right as AsRef<str>>::as_ref(other);
                Some(<$left as AsRef<str>>::as_ref(self).cmp(other))
            }
        }
    };
}

like_a_string!(['i, L: Letters] RiRef<'i, L>, reference);
like_a_string!(['i, L: Letters] Ri<'i, L>, whole);
like_a_string!([L: Letters, S: Storage] RiRefBuf<L, S>, reference_buf);
like_a_string!([L: Letters, S: Storage] RiBuf<L, S>, whole_buf);

compared!(@ ['i, 'o, L: Letters, M: Letters] RiRef<'i, L>, RiRef<'o, M>);
compared!(@ ['i, 'o, L: Letters, M: Letters] Ri<'i, L>, Ri<'o, M>);
compared!(@ [L: Letters, M: Letters, S: Storage, T: Storage] RiRefBuf<L, S>, RiRefBuf<M, T>);
compared!(@ [L: Letters, M: Letters, S: Storage, T: Storage] RiBuf<L, S>, RiBuf<M, T>);
compared!(['i, 'o, L: Letters, M: Letters] Ri<'i, L>, RiRef<'o, M>);
compared!(['i, L: Letters, M: Letters, S: Storage] RiRef<'i, L>, RiRefBuf<M, S>);
compared!(['i, L: Letters, M: Letters, S: Storage] RiRef<'i, L>, RiBuf<M, S>);
compared!(['i, L: Letters, M: Letters, S: Storage] Ri<'i, L>, RiRefBuf<M, S>);
compared!(['i, L: Letters, M: Letters, S: Storage] Ri<'i, L>, RiBuf<M, S>);
compared!([L: Letters, M: Letters, S: Storage, T: Storage] RiRefBuf<L, S>, RiBuf<M, T>);

/// Implements the conversions of the borrowed types into a text.
macro_rules! borrowed_into {
    ($($text:ty),*) => {$(
        impl<'i, L: Letters> From<RiRef<'i, L>> for $text {
            fn from(reference: RiRef<'i, L>) -> Self {
                reference.as_str().into()
            }
        }

        impl<'i, L: Letters> From<Ri<'i, L>> for $text {
            fn from(identifier: Ri<'i, L>) -> Self {
                identifier.as_str().into()
            }
        }
    )*};
}

borrowed_into!(&'i str, Cow<'i, str>, String, Box<str>, Rc<str>, Arc<str>);

/// Implements the conversions of the owned types into a text. Moves the text where possible.
macro_rules! owned_into {
    ($([$($generics:tt)*] $storage:ty => $text:ty, by $into:ident;)*) => {$(
        impl<$($generics)*> From<RiRefBuf<L, $storage>> for $text {
            fn from(reference: RiRefBuf<L, $storage>) -> Self {
                reference.text.$into()
            }
        }

        impl<$($generics)*> From<RiBuf<L, $storage>> for $text {
            fn from(identifier: RiBuf<L, $storage>) -> Self {
                identifier.0.text.$into()
            }
        }
    )*};
}

owned_into! {
    [L: Letters, S: Storage] S => String, by hand_over;
    [L: Letters, S: Storage] S => Box<str>, by hand_over;
    [L: Letters, S: Storage] S => Rc<str>, by hand_over;
    [L: Letters, S: Storage] S => Arc<str>, by hand_over;
    ['t, L: Letters] String => Cow<'t, str>, by into;
    ['t, L: Letters] Cow<'t, str> => Cow<'t, str>, by into;
}

/// Parses an origin as it is serialized, such as `https://example.com:8443`.
///
/// ```
/// use urispec::{Origin, Uri};
/// let origin: Origin = "HTTPS://example.com:443".parse()?;
/// assert_eq!(origin.to_string(), "https://example.com");
/// assert_eq!(Uri::parse("https://example.com/a")?.origin(), Some(origin));
/// assert!("https://example.com/".parse::<Origin>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let reference = UriRef::parse(text).map_err(OriginError::Invalid)?;
        let has_more = reference.userinfo().is_some()
            || !reference.path().is_empty()
            || reference.query().is_some()
            || reference.fragment().is_some();
        if reference.scheme().is_none() || reference.host().is_none() || has_more {
            return Err(OriginError::Other);
        }
        reference.endpoint().map_err(OriginError::Endpoint)?;
        reference.origin().ok_or(OriginError::Other)
    }
}
