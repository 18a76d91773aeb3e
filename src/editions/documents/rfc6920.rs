//! RFC 6920 (2013): the schemes `ni` and `nih`, names that are hashes.
//!
//! A name that the grammar derives may be malformed. The value in `ni:///sha-256;a` is too short to
//! encode an octet in base64url (3). A malformed name equals no other name (10). So below the rung
//! `scheme` only identical strings are equal; at that rung, the normal form of a name is computed
//! from its hash.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::editions::automaton::tables::rfc6920::AUTOMATON;
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::ladder::TellChange;
use crate::editions::{
    Algorithm, DocumentSpec, Ladder, Printed, SchemeForm, documents::extends_rfc3986,
};

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6920",
    document: "RFC 6920, April 2013",
    noun: "an ni URI",
    begins: &["ni:", "nih:"],
    algorithm: Algorithm::Rfc3986,
    // The base of figure 5, `ni://example.com`, names no digest (3).
    scheme_of_bases: Some("ni"),
    ladder: Ladder {
        string: Some("RFC 3986, 6.2.1"),
        form: Some(&FORM),
        left_out: Some("2"),
        ..Ladder::NONE
    },
    whole: &["NI-URI", "humanname"],
    ..DocumentSpec::PLAIN
};

/// The normal form of a name: the shortest name of its hash, since "An implementation MUST only
/// consider the digest algorithm and the digest value" (RFC 6920, 2). If RFC 6920 has no name for
/// the number of the algorithm, the normal form keeps the scheme `nih`.
static FORM: SchemeForm = SchemeForm {
    section: "2",
    of: form,
    differences: &[
        (
            "the authority of a name of the scheme ni",
            "2",
            ["ni://h/sha-256-32;UyaQVw", "ni:///sha-256-32;UyaQVw"],
        ),
        (
            "the query of a name of the scheme ni",
            "2",
            ["ni:///sha-256-32;UyaQVw?ct=text/plain", "ni:///sha-256-32;UyaQVw"],
        ),
        (
            "the encoding of a hash, in base64url or in hexadecimal digits,",
            "2",
            ["nih:sha-256-32;53269057", "ni:///sha-256-32;UyaQVw"],
        ),
        (
            "a suite number in place of the algorithm's name in a name of the scheme nih",
            "7",
            ["nih:6;53269057", "nih:sha-256-32;53269057"],
        ),
        (
            "a hyphen in a name of the scheme nih",
            "7",
            ["nih:sha-256-32;5326-9057", "nih:sha-256-32;53269057"],
        ),
        (
            "the absence of the check digit in a name of the scheme nih",
            "7",
            ["nih:sha-256-32;53269057;b", "nih:sha-256-32;53269057"],
        ),
    ],
};

fn form(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let form = of_name(text)?.shortest();
    if form == text {
        return None;
    }
    tell("2", text, &form);
    Some(form)
}

pub(crate) static PRINTED: Printed = printed!("rfc6920", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc6920" in Abnf, printed, extends Some(&["rfc3986"]), automaton rfc6920, by extends_rfc3986::{ExtendsRfc3986, Rule, place},
    CharacterSections::new("3", "3", "3")
};

// The hashes in names of RFC 6920, in each of their encodings.
//
// A [`Digest`] is decoded from a value of `ni` or `nih`, or from a binary name. Names are compared
// by their digests (2): the encoding, the hyphens, the check digit, and whether the algorithm is
// given by number do not matter.

/// The algorithms of RFC 6920 (9.4, figure 11): the number of the suite, the name, and the length in bits.
const ALGORITHMS: [(u8, &str, usize); 6] = [
    (1, "sha-256", 256),
    (2, "sha-256-128", 128),
    (3, "sha-256-120", 120),
    (4, "sha-256-96", 96),
    (5, "sha-256-64", 64),
    (6, "sha-256-32", 32),
];

/// The mask of the suite number in the first octet of a binary name (RFC 6920, 6).
const SUITE: u8 = 0b0011_1111;

/// A hash and the name of its algorithm, the only parts of a name that are compared (RFC 6920, 2).
///
/// ```
/// use urispec::scheme::{Ni, Nih};
/// let spoken = Nih::parse("nih:3;532690-57e12f-e2b74b-a07c89-2560a2;f")?.digest()?;
/// assert_eq!(spoken, Ni::parse("ni://h/sha-256-120;UyaQV-Ev4rdLoHyJJWCi")?.digest()?);
/// assert_eq!(spoken.binary().unwrap()[..4], [0x03, 0x53, 0x26, 0x90]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Digest<'i> {
    /// The name of the algorithm. For a number in a name of the scheme `nih` (RFC 6920, 7), this is
    /// the algorithm's name in RFC 6920 (9.4), or the number if the algorithm has no name there.
    pub algorithm: &'i str,
    /// Whether `algorithm` is a number for which RFC 6920 has no name. Such a hash equals no hash
    /// in the scheme `ni`, in which the algorithm always has a name (3).
    pub is_numbered: bool,
    /// The octets of the hash, at least one.
    pub octets: Vec<u8>,
}

