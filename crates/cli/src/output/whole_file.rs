//! Files that are written completely or not at all.
//!
//! The surprising case: the path may name something other than a regular file. A device such as
//! `/dev/null` must not be replaced by a file, so it is written directly. So is `/dev/stdout`, whatever
//! the shell has connected to it. Any other symbolic link is kept, and its target is replaced or created.

use std::fs::{File, Permissions};
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::Builder;

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

// The file of the option `--output`, which receives the results in place of stdout.

/// The size of each zstd frame but the last. Consecutive frames form one file (RFC 8878, 3).
const FRAME: usize = 1 << 20;

pub(crate) struct ResultFile {
    name: String,
    file: Packed,
}

enum Packed {
    Plain(WholeFile),
    Gzip(GzEncoder<WholeFile>),
    Zstd { file: WholeFile, frame: Vec<u8>, is_begun: bool },
}

impl ResultFile {
    pub(super) fn create(path: &Path, name: String) -> io::Result<Self> {
        let file = Packed::from_path(path, WholeFile::at(path)?);
        Ok(Self { name, file })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn finish(self) -> io::Result<()> {
        let Self { name, file } = self;
        file.finish().map_err(|error| io::Error::other(format!("{name}: {error}")))
    }
}

impl Write for ResultFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Self { name, file } = self;
        let written = file.write_all(bytes);
        written.map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        Ok(bytes.len())
    }

    /// Does nothing: `finish` writes everything.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
