//! The groups of processes that are running, to end them with this program.
//!
//! A terminal interrupts only the group of this program, and each peer leads one of its own. So where this
//! program is interrupted or told to end, the groups are killed first. What is forgotten is the signal that
//! nobody can catch: a program whose peer was killed that way reads the end of its input.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
static WATCHED: Once = Once::new();

/// Starts a process that leads a group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    // Without the watch a peer that hangs outlives this program, and nothing else changes.
    WATCHED.call_once(|| drop(watch()));
    // An interrupt waits until the group is known: else the process that has just begun would live on.
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.process_group(0).spawn()?;
    running.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills a group.
pub(super) fn end(group: Pid) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.retain(|other| *other != group);
    // It may have ended by itself.
    let _ = kill_process_group(group, Signal::KILL);
}

fn watch() -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            for group in running.iter() {
                let _ = kill_process_group(*group, Signal::KILL);
            }
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
