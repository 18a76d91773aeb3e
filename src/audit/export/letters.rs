//! The steps of an automaton by characters, where its own letters are bytes.

use std::collections::BTreeMap;

use crate::audit::dfa::Dfa;
use crate::audit::regex::CharacterSet;

/// For a state, the characters that lead to each live state. `dead` is the state from which no string
/// is accepted.
pub(super) fn steps(dfa: &Dfa, state: u32, dead: Option<u32>) -> BTreeMap<u32, CharacterSet> {
    let mut found: BTreeMap<u32, Vec<(char, char)>> = BTreeMap::new();
    for byte in 0..0x80 {
        let next = dfa.next(state, dfa.classes().of(byte));
        let one = char::from(byte);
        found.entry(next).or_default().push((one, one));
    }
    for lead in 0xC2..=0xF4_u8 {
        let (length, bits) = match lead {
            0xC2..=0xDF => (1, u32::from(lead & 0x1F)),
            0xE0..=0xEF => (2, u32::from(lead & 0x0F)),
            _ => (3, u32::from(lead & 0x07)),
        };
        let next = dfa.next(state, dfa.classes().of(lead));
        continued(dfa, next, length, bits, dead, &mut found);
    }
    let live = found.into_iter().filter(|(next, _)| Some(*next) != dead);
    live.map(|(next, ranges)| (next, CharacterSet::of(ranges))).collect()
}

/// The characters that begin with some bits and go on for that many bytes. The recursion goes no
/// deeper than the four bytes of a character.
fn continued(
    dfa: &Dfa,
    state: u32,
    length: u32,
    bits: u32,
    dead: Option<u32>,
    found: &mut BTreeMap<u32, Vec<(char, char)>>,
) {
    if length == 0 {
        // Neither a surrogate, nor too great, nor written in too many bytes: those have no state of
        // their own, since a reader of characters refuses them.
        if let Some(one) = char::from_u32(bits) {
            found.entry(state).or_default().push((one, one));
        }
        return;
    }
    if Some(state) == dead {
        return;
    }
    for byte in 0x80..=0xBF_u8 {
        let next = dfa.next(state, dfa.classes().of(byte));
        continued(dfa, next, length - 1, bits << 6 | u32::from(byte & 0x3F), dead, found);
    }
}
