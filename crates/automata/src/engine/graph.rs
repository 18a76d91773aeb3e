//! Directed graphs, as lists of successors: components, paths, the reversed graph.
//!
//! None of these recurses, because a chain of calls may be as long as a grammar.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Returns the strongly connected components, each after the components that it leads to (Tarjan 1972). A
/// single node is a component whether or not it has an edge to itself.
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

/// Returns the component of each node. A single node and a node with a loop are not distinguished.
pub fn membership(components: &[Vec<usize>]) -> Vec<usize> {
    let mut of = vec![0; components.iter().map(Vec::len).sum()];
    for (number, component) in components.iter().enumerate() {
        component.iter().for_each(|&node| of[node] = number);
    }
    of
}

/// Returns a shortest path between two nodes of one component, ends included, within the component.
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

/// Returns the nodes that are reachable from the given nodes, themselves included.
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

/// The number of steps that may be taken to choose the counted edges.
const NESTING: usize = 50_000_000;

/// Chooses the edges that count as nesting: without them, every cycle consists of tail calls. A tail call never
/// counts. An edge is its source, its target, and whether it is a tail call. Edges between components close no
/// cycle and are skipped. If the steps run out, more edges are chosen than necessary.
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
        // Without this edge there would be a path back to its source. Counting one edge too many is harmless,
        // and happens where the check takes too long.
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
