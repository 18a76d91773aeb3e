//! The sentences of the documents: each names what is there, and no section is left out.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec_audit::{Held, Holder, Requirement, Requirements};
use urispec_lint::Lint;

fn of(edition: Edition) -> Requirements<'static> {
    Requirements::from_edition(edition).unwrap_or_else(|error| panic!("{error}"))
}

/// Every test of the project, as `module::name`: the module is the file, or its folder.
fn tests() -> HashSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = HashSet::new();
    let mut waiting =
        vec![root.join("src"), root.join("tests"), root.join("crates"), root.join("tools")];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.extend(tests_of(&path));
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

/// The lines of the examples that hold, without their sections. A finding is no such example: of it the
/// tests ask that the sentence is contradicted.
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
fn what_holds_a_sentence_is_there() {
    let tests = tests();
    assert!(tests.contains("requirements::what_holds_a_sentence_is_there"));
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

/// A section that the library cites is one that the document has, or that which it amends, or another document
/// that the citation names.
#[test]
fn every_section_that_is_cited_is_listed() {
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

/// Each row says something of its own, and no reason is empty.
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
