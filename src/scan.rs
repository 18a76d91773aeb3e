//! Scanning: from a string to a [`Reference`] without a tree.
//!
//! In: a whole string and a production for whole strings. Out: the reference that lowering its tree
//! gives, or what is wrong with the string. The automaton of the production says whether the string
//! is in its language; in an edition whose components Appendix B finds exactly, the delimiters then
//! say where they lie. So most strings need no tree, and the memory for one.
//!
//! The surprising case: the delimiters are enough only because the string is valid. Of `//a@b@c`
//! the first `@` would end the userinfo, but no authority has two.

use crate::automaton::Automaton;
use crate::diagnose::diagnose;
use crate::edition::{Edition, Facts};
use crate::error::{ParseError, UnknownProduction};
use crate::grammar::{Grammar, Production};
use crate::host::HostKind;
use crate::reference::{Reference, Spans};
use crate::split::split;

/// Checks a whole string by a production of the edition, named as the document prints it. Makes no
/// tree, and takes no memory.
///
/// # Errors
///
/// [`ParseError::Syntax`] where the string is not in the production's language,
/// [`ParseError::Production`] where the edition has no such production.
///
/// ```
/// use urispec::{check, Edition};
/// assert!(check(Edition::Rfc3986, "host", "1.2.3.256").is_ok());
/// assert!(check(Edition::Rfc3986, "IPv4address", "1.2.3.256").is_err());
/// ```
pub fn check(edition: Edition, rule: &str, text: &str) -> Result<(), ParseError> {
    let (grammar, production) =
        edition.production(rule).ok_or_else(|| UnknownProduction::new(edition, rule))?;
    recognize(grammar, production, text)
}

/// Whether a string is in the language of a production of the edition.
pub(crate) fn derives(edition: Edition, rule: &str, text: &str) -> bool {
    edition.production(rule).is_some_and(|(grammar, production)| {
        let start = grammar.automaton.start(production.name).unwrap_or(Automaton::DEAD);
        accepts(grammar.automaton, start, text)
    })
}

/// Whether the automaton of the production accepts the string, and if not, why.
pub(crate) fn recognize(
    grammar: &Grammar,
    production: &'static Production,
    text: &str,
) -> Result<(), ParseError> {
    let start = grammar.automaton.start(production.name).unwrap_or(Automaton::DEAD);
    if accepts(grammar.automaton, start, text) {
        Ok(())
    } else {
        Err(ParseError::Syntax(diagnose(grammar, production, text)))
    }
}

/// Finds the components of a string that the grammar accepts, by Appendix B.
pub(crate) fn scan<'i>(
    facts: &Facts,
    grammar: &Grammar,
    text: &'i str,
) -> Result<Reference<'i>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError::TooLong(text.len()));
    }
    let parts = split(text);
    let after_scheme = parts.scheme.map_or(0, |scheme| scheme.len() + 1);
    let path_start = after_scheme + parts.authority.map_or(0, |authority| authority.len() + 2);
    let path_end = path_start + parts.path.len();
    let authority = parts.authority.unwrap_or_default();
    let host_at = authority.find('@').map_or(0, |at| at + 1);
    let host_length = host_length(&authority[host_at..]);
    let host = &authority[host_at..host_at + host_length];
    let host_start = path_start - authority.len() + host_at;
    let offset = |offset: usize| offset as u32;
    let spans = Spans {
        scheme_end: offset(parts.scheme.map_or(0, str::len)),
        host_start: offset(host_start),
        host_end: offset(host_start + host_length),
        path_start: offset(path_start),
        path_end: offset(path_end),
        query_end: offset(path_end + parts.query.map_or(0, |query| query.len() + 1)),
        host: parts.authority.map(|_| kind(facts, grammar, host)),
        is_opaque: false,
    };
    Ok(Reference { text, spans })
}

fn accepts(automaton: &Automaton, start: u16, text: &str) -> bool {
    automaton.walk(start, text.as_bytes()).is_ok_and(|state| automaton.accepts(state))
}

/// Up to the port's ":", which an address in brackets may hold too.
fn host_length(host_and_port: &str) -> usize {
    let literal = host_and_port.find(']').map_or(0, |end| end + 1);
    literal + host_and_port[literal..].find(':').unwrap_or(host_and_port.len() - literal)
}

/// The first kind whose production accepts the host without its brackets.
fn kind(facts: &Facts, grammar: &Grammar, host: &str) -> HostKind {
    let bracketed = host.starts_with('[');
    let text = if bracketed { &host[1..host.len() - 1] } else { host };
    let is = |(kind, production): &&(HostKind, &str)| {
        let start = grammar.automaton.start(production).unwrap_or(Automaton::DEAD);
        kind.is_bracketed() == bracketed && accepts(grammar.automaton, start, text)
    };
    facts.host_kinds.iter().find(is).map_or_else(HostKind::default, |(kind, _)| *kind)
}
