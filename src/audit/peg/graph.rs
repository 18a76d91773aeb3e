//! Cycles of a graph of calls.
//!
//! In: for each rule the rules that it calls. Out: the strongly connected components, callees
//! first, and a cycle through any two rules of one component. The search is Tarjan's (*Depth-first
//! search and linear graph algorithms*, 1972), with its stack on the heap, since a file may call as
//! deep as it likes.

use std::collections::VecDeque;

/// The components of a graph, each after those that it leads to.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut index, mut low) = (vec![UNSEEN; edges.len()], vec![UNSEEN; edges.len()]);
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut is_open = vec![false; edges.len()];
    let mut count = 0;
    for root in 0..edges.len() {
        let mut path = if index[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (index[node], low[node], is_open[node]) = (count, count, true);
                open.push(node);
                count += 1;
            } else {
                low[node] = low[node].min(low[edges[node][edge - 1]]);
            }
            let unseen = |next: usize, low: &mut usize| {
                if is_open[next] {
                    *low = index[next].min(*low);
                }
                index[next] == UNSEEN
            };
            let mut rest = edge..edges[node].len();
            if let Some(edge) = rest.find(|&edge| unseen(edges[node][edge], &mut low[node])) {
                path.extend([(node, edge + 1), (edges[node][edge], 0)]);
            } else if low[node] == index[node] {
                let start = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let component = open.split_off(start);
                component.iter().for_each(|&node| {
                    is_open[node] = false;
                    low[node] = UNSEEN;
                });
                found.push(component);
            }
        }
    }
    found
}

/// The component of each node.
pub(super) fn component_of(components: &[Vec<usize>], nodes: usize) -> Vec<usize> {
    let mut of = vec![0; nodes];
    for (number, component) in components.iter().enumerate() {
        component.iter().for_each(|&node| of[node] = number);
    }
    of
}

/// A shortest cycle that begins with an edge: both its ends, and the way back to its first.
pub(super) fn cycle(edges: &[Vec<usize>], from: usize, to: usize) -> Vec<usize> {
    let mut before = vec![None; edges.len()];
    let mut queue = VecDeque::from([to]);
    before[to] = Some(from);
    while let Some(node) = queue.pop_front() {
        if node == from {
            break;
        }
        for &next in &edges[node] {
            if before[next].is_none() {
                before[next] = Some(node);
                queue.push_back(next);
            }
        }
    }
    let mut way = vec![from];
    let mut node = from;
    while node != to {
        let Some(previous) = before[node] else { break };
        way.push(previous);
        node = previous;
    }
    way.push(from);
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_first() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3, 4 -> 4, 4 -> 0
        let edges = [vec![1], vec![2], vec![1, 3], vec![], vec![4, 0]];
        let mut found = components(&edges);
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
        assert_eq!(component_of(&found, 5), [2, 1, 1, 0, 3]);
    }

    #[test]
    fn cycles_are_shown_from_their_first_edge() {
        let edges = [vec![1], vec![2, 3], vec![0], vec![2]];
        assert_eq!(cycle(&edges, 0, 1), [0, 1, 2, 0]);
        assert_eq!(cycle(&edges, 1, 3), [1, 3, 2, 0, 1]);
        assert_eq!(cycle(&[vec![0]], 0, 0), [0, 0]);
    }

    #[test]
    fn a_long_chain_is_no_deep_recursion() {
        let edges: Vec<Vec<usize>> = (1..=100_000).map(|next| vec![next % 100_000]).collect();
        assert_eq!(components(&edges).len(), 1);
    }
}
