//! The strings to measure on: files of real strings, if they are at hand, and a seed. The same seed gives the same strings
//! on every machine.
//!
//! The files have lines that are not references, like the web. These lines are kept, and each row leaves out the strings
//! that one of its contenders rejects.

use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use urispec::Edition;
use urispec::mapping::ToIri;
use urispec_audit::{Claim, Example, Examples};

/// All input sets.
pub(crate) struct Inputs {
    pub(crate) web: Vec<String>,
    pub(crate) file: Vec<String>,
    /// Pages, without fragments, and the links found on them.
    pub(crate) hrefs: Vec<(String, String)>,
    /// Long URLs with everything in them.
    pub(crate) synthetic: Vec<String>,
    /// URIs that each rung of section 6.2.2 changes.
    pub(crate) needing_work: Vec<String>,
    /// IRIs with characters beyond ASCII: all strings of the web that have UTF-8 in triplets, as IRIs (RFC
    /// 3987, 3.2), and those of the web with the words of path and query in other scripts.
    pub(crate) beyond_ascii: Vec<String>,
    /// The folder that the first three sets were read from; none if they are generated too.
    pub(crate) corpus: Option<PathBuf>,
}

impl Inputs {
    /// Reads the corpus that `URISPEC_SHARED` or the directory beside the repository holds, or
    /// generates one of the same shapes; at most `limit` strings of each set.
    pub(crate) fn load(limit: usize) -> std::io::Result<Self> {
        let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
        let shared = std::env::var_os("URISPEC_SHARED").map_or_else(beside, PathBuf::from);
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
        Ok(Self { web, file, hrefs, synthetic, needing_work, beyond_ascii, corpus })
    }
}

/// The strings that are other strings as IRIs, with a character beyond ASCII.
fn iris(texts: impl Iterator<Item = String>) -> Vec<String> {
    let iris = texts.map(|text| ToIri::new().convert(&text).into_owned());
    iris.filter(|iri| !iri.is_ascii()).collect()
}

/// The strings with the words of path and query in other scripts, which take two, three and four bytes a letter.
/// Names stay, and triplets. As many are words of ASCII as in a page of that script: one in four.
fn in_other_scripts(texts: &[String]) -> Vec<String> {
    /// The first letters of Greek, Cyrillic, Hiragana, Han and of the pictures.
    const SCRIPTS: [u32; 5] = [0x3B1, 0x430, 0x3042, 0x4E00, 0x1F330];
    let other = |(at, text): (usize, &String)| {
        let after = text.find("://").map_or(0, |found| found + "://".len());
        let path = after + text[after..].find('/')?;
        let mut other = text[..path].to_owned();
        let (mut word, mut kept) = (0, 0);
        for one in text[path..].chars() {
            word += usize::from(!one.is_ascii_alphanumeric());
            kept = if one == '%' { 3 } else { kept };
            let is_of_word =
                one.is_ascii_alphabetic() && kept == 0 && !(at + word).is_multiple_of(4);
            let letter = u32::from(one.to_ascii_lowercase()) - if is_of_word { 0x61 } else { 0 };
            // A final sigma and the like stand between the letters; each is a letter.
            let letter = SCRIPTS[at % SCRIPTS.len()] + letter % 24;
            other.push(char::from_u32(letter).filter(|_| is_of_word).unwrap_or(one));
            kept -= usize::from(kept > 0);
        }
        Some(other).filter(|other| !other.is_ascii())
    };
    texts.iter().enumerate().filter_map(other).collect()
}

/// Lines taken evenly from a file, so that even a few lines are of every kind.
fn lines(path: &Path, limit: usize) -> std::io::Result<Vec<String>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let advice = "URISPEC_SHARED names another directory with a corpus, or one without";
        std::io::Error::new(error.kind(), format!("{}: {error}; {advice}", path.display()))
    })?;
    let step = text.lines().count().div_ceil(limit).max(1);
    Ok(text.lines().step_by(step).map(str::to_owned).collect())
}

/// The base without the fragment of the page (section 5.1). The lines stay until all pairs are made: in the room of
/// a line the next pair would lie anywhere.
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

/// The references of section 5.4, each with the base of its tables.
pub(crate) fn section_5_4() -> Vec<(&'static str, &'static str)> {
    let examples = Examples::read("rfc3986.examples", Edition::Rfc3986.examples());
    let examples = examples.map_or_else(|_| Vec::new(), |examples| examples.all);
    let of_5_4 = examples.into_iter().filter(|example| example.section.starts_with("5.4"));
    let pair = |example: Example<'static>| match example.claim {
        Claim::Target { strict: true, base, reference, .. } => Some((base, reference)),
        _ => None,
    };
    of_5_4.filter_map(pair).collect()
}

