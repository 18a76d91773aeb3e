//! HTML: the lines of `pre`, and of `code` outside of it, in sections. A class such as `abnf` or `lang-abnf` is the
//! type. The pages of an RFC that stand in `pre` are read as text. No tag nests here, so that nothing grows with the
//! depth.

use std::borrow::Cow;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::lines::{Content, Lines, Pieces, Section, Starts};
use super::text;
use super::text::{heading, is_footer, is_header};

pub(super) fn add_html(text: &str, lines: &mut Lines<'_>) {
    let starts = Starts::of(text);
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut document =
        HtmlDocument { lines, block: None, title: None, skipped: None, is_after_page: false };
    for token in Tokenizer::new_with_emitter(text, emitter) {
        // A string cannot fail to be read.
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
    /// The element whose text is none: a program or a style.
    skipped: Option<Vec<u8>>,
    /// Whether the last block was a page, with which the next one may go on.
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
    let of = |class: &str| match Content::of(class) {
        Content::Grammar(notation) => Some(Content::Grammar(notation)),
        // Any other class may be for the looks alone, unless it says that it is a language.
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

    /// Ends the line of the block that is open: always, or where something stands on it.
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
            text::add(block, self.is_after_page, self.lines);
        } else {
            for (line, text) in block {
                self.lines.push(line, Cow::Owned(text));
            }
        }
        self.is_after_page = is_page;
    }
}

// Markdown: fences, indented code, and headings. What the info of a fence says first is its type: `abnf`, `bnf`.

pub(super) fn add_markdown(text: &str, lines: &mut Lines<'_>) {
    let starts = Starts::of(text);
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

/// What the info of a fence says: a type first, or `example` and the name of a production.
fn of_info(info: &str) -> Content {
    if let example @ Content::ExampleOf(_) = Content::of(info) {
        return example;
    }
    let first = info.split([' ', '\t', ',', '{', '}']).find(|word| !word.is_empty());
    Content::of(first.unwrap_or("").trim_start_matches('.'))
}

/// The section of a heading, with its number if it is written.
pub(super) fn section(title: &str) -> Section {
    match heading(title.trim()) {
        Some((number, title)) => Section::new(Some(number), title),
        None => Section::new(None, title),
    }
}
