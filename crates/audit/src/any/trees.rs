//! The derivation tree of a string: a node for each production that derives a part of it.
//!
//! If there are several trees, the first printed alternative is preferred, and each part is as long as possible. A pest
//! rule is run instead, and its tree has pest's nodes. A production with nested recursion has a tree, but no automaton.

use std::collections::HashSet;

use grammar_notation::engine::{Chart, MembershipTest, Replaced, Rules};
use grammar_notation::{Notation, Printed, Term};
use grammar_peg::engine::{PestRun, PestTrees};

use super::unrolled::other_fault;
use super::{AnyGrammar, LanguageSource, UndecidedProduction};

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
    /// The number of enclosing nodes, which is 0 for the root.
    pub depth: usize,
}

/// The reason why a string has no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoTree {
    /// No string of the production begins with the bytes up to and including the byte at the offset. For a rule of
    /// pest, the offset is the furthest position at which an expression failed.
    #[error("the string leaves the language at byte {offset}")]
    Stops {
        /// The offset of the byte at which the string leaves the language.
        offset: usize,
        /// The terminals that were expected at the offset, as the grammar writes them, and `end of input`.
        expected: Vec<String>,
    },
    /// The production does not derive the string. The offset at which the string leaves the language is unknown.
    #[error("the production does not derive the string")]
    NotDerived,
    /// The string has more than [`DerivationTree::LONGEST`] bytes.
    #[error("trees are limited to strings of {longest} bytes", longest = DerivationTree::LONGEST)]
    TooLong,
    /// The string is not UTF-8, which pest requires.
    #[error("pest reads only UTF-8")]
    NotUtf8,
    /// The tree takes too many steps to find.
    #[error("it takes too many steps to find the tree")]
    TooManySteps,
    /// The productions are nested too deep in the tree.
    #[error("the string is nested too deep for a tree")]
    TooDeep,
    /// The rule uses the stack of pest, which the search for trees does not support.
    #[error("no tree is found for rules that use the stack of pest")]
    Stack,
    /// A production that the tree may need cannot be followed: it is undefined or unreadable, such as prose.
    #[error("{why}")]
    Unsupported {
        /// The reason why the production cannot be followed.
        why: String,
    },
}

/// A finder of derivation trees, which show how one production derives strings.
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
pub struct TreeFinder(TreeProductions);

#[derive(Debug)]
enum TreeProductions {
    Printed(Box<PrintedTrees>),
    Pest(PestTrees),
}

#[derive(Debug)]
struct PrintedTrees {
    rules: Rules,
    notation: Notation,
    place: usize,
    /// For each production, whether a document prints it.
    own: Vec<bool>,
    /// `true` for each production: the list for a chart that follows all productions.
    all: Vec<bool>,
}

impl AnyGrammar {
    /// Creates a finder of trees for a production of the grammar, or for a production that the notation provides.
    ///
    /// # Errors
    /// Returns an error if there is no such production, or if the grammar is a list of patterns, which have no inner
    /// productions.
    pub fn trees(&self, rule: &str) -> Result<TreeFinder, UndecidedProduction> {
        let none = |why| UndecidedProduction::new(rule, why);
        let found = match &self.source {
            LanguageSource::Printed(printed) => PrintedTrees::of(printed, rule)
                .map(|found| TreeProductions::Printed(Box::new(found))),
            LanguageSource::Pest(peg) => PestTrees::new(peg, rule).map(TreeProductions::Pest),
            LanguageSource::Given(..) => {
                return Err(none(
                    "a regular expression has no productions, and therefore no parse tree"
                        .to_owned(),
                ));
            }
        };
        let unknown = || none(format!("{}: there is no production `{rule}`", self.file()));
        found.map(TreeFinder).ok_or_else(unknown)
    }
}

impl TreeFinder {
    /// Returns the nodes of a string in preorder.
    ///
    /// # Errors
    /// Returns an error if the production does not derive the string, or if the tree cannot be determined.
    pub fn find(&self, text: &[u8]) -> Result<Vec<ProductionNode>, NoTree> {
        if text.len() > DerivationTree::LONGEST {
            return Err(NoTree::TooLong);
        }
        match &self.0 {
            TreeProductions::Printed(printed) => printed.find(text),
            TreeProductions::Pest(pest) => {
                let node = |(rule, (start, end), depth)| ProductionNode { rule, start, end, depth };
                match pest.run(str::from_utf8(text).map_err(|_| NoTree::NotUtf8)?) {
                    PestRun::Done(nodes) => Ok(nodes.into_iter().map(node).collect()),
                    PestRun::Stops { offset, expected } => Err(NoTree::Stops { offset, expected }),
                    PestRun::Unknown if pest.uses_stack() => Err(NoTree::Stack),
                    PestRun::Unknown => Err(NoTree::TooManySteps),
                }
            }
        }
    }
}

