//! The characters of values as they are encoded (section 3.2.1), as parts of a graph.
//!
//! Under most operators a character is itself if it is unreserved, and else the triplets of its UTF-8, with digits in
//! upper case, as expansion writes them. Under `+` and `#` reserved characters and triplets of any octets stand too;
//! where characters are counted, the triplets of one character may count as one (2.4.1).

use super::graph::Graph;

/// The runs of unreserved characters.
pub(crate) const UNRESERVED: [(u8, u8); 6] =
    [(b'-', b'.'), (b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z'), (b'~', b'~')];

/// The runs of unreserved and of reserved characters.
pub(crate) const UNRESERVED_OR_RESERVED: [(u8, u8); 9] = [
    (b'!', b'!'),
    (b'#', b'$'),
    (b'&', b';'),
    (b'=', b'='),
    (b'?', b'['),
    (b']', b']'),
    (b'_', b'_'),
    (b'a', b'z'),
    (b'~', b'~'),
];

/// The octets with which a character of several octets begins in UTF-8, and the ranges of those that follow (RFC
/// 3629, 4).
pub(crate) const LONG: [(u8, u8, &[Octets]); 8] = [
    (0xC2, 0xDF, &[TAIL]),
    (0xE0, 0xE0, &[(0xA0, 0xBF), TAIL]),
    (0xE1, 0xEC, &[TAIL, TAIL]),
    (0xED, 0xED, &[(0x80, 0x9F), TAIL]),
    (0xEE, 0xEF, &[TAIL, TAIL]),
    (0xF0, 0xF0, &[(0x90, 0xBF), TAIL, TAIL]),
    (0xF1, 0xF3, &[TAIL, TAIL, TAIL]),
    (0xF4, 0xF4, &[(0x80, 0x8F), TAIL, TAIL]),
];
const TAIL: Octets = (0x80, 0xBF);

/// A range of octets, by its first and its last.
type Octets = (u8, u8);

/// The characters that a value may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Characters {
    /// Whether reserved characters and triplets stand as they are.
    pub(super) lets_reserved: bool,
}

impl Graph {
    /// A string of at least `least` characters, 0 or 1, and at most `most`; and the node behind it.
    pub(super) fn string(
        &mut self,
        from: u32,
        of: Characters,
        least: usize,
        most: Option<u16>,
    ) -> u32 {
        let mut at = from;
        let Some(most) = most else {
            if least > 0 {
                let next = self.node();
                self.character(at, of, false, next);
                at = next;
            }
            let again = self.node();
            self.empty(at, again);
            self.character(again, of, false, again);
            return again;
        };
        let end = self.node();
        for place in 0..usize::from(most) {
            if place >= least {
                self.empty(at, end);
            }
            let next = self.node();
            self.character(at, of, true, next);
            at = next;
        }
        self.empty(at, end);
        end
    }

    /// A character. Where characters are counted, several triplets may be one.
    fn character(&mut self, from: u32, of: Characters, is_counted: bool, to: u32) {
        let runs: &[(u8, u8)] =
            if of.lets_reserved { &UNRESERVED_OR_RESERVED } else { &UNRESERVED };
        for &(first, last) in runs {
            self.bytes(from, first, last, to);
        }
        let percent = self.node();
        self.bytes(from, b'%', b'%', percent);
        let is_any_case = of.lets_reserved;
        let mut after_high: [Option<u32>; 16] = [None; 16];
        let mut lead = |graph: &mut Self, first: u8, last: u8, to: u32| {
            for high in first >> 4..=last >> 4 {
                let node = match after_high[usize::from(high)] {
                    Some(node) => node,
                    None => {
                        let node = graph.node();
                        graph.digits(percent, high, high, is_any_case, node);
                        after_high[usize::from(high)] = Some(node);
                        node
                    }
                };
                let least = if high == first >> 4 { first & 15 } else { 0 };
                let most = if high == last >> 4 { last & 15 } else { 15 };
                graph.digits(node, least, most, is_any_case, to);
            }
        };
        if of.lets_reserved {
            lead(self, 0, 0xFF, to);
            if !is_counted {
                return;
            }
        } else {
            let mut first = 0;
            for (unreserved, last) in UNRESERVED {
                lead(self, first, unreserved - 1, to);
                first = last + 1;
            }
            lead(self, first, 0x7F, to);
        }
        for (first, last, tails) in LONG {
            let node = tails.iter().rev().fold(to, |to, tail| self.tail(*tail, is_any_case, to));
            lead(self, first, last, node);
        }
    }

    /// The node before the triplet of an octet of a range whose second digit is any.
    fn tail(&mut self, (first, last): (u8, u8), is_any_case: bool, to: u32) -> u32 {
        let [before, percent, low] = [self.node(), self.node(), self.node()];
        self.bytes(before, b'%', b'%', percent);
        self.digits(percent, first >> 4, last >> 4, is_any_case, low);
        self.digits(low, 0, 15, is_any_case, to);
        before
    }

    /// The hexadecimal digits of a range.
    fn digits(&mut self, from: u32, first: u8, last: u8, is_any_case: bool, to: u32) {
        if first < 10 {
            self.bytes(from, b'0' + first, b'0' + last.min(9), to);
        }
        if last >= 10 {
            let (first, last) = (first.max(10) - 10, last - 10);
            self.bytes(from, b'A' + first, b'A' + last, to);
            if is_any_case {
                self.bytes(from, b'a' + first, b'a' + last, to);
            }
        }
    }
}
