//! Mutants of pest's rules and of regular expressions.

use grammar_automata::build::{Deadline, Dfa};
use grammar_automata::engine::CharacterSet;
use grammar_peg::Peg;
use grammar_peg::engine::{SpannedRules, Step, characters, shown};
use grammar_regex::engine::{Direction, Mode, Tree, write};
use grammar_regex::{Dialect, Matching, Pattern, PatternNames};

use super::variants::{Variant, Widening};
use super::{Found, Lookahead, MutantKind, Notated, TermShape, variants};
use crate::any::{AnyGrammar, AnyProduction};

// Mutants of a `.pest` file. A file that pest refuses is not a mutant: `("a"?)*` for `"a"*`.

/// An expression of pest, with the text that expresses it in a file. A name is not analyzed further.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PestTerm {
    shape: Box<TermShape<PestTerm>>,
    text: String,
}

/// The constructs around an expression, from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ExprPrecedence {
    Choice,
    Sequence,
    Prefix,
    Repeat,
}

/// The maximum nesting depth of an expression whose set of characters is computed.
const DEPTH: usize = 100;

impl PestTerm {
    fn read(rules: &SpannedRules, source: &str, id: usize) -> Self {
        let node = &rules.nodes[id];
        let read = |id: &usize| Self::read(rules, source, *id);
        let literal = |text: &str, ignore_case| TermShape::Literal {
            bytes: text.as_bytes().to_vec(),
            ignore_case,
        };
        let shape = match &node.step {
            Step::Name(name) if !rules.numbers.contains_key(name) && name == "SOI" => {
                TermShape::Look { asked: Lookahead::Begin }
            }
            Step::Name(name) if !rules.numbers.contains_key(name) && name == "EOI" => {
                TermShape::Look { asked: Lookahead::End }
            }
            Step::Name(_) | Step::Unknown => TermShape::Name,
            Step::Literal(text) => literal(text, false),
            Step::Insensitive(text) => literal(text, true),
            Step::Range(first, last) => {
                TermShape::Set(CharacterSet::from_ranges([(*first, *last)]))
            }
            Step::Sequence(parts) => TermShape::Sequence(parts.iter().map(read).collect()),
            Step::Choice(parts) => {
                let parts = parts.iter().map(read);
                TermShape::Choice(parts.map(|one| (one.shown(), one)).collect())
            }
            Step::Repeat(of, min, max) => TermShape::Repeat { min: *min, max: *max, of: read(of) },
            Step::And(of) => TermShape::Look { asked: Lookahead::Next(read(of).shown()) },
            Step::Not(of) => TermShape::Look { asked: Lookahead::NotNext(read(of).shown()) },
        };
        Self { shape: Box::new(shape), text: source[node.span.0..node.span.1].to_owned() }
    }

    /// Returns the text on one line, shortened if it is long.
    fn shown(&self) -> String {
        shown(&self.text, (0, self.text.len()))
    }

    fn within(&self, place: ExprPrecedence) -> String {
        let is_name = self.text.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
        let own = match &*self.shape {
            TermShape::Choice(_) => ExprPrecedence::Choice,
            // The characters of a set may be written as a choice of ranges.
            TermShape::Set(set) if set.ranges().count() != 1 => ExprPrecedence::Choice,
            TermShape::Sequence(_) | TermShape::Difference { .. } => ExprPrecedence::Sequence,
            TermShape::Repeat { .. } => ExprPrecedence::Prefix,
            TermShape::Name | TermShape::Look { .. } if !is_name => ExprPrecedence::Prefix,
            _ => ExprPrecedence::Repeat,
        };
        if own < place { format!("({})", self.text) } else { self.text.clone() }
    }

