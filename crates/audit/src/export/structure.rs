//! A pattern that follows the productions of a grammar.
//!
//! In: a production. Out: a [`Tree`] in which each production that the production reaches is a group
//! with its name, as often as it is called; a production that is a set of characters is a class. What
//! calls itself at its end is a repetition: `xalphas = xalpha [ xalphas ]` is `xalpha+`. Other
//! recursion has no pattern that follows it, though the language may have one.
//!
//! The surprising case: a production of one line may become a pattern of megabytes, as each call is
//! written out. The number of parts has a bound.

use grammar_automata::build::ByteSet;

use super::PARTS;
use super::sets::Productions;
use crate::notation::{Printed, PrintedProduction, Term};
use crate::regex::{CharacterSet, Mode, Tree};

/// The reason why no pattern follows a production.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unstructured {
    /// A name has no production.
    #[error("`{0}` is not defined")]
    Undefined(String),
    /// A production cannot be used as printed.
    #[error("{0}")]
    Unreadable(String),
    /// Productions call each other in a circle.
    #[error(
        "`{}` calls itself ({}), and a pattern cannot; the minimal automaton (`--minimal`) may have one",
        .0[0], .0.join(" → ")
    )]
    Recursive(Vec<String>),
    /// A production leaves strings out of others.
    #[error(
        "`{0}` leaves out some strings of others, for which a pattern has no sign; the minimal \
         automaton (`--minimal`) has a pattern"
    )]
    Exception(String),
    /// The pattern would be too large.
    #[error(
        "a pattern that follows the productions would have more than {PARTS} parts; the minimal \
         automaton (`--minimal`) may have a smaller one"
    )]
    TooLarge,
    /// A production has bytes that are no characters.
    #[error("`{0}` has octets above 7F that are no characters, and a pattern is of characters")]
    Octets(String),
}

/// The tree of a production.
pub(crate) fn structure(printed: &Printed, name: &str) -> Result<Tree, Unstructured> {
    let lent = printed.notation.built_in();
    let productions = Productions::of(printed, lent);
    let mut following = Following { productions, way: Vec::new(), parts: 0 };
    following.named(name)
}

struct Following<'g> {
    productions: Productions<'g>,
    /// The productions that are being written out, from the first to the last.
    way: Vec<&'g PrintedProduction>,
    parts: usize,
}

/// What a production is, by whether it ends with a call of itself.
#[derive(Default)]
struct Split {
    /// What stands before such a call.
    again: Vec<Tree>,
    /// What has no such call.
    ends: Vec<Tree>,
}

impl<'g> Following<'g> {
    fn named(&mut self, name: &str) -> Result<Tree, Unstructured> {
        let production = self.productions.get(name);
        let production = production.ok_or_else(|| Unstructured::Undefined(name.to_owned()))?;
        if let Some(at) = self.way.iter().position(|one| one.name == production.name) {
            let mut cycle: Vec<String> =
                self.way[at..].iter().map(|one| one.name.clone()).collect();
            cycle.push(production.name.clone());
            return Err(Unstructured::Recursive(cycle));
        }
        let term = production.term.as_ref();
        let term = term.map_err(|why| Unstructured::Unreadable(why.to_string()))?;
        self.way.push(production);
        let Split { mut again, mut ends } = self.split(term)?;
        self.way.pop();
        let end = if ends.len() == 1 { ends.remove(0) } else { Tree::Choice(ends) };
        let tree = if again.is_empty() {
            end
        } else {
            let once = if again.len() == 1 { again.remove(0) } else { Tree::Choice(again) };
            repeated(once, end)
        };
        Ok(Tree::Group { of: Box::new(tree), name: Some(production.name.clone()) })
    }

    /// Divides a term by whether it ends with a call of the production that is being written out.
    fn split(&mut self, term: &'g Term) -> Result<Split, Unstructured> {
        if !self.calls_itself(term) {
            return Ok(Split { again: Vec::new(), ends: vec![self.tree(term)?] });
        }
        match term {
            Term::Name(_) => Ok(Split { again: vec![Tree::EMPTY], ends: Vec::new() }),
            Term::Choice(all) => {
                let mut split = Split::default();
                for one in all {
                    let Split { again, ends } = self.split(&one.term)?;
                    split.again.extend(again);
                    split.ends.extend(ends);
                }
                Ok(split)
            }
            Term::Repeat { min: 0, max: Some(1), term } => {
                let mut split = self.split(term)?;
                split.ends.push(Tree::EMPTY);
                Ok(split)
            }
            Term::Sequence(parts) => {
                let Some((last, before)) = parts.split_last() else { return Ok(Split::default()) };
                let begin = before.iter().map(|part| self.tree(part));
                let begin = begin.collect::<Result<Vec<Tree>, _>>()?;
                let Split { again, ends } = self.split(last)?;
                let with = |tree: Tree| Tree::Sequence([&begin[..], &[tree]].concat());
                Ok(Split {
                    again: again.into_iter().map(with).collect(),
                    ends: ends.into_iter().map(with).collect(),
                })
            }
            // The call is not at the end, and writing it out says so.
            _ => Ok(Split { again: Vec::new(), ends: vec![self.tree(term)?] }),
        }
    }

