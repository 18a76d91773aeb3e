//! Look-around as conditions on strings, worked into the parts of a pattern beside it.

use std::collections::BTreeMap;

use grammar_automata::build::Dfa;
use grammar_automata::engine::CharacterSet;
use grammar_regex::Matching;
use grammar_regex::engine::{self, Direction, Mode, Tree};

use super::portable::{anchored, has_look};
use super::sets;

/// The maximum number of parts that a rewriting builds.
pub(super) const PARTS: usize = 20_000;
/// The maximum number of states in which a repetition may be interrupted.
const STATES: usize = 8;
/// The maximum number of iterations that are written one by one.
const COPIES: u32 = 6;

pub(super) fn repeat(of: Tree, min: u32, max: Option<u32>) -> Tree {
    match (&of, min, max) {
        (_, 1, Some(1)) => of,
        (_, _, Some(0)) => Tree::EMPTY,
        (Tree::Sequence(parts), ..) if parts.is_empty() => of,
        _ => Tree::Repeat { of: Box::new(of), min, max, mode: Mode::Greedy },
    }
}

fn sequence(parts: impl IntoIterator<Item = Tree>) -> Tree {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Tree::Sequence(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    Tree::sequence(flat)
}

/// Returns two trees one after the other. The same tree, repeated on both sides, becomes one repetition.
fn joined(one: &Tree, other: &Tree) -> Tree {
    let counts = |tree: &Tree| match tree {
        Tree::Repeat { of, min, max, .. } => ((**of).clone(), *min, *max),
        tree => (tree.clone(), 1, Some(1)),
    };
    let (mut left, mut right) = (flat(one.clone()), flat(other.clone()));
    if let (Some(last), Some(first)) = (left.last(), right.first()) {
        let ((last, min, max), (first, more_min, more_max)) = (counts(last), counts(first));
        if last == first && (max, more_max) != (Some(min), Some(more_min)) {
            let most = max.zip(more_max).map(|(max, more)| max + more);
            left.pop();
            right[0] = repeat(first, min + more_min, most);
        }
    }
    sequence(left.into_iter().chain(right))
}

/// Returns `ab?` for `ab` and `a`, and `a?b` for `ab` and `b`.
fn factored(one: &Tree, other: &Tree) -> Option<Tree> {
    let [short, long] = [flat(one.clone()), flat(other.clone())];
    let [short, long] = if short.len() <= long.len() { [short, long] } else { [long, short] };
    if short.is_empty() || short.len() == long.len() {
        return None;
    }
    let rest = if let Some(rest) = long.strip_prefix(&short[..]) {
        (short, Some(rest))
    } else {
        let rest = long.strip_suffix(&short[..])?;
        return Some(sequence([
            choice(vec![Tree::EMPTY, sequence(rest.to_vec())])?,
            sequence(short),
        ]));
    };
    let optional = choice(vec![Tree::EMPTY, sequence(rest.1?.to_vec())])?;
    Some(sequence([sequence(rest.0), optional]))
}

/// Returns the alternatives as one tree. Sets become one set, and the empty string becomes an option.
fn choice(parts: Vec<Tree>) -> Option<Tree> {
    let (mut all, mut set, mut is_optional) = (Vec::new(), CharacterSet::empty(), false);
    for part in parts {
        match part {
            Tree::Set(one) => set = set.union(&one),
            part if part == Tree::EMPTY => is_optional = true,
            part if all.contains(&part) => {}
            part => all.push(part),
        }
    }
    if !set.is_empty() {
        all.insert(0, Tree::Set(set));
    }
    let tree = match (all.len(), is_optional) {
        (0, false) => return None,
        (0, true) => return Some(Tree::EMPTY),
        (1, _) => all.remove(0),
        (2, false) => factored(&all[0], &all[1]).unwrap_or(Tree::Choice(all)),
        _ => Tree::Choice(all),
    };
    Some(match (is_optional, &tree) {
        (false, _) | (true, Tree::Repeat { min: 0, .. }) => tree,
        (true, Tree::Repeat { of, min: 1, max, .. }) => repeat((**of).clone(), 0, *max),
        (true, _) => repeat(tree, 0, Some(1)),
    })
}

/// Returns a tree in which the alternatives of a choice that begin or end alike are written once: `a|ab|cb` becomes
/// `ab?|cb`.
pub(super) fn compact(tree: &Tree) -> Tree {
    match tree {
        Tree::Sequence(parts) => sequence(parts.iter().map(compact)),
        Tree::Repeat { of, min, max, .. } => repeat(compact(of), *min, *max),
        Tree::Choice(parts) => {
            let all: Vec<Vec<Tree>> = parts.iter().map(|part| flat(part.clone())).collect();
            let all = shared(all, <[Tree]>::split_first, |first, rest| [first, rest]);
            let all = all.into_iter().map(flat).collect();
            let all = shared(all, <[Tree]>::split_last, |last, rest| [rest, last]);
            match choice(all) {
                Some(Tree::Choice(parts)) => Tree::Choice(parts.iter().map(compact).collect()),
                // The alternatives of one that is left are compacted on their own.
                Some(one) if size(&one) < size(tree) => compact(&one),
                _ => Tree::Choice(parts.iter().map(compact).collect()),
            }
        }
        tree => tree.clone(),
    }
}

/// Merges the sequences that have the same part at one end, in the order of the first of them.
fn shared(
    all: Vec<Vec<Tree>>,
    split: impl Fn(&[Tree]) -> Option<(&Tree, &[Tree])>,
    join: fn(Tree, Tree) -> [Tree; 2],
) -> Vec<Tree> {
    let mut groups: Vec<(Option<Tree>, Vec<Tree>)> = Vec::new();
    for parts in &all {
        let (end, rest) = match split(parts) {
            Some((end, rest)) => (Some(end.clone()), Tree::sequence(rest.to_vec())),
            None => (None, Tree::EMPTY),
        };
        match groups.iter_mut().find(|(known, _)| *known == end) {
            Some((_, rests)) => rests.push(rest),
            None => groups.push((end, vec![rest])),
        }
    }
    let merged = groups.into_iter().map(|(end, rests)| match (end, choice(rests)) {
        (Some(end), Some(rest)) => sequence(join(end, rest)),
        _ => Tree::EMPTY,
    });
    merged.collect()
}

fn anything() -> Tree {
    repeat(Tree::Set(CharacterSet::all()), 0, None)
}

/// Returns the tree of the reversed strings.
fn reversed(tree: &Tree) -> Tree {
    sets::with(tree, &mut |one| match one {
        Tree::Sequence(parts) => Some(Tree::Sequence(parts.iter().rev().map(reversed).collect())),
        Tree::Start => Some(Tree::End),
        Tree::End => Some(Tree::Start),
        Tree::Look { of, way, is_negative } => {
            let way = match way {
                Direction::Ahead => Direction::Behind,
                Direction::Behind => Direction::Ahead,
            };
            Some(Tree::Look { of: Box::new(reversed(of)), way, is_negative: *is_negative })
        }
        _ => None,
    })
}

/// The trees of the strings that lead a condition from one state to each other state.
type Ends = BTreeMap<u32, Tree>;

/// A condition on strings, and the steps of its automaton by characters.
struct Condition {
    dfa: Dfa,
    dead: Option<u32>,
    steps: BTreeMap<u32, BTreeMap<u32, CharacterSet>>,
}

impl Condition {
    /// Creates the condition that a tree matches a whole string or, if `is_negative` is set, that it does not.
    fn new(tree: &Tree, is_negative: bool) -> Option<Self> {
        let mut dfa = engine::language(tree, Matching::Whole).ok()?;
        if is_negative {
            let all = engine::language(&anything(), Matching::Whole).ok()?;
            let limit = 4 * dfa.states() * all.states();
            dfa =
                Dfa::product((&all, 0), (&dfa, 0), limit, |all, one| all && !one).ok()?.minimize();
        }
        let dead = dfa.dead(None);
        Some(Self { dfa, dead, steps: BTreeMap::new() })
    }

    fn steps(&mut self, state: u32) -> &BTreeMap<u32, CharacterSet> {
        let Self { dfa, dead, steps } = self;
        steps.entry(state).or_insert_with(|| sets::steps(dfa, state, *dead))
    }
}

pub(super) struct Rewriter {
    /// The number of parts that may still be built.
    pub(super) left: usize,
}

impl Rewriter {
    /// Returns a tree of the same language without look-around, with anchors. `is_bound` says whether the pattern matches
    /// only at the beginning of the string, and only at its end.
    pub(super) fn whole(&mut self, tree: &Tree, is_bound: [bool; 2]) -> Option<Tree> {
        let body = match tree {
            // Each alternative has its own anchors.
            Tree::Choice(parts) if has_anchor(tree) => {
                let all = parts.iter().map(|part| self.body(part, is_bound));
                choice(all.collect::<Option<Vec<Tree>>>()?)?
            }
            tree => self.body(tree, is_bound)?,
        };
        (!has_look(&body) && !has_anchor(&body)).then(|| anchored(body))
    }

    /// Returns the tree of the whole strings in which a pattern matches.
    fn body(&mut self, tree: &Tree, is_bound: [bool; 2]) -> Option<Tree> {
        let mut parts = flat(local(tree));
        let [mut is_begun, mut is_ended] = is_bound;
        if parts.first() == Some(&Tree::Start) {
            parts.remove(0);
            is_begun = true;
        }
        if parts.last() == Some(&Tree::End) {
            parts.pop();
            is_ended = true;
        }
        if !is_begun {
            parts.insert(0, anything());
        }
        if !is_ended {
            parts.push(anything());
        }
        self.sequence(parts)
    }

    /// Returns the tree of a sequence that matches whole strings, without the look-arounds in it.
    fn sequence(&mut self, mut parts: Vec<Tree>) -> Option<Tree> {
        while let Some(at) = parts.iter().position(|part| is_look(part, Direction::Behind)) {
            let Tree::Look { of, is_negative, .. } = parts.remove(at) else { return None };
            // What looks ahead from the beginning applies to the same strings after the change.
            let first =
                parts[..at].iter().take_while(|part| is_look(part, Direction::Ahead)).count();
            let before: Vec<Tree> = parts.drain(first..at).collect();
            let condition = sequence([anything(), *of]);
            let tree = self.intersected(&sequence(before), &condition, is_negative)?;
            parts.insert(first, tree);
        }
        while let Some(at) = parts.iter().rposition(|part| is_look(part, Direction::Ahead)) {
            let after: Vec<Tree> = parts.drain(at + 1..).collect();
            let Some(Tree::Look { of, is_negative, .. }) = parts.pop() else { return None };
            let limited = length_condition(&of, is_negative).and_then(|by| by.limited(&after));
            parts.push(match limited {
                Some(limited) => limited,
                None => {
                    let condition = sequence([*of, anything()]);
                    self.intersected(&sequence(after), &condition, is_negative)?
                }
            });
        }
        Some(sequence(parts))
    }

    /// Returns the tree of the strings that satisfy a condition, by reading them from the left or from the right.
    fn intersected(&mut self, tree: &Tree, condition: &Tree, is_negative: bool) -> Option<Tree> {
        let budget = self.left;
        let forwards = self.read(tree, Condition::new(condition, is_negative)?);
        let used = budget - self.left;
        self.left = budget;
        let condition = Condition::new(&reversed(condition), is_negative);
        let backwards = condition.and_then(|condition| self.read(&reversed(tree), condition));
        let backwards = backwards.map(|tree| reversed(&tree));
        self.left = self.left.min(budget - used);
        match (forwards, backwards) {
            (Some(one), Some(other)) => Some(if size(&other) < size(&one) { other } else { one }),
            (one, other) => one.or(other),
        }
    }

    fn read(&mut self, tree: &Tree, mut condition: Condition) -> Option<Tree> {
        let start = condition.dfa.start(0);
        let ends = self.ends(tree, &mut condition, start)?;
        let ends = ends.into_iter().filter(|(end, _)| condition.dfa.accepts(*end));
        choice(ends.map(|(_, tree)| tree).collect())
    }

    /// Returns the strings of a tree by the state to which they lead from a state. Returns `None` if that takes too many
    /// parts, or if the tree has a look-around or an anchor.
    fn ends(&mut self, tree: &Tree, condition: &mut Condition, from: u32) -> Option<Ends> {
        self.left = self.left.checked_sub(1)?;
        match tree {
            Tree::Set(set) => {
                let steps = condition.steps(from).iter();
                let common = steps.map(|(&to, by)| (to, set.intersection(by)));
                let common = common.filter(|(_, common)| !common.is_empty());
                Some(common.map(|(to, common)| (to, Tree::Set(common))).collect())
            }
            Tree::Sequence(parts) => {
                let mut ends = Ends::from([(from, Tree::EMPTY)]);
                for part in parts {
                    let mut next = BTreeMap::<u32, Vec<Tree>>::new();
                    for (state, before) in &ends {
                        for (to, tree) in self.ends(part, condition, *state)? {
                            self.left = self.left.checked_sub(size(before))?;
                            next.entry(to).or_default().push(joined(before, &tree));
                        }
                    }
                    ends = merged(next);
                }
                Some(ends)
            }
            Tree::Choice(parts) => {
                let mut ends = BTreeMap::<u32, Vec<Tree>>::new();
                for part in parts {
                    for (to, tree) in self.ends(part, condition, from)? {
                        ends.entry(to).or_default().push(tree);
                    }
                }
                Some(merged(ends))
            }
            Tree::Group { of, .. } => self.ends(of, condition, from),
            Tree::Repeat { of, min, max, .. } => self.repeated(of, (*min, *max), condition, from),
            Tree::Atomic(_) | Tree::Look { .. } | Tree::Start | Tree::End => None,
        }
    }

    fn repeated(
        &mut self,
        of: &Tree,
        (min, max): (u32, Option<u32>),
        condition: &mut Condition,
        from: u32,
    ) -> Option<Ends> {
        // The ends of one iteration from each state.
        let mut once = BTreeMap::<u32, Ends>::new();
        let mut waiting = vec![from];
        while let Some(state) = waiting.pop() {
            if once.contains_key(&state) {
                continue;
            }
            if once.len() == STATES {
                return None;
            }
            let ends = self.ends(of, condition, state)?;
            waiting.extend(ends.keys());
            once.insert(state, ends);
        }
        if let Some(found) = counted(&once, from, min, max) {
            return Some(found);
        }
        if (min, max) == (1, None) {
            // A path to another state has an iteration.
            let mut ends = self.star(&once)?.remove(&from)?;
            if let Some(Tree::Repeat { of, .. }) = ends.remove(&from) {
                ends.insert(from, repeat(*of, 1, None));
            }
            return Some(ends);
        }
        let mut ends = Ends::from([(from, Tree::EMPTY)]);
        let mut all = BTreeMap::<u32, Vec<Tree>>::new();
        for done in 0.. {
            if done >= min {
                match max {
                    None => {
                        let star = self.star(&once)?;
                        for (state, before) in &ends {
                            for (to, tree) in star.get(state).into_iter().flatten() {
                                let both = joined(before, tree);
                                self.left = self.left.checked_sub(size(&both))?;
                                all.entry(*to).or_default().push(both);
                            }
                        }
                        return Some(merged(all));
                    }
                    Some(_) => ends.iter().for_each(|(to, tree)| {
                        all.entry(*to).or_default().push(tree.clone());
                    }),
                }
            }
            if max == Some(done) || ends.is_empty() {
                return Some(merged(all));
            }
            if done >= COPIES {
                return None;
            }
            let mut next = BTreeMap::<u32, Vec<Tree>>::new();
            for (state, before) in &ends {
                for (to, tree) in once.get(state)? {
                    let both = joined(before, tree);
                    self.left = self.left.checked_sub(size(&both))?;
                    next.entry(*to).or_default().push(both);
                }
            }
            ends = merged(next);
        }
        None
    }

    /// Returns the strings of any number of iterations between each two states (Kleene, 1956).
    fn star(&mut self, once: &BTreeMap<u32, Ends>) -> Option<BTreeMap<u32, Ends>> {
        let states: Vec<u32> = once.keys().copied().collect();
        let mut found = once.clone();
        for &through in &states {
            let loops = found[&through].get(&through).map(|tree| repeat(tree.clone(), 0, None));
            let loops = loops.unwrap_or(Tree::EMPTY);
            let onward: Vec<(u32, Tree)> =
                found[&through].iter().map(|(to, tree)| (*to, tree.clone())).collect();
            for &from in &states {
                let Some(into) = found[&from].get(&through).cloned() else { continue };
                for (to, tree) in &onward {
                    let way = match (from == through, *to == through) {
                        // A path through the state itself is one of its loops.
                        (true, true) => continue,
                        (true, false) => joined(&loops, tree),
                        (false, true) => joined(&into, &loops),
                        (false, false) => joined(&joined(&into, &loops), tree),
                    };
                    self.left = self.left.checked_sub(size(&way))?;
                    let ends = found.get_mut(&from)?;
                    let known = ends.remove(to);
                    let is_whole = from == through || *to == through;
                    let all = match known {
                        Some(_) if is_whole => vec![way],
                        known => known.into_iter().chain([way]).collect(),
                    };
                    ends.insert(*to, choice(all)?);
                }
            }
        }
        for (state, ends) in &mut found {
            let loops = ends.remove(state).map(|tree| repeat(tree, 0, None));
            ends.insert(*state, loops.unwrap_or(Tree::EMPTY));
        }
        Some(found)
    }
}

/// Returns the ends of a counted repetition whose iterations change the state only on their way to one that they keep,
/// so that one counter suffices. Otherwise returns `None`.
fn counted(once: &BTreeMap<u32, Ends>, from: u32, min: u32, max: Option<u32>) -> Option<Ends> {
    let mut all = BTreeMap::<u32, Vec<Tree>>::new();
    // A path of states without loops, the tree of its steps, and the loop on it, if there is one.
    let mut open: Vec<(Vec<u32>, Vec<Tree>, Option<usize>)> = vec![(vec![from], Vec::new(), None)];
    while let Some((path, steps, looped)) = open.pop() {
        let (state, count) = (*path.last()?, path.len() as u32 - 1);
        let own = once.get(&state)?.get(&state);
        let looped = match (own, looped) {
            (Some(_), Some(_)) => return None,
            (Some(_), None) => Some(path.len() - 1),
            (None, looped) => looped,
        };
        if max.is_none_or(|max| count <= max) {
            let (min, max) = (min.saturating_sub(count), max.map(|max| max - count));
            let tree = match looped {
                Some(at) => {
                    let own = once.get(&path[at])?.get(&path[at])?;
                    let loops = repeat(own.clone(), min, max);
                    let mut parts = steps.clone();
                    parts.insert(at, loops);
                    Some(sequence(parts))
                }
                None => (min == 0).then(|| sequence(steps.clone())),
            };
            all.entry(state).or_default().extend(tree);
        }
        for (to, tree) in once.get(&state)? {
            if *to == state {
                continue;
            }
            if path.contains(to) {
                return None;
            }
            let longer = path.iter().copied().chain([*to]).collect();
            let steps = steps.iter().cloned().chain([tree.clone()]).collect();
            open.push((longer, steps, looped));
        }
    }
    Some(merged(all))
}

fn merged(all: BTreeMap<u32, Vec<Tree>>) -> Ends {
    all.into_iter().filter_map(|(to, trees)| Some((to, choice(trees)?))).collect()
}

fn size(tree: &Tree) -> usize {
    let (mut count, mut open) = (0, vec![tree]);
    while let Some(one) = open.pop() {
        count += 1;
        open.extend(one.parts());
    }
    count
}

fn is_look(tree: &Tree, direction: Direction) -> bool {
    matches!(tree, Tree::Look { way, .. } if *way == direction)
}

fn has_anchor(tree: &Tree) -> bool {
    let mut open = vec![tree];
    while let Some(one) = open.pop() {
        if matches!(one, Tree::Start | Tree::End) {
            return true;
        }
        open.extend(one.parts());
    }
    false
}

/// Returns the parts of a sequence, and the parts of the sequences in it.
fn flat(tree: Tree) -> Vec<Tree> {
    match tree {
        Tree::Sequence(parts) => parts.into_iter().flat_map(flat).collect(),
        tree => vec![tree],
    }
}

/// A condition on the number of characters up to the end of the string.
struct LengthCondition {
    set: CharacterSet,
    min: u32,
    max: Option<u32>,
}

/// Returns the condition of a look-ahead such as `(?=.{3,5}$)`, `(?=.{3,})` or `(?!.{6,})`.
fn length_condition(of: &Tree, is_negative: bool) -> Option<LengthCondition> {
    let parts = flat(of.clone());
    let (repeated, is_ended) = match &parts[..] {
        [one] => (one, false),
        [one, Tree::End] => (one, true),
        _ => return None,
    };
    let Tree::Repeat { of, min, max, .. } = repeated else { return None };
    let Tree::Set(set) = &**of else { return None };
    let set = set.clone();
    match (is_negative, is_ended) {
        (false, true) => Some(LengthCondition { set, min: *min, max: *max }),
        (false, false) => Some(LengthCondition { set, min: *min, max: None }),
        // Fewer characters than the least number.
        (true, false) if *min > 0 => Some(LengthCondition { set, min: 0, max: Some(min - 1) }),
        (true, true) if *min > 0 && max.is_none() => {
            Some(LengthCondition { set, min: 0, max: Some(min - 1) })
        }
        (true, _) => None,
    }
}

impl LengthCondition {
    /// Returns the parts with the condition in their counters, if at most one of them has a variable length.
    fn limited(&self, parts: &[Tree]) -> Option<Tree> {
        let mut parts = flat(sequence(parts.iter().cloned()));
        if !sets_of(&parts).iter().all(|set| set.without(&self.set).is_empty()) {
            return None;
        }
        let lengths: Vec<(u32, Option<u32>)> = parts.iter().map(lengths).collect::<Option<_>>()?;
        let least = lengths.iter().try_fold(0_u32, |sum, (min, _)| sum.checked_add(*min))?;
        let most = lengths.iter().try_fold(0_u32, |sum, (_, max)| sum.checked_add((*max)?));
        let is_within = self.max.is_none_or(|max| most.is_some_and(|most| most <= max));
        if least >= self.min && is_within {
            return Some(sequence(parts));
        }
        let mut variable = (0..parts.len()).filter(|&at| lengths[at].1 != Some(lengths[at].0));
        let (at, None) = (variable.next()?, variable.next()) else { return None };
        let others = least - lengths[at].0;
        let Tree::Repeat { of, min, max, .. } = &parts[at] else { return None };
        let Tree::Set(_) = &**of else { return None };
        let (min, of) = ((*min).max(self.min.saturating_sub(others)), (**of).clone());
        let limit = self.max.map(|max| max.checked_sub(others));
        let max = match limit {
            Some(limit) => Some(max.unwrap_or(u32::MAX).min(limit?)),
            None => *max,
        };
        if max.is_some_and(|max| max < min) {
            return None;
        }
        parts[at] = repeat(of, min, max);
        Some(sequence(parts))
    }
}

/// Returns the sets of all characters in trees.
fn sets_of(trees: &[Tree]) -> Vec<&CharacterSet> {
    let (mut found, mut open) = (Vec::new(), trees.iter().collect::<Vec<_>>());
    while let Some(one) = open.pop() {
        if let Tree::Set(set) = one {
            found.push(set);
        }
        open.extend(one.parts());
    }
    found
}

/// Returns the least and the greatest length of the strings of a tree, in characters. Returns `None` if the tree has a
/// look-around or an anchor, or if the length is too large.
fn lengths(tree: &Tree) -> Option<(u32, Option<u32>)> {
    let sum = |(min, max): (u32, Option<u32>), (more, most): (u32, Option<u32>)| {
        let max = match max.zip(most) {
            Some((max, most)) => Some(max.checked_add(most)?),
            None => None,
        };
        Some((min.checked_add(more)?, max))
    };
    match tree {
        Tree::Set(_) => Some((1, Some(1))),
        Tree::Sequence(parts) => {
            parts.iter().try_fold((0, Some(0)), |all, part| sum(all, lengths(part)?))
        }
        Tree::Choice(parts) => {
            let all: Vec<_> = parts.iter().map(lengths).collect::<Option<_>>()?;
            let min = all.iter().map(|(min, _)| *min).min()?;
            let max = all.iter().map(|(_, max)| *max).collect::<Option<Vec<u32>>>();
            Some((min, max.and_then(|all| all.into_iter().max())))
        }
        Tree::Repeat { of, min, max, .. } => {
            let (least, most) = lengths(of)?;
            let max = match (most, max) {
                (Some(0), _) => Some(0),
                (Some(most), Some(max)) => Some(most.checked_mul(*max)?),
                _ => None,
            };
            Some((least.checked_mul(*min)?, max))
        }
        Tree::Group { of, .. } | Tree::Atomic(of) => lengths(of),
        Tree::Look { .. } | Tree::Start | Tree::End => None,
    }
}

/// Returns the tree with each look-around at one character merged into the character beside it, at any depth: `(?!a)[ab]`
/// becomes `b`.
fn local(tree: &Tree) -> Tree {
    let tree = match tree {
        Tree::Sequence(parts) => sequence(parts.iter().map(local)),
        Tree::Choice(parts) => Tree::Choice(parts.iter().map(local).collect()),
        Tree::Repeat { of, min, max, .. } => repeat(local(of), *min, *max),
        Tree::Group { of, .. } => local(of),
        tree => tree.clone(),
    };
    let Tree::Sequence(parts) = tree else { return tree };
    // From the right, so that several look-aheads before one character are merged one after the other.
    let mut done: Vec<Tree> = Vec::new();
    for part in parts.into_iter().rev() {
        match (look_at_set(&part, Direction::Ahead), done.last().and_then(first_set)) {
            (Some(condition), Some((set, rest))) => {
                done.pop();
                done.extend(rest);
                done.push(Tree::Set(condition(&set)));
            }
            _ => done.push(part),
        }
    }
    done.reverse();
    let mut parts: Vec<Tree> = Vec::new();
    for part in done {
        match look_at_set(&part, Direction::Behind) {
            Some(condition) if ends_with(&mut parts, &condition) => {}
            _ => parts.push(part),
        }
    }
    Tree::sequence(parts)
}

/// Applies a condition to the last character of a sequence, and returns whether that was possible.
fn ends_with(parts: &mut Vec<Tree>, condition: impl Fn(&CharacterSet) -> CharacterSet) -> bool {
    let Some(last) = parts.pop() else { return false };
    if let Some((set, rest)) = first_set(&last) {
        parts.extend(rest);
        parts.push(Tree::Set(condition(&set)));
        return true;
    }
    // An optional repetition after a character that satisfies the condition, or never does.
    if let (Tree::Repeat { of, min: 0, max, .. }, Some(Tree::Set(before))) = (&last, parts.last())
        && let Tree::Set(set) = &**of
        && *max != Some(0)
    {
        let some = repeat((**of).clone(), 0, max.map(|max| max - 1));
        let some = sequence([some, Tree::Set(condition(set))]);
        let held = condition(before);
        if held == *before || held.is_empty() {
            let is_optional = !held.is_empty();
            parts.push(if is_optional { repeat(some, 0, Some(1)) } else { some });
            return true;
        }
    }
    parts.push(last);
    false
}

/// Returns the effect of a look-around at one character on the set beside it.
fn look_at_set(
    tree: &Tree,
    direction: Direction,
) -> Option<impl Fn(&CharacterSet) -> CharacterSet + use<>> {
    let Tree::Look { of, way, is_negative } = tree else { return None };
    let Tree::Set(set) = &**of else { return None };
    let (set, is_negative) = (set.clone(), *is_negative);
    (*way == direction).then_some(move |other: &CharacterSet| match is_negative {
        true => other.without(&set),
        false => other.intersection(&set),
    })
}

/// Returns the set of a first character, and what follows it.
fn first_set(tree: &Tree) -> Option<(CharacterSet, Option<Tree>)> {
    match tree {
        Tree::Set(set) => Some((set.clone(), None)),
        Tree::Repeat { of, min, max, .. } if *min > 0 => {
            let Tree::Set(set) = &**of else { return None };
            let rest = repeat((**of).clone(), min - 1, max.map(|max| max - 1));
            Some((set.clone(), (rest != Tree::EMPTY).then_some(rest)))
        }
        _ => None,
    }
}
