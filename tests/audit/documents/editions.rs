//! The editions print what their documents print: production by production, character for character,
//! where the text is at hand.

use std::collections::BTreeSet;

use urispec::Edition;
use urispec::grammar::Grammar;
use urispec_audit::{Extracted, ExtractedProduction, Notation, Printed, Sameness, Selection};

use super::{notes, rfc, text_of};

fn grammars() -> impl Iterator<Item = &'static Grammar> {
    Edition::every().flat_map(Edition::grammars).copied()
}

fn printed(grammar: &Grammar) -> Printed {
    urispec_audit::pair(grammar).unwrap().printed
}

/// How the text of an edition's document is at hand.
enum Text {
    /// As the RFC, whose productions are found. `beside` are those of the edition that stand in another
    /// document, and `others` those of the document that the edition leaves out, as they are prose or no part of its
    /// grammar.
    Rfc { number: u32, beside: &'static str, others: &'static str },
    /// As an edition that is amended, by the productions that RFCs print; each with those of them that the
    /// edition leaves out.
    Amended {
        by: &'static [(u32, &'static [&'static str])],
        amends: &'static str,
        rules: &'static str,
    },
    /// As two blocks of BNF without a sign that defines; this is the one that begins with that production.
    Blocks { number: u32, begins: &'static str, ends: &'static str },
    /// As a text that tells nowhere which productions are the edition's: a draft that has lost its line
    /// breaks, or an RFC of which the edition takes a section.
    Words { file: &'static str },
    /// As prose: the productions are the edition's own.
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
        // The header field of section 3.1 stands beside the grammar of section 2.2.
        "rfc1808" => Text::Rfc { number: 1808, beside: "", others: "base-header" },
        // Section 3.3 prints three names twice, the second time for WGS-84.
        "rfc5870" => {
            let twice = "coord-a coord-b coord-c";
            Text::Rfc { number: 5870, beside: twice, others: twice }
        }
        // The document says only that these three are of RFC 3986.
        "rfc6694" => Text::Rfc { number: 6694, beside: "", others: "pchar query fragment" },
        // Figure 3 repeats the production of RFC 3986.
        "rfc6920" => Text::Rfc { number: 6920, beside: "", others: "URI" },
        // The values of its examples are written as productions are.
        "rfc6570" => Text::Rfc {
            number: 6570,
            beside: "",
            others: "base count dom dub empty empty_keys half hello keys list name number path query semi undef v var who x y",
        },
        "rfc2396" => Text::Rfc { number: 2396, beside: "", others: "control space" },
        // The core rules that RFC 3986 uses are of RFC 2234, as its section 1.3 says.
        "rfc3986" => Text::Rfc { number: 3986, beside: "ALPHA DIGIT HEXDIG", others: "" },
        // Appendix F collects other productions of the same names, which "is not normative".
        "rfc8089" => Text::Words { file: "spec/rfc/rfc8089.txt" },
        "rfc9110" => Text::Words { file: "spec/rfc/rfc9110.txt" },
        "url-syntax-05" => Text::Words { file: "seeds/draft-fielding-url-syntax-05.txt" },
        "rfc2396bis-01" => Text::Words { file: "seeds/draft-fielding-uri-rfc2396bis-01.txt" },
        "oci" => Text::Words { file: "spec/oci-reference.md" },
        "pkg" | "pkg-lenient" => Text::Words { file: "spec/purl.md" },
        "did" => Text::Words { file: "spec/did-core.md" },
        "spiffe" | "whatwg" => Text::Prose,
        // The others are what the RFC of their name prints, and no more.
        _ => {
            let number =
                stem.strip_prefix("rfc").unwrap_or_else(|| panic!("where is the text of {stem}?"));
            Text::Rfc { number: number.parse().unwrap(), beside: "", others: "" }
        }
    }
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The core rules that an edition has beside its documents.
const CORE: &[&str] = &["ALPHA", "DIGIT", "HEXDIG"];

#[test]
fn the_editions_print_what_their_documents_print() {
    for grammar in grammars() {
        let printed = printed(grammar);
        match text(grammar.stem()) {
            Text::Rfc { number, beside, others } => {
                same_as_rfc(&printed, number, &words_of(beside), &words_of(others))
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

fn same_as_rfc(printed: &Printed, number: u32, beside: &[&str], others: &[&str]) {
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
        edition.iter().map(|(name, _)| *name).chain(others.iter().copied()).collect();
    let found: BTreeSet<&str> = found.iter().map(|(one, _)| &*one.name).collect();
    assert_eq!(edition, found, "RFC {number}");
}

/// The amended productions are those of the amending document, and all others those of the amended
/// edition.
fn same_but_for(edition: &Printed, by: &[(u32, &[&str])], amends: &str, rules: &[&str]) {
    let of = |printed: &Printed| -> BTreeSet<(String, String)> {
        let beside = |name: &str| rules.contains(&name) || CORE.contains(&name);
        let own = printed.productions.iter().filter(|one| !beside(&one.name));
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
        let taken = all.iter().filter(|(one, _)| !others.contains(&&*one.name));
        found.extend(taken.map(|(one, place)| (one.name.clone(), place.text.clone())));
    }
    assert_eq!(own, found, "{amends}");
}

/// The edition prints the lines of the block, without their margin and the ends of pages.
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
    // The last production, `void`, stands on a margin of its own.
    let block: Vec<&str> = block
        .iter()
        .map(|line| if line.trim_start() == "void" { line.trim_start() } else { &line[margin..] })
        .collect();
    let own = grammar.printed().lines().filter(|line| !line.is_empty() && !line.starts_with("; "));
    assert_eq!(own.collect::<Vec<_>>(), block, "{}", grammar.stem());
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
fn what_is_imported_is_what_the_documents_print() {
    for (number, file) in [(5234, "rfc5234")] {
        let Some(document) = rfc(number) else { continue };
        let file = format!("crates/notation/imports/{file}.abnf");
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

#[track_caller]
fn place<'d>(document: &'d Extracted, name: &str) -> &'d ExtractedProduction {
    document.productions.iter().find(|one| one.name == name).unwrap()
}

#[test]
fn a_production_that_a_page_breaks_is_whole() {
    // RFC 3987 breaks `irelative-part` after its second line, RFC 5234 the comment of none.
    let Some(document) = rfc(3987) else { return };
    let text = &place(&document, "irelative-part").place.text;
    assert_eq!(
        *text,
        "irelative-part = \"//\" iauthority ipath-abempty\n                    / ipath-absolute\n               \
         / ipath-noscheme\n               / ipath-empty"
    );
}

#[test]
fn the_sections_of_rfc_3986_and_rfc_2396_print_what_their_appendix_prints() {
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
fn a_carriage_return_is_printed_in_three_ways_and_is_one_language() {
    let Some(document) = rfc(5234) else { return };
    let again = &place(&document, "CR").again;
    let again: Vec<_> = again.iter().map(|one| (one.place.line, &one.sameness)).collect();
    assert_eq!(again, [(213, &Sameness::Language), (215, &Sameness::Text)]);
}

#[test]
fn the_last_print_is_taken_where_two_differ_and_a_note_says_so() {
    let Some(document) = rfc(6874) else { return };
    let literal = place(&document, "IP-literal");
    assert_eq!((literal.place.line, literal.again[0].place.line), (198, 190));
    assert!(!literal.again[0].sameness.is_same());
    assert_eq!(
        notes(&document),
        ["document, section 2, line 198: `IP-literal`: defined twice, also on line 190; the \
             last one is used"]
    );
}
