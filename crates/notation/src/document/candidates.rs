//! Finds lines that look like productions; [`super::judge`] accepts or rejects them. A line continues a production if
//! it is indented further than the name (RFC 5234, 2.1 and 3.1). After an empty line, a production continues only if it
//! must: if a bracket is open, if the last line ends with a sign between alternatives, or if the next line begins with
//! such a sign. After the end of a page, it also continues if the next line is indented at least as far as the right
//! side, or has only elements of a production. In a block marked as a grammar, empty lines are ignored; in EBNF,
//! indentation is ignored, too.

use std::collections::HashSet;
use std::ops::Range;

use super::lines::{Content, Line, Lines};
use crate::notations::{Notation, Reader, number_at};

#[derive(Debug)]
pub(super) struct Candidate {
    /// The name, without angle brackets.
    pub(super) name: String,
    /// `=`, `=/`, `:=` or `::=`.
    pub(super) sign: &'static str,
    pub(super) indent: usize,
    /// The indices of the nonempty lines.
    pub(super) lines: Vec<usize>,
    /// The lines after an empty line, if they may belong to the production but are not included. The flag is set if the
    /// lines consist of elements only.
    pub(super) below: Option<(Range<usize>, bool)>,
}

impl Candidate {
    pub(super) fn text(&self, lines: &Lines<'_>) -> String {
        let texts = self.lines.iter().map(|&at| {
            let line = &lines.lines[at];
            &line.text[self.indent.min(line.indent())..]
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Returns whether there are blanks on both sides of the sign, such as `=`, as in printed productions. A parameter
    /// such as `q=1` has no blanks there.
    pub(super) fn has_gap(&self, lines: &Lines<'_>) -> bool {
        let text = &*self.first(lines).text;
        let is_blank = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\t'));
        let Some((before, after)) = text.split_once(self.sign) else { return true };
        is_blank(before.chars().next_back()) && is_blank(after.chars().next())
    }

    pub(super) fn first<'l, 't>(&self, lines: &'l Lines<'t>) -> &'l Line<'t> {
        &lines.lines[self.lines[0]]
    }
}

pub(super) struct CandidateHead<'l> {
    pub(super) name: &'l str,
    at: usize,
    pub(super) sign: &'static str,
    pub(super) indent: usize,
    /// The column of the right side.
    pub(super) right: usize,
}

/// The signs between a name and its right side, longest first.
const SIGNS: [&str; 4] = ["::=", ":=", "=/", "="];

/// The characters that turn `=` into another operator: `==`, `=>`, `=~`.
const OTHER: [char; 4] = ['=', '>', '~', '!'];

const LONGEST_NAME: usize = 200;

/// Parses the name and the sign of a production, if the line begins with both. `has_words` is true if a name may
/// have several words.
pub(super) fn head(line: &str, has_words: bool) -> Option<CandidateHead<'_>> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let number = number(text);
    let text = &text[number..];
    let is_name = |at: usize, byte: u8, next: Option<u8>| {
        byte.is_ascii_alphabetic()
            || at == 0 && byte == b'_'
            || at > 0
                && (byte.is_ascii_digit()
                    || matches!(byte, b'-' | b'_' | b'+')
                    || has_words && matches!(byte, b' ' | b'\t')
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
        (end > 0).then(|| text.split_at(text[..end].trim_end().len()))?
    };
    let right = rest.trim_start_matches([' ', '\t']);
    let sign = SIGNS.into_iter().find(|sign| right.starts_with(sign))?;
    let right = &right[sign.len()..];
    // Only the W3C EBNF numbers its productions or begins a name with `_`, and its sign is `::=`.
    if (number > 0 || name.starts_with('_')) && sign != "::=" {
        return None;
    }
    if sign == "=" && right.starts_with(OTHER) {
        return None;
    }
    let right = line.len() - right.trim_start().len();
    let at = name.as_ptr().addr() - line.as_ptr().addr();
    Some(CandidateHead { name, at, sign, indent, right })
}

/// Returns the length of the number before a production, such as `[4a]` in XML 1.0, and of the blanks after the number.
fn number(text: &str) -> usize {
    number_at(text).map_or(0, |end| text.len() - text[end..].trim_start_matches([' ', '\t']).len())
}

pub(super) fn is_numbered(line: &str) -> bool {
    number(line.trim_start()) > 0
}

/// Returns the head of the production that begins on line `at`, and the number of lines up to its sign. The name may be
/// alone on its line if the sign is on a line below, indented further; comments or the end of a page may be between
/// them (RFC 5234, 4: `defined-as`). A production number may be alone on a line above the name, indented no further
/// than the name.
fn begin<'l>(lines: &'l Lines<'_>, at: usize) -> Option<(CandidateHead<'l>, usize)> {
    let all = &lines.lines;
    let line = all.get(at)?;
    let code = line.code();
    let head = |code: &'l str| head(code, lines.has_words);
    if let Some(head) = head(code) {
        return Some((head, 1));
    }
    if line.is_blank() || line.is_comment || code.len() > LONGEST_NAME {
        return None;
    }
    let is_grammar = matches!(lines.content(line), Content::Grammar(_));
    let is_between =
        |line: &Line<'_>| line.is_comment || line.is_page_end || is_grammar && line.is_blank();
    let below = (at + 1..all.len()).find(|&below| !is_between(&all[below]))?;
    let next = &all[below];
    let count = below + 1 - at;
    if next.container != line.container || next.section != line.section {
        return None;
    }
    let text = code.trim();
    if number_at(text) == Some(text.len()) {
        let found = head(next.code()).filter(|found| found.sign == "::=");
        let found = found.filter(|found| found.indent >= line.indent() && !is_numbered(&next.text));
        return found.map(|found| (CandidateHead { indent: line.indent(), ..found }, count));
    }
    let right = next.code().trim_start();
    let sign = SIGNS.into_iter().find(|sign| right.starts_with(sign))?;
    let right = &right[sign.len()..];
    // `=====` underlines a title.
    if right.starts_with(OTHER) || next.indent() <= line.indent() {
        return None;
    }
    let code = code.split(';').next().unwrap_or_default();
    let alone = format!("{code} {sign}");
    let found = self::head(&alone, lines.has_words).filter(|found| found.right == alone.len())?;
    let name = code.get(found.at..found.at + found.name.len())?;
    let right = next.code().len() - right.trim_start().len();
    Some((CandidateHead { name, at: found.at, sign, indent: found.indent, right }, count))
}

/// Returns whether the line has `=` or `::=` after one word that cannot be the name of a production, as in
/// `./g = <URL:http://a/b/c/g>`.
pub(super) fn is_row(line: &str) -> bool {
    let text = line.trim_start();
    let Some((word, rest)) = text.split_once([' ', '\t']) else { return false };
    let rest = rest.trim_start();
    let is_sign = rest.starts_with("= ") || rest == "=" || rest.starts_with("::= ");
    is_sign && !word.starts_with(';') && head(line, false).is_none()
}

/// Splits lines into candidates. `notation` is `None` until it is detected. In ABNF, `|` does not separate
/// alternatives; in RFCs, `|` begins the lines of an aside.
pub(super) fn cut(lines: &Lines<'_>, notation: Option<Notation>) -> Vec<Candidate> {
    let is_bar_known = notation != Some(Notation::Abnf);
    let all = &lines.lines;
    let heads: Vec<Option<(CandidateHead<'_>, usize)>> =
        (0..all.len()).map(|at| begin(lines, at)).collect();
    let names = heads.iter().flatten().map(|(head, _)| head.name.to_ascii_lowercase());
    let names: HashSet<String> = names.collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < all.len() {
        let is_new = at == 0 || all[at - 1].container != all[at].container;
        if let Some((end, block)) = is_new.then(|| ebnf_block(lines, at)).flatten() {
            found.extend(block);
            at = end;
            continue;
        }
        let Some((head, count)) = &heads[at] else {
            at += 1;
            continue;
        };
        let (first, last) = (at, at + count - 1);
        let mut candidate = Candidate {
            name: head.name.split_ascii_whitespace().collect::<Vec<_>>().join("-"),
            sign: head.sign,
            indent: head.indent,
            lines: (first..=last).filter(|&at| !all[at].is_blank()).collect(),
            below: None,
        };
        let mut open = Open { notation, brackets: 0, is_wanting: true };
        open.read(all[last].code().get(head.right..).unwrap_or_default());
        at = last + 1;
        // A production may continue below a comment that is indented no further than the production's name.
        let is_comment = |line: &Line<'_>| line.is_comment && line.indent() <= head.indent;
        let is_between = |line: &Line<'_>| line.is_blank() || is_comment(line);
        loop {
            let next = (at..all.len()).find(|&next| !is_between(&all[next])).unwrap_or(all.len());
            let Some(line) = all.get(next) else { break };
            let is_apart = line.container != all[first].container
                || line.section != all[first].section
                || line.indent() <= head.indent
                || heads[next].is_some();
            if is_apart {
                break;
            }
            if all[at..next].iter().any(Line::is_blank) {
                let start = line.text.trim_start();
                let goes_on = line.is_comment
                    || start.starts_with(['/', ';'])
                    || notation == Some(Notation::Iso14977) && start.starts_with([',', '!', '.'])
                    || is_bar_known && start.starts_with('|');
                // In a block that is a grammar, empty lines are ignored (RFC 5234, 4: `c-nl`).
                let is_grammar = matches!(lines.content(line), Content::Grammar(_));
                if !open.is_open() && !goes_on && !is_grammar {
                    let is_page_end = all[at..next].iter().any(|line| line.is_page_end);
                    let is_aligned = line.indent() >= head.right;
                    let mut own = candidate.lines.iter().filter(|&&own| own > last);
                    let is_beside = own.any(|&own| all[own].indent() == line.indent());
                    // The consecutive lines that may belong to the production.
                    let deeper = |start: usize| {
                        let is_one = |&at: &usize| {
                            all[at].container == all[first].container
                                && all[at].indent() > head.indent
                                && !all[at].is_blank()
                                && heads[at].is_none()
                        };
                        start
                            ..(start..all.len())
                                .take_while(is_one)
                                .last()
                                .map_or(start, |at| at + 1)
                    };
                    let elements = Elements { names: &names, notation };
                    let are_elements = |is_known| elements.are_all(&all[deeper(next)], is_known);
                    let is_known = || are_elements(true);
                    let goes_on = is_aligned || is_beside && are_elements(false) || is_known();
                    if !is_page_end || !goes_on {
                        let is_known = is_known();
                        let is_like = is_page_end || is_aligned || is_known || are_elements(false);
                        let mut below = deeper(next);
                        let mut rest = open.clone();
                        all[below.clone()].iter().for_each(|line| rest.read(line.code()));
                        // Later lines belong to `below`, too, if they consist of elements or are within
                        // an open bracket.
                        while let Some(next) =
                            (below.end..all.len()).find(|&next| !all[next].is_blank())
                            && let more = deeper(next)
                            && !more.is_empty()
                            && (is_known && elements.are_all(&all[more.clone()], true)
                                || rest.is_open())
                        {
                            all[more.clone()].iter().for_each(|line| rest.read(line.code()));
                            below.end = more.end;
                        }
                        candidate.below = is_like.then_some((below, is_known));
                        break;
                    }
                }
            }
            open.read(line.code());
            candidate.lines.extend((at..next).filter(|&between| !all[between].is_blank()));
            candidate.lines.push(next);
            at = next + 1;
        }
        found.push(candidate);
    }
    found
}

/// Returns the end of the EBNF block that begins at `start`, and its productions, or `None` if the block is not marked
/// as EBNF or contains anything other than productions. Productions that share a line become one candidate.
fn ebnf_block(lines: &Lines<'_>, start: usize) -> Option<(usize, Vec<Candidate>)> {
    let all = &lines.lines;
    let Content::Grammar(notation @ (Notation::W3c | Notation::Iso14977)) =
        *lines.content(&all[start])
    else {
        return None;
    };
    let own = all[start..].iter().take_while(|line| line.container == all[start].container);
    let (mut text, mut starts) = (String::new(), Vec::new());
    for line in own {
        starts.push(text.len());
        text.push_str(&line.text);
        text.push('\n');
    }
    let reader = Reader { notation, characters: None, scope: None };
    let mut found: Vec<Candidate> = Vec::new();
    let places = reader.places(&text)?;
    for (at, (name, place)) in places.iter().enumerate() {
        let line = |at: usize| start + starts.partition_point(|&start| start <= at) - 1;
        // A comment after the end of a production may continue on the lines below.
        let next = places.get(at + 1).map_or(text.len(), |(_, next)| next.start);
        let gap = text[place.end..next].trim_end();
        let has_comment = gap.lines().next().is_some_and(|rest| !rest.trim().is_empty());
        let end = place.end + if has_comment { gap.len() } else { 0 };
        let (first, last) = (line(place.start), line(end.saturating_sub(1)));
        let full = (first..=last).filter(|&at| !all[at].is_blank());
        match found.last_mut() {
            Some(before) if before.lines.last() == Some(&first) => {
                before.lines.extend(full.skip(1))
            }
            _ => found.push(Candidate {
                name: name.clone(),
                sign: if notation == Notation::W3c { "::=" } else { "=" },
                indent: all[first].indent(),
                lines: full.collect(),
                below: None,
            }),
        }
    }
    Some((start + starts.len(), found))
}

pub(super) fn paragraph<'l, 't>(
    lines: &'l [Line<'t>],
    at: usize,
) -> impl Iterator<Item = &'l Line<'t>> {
    let container = lines[at].container;
    lines[at..].iter().take_while(move |line| !line.is_blank() && line.container == container)
}

/// A test that distinguishes the elements of a production from a sentence.
struct Elements<'n> {
    /// The names that the document defines, in lower case.
    names: &'n HashSet<String>,
    notation: Option<Notation>,
}

