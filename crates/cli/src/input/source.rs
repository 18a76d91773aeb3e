//! The bytes of a file, or of standard input, as text.
//!
//! In: a path. Out: the text of the file, unpacked if it is gzip or zstd data, without a byte order mark.
//! A file that begins like one with another compression or encoding is refused, with advice.
//!
//! The surprising case: the reader waits for more bytes only while they may still decide what the file
//! is. A pipe that has given `a` is a text, and the reader waits for the rest only when it is asked for.

use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;

use crate::output::password::Passwords;
use crate::output::progress::Watch;
use crate::output::whole_file::{Name, is_stdin};

mod zstd;

/// U+FEFF in UTF-8: "a signature" that "is not part of the textual data" (RFC 3629, 6).
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The first two bytes of gzip data (RFC 1952, 2.3.1).
const GZIP: &[u8] = b"\x1F\x8B";

/// Files that are refused: their first bytes (`?` is any digit), what they are, and what makes text of
/// them. One that goes on where another ends stands before that.
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

/// The text of a file that is open.
pub(crate) struct Source {
    pub(crate) bytes: Box<dyn Read + Send>,
    /// Whether a byte order mark stood before it.
    pub(crate) had_mark: bool,
}

impl Source {
    /// Opens a file. What is read of it is counted by `watch`, as it stands in the file.
    pub(crate) fn open(path: &Path, watch: Option<Watch>) -> io::Result<Self> {
        let file: Box<dyn Read + Send> = match is_stdin(path) {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        let file = Begun::of(match watch {
            Some(watch) => Box::new(Watched { file, watch }),
            None => file,
        })?;
        if let Some(truncated) = cut(&file.head) {
            return Err(truncated);
        }
        if file.head.starts_with(GZIP) {
            return Self::of(path, Begun::of(Box::new(Unpacked::of(file)))?, Some("gzip -dc"));
        }
        if file.head.len() >= zstd::FRAME.len() && zstd::begins(&file.head) {
            let text = Begun::of(Box::new(zstd::Unpacked::of(file)))?;
            return Self::of(path, text, Some("zstd -dc"));
        }
        Self::of(path, file, None)
    }

    /// The text of a file, which that command unpacks if it is packed.
    fn of(path: &Path, mut text: Begun, packed: Option<&str>) -> io::Result<Self> {
        if let Some((_, what, how)) = REFUSED.iter().find(|(first, ..)| text.begins(first)) {
            let name = Name(path, Passwords::default()).word();
            let how = match (is_stdin(path), packed) {
                (true, None) => (*how).to_owned(),
                (true, Some(unpack)) => format!("{unpack} | {how}"),
                (false, None) => format!("{how} {name}"),
                (false, Some(unpack)) => format!("{unpack} {name} | {how}"),
            };
            return Err(io::Error::other(format!(
                "the file is {what}: convert it to UTF-8 text with `{how}`, and pipe the text to this command"
            )));
        }
        let had_mark = text.head.starts_with(MARK);
        if had_mark {
            text.given = MARK.len();
        }
        Ok(Self { bytes: Box::new(text), had_mark })
    }
}

/// Whether a file begins as one that is compressed, or in another encoding than UTF-8.
pub(crate) fn is_converted(path: &Path) -> bool {
    let mut head = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read(&mut head)).unwrap_or_default();
    let head = Begun { head: head[..read].to_vec(), given: 0, rest: Box::new(io::empty()) };
    let is_packed = head.head.starts_with(GZIP) || zstd::begins(&head.head);
    is_packed || REFUSED.iter().any(|(first, ..)| head.begins(first))
}

/// The command that unpacks a file, if it is one that this program unpacks itself. One that cannot be read
/// has none.
pub(crate) fn unpacker(path: &Path) -> Option<&'static str> {
    let mut first = [0; zstd::FRAME.len()];
    let mut file = File::open(path).ok()?;
    let read = file.read(&mut first).ok()?;
    match &first[..read] {
        first if first.starts_with(GZIP) => Some("gzip -dc"),
        first if first.len() == zstd::FRAME.len() && zstd::begins(first) => Some("zstd -dc"),
        _ => None,
    }
}

/// The error of a file that ends within what compressed data begin with. `(` alone is a text.
fn cut(head: &[u8]) -> Option<io::Error> {
    let is_within = |first: &[u8]| head.len() < first.len() && first.starts_with(head);
    match head.len() {
        1.. if is_within(GZIP) => Some(truncated()),
        2.. if is_within(zstd::FRAME) => Some(zstd::truncated()),
        _ => None,
    }
}

