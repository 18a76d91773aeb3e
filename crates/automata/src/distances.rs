//! How far each node of a graph is from a goal, breadth first and backwards.

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
