//! The productions of two editions, paired.
//!
//! In: two editions. Out: a [`Diff`]. Productions of one name are a pair, whatever they derive. Of the others those
//! are that derive the same strings and have the same role, or roles that are near; then those that are the only ones
//! left of their role, if it is one that an edition has a single production for; then those that the documents
//! themselves name together, as RFC 3987 does (2.2), or that are spelled alike but for letter case. The
//! remaining productions of the left edition are gone, and those of the right edition are new. What is forgotten: the
//! second of two productions with the same name and language, of which RFC 1630 has many, since section 9 prints
//! again what section 8 has.
//!
//! The surprising case: to be renamed is not to be unchanged, and to keep a name is not to stay.
//! RFC 2396's `escaped` is the `pct-encoded` of RFC 3986, and an `IPv4address` is not what it was.

use std::collections::HashMap;

use urispec::Edition;
use urispec::grammar::{Production, Role};
use urispec::internal::production_of;

use super::{Comparison, Language, is_meant, is_renamed, is_spelled_alike};

/// The comparison of two editions, production by production.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diff {
    /// The comparison of all strings that the editions take for whole ones.
    pub whole: Comparison,
    /// The comparisons of each production for whole strings with each of the other edition.
    pub rules: Vec<Comparison>,
    /// The productions that both editions have, perhaps under other names.
    pub pairs: Vec<ProductionPair>,
    /// The productions that only the left edition has, in the printed order.
    pub gone: Vec<Language>,
    /// The productions that only the right edition has, in the printed order.
    pub appeared: Vec<Language>,
}

/// A production of one edition and its counterpart in another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProductionPair {
    /// The comparison of the two languages, each of one production.
    pub comparison: Comparison,
    /// The reason why the two are counterparts.
    pub by: Match,
}

/// What two productions have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Match {
    /// The two have the same name.
    Name,
    /// The two have the same name, except for `-` and `_`, or for letter case.
    Spelling,
    /// The two derive the same strings.
    Language,
    /// The two have the same role, which no other production of either edition has.
    Role,
    /// The document of one says that the name of the other was changed to its own.
    Document,
    /// Both documents have a term for what the strings are.
    Term,
}

impl Match {
    /// The name of the match: `name`, `spelling`, `language`, `role`, `document` or `term`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Spelling => "spelling",
            Self::Language => "language",
            Self::Role => "role",
            Self::Document => "document",
            Self::Term => "term",
        }
    }
}

/// A production, its language, and whether a counterpart was found.
#[derive(Clone, Debug)]
struct Pairable {
    production: &'static Production,
    language: Language,
    is_paired: bool,
}

impl Diff {
    /// Compares two editions.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::diff::{Diff, Match};
    /// let diff = Diff::new(Edition::Rfc2396, Edition::Rfc3986);
    /// assert!(diff.appeared.iter().any(|new| new.rules().eq(["IP-literal"])));
    /// let escaped = diff.pairs.iter().find(|pair| pair.comparison.left.rules().eq(["escaped"]));
    /// assert!(escaped.unwrap().comparison.right.rules().eq(["pct-encoded"]));
    /// assert_eq!(escaped.unwrap().by, Match::Language);
    /// ```
    #[must_use]
    pub fn new(left: Edition, right: Edition) -> Self {
        let whole = |edition: Edition| edition.whole().iter().copied().map(Language::new);
        let rules = whole(left)
            .flat_map(|one| whole(right).map(move |other| Comparison::new(one.clone(), other)));
        let Pairing { pairs, gone, appeared } =
            Pairing::of(left, right, &mut Candidates::default());
        let pairs = pairs
            .into_iter()
            .map(|(one, other, by)| ProductionPair { comparison: Comparison::new(one, other), by });
        Self {
            whole: Comparison::new(Language::whole(left), Language::whole(right)),
            rules: rules.collect(),
            pairs: pairs.collect(),
            gone,
            appeared,
        }
    }
}

/// The counterparts among the productions of two editions.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    /// A production of the left edition, its counterpart, and the reason.
    pub(super) pairs: Vec<(Language, Language, Match)>,
    gone: Vec<Language>,
    appeared: Vec<Language>,
}

