//! A production as a grammar in ABNF (RFC 5234, RFC 7405), with all that it reaches.
//!
//! The production stands first and the others in the printed order. Names that ABNF does not have are written with `-`.

use std::collections::{HashMap, HashSet};

use grammar_automata::engine::CharacterSet;
use grammar_notation::{Characters, Notation, Printed, PrintedProduction, Term};
use grammar_regex::engine::Tree;

use super::sets::Productions;

/// The width that a line should keep to.
const WIDTH: usize = 72;

/// Writes what a production reaches. The name must be one of the grammar. Gives the text, and the name
/// that the production has there.
pub(super) fn write(printed: &Printed, name: &str) -> (String, String) {
    let productions = Productions::of(printed);
    let reached = reached(printed, &productions, &[name], false);
    let names = names(&reached, printed);
    let is_of_characters = match printed.notation {
        Notation::Abnf => printed.characters == Some(Characters::Utf8),
        _ => true,
    };
    let mut writer = AbnfWriter { productions, names, is_of_characters };
    let terms = reached.iter().filter_map(|one| Some((one, one.term.as_ref().ok()?)));
    let text = terms.map(|(one, term)| writer.production(one, term)).collect();
    let name = writer.name(name);
    (if writer.is_of_characters { headed(text) } else { text }, name)
}

/// The comment above a grammar whose numbers are characters, and not octets.
pub(super) const OF_CHARACTERS: &str = "; Numbers above 7F are code points, in UTF-8.\n";

/// The text, with a comment if it has numbers that an octet could be.
fn headed(text: String) -> String {
    let numbers = text.split("%x").skip(1);
    let mut ends = numbers.flat_map(|rest| {
        let end = rest.find(|one: char| !one.is_ascii_hexdigit() && one != '-' && one != '.');
        rest[..end.unwrap_or(rest.len())].split(['-', '.'])
    });
    let is_high = |number: &str| u32::from_str_radix(number, 16).is_ok_and(|one| one > 0x7F);
    if ends.any(is_high) { format!("{OF_CHARACTERS}{text}") } else { text }
}

/// Whether a production reaches one that leaves out some strings of others, for which ABNF has no sign.
pub(super) fn has_exceptions(printed: &Printed, name: &str) -> bool {
    let mut productions = Productions::of(printed);
    let reached = reached(printed, &productions, &[name], false);
    let terms = reached.iter().flat_map(|one| one.term.iter()).flat_map(Term::all);
    let mut exceptions = terms.filter(|term| matches!(term, Term::Difference { .. }));
    // ABNF has no sign for no character either.
    exceptions.any(|term| productions.set(term).is_none_or(|set| set.ranges().next().is_none()))
}

/// Writes a tree as one production. Gives the text, and the name of the production.
pub(super) fn of_tree(tree: &Tree, name: &str) -> (String, String) {
    let name = rule_name(name);
    (headed(format!("{name} = {}\n", of_part(tree, TermPrecedence::Choice))), name)
}

/// A part of a tree that has neither anchors nor look-around.
fn of_part(tree: &Tree, place: TermPrecedence) -> String {
    use TermPrecedence::{Choice, Sequence};
    match tree {
        Tree::Set(set) => ranges(&codes(set), place),
        tree if tree.is_empty() => "\"\"".to_owned(),
        Tree::Sequence(parts) => {
            grouped(place > Sequence, joined(parts.iter().map(|one| of_part(one, Sequence)), " "))
        }
        Tree::Choice(parts) => {
            grouped(place > Choice, joined(parts.iter().map(|one| of_part(one, Choice)), " / "))
        }
        Tree::Repeat { of, min, max, .. } => repeat(*min, *max, place, |place| of_part(of, place)),
        Tree::Group { of, .. } | Tree::Atomic(of) | Tree::Look { of, .. } => of_part(of, place),
        Tree::Start | Tree::End => String::new(),
    }
}

