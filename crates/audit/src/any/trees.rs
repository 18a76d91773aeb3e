//! The tree of a string by a production of the user's own grammar.
//!
//! In: a grammar, a production and strings. Out: for each string its [`ProductionNode`]s, a node for each production
//! that derives a part of it; or [`NoTree`], which says at which offset no string of the production goes on, or why
//! there is no tree. What is forgotten: the terms between the productions, which
//! [`DerivationTree`](super::derivation_tree::DerivationTree) has.
//!
//! A printed grammar may derive a string in several ways: the first printed alternative goes before others,
//! and each part takes as much as it can. What the notation lends, such as `DIGIT`, has no node. The rules of
//! pest have the nodes that pest gives them: none for a silent rule, and none within an atomic one. They are
//! run as they are written, and not as pest's optimizer writes them. The surprising case is a production that
//! nests in itself: it has no automaton, and it has trees.

use super::derivation_tree::{DerivationTree, Entered, Finder};
use super::{AnyGrammar, Source, UndecidedProduction};
use crate::notation::{Notation, Printed};
use crate::peg::tree::{PestRun, PestTrees};
use crate::printed::chart::Chart;
use crate::printed::rules::Rules;

/// A production that derives a part of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProductionNode {
    /// The name of the production.
    pub rule: String,
    /// The offset of the first byte of the part.
    pub start: usize,
    /// The offset after the last byte of the part.
    pub end: usize,
    /// The number of nodes that stand around this one. The root has none.
    pub depth: usize,
}

/// The reason why a string has no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoTree {
    /// The production does not derive the string, nor any that begins with more bytes of it. Of a rule of
    /// pest, the offset is the furthest at which an expression failed.
    #[error("the string leaves the language at byte {offset}")]
    Stops {
        /// The offset of the byte at which the string leaves the language.
        offset: usize,
        /// The terminals that could stand there, as the grammar writes them, and `end of input`.
        expected: Vec<String>,
    },
    /// The production does not derive the string. The offset at which the string leaves the
    /// language is not known.
    #[error("the production does not derive the string")]
    NotDerived,
    /// The string has more than [`DerivationTree::LONGEST`] bytes.
    #[error("the tree is found of strings of {longest} bytes at most", longest = DerivationTree::LONGEST)]
    TooLong,
    /// The string is not UTF-8, and pest reads nothing else.
    #[error("pest reads only UTF-8")]
    NotUtf8,
    /// The tree takes too long to find or nests too deep, or a production that it may need cannot be followed.
    #[error(
        "the tree takes too long to find, or nests too deep, or needs what cannot be followed: left \
         recursion, a name without a definition, prose, or the stack of pest"
    )]
    Untold,
}

/// Finds the trees of strings by one production.
///
/// ```
/// use grammar_audit::{AnyGrammar, GrammarText, NoTree, Notation, PrintedReader};
///
/// let text = GrammarText { file: "list.abnf", text: "list = \"(\" *item \")\"\nitem = DIGIT / list\n" };
/// let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text)?);
/// let lists = grammar.trees("list")?;
/// let nodes = lists.find(b"(1())").unwrap();
/// let shown: Vec<_> = nodes.iter().map(|node| (node.depth, &*node.rule, node.start, node.end)).collect();
/// assert_eq!(shown, [(0, "list", 0, 5), (1, "item", 1, 2), (1, "item", 2, 4), (2, "list", 2, 4)]);
/// // In the order of the grammar: an item, which is a digit or begins as a list does, or the end of the list.
/// let expected = vec!["DIGIT".to_owned(), "\"(\"".to_owned(), "\")\"".to_owned()];
/// assert_eq!(lists.find(b"(1"), Err(NoTree::Stops { offset: 2, expected }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TreeFinder(Productions);

#[derive(Debug)]
enum Productions {
    Printed(Box<PrintedTrees>),
    Pest(PestTrees),
}

#[derive(Debug)]
struct PrintedTrees {
    rules: Rules,
    notation: Notation,
    /// The number of the production.
    place: usize,
    /// For each production, whether a document prints it, and whether it is followed.
    own: Vec<bool>,
    all: Vec<bool>,
}