const HOSTS: &str = "www.example.com en.wikipedia.org example.org docs.example.net a.b.example.co.uk github.com \
                     archive.example static-files.example.com localhost:8080 192.0.2.17";
const WORDS: &str = "index wiki 2016 download about-us god-save-the-queen img a en contents network Main_Page articles \
                     v1.2.3 users ~bearwood search core_arch struct.String fn.parse caf%C3%A9 hello%20world x=1;y=2 \
                     item,7";
/// The first is none.
const ENDINGS: &str = " / .html .htm .pdf .php?id=1042 .js #section-5.4";

/// Random numbers, and what they choose.
struct Made(ChaCha8Rng);

impl Made {
    /// So many strings of an input set, always the same. All of their pieces are valid where they stand.
    fn all(seed: u64, count: usize, one: impl FnMut(&mut Self) -> String) -> Vec<String> {
        let mut numbers = Self(ChaCha8Rng::seed_from_u64(seed));
        let mut one = one;
        (0..count).map(|_| one(&mut numbers)).collect()
    }

    /// One of several words.
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
    Made::all(1, count, |made| {
        let (scheme, host) = (made.pick("https https http"), made.pick(HOSTS));
        let segments = made.between(1..5);
        format!("{scheme}://{host}{}{}", made.path(segments, WORDS), made.pick(ENDINGS))
    })
}

/// Files of a source tree: deep, and without anything else.
fn generated_file(count: usize) -> Vec<String> {
    Made::all(2, count, |made| {
        let depth = made.between(4..9);
        let directories = made.path(depth, "deps test node_modules message js-perf src");
        format!("file://{directories}/{}.test.js", made.pick("import-eval base64-js a"))
    })
}

/// Links as they stand on pages: mostly names and climbs, some absolute.
fn generated_hrefs(count: usize) -> Vec<(String, String)> {
    let links = Made::all(3, count, |made| {
        let (word, ending) = (made.pick(WORDS), made.pick(ENDINGS));
        match made.between(0..10) {
            0..4 => format!("{word}{ending}"),
            4..8 => format!("{}static.files/{word}{ending}", "../".repeat(made.between(1..5))),
            8 => format!("/{word}{ending}"),
            _ => format!("https://{}/{word}{ending}", made.pick(HOSTS)),
        }
    });
    generated_web(count).iter().map(|url| without_fragment(url)).zip(links).collect()
}

/// Long URLs that have everything: userinfo, addresses in brackets, ports, many segments, escapes,
/// a long query, a fragment.
fn synthetic(count: usize) -> Vec<String> {
    const AUTHORITIES: &str = "user:secret@[2001:db8::7:ff]:8042 anonymous@[fe80::1ff:fe23:4567:890a]:443 \
                               j%C3%BCrgen@very-long-host-name.sub.domain.example.com:65535 [::ffff:192.0.2.128]:80 \
                               [2001:db8:85a3:8d3:1319:8a2e:370:7348] user@198.51.100.23:8080 [v7.a:b:c]";
    const FIELDS: &str = "q=caf%C3%A9+cr%C3%A8me page=12 sort=name,desc utm_source=news/letter id=a1b2c3 \
                          redirect=https://example.org/?x flags%5B%5D=1";
    Made::all(4, count, |made| {
        let authority = made.pick(AUTHORITIES);
        let segments = made.between(5..11);
        let path = made.path(segments, WORDS);
        let fields = made.between(2..5);
        let query: Vec<&str> = (0..fields).map(|_| made.pick(FIELDS)).collect();
        format!("https://{authority}{path}?{}#L{}-end", query.join("&"), made.between(1..999))
    })
}

/// URIs with a scheme and host in upper case, lower-case hexadecimal digits, escapes of unreserved
/// characters, and dot segments.
fn needing_work(count: usize) -> Vec<String> {
    Made::all(5, count, |made| {
        let scheme = made.pick("HTTP Https FTP eXAMPLE");
        let host = made.pick("WWW.Example.COM EXAMPLE.org Docs.example.NET %41rchive.Example");
        let mut uri = format!("{scheme}://{host}");
        for _ in 0..made.between(1..4) {
            let segment = made.pick("wiki caf%c3%a9 %7euser a%2fb inde%78.html %61%62c");
            uri += &format!("/{segment}/{}", made.pick(". .. ./x ../y a/../b b/./c"));
        }
        uri + "/%c3%BC%2D?q=%7e%3d"
    })
}

