//! All short strings over one letter of each class.

use super::oracle::{each, holds, scaled, suite};

/// How many letters the longest have; without `URISPEC_LONG`, one fewer.
const LONGEST: usize = 5;

#[test]
fn all_strings_of_a_few_letters() {
    let suite = suite();
    let letters = suite.letters();
    let word = |length: usize, number: usize| -> String {
        let letter = |place| number / letters.len().pow(place) % letters.len();
        let places = (0..length as u32).map(letter);
        places.map(|letter| letters[letter]).collect()
    };
    let words = (0..=scaled(LONGEST - 1, LONGEST)).flat_map(|length| {
        (0..letters.len().pow(length as u32)).map(move |number| word(length, number))
    });
    let valid = each(words.map(|word| suite.case(word)), holds);
    assert!(valid > scaled(40_000, 1_000_000), "{valid}");
}
