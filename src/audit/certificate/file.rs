//! Checks a whole file of certificates.
//!
//! In: the text of the file, and the grammars that it shall be about. Out: for each of these what
//! was [`Verified`], or the first [`Refusal`]. The file is read and checked at once, certificate by
//! certificate, and no certificate is kept.

use super::flaw::Refusal;
use super::read::{CertificateReader, Entry};
use super::sides::Grammars;
use super::verify::{Verified, Verifier};

/// Two grammars, and the names by which a file of certificates may call them.
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
    let mut current: Option<(usize, Verifier<'_>)> = None;
    let mut finish = |current: Option<(usize, Verifier<'_>)>| {
        if let Some((at, verifier)) = current {
            found[at] = Some(verifier.finish());
        }
    };
    let mut begun = vec![false; given.len()];
    for entry in CertificateReader::of(text)? {
        match (entry?, &mut current) {
            (Entry::Certificate(certificate), Some((_, verifier))) => {
                verifier.check(&certificate)?;
            }
            (Entry::Certificate(certificate), None) => {
                return Err(Refusal::Nameless { line: certificate.line });
            }
            (Entry::Grammar { line, name }, _) => {
                let place = given.iter().position(|one| one.names.contains(&&*name));
                let Some(at) = place else {
                    let expected = given.iter().map(|one| one.names.join(" or "));
                    return Err(Refusal::Other { line, name, expected: expected.collect() });
                };
                if std::mem::replace(&mut begun[at], true) {
                    return Err(Refusal::Twice { line, name });
                }
                finish(current.replace((at, Verifier::of(given[at].grammars, from))));
            }
        }
    }
    finish(current);
    let missing = |at: usize| Refusal::Missing { name: given[at].names.join(" or ") };
    found.into_iter().enumerate().map(|(at, one)| one.ok_or_else(|| missing(at))).collect()
}
