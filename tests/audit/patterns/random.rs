//! Random patterns of the dialects whose classes stand in each other, held against their engines.
//!
//! A pattern is made of pieces that its dialect has, put together without care: many are none, and the
//! engine says which.

use urispec_audit::{Dialect, Matching, Pattern};

use super::engines::{self, Asked};
use super::{Numbers, hold_all};
use crate::{scaled, vectors};

/// The number of patterns; with `URISPEC_LONG`, more.
fn count() -> usize {
    scaled(40, 20_000)
}

struct Maker {
    numbers: Numbers,
    /// What stands alone, and what stands in brackets.
    atoms: Vec<String>,
    members: Vec<String>,
    operators: Vec<String>,
    counts: Vec<String>,
    groups: Vec<String>,
}

impl Maker {
    /// Makes patterns of the lists of `tests/vectors/audit/patterns.tsv`.
    fn new(dialect: Dialect) -> Self {
        let list = |law| vectors::list("audit", law, dialect.name());
        let [atoms, members, operators, counts, groups] =
            ["atoms", "members", "operators", "counts", "groups"].map(list);
        Self { numbers: Numbers(33), atoms, members, operators, counts, groups }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.numbers.below(limit)
    }

    /// A pattern with groups no deeper than some depth.
    fn pattern(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for at in 0..=self.numbers.below(4) {
            if at > 0 && self.numbers.below(6) == 0 {
                text.push('|');
            }
            let at = self.below(self.groups.len());
            let group = self.groups[at].clone();
            text += &match self.numbers.below(5) {
                0 if depth > 0 => format!("{group}{})", self.pattern(depth - 1)),
                1 | 2 => self.class(2),
                _ => {
                    let at = self.below(self.atoms.len());
                    self.atoms[at].clone()
                }
            };
            if self.numbers.below(3) == 0 {
                let at = self.below(self.counts.len());
                text += &self.counts[at];
            }
        }
        text
    }

    fn class(&mut self, depth: usize) -> String {
        let mut text = String::from(if self.numbers.below(4) == 0 { "[^" } else { "[" });
        for _ in 0..=self.numbers.below(3) {
            text += &match self.numbers.below(8) {
                0 | 1 if depth > 0 => self.class(depth - 1),
                2 => {
                    let at = self.below(self.operators.len());
                    self.operators[at].clone()
                }
                _ => {
                    let at = self.below(self.members.len());
                    self.members[at].clone()
                }
            };
        }
        text + "]"
    }
}

#[test]
fn random_patterns_of_java() {
    let mut maker = Maker::new(Dialect::Java);
    let patterns: Vec<String> = (0..count()).map(|_| maker.pattern(2)).collect();
    hold_all(Dialect::Java, patterns.iter().map(String::as_str));
}

#[test]
fn random_classes_of_the_flag_v() {
    let mut maker = Maker::new(Dialect::EcmaScript);
    let patterns = (0..count()).map(|_| {
        let flags = ["v", "v", "iv"][maker.below(3)];
        let mut class = maker.class(2);
        if maker.numbers.below(2) == 0 {
            // Operands and operators in turn are patterns more often.
            let operator = ["&&", "--"][maker.below(2)];
            let operands: Vec<String> = (0..2 + maker.numbers.below(2))
                .map(|_| match maker.numbers.below(2) {
                    0 => maker.class(1),
                    _ => {
                        ["a", "k", r"\w", r"\P{Lu}", r"\q{ab|a}", r"\d"][maker.below(6)].to_owned()
                    }
                })
                .collect();
            class = format!("[{}]", operands.join(operator));
        }
        format!("/^{class}$/{flags}")
    });
    let patterns: Vec<String> = patterns.collect();
    hold_all(Dialect::EcmaScript, patterns.iter().map(String::as_str));
}

/// Letters of all scripts that have case, each alone, in a row and in brackets: Java compares them in
/// another way in each of these.
#[test]
fn cases_of_java() {
    let step = scaled(211, 1);
    let cases = |one: char| one.to_lowercase().chain(one.to_uppercase()).chain([one]);
    let has_case = |one: &char| cases(*one).any(|other| other != *one);
    // Letters that came after Unicode 13, or got another case then.
    let is_new = |one: char| {
        matches!(one, '\u{19B}' | '\u{264}' | '\u{1C89}'..='\u{1C8A}' | '\u{2C2F}' | '\u{2C5F}')
            || matches!(one, '\u{A7C0}'..='\u{A7F6}' | '\u{10570}'..='\u{105BF}')
            || matches!(one, '\u{10D50}'..='\u{10D85}' | '\u{16EA0}'..='\u{16EDF}')
    };
    let letters = ('\0'..=char::MAX).filter(has_case).filter(|&one| !is_new(one));
    let letters: Vec<char> = letters.collect();
    let special = "iIİıkK\u{212A}sSſßẞµμΜσςΣǄǅǆÅå\u{212B}ÿŸ";
    let (mut asked, mut languages) = (Vec::new(), Vec::new());
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
            asked.push(Asked { pattern: text, strings });
            languages.push(pattern.language(Matching::Search).unwrap());
        }
    }
    let Some(answers) = engines::answers(Dialect::Java, &asked) else { return };
    for ((Asked { pattern, strings }, language), answer) in asked.iter().zip(languages).zip(answers)
    {
        for (string, is_found) in strings.iter().zip(answer.unwrap()) {
            assert_eq!(language.matches(0, string.as_bytes()), is_found, "{pattern} in {string}");
        }
    }
}
