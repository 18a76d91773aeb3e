//! The exception `UriError`, and the conversion of arguments.

use std::borrow::Cow;
use std::ops::Deref;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};
use urispec::error::{FilePathError, MappingError, RelativizeError, RepairError};
use urispec::percent::DecodeError;
use urispec::whatwg::{SetterError, Url, ValidationError};
use urispec::{BuildError, Edition, ParseError, ResolveError, Rung};
use urispec_columns::ColumnError;

pyo3::create_exception!(
    urispec,
    UriError,
    PyValueError,
    "A string that is not a reference of the edition, or that cannot be resolved or changed.\n\n\
     `str()` of the exception is `message`, which counts bytes. `text` is the invalid string.\n\
     `offset` is the index in `text` of the first character at which the text can no longer be valid, and\n\
     `byte_offset` the same position in its UTF-8. `cause` is the name of the error, such as\n\
     'port-digits', and `section` the section of the document, or of another document that it names.\n\
     `citation` is the section with its document, such as 'RFC 3986, 3.2.3'. Each is None if there is none."
);

/// The attributes of an exception, besides its message.
#[derive(Default)]
struct ErrorDetails {
    /// The offset of the error, in bytes.
    offset: Option<usize>,
    cause: Option<&'static str>,
    section: Option<&'static str>,
    /// The section with its document, if that is not RFC 3986.
    citation: Option<String>,
}

/// Returns the exception for a string that cannot be parsed.
pub(crate) fn parse_error(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    explained(py, text, error, error.explain(text))
}

/// Returns the exception for a string that cannot be parsed, with a message.
fn explained(py: Python<'_>, text: &str, error: &ParseError, message: String) -> PyErr {
    let mut details = ErrorDetails { offset: error.offset(), ..ErrorDetails::default() };
    if let ParseError::Syntax(syntax) = error
        && let Some(explanation) = syntax.explain(text)
    {
        details.section = Some(explanation.section());
        // The sentence of an explanation ends with the citation, in parentheses.
        let sentence = explanation.to_string();
        let cited = sentence.strip_suffix(')').and_then(|sentence| sentence.rsplit_once(" ("));
        details.citation = cited.map(|(_, citation)| citation.to_owned());
        if let Some(cause) = explanation.cause() {
            (details.cause, details.section) = (Some(cause.id()), Some(cause.section()));
        }
    }
    new_exception(py, text, message, &details)
}

/// Returns the exception for a string that is not a reference of the edition. The parser of the URL Standard accepts
/// more strings than its grammar; the message of such a string says how to parse it.
pub(crate) fn edition_error(
    py: Python<'_>,
    edition: Edition,
    text: &str,
    error: &ParseError,
) -> PyErr {
    if edition != Edition::Whatwg || Url::parse(text).is_err() {
        return parse_error(py, text, error);
    }
    let hint = "browsers accept it; `urispec.whatwg.Url(text)` is the URL that they parse";
    explained(py, text, error, format!("{}; {hint}", error.explain(text)))
}

/// Returns the exception for a string that cannot be repaired.
pub(crate) fn repair_error(py: Python<'_>, text: &str, error: &RepairError) -> PyErr {
    let (cause, section) = match error {
        RepairError::Scheme { .. } => ("scheme", "3.1"),
        RepairError::AtSigns { .. } => ("two-at-signs", "3.2"),
        RepairError::Backslash { .. } => ("backslash", "7.6"),
        RepairError::Host { .. } => ("host", "3.2.2"),
        RepairError::IpLiteral { .. } => ("ip-literal", "3.2.2"),
        RepairError::Port { .. } => ("port-digits", "3.2.3"),
        _ => return error_with_cause(py, text, error.to_string(), "too-long"),
    };
    let details = ErrorDetails {
        offset: error.offset(),
        cause: Some(cause),
        section: Some(section),
        citation: None,
    };
    new_exception(py, text, error.to_string(), &details)
}

