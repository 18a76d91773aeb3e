//! Until when questions may be worked on.
//!
//! In: how long an answer may take, from now on. Out: whether that time has passed. All searches have
//! budgets of steps, and what they find does not depend on the machine. A deadline is one more limit: it
//! turns an answer into *undecided*, and never into another answer. A grammar carries its deadline with
//! it, and one that nobody gave a deadline looks at no clock; there are platforms without one.

use std::fmt;
use std::time::{Duration, Instant};

/// Until when questions about a grammar may be worked on.
///
/// What is open by then is undecided, and says so. Nothing is interrupted: the step that is being
/// worked on comes to its end, which may take some seconds.
///
/// ```
/// use std::time::Duration;
/// use grammar_audit::{AnyGrammar, Deadline, GrammarText, PrintedReader, Notation};
///
/// let text = GrammarText { file: "a.abnf", text: "a = 1*DIGIT\n" };
/// let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text)?);
/// let grammar = grammar.with_deadline(Deadline::after(Duration::ZERO));
/// let why = grammar.decide(&["a"]).acceptor("a").unwrap_err().to_string();
/// assert!(why.ends_with("the budget of 0 s is spent"), "{why}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadline(Option<(Instant, Duration)>);

impl Deadline {
    /// No deadline: only the budgets of steps count.
    pub const NONE: Self = Self(None);

    /// The end of some time from now on. What is too far away to be told is never.
    ///
    /// # Panics
    /// On a platform without a clock, as `wasm32-unknown-unknown`.
    #[must_use]
    pub fn after(budget: Duration) -> Self {
        Self(Instant::now().checked_add(budget).map(|end| (end, budget)))
    }

    /// Whether the time has passed.
    #[must_use]
    pub fn has_passed(self) -> bool {
        self.0.is_some_and(|(end, _)| Instant::now() >= end)
    }
}

/// Says that the time is spent, and how much it was.
impl fmt::Display for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.map_or(u64::MAX, |(_, budget)| budget.as_secs());
        write!(f, "the budget of {seconds} s is spent")
    }
}