impl TreeFinder {
    /// Returns why the production does not derive a string, or `None` if it does. The string need not have a tree that
    /// [`find`](Self::find) can find.
    ///
    /// # Errors
    /// Returns the reason why the membership is unknown.
    pub fn rejects(&self, text: &[u8]) -> Result<Option<NoTree>, NoTree> {
        if let TreeProductions::Printed(printed) = &self.0
            && text.len() <= DerivationTree::LONGEST
            && let Some(derives) = printed.derives(text)
        {
            return Ok((!derives).then(|| printed.stops(text)));
        }
        match self.find(text) {
            Ok(_) => Ok(None),
            Err(why @ (NoTree::Stops { .. } | NoTree::NotDerived | NoTree::NotUtf8)) => {
                Ok(Some(why))
            }
            Err(why) => Err(why),
        }
    }
}

impl PrintedTrees {
    fn of(printed: &Printed, rule: &str) -> Option<Self> {
        let rules = Rules::new(printed);
        let place = rules.place(rule)?;
        let count = rules.productions.len();
        let own = (0..count).map(|at| at < printed.productions.len()).collect();
        Some(Self { notation: printed.notation, place, own, all: vec![true; count], rules })
    }

    fn chart<'r>(&'r self, own: &'r [bool], text: &'r [u8]) -> Chart<'r> {
        Chart::new(&self.rules, self.notation, own, text)
    }

    fn find(&self, text: &[u8]) -> Result<Vec<ProductionNode>, NoTree> {
        let mut chart = self.chart(&self.all, text);
        match chart.has(self.place) {
            None => return Err(self.untold(&chart)),
            Some(false) => return Err(self.stops(text)),
            Some(true) => {}
        }
        let mut finder = Finder::new(chart, &self.rules, &[]);
        if finder.whole(self.place, text.len(), usize::MAX).is_none() {
            return Err(self.untold(&finder.chart));
        }
        let (mut nodes, mut lent) = (Vec::new(), None);
        for Entered { place, span: (start, end), depth } in finder.entered {
            // The productions inside a built-in rule are not reported either.
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

    /// Returns why a tree was not found.
    fn untold(&self, chart: &Chart<'_>) -> NoTree {
        match other_fault(&self.rules, self.place) {
            Some(why) => NoTree::Unsupported { why },
            None if chart.is_spent() => NoTree::TooManySteps,
            None => NoTree::TooDeep,
        }
    }

    /// Returns whether the production derives a string, or `None` if this is unknown. Does not search for a tree.
    fn derives(&self, text: &[u8]) -> Option<bool> {
        let members = MembershipTest::new(&self.rules, &Replaced::default());
        members.has(&self.rules.productions[self.place].name, text)
    }

    /// Returns the error for an underivable string, with the offset at which it leaves the language if that is known.
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

// The derivation of a string by a production. There is none for a long string, or for one that takes too many steps. No
// production derives itself from the same span. A repetition whose iterations may be empty has only its minimum number
// of iterations, unless the parse tree has a node for an empty iteration.

/// The maximum depth of nested productions.
const DEEPEST: usize = 400;

/// The derivation of a string by a term, in the shape of the term.
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
    /// Bytes matched by a terminal, or by a name that is not expanded.
    Read,
    /// The derivation through the production that a name refers to.
    Name(Box<DerivationTree>),
    /// The derivations through the terms of a sequence.
    Sequence(Vec<DerivationTree>),
    /// The alternative that matches, by its index, and the derivation through it.
    Choice(usize, Box<DerivationTree>),
    /// The iterations of a repetition.
    Repeat(Vec<DerivationTree>),
    /// The derivation through the first term of a difference.
    Difference(Box<DerivationTree>),
}

impl DerivationTree {
    /// The maximum length of a string, in bytes.
    pub const LONGEST: usize = 4096;

    /// Finds the derivation of a whole string by a production. Names are expanded `levels` deep. Each of the `nodes` of
    /// a known parse tree is a production and its span in bytes. These nodes take precedence over the grammar's own
    /// order. Returns `None` if the production does not derive the string, or if the derivation cannot be found.
    #[must_use]
    pub fn find(
        grammar: &AnyGrammar,
        rule: &str,
        text: &str,
        levels: usize,
        nodes: &[(&str, usize, usize)],
    ) -> Option<Self> {
        let printed = grammar.as_printed().filter(|_| text.len() <= Self::LONGEST)?;
        let rules = Rules::new(printed);
        let (place, own) = (rules.place(rule)?, vec![true; rules.productions.len()]);
        let chart = Chart::new(&rules, printed.notation, &own, text.as_bytes());
        Finder::new(chart, &rules, nodes).whole(place, text.len(), levels)
    }
}

/// A search for the derivation of one string.
struct Finder<'r, 't> {
    chart: Chart<'r>,
    rules: &'r Rules,
    /// The nodes of the preferred parse tree: for each, the production and the span in bytes.
    nodes: HashSet<(&'t str, usize, usize)>,
    /// The productions entered so far, in preorder.
    entered: Vec<Entered>,
    /// The productions that enclose the current term, with their spans in bytes.
    open: Vec<(usize, (usize, usize))>,
    /// Whether a derivation was given up because a production would enclose itself with the same span.
    is_cyclic: bool,
}

/// A record of an entered production, with the part of the string that it derives.
struct Entered {
    place: usize,
    /// The span in bytes.
    span: (usize, usize),
    /// The number of productions that enclose this one.
    depth: usize,
}

impl<'r, 't> Finder<'r, 't> {
    fn new(chart: Chart<'r>, rules: &'r Rules, nodes: &[(&'t str, usize, usize)]) -> Self {
        let nodes = nodes.iter().copied().collect();
        Self { chart, rules, nodes, entered: Vec::new(), open: Vec::new(), is_cyclic: false }
    }

    /// Returns the derivation of a string of `length` bytes by a production, if it can be found.
    fn whole(&mut self, place: usize, length: usize, levels: usize) -> Option<DerivationTree> {
        let term = self.rules.productions[place].term.as_ref().ok()?;
        let has = self.chart.ends(place, term, 0)?.contains(&length);
        if has { self.production(place, term, (0, length), levels) } else { None }
    }

    /// Enters a production, and returns the derivation through its term.
    fn production(
        &mut self,
        place: usize,
        term: &'r Term,
        span: (usize, usize),
        levels: usize,
    ) -> Option<DerivationTree> {
        let depth = self.open.len();
        // The chart goes no deeper, but may contain a part that was derived elsewhere.
        if depth > DEEPEST {
            return None;
        }
        // A production may derive itself: `a = a / "x"`. There is a derivation without that step.
        if self.open.contains(&(place, span)) {
            self.is_cyclic = true;
            return None;
        }
        self.entered.push(Entered { place, span, depth });
        self.open.push((place, span));
        let way = self.way(place, term, span, levels);
        self.open.pop();
        way
    }

    /// Returns the derivation of the bytes between two offsets by a term, which must derive them. Within each
    /// production, the recursion is as deep as the nesting of brackets.
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
                let mut choices: Vec<(usize, &Term)> = Vec::new();
                for (index, one) in all.iter().enumerate() {
                    if self.chart.ends(place, &one.term, from)?.contains(&to) {
                        choices.push((index, &one.term));
                    }
                }
                // An alternative with a node comes first.
                let node = choices.iter().position(|(_, term)| self.is_node(term, from, to));
                if let Some(node) = node {
                    choices[..=node].rotate_right(1);
                }
                let is_derived = !choices.is_empty();
                for (index, term) in choices {
                    let entered = self.entered.len();
                    if let Some(way) = self.way(place, term, (from, to), levels) {
                        return Some(DerivationTree::Choice(index, Box::new(way)));
                    }
                    if !std::mem::take(&mut self.is_cyclic) {
                        return None;
                    }
                    self.entered.truncate(entered);
                }
                self.is_cyclic = is_derived;
                None
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

    /// Returns the derivations of consecutive terms, each as long as possible.
    fn parts(
        &mut self,
        place: usize,
        terms: &[&'r Term],
        (from, to): (usize, usize),
        levels: usize,
    ) -> Option<Vec<DerivationTree>> {
        // The offsets at which each term may begin; `good` keeps those from which the remaining terms reach the end.
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
            let other = ends.iter().copied().find(|&end| !self.is_open(term, (at, end)));
            let end = of_tree.or(other).or(ends.first().copied())?;
            ways.push(self.way(place, term, (at, end), levels)?);
            at = end;
        }
        Some(ways)
    }

    /// Returns whether the term is a name whose production encloses the current term with this span.
    fn is_open(&self, term: &Term, span: (usize, usize)) -> bool {
        let callee = term.name().and_then(|name| self.rules.place(name));
        callee.is_some_and(|callee| self.open.contains(&(callee, span)))
    }

    /// Returns whether the term or one of its alternatives is a name that has a node with this span in the parse tree.
    fn is_node(&self, term: &Term, from: usize, to: usize) -> bool {
        let is_node = |term: &Term| matches!(term, Term::Name(name) if self.nodes.contains(&(&**name, from, to)));
        match term {
            Term::Choice(all) => all.iter().any(|one| is_node(&one.term)),
            term => is_node(term),
        }
    }

    /// Returns the least number of iterations with which a repetition derives the span. An empty iteration counts if
    /// the parse tree has a node for it.
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
            // A non-empty iteration reads a byte, and further required iterations are empty.
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
    use crate::{GrammarText, PrintedReader};
    use grammar_notation::Notation;

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

    /// An element is a letter or a bracketed list.
    const NESTS: &str = "a = b *( \",\" b )\nB = ALPHA / \"(\" [ a ] \")\"\n";

    #[test]
    fn a_recursive_production_has_trees() {
        let found = shown(printed(NESTS).find(b"x,(y)"));
        assert_eq!(found, ["a 0..5", " B 0..1", " B 2..5", "  a 3..4", "   B 3..4"]);
    }

    #[test]
    fn a_left_recursive_production_has_trees() {
        let sum = printed("a = a \"+\" n / n\nn = DIGIT\n");
        let all = ["a 0..5", " a 0..3", "  a 0..1", "   n 0..1", "  n 2..3", " n 4..5"];
        assert_eq!(shown(sum.find(b"1+2+3")), all);
        assert_eq!(sum.find(b"1+"), stops(2, &["DIGIT"]));
        assert_eq!(sum.find(b"+"), stops(0, &["DIGIT"]));
        // A production that derives itself has no node for that.
        for text in ["a = a / \"x\"\n", "a = [ \"y\" ] a / \"x\"\n", "a = b / \"x\"\nb = a\n"] {
            assert_eq!(shown(printed(text).find(b"x")), ["a 0..1"], "{text}");
        }
        let either = printed("a = a [ \"+\" n ] / n\nn = DIGIT\n");
        assert_eq!(shown(either.find(b"1+2")), ["a 0..3", " a 0..1", "  n 0..1", " n 2..3"]);
    }

    #[test]
    fn a_string_outside_the_language_has_an_offset() {
        let nests = printed(NESTS);
        assert_eq!(nests.find(b"x,"), stops(2, &["ALPHA", "\"(\""]));
        assert_eq!(nests.find(b"((x)"), stops(4, &["\",\"", "\")\""]));
        assert_eq!(nests.find(b"x)"), stops(1, &["\",\"", "end of input"]));
        assert_eq!(nests.find(b""), stops(0, &["ALPHA", "\"(\""]));
        // Inside a literal, the whole literal is expected.
        assert_eq!(printed("a = \"http\" / \"ftp\"\n").find(b"htp"), stops(2, &["\"http\""]));
    }

    #[test]
    fn strings_excluded_by_a_difference_are_not_derived() {
        let text = GrammarText { file: "a.ebnf", text: "a ::= b - 'xml'\nb ::= [a-z]+\n" };
        let printed = PrintedReader::new(Notation::W3c).read(text).unwrap();
        let names = AnyGrammar::printed(printed).trees("a").unwrap();
        assert_eq!(shown(names.find(b"xm")), ["a 0..2", " b 0..2"]);
        assert_eq!(names.find(b"xml"), Err(NoTree::NotDerived));
    }

    #[test]
    fn derivations_beyond_the_limits_are_not_reported() {
        let why = |text: &str, string: &[u8]| printed(text).find(string).unwrap_err();
        let NoTree::Unsupported { why: prose } = why("a = \"(\" a / <any text.>\n", b"yx") else {
            panic!()
        };
        assert!(prose.contains("prose"), "{prose}");
        let NoTree::Unsupported { why: none } = why("a = \"(\" a / b\n", b"yx") else { panic!() };
        assert!(none.contains("`b`, which is not defined"), "{none}");
        let nested = "a = \"x\" / \"(\" a \")\"\n";
        assert_eq!(why(nested, &b"(".repeat(2000)), NoTree::TooDeep);
        let slow = format!("a = {} \"!\"\nb = \"(\" b \")\" / \"y\"\n", "*(*\"x\" / b) ".repeat(9));
        assert_eq!(why(&slow, &b"x".repeat(3000)), NoTree::TooManySteps);
        // Membership is known without a tree.
        assert_eq!(printed(nested).rejects(b"((x))"), Ok(None));
        let open = stops(4, &["\")\""]).unwrap_err();
        assert_eq!(printed(nested).rejects(b"((x)"), Ok(Some(open)));
        let deep = [&b"(".repeat(2000)[..], b"x", &b")".repeat(2000)].concat();
        assert_eq!(printed(nested).rejects(&deep), Ok(None));
        assert_eq!(printed(nested).rejects(&deep[1..]), Ok(Some(NoTree::NotDerived)));
        assert_eq!(printed("a = *\"x\"\n").find(&b"x".repeat(4097)), Err(NoTree::TooLong));
    }

    /// The tests of `grammar_peg` check that pest gives the same nodes.
    #[test]
    fn trees_of_pest_rules_have_the_nodes_of_pest() {
        let file = "a = { b ~ (\",\" ~ _s)* ~ EOI }\nb = @{ c+ }\nc = { 'x'..'z' }\n_s = _{ c }\n\
                    WHITESPACE = _{ \" \" }\n";
        let text = GrammarText { file: "a.pest", text: file };
        let finder = AnyGrammar::read_pest(text).unwrap().trees("a").unwrap();
        let found = shown(finder.find(b"xy , z"));
        assert_eq!(found, ["a 0..6", " b 0..2", " c 5..6", " EOI 6..6"]);
        assert_eq!(finder.find(b"xy,"), stops(3, &["'x'..'z'"]));
        assert_eq!(finder.find(b"\xFF"), Err(NoTree::NotUtf8));
    }

    fn derivation(grammar: &str, text: &str) -> Option<DerivationTree> {
        let text_of = GrammarText { file: "a.abnf", text: grammar };
        let printed = PrintedReader::new(Notation::Abnf).read(text_of).unwrap();
        DerivationTree::find(&AnyGrammar::printed(printed), "a", text, 9, &[])
    }

    fn choice(index: usize) -> DerivationTree {
        DerivationTree::Choice(index, Box::new(DerivationTree::Read))
    }

    #[test]
    fn the_first_alternative_takes_precedence() {
        assert_eq!(derivation("a = \"x\" / %x78 / \"y\"\n", "x"), Some(choice(0)));
        assert_eq!(derivation("a = \"x\" / %x78 / \"y\"\n", "y"), Some(choice(2)));
        assert_eq!(derivation("a = \"x\" / \"y\"\n", "z"), None);
    }

    #[test]
    fn the_first_part_matches_as_much_as_it_may() {
        let rounds = |count| DerivationTree::Repeat(vec![DerivationTree::Read; count]);
        let both = |one, other| Some(DerivationTree::Sequence(vec![rounds(one), rounds(other)]));
        assert_eq!(derivation("a = *\"x\" *\"x\"\n", "xxx"), both(3, 0));
        assert_eq!(derivation("a = *\"x\" 1*\"x\"\n", "xxx"), both(2, 1));
        assert_eq!(derivation("a = *1\"x\" *\"x\"\n", "xxx"), both(1, 2));
        assert_eq!(derivation("a = 2\"x\"\n", "x"), None);
        // Three iterations are required, and two of them are empty.
        let empty = DerivationTree::Repeat(Vec::new());
        let full = DerivationTree::Repeat(vec![DerivationTree::Read]);
        let all = DerivationTree::Repeat(vec![full, empty.clone(), empty]);
        assert_eq!(derivation("a = 3[ \"x\" ]\n", "x"), Some(all));
    }

    #[test]
    fn ambiguous_or_long_derivations_are_not_reported() {
        assert_eq!(derivation("a = *( *\"x\" *\"x\" )\n", &"x".repeat(4000)), None);
        assert_eq!(derivation("a = *\"x\"\n", &"x".repeat(DerivationTree::LONGEST + 1)), None);
        assert!(derivation("a = *\"x\"\n", &"x".repeat(300)).is_some());
    }
}
