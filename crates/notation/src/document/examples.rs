//! The strings that a document gives as examples.
//!
//! In: the lines of a document. Out: [`PrintedExample`]s. A block whose type is `example NAME` has an example of the
//! production of that name on each line. Elsewhere nothing says of which production an example is; an example is a line of
//! one word, with or without the sign of a list before it, in a paragraph of such lines, which stands
//!
//! - in a section whose title has the word "example" or "examples";
//! - below a paragraph whose last sentence has one of these words and ends in a colon;
//! - below a line such as `Example 4: a unique method`.
//!
//! What is forgotten is an example with a blank in it: nothing tells it from a sentence.

use std::collections::{HashMap, HashSet};

use super::lines::{Content, Line, Lines, Section};
use super::{DocumentKind, text};

/// A string that a document gives as an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedExample {
    /// The string.
    pub text: String,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The section, if there is one above it.
    pub section: Option<Section>,
    /// The name of the production, if the document says it.
    pub production: Option<String>,
}

/// The examples of a document, but for lines of productions.
pub(super) fn examples(
    kind: DocumentKind,
    document: &str,
    lines: &Lines<'_>,
    productions: &HashSet<usize>,
) -> Vec<PrintedExample> {
    let mut found = FoundExamples { lines, productions, examples: Vec::new() };
    for line in &lines.lines {
        if let Content::ExampleOf(name) = lines.content(line)
            && !line.is_blank()
        {
            found.add(line, line.text.trim(), Some(name.clone()));
        }
    }
    let mut paragraph = Paragraph::default();
    if kind == DocumentKind::Markdown {
        // Only blocks of code are lines; what announces them stands between them.
        let known: HashMap<usize, &Line<'_>> =
            lines.lines.iter().map(|line| (line.number, line)).collect();
        for (number, text) in text::numbered(document) {
            let is_fence = ["```", "~~~"].iter().any(|one| text.trim_start().starts_with(one));
            if text.trim().is_empty() || is_fence {
                paragraph.end(&mut found);
            } else {
                paragraph.push(text.trim(), known.get(&number).copied());
            }
        }
        paragraph.end(&mut found);
    } else {
        let mut container = 0;
        for line in &lines.lines {
            if line.container != container || line.is_blank() && !line.is_page_end {
                paragraph.end(&mut found);
                container = line.container;
            }
            if !line.is_blank() {
                paragraph.push(line.text.trim(), Some(line));
            }
        }
        paragraph.end(&mut found);
    }
    found.examples.sort_by_key(|one| one.line);
    found.examples
}

/// The examples that are found.
struct FoundExamples<'d, 't> {
    lines: &'d Lines<'t>,
    productions: &'d HashSet<usize>,
    examples: Vec<PrintedExample>,
}

impl FoundExamples<'_, '_> {
    fn add(&mut self, line: &Line<'_>, text: &str, production: Option<String>) {
        let section = line.section.map(|at| self.lines.sections[at].clone());
        self.examples.push(PrintedExample {
            text: text.to_owned(),
            line: line.number,
            section,
            production,
        });
    }

    /// Whether the title of the section of a line has the word.
    fn is_in_section(&self, line: &Line<'_>) -> bool {
        line.section.is_some_and(|at| has_word(&self.lines.sections[at].title))
    }
}

/// A paragraph, and whether what stands before it announces examples.
#[derive(Default)]
struct Paragraph<'d, 't> {
    text: String,
    /// The lines that can be examples, while all lines can.
    words: Vec<(String, Option<&'d Line<'t>>)>,
    has_others: bool,
    is_announced: bool,
}

impl<'d, 't> Paragraph<'d, 't> {
    fn push(&mut self, text: &str, line: Option<&'d Line<'t>>) {
        self.text.push_str(text);
        self.text.push('\n');
        match word(text) {
            Some(word) => self.words.push((word.to_owned(), line)),
            None => self.has_others = true,
        }
    }

    fn end(&mut self, found: &mut FoundExamples<'d, 't>) {
        if self.text.is_empty() {
            return;
        }
        let words = std::mem::take(&mut self.words);
        // What stands in no block of Markdown is a sentence.
        let is_other = |line: &Option<&Line<'_>>| {
            line.is_none_or(|line| found.productions.contains(&line.number))
        };
        if self.has_others || words.iter().any(|(_, line)| is_other(line)) {
            self.is_announced = announces(&self.text);
        } else {
            for (word, line) in words.iter().filter_map(|(word, line)| Some((word, (*line)?))) {
                let content = found.lines.content(line);
                let is_open = matches!(content, Content::Unmarked | Content::Example);
                if is_open && (self.is_announced || found.is_in_section(line)) {
                    found.add(line, word, None);
                }
            }
        }
        self.text.clear();
        self.has_others = false;
    }
}

