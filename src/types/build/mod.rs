//! Building references of components.
//!
//! In: component texts, or data to be encoded into them, or a reference to begin with. Out: a
//! reference, or which component does not fit and why. What leaves here is in the language of
//! `URI-reference`, and its components are those that were given.
//!
//! The surprising case: components can be valid one by one and not together. An authority wants a
//! path that is empty or begins with `/`; without one no path begins with `//` (section 3.3); and
//! without either a first segment with a colon would be a scheme (section 4.2).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::borrow::Borrow;
use core::marker::PhantomData;
use core::net::IpAddr;

use super::borrowed::RiRef;
use super::letters::Ucs;
use super::letters::{Ascii, Letters};
use super::owned::{RiBuf, RiRefBuf};

mod begin;
pub(super) mod component;
pub(super) mod data;
mod error;

pub use component::ComponentError;
pub use error::BuildError;

impl<L: Letters> RiRef<'_, L> {
    /// Begins to build a reference from components.
    #[must_use]
    pub fn builder() -> RiBuilder<L> {
        RiBuilder::default()
    }
}

/// Builds a reference, component by component: a [`Builder`](crate::Builder) or an `IriBuilder`.
///
/// Which of the two it is says the type `L`. Texts are taken as they are, with their escapes, and are
/// checked when the reference is built. A method that encodes its data says so.
#[derive(Clone, Debug)]
pub struct RiBuilder<L> {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// Why the segments that were given make no path.
    refused: Option<BuildError>,
    letters: PhantomData<L>,
}

/// A text as a component of the builder.
fn given(text: impl AsRef<str>) -> Option<String> {
    Some(text.as_ref().to_owned())
}

impl<L: Letters> Default for RiBuilder<L> {
    /// A builder of the empty reference.
    fn default() -> Self {
        Self {
            scheme: None,
            userinfo: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
            refused: None,
            letters: PhantomData,
        }
    }
}

impl<L: Letters> RiBuilder<L> {
    /// A builder of the empty reference.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the scheme, without `:`.
    #[must_use]
    pub fn scheme(self, scheme: impl AsRef<str>) -> Self {
        Self { scheme: given(scheme), ..self }
    }

    /// Makes the scheme undefined.
    #[must_use]
    pub fn without_scheme(self) -> Self {
        Self { scheme: None, ..self }
    }

    /// Sets the userinfo, without `@`.
    #[must_use]
    pub fn userinfo(self, userinfo: impl AsRef<str>) -> Self {
        Self { userinfo: given(userinfo), ..self }
    }

    /// Makes the userinfo undefined.
    #[must_use]
    pub fn without_userinfo(self) -> Self {
        Self { userinfo: None, ..self }
    }

    /// Sets the host. An address of IPv6 or later is given in its brackets.
    #[must_use]
    pub fn host(self, host: impl AsRef<str>) -> Self {
        Self { host: given(host), ..self }
    }