impl Elements<'_> {
    /// Returns whether lines consist of elements only. If `is_known` is true, each name must be defined in the document
    /// or be a core rule of ABNF, unlike words of a sentence. If it is false, some element must not be a name.
    fn are_all(&self, lines: &[Line<'_>], is_known: bool) -> bool {
        let is_name = |name: &str| {
            !is_known
                || self.names.contains(&name.to_ascii_lowercase())
                || Notation::Abnf.lends(name)
        };
        let is_w3c = self.notation == Some(Notation::W3c);
        let is_ebnf = is_w3c || self.notation == Some(Notation::Iso14977);
        // A line that begins with an operator, or is only an opening bracket, is part of a production.
        let operators: &[char] = if is_ebnf { &['-', '?', '+', '*', ','] } else { &[] };
        let goes_on = |line: &Line<'_>| {
            let code = line.code().trim();
            code.starts_with(operators) || matches!(code, "(" | "[" | "{")
        };
        let mut has_some = lines.first().is_some_and(goes_on);
        for line in lines {
            let mut rest = line.code().trim_start();
            while let Some(first) = rest.chars().next() {
                let is_word =
                    |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.');
                let word = || rest[1..].find(|c| !is_word(c)).map_or(rest.len(), |end| end + 1);
                let quoted = |end: char| rest[1..].find(end).map(|at| at + 2);
                let length = match first {
                    ';' if !is_ebnf => Some(rest.len()),
                    '"' | '\'' => quoted(first),
                    '[' if is_w3c => quoted(']'),
                    '<' => quoted('>').filter(|&end| is_name(&rest[1..end - 1])),
                    '%' => Some(word()),
                    '#' if is_w3c => Some(word()),
                    '(' | ')' | '[' | ']' | '/' | '|' | '*' | '#' | ' ' | '\t' | '0'..='9' => {
                        Some(1)
                    }
                    ';' | '?' | '+' | '-' | ',' | '!' | '{' | '}' if is_ebnf => Some(1),
                    _ if first.is_ascii_alphabetic() || first == '_' => {
                        Some(word()).filter(|&end| is_name(&rest[..end]))
                    }
                    _ => None,
                };
                let Some(length) = length else { return false };
                has_some |= matches!(first, '"' | '\'' | '<' | '%')
                    || is_w3c && matches!(first, '[' | '#')
                    || is_known && (first.is_ascii_alphabetic() || matches!(first, '_' | '('));
                rest = &rest[length..];
            }
        }
        has_some
    }
}

