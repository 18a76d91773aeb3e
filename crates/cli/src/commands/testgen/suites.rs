//! What is made: the suite of a production of an edition or of a given grammar, or an edition's suite of
//! resolution or of normalization; each string as a line of JSON.

use std::io;
use std::io::Write;
use std::path::Path;

use serde_json::Value;
use urispec::{Edition, Recognizer, ResolveError};
use urispec_compare::suite;
use urispec_compare::suite::{
    ByteCase, ByteSuite, Case, NormalizationCase, Permitted, ResolutionCase, Suite,
};
use urispec_views::record::Record;

use super::formats::{Expected, Function, TextRow, quoted};
use crate::grammar::{Language, record};
use crate::input::text;
use crate::output::counted::{counted, grouped};
use crate::output::usage::Stop;
use crate::output::{Output, counted};

/// A suite, and what it is of.
pub(super) enum MadeSuite<'m> {
    Edition(Recognizer, &'m Suite),
    Grammar(&'m Language, &'m ByteSuite),
    Resolution(Edition),
    Normalization(Edition),
}

/// A string of a suite.
pub(super) enum MadeString<'m> {
    Edition(Recognizer, Case),
    Grammar(&'m Language, ByteCase),
    Resolution(Edition, ResolutionCase),
    Normalization(Edition, NormalizationCase),
}

impl MadeSuite<'_> {
    /// The strings, or why there are none.
    pub(super) fn strings(
        &self,
    ) -> Result<Box<dyn Iterator<Item = MadeString<'_>> + '_>, ResolveError> {
        Ok(match *self {
            Self::Edition(production, suite) => {
                Box::new(suite.cases().map(move |case| MadeString::Edition(production, case)))
            }
            Self::Grammar(language, suite) => {
                Box::new(suite.cases().map(move |case| MadeString::Grammar(language, case)))
            }
            Self::Resolution(edition) => Box::new(
                suite::resolution(edition)?.map(move |case| MadeString::Resolution(edition, case)),
            ),
            Self::Normalization(edition) => Box::new(
                suite::normalization(edition)
                    .map(move |case| MadeString::Normalization(edition, case)),
            ),
        })
    }

    /// What there is to say of a suite of so many strings, some of which are as [`MadeString::counts`].
    pub(super) fn summary(&self, strings: u64, counting: u64, extra: u8) -> String {
        let are = if counting == 1 { "is" } else { "are" };
        let states = match self {
            Self::Edition(_, suite) => suite.states(),
            Self::Grammar(_, suite) => suite.states(),
            Self::Resolution(_) => {
                let [strings, counting] = [strings, counting].map(grouped);
                return format!(
                    "{strings} references, {counting} of which may have another target too"
                );
            }
            Self::Normalization(_) => {
                let [strings, counting] = [strings, counting].map(grouped);
                return format!("{strings} URIs, {counting} of which {are} not normal");
            }
        };
        let states = states as u64 + u64::from(extra);
        let [strings, states] =
            [(strings, "string"), (states, "state")].map(|(count, noun)| counted(count, noun));
        format!("{strings}, of which {} {are} valid, for up to {states}", grouped(counting))
    }
}

impl MadeString<'_> {
    /// Whether the summary counts the string apart: one that is valid, a reference of which the edition
    /// permits more than one target, a URI that is not normal.
    pub(super) fn counts(&self) -> bool {
        match self {
            Self::Edition(_, case) => case.is_valid(),
            Self::Grammar(_, case) => case.offset.is_none(),
            Self::Resolution(_, case) => !case.either.is_empty(),
            Self::Normalization(_, case) => case.input != case.normalized,
        }
    }

    pub(super) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        match self {
            Self::Edition(production, case) => counted::write(*production, case, out),
            Self::Grammar(language, ByteCase { input, offset, .. }) => {
                record(&language.file, &language.rule)
                    .witness("input", Some(input))
                    .with("valid", offset.is_none())
                    .with("offset", offset)
                    .print(out)
            }
            Self::Resolution(edition, case) => {
                let record = Record::of(*edition)
                    .with("base", &case.base)
                    .with("input", &case.reference)
                    .with_null("target", case.target.as_ref());
                ended(record, "target", &case.either, case.section).print(out)
            }
            Self::Normalization(edition, case) => {
                let record = Record::of(*edition)
                    .with("input", &case.input)
                    .with("normalized", &case.normalized);
                ended(record, "normalized", &case.either, case.section).print(out)
            }
        }
    }
}

