//! The code in `docs/crates.md`, compiled and asserted: a file for each crate, in which a comment names the row of the lines
//! below it.

mod fluent;
mod requests;
mod iri_strings;
mod iris;
mod urls;
mod ours;

/// A URI with every component.
const TEXT: &str = "http://user:pass@example.com:8042/over/there?name=ferret&x=1#nose";
/// The URI that the tests edit.
const EDITED: &str = "http://user:pass@h/a/b?c=1#d";
/// The URI that the tests decode.
const ENCODED: &str = "http://h/a%20b?c+d=%FF";
/// A base, a reference and the target.
const RESOLVED: [&str; 3] = ["http://a/b/c/d;p?q", "../g", "http://a/b/g"];
/// A base and a reference whose target would be misread.
const MISREAD: [&str; 2] = ["a:/b", ".//c"];
/// A URI with letters, triplets and dots to normalize, and its normal form.
const NORMALIZED: [&str; 2] = ["A://H/%7e/./b/../c", "a://h/~/c"];

/// A string, and the address of its bytes.
fn string_and_address() -> (usize, String) {
    let string = "http://h/a".to_owned();
    (string.as_ptr() as usize, string)
}

fn assert_address(address: usize, text: &str) {
    assert_eq!(text.as_ptr() as usize, address);
}

/// The sources by the names of the crates, in the order of the columns.
const CRATES: [(&str, &str); 6] = [
    ("urispec", include_str!("ours.rs")),
    ("fluent-uri", include_str!("fluent.rs")),
    ("iri-string", include_str!("iri_strings.rs")),
    ("url", include_str!("urls.rs")),
    ("http", include_str!("requests.rs")),
    ("oxiri", include_str!("iris.rs")),
];

/// Returns the rows of the tables: the feature, and a cell for each of the six crates.
fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| |");
    let table = include_str!("../../../../docs/crates.md");
    let rows = table.lines().filter(is_row).map(|line| {
        // A bar in code is escaped.
        let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
        (cells.next().unwrap(), cells.collect())
    });
    rows.collect()
}

/// Returns the code in a cell.
fn code(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(|code| plain(&code.replace("\\|", "|")))
}

/// Removes what formatting adds.
fn plain(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(",)", ")").replace(",]", "]")
}

/// Returns the features of a crate, each with the lines below it.
fn parts(source: &str) -> Vec<(&str, String)> {
    let parts = source.split("\n    // ").skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(feature, text)| (feature, plain(text.split("\n}\n").next().unwrap()))).collect()
}

#[test]
fn every_line_of_the_table_is_compiled() {
    let rows = rows();
    let mut missing = Vec::new();
    for (at, (name, source)) in CRATES.into_iter().enumerate() {
        let parts = parts(source);
        for (feature, cells) in &rows {
            assert_eq!(cells.len(), CRATES.len(), "{feature}");
            let is_there =
                |code: &String| parts.iter().any(|(of, text)| of == feature && text.contains(code));
            let absent = code(cells[at]).filter(|code| !is_there(code));
            missing.extend(absent.map(|code| format!("{feature}: {name}: `{code}`")));
        }
        let is_row = |name: &str| rows.iter().any(|(feature, _)| *feature == name);
        let without = parts.iter().filter(|(feature, _)| !is_row(feature));
        missing.extend(without.map(|(feature, _)| format!("{name}: {feature}: no row")));
    }
    assert!(missing.is_empty(), "not compiled:\n{}", missing.join("\n"));
}
