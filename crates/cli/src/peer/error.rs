//! What is wrong with a peer as a whole, in one sentence that says what to do.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use thiserror::Error;

use super::question::Question;
use crate::output::terminal::Escaped;

/// Why a peer is not asked any more.
#[derive(Debug, Error)]
#[error("{name}: {fault}")]
pub(crate) struct PeerError {
    name: String,
    fault: Fault,
}

#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("cannot start `{command}`: {why}")]
    NotStarted { command: String, why: io::Error },
    #[error("absent: {why}")]
    Absent { why: String },
    #[error("the program {how} before its first answer")]
    EndedAtStart { how: String },
    #[error(
        "the program {how} after its first answer: it must read lines until its input ends, and \
         answer each"
    )]
    EndedAfterOne { how: String },
    #[error("the program {how}: does it read each line as it comes, and flush after each answer?")]
    Silent { how: String },
    #[error("{line} is no answer to {asked}: {why}")]
    Malformed { line: String, asked: String, why: String },
    #[error("nobody asked for the answer {line}: a program writes one line for each that it reads")]
    Unasked { line: String },
    #[error("the answer to {asked} is longer than {limit} bytes")]
    LongLine { limit: usize, asked: String },
    #[error(
        "the program died over {count} strings; over the last, {asked}, it {how}: an adapter must \
         catch what its parser throws, and answer {{\"valid\":false}}"
    )]
    DiesOften { count: usize, asked: String, how: String },
    #[error(
        "the program hung over {count} strings; over the last, {asked}, it {how}: a longer \
         --timeout may help"
    )]
    HangsOften { count: usize, asked: String, how: String },
}

impl PeerError {
    pub(super) fn new(name: &str, fault: Fault) -> Self {
        Self { name: Escaped(name.as_bytes()).to_string(), fault }
    }

    /// What is wrong, without the name of the peer.
    pub(crate) fn fault(&self) -> String {
        self.fault.to_string()
    }

    /// Why the peer is not there, if that is what is wrong.
    pub(crate) fn absence(&self) -> Option<String> {
        match &self.fault {
            Fault::Absent { why } => Some(why.clone()),
            Fault::NotStarted { why, .. } if why.kind() == io::ErrorKind::NotFound => {
                Some(self.fault.to_string())
            }
            _ => None,
        }
    }
}

impl Fault {
    pub(super) fn not_started(words: &[OsString], why: io::Error) -> Self {
        let command: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        Self::NotStarted { command: shortened(command.join(" ").as_bytes()), why }
    }

    pub(super) fn malformed(line: &[u8], asked: &Question<'_>, why: &str) -> Self {
        let asked = quoted(asked.input.as_bytes());
        Self::Malformed { line: quoted(line), asked, why: shortened(why.as_bytes()) }
    }
}

/// A message shows so many bytes of what a peer wrote.
const SHOWN: usize = 160;

/// Bytes on one line, in quotes, without effect on a terminal, and not long.
pub(super) fn quoted(bytes: &[u8]) -> String {
    format!("`{}`", shortened(bytes))
}

/// Bytes on one line, without effect on a terminal, and not long.
pub(super) fn shortened(bytes: &[u8]) -> String {
    if bytes.len() <= SHOWN {
        return Escaped(bytes).to_string();
    }
    format!("{}… ({} bytes)", Escaped(&bytes[..SHOWN]), bytes.len())
}

/// A time, in seconds.
pub(super) fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
