//! The laws of the seeds, of their prefixes, and of combinations of one or two truncated seeds.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::random::Random;

/// The law of a target.
type Law = fn(&[u8]);

/// The name of a target, its law, its seeds, and the number of strings to derive from them.
const TARGETS: [(&str, Law, &str, usize); 23] = [
    ("parse", crate::parse::holds, include_str!("../seeds/parse.txt"), 4000),
    ("resolve", crate::resolve::holds, include_str!("../seeds/resolve.txt"), 4000),
    ("normalize", crate::normalize::holds, include_str!("../seeds/normalize.txt"), 300),
    ("compare", crate::compare::holds, include_str!("../seeds/compare.txt"), 60),
    ("editions", crate::editions::holds, include_str!("../seeds/editions.txt"), 100),
    ("setters", crate::setters::holds, include_str!("../seeds/setters.txt"), 2000),
    ("extract", crate::extract::holds, include_str!("../seeds/extract.txt"), 200),
    ("lint", crate::lint::holds, include_str!("../seeds/lint.txt"), 100),
    ("pest", crate::pest::holds, include_str!("../seeds/pest.txt"), 300),
    ("abnf", crate::abnf::holds, include_str!("../seeds/abnf.txt"), 300),
    ("regex", crate::regex::holds, include_str!("../seeds/regex.txt"), 100),
    ("spec_text", crate::spec_text::holds, include_str!("../seeds/spec_text.txt"), 100),
    ("audit", crate::audit::holds, include_str!("../seeds/audit.txt"), 100),
    ("peers", crate::peers::holds, include_str!("../seeds/peers.txt"), 1000),
    ("verdicts", crate::verdicts::holds, include_str!("../seeds/verdicts.txt"), 100),
    ("patterns", crate::patterns::holds, include_str!("../seeds/patterns.txt"), 100),
    ("documents", crate::documents::holds, include_str!("../seeds/documents.txt"), 300),
    ("template", crate::template::holds, include_str!("../seeds/template.txt"), 300),
    ("valid", crate::valid::holds, include_str!("../seeds/valid.txt"), 100),
    ("relativize", crate::relativize::holds, include_str!("../seeds/relativize.txt"), 20),
    ("edit", crate::edit::holds, include_str!("../seeds/edit.txt"), 2000),
    ("url", crate::url::holds, include_str!("../seeds/url.txt"), 20_000),
    ("limits", crate::limits::holds, include_str!("../seeds/limits.txt"), 20),
];

/// Unescapes a line of seeds as `printf %b` does.
fn seed(line: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), line.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next().expect("an escape has a letter") {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'f' => b'\x0c',
                b'v' => b'\x0b',
                b'\\' => b'\\',
                other => panic!("{line}: no escape `{}`", char::from(other)),
            },
            byte => byte,
        });
    }
    bytes
}

/// Joins the beginning of one and the end of another, and adds, removes or replaces a byte.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let [one, two] = [(); 2].map(|()| &seeds[random.below(seeds.len())]);
    let mut bytes = one[..random.below(one.len() + 1)].to_vec();
    bytes.extend(&two[random.below(two.len() + 1)..]);
    let at = random.below(bytes.len() + 1);
    let letter = random.pick(b":/?#[]@%.a1\n\"-=;&{}\\<> ");
    match random.below(4) {
        0 => bytes.insert(at, letter),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 if at < bytes.len() => bytes[at] = letter,
        _ => {}
    }
    bytes
}

fn hold(name: &str) {
    let (_, law, seeds, count) = TARGETS.into_iter().find(|target| target.0 == name).unwrap();
    let seeds: Vec<_> = seeds.lines().map(seed).collect();
    let mut random = Random::new(3986);
    let prefixes = seeds.iter().map(|seed| seed[..seed.len() / 2].to_vec());
    let made = (0..count).map(|_| mutated(&seeds, &mut random));
    for bytes in seeds.iter().cloned().chain(prefixes).chain(made) {
        if catch_unwind(AssertUnwindSafe(|| law(&bytes))).is_err() {
            panic!("`{name}` fails of \"{}\"", bytes.escape_ascii());
        }
    }
}

macro_rules! laws {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                hold(stringify!($name));
            }
        )*

        /// Every target has its test, file and entry.
        #[test]
        fn every_target_is_tested() {
            let tested = [$(stringify!($name)),*];
            assert_eq!(TARGETS.map(|target| target.0), tested);
            for name in tested {
                let entry = format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
                assert!(include_str!("../Cargo.toml").contains(&entry), "{name}");
                let manifest = env!("CARGO_MANIFEST_DIR");
                let file = std::fs::read_to_string(format!("{manifest}/fuzz_targets/{name}.rs"));
                assert!(file.unwrap().contains(&format!("urispec_fuzz::{name}::holds(data)")));
            }
        }
    };
}

laws!(parse resolve normalize compare editions setters extract lint pest abnf regex spec_text audit peers verdicts patterns documents template valid relativize edit url limits);

/// `run` unpacks the seeds with `printf %b`.
#[test]
fn the_shell_reads_seeds_as_the_tests_do() {
    for (name, _, seeds, _) in TARGETS {
        for line in seeds.lines() {
            let mut shell = std::process::Command::new("bash");
            let written = shell.args(["-c", "printf %b \"$1\"", "_", line]).output();
            let written = written.expect("bash is here").stdout;
            assert_eq!(written, seed(line), "{name}: {line}");
        }
    }
}
