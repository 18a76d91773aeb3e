//! The editions print what their documents print: production by production, character for character,
//! where the text is at hand.

use std::collections::BTreeSet;

use urispec::Edition;
use urispec::audit::{Printed, Selection};
use urispec::grammar::{Grammar, Notation};

use super::{rfc, text_of};

fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::ALL.iter().flat_map(|edition| edition.grammars()).copied()
}

fn printed(grammar: &Grammar) -> Printed {
    Printed::read(grammar.notation(), grammar.stem(), grammar.printed()).unwrap()
}

/// How the text of an edition's document is at hand.
enum Text {
    /// As the RFC, whose productions are found. `beside` are those of the edition that stand in another
    /// document, and `prose` those of the document that are prose, and that the edition leaves out.
    Rfc { number: u32, beside: &'static [&'static str], prose: &'static [&'static str] },
    /// As a draft that has lost its line breaks: nothing tells where a production begins. `lost` are the
    /// productions of the edition that have lost what stood in angle brackets.
    Draft { file: &'static str, lost: &'static [&'static str] },
    /// Only as a translation.
    Absent,
}

fn text(stem: &str) -> Text {
    match stem {
        "rfc1738" => Text::Rfc { number: 1738, beside: &[], prose: &[] },
        "rfc2396" => Text::Rfc { number: 2396, beside: &[], prose: &["control", "space"] },
        // The core rules that RFC 3986 uses are of RFC 2234, as its section 1.3 says.
        "rfc3986" => Text::Rfc { number: 3986, beside: &["ALPHA", "DIGIT", "HEXDIG"], prose: &[] },
        "rfc3987" => Text::Rfc { number: 3987, beside: &[], prose: &[] },
        "url-syntax-05" => {
            Text::Draft { file: "seeds/draft-fielding-url-syntax-05.txt", lost: LOST_05 }
        }
        "rfc2396bis-01" => {
            Text::Draft { file: "seeds/draft-fielding-uri-rfc2396bis-01.txt", lost: &[] }
        }
        _ => Text::Absent,
    }
}

const LOST_05: &[&str] = &[];

#[test]
fn the_editions_print_what_their_documents_print() {
    for grammar in grammars() {
        let printed = printed(grammar);
        match text(grammar.stem()) {
            Text::Rfc { number, beside, prose } => same_as_rfc(&printed, number, beside, prose),
            Text::Draft { file, lost } => within_draft(&printed, file, lost),
            Text::Absent => {
                eprintln!("{}: the text of the document is not at hand in English", grammar.stem());
            }
        }
    }
}

fn same_as_rfc(printed: &Printed, number: u32, beside: &[&str], prose: &[&str]) {
    let Some(document) = rfc(number) else { return };
    let found = document.select(&Selection::All);
    let is_wanted = |name: &str| !beside.contains(&name);
    let edition: Vec<(&str, String)> = (printed.productions.iter())
        .filter(|one| is_wanted(&one.name))
        .map(|one| (&*one.name, lines(&one.text)))
        .collect();
    let text = |name: &str| {
        let (_, place) = found.iter().find(|(one, _)| one.name == name)?;
        Some(place.text.clone())
    };
    for (name, edition) in &edition {
        assert_eq!(text(name).as_ref(), Some(edition), "RFC {number}: {name}");
    }
    let edition: BTreeSet<&str> =
        edition.iter().map(|(name, _)| *name).chain(prose.iter().copied()).collect();
    let found: BTreeSet<&str> = found.iter().map(|(one, _)| &*one.name).collect();
    assert_eq!(edition, found, "RFC {number}");
}

/// The lines without white space at their ends, and without empty ones.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// All words with one blank between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn within_draft(printed: &Printed, file: &str, lost: &[&str]) {
    let Some(draft) = text_of(file).map(|text| words(&text)) else { return };
    for production in &printed.productions {
        let code = production.text.lines().map(|line| line.split(" ;").next().unwrap_or_default());
        let code = words(&code.collect::<Vec<_>>().join(" "));
        let is_there = draft.contains(&code) || draft.contains(&words(&production.text));
        let is_lost = lost.contains(&&*production.name);
        assert_eq!(is_there, !is_lost, "{file}: {code}");
    }
}

#[test]
fn what_is_imported_is_what_the_documents_print() {
    for (number, file) in [(5234, "rfc5234")] {
        let Some(document) = rfc(number) else { continue };
        let file = format!("grammar/imports/{file}.abnf");
        let text = std::fs::read_to_string(&file).unwrap();
        let printed = Printed::read(Notation::Abnf, &file, &text).unwrap();
        // The texts are laid out otherwise: what is compared is what they say.
        let says = |text: &str| {
            let code = text.lines().map(|line| match line.trim_start().starts_with(';') {
                true => "",
                false => line.split(" ;").next().unwrap_or_default(),
            });
            words(&code.collect::<Vec<_>>().join(" "))
        };
        let edition: BTreeSet<_> =
            printed.productions.iter().map(|one| (&*one.name, says(&one.text))).collect();
        let found = document.select(&Selection::All);
        let found: BTreeSet<_> =
            found.iter().map(|(one, place)| (&*one.name, says(&place.text))).collect();
        assert_eq!(edition, found, "RFC {number}");
    }
}
