//! Groups mistakes by the behaviour of the parser and the place in the grammar.
//!
//! Each mistake on a valid string is assigned to one place of the string. The place with the highest share of wrong
//! strings gets all mistakes at this place. This is repeated with the remaining mistakes. The share of a place with few
//! strings is reduced a little, since one wrong string may be a coincidence; the share of a character is reduced more.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Index;

use urispec::{Recognizer, split};

use super::plan::TestCase;
use super::report::{MistakeKind, PeerMistake};

/// The maximum number of places blamed for one kind of mistake. The last of them is the whole string, to which the
/// remaining mistakes are assigned.
const GROUPS: usize = 12;

const EXAMPLES: usize = 8;

#[derive(Clone, Debug)]
pub(super) struct WrongAnswer<'p> {
    pub(super) case: &'p TestCase,
    pub(super) place: &'p Where,
    pub(super) mistake: PeerMistake,
}

#[derive(Clone, Debug)]
pub(super) struct MistakeGroup<'p> {
    pub(super) kind: MistakeKind,
    pub(super) spelling: Option<String>,
    /// The place in the grammar, if it is known.
    pub(super) place: Option<GrammarPlace>,
    /// The blamed characters of the production; empty if the group is not about characters.
    pub(super) derived: BTreeSet<char>,
    pub(super) is_error: bool,
    pub(super) wrong: u64,
    /// The number of wrong strings that belong to the small suite. Only these strings have a reason.
    pub(super) with_reason: u64,
    /// Whether every wrong string is in the small suite and not in the large one.
    pub(super) is_small_alone: bool,
    /// The number of all tested strings at the place, right or wrong.
    pub(super) total: u64,
    /// The unexpected characters of invalid strings. `None` stands for the end of a string that ends too early.
    pub(super) characters: BTreeSet<Option<char>>,
    pub(super) examples: Vec<WrongAnswer<'p>>,
}

pub(super) struct Strings<'p> {
    pub(super) places: &'p Places,
    pub(super) asked: u64,
    /// For each place, the number of strings with the right verdict. Components are compared only for these strings.
    pub(super) compared: Vec<u64>,
}

impl Strings<'_> {
    /// Returns the number of valid strings at a place, counting only strings on which this kind of mistake is possible.
    fn at(&self, kind: MistakeKind, number: u32) -> u64 {
        match kind.part() {
            Some(_) => self.compared.get(number as usize).copied().unwrap_or_default(),
            None => self.places[number].valid,
        }
    }

    /// Returns whether both places are characters of the same production.
    fn are_siblings(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|number| &self.places[number].place);
        let is_character = |place: &GrammarPlace| matches!(place.detail, Detail::Character(_));
        is_character(one) && is_character(other) && one.name == other.name
    }
}

/// Returns all groups, sorted by kind, and then by size, the largest first. Differences in spelling follow mistakes.
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
            let total = match *numbers {
                [] => strings.asked,
                [number] if is_error => strings.places[number].errors,
                [number] => strings.at(kind, number),
                // All strings with one of these characters are wrong.
                _ => all.len() as u64,
            };
            let places = numbers.iter().map(|number| strings.places[*number].place.clone());
            of_kind.push(group(kind, spelling.clone(), places.collect(), is_error, total, all));
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
    total: u64,
    mut all: Vec<WrongAnswer<'p>>,
) -> MistakeGroup<'p> {
    let reasons = || all.iter().map(|one| one.case.reason.as_ref());
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
    all.sort_by_key(|WrongAnswer { case: TestCase { input, base, .. }, .. }| {
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
        total,
        characters,
        examples: all,
    }
}

/// Assigns each mistake to one of its places. Characters of one production are blamed together if all strings with any
/// of these characters are wrong.
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
            // In millionths, so that shares are compared exactly.
            let share = wrong * 1_000_000 / (strings.at(kind, number) + 2);
            let is_character = matches!(strings.places[number].place.detail, Detail::Character(_));
            if is_character { share * 4 / 5 } else { share }
        };
        let best = |number: u32, wrong: u64| {
            let is_whole = strings.places[number].place.detail == Detail::All;
            (share(number, wrong), wrong, is_whole, strings.places[number].depth)
        };
        // The whole string is a place of all strings, so it has the largest count.
        let whole = |number: u32, wrong: u64| (strings.at(kind, number), wrong);
        let chosen = if blamed.len() + 1 < GROUPS {
            counts.iter().filter(|(_, wrong)| **wrong > 0).max_by_key(|(n, w)| best(**n, **w))
        } else {
            counts.iter().filter(|(_, wrong)| **wrong > 0).max_by_key(|(n, w)| whole(**n, **w))
        };
        let Some((&place, _)) = chosen else { break };
        let mut places = vec![place];
        if always.contains(&place) {
            let is_sibling =
                |other: &&u32| **other != place && strings.are_siblings(place, **other);
            places.extend(always.iter().filter(is_sibling));
        }
        let (assigned, rest): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|one| numbers(one).iter().any(|number| places.contains(number)));
        for number in assigned.iter().flat_map(numbers) {
            counts.entry(*number).and_modify(|count| *count -= 1);
        }
        left = rest;
        blamed.push((places, assigned));
    }
    blamed
}

