//! The pages that list others: of all books, and of one, with what its document says.

use maud::{Markup, html};
use urispec::Edition;

use super::Site;
use super::book::{Book, BookGrammar, Leaf};
use super::text::{linked, shown};
use super::{frame, section, sections};

/// All books, with their productions: the newest document first, those of single schemes apart.
pub(super) fn of_site(site: &Site) -> Markup {
    let count: usize = site.books.iter().map(|book| book.leaves.len()).sum();
    let [general, of_schemes] = site.newest_first();
    let own: Vec<usize> =
        (0..site.books.len()).filter(|at| site.books[*at].edition.is_none()).collect();
    let groups = [
        ("all", "Documents about all URIs", general),
        ("schemes", "Documents about one scheme", of_schemes),
        ("own", "Your grammar", own),
    ];
    let body = html! {
        h1 { "Grammars, production by production" }
        p.lead {
            "Each production with its printed text, what stands for it in the other documents, what its document \
            says of it, strings that it derives and strings that it nearly derives: " (count) " productions."
        }
        @if let Some(live) = &site.live {
            p { a href=(live) { "See a string the way each document sees it" } }
        }
        @for (id, title, books) in groups {
            @if !books.is_empty() {
                section {
                    h2 id=(format!(":{id}")) { (title) }
                    @for at in &books { (listed(site, &site.books[*at])) }
                }
            }
        }
    };
    frame::page("Grammars, production by production", "", site, &[], &body)
}

/// A book in the list: its title, and its productions, folded away if there are other books.
fn listed(site: &Site, book: &Book) -> Markup {
    let all = html! {
        @for part in 0..book.parts.len() {
            @if book.parts.len() > 1 { p.quiet { (shown(&book.parts[part].stem)) } }
            (names(book, part, &format!("{}/", book.folder)))
        }
    };
    let sentences: usize = book.said.iter().map(|section| section.sentences.len()).sum();
    html! {
        h3.document id=(book.folder) { a href=(format!("{}/index.html", book.folder)) { (shown(&book.title)) } }
        @if site.books.len() == 1 { (all) } @else {
            details {
                summary {
                    (book.leaves.len()) " productions"
                    @if sentences > 0 { ", " (sentences) " sentences" }
                }
                (all)
            }
        }
    }
}

fn names(book: &Book, part: usize, way: &str) -> Markup {
    html! {
        ul.names {
            @for leaf in book.leaves.iter().filter(|leaf| leaf.part == part) {
                li { a href=(format!("{way}{}.html", leaf.file)) { (shown(&leaf.name)) } }
            }
        }
    }
}

/// A book: its grammars as printed.
pub(super) fn of_book(site: &Site, book: &Book) -> Markup {
    let title = shown(&book.title);
    let body = html! {
        h1 { (title) }
        p.lead {
            (book.leaves.len()) " productions. Each name is a link to the page of the production, which says \
            how the production is read if it cannot be used as it stands here."
        }
        @if let Some(edition) = book.edition {
            p {
                a href=(section::document(edition)) { (edition.name()) " where it is published" }
                @if !book.said.is_empty() { " · " a href="#:said" { "What it says, section by section" } }
            }
        }
        @if let Some(remark) = book.edition.map(Edition::remark).filter(|remark| !remark.is_empty()) {
            p { (remark) }
        }
        @if let Some(live) = book.edition.and_then(|edition| site.live(edition, None)) {
            p { a href=(live) { "See a string the way this document sees it" } }
        }
        @for (at, part) in book.parts.iter().enumerate() {
            section {
                h2 id=(format!(":grammar-{at}")) { "The grammar " (shown(&part.stem)) }
                div.box role="region" aria-labelledby=(format!(":grammar-{at}")) tabindex="0" {
                    pre { @for piece in printed(book, at, part) { (piece) } }
                }
                @let unprinted: Vec<&Leaf> = book.leaves.iter()
                    .filter(|leaf| leaf.part == at && leaf.line.is_none()).collect();
                @if !unprinted.is_empty() {
                    p { "Not printed there: "
                        @for (number, leaf) in unprinted.iter().enumerate() {
                            @if number > 0 { ", " }
                            a id=(leaf.file) href=(format!("{}.html", leaf.file)) { (shown(&leaf.name)) }
                        }
                        "."
                    }
                }
            }
        }
        (sections::of_book(book))
    };
    frame::page(&title, "../", site, &[("../index.html".to_owned(), "All documents")], &body)
}

/// The pieces of a printed grammar: productions with links, and what stands between them.
fn printed(book: &Book, at: usize, part: &BookGrammar) -> Vec<Markup> {
    let mut pieces = Vec::new();
    if book.edition.is_none() {
        // A grammar of the user is the texts of its productions.
        for leaf in book.leaves.iter().filter(|leaf| leaf.printed.is_some()) {
            let text = format!("{}\n\n", leaf.printed.as_deref().unwrap_or_default());
            pieces.push(production(book, at, part, leaf, &text));
        }
        return pieces;
    }
    let mut line = 0;
    while let Some(text) = part.lines.get(line) {
        let begins = |leaf: &&Leaf| leaf.part == at && leaf.line == Some(line + 1);
        let found = book.leaves.iter().find(begins);
        let lines = found
            .and_then(|leaf| leaf.printed.as_deref())
            .map_or(1, |text| text.lines().count().max(1));
        match found {
            Some(leaf) => {
                let end = (line + lines).min(part.lines.len());
                let text = part.lines[line..end].join("\n") + "\n";
                pieces.push(production(book, at, part, leaf, &text));
            }
            None => pieces.push(linked(&format!("{text}\n"), part.notation, &|_| None)),
        }
        line += lines;
    }
    pieces
}

fn production(book: &Book, at: usize, part: &BookGrammar, leaf: &Leaf, text: &str) -> Markup {
    let link = |name: &str| {
        let found = book.leaf(at, name)?;
        let is_used =
            found.name == leaf.name || leaf.uses.iter().any(|used| used.eq_ignore_ascii_case(name));
        is_used.then(|| format!("{}.html", found.file))
    };
    html! { span id=(leaf.file) { (linked(text, part.notation, &link)) } }
}
