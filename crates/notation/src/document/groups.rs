//! Groups the places where a production is printed. An increment (`=/`) forms a separate group, unless the collected
//! grammar may already include the increment.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use grammar_automata::build::{ByteSet, GaveUp, ProductSearch, Wanted};

use super::extracted::{Extracted, ExtractedProduction, PrintedAgain, PrintedPlace};
use super::judge::JudgedCandidates;
use super::lines::Section;
use crate::languages::partial::{Languages, Replaced};
use crate::notations::{Alternative, Notation, NoteKind, Origin, Printed, PrintedProduction, Term};

/// The limits on comparing right sides in which names are treated as symbols: the number of pairs of right sides, and
/// the number of terms in all pairs together.
const LETTERED: (usize, usize) = (64, 4_000);

pub(super) fn either(first: &Term, more: &[&Term]) -> Term {
    let alternative = |term: &Term| Alternative { text: String::new(), term: term.clone() };
    let mut all = match first {
        Term::Choice(all) => all.clone(),
        one => vec![alternative(one)],
    };
    all.extend(more.iter().map(|term| alternative(term)));
    Term::Choice(all)
}

#[derive(Default)]
pub(super) struct PrintedGroup {
    /// The indices of the candidates that print the whole production, or that print one increment (`=/`) of it.
    pub(super) places: Vec<usize>,
    pub(super) printings: Vec<Printing>,
    /// The text at each place, as [`squeezed`] returns it.
    pub(super) texts: Vec<String>,
    /// The increments that are printed outside of the collected grammar, but that the collected definition may include.
    pub(super) more: Vec<usize>,
}

impl JudgedCandidates<'_> {
    /// Groups the accepted candidates by name. Increments (`=/`) with the same name and text are a separate
    /// group. But if a collected grammar defines the production without printing the increment, its definition
    /// may already include the increment, which then joins the group of the production.
    pub(super) fn groups(&self, collected: &HashSet<usize>) -> Vec<PrintedGroup> {
        let is_collected = |at: usize| self.section(at).is_some_and(|at| collected.contains(&at));
        let is_accepted = |at: &usize| self.judged[*at].is_ok();
        let is_increment = |at: usize| self.candidates[at].sign == "=/";
        let own = (0..self.candidates.len()).filter(is_accepted);
        let own = own.filter(|&at| is_collected(at) && !is_increment(at));
        let own: HashSet<&str> = own.map(|at| &*self.keys[at]).collect();
        let text = |at: usize| squeezed(&self.candidates[at].text(&self.lines));
        let added = (0..self.candidates.len()).filter(is_accepted);
        let added = added.filter(|&at| is_collected(at) && is_increment(at));
        let added: HashSet<String> = added.map(text).collect();
        let mut places: HashMap<(&str, Option<String>), usize> = HashMap::new();
        let mut groups: Vec<PrintedGroup> = Vec::new();
        for at in (0..self.candidates.len()).filter(is_accepted) {
            let is_alone =
                is_increment(at) && (!own.contains(&*self.keys[at]) || added.contains(&text(at)));
            let added = is_alone.then(|| text(at));
            let group = *places.entry((&self.keys[at], added)).or_insert_with(|| {
                groups.push(PrintedGroup::default());
                groups.len() - 1
            });
            let group = &mut groups[group];
            if is_increment(at) && !is_alone {
                group.more.push(at);
                continue;
            }
            group.places.push(at);
            group.texts.push(text(at));
            let section = self.section(at).map(|at| &self.lines.sections[at]);
            group.printings.push(Printing {
                is_collected: is_collected(at),
                is_aside: section.is_some_and(Section::is_aside),
                is_readable: matches!(self.judged[at], Ok(Ok(_))),
            });
        }
        groups
    }

    /// Returns the right side at a place of a group. For a place outside of the collected grammar, the increments of
    /// the group are added to the right side.
    pub(super) fn right(&self, group: &PrintedGroup, at: usize) -> Option<Cow<'_, Term>> {
        match group.printings[at].is_collected {
            true => self.term(group.places[at]).map(Cow::Borrowed),
            false => self.whole(group, at),
        }
    }

    /// Returns the right side at a place of a group, with the increments of the group.
    pub(super) fn whole(&self, group: &PrintedGroup, at: usize) -> Option<Cow<'_, Term>> {
        let first = self.term(group.places[at])?;
        if group.more.is_empty() {
            return Some(Cow::Borrowed(first));
        }
        let more = group.more.iter().map(|&at| self.term(at));
        Some(Cow::Owned(either(first, &more.collect::<Option<Vec<_>>>()?)))
    }

    pub(super) fn is_same(&self, group: &PrintedGroup, one: usize, other: usize) -> bool {
        if group.more.is_empty() && group.texts[one] == group.texts[other] {
            return true;
        }
        match (self.right(group, one), self.right(group, other)) {
            (Some(one), Some(other)) => is_same_term(self.notation, &one, &other),
            _ => false,
        }
    }

    /// Returns the pairs of places whose right sides are equivalent for every meaning of their names. Each place of a
    /// group is compared with the place in the collected grammar. If there is none, it is compared with the place that
    /// would be chosen if all places differed.
    pub(super) fn alike(&self, groups: &[PrintedGroup]) -> HashSet<(usize, usize)> {
        let (mut pairs, mut size) = (Vec::new(), 0);
        for group in groups.iter().filter(|group| group.places.len() > 1) {
            let collected = group.printings.iter().position(|one| one.is_collected);
            let with = collected.unwrap_or_else(|| chosen(&group.printings, |_, _| false));
            for at in (0..group.places.len()).filter(|&at| at != with) {
                let rights = (self.right(group, at), self.right(group, with));
                let (Some(one), Some(other)) = rights else { continue };
                if self.is_same(group, at, with) {
                    continue;
                }
                size += one.all().len() + other.all().len();
                if pairs.len() < LETTERED.0 && size < LETTERED.1 {
                    pairs.push((group.places[at], group.places[with], one, other));
                }
            }
        }
        let terms: Vec<(&Term, &Term)> =
            pairs.iter().map(|(_, _, one, other)| (&**one, &**other)).collect();
        let found = are_same_by_name(self.notation, &terms);
        let found = pairs.iter().zip(found).filter(|(_, is_same)| *is_same);
        found.flat_map(|((one, other, ..), _)| [(*one, *other), (*other, *one)]).collect()
    }
}

