//! The strings to measure on: real ones if a corpus is available, and generated ones, which are the same on every machine.
//!
//! Like the web, the corpus has lines that are not references. Each row omits the strings that one of its contenders rejects.

use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use urispec::Edition;
use urispec::mapping::ToIri;
use urispec_audit::{Claim, Example, Examples};

/// All sets of strings.
pub(crate) struct Inputs {
    pub(crate) web: Vec<String>,
    pub(crate) file: Vec<String>,
    /// Pages, without fragments, and the links on them.
    pub(crate) hrefs: Vec<(String, String)>,
    /// Long URLs with every component.
    pub(crate) synthetic: Vec<String>,
    /// URIs that each rung of section 6.2.2 changes.
    pub(crate) needing_work: Vec<String>,
    /// IRIs with characters beyond ASCII: the strings of the web with UTF-8 in triplets, as IRIs (RFC 3987, 3.2), and the
    /// strings of the web with the words of path and query in other scripts.
    pub(crate) beyond_ascii: Vec<String>,
    /// A reference with 64 dot segments.
    pub(crate) dots: String,
    /// The directory with the first three sets; none if they are generated too.
    pub(crate) corpus: Option<PathBuf>,
}

impl Inputs {
    /// Reads the corpus in `URISPEC_SHARED` or next to the repository, or generates one of the same shapes, with at most
    /// `limit` strings in each set.
    pub(crate) fn load(limit: usize) -> std::io::Result<Self> {
        let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
        let shared = std::env::var_os("URISPEC_SHARED").map_or_else(default, PathBuf::from);
        let corpus = Some(shared.join("corpus")).filter(|corpus| corpus.is_dir());
        let (web, file, hrefs, mut beyond_ascii) = match &corpus {
            Some(corpus) => (
                lines(&corpus.join("web.txt"), limit)?,
                lines(&corpus.join("file.txt"), limit)?,
                pairs(&lines(&corpus.join("refs.tsv"), limit)?),
                iris(lines(&corpus.join("web.txt"), usize::MAX)?.into_iter()),
            ),
            None => {
                let count = limit.min(20_000);
                let web = generated_web(count);
                let beyond_ascii = iris(web.iter().map(|text| format!("{text}%E2%82%AC")));
                (web, generated_file(count), generated_hrefs(count), beyond_ascii)
            }
        };
        beyond_ascii.extend(in_other_scripts(&web));
        let (synthetic, needing_work) =
            (synthetic(limit.min(10_000)), needing_work(limit.min(20_000)));
        let dots = "../x/./".repeat(32) + "g";
        Ok(Self { web, file, hrefs, synthetic, needing_work, beyond_ascii, dots, corpus })
    }
}

/// Maps strings to IRIs, and returns those with a character beyond ASCII.
fn iris(texts: impl Iterator<Item = String>) -> Vec<String> {
    let iris = texts.map(|text| ToIri::new().convert(&text).into_owned());
    iris.filter(|iri| !iri.is_ascii()).collect()
}

/// Puts the words of path and query in other scripts, whose letters take two, three or four bytes. Names and triplets
/// remain, and so does every fourth word, since a page in another script has as many ASCII words.
fn in_other_scripts(texts: &[String]) -> Vec<String> {
    /// The first letters of Greek, Cyrillic, Hiragana and Han, and the first pictograph.
    const SCRIPTS: [u32; 5] = [0x3B1, 0x430, 0x3042, 0x4E00, 0x1F330];
    let other = |(at, text): (usize, &String)| {
        let after = text.find("://").map_or(0, |found| found + "://".len());
        let path = after + text[after..].find('/')?;
        let mut other = text[..path].to_owned();
        let (mut word, mut triplet) = (0, 0);
        for one in text[path..].chars() {
            word += usize::from(!one.is_ascii_alphanumeric());
            triplet = if one == '%' { 3 } else { triplet };
            let is_mapped =
                one.is_ascii_alphabetic() && triplet == 0 && !(at + word).is_multiple_of(4);
            let letter = u32::from(one.to_ascii_lowercase()) - if is_mapped { 0x61 } else { 0 };
            let letter = SCRIPTS[at % SCRIPTS.len()] + letter % 24;
            other.push(char::from_u32(letter).filter(|_| is_mapped).unwrap_or(one));
            triplet -= usize::from(triplet > 0);
        }
        Some(other).filter(|other| !other.is_ascii())
    };
    texts.iter().enumerate().filter_map(other).collect()
}

/// Reads lines evenly from a file, so that a few lines are of every kind.
fn lines(path: &Path, limit: usize) -> std::io::Result<Vec<String>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let advice = "set URISPEC_SHARED to another directory, with a corpus or without";
        std::io::Error::new(error.kind(), format!("{}: {error}; {advice}", path.display()))
    })?;
    let step = text.lines().count().div_ceil(limit).max(1);
    Ok(text.lines().step_by(step).map(str::to_owned).collect())
}

