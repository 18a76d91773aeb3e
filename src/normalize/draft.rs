//! The draft of a normal form: the components of a reference, which each pass changes one by one.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::Caveat;
use crate::editions::{Edition, Rung};
use crate::reference::Reference;
use crate::types::{InvalidInput, UriRefBuf};

/// A normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized<'i> {
    pub(super) text: Cow<'i, str>,
    /// The edition by which the form is normal.
    pub(super) edition: Edition,
    /// Whether the reference has no scheme.
    pub(super) is_relative: bool,
    /// Whether what follows the name was left out.
    pub(super) is_name_alone: bool,
    /// Whether the document's form has left out a component.
    pub(super) has_left_out: bool,
    /// Whether a zone identifier was lowered.
    pub(super) is_zone_lowered: bool,
    /// Whether the normal form, made by the letter, is another reference than the given one.
    pub(super) is_misread: bool,
}

impl Normalized<'_> {
    /// The normal form's text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the reference was already in normal form.
    #[must_use]
    #[inline]
    pub const fn is_unchanged(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// Whether both are the normal form of one thing. What was left out because comparison ignores it is
    /// ignored here too.
    #[inline]
    pub(crate) fn is_that_of(&self, other: &Normalized<'_>) -> bool {
        (&self.text, self.is_misread) == (&other.text, other.is_misread)
    }

    /// The warnings to read before using the normal form. For a URI there are most often none.
    ///
    /// ```
    /// use urispec::{Normalizer, UriRef};
    /// let normalized = Normalizer::new().normalize(UriRef::parse("../A/%7e")?);
    /// assert_eq!(normalized.as_str(), "../A/~");
    /// assert_eq!(normalized.caveats().next().map(|caveat| caveat.code()), Some("relative"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[inline]
    pub fn caveats(&self) -> impl Iterator<Item = Caveat> {
        let ladder = &self.edition.facts().ladder;
        let sections = ladder.resolved_first.filter(|_| self.is_relative);
        let section = ladder.name_alone.filter(|_| self.is_name_alone);
        let misread = self.is_misread.then_some(Caveat::Misread);
        let relative = sections.map(|sections| Caveat::Relative { sections });
        let name_alone = section.map(|section| Caveat::NameAlone { section });
        let left_out = ladder.left_out.filter(|_| self.has_left_out);
        let left_out = left_out.map(|section| Caveat::PartsLeftOut { section });
        let zone = ladder.zone.filter(|_| self.is_zone_lowered);
        let zone = zone.map(|section| Caveat::ZoneCase { section });
        relative.into_iter().chain(name_alone).chain(left_out).chain(zone).chain(misread)
    }

    /// The normal form as a reference of RFC 3986.
    ///
    /// # Errors
    ///
    /// [`InvalidInput`] where RFC 3986 does not derive the normal form of another edition.
    #[inline]
    pub fn into_reference(self) -> Result<UriRefBuf, InvalidInput> {
        UriRefBuf::try_from(self.text.into_owned())
    }
}

impl fmt::Display for Normalized<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A change that a pass made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NormalizationStep<'a> {
    /// The rung of the pass that made the change.
    pub rung: Rung,
    /// The section that licenses the change.
    pub section: &'static str,
    /// The changed part as it was before the pass.
    pub before: &'a str,
    /// The changed part as the pass left it.
    pub after: &'a str,
}

/// Passes the changes on to a caller that asked for them.
pub(super) struct ChangeLog<'t>(Option<&'t mut dyn FnMut(NormalizationStep<'_>)>);

impl<'t> ChangeLog<'t> {
    #[inline]
    pub(super) const fn off() -> Self {
        Self(None)
    }

    #[inline]
    pub(super) fn to(each: &'t mut dyn FnMut(NormalizationStep<'_>)) -> Self {
        Self(Some(each))
    }

    #[inline]
    pub(super) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    pub(super) fn change(&mut self, rung: Rung, section: &'static str, before: &str, after: &str) {
        if let Some(each) = &mut self.0 {
            each(NormalizationStep { rung, section, before, after });
        }
    }
}

