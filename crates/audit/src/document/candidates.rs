//! What looks like a production: a name, a sign that defines, and the lines that go on from there.
//!
//! In: the lines of a document. Out: [`Candidate`]s, in their order; nothing is said of whether they are
//! productions ([`super::judge`]). A line goes on with a production if it stands deeper than its name.
//! Over an empty line a production goes on only where it must: where a bracket is open, or the line
//! begins or ended with a sign between alternatives; and, over the end of a page, where the line stands
//! below the right side. In a block that is said to be a grammar, empty lines make no difference.

use super::lines::{Content, Line, Lines};

/// Lines that look like a production.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The name, without angle brackets.
    pub(super) name: String,
    /// `=`, `=/`, `:=` or `::=`.
    pub(super) sign: &'static str,
    /// The number of blanks before the name.
    pub(super) indent: usize,
    /// The places of the lines among all lines, without empty ones.
    pub(super) lines: Vec<usize>,
    /// The place of a line that follows after an empty one and stands below the right side: it may belong
    /// to the production, and is not taken as a part of it.
    pub(super) below: Option<usize>,
}

impl Candidate {
    /// The lines, without what stands before all of them.
    pub(super) fn text(&self, lines: &Lines<'_>) -> String {
        let texts = self.lines.iter().map(|&at| {
            let text = &*lines.lines[at].text;
            text.get(self.indent..).unwrap_or_else(|| text.trim_start())
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Whether blanks stand on both sides of the sign, as they do where productions are printed, and do not
    /// where the value of a parameter is given.
    pub(super) fn has_gap(&self, lines: &Lines<'_>) -> bool {
        let text = &*self.first(lines).text;
        let is_blank = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\t'));
        let Some((before, after)) = text.split_once(self.sign) else { return true };
        is_blank(before.chars().next_back()) && is_blank(after.chars().next())
    }

    /// The first line.
    pub(super) fn first<'l, 't>(&self, lines: &'l Lines<'t>) -> &'l Line<'t> {
        &lines.lines[self.lines[0]]
    }
}

/// How a line begins that looks like a production.
pub(super) struct Head<'l> {
    pub(super) name: &'l str,
    pub(super) sign: &'static str,
    pub(super) indent: usize,
    /// The column of the right side.
    pub(super) right: usize,
}

/// The signs that define, longest first.
const SIGNS: [&str; 4] = ["::=", ":=", "=/", "="];

/// The longest name, in bytes.
const LONGEST_NAME: usize = 200;

/// The beginning of a production, if the line looks like one.
pub(super) fn head(line: &str) -> Option<Head<'_>> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let number = number(text);
    let text = &text[number..];
    let is_name = |at: usize, byte: u8, next: Option<u8>| {
        byte.is_ascii_alphabetic()
            || at > 0
                && (byte.is_ascii_digit()
                    || matches!(byte, b'-' | b'_' | b'+')
                    || byte == b'.' && next.is_some_and(|next| next.is_ascii_alphanumeric()))
    };
    let (name, rest) = if let Some(text) = text.strip_prefix('<') {
        let (name, rest) =
            text.split_at_checked(text.bytes().take(LONGEST_NAME).position(|b| b == b'>')?)?;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+. ".contains(&byte);
        let is_bracketed = name.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_bracketed && name.bytes().all(is_word)).then_some((name, &rest[1..]))?
    } else {
        let bytes = text.as_bytes();
        let end = (0..bytes.len().min(LONGEST_NAME))
            .find(|&at| !is_name(at, bytes[at], bytes.get(at + 1).copied()))?;
        (end > 0).then(|| text.split_at(end))?
    };
    let right = rest.trim_start_matches([' ', '\t']);
    let sign = SIGNS.into_iter().find(|sign| right.starts_with(sign))?;
    let right = &right[sign.len()..];
    // Only the EBNF of the W3C numbers its productions, and that has `::=`.
    if number > 0 && sign != "::=" {
        return None;
    }
    // `==`, `=>`, `=~` are of other languages.
    if sign == "=" && right.starts_with(['=', '>', '~', '!']) {
        return None;
    }
    let right = line.len() - right.trim_start().len();
    Some(Head { name, sign, indent, right })
}

