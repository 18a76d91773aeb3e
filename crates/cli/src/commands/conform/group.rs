//! Mistakes put together: by what the parser does, and where in the grammar.
//!
//! In: each mistake, with where its string is. Out: groups, each with its place, how many strings it has of
//! those at the place, and the shortest. A string that leaves the language has one place. A valid one has
//! many, and the mistake is blamed on one of them: first on the place with the highest share of wrong
//! strings, then on the next with those that are left. A place with few strings has to have a little more
//! than its share, since of one string it is easily one; and a character a good deal more than a production.
//! Of places that are equal, the one with more wrong strings is blamed, then a production before a character,
//! then the innermost. The strings at a place are those of which a parser could make the mistake: a string
//! that it rejects cannot be divided in another way.

use std::collections::{BTreeMap, BTreeSet};

use super::judge::{MistakeKind, PeerMistake};
use super::place::{Detail, GrammarPlace, Places, Where};
use super::trial::SuiteReason;

/// How many groups of a kind there are by places; what is left then is blamed on the whole.
const GROUPS: usize = 12;

/// How many of the shortest strings a group keeps.
const EXAMPLES: usize = 8;

/// A mistake, with its string.
#[derive(Clone, Debug)]
pub(super) struct WrongAnswer {
    pub(super) input: String,
    pub(super) base: Option<String>,
    /// Why the small suite has the string, if it has.
    pub(super) reason: Option<SuiteReason>,
    pub(super) place: Where,
    pub(super) mistake: PeerMistake,
}

/// Mistakes that are alike.
#[derive(Clone, Debug)]
pub(super) struct MistakeGroup {
    pub(super) kind: MistakeKind,
    pub(super) spelling: Option<String>,
    /// None where no grammar is known.
    pub(super) place: Option<GrammarPlace>,
    /// The characters that the production derives in these strings, if only such are meant.
    pub(super) derived: BTreeSet<char>,
    /// Whether the place is that of an error.
    pub(super) is_error: bool,
    pub(super) wrong: u64,
    /// How many of the wrong strings are of the small suite.
    pub(super) with_reason: u64,
    /// Whether the large suite has none of the wrong strings.
    pub(super) is_small_alone: bool,
    /// How many strings are at the place.
    pub(super) of: u64,
    /// The characters that were found at the place of an error; none for the end of the string.
    pub(super) characters: BTreeSet<Option<char>>,
    /// The shortest strings.
    pub(super) examples: Vec<WrongAnswer>,
}

/// The strings that were asked, and how many of them are at each place.
pub(super) struct Strings<'p> {
    pub(super) places: &'p Places,
    pub(super) asked: u64,
    /// How many strings at each place the parser did not reject.
    pub(super) divided: Vec<u64>,
}

impl Strings<'_> {
    /// How many valid strings are at a place of which a parser can make a mistake.
    fn at(&self, kind: MistakeKind, number: u32) -> u64 {
        match kind.part() {
            Some(_) => self.divided.get(number as usize).copied().unwrap_or_default(),
            None => self.places.valid(number),
        }
    }

    /// Whether two places are characters of one production.
    fn are_beside(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|number| self.places.place(number));
        let is_character = |place: &GrammarPlace| matches!(place.detail, Detail::Character(_));
        is_character(one) && is_character(other) && one.name == other.name
    }
}

/// All groups: by kind, what is wrong before what is only spelled otherwise, the largest first.
pub(super) fn groups(wrong: Vec<WrongAnswer>, strings: &Strings<'_>) -> Vec<MistakeGroup> {
    let mut kinds: BTreeMap<_, Vec<WrongAnswer>> = BTreeMap::new();
    for one in wrong {
        let spelling = one.mistake.spelling.clone();
        let key = (spelling.is_some(), one.mistake.kind, spelling);
        kinds.entry(key).or_default().push(one);
    }
    let mut groups = Vec::new();
    for ((_, kind, spelling), all) in kinds {
        let mut errors: BTreeMap<u32, Vec<WrongAnswer>> = BTreeMap::new();
        let (mut inside, mut unknown) = (Vec::new(), Vec::new());
        for one in all {
            match one.place {
                Where::Error(place, _) => errors.entry(place).or_default().push(one),
                Where::In(_) => inside.push(one),
                Where::Unknown => unknown.push(one),
            }
        }
        let mut of_kind: Vec<MistakeGroup> = Vec::new();
        let mut add = |numbers: &[u32], is_error, all: Vec<WrongAnswer>| {
            let of = match *numbers {
                [] => strings.asked,
                [number] if is_error => strings.places.errors(number),
                [number] => strings.at(kind, number),
                // All strings with one of these characters are wrong.
                _ => all.len() as u64,
            };
            let places = numbers.iter().map(|number| strings.places.place(*number).clone());
            of_kind.push(group(kind, spelling.clone(), places.collect(), is_error, of, all));
        };
        errors.into_iter().for_each(|(place, all)| add(&[place], true, all));
        for (places, all) in blamed(inside, kind, strings) {
            add(&places, false, all);
        }
        if !unknown.is_empty() {
            add(&[], false, unknown);
        }
        of_kind.sort_by_key(|group| std::cmp::Reverse(group.wrong));
        groups.extend(of_kind);
    }
    groups
}

