//! Productions with nested recursion, which have no automaton: the strings of limited nesting, and their comparison.
//!
//! A production that is unrolled to a depth derives only strings that it also derives without a limit. So a string of
//! one unrolled language is a difference if the other production, without a limit, does not derive it.

use grammar_automata::build::{Dfa, ProductSearch, Wanted};
use grammar_automata::engine::graph;
use grammar_automata::{Acceptor, Relation};
use grammar_notation::engine::{Recursion, Replaced, Rules, regular};
use grammar_notation::{Languages, Undecidable};
use grammar_peg::Atomicity;
use grammar_peg::engine::{Bound, UnrolledRun};

use crate::pair::DEEPEST;

use super::{
    AnyGrammar, ComparedLanguages, LanguageSource, NoTree, TreeFinder, UndecidedProduction,
};

/// The maximum number of steps of one search about two productions. A step reads one byte in one pair of states.
const STEPS: usize = 4_000_000;
/// The maximum number of steps in which a rule of pest is unrolled.
const UNROLLING: usize = 1_000_000;
/// One side is unrolled to the requested depth, and the other to at most this multiple of that depth.
const DEEPER: usize = 3;

/// The strings of a production with nested recursion in which calls nest at most to a depth.
///
/// ```
/// use grammar_audit::{AnyGrammar, GrammarText, Notation, PrintedReader};
///
/// let text = GrammarText { file: "s.abnf", text: "s = %s\"a\" / \"(\" s \")\"\n" };
/// let grammar = AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text)?).with_depth(2);
/// assert!(grammar.recurses("s") && grammar.decide(&["s"]).acceptor("s").is_err());
/// let unrolled = grammar.unroll("s")?;
/// let accepts = |text: &str| unrolled.acceptor().accepts(text.as_bytes());
/// assert!(accepts("a") && accepts("((a))") && !accepts("(((a)))"));
/// // The production itself derives the last string too, but not the next one.
/// assert_eq!(unrolled.rejects(b"(((a)))"), Ok(None));
/// assert!(unrolled.rejects(b"((a)").unwrap().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct UnrolledProduction {
    dfa: Dfa,
    depth: usize,
    trees: TreeFinder,
}

impl UnrolledProduction {
    /// Returns the strings of limited nesting.
    #[must_use]
    pub fn acceptor(&self) -> Acceptor {
        self.dfa.acceptor(0)
    }

    /// Returns the number of nested calls to which the production is unrolled. It is less than was requested if the
    /// automaton would be too large.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns why the production does not derive a string, however deep calls nest, or `None` if it does: see
    /// [`TreeFinder::rejects`].
    ///
    /// # Errors
    /// Returns the reason why the membership is unknown.
    pub fn rejects(&self, text: &[u8]) -> Result<Option<NoTree>, NoTree> {
        self.trees.rejects(text)
    }
}

impl AnyGrammar {
    /// Sets the depth to which productions with nested recursion are [unrolled](Self::unroll). The default is 4.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth.min(DEEPEST);
        self
    }

    /// Returns whether a production has no automaton because productions, or rules of pest, nest in themselves. It can be
    /// [unrolled](Self::unroll), and single strings can be tested.
    #[must_use]
    pub fn recurses(&self, name: &str) -> bool {
        match &self.source {
            LanguageSource::Printed(printed) => {
                let rules = Rules::new(printed);
                let fault = rules.place(name).and_then(|place| rules.faults[place].as_ref());
                fault.is_some_and(|fault| fault.reason.is_recursion())
            }
            LanguageSource::Pest(peg) => peg.only_nests(name, Atomicity::NonAtomic),
            LanguageSource::Given(..) => false,
        }
    }

    /// Unrolls a production with nested recursion to the [depth](Self::with_depth) of the grammar. Calls at the end of a
    /// production do not count.
    ///
    /// # Errors
    /// Returns an error if the production is not one that [recurses](Self::recurses), or if its automaton is too large
    /// even without nesting.
    pub fn unroll(&self, name: &str) -> Result<UnrolledProduction, UndecidedProduction> {
        let trees = self.trees(name)?;
        let mut last = self.unroll_to(name, 0)?;
        let mut reached = 0;
        for level in 1..=self.depth {
            let Ok(deeper) = self.unroll_to(name, level) else { break };
            (last, reached) = (deeper, level);
        }
        Ok(UnrolledProduction { dfa: last, depth: reached, trees })
    }

    /// Returns the automaton of a production that is unrolled to a depth.
    pub(crate) fn unroll_to(&self, name: &str, depth: usize) -> Result<Dfa, UndecidedProduction> {
        let none = |why: String| UndecidedProduction::new(name, why);
        match &self.source {
            LanguageSource::Printed(printed) => {
                let rules = Rules::new(printed);
                // A production that cannot be used as printed is a fault at any depth.
                let place = rules.place(name).ok_or_else(|| none(String::new()))?;
                if let Some(fault) = other_fault(&rules, place) {
                    return Err(none(fault));
                }
                let unrolled = Recursion::new(&rules).unrolled(&rules, printed, depth);
                let key = printed.notation.key(name);
                let is_wanted = |one: &str| printed.notation.key(one) == key;
                let languages = Languages::of_some(&unrolled, &Replaced::default(), is_wanted);
                let why = |why: &Undecidable| UndecidedProduction::of(name, why);
                let start = languages.start(name).map(|start| start.map_err(why));
                let start = start.ok_or_else(|| none(String::new()))??;
                Ok(languages.dfa().restrict(start))
            }
            LanguageSource::Pest(_) => self.unroll_rule(name, (depth, Bound::Least), depth),
            LanguageSource::Given(..) => Err(none(format!("`{name}` is a pattern"))),
        }
    }
}