    fn of(shape: TermShape<Self>) -> Self {
        let joined = |parts: &[&Self], place: ExprPrecedence, sign: &str| {
            parts.iter().map(|part| part.within(place)).collect::<Vec<_>>().join(sign)
        };
        let text = match &shape {
            // A mutator never creates these.
            TermShape::Name | TermShape::Look { .. } => quoted(""),
            TermShape::Literal { bytes, ignore_case } => {
                let text = quoted(&String::from_utf8_lossy(bytes));
                if *ignore_case { format!("^{text}") } else { text }
            }
            TermShape::Set(set) => set_text(set),
            TermShape::Sequence(parts) => {
                // An empty term needs no operator beside others.
                let parts = parts.iter().filter(|part| !part.is_nothing());
                let parts: Vec<&Self> = parts.collect();
                let text = joined(&parts, ExprPrecedence::Prefix, " ~ ");
                if parts.is_empty() { quoted("") } else { text }
            }
            TermShape::Choice(parts) => {
                let parts: Vec<&Self> = parts.iter().map(|(_, part)| part).collect();
                joined(&parts, ExprPrecedence::Sequence, " | ")
            }
            // pest cannot repeat zero times.
            TermShape::Repeat { max: Some(0), .. } => quoted(""),
            &TermShape::Repeat { min, max, ref of } => {
                let of = of.within(ExprPrecedence::Repeat);
                match (min, max) {
                    (0, Some(1)) => format!("{of}?"),
                    (0, None) => format!("{of}*"),
                    (1, None) => format!("{of}+"),
                    (min, None) => format!("{of}{{{min},}}"),
                    (0, Some(max)) => format!("{of}{{,{max}}}"),
                    (min, Some(max)) if min == max => format!("{of}{{{min}}}"),
                    (min, Some(max)) => format!("{of}{{{min}, {max}}}"),
                }
            }
            // A rule of pest subtracts strings by a lookahead.
            TermShape::Difference { from, without } => {
                let [from, without] = [from, without].map(|one| one.within(ExprPrecedence::Prefix));
                format!("!{without} ~ {from}")
            }
        };
        Self { shape: Box::new(shape), text }
    }

    fn is_nothing(&self) -> bool {
        matches!(&*self.shape, TermShape::Sequence(parts) if parts.is_empty())
    }
}

/// Returns a string in pest's notation, in which invisible characters are escaped.
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
    // pest cannot express the empty set.
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

    /// Returns the set of characters that an expression denotes, if it denotes one.
    fn set_within(&self, term: &PestTerm, depth: usize) -> Option<CharacterSet> {
        match &*term.shape {
            _ if depth > DEPTH => None,
            TermShape::Set(set) => Some(set.clone()),
            TermShape::Literal { bytes, ignore_case } => {
                let mut all = str::from_utf8(bytes).ok()?.chars();
                let only = all.next().filter(|_| all.next().is_none())?;
                let cases = [only.to_ascii_lowercase(), only.to_ascii_uppercase()];
                Some(match ignore_case {
                    true => CharacterSet::from_ranges(cases.map(|one| (one, one))),
                    false => CharacterSet::single(only),
                })
            }
            TermShape::Choice(parts) => {
                let sets = parts.iter().map(|(_, part)| self.set_within(part, depth + 1));
                sets.reduce(|one, other| Some(one?.union(&other?)))?
            }
            TermShape::Name => match self.rule(&term.text) {
                Some(rule) => self.set_within(&rule, depth + 1),
                None => characters(&term.text),
            },
            _ => None,
        }
    }
}

impl Notated for PestTerms<'_> {
    type Term = PestTerm;
    const IS_ORDERED: bool = true;

    fn shape(&mut self, term: &PestTerm) -> TermShape<PestTerm> {
        (*term.shape).clone()
    }

    fn term(&self, shape: TermShape<PestTerm>) -> PestTerm {
        PestTerm::of(shape)
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
            match (self.set(&term), &*term.shape) {
                (Some(set), _) => found = found.union(&set),
                (None, TermShape::Choice(parts)) => {
                    waiting.extend(parts.iter().map(|(_, part)| part.clone()));
                }
                (None, TermShape::Name) if !seen.contains(&term.text) => {
                    waiting.extend(self.rule(&term.text));
                    seen.push(term.text);
                }
                _ => {}
            }
        }
        found
    }
}

/// Returns the language of `rule` after `text` replaces a span of the file, or `None` if pest refuses the changed file.
fn language(
    peg: &Peg,
    [before, after]: [&str; 2],
    text: &str,
    rule: &str,
) -> Option<Result<Dfa, String>> {
    // Each mutant takes time, even if it is not decided.
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
    let alone = decided.language(rule).map(|(dfa, start)| dfa.restrict(start));
    Some(alone.map_err(|error| error.to_string()))
}

