//! The lines of code that `docs/crates.md` shows, compiled and asserted: a function for each row, with
//! the row's feature above it.

mod building;
mod components;
mod decoding;
mod editing;
mod parsing;
mod resolving;
mod types;

const TABLE: &str = include_str!("../../../../docs/crates.md");

const SOURCES: &[&str] = &[
    include_str!("building.rs"),
    include_str!("components.rs"),
    include_str!("decoding.rs"),
    include_str!("editing.rs"),
    include_str!("parsing.rs"),
    include_str!("resolving.rs"),
    include_str!("types.rs"),
];

/// The rows of the tables: the feature, and what stands for each of the six crates.
fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| |");
    let rows = TABLE.lines().filter(is_row).map(|line| {
        // A bar in code is escaped, so that it ends no cell.
        let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
        (cells.next().unwrap(), cells.collect())
    });
    rows.collect()
}

/// The code in a cell.
fn code(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(|code| plain(&code.replace("\\|", "|")))
}

/// A text without what formatting adds.
fn plain(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(",)", ")").replace(",]", "]")
}

/// The names by which code names the crates, in the order of the columns.
const CRATES: [&str; 6] = ["urispec", "fluent_uri", "iri_string", "url", "http", "oxiri"];

/// The functions: the feature, and the blocks, each of which is about one crate or about all.
fn functions() -> Vec<(&'static str, Vec<&'static str>)> {
    let parts = SOURCES.iter().flat_map(|source| source.split("\n/// ").skip(1));
    let functions = parts.filter_map(|part| part.split_once('\n'));
    functions.map(|(feature, text)| (feature, text.split("\n    {\n").collect())).collect()
}

/// Whether one of the blocks names the crate, or for `urispec` one that stands on it, and has the code.
fn is_compiled(code: &str, name: &str, blocks: &[&str]) -> bool {
    let names: &[&str] = if name == "urispec" { &["urispec", "urispec_template"] } else { &[name] };
    let is_of = |block: &&&str| names.iter().any(|name| block.contains(&format!("{name}::")));
    blocks.iter().filter(is_of).any(|block| plain(block).contains(code))
}

#[test]
fn every_line_of_the_table_is_compiled() {
    let (rows, functions) = (rows(), functions());
    let mut missing = Vec::new();
    for (feature, cells) in &rows {
        assert_eq!(cells.len(), CRATES.len(), "{feature}");
        let blocks = functions.iter().find(|(name, _)| name == feature);
        let blocks = blocks.map_or(&[][..], |(_, blocks)| blocks);
        for (cell, name) in cells.iter().zip(CRATES) {
            let absent = code(cell).filter(|code| !is_compiled(code, name, blocks));
            missing.extend(absent.map(|code| format!("{feature}: {name}: `{code}`")));
        }
    }
    let is_row = |name: &str| rows.iter().any(|(feature, _)| *feature == name);
    let without = functions.iter().map(|(name, _)| *name).filter(|name| !is_row(name));
    missing.extend(without.map(|name| format!("{name}: no row")));
    assert!(missing.is_empty(), "not compiled:\n{}", missing.join("\n"));
}
