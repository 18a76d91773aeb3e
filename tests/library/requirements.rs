//! The requirements of the documents: each names tests that exist, no section is left out, and every quotation is in
//! its document, in the section of its row.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec_audit::{Held, Holder, Requirement, Requirements};
use urispec_lint::Lint;

use crate::support::shared;
use crate::tables::table;

fn of(edition: Edition) -> Requirements<'static> {
    Requirements::from_edition(edition).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns every test of the project as `module::name`, where the module is the file or its folder. The sections and laws of
/// a table in `tests/vectors` count as tests of a module of its name, and so do the transcripts of the program.
fn tests() -> HashSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = HashSet::new();
    let mut waiting =
        vec![root.join("src"), root.join("tests"), root.join("crates"), root.join("tools")];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.extend(tests_of(&path));
            } else if let (true, Ok(within)) = (
                path.extension().is_some_and(|ending| ending == "tsv"),
                path.strip_prefix(root.join("tests/vectors")),
            ) {
                let name = path.file_stem().unwrap().to_str().unwrap();
                let rows = table(within.with_extension("").to_str().unwrap());
                let names = rows.iter().flat_map(|row| [&row.section, &row.law]);
                found.extend(names.map(|test| format!("{name}::{test}")));
            } else if folder.ends_with("transcripts") {
                let name = path.file_stem().unwrap().to_str().unwrap();
                found.insert(format!("transcripts::{name}"));
            }
        }
    }
    found
}

fn tests_of(path: &Path) -> Vec<String> {
    let is_folder = path.ends_with("mod.rs") || path.ends_with("main.rs");
    let named = if is_folder { path.parent().unwrap() } else { path };
    let module = named.file_stem().unwrap().to_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let (mut names, mut is_test) = (Vec::new(), false);
    for line in text.lines().map(str::trim_start) {
        is_test |= line == "#[test]";
        if let (true, Some(rest)) = (is_test, line.strip_prefix("fn ")) {
            names.push(format!("{module}::{}", rest.split('(').next().unwrap()));
            is_test = false;
        }
    }
    names
}

/// Returns the lines of the examples that hold, without their sections. A finding is not one of them: the tests check
/// that it contradicts its sentence.
fn examples(edition: Edition) -> HashSet<String> {
    let lines = edition.examples().lines().filter(|line| !line.starts_with('#'));
    let fields = lines.filter_map(|line| line.split_once('\t')).map(|(_, fields)| fields);
    let fields = fields.filter(|fields| !fields.contains("\tfinding: "));
    fields.map(|fields| fields.replace('\t', " ")).collect()
}

fn is_there(
    edition: Edition,
    holder: &Holder<'_>,
    tests: &HashSet<String>,
    examples: &HashSet<String>,
) -> bool {
    match holder {
        Holder::Test { module, name } => tests.contains(&format!("{module}::{name}")),
        Holder::Example(fields) => examples.contains(*fields),
        Holder::Lint(id) => Lint::named(id).is_some_and(|lint| lint.section(edition).is_some()),
        _ => false,
    }
}

#[test]
fn every_named_test_exists() {
    let tests = tests();
    assert!(tests.contains("requirements::every_named_test_exists"));
    let mut missing = Vec::new();
    for edition in Edition::every() {
        let examples = examples(edition);
        for Requirement { line, held, .. } in of(edition).all {
            let Held::By(holders) = held else { continue };
            let gone = holders.iter().filter(|one| !is_there(edition, one, &tests, &examples));
            missing.extend(gone.map(|one| format!("{edition}.requirements, line {line}: {one}")));
        }
    }
    assert!(missing.is_empty(), "there is no\n{}", missing.join("\n"));
}

#[test]
fn every_section_occurs_in_its_order() {
    for edition in Edition::every() {
        let Requirements { sections, all, .. } = of(edition);
        let mut found: Vec<_> = all.iter().map(|one| one.section).collect();
        found.dedup();
        assert_eq!(found, sections, "{edition}: the sections of the rows, and those listed");
    }
}

