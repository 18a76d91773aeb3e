//! The process of a peer.
//!
//! The process leads its own process group, and is ended together with all its descendants that stay in the
//! group. It is killed, since a process may ignore requests to end.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::folder::Folder;
use super::{seconds, shortened};

/// The environment variable in which adapters find the folder of installed parsers.
const INSTALLED: &str = "URISPEC_INSTALLED";

const PIECE: usize = 64 << 10;

const PIECES: usize = 4;

const KEPT: usize = 4 << 10;

/// The interval for checking whether a process has ended while another process holds its output open.
const TICK: Duration = Duration::from_millis(50);

/// The time that a process may take to end after its output has ended.
const ENDING: Duration = Duration::from_millis(300);

pub(super) struct Process {
    child: Child,
    questions: Sender<Vec<u8>>,
    pieces: Receiver<Vec<u8>>,
    text: Vec<u8>,
    start: usize,
    /// The offset up to which `text` has been searched for a line end.
    looked: usize,
    errors: Arc<Errors>,
    is_deaf: Arc<AtomicBool>,
    pub(super) has_ended: bool,
    pub(super) status: Option<ExitStatus>,
}

/// The tail of a process's standard error.
#[derive(Default)]
struct Errors {
    text: Mutex<Vec<u8>>,
    is_complete: AtomicBool,
}

pub(super) enum Received {
    Line(Vec<u8>),
    TooLong,
    Ended,
    Nothing,
}

impl Process {
    pub(super) fn start(words: &[OsString], folder: Option<&Folder>) -> io::Result<Self> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is missing"));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Makes the message the last line of a panic.
        command.env("RUST_BACKTRACE", "0");
        if let Some(folder) = folder {
            command.current_dir(&folder.path);
            if let Some(installed) = &folder.installed {
                command.env(INSTALLED, installed);
            }
        }
        #[cfg(unix)]
        let mut child = groups::spawn(&mut command)?;
        #[cfg(not(unix))]
        let mut child = command.spawn()?;
        let (questions, lines) = channel::<Vec<u8>>();
        let (filled, pieces) = sync_channel(PIECES);
        let (errors, is_deaf) = (Arc::new(Errors::default()), Arc::new(AtomicBool::new(false)));
        if let Some(mut stdin) = child.stdin.take() {
            let is_deaf = Arc::clone(&is_deaf);
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                        is_deaf.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read(stdout, &filled));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || errors.keep(stderr));
        }
        Ok(Self {
            child,
            questions,
            pieces,
            text: Vec::new(),
            start: 0,
            looked: 0,
            errors,
            is_deaf,
            has_ended: false,
            status: None,
        })
    }

    /// Queues lines, which are written as fast as the process reads them.
    pub(super) fn send(&self, lines: Vec<u8>) {
        if !lines.is_empty() {
            // A process that no longer reads is detected by its silence.
            let _ = self.questions.send(lines);
        }
    }

    pub(super) fn line(&mut self, deadline: Instant, limit: usize) -> Received {
        let mut is_over = false;
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.text[self.looked..]) {
                let line = self.text[self.start..self.looked + at].to_vec();
                self.start = self.looked + at + 1;
                self.looked = self.start;
                return if line.len() > limit { Received::TooLong } else { Received::Line(line) };
            }
            self.text.drain(..self.start);
            (self.start, self.looked) = (0, self.text.len());
            if self.looked > limit {
                return Received::TooLong;
            }
            if self.has_ended {
                return Received::Ended;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left.min(TICK)) {
                Ok(piece) => {
                    self.text.extend(piece);
                    is_over = false;
                }
                Err(RecvTimeoutError::Disconnected) => self.has_ended = true,
                // Pipes held open by another process may still contain output of this one.
                Err(RecvTimeoutError::Timeout) if is_over => self.has_ended = true,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Received::Nothing,
                Err(RecvTimeoutError::Timeout) => is_over = self.is_over(),
            }
        }
    }

    /// Waits for unsolicited output of the process for at most `within`, and returns its first line.
    pub(super) fn unasked(&mut self, within: Duration) -> Option<Vec<u8>> {
        let deadline = Instant::now() + within;
        while self.start == self.text.len() && !self.has_ended {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(piece) => self.text.extend(piece),
                Err(RecvTimeoutError::Disconnected) => self.has_ended = true,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        let text = &self.text[self.start..];
        let line = text.split(|&byte| byte == b'\n').next()?;
        (!text.is_empty()).then(|| line.to_vec())
    }

    /// Ends the process, and returns how it ended, as a verb phrase.
    pub(super) fn end_of_it(&mut self) -> String {
        let deadline = Instant::now() + ENDING;
        while !(self.is_over() && self.errors.is_complete()) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let was_over = self.is_over();
        self.end();
        let how = match self.status {
            _ if !was_over => "closed its output".to_owned(),
            Some(status) => ended(status),
            None => "ended".to_owned(),
        };
        self.errors.after(how)
    }

    /// Ends a process that gives no answer, and returns a verb phrase that describes the failure.
    pub(super) fn silence(&mut self, timeout: Duration) -> String {
        self.end();
        let mut how = format!("gave no answer in {}", seconds(timeout));
        let begun = self.text.len() - self.start;
        if begun > 0 {
            how += &format!(", only {begun} bytes without a line end");
        }
        if self.is_deaf.load(Ordering::Relaxed) {
            how += " and closed its standard input";
        }
        self.errors.after(how)
    }

    /// Returns whether the process has ended, even if its descendants still run.
    fn is_over(&mut self) -> bool {
        if self.status.is_some() {
            return true;
        }
        // The process id, which is the group id, stays reserved until the group is killed.
        #[cfg(unix)]
        {
            use rustix::process::{WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let child = rustix::process::Pid::from_child(&self.child);
            !matches!(waitid(WaitId::Pid(child), options), Ok(None))
        }
        #[cfg(not(unix))]
        {
            self.status = self.child.try_wait().ok().flatten();
            self.status.is_some()
        }
    }

    /// Kills the process group, and waits for the process.
    fn end(&mut self) {
        if self.status.is_some() {
            return;
        }
        #[cfg(unix)]
        groups::end(rustix::process::Pid::from_child(&self.child));
        // An error means that the process has already ended.
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn read(mut from: impl Read, filled: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; PIECE];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) if filled.send(buffer[..count].to_vec()).is_err() => return,
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return,
            _ => {}
        }
    }
}