/// A record with what else is permitted, if anything is, and the section.
fn ended(record: Record, key: &str, either: &[Permitted], section: &str) -> Record {
    let one = |permitted: &Permitted| {
        Record::new().with_null(key, permitted.answer.as_ref()).with("section", permitted.section)
    };
    let record =
        if either.is_empty() { record } else { record.with_all("either", either.iter().map(one)) };
    record.with("section", section)
}

// A suite of somebody else: its strings, and what it says of them.
//
// In: a file. Out: its strings. JSON is looked through for objects with `data` or `input`, as JSON-Schema-Test-Suite, the
// Web Platform Tests and `testgen` have them; lines of JSON are read line by line; and of any other file each line is a
// string. What is forgotten is everything else that such a file says.

pub(super) struct GivenSuite {
    pub(super) strings: Vec<GivenString>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct GivenString {
    pub(super) text: String,
    /// Whether the suite says that the string is valid, if it says so of each string.
    pub(super) is_valid: Option<bool>,
}

impl GivenSuite {
    /// Reads a file. None if it cannot be read, or has no string; stderr says why.
    pub(super) fn read(path: &Path, out: &mut Output) -> Result<Option<Self>, Stop> {
        let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
        let strings = strings(&text);
        if strings.is_empty() {
            out.refuse(&format!(
                "{file}: no string in it; give JSON with `data` or `input`, or one string a line"
            ))?;
            return Ok(None);
        }
        Ok(Some(Self { strings }))
    }
}

fn strings(text: &str) -> Vec<GivenString> {
    let mut strings = Vec::new();
    if let Ok(value) = serde_json::from_str(text) {
        collect(&value, &mut strings);
        return strings;
    }
    let values: Result<Vec<Value>, _> =
        text.lines().filter(|line| !line.is_empty()).map(serde_json::from_str).collect();
    match values {
        Ok(values) if values.iter().all(Value::is_object) => {
            values.iter().for_each(|value| collect(value, &mut strings));
        }
        _ => strings
            .extend(text.lines().map(|line| GivenString { text: line.to_owned(), is_valid: None })),
    }
    strings
}

/// Adds the strings of a value and of what it has within. A value of JSON nests 128 deep at most.
fn collect(value: &Value, strings: &mut Vec<GivenString>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| collect(one, strings)),
        Value::Object(object) => {
            let text = ["data", "input"].into_iter().find_map(|key| object.get(key)?.as_str());
            match text {
                Some(text) => strings.push(GivenString {
                    text: text.to_owned(),
                    is_valid: object.get("valid").and_then(Value::as_bool),
                }),
                None => object.values().for_each(|one| collect(one, strings)),
            }
        }
        _ => {}
    }
}

// Suites as the source of a test in four languages.
//
// In: rows that are text. Out: a test that calls a function of the user, who writes or renames that function. A
// verdict is compared with true or false, a string with a string, and components with a list in which what is undefined is
// none.

