//! ECMA-427 (2025), Package-URL: the scheme `pkg`.
//!
//! The standard has no grammar. The grammar of canonical PURLs here is a draft of its Annex C, informative and not
//! adopted (pull request 578 of package-url/purl-spec, of August 2026), and so is the grammar of lenient PURLs, which by
//! its own word is no second class of conformance but what a parser should attempt: what matches it need not be a PURL.
//! Where a draft and the standard differ, that is a finding of the audit. "How to parse a PURL" and "How to build a
//! PURL" are not of the standard either; they stand beside it, and are transcribed here step by step.
//!
//! The surprising case: what is lenient is a PURL of no package at times. `pkg:npm/@babel/core` matches the grammar, and
//! what follows its last `@` is the version, so that there is no name.

mod package;

pub use package::{LetterCase, Package, PackageError, PackageType};

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::ladder::TellChange;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, SchemeForm};
use crate::parts::percent;
use crate::parts::split::{Components, split};

#[derive(Parser)]
#[grammar = "../grammar/pkg.pest"]
struct Pkg;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "pkg",
    document: "ECMA-427, December 2025",
    begins: &["pkg:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "A PURL is a valid URL and URI"; it applies "the percent-encoding mechanism defined in RFC 3986 section 2.1".
        string: Some("RFC 3986, 6.2.1"),
        triplet_case: Some("RFC 3986, 2.1"),
        // "The following characters shall not be percent-encoded".
        unreserved: Some((stands_for_itself, "character-encoding")),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["PURL", "lenient-PURL"],
    divided: Some(Oracle { split: mapped, authority: "", has_host: false, has_params: false }),
    ..DocumentSpec::PLAIN
};

/// The canonical PURL, by what is parsed and built.
static FORM: SchemeForm = SchemeForm {
    section: "how-to-build",
    of: canonical,
    differences: &[
        ("slashes after the scheme", "scheme", ["pkg://npm/a", "pkg:npm/a"]),
        ("the letter case of the type", "type", ["pkg:NPM/a", "pkg:npm/a"]),
        ("slashes around a namespace", "namespace", ["pkg:npm//a//b", "pkg:npm/a/b"]),
        ("slashes around a name", "name", ["pkg:npm/a/", "pkg:npm/a"]),
        ("the order of the qualifiers", "how-to-build", ["pkg:npm/a?b=1&a=1", "pkg:npm/a?a=1&b=1"]),
        ("a qualifier without a value", "qualifiers", ["pkg:npm/a?b=", "pkg:npm/a"]),
        ("the letter case of a key", "how-to-parse", ["pkg:npm/a?B=1", "pkg:npm/a?b=1"]),
        ("empty and dot segments of a subpath", "how-to-parse", ["pkg:npm/a#/./b/", "pkg:npm/a#b"]),
        (
            "whether a character is encoded that is not permitted",
            "character-encoding",
            ["pkg:npm/a+b", "pkg:npm/a%2Bb"],
        ),
    ],
};

pub(crate) static PRINTED: Printed = Printed {
    remark: "The sections are named by their titles: those of clause 5, the core specification, and beside the \
             standard how-to-parse, how-to-build, and the drafts of grammars, annex-C and lenient, which are not \
             adopted.",
    ..printed!("pkg", &GRAMMAR, &lenient::GRAMMAR)
};

static GRAMMAR: Grammar = grammar! {
    "pkg" in Abnf, printed, over Some(&[]), automaton pkg, by {Pkg, Rule, place},
    CHARACTERS
};

const CHARACTERS: CharacterSections =
    CharacterSections::new("permitted-characters", "character-encoding", "character-encoding");

// Within a PURL it ends before the name.
productions! {
    _ => b'-';
    "annex-C" =>
        Whole(PURL)
        Scheme(scheme)
        Part(
            type_ = "type", namespace, namespace_of_name = "namespace", namespace_segment, name,
            version, qualifier, qualifier_key, qualifier_value, subpath_segment, pct_encoded,
            pct_encoded_ns
        )
        Query(qualifiers)
        Fragment(subpath)
        Class(
            whole_subpath_segment_sc, whole_alpha_lc, whole_alphanumeric, whole_punctuation,
            whole_separator, whole_colon, whole_percent, whole_unreserved, whole_reserved,
            whole_pchar, whole_pchar_ns
        );
    none =>
        subpath_segment_sc, alpha_lc, alphanumeric, punctuation, separator, colon, percent,
        unreserved, reserved, pchar, pchar_ns, ALPHA, DIGIT, HEXDIG;
}

/// The draft grammar of lenient PURLs, which describes what a parser should attempt.
mod lenient {
    use pest_derive::Parser;

    use super::CHARACTERS;
    use crate::editions::grammar::{Grammar, grammar, productions};

    #[derive(Parser)]
    #[grammar = "../grammar/pkg-lenient.pest"]
    struct Lenient;

    pub(super) static GRAMMAR: Grammar = grammar! {
        "pkg-lenient" in Abnf, readings, over Some(&[]), automaton pkg_lenient, by {Lenient, Rule, place},
        CHARACTERS
    };

