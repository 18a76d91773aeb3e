//! The functions of the module `urispec.arrow`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use urispec::whatwg::Url;
use urispec::{Edition, Recognizer};
use urispec_columns as columns;
use urispec_columns::Component;
use urispec_lint::Lint;
use urispec_template::UriTemplate;

use crate::column::{ColumnResult, map_column};
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
    map_column(py, column, move |array| columns::component(array, component, edition))
}

/// Extracts one component of each string, by its name.
///
/// A row is null if the string is null or not a reference of the edition, or if the component is undefined. An
/// empty component is an empty string.
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
        /// A row is null if the string is null or not a reference of the edition, or if the component is undefined.
        /// An empty component is an empty string.
        #[pyfunction]
        #[pyo3(signature = (column, *, edition="rfc3986"))]
        pub(crate) fn $name(py: Python<'_>, column: AnyArray, edition: &str) -> PyResult<ColumnResult> {
            part(py, column, Component::$component, edition)
        }
    )*};
}

parts! {
    /// Extracts the scheme of each string, as written.
    scheme Scheme;
    /// Extracts the authority of each string, without `//`.
    authority Authority;
    /// Extracts the userinfo of each string, without `@`.
    userinfo Userinfo;
    /// Extracts the host of each string, including the brackets of an IP literal.
    host Host;
    /// Returns the name of the edition's production that each host matches, such as 'reg-name' or 'IPv6address'.
    host_kind HostKind;
    /// Extracts the text of the port of each string: any number of digits, even none.
    port Port;
    /// Extracts the path of each string.
    path Path;
    /// Extracts the query of each string, without `?`.
    query Query;
    /// Extracts the fragment of each string, without `#`.
    fragment Fragment;
}

/// Extracts all components of each string, as a struct. Each string is parsed once.
///
/// The struct is null where the string is null or not a reference of the edition. Its fields are scheme, authority,
/// userinfo, host, host_kind, port, path, query and fragment.
#[pyfunction]
#[pyo3(signature = (column, *, edition="rfc3986"))]
pub(crate) fn components(
    py: Python<'_>,
    column: AnyArray,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    map_column(py, column, move |array| columns::components(array, edition))
}

/// Extracts the port of each string as a number (uint16), if it is at most 65535.
#[pyfunction]
#[pyo3(signature = (column, *, edition="rfc3986"))]
pub(crate) fn port_number(
    py: Python<'_>,
    column: AnyArray,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    map_column(py, column, move |array| columns::port_number(array, edition))
}

/// Extracts the registrable domain of each host, such as 'example.co.uk', by the public suffix list
/// (https://publicsuffix.org/) of 2026-10-22.
///
/// A row is null if the string is null or not a reference of the edition, or if its host is an address, a public
/// suffix itself or a single label.
#[pyfunction]
#[pyo3(signature = (column, *, edition="rfc3986"))]
pub(crate) fn registrable(
    py: Python<'_>,
    column: AnyArray,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    map_column(py, column, move |array| columns::registrable(array, edition))
}

/// Returns whether each string is a reference of the edition, or, with `rule`, whether it matches that production of
/// the document. A null gives null.
#[pyfunction]
#[pyo3(signature = (column, rule=None, *, edition="rfc3986"))]
pub(crate) fn valid(
    py: Python<'_>,
    column: AnyArray,
    rule: Option<&str>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let Some(rule) = rule else {
        return map_column(py, column, move |array| columns::valid(array, edition));
    };
    let production = production(edition, rule)?;
    map_column(py, column, move |array| columns::accepted(array, &production))
}

