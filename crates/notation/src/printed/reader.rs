//! Reads printed grammars from outside the project, given the meaning of their numbers, their imports and assumptions.
//! [`Printed::read`] is strict; this reader also accepts common departures from a notation, with a note for each.

use std::collections::{HashMap, HashSet};

use super::library::{CORE, Library, LibraryDocument};
use crate::notations::{
    Characters, GrammarText, Notation, Note, NoteKind, Origin, Printed, PrintedProduction,
    ReadError, Reader, Scope, Term,
};

/// A lenient reader of printed grammars, with the documents that they import.
///
/// ```
/// use grammar_notation::{GrammarText, Languages, Notation, PrintedReader};
///
/// let text = "when = full-date\nfull-date = <full-date, see [RFC3339], Section 5.6>\n";
/// let reader = PrintedReader::new(Notation::Abnf).import_known("rfc3339")?;
/// let printed = reader.read(GrammarText { file: "when.abnf", text })?;
/// let languages = Languages::new(&printed);
/// let start = languages.start("when").unwrap().unwrap();
/// assert!(languages.dfa().matches(start, b"1985-04-12"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrintedReader {
    pub(crate) notation: Notation,
    library: &'static Library,
    characters: Option<Characters>,
    sources: Vec<ImportSource>,
    assumed: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
enum ImportSource {
    Known(&'static str),
    Text { name: String, notation: Notation, file: String, text: String },
}

/// The reason why a document cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No known document has the requested name.
    #[error("unknown document `{name}`; the known documents are {}", known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The names of the known documents.
        known: Vec<&'static str>,
    },
    /// The name of a document is empty or contains a colon.
    #[error("`{name}` cannot be the name of a document: it is empty or contains a colon")]
    Name {
        /// The name.
        name: String,
    },
}

/// The reason why an assumption cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssumeError {
    /// The production is defined.
    #[error("`{0}` is defined, so it cannot be assumed; add a reading instead")]
    Defined(String),
    /// The production is assumed twice.
    #[error("`{0}` is assumed twice; remove one assumption")]
    Twice(String),
    /// No production uses the name.
    #[error("`{0}` is assumed, but no production uses it; remove the assumption")]
    Unused(String),
    /// The assumed right side cannot be read.
    #[error("the assumption for `{name}` cannot be read: {why}")]
    Unreadable {
        /// The name of the production.
        name: String,
        /// The reason why the right side cannot be read.
        why: String,
    },
}

/// The reason why [`PrintedReader`] cannot read a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrintedError {
    /// The printed file or an imported file is not a grammar.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An assumption cannot be used.
    #[error(transparent)]
    Assume(#[from] AssumeError),
}

impl PrintedError {
    /// Returns the error as `Ok` if it is about a file, and as `Err` if it is about an assumption.
    #[doc(hidden)]
    pub fn kind(self) -> Result<ReadError, AssumeError> {
        match self {
            Self::Read(error) => Ok(error),
            Self::Assume(error) => Err(error),
        }
    }
}

const ASSUMED: &str = "the assumption";

impl PrintedReader {
    /// Creates a reader for a notation. By default, each grammar implies the meaning of its numbers.
    pub fn new(notation: Notation) -> Self {
        let library = Library::own();
        Self { notation, library, characters: None, sources: Vec::new(), assumed: Vec::new() }
    }

    /// Sets the library of documents that can be imported by name. Call this method before
    /// [`PrintedReader::import_known`].
    #[must_use]
    pub fn knowing(mut self, library: &'static Library) -> Self {
        self.library = library;
        self
    }

    /// Sets the meaning of values from `%x80` on in the grammar. Each imported grammar implies its own meaning.
    #[must_use]
    pub fn characters(mut self, characters: Characters) -> Self {
        self.characters = Some(characters);
        self
    }

