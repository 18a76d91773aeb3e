//! The program from outside: arguments and stdin in, stdout, stderr and exit code out.

mod abnf;
mod across;
mod answers;
mod audit;
mod audit_beside;
mod audit_certificate;
mod causes;
mod changes;
mod colour;
mod conform;
mod cores;
mod corpus;
mod diff;
mod differ;
mod editions;
mod equivalence;
mod errors;
mod explain;
mod export;
mod extract;
mod files;
mod formats;
mod get;
mod grammar;
mod help;
mod hostile;
mod input;
mod json;
mod less;
mod lint;
mod man;
mod names;
mod password;
#[cfg(unix)]
mod peers;
mod readme;
mod requirements;
mod sample;
mod schemes;
mod stdin;
mod support;
#[cfg(unix)]
mod terminal;
mod testgen;
mod unique;
mod whole_file;
