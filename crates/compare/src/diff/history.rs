//! The history of a production: its counterpart in each document.
//!
//! The surprising case: one document may have two versions. RFC 1630 prints a `scheme` in section 8
//! and one with a `+` in section 9, and the `scheme` of RFC 1738 is compared with both.

use std::collections::HashMap;

use urispec::grammar::Grammar;
use urispec::{Edition, Recognizer};

use super::pairing::{Candidates, Pairing};
use super::{Comparison, Language, Match};

/// A production as one document of its history has it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Version {
    /// The production.
    pub language: Language,
    /// The reason why it is a counterpart of the version in the next document on the way to the
    /// production that was asked for. That production itself has none.
    pub by: Option<Match>,
    /// The comparisons with the versions of the nearest document before that has any. The left language
    /// is the older one. The first document has none; if the document before has two versions, there
    /// are two comparisons.
    pub before: Vec<Comparison>,
}

impl Version {
    /// The section that introduces the production.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.language.first().section()
    }

    /// The grammar that has the production.
    #[must_use]
    pub fn grammar(&self) -> &'static Grammar {
        self.language.first().grammar()
    }
}

/// The history of a production over the documents, the oldest first.
///
/// For many productions use [`Histories`], which pairs every two documents only once.
///
/// ```
/// use urispec::Edition;
/// use urispec_compare::diff::{Match, Relation, history};
/// let all = history(Edition::Rfc3986.production("pct-encoded")?);
/// // `escape` in RFC 1630 and RFC 1738, and `escaped` in RFC 2396; a word of its own in
/// // the URL Standard.
/// let mut names: Vec<_> = all.iter().flat_map(|one| one.language.rules()).collect();
/// names.dedup();
/// assert_eq!(names, ["escape", "escaped", "pct-encoded", "percent-encoded-byte"]);
/// let of = |edition| all.iter().find(|one| one.language.edition() == edition).unwrap();
/// let asked = of(Edition::Rfc3986);
/// assert_eq!((asked.section(), asked.before[0].relation), ("2.1", Relation::Equal));
/// assert_eq!(of(Edition::Rfc2396bis01).by, Some(Match::Language));
/// # Ok::<(), urispec::error::UnknownProduction>(())
/// ```
#[must_use]
pub fn history(production: Recognizer) -> Vec<Version> {
    Histories::default().of(production)
}

/// The histories of productions, with a cache of the paired documents and the compared productions.
#[derive(Clone, Debug, Default)]
pub struct Histories {
    candidates: Candidates,
    /// By an older and a newer edition.
    pairings: HashMap<(Edition, Edition), Pairing>,
    /// By an older and a newer production, each by its edition and its place there.
    comparisons: HashMap<[Place; 2], Comparison>,
}

/// A production of some edition, by the numbers of its grammar and of itself.
type Place = (Edition, (usize, usize));

/// The languages of one document, each with the reason why it is here.
type Versions = Vec<(Language, Option<Match>)>;

impl Histories {
    /// The history of a production over the documents, the oldest first.
    #[must_use]
    pub fn of(&mut self, production: Recognizer) -> Vec<Version> {
        let known = production.edition();
        let start = vec![(Language::new(printed_first(production)), None)];
        let mut found = HashMap::from([(known, vec![(Language::new(production), None)])]);
        self.walk(known, None, &start, &mut found);
        let mut all = Vec::new();
        for document in Edition::every().filter_map(|edition| found.get(&edition)) {
            all.extend(document.iter().map(|(language, by)| {
                let before = before(language.edition()).find_map(|edition| found.get(&edition));
                let before = before.into_iter().flatten();
                let before = before.map(|(old, _)| self.comparison(old, language)).collect();
                Version { language: language.clone(), by: *by, before }
            }));
        }
        all
    }

    /// Finds the versions in each document but those beyond `from`, on the way from the nearest that has
    /// any.
    fn walk(
        &mut self,
        at: Edition,
        from: Option<Edition>,
        nearest: &Versions,
        found: &mut HashMap<Edition, Versions>,
    ) {
        let is_next =
            |next: &Edition| last_before(at) == Some(*next) || last_before(*next) == Some(at);
        for &next in Edition::ALL.iter().filter(|next| is_next(next) && Some(**next) != from) {
            let versions = self.counterparts(nearest, next);
            if versions.is_empty() {
                self.walk(next, Some(at), nearest, found);
            } else {
                self.walk(next, Some(at), &versions, found);
                found.insert(next, versions);
            }
        }
    }

    fn comparison(&mut self, old: &Language, new: &Language) -> Comparison {
        let both = [old, new].map(|language| (language.edition(), language.place()));
        let compare = || Comparison::new(old.clone(), new.clone());
        self.comparisons.entry(both).or_insert_with(compare).clone()
    }

    /// What stands in an edition for any of several productions of another.
    fn counterparts(&mut self, all: &Versions, edition: Edition) -> Versions {
        let Some(known) = all.first().map(|(language, _)| language.edition()) else {
            return Vec::new();
        };
        let is_older = is_before(edition, known);
        let (old, new) = if is_older { (edition, known) } else { (known, edition) };
        let pair = || Pairing::of(old, new, &mut self.candidates);
        let pairing = self.pairings.entry((old, new)).or_insert_with(pair);
        let mut found: Versions = Vec::new();
        for (left, right, by) in &pairing.pairs {
            let (there, here) = if is_older { (left, right) } else { (right, left) };
            let is_asked = all.iter().any(|(language, _)| language.place() == here.place());
            let is_known = found.iter().any(|(language, _)| language.place() == there.place());
            if is_asked && !is_known {
                found.push((there.clone(), Some(*by)));
            }
        }
        found.sort_by_key(|(language, _)| language.place());
        found
    }
}

/// Returns the document that this one amends, or else the last one before it in [`Edition::ALL`] other than RFC 3987,
/// which stands beside the line of the documents about URIs. A document of a single scheme has none.
fn last_before(edition: Edition) -> Option<Edition> {
    let at = Edition::ALL.iter().position(|known| *known == edition)?;
    let mut before = Edition::ALL[..at].iter().rev().copied();
    edition.amends().or_else(|| before.find(|before| *before != Edition::Rfc3987))
}

/// The documents before another, the nearest first.
fn before(edition: Edition) -> impl Iterator<Item = Edition> {
    std::iter::successors(last_before(edition), |edition| last_before(*edition))
}

fn is_before(one: Edition, other: Edition) -> bool {
    Edition::ALL.iter().find(|edition| [one, other].contains(edition)) == Some(&one)
}

/// The production that the pairing knows: of several with the same name and the same strings, in
/// several grammars of an edition, the first.
fn printed_first(production: Recognizer) -> Recognizer {
    let all = production.edition().productions();
    let mut named = all.filter(|other| other.rule() == production.rule());
    let asked = Language::new(production);
    let is_same = |other: &Recognizer| asked.is_equal(&Language::new(*other));
    named.find(is_same).unwrap_or(production)
}