fn production(edition: Edition, rule: &str) -> PyResult<Recognizer> {
    edition.production(rule).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Defines a function for each detail of an error.
macro_rules! facts {
    ($($(#[doc = $about:literal])* $name:ident;)*) => {$(
        $(#[doc = $about])*
        ///
        /// With `rule`, a string is valid if it matches that production of the document, as in `valid`.
        #[pyfunction]
        #[pyo3(signature = (column, rule=None, *, edition="rfc3986"))]
        pub(crate) fn $name(
            py: Python<'_>,
            column: AnyArray,
            rule: Option<&str>,
            edition: &str,
        ) -> PyResult<ColumnResult> {
            let edition = edition_of(edition)?;
            let production = rule.map(|rule| production(edition, rule)).transpose()?;
            map_column(py, column, move |array| match &production {
                None => columns::$name(array, edition),
                Some(production) => columns::$name(array, production),
            })
        }
    )*};
}

facts! {
    /// Explains each invalid string in a sentence; null for a valid string.
    error;
    /// Returns the id of the cause of each error, such as 'port-digits'; null for a valid string, or if the cause
    /// is unknown.
    cause;
    /// Returns the section of the document that each string violates, such as '3.2.3'; null for a valid string.
    section;
    /// Returns the number of characters before the error in each string (uint64); null for a valid string.
    offset;
    /// Returns the number of bytes, in UTF-8, before the error in each string (uint64); null for a valid string.
    byte_offset;
}

/// Normalizes each string up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'. The default is
/// 'path-segments', and 'scheme' in the edition 'whatwg', which has no other. A string that is not a reference gives
/// null, except in the edition 'whatwg', where the normal form is the URL that a browser parses.
#[pyfunction]
#[pyo3(signature = (column, to=None, *, edition="rfc3986"))]
pub(crate) fn normalize(
    py: Python<'_>,
    column: AnyArray,
    to: Option<&str>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let to = to.map(rung).transpose()?;
    map_column(py, column, move |array| columns::normalize(array, to, edition))
}

/// Returns the ids of the lints that fire on each string, as a list.
///
/// With the pack 'letter', a string that is not a reference gives null. The pack 'security' checks any string.
#[pyfunction]
#[pyo3(signature = (column, pack="letter", *, edition="rfc3986"))]
pub(crate) fn lint(
    py: Python<'_>,
    column: AnyArray,
    pack: &str,
    edition: &str,
) -> PyResult<ColumnResult> {
    let (pack, edition) = (pack_of(pack)?, edition_of(edition)?);
    map_column(py, column, move |array| columns::lint(array, pack, edition))
}

/// Returns whether one lint, of any pack, fires on each string. Only this lint runs.
///
/// With a lint of the pack 'letter', a string that is not a reference gives null. Other lints check any string.
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
    map_column(py, column, move |array| columns::lint_has(array, lint, edition))
}

/// Resolves each reference against its base. Either argument may be a string, which then applies to every row.
///
/// A row is null if either string is null or not valid in the edition, or if the target would parse as different
/// components.
#[pyfunction]
#[pyo3(signature = (base, reference, *, edition="rfc3986"))]
pub(crate) fn resolve(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    reference: &Bound<'_, PyAny>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    // Whether a browser parses a reference depends on its base.
    let (base, reference) =
        (Operand::new(base, edition, is_url)?, Operand::new(reference, edition, |_| true)?);
    pairs::map_operands(py, base, reference, move |a, b| columns::resolve(a, b, edition))
}

/// Finds, for each row, the shortest reference that resolves against the base to the target. Either argument may be a string,
/// which then applies to every row. A row is null if no reference resolves to the target.
#[pyfunction]
#[pyo3(signature = (base, target, *, edition="rfc3986"))]
pub(crate) fn relativize(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let operand = |object| Operand::new(object, edition, |_| false);
    let (base, target) = (operand(base)?, operand(target)?);
    pairs::map_operands(py, base, target, move |a, b| columns::relativize(a, b, edition))
}

/// Returns the lowest rung at which the two strings of each row are equivalent, or null. Either argument may be a
/// string, which then applies to every row. In the edition 'whatwg', the URLs that a browser parses are compared.
#[pyfunction]
#[pyo3(signature = (a, b, *, edition="rfc3986"))]
pub(crate) fn compare(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    edition: &str,
) -> PyResult<ColumnResult> {
    let edition = edition_of(edition)?;
    let (a, b) = (Operand::new(a, edition, is_url)?, Operand::new(b, edition, is_url)?);
    pairs::map_operands(py, a, b, move |a, b| columns::compare(a, b, edition))
}

/// Returns whether a browser parses a string without a base.
fn is_url(text: &str) -> bool {
    Url::parse(text).is_ok()
}

fn template_of(text: &str) -> PyResult<UriTemplate> {
    UriTemplate::parse(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Matches each string against a template (RFC 6570), and returns the values of the variables as a struct: a text
/// for each variable, and a list of texts for each exploded variable.
///
/// A row is null if the string is null, does not match, or matches in more than one way.
#[pyfunction]
pub(crate) fn template_match(
    py: Python<'_>,
    column: AnyArray,
    template: &str,
) -> PyResult<ColumnResult> {
    let template = template_of(template)?;
    map_column(py, column, move |array| columns::template_match(array, &template))
}

/// Counts the ways in which each string matches the template: 0, 1, or 2 for two or more.
#[pyfunction]
pub(crate) fn template_ways(
    py: Python<'_>,
    column: AnyArray,
    template: &str,
) -> PyResult<ColumnResult> {
    let template = template_of(template)?;
    map_column(py, column, move |array| columns::template_ways(array, &template))
}

/// Expands the template (RFC 6570) for each row of a struct, which has a text or a list of texts for each variable.
/// A missing or null field is undefined.
#[pyfunction]
pub(crate) fn template_expand(
    py: Python<'_>,
    column: AnyArray,
    template: &str,
) -> PyResult<ColumnResult> {
    let template = template_of(template)?;
    map_column(py, column, move |array| columns::template_expand(array, &template))
}

/// URI functions on columns, through the Arrow PyCapsule interface.
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