// Compares two places of a production: first as texts without comments; then as languages, with names as
// symbols; then as languages within the grammar of the document.

const STEPS: usize = 20_000_000;

/// The result of comparing a definition that is printed in another place with the chosen definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sameness {
    /// The texts are the same except for blanks and comments.
    Text,
    /// The texts differ; the languages are equal.
    Language,
    /// The languages differ.
    Differs {
        /// The shortest string that only the chosen definition accepts.
        only_taken: Option<Vec<u8>>,
        /// The shortest string that only the definition in the other place accepts.
        only_again: Option<Vec<u8>>,
    },
    /// The texts differ, and the languages cannot be compared.
    Undecided {
        /// The reason why the languages cannot be compared.
        why: String,
    },
}

impl Sameness {
    /// Returns whether the two definitions are equivalent.
    pub const fn is_same(&self) -> bool {
        matches!(self, Self::Text | Self::Language)
    }
}

/// Returns the text without comments, with one space for each run of blanks. Blanks in literals are kept.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::new();
    for line in text.lines() {
        let mut quote = None;
        let mut has_gap = true;
        for character in line.chars() {
            match (character, quote) {
                (';', None) => break,
                ('"', None) => quote = Some('"'),
                ('<', None) => quote = Some('>'),
                (end, Some(quoted)) if end == quoted => quote = None,
                _ => {}
            }
            if quote.is_none() && character.is_whitespace() {
                has_gap = true;
                continue;
            }
            if std::mem::take(&mut has_gap) && !squeezed.is_empty() {
                squeezed.push(' ');
            }
            squeezed.push(character);
        }
    }
    squeezed
}

/// Returns whether two right sides consist of the same terms, ignoring the printed texts of alternatives. The
/// recursion is only as deep as the brackets are nested.
pub(super) fn is_same_term(notation: Notation, one: &Term, other: &Term) -> bool {
    let is_same = |(one, other)| is_same_term(notation, one, other);
    match (one, other) {
        (Term::Name(one), Term::Name(other)) => notation.key(one) == notation.key(other),
        (Term::Sequence(one), Term::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(is_same)
        }
        (Term::Choice(one), Term::Choice(other)) => {
            let (one, other) = (one.iter().map(|one| &one.term), other.iter().map(|one| &one.term));
            one.len() == other.len() && one.zip(other).all(is_same)
        }
        (
            Term::Repeat { min, max, term },
            Term::Repeat { min: other_min, max: other_max, term: other },
        ) => (min, max) == (other_min, other_max) && is_same_term(notation, term, other),
        (one, other) => one == other,
    }
}

