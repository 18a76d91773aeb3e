//! The differences between two editions: decided, with the shortest strings that show them.
//!
//! Nothing is sampled: each comparison is a breadth-first search of the product of two minimal automata. Two
//! productions that derive the same strings in different ways are equal here. A longer string may be valid again:
//! `//:!` is in RFC 2396 and not in RFC 3986, where a port does not contain `!`; but `//:!@` is in RFC 3986, with the
//! userinfo `:!`.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::diff::{Comparison, Language, Relation};
//! let [old, new] = [Edition::Rfc1738, Edition::Rfc3986].map(Language::whole);
//! let whole = Comparison::new(old, new);
//! assert_eq!(whole.relation, Relation::Overlapping);
//! // In RFC 1738, a scheme may begin with any character that it may contain (2.1).
//! assert_eq!(whole.only_left.as_deref(), Some("+:"));
//! assert_eq!(whole.only_right.as_deref(), Some(""));
//! ```

mod pairing;

pub use grammar_automata::Relation;
pub(crate) use pairing::is_single;
pub use pairing::{Diff, Divergence, Match, ProductionPair, divergences};

use std::collections::HashMap;
use std::fmt;

use grammar_automata::{Product, Starts};
use pairing::{Candidates, Pairing};
use urispec::grammar::Grammar;
use urispec::internal::table;
use urispec::{Edition, Recognizer};

/// Two languages, their relation, and the shortest strings that show the relation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The left language.
    pub left: Language,
    /// The right language.
    pub right: Language,
    /// The relation of the left language to the right one.
    pub relation: Relation,
    /// The shortest string that only the left language has: among equally short strings, the first in byte order.
    pub only_left: Option<String>,
    /// The shortest string that only the right language has.
    pub only_right: Option<String>,
    /// The shortest string that both languages have.
    pub common: Option<String>,
}

impl Comparison {
    /// Compares two languages.
    #[must_use]
    pub fn new(left: Language, right: Language) -> Self {
        let product = Product::new(left.starts(), right.starts());
        let [only_left, only_right, common] = [[true, false], [false, true], [true, true]]
            .map(|wanted| product.shortest(wanted).map(text));
        let has = Option::is_some;
        let relation = Relation::new(has(&only_left), has(&only_right), has(&common));
        Self { left, right, relation, only_left, only_right, common }
    }
}

// The operands of a comparison: the language of a production, or of all the whole-string productions of an edition.

/// The strings that any of several productions of one edition derives.
#[derive(Clone)]
pub struct Language {
    edition: Edition,
    productions: Vec<Recognizer>,
}

impl Language {
    /// Returns the language of the strings that any of the edition's [productions for whole
    /// strings](Edition::whole_rules) derives.
    #[must_use]
    pub fn whole(edition: Edition) -> Self {
        Self { edition, productions: edition.whole().to_vec() }
    }

    /// Returns the language of the strings that a production derives.
    #[must_use]
    pub fn new(production: Recognizer) -> Self {
        Self { edition: production.edition(), productions: vec![production] }
    }

    /// Returns the edition that has the productions.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the names of the productions. A string of the language is derived by at least one of them.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.productions.iter().map(Recognizer::rule)
    }

    /// Returns the names of the productions. The name of the grammar is added if the edition has another production
    /// with the same name.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::diff::Language;
    /// let name = |rule| Edition::Rfc1630.production(rule).map(|found| Language::new(found).name());
    /// assert_eq!(name("scheme")?, "scheme (rfc1630-uri)");
    /// assert_eq!(name("uri")?, "uri");
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        let name = |production: &Recognizer| {
            let (rule, grammars) = (production.rule(), self.edition.grammars().iter());
            match grammars.filter(|other| other.production(rule).is_some()).count() {
                1 => rule.to_owned(),
                _ => format!("{rule} ({})", production.grammar().stem()),
            }
        };
        self.productions.iter().map(name).collect::<Vec<_>>().join(" | ")
    }

    /// Returns whether the language has a string.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.deriving(text).is_some()
    }

    /// Returns the language's production, or the first of several.
    pub(crate) fn first(&self) -> &Recognizer {
        &self.productions[0]
    }

    /// Returns the position of the first production: the index of its grammar in the edition, and the index of the
    /// production in the grammar.
    pub(crate) fn place(&self) -> (usize, usize) {
        let first = self.first();
        let is_own = |other: &&Grammar| other.stem() == first.grammar().stem();
        let (automaton, _) = table(first);
        let printed = automaton.starts.iter().map(|(name, _)| *name);
        (
            self.edition.grammars().iter().take_while(|other| !is_own(other)).count(),
            printed.take_while(|name| *name != first.rule()).count(),
        )
    }

    /// Returns the first of the productions that derives a string.
    pub(crate) fn deriving(&self, text: &str) -> Option<Recognizer> {
        self.productions.iter().find(|one| one.accepts(text.as_bytes())).copied()
    }

    /// Returns the start states of the productions, each with its automaton.
    fn starts(&self) -> Starts {
        self.productions.iter().map(table).collect()
    }

    /// Returns whether another language has the same strings.
    pub(crate) fn is_equal(&self, other: &Self) -> bool {
        Product::is_equal(self.starts(), other.starts())
    }

    /// Returns the shortest string of the language.
    pub(crate) fn shortest(&self) -> Option<String> {
        let both = [self.starts(), self.starts()];
        Product::until(both, &|node| node.accepts[0]).shortest([true, true]).map(text)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.edition, self.name())
    }
}

