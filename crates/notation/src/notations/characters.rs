//! The meaning of numbers in a printed grammar. RFC 5234 leaves the encoding to the document (2.4, "external
//! encodings"), and documents differ: `%x80-FF` of RFC 9110 means 128 bytes, and `%x80-D7FF` of TOML means code
//! points in UTF-8. `%xE9` is thus one byte or two.

use grammar_automata::build::ByteSet;
use grammar_automata::engine::text;

use super::grammar::{Alternative, Site, Term};

/// The meaning of values from `%x80` on in a printed grammar. Lower values are always ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Characters {
    /// Bytes. A value above FF cannot be used.
    Octets,
    /// Code points, encoded in UTF-8. The surrogates D800 to DFFF have no encoding, so a range omits them. A single
    /// surrogate, a range of surrogates only, and a value above 10FFFF cannot be used.
    Utf8,
    /// No meaning. Ranges omit values from `%x80` on, and a literal with such a value matches nothing.
    Ascii,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Implied {
    /// All values are below 80.
    Nothing,
    /// The greatest value is between 80 and FF.
    Octets,
    /// The greatest value is above FF.
    Utf8,
}

impl Characters {
    /// Returns the meaning that the greatest value of a number or range implies. The first value of a range is
    /// ignored: `%x80-10FFFF` implies code points.
    pub(super) fn implied(greatest: u32) -> Implied {
        match greatest {
            0..=0x7F => Implied::Nothing,
            0x80..=0xFF => Implied::Octets,
            _ => Implied::Utf8,
        }
    }

    pub(super) fn literal(self, values: &[u32]) -> Result<Term, String> {
        let mut bytes = Vec::new();
        for &value in values {
            match self {
                Self::Ascii if value > 0x7F => return Ok(Term::Bytes(ByteSet::EMPTY)),
                Self::Octets | Self::Ascii => bytes.push(byte(value)?),
                Self::Utf8 => {
                    let character = char::from_u32(value).ok_or_else(|| no_character(value))?;
                    bytes.extend(character.encode_utf8(&mut [0; 4]).bytes());
                }
            }
        }
        Ok(Term::Literal { bytes, ignore_case: false })
    }

    pub(super) fn range(self, first: u32, last: u32) -> Result<Term, String> {
        if first > last {
            return Err(format!("the range from %x{first:02X} to %x{last:02X} is empty"));
        }
        match self {
            Self::Octets => Ok(Term::Bytes(ByteSet::range(byte(first)?, byte(last)?))),
            Self::Ascii if first > 0x7F => Ok(Term::Bytes(ByteSet::EMPTY)),
            Self::Ascii => Ok(Term::Bytes(ByteSet::range(byte(first)?, byte(last.min(0x7F))?))),
            Self::Utf8 => encoded(first, last),
        }
    }
}

impl Characters {
    pub(super) fn ranges(self, ranges: &[(u32, u32)]) -> Result<Term, String> {
        let one = |&(first, last): &(u32, u32)| self.range(first, last);
        let mut terms = ranges.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        Ok(match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                let all = terms.into_iter().map(|term| Alternative::new("", term));
                // The choice is wrapped, since the document does not print it as a choice.
                Term::Sequence(vec![Term::Choice(all.collect())])
            }
        })
    }

    pub(super) fn others(self, ranges: &[(u32, u32)]) -> Result<Term, String> {
        let greatest = match self {
            Self::Octets => 0xFF,
            Self::Utf8 => 0x10_FFFF,
            Self::Ascii => 0x7F,
        };
        let mut ranges = ranges.to_vec();
        ranges.sort_unstable();
        let (mut others, mut next) = (Vec::new(), 0);
        for (first, last) in ranges {
            if first > last {
                return Err(format!("the range from #x{first:X} to #x{last:X} is empty"));
            }
            if first > next {
                others.push((next, first - 1));
            }
            next = next.max(last.saturating_add(1));
        }
        if next <= greatest {
            others.push((next, greatest));
        }
        // Surrogates are not characters.
        others.retain(|&(first, last)| !(first >= 0xD800 && last <= 0xDFFF));
        match &others[..] {
            [] => Ok(Term::Bytes(ByteSet::EMPTY)),
            others => self.ranges(others),
        }
    }
}

fn byte(value: u32) -> Result<u8, String> {
    u8::try_from(value)
        .map_err(|_| format!("`%x{value:X}` is not a byte; write the bytes of its encoding"))
}

