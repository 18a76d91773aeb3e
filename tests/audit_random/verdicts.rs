//! All verdicts on random grammars: see [`subject`](crate::subject).

use std::sync::Mutex;

use crate::machine;
use crate::random::{self, Random};
use crate::subject::{Counts, hold};

#[test]
fn verdicts_on_random_grammars_hold_of_all_short_strings() {
    machine::limit_calls();
    let all = Mutex::new(Counts::default());
    random::until(random::scaled(1_200, 1_000_000), |seed| {
        let counts = hold(&mut Random::new(seed))?;
        all.lock().unwrap().add(&counts);
        Ok(counts.verdicts())
    });
    let counts = all.into_inner().unwrap();
    println!("{counts}");
    // All of it happens, and little is left undecided.
    let Counts { equal, differs, to_depth, undecided, .. } = counts;
    assert!(equal > 60 && differs > 60 && to_depth > 0, "{equal} {differs} {to_depth}");
    assert!(undecided * 8 < equal + differs, "{undecided}");
}