/// Splits lines into a base, without its fragment (section 5.1), and a link.
fn pairs(lines: &[String]) -> Vec<(String, String)> {
    let pair = |line: &String| {
        let (page, link) = line.split_once('\t')?;
        Some((without_fragment(page), link.to_owned()))
    };
    lines.iter().filter_map(pair).collect()
}

fn without_fragment(url: &str) -> String {
    url.split('#').next().unwrap_or_default().to_owned()
}

/// Returns the references of section 5.4, each with its base.
pub(crate) fn section_5_4() -> Vec<(&'static str, &'static str)> {
    let examples = Examples::read("rfc3986.examples", Edition::Rfc3986.examples());
    let examples = examples.map_or_else(|_| Vec::new(), |examples| examples.all);
    let examples = examples.into_iter().filter(|example| example.section.starts_with("5.4"));
    let pair = |example: Example<'static>| match example.claim {
        Claim::Target { strict: true, base, reference, .. } => Some((base, reference)),
        _ => None,
    };
    examples.filter_map(pair).collect()
}

const HOSTS: &str = "www.example.com en.wikipedia.org example.org docs.example.net a.b.example.co.uk github.com \
                     archive.example static-files.example.com localhost:8080 192.0.2.17";
const WORDS: &str = "index wiki 2016 download about-us god-save-the-queen img a en contents network Main_Page articles \
                     v1.2.3 users ~bearwood search core_arch struct.String fn.parse caf%C3%A9 hello%20world x=1;y=2 \
                     item,7";
/// The first ending is empty.
const ENDINGS: &str = " / .html .htm .pdf .php?id=1042 .js #section-5.4";

/// A generator of strings.
struct Generator(ChaCha8Rng);

impl Generator {
    /// Returns strings that are the same for the same seed.
    fn strings(
        seed: u64,
        count: usize,
        mut string: impl FnMut(&mut Self) -> String,
    ) -> Vec<String> {
        let mut generator = Self(ChaCha8Rng::seed_from_u64(seed));
        (0..count).map(|_| string(&mut generator)).collect()
    }

    /// Returns one of several words.
    fn pick<'t>(&mut self, words: &'t str) -> &'t str {
        let words: Vec<&str> = words.split(' ').collect();
        words.choose(&mut self.0).copied().unwrap_or_default()
    }

    fn between(&mut self, range: std::ops::Range<usize>) -> usize {
        self.0.random_range(range)
    }

    fn path(&mut self, segments: usize, words: &str) -> String {
        (0..segments).map(|_| format!("/{}", self.pick(words))).collect()
    }
}

/// URLs of the web: `https`, a host, a few segments.
fn generated_web(count: usize) -> Vec<String> {
    Generator::strings(1, count, |random| {
        let (scheme, host) = (random.pick("https https http"), random.pick(HOSTS));
        let segments = random.between(1..5);
        format!("{scheme}://{host}{}{}", random.path(segments, WORDS), random.pick(ENDINGS))
    })
}

/// Files in a source tree: deep paths, and no other component.
fn generated_file(count: usize) -> Vec<String> {
    Generator::strings(2, count, |random| {
        let depth = random.between(4..9);
        let directories = random.path(depth, "deps test node_modules message js-perf src");
        format!("file://{directories}/{}.test.js", random.pick("import-eval base64-js a"))
    })
}

/// Links as on pages: mostly names and paths with `../`, some of them absolute.
fn generated_hrefs(count: usize) -> Vec<(String, String)> {
    let links = Generator::strings(3, count, |random| {
        let (word, ending) = (random.pick(WORDS), random.pick(ENDINGS));
        match random.between(0..10) {
            0..4 => format!("{word}{ending}"),
            4..8 => format!("{}static.files/{word}{ending}", "../".repeat(random.between(1..5))),
            8 => format!("/{word}{ending}"),
            _ => format!("https://{}/{word}{ending}", random.pick(HOSTS)),
        }
    });
    generated_web(count).iter().map(|url| without_fragment(url)).zip(links).collect()
}

/// Long URLs with userinfo, bracketed addresses, ports, many segments, escapes, a long query and a fragment.
fn synthetic(count: usize) -> Vec<String> {
    const AUTHORITIES: &str = "user:secret@[2001:db8::7:ff]:8042 anonymous@[fe80::1ff:fe23:4567:890a]:443 \
                               j%C3%BCrgen@very-long-host-name.sub.domain.example.com:65535 [::ffff:192.0.2.128]:80 \
                               [2001:db8:85a3:8d3:1319:8a2e:370:7348] user@198.51.100.23:8080 [v7.a:b:c]";
    const FIELDS: &str = "q=caf%C3%A9+cr%C3%A8me page=12 sort=name,desc utm_source=news/letter id=a1b2c3 \
                          redirect=https://example.org/?x flags%5B%5D=1";
    Generator::strings(4, count, |random| {
        let authority = random.pick(AUTHORITIES);
        let segments = random.between(5..11);
        let path = random.path(segments, WORDS);
        let fields = random.between(2..5);
        let query: Vec<&str> = (0..fields).map(|_| random.pick(FIELDS)).collect();
        format!("https://{authority}{path}?{}#L{}-end", query.join("&"), random.between(1..999))
    })
}

