//! Finds the cause of a syntax error: the first row of a table that applies to the failure point.
//!
//! A row tests the byte at the failure point, the text before it, and the productions of the
//! grammar by their roles. So a row serves every edition to whose grammar it applies. The order of
//! the rows matters: faults of a character that is never allowed come before faults of a component.
//!
//! The failure point may come after the fault. `http://h:x/` fails at its last `/`, since `h:x` may
//! begin a userinfo, but the cause is the port.

#[cfg(feature = "grammars")]
mod schemes;
#[cfg(not(feature = "grammars"))]
mod schemes {
    pub(super) const BEFORE_COMPONENTS: &[&[super::CauseRow]] = &[];
    pub(super) const AFTER_HOSTS: &[&[super::CauseRow]] = &[];
}
mod host;
mod generic;

use std::borrow::Cow;

use super::Cause;
use super::failure_point::FailurePoint;
use crate::editions::automaton::Automaton;
use crate::editions::grammar::{Charset, Role};
use crate::parts::percent::push_triplet;
use crate::reference::error::{CauseText, Sentence, boundary};

/// A row of the table of causes: a test for the cause, and its sentence.
struct CauseRow {
    text: CauseText,
    section: CauseSection,
    /// Returns whether the cause applies to a failure point.
    holds: fn(&FailurePoint<'_>) -> bool,
    /// Repairs this fault in the string. [`accepted`] then percent-encodes other characters that are not allowed.
    mended: Mended,
}

/// A function that repairs a fault in a string, or `None` if no repair is known.
type Mended = Option<fn(&FailurePoint<'_>) -> Option<String>>;

/// The section that a cause cites.
enum CauseSection {
    /// The section that introduces the first production with this role.
    Of(Role),
    /// The section that introduces the production by which the string is parsed.
    OfWhole,
    /// The section that introduces the production that was being read.
    OfReading,
    /// The section that lists the characters.
    Characters,
    /// The section that lists the reserved characters.
    Reserved,
    /// The section that defines how a character is encoded.
    Escapes,
    /// The section about characters outside ASCII.
    NotAscii,
    /// The section about characters around a string in a text.
    Around,
    /// A section of the only document that the row applies to.
    Own(&'static str),
}

/// The table of causes, in the order in which they are checked.
const TABLE: &[&[&[CauseRow]]] = &[
    &[host::PERCENT, generic::PERCENT, generic::CHARACTER, generic::FRAGMENT],
    schemes::BEFORE_COMPONENTS,
    &[
        generic::EXCLUDED,
        generic::SCHEME,
        host::ROWS,
        host::ZONES,
        host::ADDRESSES,
        generic::AUTHORITY,
        host::HOSTS,
    ],
    schemes::AFTER_HOSTS,
    &[generic::COMPONENT, generic::OTHER_SCHEME],
];

/// Returns the cause in the first row that applies to `place`. Returns `None` if no row applies, or
/// if the string does not leave the language there. `noun` is what messages call the string, such
/// as "a URI". `reading` is the section of the production that was being read.
pub(super) fn cause(
    place: &FailurePoint<'_>,
    noun: &'static str,
    reading: &'static str,
) -> Option<Cause> {
    // A class of characters has no causes: its members are excluded elsewhere.
    if place.production.role == Role::Class || !place.is_where_it_leaves() {
        return None;
    }
    let row = TABLE.iter().copied().flatten().copied().flatten().find(|row| (row.holds)(place))?;
    Some(Cause {
        id: row.text.id,
        sentence: row.sentence(place, noun),
        section: row.section.of(place, reading),
        mended: row.mended.and_then(|mended| accepted(place, mended(place)?)),
    })
}

impl CauseRow {
    /// Returns the sentence, with `{}` replaced by the character at the failure point and "a URI" by `noun`.
    fn sentence(&self, place: &FailurePoint<'_>, noun: &str) -> Cow<'static, str> {
        const URI: &str = "a URI";
        let sentence = self.text.sentence;
        let is_renamed = noun != URI && sentence.contains(URI);
        if !is_renamed && !sentence.starts_with("{}") {
            return sentence.into();
        }
        let text = Sentence(self.text, place.found()).to_string();
        if is_renamed { text.replace(URI, noun).into() } else { text.into() }
    }
}

impl CauseSection {
    fn of(&self, place: &FailurePoint<'_>, reading: &'static str) -> &'static str {
        let characters = &place.grammar.characters;
        match self {
            Self::Of(role) => place.section(*role),
            Self::OfWhole => place.production.section,
            Self::OfReading => reading,
            Self::Characters => characters.admitted,
            Self::Reserved => place.reserved().map_or(characters.admitted, |known| known.section),
            Self::Escapes => characters.escapes,
            Self::NotAscii => characters.not_ascii,
            Self::Around => characters.around.unwrap_or(characters.admitted),
            Self::Own(section) => section,
        }
    }
}

// Mends a string by percent-encoding.
//
// A row first repairs its own fault. Then every character that is not allowed at its position is
// percent-encoded, if the production accepts the result. In an authority only characters outside
// ASCII are encoded, and only where the grammar has escapes in hosts: a space in a host is not part
// of any name.

/// The repair that only percent-encodes characters.
const BY_ENCODING: Mended = Some(|place| Some(place.text.to_owned()));

/// Percent-encodes `text` where necessary. Returns `None` if the production does not accept the
/// result, or if the parser of the URL Standard reads the original string and the result as
/// different URLs.
fn accepted(place: &FailurePoint<'_>, text: String) -> Option<String> {
    let is_mended = text != place.text && place.accepts(&text);
    let mended = if is_mended { text } else { encoded(place, &text)? };
    if place.grammar.stem == "whatwg" && !is_same_url([place.text, &mended]) {
        return None;
    }
    (!mended.is_empty() && mended != place.text).then_some(mended)
}

/// Returns whether the parser of the URL Standard finds the same data in both strings, or rejects
/// one of them. The parser drops a leading or trailing space, which encoding would keep.
#[cfg(feature = "whatwg")]
fn is_same_url(both: [&str; 2]) -> bool {
    use crate::parse::whatwg::Url;
    let base = Url::parse("https://base.invalid/").ok();
    let [a, b] = both.map(|text| Url::parse_with_base(text, base.as_ref()).ok());
    // "percent-decode" (percent-encoded-bytes).
    let data = |url: Url| -> Vec<u8> {
        crate::parts::percent::octets(url.as_str()).map(|(_, octet)| octet).collect()
    };
    a.zip(b).is_none_or(|(a, b)| data(a) == data(b))
}

#[cfg(not(feature = "whatwg"))]
fn is_same_url(_: [&str; 2]) -> bool {
    true
}

/// Percent-encodes each character that is not allowed at its position. Returns `None` if the
/// production does not accept the result.
fn encoded(place: &FailurePoint<'_>, text: &str) -> Option<String> {
    let automaton = place.grammar.automaton;
    let is_other = text != place.text;
    let authority = if is_other { place.begin_of(text).authority() } else { place.authority() };
    let hosts_have_escapes = || place.derives(Role::Host, "%C3%A9");
    // The state at the place is known, but not whether each "%" before it begins a triplet.
    let is_known = !is_other && !place.before().contains('%');
    let (known, mut state) = if is_known { (place.at, place.state) } else { (0, place.start) };
    let (known, mut rest) = text.split_at(known);
    let mut has_fragment = known.contains('#');
    let mut mended = String::with_capacity(text.len() + "%00".len());
    mended.push_str(known);
    loop {
        let (length, after) = standing(automaton, state, rest)?;
        let (standing, from) = rest.split_at(length);
        mended.push_str(standing);
        has_fragment |= standing.contains('#');
        let Some(character) = from.chars().next() else {
            return automaton.accepts(after).then_some(mended);
        };
        let (data, length) = match unit(from.as_bytes()) {
            Some(unit) => unit,
            // The first "#" would begin a fragment.
            None if character == '#' && !has_fragment => return None,
            None if character.is_ascii() && !is_encodable(character) => return None,
            None => (character, character.len_utf8()),
        };
        let at = text.len() - from.len();
        let is_in_authority = authority.as_ref().is_some_and(|range| range.contains(&at));
        if is_in_authority && (character.is_ascii() || !hosts_have_escapes()) {
            return None;
        }
        let start = mended.len();
        push_encoded(place, data, &mut mended)?;
        state = automaton.walk(after, &mended.as_bytes()[start..]).ok()?;
        rest = &from[length..];
    }
}

/// Returns the length of the prefix to keep, and the state after it: the prefix ends at the first
/// character that is not allowed, or at the first "%" that does not begin a triplet.
fn standing(automaton: &Automaton, state: u16, text: &str) -> Option<(usize, u16)> {
    let bytes = text.as_bytes();
    let (at, after) = match automaton.walk(state, bytes) {
        Ok(after) => (text.len(), after),
        Err(stopped) => stopped,
    };
    let length = boundary(text, at);
    let mut percents = memchr::memchr_iter(b'%', &bytes[..length]);
    match percents.find(|&at| !is_triplet(&bytes[at..])).unwrap_or(length) {
        length if length == at => Some((at, after)),
        length => Some((length, automaton.walk(state, &bytes[..length]).ok()?)),
    }
}

/// Writes a triplet for each octet of a character. Returns `None` if the charset of the document lacks
/// the character.
fn push_encoded(place: &FailurePoint<'_>, character: char, mended: &mut String) -> Option<()> {
    match place.grammar.characters.charset {
        Charset::Utf8 => {
            for octet in character.encode_utf8(&mut [0; 4]).bytes() {
                push_triplet(octet, mended);
            }
        }
        Charset::Latin1 => push_triplet(u8::try_from(character).ok()?, mended),
    }
    Some(())
}

/// Returns whether a character may be percent-encoded as data, although some editions exclude it. A
/// "%" that does not begin a triplet is data too.
const fn is_encodable(character: char) -> bool {
    matches!(
        character,
        ' ' | '"' | '#' | '%' | '<' | '>' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' | '~'
    )
}

fn is_triplet(text: &[u8]) -> bool {
    crate::parts::percent::triplet(text).is_some()
}

/// Decodes a character at the beginning of the text from "%u" and four hexadecimal digits, the notation of JavaScript's
/// `escape` for a unit of UTF-16. Returns the character, and the length of its notation.
fn unit(text: &[u8]) -> Option<(char, usize)> {
    let code = |text: &[u8]| -> Option<u16> {
        let digits = match text {
            [b'%', b'u' | b'U', digits @ ..] => digits.get(..4)?,
            _ => return None,
        };
        let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.contains('+'))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let units = [Some(code(text)?), text.get(6..).and_then(code)];
    let character = char::decode_utf16(units.into_iter().flatten()).next()?.ok()?;
    Some((character, 6 * character.len_utf16()))
}

#[cfg(test)]
mod unit_tests {
    use std::collections::HashSet;

    use super::{TABLE, unit};

    /// Each id belongs to one cause, and each cause has a row in the table of tests.
    #[test]
    fn every_cause_has_a_witness() {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/causes.tsv");
        let table = std::fs::read_to_string(table).unwrap();
        let mut ids = HashSet::new();
        for id in TABLE.iter().copied().flatten().copied().flatten().map(|row| row.text.id) {
            assert!(ids.insert(id), "{id} is twice");
            assert!(
                id.bytes().all(|byte| byte.is_ascii_lowercase() || b"-46".contains(&byte)),
                "{id}"
            );
            assert!(table.contains(&format!("\t{id}\t")), "{id} has no row");
        }
    }

    #[test]
    fn units() {
        assert_eq!(unit(b"%u0041b"), Some(('A', 6)));
        assert_eq!(unit(b"%uD83D%uDE00"), Some(('\u{1F600}', 12)));
        let none = "% %u %u004 %u00g0 %u+041 %uD83D %uDE00 u0041 p://h/%u0041";
        for none in none.split(' ').chain([""]) {
            assert_eq!(unit(none.as_bytes()), None, "{none}");
        }
    }
}
