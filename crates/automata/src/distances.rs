//! Shortest ways through graphs: how far each node is from a goal, and the steps of a way.

use std::collections::VecDeque;

/// For each of `count` nodes, the number of edges of a shortest path to a goal. There is none from a node that reaches no
/// goal. Takes time that is linear in the edges, which are asked for twice.
pub(crate) fn to_goals<E: Iterator<Item = (usize, usize)>>(
    count: usize,
    is_goal: impl Fn(usize) -> bool,
    edges: impl Fn() -> E,
) -> Vec<Option<u32>> {
    // The nodes before each node, in one array.
    let mut ends = vec![0; count + 1];
    edges().for_each(|(_, to)| ends[to + 1] += 1);
    (0..count).for_each(|node| ends[node + 1] += ends[node]);
    let (mut before, mut free) = (vec![0; ends[count]], ends.clone());
    for (from, to) in edges() {
        before[free[to]] = from;
        free[to] += 1;
    }
    let mut found = vec![None; count];
    let mut waiting: VecDeque<usize> = (0..count).filter(|&node| is_goal(node)).collect();
    waiting.iter().for_each(|&goal| found[goal] = Some(0));
    while let Some(node) = waiting.pop_front() {
        let farther = found[node].map(|distance: u32| distance + 1);
        for &earlier in &before[ends[node]..ends[node + 1]] {
            if found[earlier].is_none() {
                found[earlier] = farther;
                waiting.push_back(earlier);
            }
        }
    }
    found
}

/// The steps of the way on which a node was first reached: of each node, the node and the step before it.
pub(crate) fn way<N, T>(mut at: N, came: impl Fn(&N) -> Option<(N, T)>) -> Vec<T> {
    let mut way = Vec::new();
    while let Some((before, step)) = came(&at) {
        way.push(step);
        at = before;
    }
    way.reverse();
    way
}

/// The letters of a shortest way from a node to a goal, each time the first that leads nearer. There are none from a node
/// that reaches no goal.
pub(crate) fn descend<N: Copy, L: Copy>(
    mut at: N,
    letters: &[L],
    step: impl Fn(N, L) -> N,
    distance: impl Fn(N) -> Option<usize>,
) -> Vec<L> {
    let mut found = Vec::new();
    while let Some(left) = distance(at).filter(|&left| left > 0) {
        let is_nearer = |letter: &&L| distance(step(at, **letter)) == Some(left - 1);
        let Some(&letter) = letters.iter().find(is_nearer) else { break };
        found.push(letter);
        at = step(at, letter);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 → 1 → 3, 0 → 2 → 2, 4 → 1: the goal is 3, and 2 reaches none.
    #[test]
    fn the_shortest_path_counts() {
        let edges = [(0, 1), (1, 3), (0, 2), (2, 2), (4, 1), (0, 4)];
        let found = to_goals(5, |node| node == 3, || edges.into_iter());
        assert_eq!(found, [Some(2), Some(1), None, Some(0), Some(2)]);
        assert!(to_goals(0, |_| true, || edges.into_iter().take(0)).is_empty());
    }
}
