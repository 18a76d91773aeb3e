//! Random strings of an edition: members, near misses, and cuts of these.

use urispec::Edition;
use urispec_compare::sample::Sampler;

use super::random::Random;

/// Pieces on which parsers fail.
const PIECES: [&str; 44] = [
    "a", "b", "A", "1", "0", ":", "/", "//", "?", "#", "[", "]", "@", "%41", "%2e", "%2F", "%",
    "%5é", "..", ".", "é", "˘", "xn--a", "::1", "1.2.3.4", "http:", "ws://", "file:", "urn:",
    "pkg:", "-", "_", "~", ";", "=", "&", "+", "|", "\\", "{", "}", "*", "'", " ",
];

/// Returns `count` strings, none empty and each of one line: a third of them members of the productions for whole
/// strings, a sixth near misses, and the others cut and joined from these.
pub(crate) fn strings(edition: Edition, random: &mut Random, count: usize) -> Vec<String> {
    let seed = random.below(1 << 30) as u64;
    let samplers = edition.whole().iter().map(|whole| {
        let sampler = Sampler::new(*whole).seed(seed);
        sampler.clone().max_len(24).unwrap_or(sampler)
    });
    let mut samplers: Vec<_> = samplers.collect();
    let mut drawn: Vec<String> = Vec::new();
    let mut strings: Vec<String> = Vec::new();
    while strings.len() < count {
        let sampler = random.below(samplers.len());
        let string = match random.below(6) {
            0 | 1 => samplers[sampler].member(),
            2 => samplers[sampler].near_miss(),
            3 => (0..random.below(8)).map(|_| random.pick(&PIECES)).collect(),
            _ if drawn.is_empty() => continue,
            _ => cut(&drawn, random),
        };
        let is_of_one_line = |text: &str| !text.contains(['\n', '\r', '\t', '\0']);
        if !string.is_empty() && is_of_one_line(&string) && !strings.contains(&string) {
            drawn.push(string.clone());
            strings.push(string);
        }
    }
    strings
}

/// Returns the beginning of one string with a piece or the end of another.
fn cut(drawn: &[String], random: &mut Random) -> String {
    let [one, two] = [(); 2].map(|()| &drawn[random.below(drawn.len())]);
    let [at, from] = [one, two].map(|text| {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    });
    let next = one[at..].chars().next().map_or(0, char::len_utf8);
    match random.below(4) {
        0 => [&one[..at], &two[from..]].concat(),
        1 => [&one[..at], &one[at + next..]].concat(),
        2 => [&one[..at], random.pick(&PIECES), &one[at + next..]].concat(),
        _ => [&one[..at], random.pick(&PIECES), &one[at..]].concat(),
    }
}