    /// Sets the host to an IP address.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let address = std::net::Ipv6Addr::LOCALHOST;
    /// assert_eq!(UriRef::builder().address(address).build()?, "//[::1]");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn address(self, address: impl Into<IpAddr>) -> Self {
        self.host(host_of(address.into()))
    }

    /// Sets the port.
    #[must_use]
    pub fn port(self, port: u16) -> Self {
        self.port_text(port.to_string())
    }

    /// Sets the port as text, without `:`. The text is any digits, or none.
    #[must_use]
    pub fn port_text(self, port: impl AsRef<str>) -> Self {
        Self { port: given(port), ..self }
    }

    /// Makes the port undefined.
    #[must_use]
    pub fn without_port(self) -> Self {
        Self { port: None, ..self }
    }

    /// Sets the authority, without `//`: the userinfo, the host and the port. Those that the text
    /// does not have become undefined.
    ///
    /// ```
    /// use urispec::Builder;
    /// assert_eq!(Builder::new().userinfo("u").authority("h:80").path("/p").build()?, "//h:80/p");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn authority(self, authority: impl AsRef<str>) -> Self {
        let (userinfo, host, port) = component::divide(authority.as_ref());
        let text = |part: Option<&str>| part.map(ToOwned::to_owned);
        Self { userinfo: text(userinfo), host: given(host), port: text(port), ..self }
    }

    /// Makes the authority undefined: the userinfo, the host and the port.
    #[must_use]
    pub fn without_authority(self) -> Self {
        Self { userinfo: None, host: None, port: None, ..self }
    }

    /// Sets the path.
    #[must_use]
    pub fn path(self, path: impl AsRef<str>) -> Self {
        Self { path: path.as_ref().to_owned(), refused: None, ..self }
    }

    /// Sets the path from segments. Each segment is encoded and has a `/` before it; without
    /// segments the path is empty. [`BuildError::DotSegment`] if a segment is `.` or `..`.
    #[must_use]
    pub fn segments<S: AsRef<str>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        match data::path::<L, _>(segments) {
            Ok(path) => Self { path, refused: None, ..self },
            Err(refused) => Self { refused: Some(refused), ..self },
        }
    }

    /// Sets the query, without `?`.
    #[must_use]
    pub fn query(self, query: impl AsRef<str>) -> Self {
        Self { query: given(query), ..self }
    }

    /// Sets the query from pairs of a key and a value. Keys and values are encoded. Without pairs
    /// the query is undefined.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use urispec::Builder;
    /// let map = BTreeMap::from([("a".to_owned(), "1".to_owned()), ("b".to_owned(), "x y".to_owned())]);
    /// assert_eq!(Builder::new().query_pairs(&map).build()?, "?a=1&b=x%20y");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn query_pairs<I, K, V>(self, pairs: I) -> Self
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        Self { query: data::query::<L, _, _, _>(pairs), ..self }
    }

    /// Makes the query undefined.
    #[must_use]
    pub fn without_query(self) -> Self {
        Self { query: None, ..self }
    }

    /// Sets the fragment, without `#`.
    #[must_use]
    pub fn fragment(self, fragment: impl AsRef<str>) -> Self {
        Self { fragment: given(fragment), ..self }
    }

    /// Makes the fragment undefined.
    #[must_use]
    pub fn without_fragment(self) -> Self {
        Self { fragment: None, ..self }
    }

    /// Builds the reference.
    ///
    /// # Errors
    ///
    /// [`BuildError`] names the component that does not fit, and says why.
    pub fn build(&self) -> Result<RiRefBuf<L>, BuildError> {
        if let Some(refused) = &self.refused {
            return Err(refused.clone());
        }
        let mut built = RiRefBuf::<L>::default();
        built.text.reserve_exact(self.capacity());
        if let Some(scheme) = &self.scheme {
            built.put_scheme(scheme)?;
        }
        if let Some(host) = &self.host {
            built.put_host(host)?;
        }
        if let Some(userinfo) = &self.userinfo {
            built.put_userinfo(userinfo)?;
        }
        if let Some(port) = &self.port {
            built.put_port(port)?;
        }
        built.put_path(&self.path)?;
        if let Some(query) = &self.query {
            built.put_query(query)?;
        }
        if let Some(fragment) = &self.fragment {
            built.put_fragment(fragment)?;
        }
        Ok(built)
    }

    /// Builds the reference, which is to have a scheme.
    fn build_whole(&self) -> Result<RiBuf<L>, BuildError> {
        let built = self.build()?;
        if built.scheme().is_some() { Ok(RiBuf(built)) } else { Err(BuildError::NoScheme) }
    }

    /// The length of what is built, with room for every delimiter.
    fn capacity(&self) -> usize {
        let Self { scheme, userinfo, host, port, query, fragment, .. } = self;
        let optional = [scheme, userinfo, host, port, query, fragment];
        let texts = optional.into_iter().flatten().map(|text| text.len() + 2);
        self.path.len() + texts.sum::<usize>()
    }
}

impl RiBuilder<Ascii> {
    /// Builds the reference, which is to be a URI.
    ///
    /// # Errors
    ///
    /// The errors of [`RiBuilder::build`], and [`BuildError::NoScheme`] without a scheme.
    ///
    /// ```
    /// use urispec::{BuildError, Builder};
    /// assert_eq!(Builder::new().scheme("urn").path("a:b").build_uri()?, "urn:a:b");
    /// assert_eq!(Builder::new().host("h").build_uri(), Err(BuildError::NoScheme));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn build_uri(&self) -> Result<RiBuf<Ascii>, BuildError> {
        self.build_whole()
    }
}

impl RiBuilder<Ucs> {
    /// Builds the reference, which is to be an IRI.
    ///
    /// # Errors
    ///
    /// The errors of [`RiBuilder::build`], and [`BuildError::NoScheme`] without a scheme.
    ///
    /// ```
    /// use urispec::{BuildError, IriBuilder};
    /// let rose = IriBuilder::new().scheme("http").host("example.org").segments(["ros\u{E9}"]);
    /// assert_eq!(rose.build_iri()?, "http://example.org/ros\u{E9}");
    /// assert_eq!(rose.without_scheme().build_iri(), Err(BuildError::NoScheme));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn build_iri(&self) -> Result<RiBuf<Ucs>, BuildError> {
        self.build_whole()
    }
}

/// An IP address as the text of a host (section 3.2.2).
pub(super) fn host_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

#[cfg(test)]
mod built;
