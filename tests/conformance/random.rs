//! Random references of a hundred bytes and more, and what is one edit away from some.

use urispec::Edition;
use urispec_compare::sample::Sampler;

use super::oracle::{RULE, each, holds_in_full, scaled, suite};

#[test]
fn long_members_and_near_misses() {
    let suite = suite();
    for (seed, max_len) in [(1, 20), (2, 70), (3, 140), (4, 400)] {
        let sampler = Sampler::new(Edition::Rfc3986.production(RULE).unwrap()).seed(seed);
        let mut sampler = sampler.max_len(max_len).unwrap();
        // Each behind a path or a query too, which makes it one of them.
        let count = scaled(400, 4_000);
        let strings = (0..count).flat_map(|index| {
            let long = "a".repeat(index % max_len);
            let (member, miss) = (sampler.member(), sampler.near_miss());
            [format!("/{long}{miss}"), format!("?{long}{member}"), member, miss]
        });
        let valid = each(strings.map(|text| suite.case(text)), holds_in_full);
        assert!(valid > count, "{valid}");
    }
}
