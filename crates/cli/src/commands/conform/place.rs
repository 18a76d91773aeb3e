//! Where a mistake is: in the grammar, or in what the string is about.

use std::collections::{BTreeSet, HashMap};

use urispec::{Recognizer, split};

// Where in the grammar a string is.
//
// In: strings of a suite. Out: for a valid string the productions of its tree, and the characters of the
// leaves; for an invalid one the production that was being read where the string leaves the language, and
// the character there. Each place is a number, and the strings of each are counted, so that mistakes can be
// held against them. The surprising case: the invalid strings that are alike up to their error are alike,
// so the explanation is made once for all of them.

/// A place of the grammar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GrammarPlace {
    /// The production, as its document prints it; or what a suite says that a string is about.
    pub(super) name: String,
    /// The section that introduces the production.
    pub(super) section: &'static str,
    /// What is there of the production, if that is less than all.
    pub(super) detail: Detail,
}

/// What of a production is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Detail {
    All,
    /// The production derives nothing.
    Empty,
    /// A character that the production derives.
    Character(char),
}

/// Where a string is.
#[derive(Clone, Debug)]
pub(super) enum Where {
    /// The places of a valid string.
    In(Vec<u32>),
    /// The place of an error, and what is found there: nothing, where the string ends too early.
    Error(u32, Option<char>),
    /// No grammar is known.
    Unknown,
}

/// The places that strings were at.
#[derive(Default)]
pub(super) struct Places {
    places: Vec<KnownPlace>,
    numbers: HashMap<GrammarPlace, u32>,
    /// The place of the error after each beginning.
    beginnings: HashMap<String, u32>,
}

struct KnownPlace {
    place: GrammarPlace,
    /// The depth in a tree, at most.
    depth: usize,
    /// The valid strings, and those that leave the language there.
    valid: u64,
    errors: u64,
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

    pub(super) fn place(&self, number: u32) -> &GrammarPlace {
        &self.places[number as usize].place
    }

    pub(super) fn depth(&self, number: u32) -> usize {
        self.places[number as usize].depth
    }

    /// How many places there are.
    pub(super) const fn count(&self) -> usize {
        self.places.len()
    }

    /// How many valid strings have the place.
    pub(super) fn valid(&self, number: u32) -> u64 {
        self.places[number as usize].valid
    }

    /// How many strings leave the language at the place.
    pub(super) fn errors(&self, number: u32) -> u64 {
        self.places[number as usize].errors
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

// What a string of the suites of resolution and normalization is about.
//
// In: a string of such a suite. Out: in words, what may be the cause if a parser has another target or
// normal form: the section, the kind of the reference, and what the base has. The productions of a
// reference do not say it: the same `../g` is resolved rightly on one base and wrongly on another.

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

    use super::*;

    fn names(places: &Places, found: &Where) -> Vec<String> {
        let Where::In(all) = found else { panic!("{found:?}") };
        let name = |place: &GrammarPlace| format!("{} {:?}", place.name, place.detail);
        all.iter().map(|&one| name(places.place(one))).collect()
    }

    /// RFC 3986, Appendix A: the tree of `//[v1.a]`, and of what is no `IPvFuture`.
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
        assert_eq!(places.place(place).name, "IPvFuture");
        assert_eq!((places.errors(place), places.valid(place)), (1, 1));
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