impl AnyGrammar {
    /// Returns the automaton of a rule of pest that is unrolled: the strings of a bound at a depth, where expressions that
    /// are only tried nest to `tried`.
    fn unroll_rule(
        &self,
        name: &str,
        (depth, bound): (usize, Bound),
        tried: usize,
    ) -> Result<Dfa, UndecidedProduction> {
        let none = |why: String| UndecidedProduction::new(name, why);
        let LanguageSource::Pest(peg) = &self.source else {
            return Err(none(format!("`{name}` is not a rule of pest")));
        };
        let run = UnrolledRun { rule: name, atomicity: Atomicity::NonAtomic, depth, bound };
        let (unrolled, _) = peg.unroll(&[run], tried, UNROLLING);
        let large = || none(format!("`{name}` is too large when unrolled"));
        let state = unrolled.state(run).ok_or_else(large)?;
        Ok(unrolled.dfa.restrict_to_state(state))
    }
}

/// Returns the first fault other than recursion in a production or in one that it uses.
pub(super) fn other_fault(rules: &Rules, place: usize) -> Option<String> {
    let is_used = graph::reached(&rules.calls, [place]);
    let used = rules.faults.iter().zip(is_used).filter(|(_, is_used)| *is_used);
    let mut reasons = used.filter_map(|(fault, _)| Some(&fault.as_ref()?.reason));
    reasons.find(|reason| !reason.is_recursion()).map(ToString::to_string)
}

/// A side of a comparison of two productions, at least one of which recurses.
pub(crate) struct NestedSide<'g> {
    grammar: &'g AnyGrammar,
    name: &'g str,
    /// The language, if it has an automaton.
    exact: Option<Dfa>,
    /// The automata of the unrolled production, by depth, as far as they are known.
    unrolled: Vec<Result<Dfa, UndecidedProduction>>,
    trees: Option<TreeFinder>,
}

/// The result of a search for a string that one language has and another lacks.
enum Missing {
    /// The other language lacks no string.
    None,
    /// A string that the other language lacks.
    One(Vec<u8>),
    /// The result is unknown. The value is the reason.
    Unknown(String),
}

