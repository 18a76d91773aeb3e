//! Test suites: strings that distinguish a correct parser of a production from wrong ones; and references and URIs
//! that test resolution and normalization.
//!
//! A parser that gives the right verdict on every string of a suite accepts exactly the language, within the limits
//! that [`ByteSuite`] states. Only membership counts, not the production that derives a part: every `IPv4address` is
//! also a `reg-name`, so the suite of a whole production may have no string whose host is an `IPv4address`. The suite
//! of `IPv4address` has such strings.
//!
//! # Size
//!
//! A letter is a character that represents a class of characters. The last three columns count the strings of letters
//! only, all strings of the suite, and all strings if every ASCII character is a letter:
//!
//! | production of RFC 3986 | states | of letters | suite | [every ASCII](Suite::every_ascii) |
//! |---|---|---|---|---|
//! | `URI-reference` | 183 | 41,849 | 116,280 | 262,474 |
//! | `authority` | 170 | 39,313 | 109,216 | 246,582 |
//! | `IPv6address` | 152 | 27,455 | 85,210 | 169,769 |
//! | `pchar` | 5 | 309 | 1,691 | 2,138 |
//! | `dec-octet` | 7 | 358 | 1,544 | 2,173 |
//!
//! [Extra](Suite::extra) states multiply the strings of letters, and do not change the number of the other strings.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::suite::Suite;
//! let suite = Suite::new(Edition::Rfc3986.production("dec-octet")?);
//! assert_eq!(suite.states(), 7);
//! let case = |text: &str| suite.cases().find(|case| case.input == text).unwrap();
//! assert!(case("255").is_valid());
//! assert_eq!(case("256").offset, Some(2));
//! assert_eq!(case("").offset, Some(0));
//! # Ok::<(), urispec::error::UnknownProduction>(())
//! ```

mod operations;
#[cfg(test)]
mod tests;

pub use grammar_automata::suite::{ByteCase, ByteSuite, TooManyWords};
pub use operations::{Operation, OperationAnswer, OperationCase, OperationMutant, OperationSuite};

use std::collections::HashSet;

use urispec::grammar::Role;
use urispec::internal::is_beyond_grammar;
use urispec::trace::{ResolutionStep, Warning};
use urispec::{
    AboveRoot, Edition, Normalizer, Recognizer, Reference, ResolveError, Resolved, Resolver, Rung,
    split,
};

use crate::since::{Point, ruling};
use crate::text;

/// The test suite of a production: strings that distinguish a correct parser of the production from
/// wrong ones. [`ByteSuite`] states what the suite guarantees.
#[derive(Clone, Debug)]
pub struct Suite {
    production: Recognizer,
    bytes: ByteSuite,
    /// The letters, as characters.
    letters: Vec<char>,
}

/// A string of a suite, and whether it is in the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The string.
    pub input: String,
    /// If the input is not in the language, the offset of the first byte that no string of the language can have there.
    /// If the input only ends too early, the offset is its length.
    pub offset: Option<usize>,
}

impl Case {
    /// Returns whether the string is in the language.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.offset.is_none()
    }
}

impl Suite {
    /// Builds the suite of a production, without extra states.
    #[must_use]
    pub fn new(production: Recognizer) -> Self {
        Self::with(production, ByteSuite::new(production.acceptor()))
    }

    fn with(production: Recognizer, bytes: Result<ByteSuite, TooManyWords>) -> Self {
        let bytes = bytes.expect("the automata of the editions are small");
        let letters = bytes.letters().map(|letter| text(letter.to_vec())).collect::<String>();
        Self { production, bytes, letters: letters.chars().collect() }
    }

    /// Uses every ASCII character as a letter: see [`ByteSuite::every_ascii`].
    #[must_use]
    pub fn every_ascii(self) -> Self {
        Self::with(self.production, self.bytes.every_ascii())
    }