/// Returns the exception for a reference that cannot be resolved against its base.
pub(crate) fn resolve_error(py: Python<'_>, text: &str, error: &ResolveError) -> PyErr {
    let cause = match error {
        ResolveError::Reference(error) => return parse_error(py, text, error),
        ResolveError::BaseWithoutScheme => "base-without-scheme",
        ResolveError::NotAbsolute => "not-absolute",
        ResolveError::Misread(_) => "misread",
        ResolveError::NoAlgorithm { .. } => "no-algorithm",
        ResolveError::CurrentDocument => "current-document",
        _ => "unresolvable",
    };
    error_with_cause(py, text, error.to_string(), cause)
}

/// Returns the exception for a target that no reference resolves to.
pub(crate) fn relativize_error(py: Python<'_>, text: &str, error: &RelativizeError) -> PyErr {
    match error {
        RelativizeError::Unresolvable(error) => resolve_error(py, text, error),
        error => error_with_cause(py, text, error.to_string(), "dot-segments"),
    }
}

/// Returns the exception for a reference that cannot be built or changed. If one component is invalid, `text` is
/// that component.
pub(crate) fn build_error(py: Python<'_>, text: &str, error: &BuildError) -> PyErr {
    let cause = match error {
        BuildError::Component(component) => {
            let details = ErrorDetails {
                offset: Some(component.offset()),
                cause: Some(component.component()),
                section: Some(component.section()),
                citation: None,
            };
            return new_exception(py, component.text(), error.to_string(), &details);
        }
        BuildError::NoScheme => "no-scheme",
        BuildError::NoHost => "no-host",
        BuildError::PathRunsOn => "path-runs-on",
        BuildError::PathReadsAsAuthority => "path-reads-as-authority",
        BuildError::PathReadsAsScheme => "path-reads-as-scheme",
        BuildError::DotSegment => "dot-segment",
        BuildError::EmptySegment => "empty-segment",
        BuildError::EmptyPair => "empty-pair",
        _ => "unbuildable",
    };
    error_with_cause(py, text, error.to_string(), cause)
}

/// Returns the exception for text that cannot be decoded.
pub(crate) fn decode_error(py: Python<'_>, text: &str, error: DecodeError) -> PyErr {
    let (offset, cause, section) = match error {
        DecodeError::Triplet { offset } => (offset, "percent", "2.1"),
        DecodeError::NotUtf8 { offset } => (offset, "not-utf-8", "2.5"),
        _ => return error_with_cause(py, text, error.to_string(), "undecodable"),
    };
    let details = ErrorDetails {
        offset: Some(offset),
        cause: Some(cause),
        section: Some(section),
        citation: None,
    };
    new_exception(py, text, error.to_string(), &details)
}

/// Returns the exception for an IRI that cannot be mapped to a URI.
pub(crate) fn mapping_error(py: Python<'_>, text: &str, error: &MappingError) -> PyErr {
    match error {
        MappingError::Reference(error) => parse_error(py, text, error),
        error => error_with_cause(py, text, error.to_string(), "domain-name"),
    }
}

/// Returns the exception for a file path without a URI, or a URI without a file path.
pub(crate) fn file_path_error(py: Python<'_>, text: &str, error: &FilePathError) -> PyErr {
    error_with_cause(py, text, error.to_string(), "file-path")
}

/// Returns the exception for a string for which the parser of the URL Standard fails.
pub(crate) fn url_error(py: Python<'_>, text: &str, error: &ValidationError) -> PyErr {
    let ValidationError { kind, offset, .. } = *error;
    let message = format!("at byte {offset}: {} (URL Standard, writing)", kind.sentence());
    let details = ErrorDetails {
        offset: Some(offset),
        cause: Some(kind.name()),
        section: Some("writing"),
        citation: Some("URL Standard, writing".to_owned()),
    };
    new_exception(py, text, message, &details)
}

