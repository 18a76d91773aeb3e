//! Decides whether a pattern matches one string, without an automaton.
//!
//! The matcher shares no code with the automata, so that their results can be compared. For a tree and a start
//! position, it lists the end positions of all matches, without duplicates, in the order in which an engine tries them.
//! What matches after an end position does not depend on the path to it, so duplicates can be dropped, and the work
//! does not grow with the number of paths. The order matters within an atomic group, which keeps the first end position,
//! and for [`captures`], which follow the first path. The depth of the recursion depends on the tree, and not on the
//! string.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Direction, Matching, Mode, Tree};

/// The maximum number of steps for one string. Each tree that is evaluated at a position, and each match, takes a step.
const STEPS: usize = 200_000;
const DEPTH: usize = 500;

/// The ends of the matches of a tree from one position, in the order in which an engine tries them.
type Ends = Rc<[usize]>;

/// Returns whether a pattern matches a string, or `None` if the matcher reaches its limit of steps or of depth, or if
/// engines disagree about the pattern.
pub(crate) fn matches(tree: &Tree, matching: Matching, text: &[char]) -> Option<bool> {
    let mut matcher = Matcher::new(text);
    let site = MatchSite::default();
    match matching {
        Matching::Whole => Some(matcher.ends(tree, 0, site)?.contains(&text.len())),
        Matching::Prefix => Some(!matcher.ends(tree, 0, site)?.is_empty()),
        Matching::Search | Matching::Global => {
            for start in 0..=text.len() {
                if !matcher.ends(tree, start, site)?.is_empty() {
                    return Some(true);
                }
            }
            Some(false)
        }
    }
}

/// The groups of a match of a whole string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Captures {
    /// For each group, in the order of the opening parentheses, the byte span of its last match, or `None` if it takes
    /// no part in the match.
    Groups(Vec<Option<Range<usize>>>),
    /// The pattern does not match the whole string.
    NoMatch,
    /// The matcher reached its limit of steps or of depth, or engines disagree about the pattern.
    Undecided,
}

/// Returns what the groups of a pattern capture when a backtracking engine matches a whole string. If `fails_on_nothing` is
/// set, as in ECMAScript, an optional iteration of a repetition fails if it reads nothing.
pub fn captures(tree: &Tree, text: &str, fails_on_nothing: bool) -> Captures {
    let (mut offsets, characters): (Vec<usize>, Vec<char>) = text.char_indices().unzip();
    offsets.push(text.len());
    let (mut numbers, mut waiting) = (HashMap::default(), vec![tree]);
    while let Some(tree) = waiting.pop() {
        if let Tree::Group { .. } = tree {
            numbers.insert(std::ptr::from_ref(tree), numbers.len());
        }
        waiting.extend(tree.parts().iter().rev());
    }
    let mut matcher = Matcher { fails_on_nothing, ..Matcher::new(&characters) };
    let end = characters.len();
    let Some(ends) = matcher.ends(tree, 0, MatchSite::default()) else {
        return Captures::Undecided;
    };
    if !ends.contains(&end) {
        return Captures::NoMatch;
    }
    let mut groups = Vec::new();
    if matcher.trace(tree, (0, end), MatchSite::default(), &mut groups).is_none() {
        return Captures::Undecided;
    }
    let mut found = vec![None; numbers.len()];
    for (group, (start, end)) in groups {
        found[numbers[&group]] = Some(offsets[start]..offsets[end]);
    }
    Captures::Groups(found)
}

/// The context of a tree: its depth, and whether it is within an atomic group or a look-behind.
#[derive(Clone, Copy, Default)]
struct MatchSite {
    depth: usize,
    is_atomic: bool,
    is_behind: bool,
}

struct Matcher<'m> {
    text: &'m [char],
    /// For each tree and start position, the end positions of the matches. A tree is identified by its address, since
    /// it occurs once in the pattern.
    known: HashMap<(*const Tree, usize), Ends>,
    left: usize,
    fails_on_nothing: bool,
}

#[derive(Default)]
struct Distinct {
    ends: Vec<usize>,
    seen: HashSet<usize>,
}