impl<'i> Digest<'i> {
    /// Decodes a base64url value of the scheme `ni` (RFC 6920, 3).
    pub(crate) fn of_val(alg: &'i str, val: &str) -> Result<Self, NotADigest> {
        let is_other =
            |octet| !matches!(octet, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_');
        if let Some(offset) = val.bytes().position(is_other) {
            return Err(NotADigest { fault: DigestFault::Symbol, offset });
        }
        let octets = URL_SAFE_NO_PAD.decode(val).map_err(|error| match error {
            base64::DecodeError::InvalidLastSymbol { offset, .. } => {
                NotADigest { fault: DigestFault::Bits, offset }
            }
            _ => NotADigest { fault: DigestFault::Length, offset: val.len() },
        })?;
        Ok(Self { algorithm: alg, is_numbered: false, octets })
    }

    /// Decodes a hexadecimal value of the scheme `nih` (RFC 6920, 7).
    pub(crate) fn of_sepval(
        alg: &'i str,
        sepval: &str,
        checkdigit: Option<&str>,
    ) -> Result<Self, NotADigest> {
        let digits = digits(sepval)?;
        let at_end = |fault| NotADigest { fault, offset: sepval.len() };
        if digits.is_empty() || digits.len() % 2 == 1 {
            return Err(at_end(DigestFault::Length));
        }
        if checkdigit.is_some_and(|given| given.contains(|digit: char| digit.is_ascii_uppercase()))
        {
            return Err(at_end(DigestFault::UpperCase));
        }
        if checkdigit.is_some_and(|given| !given.chars().eq([check_digit(&digits)])) {
            return Err(at_end(DigestFault::CheckDigit));
        }
        let octets = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let known = named(alg);
        let is_numbered = known.is_none() && alg.bytes().all(|octet| octet.is_ascii_digit());
        Ok(Self { algorithm: known.unwrap_or(alg), is_numbered, octets })
    }

    /// Decodes a binary name (RFC 6920, 6), ignoring the two reserved bits. Returns `None` if RFC
    /// 6920 does not define the number of the algorithm, or if the hash does not have the length
    /// that the algorithm prescribes.
    ///
    /// ```
    /// use urispec::scheme::Digest;
    /// let digest = Digest::from_binary(&[0x06, 0x53, 0x26, 0x90, 0x57]).unwrap();
    /// assert_eq!(digest.name().as_deref(), Some("ni:///sha-256-32;UyaQVw"));
    /// ```
    #[must_use]
    pub fn from_binary(name: &[u8]) -> Option<Digest<'static>> {
        let (first, hash) = name.split_first()?;
        let is_it = |(suite, _, bits): &(u8, &str, usize)| {
            (*suite, *bits) == (first & SUITE, hash.len() * 8)
        };
        let (_, algorithm, _) = ALGORITHMS.into_iter().find(is_it)?;
        Some(Digest { algorithm, is_numbered: false, octets: hash.to_vec() })
    }

    /// Returns the binary name (RFC 6920, 6): an octet with the number of the suite, followed by
    /// the hash. Returns `None` if RFC 6920 has no number for the algorithm, or if the hash does
    /// not have the length that the algorithm prescribes.
    #[must_use]
    pub fn binary(&self) -> Option<Vec<u8>> {
        let (suite, _, bits) = self.row()?;
        (bits == self.bits()).then(|| [&[suite], &*self.octets].concat())
    }

