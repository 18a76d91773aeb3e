//! Set cover: a small choice of strings that kills all mutants.
//!
//! In: for each string, the mutants that it kills. Out: a choice of strings that kills every mutant that any string
//! kills; and by [`cover_bound`] a lower bound on the size of such a choice. The minimum is NP-hard (Karp, *Reducibility
//! among combinatorial problems*, 1972, "set covering"). The greedy choice takes the string that kills the most of
//! the mutants that are left; it is larger than the minimum by a factor of at most 1 + ln n, where n is the greatest
//! number of mutants that one string kills (Chvátal, *A greedy heuristic for the set-covering problem*, 1979).
//! Strings that later ones make redundant are removed at the end.

/// Chooses strings that kill every mutant that any string kills, and returns their indices in the order in which they
/// are chosen. `kills` has, for each string, the indices of the mutants that it kills, all below `mutants`. Of two strings
/// that kill as many, the earlier one is taken.
///
/// The choice is greedy, without the strings that are redundant in the end. It need not be the smallest one.
///
/// ```
/// use grammar_automata::suite::{cover_bound, greedy_cover};
///
/// let kills = [vec![0], vec![0, 1], vec![2]];
/// assert_eq!(greedy_cover(&kills, 3), [1, 2]);
/// assert_eq!(cover_bound(&kills, 3), 2);
/// ```
#[must_use]
pub fn greedy_cover<K: AsRef<[usize]>>(kills: &[K], mutants: usize) -> Vec<usize> {
    let kills: Vec<&[usize]> = kills.iter().map(AsRef::as_ref).collect();
    let mut left = vec![false; mutants];
    kills.iter().copied().flatten().for_each(|&mutant| left[mutant] = true);
    let mut chosen = Vec::new();
    loop {
        let gain = |all: &[usize]| all.iter().filter(|&&mutant| left[mutant]).count();
        let gains = kills.iter().copied().map(gain).enumerate();
        let Some((at, gain)) = gains.rev().max_by_key(|&(_, gain)| gain) else { break };
        if gain == 0 {
            break;
        }
        kills[at].iter().for_each(|&mutant| left[mutant] = false);
        chosen.push(at);
    }
    // How many of the chosen tell each mutant.
    let mut times = vec![0_usize; mutants];
    chosen.iter().flat_map(|&at| kills[at]).for_each(|&mutant| times[mutant] += 1);
    for place in (0..chosen.len()).rev() {
        let at = chosen[place];
        if kills[at].iter().all(|&mutant| times[mutant] > 1) {
            kills[at].iter().for_each(|&mutant| times[mutant] -= 1);
            chosen.remove(place);
        }
    }
    chosen
}

/// A lower bound on the size of every choice of strings that kills what [`greedy_cover`] kills.
///
/// Mutants are chosen, the rarest first, of which no string kills two: each needs a string of its own.
#[must_use]
pub fn cover_bound<K: AsRef<[usize]>>(kills: &[K], mutants: usize) -> usize {
    let mut tellers: Vec<Vec<usize>> = vec![Vec::new(); mutants];
    for (at, all) in kills.iter().enumerate() {
        all.as_ref().iter().for_each(|&mutant| tellers[mutant].push(at));
    }
    let mut mutants: Vec<usize> =
        (0..mutants).filter(|&mutant| !tellers[mutant].is_empty()).collect();
    mutants.sort_by_key(|&mutant| (tellers[mutant].len(), mutant));
    let (mut used, mut count) = (vec![false; kills.len()], 0);
    for mutant in mutants {
        if tellers[mutant].iter().all(|&at| !used[at]) {
            tellers[mutant].iter().for_each(|&at| used[at] = true);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_most_is_chosen_and_what_is_not_needed_left_out() {
        // The second tells three; then the first and the third tell one each, and the fourth none.
        let kills = [vec![0, 1], vec![1, 2, 3], vec![4], vec![2]];
        assert_eq!((greedy_cover(&kills, 6), cover_bound(&kills, 6)), (vec![1, 0, 2], 3));
        // The greedy choice begins with the first, and two others need to be chosen, that tell it all.
        let kills = [vec![0, 1, 2, 3], vec![0, 1, 4], vec![2, 3, 5]];
        assert_eq!((greedy_cover(&kills, 6), cover_bound(&kills, 6)), (vec![1, 2], 2));
        assert_eq!(
            (greedy_cover::<Vec<usize>>(&[], 2), cover_bound::<Vec<usize>>(&[], 2)),
            (vec![], 0)
        );
    }
}
