//! All short strings over one letter of each class.

use super::oracle::{each, holds, suite};

/// How many letters the longest have.
const LONGEST: u32 = 5;

#[test]
fn all_strings_of_a_few_letters() {
    let suite = suite();
    let letters = suite.letters();
    let word = |length: u32, number: usize| -> String {
        let places = (0..length).map(|place| number / letters.len().pow(place) % letters.len());
        places.map(|letter| letters[letter]).collect()
    };
    let words = (0..=LONGEST)
        .flat_map(|length| (0..letters.len().pow(length)).map(move |number| word(length, number)));
    let valid = each(words.map(|word| suite.case(word)), holds);
    assert!(valid > 1_000_000, "{valid}");
}