    /// Returns the names of the known documents.
    pub fn known(&self) -> Vec<&'static str> {
        self.library.names().collect()
    }

    /// Imports a known document by name, such as `rfc3339`, ignoring case. Names that neither the grammar nor
    /// an earlier import defines are looked up in the document.
    ///
    /// # Errors
    /// Returns an error if no known document has that name.
    pub fn import_known(mut self, name: &str) -> Result<Self, ImportError> {
        let known = self.library.names().find(|known| known.eq_ignore_ascii_case(name));
        let unknown = || ImportError::Unknown { name: name.to_owned(), known: self.known() };
        let known = known.ok_or_else(unknown)?;
        self.sources.push(ImportSource::Known(known));
        Ok(self)
    }

    /// Imports a printed grammar under a name, by which prose refers to it: `[name]`. A name that the imported
    /// grammar does not define is looked up in the imports that are added after it.
    ///
    /// # Errors
    /// Returns an error if the name is empty or contains a colon. The text is not checked before it is read.
    pub fn import(
        mut self,
        name: &str,
        notation: Notation,
        GrammarText { file, text }: GrammarText<'_>,
    ) -> Result<Self, ImportError> {
        if name.is_empty() || name.contains(':') {
            return Err(ImportError::Name { name: name.to_owned() });
        }
        let (name, file, text) = (name.to_owned(), file.to_owned(), text.to_owned());
        self.sources.push(ImportSource::Text { name, notation, file, text });
        Ok(self)
    }

    /// Assumes the right side of a production that is undefined, or is prose. The name of a production of another
    /// document is qualified by the name of that document, as in `rfc3986:host`.
    #[must_use]
    pub fn assume(mut self, name: &str, expression: &str) -> Self {
        self.assumed.push((name.to_owned(), expression.to_owned()));
        self
    }

    /// Reads a grammar, with the reachable part of its imports, and with the assumptions.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read as a grammar, or if an assumption cannot be used. An
    /// unreadable production is not an error.
    pub fn read(&self, text: GrammarText<'_>) -> Result<Printed, PrintedError> {
        let mut context = self.context()?;
        let printed = self.unlinked(text, self.characters, &context)?;
        self.add_assumptions(&mut context, printed.characters)?;
        let printed = context.imports.link(context.assume(printed));
        context.check(&printed)?;
        Ok(printed)
    }

    pub(crate) fn context(&self) -> Result<GrammarContext, PrintedError> {
        let mut imports = Imports { imported: Vec::new(), library: self.library };
        // Each document may import the documents after it.
        for source in self.sources.iter().rev() {
            let document = match source {
                ImportSource::Known(name) => self.library.find(name).cloned(),
                ImportSource::Text { name, notation, file, text } => {
                    let mut scope = imports.scope(|name| notation.key(name));
                    scope.documents.extend(self.tags());
                    let reader =
                        Reader { notation: *notation, characters: None, scope: Some(&scope) };
                    Some(LibraryDocument::new(name, reader.read(file, text)?, &[]))
                }
            };
            imports.imported.splice(0..0, document);
        }
        Ok(GrammarContext { imports, assumed: Vec::new() })
    }

    /// Reads the assumptions for a grammar. Their numbers have the same meaning as in the grammar.
    pub(crate) fn add_assumptions(
        &self,
        context: &mut GrammarContext,
        characters: Option<Characters>,
    ) -> Result<(), AssumeError> {
        let scope = context.imports.scope(|name| self.notation.key(name));
        let reader = Reader { notation: self.notation, characters, scope: Some(&scope) };
        let mut keys = HashSet::new();
        for (name, expression) in &self.assumed {
            if !keys.insert(self.notation.key(name)) {
                return Err(AssumeError::Twice(name.clone()));
            }
            context.assumed.push(assumption(&reader, name, expression)?);
        }
        Ok(())
    }

    fn tags(&self) -> impl Iterator<Item = (String, String)> {
        self.sources.iter().filter_map(|source| match source {
            ImportSource::Known(_) => None,
            ImportSource::Text { name, .. } => Some((name.to_ascii_lowercase(), name.clone())),
        })
    }

    pub(crate) fn unlinked(
        &self,
        GrammarText { file, text }: GrammarText<'_>,
        characters: Option<Characters>,
        context: &GrammarContext,
    ) -> Result<Printed, ReadError> {
        let scope = context.imports.scope(|name| self.notation.key(name));
        Reader { notation: self.notation, characters, scope: Some(&scope) }.read(file, text)
    }
}

fn assumption(
    reader: &Reader<'_>,
    name: &str,
    expression: &str,
) -> Result<Assumption, AssumeError> {
    let unreadable = |why: String| AssumeError::Unreadable { name: name.to_owned(), why };
    let (sign, end) = match reader.notation {
        Notation::Rfc1630 => ("", ""),
        Notation::W3c => ("::= ", ""),
        Notation::Iso14977 => ("= ", " ;"),
        _ => ("= ", ""),
    };
    let text = format!("assumed {sign}{expression}{end}\n");
    let read = reader.read(ASSUMED, &text).map_err(|error| unreadable(error.to_string()))?;
    let [production] = &read.productions[..] else {
        return Err(unreadable("it has more than one right side".to_owned()));
    };
    let term = production.term.clone().map_err(|error| unreadable(error.why))?;
    Ok(Assumption { name: name.to_owned(), text: format!("{name} {sign}{expression}"), term })
}

