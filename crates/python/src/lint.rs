//! What is unwise in a string.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urispec_lint::{Linter, Pack, UnknownPack, registry, security};

use crate::column::read;
use crate::error::{TextArgument, edition as edition_of, index, unparsed};

/// What a lint says of a string.
///
/// `spans` are pairs of indexes of characters of the string, and `byte_spans` the same places in its UTF-8.
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

/// Finds what is valid and yet unwise, by the words of the edition.
///
/// The pack 'letter' asks references of the edition, and raises UriError for any other string. The
/// pack 'security' knows what attacks look like, in any string; the pack 'registry' knows the schemes, namespaces
/// and well-known URIs that IANA has registered.
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
            Err(error) => return Err(text.blamed(py, unparsed(py, &text, &error))),
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

/// The pack of a name.
pub(crate) fn pack_of(name: &str) -> PyResult<Pack> {
    name.parse().map_err(|error: UnknownPack| PyValueError::new_err(error.to_string()))
}
