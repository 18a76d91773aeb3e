//! Grammars that are large or deep, and all that takes a budget of time and memory.
//!
//! In: bytes, which say the shape and the size of a grammar. The laws: lint, audit, certificates, comparison, mutants,
//! exports, and what is read out of a document come back, hold no memory then, and give a reason for what is undecided.
//! That they come back in time and within the memory of the process is for the fuzzer to see: its `-timeout` and
//! `-rss_limit_mb`.

use std::time::Duration;

use urispec_audit::Deadline;

use crate::hostile;

/// How large a grammar is made: a chain has sixteen times as many rules.
const MOST: usize = if cfg!(fuzzing) { 256 } else { 8 };
/// How long each command may take, and how much memory it may count.
const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 32 << 20;

/// The laws of this module.
pub fn holds(data: &[u8]) {
    if data.is_empty() {
        return;
    }
    // A clock only where it is the fuzzer that judges: elsewhere a finding must come again.
    let anew = || match cfg!(fuzzing) {
        true => Deadline::after(TIME).with_memory(MEMORY),
        false => Deadline::NONE.with_memory(MEMORY >> 8),
    };
    hostile::within(&hostile::grammar(data, MOST), &anew);
}
