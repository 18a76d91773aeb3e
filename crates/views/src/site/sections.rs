//! What a document says, as HTML: section by section on the page of the document, and on that of a production
//! what its section says of it.

use maud::{Markup, html};
use urispec::Edition;
use urispec::audit::{Claim, Example, Preference, Requirement, RequirementState};

use super::book::{Book, Leaf};
use super::said::{self, Section};
use super::section;
use super::text::{shown, string};

/// A section in words. What a document's grammar lacks has words already.
pub(super) fn words(section: &str) -> String {
    let mut signs = section.chars();
    match (signs.next(), signs.next()) {
        (Some('0'..='9'), _) => format!("section {section}"),
        (Some('A'..='Z'), None | Some('.')) => format!("appendix {section}"),
        _ => shown(section),
    }
}

/// A section in words, as a link to where the document has it.
pub(super) fn cited(edition: Option<Edition>, section: &str) -> Markup {
    let words = words(section);
    match edition.and_then(|edition| section::address(edition, section)) {
        Some(address) => html! { a href=(address) { (words) } },
        None => html! { (words) },
    }
}

/// All that the document of a book says, section by section.
pub(super) fn of_book(book: &Book) -> Markup {
    let count: usize = book.said.iter().map(|section| section.sentences.len()).sum();
    let examples: usize = book.said.iter().map(|section| section.examples.len()).sum();
    html! {
        @if !book.said.is_empty() {
            section {
                h2 id=":said" { "What the document says" }
                p.quiet {
                    (count) " sentences that say what holds, or what must, should or may be done, and "
                    (examples) " strings and rows of tables that the document prints. The words in quotes are \
                    those of the document; the others are ours."
                }
                @for section in &book.said { (whole(book, section)) }
            }
        }
    }
}

fn whole(book: &Book, section: &Section) -> Markup {
    let productions: Vec<&Leaf> =
        book.leaves.iter().filter(|leaf| leaf.section.as_deref() == Some(section.name)).collect();
    html! {
        section {
            h3.section id=(section.id()) { (cited(book.edition, section.name)) }
            @if !productions.is_empty() {
                ul.names {
                    @for leaf in productions {
                        li { a href=(format!("{}.html", leaf.file)) { (shown(&leaf.name)) } }
                    }
                }
            }
            (sentences(&section.sentences.iter().collect::<Vec<_>>()))
            (examples(book, &section.examples.iter().collect::<Vec<_>>()))
            (preferences(&section.preferences))
        }
    }
}

/// What the section of a production says of it, and the strings that the document prints for it.
pub(super) fn of_production(book: &Book, leaf: &Leaf) -> Markup {
    let own = book.said.iter().find(|section| leaf.section.as_deref() == Some(section.name));
    let named = own.into_iter().flat_map(|section| &section.sentences);
    let named: Vec<_> = named.filter(|sentence| said::names(sentence, &leaf.name)).collect();
    let printed = book.said.iter().flat_map(|section| &section.examples);
    let printed: Vec<_> =
        printed.filter(|example| said::rule(example) == Some(&*leaf.name)).collect();
    html! {
        @if own.is_some() || !printed.is_empty() {
            section {
                h2 id="said" { "What the document says" }
                @if let Some(section) = own {
                    (sentences(&named))
                    p {
                        a href=(format!("index.html#{}", section.id())) { "All that " (words(section.name)) " says" }
                        span.quiet { " (" (counted(section)) ")" }
                    }
                }
                @if !printed.is_empty() {
                    h3 { "Strings that the document prints" }
                    (examples(book, &printed))
                }
            }
        }
    }
}

/// A string that shows what the production is: one that the document prints for it, or else its first member that
/// is not empty.
pub(super) fn instance(book: &Book, leaf: &Leaf) -> Option<String> {
    let examples = book.said.iter().flat_map(|section| &section.examples);
    let mut printed = examples.filter_map(|example| match example.claim {
        Claim::Instance { rule, text } if rule == leaf.name && !text.is_empty() => Some(text),
        _ => None,
    });
    let member = || leaf.members.iter().find(|member| !member.is_empty()).cloned();
    let member = || String::from_utf8(member()?).ok();
    printed.next().map(str::to_owned).or_else(member)
}

fn counted(section: &Section) -> String {
    let many = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {one}s")),
    };
    let parts = [
        many(section.sentences.len(), "sentence"),
        many(section.examples.len() + section.preferences.len(), "example"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn sentences(all: &[&Requirement<'_>]) -> Markup {
    html! {
        @if !all.is_empty() {
            ul.sentences {
                @for sentence in all {
                    li {
                        span.strength.must[sentence.strength.name() == "must"] { (sentence.strength.name()) }
                        div {
                            p { (shown(sentence.what)) (state(sentence)) }
                            @if let Some(quoted) = sentence.quoted { blockquote { p { (shown(quoted)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// How a sentence is held here, if that is worth a word.
fn state(sentence: &Requirement<'_>) -> Markup {
    html! {
        @for lint in said::lints(sentence) { " " span.quiet { "(lint " code { (lint) } ")" } }
        @if sentence.state() == RequirementState::Open { " " span.quiet { "(not held here)" } }
    }
}

fn examples(book: &Book, all: &[&Example<'_>]) -> Markup {
    let of = |rule: &str| {
        let leaf = (0..book.parts.len()).find_map(|part| book.leaf(part, rule));
        html! {
            @match leaf {
                Some(leaf) => a href=(format!("{}.html", leaf.file)) { (shown(rule)) },
                None => (shown(rule)),
            }
        }
    };
    html! {
        @if !all.is_empty() {
            ul.printed {
                @for example in all {
                    li {
                        @match example.claim {
                            Claim::Instance { rule, text } => { (string(text.as_bytes())) " is a " (of(rule)) },
                            Claim::Illegal { rule, text } => { (string(text.as_bytes())) " is no " (of(rule)) },
                            Claim::Target { strict, base, reference, target } => {
                                (string(reference.as_bytes())) " on " (string(base.as_bytes())) " is "
                                (string(target.as_bytes()))
                                @if !strict { " for a parser that is not strict" }
                            }
                            Claim::Equivalent { rung, a, b } => {
                                (string(a.as_bytes())) " and " (string(b.as_bytes()))
                                @match rung {
                                    Some(rung) => { " are equivalent (" (rung.to_string()) ")" },
                                    None => " are not equivalent",
                                }
                            }
                            Claim::Request { url, request } => {
                                "for " (string(url.as_bytes())) " a client sends " code.string { (shown(request)) }
                            }
                            _ => "",
                        }
                        @if let Some(reason) = example.reason {
                            p.quiet { "The document contradicts itself: " (shown(reason)) }
                        }
                    }
                }
            }
        }
    }
}

fn preferences(all: &[Preference<'_>]) -> Markup {
    html! {
        @if !all.is_empty() {
            ul.printed {
                @for one in all {
                    li {
                        "Of the alternatives of " code { (shown(one.rule)) } " that derive a string, "
                        code { (shown(one.alternative)) } " wins."
                    }
                }
            }
        }
    }
}
