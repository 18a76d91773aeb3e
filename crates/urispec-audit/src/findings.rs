//! Checks whether the examples of a document agree with its own grammar and its own algorithm.
//!
//! A [`CheckedExample`] records how the edition contradicts the example, if it does. The file of the examples lists the
//! known contradictions, each with a reason. A contradiction that is not listed is an error, and so is a listed example
//! that the edition no longer contradicts.

use std::fmt;

use grammar_audit::GrammarText;
use grammar_audit::mutants::MutantSuite;
use urispec::meaning::Meaning;
use urispec::{
    Edition, Node, Normalizer, ParseError, Recognizer, Reference, Resolver, Rung, compare_with,
    split,
};

use super::edition::{AuditError, any, notation, reader};
use super::examples::{Claim, Example, Examples};

/// An example, and the contradiction if its claim does not hold for the edition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedExample<'e> {
    /// The example.
    pub example: Example<'e>,
    /// The actual result in the edition, as a clause, if it contradicts the claim.
    pub contradiction: Option<String>,
}

impl<'e> CheckedExample<'e> {
    /// Checks an example with the edition's parser or resolver.
    #[must_use]
    pub fn new(edition: Edition, example: Example<'e>) -> Self {
        let contradiction = match example.claim {
            Claim::Instance { rule, text } => {
                Node::parse(edition, rule, text).err().map(|error| error.explain(text))
            }
            Claim::Illegal { rule, text } => match Node::parse(edition, rule, text) {
                Ok(_) => Some(format!("`{rule}` derives it")),
                Err(ParseError::Syntax(_)) => None,
                Err(error) => Some(error.to_string()),
            },
            Claim::Target { strict, base, reference, target } => {
                let (base, reference) = (split(base), split(reference));
                match Resolver::from_edition(edition).non_strict(!strict).resolve(&base, &reference)
                {
                    Ok(found) if found.to_string() == target => None,
                    Ok(found) => Some(format!("it resolves to `{found}`")),
                    Err(error) => Some(error.to_string()),
                }
            }
            Claim::Equivalent { rung, a, b } => equivalent(edition, rung, a, b),
            Claim::Request { url, request } => match sent(edition, url) {
                Ok(Some(sent)) if sent == request => None,
                Ok(Some(sent)) => Some(format!("it sends \"{sent}\"")),
                Ok(None) => Some("it sends nothing".to_owned()),
                Err(error) => Some(error.explain(url)),
            },
        };
        Self { example, contradiction }
    }

    /// Returns whether the example is contradicted, or is listed as contradicted.
    #[must_use]
    pub fn is_finding(&self) -> bool {
        self.contradiction.is_some() || self.example.reason.is_some()
    }

    /// Returns whether the list is right: the example is both contradicted and listed, or neither.
    #[must_use]
    pub fn is_as_listed(&self) -> bool {
        self.contradiction.is_some() == self.example.reason.is_some()
    }
}

/// Returns a clause about the rung at which two references are equivalent, or `None` if it is the claimed rung.
fn equivalent(edition: Edition, rung: Option<Rung>, a: &str, b: &str) -> Option<String> {
    let read = |text| Reference::parse(edition, text).map_err(|error| error.explain(text));
    let (a, b) = match (read(a), read(b)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(error), _) | (_, Err(error)) => return Some(error),
    };
    match compare_with(&Normalizer::from_edition(edition), a, b).rung() {
        found if found == rung => None,
        Some(found) => Some(format!("they are equivalent at `{found}`")),
        None => Some("they are not equivalent at any rung".to_owned()),
    }
}

/// Returns the request that a client sends for a URL, escaped, if the edition describes one.
fn sent(edition: Edition, url: &str) -> Result<Option<String>, ParseError> {
    let tree = Node::parse(edition, edition.whole_rules()[0], url)?;
    let request = Meaning::from_tree(edition, &tree)?.and_then(|(_, meaning)| meaning.request());
    Ok(request.map(|request| request.escape_ascii().to_string()))
}

