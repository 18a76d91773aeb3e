//! Strings for the parsers of URLs: strings of the Web Platform Tests and of the corpus, changed at random places, and
//! strings of random pieces.

use serde_json::Value;
use urispec::whatwg::Url;

use super::random::Random;
use super::url_parsers::agree;
use crate::common::shared;
use crate::support::scaled;

const BASES: [&str; 12] = [
    "http://b/d/e?q#f",
    "https://u:p@b.c:81/",
    "https://doc.example/a/b/../c/d.html?x=y#z",
    "ws://b/d//",
    "ftp://b/%2e%2E/d;x",
    "file:///c:/d",
    "file://h/d/",
    "foo://b/d",
    "foo:/d",
    "foo:d?q",
    "http://127.0.0.1/a",
    "https://[::1]:8080/a/b",
];

fn bases() -> Vec<Option<Url>> {
    let parsed = BASES.iter().map(|base| Some(Url::parse(base).unwrap()));
    parsed.chain([None]).collect()
}

/// The pieces of random strings. The last are as long as a block of the fast path, or shorter by one.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "http://", "https://", "ws://", "wss://", "ftp://", "file://", "http:", "HTTP://", "foo:", "/", "/", "//", "\\", "?", "#",
    "@", ":", "a", "b.c", "H.", "index.html", ".", "..", "/./", "/../", "../", "/..", "%2e", "/%2E.", "/.a", "/..b", "%", "%41", "%zz",
    "c:", "C|", "localhost", "127.0.0.1", "0x7f.1", "1.", "a.1", "256", "[::1]", "80", ":443", ":0443", ":80", ":81", ":", ":0", ":65536",
    " ", "\t", "\n", "é", "xn--a", "_", "^", "|", "`", "{", "}", "'", "\"", "<", ">", "~", "+", "!", "$", "&", "(", "*", ",", ";", "=", "\0", "\u{7F}",
    "u:p@", "u@", ":p@", "u:@", "u:p:q@", "é@", "[1:2::", "[0:0::1]", "[::Fe]:81", "[2001:db8::7:ff]", "[::1.2.3.4]", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/bbbbbbbbbbbbbbb",
];

/// Inserts, removes or replaces a few characters.
fn changed(text: &str, random: &mut Random) -> String {
    const LETTERS: [char; 32] = [
        '/', ':', '?', '#', '.', '.', '%', '2', 'e', '\\', '@', ' ', '\t', '\'', '"', '<', '^',
        '|', 'A', 'z', '0', 'x', '[', ']', '{', '`', 'é', '\u{3002}', '\0', '\u{7F}', '~', '-',
    ];
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let (at, letter) = (random.below(text.len() + 1), random.pick(&LETTERS));
        match random.below(3) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => text[at] = letter,
            _ => text.insert(at, letter),
        }
    }
    text.into_iter().collect()
}

/// Each string of random pieces, with a base and without.
#[test]
fn random_strings() {
    let (mut random, bases) = (Random::new(3986), bases());
    for _ in 0..scaled(60_000, 2_000_000) {
        let text: String = (0..random.below(9)).map(|_| random.pick(PIECES)).collect();
        let start = if random.below(2) == 0 { random.pick(&PIECES[..6]) } else { "" };
        agree(&format!("{start}{text}"), bases[random.below(bases.len())].as_ref());
    }
}

/// Every string of a few letters after the beginnings of each part, with each base.
#[test]
fn short_strings() {
    const LETTERS: [&str; 20] = [
        "", "/", "|", "\\", ".", "%2e", "%", "?", "#", ":", "@", "a", "A", "0", "'", " ", "\t",
        "é", "[", "]",
    ];
    #[rustfmt::skip]
    const BEGINNINGS: [&str; 15] = [
        "", "/", "//h", "http://h/", "https://h", "https://h:", "ws://h/a?", "ftp://1", "//h/a#", "file://", "file:///C",
        "file://localhost", "http://u:p@", "//u@[::1", "http://[",
    ];
    let bases = bases();
    for beginning in BEGINNINGS {
        for first in LETTERS {
            for second in LETTERS {
                for third in LETTERS {
                    let text = [beginning, first, second, third].concat();
                    bases.iter().step_by(2).for_each(|base| agree(&text, base.as_ref()));
                }
            }
        }
    }
}

/// A byte of each kind at each place around the end of a block.
#[test]
fn places_in_blocks() {
    let base = Url::parse("https://b.c/d/e").unwrap();
    for length in 50..140 {
        for (at, letter) in
            (0..length).flat_map(|at| "/.:?#%'\\ @".chars().map(move |one| (at, one)))
        {
            let mut path = "a".repeat(length);
            path.replace_range(at..=at, &letter.to_string());
            path += "/../b";
            agree(&path, Some(&base));
            agree(&format!("http://{path}"), None);
            agree(&format!("/{path}"), Some(&base));
        }
    }
}

#[test]
fn strings_of_the_web_platform_tests() {
    let Some(text) = shared("suites/wpt/urltestdata.json") else { return };
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    let (mut random, bases) = (Random::new(3986), bases());
    for case in cases.iter().filter(|case| case.is_object()) {
        let input = case["input"].as_str().unwrap();
        let base = case["base"].as_str().and_then(|base| Url::parse(base).ok());
        agree(input, base.as_ref());
        bases.iter().for_each(|base| agree(input, base.as_ref()));
        if let Some(href) = case["href"].as_str() {
            agree(href, None);
        }
        for _ in 0..scaled(20, 1_000) {
            agree(&changed(input, &mut random), base.as_ref());
            agree(&changed(input, &mut random), bases[random.below(bases.len())].as_ref());
        }
    }
}

#[test]
fn strings_of_the_corpus() {
    let mut random = Random::new(3986);
    let step = scaled(10, 1);
    for file in ["web.txt", "file.txt"] {
        let Some(text) = shared(&format!("corpus/{file}")) else { return };
        for line in text.lines().step_by(step) {
            agree(line, None);
            agree(&changed(line, &mut random), None);
        }
    }
    let Some(text) = shared("corpus/refs.tsv") else { return };
    for (page, link) in text.lines().step_by(step).filter_map(|line| line.split_once('\t')) {
        let Ok(base) = Url::parse(page) else { continue };
        agree(link, Some(&base));
        agree(&changed(link, &mut random), Some(&base));
    }
}
