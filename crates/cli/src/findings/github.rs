//! Findings as commands to GitHub's runner, which shows each beside its line.

use super::{Annotation, Level, Position, Region};

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
