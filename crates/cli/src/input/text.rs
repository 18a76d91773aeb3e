//! A file that is read as a whole: a grammar, or certificates.

use std::io::{self, Read};
use std::path::Path;

use urispec_views::fault::Fault;

use crate::input;
use crate::output::Output;
use crate::output::origin::Name;

/// A text that is read as a whole must be shorter than this, in bytes: a device would have no end.
const LONGEST: u64 = 64 << 20;

/// The text of a file, and how messages name it. None if it cannot be read, which is said on stderr.
pub(crate) fn of(path: &Path, out: &mut Output) -> io::Result<Option<(String, String)>> {
    within(path, LONGEST, out)
}

/// The text of a file, as [`of`] gives it, if one is named. The outer value is none if it cannot be read.
pub(crate) fn of_some(
    path: Option<&Path>,
    out: &mut Output,
) -> io::Result<Option<Option<(String, String)>>> {
    path.map_or(Ok(Some(None)), |path| Ok(of(path, out)?.map(Some)))
}

/// The text of a file of at most so many bytes, and how messages name it. None if it cannot be read, which
/// is said on stderr.
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