impl<'g> NestedSide<'g> {
    pub(crate) fn new(
        grammar: &'g AnyGrammar,
        name: &'g str,
    ) -> Result<NestedSide<'g>, UndecidedProduction> {
        let exact = match grammar.decide(&[name]).language(name) {
            Ok((dfa, start)) => Some(dfa.restrict(start)),
            Err(_) if grammar.recurses(name) => None,
            Err(why) => return Err(why),
        };
        let trees = if exact.is_some() { None } else { Some(grammar.trees(name)?) };
        Ok(Self { grammar, name, exact, unrolled: Vec::new(), trees })
    }

    /// Wraps a language that has an automaton with one start.
    pub(crate) fn exact(grammar: &'g AnyGrammar, name: &'g str, language: Dfa) -> Self {
        Self { grammar, name, exact: Some(language), unrolled: Vec::new(), trees: None }
    }

    /// Returns the automaton of the production or, if it has none, of its strings with calls nested at most to a depth.
    fn strings(&mut self, depth: usize) -> Result<&Dfa, UndecidedProduction> {
        if let Some(exact) = &self.exact {
            return Ok(exact);
        }
        while self.unrolled.len() <= depth {
            // Deeper automata are larger.
            let next = match self.unrolled.last() {
                Some(Err(why)) => Err(why.clone()),
                _ => self.grammar.unroll_to(self.name, self.unrolled.len()),
            };
            self.unrolled.push(next);
        }
        self.unrolled[depth].as_ref().map_err(Clone::clone)
    }

    /// Returns an automaton with all strings whose calls nest at most to a depth. The automaton of a rule of pest
    /// may have other strings too, the fewer the greater `tried` is.
    fn all_strings(&mut self, depth: usize, tried: usize) -> Result<Dfa, UndecidedProduction> {
        match (&self.exact, &self.grammar.source) {
            (None, LanguageSource::Pest(_)) => {
                self.grammar.unroll_rule(self.name, (depth, Bound::Tree), tried)
            }
            _ => self.strings(depth).cloned(),
        }
    }

    /// Returns whether the production derives a string, with any nesting.
    fn derives(&self, text: &[u8]) -> Result<bool, NoTree> {
        match (&self.exact, &self.trees) {
            (Some(exact), _) => Ok(exact.matches(0, text)),
            (None, Some(trees)) => Ok(trees.rejects(text)?.is_none()),
            (None, None) => Ok(false),
        }
    }

    /// Returns whether an automaton with one start is known to have the language of the production: its strings are the
    /// only solution of the production's equation.
    fn has_language(&self, language: &Dfa) -> bool {
        let LanguageSource::Printed(printed) = &self.grammar.source else { return false };
        let (rules, key) = (Rules::new(printed), printed.notation.key(self.name));
        let guess = |name: &str| (printed.notation.key(name) == key).then_some((language, 0));
        let replaced = regular::replaced(printed, &rules, &Recursion::new(&rules), &guess);
        replaced.states().any(|(name, _)| name == key)
    }

    /// Looks for a string of this side, nested at most to a depth, that the other side lacks.
    fn missing_in(&mut self, other: &mut Self, depth: usize) -> Missing {
        let mut unknown = String::new();
        for deeper in (1..=DEEPER).map(|times| depth.max(1) * times) {
            let own = match self.all_strings(depth, deeper) {
                Ok(own) => own,
                Err(why) => return Missing::Unknown(why.to_string()),
            };
            let found = match other.strings(deeper) {
                Ok(theirs) => find((&own, theirs), |left, right| left && !right),
                Err(why) => return Missing::Unknown(why.to_string()),
            };
            let text = match found {
                Ok(None) => return Missing::None,
                Ok(Some(text)) => text,
                Err(why) => return Missing::Unknown(why),
            };
            match self.derives(&text).and_then(|own| Ok((own, other.derives(&text)?))) {
                Ok((true, false)) => return Missing::One(text),
                Ok(_) => {
                    let shown = text.escape_ascii();
                    unknown = format!("\"{shown}\" is derived only with deeper nesting");
                }
                Err(why) => return Missing::Unknown(why.to_string()),
            }
        }
        Missing::Unknown(unknown)
    }
}

/// Compares two productions if one of them recurses and the other recurses or has an automaton.
pub(crate) fn compare_nested(
    (left, name): (&AnyGrammar, &str),
    (right, other): (&AnyGrammar, &str),
) -> Option<Result<ComparedLanguages, UndecidedProduction>> {
    if !left.recurses(name) && !right.recurses(other) {
        return None;
    }
    let sides =
        NestedSide::new(left, name).and_then(|one| Ok([one, NestedSide::new(right, other)?]));
    Some(sides.and_then(|sides| compare(sides, left.depth.max(right.depth))))
}

/// The known differences of two productions, at least one of which recurses.
pub(crate) struct NestedDifference {
    /// For each side, a string that only this side derives, if one was found.
    pub(crate) only: [Option<Vec<u8>>; 2],
    /// The depth to which the search was completed, if any. `unknown` is the reason why no greater depth was reached.
    reached: Option<usize>,
    unknown: Option<String>,
    /// Whether the two are equal at any depth.
    pub(crate) is_equal: bool,
}