/// Returns the exception for a component that a setter of the URL Standard ignores. `text` is the component.
pub(crate) fn setter_error(
    py: Python<'_>,
    text: &str,
    component: &str,
    error: &SetterError,
) -> PyErr {
    let (reason, cause, section) = match error.kind {
        Some(kind) => (kind.sentence().to_owned(), kind.name(), "writing"),
        None => (error.to_string(), "not-settable", "url-class"),
    };
    let message = format!("cannot set the {component}: {reason} (URL Standard, {section})");
    let details = ErrorDetails {
        cause: Some(cause),
        section: Some(section),
        offset: None,
        citation: Some(format!("URL Standard, {section}")),
    };
    new_exception(py, text, message, &details)
}

/// Returns an exception about a string as a whole, without an offset.
pub(crate) fn error_with_cause(
    py: Python<'_>,
    text: &str,
    message: String,
    cause: &'static str,
) -> PyErr {
    new_exception(
        py,
        text,
        message,
        &ErrorDetails { cause: Some(cause), ..ErrorDetails::default() },
    )
}

fn new_exception(py: Python<'_>, text: &str, message: String, details: &ErrorDetails) -> PyErr {
    let error = UriError::new_err(message.clone());
    let value = error.value(py);
    let set = || -> PyResult<()> {
        value.setattr("message", PyString::new(py, &message))?;
        value.setattr("text", text)?;
        value.setattr("offset", details.offset.map(|offset| index(text, offset)))?;
        value.setattr("byte_offset", details.offset)?;
        value.setattr("cause", details.cause)?;
        value.setattr("section", details.section)?;
        let citation = || Some(format!("RFC 3986, {}", details.section?));
        value.setattr("citation", details.citation.clone().or_else(citation))
    };
    match set() {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Returns the index of the character that begins at, or contains, a byte offset.
pub(crate) fn index(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    text.char_indices().take_while(|(at, character)| at + character.len_utf8() <= offset).count()
}

/// Returns the exception for an error that concerns a whole column, and not a single row.
pub(crate) fn column_error(error: ColumnError) -> PyErr {
    match error {
        ColumnError::Type(_) => PyTypeError::new_err(error.to_string()),
        // An error that an engine raised while its column was read.
        ColumnError::Arrow(error) => pyo3_arrow::error::PyArrowError::from(error).into(),
        error => PyValueError::new_err(error.to_string()),
    }
}

pub(crate) fn edition(id: &str) -> PyResult<Edition> {
    id.parse()
        .map_err(|error: urispec::error::UnknownEdition| PyValueError::new_err(error.to_string()))
}

pub(crate) fn rung(name: &str) -> PyResult<Rung> {
    name.parse()
        .map_err(|error: urispec::error::UnknownRung| PyValueError::new_err(error.to_string()))
}

// Arguments of several types: the pairs of a query, and a port.

/// A key and a value, which a key may lack.
pub(crate) struct PairArgument {
    pub(crate) key: String,
    pub(crate) value: Option<String>,
    /// The encoded pair in the query from which it was read.
    pub(crate) text: Option<String>,
}

/// Keys and values, in order.
pub(crate) struct PairsArgument(pub(crate) Vec<PairArgument>);

impl<'a, 'py> FromPyObject<'a, 'py> for PairsArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "expected a mapping or pairs of a key and a value, not text; with_query takes text",
            ));
        }
        let mut pairs = Vec::new();
        // `Pairs` is a mapping with each key once; its attribute has all pairs.
        let all = match object.getattr_opt("pairs")? {
            Some(all) => all,
            None if object.hasattr("items")? => object.call_method0("items")?,
            None => object.to_owned(),
        };
        // The pairs of a query keep their encoding: see `Pairs`.
        let texts = match object.getattr_opt("_texts")? {
            Some(texts) => texts.extract::<Vec<String>>()?,
            None => Vec::new(),
        };
        let mut texts = texts.into_iter();
        for pair in all.try_iter()? {
            let text_of_pair = texts.next();
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?
                .extract()
                .map_err(|_: PyErr| PyTypeError::new_err("expected pairs of a key and a value"))?;
            let key = text(&key)?.ok_or_else(|| PyTypeError::new_err("a key cannot be None"))?;
            if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
                for one in value.try_iter()? {
                    pairs.push(PairArgument { key: key.clone(), value: text(&one?)?, text: None });
                }
            } else {
                pairs.push(PairArgument { key, value: text(&value)?, text: text_of_pair });
            }
        }
        Ok(Self(pairs))
    }
}

