//! iref. This library resolves by erratum 4547, so some targets differ. It cannot normalize a whole URI.

use iref::{Uri, UriBuf, UriRef};

use super::{AuthorityParts, Divide, Parts, Peer, Resolve};

/// The library iref.
#[derive(Debug)]
pub struct Iref;

impl Peer for Iref {
    const NAME: &'static str = "iref";
    type Reference<'i> = &'i UriRef;

    fn read(text: &str) -> Option<&UriRef> {
        UriRef::new(text).ok()
    }

    fn lengths(reference: &&UriRef) -> usize {
        let parts = reference.parts();
        parts.scheme.map_or(0, |scheme| scheme.as_str().len())
            + parts.authority.map_or(0, |authority| authority.as_str().len())
            + parts.path.as_str().len()
            + parts.query.map_or(0, |query| query.as_str().len())
            + parts.fragment.map_or(0, |fragment| fragment.as_str().len())
    }

    fn parse(text: &str) -> Option<Parts> {
        let parts = UriRef::new(text).ok()?.parts();
        let others = [
            parts.scheme.map(|scheme| scheme.as_str()),
            parts.authority.map(|authority| authority.as_str()),
            parts.query.map(|query| query.as_str()),
            parts.fragment.map(|fragment| fragment.as_str()),
        ];
        Some(Parts::new(others, parts.path.as_str()))
    }
}

impl Divide for Iref {
    fn divide(text: &str) -> Option<AuthorityParts> {
        let Some(authority) = Self::read(text)?.authority() else {
            return Some([None, None, None]);
        };
        let userinfo = authority.user_info().map(|userinfo| userinfo.as_str().to_owned());
        let port = authority.port().map(|port| port.as_str().to_owned());
        Some([userinfo, Some(authority.host().as_str().to_owned()), port])
    }
}

impl Resolve for Iref {
    type Base<'i> = &'i Uri;
    type Target = Target;

    fn base(text: &str) -> Option<&Uri> {
        Uri::new(text).ok()
    }

    fn resolve(base: &&Uri, reference: &&UriRef) -> Option<Target> {
        Some(Target(reference.resolved(base)))
    }
}

/// A `UriBuf`, which is also an `AsRef` of other things.
#[derive(Debug)]
pub struct Target(UriBuf);

impl AsRef<str> for Target {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}
