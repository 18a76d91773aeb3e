//! Lints of regular expressions. Each compares the language of a pattern with the language that the pattern seems to
//! have.

use std::collections::HashMap;
use std::ops::Range;

use grammar_automata::Quoted;
use grammar_automata::build::{Dfa, PumpWitness, difference};
use grammar_automata::engine::CharacterSet;
use grammar_regex::engine::{Tree, is_end_or_before_last, language};
use grammar_regex::{Dialect, Matching, Pattern, PatternUsage};

use super::{Finding, Lint, Linted, only_in};

/// The maximum work for the questions about alternatives: the number of alternatives times the length of the pattern.
const ALTERNATIVES: usize = 100_000;

/// Lints a regular expression that tests whether a string has a match.
///
/// ```
/// use grammar_audit::Dialect;
/// use grammar_audit::lint::lint_pattern;
///
/// let found = &lint_pattern(Dialect::Python, r"^https?://example\.com$").findings[0];
/// assert_eq!(found.lint.id(), "line-end");
/// assert_eq!(found.witness.as_deref(), Some("http://example.com\n"));
/// ```
#[must_use]
pub fn lint_pattern(dialect: Dialect, text: &str) -> Linted {
    lint_pattern_as(PatternUsage::test(dialect, Matching::Search), text)
}

/// Lints a regular expression that is used in a given way.
///
/// If the usage depends on the extent of a match, an alternative counts as idle only if it is never chosen.
///
/// ```
/// use grammar_audit::lint::lint_pattern_as;
/// use grammar_audit::patterns::PatternUsage;
/// use grammar_audit::{Dialect, Matching};
///
/// let found = |matching, text| {
///     lint_pattern_as(PatternUsage::new(Dialect::Python, matching), text).findings
/// };
/// assert_eq!(found(Matching::Prefix, "[a-z]+$")[0].witness.as_deref(), Some("a\n"));
/// // A pattern that must match the whole string cannot leave out a final line end.
/// assert!(found(Matching::Whole, "[a-z]+$").is_empty());
/// // The first match of a pattern that trims is found fast, and all matches slowly.
/// assert!(found(Matching::Search, r"^\s*|\s*\Z").is_empty());
/// assert_eq!(found(Matching::Global, r"^\s*|\s*\Z")[0].lint.id(), "polynomial-time");
/// ```
#[must_use]
pub fn lint_pattern_as(mut usage: PatternUsage, text: &str) -> Linted {
    let mut linted = Linted::default();
    let pattern = match Pattern::read(usage.dialect, text) {
        Ok(pattern) => pattern,
        Err(error) => {
            let at = error.offset.min(text.len());
            let why = error.to_string();
            linted.findings.push(Finding::at(text, at..text.len(), Lint::Unreadable, why));
            if is_backtracking(usage.dialect) {
                match Pattern::time_with_references(usage.dialect, text, usage.matching) {
                    Some(Ok(time)) => {
                        let slow = time.into_witness();
                        linted
                            .findings
                            .extend(slow.map(|slow| slow_at(text, slow, usage.matching)));
                    }
                    Some(Err(why)) => {
                        linted.leave_open(
                            text,
                            format!("how long a backtracking engine takes: {why}"),
                        );
                    }
                    None => {}
                }
            }
            return linted.in_order();
        }
    };
    usage.matching = pattern.matching(usage.matching);
    match slow(&pattern, usage.matching) {
        Ok(slow) => linted.findings.extend(slow),
        Err(why) => linted.leave_open(text, format!("how long a backtracking engine takes: {why}")),
    }
    let mut add = |span, lint, message, witness| {
        linted.findings.push(Finding { witness, ..Finding::at(text, span, lint, message) });
    };
    for (span, message, witness) in odd(pattern.dialect(), text) {
        add(span, Lint::OddRange, message, Some(witness));
    }
    let tree = pattern.tree();
    let is_extent =
        usage.matching == Matching::Global || !usage.is_test && usage.matching != Matching::Whole;
    if let Some(literals) = Literals::of(tree, usage.matching) {
        let alternatives = Alternatives::new(&pattern);
        for place in literals.idle(is_extent) {
            linted.findings.push(alternatives.finding(
                0,
                place,
                Lint::IdleAlternative,
                idle(is_extent),
            ));
        }
        return linted.in_order();
    }
    let own = match language(tree, usage.matching) {
        Ok(own) => own,
        Err(why) => {
            linted.leave_open(text, format!("which strings it matches: {why}"));
            return linted.in_order();
        }
    };
    if own.shortest(0).is_none() {
        add(0..text.len(), Lint::NeverMatches, never(&pattern), None);
        return linted.in_order();
    }
    let only = |other: Tree| only(&own, &other, usage.matching);
    if let Some(witness) = only(strict(pattern.dialect(), tree)) {
        let end = match usage.dialect {
            Dialect::Python => r"\Z",
            _ => r"\z",
        };
        let message = format!(
            "the pattern matches {}, because the end anchor also matches before a final line end; use `{end}` to match only at the end of the string",
            Quoted(&witness)
        );
        add(0..text.len(), Lint::LineEnd, message, Some(witness));
    }
    // Whoever replaces, splits or finds all means each end.
    let grouped = grouped(pattern.dialect(), tree).filter(|_| usage.matching != Matching::Global);
    if let Some(witness) = grouped.and_then(only) {
        let message = format!(
            "the pattern matches {}, because each anchor applies to only one alternative; put the alternatives in a group, as in `^(?:a|b)$`",
            Quoted(&witness)
        );
        add(0..text.len(), Lint::EscapedAnchor, message, Some(witness));
    }
    // Without a `|`, the alternatives are the expansion of something else, such as `\R`.
    if text.contains('|') {
        lint_alternatives(&pattern, (usage.matching, is_extent), &own, &mut linted);
    }
    linted.in_order()
}