/// Returns the text of a key or a value, or `None` if the object is None.
fn text(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if object.is_none() {
        return Ok(None);
    }
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(Some(object.str()?.to_cow()?.into_owned()));
    }
    match object.extract::<Data>() {
        Ok(data) => Ok(Some(data.to_owned())),
        Err(error) if error.is_instance_of::<PyValueError>(object.py()) => Err(error),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a key is a str, and a value a str, an int, None or a list of these, not {}; convert {} to a str first",
            object.get_type().name()?.to_cow()?,
            object.repr()?.to_cow()?,
        ))),
    }
}

/// A port, passed as a number or as text.
pub(crate) struct Port(String);

impl Deref for Port {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Port {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
            let number = object.str()?.to_cow()?.into_owned();
            return match number.starts_with('-') {
                true => Err(PyValueError::new_err(format!("{number} is not a port"))),
                false => Ok(Self(number)),
            };
        }
        match object.cast::<PyString>() {
            Ok(text) => Ok(Self(text.to_str()?.to_owned())),
            Err(_) => Err(PyTypeError::new_err("a port is an int, its digits as a str, or None")),
        }
    }
}

// String arguments: a `str`, which a `Uri` is too.
//
// A Python `str` may contain half a surrogate pair, which is not valid Unicode text. The noncharacter U+FFFE replaces it
// during parsing: it has the same length, so offsets are unchanged, and no grammar derives it. Callers get the original
// `str` back. A browser parses U+FFFD instead, which is a URL code point.

/// What replaces a surrogate where a grammar decides.
const NONCHARACTER: char = '\u{FFFE}';

/// A string argument.
pub(crate) struct TextArgument<'a> {
    text: Cow<'a, str>,
    /// The original string, if it is not valid Unicode.
    broken: Option<Py<PyString>>,
}

impl TextArgument<'_> {
    /// Puts the original string into an exception, and names the surrogate in the message.
    pub(crate) fn with_original(&self, py: Python<'_>, error: PyErr) -> PyErr {
        let Some(string) = &self.broken else { return error };
        let value = error.value(py);
        let put = || -> PyResult<()> {
            value.setattr("text", string)?;
            let mut message = value.to_string();
            for shown in [format!("\"{NONCHARACTER}\""), format!("{:?}", NONCHARACTER.to_string())]
            {
                message = message.replace(&shown, "half of a surrogate pair");
            }
            value.setattr("message", &message)?;
            value.setattr("args", (message,))
        };
        match put() {
            Ok(()) => error,
            Err(other) => other,
        }
    }

    /// Returns the text that an algorithm of the edition reads: by the URL Standard, a string of scalar values.
    pub(crate) fn scalar_text(&self, py: Python<'_>, edition: Edition) -> PyResult<Cow<'_, str>> {
        match &self.broken {
            Some(string) if edition == Edition::Whatwg => {
                let string = string.bind_borrowed(py);
                without_surrogates(string, char::REPLACEMENT_CHARACTER).map(Cow::Owned)
            }
            _ => Ok(Cow::Borrowed(&self.text)),
        }
    }

    /// Returns the part of the original string that corresponds to `part`, a slice of `text`.
    pub(crate) fn part<'py>(&self, py: Python<'py>, part: &str) -> PyResult<Bound<'py, PyAny>> {
        let Some(string) = &self.broken else { return Ok(PyString::new(py, part).into_any()) };
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let start = self.text[..start].chars().count();
        let slice = pyo3::types::PySlice::new(
            py,
            start as isize,
            (start + part.chars().count()) as isize,
            1,
        );
        string.bind(py).as_any().get_item(slice)
    }
}