impl fmt::Display for Claim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instance { rule, text } => write!(f, "{text:?} is a valid {rule}"),
            Self::Illegal { rule, text } => write!(f, "{text:?} is not a valid {rule}"),
            Self::Target { strict, base, reference, target } => {
                let parser = if *strict { "" } else { ", non-strictly," };
                write!(f, "{reference:?} on {base:?}{parser} is {target:?}")
            }
            Self::Equivalent { rung: Some(rung), a, b } => {
                write!(f, "{a:?} and {b:?} are equivalent at `{rung}`")
            }
            Self::Equivalent { rung: None, a, b } => {
                write!(f, "{a:?} and {b:?} are not equivalent")
            }
            Self::Request { url, request } => write!(f, "for {url:?} a client sends \"{request}\""),
        }
    }
}

/// Prints the claim, followed by the contradiction, or by a note if a listed contradiction is absent.
impl fmt::Display for CheckedExample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Example { section, claim, reason, .. } = &self.example;
        write!(f, "{section}: {claim}")?;
        match (&self.contradiction, reason) {
            (Some(found), Some(reason)) => write!(f, "; but {found} ({reason})"),
            (Some(found), None) => write!(f, "; but {found}, which is not listed as a finding"),
            (None, Some(_)) => {
                f.write_str("; it is listed as a finding, but nothing contradicts it")
            }
            (None, None) => Ok(()),
        }
    }
}

// A small set of strings that kills the mutants of an edition's production.

/// The maximum length of the examples that serve as models for the strings of a suite.
const LENGTH: usize = 40;

/// The default models for the strings of a suite. They are used if the production derives whole references.
const LIKE: [&str; 5] = [
    "http://example.com/",
    "http://user@example.com:80/a?b#c",
    "mailto:a@example.com",
    "/a/b",
    "//[2001:db8::7]/",
];

/// Files of common mistakes, each with the stem of the grammar whose productions it replaces.
const MISTAKES: [(&str, &str); 1] = [("rfc3986", include_str!("rfc3986.mistakes.abnf"))];

/// Builds a small set of strings that kills the mutants of a production: see [`MutantSuite`]. The strings resemble
/// those in `like`, or, if it is empty, typical references or the document's own examples.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::mutant_suite;
///
/// let suite = mutant_suite(Edition::Rfc3986.production("port")?, &["8080"])?;
/// let case = suite.cases.iter().find(|case| case.input.is_empty()).unwrap();
/// assert!(case.is_valid);
/// assert_eq!(case.reason, "`port` may be empty");
/// assert_eq!(suite.mutants[case.shows[0]].section.as_deref(), Some("3.2.3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Never fails for the editions of this library.
pub fn mutant_suite(production: Recognizer, like: &[&str]) -> Result<MutantSuite, AuditError> {
    suite(production, like, false)
}

/// Builds the suite of [`mutant_suite`] for mutants that also change each use of a production by itself, so that it
/// detects a parser that is wrong in one place only. It has about three times as many strings.
///
/// ```
/// use urispec::Edition;
/// use urispec_audit::mutant_suite_by_use;
///
/// let suite = mutant_suite_by_use(Edition::Rfc3986.production("IPv4address")?, &["192.0.2.1"])?;
/// let place = "the 2nd dec-octet within IPv4address";
/// assert!(suite.mutants.iter().any(|mutant| mutant.place.as_deref() == Some(place)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Never fails for the editions of this library.
pub fn mutant_suite_by_use(
    production: Recognizer,
    like: &[&str],
) -> Result<MutantSuite, AuditError> {
    suite(production, like, true)
}