    /// Returns the name in the scheme `ni` (RFC 6920, 3), without an authority or a query. Returns
    /// `None` if only the number of the algorithm is known.
    ///
    /// ```
    /// use urispec::scheme::Nih;
    /// let digest = Nih::parse("nih:7;a-a")?.digest()?;
    /// assert_eq!((digest.name(), &*digest.spoken()), (None, "nih:7;aa;1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<String> {
        let name = || format!("ni:///{};{}", self.algorithm, URL_SAFE_NO_PAD.encode(&self.octets));
        (!self.is_numbered).then(name)
    }

    /// Returns the shortest name of the hash: in the scheme `ni` if there is one, or else in `nih`.
    fn shortest(&self) -> String {
        let spoken = || format!("nih:{};{}", self.algorithm, hexadecimal(&self.digits()));
        self.name().unwrap_or_else(spoken)
    }

    /// Returns the name in the scheme `nih` (RFC 6920, 7), with check digit and without hyphens.
    #[must_use]
    pub fn spoken(&self) -> String {
        let digits = self.digits();
        format!("nih:{};{};{}", self.algorithm, hexadecimal(&digits), check_digit(&digits))
    }

    /// Returns the length of the hash in bits.
    #[must_use]
    pub const fn bits(&self) -> usize {
        self.octets.len() * 8
    }

    /// Returns the length in bits that the algorithm prescribes, if RFC 6920 (9.4) defines the
    /// algorithm. The IANA registry now lists more algorithms.
    #[must_use]
    pub fn algorithm_bits(&self) -> Option<usize> {
        self.row().map(|(.., bits)| bits)
    }

    /// Returns the values of the hexadecimal digits of the hash.
    fn digits(&self) -> Vec<u8> {
        self.octets.iter().flat_map(|octet| [octet >> 4, octet & 0x0F]).collect()
    }

    fn row(&self) -> Option<(u8, &'static str, usize)> {
        ALGORITHMS.into_iter().find(|(_, name, _)| *name == self.algorithm)
    }
}

/// Returns the hash in a whole name. Returns `None` if the grammar does not derive the string, or
/// if the value in the name is malformed.
fn of_name(text: &str) -> Option<Digest<'_>> {
    let is_of = |rule| AUTOMATON.derives_by(rule, text.as_bytes());
    if is_of("NI-URI") {
        // An algorithm or a value does not contain a slash.
        let (_, alg_val) = text.split('?').next()?.rsplit_once('/')?;
        let (alg, val) = alg_val.split_once(';')?;
        return Digest::of_val(alg, val).ok();
    }
    let mut fields = text.split_once(':').filter(|_| is_of("humanname"))?.1.split(';');
    let (alg, sepval) = (fields.next()?, fields.next()?);
    Digest::of_sepval(alg, sepval, fields.next()).ok()
}

/// Returns the name of the algorithm whose suite number is `alg`, if there is one.
fn named(alg: &str) -> Option<&'static str> {
    let is_it = |(suite, ..): &(u8, &str, usize)| suite.to_string() == alg;
    ALGORITHMS.into_iter().find(is_it).map(|(_, name, _)| name)
}

/// Returns the values of the hexadecimal digits, which must be lowercase (RFC 6920, 7).
pub(crate) fn digits(sepval: &str) -> Result<Vec<u8>, NotADigest> {
    let mut digits = Vec::with_capacity(sepval.len());
    for (offset, character) in sepval.char_indices().filter(|(_, character)| *character != '-') {
        match character.to_digit(16) {
            Some(value) if !character.is_ascii_uppercase() => digits.push(value as u8),
            _ => return Err(NotADigest { fault: DigestFault::UpperCase, offset }),
        }
    }
    Ok(digits)
}

fn hexadecimal(digits: &[u8]) -> String {
    digits.iter().copied().map(digit).collect()
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 16).unwrap_or_default()
}

/// Returns the check digit of hexadecimal digits, by Luhn's algorithm modulo 16 (RFC 6920, 7):
/// starting at the last digit, every other digit is doubled, and both digits of each product are
/// added. The check digit makes the sum a multiple of 16.
pub(crate) fn check_digit(digits: &[u8]) -> char {
    let outcome = |(at, value): (usize, &u8)| {
        let outcome = if at % 2 == 0 { 2 * value } else { *value };
        usize::from(outcome / 16 + outcome % 16)
    };
    let sum: usize = digits.iter().rev().enumerate().map(outcome).sum();
    digit(((16 - sum % 16) % 16) as u8)
}

/// The error for a value that does not encode a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset} of the value: {fault}")]
#[non_exhaustive]
pub struct NotADigest {
    /// The fault in the value.
    pub fault: DigestFault,
    /// The offset of the wrong character in the value, or the length of the value if there is none.
    pub offset: usize,
}

/// A fault in the value of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DigestFault {
    /// A character is not in the alphabet of base64url (RFC 6920, 3; RFC 4648, 5).
    #[error("the character is not in the base64url alphabet (RFC 6920, 3)")]
    Symbol,
    /// The last symbol of base64url has non-zero bits that belong to no octet (RFC 4648, 3.5).
    #[error("the last symbol has non-zero unused bits (RFC 6920, 3)")]
    Bits,
    /// The last octet is incomplete.
    #[error("the last octet is incomplete")]
    Length,
    /// A hexadecimal digit of the value, or the check digit, is in uppercase (RFC 6920, 7).
    #[error("a digit is in uppercase (RFC 6920, 7)")]
    UpperCase,
    /// The check digit does not match the value (RFC 6920, 7).
    #[error("the check digit does not match the value (RFC 6920, 7)")]
    CheckDigit,
}