fn no_character(value: u32) -> String {
    match value {
        0xD800..=0xDFFF => format!("`%x{value:X}` is a surrogate, which UTF-8 does not encode"),
        _ => format!("`%x{value:X}` is not a code point; the greatest is %x10FFFF"),
    }
}

/// Returns a term for the code points of a range, encoded in UTF-8. Surrogates are omitted.
fn encoded(first: u32, last: u32) -> Result<Term, String> {
    let low = if (0xD800..=0xDFFF).contains(&first) { 0xE000 } else { first };
    let high = if (0xD800..=0xDFFF).contains(&last) { 0xD7FF } else { last };
    let (Some(low), Some(high)) = (char::from_u32(low), char::from_u32(high)) else {
        return Err(no_character(first.max(last)));
    };
    if low > high {
        return Err(no_character(first));
    }
    let alternatives: Vec<Alternative> = text::range(low, high).iter().map(|one| of(one)).collect();
    Ok(match Term::choice(alternatives) {
        // The choice is wrapped, so that it does not count as the alternatives of the production.
        choice @ Term::Choice(_) => Term::Sequence(vec![choice]),
        only => only,
    })
}

fn of(sets: &[ByteSet]) -> Alternative {
    let text = |set: &ByteSet| {
        let (first, last) =
            (set.first().unwrap_or_default(), set.iter().last().unwrap_or_default());
        if first == last { format!("%x{first:02X}") } else { format!("%x{first:02X}-{last:02X}") }
    };
    let texts: Vec<String> = sets.iter().map(text).collect();
    let terms = sets.iter().map(|&set| Term::Bytes(set)).collect();
    Alternative::new(&texts.join(" "), Term::sequence(terms))
}

pub(super) fn value(base: &str, text: &str) -> Result<u32, String> {
    let radix = match base.to_ascii_lowercase().as_str() {
        "x" => 16,
        "d" => 10,
        _ => 2,
    };
    u32::from_str_radix(text, radix).map_err(|_| {
        match text.chars().find(|digit| !digit.is_digit(radix)) {
            Some(digit) => format!("`%{base}{text}`: `{digit}` is not a digit in base {radix}"),
            None => format!("`%{base}{text}` is not a code point; the greatest is %x10FFFF"),
        }
    })
}

// Prose in angle brackets that names a production: `<host, see [URI], Section 3.2.2>` is `rfc3986:host`.
// Nothing is guessed: all words of the prose must fit the form, so `<any CHAR except CTLs>` stays prose.

/// The words that are ignored in a reference in prose.
const WORDS: [&str; 19] = [
    "see",
    "from",
    "in",
    "of",
    "as",
    "is",
    "defined",
    "specified",
    "described",
    "imported",
    "per",
    "by",
    "the",
    "rule",
    "production",
    "section",
    "sections",
    "appendix",
    "also",
];

/// The words that may precede a section number.
const SECTION: [&str; 3] = ["section", "sections", "appendix"];

/// A reference to a production of another document or, without a tag, of the same document.
#[derive(Debug, PartialEq, Eq)]
struct ProseReference<'t> {
    name: &'t str,
    tag: Option<String>,
}

/// Returns the term that prose denotes. `text` includes the angle brackets.
pub(super) fn term(text: &str, line: usize, site: &mut Site<'_>) -> Result<Term, String> {
    let shown = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let says_nothing = || format!("{shown} is prose, which cannot be read");
    let Some(scope) = site.scope else { return Err(says_nothing()) };
    let inner = text.trim_matches(['<', '>']).trim();
    // In a grammar with names in angle brackets, a name may have several words.
    let words = joined(inner);
    if site.is_bracketed && site.is_own(&words) {
        return Ok(Term::Name(words));
    }
    let Some(ProseReference { name, tag }) = reference(inner) else {
        return Err(format!(
            "{}; give a reading of the production, or assume a definition for it (`--assume`)",
            says_nothing()
        ));
    };
    if let Some(tag) = tag {
        let document = scope.documents.get(&tag.to_ascii_lowercase());
        return match document {
            Some(document) => {
                site.note_import(line, format!("`{shown}` refers to `{name}` in {document}"));
                Ok(Term::Name(format!("{document}:{name}")))
            }
            None if site.is_imported(name) => {
                site.note_import(
                    line,
                    format!("`{shown}` refers to `{name}` in an imported grammar"),
                );
                Ok(Term::Name(format!(":{name}")))
            }
            None => Err(format!(
                "{shown} names a production of [{tag}], which is unknown; import that document \
                 (`--import {tag}=FILE`) or assume the production (`--assume`)"
            )),
        };
    }
    // The production's own name in angle brackets refers to another document.
    let is_itself = site.notation.key(name) == site.key;
    if site.is_bracketed || site.is_own(name) && !is_itself {
        if !site.is_bracketed {
            site.note(line, "a name is in angle brackets, which ABNF uses for prose");
        }
        return Ok(Term::Name(name.to_owned()));
    }
    if site.is_imported(name) {
        site.note_import(line, format!("`{shown}` refers to `{name}` in an imported grammar"));
        return Ok(Term::Name(format!(":{name}")));
    }
    Err(format!(
        "{shown} names a production that is not defined here; import the document that defines it \
         (`--import`) or assume it (`--assume`)"
    ))
}