/// The components of a reference while it is normalized. Each is borrowed until a pass changes it.
pub(super) struct Draft<'i> {
    pub(super) scheme: Option<Cow<'i, str>>,
    pub(super) authority: Option<Authority<'i>>,
    pub(super) path: Cow<'i, str>,
    /// Whether the path is an opaque part, which has no segments.
    pub(super) is_opaque: bool,
    pub(super) query: Option<Cow<'i, str>>,
    pub(super) fragment: Option<Cow<'i, str>>,
}

/// The subcomponents of an authority.
pub(super) struct Authority<'i> {
    pub(super) userinfo: Option<Cow<'i, str>>,
    pub(super) host: Cow<'i, str>,
    pub(super) port: Option<Cow<'i, str>>,
    /// Whether the authority has a host. If not, the field `host` holds the whole authority, and no
    /// licence speaks of it.
    pub(super) has_host: bool,
}

impl<'i> Draft<'i> {
    #[inline]
    pub(super) fn of(reference: &Reference<'i>) -> Self {
        Self {
            scheme: reference.scheme().map(Cow::Borrowed),
            authority: reference.authority().map(|authority| Authority {
                userinfo: reference.userinfo().map(Cow::Borrowed),
                host: Cow::Borrowed(reference.host().map_or(authority, |host| host.as_str())),
                port: reference.port().map(Cow::Borrowed),
                has_host: reference.host().is_some(),
            }),
            path: Cow::Borrowed(reference.path()),
            is_opaque: reference.opaque_part().is_some(),
            query: reference.query().map(Cow::Borrowed),
            fragment: reference.fragment().map(Cow::Borrowed),
        }
    }

    /// The parts that may have triplets.
    #[inline]
    pub(super) fn encoded_parts(&mut self) -> impl Iterator<Item = &mut Cow<'i, str>> {
        let authority = self.authority.as_mut().map(|a| [a.userinfo.as_mut(), Some(&mut a.host)]);
        let rest = [Some(&mut self.path), self.query.as_mut(), self.fragment.as_mut()];
        authority.into_iter().flatten().chain(rest).flatten()
    }

    /// The components recomposed (section 5.3), or the given text if nothing has changed.
    #[inline]
    pub(super) fn into_text(self, given: &'i str) -> Cow<'i, str> {
        let parts = self.parts();
        // Comparing with an empty string of no place can be slow.
        let mut written = parts.iter().filter(|part| !part.is_empty());
        let rest = written.try_fold(given, |rest, part| rest.strip_prefix(part));
        if rest == Some("") { Cow::Borrowed(given) } else { Cow::Owned(parts.concat()) }
    }

    /// The components recomposed as they are now.
    #[inline]
    pub(super) fn text(&self) -> String {
        self.parts().concat()
    }

    /// The components and their delimiters in order. Undefined ones are empty.
    #[rustfmt::skip]
    #[inline]
    fn parts(&self) -> [&str; 13] {
        fn with<'a>(part: Option<&'a Cow<'_, str>>, delimiter: &'a str) -> (&'a str, &'a str) {
            part.map_or(("", ""), |part| (part, delimiter))
        }
        let authority = self.authority.as_ref();
        let (scheme, colon) = with(self.scheme.as_ref(), ":");
        let (host, slashes) = with(authority.map(|authority| &authority.host), "//");
        let (userinfo, at) = with(authority.and_then(|authority| authority.userinfo.as_ref()), "@");
        let (port, before_port) = with(authority.and_then(|authority| authority.port.as_ref()), ":");
        let (query, question_mark) = with(self.query.as_ref(), "?");
        let (fragment, number_sign) = with(self.fragment.as_ref(), "#");
        [
            scheme, colon, slashes, userinfo, at, host, before_port, port,
            &self.path, question_mark, query, number_sign, fragment,
        ]
    }
}