/// Returns, for each pair of right sides, whether both derive the same strings for every meaning of their names:
/// whether their languages over bytes and names are equal. All pairs share one budget. `false` also means unknown.
///
/// A name is written as a byte that neither right side contains, followed by the number of the name in two bytes. No
/// other string has this form, so if the two languages are equal, they stay equal when languages replace the names.
/// This fails for a difference (`a - b`), so a pair that contains a difference is not compared.
pub(super) fn are_same_by_name(notation: Notation, pairs: &[(&Term, &Term)]) -> Vec<bool> {
    let mut productions = Vec::new();
    for (at, (one, other)) in pairs.iter().enumerate() {
        for (side, term) in lettered(notation, one, other).into_iter().flatten().enumerate() {
            let name = side_name(at, side);
            productions.push(PrintedProduction::named(name, term, Origin::Printed));
        }
    }
    let printed = Printed::new(Notation::Bnf, String::new(), None, productions);
    let languages = Languages::new(&printed);
    let start =
        |at, side| Some(languages.dfa().start(languages.start(&side_name(at, side))?.ok()?));
    let mut search =
        ProductSearch::new(languages.dfa(), languages.dfa(), |one, other| one != other);
    let is_same = |at| {
        let (Some(one), Some(other)) = (start(at, 0), start(at, 1)) else { return false };
        search.find((one, other), STEPS) == Ok(None)
    };
    (0..pairs.len()).map(is_same).collect()
}

fn side_name(at: usize, side: usize) -> String {
    format!("{at} {side}")
}

/// Returns two right sides with each name replaced by a literal, or `None` if they have a difference or use every byte.
fn lettered(notation: Notation, one: &Term, other: &Term) -> Option<[Term; 2]> {
    let mut used = ByteSet::EMPTY;
    let mut names: HashMap<String, u16> = HashMap::new();
    for term in one.all().into_iter().chain(other.all()) {
        match term {
            Term::Name(name) => {
                let next = u16::try_from(names.len()).ok()?;
                names.entry(notation.key(name)).or_insert(next);
            }
            Term::Bytes(set) => used = used.union(*set),
            Term::Literal { bytes, .. } => {
                let sets = bytes.iter().map(|&byte| ByteSet::ignoring_case(byte));
                used = sets.fold(used, ByteSet::union);
            }
            Term::Difference { .. } => return None,
            Term::Sequence(_) | Term::Choice(_) | Term::Repeat { .. } => {}
        }
    }
    let sign = (0..=u8::MAX).find(|&byte| !used.contains(byte))?;
    let mut letter = |name: &str| {
        let [high, low] = names.get(&notation.key(name)).copied().unwrap_or_default().to_be_bytes();
        Some(Term::Literal { bytes: vec![sign, high, low], ignore_case: false })
    };
    Some([one.clone(), other.clone()].map(|mut term| {
        term.replace(&mut letter);
        term
    }))
}

/// Compares the languages of `chosen` and `again`, two right sides of the production `name`, within a grammar.
pub(super) fn decide(printed: &Printed, name: &str, chosen: &Term, again: &Term) -> Sameness {
    let undecided = |why: String| Sameness::Undecided { why };
    let key = printed.notation.key(name);
    let place =
        printed.productions.iter().position(|one| printed.notation.is_same(&one.name, name));
    let Some(place) = place else { return undecided(format!("`{name}` is not in the grammar")) };
    let of = |term: &Term| {
        let mut printed = printed.clone();
        printed.productions[place].term = Ok(term.clone());
        Languages::of_some(&printed, &Replaced::default(), |one| printed.notation.key(one) == key)
    };
    let (chosen, again) = (of(chosen), of(again));
    let (one, two) = match (chosen.start(name), again.start(name)) {
        (Some(Ok(one)), Some(Ok(two))) => (one, two),
        (Some(Err(why)), _) | (_, Some(Err(why))) => return undecided(why.to_string()),
        _ => return undecided(format!("`{name}` is not in the grammar")),
    };
    let states = (chosen.dfa().start(one), again.dfa().start(two));
    let find = |wanted: Wanted| {
        let search = ProductSearch::new(chosen.dfa(), again.dfa(), wanted).until(&printed.deadline);
        { search }.find(states, STEPS).map_err(|why| match why {
            GaveUp::Time => printed.deadline.to_string(),
            _ => format!("the comparison takes more than {STEPS} steps"),
        })
    };
    match (find(|chosen, again| chosen && !again), find(|chosen, again| again && !chosen)) {
        (Ok(None), Ok(None)) => Sameness::Language,
        (Ok(only_taken), Ok(only_again)) => Sameness::Differs { only_taken, only_again },
        (Err(why), _) | (_, Err(why)) => undecided(why),
    }
}

