//! The formats of suites: what a person who adds one to a repository would write by hand.
//!
//! In: strings with their verdicts and reasons. Out: JSON lines, the form of JSON-Schema-Test-Suite, a table, or the
//! source of a test. A string that is not UTF-8 stands in JSON lines alone.

use std::io::{self, Write};

use clap::ValueEnum;
use urispec_views::record::{self, Record};

/// A format of a suite.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object per line
    #[default]
    Jsonl,
    /// The form of JSON-Schema-Test-Suite
    JsonSchema,
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

/// The strings of a suite.
pub(super) struct Rows<'r> {
    pub(super) rule: &'r str,
    pub(super) rows: Vec<Row>,
}

/// A string of a suite.
pub(super) struct Row {
    pub(super) input: Vec<u8>,
    pub(super) is_valid: bool,
    /// The reason with its section.
    pub(super) reason: String,
    /// The string as a line of JSON.
    pub(super) record: Record,
}

/// A string that is text.
struct Text<'r> {
    input: &'r str,
    is_valid: bool,
    reason: &'r str,
}

impl Format {
    /// Writes a suite. Gives back how many strings are left out, since they are not UTF-8.
    pub(super) fn write(self, rows: &Rows<'_>, out: &mut impl Write) -> io::Result<usize> {
        if let Self::Jsonl = self {
            rows.rows.iter().try_for_each(|row| row.record.clone().print(out))?;
            return Ok(0);
        }
        let texts = rows.rows.iter().filter_map(|row| {
            let input = std::str::from_utf8(&row.input).ok()?;
            Some(Text { input, is_valid: row.is_valid, reason: &row.reason })
        });
        let texts: Vec<Text<'_>> = texts.collect();
        self.write_texts(rows.rule, &texts, out)?;
        Ok(rows.rows.len() - texts.len())
    }

    fn write_texts(self, rule: &str, texts: &[Text<'_>], out: &mut impl Write) -> io::Result<()> {
        let name = identifier(rule);
        match self {
            Self::Jsonl => Ok(()),
            Self::JsonSchema => json_schema(rule, texts, out),
            Self::Markdown => {
                writeln!(out, "| string | valid | why |\n|---|---|---|")?;
                texts.iter().try_for_each(|Text { input, is_valid, reason }| {
                    let valid = if *is_valid { "yes" } else { "no" };
                    let [input, reason] =
                        [&format!("`` {input} ``"), *reason].map(|text| text.replace('|', "\\|"));
                    writeln!(out, "| {input} | {valid} | {reason} |")
                })
            }
            Self::Rust => {
                writeln!(out, "#[test]\nfn {name}_is_told_from_mistakes() {{\n    let cases = [")?;
                for Text { input, is_valid, reason } in texts {
                    writeln!(out, "        ({input:?}, {is_valid}, {reason:?}),")?;
                }
                writeln!(
                    out,
                    "    ];\n    for (input, valid, reason) in cases {{\n        assert_eq!(is_{name}(input), \
                     valid, \"{{input:?}}: {{reason}}\");\n    }}\n}}"
                )
            }
            Self::Pytest => {
                writeln!(out, "import pytest\n\nCASES = [")?;
                for Text { input, is_valid, reason } in texts {
                    let is_valid = if *is_valid { "True" } else { "False" };
                    writeln!(out, "    ({}, {is_valid}, {}),", quoted(input), quoted(reason))?;
                }
                writeln!(
                    out,
                    "]\n\n\n@pytest.mark.parametrize(\"text, valid, reason\", CASES)\ndef test_{name}(text, \
                     valid, reason):\n    assert is_{name}(text) is valid, reason"
                )
            }
            Self::Jest => {
                writeln!(out, "test.each([")?;
                for Text { input, is_valid, reason } in texts {
                    writeln!(out, "  [{}, {is_valid}, {}],", quoted(input), quoted(reason))?;
                }
                writeln!(
                    out,
                    "])(\"{rule}: %j is valid: %s (%s)\", (text, valid) => {{\n  \
                     expect(is_{name}(text)).toBe(valid);\n}});"
                )
            }
            Self::Junit => {
                writeln!(out, "static Stream<Arguments> {name}() {{\n    return Stream.of(")?;
                for (at, Text { input, is_valid, reason }) in texts.iter().enumerate() {
                    let comma = if at + 1 < texts.len() { "," } else { ");" };
                    let [input, reason] = [input, reason].map(|text| quoted(text));
                    writeln!(out, "        Arguments.of({input}, {is_valid}, {reason}){comma}")?;
                }
                writeln!(out, "}}")
            }
        }
    }
}

/// One case of the suite, with a test for each string.
fn json_schema(rule: &str, texts: &[Text<'_>], out: &mut impl Write) -> io::Result<()> {
    let format = match rule {
        "IPv4address" => "ipv4".to_owned(),
        "IPv6address" => "ipv6".to_owned(),
        rule => rule.to_ascii_lowercase(),
    };
    let format = quoted(&format);
    writeln!(out, "[\n    {{\n        \"description\": \"validation of {rule}\",")?;
    writeln!(out, "        \"schema\": {{ \"format\": {format} }},\n        \"tests\": [")?;
    for (at, Text { input, is_valid, reason }) in texts.iter().enumerate() {
        let comma = if at + 1 < texts.len() { "," } else { "" };
        let [input, reason] = [input, reason].map(|text| quoted(text));
        writeln!(out, "            {{\n                \"description\": {reason},")?;
        writeln!(out, "                \"data\": {input},\n                \"valid\": {is_valid}")?;
        writeln!(out, "            }}{comma}")?;
    }
    writeln!(out, "        ]\n    }}\n]")
}

/// A text as a literal of JSON, which Python, JavaScript and Java read alike.
fn quoted(text: &str) -> String {
    let mut quoted = Vec::new();
    record::string(text, &mut quoted);
    String::from_utf8_lossy(&quoted).into_owned()
}

/// A name for a function: `uri_reference`.
fn identifier(rule: &str) -> String {
    let of = |one: char| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '_' };
    rule.chars().map(of).collect()
}