/// Returns the text of a word, in UTF-8.
fn text(word: Vec<u8>) -> String {
    String::from_utf8_lossy(&word).into_owned()
}

// The documents' own statements about the names of productions.

/// A line of a document's [translations](Edition::translations).
pub(crate) struct TranslationLine {
    /// The id of the older edition.
    pub(crate) document: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) says: &'static str,
    pub(crate) section: &'static str,
    /// Whether only the name of the rule changed.
    is_name: bool,
}

pub(crate) fn rows(by: Edition) -> impl Iterator<Item = TranslationLine> {
    by.translations().lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let (&[document, rule, says, section], rest) = fields.split_first_chunk()?;
        Some(TranslationLine { document, rule, says, section, is_name: rest == ["name"] })
    })
}

/// A term of a document.
pub(crate) struct DocumentTerm {
    pub(crate) meaning: &'static str,
    pub(crate) name: &'static str,
    pub(crate) section: &'static str,
    /// The production that derives the strings to which the term refers.
    production: Option<&'static str>,
}

/// Returns the terms of an edition, in the order of its file. If the edition amends another document, the terms of that
/// document come first, except where the edition has its own term.
pub(crate) fn terms(edition: Edition) -> impl Iterator<Item = DocumentTerm> {
    let amended = edition.amends().into_iter().flat_map(of_file);
    let stands = move |term: &DocumentTerm| of_file(edition).all(|own| own.meaning != term.meaning);
    amended.filter(stands).chain(of_file(edition))
}

fn of_file(edition: Edition) -> impl Iterator<Item = DocumentTerm> {
    edition.terms().lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let (meaning, name, section) = (fields.next()?, fields.next()?, fields.next()?);
        Some(DocumentTerm { meaning, name, section, production: fields.next() })
    })
}

/// Returns whether the document of one of two productions states that it renamed the other production.
fn is_renamed(one: &Language, other: &Language) -> bool {
    let says = |by: &Language, of: &Language| {
        let amended = of.edition().amends().map(Edition::id);
        rows(by.edition()).any(|row| {
            let is_of = row.document == of.edition().id() || Some(row.document) == amended;
            row.is_name && is_of && (row.rule, row.says) == (of.first().rule(), by.first().rule())
        })
    };
    says(other, one) || says(one, other)
}

/// Returns whether the names of two productions differ in letter case only.
fn is_spelled_alike(one: &Language, other: &Language) -> bool {
    one.first().rule().eq_ignore_ascii_case(other.first().rule())
}

/// Returns whether the strings of two productions have the same meaning, by the terms of their documents.
fn is_meant(one: &Language, other: &Language) -> bool {
    let meaning = meaning(one);
    meaning.is_some() && self::meaning(other) == meaning
}

fn meaning(language: &Language) -> Option<&'static str> {
    let rule = language.first().rule();
    terms(language.edition()).find(|term| term.production == Some(rule)).map(|term| term.meaning)
}

// The history of a production: its counterpart in each document.
//
// The surprising case: one document may have two versions. RFC 1630 prints a `scheme` in section 8
// and one with a `+` in section 9, and the `scheme` of RFC 1738 is compared with both.

/// One document's version of a production, as part of the production's history.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Version {
    /// The production.
    pub language: Language,
    /// The property by which this version was matched with the version in a neighboring document. `None` for the
    /// version from which the search started.
    pub by: Option<Match>,
    /// The comparisons of this version with the versions in the nearest earlier document that has any. The older
    /// language is on the left. The list is empty for the first document, and has two items if the earlier document has
    /// two versions.
    pub before: Vec<Comparison>,
}

impl Version {
    /// Returns the section that introduces the production.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.language.first().section()
    }

    /// Returns the grammar that has the production.
    #[must_use]
    pub fn grammar(&self) -> &'static Grammar {
        self.language.first().grammar()
    }
}