/// Creates the mutants of everything that a rule reaches, in the order of the file.
pub(super) fn drafts(peg: &Peg, rule: &str, found: Found<'_>) {
    let source = peg.source();
    let rules = peg.spanned();
    let reached = peg.reached([rule].into_iter());
    let mut notated = PestTerms { source, rules };
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
    let borders = Widening::borders(CharacterSet::from_ranges(used.map(|one| (one, one))));
    for one in reached {
        let body = PestTerm::read(rules, source, one.body);
        let (from, to) = rules.nodes[one.body].outer;
        let subject = format!("`{}`", one.name);
        let mut made = |made: Variant<PestTerm>| {
            let (mutant, term) = made.mutant(&one.name, peg.line(&one.name).unwrap_or_default());
            let around = [&source[..from], &source[to..]];
            let Some(language) = language(peg, around, &term.text, rule) else { return };
            found(mutant, language);
        };
        variants::variants(&subject, &body, &mut notated, &borders, peg.deadline(), &mut made);
    }
}

// Mutants of a regular expression. Consecutive letters are one literal. Each `\.` has a mutant `.`, since `example.com`
// without a backslash matches `examplexcom`.

/// The maximum number of characters that are shown of a part of a pattern.
const SHOWN: usize = 60;

struct PatternTerms {
    dialect: Dialect,
}

/// Returns the literal character that a tree matches, and whether its case is ignored.
fn letter(tree: &Tree) -> Option<(char, bool)> {
    let Tree::Set(set) = tree else { return None };
    let mut all = set.ranges().take(3);
    match (all.next(), all.next(), all.next()) {
        (Some((only, last)), None, _) if only == last => Some((only, false)),
        (Some((upper, _)), Some((lower, _)), None) => {
            let is_pair = upper.to_ascii_lowercase() == lower && upper != lower;
            let is_all = *set == CharacterSet::from_ranges([(upper, upper), (lower, lower)]);
            (is_pair && is_all).then_some((lower, true))
        }
        _ => None,
    }
}

/// Returns the text of a sequence if it is a literal, and whether its case is ignored.
fn literal(parts: &[Tree]) -> Option<(String, bool)> {
    let letters: Vec<(char, bool)> = parts.iter().map(letter).collect::<Option<_>>()?;
    // Characters that are not ASCII letters have no case, and do not determine whether case is ignored.
    let mut cases = letters.iter().filter(|(one, _)| one.is_ascii_alphabetic());
    let ignores_case = cases.next().is_some_and(|(_, ignores_case)| *ignores_case);
    let is_one_case = cases.all(|(_, other)| *other == ignores_case);
    let text = letters.iter().map(|(one, _)| one).collect();
    (!letters.is_empty() && is_one_case).then_some((text, ignores_case))
}

fn of_literal(text: &str, ignore_case: bool) -> Tree {
    let one = |one: char| match ignore_case && one.is_ascii_alphabetic() {
        true => {
            let cases = [one.to_ascii_lowercase(), one.to_ascii_uppercase()];
            Tree::Set(CharacterSet::from_ranges(cases.map(|one| (one, one))))
        }
        false => Tree::Set(CharacterSet::single(one)),
    };
    Tree::sequence(text.chars().map(one).collect())
}

/// Returns the parts of a sequence, in which consecutive letters are one part.
fn parts(parts: &[Tree]) -> Vec<Tree> {
    let groups = parts.chunk_by(|one, other| letter(one).is_some() && letter(other).is_some());
    let groups = groups.flat_map(|group| match literal(group) {
        Some(_) => vec![Tree::sequence(group.to_vec())],
        None => group.to_vec(),
    });
    groups.collect()
}

impl Notated for PatternTerms {
    type Term = Tree;
    const IS_ORDERED: bool = false;

    fn shape(&mut self, tree: &Tree) -> TermShape<Tree> {
        if let Some((text, ignore_case)) = literal(std::slice::from_ref(tree)) {
            return TermShape::Literal { bytes: text.into_bytes(), ignore_case };
        }
        match tree {
            Tree::Set(set) => TermShape::Set(set.clone()),
            Tree::Sequence(all) => match literal(all) {
                Some((text, ignore_case)) => {
                    TermShape::Literal { bytes: text.into_bytes(), ignore_case }
                }
                None => TermShape::Sequence(parts(all)),
            },
            Tree::Choice(all) => {
                TermShape::Choice(all.iter().map(|one| (self.text(one), one.clone())).collect())
            }
            Tree::Group { of, .. } => self.shape(of),
            // Expressions that do not backtrack are not analyzed further.
            Tree::Atomic(_) | Tree::Repeat { mode: Mode::Possessive, .. } => TermShape::Name,
            &Tree::Repeat { ref of, min, max, .. } => {
                TermShape::Repeat { min, max, of: (**of).clone() }
            }
            Tree::Look { of, way: Direction::Ahead, is_negative } => {
                let text = self.text(of);
                let asked =
                    if *is_negative { Lookahead::NotNext(text) } else { Lookahead::Next(text) };
                TermShape::Look { asked }
            }
            Tree::Look { .. } => TermShape::Look { asked: Lookahead::Other },
            Tree::Start => TermShape::Look { asked: Lookahead::Begin },
            Tree::End => TermShape::Look { asked: Lookahead::End },
        }
    }

