//! What may be wrong in one point of a term.
//!
//! In: the right side of a production. Out: [`Variant`]s of it: each a term that is wrong in one point, with two
//! phrases: what is wrong, and what the production says instead.
//!
//! A class of characters is narrowed and widened at its borders, where mistakes are made by one; what lies between two
//! borders is left alone. A class that is made of others is widened by what it has most likely by mistake: by the
//! characters at its borders that mean something elsewhere in the grammar, by one that stands nowhere in it, and, if it has
//! letters, by one beyond ASCII.

use super::mutant::MutantKind;
use crate::basics::bytes::ByteSet;
use crate::basics::utf8;
use crate::export::TermText;
use crate::notation::{Alternative, Term};
use crate::regex::CharacterSet;

/// A character beyond ASCII, for a class that has letters and none of those.
const BEYOND_ASCII: char = 'é';

/// A term that is wrong in one point.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) kind: MutantKind,
    pub(super) fault: String,
    pub(super) reason: String,
    pub(super) term: Term,
}

/// The variants of a production's right side. `used` are the characters that the grammar has anywhere.
pub(super) fn variants(
    production: &str,
    term: &Term,
    texts: &mut TermText<'_>,
    used: &CharacterSet,
) -> Vec<Variant> {
    let mut found = Vec::new();
    let subject = format!("`{production}`");
    let (alternative, found_here) = (None, &mut found);
    Mutator { subject, alternative, texts, used, found: found_here }.vary(
        term,
        Place::Whole,
        &|term| term,
    );
    found
}

/// Where a term stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It is all of the production.
    Whole,
    /// It is all that the production repeats.
    Repeated,
    /// It is an alternative of a class, whose borders are those of the class.
    InClass,
    Part,
}

struct Mutator<'m, 'g> {
    /// The production as the reasons name it: with the alternative that is varied, if it has several.
    subject: String,
    alternative: Option<String>,
    texts: &'m mut TermText<'g>,
    used: &'m CharacterSet,
    found: &'m mut Vec<Variant>,
}

/// Puts a term to the place of another in a right side.
type Within<'w> = &'w dyn Fn(Term) -> Term;

impl Mutator<'_, '_> {
    fn add(&mut self, kind: MutantKind, fault: String, reason: String, term: Term) {
        let fault = match &self.alternative {
            Some(alternative) => format!("{fault} in `{alternative}`"),
            None => fault,
        };
        self.found.push(Variant { kind, fault, reason, term });
    }

    fn vary(&mut self, term: &Term, place: Place, within: Within<'_>) {
        self.class(term, place, within);
        match term {
            Term::Name(_) | Term::Bytes(_) => {}
            Term::Literal { bytes, ignore_case } => {
                if place == Place::Whole && !bytes.is_empty() {
                    let fault = format!("`{}` may be missing", self.texts.of(term));
                    let reason = format!("{} cannot be empty", self.subject);
                    self.add(MutantKind::TooLoose, fault, reason, within(term.clone().optional()));
                }
                self.case(bytes, *ignore_case, within);
            }
            // The UTF-8 of a character has no parts.
            Term::Sequence(_) if self.texts.set(term).is_some() => {}
            Term::Sequence(parts) => self.sequence(parts, place, within),
            Term::Choice(all) => self.choice(term, all, place, within),
            Term::Repeat { min, max, term } => self.repeat((*min, *max), term, place, within),
            Term::Difference { from, without } => {
                let [base, except] = [from, without].map(|one| self.texts.of(one));
                self.add(
                    MutantKind::PredicateDropped,
                    format!("`{except}` not excepted from `{base}`"),
                    format!("{} has no `{except}`", self.subject),
                    within((**from).clone()),
                );
                let rest = without.clone();
                self.vary(from, Place::Part, &|from| {
                    within(Term::Difference { from: Box::new(from), without: rest.clone() })
                });
            }
        }
    }

    fn sequence(&mut self, parts: &[Term], place: Place, within: Within<'_>) {
        let subject = self.subject.clone();
        for (at, part) in parts.iter().enumerate() {
            let with = |one: Term| {
                let mut parts = parts.to_vec();
                parts[at] = one;
                within(Term::Sequence(parts))
            };
            // What is repeated as a whole has its bounds, and of parts that are alike one is enough.
            let is_first = !parts[..at].contains(part);
            if place == Place::Whole && is_first && !matches!(part, Term::Repeat { .. }) {
                let text = self.texts.of(part);
                self.add(
                    MutantKind::TooLoose,
                    format!("`{text}` may be missing"),
                    format!("`{text}` cannot be missing from {subject}"),
                    with(part.clone().optional()),
                );
            }
            self.vary(part, Place::Part, &with);
        }
    }

