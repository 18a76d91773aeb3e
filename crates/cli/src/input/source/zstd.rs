//! The text of zstd data (RFC 8878), with errors that say what they are.
//!
//! In: a file that begins with a frame. Out: what its frames hold, one after the other; frames that are
//! to be skipped are. A frame that has a checksum, or the length of what it holds, is held to it.
//!
//! The surprising case: the decoder's errors do not say whether data end or are wrong, so what reads the
//! file remembers whether it came to the end.

use std::io::{self, BufRead, BufReader, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::Begun;

/// The first bytes of a frame (RFC 8878, 3.1.1).
pub(super) const FRAME: &[u8] = b"\x28\xB5\x2F\xFD";

/// What follows the first byte, 0x50 to 0x5F, of a frame to be skipped (RFC 8878, 3.1.2).
const SKIPPED: &[u8] = b"\x2A\x4D\x18";

/// The largest window: what a frame may ask to be kept in memory. The program `zstd` has the same limit.
const WINDOW: u64 = 1 << 27;

/// Whether a file begins with a frame, or, if the bytes are few, may begin so.
pub(super) fn begins(head: &[u8]) -> bool {
    let as_far = |expected: &[u8], is: &[u8]| is.iter().zip(expected).all(|(a, b)| a == b);
    match head {
        [0x50..=0x5F, rest @ ..] => as_far(SKIPPED, rest),
        _ => as_far(FRAME, head),
    }
}

pub(super) struct Unpacked {
    file: Watched,
    decoder: FrameDecoder,
    /// How many bytes the frame gave that is read; none between frames.
    given: Option<u64>,
}

impl Unpacked {
    pub(super) fn of(file: Begun) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        let file = Watched { file: BufReader::new(file), has_ended: false, failed: None };
        Self { file, decoder, given: None }
    }

    /// Begins the next frame. False if there is none.
    fn next(&mut self) -> io::Result<bool> {
        if self.file.file.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.file) {
            Ok(()) => self.given = Some(0),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut (&mut self.file).take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(truncated());
                }
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(
                _,
            ))) => {
                return Err(io::Error::other(
                    "after the zstd data there are bytes that are no zstd data",
                ));
            }
            Err(error) => return Err(self.why(&error)),
        }
        Ok(true)
    }

    /// Holds a frame that was read to what it says of itself.
    fn check(&self, given: u64) -> io::Result<()> {
        let says = self.decoder.content_size();
        if says > 0 && says != given {
            let why = format!("a frame holds {given} bytes, and says {says}");
            return Err(damaged(&why));
        }
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(says), Some(is)) if says != is => Err(damaged(&"the checksum is wrong")),
            _ => Ok(()),
        }
    }

    /// What an error of the decoder means.
    fn why(&mut self, error: &FrameDecoderError) -> io::Error {
        match self.file.failed.take() {
            Some(failed) => failed,
            None if self.file.has_ended => truncated(),
            None => damaged(error),
        }
    }
}

pub(super) fn truncated() -> io::Error {
    io::Error::other("the zstd data end too early: the file is truncated")
}

fn damaged(why: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("the zstd data are damaged: {why}"))
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(given) = self.given else {
                match self.next()? {
                    true => continue,
                    false => return Ok(0),
                }
            };
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.file, one);
                decoded.map_err(|error| self.why(&error))?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                self.given = Some(given + read as u64);
                return Ok(read);
            }
            self.check(given)?;
            self.given = None;
        }
    }
}

/// Remembers how the file ended.
struct Watched {
    file: BufReader<Begun>,
    has_ended: bool,
    failed: Option<io::Error>,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(0) if !buffer.is_empty() => self.has_ended = true,
            Err(error) => {
                let again = io::Error::new(error.kind(), error.to_string());
                self.failed = Some(error);
                return Err(again);
            }
            _ => {}
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn text(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let begun = Begun::of(Box::new(Cursor::new(bytes.to_vec()))).unwrap();
        let mut text = Vec::new();
        let read = Unpacked::of(begun).read_to_end(&mut text);
        read.map(|_| text).map_err(|error| error.to_string())
    }

    fn frame(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    /// `0x184D2A50`, a length of four bytes, and so many bytes (RFC 8878, 3.1.2).
    const SKIPPABLE: &[u8] = b"\x50\x2A\x4D\x18\x03\0\0\0abc";

    #[test]
    fn frames_follow_each_other() {
        let all = [SKIPPABLE, &frame(b"one\n"), SKIPPABLE, &frame(b"two\n"), &frame(b"")].concat();
        assert_eq!(text(&all).unwrap(), b"one\ntwo\n");
        assert!(begins(&all) && begins(FRAME) && begins(b"\x28") && begins(b"\x5F\x2A"));
        assert!(!begins(b"a") && !begins(b"Pa") && !begins(b"\x28\xB5\x2F\xFE"));
    }

    #[test]
    fn what_is_cut_or_damaged_is_an_error() {
        let lines: Vec<u8> =
            (0..3000).flat_map(|n: u32| format!("http://h/{n}\n").into_bytes()).collect();
        let whole = [frame(&lines), frame(&lines)].concat();
        assert_eq!(text(&whole).unwrap(), lines.repeat(2));
        let first = frame(&lines).len();
        for end in (5..whole.len()).step_by(97).filter(|end| *end != first) {
            let error = text(&whole[..end]).unwrap_err();
            assert_eq!(error, "the zstd data end too early: the file is truncated", "{end}");
        }
        let more = [&whole[..], b"http://h/"].concat();
        let error = text(&more).unwrap_err();
        assert_eq!(error, "after the zstd data there are bytes that are no zstd data");
        // Whatever byte is wrong, no other text comes of it.
        for at in (4..first).step_by(7) {
            let mut bytes = whole[..first].to_vec();
            bytes[at] ^= 0x10;
            assert!(text(&bytes).map_or(true, |text| text == lines), "{at}");
        }
    }
}
