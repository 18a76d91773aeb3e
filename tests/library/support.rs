//! What the tests share: the rows of `tests/vectors`, the corpus, and strings for the property tests.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::string::string_regex;
use urispec::{Edition, IriRef};

pub(crate) use crate::laws::random::scaled;

/// A row of a table in `tests/vectors`, whose cells are divided by tabs.
///
/// A line that begins with `== ` names a section, one with `# ` is a comment, and the cells of one with `> ` stand before
/// those of each row that follows. In a cell `\e` is the empty string, `\-` is undefined, `\s` is a space, and `\n`, `\r`,
/// `\t`, `\\`, `\xFF` and `\u{E9}` are as in Rust.
pub(crate) struct Row {
    place: String,
    pub(crate) section: String,
    cells: Vec<Option<Vec<u8>>>,
}

impl Row {
    /// The octets of a cell, if there is one that is defined.
    pub(crate) fn octets(&self, at: usize) -> Option<&[u8]> {
        self.cells.get(at).and_then(Option::as_deref)
    }

    pub(crate) fn maybe(&self, at: usize) -> Option<&str> {
        self.octets(at).map(|cell| str::from_utf8(cell).unwrap())
    }

    #[track_caller]
    pub(crate) fn text(&self, at: usize) -> &str {
        self.maybe(at).unwrap_or_else(|| panic!("cell {at} is undefined"))
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells from one on, which are defined.
    pub(crate) fn rest(&self, from: usize) -> impl Iterator<Item = &str> {
        (from..self.cells.len()).map(|at| self.text(at))
    }

    /// The editions of a cell, each with the options that follow its id.
    pub(crate) fn choices(&self, at: usize) -> Vec<(Edition, Vec<&str>)> {
        let each = self.text(at).split(',').map(|choice| {
            let mut words = choice.split(' ');
            let edition = words.next().unwrap().parse();
            (edition.unwrap_or_else(|error| panic!("{error}")), words.collect())
        });
        each.collect()
    }

    pub(crate) fn editions(&self, at: usize) -> impl Iterator<Item = Edition> {
        self.choices(at).into_iter().map(|(edition, _)| edition)
    }
}

fn cell(text: &str) -> Option<Vec<u8>> {
    let (mut octets, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find('\\') {
        octets.extend_from_slice(&rest.as_bytes()[..at]);
        let (escape, after) = rest[at + 1..].split_at(1);
        rest = after;
        match escape {
            "-" => return None,
            "e" => {}
            "s" => octets.push(b' '),
            "n" => octets.push(b'\n'),
            "r" => octets.push(b'\r'),
            "t" => octets.push(b'\t'),
            "\\" => octets.push(b'\\'),
            "x" => {
                octets.push(u8::from_str_radix(&rest[..2], 16).unwrap());
                rest = &rest[2..];
            }
            "u" => {
                let (digits, after) = rest[1..].split_once('}').unwrap();
                let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                octets.extend_from_slice(character.unwrap().to_string().as_bytes());
                rest = after;
            }
            other => panic!("\\{other} in {text}"),
        }
    }
    octets.extend_from_slice(rest.as_bytes());
    Some(octets)
}

/// The rows of `tests/vectors/NAME.tsv`.
pub(crate) fn rows(name: &str) -> Vec<Row> {
    let path = format!("tests/vectors/{name}.tsv");
    let text = fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (mut found, mut section, mut prefix) = (Vec::new(), "", "");
    for (at, line) in text.lines().enumerate() {
        match line.split_at_checked(2) {
            _ if line.is_empty() => {}
            Some(("# ", _)) => {}
            Some(("==", name)) => (section, prefix) = (name.trim_start(), ""),
            Some(("> ", cells)) => prefix = cells,
            _ => {
                let cells = prefix.split('\t').filter(|cell| !cell.is_empty());
                let cells = cells.chain(line.split('\t')).map(cell).collect();
                let place = format!("{path}:{} ({section})", at + 1);
                found.push(Row { place, section: section.to_owned(), cells });
            }
        }
    }
    found
}

/// The rows of one section.
pub(crate) fn section(name: &str, section: &str) -> Vec<Row> {
    let mut rows = rows(name);
    rows.retain(|row| row.section == section);
    assert!(!rows.is_empty(), "tests/vectors/{name}.tsv has no section {section}");
    rows
}

/// Holds each row to a law, and names all that break it.
#[track_caller]
pub(crate) fn hold(rows: &[Row], law: impl Fn(&Row)) {
    let broken = rows.iter().filter_map(|row| {
        let panic = catch_unwind(AssertUnwindSafe(|| law(row))).err()?;
        let why = panic.downcast_ref::<String>().map(String::as_str);
        let why = why.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        Some(format!("{}: {why}", row.place))
    });
    let broken: Vec<_> = broken.collect();
    assert!(broken.is_empty(), "{} of {} rows:\n{}", broken.len(), rows.len(), broken.join("\n"));
}

/// A file of the folder `shared`, which is beside the repository or where `URISPEC_SHARED` says. Where it is absent, its
/// tests are skipped.
pub(crate) fn shared(path: &str) -> Option<String> {
    let named = std::env::var_os("URISPEC_SHARED").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").into());
    match fs::read(folder.join(path)) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            eprintln!("skipped: {}: {error}", folder.join(path).display());
            None
        }
    }
}

