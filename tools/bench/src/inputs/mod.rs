//! The strings to measure on.
//!
//! In: files of real strings, if they are at hand, and a seed. Out: input sets, of which each knows
//! its name and whether it is real. The same seed gives the same strings on every machine.
//!
//! The surprising case: the files have lines that are not references, like the web. These lines are kept,
//! and each row leaves out the strings that one of its contenders rejects.

use std::path::{Path, PathBuf};

use urispec::Edition;
use urispec::mapping::ToIri;
use urispec_audit::{Claim, Example, Examples};

mod generate;
mod mutate;
mod needing_work;

pub use generate::{Pair, synthetic};
pub use mutate::{mutate, mutations};
pub use needing_work::needing_work;

/// All input sets.
#[derive(Debug)]
pub struct Inputs {
    /// URLs of the web.
    pub web: Vec<String>,
    /// File URLs.
    pub file: Vec<String>,
    /// Pages, without fragments, and the links found on them.
    pub hrefs: Vec<Pair>,
    /// Long URLs with everything in them.
    pub synthetic: Vec<String>,
    /// URIs that each rung of section 6.2.2 changes.
    pub needing_work: Vec<String>,
    /// IRIs with characters beyond ASCII: all strings of the web that have UTF-8 in triplets, as IRIs (RFC
    /// 3987, 3.2), and those of the web with the words of path and query in other scripts.
    pub beyond_ascii: Vec<String>,
    /// The folder that the first three sets were read from; none if they are generated too.
    pub corpus: Option<PathBuf>,
}

impl Inputs {
    /// Reads the corpus that `URISPEC_SHARED` or the directory beside the repository holds, or
    /// generates one of the same shapes; at most `limit` strings of each set.
    ///
    /// # Errors
    ///
    /// Where there is a corpus that cannot be read.
    pub fn load(limit: usize) -> std::io::Result<Self> {
        let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
        let shared = std::env::var_os("URISPEC_SHARED").map_or_else(beside, PathBuf::from);
        let corpus = Some(shared.join("corpus")).filter(|corpus| corpus.is_dir());
        let (web, file, hrefs) = match &corpus {
            Some(corpus) => (
                lines(&corpus.join("web.txt"), limit)?,
                lines(&corpus.join("file.txt"), limit)?,
                pairs(&lines(&corpus.join("refs.tsv"), limit)?),
            ),
            None => {
                let count = limit.min(20_000);
                (generate::web(count), generate::file(count), generate::hrefs(count))
            }
        };
        let mut beyond_ascii = match &corpus {
            Some(corpus) => iris(lines(&corpus.join("web.txt"), usize::MAX)?.into_iter()),
            None => iris(web.iter().map(|text| format!("{text}%E2%82%AC"))),
        };
        beyond_ascii.extend(in_other_scripts(&web));
        let (synthetic, needing_work) =
            (synthetic(limit.min(10_000)), needing_work(limit.min(20_000)));
        Ok(Self { web, file, hrefs, synthetic, needing_work, beyond_ascii, corpus })
    }

    /// The links alone.
    #[must_use]
    pub fn links(&self) -> Vec<&str> {
        self.hrefs.iter().map(|pair| pair.reference.as_str()).collect()
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
fn pairs(lines: &[String]) -> Vec<Pair> {
    let pair = |line: &String| {
        let (page, link) = line.split_once('\t')?;
        let base = page.split('#').next().unwrap_or_default();
        Some(Pair { base: base.to_owned(), reference: link.to_owned() })
    };
    lines.iter().filter_map(pair).collect()
}

/// The references of section 5.4, each with the base of its tables.
#[must_use]
pub fn section_5_4() -> Vec<(&'static str, &'static str)> {
    let examples = Examples::read("rfc3986.examples", Edition::Rfc3986.examples());
    let examples = examples.map_or_else(|_| Vec::new(), |examples| examples.all);
    let of_5_4 = examples.into_iter().filter(|example| example.section.starts_with("5.4"));
    let pair = |example: Example<'static>| match example.claim {
        Claim::Target { strict: true, base, reference, .. } => Some((base, reference)),
        _ => None,
    };
    of_5_4.filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_generated_is_valid_and_the_same_each_time() {
        let (web, file, hrefs) = (generate::web(500), generate::file(500), generate::hrefs(500));
        for text in web.iter().chain(&file).chain(&synthetic(500)).chain(&needing_work(500)) {
            assert!(urispec::Uri::parse(text).is_ok(), "{text}");
        }
        for Pair { base, reference } in &hrefs {
            assert!(urispec::Uri::parse(base).is_ok(), "{base}");
            assert!(urispec::UriRef::parse(reference).is_ok(), "{reference}");
        }
        assert_eq!(web, generate::web(500));
        // The length that the corpus has: 46 bytes of the web, 65 of files.
        let mean = |texts: &[String]| texts.iter().map(String::len).sum::<usize>() / texts.len();
        assert!((36..56).contains(&mean(&web)), "{}", mean(&web));
        assert!((50..80).contains(&mean(&file)), "{}", mean(&file));
        assert!((150..250).contains(&mean(&synthetic(500))), "{}", mean(&synthetic(500)));
    }

    #[test]
    fn what_is_in_other_scripts_is_an_iri() {
        let web = generate::web(5_000);
        let others = in_other_scripts(&web);
        assert!(others.len() > 4_000, "{}", others.len());
        for text in &others {
            assert!(urispec::Iri::parse(text).is_ok(), "{text}");
        }
        let given = ["http://a.example/bc%41/d".to_owned(), "http://a.example/bc%41/d".to_owned()];
        let [first, second] = &in_other_scripts(&given)[..] else { panic!() };
        // Words are counted from each string's number on, and each fourth one stays.
        assert_eq!(
            (&**first, &**second),
            ("http://a.example/\u{3B2}\u{3B3}%41/\u{3B4}", "http://a.example/\u{431}\u{432}%41/d")
        );
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
        let expected = Pair { base: "http://a/b".to_owned(), reference: "../d#e".to_owned() };
        assert_eq!(found, [expected]);
    }
}
