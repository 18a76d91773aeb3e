//! Which rule transcribes a production of another name: by a map, or by a good guess.
//!
//! In: the lines of a map, or the names that are left when each rule has found the production of its
//! own name. Out: pairs of names. The surprising case is two productions that one rule could
//! transcribe, `date-time` and `datetime`: then nothing is guessed.

use std::collections::HashMap;

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

/// The productions for which exactly one rule is left, if case, `-` and `_` do not count, and which
/// are the only ones that would take the rule.
pub(crate) fn guesses<'n>(
    productions: impl IntoIterator<Item = &'n str>,
    rules: impl IntoIterator<Item = &'n str>,
) -> Vec<(&'n str, &'n str)> {
    let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_'], "");
    let mut left: HashMap<String, (Vec<&str>, Vec<&str>)> = HashMap::new();
    let mut order = Vec::new();
    for name in productions {
        let names = &mut left.entry(plain(name)).or_default().0;
        if !names.contains(&name) {
            names.push(name);
            order.push(name);
        }
    }
    for rule in rules {
        if let Some((_, rules)) = left.get_mut(&plain(rule)) {
            rules.push(rule);
        }
    }
    let guess = |name: &'n str| match left.get(&plain(name)) {
        Some((names, rules)) if names.len() == 1 && rules.len() == 1 => Some((name, rules[0])),
        _ => None,
    };
    order.into_iter().filter_map(guess).collect()
}

#[cfg(test)]
mod tests {
    use super::{MapError, guesses, mapping};

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