/// Returns the message for a pattern that matches no string.
fn never(pattern: &Pattern) -> String {
    let flags = pattern.text().strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let is_pasted =
        flags.is_some_and(|(_, flags)| flags.bytes().all(|one| one.is_ascii_lowercase()));
    match is_pasted && !pattern.is_literal() {
        true => {
            "the pattern matches no string: the slashes are characters of it; write it without them"
                .to_owned()
        }
        false => "the pattern matches no string".to_owned(),
    }
}

/// Returns the shortest string that the automaton `own` accepts and the tree `other` does not match.
fn only(own: &Dfa, other: &Tree, matching: Matching) -> Option<String> {
    let other = language(other, matching).ok()?;
    only_in((own, 0), (&other, 0))
}

/// Returns the tree with `$` replaced by an anchor that matches only at the end.
fn strict(dialect: Dialect, tree: &Tree) -> Tree {
    crate::export::with(tree, &mut |one| is_end_or_before_last(dialect, one).then_some(Tree::End))
}

/// An alternative: whether it begins with a start anchor, whether it ends with an end anchor, and its other terms.
type AnchoredPart = (bool, bool, Vec<Tree>);

/// Returns whether a choice looks like a pattern that trims both ends of a string. Its alternatives match the same text
/// at either end, as in `^a+|a+$`, or contain no letter or digit, as in `^"|"$`.
fn is_of_ends(parts: &[AnchoredPart]) -> bool {
    let is_of_signs = |tree: &Tree| {
        let mut open = vec![tree];
        while let Some(one) = open.pop() {
            if let Tree::Set(set) = one
                && ('0'..='z').any(|one| one.is_ascii_alphanumeric() && set.contains(one))
            {
                return false;
            }
            open.extend(one.parts());
        }
        true
    };
    let one_end = |part: &&AnchoredPart| part.0 != part.1;
    let mut bodies = parts.iter().filter(one_end).map(|part| &part.2);
    let first = bodies.next();
    parts.iter().all(|part| !(part.0 && part.1))
        && (bodies.all(|body| Some(body) == first)
            || parts.iter().flat_map(|part| &part.2).all(is_of_signs))
}

/// Returns the choice with both anchors around all its alternatives. Returns `None` if each alternative already has
/// both, if one of the two anchors does not occur, or if [`is_of_ends`] is true.
fn grouped(dialect: Dialect, tree: &Tree) -> Option<Tree> {
    let Tree::Choice(parts) = tree else { return None };
    let is_end = |one: &Tree| *one == Tree::End || is_end_or_before_last(dialect, one);
    let ends: Vec<AnchoredPart> = parts
        .iter()
        .map(|part| {
            let mut all = match part {
                Tree::Sequence(all) => all.clone(),
                one => vec![one.clone()],
            };
            let end = all.pop_if(|last| is_end(last)).is_some();
            let start = all.first() == Some(&Tree::Start);
            if start {
                all.remove(0);
            }
            (start, end, all)
        })
        .collect();
    let all = |of: fn(&AnchoredPart) -> bool| {
        let count = ends.iter().filter(|one| of(one)).count();
        (count > 0, count == ends.len())
    };
    let ((any_start, all_start), (any_end, all_end)) = (all(|one| one.0), all(|one| one.1));
    if !(any_start && any_end) || all_start && all_end || is_of_ends(&ends) {
        return None;
    }
    let choice = Tree::Choice(ends.into_iter().map(|(_, _, all)| Tree::sequence(all)).collect());
    Some(Tree::Sequence(vec![Tree::Start, choice, Tree::End]))
}

// Alternatives without effect.

/// The choices that the text of a pattern writes with `|`, in the order in which they begin.
struct Alternatives<'p> {
    text: &'p str,
    choices: Vec<WrittenChoice<'p>>,
    /// For each choice, the spans of its alternatives. It is `None` if the text and the tree have different choices.
    spans: Option<&'p [Vec<Range<usize>>]>,
}

