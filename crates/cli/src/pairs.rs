//! Lines of files that are two strings, with a tab between.

use std::io;

use crate::input;
use crate::options::Common;
use crate::origin::Origin;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::record::{Record, lossy};

/// Hands over the two strings of every line, in order, and gives back the worst outcome. Of a line
/// that has no two it is said that it has not.
pub(crate) fn each(
    common: &Common,
    out: &mut Output,
    mut take: impl FnMut(&mut Output, Origin<'_>, [&str; 2]) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    input::each(&[], &common.files, out, |out, item| match item.pair() {
        Ok((one, other)) => take(out, item.origin, [one, other]),
        Err(fault) if common.json => {
            Record::of(common.edition())
                .with("input", lossy(item.bytes()))
                .with("valid", false)
                .with_record("error", Some(fault.record(None)))
                .print(out)?;
            Ok(Outcome::No)
        }
        Err(fault) => fault.report(out, item.origin, None, item.bytes()),
    })
}