impl PrintedReader {
    /// Creates a reader for grammars that extend the grammars of known documents.
    #[doc(hidden)]
    pub fn extending(
        notation: Notation,
        documents: &[&'static str],
        library: &'static Library,
    ) -> Self {
        let reader = Self::new(notation).knowing(library);
        // Unknown documents are not imported, and their names stay undefined.
        documents
            .iter()
            .fold(reader, |reader, name| reader.clone().import_known(name).unwrap_or(reader))
    }

    /// Reads a grammar with the readings that replace its productions: see [`PrintedReader::read`].
    ///
    /// # Errors
    /// As for [`PrintedReader::read`], for both texts.
    pub fn read_with_readings(
        &self,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
    ) -> Result<Printed, PrintedError> {
        let (printed, readings, context) = self.read_separately(printed, readings)?;
        Ok(linked(&printed, readings.as_ref(), &context))
    }

    /// Reads a grammar, its readings, its imports and its assumptions separately.
    #[doc(hidden)]
    pub fn read_separately(
        &self,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
    ) -> Result<(Printed, Option<Printed>, GrammarContext), PrintedError> {
        let mut context = self.context()?;
        let mut all = self.unlinked(printed, self.characters, &context)?;
        let characters = all.characters;
        self.add_assumptions(&mut context, characters)?;
        let readings =
            readings.map(|text| self.unlinked(text, characters, &context)).transpose()?;
        if let Some(readings) = &readings {
            let GrammarText { file, text } = printed;
            let letter = Reader { notation: self.notation, characters, scope: None };
            all = by_the_letter(all, readings, letter.read(file, text).ok());
        }
        context.check(&linked(&all, readings.as_ref(), &context))?;
        Ok((all, readings, context))
    }
}

/// Returns the grammar with its readings, its assumptions, and the reachable part of its imports.
pub fn linked(printed: &Printed, readings: Option<&Printed>, context: &GrammarContext) -> Printed {
    let read = match readings {
        Some(readings) => printed.with_readings(readings),
        None => printed.clone(),
    };
    context.imports.link(context.assume(read))
}

fn by_the_letter(mut printed: Printed, readings: &Printed, letter: Option<Printed>) -> Printed {
    let notation = printed.notation;
    let keys = readings.productions.iter().map(|one| notation.key(&one.name));
    let replaced: HashSet<String> = keys.collect();
    let letter = letter.into_iter().flat_map(|letter| letter.productions);
    let mut terms: HashMap<String, _> =
        letter.map(|one| (notation.key(&one.name), one.term)).collect();
    for production in &mut printed.productions {
        let key = notation.key(&production.name);
        if let Some(term) = terms.remove(&key).filter(|_| replaced.contains(&key)) {
            production.term = term;
        }
    }
    printed.notes.retain(|note| !replaced.contains(&notation.key(&note.production)));
    printed
}

/// The imports and assumptions of a grammar.
#[derive(Clone, Debug)]
pub struct GrammarContext {
    pub(crate) imports: Imports,
    assumed: Vec<Assumption>,
}

#[derive(Clone, Debug)]
struct Assumption {
    name: String,
    text: String,
    term: Term,
}

impl GrammarContext {
    /// Creates a context without imports or assumptions, for a grammar that is read strictly.
    pub fn empty() -> Self {
        let imports = Imports { imported: Vec::new(), library: Library::own() };
        Self { imports, assumed: Vec::new() }
    }

    /// Completes a grammar with the assumptions, which define its undefined and unreadable productions.
    pub(crate) fn assume(&self, mut printed: Printed) -> Printed {
        for Assumption { name, text, term } in &self.assumed {
            let key = printed.notation.key(name);
            let notation = printed.notation;
            let hole = printed.productions.iter_mut().find(|one| notation.key(&one.name) == key);
            match hole {
                Some(hole) if hole.term.is_err() => {
                    (hole.term, hole.origin) = (Ok(term.clone()), Origin::Assumed);
                    hole.text.clone_from(text);
                }
                Some(_) => {}
                None => printed.productions.push(PrintedProduction {
                    text: text.clone(),
                    ..PrintedProduction::named(name.clone(), term.clone(), Origin::Assumed)
                }),
            }
        }
        printed
    }