/// A section that the library cites exists in the document, in the one that it amends, or in the document that the
/// citation names.
#[test]
fn every_cited_section_is_listed() {
    let mut unknown = Vec::new();
    let lent = [
        ("RFC 2141", Edition::Rfc2141),
        ("RFC 2396", Edition::Rfc2396),
        ("RFC 3986", Edition::Rfc3986),
        ("RFC 8141", Edition::Rfc8141),
        ("RFC 9110", Edition::Rfc9110),
    ];
    let lent = lent.map(|(name, edition)| (name, of(edition).sections));
    let is_lent = |section: &str| {
        let cited = section.split_once(", ");
        cited.is_some_and(|(document, section)| {
            lent.iter().any(|(name, all)| *name == document && all.contains(&section))
        })
    };
    for edition in Edition::every() {
        let amended = edition.amends().map(|amended| of(amended).sections).unwrap_or_default();
        let sections = [of(edition).sections, amended].concat();
        let productions = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let rungs = edition.rungs().filter_map(|(_, section)| section);
        let lints = Lint::all().iter().filter_map(|lint| lint.section(edition));
        let examples = edition.examples().lines().filter(|line| !line.starts_with('#'));
        let examples = examples.filter_map(|line| Some(line.split_once('\t')?.0));
        let cited = productions.map(|one| one.section()).chain(rungs).chain(lints).chain(examples);
        let cited: HashSet<&str> = cited.collect();
        let is_known = |section: &&str| sections.contains(section) || is_lent(section);
        let strange = cited.into_iter().filter(|section| !is_known(section));
        unknown.extend(strange.map(|section| format!("{edition} has no section {section}")));
    }
    unknown.sort_unstable();
    assert!(unknown.is_empty(), "\n{}", unknown.join("\n"));
}

/// Each row is different, and no reason is empty.
#[test]
fn no_row_is_written_twice() {
    for edition in Edition::every() {
        let all = of(edition).all;
        let rows: HashSet<_> = all.iter().map(|one| (one.section, one.what)).collect();
        assert_eq!(rows.len(), all.len(), "{edition}");
        for Requirement { line, held, .. } in &all {
            assert!(!matches!(held, Held::Open("")), "{edition}.requirements, line {line}");
        }
    }
}

// Line breaks and runs of blanks count as one blank; headers and footers of pages are skipped. RFC 1630 and the drafts
// are searched as a whole: the former has no section numbers, and the latter have lost their line breaks. The markup of
// the URL Standard is skipped.

/// Returns the path of the text of a document.
fn path(document: &str) -> String {
    match document {
        "url-syntax-05" => "seeds/draft-fielding-url-syntax-05.txt".to_owned(),
        "rfc2396bis-01" => "seeds/draft-fielding-uri-rfc2396bis-01.txt".to_owned(),
        "whatwg" => "spec/whatwg-url.bs".to_owned(),
        "did" => "spec/did-core.md".to_owned(),
        "pkg" => "spec/purl.md".to_owned(),
        rfc => format!("spec/rfc/{rfc}.txt"),
    }
}

pub(crate) fn text(document: &str) -> Option<String> {
    let path = path(document);
    let text = shared(&path)?;
    Some(if path.ends_with(".md") { laid_out(&text.replace("**", "")) } else { text })
}