    fn choice(&mut self, choice: &Term, all: &[Alternative], place: Place, within: Within<'_>) {
        let subject = self.subject.clone();
        let is_class = self.texts.set(choice).is_some();
        for (at, one) in all.iter().enumerate() {
            let text = &one.text;
            let mut others = all.to_vec();
            others.remove(at);
            let reason = match place {
                Place::Whole | Place::InClass => format!("{subject} may be `{text}`"),
                Place::Repeated | Place::Part => format!("{subject} may have `{text}`"),
            };
            self.add(
                MutantKind::AlternativeDropped,
                format!("without `{text}`"),
                reason,
                within(Term::choice(others)),
            );
            let place = match (place, is_class) {
                (_, true) => Place::InClass,
                (Place::Repeated, false) => Place::Part,
                (place, false) => place,
            };
            let is_named = place == Place::Whole && matches!(one.term, Term::Sequence(_));
            let outer = (self.subject.clone(), self.alternative.clone());
            if is_named {
                self.subject = format!("{subject} as `{text}`");
                self.alternative = Some(text.clone());
            }
            self.vary(&one.term, place, &|term| {
                let mut all = all.to_vec();
                all[at].term = term;
                within(Term::Choice(all))
            });
            (self.subject, self.alternative) = outer;
        }
    }

    fn repeat(
        &mut self,
        (min, max): (u32, Option<u32>),
        term: &Term,
        place: Place,
        within: Within<'_>,
    ) {
        let subject = self.subject.clone();
        let of = self.texts.of(term);
        let whole = self.texts.of(&repeated(min, max, term));
        let is_whole = place == Place::Whole;
        let with = |min, max| within(repeated(min, max, term));
        if max.is_none_or(|max| max > min) {
            let reason = match (min, is_whole) {
                (0, true) => format!("{subject} may be empty"),
                (0, false) if max == Some(1) => format!("{subject} may lack `{of}`"),
                (0, false) => format!("{subject} may have no `{of}`"),
                (1, _) => format!("one `{of}` is enough in {subject}"),
                (min, _) => format!("{min} `{of}` are enough in {subject}"),
            };
            let fault = match (min, max) {
                (0, Some(1)) => format!("`{of}` required"),
                _ => format!("`{whole}` at least {}", times(min + 1)),
            };
            self.add(MutantKind::TooStrict, fault, reason, with(min + 1, max));
            let most = max.map_or(min.max(1), |max| max - 1);
            let reason = match max {
                Some(1) => format!("{subject} may have `{of}`"),
                Some(max) => format!("{subject} may have {max} `{of}`"),
                None => format!("{subject} may have more than {most} `{of}`"),
            };
            let fault = match max {
                Some(1) => format!("without `{whole}`"),
                _ => format!("`{whole}` at most {}", times(most)),
            };
            self.add(MutantKind::TooStrict, fault, reason, with(min, Some(most)));
        }
        if min > 0 {
            let reason = match (min, max) {
                (1, _) if is_whole => format!("{subject} cannot be empty"),
                (min, Some(max)) if min == max => format!("{subject} has {min} `{of}`"),
                (1, _) => format!("{subject} has at least one `{of}`"),
                _ => format!("{subject} has at least {min} `{of}`"),
            };
            let fault = format!("`{whole}` also {}", times(min - 1));
            self.add(MutantKind::TooLoose, fault, reason, with(min - 1, max));
        }
        // Where an option begins with a bounded repetition, twice of it is more or less one repetition out of bounds.
        let is_bounded = |term: &Term| matches!(term, Term::Repeat { max: Some(_), .. });
        let begins_bounded =
            matches!(term, Term::Sequence(parts) if parts.first().is_some_and(is_bounded));
        let is_doubled = (min, max) != (0, Some(1)) || !begins_bounded;
        if let Some(max) = max.filter(|_| is_doubled) {
            let reason = match (min, max) {
                (0, 1) => format!("{subject} has `{of}` once at most"),
                (min, max) if min == max => format!("{subject} has {max} `{of}`"),
                _ => format!("{subject} has at most {max} `{of}`"),
            };
            let fault = format!("`{whole}` also {}", times(max + 1));
            self.add(MutantKind::TooLoose, fault, reason, with(min, Some(max + 1)));
        }
        let place = if is_whole { Place::Repeated } else { Place::Part };
        self.vary(term, place, &|term| within(repeated(min, max, &term)));
    }

