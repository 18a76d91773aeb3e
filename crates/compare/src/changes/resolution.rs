//! Differences in how references resolve.

use urispec::internal::{Algorithm, facts};
use urispec::trace::Warning;
use urispec::{Components, Edition, Resolved, Resolver, split};

use super::{ChangeKind, Entry, Evidence, Manner, capitalized, document, quoted};
use crate::since::{Point, Ruling, ruling};

/// The maximum number of references in the evidence for each [`Point`].
const MOST: usize = 5;

pub(super) fn entries(since: Edition, edition: Edition) -> Vec<Entry> {
    let editions = [since, edition];
    let algorithms = editions.map(|edition| facts(edition).algorithm);
    if algorithms[0] == algorithms[1] {
        return Vec::new();
    }
    let silent = algorithms.map(silent);
    if silent.iter().any(Option::is_some) {
        return begun(editions, silent).into_iter().collect();
    }
    let points: Vec<(Point, [Option<Ruling>; 2])> = Point::ALL
        .into_iter()
        .map(|point| (point, editions.map(|edition| ruling(edition, point))))
        .filter(|(_, [old, new])| old.map(|one| one.says) != new.map(|one| one.says))
        .collect();

    let references = references();
    let strict = editions.map(Resolver::from_edition);
    let mut shown: Vec<Vec<(Rank, Evidence)>> = vec![Vec::new(); points.len()];
    let mut others = Vec::new();
    for difference in differences(&references, strict) {
        let (base, reference) = (split(difference.base), split(difference.reference));
        let is_met = |(_, (point, _)): &(usize, &(Point, _))| meets(*point, &base, &reference);
        let met: Vec<usize> = points.iter().enumerate().filter(is_met).map(|(at, _)| at).collect();
        let rank = rank(met.len(), editions, &difference);
        let evidence = evidence(difference, false);
        match met[..] {
            [] => others.push((rank, evidence)),
            [first, ..] => shown[first].push((rank, evidence)),
        }
    }
    let mut entries = Vec::new();
    for ((point, rulings), shown) in points.into_iter().zip(shown) {
        let mut evidence = best(shown);
        if point == Point::SameScheme {
            evidence = ignored_schemes(&references, editions);
        }
        // A missing rule is mentioned only if a reference shows its absence.
        if rulings.iter().all(Option::is_some) || !evidence.is_empty() {
            entries.push(entry(editions, point, rulings, evidence, &references));
        }
    }
    entries.extend(unexplained(editions, best(others)));
    entries
}

/// Returns the reason why an edition does not resolve references, with its section, or `None` if it does.
fn silent(algorithm: Algorithm) -> Option<(&'static str, &'static str)> {
    match algorithm {
        Algorithm::None { why, section } => Some((why, section)),
        _ => None,
    }
}

/// Returns the entry for two editions of which only one resolves references.
fn begun(
    editions: [Edition; 2],
    silent: [Option<(&'static str, &'static str)>; 2],
) -> Option<Entry> {
    let [since, edition] = editions.map(document);
    let (manner, brief, sentence) = match silent {
        [Some((why, _)), None] => (
            Manner::New,
            format!("{edition} says how a reference is resolved"),
            format!("{edition} says how a reference is resolved; {since} does not: {why}."),
        ),
        [None, Some((why, _))] => (
            Manner::Gone,
            format!("{edition} does not say how a reference is resolved"),
            format!("{since} says how a reference is resolved; {edition} does not: {why}."),
        ),
        _ => return None,
    };
    let sections = [0, 1].map(|at| {
        silent[at]
            .map(|(_, section)| section)
            .or_else(|| ruling(editions[at], Point::Empty).map(|ruling| ruling.section))
    });
    let entry = Entry::new(ChangeKind::Resolution, manner, "resolution", &brief, sentence);
    Some(entry.at(sections.map(|section| section.map(main))))
}

