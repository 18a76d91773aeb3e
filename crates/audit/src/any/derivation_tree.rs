//! The derivation of a string by a production.
//!
//! In: a printed grammar, a production and a string. Out: a [`DerivationTree`], which has the shape of the
//! production's right side: for each choice the alternative that is taken, for each repetition its iterations, for
//! each name the derivation by the production of that name. A grammar may be ambiguous. If a parse tree is given, an
//! alternative or a part that is a node of that tree is preferred; then the first printed alternative, and the
//! longest match of each part from left to right.
//!
//! There is no derivation for a long string, for one that takes too many steps, and through a left-recursive
//! production. The surprising case: a repetition whose iterations may be empty has no more iterations than its
//! minimum, unless the parse tree has a node for one.

use std::collections::HashSet;

use crate::any::AnyGrammar;
use crate::notation::Term;
use crate::printed::chart::Chart;
use crate::printed::rules::Rules;

/// The depth to which productions may stand within each other.
const DEEPEST: usize = 400;

/// The derivation of a string by a term.
///
/// ```
/// use grammar_audit::{AnyGrammar, GrammarText, Notation, PrintedReader, DerivationTree};
///
/// let text = GrammarText { file: "port.abnf", text: "port = *DIGIT\n" };
/// let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text)?);
/// let Some(DerivationTree::Repeat(rounds)) = DerivationTree::find(&grammar, "port", "80", 1, &[]) else { panic!() };
/// assert_eq!(rounds.len(), 2);
/// assert!(DerivationTree::find(&grammar, "port", "8o", 1, &[]).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DerivationTree {
    /// Bytes are read: by a terminal, or by a name that is followed no further.
    Read,
    /// The way through the production of a name.
    Name(Box<DerivationTree>),
    /// The ways through the terms of a sequence.
    Sequence(Vec<DerivationTree>),
    /// The alternative that is taken, by its index, and the way through it.
    Choice(usize, Box<DerivationTree>),
    /// The rounds of a repetition.
    Repeat(Vec<DerivationTree>),
    /// The way through the term of a difference whose strings are taken.
    Difference(Box<DerivationTree>),
}

impl DerivationTree {
    /// The number of bytes that a string may have.
    pub const LONGEST: usize = 4096;

    /// Finds the derivation of a whole string by a production. Names are expanded `levels` deep. The `nodes` of a
    /// parse tree, each a production and its span in bytes, are preferred to what the grammar would take first.
    /// Returns `None` if the production does not derive the string, or if the derivation cannot be found.
    #[must_use]
    pub fn find(
        grammar: &AnyGrammar,
        rule: &str,
        text: &str,
        levels: usize,
        nodes: &[(&str, usize, usize)],
    ) -> Option<Self> {
        let printed = grammar.as_printed().filter(|_| text.len() <= Self::LONGEST)?;
        let rules = Rules::of(printed);
        let (place, own) = (rules.place(rule)?, vec![true; rules.productions.len()]);
        let chart = Chart::of(&rules, printed.notation, &own, text.as_bytes());
        Finder::new(chart, &rules, nodes).whole(place, text.len(), levels)
    }
}