/// The length of the number before a production, `[4a]`, as XML 1.0 prints it, with the blanks behind it.
pub(super) fn number(text: &str) -> usize {
    let Some((number, rest)) = text.strip_prefix('[').and_then(|text| text.split_once(']')) else {
        return 0;
    };
    let digits = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_number = (1..=4).contains(&digits.len()) && number.len() <= digits.len() + 1;
    match is_number && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.len() - rest.trim_start_matches([' ', '\t']).len(),
        false => 0,
    }
}

/// The beginning of a production on a line, or on that line and the next: a name may stand alone, where the
/// sign stands below it and deeper (RFC 5234, 4: `defined-as`).
fn begin<'l>(lines: &'l [Line<'_>], at: usize) -> Option<(Head<'l>, usize)> {
    let line = lines.get(at)?;
    if let Some(head) = head(&line.text) {
        return Some((head, 1));
    }
    let next = lines.get(at + 1)?;
    let is_together = next.container == line.container && next.section == line.section;
    let right = next.text.trim_start();
    let sign = SIGNS.into_iter().find(|sign| right.starts_with(sign))?;
    let right = &right[sign.len()..];
    // What stands behind the sign is apart from it: `=====` is a line below a title.
    let is_apart = right.is_empty() || right.starts_with([' ', '\t', '"', '(', '[', '%', '<']);
    if !is_together || !is_apart || next.indent() <= line.indent() || line.text.len() > LONGEST_NAME
    {
        return None;
    }
    let alone = format!("{} =", line.text);
    let found = head(&alone).filter(|found| found.right == alone.len())?;
    let (start, end) = (found.indent, found.indent + found.name.len());
    // A name in angle brackets begins behind the bracket.
    let start = start + usize::from(line.text.trim_start().starts_with('<'));
    let name = line.text.get(start..end + (start - found.indent))?;
    let right = next.text.len() - right.trim_start().len();
    Some((Head { name, sign, indent: found.indent, right }, 2))
}

/// Whether the line has the sign of a production behind one word that is no name of a production, as
/// `./g   = <URL:http://a/b/c/g>` has.
pub(super) fn is_row(line: &str) -> bool {
    let text = line.trim_start();
    let Some((word, rest)) = text.split_once([' ', '\t']) else { return false };
    let rest = rest.trim_start();
    let is_sign = rest.starts_with("= ") || rest == "=" || rest.starts_with("::= ");
    is_sign && !word.starts_with(';') && head(line).is_none()
}

/// Cuts lines into candidates. `is_bar_known` says whether `|` may stand between alternatives: in ABNF it
/// does not, and an aside of an RFC has it before each line.
pub(super) fn cut(lines: &Lines<'_>, is_bar_known: bool) -> Vec<Candidate> {
    let all = &lines.lines;
    let (mut found, mut at) = (Vec::new(), 0);
    while at < all.len() {
        let Some((head, count)) = begin(all, at) else {
            at += 1;
            continue;
        };
        let (first, last) = (at, at + count - 1);
        let mut candidate = Candidate {
            name: head.name.split_ascii_whitespace().collect::<Vec<_>>().join("-"),
            sign: head.sign,
            indent: head.indent,
            lines: (first..=last).collect(),
            below: None,
        };
        let mut open = Open::default();
        open.read(all[last].text.get(head.right..).unwrap_or_default());
        at = last + 1;
        loop {
            let next = (at..all.len()).find(|&next| !all[next].is_blank()).unwrap_or(all.len());
            let Some(line) = all.get(next) else { break };
            let is_apart = line.container != all[first].container
                || line.section != all[first].section
                || line.indent() <= head.indent
                || begin(all, next).is_some();
            if is_apart {
                break;
            }
            if next > at {
                let start = line.text.trim_start();
                let is_page_end = all[at..next].iter().any(|line| line.is_page_end);
                let is_aligned = is_page_end && line.indent() >= head.right;
                let goes_on =
                    start.starts_with(['/', ';']) || is_bar_known && start.starts_with('|');
                // In a block that is a grammar, empty lines say nothing (RFC 5234, 4: `c-nl`).
                let is_grammar = matches!(lines.content(line), Content::Grammar(_));
                if !open.is_open() && !goes_on && !is_aligned && !is_grammar {
                    candidate.below = (line.indent() >= head.right).then_some(next);
                    break;
                }
            }
            open.read(&line.text);
            candidate.lines.push(next);
            at = next + 1;
        }
        found.push(candidate);
    }
    found
}