/// Returns the section without its step: `5.2` for `5.2, step 6`.
fn main(section: &'static str) -> &'static str {
    let named =
        if section.starts_with("RFC ") { section.find(',').map_or(0, |at| at + 1) } else { 0 };
    let end = section[named..].find(',').map_or(section.len(), |at| named + at);
    &section[..end]
}

fn entry(
    editions: [Edition; 2],
    point: Point,
    [old, new]: [Option<Ruling>; 2],
    evidence: Vec<Evidence>,
    references: &[String],
) -> Entry {
    let [since, edition] = editions.map(document);
    let says = |document: &str, ruling: Option<Ruling>| match ruling {
        Some(ruling) => format!("{document} {}", ruling.says),
        None => format!("{document} has no rule for that"),
    };
    let about = capitalized(point.about());
    let brief = format!("{about}: {}", says(edition, new));
    let mut sentence = format!("{brief}; {}.", says(since, old));
    let same = match (old, new) {
        (Some(old), Some(new)) if old.is_by_target() != new.is_by_target() => {
            that_are_the_base(references, editions)
        }
        _ => None,
    };
    if let Some((base, reference)) = same {
        let by = if new.is_some_and(Ruling::is_by_target) { edition } else { since };
        sentence += &format!(
            " With the base {}, the reference {} is such a reference by {by} only.",
            quoted(base),
            quoted(reference),
        );
    }
    if let Some(first) = evidence.first() {
        sentence += &example(editions, first);
    }
    let kind = ChangeKind::Resolution;
    let entry = Entry::new(kind, Manner::Changed, point.about(), &brief, sentence);
    Entry { evidence, ..entry.at([old, new].map(|one| one.map(|ruling| ruling.section))) }
}

/// Returns a sentence about a reference and its two targets.
fn example(editions: [Edition; 2], evidence: &Evidence) -> String {
    let Evidence::Target { base, reference, non_strict, since, target } = evidence else {
        return String::new();
    };
    let [old, new] = editions.map(document);
    let how = if *non_strict { ", to a parser that ignores the scheme where it may" } else { "" };
    let said = |target: &Option<String>| match target.as_deref() {
        Some("(current document)") => "the current document".to_owned(),
        Some(target) => match target.strip_prefix("(current document)#") {
            Some(fragment) => format!("the fragment {} of the current document", quoted(fragment)),
            None => quoted(target),
        },
        None => "refused".to_owned(),
    };
    format!(
        " With the base {}, the reference {} is {} by {new} and {} by {old}{how}.",
        quoted(base),
        quoted(reference),
        said(target),
        said(since),
    )
}

/// A measure of how well a reference shows a point; smaller is better. It has four parts: the number of points that
/// apply to the reference; the number of editions whose grammar does not derive it (an algorithm may accept more); the
/// index of the base (the documents' examples use the first one); and whether neither the path nor the query contains a
/// name.
type Rank = (usize, usize, usize, bool);

fn rank(points: usize, editions: [Edition; 2], difference: &TargetDifference<'_>) -> Rank {
    let is_derived = |edition: &Edition| {
        edition.whole().iter().any(|one| one.accepts(difference.reference.as_bytes()))
    };
    let underived = editions.iter().filter(|edition| !is_derived(edition)).count();
    let Components { path, query, .. } = split(difference.reference);
    let has_name = [path, query.unwrap_or_default()]
        .iter()
        .any(|part| part.contains(|c: char| c.is_ascii_lowercase()));
    (points, underived, difference.place, !has_name)
}

/// Returns the [`MOST`] pieces of evidence with the best ranks. Pieces of equal rank keep their order, the shortest
/// references first.
fn best(mut all: Vec<(Rank, Evidence)>) -> Vec<Evidence> {
    all.sort_by_key(|(rank, _)| *rank); // It keeps the order of what has the same rank.
    all.into_iter().map(|(_, one)| one).take(MOST).collect()
}

fn evidence(difference: TargetDifference<'_>, non_strict: bool) -> Evidence {
    let TargetDifference { base, reference, targets: [since, target], .. } = difference;
    Evidence::Target { base, reference: reference.to_owned(), non_strict, since, target }
}

/// Returns the references that two editions resolve differently only with non-strict parsers. Such a parser ignores the
/// scheme of a reference if the base has the same scheme.
fn ignored_schemes(references: &[String], editions: [Edition; 2]) -> Vec<Evidence> {
    let with_scheme: Vec<String> =
        references.iter().filter(|text| split(text).scheme.is_some()).cloned().collect();
    let strict: Vec<(String, &str)> =
        differences(&with_scheme, editions.map(Resolver::from_edition))
            .map(|one| (one.reference.to_owned(), one.base))
            .collect();
    let lax = editions.map(|edition| Resolver::from_edition(edition).non_strict(true));
    // A reference that differs without its scheme differs for another reason.
    let bare: Vec<String> = with_scheme
        .iter()
        .filter_map(|text| Some(text[split(text).scheme?.len() + 1..].to_owned()))
        .collect();
    let bare: Vec<(String, &str)> = differences(&bare, editions.map(Resolver::from_edition))
        .map(|one| (one.reference.to_owned(), one.base))
        .collect();
    let found = differences(&with_scheme, lax)
        .filter(|one| {
            let rest = one.reference.split_once(':').map_or("", |(_, rest)| rest);
            !strict.contains(&(one.reference.to_owned(), one.base))
                && !bare.contains(&(rest.to_owned(), one.base))
        })
        .map(|one| (rank(0, editions, &one), evidence(one, true)))
        .collect();
    best(found)
}

/// Returns the entry about the differences that none of the points explains.
fn unexplained(editions: [Edition; 2], others: Vec<Evidence>) -> Option<Entry> {
    let first = others.first()?;
    let [since, edition] = editions.map(document);
    let sentence = format!(
        "Other references also have different targets, since the algorithm of {edition} differs from the algorithm of {since}.{}",
        example(editions, first)
    );
    let sections =
        editions.map(|edition| ruling(edition, Point::Empty).map(|ruling| main(ruling.section)));
    let brief = "Other references also have different targets";
    let (kind, subject) = (ChangeKind::Resolution, "other references");
    let entry = Entry::new(kind, Manner::Changed, subject, brief, sentence).at(sections);
    Some(Entry { evidence: others, ..entry })
}

/// Returns whether a point applies to the resolution of a reference against a base.
fn meets(point: Point, base: &Components<'_>, reference: &Components<'_>) -> bool {
    let Components { scheme, authority, path, query, .. } = *reference;
    let is_own = scheme.is_some() || authority.is_some() || path.starts_with('/');
    let has_dots = |text: &str| text.split('/').any(|segment| matches!(segment, "." | ".."));
    let is_relative = !is_own && !path.is_empty();
    match point {
        Point::Empty => !is_own && path.is_empty() && query.is_none(),
        Point::Params => !is_own && (base.path.contains(';') || path.contains(';')),
        Point::EmptyComponent => {
            let parts = [authority, query, reference.fragment];
            parts.contains(&Some(""))
        }
        Point::QueryAlone => !is_own && path.is_empty() && query.is_some(),
        Point::DotSegments => is_own && has_dots(path),
        Point::AboveRoot => is_relative && leads_above_root(base.path, path),
        Point::Query => !is_own && query.is_some(),
        Point::EmptyBasePath => {
            let is_added = is_relative || (!is_own && query.is_some());
            is_added && base.authority.is_some() && base.path.is_empty()
        }
        Point::RootlessBase => !is_own && base.authority.is_none() && !base.path.starts_with('/'),
        Point::SameScheme | Point::SameDocument => false,
    }
}

/// Returns whether a path, merged with the path `base`, has a segment `..` that finds no segment to remove.
fn leads_above_root(base: &str, path: &str) -> bool {
    let before = base.trim_start_matches('/').matches('/').count();
    let mut depth = before;
    for segment in path.split('/') {
        match segment {
            ".." if depth == 0 => return true,
            ".." => depth -= 1,
            "." => {}
            _ => depth += 1,
        }
    }
    false
}

// References that two editions resolve to different targets.

/// The bases: the base of the documents' examples, with `;p` and without it, since RFC 1630 rejects `;p`; a base with
/// an authority and no path; a base without an authority; and a base whose path does not begin with "/".
const BASES: [&str; 5] = ["http://a/b/c/d;p?q", "http://a/b/c/d?q", "http://a", "x:/a/b", "x:a/b"];

/// The pieces of references: the delimiters and dot segments that the algorithms inspect, and a name.
const PIECES: [&str; 6] = ["g", ".", "..", "/", "?", "#"];

/// Further references, from the documents' own examples: [`LONGEST`] pieces of [`PIECES`] cannot form them.
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

/// The maximum number of pieces of a reference, after its scheme.
const LONGEST: usize = 5;

/// A reference that two editions resolve to different targets.
pub(super) struct TargetDifference<'t> {
    pub(super) base: &'static str,
    /// The index of the base in the list of bases.
    pub(super) place: usize,
    pub(super) reference: &'t str,
    /// The target by each edition: `None` where an edition rejects the reference.
    pub(super) targets: [Option<String>; 2],
}

