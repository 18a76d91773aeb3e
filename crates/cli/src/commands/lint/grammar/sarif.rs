//! Findings as a log of SARIF 2.1.0 (OASIS), which code scanning reads.

use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Value, json};
use urispec_audit::lint::{Finding, Lint, Severity};

use super::{LintedFile, lints};
use crate::output::Output;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn print(files: &[LintedFile], out: &mut Output) -> io::Result<()> {
    let all: Vec<Lint> = lints(files).into_iter().collect();
    let rules: Vec<Value> = all.iter().map(|lint| rule(*lint)).collect();
    let result = |one: &LintedFile| {
        one.linted.findings.iter().map(|finding| result(one, finding, &all)).collect::<Vec<_>>()
    };
    let results: Vec<Value> = files.iter().flat_map(result).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "urispec",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    writeln!(out, "{log:#}")
}

fn rule(lint: Lint) -> Value {
    json!({
        "id": lint.id(),
        "shortDescription": { "text": lint.summary() },
        "defaultConfiguration": { "level": level(lint.severity()) },
    })
}

fn level(severity: Severity) -> &'static str {
    severity.name()
}

fn result(LintedFile { file, text, .. }: &LintedFile, finding: &Finding, all: &[Lint]) -> Value {
    let location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(file) },
        "region": region(text, &finding.span),
    }});
    let mut result = json!({
        "ruleId": finding.lint.id(),
        "ruleIndex": all.iter().position(|lint| *lint == finding.lint),
        "level": level(finding.severity()),
        "message": { "text": finding.message },
        "locations": [location],
    });
    if let Some(mend) = &finding.mend {
        result["fixes"] = json!([{
            "description": { "text": "keeps all strings that are read now" },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(file) },
                "replacements": [{
                    "deletedRegion": region(text, &mend.span),
                    "insertedContent": { "text": mend.text },
                }],
            }],
        }]);
    }
    result
}

/// A place by lines and columns, counted from 1, of which the last column is behind the place.
fn region(text: &str, span: &Range<usize>) -> Value {
    let place = |at: usize| {
        let before = &text[..at];
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[begin..].chars().count() + 1)
    };
    let ((line, column), (last, end)) = (place(span.start), place(span.end));
    json!({ "startLine": line, "startColumn": column, "endLine": last, "endColumn": end })
}

/// The name of a file as a relative reference: in place of what may stand in no path, its octets (RFC 3986, 2.1).
fn uri(file: &str) -> String {
    let file = file.replace('\\', "/");
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    let octet = |byte: u8| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    file.bytes().map(octet).collect()
}