// The places of a string in the grammar. Invalid strings that are equal up to their error have the same place, so the
// explanation is computed once for all of them.

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GrammarPlace {
    /// The name of a production, as its document prints it, or a topic of the suite, such as `empty reference`.
    pub(super) name: String,
    pub(super) section: &'static str,
    pub(super) detail: Detail,
}

/// The part of a production that a place covers: the whole production, the empty string, or one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Detail {
    All,
    Empty,
    Character(char),
}

#[derive(Clone, Debug)]
pub(super) enum Where {
    In(Vec<u32>),
    /// The place of an error and the character there, or `None` if the string ends too early.
    Error(u32, Option<char>),
    Unknown,
}

#[derive(Default)]
pub(super) struct Places {
    places: Vec<KnownPlace>,
    numbers: HashMap<GrammarPlace, u32>,
    /// The places of errors in invalid strings. The key is the text before the error.
    prefixes: HashMap<String, u32>,
}

pub(super) struct KnownPlace {
    place: GrammarPlace,
    /// The greatest depth of the place in any parse tree.
    depth: usize,
    /// The number of valid strings at the place. `errors` counts the invalid strings with an error there.
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
    /// Finds the places of a valid string, or the place of the error in an invalid one, and counts the string there.
    pub(super) fn locate(&mut self, production: Recognizer, text: &str, about: &[String]) -> Where {
        let found = match production.check(text) {
            Ok(()) => Where::In(self.inside(production, text, about)),
            Err(error) => {
                let at = error.offset();
                let prefix = text.get(..at).unwrap_or(text);
                let number = match self.prefixes.get(prefix) {
                    Some(&number) => number,
                    None => {
                        let explanation = error.explain(text);
                        let explanation = explanation.as_ref();
                        let name = explanation.and_then(|why| why.rule_path().last().copied());
                        let name = name.unwrap_or(production.rule()).to_owned();
                        let section = explanation.map_or("", |why| why.section());
                        let number =
                            self.number(GrammarPlace { name, section, detail: Detail::All }, 0);
                        self.prefixes.insert(prefix.to_owned(), number);
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

    /// Returns the places of a valid string: topics (`about`) and productions. Without topics, also its characters.
    fn inside(&mut self, production: Recognizer, text: &str, about: &[String]) -> Vec<u32> {
        let mut all = BTreeSet::new();
        for (at, about) in about.iter().enumerate() {
            let place = GrammarPlace { name: about.clone(), section: "", detail: Detail::All };
            // Of two topics with the same share, the earlier one is blamed.
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

/// Returns the topics under which the resolution of a reference is tested, the most general first.
pub(super) fn resolution(base: &str, reference: &str, section: &str) -> Vec<String> {
    let (of_base, of_reference) = (split(base), split(reference));
    let same = |scheme: &str| of_base.scheme.unwrap_or_default().eq_ignore_ascii_case(scheme);
    let path = of_reference.path;
    // The names are from RFC 3986, 4.2 and 4.4.
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
    let (authority, base_path) = (of_base.authority, of_base.path);
    add(authority.is_none(), "base without authority");
    add(authority == Some(""), "base with an empty authority");
    add(base_path.is_empty(), "base with an empty path");
    add(!base_path.is_empty() && !base_path.starts_with('/'), "base with a path without root");
    add(has_dots(base_path), "base with dot segments");
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

/// Returns the topics under which the normalization of a URI is tested: the section, and the components that change.
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
        let cases: Vec<_> = strings
            .iter()
            .map(|text| {
                let case = TestCase::new((*text).to_owned(), ParserAnswer::default());
                (case, places.locate(whole, text, &[]))
            })
            .collect();
        let wrong = cases.iter().filter_map(|(case, place)| {
            let mistake = PeerMistake::verdict(is_wrong(&case.input)?);
            Some(WrongAnswer { case, place, mistake })
        });
        let wrong = wrong.collect();
        let shown = |group: MistakeGroup<'_>| {
            let place = group.place.unwrap();
            let detail = match place.detail {
                Detail::All => String::new(),
                detail => format!(" {detail:?}"),
            };
            let first = &group.examples[0].case.input;
            format!(
                "{} {}{detail} {} of {} {first}",
                group.kind, place.name, group.wrong, group.total
            )
        };
        let asked = strings.len() as u64;
        let strings = Strings { places: &places, asked, compared: Vec::new() };
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
        let found = places.locate(whole, "//[v1.a]", &[]);
        let names = names(&places, &found);
        for name in
            ["URI-reference All", "IPvFuture All", "IPvFuture Character('v')", "path-abempty Empty"]
        {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
        let found = places.locate(whole, "//[vg", &[]);
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
