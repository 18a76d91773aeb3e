//! The program from outside: arguments and stdin in, stdout, stderr and exit code out.

mod abnf;
mod action;
mod across;
mod answers;
mod audit;
mod audit_beside;
mod audit_certificate;
mod causes;
mod changes;
mod colour;
mod conform;
mod conformance;
mod confuse;
mod cores;
mod corpus;
mod diff;
mod differ;
mod edit;
mod edit_laws;
/// What an edit is to leave: the law that `tools/fuzz` asks too.
#[path = "../../../../tests/library/laws/edits.rs"]
mod edits;
mod editions;
mod equivalence;
mod errata;
mod errors;
mod explain;
mod export;
mod extract;
mod faults;
mod files;
mod findings;
mod formats;
mod get;
mod grammar;
mod grammar_audit;
mod help;
mod hostile;
mod input;
mod invalid;
mod json;
mod less;
mod lint;
mod lint_grammar;
mod lint_patterns;
mod man;
mod names;
mod parse_grammar;
mod password;
#[cfg(unix)]
mod peers;
#[path = "../../../../tests/audit_random/random.rs"]
#[allow(dead_code, reason = "the automata of random grammars are for other tests")]
mod random;
/// Random strings of an edition, as the laws of the library are asked.
#[path = "../../../../tests/library/laws/strings.rs"]
mod random_strings;
mod requirements;
mod sample;
mod schemes;
mod stdin;
mod strings;
mod support;
mod taken;
mod template;
#[cfg(unix)]
mod terminal;
mod testgen;
mod transcripts;
mod unique;
mod valid;
mod whole_file;

use random::scaled;
