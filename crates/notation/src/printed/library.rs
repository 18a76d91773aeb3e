//! The documents that are known by name: printed grammars for import, each read once, on first use, with its
//! readings. RFC 5234 is in every library, since its core rules are built into ABNF.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use crate::notations::{Notation, Note, Printed, PrintedProduction, Reader, Scope, Term};

/// A printed grammar that other grammars may import by name.
#[derive(Clone, Copy, Debug)]
pub struct PrintedDocument {
    /// The name of the document, which is also the stem of its file names, such as `rfc3986`.
    pub name: &'static str,
    /// The notation of the grammar and of its readings.
    pub notation: Notation,
    /// The grammar as printed.
    pub printed: &'static str,
    /// The productions that replace printed productions; empty if there are none.
    pub readings: &'static str,
    /// The names of the documents in which undefined names are looked up.
    pub imports: &'static [&'static str],
    /// Whether the reader accepts departures of the grammar from its notation.
    pub is_read_leniently: bool,
}

/// The documents that a reader knows by name.
///
/// ```
/// use grammar_notation::{GrammarText, Library, Notation, PrintedDocument, PrintedReader};
///
/// let time = PrintedDocument {
///     name: "time",
///     notation: Notation::Abnf,
///     printed: "hour = 2DIGIT\n",
///     readings: "",
///     imports: &[],
///     is_read_leniently: false,
/// };
/// let library: &'static Library = Box::leak(Box::new(Library::with([time], &[])));
/// let reader = PrintedReader::new(Notation::Abnf).knowing(library).import_known("time")?;
/// let text = GrammarText { file: "a.abnf", text: "noon = hour \":00\"\n" };
/// assert_eq!(reader.read(text)?.notes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library {
    documents: Vec<KnownDocument>,
    tags: Vec<(&'static str, &'static str)>,
}

#[derive(Debug)]
struct KnownDocument {
    document: PrintedDocument,
    read: OnceLock<LibraryDocument>,
}

/// The name of the document with the core rules of ABNF.
pub(crate) const CORE: &str = "rfc5234";

macro_rules! file {
    ($name:literal) => {
        file!($name, [])
    };
    ($name:literal, $imports:expr) => {
        PrintedDocument {
            name: $name,
            notation: Notation::Abnf,
            printed: include_str!(concat!("../../imports/", $name, ".abnf")),
            readings: "",
            imports: &$imports,
            is_read_leniently: true,
        }
    };
}

static OFTEN: [PrintedDocument; 11] = [
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

const TAGS: [(&str, &str); 7] = [
    ("abnf", "rfc5234"),
    ("bcp47", "rfc5646"),
    ("http", "rfc9110"),
    ("std63", "rfc3629"),
    ("std68", "rfc5234"),
    ("utf-8", "rfc3629"),
    ("utf8", "rfc3629"),
];

impl Library {
    /// Returns the documents that grammars often import, such as RFC 5234 and RFC 9110: the default library of a
    /// reader.
    pub fn own() -> &'static Self {
        static OWN: LazyLock<Library> = LazyLock::new(|| Library::with([], &[]));
        &OWN
    }

    /// Creates a library of the given documents and of the documents that are often imported. `tags` lists further
    /// tags, in lower case, each with the name of the document that it stands for in grammars.
    pub fn with(
        documents: impl IntoIterator<Item = PrintedDocument>,
        tags: &[(&'static str, &'static str)],
    ) -> Self {
        let documents = documents.into_iter().chain(OFTEN);
        let documents = documents.map(|document| KnownDocument { document, read: OnceLock::new() });
        let tags = TAGS.iter().chain(tags).copied().collect();
        Self { documents: documents.collect(), tags }
    }

    /// Returns the names of all documents.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.documents.iter().map(|known| known.document.name)
    }

    /// Returns the document with the given name, including its texts.
    #[must_use]
    pub fn document(&self, name: &str) -> Option<PrintedDocument> {
        let mut documents = self.documents.iter().map(|known| known.document);
        documents.find(|document| document.name == name)
    }

    /// Returns the names of the documents, by their tags in lower case.
    pub(crate) fn tags(&self) -> HashMap<String, String> {
        let own = self.names().map(|name| (name, name));
        let all = own.chain(self.tags.iter().copied());
        all.map(|(tag, name)| (tag.to_owned(), name.to_owned())).collect()
    }

    /// Returns the document with the given name, ignoring case.
    pub(crate) fn find(&self, name: &str) -> Option<&LibraryDocument> {
        let known =
            self.documents.iter().find(|known| known.document.name.eq_ignore_ascii_case(name))?;
        Some(known.read.get_or_init(|| self.read(&known.document)))
    }

    fn read(&self, document: &PrintedDocument) -> LibraryDocument {
        let PrintedDocument { name, notation, imports, .. } = *document;
        // Tests ensure that the documents can be read.
        let printed = self
            .printed(document)
            .unwrap_or_else(|| Printed::new(notation, name.to_owned(), None, Vec::new()));
        LibraryDocument::new(name, printed, imports)
    }

    fn printed(&self, document: &PrintedDocument) -> Option<Printed> {
        let PrintedDocument { name, notation, printed, readings, imports, is_read_leniently } =
            *document;
        let file = format!("{name}.{}", notation.ending());
        let scope = is_read_leniently.then(|| {
            let found = imports.iter().filter_map(|name| self.find(name));
            let names = found.flat_map(|document| &document.printed.productions);
            let names = names.map(|one| notation.key(&one.name)).collect();
            Scope { names, documents: self.tags() }
        });
        let reader = Reader { notation, characters: None, scope: scope.as_ref() };
        let printed = reader.read(&file, printed).ok()?;
        match readings {
            "" => Some(printed),
            readings => Some(printed.with_readings(&reader.read(&file, readings).ok()?)),
        }
    }
}

