//! Single mistakes in a term, as [`Variant`]s of the term.
//!
//! A class is narrowed or widened by one character at its borders. A class that consists of other classes is widened
//! only by border characters that the grammar uses, by one unused border character, and by one character beyond ASCII.
//!
//! If each use is changed by itself, classes are also widened by one character of each other class of the production, as
//! by a digit at the start of a `scheme`. A class of text, with letters and repeated any number of times, is widened by
//! each punctuation mark that the grammar does not use.

use grammar_automata::build::{ByteSet, Deadline, Dfa};
use grammar_automata::engine::{CharacterSet, text};
use grammar_notation::engine::Rules;
use grammar_notation::{Alternative, Languages, Origin, Printed, PrintedProduction, Term};

use super::uses::Calls;
use super::{Found, Lookahead, Mutant, MutantKind, MutantState, Notated, TermShape};
use crate::export::TermText;

/// The character by which a class of letters is widened beyond ASCII.
const BEYOND_ASCII: char = 'é';

/// The maximum number of uses of a class whose chains have more than one call, for mutants that lack something. One
/// valid string kills many of these.
const MOST_NARROWED: usize = 24;
/// The same for a class with one character too many. Each of these mutants needs a string of its own.
const MOST_WIDENED: usize = 12;

/// A term with one mistake.
#[derive(Clone, Debug)]
pub(super) struct Variant<T> {
    pub(super) kind: MutantKind,
    pub(super) fault: String,
    pub(super) reason: String,
    pub(super) term: T,
}

impl<T> Variant<T> {
    /// Returns the mutant of this variant, before it is judged, and the term of the variant.
    pub(super) fn mutant(self, production: &str, line: usize) -> (Mutant, T) {
        let Self { kind, fault, reason, term } = self;
        let (production, section, source, place) = (production.to_owned(), None, None, None);
        let state = MutantState::Equal;
        (Mutant { kind, production, place, section, line, fault, reason, source, state }, term)
    }
}

/// The characters by which classes are widened.
#[derive(Clone, Debug)]
pub(super) struct Widening {
    /// The characters that occur in the grammar as literals. Classes that consist of other classes are widened by these.
    pub(super) used: CharacterSet,
    /// The characters by which a class with letters is widened that may be repeated any number of times.
    pub(super) of_texts: CharacterSet,
    /// The other classes of the production. A class is widened by one character of each.
    pub(super) siblings: Vec<CharacterSet>,
}

impl Widening {
    /// Returns the widening by characters at the borders of classes.
    pub(super) fn borders(used: CharacterSet) -> Self {
        Self { used, of_texts: CharacterSet::empty(), siblings: Vec::new() }
    }
}

/// Creates the variants of a right side one by one, since all of them together take memory that is quadratic in the
/// size of the right side. `subject` is the name of the production in reasons. After the deadline, the terms of
/// variants are only placeholders.
pub(super) fn variants<N: Notated>(
    subject: &str,
    term: &N::Term,
    notated: &mut N,
    widening: &Widening,
    deadline: &Deadline,
    found: &mut dyn FnMut(Variant<N::Term>),
) {
    let (subject, alternative, is_text) = (subject.to_owned(), None, false);
    let mut mutator = Mutator { subject, alternative, is_text, notated, widening, deadline, found };
    mutator.vary(term, TermPosition::Whole, &|_, term| term);
}

/// The position of a term in the production.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TermPosition {
    /// The term is the whole production.
    Whole,
    /// The whole production is a repetition of the term.
    Repeated,
    /// The term is an alternative of a class. It is not widened, since the whole class is widened.
    InClass,
    Part,
}

struct Mutator<'m, N: Notated> {
    /// The name that reasons use for the production, or for the alternative that is being varied.
    subject: String,
    alternative: Option<String>,
    /// Whether the next term may be repeated any number of times.
    is_text: bool,
    notated: &'m mut N,
    widening: &'m Widening,
    deadline: &'m Deadline,
    found: &'m mut dyn FnMut(Variant<N::Term>),
}

