//! Directed graphs, as lists of successors: components, paths, the reversed graph.
//!
//! No function here is recursive: a path may be long enough to overflow the stack.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::build::{Bdd, Bdds, ByteSet, Classes, Derivative, Letters, Memo, constant};

/// Returns the strongly connected components (Tarjan 1972). A component comes after all components that it leads to. A
/// single node is a component even without an edge to itself.
pub fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    const DONE: usize = usize::MAX - 1;
    let (mut low, mut clock) = (vec![UNSEEN; edges.len()], 0);
    let (mut open, mut path, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for root in 0..edges.len() {
        if low[root] == UNSEEN {
            path.push((root, 0, clock));
        }
        while let Some((node, at, entered)) = path.pop() {
            if at == 0 {
                low[node] = entered;
                clock += 1;
                open.push(node);
            } else {
                let child = edges[node][at - 1];
                if low[child] != DONE {
                    low[node] = low[node].min(low[child]);
                }
            }
            if let Some(&child) = edges[node].get(at) {
                path.push((node, at + 1, entered));
                if low[child] == UNSEEN {
                    path.push((child, 0, clock));
                }
            } else if low[node] == entered {
                let start = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let component = open.split_off(start);
                component.iter().for_each(|&member| low[member] = DONE);
                found.push(component);
            }
        }
    }
    found
}

/// Returns, for each node, the number of its component.
pub fn membership(components: &[Vec<usize>]) -> Vec<usize> {
    let mut of = vec![0; components.iter().map(Vec::len).sum()];
    for (number, component) in components.iter().enumerate() {
        component.iter().for_each(|&node| of[node] = number);
    }
    of
}

/// Returns a shortest path from `from` to `to`, including both, that does not leave their component.
pub fn shortest_within(
    edges: &[Vec<usize>],
    component: &[usize],
    from: usize,
    to: usize,
) -> Option<Vec<usize>> {
    let is_allowed = |node: usize| component[node] == component[from];
    let mut came = HashMap::from_iter([(from, from)]);
    let mut waiting = VecDeque::from([from]);
    while let Some(mut node) = waiting.pop_front() {
        if node == to {
            let mut way = vec![node];
            while node != from {
                node = came[&node];
                way.push(node);
            }
            way.reverse();
            return Some(way);
        }
        for &next in edges[node].iter().filter(|&&next| is_allowed(next)) {
            came.entry(next).or_insert_with(|| {
                waiting.push_back(next);
                node
            });
        }
    }
    None
}

/// Returns, for each node, whether it is one of the nodes in `from` or reachable from one of them.
pub fn reached(edges: &[Vec<usize>], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut waiting: Vec<usize> = from.into_iter().collect();
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            waiting.extend(&edges[node]);
        }
    }
    seen
}

/// The maximum number of steps that [`nesting`] takes to choose edges.
const NESTING: usize = 50_000_000;

/// Chooses the edges that count as nested calls. An edge is given by its source, its target, and whether it is a tail
/// call. Tail calls are never chosen, and a cycle without a chosen edge has only tail calls. Edges between components
/// close no cycle and are skipped. If the steps run out, more edges are chosen than necessary.
pub fn nesting(
    count: usize,
    component: &[usize],
    edges: impl IntoIterator<Item = (usize, usize, bool)>,
) -> HashSet<(usize, usize)> {
    let (mut free, mut growing, mut counted) =
        (vec![Vec::new(); count], Vec::new(), HashSet::default());
    for (from, to, last) in edges {
        if component[from] == component[to] {
            if last { free[from].push(to) } else { growing.push((from, to)) }
        }
    }
    free.iter_mut().for_each(|to| {
        to.sort_unstable();
        to.dedup();
    });
    growing.sort_unstable();
    growing.dedup();
    let cost = count + growing.len() + free.iter().map(Vec::len).sum::<usize>();
    for (at, (from, to)) in growing.into_iter().enumerate() {
        // The uncounted edges lead from the target back to the source, so this edge would close a cycle.
        // Counting one edge too many is harmless, and happens where the check takes too long.
        if at.saturating_mul(cost) > NESTING || reached(&free, [to])[from] {
            counted.insert((from, to));
        } else {
            free[from].push(to);
        }
    }
    counted
}

/// Returns the graph with every edge reversed.
pub fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut reversed = vec![Vec::new(); edges.len()];
    for (from, successors) in edges.iter().enumerate() {
        successors.iter().for_each(|&to| reversed[to].push(from));
    }
    reversed
}

// Derivatives of continuations and of formulas over them, for pest rules and for regular expressions. Each derivative
// is computed once and without recursion. If the steps run out, the derivative is false and must be discarded.

/// A variable of formulas: the number of a continuation, which is the rest of an expression yet to be matched.
pub type Rest = u32;

/// The computed derivatives of continuations and of formulas over them. `C` is the context of a continuation.
pub struct DerivativeTable<C> {
    of_continuations: Memo<(Rest, C), Derivative>,
    of_formulas: Memo<(Bdd, C), Derivative>,
}

impl<C: Copy + Eq + Hash> Default for DerivativeTable<C> {
    fn default() -> Self {
        Self { of_continuations: Memo::new(), of_formulas: Memo::new() }
    }
}

impl<C: Copy + Eq + Hash> DerivativeTable<C> {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of derivatives of each kind, for [`DerivativeTable::take_back`].
    pub fn mark(&self) -> [usize; 2] {
        [self.of_continuations.keys().len(), self.of_formulas.keys().len()]
    }

    /// Estimates the memory of the derivatives in bytes, assuming that each derivative has three parts, as most have.
    pub fn bytes(&self) -> usize {
        let [continuations, formulas] = self.mark();
        let parts = 3 * size_of::<(Letters, Bdd)>() * (continuations + formulas);
        self.of_continuations.bytes() + self.of_formulas.bytes() + parts
    }

