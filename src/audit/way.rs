//! The way of a string through a production.
//!
//! In: a printed grammar, a production and a string. Out: a [`Way`], which has the shape of the
//! production's right side: of each choice the alternative that is taken, of each repetition the rounds,
//! of each name the way through the production of that name. A grammar may derive a string in several
//! ways. Where a tree is given, an alternative or a part that is a node of the tree goes before others;
//! then the first printed alternative, and as much as possible in each part from left to right.
//!
//! What is not told: the way of a string that is long, or that takes too many steps, or through a
//! production that recurses on the left or that leaves strings out. The surprising case: a repetition
//! whose rounds may be empty has no more rounds than it must have, unless the tree has a node for one.

use std::collections::HashSet;

use super::any::AnyGrammar;
use super::bnf::Term;
use super::derivation::Derivation;
use super::rules::Rules;
use crate::grammar::Node;

/// The way of a string through a term.
///
/// ```
/// use urispec::Edition;
/// use urispec::audit::{AnyGrammar, Way};
///
/// let rfc3986 = AnyGrammar::of_edition(Edition::Rfc3986.grammars()[0])?;
/// // port = *DIGIT
/// let Some(Way::Repeat(rounds)) = Way::of(&rfc3986, "port", "80", 1, None) else { panic!() };
/// assert_eq!(rounds.len(), 2);
/// assert!(Way::of(&rfc3986, "port", "8o", 1, None).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Bytes are read: by a terminal, or by a name that is followed no further.
    Read,
    /// The way through the production of a name.
    Name(Box<Way>),
    /// The ways through the terms of a sequence.
    Sequence(Vec<Way>),
    /// The alternative that is taken, by its index, and the way through it.
    Choice(usize, Box<Way>),
    /// The rounds of a repetition.
    Repeat(Vec<Way>),
}

impl Way {
    /// The number of bytes that a string may have.
    pub const LONGEST: usize = 4096;

    /// The way of a whole string through a production. Names are followed so many levels deep. There is
    /// none if the production does not derive the string, or if the way cannot be told.
    #[must_use]
    pub fn of(
        grammar: &AnyGrammar,
        rule: &str,
        text: &str,
        levels: usize,
        tree: Option<&Node<'_>>,
    ) -> Option<Self> {
        let printed = grammar.as_printed().filter(|_| text.len() <= Self::LONGEST)?;
        let rules = Rules::of(printed);
        let (place, own) = (rules.place(rule)?, vec![true; rules.productions.len()]);
        let nodes = tree.iter().flat_map(|tree| tree.walk());
        let nodes = nodes.map(|(_, node)| (node.rule(), node.start(), node.end()));
        let mut finder = Finder {
            derivation: Derivation::of(&rules, printed.notation, &own, text.as_bytes()),
            rules: &rules,
            nodes: nodes.collect(),
        };
        let term = rules.productions[place].term.as_ref().ok()?;
        let (from, to) = (0, text.len());
        if !finder.derivation.ends(place, term, from)?.contains(&to) {
            return None;
        }
        finder.way(place, term, (from, to), levels)
    }
}