impl AnyGrammar {
    /// Finds trees by a production of that name, or by one that the notation lends.
    ///
    /// # Errors
    /// When there is no such production, or the grammar is a list of patterns, which have no productions
    /// within them.
    pub fn trees(&self, rule: &str) -> Result<TreeFinder, UndecidedProduction> {
        let none =
            |why: &str| UndecidedProduction { name: rule.to_owned(), reason: why.to_owned() };
        let unknown = || none(&format!("{}: there is no production `{rule}`", self.file()));
        match &self.source {
            Source::Printed(printed) => PrintedTrees::of(printed, rule)
                .map(|found| TreeFinder(Productions::Printed(Box::new(found))))
                .ok_or_else(unknown),
            Source::Pest(peg) => PestTrees::of(peg, rule)
                .map(|found| TreeFinder(Productions::Pest(found)))
                .ok_or_else(unknown),
            Source::Given(..) => Err(none("a regular expression has no productions, and no tree")),
        }
    }
}

impl TreeFinder {
    /// The nodes of a string: outer ones before those within them, and those from left to right.
    ///
    /// # Errors
    /// When the production does not derive the string, or the tree is not told.
    pub fn find(&self, text: &[u8]) -> Result<Vec<ProductionNode>, NoTree> {
        if text.len() > DerivationTree::LONGEST {
            return Err(NoTree::TooLong);
        }
        match &self.0 {
            Productions::Printed(printed) => printed.find(text),
            Productions::Pest(pest) => {
                match pest.run(str::from_utf8(text).map_err(|_| NoTree::NotUtf8)?) {
                    PestRun::Done(nodes) => Ok(nodes
                        .into_iter()
                        .map(|(rule, (start, end), depth)| ProductionNode {
                            rule,
                            start,
                            end,
                            depth,
                        })
                        .collect()),
                    PestRun::Stops { offset, expected } => Err(NoTree::Stops { offset, expected }),
                    PestRun::Untold => Err(NoTree::Untold),
                }
            }
        }
    }
}

impl PrintedTrees {
    fn of(printed: &Printed, rule: &str) -> Option<Self> {
        let rules = Rules::of(printed);
        let place = rules.place(rule)?;
        let count = rules.productions.len();
        let own = (0..count).map(|at| at < printed.productions.len()).collect();
        Some(Self { notation: printed.notation, place, own, all: vec![true; count], rules })
    }

