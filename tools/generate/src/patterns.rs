//! The chapter about regular expressions, `docs/regex.md`, and its data, `docs/data/regex.tsv`: for each production the
//! patterns that are equal to it, as the library exports them. The chapter also lists the patterns that people copy, with
//! the witnesses that the tests check.

use std::error::Error;
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec_audit::export::PatternForm;
use urispec_audit::patterns::PatternNames;
use urispec_audit::{AnyGrammar, Dialect};

use crate::tables::GeneratedFile;

/// The copied patterns, one a line: name, dialect, production, the two witnesses as JSON or `-`, and the pattern.
const COPIED: &str = "tests/audit/field_patterns.tsv";

const PRODUCTIONS: &str = "URI URI-reference absolute-URI relative-ref scheme authority userinfo \
                           host port IPv4address IPv6address path query fragment";

/// The longest body that the chapter shows.
const SHORT: usize = 80;

/// Returns the chapter and the data.
pub(crate) fn files(root: &Path) -> Result<[GeneratedFile; 2], Box<dyn Error>> {
    let grammar = Edition::Rfc3986.grammars().first().ok_or("no grammar")?;
    let grammar = urispec_audit::any(grammar)?;
    let (mut data, mut short) = ("production\tdialects\tbody\n".to_owned(), Vec::new());
    for name in PRODUCTIONS.split(' ') {
        let bodies = bodies(&grammar, name)?;
        if let Some((body, _)) = bodies.first().filter(|(body, _)| body.len() < SHORT) {
            short.push(format!("{name:10}{body}"));
        }
        for (body, dialects) in bodies {
            data += &format!("{name}\t{}\t{body}\n", dialects.join(", "));
        }
    }
    let copied = fs::read_to_string(root.join(COPIED))?;
    let copied = copied.lines().map(row).collect::<Result<Vec<_>, _>>()?;
    let page = include_str!("patterns.md")
        .replace("{count}", &PRODUCTIONS.split(' ').count().to_string())
        .replace("{short}", &short.join("\n"))
        .replace("{copied}", &copied.join("\n"));
    Ok([("docs/regex.md".into(), page.into()), ("docs/data/regex.tsv".into(), data.into())])
}

/// The body of a pattern, and the names of the dialects that share it.
type Body = (String, Vec<&'static str>);

/// Returns the bodies of the patterns of a production.
fn bodies(grammar: &AnyGrammar, name: &str) -> Result<Vec<Body>, Box<dyn Error>> {
    let mut bodies: Vec<Body> = Vec::new();
    for &dialect in Dialect::ALL {
        let (form, names) = (PatternForm::Structure, PatternNames::None);
        let pattern = grammar.export_pattern(name, dialect, form, names)?;
        let body = body(&pattern).to_owned();
        match bodies.iter_mut().find(|(known, _)| *known == body) {
            Some((_, dialects)) => dialects.push(dialect.name()),
            None => bodies.push((body, vec![dialect.name()])),
        }
    }
    Ok(bodies)
}

/// Returns a pattern without its anchors and the group between them.
fn body(pattern: &str) -> &str {
    let anchors = [("^", "$"), ("\\A", "\\Z"), ("\\A", "\\z")];
    let inner = anchors.iter().find_map(|(begin, end)| {
        pattern.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end))
    });
    inner.unwrap_or(pattern)
}

/// Returns the row of the table for a copied pattern.
fn row(line: &str) -> Result<String, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [name, dialect, rule, missed, let_through, _] = cells[..] else {
        return Err(format!("{COPIED}: expected six columns: {line}"));
    };
    let [missed, let_through] = [missed, let_through].map(|witness| match witness {
        "-" => String::new(),
        _ => format!("`{witness}`"),
    });
    Ok(format!("| {name} | `{dialect}` | `{rule}` | {missed} | {let_through} |"))
}