/// The only word of a line, without the sign of a list.
fn word(line: &str) -> Option<&str> {
    let item = ["o", "*", "-", "+"].iter().find_map(|sign| {
        let rest = line.strip_prefix(sign)?;
        rest.starts_with([' ', '\t']).then(|| rest.trim_start())
    });
    let word = item.unwrap_or(line);
    let is_one = !word.contains(char::is_whitespace) && word.contains(char::is_alphanumeric);
    is_one.then_some(word)
}

/// Whether a paragraph announces examples.
fn announces(paragraph: &str) -> bool {
    let paragraph = paragraph.trim_end();
    let numbered = paragraph.strip_prefix("Example ").filter(|_| !paragraph.contains('\n'));
    let is_numbered =
        numbered.is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()));
    // A sentence ends before a blank or at the end of a line.
    let end =
        paragraph.rmatch_indices(". ").chain(paragraph.rmatch_indices(".\n")).map(|(at, _)| at);
    let last = &paragraph[end.max().map_or(0, |at| at + 1)..];
    is_numbered || last.ends_with(':') && has_word(last)
}

/// Whether a text has the word "example" or "examples".
fn has_word(text: &str) -> bool {
    let mut words = text.split(|one: char| !one.is_alphanumeric());
    words.any(|word| ["example", "examples"].iter().any(|one| word.eq_ignore_ascii_case(one)))
}

#[cfg(test)]
mod tests {
    use super::super::Extracted;
    use super::*;
    use crate::notations::GrammarText;

    #[track_caller]
    fn found(kind: DocumentKind, text: &str) -> Vec<String> {
        let document = Extracted::read(kind, GrammarText { file: "d", text }).unwrap();
        let line = |one: &PrintedExample| {
            let name = one.production.as_ref().map(|name| format!(" of {name}"));
            format!("{} {}{}", one.line, one.text, name.unwrap_or_default())
        };
        document.examples.iter().map(line).collect()
    }

    #[test]
    fn what_announces_examples_in_a_text() {
        let text = "1.  Syntax\n\n   a = 1*ALPHA\n\n   Not an example:\n\n   It is:\n\n      no\n\n   x is one. The following\n   \
                    examples are:\n\n      bcd\n\n      efg\n      hij\n\n   That was all:\n\n      no\n\n\
                    2.  Examples\n\n   These are:\n\n   o  klm\n\n   *  nop\n\n   ...\n\n   two words\n   qrs\n\n\
                    3.  Examples of Use\n\n   tuv\n\n   b=1*ALPHA\n\n   b = \"x\"\n";
        assert_eq!(
            found(DocumentKind::Text, text),
            ["14 bcd", "16 efg", "17 hij", "27 klm", "29 nop", "38 tuv"]
        );
    }

    #[test]
    fn a_page_is_no_paragraph() {
        let text = "1.  Examples\n\n   This is a sentence with one word on the next\n\n\nA. Author    Draft    [Page 1]\n\
                    \u{c}\nRFC 1    Title    May 2001\n\n   page\n\n      abc\n";
        assert_eq!(found(DocumentKind::Text, text), ["12 abc"]);
    }

    #[test]
    fn blocks_of_markdown() {
        let text = "# A\n\n```abnf\na = 1*ALPHA\n```\n\nExample 4: one\n\n```\nbcd\n```\n\nSome example:\n\n```json\nno\n```\n\nNo.\n\n\
                    ```\nno\n```\n\n```example a\nb = c d\n\nefg\n```\n\n## Examples\n\nno\n\n    hij\n";
        assert_eq!(
            found(DocumentKind::Markdown, text),
            ["10 bcd", "26 b = c d of a", "28 efg of a", "35 hij"]
        );
    }

    #[test]
    fn blocks_of_xml_and_html() {
        let text = "<rfc><middle><section><name>A</name><sourcecode type=\"example a\">\nbcd\n</sourcecode></section>\n\
                    <section><name>Some Examples</name><artwork>\nefg\n</artwork></section></middle></rfc>";
        assert_eq!(found(DocumentKind::Xml, text), ["2 bcd of a", "5 efg"]);
        let text = "<h2>Examples</h2><pre>\nabc\n</pre><h2>B</h2><pre>\nno\n</pre>";
        assert_eq!(found(DocumentKind::Html, text), ["2 abc"]);
    }
}
