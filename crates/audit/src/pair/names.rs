//! Which rule transcribes a production of another name: by the spelling of pest, by a map, or by a good guess.
//!
//! In: the names of productions; the lines of a map; or the names that are left when each rule has found the
//! production of its own name. Out: pairs of names. The surprising case is two productions that one rule could
//! transcribe: of `date-time` and `datetime` nothing is guessed, and of `a-b` and `a--b`, which both are spelled
//! `a_b`, each has the rule that an export gives it, `a_b` and `a__b`.

use std::collections::{HashMap, HashSet};

use crate::notation::Notation;
use crate::peg::KEYWORDS;

/// The reason why a map from productions to rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The map names a production that the grammar does not have.
    #[error("there is no production `{0}` that a rule could transcribe")]
    Production(String),
    /// The map names a rule that the file does not have.
    #[error("there is no rule `{0}` that could transcribe a production")]
    Rule(String),
    /// The map gives two rules to one production.
    #[error("the production `{0}` is given two rules; name the one that transcribes it")]
    Twice(String),
    /// A line of the map is not of the form `production = rule`.
    #[error("`{0}` is not of the form `production = rule`")]
    Form(String),
    /// A line of a file has one of these faults.
    #[error("{file}, line {line}: {why}")]
    Line {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The fault.
        why: Box<Self>,
    },
}

/// The production and the rule of a line of a map. An empty line and a comment have none.
pub(crate) fn mapping(line: &str) -> Result<Option<(&str, &str)>, MapError> {
    let text = line.split('#').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let parts = text.split_once('=').map(|(production, rule)| (production.trim(), rule.trim()));
    let is_name = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    match parts {
        Some((production, rule)) if is_name(production) && is_name(rule) => {
            Ok(Some((production, rule)))
        }
        _ => Err(MapError::Form(text.chars().take(60).collect())),
    }
}

/// A name as that of a rule: `-` and `.` are `_`, and `+` is `_plus_`. How many `_` stand in a place does not
/// count, so that a name that pest keeps for itself may have one more.
pub(crate) fn plain(name: &str) -> String {
    let name = name.replace('+', "_plus_").replace(['-', '.'], "_");
    let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
    parts.join("_")
}

/// A name without what a good guess passes over: case, `-` and `_`.
pub(crate) fn blurred(name: &str) -> String {
    name.to_ascii_lowercase().replace(['-', '_'], "")
}

/// What else no rule may be called: what pest runs by itself, and what Rust has no raw identifier for.
const KEPT: [&str; 6] = ["WHITESPACE", "COMMENT", "self", "Self", "super", "crate"];

/// The names under which an export writes the rules of productions, in their order. No two are the same, and pest
/// keeps none of them for itself.
pub(crate) fn rule_names<'n>(productions: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let spelled = productions.into_iter().map(|production| {
        let name = production.replace('+', "_plus_");
        let is_word = |one: char| one.is_ascii_alphanumeric();
        let mut name: String =
            name.chars().map(|one| if is_word(one) { one } else { '_' }).collect();
        // To pest, a name that begins with `PUSH` is a call of it.
        if name.starts_with(|first: char| first.is_ascii_digit()) || name.starts_with("PUSH") {
            name.insert(0, '_');
        }
        while KEYWORDS.contains(&&*name) || KEPT.contains(&&*name) || taken.contains(&name) {
            name.push('_');
        }
        taken.insert(name.clone());
        name
    });
    spelled.collect()
}

/// The productions whose names are spelled alike in pest, each with the rule that an export gives it.
#[derive(Debug, Default)]
pub(crate) struct Twins {
    /// The rules, by the keys of the productions.
    rules: HashMap<String, String>,
    /// The rules alone.
    all: HashSet<String>,
}

impl Twins {
    pub(crate) fn of<'n>(
        notation: Notation,
        productions: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let mut seen = HashSet::new();
        let productions = productions.into_iter().filter(|name| seen.insert(notation.key(name)));
        let productions: Vec<&str> = productions.collect();
        let mut counts: HashMap<String, usize> = HashMap::new();
        for name in &productions {
            *counts.entry(notation.key(&plain(name))).or_default() += 1;
        }
        let rules = rule_names(productions.iter().copied());
        let all = productions.into_iter().zip(rules);
        let twins = all.filter(|(name, _)| counts[&notation.key(&plain(name))] > 1);
        let rules: HashMap<String, String> =
            twins.map(|(name, rule)| (notation.key(name), rule)).collect();
        Self { all: rules.values().cloned().collect(), rules }
    }

    /// The rule of a production, by the key of the production, if another one is spelled alike.
    pub(crate) fn rule(&self, key: &str) -> Option<&str> {
        self.rules.get(key).map(String::as_str)
    }

    /// Whether a rule is that of such a production.
    pub(crate) fn has(&self, rule: &str) -> bool {
        self.all.contains(rule)
    }
}

