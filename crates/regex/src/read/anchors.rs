//! What anchors, word boundaries and `.` stand for.

use super::super::{Direction, Mode, Tree};
use super::facts::{DialectFacts, Dollar, LineStart};
use super::reader::Flags;
use super::sets;
use super::sets::Set;

/// Looks at what comes next or came last.
pub(super) fn look(of: Tree, way: Direction, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

/// The end, or before a line break that is last.
pub(super) fn end_or_before_last_break() -> Tree {
    let line_break = sets::tree(sets::single('\n'));
    let maybe = Tree::Repeat { of: Box::new(line_break), min: 0, max: Some(1), mode: Mode::Greedy };
    look(Tree::Sequence(vec![maybe, Tree::End]), Direction::Ahead, false)
}

/// The beginning of a line.
pub(super) fn line_start(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::Start, look(sets::tree(breaks), Direction::Behind, false)])
}

/// The end of a line.
pub(super) fn line_end(breaks: Set) -> Tree {
    Tree::Choice(vec![Tree::End, look(sets::tree(breaks), Direction::Ahead, false)])
}

/// A place where a word begins or ends; or, if negative, any other place.
pub(super) fn boundary(word: Set, is_negative: bool) -> Tree {
    let side = |way, is_negative| look(sets::tree(word.clone()), way, is_negative);
    let both = |behind, ahead| {
        Tree::Sequence(vec![side(Direction::Behind, behind), side(Direction::Ahead, ahead)])
    };
    Tree::Choice(vec![both(false, !is_negative), both(true, is_negative)])
}

/// The characters that end a line, and whether CR LF is one line break.
fn breaks(facts: &DialectFacts, flags: Flags) -> (&'static str, bool) {
    if flags.has_line_feeds { ("\n", false) } else { (facts.breaks, facts.has_pair) }
}

/// CR LF, as one line break, and each other one.
fn pair_or_break(breaks: &str) -> [Tree; 2] {
    let characters = "\r\n".chars().map(|one| sets::tree(sets::single(one)));
    [Tree::Sequence(characters.collect()), line_feed_alone(breaks)]
}

/// A character that ends a line. LF is none behind CR.
fn line_feed_alone(breaks: &str) -> Tree {
    let other: String = breaks.chars().filter(|&one| one != '\n').collect();
    let alone = look(sets::tree(sets::single('\r')), Direction::Behind, true);
    let line_feed = Tree::Sequence(vec![alone, sets::tree(sets::single('\n'))]);
    Tree::Choice(vec![sets::tree(sets::among(&other)), line_feed])
}

/// `^`.
pub(super) fn caret(facts: &DialectFacts, flags: Flags) -> Tree {
    if !flags.by_lines {
        return Tree::Start;
    }
    let (breaks, has_pair) = breaks(facts, flags);
    let mut after = look(sets::tree(sets::among(breaks)), Direction::Behind, false);
    if has_pair {
        let all = sets::among(&breaks.replace('\r', ""));
        let alone = look(sets::tree(sets::single('\n')), Direction::Ahead, true);
        let return_ = look(sets::tree(sets::single('\r')), Direction::Behind, false);
        let others = look(sets::tree(all), Direction::Behind, false);
        after = Tree::Choice(vec![others, Tree::Sequence(vec![return_, alone])]);
    }
    let not_at_end = || look(Tree::End, Direction::Ahead, true);
    match facts.line_start {
        LineStart::Anywhere => Tree::Choice(vec![Tree::Start, after]),
        LineStart::NotAfterLast => {
            Tree::Choice(vec![Tree::Start, Tree::Sequence(vec![after, not_at_end()])])
        }
        LineStart::NotAtEnd => {
            Tree::Sequence(vec![not_at_end(), Tree::Choice(vec![Tree::Start, after])])
        }
    }
}

/// `$`.
pub(super) fn dollar(facts: &DialectFacts, flags: Flags) -> Tree {
    let (breaks, has_pair) = breaks(facts, flags);
    match (flags.by_lines, facts.dollar) {
        (true, _) if has_pair => {
            Tree::Choice(vec![Tree::End, look(line_feed_alone(breaks), Direction::Ahead, false)])
        }
        (true, _) => line_end(sets::among(breaks)),
        (false, Dollar::End) => Tree::End,
        (false, Dollar::BeforeLast) => end_or_before_last(facts, flags),
    }
}

/// The end, or before a line break that is last.
pub(super) fn end_or_before_last(facts: &DialectFacts, flags: Flags) -> Tree {
    let (breaks, has_pair) = breaks(facts, flags);
    if !has_pair {
        return end_or_before_last_break();
    }
    let last = Tree::Sequence(vec![Tree::Choice(pair_or_break(breaks).into()), Tree::End]);
    Tree::Choice(vec![Tree::End, look(last, Direction::Ahead, false)])
}

/// `.`.
pub(super) fn dot(facts: &DialectFacts, flags: Flags) -> Tree {
    let all = sets::all();
    let (breaks, _) = breaks(facts, flags);
    sets::tree(if flags.dot_takes_all { all } else { sets::without(sets::among(breaks)) })
}

// How many characters a tree takes at least and at most: what look-behind is bounded by.

/// The least and the greatest number of characters that a match has. There is no greatest if the
/// second is none.
pub(super) fn width(tree: &Tree) -> (u64, Option<u64>) {
    match tree {
        Tree::Set(_) => (1, Some(1)),
        Tree::Look { .. } | Tree::Start | Tree::End => (0, Some(0)),
        Tree::Group { of, .. } | Tree::Atomic(of) => width(of),
        Tree::Sequence(items) => items.iter().map(width).fold((0, Some(0)), |sum, one| {
            (sum.0.saturating_add(one.0), sum.1.zip(one.1).map(|(a, b)| a.saturating_add(b)))
        }),
        Tree::Choice(choices) => {
            let widths = choices.iter().map(width);
            let either = |left: (u64, Option<u64>), right: (u64, Option<u64>)| {
                (left.0.min(right.0), left.1.zip(right.1).map(|(a, b)| a.max(b)))
            };
            widths.reduce(either).unwrap_or((0, Some(0)))
        }
        Tree::Repeat { of, min, max, .. } => {
            let (least, most) = width(of);
            let most = match (most, max) {
                (Some(0), _) => Some(0),
                (Some(most), Some(max)) => Some(most.saturating_mul(u64::from(*max))),
                _ => None,
            };
            (least.saturating_mul(u64::from(*min)), most)
        }
    }
}
