//! Files of EBNF, cut into productions, without recursion and in linear time.
//!
//! In: a file in the EBNF of the W3C or of ISO/IEC 14977. Out: its productions as they stand, and the text
//! of one of them with blanks for its comments, which `w3c` and `iso` read. What is hidden in literals,
//! classes, special sequences and comments neither begins nor ends a production. The surprising case is
//! a comment of ISO/IEC 14977, which may hold another: it ends where as many have ended as began.

use pest::RuleType;
use pest::iterators::Pair;

use super::cut::{Cut, LineFault};
use super::name::Notation;
use super::term::{Alternative, Term};

/// The number of brackets that may nest in one another.
const DEEPEST: usize = 200;

/// Reads a choice, whose alternatives are sequences of what `term` reads.
pub(super) fn choice<'s, R: RuleType>(
    pair: Pair<'s, R>,
    mut term: impl FnMut(Pair<'s, R>) -> Result<Term, LineFault>,
) -> Result<Term, LineFault> {
    let mut alternatives = Vec::new();
    for one in pair.into_inner() {
        let text = one.as_str();
        let terms = one.into_inner().map(&mut term).collect::<Result<Vec<_>, _>>()?;
        alternatives.push(Alternative::new(text, Term::sequence(terms)));
    }
    Ok(Term::choice(alternatives))
}

/// What stands at an offset of a file: what is hidden up to an offset, or one byte.
enum Piece {
    /// White space or a comment.
    Blank(usize),
    /// A literal, a class or a special sequence.
    Hidden(usize),
    Byte(u8),
}

/// The piece at an offset. What is never closed hides the rest of its line, and a comment that of the
/// file.
fn piece(text: &str, at: usize, notation: Notation) -> Piece {
    let rest = &text.as_bytes()[at..];
    let upto = |end: u8, is_within_line: bool| {
        let stops = |byte: &u8| *byte == end || is_within_line && matches!(byte, b'\n' | b'\r');
        let found = rest[1..].iter().position(stops);
        let found = found.filter(|&stop| rest[stop + 1] == end);
        found.map_or(Piece::Byte(rest[0]), |stop| Piece::Hidden(at + stop + 2))
    };
    let is_iso = notation == Notation::Iso14977;
    match rest[0] {
        b' ' | b'\t' | b'\n' | b'\r' => Piece::Blank(at + 1),
        end @ (b'"' | b'\'') => upto(end, true),
        b'[' if !is_iso => upto(b']', true),
        b'?' if is_iso => upto(b'?', false),
        b'/' if !is_iso && rest.starts_with(b"/*") => {
            Piece::Blank(text[at + 2..].find("*/").map_or(text.len(), |end| at + end + 4))
        }
        b'(' if is_iso && rest.starts_with(b"(*") => {
            let (mut depth, mut end) = (0_usize, 0);
            while end < rest.len() {
                let pair = rest.get(end..end + 2).unwrap_or_default();
                match pair {
                    b"(*" => depth += 1,
                    b"*)" => depth -= 1,
                    _ => {}
                }
                end += if matches!(pair, b"(*" | b"*)") { 2 } else { 1 };
                if depth == 0 {
                    break;
                }
            }
            Piece::Blank(at + end)
        }
        byte => Piece::Byte(byte),
    }
}