/// Finds the way of one string.
pub(super) struct Finder<'r, 't> {
    chart: Chart<'r>,
    rules: &'r Rules,
    /// The nodes of the tree: the production, and the span in bytes.
    nodes: HashSet<(&'t str, usize, usize)>,
    /// The productions that the way goes through, outer ones first, each by its number.
    pub(super) entered: Vec<Entered>,
    depth: usize,
}

/// A production that a way goes through.
pub(super) struct Entered {
    /// The number of the production.
    pub(super) place: usize,
    /// The span in bytes.
    pub(super) span: (usize, usize),
    /// The number of productions that are gone through around this one.
    pub(super) depth: usize,
}

impl<'r, 't> Finder<'r, 't> {
    pub(super) fn new(
        chart: Chart<'r>,
        rules: &'r Rules,
        nodes: &[(&'t str, usize, usize)],
    ) -> Self {
        let nodes = nodes.iter().copied().collect();
        Self { chart, rules, nodes, entered: Vec::new(), depth: 0 }
    }

    /// The way of a string of so many bytes through a production, if there is one and it can be told.
    pub(super) fn whole(
        &mut self,
        place: usize,
        length: usize,
        levels: usize,
    ) -> Option<DerivationTree> {
        let term = self.rules.productions[place].term.as_ref().ok()?;
        let has = self.chart.ends(place, term, 0)?.contains(&length);
        if has { self.production(place, term, (0, length), levels) } else { None }
    }

    /// The way through the term of a production.
    fn production(
        &mut self,
        place: usize,
        term: &'r Term,
        span: (usize, usize),
        levels: usize,
    ) -> Option<DerivationTree> {
        let depth = self.depth;
        // The chart goes no deeper by itself; but it may know a part from elsewhere.
        if depth > DEEPEST {
            return None;
        }
        self.entered.push(Entered { place, span, depth });
        self.depth += 1;
        let way = self.way(place, term, span, levels);
        self.depth -= 1;
        way
    }

    /// The way of the bytes between two offsets, which the term derives. The recursion goes as deep as
    /// brackets nest, in each level.
    fn way(
        &mut self,
        place: usize,
        term: &'r Term,
        (from, to): (usize, usize),
        levels: usize,
    ) -> Option<DerivationTree> {
        match term {
            Term::Bytes(_) | Term::Literal { .. } => Some(DerivationTree::Read),
            Term::Name(_) if levels == 0 => Some(DerivationTree::Read),
            Term::Name(name) => {
                let callee = self.rules.place(name)?;
                let body = self.rules.productions[callee].term.as_ref().ok()?;
                let way = self.production(callee, body, (from, to), levels - 1)?;
                Some(DerivationTree::Name(Box::new(way)))
            }
            Term::Choice(all) => {
                let mut taken = None;
                for (index, one) in all.iter().enumerate() {
                    if !self.chart.ends(place, &one.term, from)?.contains(&to) {
                        continue;
                    }
                    let is_node = self.is_node(&one.term, from, to);
                    if is_node || taken.is_none() {
                        taken = Some((index, &one.term));
                    }
                    if is_node {
                        break;
                    }
                }
                let (index, term) = taken?;
                Some(DerivationTree::Choice(
                    index,
                    Box::new(self.way(place, term, (from, to), levels)?),
                ))
            }
            Term::Sequence(terms) => {
                let terms: Vec<&Term> = terms.iter().collect();
                Some(DerivationTree::Sequence(self.parts(place, &terms, (from, to), levels)?))
            }
            Term::Repeat { min, max, term } => {
                let rounds = self.rounds(place, term, (*min, *max), (from, to))?;
                let terms = vec![&**term; rounds];
                Some(DerivationTree::Repeat(self.parts(place, &terms, (from, to), levels)?))
            }
            Term::Difference { from: whole, .. } => {
                let way = self.way(place, whole, (from, to), levels)?;
                Some(DerivationTree::Difference(Box::new(way)))
            }
        }
    }

    /// The ways through terms one after the other, each as long as it may be.
    fn parts(
        &mut self,
        place: usize,
        terms: &[&'r Term],
        (from, to): (usize, usize),
        levels: usize,
    ) -> Option<Vec<DerivationTree>> {
        // The offsets at which each term may begin, so that those from it on reach the end.
        let mut reached = vec![vec![from]];
        for term in terms {
            let last = reached.last()?;
            let next = self.chart.after(place, term, &last.clone())?;
            reached.push(next);
        }
        let mut good = vec![vec![to]];
        for (term, starts) in terms.iter().zip(&reached).rev() {
            let mut leading = Vec::new();
            for &start in starts {
                let ends = self.chart.ends(place, term, start)?;
                if good.last()?.iter().any(|end| ends.contains(end)) {
                    leading.push(start);
                }
            }
            good.push(leading);
        }
        good.reverse();
        let (mut ways, mut at) = (Vec::new(), from);
        for (term, after) in terms.iter().zip(&good[1..]) {
            let ends = self.chart.ends(place, term, at)?;
            let mut ends: Vec<usize> = ends.iter().rev().copied().collect();
            ends.retain(|end| after.contains(end));
            let of_tree = ends.iter().copied().find(|&end| self.is_node(term, at, end));
            let end = of_tree.or(ends.first().copied())?;
            ways.push(self.way(place, term, (at, end), levels)?);
            at = end;
        }
        Some(ways)
    }

    /// Whether the tree has a node that a term derives, by its name or by that of an alternative.
    fn is_node(&self, term: &Term, from: usize, to: usize) -> bool {
        let is_node = |term: &Term| matches!(term, Term::Name(name) if self.nodes.contains(&(&**name, from, to)));
        match term {
            Term::Choice(all) => all.iter().any(|one| is_node(&one.term)),
            term => is_node(term),
        }
    }

    /// The number of rounds that a repetition takes: as few as reach the end, and as it must have. A round
    /// that is empty is one if the tree has a node for it.
    fn rounds(
        &mut self,
        place: usize,
        term: &'r Term,
        (min, max): (u32, Option<u32>),
        (from, to): (usize, usize),
    ) -> Option<usize> {
        let (mut level, mut round) = (vec![from], 0);
        if from == to && min == 0 && max != Some(0) && self.is_node(term, from, to) {
            return Some(1);
        }
        while round < min || !level.contains(&to) {
            // A round that is not empty reads a byte; and what is demanded beyond that is empty.
            if Some(round) == max || round as usize > DerivationTree::LONGEST {
                return None;
            }
            level = self.chart.after(place, term, &level)?;
            round += 1;
        }
        Some(round as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::{GrammarText, PrintedReader};

    fn way(grammar: &str, text: &str) -> Option<DerivationTree> {
        let text_of = GrammarText { file: "a.abnf", text: grammar };
        let printed = PrintedReader::new(Notation::Abnf).read(text_of).unwrap();
        DerivationTree::find(&AnyGrammar::printed(printed), "a", text, 9, &[])
    }

    fn choice(index: usize) -> DerivationTree {
        DerivationTree::Choice(index, Box::new(DerivationTree::Read))
    }

    #[test]
    fn the_first_alternative_goes_before_others() {
        assert_eq!(way("a = \"x\" / %x78 / \"y\"\n", "x"), Some(choice(0)));
        assert_eq!(way("a = \"x\" / %x78 / \"y\"\n", "y"), Some(choice(2)));
        assert_eq!(way("a = \"x\" / \"y\"\n", "z"), None);
    }

    #[test]
    fn what_stands_first_takes_what_it_may() {
        let rounds = |count| DerivationTree::Repeat(vec![DerivationTree::Read; count]);
        let both = |one, other| Some(DerivationTree::Sequence(vec![rounds(one), rounds(other)]));
        assert_eq!(way("a = *\"x\" *\"x\"\n", "xxx"), both(3, 0));
        assert_eq!(way("a = *\"x\" 1*\"x\"\n", "xxx"), both(2, 1));
        assert_eq!(way("a = *1\"x\" *\"x\"\n", "xxx"), both(1, 2));
        assert_eq!(way("a = 2\"x\"\n", "x"), None);
        // Three rounds are demanded, and two of them are empty.
        let empty = DerivationTree::Repeat(Vec::new());
        let full = DerivationTree::Repeat(vec![DerivationTree::Read]);
        let all = DerivationTree::Repeat(vec![full, empty.clone(), empty]);
        assert_eq!(way("a = 3[ \"x\" ]\n", "x"), Some(all));
    }

    #[test]
    fn what_cannot_be_told_is_not() {
        assert_eq!(way("a = a \"x\" / \"y\"\n", "yx"), None);
        assert_eq!(way("a = *( *\"x\" *\"x\" )\n", &"x".repeat(4000)), None);
        assert_eq!(way("a = *\"x\"\n", &"x".repeat(DerivationTree::LONGEST + 1)), None);
        assert!(way("a = *\"x\"\n", &"x".repeat(300)).is_some());
    }
}
