//! Why the language of a pattern is not decided.

/// The reason why the language of a pattern is not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// The pattern is nested too deep.
    #[error("the pattern is nested more than {0} deep; write it with fewer groups within groups")]
    Nested(usize),
    /// The automaton has too many states.
    #[error(
        "the automaton of the pattern has more than {0} states; lower the bounds of its counted \
         repetitions, or anchor it"
    )]
    States(usize),
    /// Making the automaton takes too many steps.
    #[error(
        "the pattern takes more than {0} steps to decide; lower the bounds of its counted \
         repetitions, or decide its parts"
    )]
    Steps(usize),
    /// The formulas that are the states of the automaton are too large.
    #[error(
        "the formulas of the pattern are too large to decide; use fewer look-arounds and \
         alternatives that begin alike"
    )]
    Formula,
    /// A look-behind has a look-ahead within, which would look past the end of the look-behind.
    #[error(
        "a look-behind has a look-ahead within, or a word boundary, which is one; write the \
         look-ahead outside of the look-behind"
    )]
    AheadWithinBehind,
    /// A look-behind asks for the end of the string.
    #[error(
        "a look-behind asks for the end of the string; write the `$` outside of the look-behind"
    )]
    EndWithinBehind,
    /// A look-behind has an atomic group within.
    #[error(
        "a look-behind has an atomic group or a possessive repetition within, and engines differ on \
         where it begins; write a plain group"
    )]
    AtomicWithinBehind,
    /// A repetition within an atomic group repeats what may be empty, and engines differ on it.
    #[error(
        "within an atomic group or a possessive repetition something is repeated that prefers to \
         match nothing, as in `(?>(?:|a)*)`, and engines differ on what they try then; write what is \
         repeated so that it cannot be empty"
    )]
    EmptyWithinAtomic,
    /// Java looks around between the halves of a character above U+FFFF, and the pattern matches strings
    /// with such characters.
    #[error(
        "the pattern looks around where it reads nothing or behind, and Java does so between the halves of a \
         character above U+FFFF, which is not decided; write the pattern without the look-around, or keep it \
         to characters up to U+FFFF"
    )]
    BetweenHalves,
}
