//! The program from outside: arguments and stdin in, stdout, stderr and exit code out.
//!
//! Most of it stands in `tests/transcripts`. Here is what a transcript cannot do: terminals, closed pipes, memory, and what
//! holds for all documents, commands or strings.

mod cores;
mod documents;
/// What an edit is to leave: the law that `tools/fuzz` asks too.
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
/// Random strings of an edition, as the laws of the library are asked.
#[path = "../../../../tests/library/laws/strings.rs"]
mod random_strings;
mod streams;
mod suites;
mod support;
#[cfg(unix)]
mod terminal;
mod transcripts;

use random::scaled;
