//! Lints a string.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urispec_lint::{Linter, Pack, UnknownPack, registry, security};

use crate::column::read;
use crate::error::{TextArgument, edition as edition_of, index, parse_error};

/// A finding of a lint.
///
/// `spans` are pairs of character indexes into the string. `byte_spans` are the same spans as byte offsets in UTF-8.
#[pyclass(frozen, get_all, module = "urispec")]
pub(crate) struct Finding {
    id: &'static str,
    severity: &'static str,
    message: String,
    section: Option<&'static str>,
    spans: Vec<(usize, usize)>,
    byte_spans: Vec<(usize, usize)>,
    mended: Option<String>,
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("<Finding {}: {}>", self.id, self.message)
    }
}

/// Lints a string: finds text that is valid but unwise.
///
/// The pack 'letter' checks references according to the document of the edition, and raises UriError for any
/// other string. The pack 'security' finds common attacks in any string. The pack 'registry' knows the schemes,
/// namespaces and well-known URIs registered at IANA.
///
/// >>> [finding.id for finding in urispec.lint("http://0x7f.1/%7Euser")]
/// ['needless-escape', 'rare-ipv4']
#[pyfunction]
#[pyo3(signature = (text, *, pack="letter", edition="rfc3986"))]
pub(crate) fn lint(
    py: Python<'_>,
    text: TextArgument<'_>,
    pack: &str,
    edition: &str,
) -> PyResult<Vec<Finding>> {
    let edition = edition_of(edition)?;
    let found = match pack_of(pack)? {
        Pack::Security => security::look(&text),
        Pack::Registry => registry::look(&text),
        _ => match read(edition, &text, None)? {
            Ok(reference) => Linter::from_edition(edition).lint(reference),
            Err(error) => return Err(text.with_original(py, parse_error(py, &text, &error))),
        },
    };
    let index = |offset| index(&text, offset);
    let finding = |finding: &urispec_lint::Finding| Finding {
        id: finding.lint().id(),
        severity: finding.lint().severity().name(),
        message: finding.message().to_owned(),
        section: finding.section(),
        spans: finding.spans().iter().map(|span| (index(span.start), index(span.end))).collect(),
        byte_spans: finding.spans().iter().map(|span| (span.start, span.end)).collect(),
        mended: finding.mended().map(str::to_owned),
    };
    Ok(found.iter().map(finding).collect())
}

pub(crate) fn pack_of(name: &str) -> PyResult<Pack> {
    name.parse().map_err(|error: UnknownPack| PyValueError::new_err(error.to_string()))
}