impl Distinct {
    fn add(&mut self, end: usize) {
        if self.seen.insert(end) {
            self.ends.push(end);
        }
    }
}

/// The groups on a path, each identified by its tree, with the positions at which it begins and ends.
type Traced = Vec<(*const Tree, (usize, usize))>;

/// A pending step of a repetition.
enum Step {
    /// Continue after an iteration, of which the number and the index are given.
    From(u32, usize),
    /// End after an iteration, of which the index is given.
    End(usize),
}

impl<'m> Matcher<'m> {
    fn new(text: &'m [char]) -> Self {
        Self { text, known: HashMap::default(), left: STEPS, fails_on_nothing: false }
    }

    fn ends(&mut self, tree: &'m Tree, at: usize, site: MatchSite) -> Option<Ends> {
        self.left = self.left.checked_sub(1).filter(|_| site.depth < DEPTH)?;
        let key = (std::ptr::from_ref(tree), at);
        if let Some(known) = self.known.get(&key) {
            return Some(Rc::clone(known));
        }
        let ends = self.made(tree, at, MatchSite { depth: site.depth + 1, ..site })?;
        self.left = self.left.checked_sub(ends.len())?;
        let ends = Ends::from(ends);
        self.known.insert(key, Rc::clone(&ends));
        Some(ends)
    }

    fn made(&mut self, tree: &'m Tree, at: usize, site: MatchSite) -> Option<Vec<usize>> {
        let here = |is_so: bool| if is_so { vec![at] } else { Vec::new() };
        Some(match tree {
            Tree::Set(set) => {
                let next = self.text.get(at);
                let is_in =
                    |next: &char| set.ranges().any(|(first, last)| (first..=last).contains(next));
                if next.is_some_and(is_in) { vec![at + 1] } else { Vec::new() }
            }
            Tree::Sequence(parts) => {
                let mut ends = vec![at];
                for part in parts {
                    let mut after = Distinct::default();
                    for at in ends {
                        self.ends(part, at, site)?.iter().for_each(|&end| after.add(end));
                    }
                    ends = after.ends;
                }
                ends
            }
            Tree::Choice(parts) => {
                let mut found = Distinct::default();
                for part in parts {
                    self.ends(part, at, site)?.iter().for_each(|&end| found.add(end));
                }
                found.ends
            }
            Tree::Group { of, .. } => self.ends(of, at, site)?.to_vec(),
            // Engines disagree about the beginning of an atomic group that is matched backwards.
            Tree::Atomic(_) | Tree::Repeat { mode: Mode::Possessive, .. } if site.is_behind => {
                return None;
            }
            Tree::Atomic(of) => {
                let ends = self.ends(of, at, MatchSite { is_atomic: true, ..site })?;
                ends.first().copied().into_iter().collect()
            }
            &Tree::Repeat { ref of, min, max, mode: Mode::Possessive } => {
                let site = MatchSite { is_atomic: true, ..site };
                let mut ends = self.repeat(of, (min, max, false), at, site)?;
                ends.truncate(1);
                ends
            }
            &Tree::Repeat { ref of, min, max, mode } => {
                self.repeat(of, (min, max, mode == Mode::Lazy), at, site)?
            }
            // A look-around only succeeds or fails, so the order of its ends does not matter.
            Tree::Look { of, way: Direction::Ahead, is_negative } => {
                if site.is_behind {
                    return None;
                }
                let ends = self.ends(of, at, MatchSite { is_atomic: false, ..site })?;
                here(ends.is_empty() == *is_negative)
            }
            Tree::Look { of, way: Direction::Behind, is_negative } => {
                let site = MatchSite { is_atomic: false, is_behind: true, ..site };
                let mut is_found = false;
                for start in 0..=at {
                    is_found |= self.ends(of, start, site)?.contains(&at);
                }
                here(is_found != *is_negative)
            }
            Tree::Start => here(at == 0),
            Tree::End if site.is_behind => return None,
            Tree::End => here(at == self.text.len()),
        })
    }

