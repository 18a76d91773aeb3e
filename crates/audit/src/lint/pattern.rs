//! Lints of regular expressions. Each compares the language of a pattern with the language that the pattern seems to
//! have.

use std::ops::Range;

use grammar_automata::build::{Dfa, difference};
use grammar_notation::GrammarText;
use grammar_regex::engine::{Direction, Tree, language};
use grammar_regex::{Dialect, Matching, Pattern};

use super::{Finding, Lint, Linted, only_in};

/// The maximum number of alternatives that are examined in a pattern.
const ALTERNATIVES: usize = 24;

/// The number of alternatives above which none is examined, since each question is as large as the pattern.
const MANY: usize = 200;

/// Lints regular expressions, one a line, as read by [`AnyGrammar::patterns`](crate::AnyGrammar::patterns).
#[must_use]
pub fn lint_patterns(dialect: Dialect, text: GrammarText<'_>) -> Linted {
    lint_patterns_with(text, &|pattern| lint_pattern(dialect, pattern))
}

/// Lints regular expressions, one a line, with a function that lints each.
#[must_use]
pub fn lint_patterns_with(
    GrammarText { text, .. }: GrammarText<'_>,
    lint: &dyn Fn(&str) -> Linted,
) -> Linted {
    let (mut linted, mut begin) = (Linted::default(), 0);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if !content.is_empty() && !content.starts_with('#') {
            let (name, at) = match content.split_once('\t') {
                Some((name, _)) => (Some(name.trim()), name.len() + 1),
                None => (None, 0),
            };
            let one = lint(&content[at..]);
            linted
                .undecided
                .extend(one.undecided.into_iter().map(|text| name.map_or(text, str::to_owned)));
            linted.findings.extend(one.findings.into_iter().map(|one| {
                let span = begin + at + one.span.start..begin + at + one.span.end;
                let Finding { lint, message, witness, attack, .. } = one;
                let rule = name.map(str::to_owned);
                Finding { rule, witness, attack, ..Finding::at(text, span, lint, message) }
            }));
        }
        begin += line.len();
    }
    linted.in_order()
}

/// Lints a regular expression.
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
    lint_pattern_as(dialect, Matching::Search, text)
}

/// Lints a regular expression that is matched in a given way.
///
/// ```
/// use grammar_audit::lint::lint_pattern_as;
/// use grammar_audit::{Dialect, Matching};
///
/// let found = |matching| lint_pattern_as(Dialect::Python, matching, "[a-z]+$").findings;
/// assert_eq!(found(Matching::Prefix)[0].witness.as_deref(), Some("a\n"));
/// // A pattern that must match the whole string cannot leave out a final line end.
/// assert!(found(Matching::Whole).is_empty());
/// ```
#[must_use]
pub fn lint_pattern_as(dialect: Dialect, matching: Matching, text: &str) -> Linted {
    let mut linted = Linted::default();
    let pattern = Pattern::read(dialect, text);
    match pattern.as_ref().map(|pattern| slow(pattern, matching)) {
        Ok(None) => linted.undecided.push(text.to_owned()),
        Ok(Some(slow)) => linted.findings.extend(slow),
        Err(_) => {}
    }
    let mut add = |span, lint, message, witness| {
        linted.findings.push(Finding { witness, ..Finding::at(text, span, lint, message) });
    };
    let pattern = match pattern {
        Ok(pattern) => pattern,
        Err(error) => {
            let at = error.offset.min(text.len());
            add(at..text.len(), Lint::Unreadable, error.to_string(), None);
            return linted;
        }
    };
    for (span, message, witness) in odd(text) {
        add(span, Lint::OddRange, message, Some(witness));
    }
    let (tree, matching) = (pattern.tree(), pattern.matching(matching));
    let Ok(own) = language(tree, matching) else {
        linted.undecided.push(text.to_owned());
        return linted;
    };
    if own.shortest(0).is_none() {
        add(0..text.len(), Lint::NeverMatches, "the pattern matches no string".to_owned(), None);
        return linted;
    }
    let only = |other: Tree| only(&own, &other, matching);
    if let Some(witness) = only(strict(tree)) {
        let end = match dialect {
            Dialect::Python => r"\Z",
            _ => r"\z",
        };
        let message = format!(
            "the pattern matches {witness:?}, because the end anchor also matches before a final line end; use `{end}` for the end only"
        );
        add(0..text.len(), Lint::LineEnd, message, Some(witness));
    }
    if let Some(witness) = grouped(tree).and_then(only) {
        let message = format!(
            "the pattern matches {witness:?}, because each anchor applies to only one alternative; group them, as in \
             `^(?:a|b)$`"
        );
        add(0..text.len(), Lint::EscapedAnchor, message, Some(witness));
    }
    // Without a `|`, the alternatives are the expansion of something else, such as `\R`.
    let written = if text.contains('|') { alternatives(tree) } else { Vec::new() };
    if written.len() > MANY {
        linted.undecided.push(text.to_owned());
        return linted.in_order();
    }
    for (number, [without, alone]) in written.into_iter().enumerate() {
        if number == ALTERNATIVES {
            linted.undecided.push(text.to_owned());
            break;
        }
        let is_same = language(&without, matching)
            .is_ok_and(|other| difference((&own, 0), (&other, 0)).is_equal());
        if !is_same {
            continue;
        }
        let is_never = language(&alone, matching).is_ok_and(|alone| alone.shortest(0).is_none());
        let (lint, what) = match is_never {
            true => (Lint::NeverMatches, "matches nothing in its place"),
            false => (Lint::IdleAlternative, "finds no string that the others do not find"),
        };
        let place = number + 1;
        let message = format!("alternative {place} of the pattern, counted from the left, {what}");
        linted.findings.push(Finding::at(text, 0..text.len(), lint, message));
    }
    linted.in_order()
}

