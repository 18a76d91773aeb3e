//! Reads the text of a document, without its page breaks and markup.

use std::borrow::Cow;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::candidates::head;
use super::lines::{Content, Line, Lines, Pieces, Section, Starts, without_returns};

// Plain text of RFCs: pages, headers, footers and headings. Old RFCs have a form feed between pages, which later copies
// have lost; the footer `[Page 12]` marks the end of a page. The end of a page becomes one marked empty line, since a
// production may continue after it.

/// The maximum number of empty lines between a footer and the header of the next page.
const BETWEEN: usize = 8;

/// Adds lines of text to the current container. `is_after_page` is true if a page ended just before them.
pub(super) fn add<'t>(
    numbered: impl IntoIterator<Item = (usize, Cow<'t, str>)>,
    is_after_page: bool,
    lines: &mut Lines<'t>,
) {
    // The number of lines since a page ended.
    let mut since_footer = is_after_page.then_some(0);
    for (number, text) in numbered {
        let mut text = lines.spaced(number, text);
        let is_new_page = text.contains('\u{c}');
        if is_new_page {
            text = Cow::Owned(text.replace('\u{c}', ""));
        }
        let is_footer = is_footer(&text);
        if is_new_page || is_footer {
            lines.end_page(number);
            since_footer = Some(0);
            if is_footer {
                continue;
            }
        }
        if let Some(since) = since_footer.filter(|since| *since <= BETWEEN) {
            if text.trim().is_empty() {
                since_footer = Some(since + 1);
                continue;
            }
            if is_header(&text) {
                // Empty lines below the header belong to the page, too.
                since_footer = Some(BETWEEN + 1);
                continue;
            }
        }
        if since_footer.is_some() && text.trim().is_empty() {
            continue;
        }
        since_footer = None;
        if let Some((section, title)) = heading(&text) {
            lines.sections.push(Section::new(Some(section), title));
        }
        lines.push(number, text);
    }
}

pub(super) fn numbered(text: &str) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.split('\n'));
    lines.flat_map(|(number, line)| {
        without_returns(line).into_iter().map(move |line| (number, line))
    })
}

/// Returns whether the line is the footer of a page: `Berners-Lee, et al.     Standards Track     [Page 49]`. A gap
/// separates the page number, in Arabic or Roman digits, from the text before it. That text must not be a production,
/// a comment or a literal: in `a = b [Page x]`, the brackets are an option.
pub(super) fn is_footer(line: &str) -> bool {
    let inner = line.trim_end().strip_suffix(']').and_then(|line| line.rsplit_once("[Page "));
    inner.is_some_and(|(before, page)| {
        let page = page.trim();
        let is_number = page.bytes().all(|byte| byte.is_ascii_digit())
            || page.bytes().all(|byte| b"ivxlc".contains(&byte));
        let is_apart = before.trim().is_empty() || before.ends_with("  ");
        let is_code = before.contains([';', '"', '=', '<', '|']);
        !page.is_empty() && page.len() < 6 && is_number && is_apart && !is_code
    })
}

/// Returns whether the line is the header of a page: `RFC 3986          URI Generic Syntax          January 2005`.
pub(super) fn is_header(line: &str) -> bool {
    let line = line.trim_end();
    if head(line, false).is_some() {
        return false;
    }
    let words = ["RFC ", "Internet-Draft", "INTERNET-DRAFT", "Internet Draft"];
    let is_dated = line.len() > 5
        && line.get(line.len() - 4..).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
    let has_gap = !line.starts_with(' ') && line.contains("  ");
    words.iter().any(|word| line.starts_with(word))
        || is_dated && has_gap && heading(line).is_none()
}

