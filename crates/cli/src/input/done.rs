//! The result of reading an input, which grows part by part.
//!
//! In: strings and how each was answered, or the parts that other threads read. Out: the worst outcome, the numbers of
//! yes and no, and what a command counts besides.

use std::io::{self, Write};
use std::path::Path;

use super::blocks::Feed;
use super::bulk::{self, Next, Turn};
use super::{Item, unreadable};
use crate::options::Less;
use crate::output::Output;
use crate::output::columns::Sheet;
use crate::output::counted::{Counts, Tally};
use crate::output::usage::Outcome;

/// The result of reading an input, or a part of it.
pub(crate) struct Done<T = ()> {
    pub(crate) worst: Outcome,
    pub(crate) counts: Counts,
    pub(crate) tally: T,
    /// How many of the files could be opened.
    pub(crate) opened: usize,
    /// Whether there were strings among the arguments.
    pub(super) has_arguments: bool,
}

impl<T: Tally> Done<T> {
    /// The result of reading nothing.
    pub(crate) fn nothing() -> Self {
        let counts = Counts::default();
        let tally = T::default();
        Self { worst: Outcome::Yes, counts, tally, opened: 0, has_arguments: false }
    }

    /// Counts the outcome of a string.
    pub(crate) fn count(&mut self, outcome: Outcome) {
        self.counts.outcome(outcome);
        self.worst = self.worst.max(outcome);
    }

    /// Adds the result of the next part.
    fn add(&mut self, part: Self) {
        self.worst = self.worst.max(part.worst);
        self.counts.add(&part.counts);
        self.tally.add(part.tally);
    }
}

impl<T> Done<T> {
    /// Ends a command: with one line of numbers, if they were asked for and there was something to
    /// count.
    pub(crate) fn end(self, less: &Less, out: &mut Output, counts: &str) -> io::Result<Outcome> {
        if less.count && (self.has_arguments || self.opened > 0) {
            writeln!(out, "{counts}")?;
        }
        Ok(self.worst)
    }
}

/// A part of what a thread has to say of a block.
enum Worked<T> {
    Sheet(Sheet),
    Done(Done<T>),
    /// Why the block has no end.
    Failed(io::Error),
}

impl<T: Tally> Done<T> {
    /// Works on all of a file, on so many threads. What they say is written in the order of the file.
    pub(crate) fn read<F: Feed>(
        &mut self,
        path: &Path,
        feed: F,
        threads: usize,
        out: &mut Output,
        work: impl Fn(&mut Output, &mut Self, &F::Part) -> io::Result<()> + Clone + Send + 'static,
    ) -> io::Result<()> {
        let (elsewhere, manner) = (work.clone(), out.manner());
        let elsewhere = move |block: &F::Part, turn: Turn<Worked<T>>| {
            let (mut part, to) = (Self::nothing(), turn.clone());
            let mut out = Output::in_turn(manner, move |sheet| to.give(Worked::Sheet(sheet)));
            let worked = elsewhere(&mut out, &mut part, block).and_then(|()| out.flush());
            // Where nobody takes it, nobody is left to tell.
            let _ = turn.give(worked.map_or_else(Worked::Failed, |()| Worked::Done(part)));
        };
        bulk::each(feed, threads, elsewhere, |next| {
            let before = self.counts.all();
            match next {
                Next::Block(block) => work(out, self, block)?,
                Next::Part(Worked::Sheet(sheet)) => out.put(sheet)?,
                Next::Part(Worked::Done(part)) => self.add(part),
                Next::Part(Worked::Failed(error)) => return Err(error),
                Next::Unreadable(error) => self.worst = unreadable(path, &error, out)?,
            }
            out.worst = out.worst.max(self.worst);
            if let Some(progress) = &mut out.progress {
                progress.advance(self.counts.all() - before);
            }
            // What was asked is answered before more is waited for.
            out.flush()
        })
    }

    /// Answers a string, and counts the answer. Where no is not said, it makes the result no worse.
    pub(super) fn take(
        &mut self,
        item: &Item<'_>,
        is_no_said: bool,
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, &mut T, &Item<'_>) -> io::Result<Outcome>,
    ) -> io::Result<()> {
        let outcome = answer(out, &mut self.tally, item)?;
        self.counts.outcome(outcome);
        if is_no_said || outcome != Outcome::No {
            self.worst = self.worst.max(outcome);
        }
        out.worst = out.worst.max(self.worst);
        out.end_record()
    }
}
