//! What is drawn so far: text and strokes, the row that comes next, and how far to the right anything stands.

use std::fmt::Write as _;

use crate::record::is_visible;

/// The width of a character, and the height of a row.
pub(super) const WIDE: usize = 9;
pub(super) const ROW: usize = 22;
/// The space around all.
pub(super) const MARGIN: usize = 16;
/// How many characters a line of a message has.
const LINE: usize = 84;

const STYLE: &str = include_str!("style.css");

/// An image that grows row by row.
pub(super) struct Canvas {
    body: String,
    /// How far down the next row begins.
    pub(super) y: usize,
    /// Where everything ends to the right.
    right: usize,
}

impl Canvas {
    pub(super) const fn new() -> Self {
        Self { body: String::new(), y: MARGIN, right: 0 }
    }

    /// Elements that end at a place to the right.
    pub(super) fn draw(&mut self, right: usize, elements: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(elements);
        self.right = self.right.max(right);
    }

    /// Text in the next row from a place on, as wide as its characters are.
    pub(super) fn text(&mut self, class: &str, x: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let (y, width) = (self.y + ROW - 7, text.chars().count() * WIDE);
        self.draw(
            x + width,
            format_args!(
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" textLength=\"{width}\" \
                 lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
                escaped(text)
            ),
        );
    }

    /// Words in rows of their own.
    pub(super) fn words(&mut self, class: &str, words: &str) {
        for line in wrapped(words) {
            let y = self.y + ROW - 7;
            self.draw(
                MARGIN + line.chars().count() * (WIDE - 1),
                format_args!(
                    "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{}</text>",
                    escaped(&line)
                ),
            );
            self.y += ROW;
        }
    }

    /// The image, with a name and a description for who does not see it.
    pub(super) fn finish(self, title: &str, description: &str) -> String {
        let (width, height) = (self.right + MARGIN, self.y + MARGIN - 6);
        let (title, description) = (escaped(title), escaped(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"uri-picture\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{title}</title>\
             <desc>{description}</desc><style>{STYLE}</style>\
             <rect class=\"ground\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"6\"/>{}</svg>\n",
            width - 1,
            height - 1,
            self.body
        )
    }
}

/// Text as XML has it. What XML cannot have at all was escaped before, or is no character of a message.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            character if is_visible(character) => out.push(character),
            character => out.extend(character.escape_debug()),
        }
    }
    out
}

/// Lines of whole words.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let full =
            lines.last().is_some_and(|line| !line.is_empty() && line.len() + word.len() >= LINE);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
