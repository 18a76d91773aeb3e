//! Blocks, which are runs of whole lines of a file, and the threads that process them in order.
//!
//! The surprising case: a small block need not be the last one. A pipe delivers what it has, and a
//! complete line does not wait for later ones.

use std::io::{self, Read};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use memchr::{memchr, memchr_iter, memchr2, memrchr};

const SIZE: usize = 256 * 1024;

/// A source that delivers a file in parts, each of which can be processed alone.
pub(crate) trait Feed: Send + 'static {
    type Part: Default;

    /// Reads the next part into `part`, whose memory is reused. Returns false if no parts are left. No parts are left
    /// after an error.
    fn read(&mut self, part: &mut Self::Part) -> io::Result<bool>;

    /// Returns whether the part is so large that more input is probably waiting.
    fn is_large(&self, part: &Self::Part) -> bool;
}

pub(crate) struct Blocks {
    file: Box<dyn Read + Send>,
    size: usize,
    begun: Vec<u8>,
    done: u64,
    ended: bool,
    /// Whether the file is split at the ends of CSV records instead of at every line end.
    is_csv: bool,
    failed: Option<io::Error>,
}

#[derive(Default)]
pub(crate) struct LineBlock {
    buffer: Vec<u8>,
    end: usize,
    before: u64,
}

impl Blocks {
    pub(crate) fn new(file: Box<dyn Read + Send>) -> Self {
        Self::with_size(file, SIZE)
    }

    /// Creates the blocks of a file that is read `size` bytes at a time. A block with a longer line is larger.
    pub(crate) const fn with_size(file: Box<dyn Read + Send>, size: usize) -> Self {
        Self { file, size, begun: Vec::new(), done: 0, ended: false, is_csv: false, failed: None }
    }

    /// Sets whether the file has CSV records, which may span several lines.
    pub(crate) const fn records(mut self, is_csv: bool) -> Self {
        self.is_csv = is_csv;
        self
    }

    /// Creates the error for the CSV record that begins at `record`. It has a misplaced quote at `offset` or, if
    /// `offset` is the end of the bytes, an unclosed quote.
    fn misquoted(&mut self, bytes: &[u8], record: usize, offset: usize) -> io::Error {
        self.ended = true;
        let line = |offset| self.done + 1 + memchr_iter(b'\n', &bytes[..offset]).count() as u64;
        io::Error::other(match bytes.get(offset) {
            Some(_) => format!(
                "line {}: misplaced quote (RFC 4180, 2): a field that contains a quote is enclosed in quotes, and doubles each quote inside",
                line(offset)
            ),
            None => {
                format!("the record that begins on line {} has an unclosed quote", line(record))
            }
        })
    }

    fn read_once(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.file.read(buffer);
            match &read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => self.ended = true,
                Ok(_) => {}
            }
            return read;
        }
    }
}

impl Feed for Blocks {
    type Part = LineBlock;

    /// Reads the next block. After the last block, reads an empty one.
    fn read(&mut self, block: &mut LineBlock) -> io::Result<bool> {
        if let Some(error) = self.failed.take() {
            block.end = 0;
            return Err(error);
        }
        let buffer = &mut block.buffer;
        let mut filled = self.begun.len();
        buffer.resize(buffer.len().max(filled + self.size), 0);
        buffer[..filled].copy_from_slice(&self.begun);
        self.begun.clear();
        (block.end, block.before) = (0, self.done);
        let mut records = Splitter::default();
        while block.end == 0 && !self.ended {
            if filled == buffer.len() {
                buffer.resize(2 * filled, 0);
            }
            let new = filled..filled + self.read_once(&mut buffer[filled..])?;
            filled = new.end;
            if self.is_csv {
                let looked = records.look(&buffer[..filled], self.ended);
                block.end = records.end;
                if let Err(offset) = looked {
                    let error = self.misquoted(&buffer[..filled], block.end, offset);
                    if block.end == 0 {
                        return Err(error);
                    }
                    // The records before the faulty one are delivered first.
                    self.failed = Some(error);
                    filled = block.end;
                }
                if block.end == 0 && filled > LONGEST {
                    return Err(self.misquoted(&buffer[..filled], 0, filled));
                }
                continue;
            }
            block.end = memrchr(b'\n', &buffer[new.clone()]).map_or(0, |at| new.start + at + 1);
        }
        if block.end == 0 {
            block.end = filled;
        }
        self.begun.extend_from_slice(&buffer[block.end..filled]);
        self.done += memchr_iter(b'\n', block.bytes()).count() as u64;
        Ok(block.end > 0)
    }