/// Returns the references that are tried, the shortest first, so that every example is as short as possible.
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
    // With a scheme in front: the schemes of the bases, and another.
    let short: Vec<String> = all.iter().filter(|text| text.len() < LONGEST).cloned().collect();
    for scheme in ["x:", "http:", "h:"] {
        all.extend(short.iter().map(|text| format!("{scheme}{text}")));
    }
    all.extend(EXAMPLES.map(str::to_owned));
    all.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    all.dedup();
    all
}

/// Finds each pair of a base and a reference that two resolvers resolve to different targets.
pub(super) fn differences<'t>(
    references: &'t [String],
    resolvers: [Resolver; 2],
) -> impl Iterator<Item = TargetDifference<'t>> {
    let bases: Vec<(&'static str, Components<'static>)> = BASES
        .into_iter()
        .filter(|base| resolvers.iter().all(|resolver| resolver.read_base(base).is_ok()))
        .map(|base| (base, split(base)))
        .collect();
    // An invalid URL string is not a reference of the URL Standard, even if the standard's parser accepts it.
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
                found.push(TargetDifference {
                    base,
                    place,
                    reference: reference.as_str(),
                    targets,
                });
            }
        }
        found
    })
}

/// Returns a base, and the first reference that both editions resolve to this base. It is possible that only one of the
/// editions treats this reference as a same-document reference.
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