// A document whose productions other grammars may use.

#[derive(Clone, Debug)]
pub(crate) struct LibraryDocument {
    /// The name that qualifies the productions of the document.
    pub(crate) name: String,
    pub(crate) printed: Printed,
    places: HashMap<String, usize>,
    pub(super) notes: HashMap<String, Vec<Note>>,
    pub(super) imports: &'static [&'static str],
}

impl LibraryDocument {
    pub(crate) fn new(name: &str, printed: Printed, imports: &'static [&'static str]) -> Self {
        let names = printed.productions.iter().map(|one| printed.notation.key(&one.name));
        let places = names.zip(0..).collect();
        let mut notes: HashMap<String, Vec<Note>> = HashMap::new();
        for note in &printed.notes {
            notes.entry(note.production.clone()).or_default().push(note.clone());
        }
        Self { name: name.to_owned(), printed, places, notes, imports }
    }

    pub(super) fn production(&self, name: &str) -> Option<&PrintedProduction> {
        let place = self.places.get(&self.printed.notation.key(name))?;
        self.printed.productions.get(*place)
    }
}

// Writes terms in a notation, with the positions of their productions.

const SHOWN: usize = 60;

/// An alternative or a terminal of a printed grammar that applies at a position of a string.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PrintedStep {
    /// The name of the production.
    pub production: String,
    /// The file of the production.
    pub file: String,
    /// The line on which the production begins.
    pub line: usize,
    /// The alternative or terminal, in one line and shortened if it is long.
    pub text: String,
}

impl PrintedStep {
    /// Creates a step from its fields.
    #[doc(hidden)]
    pub fn new(production: String, file: String, line: usize, text: String) -> Self {
        Self { production, file, line, text }
    }
}

pub(crate) fn written(notation: Notation, term: &Term) -> String {
    let byte = |byte: u8| format!("{byte:02X}");
    match term {
        Term::Name(name) => name.clone(),
        Term::Literal { bytes, ignore_case } => {
            let is_text = bytes.iter().all(|&one| (b' '..=b'~').contains(&one) && one != b'"');
            let has_letters = bytes.iter().any(u8::is_ascii_alphabetic);
            let minds = notation == Notation::Abnf && has_letters && !ignore_case;
            match is_text {
                true => {
                    let text = String::from_utf8_lossy(bytes);
                    shortened(&format!("{}\"{text}\"", if minds { "%s" } else { "" }))
                }
                false => {
                    let bytes: Vec<String> = bytes.iter().map(|&one| byte(one)).collect();
                    shortened(&format!("%x{}", bytes.join(".")))
                }
            }
        }
        Term::Bytes(set) => {
            let range = |(first, last)| match first == last {
                true => format!("%x{}", byte(first)),
                false => format!("%x{}-{}", byte(first), byte(last)),
            };
            shortened(&set.ranges().map(range).collect::<Vec<_>>().join(" / "))
        }
        _ => String::new(),
    }
}

pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notations::Printed;

    #[test]
    fn terminals_are_written_briefly() {
        for (text, wanted) in [
            ("\"a\"", "\"a\""),
            ("%s\"a\"", "%s\"a\""),
            ("%s\"1\"", "\"1\""),
            ("%x0D.0A", "%x0D.0A"),
            ("%x22", "%x22"),
            ("%x30-39", "%x30-39"),
            ("DIGIT", "DIGIT"),
        ] {
            let printed =
                Printed::read(Notation::Abnf, "a.abnf", &format!("a = {text}\n")).unwrap();
            let term = printed.productions[0].term.as_ref().unwrap();
            assert_eq!(written(Notation::Abnf, term), wanted);
        }
        let long = Term::Literal { bytes: vec![b'1'; 99], ignore_case: true };
        assert_eq!(written(Notation::Bnf, &long), format!("\"{}…", "1".repeat(59)));
    }
}
