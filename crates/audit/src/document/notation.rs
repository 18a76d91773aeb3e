//! Which notation a document prints its grammar in.
//!
//! In: the candidates of a document. Out: a [`Notation`]: the one in which most candidates are written
//! that tell. A number before the name tells the EBNF of the W3C; `|` between alternatives tells BNF, and so do names in angle brackets; `/`, `%x41` and `=/`
//! tell ABNF. Where nothing tells, it is ABNF.

use super::candidates::{Candidate, is_numbered};
use super::lines::{Content, Lines};
use crate::notation::Notation;

/// The notation of most candidates.
pub(super) fn of(candidates: &[Candidate], lines: &Lines<'_>) -> Notation {
    let (mut abnf, mut bnf, mut w3c) = (0_usize, 0_usize, 0_usize);
    for candidate in candidates {
        let told = match lines.content(candidate.first(lines)) {
            Content::Grammar(notation) => Some(*notation),
            Content::ExampleOf(_) | Content::Other(_) => None,
            Content::Unmarked | Content::Example => told(candidate, lines),
        };
        match told {
            Some(Notation::Abnf) => abnf += 1,
            Some(Notation::Bnf) => bnf += 1,
            Some(Notation::W3c) => w3c += 1,
            _ => {}
        }
    }
    // A line of a comment may look like another notation; a number is no accident.
    if w3c > 0 && w3c >= abnf.max(bnf) {
        return Notation::W3c;
    }
    if bnf > abnf { Notation::Bnf } else { Notation::Abnf }
}

/// What the lines of a candidate tell of its notation.
fn told(candidate: &Candidate, lines: &Lines<'_>) -> Option<Notation> {
    match candidate.sign {
        "::=" if is_numbered(&candidate.first(lines).text) => return Some(Notation::W3c),
        "=/" => return Some(Notation::Abnf),
        "::=" => return Some(Notation::Bnf),
        _ => {}
    }
    let mut slashes = false;
    for &at in &candidate.lines {
        let code = without_literals(&lines.lines[at].text);
        if code.contains('|') {
            return Some(Notation::Bnf);
        }
        let words = || code.split_ascii_whitespace();
        slashes |= words().any(|word| word == "/");
        slashes |=
            words().any(|word| ["%x", "%d", "%b", "%s"].iter().any(|one| word.contains(one)));
    }
    slashes.then_some(Notation::Abnf)
}

/// A line without its literals and its prose, and without its comment.
fn without_literals(line: &str) -> String {
    let (mut code, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(['"', '<', ';']) {
        let (before, quoted) = rest.split_at(at);
        code.push_str(before);
        code.push(' ');
        let end = match quoted.as_bytes()[0] {
            b'"' => '"',
            b'<' => '>',
            _ => return code,
        };
        rest = quoted[1..].split_once(end).map_or("", |(_, rest)| rest);
    }
    code + rest
}
