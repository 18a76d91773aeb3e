//! Whether an input is the file that the output goes to.
//!
//! In: the path of an input. Out: whether stdout is the same regular file, by device and inode, and has
//! something to read. Who reads such a file reads what the program writes, and comes to no end. A shell has
//! emptied the file after `>`, so there is nothing to read; after `>>` there is.

use std::path::Path;

#[cfg(unix)]
pub(crate) fn is_output(path: &Path) -> bool {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;

    let of = |stream: BorrowedFd<'_>| File::from(stream.try_clone_to_owned()?).metadata();
    let input = match crate::output::origin::is_stdin(path) {
        true => of(io::stdin().as_fd()),
        false => path.metadata(),
    };
    let (Ok(input), Ok(output)) = (input, of(io::stdout().as_fd())) else { return false };
    let place = (output.dev(), output.ino());
    output.is_file() && output.len() > 0 && (input.dev(), input.ino()) == place
}

#[cfg(not(unix))]
pub(crate) const fn is_output(_: &Path) -> bool {
    false
}
