//! Files that are written completely or not at all.
//!
//! The surprising case: the path may name something other than a regular file. A device such as
//! `/dev/null` must not be replaced by a file, so it is written directly. So is `/dev/stdout`, whatever
//! the shell has connected to it. Any other symbolic link is kept, and its target is replaced or created.

use std::fs::{File, Permissions};
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::Builder;

use crate::output::{Escaped, Outcome, Output, Passwords, Quoted, Stream, password};

/// The maximum number of symbolic links to follow, which is more than any system follows.
const LINKS: usize = 64;

pub(crate) enum WholeFile {
    /// The bytes so far, their final path, and the permissions of the existing file.
    Whole { bytes: BufWriter<File>, path: PathBuf, permissions: Option<Permissions> },
    /// A file that is not regular, or that is already open.
    Device(BufWriter<File>),
}

impl WholeFile {
    /// Starts writing to a nameless file in the same folder.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let path = follow_links(path);
        if is_open_already(&path) {
            // A file that is already open is appended to.
            let file = File::options().append(true).open(&path)?;
            return Ok(Self::Device(BufWriter::new(file)));
        }
        let permissions = match File::options().write(true).open(&path) {
            Ok(there) => {
                let kind = there.metadata()?;
                if !kind.is_file() {
                    return Ok(Self::Device(BufWriter::new(there)));
                }
                Some(inherited(kind.permissions()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = folder(&path);
        // Lets the system report what is wrong with the folder.
        fs::metadata(folder)?;
        let bytes = tempfile::tempfile_in(folder).map_err(without_name)?;
        Ok(Self::Whole { bytes: BufWriter::new(bytes), path, permissions })
    }

    /// Writes a whole file, and moves it into place if nothing failed.
    pub(crate) fn written<T>(
        path: &Path,
        write: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut file = Self::at(path)?;
        let written = write(&mut file)?;
        file.finish()?;
        Ok(written)
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Whole { bytes, path, permissions } => {
                let mut bytes = bytes.into_inner().map_err(io::IntoInnerError::into_error)?;
                bytes.rewind()?;
                let mut builder = Builder::new();
                builder.prefix(".urispec-");
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let mut named = builder.tempfile_in(folder(&path)).map_err(without_name)?;
                io::copy(&mut bytes, named.as_file_mut())?;
                if let Some(permissions) = permissions {
                    named.as_file().set_permissions(permissions)?;
                }
                named.persist(path).map(drop).map_err(|error| error.error)
            }
            Self::Device(mut file) => file.flush(),
        }
    }
}

/// Returns the permissions for a replacement file. The new file may have another owner, so the set-user-ID
/// and set-group-ID bits are dropped.
#[cfg(unix)]
fn inherited(permissions: Permissions) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(permissions.mode() & 0o777)
}

#[cfg(not(unix))]
fn inherited(permissions: Permissions) -> Permissions {
    permissions
}

/// Returns whether a path is the system's name for an open file of this program, such as `/dev/stdout`. The target of
/// such a name must not be replaced.
fn is_open_already(path: &Path) -> bool {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].map(Path::new);
    let folders = ["/dev/fd", "/proc"];
    cfg!(unix) && (streams.contains(&path) || folders.iter().any(|folder| path.starts_with(folder)))
}

/// Follows symbolic links to the final path, which may not exist yet.
fn follow_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if is_open_already(&path) {
            break;
        }
        let Ok(next) = fs::read_link(&path) else { break };
        path = folder(&path).join(next);
    }
    path
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the name of the temporary file from an error, since the user does not know this file.
fn without_name(error: io::Error) -> io::Error {
    if error.get_ref().is_some() { error.kind().into() } else { error }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Whole { bytes: file, .. } | Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Whole { bytes: file, .. } | Self::Device(file) => file.flush(),
        }
    }
}

// Where rows go: to stdout, or to a file that is written completely or not at all.

/// The size of each zstd frame but the last. Consecutive frames form one file (RFC 8878, 3).
const FRAME: usize = 1 << 20;

pub(crate) enum Sink {
    Stdout,
    File { name: String, file: Box<Packed> },
}

pub(crate) enum Packed {
    Plain(WholeFile),
    Gzip(GzEncoder<WholeFile>),
    Zstd { file: WholeFile, frame: Vec<u8>, is_begun: bool },
}

impl Sink {
    /// Starts writing to a file, or to stdout if there is no path or the path is `-`. If the file cannot be written,
    /// reports the error on stderr and returns `None`.
    pub(crate) fn open(path: Option<&Path>, out: &mut Output) -> io::Result<Option<Self>> {
        let Some(path) = path.filter(|path| !is_stdin(path)) else {
            return Ok(Some(Self::Stdout));
        };
        let name = Name(path, out.passwords).to_string();
        match WholeFile::at(path) {
            Ok(file) => {
                Ok(Some(Self::File { file: Box::new(Packed::from_path(path, file)), name }))
            }
            Err(error) => {
                out.complain_of_file(format_args!("cannot write {name}: {error}\n"))?;
                Ok(None)
            }
        }
    }