    fn case(&mut self, bytes: &[u8], ignore_case: bool, within: Within<'_>) {
        if !bytes.iter().any(u8::is_ascii_alphabetic) {
            return;
        }
        let subject = self.subject.clone();
        let text = String::from_utf8_lossy(bytes);
        let term = within(Term::Literal { bytes: bytes.to_vec(), ignore_case: !ignore_case });
        let (fault, reason) = match ignore_case {
            true => (
                format!("the case of `{text}` matters"),
                format!("the case of `{text}` does not matter in {subject}"),
            ),
            false => (
                format!("the case of `{text}` does not matter"),
                format!("the case of `{text}` matters in {subject}"),
            ),
        };
        self.add(MutantKind::Case, fault, reason, term);
    }

    /// The borders of a class: of a choice, the characters that all its alternatives of single characters have.
    fn class(&mut self, term: &Term, place: Place, within: Within<'_>) {
        let (set, text) = match term {
            Term::Choice(_) => {
                let set = self.texts.single_characters(term);
                if set.is_empty() {
                    return;
                }
                (set, self.texts.of(term))
            }
            Term::Bytes(_) | Term::Sequence(_) => match self.texts.set(term) {
                Some(set) if !set.is_empty() => {
                    let text = ranges(&set);
                    (set, text)
                }
                _ => return,
            },
            _ => return,
        };
        let subject = self.subject.clone();
        let is_whole = matches!(place, Place::Whole | Place::Repeated | Place::InClass);
        let of = if is_whole { subject } else { format!("`{text}` of {subject}") };
        if place != Place::InClass {
            for one in self.outside(&set, matches!(term, Term::Choice(_))) {
                let shown = shown(one);
                let all = [term.clone(), characters(&CharacterSet::single(one))];
                let wider = all.map(|term| Alternative::new("", term)).to_vec();
                let (fault, reason) =
                    (format!("{shown} in {of}"), format!("{of} cannot have {shown}"));
                self.add(MutantKind::ClassWidened, fault, reason, within(Term::Choice(wider)));
            }
        }
        if matches!(term, Term::Choice(_)) {
            return;
        }
        let mut ends: Vec<char> = set.ranges().flat_map(|(first, last)| [first, last]).collect();
        ends.dedup();
        for one in ends {
            let shown = shown(one);
            let rest = characters(&set.without(&CharacterSet::single(one)));
            let (fault, reason) = (format!("no {shown} in {of}"), format!("{of} may have {shown}"));
            self.add(MutantKind::ClassNarrowed, fault, reason, within(rest));
        }
    }

    /// The characters that a class is widened by.
    fn outside(&self, set: &CharacterSet, is_made_of_others: bool) -> Vec<char> {
        let borders = set.ranges().flat_map(|(first, last)| [before(first), after(last)]);
        let mut outside: Vec<char> = borders.flatten().filter(|&one| !set.contains(one)).collect();
        outside.sort_unstable();
        outside.dedup();
        if is_made_of_others {
            let mut is_first = true;
            outside.retain(|&one| self.used.contains(one) || std::mem::take(&mut is_first));
        }
        if set.contains('z') && !set.contains(BEYOND_ASCII) {
            outside.push(BEYOND_ASCII);
        }
        outside
    }
}

fn repeated(min: u32, max: Option<u32>, term: &Term) -> Term {
    Term::Repeat { min, max, term: Box::new(term.clone()) }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

fn before(one: char) -> Option<char> {
    (char::MIN..one).next_back()
}

fn after(one: char) -> Option<char> {
    (one..=char::MAX).nth(1)
}

/// A character as a reason shows it.
fn shown(one: char) -> String {
    match one {
        '`' => "the backtick".to_owned(),
        ' ' => "a space".to_owned(),
        one if one.is_ascii_graphic() || one.is_alphabetic() => format!("`{one}`"),
        one => format!("U+{:04X}", u32::from(one)),
    }
}

/// The ranges of a set: `1-9`.
fn ranges(set: &CharacterSet) -> String {
    let bare = |one: char| shown(one).trim_matches('`').to_owned();
    let range = |(first, last): (char, char)| match first == last {
        true => bare(first),
        false => format!("{}-{}", bare(first), bare(last)),
    };
    set.ranges().map(range).collect::<Vec<_>>().join(" / ")
}

/// The term of a set of characters.
fn characters(set: &CharacterSet) -> Term {
    let sequences = set.ranges().flat_map(|(first, last)| utf8::range(first, last));
    let one = |sets: Vec<ByteSet>| Term::sequence(sets.into_iter().map(Term::Bytes).collect());
    Term::Choice(sequences.map(|sets| Alternative::new("", one(sets))).collect())
}
