//! The page of a production.

use maud::{Markup, html};
use urispec::audit::Notation;

use super::Site;
use super::book::{Book, Leaf};
use super::text::{linked, picture, shown, string};
use super::{frame, past, sections};

/// The page of the production that is at a place of its book.
pub(super) fn of(site: &Site, book: &Book, at: usize, leaf: &Leaf) -> Markup {
    let (title, name) = (shown(&book.title), shown(&leaf.name));
    let part = &book.parts[leaf.part];
    let body = html! {
        h1 { (name) }
        p.lead {
            (title)
            @if let Some(section) = &leaf.section { ", " (sections::cited(book.edition, section)) }
            @if book.parts.len() > 1 { ", grammar " (part.stem) }
            @if let (None, Some(line)) = (book.edition, leaf.line) { ", line " (line) }
            @if let Some((word, is_equal)) = &leaf.verdict {
                " " span.verdict.differs[!is_equal] {
                    @if *is_equal { "✓ " } @else { "✗ " }
                    (shown(word.split(';').next().unwrap_or(word)))
                }
            }
        }
        (trial(site, book, leaf))
        (printed(book, leaf))
        @if let Some(diagram) = &leaf.diagram {
            section {
                h2 id="diagram" { "Diagram" }
                div.box.diagram role="region" aria-labelledby="diagram" tabindex="0" { (picture(diagram)) }
            }
        }
        (strings(leaf))
        (sections::of_production(book, leaf))
        (neighbours(book, leaf))
        (transcribed(leaf))
        @if !leaf.versions.is_empty() { (past::table(site, &leaf.versions)) }
        (patterns(leaf))
        (beside(book, at))
    };
    let path = [
        ("../index.html".to_owned(), "All documents"),
        (format!("index.html#{}", leaf.file), &*title),
    ];
    frame::page(&format!("{name} – {title}"), "../", site, &path, &body)
}

/// Where a string of the production is tried: on the interactive page. The script makes a field of the link.
fn trial(site: &Site, book: &Book, leaf: &Leaf) -> Markup {
    let live = book
        .edition
        .and_then(|edition| site.live_production(edition, &book.parts[leaf.part].stem, &leaf.name));
    let text = sections::instance(book, leaf).unwrap_or_default();
    html! {
        @if let (Some(live), Some(edition)) = (live, book.edition) {
            div.try data-live=(live) data-text=(text) data-go=(format!("Read it as {} by {}", leaf.name, edition.name())) {
                p { a href=(live) { "Try strings of this production on the page" } }
            }
        }
    }
}

fn printed(book: &Book, leaf: &Leaf) -> Markup {
    let part = &book.parts[leaf.part];
    let link = |name: &str| {
        let is_used = leaf.uses.iter().any(|used| used.eq_ignore_ascii_case(name));
        let found =
            book.leaf(leaf.part, name).filter(|found| is_used && found.name != leaf.name)?;
        Some(format!("{}.html", found.file))
    };
    let text = |label: &str, text: &str| {
        html! {
            div.box role="region" aria-label=(label) tabindex="0" {
                pre { (linked(text, part.notation, &link)) }
            }
        }
    };
    html! {
        section {
            h2 id="printed" { @if book.edition.is_some() { "As printed" } @else { "As written" } }
            @match &leaf.printed {
                Some(printed) => (text("The production as printed", printed)),
                None => p { "Nowhere: the name is used, and not defined." },
            }
        }
        @if let Some((read, why)) = &leaf.reading {
            section {
                h2 id="reading" { "As read" }
                (text("The production as read", read))
                @if !why.is_empty() { p { (shown(why)) } }
            }
        }
    }
}

fn strings(leaf: &Leaf) -> Markup {
    let list = |all: &[Vec<u8>]| {
        html! {
            @if all.is_empty() { p { "None." } } @else {
                ul.strings { @for one in all { li { (string(one)) } } }
            }
        }
    };
    html! {
        section {
            h2 id="strings" { "Strings" }
            @match &leaf.undecided {
                Some(why) => p { "Undecided: " (shown(why)) },
                None => div.columns {
                    div { h3 { "Members" } (list(&leaf.members)) }
                    div { h3 { "Near misses" } (list(&leaf.near_misses)) }
                },
            }
            @if let Some(states) = leaf.states {
                p.quiet { "The minimal automaton has " (states) " states." }
            }
        }
    }
}

fn neighbours(book: &Book, leaf: &Leaf) -> Markup {
    let list = |names: &[String]| {
        html! {
            ul.names {
                @for name in names {
                    li {
                        @match book.leaf(leaf.part, name) {
                            Some(found) => a href=(format!("{}.html", found.file)) { (shown(name)) },
                            None => (shown(name)),
                        }
                    }
                }
            }
        }
    };
    html! {
        @for (id, title, names) in
            [("uses", "Uses", &leaf.uses), ("used-by", "Used by", &leaf.used_by)]
        {
            @if !names.is_empty() {
                section { h2 id=(id) { (title) } (list(names)) }
            }
        }
    }
}

/// The rules of pest, and what was decided about them.
fn transcribed(leaf: &Leaf) -> Markup {
    html! {
        @if let Some((verdict, _)) = &leaf.verdict {
            section {
                h2 id="pest" { "As a rule of pest" }
                @for (notes, text) in &leaf.rules {
                    @let notes = notes.iter().map(|note| format!("// {note}\n")).collect::<String>();
                    div.box role="region" aria-label="A rule of pest" tabindex="0" {
                        pre {
                            span.comment { (shown(&notes)) }
                            (linked(text, Notation::W3c, &|_| None))
                        }
                    }
                }
                p { "Against the print: " (shown(verdict)) "." }
            }
        }
    }
}

fn patterns(leaf: &Leaf) -> Markup {
    html! {
        @if !leaf.patterns.is_empty() && leaf.undecided.is_none() {
            section {
                h2 id="regex" { "As a regular expression" }
                @for (dialect, pattern) in &leaf.patterns {
                    details {
                        summary { (dialect.name()) }
                        @match pattern {
                            Ok(pattern) => pre.pattern { (shown(pattern.trim_end())) },
                            Err(why) => p { (shown(why)) },
                        }
                    }
                }
            }
        }
    }
}

/// The productions before and after.
fn beside(book: &Book, at: usize) -> Markup {
    let before = at.checked_sub(1).and_then(|at| book.leaves.get(at));
    html! {
        nav.beside aria-label="Productions before and after" {
            @if let Some(leaf) = before {
                a rel="prev" href=(format!("{}.html", leaf.file)) { "← " (shown(&leaf.name)) }
            }
            @if let Some(leaf) = book.leaves.get(at + 1) {
                a.next rel="next" href=(format!("{}.html", leaf.file)) { (shown(&leaf.name)) " →" }
            }
        }
    }
}
