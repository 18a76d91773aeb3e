//! A document that prints a grammar: how the arguments say what it is, and how it is read.

use std::path::Path;

use clap::ValueEnum;
use urispec::audit::{DocumentKind, Extracted, GrammarText, Notation};

/// The format of a file, as `--kind` names it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A grammar and nothing else
    Grammar,
    /// Text, as RFCs are published (.txt)
    Text,
    /// RFC XML, version 2 or 3 (.xml)
    Xml,
    /// Markdown (.md)
    #[value(alias = "md")]
    Markdown,
    /// HTML (.html)
    Html,
}

impl Kind {
    /// The format of a document; none of a grammar alone.
    pub(crate) const fn of_document(self) -> Option<DocumentKind> {
        match self {
            Self::Grammar => None,
            Self::Text => Some(DocumentKind::Text),
            Self::Xml => Some(DocumentKind::Xml),
            Self::Markdown => Some(DocumentKind::Markdown),
            Self::Html => Some(DocumentKind::Html),
        }
    }
}

/// A notation, as `--notation` names it.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Written {
    /// ABNF, RFC 5234 with RFC 7405 (.abnf)
    Abnf,
    /// The BNF of RFC 822, as RFC 1738 and RFC 2396 use it (.bnf)
    Bnf,
    /// The BNF of RFC 1630
    Rfc1630,
    /// The EBNF of the W3C, as XML 1.0 has it (.ebnf with `::=`)
    W3c,
    /// The EBNF of ISO/IEC 14977 (.ebnf without)
    Iso,
}

impl Written {
    pub(crate) const fn notation(self) -> Notation {
        match self {
            Self::Abnf => Notation::Abnf,
            Self::Bnf => Notation::Bnf,
            Self::Rfc1630 => Notation::Rfc1630,
            Self::W3c => Notation::W3c,
            Self::Iso => Notation::Iso14977,
        }
    }
}

/// The format of a file by the ending of its name, else by what it looks like. None if it looks like no
/// document.
pub(crate) fn kind(path: &Path, text: &str) -> Option<DocumentKind> {
    DocumentKind::of_name(&path.to_string_lossy()).or_else(|| DocumentKind::of_text(text))
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
    kind: Option<Kind>,
    is_notation_known: bool,
) -> Option<DocumentKind> {
    if let Some(kind) = kind {
        return kind.of_document();
    }
    if is_grammar(path) {
        return None;
    }
    let (named, looks) =
        (DocumentKind::of_name(&path.to_string_lossy()), DocumentKind::of_text(text));
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

/// What a document prints, or what is wrong with it, as a sentence.
pub(crate) fn extracted(
    kind: DocumentKind,
    notation: Option<Notation>,
    file: &str,
    text: &str,
) -> Result<Extracted, String> {
    let read = Extracted::read_as(kind, notation, GrammarText { file, text });
    read.map_err(|error| error.to_string())
}
