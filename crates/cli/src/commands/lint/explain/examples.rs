//! The examples of the lints: a string or a grammar for each.
//!
//! In: the id of a lint. Out: a text in which the lint has a finding, and what the text is read by.

use urispec::Edition;
use urispec_audit::lint::{Linted, lint_document_examples, lint_pest_text, lint_printed};
use urispec_audit::{
    Deadline, Dialect, DocumentKind, Extracted, GrammarText, Matching, Notation, SourceLanguage,
};

use super::super::grammar;

const STRINGS: &str = include_str!("strings.tsv");
const GRAMMARS: &str = include_str!("grammars.tsv");

/// The line of a lint in a table: what the text is read by, and the text.
fn line(table: &'static str, id: &str) -> Option<(&'static str, String)> {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let (named, rest) = line.split_once('\t')?;
        let (by, text) = rest.split_once('\t')?;
        (named == id && !by.is_empty()).then(|| (by, unescaped(text)))
    })
}

/// The string of a lint, and its edition. There is none where the finding depends on the base.
pub(super) fn of_string(id: &str) -> Option<(Edition, String)> {
    let (by, text) = line(STRINGS, id)?;
    Some((by.parse().ok()?, text))
}

/// The grammar of a lint, and its notation.
pub(super) fn of_grammar(id: &str) -> Option<(&'static str, String)> {
    line(GRAMMARS, id)
}

/// What is found in a text of a notation.
pub(super) fn linted(notation: &str, text: &str) -> Linted {
    let deadline = || Deadline::NONE;
    let given = GrammarText { file: "example", text };
    let abnf = urispec_audit::reader(Notation::Abnf);
    let dialect = Dialect::ALL.iter().find(|dialect| dialect.name() == notation);
    match (notation, dialect) {
        ("pest", _) => lint_pest_text(given, deadline()),
        ("markdown", _) => match Extracted::read(DocumentKind::Markdown, given) {
            Ok(document) => lint_document_examples(&document, text, &abnf, None, deadline()).linted,
            Err(_) => Linted::default(),
        },
        ("program in python", _) => grammar::lint_program(SourceLanguage::Python, text),
        (_, Some(dialect)) => {
            let with = grammar::PatternLint::new(&["example.com"], deadline());
            grammar::lint_pattern((*dialect, Matching::Search), text, &with)
        }
        _ => lint_printed(&abnf, given, deadline()),
    }
}

/// A string as it is shown: in quotes where blanks stand at its ends.
pub(super) fn quoted(text: &str) -> String {
    if text.trim() == text { text.to_owned() } else { format!("{text:?}") }
}

/// A text of a table.
fn unescaped(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let character = after.chars().next();
        let mut end = character.map_or(0, char::len_utf8);
        plain.extend(match character {
            Some('t') => Some('\t'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('u') => {
                end = after.find('}').map_or(after.len(), |at| at + 1);
                let digits = after[..end].trim_start_matches("u{").trim_end_matches('}');
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
            }
            other => other,
        });
        rest = &after[end..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;
    use urispec_audit::lint as grammar_lint;
    use urispec_lint::Pack;

    #[test]
    fn every_lint_of_strings_is_found_in_its_example() {
        let lints = Pack::ALL.iter().flat_map(|pack| pack.lints());
        let mut without = Vec::new();
        for lint in lints {
            match of_string(lint.id()) {
                Some((edition, text)) => {
                    assert!(found(lint, edition, &text).is_some(), "{}: {text:?}", lint.id());
                }
                None => without.push(lint.id()),
            }
        }
        // The URL Standard reports these of a string with some bases, and not with others.
        let expected = ["missing-scheme-non-relative-URL", "file-invalid-Windows-drive-letter"];
        assert_eq!(without, expected);
    }

    #[test]
    fn every_lint_of_grammars_is_found_in_its_example() {
        for lint in grammar_lint::Lint::ALL {
            let (notation, text) = of_grammar(lint.id()).unwrap_or_default();
            let found = linted(notation, &text).findings;
            let ids: Vec<_> = found.iter().map(|finding| finding.lint.id()).collect();
            assert!(ids.contains(&lint.id()), "{}: {ids:?} in {notation}: {text}", lint.id());
        }
        assert_eq!(GRAMMARS.lines().count(), grammar_lint::Lint::ALL.len() + 1);
    }

    #[test]
    fn escapes_of_the_tables() {
        assert_eq!(unescaped("a\\tb\\u{e9}\\\\n\\nc"), "a\tbé\\n\nc");
    }
}
