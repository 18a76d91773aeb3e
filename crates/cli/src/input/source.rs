//! The bytes of a file, or of standard input, as text.
//!
//! The surprising case: the reader waits for more bytes only while they may still determine the file's format. After a
//! pipe has delivered `a`, the format is text, and further bytes are read only on demand.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::output::terminal::Watch;
use crate::output::{Name, Passwords, is_stdin};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The first two bytes of gzip data (RFC 1952, 2.3.1).
const GZIP: &[u8] = b"\x1F\x8B";

/// Rejected formats: the first bytes (`?` is any digit), the name, and the command that converts the file
/// to text. A longer prefix precedes a shorter one.
const REFUSED: [(&[u8], &str, &str); 10] = [
    (b"\x28\xB5\x2F\xFD", "compressed by zstd", "zstd -dc"),
    (b"\xFD7zXZ\0", "compressed by xz", "xz -dc"),
    (b"BZh?1AY&SY", "compressed by bzip2", "bzip2 -dc"),
    (b"BZh?\x17\x72\x45\x38\x50\x90", "compressed by bzip2", "bzip2 -dc"),
    (b"PK\x03\x04", "a zip archive", "unzip -p"),
    (b"PK\x05\x06", "a zip archive", "unzip -p"),
    (b"\xFF\xFE\0\0", "UTF-32", "iconv -f UTF-32 -t UTF-8"),
    (b"\0\0\xFE\xFF", "UTF-32", "iconv -f UTF-32 -t UTF-8"),
    (b"\xFF\xFE", "UTF-16", "iconv -f UTF-16 -t UTF-8"),
    (b"\xFE\xFF", "UTF-16", "iconv -f UTF-16 -t UTF-8"),
];

pub(crate) struct Source {
    pub(crate) bytes: Box<dyn Read + Send>,
    pub(crate) had_mark: bool,
}

impl Source {
    /// Opens a file. `watch` counts the bytes that are read, before they are unpacked.
    pub(crate) fn open(path: &Path, watch: Option<Watch>) -> io::Result<Self> {
        let file: Box<dyn Read + Send> = match is_stdin(path) {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        let file = FileHead::read_head(match watch {
            Some(watch) => Box::new(Watched { file, watch }),
            None => file,
        })?;
        if let Some(truncated) = cut(&file.head) {
            return Err(truncated);
        }
        let Some(unpack) = unpacking(&file.head) else { return Self::from_head(path, file, None) };
        let is_gzip = file.head.starts_with(GZIP);
        let packed = file.read_from(0);
        let text: Box<dyn Read + Send> = match is_gzip {
            true => Box::new(Gzip::new(packed)),
            false => Box::new(Zstd::new(packed)),
        };
        Self::from_head(path, FileHead::read_head(text)?, Some(unpack))
    }

    fn from_head(path: &Path, text: FileHead, packed: Option<&str>) -> io::Result<Self> {
        if let Some((_, what, how)) = REFUSED.iter().find(|(first, ..)| begins(&text.head, first)) {
            let name = Name(path, Passwords::default()).word();
            let how = match (is_stdin(path), packed) {
                (true, None) => (*how).to_owned(),
                (true, Some(unpack)) => format!("{unpack} | {how}"),
                (false, None) => format!("{how} {name}"),
                (false, Some(unpack)) => format!("{unpack} {name} | {how}"),
            };
            return Err(io::Error::other(format!(
                "the file is {what}: convert it with `{how}`, and pipe the text to this command"
            )));
        }
        let had_mark = text.head.starts_with(MARK);
        let start = if had_mark { MARK.len() } else { 0 };
        Ok(Self { bytes: text.read_from(start), had_mark })
    }
}

/// Returns the first bytes of a file, or none at all if it cannot be read.
fn head(path: &Path) -> Vec<u8> {
    let mut head = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read(&mut head)).unwrap_or_default();
    head[..read].to_vec()
}

/// Returns whether a file begins like a compressed file, or like text in an encoding other than UTF-8.
pub(crate) fn is_converted(path: &Path) -> bool {
    let head = head(path);
    let is_packed = head.starts_with(GZIP) || begins_frame(&head);
    is_packed || REFUSED.iter().any(|(first, ..)| begins(&head, first))
}

/// Returns the command that unpacks a file, if the file has a format that this program unpacks itself.
pub(crate) fn unpacker(path: &Path) -> Option<&'static str> {
    unpacking(&head(path))
}

fn unpacking(head: &[u8]) -> Option<&'static str> {
    match head {
        _ if head.starts_with(GZIP) => Some("gzip -dc"),
        _ if head.len() >= FRAME.len() && begins_frame(head) => Some("zstd -dc"),
        _ => None,
    }
}