/// Returns the shortest string that a pattern matches and another tree does not.
fn only(own: &Dfa, other: &Tree, matching: Matching) -> Option<String> {
    let other = language(other, matching).ok()?;
    only_in((own, 0), (&other, 0))
}

/// Returns the tree in which `$` matches only at the end.
fn strict(tree: &Tree) -> Tree {
    crate::export::with(tree, &mut |one| is_before_last_end(one).then_some(Tree::End))
}

/// Returns whether a tree is an end anchor that also matches before a final line end.
fn is_before_last_end(tree: &Tree) -> bool {
    let Tree::Look { of, way: Direction::Ahead, is_negative: false } = tree else { return false };
    matches!(&**of, Tree::Sequence(parts) if parts.last() == Some(&Tree::End))
}

/// Returns the tree whose anchors apply to all alternatives, or `None` if they already do.
fn grouped(tree: &Tree) -> Option<Tree> {
    let Tree::Choice(parts) = tree else { return None };
    let is_end = |one: &Tree| *one == Tree::End || is_before_last_end(one);
    let ends: Vec<(bool, bool, Vec<Tree>)> = parts
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
    let all = |of: fn(&(bool, bool, Vec<Tree>)) -> bool| {
        let count = ends.iter().filter(|one| of(one)).count();
        (count > 0, count == ends.len())
    };
    let ((any_start, all_start), (any_end, all_end)) = (all(|one| one.0), all(|one| one.1));
    // A start anchor and an end anchor that some alternatives lack are never intended.
    if !(any_start && any_end) || all_start && all_end {
        return None;
    }
    let choice = Tree::Choice(ends.into_iter().map(|(_, _, all)| Tree::sequence(all)).collect());
    Some(Tree::Sequence(vec![Tree::Start, choice, Tree::End]))
}

/// Returns, for each alternative of each written choice, the tree without it, and the tree with it alone.
fn alternatives(tree: &Tree) -> Vec<[Tree; 2]> {
    let (mut choices, mut open) = (Vec::new(), vec![tree]);
    while let Some(one) = open.pop() {
        if let Tree::Choice(parts) = one
            && !is_of_anchors(parts)
        {
            choices.push((one, parts));
        }
        // Inside a look-around, fewer alternatives may match more.
        if !matches!(one, Tree::Look { .. }) {
            open.extend(one.parts().iter().rev());
        }
    }
    let mut found = Vec::new();
    for (choice, parts) in choices {
        for at in 0..parts.len() {
            let only = |kept: Vec<Tree>| {
                let kept = Tree::Choice(kept);
                crate::export::with(tree, &mut |one| {
                    std::ptr::eq(one, choice).then(|| kept.clone())
                })
            };
            let others = parts.iter().enumerate().filter(|(place, _)| *place != at);
            found.push([
                only(others.map(|(_, one)| one.clone()).collect()),
                only(vec![parts[at].clone()]),
            ]);
        }
    }
    found
}

/// Returns whether a choice is a desugared anchor.
fn is_of_anchors(parts: &[Tree]) -> bool {
    parts.iter().any(|one| match one {
        Tree::Look { .. } | Tree::Start | Tree::End => true,
        Tree::Sequence(all) => all.iter().any(|one| matches!(one, Tree::Look { .. })),
        _ => false,
    }) && !parts
        .iter()
        .any(|one| matches!(one, Tree::Set(_) | Tree::Group { .. } | Tree::Repeat { .. }))
}

// Ranges in classes with unexpected characters.

