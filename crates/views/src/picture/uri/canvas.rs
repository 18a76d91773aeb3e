//! The position of each character of a string, and the image drawn so far.
//!
//! Each position is as many columns wide as the text that represents its character: the escape of an invisible
//! character, or a dot for a hidden one. In a long string, one position represents the omitted middle.

use std::fmt::Write as _;
use std::ops::Range;

use urispec::{Explanation, Recognizer};

use crate::fault::Fault;
use crate::record::is_visible;

/// The width of a character. [`ROW`] is the height of a row.
pub(super) const WIDE: usize = 9;
pub(super) const ROW: usize = 22;
/// The space around the drawing.
pub(super) const MARGIN: usize = 16;
/// The maximum number of bytes in a line of a message.
const LINE: usize = 84;

const STYLE: &str = include_str!("style.css");

/// An image that grows row by row.
pub(super) struct Canvas {
    body: String,
    /// The vertical position of the next row.
    pub(super) y: usize,
    /// The rightmost position that is drawn.
    right: usize,
}

impl Canvas {
    pub(super) const fn new() -> Self {
        Self { body: String::new(), y: MARGIN, right: 0 }
    }

    /// Draws elements. `right` is the right end of the rightmost one.
    pub(super) fn draw(&mut self, right: usize, elements: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(elements);
        self.right = self.right.max(right);
    }

    /// Draws text in the next row, beginning at `x`. The number of characters determines the width.
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

    /// Draws a text, wrapped into rows at its spaces.
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

    /// Returns the image, with a title and a description for assistive technology.
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

/// Escapes text for XML. Invisible characters, among them those that XML forbids, are escaped too.
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

/// Splits a text into lines of whole words.
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

/// The number of bytes that are drawn at the beginning of a long string; [`TAIL`] is the number at its end.
pub(super) const HEAD: usize = 320;
pub(super) const TAIL: usize = 80;

/// A drawn character of the string.
pub(super) struct DrawnChar {
    pub(super) bytes: Range<usize>,
    /// The column of the character in its line.
    pub(super) column: usize,
    pub(super) shown: String,
    /// Whether this is a character of the string, and not a note about omitted characters.
    pub(super) is_text: bool,
}

impl DrawnChar {
    pub(super) fn width(&self) -> usize {
        self.shown.chars().count()
    }
}

/// A line of a drawing. It has at least one character, unless the string is empty.
pub(super) struct DrawnLine {
    pub(super) places: Vec<DrawnChar>,
    pub(super) bytes: Range<usize>,
    pub(super) is_last: bool,
}

impl DrawnLine {
    /// Returns the column of a byte of the line. The end of the line follows its last position.
    pub(super) fn column(&self, byte: usize) -> usize {
        let next = self.places.partition_point(|place| place.bytes.end <= byte);
        self.places.get(next).map_or_else(|| self.columns(), |place| place.column)
    }

    pub(super) fn columns(&self) -> usize {
        self.places.last().map_or(0, |last| last.column + last.width())
    }

    /// Returns the text that represents some bytes.
    pub(super) fn shown(&self, bytes: &Range<usize>) -> String {
        let is_in =
            |place: &&DrawnChar| place.bytes.start < bytes.end && bytes.start < place.bytes.end;
        self.places.iter().filter(is_in).map(|place| &*place.shown).collect()
    }

