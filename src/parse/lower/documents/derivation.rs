//! Finds which production derives a string, since every url of RFC 1738 is an `otherurl` too.
//!
//! In: a string. Out: the production of its own scheme that derives it, or the general one that does
//! and why the specific one does not. The surprising case: `http://user@host/` is a url. RFC 1738
//! says that an http URL has no user (3.3), and its BNF has `otherurl` for what no specific
//! production derives, whatever its scheme.

use crate::editions::Edition;
use crate::parse::check;
use crate::parse::diagnose::Explanation;
use crate::reference::error::ParseError;

/// The production that derives a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Derivation {
    /// The name of the production as the document prints it: the production of the scheme, or else
    /// the general one.
    pub production: &'static str,
    /// The production of the scheme, if there is one and it does not derive the string.
    pub unmatched: Option<Unmatched>,
}

/// The production of a scheme that does not derive a string of the scheme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {production}: {error}")]
#[non_exhaustive]
pub struct Unmatched {
    /// The name of the production as the document prints it.
    pub production: &'static str,
    /// The reason why the production does not derive the string.
    pub error: Box<Explanation>,
}

/// Finds the production that derives a string. The production of the scheme is asked first, if
/// there is one; then the preferred general production; then the general production that has every
/// other language within its own.
pub(super) fn derivation(
    edition: Edition,
    specific: Option<&'static str>,
    preferred: Option<&'static str>,
    widest: &'static str,
    text: &str,
) -> Result<Derivation, ParseError> {
    let mismatch = |production| match check(edition, production, text) {
        Ok(()) => Ok(None),
        Err(ParseError::Syntax(error)) => Ok(Some(error)),
        Err(error) => Err(error),
    };
    let mut unmatched = None;
    if let Some(production) = specific {
        match mismatch(production)? {
            None => return Ok(Derivation { production, unmatched }),
            Some(error) => {
                let error = error.explain(text).map(Box::new);
                unmatched = error.map(|error| Unmatched { production, error });
            }
        }
    }
    if let Some(production) = preferred
        && mismatch(production)?.is_none()
    {
        return Ok(Derivation { production, unmatched });
    }
    match mismatch(widest)? {
        None => Ok(Derivation { production: widest, unmatched }),
        Some(error) => Err(ParseError::Syntax(error)),
    }
}
