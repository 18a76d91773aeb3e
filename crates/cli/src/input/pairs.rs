//! Lines of files that are two strings, with a tab between.

use std::io;

use urispec_views::record::Record;

use crate::input::Item;
use crate::options::Common;
use crate::options::invalid::Invalid;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::outcome::Outcome;

/// Hands over the two strings of a line, or says that the line has no tab.
pub(crate) fn of(
    item: &Item<'_>,
    (common, invalid): (&Common, Invalid),
    out: &mut Output,
    take: impl FnOnce(&mut Output, [&str; 2]) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    match item.pair() {
        Ok((one, other)) => take(out, [one, other]),
        Err(_) if common.json && invalid == Invalid::Skip => Ok(Outcome::No),
        Err(fault) if common.json => {
            Record::of(common.edition())
                .given("input", item.bytes())
                .with("valid", false)
                .with_record("error", Some(fault.record(None)))
                .print(out)?;
            Ok(Outcome::No)
        }
        Err(fault) => invalid
            .answer(item.bytes(), out, |out| fault.report(out, item.origin, None, item.bytes())),
    }
}
