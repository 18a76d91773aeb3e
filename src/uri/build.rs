//! Building references of components.
//!
//! In: component texts, or data to be encoded into them. Out: a reference, or which component does
//! not fit and why. What leaves here is in the language of `URI-reference`, and its components are
//! those that were given.
//!
//! The surprising case: components can be valid one by one and not together. An authority wants a
//! path that is empty or begins with `/`; without one no path begins with `//` (section 3.3); and
//! without either a first segment with a colon would be a scheme (section 4.2).

use std::fmt::{self, Write};
use std::net::IpAddr;

use super::owned::UriRefBuf;
use crate::diagnose::Explanation;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::percent::{Keep, encode};
use crate::split::Components;

/// The reason why no reference can be built from given components.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A component is not in the language of its production.
    #[error("the {component} is no `{production}`")]
    Component {
        /// The name of the component.
        component: &'static str,
        /// The name of the component's production.
        production: &'static str,
        /// What is wrong with the component, with offsets in the component.
        #[source]
        error: Box<Explanation>,
    },
    /// A userinfo or a port is given without a host.
    #[error("a userinfo or port needs a host, which may be empty (3.2)")]
    NoHost,
    /// An authority is given, and a path that does not begin with `/`: the authority would run on
    /// into the path.
    #[error("with an authority the path must be empty or begin with \"/\" (3.3)")]
    PathRunsOn,
    /// No authority is given, and the path would read as one.
    #[error("without an authority the path cannot begin with \"//\" (3.3)")]
    PathReadsAsAuthority,
    /// No scheme is given, and the first segment would read as one.
    #[error(
        "in a relative reference the first segment cannot hold \":\"; write \"./\" before it (4.2)"
    )]
    PathReadsAsScheme,
    /// A segment `.` or `..` is given as data. No encoding makes it another segment (section
    /// 6.2.2.2), and resolving would remove it (section 5.2.4).
    #[error("data cannot be the segment \".\" or \"..\", which resolving would remove (5.2.4)")]
    DotSegment,
    /// An empty key without a value is the only pair of a query.
    #[error("a query cannot hold an empty key without a value and nothing else")]
    EmptyPair,
    /// The built string is longer than a reference may be.
    #[error(transparent)]
    Whole(ParseError),
}

/// Builds a reference, component by component.
///
/// Texts are taken as they are, with their escapes. A method that encodes its data says so.
///
/// ```
/// use urispec::UriRef;
/// let uri = UriRef::builder()
///     .scheme("http")
///     .host("example.com")
///     .port(8042)
///     .segments(["over", "100%"])
///     .query_pairs([("name", "a&b")])
///     .build()?;
/// assert_eq!(uri, "http://example.com:8042/over/100%25?name=a%26b");
/// assert!(UriRef::builder().host("h").path("p").build().is_err());
/// # Ok::<(), urispec::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    dot_segment: bool,
}

impl Builder {
    /// Sets the scheme.
    #[must_use]
    pub fn scheme(mut self, text: impl Into<String>) -> Self {
        self.scheme = Some(text.into());
        self
    }

    /// Sets the userinfo, without `@`.
    #[must_use]
    pub fn userinfo(mut self, text: impl Into<String>) -> Self {
        self.userinfo = Some(text.into());
        self
    }

    /// Sets the host. An address of IPv6 or later is given in its brackets.
    #[must_use]
    pub fn host(mut self, text: impl Into<String>) -> Self {
        self.host = Some(text.into());
        self
    }

