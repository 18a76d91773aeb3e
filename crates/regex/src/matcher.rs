//! Decides whether a pattern matches one string, without an automaton.
//!
//! The matcher shares no code with the automata, so that their results can be compared. For a tree and a start
//! position, it lists the end positions of all matches, without duplicates, in the order in which an engine tries them.
//! What matches after an end position does not depend on the path to it, so duplicates can be dropped, and the work
//! does not grow with the number of paths. The order matters only within an atomic group, which keeps the first end
//! position. The depth of the recursion depends on the tree, and not on the string.

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
    let mut matcher = Matcher { text, known: HashMap::default(), left: STEPS };
    let site = MatchSite { depth: 0, is_atomic: false, is_behind: false };
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

/// The context of a tree: its depth, and whether it is within an atomic group or a look-behind.
#[derive(Clone, Copy)]
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

/// A pending step of a repetition.
enum Step {
    /// Continue from a position, after a number of iterations.
    From(u32, usize),
    /// End at a position.
    End(usize),
}

impl<'m> Matcher<'m> {
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

    /// Returns the ends of the matches of a repetition, using a list of pending steps.
    fn repeat(
        &mut self,
        of: &'m Tree,
        (min, max, is_lazy): (u32, Option<u32>, bool),
        at: usize,
        site: MatchSite,
    ) -> Option<Vec<usize>> {
        if max.is_some_and(|max| max < min) {
            return Some(Vec::new());
        }
        let (mut found, mut seen) = (Distinct::default(), HashSet::default());
        let mut open = vec![Step::From(0, at)];
        while let Some(step) = open.pop() {
            self.left = self.left.checked_sub(1)?;
            let (times, at) = match step {
                Step::End(at) => {
                    found.add(at);
                    continue;
                }
                Step::From(times, at) if seen.insert((times, at)) => (times, at),
                // All continuations of this step are listed already, or pending.
                Step::From(..) => continue,
            };
            let mut steps = Vec::new();
            if times >= min && is_lazy {
                steps.push(Step::End(at));
            }
            if max != Some(times) {
                // Without a maximum, the count saturates above the minimum.
                let after = if max.is_some() { times + 1 } else { min.min(times + 1) };
                for &end in &*self.ends(of, at, site)? {
                    if end == at && site.is_atomic {
                        return None;
                    }
                    steps.push(Step::From(after, end));
                }
            }
            if times >= min && !is_lazy {
                steps.push(Step::End(at));
            }
            open.extend(steps.into_iter().rev());
        }
        Some(found.ends)
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
