//! The history of a production, as a table.

use maud::{Markup, html};
use urispec::Edition;
use urispec::diff::{Comparison, Relation, Version};

use super::Site;
use super::text::string;

/// The table, a row for each version and for each document that has none.
pub(super) fn table(site: &Site, versions: &[Version]) -> Markup {
    html! {
        section {
            h2 id="history" { "History" }
            p.quiet {
                "What stands for the production in each document, and the shortest strings that only one of \
                two neighbours has. A production is paired with that of the next document by its name, its \
                spelling, its strings or its role."
            }
            div.box role="region" aria-labelledby="history" tabindex="0" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Document" }
                            th scope="col" { "Production" }
                            th scope="col" { "Against the one before" }
                            th scope="col" { "Only before" }
                            th scope="col" { "Only since" }
                        }
                    }
                    tbody { @for edition in Edition::ALL { (rows(site, *edition, versions)) } }
                }
            }
        }
    }
}

fn rows(site: &Site, edition: Edition, versions: &[Version]) -> Markup {
    let own: Vec<&Version> =
        versions.iter().filter(|one| one.language.edition() == edition).collect();
    html! {
        @if own.is_empty() {
            tr { th scope="row" { (edition.id()) } td.quiet colspan="4" { "nothing stands for it" } }
        }
        @for version in own { (row(site, version)) }
    }
}

fn row(site: &Site, version: &Version) -> Markup {
    let edition = version.language.edition();
    let rule = version.language.rules().next().unwrap_or_default();
    let address = site.address(edition, version.grammar().stem(), rule);
    let name = version.language.name();
    let each = |show: fn(&Comparison) -> Markup| {
        html! { @for one in shown(&version.before) { div { (show(one)) } } }
    };
    html! {
        tr.here[version.by.is_none()] {
            th scope="row" { (edition.id()) }
            td {
                @match address {
                    _ if version.by.is_none() => strong aria-current="page" { (name) },
                    Some(address) => a href=(address) { (name) },
                    None => (name),
                }
                " " span.quiet { (version.section()) }
                @if let Some(by) = version.by { " " span.quiet { "by " (by.name()) } }
            }
            td { (each(|one| html! { (word(one.relation)) })) }
            td { (each(|one| html! { @if let Some(text) = &one.only_left { (string(text.as_bytes())) } })) }
            td { (each(|one| html! { @if let Some(text) = &one.only_right { (string(text.as_bytes())) } })) }
        }
    }
}

/// The comparisons, without those that say the same as another.
fn shown(before: &[Comparison]) -> Vec<&Comparison> {
    let mut shown: Vec<&Comparison> = Vec::new();
    for one in before {
        let says = |one: &Comparison| (one.relation, one.only_left.clone(), one.only_right.clone());
        if !shown.iter().any(|known| says(known) == says(one)) {
            shown.push(one);
        }
    }
    shown
}

/// What the newer production is to the older one.
fn word(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "the same strings",
        Relation::Within => "more strings",
        Relation::Contains => "fewer strings",
        Relation::Overlaps => "some more, some fewer",
        Relation::Disjoint => "no string in common",
    }
}