    /// Sets the host to an IP address.
    #[must_use]
    pub fn address(self, address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => self.host(address.to_string()),
            IpAddr::V6(address) => self.host(format!("[{address}]")),
        }
    }

    /// Sets the port.
    #[must_use]
    pub fn port(self, port: u16) -> Self {
        self.port_text(port.to_string())
    }

    /// Sets the port as text: any digits, or none.
    #[must_use]
    pub fn port_text(mut self, text: impl Into<String>) -> Self {
        self.port = Some(text.into());
        self
    }

    /// Sets the path.
    #[must_use]
    pub fn path(mut self, text: impl Into<String>) -> Self {
        self.path = text.into();
        self
    }

    /// Sets the path from segments. Each segment is encoded and has a `/` before it; without
    /// segments the path is empty. [`BuildError::DotSegment`] if a segment is `.` or `..`.
    #[must_use]
    pub fn segments<'d>(mut self, segments: impl IntoIterator<Item = &'d str>) -> Self {
        let mut path = String::new();
        for segment in segments {
            self.dot_segment |= is_dot_segment(segment);
            path.push('/');
            path += &encode(segment, Keep::Segment);
        }
        self.path(path)
    }

    /// Sets the query, without `?`.
    #[must_use]
    pub fn query(mut self, text: impl Into<String>) -> Self {
        self.query = Some(text.into());
        self
    }

    /// Sets the query from pairs of a key and a value. Keys and values are encoded.
    #[must_use]
    pub fn query_pairs<'d>(self, pairs: impl IntoIterator<Item = (&'d str, &'d str)>) -> Self {
        let pairs: Vec<_> = pairs.into_iter().map(|(key, value)| pair(key, Some(value))).collect();
        self.query(pairs.join("&"))
    }

    /// Sets the fragment, without `#`.
    #[must_use]
    pub fn fragment(mut self, text: impl Into<String>) -> Self {
        self.fragment = Some(text.into());
        self
    }

    /// Builds the reference.
    ///
    /// # Errors
    ///
    /// [`BuildError`] names the component that does not fit, and says why. `UriBuf::try_from` makes
    /// a `URI` of the reference.
    pub fn build(&self) -> Result<UriRefBuf, BuildError> {
        let authority = self.authority()?;
        if self.dot_segment {
            return Err(BuildError::DotSegment);
        }
        recompose(&Components {
            scheme: self.scheme.as_deref(),
            authority: authority.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        })
    }

    fn authority(&self) -> Result<Option<String>, BuildError> {
        let (userinfo, port) = (self.userinfo.as_deref(), self.port.as_deref());
        let Some(host) = self.host.as_deref() else {
            return if userinfo.or(port).is_none() { Ok(None) } else { Err(BuildError::NoHost) };
        };
        check("userinfo", "userinfo", userinfo)?;
        check("host", "host", Some(host))?;
        check("port", "port", port)?;
        let mut text = String::new();
        let written: fmt::Result = (|| {
            if let Some(userinfo) = userinfo {
                write!(text, "{userinfo}@")?;
            }
            text.write_str(host)?;
            port.map_or(Ok(()), |port| write!(text, ":{port}"))
        })();
        Ok(written.ok().map(|()| text))
    }
}

pub(super) fn is_dot_segment(data: &str) -> bool {
    matches!(data, "." | "..")
}

/// A pair as text: `key=value`, or `key` without a value, both encoded.
pub(super) fn pair(key: &str, value: Option<&str>) -> String {
    let key = encode(key, Keep::Unreserved);
    match value {
        Some(value) => format!("{key}={}", encode(value, Keep::Unreserved)),
        None => key.into_owned(),
    }
}

/// Recomposes components (section 5.3), and checks that the string divides into the same
/// components.
fn recompose(parts: &Components<'_>) -> Result<UriRefBuf, BuildError> {
    check("scheme", "scheme", parts.scheme)?;
    check("authority", "authority", parts.authority)?;
    check("path", "path", Some(parts.path))?;
    check("query", "query", parts.query)?;
    check("fragment", "fragment", parts.fragment)?;
    if parts.authority.is_some() {
        if !parts.path.is_empty() && !parts.path.starts_with('/') {
            return Err(BuildError::PathRunsOn);
        }
    } else if parts.path.starts_with("//") {
        return Err(BuildError::PathReadsAsAuthority);
    } else if parts.scheme.is_none() && parts.path.split('/').next().unwrap_or("").contains(':') {
        return Err(BuildError::PathReadsAsScheme);
    }
    UriRefBuf::try_from(parts.to_string())
        .map_err(|rejected| BuildError::Whole(rejected.error().clone()))
}

pub(super) fn check(
    component: &'static str,
    production: &'static str,
    text: Option<&str>,
) -> Result<(), BuildError> {
    let Some(text) = text else { return Ok(()) };
    match crate::parse::check(Edition::Rfc3986, production, text) {
        Ok(()) => Ok(()),
        Err(ParseError::Syntax(error)) => {
            let error = Box::new(error.explain(text));
            Err(BuildError::Component { component, production, error })
        }
        Err(error) => Err(BuildError::Whole(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UriRef;

    #[test]
    fn components_that_do_not_go_together() {
        let build = |builder: Builder| builder.build().unwrap_err();
        let new = UriRef::builder;
        assert_eq!(build(new().port(1)), BuildError::NoHost);
        assert_eq!(build(new().host("h").path("p")), BuildError::PathRunsOn);
        assert_eq!(build(new().scheme("a").path("//p")), BuildError::PathReadsAsAuthority);
        assert_eq!(build(new().path("a:b")), BuildError::PathReadsAsScheme);
        assert!(matches!(
            build(new().scheme("1")),
            BuildError::Component { component: "scheme", .. }
        ));
    }

    #[test]
    fn a_delimiter_does_not_slip_into_another_component() {
        for builder in [
            UriRef::builder().host("h/p"),
            UriRef::builder().host("u@h"),
            UriRef::builder().host("h:80"),
            UriRef::builder().path("a?b"),
            UriRef::builder().query("a#b"),
            UriRef::builder().userinfo("a@b").host("h"),
        ] {
            assert!(matches!(builder.build(), Err(BuildError::Component { .. })), "{builder:?}");
        }
    }

    #[test]
    fn empty_components_are_built() {
        let all = UriRef::builder().userinfo("").host("").port_text("").query("").fragment("");
        assert_eq!(all.build().unwrap(), "//@:?#");
        assert_eq!(UriRef::builder().build().unwrap(), "");
    }
}