    pub(crate) fn write(&mut self, rows: &[u8], out: &mut Output) -> io::Result<()> {
        match self {
            Self::Stdout => out.data(rows),
            Self::File { file, name } => {
                file.write_all(rows).map_err(|error| io::Error::other(format!("{name}: {error}")))
            }
        }
    }

    pub(crate) fn end(self, worst: Outcome, out: &mut Output) -> io::Result<Outcome> {
        let Self::File { file, name } = self else { return Ok(worst) };
        if worst == Outcome::Trouble {
            out.complain_of_file(format_args!(
                "{name} is not written, since not all of the input could be read\n"
            ))?;
            return Ok(worst);
        }
        file.finish().map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        Ok(worst)
    }
}

impl Packed {
    fn from_path(path: &Path, file: WholeFile) -> Self {
        let ending = path.extension().unwrap_or_default();
        if ending.eq_ignore_ascii_case("gz") {
            Self::Gzip(GzEncoder::new(file, Compression::default()))
        } else if ending.eq_ignore_ascii_case("zst") {
            Self::Zstd { file, frame: Vec::new(), is_begun: false }
        } else {
            Self::Plain(file)
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(bytes),
            Self::Gzip(file) => file.write_all(bytes),
            Self::Zstd { file, frame, is_begun } => {
                // Frames are cut at fixed sizes, so the bytes do not depend on the number of threads.
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (now, later) = rest.split_at(rest.len().min(FRAME - frame.len()));
                    frame.extend_from_slice(now);
                    rest = later;
                    if frame.len() == FRAME {
                        *is_begun = true;
                        file.write_all(&compress_to_vec(&**frame, CompressionLevel::Fastest))?;
                        frame.clear();
                    }
                }
                Ok(())
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.finish(),
            Self::Gzip(file) => file.finish()?.finish(),
            Self::Zstd { mut file, frame, is_begun } => {
                // A file without a frame is not valid zstd data.
                if !frame.is_empty() || !is_begun {
                    file.write_all(&compress_to_vec(&*frame, CompressionLevel::Fastest))?;
                }
                file.finish()
            }
        }
    }
}

// The origin of a string, as messages name it.

#[derive(Clone, Copy)]
pub(crate) enum StringOrigin<'a> {
    Argument(&'a [u8], Passwords),
    Line(&'a Path, u64, Passwords),
}

impl StringOrigin<'_> {
    pub(crate) fn in_result(self) -> impl fmt::Display {
        fmt::from_fn(move |f| self.show(Stream::Results, f))
    }

    /// Formats a string for the results, after its place. For an argument, formats only the argument.
    pub(crate) fn with_string(self, bytes: &[u8]) -> impl fmt::Display {
        self.with_string_at(None, bytes)
    }

    /// Formats a string for the results, after its place. The place of a line includes `column`.
    pub(crate) fn with_string_at(self, column: Option<usize>, bytes: &[u8]) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            self.show(Stream::Results, f)?;
            if let Self::Line(.., passwords) = self {
                if let Some(column) = column {
                    write!(f, ":{column}")?;
                }
                write!(f, ": {}", Quoted(bytes, Stream::Results, passwords))?;
            }
            Ok(())
        })
    }

    pub(crate) const fn passwords(self) -> Passwords {
        match self {
            Self::Argument(_, passwords) | Self::Line(.., passwords) => passwords,
        }
    }

    pub(crate) const fn line(self) -> Option<u64> {
        match self {
            Self::Argument(..) => None,
            Self::Line(_, line, _) => Some(line),
        }
    }

    /// Returns the name of the file, as messages show it, and the line number, or `None` for an argument.
    pub(crate) fn file(self) -> Option<(String, u64)> {
        match self {
            Self::Argument(..) => None,
            Self::Line(path, line, passwords) => Some((Name(path, passwords).to_string(), line)),
        }
    }

    /// Returns the path and the line, or `None` for arguments and standard input.
    pub(crate) fn path(&self) -> Option<(&Path, u64)> {
        match self {
            Self::Line(path, line, _) if !is_stdin(path) => Some((path, *line)),
            _ => None,
        }
    }

    fn show(&self, stream: Stream, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(bytes, passwords) => {
                fmt::Display::fmt(&Quoted(bytes, stream, *passwords), f)
            }
            Self::Line(path, line, passwords) => write!(f, "{}:{line}", Name(path, *passwords)),
        }
    }
}

impl fmt::Display for StringOrigin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(Stream::Messages, f)
    }
}

pub(crate) struct Name<'a>(pub(crate) &'a Path, pub(crate) Passwords);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_stdin(self.0) {
            return f.write_str("<stdin>");
        }
        // The path may be a URI, if the user forgot that the argument is a file.
        let bytes = self.0.as_os_str().as_encoded_bytes();
        let hidden = self.1.of_reference(bytes);
        Escaped(&password::without(bytes, hidden)).fmt(f)
    }
}

impl Name<'_> {
    /// Returns the name as a shell word for a suggested command. The word never looks like an option.
    pub(crate) fn word(&self) -> String {
        let name = self.to_string();
        let name = if name.starts_with('-') { format!("./{name}") } else { name };
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%=+,".contains(c);
        if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
    }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
