//! Examples of a document that its grammar does not match. All positions are in the text of the document.

use std::collections::HashMap;
use std::ops::Range;

use grammar_automata::build::Deadline;
use grammar_automata::{Acceptor, Rejection};
use grammar_notation::{Extracted, PrintedExample, PrintedReader};

use super::lint_document;
use crate::any::AnyGrammar;
use crate::lint::{Finding, Lint, Linted, Mend};

/// The maximum number of letters, or ranges of letters, that a message lists.
const NAMED: usize = 6;

/// The findings in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintedDocument {
    /// The findings, in the grammar and in the examples, with their positions in the document.
    pub linted: Linted,
    /// The number of examples that were checked against a production.
    pub examples: usize,
}

/// Lints the grammar that a document prints, and its examples, until a deadline. A block `example NAME` has examples of
/// the production of that name. All other examples are checked against `production`, or not at all if it is `None`.
///
/// ```
/// use grammar_audit::lint::lint_document_examples;
/// use grammar_audit::documents::{DocumentKind, Extracted};
/// use grammar_audit::{Deadline, GrammarText, PrintedReader};
///
/// let text = "# Port\n\n```abnf\nport = 1*DIGIT\n```\n\n```example port\n80\n8o80\n```\n";
/// let document = Extracted::read(DocumentKind::Markdown, GrammarText { file: "port.md", text })?;
/// let reader = PrintedReader::new(document.notation);
/// let done = lint_document_examples(&document, text, &reader, None, Deadline::NONE);
/// let found = &done.linted.findings[0];
/// assert_eq!((found.lint.id(), found.line, found.column), ("example-not-member", 9, 2));
/// assert_eq!(done.examples, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lint_document_examples(
    document: &Extracted,
    text: &str,
    reader: &PrintedReader,
    production: Option<&str>,
    deadline: Deadline,
) -> LintedDocument {
    let linted = lint_document(document, reader, deadline.clone());
    let mut linted = in_document(linted, &document.source(), text);
    let name = |one: &PrintedExample| one.production.clone().or(production.map(str::to_owned));
    let all = document.examples.iter().filter_map(|one| Some((one, name(one)?)));
    let all: Vec<(&PrintedExample, String)> = all.collect();
    let Ok(grammar) = AnyGrammar::read_document(document, reader) else {
        return LintedDocument { linted, examples: 0 };
    };
    let mut names: Vec<&str> = all.iter().map(|(_, name)| &**name).collect();
    names.sort_unstable();
    names.dedup();
    let grammar = grammar.with_deadline(deadline);
    let decided = grammar.decide(&names);
    let mut acceptors: HashMap<&str, Option<Acceptor>> = HashMap::new();
    let places = line_places(text);
    let mut checked = 0;
    for (example, name) in &all {
        let whole = place(text, &places, example);
        let is_known = grammar.production(name).is_some() || grammar.lent(name).is_some();
        let acceptor = match acceptors.get(&**name) {
            Some(acceptor) => acceptor,
            None => {
                let found = decided.acceptor(name).ok();
                if !is_known {
                    let message = format!(
                        "these examples are labelled as examples of `{name}`, which is not defined"
                    );
                    linted.findings.push(finding(
                        example,
                        (text, &places),
                        whole.clone(),
                        Lint::Undefined,
                        message,
                    ));
                } else if found.is_none() {
                    linted.leave_open(name, "whether it derives its examples");
                }
                acceptors.entry(name).or_insert(found)
            }
        };
        let Some(acceptor) = acceptor else { continue };
        checked += 1;
        let Some(rejection) = rejection(acceptor, &example.text) else { continue };
        // In the file, a text with character references has other offsets.
        let is_as_read = text[whole.clone()] == example.text;
        let from = whole.start + if is_as_read { rejection.offset } else { 0 };
        let message = message(&example.text, name, &rejection);
        let found =
            finding(example, (text, &places), from..whole.end, Lint::ExampleNotMember, message);
        let found = found.shown_by(example.text.clone());
        linted.findings.push(Finding { rule: Some(name.clone()), ..found });
    }
    LintedDocument { linted: linted.in_order(), examples: checked }
}