// Chooses one of the places where a production is printed: a readable place before an unreadable one, and a
// section before an appendix that differs. RFC 3339's Appendix A, "ISO 8601 Collected ABNF", collects the
// grammar of another document.

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Printing {
    pub(super) is_collected: bool,
    /// Whether the place is in an appendix, or in a section whose title announces a collection.
    pub(super) is_aside: bool,
    pub(super) is_readable: bool,
}

/// Returns the index of the chosen place. `is_same` compares two places by their indices.
pub(super) fn chosen(places: &[Printing], is_same: impl Fn(usize, usize) -> bool) -> usize {
    let is_some_readable = places.iter().any(|one| one.is_readable);
    let all: Vec<usize> =
        (0..places.len()).filter(|&at| places[at].is_readable == is_some_readable).collect();
    let sections: Vec<usize> = all.iter().copied().filter(|&at| !places[at].is_aside).collect();
    let left = if sections.is_empty() { &all } else { &sections };
    let collected = all.iter().copied().find(|&at| places[at].is_collected);
    let says_what_is_left = |at: &usize| left.iter().any(|one| one == at || is_same(*one, *at));
    if let Some(at) = collected.filter(says_what_is_left) {
        return at;
    }
    match left.iter().all(|&at| at == left[0] || is_same(left[0], at)) {
        true => left[0],
        false => left[left.len() - 1],
    }
}

// Merges increments, `=/` (RFC 5234, 3.3). The collected grammar may already include an increment of a section:
// terms or automata are compared, and an increment that is not included is added, with a note. An increment adds
// to the definition above it; if a later definition replaces that one, it also replaces the increment.

/// The maximum number of increments whose inclusion is decided by automata; later increments count as not included.
const DECIDED: usize = 24;
/// The maximum number of pairs of alternatives that are compared to find increments that a definition includes.
const COMPARED: usize = 100_000;

enum Fate {
    Included,
    /// The increment belongs to an unused definition, which begins on this line.
    Replaced(usize),
    Added,
}