    /// Extends the suite to implementations that may have up to `states` more states than the
    /// automaton: see [`ByteSuite::extra`].
    #[must_use]
    pub fn extra(self, states: usize) -> Self {
        Self { bytes: self.bytes.extra(states), ..self }
    }

    /// Returns the number of states of the production's minimal automaton, with the dead state.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.bytes.states()
    }

    /// Returns the letters. Each string consists of letters, except for at most one other character. Each class of
    /// characters has one letter or more. If a production derives only ASCII, one letter of two bytes represents all
    /// characters beyond ASCII, and its first byte is an error at every position.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Returns the characterization set of the automaton: for every two states, it contains a word that distinguishes
    /// them. No word can be replaced by a shorter word.
    pub fn characterization(&self) -> impl Iterator<Item = String> + '_ {
        self.bytes.characterization().map(text)
    }

    /// Returns the case of a string: whether it is in the language and, if not, the offset of the error.
    #[must_use]
    pub fn case(&self, input: String) -> Case {
        let offset = self.bytes.acceptor().offset(input.as_bytes());
        self.judged(input, offset)
    }

    /// Returns the case of a string, given the offset at which it leaves the language.
    fn judged(&self, input: String, offset: Option<usize>) -> Case {
        let is_judged = offset.is_some() || !is_beyond_grammar(&self.production);
        let beyond = || self.production.check(&input).err().map(|error| error.offset());
        let offset = if is_judged { offset } else { beyond() };
        Case { input, offset }
    }

    /// Generates the strings of the suite lazily, each once, in a fixed order: first the strings of letters only, then
    /// the strings with one other character. Both parts follow the order of the states, from the start state.
    pub fn cases(&self) -> impl Iterator<Item = Case> + '_ {
        self.bytes.cases().map(|ByteCase { input, offset, .. }| self.judged(text(input), offset))
    }
}

// The suites of resolution and of normalization.

// The suite of resolution: bases and references, each pair with the target by the letter of the edition, the section
// that decides it, and the other answers that the document permits.
//
// First come the examples that the document prints, then products, so that every branch of RFC 3986, 5.2.2 to 5.3, is
// tested in every situation that it depends on. A base has no fragment (5.1). References and bases that an edition does
// not have, or that its algorithm rejects, are omitted. A limit on the number of segments above four goes undetected.

/// A base and a reference, and the target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResolutionCase {
    /// The base.
    pub base: String,
    /// The reference.
    pub reference: String,
    /// The target by the letter of the document: `None` if the reference means the current document, which editions
    /// before RFC 3986 treat as a separate answer.
    pub target: Option<String>,
    /// The other answers that the document permits, usually none.
    pub either: Vec<Permitted>,
    /// The section that decides the target: the section of the last step that changed the path, or of the
    /// table that prints the example.
    pub section: &'static str,
    /// Whether the document prints the example.
    pub is_printed: bool,
}

/// An answer that a document permits besides the literal one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Permitted {
    /// The other answer: `None` if the string may be rejected.
    pub answer: Option<String>,
    /// The section that permits the answer. If the answer guards a path that would otherwise parse as another
    /// reference, this is the section that forbids the unguarded path.
    pub section: &'static str,
}

impl ResolutionCase {
    /// Returns whether a target is the expected one, or one that the document permits. `None` represents a resolver
    /// that gives no target, because it rejects the reference, or because it resolves the reference to the current
    /// document.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::suite;
    /// let mut cases = suite::resolution(Edition::Rfc3986)?;
    /// let case = cases.find(|case| case.reference == "http:g").unwrap();
    /// assert_eq!((case.section, case.target.as_deref()), ("5.4.2", Some("http:g")));
    /// assert!(case.allows(Some("http:g")) && case.allows(Some("http://a/b/c/g")));
    /// assert!(!case.allows(None));
    /// # Ok::<(), urispec::ResolveError>(())
    /// ```
    #[must_use]
    pub fn allows(&self, target: Option<&str>) -> bool {
        self.target.as_deref() == target
            || self.either.iter().any(|permitted| permitted.answer.as_deref() == target)
    }
}

