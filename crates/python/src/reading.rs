//! Strings that are read, resolved and normalized by an edition, for the functions and for the class.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urispec::trace::Warning;
use urispec::{
    Edition, Normalizer, ParseError, Reference, ResolveError, Resolver, Uri as UriText, UriRef,
    relativize, relativize_with,
};

use crate::error::{rung, unparsed, unrelated, unresolved};

/// Reads a string as a reference of an edition, or of one production of it. That there is no such production, or that
/// it stands for no whole reference, is a fault of the caller.
pub(crate) fn read<'t>(
    edition: Edition,
    text: &'t str,
    rule: Option<&str>,
) -> PyResult<Result<Reference<'t>, ParseError>> {
    let found = match (edition, rule) {
        (Edition::Rfc3986, None) => UriRef::parse(text).map(|reference| *reference),
        (edition, None) => Reference::parse(edition, text),
        (edition, Some(rule)) => Reference::parse_as(edition, rule, text),
    };
    match found {
        Err(error @ (ParseError::Production(_) | ParseError::NotWhole(_))) => {
            Err(PyValueError::new_err(error.to_string()))
        }
        found => Ok(found),
    }
}

/// Reads a string as a reference of an edition, or raises.
pub(crate) fn read_or_raise<'t>(
    py: Python<'_>,
    edition: Edition,
    text: &'t str,
) -> PyResult<Reference<'t>> {
    read(edition, text, None)?.map_err(|error| unparsed(py, text, &error))
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

/// The shortest reference that leads from a base to a target.
pub(crate) fn related(
    py: Python<'_>,
    base: &str,
    target: &str,
    edition: Edition,
) -> PyResult<String> {
    if edition == Edition::Rfc3986 {
        let uri = |text| UriText::parse(text).map_err(|error| unparsed(py, text, &error));
        let found = relativize(uri(base)?, uri(target)?);
        return found
            .map(|found| found.into_string())
            .map_err(|error| unrelated(py, target, &error));
    }
    let (of, to) = (read_or_raise(py, edition, base)?, read_or_raise(py, edition, target)?);
    relativize_with(&Resolver::from_edition(edition), of, to)
        .map_err(|error| unrelated(py, target, &error))
}

/// The normal form of a string up to a rung.
pub(crate) fn normal(py: Python<'_>, text: &str, to: &str, edition: Edition) -> PyResult<String> {
    let to = rung(to)?;
    let reference = read_or_raise(py, edition, text)?;
    Ok(Normalizer::from_edition(edition).to(to).normalize(reference).to_string())
}