/// A function that replaces a term in a right side.
type Within<'w, N> = &'w dyn Fn(&N, <N as Notated>::Term) -> <N as Notated>::Term;

impl<N: Notated> Mutator<'_, N> {
    fn add(&mut self, kind: MutantKind, fault: String, reason: String, term: N::Term) {
        let fault = match &self.alternative {
            Some(alternative) => format!("{fault} in `{alternative}`"),
            None => fault,
        };
        (self.found)(Variant { kind, fault, reason, term });
    }

    /// Creates a term with the given shape, puts it into the right side by `within`, and adds the result as a variant.
    fn put(
        &mut self,
        kind: MutantKind,
        (fault, reason): (String, String),
        shape: TermShape<N::Term>,
        within: Within<'_, N>,
    ) {
        let term = match self.deadline.has_passed() {
            true => self.notated.term(TermShape::Sequence(Vec::new())),
            false => within(self.notated, self.notated.term(shape)),
        };
        self.add(kind, fault, reason, term);
    }

    /// Returns a choice with changed alternatives.
    fn changed(
        &self,
        all: &[(String, N::Term)],
        change: impl FnOnce(&mut Vec<(String, N::Term)>),
    ) -> TermShape<N::Term> {
        let mut changed = if self.deadline.has_passed() { Vec::new() } else { all.to_vec() };
        if changed.len() == all.len() {
            change(&mut changed);
        }
        TermShape::Choice(changed)
    }

    fn vary(&mut self, term: &N::Term, place: TermPosition, within: Within<'_, N>) {
        let is_text = std::mem::take(&mut self.is_text);
        self.class(term, place, is_text, within);
        for slip in self.notated.slips(&self.subject, term) {
            let term = within(self.notated, slip.term);
            self.add(slip.kind, slip.fault, slip.reason, term);
        }
        match self.notated.shape(term) {
            TermShape::Name | TermShape::Set(_) => {}
            TermShape::Literal { bytes, ignore_case } => {
                if place == TermPosition::Whole && !bytes.is_empty() {
                    let fault = format!("`{}` may be missing", self.notated.text(term));
                    let reason = format!("{} cannot be empty", self.subject);
                    let option = TermShape::optional(term.clone());
                    self.put(MutantKind::TooLoose, (fault, reason), option, within);
                }
                self.case(bytes, ignore_case, within);
            }
            TermShape::Sequence(parts) => self.sequence(&parts, place, within),
            TermShape::Choice(all) => self.choice(term, &all, place, within),
            TermShape::Repeat { min, max, of } => self.repeat((min, max), &of, place, within),
            TermShape::Difference { from, without } => {
                let [base, except] = [&from, &without].map(|one| self.notated.text(one));
                self.add(
                    MutantKind::PredicateDropped,
                    format!("`{except}` is not excluded from `{base}`"),
                    format!("{} has no `{except}`", self.subject),
                    within(self.notated, from.clone()),
                );
                self.vary(&from, TermPosition::Part, &|notated, from| {
                    let without = without.clone();
                    within(notated, notated.term(TermShape::Difference { from, without }))
                });
            }
            TermShape::Look { asked } => {
                let (text, subject) = (self.notated.text(term), &self.subject);
                let reason = match asked {
                    Lookahead::Next(next) => format!("{subject} requires that `{next}` follows"),
                    Lookahead::NotNext(next) => {
                        format!("{subject} requires that `{next}` does not follow")
                    }
                    Lookahead::Begin => format!("{subject} begins where the string begins"),
                    Lookahead::End => format!("{subject} ends where the string ends"),
                    Lookahead::Other => format!("{subject} asks for `{text}`"),
                };
                let fault = format!("without `{text}`");
                let nothing = TermShape::Sequence(Vec::new());
                self.put(MutantKind::PredicateDropped, (fault, reason), nothing, within);
            }
        }
    }

    fn sequence(&mut self, parts: &[N::Term], place: TermPosition, within: Within<'_, N>) {
        let subject = self.subject.clone();
        for (at, part) in parts.iter().enumerate() {
            let with = |notated: &N, one: N::Term| {
                let mut parts = parts.to_vec();
                parts[at] = one;
                within(notated, notated.term(TermShape::Sequence(parts)))
            };
            // A term that is repeated as a whole is varied by its bounds, one of several equal parts is enough, and
            // assertions have their own mutants.
            let is_first = !parts[..at].contains(part);
            let shape = self.notated.shape(part);
            let reads = !matches!(shape, TermShape::Repeat { .. } | TermShape::Look { .. });
            if place == TermPosition::Whole && is_first && reads {
                let text = self.notated.text(part);
                let fault = format!("`{text}` may be missing");
                let reason = format!("`{text}` cannot be missing from {subject}");
                let option = TermShape::optional(part.clone());
                self.put(MutantKind::TooLoose, (fault, reason), option, &with);
            }
            self.vary(part, TermPosition::Part, &with);
        }
    }

    fn choice(
        &mut self,
        choice: &N::Term,
        all: &[(String, N::Term)],
        place: TermPosition,
        within: Within<'_, N>,
    ) {
        let subject = self.subject.clone();
        let is_class = self.notated.set(choice).is_some();
        for (at, (text, term)) in all.iter().enumerate() {
            let reason = match place {
                TermPosition::Whole | TermPosition::InClass => format!("{subject} may be `{text}`"),
                TermPosition::Repeated | TermPosition::Part => {
                    format!("{subject} may have `{text}`")
                }
            };
            let others = self.changed(all, |all| drop(all.remove(at)));
            let fault = format!("without `{text}`");
            self.put(MutantKind::AlternativeDropped, (fault, reason), others, within);
            if let (true, false, Some((next, _))) = (N::IS_ORDERED, is_class, all.get(at + 1)) {
                let swapped = self.changed(all, |all| all.swap(at, at + 1));
                let reason = format!("{subject} tries `{text}` before `{next}`");
                let fault = format!("`{next}` before `{text}`");
                self.put(MutantKind::Order, (fault, reason), swapped, within);
            }
            let place = match (place, is_class) {
                (_, true) => TermPosition::InClass,
                (TermPosition::Repeated, false) => TermPosition::Part,
                (place, false) => place,
            };
            let shape = self.notated.shape(term);
            // A name is widened with the whole choice.
            if shape == TermShape::Name {
                continue;
            }
            let is_sequence = matches!(shape, TermShape::Sequence(_));
            let outer = (self.subject.clone(), self.alternative.clone());
            if place == TermPosition::Whole && is_sequence {
                self.subject = format!("the alternative `{text}` of {subject}");
                self.alternative = Some(text.clone());
            }
            self.vary(term, place, &|notated, term| {
                let mut all = all.to_vec();
                all[at].1 = term;
                within(notated, notated.term(TermShape::Choice(all)))
            });
            (self.subject, self.alternative) = outer;
        }
    }

    fn repeat(
        &mut self,
        (min, max): (u32, Option<u32>),
        term: &N::Term,
        place: TermPosition,
        within: Within<'_, N>,
    ) {
        let subject = self.subject.clone();
        let of = self.notated.text(term);
        let repeated = |min, max| TermShape::Repeat { min, max, of: term.clone() };
        let whole = self.notated.term(repeated(min, max));
        let whole = self.notated.text(&whole);
        let is_whole = place == TermPosition::Whole;
        if max.is_none_or(|max| max > min) {
            let reason = match (min, is_whole) {
                (0, true) => format!("{subject} may be empty"),
                (0, false) => format!("`{of}` may be missing from {subject}"),
                (1, _) => format!("one `{of}` is enough in {subject}"),
                (min, _) => format!("{min} `{of}` are enough in {subject}"),
            };
            let fault = match (min, max) {
                (0, Some(1)) => format!("`{of}` required"),
                _ => format!("`{whole}` at least {}", times(min + 1)),
            };
            self.put(MutantKind::TooStrict, (fault, reason), repeated(min + 1, max), within);
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
            self.put(MutantKind::TooStrict, (fault, reason), repeated(min, Some(most)), within);
        }
        if min > 0 {
            let reason = match (min, max) {
                (1, _) if is_whole => format!("{subject} cannot be empty"),
                (min, Some(max)) if min == max => format!("{subject} has {min} `{of}`"),
                (1, _) => format!("{subject} has at least one `{of}`"),
                _ => format!("{subject} has at least {min} `{of}`"),
            };
            let fault = format!("`{whole}` also {}", times(min - 1));
            self.put(MutantKind::TooLoose, (fault, reason), repeated(min - 1, max), within);
        }
        // If an option begins with a bounded repetition, doubling it is almost the same as exceeding the bound.
        let begins_bounded = match self.notated.shape(term) {
            TermShape::Sequence(parts) => parts.first().is_some_and(|first| {
                matches!(self.notated.shape(first), TermShape::Repeat { max: Some(_), .. })
            }),
            _ => false,
        };
        let is_doubled = (min, max) != (0, Some(1)) || !begins_bounded;
        if let Some(max) = max.filter(|_| is_doubled) {
            let reason = match (min, max) {
                (0, 1) => format!("{subject} has `{of}` at most once"),
                (min, max) if min == max => format!("{subject} has {max} `{of}`"),
                _ => format!("{subject} has at most {max} `{of}`"),
            };
            let fault = format!("`{whole}` also {}", times(max + 1));
            self.put(MutantKind::TooLoose, (fault, reason), repeated(min, Some(max + 1)), within);
        }
        let place = if is_whole { TermPosition::Repeated } else { TermPosition::Part };
        self.is_text = (min, max) == (0, None);
        self.vary(term, place, &|notated, of| {
            within(notated, notated.term(TermShape::Repeat { min, max, of }))
        });
    }

    fn case(&mut self, bytes: Vec<u8>, ignore_case: bool, within: Within<'_, N>) {
        if !bytes.iter().any(u8::is_ascii_alphabetic) {
            return;
        }
        let subject = self.subject.clone();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let texts = match ignore_case {
            true => (
                format!("the case of `{text}` matters"),
                format!("the case of `{text}` does not matter in {subject}"),
            ),
            false => (
                format!("the case of `{text}` does not matter"),
                format!("the case of `{text}` matters in {subject}"),
            ),
        };
        let other = TermShape::Literal { bytes, ignore_case: !ignore_case };
        self.put(MutantKind::Case, texts, other, within);
    }

    /// Varies the borders of a class. The class of a choice or of a name consists of all its single-character
    /// alternatives. The borders of a name belong to another production.
    fn class(&mut self, term: &N::Term, place: TermPosition, is_text: bool, within: Within<'_, N>) {
        let shape = self.notated.shape(term);
        let (set, text, is_choice) = match &shape {
            TermShape::Choice(_) | TermShape::Name => {
                (self.notated.single_characters(term), self.notated.text(term), true)
            }
            TermShape::Set(set) => (set.clone(), self.notated.class_text(term, set), false),
            _ => return,
        };
        if set.is_empty() {
            return;
        }
        let mut outside = match shape {
            TermShape::Name => Vec::new(),
            _ => self.outside(&set, is_choice),
        };
        let has_siblings = self.notated.set(term).is_some();
        for one in self.others(&set, has_siblings, is_text) {
            if !outside.contains(&one) {
                outside.push(one);
            }
        }
        let subject = self.subject.clone();
        let is_whole =
            matches!(place, TermPosition::Whole | TermPosition::Repeated | TermPosition::InClass);
        let of = if is_whole { subject } else { format!("`{text}` of {subject}") };
        if place != TermPosition::InClass {
            for one in outside {
                let shown = shown(one);
                let character = self.notated.term(TermShape::Set(CharacterSet::single(one)));
                let wider = [term.clone(), character].map(|term| (String::new(), term));
                let texts = (format!("{shown} in {of}"), format!("{of} cannot have {shown}"));
                let wider = TermShape::Choice(wider.to_vec());
                self.put(MutantKind::ClassWidened, texts, wider, within);
            }
        }
        if is_choice {
            return;
        }
        let mut ends: Vec<char> = set.ranges().flat_map(|(first, last)| [first, last]).collect();
        ends.dedup();
        // The code points between the two are surrogates, so that these borders were not chosen by an author.
        let has_gap = set.contains('\u{D7FF}') && set.contains('\u{E000}');
        ends.retain(|end| !(has_gap && matches!(end, '\u{D7FF}' | '\u{E000}')));
        for one in ends {
            let shown = shown(one);
            let rest = TermShape::Set(set.without(&CharacterSet::single(one)));
            let texts = (format!("no {shown} in {of}"), format!("{of} may have {shown}"));
            self.put(MutantKind::ClassNarrowed, texts, rest, within);
        }
    }

    /// Returns the characters by which a class is widened.
    fn outside(&self, set: &CharacterSet, is_made_of_others: bool) -> Vec<char> {
        let borders = set.ranges().flat_map(|(first, last)| [before(first), after(last)]);
        let mut outside: Vec<char> = borders.flatten().filter(|&one| !set.contains(one)).collect();
        outside.sort_unstable();
        outside.dedup();
        if is_made_of_others {
            let mut is_first = true;
            outside
                .retain(|&one| self.widening.used.contains(one) || std::mem::take(&mut is_first));
        }
        if set.contains('z') && !set.contains(BEYOND_ASCII) {
            outside.push(BEYOND_ASCII);
        }
        outside
    }

    /// Returns the characters beyond the borders by which a class is widened.
    fn others(&self, set: &CharacterSet, has_siblings: bool, is_text: bool) -> Vec<char> {
        let Widening { of_texts, siblings, .. } = self.widening;
        let siblings = siblings.iter().filter(|_| has_siblings);
        let mut others: Vec<char> = siblings.filter_map(|one| first(&one.without(set))).collect();
        if is_text && set.contains('z') {
            others.extend(of_texts.without(set).ranges().flat_map(|(from, to)| from..=to));
        }
        others.sort_unstable();
        others.dedup();
        others
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

fn first(set: &CharacterSet) -> Option<char> {
    set.ranges().next().map(|(first, _)| first)
}

fn before(one: char) -> Option<char> {
    (char::MIN..one).next_back()
}

fn after(one: char) -> Option<char> {
    (one..=char::MAX).nth(1)
}

/// Returns the text that a reason shows for a character.
pub(super) fn shown(one: char) -> String {
    match one {
        '`' => "the backtick".to_owned(),
        ' ' => "a space".to_owned(),
        one if one.is_ascii_graphic() || one.is_alphabetic() => format!("`{one}`"),
        one => format!("U+{:04X}", u32::from(one)),
    }
}

// Mutants of a printed grammar.

/// The beginning of the comment line that lists the programs that make a mistake.
const SOURCE: &str = "source:";

impl Notated for TermText<'_> {
    type Term = Term;
    const IS_ORDERED: bool = false;

    fn shape(&mut self, term: &Term) -> TermShape<Term> {
        match term {
            Term::Name(_) => TermShape::Name,
            // The UTF-8 of a character is not analyzed further.
            Term::Bytes(_) | Term::Sequence(_) => match (TermText::set(self, term), term) {
                (Some(set), _) => TermShape::Set(set),
                (None, Term::Sequence(parts)) => TermShape::Sequence(parts.clone()),
                (None, _) => TermShape::Name,
            },
            Term::Literal { bytes, ignore_case } => {
                TermShape::Literal { bytes: bytes.clone(), ignore_case: *ignore_case }
            }
            Term::Choice(all) => TermShape::Choice(
                all.iter().map(|one| (one.text.clone(), one.term.clone())).collect(),
            ),
            &Term::Repeat { min, max, ref term } => {
                TermShape::Repeat { min, max, of: (**term).clone() }
            }
            Term::Difference { from, without } => {
                TermShape::Difference { from: (**from).clone(), without: (**without).clone() }
            }
        }
    }

    fn term(&self, shape: TermShape<Term>) -> Term {
        match shape {
            // ABNF cannot express these, and a mutator never creates them.
            TermShape::Name | TermShape::Look { .. } => Term::Sequence(Vec::new()),
            TermShape::Set(set) => {
                let sequences = set.ranges().flat_map(|(first, last)| text::range(first, last));
                let one = |sets: Vec<ByteSet>| {
                    Term::sequence(sets.into_iter().map(Term::Bytes).collect())
                };
                Term::Choice(sequences.map(|sets| Alternative::new("", one(sets))).collect())
            }
            TermShape::Literal { bytes, ignore_case } => Term::Literal { bytes, ignore_case },
            TermShape::Sequence(parts) => Term::Sequence(parts),
            TermShape::Choice(all) => {
                let all = all.into_iter().map(|(text, term)| Alternative::new(&text, term));
                Term::choice(all.collect())
            }
            TermShape::Repeat { min, max, of } => Term::Repeat { min, max, term: Box::new(of) },
            TermShape::Difference { from, without } => {
                Term::Difference { from: Box::new(from), without: Box::new(without) }
            }
        }
    }

    fn text(&mut self, term: &Term) -> String {
        self.of(term)
    }

    fn class_text(&mut self, _: &Term, set: &CharacterSet) -> String {
        ranges(set)
    }

    fn set(&mut self, term: &Term) -> Option<CharacterSet> {
        TermText::set(self, term)
    }

    fn single_characters(&mut self, term: &Term) -> CharacterSet {
        TermText::single_characters(self, term)
    }
}

