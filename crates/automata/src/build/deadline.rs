//! Limits on the time and the memory of the work on a grammar. Step budgets do not depend on the machine; a
//! deadline is a further limit, whose only effect is that an answer becomes *undecided*. Memory is counted, not
//! measured: every structure that grows with the input records its bytes in a [`Held`], and all work under one
//! deadline shares one count.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A limit on the time and the memory for questions about a grammar.
///
/// Questions that are open at the deadline are reported as undecided. Nothing is interrupted: the current step
/// is completed, which may take some seconds.
///
/// ```
/// use std::time::Duration;
/// use grammar_automata::build::Deadline;
///
/// assert!(!Deadline::NONE.has_passed());
/// let passed = Deadline::after(Duration::ZERO);
/// assert!(passed.has_passed());
/// assert_eq!(passed.to_string(), "the budget of 0 s is spent; raise --budget");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    end: Option<(Instant, Duration)>,
    memory: Option<Arc<Memory>>,
}

/// The number of bytes in use by all work under one deadline, and the limit on this number.
#[derive(Debug)]
struct Memory {
    most: u64,
    held: AtomicU64,
    is_spent: AtomicBool,
}

impl Deadline {
    /// No deadline: only step budgets apply.
    pub const NONE: Self = Self { end: None, memory: None };

    /// Returns the deadline that is `budget` from now. A time too far away to be represented means no deadline.
    ///
    /// # Panics
    /// Panics on a platform without a clock, such as `wasm32-unknown-unknown`.
    pub fn after(budget: Duration) -> Self {
        let end = Instant::now().checked_add(budget).map(|end| (end, budget));
        Self { end, ..Self::NONE }
    }

    /// Adds a limit on the counted memory, in bytes. The count begins at zero.
    #[must_use]
    pub fn with_memory(self, most: u64) -> Self {
        let (held, is_spent) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { memory: Some(Arc::new(Memory { most, held, is_spent })), ..self }
    }

    /// Returns whether the time has passed, or the memory limit was exceeded.
    pub fn has_passed(&self) -> bool {
        self.memory.as_ref().is_some_and(|one| one.is_spent.load(Ordering::Relaxed))
            || self.end.is_some_and(|(end, _)| Instant::now() >= end)
    }

    /// Returns the number of bytes that all structures hold now.
    pub fn held(&self) -> u64 {
        self.memory.as_ref().map_or(0, |one| one.held.load(Ordering::Relaxed))
    }

    /// Returns a count of the bytes that one structure holds. The count begins at zero.
    pub fn hold(&self) -> Held {
        Held { memory: self.memory.clone(), bytes: 0 }
    }
}

/// Two deadlines are equal if they end at the same time and share one count of memory.
impl PartialEq for Deadline {
    fn eq(&self, other: &Self) -> bool {
        let place = |one: &Self| one.memory.as_ref().map(Arc::as_ptr);
        self.end == other.end && place(self) == place(other)
    }
}

impl Eq for Deadline {}

impl fmt::Display for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(memory) =
            self.memory.as_ref().filter(|one| one.is_spent.load(Ordering::Relaxed))
        {
            let (most, unit) = match memory.most {
                most if most >= 1 << 20 && most % (1 << 20) == 0 => (most >> 20, "MiB"),
                most => (most, "bytes"),
            };
            return write!(f, "the memory of {most} {unit} is spent; raise --memory");
        }
        let seconds = self.end.map_or(u64::MAX, |(_, budget)| budget.as_secs());
        write!(f, "the budget of {seconds} s is spent; raise --budget")
    }
}

/// The bytes that one structure holds. Dropping this value releases them.
#[derive(Debug, Default)]
pub struct Held {
    memory: Option<Arc<Memory>>,
    bytes: u64,
}

impl Held {
    /// Sets the number of bytes, and returns whether the total is within the memory limit.
    pub fn set(&mut self, bytes: usize) -> bool {
        let Some(memory) = &self.memory else { return true };
        let bytes = bytes as u64;
        let (more, less) = (bytes.saturating_sub(self.bytes), self.bytes.saturating_sub(bytes));
        memory.held.fetch_sub(less, Ordering::Relaxed);
        let held = memory.held.fetch_add(more, Ordering::Relaxed).saturating_add(more);
        self.bytes = bytes;
        if held > memory.most {
            memory.is_spent.store(true, Ordering::Relaxed);
        }
        held <= memory.most
    }

    /// Adds to the number of bytes, and returns whether the total is within the memory limit.
    pub fn add(&mut self, bytes: usize) -> bool {
        self.set((self.bytes as usize).saturating_add(bytes))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_memory_is_returned() {
        let deadline = Deadline::NONE.with_memory(100);
        let (mut one, mut other) = (deadline.hold(), deadline.hold());
        assert!(one.set(60) && other.add(40) && one.set(50) && other.add(10));
        assert_eq!((deadline.held(), deadline.has_passed()), (100, false));
        drop(one);
        assert_eq!(deadline.held(), 50);
        assert!(!other.set(101));
        drop(other);
        // Once exceeded, the memory stays spent even if some is released.
        assert_eq!((deadline.held(), deadline.has_passed()), (0, true));
        assert_eq!(deadline.to_string(), "the memory of 100 bytes is spent; raise --memory");
        assert!(!Deadline::NONE.has_passed() && Deadline::NONE.hold().set(usize::MAX));
    }

    #[test]
    fn held_memory_saturates() {
        let deadline = Deadline::NONE.with_memory(u64::MAX);
        let mut held = deadline.hold();
        assert!(held.add(usize::MAX) && held.add(usize::MAX));
        assert_eq!(deadline.held(), u64::MAX);
    }
}
