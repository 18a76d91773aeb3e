//! The productions of two editions, each with its counterpart.
//!
//! In: two editions. Out: the pairs that [`Diff`] finds, and of what it leaves those whose names one of
//! the documents says it changed, as RFC 3987 does (2.2); those whose names differ in letter case only, as
//! `uri` and `URI`; then those that both documents have a term for: RFC 2396's `relativeURI` and the
//! `relative-ref` of RFC 3986 are what a relative reference is, though their names are not alike and their
//! strings are others.

use super::terms::production;
use super::translation::is_renamed;
use crate::diff::{Comparison, Diff, Language};
use crate::edition::Edition;

/// The productions of two editions.
pub(super) struct Paired {
    pub(super) pairs: Vec<Comparison>,
    /// The productions of the left edition without a counterpart, and those of the right one.
    pub(super) gone: Vec<Language>,
    pub(super) new: Vec<Language>,
}

impl Paired {
    pub(super) fn of(since: Edition, edition: Edition) -> Self {
        let Diff { pairs, mut gone, appeared: mut new, .. } = Diff::of(since, edition);
        let mut pairs: Vec<Comparison> = pairs.into_iter().map(|pair| pair.comparison).collect();
        let has_name = |one: &Language, other: &Language| {
            one.first().rule().eq_ignore_ascii_case(other.first().rule())
        };
        let is_meant = |one: &Language, other: &Language| {
            let meaning = meaning(one);
            meaning.is_some() && self::meaning(other) == meaning
        };
        let tests: [fn(&Language, &Language) -> bool; 3] = [is_renamed, has_name, is_meant];
        for test in tests {
            for one in std::mem::take(&mut gone) {
                match new.iter().position(|other| test(&one, other)) {
                    Some(at) => pairs.push(Comparison::of(one, new.remove(at))),
                    None => gone.push(one),
                }
            }
        }
        let place = |language: &Language| language.place();
        pairs.sort_by_key(|pair| place(&pair.right));
        new.sort_by_key(place);
        gone.sort_by_key(place);
        Self { pairs, gone, new }
    }
}

/// What a production means, if its document has a term for that.
fn meaning(language: &Language) -> Option<&'static str> {
    let rule = language.rules().next()?;
    production(language.edition(), rule)
}
