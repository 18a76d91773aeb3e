//! Texts of files: their comments, and their characters as bytes.

use crate::build::ByteSet;

// Comments in the files of grammars.

/// The lines of comment at the end of `lines`. `text` is the text of a line of comment without its
/// sign, or none for another line.
pub fn comment_at_end<'l>(
    lines: &[&'l str],
    text: impl Fn(&'l str) -> Option<&'l str>,
) -> Vec<&'l str> {
    let mut comment: Vec<_> = lines.iter().rev().map_while(|&line| text(line)).collect();
    comment.reverse();
    comment
}

// Ranges of characters as sequences of byte sets, which no string shares: pest reads characters and an automaton reads
// bytes. What pest calls `ANY` has nine alternatives, since U+D800 to U+DFFF are no characters.

/// The UTF-8 of the characters from `first` to `last`, both included.
pub fn range(first: char, last: char) -> Vec<Vec<ByteSet>> {
    let (mut open, mut sequences) = (vec![(u32::from(first), u32::from(last))], Vec::new());
    while let Some((first, last)) = open.pop() {
        if first > last {
            continue;
        }
        if let Some(middle) = split(first, last) {
            open.extend([(middle + 1, last), (first, middle)]);
        } else if let (Some(first), Some(last)) = (char::from_u32(first), char::from_u32(last)) {
            sequences.push(encoded(first, last));
        }
    }
    sequences
}

/// The last scalar value of the first part of a range. There is none if all of the range has one
/// form.
fn split(first: u32, last: u32) -> Option<u32> {
    let between = |&value: &u32| first <= value && value < last;
    // Another length, and the surrogates on either side.
    if let Some(edge) = [0x7F, 0x7FF, 0xD7FF, 0xDFFF, 0xFFFF].into_iter().find(between) {
        return Some(edge);
    }
    // A byte that differs wants all bytes after it to be free.
    let low = |digits: u32| (1 << (6 * digits)) - 1;
    let longest = if first < 0x80 { 0 } else { 3 };
    (1..=longest).map(low).filter(|mask| first & !mask != last & !mask).find_map(|mask| {
        let (begins, ends) = (first & mask == 0, last & mask == mask);
        if begins { (!ends).then(|| (last & !mask) - 1) } else { Some(first | mask) }
    })
}

fn encoded(first: char, last: char) -> Vec<ByteSet> {
    let (mut from, mut to) = ([0; 4], [0; 4]);
    let pairs = first.encode_utf8(&mut from).bytes().zip(last.encode_utf8(&mut to).bytes());
    pairs.map(|(first, last)| ByteSet::range(first, last)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(sequences: &[Vec<ByteSet>], text: &str) -> usize {
        let bytes = text.as_bytes();
        let matches = |sequence: &&Vec<ByteSet>| {
            sequence.len() == bytes.len()
                && sequence.iter().zip(bytes).all(|(set, &byte)| set.contains(byte))
        };
        sequences.iter().filter(matches).count()
    }

    #[test]
    fn every_character_is_in_one_sequence() {
        let (any, some) = (range('\0', char::MAX), range('\u{7e}', '\u{1f600}'));
        // 1 + 1 + (E0, E1-EC, ED, EE-EF) + (F0, F1-F3, F4): Unicode's table of well-formed UTF-8.
        assert_eq!(any.len(), 9);
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            assert_eq!(has(&any, &text), 1, "{character:?}");
            let expected = usize::from(('\u{7e}'..='\u{1f600}').contains(&character));
            assert_eq!(has(&some, &text), expected, "{character:?}");
        }
    }

    #[test]
    fn a_range_that_stands_the_other_way_round_is_empty() {
        assert!(range('b', 'a').is_empty());
        assert_eq!(range('a', 'a'), [[ByteSet::single(b'a')]]);
    }
}
