//! What a file of the user holds, by the names of `--notation` and `--kind`, or by the file's own name and
//! text.
//!
//! The surprising case: `x.txt` is a document that prints a grammar; with `--notation abnf` it is a grammar
//! alone, unless it has the pages of an RFC.

use std::path::Path;

use clap::builder::{PossibleValue, TypedValueParser};
use urispec_audit::{Dialect, DocumentKind, GrammarKind, Notation};

use crate::options::names;

/// The kinds by name, and what the help says of each.
const KINDS: [(&str, GrammarKind, &str); 19] = [
    ("abnf", GrammarKind::Printed(Notation::Abnf), "ABNF, RFC 5234 with RFC 7405 (.abnf)"),
    (
        "bnf",
        GrammarKind::Printed(Notation::Bnf),
        "The BNF of RFC 822, as RFC 1738 and RFC 2396 use it (.bnf)",
    ),
    ("rfc1630", GrammarKind::Printed(Notation::Rfc1630), "The BNF of RFC 1630"),
    (
        "w3c",
        GrammarKind::Printed(Notation::W3c),
        "The EBNF of the W3C, as XML 1.0 has it (.ebnf with `::=`)",
    ),
    ("iso", GrammarKind::Printed(Notation::Iso14977), "The EBNF of ISO/IEC 14977 (.ebnf without)"),
    ("pest", GrammarKind::Pest, "Rules of pest (.pest)"),
    (
        "text",
        GrammarKind::Document(DocumentKind::Text),
        "A specification as text, as RFCs are published (.txt)",
    ),
    (
        "xml",
        GrammarKind::Document(DocumentKind::Xml),
        "A specification as RFC XML, version 2 or 3 (.xml)",
    ),
    (
        "markdown",
        GrammarKind::Document(DocumentKind::Markdown),
        "A specification in Markdown (.md)",
    ),
    ("html", GrammarKind::Document(DocumentKind::Html), "A specification in HTML (.html)"),
    (
        "rust",
        GrammarKind::Patterns(Dialect::Rust),
        "Regular expressions of the crate regex, one a line",
    ),
    (
        "ecmascript",
        GrammarKind::Patterns(Dialect::EcmaScript),
        "Regular expressions of ECMAScript, with the flag `u`, one a line",
    ),
    ("python", GrammarKind::Patterns(Dialect::Python), "Regular expressions of Python, one a line"),
    ("pcre", GrammarKind::Patterns(Dialect::Pcre), "Regular expressions of PCRE2, one a line"),
    ("re2", GrammarKind::Patterns(Dialect::Re2), "Regular expressions of RE2, one a line"),
    (
        "posix-ere",
        GrammarKind::Patterns(Dialect::PosixEre),
        "Extended regular expressions of POSIX, one a line",
    ),
    ("xsd", GrammarKind::Patterns(Dialect::Xsd), "Regular expressions of XML Schema, one a line"),
    ("java", GrammarKind::Patterns(Dialect::Java), "Regular expressions of Java, one a line"),
    ("dotnet", GrammarKind::Patterns(Dialect::DotNet), "Regular expressions of .NET, one a line"),
];

fn named<T: Copy + Send + Sync + 'static>(
    of: impl Fn(GrammarKind) -> Option<T>,
) -> Vec<(PossibleValue, T)> {
    let all = KINDS.iter().filter_map(|(name, kind, help)| {
        let name = PossibleValue::new(*name).help(*help);
        let name = if *kind == GrammarKind::Document(DocumentKind::Markdown) {
            name.alias("md")
        } else {
            name
        };
        Some((name, of(*kind)?))
    });
    all.collect()
}

/// A parser for the name of any kind.
pub(crate) fn any() -> impl TypedValueParser<Value = GrammarKind> {
    names::described(named(Some))
}

/// A parser for the name of a notation.
pub(crate) fn notation() -> impl TypedValueParser<Value = Notation> {
    names::described(named(GrammarKind::notation))
}

/// A parser for the name of a format, that of a grammar and nothing else among them.
pub(crate) fn document() -> impl TypedValueParser<Value = DocumentKind> {
    let alone = PossibleValue::new("grammar").help("A grammar and nothing else");
    let formats = named(|kind| match kind {
        GrammarKind::Document(format) => Some(format),
        _ => None,
    });
    names::described([(alone, DocumentKind::Grammar)].into_iter().chain(formats))
}

/// The name of a notation.
pub(crate) fn name_of(notation: Notation) -> &'static str {
    let found = KINDS.iter().find(|(_, kind, _)| kind.notation() == Some(notation));
    found.map_or("", |(name, ..)| name)
}

/// Whether the ending of a file's name says that it is a printed grammar and nothing else.
pub(crate) fn is_grammar(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    matches!(ending.as_deref(), Some("abnf" | "bnf" | "ebnf"))
}

/// The format of a file that holds a printed grammar. None if the file is a grammar and nothing else:
/// its name or its notation says so, and it does not look like a document.
pub(crate) fn around_grammar(
    path: &Path,
    text: &str,
    given: Option<DocumentKind>,
    is_notation_known: bool,
) -> Option<DocumentKind> {
    if let Some(given) = given {
        return (given != DocumentKind::Grammar).then_some(given);
    }
    if is_grammar(path) {
        return None;
    }
    let (named, looks) =
        (DocumentKind::from_name(&path.to_string_lossy()), DocumentKind::from_text(text));
    match (named, looks) {
        // A text may be a grammar that has no other ending.
        (None | Some(DocumentKind::Text), None | Some(DocumentKind::Markdown))
            if is_notation_known =>
        {
            None
        }
        (Some(DocumentKind::Text), Some(looks)) if looks != DocumentKind::Markdown => Some(looks),
        (named, looks) => named.or(looks),
    }
}
