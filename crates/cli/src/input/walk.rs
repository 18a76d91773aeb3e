//! The files of folders.
//!
//! In: names of files and of folders. Out: the files, those of a folder in the order of their names. A file that is named
//! is read in any case; of a folder is left out what version control ignores (`.gitignore` and its like), what is hidden, and
//! what is compressed or in another encoding than UTF-8. Symbolic links are not followed.

use std::io;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::source::is_converted;
use super::unreadable;
use crate::output::Output;
use crate::output::origin::is_stdin;

/// The files that are meant. A folder that cannot be read is named on stderr.
pub(crate) fn files(
    paths: impl IntoIterator<Item = impl AsRef<Path>>,
    out: &mut Output,
) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if is_stdin(path) || !path.is_dir() {
            all.push(path.to_owned());
            continue;
        }
        let mut walk = WalkBuilder::new(path);
        // A checkout that is unpacked from an archive has its lists, and no repository.
        let walk = walk.sort_by_file_name(Ord::cmp).require_git(false).build();
        for entry in walk {
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let path = plain(entry.into_path());
                    if !is_converted(&path) {
                        all.push(path);
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    let error = io::Error::other(error);
                    unreadable(path, &error, out)?;
                }
            }
        }
    }
    Ok(all)
}

/// A path without `./` before it.
fn plain(path: PathBuf) -> PathBuf {
    path.strip_prefix("./").map(Path::to_owned).unwrap_or(path)
}
