//! How far a run has come, so that another can go on from there.
//!
//! In: the end of each block of lines whose results are written. Out: on an interrupt, or where a file cannot be read to its
//! end, a message with the line up to which all is done; `--from-line` of the next run takes that number. What is forgotten:
//! which lines of the next block were worked on. Whoever writes the results of a block holds the [`Track`], so that the
//! message never tells of half a block.
//!
//! The surprising case: a writer may hold the track for ever, if nobody reads what it writes. An interrupt ends the program
//! all the same, and the message then says that more may be written.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io, thread};

use super::unreadable;
use crate::output::Output;
use crate::output::outcome::Outcome;

/// How often a track is asked for that somebody holds, and how long each time is waited.
const TRIES: u32 = 40;
const PAUSE: Duration = Duration::from_millis(25);

/// Whether an interrupt is being told of.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// So much of a file comes before the end of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) lines: u64,
    /// Bytes of the text, once it is unpacked, without a byte order mark.
    pub(crate) bytes: u64,
}

/// How far the run has come in the file that is read.
#[derive(Clone)]
pub(crate) struct Track(Arc<Mutex<Option<Place>>>);

/// A place in a file.
pub(crate) struct Place {
    file: String,
    reached: Reached,
}

impl Track {
    /// A track that is told on an interrupt.
    pub(crate) fn watched() -> Self {
        let track = Self(Arc::default());
        #[cfg(unix)]
        interrupt::watch(&track);
        track
    }

    /// Begins a file.
    pub(crate) fn enter(&self, file: String) {
        *self.hold() = Some(Place { file, reached: Reached::default() });
    }

    /// Ends the files: from now on there is nothing to tell.
    pub(crate) fn leave(&self) {
        *self.hold() = None;
    }

    /// Waits until nobody else writes or tells, and keeps others from it.
    pub(crate) fn hold(&self) -> MutexGuard<'_, Option<Place>> {
        // Who tells of an interrupt waits for the track, and would lose it to who takes it again at once.
        for _ in 0..TRIES {
            if !IS_INTERRUPTED.load(Ordering::Relaxed) {
                break;
            }
            thread::sleep(PAUSE);
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a writer holds from the first part of a block to its end.
pub(super) type Held<'t> = Option<MutexGuard<'t, Option<Place>>>;

/// Holds the track, if there is one, unless it is held.
pub(super) fn hold<'t>(held: &mut Held<'t>, track: Option<&'t Track>) {
    if held.is_none() {
        *held = track.map(Track::hold);
    }
}

/// Notes that all of a block is written, and lets others tell so.
pub(super) fn end(held: &mut Held<'_>, reached: Reached) {
    if let Some(place) = held.as_mut().and_then(|held| held.as_mut()) {
        place.reached = reached;
    }
    *held = None;
}

/// Says that a file cannot be read to its end, and up to where it was.
pub(super) fn unreadable_from(
    path: &Path,
    error: &io::Error,
    held: &Held<'_>,
    out: &mut Output,
) -> io::Result<Outcome> {
    let outcome = unreadable(path, error, out)?;
    let place = held.as_ref().and_then(|held| held.as_ref()).filter(|place| place.is_later());
    if let Some(place) = place {
        out.note(format_args!("note: {place}\n"))?;
    }
    Ok(outcome)
}

impl Place {
    /// Whether there is a line before the place.
    pub(crate) const fn is_later(&self) -> bool {
        self.reached.lines > 0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, reached: Reached { lines, bytes } } = self;
        let next = lines + 1;
        write!(
            f,
            "the results of {file} are written up to line {lines}, byte {bytes}; `--from-line {next}` goes on"
        )
    }
}

#[cfg(unix)]
mod interrupt {
    use std::io::{self, IsTerminal, Write};
    use std::sync::TryLockError;
    use std::sync::atomic::Ordering;
    use std::thread;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{IS_INTERRUPTED, PAUSE, TRIES, Track};
    use crate::output::terminal::shown;

    /// Tells the track where the program is interrupted or told to end. Without a watch the program ends in silence.
    pub(super) fn watch(track: &Track) {
        let (Ok(mut signals), track) = (Signals::new([SIGINT, SIGTERM]), track.clone()) else {
            return;
        };
        drop(thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                IS_INTERRUPTED.store(true, Ordering::Relaxed);
                tell(&track);
                let _ = emulate_default_handler(signal);
            }
        }));
    }

    fn tell(track: &Track) {
        for _ in 0..TRIES {
            match track.0.try_lock() {
                Ok(held) => {
                    if let Some(place) = held.as_ref().filter(|place| place.is_later()) {
                        say(&format!("interrupted: {place}\n"));
                    }
                    // Nothing is written any more.
                    std::mem::forget(held);
                    return;
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Poisoned(_)) => return,
            }
        }
        say("interrupted while results were being written\n");
    }

    fn say(text: &str) {
        let mut stderr = io::stderr();
        // The line of a terminal has `^C`, or a bar.
        let line_end = if stderr.is_terminal() { "\n" } else { "" };
        let text = format!("{line_end}{text}");
        let _ = stderr.write_all(&shown(text.as_bytes()));
    }
}
