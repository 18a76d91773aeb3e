//! Whether the examples of a document hold by its own grammar and its own algorithm.
//!
//! In: an edition, and what its document claims. Out: [`CheckedExample`], each example with what
//! contradicts it, if something does. A contradiction is a *finding* if the file of the examples
//! lists it with a reason. A contradiction that is not listed is an error, and so is a listed
//! example that the edition no longer contradicts.

use std::fmt;

use urispec::meaning::Meaning;
use urispec::{
    Edition, Node, Normalizer, ParseError, Reference, Resolver, Rung, compare_with, split,
};

use super::examples::{Claim, Example};

/// An example, and whether its claim is true of the edition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedExample<'e> {
    /// The example.
    pub example: Example<'e>,
    /// What the edition says instead, if the edition contradicts the document.
    pub contradiction: Option<String>,
}

impl<'e> CheckedExample<'e> {
    /// Checks an example by the edition's parser or resolver.
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

    /// Whether the example is worth a finding: it is contradicted, or listed as contradicted
    /// although it is not.
    #[must_use]
    pub fn is_finding(&self) -> bool {
        self.contradiction.is_some() || self.example.reason.is_some()
    }

    /// Whether the example is contradicted if, and only if, it is listed as contradicted.
    #[must_use]
    pub fn is_as_listed(&self) -> bool {
        self.contradiction.is_some() == self.example.reason.is_some()
    }
}

/// What the edition says about two references, if that is not what the example claims.
fn equivalent(edition: Edition, rung: Option<Rung>, a: &str, b: &str) -> Option<String> {
    let read = |text| Reference::parse(edition, text).map_err(|error| error.explain(text));
    let (a, b) = match (read(a), read(b)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(error), _) | (_, Err(error)) => return Some(error),
    };
    match compare_with(&Normalizer::from_edition(edition), a, b).rung() {
        found if found == rung => None,
        Some(found) => Some(format!("they are equivalent at `{found}`")),
        None => Some("they are equivalent at no rung".to_owned()),
    }
}

/// The request that a client sends for a URL, in escapes, if the edition describes one.
fn sent(edition: Edition, url: &str) -> Result<Option<String>, ParseError> {
    let tree = Node::parse(edition, edition.whole_rules()[0], url)?;
    let request = Meaning::from_tree(edition, &tree)?.and_then(|(_, meaning)| meaning.request());
    Ok(request.map(|request| request.escape_ascii().to_string()))
}

impl fmt::Display for Claim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instance { rule, text } => write!(f, "{text:?} is a {rule}"),
            Self::Illegal { rule, text } => write!(f, "{text:?} is no {rule}"),
            Self::Target { strict, base, reference, target } => {
                let parser = if *strict { "" } else { ", not strictly," };
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

/// Prints the claim, and the contradiction or the lack of one.
impl fmt::Display for CheckedExample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Example { section, claim, reason, .. } = &self.example;
        write!(f, "{section}: {claim}")?;
        match (&self.contradiction, reason) {
            (Some(found), Some(reason)) => write!(f, "; but {found} ({reason})"),
            (Some(found), None) => write!(f, "; but {found}, which is not listed as a finding"),
            (None, Some(_)) => f.write_str("; it is listed as a finding, and holds"),
            (None, None) => Ok(()),
        }
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
                "1: \"a:b\" is no URI; but `URI` derives it, which is not listed as a finding",
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
                "2.2: \"a:%2F\" and \"a:/\" are equivalent at `scheme`; but they are equivalent at no rung (delimiters)",
            ),
            (
                "1\tURI\ta:b\tfinding: none",
                "1: \"a:b\" is a URI; it is listed as a finding, and holds",
            ),
        ] {
            let checked = check(line);
            assert_eq!(checked.to_string(), expected);
            assert_eq!(checked.is_as_listed(), expected.ends_with(')'));
        }
        // RFC 3986 says of no URI what is sent.
        let checked = check("1\tsends\tgopher://h/\t\\r\\n");
        let claim = "1: for \"gopher://h/\" a client sends \"\\r\\n\"";
        let expected = format!("{claim}; but it sends nothing, which is not listed as a finding");
        assert_eq!(checked.to_string(), expected);
        // A production that is not there makes neither claim true.
        assert!(check("1\tURL\ta:b").is_finding() && check("1\tnot URL\ta b").is_finding());
    }
}