fn group(
    kind: MistakeKind,
    spelling: Option<String>,
    places: Vec<GrammarPlace>,
    is_error: bool,
    of: u64,
    mut all: Vec<WrongAnswer>,
) -> MistakeGroup {
    let wrong = all.len() as u64;
    let with_reason = all.iter().filter(|one| one.reason.is_some()).count() as u64;
    let found = |one: &WrongAnswer| match one.place {
        Where::Error(_, found) => Some(found),
        _ => None,
    };
    let is_alone = |one: &WrongAnswer| one.reason.as_ref().is_some_and(|reason| !reason.is_of_both);
    let is_small_alone = all.iter().all(is_alone);
    let characters = all.iter().filter_map(found).collect();
    let derived = places.iter().filter_map(|place| match place.detail {
        Detail::Character(character) => Some(character),
        _ => None,
    });
    let derived = derived.collect();
    let place = places.into_iter().next();
    let length =
        |one: &WrongAnswer| one.input.chars().count() + one.base.as_ref().map_or(0, String::len);
    all.sort_by(|a, b| (length(a), &a.input, &a.base).cmp(&(length(b), &b.input, &b.base)));
    all.truncate(EXAMPLES);
    MistakeGroup {
        kind,
        spelling,
        place,
        derived,
        is_error,
        wrong,
        with_reason,
        is_small_alone,
        of,
        characters,
        examples: all,
    }
}

/// The places that are blamed, each with its mistakes. Characters of one production are blamed together if all
/// strings with one of them are wrong.
fn blamed(
    all: Vec<WrongAnswer>,
    kind: MistakeKind,
    strings: &Strings<'_>,
) -> Vec<(Vec<u32>, Vec<WrongAnswer>)> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    fn numbers(one: &WrongAnswer) -> &[u32] {
        match &one.place {
            Where::In(all) => all,
            _ => &[],
        }
    }
    for number in all.iter().flat_map(numbers) {
        *counts.entry(*number).or_default() += 1;
    }
    let always: Vec<u32> = counts
        .iter()
        .filter(|(number, wrong)| **wrong == strings.at(kind, **number))
        .map(|(number, _)| *number)
        .collect();
    let mut left = all;
    let mut blamed = Vec::new();
    while !left.is_empty() {
        let share = |number: u32, wrong: u64| {
            // In millionths: numbers that are compared exactly.
            let share = wrong * 1_000_000 / (strings.at(kind, number) + 2);
            let is_character = matches!(strings.places.place(number).detail, Detail::Character(_));
            if is_character { share * 4 / 5 } else { share }
        };
        let best = |number: u32, wrong: u64| {
            let is_whole = strings.places.place(number).detail == Detail::All;
            (share(number, wrong), wrong, is_whole, strings.places.depth(number))
        };
        // The whole is in all of them, and is the one that all strings share.
        let whole = |number: u32, wrong: u64| (strings.at(kind, number), wrong);
        let chosen = if blamed.len() + 1 < GROUPS {
            counts.iter().filter(|(_, wrong)| **wrong > 0).max_by_key(|(n, w)| best(**n, **w))
        } else {
            counts.iter().filter(|(_, wrong)| **wrong > 0).max_by_key(|(n, w)| whole(**n, **w))
        };
        let Some((&place, _)) = chosen else { break };
        let mut places = vec![place];
        if always.contains(&place) {
            let is_beside = |other: &&u32| **other != place && strings.are_beside(place, **other);
            places.extend(always.iter().filter(is_beside));
        }
        let (taken, rest): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|one| numbers(one).iter().any(|number| places.contains(number)));
        for number in taken.iter().flat_map(numbers) {
            counts.entry(*number).and_modify(|count| *count -= 1);
        }
        left = rest;
        blamed.push((places, taken));
    }
    blamed
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec::Edition;

    fn grouped(strings: &[&str], is_wrong: impl Fn(&str) -> Option<MistakeKind>) -> Vec<String> {
        let whole = Edition::Rfc3986.whole()[0];
        let mut places = Places::default();
        let mut wrong = Vec::new();
        for &text in strings {
            let place = places.of(whole, text, &[]);
            if let Some(kind) = is_wrong(text) {
                let mistake = PeerMistake { kind, spelling: None, expected: None, found: None };
                let (input, base, reason) = (text.to_owned(), None, None);
                wrong.push(WrongAnswer { input, base, reason, place, mistake });
            }
        }
        let shown = |group: MistakeGroup| {
            let place = group.place.unwrap();
            let detail = match place.detail {
                Detail::All => String::new(),
                detail => format!(" {detail:?}"),
            };
            let first = &group.examples[0].input;
            format!("{} {}{detail} {} of {} {first}", group.kind, place.name, group.wrong, group.of)
        };
        let asked = strings.len() as u64;
        let strings = Strings { places: &places, asked, divided: Vec::new() };
        groups(wrong, &strings).into_iter().map(shown).collect()
    }

    #[test]
    fn the_production_is_blamed_that_is_always_wrong() {
        let strings =
            ["//[v1.a]/p", "//[v1.a]", "//[v1.b:]?q", "//h/p", "//h?q", "//[::]", "/p", "?q", ""];
        let found = grouped(&strings, |text| text.contains('v').then_some(MistakeKind::Rejects));
        assert_eq!(found, ["rejects IPvFuture 3 of 3 //[v1.a]"]);
    }

    #[test]
    fn a_character_is_blamed_where_the_production_is_not() {
        let strings = ["?'", "?a'", "?'b", "?a", "?b", "?ab", "?ba", "'", "a'", "a"];
        let found = grouped(&strings, |text| {
            text.contains(['?'])
                .then(|| text.contains('\''))
                .filter(|is| *is)
                .map(|_| MistakeKind::Rejects)
        });
        assert_eq!(found, ["rejects query Character('\\'') 3 of 3 ?'"]);
    }

    #[test]
    fn an_error_has_one_place() {
        let strings = ["?a|", "?b|", "?c<", "#a|", "?a"];
        let found = grouped(&strings, |text| text.contains('|').then_some(MistakeKind::Accepts));
        assert_eq!(found, ["accepts query 2 of 3 ?a|", "accepts fragment 1 of 1 #a|"]);
    }
}