/// Returns the suite of an edition's resolution: each pair of a base and a reference once, in a fixed order, the
/// document's own examples first.
///
/// Pairs are generated lazily. The pairs that were generated are kept in memory, a few megabytes at the end.
///
/// ```
/// use urispec::Edition;
/// use urispec_compare::suite;
/// let mut cases = suite::resolution(Edition::Rfc3986)?;
/// let case = cases.find(|case| case.base == "a:/b/c/d" && case.reference == "../../g").unwrap();
/// assert_eq!((case.target.as_deref(), case.section), (Some("a:/g"), "5.2.4"));
/// # Ok::<(), urispec::ResolveError>(())
/// ```
///
/// # Errors
///
/// [`ResolveError::NoAlgorithm`] if the edition does not resolve references, such as RFC 1738.
pub fn resolution(edition: Edition) -> Result<impl Iterator<Item = ResolutionCase>, ResolveError> {
    let resolver = Resolver::from_edition(edition);
    // Among the errors of reading, only this one is about the edition and not about the string.
    if let Err(error @ ResolveError::NoAlgorithm { .. }) = resolver.read("") {
        return Err(error);
    }
    let mut seen = HashSet::new();
    let rows: Vec<ResolutionRow> = rows(edition).collect();
    let strict = (0..rows.len()).filter(|&at| rows[at].is_strict).collect::<Vec<_>>();
    let printed = strict.into_iter().filter_map(move |at| of_row(resolver, &rows, at));
    let made = resolution_products()
        .filter_map(move |(base, reference)| of_pair(resolver, base, reference));
    let is_new =
        move |case: &ResolutionCase| seen.insert((case.base.clone(), case.reference.clone()));
    Ok(printed.chain(made).filter(is_new))
}

/// Returns the case of the row `rows[at]`. It permits the other targets that the tables print for the same pair, too.
fn of_row(resolver: Resolver, rows: &[ResolutionRow], at: usize) -> Option<ResolutionCase> {
    let row = &rows[at];
    let mut case = answered(resolver, row.base.to_owned(), row.reference.to_owned())?;
    case.section = row.section;
    case.is_printed = true;
    let same = |other: &&ResolutionRow| other.base == row.base && other.reference == row.reference;
    for ResolutionRow { section, target, .. } in rows.iter().filter(same) {
        let is_current = target.starts_with("(current document)");
        let answer = (!is_current).then(|| (*target).to_owned());
        if !case.allows(answer.as_deref()) {
            case.either.push(Permitted { answer, section });
        }
    }
    Some(case)
}

/// Returns the case of a base and a reference, if both are valid in the edition and the edition defines the result.
fn of_pair(resolver: Resolver, base: String, reference: String) -> Option<ResolutionCase> {
    let is_plain = matches!(resolver.read_base(&base), Ok((_, None)))
        && matches!(resolver.read(&reference), Ok((_, None)));
    if !is_plain {
        return None;
    }
    let resolved = resolver.resolve(split(&base), split(&reference)).ok()?;
    let is_unsuitable =
        |warning: &Warning| matches!(warning, Warning::UnsuitableBase | Warning::BaseNotGeneric);
    if resolved.warnings().iter().any(is_unsuitable) {
        return None;
    }
    answered(resolver, base, reference)
}

