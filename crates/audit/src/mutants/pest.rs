//! Mutants of a `.pest` file. What pest refuses to run is no mutant: `("a"?)*` for `"a"*`.

use grammar_automata::build::Dfa;
use grammar_automata::engine::CharacterSet;
use grammar_peg::Peg;
use grammar_peg::engine::{SpannedRules, Step, characters, shown};

use super::mutant::{Lookahead, Notated, TermShape};
use super::variants::Variant;
use super::{DraftMutant, variants};
use crate::any::AnyGrammar;

/// An expression, as it is written in a file or would be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PestTerm {
    kind: ExprKind,
    text: String,
}

#[derive(Clone, Debug, PartialEq)]
enum ExprKind {
    Name(String),
    Literal(String),
    Insensitive(String),
    Set(CharacterSet),
    Sequence(Vec<PestTerm>),
    Choice(Vec<PestTerm>),
    Repeat(Box<PestTerm>, u32, Option<u32>),
    And(Box<PestTerm>),
    Not(Box<PestTerm>),
    /// What is not taken apart.
    Unknown,
}

/// What an expression is a part of, from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ExprPrecedence {
    Choice,
    Sequence,
    Prefix,
    Repeat,
}

/// The depth to which sets may be made of sets.
const DEPTH: usize = 100;

impl PestTerm {
    fn read(rules: &SpannedRules, source: &str, id: usize) -> Self {
        let node = &rules.nodes[id];
        let read = |id: &usize| Self::read(rules, source, *id);
        let all = |ids: &[usize]| ids.iter().map(read).collect();
        let kind = match &node.step {
            Step::Name(name) => ExprKind::Name(name.clone()),
            Step::Literal(text) => ExprKind::Literal(text.clone()),
            Step::Insensitive(text) => ExprKind::Insensitive(text.clone()),
            Step::Range(first, last) => ExprKind::Set(CharacterSet::of([(*first, *last)])),
            Step::Sequence(parts) => ExprKind::Sequence(all(parts)),
            Step::Choice(parts) => ExprKind::Choice(all(parts)),
            Step::Repeat(of, min, max) => ExprKind::Repeat(Box::new(read(of)), *min, *max),
            Step::And(of) => ExprKind::And(Box::new(read(of))),
            Step::Not(of) => ExprKind::Not(Box::new(read(of))),
            Step::Unknown => ExprKind::Unknown,
        };
        Self { kind, text: source[node.span.0..node.span.1].to_owned() }
    }

    /// The text on one line, shortened if it is long.
    fn shown(&self) -> String {
        shown(&self.text, (0, self.text.len()))
    }

    fn within(&self, place: ExprPrecedence) -> String {
        let own = match &self.kind {
            ExprKind::Choice(_) => ExprPrecedence::Choice,
            // The characters of a set may be a choice of ranges.
            ExprKind::Set(set) if set.ranges().count() != 1 => ExprPrecedence::Choice,
            ExprKind::Sequence(_) => ExprPrecedence::Sequence,
            ExprKind::And(_) | ExprKind::Not(_) | ExprKind::Unknown => ExprPrecedence::Prefix,
            ExprKind::Repeat(..) => ExprPrecedence::Prefix,
            ExprKind::Name(_)
            | ExprKind::Literal(_)
            | ExprKind::Insensitive(_)
            | ExprKind::Set(_) => ExprPrecedence::Repeat,
        };
        if own < place { format!("({})", self.text) } else { self.text.clone() }
    }

    fn of(kind: ExprKind) -> Self {
        let joined = |parts: &[Self], place: ExprPrecedence, sign: &str| {
            parts.iter().map(|part| part.within(place)).collect::<Vec<_>>().join(sign)
        };
        let text = match &kind {
            ExprKind::Name(name) => name.clone(),
            ExprKind::Literal(text) => quoted(text),
            ExprKind::Insensitive(text) => format!("^{}", quoted(text)),
            ExprKind::Set(set) => set_text(set),
            ExprKind::Sequence(parts) if parts.is_empty() => quoted(""),
            ExprKind::Sequence(parts) => joined(parts, ExprPrecedence::Prefix, " ~ "),
            ExprKind::Choice(parts) => joined(parts, ExprPrecedence::Sequence, " | "),
            // pest has no repetition of no times.
            ExprKind::Repeat(_, _, Some(0)) => quoted(""),
            ExprKind::Repeat(of, min, max) => {
                let of = of.within(ExprPrecedence::Repeat);
                match (*min, *max) {
                    (0, Some(1)) => format!("{of}?"),
                    (0, None) => format!("{of}*"),
                    (1, None) => format!("{of}+"),
                    (min, None) => format!("{of}{{{min},}}"),
                    (0, Some(max)) => format!("{of}{{,{max}}}"),
                    (min, Some(max)) if min == max => format!("{of}{{{min}}}"),
                    (min, Some(max)) => format!("{of}{{{min}, {max}}}"),
                }
            }
            ExprKind::And(of) => format!("&{}", of.within(ExprPrecedence::Prefix)),
            ExprKind::Not(of) => format!("!{}", of.within(ExprPrecedence::Prefix)),
            ExprKind::Unknown => quoted(""),
        };
        Self { kind, text }
    }
}

