//! The parser of `.pest` files: any text is accepted, or rejected at one of its lines. The input is text. The laws:
//! nothing panics; an error and a rule are at a line of the text; and a rule is quoted as in the text. The meaning of
//! the grammar is the subject of [`crate::audit`].

use urispec_audit::Peg;

use crate::input;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let is_line = |line: usize| (1..=1 + text.matches('\n').count()).contains(&line);
    match Peg::read("fuzz.pest", text) {
        Err(error) => assert!(is_line(error.line), "{text:?}: {error:?}"),
        Ok(peg) => {
            for rule in peg.rules() {
                let line = peg.line(rule).expect("a rule has a line");
                assert!(is_line(line), "{text:?}: {rule}, line {line}");
                let own = peg.text(rule).expect("a rule has a text");
                assert!(text.contains(own), "{text:?}: {rule} is quoted as {own:?}");
                let _ = peg.comment(rule);
            }
            for error in peg.refused() {
                assert!(
                    is_line(error.line) && !error.to_string().is_empty(),
                    "{text:?}: {error:?}"
                );
            }
        }
    }
}