fn answered(resolver: Resolver, base: String, reference: String) -> Option<ResolutionCase> {
    let (base_parts, parts) = (split(&base), split(&reference));
    let mut path = parts.path.to_owned();
    let mut decided = None;
    let resolved = resolver.trace(base_parts, parts, |step| match step {
        ResolutionStep::Assigned { section, line, value: Some(value) }
            if line.starts_with("T.path") =>
        {
            if value != path {
                (path, decided) = (value.to_owned(), Some(section));
            }
            decided = decided.or(Some(section));
        }
        ResolutionStep::Assigned { section, .. } | ResolutionStep::Line { section, .. }
            if decided.is_none() =>
        {
            decided = Some(section);
        }
        _ => {}
    });
    let resolved = resolved.ok()?;
    let target = resolved_text(&resolved);
    let edition = resolver.edition();
    let mut either = Vec::new();
    let mut permit = |other: Resolver, section| {
        let resolved = other.resolve(base_parts, parts);
        let is_misread = |resolved: &Resolved<'_>| resolved.warnings().contains(&Warning::Misread);
        let mut add = |answer, section| {
            let permitted = Permitted { answer, section };
            if permitted.answer != target && !either.contains(&permitted) {
                either.push(permitted);
            }
        };
        add(resolved.as_ref().ok().and_then(resolved_text), section);
        if resolved.as_ref().is_ok_and(is_misread) {
            let guarded = other.guard_path(true).resolve(base_parts, parts);
            add(guarded.as_ref().ok().and_then(resolved_text), section_of_paths(edition));
        }
    };
    permit(resolver, "");
    let ruled = |point| ruling(edition, point).map(|ruling| ruling.section);
    if parts.scheme.is_some()
        && let Some(section) = ruled(Point::SameScheme)
    {
        permit(resolver.non_strict(true), section);
    }
    if resolved.warnings().contains(&Warning::AboveRoot)
        && let Some(section) = ruled(Point::AboveRoot)
    {
        permit(resolver.above_root(AboveRoot::Remove), section);
        permit(resolver.above_root(AboveRoot::Refuse), section);
    }
    let section = decided.unwrap_or_default();
    Some(ResolutionCase { base, reference, target, either, section, is_printed: false })
}

/// Returns the section of the edition's first production for a path. Productions for paths derive no path that begins
/// with `//` where an authority is possible, and no path after an authority unless it is empty or begins with `/`.
fn section_of_paths(edition: Edition) -> &'static str {
    let mut productions = edition.grammars().iter().flat_map(|grammar| grammar.productions());
    let path = productions.find(|production| production.role() == Role::Path);
    path.map_or("", |path| path.section())
}

fn resolved_text(resolved: &Resolved<'_>) -> Option<String> {
    match resolved {
        Resolved::Target(target) => Some(target.to_string()),
        Resolved::CurrentDocument { .. } => None,
    }
}

/// The segments from which all paths with dot segments are built.
const SEGMENTS: &[&str] = &["", ".", "..", "g"];

/// Returns the generated pairs of a base and a reference, including strings that are not valid in the edition. Some
/// pairs occur twice.
fn resolution_products() -> impl Iterator<Item = (String, String)> {
    let branches = shapes_of_bases().flat_map(|base| {
        let references = shapes_of_references(base.split(':').next().unwrap_or_default());
        references.map(move |reference| (base.clone(), reference)).collect::<Vec<_>>()
    });
    let against = |bases: &'static [&'static str], references: Vec<String>| {
        bases.iter().flat_map(move |&base| {
            let pair = |reference: &String| (base.to_owned(), reference.clone());
            references.iter().map(pair).collect::<Vec<_>>()
        })
    };
    let similar = SIMILAR.split(' ').map(str::to_owned).collect();
    let behind = BEHIND.iter().flat_map(|before| {
        paths(SEGMENTS, 3).map(move |path| [before, &*path].concat()).collect::<Vec<_>>()
    });
    let dotted = ["http://h/", "a:", "a:/"].into_iter().flat_map(|before| {
        paths(SEGMENTS, 3).flat_map(move |path| {
            let base = [before, &path, "?q"].concat();
            AGAINST_DOTS.iter().map(move |&reference| (base.clone(), reference.to_owned()))
        })
    });
    branches
        .chain(against(PATHS, paths(SEGMENTS, 4).collect()))
        .chain(against(&PATHS[..SEVERAL], similar))
        .chain(dotted)
        .chain(against(&PATHS[..SEVERAL], behind.collect()))
}

