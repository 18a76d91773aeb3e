//! Checks a whole file of certificates.
//!
//! In: the text of the file, and the grammars that it shall be about. Out: for each of these what
//! was [`Verified`], or the first [`Refusal`]. The file is read and checked at once, certificate by
//! certificate, and no certificate is kept.

use std::iter::Peekable;

use super::flaw::Refusal;
use super::grammars::Grammars;
use super::lines::{Automaton, PatternName};
use super::read::{CertificateReader, Entry};
use super::verify::{Verified, Verifier};

/// Two grammars, or a grammar and patterns, and the names by which a file of certificates may call
/// them.
pub struct Named<'g> {
    /// The names.
    pub names: Vec<&'g str>,
    /// The grammars.
    pub grammars: &'g Grammars<'g>,
}

/// Checks the certificates of the given grammars. Every production that `from` reaches must have
/// one; if `from` is empty, every production must.
///
/// # Errors
/// The first thing in the file that is not as it should be. That a production has no certificate is
/// no error, but is said in [`Verified::without`].
pub fn verify(text: &str, given: &[Named<'_>], from: &[&str]) -> Result<Vec<Verified>, Refusal> {
    let mut found: Vec<Option<Verified>> = vec![None; given.len()];
    let mut entries = CertificateReader::new(text)?.peekable();
    while let Some(entry) = entries.next() {
        let (line, name) = match entry? {
            Entry::Grammar { line, name } => (line, name),
            Entry::Certificate(certificate) => {
                return Err(Refusal::Nameless { line: certificate.line });
            }
            Entry::Automaton(Automaton { line, .. }) | Entry::Pattern { line, .. } => {
                return Err(Refusal::Nameless { line });
            }
        };
        let Some(at) = given.iter().position(|one| one.names.contains(&&*name)) else {
            let expected = given.iter().map(|one| one.names.join(" or "));
            return Err(Refusal::Other { line, name, expected: expected.collect() });
        };
        if found[at].is_some() {
            return Err(Refusal::Twice { line, name });
        }
        found[at] = Some(of_grammar(&mut entries, line, given[at].grammars, from)?);
    }
    let missing = |at: usize| Refusal::Missing { name: given[at].names.join(" or ") };
    found.into_iter().enumerate().map(|(at, one)| one.ok_or_else(|| missing(at))).collect()
}

/// Checks the certificates of one grammar, up to the line of the next grammar.
fn of_grammar(
    entries: &mut Peekable<CertificateReader<'_>>,
    line: usize,
    grammars: &Grammars<'_>,
    from: &[&str],
) -> Result<Verified, Refusal> {
    let (mut patterns, mut automata) = (Vec::new(), Vec::new());
    let is_opening = |entry: &Result<Entry, _>| {
        matches!(entry, Err(_) | Ok(Entry::Pattern { .. } | Entry::Automaton(_)))
    };
    let mut last = line;
    while let Some(entry) = entries.next_if(is_opening) {
        match entry? {
            Entry::Pattern { line, pattern } => {
                patterns.push(pattern);
                last = line;
                is_given(&patterns, line, grammars)?;
            }
            Entry::Automaton(automaton) => automata.push(automaton),
            Entry::Grammar { .. } | Entry::Certificate(_) => {}
        }
    }
    if patterns.len() < grammars.patterns().len() {
        let number = patterns.len();
        let expected = grammars.patterns().get(number).map(|&one| one.clone());
        return Err(Refusal::OtherPattern { line: last, number, expected });
    }
    let grammars = grammars.solved_by(automata)?;
    let mut verifier = Verifier::new(&grammars, from);
    let is_within = |entry: &Result<Entry, _>| !matches!(entry, Ok(Entry::Grammar { .. }));
    while let Some(entry) = entries.next_if(is_within) {
        match entry? {
            Entry::Certificate(certificate) => verifier.check(&certificate)?,
            Entry::Pattern { line, .. }
            | Entry::Automaton(Automaton { line, .. })
            | Entry::Grammar { line, .. } => return Err(Refusal::Late { line }),
        }
    }
    Ok(verifier.finish())
}

/// Whether the last pattern of a file is the one that was given.
fn is_given(patterns: &[PatternName], line: usize, grammars: &Grammars<'_>) -> Result<(), Refusal> {
    let number = patterns.len() - 1;
    let expected = grammars.patterns().get(number).map(|&one| one.clone());
    match expected.as_ref() == patterns.last() {
        true => Ok(()),
        false => Err(Refusal::OtherPattern { line, number, expected }),
    }
}
