//! A file that is written as a whole, or not at all.
//!
//! In: the name of the file, and what to write. Out: the file, once all is written. Until then the
//! bytes are in a file without a name in the same folder, so that a run that is killed leaves nothing.
//! At the end they are copied to a named one beside the file, which takes its place in one step;
//! a run that is killed during that step alone may leave the named one.
//!
//! The surprising case: what is there already may be no file. A device such as `/dev/null` must not
//! give way to a file, so it is written as it is. So is `/dev/stdout`, whatever the shell has put there.
//! Any other symbolic link stays, and what it leads to is replaced, or made if it is not there.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// More links on the way to a file than any system follows.
const LINKS: usize = 64;

pub(crate) enum WholeFile {
    /// The bytes so far, where they shall be, and the permissions of what is there.
    Whole { bytes: BufWriter<File>, path: PathBuf, permissions: Option<Permissions> },
    /// Something that is not a regular file, or that is open already.
    Device(BufWriter<File>),
}

impl WholeFile {
    /// Begins to write to a nameless file in the same folder.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let path = followed(path);
        if is_open_already(&path) {
            // A file that is open already is written after what it has.
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
        // The system says what is wrong with a folder in its own words.
        fs::metadata(folder)?;
        let bytes = tempfile::tempfile_in(folder).map_err(unnamed)?;
        Ok(Self::Whole { bytes: BufWriter::new(bytes), path, permissions })
    }

    /// Writes a file from its first byte to its last. It is put in its place if nothing went wrong.
    pub(crate) fn written<T>(
        path: &Path,
        write: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut file = Self::at(path)?;
        let written = write(&mut file)?;
        file.finish()?;
        Ok(written)
    }

    /// Puts the written file in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Whole { bytes, path, permissions } => {
                let mut bytes = bytes.into_inner().map_err(io::IntoInnerError::into_error)?;
                bytes.rewind()?;
                let mut builder = Builder::new();
                builder.prefix(".urispec-");
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let mut named = builder.tempfile_in(folder(&path)).map_err(unnamed)?;
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

/// The permissions of a file, for one that replaces it. The new file may have another owner, as whom
/// nobody was to run it: it is not set-user-ID nor set-group-ID.
#[cfg(unix)]
fn inherited(permissions: Permissions) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(permissions.mode() & 0o777)
}

#[cfg(not(unix))]
fn inherited(permissions: Permissions) -> Permissions {
    permissions
}

/// Whether a path is one of the names that the system gives to the open files of a program. Where such
/// a name leads is no place for another file.
fn is_open_already(path: &Path) -> bool {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].map(Path::new);
    let folders = ["/dev/fd", "/proc"];
    cfg!(unix) && (streams.contains(&path) || folders.iter().any(|folder| path.starts_with(folder)))
}

/// The file that a path leads to through symbolic links; this file may not exist yet.
fn followed(path: &Path) -> PathBuf {
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

/// An error without the name of the temporary file, which the user does not know.
fn unnamed(error: io::Error) -> io::Error {
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
