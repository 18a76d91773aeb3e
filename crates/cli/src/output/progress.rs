//! How far a long reading has come, on stderr if that is a terminal.
//!
//! In: what the files hold, as it is read, compressed or not, and the lines that were worked on. Out: a
//! bar, and a moving sign where the end of the input is not known. A reading that takes no longer than
//! the blink of an eye shows none.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::counted::counted;

const BLINK: Duration = Duration::from_millis(300);

pub(crate) struct Progress {
    watch: Watch,
    lines: u64,
}

/// What counts the bytes that are read, on any thread.
#[derive(Clone)]
pub(crate) struct Watch {
    bar: ProgressBar,
    since: Instant,
    bytes: Arc<AtomicU64>,
}

impl Progress {
    /// The progress through `files`, if anybody watches stderr.
    pub(crate) fn through(files: &[PathBuf]) -> Option<Self> {
        if files.is_empty() || !io::stderr().is_terminal() {
            return None;
        }
        let length = |file: &PathBuf| {
            let data = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
            Some(data.len())
        };
        let total: Option<u64> = files.iter().map(length).sum();
        let template = match total {
            Some(_) => "{bar:40} {percent:>3} %  {msg}{bytes_per_sec}  {eta} left",
            None => "{spinner} {bytes}  {msg}{bytes_per_sec}",
        };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let watch = Watch { bar, since: Instant::now(), bytes: Arc::default() };
        Some(Self { watch, lines: 0 })
    }

    /// What counts the bytes.
    pub(crate) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Goes on by so many lines.
    pub(crate) fn advance(&mut self, lines: u64) {
        self.lines += lines;
        if self.lines > 0 && self.watch.is_shown() {
            self.watch.bar.set_message(counted(self.lines, "line") + "  ");
        }
    }

    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.watch.is_shown() { self.watch.bar.suspend(write) } else { write() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.watch.bar.finish_and_clear();
    }
}

impl Watch {
    pub(crate) fn read(&self, bytes: u64) {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.is_shown() {
            self.bar.set_position(all);
        }
    }

    fn is_shown(&self) -> bool {
        self.since.elapsed() >= BLINK
    }
}