/// Decides which increments are part of the grammar. Adds a note for each added increment that is not in the section of
/// its definition, and for each increment of an unused definition.
pub(super) fn settle(all: &JudgedCandidates<'_>, extracted: &mut Extracted) {
    let key = |one: &ExtractedProduction| all.notation.key(&one.name);
    let (mut wholes, mut increments) = (HashMap::new(), BTreeMap::<usize, Vec<usize>>::new());
    for (at, one) in extracted.productions.iter().enumerate() {
        if !one.place.is_increment {
            wholes.insert(key(one), at);
        }
    }
    for (at, one) in extracted.productions.iter().enumerate() {
        if let Some(&whole) = wholes.get(&key(one)).filter(|_| one.place.is_increment) {
            increments.entry(whole).or_default().push(at);
        }
    }
    let candidates = all.candidates.iter().enumerate();
    let terms = candidates.filter_map(|(at, one)| {
        Some(((&*all.keys[at], one.first(&all.lines).number), all.term(at)?))
    });
    let terms: HashMap<_, _> = terms.collect();
    let term = |one: &ExtractedProduction| terms.get(&(&*key(one), one.place.line)).copied();
    let mut inclusion = Inclusion { all, printed: None, decided: 0, compared: 0 };
    let mut gone: HashMap<usize, (usize, Sameness)> = HashMap::new();
    for (whole, increments) in increments {
        let base = &extracted.productions[whole];
        let one = |at: usize| &extracted.productions[at];
        let collected = increments.iter().filter(|&&at| one(at).place.is_collected);
        let collected: Option<Vec<&Term>> = collected.map(|&at| term(one(at))).collect();
        let collected = term(base).zip(collected).map(|(first, more)| either(first, &more));
        let definitions = definitions(base);
        for at in increments {
            let one = one(at);
            let fate = match (base.place.is_collected, one.place.is_collected) {
                (true, true) => Fate::Added,
                (true, false) => match collected.as_ref().zip(term(one)) {
                    Some((collected, added))
                        if inclusion.is_included(extracted, &base.name, collected, added) =>
                    {
                        Fate::Included
                    }
                    _ => Fate::Added,
                },
                (false, _) => replaced(&definitions, one).map_or(Fate::Added, Fate::Replaced),
            };
            let text = match &fate {
                Fate::Included => None,
                Fate::Replaced(line) => Some(format!(
                    "`=/` adds to the production on line {line}, which is not used, so both are left out"
                )),
                Fate::Added if one.places().any(|place| place.section == base.place.section) => {
                    None
                }
                Fate::Added => Some(format!("`=/` adds to {}", shown(&base.place))),
            };
            let note = |text| one.note(&extracted.file, NoteKind::Departure, text);
            extracted.notes.extend(text.map(note));
            let sameness = match fate {
                Fate::Added => continue,
                Fate::Included => Sameness::Language,
                Fate::Replaced(line) => Sameness::Undecided {
                    why: format!("it adds to the production on line {line}, which is not used"),
                },
            };
            gone.insert(at, (whole, sameness));
        }
    }
    let (mut left, mut again) = (Vec::new(), HashMap::<usize, Vec<PrintedAgain>>::new());
    for (at, one) in extracted.productions.drain(..).enumerate() {
        let Some((whole, sameness)) = gone.remove(&at) else {
            left.push((at, one));
            continue;
        };
        let others = one.again.into_iter().map(|again| again.place);
        let places = std::iter::once(one.place).chain(others);
        let places = places.map(|place| PrintedAgain { place, sameness: sameness.clone() });
        again.entry(whole).or_default().extend(places);
    }
    let with_again = |(at, mut one): (usize, ExtractedProduction)| {
        if let Some(more) = again.remove(&at) {
            one.again.extend(more);
            one.again.sort_by_key(|again| again.place.line);
        }
        one
    };
    extracted.productions = left.into_iter().map(with_again).collect();
}

fn shown(place: &PrintedPlace) -> String {
    match &place.section {
        Some(section) => format!("the production in section {section}, on line {}", place.line),
        None => format!("the production on line {}", place.line),
    }
}

fn definitions(base: &ExtractedProduction) -> Vec<(usize, bool)> {
    let again = base.again.iter().filter(|again| !again.place.is_increment);
    let again = again.map(|again| (again.place.line, again.sameness.is_same()));
    let mut all: Vec<(usize, bool)> = again.chain([(base.place.line, true)]).collect();
    all.sort_unstable();
    all
}

/// Returns the line of the definition to which an increment belongs, if that definition is not used and differs from
/// the used definition. An increment belongs to the last definition above it or, without one, to the first definition
/// below it.
fn replaced(definitions: &[(usize, bool)], one: &ExtractedProduction) -> Option<usize> {
    let belongs = |place: &PrintedPlace| {
        let above = definitions.partition_point(|(line, _)| *line <= place.line);
        definitions[above.saturating_sub(1)]
    };
    let is_taken = one.places().any(|place| belongs(place).1);
    (!is_taken).then(|| belongs(&one.place).0)
}

struct Inclusion<'e> {
    all: &'e JudgedCandidates<'e>,
    printed: Option<Option<Printed>>,
    decided: usize,
    compared: usize,
}

impl Inclusion<'_> {
    /// Returns whether the right side `collected` includes the right side `added`, or `false` if this is unknown.
    fn is_included(
        &mut self,
        extracted: &Extracted,
        name: &str,
        collected: &Term,
        added: &Term,
    ) -> bool {
        let notation = self.all.notation;
        self.compared += alternatives(added).count() * alternatives(collected).count();
        if self.compared > COMPARED {
            return false;
        }
        let has =
            |term: &Term| alternatives(collected).any(|own| is_same_term(notation, own, term));
        if alternatives(added).all(has) {
            return true;
        }
        self.decided += 1;
        if self.decided > DECIDED {
            return false;
        }
        let both = either(collected, &[added]);
        if both.all().len() < LETTERED.1
            && are_same_by_name(notation, &[(collected, &both)]) == [true]
        {
            return true;
        }
        let printed = self.printed.get_or_insert_with(|| extracted.plain());
        let printed = printed.as_ref();
        printed.is_some_and(|printed| decide(printed, name, collected, &both).is_same())
    }
}

