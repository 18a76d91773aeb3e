//! The grammars of the editions agree with the texts of their documents, production by production and character by
//! character, where the text is available.

use std::collections::BTreeSet;

use urispec::Edition;
use urispec::grammar::Grammar;
use urispec_audit::documents::{Extracted, ExtractedProduction, Sameness, Selection};
use urispec_audit::{Notation, Printed};

use super::{notes, rfc, text_of};

fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::every().flat_map(Edition::grammars).copied()
}

fn printed(grammar: &Grammar) -> Printed {
    urispec_audit::pair(grammar).unwrap().printed
}

/// The form in which the text of an edition's document is available.
enum Text {
    /// As the RFC, whose productions are found. `added` are productions of the edition from another document;
    /// `omitted` are productions of the document that the edition omits, as prose or as no part of its grammar.
    Rfc { number: u32, added: &'static str, omitted: &'static str },
    /// As an amended edition and the amending RFCs, each with the productions that the edition omits.
    Amended {
        by: &'static [(u32, &'static [&'static str])],
        amends: &'static str,
        rules: &'static str,
    },
    /// As a block of BNF without `=`, between its first production and its end mark.
    Blocks { number: u32, begins: &'static str, ends: &'static str },
    /// As a text that does not mark the productions of the edition: a draft that has lost its line breaks, or an RFC
    /// of which the edition uses a section.
    Words { file: &'static str },
    /// As prose: the edition writes its own productions.
    Prose,
}

fn text(stem: &str) -> Text {
    match stem {
        "rfc1630-uri" => {
            Text::Blocks { number: 1630, begins: "fragmentaddress", ends: "(end of URI BNF)" }
        }
        "rfc1630-url" => {
            Text::Blocks { number: 1630, begins: "prefixedurl", ends: "(end of URL BNF)" }
        }
        "rfc2732" => Text::Amended {
            by: &[(2732, &[]), (2373, &["IPv6prefix"])],
            amends: "rfc2396",
            rules: "host ipv6reference IPv6address IPv4address hexpart hexseq hex4 reserved unwise",
        },
        "rfc6874" => Text::Amended {
            by: &[(6874, &[])],
            amends: "rfc3986",
            rules: "IP-literal ZoneID IPv6addrz",
        },
        // The header field of section 3.1 is not in the grammar of section 2.2.
        "rfc1808" => Text::Rfc { number: 1808, added: "", omitted: "base-header" },
        // Section 3.3 prints three names twice, the second time for WGS-84.
        "rfc5870" => {
            let twice = "coord-a coord-b coord-c";
            Text::Rfc { number: 5870, added: twice, omitted: twice }
        }
        // The document only refers to RFC 3986 for these three.
        "rfc6694" => Text::Rfc { number: 6694, added: "", omitted: "pchar query fragment" },
        // Figure 3 repeats the production of RFC 3986.
        "rfc6920" => Text::Rfc { number: 6920, added: "", omitted: "URI" },
        // The values of its examples look like productions.
        "rfc6570" => Text::Rfc {
            number: 6570,
            added: "",
            omitted: "base count dom dub empty empty_keys half hello keys list name number path query semi undef v var who x y",
        },
        "rfc2396" => Text::Rfc { number: 2396, added: "", omitted: "control space" },
        // RFC 3986 uses the core rules of RFC 2234, as its section 1.3 says.
        "rfc3986" => Text::Rfc { number: 3986, added: "ALPHA DIGIT HEXDIG", omitted: "" },
        // Appendix F, which "is not normative", has other productions with the same names.
        "rfc8089" => Text::Words { file: "spec/rfc/rfc8089.txt" },
        "rfc9110" => Text::Words { file: "spec/rfc/rfc9110.txt" },
        "url-syntax-05" => Text::Words { file: "seeds/draft-fielding-url-syntax-05.txt" },
        "rfc2396bis-01" => Text::Words { file: "seeds/draft-fielding-uri-rfc2396bis-01.txt" },
        "oci" => Text::Words { file: "spec/oci-reference.md" },
        "pkg" | "pkg-lenient" => Text::Words { file: "spec/purl.md" },
        "did" => Text::Words { file: "spec/did-core.md" },
        "spiffe" | "whatwg" => Text::Prose,
        // Any other edition has exactly the productions of the RFC of its name.
        _ => {
            let number =
                stem.strip_prefix("rfc").unwrap_or_else(|| panic!("where is the text of {stem}?"));
            Text::Rfc { number: number.parse().unwrap(), added: "", omitted: "" }
        }
    }
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The core rules that an edition adds to its documents.
const CORE: &[&str] = &["ALPHA", "DIGIT", "HEXDIG"];

#[test]
fn the_editions_print_what_their_documents_print() {
    for grammar in grammars() {
        let printed = printed(grammar);
        match text(grammar.stem()) {
            Text::Rfc { number, added, omitted } => {
                same_as_rfc(&printed, number, &words_of(added), &words_of(omitted))
            }
            Text::Amended { by, amends, rules } => {
                same_but_for(&printed, by, amends, &words_of(rules))
            }
            Text::Blocks { number, begins, ends } => same_as_block(grammar, number, begins, ends),
            Text::Words { file } => within(&printed, file),
            Text::Prose => {}
        }
    }
}

fn same_as_rfc(printed: &Printed, number: u32, added: &[&str], omitted: &[&str]) {
    let Some(document) = rfc(number) else { return };
    let found = document.select(&Selection::All);
    let is_wanted = |name: &str| !added.contains(&name);
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
        edition.iter().map(|(name, _)| *name).chain(omitted.iter().copied()).collect();
    let found: BTreeSet<&str> = found.iter().map(|(one, _)| &*one.name).collect();
    assert_eq!(edition, found, "RFC {number}");
}

/// Checks that the amended productions are from the amending documents, and all others are from the amended
/// edition.
fn same_but_for(edition: &Printed, by: &[(u32, &[&str])], amends: &str, rules: &[&str]) {
    let of = |printed: &Printed| -> BTreeSet<(String, String)> {
        let added = |name: &str| rules.contains(&name) || CORE.contains(&name);
        let own = printed.productions.iter().filter(|one| !added(&one.name));
        own.map(|one| (one.name.clone(), lines(&one.text))).collect()
    };
    let amended = grammars().find(|grammar| grammar.stem() == amends).unwrap();
    assert_eq!(of(edition), of(&printed(amended)), "{amends}");
    let amending = || edition.productions.iter().filter(|one| rules.contains(&&*one.name));
    let has: Vec<_> = amending().map(|one| &*one.name).collect();
    assert_eq!(has.iter().collect::<BTreeSet<_>>(), rules.iter().collect(), "{amends}");
    let own: BTreeSet<_> = amending().map(|one| (one.name.clone(), lines(&one.text))).collect();
    let mut found = BTreeSet::new();
    for (number, others) in by {
        let Some(document) = rfc(*number) else { return };
        let all = document.select(&Selection::All);
        let chosen = all.iter().filter(|(one, _)| !others.contains(&&*one.name));
        found.extend(chosen.map(|(one, place)| (one.name.clone(), place.text.clone())));
    }
    assert_eq!(own, found, "{amends}");
}

/// Checks that the edition has the lines of the block, without margins and page breaks.
fn same_as_block(grammar: &Grammar, number: u32, begins: &str, ends: &str) {
    let Some(text) = text_of(&format!("spec/rfc/rfc{number}.txt")) else { return };
    let is_first = |line: &str| line.trim_start().starts_with(&format!("{begins}  "));
    let is_of_page = |line: &str| line.contains("[Page ") || line.starts_with("RFC ");
    let block = text.lines().skip_while(|line| !is_first(line));
    let block = block.take_while(|line| !line.contains(ends));
    let block: Vec<&str> = block
        .map(|line| line.trim_matches('\u{c}').trim_end())
        .filter(|line| !line.is_empty() && !is_of_page(line))
        .collect();
    let margin = block[0].len() - block[0].trim_start().len();
    // The last production, `void`, has its own margin.
    let block: Vec<&str> = block
        .iter()
        .map(|line| if line.trim_start() == "void" { line.trim_start() } else { &line[margin..] })
        .collect();
    let own = grammar.printed().lines().filter(|line| !line.is_empty() && !line.starts_with("; "));
    assert_eq!(own.collect::<Vec<_>>(), block, "{}", grammar.stem());
}

/// Returns the nonempty lines without trailing white space.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns all words with one blank between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn within(printed: &Printed, file: &str) {
    let Some(text) = text_of(file).map(|text| words(&text)) else { return };
    for production in &printed.productions {
        let code = production.text.lines().map(|line| line.split(" ;").next().unwrap_or_default());
        let code = words(&code.collect::<Vec<_>>().join(" "));
        let is_there = text.contains(&code) || text.contains(&words(&production.text));
        assert!(is_there, "{file}: {code}");
    }
}

#[test]
fn imports_print_what_their_documents_print() {
    for (number, file) in [(5234, "rfc5234")] {
        let Some(document) = rfc(number) else { continue };
        let file = format!("crates/notation/imports/{file}.abnf");
        let text = std::fs::read_to_string(&file).unwrap();
        let printed = Printed::read(Notation::Abnf, &file, &text).unwrap();
        // The layout differs, so only the words are compared.
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

#[track_caller]
fn place<'d>(document: &'d Extracted, name: &str) -> &'d ExtractedProduction {
    document.productions.iter().find(|one| one.name == name).unwrap()
}

#[test]
fn a_production_split_by_a_page_break_is_joined() {
    // RFC 3987 has a page break after the second line of `irelative-part`.
    let Some(document) = rfc(3987) else { return };
    let text = &place(&document, "irelative-part").place.text;
    assert_eq!(
        *text,
        "irelative-part = \"//\" iauthority ipath-abempty\n                    / ipath-absolute\n               \
         / ipath-noscheme\n               / ipath-empty"
    );
}

#[test]
fn sections_of_rfc_3986_and_rfc_2396_agree_with_their_appendix() {
    for number in [3986, 2396] {
        let Some(document) = rfc(number) else { continue };
        let collected = document.select(&Selection::Collected);
        assert!(collected.iter().all(|(one, _)| one.again.len() == 1), "RFC {number}");
        for one in document.productions.iter().flat_map(|one| &one.again) {
            assert_eq!(one.sameness, Sameness::Text, "RFC {number}, line {}", one.place.line);
        }
        assert!(document.notes.is_empty());
    }
}

#[test]
fn three_definitions_of_cr_have_one_language() {
    let Some(document) = rfc(5234) else { return };
    let again = &place(&document, "CR").again;
    let again: Vec<_> = again.iter().map(|one| (one.place.line, &one.sameness)).collect();
    assert_eq!(again, [(213, &Sameness::Language), (215, &Sameness::Text)]);
}

#[test]
fn the_last_of_two_definitions_is_chosen_with_a_note() {
    let Some(document) = rfc(6874) else { return };
    let literal = place(&document, "IP-literal");
    assert_eq!((literal.place.line, literal.again[0].place.line), (198, 190));
    assert!(!literal.again[0].sameness.is_same());
    assert_eq!(
        notes(&document),
        ["document, section 2, line 198: `IP-literal`: defined twice, also on line 190; the \
             last definition is used"]
    );
}
