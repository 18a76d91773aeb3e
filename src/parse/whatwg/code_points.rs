//! Sets of code points: percent-encode sets (URL Standard, section Percent-encoded bytes), URL code
//! points (URL writing), and forbidden code points of hosts (Host miscellaneous).

use alloc::string::String;

/// A percent-encode set. Every set contains all code points beyond U+007E.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PercentEncodeSet {
    C0Control,
    Fragment,
    Query,
    SpecialQuery,
    Path,
    Userinfo,
}

impl PercentEncodeSet {
    /// Returns whether the set contains the code point to which a byte of UTF-8 belongs. The sets
    /// are in the order of the Standard.
    const fn defines(self, byte: u8) -> bool {
        match self {
            // "consisting of C0 controls and all code points greater than U+007E (~)"
            Self::C0Control => byte <= 0x1F || byte > 0x7E,
            Self::Fragment => {
                Self::C0Control.defines(byte) || matches!(byte, b' ' | b'"' | b'<' | b'>' | b'`')
            }
            Self::Query => {
                Self::C0Control.defines(byte) || matches!(byte, b' ' | b'"' | b'#' | b'<' | b'>')
            }
            Self::SpecialQuery => Self::Query.defines(byte) || byte == b'\'',
            Self::Path => {
                Self::Query.defines(byte) || matches!(byte, b'?' | b'^' | b'`' | b'{' | b'}')
            }
            // "U+005B ([) to U+005D (]), inclusive"
            Self::Userinfo => {
                Self::Path.defines(byte)
                    || matches!(byte, b'/' | b':' | b';' | b'=' | b'@' | b'['..=b']' | b'|')
            }
        }
    }

    /// Returns the same from a table.
    #[inline]
    pub(super) fn has(self, byte: u8) -> bool {
        SETS[byte as usize] & 1 << self as u8 != 0
    }
}

/// The sets of each byte, one bit for each set.
static SETS: [u8; 256] = {
    const ALL: [PercentEncodeSet; 6] = [
        PercentEncodeSet::C0Control,
        PercentEncodeSet::Fragment,
        PercentEncodeSet::Query,
        PercentEncodeSet::SpecialQuery,
        PercentEncodeSet::Path,
        PercentEncodeSet::Userinfo,
    ];
    let (mut sets, mut byte) = ([0; 256], 0);
    while byte < sets.len() {
        let mut at = 0;
        while at < ALL.len() {
            if ALL[at].defines(byte as u8) {
                sets[byte] |= 1 << ALL[at] as u8;
            }
            at += 1;
        }
        byte += 1;
    }
    sets
};

/// Encodes a string with "UTF-8 percent-encode", and appends the result to `output`.
pub(super) fn percent_encode(input: &str, set: PercentEncodeSet, output: &mut String) {
    let mut rest = input;
    while let Some(at) = rest.bytes().position(|byte| set.has(byte)) {
        let (plain, after) = rest.split_at(at);
        output.push_str(plain);
        let end = after.chars().next().map_or(0, char::len_utf8);
        let (code_point, after) = after.split_at(end);
        for byte in code_point.bytes() {
            let digit = |value: u8| char::from(b"0123456789ABCDEF"[usize::from(value)]);
            output.extend(['%', digit(byte >> 4), digit(byte & 0xF)]);
        }
        rest = after;
    }
    output.push_str(rest);
}

/// Encodes a code point with "UTF-8 percent-encode", and appends the result to `output`.
pub(super) fn percent_encode_code_point(c: char, set: PercentEncodeSet, output: &mut String) {
    match u8::try_from(c) {
        Ok(byte) if c.is_ascii() && !set.has(byte) => output.push(c),
        _ => percent_encode(c.encode_utf8(&mut [0; 4]), set, output),
    }
}

/// "C0 control or space": U+0000 to U+001F, or U+0020.
pub(super) fn is_c0_control_or_space(c: char) -> bool {
    c <= ' '
}

/// "ASCII tab or newline": U+0009 TAB, U+000A LF, or U+000D CR.
pub(super) fn is_tab_or_newline(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// "The URL code points are ASCII alphanumeric, …, and code points in the range U+00A0 to U+10FFFD,
/// inclusive, excluding surrogates and noncharacters."
pub(super) fn is_url_code_point(c: char) -> bool {
    let is_noncharacter = |c: u32| (0xFDD0..=0xFDEF).contains(&c) || c & 0xFFFE == 0xFFFE;
    if c.is_ascii() {
        // U+0026 (&) to U+003B (;) includes the digits; U+003F (?) to U+005A (Z) includes U+0040 (@).
        matches!(c, '!' | '$' | '&'..=';' | '=' | '?'..='Z' | '_' | 'a'..='z' | '~')
    } else {
        c >= '\u{A0}' && !is_noncharacter(u32::from(c))
    }
}

/// Returns whether `c` is a forbidden host code point.
pub(super) fn is_forbidden_host_code_point(c: char) -> bool {
    matches!(
        c,
        '\0' | '\t' | '\n' | '\r' | ' ' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '['..='^' | '|'
    )
}

/// Returns whether `c` is a forbidden domain code point: "a forbidden host code point, a C0
/// control, U+0025 (%), or U+007F DELETE".
pub(super) fn is_forbidden_domain_code_point(c: char) -> bool {
    is_forbidden_host_code_point(c) || c <= '\u{1F}' || matches!(c, '%' | '\u{7F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(input: &str, set: PercentEncodeSet) -> String {
        let mut output = String::new();
        percent_encode(input, set, &mut output);
        output
    }

    /// The examples in the section Percent-encoded bytes that encode as UTF-8.
    #[test]
    fn examples() {
        let set = PercentEncodeSet::Userinfo;
        assert_eq!(encoded("≡", set), "%E2%89%A1");
        assert_eq!(encoded("‽", set), "%E2%80%BD");
        assert_eq!(encoded("Say what‽", set), "Say%20what%E2%80%BD");
    }

    /// Checks which printable ASCII characters each set leaves unchanged.
    #[test]
    fn sets() {
        let stay = |set| -> String {
            let printable = (' '..='~').filter(|c| encoded(&String::from(*c), set).len() == 1);
            printable.collect()
        };
        let without =
            |left_out: &str| -> String { (' '..='~').filter(|c| !left_out.contains(*c)).collect() };
        assert_eq!(stay(PercentEncodeSet::C0Control), without(""));
        assert_eq!(stay(PercentEncodeSet::Fragment), without(" \"<>`"));
        assert_eq!(stay(PercentEncodeSet::Query), without(" \"#<>"));
        assert_eq!(stay(PercentEncodeSet::SpecialQuery), without(" \"#<>'"));
        assert_eq!(stay(PercentEncodeSet::Path), without(" \"#<>?^`{}"));
        assert_eq!(stay(PercentEncodeSet::Userinfo), without(" \"#<>?^`{}/:;=@[\\]|"));
        for control in ['\0', '\u{1F}', '\u{7F}', '\u{80}'] {
            assert!(encoded(&String::from(control), PercentEncodeSet::C0Control).starts_with('%'));
        }
    }
}
