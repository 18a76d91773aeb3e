//! The parsers of printed grammars: any text is accepted, or rejected at one of its lines.
//!
//! The input is text, read as ABNF, as the BNF of RFC 822 and of RFC 1630, as the EBNF of the W3C and of ISO/IEC 14977,
//! each strictly and as people write it. The laws: nothing panics; an error, a production and a note are at a line of
//! the text; and a grammar accepts itself as readings.

use urispec_audit::notation::{Origin, PrintedError, ReadError};
use urispec_audit::{GrammarText, Notation, Printed};

use crate::input;

const NOTATIONS: [Notation; 5] =
    [Notation::Abnf, Notation::Bnf, Notation::Rfc1630, Notation::W3c, Notation::Iso14977];

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    for notation in NOTATIONS {
        check_result(
            notation,
            text,
            Printed::read(notation, "fuzz", text).map_err(PrintedError::Read),
        );
        // The lenient form, which the notation does not allow.
        let grammar = GrammarText { file: "fuzz", text };
        check_result(notation, text, urispec_audit::reader(notation).read(grammar));
    }
}

fn check_result(notation: Notation, text: &str, read: Result<Printed, PrintedError>) {
    // In some notations, a single carriage return also ends a line.
    let count = 1 + text.matches(['\n', '\r']).count();
    let is_line = |line: usize| (1..=count).contains(&line);
    let printed = match read {
        Err(error) => {
            if let PrintedError::Read(ReadError::Stray { line, .. }) = error {
                assert!(is_line(line), "{notation:?}: {text:?}: {error}");
            }
            return;
        }
        Ok(printed) => printed,
    };
    for production in &printed.productions {
        let is_own = production.origin == Origin::Printed;
        assert!(!is_own || is_line(production.line), "{notation:?}: {text:?}: {production:?}");
        let found = printed.production(&production.name);
        assert!(found.is_some(), "{notation:?}: {text:?}: no {}", production.name);
    }
    for note in &printed.notes {
        assert!(is_line(note.line) && !note.text.is_empty(), "{notation:?}: {text:?}: {note:?}");
    }
    let names = |printed: &Printed| -> Vec<String> {
        printed.productions.iter().map(|production| production.name.clone()).collect()
    };
    let read = printed.with_readings(&printed);
    assert_eq!(names(&read), names(&printed), "{notation:?}: {text:?}");
}
