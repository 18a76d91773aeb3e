//! Files that are read as a whole: grammars and certificates.

use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use urispec_views::fault::Fault;

use super::source::is_converted;
use super::unreadable;
use crate::input;
use crate::output::{Name, Output, is_stdin};

const LONGEST: u64 = 64 << 20;

/// Reads the text of a file, and returns it with the name for messages. Returns `None` if it cannot be read, after
/// reporting that on stderr.
pub(crate) fn read(path: &Path, out: &mut Output) -> io::Result<Option<(String, String)>> {
    within(path, LONGEST, out)
}

/// Reads an optional file as [`read`] does. The outer value is `None` if it cannot be read.
pub(crate) fn read_optional(
    path: Option<&Path>,
    out: &mut Output,
) -> io::Result<Option<Option<(String, String)>>> {
    path.map_or(Ok(Some(None)), |path| Ok(read(path, out)?.map(Some)))
}

/// Reads the text of a file of at most `longest` bytes, and returns it with the name for messages. Returns `None` if it
/// cannot be read, after reporting that on stderr.
pub(crate) fn within(
    path: &Path,
    most: u64,
    out: &mut Output,
) -> io::Result<Option<(String, String)>> {
    let (name, mut bytes) = (Name(path, out.passwords).to_string(), Vec::new());
    let Some(file) = input::open(path, out)? else { return Ok(None) };
    if let Err(error) = file.take(most).read_to_end(&mut bytes) {
        input::unreadable(path, &error, out)?;
        return Ok(None);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some((name, text))),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let (read, byte) = (&error.as_bytes()[..offset], error.as_bytes()[offset]);
            let start = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let line = read.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let fault = Fault::NotUtf8 { offset: offset - start, byte };
            out.complain(format_args!("{name}:{line}: {fault}\n"))?;
            Ok(None)
        }
    }
}

/// Expands folders to the files in them, without those that version control ignores, that are compressed, or that have
/// another encoding. Folders that cannot be read are reported on stderr.
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
        // A source archive has ignore files, but no repository.
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

fn plain(path: PathBuf) -> PathBuf {
    path.strip_prefix("./").map(Path::to_owned).unwrap_or(path)
}

// Whether an input file is also the output: such a program reads what it writes, and never ends. After `>`
// the shell has emptied the file, so there is nothing to read; after `>>` there is.

#[cfg(unix)]
pub(crate) fn is_output(path: &Path) -> bool {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;

    let metadata = |stream: BorrowedFd<'_>| File::from(stream.try_clone_to_owned()?).metadata();
    let input = match crate::output::whole_file::is_stdin(path) {
        true => metadata(io::stdin().as_fd()),
        false => path.metadata(),
    };
    let (Ok(input), Ok(output)) = (input, metadata(io::stdout().as_fd())) else { return false };
    let place = (output.dev(), output.ino());
    output.is_file() && output.len() > 0 && (input.dev(), input.ino()) == place
}

#[cfg(not(unix))]
pub(crate) const fn is_output(_: &Path) -> bool {
    false
}
