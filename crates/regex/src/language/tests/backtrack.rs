//! A plain backtracking engine.

use super::super::super::{Direction, Matching, Mode, Tree};

/// How an engine treats an iteration that reads nothing, beyond the minimum number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnEmpty {
    /// The iteration fails (ECMA-262, RepeatMatcher).
    Fail,
    /// The engine leaves the repetition (Perl).
    Leave,
    /// The engine continues with the next iteration if the number of iterations is bounded (PCRE, which unrolls them).
    Count,
}

/// A function that continues a match, called with the end of the match so far.
type Then<'a> = &'a mut dyn FnMut(&mut Engine<'_>, usize) -> bool;

pub(super) struct Engine<'s> {
    text: &'s [char],
    on_empty: OnEmpty,
    /// The remaining steps.
    left: usize,
}

/// Returns whether an engine finds a match, or `None` if it takes too long.
pub(super) fn finds(
    tree: &Tree,
    matching: Matching,
    text: &[char],
    on_empty: OnEmpty,
) -> Option<bool> {
    let mut engine = Engine { text, on_empty, left: 20_000 };
    let found = match matching {
        Matching::Whole => engine.run(tree, 0, &mut |engine, end| end == engine.text.len()),
        Matching::Prefix => engine.run(tree, 0, &mut |_, _| true),
        Matching::Search | Matching::Global => {
            (0..=text.len()).any(|start| engine.run(tree, start, &mut |_, _| true))
        }
    };
    (engine.left > 0).then_some(found)
}

impl Engine<'_> {
    fn run(&mut self, tree: &Tree, at: usize, then: Then<'_>) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        match tree {
            Tree::Set(set) => {
                let Some(&next) = self.text.get(at) else { return false };
                let is_in = set.ranges().any(|(first, last)| (first..=last).contains(&next));
                is_in && then(self, at + 1)
            }
            Tree::Sequence(parts) => self.sequence(parts, at, then),
            Tree::Choice(parts) => parts.iter().any(|part| self.run(part, at, then)),
            Tree::Group { of, .. } => self.run(of, at, then),
            Tree::Atomic(of) => self.first(of, at).is_some_and(|end| then(self, end)),
            Tree::Repeat { of, min, max, mode: Mode::Possessive } => {
                let greedy =
                    Tree::Repeat { of: of.clone(), min: *min, max: *max, mode: Mode::Greedy };
                self.first(&greedy, at).is_some_and(|end| then(self, end))
            }
            Tree::Repeat { of, min, max, mode } => {
                self.repeat(of, *min, *max, *mode == Mode::Lazy, at, then)
            }
            Tree::Look { of, way, is_negative } => {
                let is_so = match way {
                    Direction::Ahead => self.first(of, at).is_some(),
                    Direction::Behind => {
                        (0..=at).any(|start| self.run(of, start, &mut |_, end| end == at))
                    }
                };
                is_so != *is_negative && then(self, at)
            }
            Tree::Start => at == 0 && then(self, at),
            Tree::End => at == self.text.len() && then(self, at),
        }
    }

    /// Returns the end of the first match.
    fn first(&mut self, tree: &Tree, at: usize) -> Option<usize> {
        let mut found = None;
        self.run(tree, at, &mut |_, end| {
            found = Some(end);
            true
        });
        found
    }

    fn sequence(&mut self, parts: &[Tree], at: usize, then: Then<'_>) -> bool {
        let Some((first, rest)) = parts.split_first() else { return then(self, at) };
        self.run(first, at, &mut |engine, end| engine.sequence(rest, end, then))
    }

    fn repeat(
        &mut self,
        of: &Tree,
        min: u32,
        max: Option<u32>,
        is_lazy: bool,
        at: usize,
        then: Then<'_>,
    ) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || max.is_some_and(|max| max < min) {
            return false;
        }
        if max == Some(0) {
            return then(self, at);
        }
        let (least, most) = (min.saturating_sub(1), max.map(|max| max - 1));
        if min == 0 && is_lazy && then(self, at) {
            return true;
        }
        let goes_on = self.run(of, at, &mut |engine, end| {
            if min > 0 || end > at {
                return engine.repeat(of, least, most, is_lazy, end, then);
            }
            match engine.on_empty {
                OnEmpty::Fail => false,
                OnEmpty::Count if most.is_some() => {
                    engine.repeat(of, least, most, is_lazy, end, then)
                }
                OnEmpty::Leave | OnEmpty::Count => then(engine, end),
            }
        });
        goes_on || min == 0 && !is_lazy && then(self, at)
    }
}
