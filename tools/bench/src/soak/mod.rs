//! Proof under load: very many strings through the scan, the table and two peers, in one process.
//!
//! In: how many strings, and a seed. Out: the verdicts of each judge by [kind](strings::Kind) of string, and
//! every disagreement with its shortest string. What is forgotten is every string on which all agree.
//!
//! 1. [`strings`]: members, near misses, mutations, strings at the borders of blocks, and the suite that is
//!    complete for the automaton.
//! 2. [`judges`]: who is asked about a string, and what each may do.
//! 3. [`findings`]: the disagreements.
//!
//! The surprising case: a peer may reject a string where the letter goes on, or find another fault first. So
//! of peers only the verdict and the components count, and of the table the place too.

pub mod findings;
pub mod judges;
pub mod strings;

use std::fmt::{self, Write as _};
use std::time::{Duration, Instant};

use findings::Findings;
use judges::{Judged, Judges};
use strings::{KINDS, Kind, Strings};

/// How much to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many strings, on all threads together.
    pub strings: u64,
    /// When to end, even if strings are left.
    pub time: Option<Duration>,
    /// What the random numbers begin with.
    pub seed: u64,
    /// How many threads share the work; each has strings of its own.
    pub threads: u64,
}

/// How often a judge accepted and rejected strings of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The accepted strings.
    pub accepted: u64,
    /// The rejected strings.
    pub rejected: u64,
}

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// For each kind of string, in their order, what each judge said.
    pub counts: [[Count; judges::NAMES.len()]; KINDS.len()],
    /// The disagreements.
    pub findings: Findings,
    /// The strings that were judged.
    pub strings: u64,
    /// How long it took.
    pub time: Duration,
}

/// Makes strings and asks all judges about each.
#[must_use]
pub fn run(plan: Plan, judges: &Judges) -> Seen {
    let began = Instant::now();
    let pool = strings::Pool::new(plan.seed);
    let share = plan.strings.div_ceil(plan.threads.max(1));
    let one = |thread: u64| {
        let mut strings = Strings::new(&pool, plan.seed ^ (thread + 1).rotate_left(32));
        let mut seen = Seen::default();
        while seen.strings < share {
            // The clock is asked seldom.
            if seen.strings % 4096 == 0 && plan.time.is_some_and(|time| began.elapsed() >= time) {
                break;
            }
            let (kind, text) = strings.next();
            seen.add(kind, text, &judges.judge(text));
        }
        seen
    };
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let one = &one;
        let threads: Vec<_> =
            (0..plan.threads.max(1)).map(|thread| scope.spawn(move || one(thread))).collect();
        for thread in threads {
            // A judge that panics is a finding that nobody should miss.
            seen.merge(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    seen.time = began.elapsed();
    seen
}

impl Seen {
    fn add(&mut self, kind: Kind, text: &str, judged: &Judged) {
        self.strings += 1;
        for (count, accepts) in self.counts[kind as usize].iter_mut().zip(judged.accepts) {
            *(if accepts { &mut count.accepted } else { &mut count.rejected }) += 1;
        }
        judged.disagreements().for_each(|what| self.findings.add(what, text));
    }

    fn merge(&mut self, other: Self) {
        self.strings += other.strings;
        for (own, others) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            own.accepted += others.accepted;
            own.rejected += others.rejected;
        }
        self.findings.merge(other.findings);
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64();
        let rate = self.strings as f64 / seconds / 1e6;
        writeln!(f, "{} strings in {seconds:.0} s, {rate:.2} million a second\n", self.strings)?;
        let mut head = format!("{:<11}", "accepted");
        judges::NAMES.iter().try_for_each(|name| write!(head, " {name:>16}"))?;
        writeln!(f, "{head} {:>13}", "of")?;
        for (kind, counts) in KINDS.iter().zip(&self.counts) {
            write!(f, "{:<11}", kind.name())?;
            counts.iter().try_for_each(|count| write!(f, " {:>16}", count.accepted))?;
            writeln!(f, " {:>13}", counts[0].accepted + counts[0].rejected)?;
        }
        write!(f, "\n{}", self.findings)
    }
}
