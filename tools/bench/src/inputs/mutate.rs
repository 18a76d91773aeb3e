//! References with one thing wrong.
//!
//! In: a string that is a reference, and random numbers. Out: the string after one change that
//! usually makes it invalid. A caller that needs invalid strings must still check each.

use rand::{Rng, RngExt};

use super::generate::numbers;

/// One mutation of each string; every call makes the same ones.
pub fn mutations<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let numbers = &mut numbers(6);
    texts.into_iter().map(|text| mutate(text, numbers)).collect()
}

/// Makes one change: a byte that no reference has, an escape that is none, a bracket where none
/// may stand, a second `#`, a port of letters, an end too early.
pub fn mutate(text: &str, numbers: &mut impl Rng) -> String {
    let mut at = numbers.random_range(0..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
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

    /// Every change makes a plain URL invalid. `[::1` before a `]` might not, and this URL has no `]`.
    #[test]
    fn mutations_are_invalid() {
        let (text, numbers) = ("https://www.example.com/wiki/Main_Page?x=y", &mut numbers(7));
        for _ in 0..2000 {
            let mutation = mutate(text, numbers);
            assert!(urispec::UriRef::parse(&mutation).is_err(), "{mutation}");
        }
    }
}