/// How a language writes an answer.
struct Literals {
    verdicts: [&'static str; 2],
    none: &'static str,
    some: [&'static str; 2],
    list: [&'static str; 2],
}

const RUST: Literals =
    Literals { verdicts: ["false", "true"], none: "None", some: ["Some(", ")"], list: ["[", "]"] };
const PYTHON: Literals =
    Literals { verdicts: ["False", "True"], none: "None", some: ["", ""], list: ["[", "]"] };
const JAVASCRIPT: Literals =
    Literals { verdicts: ["false", "true"], none: "null", some: ["", ""], list: ["[", "]"] };
const JAVA: Literals = Literals {
    verdicts: ["false", "true"],
    none: "null",
    some: ["", ""],
    list: ["Arrays.asList(", ")"],
};

impl Literals {
    fn answer(&self, expected: &Expected, quoted: impl Fn(&str) -> String) -> String {
        match expected {
            Expected::Verdict(is_valid) => self.verdicts[usize::from(*is_valid)].to_owned(),
            Expected::Text(text) => quoted(text),
            Expected::Parts(parts) => {
                let [before, after] = self.some;
                let part = |part: &Option<String>| match part {
                    Some(text) => format!("{before}{}{after}", quoted(text)),
                    None => self.none.to_owned(),
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                format!("{}{}{}", self.list[0], parts.join(", "), self.list[1])
            }
        }
    }

    /// The arguments, the answer and the reason, separated by commas.
    fn row(&self, text: &TextRow<'_>, quoted: impl Fn(&str) -> String) -> String {
        let mut all: Vec<String> = text.arguments.iter().map(|text| quoted(text)).collect();
        all.extend([self.answer(text.expected, &quoted), quoted(text.reason)]);
        all.join(", ")
    }
}

pub(super) fn rust(
    function: Function<'_>,
    texts: &[TextRow<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    let (arguments, test) = (function.arguments.join(", "), test_name(function));
    writeln!(out, "#[test]\nfn {test}_is_told_from_mistakes() {{\n    let cases = [")?;
    for text in texts {
        writeln!(out, "        ({}),", RUST.row(text, |text| format!("{text:?}")))?;
    }
    let input = function.arguments.last().copied().unwrap_or_default();
    writeln!(
        out,
        "    ];\n    for ({arguments}, {answer}, reason) in cases {{\n        assert_eq!({name}({arguments}), \
         {answer}, \"{{{input}:?}}: {{reason}}\");\n    }}\n}}"
    )
}

pub(super) fn pytest(
    function: Function<'_>,
    texts: &[TextRow<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    // `input` is a function of Python.
    let arguments = function.arguments.join(", ").replace("input", "text");
    writeln!(out, "import pytest\n\nCASES = [")?;
    for text in texts {
        writeln!(out, "    ({}),", PYTHON.row(text, quoted))?;
    }
    let is_verdict = matches!(texts.first(), Some(TextRow { expected: Expected::Verdict(_), .. }));
    let is = if is_verdict { "is" } else { "==" };
    writeln!(
        out,
        "]\n\n\n@pytest.mark.parametrize(\"{arguments}, {answer}, reason\", CASES)\ndef test_{}({arguments}, \
         {answer}, reason):\n    assert {name}({arguments}) {is} {answer}, reason",
        test_name(function),
    )
}

pub(super) fn jest(
    function: Function<'_>,
    texts: &[TextRow<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
    let Function { of, name, answer, .. } = function;
    let arguments = function.arguments.join(", ");
    writeln!(out, "test.each([")?;
    for text in texts {
        writeln!(out, "  [{}],", JAVASCRIPT.row(text, quoted))?;
    }
    let is_list = matches!(texts.first(), Some(TextRow { expected: Expected::Parts(_), .. }));
    let to_be = if is_list { "toEqual" } else { "toBe" };
    let shown = vec!["%j"; function.arguments.len()].join(" ");
    writeln!(
        out,
        "])(\"{of}: {shown} is {answer}: %s (%s)\", ({arguments}, {answer}) => {{\n  \
         expect({name}({arguments})).{to_be}({answer});\n}});"
    )
}

pub(super) fn junit(
    function: Function<'_>,
    texts: &[TextRow<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "static Stream<Arguments> {}() {{\n    return Stream.of(", test_name(function))?;
    for (at, text) in texts.iter().enumerate() {
        let comma = if at + 1 < texts.len() { "," } else { ");" };
        writeln!(out, "        Arguments.of({}){comma}", JAVA.row(text, quoted))?;
    }
    writeln!(out, "}}")
}

/// What is tested, as a name: `uri_reference`.
fn test_name(function: Function<'_>) -> String {
    identifier(function.of)
}

/// A name for a function: `uri_reference`.
pub(super) fn identifier(text: &str) -> String {
    let of = |one: char| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '_' };
    text.chars().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Vec<(String, Option<bool>)> {
        strings(text).into_iter().map(|one| (one.text, one.is_valid)).collect()
    }

    #[test]
    fn strings_are_found_in_what_others_write() {
        let one = |text: &str, is_valid| (text.to_owned(), is_valid);
        let suite = r#"[{"schema": {}, "tests": [{"data": "a:b", "valid": true}, {"data": 12, "valid": true}]}]"#;
        assert_eq!(given(suite), [one("a:b", Some(true))]);
        let platform =
            "[\"a comment\", {\"input\": \"http://h\", \"base\": null, \"failure\": true}]";
        assert_eq!(given(platform), [one("http://h", None)]);
        let lines = "{\"input\":\"x\",\"valid\":false}\n{\"input\":\"y\",\"valid\":true}\n";
        assert_eq!(given(lines), [one("x", Some(false)), one("y", Some(true))]);
        assert_eq!(given("//h\n?q\n"), [one("//h", None), one("?q", None)]);
    }
}