impl Errors {
    fn keep(&self, mut from: impl Read) {
        let mut buffer = [0; KEPT];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
            text.extend_from_slice(&buffer[..count]);
            let start = text.len().saturating_sub(KEPT);
            text.drain(..start);
        }
        self.is_complete.store(true, Ordering::Release);
    }

    fn is_complete(&self) -> bool {
        self.is_complete.load(Ordering::Acquire)
    }

    /// Appends the last line of the process's standard error to `how`, the description of its end.
    fn after(&self, how: String) -> String {
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        // Rust programs end with a note about their environment.
        let says = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"note: ");
        match lines.rev().find(says) {
            Some(line) => format!("{how} ({})", shortened(line)),
            None => how,
        }
    }
}

fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => "ended".to_owned(),
    }
}

/// The process groups that are running, to end them with this program.
///
/// A terminal interrupts only the group of this program, and each peer has its own group. So when this
/// program is interrupted or terminated, it first kills these groups.
#[cfg(unix)]
mod groups {
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

    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        // If the signals cannot be watched, a hanging peer may outlive this program; nothing else changes.
        WATCHED.call_once(|| drop(watch()));
        // The lock delays an interrupt until the group is registered; otherwise the new process
        // would survive.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.process_group(0).spawn()?;
        running.push(Pid::from_child(&child));
        Ok(child)
    }

    pub(super) fn end(group: Pid) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| *other != group);
        // It may already have ended.
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
}