/// Divides a file of the W3C's EBNF into productions: each goes on to the name before the next `::=`.
pub(super) fn cut_w3c(text: &str) -> Result<Vec<Cut<'_>>, LineFault> {
    let mut heads: Vec<(usize, &str)> = Vec::new();
    // Whether nothing but blanks stands before the offset on its line.
    let (mut at, mut last, mut is_first) = (0, None, true);
    while at < text.len() {
        let piece = piece(text, at, Notation::W3c);
        let is_blank = matches!(piece, Piece::Blank(_));
        let from = at;
        match piece {
            Piece::Blank(end) => at = end,
            Piece::Hidden(end) => {
                // `[12]` before a name is the number of its production, where a line begins.
                let number = text[at..end].strip_prefix('[').unwrap_or_default();
                let is_number = is_first && number.starts_with(|c: char| c.is_ascii_digit());
                last = is_number.then_some((at, end, ""));
                at = end;
            }
            Piece::Byte(b':') if text[at..].starts_with("::=") => {
                let head = last.filter(|(_, _, name)| !name.is_empty());
                heads.extend(head.map(|(start, _, name)| (start, name)));
                if heads.is_empty() {
                    return Err(stray(text, at));
                }
                (at, last) = (at + 3, None);
            }
            Piece::Byte(byte) if is_name(byte) => {
                let end = text[at..].find(|c: char| !c.is_ascii() || !is_name(c as u8));
                let end = end.map_or(text.len(), |end| at + end);
                let start = match last {
                    Some((start, _, "")) => start,
                    _ => at,
                };
                last = Some((start, end, &text[at..end]));
                at = end;
            }
            Piece::Byte(_) => {
                if heads.is_empty() {
                    return Err(stray(text, at));
                }
                (at, last) = (at + width(text, at), None);
            }
        }
        is_first = is_blank && (is_first || text[from..at].contains('\n'));
    }
    let ends = heads.iter().skip(1).map(|&(start, _)| start).chain([text.len()]);
    let mut lines = Lines::of(text);
    let all = heads.iter().zip(ends);
    Ok(all.map(|(&(start, name), end)| lines.cut(name, start, end)).collect())
}

/// Divides a file of ISO/IEC 14977 into productions: each ends in `;` or `.`.
pub(super) fn cut_iso(text: &str) -> Result<Vec<Cut<'_>>, LineFault> {
    let (mut at, mut start, mut sign, mut cuts) = (0, None, None, Vec::new());
    let mut lines = Lines::of(text);
    while at < text.len() {
        match piece(text, at, Notation::Iso14977) {
            Piece::Blank(end) => at = end,
            Piece::Hidden(end) => {
                start.get_or_insert(at);
                at = end;
            }
            Piece::Byte(b';' | b'.') => {
                let (Some(first), Some(sign)) = (start.take(), sign.take()) else {
                    return Err(stray(text, at));
                };
                let name = without_comments(&text[first..sign], Notation::Iso14977);
                cuts.push(lines.cut(&super::prose::joined(&name), first, at + 1));
                at += 1;
            }
            Piece::Byte(byte) => {
                start.get_or_insert(at);
                if byte == b'=' {
                    sign.get_or_insert(at);
                }
                at += width(text, at);
            }
        }
    }
    match start {
        Some(first) => Err(stray(text, first)),
        None => Ok(cuts),
    }
}

/// The text with blanks for its comments. Lines keep their numbers.
pub(super) fn without_comments(text: &str, notation: Notation) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while at < text.len() {
        match piece(text, at, notation) {
            Piece::Blank(end) => {
                let blank = |c: char| if matches!(c, '\n' | '\r') { c } else { ' ' };
                out.extend(text[at..end].chars().map(blank));
                at = end;
            }
            Piece::Hidden(end) => {
                out.push_str(&text[at..end]);
                at = end;
            }
            Piece::Byte(_) => {
                let end = at + width(text, at);
                out.push_str(&text[at..end]);
                at = end;
            }
        }
    }
    out
}

/// Refuses brackets that nest too deep, before they are read by recursion.
pub(super) fn shallow(text: &str, notation: Notation) -> Result<(), LineFault> {
    let (mut at, mut depth) = (0, 0_usize);
    while at < text.len() {
        match piece(text, at, notation) {
            Piece::Blank(end) | Piece::Hidden(end) => at = end,
            Piece::Byte(byte) => {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth > DEEPEST {
                    let LineFault { line, .. } = stray(text, at);
                    let why = format!("brackets nest more than {DEEPEST} deep");
                    return Err(LineFault { line, why });
                }
                at += width(text, at);
            }
        }
    }
    Ok(())
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// The number of bytes of the character at an offset.
fn width(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

/// The fault that a line belongs to no production.
fn stray(text: &str, at: usize) -> LineFault {
    let line = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    LineFault { line, why: String::new() }
}

/// Lines, counted on the way through a text.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The production between two offsets. It begins after the last one.
    fn cut(&mut self, name: &str, start: usize, end: usize) -> Cut<'t> {
        let before = &self.text.as_bytes()[self.at..start];
        self.line += before.iter().filter(|&&byte| byte == b'\n').count();
        self.at = start;
        Cut::new(name.to_owned(), &self.text[start..end], self.line)
    }
}