    /// Forgets the derivatives that were added after [`DerivativeTable::mark`] was called.
    pub fn take_back(&mut self, [continuations, formulas]: [usize; 2]) {
        self.of_continuations.truncate(continuations);
        self.of_formulas.truncate(formulas);
    }

    fn after(&self, formula: Bdd, context: C) -> Option<Derivative> {
        match formula {
            Bdd::TRUE | Bdd::FALSE => Some(constant(formula)),
            _ => self.of_formulas.get(&(formula, context)).cloned(),
        }
    }
}

/// A notation whose expressions have continuations, with the construction of their derivatives.
pub trait Differentiable {
    /// The context of a continuation.
    type Context: Copy + Eq + Hash;

    /// Returns the computed derivatives.
    fn table(&mut self) -> &mut DerivativeTable<Self::Context>;

    /// Returns the collection of formulas, which also counts the remaining steps.
    fn bdds(&mut self) -> &mut Bdds;

    /// Returns the key under which a derivative is stored. A continuation that does not depend on its context
    /// has one key for all contexts.
    fn key(&self, of: (Rest, Self::Context)) -> (Rest, Self::Context) {
        of
    }

    /// Returns the parts of a continuation: the continuations from whose derivatives its own derivative is built.
    fn parts(&mut self, of: (Rest, Self::Context)) -> Vec<(Rest, Self::Context)>;

    /// Builds the derivative of a continuation from the derivatives of its parts.
    fn made_of(&mut self, of: (Rest, Self::Context), parts: &[Derivative]) -> Derivative;

    /// Returns the derivative of a continuation. Its parts are derived first, however deep they nest.
    fn derivative(&mut self, of: (Rest, Self::Context)) -> Derivative {
        let mut open = vec![of];
        while let Some(&of) = open.last() {
            if self.known(of).is_some() {
                open.pop();
                continue;
            }
            self.bdds().spend(1);
            if self.bdds().is_exhausted() {
                break;
            }
            let parts = self.parts(of);
            let known: Option<Vec<Derivative>> =
                parts.iter().map(|&part| self.known(part)).collect();
            let Some(known) = known else {
                open.extend(parts);
                continue;
            };
            let result = self.made_of(of, &known);
            let key = self.key(of);
            self.table().of_continuations.insert(key, result);
        }
        self.known(of).unwrap_or_else(|| constant(Bdd::FALSE))
    }

    fn known(&mut self, of: (Rest, Self::Context)) -> Option<Derivative> {
        let key = self.key(of);
        self.table().of_continuations.get(&key).cloned()
    }

    fn after(&mut self, formula: Bdd, context: Self::Context) -> Derivative {
        let mut open = vec![formula];
        while let Some(&top) = open.last() {
            if self.table().after(top, context).is_some() {
                open.pop();
                continue;
            }
            if self.bdds().is_exhausted() {
                break;
            }
            let (variable, high, low) = self.bdds().parts(top);
            // The derivative of a variable has only variables that precede those in the derivatives of later
            // variables, so the variable order is kept and formulas are combined at their tops.
            let condition = self.derivative((variable, context));
            let known = [high, low].map(|part| self.table().after(part, context));
            let [Some(then), Some(other)] = known else {
                open.extend([high, low]);
                continue;
            };
            let result = self.bdds().by_letter(&condition, &then, &other);
            self.table().of_formulas.insert((top, context), result);
        }
        self.table().after(formula, context).unwrap_or_else(|| constant(Bdd::FALSE))
    }

    /// Returns whether a state accepts, and its next state for each class. Returns `None` if the steps run out.
    fn row(
        &mut self,
        state: Bdd,
        context: Self::Context,
        classes: &Classes,
    ) -> Option<(bool, Vec<Bdd>)> {
        let after = self.after(state, context);
        let holds = |letters: Letters| after.iter().find(|(all, _)| !all.both(letters).is_empty());
        let formula = |letters| holds(letters).map_or(Bdd::FALSE, |&(_, formula)| formula);
        let bytes = classes.representatives().iter().map(|&byte| ByteSet::single(byte));
        let next = bytes.map(|bytes| formula(Letters { bytes, end: false })).collect();
        let accepts = formula(Letters::END) == Bdd::TRUE;
        self.bdds().spend(1);
        (!self.bdds().is_exhausted()).then_some((accepts, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_in_reverse_topological_order() {
        // 0 → 1 → 2 → 1, 2 → 3, 4 → 0, 3 → 3
        let edges = [vec![1], vec![2], vec![1, 3], vec![3], vec![0]];
        let found = components(&edges);
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
        assert_eq!(membership(&found), [2, 1, 1, 0, 3]);
        // First as if all nodes were one component, then within the real components.
        let shortest = |from, to| shortest_within(&edges, &[0; 5], from, to);
        assert_eq!(shortest(4, 2), Some(vec![4, 0, 1, 2]));
        assert_eq!(shortest(3, 3), Some(vec![3]));
        assert_eq!(shortest(3, 0), None);
        assert_eq!(shortest_within(&edges, &[2, 1, 1, 0, 3], 2, 1), Some(vec![2, 1]));
        assert_eq!(shortest_within(&edges, &[2, 1, 1, 0, 3], 4, 2), None);
        assert_eq!(reached(&edges, [1]), [false, true, true, true, false]);
    }

    #[test]
    fn a_long_cycle_does_not_overflow() {
        let edges: Vec<_> = (0..200_000).map(|node| vec![(node + 1) % 200_000]).collect();
        assert_eq!(components(&edges).len(), 1);
    }
}