/// Returns the error of a file that ends within the magic bytes of compressed data. A lone `(` is text, not zstd.
fn cut(head: &[u8]) -> Option<io::Error> {
    let is_within = |first: &[u8]| head.len() < first.len() && first.starts_with(head);
    match head.len() {
        1.. if is_within(GZIP) => Some(truncated("gzip")),
        2.. if is_within(FRAME) => Some(truncated("zstd")),
        _ => None,
    }
}

struct FileHead {
    head: Vec<u8>,
    rest: Box<dyn Read + Send>,
}

impl FileHead {
    fn read_head(rest: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut begun = Self { head: Vec::new(), rest };
        let mut buffer = [0; 16];
        while begun.may_tell_more() {
            match begun.rest.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => begun.head.extend_from_slice(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(begun)
    }

    /// Returns a reader of the file that begins at the offset `start`, which is within its head.
    fn read_from(self, start: usize) -> Box<dyn Read + Send> {
        let mut head = Cursor::new(self.head);
        head.set_position(start as u64);
        Box::new(head.chain(self.rest))
    }

    /// Returns whether more bytes may change the format of the file.
    fn may_tell_more(&self) -> bool {
        let all = REFUSED.iter().map(|(first, ..)| *first).chain([MARK, GZIP]);
        let is_short = self.head.len() < FRAME.len();
        all.into_iter().any(|first| self.head.len() < first.len() && agree(&self.head, first))
            || is_short && begins_frame(&self.head)
    }
}

fn begins(head: &[u8], first: &[u8]) -> bool {
    head.len() >= first.len() && agree(head, first)
}

/// Returns whether two byte strings agree up to the length of the shorter one. A `?` in `expected` is any digit.
fn agree(bytes: &[u8], expected: &[u8]) -> bool {
    let same = |(&is, &want): (&u8, &u8)| is == want || want == b'?' && is.is_ascii_digit();
    bytes.iter().zip(expected).all(same)
}

struct Watched {
    file: Box<dyn Read + Send>,
    watch: Watch,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.watch.read(read as u64);
        Ok(read)
    }
}

/// A reader of gzip data, "a series of members" (RFC 1952, 2.2), with precise errors. Zeros after the
/// last member, which pad a tape block, are skipped.
struct Gzip {
    member: Option<GzDecoder<Packed>>,
}

/// The bytes of a member that were already read, and the rest of the gzip data.
type Packed = Chain<Cursor<Vec<u8>>, BufReader<Box<dyn Read + Send>>>;

impl Gzip {
    fn new(file: Box<dyn Read + Send>) -> Self {
        let packed = Cursor::new(Vec::new()).chain(BufReader::new(file));
        Self { member: Some(GzDecoder::new(packed)) }
    }

    /// Returns a decoder for the next member, if there is one. `last` has read the previous member to its end.
    fn next(last: GzDecoder<Packed>) -> io::Result<Option<GzDecoder<Packed>>> {
        let (_, mut rest) = last.into_inner().into_inner();
        let mut first = Vec::new();
        rest.by_ref().take(GZIP.len() as u64).read_to_end(&mut first)?;
        if !first.is_empty() && GZIP.starts_with(&first) {
            return Ok(Some(GzDecoder::new(Cursor::new(first).chain(rest))));
        }
        for byte in first.into_iter().map(Ok).chain(rest.bytes()) {
            if byte? != 0 {
                return Err(io::Error::other("unexpected bytes after the gzip data"));
            }
        }
        Ok(None)
    }
}

impl Read for Gzip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.member.take() {
            let read = match member.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.member = Some(member);
                    return Err(error);
                }
                read => read.map_err(explain_gzip_error)?,
            };
            if read > 0 || buffer.is_empty() {
                self.member = Some(member);
                return Ok(read);
            }
            self.member = Self::next(member)?;
        }
        Ok(0)
    }
}

fn truncated(format: &str) -> io::Error {
    io::Error::other(format!("unexpected end of the {format} data: the file is truncated"))
}

fn damaged(format: &str, why: &dyn fmt::Display) -> io::Error {
    io::Error::other(format!("the {format} data are damaged: {why}"))
}

/// Makes an error of the gzip decoder more precise, if possible.
fn explain_gzip_error(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => truncated("gzip"),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => damaged("gzip", &error),
        _ => error,
    }
}

// The frames of zstd data (RFC 8878). The decoder's errors do not distinguish truncated from damaged data, so
// the reader of the file remembers whether it reached the end.

/// The first bytes of a frame (RFC 8878, 3.1.1).
const FRAME: &[u8] = b"\x28\xB5\x2F\xFD";

/// The second to fourth bytes of a skippable frame, whose first byte is 0x50 to 0x5F (RFC 8878, 3.1.2).
const SKIPPED: &[u8] = b"\x2A\x4D\x18";

