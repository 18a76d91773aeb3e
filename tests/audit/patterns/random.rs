//! Random patterns of the dialects with nested classes, compared with their engines.
//!
//! A pattern is put together at random from pieces of its dialect. Many results are not patterns, and the engine
//! refuses them.

use urispec_audit::{Dialect, Matching, Pattern};

use super::engines::{self, Query};
use super::hold_all;
use crate::support::Numbers;
use crate::{scaled, vectors};

/// Returns the number of patterns.
fn count() -> usize {
    scaled(40, 20_000)
}

struct Maker {
    numbers: Numbers,
    /// Pieces outside of brackets, and inside.
    atoms: Vec<String>,
    members: Vec<String>,
    operators: Vec<String>,
    counts: Vec<String>,
    groups: Vec<String>,
}

impl Maker {
    /// Returns a maker with the lists of `tests/vectors/audit/patterns.tsv`.
    fn new(dialect: Dialect) -> Self {
        let list = |law| vectors::list("audit", law, dialect.name());
        let [atoms, members, operators, counts, groups] =
            ["atoms", "members", "operators", "counts", "groups"].map(list);
        Self { numbers: Numbers(33), atoms, members, operators, counts, groups }
    }

    /// Returns one of the texts of a list.
    fn pick(&mut self, list: fn(&Self) -> &Vec<String>) -> String {
        let at = self.numbers.below(list(self).len());
        list(self)[at].clone()
    }

    /// Returns a pattern with groups nested at most `depth` deep.
    fn pattern(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for at in 0..=self.numbers.below(4) {
            if at > 0 && self.numbers.below(6) == 0 {
                text.push('|');
            }
            let group = self.pick(|maker| &maker.groups);
            text += &match self.numbers.below(5) {
                0 if depth > 0 => format!("{group}{})", self.pattern(depth - 1)),
                1 | 2 => self.class(2),
                _ => self.pick(|maker| &maker.atoms),
            };
            if self.numbers.below(3) == 0 {
                text += &self.pick(|maker| &maker.counts);
            }
        }
        text
    }

    fn class(&mut self, depth: usize) -> String {
        let mut text = String::from(if self.numbers.below(4) == 0 { "[^" } else { "[" });
        for _ in 0..=self.numbers.below(3) {
            text += &match self.numbers.below(8) {
                0 | 1 if depth > 0 => self.class(depth - 1),
                2 => self.pick(|maker| &maker.operators),
                _ => self.pick(|maker| &maker.members),
            };
        }
        text + "]"
    }
}

#[test]
fn random_java_patterns_mean_what_its_engine_does() {
    let mut maker = Maker::new(Dialect::Java);
    hold_all(Dialect::Java, (0..count()).map(|_| (maker.pattern(2), None)));
}

#[test]
fn random_classes_with_the_flag_v_mean_what_the_engine_does() {
    let mut maker = Maker::new(Dialect::EcmaScript);
    let patterns = (0..count()).map(|_| {
        let flags = ["v", "v", "iv"][maker.numbers.below(3)];
        let mut class = maker.class(2);
        if maker.numbers.below(2) == 0 {
            // Alternating operands and operators are patterns more often.
            let operator = ["&&", "--"][maker.numbers.below(2)];
            let operands: Vec<String> = (0..2 + maker.numbers.below(2))
                .map(|_| match maker.numbers.below(2) {
                    0 => maker.class(1),
                    _ => ["a", "k", r"\w", r"\P{Lu}", r"\q{ab|a}", r"\d"][maker.numbers.below(6)]
                        .to_owned(),
                })
                .collect();
            class = format!("[{}]", operands.join(operator));
        }
        (format!("/^{class}$/{flags}"), None)
    });
    hold_all(Dialect::EcmaScript, patterns);
}

/// Letters with case of all scripts, each alone, in a sequence and in brackets: Java compares them differently in each
/// of these.
#[test]
fn java_ignores_case_as_its_engine_does() {
    let step = scaled(211, 1);
    let cases = |one: char| one.to_lowercase().chain(one.to_uppercase()).chain([one]);
    let has_case = |one: &char| cases(*one).any(|other| other != *one);
    // Letters that were added after Unicode 13, or whose case has changed since.
    let is_new = |one: char| {
        matches!(one, '\u{19B}' | '\u{264}' | '\u{1C89}'..='\u{1C8A}' | '\u{2C2F}' | '\u{2C5F}')
            || matches!(one, '\u{A7C0}'..='\u{A7F6}' | '\u{10570}'..='\u{105BF}')
            || matches!(one, '\u{10D50}'..='\u{10D85}' | '\u{16EA0}'..='\u{16EDF}')
    };
    let letters = ('\0'..=char::MAX).filter(has_case).filter(|&one| !is_new(one));
    let letters: Vec<char> = letters.collect();
    let special = "iIİıkK\u{212A}sSſßẞµμΜσςΣǄǅǆÅå\u{212B}ÿŸ";
    let (mut queries, mut languages) = (Vec::new(), Vec::new());
    for one in letters.into_iter().step_by(step).chain(special.chars()) {
        let near: Vec<char> = cases(one).flat_map(cases).chain(special.chars()).collect();
        for form in [
            "(?iu)^X$",
            "(?iu)^Xa$",
            "(?iu)^[X]$",
            "(?iu)^[X-X]$",
            "(?i)^X$",
            "(?iu)^[^X]$",
            "(?iu)^[A-X]$",
            "(?iu)^[!-X]$",
        ] {
            let text = form.replace('X', &one.to_string());
            let Ok(pattern) = Pattern::read(Dialect::Java, &text) else { continue };
            let tail = if form.contains("Xa") { "a" } else { "" };
            let strings = near.iter().map(|other| format!("{other}{tail}")).collect();
            queries.push(Query { pattern: text, strings });
            languages.push(pattern.language(Matching::Search).unwrap());
        }
    }
    let Some(answers) = engines::answers(Dialect::Java, &queries) else { return };
    for ((Query { pattern, strings }, language), answer) in
        queries.iter().zip(languages).zip(answers)
    {
        for (string, is_found) in strings.iter().zip(answer.unwrap()) {
            assert_eq!(language.matches(0, string.as_bytes()), is_found, "{pattern} in {string}");
        }
    }
}
