//! References that two editions resolve to different targets.
//!
//! In: two editions. Out: every difference among all references of up to [`LONGEST`] pieces, against
//! a few bases; the shortest references first. What is forgotten: references that one of the
//! editions does not read, since their difference is one of grammar.

use crate::editions::Edition;
use crate::parts::split::{Components, split};
use crate::resolve::{Resolved, Resolver, Warning};

/// The bases: that of the documents' examples, without and with what RFC 1630 does not read; one
/// with an authority and no path; one without an authority; and one whose path begins with no "/".
const BASES: [&str; 5] = ["http://a/b/c/d;p?q", "http://a/b/c/d?q", "http://a", "x:/a/b", "x:a/b"];

/// The pieces of references: all that algorithms look at, and a name.
const PIECES: [&str; 6] = ["g", ".", "..", "/", "?", "#"];

/// References of the documents' own examples that have more pieces.
const EXAMPLES: [&str; 10] = [
    "../../../g",
    "../../../../g",
    "./g/.",
    "g;x=1/../y",
    "g?y/../x",
    "g#s/../x",
    "//g?y/../x",
    "d;p?q",
    ";x",
    "g;x?y",
];

/// How many pieces a reference has at most, behind its scheme.
const LONGEST: usize = 5;

/// A reference that two editions resolve to different targets.
pub(super) struct Difference<'t> {
    pub(super) base: &'static str,
    /// The place of the base in their list.
    pub(super) place: usize,
    pub(super) reference: &'t str,
    /// The target by each edition; none where an edition refuses the reference.
    pub(super) targets: [Option<String>; 2],
}

/// The references that are tried, the shortest first. The fewest pieces come first, so that no text
/// is made of more than it needs.
pub(super) fn references() -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..LONGEST {
        let to = all.len();
        for at in from..to {
            let longer = PIECES.iter().map(|piece| format!("{}{piece}", all[at]));
            all.extend(longer.collect::<Vec<_>>());
        }
        from = to;
    }
    // Behind a scheme: the base's own, and another.
    let short: Vec<String> = all.iter().filter(|text| text.len() < LONGEST).cloned().collect();
    for scheme in ["x:", "http:", "h:"] {
        all.extend(short.iter().map(|text| format!("{scheme}{text}")));
    }
    all.extend(EXAMPLES.map(str::to_owned));
    all.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    all.dedup();
    all
}

/// Every difference between two resolvers among these references.
pub(super) fn differences<'t>(
    references: &'t [String],
    resolvers: [Resolver; 2],
) -> impl Iterator<Item = Difference<'t>> {
    let bases: Vec<(&'static str, Components<'static>)> = BASES
        .into_iter()
        .filter(|base| resolvers.iter().all(|resolver| resolver.read_base(base).is_ok()))
        .map(|base| (base, split(base)))
        .collect();
    // What is no valid URL string is none of the document's references, whatever the parser makes of it.
    let is_read = move |text: &&'t String| {
        let mut read = resolvers.iter().map(|resolver| resolver.read(text));
        read.all(|read| read.is_ok_and(|(_, found)| found != Some(Warning::InvalidReference)))
    };
    references.iter().filter(is_read).flat_map(move |reference| {
        let parts = split(reference);
        let mut found = Vec::new();
        for (place, (base, base_parts)) in bases.iter().enumerate() {
            let target = |resolver: &Resolver| {
                let resolved = resolver.resolve(base_parts, &parts).ok()?;
                Some(resolved.to_string())
            };
            let targets = [target(&resolvers[0]), target(&resolvers[1])];
            if targets[0] != targets[1] {
                found.push(Difference { base, place, reference: reference.as_str(), targets });
            }
        }
        found
    })
}

/// The references whose target is the base for both editions, though one of them takes only some of
/// them for references to the same document.
pub(super) fn that_are_the_base(
    references: &[String],
    editions: [Edition; 2],
) -> Option<(&'static str, &str)> {
    let resolvers = editions.map(Resolver::from_edition);
    let is_base = |reference: &&String| {
        resolvers.iter().all(|resolver| {
            let base = resolver.read_base(BASES[0]);
            let read = resolver.read(reference);
            let (Ok((base, _)), Ok((read, _))) = (base, read) else { return false };
            let resolved = resolver.resolve(&base, &read);
            matches!(resolved, Ok(Resolved::Target(target)) if target.to_string() == BASES[0])
        })
    };
    let found = references.iter().filter(|text| text.len() <= BASES[0].len()).find(is_base)?;
    Some((BASES[0], found))
}
