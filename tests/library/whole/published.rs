//! The crates that are published, and what a registry shows of each.

use std::path::Path;

use super::dependencies::{is_published, packages};

/// The file that says which crates are published, and in which order.
fn listed() -> Vec<&'static str> {
    let file = include_str!("../../../tools/release/published");
    file.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn every_crate_that_is_published_is_in_the_list() {
    let listed = listed();
    let packages = packages();
    let mut found: Vec<&str> = packages
        .iter()
        .filter(|one| is_published(one))
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    found.sort_unstable();
    assert_eq!(sorted, found);
    for package in packages.iter().filter(|one| is_published(one)) {
        let place = |name: &serde_json::Value| listed.iter().position(|one| *name == **one);
        for dependency in package["dependencies"].as_array().unwrap() {
            let Some(before) = place(&dependency["name"]) else { continue };
            if dependency["kind"] != "dev" {
                assert!(Some(before) < place(&package["name"]), "{}", package["name"]);
                assert_eq!(
                    dependency["req"],
                    concat!("^", env!("CARGO_PKG_VERSION")),
                    "{}",
                    package["name"]
                );
            }
        }
    }
}

/// What crates.io and docs.rs ask for: at most five keywords and five categories, licences in the package, and a page.
#[test]
fn every_crate_that_is_published_says_what_it_is() {
    for package in packages().iter().filter(|one| is_published(one)) {
        let name = package["name"].as_str().unwrap();
        for key in ["description", "license", "documentation", "readme", "rust_version"] {
            assert!(package[key].is_string(), "{name}: {key}");
        }
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
        let words = |key: &str| -> Vec<&str> {
            package[key].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
        };
        let (keywords, categories) = (words("keywords"), words("categories"));
        assert!((3..=5).contains(&keywords.len()) && (1..=5).contains(&categories.len()), "{name}");
        // What is about URIs is found by whoever looks for URLs.
        assert!(!name.starts_with("urispec") || keywords.contains(&"url"), "{name}");
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(folder.join(file).is_file(), "{name}: {file}");
        }
        let has_features = !package["features"].as_object().unwrap().is_empty();
        assert!(
            !has_features || package["metadata"]["docs"]["rs"]["all-features"] == true,
            "{name}"
        );
    }
}
