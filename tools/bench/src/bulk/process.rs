//! A run of a program on a list, and how long it takes.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::lists::{List, Lists};
use super::rate::Rate;
use crate::measure::median;

/// A program to run on a list. `FILE` among the arguments stands for the file.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) name: String,
    /// How many threads the program was told to use, if it can be told.
    pub(super) threads: Option<usize>,
    pub(super) list: List,
    pub(super) words: Vec<String>,
}

impl Run {
    /// The rate; or why there is none.
    pub(super) fn measure(&self, lists: &Lists, rounds: usize) -> io::Result<Result<Rate, String>> {
        let list = lists.get(self.list);
        let mut seconds = Vec::new();
        for _ in 0..rounds {
            match timed(&self.words, &list.path) {
                Ok(Some(time)) => seconds.push(time.as_secs_f64()),
                Ok(None) => return Ok(Err(format!("{}: the program refuses", self.name))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Err(format!("{}: no `{}` here", self.name, self.words[0])));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Ok(Rate {
            name: self.name.clone(),
            list: self.list.name(),
            threads: self.threads,
            seconds: median(seconds),
            lines: list.lines,
            bytes: list.bytes,
        }))
    }
}

/// The command with the file in its place.
pub(super) fn command(words: &[String], file: &Path) -> Command {
    let mut command = Command::new(&words[0]);
    let file = file.to_string_lossy();
    command.args(words[1..].iter().map(|word| word.replace("FILE", &file)));
    command
}

/// How long a run takes that writes to nowhere; None if the program could not do it.
fn timed(words: &[String], file: &Path) -> io::Result<Option<Duration>> {
    let began = Instant::now();
    let mut command = command(words, file);
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status()?;
    // 1 says that some strings are invalid; 2, and 127 of a shell, that there is no answer.
    Ok(status.code().is_some_and(|code| code < 2).then(|| began.elapsed()))
}
