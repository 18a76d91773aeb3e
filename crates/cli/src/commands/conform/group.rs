//! Mistakes put together: by what the parser does, and where in the grammar.
//!
//! A mistake of a valid string is blamed on one of its places: first on that with the highest share of wrong strings, then on
//! the next with those that are left. A place with few strings has to have a little more than its share, since of one string
//! it is easily one; and a character a good deal more than a production.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Index;

use urispec::{Recognizer, split};

use super::plan::Trial;
use super::report::{MistakeKind, PeerMistake};

/// How many groups of a kind there are by places; what is left then is blamed on the whole.
const GROUPS: usize = 12;

const EXAMPLES: usize = 8;

#[derive(Clone, Debug)]
pub(super) struct WrongAnswer<'p> {
    pub(super) trial: &'p Trial,
    pub(super) place: &'p Where,
    pub(super) mistake: PeerMistake,
}

#[derive(Clone, Debug)]
pub(super) struct MistakeGroup<'p> {
    pub(super) kind: MistakeKind,
    pub(super) spelling: Option<String>,
    /// None where no grammar is known.
    pub(super) place: Option<GrammarPlace>,
    /// The characters that the production derives in these strings, if only such are meant.
    pub(super) derived: BTreeSet<char>,
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
    pub(super) examples: Vec<WrongAnswer<'p>>,
}

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
            None => self.places[number].valid,
        }
    }

    fn are_beside(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|number| &self.places[number].place);
        let is_character = |place: &GrammarPlace| matches!(place.detail, Detail::Character(_));
        is_character(one) && is_character(other) && one.name == other.name
    }
}

