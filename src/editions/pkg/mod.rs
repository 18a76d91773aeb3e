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

mod lenient;
mod package;

pub use package::{LetterCase, Package, PackageError, PackageType};

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, SchemeForm, grammar};
use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::editions::ladder::TellChange;
use crate::parts::percent;
use crate::parts::split::{Components, split};

#[derive(Parser)]
#[grammar = "../grammar/pkg.pest"]
struct Pkg;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "pkg",
    document: "ECMA-427, December 2025",
    begins: &["pkg:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
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

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR, &lenient::GRAMMAR],
    divided: &[],
    examples: include_str!("../../../grammar/pkg.examples"),
    requirements: include_str!("../../../grammar/pkg.requirements"),
    errata: include_str!("../../../grammar/pkg.errata"),
    terms: include_str!("../../../grammar/pkg.terms"),
    translations: "",
    remark: "The sections are named by their titles: those of clause 5, the core specification, and beside the \
             standard how-to-parse, how-to-build, and the drafts of grammars, annex-C and lenient, which are not \
             adopted.",
};

static GRAMMAR: Grammar = Grammar {
    stem: "pkg",
    notation: Notation::Abnf,
    printed: include_str!("../../../grammar/pkg.abnf"),
    readings: "",
    pest: include_str!("../../../grammar/pkg.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CHARACTERS,
    automaton: &tables::pkg::AUTOMATON,
    tree: |production, text| grammar::tree::<Pkg, _>(Rule::all_rules(), place, production, text),
};

const CHARACTERS: CharacterSections = CharacterSections {
    admitted: "permitted-characters",
    escapes: "character-encoding",
    not_ascii: "character-encoding",
    around: None,
    charset: Charset::Utf8,
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, role: Role) -> Production {
        Production { name, section: "annex-C", role }
    }
    Some(match rule {
        Rule::PURL => const { &at("PURL", Role::Whole) },
        Rule::scheme => const { &at("scheme", Role::Scheme) },
        Rule::type_ => const { &at("type", Role::Part) },
        // Within a PURL it ends before the name.
        Rule::namespace | Rule::namespace_of_name => const { &at("namespace", Role::Part) },
        Rule::namespace_segment => const { &at("namespace-segment", Role::Part) },
        Rule::name => const { &at("name", Role::Part) },
        Rule::version => const { &at("version", Role::Part) },
        Rule::qualifiers => const { &at("qualifiers", Role::Query) },
        Rule::qualifier => const { &at("qualifier", Role::Part) },
        Rule::qualifier_key => const { &at("qualifier-key", Role::Part) },
        Rule::qualifier_value => const { &at("qualifier-value", Role::Part) },
        Rule::subpath => const { &at("subpath", Role::Fragment) },
        Rule::subpath_segment => const { &at("subpath-segment", Role::Part) },
        Rule::pct_encoded => const { &at("pct-encoded", Role::Part) },
        Rule::pct_encoded_ns => const { &at("pct-encoded-ns", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_subpath_segment_sc => const { &at("subpath-segment-sc", Role::Class) },
        Rule::whole_alpha_lc => const { &at("alpha-lc", Role::Class) },
        Rule::whole_alphanumeric => const { &at("alphanumeric", Role::Class) },
        Rule::whole_punctuation => const { &at("punctuation", Role::Class) },
        Rule::whole_separator => const { &at("separator", Role::Class) },
        Rule::whole_colon => const { &at("colon", Role::Class) },
        Rule::whole_percent => const { &at("percent", Role::Class) },
        Rule::whole_unreserved => const { &at("unreserved", Role::Class) },
        Rule::whole_reserved => const { &at("reserved", Role::Class) },
        Rule::whole_pchar => const { &at("pchar", Role::Class) },
        Rule::whole_pchar_ns => const { &at("pchar-ns", Role::Class) },
        Rule::subpath_segment_sc | Rule::alpha_lc | Rule::alphanumeric | Rule::punctuation | Rule::separator
        | Rule::colon | Rule::percent | Rule::unreserved | Rule::reserved | Rule::pchar | Rule::pchar_ns
        | Rule::ALPHA | Rule::DIGIT | Rule::HEXDIG => return None,
    })
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