/// Returns where a text leaves a language, or `None` if the language contains the text, with or without its quotation
/// marks.
fn rejection(acceptor: &Acceptor, text: &str) -> Option<Rejection> {
    let found = acceptor.rejects(text.as_bytes())?;
    let inner = [('<', '>'), ('"', '"')].iter().find_map(|&(open, close)| {
        text.strip_prefix(open).and_then(|text| text.strip_suffix(close))
    });
    let is_inner = inner.is_some_and(|inner| acceptor.accepts(inner.as_bytes()));
    (!is_inner).then_some(found)
}

fn message(text: &str, name: &str, rejection: &Rejection) -> String {
    let mut expected = rejection.expected();
    let more = expected.len().saturating_sub(NAMED);
    expected.truncate(NAMED);
    let more = if more > 0 { format!(", or {more} more") } else { String::new() };
    let expected = expected.join(", ");
    let rest = text.get(rejection.offset..).and_then(|rest| rest.chars().next());
    match rest {
        Some(one) => format!(
            "{text:?} is an example, but does not match `{name}`: unexpected {one:?}, expected {expected}{more}"
        ),
        None => format!(
            "{text:?} is an example, but does not match `{name}`: unexpected end, expected {expected}{more}"
        ),
    }
}

/// Moves findings from the text of the productions to the document. A line that the document spells differently, such as
/// with character references, is marked as a whole, and its finding has no mend.
fn in_document(linted: Linted, source: &str, document: &str) -> Linted {
    let (own, lines) = (line_places(source), line_places(document));
    let line_of = |offset: usize| own.partition_point(|line| line.start <= offset).max(1) - 1;
    // Returns where the line of the source begins in the document, or `None` if it is spelled differently there.
    let begin = |number: usize| {
        let (own, line) = (own.get(number)?, lines.get(number)?);
        let at = document[line.clone()].find(source[own.clone()].trim_end())?;
        // The source has no line that is longer than that of the document.
        Some((line.start + at).saturating_sub(own.start))
    };
    let exact = |span: &Range<usize>| {
        let place = |offset: usize| Some(begin(line_of(offset))? + offset);
        Some(place(span.start)?..place(span.end)?)
    };
    let moved = |span: &Range<usize>| {
        exact(span).unwrap_or_else(|| {
            let line = |offset| lines.get(line_of(offset)).cloned().unwrap_or_default();
            let (first, last) = (line(span.start), line(span.end));
            let text = &document[first.clone()];
            first.start + text.len() - text.trim_start().len()..last.end.max(first.end)
        })
    };
    let findings = linted.findings.into_iter().map(|one| {
        let span = moved(&one.span);
        let begin = lines.get(one.line.max(1) - 1).map_or(0, |line| line.start);
        let before = document.get(begin..span.start).unwrap_or_default();
        let mend = one.mend.and_then(|mend| Some(Mend { span: exact(&mend.span)?, ..mend }));
        let column = before.chars().count() + 1;
        Finding { column, within: moved(&one.within), span, mend, ..one }
    });
    Linted { findings: findings.collect(), ..linted }
}

/// Returns the span of each line.
fn line_places(text: &str) -> Vec<Range<usize>> {
    let mut begin = 0;
    let lines = text.split('\n').map(|line| {
        let place = begin..begin + line.len();
        begin = place.end + 1;
        place
    });
    lines.collect()
}

/// Returns the span of an example in its line, or of the trimmed line if the line spells the example differently.
fn place(text: &str, places: &[Range<usize>], example: &PrintedExample) -> Range<usize> {
    let Some(line) = places.get(example.line - 1).cloned() else { return text.len()..text.len() };
    let content = &text[line.clone()];
    match content.find(&example.text) {
        Some(at) => line.start + at..line.start + at + example.text.len(),
        None => line.start + content.len() - content.trim_start().len()..line.end,
    }
}