fn suite(production: Recognizer, like: &[&str], each_use: bool) -> Result<MutantSuite, AuditError> {
    let (edition, grammar) = (production.edition(), production.grammar());
    let any = any(grammar)?;
    let examples = Examples::read(&format!("{edition}.examples"), edition.examples())?;
    let of_document = examples.all.iter().filter_map(|one| example(one, production));
    let own: Vec<&str> = match edition.whole_rules().contains(&production.rule()) {
        true => LIKE.into_iter().filter(|one| production.accepts(one.as_bytes())).collect(),
        false => of_document.collect(),
    };
    let mistakes = MISTAKES.iter().find(|(stem, _)| *stem == grammar.stem());
    let mistakes = mistakes.map(|&(stem, text)| {
        let file = format!("{stem}.mistakes.abnf");
        reader(notation(grammar.notation())).read(GrammarText { file: &file, text })
    });
    let mistakes = mistakes.transpose()?;
    let builder = MutantSuite::builder(&any, production.rule());
    let builder = builder.like(if like.is_empty() { &own } else { like });
    let builder = if each_use { builder.each_use() } else { builder };
    let builder = match &mistakes {
        Some(mistakes) => builder.mistakes(mistakes),
        None => builder,
    };
    let mut suite = builder.build()?;
    for mutant in &mut suite.mutants {
        let printed = grammar.production(&mutant.production);
        mutant.section = printed.map(|one| one.section().to_owned());
    }
    Ok(suite)
}

/// Returns the text of an example, if it is a short instance of the production and not listed as contradicted.
fn example<'e>(one: &Example<'e>, production: Recognizer) -> Option<&'e str> {
    match one.claim {
        Claim::Instance { rule, text } if rule == production.rule() => {
            (text.len() <= LENGTH && one.reason.is_none()).then_some(text)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Examples;

    #[track_caller]
    fn check(line: &str) -> CheckedExample<'_> {
        let mut examples = Examples::read("e", line).unwrap();
        CheckedExample::new(Edition::Rfc3986, examples.all.remove(0))
    }

    #[test]
    fn claims_that_hold() {
        for line in [
            "1\tURI\ta:b",
            "1\tnot URI\ta",
            "1\tpath-empty\t\"\"",
            "5.4\tresolve\thttp://a/b\tc\thttp://a/c",
            "5.4\tresolve non-strict\thttp://a/b\thttp:c\thttp://a/c",
            "6.2.2\tequivalent path-segments\texample://a/b/c/%7Bfoo%7D\teXAMPLE://a/./b/../b/%63/%7bfoo%7d",
            "2.2\tnot equivalent\ta:%2F\ta:/",
        ] {
            let checked = check(line);
            assert!(checked.is_as_listed() && !checked.is_finding(), "{checked}");
        }
    }

    #[test]
    fn claims_that_do_not() {
        for (line, expected) in [
            (
                "1\tnot URI\ta:b",
                "1: \"a:b\" is not a valid URI; but `URI` derives it, which is not listed as a finding",
            ),
            (
                "5\tresolve\thttp://a/b\thttp:c\thttp://a/c\tfinding: strict",
                "5: \"http:c\" on \"http://a/b\" is \"http://a/c\"; but it resolves to `http:c` (strict)",
            ),
            (
                "2.1\tequivalent string\ta:%7b\ta:%7B\tfinding: spelling",
                "2.1: \"a:%7b\" and \"a:%7B\" are equivalent at `string`; but they are equivalent at `case` (spelling)",
            ),
            (
                "2.2\tequivalent scheme\ta:%2F\ta:/\tfinding: delimiters",
                "2.2: \"a:%2F\" and \"a:/\" are equivalent at `scheme`; but they are not equivalent at any rung (delimiters)",
            ),
            (
                "1\tURI\ta:b\tfinding: none",
                "1: \"a:b\" is a valid URI; it is listed as a finding, but nothing contradicts it",
            ),
        ] {
            let checked = check(line);
            assert_eq!(checked.to_string(), expected);
            assert_eq!(checked.is_as_listed(), expected.ends_with(')'));
        }
        // RFC 3986 does not specify requests.
        let checked = check("1\tsends\tgopher://h/\t\\r\\n");
        let claim = "1: for \"gopher://h/\" a client sends \"\\r\\n\"";
        let expected = format!("{claim}; but it sends nothing, which is not listed as a finding");
        assert_eq!(checked.to_string(), expected);
        // An unknown production makes neither claim true.
        assert!(check("1\tURL\ta:b").is_finding() && check("1\tnot URL\ta b").is_finding());
    }
}