/// Joins a name of several words into one.
pub(super) fn joined(words: &str) -> String {
    words.split_ascii_whitespace().collect::<Vec<_>>().join("-")
}

/// Reads prose as a reference: `name, see [TAG], Section 1.2`, `name from Section 1.2 of RFC 1234`, `RFC 1234,
/// section 1.2: name`, or only the name.
fn reference(prose: &str) -> Option<ProseReference<'_>> {
    let (name, rest) = match prose.rsplit_once(':') {
        Some((document, name)) if is_name(name.trim()) => (name.trim(), document),
        _ => prose
            .split_at(prose.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(prose.len())),
    };
    let mut tag: Option<String> = None;
    let (mut is_rfc, mut is_placed) = (false, false);
    for word in rest.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
    {
        let lower = word.to_ascii_lowercase();
        let named = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
        let number = lower.strip_prefix("rfc").map(|digits| digits.trim_start_matches('-'));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let found = match (named, number) {
            (Some(named), _) => Some(named.to_owned()),
            (None, Some(number)) if digits(number) => Some(format!("rfc{number}")),
            (None, Some("")) => {
                is_rfc = true;
                continue;
            }
            _ if is_rfc && digits(word) => Some(format!("rfc{word}")),
            _ => None,
        };
        is_rfc = false;
        // A number is a section only if a word indicates it: `<digit 0>` is not a reference.
        is_placed |= SECTION.contains(&&*lower) || word.starts_with('§') || found.is_some();
        match found {
            Some(_) if tag.is_some() => return None,
            Some(found) => tag = Some(found),
            None if WORDS.contains(&&*lower) || is_placed && is_section(word) => {}
            None => return None,
        }
    }
    is_name(name).then_some(ProseReference { name, tag })
}

fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+'))
}

/// Returns whether a word is a section number: `3.2.2`, `B.1` or `§3`.
fn is_section(word: &str) -> bool {
    let word = word.trim_start_matches('§').trim_end_matches('.');
    let part = |part: &str| {
        let is_appendix = part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_uppercase());
        is_appendix || !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    !word.is_empty() && word.split('.').all(part)
}

#[cfg(test)]
mod tests {
    use super::{ProseReference, reference};

    #[test]
    fn prose_references_are_recognized() {
        let of = |name, tag: &str| Some(ProseReference { name, tag: Some(tag.to_owned()) });
        for (prose, expected) in [
            ("URI-reference, see [URI], Section 4.1", of("URI-reference", "URI")),
            ("token, defined in [RFC2616], Section 2.2", of("token", "RFC2616")),
            ("MatchingRuleId from Section 4.1.9 of [1]", of("MatchingRuleId", "1")),
            ("RFC 3986, section 3.2: host", of("host", "rfc3986")),
            ("host, see RFC3986", of("host", "rfc3986")),
            ("ALPHA as defined in [RFC5234], Appendix B.1", of("ALPHA", "RFC5234")),
            ("ipchar", Some(ProseReference { name: "ipchar", tag: None })),
            ("any CHAR except CTLs or \";\"", None),
            ("host, see [URI] and [HTTP]", None),
            ("US-ASCII digits, see [URI]", None),
            ("\"", None),
            ("", None),
        ] {
            assert_eq!(reference(prose), expected, "{prose}");
        }
    }
}