/// One mutation of each string; every call makes the same ones.
pub(crate) fn mutations<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let numbers = &mut ChaCha8Rng::seed_from_u64(6);
    texts.into_iter().map(|text| mutate(text, numbers)).collect()
}

/// Makes one change, which usually makes the string invalid: a byte that no reference has, an escape that is none, a
/// bracket where none may stand, a second `#`, a port of letters, an end too early.
fn mutate(text: &str, numbers: &mut impl Rng) -> String {
    let at = text.floor_char_boundary(numbers.random_range(0..=text.len()));
    let (before, after) = text.split_at(at);
    let authority = text.find("//").map(|at| at + 2);
    match (numbers.random_range(0..8), authority) {
        (0, _) => format!("{before}%{}{after}", ["g", "4z", "-1", "%"][numbers.random_range(0..4)]),
        (1, _) => format!("{text}%4"),
        (2, _) => format!("{text}[{}", numbers.random_range(0..10)),
        (3, _) => format!("{text}#a#b"),
        (4, Some(start)) => {
            let (front, rest) = text.split_at(start);
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            format!("{front}{}:8o{}", &rest[..end], &rest[end..])
        }
        (5, Some(start)) => format!("{}[::1{}", &text[..start], &text[start..]),
        _ => {
            let byte = b" \"<>\\^`{|}\x01\x7f"[numbers.random_range(0..12)];
            format!("{before}{}{after}", char::from(byte))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_generated_is_valid_and_the_same_each_time() {
        let (web, file, hrefs) = (generated_web(500), generated_file(500), generated_hrefs(500));
        for text in web.iter().chain(&file).chain(&synthetic(500)).chain(&needing_work(500)) {
            assert!(urispec::Uri::parse(text).is_ok(), "{text}");
        }
        for (base, reference) in &hrefs {
            assert!(urispec::Uri::parse(base).is_ok(), "{base}");
            assert!(urispec::UriRef::parse(reference).is_ok(), "{reference}");
        }
        assert_eq!(web, generated_web(500));
        // The length that the corpus has: 46 bytes of the web, 65 of files.
        let mean = |texts: &[String]| texts.iter().map(String::len).sum::<usize>() / texts.len();
        assert!((36..56).contains(&mean(&web)), "{}", mean(&web));
        assert!((50..80).contains(&mean(&file)), "{}", mean(&file));
        assert!((150..250).contains(&mean(&synthetic(500))), "{}", mean(&synthetic(500)));
    }

    #[test]
    fn what_is_in_other_scripts_is_an_iri() {
        let others = in_other_scripts(&generated_web(5_000));
        assert!(others.len() > 4_000, "{}", others.len());
        for text in &others {
            assert!(urispec::Iri::parse(text).is_ok(), "{text}");
        }
        let given = ["http://a.example/bc%41/d", "http://a.example/bc%41/d"].map(str::to_owned);
        // Words are counted from each string's number on, and each fourth one stays.
        let expected =
            ["http://a.example/\u{3B2}\u{3B3}%41/\u{3B4}", "http://a.example/\u{431}\u{432}%41/d"];
        assert_eq!(in_other_scripts(&given), expected);
    }

    #[test]
    fn section_5_4_has_42_references() {
        let pairs = section_5_4();
        assert_eq!(pairs.len(), 42);
        assert!(pairs.iter().all(|(base, _)| *base == "http://a/b/c/d;p?q"));
        assert!(pairs.iter().any(|(_, reference)| reference.is_empty()));
        assert!(pairs.iter().any(|(_, reference)| *reference == "http:g"));
    }

    #[test]
    fn a_line_is_a_page_and_a_link() {
        let found = pairs(&["http://a/b#c\t../d#e".to_owned(), "no tab".to_owned()]);
        assert_eq!(found, [("http://a/b".to_owned(), "../d#e".to_owned())]);
    }

    /// Each rung has something to do: the one above changes what the one below left.
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

    /// Every change makes a plain URL invalid. `[::1` before a `]` might not, and this URL has no `]`.
    #[test]
    fn mutations_are_invalid() {
        let (text, numbers) =
            ("https://www.example.com/wiki/Main_Page?x=y", &mut ChaCha8Rng::seed_from_u64(7));
        for _ in 0..2000 {
            let mutation = mutate(text, numbers);
            assert!(urispec::UriRef::parse(&mutation).is_err(), "{mutation}");
        }
    }
}