    /// Returns the ends of the matches of a repetition.
    fn repeat(
        &mut self,
        of: &'m Tree,
        bounds: (u32, Option<u32>, bool),
        at: usize,
        site: MatchSite,
    ) -> Option<Vec<usize>> {
        let mut found = Distinct::default();
        self.iterate(of, bounds, at, site, |_, end| {
            found.add(end);
            false
        })?;
        Some(found.ends)
    }

    /// Visits the iterations of a repetition in the order in which an engine tries them, using a list of pending steps.
    /// Calls `is_enough` for each end, with the index of the last iteration and the end, until it returns true. Returns
    /// the iterations, each with the index of the previous one and its end.
    fn iterate(
        &mut self,
        of: &'m Tree,
        (min, max, is_lazy): (u32, Option<u32>, bool),
        at: usize,
        site: MatchSite,
        mut is_enough: impl FnMut(usize, usize) -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        let mut all = vec![(0, at)];
        if max.is_some_and(|max| max < min) {
            return Some(all);
        }
        let mut seen = HashSet::default();
        let mut open = vec![Step::From(0, 0)];
        while let Some(step) = open.pop() {
            self.left = self.left.checked_sub(1)?;
            let (times, index) = match step {
                Step::End(index) if is_enough(index, all[index].1) => return Some(all),
                Step::End(_) => continue,
                Step::From(times, index) if seen.insert((times, all[index].1)) => (times, index),
                // All continuations of this step are listed already, or pending.
                Step::From(..) => continue,
            };
            let at = all[index].1;
            let mut steps = Vec::new();
            if times >= min && is_lazy {
                steps.push(Step::End(index));
            }
            if max != Some(times) {
                // Without a maximum, the count saturates above the minimum.
                let after = if max.is_some() { times + 1 } else { min.min(times + 1) };
                for &end in &*self.ends(of, at, site)? {
                    if end == at && site.is_atomic {
                        return None;
                    }
                    if end == at && times >= min && self.fails_on_nothing {
                        continue;
                    }
                    steps.push(Step::From(after, all.len()));
                    all.push((index, end));
                }
            }
            if times >= min && !is_lazy {
                steps.push(Step::End(index));
            }
            open.extend(steps.into_iter().rev());
        }
        Some(all)
    }