/// The largest window that a frame may require in memory. The program `zstd` has the same limit.
const WINDOW: u64 = 1 << 27;

/// Returns whether a file begins with a frame. If only a few bytes are known, returns whether it may begin with one.
fn begins_frame(head: &[u8]) -> bool {
    let as_far = |expected: &[u8], is: &[u8]| is.iter().zip(expected).all(|(a, b)| a == b);
    match head {
        [0x50..=0x5F, rest @ ..] => as_far(SKIPPED, rest),
        _ => as_far(FRAME, head),
    }
}

struct Zstd {
    file: ZstdFile,
    decoder: FrameDecoder,
    /// How many bytes the current frame has produced; `None` between frames.
    produced: Option<u64>,
}

impl Zstd {
    fn new(file: Box<dyn Read + Send>) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        let file = ZstdFile { file: BufReader::new(file), has_ended: false, failed: None };
        Self { file, decoder, produced: None }
    }

    fn next(&mut self) -> io::Result<bool> {
        if self.file.file.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.file) {
            Ok(()) => self.produced = Some(0),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut (&mut self.file).take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(truncated("zstd"));
                }
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(
                _,
            ))) => {
                return Err(io::Error::other("unexpected bytes after the zstd data"));
            }
            Err(error) => return Err(self.why(&error)),
        }
        Ok(true)
    }

    /// Checks a finished frame against its declared length and checksum.
    fn check(&self, produced: u64) -> io::Result<()> {
        let says = self.decoder.content_size();
        if says > 0 && says != produced {
            let why = format!("a frame has {produced} bytes, but declares {says}");
            return Err(damaged("zstd", &why));
        }
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(says), Some(is)) if says != is => Err(damaged("zstd", &"the checksum is wrong")),
            _ => Ok(()),
        }
    }

    fn why(&mut self, error: &FrameDecoderError) -> io::Error {
        match self.file.failed.take() {
            Some(failed) => failed,
            None if self.file.has_ended => truncated("zstd"),
            None => damaged("zstd", error),
        }
    }
}

impl Read for Zstd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(produced) = self.produced else {
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
                self.produced = Some(produced + read as u64);
                return Ok(read);
            }
            self.check(produced)?;
            self.produced = None;
        }
    }
}

struct ZstdFile {
    file: BufReader<Box<dyn Read + Send>>,
    has_ended: bool,
    failed: Option<io::Error>,
}

impl Read for ZstdFile {
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

    /// A source that delivers one byte at a time, and then fails.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(&mut buffer[..1])? {
                0 => Err(io::Error::other("waits")),
                read => Ok(read),
            }
        }
    }

    /// Text is delivered without waiting for bytes that cannot matter.
    #[test]
    fn no_more_is_waited_for_than_may_matter() {
        for text in ["a", "B\n", "BZh\n", "BZhx", "PK\n", "(\n", "\0a", "\u{e9}", "BZh91AY&S\n"] {
            let begun = FileHead::read_head(Box::new(Slow(Cursor::new(text.into()))));
            assert!(begun.is_ok(), "{text:?}");
            let source = Source::from_head(Path::new("-"), begun.ok().unwrap(), None).unwrap();
            assert!(!source.had_mark, "{text:?}");
        }
    }

    fn text(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        let read = Zstd::new(Box::new(Cursor::new(bytes.to_vec()))).read_to_end(&mut text);
        read.map(|_| text).map_err(|error| error.to_string())
    }

    fn frame(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    /// A skippable frame: `0x184D2A50`, a length of four bytes, and that many bytes (RFC 8878, 3.1.2).
    const SKIPPABLE: &[u8] = b"\x50\x2A\x4D\x18\x03\0\0\0abc";

    #[test]
    fn frames_follow_each_other() {
        let all = [SKIPPABLE, &frame(b"one\n"), SKIPPABLE, &frame(b"two\n"), &frame(b"")].concat();
        assert_eq!(text(&all).unwrap(), b"one\ntwo\n");
        assert!(
            begins_frame(&all)
                && begins_frame(FRAME)
                && begins_frame(b"\x28")
                && begins_frame(b"\x5F\x2A")
        );
        assert!(!begins_frame(b"a") && !begins_frame(b"Pa") && !begins_frame(b"\x28\xB5\x2F\xFE"));
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
            assert_eq!(error, "unexpected end of the zstd data: the file is truncated", "{end}");
        }
        let more = [&whole[..], b"http://h/"].concat();
        let error = text(&more).unwrap_err();
        assert_eq!(error, "unexpected bytes after the zstd data");
        // Damage to any byte never yields different text.
        for at in (4..first).step_by(7) {
            let mut bytes = whole[..first].to_vec();
            bytes[at] ^= 0x10;
            assert!(text(&bytes).map_or(true, |text| text == lines), "{at}");
        }
    }
}
