//! The components of a reference while it is edited.
//!
//! The surprising case: not every combination of components is a reference. In `a://h//p` without its host, the path
//! `//p` would be read as a host; in `a:b:c` without its scheme, `b` would be read as a scheme (RFC 3986, 3.3 and 4.2).

use std::borrow::Cow;

use urispec::{Edition, Reference};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UriParts<'p> {
    pub(super) scheme: Option<Cow<'p, str>>,
    pub(super) authority: Option<AuthorityParts<'p>>,
    pub(super) path: Cow<'p, str>,
    pub(super) query: Option<Cow<'p, str>>,
    pub(super) fragment: Option<Cow<'p, str>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AuthorityParts<'p> {
    pub(super) userinfo: Option<Cow<'p, str>>,
    pub(super) host: Cow<'p, str>,
    pub(super) port: Option<Cow<'p, str>>,
}

impl<'p> UriParts<'p> {
    pub(super) fn from_reference(reference: &Reference<'p>) -> Self {
        let components = reference.components();
        Self {
            scheme: components.scheme.map(Cow::Borrowed),
            authority: components.authority.map(AuthorityParts::split),
            path: Cow::Borrowed(components.path),
            query: components.query.map(Cow::Borrowed),
            fragment: components.fragment.map(Cow::Borrowed),
        }
    }

    /// Composes a string from these components (RFC 3986, 5.3). Returns an error if the string is not a reference of
    /// the edition, or if it would be split into other components.
    pub(super) fn text(&self, edition: Edition) -> Result<String, String> {
        let mut text = String::new();
        self.write(&mut text);
        let reference = match Reference::parse(edition, &text) {
            Ok(reference) => reference,
            Err(error) => return Err(format!("the changed string is invalid: {error}")),
        };
        if UriParts::from_reference(&reference) != *self {
            return Err(self.misread());
        }
        Ok(text)
    }

    fn write(&self, text: &mut String) {
        if let Some(scheme) = &self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(authority) = &self.authority {
            text.push_str("//");
            authority.write(text);
        }
        text.push_str(&self.path);
        for (sign, part) in [('?', &self.query), ('#', &self.fragment)] {
            if let Some(part) = part {
                text.push(sign);
                text.push_str(part);
            }
        }
    }

    /// Explains why the composed reference would be split into other components.
    fn misread(&self) -> String {
        match &self.authority {
            None if self.path.starts_with("//") => {
                format!(
                    "without an authority, the path `{}` would be read as an authority",
                    self.path
                )
            }
            Some(_) if !self.path.is_empty() && !self.path.starts_with('/') => {
                format!("after an authority, the path `{}` must begin with `/`", self.path)
            }
            None if self.scheme.is_none() => {
                format!(
                    "without a scheme, the beginning of the path `{}` would be read as a scheme",
                    self.path
                )
            }
            _ => "the changed string would be read with other components".to_owned(),
        }
    }
}

impl<'p> AuthorityParts<'p> {
    pub(super) fn split(text: &'p str) -> Self {
        let (userinfo, server) = match text.rsplit_once('@') {
            Some((userinfo, server)) => (Some(Cow::Borrowed(userinfo)), server),
            None => (None, text),
        };
        // A colon before a bracket belongs to an address.
        let colon = server.rfind(':').filter(|&colon| !server[colon..].contains(']'));
        let (host, port) = match colon {
            Some(colon) => (&server[..colon], Some(Cow::Borrowed(&server[colon + 1..]))),
            None => (server, None),
        };
        Self { userinfo, host: Cow::Borrowed(host), port }
    }

    pub(super) fn to_owned(&self) -> AuthorityParts<'static> {
        let Self { userinfo, host, port } = self;
        let (userinfo, port) = (userinfo.as_deref().map(copied), port.as_deref().map(copied));
        AuthorityParts { userinfo, host: copied(host), port }
    }

    fn write(&self, text: &mut String) {
        if let Some(userinfo) = &self.userinfo {
            text.push_str(userinfo);
            text.push('@');
        }
        text.push_str(&self.host);
        if let Some(port) = &self.port {
            text.push(':');
            text.push_str(port);
        }
    }
}

fn copied(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}