/// Every string of at most so many of the pieces.
pub(crate) fn words(pieces: &[&str], most: usize) -> Vec<String> {
    let (mut all, mut longest) = (vec![String::new()], vec![String::new()]);
    for _ in 0..most {
        let longer = |text: &String| pieces.iter().map(|piece| format!("{text}{piece}")).collect();
        longest = longest.iter().flat_map(|text| -> Vec<_> { longer(text) }).collect();
        all.extend_from_slice(&longest);
    }
    all
}

/// So many cases, of which none is kept: what was found once is a row.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn regex(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).unwrap()
}

fn of(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(texts).prop_map(str::to_owned)
}

/// Any string over what makes a parser stumble.
pub(crate) fn nasty() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => regex("[:/?#\\[\\]@%.a1é-]{0,12}"),
        4 => regex("([:/.a?#]|[.][.]|//|%2e|%41|%3A|\\[::1\\]|@|A:){0,8}"),
        1 => regex(".{0,8}"),
    ]
}

/// A `URI-reference` of the grammar's pieces, with those preferred that mean something.
pub(crate) fn reference() -> impl Strategy<Value = String> {
    prop_oneof![2 => uri(), 3 => relative()]
}

/// A `URI`.
pub(crate) fn uri() -> impl Strategy<Value = String> {
    let scheme = prop_oneof![
        4 => of(&["http", "HTTP", "file", "a", "ftp", "wss", "x-1.+"]),
        1 => regex("[a-zA-Z][a-zA-Z0-9+.-]{0,3}"),
    ];
    let hier = prop_oneof![
        3 => (authority(), abempty()).prop_map(|(authority, path)| format!("//{authority}{path}")),
        1 => absolute(),
        2 => rootless("[a:@.%A]"),
        1 => Just(String::new()),
    ];
    (scheme, hier, tail()).prop_map(|(scheme, hier, tail)| format!("{scheme}:{hier}{tail}"))
}

/// A `relative-ref`.
pub(crate) fn relative() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        1 => (authority(), abempty()).prop_map(|(authority, path)| format!("//{authority}{path}")),
        1 => absolute(),
        3 => rootless("[a@.%A]"),
        1 => Just(String::new()),
    ];
    (part, tail()).prop_map(|(part, tail)| format!("{part}{tail}"))
}

/// The IRI reference with characters beyond ASCII in the place of some letters. Where that is none,
/// as in a scheme, the letters stay.
fn beyond_ascii(text: String) -> String {
    let beyond = text.replace('b', "\u{E9}").replace('c', "\u{1F339}");
    if IriRef::parse(&beyond).is_ok() { beyond } else { text }
}

/// An `IRI-reference`, which is often no `URI-reference`.
pub(crate) fn iri_reference() -> impl Strategy<Value = String> {
    reference().prop_map(beyond_ascii)
}

/// An `IRI`, which is often no `URI`.
pub(crate) fn iri() -> impl Strategy<Value = String> {
    uri().prop_map(beyond_ascii)
}

fn tail() -> impl Strategy<Value = String> {
    let text = "([?][a-c/?:@=&]{0,4}(%[0-7][0-9a-fA-F])?)?(#[a-c/?:@]{0,3}(%[0-7][0-9a-fA-F])?)?";
    prop_oneof![2 => Just(String::new()), 1 => regex(text)]
}

fn authority() -> impl Strategy<Value = String> {
    let userinfo = prop_oneof![3 => Just(String::new()), 1 => regex("([a-c:!]|%4[0-9a-f]){0,3}@")];
    let host = prop_oneof![
        2 => of(&["h", "a", "localhost", "LOCALHOST", "1.2.3.4", "1.2.3.4.5", "1.2.3.256"]),
        1 => regex("([a-cA-C.1~!$]|%[46][1-9a-fA-F]|%3a|%e4){0,5}"),
        1 => any::<[u16; 8]>().prop_map(|groups| {
            // Groups of zeros, so that "::" and embedded addresses occur.
            let groups = groups.map(|group| if group % 2 == 0 { 0 } else { group });
            format!("[{}]", std::net::Ipv6Addr::from(groups))
        }),
        1 => regex("\\[[vV][0-9a-fA-F]{1,2}[.][a-cA-C:!~]{1,4}\\]"),
    ];
    let port = prop_oneof![3 => Just(String::new()), 2 => regex(":(|80|443|21|080|99999999)")];
    (userinfo, host, port).prop_map(|(userinfo, host, port)| format!("{userinfo}{host}{port}"))
}

const SEGMENT: &str = "([.]{1,3}|[ab:@;=.]{0,3}|%2[eE]([.]|%2e)?|%4[1-5]|%[0-7][a-fA-F]|c)";

fn abempty() -> impl Strategy<Value = String> {
    regex(&format!("(/{SEGMENT}){{0,5}}"))
}

fn absolute() -> impl Strategy<Value = String> {
    regex(&format!("/(([.]{{1,2}}|[ab:@]{{1,2}}|%2e)(/{SEGMENT}){{0,4}})?"))
}

/// With a first segment over the characters of `first`, not empty; its escapes made whole.
fn rootless(first: &str) -> impl Strategy<Value = String> + use<> {
    regex(&format!("([.]{{1,2}}|{first}{{1,3}})(/{SEGMENT}){{0,4}}")).prop_map(|path| {
        let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
        first.replace('%', "%2E") + rest
    })
}
