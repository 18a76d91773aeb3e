//! The matching time of a backtracking engine: whether its steps grow linearly, polynomially or
//! exponentially with the length of the string, with strings as witnesses. The optimizations of engines
//! are ignored.
//!
//! `program` has the steps that are tried, in order; `ambiguity` has the graph of the paths of an engine
//! through a string, without those after a match, and counts them. `(a|a)*` is fast, since it always matches;
//! `(a|a)*$` takes 2ⁿ steps for `aaa…!`, and `(a|a)*b|a*` takes 2ⁿ steps for `aaa…`, although it matches.

use super::{Matching, Tree};
use ambiguity::{Boundary, Graph, Suffixes, Walk, growth, way};
use grammar_automata::build::PumpWitness;
use program::{Compiler, EngineProgram};

mod program;
mod ambiguity;
#[cfg(test)]
mod tests;

/// The number of steps that the analysis may take: visited nodes, pairs and triples of nodes.
const STEPS: usize = 12_000_000;

/// The growth of the steps of a backtracking engine with the length of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchTime {
    /// Linear in the length of the string, or less.
    Linear,
    /// Polynomial in the length of the string.
    Polynomial {
        /// The exponent, 2 or more.
        degree: usize,
        /// Strings that show the growth.
        attack: PumpWitness,
    },
    /// Exponential in the length of the string.
    Exponential {
        /// Strings that show the growth.
        attack: PumpWitness,
    },
}

impl MatchTime {
    /// Returns the slow strings, with the exponent if it is polynomial, or `None` if the time is linear.
    #[doc(hidden)]
    #[must_use]
    pub fn into_witness(self) -> Option<(Option<usize>, PumpWitness)> {
        match self {
            Self::Linear => None,
            Self::Exponential { attack } => Some((None, attack)),
            Self::Polynomial { degree, attack } => Some((Some(degree), attack)),
        }
    }
}

/// Returns the growth of the steps of an engine, or `None` if it is not decided.
pub(super) fn match_time(
    tree: &Tree,
    matching: Matching,
    fails_on_nothing: bool,
) -> Option<MatchTime> {
    let program = Compiler::compile(tree, matching, fails_on_nothing)?;
    let mut left = STEPS;
    // The graph of all paths has at least as many as the graph of the paths before a match.
    let all = Graph::new(&program, None, &mut left)?;
    if growth(&all, &mut left)?.0.is_empty() {
        return Some(MatchTime::Linear);
    }
    let suffixes = Suffixes::new(&program, &mut left)?;
    let graph = Graph::new(&program, Some(&suffixes), &mut left)?;
    let (pumps, is_exponential) = growth(&graph, &mut left)?;
    let Some(last) = pumps.last() else { return Some(MatchTime::Linear) };
    let degree = pumps.len() + 1;
    let suffix = suffixes.shortest(graph.ends[last.to]);
    let mut at: Vec<usize> = (0..graph.starts).collect();
    let mut parts = Vec::new();
    for pump in pumps {
        let (before, _) =
            way(at, |&node| node == pump.from, |&node| graph.edges[node].iter().copied())?;
        at = vec![pump.to];
        parts.push((before, pump.letters));
    }
    let steps = [10, 20, 40].map(|times| {
        let mut letters: Vec<usize> = Vec::new();
        for (before, pump) in &parts {
            letters.extend(before);
            letters.extend(std::iter::repeat_n(pump, times).flatten());
        }
        letters.extend(&suffix);
        (times, steps(&program, &suffixes, &letters))
    });
    let text = |letters: &[usize]| {
        letters.iter().map(|&one| program.letters[one].character).collect::<String>()
    };
    let pumps = parts.iter().map(|(before, pump)| (text(before), text(pump))).collect();
    let attack = PumpWitness::new(pumps, text(&suffix), steps.into());
    Some(if is_exponential {
        MatchTime::Exponential { attack }
    } else {
        MatchTime::Polynomial { degree, attack }
    })
}

fn steps(program: &EngineProgram, suffixes: &Suffixes, letters: &[usize]) -> u64 {
    let mut ends = vec![0];
    for &letter in letters.iter().rev() {
        ends.push(suffixes.before[ends[ends.len() - 1]][letter]);
    }
    let mut open = std::collections::BTreeMap::from([((program.start, None), 1_u64)]);
    let mut all = 0_u64;
    for (at, ends) in ends.windows(2).rev().map(|two| two[0]).map(Some).chain([None]).enumerate() {
        let letter = letters.get(at).copied();
        let kind = letter.and_then(|letter| program.behind[letter]);
        let after: &[bool] = ends.map_or(&[], |end| &suffixes.sets[end]);
        let is_match = |node| suffixes.is_match(after, kind, node);
        let mut next = std::collections::BTreeMap::new();
        for ((node, behind), branches) in open {
            let mut walk =
                Walk::new(program, Boundary { behind, letter, is_match: Some(&is_match) }, u8::MAX);
            let walked = walk.matches(node).map_or(1, |(_, steps)| steps as u64);
            all = all.saturating_add(branches.saturating_mul(walked));
            for &node in &walk.next {
                let known: &mut u64 = next.entry((node, kind)).or_default();
                *known = known.saturating_add(branches);
            }
        }
        open = next;
    }
    all
}