/// Bases for all situations in which RFC 3986, 5.2.3, merges paths. They have an authority or none; their path is
/// empty, is `/`, has one segment or several, has an empty segment, or does not begin with `/`. The first [`SEVERAL`]
/// are diverse enough for tests that do not depend on the base.
const PATHS: &[&str] = &[
    "http://h/b/c/d",
    "http://h",
    "a:/b/c/d",
    "http://h/",
    "http://h/b",
    "http://h/b/",
    "http://h/b/c/",
    "http://h/b//d",
    "a:///b/c",
    "a:/",
    "a:/b",
    "a:",
    "a:b",
    "a:b/c/d",
];
const SEVERAL: usize = 3;

/// References with segments that resemble dot segments, or with other characters next to dot segments.
const SIMILAR: &str = "\
    g. .g g.. ..g ... ./... .../.. ..;/g .;/g ..;x=1 g;x=1/./y g;x=1/../y %2E %2e/g %2E%2E \
    .%2e/g %2e%2E/g g%2F.. ..%2Fg ./g:h g:h ?y/../x g?y/./x g?y/../x #s/../x g#s/./x \
    g#s/../x g/?../.. ./?y ../#s /?y ./ ../?y#s g/..?y";

/// The beginnings of references with their own scheme or authority.
const BEHIND: &[&str] = &["//g/", "//", "s:", "s:/", "s://g/", "http:", "http:/", "a:"];

/// References to resolve against a base that has dot segments. Some keep the path of the base, the others
/// replace its last segment.
const AGAINST_DOTS: &[&str] = &["", "?y", "#s", "g", ".", "..", "../g", "/g"];

fn shapes_of_bases() -> impl Iterator<Item = String> {
    let with = ["http://h", "a://u@h:1", "a://"].into_iter();
    let with = with.flat_map(|before| ["", "/", "/b/c"].map(|path| [before, path].concat()));
    let without = ["a:", "a:/b/c", "a:b", "a:b/c"].map(str::to_owned);
    let ends = ["", "?", "?q"];
    with.chain(without).flat_map(move |base| ends.map(|end| [&*base, end].concat()))
}

fn shapes_of_references(scheme: &str) -> impl Iterator<Item = String> + use<> {
    let schemes = [
        "".to_owned(),
        format!("{scheme}:"),
        format!("{}:", scheme.to_uppercase()),
        "s:".to_owned(),
    ];
    let hierarchy = ["", "g", "/", "/g", "//", "//g", "//g/h", "./g:h", "..", "/../g", "//g/./h"];
    let ends =
        ["", "?", "?y"].map(|query| ["", "#", "#s"].map(|fragment| [query, fragment].concat()));
    let ends = ends.concat();
    schemes.into_iter().flat_map(move |scheme| {
        let ends = ends.clone();
        hierarchy.into_iter().flat_map(move |path| {
            let scheme = scheme.clone();
            ends.clone().into_iter().map(move |end| [&*scheme, path, &*end].concat())
        })
    })
}

// Paths that consist of a few segments in every order.

/// Returns every path of one to `longest` segments, the shortest first. The path of one empty segment is
/// the empty path, and a path whose first segment is empty begins with `/`.
fn paths(segments: &'static [&'static str], longest: u32) -> impl Iterator<Item = String> + Clone {
    let count = segments.len();
    (1..=longest).flat_map(move |length| {
        (0..count.pow(length)).map(move |number| {
            let at = |place| segments[number / count.pow(place) % count];
            (0..length).rev().map(at).collect::<Vec<_>>().join("/")
        })
    })
}

// The examples in which a document resolves a string, or compares two.

/// A row of a table of resolutions.
struct ResolutionRow {
    section: &'static str,
    /// Whether the row is for a strict parser.
    is_strict: bool,
    base: &'static str,
    reference: &'static str,
    /// The target, as the document prints it, such as `(current document)#s`.
    target: &'static str,
}

