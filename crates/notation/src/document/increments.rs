//! What adds to a production: `=/` (RFC 5234, 3.3). The collected grammar may include an increment of a section: that
//! is decided, by its terms or by automata, and what is not included is added, with a note. An increment adds to the
//! definition above it: where that is replaced by another further down, so is what was added to it.

use std::collections::{BTreeMap, HashMap};

use super::extracted::{Extracted, ExtractedProduction, PrintedAgain, PrintedPlace};
use super::groups::{Sameness, are_same_by_name, decide, either, is_same_term};
use super::judge::Judged;
use crate::notations::{NoteKind, Printed, Term};

/// The number of increments that are looked for in the collected grammar by automata.
const DECIDED: usize = 24;
/// The number of pairs of alternatives that are compared.
const COMPARED: usize = 100_000;
/// The number of terms of right sides that are compared whatever their names stand for.
const LETTERED: usize = 4_000;

enum Fate {
    Included,
    /// It belongs to a definition, on this line, that is not taken.
    Replaced(usize),
    Added,
}

/// Decides which increments are parts of the grammar, and notes what another section adds.
pub(super) fn settle(all: &Judged<'_>, extracted: &mut Extracted) {
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
                Fate::Replaced(line) => {
                    Some(format!("`=/` adds to the production of line {line}, and goes with it"))
                }
                Fate::Added if is_beside(base, one) => None,
                Fate::Added => Some(format!("`=/` adds to {}", shown(&base.place))),
            };
            let note = |text| one.note(&extracted.file, NoteKind::Departure, text);
            extracted.notes.extend(text.map(note));
            let sameness = match fate {
                Fate::Added => continue,
                Fate::Included => Sameness::Language,
                Fate::Replaced(line) => Sameness::Undecided {
                    why: format!("it adds to the production of line {line}, which is not taken"),
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

fn is_beside(base: &ExtractedProduction, one: &ExtractedProduction) -> bool {
    one.places().any(|place| place.section == base.place.section)
}

fn shown(place: &PrintedPlace) -> String {
    match &place.section {
        Some(section) => format!("the production of section {section}, line {}", place.line),
        None => format!("the production of line {}", place.line),
    }
}

fn definitions(base: &ExtractedProduction) -> Vec<(usize, bool)> {
    let again = base.again.iter().filter(|again| !again.place.is_increment);
    let again = again.map(|again| (again.place.line, again.sameness.is_same()));
    let mut all: Vec<(usize, bool)> = again.chain([(base.place.line, true)]).collect();
    all.sort_unstable();
    all
}

/// The line of the definition to which an increment belongs, if that is not taken and says otherwise. It is the last
/// above the increment, or else the first below it.
fn replaced(definitions: &[(usize, bool)], one: &ExtractedProduction) -> Option<usize> {
    let belongs = |place: &PrintedPlace| {
        let above = definitions.partition_point(|(line, _)| *line <= place.line);
        definitions[above.saturating_sub(1)]
    };
    let is_taken = one.places().any(|place| belongs(place).1);
    (!is_taken).then(|| belongs(&one.place).0)
}

/// The question whether the collected grammar includes an increment.
struct Inclusion<'e> {
    all: &'e Judged<'e>,
    printed: Option<Option<Printed>>,
    decided: usize,
    compared: usize,
}

impl Inclusion<'_> {
    /// Whether the right side of a collected production includes another. False says nothing.
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
        if both.all().len() < LETTERED
            && are_same_by_name(notation, &[(collected, &both)]) == [true]
        {
            return true;
        }
        let printed = self.printed.get_or_insert_with(|| extracted.plain());
        let printed = printed.as_ref();
        printed.is_some_and(|printed| decide(printed, name, collected, &both).is_same())
    }
}

/// The alternatives of a right side.
fn alternatives(term: &Term) -> impl Iterator<Item = &Term> {
    let (all, one) = match term {
        Term::Choice(all) => (&all[..], None),
        one => (&[][..], Some(one)),
    };
    all.iter().map(|one| &one.term).chain(one)
}
