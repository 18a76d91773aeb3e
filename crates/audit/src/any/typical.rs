//! Typical strings of a production of any grammar.
//!
//! In: a decided grammar and the name of a production. Out: [`TypicalStrings`]: the size of its
//! automaton, short members that are unlike each other, and near misses, as `explain` shows them of an
//! edition. Where all members are UTF-8, a near miss is too.

use super::{DecidedGrammar, UndecidedProduction};
use crate::any::strings::{typical_members, typical_near_misses};

/// The size of a production's automaton, and typical strings of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypicalStrings {
    /// The number of states of the minimal automaton. The dead state is counted.
    pub states: usize,
    /// The shortest members of the language.
    pub members: Vec<Vec<u8>>,
    /// The shortest near misses: strings that are not members, and become members when a byte is
    /// added, removed or replaced.
    pub near_misses: Vec<Vec<u8>>,
}

impl DecidedGrammar {
    /// The typical strings of a production.
    ///
    /// # Errors
    /// As of [`DecidedGrammar::language`].
    pub fn typical(&self, name: &str) -> Result<TypicalStrings, UndecidedProduction> {
        let (dfa, start) = self.language(name)?;
        let alone = dfa.alone(start);
        let is_of_characters = alone.acceptor(0).is_of_characters();
        let mut near_misses = typical_near_misses(&alone);
        near_misses.retain(|one| !is_of_characters || std::str::from_utf8(one).is_ok());
        let members = typical_members(dfa, Some(start));
        Ok(TypicalStrings { states: dfa.size(start), members, near_misses })
    }
}
