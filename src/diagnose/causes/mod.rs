//! From the place of an error to its cause: the first row of a table that is true there.
//!
//! In: a string, and the place where it leaves the language of a production. Out: a [`Cause`], or
//! none. A row looks at the byte that cannot stand there, at what the automaton accepted before, and
//! at the productions of the grammar by their roles; so a row serves every edition whose grammar
//! makes it true. The rows stand in the order in which they are asked: what is wrong with a character
//! anywhere comes before what is wrong with a component.
//!
//! The surprising case: the byte in question may come after the fault. `http://h:x/` is wrong at its
//! last `/`, since `h:x` may begin a userinfo, and the cause is the port.

use super::Cause;
use crate::grammar::{Grammar, Production, Role};

mod address;
mod authority;
mod character;
mod component;
mod fragment;
mod host;
mod literal;
mod mend;
mod percent;
mod place;
mod scheme;
#[cfg(test)]
mod tests;

use place::Place;

/// A cause: how it is recognized, and what to say.
struct CauseRow {
    id: &'static str,
    /// One sentence, with `{}` for the character that cannot stand there.
    sentence: &'static str,
    section: Section,
    /// Whether the cause is true there.
    holds: fn(&Place<'_>) -> bool,
    /// The string without this fault. What is left to percent-encode, [`mend`] encodes.
    mended: Mended,
}

/// What makes a string of the language of a string with a fault.
type Mended = Option<fn(&Place<'_>) -> Option<String>>;

/// Where the document says it.
enum Section {
    /// Where it introduces the first production of that role that the grammar has.
    Of(Role),
    /// Where it introduces the production that the string should be of.
    OfWhole,
    /// Where it introduces the production that was being read.
    OfReading,
    /// Where it says which characters there are.
    Characters,
    /// Where it says which of them are reserved.
    Reserved,
    /// Where it says how a character is encoded.
    Escapes,
    /// Where it speaks of characters outside ASCII.
    NotAscii,
    /// Where it says what may stand around a string in a text.
    Around,
}

/// The table.
const TABLE: &[&[CauseRow]] = &[
    character::ROWS,
    percent::ROWS,
    fragment::ROWS,
    character::EXCLUDED,
    scheme::ROWS,
    literal::ROWS,
    address::ROWS,
    authority::ROWS,
    host::ROWS,
    component::ROWS,
];

/// Why no string of the production's language goes on at `at`; none if the string `text` does not
/// leave the language there, or no row is true of it. `reading` is the section of what was being read.
pub(super) fn cause(
    grammar: &'static Grammar,
    production: &'static Production,
    text: &str,
    at: usize,
    reading: &'static str,
) -> Option<Cause> {
    let place = Place::of(grammar, production, text, at)?;
    let row = TABLE.iter().copied().flatten().find(|row| (row.holds)(&place))?;
    let found = place.found().map_or_else(String::new, |found| format!("{:?}", found.to_string()));
    Some(Cause {
        id: row.id,
        sentence: row.sentence.replace("{}", &found),
        section: row.section.of(&place, reading),
        mended: row.mended.and_then(|mended| mend::accepted(&place, mended(&place)?)),
    })
}

impl Section {
    fn of(&self, place: &Place<'_>, reading: &'static str) -> &'static str {
        let characters = &place.grammar.characters;
        match self {
            Self::Of(role) => place.section(*role),
            Self::OfWhole => place.production.section,
            Self::OfReading => reading,
            Self::Characters => characters.admitted,
            Self::Reserved => place.reserved().map_or(characters.admitted, |known| known.section),
            Self::Escapes => characters.escapes,
            Self::NotAscii => characters.not_ascii,
            Self::Around => characters.around.unwrap_or(characters.admitted),
        }
    }
}
