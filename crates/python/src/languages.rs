//! Languages: the sets of strings of patterns, productions and templates, and decisions about them.
//!
//! A string of a language that is not UTF-8 is `bytes` in Python. Python's lock is released while a language is built or
//! compared, which may take seconds.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};
use urispec_audit as engine;
use urispec_audit::automata::Dfa;
use urispec_audit::export::PortableSyntax;
use urispec_audit::lint::lint_pattern_as;
use urispec_audit::patterns::PatternUsage;
use urispec_audit::{Dialect, Matching, Pattern, PatternError, TooLarge};
use urispec_views::language::{Documents, Editions, PatternOptions, of_abnf};

use crate::error::{Data, index};

/// The number of strings that `repr` shows.
const SHOWN: usize = 3;

/// A set of strings, which may be infinite: the strings of a pattern, a glob, a template, a route, a production of a
/// document, or a format. The name is `KIND:TEXT`:
///
/// - `python:TEXT`, a pattern as `re` reads it; `rust:TEXT`, `re2:TEXT` and so on, one of another dialect. `match` is
///   'search', 'prefix' as in `re.match`, or 'whole' as in `re.fullmatch`.
/// - `regex:TEXT`, a pattern of `dialect`, by default of ECMAScript, where `\d` is `[0-9]` and `$` matches only at the end.
///   In Python, `\d` also matches digits of other scripts, and `$` also before a final line break. `/TEXT/i` is one of
///   ECMAScript with flags.
/// - `fnmatch:TEXT`, a glob; also `pathname`, `gitignore` and `iam`.
/// - `template:TEXT`, the expansions of a URI template; `express5:TEXT`, the paths of a route; also `openapi`,
///   `express4`, `spring`, `rails`, `flask` and `django`.
/// - `rfc3986:NAME`, a production of an edition, or of another known document such as `rfc5321`.
/// - `format:NAME`, such as `format:email` or `format:date-time`.
///
/// Languages are compared and combined like sets, and each result is decided, not sampled:
///
/// >>> scheme = Language("rfc3986:scheme")
/// >>> scheme == Language("regex:^[A-Za-z][A-Za-z0-9+.-]*$")
/// True
/// >>> Language("python:^[a-z]+$") - scheme
/// <Language {'a\n', 'b\n', 'c\n', ...}>
/// >>> "web+demo" in scheme, "1st" in scheme
/// (True, False)
///
/// A language without strings is false, like an empty set. Raises ValueError if the name cannot be read, or if the
/// language is too large to decide.
#[pyclass(frozen, module = "urispec.languages")]
pub(crate) struct Language {
    language: Arc<engine::Language>,
}

