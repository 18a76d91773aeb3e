//! The draft of a normal form: the components of a reference, which the passes change one after the other.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::Caveat;
use crate::editions::{Edition, Rung};
use crate::parts::percent::{encoded, is_unreserved, triplet};
use crate::parts::vector::{VECTOR, is, u8x16, within};
use crate::reference::Reference;
use crate::reference::components::Redacted;
use crate::types::{InvalidInput, UriRefBuf};

/// The normal form of a reference.
#[derive(Clone, PartialEq, Eq)]
pub struct Normalized<'i> {
    pub(super) text: Cow<'i, str>,
    /// The edition that defines the form.
    pub(super) edition: Edition,
    /// Whether the reference has no scheme.
    pub(super) is_relative: bool,
    /// Whether the components after the name of a URN were omitted, since comparison ignores them.
    pub(super) is_name_alone: bool,
    /// Whether an authority, a query or a fragment was omitted because comparison ignores it.
    pub(super) has_left_out: bool,
    /// Whether a zone identifier was converted to lower case.
    pub(super) is_zone_lowered: bool,
    /// Whether the option `letter` made the normal form a different reference, not equivalent to the given one.
    pub(super) is_misread: bool,
}

/// Hides the password, as [`Reference::redacted`] does.
impl fmt::Debug for Normalized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Redacted::of(&self.text).text();
        let mut debug = f.debug_struct("Normalized");
        debug.field("text", &text).field("edition", &self.edition).finish_non_exhaustive()
    }
}

impl Normalized<'_> {
    /// Returns the text of the normal form.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the reference was already in normal form.
    #[must_use]
    #[inline]
    pub const fn is_unchanged(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// Returns whether two normal forms are equal. Components that were omitted since comparison ignores them are
    /// ignored here too.
    #[inline]
    pub(crate) fn is_that_of(&self, other: &Normalized<'_>) -> bool {
        (&self.text, self.is_misread) == (&other.text, other.is_misread)
    }

    /// Returns the warnings to consider before using the normal form. For a URI there are usually none.
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

    /// Converts the normal form to a reference of RFC 3986.
    ///
    /// # Errors
    ///
    /// [`InvalidInput`] if the normal form of another edition is not valid by RFC 3986.
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
    /// The section that permits the change.
    pub section: &'static str,
    /// The changed part as it was before the pass.
    pub before: &'a str,
    /// The changed part after the pass.
    pub after: &'a str,
}

/// The function that receives the changes, if the caller wants them.
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

/// The components of a reference while it is normalized. Each component is borrowed until a pass changes it.
pub(super) struct Draft<'i> {
    pub(super) scheme: Option<Cow<'i, str>>,
    pub(super) authority: Option<AuthorityDraft<'i>>,
    pub(super) path: Cow<'i, str>,
    /// Whether the path is an opaque part, which has no segments.
    pub(super) is_opaque: bool,
    pub(super) query: Option<Cow<'i, str>>,
    pub(super) fragment: Option<Cow<'i, str>>,
}

/// The subcomponents of an authority.
pub(super) struct AuthorityDraft<'i> {
    pub(super) userinfo: Option<Cow<'i, str>>,
    pub(super) host: Cow<'i, str>,
    pub(super) port: Option<Cow<'i, str>>,
    /// Whether the authority has a host. If not, the field `host` is the whole authority, and no rule applies to it.
    pub(super) has_host: bool,
}