/// The productions that some productions reach, in the printed order, but for the first of them, which stands first.
/// What ABNF lends needs not be written in ABNF.
pub(super) fn reached<'g>(
    printed: &Printed,
    productions: &Productions<'g>,
    names: &[&str],
    with_lent: bool,
) -> Vec<&'g PrintedProduction> {
    let mut seen = HashSet::new();
    let mut waiting: Vec<String> = names.iter().rev().map(|&name| name.to_owned()).collect();
    let mut found: Vec<&PrintedProduction> = Vec::new();
    while let Some(name) = waiting.pop() {
        if !seen.insert(productions.key(&name)) {
            continue;
        }
        let Some(production) = productions.get(&name) else { continue };
        let is_lent = printed.notation == Notation::Abnf && printed.production(&name).is_none();
        if is_lent && !with_lent {
            continue;
        }
        found.push(production);
        let terms = production.term.iter().flat_map(Term::all);
        waiting.extend(terms.filter_map(|term| term.name().map(str::to_owned)));
    }
    let places: HashMap<*const PrintedProduction, usize> =
        printed.productions.iter().map(std::ptr::from_ref).zip(0..).collect();
    let place = |one: &PrintedProduction| places.get(&std::ptr::from_ref(one)).copied();
    let first = found.first().copied();
    found.sort_by_key(|one| {
        let is_first = first.is_some_and(|first| std::ptr::eq(first, *one));
        (!is_first, place(one).unwrap_or(usize::MAX))
    });
    found
}

/// Writes terms of a grammar one by one, with the names that they have there.
pub(crate) struct TermText<'g>(AbnfWriter<'g>);

impl<'g> TermText<'g> {
    /// The terms of a grammar.
    pub(crate) fn new(printed: &'g Printed) -> Self {
        let productions = Productions::of(printed);
        Self(AbnfWriter { productions, names: HashMap::new(), is_of_characters: true })
    }

    /// The text of a term, on one line.
    pub(crate) fn of(&mut self, term: &Term) -> String {
        self.0.term(term, TermPrecedence::Choice)
    }

    /// The set of characters that a term is, if it is one.
    pub(crate) fn set(&mut self, term: &Term) -> Option<CharacterSet> {
        self.0.productions.set(term)
    }

    /// The characters that stand for themselves in a term, beside what has more than one character.
    pub(crate) fn single_characters(&mut self, term: &Term) -> CharacterSet {
        self.0.productions.single_characters(term)
    }
}

/// A name of ABNF for each production, by its key. No two differ only in case.
fn names(reached: &[&PrintedProduction], printed: &Printed) -> HashMap<String, String> {
    let (mut names, mut taken) = (HashMap::new(), HashSet::new());
    for production in reached {
        let mut name = rule_name(&production.name);
        while !taken.insert(name.to_ascii_lowercase()) {
            name.push_str("-2");
        }
        names.insert(printed.notation.key(&production.name), name);
    }
    names
}

/// A name of ABNF: a letter, and then letters, digits and hyphens (RFC 5234, 4).
fn rule_name(name: &str) -> String {
    let is_of_names = |one: char| one.is_ascii_alphanumeric();
    let name = name.chars().map(|one| if is_of_names(one) { one } else { '-' });
    let name: String = name.collect();
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins { name } else { format!("r-{name}") }
}

/// What a term is a part of, from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TermPrecedence {
    Choice,
    Sequence,
    Repeat,
}

struct AbnfWriter<'g> {
    productions: Productions<'g>,
    names: HashMap<String, String>,
    /// Whether numbers above 7F are characters, and not octets.
    is_of_characters: bool,
}

