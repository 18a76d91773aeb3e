//! The functions of the module `urispec.arrow`: one for each question that a column can be asked.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use urispec_columns as columns;
use urispec_columns::Component;
use urispec_lint::Lint;
use urispec_template::UriTemplate;

use crate::column::{ColumnResult, answered};
use crate::error::{edition as edition_of, rung};
use crate::lint::pack_of;
use crate::pairs;
use crate::pairs::Operand;

fn part(
    py: Python<'_>,
    column: AnyArray,
    component: Component,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    answered(py, column, move |array| columns::component(array, component, edition))
}

/// One component of each string, by its name.
///
/// A row is null if the string is null, if it is no reference of the edition, or if the component is
/// undefined. An empty component is an empty string.
#[pyfunction]
#[pyo3(signature = (column, name, *, edition="rfc3986"))]
pub(crate) fn component(
    py: Python<'_>,
    column: AnyArray,
    name: &str,
    edition: &str,
) -> PyResult<ColumnResult> {
    let component = name.parse();
    let component = component
        .map_err(|error: columns::UnknownComponent| PyValueError::new_err(error.to_string()))?;
    part(py, column, component, edition)
}

/// Defines a function for each component.
macro_rules! parts {
    ($($(#[doc = $about:literal])* $name:ident $component:ident;)*) => {$(
        $(#[doc = $about])*
        ///
        /// A row is null if the string is null, if it is no reference of the edition, or if there is
        /// none. An empty one is an empty string.
        #[pyfunction]
        #[pyo3(signature = (column, *, edition="rfc3986"))]
        pub(crate) fn $name(py: Python<'_>, column: AnyArray, edition: &str) -> PyResult<ColumnResult> {
            part(py, column, Component::$component, edition)
        }
    )*};
}

parts! {
    /// The scheme of each string, as given.
    scheme Scheme;
    /// The authority of each string, without `//`.
    authority Authority;
    /// The userinfo of each string, without `@`.
    userinfo Userinfo;
    /// The host of each string. An address in brackets keeps them.
    host Host;
    /// The edition's production of each host, such as 'reg-name' or 'IPv6address'.
    host_kind HostKind;
    /// The text of the port of each string: any number of digits, even none.
    port Port;
    /// The path of each string.
    path Path;
    /// The query of each string, without `?`.
    query Query;
    /// The fragment of each string, without `#`.
    fragment Fragment;
}

/// All components of each string, as a struct. Each string is parsed once.
///
/// The struct is null where the string is null or no reference of the edition. Its fields are scheme,
/// authority, userinfo, host, host_kind, port, path, query and fragment.
#[pyfunction]
#[pyo3(signature = (column, *, edition="rfc3986"))]
pub(crate) fn components(
    py: Python<'_>,
    column: AnyArray,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    answered(py, column, move |array| columns::components(array, edition))
}

/// The port of each string as a number (uint16), where it is one of at most 65535.
#[pyfunction]
#[pyo3(signature = (column, *, edition="rfc3986"))]
pub(crate) fn port_number(
    py: Python<'_>,
    column: AnyArray,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    answered(py, column, move |array| columns::port_number(array, edition))
}

/// The registrable domain of each host, such as 'example.co.uk': the part that somebody registered, by
/// the public suffix list (https://publicsuffix.org/) of 2026-10-22.
///
/// A row is null if the string is null, if it is no reference of the edition, and if its host is an
/// address, a public suffix itself or a single label.
#[pyfunction]
#[pyo3(signature = (column, *, edition="rfc3986"))]
pub(crate) fn registrable(
    py: Python<'_>,
    column: AnyArray,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    answered(py, column, move |array| columns::registrable(array, edition))
}

/// Whether each string is a reference of the edition, or of one production of it, named as the document
/// prints it. A null stays null.
#[pyfunction]
#[pyo3(signature = (column, *, rule=None, edition="rfc3986"))]
pub(crate) fn valid(
    py: Python<'_>,
    column: AnyArray,
    rule: Option<&str>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let Some(rule) = rule else {
        return answered(py, column, move |array| columns::valid(array, edition));
    };
    let production = edition.production(rule);
    let production = production.map_err(|error| PyValueError::new_err(error.to_string()))?;
    answered(py, column, move |array| columns::accepted(array, &production))
}

/// Defines a function for each fact of an error.
macro_rules! facts {
    ($($(#[doc = $about:literal])* $name:ident;)*) => {$(
        $(#[doc = $about])*
        #[pyfunction]
        #[pyo3(signature = (column, *, edition="rfc3986"))]
        pub(crate) fn $name(py: Python<'_>, column: AnyArray, edition: &str) -> PyResult<ColumnResult> {
            let edition = edition_of(edition)?;
            answered(py, column, move |array| columns::$name(array, edition))
        }
    )*};
}

facts! {
    /// What is wrong with each string, as a sentence; null where nothing is.
    error;
    /// The id of what is wrong with each string, such as 'port-digits'; null where nothing is, and where
    /// no cause is known.
    cause;
    /// The section of the document that each string is at odds with, such as '3.2.3'; null where nothing is
    /// wrong.
    section;
    /// How many characters of each string stand before the one after which no reference goes on (uint64);
    /// null where nothing is wrong.
    offset;
    /// How many bytes of each string, in UTF-8, stand before the byte after which no reference goes on
    /// (uint64); null where nothing is wrong.
    byte_offset;
}

/// The normal form of each string up to a rung: 'string', 'case', 'percent-encoding',
/// 'path-segments' or 'scheme'. A string that is no reference gives null.
#[pyfunction]
#[pyo3(signature = (column, *, to="path-segments", edition="rfc3986"))]
pub(crate) fn normalize(
    py: Python<'_>,
    column: AnyArray,
    to: &str,
    edition: &str,
) -> PyResult<ColumnResult> {
    let (to, edition) = (rung(to)?, edition_of(edition)?);
    answered(py, column, move |array| columns::normalize(array, to, edition))
}

/// The ids of the lints that have something to say of each string, as a list.
///
/// By the pack 'letter' a string that is no reference gives null. The pack 'security' asks any string.
#[pyfunction]
#[pyo3(signature = (column, *, pack="letter", edition="rfc3986"))]
pub(crate) fn lint(
    py: Python<'_>,
    column: AnyArray,
    pack: &str,
    edition: &str,
) -> PyResult<ColumnResult> {
    let (pack, edition) = (pack_of(pack)?, edition_of(edition)?);
    answered(py, column, move |array| columns::lint(array, pack, edition))
}

/// Whether the lint of an id, of any pack, has something to say of each string. Only this lint is asked.
///
/// With a lint of the pack 'letter' a string that is no reference gives null. The others ask any string.
#[pyfunction]
#[pyo3(signature = (column, id, *, edition="rfc3986"))]
pub(crate) fn lint_has(
    py: Python<'_>,
    column: AnyArray,
    id: &str,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let unknown = || PyValueError::new_err(format!("no lint has the id `{id}`"));
    let lint = Lint::named(id).ok_or_else(unknown)?;
    answered(py, column, move |array| columns::lint_has(array, lint, edition))
}

/// The target of each reference against its base. Either may be a string, for every row.
///
/// A row is null if either string of it is null or none of the edition, and if there is no target that
/// reads back as what it is.
#[pyfunction]
#[pyo3(signature = (base, reference, *, edition="rfc3986"))]
pub(crate) fn resolve(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    reference: &Bound<'_, PyAny>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let (base, reference) = (Operand::of(base, edition)?, Operand::of(reference, edition)?);
    pairs::answered(py, base, reference, move |a, b| columns::resolve(a, b, edition))
}

/// The shortest reference that leads from each base to each target. Either may be a string, for every
/// row. A row is null where there is none.
#[pyfunction]
#[pyo3(signature = (base, target, *, edition="rfc3986"))]
pub(crate) fn relativize(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let (base, target) = (Operand::of(base, edition)?, Operand::of(target, edition)?);
    pairs::answered(py, base, target, move |a, b| columns::relativize(a, b, edition))
}

/// The lowest rung at which each two strings are equivalent, or null. Either may be a string, for
/// every row.
#[pyfunction]
#[pyo3(signature = (a, b, *, edition="rfc3986"))]
pub(crate) fn compare(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let (a, b) = (Operand::of(a, edition)?, Operand::of(b, edition)?);
    pairs::answered(py, a, b, move |a, b| columns::compare(a, b, edition))
}

fn template_of(text: &str) -> PyResult<UriTemplate> {
    UriTemplate::parse(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The values of the variables of which each string is the expansion (RFC 6570), as a struct: a text for each
/// variable, and a list of texts for each that the template explodes.
///
/// A row is null if the string is null, is no expansion, or is one in several ways.
#[pyfunction]
pub(crate) fn template_match(
    py: Python<'_>,
    column: AnyArray,
    template: &str,
) -> PyResult<ColumnResult> {
    let template = template_of(template)?;
    answered(py, column, move |array| columns::template_match(array, &template))
}

/// In how many ways each string is an expansion of the template: 0, 1, or 2 for two and more.
#[pyfunction]
pub(crate) fn template_ways(
    py: Python<'_>,
    column: AnyArray,
    template: &str,
) -> PyResult<ColumnResult> {
    let template = template_of(template)?;
    answered(py, column, move |array| columns::template_ways(array, &template))
}

/// The expansion of each row (RFC 6570) of a struct, which has a text or a list of texts for each variable. A field
/// that is missing or null is undefined.
#[pyfunction]
pub(crate) fn template_expand(
    py: Python<'_>,
    column: AnyArray,
    template: &str,
) -> PyResult<ColumnResult> {
    let template = template_of(template)?;
    answered(py, column, move |array| columns::template_expand(array, &template))
}

/// Columns in, columns out, by the Arrow PyCapsule interface.
#[pymodule(submodule)]
#[pyo3(name = "arrow")]
pub(crate) mod module {
    #[pymodule_export]
    use super::{
        authority, byte_offset, cause, compare, component, components, error, fragment, host,
        host_kind, lint, lint_has, normalize, offset, path, port, port_number, query, registrable,
        relativize, resolve, scheme, section, template_expand, template_match, template_ways,
        userinfo, valid,
    };
    #[pymodule_export]
    use crate::column::{Array, ChunkedArray};
}
