//! oxiri. This library parses IRIs, which have looser rules: most characters beyond ASCII are valid.

use oxiri::{Iri, IriRef};

use super::{AuthorityParts, Divide, Own, Parts, Peer, Resolve, ResolveInto};

/// The library oxiri.
#[derive(Debug)]
pub struct Oxiri;

impl Peer for Oxiri {
    const NAME: &'static str = "oxiri";
    type Reference<'i> = IriRef<&'i str>;

    fn read(text: &str) -> Option<IriRef<&str>> {
        IriRef::parse(text).ok()
    }

    fn lengths(reference: &IriRef<&str>) -> usize {
        reference.scheme().map_or(0, str::len)
            + reference.authority().map_or(0, str::len)
            + reference.path().len()
            + reference.query().map_or(0, str::len)
            + reference.fragment().map_or(0, str::len)
    }

    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let others =
            [reference.scheme(), reference.authority(), reference.query(), reference.fragment()];
        Some(Parts::new(others, reference.path()))
    }
}

/// oxiri knows no parts of the authority.
impl Divide for Oxiri {
    fn divide(_text: &str) -> Option<AuthorityParts> {
        None
    }
}

impl Own for Oxiri {
    fn own(text: String) -> Option<usize> {
        IriRef::parse(text).ok().map(|reference| reference.path().len())
    }
}

impl Resolve for Oxiri {
    type Base<'i> = Iri<&'i str>;
    type Target = Iri<String>;

    fn base(text: &str) -> Option<Iri<&str>> {
        Iri::parse(text).ok()
    }

    fn resolve(base: &Iri<&str>, reference: &IriRef<&str>) -> Option<Iri<String>> {
        base.resolve(reference).ok()
    }
}

impl ResolveInto for Oxiri {
    fn resolve_into(base: &Iri<&str>, reference: &IriRef<&str>, buffer: &mut String) -> bool {
        buffer.clear();
        base.resolve_into(reference, buffer).is_ok()
    }
}