/// Two references that a document calls equivalent, or not equivalent.
struct Pair {
    section: &'static str,
    both: [&'static str; 2],
}

/// Returns the rows of a document's tables of resolutions.
fn rows(edition: Edition) -> impl Iterator<Item = ResolutionRow> {
    lines(edition).filter_map(|fields| match fields[..] {
        [section, kind @ ("resolve" | "resolve non-strict"), base, reference, target, ..] => {
            Some(ResolutionRow { section, is_strict: kind == "resolve", base, reference, target })
        }
        _ => None,
    })
}

/// Returns the pairs that a document compares.
fn pairs(edition: Edition) -> impl Iterator<Item = Pair> {
    lines(edition).filter_map(|fields| match fields[..] {
        [section, kind, a, b, ..]
            if kind == "not equivalent" || kind.starts_with("equivalent ") =>
        {
            Some(Pair { section, both: [a, b] })
        }
        _ => None,
    })
}

fn lines(edition: Edition) -> impl Iterator<Item = Vec<&'static str>> {
    let is_claim = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let unquoted = |field| if field == "\"\"" { "" } else { field };
    let lines = edition.examples().lines().filter(is_claim);
    lines.map(move |line| line.split('\t').map(unquoted).collect())
}

// The suite of normalization: URIs, each with its normal form by syntax alone (RFC 3986, 6.2.2), and the
// section that decides it. Rules of a scheme or a protocol are left out (6.2.3, 6.2.4).
//
// First come the pairs that the document compares, then products for letter case, triplets, path segments, and all three
// at once. The suite also has URIs that are already normal. There are no relative references, since a reference "must be
// transformed to its target URI before it can be normalized" (5.2.1).

/// A URI, and its normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NormalizationCase {
    /// The URI.
    pub input: String,
    /// The normal form by syntax alone.
    pub normalized: String,
    /// The other forms that the document permits, usually none.
    pub either: Vec<Permitted>,
    /// The section that decides the form. For a printed example, it is the section of the example. Otherwise it is the
    /// section of the highest rung (RFC 3986, 6.2) that changes the URI, or of the tested rung if no rung changes it.
    pub section: &'static str,
    /// Whether the document prints the example.
    pub is_printed: bool,
}

impl NormalizationCase {
    /// Returns whether a form is the expected one, or one that the document permits.
    #[must_use]
    pub fn allows(&self, form: &str) -> bool {
        let is_it = |permitted: &Permitted| permitted.answer.as_deref() == Some(form);
        self.normalized == form || self.either.iter().any(is_it)
    }
}

/// Returns the suite of an edition's normalization: each URI once, in a fixed order, the document's own examples first.
///
/// The suite omits URIs that are not valid in the edition, and URIs that test a rung that the edition does not license.
/// So the suites of older editions are smaller.
///
/// URIs are generated lazily. The URIs that were generated are kept in memory, less than a megabyte at the end.
///
/// ```
/// use urispec::Edition;
/// use urispec_compare::suite;
/// let case = |input: &str| suite::normalization(Edition::Rfc3986).find(|case| case.input == input);
/// let example = case("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").unwrap();
/// assert_eq!((&*example.normalized, example.section), ("example://a/b/c/%7Bfoo%7D", "6.2.2"));
/// let guarded = case("a:/.//b").unwrap();
/// assert!(guarded.allows("a:/.//b") && guarded.allows("a://b") && !guarded.allows("a:/b"));
/// ```
pub fn normalization(edition: Edition) -> impl Iterator<Item = NormalizationCase> {
    let printed = pairs(edition).flat_map(move |pair| {
        let of_it = move |input: &str| {
            let mut case = case(edition, Rung::PathSegments, input.to_owned())?;
            (case.section, case.is_printed) = (pair.section, true);
            Some(case)
        };
        pair.both.into_iter().filter_map(of_it)
    });
    let licensed = move |(rung, _): &(Rung, _)| {
        edition.rungs().any(|(known, _)| known == *rung && *rung != Rung::String)
    };
    let made = normalization_products().filter(licensed);
    let made = made.filter_map(move |(rung, input)| case(edition, rung, input));
    let mut seen = HashSet::new();
    printed.chain(made).filter(move |case| seen.insert(case.input.clone()))
}