    /// Returns the part of a range of bytes that is in the line. An empty range belongs to the line in which it begins
    /// or, at the end of the string, to the last line.
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

/// Splits a string into lines of at most `columns` columns.
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

/// Returns the characters, each with its bytes. A note replaces the characters that are omitted.
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

// A string that the production does not derive: the invalid byte, the error, and the mended string.

/// The number of columns of a line of the string.
const COLUMNS: usize = 76;
/// The maximum number of bytes of a mended string. A longer string is not drawn, since a part of it would be useless.
const LONGEST: usize = 1024;

pub(super) fn draw(
    production: Recognizer,
    text: &str,
    fault: &Fault,
    hidden: Option<&Range<usize>>,
) -> (Canvas, String) {
    let mut canvas = Canvas::new();
    let mark = fault.mark();
    for line in &lines(text, hidden, COLUMNS) {
        string(&mut canvas, line, mark);
    }
    let (cause, place) = said(fault, production, hidden);
    let mut description = format!("{cause}. {place}");
    canvas.y += ROW / 2;
    if !cause.is_empty() {
        canvas.words("message", &cause);
    }
    canvas.words(if cause.is_empty() { "message" } else { "note" }, &place);
    if let Some((mended, hidden)) = mended(text, fault, hidden) {
        canvas.y += ROW / 2;
        canvas.words("note", "Mended:");
        for line in &lines(mended, hidden.as_ref(), COLUMNS) {
            let shown = line.shown(&line.bytes);
            canvas.text("string mended", MARGIN, &shown);
            canvas.y += ROW;
            description += if line.bytes.start == 0 { " Mended: " } else { "" };
            description += &shown;
        }
    }
    (canvas, description.trim_start_matches(". ").to_owned())
}

/// Draws a line of the string, and a mark below the invalid byte if it is in the line.
fn string(canvas: &mut Canvas, line: &DrawnLine, mark: Option<usize>) {
    let mark = mark.filter(|byte| line.part(&(*byte..*byte)).is_some());
    if line.places.is_empty() {
        canvas.text("gap", MARGIN, "(the empty string)");
    }
    let is_wrong =
        |place: &DrawnChar| mark.is_some_and(|byte| place.is_text && place.bytes.contains(&byte));
    if let Some(byte) = mark {
        let (x, y) = (MARGIN + line.column(byte) * WIDE, canvas.y);
        let wrong = line.places.iter().find(|place| is_wrong(place));
        let width = wrong.map_or(WIDE, |place| place.width() * WIDE);
        canvas.draw(
            x + width,
            format_args!(
                "<rect class=\"wrong\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{}\"/>\
                 <path class=\"wrong\" d=\"M{} {}l{} -8l{} 8z\"/>",
                y + 1,
                ROW - 2,
                x + (width - WIDE) / 2,
                y + ROW + 10,
                WIDE / 2,
                WIDE - WIDE / 2
            ),
        );
    }
    let class = |place: &DrawnChar| match place.is_text {
        true if is_wrong(place) => "string wrong",
        true => "string",
        false => "gap",
    };
    for run in line.places.chunk_by(|one, next| class(one) == class(next)) {
        let Some(first) = run.first() else { continue };
        let shown: String = run.iter().map(|place| &*place.shown).collect();
        canvas.text(class(first), MARGIN + first.column * WIDE, &shown);
    }
    canvas.y += if mark.is_some() { ROW + 12 } else { ROW };
}

/// Returns a sentence about the cause, if one is known, and a sentence about the place of the error. If the character
/// at this place is hidden, neither sentence mentions it.
fn said(fault: &Fault, production: Recognizer, hidden: Option<&Range<usize>>) -> (String, String) {
    let is_hidden = |byte: usize| hidden.is_some_and(|hidden| hidden.contains(&byte));
    let is_hidden = fault.mark().is_some_and(is_hidden) || fault.offset().is_some_and(is_hidden);
    let cause = fault.syntax().and_then(Explanation::cause);
    let place = match fault.syntax() {
        Some(syntax) => sentence(&syntax.without_cause().to_string()),
        None => sentence(&fault.to_string()),
    };
    let cause = cause.map(|cause| {
        let edition = production.edition();
        let section = match cause.section() {
            section if section.starts_with("RFC ") => section.to_owned(),
            section => format!("{}, {section}", edition.name()),
        };
        format!("{} ({section})", sentence(cause.sentence()))
    });
    let found = fault.syntax().and_then(|syntax| syntax.error().found());
    match (is_hidden, found) {
        (true, Some(found)) => {
            let found = found.to_string();
            (String::new(), place.replacen(&format!("{found:?}"), "hidden character", 1))
        }
        _ => (cause.unwrap_or_default(), place),
    }
}

/// Capitalizes the first letter.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Returns the mended string and its hidden part. Returns `None` if it is too long, or its hidden part is unknown.
fn mended<'f>(
    text: &str,
    fault: &'f Fault,
    hidden: Option<&Range<usize>>,
) -> Option<(&'f str, Option<Range<usize>>)> {
    let mended = fault.syntax()?.cause()?.mended()?;
    if mended.len() > LONGEST {
        return None;
    }
    let Some(hidden) = hidden.filter(|hidden| !hidden.is_empty()) else {
        return Some((mended, None));
    };
    let secret = text.get(hidden.clone())?;
    let is_there =
        mended.get(hidden.clone()) == Some(secret) && mended.matches(secret).count() == 1;
    is_there.then(|| (mended, Some(hidden.clone())))
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
        // An empty range between two lines is at the start of the second; at the end of the string, it is at its end.
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