/// A string of pest. A string that has what cannot be seen has its numbers.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|one| match one {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        one if one.is_control() => format!("\\u{{{:02X}}}", u32::from(one)),
        one => one.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn set_text(set: &CharacterSet) -> String {
    let one = |one: char| {
        let text = quoted(&one.to_string()).replace("\\\"", "\"").replace('\'', "\\'");
        format!("'{}'", &text[1..text.len() - 1])
    };
    let ranges = set.ranges().map(|(first, last)| match first == last {
        true => quoted(&first.to_string()),
        false => format!("{}..{}", one(first), one(last)),
    });
    let ranges: Vec<String> = ranges.collect();
    // pest has no sign for no character.
    if ranges.is_empty() { "!ANY ~ ANY".to_owned() } else { ranges.join(" | ") }
}

/// The rules of a file.
struct PestTerms<'p> {
    source: &'p str,
    rules: &'p SpannedRules,
}

impl PestTerms<'_> {
    fn rule(&self, name: &str) -> Option<PestTerm> {
        let rule = &self.rules.rules[*self.rules.numbers.get(name)?];
        Some(PestTerm::read(self.rules, self.source, rule.body))
    }

    /// The set of characters that an expression is, if it is one.
    fn set_within(&self, term: &PestTerm, depth: usize) -> Option<CharacterSet> {
        match &term.kind {
            _ if depth > DEPTH => None,
            ExprKind::Set(set) => Some(set.clone()),
            ExprKind::Literal(text) => {
                let mut all = text.chars();
                let only = all.next().filter(|_| all.next().is_none());
                only.map(CharacterSet::single)
            }
            ExprKind::Insensitive(text) => {
                let mut all = text.chars();
                let only = all.next().filter(|_| all.next().is_none())?;
                let cases = [only.to_ascii_lowercase(), only.to_ascii_uppercase()];
                Some(CharacterSet::of(cases.map(|one| (one, one))))
            }
            ExprKind::Choice(parts) => {
                let sets = parts.iter().map(|part| self.set_within(part, depth + 1));
                sets.reduce(|one, other| Some(one?.union(&other?)))?
            }
            ExprKind::Name(name) => match self.rule(name) {
                Some(rule) => self.set_within(&rule, depth + 1),
                None => characters(name),
            },
            _ => None,
        }
    }
}

