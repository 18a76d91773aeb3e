//! What the search of the site finds: documents, productions, sections, terms and lints.
//!
//! In: the books. Out: a script that gives the entries to `site.js`. A page that is opened as a file may load a
//! script, and may not fetch data. What is forgotten: the texts of the productions and of the sentences.
//!
//! ```text
//! urispecEntries=[["RFC 3986, …","rfc3986/index.html","document"],["host","rfc3986/host.html","RFC 3986, section 3.2.2"],…]
//! ```

use urispec::Edition;

use super::Site;
use super::book::Book;
use super::said;
use super::sections::words;
use super::text::shown;

/// The name of the file.
pub(super) const FILE: &str = "entries.js";

/// The script.
pub(super) fn script(site: &Site) -> String {
    let mut entries = Entries(Vec::new());
    let books = site.in_order();
    for book in &books {
        let title = shown(&book.title);
        entries.add(&title, &format!("{}/index.html", book.folder), "document");
    }
    for book in &books {
        productions(book, &mut entries);
    }
    for (book, edition) in books.iter().filter_map(|book| Some((book, book.edition?))) {
        said(book, edition, &mut entries);
    }
    let text = String::from_utf8(entries.0).unwrap_or_default();
    format!("urispecEntries=[{text}];\n")
}

fn productions(book: &Book, entries: &mut Entries) {
    let document =
        book.edition.map_or_else(|| shown(&book.title), |edition| edition.name().to_owned());
    for leaf in &book.leaves {
        let section = leaf.section.as_deref();
        let remark = section.map_or_else(|| document.clone(), |section| cited(&document, section));
        entries.add(&shown(&leaf.name), &format!("{}/{}.html", book.folder, leaf.file), &remark);
    }
}

/// The sections of a document, with its terms and the lints that hold its sentences.
fn said(book: &Book, edition: Edition, entries: &mut Entries) {
    let document = edition.name();
    let address = |id: &str| format!("{}/index.html#{id}", book.folder);
    for section in &book.said {
        let count = format!("{} sentences and examples", section.count());
        let title = cited(document, section.name);
        entries.add(&title, &address(&section.id()), &count);
        let mut lints: Vec<&str> = section.sentences.iter().flat_map(said::lints).collect();
        lints.sort_unstable();
        lints.dedup();
        for lint in lints {
            entries.add(lint, &address(&section.id()), &format!("lint, {title}"));
        }
    }
    // What is meant, the term, its section, and maybe its production.
    for line in edition.terms().lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t').skip(1);
        let (Some(term), Some(name)) = (fields.next(), fields.next()) else { continue };
        let Some(section) = book.said.iter().find(|section| section.name == name) else { continue };
        entries.add(term, &address(&section.id()), &format!("term, {}", cited(document, name)));
    }
}

/// A section with its document, which some sections name themselves.
fn cited(document: &str, section: &str) -> String {
    if section.starts_with("RFC ") {
        section.to_owned()
    } else {
        format!("{document}, {}", words(section))
    }
}

/// Entries of a list in JavaScript, which are JSON.
struct Entries(Vec<u8>);

impl Entries {
    fn add(&mut self, name: &str, address: &str, remark: &str) {
        self.0.extend(if self.0.is_empty() { &b"["[..] } else { b",\n[" });
        for (at, text) in [name, address, remark].into_iter().enumerate() {
            if at > 0 {
                self.0.push(b',');
            }
            crate::record::string(text, &mut self.0);
        }
        self.0.push(b']');
    }
}
