//! All short strings over a few characters, held against both sides.
//!
//! In: whether a production has a string, whether its rule reads the string, and the characters that the
//! two tell apart. Out: strings that only one side has; or how far was looked, if there is none. That a
//! witness is the shortest follows only among these characters; that there is none proves nothing.

use grammar_automata::engine::budget;

/// The number of characters of which strings are made.
const LETTERS: usize = 8;
/// The number of strings that are tried.
pub(crate) const STRINGS: usize = 40_000;
/// The greatest length of a string, which only those of a single character come to.
const LENGTH: usize = 60;

/// What all short strings say of a production and its rule.
pub(crate) struct Probed {
    /// A string that only the production has, and one that only the rule has.
    pub(crate) found: [Option<Vec<u8>>; 2],
    letters: Vec<char>,
    /// The number of characters that both sides tell apart.
    all: usize,
    /// The length up to which all strings were tried, and whether both sides answered for each.
    length: usize,
    is_known: bool,
    /// Whether both sides answered for any.
    is_asked: bool,
}

/// Tries all strings to a length. `letters` are the characters that matter, the first before the others.
pub(crate) fn probe(
    mut letters: Vec<char>,
    has: &dyn Fn(&[u8]) -> Option<bool>,
    reads: &dyn Fn(&[u8]) -> Option<bool>,
) -> Probed {
    let all = letters.len();
    letters.truncate(LETTERS);
    let mut probed =
        Probed { found: [None, None], letters, all, length: 0, is_known: true, is_asked: false };
    let (mut tried, mut count) = (0_usize, 1_usize);
    for length in 0..=LENGTH {
        // More would be too many, or the same again.
        if tried.saturating_add(count) > budget::limit(STRINGS)
            || length > 0 && probed.letters.is_empty()
        {
            break;
        }
        for number in 0..count {
            let text = nth(&probed.letters, number, length);
            let both = (has(text.as_bytes()), reads(text.as_bytes()));
            probed.is_asked |= both.0.is_some() && both.1.is_some();
            let [printed, pest] = &mut probed.found;
            match both {
                (Some(true), Some(false)) => _ = printed.get_or_insert(text.into_bytes()),
                (Some(false), Some(true)) => _ = pest.get_or_insert(text.into_bytes()),
                (None, _) | (_, None) => probed.is_known = false,
                _ => {}
            }
        }
        probed.length = length;
        if probed.found.iter().any(Option::is_some) {
            break;
        }
        (tried, count) = (tried + count, count.saturating_mul(probed.letters.len()));
    }
    probed
}

/// The string of a number among those of a length.
fn nth(letters: &[char], mut number: usize, length: usize) -> String {
    let mut letter = || {
        let place = number % letters.len();
        number /= letters.len();
        letters[place]
    };
    (0..length).map(|_| letter()).collect()
}

impl Probed {
    /// How far was looked, in words, if both sides could be asked about any string.
    pub(crate) fn how_far(&self) -> Option<String> {
        let Self { letters, all, length, is_known, .. } = self;
        let letters: String = letters.iter().collect();
        let of = if *all > LETTERS {
            format!(", {LETTERS} of {all} that matter")
        } else {
            String::new()
        };
        let known = if *is_known { "" } else { " of which both sides could be asked" };
        self.is_asked.then(|| {
            format!(
                "no string of at most {length} characters out of {letters:?}{of}{known} tells the two \
                 apart"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_strings_are_tried_in_the_order_of_their_lengths() {
        let even = |text: &[u8]| Some(text.len().is_multiple_of(2));
        let four = |text: &[u8]| Some(text.len().is_multiple_of(4));
        let probed = probe(vec!['a', 'é'], &even, &four);
        // Two bytes: `aa` has two characters, and `é` one.
        assert_eq!(probed.found, [Some("é".into()), None]);
        let probed = probe(vec!['a', 'b'], &even, &even);
        assert_eq!(probed.found, [None, None]);
        // 1 + 2 + … + 2^14 is 32,767, and the next power would make more than 40,000.
        let expected = "no string of at most 14 characters out of \"ab\" tells the two apart";
        assert_eq!(probed.how_far().as_deref(), Some(expected));
        // Of what could not be asked nothing is said.
        assert_eq!(probe(Vec::new(), &even, &|_| None).how_far(), None);
        let once = |text: &[u8]| (text.len() == 1).then_some(false);
        let probed = probe(vec!['z'], &even, &once);
        let expected = "no string of at most 60 characters out of \"z\" of which both sides could be asked \
                        tells the two apart";
        assert_eq!(probed.how_far().as_deref(), Some(expected));
        let probed = probe(('a'..='k').collect(), &even, &even);
        let expected = "no string of at most 5 characters out of \"abcdefgh\", 8 of 11 that matter tells \
                        the two apart";
        assert_eq!(probed.how_far().as_deref(), Some(expected));
    }
}
