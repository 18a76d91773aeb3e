//! Where each character of a string stands, and what is drawn so far.
//!
//! Each place is as many columns wide as the text that is shown for its character: an escape of what cannot be seen, or
//! a dot of what is hidden. In place of the middle of a long string one place says how much is left out.

use std::fmt::Write as _;
use std::ops::Range;

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

/// How many bytes of a string are drawn at its start, and at its end, if it is longer than both.
pub(super) const HEAD: usize = 320;
pub(super) const TAIL: usize = 80;

/// A character of the string as it is drawn.
pub(super) struct DrawnChar {
    pub(super) bytes: Range<usize>,
    /// The column within its line.
    pub(super) column: usize,
    pub(super) shown: String,
    /// Whether it is a character, and not what is said of those that are left out.
    pub(super) is_text: bool,
}

impl DrawnChar {
    pub(super) fn width(&self) -> usize {
        self.shown.chars().count()
    }
}

/// A line of places: at least one, unless the string is empty.
pub(super) struct DrawnLine {
    pub(super) places: Vec<DrawnChar>,
    pub(super) bytes: Range<usize>,
    pub(super) is_last: bool,
}

impl DrawnLine {
    /// The column at which a byte of the line stands. The end of the line stands behind its last place.
    pub(super) fn column(&self, byte: usize) -> usize {
        let next = self.places.partition_point(|place| place.bytes.end <= byte);
        self.places.get(next).map_or_else(|| self.columns(), |place| place.column)
    }

    pub(super) fn columns(&self) -> usize {
        self.places.last().map_or(0, |last| last.column + last.width())
    }

    /// What is shown of some bytes.
    pub(super) fn shown(&self, bytes: &Range<usize>) -> String {
        let is_in =
            |place: &&DrawnChar| place.bytes.start < bytes.end && bytes.start < place.bytes.end;
        self.places.iter().filter(is_in).map(|place| &*place.shown).collect()
    }

    /// The part of some bytes that stands in the line. Of no bytes the line has them that begins there; the
    /// last line also has what begins at its end.
    pub(super) fn part(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let own = &self.bytes;
        if bytes.is_empty() {
            let has = own.contains(&bytes.start) || self.is_last && bytes.start == own.end;
            return has.then(|| bytes.clone());
        }
        let part = bytes.start.max(own.start)..bytes.end.min(own.end);
        (part.start < part.end).then_some(part)
    }
}

/// The lines of a string, each of at most so many columns.
pub(super) fn lines(text: &str, hidden: Option<&Range<usize>>, columns: usize) -> Vec<DrawnLine> {
    let mut lines = vec![DrawnLine { places: Vec::new(), bytes: 0..0, is_last: false }];
    for (bytes, shown, is_text) in characters(text, hidden) {
        let width = shown.chars().count();
        if let Some(line) = lines.last_mut() {
            let column = line.columns();
            if column == 0 || column + width <= columns {
                line.bytes.end = bytes.end;
                line.places.push(DrawnChar { bytes, column, shown, is_text });
                continue;
            }
        }
        let own = bytes.clone();
        let places = vec![DrawnChar { bytes, column: 0, shown, is_text }];
        lines.push(DrawnLine { places, bytes: own, is_last: false });
    }
    if let Some(last) = lines.last_mut() {
        last.is_last = true;
    }
    lines
}

/// The characters with their bytes, and what stands for those that are left out.
fn characters(text: &str, hidden: Option<&Range<usize>>) -> Vec<(Range<usize>, String, bool)> {
    let cut = text.len() > HEAD + TAIL;
    let (mut all, mut left_out) = (Vec::new(), 0);
    for (at, character) in text.char_indices() {
        let bytes = at..at + character.len_utf8();
        if cut && at >= HEAD && at < text.len() - TAIL {
            left_out += bytes.len();
            continue;
        }
        if left_out > 0 {
            all.push((at - left_out..at, format!(" … {left_out} bytes … "), false));
            left_out = 0;
        }
        let shown = match character {
            _ if hidden.is_some_and(|hidden| hidden.contains(&at)) => "•".to_owned(),
            character if is_visible(character) => character.to_string(),
            character => character.escape_debug().to_string(),
        };
        all.push((bytes, shown, true));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_before_what_it_has_no_room_for() {
        let lines = lines("ab\u{200b}c", None, 10);
        let shown: Vec<_> = lines.iter().map(|line| line.shown(&line.bytes)).collect();
        // The escape is eight columns wide.
        assert_eq!(shown, ["ab\\u{200b}", "c"]);
        assert_eq!((lines[0].columns(), lines[1].bytes.clone()), (10, 5..6));
        assert!(!lines[0].is_last && lines[1].is_last);
    }

    #[test]
    fn bytes_are_divided_among_lines() {
        let lines = lines("abcdef", None, 4);
        let parts =
            |bytes: Range<usize>| lines.iter().map(|line| line.part(&bytes)).collect::<Vec<_>>();
        assert_eq!(parts(2..5), [Some(2..4), Some(4..5)]);
        assert_eq!(parts(0..4), [Some(0..4), None]);
        // Nothing between two lines stands at the start of the second; at the end of the string, at its end.
        assert_eq!(parts(4..4), [None, Some(4..4)]);
        assert_eq!(parts(6..6), [None, Some(6..6)]);
        assert_eq!((lines[1].column(4), lines[1].column(6)), (0, 2));
    }

    #[test]
    fn the_empty_string_has_one_line() {
        let lines = lines("", None, 10);
        assert_eq!((lines.len(), lines[0].part(&(0..0))), (1, Some(0..0)));
    }
}