/// All groups: by kind, what is wrong before what is only spelled otherwise, the largest first.
pub(super) fn groups<'p>(
    wrong: Vec<WrongAnswer<'p>>,
    strings: &Strings<'_>,
) -> Vec<MistakeGroup<'p>> {
    let mut kinds: BTreeMap<_, Vec<WrongAnswer<'p>>> = BTreeMap::new();
    for one in wrong {
        let spelling = one.mistake.spelling.clone();
        let key = (spelling.is_some(), one.mistake.kind, spelling);
        kinds.entry(key).or_default().push(one);
    }
    let mut groups = Vec::new();
    for ((_, kind, spelling), all) in kinds {
        let mut errors: BTreeMap<u32, Vec<WrongAnswer<'p>>> = BTreeMap::new();
        let (mut inside, mut unknown) = (Vec::new(), Vec::new());
        for one in all {
            match *one.place {
                Where::Error(place, _) => errors.entry(place).or_default().push(one),
                Where::In(_) => inside.push(one),
                Where::Unknown => unknown.push(one),
            }
        }
        let mut of_kind: Vec<MistakeGroup<'p>> = Vec::new();
        let mut add = |numbers: &[u32], is_error, all: Vec<WrongAnswer<'p>>| {
            let of = match *numbers {
                [] => strings.asked,
                [number] if is_error => strings.places[number].errors,
                [number] => strings.at(kind, number),
                // All strings with one of these characters are wrong.
                _ => all.len() as u64,
            };
            let places = numbers.iter().map(|number| strings.places[*number].place.clone());
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

fn group<'p>(
    kind: MistakeKind,
    spelling: Option<String>,
    places: Vec<GrammarPlace>,
    is_error: bool,
    of: u64,
    mut all: Vec<WrongAnswer<'p>>,
) -> MistakeGroup<'p> {
    let reasons = || all.iter().map(|one| one.trial.reason.as_ref());
    let with_reason = reasons().flatten().count() as u64;
    let is_small_alone = reasons().all(|one| one.is_some_and(|reason| !reason.is_of_both));
    let wrong = all.len() as u64;
    let found = |one: &WrongAnswer<'_>| match one.place {
        Where::Error(_, found) => Some(*found),
        _ => None,
    };
    let characters = all.iter().filter_map(found).collect();
    let derived = places.iter().filter_map(|place| match place.detail {
        Detail::Character(character) => Some(character),
        _ => None,
    });
    let derived = derived.collect();
    let place = places.into_iter().next();
    all.sort_by_key(|WrongAnswer { trial: Trial { input, base, .. }, .. }| {
        (input.chars().count() + base.as_ref().map_or(0, String::len), input, base)
    });
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
fn blamed<'p>(
    all: Vec<WrongAnswer<'p>>,
    kind: MistakeKind,
    strings: &Strings<'_>,
) -> Vec<(Vec<u32>, Vec<WrongAnswer<'p>>)> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    fn numbers<'p>(one: &WrongAnswer<'p>) -> &'p [u32] {
        match one.place {
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
            let is_character = matches!(strings.places[number].place.detail, Detail::Character(_));
            if is_character { share * 4 / 5 } else { share }
        };
        let best = |number: u32, wrong: u64| {
            let is_whole = strings.places[number].place.detail == Detail::All;
            (share(number, wrong), wrong, is_whole, strings.places[number].depth)
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

// Where in the grammar a string is. The invalid strings that are alike up to their error are alike, so the explanation is
// made once for all of them.

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GrammarPlace {
    /// The production, as its document prints it; or what a suite says that a string is about.
    pub(super) name: String,
    pub(super) section: &'static str,
    /// What is there of the production, if that is less than all.
    pub(super) detail: Detail,
}

/// What of a production is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Detail {
    All,
    Empty,
    Character(char),
}

#[derive(Clone, Debug)]
pub(super) enum Where {
    In(Vec<u32>),
    /// The place of an error, and what is found there: nothing, where the string ends too early.
    Error(u32, Option<char>),
    Unknown,
}

#[derive(Default)]
pub(super) struct Places {
    places: Vec<KnownPlace>,
    numbers: HashMap<GrammarPlace, u32>,
    /// The place of the error after each beginning.
    beginnings: HashMap<String, u32>,
}

pub(super) struct KnownPlace {
    place: GrammarPlace,
    /// The depth in a tree, at most.
    depth: usize,
    /// The valid strings, and those that leave the language there.
    valid: u64,
    errors: u64,
}

impl Index<u32> for Places {
    type Output = KnownPlace;

    fn index(&self, number: u32) -> &KnownPlace {
        &self.places[number as usize]
    }
}

impl Places {
    /// Where a string is, by a production. The string is counted.
    pub(super) fn of(&mut self, production: Recognizer, text: &str, about: &[String]) -> Where {
        let found = match production.check(text) {
            Ok(()) => Where::In(self.inside(production, text, about)),
            Err(error) => {
                let at = error.offset();
                let beginning = text.get(..at).unwrap_or(text);
                let number = match self.beginnings.get(beginning) {
                    Some(&number) => number,
                    None => {
                        let explanation = error.explain(text);
                        let explanation = explanation.as_ref();
                        let name = explanation.and_then(|why| why.rule_path().last().copied());
                        let name = name.unwrap_or(production.rule()).to_owned();
                        let section = explanation.map_or("", |why| why.section());
                        let number =
                            self.number(GrammarPlace { name, section, detail: Detail::All }, 0);
                        self.beginnings.insert(beginning.to_owned(), number);
                        number
                    }
                };
                Where::Error(number, error.found())
            }
        };
        match &found {
            Where::In(all) => all.iter().for_each(|&one| self.places[one as usize].valid += 1),
            Where::Error(one, _) => self.places[*one as usize].errors += 1,
            Where::Unknown => {}
        }
        found
    }

    pub(super) const fn count(&self) -> usize {
        self.places.len()
    }

    /// The places of a valid string. What a suite says of it stands for the characters.
    fn inside(&mut self, production: Recognizer, text: &str, about: &[String]) -> Vec<u32> {
        let mut all = BTreeSet::new();
        for (at, about) in about.iter().enumerate() {
            let place = GrammarPlace { name: about.clone(), section: "", detail: Detail::All };
            // What is said first is blamed first.
            all.insert(self.number(place, usize::MAX - at));
        }
        let Ok(tree) = production.tree(text) else {
            let (name, section) = (production.rule().to_owned(), production.section());
            all.insert(self.number(GrammarPlace { name, section, detail: Detail::All }, 0));
            return all.into_iter().collect();
        };
        for (depth, node) in tree.walk() {
            let place = |detail| GrammarPlace {
                name: node.rule().to_owned(),
                section: node.section(),
                detail,
            };
            all.insert(self.number(place(Detail::All), depth));
            if node.children().is_empty() {
                if node.text().is_empty() {
                    all.insert(self.number(place(Detail::Empty), depth));
                }
                let characters = node.text().chars().filter(|_| about.is_empty());
                let characters: BTreeSet<char> = characters.collect();
                for character in characters {
                    all.insert(self.number(place(Detail::Character(character)), depth));
                }
            }
        }
        all.into_iter().collect()
    }

    fn number(&mut self, place: GrammarPlace, depth: usize) -> u32 {
        if let Some(&number) = self.numbers.get(&place) {
            let known = &mut self.places[number as usize];
            known.depth = known.depth.max(depth);
            return number;
        }
        let number = self.places.len() as u32;
        self.numbers.insert(place.clone(), number);
        self.places.push(KnownPlace { place, depth, valid: 0, errors: 0 });
        number
    }
}

/// What a pair of a base and a reference is about, the most general first.
pub(super) fn resolution(base: &str, reference: &str, section: &str) -> Vec<String> {
    let (of_base, of_reference) = (split(base), split(reference));
    let same = |scheme: &str| {
        let own = of_base.scheme.unwrap_or_default();
        own.eq_ignore_ascii_case(scheme)
    };
    let path = of_reference.path;
    // RFC 3986, 4.2 and 4.4, have the names.
    let kind = match of_reference.scheme {
        Some(scheme) if same(scheme) => "URI of the same scheme",
        Some(_) => "URI of another scheme",
        None if of_reference.authority.is_some() => "network-path reference",
        None if path.starts_with('/') => "absolute-path reference",
        None if !path.is_empty() => "relative-path reference",
        None if of_reference.query.is_some() => "reference that is a query",
        None if of_reference.fragment.is_some() => "reference that is a fragment",
        None => "empty reference",
    };
    let mut shapes = vec![format!("base of scheme {}", of_base.scheme.unwrap_or_default())];
    let mut add = |is_so: bool, what: &str| {
        if is_so {
            shapes.push(what.to_owned());
        }
    };
    let (authority, own) = (of_base.authority, of_base.path);
    add(authority.is_none(), "base without authority");
    add(authority == Some(""), "base with an empty authority");
    add(own.is_empty(), "base with an empty path");
    add(!own.is_empty() && !own.starts_with('/'), "base with a path without root");
    add(has_dots(own), "base with dot segments");
    add(of_base.query.is_some(), "base with a query");
    let mut about = vec![format!("section {section}"), kind.to_owned()];
    let mut of_path = Vec::new();
    if has_dots(path) {
        of_path.push("dot segments".to_owned());
    }
    if path.contains("//") {
        of_path.push("an empty segment".to_owned());
    }
    if path.ends_with("/..") || path.ends_with("/.") || matches!(path, "." | "..") {
        of_path.push("a dot segment at the end".to_owned());
    }
    if of_reference.query == Some("") {
        of_path.push("an empty query".to_owned());
    }
    if of_reference.fragment == Some("") {
        of_path.push("an empty fragment".to_owned());
    }
    let with: Vec<_> = of_path.iter().map(|what| format!("reference with {what}")).collect();
    about.extend(shapes.iter().cloned());
    about.extend(with.iter().cloned());
    about.extend(shapes.iter().map(|shape| format!("{kind}, {shape}")));
    about.extend(
        with.iter()
            .map(|what| format!("{kind} with {}", what.trim_start_matches("reference with "))),
    );
    about
}

/// What a URI and its normal form are about: the section, and the components that change.
pub(super) fn normalization(uri: &str, normalized: &str, section: &str) -> Vec<String> {
    let (before, after) = (split(uri), split(normalized));
    let all = [
        ("scheme", before.scheme != after.scheme),
        ("authority", before.authority != after.authority),
        ("path", before.path != after.path),
        ("query", before.query != after.query),
        ("fragment", before.fragment != after.fragment),
    ];
    let mut changed: Vec<_> =
        all.iter().filter(|(_, is_so)| *is_so).map(|(name, _)| format!("in the {name}")).collect();
    if changed.is_empty() {
        changed.push("nothing to change".to_owned());
    }
    let section = format!("section {section}");
    let mut about = vec![section.clone()];
    about.extend(changed.iter().map(|what| format!("{section}, {what}")));
    about
}

fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

#[cfg(test)]
mod tests {
    use urispec::Edition;
    use urispec_compare::parsers::ParserAnswer;

    use super::*;

    fn grouped(strings: &[&str], is_wrong: impl Fn(&str) -> Option<MistakeKind>) -> Vec<String> {
        let whole = Edition::Rfc3986.whole()[0];
        let mut places = Places::default();
        let trials: Vec<_> = strings
            .iter()
            .map(|text| {
                let trial = Trial::new((*text).to_owned(), ParserAnswer::default());
                (trial, places.of(whole, text, &[]))
            })
            .collect();
        let wrong = trials.iter().filter_map(|(trial, place)| {
            let mistake = PeerMistake::verdict(is_wrong(&trial.input)?);
            Some(WrongAnswer { trial, place, mistake })
        });
        let wrong = wrong.collect();
        let shown = |group: MistakeGroup<'_>| {
            let place = group.place.unwrap();
            let detail = match place.detail {
                Detail::All => String::new(),
                detail => format!(" {detail:?}"),
            };
            let first = &group.examples[0].trial.input;
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

    fn names(places: &Places, found: &Where) -> Vec<String> {
        let Where::In(all) = found else { panic!("{found:?}") };
        let name = |place: &GrammarPlace| format!("{} {:?}", place.name, place.detail);
        all.iter().map(|&one| name(&places[one].place)).collect()
    }

    #[test]
    fn a_string_is_at_its_productions() {
        let whole = Edition::Rfc3986.whole()[0];
        let mut places = Places::default();
        let found = places.of(whole, "//[v1.a]", &[]);
        let names = names(&places, &found);
        for name in
            ["URI-reference All", "IPvFuture All", "IPvFuture Character('v')", "path-abempty Empty"]
        {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
        let found = places.of(whole, "//[vg", &[]);
        let Where::Error(place, Some('g')) = found else { panic!("{found:?}") };
        assert_eq!(places[place].place.name, "IPvFuture");
        assert_eq!((places[place].errors, places[place].valid), (1, 1));
    }

    #[test]
    fn a_pair_has_a_kind_and_a_base() {
        let about = resolution("a://h?q", "../g/.", "5.2.4");
        for part in [
            "section 5.2.4",
            "relative-path reference",
            "base of scheme a",
            "relative-path reference, base with an empty path",
            "relative-path reference with a dot segment at the end",
        ] {
            assert!(about.iter().any(|known| known == part), "{part}: {about:?}");
        }
        assert!(!about.iter().any(|known| known.contains("without authority")));
        assert_eq!(resolution("a:b", "A:c", "5.2.2")[1], "URI of the same scheme");
        let about = normalization("A://h/%7e", "a://h/~", "6.2.2.2");
        assert_eq!(about[1..], ["section 6.2.2.2, in the scheme", "section 6.2.2.2, in the path"]);
    }
}