impl<'p> Alternatives<'p> {
    fn new(pattern: &'p Pattern) -> Self {
        let (choices, spans) = (written(pattern.tree()), pattern.alternatives());
        let is_same = spans.len() == choices.len()
            && spans.iter().zip(&choices).all(|(spans, (_, parts))| spans.len() == parts.len());
        Self { text: pattern.text(), choices, spans: is_same.then_some(spans) }
    }

    /// Returns a finding about the alternative `place` of the choice `choice`, both numbered from 0.
    fn finding(&self, choice: usize, place: usize, lint: Lint, what: &str) -> Finding {
        let text = self.text;
        let (span, name) = match self.spans.map(|spans| &spans[choice][place]) {
            // An empty alternative is shown by its `|`.
            Some(span) if span.is_empty() => {
                (span.start.saturating_sub(1)..span.end, "the empty alternative".to_owned())
            }
            Some(span) => (span.clone(), format!("the alternative `{}`", &text[span.clone()])),
            None => {
                let all = self.choices[choice].1.len();
                (0..text.len(), format!("alternative {} of a choice of {all}", place + 1))
            }
        };
        Finding::at(text, span, lint, format!("{name} {what}"))
    }
}

/// Adds a finding for each alternative that matches nothing or has no effect.
fn lint_alternatives(
    pattern: &Pattern,
    (matching, is_extent): (Matching, bool),
    own: &Dfa,
    linted: &mut Linted,
) {
    let (text, tree) = (pattern.text(), pattern.tree());
    let alternatives = Alternatives::new(pattern);
    let count: usize = alternatives.choices.iter().map(|(_, parts)| parts.len()).sum();
    if count.saturating_mul(text.len()) > ALTERNATIVES {
        let question = format!(
            "whether each alternative is needed: {count} alternatives are too many to check"
        );
        linted.leave_open(text, question);
        return;
    }
    let top = top(tree);
    for (number, &(choice, parts)) in alternatives.choices.iter().enumerate() {
        let replaced = |kept: Vec<Tree>| {
            let kept = Tree::Choice(kept);
            crate::export::with(tree, &mut |one| std::ptr::eq(one, choice).then(|| kept.clone()))
        };
        for place in 0..parts.len() {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != place);
            let without = replaced(others.map(|(_, one)| one.clone()).collect());
            let is_same = language(&without, matching)
                .is_ok_and(|other| difference((own, 0), (&other, 0)).is_equal());
            if !is_same {
                continue;
            }
            let alone = replaced(vec![parts[place].clone()]);
            let is_never =
                language(&alone, matching).is_ok_and(|alone| alone.shortest(0).is_none());
            let is_idle = || {
                let is_top = top.is_some_and(|top| std::ptr::eq(top, choice));
                !is_extent || is_top && is_never_chosen(parts, place)
            };
            let (lint, what) = match () {
                () if is_never => (Lint::NeverMatches, "matches nothing in its place"),
                () if is_idle() => (Lint::IdleAlternative, idle(is_extent)),
                () => continue,
            };
            linted.findings.push(alternatives.finding(number, place, lint, what));
        }
    }
}

/// Returns the end of the message about an alternative without effect.
fn idle(is_extent: bool) -> &'static str {
    match is_extent {
        true => "is never chosen: wherever it matches, an earlier one does",
        false => "matches nothing that the other alternatives do not match already",
    }
}

/// Returns whether the alternative at `place` is never chosen: wherever it matches, an earlier alternative matches too.
/// This must hold both at the beginning of a string and after a character.
fn is_never_chosen(parts: &[Tree], place: usize) -> bool {
    let begin = |before: &[Tree], tree: &Tree| {
        let tree = Tree::sequence(before.iter().chain([tree]).cloned().collect());
        language(&tree, Matching::Prefix)
    };
    let earlier = Tree::Choice(parts[..place].to_vec());
    let any = Tree::Set(CharacterSet::all());
    [&[][..], &[any]].iter().all(|before| {
        match (begin(before, &parts[place]), begin(before, &earlier)) {
            (Ok(own), Ok(earlier)) => difference((&own, 0), (&earlier, 0)).only_left.is_none(),
            _ => false,
        }
    })
}

/// Returns the choice that is the whole pattern, if there is one.
fn top(mut tree: &Tree) -> Option<&Tree> {
    loop {
        match tree {
            Tree::Choice(_) => return Some(tree),
            Tree::Group { of, .. } => tree = of,
            Tree::Sequence(parts) if parts.len() == 1 => tree = &parts[0],
            _ => return None,
        }
    }
}

/// A choice in a tree, and its alternatives.
type WrittenChoice<'t> = (&'t Tree, &'t [Tree]);