#[pymethods]
impl Language {
    #[new]
    #[pyo3(signature = (text, *, dialect="ecmascript", r#match="search"))]
    fn new(py: Python<'_>, text: &str, dialect: &str, r#match: &str) -> PyResult<Self> {
        let options =
            PatternOptions { dialect: dialect_of(dialect)?, matching: matching(r#match)? };
        named(py, text, &options).map(Self::from)
    }

    /// Returns the language of a pattern: a compiled `re.Pattern`, with its flags, or the text of a pattern in a dialect,
    /// by default as `re` reads it.
    ///
    /// >>> import re
    /// >>> Language.from_pattern(re.compile("^ab$", re.IGNORECASE), match="whole").members(9)
    /// ['AB', 'Ab', 'aB', 'ab']
    /// >>> Language.from_pattern(r"^\d\Z") > Language(r"regex:^\d$") == Language(r"python:^[0-9]\Z")
    /// True
    #[classmethod]
    #[pyo3(signature = (pattern, *, dialect="python", r#match="search"))]
    fn from_pattern(
        cls: &Bound<'_, PyType>,
        pattern: &Bound<'_, PyAny>,
        dialect: &str,
        r#match: &str,
    ) -> PyResult<Self> {
        let pattern = PatternSource::new(pattern, dialect)?;
        pattern.language(cls.py(), matching(r#match)?).map(Self::from)
    }

    /// Returns the language of a rule of a grammar in ABNF, by default of its first rule. The grammar may use the core
    /// rules of RFC 5234 without defining them.
    ///
    /// >>> Language.from_abnf('month = "0" %x31-39 / "1" %x30-32').members(3)
    /// ['01', '02', '03']
    #[classmethod]
    #[pyo3(signature = (text, rule=None))]
    fn from_abnf(cls: &Bound<'_, PyType>, text: &str, rule: Option<&str>) -> PyResult<Self> {
        detached(cls.py(), || of_abnf(text, rule)).map(Self::from)
    }

    /// Returns the language of a production of an edition, or of another document that is known by name.
    ///
    /// >>> "[::1]" in Language.from_rule("host"), "user@example.com" in Language.from_rule("Mailbox", edition="rfc5321")
    /// (True, True)
    #[classmethod]
    #[pyo3(signature = (rule, *, edition="rfc3986"))]
    fn from_rule(cls: &Bound<'_, PyType>, rule: &str, edition: &str) -> PyResult<Self> {
        detached(cls.py(), || Editions.production(edition, rule)).map(Self::from)
    }

    /// Whether the language has no string.
    #[getter]
    fn is_empty(&self) -> bool {
        self.language.is_empty()
    }

    /// Returns the shortest string, or None if the language is empty.
    ///
    /// >>> Language("rfc3986:IPv6address").shortest()
    /// '::'
    fn shortest<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.language.shortest().map(|string| to_python(py, &string))
    }

    /// Returns up to `n` strings that differ in kind, for tests of a parser.
    #[pyo3(signature = (n=10))]
    fn sample<'py>(&self, py: Python<'py>, n: usize) -> Vec<Bound<'py, PyAny>> {
        let strings = py.detach(|| self.language.sample(n));
        strings.iter().map(|string| to_python(py, string)).collect()
    }

    /// Returns the first `n` strings, or all if there are fewer: the shortest first, by the length of their UTF-8. Strings
    /// of one length are in the order of their bytes, with visible characters of ASCII before all others.
    ///
    /// >>> Language("regex:^[a-c]{1,2}$").members(5)
    /// ['a', 'b', 'c', 'aa', 'ab']
    #[pyo3(signature = (n=10))]
    fn members<'py>(&self, py: Python<'py>, n: usize) -> Vec<Bound<'py, PyAny>> {
        let strings = py.detach(|| first_strings(self.language.dfa(), n));
        strings.iter().map(|string| to_python(py, string)).collect()
    }

    /// Compares the language with another one: see `relation`.
    fn relation<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static RELATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let other = operand(other)?;
        let found = detached(py, || engine::relation(&self.language, &other))?;
        let string = |string: Option<Vec<u8>>| Some(to_python(py, &string?));
        RELATION.import(py, "urispec.languages", "Relation")?.call1((
            found.relation.name(),
            string(found.only_left),
            string(found.only_right),
            string(found.common),
        ))
    }

    /// Writes the language as a pattern that is searched for, in a dialect or in 'json-schema', the subset that JSON
    /// Schema recommends. The pattern is built from an automaton, so it may be long; `portable` keeps the text of a
    /// pattern as far as possible.
    ///
    /// Raises ValueError if no pattern of at most `max_length` characters is found.
    ///
    /// >>> (Language("regex:^[a-c]$") - Language("regex:^b$")).to_pattern("python")
    /// '\\A[ac]\\Z'
    #[pyo3(signature = (dialect="json-schema", *, max_length=10_000))]
    fn to_pattern(&self, py: Python<'_>, dialect: &str, max_length: usize) -> PyResult<String> {
        let syntax = syntax_of(dialect)?;
        detached(py, || self.language.to_pattern(syntax, max_length))
    }

    fn __contains__(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(bytes) = text.cast::<PyBytes>() {
            return Ok(self.language.contains(bytes.as_bytes()));
        }
        match text.extract::<Data>() {
            Ok(text) => Ok(self.language.contains(text.as_bytes())),
            // No language has a string with half of a surrogate pair.
            Err(error) if error.is_instance_of::<PyValueError>(text.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn __bool__(&self) -> bool {
        !self.language.is_empty()
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, engine::Language::union)
    }

    fn __and__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, engine::Language::intersection)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, engine::Language::without)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        use engine::Relation::{Equal, Narrower, Wider};
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = &other.get().language;
        let relation = || {
            let found = detached(py, || engine::relation(&self.language, other));
            found.map(|found| found.relation)
        };
        let is_so = match operator {
            CompareOp::Eq => py.detach(|| self.language == *other),
            CompareOp::Ne => py.detach(|| self.language != *other),
            CompareOp::Lt => relation()? == Narrower,
            CompareOp::Le => matches!(relation()?, Narrower | Equal),
            CompareOp::Gt => relation()? == Wider,
            CompareOp::Ge => matches!(relation()?, Wider | Equal),
        };
        Ok(is_so.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Equal languages have equal minimal automata.
        (self.language.dfa().states(), self.language.shortest()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut shown = Vec::new();
        for string in py.detach(|| first_strings(self.language.dfa(), SHOWN + 1)) {
            shown.push(to_python(py, &string).repr()?.to_cow()?.into_owned());
        }
        if shown.len() > SHOWN {
            shown[SHOWN] = "...".to_owned();
        }
        Ok(format!("<Language {{{}}}>", shown.join(", ")))
    }
}