/// The state of a right side that may be incomplete.
#[derive(Clone)]
struct Open {
    notation: Option<Notation>,
    brackets: usize,
    /// Whether an operand must follow.
    is_wanting: bool,
}

impl Open {
    fn read(&mut self, line: &str) {
        let bytes = line.as_bytes();
        let mut at = 0;
        let last_angle = bytes.iter().rposition(|&byte| byte == b'>').unwrap_or(0);
        let is_w3c = self.notation == Some(Notation::W3c);
        let is_iso = self.notation == Some(Notation::Iso14977);
        while let Some(&byte) = bytes.get(at) {
            let end =
                |end: u8| bytes[at + 1..].iter().position(|&b| b == end).map(|end| at + 1 + end);
            match byte {
                b';' if !is_w3c && !is_iso => break,
                b'"' => at = end(b'"').unwrap_or(bytes.len()),
                b'\'' if is_w3c || is_iso => at = end(b'\'').unwrap_or(at),
                b'[' if is_w3c => at = end(b']').unwrap_or(at),
                b'<' if at < last_angle && !is_w3c && !is_iso => at = end(b'>').unwrap_or(at),
                b'(' | b'[' => self.brackets += 1,
                b')' | b']' => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                self.is_wanting =
                    matches!(byte, b'/' | b'|' | b'=') || is_iso && matches!(byte, b',' | b'!');
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
        let found =
            |line| head(line, false).map(|head| (head.name, head.sign, head.indent, head.right));
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
    fn a_candidate_crosses_an_empty_line_only_if_unfinished() {
        let mut lines = Lines::default();
        lines.containers.push(Content::Unmarked);
        let text =
            "a = b /\n\n    c\n\n    prose\nd = ( e\n\n  )\n\n  / f\ng = h\n   ; comment\n  i = j";
        for (number, line) in (1..).zip(text.lines()) {
            lines.push(number, Cow::Borrowed(line));
        }
        let texts: Vec<String> = cut(&lines, None).iter().map(|one| one.text(&lines)).collect();
        assert_eq!(
            texts,
            ["a = b /\n    c", "d = ( e\n  )\n  / f", "g = h\n   ; comment", "i = j"]
        );
    }

    #[test]
    fn a_line_below_the_right_side_continues_across_pages() {
        let mut lines = Lines::default();
        lines.containers.push(Content::Unmarked);
        lines.push(1, Cow::Borrowed("  a  =  b"));
        lines.push(2, Cow::Borrowed(""));
        lines.end_page(3);
        lines.push(4, Cow::Borrowed("          c"));
        lines.push(5, Cow::Borrowed(""));
        lines.push(6, Cow::Borrowed("          d"));
        assert_eq!(cut(&lines, None)[0].text(&lines), "a  =  b\n        c");
    }
}