/// Returns the language of one production of a grammar.
fn language(printed: &Printed, production: &str) -> Result<Dfa, String> {
    let languages = Languages::of_those(printed, &[production]);
    match languages.start(production) {
        Some(Ok(start)) => Ok(languages.dfa().restrict(start)),
        Some(Err(why)) => Err(why.to_string()),
        None => Err(format!("{} has no production `{production}`", printed.file)),
    }
}

/// Creates the mutants of everything that a production reaches, in the printed order. Each listed mistake is a mutant
/// too. Imported productions belong to other grammars, and are assumed to be correct. If `each_use` is true, there are
/// also mutants in which only one use of a production is changed.
pub(super) fn drafts(
    printed: &Printed,
    production: &str,
    mistakes: Option<&Printed>,
    each_use: bool,
    found: Found<'_>,
) {
    let mut texts = TermText::new(printed);
    let reached = Rules::new(printed).reached(&[production]);
    let borders = Widening::borders(used(printed, &reached, &mut texts));
    let calls = each_use.then(|| Calls::new(printed, production, &reached));
    let of_texts = match each_use {
        true => unused(printed, &reached, &mut texts),
        false => CharacterSet::empty(),
    };
    // The same grammar, except for the production with the mistake.
    let mut wrong = printed.clone();
    let deadline = &printed.deadline;
    for (at, one) in printed.productions.iter().enumerate() {
        let is_own = !matches!(one.origin, Origin::Imported { .. });
        let Ok(term) = &one.term else { continue };
        if !is_own || !reached[at] {
            continue;
        }
        let own = mistakes.iter().flat_map(|all| &all.productions);
        let own = own.filter(|mistake| printed.notation.is_same(&mistake.name, &one.name));
        let listed: Vec<_> = own.filter_map(listed).collect();
        // `place` is the changed use in `wrong`, if only one use is changed.
        let mut draft = |wrong: &mut Printed, at: usize, place: Option<&str>, variant, source| {
            let (mutant, term) = Variant::mutant(variant, &one.name, one.line);
            let (section, place) = (one.section.clone(), place.map(str::to_owned));
            let mutant = Mutant { section, source, place, ..mutant };
            wrong.productions[at].term = Ok(term);
            // Each mutant takes time, even if it is not decided.
            let language = match deadline.has_passed() {
                true => Err(deadline.to_string()),
                false => language(wrong, production),
            };
            found(mutant, language);
        };
        for (variant, source) in listed {
            draft(&mut wrong, at, None, variant, source);
        }
        let siblings = match each_use {
            true => term.all().into_iter().filter_map(|term| texts.set(term)).collect(),
            false => Vec::new(),
        };
        let widening = Widening { of_texts: of_texts.clone(), siblings, ..borders.clone() };
        let subject = format!("`{}`", one.name);
        let mut made = |variant| draft(&mut wrong, at, None, variant, None);
        variants(&subject, term, &mut texts, &widening, deadline, &mut made);
        wrong.productions[at].term = Ok(term.clone());
        let Some(calls) = &calls else { continue };
        let is_class = is_class(term, &mut texts);
        let widening = Widening { siblings: Vec::new(), ..widening };
        for (is_widened, most) in [(false, MOST_NARROWED), (true, MOST_WIDENED)] {
            for one in calls.uses(at, if is_class { most } else { 0 }) {
                let mut wrong = calls.with_copy(&one, at);
                let copy = wrong.productions.len() - 1;
                let [subject, place] = ["`", ""].map(|quote| calls.text(&one, at, quote));
                let mut made = |mut variant: Variant<Term>| {
                    if (variant.kind == MutantKind::ClassWidened) == is_widened {
                        variant.term = calls.own(&variant.term, at);
                        draft(&mut wrong, copy, Some(&place), variant, None);
                    }
                };
                variants(&subject, term, &mut texts, &widening, deadline, &mut made);
            }
        }
    }
}