    fn is_large(&self, block: &LineBlock) -> bool {
        block.end >= self.size / 8
    }
}

impl LineBlock {
    pub(crate) const fn first(&self) -> u64 {
        self.before + 1
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.end]
    }

    /// Returns the lines of the block without LF or CRLF, each with its line number in the file.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let bytes = self.bytes();
        let unended = bytes.last().is_some_and(|&byte| byte != b'\n').then_some(bytes.len());
        let ends = memchr_iter(b'\n', bytes).map(|at| at + 1).chain(unended);
        let mut start = 0;
        ends.zip(self.before + 1..).map(move |(end, number)| {
            let line = &bytes[start..end];
            start = end;
            (number, without_end(line))
        })
    }
}

pub(crate) fn without_end(line: &[u8]) -> &[u8] {
    // A CR without an LF is not a line end.
    let Some(line) = line.strip_suffix(b"\n") else { return line };
    line.strip_suffix(b"\r").unwrap_or(line)
}

// Finds the ends of CSV records in a stream of bytes (RFC 4180, 2).

/// The maximum length of a record. A longer one is assumed to lack its closing quote.
const LONGEST: usize = 64 << 20;

#[derive(Default)]
pub(crate) struct Splitter {
    at: usize,
    is_quoted: bool,
    pub(crate) end: usize,
}

impl Splitter {
    /// Continues the search for the ends of records. `bytes` begins with a record, and `is_all` means that no more
    /// bytes follow. The error is the offset of a misplaced quote.
    pub(crate) fn look(&mut self, bytes: &[u8], is_all: bool) -> Result<(), usize> {
        while let Some(found) = self.next(bytes) {
            match (bytes[found], self.is_quoted) {
                (b'\n', true) => {}
                (b'\n', false) => self.end = found + 1,
                (_, false) => {
                    if found > self.end && !matches!(bytes[found - 1], b',') {
                        return Err(found);
                    }
                    self.is_quoted = true;
                }
                (_, true) => match &bytes[found + 1..] {
                    [b'"', ..] => {
                        self.at = found + 2;
                        continue;
                    }
                    [b',' | b'\n', ..] | [b'\r', b'\n', ..] => self.is_quoted = false,
                    [] if is_all => self.is_quoted = false,
                    // The next byte is not known yet.
                    [] | [b'\r'] if !is_all => {
                        self.at = found;
                        return Ok(());
                    }
                    _ => return Err(found),
                },
            }
            self.at = found + 1;
        }
        self.at = bytes.len();
        if is_all && self.is_quoted { Err(bytes.len()) } else { Ok(()) }
    }

    fn next(&self, bytes: &[u8]) -> Option<usize> {
        let rest = bytes.get(self.at..)?;
        let found = if self.is_quoted { memchr(b'"', rest) } else { memchr2(b'"', b'\n', rest) };
        found.map(|found| self.at + found)
    }
}

// Distributes the blocks of a file over threads, and delivers the results in order.
//
// Only a few blocks for each core are in memory at a time, with at most [`AHEAD`] parts of each result:
// a thread with more output waits for its turn. So the file, and the result of a block, may be larger
// than memory.
//
// The surprising case: slow input is processed on one thread, the one that consumes the parts. Another
// thread would only wait too.

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
    /// Fails if the receiver is gone.
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

/// Passes each block to `take`, in order. Once other threads work on blocks, passes the parts of each block's result
/// instead. A read error is passed last. An error of `take` stops everything.
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
    // Only the threads hold the senders now, so the channel closes when the last thread ends.
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

/// Starts a detached thread. A thread that waits for a pipe must not keep the program alive after the
/// output is closed.
fn start<F: Feed, T: Send + 'static>(
    source: &Arc<Mutex<SharedInput<F, T>>>,
    work: &(impl Fn(&F::Part, Turn<T>) + Clone + Send + 'static),
) -> io::Result<JoinHandle<()>> {
    let (source, work) = (Arc::clone(source), work.clone());
    thread::Builder::new().spawn(move || serve(&source, work))
}

