//! Tests that sampling reaches every transition.

use urispec::Edition;

use super::*;
use crate::of_editions::of_edition;

/// Counts the uses of every transition that a member may take.
#[test]
fn every_transition_is_sampled() {
    for (edition, rule) in [
        (Edition::Rfc3986, "URI-reference"),
        (Edition::Rfc3986, "IPv6address"),
        (Edition::Rfc3986, "dec-octet"),
        (Edition::Rfc1738, "ftpurl"),
        (Edition::Rfc2396, "URI-reference"),
    ] {
        const TIMES: usize = 3;
        let mut sampler = ByteSampler::new(of_edition(edition, rule)).unwrap();
        let is_live = |next: u32| sampler.to_end[next as usize].is_some();
        let all: Vec<_> = (sampler.dfa.all())
            .flat_map(|state| sampler.dfa.alphabet().map(move |letter| (state, letter)))
            .filter(|&(state, letter)| is_live(sampler.dfa.step(state, letter)))
            .map(|(state, letter)| sampler.transition(state, letter))
            .collect();
        for _ in 0..TIMES * all.len() {
            sampler.member();
        }
        let mut taken: Vec<_> = all.iter().map(|&transition| sampler.uses[transition]).collect();
        taken.sort_unstable();
        assert!(taken[0] >= TIMES as u64, "{edition} {rule}: {taken:?}");
        // Only a few transitions, which lead to everything else, occur more often.
        assert!(taken[taken.len() / 2] <= 4 * taken[0], "{edition} {rule}: {taken:?}");
    }
}
