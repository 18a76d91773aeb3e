//! The progress of a long read, on stderr.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::counted;

const BLINK: Duration = Duration::from_millis(300);

/// The interval between lines, if no bar is shown.
const PAUSE: Duration = Duration::from_secs(5);

pub(crate) struct Progress {
    watch: Watch,
    lines: u64,
    /// When the last line was written, or `None` if there is a bar.
    written: Option<Instant>,
}

#[derive(Clone)]
pub(crate) struct Watch {
    bar: ProgressBar,
    since: Instant,
    bytes: Arc<AtomicU64>,
}

impl Progress {
    /// Creates the progress through `files`, if stderr is a terminal or the progress is requested.
    pub(crate) fn through(files: &[PathBuf], is_asked_for: bool) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        if files.is_empty() || !(is_terminal || is_asked_for) {
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
        let target = match is_terminal {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(total, target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let watch = Watch { bar, since: Instant::now(), bytes: Arc::default() };
        let written = (!is_terminal).then(Instant::now);
        Some(Self { watch, lines: 0, written })
    }

    pub(crate) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    pub(crate) fn advance(&mut self, lines: u64) {
        self.lines += lines;
        if self.written.is_some_and(|written| written.elapsed() >= PAUSE) {
            self.written = Some(Instant::now());
            self.say();
        }
        if self.lines > 0 && self.watch.is_shown() {
            self.watch.bar.set_message(counted(self.lines, "line") + "  ");
        }
    }

    fn say(&self) {
        let Watch { bar, since, bytes } = &self.watch;
        let bytes = bytes.load(Ordering::Relaxed);
        let per_second = bytes as f64 / since.elapsed().as_secs_f64().max(0.001);
        let of = bar.length().map_or_else(String::new, |all| format!(" of {}", HumanBytes(all)));
        let text = format!(
            "progress: {}{of} read, {}, {}/s\n",
            HumanBytes(bytes),
            counted(self.lines, "line"),
            HumanBytes(per_second as u64)
        );
        // If stderr cannot be written, there is nowhere left to report it.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.watch.is_shown() { self.watch.bar.suspend(write) } else { write() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.watch.bar.finish_and_clear();
        if self.written.is_some() {
            self.say();
        }
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