/// The productions for which exactly one rule is left, if case, `-` and `_` do not count, and which
/// are the only ones that would take the rule.
pub(crate) fn guesses<'n>(
    productions: impl IntoIterator<Item = &'n str>,
    rules: impl IntoIterator<Item = &'n str>,
) -> Vec<(&'n str, &'n str)> {
    let mut left: HashMap<String, (Vec<&str>, Vec<&str>)> = HashMap::new();
    let mut order = Vec::new();
    for name in productions {
        let names = &mut left.entry(blurred(name)).or_default().0;
        if !names.contains(&name) {
            names.push(name);
            order.push(name);
        }
    }
    for rule in rules {
        if let Some((_, rules)) = left.get_mut(&blurred(rule)) {
            rules.push(rule);
        }
    }
    let guess = |name: &'n str| match left.get(&blurred(name)) {
        Some((names, rules)) if names.len() == 1 && rules.len() == 1 => Some((name, rules[0])),
        _ => None,
    };
    order.into_iter().filter_map(guess).collect()
}

#[cfg(test)]
mod tests {
    use super::{MapError, Twins, guesses, mapping, plain, rule_names};
    use crate::notation::Notation;
    use crate::peg::Peg;

    #[test]
    fn names_that_pest_takes() {
        let all = [
            "pct-encoded",
            "a+b",
            "a.b",
            "1st",
            "ANY",
            "any",
            "WHITESPACE",
            "COMMENT",
            "EOI",
            "PUSH",
            "PUSH-x",
            "PEEK_ALL",
            "self",
            "type",
            "_",
        ];
        let expected = [
            "pct_encoded",
            "a_plus_b",
            "a_b",
            "_1st",
            "ANY_",
            "any",
            "WHITESPACE_",
            "COMMENT_",
            "EOI_",
            "_PUSH",
            "_PUSH_x",
            "PEEK_ALL_",
            "self_",
            "type",
            "__",
        ];
        let names = rule_names(all);
        assert_eq!(names, expected);
        let text: String = names.iter().map(|name| format!("{name} = {{ \"x\" }}\n")).collect();
        assert_eq!(Peg::read("names.pest", &text).unwrap().refused_by_pest(), []);
        for (name, rule) in all.iter().zip(&names) {
            assert_eq!(plain(name), plain(rule));
        }
    }

    #[test]
    fn names_that_become_one() {
        let all = ["a-b", "a--b", "a.b", "a+b", "a-plus-b", "b", "A-B"];
        assert_eq!(rule_names(all), ["a_b", "a__b", "a_b_", "a_plus_b", "a_plus_b_", "b", "A_B"]);
        let twins = Twins::of(Notation::Abnf, all);
        let keys = ["a-b", "a--b", "a.b", "a+b", "a-plus-b", "b"];
        let expected =
            ["a_b", "a__b", "a_b_", "a_plus_b", "a_plus_b_"].map(Some).into_iter().chain([None]);
        assert!(keys.iter().map(|key| twins.rule(key)).eq(expected));
        assert!(twins.has("a__b") && !twins.has("b"));
    }

    #[test]
    fn only_what_is_left_alone_is_guessed() {
        let all = ["dateTime", "date-time", "Full-Time", "hour"];
        let rules = ["date_time", "fulltime", "HOUR", "hour_"];
        assert_eq!(guesses(all, rules), [("Full-Time", "fulltime")]);
    }

    #[test]
    fn lines_of_a_map() {
        assert_eq!(
            mapping(" date-time =date_time # a comment"),
            Ok(Some(("date-time", "date_time")))
        );
        assert_eq!(mapping("a = -"), Ok(Some(("a", "-"))));
        assert_eq!((mapping("# a = b"), mapping("  ")), (Ok(None), Ok(None)));
        for line in ["a", "a =", "= b", "a = b c"] {
            assert_eq!(mapping(line), Err(MapError::Form(line.to_owned())));
        }
    }
}
