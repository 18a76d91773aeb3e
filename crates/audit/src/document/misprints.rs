//! Productions that cannot be read as printed, told from what is no production.
//!
//! In: candidates that nothing around them excludes, some of which cannot be read. Out: the same without those
//! that are no productions. A right side that cannot be read is one with a misprint if another production stands
//! beside it or next to it, or uses its name, which nothing else defines; if the sign is `::=`; and if it is prose
//! in angle brackets.
//!
//! The surprising case is `especials` of RFC 2047: no production uses it, but the prose of one does.

use std::collections::HashSet;

use super::candidates::Candidate;
use super::lines::{Content, Lines};
use super::reason::{LeftOutReason, Right};
use crate::notation::{Notation, Term};

/// Leaves out what cannot be read and is no production with a misprint. `paragraph` has the paragraph of each
/// line.
pub(super) fn leave_out(
    candidates: &[Candidate],
    lines: &Lines<'_>,
    paragraph: &[usize],
    notation: Notation,
    judged: &mut [Result<Right, LeftOutReason>],
) {
    let readable = candidates.iter().zip(&*judged).filter(|(_, right)| matches!(right, Ok(Ok(_))));
    let readable: HashSet<(usize, usize)> =
        readable.map(|(one, _)| (paragraph[one.lines[0]], one.indent)).collect();
    let is_sure = |(one, judged): (&Candidate, &Result<Right, LeftOutReason>)| match judged {
        Ok(Ok(_)) => true,
        Ok(Err(why)) => {
            let is_beside = readable.contains(&(paragraph[one.lines[0]], one.indent));
            let is_grammar = matches!(lines.content(one.first(lines)), Content::Grammar(_));
            is_grammar || one.sign == "::=" || is_beside || is_only_prose(why)
        }
        Err(_) => false,
    };
    let mut sure: Vec<bool> = candidates.iter().zip(&*judged).map(is_sure).collect();
    let is_open = |at: usize| matches!(judged[at], Ok(Err(_))) && candidates[at].has_gap(lines);
    let count = candidates.len();
    let both = (1..count).map(|at| (at - 1, at));
    for (from, at) in both.chain((1..count).rev().map(|at| (at, at - 1))) {
        let (first, second) = (&candidates[from.min(at)], &candidates[from.max(at)]);
        sure[at] |= sure[from]
            && is_open(at)
            && has_notation(&candidates[at], lines)
            && is_next(first, second, lines);
    }
    let keys: Vec<String> = candidates.iter().map(|one| notation.key(&one.name)).collect();
    let defined: HashSet<&str> = (0..count).filter(|&at| sure[at]).map(|at| &*keys[at]).collect();
    let mut used: HashSet<String> = HashSet::new();
    for at in (0..count).filter(|&at| sure[at]) {
        match &judged[at] {
            Ok(Ok(term)) => {
                let names = term.all().into_iter().filter_map(Term::name);
                used.extend(names.map(|name| notation.key(name)));
            }
            // Prose speaks of productions, too: `<any CHAR except especials>`.
            _ => used.extend(words(&candidates[at], lines).map(|word| notation.key(&word))),
        }
    }
    for (at, judged) in judged.iter_mut().enumerate() {
        let Ok(Err(why)) = judged else { continue };
        let is_wanted = used.contains(&keys[at]) && !defined.contains(&*keys[at]);
        if !(sure[at] || is_wanted && candidates[at].has_gap(lines)) {
            *judged = Err(LeftOutReason::Unreadable { why: why.clone() });
        }
    }
}

/// Whether a right side cannot be read for no other reason than that it holds prose.
pub(super) fn is_only_prose(why: &str) -> bool {
    why.starts_with('<')
}

/// Whether a candidate stands below another with only empty lines and comments between them, and no deeper.
fn is_next(first: &Candidate, second: &Candidate, lines: &Lines<'_>) -> bool {
    let (end, start) = (first.lines[first.lines.len() - 1], second.lines[0]);
    let (before, after) = (&lines.lines[end], &lines.lines[start]);
    let mut between = lines.lines[end + 1..start].iter();
    first.indent == second.indent
        && before.container == after.container
        && before.section == after.section
        && between.all(|line| line.is_blank() || line.is_comment)
}

/// The right side without comments.
fn code<'l>(one: &'l Candidate, lines: &'l Lines<'_>) -> impl Iterator<Item = &'l str> {
    one.lines.iter().enumerate().map(move |(at, &line)| {
        let text = lines.lines[line].text.split(" ;").next().unwrap_or_default();
        match (at, text.split_once(one.sign)) {
            (0, Some((_, right))) => right,
            _ => text,
        }
    })
}

/// Whether the right side has a sign of a notation, and is not only a sentence.
fn has_notation(one: &Candidate, lines: &Lines<'_>) -> bool {
    code(one, lines).any(|text| text.contains(['"', '<', '[', '(', '*', '/', '|', '%']))
}

/// The words of the right side.
fn words<'l>(one: &'l Candidate, lines: &'l Lines<'_>) -> impl Iterator<Item = String> + 'l {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    code(one, lines).flat_map(move |text| {
        text.split(move |c: char| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned)
    })
}