fn finding(
    example: &PrintedExample,
    (text, places): (&str, &[Range<usize>]),
    span: Range<usize>,
    lint: Lint,
    message: String,
) -> Finding {
    let begin = places.get(example.line - 1).map_or(span.start, |line| line.start);
    let column = text[begin..span.start].chars().count() + 1;
    let found = Finding::at("", 0..0, lint, message);
    Finding { line: example.line, column, within: span.clone(), span, ..found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammar_notation::DocumentKind;
    use grammar_notation::GrammarText;

    const DRAFT: &str = "# Syntax\n\n```example word\nab\n<cd>\nA1\n```\n\n```abnf\nword = 1*( \"GMT\" / %x61-7A ) / undefined\n\
                         undefined = \"-\"\n```\n\n## Examples\n\n    x\n    -é\n    \"y\"\n";

    #[track_caller]
    fn found(text: &str, of: Option<&str>) -> (Vec<String>, usize) {
        let document =
            Extracted::read(DocumentKind::Markdown, GrammarText { file: "d.md", text }).unwrap();
        let reader = PrintedReader::new(document.notation);
        let done = lint_document_examples(&document, text, &reader, of, Deadline::NONE);
        let line = |one: &Finding| {
            let Finding { lint, line, column, span, .. } = one;
            format!("{line}:{column} {} {:?}", lint.id(), &text[span.clone()])
        };
        (done.linted.findings.iter().map(line).collect(), done.examples)
    }

    #[test]
    fn productions_and_examples_have_places_in_the_same_text() {
        let case = "10:12 any-case \"\\\"GMT\\\"\"";
        let (lines, count) = found(DRAFT, None);
        assert_eq!(lines, ["6:1 example-not-member \"A1\"", case]);
        assert_eq!(count, 3);
        // The example ends at the only hyphen.
        let (lines, count) = found(DRAFT, Some("word"));
        assert_eq!(lines, ["6:1 example-not-member \"A1\"", case, "17:6 example-not-member \"é\""]);
        assert_eq!(count, 6);
    }

    #[test]
    fn positions_count_the_indentation_and_the_escapes_of_the_document() {
        let text = "A list\n\n   word = 1*( \"e\" / numbr )\n\n   number = DIGIT\n";
        let document =
            Extracted::read(DocumentKind::Text, GrammarText { file: "d.txt", text }).unwrap();
        let reader = PrintedReader::new(document.notation);
        let done = lint_document_examples(&document, text, &reader, None, Deadline::NONE);
        let undefined = done.linted.findings.iter().find(|one| one.lint == Lint::Undefined);
        let undefined = undefined.unwrap();
        assert_eq!((undefined.line, undefined.column), (3, 21));
        assert_eq!(&text[undefined.span.clone()], "numbr");
        assert_eq!(&text[undefined.mend.clone().unwrap().span], "numbr");
        // A line with a character reference is marked as a whole.
        let text = "<rfc><sourcecode type=\"abnf\">\n  a = &lt;b&gt; / numbr\n  b = DIGIT\n\
                    </sourcecode></rfc>\n";
        let document =
            Extracted::read(DocumentKind::Xml, GrammarText { file: "d.xml", text }).unwrap();
        let done = lint_document_examples(&document, text, &reader, None, Deadline::NONE);
        let undefined = done.linted.findings.iter().find(|one| one.lint == Lint::Undefined);
        let undefined = undefined.unwrap();
        assert_eq!((undefined.line, undefined.column), (2, 3));
        assert_eq!(&text[undefined.span.clone()], "a = &lt;b&gt; / numbr");
        assert_eq!(undefined.mend, None);
    }

    #[test]
    fn a_block_of_an_undefined_production_is_reported() {
        let text =
            "```abnf\na = \"x\"\n```\n\n```example b\nx\ny\n```\n\n```example DIGIT\nx\n7\n```\n";
        let lines = ["6:1 undefined \"x\"", "11:1 example-not-member \"x\""].map(str::to_owned);
        assert_eq!(found(text, None), (lines.to_vec(), 2));
    }

    #[test]
    fn the_reason_gives_the_end_of_the_example() {
        let text = "```abnf\na = 2DIGIT\n```\n\n```example a\n1\n123\n```\n";
        let document =
            Extracted::read(DocumentKind::Markdown, GrammarText { file: "d.md", text }).unwrap();
        let reader = PrintedReader::new(document.notation);
        let done = lint_document_examples(&document, text, &reader, None, Deadline::NONE);
        let messages: Vec<&str> = done.linted.findings.iter().map(|one| &*one.message).collect();
        assert_eq!(
            messages,
            [
                "\"1\" is an example, but does not match `a`: unexpected end, expected \"0\"-\"9\"",
                "\"123\" is an example, but does not match `a`: unexpected '3', expected end of input",
            ]
        );
    }
}
