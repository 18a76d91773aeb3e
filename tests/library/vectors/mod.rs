//! The laws of the tables in `tests/vectors`.

mod findings;
mod references;
mod templates;
mod types;

use crate::tables::Row;
pub(crate) use findings::{finding, spans};
pub(crate) use types::step;

mod every_row_of {
    use crate::tables::{hold_rows, table};

    macro_rules! tables {
        ($($name:ident)+) => {
            pub(super) const TABLES: &[&str] = &[$(stringify!($name)),+];
            $(
                #[test]
                fn $name() {
                    hold_rows(&table(stringify!($name)), super::law);
                }
            )+
        };
    }

    tables! {
        bad_input causes checks conversions disputed edited equivalence expansion extract files hosts lint mapping methods
        parsers predecessors printed_examples productions relativize repair routes security security_messages sentences since ways
    }
}

/// Each table is checked here, or by another test that reads it.
#[test]
fn every_table_is_tested() {
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors")).unwrap() {
        let path = file.unwrap().path();
        // The tables in a folder belong to other tests.
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let elsewhere = ["changes", "security_attacks", "security_ordinary", "strings"];
        assert!(every_row_of::TABLES.contains(&name) || elsewhere.contains(&name), "{name}");
    }
}

fn law(row: &Row) {
    match row.text(0) {
        "accepts" | "rejects" | "class" | "numbers" | "valid" | "invalid" | "excluded" => {
            references::syntax(row)
        }
        "hosts" | "addresses" | "no-addresses" | "parts" | "server" | "host" => {
            references::components(row)
        }
        "segments" | "pairs" | "octets" | "encodes" | "encodes-octets" => references::data(row),
        "cause" | "sentence" | "error" | "explained" | "read in" | "no-reference" => {
            references::errors(row)
        }
        "target" | "no-target" | "misread" | "same-target" => references::resolution(row),
        "relative" | "no-relative" => references::relativizing(row),
        "meet" | "normal" | "stays" | "stable" | "changes" | "redirect" => {
            references::normalization(row)
        }
        "caveat" | "letter" | "letter-same" => references::letter(row),
        "finds" | "none-found" | "found-in" | "hyphens" | "starts" => findings::extraction(row),
        "lint" | "no-lint" | "some-lint" | "wise" | "mended" | "not-mended" => findings::lints(row),
        "neighbours" | "registered" | "registry" => findings::lints(row),
        "published" | "found" | "harmless" | "message" | "cited" | "secret" => {
            findings::attacks(row)
        }
        "to-uri" | "to-iri" | "no-uri" | "none" | "typed" | "traced-iri" => types::mapping(row),
        "file" | "file-to-path" | "path-to-file" | "no-file" | "no-path" => {
            types::files_and_paths(row)
        }
        "repaired" | "not-repaired" => types::repairs(row),
        verb if verb.contains("http") || verb.contains("url") || verb.contains("request") => {
            types::other_types(row)
        }
        "since" | "since-host" => findings::documents(row),
        "differences" => findings::differences(row),
        "build" | "build-iri" | "composes" => types::methods(row),
        "edit" | "edit-iri" | "port" | "no-endpoint" | "origin" => types::methods(row),
        "same-origin" | "other-origin" | "named" | "not-named" | "userinfo" => types::methods(row),
        "zone" | "without-zone" | "split" | "joined" | "no-triplet" => types::texts(row),
        "as-it-is" | "as-it-is-lossily" | "lossy" | "dots" => types::texts(row),
        "takes" | "leaves" | "no-route" | "routes-apart" | "covered" | "uncovered" => {
            templates::routes(row)
        }
        "routes-collide" => templates::colliding_routes(row),
        _ => templates::templates(row),
    }
}

/// The name of a variant.
fn variant(value: &impl std::fmt::Debug) -> String {
    let shown = format!("{value:?}");
    shown.split([' ', '(']).next().unwrap_or_default().to_owned()
}