impl<'i> Draft<'i> {
    #[inline]
    pub(super) fn of(reference: &Reference<'i>) -> Self {
        Self {
            scheme: reference.scheme().map(Cow::Borrowed),
            authority: reference.authority().map(|authority| AuthorityDraft {
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

    /// Returns the parts that may contain triplets.
    #[inline]
    pub(super) fn encoded_parts(&mut self) -> impl Iterator<Item = &mut Cow<'i, str>> {
        let authority = self.authority.as_mut().map(|a| [a.userinfo.as_mut(), Some(&mut a.host)]);
        let rest = [Some(&mut self.path), self.query.as_mut(), self.fragment.as_mut()];
        authority.into_iter().flatten().chain(rest).flatten()
    }

    /// Recomposes the components (RFC 3986, 5.3), or returns the given text if nothing has changed.
    #[inline]
    pub(super) fn into_text(self, given: &'i str) -> Cow<'i, str> {
        let parts = self.parts();
        // Comparing with a dangling empty string can be slow.
        let mut written = parts.iter().filter(|part| !part.is_empty());
        let rest = written.try_fold(given, |rest, part| rest.strip_prefix(part));
        if rest == Some("") { Cow::Borrowed(given) } else { Cow::Owned(parts.concat()) }
    }

    /// Recomposes the components in their present state.
    #[inline]
    pub(super) fn text(&self) -> String {
        self.parts().concat()
    }

    /// Returns the components and their delimiters in order. An undefined component and its delimiter are empty.
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

// A changed copy of a string, made from left to right. Nothing is copied before the first change. Unchanged text is
// copied sixteen bytes at a time, of which only those before the next triplet count.
//
// The copy is never longer than the original: `/.` is inserted before a path only if more was removed.

pub(super) struct Copy<'i> {
    given: &'i [u8],
    /// The number of bytes of the given text that have been processed: copied, changed or omitted.
    read: usize,
    /// The copy, followed by space for a SIMD vector. It is empty until the first change.
    text: Vec<u8>,
    /// The length of the copy. Before the first change, the number of bytes that have been examined.
    written: usize,
    /// Whether triplets of unreserved characters are decoded.
    decodes: bool,
    changed_by: Rung,
}

impl<'i> Copy<'i> {
    #[inline(always)]
    pub(super) fn of(given: &'i [u8], decodes: bool) -> Self {
        Self { given, read: 0, text: Vec::new(), written: 0, decodes, changed_by: Rung::String }
    }

    #[inline(always)]
    pub(super) const fn given(&self) -> &'i [u8] {
        self.given
    }

    #[inline(always)]
    pub(super) const fn read(&self) -> usize {
        self.read
    }

    #[inline(always)]
    pub(super) const fn written(&self) -> usize {
        self.written
    }

    /// Returns the copy and the last rung that changed it, or `None` if nothing has changed.
    #[inline(always)]
    pub(super) fn into_text(mut self) -> Option<(String, Rung)> {
        if self.text.is_empty() {
            return None;
        }
        self.text.truncate(self.written);
        // Characters are copied whole, and triplets are replaced by ASCII.
        String::from_utf8(self.text).ok().map(|text| (text, self.changed_by))
    }

    /// Records that a rung changes the text at the current position. The first change starts the copy.
    #[inline(always)]
    fn change(&mut self, by: Rung) {
        if self.text.is_empty() {
            self.text = vec![0; self.given.len() + VECTOR];
            self.text[..self.read].copy_from_slice(&self.given[..self.read]);
        }
        self.changed_by = self.changed_by.max(by);
    }

    /// Copies up to the next triplet or to `end`, in lower case.
    #[inline(always)]
    pub(super) fn lowered(&mut self, end: usize) {
        self.plain::<true, false>(end);
    }

    /// Copies up to `end`, and normalizes each triplet.
    #[inline(always)]
    pub(super) fn encoded(&mut self, end: usize) {
        loop {
            self.plain::<false, false>(end);
            if self.read >= end {
                return;
            }
            self.triplet();
        }
    }

    /// Copies the host, up to `end`, in lower case, including letters decoded from triplets.
    #[inline(always)]
    pub(super) fn host(&mut self, end: usize) {
        loop {
            self.lowered(end);
            if self.read >= end {
                return;
            }
            if let Some(decoded) = self.triplet() {
                *decoded = decoded.to_ascii_lowercase();
            }
        }
    }

    /// Copies segments, beginning at the start of a segment. Stops at the next triplet, at the next segment that begins
    /// with a dot, or at `end`. A dot or a triplet at the start is copied, and does not stop the copying.
    #[inline(always)]
    pub(super) fn segments(&mut self, end: usize) {
        match self.given.get(self.read) {
            Some(b'%') => _ = self.triplet(),
            Some(b'.') => self.byte(),
            _ => {}
        }
        self.plain::<false, true>(end);
    }

    /// Copies up to `end` without decoding.
    #[inline]
    pub(super) fn undecoded(&mut self, end: usize) {
        let decodes = core::mem::replace(&mut self.decodes, false);
        self.encoded(end);
        self.decodes = decodes;
    }

    /// Omits dot segments up to `end`.
    #[inline]
    pub(super) fn leave_out(&mut self, end: usize) {
        self.change(Rung::PathSegments);
        self.read = end;
    }

    /// Removes the last segment of the path, which begins at `path_start` in the copy. Keeps the slash before it.
    #[inline]
    pub(super) fn remove_last_segment(&mut self, path_start: usize) {
        let path = &mut self.text[path_start..self.written];
        let Some((_, before)) = path.split_last() else { return };
        let slash = before.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        // The slash before the first segment is there, or is written here.
        path[slash] = b'/';
        self.written = path_start + slash + 1;
    }

    /// Inserts `/.` before a path that would be read as an authority.
    #[inline]
    pub(super) fn guard(&mut self, path_start: usize) {
        let path = self.text.get(path_start..self.written).unwrap_or_default();
        if path.starts_with(b"//") {
            self.text.copy_within(path_start..self.written, path_start + 2);
            self.text[path_start..path_start + 2].copy_from_slice(b"/.");
            self.written += 2;
        }
    }

    /// Copies up to the next triplet or `end`. With `DOTS`, also stops at a dot after a slash. With `LOWERS`, the copy
    /// is in lower case.
    #[inline(always)]
    fn plain<const LOWERS: bool, const DOTS: bool>(&mut self, end: usize) {
        while self.read < end
            && let Some(window) = self.given[self.read..].first_chunk::<{ VECTOR + 1 }>()
        {
            let ([bytes @ .., _], [_, next @ ..]) = (window, window);
            let mut bytes = u8x16::new(*bytes);
            let mut stops = is(bytes, b'%').to_bitmask();
            if DOTS {
                let slashes = is(bytes, b'/') & is(u8x16::new(*next), b'.');
                stops |= slashes.to_bitmask() << 1;
            }
            let length = ((stops | 1 << VECTOR).trailing_zeros() as usize).min(end - self.read);
            if LOWERS {
                let capitals = within(bytes, b'A', b'Z');
                if capitals.to_bitmask() & ((1 << length) - 1) != 0 {
                    self.change(Rung::Case);
                }
                bytes = bytes | (capitals & u8x16::splat(0x20));
            }
            if let Some(room) = self.text.get_mut(self.written..self.written + VECTOR) {
                room.copy_from_slice(&bytes.to_array());
            }
            self.read += length;
            self.written += length;
            if length < VECTOR || stops != 0 {
                return;
            }
        }
        while self.read < end {
            match self.given[self.read] {
                b'%' => return,
                b'.' if DOTS && self.given[..self.read].ends_with(b"/") => return,
                b'A'..=b'Z' if LOWERS => {
                    self.change(Rung::Case);
                    self.byte();
                    self.text[self.written - 1].make_ascii_lowercase();
                }
                _ => self.byte(),
            }
        }
    }

    /// Copies a byte.
    #[inline(always)]
    fn byte(&mut self) {
        if let Some(room) = self.text.get_mut(self.written) {
            *room = self.given[self.read];
        }
        self.read += 1;
        self.written += 1;
    }

    /// Copies the next triplet. If a character replaces the triplet, returns the character. A `%` that does not begin a
    /// triplet is not valid in any edition; it would be copied as it is.
    #[inline(always)]
    fn triplet(&mut self) -> Option<&mut u8> {
        let given = &self.given[self.read..];
        let Some(octet) = triplet(given) else {
            self.byte();
            return None;
        };
        if self.decodes && is_unreserved(octet) {
            self.change(Rung::PercentEncoding);
            self.read += "%41".len();
            self.text[self.written] = octet;
            self.written += 1;
            return self.text[..self.written].last_mut();
        }
        let raised = encoded(octet);
        if !given.starts_with(&raised) {
            self.change(Rung::Case);
        }
        if let Some(room) = self.text.get_mut(self.written..self.written + raised.len()) {
            room.copy_from_slice(&raised);
        }
        self.read += raised.len();
        self.written += raised.len();
        None
    }
}
