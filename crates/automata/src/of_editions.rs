//! Automata of real grammars, for tests: the productions of the editions.
//!
//! The crate `urispec` is linked with the normal build of this crate, whose types differ from those of the
//! test build. So an acceptor is copied, state by state.

use urispec::Edition;

use crate::Acceptor;

/// Returns the acceptor of a production of RFC 3986.
pub(crate) fn acceptor(rule: &str) -> Acceptor {
    of_edition(Edition::Rfc3986, rule)
}

/// Returns the acceptor of a production of an edition.
pub(crate) fn of_edition(edition: Edition, rule: &str) -> Acceptor {
    let theirs = edition.production(rule).unwrap().acceptor();
    let classes = std::array::from_fn(|byte| theirs.class(byte as u8) as u8);
    let (representatives, states) = (theirs.representatives().to_vec(), theirs.size() as u32);
    let row = |state| representatives.iter().map(move |&byte| (state, byte));
    let next = (0..states).flat_map(row).map(|(state, byte)| theirs.step(state, byte)).collect();
    let accept = (0..states).map(|state| theirs.is_end(state)).collect();
    Acceptor::new(classes, representatives.clone(), next, accept, theirs.start())
}