    /// Checks that each assumption defines a production that is otherwise undefined or unreadable, and that is used.
    pub(crate) fn check(&self, linked: &Printed) -> Result<(), AssumeError> {
        let key = |name: &str| linked.notation.key(name);
        for Assumption { name, .. } in &self.assumed {
            let found = linked.production(name);
            let is_lent = linked.notation.lends(name);
            let is_imported = self.imports.defines(name);
            if is_lent || is_imported || !found.is_some_and(|one| one.origin == Origin::Assumed) {
                return Err(AssumeError::Defined(name.clone()));
            }
            let terms = linked.productions.iter().flat_map(|one| one.term.iter());
            let mut terms = terms.flat_map(Term::all);
            let is_used = |term: &Term| matches!(term, Term::Name(used) if key(used) == key(name));
            // A production that the document prints need not be used by another production.
            if found.is_some_and(|one| one.line == 0) && !terms.any(is_used) {
                return Err(AssumeError::Unused(name.clone()));
            }
        }
        Ok(())
    }
}

// Other documents. Each is a separate scope. A name in a document refers to its own production, or else to a
// core rule of ABNF, or else to a production of a document that it imports, but never to a production of the
// grammar that imports it. A name in the grammar is looked up in the same way, in the imports in order. An
// imported file imports the files that are added after it. `host` in a grammar that imports RFC 7230 and then
// RFC 3986 is RFC 7230's `Host`, with a port, since ABNF ignores case.

#[derive(Clone, Debug)]
pub(crate) struct Imports {
    pub(crate) imported: Vec<LibraryDocument>,
    /// The documents that are known by name.
    pub(crate) library: &'static Library,
}

/// A document, with its index among the imported documents, or `None` if it is from the library.
type ImportedDocument<'d> = (&'d LibraryDocument, Option<usize>);

impl Imports {
    /// Returns the context that the imports provide to the reader of a grammar.
    pub(crate) fn scope(&self, key: impl Fn(&str) -> String) -> Scope {
        let productions = self.imported.iter().flat_map(|document| &document.printed.productions);
        let mut documents = self.library.tags();
        for document in &self.imported {
            documents.insert(document.name.to_ascii_lowercase(), document.name.clone());
        }
        Scope { names: productions.map(|one| key(&one.name)).collect(), documents }
    }

    /// Returns whether the imports define a name: a bare name in any imported document, or a qualified name in
    /// the document of the qualifier.
    pub(crate) fn defines(&self, name: &str) -> bool {
        let is_usable = |one: &PrintedProduction| one.term.is_ok();
        match name.split_once(':') {
            None => self
                .imported
                .iter()
                .any(|document| document.production(name).is_some_and(is_usable)),
            Some((document, name)) => {
                let imported =
                    self.imported.iter().find(|one| one.name.eq_ignore_ascii_case(document));
                let document = imported.or_else(|| self.library.find(document));
                document.and_then(|one| one.production(name)).is_some_and(is_usable)
            }
        }
    }

    pub(crate) fn link(&self, mut main: Printed) -> Printed {
        let notation = main.notation;
        let own = main.productions.iter().map(|one| notation.key(&one.name)).collect();
        let mut linking = Linking {
            imported: &self.imported,
            library: self.library,
            own: &own,
            used: own.clone(),
            names: HashMap::new(),
            waiting: Vec::new(),
            key: |name: &str| notation.key(name),
        };
        let (mut notes, mut noted) = (Vec::new(), HashSet::new());
        for (at, production) in main.productions.iter_mut().enumerate() {
            let (section, line, name) = (&production.section, production.line, &production.name);
            let Ok(term) = &mut production.term else { continue };
            term.rename(&mut |called| {
                if own.contains(&notation.key(called)) || notation.lends(called) {
                    return None;
                }
                let new = linking.resolve(None, called)?;
                if !called.contains(':') && noted.insert((at, called.to_owned())) {
                    let (file, production) = (main.file.clone(), name.clone());
                    let text =
                        format!("`{called}` is not defined here; the imported `{new}` is used");
                    let (section, kind) = (section.clone(), NoteKind::Import);
                    notes.push(Note { file, section, line, production, kind, text });
                }
                Some(new)
            });
        }
        main.notes.extend(notes);
        while let Some((name, place, production)) = linking.waiting.pop() {
            let (document, _) = place;
            main.notes.extend(document.notes.get(&production.name).into_iter().flatten().cloned());
            let mut production = production.clone();
            if let Ok(term) = &mut production.term {
                // An unresolved name is qualified by its document, and so is never a name of the importing grammar.
                let unknown = |called: &str| match called.split_once(':') {
                    Some(_) => called.to_owned(),
                    None => format!("{}:{called}", document.name),
                };
                let mut new = |called: &str| linking.resolve(Some(place), called);
                term.rename(&mut |called| new(called).or_else(|| Some(unknown(called))));
            }
            let origin = Origin::Imported { file: document.printed.file.clone() };
            main.productions.push(PrintedProduction { name, origin, ..production });
        }
        main
    }
}

