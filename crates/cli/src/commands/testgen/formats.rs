//! The formats of test suites that projects keep in their repositories.

use std::io::{self, Write};

use clap::ValueEnum;
use urispec_views::record::{self, Record};

/// A format of a suite.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteFormat {
    /// One JSON object per line
    #[default]
    Jsonl,
    /// The form of JSON-Schema-Test-Suite: strings and verdicts
    JsonSchema,
    /// The form of the Web Platform Tests: strings and hrefs, each with a comment
    Wpt,
    /// A table in Markdown
    Markdown,
    /// A test in Rust
    Rust,
    /// A test in Python, for pytest
    Pytest,
    /// A test in JavaScript, for Jest
    Jest,
    /// Parameters of a test in Java, for JUnit
    Junit,
}

#[derive(Clone, Copy)]
pub(super) struct Function<'r> {
    /// The production, or the operation.
    pub(super) of: &'r str,
    pub(super) name: &'r str,
    pub(super) arguments: &'r [&'r str],
    pub(super) answer: &'r str,
}

pub(super) struct SuiteRow {
    pub(super) arguments: Vec<Vec<u8>>,
    pub(super) expected: Expected,
    pub(super) reason: String,
    pub(super) record: Record,
}

pub(super) enum Expected {
    Verdict(bool),
    Text(String),
    Parts(Vec<Option<String>>),
}

struct TextRow<'r> {
    arguments: Vec<&'r str>,
    expected: &'r Expected,
    reason: &'r str,
}

impl SuiteFormat {
    /// Writes a suite, and returns how many strings were omitted because they are not UTF-8.
    pub(super) fn write(
        self,
        function: Function<'_>,
        rows: &[SuiteRow],
        out: &mut impl Write,
    ) -> io::Result<usize> {
        if let Self::Jsonl = self {
            rows.iter().try_for_each(|row| row.record.clone().print(out))?;
            return Ok(0);
        }
        let texts = rows.iter().filter_map(|row| {
            let arguments = row.arguments.iter().map(|one| std::str::from_utf8(one).ok());
            let arguments = arguments.collect::<Option<Vec<_>>>()?;
            Some(TextRow { arguments, expected: &row.expected, reason: &row.reason })
        });
        let texts: Vec<TextRow<'_>> = texts.collect();
        match self {
            Self::Jsonl => {}
            Self::JsonSchema => json_schema(function.of, &texts, out)?,
            Self::Wpt => wpt(&texts, out)?,
            Self::Markdown => markdown(function, &texts, out)?,
            Self::Rust => rust(function, &texts, out)?,
            Self::Pytest => pytest(function, &texts, out)?,
            Self::Jest => jest(function, &texts, out)?,
            Self::Junit => junit(function, &texts, out)?,
        }
        Ok(rows.len() - texts.len())
    }

    pub(super) const fn has(self, expected: &Expected) -> bool {
        match self {
            Self::JsonSchema => matches!(expected, Expected::Verdict(_)),
            Self::Wpt => matches!(expected, Expected::Text(_) | Expected::Verdict(_)),
            _ => true,
        }
    }
}

/// Writes a table. Between two backticks and a space, strings are literal.
fn markdown(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let heads = [function.arguments, &[function.answer, "why"]].concat();
    let names = heads.join(" | ").replace("input", "string");
    writeln!(out, "| {names} |\n|{}", "---|".repeat(heads.len()))?;
    let code = |text: &str| format!("`` {text} ``");
    for TextRow { arguments, expected, reason } in texts {
        let expected = match expected {
            Expected::Verdict(true) => "yes".to_owned(),
            Expected::Verdict(false) => "no".to_owned(),
            Expected::Text(text) => code(text),
            Expected::Parts(parts) => {
                let part = |part: &Option<String>| part.as_deref().map_or("-".to_owned(), code);
                parts.iter().map(part).collect::<Vec<_>>().join(" ")
            }
        };
        let mut cells: Vec<String> = arguments.iter().map(|text| code(text)).collect();
        cells.extend([expected, (*reason).to_owned()]);
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

fn json_schema(rule: &str, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let format = match rule {
        "IPv4address" => "ipv4".to_owned(),
        "IPv6address" => "ipv6".to_owned(),
        rule => rule.to_ascii_lowercase(),
    };
    let format = quoted(&format);
    writeln!(out, "[\n    {{\n        \"description\": \"validation of {rule}\",")?;
    writeln!(out, "        \"schema\": {{ \"format\": {format} }},\n        \"tests\": [")?;
    for (at, TextRow { arguments, expected, reason }) in texts.iter().enumerate() {
        let (Some(input), Expected::Verdict(is_valid)) = (arguments.last(), expected) else {
            continue;
        };
        let comma = if at + 1 < texts.len() { "," } else { "" };
        let [input, reason] = [input, reason].map(|text| quoted(text));
        writeln!(out, "            {{\n                \"description\": {reason},")?;
        writeln!(out, "                \"data\": {input},\n                \"valid\": {is_valid}")?;
        writeln!(out, "            }}{comma}")?;
    }
    writeln!(out, "        ]\n    }}\n]")
}

/// Writes a list of comments and tests. The href of a valid string is the string itself.
fn wpt(texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "[")?;
    for (at, TextRow { arguments, expected, reason }) in texts.iter().enumerate() {
        let comma = if at + 1 < texts.len() { "," } else { "" };
        let input = arguments.last().copied().unwrap_or_default();
        let base = arguments.first().filter(|_| arguments.len() > 1);
        let base = base.map_or("null".to_owned(), |base| quoted(base));
        let answer = match expected {
            Expected::Verdict(false) => "\"failure\": true".to_owned(),
            Expected::Text(href) => format!("\"href\": {}", quoted(href)),
            _ => format!("\"href\": {}", quoted(input)),
        };
        let [input, reason] = [input, reason].map(quoted);
        writeln!(out, "    {reason},\n    {{")?;
        writeln!(out, "        \"input\": {input},\n        \"base\": {base},")?;
        writeln!(out, "        {answer}\n    }}{comma}")?;
    }
    writeln!(out, "]")
}

/// Formats a text as a JSON literal, which is also valid in Python, JavaScript and Java.
fn quoted(text: &str) -> String {
    let mut quoted = Vec::new();
    record::string(text, &mut quoted);
    String::from_utf8_lossy(&quoted).into_owned()
}

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

    /// Returns the arguments, the answer and the reason, separated by commas.
    fn row(&self, text: &TextRow<'_>, quoted: impl Fn(&str) -> String) -> String {
        let mut all: Vec<String> = text.arguments.iter().map(|text| quoted(text)).collect();
        all.extend([self.answer(text.expected, &quoted), quoted(text.reason)]);
        all.join(", ")
    }
}

fn rust(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    let (arguments, test) = (function.arguments.join(", "), identifier(function.of));
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

fn pytest(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    let Function { name, answer, .. } = function;
    // `input` is a built-in function of Python.
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
        identifier(function.of),
    )
}

fn jest(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
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

fn junit(function: Function<'_>, texts: &[TextRow<'_>], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "static Stream<Arguments> {}() {{\n    return Stream.of(",
        identifier(function.of)
    )?;
    for (at, text) in texts.iter().enumerate() {
        let comma = if at + 1 < texts.len() { "," } else { ");" };
        writeln!(out, "        Arguments.of({}){comma}", JAVA.row(text, quoted))?;
    }
    writeln!(out, "}}")
}

pub(super) fn identifier(text: &str) -> String {
    let of = |one: char| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '_' };
    text.chars().map(of).collect()
}
