//! ECMA-427 (2025), Package-URL: the scheme `pkg`.
//!
//! The standard has no grammar. The grammar of canonical PURLs used here is a draft of its Annex C,
//! which is informative and not adopted (pull request 578 of package-url/purl-spec, August 2026).
//! The grammar of lenient PURLs is a draft too. By its own account, it describes what a parser
//! should attempt: a string that matches it need not be a PURL. The audit reports where the drafts
//! differ from the standard. "How to parse a PURL" and "How to build a PURL" are not part of the
//! standard either; they are published beside it, and are transcribed here step by step.
//!
//! A lenient PURL need not name a package: `pkg:npm/@babel/core` matches the grammar, but the text
//! after its last `@` is the version, so there is no name.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::ladder::TellChange;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, SchemeForm};
use crate::parts::purl::{Parts, Purl, divide, last, stands_for_itself};
use crate::parts::split::{Components, split};

#[derive(Parser)]
#[grammar = "../grammar/pkg.pest"]
struct Pkg;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "pkg",
    document: "ECMA-427, December 2025",
    noun: "a PURL",
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

/// The normal form of a PURL: the canonical PURL, computed by parsing a PURL and building it again.
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
            "whether a character that is not permitted is encoded",
            "character-encoding",
            ["pkg:npm/a+b", "pkg:npm/a%2Bb"],
        ),
    ],
};

pub(crate) static PRINTED: Printed = Printed {
    remark: "The sections are named by their titles: those of clause 5, the core specification, and, beside the \
             standard, how-to-parse, how-to-build, and the draft grammars annex-C and lenient, which are not adopted.",
    ..printed!("pkg", &GRAMMAR, &lenient::GRAMMAR)
};

static GRAMMAR: Grammar = grammar! {
    "pkg" in Abnf, printed, extends Some(&[]), automaton pkg, by {Pkg, Rule, place},
    CHARACTERS
};

const CHARACTERS: CharacterSections =
    CharacterSections::new("permitted-characters", "character-encoding", "character-encoding");

// Within a PURL, `namespace` has a rule that ends before the name.
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
        "pkg-lenient" in Abnf, readings, extends Some(&[]), automaton pkg_lenient, by {Lenient, Rule, place},
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

/// Returns the canonical form of a lenient PURL, and reports each component that differs. Returns
/// `None` if the text is already canonical or is not the PURL of a package.
fn canonical(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let canonical = Purl::parse(text).and_then(|purl| purl.build()).ok()?;
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

/// Maps the components of a PURL to those of a URI ("A PURL is a URL"). A PURL has no authority,
/// even if slashes follow its scheme. A string that does not begin like a PURL is split like any
/// URI.
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
