//! Markdown: fences, indented code, and headings. What the info of a fence says first is its type: `abnf`, `bnf`.

use std::borrow::Cow;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::lines::{Content, Lines, Pieces, Section, Starts};
use super::text::heading;

pub(super) fn add(text: &str, lines: &mut Lines<'_>) {
    let starts = Starts::of(text);
    let (mut title, mut block) = (None, None);
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => title = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                if let Some(title) = title.take() {
                    lines.section(section(&title));
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let content = match &kind {
                    CodeBlockKind::Indented => Content::Unmarked,
                    CodeBlockKind::Fenced(info) => of_info(info),
                };
                lines.container(content);
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