impl<'a> From<&'a str> for TextArgument<'a> {
    fn from(text: &'a str) -> Self {
        Self { text: text.into(), broken: None }
    }
}

impl Deref for TextArgument<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for TextArgument<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<&'a str>() {
            return Ok(Self { text: text.into(), broken: None });
        }
        if let Ok(string) = object.cast::<PyString>() {
            let text = without_surrogates(string, NONCHARACTER)?.into();
            return Ok(Self { text, broken: Some(string.to_owned().unbind()) });
        }
        Err(PyTypeError::new_err(type_message(object)))
    }
}

/// A string argument of the URL Standard, as a scalar value string: U+FFFD replaces each surrogate.
pub(crate) struct ScalarText<'a>(Cow<'a, str>);

impl Deref for ScalarText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> FromPyObject<'a, '_> for ScalarText<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<&'a str>() {
            return Ok(Self(text.into()));
        }
        match object.cast::<PyString>() {
            Ok(string) => Ok(Self(without_surrogates(string, char::REPLACEMENT_CHARACTER)?.into())),
            Err(_) => Err(PyTypeError::new_err(type_message(object))),
        }
    }
}

/// Text without surrogates, such as data to be percent-encoded.
pub(crate) struct Data(String);

impl Deref for Data {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Data {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Data {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let argument: TextArgument<'a> = object.extract()?;
        match argument.broken {
            None => Ok(Self(argument.text.into_owned())),
            Some(_) => Err(PyValueError::new_err(
                "a surrogate is not a character and cannot be encoded in UTF-8",
            )),
        }
    }
}

fn type_message(found: Borrowed<'_, '_, PyAny>) -> String {
    // `to_string` would run Python's signal handlers and drop the exception of Ctrl-C.
    let name = found.get_type().name();
    let name = name
        .map_or_else(|_| "another object".to_owned(), |name| name.to_string_lossy().into_owned());
    let hint = if found.is_instance_of::<PyBytes>() {
        "; decode the bytes first"
    } else if is_url_like(found, &name) {
        "; pass str(…) of it"
    } else {
        ""
    };
    format!("expected a str, not {name}{hint}")
}

/// Returns whether an object is of a class for URLs whose `str` is the URL, such as `httpx.URL` or `yarl.URL`.
fn is_url_like(object: Borrowed<'_, '_, PyAny>, class: &str) -> bool {
    // Not `Security`.
    let names = ["URL", "Url", "URI", "Uri", "IRI", "Iri"];
    let is_named = names.iter().any(|name| class.contains(name)) || class.ends_with("url");
    // A class without its own `__str__` shows its `repr`.
    let all = object.py().get_type::<PyAny>();
    let [own, all] = [object.get_type(), all].map(|class| class.getattr("__str__").ok());
    is_named && own.zip(all).is_some_and(|(own, all)| !own.is(&all))
}

/// Replaces each surrogate by a character that is encoded in three bytes, as a surrogate is.
fn without_surrogates(string: Borrowed<'_, '_, PyString>, by: char) -> PyResult<String> {
    let encoded = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast::<PyBytes>()?.as_bytes().to_vec();
    let mut at = 0;
    while at + 2 < bytes.len() {
        // No UTF-8 character begins with these bytes.
        if bytes[at] == 0xED && bytes[at + 1] >= 0xA0 {
            by.encode_utf8(&mut bytes[at..at + 3]);
            at += 2;
        }
        at += 1;
    }
    Ok(String::from_utf8(bytes)?)
}