/// Returns whether most alternatives of a right side are single characters.
fn is_class(term: &Term, texts: &mut TermText<'_>) -> bool {
    match term {
        Term::Choice(all) => {
            let of_one = all.iter().filter(|one| texts.set(&one.term).is_some()).count();
            2 * of_one > all.len()
        }
        _ => texts.set(term).is_some(),
    }
}

/// Reads a listed mistake: the comment above the production states the correct rule, and a line of it that begins with
/// `source:` names the programs that make the mistake.
fn listed(one: &PrintedProduction) -> Option<(Variant<Term>, Option<String>)> {
    let (reason, source) = match one.comment.split_once(SOURCE) {
        Some((reason, source)) => (reason, Some(source)),
        None => (&*one.comment, None),
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (fault, reason, term) = (words(&one.text), words(reason), one.term.clone().ok()?);
    Some((Variant { kind: MutantKind::Mistake, fault, reason, term }, source.map(words)))
}

/// Returns the characters that the reached productions contain as literals, not only in ranges.
fn used(printed: &Printed, reached: &[bool], texts: &mut TermText<'_>) -> CharacterSet {
    let all = printed.productions.iter().zip(reached);
    let terms = all.filter(|(_, is_reached)| **is_reached).flat_map(|(one, _)| one.term.iter());
    let literals = terms.flat_map(Term::all).filter(|term| matches!(term, Term::Literal { .. }));
    let sets = literals.filter_map(|term| texts.set(term));
    sets.reduce(|one, other| one.union(&other)).unwrap_or_else(CharacterSet::empty)
}

/// Returns the punctuation marks of ASCII, and the space, that no reached production contains.
fn unused(printed: &Printed, reached: &[bool], texts: &mut TermText<'_>) -> CharacterSet {
    let all = printed.productions.iter().zip(reached);
    let terms = all.filter(|(_, is_reached)| **is_reached).flat_map(|(one, _)| one.term.iter());
    let marks = (' '..='~').filter(|one| !one.is_ascii_alphanumeric());
    let mut unused = CharacterSet::from_ranges(marks.map(|one| (one, one)));
    for term in terms.flat_map(Term::all) {
        match (term, texts.set(term)) {
            (_, Some(set)) => unused = unused.without(&set),
            (Term::Literal { bytes, .. }, None) => {
                let letters = bytes.iter().map(|&byte| (char::from(byte), char::from(byte)));
                unused = unused.without(&CharacterSet::from_ranges(letters));
            }
            _ => {}
        }
    }
    unused
}

/// Formats the ranges of a set, such as `1-9`.
fn ranges(set: &CharacterSet) -> String {
    let bare = |one: char| shown(one).trim_matches('`').to_owned();
    let range = |(first, last): (char, char)| match first == last {
        true => bare(first),
        false => format!("{}-{}", bare(first), bare(last)),
    };
    set.ranges().map(range).collect::<Vec<_>>().join(" / ")
}