impl NestedDifference {
    /// Searches two productions for differences, with calls nested at most to `depth`.
    pub(crate) fn of(sides: &mut [NestedSide<'_>; 2], depth: usize) -> Self {
        let [left, right] = &*sides;
        let (nested, exact) = if left.exact.is_some() { (right, left) } else { (left, right) };
        let is_equal = exact.exact.as_ref().is_some_and(|language| nested.has_language(language));
        let mut this = Self { only: [None, None], reached: None, unknown: None, is_equal };
        if is_equal {
            return this;
        }
        for level in 0..=depth {
            this.unknown = None;
            for at in 0..2 {
                let [left, right] = &mut *sides;
                let (own, other) = if at == 0 { (left, right) } else { (right, left) };
                if this.only[at].is_some() {
                    continue;
                }
                match own.missing_in(other, level) {
                    Missing::None => {}
                    Missing::One(text) => this.only[at] = Some(text),
                    // At a greater depth, the other side may have the string.
                    Missing::Unknown(why) => this.unknown = Some(why),
                }
            }
            if this.unknown.is_none() {
                this.reached = Some(level);
            }
            if this.only.iter().all(Option::is_some) {
                break;
            }
        }
        this
    }

    /// Returns the depth to which the productions are equal. If one side has a string that the other lacks, it is the
    /// depth to which the opposite case does not occur.
    pub(crate) fn depth(&self) -> Option<usize> {
        let is_different = self.only.iter().any(Option::is_some);
        // Without nesting, nothing was compared that recurses.
        self.reached.filter(|&level| level > 0 || is_different)
    }
}

/// Compares two productions, with calls nested at most to `depth`.
fn compare(
    mut sides: [NestedSide<'_>; 2],
    depth: usize,
) -> Result<ComparedLanguages, UndecidedProduction> {
    let found = NestedDifference::of(&mut sides, depth);
    let name = sides[0].name;
    let undecided = |why: String| UndecidedProduction::new(name, why);
    let level = match found.depth() {
        Some(level) => level,
        None if found.is_equal => 0,
        None => {
            let one = found.only.iter().flatten().next();
            let one = one.map(|text| {
                format!("; only one of the two productions derives \"{}\"", text.escape_ascii())
            });
            let none = || format!("`{name}` was compared only on strings without nesting");
            return Err(undecided(found.unknown.unwrap_or_else(none) + &one.unwrap_or_default()));
        }
    };
    let is_exact = sides.each_ref().map(|side| side.exact.is_some());
    let [left, right] = &mut sides;
    let mut common = None;
    // Without nesting, the two may have no strings.
    for level in level..=depth.max(level) {
        let (Ok(left), Ok(right)) = (left.strings(level), right.strings(level)) else { break };
        common = find((left, right), |left, right| left && right).map_err(undecided)?;
        if common.is_some() {
            break;
        }
    }
    let [only_left, only_right] = found.only;
    // All strings of a side that has an automaton were compared.
    let is_whole = (only_left.is_some() || is_exact[0])
        && (only_right.is_some() || is_exact[1])
        && (common.is_some() || is_exact == [true; 2]);
    let relation = Relation::new(only_left.is_some(), only_right.is_some(), common.is_some());
    let depth = (!is_whole && !found.is_equal).then_some(level);
    Ok(ComparedLanguages { relation, only_left, only_right, common, depth })
}

/// Returns a shortest string whose membership in two languages is as `wanted`. Each automaton has one start.
fn find((left, right): (&Dfa, &Dfa), wanted: Wanted) -> Result<Option<Vec<u8>>, String> {
    let states = (left.start(0), right.start(0));
    let found = ProductSearch::new(left, right, wanted).find(states, STEPS);
    found.map_err(|_| format!("comparing the unrolled languages takes more than {STEPS} steps"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GrammarText, PrintedReader};
    use grammar_notation::Notation;

    fn abnf(text: &str) -> AnyGrammar {
        let text = GrammarText { file: "s.abnf", text };
        AnyGrammar::printed(PrintedReader::new(Notation::Abnf).read(text).unwrap())
    }

    fn pest(text: &str) -> AnyGrammar {
        AnyGrammar::read_pest(GrammarText { file: "s.pest", text }).unwrap()
    }

    /// The relation of two productions `s`, the strings of only one of them, and the depth.
    type Found = (Relation, Option<String>, Option<String>, Option<usize>);

    fn related(left: &AnyGrammar, right: &AnyGrammar) -> Found {
        let found = ComparedLanguages::new((left, "s"), (right, "s")).unwrap();
        let text = |text: Option<Vec<u8>>| text.map(|text| String::from_utf8(text).unwrap());
        (found.relation, text(found.only_left), text(found.only_right), found.depth)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    const NESTED: &str = "s = %s\"a\" / \"(\" s \")\"\n";

    #[test]
    fn differences_of_nested_productions_are_those_at_any_depth() {
        let nested = abnf(NESTED);
        // Each call of `t` is a level of its own, so that this side nests twice as deep for a string.
        let twice = abnf("s = %s\"a\" / \"(\" t \")\"\nt = s\n");
        assert_eq!(related(&nested, &twice), (Relation::Equal, None, None, Some(4)));
        let square = abnf("s = %s\"a\" / \"(\" s \")\" / \"[\" s \"]\"\n");
        assert_eq!(related(&nested, &square), (Relation::Narrower, None, some("[a]"), Some(4)));
        assert_eq!(related(&square, &nested), (Relation::Wider, some("[a]"), None, Some(4)));
        // The third level is missing.
        let two = abnf("s = %s\"a\" / \"(\" ( %s\"a\" / \"(\" %s\"a\" \")\" ) \")\"\n");
        assert_eq!(related(&nested, &two), (Relation::Wider, some("(((a)))"), None, None));
        // The string of the regular side that nests deepest needs a greater depth than the first that is tried.
        let five: Vec<String> =
            (0..=5).map(|n| format!("%s\"{}a{}\"", "(".repeat(n), ")".repeat(n))).collect();
        let five = abnf(&format!("s = {}\n", five.join(" / ")));
        assert_eq!(related(&nested, &five), (Relation::Equal, None, None, Some(4)));
        // All strings of a regular side were compared, and the other side has none of them.
        let open = abnf("s = *\"(\" %s\"a\" *\")\"\n");
        let found = related(&open, &nested);
        assert_eq!((found.0, found.2, found.3), (Relation::Wider, None, Some(4)));
        assert_eq!(related(&nested, &abnf("s = %s\"b\"\n")).0, Relation::Disjoint);
    }

    #[test]
    fn a_production_is_compared_with_a_rule_and_with_itself() {
        let nested = abnf(NESTED);
        let rule = pest("s = { \"a\" | \"(\" ~ s ~ \")\" }");
        assert_eq!(related(&nested, &rule), (Relation::Equal, None, None, Some(4)));
        assert_eq!(related(&nested, &nested), (Relation::Equal, None, None, None));
        // Calls that fail do not count as nesting: the tree of this string has three nested calls.
        let odd = pest("s = { \"a\" ~ s ~ \"a\" | \"a\" }").with_depth(6);
        let found = related(&odd, &pest("s = { \"aaa\" | \"a\" }"));
        assert_eq!((found.0, found.1.as_deref()), (Relation::Wider, Some("aaaaaaa")));
        // Both have `((a))`, and neither has a string of the other without nesting.
        let other = abnf("s = %s\"b\" / \"(\" s \")\" / %s\"((a))\"\n");
        assert_eq!(related(&nested, &other).0, Relation::Overlapping);
        // The first alternative hides the second.
        let hidden =
            pest("s = { \"a\" | \"(\" ~ \"a\" ~ \")\" | \"(\" ~ s ~ \"))\" | \"(\" ~ s ~ \")\" }");
        let found = related(&nested, &hidden);
        assert_eq!((found.0, found.1.as_deref()), (Relation::Overlapping, Some("(((a)))")));
    }

    #[test]
    fn left_recursion_is_unrolled() {
        let sum = abnf("s = s \"+\" n / n\nn = \"1\"\n");
        assert!(sum.recurses("s") && !sum.recurses("n"));
        let repeated = abnf("s = n *( \"+\" n )\nn = \"1\"\n");
        assert_eq!(related(&sum, &repeated), (Relation::Equal, None, None, None));
        let other = abnf("s = n *( \"-\" n )\nn = \"1\"\n");
        assert_eq!(related(&sum, &other), (Relation::Overlapping, some("1+1"), some("1-1"), None));
        let unrolled = sum.unroll("s").unwrap();
        let accepts = |text: &str| unrolled.acceptor().accepts(text.as_bytes());
        assert!(accepts("1+1+1+1+1") && !accepts("1+1+1+1+1+1"));
        assert_eq!(unrolled.rejects(b"1+1+1+1+1+1"), Ok(None));
        assert!(!abnf("s = \"a\" s / \"b\"\n").recurses("s"), "a call at the end is a loop");
    }
}