/// Returns the ranges with unexpected characters, each with a message and one of these characters.
fn odd(text: &str) -> Vec<(Range<usize>, String, String)> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_usize);
    while let Some(&(start, one)) = characters.get(at) {
        let next = |by: usize| characters.get(at + by).map(|&(_, one)| one);
        at += match one {
            '\\' => 2,
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
            first if depth > 0 && next(1) == Some('-') => match next(2) {
                Some(last) if !matches!(last, ']' | '[' | '\\') => {
                    let end = characters.get(at + 3).map_or(text.len(), |&(end, _)| end);
                    if let Some(within) = unmeant(first, last) {
                        let range = &text[start..end];
                        let remedy = match first.is_ascii_alphanumeric() {
                            true => "write `A-Za-z` for letters",
                            false => {
                                "put the `-` last, or write `\\-`, if it is one of the characters"
                            }
                        };
                        let message = format!("`{range}` has `{within}` too; {remedy}");
                        found.push((start..end, message, within.to_string()));
                    }
                    3
                }
                _ => 1,
            },
            _ => 1,
        };
    }
    found
}

/// Returns a character of a range that its ends do not suggest, if there is one.
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
        _ => ('0'..='9')
            .chain('a'..='z')
            .chain('A'..='Z')
            .find(|one| (first..=last).contains(one) && ![first, last].contains(one)),
    }
}

// Patterns for which a backtracking engine takes a long time.

/// Returns the finding about the matching time of a pattern, an inner `None` if there is none, or an outer `None` if it
/// is undecided.
fn slow(pattern: &Pattern, matching: Matching) -> Option<Option<Finding>> {
    if !is_backtracking(pattern.dialect()) {
        return Some(None);
    }
    let Some(slow) = pattern.match_time(matching)?.into_witness() else { return Some(None) };
    let text = pattern.text();
    Some(Some(Finding::slow(text, 0..text.len(), slow, "a backtracking engine")))
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
            format!("{}{}", one.lint.id(), witness.unwrap_or_default())
        };
        linted
            .findings
            .iter()
            .map(line)
            .chain(linted.undecided.into_iter().map(|one| format!("undecided {one}")))
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
        // A common idiom for trimming, which is intended.
        assert_eq!(found(Dialect::EcmaScript, "^a|^b"), [""; 0]);
    }

    #[test]
    fn ranges_that_nobody_meant() {
        assert_eq!(found(Dialect::EcmaScript, "^[+.-_]$"), [r#"odd-range "0""#]);
        assert_eq!(found(Dialect::EcmaScript, "^[A-z]$"), [r#"odd-range "_""#]);
        assert_eq!(found(Dialect::EcmaScript, "^[!-~]$"), [""; 0]);
        assert_eq!(found(Dialect::EcmaScript, r"^[+.\-_]$"), [""; 0]);
    }

    #[test]
    fn alternatives_that_nobody_has_written() {
        // `\R` is an atomic group, whose time is undecided.
        assert_eq!(found(Dialect::Pcre, r"a\R+b"), [r"undecided a\R+b"]);
        let words: Vec<String> = (0..300).map(|number| format!("w{number}")).collect();
        let text = format!("^(?:{})$", words.join("|"));
        assert_eq!(found(Dialect::EcmaScript, &text), [format!("undecided {text}")]);
    }

    #[test]
    fn patterns_that_take_long() {
        // The second iteration is the first of the loop.
        assert_eq!(found(Dialect::EcmaScript, "^(a+)+$"), [r#"exponential-time "aaaaaaaaaaaa0""#]);
        assert_eq!(found(Dialect::EcmaScript, " +$"), [r#"polynomial-time "          a""#]);
        // Engines that do not backtrack.
        assert_eq!(found(Dialect::Rust, "^(a+)+$"), [""; 0]);
        assert_eq!(found(Dialect::Re2, "^(a+)+$"), [""; 0]);
        assert_eq!(found(Dialect::Pcre, "^(?>a+)+$")[0], r#"line-end "a\n""#);
        assert_eq!(found(Dialect::Pcre, "^(?>a+)+$")[1], "undecided ^(?>a+)+$");
        let message = &lint_pattern(Dialect::EcmaScript, "^(?:a|a)*$").findings[0].message;
        assert!(
            message.starts_with(r#""a" + "a" * n + "0" takes a backtracking engine "#),
            "{message}"
        );
    }

    #[test]
    fn alternatives_that_find_nothing() {
        assert_eq!(found(Dialect::EcmaScript, "^(?:a|[^\\s\\S])$"), ["never-matches"]);
        assert_eq!(found(Dialect::EcmaScript, "x(?:^a|b)"), ["never-matches"]);
        // A search for `ab` that has found `a` is finished.
        assert_eq!(found(Dialect::EcmaScript, "a|ab"), ["idle-alternative"]);
        assert_eq!(found(Dialect::EcmaScript, "^(?:a|ab)$"), [""; 0]);
        assert_eq!(found(Dialect::EcmaScript, "a^b"), ["never-matches"]);
        assert_eq!(found(Dialect::EcmaScript, "(a"), ["unreadable"]);
    }
}
