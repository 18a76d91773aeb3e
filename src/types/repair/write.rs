//! Writing a string anew, component by component.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Misfit, Repair, RepairError, push_encoded};
use crate::parts::percent::{Keep, triplet};
use crate::parts::split::split;
use crate::reference::error::ParseError;
use crate::types::UriRef;

/// What is written of the given string, up to the byte `at`.
struct RepairWriter<'t> {
    given: &'t str,
    at: usize,
    text: String,
    repairs: Vec<Repair>,
}

/// Writes the whole string, repaired.
#[inline]
pub(super) fn whole(given: &str) -> Result<(String, Vec<Repair>), RepairError> {
    let mut writer = RepairWriter { given, at: 0, text: String::new(), repairs: Vec::new() };
    writer.whole()?;
    Ok((writer.text, writer.repairs))
}

impl RepairWriter<'_> {
    #[inline]
    fn whole(&mut self) -> Result<(), RepairError> {
        let parts = split(self.given);
        let wrong = parts.scheme.and_then(not_in_scheme);
        // " mailto:a" has a scheme with white space before it, which is no data of a path.
        let is_meant = |scheme: &str| {
            let name = scheme.trim_start();
            name.len() < scheme.len() && !name.is_empty() && not_in_scheme(name).is_none()
        };
        let is_scheme = parts.authority.is_some() || parts.scheme.is_some_and(is_meant);
        if wrong.is_some() && is_scheme || self.given.starts_with("://") {
            return Err(RepairError::Scheme { offset: wrong.unwrap_or(0) });
        }
        // Many programs take "\\" for "/", and find a host where Appendix B finds a path.
        let after = parts.scheme.map_or(0, |scheme| scheme.len() + ":".len());
        match &self.given.as_bytes()[after..] {
            [b'\\', b'/' | b'\\', ..] => return Err(RepairError::Backslash { offset: after }),
            [b'/', b'\\', ..] => return Err(RepairError::Backslash { offset: after + 1 }),
            _ => {}
        }
        let mut path = parts.path.len();
        match parts.scheme {
            Some(scheme) if wrong.is_none() => self.keep(scheme.len() + ":".len()),
            // Then the text up to the colon is the beginning of the path.
            Some(no_scheme) => path += no_scheme.len() + ":".len(),
            None => {}
        }
        if let Some(authority) = parts.authority {
            self.keep("//".len());
            self.authority(authority)?;
        }
        if self.at == 0 {
            let first = self.given[..path].find('/').unwrap_or(path);
            self.encode(first, |octet| Keep::SegmentNoColon.keeps(octet));
            path -= first;
        }
        self.encode(path, |octet| octet == b'/' || Keep::Segment.keeps(octet));
        if let Some(query) = parts.query {
            self.keep("?".len());
            self.encode(query.len(), |octet| Keep::Query.keeps(octet));
        }
        if let Some(fragment) = parts.fragment {
            self.keep("#".len());
            self.encode(fragment.len(), |octet| Keep::Fragment.keeps(octet));
        }
        Ok(())
    }

    #[inline]
    fn authority(&mut self, authority: &str) -> Result<(), RepairError> {
        if let Some(at) = authority.find('\\') {
            return Err(RepairError::Backslash { offset: self.at + at });
        }
        let mut rest = authority;
        if let Some((userinfo, host)) = authority.split_once('@') {
            self.encode(userinfo.len(), |octet| octet == b':' || Keep::Userinfo.keeps(octet));
            self.keep("@".len());
            rest = host;
        }
        if let Some(at) = rest.find('@') {
            return Err(RepairError::AtSigns { offset: self.at + at });
        }
        let host = if rest.starts_with('[') { self.literal(rest)? } else { self.name(rest)? };
        let port = rest[host..].strip_prefix(':').unwrap_or_default();
        if let Some(at) = port.find(|digit: char| !digit.is_ascii_digit()) {
            return Err(RepairError::Port { offset: self.at + ":".len() + at });
        }
        self.keep(rest.len() - host);
        Ok(())
    }

    /// Writes the IP literal at the beginning of the text, and gives its length.
    #[inline]
    fn literal(&mut self, text: &str) -> Result<usize, RepairError> {
        let length = text.find(']').map_or(text.len(), |end| end + "]".len());
        let wrong = match UriRef::parse(&format!("//{}", &text[..length])) {
            Err(ParseError::Syntax(error)) => Some(error.offset().saturating_sub("//".len())),
            _ => (!matches!(text.as_bytes().get(length), None | Some(b':'))).then_some(length),
        };
        if let Some(at) = wrong {
            return Err(RepairError::IpLiteral { offset: self.at + at });
        }
        self.keep(length);
        Ok(length)
    }

    /// Writes the registered name or IPv4 address at the beginning of the text, and gives its
    /// length.
    #[inline]
    fn name(&mut self, text: &str) -> Result<usize, RepairError> {
        let length = text.find(':').unwrap_or(text.len());
        let name = &text[..length];
        for (at, found) in name.char_indices() {
            let is_kept = match found {
                '%' => triplet(&name.as_bytes()[at..]).is_some(),
                _ => !found.is_ascii() || Keep::RegName.keeps(found as u8),
            };
            if !is_kept {
                return Err(RepairError::Host { offset: self.at + at, found });
            }
        }
        self.encode(length, |octet| Keep::RegName.keeps(octet));
        Ok(length)
    }

    /// Writes as many bytes as they are given.
    #[inline]
    fn keep(&mut self, length: usize) {
        self.text += &self.given[self.at..self.at + length];
        self.at += length;
    }

    /// Writes as many bytes of the given string, and encodes the characters that may not stand.
    #[inline]
    fn encode(&mut self, length: usize, keeps: impl Fn(u8) -> bool) {
        let end = self.at + length;
        while self.at < end {
            let rest = &self.given[self.at..end];
            let is_wrong = |(at, found): &(usize, char)| match found {
                '%' => triplet(&rest.as_bytes()[*at..]).is_none(),
                _ => !found.is_ascii() || !keeps(*found as u8),
            };
            let Some((at, found)) = rest.char_indices().find(is_wrong) else {
                return self.keep(rest.len());
            };
            self.keep(at);
            self.repairs.push(Repair { offset: self.at, found, misfit: Misfit::of(found) });
            push_encoded(found, &mut self.text);
            self.at += found.len_utf8();
        }
    }
}

/// The offset of the first character that a `scheme` does not have there (section 3.1).
#[inline]
fn not_in_scheme(text: &str) -> Option<usize> {
    let has = |at: usize, c: char| match at {
        0 => c.is_ascii_alphabetic(),
        _ => c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'),
    };
    text.char_indices().find(|&(at, c)| !has(at, c)).map(|(at, _)| at)
}
