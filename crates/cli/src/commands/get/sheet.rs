//! The rows of a block as they are printed, and what stderr is told between them.
//!
//! In: rows and messages, in the order of the block's lines. Out: the same on stdout and on stderr, when it is the block's
//! turn.

use std::io;

use super::tally::Tally;
use crate::options::invalid::Invalid;
use crate::output::Output;
use crate::output::counts::Counts;
use crate::output::fault::Message;
use crate::output::outcome::Outcome;
use crate::output::sink::Sink;

/// What comes of a block.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) rows: Vec<u8>,
    /// The rows that are counted, and a row that is made.
    pub(super) tally: Tally,
    pub(super) row: Vec<u8>,
    /// What stderr is told, each after so many bytes of the rows.
    said: Vec<(usize, Message)>,
    pub(super) counts: Counts,
    /// The number of rows.
    pub(super) made: u64,
    /// The number of strings that `normalize` would warn about.
    pub(super) warned: u64,
    /// Whether a row was lost that was to be printed.
    pub(super) has_lost: bool,
    /// Why the file cannot be used.
    pub(super) trouble: Option<String>,
}

impl Sheet {
    /// Says something on stderr after the rows so far.
    pub(super) fn say(&mut self, message: Message) {
        self.said.push((self.rows.len(), message));
    }

    /// Prints the rows, and what is said between them. The outcome of the block, in which invalid strings are treated
    /// so.
    pub(super) fn print(
        &self,
        invalid: Invalid,
        sink: &mut Sink,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let mut start = 0;
        for (end, message) in &self.said {
            sink.write(&self.rows[start..*end], out)?;
            start = *end;
            message.say(out)?;
        }
        sink.write(&self.rows[start..], out)?;
        if let Some(trouble) = &self.trouble {
            out.complain_of_file(format_args!("{trouble}\n"))?;
            return Ok(Outcome::Trouble);
        }
        Ok(Outcome::of(!self.has_lost && (self.counts.no == 0 || !invalid.is_reported())))
    }
}
