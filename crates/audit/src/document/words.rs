//! What has only words on its right side: a production whose names another document defines, or prose.
//!
//! In: candidates that are judged by all else. Out: the same, where what looks like prose is left out:
//! `ratio = width / height`. What stands among the productions of a block is one of them, whatever its words
//! are: `Location = URI-reference`, whose right side is a name of another document; and so is what stands in a
//! block that is said to be an example.

use std::collections::HashSet;

use super::candidates::Candidate;
use super::lines::{Content, Lines};
use super::reason::{LeftOutReason, Right};
use crate::notation::{Notation, Term};

/// Leaves out what has only words on its right side that nothing defines, whose name nothing uses, and that
/// stands in no block with a production.
pub(super) fn leave_out(
    candidates: &[Candidate],
    lines: &Lines<'_>,
    notation: Notation,
    judged: &mut [Result<Right, LeftOutReason>],
) {
    let (mut defined, mut used) = (HashSet::new(), HashSet::new());
    for (one, right) in candidates.iter().zip(&*judged) {
        let Ok(right) = right else { continue };
        let key = notation.key(&one.name);
        for term in right.iter().flat_map(Term::all) {
            if let Term::Name(name) = term
                && notation.key(name) != key
            {
                used.insert(notation.key(name));
            }
        }
        defined.insert(key);
    }
    let has_only_words = |(one, judged): (&Candidate, &Result<Right, LeftOutReason>)| {
        let Ok(Ok(term)) = judged else { return false };
        let is_definition = match lines.content(one.first(lines)) {
            Content::Grammar(_) => true,
            // `foo=bar` is an example of a parameter, and `foo = bar` one of a production.
            Content::Example => one.has_gap(lines),
            Content::Unmarked | Content::ExampleOf(_) | Content::Other(_) => false,
        };
        if is_definition || one.sign == "::=" {
            return false;
        }
        let own = notation.key(&one.name);
        let is_word = |term: &&Term| match term {
            Term::Name(name) => {
                let key = notation.key(name);
                key == own || !defined.contains(&key) && !notation.lends(name)
            }
            Term::Sequence(terms) => !terms.is_empty(),
            Term::Choice(_) | Term::Difference { .. } => true,
            // `5 words`, as prose has it, repeats exactly.
            Term::Repeat { min, max, .. } => Some(*min) == *max,
            Term::Bytes(_) | Term::Literal { .. } => false,
        };
        !used.contains(&own) && term.all().iter().all(is_word)
    };
    let words: Vec<bool> = candidates.iter().zip(&*judged).map(has_only_words).collect();
    let blocks = blocks(candidates, judged, lines);
    let all = || blocks.iter().zip(&words).zip(0..);
    let is_sure = |at: usize| !words[at] && matches!(judged[at], Ok(Ok(_)));
    let sure: HashSet<usize> =
        all().filter(|&(_, at)| is_sure(at)).map(|((block, _), _)| *block).collect();
    for ((block, &is_words), at) in all() {
        if is_words && !sure.contains(block) {
            judged[at] = Err(LeftOutReason::Words);
        }
    }
}

/// The block of each candidate. Only empty lines and comments stand between the productions of a block.
pub(super) fn blocks(
    candidates: &[Candidate],
    judged: &[Result<Right, LeftOutReason>],
    lines: &Lines<'_>,
) -> Vec<usize> {
    let (mut block, mut end) = (0, None);
    let all = candidates.iter().zip(judged).map(|(one, judged)| {
        let first = one.lines[0];
        let is_between = |end: usize| {
            let (before, after) = (&lines.lines[end], &lines.lines[first]);
            let mut between = lines.lines[end + 1..first].iter();
            before.container == after.container
                && before.section == after.section
                && between.all(|line| line.is_blank() || line.is_comment)
        };
        block += usize::from(judged.is_err() || !end.is_some_and(is_between));
        end = judged.is_ok().then(|| one.lines.last().copied()).flatten();
        block
    });
    all.collect()
}
