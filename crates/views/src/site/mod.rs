//! A site of static pages: every production of every edition, or of a grammar of the user.
//!
//! In: editions, or a grammar. Out: [`File`]s, with their places in the folder of the site, each address
//! relative, so that a folder that is opened from a disk is as good as a server. One script searches and follows
//! what is typed; without it each page is whole. What is forgotten: the trees, and what the audit says of a
//! grammar as a whole.
//!
//! ```text
//! index.html             all books
//! matrix.html            all productions by all documents, if there are several
//! style.css
//! site.js                the script
//! entries.js             what its search finds
//! rfc3986/index.html     the printed grammar, each name a link
//! rfc3986/host.html      a production
//! ```
//!
//! The surprising case: `URI` and `uri` cannot be two files on every system, nor the two `scheme`s of an
//! edition with two grammars: [`address`] says where a production is.

use std::thread;

use maud::Markup;
use urispec::audit::{AnyGrammar, AuditError};
use urispec::diff::Histories;
use urispec::{Edition, Recognizer};

mod book;
mod frame;
mod index;
mod matrix;
pub mod names;
mod page;
mod past;
mod said;
mod search;
pub mod section;
mod sections;
mod text;

use book::{Book, Files};

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The folders and the name, with `/` between.
    pub path: String,
    /// What stands in the file.
    pub text: String,
}

/// Where a production stands in the site, from its folder: `rfc3986/host.html`.
#[must_use]
pub fn address(production: &Recognizer) -> String {
    let edition = production.edition();
    let file = Files::of(edition).file(production.grammar().stem(), production.rule());
    format!("{edition}/{file}.html")
}

/// What a site has beside what is known of each production.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Where the interactive page is, from the folder of the site: the pages link there.
    pub live: Option<&'a str>,
    /// Whether each production has its regular expressions, which take most of the time.
    pub patterns: bool,
}

/// The site of some editions, each made by a thread of its own. The histories, which go over all
/// editions, are made by one, which compares no two productions twice.
///
/// # Errors
/// As of [`audit::audit_edition`](urispec::audit::audit_edition).
pub fn of_editions(editions: &[Edition], options: Options<'_>) -> Result<Vec<File>, AuditError> {
    let book = |edition| Book::of_edition(edition, options.patterns);
    let books = thread::scope(|scope| {
        let threads: Vec<_> =
            editions.iter().map(|&edition| scope.spawn(move || book(edition))).collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(book) => book,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<Result<Vec<_>, _>>()
    });
    let (mut books, mut histories) = (books?, Histories::default());
    books.iter_mut().for_each(|book| book.add_histories(&mut histories));
    Ok(Site { books, live: options.live.map(str::to_owned) }.files())
}

/// The site of a grammar of the user.
#[must_use]
pub fn of_grammar(grammar: &AnyGrammar) -> Vec<File> {
    Site { books: vec![Book::of_grammar(grammar)], live: None }.files()
}

/// All books, and where the interactive page is.
struct Site {
    books: Vec<Book>,
    live: Option<String>,
}

impl Site {
    fn files(&self) -> Vec<File> {
        let page = |path: String, html: Markup| File { path, text: html.into_string() };
        let file = |path: &str, text: String| File { path: path.to_owned(), text };
        let mut files = vec![
            page("index.html".to_owned(), index::of_site(self)),
            file("style.css", include_str!("style.css").to_owned()),
            file("site.js", include_str!("site.js").to_owned()),
            file(search::FILE, search::script(self)),
        ];
        if self.has_matrix() {
            files.push(page(matrix::FILE.to_owned(), matrix::page(self)));
        }
        for book in &self.books {
            files.push(page(format!("{}/index.html", book.folder), index::of_book(self, book)));
            let leaves = book.leaves.iter().enumerate();
            files.extend(leaves.map(|(at, leaf)| {
                let path = format!("{}/{}.html", book.folder, leaf.file);
                page(path, page::of(self, book, at, leaf))
            }));
        }
        files
    }

    /// Whether the site has documents to hold beside each other.
    fn has_matrix(&self) -> bool {
        self.books.iter().filter(|book| book.edition.is_some()).count() > 1
    }

    /// The numbers of the books of editions: those of all URIs, and those of single schemes, each the newest first.
    fn newest_first(&self) -> [Vec<usize>; 2] {
        [false, true].map(|is_of_scheme| {
            let is_it = |at: &usize| {
                self.books[*at].edition.is_some_and(|one| one.is_of_scheme() == is_of_scheme)
            };
            (0..self.books.len()).rev().filter(is_it).collect()
        })
    }

    /// The books as they are listed: the newest first, those of single schemes apart.
    fn in_order(&self) -> Vec<&Book> {
        let own = self.books.iter().filter(|book| book.edition.is_none());
        self.newest_first().concat().into_iter().map(|at| &self.books[at]).chain(own).collect()
    }

    /// Where the production of an edition stands, from a page of a book.
    fn address(&self, edition: Edition, stem: &str, rule: &str) -> Option<String> {
        let book = self.books.iter().find(|book| book.edition == Some(edition))?;
        let part = book.parts.iter().position(|part| part.stem == stem)?;
        Some(format!("../{}/{}.html", book.folder, book.leaf(part, rule)?.file))
    }

    /// Where the interactive page tries strings of a production: one that its name alone leads to there.
    fn live_production(&self, edition: Edition, stem: &str, name: &str) -> Option<String> {
        let found = edition.production(name).ok()?;
        self.live(edition, Some(name)).filter(|_| found.grammar().stem() == stem)
    }

    /// Where the interactive page shows an edition, or one of its productions, from a page of a book.
    fn live(&self, edition: Edition, rule: Option<&str>) -> Option<String> {
        let live = self.live.as_deref()?;
        let is_absolute = live.starts_with('/') || live.contains("://");
        let up = if is_absolute { "" } else { "../" };
        let rule = rule.map(|rule| format!("&rule={}&view=production", escaped(rule)));
        Some(format!("{up}{live}#edition={edition}{}", rule.unwrap_or_default()))
    }
}

/// A name as a value of a fragment (RFC 3986, 3.5): all but unreserved characters is encoded.
fn escaped(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests;
