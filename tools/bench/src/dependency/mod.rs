//! What a library costs whoever depends on it: the time to build, and the size of the program.
//!
//! In: [`ALL`], libraries with the features that are asked for. Out: for each a [`Built`], measured on
//! a tiny program that parses its argument as a URI reference and prints the error. The program is built
//! as its author would build it: by cargo, from nothing, in release, with no other setting than that
//! the symbols are stripped. What is forgotten is every build but the least.
//!
//! The surprising case: the time that passes is shorter for a tree that is wide than for one that is deep,
//! and differs with the cores. So it is shown, and the ratio is one of the time that all cores together
//! worked.

use serde_json::{Value, json};

pub mod build;
pub mod cpu;

/// A library as a dependency, and the program that uses the library.
#[derive(Clone, Copy, Debug)]
pub struct Dependency {
    /// The name of the row.
    pub name: &'static str,
    /// The line of the manifest that asks for the library. `{root}` stands for the folder of urispec.
    line: &'static str,
    /// The expression that parses `text`. Its error can be displayed.
    parse: &'static str,
}

const fn dependency(name: &'static str, line: &'static str, parse: &'static str) -> Dependency {
    Dependency { name, line, parse }
}

/// The row that the others are divided by.
pub const MEASURE: &str = "fluent-uri";
/// The row whose figures have bounds.
const LIGHT: &str = "urispec, light";

/// All libraries. The first row is of a program without one: what Rust itself costs.
pub const ALL: [Dependency; 8] = [
    dependency("none", "", "text.parse::<u8>()"),
    dependency(LIGHT, r#"urispec = { path = "{root}" }"#, "urispec::UriRef::parse(&text)"),
    dependency(
        "urispec, grammars",
        r#"urispec = { path = "{root}", features = ["grammars"] }"#,
        "urispec::UriRef::parse(&text)",
    ),
    dependency(MEASURE, r#"fluent-uri = "=0.4.1""#, "fluent_uri::UriRef::parse(text.as_str())"),
    dependency(
        "iri-string",
        r#"iri-string = "=0.7.14""#,
        "iri_string::types::UriReferenceStr::new(&text)",
    ),
    dependency("oxiri", r#"oxiri = "=0.3.1""#, "oxiri::IriRef::parse(text.as_str())"),
    // The locked version of these two, or one that fits.
    dependency("http", r#"http = "1""#, "text.parse::<http::Uri>()"),
    dependency("url", r#"url = "2""#, "url::Url::parse(&text)"),
];

impl Dependency {
    /// The manifest of the program. `root` is the folder of urispec.
    #[must_use]
    pub fn manifest(&self, root: &str) -> String {
        let line = self.line.replace("{root}", &root.replace('\\', "/"));
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{line}\n\n[profile.release]\nstrip = true\n\n[workspace]\n",
            build::PROGRAM,
        )
    }

    /// The source of the program.
    #[must_use]
    pub fn source(&self) -> String {
        let parse = self.parse;
        format!(
            "fn main() {{\n    let text = std::env::args().nth(1).unwrap_or_default();\n    \
             if let Err(error) = {parse} {{\n        println!(\"{{error}}\");\n    }}\n}}\n"
        )
    }
}

/// What was measured of a library.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The name of the row.
    pub name: &'static str,
    /// The number of crates that are built: the library, and all that it needs.
    pub crates: usize,
    /// The seconds that all cores together worked. None where the system does not tell.
    pub cpu: Option<f64>,
    /// The seconds that passed.
    pub wall: f64,
    /// The bytes of the program.
    pub size: u64,
}

impl Built {
    /// The seconds that the ratios are of: those of all cores, or else those that passed.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.cpu.unwrap_or(self.wall)
    }

    /// The row as an object: times in seconds, the size in bytes, and the time divided by that of the
    /// measure.
    #[must_use]
    pub fn json(&self, measure: Option<&Self>) -> Value {
        json!({
            "schema": 1, "dependency": self.name, "crates": self.crates, "cpu": self.cpu,
            "wall": self.wall, "size": self.size,
            "ratio": measure.map(|measure| self.seconds() / measure.seconds()),
        })
    }
}

/// A bound of what the light library costs, and whether the library keeps to the bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// What is bounded.
    pub what: &'static str,
    /// The figure that was measured.
    pub figure: f64,
    /// The figure that must not be exceeded.
    pub limit: f64,
}

impl Bound {
    /// `reached` or `missed`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.figure <= self.limit { "reached" } else { "missed" }
    }

    /// The bound as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        let Self { what, figure, limit } = self;
        json!({ "schema": 1, "target": what, "figure": figure, "limit": limit, "verdict": self.word() })
    }
}

/// The bounds that the rows speak of.
#[must_use]
pub fn bounds(rows: &[Built]) -> Vec<Bound> {
    let row = |name| rows.iter().find(|row| row.name == name);
    let (Some(light), Some(measure)) = (row(LIGHT), row(MEASURE)) else { return Vec::new() };
    let kilobytes = (light.size as f64 - measure.size as f64) / 1000.0;
    vec![
        Bound { what: "crates", figure: light.crates as f64, limit: 4.0 },
        Bound { what: "time to build", figure: light.seconds() / measure.seconds(), limit: 1.3 },
        Bound { what: "kB more", figure: kilobytes, limit: 150.0 },
    ]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Rows of the light library and of the measure.
    pub(crate) fn rows() -> [Built; 2] {
        let built =
            |name, crates, cpu, size| Built { name, crates, cpu: Some(cpu), wall: 1.5, size };
        [built(LIGHT, 4, 2.5, 500_000), built(MEASURE, 3, 2.0, 349_000)]
    }

    #[test]
    fn the_manifest_asks_for_the_library() {
        let manifest = ALL[1].manifest(r"C:\urispec");
        assert_eq!(
            manifest,
            "[package]\nname = \"as-dependency\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nurispec = { path = \"C:/urispec\" }\n\n\
             [profile.release]\nstrip = true\n\n[workspace]\n"
        );
        let source = ALL[1].source();
        assert!(source.contains("if let Err(error) = urispec::UriRef::parse(&text) {"), "{source}");
    }

    /// The versions are those that the other rows measure.
    #[test]
    fn a_peer_has_one_version() {
        let own = include_str!("../../Cargo.toml");
        for one in ALL.iter().filter(|one| one.line.contains("\"=")) {
            assert!(own.lines().any(|line| line == one.line), "{}", one.line);
        }
    }

    #[test]
    fn bounds_are_of_the_light_library() {
        let rows = rows();
        let told: Vec<_> = bounds(&rows).iter().map(|one| (one.figure, one.word())).collect();
        assert_eq!(told, [(4.0, "reached"), (1.25, "reached"), (151.0, "missed")]);
        assert_eq!(bounds(&rows[1..]), []);
        assert_eq!(rows[0].json(Some(&rows[1]))["ratio"], 1.25);
    }

    #[test]
    fn without_a_time_of_the_cores_the_passed_time_counts() {
        let [light, measure] = rows();
        let light = Built { cpu: None, ..light };
        assert_eq!(light.json(Some(&measure))["ratio"], 0.75);
    }
}