impl Language {
    /// Returns the combination with another language, or `NotImplemented` if the object is not a language.
    fn combined(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        combine: fn(&engine::Language, &engine::Language) -> Result<engine::Language, TooLarge>,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = &other.get().language;
        let found = Self::from(detached(py, || combine(&self.language, other))?);
        Ok(Bound::new(py, found)?.into_any().unbind())
    }
}

impl From<engine::Language> for Language {
    fn from(language: engine::Language) -> Self {
        Self { language: Arc::new(language) }
    }
}

/// Writes a pattern without look-arounds and atomic groups.
#[pyfunction]
fn portable(
    py: Python<'_>,
    pattern: &Bound<'_, PyAny>,
    dialect: &str,
    source: &str,
    r#match: &str,
    max_length: usize,
) -> PyResult<String> {
    let (syntax, matching) = (syntax_of(dialect)?, matching(r#match)?);
    let pattern = PatternSource::new(pattern, source)?;
    detached(py, || {
        let pattern = pattern.read().map_err(|why| why.to_string())?;
        engine::export::portable(&pattern, matching, syntax, max_length)
            .map_err(|why| why.to_string())
    })
}

/// The fields of `Attack`: the degree, the repeated parts, the text at the end, and numbers of steps.
type AttackFields = (Option<usize>, Vec<(String, String)>, String, Vec<(usize, u64)>);

/// Returns strings for which a backtracking engine takes a long time, or `None` if there are none.
#[pyfunction]
fn redos(
    py: Python<'_>,
    pattern: &Bound<'_, PyAny>,
    dialect: &str,
    r#match: &str,
) -> PyResult<Option<AttackFields>> {
    let (pattern, matching) = (PatternSource::new(pattern, dialect)?, matching(r#match)?);
    let time = detached(py, || {
        let time = match pattern.read() {
            Ok(read) => read.decide_match_time(matching),
            Err(why) => {
                // Back references, which no language has.
                let text = pattern.text_with_flags();
                Pattern::time_with_references(pattern.dialect, &text, matching)
                    .ok_or_else(|| why.to_string())?
            }
        };
        time.map_err(|why| format!("the time that an engine takes is not decided: {why}"))
    })?;
    let attack = time.into_witness();
    Ok(attack.map(|(degree, attack)| (degree, attack.pumps, attack.suffix, attack.steps)))
}

/// The fields of `PatternFinding`: the id, the severity, the message, the span in characters, and the witness.
type FindingFields = (&'static str, &'static str, String, (usize, usize), Option<String>);

/// Lints a pattern. A question that is not decided is a finding too.
#[pyfunction]
fn lint(
    py: Python<'_>,
    pattern: &Bound<'_, PyAny>,
    dialect: &str,
    r#match: &str,
) -> PyResult<Vec<FindingFields>> {
    let (pattern, matching) = (PatternSource::new(pattern, dialect)?, matching(r#match)?);
    let text = pattern.text_with_flags();
    let usage = PatternUsage::test(pattern.dialect, matching);
    let linted = py.detach(|| lint_pattern_as(usage, &text));
    // Offsets are counted in the text without the flags.
    let added = text.len() - pattern.text.len();
    let index = |offset: usize| index(&pattern.text, offset.saturating_sub(added));
    let findings = linted.findings.into_iter().map(|one| {
        let span = (index(one.span.start), index(one.span.end));
        (one.lint.id(), one.severity().name(), one.message, span, one.witness)
    });
    let undecided = linted.undecided.into_iter().map(|open| {
        let span = (0, pattern.text.chars().count());
        ("undecided", "note", format!("undecided: {}", open.question), span, None)
    });
    Ok(findings.chain(undecided).collect())
}

/// Languages, and decisions about patterns.
#[pymodule(submodule)]
#[pyo3(name = "languages")]
pub(crate) mod module {
    #[pymodule_export]
    use super::{Language, lint, portable, redos};
}

// Arguments.

/// A pattern that a caller passes: its text, its dialect, and the flags of an `re.Pattern`.
struct PatternSource {
    dialect: Dialect,
    text: String,
    flags: Option<String>,
}

impl PatternSource {
    fn new(pattern: &Bound<'_, PyAny>, dialect: &str) -> PyResult<Self> {
        let dialect = dialect_of(dialect)?;
        if let Ok(text) = pattern.cast::<PyString>() {
            return Ok(Self { dialect, text: text.to_cow()?.into_owned(), flags: None });
        }
        if !is_compiled(pattern)? {
            let name = pattern.get_type().name()?;
            let message = format!("expected a str or an re.Pattern, not {}", name.to_cow()?);
            return Err(PyTypeError::new_err(message));
        }
        if dialect != Dialect::Python {
            let message = format!("an re.Pattern is in the dialect 'python', not '{dialect}'");
            return Err(PyValueError::new_err(message));
        }
        let text = pattern.getattr("pattern")?;
        let Ok(text) = text.cast::<PyString>() else {
            let message = "the pattern matches bytes; compile it from a str instead";
            return Err(PyTypeError::new_err(message));
        };
        let set: u32 = pattern.getattr("flags")?.extract()?;
        // The values are those of `re.RegexFlag`. `re.UNICODE`, 32, is the default.
        let letters = [(2, 'i'), (8, 'm'), (16, 's'), (64, 'x'), (256, 'a')];
        let letters = letters.iter().filter(|(flag, _)| set & flag != 0);
        let flags = Some(letters.map(|(_, letter)| *letter).collect());
        Ok(Self { dialect, text: text.to_cow()?.into_owned(), flags })
    }

    fn read(&self) -> Result<Pattern, PatternError> {
        match &self.flags {
            None => Pattern::read(self.dialect, &self.text),
            Some(flags) => Pattern::read_with_flags(self.dialect, &self.text, flags),
        }
    }

    fn text_with_flags(&self) -> String {
        match self.flags.as_deref() {
            None | Some("") => self.text.clone(),
            Some(flags) => format!("(?{flags}){}", self.text),
        }
    }

    fn language(&self, py: Python<'_>, matching: Matching) -> PyResult<engine::Language> {
        detached(py, || {
            let pattern = self.read().map_err(|why| why.to_string())?;
            engine::Language::from_pattern(&pattern, matching).map_err(|why| why.to_string())
        })
    }
}

fn is_compiled(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static PATTERN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    object.is_instance(PATTERN.import(object.py(), "re", "Pattern")?)
}

/// Returns the language of a `Language`, of a name, or of an `re.Pattern`, which is searched for.
fn operand(object: &Bound<'_, PyAny>) -> PyResult<Arc<engine::Language>> {
    let py = object.py();
    if let Ok(language) = object.cast::<Language>() {
        return Ok(language.get().language.clone());
    }
    if let Ok(name) = object.cast::<PyString>() {
        return named(py, &name.to_cow()?, &PatternOptions::default()).map(Arc::new);
    }
    if is_compiled(object)? {
        let pattern = PatternSource::new(object, Dialect::Python.name())?;
        return pattern.language(py, Matching::Search).map(Arc::new);
    }
    let name = object.get_type().name()?;
    let message = format!("expected a Language, its name or an re.Pattern, not {}", name.to_cow()?);
    Err(PyTypeError::new_err(message))
}

fn named(py: Python<'_>, text: &str, options: &PatternOptions) -> PyResult<engine::Language> {
    detached(py, || {
        options.language(text)?.ok_or_else(|| {
            format!(
                "`{text}` names no language; for a pattern of Python, write `python:{text}`, and for other languages \
                 KIND:TEXT, such as `iam:a*` or `rfc3986:host`"
            )
        })
    })
}

fn dialect_of(name: &str) -> PyResult<Dialect> {
    let found = Dialect::ALL.iter().find(|dialect| dialect.name() == name);
    found
        .copied()
        .ok_or_else(|| unknown("dialect", name, Dialect::ALL.iter().map(|one| one.name())))
}

/// Returns the syntax of a portable pattern.
fn syntax_of(name: &str) -> PyResult<PortableSyntax> {
    const JSON_SCHEMA: &str = "json-schema";
    if name == JSON_SCHEMA {
        return Ok(PortableSyntax::JsonSchema);
    }
    let found = Dialect::ALL.iter().find(|dialect| dialect.name() == name);
    let names = || Dialect::ALL.iter().map(|dialect| dialect.name()).chain([JSON_SCHEMA]);
    let found = found.ok_or_else(|| unknown("dialect", name, names()))?;
    Ok(PortableSyntax::Dialect(*found))
}

fn matching(name: &str) -> PyResult<Matching> {
    let found = Matching::ALL.iter().find(|matching| matching.name() == name);
    let names = || Matching::ALL.iter().map(|matching| matching.name());
    found.copied().ok_or_else(|| unknown("way to match", name, names()))
}

fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> PyErr {
    let names: Vec<_> = names.collect();
    let are = if what == "dialect" { "the dialects" } else { "these" };
    PyValueError::new_err(format!("`{name}` is not a {what}; {are} are: {}", names.join(", ")))
}

/// Runs `work` with Python's lock released, and raises its error as ValueError.
fn detached<T: Send, E: std::fmt::Display + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    py.detach(work).map_err(|why| PyValueError::new_err(why.to_string()))
}

/// Returns the text of a string, or its bytes if it is not UTF-8.
fn to_python<'py>(py: Python<'py>, string: &[u8]) -> Bound<'py, PyAny> {
    match std::str::from_utf8(string) {
        Ok(text) => PyString::new(py, text).into_any(),
        Err(_) => PyBytes::new(py, string).into_any(),
    }
}

/// Returns the first strings of an automaton, at most `most`: by length, and visible bytes before others.
fn first_strings(dfa: &Dfa, most: usize) -> Vec<Vec<u8>> {
    let mut letters: Vec<u8> = (0..=u8::MAX).collect();
    letters.sort_by_key(|byte| !byte.is_ascii_graphic());
    // For each length, whether a string of this length leads from a state to an accepting one.
    let states = 0..dfa.states() as u32;
    let mut reach: Vec<Vec<bool>> = vec![states.clone().map(|state| dfa.accepts(state)).collect()];
    let (mut found, mut lengths_without) = (Vec::new(), 0);
    // The gap between two lengths has fewer steps than the automaton has states.
    while found.len() < most && lengths_without <= dfa.states() {
        let is_found = reach[reach.len() - 1][dfa.start(0) as usize];
        lengths_without = if is_found { 0 } else { lengths_without + 1 };
        if is_found {
            add_strings(dfa, &reach, &letters, most, &mut found);
        }
        let shorter = &reach[reach.len() - 1];
        let leads_on = |state| dfa.row(state).iter().any(|&next| shorter[next as usize]);
        reach.push(states.clone().map(leads_on).collect());
    }
    found
}

/// Adds the strings of the greatest length of `reach`.
fn add_strings(
    dfa: &Dfa,
    reach: &[Vec<bool>],
    letters: &[u8],
    most: usize,
    found: &mut Vec<Vec<u8>>,
) {
    // Each state of the path, with the index of the next letter to try.
    let (mut path, mut string) = (vec![(dfa.start(0), 0)], Vec::new());
    while let Some((state, tried)) = path.last_mut() {
        let left = reach.len() - 1 - string.len();
        if left == 0 {
            found.push(string.clone());
            if found.len() == most {
                return;
            }
        }
        let next = |byte: &u8| dfa.next(*state, dfa.classes().of(*byte));
        let is_next = |byte: &&u8| left > 0 && reach[left - 1][next(byte) as usize];
        match letters[*tried..].iter().enumerate().find(|(_, byte)| is_next(byte)) {
            Some((skipped, byte)) => {
                let after = next(byte);
                *tried += skipped + 1;
                string.push(*byte);
                path.push((after, 0));
            }
            None => {
                path.pop();
                string.pop();
            }
        }
    }
}
