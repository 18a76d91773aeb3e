//! Findings as commands to GitHub's runner, which shows each beside its line.

use std::io;
use std::io::Write;
use std::path::Path;

use urispec_views::record::Record;

use super::{Annotation, Level, LogRule, Position, Region};
use crate::output::Output;
use crate::output::usage::Outcome;

/// The command of a finding, without its line end.
pub(super) fn command(annotation: &Annotation<'_>) -> String {
    let Annotation { rule, level, message, place, about, .. } = annotation;
    let level = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let at = place.as_ref().map(|(file, region)| {
        let Region { start: Position { line, column, .. }, end } = *region;
        // The runner takes a last column only of a place on one line.
        let is_one = end.line == line;
        let last = if is_one { format!(",endColumn={}", end.column) } else { String::new() };
        format!(
            "file={},line={line},endLine={},col={column}{last},",
            property(&file.to_string_lossy()),
            end.line
        )
    });
    let about = about.map_or_else(String::new, |about| format!("{about}: "));
    let title = property(rule);
    format!("::{level} {}title={title}::{}", at.unwrap_or_default(), data(&(about + message)))
}

/// A message as the runner reads it: of `%`, and of line ends, the codes.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value before the message, in which `:` and `,` have codes too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

// Findings as a log of SARIF 2.1.0 (OASIS), which code scanning reads.
//
// In: findings, one after the other. Out: one object, written as they come: the results first, then the tool with the
// rules, which nobody has to know before. So a log may be larger than memory.

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn begin(out: &mut Output) -> io::Result<()> {
    out.separate_by(",\n");
    let columns = "\"columnKind\":\"unicodeCodePoints\"";
    writeln!(
        out,
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{{columns},\"results\":["
    )
}

pub(super) fn add(annotation: &Annotation<'_>, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    out.write_all(result(annotation).into_text().as_bytes())
}

pub(super) fn end<'r>(
    rules: impl IntoIterator<Item = LogRule<'r>>,
    out: &mut Output,
) -> io::Result<()> {
    let rules = rules.into_iter().map(|rule| {
        let level = Record::new().with("level", rule.level.name());
        Record::new()
            .with("id", rule.id)
            .with_record("shortDescription", Some(text(rule.summary)))
            .with_record("defaultConfiguration", Some(level))
    });
    let driver = Record::new()
        .with("name", "urispec")
        .with("semanticVersion", env!("CARGO_PKG_VERSION"))
        .with_all("rules", rules);
    let tool = Record::new().with_record("driver", Some(driver));
    // A file that could not be read has no finding.
    let invocation = Record::new().with("executionSuccessful", out.worst < Outcome::Trouble);
    let [tool, invocation] = [tool, invocation].map(Record::into_text);
    writeln!(out, "\n],\"invocations\":[{invocation}],\"tool\":{tool}}}]}}")
}

fn result(annotation: &Annotation<'_>) -> Record {
    let Annotation { rule, level, message, place, about, fix } = annotation;
    let file = place.as_ref().map(|(file, _)| Record::new().with("uri", uri(file)));
    let physical = place.as_ref().map(|(_, place)| {
        let artifact = Record::new().with_record("artifactLocation", file.clone());
        artifact.with_record("region", Some(region(*place)))
    });
    let logical = about.map(|name| Record::new().with("name", name));
    let mut location = Record::new().with_record("physicalLocation", physical);
    if logical.is_some() {
        location = location.with_all("logicalLocations", logical.into_iter());
    }
    let is_placed = place.is_some() || about.is_some();
    let begun = Record::new()
        .with("ruleId", rule)
        .with("level", level.name())
        .with_record("message", Some(text(message)))
        .with_all("locations", is_placed.then_some(location).into_iter());
    let Some((place, inserted)) = fix else { return begun };
    let replacement = Record::new()
        .with_record("deletedRegion", Some(region(*place)))
        .with_record("insertedContent", Some(text(inserted)));
    let change = Record::new()
        .with_record("artifactLocation", file)
        .with_all("replacements", [replacement].into_iter());
    let fix = Record::new()
        .with_record("description", Some(text(&format!("mends what {rule} finds"))))
        .with_all("artifactChanges", [change].into_iter());
    begun.with_all("fixes", [fix].into_iter())
}

fn text(text: &str) -> Record {
    Record::new().with("text", text)
}

fn region(Region { start, end }: Region) -> Record {
    Record::new()
        .with("startLine", start.line)
        .with("startColumn", start.column)
        .with("endLine", end.line)
        .with("endColumn", end.column)
}

/// The name of a file as a relative reference: in place of what may stand in no path, its octets (RFC 3986, 2.1).
fn uri(file: &Path) -> String {
    let octets = file.as_os_str().as_encoded_bytes();
    let octets =
        octets.iter().map(|byte| if cfg!(windows) && *byte == b'\\' { b'/' } else { *byte });
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    let octet = |byte: u8| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    octets.map(octet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_value_has_a_code() {
        let region = Position::first(1).region(b"ab", &(1..2));
        let mut annotation = Annotation {
            rule: "a:b",
            level: Level::Note,
            message: "50%\nmore, or: less".to_owned(),
            place: Some(("a,b\n.txt".into(), region)),
            about: None,
            fix: None,
        };
        assert_eq!(
            command(&annotation),
            "::notice file=a%2Cb%0A.txt,line=1,endLine=1,col=2,endColumn=3,title=a%3Ab::50%25%0Amore, or: less"
        );
        annotation.place = None;
        annotation.about = Some("curl");
        assert_eq!(command(&annotation), "::notice title=a%3Ab::curl: 50%25%0Amore, or: less");
    }
}
