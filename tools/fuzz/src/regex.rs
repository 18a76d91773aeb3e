//! The readers of patterns: any text is read or refused, and what is read has a language or says why not.
//!
//! In: a text, read in each dialect. The laws: nothing panics; an error is at an offset of the text; a
//! pattern tells its text; and what a pattern matches as a whole string, it also finds in one.

use urispec_audit::{Dialect, Matching, Pattern};

use crate::input;

/// Longer patterns are read, and their automata are not made, which may take seconds.
const LONGEST: usize = 24;

/// The laws of this module.
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
        // A count is what makes a short pattern large.
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