fn alternatives(term: &Term) -> impl Iterator<Item = &Term> {
    let (all, one) = match term {
        Term::Choice(all) => (&all[..], None),
        one => (&[][..], Some(one)),
    };
    all.iter().map(|one| &one.term).chain(one)
}

#[cfg(test)]
mod tests {
    use super::{Printing, Sameness, are_same_by_name, chosen, decide, squeezed};
    use crate::notations::{Notation, Printed};

    #[test]
    fn blanks_and_comments_are_ignored() {
        assert_eq!(squeezed("a  =  \"x  y\"   ; c\n    / b ; d"), "a = \"x  y\" / b");
        assert_eq!(squeezed("a = <x ; y> b\n; c"), "a = <x ; y> b");
    }

    #[test]
    fn right_sides_are_compared_with_names_as_symbols() {
        let term = |text: &str| {
            Printed::read(Notation::Abnf, "f", text).unwrap().productions[0].term.clone().unwrap()
        };
        for (one, other, is_same) in [
            ("a = [ b *( c b ) ]\n", "a = [ b *( c B ) ] / *0d\n", true),
            ("a = b c\n", "a = c b\n", false),
            // `a` itself is a name like any other.
            ("a = b [ a ]\n", "a = b / b a\n", true),
            ("a = \"x\" b\n", "a = \"x\" / b\n", false),
            // A name is not a string of the other side.
            ("a = b\n", "a = %x00.00.00\n", false),
            // No unused byte could represent a name.
            ("a = b / %x00-FF\n", "a = %x00-FF / b\n", false),
        ] {
            let [one, other] = [one, other].map(term);
            assert_eq!(are_same_by_name(Notation::Abnf, &[(&one, &other)]), [is_same]);
        }
    }

    #[test]
    fn languages_are_compared_within_the_grammar() {
        let read = |text| Printed::read(Notation::Abnf, "f", text).unwrap();
        let printed = read("a = *b\nb = \"0\" / \"1\"\n");
        let term = |text| read(text).productions[0].term.clone().unwrap();
        let decide = |text| decide(&printed, "a", &term("a = *b\n"), &term(text));
        assert_eq!(decide("a = *(b / \"1\")\n"), Sameness::Language);
        let differs = Sameness::Differs { only_taken: Some(Vec::new()), only_again: None };
        assert_eq!(decide("a = 1*b\n"), differs);
        assert!(matches!(decide("a = c\n"), Sameness::Undecided { .. }));
    }

    const SECTION: Printing = Printing { is_collected: false, is_aside: false, is_readable: true };
    const APPENDIX: Printing = Printing { is_aside: true, ..SECTION };
    const COLLECTED: Printing = Printing { is_collected: true, ..APPENDIX };
    const MISPRINT: Printing = Printing { is_readable: false, ..SECTION };
    const FORMAL: Printing = Printing { is_collected: true, ..SECTION };

    #[test]
    fn a_section_takes_precedence_over_a_differing_appendix() {
        let same = |_, _| true;
        let other = |_, _| false;
        assert_eq!(chosen(&[SECTION, COLLECTED], same), 1);
        assert_eq!(chosen(&[SECTION, COLLECTED], other), 0);
        // An amended definition is printed last.
        assert_eq!(chosen(&[SECTION, SECTION, APPENDIX], other), 1);
        assert_eq!(chosen(&[SECTION, SECTION], same), 0);
        // The collected grammar decides between two sections.
        assert_eq!(chosen(&[SECTION, SECTION, COLLECTED], |a, b| (a, b) == (0, 2)), 2);
        // Among appendices, the one that collects the grammar.
        assert_eq!(chosen(&[APPENDIX, COLLECTED, APPENDIX], other), 1);
        assert_eq!(chosen(&[APPENDIX, APPENDIX], other), 1);
        // A section that collects the grammar is not an appendix.
        assert_eq!(chosen(&[FORMAL, SECTION], other), 0);
    }

    #[test]
    fn the_collected_grammar_corrects_a_misprint() {
        assert_eq!(chosen(&[MISPRINT, COLLECTED], |_, _| false), 1);
        let misprint = Printing { is_readable: false, ..COLLECTED };
        assert_eq!(chosen(&[SECTION, misprint], |_, _| false), 0);
        assert_eq!(chosen(&[MISPRINT, misprint], |_, _| false), 0);
    }
}