/// Returns the number and the title of a heading. A heading is at the left margin, and is not a line of the
/// table of contents.
pub(super) fn heading(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_end();
    if line.contains("...") || line.contains(". .") || !line.starts_with(char::is_alphanumeric) {
        return None;
    }
    let (number, title) = match line.split_once(char::is_whitespace)? {
        (word, rest) if word.eq_ignore_ascii_case("appendix") => {
            let rest = rest.trim_start();
            rest.split_once(char::is_whitespace).unwrap_or((rest, ""))
        }
        (number, title) if number.starts_with(|c: char| c.is_ascii_digit()) => (number, title),
        // Only the dot distinguishes a letter from a word.
        (letter, title) if letter.contains('.') => (letter, title),
        _ => return None,
    };
    let number = number.trim_end_matches(['.', ':']);
    let mut parts = number.split('.');
    let first = parts.next()?;
    let is_number = |part: &str| {
        (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_letter = first.len() == 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let title = title.trim();
    let is_title = title.chars().next().is_none_or(|first| !first.is_lowercase());
    // A page number is recognized by the gap before it.
    let is_listed = title.rsplit_once("  ").is_some_and(|(_, page)| is_number(page.trim()));
    let is_heading =
        (is_number(first) || is_letter) && parts.all(is_number) && is_title && !is_listed;
    (is_heading && !title.contains(" = ")).then_some((number, title))
}

// Finds the lines that continue an example of a header field: `realm="x",` below `Authorization: Digest` is a
// parameter.

/// Returns, for each line, whether it continues an example of a header field. Such a line is indented further than a
/// line `Name: value` above it, and no empty line separates the two lines, except at the end of a page.
pub(super) fn fields(lines: &Lines<'_>) -> Vec<bool> {
    let (mut field, mut place) = (None, None);
    let is_within = |line: &Line<'_>| {
        let is_new =
            place.replace((line.container, line.section)) != Some((line.container, line.section));
        if is_new || line.is_blank() && !line.is_page_end {
            field = None;
        }
        if line.is_blank() {
            return false;
        }
        let is_within = field.is_some_and(|indent| line.indent() > indent);
        if !is_within {
            field = is_field(&line.text).then(|| line.indent());
        }
        is_within
    };
    lines.lines.iter().map(is_within).collect()
}

/// Returns whether the line is a header field with a name and a value, such as `Link: </>; rel="next";`.
fn is_field(line: &str) -> bool {
    let Some((name, value)) = line.trim_start().split_once(':') else { return false };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(is_name)
        && value.starts_with([' ', '\t'])
        && !value.trim().is_empty()
}

// HTML: the lines of `pre` elements, and of `code` elements outside of `pre`, by section. A class such as `abnf`
// or `lang-abnf` is the type of the block. The pages of an RFC within `pre` are read as text. Nesting of tags is
// not tracked, so no state grows with the depth.

pub(super) fn add_html(text: &str, lines: &mut Lines<'_>) {
    let starts = Starts::new(text);
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut document =
        HtmlDocument { lines, block: None, title: None, skipped: None, is_after_page: false };
    for token in Tokenizer::new_with_emitter(text, emitter) {
        // Reading from a string cannot fail.
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => document.start(&tag, starts.line(tag.span.start)),
            Token::EndTag(tag) => document.end(&tag.name, starts.line(tag.span.start)),
            Token::String(text) => {
                let line = starts.line(text.span.start);
                document.text(line, &String::from_utf8_lossy(&text));
            }
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    document.flush();
}

struct HtmlDocument<'l, 't> {
    lines: &'l mut Lines<'t>,
    block: Option<HtmlBlock>,
    title: Option<String>,
    /// The element whose text is skipped: a program or a style.
    skipped: Option<Vec<u8>>,
    /// Whether the last block was a page of text, which the next block may continue.
    is_after_page: bool,
}

struct HtmlBlock {
    element: &'static str,
    content: Content,
    pieces: Pieces,
}

fn content(tag: &StartTag<usize>) -> Content {
    let classes = tag.attributes.get(&b"class"[..]);
    let classes =
        classes.map(|classes| String::from_utf8_lossy(classes).into_owned()).unwrap_or_default();
    let of = |class: &str| match Content::from_type(class) {
        Content::Grammar(notation) => Some(Content::Grammar(notation)),
        // Any other class may be only for styling, unless it names a language.
        other => (class.starts_with("lang-") || class.starts_with("language-")).then_some(other),
    };
    classes.split_ascii_whitespace().find_map(of).unwrap_or(Content::Unmarked)
}

impl HtmlDocument<'_, '_> {
    fn start(&mut self, tag: &StartTag<usize>, line: usize) {
        match &**tag.name {
            b"pre" | b"code" if self.block.is_none() || **tag.name == *b"pre" => {
                self.flush();
                let element = if **tag.name == *b"pre" { "pre" } else { "code" };
                let pieces = Pieces::default();
                self.block = Some(HtmlBlock { element, content: content(tag), pieces });
            }
            b"code" => {
                if let Some(block) =
                    self.block.as_mut().filter(|one| one.content == Content::Unmarked)
                {
                    block.content = content(tag);
                }
            }
            b"br" => self.end_line(line, true),
            b"div" | b"p" | b"li" | b"tr" => self.end_line(line, false),
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" if self.block.is_none() => {
                self.title = Some(String::new());
            }
            name @ (b"script" | b"style") => self.skipped = Some(name.to_vec()),
            _ => {}
        }
    }

    /// Ends the current line of the open block if the line is not empty or `is_always` is true.
    fn end_line(&mut self, line: usize, is_always: bool) {
        if let Some(block) = &mut self.block
            && (is_always || block.pieces.is_open())
        {
            block.pieces.add(line, "\n", true);
        }
    }

    fn end(&mut self, name: &[u8], line: usize) {
        if matches!(name, b"div" | b"p" | b"li" | b"tr") {
            self.end_line(line, false);
        }
        self.skipped.take_if(|skipped| *skipped == name);
        if self.block.as_ref().is_some_and(|block| block.element.as_bytes() == name) {
            self.flush();
        }
        if matches!(name, [b'h', b'1'..=b'6'])
            && let Some(title) = self.title.take()
        {
            self.is_after_page = false;
            self.lines.sections.push(section(&title));
        }
    }

    fn text(&mut self, line: usize, text: &str) {
        if self.skipped.is_some() {
            return;
        }
        if let Some(block) = &mut self.block {
            block.pieces.add(line, text, false);
        } else if let Some(title) = &mut self.title {
            title.push_str(text);
        }
    }

    fn flush(&mut self) {
        let Some(HtmlBlock { content, pieces, .. }) = self.block.take() else { return };
        let block = pieces.finish();
        let mut texts = block.iter().map(|(_, line)| line.as_str());
        let first = || block.iter().find(|(_, line)| !line.trim().is_empty());
        let is_next = self.is_after_page && first().is_some_and(|(_, line)| is_header(line));
        let is_page = content == Content::Unmarked && (texts.any(is_footer) || is_next);
        if !(is_page && self.is_after_page) {
            self.lines.containers.push(content);
        }
        if is_page {
            let block = block.into_iter().map(|(line, text)| (line, Cow::Owned(text)));
            add(block, self.is_after_page, self.lines);
        } else {
            for (line, text) in block {
                self.lines.push(line, Cow::Owned(text));
            }
        }
        self.is_after_page = is_page;
    }
}

// Markdown: fenced code, indented code, and headings. The type of a block is the first word of its info string,
// such as `abnf`.

pub(super) fn add_markdown(text: &str, lines: &mut Lines<'_>) {
    let starts = Starts::new(text);
    let (mut title, mut block) = (None, None);
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => title = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                if let Some(title) = title.take() {
                    lines.sections.push(section(&title));
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let content = match &kind {
                    CodeBlockKind::Indented => Content::Unmarked,
                    CodeBlockKind::Fenced(info) => of_info(info),
                };
                lines.containers.push(content);
                block = Some(Pieces::default());
            }
            Event::End(TagEnd::CodeBlock) => {
                for (number, text) in block.take().map(Pieces::finish).into_iter().flatten() {
                    lines.push(number, Cow::Owned(text));
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(block) = &mut block {
                    block.add(starts.line(range.start), &text, false);
                } else if let Some(title) = &mut title {
                    title.push_str(&text);
                }
            }
            _ => {}
        }
    }
}

