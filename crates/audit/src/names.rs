//! Suggestions for misspelled names.

/// The maximum length of a name that is compared, in bytes.
const LONGEST: usize = 64;
/// The minimum length of a name that may have two typos, in bytes.
const LONG: usize = 6;

/// Returns the name that is nearest to `name`, if it has few typos and no other name is as near. Case is ignored.
pub(crate) fn near<'n>(name: &str, all: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    if let Some(same) = all.clone().find(|one| one.eq_ignore_ascii_case(name)) {
        return Some(same);
    }
    let most = match name.len() {
        0..=2 => return None,
        length if length < LONG => 1,
        length if length <= LONGEST => 2,
        _ => return None,
    };
    let written = name.to_ascii_lowercase();
    let (mut best, mut least, mut is_alone) = (None, most + 1, true);
    for one in all.filter(|one| one.len() > 2 && one.len().abs_diff(name.len()) <= most) {
        let slips = slips(written.as_bytes(), one.to_ascii_lowercase().as_bytes());
        if slips < least {
            (best, least, is_alone) = (Some(one), slips, true);
        } else if slips == least && best.is_some_and(|best| !one.eq_ignore_ascii_case(best)) {
            is_alone = false;
        }
    }
    best.filter(|_| is_alone)
}

/// Returns the number of typos between two names: the distance of Damerau and Levenshtein, in which no letter changes twice.
fn slips(left: &[u8], right: &[u8]) -> usize {
    let first: Vec<usize> = (0..=right.len()).collect();
    let (mut before, mut above) = (first.clone(), first);
    for (at, &one) in left.iter().enumerate() {
        let mut row = vec![at + 1];
        for (to, &other) in right.iter().enumerate() {
            let replaced = above[to] + usize::from(one != other);
            let mut least = replaced.min(above[to + 1] + 1).min(row[to] + 1);
            if at > 0 && to > 0 && one == right[to - 1] && left[at - 1] == other {
                least = least.min(before[to - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{near, slips};

    #[test]
    fn typing_errors_are_counted() {
        for (left, right, count) in [
            ("digit", "digit", 0),
            ("digit", "digt", 1),
            ("digit", "digits", 1),
            ("digit", "digid", 1),
            ("digit", "idgit", 1),
            ("segment", "sgemnet", 2),
            ("", "ab", 2),
        ] {
            assert_eq!(slips(left.as_bytes(), right.as_bytes()), count, "{left} {right}");
            assert_eq!(slips(right.as_bytes(), left.as_bytes()), count, "{right} {left}");
        }
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        let all = ["DIGIT", "segment", "path-rootless", "host", "port", "a"];
        let near = |name| near(name, all.into_iter());
        assert_eq!((near("digt"), near("Segemnt")), (Some("DIGIT"), Some("segment")));
        assert_eq!(near("path-rotles"), Some("path-rootless"));
        // Equally far from `host` and `port`; two errors in a short name; too short for any.
        assert_eq!((near("post"), near("hots"), near("b")), (None, Some("host"), None));
        assert_eq!(near("A"), Some("a"));
        assert_eq!((near("hhosst"), near("gate"), near("")), (Some("host"), None, None));
    }
}
