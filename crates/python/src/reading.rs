//! Strings that are read, resolved and normalized by an edition, for the functions and for the class.

use pyo3::prelude::*;
use urispec::trace::Warning;
use urispec::{Edition, Normalizer, ParseError, Reference, ResolveError, Resolver, UriRef};

use crate::error::{rung, unparsed, unresolved};

/// Reads a string as a reference of an edition.
pub(crate) fn read(edition: Edition, text: &str) -> Result<Reference<'_>, ParseError> {
    match edition {
        Edition::Rfc3986 => UriRef::parse(text).map(|reference| *reference),
        edition => Reference::parse(edition, text),
    }
}

/// Reads a string as a reference of an edition, or raises.
pub(crate) fn read_or_raise<'t>(
    py: Python<'_>,
    edition: Edition,
    text: &'t str,
) -> PyResult<Reference<'t>> {
    read(edition, text).map_err(|error| unparsed(py, text, &error))
}

/// The target of a reference against a base, or an exception about the string that is to blame.
pub(crate) fn resolved(
    py: Python<'_>,
    base: &str,
    reference: &str,
    edition: Edition,
) -> PyResult<String> {
    let resolver = Resolver::from_edition(edition);
    let (base_parts, _) = resolver.read_base(base).map_err(|error| unresolved(py, base, &error))?;
    let (parts, _) = resolver.read(reference).map_err(|error| unresolved(py, reference, &error))?;
    let resolved = resolver.resolve(base_parts, parts).and_then(|resolved| {
        let is_misread = resolved.warnings().contains(&Warning::Misread);
        let target = resolved.target().ok_or(ResolveError::CurrentDocument)?.to_string();
        if is_misread { Err(ResolveError::Misread(target)) } else { Ok(target) }
    });
    resolved.map_err(|error| unresolved(py, reference, &error))
}

/// The normal form of a string up to a rung.
pub(crate) fn normal(py: Python<'_>, text: &str, to: &str, edition: Edition) -> PyResult<String> {
    let to = rung(to)?;
    let reference = read_or_raise(py, edition, text)?;
    Ok(Normalizer::from_edition(edition).to(to).normalize(reference).to_string())
}
