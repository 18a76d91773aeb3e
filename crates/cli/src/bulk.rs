//! Many lines at a time: work on the blocks of a file, shared out among threads.
//!
//! In: [`Blocks`], and work to do on each. Out: the results, in the order of the file. A thread reads a
//! block, and works on it while others read the next ones; the order of the results is fixed when the
//! blocks are read. The slowest of reading, working on all cores, and writing sets the speed. Only a few
//! blocks for each core are in memory at a time, so a file may be larger than memory.
//!
//! The surprising case: input that comes slowly stays on one thread. Another thread would only wait too.

use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use crate::blocks::{Block, Blocks};

/// What the threads share.
struct Source<T> {
    blocks: Blocks,
    /// Where the answers will come from, in the order of the blocks.
    turns: SyncSender<Receiver<io::Result<T>>>,
}

/// Hands over what `work` makes of each block, in their order; last, if the file cannot be read to its
/// end, why not. An error of `take` ends it all.
pub(crate) fn each<T: Send + 'static>(
    blocks: Blocks,
    threads: usize,
    work: impl Fn(&Block) -> T + Clone + Send + 'static,
    mut take: impl FnMut(io::Result<T>) -> io::Result<()>,
) -> io::Result<()> {
    let (turns, answers) = sync_channel(threads);
    let source = Arc::new(Mutex::new(Source { blocks, turns }));
    let mut block = Block::default();
    let mut started = Vec::new();
    while started.is_empty() {
        let Ok(mut alone) = source.lock() else { break };
        match alone.blocks.read(&mut block) {
            Ok(true) => take(Ok(work(&block)))?,
            Ok(false) => return Ok(()),
            Err(error) => return take(Err(error)),
        }
        if threads > 1 && alone.blocks.is_large(&block) {
            drop(alone);
            // Where no thread can be had, this one goes on.
            started = (0..threads).map_while(|_| start(&source, &work).ok()).collect();
        }
    }
    // The threads alone hold it now, and the turns end with them.
    drop(source);
    for answer in answers {
        if let Ok(answer) = answer.recv() {
            take(answer)?;
        }
    }
    for thread in started {
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    }
    Ok(())
}

/// Starts a thread that belongs to nobody: one that waits for a pipe does not keep the program from
/// ending when nobody reads what it writes.
fn start<T: Send + 'static>(
    source: &Arc<Mutex<Source<T>>>,
    work: &(impl Fn(&Block) -> T + Clone + Send + 'static),
) -> io::Result<JoinHandle<()>> {
    let (source, work) = (Arc::clone(source), work.clone());
    thread::Builder::new().spawn(move || serve(&source, work))
}

/// Takes blocks and works on them, until there is none or nobody waits for what comes of them.
fn serve<T>(source: &Mutex<Source<T>>, work: impl Fn(&Block) -> T) {
    let mut block = Block::default();
    loop {
        let (reply, answer) = sync_channel(1);
        let Ok(mut shared) = source.lock() else { return };
        let read = shared.blocks.read(&mut block);
        if matches!(read, Ok(false)) || shared.turns.send(answer).is_err() {
            return;
        }
        drop(shared);
        if reply.send(read.map(|_| work(&block))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::time::Duration;

    use super::*;

    /// All lines with their numbers, and the message of the error if there was one.
    fn numbered(file: Box<dyn Read + Send>, size: usize, threads: usize) -> (String, String) {
        let work = |block: &Block| {
            let lines = block.lines().map(|(number, line)| {
                // Blocks are not done in their order.
                thread::sleep(Duration::from_micros(number * 7919 % 50));
                format!("{number} {}\n", line.escape_ascii())
            });
            lines.collect::<String>()
        };
        let (mut all, mut last) = (String::new(), String::new());
        let take = |answer: io::Result<String>| {
            assert_eq!(last, "", "after an error");
            match answer {
                Ok(text) => all += &text,
                Err(error) => last = error.to_string(),
            }
            Ok(())
        };
        each(Blocks::of_size(file, size), threads, work, take).unwrap();
        (all, last)
    }

    /// What nobody gets right at once.
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
        let done = each(
            Blocks::of_size(endless, 16),
            4,
            |block| block.bytes().len(),
            |_| {
                left -= 1;
                if left > 0 { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
            },
        );
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
