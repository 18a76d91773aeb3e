//! The documents that are known by name: printed grammars that other grammars import.
//!
//! In: printed grammars, each under the name by which others import it, and the tags by which documents cite
//! them. Out: a [`Library`], of which each document is read once, when it is asked for. A grammar has its
//! readings, since a document that imports it means what it says, and not its misprints. What is forgotten are
//! the sections that nobody reaches.
//!
//! The surprising case: RFC 5234 is in every library, since its core rules are what ABNF lends.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use grammar_automata::build::Deadline;

use crate::notations::{Notation, Note, Printed, PrintedProduction, Reader, Scope};

/// A printed grammar that others may import by its name.
#[derive(Clone, Copy, Debug)]
pub struct PrintedDocument {
    /// The name of the document, and of its files without their endings, such as `rfc3986`.
    pub name: &'static str,
    /// The notation of the grammar and of its readings.
    pub notation: Notation,
    /// The grammar as printed.
    pub printed: &'static str,
    /// The productions that replace printed ones. The text is empty if there are none.
    pub readings: &'static str,
    /// The names of the documents in which names are looked up that the document does not define.
    pub imports: &'static [&'static str],
    /// Whether the reader accepts departures of the grammar from its notation.
    pub is_read_wide: bool,
}

/// Documents that a reader knows by name.
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
///     is_read_wide: false,
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

/// The name of the document that has the core rules of ABNF.
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
            is_read_wide: true,
        }
    };
}

/// What documents often import.
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

/// The tags by which documents cite these.
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
    /// The documents that others often import, such as RFC 5234 and RFC 9110. This is the default library of a
    /// reader.
    #[must_use]
    pub fn own() -> &'static Self {
        static OWN: LazyLock<Library> = LazyLock::new(|| Library::with([], &[]));
        &OWN
    }

    /// Documents, and tags in lower case by which others cite them, each with a name; beside them what documents
    /// often import.
    #[must_use]
    pub fn with(
        documents: impl IntoIterator<Item = PrintedDocument>,
        tags: &[(&'static str, &'static str)],
    ) -> Self {
        let documents = documents.into_iter().chain(OFTEN);
        let documents = documents.map(|document| KnownDocument { document, read: OnceLock::new() });
        let tags = TAGS.iter().chain(tags).copied().collect();
        Self { documents: documents.collect(), tags }
    }

    /// The names of all documents.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.documents.iter().map(|known| known.document.name)
    }

    /// The names of the documents, by their tags in lower case.
    pub(crate) fn tags(&self) -> HashMap<String, String> {
        let own = self.names().map(|name| (name, name));
        let all = own.chain(self.tags.iter().copied());
        all.map(|(tag, name)| (tag.to_owned(), name.to_owned())).collect()
    }

    /// The document of that name. Case does not matter.
    pub(crate) fn find(&self, name: &str) -> Option<&LibraryDocument> {
        let known =
            self.documents.iter().find(|known| known.document.name.eq_ignore_ascii_case(name))?;
        Some(known.read.get_or_init(|| self.read(&known.document)))
    }

    fn read(&self, document: &PrintedDocument) -> LibraryDocument {
        let PrintedDocument { name, notation, imports, .. } = *document;
        // The documents have been read by tests.
        let printed = self.printed(document).unwrap_or_else(|| Printed {
            notation,
            file: name.to_owned(),
            characters: None,
            productions: Vec::new(),
            notes: Vec::new(),
            deadline: Deadline::NONE,
        });
        LibraryDocument::new(name, printed, imports)
    }

    fn printed(&self, document: &PrintedDocument) -> Option<Printed> {
        let PrintedDocument { name, notation, printed, readings, imports, is_read_wide } =
            *document;
        let file = format!("{name}.{}", notation.ending());
        let scope = is_read_wide.then(|| {
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

// A document whose productions others may use.

/// A document whose productions others may use.
#[derive(Clone, Debug)]
pub(crate) struct LibraryDocument {
    /// The name that qualifies the productions of the document.
    pub(crate) name: String,
    pub(crate) printed: Printed,
    /// The number of each production, by the key of its name.
    places: HashMap<String, usize>,
    /// The notes on each production.
    pub(super) notes: HashMap<String, Vec<Note>>,
    /// The names of the known documents that the document imports.
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
