//! Budgets for many searches, so that an expensive search does not starve the others. Each search first gets an
//! equal share of half of all steps; the rest goes to the searches that need more, one after the other. No
//! search begins after the deadline.

use std::cell::Cell;

use crate::build::Deadline;

/// The number of steps that searches may take. The caller defines a step.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The maximum number of steps of one search.
    pub each: usize,
    /// The maximum number of steps of all searches together.
    pub all: usize,
    /// The time at which all searches end, however few steps they have taken.
    pub deadline: Deadline,
    /// Whether each search gets its share before any search gets more.
    pub is_fair: bool,
}

/// The minimum share of a search, in steps.
const LEAST: usize = 1_000;

/// The reason why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Short<E> {
    /// The search failed, and would fail with any number of steps.
    Failed(E),
    /// The search needs more steps than one search may take.
    Each,
    /// The search did not exceed its own limit, but the other searches left too few steps.
    All,
    /// The deadline has passed.
    Time,
    /// The search depends on another search, which has no result.
    Needs,
}

/// The steps that one attempt of a search may take.
#[derive(Clone, Copy, Debug)]
pub struct StepBudget {
    /// The number of steps.
    pub steps: usize,
    /// Whether `steps` is the maximum for one search, so that no attempt with more steps follows.
    pub is_all: bool,
}

/// The reason why a search stopped.
pub enum Stop<E> {
    /// The search failed: see [`Short::Failed`].
    Failed(E),
    /// The steps of the search were spent.
    Steps,
    /// The steps of all searches were spent: see [`Short::All`].
    All,
    /// The deadline has passed: see [`Short::Time`].
    Time,
}

thread_local! {
    /// The number by which a test divides all budgets.
    static DIVISOR: Cell<usize> = const { Cell::new(1) };
}

/// Divides every limit on this thread by `divisor`, so that tests reach the limits.
pub fn divide_limits(divisor: usize) {
    DIVISOR.set(divisor);
}

/// Returns a limit, divided by the divisor of [`divide_limits`].
pub fn limit(limit: usize) -> usize {
    match DIVISOR.get() {
        1 => limit,
        divisor => (limit / divisor).max(1),
    }
}

impl Budget {
    /// Creates a budget without a deadline.
    pub const fn new(each: usize, all: usize) -> Self {
        Self { each, all, deadline: Deadline::NONE, is_fair: true }
    }

    /// Adds a deadline to the budget.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), ..self }
    }

    /// Lets each search take all the steps that it needs before the next one begins, since a search uses the
    /// results of earlier ones.
    pub fn in_turn(self) -> Self {
        Self { is_fair: false, ..self }
    }

    /// Raises the limits for a large grammar. The limit of one search becomes at least `size`, and the limit of all
    /// searches together at least `2 * size`.
    pub fn for_size(self, size: usize) -> Self {
        Self { each: self.each.max(size), all: self.all.max(size.saturating_mul(2)), ..self }
    }

    /// Runs every search.
    ///
    /// `needs` lists, for each search, the earlier searches that it depends on: if one of these failed, the search gets
    /// no more than its share. `attempt` runs one search, and returns the number of steps that it took and its result.
    pub fn spend<T, E>(
        self,
        needs: &[Vec<usize>],
        mut attempt: impl FnMut(usize, StepBudget) -> (usize, Result<T, Stop<E>>),
    ) -> Vec<Result<T, Short<E>>> {
        let this = Self { each: limit(self.each), all: limit(self.all), ..self };
        let count = needs.len();
        let is_shared = this.is_fair && count > 1;
        let share = if is_shared { (this.all / 2 / count).max(LEAST) } else { this.each };
        let mut found: Vec<Result<T, Short<E>>> = (0..count).map(|_| Err(Short::All)).collect();
        let mut is_open = vec![true; count];
        let mut left = this.all;
        for (round, given) in [share.min(this.each), this.each].into_iter().enumerate() {
            for at in 0..count {
                let is_hopeless = || needs[at].iter().any(|&need| found[need].is_err());
                let steps = given.min(left);
                if !is_open[at] || steps == 0 || round > 0 && is_hopeless() {
                    continue;
                }
                if this.deadline.has_passed() {
                    (is_open[at], found[at]) = (false, Err(Short::Time));
                    continue;
                }
                let is_all = steps == this.each;
                let (taken, result) = attempt(at, StepBudget { steps, is_all });
                left = left.saturating_sub(taken);
                is_open[at] = !is_all && matches!(result, Err(Stop::Steps));
                found[at] = result.map_err(|stop| match stop {
                    Stop::Failed(why) => Short::Failed(why),
                    Stop::Time => Short::Time,
                    Stop::Steps if is_all => Short::Each,
                    Stop::Steps | Stop::All => Short::All,
                });
            }
        }
        for at in 0..count {
            // In a cycle of searches that need each other, one keeps its own reason.
            let has_failed = |&need: &usize| need < at && found[need].is_err();
            if found[at].is_err() && needs[at].iter().any(has_failed) {
                found[at] = Err(Short::Needs);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs searches that cost the given numbers of steps. A search of cost 0 fails.
    fn spend(budget: Budget, costs: &[usize], needs: &[(usize, usize)]) -> Vec<&'static str> {
        let mut all = vec![Vec::new(); costs.len()];
        needs.iter().for_each(|&(user, need)| all[user].push(need));
        let found = budget.spend(&all, |at, given| {
            let cost = costs[at];
            if cost == 0 {
                return (0, Err(Stop::Failed(())));
            }
            (cost.min(given.steps), if cost <= given.steps { Ok(()) } else { Err(Stop::Steps) })
        });
        let word = |one: Result<(), Short<()>>| match one {
            Ok(()) => "found",
            Err(Short::Failed(())) => "failed",
            Err(Short::Each) => "each",
            Err(Short::All) => "all",
            Err(Short::Time) => "time",
            Err(Short::Needs) => "needs",
        };
        found.into_iter().map(word).collect()
    }

    #[test]
    fn large_searches_leave_small_ones_their_share() {
        let budget = Budget::new(10_000, 20_000);
        // The share of each is 2,500. The second gets 10,000 of the remaining 12,990 steps.
        let found = spend(budget.clone(), &[2_000, 99_999, 9_000, 10], &[]);
        assert_eq!(found, ["found", "each", "all", "found"]);
        assert_eq!(spend(budget, &[9_000], &[]), ["found"]);
    }

    #[test]
    fn nothing_is_searched_for_after_the_deadline() {
        let passed = Deadline::after(std::time::Duration::ZERO);
        let budget = Budget::new(10_000, 20_000).until(&passed);
        assert_eq!(spend(budget, &[10, 0], &[]), ["time", "time"]);
        assert_eq!(passed.to_string(), "the budget of 0 s is spent; raise --budget");
    }

    #[test]
    fn dependants_of_a_failed_search_fail() {
        let budget = Budget::new(10_000, 1_000_000);
        let needs = [(1, 0), (2, 1), (4, 3), (3, 4)];
        assert_eq!(
            spend(budget, &[0, 99_999, 10, 99_999, 99_999], &needs),
            ["failed", "needs", "found", "each", "needs"]
        );
    }
}
