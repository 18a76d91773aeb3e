//! The parsers of patterns: any text is accepted or rejected, and an accepted pattern has a language or a reason why
//! not.
//!
//! The input is text, read in each dialect. The laws: nothing panics; an error is at an offset of the text; a pattern
//! returns its text; and a pattern that matches a whole string also finds a match in it.

use urispec_audit::{Dialect, Matching, Pattern};

use crate::input;

/// The longest pattern with an automaton, which may take seconds to build.
const LONGEST: usize = 24;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    for &dialect in Dialect::ALL {
        let pattern = match Pattern::read(dialect, text) {
            Err(error) => {
                assert!(error.offset <= text.len(), "{dialect}: {text:?}: {error:?}");
                assert!(text.is_char_boundary(error.offset), "{dialect}: {text:?}: {error:?}");
                continue;
            }
            Ok(pattern) => pattern,
        };
        assert_eq!((pattern.text(), pattern.dialect()), (text, dialect));
        // A count can make a short pattern large.
        if text.len() > LONGEST || text.contains('{') {
            continue;
        }
        let Ok(whole) = pattern.language(Matching::Whole) else { continue };
        let Ok(search) = pattern.language(Matching::Search) else { continue };
        for member in whole.members(0).take(8) {
            assert!(search.matches(0, &member), "{dialect}: {text:?}: {}", member.escape_ascii());
        }
    }
}