/// Lays out a text in Markdown as the RFCs are: only headings begin at the margin.
fn laid_out(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix('#') {
        Some(heading) => heading.trim_start_matches('#').trim_start().to_owned(),
        None => format!("   {line}"),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the document and the section of a row, which may name another document as in `RFC 6874, 2`.
fn place(edition: Edition, section: &str) -> (String, &str) {
    match section.split_once(", ") {
        Some((rfc, section)) => (rfc.to_lowercase().replace(' ', ""), section),
        None => (edition.id().to_owned(), section),
    }
}

/// Returns whether the line is the footer or the header of a page. A text that has lost its line breaks is one long
/// line.
fn is_of_page(line: &str) -> bool {
    if line.len() > 100 {
        return false;
    }
    let is_foot = line.contains("[Page ") && line.trim_end().ends_with(']');
    let is_head = line.starts_with("RFC ") && line.contains("   ");
    is_foot || is_head
}

/// Returns the number with which a line begins a section: `3.2.1` of `3.2.1.  User Information`, `A` of `Appendix A.`.
fn heading(line: &str) -> Option<&str> {
    let line = line.strip_prefix("Appendix ").unwrap_or(line);
    let (number, title) = line.split_once(' ')?;
    let number = number.trim_end_matches([':', '.']);
    let is_part = |(at, part): (usize, &str)| match part.as_bytes() {
        [letter] if at == 0 => letter.is_ascii_uppercase() || letter.is_ascii_digit(),
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    };
    let is_of_contents = title.contains("...") || title.contains(". .");
    (number.split('.').enumerate().all(is_part) && !is_of_contents).then_some(number)
}

/// Returns the words of a section, or of the whole document.
pub(crate) fn words(text: &str, section: Option<&str>) -> String {
    let mut found = Vec::new();
    let mut current = None;
    for line in text.lines().filter(|line| !is_of_page(line)) {
        if let Some(number) = heading(line) {
            current = Some(number.trim_end_matches(".0").to_owned());
        }
        if section.is_none() || section == current.as_deref() {
            found.extend(line.split_whitespace());
        }
    }
    folded(&found.join(" "))
}

/// A word may be divided at the end of a line, behind its hyphen.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("- ", "-")
}

/// Returns whether the text has the numbers of its sections, each at the beginning of a line.
pub(crate) fn is_numbered(document: &str) -> bool {
    !["rfc1630", "url-syntax-05", "rfc2396bis-01", "whatwg", "pkg"].contains(&document)
}

/// Returns the text of the URL Standard without tags and entities.
fn without_markup(text: &str) -> String {
    let mut seen = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        seen.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        rest = match rest.find(['<', '>']) {
            Some(end) if rest[end..].starts_with('>') => &rest[end + 1..],
            _ => {
                seen.push('<');
                rest
            }
        };
    }
    seen.push_str(rest);
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(seen, |text, (entity, character)| text.replace(entity, character))
}

#[test]
fn every_quotation_is_in_its_document() {
    let (mut lost, mut known) = (Vec::new(), HashMap::new());
    for edition in Edition::every() {
        let Requirements { all, .. } = Requirements::from_edition(edition).unwrap();
        for Requirement { line, section, quoted, .. } in all {
            let Some(quoted) = quoted else { continue };
            let (document, section) = place(edition, section);
            let section = Some(section).filter(|section| {
                is_numbered(&document) && section.starts_with(|c: char| !c.is_ascii_lowercase())
            });
            let place = (document, section);
            let words = known.entry(place.clone()).or_insert_with(|| {
                let text = text(&place.0)?;
                let text = if place.0 == "whatwg" { without_markup(&text) } else { text };
                Some(words(&text, section))
            });
            let Some(words) = words else { continue };
            if !words.contains(&folded(quoted)) {
                lost.push(format!("{edition}.requirements, line {line}: {quoted}"));
            }
        }
    }
    assert!(lost.is_empty(), "{} not found:\n{}", lost.len(), lost.join("\n"));
}

/// One sentence each: no quotation has a full stop that another sentence follows.
#[test]
fn a_quotation_is_one_sentence() {
    for edition in Edition::every() {
        for Requirement { line, quoted, .. } in Requirements::from_edition(edition).unwrap().all {
            let Some(quoted) = quoted else { continue };
            assert!(quoted.len() <= 520, "{edition}, line {line}: {} bytes", quoted.len());
            assert_eq!(quoted, quoted.trim(), "{edition}, line {line}");
            let parts: Vec<_> = quoted.split(". ").collect();
            let is_end = |(part, next): (&str, &str)| {
                let abbreviates = ["e.g", "i.e", "etc", "a.k.a", "viz", "vs"];
                next.starts_with(|c: char| c.is_ascii_uppercase())
                    && !abbreviates.iter().any(|word| part.ends_with(word))
            };
            let ends = parts
                .iter()
                .copied()
                .zip(parts.iter().copied().skip(1))
                .filter(|pair| is_end(*pair));
            assert_eq!(ends.count(), 0, "{edition}, line {line}: {quoted}");
        }
    }
}

#[test]
fn sections_are_cut_at_their_headings() {
    let text = "1.  A  . . . . 2\n\n1.  One\n   first\n\nAuthor  [Page 1]\nRFC 1   Title   May 1990\n\
                2.1. Two\n   percent-\n   encoded\nAppendix A.  Last\n  end\n";
    assert_eq!(words(text, Some("1")), "1. One first");
    assert_eq!(words(text, Some("2.1")), "2.1. Two percent-encoded");
    assert_eq!(words(text, Some("A")), "Appendix A. Last end");
    assert_eq!(without_markup("a <b c=d>e</b> &lt;f&gt; 1 < 2"), "a e <f> 1 < 2");
}
