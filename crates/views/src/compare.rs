//! Two references and the rung at which they meet, as JSON.

use urispec::trace::Caveat;
use urispec::{Normalizer, Reference, Rung};

use crate::record::Record;
use crate::subject::Subject;
use crate::warned::Warned;

use crate::fault::OfTwo;

/// The keys that hold the two sides.
pub const PARTS: [OfTwo; 2] = [Some("a"), Some("b")];

/// Adds the rung to the record of two references. Without one they are not equivalent.
#[must_use]
pub fn answer(record: Record, rung: Option<Rung>, warnings: &[Warned]) -> Record {
    record
        .with_all("warnings", warnings.iter().map(Warned::record))
        .with("equivalent", rung.is_some())
        .with("rung", rung.map(Rung::name))
}

/// The warnings about both sides, each with the key of its side, and about what was ignored at the rung at
/// which the two meet.
#[must_use]
pub fn warnings(
    normalizer: &Normalizer<'_>,
    rung: Option<Rung>,
    subjects: &[Subject<'_>; 2],
    sides: [&Reference<'_>; 2],
) -> Vec<Warned> {
    let normalizer = normalizer.clone().to(rung.unwrap_or(Rung::String));
    let sides = PARTS.into_iter().zip(subjects).zip(sides);
    let warned = sides.flat_map(|((part, subject), side)| {
        let normal = normalizer.normalize(side);
        // What else a normal form is warned of is no matter of comparing.
        let is_about_both =
            |one: &Caveat| matches!(one, Caveat::Relative { .. } | Caveat::ZoneCase { .. });
        let caveats = normal.caveats().filter(is_about_both).map(Warned::from).collect::<Vec<_>>();
        let warned = subject.warnings.iter().cloned().chain(caveats);
        warned.map(move |warned| Warned { part, ..warned })
    });
    warned.collect()
}
