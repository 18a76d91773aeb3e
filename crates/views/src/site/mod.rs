//! A site of pages that do nothing: every production of every edition, or of a grammar of the user.
//!
//! In: editions, or a grammar. Out: [`File`]s, with their places in the folder of the site, each address
//! relative. There is no script, and a policy that allows none. What is forgotten: the trees, and what
//! the audit says of a grammar as a whole.
//!
//! ```text
//! index.html             all books
//! style.css
//! rfc3986/index.html     the printed grammar, each name a link
//! rfc3986/host.html      a production
//! ```
//!
//! The surprising case: `URI` and `uri` cannot be two files on every system, nor the two `scheme`s of an
//! edition with two grammars: [`address`] says where a production is.

use maud::Markup;
use urispec::audit::{AnyGrammar, AuditError};
use urispec::{Edition, Recognizer};

mod book;
mod frame;
mod index;
pub mod names;
mod page;
mod past;
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

/// The site of some editions. If the interactive page is at an address, from the folder of the site, the
/// pages link there.
///
/// # Errors
/// As of [`audit::of`](urispec::audit::of).
pub fn of_editions(editions: &[Edition], live: Option<&str>) -> Result<Vec<File>, AuditError> {
    let books = editions.iter().copied().map(Book::of_edition).collect::<Result<Vec<_>, _>>()?;
    Ok(Site { books, live: live.map(str::to_owned) }.files())
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
        let mut files = vec![
            page("index.html".to_owned(), index::of_site(self)),
            File { path: "style.css".to_owned(), text: include_str!("style.css").to_owned() },
        ];
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

    /// Where the production of an edition stands, from a page of a book.
    fn address(&self, edition: Edition, stem: &str, rule: &str) -> Option<String> {
        let book = self.books.iter().find(|book| book.edition == Some(edition))?;
        let part = book.parts.iter().position(|part| part.stem == stem)?;
        Some(format!("../{}/{}.html", book.folder, book.leaf(part, rule)?.file))
    }

    /// Where the interactive page shows a production, from a page of a book.
    fn live(&self, edition: Edition, rule: &str) -> Option<String> {
        let live = self.live.as_deref()?;
        let is_absolute = live.starts_with('/') || live.contains("://");
        let up = if is_absolute { "" } else { "../" };
        let rule = escaped(rule);
        Some(format!("{up}{live}#edition={edition}&rule={rule}&view=production"))
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