/// Returns the choices that the text writes with `|`, in the order in which they begin.
fn written(tree: &Tree) -> Vec<WrittenChoice<'_>> {
    let (mut choices, mut open) = (Vec::new(), vec![tree]);
    while let Some(one) = open.pop() {
        if let Tree::Choice(parts) = one
            && !is_of_anchors(parts)
        {
            choices.push((one, &**parts));
        }
        // Inside a look-around, fewer alternatives may match more.
        if !matches!(one, Tree::Look { .. }) {
            open.extend(one.parts().iter().rev());
        }
    }
    choices
}

/// A pattern that is one choice of literals, perhaps between anchors. Its alternatives are compared as strings.
struct Literals {
    all: Vec<String>,
    is_at_start: bool,
    is_at_end: bool,
}

impl Literals {
    fn of(tree: &Tree, matching: Matching) -> Option<Self> {
        let is_whole = matching == Matching::Whole;
        let mut is_at_start = is_whole || matching == Matching::Prefix;
        let mut is_at_end = is_whole;
        let mut tree = tree;
        loop {
            match tree {
                Tree::Group { of, .. } => tree = of,
                Tree::Sequence(parts) => {
                    let mut parts = &parts[..];
                    while let [Tree::Start, rest @ ..] = parts {
                        (is_at_start, parts) = (true, rest);
                    }
                    while let [rest @ .., Tree::End] = parts {
                        (is_at_end, parts) = (true, rest);
                    }
                    let [only] = parts else { return None };
                    tree = only;
                }
                Tree::Choice(parts) => {
                    let all = parts.iter().map(literal).collect::<Option<Vec<_>>>()?;
                    return Some(Self { all, is_at_start, is_at_end });
                }
                _ => return None,
            }
        }
    }

    /// Returns the indices of the literals without effect. `is_extent` says whether the extent of a match matters.
    fn idle(&self, is_extent: bool) -> Vec<usize> {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, one) in self.all.iter().enumerate() {
            places.entry(one).or_default().push(place);
        }
        let is_idle = |&(place, one): &(usize, &String)| {
            let has = |part: &str| {
                // Of two that are equal, the later one has no effect.
                let is_earlier = is_extent || part == one;
                let known = places.get(part).map_or(&[][..], |all| all);
                known.iter().any(|&other| other < place || !is_earlier)
            };
            let borders = || one.char_indices().map(|(at, _)| at).chain([one.len()]);
            // With both anchors only the same literal matches. A search that reports its extent has to choose the
            // first one that matches at the same place.
            match (self.is_at_start || is_extent, self.is_at_end) {
                (true, true) => has(one),
                (true, false) => borders().any(|end| has(&one[..end])),
                (false, true) => borders().any(|begin| has(&one[begin..])),
                (false, false) => borders().any(|begin| {
                    borders().filter(|end| *end >= begin).any(|end| has(&one[begin..end]))
                }),
            }
        };
        self.all.iter().enumerate().filter(is_idle).map(|(place, _)| place).collect()
    }
}

/// Returns the string that a tree matches, if the tree is a single character or a sequence of single characters.
fn literal(tree: &Tree) -> Option<String> {
    match tree {
        Tree::Set(set) => {
            let mut ranges = set.ranges();
            let (first, last) = ranges.next()?;
            (first == last && ranges.next().is_none()).then(|| first.to_string())
        }
        Tree::Sequence(parts) => parts.iter().map(literal).collect(),
        _ => None,
    }
}

/// Returns whether a choice is a desugared anchor, or the desugared `\R`.
fn is_of_anchors(parts: &[Tree]) -> bool {
    let is_line_break = |one: &Tree| literal(one).as_deref() == Some("\r\n");
    if parts.len() == 2 && is_line_break(&parts[0]) {
        return true;
    }
    parts.iter().any(|one| match one {
        Tree::Look { .. } | Tree::Start | Tree::End => true,
        Tree::Sequence(all) => all.iter().any(|one| matches!(one, Tree::Look { .. })),
        _ => false,
    }) && !parts
        .iter()
        .any(|one| matches!(one, Tree::Set(_) | Tree::Group { .. } | Tree::Repeat { .. }))
}

// Ranges in classes with unexpected characters.

