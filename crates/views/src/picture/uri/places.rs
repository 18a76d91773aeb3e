//! Where each character of a string stands.
//!
//! In: a string, and a part of it that is hidden. Out: [`DrawnLine`]s of [`DrawnChar`]s. Each place is as many columns
//! wide as the text that is shown for its character. Characters that cannot be seen, or that turn text around,
//! are escapes; those of the hidden part are dots. What is forgotten: the middle of a long string, in place of
//! which one place says how much is left out.

use std::ops::Range;

use crate::record::is_visible;

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
