//! The characters that an IRI may have where a URI has an escape: those of the production `ucschar` of
//! the edition `rfc3987`, but for those that a sentence of the document forbids.

/// Whether a character is a `ucschar` of RFC 3987 (2.2), and not one that its section 4.1 forbids.
///
/// The grammar derives more: what it has beside these are characters of 4.1, which a lint finds, and those
/// for private use, which a query may have.
pub(crate) const fn is_of_iris(character: char) -> bool {
    let is_ucschar = matches!(
        character,
        '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}'
    );
    let code = character as u32;
    // A plane but for its last two code points, and of plane 14 what is no tag.
    let is_of_plane = 0x1_0000 <= code && code < 0xF_0000 && code & 0xFFFF < 0xFFFE;
    let is_tag = 0xE_0000 <= code && code < 0xE_1000;
    let is_direction = matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    (is_ucschar || (is_of_plane && !is_tag)) && !is_direction
}

#[cfg(test)]
mod tests {
    use super::is_of_iris;

    /// The grammar has these, and beyond ASCII nothing else but what 4.1 forbids.
    #[cfg(feature = "grammars")]
    #[test]
    fn they_are_those_of_the_grammar() {
        let ucschar = crate::Edition::Rfc3987.production("ucschar").unwrap();
        for character in '\0'..=char::MAX {
            let is_derived = ucschar.accepts(character.encode_utf8(&mut [0; 4]).as_bytes());
            let is_forbidden = matches!(character as u32, 0x200E | 0x200F | 0x202A..=0x202E);
            assert_eq!(is_of_iris(character), is_derived && !is_forbidden, "{character:?}");
        }
    }

    /// RFC 3987, 2.2: `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / … /
    /// %xE1000-EFFFD`; 4.1: "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE,
    /// RLE, PDF, LRO, and RLO)".
    #[test]
    fn characters_of_iris() {
        for character in
            "\u{A0}é例\u{D7FF}\u{F900}\u{FDCF}\u{FDF0}\u{FFEF}\u{10000}\u{1FFFD}\u{E1000}\u{EFFFD}"
                .chars()
        {
            assert!(is_of_iris(character), "{character:?}");
        }
        for character in "a\u{80}\u{9F}\u{E000}\u{F8FF}\u{FDD0}\u{FFF0}\u{1FFFE}\u{1FFFF}\u{E0FFF}\u{EFFFE}\u{F0000}\u{200E}\u{202E}".chars() {
            assert!(!is_of_iris(character), "{character:?}");
        }
    }
}
