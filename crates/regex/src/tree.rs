//! Patterns as trees that are independent of the dialect, and automata whose characters are code units.

use grammar_automata::build::{ByteSet, Classes, Dfa};

use super::{CharacterSet, LanguageError};

// A pattern as a tree, independent of the dialect.
//
// The differences between dialects are resolved: `.` or a class is a set of characters, with case folding
// applied where case is ignored; a line anchor or a word boundary is a look-around. The only anchors are
// [`Tree::Start`] and [`Tree::End`], the ends of the whole string. A tree has no back references and no
// recursion.

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// One character of a set. With the empty set, nothing matches.
    Set(CharacterSet),
    /// A sequence of trees; an empty sequence is the empty string.
    Sequence(Vec<Tree>),
    /// Alternatives, tried in this order.
    Choice(Vec<Tree>),
    /// A repetition.
    Repeat {
        /// The repeated tree.
        of: Box<Tree>,
        /// The minimum number of repetitions.
        min: u32,
        /// The maximum number of repetitions, if there is one.
        max: Option<u32>,
        /// The mode, which determines how many iterations are tried first.
        mode: Mode,
    },
    /// A named or capturing group. It matches what its tree matches.
    Group {
        /// The tree within the group.
        of: Box<Tree>,
        /// The name of the group.
        name: Option<String>,
    },
    /// An atomic group, `(?>…)`: only the first match of the tree is used.
    Atomic(Box<Tree>),
    /// A look-around, which reads nothing.
    Look {
        /// The tree that must match or, if `is_negative` is set, must not match.
        of: Box<Tree>,
        /// The direction of the look-around.
        way: Direction,
        /// Whether the tree must not match.
        is_negative: bool,
    },
    /// The beginning of the string.
    Start,
    /// The end of the string.
    End,
}

/// The order in which a repetition tries different numbers of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// From the greatest number to the least: `*`.
    Greedy,
    /// From the least number to the greatest: `*?`.
    Lazy,
    /// Only the greatest possible number, without backtracking: `*+`.
    Possessive,
}

/// The direction of a look-around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Look-ahead.
    Ahead,
    /// Look-behind.
    Behind,
}

impl Tree {
    /// The empty string.
    pub const EMPTY: Self = Self::Sequence(Vec::new());

    /// Returns a sequence of trees; a single tree is returned as it is.
    pub fn sequence(mut trees: Vec<Self>) -> Self {
        match trees.pop() {
            Some(only) if trees.is_empty() => only,
            last => {
                trees.extend(last);
                Self::Sequence(trees)
            }
        }
    }

    /// Returns the immediate subtrees.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Set(_) | Self::Start | Self::End => &[],
            Self::Sequence(parts) | Self::Choice(parts) => parts,
            Self::Repeat { of, .. }
            | Self::Group { of, .. }
            | Self::Atomic(of)
            | Self::Look { of, .. } => std::slice::from_ref(of),
        }
    }

    /// Returns whether the tree reads nothing and always matches.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Sequence(parts) => parts.iter().all(Self::is_empty),
            Self::Group { of, .. } => of.is_empty(),
            _ => false,
        }
    }
}

// Patterns whose characters are code units, as in ECMAScript without the flag `u`: `^.$` matches no character
// above U+FFFF, and `^..$` matches each of them.
//
// The readers refuse a pattern that distinguishes surrogates, so one symbol suffices for all surrogates. Here the
// characters above U+FFFF represent this symbol, and each such character in a string is read as two symbols.

/// U+10000 in UTF-8. In a pattern in code units, this and all greater characters represent surrogates.
const SURROGATE: [u8; 4] = *b"\xF0\x90\x80\x80";

/// Returns the automaton with each character above U+FFFF read as two code units. The given automaton must have one
/// start state, and must treat all characters above U+FFFF alike.
pub(super) fn in_pairs(dfa: &Dfa) -> Result<Dfa, LanguageError> {
    // Only four-byte characters begin with these bytes.
    let leads = Classes::refine([ByteSet::range(0xF0, 0xFF)]);
    let classes = dfa.classes().common(&leads);
    // A state of the automaton, and the number of bytes read of a four-byte character.
    let start = (dfa.start(0), 0);
    let step = |&(state, bytes): &(u32, u8), byte: u8| {
        let next = dfa.walk(state, &[byte]);
        match bytes {
            0 => (next, u8::from(byte >= SURROGATE[0])),
            // The second unit is read with the last byte.
            3 => (dfa.walk(next, &SURROGATE), 0),
            _ => (next, bytes + 1),
        }
    };
    let limit = 4 * dfa.states();
    let accepts = |&(state, bytes): &(u32, u8)| bytes == 0 && dfa.accepts(state);
    let paired = Dfa::explore(classes, vec![start], limit, accepts, step);
    Ok(paired.map_err(|_| LanguageError::States(limit))?.minimize())
}

#[cfg(test)]
mod tests {
    use super::super::{Dialect, Matching, Pattern};

    #[track_caller]
    fn check(text: &str, members: &[&str], others: &[&str]) {
        let pattern = Pattern::read(Dialect::EcmaScript, text).unwrap();
        assert!(pattern.is_in_code_units());
        let language = pattern.language(Matching::Search).unwrap();
        for (strings, is_member) in [(members, true), (others, false)] {
            for string in strings {
                assert_eq!(language.matches(0, string.as_bytes()), is_member, "{text} {string:?}");
            }
        }
    }

    /// ECMA-262, 22.2.2.9 CompileAtom: without the flag, a character is a code unit.
    #[test]
    fn a_character_above_ffff_is_two_code_units() {
        check("/^.$/s", &["a", "\u{FFFF}", "\u{E000}"], &["", "😀", "aa"]);
        check("/^..$/s", &["aa", "😀", "\u{10FFFF}"], &["a", "😀a", "😀😀"]);
        check("/^(..)*$/s", &["", "😀", "a😀b", "😀😀"], &["a", "a😀"]);
        // A match may begin and end between the two code units.
        check("/0/s", &["0", "😀0😀"], &["", "😀"]);
        check("/[^a]b/i", &["😀b", "cb"], &["ab", "b😀"]);
        check("/^a(?=.b)/i", &["acb"], &["a😀b", "ab"]);
        check(r"/(?<=^.)b/i", &["ab"], &["😀b", "b"]);
        check(r"/^\W{2}$/i", &["😀", "--"], &["😀😀", "-"]);
    }
}
