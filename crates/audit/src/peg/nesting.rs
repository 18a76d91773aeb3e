//! Which calls nest a rule in itself.
//!
//! In: the calls of the instances of a file. Out: [`Nesting`], the calls that are counted where rules
//! are unrolled to a depth. A call as the last thing of a rule leaves nothing behind and is not
//! counted: a list may be as long as it likes. Of each cycle with another call one call is counted, so
//! that `array = { "[" ~ value ~ "]" }` is one deeper in each bracket, however many rules stand
//! between `array` and `value`.

use rustc_hash::FxHashSet as HashSet;

use super::calls::Call;
use crate::basics::graph::{components, membership, nesting};

/// The counted calls of a file.
#[derive(Debug)]
pub(super) struct Nesting {
    /// The number of the strongly connected component of each instance.
    component: Vec<usize>,
    counted: HashSet<(usize, usize)>,
}

impl Nesting {
    pub(super) fn of(calls: &[Vec<Call>]) -> Self {
        let is_inner = |call: &&Call| !call.is_lookahead;
        let ends =
            |calls: &Vec<Call>| calls.iter().filter(is_inner).map(|one| one.callee).collect();
        let edges: Vec<Vec<usize>> = calls.iter().map(ends).collect();
        let component = membership(&components(&edges));
        let pairs = calls.iter().enumerate().flat_map(|(caller, calls)| {
            calls.iter().filter(is_inner).map(move |call| (caller, call.callee, call.last))
        });
        let counted = nesting(calls.len(), &component, pairs);
        Self { component, counted }
    }

    /// Whether a call of one instance by another leads back to the caller.
    pub(super) fn is_within(&self, caller: usize, callee: usize) -> bool {
        self.component[caller] == self.component[callee]
    }

    /// Whether a call that is not the last thing of the caller is counted.
    pub(super) fn counts(&self, caller: usize, callee: usize) -> bool {
        self.counted.contains(&(caller, callee))
    }
}
