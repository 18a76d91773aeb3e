//! Other documents: the productions that a printed grammar uses and does not define.
//!
//! In: a grammar, and documents. Out: the grammar with what it reaches of them, under names of
//! their own: `rfc3986:host`. What is forgotten: the productions of a document that the grammar
//! does not reach.
//!
//! Each document is a scope of its own. A name in it means its own production, else a core rule of
//! ABNF, else a production of a document that it imports itself; never one of the grammar that
//! imports it. A name in the grammar is looked up in the same way, in the imports in the order in
//! which they are given. A file that is imported imports those that are given after it.
//!
//! The surprising case is `host` in a grammar that imports RFC 7230 and then RFC 3986: it is RFC
//! 7230's `Host`, with a port, since ABNF minds no case.

use std::collections::{HashMap, HashSet};

use super::document::Document;
use super::library::{CORE, Library};
use crate::notation::{Note, NoteKind, Origin, Printed, PrintedProduction, Scope};

/// The documents that a grammar imports, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Imports {
    pub(crate) given: Vec<Document>,
    /// The documents that are known beside those that are given.
    pub(crate) library: &'static Library,
}

/// Where a name stands: in a document, with its number among those that are given.
type Place<'d> = (&'d Document, Option<usize>);

impl Imports {
    /// What the reader of a grammar has to know of these imports.
    pub(crate) fn scope(&self, key: impl Fn(&str) -> String) -> Scope {
        let productions = self.given.iter().flat_map(|document| &document.printed.productions);
        let mut documents = self.library.tags();
        for document in &self.given {
            documents.insert(document.name.to_ascii_lowercase(), document.name.clone());
        }
        Scope { names: productions.map(|one| key(&one.name)).collect(), documents }
    }

    /// Whether a name is defined by what is imported: a name alone by any document that is given, and
    /// one that stands behind the name of a document by that document.
    pub(crate) fn defines(&self, name: &str) -> bool {
        let is_usable = |one: &PrintedProduction| one.term.is_ok();
        match name.split_once(':') {
            None => {
                self.given.iter().any(|document| document.production(name).is_some_and(is_usable))
            }
            Some((document, name)) => {
                let given = self.given.iter().find(|one| one.name.eq_ignore_ascii_case(document));
                let document = given.or_else(|| self.library.find(document));
                document.and_then(|one| one.production(name)).is_some_and(is_usable)
            }
        }
    }

    /// The grammar with all that it reaches of its imports.
    pub(crate) fn link(&self, mut main: Printed) -> Printed {
        let notation = main.notation;
        let own = main.productions.iter().map(|one| notation.key(&one.name)).collect();
        let mut linking = Linking {
            given: &self.given,
            library: self.library,
            own: &own,
            taken: own.clone(),
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
                        format!("`{called}` is not defined here; the imported `{new}` is taken");
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
                // What stays unknown is a name of that document, and not of the one that imports it.
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

/// What is known while documents are taken together.
struct Linking<'d, K> {
    given: &'d [Document],
    library: &'static Library,
    /// The keys of the grammar's own productions.
    own: &'d HashSet<String>,
    /// The keys of these, and of all that are taken over.
    taken: HashSet<String>,
    /// The names of the productions that are taken over, by document and name. Two documents may have
    /// one name, so a document is known by its address.
    names: HashMap<(*const Document, &'d str), String>,
    /// The productions that are still to be taken over.
    waiting: Vec<(String, Place<'d>, &'d PrintedProduction)>,
    key: K,
}

impl<'d, K: Fn(&str) -> String> Linking<'d, K> {
    /// The name in the grammar of what a document calls by a name. The grammar itself is no document.
    fn resolve(&mut self, from: Option<Place<'d>>, called: &str) -> Option<String> {
        let found = match (called.split_once(':'), from) {
            (Some(("", name)), _) => self.imported(from, name),
            (Some((document, name)), _) => {
                if self.own.contains(&(self.key)(called)) {
                    // The grammar assumes what the production is.
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

    fn own(place: Place<'d>, name: &str) -> Option<(Place<'d>, &'d PrintedProduction)> {
        place.0.production(name).map(|production| (place, production))
    }

    /// The production of that name in what a document imports.
    fn imported(
        &self,
        from: Option<Place<'d>>,
        name: &str,
    ) -> Option<(Place<'d>, &'d PrintedProduction)> {
        let known = from.map(|(document, _)| document.imports).unwrap_or_default();
        let known = known.iter().filter_map(|name| Some((self.library.find(name)?, None)));
        let later = match from {
            None => 0,
            Some((_, at)) => at.map_or(self.given.len(), |at| at + 1),
        };
        let later = self.given.iter().enumerate().skip(later);
        let later = later.map(|(at, document)| (document, Some(at)));
        known.chain(later).find_map(|place| Self::own(place, name))
    }

    fn document(&self, name: &str) -> Option<Place<'d>> {
        let mut given = self.given.iter().enumerate();
        let given = given.find(|(_, document)| document.name.eq_ignore_ascii_case(name));
        let given = given.map(|(at, document)| (document, Some(at)));
        given.or_else(|| self.library.find(name).map(|document| (document, None)))
    }

    /// The name under which the grammar has a production of a document.
    fn take(&mut self, place: Place<'d>, production: &'d PrintedProduction) -> String {
        let (document, _) = place;
        let own = (std::ptr::from_ref(document), &*production.name);
        if let Some(name) = self.names.get(&own) {
            return name.clone();
        }
        let mut name = format!("{}:{}", document.name, production.name);
        // Names that differ in case only, of a document that minds case.
        while !self.taken.insert((self.key)(&name)) {
            name.push('\'');
        }
        self.names.insert(own, name.clone());
        self.waiting.push((name.clone(), place, production));
        name
    }
}
