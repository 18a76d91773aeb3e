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

use std::borrow::Cow;
use std::fmt::Write as _;

use super::Cause;
use super::place::Place;
use crate::editions::grammar::Role;
use crate::reference::error::{Said, Saying};

#[cfg(feature = "grammars")]
mod schemes;

mod host;
mod generic;

mod literal;
mod mend;

#[cfg(test)]
mod tests;

/// A row of the table of causes: how a cause is recognized, and what it says.
struct CauseRow {
    says: Saying,
    section: CauseSection,
    /// Whether the cause is true of a place.
    holds: fn(&Place<'_>) -> bool,
    /// Makes the string without this fault. [`mend`] then encodes what is left to be encoded.
    mended: Mended,
}

/// Makes a string of the language from a string with a fault.
type Mended = Option<fn(&Place<'_>) -> Option<String>>;

/// The section that a cause cites.
enum CauseSection {
    /// The section that introduces the first production with that role.
    Of(Role),
    /// The section that introduces the production that the string should be of.
    OfWhole,
    /// The section that introduces the production that was being read.
    OfReading,
    /// The section that lists the characters.
    Characters,
    /// The section that lists the reserved characters.
    Reserved,
    /// The section that says how a character is encoded.
    Escapes,
    /// The section about characters outside ASCII.
    NotAscii,
    /// The section that says what may stand around a string in a text.
    Around,
    /// A section of the only document that the row is about.
    Own(&'static str),
}

/// The table of causes, in the order in which they are asked.
const TABLE: &[&[CauseRow]] = &[
    host::PERCENT,
    generic::PERCENT,
    generic::CHARACTER,
    generic::FRAGMENT,
    #[cfg(feature = "grammars")]
    schemes::ABOUT,
    #[cfg(feature = "grammars")]
    schemes::NI,
    #[cfg(feature = "grammars")]
    schemes::UUID,
    #[cfg(feature = "grammars")]
    schemes::SPIFFE,
    #[cfg(feature = "grammars")]
    schemes::PKG,
    #[cfg(feature = "grammars")]
    schemes::OCI,
    generic::EXCLUDED,
    generic::SCHEME,
    literal::ROWS,
    host::ZONES,
    host::ADDRESSES,
    generic::AUTHORITY,
    host::HOSTS,
    #[cfg(feature = "grammars")]
    schemes::DID,
    #[cfg(feature = "grammars")]
    schemes::OID,
    #[cfg(feature = "grammars")]
    schemes::TEL,
    #[cfg(feature = "grammars")]
    schemes::GEO,
    #[cfg(feature = "grammars")]
    schemes::ACCT,
    generic::COMPONENT,
];

/// The first cause that is true of a place. There is none if the string does not leave the language
/// there, or if no row is true of it. `reading` is the section of the production that was being read.
pub(super) fn cause(place: &Place<'_>, reading: &'static str) -> Option<Cause> {
    // Nothing is said of a class of characters: its members are those that are excluded elsewhere.
    if place.production.role == Role::Class || !place.is_where_it_leaves() {
        return None;
    }
    let row = TABLE.iter().copied().flatten().find(|row| (row.holds)(place))?;
    Some(Cause {
        id: row.says.id,
        sentence: row.sentence(place),
        section: row.section.of(place, reading),
        mended: row.mended.and_then(|mended| mend::accepted(place, mended(place)?)),
    })
}

impl CauseRow {
    /// The sentence, of which most name no character.
    fn sentence(&self, place: &Place<'_>) -> Cow<'static, str> {
        let sentence = self.says.sentence;
        if !sentence.starts_with("{}") {
            return sentence.into();
        }
        let mut text = String::with_capacity(sentence.len() + "\"\\u{10ffff}\"".len());
        let _ = write!(text, "{}", Said(self.says, place.found()));
        text.into()
    }
}

impl CauseSection {
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
            Self::Own(section) => section,
        }
    }
}