/// Finds the ranges in classes. Returns each range with unexpected characters, a message, and one such character.
fn odd(dialect: Dialect, text: &str) -> Vec<(Range<usize>, String, String)> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let is_verbose = is_verbose(text);
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_usize);
    while let Some(&(start, one)) = characters.get(at) {
        let next = |by: usize| characters.get(at + by).map(|&(_, one)| one);
        // The number of characters up to the end of a text, or to the end of the pattern.
        let upto = |end: &str| match text[start..].find(end) {
            Some(found) => text[start..start + found + end.len()].chars().count(),
            None => characters.len() - at,
        };
        let has_quotations = matches!(dialect, Dialect::Java | Dialect::Pcre);
        at += match one {
            '\\' if next(1) == Some('Q') && has_quotations => upto("\\E"),
            '(' if depth == 0 && next(1) == Some('?') && next(2) == Some('#') => upto(")"),
            '#' if depth == 0 && is_verbose => upto("\n"),
            '[' if depth > 0 && matches!(next(1), Some(':' | '.' | '=')) => {
                let rest = characters[at..].iter().position(|&(_, one)| one == ']');
                rest.map_or(1, |end| end + 1)
            }
            '[' => {
                depth += 1;
                let caret = usize::from(next(1) == Some('^'));
                // A bracket in first position is a character in most dialects.
                1 + caret + usize::from(next(1 + caret) == Some(']'))
            }
            ']' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ if depth > 0 => {
                let (first, width) = member(&characters[at..]);
                let is_range =
                    next(width) == Some('-') && !matches!(next(width + 1), None | Some(']' | '['));
                if !is_range {
                    width
                } else {
                    let (last, more) = member(&characters[at + width + 1..]);
                    let length = width + 1 + more;
                    let end = characters.get(at + length).map_or(text.len(), |&(end, _)| end);
                    if let Some(within) = first.zip(last).and_then(|(one, last)| unmeant(one, last))
                    {
                        let range = &text[start..end];
                        let remedy = match first {
                            Some('0'..='9') => "write a range of digits and one of letters",
                            Some('A'..='Z' | 'a'..='z') => "write `A-Za-z` for letters",
                            _ => "put the `-` last, or write `\\-`, if it is one of the characters",
                        };
                        let message = format!("`{range}` also contains `{within}`; {remedy}");
                        found.push((start..end, message, within.to_string()));
                    }
                    length
                }
            }
            '\\' => 2,
            _ => 1,
        };
    }
    found
}

/// Returns whether a pattern begins with flags that include `x`, so that it may have comments.
fn is_verbose(text: &str) -> bool {
    let flags = text.strip_prefix("(?").and_then(|rest| rest.split_once([')', ':']));
    flags.is_some_and(|(flags, _)| {
        flags.bytes().all(|one| one.is_ascii_alphabetic()) && flags.contains('x')
    })
}

/// Returns the member of a class at the beginning of a text, if it is one known character, and the number of characters
/// in which it is written.
fn member(text: &[(usize, char)]) -> (Option<char>, usize) {
    let digits = |from: usize, count: usize| {
        let digits: String = text.get(from..from + count)?.iter().map(|&(_, one)| one).collect();
        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
    };
    match (text.first(), text.get(1)) {
        (Some((_, '\\')), Some((_, 'x'))) if digits(2, 2).is_some() => (digits(2, 2), 4),
        (Some((_, '\\')), Some((_, 'u'))) if digits(2, 4).is_some() => (digits(2, 4), 6),
        (Some((_, '\\')), Some(&(_, one))) => (one.is_ascii_punctuation().then_some(one), 2),
        (one, _) => (one.map(|&(_, one)| one), 1),
    }
}

/// Returns an unexpected character in the range from `first` to `last`, if there is one, such as `_` in `A-z`.
fn unmeant(first: char, last: char) -> Option<char> {
    let kind = |one: char| match one {
        '0'..='9' => Some(0),
        'a'..='z' => Some(1),
        'A'..='Z' => Some(2),
        '!'..='~' => None,
        // A range beyond ASCII is one of code points.
        _ => Some(3),
    };
    let is_all_visible = matches!(first, ' ' | '!') && last == '~';
    let is_ascii = first.is_ascii_graphic() && last.is_ascii_graphic();
    if is_all_visible || !is_ascii || first >= last {
        return None;
    }
    match (kind(first), kind(last)) {
        (Some(one), Some(other)) if one == other => None,
        (Some(_), Some(_)) => std::iter::once('_')
            .chain('!'..='~')
            .find(|&one| (first..last).contains(&one) && kind(one).is_none()),
        // Many signs, or all between letters and digits, are probably meant; and `,-.` names its three.
        (None, None) if !(first..=last).any(|one| kind(one).is_some()) => {
            let is_meant = matches!((first, last), (':', '@') | ('[', '`') | ('{', '~'))
                || u32::from(last) - u32::from(first) > 6;
            let within = (first..=last).find(|one| !['-', first, last].contains(one));
            within.filter(|_| !is_meant)
        }
        (None, None) if last == '~' => None,
        _ => ('0'..='9')
            .chain('a'..='z')
            .chain('A'..='Z')
            .find(|one| (first..=last).contains(one) && ![first, last].contains(one)),
    }
}

// Patterns for which a backtracking engine takes a long time.

/// Returns a finding if a backtracking engine is slow on the pattern, or the reason why this is undecided.
fn slow(pattern: &Pattern, matching: Matching) -> Result<Option<Finding>, &'static str> {
    if !is_backtracking(pattern.dialect()) {
        return Ok(None);
    }
    let slow = pattern.decide_match_time(matching)?.into_witness();
    Ok(slow.map(|slow| slow_at(pattern.text(), slow, matching)))
}