impl Pairing {
    pub(super) fn of(left: Edition, right: Edition, candidates: &mut Candidates) -> Self {
        let [mut all, mut others] = [left, right].map(|edition| candidates.of(edition));
        let mut pairs = Vec::new();
        type Test = fn(&Pairable, &Pairable) -> bool;
        let tests: [(Match, Test); 4] = [
            (Match::Name, |one, other| one.production.name() == other.production.name()),
            (Match::Spelling, |one, other| spelling(one).eq(spelling(other))),
            (Match::Language, |one, other| {
                one.production.role() == other.production.role() && same_language(one, other)
            }),
            (Match::Language, |one, other| {
                family(one.production.role()) == family(other.production.role())
                    && same_language(one, other)
            }),
        ];
        for (by, test) in tests {
            pair(&mut all, &mut others, by, test, &mut pairs);
        }
        let lonely = |all: &[Pairable]| -> Vec<Role> {
            let left: Vec<Role> = unpaired(all).map(|one| one.production.role()).collect();
            let is_alone = |role: &&Role| left.iter().filter(|other| other == role).count() == 1;
            left.iter().filter(is_alone).copied().filter(|role| is_single(*role)).collect()
        };
        let (lonely, others_lonely) = (lonely(&all), lonely(&others));
        let same_role = |one: &Pairable, other: &Pairable| {
            let role = one.production.role();
            role == other.production.role()
                && lonely.contains(&role)
                && others_lonely.contains(&role)
        };
        pair(&mut all, &mut others, Match::Role, same_role, &mut pairs);
        type ParserAnswer = fn(&Language, &Language) -> bool;
        let tests: [(Match, ParserAnswer); 3] = [
            (Match::Document, is_renamed),
            (Match::Spelling, is_spelled_alike),
            (Match::Term, is_meant),
        ];
        for (by, test) in tests {
            let test = |one: &Pairable, other: &Pairable| test(&one.language, &other.language);
            pair(&mut all, &mut others, by, test, &mut pairs);
        }
        let left_over = |all: &[Pairable]| unpaired(all).map(|one| one.language.clone()).collect();
        Self { pairs, gone: left_over(&all), appeared: left_over(&others) }
    }
}

/// Pairs productions that have no counterpart yet. All productions of one name are paired, since
/// two grammars of an edition may have different productions of the name.
fn pair(
    all: &mut [Pairable],
    others: &mut [Pairable],
    by: Match,
    test: impl Fn(&Pairable, &Pairable) -> bool,
    pairs: &mut Vec<(Language, Language, Match)>,
) {
    let is_free = |one: &Pairable| by == Match::Name || !one.is_paired;
    for one in all {
        for other in &mut *others {
            if is_free(one) && is_free(other) && test(one, other) {
                (one.is_paired, other.is_paired) = (true, true);
                pairs.push((one.language.clone(), other.language.clone(), by));
            }
        }
    }
}

fn unpaired(all: &[Pairable]) -> impl Iterator<Item = &Pairable> {
    all.iter().filter(|one| !one.is_paired)
}

/// What may be paired, of each edition that was asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    known: HashMap<Edition, Vec<Pairable>>,
}

impl Candidates {
    /// The productions of all grammars of an edition, each once.
    fn of(&mut self, edition: Edition) -> Vec<Pairable> {
        let find = || {
            let mut all: Vec<Pairable> = Vec::new();
            for recognizer in edition.productions() {
                let (production, language) =
                    (production_of(&recognizer), Language::new(recognizer));
                let one = Pairable { production, language, is_paired: false };
                let is_same = |known: &Pairable| {
                    known.production.name() == production.name() && same_language(known, &one)
                };
                if !all.iter().any(is_same) {
                    all.push(one);
                }
            }
            all
        };
        self.known.entry(edition).or_insert_with(find).clone()
    }
}

fn same_language(one: &Pairable, other: &Pairable) -> bool {
    one.language.is_equal(&other.language)
}

fn spelling(one: &Pairable) -> impl Iterator<Item = char> {
    one.production.name().chars().map(|char| if char == '_' { '-' } else { char })
}

/// The family of a role: roles whose productions may stand for one another, as a `hostnumber`
/// became an `IPv4address`. Between other roles, the same language is chance: a `user` of
/// url-syntax-05 looks like a `reg-name`.
const fn family(role: Role) -> Role {
    match role {
        Role::Hostnumber => Role::Ipv4Address,
        Role::Hostname => Role::RegName,
        Role::Segment | Role::OpaquePart => Role::Path,
        role => role,
    }
}

/// Whether an edition has only one production with the role, rather than several of its sort.
pub(crate) const fn is_single(role: Role) -> bool {
    !matches!(
        role,
        Role::Whole | Role::Specific | Role::Path | Role::Segment | Role::Part | Role::Class
    )
}
