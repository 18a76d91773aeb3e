//! What anchors, word boundaries and `.` stand for.

use super::super::{Mode, Tree, Way};
use super::facts::{Dollar, Facts};
use super::flags::Flags;
use super::sets::{self, Set};

/// Looks at what comes next or came last.
pub(super) fn look(of: Tree, way: Way, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

/// The end, or before a line break that is last.
pub(super) fn end_or_before_last_break() -> Tree {
    let line_break = sets::tree(sets::single('\n'));
    let maybe = Tree::Repeat { of: Box::new(line_break), min: 0, max: Some(1), mode: Mode::Greedy };
    look(Tree::Sequence(vec![maybe, Tree::End]), Way::Ahead, false)
}

/// The beginning of a line.
pub(super) fn line_start(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::Start, look(sets::tree(breaks), Way::Behind, false)])
}

/// The end of a line.
pub(super) fn line_end(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::End, look(sets::tree(breaks), Way::Ahead, false)])
}

/// A place where a word begins or ends; or, if negative, any other place.
pub(super) fn boundary(word: Set, is_negative: bool) -> Tree {
    let side = |way, is_negative| look(sets::tree(word.clone()), way, is_negative);
    let both =
        |behind, ahead| Tree::Sequence(vec![side(Way::Behind, behind), side(Way::Ahead, ahead)]);
    Tree::Choice(vec![both(false, !is_negative), both(true, is_negative)])
}

/// `^`.
pub(super) fn caret(facts: &Facts, flags: Flags) -> Tree {
    if !flags.by_lines {
        return Tree::Start;
    }
    let start = line_start(sets::among(facts.breaks));
    match (start, facts.line_starts_at_end) {
        (Tree::Choice(mut choices), false) => {
            let after = choices.pop().unwrap_or(Tree::EMPTY);
            let not_at_end = look(Tree::End, Way::Ahead, true);
            choices.push(Tree::Sequence(vec![after, not_at_end]));
            Tree::Choice(choices)
        }
        (start, _) => start,
    }
}

/// `$`.
pub(super) fn dollar(facts: &Facts, flags: Flags) -> Tree {
    match (flags.by_lines, facts.dollar) {
        (true, _) => line_end(sets::among(facts.breaks)),
        (false, Dollar::End) => Tree::End,
        (false, Dollar::BeforeLast) => end_or_before_last_break(),
    }
}

/// `.`.
pub(super) fn dot(facts: &Facts, flags: Flags) -> Tree {
    let all = sets::all();
    sets::tree(if flags.dot_takes_all { all } else { sets::without(sets::among(facts.breaks)) })
}
