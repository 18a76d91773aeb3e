//! Suites as the source of a test in four languages.
//!
//! In: rows that are text. Out: a test that calls a function of the user, who writes or renames that function. A
//! verdict is compared with true or false, a string with a string, and components with a list in which what is undefined is
//! none.

use std::io::{self, Write};

use super::formats::{Expected, Function, Text, quoted};

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
    fn row(&self, text: &Text<'_>, quoted: impl Fn(&str) -> String) -> String {
        let mut all: Vec<String> = text.arguments.iter().map(|text| quoted(text)).collect();
        all.extend([self.answer(text.expected, &quoted), quoted(text.reason)]);
        all.join(", ")
    }
}

pub(super) fn rust(
    function: Function<'_>,
    texts: &[Text<'_>],
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
    texts: &[Text<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    // `input` is a function of Python.
    let arguments = function.arguments.join(", ").replace("input", "text");
    writeln!(out, "import pytest\n\nCASES = [")?;
    for text in texts {
        writeln!(out, "    ({}),", PYTHON.row(text, quoted))?;
    }
    let is_verdict = matches!(texts.first(), Some(Text { expected: Expected::Verdict(_), .. }));
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
    texts: &[Text<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
    let Function { of, name, answer, .. } = function;
    let arguments = function.arguments.join(", ");
    writeln!(out, "test.each([")?;
    for text in texts {
        writeln!(out, "  [{}],", JAVASCRIPT.row(text, quoted))?;
    }
    let is_list = matches!(texts.first(), Some(Text { expected: Expected::Parts(_), .. }));
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
    texts: &[Text<'_>],
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
