//! Test strings: all short strings over an alphabet, and random sequences of pieces.

/// All strings with at most `most` letters.
pub(crate) fn all(letters: &str, most: u32) -> impl Iterator<Item = String> {
    let letters: Vec<char> = letters.chars().collect();
    (0..=most).flat_map(move |length| {
        let letters = letters.clone();
        (0..letters.len().pow(length)).map(move |mut number| {
            let letter = |_| {
                let letter = letters[number % letters.len()];
                number /= letters.len();
                letter
            };
            (0..length).map(letter).collect()
        })
    })
}

/// Sequences of pieces, which are the same in each run.
pub(crate) fn rows(pieces: &[&str], most: usize, count: usize) -> impl Iterator<Item = String> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = move |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % end
    };
    let pieces: Vec<String> = pieces.iter().map(|&piece| piece.to_owned()).collect();
    (0..count).map(move |_| {
        let length = below(most + 1);
        (0..length).map(|_| pieces[below(pieces.len())].as_str()).collect()
    })
}

/// Runs that end near the boundary of one, two or four blocks of sixteen bytes.
pub(crate) const RUNS: [&str; 6] = [
    "aaaaaaa",
    "aaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaa",
    "bbbbbbbbbbbbbbbb",
    "ccccccccccccccccccccccccccccccc",
    "ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd",
];