/// Returns the case of a URI that tests a rung, if the URI is valid in the edition.
fn case(edition: Edition, tested: Rung, input: String) -> Option<NormalizationCase> {
    let reference = Reference::parse(edition, &input).ok()?;
    reference.scheme()?;
    let rung_section =
        |rung| edition.rungs().find_map(|(one, section)| section.filter(|_| one == rung));
    let normalizer = Normalizer::from_edition(edition);
    let mut decided = None;
    let normalized = normalizer.explain(reference, |change| {
        if decided.is_none_or(|(rung, _)| rung <= change.rung) {
            decided = Some((change.rung, change.section));
        }
    });
    let normalized = normalized.as_str().to_owned();
    let section = decided.map(|(_, section)| section).or_else(|| rung_section(tested));
    let section = section.unwrap_or_default();
    let letter = normalizer.clone().letter(true).normalize(reference);
    let by_scheme = normalizer.to(Rung::Scheme).normalize(reference);
    let mut either: Vec<Permitted> = Vec::new();
    let is_rfc3986 = edition.amends().unwrap_or(edition) == Edition::Rfc3986;
    let without_port = is_rfc3986.then(|| without_empty_port(&normalized));
    let without_port = without_port.flatten();
    let others = [
        (letter.as_str(), rung_section(Rung::PathSegments)),
        (by_scheme.as_str(), rung_section(Rung::Scheme)),
        (without_port.as_deref().unwrap_or(&normalized), Some("3.2.3")),
    ];
    for (answer, section) in others {
        let is_new = answer != normalized
            && either.iter().all(|known| known.answer.as_deref() != Some(answer));
        if is_new {
            either.push(Permitted {
                answer: Some(answer.to_owned()),
                section: section.unwrap_or_default(),
            });
        }
    }
    Some(NormalizationCase { input, normalized, either, section, is_printed: false })
}

/// Returns the URI without the `:` before an empty port, which a normalizer should omit (RFC 3986, 3.2.3).
fn without_empty_port(normalized: &str) -> Option<String> {
    let parts = split(normalized);
    let authority = parts.authority?.strip_suffix(':')?;
    let start = parts.scheme.map_or(0, |scheme| scheme.len() + ":".len()) + "//".len();
    let (before, after) = normalized.split_at(start + authority.len());
    Some(before.to_owned() + &after[":".len()..])
}

/// Returns the generated URIs, each with the rung that it tests. Some are not valid in the edition. Some URIs occur
/// twice.
fn normalization_products() -> impl Iterator<Item = (Rung, String)> {
    cases()
        .map(|input| (Rung::Case, input))
        .chain(triplets().map(|input| (Rung::PercentEncoding, input)))
        .chain(dotted().map(|input| (Rung::PathSegments, input)))
        .chain(mixed().map(|input| (Rung::PathSegments, input)))
        .chain(of_schemes().map(|input| (Rung::PathSegments, input)))
}

/// Returns URIs with every component in small and in capital letters.
fn cases() -> impl Iterator<Item = String> {
    let hosts = ["h.example", "[::abcd]", "[v1.ab]", "1.2.3.4"];
    let others = ["aB:", "Ab:c", "HTTP://www.EXAMPLE.com/", "URN:Example:A", "a+B-c.D:x"];
    hosts
        .into_iter()
        .flat_map(|host| {
            spelled(vec!["ab", "://", "us", "@", host, "/", "path", "?", "query", "#", "frag"])
        })
        .chain(spelled(vec!["ab", ":", "path", "/", "b", "?", "query", "#", "frag"]))
        .chain(others.map(str::to_owned))
}

