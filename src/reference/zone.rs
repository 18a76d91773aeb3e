//! Zone identifiers, as people type them and as they are written in a URI (RFC 6874).
//!
//! [`encode_zone`] turns a typed `%` before a zone into the `%25` of a URI. [`Reference::without_zone`] removes the
//! zone from a reference that is to be sent, since the zone means nothing to another host.
//!
//! `%ee1` after an address may be a typed zone `ee1`, or the octet EE followed by `1`. RFC 6874, 3,
//! leaves such a string to be rewritten manually, and [`encode_zone`] does not change it.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::editions::Edition;
use crate::parts::split::split;
use crate::reference::Reference;

impl<'i> Reference<'i> {
    /// Returns the reference without the zone identifier of its host.
    ///
    /// "An HTTP client, proxy, or other intermediary MUST remove any ZoneID attached to an outgoing
    /// URI, as it has only local significance at the sending host" (RFC 6874, 4). Only references
    /// of RFC 6874 have a zone identifier; any other reference is returned unchanged.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// let reference = Reference::parse(Edition::Rfc6874, "http://[fe80::a%25en1]:80/x")?;
    /// assert_eq!(reference.without_zone(), "http://[fe80::a]:80/x");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn without_zone(&self) -> Cow<'i, str> {
        let text = self.as_str();
        let Some(zone) = self.host().and_then(|host| host.zone()) else {
            return Cow::Borrowed(text);
        };
        let end = self.spans.host_end as usize - "]".len();
        let start = end - zone.len() - "%25".len();
        Cow::Owned([&text[..start], &text[end..]].concat())
    }
}

/// Writes the bare `%` before a zone identifier as `%25`, so that the string is a reference of RFC
/// 3986 as amended by RFC 6874. Returns `None` if the result is not such a reference, or if the
/// string already is one.
///
/// "URI parsers accept bare "%" signs when possible (i.e., a "%" not followed by two valid and
/// meaningful hexadecimal characters)" (RFC 6874, 3), so the output of other programs can be
/// pasted.
///
/// ```
/// use urispec::encode_zone;
/// let encoded = encode_zone("http://[fe80::a%en1]/");
/// assert_eq!(encoded.as_deref(), Some("http://[fe80::a%25en1]/"));
/// // The triplet of an octet, or a bare "%"?
/// assert_eq!(encode_zone("http://[fe80::a%ee1]/"), None);
/// ```
#[must_use]
pub fn encode_zone(text: &str) -> Option<String> {
    let authority = split(text).authority?;
    let end = authority.rfind(']')?;
    let literal = authority[..end].rfind('[')?;
    let percent = literal + authority[literal..end].find('%')?;
    let digits = authority[percent + 1..].bytes().take(2).filter(u8::is_ascii_hexdigit).count();
    if digits == 2 {
        return None;
    }
    let before = text.find("//")? + "//".len();
    let (before, after) = text.split_at(before + percent + "%".len());
    let encoded = [before, "25", after].concat();
    Reference::parse(Edition::Rfc6874, &encoded).is_ok().then_some(encoded)
}
