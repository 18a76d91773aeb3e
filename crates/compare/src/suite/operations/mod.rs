//! Mutation testing of the algorithms of RFC 3986. A mutant is an algorithm with one mistake in one line; a small set
//! of test cases, the rows, kills every mutant.
//!
//! A row that the document prints is preferred to another row that kills as many mutants. An answer that the document
//! permits besides the literal one is not a mistake. Of the 23,883 conformance rows for resolution, few are needed.
//!
//! ```
//! use urispec_compare::suite::{Operation, OperationAnswer};
//!
//! let suite = Operation::Resolution.suite();
//! let row = suite.cases.iter().find(|case| case.input == "/./g").unwrap();
//! assert_eq!(row.other.as_deref(), Some("http://a/b/c/d;p?q"));
//! assert_eq!(row.answer, OperationAnswer::Text("http://a/g".into()));
//! ```

use std::fmt;

use grammar_automata::suite::{cover_bound, greedy_cover};
use urispec::{Edition, Uri};

mod normalization;
mod resolution;
#[cfg(test)]
mod tests;

/// For each mistake of a comparison, pairs are built from at most this many URIs of the normalization suite.
const LOOKED_AT: usize = 12;

/// An algorithm of RFC 3986.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// The resolution of a reference against a base (RFC 3986, 5.2).
    Resolution,
    /// The normalization of a URI by syntax (RFC 3986, 6.2.2).
    Normalization,
    /// The comparison of two URIs by syntax (RFC 3986, 6.2.2).
    Comparison,
    /// The division of a reference into its components (RFC 3986, 3 and Appendix B).
    Splitting,
}

/// The mutants of an algorithm, and the test cases that kill them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OperationSuite {
    /// The mistakes, in the order of the document.
    pub mutants: Vec<OperationMutant>,
    /// The test cases, in the order of the mistakes that they reveal.
    pub cases: Vec<OperationCase>,
    /// A lower bound for the number of test cases that are needed to kill all mutants.
    pub bound: usize,
}

/// A mistake of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperationMutant {
    /// The section that the mistake violates. For section 5.2.4, it includes the step.
    pub section: &'static str,
    /// The mistake: what the algorithm does instead.
    pub fault: &'static str,
    /// The document's rule, without a full stop.
    pub reason: &'static str,
}

/// A test case of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperationCase {
    /// The string: a reference or a URI.
    pub input: String,
    /// For a resolution, the base. For a comparison, the second URI.
    pub other: Option<String>,
    /// The right answer.
    pub answer: OperationAnswer,
    /// For each mutant that only this test case kills, the rule that it violates, with the section.
    pub reason: String,
    /// The mutants that only this test case kills, by their indices in [`OperationSuite::mutants`].
    pub shows: Vec<usize>,
    /// All mutants that the test case kills, by their indices in [`OperationSuite::mutants`].
    pub kills: Vec<usize>,
}

/// The right answer to a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationAnswer {
    /// The target, or the normal form.
    Text(String),
    /// Whether the two URIs are equivalent.
    Equivalent(bool),
    /// The components in the order of the document: scheme, userinfo, host, port, path, query and fragment. An
    /// undefined component is `None`.
    Parts([Option<String>; 7]),
}

/// Prints the mistake in one line: ``5.2.3: the last segment of the base stays``.
impl fmt::Display for OperationMutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.section, self.fault)
    }
}

impl Operation {
    /// Returns the suite of the algorithm: a small set of test cases that kills all mutants.
    #[must_use]
    pub fn suite(self) -> OperationSuite {
        match self {
            Self::Resolution => resolution_suite(),
            Self::Normalization => normalization_suite(),
            Self::Comparison => comparison_suite(),
            Self::Splitting => splitting_suite(),
        }
    }
}

/// A candidate for a test case, and the mistakes that it reveals.
struct OperationRow {
    input: String,
    other: Option<String>,
    answer: OperationAnswer,
    kills: Vec<usize>,
}

/// Reads a table of mistakes. Each line has the name, the section, the mistake, and the document's rule.
fn mutants(table: &'static str) -> Vec<OperationMutant> {
    let mutant = |line: &'static str| {
        let mut fields = line.split('\t').skip(1);
        let (section, fault, reason) = (fields.next()?, fields.next()?, fields.next()?);
        Some(OperationMutant { section, fault, reason })
    };
    table.lines().filter_map(mutant).collect()
}

fn resolution_suite() -> OperationSuite {
    let mutants = mutants(resolution::FAULTS);
    let cases = super::resolution(Edition::Rfc3986).into_iter().flatten();
    let rows = cases.filter_map(|case| {
        let target = |fault| resolution::target(&case.base, &case.reference, Some(fault));
        let is_detected = |fault: &usize| !case.allows(Some(&target(*fault)));
        let kills = (0..mutants.len()).filter(is_detected).collect();
        let answer = OperationAnswer::Text(case.target?);
        Some(OperationRow { input: case.reference, other: Some(case.base), answer, kills })
    });
    let rows = rows.collect();
    OperationSuite::of(mutants, rows)
}

