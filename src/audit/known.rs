//! The documents that are known by name: the editions of the project, and printed grammars that
//! other documents import.
//!
//! In: the name of a document, or a tag by which others cite it. Out: its [`Document`], read once.
//! An edition's grammar has its readings, since a document that imports it means what it says, and
//! not its misprints.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::bnf::{Notation, Printed, Reader, Scope};
use super::deadline::Deadline;
use super::imports::Document;
use crate::edition::Edition;
use crate::grammar::Grammar;

/// A document that is known by name.
struct Known {
    name: &'static str,
    text: Text,
    /// The names of the documents in which names are looked up that the document does not define.
    imports: &'static [&'static str],
    read: OnceLock<Document>,
}

enum Text {
    /// The grammar of an edition with this stem.
    Edition,
    /// A file of `grammar/imports`.
    File(&'static str),
}

/// The name of the document that has the core rules of ABNF.
pub(super) const CORE: &str = "rfc5234";

macro_rules! file {
    ($name:literal) => {
        file!($name, [])
    };
    ($name:literal, $imports:expr) => {
        Known {
            name: $name,
            text: Text::File(include_str!(concat!("../../grammar/imports/", $name, ".abnf"))),
            imports: &$imports,
            read: OnceLock::new(),
        }
    };
}

const fn edition(name: &'static str) -> Known {
    over(name, &[])
}

/// The grammar of an edition that stands over others.
const fn over(name: &'static str, imports: &'static [&'static str]) -> Known {
    Known { name, text: Text::Edition, imports, read: OnceLock::new() }
}

static KNOWN: [Known; 26] = [
    edition("rfc1630-uri"),
    edition("rfc1630-url"),
    edition("rfc1738"),
    edition("rfc1808"),
    edition("url-syntax-05"),
    edition("rfc2396"),
    edition("rfc2732"),
    edition("rfc2396bis-01"),
    edition("rfc3986"),
    edition("rfc3987"),
    edition("rfc6874"),
    edition("rfc2141"),
    over("rfc6068", &["rfc3986", "rfc5322"]),
    over("rfc8089", &["rfc6874"]),
    over("rfc8141", &["rfc3986"]),
    file!("rfc2616"),
    file!("rfc3339"),
    file!("rfc3629"),
    file!("rfc4647"),
    file!("rfc5234"),
    file!("rfc5321", ["rfc5322"]),
    file!("rfc5322"),
    file!("rfc5646"),
    file!("rfc5987"),
    file!("rfc7230"),
    file!("rfc9110"),
];

/// The tags by which documents cite others, beside the documents' own names.
const TAGS: [(&str, &str); 10] = [
    ("abnf", "rfc5234"),
    ("bcp47", "rfc5646"),
    ("http", "rfc9110"),
    ("iri", "rfc3987"),
    ("std63", "rfc3629"),
    ("std66", "rfc3986"),
    ("std68", "rfc5234"),
    ("uri", "rfc3986"),
    ("utf-8", "rfc3629"),
    ("utf8", "rfc3629"),
];

/// The grammar of an edition that has this stem.
pub(super) fn grammar(stem: &str) -> Option<&'static Grammar> {
    let mut grammars = Edition::every().flat_map(Edition::grammars);
    grammars.find(|grammar| grammar.stem() == stem).copied()
}

/// The names of all documents that are known.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name)
}

/// The names of the documents that are known, by their tags in lower case.
pub(super) fn tags() -> HashMap<String, String> {
    let own = names().map(|name| (name, name));
    own.chain(TAGS).map(|(tag, name)| (tag.to_owned(), name.to_owned())).collect()
}

/// The document of that name. Case does not matter.
pub(super) fn find(name: &str) -> Option<&'static Document> {
    let known = KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(name))?;
    Some(known.read.get_or_init(|| known.document()))
}

impl Known {
    fn document(&self) -> Document {
        let printed = match self.text {
            Text::Edition => self.edition(),
            Text::File(text) => {
                let names = self.imports.iter().filter_map(|name| find(name));
                let names = names.flat_map(|document| &document.printed.productions);
                let names = names.map(|one| Notation::Abnf.key(&one.name)).collect();
                let scope = Scope { names, documents: tags() };
                let reader =
                    Reader { notation: Notation::Abnf, characters: None, scope: Some(&scope) };
                reader.read(&format!("{}.abnf", self.name), text).ok()
            }
        };
        // The files have been read by the tests.
        let none = || Printed {
            notation: Notation::Abnf,
            file: self.name.to_owned(),
            characters: None,
            productions: Vec::new(),
            notes: Vec::new(),
            deadline: Deadline::NONE,
        };
        Document::new(self.name, printed.unwrap_or_else(none), self.imports)
    }

    /// The grammar of an edition, with its readings.
    fn edition(&self) -> Option<Printed> {
        let grammar = grammar(self.name)?;
        let file = format!("{}.{}", self.name, grammar.notation().ending());
        let scope = grammar.over.map(|_| Scope { names: HashSet::new(), documents: tags() });
        let (notation, scope) = (grammar.notation(), scope.as_ref());
        let read = |text| Reader { notation, characters: None, scope }.read(&file, text).ok();
        let printed = read(grammar.printed())?;
        match grammar.readings() {
            "" => Some(printed),
            readings => Some(printed.with_readings(&read(readings)?)),
        }
    }
}
