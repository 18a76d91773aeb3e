//! How deep brackets nest, found without recursion: reading them takes stack.
//!
//! In: the text of a production. Out: the fault, if brackets nest so deep that reading them could
//! exhaust the stack. Literals, prose and comments are skipped as the notations skip them, so that
//! none of them hides a bracket and none is counted for one.

use super::cut::LineFault;
use super::ebnf;
use super::name::Notation;

/// The number of brackets that may nest in one another.
const DEEPEST: usize = 200;

/// Refuses brackets that nest too deep. `is_wide` says that literals may stand between apostrophes,
/// and that prose may go on in the next line.
pub(super) fn shallow(text: &str, notation: Notation, is_wide: bool) -> Result<(), LineFault> {
    if matches!(notation, Notation::W3c | Notation::Iso14977) {
        return ebnf::shallow(text, notation);
    }
    let bytes = text.as_bytes();
    let (mut depth, mut line, mut at) = (0_usize, 1, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let in_line = |end: &[u8]| {
            let stop = rest[1..]
                .iter()
                .position(|byte| end.contains(byte) || matches!(byte, b'\n' | b'\r'));
            stop.map_or(
                rest.len(),
                |stop| if end.contains(&rest[stop + 1]) { stop + 2 } else { stop + 1 },
            )
        };
        let skipped = match (rest[0], notation) {
            // Only letters, digits and marks make a string of RFC 1630: a quote may stand for itself.
            (b'"', Notation::Rfc1630) => {
                let text =
                    rest[1..].iter().take_while(|byte| byte.is_ascii_graphic() && **byte != b'"');
                let end = 1 + text.count();
                if end > 1 && rest.get(end) == Some(&b'"') { end + 1 } else { 1 }
            }
            (b'"', _) => in_line(b"\""),
            (b'\'', Notation::Abnf | Notation::Bnf) if is_wide => in_line(b"'"),
            (b'<', Notation::Abnf | Notation::Bnf) if is_wide => {
                match rest.iter().position(|&byte| byte == b'>') {
                    Some(end) => end + 1,
                    // Nothing after this can be read.
                    None => return Ok(()),
                }
            }
            (b'<', Notation::Abnf | Notation::Bnf) => in_line(b">"),
            (b';', Notation::Abnf | Notation::Bnf) => in_line(b""),
            _ => 1,
        };
        match rest[0] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(LineFault { line, why: format!("brackets nest more than {DEEPEST} deep") });
        }
        line += rest[..skipped].iter().filter(|&&byte| byte == b'\n').count();
        at += skipped;
    }
    Ok(())
}