fn normalization_suite() -> OperationSuite {
    let mutants = mutants(normalization::FAULTS);
    let rows = super::normalization(Edition::Rfc3986).map(|case| {
        let form = |fault| normalization::form(&case.input, Some(fault));
        let kills = (0..mutants.len()).filter(|&fault| !case.allows(&form(fault))).collect();
        let answer = OperationAnswer::Text(case.normalized);
        OperationRow { input: case.input, other: None, answer, kills }
    });
    let rows = rows.collect();
    OperationSuite::of(mutants, rows)
}

/// Returns the suite of comparison. A mutant compares the results of a faulty normalizer, so it finds a URI and its
/// normal form different, or two different URIs equal. Two mistakes of a normalizer have no such effect, and are left
/// out: writing all triplets of a host in lowercase, and decoding `%20` (a URI does not contain a space).
fn comparison_suite() -> OperationSuite {
    use normalization::NormalizationFault::{SpaceDecoded, TripletsOfHostLowered};
    let all = mutants(normalization::FAULTS);
    let is_mistake =
        |at: &usize| ![SpaceDecoded, TripletsOfHostLowered].map(|one| one as usize).contains(at);
    let faults: Vec<usize> = (0..all.len()).filter(is_mistake).collect();
    let right = |uri: &str| normalization::form(uri, None);
    let mut left = vec![LOOKED_AT; faults.len()];
    // Strings that become equal only by decoding twice are not equivalent.
    let mut pairs = vec![("a:%252F".to_owned(), "a:%2F".to_owned())];
    for case in super::normalization(Edition::Rfc3986) {
        for (left, fault) in left.iter_mut().zip(&faults) {
            let form = normalization::form(&case.input, Some(*fault));
            if *left == 0 || case.allows(&form) {
                continue;
            }
            *left -= 1;
            pairs.push((case.input.clone(), case.normalized.clone()));
            if right(&form) != case.normalized {
                pairs.push((case.input.clone(), form));
            }
        }
    }
    pairs.sort_by_cached_key(|(one, other)| (one.len() + other.len(), one.clone(), other.clone()));
    pairs.dedup();
    let is_uri = |text: &str| Uri::parse(text).is_ok();
    let pairs = pairs.into_iter().filter(|(one, other)| one != other && is_uri(other));
    let rows = pairs.map(|(one, other)| {
        let is_same = right(&one) == right(&other);
        let is_detected = |&at: &usize| {
            let form = |uri: &str| normalization::form(uri, Some(faults[at]));
            (form(&one) == form(&other)) != is_same
        };
        let kills = (0..faults.len()).filter(is_detected).collect();
        let answer = OperationAnswer::Equivalent(is_same);
        OperationRow { input: one, other: Some(other), answer, kills }
    });
    let rows = rows.collect();
    OperationSuite::of(faults.iter().map(|&fault| all[fault]).collect(), rows)
}

fn splitting_suite() -> OperationSuite {
    let mutants = mutants(resolution::SPLITTING_FAULTS);
    let rows = resolution::STRINGS.split(' ').map(|text| {
        let right = resolution::parts(text, None);
        let is_detected = |fault: &usize| resolution::parts(text, Some(*fault)) != right;
        let kills = (0..mutants.len()).filter(is_detected).collect();
        let answer = OperationAnswer::Parts(right);
        OperationRow { input: text.to_owned(), other: None, answer, kills }
    });
    let rows = rows.collect();
    OperationSuite::of(mutants, rows)
}

impl OperationSuite {
    fn of(mutants: Vec<OperationMutant>, rows: Vec<OperationRow>) -> Self {
        let kills: Vec<&[usize]> = rows.iter().map(|row| &*row.kills).collect();
        let count = mutants.len();
        let (chosen, bound) = (greedy_cover(&kills, count), cover_bound(&kills, count));
        let mut times = vec![0_usize; count];
        chosen.iter().flat_map(|&at| kills[at]).for_each(|&mutant| times[mutant] += 1);
        let mut rows: Vec<Option<OperationRow>> = rows.into_iter().map(Some).collect();
        let chosen = chosen.into_iter().filter_map(|at| rows[at].take());
        let mut cases: Vec<OperationCase> = chosen
            .map(|OperationRow { input, other, answer, kills }| {
                // A row shows the mistakes that no other chosen row reveals.
                let shows: Vec<usize> =
                    kills.iter().copied().filter(|&at| times[at] == 1).collect();
                let reason = |&at: &usize| {
                    let OperationMutant { section, reason, .. } = mutants[at];
                    format!("{reason} (RFC 3986, {section})")
                };
                let reasons: Vec<String> = shows.iter().map(reason).collect();
                OperationCase { input, other, answer, reason: reasons.join("; "), shows, kills }
            })
            .collect();
        cases.sort_by(|one, other| (&one.shows, &one.input).cmp(&(&other.shows, &other.input)));
        Self { mutants, cases, bound }
    }

    /// Returns the mutants that no test case kills. The suite of an [`Operation`] has none.
    pub fn survivors(&self) -> impl Iterator<Item = &OperationMutant> {
        let is_detected = |at: usize| self.cases.iter().any(|case| case.kills.contains(&at));
        self.mutants.iter().enumerate().filter(move |&(at, _)| !is_detected(at)).map(|(_, one)| one)
    }
}