struct Finder<'r, 't> {
    derivation: Derivation<'r>,
    rules: &'r Rules,
    /// The nodes of the tree: the production, and the span in bytes.
    nodes: HashSet<(&'t str, usize, usize)>,
}

impl<'r> Finder<'r, '_> {
    /// The way of the bytes between two offsets, which the term derives. The recursion goes as deep as
    /// brackets nest, in each level.
    fn way(
        &mut self,
        place: usize,
        term: &'r Term,
        (from, to): (usize, usize),
        levels: usize,
    ) -> Option<Way> {
        match term {
            Term::Bytes(_) | Term::Literal { .. } => Some(Way::Read),
            Term::Name(_) if levels == 0 => Some(Way::Read),
            Term::Name(name) => {
                let callee = self.rules.place(name)?;
                let body = self.rules.productions[callee].term.as_ref().ok()?;
                Some(Way::Name(Box::new(self.way(callee, body, (from, to), levels - 1)?)))
            }
            Term::Choice(all) => {
                let mut taken = None;
                for (index, one) in all.iter().enumerate() {
                    if !self.derivation.ends(place, &one.term, from)?.contains(&to) {
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
                Some(Way::Choice(index, Box::new(self.way(place, term, (from, to), levels)?)))
            }
            Term::Sequence(terms) => {
                let terms: Vec<&Term> = terms.iter().collect();
                Some(Way::Sequence(self.parts(place, &terms, (from, to), levels)?))
            }
            Term::Repeat { min, max, term } => {
                let rounds = self.rounds(place, term, (*min, *max), (from, to))?;
                let terms = vec![&**term; rounds];
                Some(Way::Repeat(self.parts(place, &terms, (from, to), levels)?))
            }
            Term::Difference { .. } => None,
        }
    }

    /// The ways through terms one after the other, each as long as it may be.
    fn parts(
        &mut self,
        place: usize,
        terms: &[&'r Term],
        (from, to): (usize, usize),
        levels: usize,
    ) -> Option<Vec<Way>> {
        // The offsets at which each term may begin, so that those from it on reach the end.
        let mut reached = vec![vec![from]];
        for term in terms {
            let last = reached.last()?;
            let next = self.derivation.after(place, term, &last.clone())?;
            reached.push(next);
        }
        let mut good = vec![vec![to]];
        for (term, starts) in terms.iter().zip(&reached).rev() {
            let mut leading = Vec::new();
            for &start in starts {
                let ends = self.derivation.ends(place, term, start)?;
                if good.last()?.iter().any(|end| ends.contains(end)) {
                    leading.push(start);
                }
            }
            good.push(leading);
        }
        good.reverse();
        let (mut ways, mut at) = (Vec::new(), from);
        for (term, after) in terms.iter().zip(&good[1..]) {
            let ends = self.derivation.ends(place, term, at)?;
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
            if Some(round) == max || round as usize > Way::LONGEST {
                return None;
            }
            level = self.derivation.after(place, term, &level)?;
            round += 1;
        }
        Some(round as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{GrammarText, PrintedReader};
    use crate::edition::Edition;
    use crate::grammar::Notation;

    fn way(grammar: &str, text: &str) -> Option<Way> {
        let text_of = GrammarText { file: "a.abnf", text: grammar };
        let printed = PrintedReader::new(Notation::Abnf).read(text_of).unwrap();
        Way::of(&AnyGrammar::printed(printed), "a", text, 9, None)
    }

    fn choice(index: usize) -> Way {
        Way::Choice(index, Box::new(Way::Read))
    }

    #[test]
    fn the_first_alternative_goes_before_others() {
        assert_eq!(way("a = \"x\" / %x78 / \"y\"\n", "x"), Some(choice(0)));
        assert_eq!(way("a = \"x\" / %x78 / \"y\"\n", "y"), Some(choice(2)));
        assert_eq!(way("a = \"x\" / \"y\"\n", "z"), None);
    }

    #[test]
    fn what_stands_first_takes_what_it_may() {
        let rounds = |count| Way::Repeat(vec![Way::Read; count]);
        let both = |one, other| Some(Way::Sequence(vec![rounds(one), rounds(other)]));
        assert_eq!(way("a = *\"x\" *\"x\"\n", "xxx"), both(3, 0));
        assert_eq!(way("a = *\"x\" 1*\"x\"\n", "xxx"), both(2, 1));
        assert_eq!(way("a = *1\"x\" *\"x\"\n", "xxx"), both(1, 2));
        assert_eq!(way("a = 2\"x\"\n", "x"), None);
        // Three rounds are demanded, and two of them are empty.
        let empty = Way::Repeat(Vec::new());
        let full = Way::Repeat(vec![Way::Read]);
        let all = Way::Repeat(vec![full, empty.clone(), empty]);
        assert_eq!(way("a = 3[ \"x\" ]\n", "x"), Some(all));
    }

    #[test]
    fn names_are_followed_as_deep_as_is_asked() {
        let grammar = AnyGrammar::of_edition(Edition::Rfc3986.grammars()[0]).unwrap();
        let at = |levels| Way::of(&grammar, "port", "8", levels, None);
        assert_eq!(at(0), Some(Way::Repeat(vec![Way::Read])));
        assert_eq!(at(1), Some(Way::Repeat(vec![Way::Name(Box::new(Way::Read))])));
    }

    /// RFC 3986, 3.2.2: of the nine lines of `IPv6address` the second has "::" before five groups, and
    /// the ninth nothing after it.
    #[test]
    fn an_address_takes_one_of_nine_lines() {
        let grammar = AnyGrammar::of_edition(Edition::Rfc3986.grammars()[0]).unwrap();
        for (text, line) in [
            ("1:2:3:4:5:6:7:8", 0),
            ("::2:3:4:5:6:7:8", 1),
            ("1::3:4:5:6:7:8", 2),
            ("::1", 7),
            ("1::", 8),
            ("::", 8),
        ] {
            let way = Way::of(&grammar, "IPv6address", text, 0, None);
            assert!(matches!(way, Some(Way::Choice(at, _)) if at == line), "{text}: {way:?}");
        }
    }

    /// RFC 1738, 3.1, prefers `ip-schemepart`, which is printed second, and so does the tree.
    #[test]
    fn a_tree_goes_before_the_printed_order() {
        let production = Edition::Rfc1738.production("schemepart").unwrap();
        let grammar = AnyGrammar::of_edition(production.grammar()).unwrap();
        let tree = production.tree("//h/p").unwrap();
        let taken = |tree| match Way::of(&grammar, "schemepart", "//h/p", 0, tree) {
            Some(Way::Choice(at, _)) => at,
            way => panic!("{way:?}"),
        };
        assert_eq!((taken(None), taken(Some(&tree))), (0, 1));
    }

    /// The names of the parts of a sequence that are followed and read something, or that are empty nodes.
    fn of_tree(rule: &str, edition: Edition, text: &str) -> Way {
        let production = edition.production(rule).unwrap();
        let grammar = AnyGrammar::of_edition(production.grammar()).unwrap();
        Way::of(&grammar, rule, text, 0, Some(&production.tree(text).unwrap())).unwrap()
    }

    /// RFC 1738, 3.4: what stands behind a second encoded tab is a Gopher+ string, though a search may
    /// have `%09` too.
    #[test]
    fn a_tree_divides_what_may_be_divided_otherwise() {
        let way = of_tree("gopherurl", Edition::Rfc1738, "gopher://a/1x%09y%09z");
        let mut optional = &way;
        // "/", gtype, selector, "%09", search, "%09", gopher+_string: four options within each other.
        for depth in 0..4 {
            let Way::Sequence(parts) = optional else { panic!("{depth}: {optional:?}") };
            let Some(Way::Repeat(rounds)) = parts.last() else { panic!("{depth}: {parts:?}") };
            assert_eq!(rounds.len(), 1, "{depth}");
            optional = &rounds[0];
        }
    }

    /// draft-fielding-url-syntax-05: the empty string is a relative URL, whose path is empty.
    #[test]
    fn a_tree_may_have_what_is_empty() {
        let Way::Sequence(parts) = of_tree("URL-reference", Edition::UrlSyntax05, "") else {
            panic!()
        };
        assert!(matches!(&parts[0], Way::Repeat(rounds) if rounds.len() == 1), "{parts:?}");
        assert_eq!(parts[1], Way::Repeat(Vec::new()));
    }

    #[test]
    fn what_cannot_be_told_is_not() {
        assert_eq!(way("a = a \"x\" / \"y\"\n", "yx"), None);
        assert_eq!(way("a = *( *\"x\" *\"x\" )\n", &"x".repeat(4000)), None);
        assert_eq!(way("a = *\"x\"\n", &"x".repeat(Way::LONGEST + 1)), None);
        assert!(way("a = *\"x\"\n", &"x".repeat(300)).is_some());
    }
}
