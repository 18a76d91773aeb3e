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

use std::thread;

use maud::Markup;
use urispec::audit::{AnyGrammar, AuditError};
use urispec::diff::Histories;
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
mod tests {
    use std::collections::{HashMap, HashSet};

    use urispec::audit::{GrammarText, Notation};

    use super::*;

    /// The values of an attribute, in the order of the text.
    fn values<'t>(text: &'t str, attribute: &str) -> impl Iterator<Item = &'t str> {
        let begin = format!(" {attribute}=\"");
        let pieces: Vec<&str> = text.split(&begin).skip(1).collect();
        pieces.into_iter().filter_map(|piece| piece.split('"').next())
    }

    /// The path of an address that stands in a file.
    fn target(from: &str, address: &str) -> String {
        let mut folders: Vec<&str> = from.split('/').collect();
        folders.pop();
        for part in address.split('/') {
            match part {
                ".." => folders.truncate(folders.len().saturating_sub(1)),
                part => folders.push(part),
            }
        }
        folders.join("/")
    }

    /// Each file has a name of its own, each link leads to a file and an id, ids are unique, and headings
    /// are in order.
    #[track_caller]
    fn is_sound(files: &[File], outside: &str) {
        let names: HashSet<_> = files.iter().map(|file| file.path.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), files.len());
        let mut ids = HashMap::new();
        for File { path, text } in files {
            let all: Vec<&str> = values(text, "id").collect();
            let own: HashSet<&str> = all.iter().copied().collect();
            assert_eq!(own.len(), all.len(), "an id twice in {path}");
            ids.insert(&**path, own);
        }
        for File { path, text } in files.iter().filter(|file| file.path.ends_with(".html")) {
            for label in values(text, "aria-labelledby") {
                assert!(ids[&**path].contains(label), "{label} in {path}");
            }
            for address in values(text, "href").chain(values(text, "xlink:href")) {
                if !outside.is_empty() && address.contains(outside) {
                    continue;
                }
                let (to, id) =
                    address.split_once('#').map_or((address, None), |(a, b)| (a, Some(b)));
                let to = if to.is_empty() { path.clone() } else { target(path, to) };
                let found = ids.get(&*to).unwrap_or_else(|| panic!("{address} in {path}"));
                assert!(id.is_none_or(|id| found.contains(id)), "{address} in {path}");
            }
            let headings =
                text.match_indices("<h").filter_map(|(at, _)| text[at + 2..].chars().next());
            let levels: Vec<u32> = headings.filter_map(|level| level.to_digit(10)).collect();
            assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{path}");
            assert!(levels[0] == 1 && levels.windows(2).all(|two| two[1] <= two[0] + 1), "{path}");
            assert!(!text.contains("<script") && !text.contains(" style="), "{path}");
        }
    }

    #[test]
    fn every_production_of_every_edition_has_a_page_and_every_link_leads_somewhere() {
        let options = Options { live: Some("../index.html"), patterns: false };
        let files = of_editions(Edition::ALL, options).unwrap();
        is_sound(&files, "../index.html#edition=");
        let mut count = 0;
        for production in Edition::ALL.iter().flat_map(|edition| edition.productions()) {
            let address = address(&production);
            let file = files.iter().find(|file| file.path == address);
            let heading = format!("<h1>{}</h1>", production.rule());
            assert!(file.unwrap_or_else(|| panic!("{address}")).text.contains(&heading));
            count += 1;
        }
        // The other files are the style sheet, the index of all, and one for each edition; and the pages of
        // names that an edition uses and does not print.
        assert!(files.len() >= count + 2 + Edition::ALL.len());
        let host = files.iter().find(|file| file.path == "rfc3986/host.html").unwrap();
        let live = "\"../../index.html#edition=rfc3986&amp;rule=host&amp;view=production\"";
        assert!(host.text.contains(live));
        // A production of 1994 that RFC 3986 has under another name.
        let encoded = files.iter().find(|file| file.path == "rfc3986/pct-encoded.html").unwrap();
        assert!(encoded.text.contains("href=\"../rfc1630/escape.html\""));
    }

    #[test]
    fn the_second_scheme_of_rfc_1630_has_its_own_page() {
        let schemes = Edition::Rfc1630.productions().filter(|one| one.rule() == "scheme");
        let addresses: Vec<String> = schemes.map(|one| address(&one)).collect();
        assert_eq!(addresses, ["rfc1630/scheme.html", "rfc1630/scheme.rfc1630-url.html"]);
    }

    #[test]
    fn nothing_of_a_grammar_of_the_user_is_markup() {
        let text = "a ::= '</pre><script>alert(1)</script>' | A | con\n\
                    A ::= '\"><img src=x onerror=alert(1)>'\n\
                    con ::= [<>&] ausschließlich\nausschließlich ::= '&lt;' index\nindex ::= '('\n";
        let file = "x/\"><i>\u{202e}.ebnf";
        let read = urispec::audit::reader(Notation::W3c).read(GrammarText { file, text });
        let files = of_grammar(&AnyGrammar::printed(read.unwrap()));
        is_sound(&files, "");
        assert_eq!(files.len(), 5 + 3);
        for file in &files {
            for markup in ["<script", "<img", "<i>", "\u{202e}"] {
                assert!(!file.text.contains(markup), "{markup} in {}", file.path);
            }
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+=~/".contains(&byte);
            assert!(file.path.bytes().all(is_plain), "{}", file.path);
        }
    }
}