/// Processes blocks until there are no more, or until the receiver of the parts is gone.
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
    use std::collections::VecDeque;
    use std::time::Duration;

    use super::*;

    /// A source that delivers at most one of its parts at a time, like a pipe.
    struct Parts(VecDeque<io::Result<&'static [u8]>>);

    impl Read for Parts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(part) = self.0.pop_front().transpose()? else { return Ok(0) };
            let length = part.len().min(buffer.len());
            buffer[..length].copy_from_slice(&part[..length]);
            if length < part.len() {
                self.0.push_front(Ok(&part[length..]));
            }
            Ok(length)
        }
    }

    fn blocks(size: usize, parts: impl IntoIterator<Item = io::Result<&'static [u8]>>) -> Blocks {
        Blocks::with_size(Box::new(Parts(parts.into_iter().collect())), size)
    }

    /// Returns the lines, block by block.
    fn lines(mut blocks: Blocks) -> Vec<Vec<(u64, String)>> {
        let mut block = LineBlock::default();
        let mut all = Vec::new();
        while blocks.read(&mut block).unwrap() {
            let line = |(number, line)| (number, String::from_utf8(Vec::from(line)).unwrap());
            all.push(block.lines().map(line).collect());
        }
        assert!(block.bytes().is_empty() && block.lines().next().is_none());
        assert!(!blocks.read(&mut block).unwrap());
        all
    }

    fn numbered(first: u64, lines: &[&str]) -> Vec<(u64, String)> {
        (first..).zip(lines.iter().map(|&line| line.to_owned())).collect()
    }

    #[test]
    fn a_line_is_handed_over_when_it_is_there() {
        let parts: [&[u8]; 5] = [b"a\nb", b"c", b"\r\n", b"\n\r\nd\r\r\n", b"e\r"];
        assert_eq!(
            lines(blocks(64, parts.map(Ok))),
            [
                numbered(1, &["a"]),
                numbered(2, &["bc"]),
                numbered(3, &["", "", "d\r"]),
                numbered(6, &["e\r"]),
            ],
        );
        assert!(lines(blocks(64, [])).is_empty());
    }

    #[test]
    fn a_block_grows_with_its_line() {
        let text: &[u8] = b"123456789\n\n1\n12345\n1234567890";
        for size in 1..40 {
            let all = lines(blocks(size, [Ok(text)])).concat();
            assert_eq!(all, numbered(1, &["123456789", "", "1", "12345", "1234567890"]), "{size}");
        }
    }

    #[test]
    fn after_an_error_nothing_is_read() {
        let interrupted = || Err(io::ErrorKind::Interrupted.into());
        let fails = || Err(io::Error::other("no more"));
        let parts = [Ok(&b"a"[..]), interrupted(), Ok(b"\nb"), fails(), Ok(b"c\n")];
        let (mut blocks, mut block) = (blocks(64, parts), LineBlock::default());
        assert!(blocks.read(&mut block).unwrap());
        assert_eq!(block.bytes(), b"a\n");
        assert_eq!(blocks.read(&mut block).unwrap_err().to_string(), "no more");
        assert!(!blocks.read(&mut block).unwrap());
    }

    fn in_order(file: Box<dyn Read + Send>, size: usize, threads: usize) -> (String, String) {
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

    /// Returns a text whose lines are easy to split wrongly.
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
            assert!(in_order(file, size, threads) == (plain.clone(), String::new()), "{size}");
        }
        let empty = in_order(Box::new(io::empty()), 16, 2);
        assert_eq!(empty, (String::new(), String::new()));
    }

    struct BrokenRead;

    impl Read for BrokenRead {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn an_error_comes_last_and_once() {
        for (size, threads) in [(2, 1), (2, 4), (64, 4)] {
            let file = Box::new(b"ab\ncd\nef\ngh\ni".chain(BrokenRead));
            let expected = "1 ab\n2 cd\n3 ef\n4 gh\n";
            assert_eq!(in_order(file, size, threads), (expected.to_owned(), "broken".to_owned()));
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

    /// Each line of a block yields a thousand parts, more than may be queued. They still arrive in order.
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