/// URIs with a scheme and host in upper case, lower-case hexadecimal digits, escapes of unreserved
/// characters, and dot segments.
fn needing_work(count: usize) -> Vec<String> {
    Generator::strings(5, count, |random| {
        let scheme = random.pick("HTTP Https FTP eXAMPLE");
        let host = random.pick("WWW.Example.COM EXAMPLE.org Docs.example.NET %41rchive.Example");
        let mut uri = format!("{scheme}://{host}");
        for _ in 0..random.between(1..4) {
            let segment = random.pick("wiki caf%c3%a9 %7euser a%2fb inde%78.html %61%62c");
            uri += &format!("/{segment}/{}", random.pick(". .. ./x ../y a/../b b/./c"));
        }
        uri + "/%c3%BC%2D?q=%7e%3d"
    })
}

/// Mutates each string once. Every call returns the same mutations.
pub(crate) fn mutations<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let rng = &mut ChaCha8Rng::seed_from_u64(6);
    texts.into_iter().map(|text| mutate(text, rng)).collect()
}

/// Makes one change, which usually makes the string invalid: a byte that no reference contains, an invalid escape, a
/// misplaced bracket, a second `#`, a port with a letter, or a truncated address.
fn mutate(text: &str, rng: &mut impl Rng) -> String {
    let at = text.floor_char_boundary(rng.random_range(0..=text.len()));
    let (before, after) = text.split_at(at);
    let authority = text.find("//").map(|at| at + 2);
    match (rng.random_range(0..8), authority) {
        (0, _) => format!("{before}%{}{after}", ["g", "4z", "-1", "%"][rng.random_range(0..4)]),
        (1, _) => format!("{text}%4"),
        (2, _) => format!("{text}[{}", rng.random_range(0..10)),
        (3, _) => format!("{text}#a#b"),
        (4, Some(start)) => {
            let (front, rest) = text.split_at(start);
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            format!("{front}{}:8o{}", &rest[..end], &rest[end..])
        }
        (5, Some(start)) => format!("{}[::1{}", &text[..start], &text[start..]),
        _ => {
            let byte = b" \"<>\\^`{|}\x01\x7f"[rng.random_range(0..12)];
            format!("{before}{}{after}", char::from(byte))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_strings_are_valid_and_as_long_as_real_ones() {
        let (web, file, hrefs) = (generated_web(500), generated_file(500), generated_hrefs(500));
        for text in web.iter().chain(&file).chain(&synthetic(500)).chain(&needing_work(500)) {
            assert!(urispec::Uri::parse(text).is_ok(), "{text}");
        }
        for (base, reference) in &hrefs {
            assert!(urispec::Uri::parse(base).is_ok(), "{base}");
            assert!(urispec::UriRef::parse(reference).is_ok(), "{reference}");
        }
        for text in in_other_scripts(&web) {
            assert!(urispec::Iri::parse(&text).is_ok(), "{text}");
        }
        // In the corpus, a URL of the web has 46 bytes on average, and one of a file 65.
        let mean = |texts: &[String]| texts.iter().map(String::len).sum::<usize>() / texts.len();
        assert!((36..56).contains(&mean(&web)), "{}", mean(&web));
        assert!((50..80).contains(&mean(&file)), "{}", mean(&file));
    }

    #[test]
    fn section_5_4_has_42_references() {
        assert_eq!(section_5_4().len(), 42);
    }

    /// Each rung changes what the one below it leaves.
    #[test]
    fn every_rung_changes_what_needs_work() {
        use urispec::{Normalizer, Rung, Uri};
        for text in needing_work(300) {
            let uri = Uri::parse(&text).unwrap();
            let normal = |rung| Normalizer::new().to(rung).normalize(&uri).as_str().to_owned();
            let forms =
                [Rung::String, Rung::Case, Rung::PercentEncoding, Rung::PathSegments].map(normal);
            assert!(forms.windows(2).all(|two| two[0] != two[1]), "{forms:?}");
        }
    }

    #[test]
    fn mutations_are_invalid() {
        let url = "https://www.example.com/wiki/Main_Page?x=y";
        for mutation in mutations([url; 2000]) {
            assert!(urispec::UriRef::parse(&mutation).is_err(), "{mutation}");
        }
    }
}
