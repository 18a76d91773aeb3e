//! Paths that are made of a few segments in every order.

/// Every path of one to `longest` segments, the shortest first. The path of one empty segment is the
/// empty path, and a path whose first segment is empty begins with `/`.
pub(super) fn paths(
    segments: &'static [&'static str],
    longest: u32,
) -> impl Iterator<Item = String> + Clone {
    let count = segments.len();
    (1..=longest).flat_map(move |length| {
        (0..count.pow(length)).map(move |number| {
            let at = |place| segments[number / count.pow(place) % count];
            (0..length).rev().map(at).collect::<Vec<_>>().join("/")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_comes_once() {
        let found: Vec<_> = paths(&["", "."], 2).collect();
        assert_eq!(found, ["", ".", "/", "/.", "./", "./."]);
        let mut all: Vec<_> = paths(&["", ".", "..", "g"], 4).collect();
        assert_eq!(all.len(), 4 + 16 + 64 + 256);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 340);
    }
}