fn slow_at(text: &str, slow: (Option<usize>, PumpWitness), matching: Matching) -> Finding {
    let whom = match matching {
        Matching::Global => "a backtracking engine that searches for all matches",
        _ => "a backtracking engine",
    };
    Finding::slow(text, 0..text.len(), slow, whom)
}

/// Returns whether the engines of a dialect backtrack.
fn is_backtracking(dialect: Dialect) -> bool {
    use Dialect::{DotNet, EcmaScript, Java, Pcre, Python};
    matches!(dialect, EcmaScript | Python | Pcre | Java | DotNet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn found(dialect: Dialect, text: &str) -> Vec<String> {
        let linted = lint_pattern(dialect, text);
        for one in &linted.findings {
            let is_slow = matches!(one.lint, Lint::ExponentialTime | Lint::PolynomialTime);
            let is_matched = one.lint != Lint::OddRange && !is_slow;
            if let Some(witness) = one.witness.as_deref().filter(|_| is_matched) {
                let pattern = Pattern::read(dialect, text).unwrap();
                assert_eq!(pattern.matches(Matching::Search, witness), Some(true), "{one:?}");
            }
        }
        let line = |one: &Finding| {
            let witness = one.witness.as_ref().map(|text| format!(" {text:?}"));
            let is_of_part = matches!(one.lint, Lint::IdleAlternative | Lint::NeverMatches);
            let part = (is_of_part && one.span.len() < text.len())
                .then(|| format!(" at {:?}", &text[one.span.clone()]));
            format!("{}{}", one.lint.id(), witness.or(part).unwrap_or_default())
        };
        linted
            .findings
            .iter()
            .map(line)
            .chain(linted.undecided.into_iter().map(|one| format!("undecided {}", one.question)))
            .collect()
    }

    #[test]
    fn ends_before_a_line_end() {
        assert_eq!(found(Dialect::Python, "^[a-z]+$"), [r#"line-end "a\n""#]);
        assert_eq!(found(Dialect::Pcre, "^[a-z]+$"), [r#"line-end "a\n""#]);
        assert_eq!(found(Dialect::Python, r"^[a-z]+\Z"), [""; 0]);
        // In these dialects `$` is the end.
        assert_eq!(found(Dialect::EcmaScript, "^[a-z]+$"), [""; 0]);
        assert_eq!(found(Dialect::Rust, "^[a-z]+$"), [""; 0]);
        // The witness has two characters, the first of which is the first printable one.
        assert_eq!(found(Dialect::EcmaScript, "^a|b$"), [r#"escaped-anchor "!b""#]);
        assert_eq!(found(Dialect::EcmaScript, "^(?:a|b)$"), [""; 0]);
        assert_eq!(found(Dialect::EcmaScript, "^a$|^b$"), [""; 0]);
        // An anchor is the same wherever it is, and a look-ahead that ends with one is none.
        for look in ["^(?=.{1,3}$)a*$", "^(?=a?$)a*$", "^(?!.*b$)a*$", "^(?=.*[0-9]$)[a-z0-9]+$"] {
            assert_eq!(found(Dialect::EcmaScript, look), [""; 0], "{look}");
        }
        assert_eq!(found(Dialect::Python, r"^(?=.{1,3}\Z)a*\Z"), [""; 0]);
        assert_eq!(found(Dialect::Python, "^(?=.{1,3}$)a*$"), [r#"line-end "a\n""#]);
        assert_eq!(found(Dialect::Java, "^(?:a$)+"), [r#"line-end "a\n""#]);
        assert_eq!(found(Dialect::Java, "(?d)^(?:a$)+"), [r#"line-end "a\n""#]);
        // A common idiom for trimming, which is intended.
        assert_eq!(found(Dialect::EcmaScript, "^a|^b"), [""; 0]);
    }

    #[test]
    fn ranges_that_nobody_meant() {
        assert_eq!(found(Dialect::EcmaScript, "^[+.-_]$"), [r#"odd-range "0""#]);
        assert_eq!(found(Dialect::EcmaScript, "^[A-z]$"), [r#"odd-range "_""#]);
        assert_eq!(found(Dialect::EcmaScript, "^[!-~]$"), [""; 0]);
        assert_eq!(found(Dialect::EcmaScript, r"^[+.\-_]$"), [""; 0]);
        assert_eq!(found(Dialect::EcmaScript, r"^[A-\x7a]$"), [r#"odd-range "_""#]);
        assert_eq!(found(Dialect::EcmaScript, r"^[\u0041-z]$"), [r#"odd-range "_""#]);
        assert_eq!(found(Dialect::EcmaScript, r"^[\x00-\x1f]$"), [""; 0]);
        // Signs: `+-/` also has `,` and `.`.
        for text in ["^[+-/]$", "^[a+-.]$", r"^[+-\/]$"] {
            assert_eq!(found(Dialect::EcmaScript, text), [r#"odd-range ",""#], "{text}");
        }
        assert_eq!(found(Dialect::EcmaScript, "^[*-/]$"), [r#"odd-range "+""#]);
        for text in ["^[,-.]$", "^[!-/:-@[-`{-~]$", "^[#-~]$", "^[ -~]$", "^[!-/]$", "^[a-z.+-]$"] {
            assert_eq!(found(Dialect::EcmaScript, text), [""; 0], "{text}");
        }
        // A comment or a quotation has no class.
        assert_eq!(found(Dialect::Python, "(?#[A-z])a"), [""; 0]);
        assert_eq!(found(Dialect::Python, "(?x)a # [A-z]\n[b-d]"), [""; 0]);
        assert_eq!(found(Dialect::Python, "(?x)a # [A-z]\n[B-d]"), [r#"odd-range "_""#]);
        assert_eq!(found(Dialect::Java, r"\A\Q[A-z]\E\z"), [""; 0]);
        assert_eq!(found(Dialect::Java, r"\A\Q[A-z]\E[A-z]\z"), [r#"odd-range "_""#]);
    }

    #[test]
    fn alternatives_that_nobody_has_written() {
        // `\R` is a choice in an atomic group.
        assert_eq!(found(Dialect::Pcre, r"a\R+b"), [""; 0]);
        assert_eq!(found(Dialect::Pcre, r"a(?:\R|b|b)c"), [r#"idle-alternative at "b""#; 2]);
    }

    #[test]
    fn alternatives_that_are_literals_need_no_automaton() {
        let words = |count| (0..count).map(|number| format!("w{number}")).collect::<Vec<_>>();
        let found_in = |before: &str, more: &[&str], after: &str| {
            let words = words(3_000);
            let all: Vec<&str> =
                words.iter().map(|one| &**one).chain(more.iter().copied()).collect();
            found(Dialect::EcmaScript, &format!("{before}(?:{}){after}", all.join("|")))
        };
        assert_eq!(found_in("^", &[], "$"), [""; 0]);
        assert_eq!(found_in("^", &["w7", "xw7"], "$"), [r#"idle-alternative at "w7""#]);
        // `w7` is the beginning of `w70`, and of 110 others.
        assert_eq!(found_in("^", &[], "").len(), 2_990);
        assert_eq!(found_in("", &["xw2999y"], "").len(), 2_991);
        let more = words(25).join("|");
        assert_eq!(found(Dialect::EcmaScript, &format!("^(?:{more})[a-z]$")), [""; 0]);
        // The question says why it is open.
        let many: Vec<String> = words(300).iter().map(|one| format!("{one}+")).collect();
        let [open] = &found(Dialect::EcmaScript, &format!("^(?:{})$", many.join("|")))[..] else {
            panic!("one question");
        };
        assert_eq!(
            open,
            "undecided whether each alternative is needed: 300 alternatives are too many to check"
        );
    }

    #[test]
    fn both_ends_of_a_string_may_be_meant() {
        for ends in [
            r"^\s+|\s+$",
            r"^\/+|\/+$",
            "^\"|\"$",
            r"^[\s\uFEFF\xA0]+|[\s\uFEFF\xA0]+$",
            "^0+|0+$",
            r"^\[|\]$",
            r"^\s+|\s+$|\s+(?=\s)",
            "^(?:-|_)+|(?:-|_)+$",
        ] {
            let found = found(Dialect::EcmaScript, ends);
            assert!(!found.iter().any(|one| one.starts_with("escaped")), "{ends}: {found:?}");
        }
        for half in [r"^\d{15}|(\d{17}(\d|x|X))$", "^https?:|ftp:$", "^a|^b$|c$", r"^\w+|\d+$"] {
            let found = found(Dialect::EcmaScript, half);
            assert!(found.iter().any(|one| one.starts_with("escaped")), "{half}: {found:?}");
        }
        let all = PatternUsage::new(Dialect::EcmaScript, Matching::Global);
        assert!(lint_pattern_as(all, "^a|b$").findings.is_empty());
    }

    #[test]
    fn alternatives_are_needed_where_the_place_of_a_match_matters() {
        let found = |matching, text| {
            let usage = PatternUsage::new(Dialect::EcmaScript, matching);
            let found = lint_pattern_as(usage, text).findings.into_iter();
            let found = found.filter(|one| one.lint == Lint::IdleAlternative);
            found.map(|one| text[one.span].to_owned()).collect::<Vec<_>>()
        };
        // Without it, each place that it matches would be left.
        for needed in [r"^\s*|\s*$", "ab|a", r"\s+|", "a|[ab]", "x(?:a|ab)", r"^a|\ba", "$|^"] {
            assert_eq!(found(Matching::Global, needed), [""; 0], "{needed}");
            assert_eq!(found(Matching::Search, needed), [""; 0], "{needed}");
        }
        for (never, part) in
            [("a|ab", "ab"), ("a|b|[ab]c", "[ab]c"), (r"a|\ba", r"\ba"), ("(?:|a)", "a")]
        {
            assert_eq!(found(Matching::Global, never), [part], "{never}");
        }
        // A match of the whole string has no other place.
        assert_eq!(found(Matching::Whole, "a|[ab]|b"), ["a", "[ab]", "b"]);
    }

    #[test]
    fn a_finding_about_an_alternative_is_at_the_alternative() {
        let place = |dialect, text| {
            let found = lint_pattern(dialect, text).findings;
            let of_parts =
                |one: &Finding| matches!(one.lint, Lint::IdleAlternative | Lint::NeverMatches);
            let found: Vec<_> = found.into_iter().filter(of_parts).collect();
            found
                .into_iter()
                .map(|one| (one.span.start, text[one.span].to_owned()))
                .collect::<Vec<_>>()
        };
        let at = |start, text: &str| vec![(start, text.to_owned())];
        assert_eq!(place(Dialect::EcmaScript, "^(?:(?:a|b)x|c(?:d|[de])|z)$"), at(17, "d"));
        assert_eq!(place(Dialect::EcmaScript, r"/^(?:\/|x|[xy])$/i"), at(8, "x"));
        assert_eq!(place(Dialect::Python, r"^(?i:é|É|b)\Z"), [(5, "é".into()), (8, "É".into())]);
        assert_eq!(place(Dialect::Rust, r"^(?:\d|[0-9]5|5)$"), at(14, "5"));
        // The empty alternative is shown by its `|`.
        assert_eq!(place(Dialect::EcmaScript, "^(?:a*|)$"), at(6, "|"));
        // A choice that nobody has written stands before it.
        assert_eq!(
            place(Dialect::Pcre, r"(?m)^\b(?:ab|a|ab)\b\R$"),
            [(10, "ab".into()), (15, "ab".into())]
        );
    }

    #[test]
    fn a_literal_that_matches_nothing_has_no_slashes() {
        let linted = lint_pattern(Dialect::EcmaScript, "/a^/d");
        assert_eq!(linted.findings[0].message, "the pattern matches no string");
    }

    #[test]
    fn slashes_around_a_pattern_are_named() {
        for dialect in [Dialect::EcmaScript, Dialect::Pcre, Dialect::Python] {
            let found = lint_pattern(dialect, "/^a$/").findings;
            assert!(found[0].message.contains("the slashes are characters"), "{found:?}");
        }
        // With a flag of ECMAScript they are a literal.
        assert_eq!(found(Dialect::EcmaScript, "/^a$/i"), [""; 0]);
        // The flag `g` finds all matches.
        assert_eq!(found(Dialect::EcmaScript, r"/^\s*|\s*$/g")[0][..15], *"polynomial-time");
    }

    #[test]
    fn patterns_that_take_long() {
        // The second iteration is the first of the loop.
        assert_eq!(found(Dialect::EcmaScript, "^(a+)+$"), [r#"exponential-time "aaaaaaaaaaaa0""#]);
        assert_eq!(found(Dialect::EcmaScript, " +$"), [r#"polynomial-time "          a""#]);
        // Engines that do not backtrack.
        assert_eq!(found(Dialect::Rust, "^(a+)+$"), [""; 0]);
        assert_eq!(found(Dialect::Re2, "^(a+)+$"), [""; 0]);
        assert_eq!(found(Dialect::Pcre, r"^(?>a+)+\z"), [""; 0]);
        assert_eq!(found(Dialect::Pcre, r"^(?:a++)+\z"), [""; 0]);
        assert_eq!(
            found(Dialect::Pcre, "(?<=ab)c*d"),
            [
                "undecided how long a backtracking engine takes: it looks behind for more than one character"
            ]
        );
        let message = &lint_pattern(Dialect::EcmaScript, "^(?:a|a)*$").findings[0].message;
        assert!(
            message.starts_with(r#""a" + "a" * n + "0" takes a backtracking engine "#),
            "{message}"
        );
    }

    #[test]
    fn alternatives_that_find_nothing() {
        assert_eq!(
            found(Dialect::EcmaScript, "^(?:a|[^\\s\\S])$"),
            [r#"never-matches at "[^\\s\\S]""#]
        );
        assert_eq!(found(Dialect::EcmaScript, "x(?:^a|b)"), [r#"never-matches at "^a""#]);
        // A search for `ab` that has found `a` is finished.
        assert_eq!(found(Dialect::EcmaScript, "a|ab"), [r#"idle-alternative at "ab""#]);
        assert_eq!(found(Dialect::EcmaScript, "^(?:a|ab)$"), [""; 0]);
        assert_eq!(found(Dialect::EcmaScript, "a^b"), ["never-matches"]);
        assert_eq!(found(Dialect::EcmaScript, "(a"), ["unreadable"]);
    }
}