    productions! {
        _ => b'-';
        "lenient" =>
            Whole(lenient_PURL)
            Scheme(scheme)
            Part(
                lenient_type, lenient_namespace, lenient_namespace_segment, lenient_name,
                lenient_version, lenient_qualifiers, lenient_qualifier, lenient_qualifier_key,
                lenient_qualifier_value, lenient_subpath, lenient_subpath_segment
            )
            Class(whole_uchar);
        none => uchar, ALPHA, DIGIT;
    }
}

/// Whether an octet "shall not be percent-encoded": those of letters, of digits, of punctuation, and the colon,
/// "whether used as a Separator Character or otherwise".
const fn stands_for_itself(octet: u8) -> bool {
    percent::is_unreserved(octet) || octet == b':'
}

/// The canonical PURL of a lenient one, and each component that it changes. There is none for what is a PURL of no
/// package.
fn canonical(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let canonical = Package::parse(text).and_then(|package| package.to_purl()).ok()?;
    if canonical == text {
        return None;
    }
    let [before, after] = [divide(text)?, divide(&canonical)?];
    let after_delimiter = |delimiter, part: Option<&str>| {
        part.map_or_else(String::new, |part| format!("{delimiter}{part}"))
    };
    let components = |parts: &Parts<'_>| {
        [
            ("scheme", parts.slashes.to_owned()),
            ("type", parts.package_type.to_owned()),
            ("namespace", parts.namespace.map_or_else(String::new, |text| format!("{text}/"))),
            ("name", parts.name.to_owned()),
            ("version", after_delimiter('@', parts.version)),
            ("qualifiers", after_delimiter('?', parts.qualifiers)),
            ("subpath", after_delimiter('#', parts.subpath)),
        ]
    };
    for ((section, before), (_, after)) in components(&before).into_iter().zip(components(&after)) {
        if before != after {
            tell(section, &before, &after);
        }
    }
    Some(canonical)
}

// "How to parse a PURL": where the components lie.
//
// In: any string. Out: the text of each component, from right to left, still encoded. What is forgotten: nothing.
// The surprising case: the last `@` divides, wherever it stands. In `pkg:npm/@babel/core` all that follows it is the
// version, and there is no name.

/// The components of a PURL as given, still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts<'i> {
    /// The scheme, in the letters that are given.
    pub(crate) scheme: &'i str,
    /// The slashes after the colon, which are not significant.
    pub(crate) slashes: &'i str,
    /// The type, in the letters that are given.
    pub(crate) package_type: &'i str,
    /// The namespace with the slashes around it, but for the one before the name. There is none if that is the first.
    pub(crate) namespace: Option<&'i str>,
    /// The name, with the slashes after it.
    pub(crate) name: &'i str,
    /// The version, after the last `@`.
    pub(crate) version: Option<&'i str>,
    /// The qualifiers, after the last `?`.
    pub(crate) qualifiers: Option<&'i str>,
    /// The subpath, after the last `#`.
    pub(crate) subpath: Option<&'i str>,
}

/// Divides a text before the last of a character.
fn last(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.rsplit_once(delimiter).map_or((text, None), |(left, right)| (left, Some(right)))
}

/// Divides a string into components. There are none if no colon ends a scheme, or no slash a type.
pub(crate) fn divide(text: &str) -> Option<Parts<'_>> {
    // "Split the PURL string once from right on '#'".
    let (remainder, subpath) = last(text, '#');
    // "Split the remainder once from right on '?'".
    let (remainder, qualifiers) = last(remainder, '?');
    // "Split the remainder once from left on ':'".
    let (scheme, remainder) = remainder.split_once(':')?;
    // "Strip all leading '/' characters", "Split this once from left on '/'".
    let stripped = remainder.trim_start_matches('/');
    let slashes = &remainder[..remainder.len() - stripped.len()];
    let (package_type, remainder) = stripped.split_once('/')?;
    // "Split the remainder once from right on '@'".
    let (remainder, version) = last(remainder, '@');
    // "Strip all trailing '/' characters", "Split this once from right on '/'".
    let at = remainder.trim_end_matches('/').rfind('/');
    let namespace = at.map(|at| &remainder[..at]);
    let name = &remainder[at.map_or(0, |at| at + 1)..];
    Some(Parts { scheme, slashes, package_type, namespace, name, version, qualifiers, subpath })
}

/// The components of a URI that those of a PURL are mapped to ("A PURL is a URL"). No PURL has an authority, though
/// slashes may follow its scheme. What does not begin as a PURL is divided as any URI.
pub(crate) fn mapped(text: &str) -> Components<'_> {
    let (rest, fragment) = last(text, '#');
    let (rest, query) = last(rest, '?');
    match rest.split_once(':') {
        Some((scheme, path)) if scheme.eq_ignore_ascii_case("pkg") => {
            Components { scheme: Some(scheme), authority: None, path, query, fragment }
        }
        _ => split(text),
    }
}
