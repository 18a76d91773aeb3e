//! The targets of links in Markdown and HTML, which are URI references whatever they look like.

use std::ops::Range;

use html5gum::{DefaultEmitter, Token, Tokenizer};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// The target of a link.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The target, with its escapes decoded.
    pub(super) text: String,
    /// The span of the target in the file, as it is written there.
    pub(super) span: Range<usize>,
}

/// A text whose targets were found.
#[derive(Default)]
pub(super) struct Linked {
    /// The text, with blanks in place of the targets and of everything that is neither prose nor code.
    pub(super) prose: Vec<u8>,
    pub(super) targets: Vec<Target>,
    /// The spans of code, in which URIs need not be valid.
    pub(super) code: Vec<Range<usize>>,
}

/// The HTML attributes whose value is a URL (HTML Standard, Attributes), and one of SVG.
const URLS: [&[u8]; 11] = [
    b"href",
    b"src",
    b"action",
    b"formaction",
    b"cite",
    b"poster",
    b"data",
    b"longdesc",
    b"background",
    b"manifest",
    b"xlink:href",
];

/// Finds the targets in HTML: the values of attributes that are URLs.
pub(super) fn in_html(text: &str) -> Linked {
    let mut linked = Linked { prose: text.as_bytes().to_vec(), ..Linked::default() };
    let emitter = DefaultEmitter::<usize>::new_with_span();
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        let Token::StartTag(tag) = token else { continue };
        for (name, value) in &tag.attributes {
            // Elsewhere, `data` is data.
            let is_url =
                URLS.contains(&&***name) && (**name != *b"data" || *tag.name == *b"object");
            let written = written(text, value.span.start..value.span.end);
            let (Some(span), true) = (written, is_url) else { continue };
            let decoded = String::from_utf8_lossy(value);
            linked.prose[span.clone()].fill(b' ');
            linked.targets.push(Target { text: decoded.trim().to_owned(), span });
        }
    }
    linked.targets.sort_by_key(|one| one.span.start);
    linked
}

/// Returns the span of an attribute's value. `span` is the whole attribute, such as `name="value"`.
fn written(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let attribute = text.get(span.start..span.end.min(text.len()))?;
    let (name, value) = attribute.split_once('=')?;
    let begin = span.start + name.len() + 1 + (value.len() - value.trim_start().len());
    let value = value.trim_start();
    let (begin, value) = match value.bytes().next()? {
        quote @ (b'"' | b'\'') => {
            let inner = &value[1..];
            (begin + 1, inner.split(char::from(quote)).next().unwrap_or(inner))
        }
        _ => (begin, value.split(|one: char| one.is_ascii_whitespace() || one == '>').next()?),
    };
    let blanks = value.len() - value.trim_start().len();
    Some(begin + blanks..begin + blanks + value.trim().len())
}

/// Finds the targets in Markdown (CommonMark, with the tables and footnotes of GFM), and in the HTML that it contains.
pub(super) fn in_markdown(text: &str) -> Linked {
    let blank = |&byte: &u8| if byte == b'\n' { b'\n' } else { b' ' };
    let mut linked =
        Linked { prose: text.bytes().map(|one| blank(&one)).collect(), ..Linked::default() };
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let parser = Parser::new_ext(text, options);
    for (_, definition) in parser.reference_definitions().iter() {
        // The destination comes after the label.
        let begin = text[definition.span.clone()].find("]:").map_or(0, |at| at + 2);
        let from = definition.span.start + begin;
        linked.add(text, from..definition.span.end, &definition.dest);
    }
    let mut html: Vec<Range<usize>> = Vec::new();
    // The number of autolinks around the text, which are their own targets.
    let (mut autolinks, mut code_block) = (0, false);
    for (event, span) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Link { link_type: LinkType::Autolink, dest_url, .. }) => {
                autolinks += 1;
                linked.add(text, span, &dest_url);
            }
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, .. })
            | Event::Start(Tag::Image { link_type: LinkType::Inline, dest_url, .. }) => {
                // A destination comes after the text: the last `](` of the link, but for parentheses of its own.
                let from = destination(&text[span.clone()], &dest_url);
                linked.add(text, span.start + from..span.end, &dest_url);
            }
            Event::End(TagEnd::Link) if autolinks > 0 => autolinks -= 1,
            Event::Start(Tag::CodeBlock(_)) => code_block = true,
            Event::End(TagEnd::CodeBlock) => code_block = false,
            Event::Text(_) if autolinks == 0 => {
                linked.prose[span.clone()].copy_from_slice(&text.as_bytes()[span.clone()]);
                if code_block {
                    linked.code.push(span);
                }
            }
            Event::Code(_) => {
                linked.prose[span.clone()].copy_from_slice(&text.as_bytes()[span.clone()]);
                linked.code.push(span);
            }
            Event::Html(_) | Event::InlineHtml(_) => match html.last_mut() {
                Some(last) if last.end == span.start => last.end = span.end,
                _ => html.push(span),
            },
            _ => {}
        }
    }
    for span in html {
        let within = in_html(&text[span.clone()]);
        linked.prose[span.clone()].copy_from_slice(&within.prose);
        linked.targets.extend(within.targets.into_iter().map(|one| Target {
            span: span.start + one.span.start..span.start + one.span.end,
            ..one
        }));
    }
    linked.targets.sort_by_key(|one| one.span.start);
    linked
}

/// Returns the offset in an inline link from which to look for the destination: after the link's text.
fn destination(link: &str, target: &str) -> usize {
    let starts = link.match_indices("](").map(|(at, _)| at + 2);
    let begins = |at: &usize| {
        let rest = link[*at..].trim_start();
        let rest = rest.strip_prefix('<').unwrap_or(rest);
        // An escape in the target is written otherwise.
        target.is_empty()
            || rest.bytes().next() == target.bytes().next()
            || rest.starts_with(['\\', '&'])
    };
    let all: Vec<usize> = starts.filter(begins).collect();
    let exact = all.iter().rev().find(|&&at| link[at..].contains(target));
    exact.or(all.last()).copied().unwrap_or(0)
}

impl Linked {
    /// Adds a target, and determines where in the span it is written.
    fn add(&mut self, text: &str, within: Range<usize>, target: &str) {
        let written = &text[within.clone()];
        let literal = written.find(target).filter(|_| !target.is_empty());
        let span = literal.map_or_else(
            || {
                let begin = written.find(|one: char| !one.is_whitespace()).unwrap_or(0);
                let rest = &written[begin..];
                let (skipped, rest) = rest.strip_prefix('<').map_or((0, rest), |rest| (1, rest));
                let end = rest.find(|one: char| one.is_whitespace() || matches!(one, ')' | '>'));
                let begin = within.start + begin + skipped;
                begin..begin + end.unwrap_or(rest.len())
            },
            |at| within.start + at..within.start + at + target.len(),
        );
        self.targets.push(Target { text: target.to_owned(), span });
    }
}