    fn chart<'r>(&'r self, own: &'r [bool], text: &'r [u8]) -> Chart<'r> {
        Chart::of(&self.rules, self.notation, own, text)
    }

    fn find(&self, text: &[u8]) -> Result<Vec<ProductionNode>, NoTree> {
        let mut chart = self.chart(&self.all, text);
        match chart.has(self.place) {
            None => return Err(NoTree::Untold),
            Some(false) => return Err(self.stops(text)),
            Some(true) => {}
        }
        let mut finder = Finder::new(chart, &self.rules, &[]);
        finder.whole(self.place, text.len(), usize::MAX).ok_or(NoTree::Untold)?;
        let (mut nodes, mut lent) = (Vec::new(), None);
        for Entered { place, span: (start, end), depth } in finder.entered {
            // What stands within something lent is not told of either.
            if lent.is_some_and(|around| depth > around) {
                continue;
            }
            lent = if self.own[place] { None } else { Some(depth) };
            if lent.is_none() || depth == 0 {
                let rule = self.rules.productions[place].name.clone();
                nodes.push(ProductionNode { rule, start, end, depth });
            }
        }
        Ok(nodes)
    }

    /// Where a string that is not derived leaves the language.
    fn stops(&self, text: &[u8]) -> NoTree {
        let offset = self.chart(&self.own, text).stops(self.place);
        let found = offset.and_then(|at| {
            let (expected, may_end) = self.chart(&self.own, text).expected(self.place, at)?;
            Some((at, expected, may_end))
        });
        let Some((offset, expected, may_end)) = found else { return NoTree::NotDerived };
        let mut names: Vec<String> = Vec::new();
        for (_, name) in expected {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.extend(may_end.then(|| "end of input".to_owned()));
        NoTree::Stops { offset, expected: names }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GrammarText, PrintedReader};

    fn printed(text: &str) -> TreeFinder {
        let text = GrammarText { file: "a.abnf", text };
        let printed = PrintedReader::new(Notation::Abnf).read(text).unwrap();
        AnyGrammar::printed(printed).trees("a").unwrap()
    }

    fn shown(nodes: Result<Vec<ProductionNode>, NoTree>) -> Vec<String> {
        let line = |one: &ProductionNode| {
            format!("{}{} {}..{}", " ".repeat(one.depth), one.rule, one.start, one.end)
        };
        nodes.unwrap().iter().map(line).collect()
    }

    fn stops(offset: usize, expected: &[&str]) -> Result<Vec<ProductionNode>, NoTree> {
        let expected = expected.iter().map(|&one| one.to_owned()).collect();
        Err(NoTree::Stops { offset, expected })
    }

    /// An element is a letter, or a list in brackets.
    const NESTS: &str = "a = b *( \",\" b )\nB = ALPHA / \"(\" [ a ] \")\"\n";

    #[test]
    fn a_production_that_nests_has_trees() {
        let found = shown(printed(NESTS).find(b"x,(y)"));
        assert_eq!(found, ["a 0..5", " B 0..1", " B 2..5", "  a 3..4", "   B 3..4"]);
    }

    #[test]
    fn a_string_that_is_not_derived_stops() {
        let nests = printed(NESTS);
        assert_eq!(nests.find(b"x,"), stops(2, &["ALPHA", "\"(\""]));
        assert_eq!(nests.find(b"((x)"), stops(4, &["\",\"", "\")\""]));
        assert_eq!(nests.find(b"x)"), stops(1, &["\",\"", "end of input"]));
        assert_eq!(nests.find(b""), stops(0, &["ALPHA", "\"(\""]));
        // Within a literal the whole of it is named.
        assert_eq!(printed("a = \"http\" / \"ftp\"\n").find(b"htp"), stops(2, &["\"http\""]));
    }

    #[test]
    fn what_is_left_out_is_not_derived() {
        let text = GrammarText { file: "a.ebnf", text: "a ::= b - 'xml'\nb ::= [a-z]+\n" };
        let printed = PrintedReader::new(Notation::W3c).read(text).unwrap();
        let names = AnyGrammar::printed(printed).trees("a").unwrap();
        assert_eq!(shown(names.find(b"xm")), ["a 0..2", " b 0..2"]);
        assert_eq!(names.find(b"xml"), Err(NoTree::NotDerived));
    }

    #[test]
    fn what_cannot_be_followed_is_not_told() {
        assert_eq!(printed("a = a \"x\" / \"y\"\n").find(b"yx"), Err(NoTree::Untold));
        assert_eq!(
            printed("a = \"x\" / \"(\" a \")\"\n").find(&b"(".repeat(2000)),
            Err(NoTree::Untold)
        );
        assert_eq!(printed("a = *\"x\"\n").find(&b"x".repeat(4097)), Err(NoTree::TooLong));
    }

    /// Pest itself gives the same nodes: `tree`, its own test, asks it.
    #[test]
    fn rules_of_pest_have_the_nodes_of_pest() {
        let file = "a = { b ~ (\",\" ~ _s)* ~ EOI }\nb = @{ c+ }\nc = { 'x'..'z' }\n_s = _{ c }\n\
                    WHITESPACE = _{ \" \" }\n";
        let text = GrammarText { file: "a.pest", text: file };
        let finder = AnyGrammar::read_pest(text).unwrap().trees("a").unwrap();
        let found = shown(finder.find(b"xy , z"));
        assert_eq!(found, ["a 0..6", " b 0..2", " c 5..6", " EOI 6..6"]);
        assert_eq!(finder.find(b"xy,"), stops(3, &["'x'..'z'"]));
        assert_eq!(finder.find(b"\xFF"), Err(NoTree::NotUtf8));
    }
}