/// Parses the info string of a fence: a type, or `example` and the name of a production.
fn of_info(info: &str) -> Content {
    if let example @ Content::ExampleOf(_) = Content::from_type(info) {
        return example;
    }
    let first = info.split([' ', '\t', ',', '{', '}']).find(|word| !word.is_empty());
    Content::from_type(first.unwrap_or("").trim_start_matches('.'))
}

/// Returns the section of a heading, with its number if there is one.
pub(super) fn section(title: &str) -> Section {
    match heading(title.trim()) {
        Some((number, title)) => Section::new(Some(number), title),
        None => Section::new(None, title),
    }
}

#[cfg(test)]
mod tests {
    use super::{heading, is_footer, is_header};

    #[test]
    fn page_footers_and_headers_are_recognized() {
        assert!(is_footer(
            "Berners-Lee, et al.         Standards Track                    [Page 49]"
        ));
        assert!(is_footer(
            "Moats                       Standards Track                     [Page 2]"
        ));
        assert!(!is_footer("see [Page 49] and on"));
        assert!(is_header(
            "RFC 3986                   URI Generic Syntax               January 2005"
        ));
        assert!(!is_header("   dec-octet     = DIGIT                 ; 0-9"));
    }

    #[test]
    fn headings_are_at_the_margin() {
        assert_eq!(heading("3.1.  Scheme"), Some(("3.1", "Scheme")));
        assert_eq!(heading("2.2 Namespace Specific"), Some(("2.2", "Namespace Specific")));
        assert_eq!(heading("A. Collected BNF for URI"), Some(("A", "Collected BNF for URI")));
        assert_eq!(
            heading("Appendix A.  Collected ABNF for URI"),
            Some(("A", "Collected ABNF for URI"))
        );
        assert_eq!(heading("B.1.  Core Rules"), Some(("B.1", "Core Rules")));
        assert_eq!(heading("2.3.1 The \"%\" character"), Some(("2.3.1", "The \"%\" character")));
        for line in [
            "   3.1.  Scheme",
            "1.   Introduction ................................. 4",
            "1. Introduction                     4",
            "alpha          = lowalpha | hialpha",
            "1994 was a year",
            "A paragraph",
        ] {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
