//! Large or deep grammars, and every command with a budget of time and memory.
//!
//! The input determines the shape and size of a grammar. The laws: lint, audit, certificates, comparison, mutants,
//! exports and extraction from a document return, free their memory, and give a reason for what is undecided. The
//! fuzzer checks the time and the memory of the process, with its `-timeout` and `-rss_limit_mb`.

use std::time::Duration;

use urispec_audit::Deadline;

use crate::hostile;

/// The size of a grammar; a chain has sixteen times as many rules.
const MOST: usize = if cfg!(fuzzing) { 256 } else { 8 };
/// The budget of time and memory of each command.
const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 32 << 20;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    if data.is_empty() {
        return;
    }
    // Only the fuzzer uses a clock, because other findings must be reproducible.
    let anew = || match cfg!(fuzzing) {
        true => Deadline::after(TIME).with_memory(MEMORY),
        false => Deadline::NONE.with_memory(MEMORY >> 8),
    };
    hostile::within(&hostile::grammar(data, MOST), &anew);
}