/// A file whose first bytes were looked at.
struct Begun {
    head: Vec<u8>,
    /// How many of them were handed over.
    given: usize,
    rest: Box<dyn Read + Send>,
}

impl Begun {
    fn of(rest: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut begun = Self { head: Vec::new(), given: 0, rest };
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

    fn begins(&self, first: &[u8]) -> bool {
        self.head.len() >= first.len() && agree(&self.head, first)
    }

    /// Whether the next bytes may decide what the file is.
    fn may_tell_more(&self) -> bool {
        let all = REFUSED.iter().map(|(first, ..)| *first).chain([MARK, GZIP]);
        let is_short = self.head.len() < zstd::FRAME.len();
        all.into_iter().any(|first| self.head.len() < first.len() && agree(&self.head, first))
            || is_short && zstd::begins(&self.head)
    }
}

/// Whether bytes are those expected, as far as there are both.
fn agree(bytes: &[u8], expected: &[u8]) -> bool {
    let same = |(&is, &want): (&u8, &u8)| is == want || want == b'?' && is.is_ascii_digit();
    bytes.iter().zip(expected).all(same)
}

impl Read for Begun {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut left = &self.head[self.given..];
        if left.is_empty() {
            return self.rest.read(buffer);
        }
        let read = left.read(buffer)?;
        self.given += read;
        Ok(read)
    }
}

/// Counts what is read.
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

/// The text of gzip data: "a series of members" (RFC 1952, 2.2), with errors that say what they are.
/// Zeros after the last member, with which a tape fills a block, are passed over.
struct Unpacked {
    /// The member that is read; None after the last.
    member: Option<GzDecoder<Packed>>,
}

/// What is left of gzip data, after the first bytes of a member.
type Packed = Chain<Cursor<Vec<u8>>, BufReader<Begun>>;

impl Unpacked {
    fn of(file: Begun) -> Self {
        let packed = Cursor::new(Vec::new()).chain(BufReader::new(file));
        Self { member: Some(GzDecoder::new(packed)) }
    }

    /// The member that stands after one that was read to its end.
    fn next(last: GzDecoder<Packed>) -> io::Result<Option<GzDecoder<Packed>>> {
        let (_, mut rest) = last.into_inner().into_inner();
        let mut first = Vec::new();
        rest.by_ref().take(GZIP.len() as u64).read_to_end(&mut first)?;
        if !first.is_empty() && GZIP.starts_with(&first) {
            return Ok(Some(GzDecoder::new(Cursor::new(first).chain(rest))));
        }
        for byte in first.into_iter().map(Ok).chain(rest.bytes()) {
            if byte? != 0 {
                return Err(io::Error::other(
                    "after the gzip data there are bytes that are no gzip data",
                ));
            }
        }
        Ok(None)
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.member.take() {
            let read = match member.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.member = Some(member);
                    return Err(error);
                }
                read => read.map_err(damaged)?,
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

fn truncated() -> io::Error {
    io::Error::other("the gzip data end too early: the file is truncated")
}

/// What an error of gzip data means.
fn damaged(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => truncated(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            io::Error::other(format!("the gzip data are damaged: {error}"))
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Gives one byte at a time, and then fails.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(&mut buffer[..1])? {
                0 => Err(io::Error::other("waits")),
                read => Ok(read),
            }
        }
    }

    /// A text, however it begins, is not kept waiting for bytes that cannot matter.
    #[test]
    fn no_more_is_waited_for_than_may_matter() {
        for text in ["a", "B\n", "BZh\n", "BZhx", "PK\n", "(\n", "\0a", "\u{e9}", "BZh91AY&S\n"] {
            let begun = Begun::of(Box::new(Slow(Cursor::new(text.into()))));
            assert!(begun.is_ok(), "{text:?}");
            let source = Source::of(Path::new("-"), begun.ok().unwrap(), None).unwrap();
            assert!(!source.had_mark, "{text:?}");
        }
    }

    #[test]
    fn what_is_refused() {
        for (first, what, how) in REFUSED {
            let bytes = String::from_utf8_lossy(first).contains("BZh").then(|| b"9".to_vec());
            let bytes: Vec<u8> = match bytes {
                Some(_) => first.iter().map(|&b| if b == b'?' { b'9' } else { b }).collect(),
                None => first.to_vec(),
            };
            let begun = Begun::of(Box::new(Cursor::new(bytes))).unwrap();
            let error = Source::of(Path::new("f"), begun, None).err().unwrap().to_string();
            assert!(error.contains(what) && error.contains(&format!("`{how} f`")), "{error}");
        }
    }
}