    fn term(&self, shape: TermShape<Tree>) -> Tree {
        match shape {
            // A mutator never creates these.
            TermShape::Name | TermShape::Look { .. } => Tree::EMPTY,
            TermShape::Set(set) => Tree::Set(set),
            TermShape::Literal { bytes, ignore_case } => {
                of_literal(&String::from_utf8_lossy(&bytes), ignore_case)
            }
            TermShape::Sequence(parts) => Tree::sequence(parts),
            TermShape::Choice(mut all) => match all.len() {
                1 => all.remove(0).1,
                _ => Tree::Choice(all.into_iter().map(|(_, tree)| tree).collect()),
            },
            TermShape::Repeat { min, max, of } => {
                Tree::Repeat { of: Box::new(of), min, max, mode: Mode::Greedy }
            }
            TermShape::Difference { from, without } => {
                let (of, way) = (Box::new(without), Direction::Ahead);
                Tree::sequence(vec![Tree::Look { of, way, is_negative: true }, from])
            }
        }
    }

    fn text(&mut self, tree: &Tree) -> String {
        let written = write(tree, self.dialect, PatternNames::None);
        let text = written.unwrap_or_else(|_| "…".to_owned());
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    fn set(&mut self, tree: &Tree) -> Option<CharacterSet> {
        match tree {
            Tree::Set(set) => Some(set.clone()),
            Tree::Group { of, .. } => self.set(of),
            _ => None,
        }
    }

    fn single_characters(&mut self, tree: &Tree) -> CharacterSet {
        let mut found = CharacterSet::empty();
        let mut waiting = vec![tree];
        while let Some(tree) = waiting.pop() {
            match tree {
                Tree::Set(set) => found = found.union(set),
                Tree::Choice(all) => waiting.extend(all),
                Tree::Group { of, .. } => waiting.push(of),
                _ => {}
            }
        }
        found
    }

    fn slips(&mut self, subject: &str, tree: &Tree) -> Vec<Variant<Tree>> {
        let Some((text, ignore_case)) = self.literal_text(tree) else { return Vec::new() };
        let Some(dot) = text.find('.') else { return Vec::new() };
        let any = Tree::Set(CharacterSet::single('\n').complement());
        let (before, after) = (&text[..dot], &text[dot + ".".len()..]);
        let around = [before, after].map(|text| of_literal(text, ignore_case));
        let [before, after] = around;
        vec![Variant {
            kind: MutantKind::ClassWidened,
            fault: "`.` without a backslash".to_owned(),
            reason: format!("`.` in {subject} is a literal dot"),
            term: Tree::sequence(vec![before, any, after]),
        }]
    }
}

impl PatternTerms {
    fn literal_text(&mut self, tree: &Tree) -> Option<(String, bool)> {
        match self.shape(tree) {
            TermShape::Literal { bytes, ignore_case } => {
                Some((String::from_utf8(bytes).ok()?, ignore_case))
            }
            _ => None,
        }
    }
}

/// Returns the literal characters in a pattern.
fn used(tree: &Tree) -> CharacterSet {
    let (mut found, mut waiting) = (CharacterSet::empty(), vec![tree]);
    while let Some(tree) = waiting.pop() {
        if let Some((one, _)) = letter(tree) {
            found = found.union(&CharacterSet::single(one));
        }
        waiting.extend(tree.parts());
    }
    found
}

/// Creates the mutants of a pattern.
pub(super) fn pattern_drafts(
    pattern: &Pattern,
    matching: Matching,
    production: &AnyProduction,
    deadline: &Deadline,
    found: Found<'_>,
) {
    let mut notated = PatternTerms { dialect: pattern.dialect() };
    let borders = Widening::borders(used(pattern.tree()));
    let mut made = |made: Variant<Tree>| {
        let (mutant, tree) = made.mutant(&production.name, production.line);
        let language = match deadline.has_passed() {
            true => Err(deadline.to_string()),
            false => pattern.with_tree(tree).language(matching).map_err(|error| error.to_string()),
        };
        found(mutant, language);
    };
    variants::variants("the pattern", pattern.tree(), &mut notated, &borders, deadline, &mut made);
}
