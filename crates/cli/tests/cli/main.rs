//! Tests of the program as a process: arguments and stdin in, stdout, stderr and the exit code out.
//!
//! Most are in `tests/transcripts`. These cover what a transcript cannot: terminals, closed pipes,
//! memory, and properties of all documents, commands or strings.

mod cores;
mod documents;
/// The expected result of an edit, shared with `tools/fuzz`.
#[path = "../../../../tests/library/laws/edits.rs"]
mod edits;
mod faults;
mod help;
mod hostile;
mod lists;
mod peers;
mod properties;
#[path = "../../../../tests/audit_random/random.rs"]
#[allow(dead_code, reason = "the automata of random grammars are for other tests")]
mod random;
/// Random strings of an edition, shared with the library's tests.
#[path = "../../../../tests/library/laws/strings.rs"]
mod random_strings;
mod streams;
mod suites;
mod support;
#[cfg(unix)]
mod terminal;
mod transcripts;

use random::scaled;