/// The state while documents are linked.
struct Linking<'d, K> {
    imported: &'d [LibraryDocument],
    library: &'static Library,
    own: &'d HashSet<String>,
    /// The keys of the grammar's names, and of all linked productions.
    used: HashSet<String>,
    /// The names of the linked productions, by document and name. Two documents may have the same name, so a
    /// document is identified by its address.
    names: HashMap<(*const LibraryDocument, &'d str), String>,
    waiting: Vec<(String, ImportedDocument<'d>, &'d PrintedProduction)>,
    key: K,
}

impl<'d, K: Fn(&str) -> String> Linking<'d, K> {
    /// Returns the linked grammar's name for `called`, which is a name in the document `from`, or in the importing
    /// grammar if `from` is `None`.
    fn resolve(&mut self, from: Option<ImportedDocument<'d>>, called: &str) -> Option<String> {
        let found = match (called.split_once(':'), from) {
            (Some(("", name)), _) => self.imported(from, name),
            (Some((document, name)), _) => {
                if self.own.contains(&(self.key)(called)) {
                    // The grammar assumes the production.
                    return Some(called.to_owned());
                }
                self.document(document).and_then(|place| Self::own(place, name))
            }
            (None, None) => self.imported(None, called),
            (None, Some(place @ (document, _))) => {
                let assumed = format!("{}:{called}", document.name);
                if self.own.contains(&(self.key)(&assumed)) {
                    return Some(assumed);
                }
                let core = || {
                    let is_lent = document.printed.notation.lends(called);
                    let core = is_lent.then(|| self.library.find(CORE)).flatten()?;
                    Self::own((core, None), called)
                };
                let own = Self::own(place, called).or_else(core);
                own.or_else(|| self.imported(from, called))
            }
        };
        let (place, production) = found?;
        Some(self.take(place, production))
    }

    fn own(
        place: ImportedDocument<'d>,
        name: &str,
    ) -> Option<(ImportedDocument<'d>, &'d PrintedProduction)> {
        place.0.production(name).map(|production| (place, production))
    }

    fn imported(
        &self,
        from: Option<ImportedDocument<'d>>,
        name: &str,
    ) -> Option<(ImportedDocument<'d>, &'d PrintedProduction)> {
        let known = from.map(|(document, _)| document.imports).unwrap_or_default();
        let known = known.iter().filter_map(|name| Some((self.library.find(name)?, None)));
        let later = match from {
            None => 0,
            Some((_, at)) => at.map_or(self.imported.len(), |at| at + 1),
        };
        let later = self.imported.iter().enumerate().skip(later);
        let later = later.map(|(at, document)| (document, Some(at)));
        known.chain(later).find_map(|place| Self::own(place, name))
    }

    fn document(&self, name: &str) -> Option<ImportedDocument<'d>> {
        let mut imported = self.imported.iter().enumerate();
        let imported = imported.find(|(_, document)| document.name.eq_ignore_ascii_case(name));
        let imported = imported.map(|(at, document)| (document, Some(at)));
        imported.or_else(|| self.library.find(name).map(|document| (document, None)))
    }

    fn take(&mut self, place: ImportedDocument<'d>, production: &'d PrintedProduction) -> String {
        let (document, _) = place;
        let own = (std::ptr::from_ref(document), &*production.name);
        if let Some(name) = self.names.get(&own) {
            return name.clone();
        }
        let mut name = format!("{}:{}", document.name, production.name);
        // In a document with case-sensitive names, two names may differ in case only.
        while !self.used.insert((self.key)(&name)) {
            name.push('\'');
        }
        self.names.insert(own, name.clone());
        self.waiting.push((name.clone(), place, production));
        name
    }
}
