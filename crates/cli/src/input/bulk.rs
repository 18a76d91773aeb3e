//! Distributes the blocks of a file over threads, and delivers the results in order.
//!
//! Only a few blocks for each core are in memory at a time, with at most [`AHEAD`] parts of each result:
//! a thread with more output waits for its turn. So the file, and the result of a block, may be larger
//! than memory.
//!
//! The surprising case: slow input is processed on one thread, the one that consumes the parts. Another
//! thread would only wait too.

use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use crate::input::Feed;

/// How many parts of a block's result may wait for their turn.
const AHEAD: usize = 64;

/// The next step of the calling thread.
pub(crate) enum Next<'b, B, T> {
    Block(&'b B),
    /// Consume a part that another thread produced.
    Part(T),
    /// Report why the file cannot be read to its end. This is the last step.
    Unreadable(io::Error),
}

pub(crate) struct Turn<T>(SyncSender<io::Result<T>>);

impl<T> Turn<T> {
    /// Sends a part, and waits while too many parts are queued.
    ///
    /// # Errors
    ///
    /// If the receiver is gone.
    pub(crate) fn give(&self, part: T) -> io::Result<()> {
        self.0.send(Ok(part)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl<T> Clone for Turn<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct SharedInput<F, T> {
    blocks: F,
    turns: SyncSender<Receiver<io::Result<T>>>,
}

/// Delivers, in block order, the results of `work` on each block, or the block itself. If the file cannot be read to
/// its end, delivers the error last. An error of `take` stops everything.
pub(crate) fn each<F: Feed, T: Send + 'static>(
    blocks: F,
    threads: usize,
    work: impl Fn(&F::Part, Turn<T>) + Clone + Send + 'static,
    mut take: impl FnMut(Next<'_, F::Part, T>) -> io::Result<()>,
) -> io::Result<()> {
    let (turns, answers) = sync_channel(threads);
    let source = Arc::new(Mutex::new(SharedInput { blocks, turns }));
    let mut block = F::Part::default();
    let mut started = Vec::new();
    while started.is_empty() {
        let Ok(mut alone) = source.lock() else { break };
        match alone.blocks.read(&mut block) {
            Ok(true) => take(Next::Block(&block))?,
            Ok(false) => return Ok(()),
            Err(error) => return take(Next::Unreadable(error)),
        }
        if threads > 1 && alone.blocks.is_large(&block) {
            drop(alone);
            // If no more threads can be started, this one continues alone.
            started = (0..threads).map_while(|_| start(&source, &work).ok()).collect();
        }
    }
    // Only the threads hold the senders now, so the turns end with them.
    drop((source, block));
    for part in answers.iter().flatten() {
        take(match part {
            Ok(part) => Next::Part(part),
            Err(error) => Next::Unreadable(error),
        })?;
    }
    for thread in started {
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    }
    Ok(())
}

/// Starts a detached thread. One that waits for a pipe must not keep the program alive after the output
/// is closed.
fn start<F: Feed, T: Send + 'static>(
    source: &Arc<Mutex<SharedInput<F, T>>>,
    work: &(impl Fn(&F::Part, Turn<T>) + Clone + Send + 'static),
) -> io::Result<JoinHandle<()>> {
    let (source, work) = (Arc::clone(source), work.clone());
    thread::Builder::new().spawn(move || serve(&source, work))
}

/// Processes blocks until there are none, or the receiver is gone.
fn serve<F: Feed, T>(source: &Mutex<SharedInput<F, T>>, work: impl Fn(&F::Part, Turn<T>)) {
    let mut block = F::Part::default();
    loop {
        let (turn, parts) = sync_channel(AHEAD);
        let Ok(mut shared) = source.lock() else { return };
        let read = shared.blocks.read(&mut block);
        if matches!(read, Ok(false)) || shared.turns.send(parts).is_err() {
            return;
        }
        drop(shared);
        match read {
            Ok(_) => work(&block, Turn(turn)),
            // If the receiver is gone, the error has nowhere to go.
            Err(error) => drop(turn.send(Err(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::time::Duration;

    use super::*;
    use crate::input::blocks::{Blocks, LineBlock};

    fn numbered(file: Box<dyn Read + Send>, size: usize, threads: usize) -> (String, String) {
        let lines = |block: &LineBlock| {
            let lines = block.lines().map(|(number, line)| {
                // Makes blocks finish out of order.
                thread::sleep(Duration::from_micros(number * 7919 % 50));
                format!("{number} {}\n", line.escape_ascii())
            });
            lines.collect::<Vec<_>>()
        };
        let work = move |block: &LineBlock, turn: Turn<String>| {
            assert!(lines(block).into_iter().all(|line| turn.give(line).is_ok()));
        };
        let (mut all, mut last) = (String::new(), String::new());
        let take = |next: Next<'_, LineBlock, String>| {
            assert_eq!(last, "", "after an error");
            match next {
                Next::Block(block) => all += &lines(block).concat(),
                Next::Part(text) => all += &text,
                Next::Unreadable(error) => last = error.to_string(),
            }
            Ok(())
        };
        each(Blocks::with_size(file, size), threads, work, take).unwrap();
        (all, last)
    }

    /// Lines that are easy to get wrong.
    fn nasty() -> Vec<u8> {
        let mut text = b"\n\r\n\xff\na\0b\r\r\n".to_vec();
        for number in 0..500_usize {
            text.extend(vec![b'x'; number * 31 % 97]);
            text.extend([&b"\n"[..], b"\r\n", b"\n\n", b"\xc3\n"][number % 4]);
        }
        text.extend(b"no end\r");
        text
    }

    #[test]
    fn the_order_is_that_of_the_file() {
        let text = nasty();
        let plain: String = (1..)
            .zip(text.split(|&byte| byte == b'\n'))
            .map(|(number, line)| match line {
                b"no end\r" => (number, line),
                _ => (number, line.strip_suffix(b"\r").unwrap_or(line)),
            })
            .map(|(number, line)| format!("{number} {}\n", line.escape_ascii()))
            .collect();
        for (size, threads) in [(1, 2), (7, 3), (64, 4), (64, 1), (1024, 2), (1 << 20, 4)] {
            let file = Box::new(io::Cursor::new(text.clone()));
            assert!(numbered(file, size, threads) == (plain.clone(), String::new()), "{size}");
        }
        let empty = numbered(Box::new(io::empty()), 16, 2);
        assert_eq!(empty, (String::new(), String::new()));
    }

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn an_error_comes_last_and_once() {
        for (size, threads) in [(2, 1), (2, 4), (64, 4)] {
            let file = Box::new(b"ab\ncd\nef\ngh\ni".chain(Broken));
            let expected = "1 ab\n2 cd\n3 ef\n4 gh\n";
            assert_eq!(numbered(file, size, threads), (expected.to_owned(), "broken".to_owned()));
        }
    }

    #[test]
    fn it_ends_when_nobody_wants_more() {
        let endless = Box::new(io::repeat(b'\n'));
        let mut left = 100;
        let work = |block: &LineBlock, turn: Turn<usize>| {
            // There are always more parts than may be queued.
            while turn.give(block.bytes().len()).is_ok() {}
        };
        let done = each(Blocks::with_size(endless, 16), 4, work, |_| {
            left -= 1;
            if left > 0 { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        });
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }

    /// A block gives a thousand parts, more than may be queued; they still arrive in order.
    #[test]
    fn more_comes_of_a_block_than_may_wait() {
        let text: String = (0..64).map(|number| format!("{number}\n")).collect();
        let expected: Vec<_> = (1..=64).flat_map(|number| vec![number; 1000]).collect();
        let work = |block: &LineBlock, turn: Turn<u64>| {
            let parts = block.lines().flat_map(|(number, _)| vec![number; 1000]);
            assert!({ parts }.all(|part| turn.give(part).is_ok()));
        };
        let mut all = Vec::new();
        let blocks = Blocks::with_size(Box::new(io::Cursor::new(text)), 8);
        let done = each(blocks, 3, work, |next| {
            match next {
                Next::Block(block) => {
                    all.extend(block.lines().flat_map(|(number, _)| vec![number; 1000]));
                }
                Next::Part(part) => all.push(part),
                Next::Unreadable(error) => return Err(error),
            }
            Ok(())
        });
        assert!(done.is_ok() && all == expected);
    }
}