impl AbnfWriter<'_> {
    fn name(&self, name: &str) -> String {
        let known = self.names.get(&self.productions.key(name));
        known.map_or_else(|| name.to_owned(), String::clone)
    }

    /// A production, an alternative a line if it is longer than a line.
    fn production(&mut self, production: &PrintedProduction, term: &Term) -> String {
        let name = self.name(&production.name);
        let all: Vec<String> = match term {
            Term::Choice(all) => {
                all.iter().map(|one| self.term(&one.term, TermPrecedence::Choice)).collect()
            }
            term => vec![self.term(term, TermPrecedence::Choice)],
        };
        let line = all.join(" / ");
        let lines = if name.len() + " = ".len() + line.len() > WIDTH {
            all.join(&format!("\n{:1$} / ", "", name.len()))
        } else {
            line
        };
        format!("{name} = {lines}\n")
    }

    fn term(&mut self, term: &Term, place: TermPrecedence) -> String {
        use TermPrecedence::{Choice, Sequence};
        match term {
            Term::Name(name) => self.name(name),
            Term::Bytes(set) => {
                let all = set.ranges().map(|(first, last)| (first.into(), last.into()));
                ranges(&all.collect::<Vec<_>>(), place)
            }
            Term::Literal { bytes, ignore_case } => {
                let text_of = std::str::from_utf8(bytes).ok().filter(|_| self.is_of_characters);
                let codes: Vec<u32> = match text_of {
                    Some(characters) => characters.chars().map(u32::from).collect(),
                    None => bytes.iter().copied().map(u32::from).collect(),
                };
                literal(&codes, *ignore_case, place)
            }
            Term::Sequence(parts) if parts.is_empty() => "\"\"".to_owned(),
            Term::Sequence(parts) => {
                // The UTF-8 of a character is a number where numbers are characters.
                if let Some(set) = self.productions.set(term) {
                    return ranges(&codes(&set), place);
                }
                let parts = joined(parts.iter().map(|one| self.term(one, Sequence)), " ");
                grouped(place > Sequence, parts)
            }
            Term::Choice(all) => {
                let all = joined(all.iter().map(|one| self.term(&one.term, Choice)), " / ");
                grouped(place > Choice, all)
            }
            // Of others than characters there is no text: see `has_exceptions`.
            Term::Difference { .. } => {
                let set = self.productions.set(term).unwrap_or_else(|| CharacterSet::of([]));
                ranges(&codes(&set), place)
            }
            Term::Repeat { min, max, term } => {
                repeat(*min, *max, place, |place| self.term(term, place))
            }
        }
    }
}

/// A repetition of what is written at a place.
fn repeat(
    min: u32,
    max: Option<u32>,
    place: TermPrecedence,
    write: impl FnOnce(TermPrecedence) -> String,
) -> String {
    let times = match (min, max) {
        (0, Some(1)) => return format!("[ {} ]", write(TermPrecedence::Choice)),
        (min, Some(max)) if min == max => min.to_string(),
        (0, None) => "*".to_owned(),
        (min, None) => format!("{min}*"),
        (0, Some(max)) => format!("*{max}"),
        (min, Some(max)) => format!("{min}*{max}"),
    };
    // A number before a number would be another number.
    let is_group = place == TermPrecedence::Repeat;
    grouped(is_group, format!("{times}{}", write(TermPrecedence::Repeat)))
}

/// The numbers of the characters of a set.
fn codes(set: &CharacterSet) -> Vec<(u32, u32)> {
    set.ranges().map(|(first, last)| (first.into(), last.into())).collect()
}

fn ranges(ranges: &[(u32, u32)], place: TermPrecedence) -> String {
    let range = |&(first, last): &(u32, u32)| match last {
        last if first == last => format!("%x{first:02X}"),
        last => format!("%x{first:02X}-{last:02X}"),
    };
    let is_group = place > TermPrecedence::Choice && ranges.len() > 1;
    grouped(is_group, joined(ranges.iter().map(range), " / "))
}

fn joined(parts: impl Iterator<Item = String>, sign: &str) -> String {
    parts.collect::<Vec<_>>().join(sign)
}

pub(super) fn grouped(is_group: bool, text: String) -> String {
    if is_group { format!("({text})") } else { text }
}

/// A literal: quoted where it can be, and else by its numbers.
fn literal(codes: &[u32], ignore_case: bool, place: TermPrecedence) -> String {
    if codes.is_empty() {
        return "\"\"".to_owned();
    }
    let quotable = |code: u32| {
        u8::try_from(code).ok().filter(|byte| matches!(byte, b' '..=b'~') && *byte != b'"')
    };
    let written = |run: &[u32]| {
        let quoted: Option<String> =
            run.iter().map(|&code| quotable(code).map(char::from)).collect();
        let Some(quoted) = quoted else {
            return format!("%x{}", joined(run.iter().map(|code| format!("{code:02X}")), "."));
        };
        let has_case = quoted.contains(|one: char| one.is_ascii_alphabetic());
        let sign = if has_case && !ignore_case { "%s" } else { "" };
        format!("{sign}\"{quoted}\"")
    };
    let runs = codes.chunk_by(|a, b| quotable(*a).is_some() == quotable(*b).is_some());
    let runs: Vec<String> = runs.map(written).collect();
    grouped(place == TermPrecedence::Repeat && runs.len() > 1, runs.join(" "))
}
