//! A file that is written as a whole, or not at all.
//!
//! In: its name, and what to write. Out: the file, once all is written; until then the bytes are in
//! another one beside it, which takes its place in one step.
//!
//! The surprising case: what is there already may be no file. A device such as `/dev/null` must not
//! give way to a file, so it is written as it is; of a symbolic link, what it leads to is replaced.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

pub(crate) enum WholeFile {
    /// The bytes so far, and where they shall be.
    Beside(BufWriter<NamedTempFile>, PathBuf),
    /// What is no regular file.
    Device(BufWriter<File>),
}

impl WholeFile {
    /// Begins to write, in the same directory.
    pub(crate) fn beside(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Self::Device(BufWriter::new(file)));
        }
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut builder = Builder::new();
        builder.prefix(".urispec-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(directory.unwrap_or(Path::new(".")))?;
        Ok(Self::Beside(BufWriter::new(file), path))
    }

    /// Puts it in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Beside(file, path) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(path).map(drop).map_err(|error| error.error)
            }
            Self::Device(mut file) => file.flush(),
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Beside(file, _) => file.write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Beside(file, _) => file.flush(),
            Self::Device(file) => file.flush(),
        }
    }
}
