//! Writes the automaton of a grammar as bytes, for the plain parser to carry along.
//!
//! In: the languages of a grammar. Out: the bytes of a file of `src/editions/automaton/tables/`, whose form that
//! module describes. What is forgotten is which productions could not be decided: they have no start.

use grammar_audit::Languages;

/// Returns the automaton table of a grammar, as the plain parser carries it.
///
/// # Panics
///
/// If the automaton has more than 65,535 states or productions, or a name has more than 255 bytes.
#[must_use]
pub fn table_bytes(languages: &Languages) -> Vec<u8> {
    let dfa = languages.dfa();
    let (states, classes) = (0..dfa.states() as u32, dfa.classes());
    let starts: Vec<(&str, u32)> = languages
        .names()
        .iter()
        .filter_map(|name| Some((&**name, dfa.start(languages.start(name)?.ok()?))))
        .collect();
    let mut bytes = Vec::new();
    for count in [states.len(), classes.count(), starts.len()] {
        bytes.extend(number(count));
    }
    bytes.extend((0..=u8::MAX).map(|byte| classes.of(byte) as u8));
    bytes.extend(classes.representatives());
    bytes.extend(states.clone().map(|state| u8::from(dfa.accepts(state))));
    for state in states {
        bytes.extend(dfa.row(state).iter().flat_map(|&next| offset(next, classes.count())));
    }
    for (name, start) in starts {
        bytes.extend(number(start as usize));
        bytes.push(name.len().try_into().expect("names are short"));
        bytes.extend(name.as_bytes());
    }
    bytes
}

fn number(number: usize) -> [u8; 2] {
    u16::try_from(number).expect("tables are small").to_le_bytes()
}

/// The offset of the row of a state.
fn offset(state: u32, classes: usize) -> [u8; 4] {
    (state * classes as u32).to_le_bytes()
}
