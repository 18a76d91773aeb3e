//! A text that is written with escapes, and where each part of it is written.
//!
//! In: pieces, each with the place in the source that it is written at. Out: the text of all of them, and for a place in
//! it the place in the source. A piece is either written as it is, or stands as a whole for its place, as `\n` does.

use std::ops::Range;

/// A text, and where it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MappedText {
    text: String,
    pieces: Vec<Piece>,
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Where it begins in the text, in bytes.
    begin: usize,
    /// Where it is written, in bytes of the source.
    source: Range<usize>,
    /// Whether it is written as it is.
    is_verbatim: bool,
}

impl MappedText {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds what is written as it is, from an offset of the source.
    pub(super) fn verbatim(&mut self, text: &str, from: usize) {
        let source = from..from + text.len();
        match self.pieces.last_mut() {
            Some(last) if last.is_verbatim && last.source.end == from => {
                last.source.end = source.end
            }
            _ if text.is_empty() => {}
            _ => self.pieces.push(Piece { begin: self.text.len(), source, is_verbatim: true }),
        }
        self.text.push_str(text);
    }

    /// Adds what a place of the source stands for as a whole.
    pub(super) fn written(&mut self, text: &str, source: Range<usize>) {
        if !text.is_empty() {
            self.pieces.push(Piece { begin: self.text.len(), source, is_verbatim: false });
            self.text.push_str(text);
        }
    }

    /// Adds another text.
    pub(super) fn append(&mut self, other: &Self) {
        let by = self.text.len();
        let moved = |one: &Piece| Piece { begin: one.begin + by, ..one.clone() };
        self.pieces.extend(other.pieces.iter().map(moved));
        self.text.push_str(&other.text);
    }

    /// Where the whole text is written, if it has a character.
    pub(super) fn span(&self) -> Option<Range<usize>> {
        Some(self.pieces.first()?.source.start..self.pieces.last()?.source.end)
    }

    /// Where a part of the text is written, in bytes of the source. A part of what an escape stands for is written by
    /// the whole escape.
    pub(super) fn source(&self, part: Range<usize>) -> Range<usize> {
        let Some(all) = self.span() else { return 0..0 };
        let of = |at: usize| self.pieces.partition_point(|one| one.begin <= at).checked_sub(1);
        let is_behind = part.start >= self.text.len();
        let start = match of(part.start).map(|at| &self.pieces[at]) {
            _ if is_behind => all.end,
            Some(one) if one.is_verbatim => one.source.start + (part.start - one.begin),
            Some(one) => one.source.start,
            None => all.start,
        };
        let last = part.end.min(self.text.len()).checked_sub(1).filter(|_| part.end > part.start);
        let end = match last.and_then(|last| Some((last, &self.pieces[of(last)?]))) {
            Some((last, one)) if one.is_verbatim => one.source.start + (last + 1 - one.begin),
            Some((_, one)) => one.source.end,
            None => start,
        };
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_written_by_whole_escapes() {
        // In the source: `ab\n` at 10, and `cd` at 20.
        let mut text = MappedText::default();
        text.verbatim("a", 10);
        text.verbatim("b", 11);
        text.written("\n", 12..14);
        text.verbatim("cd", 20);
        assert_eq!((text.text(), text.span()), ("ab\ncd", Some(10..22)));
        for (part, source) in
            [(0..1, 10..11), (1..3, 11..14), (2..3, 12..14), (2..4, 12..21), (4..5, 21..22)]
        {
            assert_eq!(text.source(part.clone()), source, "{part:?}");
        }
        // What has no character is written nowhere.
        assert_eq!(
            [text.source(1..1), text.source(5..5), text.source(9..12)],
            [11..11, 22..22, 22..22]
        );
        assert_eq!(MappedText::default().source(0..1), 0..0);
    }

    #[test]
    fn a_text_behind_another() {
        let [mut one, mut other] = [MappedText::default(), MappedText::default()];
        one.written("(?i)", 3..3);
        other.verbatim("ab", 5);
        one.append(&other);
        assert_eq!([one.source(0..6), one.source(5..6), one.source(1..2)], [3..7, 6..7, 3..3]);
    }
}