/// Returns the history of a production over the documents, the oldest first.
///
/// For many productions use [`Histories`], which pairs the productions of any two documents only once.
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

/// The histories of productions, with a cache of the paired documents and of the compared productions.
#[derive(Clone, Debug, Default)]
pub struct Histories {
    candidates: Candidates,
    /// The pairings of the productions of two documents. The key is the older edition and the newer edition.
    pairings: HashMap<(Edition, Edition), Pairing>,
    /// The comparisons of two productions. The key is the places of the older production and the newer production.
    comparisons: HashMap<[Place; 2], Comparison>,
}

/// The place of a production: its edition, the number of its grammar, and its number in the grammar.
type Place = (Edition, (usize, usize));

/// The versions of a production in one document, each with the reason why it is a counterpart.
type Versions = Vec<(Language, Option<Match>)>;

impl Histories {
    /// Returns the history of a production over the documents, the oldest first.
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

    /// Collects the versions in the neighboring documents of `at`, and in the documents beyond them, but not in `from`.
    /// `nearest` contains the versions in the last visited document that has a version.
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

    /// Returns the counterparts, in an edition, of the productions `all` of another edition.
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

/// Returns the document that an edition amends, or else the document before it in [`Edition::ALL`]. RFC 3987 is
/// skipped, since it is not in the sequence of documents about URIs. Returns `None` for a document of a single scheme.
fn last_before(edition: Edition) -> Option<Edition> {
    let at = Edition::ALL.iter().position(|known| *known == edition)?;
    let mut before = Edition::ALL[..at].iter().rev().copied();
    edition.amends().or_else(|| before.find(|before| *before != Edition::Rfc3987))
}

/// Returns the documents before an edition, the nearest first.
fn before(edition: Edition) -> impl Iterator<Item = Edition> {
    std::iter::successors(last_before(edition), |edition| last_before(*edition))
}

fn is_before(one: Edition, other: Edition) -> bool {
    Edition::ALL.iter().find(|edition| [one, other].contains(edition)) == Some(&one)
}

/// Returns the first production of the edition that has the same name and the same strings as `production`. It may be
/// `production` itself. Of several such productions, [`Pairing`] lists only the first.
fn printed_first(production: Recognizer) -> Recognizer {
    let all = production.edition().productions();
    let mut named = all.filter(|other| other.rule() == production.rule());
    let asked = Language::new(production);
    let is_same = |other: &Recognizer| asked.is_equal(&Language::new(*other));
    named.find(is_same).unwrap_or(production)
}

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::*;

    fn compare(left: (Edition, &str), right: (Edition, &str)) -> Comparison {
        let language =
            |(edition, rule): (Edition, &str)| Language::new(edition.production(rule).unwrap());
        Comparison::new(language(left), language(right))
    }

    #[track_caller]
    fn related(left: &str, right: &str, relation: Relation) {
        let (old, new) = (Edition::Rfc2396, Edition::Rfc3986);
        assert_eq!(compare((old, left), (new, right)).relation, relation, "{left}, {right}");
        let turned = match relation {
            Relation::Narrower => Relation::Wider,
            Relation::Wider => Relation::Narrower,
            relation => relation,
        };
        assert_eq!(compare((new, right), (old, left)).relation, turned, "{right}, {left}");
    }

    #[test]
    fn every_relation() {
        // "%" HEXDIG HEXDIG in both (2.4.1; 2.1).
        related("escaped", "pct-encoded", Relation::Equal);
        // 1*digit between dots (3.2.2), and dec-octets (3.2.2).
        related("IPv4address", "IPv4address", Relation::Wider);
        // Every host of RFC 2396 is a reg-name of RFC 3986, and is never empty.
        related("host", "host", Relation::Narrower);
        // `*` is in both; `-` is only a mark, and `$` is only one of the sub-delims.
        related("mark", "sub-delims", Relation::Overlapping);
        related("digit", "gen-delims", Relation::Disjoint);
    }

    #[test]
    fn witnesses_are_in_one_language_only() {
        let ipv4 = compare((Edition::Rfc2396, "IPv4address"), (Edition::Rfc3986, "IPv4address"));
        // "00" is not a dec-octet.
        assert_eq!(ipv4.only_left.as_deref(), Some("0.0.0.00"));
        assert_eq!((ipv4.only_right, ipv4.common.as_deref()), (None, Some("0.0.0.0")));
    }

    #[test]
    fn an_edition_with_two_grammars_has_the_strings_of_both() {
        let whole = Language::whole(Edition::Rfc1630);
        // `#` is in section 8 only, a port in section 9 only.
        assert!(whole.has("a:b#c") && whole.has("http://h:80/"));
        assert!(!whole.has("http://h:80/#c"));
    }
}