/// What of a right side is still to come.
#[derive(Default)]
struct Open {
    brackets: usize,
    /// Whether an expression must follow.
    is_wanting: bool,
}

impl Open {
    /// Reads a line of a right side.
    fn read(&mut self, line: &str) {
        let bytes = line.as_bytes();
        let mut at = 0;
        if line.trim().is_empty() {
            self.is_wanting = true;
        }
        let last_angle = bytes.iter().rposition(|&byte| byte == b'>').unwrap_or(0);
        while let Some(&byte) = bytes.get(at) {
            let end =
                |end: u8| bytes[at + 1..].iter().position(|&b| b == end).map(|end| at + 1 + end);
            match byte {
                b';' => break,
                b'"' => at = end(b'"').unwrap_or(bytes.len()),
                b'<' if at < last_angle => at = end(b'>').unwrap_or(at),
                b'(' | b'[' => self.brackets += 1,
                b')' | b']' => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                self.is_wanting = matches!(byte, b'/' | b'|' | b'=');
            }
            at += 1;
        }
    }

    fn is_open(&self) -> bool {
        self.brackets > 0 || self.is_wanting
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{cut, head, is_row};
    use crate::document::lines::{Content, Lines};

    #[test]
    fn a_head_is_a_name_and_a_sign() {
        let found = |line| head(line).map(|head| (head.name, head.sign, head.indent, head.right));
        assert_eq!(found("   a-b  =/ \"x\""), Some(("a-b", "=/", 3, 11)));
        assert_eq!(found("<URN chars> ::= <x>"), Some(("URN chars", "::=", 0, 16)));
        assert_eq!(found("gopher+_string = x"), Some(("gopher+_string", "=", 0, 17)));
        for line in
            ["a == b", "f(x) = y", "g:h = x", "./g = x", "= x", "a b = c", "1a = b", "<a:b> = c"]
        {
            assert_eq!(found(line), None, "{line}");
        }
        assert_eq!(found("[4a]  Name ::= #x20"), Some(("Name", "::=", 0, 15)));
        assert_eq!(found("[4]  Name = #x20"), None);
        assert!(is_row("  ./g        = <URL:x>") && is_row("\"g\"  = \"x\""));
        assert!(!is_row("g = x") && !is_row("a b = c") && !is_row("; a = b"));
    }

    #[test]
    fn a_candidate_goes_on_over_an_empty_line_only_where_it_must() {
        let mut lines = Lines::default();
        lines.container(Content::Unmarked);
        let text =
            "a = b /\n\n    c\n\n    prose\nd = ( e\n\n  )\n\n  / f\ng = h\n   ; comment\n  i = j";
        for (number, line) in (1..).zip(text.lines()) {
            lines.push(number, Cow::Borrowed(line));
        }
        let texts: Vec<String> = cut(&lines, true).iter().map(|one| one.text(&lines)).collect();
        assert_eq!(
            texts,
            ["a = b /\n    c", "d = ( e\n  )\n  / f", "g = h\n   ; comment", "i = j"]
        );
    }

    #[test]
    fn over_the_end_of_a_page_what_stands_below_the_right_side_goes_on() {
        let mut lines = Lines::default();
        lines.container(Content::Unmarked);
        lines.push(1, Cow::Borrowed("  a  =  b"));
        lines.push(2, Cow::Borrowed(""));
        lines.end_page(3);
        lines.push(4, Cow::Borrowed("          c"));
        lines.push(5, Cow::Borrowed(""));
        lines.push(6, Cow::Borrowed("          d"));
        assert_eq!(cut(&lines, true)[0].text(&lines), "a  =  b\n        c");
    }
}