/// Returns the concatenation of some parts, once for each choice of parts to write in capitals.
fn spelled(parts: Vec<&'static str>) -> impl Iterator<Item = String> {
    let has_letters = |part: &&str| part.contains(char::is_alphabetic);
    let choices = parts.iter().filter(|part| has_letters(part)).count();
    (0..1_u32 << choices).map(move |mut capitals| {
        let spell = |part: &&str| {
            let is_capital = has_letters(part) && capitals & 1 == 1;
            capitals >>= u32::from(has_letters(part));
            if is_capital { part.to_uppercase() } else { (*part).to_owned() }
        };
        parts.iter().map(spell).collect()
    })
}

/// The places of a triplet: the text before it and the text after it. Letters next to the triplet reveal whether other
/// characters are changed too.
const PLACES: &[[&str; 2]] = &[
    ["a://", "@h/"],
    ["a://u:", "x@h/"],
    ["a://", "/"],
    ["a://B", "c/"],
    ["a://h/", ""],
    ["a://h/B", "c"],
    ["a:", ""],
    ["a:/B/", ""],
    ["a://h/?", ""],
    ["a:b?B", "c"],
    ["a://h/#", ""],
    ["a:b#B", "c"],
];

/// Returns strings with the triplet of each octet in each place. The digits of the triplet are lowercase, uppercase or,
/// if both are letters, mixed.
fn triplets() -> impl Iterator<Item = String> {
    (0..=u8::MAX)
        .flat_map(|octet| {
            let [small, capital] = [format!("{octet:02x}"), format!("{octet:02X}")];
            let mixed =
                [[&small[..1], &capital[1..]].concat(), [&capital[..1], &small[1..]].concat()];
            PLACES.iter().flat_map(move |[before, after]| {
                [&capital, &small, &mixed[0], &mixed[1]]
                    .map(|digits| format!("{before}%{digits}{after}"))
            })
        })
        // A triplet that decodes to "%" must not form another triplet.
        .chain(["a:%2541", "a:%25%34%31", "a:b%2541?%2541#%2541", "a://%2541/"].map(str::to_owned))
}

fn dotted() -> impl Iterator<Item = String> {
    let plain = paths(&["", ".", "..", "b"], 5);
    let behind = |before: &'static str| move |path: String| [before, &*path].concat();
    plain
        .clone()
        .map(behind("a://h/"))
        .chain(plain.map(behind("a:")))
        .chain(
            paths(&["", "..", "b", "%2e", "%2E.", ".%2e", "%2e%2E", "b%2E", "..."], 3)
                .flat_map(|path| ["a://h/", "a:", "a:/c/"].map(|before| [before, &*path].concat())),
        )
        // Only a path has segments.
        .chain(
            [
                "a://h/?b/../c",
                "a://h/#b/../c",
                "a://h/b?./c#../d",
                "a://h?..",
                "a://..",
                "a://h../b",
                "a://../..",
            ]
            .map(str::to_owned),
        )
}

/// Returns URIs to which the rules for letter case, triplets and dot segments all apply.
fn mixed() -> impl Iterator<Item = String> {
    let schemes = ["a", "A"];
    let hosts = ["h", "H", "%68", "%48", "%c3%A9"];
    let segments = ["/b/%2E%2e/%63", "/./%7bB%7D/..", "/%7E/../../B", "/b%2Fc/../D", "/B"];
    let ends = ["", "?%3f%41", "?%2e./Q#%23%5a"];
    schemes.into_iter().flat_map(move |scheme| {
        hosts.into_iter().flat_map(move |host| {
            segments
                .into_iter()
                .flat_map(move |path| ends.map(|end| format!("{scheme}://{host}{path}{end}")))
        })
    })
}

/// Returns URIs for which a scheme has rules in addition to the rules of syntax.
fn of_schemes() -> impl Iterator<Item = String> {
    "http://h http://h/ http://h:/ http://h:80/ http://h:080/ http://h:81/ http://h?q \
     ftp://h:21/ file:///etc file://localhost/etc a://h a://h: a://h:/ a://@h/ a://h/? \
     a://h/#"
        .split(' ')
        .map(str::to_owned)
}