impl Notated for PestTerms<'_> {
    type Term = PestTerm;
    const IS_ORDERED: bool = true;

    fn shape(&mut self, term: &PestTerm) -> TermShape<PestTerm> {
        let bytes = |text: &str| text.as_bytes().to_vec();
        match &term.kind {
            ExprKind::Name(name) if self.rule(name).is_none() && name == "SOI" => {
                TermShape::Look { asked: Lookahead::Begin }
            }
            ExprKind::Name(name) if self.rule(name).is_none() && name == "EOI" => {
                TermShape::Look { asked: Lookahead::End }
            }
            ExprKind::Name(_) | ExprKind::Unknown => TermShape::Name,
            ExprKind::Literal(text) => {
                TermShape::Literal { bytes: bytes(text), ignore_case: false }
            }
            ExprKind::Insensitive(text) => {
                TermShape::Literal { bytes: bytes(text), ignore_case: true }
            }
            ExprKind::Set(set) => TermShape::Set(set.clone()),
            ExprKind::Sequence(parts) => TermShape::Sequence(parts.clone()),
            ExprKind::Choice(parts) => {
                let one = |part: &PestTerm| (part.shown(), part.clone());
                TermShape::Choice(parts.iter().map(one).collect())
            }
            &ExprKind::Repeat(ref of, min, max) => {
                TermShape::Repeat { min, max, of: (**of).clone() }
            }
            ExprKind::And(of) => TermShape::Look { asked: Lookahead::Next(of.shown()) },
            ExprKind::Not(of) => TermShape::Look { asked: Lookahead::NotNext(of.shown()) },
        }
    }

    fn term(&self, shape: TermShape<PestTerm>) -> PestTerm {
        PestTerm::of(match shape {
            // What a mutator does not make of its own.
            TermShape::Name | TermShape::Look { .. } => ExprKind::Unknown,
            TermShape::Set(set) => ExprKind::Set(set),
            TermShape::Literal { bytes, ignore_case } => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if ignore_case { ExprKind::Insensitive(text) } else { ExprKind::Literal(text) }
            }
            TermShape::Sequence(parts) => {
                // What reads nothing needs no sign beside others.
                let is_nothing = |part: &PestTerm| part.kind == ExprKind::Sequence(Vec::new());
                ExprKind::Sequence(parts.into_iter().filter(|part| !is_nothing(part)).collect())
            }
            TermShape::Choice(all) => {
                ExprKind::Choice(all.into_iter().map(|(_, term)| term).collect())
            }
            TermShape::Repeat { min, max, of } => ExprKind::Repeat(Box::new(of), min, max),
            // A rule of pest leaves strings out by what it asks.
            TermShape::Difference { from, without } => {
                let asked = PestTerm::of(ExprKind::Not(Box::new(without)));
                ExprKind::Sequence(vec![asked, from])
            }
        })
    }

    fn text(&mut self, term: &PestTerm) -> String {
        term.shown()
    }

    fn set(&mut self, term: &PestTerm) -> Option<CharacterSet> {
        self.set_within(term, 0)
    }

    fn single_characters(&mut self, term: &PestTerm) -> CharacterSet {
        let (mut found, mut seen, mut waiting) =
            (CharacterSet::empty(), Vec::new(), vec![term.clone()]);
        while let Some(term) = waiting.pop() {
            match (self.set(&term), &term.kind) {
                (Some(set), _) => found = found.union(&set),
                (None, ExprKind::Choice(parts)) => waiting.extend(parts.iter().cloned()),
                (None, ExprKind::Name(name)) if !seen.contains(name) => {
                    seen.push(name.clone());
                    waiting.extend(self.rule(name));
                }
                _ => {}
            }
        }
        found
    }
}

/// The language of a rule of a file, alone, with another text between two parts of the file. None if pest refuses the
/// file.
fn language(
    peg: &Peg,
    [before, after]: [&str; 2],
    text: &str,
    rule: &str,
) -> Option<Result<Dfa, String>> {
    // Each mutant takes its time, also one that is not decided.
    if peg.deadline().has_passed() {
        return Some(Err(peg.deadline().to_string()));
    }
    let wrong = match Peg::read(peg.file(), &[before, text, after].concat()) {
        Ok(wrong) => wrong,
        Err(error) => return Some(Err(error.to_string())),
    };
    if wrong.refused_by_pest().len() > peg.refused_by_pest().len() {
        return None;
    }
    let decided = AnyGrammar::pest(wrong.with_deadline(peg.deadline().clone())).decide(&[rule]);
    let alone = decided.language(rule).map(|(dfa, start)| dfa.alone(start));
    Some(alone.map_err(|error| error.to_string()))
}

/// The mutants of what a rule reaches, in the order of the file.
pub(super) fn drafts(peg: &Peg, rule: &str, found: &mut dyn FnMut(DraftMutant)) {
    let source = peg.source();
    let rules = SpannedRules::of(source);
    let reached = peg.reached([rule].into_iter());
    let mut notated = PestTerms { source, rules: &rules };
    let is_reached =
        |name: &str| peg.rules().zip(&reached).any(|(one, is_reached)| one == name && *is_reached);
    let reached: Vec<_> = rules.rules.iter().filter(|one| is_reached(&one.name)).collect();
    let nodes = rules.nodes.iter().filter(|node| {
        let is_literal = matches!(node.step, Step::Literal(_) | Step::Insensitive(_));
        is_literal && rules.rules.get(node.rule).is_some_and(|one| is_reached(&one.name))
    });
    let used = nodes.filter_map(|node| match &node.step {
        Step::Literal(text) | Step::Insensitive(text) => {
            Some(text.chars().next().filter(|one| one.len_utf8() == text.len())?)
        }
        _ => None,
    });
    let used = CharacterSet::of(used.map(|one| (one, one)));
    for one in reached {
        let body = PestTerm::read(&rules, source, one.body);
        let (from, to) = rules.nodes[one.body].outer;
        let subject = format!("`{}`", one.name);
        let mut made = |made: Variant<PestTerm>| {
            let (mutant, term) = made.mutant(&one.name, peg.line(&one.name).unwrap_or_default());
            let around = [&source[..from], &source[to..]];
            let Some(language) = language(peg, around, &term.text, rule) else { return };
            found(DraftMutant { mutant, language });
        };
        variants::variants(&subject, &body, &mut notated, &used, peg.deadline(), &mut made);
    }
}
