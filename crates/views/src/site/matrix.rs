//! The page of all productions by all documents.
//!
//! In: the books of editions. Out: a table with a row for each name that several documents have and a column for
//! each document, the newest first; and below it the names that one document has alone. Names that differ only in
//! case, or in `-` for `_`, share a row.
//!
//! A cell says how the strings of its production stand to those of RFC 3986 under that name, or of the newest
//! document that has the name. The surprising case: two productions of one name may have no string in common, and
//! one that went on under another name has another row; the page of a production has its history.

use std::collections::{BTreeMap, HashMap};

use maud::{Markup, html};
use urispec::diff::{Comparison, Language, Relation};
use urispec::{Edition, Recognizer};

use super::Site;
use super::book::{Book, Leaf};
use super::frame;
use super::text::shown;

/// The productions of one name, by the numbers of their books.
struct Row<'s> {
    name: &'s str,
    leaves: Vec<(usize, &'s Leaf)>,
}

/// The name of the page, if the site has several documents.
pub(super) const FILE: &str = "matrix.html";

/// The page.
pub(super) fn page(site: &Site) -> Markup {
    let (shared, alone) = rows(site);
    let body = html! {
        h1 { "Productions by documents" }
        p.lead {
            "Names that several documents have, the newest document first. A cell leads to the production, and \
            says how its strings stand to those of RFC 3986 under that name, or else to those of the newest \
            document that has the name."
        }
        ul.key {
            @for (sign, meaning) in KEY { li { span.sign aria-hidden="true" { (sign) } " " (meaning) } }
        }
        (table(site, &shared))
        h2 { "Names of one document alone" }
        @for book in site.newest_first().concat() {
            @let own: Vec<&Leaf> = alone.iter().filter(|(at, _)| *at == book).map(|(_, leaf)| *leaf).collect();
            @if !own.is_empty() {
                h3 { (shown(&site.books[book].title)) }
                ul.names {
                    @for leaf in own {
                        li { a href=(address(&site.books[book], leaf)) { (shown(&leaf.name)) } }
                    }
                }
            }
        }
    };
    let path = [("index.html".to_owned(), "All documents")];
    frame::page("Productions by documents", "", site, &path, &body)
}

const KEY: [(&str, &str); 7] = [
    ("●", "what the others are compared with"),
    ("=", "the same strings"),
    ("+", "more strings"),
    ("−", "fewer strings"),
    ("±", "some more, some fewer"),
    ("≠", "no string in common"),
    ("·", "lent by another document, and not compared"),
];

/// What a production is to the one that it is compared with.
fn sign(relation: Relation) -> (&'static str, &'static str) {
    let at = match relation {
        Relation::Equal => 1,
        Relation::Contains => 2,
        Relation::Within => 3,
        Relation::Overlaps => 4,
        Relation::Disjoint => 5,
    };
    KEY[at]
}

/// The names that several documents have, and those that one has alone.
fn rows(site: &Site) -> (Vec<Row<'_>>, Vec<(usize, &Leaf)>) {
    let mut all: BTreeMap<String, Row<'_>> = BTreeMap::new();
    for book in site.newest_first().concat() {
        for leaf in &site.books[book].leaves {
            let key = leaf.name.to_ascii_lowercase().replace('_', "-");
            let row =
                all.entry(key).or_insert_with(|| Row { name: &leaf.name, leaves: Vec::new() });
            row.leaves.push((book, leaf));
        }
    }
    let is_alone = |row: &Row<'_>| row.leaves.iter().all(|(book, _)| *book == row.leaves[0].0);
    let (alone, shared): (Vec<Row<'_>>, Vec<_>) = all.into_values().partition(is_alone);
    (shared, alone.into_iter().flat_map(|row| row.leaves).collect())
}

fn address(book: &Book, leaf: &Leaf) -> String {
    format!("{}/{}.html", book.folder, leaf.file)
}

/// The productions of the editions, by edition, grammar and name.
type Productions<'p> = HashMap<(Edition, &'p str, &'p str), Recognizer>;

fn table(site: &Site, rows: &[Row<'_>]) -> Markup {
    let books = site.newest_first().concat();
    let editions = site.books.iter().filter_map(|book| book.edition);
    let productions: Productions<'_> = editions
        .flat_map(Edition::productions)
        .map(|one| ((one.edition(), one.grammar().stem(), one.rule()), one))
        .collect();
    html! {
        div.box.matrix role="region" aria-label="Productions by documents" tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Production" }
                        @for at in &books { (head(&site.books[*at])) }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { (shown(row.name)) }
                            (cells(site, &books, row, &productions))
                        }
                    }
                }
            }
        }
    }
}

/// The head of a column: a short name, and the year.
fn head(book: &Book) -> Markup {
    let Some(edition) = book.edition else { return Markup::default() };
    let name = edition.name();
    let short = match name.split_once('-') {
        Some((draft, _)) => draft,
        None => name.strip_suffix(" Standard").unwrap_or(name),
    };
    html! {
        th scope="col" {
            a href=(format!("{}/index.html", book.folder)) aria-label=(format!("{short} {}, {}", edition.year(), edition.id())) {
                (short) br; (edition.year())
            }
        }
    }
}

fn cells(site: &Site, books: &[usize], row: &Row<'_>, productions: &Productions<'_>) -> Markup {
    let language = |(book, leaf): &(usize, &Leaf)| {
        let book = &site.books[*book];
        let key = (book.edition?, &*book.parts[leaf.part].stem, &*leaf.name);
        productions.get(&key).map(|one| Language::new(*one))
    };
    let is_default =
        |(book, _): &&(usize, &Leaf)| site.books[*book].edition == Some(Edition::default());
    let first = row.leaves.iter().find(is_default).or_else(|| row.leaves.first());
    let newest = first.and_then(language);
    let compared = |cell: &(usize, &Leaf)| match (&newest, language(cell)) {
        (Some(_), _) if first.is_some_and(|first| std::ptr::eq(first.1, cell.1)) => KEY[0],
        (Some(newest), Some(own)) => sign(Comparison::new(own, newest.clone()).relation),
        // What a document uses and does not print is no production of the edition.
        _ => KEY[6],
    };
    html! {
        @for at in books {
            td {
                @for cell in row.leaves.iter().filter(|(book, _)| book == at) {
                    @let (sign, meaning) = compared(cell);
                    @let book = &site.books[*at];
                    a href=(address(book, cell.1)) title=(meaning)
                        aria-label=(format!("{} in {}: {meaning}", cell.1.name, book.edition.map_or("", Edition::id))) { (sign) }
                }
            }
        }
    }
}