    fn calls_itself(&self, term: &Term) -> bool {
        let Some(own) = self.way.last().map(|one| self.productions.key(&one.name)) else {
            return false;
        };
        let mut all = term.all().into_iter();
        all.any(|term| term.name().is_some_and(|name| self.productions.key(name) == own))
    }

    fn tree(&mut self, term: &'g Term) -> Result<Tree, Unstructured> {
        self.parts += 1;
        if self.parts > PARTS {
            return Err(Unstructured::TooLarge);
        }
        // A class speaks for itself, and needs no name.
        if let Some(set) = self.productions.set(term) {
            return Ok(Tree::Set(set));
        }
        match term {
            Term::Name(name) => self.named(name),
            Term::Bytes(_) => Err(self.octets()),
            Term::Literal { bytes, ignore_case } => self.literal(bytes, *ignore_case),
            Term::Sequence(parts) => {
                let parts = parts.iter().map(|part| self.tree(part)).collect::<Result<_, _>>()?;
                Ok(Tree::Sequence(parts))
            }
            Term::Choice(all) => self.choice(all.iter().map(|one| &one.term)),
            Term::Repeat { max: Some(0), .. } => Ok(Tree::EMPTY),
            Term::Repeat { min, max, term } => {
                let of = Box::new(self.tree(term)?);
                Ok(Tree::Repeat { of, min: *min, max: *max, mode: Mode::Greedy })
            }
            Term::Difference { .. } => {
                let name = self.way.last().map(|one| one.name.clone());
                Err(Unstructured::Exception(name.unwrap_or_default()))
            }
        }
    }

    /// A choice. The alternatives that are sets of characters are one class.
    fn choice(&mut self, all: impl Iterator<Item = &'g Term>) -> Result<Tree, Unstructured> {
        let (mut parts, mut has_empty): (Vec<Tree>, bool) = (Vec::new(), false);
        for term in all {
            let tree = self.tree(term)?;
            if tree.is_empty() {
                has_empty = true;
                continue;
            }
            let known = parts.iter_mut().find_map(|part| match part {
                Tree::Set(known) => Some(known),
                _ => None,
            });
            match (known, tree) {
                (Some(known), Tree::Set(set)) => *known = known.clone().union(&set),
                (_, tree) => parts.push(tree),
            }
        }
        let some = if parts.len() == 1 { parts.remove(0) } else { Tree::Choice(parts) };
        Ok(match has_empty {
            true => Tree::Repeat { of: Box::new(some), min: 0, max: Some(1), mode: Mode::Greedy },
            false => some,
        })
    }

    fn literal(&self, bytes: &[u8], ignore_case: bool) -> Result<Tree, Unstructured> {
        let text = std::str::from_utf8(bytes).map_err(|_| self.octets())?;
        let set = |one: char| match u8::try_from(one) {
            Ok(byte) if ignore_case => CharacterSet::of(
                ByteSet::ignoring_case(byte).iter().map(|byte| (byte.into(), byte.into())),
            ),
            _ => CharacterSet::single(one),
        };
        Ok(Tree::Sequence(text.chars().map(|one| Tree::Set(set(one))).collect()))
    }

    fn octets(&self) -> Unstructured {
        let name = self.way.last().map(|one| one.name.clone());
        Unstructured::Octets(name.unwrap_or_default())
    }
}

/// `once* end`. Where the end is an `once` that may be missing or not, one repetition says so.
fn repeated(once: Tree, end: Tree) -> Tree {
    let repeat = |min, of| Tree::Repeat { of: Box::new(of), min, max: None, mode: Mode::Greedy };
    // `a = b [ a ]`: `b b*`.
    match (&once, &end) {
        (Tree::Sequence(again), Tree::Sequence(ends))
            if again.last() == Some(&Tree::EMPTY)
                && (again == ends || again[..again.len() - 1] == ends[..]) =>
        {
            repeat(1, Tree::Sequence(again[..again.len() - 1].to_vec()))
        }
        _ => Tree::Sequence(vec![repeat(0, once), end]),
    }
}