    /// Adds the groups on the first path on which a tree matches from one position to another. There must be such a path.
    fn trace(
        &mut self,
        tree: &'m Tree,
        (at, end): (usize, usize),
        site: MatchSite,
        groups: &mut Traced,
    ) -> Option<()> {
        let site = MatchSite { depth: site.depth + 1, ..site };
        match tree {
            Tree::Set(_) | Tree::Look { .. } | Tree::Start | Tree::End => {}
            Tree::Group { of, .. } => {
                groups.push((std::ptr::from_ref(tree), (at, end)));
                self.trace(of, (at, end), site, groups)?;
            }
            Tree::Atomic(of) => self.trace(of, (at, end), site, groups)?,
            Tree::Choice(parts) => {
                for part in parts {
                    if self.ends(part, at, site)?.contains(&end) {
                        return self.trace(part, (at, end), site, groups);
                    }
                }
            }
            Tree::Sequence(parts) => {
                // The positions before each part, and after the last one.
                let mut places = vec![vec![at]];
                for (part, number) in parts.iter().zip(0..) {
                    let (before, mut after): (&Vec<usize>, _) =
                        (&places[number], Distinct::default());
                    for &at in before {
                        self.ends(part, at, site)?.iter().for_each(|&end| after.add(end));
                    }
                    places.push(after.ends);
                }
                // Those from which the remaining parts lead to the end.
                let mut alive: Vec<HashSet<usize>> = vec![HashSet::from_iter([end])];
                for (part, before) in parts.iter().zip(&places).rev() {
                    let mut own = HashSet::default();
                    for &at in before {
                        let ends = self.ends(part, at, site)?;
                        if ends.iter().any(|end| alive.last().is_some_and(|all| all.contains(end)))
                        {
                            own.insert(at);
                        }
                    }
                    alive.push(own);
                }
                let mut at = at;
                for (part, after) in parts.iter().zip(alive.iter().rev().skip(1)) {
                    let ends = self.ends(part, at, site)?;
                    let next = *ends.iter().find(|end| after.contains(end))?;
                    self.trace(part, (at, next), site, groups)?;
                    at = next;
                }
            }
            &Tree::Repeat { ref of, min, max, mode } => {
                let mut last = None;
                let bounds = (min, max, mode == Mode::Lazy);
                let all = self.iterate(of, bounds, at, site, |index, found| {
                    last = (found == end).then_some(index);
                    last.is_some()
                })?;
                let mut path = Vec::new();
                let mut index = last?;
                while index > 0 {
                    let (before, end) = all[index];
                    path.push((all[before].1, end));
                    index = before;
                }
                for span in path.into_iter().rev() {
                    self.trace(of, span, site, groups)?;
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Pattern};

    fn finds(pattern: &str, text: &str) -> Option<bool> {
        let pattern = Pattern::read(Dialect::Pcre, pattern).unwrap();
        matches(pattern.tree(), Matching::Search, &text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn the_matcher_backtracks_but_not_into_an_atomic_group() {
        assert_eq!(finds("^(?:a|ab)c$", "abc"), Some(true));
        assert_eq!(finds("^(?>a|ab)c$", "abc"), Some(false));
        assert_eq!(finds("^(?>ab|a)c$", "abc"), Some(true));
        assert_eq!(finds("^a*ab$", "aaab"), Some(true));
        assert_eq!(finds("^a*+ab$", "aaab"), Some(false));
        assert_eq!(finds("^(?>a{2,3}?)b", "aaab"), Some(false));
        assert_eq!(finds("^(?:ab?){2,3}(?<=bab)$", "aabab"), Some(true));
        assert_eq!(finds("^(?!ab)a", "ab"), Some(false));
    }

    /// The groups of ECMAScript, as `exec` of Node returns them; in a repetition, those of the last iteration.
    #[test]
    fn groups_are_those_of_the_first_path() {
        let groups = |pattern: &str, text: &str| {
            let pattern = Pattern::read(Dialect::Pcre, pattern).unwrap();
            match captures(pattern.tree(), text, true) {
                Captures::Groups(all) => {
                    let all = all.into_iter().map(|span| span.map_or("-", |span| &text[span]));
                    all.collect::<Vec<_>>().join(" ")
                }
                other => format!("{other:?}"),
            }
        };
        assert_eq!(groups("(.+)-(.+)", "é-b-c"), "é-b c");
        assert_eq!(groups("(.+?)-(.+)", "a-b-c"), "a b-c");
        assert_eq!(groups("(a|ab)(c|bcd)(d*)", "abcd"), "a bcd ");
        assert_eq!(groups("(?:(a)|b)*", "ab"), "a");
        assert_eq!(groups("(?:([^/]+)/)*([^/]*)", "a/b/c"), "b c");
        assert_eq!(groups("(a)?(b)", "b"), "- b");
        assert_eq!(groups("(a*)?b", "b"), "-");
        assert_eq!(groups("(((?!-)[^/])+|-)x", "abx"), "ab b");
        assert_eq!(groups("(a)", "b"), "NoMatch");
        assert_eq!(groups("(a*)*b", &"a".repeat(50_000)), "Undecided");
    }

    #[test]
    fn long_strings_and_hard_patterns_take_few_steps_and_no_stack() {
        assert_eq!(finds("^a*b$", &"a".repeat(10_000)), Some(false));
        assert_eq!(finds("^(a*)*b$", &"a".repeat(50)), Some(false));
        assert_eq!(finds("(a|a)*b", &"a".repeat(50_000)), None);
    }

    #[test]
    fn patterns_on_which_engines_differ_have_no_answer() {
        assert_eq!(finds("^(?>(?:|a)*)b", "ab"), None);
        assert_eq!(finds("(?<=(?>a|ab))c", "abc"), None);
        // Within a look-ahead the order does not matter.
        assert_eq!(finds("(?>(?=(?:|a)*)a)", "a"), Some(true));
    }
}
